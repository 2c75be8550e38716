// The number of shared pixels at all offsets (dx, dy) of b in a:
//
//     C(dx, dy)  =  sum over x, y of  a(x + dx, y + dy) b(x, y)
//
// In one dimension, with the differences da(x) = a(x) - a(x - 1) and db(x) = b(x) - b(x - 1),
//
//     G(dx)  =  C(dx) - C(dx - 1)  =  sum over x of  da(x + dx) b(x)
//     F(dx)  =  G(dx) - G(dx + 1)  =  sum over u of  da(u) db(u - dx)
//
// So G(dx) is minus the sum of F(e) over e < dx, and C(dx) is the sum of G(f) over f <= dx. If F(e) is stored at e + 1,
// two running sums from left to right give -C. In two dimensions the same is done along x and along y, and the signs
// cancel. There F is made of the mixed differences D of the masks, which are not zero only at their corners:
//
//     D(x, y)  =  p(x, y) - p(x - 1, y) - p(x, y - 1) + p(x - 1, y - 1)          for the pixels p of a mask
//
// So F is a sum over all pairs of a corner of a and a corner of b. F(e) is zero for e < -(b's width), so the first
// place that is needed, e + 1 = 1 - (b's width), is the buffer's first column; rows likewise. Intermediate sums wrap
// around 2^32, which does not change the results.
#include "rimcast/mask.h"

#include "base/memory.h"
#include "flat/mask/bits.h"

#include <assert.h>
#include <string.h>

// A point (x, y) between pixels where the mixed difference D of a mask is not zero.
typedef struct overlap_counts_corner
{
    int32_t  x, y; // of the pixel to the lower right
    uint32_t sign; // D: +1, -1, +2, -2; modulo 2^32
} overlap_counts_corner;

typedef struct corner_list
{
    rim_allocator          from;
    overlap_counts_corner *items;
    size_t                 count, capacity;
} corner_list;

// Adds the corners on the upper side of row y, with their signs: the points where the mixed difference D is not zero.
// Requires 0 <= y <= height. Reads row -1, row `height` and the guard strip, which are empty. Returns false if there is
// no memory. In the words, `up` is row y - 1 and `down` row y, with pixel x in bit x; up_left and down_left have pixel
// x - 1 there.
static bool overlap_counts_add_corners(corner_list *list, const rim_mask *mask, int y)
{
    uint64_t up_carry = 0, down_carry = 0; // the last pixels of the strip before
    for (int strip = 0; strip <= mask->strips; strip++)
    {
        uint64_t up = mask_word(mask, strip, y - 1), down = mask_word(mask, strip, y);
        uint64_t up_left = up << 1 | up_carry, down_left = down << 1 | down_carry;
        up_carry = up >> 63;
        down_carry = down >> 63;

        // D is the difference p(x) - p(x - 1) in row `down` less the one in row `up`. It is not 0 where only one of the
        // rows has a difference, or both have opposite ones.
        uint64_t edge_up = up ^ up_left, edge_down = down ^ down_left;
        uint64_t one_edge = edge_up ^ edge_down, opposite_edges = edge_up & edge_down & (up ^ down);
        uint64_t corners = one_edge | opposite_edges;
        if (!corners) continue;
        if (!memory_reserve(&list->from, (void **)&list->items, &list->capacity, list->count + 64,
                            sizeof *list->items))
            return false;
        for (; corners; corners &= corners - 1)
        {
            int bit = mask_lowest(corners);
            int difference_down = (int)(down >> bit & 1) - (int)(down_left >> bit & 1);
            int difference_up = (int)(up >> bit & 1) - (int)(up_left >> bit & 1);
            int sign = difference_down - difference_up;
            overlap_counts_corner corner = { .x = 64 * strip + bit,
                                             .y = y,
                                             .sign = (uint32_t)sign };
            list->items[list->count++] = corner;
        }
    }
    return true;
}

// Adds the corners of all rows to an empty list, row by row. Returns false if there is no memory. The caller releases the
// list, on failure too.
static bool corner_list_fill(corner_list *list, const rim_mask *mask)
{
    for (int y = 0; y <= mask->height; y++)
        if (!overlap_counts_add_corners(list, mask, y)) return false;
    return true;
}

static void corner_list_release(corner_list *list)
{
    memory_release(&list->from, list->items, list->capacity, sizeof *list->items);
}

// The buffer of the counts: cell (x, y) is for offset (x + 1 - b's width, y + 1 - b's height) of b in a.
typedef struct overlap_counts_state
{
    uint32_t           *cells;
    size_t              columns, rows;
    const rim_progress *progress;
} overlap_counts_state;

// Reports the fraction done, if the caller asked for reports. Returns false if the caller cancels.
static bool overlap_counts_continues(const overlap_counts_state *counts, double done)
{
    return !counts->progress || !counts->progress->report ||
           counts->progress->report(counts->progress->context, done);
}

// Adds F for one corner of a, `corner`, and all corners of b, `others`: the products of their signs D. Such a product
// belongs to e, the difference of the two positions, and is stored in the cell of the offset e + 1: column e + b_width,
// row likewise. Beyond the last cell it changes no count and is left out.
static void add_differences(const overlap_counts_state *counts, const overlap_counts_corner *corner,
                            const corner_list *others, int b_width, int b_height)
{
    for (size_t i = 0; i < others->count; i++)
    {
        const overlap_counts_corner *other = &others->items[i];
        size_t                       x = (size_t)(corner->x - other->x + b_width);
        size_t                       y = (size_t)(corner->y - other->y + b_height);
        if (x < counts->columns && y < counts->rows)
            counts->cells[y * counts->columns + x] += corner->sign * other->sign;
    }
}

// Turns F into the counts C: sums the cells twice along x and twice along y, all modulo 2^32.
static void sum_up(const overlap_counts_state *counts)
{
    for (size_t y = 0; y < counts->rows; y++)
    {
        uint32_t *row = counts->cells + y * counts->columns, once = 0, twice = 0;
        for (size_t x = 0; x < counts->columns; x++)
        {
            once += row[x];
            twice += once;
            row[x] = twice;
        }
    }
    // Two running sums down the columns.
    for (int pass = 0; pass < 2; pass++)
        for (size_t y = 1; y < counts->rows; y++)
            for (size_t x = 0; x < counts->columns; x++)
                counts->cells[y * counts->columns + x] +=
                    counts->cells[(y - 1) * counts->columns + x];
}

enum
{
    // From one report of progress to the next, so that reports cost little.
    COUNTS_REPORT_CORNERS = 256
};

// Computes the counts from all pairs of corners of a and of b_mask, whose corners are in `b`. Returns RIM_ERR_CANCELLED
// if the caller cancels; the cells hold no counts then.
static rim_status count_by_corners(const overlap_counts_state *counts, const corner_list *a,
                                   const corner_list *b, const rim_mask *b_mask)
{
    memset(counts->cells, 0, counts->rows * counts->columns * sizeof *counts->cells);
    for (size_t i = 0; i < a->count; i++)
    {
        bool reports = i % COUNTS_REPORT_CORNERS == 0;
        if (reports && !overlap_counts_continues(counts, (double)i / (double)a->count))
            return RIM_ERR_CANCELLED;
        add_differences(counts, &a->items[i], b, b_mask->width, b_mask->height);
    }
    sum_up(counts);
    return overlap_counts_continues(counts, 1.0) ? RIM_OK : RIM_ERR_CANCELLED;
}

// Computes the counts one offset at a time, each by the words that the masks share there. Returns RIM_ERR_CANCELLED if
// the caller cancels.
static rim_status count_by_words(const overlap_counts_state *counts, const rim_mask *a,
                                 const rim_mask *b)
{
    for (size_t y = 0; y < counts->rows; y++)
    {
        if (!overlap_counts_continues(counts, (double)y / (double)counts->rows))
            return RIM_ERR_CANCELLED;
        int dy = (int)y - b->height + 1;
        for (size_t x = 0; x < counts->columns; x++)
            counts->cells[y * counts->columns + x] =
                (uint32_t)rim_mask_overlap_area(a, b, (int)x - b->width + 1, dy);
    }
    return overlap_counts_continues(counts, 1.0) ? RIM_OK : RIM_ERR_CANCELLED;
}

// Measured times, as multiples of the time for a pair of corners: for an offset, and for each word that is counted at
// it.
#define COUNTS_OFFSET_TIME 8.0
#define COUNTS_WORD_TIME 0.25

// Returns true if adding all pairs of corners is less work than counting the words of all offsets. The average offset
// shares a.width b.width / columns columns, and rows likewise. These are a quarter of the pixels for masks of one size,
// and the whole of one mask if it is tiny.
static bool corners_are_less_work(const overlap_counts_state *counts, const rim_mask *a,
                                  const rim_mask *b, size_t a_corners, size_t b_corners)
{
    double columns = (double)counts->columns, rows = (double)counts->rows;
    double shared_columns = (double)a->width * b->width / columns;
    double shared_rows = (double)a->height * b->height / rows;
    double words = (shared_columns / 64.0 + 1.0) * shared_rows; // of one offset
    double offsets_in_pairs = columns * rows * (COUNTS_OFFSET_TIME + words * COUNTS_WORD_TIME);
    return (double)a_corners * (double)b_corners < offsets_in_pairs;
}

// Computes the counts in the way that is less work. Requires masks with pixels.
static rim_status overlap_counts_compute(const overlap_counts_state *counts, const rim_mask *a,
                                         const rim_mask *b, const rim_allocator *from)
{
    rim_allocator owner = memory_allocator_or_default(from);
    corner_list   a_corners = { .from = owner }, b_corners = { .from = owner };
    rim_status    status = RIM_ERR_MEMORY;
    if (corner_list_fill(&a_corners, a) && corner_list_fill(&b_corners, b))
        status = corners_are_less_work(counts, a, b, a_corners.count, b_corners.count)
                     ? count_by_corners(counts, &a_corners, &b_corners, b)
                     : count_by_words(counts, a, b);
    corner_list_release(&a_corners);
    corner_list_release(&b_corners);
    return status;
}

// Stores the shared pixels of each of the (a.width + b.width - 1) (a.height + b.height - 1) offsets, row by row; nothing if
// a mask has no pixels. On failure the contents of *out are undefined.
rim_status rim_mask_overlap_counts(const rim_mask *a, const rim_mask *b, uint32_t *out,
                                   const rim_progress *progress, const rim_allocator *from)
{
    RIM_ASSERT(a && b, "a mask is NULL");
    if (a->width == 0 || a->height == 0 || b->width == 0 || b->height == 0) return RIM_OK;
    RIM_ASSERT(out, "counts is NULL");
    overlap_counts_state counts = {
        .cells = out,
        .columns = (size_t)(a->width + b->width - 1),
        .rows = (size_t)(a->height + b->height - 1),
        .progress = progress,
    };
    return overlap_counts_compute(&counts, a, b, from);
}
