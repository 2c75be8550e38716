// How far upright things are from triangles, and when they first meet them on the way: every kernel against
// the exact functions of one shape and one triangle.
#include "support/pairs.h"
#include "support/support.h"

#include "rimcast/convex.h"
#include "solid/mover/motion.h"

#include <string.h>

typedef struct kernel_row
{
    const char          *name;
    const field_kernels *kernels;
} kernel_row;

static const kernel_row ROWS[] = {
    { "plain", &mover_field_plain },
#ifdef FIELD_AVX2
    { "avx2", &mover_field_avx2 },
#endif
};

static bool can_run(const char *name)
{
#ifdef FIELD_AVX2
    return strcmp(name, "avx2") != 0 || CPU_HAS(AVX2, "avx2");
#else
    (void)name;
    return true;
#endif
}

enum
{
    KINDS = sizeof ROWS / sizeof *ROWS
};

static rim_vec3 any_point(test_random *random, float size)
{
    if (random_int(random, 0, 3) == 0) // often on a grid: parallel and level things
        return random_whole3(random, 3);
    return random_in_cube(random, size);
}

static rim_triangle any_triangle(test_random *random)
{
    rim_triangle t = { any_point(random, 3.0f), any_point(random, 3.0f), any_point(random, 3.0f) };
    int          odd = random_int(random, 0, 19);
    if (odd == 0) t.c = t.b;
    if (odd == 1) t.b = t.c = t.a;
    if (odd == 2) t.c = rim_vec3_lerp(t.a, t.b, 0.25f);
    return t;
}

static field_shape any_shape(test_random *random, bool box)
{
    field_shape shape = { .box = box };
    shape.radius = random_float(random, 0.1f, 1.0f);
    shape.rise = random_int(random, 0, 2) ? random_float(random, 0.0f, 2.0f) : 0.0f;
    shape.half =
        v3d(shape.radius, random_float(random, 0.1f, 1.0f), random_float(random, 0.1f, 1.0f));
    shape.skin = shape.radius / 256.0;
    return shape;
}

static void build(field_group *g, const field_kernels *kernels, const rim_triangle t[4])
{
    const rim_triangle *four[4] = { &t[0], &t[1], &t[2], &t[3] };
    kernels->build(g, four, v3d(0.0, 0.0, 0.0));
}

static rim_capsule capsule_of(const field_shape *s, rim_vec3 p, double more)
{
    rim_capsule c = { p, { p.x, (float)(p.y + s->rise), p.z }, (float)(s->radius + more) };
    return c;
}

static void capsules_are_as_far_from_triangles_as_the_exact_distance_says(void **state)
{
    (void)state;
    test_random random = { 21 };
    int         apart = 0, deep = 0, pierced = 0, over = 0;
    for (int round = 0; round < case_count(20000); round++)
    {
        field_shape  shape = any_shape(&random, false);
        rim_vec3     p = any_point(&random, 3.0f);
        rim_triangle t[4];
        for (int i = 0; i < 4; i++) t[i] = any_triangle(&random);
        shape.rise = (float)(p.y + shape.rise) - p.y; // as floats have it
        field_near near[KINDS];
        memset(near, 0, sizeof near);
        for (int kind = 0; kind < KINDS; kind++)
        {
            if (!can_run(ROWS[kind].name)) continue;
            field_group g;
            memset(&g, 0, sizeof g);
            vec3d x = v3d_from(p);
            build(&g, ROWS[kind].kernels, t);
            ROWS[kind].kernels->measure(&near[kind], &g, &shape, &x);
            assert_memory_equal(&near[kind], &near[0], sizeof near[0]);
        }
        for (int i = 0; i < 4; i++)
        {
            rim_capsule   axis = { p, { p.x, (float)(p.y + shape.rise), p.z }, 0.0f };
            rim_distance3 d = rim_capsule_distance_triangle(axis, &t[i]);
            double        gap = near[0].gap[i];
            vec3d         n = v3d(near[0].n[0][i], near[0].n[1][i], near[0].n[2][i]);
            assert_near(v3d_length(n), 1.0, 1e-9);
            over += near[0].inside[i] == 1.0;
            if (d.distance > 1e-4f)
            {
                apart++;
                assert_near(gap, d.distance - shape.radius, 2e-6);
                if (near[0].inside[i] == 0.0) assert_true(near[0].height[i] >= 0.0);
                // The plane through the closest point keeps triangle and capsule apart.
                double reach = gap + shape.radius;
                vec3d  q = v3d_from(p);
                q.y += near[0].height[i];
                q = v3d_along(q, n, -reach);
                assert_true(v3d_dot(n, v3d_sub(v3d_from(t[i].a), q)) < 1e-6);
                assert_true(v3d_dot(n, v3d_sub(v3d_from(t[i].b), q)) < 1e-6);
                assert_true(v3d_dot(n, v3d_sub(v3d_from(t[i].c), q)) < 1e-6);
            }
            else
            {
                deep++;
                assert_true(gap < -0.999 * shape.radius);
                // Going by that far along the normal leaves it free.
                vec3d       out = v3d_along(v3d_from(p), n, -gap + 1e-5);
                rim_capsule there = capsule_of(&shape, v3d_round(out), 0.0);
                if (near[0].side[i] != 0.0 || near[0].inside[i] == 0.0) continue;
                pierced++;
                assert_true(rim_capsule_distance_triangle(there, &t[i]).distance > 0.0f);
            }
        }
    }
    assert_true(apart > case_count(40000));
    assert_true(over > case_count(4000));
    assert_true(pierced > case_count(500) && deep >= pierced);
}

// The first time at which the distance is less than `radius`, by halving: the distance is convex.
static bool slow_meets(const field_shape *s, rim_vec3 p, rim_vec3 v, const rim_triangle *t,
                       double radius, double *when)
{
    rim_capsule axis = { p, { p.x, (float)(p.y + s->rise), p.z }, 0.0f };
    double      lo = 0.0, hi = 1.0;
    for (int i = 0; i < 100; i++) // the closest place
    {
        double      a = lo + (hi - lo) / 3.0, b = hi - (hi - lo) / 3.0;
        rim_capsule ca = axis, cb = axis;
        ca.a = rim_vec3_along(axis.a, v, (float)a), ca.b = rim_vec3_along(axis.b, v, (float)a);
        cb.a = rim_vec3_along(axis.a, v, (float)b), cb.b = rim_vec3_along(axis.b, v, (float)b);
        if (rim_capsule_distance_triangle(ca, t).distance <=
            rim_capsule_distance_triangle(cb, t).distance)
            hi = b;
        else
            lo = a;
    }
    double best = 0.5 * (lo + hi);
    lo = 0.0, hi = best;
    for (int i = 0; i < 60; i++)
    {
        double      a = 0.5 * (lo + hi);
        rim_capsule c = axis;
        c.a = rim_vec3_along(axis.a, v, (float)a), c.b = rim_vec3_along(axis.b, v, (float)a);
        if (rim_capsule_distance_triangle(c, t).distance < radius)
            hi = a;
        else
            lo = a;
    }
    *when = hi;
    return hi < best - 1e-5;
}

static void a_capsule_stops_where_its_skin_meets_the_first_triangle(void **state)
{
    (void)state;
    test_random random = { 22 };
    int         hits = 0, misses = 0;
    for (int round = 0; round < case_count(12000); round++)
    {
        field_shape  shape = any_shape(&random, false);
        rim_vec3     p = any_point(&random, 3.0f), v = any_point(&random, 3.0f);
        rim_triangle t = any_triangle(&random), four[4] = { t, t, t, t };
        rim_capsule  start = capsule_of(&shape, p, 0.0);
        shape.rise = start.b.y - start.a.y;
        double skin = shape.radius + shape.skin;
        if (rim_capsule_distance_triangle(start, &t).distance < 2.0f * (float)shape.skin) continue;
        double t0 = 1.0;
        for (int kind = 0; kind < KINDS; kind++)
        {
            if (!can_run(ROWS[kind].name)) continue;
            field_group g;
            field_near  near;
            vec3d       x = v3d_from(p), way = v3d_from(v);
            build(&g, ROWS[kind].kernels, four);
            ROWS[kind].kernels->measure(&near, &g, &shape, &x);
            double when = ROWS[kind].kernels->sweep(&g, &near, &shape, &x, &way, 1.0, 1.0);
            if (kind == 0) t0 = when;
            assert_true(when == t0);
        }
        double first, speed = rim_vec3_length(v);
        bool   meets = slow_meets(&shape, p, v, &t, skin, &first);
        if (t0 < 1.0)
        {
            hits++;
            assert_true(meets || first * speed > 0.0);
            assert_near(t0 * speed, first * speed, 2e-3 * shape.radius + 1e-5);
        }
        else
        {
            misses++;
            // It may pass by a little nearer than the skin.
            double within;
            if (meets && slow_meets(&shape, p, v, &t, shape.radius + 0.8 * shape.skin, &within))
                assert_true(within > 0.9999 || first > 0.999);
        }
    }
    assert_true(hits > case_count(500));
    assert_true(misses > case_count(500));
}

static rim_obox obox_of(const field_shape *s, rim_vec3 p, double more)
{
    rim_obox box = { rim_xform3_identity(),
                     { (float)(s->half.x + more), (float)(s->half.y + more),
                       (float)(s->half.z + more) } };
    box.pose.position = p;
    return box;
}

static void boxes_overlap_where_all_axes_say_so(void **state)
{
    (void)state;
    test_random random = { 23 };
    int         apart = 0, overlaps = 0;
    for (int round = 0; round < case_count(20000); round++)
    {
        field_shape  shape = any_shape(&random, true);
        rim_vec3     p = any_point(&random, 3.0f);
        rim_triangle t[4];
        for (int i = 0; i < 4; i++) t[i] = any_triangle(&random);
        field_near near[KINDS];
        memset(near, 0, sizeof near);
        for (int kind = 0; kind < KINDS; kind++)
        {
            if (!can_run(ROWS[kind].name)) continue;
            field_group g;
            memset(&g, 0, sizeof g);
            vec3d x = v3d_from(p);
            build(&g, ROWS[kind].kernels, t);
            ROWS[kind].kernels->measure(&near[kind], &g, &shape, &x);
            assert_memory_equal(&near[kind], &near[0], sizeof near[0]);
        }
        for (int i = 0; i < 4; i++)
        {
            double gap = near[0].gap[i];
            vec3d  n = v3d(near[0].n[0][i], near[0].n[1][i], near[0].n[2][i]);
            bool   meets = obox_overlaps_triangle(obox_of(&shape, p, 0.0), &t[i]);
            if (fabs(gap) < 1e-5) continue;
            assert_true(meets == (gap < 0.0));
            apart += gap > 0.0;
            overlaps += gap < 0.0;
            if (gap > 0.0) continue;
            vec3d out = v3d_along(v3d_from(p), n, -gap + 1e-5);
            assert_false(obox_overlaps_triangle(obox_of(&shape, v3d_round(out), 0.0), &t[i]));
        }
    }
    assert_true(apart > case_count(20000) && overlaps > case_count(5000));
}

static void a_box_stops_just_before_it_meets_the_first_triangle(void **state)
{
    (void)state;
    test_random random = { 24 };
    int         hits = 0, misses = 0;
    for (int round = 0; round < case_count(6000); round++)
    {
        field_shape  shape = any_shape(&random, true);
        rim_vec3     p = any_point(&random, 3.0f), v = any_point(&random, 3.0f);
        rim_triangle t = any_triangle(&random), four[4] = { t, t, t, t };
        rim_obox     fat = obox_of(&shape, p, 2.0 * shape.skin);
        if (obox_overlaps_triangle(fat, &t)) continue;
        double t0 = 1.0;
        for (int kind = 0; kind < KINDS; kind++)
        {
            if (!can_run(ROWS[kind].name)) continue;
            field_group g;
            field_near  near;
            vec3d       x = v3d_from(p), way = v3d_from(v);
            build(&g, ROWS[kind].kernels, four);
            ROWS[kind].kernels->measure(&near, &g, &shape, &x);
            double when = ROWS[kind].kernels->sweep(&g, &near, &shape, &x, &way, 1.0, 1.0);
            if (kind == 0) t0 = when;
            assert_true(when == t0);
        }
        // All the way it overlaps nothing, and a little more would.
        for (int i = 0; i <= 50; i++)
        {
            rim_vec3 q = rim_vec3_along(p, v, (float)(t0 * i / 50.0));
            assert_false(obox_overlaps_triangle(obox_of(&shape, q, 0.0), &t));
        }
        misses += t0 == 1.0;
        if (t0 == 1.0) continue;
        hits++;
        rim_vec3 q = rim_vec3_along(p, v, (float)t0);
        assert_true(obox_overlaps_triangle(obox_of(&shape, q, 4.0 * shape.skin), &t));
    }
    assert_true(hits > case_count(500) && misses > case_count(500));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(capsules_are_as_far_from_triangles_as_the_exact_distance_says),
        cmocka_unit_test(a_capsule_stops_where_its_skin_meets_the_first_triangle),
        cmocka_unit_test(boxes_overlap_where_all_axes_say_so),
        cmocka_unit_test(a_box_stops_just_before_it_meets_the_first_triangle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
