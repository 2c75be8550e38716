#include "flat/query/posed_pixels.h"

#include "base/float.h"
#include "flat/mask/bits.h"

#include <math.h>

// The part of a unit edge of the pixels, from one corner to the next, that is inside something.
typedef double (*part_inside)(const void *what, int x0, int y0, int x1, int y1);

typedef struct sum
{
    const void *what;
    double      nu, nv;
} sum;

// Edges at the left side of pixels of a row, given as bits: between unlike neighbours.
CPU_INLINE void add_upright(sum *s, part_inside inside, uint64_t bits, uint64_t here, int x, int y)
{
    for (; bits; bits &= bits - 1)
    {
        int i = bits_lowest(bits);
        s->nu += (here >> i & 1 ? -1.0 : 1.0) * inside(s->what, x + i, y, x + i, y + 1);
    }
}

// At the upper side.
CPU_INLINE void add_level(sum *s, part_inside inside, uint64_t bits, uint64_t here, int x, int y)
{
    for (; bits; bits &= bits - 1)
    {
        int i = bits_lowest(bits);
        s->nv += (here >> i & 1 ? -1.0 : 1.0) * inside(s->what, x + i, y, x + i + 1, y);
    }
}

CPU_INLINE void add_cells(const posed_pixels *g, sum *s, part_inside inside, rim_rect cells)
{
    const rim_mask *mask = g->side.mask;
    // One more column and row have edges at their left and upper sides.
    rim_rect        all = g->side.solid;
    all.x1++, all.y1++;
    cells = rim_rect_intersect(cells, all);
    if (rim_rect_is_empty(cells)) return;
    if (cells.x1 - cells.x0 < 64) // a word has them all, and their left neighbours
    {
        uint64_t above = mask_span(mask, cells.x0 - 1, cells.y0 - 1) >> 1;
        uint64_t columns = mask_low_bits(cells.x1 - cells.x0);
        for (int y = cells.y0; y < cells.y1; y++)
        {
            uint64_t left = mask_span(mask, cells.x0 - 1, y), here = left >> 1;
            add_upright(s, inside, (here ^ left) & columns, here, cells.x0, y);
            add_level(s, inside, (here ^ above) & columns, here, cells.x0, y);
            above = here;
        }
        return;
    }
    for (int y = cells.y0; y < cells.y1; y++)
        for (int x = cells.x0; x < cells.x1; x += 64)
        {
            uint64_t columns = mask_low_bits(cells.x1 - x), here = mask_span(mask, x, y);
            uint64_t left = mask_span(mask, x - 1, y), above = mask_span(mask, x, y - 1);
            add_upright(s, inside, (here ^ left) & columns, here, x, y);
            add_level(s, inside, (here ^ above) & columns, here, x, y);
        }
}

static rim_vec2 pixel_normal_of_sum(const posed_pixels *g, const sum *s)
{
    double nx, ny;
    posed_pixels_normal(g, s->nu, s->nv, &nx, &ny);
    // What is left of a sum that cancels is rounding.
    double length = sqrt(nx * nx + ny * ny);
    if (!(s->nu * s->nu + s->nv * s->nv > 1e-18) || !float_is_finite(length) || length == 0.0)
        return rim_vec2_make(0.0f, 0.0f);
    return rim_vec2_make((float)(nx / length), (float)(ny / length));
}

static rim_rect pixel_normal_cells_of(double u0, double v0, double u1, double v1)
{
    double   far = RIM_MASK_MAX_SIDE + 8.0;
    rim_rect cells = { float_floor_int(u0 > -far ? u0 : -far),
                       float_floor_int(v0 > -far ? v0 : -far),
                       float_floor_int(u1 < far ? u1 : far) + 1,
                       float_floor_int(v1 < far ? v1 : far) + 1 };
    return cells;
}

// --- a disc of pixels --------------------------------------------------------------------------------

#define DISC 2.0

typedef struct pixel_normal_place
{
    double u, v;
} pixel_normal_place;

static inline double part_in_disc(const void *what, int x0, int y0, int x1, int y1)
{
    const pixel_normal_place *at = what;
    double                    off = x0 == x1 ? x0 - at->u : y0 - at->v;
    double                    begin = x0 == x1 ? y0 - at->v : x0 - at->u;
    double                    half = DISC * DISC - off * off;
    (void)y1;
    if (!(half > 0.0)) return 0.0;
    half = sqrt(half);
    double lo = begin > -half ? begin : -half, hi = begin + 1.0 < half ? begin + 1.0 : half;
    return hi > lo ? hi - lo : 0.0;
}

static pixel_normal_place pixel_normal_place_of(const posed_pixels *grid, const double point[2])
{
    pixel_normal_place at = { posed_pixels_axis(grid, 0, point[0], point[1]),
                              posed_pixels_axis(grid, 1, point[0], point[1]) };
    return at;
}

static rim_rect cells_about(pixel_normal_place at)
{
    return pixel_normal_cells_of(at.u - DISC, at.v - DISC, at.u + DISC, at.v + DISC);
}

rim_vec2 pixel_normal_near(const posed_pixels *grid, const double point[2])
{
    pixel_normal_place at = pixel_normal_place_of(grid, point);
    sum                s = { &at, 0.0, 0.0 };
    add_cells(grid, &s, part_in_disc, cells_about(at));
    return pixel_normal_of_sum(grid, &s);
}

void pixel_normal_add(double total[2], const posed_pixels *grid, const double point[2])
{
    pixel_normal_place at = pixel_normal_place_of(grid, point);
    sum                s = { &at, 0.0, 0.0 };
    double             nx, ny;
    add_cells(grid, &s, part_in_disc, cells_about(at));
    posed_pixels_normal(grid, s.nu, s.nv, &nx, &ny);
    total[0] += nx;
    total[1] += ny;
}

// --- shapes --------------------------------------------------------------------------------------------

typedef void (*cutter)(const void *shape, const double from[2], const double to[2], double *t0,
                       double *t1);

static double pixel_normal_part_of(const posed_pixels *g, const void *shape, cutter cut, int x0,
                                   int y0, int x1, int y1)
{
    double from[2], to[2], t0 = 0.0, t1 = 1.0;
    posed_pixels_corner(g, x0, y0, &from[0], &from[1]);
    posed_pixels_corner(g, x1, y1, &to[0], &to[1]);
    cut(shape, from, to, &t0, &t1);
    return t1 > t0 ? t1 - t0 : 0.0;
}

static void cut_by_convex(const void *shape, const double from[2], const double to[2], double *t0,
                          double *t1)
{
    convex_pixels_cut(shape, from, to, t0, t1);
}

static void cut_by_circle(const void *shape, const double from[2], const double to[2], double *t0,
                          double *t1)
{
    circle_pixels_cut(shape, from, to, t0, t1);
}

static double part_in_convex(const void *what, int x0, int y0, int x1, int y1)
{
    const convex_pixels *c = what;
    return pixel_normal_part_of(c->shape.grid, c, cut_by_convex, x0, y0, x1, y1);
}

static double part_in_circle(const void *what, int x0, int y0, int x1, int y1)
{
    const circle_pixels *c = what;
    return pixel_normal_part_of(c->shape.grid, c, cut_by_circle, x0, y0, x1, y1);
}

rim_vec2 pixel_normal_in_convex(const convex_pixels *c)
{
    sum s = { c, 0.0, 0.0 };
    add_cells(c->shape.grid, &s, part_in_convex,
              pixel_normal_cells_of(c->lo[0], c->lo[1], c->hi[0], c->hi[1]));
    return pixel_normal_of_sum(c->shape.grid, &s);
}

rim_vec2 pixel_normal_in_circle(const circle_pixels *c)
{
    sum    s = { c, 0.0, 0.0 };
    double u = c->middle[0], v = c->middle[1], hu = c->half[0], hv = c->half[1];
    add_cells(c->shape.grid, &s, part_in_circle,
              pixel_normal_cells_of(u - hu, v - hv, u + hu, v + hv));
    return pixel_normal_of_sum(c->shape.grid, &s);
}
