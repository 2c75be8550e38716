#include "rimcast/mask.h"

#include "base/memory.h"
#include "flat/mask/bits.h"

#include <assert.h>
#include <string.h>

typedef struct islands_run
{
    int      x0, x1; // columns x0 .. x1 - 1
    int      above;  // how many runs of the row above it touches
    uint32_t label;  // while joining any label of its island, in the end the island's index
} islands_run;

struct rim_islands
{
    rim_allocator from;
    int           width, height;
    size_t       *rows; // row y has the runs rows[y] .. rows[y + 1] - 1
    islands_run  *runs;
    size_t        run_capacity;
    uint32_t     *parent; // of a label: the same or an older one of its island
    size_t        labels, label_capacity;
    int64_t       count;   // of islands: labels less joins
    int64_t       touches; // pairs of runs
    rim_island   *items;
};

// Prepares an empty list of islands for a mask. The caller releases it on failure, too.
static rim_status islands_start(rim_islands *all, const rim_mask *mask, rim_touch touch,
                                const rim_allocator *from)
{
    RIM_ASSERT(mask, "the mask is NULL");
    memset(all, 0, sizeof *all);
    if (touch != RIM_TOUCH_CORNERS && touch != RIM_TOUCH_EDGES) return RIM_ERR_ARGUMENT;
    all->from = memory_allocator_or_default(from);
    all->width = mask->width;
    all->height = mask->height;
    all->rows = memory_allocate(&all->from, (size_t)mask->height + 1, sizeof *all->rows);
    return all->rows ? RIM_OK : RIM_ERR_MEMORY;
}

static void islands_discard(rim_islands *all)
{
    memory_release(&all->from, all->rows, (size_t)all->height + 1, sizeof *all->rows);
    memory_release(&all->from, all->runs, all->run_capacity, sizeof *all->runs);
    memory_release(&all->from, all->parent, all->label_capacity, sizeof *all->parent);
    memory_release(&all->from, all->items, (size_t)all->count, sizeof *all->items);
}

// --- runs ---------------------------------------------------------------------------------------------

static islands_run *put_run(islands_run *to, int x0, int x1)
{
    to->x0 = x0;
    to->x1 = x1;
    return to + 1;
}

// Writes the runs of row y, at most width / 2 rounded up, and returns their end.
static islands_run *find_runs(islands_run *to, const rim_mask *mask, int y)
{
    int open = -1; // where a run began that reaches the end of the strip before
    for (int strip = 0; strip < mask->strips; strip++)
    {
        uint64_t word = mask_word(mask, strip, y);
        int      x = strip * 64;
        if (open >= 0)
        {
            int length = mask_lowest(~word);
            if (length == 64) continue;
            to = put_run(to, open, x + length);
            open = -1;
            word &= word + 1;
        }
        while (word)
        {
            int      first = mask_lowest(word);
            // Adding the lowest bit carries through the run to the first empty pixel.
            uint64_t rest = word + (word & (0 - word));
            if (rest == 0)
            {
                open = x + first;
                break;
            }
            to = put_run(to, x + first, x + mask_lowest(rest & ~word));
            word &= rest;
        }
    }
    return open >= 0 ? put_run(to, open, mask->strips * 64) : to;
}

// --- joining ------------------------------------------------------------------------------------------

static uint32_t root(uint32_t *parent, uint32_t label)
{
    while (parent[label] != label) label = parent[label] = parent[parent[label]];
    return label;
}

// Merges the islands of two labels, and returns the root. The older label becomes the parent, so roots keep the reading
// order of the islands.
static uint32_t islands_merge(rim_islands *all, uint32_t a, uint32_t b)
{
    if (a == b) return a;
    all->count--;
    uint32_t older = a < b ? a : b, younger = a < b ? b : a;
    all->parent[younger] = older;
    return older;
}

// Gives the run a label of its own: a root of the union-find forest.
static bool label_new(rim_islands *all, islands_run *r)
{
    if (!memory_reserve(&all->from, (void **)&all->parent, &all->label_capacity, all->labels + 1,
                        sizeof *all->parent))
        return false;
    r->label = (uint32_t)all->labels++;
    all->parent[r->label] = r->label;
    all->count++;
    return true;
}

// Merges the labels of runs that touch. Runs above .. row - 1 lie over runs row .. end - 1; reach is 1 if corners count,
// else 0.
static bool join_rows(rim_islands *all, const islands_run *above, islands_run *row,
                      const islands_run *end, int reach)
{
    const islands_run *bottom = row, *first = above;
    for (islands_run *r = row; r < end; r++)
    {
        while (first < bottom && first->x1 + reach <= r->x0) first++;
        const islands_run *last = first;
        for (; last < bottom && last->x0 < r->x1 + reach; last++)
        {
            uint32_t label = root(all->parent, last->label);
            r->label = last == first ? label : islands_merge(all, r->label, label);
        }
        r->above = (int)(last - first);
        all->touches += r->above;
        if (last == first && !label_new(all, r)) return false;
    }
    return true;
}

// Finds the runs of each row and merges their labels with those of the row above.
static rim_status find_islands(rim_islands *all, const rim_mask *mask, rim_touch touch)
{
    size_t most = (size_t)mask->width / 2 + 1, count = 0;
    int    reach = touch == RIM_TOUCH_CORNERS ? 1 : 0;
    all->rows[0] = 0;
    // Most rows of sprites have one run or two.
    if (!memory_reserve(&all->from, (void **)&all->runs, &all->run_capacity,
                        most + 2 * (size_t)mask->height, sizeof *all->runs))
        return RIM_ERR_MEMORY;
    for (int y = 0; y < mask->height; y++)
    {
        if (!memory_reserve(&all->from, (void **)&all->runs, &all->run_capacity, count + most,
                            sizeof *all->runs))
            return RIM_ERR_MEMORY;
        islands_run *row = all->runs + count, *end = find_runs(row, mask, y);
        islands_run *above = y > 0 ? all->runs + all->rows[y - 1] : row;
        if (!join_rows(all, above, row, end, reach)) return RIM_ERR_MEMORY;
        count = all->rows[y + 1] = (size_t)(end - all->runs);
    }
    return RIM_OK;
}

rim_status rim_mask_count_islands(const rim_mask *mask, rim_touch touch, int64_t *islands,
                                  int64_t *holes, const rim_allocator *from)
{
    rim_islands all;
    rim_status  status = islands_start(&all, mask, touch, from);
    if (status == RIM_OK) status = find_islands(&all, mask, touch);
    if (status == RIM_OK && islands) *islands = all.count;
    if (status == RIM_OK && holes) *holes = all.count - (int64_t)all.rows[all.height] + all.touches;
    if (status != RIM_ERR_ARGUMENT) islands_discard(&all);
    return status;
}

// --- the islands, one by one --------------------------------------------------------------------------

// Gives every label its island's index, in one pass: parents are older than their children.
static void number_labels(rim_islands *all)
{
    uint32_t next = 0;
    for (size_t i = 0; i < all->labels; i++)
        all->parent[i] = all->parent[i] == i ? next++ : all->parent[all->parent[i]];
}

// Adds a run of row y to its island. Holes by Euler's formula: every run adds one component and takes one for each run
// that it touches in the row above, so holes = 1 + sum over the runs of (touched above - 1).
static void islands_add_run(rim_island *to, const islands_run *r, int y)
{
    if (to->area == 0)
    {
        rim_island fresh = { { r->x0, y, r->x1, y + 1 }, 0, 1, r->x0, y };
        *to = fresh;
    }
    to->bounds.x0 = r->x0 < to->bounds.x0 ? r->x0 : to->bounds.x0;
    to->bounds.x1 = r->x1 > to->bounds.x1 ? r->x1 : to->bounds.x1;
    to->bounds.y1 = y + 1;
    to->area += r->x1 - r->x0;
    to->holes += r->above - 1;
}

// Replaces the labels of runs by the islands' numbers and adds up the islands' properties.
static rim_status islands_collect(rim_islands *all)
{
    all->items = memory_allocate_zeroed(&all->from, (size_t)all->count, sizeof *all->items);
    if (!all->items) return RIM_ERR_MEMORY;
    number_labels(all);
    for (int y = 0; y < all->height; y++)
        for (size_t i = all->rows[y]; i < all->rows[y + 1]; i++)
        {
            islands_run *r = &all->runs[i];
            r->label = all->parent[r->label];
            islands_add_run(&all->items[r->label], r, y);
        }
    return RIM_OK;
}

rim_status rim_islands_create(rim_islands **out, const rim_mask *mask, rim_touch touch,
                              const rim_allocator *from)
{
    rim_islands all;
    RIM_ASSERT(out, "out is NULL");
    *out = NULL;
    rim_status status = islands_start(&all, mask, touch, from);
    if (status == RIM_ERR_ARGUMENT) return status;
    if (status == RIM_OK) status = find_islands(&all, mask, touch);
    if (status == RIM_OK) status = islands_collect(&all);
    rim_islands *kept = status == RIM_OK ? memory_allocate(&all.from, 1, sizeof *kept) : NULL;
    if (!kept)
    {
        islands_discard(&all);
        return RIM_ERR_MEMORY;
    }
    *kept = all;
    *out = kept;
    return RIM_OK;
}

void rim_islands_destroy(rim_islands *islands)
{
    if (!islands) return;
    rim_allocator from = islands->from;
    islands_discard(islands);
    memory_release(&from, islands, 1, sizeof *islands);
}

const rim_island *rim_islands_list(const rim_islands *islands, int64_t *count)
{
    if (count) *count = islands->count;
    return islands->items;
}

// --- one island -----------------------------------------------------------------------------------------

int64_t rim_islands_at(const rim_islands *islands, int x, int y)
{
    if (y < 0 || y >= islands->height) return -1;
    size_t first = islands->rows[y], end = islands->rows[y + 1];
    while (first < end) // the first run that ends behind x
    {
        size_t middle = first + (end - first) / 2;
        if (islands->runs[middle].x1 <= x)
            first = middle + 1;
        else
            end = middle;
    }
    if (first == islands->rows[y + 1] || x < islands->runs[first].x0) return -1;
    return islands->runs[first].label;
}

int64_t rim_islands_largest(const rim_islands *islands)
{
    int64_t largest = islands->count > 0 ? 0 : -1;
    for (int64_t i = 1; i < islands->count; i++)
        if (islands->items[i].area > islands->items[largest].area) largest = i;
    return largest;
}

rim_status rim_mask_create_from_island(rim_mask **out, const rim_islands *islands, int64_t number,
                                       const rim_allocator *from)
{
    rim_status status = rim_mask_create(out, islands->width, islands->height, from);
    if (status || number < 0 || number >= islands->count) return status;
    rim_rect bounds = islands->items[number].bounds;
    for (int y = bounds.y0; y < bounds.y1; y++)
        for (size_t i = islands->rows[y]; i < islands->rows[y + 1]; i++)
        {
            const islands_run *run = &islands->runs[i];
            if (run->label == number) mask_row_fill(*out, y, run->x0, run->x1, true);
        }
    return RIM_OK;
}
