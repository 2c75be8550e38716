#include "flat.h"

#include <stdlib.h>

// --- W1: a mask from RGBA ------------------------------------------------------------------------------

static void w1_rimcast(const void *work, int64_t *answers)
{
    const flat_set *set = work;
    for (int i = 0; i < set->sprites->count; i++)
    {
        const sprite_image *s = &set->sprites->images[i];
        rim_image           image = { s->rgba, s->width, s->height, 0, RIM_PIXELS_RGBA8, 0 };
        rim_mask           *mask;
        if (rim_mask_create_from_image(&mask, &image, RIM_ALPHA_HALF, NULL)) abort();
        if (answers) answers[i] = rim_mask_count(mask);
        rim_mask_destroy(mask);
    }
}

static void w1_loop(const void *work, int64_t *answers)
{
    const flat_set *set = work;
    for (int i = 0; i < set->sprites->count; i++)
    {
        const sprite_image *s = &set->sprites->images[i];
        unsigned char      *bytes = flat_bytes_of(s, RIM_ALPHA_HALF);
        if (!bytes) abort();
        if (answers)
        {
            answers[i] = 0;
            for (int k = 0; k < s->width * s->height; k++) answers[i] += bytes[k];
        }
        bench_use(bytes[0]);
        free(bytes);
    }
}

static void w1_opencv(const void *work, int64_t *answers)
{
    const flat_set *set = work;
    for (int i = 0; i < set->sprites->count; i++)
    {
        void *mask = opencv_mask_of(&set->opencv, &set->sprites->images[i]);
        if (answers) answers[i] = set->opencv.count(mask);
        set->opencv.release(&mask);
    }
}

bool flat_mask_from_rgba(const bench_options *options, const flat_set *set)
{
    bench_case it = {
        .workload = "W1 from RGBA",
        .input = set->sprites->name,
        .work = set,
        .operations = set->sprites->count,
        .oracle = w1_loop,
        .runs = { { "rimcast", w1_rimcast, 0.0, false },
                  { "plain loop", w1_loop, 1.5, false },
                  { "OpenCV", set->has_opencv ? w1_opencv : NULL, 4.0, false } },
        .run_count = 3,
    };
    return !bench_wants(options, it.workload) || bench_measure(options, &it);
}

// --- W2, W3: two masks at an integer offset --------------------------------------------------------------

enum
{
    MOST_PAIRS = 4096
};

typedef struct pair
{
    int a, b, dx, dy; // b's corner at pixel (dx, dy) of a
} pair;

typedef struct pairs
{
    const flat_set *set;
    int             count;
    pair            pair[MOST_PAIRS];
} pairs;

static int64_t shared_pixels(const flat_set *set, pair p, bool first_only)
{
    const sprite_image *a = &set->sprites->images[p.a], *b = &set->sprites->images[p.b];
    int                 x0 = p.dx > 0 ? p.dx : 0, y0 = p.dy > 0 ? p.dy : 0;
    int                 x1 = a->width < b->width + p.dx ? a->width : b->width + p.dx;
    int                 y1 = a->height < b->height + p.dy ? a->height : b->height + p.dy;
    int64_t             shared = 0;
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++)
            if (set->bytes[p.a][(size_t)y * (size_t)a->width + (size_t)x] &&
                set->bytes[p.b][(size_t)(y - p.dy) * (size_t)b->width + (size_t)(x - p.dx)])
            {
                if (first_only) return 1;
                shared++;
            }
    return shared;
}

// The boxes share at least a quarter of the smaller one.
static bool boxes_are_deep(const sprite_image *a, const sprite_image *b, int dx, int dy)
{
    double w = (double)(a->width < b->width + dx ? a->width : b->width + dx) - (dx > 0 ? dx : 0);
    double h =
        (double)(a->height < b->height + dy ? a->height : b->height + dy) - (dy > 0 ? dy : 0);
    double of_a = (double)a->width * a->height, of_b = (double)b->width * b->height;
    return w * h >= 0.25 * (of_a < of_b ? of_a : of_b);
}

// Boxes that overlap anywhere; near: deeply, while no pixel does.
static void draw_pairs(pairs *out, const flat_set *set, bool near)
{
    bench_random random = { near ? 7u : 8u };
    out->set = set;
    out->count = set->large ? 512 : set->sprites->images[0].width == 256 ? 1024 : MOST_PAIRS;
    for (int i = 0; i < out->count;)
    {
        pair                p = { bench_int(&random, 0, set->sprites->count - 1),
                                  bench_int(&random, 0, set->sprites->count - 1), 0, 0 };
        const sprite_image *a = &set->sprites->images[p.a], *b = &set->sprites->images[p.b];
        p.dx = bench_int(&random, 1 - b->width, a->width - 1);
        p.dy = bench_int(&random, 1 - b->height, a->height - 1);
        if (near && !boxes_are_deep(a, b, p.dx, p.dy)) continue;
        if (near && shared_pixels(set, p, true)) continue;
        out->pair[i++] = p;
    }
}

// A pass over all pairs with one expression a pair.
#define PAIRS_PASS(name, expression)                                                               \
    static void name(const void *work, int64_t *answers)                                           \
    {                                                                                              \
        const pairs    *all = work;                                                                \
        const flat_set *set = all->set;                                                            \
        int64_t         sum = 0;                                                                   \
        for (int i = 0; i < all->count; i++)                                                       \
        {                                                                                          \
            pair    p = all->pair[i];                                                              \
            int64_t answer = (expression);                                                         \
            if (answers) answers[i] = answer;                                                      \
            sum += answer;                                                                         \
        }                                                                                          \
        bench_use(sum);                                                                            \
    }

PAIRS_PASS(any_baked, rim_sprite_overlaps_at(set->baked[p.a], set->baked[p.b], p.dx, p.dy))
PAIRS_PASS(any_mask, rim_mask_overlaps(set->masks[p.a], set->masks[p.b], p.dx, p.dy))
PAIRS_PASS(any_loop, shared_pixels(set, p, true))
PAIRS_PASS(any_pygame,
           set->pygame.overlap(set->pygame_masks[p.a], set->pygame_masks[p.b], p.dx, p.dy) != 0)
PAIRS_PASS(area_mask, rim_mask_overlap_area(set->masks[p.a], set->masks[p.b], p.dx, p.dy))
PAIRS_PASS(area_loop, shared_pixels(set, p, false))
PAIRS_PASS(area_pygame,
           set->pygame.overlap_area(set->pygame_masks[p.a], set->pygame_masks[p.b], p.dx, p.dy))

static bool measure_pairs(const bench_options *options, const flat_set *set, bool near,
                          bench_case *it)
{
    if (!bench_wants(options, it->workload)) return true;
    pairs *all = malloc(sizeof *all);
    if (!all) return false;
    draw_pairs(all, set, near);
    it->input = set->sprites->name;
    it->work = all;
    it->operations = all->count;
    bool right = bench_measure(options, it);
    free(all);
    return right;
}

bool flat_overlaps_mixed(const bench_options *options, const flat_set *set)
{
    bench_case it = {
        .workload = "W2 overlaps",
        .oracle = any_loop,
        .runs = { { "rimcast, baked", any_baked, 0.0, false },
                  { "rimcast, bare mask", any_mask, 0.0, false },
                  { "plain loop", any_loop, 0.0, false },
                  { "pygame", set->has_pygame ? any_pygame : NULL, set->large ? 10.0 : 1.5,
                    false } },
        .run_count = 4,
    };
    return measure_pairs(options, set, false, &it);
}

bool flat_overlaps_near(const bench_options *options, const flat_set *set)
{
    double     wanted = set->large ? 50.0 : set->sprites->count == 16 ? 4.7 : 2.5;
    bench_case it = {
        .workload = "W2 near miss",
        .oracle = any_loop,
        .runs = { { "rimcast, baked", any_baked, 0.0, false },
                  { "rimcast, bare mask", any_mask, 0.0, false },
                  { "plain loop", any_loop, 0.0, false },
                  { "pygame", set->has_pygame ? any_pygame : NULL, wanted, false } },
        .run_count = 4,
    };
    return measure_pairs(options, set, true, &it);
}

bool flat_overlap_area(const bench_options *options, const flat_set *set)
{
    bench_case it = {
        .workload = "W3 area",
        .oracle = area_loop,
        .runs = { { "rimcast", area_mask, 0.0, false },
                  { "plain loop", area_loop, 0.0, false },
                  { "pygame", set->has_pygame ? area_pygame : NULL, set->large ? 1.8 : 2.5,
                    false } },
        .run_count = 3,
    };
    return measure_pairs(options, set, false, &it);
}
