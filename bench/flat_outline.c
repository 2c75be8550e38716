#include "flat.h"

#include <math.h>

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
