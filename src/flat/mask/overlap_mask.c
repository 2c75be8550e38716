// All offsets at which two masks overlap.
//
// A pixel (u, v) of b lies over a's pixels at the offsets  a - (u, v),  a copy of a. The copies of a run of b's pixels are
// one copy of a, widened to the right by the run's length minus one. Runs are processed by length, so that a is widened
// step by step.
#include "rimcast/mask.h"

#include "base/memory.h"
#include "base/sort.h"
#include "flat/mask/bits.h"

#include <assert.h>

// A maximal run of solid pixels: columns x0 .. x1 - 1 of row y.
typedef struct overlap_run
{
    int x0, x1, y;
} overlap_run;

typedef struct overlap_runs
{
    rim_allocator from;
    overlap_run  *items;
    size_t        count, capacity;
} overlap_runs;

// Adds the runs of solid pixels of all rows to the list, row by row, each row from left to right. Requires an empty
// list with an allocator. Returns false if there is no memory. The caller releases the list's items, on failure too.
static bool find_overlap_runs(overlap_runs *runs, const rim_mask *mask)
{
    for (int y = 0; y < mask->height; y++)
    {
        int end;
        for (int x = mask_run_begin(mask, 0, y); x < mask->width; x = mask_run_begin(mask, end, y))
        {
            end = mask_run_end(mask, x, y);
            if (!memory_reserve(&runs->from, (void **)&runs->items, &runs->capacity,
                                runs->count + 1, sizeof *runs->items))
                return false;
            overlap_run run = { x, end, y };
            runs->items[runs->count++] = run;
        }
    }
    return true;
}

// Orders runs by their length.
static bool overlap_run_is_shorter(const void *a, const void *b, const void *context)
{
    const overlap_run *p = a, *q = b;
    (void)context;
    return p->x1 - p->x0 < q->x1 - q->x0;
}

// A copy of a mask in a wider one, whose runs are made longer step by step.
typedef struct overlap_longer
{
    rim_mask *mask;
    int       original; // the width of the original
    int       length;   // of the run that a pixel of the original has become
} overlap_longer;

// Widens the mask to the right so that each pixel of the original becomes a run of `length` pixels, if its runs are
// shorter. The or of the mask and its copy, moved to the right by `step`, makes runs longer by `step`. It leaves no gap
// if `step` is at most the present length. So the length at most doubles in each step. The mask ends behind the longest
// run that it may have, so that no empty strips are combined. Requires room for this width.
static void lengthen(overlap_longer *longer, int length)
{
    rim_mask *mask = longer->mask;
    mask->width = longer->original + length - 1;
    mask->strips = (mask->width + 63) / 64;
    while (longer->length < length)
    {
        int missing = length - longer->length;
        int step = missing < longer->length ? missing : longer->length;
        rim_mask_combine(mask, RIM_MASK_OR, mask, step, 0);
        longer->length += step;
    }
}

// Reports the fraction done, if the caller asked for reports. Returns false if the caller cancels.
static bool overlap_mask_continues(const rim_progress *progress, double done)
{
    return !progress || !progress->report || progress->report(progress->context, done);
}

enum
{
    OVERLAP_REPORT_RUNS = 64 // from one report of progress to the next, so that reports cost little
};

// Adds to `out`, for each run of b, the offsets at which the run shares a pixel with a. Offset (dx, dy) of b in a is
// pixel (dx + b.width - 1, dy + b.height - 1) of `out`. For a run, the offsets are a's pixels, each widened to the
// right by the run's length minus 1, moved by the run's position. `mask` is a copy of a in a mask of the width of
// `out`, which is widened here. It only grows, so the runs must be sorted by length. Returns RIM_ERR_CANCELLED if the
// caller cancels.
static rim_status add_overlaps(rim_mask *out, rim_mask *mask, const rim_mask *a, const rim_mask *b,
                               const overlap_runs *runs, const rim_progress *progress)
{
    overlap_longer longer = { .mask = mask, .original = a->width, .length = 1 };
    for (size_t i = 0; i < runs->count; i++)
    {
        bool reports = i % OVERLAP_REPORT_RUNS == 0;
        if (reports && !overlap_mask_continues(progress, (double)i / (double)runs->count))
            return RIM_ERR_CANCELLED;
        overlap_run run = runs->items[i];
        lengthen(&longer, run.x1 - run.x0);
        rim_mask_combine(out, RIM_MASK_OR, mask, b->width - run.x1, b->height - 1 - run.y);
    }
    return RIM_OK;
}

// Creates a mask of all offsets at which the masks share a pixel; one without pixels if one of them has none. On failure or
// if the caller cancels, *out is NULL.
rim_status rim_mask_create_overlaps(rim_mask **out, const rim_mask *a, const rim_mask *b,
                                    const rim_progress *progress, const rim_allocator *from)
{
    RIM_ASSERT(out && a && b, "out or a mask is NULL");
    bool       is_empty = a->width == 0 || a->height == 0 || b->width == 0 || b->height == 0;
    int        width = is_empty ? 0 : a->width + b->width - 1;
    int        height = is_empty ? 0 : a->height + b->height - 1;
    rim_mask  *longer = NULL;
    rim_status status = rim_mask_create(out, width, height, from);
    if (status || is_empty) return status;

    // `longer` is a copy of a as wide as *out, so that its runs have room to grow to the right.
    overlap_runs runs = { .from = memory_allocator_or_default(from) };
    rim_rect     window = rim_rect_make(0, 0, width, a->height);
    status = find_overlap_runs(&runs, b) ? RIM_OK : RIM_ERR_MEMORY;
    if (!status) status = rim_mask_create_window(&longer, a, window, from);
    if (!status)
    {
        sort_heap(runs.items, runs.count, sizeof *runs.items, overlap_run_is_shorter, NULL);
        status = add_overlaps(*out, longer, a, b, &runs, progress);
    }
    rim_mask_destroy(longer);
    memory_release(&runs.from, runs.items, runs.capacity, sizeof *runs.items);
    if (!status) return RIM_OK;
    rim_mask_destroy(*out);
    *out = NULL;
    return status;
}
