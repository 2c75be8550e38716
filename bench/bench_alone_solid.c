// Questions of the solid world that no peer answers: only Rimcast's times, for `make bench OLD=commit`.
#include "kit.h"

#include "rimcast/rimcast.h"

#include <math.h>
#include <stdlib.h>

enum
{
    PAIRS = 256,
    HULLS = 16,
    POINTS = 64,
    HILLS = 64, // of the hills, in squares
    MOST = 64
};

typedef struct alone_set
{
    rim_vec3     points[HULLS][POINTS];
    rim_hull    *hulls[HULLS];
    rim_hull    *a[PAIRS], *b[PAIRS];
    rim_xform3   pose_a[PAIRS], pose_b[PAIRS];
    rim_triangle triangles[2 * HILLS * HILLS];
    rim_mesh    *mesh;
    rim_sphere   balls[PAIRS];
    rim_capsule  rods[PAIRS];
} alone_set;

static float between(bench_random *random, double lo, double hi)
{
    return (float)(lo + (hi - lo) * bench_unit(random));
}

static rim_vec3 somewhere(bench_random *random, double size)
{
    float x = between(random, -size, size), y = between(random, -size, size);
    return rim_vec3_make(x, y, between(random, -size, size));
}

static rim_xform3 pose(bench_random *random)
{
    rim_vec3 at = somewhere(random, 0.5), axis = somewhere(random, 1.0);
    return rim_xform3_make(at, rim_quat_axis_angle(axis, between(random, 0.0, 6.0)));
}

static rim_vec3 on_hills(int x, int z)
{
    return rim_vec3_make(0.5f * (float)x, (float)(2.0 * sin(0.15 * x) * cos(0.1 * z)),
                         0.5f * (float)z);
}

static void make_mesh(alone_set *set, bench_random *random)
{
    for (int z = 0; z < HILLS; z++)
        for (int x = 0; x < HILLS; x++)
        {
            rim_triangle *two = &set->triangles[2 * (z * HILLS + x)];
            rim_vec3      p = on_hills(x, z), q = on_hills(x + 1, z), r = on_hills(x, z + 1);
            two[0] = (rim_triangle){ p, r, q };
            two[1] = (rim_triangle){ q, r, on_hills(x + 1, z + 1) };
        }
    int n = 2 * HILLS * HILLS;
    if (rim_mesh_create(&set->mesh, &set->triangles[0].a, 3 * n, NULL, n, NULL)) abort();
    for (int i = 0; i < PAIRS; i++)
    {
        rim_vec3 at = set->triangles[bench_int(random, 0, n - 1)].a;
        at = rim_vec3_add(at, somewhere(random, 0.4));
        set->balls[i] = (rim_sphere){ at, 0.4f };
        set->rods[i] = (rim_capsule){ at, rim_vec3_make(at.x, at.y + 1.0f, at.z), 0.4f };
    }
}

static void make_set(alone_set *set, bool boxes)
{
    bench_random random = { 4 };
    rim_vec3     half = { 0.5f, 0.5f, 0.5f };
    for (int i = 0; i < HULLS; i++)
    {
        // On a sphere, so that every point is a corner.
        for (int k = 0; k < POINTS; k++)
            set->points[i][k] = rim_vec3_scale(rim_vec3_normalize(somewhere(&random, 1.0)), 0.5f);
        if (boxes ? rim_hull_create_box(&set->hulls[i], half, NULL)
                  : rim_hull_create(&set->hulls[i], set->points[i], POINTS, NULL))
            abort();
    }
    for (int i = 0; i < PAIRS; i++)
    {
        set->a[i] = set->hulls[bench_int(&random, 0, HULLS - 1)];
        set->b[i] = set->hulls[bench_int(&random, 0, HULLS - 1)];
        set->pose_a[i] = pose(&random);
        set->pose_b[i] = pose(&random);
    }
    make_mesh(set, &random);
}

static void free_set(alone_set *set)
{
    for (int i = 0; i < HULLS; i++) rim_hull_destroy(set->hulls[i]);
    rim_mesh_destroy(set->mesh);
}

#define PASS(name, expression)                                                                     \
    static void name(const void *work, int64_t *answers)                                           \
    {                                                                                              \
        const alone_set *set = work;                                                               \
        for (int i = 0; i < PAIRS; i++)                                                            \
        {                                                                                          \
            int64_t answer = (int64_t)(expression);                                                \
            if (answers) answers[i] = answer;                                                      \
            bench_use(answer);                                                                     \
        }                                                                                          \
    }
#define POSED rim_hull_convex(set->a[i]), set->pose_a[i], rim_hull_convex(set->b[i]), set->pose_b[i]
#define TRIANGLE &set->triangles[i]

PASS(distance, 1e6f * rim_convex_distance(POSED, NULL).distance)
PASS(contact, 1e6f * rim_convex_contact(POSED, NULL).depth)
PASS(manifold, rim_convex_manifold(POSED, NULL, NULL).count)
static float swept_hulls(const alone_set *set, int i)
{
    rim_shape3 a = { RIM_SHAPE3_HULL, .hull = set->a[i] },
               b = { RIM_SHAPE3_HULL, .hull = set->b[i] };
    rim_vec3 way = rim_vec3_make(2.0f, 1.0f, 0.5f);
    return rim_shape3_sweep(&a, set->pose_a[i], way, &b, set->pose_b[i]).t;
}
PASS(swept, 1e6f * swept_hulls(set, i))
// Any two shapes in two poses: what is asked through rim_shape3 costs a little more than the closed form or the search.
static float any_boxes(const alone_set *set, int i)
{
    rim_vec3   half = rim_vec3_make(0.5f, 0.25f, 0.75f);
    rim_shape3 a = { RIM_SHAPE3_BOX, .box = { rim_xform3_identity(), half } }, b = a;
    return rim_shape3_contact(&a, set->pose_a[i], &b, set->pose_b[i]).depth;
}

static float any_rods(const alone_set *set, int i)
{
    rim_shape3 a = { RIM_SHAPE3_CAPSULE, .capsule = set->rods[i] };
    rim_shape3 b = { RIM_SHAPE3_CAPSULE, .capsule = set->rods[(i + 1) % PAIRS] };
    return rim_shape3_contact(&a, set->pose_a[i], &b, set->pose_b[i]).depth;
}
PASS(boxes, 1e6f * any_boxes(set, i))
PASS(rods, 1e6f * any_rods(set, i))
PASS(ball_contact, 1e6f * rim_sphere_contact_triangle(set->balls[i], TRIANGLE).depth)
PASS(rod_contact, 1e6f * rim_capsule_contact_triangle(set->rods[i], TRIANGLE).depth)
PASS(mesh_closest, 1e6f * rim_mesh_closest(set->mesh, set->balls[i].center, 4.0f).distance.distance)
static float mesh_sweep(const alone_set *set, int i)
{
    rim_shape3 rod = (rim_shape3){ RIM_SHAPE3_CAPSULE, .capsule = set->rods[i] };
    return rim_mesh_sweep(set->mesh, &rod, rim_xform3_identity(), rim_vec3_make(0.7f, -0.7f, 0.3f),
                          RIM_SIDE_BOTH)
        .t;
}

PASS(mesh_rod, 1e6f * mesh_sweep(set, i))

static void mesh_contacts(const void *work, int64_t *answers)
{
    const alone_set *set = work;
    rim_mesh_contact found[MOST];
    for (int i = 0; i < PAIRS; i++)
    {
        rim_shape3 rod = (rim_shape3){ RIM_SHAPE3_CAPSULE, .capsule = set->rods[i] };
        int        n =
            rim_mesh_contacts(set->mesh, &rod, rim_xform3_identity(), RIM_SIDE_BOTH, found, MOST);
        if (answers) answers[i] = n;
        bench_use(n);
    }
}

static void build_hull(const void *work, int64_t *answers)
{
    const alone_set *set = work;
    for (int i = 0; i < HULLS; i++)
    {
        rim_hull *hull;
        if (rim_hull_create(&hull, set->points[i], POINTS, NULL)) abort();
        if (answers) answers[i] = rim_hull_read(hull).face_count;
        rim_hull_destroy(hull);
    }
}

static void build_mesh(const void *work, int64_t *answers)
{
    const alone_set *set = work;
    rim_mesh        *mesh;
    int              n = 2 * HILLS * HILLS;
    if (rim_mesh_create(&mesh, &set->triangles[0].a, 3 * n, NULL, n, NULL)) abort();
    if (answers) answers[0] = 1;
    rim_mesh_destroy(mesh);
}

typedef struct alone_row
{
    const char *workload, *input;
    bench_pass  pass;
    int         operations;
} alone_row;

static bool measure(const bench_options *options, const alone_set *set, const alone_row *row)
{
    bench_case it = { .workload = row->workload,
                      .input = row->input,
                      .work = set,
                      .operations = row->operations,
                      .oracle = row->pass,
                      .run_count = 1 };
    it.runs[0] = (bench_run){ "rimcast", row->pass, 0.0, false };
    return !bench_wants(options, row->workload) || bench_measure(options, &it);
}

int main(int argc, char **argv)
{
    static const alone_row OF_HULLS[] = { { "Q9 distance", NULL, distance, PAIRS },
                                          { "Q9 contact", NULL, contact, PAIRS },
                                          { "Q9 manifold", NULL, manifold, PAIRS },
                                          { "Q9 sweep", NULL, swept, PAIRS } };
    static const alone_row OF_REST[] = { { "Q10 contact", "sphere", ball_contact, PAIRS },
                                         { "Q10 contact", "rod", rod_contact, PAIRS },
                                         { "Q10 any", "boxes", boxes, PAIRS },
                                         { "Q10 any", "rods", rods, PAIRS },
                                         { "Q11 closest", "mesh", mesh_closest, PAIRS },
                                         { "Q11 contacts", "mesh", mesh_contacts, PAIRS },
                                         { "Q11 swept", "mesh", mesh_rod, PAIRS },
                                         { "Q12 build", "hull", build_hull, HULLS },
                                         { "Q12 build", "mesh", build_mesh, 1 } };
    static alone_set       set;
    bench_options          options;
    if (!bench_options_read(&options, argc, argv)) return 2;
    bench_print_head();
    bool right = true;
    for (int boxes = 1; boxes >= 0; boxes--)
    {
        make_set(&set, boxes);
        for (size_t i = 0; right && i < sizeof OF_HULLS / sizeof OF_HULLS[0]; i++)
        {
            alone_row row = OF_HULLS[i];
            row.input = boxes ? "boxes" : "64";
            right = measure(&options, &set, &row);
        }
        for (size_t i = 0; right && !boxes && i < sizeof OF_REST / sizeof OF_REST[0]; i++)
            right = measure(&options, &set, &OF_REST[i]);
        free_set(&set);
    }
    return right ? 0 : 1;
}
