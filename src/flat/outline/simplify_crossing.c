// A shortcut is a straight side that replaces a part of a ring, the corners from one to another. It is free if no other
// corner lies on it or between it and the part.
//
// Free shortcuts never cross. Proof: let shortcut s of part C and shortcut t of part D cross in a point.
//
//  1. s is free, so the closed path of C and s winds around neither end of t. So t crosses this path as often to the
//     left as to the right.
//  2. t crosses s once. By 1, t crosses C once more to one side than to the other.
//  3. t is free, so the closed path of D and t winds around neither end of C. So C crosses this path as often to the
//     left as to the right.
//  4. C and D don't cross. By 3, C crosses t as often to the left as to the right. This contradicts 2.
//
// No shortcut runs through a kept corner or along another shortcut, because a shortcut with a corner on it is not free.
#include "flat/outline/simplify_crossing.h"

#include "base/memory.h"
#include "flat/mask/bits.h"

#include <string.h>

static inline uint64_t *word_at(const corner_grid *grid, rim_corner at)
{
    return grid->corners + corner_grid_word(grid, at.x, at.y);
}

static inline uint64_t bit_of(rim_corner at)
{
    return (uint64_t)1 << (at.x & 63);
}

// Copies the corners of contours. simplify_crossing_end must be called afterwards, on failure too.
rim_status simplify_crossing_start(simplify_crossing *crossing, const rim_contours *contours,
                                   const rim_allocator *from)
{
    const corner_grid *all = corner_grid_of(contours);
    corner_grid       *grid = &crossing->grid;
    size_t             words = all->rows * all->pitch;
    crossing->from = memory_allocator_or_default(from);
    *grid = *all;
    grid->corners = memory_allocate(&crossing->from, words, sizeof *grid->corners);
    crossing->low = memory_allocate(&crossing->from, 2 * grid->rows, sizeof *crossing->low);
    if (!grid->corners || !crossing->low) return RIM_ERR_MEMORY;
    crossing->high = crossing->low + grid->rows;
    memcpy(grid->corners, all->corners, words * sizeof *grid->corners);
    return RIM_OK;
}

void simplify_crossing_end(simplify_crossing *crossing)
{
    const corner_grid *grid = &crossing->grid;
    memory_release(&crossing->from, grid->corners, grid->rows * grid->pitch, sizeof *grid->corners);
    memory_release(&crossing->from, crossing->low, 2 * grid->rows, sizeof *crossing->low);
}

// --- what lies between ---------------------------------------------------------------------------------

// Rows top .. bottom, and for each of them the columns from the leftmost to the rightmost point of the part and its
// shortcut at that y.
typedef struct simplify_crossing_row_range
{
    int32_t *low, *high; // of row top
    int      top, bottom;
} simplify_crossing_row_range;

// Extends the range of row y so that it contains columns left .. right. Requires a row top .. bottom.
static inline void simplify_crossing_stretch(const simplify_crossing_row_range *r, int y, int left,
                                             int right)
{
    int32_t *low = &r->low[y - r->top], *high = &r->high[y - r->top];
    *low = left < *low ? left : *low;
    *high = right > *high ? right : *high;
}

// Extends the ranges of the rows by the sides of the part, which are horizontal or vertical. The range of a row that
// holds both ends of a horizontal side holds the side.
static void stretch_along_part(const simplify_crossing_row_range *r, const rim_corner *part,
                               size_t count)
{
    simplify_crossing_stretch(r, part[0].y, part[0].x, part[0].x);
    for (size_t i = 1; i < count; i++)
    {
        rim_corner a = part[i - 1], b = part[i];
        simplify_crossing_stretch(r, b.y, b.x, b.x);
        for (int y = a.y + 1; y < b.y; y++) simplify_crossing_stretch(r, y, b.x, b.x);
        for (int y = b.y + 1; y < a.y; y++) simplify_crossing_stretch(r, y, b.x, b.x);
    }
}

// Extends the ranges of the rows strictly between a and b by the side from a to b, rounded outwards. A column too many
// is harmless, as each corner in the range is tested exactly. The rows of a and b themselves have these points already,
// as a and b are the ends of the part.
static void stretch_along_side(const simplify_crossing_row_range *r, rim_corner a, rim_corner b)
{
    if (a.y == b.y) return;
    rim_corner top = a.y < b.y ? a : b, bottom = a.y < b.y ? b : a;
    double     slope = (double)(bottom.x - top.x) / (bottom.y - top.y);
    for (int y = top.y + 1; y < bottom.y; y++)
    {
        double x = top.x + slope * (y - top.y);
        simplify_crossing_stretch(r, y, (int)x, (int)x + 1);
    }
}

// Returns, for each row of the box, the range of columns between a part and the side that replaces it.
static simplify_crossing_row_range span_rows(const simplify_crossing *crossing,
                                             const rim_corner *part, size_t count, rim_rect box)
{
    simplify_crossing_row_range r = {
        .low = crossing->low, .high = crossing->high, .top = box.y0, .bottom = box.y1
    };
    for (int i = 0; i <= r.bottom - r.top; i++)
    {
        r.low[i] = INT32_MAX;
        r.high[i] = INT32_MIN;
    }
    stretch_along_part(&r, part, count);
    stretch_along_side(&r, part[0], part[count - 1]);
    return r;
}

// --- exactly ---------------------------------------------------------------------------------------------

// Returns a number > 0 if p lies on the right of the line from a to b, 0 on it, < 0 on its left.
static inline int64_t simplify_crossing_orientation(rim_corner a, rim_corner b, rim_corner p)
{
    return (int64_t)(b.x - a.x) * (p.y - a.y) - (int64_t)(b.y - a.y) * (p.x - a.x);
}

// Returns true if p lies on the side from a to b, ends included: on its line, and with its projection between the ends.
static bool simplify_crossing_on_side(rim_corner a, rim_corner b, rim_corner p)
{
    if (simplify_crossing_orientation(a, b, p) != 0) return false;
    int64_t along = (int64_t)(p.x - a.x) * (b.x - a.x) + (int64_t)(p.y - a.y) * (b.y - a.y);
    int64_t whole = (int64_t)(b.x - a.x) * (b.x - a.x) + (int64_t)(b.y - a.y) * (b.y - a.y);
    return along >= 0 && along <= whole;
}

// Returns how the segment from a to b crosses the ray from p to the right: +1 down, -1 up, 0 not at all. An end at p's
// height counts as above p, so a path that passes there is counted once. The segment crosses the ray if p is on the
// right of a segment that runs down (orientation > 0), or on the left of one that runs up (orientation < 0).
static inline int simplify_crossing_test(rim_corner a, rim_corner b, rim_corner p)
{
    if ((a.y <= p.y) == (b.y <= p.y)) return 0;
    int direction = b.y > a.y ? 1 : -1;
    return direction * simplify_crossing_orientation(a, b, p) > 0 ? direction : 0;
}

// Returns true if p lies on the side from the part's first to its last corner, or between the part and this side: then
// the closed path along the part and back along the side winds around p.
static bool simplify_crossing_is_between(const rim_corner *part, size_t count, rim_corner p)
{
    rim_corner first = part[0], last = part[count - 1];
    if (simplify_crossing_on_side(first, last, p)) return true;
    int winding = simplify_crossing_test(last, first, p);
    for (size_t i = 0; i + 1 < count; i++)
        winding += simplify_crossing_test(part[i], part[i + 1], p);
    return winding != 0;
}

// Returns true if no corner of row y lies between the part and its side, or on the side. Requires that the bits of the
// part's own corners are cleared. Only corners in the row's range are tested. The range was rounded outwards, so it may
// end behind the row's last word.
static bool row_is_free(const corner_grid *grid, const simplify_crossing_row_range *r, int y,
                        const rim_corner *part, size_t count)
{
    int low = r->low[y - r->top], high = r->high[y - r->top];
    int last = grid->left + (int)grid->pitch - 1, end = high >> 6 < last ? high >> 6 : last;
    const uint64_t *at_low = grid->corners + corner_grid_word(grid, low, y);
    for (int word = low >> 6; word <= end; word++)
    {
        uint64_t corners = at_low[word - (low >> 6)] & mask_columns_in(word, low, high + 1);
        for (; corners; corners &= corners - 1)
        {
            rim_corner at = { 64 * word + mask_lowest(corners), y };
            if (simplify_crossing_is_between(part, count, at)) return false;
        }
    }
    return true;
}

// Returns true if there is no corner in a box, x1 and y1 included. Requires a box inside the grid.
static bool box_is_free(const corner_grid *grid, rim_rect box)
{
    int      last = (box.x1 >> 6) - (box.x0 >> 6); // word, from that of x0
    uint64_t from_x0 = ~mask_low_bits(box.x0 & 63), up_to_x1 = mask_low_bits((box.x1 & 63) + 1);
    if (last == 0) from_x0 = up_to_x1 = from_x0 & up_to_x1;
    uint64_t corners = 0;
    for (int y = box.y0; y <= box.y1; y++)
    {
        const uint64_t *row = grid->corners + corner_grid_word(grid, box.x0, y);
        corners |= (row[0] & from_x0) | (row[last] & up_to_x1);
        for (int i = 1; i < last; i++) corners |= row[i];
    }
    return corners == 0;
}

// Returns the box around the corners of a part.
static rim_rect simplify_crossing_box_of(const rim_corner *part, size_t count)
{
    rim_rect box = { part[0].x, part[0].y, part[0].x, part[0].y };
    for (size_t i = 1; i < count; i++)
    {
        box.x0 = part[i].x < box.x0 ? part[i].x : box.x0;
        box.y0 = part[i].y < box.y0 ? part[i].y : box.y0;
        box.x1 = part[i].x > box.x1 ? part[i].x : box.x1;
        box.y1 = part[i].y > box.y1 ? part[i].y : box.y1;
    }
    return box;
}

// Usually the box around the part has no corners but those of the part, and then nothing else is tested. Otherwise
// tests the corners between the part and its side row by row. The part's own corners are cleared during the tests. Only
// an end of the part may be a knot; then the other corner at that position is cleared, too, as both sides may pass
// there.
bool simplify_crossing_is_free(simplify_crossing *crossing, const rim_corner *part, size_t count)
{
    const corner_grid *grid = &crossing->grid;
    rim_rect           box = simplify_crossing_box_of(part, count);
    for (size_t i = 0; i < count; i++) *word_at(grid, part[i]) &= ~bit_of(part[i]);
    bool is_free = box_is_free(grid, box);
    if (!is_free)
    {
        simplify_crossing_row_range rows = span_rows(crossing, part, count, box);
        is_free = true;
        for (int y = rows.top; y <= rows.bottom && is_free; y++)
            is_free = row_is_free(grid, &rows, y, part, count);
    }
    for (size_t i = 0; i < count; i++) *word_at(grid, part[i]) |= bit_of(part[i]);
    return is_free;
}
