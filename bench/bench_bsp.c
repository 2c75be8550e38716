// A tree of planes beside the mesh's tree: the triangles that a moving sphere can touch.
#include "kit.h"

#include "rimcast/bsp.h"
#include "rimcast/mesh.h"

#include <stdio.h>
#include <stdlib.h>

#define QUERIES 256
#define ROOM 2048 // more than any query meets
#define SIDE 184  // of the landscape

typedef struct world_set
{
    rim_triangle *triangles;
    int           count;
    rim_mesh     *mesh;
    rim_bsp      *bsp;
    rim_sphere    spheres[QUERIES];
    rim_vec3      deltas[QUERIES];
} world_set;

// --- contestants ------------------------------------------------------------------------------------

static rim_capsule way_of(const world_set *set, int i)
{
    rim_sphere  s = set->spheres[i];
    rim_capsule way = { s.center, rim_vec3_add(s.center, set->deltas[i]), s.radius };
    return way;
}

static void keep(int64_t *answers, int i, int count)
{
    if (answers)
        answers[i] = count;
    else
        bench_use(count);
}

static void ask_mesh(const void *work, int64_t *answers)
{
    const world_set *set = work;
    int              numbers[ROOM];
    for (int i = 0; i < QUERIES; i++)
    {
        rim_shape3 way = (rim_shape3){ RIM_SHAPE3_CAPSULE, .capsule = way_of(set, i) };
        keep(answers, i, rim_mesh_overlaps(set->mesh, &way, rim_xform3_identity(), numbers, ROOM));
    }
}

static void ask_bsp(const void *work, int64_t *answers)
{
    const world_set *set = work;
    int              numbers[ROOM];
    for (int i = 0; i < QUERIES; i++)
        keep(answers, i,
             rim_bsp_gather_sphere(set->bsp, set->spheres[i], set->deltas[i], numbers, ROOM, NULL));
}

static void ask_all(const void *work, int64_t *answers)
{
    const world_set *set = work;
    for (int i = 0; i < QUERIES; i++)
    {
        rim_capsule way = way_of(set, i);
        int         count = 0;
        for (int k = 0; k < set->count; k++)
            count += rim_capsule_contact_triangle(way, &set->triangles[k]).hit;
        keep(answers, i, count);
    }
}

// --- worlds -----------------------------------------------------------------------------------------

static void add(world_set *set, rim_vec3 a, rim_vec3 b, rim_vec3 c)
{
    rim_triangle t = { a, b, c };
    set->triangles[set->count++] = t;
}

static void add_quad(world_set *set, rim_vec3 a, rim_vec3 b, rim_vec3 c, rim_vec3 d)
{
    add(set, a, b, c);
    add(set, a, c, d);
}

static float height(bench_random *random)
{
    return (float)(0.6 * bench_unit(random));
}

static void make_landscape(world_set *set, bench_random *random)
{
    static float heights[SIDE + 1][SIDE + 1];
    for (int z = 0; z <= SIDE; z++)
        for (int x = 0; x <= SIDE; x++) heights[z][x] = height(random);
    for (int z = 0; z < SIDE; z++)
        for (int x = 0; x < SIDE; x++)
        {
            float    l = (float)x, n = (float)z;
            rim_vec3 a = { l, heights[z][x], n }, b = { l, heights[z + 1][x], n + 1.0f };
            rim_vec3 c = { l + 1.0f, heights[z + 1][x + 1], n + 1.0f };
            rim_vec3 d = { l + 1.0f, heights[z][x + 1], n };
            add_quad(set, a, b, c, d);
        }
}

static rim_vec3 at(float x, float y, float z)
{
    return rim_vec3_make(x, y, z);
}

// A floor of cells of 4 with walls that have a door each, a floor and a ceiling.
static void make_rooms(world_set *set, bench_random *random)
{
    for (int z = 0; z < SIDE / 4; z++)
        for (int x = 0; x < SIDE / 4; x++)
        {
            float l = 4.0f * (float)x, n = 4.0f * (float)z, r = l + 4.0f, f = n + 4.0f;
            float door = 0.5f + 2.0f * (float)bench_unit(random), top = 2.2f;
            add_quad(set, at(l, 0, n), at(l, 0, f), at(r, 0, f), at(r, 0, n));
            add_quad(set, at(l, 3, n), at(r, 3, n), at(r, 3, f), at(l, 3, f));
            for (int way = 0; way < 2; way++)
            {
                // Left of the door, right of it, above it.
                float cuts[4] = { 0.0f, door, door + 1.0f, 4.0f };
                for (int part = 0; part < 3; part++)
                {
                    float u = cuts[part], v = cuts[part + 1], low = part == 1 ? top : 0.0f;
                    if (way)
                        add_quad(set, at(l, low, n + u), at(l, 3, n + u), at(l, 3, n + v),
                                 at(l, low, n + v));
                    else
                        add_quad(set, at(l + u, low, n), at(l + v, low, n), at(l + v, 3, n),
                                 at(l + u, 3, n));
                }
            }
        }
}

static bool finish(world_set *set, bench_random *random)
{
    const rim_vec3 *points = &set->triangles->a;
    for (int i = 0; i < QUERIES; i++)
    {
        float x = (float)(SIDE * bench_unit(random)), z = (float)(SIDE * bench_unit(random));
        set->spheres[i] = (rim_sphere){ { x, 0.3f + 2.0f * height(random), z }, 0.4f };
        set->deltas[i] = rim_vec3_make(2.0f * height(random) - 0.6f, 0.0f, 2.0f * height(random));
    }
    return !rim_mesh_create(&set->mesh, points, 3 * set->count, NULL, set->count, NULL) &&
           !rim_bsp_create(&set->bsp, points, 3 * set->count, NULL, set->count, NULL);
}

static void print_tests(const world_set *set, const char *input)
{
    double        nodes = 0.0, pieces = 0.0, measured = 0.0, found = 0.0;
    rim_bsp_stats s = rim_bsp_statistics(set->bsp);
    for (int i = 0; i < QUERIES; i++)
    {
        rim_bsp_work work;
        found += rim_bsp_gather_sphere(set->bsp, set->spheres[i], set->deltas[i], NULL, 0, &work);
        nodes += work.nodes, pieces += work.pieces, measured += work.measured;
    }
    printf(
        "  %s: %d triangles; BSP: %d nodes, %d splits, %.2f pieces a triangle, depth %d, %.1f MB; "
        "mesh %.1f MB\n",
        input, set->count, s.nodes, s.splits, (double)s.growth, s.depth, (double)s.bytes / 1e6,
        (double)rim_mesh_read(set->mesh).bytes / 1e6);
    printf("  a query finds %.1f, looks at %.1f nodes and %.1f pieces, measures %.1f\n",
           found / QUERIES, nodes / QUERIES, pieces / QUERIES, measured / QUERIES);
}

static bool measure(const bench_options *options, const char *input,
                    void (*make)(world_set *, bench_random *))
{
    static world_set set;
    bench_random     random = { 5 };
    bench_case       it = { .workload = "S11 touched",
                            .input = input,
                            .work = &set,
                            .operations = QUERIES,
                            .oracle = ask_all,
                            .run_count = 2 };
    it.runs[0] = (bench_run){ "rimcast, mesh", ask_mesh, 0.0, false };
    it.runs[1] = (bench_run){ "rimcast, BSP", ask_bsp, 0.0, false };
    if (!bench_wants(options, it.workload)) return true;
    set.count = 0;
    set.triangles = malloc((size_t)(2 * SIDE * SIDE) * sizeof *set.triangles);
    if (!set.triangles) return false;
    make(&set, &random);
    bool right = finish(&set, &random) && bench_measure(options, &it);
    if (right) print_tests(&set, input);
    rim_bsp_destroy(set.bsp);
    rim_mesh_destroy(set.mesh);
    free(set.triangles);
    return right;
}

int main(int argc, char **argv)
{
    bench_options options;
    if (!bench_options_read(&options, argc, argv)) return 2;
    bench_print_head();
    bool right = measure(&options, "land", make_landscape);
    right &= measure(&options, "rooms", make_rooms);
    return right ? 0 : 1;
}
