#include "rimcast/mask.h"

#include "base/memory.h"
#include "flat/mask/bits.h"

#include <assert.h>
#include <string.h>

// Islands are found run by run. A run is a row's maximal range of solid pixels; runs of neighboring rows that touch get
// labels of one union-find forest, whose trees are the islands. With V runs and E touching pairs of runs, Euler's formula
// for plane graphs gives  islands - holes = V - E.
//
// While runs are joined, a run's label is an index of `parent`; labels that touching runs connected have the same root.
typedef struct islands_run
{
    int      x0, x1; // columns x0 .. x1 - 1
    int      above;  // how many runs of the row above it touches
    uint32_t label;  // while runs are joined any label of its island, in the end the island's index
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
    int64_t       count;   // of islands: labels minus joins
    int64_t       touches; // pairs of runs of neighboring rows that touch
    rim_island   *items;   // `count` of them; NULL while runs are joined
};

// Prepares an empty list of islands for a mask. Returns RIM_ERR_ARGUMENT for an unknown `touch`: then the list has no
// memory and no allocator, and islands_discard must not be called. After RIM_OK and RIM_ERR_MEMORY the caller must call
// it.
static rim_status islands_start(rim_islands *list, const rim_mask *mask, rim_touch touch,
                                const rim_allocator *from)
{
    RIM_ASSERT(mask, "the mask is NULL");
    memset(list, 0, sizeof *list);
    if (touch != RIM_TOUCH_CORNERS && touch != RIM_TOUCH_EDGES) return RIM_ERR_ARGUMENT;
    list->from = memory_allocator_or_default(from);
    list->width = mask->width;
    list->height = mask->height;
    list->rows = memory_allocate(&list->from, (size_t)mask->height + 1, sizeof *list->rows);
    return list->rows ? RIM_OK : RIM_ERR_MEMORY;
}

// Releases the list's memory, but not the list itself. Members may be NULL.
static void islands_discard(rim_islands *list)
{
    memory_release(&list->from, list->rows, (size_t)list->height + 1, sizeof *list->rows);
    memory_release(&list->from, list->runs, list->run_capacity, sizeof *list->runs);
    memory_release(&list->from, list->parent, list->label_capacity, sizeof *list->parent);
    memory_release(&list->from, list->items, (size_t)list->count, sizeof *list->items);
}

// --- runs ---------------------------------------------------------------------------------------------

// Stores a run and returns the place of the next one.
static islands_run *put_run(islands_run *run, int x0, int x1)
{
    run->x0 = x0;
    run->x1 = x1;
    return run + 1;
}

// Writes the runs of row y, from left to right, from `next` on, and returns the end of those written. Requires room for
// width / 2 of them, rounded up. A run that reaches the last column of a strip stays open until the next strip shows
// where it ends. Bits beyond the width are zero, so a run is open at the end of the last strip only if the width is a
// multiple of 64.
static islands_run *find_runs(islands_run *next, const rim_mask *mask, int y)
{
    int open_begin = -1; // of a run that reaches the end of the strip before; -1 without one
    for (int strip = 0; strip < mask->strips; strip++)
    {
        uint64_t word = mask_word(mask, strip, y);
        int      x = strip * 64;
        if (open_begin >= 0)
        {
            int length = mask_lowest(~word); // of the open run in this strip
            if (length == 64) continue;
            next = put_run(next, open_begin, x + length);
            open_begin = -1;
            word &= word + 1; // clears the lowest bits up to the first empty pixel
        }
        while (word)
        {
            int      begin = mask_lowest(word);
            uint64_t lowest = word & (0 - word);
            uint64_t carried = word + lowest; // carries through the run to the first empty pixel
            if (carried == 0)                 // beyond bit 63: the run is open
            {
                open_begin = x + begin;
                break;
            }
            int end = mask_lowest(carried & ~word);
            next = put_run(next, x + begin, x + end);
            word &= carried; // without the run
        }
    }
    return open_begin >= 0 ? put_run(next, open_begin, mask->strips * 64) : next;
}

// --- joining ------------------------------------------------------------------------------------------

// Returns the root of a label's tree. Halves the way there: each label on it gets its grandparent as parent.
static uint32_t root(uint32_t *parent, uint32_t label)
{
    while (parent[label] != label)
    {
        parent[label] = parent[parent[label]];
        label = parent[label];
    }
    return label;
}

// Merges the islands of two labels, and returns the root of the merged one. Requires that both labels are roots; they
// may be the same. The older label becomes the parent. So a root is the oldest label of its island, and roots are in
// the reading order of the islands' first pixels.
static uint32_t islands_merge(rim_islands *list, uint32_t a, uint32_t b)
{
    if (a == b) return a;
    list->count--;
    uint32_t older = a < b ? a : b, younger = a < b ? b : a;
    list->parent[younger] = older;
    return older;
}

// Gives the run a label of its own: a root of the union-find forest. Returns false if there is no memory.
static bool label_new(rim_islands *list, islands_run *run)
{
    if (!memory_reserve(&list->from, (void **)&list->parent, &list->label_capacity,
                        list->labels + 1, sizeof *list->parent))
        return false;
    run->label = (uint32_t)list->labels++;
    list->parent[run->label] = run->label;
    list->count++;
    return true;
}

// Gives each run of a row its label: that of a run above that it touches, or a new one if there is none. Merges the
// labels of all runs above that it touches, and stores their number in the run. Runs above .. row - 1 are those of the
// row above, runs row .. end - 1 those of the row. Two runs touch if each begins before the other's end plus `gap`,
// which is 1 if corners count, else 0. Returns false if there is no memory.
static bool join_rows(rim_islands *list, const islands_run *above, islands_run *row,
                      const islands_run *end, int gap)
{
    const islands_run *above_end = row;
    // The first run above that does not end to the left of `run`; it is the first that touches `run`, if one does.
    const islands_run *touching = above;
    for (islands_run *run = row; run < end; run++)
    {
        while (touching < above_end && touching->x1 + gap <= run->x0) touching++;
        const islands_run *other = touching;
        for (; other < above_end && other->x0 < run->x1 + gap; other++)
        {
            uint32_t label = root(list->parent, other->label);
            run->label = other == touching ? label : islands_merge(list, run->label, label);
        }
        run->above = (int)(other - touching);
        list->touches += run->above;
        if (run->above == 0 && !label_new(list, run)) return false;
    }
    return true;
}

// Finds the runs of each row and joins them with those of the row above: sets the runs, their labels, rows, count and
// touches of the list. Requires a list from islands_start. On failure the list holds what was found so far, and the
// caller discards it.
static rim_status find_islands(rim_islands *list, const rim_mask *mask, rim_touch touch)
{
    size_t row_most = (size_t)mask->width / 2 + 1; // at least as many as the runs of a row
    size_t count = 0;                              // of runs
    int    gap = touch == RIM_TOUCH_CORNERS ? 1 : 0;
    list->rows[0] = 0;
    // Most rows of sprites have one run or two.
    if (!memory_reserve(&list->from, (void **)&list->runs, &list->run_capacity,
                        row_most + 2 * (size_t)mask->height, sizeof *list->runs))
        return RIM_ERR_MEMORY;
    for (int y = 0; y < mask->height; y++)
    {
        if (!memory_reserve(&list->from, (void **)&list->runs, &list->run_capacity,
                            count + row_most, sizeof *list->runs))
            return RIM_ERR_MEMORY;
        islands_run *row = list->runs + count, *end = find_runs(row, mask, y);
        islands_run *above = y > 0 ? list->runs + list->rows[y - 1] : row;
        if (!join_rows(list, above, row, end, gap)) return RIM_ERR_MEMORY;
        count = list->rows[y + 1] = (size_t)(end - list->runs);
    }
    return RIM_OK;
}

// Stores the numbers of islands and holes; each may be NULL. On failure they stay unchanged. Euler's formula gives the
// holes: islands - holes = runs - touching pairs of runs.
rim_status rim_mask_count_islands(const rim_mask *mask, rim_touch touch, int64_t *islands,
                                  int64_t *holes, const rim_allocator *from)
{
    rim_islands list;
    rim_status  status = islands_start(&list, mask, touch, from);
    if (status == RIM_ERR_ARGUMENT) return status;
    if (status == RIM_OK) status = find_islands(&list, mask, touch);
    if (status == RIM_OK)
    {
        int64_t runs = (int64_t)list.rows[list.height];
        if (islands) *islands = list.count;
        if (holes) *holes = list.count - runs + list.touches;
    }
    islands_discard(&list);
    return status;
}

// --- the islands, one by one --------------------------------------------------------------------------

// Replaces every label's parent by its island's index, in the reading order of the islands. One pass in the order of
// labels is enough: a root gets the next index, and the parent of another label is older, so it has its index already.
static void number_labels(rim_islands *list)
{
    uint32_t next = 0;
    for (size_t i = 0; i < list->labels; i++)
        list->parent[i] = list->parent[i] == i ? next++ : list->parent[list->parent[i]];
}

// Adds a run of row y to its island. Requires that runs come in reading order. An island with area 0 has no run yet.
// Euler's formula for one island,  1 - holes = runs - touching pairs,  gives  holes = 1 + sum over its runs of (touched
// above - 1).
static void islands_add_run(rim_island *island, const islands_run *run, int y)
{
    if (island->area == 0)
    {
        island->bounds = rim_rect_make(run->x0, y, run->x1, y + 1);
        island->holes = 1; // where the sum begins
        island->x = run->x0;
        island->y = y;
    }
    island->bounds.x0 = mask_min(island->bounds.x0, run->x0);
    island->bounds.x1 = mask_max(island->bounds.x1, run->x1);
    island->bounds.y1 = y + 1;
    island->area += run->x1 - run->x0;
    island->holes += run->above - 1;
}

// Replaces the labels of runs by the indices of their islands, and stores the bounds, areas and holes of the islands.
// Requires a list from find_islands. Returns RIM_ERR_MEMORY if there is no memory, and then changes nothing.
static rim_status islands_collect(rim_islands *list)
{
    list->items = memory_allocate_zeroed(&list->from, (size_t)list->count, sizeof *list->items);
    if (!list->items) return RIM_ERR_MEMORY;
    number_labels(list);
    for (int y = 0; y < list->height; y++)
        for (size_t i = list->rows[y]; i < list->rows[y + 1]; i++)
        {
            islands_run *run = &list->runs[i];
            run->label = list->parent[run->label];
            islands_add_run(&list->items[run->label], run, y);
        }
    return RIM_OK;
}

// Creates the list of a mask's islands, in the reading order of their first pixels. On failure *out is NULL.
rim_status rim_islands_create(rim_islands **out, const rim_mask *mask, rim_touch touch,
                              const rim_allocator *from)
{
    rim_islands list;
    RIM_ASSERT(out, "out is NULL");
    *out = NULL;
    rim_status status = islands_start(&list, mask, touch, from);
    if (status == RIM_ERR_ARGUMENT) return status;
    if (status == RIM_OK) status = find_islands(&list, mask, touch);
    if (status == RIM_OK) status = islands_collect(&list);
    rim_islands *kept = status == RIM_OK ? memory_allocate(&list.from, 1, sizeof *kept) : NULL;
    if (!kept)
    {
        islands_discard(&list);
        return RIM_ERR_MEMORY;
    }
    *kept = list;
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

// Returns the index of the island that holds pixel (x, y); -1 for an empty pixel and outside the mask. Finds the first
// run of the row whose end is to the right of x, by bisection. That run holds x unless it also begins to the right of
// x.
int64_t rim_islands_at(const rim_islands *islands, int x, int y)
{
    if (y < 0 || y >= islands->height) return -1;
    size_t row_end = islands->rows[y + 1];
    size_t low = islands->rows[y], high = row_end;
    while (low < high)
    {
        size_t middle = low + (high - low) / 2;
        if (islands->runs[middle].x1 <= x)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == row_end || x < islands->runs[low].x0) return -1;
    return islands->runs[low].label;
}

// Returns the index of the island with the most pixels, the first of equal ones; -1 if there is none.
int64_t rim_islands_largest(const rim_islands *islands)
{
    int64_t largest = islands->count > 0 ? 0 : -1;
    for (int64_t i = 1; i < islands->count; i++)
        if (islands->items[i].area > islands->items[largest].area) largest = i;
    return largest;
}

// Creates a mask of the size of the original with the pixels of one island; an empty one if there is no such island. On
// failure *out is NULL.
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
