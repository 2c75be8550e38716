// W5: exact contours of all islands and holes; W5b: the same, then simplified to a pixel; W8: the islands, with
// their bounds and pixels.
//
// The answer is how many rings there are. The oracle counts islands and holes by flooding; OpenCV's
// contours run through the centres of pixels, and its simplified ones may be farther off than they shall.
#include "flat.h"

#include <stdlib.h>

typedef struct contour_work
{
    const flat_set *set;
    void           *masks[64], *scratch[64], *storage; // OpenCV's
} contour_work;

static void w5_rimcast(const void *work, int64_t *answers)
{
    const contour_work *w = work;
    for (int i = 0; i < w->set->sprites->count; i++)
    {
        rim_contours *rings;
        if (rim_contours_create(&rings, w->set->masks[i], RIM_TOUCH_CORNERS, NULL)) abort();
        int64_t count;
        rim_contours_rings(rings, &count);
        if (answers) answers[i] = count;
        bench_use(count);
        rim_contours_destroy(rings);
    }
}

static void w5b_rimcast(const void *work, int64_t *answers)
{
    const contour_work *w = work;
    for (int i = 0; i < w->set->sprites->count; i++)
    {
        rim_contours *rings;
        rim_loops    *loops;
        if (rim_contours_create(&rings, w->set->masks[i], RIM_TOUCH_CORNERS, NULL)) abort();
        if (rim_loops_create_simplified(&loops, rings, 1.0, RIM_SIMPLIFY_NEAR, NULL)) abort();
        int64_t count;
        rim_loops_list(loops, &count);
        if (answers) answers[i] = count;
        bench_use(count);
        rim_loops_destroy(loops);
        rim_contours_destroy(rings);
    }
}

static void run_opencv(const contour_work *w, double tolerance, int64_t *answers)
{
    for (int i = 0; i < w->set->sprites->count; i++)
    {
        int count =
            opencv_contours(&w->set->opencv, w->masks[i], w->scratch[i], w->storage, tolerance);
        if (answers) answers[i] = count;
        bench_use(count);
    }
}

static void w5_opencv(const void *work, int64_t *answers)
{
    run_opencv(work, -1.0, answers);
}

static void w5b_opencv(const void *work, int64_t *answers)
{
    run_opencv(work, 1.0, answers);
}

// --- the oracle -----------------------------------------------------------------------------------------

typedef struct flooder
{
    int            width, height; // with a frame of empty pixels
    unsigned char *bytes;         // 1 solid, 0 empty, 2 seen
    int           *stack;
} flooder;

// Takes in everything like the pixel, along edges or, if it is solid, corners too.
static void flood(flooder *f, int start)
{
    unsigned char kind = f->bytes[start];
    int           depth = 0;
    f->stack[depth++] = start;
    f->bytes[start] = 2;
    while (depth > 0)
    {
        int at = f->stack[--depth];
        for (int k = 0; k < 9; k++)
        {
            int dx = k % 3 - 1, dy = k / 3 - 1, x = at % f->width + dx, y = at / f->width + dy;
            if ((dx && dy && !kind) || x < 0 || y < 0 || x >= f->width || y >= f->height) continue;
            int next = y * f->width + x;
            if (f->bytes[next] != kind) continue;
            f->bytes[next] = 2;
            f->stack[depth++] = next;
        }
    }
}

// How many parts of sprite i are solid (all[1]) and empty, the outermost included (all[0]).
static void count_parts(const flat_set *set, int i, int64_t all[2])
{
    const sprite_image *s = &set->sprites->images[i];
    flooder             f = { s->width + 2, s->height + 2, NULL, NULL };
    size_t              size = (size_t)f.width * (size_t)f.height;
    all[0] = all[1] = 0;
    f.bytes = calloc(size, 1);
    f.stack = malloc(size * sizeof *f.stack);
    if (!f.bytes || !f.stack) abort();
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++)
            f.bytes[(y + 1) * f.width + x + 1] =
                set->bytes[i][(size_t)y * (size_t)s->width + (size_t)x];
    for (size_t at = 0; at < size; at++)
        if (f.bytes[at] != 2)
        {
            all[f.bytes[at]]++;
            flood(&f, (int)at);
        }
    free(f.bytes);
    free(f.stack);
}

static void oracle(const void *work, int64_t *answers)
{
    const contour_work *w = work;
    for (int i = 0; i < w->set->sprites->count; i++)
    {
        int64_t all[2];
        count_parts(w->set, i, all);
        answers[i] = all[0] + all[1] - 1;
    }
}

bool flat_contours(const bench_options *options, const flat_set *set)
{
    contour_work w = { .set = set };
    bool         opencv = set->has_opencv && set->opencv.find_contours;
    bench_case   exact = { .workload = "W5 contours", .oracle = oracle, .run_count = 2 };
    bench_run    runs[4] = { { "rimcast", w5_rimcast, 0.0, false },
                             { "OpenCV", opencv ? w5_opencv : NULL, 5.0, false },
                             { "rimcast", w5b_rimcast, 0.0, false },
                             { "OpenCV", opencv ? w5b_opencv : NULL, 2.5, false } };
    if (!bench_wants(options, exact.workload) && !bench_wants(options, "W5b to 1 px")) return true;
    for (int i = 0; opencv && i < set->sprites->count; i++)
    {
        w.masks[i] = opencv_framed_mask_of(&set->opencv, &set->sprites->images[i]);
        w.scratch[i] = opencv_framed_mask_of(&set->opencv, &set->sprites->images[i]);
    }
    if (opencv) w.storage = set->opencv.create_storage(0);

    exact.input = set->sprites->name;
    exact.work = &w;
    exact.operations = set->sprites->count;
    bench_case simplified = exact;
    simplified.workload = "W5b to 1 px";
    for (int i = 0; i < 2; i++) exact.runs[i] = runs[i], simplified.runs[i] = runs[2 + i];
    bool right = !bench_wants(options, exact.workload) || bench_measure(options, &exact);
    right = (!bench_wants(options, simplified.workload) || bench_measure(options, &simplified)) &&
            right;

    for (int i = 0; opencv && i < set->sprites->count; i++)
    {
        set->opencv.release(&w.masks[i]);
        set->opencv.release(&w.scratch[i]);
    }
    if (opencv) set->opencv.release_storage(&w.storage);
    return right;
}

// --- islands --------------------------------------------------------------------------------------------

static void w8_rimcast(const void *work, int64_t *answers)
{
    const flat_set *set = work;
    for (int i = 0; i < set->sprites->count; i++)
    {
        rim_islands *islands;
        if (rim_islands_create(&islands, set->masks[i], RIM_TOUCH_CORNERS, NULL)) abort();
        int64_t count;
        rim_islands_list(islands, &count);
        if (answers) answers[i] = count;
        bench_use(count);
        rim_islands_destroy(islands);
    }
}

static void w8_flooding(const void *work, int64_t *answers)
{
    const flat_set *set = work;
    for (int i = 0; i < set->sprites->count; i++)
    {
        int64_t all[2];
        count_parts(set, i, all);
        if (answers) answers[i] = all[1];
        bench_use(all[1]);
    }
}

bool flat_islands(const bench_options *options, const flat_set *set)
{
    bench_case islands = { .workload = "W8 islands",
                           .input = set->sprites->name,
                           .work = set,
                           .operations = set->sprites->count,
                           .oracle = w8_flooding,
                           .runs = { { "rimcast", w8_rimcast, 0.0, false },
                                     { "flooding", w8_flooding, 0.0, false } },
                           .run_count = 2 };
    return !bench_wants(options, islands.workload) || bench_measure(options, &islands);
}
