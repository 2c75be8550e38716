// The shared pixels at all offsets. With D a mask's mixed difference, m(x,y) - m(x-1,y) - m(x,y-1) + m(x-1,y-1), which is
// zero except at corners, and F(dx, dy) = sum of Da(u + dx, v + dy) Db(u, v),
//
//      C(dx, dy) = sum of a(x + dx, y + dy) b(x, y)
//      C(dx) - C(dx - 1) = sum of (difference of a)(x + dx) b(x) =: G(dx)      (in one dimension)
//      G(dx) - G(dx + 1) = sum of Da(u) Db(u - dx) = F(dx),    so    G(dx) = - sum of F(e), e < dx
//
// and C is the twofold running sum of -F shifted by one; in two dimensions the signs cancel. F is zero to the left of
// -b's width, which is the shifted column of dx = 1 - b's width, so the sums start at the buffer's first column and
// row. Intermediate sums wrap around 2^32, which does not change the results.
#include "rimcast/mask.h"

#include "base/memory.h"
#include "flat/mask/bits.h"

#include <assert.h>
#include <string.h>

typedef struct overlap_counts_corner
{
    int32_t  x, y;
    uint32_t sign; // D: +1, -1, +2, -2; modulo 2^32
} overlap_counts_corner;

typedef struct corner_list
{
    rim_allocator          from;
    overlap_counts_corner *items;
    size_t                 count, capacity;
} corner_list;

// Lists the corners on the upper side of row y with their signs: the second difference of the mask's pixels,
//
//     sign(x, y)  =  p(x, y) - p(x - 1, y) - p(x, y - 1) + p(x - 1, y - 1),
//
// whose prefix sum along x and y is the mask again.
static bool overlap_counts_add_corners(corner_list *list, const rim_mask *mask, int y)
{
    uint64_t carry_up = 0, carry_down = 0;
    for (int strip = 0; strip <= mask->strips; strip++)
    {
        uint64_t up = mask_word(mask, strip, y - 1), down = mask_word(mask, strip, y);
        uint64_t up_left = up << 1 | carry_up, down_left = down << 1 | carry_down;
        carry_up = up >> 63;
        carry_down = down >> 63;
        // Set where the edges above and below differ, or both exist in opposite directions.
        uint64_t edge_up = up ^ up_left, edge_down = down ^ down_left;
        uint64_t found = (edge_up ^ edge_down) | (edge_up & edge_down & (up ^ down));
        if (!found) continue;
        if (!memory_reserve(&list->from, (void **)&list->items, &list->capacity, list->count + 64,
                            sizeof *list->items))
            return false;
        for (; found; found &= found - 1)
        {
            int i = mask_lowest(found);
            int sign = (int)(down >> i & 1) - (int)(down_left >> i & 1) - (int)(up >> i & 1) +
                       (int)(up_left >> i & 1);
            overlap_counts_corner it = { 64 * strip + i, y, (uint32_t)sign };
            list->items[list->count++] = it;
        }
    }
    return true;
}

// Lists the corners of all rows, row by row. The list must be released on failure, too.
static bool find_corners(corner_list *list, const rim_mask *mask, const rim_allocator *from)
{
    memset(list, 0, sizeof *list);
    list->from = memory_allocator_or_default(from);
    for (int y = 0; y <= mask->height; y++)
        if (!overlap_counts_add_corners(list, mask, y)) return false;
    return true;
}

typedef struct overlap_counts_state
{
    uint32_t           *at;
    size_t              columns, rows;
    const rim_progress *progress;
} overlap_counts_state;

static bool go_on(const overlap_counts_state *c, double done)
{
    return !c->progress || !c->progress->report || c->progress->report(c->progress->context, done);
}

// Adds the products of signs of one corner of a with all corners of b, at the differences of their coordinates. The
// counts are the cross-correlation of both masks, so their second differences along x and along y are that of the
// corners.
static void add_differences(const overlap_counts_state *c, const overlap_counts_corner *one,
                            const corner_list *others, int b_width, int b_height)
{
    for (size_t i = 0; i < others->count; i++)
    {
        const overlap_counts_corner *other = &others->items[i];
        size_t                       x = (size_t)(one->x - other->x + b_width);
        size_t                       y = (size_t)(one->y - other->y + b_height);
        if (x < c->columns && y < c->rows) c->at[y * c->columns + x] += one->sign * other->sign;
    }
}

// Sums twice along x and twice along y, which turns the second differences into counts.
static void sum_up(const overlap_counts_state *c)
{
    for (size_t y = 0; y < c->rows; y++)
    {
        uint32_t *row = c->at + y * c->columns, once = 0, twice = 0;
        for (size_t x = 0; x < c->columns; x++)
        {
            once += row[x];
            twice += once;
            row[x] = twice;
        }
    }
    // Two running sums down the columns.
    for (int pass = 0; pass < 2; pass++)
        for (size_t y = 1; y < c->rows; y++)
            for (size_t x = 0; x < c->columns; x++)
                c->at[y * c->columns + x] += c->at[(y - 1) * c->columns + x];
}

// Computes the counts from all pairs of corners.
static rim_status count_by_corners(const overlap_counts_state *c, const corner_list *a,
                                   const corner_list *b, const rim_mask *b_mask)
{
    memset(c->at, 0, c->rows * c->columns * sizeof *c->at);
    for (size_t i = 0; i < a->count; i++)
    {
        if (i % 256 == 0 && !go_on(c, (double)i / (double)a->count)) return RIM_ERR_CANCELLED;
        add_differences(c, &a->items[i], b, b_mask->width, b_mask->height);
    }
    sum_up(c);
    return go_on(c, 1.0) ? RIM_OK : RIM_ERR_CANCELLED;
}

// Computes the counts one offset at a time.
static rim_status count_by_words(const overlap_counts_state *c, const rim_mask *a,
                                 const rim_mask *b)
{
    for (size_t y = 0; y < c->rows; y++)
    {
        if (!go_on(c, (double)y / (double)c->rows)) return RIM_ERR_CANCELLED;
        int dy = (int)y - b->height + 1;
        for (size_t x = 0; x < c->columns; x++)
            c->at[y * c->columns + x] =
                (uint32_t)rim_mask_overlap_area(a, b, (int)x - b->width + 1, dy);
    }
    return go_on(c, 1.0) ? RIM_OK : RIM_ERR_CANCELLED;
}

// Returns true if summing corners is less work than counting words. A counted word takes a quarter of the time of a pair of
// corners. At each offset, on average, a quarter of the smaller mask's words is read if the masks have one size, all of
// them if it is tiny.
static bool corners_are_less_work(const overlap_counts_state *c, const rim_mask *a,
                                  const rim_mask *b, size_t a_corners, size_t b_corners)
{
    double shared_x = (double)a->width * b->width / (double)c->columns;
    double shared_y = (double)a->height * b->height / (double)c->rows;
    double words =
        (double)c->columns * (double)c->rows * (8.0 + (shared_x / 64.0 + 1.0) * shared_y / 4.0);
    return (double)a_corners * (double)b_corners < words;
}

rim_status rim_mask_overlap_counts(const rim_mask *a, const rim_mask *b, uint32_t *out,
                                   const rim_progress *progress, const rim_allocator *from)
{
    RIM_ASSERT(a && b, "a mask is NULL");
    if (a->width == 0 || a->height == 0 || b->width == 0 || b->height == 0) return RIM_OK;
    RIM_ASSERT(out, "counts is NULL");
    overlap_counts_state c = { out, (size_t)(a->width + b->width - 1),
                               (size_t)(a->height + b->height - 1), progress };
    corner_list          of_a, of_b = { 0 };
    bool                 found = find_corners(&of_a, a, from) && find_corners(&of_b, b, from);
    rim_status           status = RIM_ERR_MEMORY;
    if (found && corners_are_less_work(&c, a, b, of_a.count, of_b.count))
        status = count_by_corners(&c, &of_a, &of_b, b);
    else if (found)
        status = count_by_words(&c, a, b);
    memory_release(&of_a.from, of_a.items, of_a.capacity, sizeof *of_a.items);
    if (of_b.items) memory_release(&of_b.from, of_b.items, of_b.capacity, sizeof *of_b.items);
    return status;
}
