// Queries of two figures by pixels: those of the world's grid, and those of their sprites.
#include "flat/figure/data.h"

#include "base/float.h"
#include "flat/query/tolerances.h"
#include "flat/shape/box2.h"

// Returns true if the center of some pixel of the world is in both parts. Two sprites have a faster test. For other
// parts, all pixels in the intersection of the bounds are tested, as far as their coordinates are between
// -GRID_MOST_WORLD and GRID_MOST_WORLD.
static bool figure_pair_shows(const figure_shape *a, const figure_shape *b)
{
    rim_rect world = { -GRID_MOST_WORLD, -GRID_MOST_WORLD, GRID_MOST_WORLD, GRID_MOST_WORLD };
    rim_vec2 lo = vec2_max(a->bounds.lo, b->bounds.lo), hi = vec2_min(a->bounds.hi, b->bounds.hi);
    if (a->posed.sprite && b->posed.sprite) return rim_sprite_overlaps_on_grid(a->posed, b->posed);
    if (!(lo.x <= hi.x && lo.y <= hi.y)) return false;
    rim_rect box = { float_floor_int(lo.x), float_floor_int(lo.y), float_ceil_int(hi.x),
                     float_ceil_int(hi.y) };
    box = rim_rect_intersect(box, world);
    for (int y = box.y0; y < box.y1; y++)
        for (int x = box.x0; x < box.x1; x++)
        {
            rim_vec2 center = { (float)(x + 0.5), (float)(y + 0.5) };
            if (figure_shape_contains(a, center) && figure_shape_contains(b, center)) return true;
        }
    return false;
}

bool rim_figure_overlaps_on_grid(const rim_figure *a, const rim_figure *b, rim_parts *which)
{
    figure_shape p, q;
    if (which) *which = figure_no_parts();
    for (int i = 0; i < a->count; i++)
    {
        if (!figure_shape_init(&p, a, i)) continue;
        for (int j = 0; j < b->count; j++)
        {
            if (!figure_shape_init(&q, b, j) || !figure_pair_shows(&p, &q)) continue;
            if (which) *which = (rim_parts){ i, j };
            return true;
        }
    }
    return false;
}

rim_shared_pixel rim_figure_shared_pixel(const rim_figure *a, const rim_figure *b, rim_pick pick,
                                         rim_parts *which)
{
    figure_shape     p, q;
    rim_shared_pixel pixel = { false, { 0, 0 }, { 0, 0 } };
    if (which) *which = figure_no_parts();
    for (int i = 0; i < a->count; i++)
    {
        if (!figure_shape_init(&p, a, i) || !p.posed.sprite) continue;
        for (int j = 0; j < b->count; j++)
        {
            if (!figure_shape_init(&q, b, j) || !q.posed.sprite) continue;
            pixel = rim_sprite_shared_pixel(p.posed, q.posed, pick);
            if (!pixel.hit) continue;
            if (which) *which = (rim_parts){ i, j };
            return pixel;
        }
    }
    return pixel;
}
