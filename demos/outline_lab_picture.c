// What the outline lab shows: six views of the sprite, three in a row.
#include "outline_lab.h"

#define LEFT 20.0f
#define TOP 104.0f
#define CELL_WIDTH 413.0f
#define CELL_HEIGHT 312.0f
#define CAPTION 30.0f

// Where the sprite's pixels lie on the page. Its transparent margins are cut off.
typedef struct cell
{
    kit     *k;
    rim_box2 box;
    rim_rect shown;  // of the image
    rim_vec2 corner; // of the image, on the page
    float    scale;
} cell;

static cell cell_at(kit *k, const lab *l, int column, int row)
{
    cell c = { .k = k, .shown = rim_mask_bounds(l->mask) };
    if (c.shown.x1 == 0)
        c.shown = rim_rect_make(0, 0, rim_mask_width(l->mask), rim_mask_height(l->mask));
    float width = (float)(c.shown.x1 - c.shown.x0), height = (float)(c.shown.y1 - c.shown.y0);
    c.box.lo = rim_vec2_make(LEFT + CELL_WIDTH * (float)column, TOP + CELL_HEIGHT * (float)row);
    c.box.hi = rim_vec2_add(c.box.lo, rim_vec2_make(CELL_WIDTH - 8.0f, CELL_HEIGHT - 8.0f));
    float across = (CELL_WIDTH - 40.0f) / SDL_max(width, 1.0f);
    float down = (CELL_HEIGHT - CAPTION - 32.0f) / SDL_max(height, 1.0f);
    c.scale = SDL_min(across, down);
    c.corner.x = 0.5f * (c.box.lo.x + c.box.hi.x - c.scale * (float)(c.shown.x0 + c.shown.x1));
    c.corner.y =
        0.5f * (c.box.lo.y + CAPTION + c.box.hi.y - c.scale * (float)(c.shown.y0 + c.shown.y1));
    return c;
}

static rim_vec2 on_page(const cell *c, rim_vec2 pixel)
{
    return rim_vec2_along(c->corner, pixel, c->scale);
}

static void draw_ground(const cell *c, const lab *l, float opacity)
{
    SDL_Rect  from = { c->shown.x0, c->shown.y0, c->shown.x1 - c->shown.x0,
                       c->shown.y1 - c->shown.y0 };
    SDL_FRect to = { c->corner.x + c->scale * (float)from.x, c->corner.y + c->scale * (float)from.y,
                     c->scale * (float)from.w, c->scale * (float)from.h };
    kit_fill(c->k, c->box, kit_fade(kit_ink(c->k, KIT_GRID), 0.45f));
    SDL_SetTextureAlphaMod(l->texture, (Uint8)(255.0f * opacity));
    SDL_RenderCopyF(kit_renderer(c->k), l->texture, &from, &to);
    SDL_SetTextureAlphaMod(l->texture, 255);
}

static void draw_caption(const cell *c, const char *what, const char *numbers)
{
    float y = c->box.lo.y + 7.0f, x = c->box.lo.x + 12.0f;
    x += kit_text(c->k, x, y, KIT_SMALL, kit_ink(c->k, KIT_TEXT), "%s", what) + 14.0f;
    kit_text(c->k, x, y, KIT_SMALL, kit_ink(c->k, KIT_DIM), "%s", numbers);
}

static void draw_side(const cell *c, rim_vec2 a, rim_vec2 b, float width, SDL_Color ink)
{
    kit_line(c->k, on_page(c, a), on_page(c, b), width, ink);
}

static void draw_ring(const cell *c, const rim_vec2 *points, size_t count, float width,
                      SDL_Color ink)
{
    for (size_t i = 0; i < count; i++) draw_side(c, points[i], points[(i + 1) % count], width, ink);
}

static void draw_dots(const cell *c, const rim_vec2 *points, size_t count, float radius)
{
    for (size_t i = 0; i < count; i++)
        kit_disc(c->k, on_page(c, points[i]), radius, kit_ink(c->k, KIT_OUTLINE));
}

// Islands and holes in colours of their own.
static void draw_loops(const cell *c, const rim_loops *loops, float dot)
{
    int64_t         count;
    const rim_loop *list = rim_loops_list(loops, &count);
    for (int64_t i = 0; i < count; i++)
    {
        rim_loop  loop = list[i];
        SDL_Color ink = kit_ink(c->k, loop.area > 0.0 ? KIT_OUTLINE : KIT_NORMAL);
        draw_ring(c, loop.points, loop.count, 1.5f, ink);
        if (dot > 0.0f) draw_dots(c, loop.points, loop.count, dot);
    }
}

// Neighbours in the list, which often touch, differ in strength.
static void draw_pieces(const cell *c, const rim_partition *pieces)
{
    rim_vec2         corners[64];
    int64_t          all;
    const rim_piece *list = rim_partition_pieces(pieces, &all);
    for (int64_t i = 0; i < all; i++)
    {
        rim_piece piece = list[i];
        int       count = SDL_min(piece.count, 64);
        for (int n = 0; n < count; n++) corners[n] = on_page(c, piece.points[n]);
        SDL_Color ink = kit_ink(c->k, i % 2 ? KIT_THING : KIT_OTHER);
        kit_polygon(c->k, corners, count, kit_fade(ink, 0.18f + 0.05f * (float)(i % 4)));
    }
    for (int64_t i = 0; i < all; i++)
        draw_ring(c, list[i].points, (size_t)list[i].count, 1.0f,
                  kit_fade(kit_ink(c->k, KIT_OUTLINE), 0.85f));
}

static void draw_rays(const cell *c, const lab *l)
{
    rim_vec2 anchor = rim_vec2_make(0.5f * (float)rim_mask_width(l->mask),
                                    0.5f * (float)rim_mask_height(l->mask));
    rim_vec2 hits[LAB_RAYS_MAX];
    size_t   count = 0;
    for (int ray = 0; ray < l->rays; ray++)
        if (l->points[ray].hit) hits[count++] = rim_vec2_add(anchor, l->points[ray].at);
    for (size_t i = 0; i < count; i++)
        draw_side(c, anchor, hits[i], 1.0f, kit_fade(kit_ink(c->k, KIT_GHOST), 0.35f));
    draw_ring(c, hits, count, 1.5f, kit_ink(c->k, KIT_OUTLINE));
    draw_dots(c, hits, count, 2.5f);
}

static int loop_count(const rim_loops *loops)
{
    int64_t count;
    rim_loops_list(loops, &count);
    return (int)count;
}

static int point_count(const rim_loops *loops)
{
    size_t          points = 0;
    const rim_loop *list = rim_loops_list(loops, NULL);
    for (int i = 0; i < loop_count(loops); i++) points += list[i].count;
    return (int)points;
}

static int piece_count(const rim_partition *pieces)
{
    int64_t count;
    rim_partition_pieces(pieces, &count);
    return (int)count;
}

static void draw_upper_row(kit *k, const lab *l)
{
    static const char *const sides[] = { "near", "contain", "inside" };
    char                     numbers[96];
    cell                     c = cell_at(k, l, 0, 0);
    draw_ground(&c, l, 0.75f);
    draw_rays(&c, l);
    SDL_snprintf(numbers, sizeof numbers, "%d points · error %.1f px", l->ray_error.hits,
                 l->ray_error.distance);
    draw_caption(&c, "rays", numbers);

    c = cell_at(k, l, 1, 0);
    draw_ground(&c, l, 0.75f);
    draw_loops(&c, l->exact, 0.0f);
    SDL_snprintf(numbers, sizeof numbers, "%d corners · %d rings · exact", point_count(l->exact),
                 loop_count(l->exact));
    draw_caption(&c, "contours", numbers);

    c = cell_at(k, l, 2, 0);
    draw_ground(&c, l, 0.75f);
    draw_loops(&c, l->simple, 2.5f);
    SDL_snprintf(numbers, sizeof numbers, "%d points · error %.2f px · %s", point_count(l->simple),
                 l->simple_error, sides[l->side]);
    draw_caption(&c, "simplified", numbers);
}

static void draw_lower_row(kit *k, const lab *l)
{
    char numbers[96];
    cell c = cell_at(k, l, 0, 1);
    draw_ground(&c, l, 0.3f);
    draw_pieces(&c, l->pieces);
    SDL_snprintf(numbers, sizeof numbers, "%d pieces · at most %d corners", piece_count(l->pieces),
                 l->corners);
    draw_caption(&c, "convex", numbers);

    c = cell_at(k, l, 1, 1);
    draw_ground(&c, l, 0.3f);
    draw_pieces(&c, l->triangles);
    SDL_snprintf(numbers, sizeof numbers, "%d · holes left free", piece_count(l->triangles));
    draw_caption(&c, "triangles", numbers);

    c = cell_at(k, l, 2, 1);
    draw_ground(&c, l, 0.75f);
    draw_ring(&c, l->hull, l->hull_count, 1.5f, kit_ink(k, KIT_OUTLINE));
    draw_dots(&c, l->hull, l->hull_count, 2.5f);
    SDL_snprintf(numbers, sizeof numbers, "%d points", (int)l->hull_count);
    draw_caption(&c, "hull", numbers);
}

void lab_draw(kit *k, const void *state)
{
    const lab *l = state;
    if (!l->triangles || !l->hull) return;
    if (kit_still_begin(k, l->version))
    {
        draw_upper_row(k, l);
        draw_lower_row(k, l);
        kit_still_end(k);
    }
    kit_subject(k, rim_box2_make(cell_at(k, l, 0, 0).box.lo, cell_at(k, l, 2, 1).box.hi));
    kit_say(k, "sprite", "%s, %d × %d", l->name, rim_mask_width(l->mask), rim_mask_height(l->mask));
    kit_say(k, "tolerance", "%.2f px", l->tolerance);
    kit_say_time(k, "all but the rays", l->seconds);
}
