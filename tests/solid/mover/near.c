// What is left out because its box is far off: never what is near. What a motion slides along, which it does not meet,
// and what stops it.
#include "support/support.h"

#include "solid/mover/motion.h"

#include <string.h>

static const struct
{
    const field_kernels *kernels;
    bool                 box, avx2;
} ROWS[] = {
    { &mover_field_plain, false, false },
    { &mover_field_plain, true, false },
#ifdef FIELD_AVX2
    { &mover_field_avx2, false, true },
    { &mover_field_avx2, true, true },
#endif
};

enum
{
    KINDS = sizeof ROWS / sizeof *ROWS,
    MOST = 45 // triangles: the last group is not full
};

static bool can_run(int kind)
{
#ifdef FIELD_AVX2
    return !ROWS[kind].avx2 || CPU_HAS(AVX2, "avx2");
#else
    return !ROWS[kind].avx2;
#endif
}

static rim_vec3 any_point(test_random *random, float size)
{
    if (random_int(random, 0, 2) == 0) // often on a grid: parallel and level things
        return rim_vec3_make((float)random_int(random, -3, 3), (float)random_int(random, -3, 3),
                             (float)random_int(random, -3, 3));
    return rim_vec3_make(random_float(random, -size, size), random_float(random, -size, size),
                         random_float(random, -size, size));
}

static rim_triangle any_triangle(test_random *random, rim_vec3 center)
{
    rim_triangle t;
    t.a = rim_vec3_add(center, any_point(random, 2.0f));
    t.b = rim_vec3_add(t.a, any_point(random, 1.0f));
    t.c = rim_vec3_add(t.a, any_point(random, 1.0f));
    if (random_int(random, 0, 19) == 0) t.c = t.b;
    return t;
}

// Triangles about a centre that may be far from the origin, all of them in the field.
static void fill(field *f, test_random *random, const field_kernels *kernels, bool box)
{
    rim_vec3 center = rim_vec3_scale(any_point(random, 3.0f), random_int(random, 0, 1) ? 0 : 50);
    rim_triangle      t[MOST];
    rim_triangle_list list = { t, random_int(random, 1, MOST) };
    memset(f, 0, sizeof *f);
    f->shape.box = box;
    f->shape.radius = random_float(random, 0.1f, 1.0f);
    f->shape.rise = random_int(random, 0, 2) ? random_float(random, 0.0f, 2.0f) : 0.0f;
    f->shape.half = v3d(f->shape.radius, random_float(random, 0.1f, 1.0f), 0.5);
    f->shape.skin = f->shape.radius / 256.0;
    f->shape.one_sided = random_int(random, 0, 2) == 0;
    f->origin = v3d_add(v3d_from(center), v3d_from(any_point(random, 1.0f)));
    for (int i = 0; i < list.count; i++) t[i] = any_triangle(random, center);
    rim_vec3 far = rim_vec3_make(1e3f, 1e3f, 1e3f);
    rim_box3 all = { rim_vec3_negate(far), far };
    field_gather(f, rim_triangle_list_world(&list), all, v3d(0.0, 0.0, 0.0), f->origin);
    field_build(f, ((field_set)1 << f->groups) - 1, kernels);
}

static bool holds(field_set set, int i)
{
    return (set >> i & 1u) != 0;
}

static double least_gap(const field *f, const field_kernels *kernels, int group, vec3d x)
{
    field_near near;
    double     least = INFINITY;
    kernels->measure(&near, &f->lanes[group], &f->shape, &x);
    for (int k = 0; k < 4; k++) least = near.gap[k] < least ? near.gap[k] : least;
    return least;
}

// The box of the core on its way from x by v.
static void core_on_way(const field *f, vec3d x, vec3d v, vec3d *lo, vec3d *hi)
{
    vec3d end = v3d_add(x, v), half = f->shape.half, up = v3d(0.0, f->shape.rise, 0.0);
    *lo = v3d(fmin(x.x, end.x), fmin(x.y, end.y), fmin(x.z, end.z));
    *hi = v3d(fmax(x.x, end.x), fmax(x.y, end.y), fmax(x.z, end.z));
    *lo = f->shape.box ? v3d_sub(*lo, half) : *lo;
    *hi = v3d_add(*hi, f->shape.box ? half : up);
}

static void groups_that_are_not_near_are_farther_than_that_all_the_way(void **state)
{
    (void)state;
    int far = 0, close = 0, compared = 0;
    for (int kind = 0; kind < KINDS; kind++)
    {
        if (!can_run(kind)) continue;
        const field_kernels *kernels = ROWS[kind].kernels;
        test_random          random = { 8 };
        for (int round = 0; round < case_count(3000); round++)
        {
            static field f;
            fill(&f, &random, kernels, ROWS[kind].box);
            vec3d  x = v3d_from(any_point(&random, 2.0f)), lo, hi;
            vec3d  v = v3d_from(any_point(&random, 1.0f));
            double reach = random_float(&random, 0.0f, 1.0f);
            if (random_int(&random, 0, 1)) v = v3d(0.0, 0.0, 0.0);
            core_on_way(&f, x, v, &lo, &hi);
            field_set near = kernels->near(&f, &lo, &hi, reach);
            assert_true(near >> f.groups == 0);
            for (int i = 0; i < f.groups; i++)
            {
                for (int part = 0; part <= 4; part++)
                {
                    double gap = least_gap(&f, kernels, i, v3d_along(x, v, 0.25 * part));
                    if (!holds(near, i)) assert_true(gap > reach - 1e-9);
                    close += gap < reach;
                }
                far += !holds(near, i);
            }
            if (!ROWS[kind].avx2) continue;
            assert_true(near == mover_field_plain.near(&f, &lo, &hi, reach));
            compared++;
        }
    }
    assert_true(far > case_count(20000) && close > case_count(20000));
#ifdef FIELD_AVX2
    assert_true(compared > 0 || !CPU_HAS(AVX2, "avx2"));
#endif
}

// Returns true if the motion v from x hits a triangle of group 0 before the time `end`.
static bool is_met(const field_kernels *kernels, const field *f, vec3d x, vec3d v, double end)
{
    field_near near;
    kernels->measure(&near, &f->lanes[0], &f->shape, &x);
    return kernels->sweep(&f->lanes[0], &near, &f->shape, &x, &v, end, end) < end;
}

// A floor that is stood on and a wall that is slid along, at the distance of the skin, are not met.
static void what_is_slid_along_is_not_met(void **state)
{
    (void)state;
    rim_triangle      t[4];
    rim_triangle_list list = { t, 4 };
    static field      f;
    t[0] = (rim_triangle){ { -9.0f, 0.0f, -9.0f }, { -9.0f, 0.0f, 9.0f }, { 9.0f, 0.0f, 9.0f } };
    t[1] = (rim_triangle){ { -9.0f, 0.0f, -9.0f }, { 9.0f, 0.0f, 9.0f }, { 9.0f, 0.0f, -9.0f } };
    t[2] = (rim_triangle){ { 2.0f, 0.0f, -9.0f }, { 2.0f, 9.0f, 9.0f }, { 2.0f, 0.0f, 9.0f } };
    t[3] = t[2];
    for (int kind = 0; kind < KINDS; kind++)
    {
        if (!can_run(kind) || ROWS[kind].box) continue;
        const field_kernels *kernels = ROWS[kind].kernels;
        memset(&f, 0, sizeof f);
        f.shape.radius = 1.0;
        f.shape.rise = 1.0;
        f.shape.skin = 0x1p-8;
        vec3d    x = v3d(1.0 - 0x1p-8, 1.0 + 0x1p-8, 0.0);
        rim_vec3 far = rim_vec3_make(1e3f, 1e3f, 1e3f);
        rim_box3 all = { rim_vec3_negate(far), far };
        field_gather(&f, rim_triangle_list_world(&list), all, x, x);
        field_build(&f, 1, kernels);
        assert_false(is_met(kernels, &f, x, v3d(0.0, 0.0, 2.0), 1.0));
        assert_false(is_met(kernels, &f, x, v3d(-2.0, 0.0, 2.0), 1.0));
        assert_true(is_met(kernels, &f, x, v3d(0.01, 0.0, 2.0), 1.0));
        // Towards the wall from farther off: only if the way is long enough.
        x.x -= 1.0;
        assert_false(is_met(kernels, &f, x, v3d(0.99, 0.0, 2.0), 1.0));
        assert_false(is_met(kernels, &f, x, v3d(1.98, 0.0, 2.0), 0.5));
        assert_true(is_met(kernels, &f, x, v3d(1.98, 0.0, 2.0), 1.0));
    }
}

// Returns true if the motion v from x stops at once in a world of the one triangle.
static bool stops_alone(const field_kernels *kernels, const field_shape *shape,
                        const rim_triangle *triangle, vec3d x, vec3d v)
{
    static mover_motion alone;
    rim_triangle        copy = *triangle;
    rim_triangle_list   list = { &copy, 1 };
    motion_begin(&alone, rim_triangle_list_world(&list), v3d(0.0, 0.0, 0.0), *shape, RIM_SIDE_BOTH,
                 kernels);
    motion_place(&alone, x);
    return motion_sweep(&alone, v) == 0.0;
}

// A mover goes on until it is stopped. Of the triangles there, those that stop the rest of the motion at once, each
// alone, are added to the blocking ones, and no others.
static void what_stops_a_motion_at_once_blocks_it(void **state)
{
    (void)state;
    static mover_motion m;
    test_random         random = { 17 };
    int                 stopped = 0, free = 0;
    for (int i = 0; i < case_count(4000); i++)
    {
        int               kind = i % KINDS, blocking = 0;
        rim_triangle      t[MOST];
        rim_triangle_list list = { t, random_int(&random, 2, MOST) };
        field_shape       shape = { .box = ROWS[kind].box };
        if (!can_run(kind)) continue;
        shape.radius = random_float(&random, 0.1f, 0.5f);
        shape.rise = random_int(&random, 0, 1) ? random_float(&random, 0.0f, 1.0f) : 0.0f;
        shape.half = v3d(shape.radius, random_float(&random, 0.1f, 0.5f), 0.25);
        shape.skin = shape.radius / 256.0;
        for (int k = 0; k < list.count; k++)
            t[k] = any_triangle(&random, rim_vec3_make(0.0f, 0.0f, 0.0f));
        motion_begin(&m, rim_triangle_list_world(&list), v3d(0.0, 0.0, 0.0), shape, RIM_SIDE_BOTH,
                     ROWS[kind].kernels);
        motion_place(&m, v3d_from(any_point(&random, 4.0f)));
        vec3d v = v3d_sub(v3d_from(any_point(&random, 1.0f)), m.x);
        if (motion_push_out(&m) > 0.0) continue;
        for (int k = 0; k < 4 && motion_sweep(&m, v) > 0.0; k++) motion_move(&m, v);
        if (motion_sweep(&m, v) > 0.0) continue;
        bool added = motion_add_blocking(&m, v);
        for (int lane = 0; lane < m.f.count; lane++)
        {
            bool                blocks = (m.blocking.in[lane / 64] >> lane % 64 & 1u) != 0;
            const rim_triangle *one = &m.f.triangles[field_triangle(&m.f, lane)].shape;
            assert_int_equal(blocks, stops_alone(ROWS[kind].kernels, &shape, one, m.x, v));
            blocking += blocks;
            free += !blocks;
        }
        assert_int_equal(added, blocking > 0);
        assert_false(motion_add_blocking(&m, v));
        stopped += blocking > 0;
    }
    assert_true(stopped > case_count(1000) && free > case_count(10000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_that_are_not_near_are_farther_than_that_all_the_way),
        cmocka_unit_test(what_is_slid_along_is_not_met),
        cmocka_unit_test(what_stops_a_motion_at_once_blocks_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
