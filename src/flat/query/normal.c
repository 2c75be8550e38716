// Normals of hits: the mean normal of the pixel edges about a point, or inside a shape.
#include "flat/query/posed_pixels.h"

#include "base/float.h"
#include "flat/mask/bits.h"

#include <math.h>

// A sum of edge normals, in pixels, whose squared length is at most this counts as zero: it may be what rounding leaves
// of a sum that cancels.
#define NORMAL_NOISE_SQUARE 1e-18

// Returns the length, in pixels, of the part of a pixel's edge, from corner (x0, y0) to (x1, y1), that is inside a
// shape.
typedef double (*part_inside)(const void *shape, int x0, int y0, int x1, int y1);

// A sum of the unit normals of edges, each times the length of its part inside a shape.
typedef struct sum
{
    const void *shape;  // for part_inside
    double      nu, nv; // in columns and rows
} sum;

// Adds to s the normals of edges at the left sides of the pixels x + i of row y, for each set bit i of `edges`, times
// the length of the edge inside the shape. A normal points away from the solid pixel: the one to the right of the edge
// if bit i of `pixels` is set, else the one to the left.
CPU_INLINE void add_left_edges(sum *s, part_inside inside, uint64_t edges, uint64_t pixels, int x,
                               int y)
{
    for (; edges; edges &= edges - 1)
    {
        int    i = bits_lowest(edges);
        double sign = pixels >> i & 1 ? -1.0 : 1.0;
        s->nu += sign * inside(s->shape, x + i, y, x + i, y + 1);
    }
}

// Adds to s the normals of edges at the upper sides of the pixels x + i of row y, as add_left_edges does. The solid
// pixel is the one below the edge if bit i of `pixels` is set, else the one above.
CPU_INLINE void add_upper_edges(sum *s, part_inside inside, uint64_t edges, uint64_t pixels, int x,
                                int y)
{
    for (; edges; edges &= edges - 1)
    {
        int    i = bits_lowest(edges);
        double sign = pixels >> i & 1 ? -1.0 : 1.0;
        s->nv += sign * inside(s->shape, x + i, y, x + i + 1, y);
    }
}

// Adds the normals of the edges at the left and upper sides of the given cells, each times the length of its part
// inside the shape. Edges are where a pixel differs from its left or upper neighbor: with words of 64 pixels,
//
//      left edges  = pixels ^ left neighbors,    upper edges = pixels ^ pixels of the row above.
//
// Inlined, so that `inside` is.
CPU_INLINE void add_cells(const posed_pixels *g, sum *s, part_inside inside, rim_rect cells)
{
    const rim_mask *mask = g->side.mask;
    // One more column and row have edges at their left and upper sides.
    rim_rect        all = g->side.solid;
    all.x1++;
    all.y1++;
    cells = rim_rect_intersect(cells, all);
    if (rim_rect_is_empty(cells)) return;
    if (cells.x1 - cells.x0 < 64) // one word has all pixels of a row and their left neighbors
    {
        uint64_t above = mask_span(mask, cells.x0 - 1, cells.y0 - 1) >> 1;
        uint64_t columns = mask_low_bits(cells.x1 - cells.x0);
        for (int y = cells.y0; y < cells.y1; y++)
        {
            uint64_t left = mask_span(mask, cells.x0 - 1, y), pixels = left >> 1;
            add_left_edges(s, inside, (pixels ^ left) & columns, pixels, cells.x0, y);
            add_upper_edges(s, inside, (pixels ^ above) & columns, pixels, cells.x0, y);
            above = pixels;
        }
        return;
    }
    for (int y = cells.y0; y < cells.y1; y++)
        for (int x = cells.x0; x < cells.x1; x += 64)
        {
            uint64_t columns = mask_low_bits(cells.x1 - x), pixels = mask_span(mask, x, y);
            uint64_t left = mask_span(mask, x - 1, y), above = mask_span(mask, x, y - 1);
            add_left_edges(s, inside, (pixels ^ left) & columns, pixels, x, y);
            add_upper_edges(s, inside, (pixels ^ above) & columns, pixels, x, y);
        }
}

// Returns the unit normal in the world of a sum (nu, nv) of edge normals in the sprite's pixels; zero if the sum is
// zero but for rounding.
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

// Returns the cells that a box touches. The box is clamped to a little more than the largest mask.
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

#define DISC_RADIUS 2.0

enum
{
    DISC_CELLS = 5 // that a disc reaches into, along either axis
};

// Returns six rows of six pixels: bit 8 i + k is pixel (x + k, y + i). Requires x > -64 and positions at most 8 outside
// the mask, where its guard rows are. The six columns are in one word of a row or in two. Columns before the mask are
// empty, so for x < 0 column 0 is at bit -x = 64 - shift.
static inline uint64_t disc_pixels(const rim_mask *mask, int x, int y)
{
    const uint64_t  six = 63; // the lowest six bits
    uint64_t        pixels = 0;
    int             shift = x & 63;
    const uint64_t *left = mask_strip(mask, x < 0 ? 0 : x >> 6) + y, *right = left + mask->pitch;
    if (x < 0)
        for (int i = 0; i <= DISC_CELLS; i++) pixels |= (left[i] << (64 - shift) & six) << 8 * i;
    else if (shift < 64 - DISC_CELLS)
        for (int i = 0; i <= DISC_CELLS; i++) pixels |= (left[i] >> shift & six) << 8 * i;
    else
        for (int i = 0; i <= DISC_CELLS; i++)
            pixels |= ((left[i] >> shift | right[i] << (64 - shift)) & six) << 8 * i;
    return pixels;
}

// Returns the length of the part of an edge of length 1 that is inside a disc. The edge lies on the line of a chord of
// the disc, and begins at `begin` relative to the chord's middle. half_chord is half the chord's length.
static inline double disc_part(double begin, double half_chord)
{
    // Written so that compilers need no branch, which could not be predicted.
    double lo = -half_chord, hi = begin + 1.0;
    lo = begin > lo ? begin : lo;
    hi = hi < half_chord ? hi : half_chord;
    hi = hi > lo ? hi : lo;
    return hi - lo;
}

// The lines between columns, or between rows, that are the left (upper) sides of the disc's cells, relative to its
// center, and half the chord on each. Line 0 is two pixels away or more, so it has no chord, and half_chord[0] is not
// set.
typedef struct disc_lines
{
    double at[DISC_CELLS], half_chord[DISC_CELLS];
} disc_lines;

// Computes the lines with the numbers first, first + 1, ... about a center. Requires that line `first` is at least
// DISC_RADIUS before the center.
static inline void disc_lines_init(disc_lines *lines, int first, double center)
{
    lines->at[0] = (double)first - center;
    for (int i = 1; i < DISC_CELLS; i++)
    {
        double at = (double)first + i - center, square = DISC_RADIUS * DISC_RADIUS - at * at;
        lines->at[i] = at;
        lines->half_chord[i] = sqrt(square > 0.0 ? square : 0.0);
    }
}

// Adds the normals of the edges about (u, v), each times the length of its part inside the disc. The edges are those at
// the left and upper sides of 5 by 5 pixels, of which bit 8 i + k of a word is the one in column k and row i:
//
//      left edges  = pixels ^ left neighbors,    upper edges = pixels ^ upper neighbors.
//
// Those of column 0 and of row 0 lie on lines without a chord. The normal of an edge points away from its solid pixel.
static void add_disc(const rim_mask *mask, rim_rect solid, double u, double v, double total[2])
{
    const uint64_t      columns_1_to_4 = 0x1e1e1e1e1e, rows_1_to_4 = 0x1f1f1f1f00;
    // Of the normal: -1 if the pixel to the right of the edge, or below it, is solid.
    static const double sign[2] = { 1.0, -1.0 };
    if (!(u > solid.x0 - DISC_RADIUS && u < solid.x1 + DISC_RADIUS && v > solid.y0 - DISC_RADIUS &&
          v < solid.y1 + DISC_RADIUS))
        return;

    // The pixels, and their neighbors: bit 0 of `with_neighbors` is the pixel above and to the left of the first one.
    int      x0 = float_floor_int(u - DISC_RADIUS), y0 = float_floor_int(v - DISC_RADIUS);
    uint64_t with_neighbors = disc_pixels(mask, x0 - 1, y0 - 1);
    uint64_t pixels = with_neighbors >> 9, left = with_neighbors >> 8, upper = with_neighbors >> 1;

    disc_lines columns, rows;
    disc_lines_init(&columns, x0, u);
    disc_lines_init(&rows, y0, v);
    for (uint64_t edges = (pixels ^ left) & columns_1_to_4; edges; edges &= edges - 1)
    {
        int bit = bits_lowest(edges), row = bit >> 3, column = bit & 7;
        total[0] += sign[pixels >> bit & 1] * disc_part(rows.at[row], columns.half_chord[column]);
    }
    for (uint64_t edges = (pixels ^ upper) & rows_1_to_4; edges; edges &= edges - 1)
    {
        int bit = bits_lowest(edges), row = bit >> 3, column = bit & 7;
        total[1] += sign[pixels >> bit & 1] * disc_part(columns.at[column], rows.half_chord[row]);
    }
}

// Adds as add_disc does, about a point in the world.
static void add_disc_at(const posed_pixels *grid, const double point[2], double total[2])
{
    add_disc(grid->side.mask, grid->side.solid, posed_pixels_axis(grid, 0, point[0], point[1]),
             posed_pixels_axis(grid, 1, point[0], point[1]), total);
}

rim_vec2 pixel_normal_near(const posed_pixels *grid, const double point[2])
{
    double total[2] = { 0.0, 0.0 };
    add_disc_at(grid, point, total);
    return pixel_normal_of_sum(grid, total[0], total[1]);
}

// Adds the normal of the edges within two pixels of a world point, not normalized.
void pixel_normal_add(double total[2], const posed_pixels *grid, const double point[2])
{
    double own[2] = { 0.0, 0.0 }, nx, ny;
    add_disc_at(grid, point, own);
    posed_pixels_normal(grid, own[0], own[1], &nx, &ny);
    total[0] += nx;
    total[1] += ny;
}

bool pixel_normal_sum(const rim_sprite *sprite, double u, double v, double total[2])
{
    total[0] = total[1] = 0.0;
    add_disc(sprite->mask, sprite->bounds, u, v, total);
    return total[0] * total[0] + total[1] * total[1] > NORMAL_NOISE_SQUARE;
}

// --- shapes --------------------------------------------------------------------------------------------

// Reduces *t0 .. *t1 to the part of a segment inside a shape, as convex_pixels_cut.
typedef void (*cutter)(const void *shape, const double from[2], const double to[2], double *t0,
                       double *t1);

// Returns the fraction of the segment between corners (x0, y0) and (x1, y1) of the pixel grid that is inside a shape.
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
    sum s = { .shape = c };
    add_cells(c->shape.grid, &s, part_in_convex,
              pixel_normal_cells_of(c->lo[0], c->lo[1], c->hi[0], c->hi[1]));
    return pixel_normal_of_sum(c->shape.grid, s.nu, s.nv);
}

// Returns the unit normal of all pixel edges inside the circle; zero if they cancel.
rim_vec2 pixel_normal_in_circle(const circle_pixels *c)
{
    sum    s = { .shape = c };
    double u = c->middle[0], v = c->middle[1], hu = c->half[0], hv = c->half[1];
    add_cells(c->shape.grid, &s, part_in_circle,
              pixel_normal_cells_of(u - hu, v - hv, u + hu, v + hv));
    return pixel_normal_of_sum(c->shape.grid, s.nu, s.nv);
}
