// The landscape of the terrain scene: drawn in code, dug by the mouse.
#include "terrain.h"

#define BORDER 4
#define BEDROCK 368

// --- as it is at the beginning --------------------------------------------------------------------

// From a at x0 to b at x1, level at both.
static float bend(float x, float x0, float x1, float a, float b)
{
    float t = x < x0 ? 0.0f : x > x1 ? 1.0f : (x - x0) / (x1 - x0);
    return a + (b - a) * t * t * (3.0f - 2.0f * t);
}

// How far down the ground is: a meadow, a plateau, a hill too steep to climb, a valley, waves.
static float ground_at(float x)
{
    if (x < 196.0f) return bend(x, 20.0f, 80.0f, 292.0f, 300.0f);
    if (x < 236.0f) return 260.0f;
    if (x < 322.0f) return bend(x, 236.0f, 322.0f, 260.0f, 132.0f);
    if (x < 400.0f) return bend(x, 322.0f, 400.0f, 132.0f, 268.0f);
    if (x < 556.0f) return bend(x, 400.0f, 456.0f, 268.0f, 304.0f);
    return bend(x, 570.0f, 625.0f, 214.0f, 190.0f) + 3.0f * SDL_sinf(x * 0.11f);
}

static void draw_ground(rim_mask *mask)
{
    rim_vec2 points[LAND_WIDTH / 2 + 3];
    int      count = 0;
    for (int x = 0; x <= LAND_WIDTH; x += 2)
        points[count++] = rim_vec2_make((float)x, ground_at((float)x));
    points[count++] = rim_vec2_make(LAND_WIDTH, LAND_HEIGHT);
    points[count++] = rim_vec2_make(0, LAND_HEIGHT);
    rim_mask_draw_polygon(mask, points, count, true);
}

static void draw_stairs(rim_mask *mask)
{
    for (int i = 0; i < 10; i++)
        rim_mask_draw_rect(mask, rim_rect_make(100 + 10 * i, 296 - 4 * i, 236, BEDROCK), true);
}

// A cave under the cliff, its mouth in the cliff's side, and a ledge above.
static void draw_cliff(rim_mask *mask)
{
    rim_vec2 ledge[] = { { 512, 222 }, { 518, 214 }, { 560, 211 }, { 560, 246 }, { 530, 230 } };
    rim_mask_draw_polygon(mask, ledge, 5, true);
    rim_mask_draw_circle(mask, rim_vec2_make(592, 284), 29.0f, false);
    rim_mask_draw_circle(mask, rim_vec2_make(562, 286), 17.0f, false);
    rim_mask_draw_rect(mask, rim_rect_make(554, 290, 606, 304), false);
    rim_mask_draw_rect(mask, rim_rect_make(555, 304, LAND_WIDTH, LAND_HEIGHT), true);
}

static void draw_island(rim_mask *mask, float x, float y, float half)
{
    rim_vec2 points[] = { { x - half, y },
                          { x + half, y },
                          { x + 0.7f * half, y + 7 },
                          { x, y + 12 },
                          { x - 0.8f * half, y + 6 } };
    rim_mask_draw_polygon(mask, points, 5, true);
}

// What cannot be dug.
static void draw_frame(rim_mask *mask)
{
    rim_mask_draw_rect(mask, rim_rect_make(0, 0, BORDER, LAND_HEIGHT), true);
    rim_mask_draw_rect(mask, rim_rect_make(LAND_WIDTH - BORDER, 0, LAND_WIDTH, LAND_HEIGHT), true);
    rim_mask_draw_rect(mask, rim_rect_make(0, BEDROCK, LAND_WIDTH, LAND_HEIGHT), true);
}

static void draw_all(rim_mask *mask)
{
    draw_ground(mask);
    draw_stairs(mask);
    draw_cliff(mask);
    draw_island(mask, 168, 214, 24);
    draw_island(mask, 92, 178, 30);
    rim_mask_draw_rect(mask, rim_rect_make(468, 280, 502, BEDROCK - 8), false);
    draw_frame(mask);
}

// --- digging ------------------------------------------------------------------------------------------

// Puts back what was open in the rectangle.
static void keep_open(rim_mask *mask, const rim_sprite *before, rim_rect spare)
{
    for (int y = spare.y0; y < spare.y1; y++)
        for (int x = spare.x0; x < spare.x1; x++)
            if (!rim_mask_get(rim_sprite_mask(before), x, y)) rim_mask_set(mask, x, y, false);
}

void land_edit(shape *it, rim_vec2 centre, float radius, bool solid, rim_rect spare)
{
    rim_rect all = rim_rect_make(0, 0, LAND_WIDTH, LAND_HEIGHT);
    int      x = (int)SDL_floorf(centre.x), y = (int)SDL_floorf(centre.y);
    int      reach = (int)radius + 2;
    rim_rect changed =
        rim_rect_intersect(rim_rect_make(x - reach, y - reach, x + reach, y + reach), all);
    if (rim_rect_is_empty(changed)) return;
    rim_mask_draw_circle(it->mask, centre, radius, solid);
    if (solid)
        keep_open(it->mask, it->sprite, rim_rect_intersect(spare, changed));
    else
        draw_frame(it->mask);
    rim_sprite_update(it->sprite, it->mask, changed);
    shape_paint(it, changed);
}

// --- from beginning to end --------------------------------------------------------------------------------

bool land_create(kit *k, shape *it)
{
    rim_sprite_options options = { .has_anchor = true };
    rim_status         status = rim_mask_create(&it->mask, LAND_WIDTH, LAND_HEIGHT, NULL);
    if (!status) draw_all(it->mask);
    if (!status) status = rim_mask_create_copy(&it->first, it->mask, NULL);
    if (status) return kit_fail(k, "the landscape: %s", rim_status_text(status));
    return shape_create(k, it, &options);
}
