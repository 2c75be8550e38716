// The solid point closest to a position: visits the pyramid's squares by distance, the nearest first.
#include "rimcast/sprite_query.h"

#include "base/float.h"
#include "flat/mask/bits.h"
#include "flat/query/posed_pixels.h"

#include <math.h>

// The query and the best answer so far.
typedef struct closest_pixel_best
{
    const posed_pixels *grid;
    double              px, py;    // the query's position in the world
    double              pu, pv;    // the same in columns and rows, rounded
    double              distance2; // the squared distance in the world of the best point so far
    double              x, y;      // that point, in the world
    rim_rect            pixels;    // the solid rectangle that it belongs to
} closest_pixel_best;

// Computes the point of a pixel side, from pixel corner (u0, v0) to (u1, v1), that is closest to the query's position
// in the world. If its squared distance is less than *best, stores this in *best and the point, in the world, in
// `point`.
static void closest_pixel_try_side(const closest_pixel_best *c, int u0, int v0, int u1, int v1,
                                   double *best, double point[2])
{
    double x0, y0, x1, y1;
    posed_pixels_corner(c->grid, u0, v0, &x0, &y0);
    posed_pixels_corner(c->grid, u1, v1, &x1, &y1);
    double ex = x1 - x0, ey = y1 - y0;
    double to_x = c->px - x0, to_y = c->py - y0;

    // The closest point is at the fraction t of the side.
    double length2 = ex * ex + ey * ey;
    double t = length2 > 0.0 ? (to_x * ex + to_y * ey) / length2 : 0.0;
    if (!(t > 0.0)) t = 0.0;
    if (t > 1.0) t = 1.0;
    double dx = to_x - t * ex, dy = to_y - t * ey, distance2 = dx * dx + dy * dy;
    if (!(distance2 < *best)) return;
    *best = distance2;
    point[0] = x0 + t * ex;
    point[1] = y0 + t * ey;
}

// Returns the squared distance in the world from the query's position to a rectangle of pixels, which is a
// parallelogram there. Stores the rectangle's closest point. If the position is inside or on the border, the point is
// the position itself and the distance is 0.
static double closest_pixel_measure(const closest_pixel_best *c, rim_rect pixels, double point[2])
{
    if (pixels.x0 <= c->pu && c->pu <= pixels.x1 && pixels.y0 <= c->pv && c->pv <= pixels.y1)
    {
        point[0] = c->px;
        point[1] = c->py;
        return 0.0;
    }
    // Only a side that faces the position can have the closest point: the top one if the position is above its line,
    // and so on. There is such a side, because the position is outside.
    double best = INFINITY;
    if (c->pv < pixels.y0)
        closest_pixel_try_side(c, pixels.x0, pixels.y0, pixels.x1, pixels.y0, &best, point);
    if (c->pv > pixels.y1)
        closest_pixel_try_side(c, pixels.x0, pixels.y1, pixels.x1, pixels.y1, &best, point);
    if (c->pu < pixels.x0)
        closest_pixel_try_side(c, pixels.x0, pixels.y0, pixels.x0, pixels.y1, &best, point);
    if (c->pu > pixels.x1)
        closest_pixel_try_side(c, pixels.x1, pixels.y0, pixels.x1, pixels.y1, &best, point);
    return best;
}

// Replaces the best point by the point of a rectangle of solid pixels that is closest to the query's position, if this
// is closer than the best so far.
static void closest_pixel_take(closest_pixel_best *c, rim_rect pixels)
{
    double point[2], distance2 = closest_pixel_measure(c, pixels, point);
    if (!(distance2 < c->distance2)) return;
    c->distance2 = distance2;
    c->x = point[0], c->y = point[1];
    c->pixels = pixels;
}

// Tests each solid pixel in a rectangle: a block of FIELD_BLOCK by FIELD_BLOCK pixels, or a part of one.
static void take_block(closest_pixel_best *c, rim_rect pixels)
{
    for (int y = pixels.y0; y < pixels.y1; y++)
    {
        uint64_t bits =
            mask_span(c->grid->side.mask, pixels.x0, y) & mask_low_bits(pixels.x1 - pixels.x0);
        for (; bits; bits &= bits - 1)
        {
            int x = pixels.x0 + mask_lowest(bits);
            closest_pixel_take(c, rim_rect_make(x, y, x + 1, y + 1));
        }
    }
}

// A square of the pyramid.
typedef struct closest_pixel_part
{
    int      column, row;
    int      state;     // FIELD_FULL or FIELD_MIXED
    rim_rect pixels;    // of the square, clipped to the bounds of the solid pixels
    double   distance2; // no solid pixel in it has a smaller squared distance in the world
} closest_pixel_part;

// Computes state, pixels and distance2 of p, a square of the given level, from its column and row. Returns false if the
// square has no solid pixel or lies outside of the pyramid.
static bool closest_pixel_inspect(const closest_pixel_best *c, int level, closest_pixel_part *p)
{
    const field_level *squares = &c->grid->side.field->levels[level];
    double             point[2];
    if (p->column >= squares->width || p->row >= squares->height) return false;
    p->state = squares->state[(size_t)p->row * (size_t)squares->width + (size_t)p->column];
    if (p->state == FIELD_EMPTY) return false;
    int side = FIELD_BLOCK << level;
    p->pixels =
        rim_rect_make(p->column * side, p->row * side, (p->column + 1) * side, (p->row + 1) * side);
    p->pixels = rim_rect_intersect(p->pixels, c->grid->side.solid);
    // A little less than computed, so that a square is never farther than its parts.
    p->distance2 = closest_pixel_measure(c, p->pixels, point) * (1.0 - CLOSEST_SLACK);
    return true;
}

// Searches a square of a level for a point closer than the best so far, and stores it. Requires p from
// closest_pixel_inspect. A full square is one rectangle. Otherwise the quarters are searched, the closest one first, or
// at level 0 the pixels.
static void closest_pixel_search(closest_pixel_best *c, int level, const closest_pixel_part *p)
{
    if (!(p->distance2 < c->distance2)) return;
    if (p->state == FIELD_FULL)
        closest_pixel_take(c, p->pixels);
    else if (level == 0)
        take_block(c, p->pixels);
    else
    {
        closest_pixel_part parts[4];
        int                count = 0;
        for (int i = 0; i < 4; i++)
        {
            closest_pixel_part next = { .column = 2 * p->column + (i & 1),
                                        .row = 2 * p->row + (i >> 1) };
            if (!closest_pixel_inspect(c, level - 1, &next)) continue;
            int at = count++;
            for (; at > 0 && next.distance2 < parts[at - 1].distance2; at--)
                parts[at] = parts[at - 1];
            parts[at] = next;
        }
        for (int i = 0; i < count; i++) closest_pixel_search(c, level - 1, &parts[i]);
    }
}

// Returns the pixel of from .. to - 1 that contains coordinate u or is nearest to it.
static int pixel_near(double u, int from, int to)
{
    if (u <= from) return from;
    return u >= to - 1 ? to - 1 : (int)u;
}

// Searches the pyramid from its top. The pixel is the one of the nearest solid rectangle that contains the closest
// point, or is nearest to it.
rim_closest2 rim_sprite_closest(rim_posed a, rim_vec2 p)
{
    SPRITE_CHECK(a, (rim_closest2){ 0 });
    rim_closest2 none = { 0 };
    posed_pixels grid;
    if (!vec2_is_finite(p) || !posed_pixels_init(&grid, a)) return none;
    closest_pixel_best c = { .grid = &grid, .px = p.x, .py = p.y, .distance2 = INFINITY };
    c.pu = posed_pixels_axis(&grid, 0, p.x, p.y), c.pv = posed_pixels_axis(&grid, 1, p.x, p.y);
    int                top = grid.side.field->level_count - 1;
    closest_pixel_part all = { 0 };
    if (!closest_pixel_inspect(&c, top, &all)) return none;
    closest_pixel_search(&c, top, &all);

    rim_closest2 closest = { .found = true,
                             .point = { (float)c.x, (float)c.y },
                             .distance = sqrt(c.distance2) };
    closest.x = pixel_near(posed_pixels_axis(&grid, 0, c.x, c.y), c.pixels.x0, c.pixels.x1);
    closest.y = pixel_near(posed_pixels_axis(&grid, 1, c.x, c.y), c.pixels.y0, c.pixels.y1);
    return closest;
}
