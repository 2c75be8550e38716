// Meshes beside a loop over all their triangles.
#include "solid_mesh.h"

#include "rimcast/mesh.h"

#include <math.h>
#include <stdlib.h>

enum
{
    QUERIES = 512,
    LOOPED = 16 // so many of them are asked of the loop, which is slow
};

typedef struct mesh_set
{
    rim_mesh     *mesh;
    rim_triangle *triangles;
    int           count, asked;
    rim_ray3      rays[QUERIES];
    rim_sphere    spheres[QUERIES];
    rim_vec3      deltas[QUERIES];
} mesh_set;

// --- answers: the triangle's number, or how many; -1 for none -------------------------------------------

static void put(int64_t *answers, int i, int64_t value)
{
    if (answers)
        answers[i] = value;
    else
        bench_use(value);
}

static void rays_rimcast(const void *work, int64_t *answers)
{
    const mesh_set *set = work;
    for (int i = 0; i < set->asked; i++)
    {
        rim_hit3 hit = rim_mesh_raycast(set->mesh, set->rays[i], RIM_SIDE_BOTH);
        put(answers, i, hit.hit ? hit.item : -1);
    }
}

static void rays_loop(const void *work, int64_t *answers)
{
    const mesh_set *set = work;
    for (int i = 0; i < set->asked; i++)
    {
        int   best = -1;
        float t = 2.0f;
        for (int k = 0; k < set->count; k++)
        {
            rim_hit3 hit = rim_triangle_raycast(&set->triangles[k], set->rays[i], RIM_SIDE_BOTH);
            if (hit.hit && hit.t < t) best = k, t = hit.t;
        }
        put(answers, i, best);
    }
}

static void spheres_rimcast(const void *work, int64_t *answers)
{
    const mesh_set *set = work;
    static int      found[4096];
    for (int i = 0; i < set->asked; i++)
    {
        rim_shape3 ball = (rim_shape3){ RIM_SHAPE3_SPHERE, .sphere = set->spheres[i] };
        put(answers, i, rim_mesh_overlaps(set->mesh, &ball, rim_xform3_identity(), found, 4096));
    }
}

static void spheres_loop(const void *work, int64_t *answers)
{
    const mesh_set *set = work;
    for (int i = 0; i < set->asked; i++)
    {
        int count = 0;
        for (int k = 0; k < set->count; k++)
            count += rim_sphere_contact_triangle(set->spheres[i], &set->triangles[k]).hit;
        put(answers, i, count);
    }
}

static void sweeps_rimcast(const void *work, int64_t *answers)
{
    const mesh_set *set = work;
    for (int i = 0; i < set->asked; i++)
    {
        rim_shape3 ball = (rim_shape3){ RIM_SHAPE3_SPHERE, .sphere = set->spheres[i] };
        rim_hit3   hit =
            rim_mesh_sweep(set->mesh, &ball, rim_xform3_identity(), set->deltas[i], RIM_SIDE_BOTH);
        put(answers, i, hit.hit ? hit.item : -1);
    }
}

static void sweeps_loop(const void *work, int64_t *answers)
{
    const mesh_set *set = work;
    for (int i = 0; i < set->asked; i++)
    {
        int      best = -1;
        rim_hit3 first = { .t = 2.0f };
        for (int k = 0; k < set->count; k++)
        {
            rim_hit3 hit = rim_sphere_sweep_triangle(set->spheres[i], set->deltas[i],
                                                     &set->triangles[k], RIM_SIDE_BOTH);
            if (hit.hit && (hit.t < first.t || (hit.t == first.t && hit.depth > first.depth)))
                best = k, first = hit;
        }
        put(answers, i, best);
    }
}

// --- inputs -----------------------------------------------------------------------------------------------

static float within(bench_random *random, double size)
{
    return (float)((2.0 * bench_unit(random) - 1.0) * size);
}

static rim_vec3 somewhere(bench_random *random, double size)
{
    float x = within(random, size), y = within(random, size);
    return rim_vec3_make(x, y, within(random, size));
}

// Hills of n x n squares, half a unit each; or, as a soup, triangles of that size anywhere in a cube.
static void make_triangles(mesh_set *set, int n, bool soup, bench_random *random)
{
    set->count = 2 * n * n;
    set->triangles = malloc((size_t)set->count * sizeof *set->triangles);
    if (!set->triangles) abort();
    double size = cbrt(set->count);
    for (int i = 0; i < set->count; i++)
    {
        rim_triangle *t = &set->triangles[i];
        rim_vec3     *p[3] = { &t->a, &t->b, &t->c };
        rim_vec3      at = somewhere(random, size);
        for (int k = 0; k < 3; k++)
        {
            static const int X[2][3] = { { 0, 0, 1 }, { 1, 0, 1 } };
            static const int Z[2][3] = { { 0, 1, 0 }, { 0, 1, 1 } };
            double x = 0.5 * (i / 2 % n + X[i & 1][k]), z = 0.5 * (i / 2 / n + Z[i & 1][k]);
            *p[k] = soup ? rim_vec3_add(at, somewhere(random, 0.5))
                         : rim_vec3_make((float)x, (float)(2.0 * sin(0.3 * x) * cos(0.2 * z)),
                                         (float)z);
        }
    }
}

static void make_queries(mesh_set *set, bench_random *random)
{
    for (int i = 0; i < QUERIES; i++)
    {
        const rim_triangle *t = &set->triangles[bench_int(random, 0, set->count - 1)];
        rim_vec3            on = rim_vec3_lerp(t->a, t->b, (float)bench_unit(random));
        rim_vec3            from = rim_vec3_add(on, somewhere(random, 1.0));
        from.y += 1.0f;
        set->rays[i].origin = from;
        set->rays[i].delta = rim_vec3_scale(somewhere(random, 1.0), 20.0f);
        set->spheres[i].center = rim_vec3_add(on, somewhere(random, 0.4));
        set->spheres[i].radius = 0.4f;
        set->deltas[i] = rim_vec3_scale(somewhere(random, 1.0), 3.0f);
    }
}

static bool measure_one(const bench_options *options, mesh_set *set, const char *workload,
                        const char *input, bench_pass rimcast, bench_pass loop)
{
    if (!bench_wants(options, workload)) return true;
    // The loop over all is the oracle as well; it is timed where it takes no more than a moment.
    set->asked = LOOPED;
    bench_case it = { .workload = workload,
                      .input = input,
                      .work = set,
                      .operations = LOOPED,
                      .oracle = loop,
                      .run_count = 2 };
    it.runs[0] = (bench_run){ "rimcast", rimcast, 0.0, false };
    it.runs[1] = (bench_run){ "loop over all", loop, 0.0, false };
    return bench_measure(options, &it);
}

bool solid_mesh_measure(const bench_options *options)
{
    static const char *const NAMES[] = { "98", "1058", "9800", "99458" };
    static const int         SIDES[] = { 7, 23, 70, 223 };
    static mesh_set          set;
    bool                     right = true;
    for (int i = 0; i < 8; i++)
    {
        bool         soup = i >= 4;
        bench_random random = { 5 };
        make_triangles(&set, SIDES[i % 4], soup, &random);
        make_queries(&set, &random);
        if (rim_mesh_create(&set.mesh, &set.triangles[0].a, 3 * set.count, NULL, set.count, NULL))
            abort();
        if (soup)
            right &=
                measure_one(options, &set, "Q7 soup", NAMES[i % 4], spheres_rimcast, spheres_loop);
        else
        {
            right &= measure_one(options, &set, "Q5 ray", NAMES[i % 4], rays_rimcast, rays_loop);
            right &= measure_one(options, &set, "Q5 sphere", NAMES[i % 4], spheres_rimcast,
                                 spheres_loop);
            right &= measure_one(options, &set, "Q5 swept sphere", NAMES[i % 4], sweeps_rimcast,
                                 sweeps_loop);
        }
        rim_mesh_destroy(set.mesh);
        free(set.triangles);
    }
    return right;
}
