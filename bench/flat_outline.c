#include "flat.h"

#include <math.h>
#include <stdlib.h>

enum
{
    RAYS = 36
};

// --- W6: where 36 rays from outside meet the sprite --------------------------------------------------
//
// The answer is how many of them do. The oracle tries every solid pixel's square against every ray.

static void direction(int ray, double *dx, double *dy)
{
    *dx = cos(6.283185307179586 * ray / RAYS);
    *dy = sin(6.283185307179586 * ray / RAYS);
}

static void w6_rimcast(const void *work, int64_t *answers)
{
    const flat_set *set = work;
    for (int i = 0; i < set->sprites->count; i++)
    {
        const sprite_image *s = &set->sprites->images[i];
        rim_edge_point      points[RAYS];
        rim_vec2            anchor = rim_vec2_make(0.5f * (float)s->width, 0.5f * (float)s->height);
        int                 hits = rim_outline_cast(set->masks[i], anchor, RAYS, points);
        if (answers) answers[i] = hits;
        bench_use(hits);
    }
}

// The farthest pixel along the ray at whole distances: may step over corners.
static void w6_loop(const void *work, int64_t *answers)
{
    const flat_set *set = work;
    double          dx[RAYS], dy[RAYS];
    for (int ray = 0; ray < RAYS; ray++) direction(ray, &dx[ray], &dy[ray]);
    for (int i = 0; i < set->sprites->count; i++)
    {
        const sprite_image *s = &set->sprites->images[i];
        int                 hits = 0;
        int                 reach = (s->width > s->height ? s->width : s->height) / 2;
        for (int ray = 0; ray < RAYS; ray++)
            for (int r = reach; r >= 0; r--)
            {
                int x = (int)floor(0.5 * s->width + r * dx[ray]);
                int y = (int)floor(0.5 * s->height + r * dy[ray]);
                if (x < 0 || y < 0 || x >= s->width || y >= s->height) continue;
                if (!set->bytes[i][(size_t)y * (size_t)s->width + (size_t)x]) continue;
                hits++;
                break;
            }
        if (answers) answers[i] = hits;
        bench_use(hits);
    }
}

// Does the ray from the middle along d cross the square, by more than rounding?
static bool crosses(double x, double y, double dx, double dy)
{
    double lo = 0.0, hi = 1e9, from[2] = { x, y }, d[2] = { dx, dy };
    for (int axis = 0; axis < 2; axis++)
    {
        if (fabs(d[axis]) < 1e-12)
        {
            if (from[axis] > 0.0 || from[axis] + 1.0 <= 0.0) return false;
            continue;
        }
        double t0 = from[axis] / d[axis], t1 = (from[axis] + 1.0) / d[axis];
        lo = fmax(lo, fmin(t0, t1));
        hi = fmin(hi, fmax(t0, t1));
    }
    return lo <= hi;
}

static bool ray_hits(const flat_set *set, int i, double dx, double dy)
{
    const sprite_image *s = &set->sprites->images[i];
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++)
            if (set->bytes[i][(size_t)y * (size_t)s->width + (size_t)x] &&
                crosses(x - 0.5 * s->width, y - 0.5 * s->height, dx, dy))
                return true;
    return false;
}

static void w6_oracle(const void *work, int64_t *answers)
{
    const flat_set *set = work;
    for (int i = 0; i < set->sprites->count; i++)
    {
        answers[i] = 0;
        for (int ray = 0; ray < RAYS; ray++)
        {
            double dx, dy;
            direction(ray, &dx, &dy);
            answers[i] += ray_hits(set, i, dx, dy);
        }
    }
}

bool flat_radial_outline(const bench_options *options, const flat_set *set)
{
    bench_case it = {
        .workload = "W6 36 rays",
        .input = set->sprites->name,
        .work = set,
        .operations = set->sprites->count,
        .oracle = w6_oracle,
        .runs = { { "rimcast", w6_rimcast, 0.0, false },
                  { "one-pixel steps", w6_loop, set->large ? 3.5 : 1.0, true } },
        .run_count = 2,
    };
    return !bench_wants(options, it.workload) || bench_measure(options, &it);
}

// --- W7: 100 outline points of one sprite against another one's pixels -----------------------------

enum
{
    POINTS = 100,
    MOST_MEETINGS = 1024
};

typedef struct meeting
{
    int        a, b;
    // From a's anchor, where its points are counted from, to b's top left corner.
    double     x, y;
    // The pose of b with a's anchor at the origin.
    rim_xform2 pose;
} meeting;

typedef struct meetings
{
    const flat_set *set;
    rim_sprite     *sprites[64]; // with that many points
    int             count;
    meeting         meeting[MOST_MEETINGS];
} meetings;

static void w7_rimcast(const void *work, int64_t *answers)
{
    const meetings *all = work;
    rim_xform2      still = rim_xform2_identity();
    for (int i = 0; i < all->count; i++)
    {
        const meeting *m = &all->meeting[i];
        int            ray = rim_sprite_outline_first(rim_posed_make(all->sprites[m->a], still),
                                                      rim_posed_make(all->sprites[m->b], m->pose));
        if (answers) answers[i] = ray;
        bench_use(ray);
    }
}

// Sums of coordinates with few bits: exact in doubles.
static void w7_loop(const void *work, int64_t *answers)
{
    const meetings *all = work;
    for (int i = 0; i < all->count; i++)
    {
        const meeting        *m = &all->meeting[i];
        const sprite_image   *b = &all->set->sprites->images[m->b];
        int                   rays, first = -1;
        const rim_edge_point *points = rim_sprite_outline(all->sprites[m->a], &rays);
        for (int ray = 0; ray < rays && first < 0; ray++)
        {
            double x = points[ray].at.x - m->x, y = points[ray].at.y - m->y;
            if (!points[ray].hit || x < 0.0 || y < 0.0 || x >= b->width || y >= b->height) continue;
            size_t at = (size_t)y * (size_t)b->width + (size_t)x;
            if (all->set->bytes[m->b][at]) first = ray;
        }
        if (answers) answers[i] = first;
        bench_use(first);
    }
}

// The bits of pygame's masks, one by one.
static void w7_pygame(const void *work, int64_t *answers)
{
    const meetings *all = work;
    for (int i = 0; i < all->count; i++)
    {
        const meeting        *m = &all->meeting[i];
        const sprite_image   *b = &all->set->sprites->images[m->b];
        const pygame_mask    *mask = all->set->pygame_masks[m->b];
        int                   rays, first = -1;
        const rim_edge_point *points = rim_sprite_outline(all->sprites[m->a], &rays);
        for (int ray = 0; ray < rays && first < 0; ray++)
        {
            double x = points[ray].at.x - m->x, y = points[ray].at.y - m->y;
            if (!points[ray].hit || x < 0.0 || y < 0.0 || x >= b->width || y >= b->height) continue;
            if (pygame_get(mask, (int)x, (int)y)) first = ray;
        }
        if (answers) answers[i] = first;
        bench_use(first);
    }
}

static bool meetings_draw(meetings *all, const flat_set *set)
{
    bench_random       random = { 9 };
    rim_sprite_options options = { .rays = POINTS };
    all->set = set;
    for (int i = 0; i < set->sprites->count; i++)
        if (rim_sprite_create(&all->sprites[i], set->masks[i], &options)) return false;
    for (all->count = 0; all->count < MOST_MEETINGS; all->count++)
    {
        meeting            *m = &all->meeting[all->count];
        const sprite_image *a =
            &set->sprites->images[m->a = bench_int(&random, 0, set->sprites->count - 1)];
        const sprite_image *b =
            &set->sprites->images[m->b = bench_int(&random, 0, set->sprites->count - 1)];
        m->x = bench_int(&random, 1 - b->width, a->width - 1) - 0.5 * a->width;
        m->y = bench_int(&random, 1 - b->height, a->height - 1) - 0.5 * a->height;
        m->pose = rim_xform2_translation(
            rim_vec2_make((float)(m->x + 0.5 * b->width), (float)(m->y + 0.5 * b->height)));
    }
    return true;
}

bool flat_outline_points(const bench_options *options, const flat_set *set)
{
    bench_case it = {
        .workload = "W7 100 points",
        .input = set->sprites->name,
        .operations = MOST_MEETINGS,
        .oracle = w7_loop,
        .runs = { { "rimcast", w7_rimcast, 0.0, false },
                  { "plain loop", w7_loop, 0.0, false },
                  { "pygame", w7_pygame, 2.7, false } },
        .run_count = set->has_pygame ? 3 : 2,
    };
    if (!bench_wants(options, it.workload)) return true;
    meetings *all = calloc(1, sizeof *all);
    it.work = all;
    bool right = all && meetings_draw(all, set) && bench_measure(options, &it);
    for (int i = 0; all && i < set->sprites->count; i++) rim_sprite_destroy(all->sprites[i]);
    free(all);
    return right;
}
