// The first touch of a moving shape and the solid pixels of a sprite: a search by branch and bound over the pyramid of
// squares and, for boxes in the pixels of an upright sprite, a shorter way that reads rows of bits.
//
// The search is confined to the solid pixels in the box that the shape passes. In games this box is small beside the
// sprite, and often it is empty. If it is small enough, the solid pixels that the shape may touch are listed first.
#include "flat/query/posed_pixels.h"

#include "base/float.h"
#include "flat/mask/bits.h"
#include "flat/sprite/data.h"

#include <math.h>

// Of a time in 0 .. 1: more than the rounding of times and positions.
#define LIKELY_MARGIN 0x1p-30

// In pixels: more than the rounding of a box's position at a moment of its motion, if it is below SPRITE_FINE_FAR.
#define BOX_MARGIN 0x1p-20

enum
{
    // In a box of at most this many columns and rows, the solid pixels are listed before the search, and those that a box
    // meets aslant are found by their bits.
    MOST_COLUMNS = 64, // a word of bits
    MOST_ROWS = 64
};

typedef struct first_touch_search
{
    const cast_shape *shape;
    cast_touch       *best;
    rim_rect          cells; // a box of all solid pixels that the shape may touch

    // If is_listed: those solid pixels. Bit i of listed[k] is the pixel in column listed_x + i and row listed_y + k.
    bool     is_listed;
    int      listed_x, listed_y;
    uint64_t listed[MOST_ROWS];
} first_touch_search;

// A square of the pyramid that the shape may touch.
typedef struct square
{
    int      level, column, row;
    int      state;    // FIELD_FULL or FIELD_MIXED
    rim_rect pixels;   // of the square, clipped to the bounds of the solid pixels
    double   earliest; // no touch of the square is earlier
} square;

// Tests solid pixel (x, y), and stores a touch that is earlier than the best.
//
// A shape without area that moves exactly along a grid line passes between two columns (or rows). It touches only where
// both are solid. So only the pixel to the right of the line (or below it) is tested, and only if its left (or upper)
// neighbor is solid: the two are one rectangle. If the shape rests on two lines, all four pixels about their crossing
// must be solid.
static void first_touch_sweep_pixel(first_touch_search *w, int x, int y)
{
    const cast_shape *s = w->shape;
    const rim_mask   *mask = s->grid->side.mask;
    rim_rect          pixels = rim_rect_make(x, y, x + 1, y + 1);
    if (s->on_line[0])
    {
        if (x != s->line[0] || !mask_solid(mask, x - 1, y)) return;
        pixels.x0--;
    }
    if (s->on_line[1])
    {
        if (y != s->line[1] || !mask_solid(mask, x, y - 1)) return;
        if (s->on_line[0] && !mask_solid(mask, x - 1, y - 1)) return;
        pixels.y0--;
    }
    double earliest;
    if (s->span(s, pixels, &earliest) && earliest < w->best->t) s->touch(s, pixels, w->best);
}

// Tests the solid pixels of a block, FIELD_BLOCK (4) by FIELD_BLOCK pixels, that the shape may touch: those in
// w->cells, and in the list if w->is_listed. Bit i of `bits` is the pixel in column cells.x0 + i.
static void first_touch_sweep_block(first_touch_search *w, const square *block)
{
    const rim_mask *mask = w->shape->grid->side.mask;
    rim_rect        cells = rim_rect_intersect(block->pixels, w->cells);
    uint64_t        columns = mask_low_bits(cells.x1 - cells.x0);
    for (int y = cells.y0; y < cells.y1; y++)
    {
        uint64_t bits = w->is_listed ? w->listed[y - w->listed_y] >> (cells.x0 - w->listed_x)
                                     : mask_span(mask, cells.x0, y);
        bits &= columns;
        for (; bits; bits &= bits - 1) first_touch_sweep_pixel(w, cells.x0 + bits_lowest(bits), y);
    }
}

// Returns the state of a square: FIELD_EMPTY, FIELD_MIXED or FIELD_FULL.
static int state_of(const pair_side *side, int level, int column, int row)
{
    const field_level *squares = &side->field->levels[level];
    return squares->state[(size_t)row * (size_t)squares->width + (size_t)column];
}

// Computes state, pixels and `earliest` of a square from its level, column and row. Returns false if the square has no
// solid pixel, lies outside of the pyramid or of w->cells, or is not reached by the shape.
static bool first_touch_inspect(const first_touch_search *w, square *q)
{
    const cast_shape  *s = w->shape;
    const field_level *squares = &s->grid->side.field->levels[q->level];
    if (q->column >= squares->width || q->row >= squares->height) return false;
    int side = FIELD_BLOCK << q->level;
    q->pixels = rim_rect_make(q->column * side, q->row * side, q->column * side + side,
                              q->row * side + side);
    if (rim_rect_is_empty(rim_rect_intersect(q->pixels, w->cells))) return false;
    q->state = state_of(&s->grid->side, q->level, q->column, q->row);
    if (q->state == FIELD_EMPTY) return false;
    q->pixels = rim_rect_intersect(q->pixels, s->grid->side.solid);
    return s->span(s, q->pixels, &q->earliest);
}

// Searches a square for a touch earlier than the best so far, and stores it. Of its quarters, the one that may be
// touched first is searched first. A full square is one rectangle, unless the shape moves within a grid line, where
// pixels must be solid on both sides of the line. Requires *q from first_touch_inspect.
static void first_touch_search_square(first_touch_search *w, const square *q)
{
    const cast_shape *s = w->shape;
    if (q->earliest >= w->best->t) return;
    if (q->state == FIELD_FULL && !s->on_line[0] && !s->on_line[1])
    {
        s->touch(s, q->pixels, w->best);
        return;
    }
    if (q->level == 0)
    {
        first_touch_sweep_block(w, q);
        return;
    }
    square part[4];
    int    count = 0; // of the quarters that may be touched, in rising order of `earliest`
    for (int i = 0; i < 4; i++)
    {
        square next = { .level = q->level - 1,
                        .column = 2 * q->column + (i & 1),
                        .row = 2 * q->row + (i >> 1) };
        if (!first_touch_inspect(w, &next)) continue;
        int at = count++;
        for (; at > 0 && next.earliest < part[at - 1].earliest; at--) part[at] = part[at - 1];
        part[at] = next;
    }
    for (int i = 0; i < count; i++) first_touch_search_square(w, &part[i]);
}

// Returns those of the columns x0 .. x1 - 1 of row y that the shape may pass: bit i is column x0 + i. Requires x0 >= 0
// and at most 64 columns. If the shape is no disc, returns all of them.
//
// The center of a disc moves within the box center_lo .. center_hi. The line of the row nearest to this box is
// `distance` away from it, or the box reaches into the row and the distance is 0. On this line the disc's chord is the
// longest in the row: the disc reaches sqrt(radius^2 - distance^2) to the left and right of the box.
static uint64_t columns_passed(const cast_shape *shape, int x0, int x1, int y)
{
    if (!shape->is_disc) return mask_low_bits(x1 - x0);
    double above = y - shape->center_hi[1], below = shape->center_lo[1] - (y + 1);
    double distance = above > below ? above : below;
    if (distance < 0.0) distance = 0.0;
    double chord2 = shape->disc_radius * shape->disc_radius - distance * distance;
    if (chord2 < 0.0) return 0;
    double half_chord = sqrt(chord2);
    double left = shape->center_lo[0] - half_chord, right = shape->center_hi[0] + half_chord;
    if (left >= x1 || right <= x0) return 0;
    int first = left > x0 ? (int)left : x0;          // rounded down, because x0 >= 0
    int past = right < x1 - 1 ? (int)right + 1 : x1; // rounded up, or one more
    return mask_low_bits(past - first) << (first - x0);
}

// Up to 64 columns of a mask: those from column `shift` of the words `left` on, which hold row 0.
typedef struct pixel_rows
{
    const uint64_t *left, *right;
    unsigned        shift;
    uint64_t        columns; // a bit for each of them
} pixel_rows;

// Returns columns x0 .. x1 - 1, at least 1 and at most 64, all inside the mask.
static pixel_rows pixel_rows_of(const rim_mask *mask, int x0, int x1)
{
    const uint64_t *left = mask_strip(mask, x0 >> 6);
    return (pixel_rows){ left, left + mask->pitch, (unsigned)x0 & 63, mask_low_bits(x1 - x0) };
}

// Returns the solid pixels of a row. Bit i is the i-th of the columns.
static inline uint64_t pixel_row(const pixel_rows *rows, int y)
{
    return mask_two_words(rows->left[y], rows->right[y], rows->shift) & rows->columns;
}

// Lists the solid pixels in w->cells that `shape` may touch: w->shape, or a part of its motion. Reduces w->cells to their
// box, which is empty if there are none. Requires at most MOST_COLUMNS columns and MOST_ROWS rows in w->cells.
static void list_pixels(first_touch_search *w, const cast_shape *shape)
{
    rim_rect cells = w->cells;
    uint64_t columns = 0;
    int      first = cells.y1, last = cells.y1; // the rows with such pixels
    w->is_listed = true;
    w->listed_x = cells.x0;
    w->listed_y = cells.y0;
    pixel_rows rows = pixel_rows_of(w->shape->grid->side.mask, cells.x0, cells.x1);
    for (int y = cells.y0; y < cells.y1; y++)
    {
        uint64_t bits = pixel_row(&rows, y);
        if (bits) bits &= columns_passed(shape, cells.x0, cells.x1, y);
        w->listed[y - cells.y0] = bits;
        columns |= bits;
        if (!bits) continue;
        if (first == cells.y1) first = y;
        last = y;
    }
    if (!columns)
        w->cells = rim_rect_make(0, 0, 0, 0);
    else
        w->cells = rim_rect_make(cells.x0 + bits_lowest(columns), first,
                                 cells.x0 + bits_highest(columns) + 1, last + 1);
}

// Returns the largest full square of the pyramid that contains the solid pixel (x, y), clipped to the bounds of the
// solid pixels; the pixel itself if there is none.
static rim_rect full_square_at(const pair_side *side, int x, int y)
{
    int column = x / FIELD_BLOCK, row = y / FIELD_BLOCK, level = -1;
    while (level + 1 < side->field->level_count &&
           state_of(side, level + 1, column >> (level + 1), row >> (level + 1)) == FIELD_FULL)
        level++;
    if (level < 0) return rim_rect_make(x, y, x + 1, y + 1);
    int size = FIELD_BLOCK << level;
    x = x / size * size;
    y = y / size * size;
    return rim_rect_intersect(rim_rect_make(x, y, x + size, y + size), side->solid);
}

// --- discs: an upper bound of the time -----------------------------------------------------------------------

// Returns about how far the disc moves along the axis of its longer motion until it meets the pixel (x, y), as if it
// moved along that axis alone: the distance of the pixel's near side from the center, less half the disc's chord where
// the pixel is. `across` is the distance of the pixel from the center's line, along the other axis.
static double disc_gap(const cast_shape *s, int x, int y)
{
    bool   is_row = fabs(s->pixel_speed[1]) >= fabs(s->pixel_speed[0]);
    double u = s->center_start[0], v = s->center_start[1], r = s->disc_radius;
    double left = x - u, right = u - (x + 1), above = y - v, below = v - (y + 1);
    double beside_x = left > right ? left : right, beside_y = above > below ? above : below;
    double across = is_row ? beside_x : beside_y;
    double along = is_row ? (s->pixel_speed[1] > 0.0 ? above : below)
                          : (s->pixel_speed[0] > 0.0 ? left : right);
    if (across < 0.0) across = 0.0;
    double chord2 = r * r - across * across;
    return chord2 > 0.0 ? along - sqrt(chord2) : INFINITY;
}

// Finds the listed pixel with the least disc_gap. In each column (or row, if the motion is longer along columns) looks
// only at the pixel that comes first along the motion. Returns false if no pixel has a finite gap.
static bool disc_likely_pixel(const first_touch_search *w, int *x, int *y)
{
    const cast_shape *s = w->shape;
    bool              is_row = fabs(s->pixel_speed[1]) >= fabs(s->pixel_speed[0]);
    rim_rect          cells = w->cells;
    uint64_t          seen = 0;
    double            least = INFINITY;
    int               count = cells.y1 - cells.y0;
    for (int i = 0; i < count; i++)
    {
        int      row = is_row && s->pixel_speed[1] < 0.0 ? cells.y1 - 1 - i : cells.y0 + i;
        uint64_t bits = w->listed[row - w->listed_y];
        if (is_row)
        {
            bits &= ~seen;
            seen |= bits;
        }
        else if (bits)
            bits =
                (uint64_t)1 << (s->pixel_speed[0] > 0.0 ? bits_lowest(bits) : bits_highest(bits));
        for (; bits; bits &= bits - 1)
        {
            int    column = w->listed_x + bits_lowest(bits);
            double gap = disc_gap(s, column, row);
            if (gap < least) least = gap, *x = column, *y = row;
        }
    }
    return least < INFINITY;
}

// Bounds the search for the touch of a moving disc: *likely, the exact touch of a likely pixel's full square, is an
// upper bound of the time. Reduces w->best->t to a little more than that, more than roundings, and `until` to the motion
// up to then. Returns false if there is no such touch.
static bool bound_disc(first_touch_search *w, cast_touch *likely, cast_shape *until)
{
    const cast_shape *s = w->shape;
    int               x = 0, y = 0;
    *likely = *w->best;
    if (!disc_likely_pixel(w, &x, &y)) return false;
    if (!s->touch(s, full_square_at(&s->grid->side, x, y), likely)) return false;
    double t = likely->t + LIKELY_MARGIN;
    if (t >= w->best->t) return false;
    w->best->t = t;
    *until = *s;
    for (int i = 0; i < 2; i++)
    {
        // The part of the motion after t.
        double rest = (1.0 - t) * s->pixel_speed[i];
        if (rest > 0.0) until->center_hi[i] -= rest * (1.0 - LIKELY_MARGIN);
        if (rest < 0.0) until->center_lo[i] -= rest * (1.0 - LIKELY_MARGIN);
    }
    return true;
}

// Returns the smallest square of the pyramid that contains w->cells, or, if a larger one that contains it is full, the
// largest such square. Only level, column and row are set. Requires that w->cells is not empty.
static square first_square(const first_touch_search *w)
{
    rim_rect cells = w->cells;
    int      level = 0, levels = w->shape->grid->side.field->level_count;
    int      column = cells.x0 / FIELD_BLOCK, row = cells.y0 / FIELD_BLOCK;
    int      last_column = (cells.x1 - 1) / FIELD_BLOCK, last_row = (cells.y1 - 1) / FIELD_BLOCK;
    // Ends at the top at the latest: the last level is one square.
    while (column >> level != last_column >> level || row >> level != last_row >> level) level++;
    while (level + 1 < levels && state_of(&w->shape->grid->side, level + 1, column >> (level + 1),
                                          row >> (level + 1)) == FIELD_FULL)
        level++;
    return (square){ .level = level, .column = column >> level, .row = row >> level };
}

// Searches from the smallest square of the pyramid that contains w->cells.
static void first_touch_search_cells(first_touch_search *w)
{
    if (rim_rect_is_empty(w->cells)) return;
    square first = first_square(w);
    if (first_touch_inspect(w, &first)) first_touch_search_square(w, &first);
}

// Searches the part of a disc's motion up to the bound of bound_disc, whose listed pixels are few. `cells` is the box
// that the whole motion passes. Returns false if there is no bound, or no touch before it, and then *w is as before.
//
// There is a touch, unless the disc overlaps a full square at the start: that is none, though pixels of the square may
// be touched later.
static bool first_touch_search_bounded(first_touch_search *w, rim_rect cells)
{
    double     last = w->best->t;
    cast_touch likely;
    cast_shape until;
    if (!bound_disc(w, &likely, &until)) return false;
    list_pixels(w, &until);
    rim_rect left = w->cells, near = likely.square;
    if (left.x0 >= near.x0 && left.x1 <= near.x1 && left.y0 >= near.y0 && left.y1 <= near.y1 &&
        !rim_rect_is_empty(left))
        *w->best = likely; // no other square is left
    else
        first_touch_search_cells(w);
    if (w->best->hit) return true;
    w->best->t = last;
    w->cells = cells;
    list_pixels(w, w->shape);
    return false;
}

// Lists the solid pixels that the shape may touch, if the box that it passes is small.
void first_touch_find(const cast_shape *shape, cast_touch *touch)
{
    first_touch_search w;
    w.shape = shape;
    w.best = touch;
    w.is_listed = false;
    const pair_box passed = { .x0 = shape->passed_lo[0],
                              .y0 = shape->passed_lo[1],
                              .x1 = shape->passed_hi[0],
                              .y1 = shape->passed_hi[1] };
    rim_rect       cells = pair_cells_of(&shape->grid->side, &passed);
    w.cells = cells;
    if (rim_rect_is_empty(cells)) return;
    if (cells.x1 - cells.x0 <= MOST_COLUMNS && cells.y1 - cells.y0 <= MOST_ROWS)
    {
        list_pixels(&w, shape);
        if (rim_rect_is_empty(w.cells)) return;
        bool moves = shape->pixel_speed[0] != 0.0 || shape->pixel_speed[1] != 0.0;
        // Without this path a circle that walks over hills takes a third longer.
        if (shape->is_disc && moves && shape->start_time == 0 && !touch->hit &&
            first_touch_search_bounded(&w, cells))
            return;
    }
    first_touch_search_cells(&w);
}

// --- a box in the sprite's pixels --------------------------------------------------------------------------

// Finds the solid pixel in `cells` that a box touches first as it moves along an axis, to larger rows (or columns) if
// `is_forward`. Of several in one row (or column) takes the one with the least column (or row). So does the search of
// squares: of two that are touched at the same time it visits the left or the upper one first. Returns false if no
// pixel is solid. Requires at most MOST_COLUMNS columns in `cells`, and at least one column and row.
static bool first_pixel(const pair_side *side, rim_rect cells, bool is_row, bool is_forward, int *x,
                        int *y)
{
    pixel_rows rows = pixel_rows_of(side->mask, cells.x0, cells.x1);
    uint64_t   all = 0, bits = 0;
    int        row = cells.y0;
    if (is_row)
    {
        // The first row with a solid pixel, from the top or from the bottom.
        int count = cells.y1 - cells.y0;
        for (int i = 0; i < count && !bits; i++)
        {
            row = is_forward ? cells.y0 + i : cells.y1 - 1 - i;
            bits = pixel_row(&rows, row);
        }
        if (!bits) return false;
        *x = cells.x0 + bits_lowest(bits), *y = row;
        return true;
    }
    for (int i = cells.y0; i < cells.y1; i++) all |= pixel_row(&rows, i);
    if (!all) return false;
    int column = is_forward ? bits_lowest(all) : bits_highest(all);
    while (!(pixel_row(&rows, row) >> column & 1)) row++;
    *x = cells.x0 + column, *y = row;
    return true;
}

// Columns or rows that a box covers at a moment: it may cover from outer_first to outer_past - 1, and it certainly covers
// from inner_first to inner_past - 1.
typedef struct box_cover
{
    int outer_first, outer_past, inner_first, inner_past;
} box_cover;

// Returns what a box covers at time t of those from `first` to past - 1, if it reaches from lo to hi at time 0 and moves
// by `way`. Its back does not return beyond where it was.
static box_cover box_cover_at(double lo, double hi, double way, double t, int first, int past)
{
    double begin = lo + way * t, end = hi + way * t;
    double least = begin - BOX_MARGIN, most = end + BOX_MARGIN;
    if (way > 0.0 && least < lo) least = lo;
    if (way < 0.0 && most > hi) most = hi;
    double bounds[4] = { least, most, begin + BOX_MARGIN, end - BOX_MARGIN };
    for (int i = 0; i < 4; i++)
    {
        if (!(bounds[i] > first)) bounds[i] = first;
        if (bounds[i] > past) bounds[i] = past;
    }
    return (box_cover){ (int)bounds[0], float_ceil_int(bounds[1]), (int)bounds[2],
                        float_ceil_int(bounds[3]) };
}

// Finds the first solid pixel in `cells` that one side of a free box meets as the box moves along both axes: its front row
// (is_row) or its front column. Stores the pixel and the time, which is INFINITY if no pixel is met up to `last`. Returns
// false if rounding may change the answer, or if the search of squares may find another pixel.
//
// Of several pixels in a row takes the left one, and in a column the upper one. The search visits first what may be
// touched first, and of two squares at the same time the left or the upper one. So it finds this pixel too if the box is
// beside it at the start, or moves away from the left (from the top).
static bool box_front_meets(const pixel_rows *rows, rim_rect cells, const box_motion *m,
                            bool is_row, double last, double *time, rim_pixel *met)
{
    const pair_box *b = &m->box;
    double          way = is_row ? m->dy : m->dx, side_way = is_row ? m->dx : m->dy;
    double          front = is_row ? (way > 0.0 ? b->y1 : b->y0) : (way > 0.0 ? b->x1 : b->x0);
    double          lo = is_row ? b->x0 : b->y0, hi = is_row ? b->x1 : b->y1;
    int             first = is_row ? cells.y0 : cells.x0, past = is_row ? cells.y1 : cells.x1;
    int             side_first = is_row ? cells.x0 : cells.y0;
    int             side_past = is_row ? cells.x1 : cells.y1;
    uint64_t        columns = 0; // with a solid pixel
    for (int y = cells.y0; !is_row && y < cells.y1; y++) columns |= pixel_row(rows, y);
    *time = INFINITY;
    for (int i = 0; i < past - first; i++)
    {
        int at = way > 0.0 ? first + i : past - 1 - i;
        if (!is_row && !(columns >> (at - cells.x0) & 1)) continue;
        double t = ((way > 0.0 ? at : at + 1) - front) / way;
        if (t < 0.0) continue; // beside the box at the start
        if (t > last) return true;
        box_cover c = box_cover_at(lo, hi, side_way, t, side_first, side_past);
        int       k = c.outer_first;
        if (is_row)
        {
            uint64_t bits = pixel_row(rows, at) & ~mask_low_bits(k - side_first);
            k = bits ? side_first + bits_lowest(bits) : c.outer_past;
        }
        else
            while (k < c.outer_past && !(pixel_row(rows, k) >> (at - cells.x0) & 1)) k++;
        if (k >= c.outer_past) continue;
        *time = t;
        *met = is_row ? (rim_pixel){ k, at } : (rim_pixel){ at, k };
        return k >= c.inner_first && k < c.inner_past && (side_way > 0.0 || k + 1.0 > lo);
    }
    return true;
}

// Does first_touch_box for a box that moves along both axes, with the pixels that it passes in `cells`. Returns false also
// if the box meets a row and a column at about the same time.
static bool first_touch_box_aslant(const pair_side *side, const box_motion *m, rim_rect cells,
                                   rim_rect *touched)
{
    pixel_rows rows = pixel_rows_of(side->mask, cells.x0, cells.x1);
    rim_pixel  in_row = { 0, 0 }, in_column = { 0, 0 };
    double     row_time, column_time, last = 1.0 + LIKELY_MARGIN;
    if (!box_front_meets(&rows, cells, m, true, last, &row_time, &in_row)) return false;
    if (row_time < last)
    {
        // Pixels in that row or behind it are met no earlier.
        last = row_time + LIKELY_MARGIN;
        if (m->dy > 0.0) cells.y1 = in_row.y;
        if (m->dy < 0.0) cells.y0 = in_row.y + 1;
    }
    if (!box_front_meets(&rows, cells, m, false, last, &column_time, &in_column)) return false;
    if (row_time == INFINITY && column_time == INFINITY) return true;
    if (fabs(row_time - column_time) < LIKELY_MARGIN) return false;
    rim_pixel first = row_time < column_time ? in_row : in_column;
    *touched = full_square_at(side, first.x, first.y);
    return true;
}

// Of a motion along one axis looks only at the pixels in front of the box, as those that it covers are not solid. The
// margin is more than the rounding of the motion.
bool first_touch_box(const pair_side *side, const box_motion *motion, rim_rect *touched)
{
    pair_box passed = motion->box;
    double   size = fabs(passed.x0) + fabs(passed.y0) + fabs(passed.x1) + fabs(passed.y1);
    double   margin = CAST_PASSED_ERROR * (fabs(motion->dx) + fabs(motion->dy) + size);
    bool     is_row = motion->dx == 0.0, is_forward = motion->dx > 0.0 || motion->dy > 0.0;
    int      x = 0, y = 0;
    bool     is_aslant = motion->dx != 0.0 && motion->dy != 0.0;
    if (motion->dx > 0.0) passed.x1 += motion->dx + margin;
    if (motion->dx < 0.0) passed.x0 += motion->dx - margin;
    if (motion->dy > 0.0) passed.y1 += motion->dy + margin;
    if (motion->dy < 0.0) passed.y0 += motion->dy - margin;
    if (!is_aslant && motion->dx > 0.0) passed.x0 = motion->box.x1;
    if (!is_aslant && motion->dx < 0.0) passed.x1 = motion->box.x0;
    if (!is_aslant && motion->dy > 0.0) passed.y0 = motion->box.y1;
    if (!is_aslant && motion->dy < 0.0) passed.y1 = motion->box.y0;
    *touched = rim_rect_make(0, 0, 0, 0);
    rim_rect cells = pair_cells_of(side, &passed);
    if (rim_rect_is_empty(cells)) return true;
    if (cells.x1 - cells.x0 > MOST_COLUMNS) return false;
    if (is_aslant)
        return size < SPRITE_FINE_FAR && cells.y1 - cells.y0 <= MOST_ROWS &&
               first_touch_box_aslant(side, motion, cells, touched);
    if (first_pixel(side, cells, is_row, is_forward, &x, &y)) *touched = full_square_at(side, x, y);
    return true;
}
