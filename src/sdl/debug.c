// Drawing of the masks and outlines that collide.
#include "sdl/version.h"

// Runs of solid pixels become parallelograms, drawn some at a time from the stack.
#define BATCH 128

typedef struct quads
{
    SDL_Renderer *renderer;
    SDL_Color     color;
    SDL_Vertex    corners[4 * BATCH];
    int           order[6 * BATCH];
    int           count, error;
} quads;

// Draws the rectangles of the batch, and empties it. Sets batch->error if SDL fails.
static void debug_flush(quads *batch)
{
    if (batch->count && sdl_draw_triangles(batch->renderer, NULL, batch->corners, 4 * batch->count,
                                           batch->order, 6 * batch->count) < 0)
        batch->error = -1;
    batch->count = 0;
}

// Adds the image of the rectangle lo .. hi of sprite space to the batch: its four corners, and two triangles by the
// numbers of their corners. Draws the batch when it is full.
static void debug_add(quads *batch, rim_xform2 pose, rim_vec2 lo, rim_vec2 hi)
{
    static const int order[6] = { 0, 1, 2, 2, 1, 3 };
    int              first = 4 * batch->count;
    for (int i = 0; i < 4; i++)
    {
        rim_vec2 corner = rim_vec2_make(i % 2 ? hi.x : lo.x, i / 2 ? hi.y : lo.y);
        rim_vec2 at = rim_xform2_apply(pose, corner);
        batch->corners[first + i] = sdl_vertex(at, batch->color, 0.0f, 0.0f);
    }
    for (int i = 0; i < 6; i++) batch->order[6 * batch->count + i] = first + order[i];
    if (++batch->count == BATCH) debug_flush(batch);
}

// Adds a rectangle, one pixel high, for each run of solid pixels of row y of the mask.
static void debug_add_row(quads *batch, rim_posed sprite, int y)
{
    const rim_mask *mask = rim_sprite_mask(sprite.sprite);
    rim_vec2        anchor = rim_sprite_anchor(sprite.sprite);
    int             width = rim_mask_width(mask);
    int             x = 0;
    while (x < width)
    {
        if (!rim_mask_get(mask, x, y))
        {
            x++;
            continue;
        }
        int begin = x;
        while (x < width && rim_mask_get(mask, x, y)) x++;
        rim_vec2 lo = rim_vec2_make((float)begin, (float)y);
        rim_vec2 hi = rim_vec2_make((float)x, (float)y + 1.0f);
        debug_add(batch, sprite.pose, rim_vec2_sub(lo, anchor), rim_vec2_sub(hi, anchor));
    }
}

// Draws the solid pixels of a sprite in one color, in batches of rectangles. Returns 0 or SDL's error, as SDL does.
int rim_sdl_draw_mask(SDL_Renderer *renderer, rim_posed sprite, SDL_Color color)
{
    RIM_ASSERT(sprite.sprite, "the sprite is NULL");
    if (!sprite.sprite) return sdl_error("the sprite is NULL");
    quads batch;
    batch.renderer = renderer;
    batch.color = color;
    batch.count = 0;
    batch.error = 0;
    int height = rim_mask_height(rim_sprite_mask(sprite.sprite));
    for (int y = 0; y < height; y++) debug_add_row(&batch, sprite, y);
    debug_flush(&batch);
    return batch.error;
}

// Fills an upright square with a center and a side.
static int draw_point(SDL_Renderer *renderer, rim_vec2 at, float size)
{
    SDL_FRect square = { at.x - size / 2, at.y - size / 2, size, size };
    return sdl_fill_rect(renderer, &square);
}

// Draws the closed line through the points of the rays that hit, and a square at each of these points if point_size >
// 0. Begins with the line from the last of these points to the first. Without such a point, last is -1 and nothing is
// drawn. Returns 0, or SDL's error.
static int draw_closed(SDL_Renderer *renderer, rim_posed sprite, float point_size)
{
    int                   rays, error = 0;
    const rim_edge_point *points = rim_sprite_outline(sprite.sprite, &rays);
    int                   last = rays - 1;
    while (last >= 0 && !points[last].hit) last--;
    for (int i = 0, before = last; i <= last; i++)
    {
        if (!points[i].hit) continue;
        rim_vec2 a = rim_xform2_apply(sprite.pose, points[before].at);
        rim_vec2 b = rim_xform2_apply(sprite.pose, points[i].at);
        error |= sdl_draw_line(renderer, a, b);
        if (point_size > 0.0f) error |= draw_point(renderer, b, point_size);
        before = i;
    }
    return error;
}

int rim_sdl_draw_outline(SDL_Renderer *renderer, rim_posed sprite, SDL_Color color,
                         float point_size)
{
    RIM_ASSERT(sprite.sprite, "the sprite is NULL");
    if (!sprite.sprite) return sdl_error("the sprite is NULL");
    SDL_Color before = color;
    if (sdl_get_color(renderer, &before) < 0 || sdl_set_color(renderer, color) < 0) return -1;
    int error = draw_closed(renderer, sprite, point_size);
    return error | sdl_set_color(renderer, before);
}
