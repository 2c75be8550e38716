// A list of triangles as a world, against looking at every coordinate by hand.
#include "support/support.h"

#include "rimcast/world3.h"

static rim_vec3 any_point(test_random *random)
{
    return rim_vec3_make(random_float(random, -4.0f, 4.0f), random_float(random, -4.0f, 4.0f),
                         random_float(random, -4.0f, 4.0f));
}

static bool apart(float a, float b, float c, float lo, float hi)
{
    return (a < lo && b < lo && c < lo) || (a > hi && b > hi && c > hi);
}

static void gathers_what_meets_the_box_and_counts_beyond_the_capacity(void **state)
{
    (void)state;
    enum
    {
        COUNT = 64
    };
    test_random       random = { 7 };
    rim_triangle      triangles[COUNT];
    rim_triangle_list list = { triangles, COUNT };
    rim_world3        world = rim_triangle_list_world(&list);
    int               met = 0;
    for (int round = 0; round < case_count(200); round++)
    {
        for (int i = 0; i < COUNT; i++)
        {
            triangles[i].a = any_point(&random);
            triangles[i].b = any_point(&random);
            triangles[i].c = any_point(&random);
        }
        triangles[9].b.y = NAN;
        triangles[12].c.x = INFINITY;
        rim_vec3           p = any_point(&random), q = any_point(&random);
        rim_box3           box = rim_box3_make(rim_vec3_min(p, q), rim_vec3_max(p, q));
        rim_world_triangle out[COUNT], few[3];
        int                count = world.gather(world.context, box, out, COUNT), k = 0;
        for (int i = 0; i < COUNT; i++)
        {
            const rim_triangle *t = &triangles[i];
            bool                outside = apart(t->a.x, t->b.x, t->c.x, box.lo.x, box.hi.x) ||
                           apart(t->a.y, t->b.y, t->c.y, box.lo.y, box.hi.y) ||
                           apart(t->a.z, t->b.z, t->c.z, box.lo.z, box.hi.z);
            if (i == 9 || i == 12 || outside) continue;
            assert_true(k < count);
            assert_int_equal(out[k].id, i);
            assert_int_equal(out[k].inner, 0);
            assert_memory_equal(&out[k].shape, t, sizeof *t);
            k++;
        }
        assert_int_equal(k, count);
        assert_int_equal(world.gather(world.context, box, few, 3), count);
        assert_int_equal(world.gather(world.context, box, NULL, 0), count);
        for (int i = 0; i < 3 && i < count; i++) assert_int_equal(few[i].id, out[i].id);
        met += count;
    }
    assert_true(met > case_count(200) * 4);
}

static void an_empty_box_or_list_gathers_nothing(void **state)
{
    (void)state;
    rim_triangle      one = { { 0.0f, 0.0f, 0.0f }, { 1.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 1.0f } };
    rim_triangle_list list = { &one, 1 }, none = { NULL, 0 };
    rim_world3 world = rim_triangle_list_world(&list), empty = rim_triangle_list_world(&none);
    rim_box3   all = { { -9.0f, -9.0f, -9.0f }, { 9.0f, 9.0f, 9.0f } };
    assert_int_equal(world.gather(world.context, rim_box3_empty(), NULL, 0), 0);
    assert_int_equal(empty.gather(empty.context, all, NULL, 0), 0);
    assert_int_equal(world.gather(world.context, all, NULL, 0), 1);
    assert_null(world.velocity);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gathers_what_meets_the_box_and_counts_beyond_the_capacity),
        cmocka_unit_test(an_empty_box_or_list_gathers_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
