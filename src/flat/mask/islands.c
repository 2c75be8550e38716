#include "rimcast/mask.h"

#include "base/memory.h"
#include "flat/mask/bits.h"

#include <assert.h>
#include <string.h>

// Islands are found run by run. A run is a row's maximal range of solid pixels; runs of neighboring rows that touch get
// labels of one union-find forest, whose trees are the islands. With V runs and E touching pairs of runs, Euler's formula
// for plane graphs gives  islands - holes = V - E.
//
// Positions count pixels in reading order, with an empty column behind each row: pixel (x, y) has the position
// y * pitch + x,  where the pitch is the width plus 1, and the pixel below p is p + pitch. So runs are joined in one loop
// over all rows. Positions are modulo 2^32, and only their differences are compared, as signed numbers.
//
// While runs are joined, a run's label is an index of `parent`; labels that touching runs connected have the same root.
typedef struct islands_run
{
    uint32_t begin, end; // positions begin .. end - 1
    int      above;      // how many runs of the row above it touches
    uint32_t label;      // any label of its island while runs are joined, then the island's index
} islands_run;

struct rim_islands
{
    rim_allocator from;
    int           width, height;
    int           pitch; // of positions
    size_t       *rows;  // row y has the runs rows[y] .. rows[y + 1] - 1; NULL if runs are not kept
    islands_run  *runs;  // in reading order
    size_t        run_count, run_capacity;
    size_t        touching; // the first run that the next one may touch
    uint32_t     *parent;   // of a label: the same or an older one of its island
    size_t        labels, label_capacity;
    int64_t       count; // of islands: labels minus joins
    int64_t       euler; // runs minus touching pairs of runs
    rim_island   *items; // `count` of them; NULL while runs are joined
};

// Prepares an empty list of islands for a mask, with no memory yet. Returns RIM_ERR_ARGUMENT for an unknown `touch`.
static rim_status islands_start(rim_islands *list, const rim_mask *mask, rim_touch touch,
                                const rim_allocator *from)
{
    RIM_ASSERT(mask, "the mask is NULL");
    memset(list, 0, sizeof *list);
    if (touch != RIM_TOUCH_CORNERS && touch != RIM_TOUCH_EDGES) return RIM_ERR_ARGUMENT;
    list->from = memory_allocator_or_default(from);
    list->width = mask->width;
    list->height = mask->height;
    list->pitch = mask->width + 1;
    return RIM_OK;
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

// Returns the position of pixel (0, y).
static uint32_t position_of_row(const rim_islands *list, int y)
{
    return (uint32_t)y * (uint32_t)list->pitch;
}

// Returns by how much position b is behind a. Requires that the difference is less than 2^31.
static int distance_to(uint32_t a, uint32_t b)
{
    return (int)(b - a);
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

// Returns a label of its own: a root of the union-find forest. Requires room for it.
static uint32_t label_new(rim_islands *list)
{
    uint32_t label = (uint32_t)list->labels++;
    list->parent[label] = label;
    list->count++;
    return label;
}

// Adds `count` runs in reading order, from the positions where they begin and end. Gives each its label: that of a run
// above that it touches, or a new one if there is none. Merges the labels of all runs above that it touches, and stores
// their number in the run. Run `a` in the row above touches run b if each begins before the other's end plus `gap`,
// which is 1 if corners count, else 0:
//
//      a.begin + pitch < b.end + gap   and   b.begin < a.end + pitch + gap
//
// With b as `a` only the second holds, so the search for the first and the last run above ends at b at the latest. Returns
// false if there is no memory.
static bool add_runs(rim_islands *list, const uint32_t *ends, size_t count, int gap)
{
    if (count == 0) return true;
    if (!memory_reserve(&list->from, (void **)&list->runs, &list->run_capacity,
                        list->run_count + count, sizeof *list->runs) ||
        !memory_reserve(&list->from, (void **)&list->parent, &list->label_capacity,
                        list->labels + count, sizeof *list->parent))
        return false;
    islands_run       *run = list->runs + list->run_count, *end = run + count;
    const islands_run *touching = list->runs + list->touching;
    int                most_before = list->pitch + gap, least_before = list->pitch - gap;
    int64_t            pairs = 0; // that touch
    for (; run < end; run++, ends += 2)
    {
        uint32_t run_begin = run->begin = ends[0], run_end = run->end = ends[1];
        while (distance_to(touching->end, run_begin) >= most_before) touching++;
        const islands_run *other = touching;
        for (; distance_to(other->begin, run_end) > least_before; other++)
        {
            uint32_t label = root(list->parent, other->label);
            run->label = other == touching ? label : islands_merge(list, run->label, label);
        }
        run->above = (int)(other - touching);
        pairs += run->above;
        if (run->above == 0) run->label = label_new(list);
    }
    list->run_count += count;
    list->euler += (int64_t)count - pairs;
    list->touching = (size_t)(touching - list->runs);
    return true;
}

// Skips the runs that cannot touch a run behind `position`, and removes them if runs are not kept.
static void skip_runs(rim_islands *list, uint32_t position, int gap)
{
    while (list->touching < list->run_count &&
           distance_to(list->runs[list->touching].end, position) >= list->pitch + gap)
        list->touching++;
    if (list->rows || list->touching == 0) return;
    list->run_count -= list->touching;
    memmove(list->runs, list->runs + list->touching, list->run_count * sizeof *list->runs);
    list->touching = 0;
}

enum
{
    // So many rows, and ends of runs and those of one row more, are found before the runs are joined. The positions of
    // 1024 rows differ by less than 2^31.
    ISLANDS_BATCH_ROWS = 1024,
    ISLANDS_BATCH_ENDS = 256
};

// Finds the runs, and joins each with those of the row above that it touches, batch by batch. Keeps all runs if list->rows
// is set, and else those that the next row may touch. Requires a list from islands_start. On failure the list holds what
// was found so far.
static rim_status find_islands(rim_islands *list, const rim_mask *mask, rim_touch touch)
{
    size_t          room = ISLANDS_BATCH_ENDS + (size_t)mask->width + 1;
    int             gap = touch == RIM_TOUCH_CORNERS ? 1 : 0;
    uint32_t       *ends = memory_allocate(&list->from, room, sizeof *ends);
    bool            good = ends != NULL;
    // Positions are those of the list (position_of_row). run_ends goes on to the next batch's first row, search.y, and
    // finishes the row that brings more than ISLANDS_BATCH_ENDS ends, of which a row has at most width + 1.
    mask_run_search search = {
        .mask = mask, .enough = ISLANDS_BATCH_ENDS, .ends = ends, .rows = list->rows
    };
    while (good && search.y < mask->height)
    {
        search.rows_end = mask_min(search.y + ISLANDS_BATCH_ROWS, mask->height);
        search.runs = list->run_count;
        good = add_runs(list, ends, mask->kernels->run_ends(&search) / 2, gap);
        skip_runs(list, position_of_row(list, search.y), gap);
    }
    memory_release(&list->from, ends, room, sizeof *ends);
    return good ? RIM_OK : RIM_ERR_MEMORY;
}

// Stores the numbers of islands and holes; each may be NULL. On failure they stay unchanged. Euler's formula gives the
// holes: islands - holes = runs - touching pairs of runs.
rim_status rim_mask_count_islands(const rim_mask *mask, rim_touch touch, int64_t *islands,
                                  int64_t *holes, const rim_allocator *from)
{
    rim_islands list;
    rim_status  status = islands_start(&list, mask, touch, from);
    if (status) return status;
    status = find_islands(&list, mask, touch);
    if (status == RIM_OK)
    {
        if (islands) *islands = list.count;
        if (holes) *holes = list.count - list.euler;
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

// Adds a run of row y, which begins at position `origin`, to its island. Requires that runs come in reading order. An
// island with area 0 has no run yet. Euler's formula for one island,  1 - holes = runs - touching pairs,  gives
// holes = 1 + sum over its runs of (touched above - 1).
static void islands_add_run(rim_island *island, const islands_run *run, int y, uint32_t origin)
{
    int x0 = (int)(run->begin - origin), x1 = (int)(run->end - origin);
    if (island->area == 0)
    {
        island->bounds = rim_rect_make(x0, y, x1, y + 1);
        island->holes = 1; // where the sum begins
        island->x = x0;
        island->y = y;
    }
    island->bounds.x0 = mask_min(island->bounds.x0, x0);
    island->bounds.x1 = mask_max(island->bounds.x1, x1);
    island->bounds.y1 = y + 1;
    island->area += x1 - x0;
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
            islands_add_run(&list->items[run->label], run, y, position_of_row(list, y));
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
    if (status) return status;
    list.rows = memory_allocate_zeroed(&list.from, (size_t)list.height + 1, sizeof *list.rows);
    status = list.rows ? find_islands(&list, mask, touch) : RIM_ERR_MEMORY;
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
    if (y < 0 || y >= islands->height || x < 0 || x >= islands->width) return -1;
    uint32_t position = position_of_row(islands, y) + (uint32_t)x;
    size_t   row_end = islands->rows[y + 1];
    size_t   low = islands->rows[y], high = row_end;
    while (low < high)
    {
        size_t middle = low + (high - low) / 2;
        if (distance_to(islands->runs[middle].end, position) >= 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == row_end || distance_to(islands->runs[low].begin, position) < 0) return -1;
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
            uint32_t           origin = position_of_row(islands, y);
            if (run->label == number)
                mask_row_fill(*out, y, (int)(run->begin - origin), (int)(run->end - origin), true);
        }
    return RIM_OK;
}
