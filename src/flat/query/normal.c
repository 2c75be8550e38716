#include "flat/query/posed_pixels.h"

#include "base/float.h"
#include "flat/mask/bits.h"

#include <math.h>

// A sum of edge normals, in pixels, whose squared length is at most this counts as zero: it may be what rounding leaves of
// a sum that cancels.
#define NORMAL_NOISE_SQUARE 1e-18

// Returns the length of the part of a pixel edge, from one corner to the next, that is inside a shape.
typedef double (*part_inside)(const void *what, int x0, int y0, int x1, int y1);

// A sum of edge normals inside a shape.
typedef struct sum
{
    const void *what;   // the shape, for part_inside
    double      nu, nv; // in columns and rows
} sum;

// Adds the normals of edges at the left sides of the pixels x + i of row y, for each set bit i. A normal points away from the
// solid pixel, which is to the right of the edge if bit i of `here` is set, else to the left.
CPU_INLINE void add_upright(sum *s, part_inside inside, uint64_t bits, uint64_t here, int x, int y)
{
    for (; bits; bits &= bits - 1)
    {
        int i = bits_lowest(bits);
        s->nu += (here >> i & 1 ? -1.0 : 1.0) * inside(s->what, x + i, y, x + i, y + 1);
    }
}

// Adds the normals of edges at the upper sides of pixels, alike.
CPU_INLINE void add_level(sum *s, part_inside inside, uint64_t bits, uint64_t here, int x, int y)
{
    for (; bits; bits &= bits - 1)
    {
        int i = bits_lowest(bits);
        s->nv += (here >> i & 1 ? -1.0 : 1.0) * inside(s->what, x + i, y, x + i + 1, y);
    }
}

// Adds the normals of the edges at the left and upper sides of the given cells, each times the length of its part inside the
// shape. Edges are where a pixel differs from its left or upper neighbor, 64 at a time. Inlined, so that `inside` is.
CPU_INLINE void add_cells(const posed_pixels *g, sum *s, part_inside inside, rim_rect cells)
{
    const rim_mask *mask = g->side.mask;
    // One more column and row have edges at their left and upper sides.
    rim_rect        all = g->side.solid;
    all.x1++, all.y1++;
    cells = rim_rect_intersect(cells, all);
    if (rim_rect_is_empty(cells)) return;
    if (cells.x1 - cells.x0 < 64) // a word has them all, and their left neighbors
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

// Returns the unit normal in the world of a sum (nu, nv) of edge normals in the sprite's pixels; zero if it cancels.
static rim_vec2 pixel_normal_of_sum(const posed_pixels *g, double nu, double nv)
{
    double nx, ny;
    posed_pixels_normal(g, nu, nv, &nx, &ny);
    // A sum that cancels leaves rounding errors.
    double length = sqrt(nx * nx + ny * ny);
    if (!(nu * nu + nv * nv > NORMAL_NOISE_SQUARE) || !float_is_finite(length) || length == 0.0)
        return rim_vec2_make(0.0f, 0.0f);
    return rim_vec2_make((float)(nx / length), (float)(ny / length));
}

// Returns the cells that the box touches, clamped to what a mask can have.
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

enum
{
    DISC_CELLS = 5 // that a disc reaches into, along either axis
};

// Returns six rows of six pixels: bit 8 i + k is pixel (x + k, y + i). Requires x > -64 and positions at most 8 outside the
// mask.
static inline uint64_t disc_pixels(const rim_mask *mask, int x, int y)
{
    uint64_t        pixels = 0;
    int             shift = x & 63;
    const uint64_t *left = mask_strip(mask, x < 0 ? 0 : x >> 6) + y;
    if (x < 0)
        for (int i = 0; i <= DISC_CELLS; i++) pixels |= (left[i] << (64 - shift) & 63) << 8 * i;
    else if (shift < 64 - DISC_CELLS)
        for (int i = 0; i <= DISC_CELLS; i++) pixels |= (left[i] >> shift & 63) << 8 * i;
    else
        for (int i = 0; i <= DISC_CELLS; i++)
            pixels |= ((left[i] >> shift | left[mask->pitch + (size_t)i] << (64 - shift)) & 63)
                      << 8 * i;
    return pixels;
}

// Returns the length of the part of an edge of length 1 inside a chord of a disc.
static inline double disc_part(double begin, double half_chord)
{
    double lo = begin > -half_chord ? begin : -half_chord;
    double hi = begin + 1.0 < half_chord ? begin + 1.0 : half_chord;
    return hi > lo ? hi - lo : 0.0;
}

// Adds the parts of the edges inside a disc about (u, v). The normal of an edge points away from its solid cell, which is
// the one to its right (below it) or the one before that.
static void add_disc(const pair_side *side, double u, double v, double *nu, double *nv)
{
    const uint64_t cells = 0x1f1f1f1f1f;
    rim_rect       solid = side->solid;
    double across[DISC_CELLS], down[DISC_CELLS], half_across[DISC_CELLS], half_down[DISC_CELLS];
    if (!(u > solid.x0 - DISC && u < solid.x1 + DISC && v > solid.y0 - DISC && v < solid.y1 + DISC))
        return;
    int      x0 = float_floor_int(u - DISC), y0 = float_floor_int(v - DISC);
    uint64_t pixels = disc_pixels(side->mask, x0 - 1, y0 - 1), here = pixels >> 9;
    for (int i = 0; i < DISC_CELLS; i++)
    {
        across[i] = (double)x0 + i - u, down[i] = (double)y0 + i - v;
        double a = DISC * DISC - across[i] * across[i], d = DISC * DISC - down[i] * down[i];
        half_across[i] = sqrt(a > 0.0 ? a : 0.0), half_down[i] = sqrt(d > 0.0 ? d : 0.0);
    }
    for (uint64_t edges = (here ^ pixels >> 8) & cells; edges; edges &= edges - 1)
    {
        int    i = bits_lowest(edges);
        double part = disc_part(down[i >> 3], half_across[i & 7]);
        *nu += here >> i & 1 ? -part : part;
    }
    for (uint64_t edges = (here ^ pixels >> 1) & cells; edges; edges &= edges - 1)
    {
        int    i = bits_lowest(edges);
        double part = disc_part(across[i & 7], half_down[i >> 3]);
        *nv += here >> i & 1 ? -part : part;
    }
}

static void add_disc_at(const posed_pixels *grid, const double point[2], double *nu, double *nv)
{
    add_disc(&grid->side, posed_pixels_axis(grid, 0, point[0], point[1]),
             posed_pixels_axis(grid, 1, point[0], point[1]), nu, nv);
}

rim_vec2 pixel_normal_near(const posed_pixels *grid, const double point[2])
{
    double nu = 0.0, nv = 0.0;
    add_disc_at(grid, point, &nu, &nv);
    return pixel_normal_of_sum(grid, nu, nv);
}

// Adds the normal of the edges within two pixels of a world point, not normalized.
void pixel_normal_add(double total[2], const posed_pixels *grid, const double point[2])
{
    double nu = 0.0, nv = 0.0, nx, ny;
    add_disc_at(grid, point, &nu, &nv);
    posed_pixels_normal(grid, nu, nv, &nx, &ny);
    total[0] += nx;
    total[1] += ny;
}

// Returns the unit normal of the edges within two pixels of (u, v) in b's pixels; zero if they cancel.
rim_vec2 pixel_normal_about(const rim_posed *b, double u, double v)
{
    pair_side side = pair_side_of(b->sprite);
    double    nu = 0.0, nv = 0.0;
    add_disc(&side, u, v, &nu, &nv);
    if (!(nu * nu + nv * nv > NORMAL_NOISE_SQUARE)) return rim_vec2_make(0.0f, 0.0f);
    double nx, ny;
    pixel_normal_to_world(&b->pose, nu, nv, &nx, &ny);
    double length = sqrt(nx * nx + ny * ny);
    return rim_vec2_make((float)(nx / length), (float)(ny / length));
}

// --- shapes --------------------------------------------------------------------------------------------

typedef void (*cutter)(const void *shape, const double from[2], const double to[2], double *t0,
                       double *t1);

// Returns the fraction of a grid segment inside a shape.
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
    return pixel_normal_of_sum(c->shape.grid, s.nu, s.nv);
}

// Returns the unit normal of all pixel edges inside the circle; zero if they cancel.
rim_vec2 pixel_normal_in_circle(const circle_pixels *c)
{
    sum    s = { c, 0.0, 0.0 };
    double u = c->middle[0], v = c->middle[1], hu = c->half[0], hv = c->half[1];
    add_cells(c->shape.grid, &s, part_in_circle,
              pixel_normal_cells_of(u - hu, v - hv, u + hu, v + hv));
    return pixel_normal_of_sum(c->shape.grid, s.nu, s.nv);
}
