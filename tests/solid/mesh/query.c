// Meshes against loops over all their triangles: same answers, bit for bit, whatever the form and the
// processor.
#include "support/oracle3.h"
#include "support/pairs.h"
#include "rimcast/mesh.h"
#include "solid/shape/round.h"

#include "solid/mesh/kernels.h"
#include "support/meshes.h"
#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const mesh_kernels *const KERNELS[] = {
    &mesh_kernels_plain,
#ifdef CPU_X86
    &mesh_kernels_avx2,
#endif
};

enum
{
    KERNEL_COUNT = sizeof KERNELS / sizeof *KERNELS,
    MOST = 4096
};

// A mesh in every form with every kernel, and what it was made of.
typedef struct family
{
    test_mesh source;
    rim_mesh *all[2 * KERNEL_COUNT];
    int       count;
    float     size;
    rim_vec3  at;
} family;

static family family_of(test_mesh source, float size, rim_vec3 at)
{
    family f = { .source = source, .size = size, .at = at };
    for (int k = 0; k < KERNEL_COUNT; k++)
    {
        if (!KERNELS[k]->usable()) continue;
        for (int form = 0; form < 2; form++)
        {
            rim_mesh_options options = { .form = (rim_mesh_form)form };
            rim_mesh        *mesh;
            assert_int_equal(rim_mesh_create(&mesh, f.source.points, f.source.point_count,
                                             f.source.indices, f.source.count, &options),
                             RIM_OK);
            mesh->kernels = KERNELS[k];
            f.all[f.count++] = mesh;
        }
    }
    return f;
}

static family family_make(mesh_kind kind, int count, float size, rim_vec3 at, uint64_t seed)
{
    return family_of(test_mesh_make(kind, count, size, at, seed), size, at);
}

static void family_free(family *f)
{
    for (int i = 0; i < f->count; i++) rim_mesh_destroy(f->all[i]);
    test_mesh_free(&f->source);
}

static rim_vec3 any_point(const family *f, test_random *r, float reach)
{
    float s = f->size * reach;
    return rim_vec3_add(f->at, rim_vec3_make(random_float(r, -s, s), random_float(r, -s, s),
                                             random_float(r, -s, s)));
}

// A point on a triangle: inside, on an edge, at a corner.
static rim_vec3 point_on(const family *f, test_random *r)
{
    rim_triangle t = test_mesh_triangle(&f->source, random_int(r, 0, f->source.count - 1));
    float        u = random_float(r, 0.0f, 1.0f), v = random_float(r, 0.0f, 1.0f);
    int          what = random_int(r, 0, 2);
    if (what == 0) return t.a;
    rim_vec3 p = rim_vec3_lerp(t.a, t.b, what == 1 ? 0.5f : u);
    return what == 1 ? p : rim_vec3_lerp(p, t.c, v);
}

// --- the loops --------------------------------------------------------------------------------------

typedef rim_hit3 ask_one(const void *question, const rim_triangle *t, sweep_order *order);

static rim_hit3 loop_hit(const family *f, ask_one *ask, const void *question)
{
    rim_hit3    best = { .t = 1.0f };
    sweep_order first = { 1.0, 0.0 };
    for (int i = 0; i < f->source.count; i++)
    {
        rim_triangle t = test_mesh_triangle(&f->source, i);
        sweep_order  order = { 0.0, 0.0 };
        rim_hit3     hit = ask(question, &t, &order);
        if (!hit.hit) continue;
        hit.item = i;
        if (best.hit && order.t > first.t) continue;
        if (best.hit && order.t == first.t && !(order.depth > first.depth)) continue;
        best = hit;
        first = order;
    }
    return best;
}

static void assert_same_hit(rim_hit3 a, rim_hit3 b)
{
    assert_int_equal(a.hit, b.hit);
    assert_same_bits(a.t, b.t);
    if (!a.hit) return;
    assert_int_equal(a.item, b.item);
    assert_int_equal(a.start_overlap, b.start_overlap);
    assert_same_bits(a.depth, b.depth);
    assert_same_bits(a.point.x, b.point.x);
    assert_same_bits(a.point.y, b.point.y);
    assert_same_bits(a.normal.z, b.normal.z);
    assert_int_equal(a.back, b.back);
    // At edges and corners it is chosen among the neighbours.
    if (a.other.kind == RIM_FEATURE_FACE) assert_same_bits(a.face_normal.y, b.face_normal.y);
    assert_int_equal(a.other.kind, b.other.kind);
    assert_int_equal(a.other.index, b.other.index);
}

static int compare_ints(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void assert_same_lists(const int *expected, int expected_count, int *actual, int count)
{
    assert_int_equal(count, expected_count);
    qsort(actual, (size_t)count, sizeof *actual, compare_ints);
    for (int i = 0; i < count; i++) assert_int_equal(actual[i], expected[i]);
}

// --- questions ----------------------------------------------------------------------------------------

typedef struct ray_question
{
    rim_ray3 ray;
    rim_side side;
} ray_question;

static rim_hit3 ask_ray(const void *question, const rim_triangle *t, sweep_order *order)
{
    const ray_question *q = question;
    rim_hit3            hit = rim_triangle_raycast(t, q->ray, q->side);
    order->t = hit.t;
    return hit;
}

static rim_ray3 any_ray(const family *f, test_random *r)
{
    rim_ray3 ray = { any_point(f, r, 1.5f), rim_vec3_make(0.0f, 0.0f, 0.0f) };
    int      what = random_int(r, 0, 5);
    rim_vec3 to = what < 3 ? point_on(f, r) : any_point(f, r, 1.5f);
    ray.delta = rim_vec3_scale(rim_vec3_sub(to, ray.origin), random_float(r, 0.5f, 2.0f));
    if (what == 0) // straight down on a corner, an edge or a face
    {
        ray.origin = rim_vec3_make(to.x, to.y + f->size, to.z);
        ray.delta = rim_vec3_make(0.0f, -2.0f * f->size, 0.0f);
    }
    if (what == 5) ray.delta.z = 0.0f;
    return ray;
}

static void check_rays(const family *f, test_random *r, int *hits)
{
    ray_question q = { any_ray(f, r), (rim_side)random_int(r, 0, 2) };
    rim_hit3     expected = loop_hit(f, ask_ray, &q);
    *hits += expected.hit;
    for (int i = 0; i < f->count; i++)
    {
        assert_same_hit(rim_mesh_raycast(f->all[i], q.ray, q.side), expected);
        assert_int_equal(rim_mesh_raycast_any(f->all[i], q.ray, q.side), expected.hit);
    }
    rim_hit3 all[MOST], few[2];
    int      count = rim_mesh_raycast_all(f->all[0], q.ray, q.side, all, MOST), found = 0;
    for (int i = 0; i < f->source.count; i++)
    {
        rim_triangle t = test_mesh_triangle(&f->source, i);
        found += rim_triangle_raycast(&t, q.ray, q.side).hit;
    }
    assert_int_equal(count, found);
    for (int i = 1; i < count; i++)
        assert_true(all[i - 1].t < all[i].t ||
                    (all[i - 1].t == all[i].t && all[i - 1].item < all[i].item));
    if (count) assert_same_hit(all[0], expected);
    for (int i = 0; i < f->count; i++)
    {
        assert_int_equal(rim_mesh_raycast_all(f->all[i], q.ray, q.side, few, 2), count);
        for (int k = 0; k < 2 && k < count; k++) assert_same_hit(few[k], all[k]);
        assert_int_equal(rim_mesh_raycast_all(f->all[i], q.ray, q.side, NULL, 0), count);
    }
}

static float any_radius(const family *f, test_random *r)
{
    int what = random_int(r, 0, 5);
    return what == 0 ? 0.0f : random_float(r, 0.0f, f->size * (what == 1 ? 0.5f : 0.08f));
}

static void check_overlaps(const family *f, test_random *r, int *hits)
{
    float    radius = any_radius(f, r);
    rim_vec3 p = random_int(r, 0, 1) ? point_on(f, r) : any_point(f, r, 1.2f);
    rim_vec3 q = rim_vec3_add(
        p, rim_vec3_scale(rim_vec3_sub(any_point(f, r, 1.0f), f->at), random_float(r, 0.0f, 0.3f)));
    rim_box3    box = rim_box3_add(rim_box3_make(p, p), q);
    rim_sphere  sphere = { p, radius };
    rim_capsule capsule = { p, q, radius };
    rim_shape3  crate = pairs_box3(box);
    rim_vec3    center = crate.box.pose.position;
    rim_box3    upright = { rim_vec3_sub(center, crate.box.half),
                            rim_vec3_add(center, crate.box.half) };
    static int  expected[4][MOST], actual[MOST];
    int         counts[4] = { 0 };
    for (int i = 0; i < f->source.count; i++)
    {
        rim_triangle t = test_mesh_triangle(&f->source, i);
        rim_box3     its = { rim_vec3_min(rim_vec3_min(t.a, t.b), t.c),
                             rim_vec3_max(rim_vec3_max(t.a, t.b), t.c) };
        if (rim_box3_overlaps(its, box)) expected[0][counts[0]++] = i;
        if (shape_box3_overlaps_triangle(upright, &t)) expected[1][counts[1]++] = i;
        if (sphere_overlaps_triangle(sphere, &t)) expected[2][counts[2]++] = i;
        if (capsule_overlaps_triangle(capsule, &t)) expected[3][counts[3]++] = i;
    }
    *hits += (counts[1] > 0) + (counts[2] > 0) + (counts[3] > 0);
    for (int i = 0; i < f->count; i++)
    {
        const rim_mesh     *m = f->all[i];
        static rim_triangle triangles[MOST];
        int                 n = rim_mesh_gather(m, box, actual, triangles, MOST);
        for (int k = 0; k < n; k++)
        {
            rim_triangle t = test_mesh_triangle(&f->source, actual[k]);
            assert_memory_equal(&t, &triangles[k], sizeof t);
        }
        assert_same_lists(expected[0], counts[0], actual, n);
        static rim_world_triangle near[MOST];
        rim_world3                world = rim_mesh_world(m);
        assert_int_equal(world.gather(world.context, box, near, MOST), n);
        for (int k = 0; k < n; k++)
        {
            rim_triangle t = test_mesh_triangle(&f->source, near[k].id);
            assert_memory_equal(&t, &near[k].shape, sizeof t);
        }
        assert_same_lists(expected[1], counts[1], actual,
                          rim_mesh_overlaps(m, &crate, rim_xform3_identity(), actual, MOST));
        assert_same_lists(expected[2], counts[2], actual,
                          mesh_overlaps_sphere(m, sphere, actual, MOST));
        assert_same_lists(expected[3], counts[3], actual,
                          mesh_overlaps_capsule(m, &capsule, actual, MOST));
        assert_int_equal(mesh_overlaps_capsule(m, &capsule, NULL, 0), counts[3]);
    }
}

static void check_closest(const family *f, test_random *r, int *found)
{
    rim_vec3   p = random_int(r, 0, 3) ? any_point(f, r, 1.5f) : point_on(f, r);
    float      reach = random_int(r, 0, 1) ? INFINITY : f->size * random_float(r, 0.0f, 0.2f);
    rim_sphere point = { p, 0.0f };
    int        best = -1;
    float      least = reach;
    for (int i = 0; i < f->source.count; i++)
    {
        rim_triangle t = test_mesh_triangle(&f->source, i);
        float        d = rim_sphere_distance_triangle(point, &t).distance;
        if (best < 0 ? d <= least : d < least) best = i, least = d;
    }
    *found += best >= 0;
    for (int i = 0; i < f->count; i++)
    {
        rim_mesh_near near = rim_mesh_closest(f->all[i], p, reach);
        assert_int_equal(near.found, best >= 0);
        if (best < 0) continue;
        rim_triangle  t = test_mesh_triangle(&f->source, best);
        rim_distance3 d = rim_sphere_distance_triangle(point, &t);
        assert_int_equal(near.triangle, best);
        assert_same_bits(near.distance.distance, d.distance);
        assert_same_bits(near.distance.on_b.x, d.on_b.x);
        assert_same_bits(near.distance.normal.y, d.normal.y);
    }
}

typedef struct sweep_question
{
    rim_sphere  sphere;
    rim_capsule capsule;
    rim_vec3    delta;
    rim_side    side;
} sweep_question;

static rim_hit3 ask_sphere(const void *question, const rim_triangle *t, sweep_order *order)
{
    const sweep_question *q = question;
    rim_capsule           ball = { q->sphere.center, q->sphere.center, q->sphere.radius };
    return sweep_capsule_triangle(&ball, q->delta, t, q->side, order);
}

static rim_hit3 ask_capsule(const void *question, const rim_triangle *t, sweep_order *order)
{
    const sweep_question *q = question;
    return sweep_capsule_triangle(&q->capsule, q->delta, t, q->side, order);
}

static void check_sweeps(const family *f, test_random *r, int *hits)
{
    rim_ray3       ray = any_ray(f, r);
    sweep_question q = { .delta = ray.delta, .side = (rim_side)random_int(r, 0, 2) };
    q.sphere.center = random_int(r, 0, 4) ? ray.origin : point_on(f, r);
    q.sphere.radius = any_radius(f, r);
    q.capsule.a = q.sphere.center;
    q.capsule.b =
        rim_vec3_add(q.capsule.a, rim_vec3_scale(rim_vec3_sub(any_point(f, r, 1.0f), f->at),
                                                 random_float(r, 0.0f, 0.2f)));
    q.capsule.radius = q.sphere.radius;
    if (random_int(r, 0, 15) == 0) q.delta = rim_vec3_make(0.0f, 0.0f, 0.0f);
    rim_hit3 sphere = loop_hit(f, ask_sphere, &q), capsule = loop_hit(f, ask_capsule, &q);
    *hits += sphere.hit + capsule.hit;
    for (int i = 0; i < f->count; i++)
    {
        assert_same_hit(mesh_sweep_sphere(f->all[i], q.sphere, q.delta, q.side), sphere);
        assert_same_hit(mesh_sweep_capsule(f->all[i], &q.capsule, q.delta, q.side), capsule);
    }
}

// Past an edge or corner of a small triangle, or of one with a short edge, beside the face but within reach: there
// products of three lengths, and their squares, fade away in floats.
static void sweeps_meet_small_triangles_beside_their_faces(void **state)
{
    (void)state;
    test_random r = { 21 };
    int         hits = 0;
    for (int i = case_count(600); i > 0; i--)
    {
        float     size = ldexpf(1.0f, -random_int(&r, 0, 30));
        rim_vec3  at = { 0.0f, 0.0f, 0.0f };
        test_mesh source = test_mesh_make(MESH_KIND_SOUP, 1, 1.0f, at, (uint64_t)i);
        rim_vec3 *p = source.points, a = random_in_cube(&r, size), b = random_in_cube(&r, size);
        bool      is_short = random_int(&r, 0, 1);
        // About 0 floats can tell apart what is near.
        rim_vec3  c = rim_vec3_scale(rim_vec3_cross(a, random_in_cube(&r, 1.0f)),
                                     ldexpf(1.0f, -random_int(&r, 0, 50)));
        p[0] = a, p[1] = is_short ? at : b, p[2] = is_short ? c : random_in_cube(&r, size);
        family   f = family_of(source, size, at);
        int      corner = random_int(&r, 0, 2);
        rim_vec3 on = rim_vec3_lerp(p[corner], p[(corner + 1) % 3], random_float(&r, 0.0f, 1.0f));
        rim_vec3 middle = rim_vec3_scale(rim_vec3_add(rim_vec3_add(p[0], p[1]), p[2]), 1.0f / 3.0f);
        rim_vec3 out = rim_vec3_normalize(rim_vec3_sub(on, middle));
        sweep_question q = { .side = RIM_SIDE_BOTH };
        float          radius = size * random_float(&r, 0.01f, 1.0f);
        rim_vec3 by = rim_vec3_add(on, rim_vec3_scale(out, radius * random_float(&r, 0.0f, 0.9f)));
        rim_vec3 back = random_in_cube(&r, 4.0f * size), u = random_in_cube(&r, 0.5f * size);
        q.sphere = (rim_sphere){ rim_vec3_sub(by, back), radius };
        q.capsule = (rim_capsule){ q.sphere.center, rim_vec3_add(q.sphere.center, u), radius };
        q.delta = rim_vec3_scale(back, 2.0f);
        rim_hit3 sphere = loop_hit(&f, ask_sphere, &q), capsule = loop_hit(&f, ask_capsule, &q);
        assert_true(sphere.hit && capsule.hit);
        hits += !sphere.start_overlap && !capsule.start_overlap;
        for (int k = 0; k < f.count; k++)
        {
            assert_same_hit(mesh_sweep_sphere(f.all[k], q.sphere, q.delta, q.side), sphere);
            assert_same_hit(mesh_sweep_capsule(f.all[k], &q.capsule, q.delta, q.side), capsule);
        }
        family_free(&f);
    }
    assert_true(hits > case_count(200));
}

// In the world's axes floats are compared as they are: a box that reaches far the other way loses nothing.
static void a_large_box_does_not_reach_what_is_just_beside_it(void **state)
{
    (void)state;
    rim_box3     box = { { -7e12f, 0.0f, -3.6e13f }, { 1.0f, 9e13f, -1.0004f } };
    rim_triangle t = { { -2.0f, 0.0f, -1.0f }, { -2.0f, 0.0f, 0.0f }, { -1.0f, 0.0f, -1.0f } };
    assert_false(shape_box3_overlaps_triangle(box, &t));
    box.hi.z = -1.0f;
    assert_true(shape_box3_overlaps_triangle(box, &t));
}

// --- over all kinds and sizes -------------------------------------------------------------------------

typedef void check(const family *f, test_random *r, int *hits);

static void over_all(check *one, int each, int least)
{
    static const int   COUNTS[] = { 1, 7, 9, 40, 300, 1500 };
    static const float SIZES[] = { 1.0f, 100.0f, 0x1p-20f, 0x1p50f };
    test_random        r = { 7 };
    int                hits = 0;
    for (int kind = 0; kind < MESH_KIND_COUNT; kind++)
        for (int n = 0; n < 6; n++)
        {
            float    size = SIZES[random_int(&r, 0, 3)];
            float    far = random_int(&r, 0, 1) ? 0.0f : 20.0f * size;
            rim_vec3 at = rim_vec3_make(far, -far, 0.5f * far);
            family f = family_make((mesh_kind)kind, COUNTS[n], size, at, (uint64_t)(kind * 10 + n));
            for (int i = case_count(each); i > 0; i--) one(&f, &r, &hits);
            family_free(&f);
        }
    assert_true(hits > case_count(least));
}

static void rays_meet_what_a_loop_over_all_triangles_meets(void **state)
{
    (void)state;
    over_all(check_rays, 60, 500);
}

// A ray whose line passes the point `to` at the distance of a few roundings.
static rim_ray3 ray_beside(rim_vec3 to, test_random *r)
{
    rim_vec3 way = rim_vec3_make(random_float(r, -1.0f, 1.0f), random_float(r, -1.0f, 1.0f),
                                 random_float(r, -1.0f, 1.0f));
    rim_vec3 origin = rim_vec3_add(to, rim_vec3_scale(way, random_float(r, 1.0f, 300.0f)));
    rim_ray3 ray = { origin, rim_vec3_scale(rim_vec3_sub(to, origin), 1.5f) };
    ray.origin.x = origin.x * (1.0f + (float)random_int(r, -2, 2) * 0x1p-23f);
    ray.origin.y = origin.y * (1.0f + (float)random_int(r, -2, 2) * 0x1p-23f);
    return ray;
}

// The farther a mesh is from the origin, the more a point of the ray is off its line.
static void rays_far_from_the_origin_pass_edges_on_the_right_side(void **state)
{
    (void)state;
    test_random r = { 47 };
    int         hits = 0, misses = 0;
    for (int k = 0; k < 4; k++)
    {
        rim_vec3 at = { 900.0f, k % 2 ? 40.0f : -700.0f, k < 2 ? -990.0f : 15.0f };
        family   f = family_make(MESH_KIND_TERRAIN, 60, 3.0f, at, (uint64_t)k);
        for (int i = 0; i < case_count(10000); i++)
        {
            rim_triangle t = test_mesh_triangle(&f.source, random_int(&r, 0, f.source.count - 1));
            rim_vec3     to = rim_vec3_lerp(t.a, t.b, random_float(&r, 0.0f, 1.0f));
            ray_question q = { ray_beside(to, &r), (rim_side)random_int(&r, 0, 2) };
            rim_hit3     expected = loop_hit(&f, ask_ray, &q);
            if (expected.hit)
                hits++;
            else
                misses++;
            for (int j = 0; j < f.count; j++)
                assert_same_hit(rim_mesh_raycast(f.all[j], q.ray, q.side), expected);
        }
        family_free(&f);
    }
    assert_true(hits > case_count(10000) && misses > case_count(2000));
}

// A number whose exponent is anywhere between -40 and 0.
static float any_exponent(test_random *r)
{
    return ldexpf(random_float(r, -1.0f, 1.0f), -random_int(r, 0, 40));
}

// Differences of such coordinates need more bits than a double has if they are first moved to the ray's origin.
static void hits_have_the_bits_of_the_loop_for_coordinates_of_any_exponent(void **state)
{
    (void)state;
    test_random r = { 48 };
    int         hits = 0;
    for (int k = 0; k < case_count(300); k++)
    {
        rim_vec3  zero = { 0.0f, 0.0f, 0.0f };
        test_mesh source = test_mesh_make(MESH_KIND_SOUP, 12, 1.0f, zero, (uint64_t)k);
        for (int i = 0; i < source.point_count; i++)
            source.points[i] = rim_vec3_make(any_exponent(&r), any_exponent(&r), any_exponent(&r));
        family f = family_of(source, 1.0f, zero);
        for (int i = 0; i < 30; i++)
        {
            rim_vec3     to = point_on(&f, &r);
            float        far = ldexpf(1.0f, random_int(&r, 0, 24));
            rim_vec3     origin = rim_vec3_scale(any_point(&f, &r, 1.0f), far);
            ray_question q = { { origin, rim_vec3_scale(rim_vec3_sub(to, origin), 1.5f) },
                               (rim_side)random_int(&r, 0, 2) };
            rim_hit3     expected = loop_hit(&f, ask_ray, &q);
            hits += expected.hit;
            for (int j = 0; j < f.count; j++)
                assert_same_hit(rim_mesh_raycast(f.all[j], q.ray, q.side), expected);
        }
        family_free(&f);
    }
    assert_true(hits > case_count(2000));
}

static void overlaps_are_those_of_a_loop_over_all_triangles(void **state)
{
    (void)state;
    over_all(check_overlaps, 60, 500);
}

static void the_closest_triangle_is_that_of_a_loop_over_all(void **state)
{
    (void)state;
    over_all(check_closest, 80, 800);
}

static void sweeps_meet_what_a_loop_over_all_triangles_meets(void **state)
{
    (void)state;
    over_all(check_sweeps, 60, 800);
}

// Large boxes, more than the walks keep side by side, and small ones: in one order, whatever the processor.
static void lists_have_one_order_on_every_processor(void **state)
{
    (void)state;
    static int  first[2][3 * MOST], again[3 * MOST];
    test_random r = { 12 };
    int         many = 0, few = 0;
    for (int kind = 0; kind < MESH_KIND_COUNT; kind++)
    {
        rim_vec3 at = { 0.0f, 0.0f, 0.0f };
        family   f = family_make((mesh_kind)kind, 8000, 5.0f, at, (uint64_t)kind);
        for (int i = 0; i < case_count(60); i++)
        {
            rim_vec3   p = any_point(&f, &r, 1.0f);
            float      reach = i == 0 ? 50.0f : random_float(&r, 0.0f, i % 2 ? 6.0f : 0.3f);
            rim_box3   box = rim_box3_grow(rim_box3_make(p, p), reach);
            rim_sphere ball = { p, reach };
            int        expected = 0, counts[2] = { 0, 0 };
            for (int k = 0; k < f.source.count; k++)
            {
                rim_triangle t = test_mesh_triangle(&f.source, k);
                rim_box3     its = { rim_vec3_min(rim_vec3_min(t.a, t.b), t.c),
                                     rim_vec3_max(rim_vec3_max(t.a, t.b), t.c) };
                expected += rim_box3_overlaps(its, box);
            }
            // Both forms of one kernel stand side by side.
            for (int k = 0; k < f.count; k++)
            {
                int *list = k < 2 ? first[k % 2] : again;
                int  n = rim_mesh_gather(f.all[k], box, list, NULL, 3 * MOST);
                assert_int_equal(n, expected);
                if (k >= 2) assert_memory_equal(first[k % 2], again, (size_t)n * sizeof *again);
            }
            for (int k = 0; k < f.count; k++)
            {
                int *list = k < 2 ? first[k % 2] : again;
                int  n = mesh_overlaps_sphere(f.all[k], ball, list, 3 * MOST);
                if (k < 2) counts[k % 2] = n;
                assert_int_equal(n, counts[k % 2]);
                if (k >= 2) assert_memory_equal(first[k % 2], again, (size_t)n * sizeof *again);
            }
            many += expected > 4000;
            few += expected > 0 && expected < 100;
        }
        family_free(&f);
    }
    assert_true(many >= MESH_KIND_COUNT && few > case_count(20));
}

// Everything of a list that has room: what comes first in the whole of it, and nothing behind.
static void assert_cut(const int *whole, int count, const int *cut, int cut_count, int capacity)
{
    assert_int_equal(cut_count, count);
    for (int i = 0; i < count && i < capacity; i++) assert_int_equal(cut[i], whole[i]);
    assert_int_equal(cut[capacity], -7);
}

static void ask_few(const family *f, rim_sphere ball, rim_box3 box, int capacity)
{
    static int          expected[MOST], first[2][MOST], again[MOST], cut[MOST];
    static rim_triangle corners[MOST];
    int                 count = 0;
    for (int i = 0; i < f->source.count; i++)
    {
        rim_triangle t = test_mesh_triangle(&f->source, i);
        if (sphere_overlaps_triangle(ball, &t)) expected[count++] = i;
    }
    for (int k = 0; k < f->count; k++)
    {
        for (int i = 0; i <= capacity; i++) cut[i] = -7;
        int *list = k < 2 ? first[k % 2] : again;
        int  n = mesh_overlaps_sphere(f->all[k], ball, list, MOST);
        assert_cut(list, n, cut, mesh_overlaps_sphere(f->all[k], ball, cut, capacity), capacity);
        if (k >= 2) assert_memory_equal(first[k % 2], again, (size_t)n * sizeof *again);
        memcpy(again, list, (size_t)n * sizeof *again);
        assert_same_lists(expected, count, again, n);

        float       r = ball.radius;
        rim_capsule capsule = { ball.center,
                                rim_vec3_add(ball.center, rim_vec3_make(r, 0.5f * r, -r)), r };
        for (int i = 0; i <= capacity; i++) cut[i] = -7;
        n = mesh_overlaps_capsule(f->all[k], &capsule, again, MOST);
        assert_cut(again, n, cut, mesh_overlaps_capsule(f->all[k], &capsule, cut, capacity),
                   capacity);
        int along = 0;
        for (int i = 0; i < f->source.count; i++)
        {
            rim_triangle t = test_mesh_triangle(&f->source, i);
            if (capsule_overlaps_triangle(capsule, &t)) cut[along++] = i;
        }
        assert_same_lists(cut, along, again, n);

        static rim_world_triangle world[MOST];
        rim_world3                asked = rim_mesh_world(f->all[k]);
        for (int i = 0; i <= capacity; i++) cut[i] = -7;
        n = rim_mesh_gather(f->all[k], box, again, corners, MOST);
        assert_cut(again, n, cut, rim_mesh_gather(f->all[k], box, cut, NULL, capacity), capacity);
        assert_int_equal(asked.gather(asked.context, box, world, MOST), n);
        for (int i = 0; i < n; i++)
        {
            rim_triangle t = test_mesh_triangle(&f->source, again[i]);
            assert_memory_equal(&corners[i], &t, sizeof t);
            assert_memory_equal(&world[i].shape, &t, sizeof t);
            assert_int_equal(world[i].id, again[i]);
            assert_int_equal(world[i].inner, 0);
        }
    }
}

// Meshes of few triangles, of one leaf and more, at all sizes. Spheres just reach triangles, or their boxes, or do not.
static void few_triangles_are_found(void **state)
{
    (void)state;
    static const int COUNTS[] = { 1, 2, 7, 8, 9, 63, 64, 65, 100, 127, 128, 129 };
    test_random      r = { 44 };
    int              none = 0, some = 0, many = 0;
    for (int c = 0; c < (int)(sizeof COUNTS / sizeof *COUNTS); c++)
        for (int kind = 0; kind < MESH_KIND_COUNT; kind++)
        {
            float    size = kind == 1 ? 0x1p-30f : kind == 2 ? 0x1p28f : 3.0f;
            rim_vec3 at = { kind == 3 ? 100000.0f : 0.0f, 0.0f, kind == 4 ? -50.0f : 0.0f };
            family   f = family_make((mesh_kind)kind, COUNTS[c], size, at, (uint64_t)c);
            for (int i = 0; i < case_count(12); i++)
            {
                rim_vec3   p = i % 2 ? point_on(&f, &r) : any_point(&f, &r, 1.5f);
                rim_vec3   on = point_on(&f, &r);
                float      reach = random_float(&r, 0.0f, i % 4 < 2 ? 0.3f : 1.0f) * size;
                rim_sphere ball = { p, i % 3 ? reach : rim_vec3_distance(p, on) };
                rim_box3   box = rim_box3_grow(rim_box3_make(p, p), reach);
                if (i == 5) ball.radius = 100.0f * size;
                ask_few(&f, ball, box, random_int(&r, 0, 20));
                int n = mesh_overlaps_sphere(f.all[0], ball, NULL, 0);
                none += n == 0;
                some += n > 0 && n <= 8;
                many += n > 8;
            }
            for (int i = 0; i < f.source.count; i++)
            {
                rim_vec3 corner = test_mesh_triangle(&f.source, i).a;
                ask_few(&f, (rim_sphere){ corner, 0.01f * size }, rim_box3_make(corner, corner), 9);
            }
            ask_few(&f, (rim_sphere){ at, NAN }, rim_box3_empty(), 3);
            ask_few(&f, (rim_sphere){ at, INFINITY }, rim_box3_empty(), 3);
            ask_few(&f, (rim_sphere){ { NAN, 0.0f, 0.0f }, size }, rim_box3_empty(), 3);
            family_free(&f);
        }
    assert_true(none > case_count(50) && some > case_count(50) && many > case_count(50));
}

static int by_number(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

// The two forms have boxes and leaves of their own, also where triangles shrink towards a point and hardly make a tree.
static void both_forms_find_the_same(void **state)
{
    (void)state;
    enum
    {
        MANY = 120000,
        LINE = 600
    };
    static int  found[2][2 * MANY];
    test_random r = { 31 };
    int         many = 0, few = 0;
    for (int kind = 0; kind < 3; kind++)
    {
        rim_vec3  origin = { 0.0f, 0.0f, 0.0f };
        mesh_kind kinds[3] = { MESH_KIND_SOUP, MESH_KIND_TERRAIN, MESH_KIND_SOUP };
        test_mesh source =
            test_mesh_make(kinds[kind], kind == 2 ? LINE : MANY, 10.0f, origin, (uint64_t)kind);
        float at = 8.0f;
        for (int i = 0; kind == 2 && i < source.point_count; i++, at *= i % 3 ? 1.0f : 0.9f)
            source.points[i] = rim_vec3_scale(rim_vec3_normalize(source.points[i]), at);
        rim_mesh *forms[2];
        for (int form = 0; form < 2; form++)
        {
            rim_mesh_options options = { .form = (rim_mesh_form)form };
            assert_int_equal(rim_mesh_create(&forms[form], source.points, source.point_count,
                                             source.indices, source.count, &options),
                             RIM_OK);
        }
        for (int i = 0; i < case_count(40); i++)
        {
            rim_vec3   p = source.points[random_int(&r, 0, source.point_count - 1)];
            float      reach = i == 0 ? 30.0f : random_float(&r, 0.0f, i % 2 ? 0.2f : 4.0f);
            rim_box3   box = rim_box3_grow(rim_box3_make(p, p), reach);
            rim_sphere ball = { p, reach };
            for (int k = 0; k < 2 * KERNEL_COUNT; k++)
            {
                if (!KERNELS[k / 2]->usable()) continue;
                int n[2];
                for (int form = 0; form < 2; form++)
                {
                    forms[form]->kernels = KERNELS[k / 2];
                    n[form] = k % 2
                                  ? rim_mesh_gather(forms[form], box, found[form], NULL, 2 * MANY)
                                  : mesh_overlaps_sphere(forms[form], ball, found[form], 2 * MANY);
                    qsort(found[form], (size_t)n[form], sizeof **found, by_number);
                }
                assert_int_equal(n[0], n[1]);
                assert_memory_equal(found[0], found[1], (size_t)n[0] * sizeof **found);
                many += n[0] > 1000;
                few += n[0] > 0 && n[0] < 100;
            }
        }
        for (int form = 0; form < 2; form++) rim_mesh_destroy(forms[form]);
        test_mesh_free(&source);
    }
    assert_true(many > case_count(30) && few > case_count(30));
}

// --- the mesh itself ------------------------------------------------------------------------------------

static void triangles_keep_their_numbers_and_corners(void **state)
{
    (void)state;
    for (int kind = 0; kind < MESH_KIND_COUNT; kind++)
    {
        family f = family_make((mesh_kind)kind, 500, 10.0f, rim_vec3_make(0.0f, 0.0f, 0.0f), 3);
        for (int i = 0; i < f.count; i++)
        {
            assert_int_equal(rim_mesh_read(f.all[i]).count, f.source.count);
            for (int k = 0; k < f.source.count; k++)
            {
                rim_triangle a = rim_mesh_triangle(f.all[i], k),
                             b = test_mesh_triangle(&f.source, k);
                assert_memory_equal(&a, &b, sizeof a);
            }
        }
        family_free(&f);
    }
}

static bool holds(const rim_mesh_visit *visits, int count, rim_vec3 p)
{
    for (int i = 0; i < count; i++)
        if (visits[i].triangles > 0 && rim_box3_contains(visits[i].box, p)) return true;
    return false;
}

static void visits_lead_to_what_is_found(void **state)
{
    (void)state;
    test_random r = { 17 };
    int         hits = 0;
    family      f = family_make(MESH_KIND_BALL, 2000, 4.0f, rim_vec3_make(0.0f, 0.0f, 0.0f), 3);
    for (int i = case_count(200); i > 0; i--)
    {
        static rim_mesh_visit visits[MOST], few[1];
        rim_ray3              ray = any_ray(&f, &r);
        for (int k = 0; k < f.count; k++)
        {
            int      n = rim_mesh_raycast_visits(f.all[k], ray, RIM_SIDE_BOTH, visits, MOST);
            rim_hit3 hit = rim_mesh_raycast(f.all[k], ray, RIM_SIDE_BOTH);
            assert_true(n >= 1 && n < 200);
            assert_int_equal(rim_mesh_raycast_visits(f.all[k], ray, RIM_SIDE_BOTH, few, 1), n);
            assert_int_equal(visits[0].triangles, 0);
            if (hit.hit)
            {
                rim_triangle t = rim_mesh_triangle(f.all[k], hit.item);
                assert_true(holds(visits, n, t.a));
                hits++;
            }
            static int numbers[MOST];
            rim_box3   box = rim_box3_grow(rim_box3_make(ray.origin, ray.origin), 0.75f);
            int        count = rim_mesh_gather(f.all[k], box, numbers, NULL, MOST);
            n = rim_mesh_gather_visits(f.all[k], box, visits, MOST);
            for (int j = 0; j < count; j++)
                assert_true(holds(visits, n, rim_mesh_triangle(f.all[k], numbers[j]).b));
        }
    }
    assert_true(hits > case_count(100));
    family_free(&f);
}

static void a_mesh_without_triangles_meets_nothing(void **state)
{
    (void)state;
    rim_mesh *mesh;
    assert_int_equal(rim_mesh_create(&mesh, NULL, 0, NULL, 0, NULL), RIM_OK);
    rim_ray3   ray = { { 0.0f, 1.0f, 0.0f }, { 0.0f, -2.0f, 0.0f } };
    rim_sphere all = { { 0.0f, 0.0f, 0.0f }, 1e9f };
    assert_false(rim_mesh_raycast(mesh, ray, RIM_SIDE_BOTH).hit);
    assert_int_equal(mesh_overlaps_sphere(mesh, all, NULL, 0), 0);
    assert_false(rim_mesh_closest(mesh, ray.origin, INFINITY).found);
    assert_true(rim_box3_is_empty(rim_mesh_read(mesh).bounds));
    rim_mesh_destroy(mesh);
    rim_mesh_destroy(NULL);
}

// Triangles that are all the same point cannot be told apart by any box: there is no end to dividing them.
static void a_heap_of_equal_points_is_a_mesh(void **state)
{
    (void)state;
    enum
    {
        HEAP = 1000
    };
    rim_vec3   point = { 1.0f, 2.0f, 3.0f };
    int        found[HEAP];
    static int indices[3 * HEAP];
    for (int form = 0; form < 2; form++)
    {
        rim_mesh_options options = { .form = (rim_mesh_form)form };
        rim_mesh        *mesh;
        assert_int_equal(rim_mesh_create(&mesh, &point, 1, indices, HEAP, &options), RIM_OK);
        assert_int_equal(rim_mesh_gather(mesh, rim_box3_make(point, point), found, NULL, HEAP),
                         HEAP);
        bool seen[HEAP] = { false };
        for (int i = 0; i < HEAP; i++) seen[found[i]] = true;
        for (int i = 0; i < HEAP; i++) assert_true(seen[i]);
        rim_box3 beside = rim_box3_make(rim_vec3_make(1.5f, 0.0f, 0.0f), rim_vec3_make(9, 9, 9));
        assert_int_equal(rim_mesh_gather(mesh, beside, found, NULL, HEAP), 0);
        rim_mesh_destroy(mesh);
    }
}

// Asserts that a box finds `count` triangles in the mesh of these points, in both forms, each once.
static void assert_found(const rim_vec3 *points, int triangles, rim_box3 box, int count)
{
    for (int form = 0; form < 2; form++)
    {
        rim_mesh_options options = { .form = (rim_mesh_form)form };
        rim_mesh        *mesh;
        int              numbers[MOST], found[MOST] = { 0 };
        assert_int_equal(RIM_OK,
                         rim_mesh_create(&mesh, points, 3 * triangles, NULL, triangles, &options));
        assert_int_equal(rim_mesh_gather(mesh, box, numbers, NULL, MOST), count);
        for (int i = 0; i < count; i++) assert_int_equal(found[numbers[i]]++, 0);
        rim_mesh_destroy(mesh);
    }
}

// Nodes with fewer than eight children have boxes at infinity for the missing ones.
static void a_box_without_bounds_finds_all(void **state)
{
    (void)state;
    test_random random = { 92 };
    rim_vec3    points[3 * 61];
    for (int i = 0; i < 3 * 61; i++) points[i] = random_vec3(&random, 5.0f);
    for (int i = 0; i < 2; i++)
    {
        float    far = i ? FLT_MAX : INFINITY;
        rim_vec3 all = rim_vec3_make(far, far, far);
        for (int count = 1; count <= 61; count++)
            assert_found(points, count, rim_box3_make(rim_vec3_negate(all), all), count);
    }
}

// The middles of the triangles lie farther apart than the largest float.
static void meshes_as_wide_as_floats_are_built(void **state)
{
    (void)state;
    rim_vec3 points[3 * 100], all = rim_vec3_make(FLT_MAX, FLT_MAX, FLT_MAX);
    for (int i = 0; i < 100; i++)
        for (int k = 0; k < 3; k++)
            points[3 * i + k] = rim_vec3_make(i % 2 ? 3.4e38f : -3.4e38f, (float)i, (float)k);
    assert_found(points, 100, rim_box3_make(rim_vec3_negate(all), all), 100);
}

// In the compact form, the side of a box at -1e-30 is 255 steps of length 1 from the node's corner, and so at 0.
static void a_box_is_found_in_spite_of_rounded_sides(void **state)
{
    (void)state;
    rim_vec3 points[3 * 80];
    for (int i = 0; i < 80; i++)
    {
        float y = (float)(i % 8), z = (float)(i % 5), least = i < 40 ? -255.0f : -1e-30f;
        points[3 * i] = rim_vec3_make(least, y, z);
        points[3 * i + 1] = rim_vec3_make(i < 40 ? -254.0f : 0.0f, y + 1.0f, z);
        points[3 * i + 2] = rim_vec3_make(i < 40 ? -254.0f : 0.0f, y, z + 1.0f);
    }
    rim_box3 box = { { -1e-30f, -9.0f, -9.0f }, { -1e-30f, 19.0f, 19.0f } };
    assert_found(points, 80, box, 40);
}

static void what_is_no_mesh_is_refused(void **state)
{
    (void)state;
    rim_vec3         p[3] = { { 0.0f, 0.0f, 0.0f }, { 1.0f, 0.0f, 0.0f }, { 0.0f, 1.0f, 0.0f } };
    int              high[3] = { 0, 1, 3 }, low[3] = { 0, -1, 2 }, good[3] = { 0, 1, 2 };
    rim_mesh        *mesh;
    rim_mesh_options unknown = { .form = (rim_mesh_form)7 };
    assert_int_equal(rim_mesh_create(&mesh, p, 3, good, 1, &unknown), RIM_ERR_ARGUMENT);
    assert_int_equal(rim_mesh_create(&mesh, p, 3, high, 1, NULL), RIM_ERR_ARGUMENT);
    assert_null(mesh);
    assert_int_equal(rim_mesh_create(&mesh, p, 3, low, 1, NULL), RIM_ERR_ARGUMENT);
    assert_int_equal(rim_mesh_create(&mesh, p, 3, NULL, 2, NULL), RIM_ERR_SIZE);
    assert_int_equal(rim_mesh_create(&mesh, p, 3, good, -1, NULL), RIM_ERR_SIZE);
    p[1].y = NAN;
    assert_int_equal(rim_mesh_create(&mesh, p, 3, good, 1, NULL), RIM_ERR_ARGUMENT);
    p[1].y = INFINITY;
    assert_int_equal(rim_mesh_create(&mesh, p, 3, good, 1, NULL), RIM_ERR_ARGUMENT);
    assert_null(mesh);
}

static void what_is_not_finite_meets_nothing(void **state)
{
    (void)state;
    family f = family_make(MESH_KIND_BALL, 200, 1.0f, rim_vec3_make(0.0f, 0.0f, 0.0f), 1);
    float  bad[3] = { NAN, INFINITY, -INFINITY };
    for (int i = 0; i < 3 * f.count; i++)
    {
        const rim_mesh *m = f.all[i / 3];
        rim_vec3        v = { 0.0f, bad[i % 3], 0.0f }, down = { 0.0f, -1.0f, 0.0f }, o = { 0 };
        rim_ray3        from = { v, down }, along = { o, v };
        rim_sphere      a = { v, 1.0f }, b = { o, bad[i % 3] }, c = { o, 1.0f };
        rim_capsule     d = { o, v, 1.0f };
        assert_false(rim_mesh_raycast(m, from, RIM_SIDE_BOTH).hit);
        assert_false(rim_mesh_raycast_any(m, along, RIM_SIDE_BOTH));
        assert_int_equal(rim_mesh_raycast_all(m, along, RIM_SIDE_BOTH, NULL, 0), 0);
        assert_int_equal(mesh_overlaps_sphere(m, a, NULL, 0), 0);
        assert_int_equal(mesh_overlaps_sphere(m, b, NULL, 0), 0);
        assert_int_equal(mesh_overlaps_capsule(m, &d, NULL, 0), 0);
        assert_false(mesh_sweep_sphere(m, c, v, RIM_SIDE_BOTH).hit);
        assert_false(mesh_sweep_capsule(m, &d, down, RIM_SIDE_BOTH).hit);
        assert_false(rim_mesh_closest(m, v, INFINITY).found);
        assert_false(rim_mesh_closest(m, o, NAN).found);
    }
    family_free(&f);
}

static bool stop_at_half(void *context, double done)
{
    double *last = context;
    assert_true(done >= *last && done <= 1.0);
    *last = done;
    return done < 0.5;
}

static void the_builder_tells_how_far_it_is_and_can_be_stopped(void **state)
{
    (void)state;
    test_mesh source =
        test_mesh_make(MESH_KIND_TERRAIN, 5000, 1.0f, rim_vec3_make(0.0f, 0.0f, 0.0f), 1);
    double           last = 0.0;
    test_heap        heap = { .budget = -1 };
    rim_allocator    from = test_heap_allocator(&heap);
    rim_mesh_options options = { .allocator = &from, .progress = { stop_at_half, &last } };
    rim_mesh        *mesh;
    assert_int_equal(rim_mesh_create(&mesh, source.points, source.point_count, source.indices,
                                     source.count, &options),
                     RIM_ERR_CANCELLED);
    assert_null(mesh);
    assert_true(last >= 0.5 && last < 0.6);
    assert_int_equal(heap.live_bytes, 0);
    test_mesh_free(&source);
}

// Either all allocations after some number are refused, or only one: then nothing that comes later fails in its place.
static void every_refused_allocation_is_survived(void **state)
{
    (void)state;
    test_mesh source =
        test_mesh_make(MESH_KIND_TERRAIN, 500, 1.0f, rim_vec3_make(0.0f, 0.0f, 0.0f), 1);
    rim_status status[2] = { RIM_ERR_MEMORY, RIM_ERR_MEMORY };
    for (int i = 0; status[0] || status[1]; i++)
    {
        int              budget = i / 2, once = i % 2;
        test_heap        heap = { .budget = budget, .once = once };
        rim_allocator    from = test_heap_allocator(&heap);
        rim_mesh_options options = { .allocator = &from };
        rim_mesh        *mesh;
        status[once] = rim_mesh_create(&mesh, source.points, source.point_count, source.indices,
                                       source.count, &options);
        assert_int_equal(heap.refused ? RIM_ERR_MEMORY : RIM_OK, status[once]);
        assert_true((status[once] == RIM_OK) == (mesh != NULL));
        if (mesh)
        {
            const rim_box3 all = { { -FLT_MAX, -FLT_MAX, -FLT_MAX },
                                   { FLT_MAX, FLT_MAX, FLT_MAX } };
            assert_int_equal(heap.live_bytes, rim_mesh_read(mesh).bytes);
            assert_int_equal(source.count, rim_mesh_gather(mesh, all, NULL, NULL, 0));
        }
        rim_mesh_destroy(mesh);
        assert_int_equal(heap.live_bytes, 0);
        assert_true(budget < 60);
    }
    test_mesh_free(&source);
}

// Triangles that are points or lines have less than three corners, and nothing but those counts for their boxes.
static void boxes_of_triangles_without_area_hold_no_more_than_them(void **state)
{
    (void)state;
    rim_vec3    points[64 * 3];
    test_random random = { 77 };
    rim_mesh   *mesh;
    int         boxes = 0;
    for (int i = 0; i < 64; i++)
    {
        rim_vec3 p = rim_vec3_add(random_in_cube(&random, 1), rim_vec3_make(10, -50, 300));
        for (int k = 0; k < 3; k++) points[3 * i + k] = p;
        if (i % 2) points[3 * i].x += 0.25f;
    }
    for (int count = 1; count <= 64; count++)
    {
        assert_int_equal(RIM_OK, rim_mesh_create(&mesh, points, 3 * count, NULL, count, NULL));
        rim_box3 all = rim_mesh_read(mesh).bounds;
        for (uint32_t i = 0; i < mesh->node_count; i++)
        {
            const mesh_node        *node = mesh_node_at(mesh, i * mesh_node_words(mesh->form));
            const mesh_float_boxes *b = (const void *)(node + 1);
            for (int c = 0; c < mesh_children(node); c++, boxes++)
            {
                rim_vec3 lo = { b->lo[0][c], b->lo[1][c], b->lo[2][c] };
                rim_vec3 hi = { b->hi[0][c], b->hi[1][c], b->hi[2][c] };
                assert_true(rim_box3_contains(all, lo) && rim_box3_contains(all, hi));
            }
        }
        rim_mesh_destroy(mesh);
    }
    assert_true(boxes > 300);
}

static void any_shape_asks_as_its_kind(void **state)
{
    (void)state;
    test_random random = { 91 };
    int         found = 0, hits = 0;
    for (int i = 0; i < case_count(300); i++)
    {
        rim_vec3 points[12];
        int      indices[12], all[16], one[16];
        for (int k = 0; k < 12; k++) points[k] = random_vec3(&random, 1.5f), indices[k] = k;
        rim_mesh *mesh;
        assert_int_equal(RIM_OK, rim_mesh_create(&mesh, points, 12, indices, 4, NULL));
        rim_capsule c = random_capsule(&random, 2.0f);
        rim_sphere  s = { c.a, c.radius };
        rim_xform3  none = rim_xform3_identity(), pose = none;
        rim_obox    box = { { c.a, { 0.5f, 0.25f, 0.0f, 1.0f } }, { 1.0f, 0.5f, 0.75f } };
        rim_shape3  ball = (rim_shape3){ RIM_SHAPE3_SPHERE, .sphere = s },
                   rod = (rim_shape3){ RIM_SHAPE3_CAPSULE, .capsule = c };
        rim_shape3 crate = (rim_shape3){ RIM_SHAPE3_BOX, .box = box },
                   floor = { .kind = RIM_SHAPE3_PLANE };
        rim_mesh_contact told[16], other[16];
        rim_vec3         delta = random_vec3(&random, 4.0f);
        pose.position = rim_vec3_make(0.5f, -0.25f, 1.0f);
        s.center = rim_vec3_add(s.center, pose.position);
        int n = rim_mesh_overlaps(mesh, &ball, pose, all, 16);
        assert_int_equal(n, mesh_overlaps_sphere(mesh, s, one, 16));
        assert_memory_equal(all, one, (size_t)n * sizeof(int));
        found += n;
        n = rim_mesh_contacts(mesh, &rod, none, RIM_SIDE_BOTH, told, 16);
        assert_int_equal(n, mesh_contacts_capsule(mesh, &c, RIM_SIDE_BOTH, other, 16));
        for (int k = 0; k < n; k++) assert_int_equal(told[k].triangle, other[k].triangle);
        rim_hit3 hit = rim_mesh_sweep(mesh, &ball, pose, delta, RIM_SIDE_BOTH);
        assert_true(hit.t == mesh_sweep_sphere(mesh, s, delta, RIM_SIDE_BOTH).t);
        hits += hit.hit;
        // A box, by one triangle after the other.
        int count = 0;
        for (int k = 0; k < 4; k++)
        {
            rim_triangle t = rim_mesh_triangle(mesh, k);
            rim_shape3   face = (rim_shape3){ RIM_SHAPE3_TRIANGLE, .triangle = t };
            count += rim_shape3_overlaps(&crate, none, &face, none);
        }
        assert_int_equal(rim_mesh_overlaps(mesh, &crate, none, all, 16), count);
        assert_int_equal(rim_mesh_overlaps(mesh, &floor, none, all, 16), 0);
        assert_int_equal(rim_mesh_contacts(mesh, &floor, none, RIM_SIDE_BOTH, told, 16), 0);
        assert_false(rim_mesh_sweep(mesh, &floor, none, delta, RIM_SIDE_BOTH).hit);
        rim_mesh_destroy(mesh);
    }
    assert_true(found > case_count(300) / 10 && hits > case_count(300) / 20);
}

static rim_vec3 mesh_lattice_point(test_random *random, int most)
{
    float x = (float)random_int(random, -most, most), y = (float)random_int(random, -most, most);
    return rim_vec3_make(x, y, (float)random_int(random, -most, most));
}

// Seen from beyond its tip, a needle is so narrow that rounding decides on which side of its edges a point is.
static void capsules_beyond_the_tip_of_a_needle_do_not_touch_it(void **state)
{
    (void)state;
    test_random random = { 93 };
    for (int i = 0; i < case_count(300); i++)
    {
        float    width = ldexpf(1.0f, -random_int(&random, 4, 30));
        rim_vec3 tip = mesh_lattice_point(&random, 2);
        rim_vec3 points[3] = { rim_vec3_scale(mesh_lattice_point(&random, 1), width),
                               rim_vec3_scale(mesh_lattice_point(&random, 1), width), tip };
        rim_vec3 end = rim_vec3_scale(tip, 2.0f);
        rim_vec3 start = rim_vec3_add(end, mesh_lattice_point(&random, 2));
        for (int first = 0; first < 3; first++)
        {
            rim_triangle t = { points[first], points[(first + 1) % 3], points[(first + 2) % 3] };
            rim_capsule  capsule = { start, end, 0.75f };
            rim_mesh    *mesh;
            assert_int_equal(RIM_OK, rim_mesh_create(&mesh, &t.a, 3, NULL, 1, NULL));
            for (int k = 0; k < KERNEL_COUNT; k++)
            {
                if (!KERNELS[k]->usable()) continue;
                mesh->kernels = KERNELS[k];
                assert_int_equal(mesh_overlaps_capsule(mesh, &capsule, NULL, 0),
                                 capsule_overlaps_triangle(capsule, &t));
            }
            rim_mesh_destroy(mesh);
        }
    }
}

// The distances of some of these triangles are so small that they are 0 as floats.
static void tiny_triangles_overlap_as_large_ones_do(void **state)
{
    (void)state;
    test_random random = { 95 };
    int         found = 0, all = case_count(3000);
    for (int i = 0; i < all; i++)
    {
        rim_vec3 points[6];
        for (int k = 0; k < 6; k++)
            points[k] = rim_vec3_scale(random_vec3(&random, 4.0f), ldexpf(1.0f, -147));
        rim_shape3 a = { RIM_SHAPE3_TRIANGLE, .triangle = { points[0], points[1], points[2] } };
        rim_shape3 b = { RIM_SHAPE3_TRIANGLE, .triangle = { points[3], points[4], points[5] } };
        rim_xform3 here = rim_xform3_identity();
        rim_mesh  *mesh;
        assert_int_equal(RIM_OK, rim_mesh_create(&mesh, &points[3], 3, NULL, 1, NULL));
        int count = rim_mesh_overlaps(mesh, &a, here, NULL, 0);
        assert_int_equal(count, rim_shape3_overlaps(&a, here, &b, here));
        found += count;
        rim_mesh_destroy(mesh);
    }
    assert_true(found > all / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiny_triangles_overlap_as_large_ones_do),
        cmocka_unit_test(capsules_beyond_the_tip_of_a_needle_do_not_touch_it),
        cmocka_unit_test(any_shape_asks_as_its_kind),
        cmocka_unit_test(rays_meet_what_a_loop_over_all_triangles_meets),
        cmocka_unit_test(rays_far_from_the_origin_pass_edges_on_the_right_side),
        cmocka_unit_test(hits_have_the_bits_of_the_loop_for_coordinates_of_any_exponent),
        cmocka_unit_test(a_large_box_does_not_reach_what_is_just_beside_it),
        cmocka_unit_test(overlaps_are_those_of_a_loop_over_all_triangles),
        cmocka_unit_test(the_closest_triangle_is_that_of_a_loop_over_all),
        cmocka_unit_test(sweeps_meet_what_a_loop_over_all_triangles_meets),
        cmocka_unit_test(sweeps_meet_small_triangles_beside_their_faces),
        cmocka_unit_test(lists_have_one_order_on_every_processor),
        cmocka_unit_test(few_triangles_are_found),
        cmocka_unit_test(both_forms_find_the_same),
        cmocka_unit_test(triangles_keep_their_numbers_and_corners),
        cmocka_unit_test(visits_lead_to_what_is_found),
        cmocka_unit_test(a_mesh_without_triangles_meets_nothing),
        cmocka_unit_test(a_heap_of_equal_points_is_a_mesh),
        cmocka_unit_test(a_box_without_bounds_finds_all),
        cmocka_unit_test(meshes_as_wide_as_floats_are_built),
        cmocka_unit_test(a_box_is_found_in_spite_of_rounded_sides),
        cmocka_unit_test(what_is_no_mesh_is_refused),
        cmocka_unit_test(what_is_not_finite_meets_nothing),
        cmocka_unit_test(the_builder_tells_how_far_it_is_and_can_be_stopped),
        cmocka_unit_test(every_refused_allocation_is_survived),
        cmocka_unit_test(boxes_of_triangles_without_area_hold_no_more_than_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
