// The overlap test of two posed sprites: a descent through one sprite's squares, each of which is tested against the
// other sprite.
//
// The sprite with the smaller pixels is "fine", the other "coarse". A square of the fine sprite's
// pyramid becomes an axis-aligned box in the coarse sprite's pixel coordinates. If that box has
// no solid coarse pixels, no pixel of the square hits; if it is wholly solid, every solid pixel of the square hits. A
// small box is tested by the mask's bits, a larger one by the block distance field. An undecided square is split in
// four; a single pixel is compared exactly with the coarse pixels in its box.
//
// Large empty or solid areas cost one test, so the work is proportional to the length along which the two outlines run
// close together, measured in squares of the size of the gap between them.
#include "rimcast/sprite_query.h"

#include "base/float.h"
#include "flat/mask/bits.h"
#include "flat/query/reoriented.h"
#include "flat/query/sweep.h"

// Extends the range of columns *least .. *most by the columns of an edge's part inside a range of rows. The edge runs
// from (u0, v0) to (u1, v1). The part with lo <= v <= hi is at the fractions t0 .. t1 of the edge. Does nothing if
// there is no such part.
static void add_edge_in_rows(double u0, double v0, double u1, double v1, double lo, double hi,
                             double *least, double *most)
{
    if ((v0 < lo && v1 < lo) || (v0 > hi && v1 > hi)) return;
    double dv = v1 - v0, t0 = 0.0, t1 = 1.0;
    if (dv != 0.0)
    {
        double t_lo = (lo - v0) / dv, t_hi = (hi - v0) / dv;
        double enter = t_lo < t_hi ? t_lo : t_hi, leave = t_lo < t_hi ? t_hi : t_lo;
        t0 = enter > t0 ? enter : t0;
        t1 = leave < t1 ? leave : t1;
    }
    double u_enter = u0 + t0 * (u1 - u0), u_leave = u0 + t1 * (u1 - u0);
    double lesser = u_enter < u_leave ? u_enter : u_leave;
    double greater = u_enter < u_leave ? u_leave : u_enter;
    *least = lesser < *least ? lesser : *least;
    *most = greater > *most ? greater : *most;
}

// Reduces the columns *from .. *to - 1 to those that the image of fine pixel (x, y) may reach in one row of coarse
// pixels: the columns of the image's four edges, clipped to the row. The box of a long thin image has many columns that
// the image does not reach in a row.
static void narrow_to_row(const traversal *view, double x, double y, int row, int *from, int *to)
{
    // The corners around the pixel, in coarse columns and rows.
    static const int corners[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
    const pair_form *fu = &view->maps.a_to_b.u, *fv = &view->maps.a_to_b.v;
    double           u[4], v[4];
    for (int i = 0; i < 4; i++)
    {
        u[i] = pair_form_at(fu, x + corners[i][0], y + corners[i][1]);
        v[i] = pair_form_at(fv, x + corners[i][0], y + corners[i][1]);
    }

    double lo = row - fv->error, hi = row + 1 + fv->error;
    double least = INFINITY, most = -INFINITY;
    for (int i = 0; i < 4; i++)
    {
        int next = (i + 1) & 3;
        add_edge_in_rows(u[i], v[i], u[next], v[next], lo, hi, &least, &most);
    }
    // The error of u is far below a pixel, and clipping multiplies it by a small number. So a margin of a pixel is
    // enough; it only adds candidates, which are decided exactly.
    int first = float_floor_int(least - 1.0), past = float_ceil_int(most + 1.0);
    *from = first > *from ? first : *from;
    *to = past < *to ? past : *to;
}

enum
{
    OVERLAPS_FEW_COLUMNS = 8 // of a pixel's image: narrowing them takes longer than testing them
};

// Tests the solid coarse pixels in the box of the fine pixel's image, in reading order. If it returns false, *hit means
// nothing.
bool pair_pixel_hits(traversal *view, int x, int y, rim_pixel *hit)
{
    pair_box box = pair_box_of(view, x + 0.5, y + 0.5, 1.0);
    rim_rect cells = pair_cells_of(&view->coarse, &box);
    for (int row = cells.y0; row < cells.y1; row++)
    {
        int from = cells.x0, to = cells.x1;
        view->steps++;
        if (to - from > OVERLAPS_FEW_COLUMNS) narrow_to_row(view, x, y, row, &from, &to);
        for (int column = from; column < to; column += 64)
        {
            uint64_t bits = mask_span(view->coarse.mask, column, row);
            if (to - column < 64) bits &= ((uint64_t)1 << (to - column)) - 1;
            for (; bits; bits &= bits - 1)
            {
                hit->x = column + mask_lowest(bits);
                hit->y = row;
                if (pair_pixels_overlap(&view->maps, x, y, hit->x, hit->y)) return true;
            }
        }
    }
    return false;
}

// Returns true if a solid pixel of the fine sprite's block (column, row), FIELD_BLOCK by FIELD_BLOCK pixels, shares
// area with the coarse sprite.
static bool block_hits(traversal *view, int column, int row)
{
    rim_pixel hit;
    for (int y = FIELD_BLOCK * row; y < FIELD_BLOCK * (row + 1); y++)
    {
        unsigned bits =
            (unsigned)mask_span(view->fine.mask, FIELD_BLOCK * column, y) & PAIR_BLOCK_ROW;
        for (int i = 0; i < FIELD_BLOCK; i++)
            if (bits >> i & 1 && pair_pixel_hits(view, FIELD_BLOCK * column + i, y, &hit))
                return true;
    }
    return false;
}

// Returns true if fine pixel (x, y) is solid and its center is certainly inside a solid coarse pixel: farther than the
// margin from the coarse pixel's edges. square_hits passes the pixel in the middle of the square, which ends most hits
// early.
static bool middle_hits(const traversal *view, int x, int y)
{
    if (!mask_solid(view->fine.mask, x, y)) return false;
    pair_box box = pair_box_of(view, x + 0.5, y + 0.5, 0.0); // of a point: as large as the margin
    double   u = 0.5 * (box.x0 + box.x1), v = 0.5 * (box.y0 + box.y1);
    int      column = float_floor_int(u), row = float_floor_int(v);
    double   margin = view->margin;
    bool     is_inside_column = u - column > margin && column + 1.0 - u > margin;
    bool     is_inside_row = v - row > margin && row + 1.0 - v > margin;
    return is_inside_column && is_inside_row && mask_solid(view->coarse.mask, column, row);
}

// Returns true if a square of the fine sprite's pyramid shares area with the coarse sprite. A square that is not
// FIELD_EMPTY has a solid pixel. So it hits if all coarse pixels in the box of its image are solid. It does not hit if
// none is. Otherwise its quarters are tested, or its pixels at level 0.
static bool square_hits(traversal *view, int level, int column, int row)
{
    const field_level *squares = &view->fine.field->levels[level];
    if (column >= squares->width || row >= squares->height) return false;
    int state = squares->state[(size_t)row * (size_t)squares->width + (size_t)column];
    if (state == FIELD_EMPTY) return false;
    view->steps++;

    double   side = (double)(FIELD_BLOCK << level);
    pair_box box = pair_box_of(view, (column + 0.5) * side, (row + 0.5) * side, side);
    switch (pair_look_up(&view->coarse, &box))
    {
    case FIELD_EMPTY:
        return false;
    case FIELD_FULL:
        return true;
    default:
        break;
    }
    if (level == 0) return block_hits(view, column, row);
    int half = FIELD_BLOCK / 2 << level;
    if (middle_hits(view, (2 * column + 1) * half, (2 * row + 1) * half)) return true;

    for (int i = 0; i < 4; i++)
        if (square_hits(view, level - 1, 2 * column + (i & 1), 2 * row + (i >> 1))) return true;
    return false;
}

bool traversal_overlaps(traversal *view)
{
    return square_hits(view, view->fine.field->level_count - 1, 0, 0);
}

// Compares the masks of upright sprites that are whole pixels apart, one of them reoriented if they are not turned
// alike. All others are searched by the descent.
bool rim_posed_overlaps(const rim_posed *a, const rim_posed *b)
{
    SPRITE_CHECK(*a, false);
    SPRITE_CHECK(*b, false);
    integer_offset offset;
    if (integer_offset_init_plain(&offset, a, b))
        return rim_sprite_overlaps_at(b->sprite, a->sprite, offset.x, offset.y);
    if (sprites_are_far(a, b)) return false;
    bool answer;
    if (reoriented_overlaps(a, b, &answer)) return answer;
    traversal view;
    return traversal_init(&view, *a, *b) && traversal_overlaps(&view);
}
