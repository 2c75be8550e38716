// Ready-made hulls, and hulls that are moved, stretched and mirrored.
#include "solid/query/shape.h"
#include "support/hulls.h"

#include <math.h>

static void a_box_is_numbered_as_the_header_says(void **state)
{
    (void)state;
    rim_hull *hull;
    assert_int_equal(RIM_OK, rim_hull_create_box(&hull, rim_vec3_make(1, 2, 3), NULL));
    assert_int_equal(12, rim_hull_read(hull).edge_count);
    for (int i = 0; i < 8; i++)
    {
        rim_vec3 p = rim_hull_read(hull).corners[i];
        assert_true(p.x == (i & 1 ? 1.0f : -1.0f) && p.y == (i & 2 ? 2.0f : -2.0f) &&
                    p.z == (i & 4 ? 3.0f : -3.0f));
        assert_int_equal(3, hull->neighbor_starts[i + 1] - hull->neighbor_starts[i]);
    }
    for (int f = 0; f < 6; f++)
    {
        rim_plane plane = rim_hull_face_at(hull, f).plane;
        float     n[3] = { plane.normal.x, plane.normal.y, plane.normal.z };
        assert_true(n[f / 2] == (f & 1 ? 1.0f : -1.0f) && plane.offset == (float)(f / 2 + 1));
    }
    assert_near(rim_hull_mass(hull).volume, 48.0, 1e-12);
    rim_hull_destroy(hull);
}

// The box that a query makes for itself has what a created one has.
static void a_box_for_a_query_is_the_created_one(void **state)
{
    (void)state;
    test_random random = { 71 };
    for (int i = 0; i < 300; i++)
    {
        hull_box  box;
        rim_hull *hull;
        rim_vec3  half = { random_float(&random, 0.1f, 9), random_float(&random, 0.1f, 9),
                           random_float(&random, 0.1f, 9) };
        hull_box_make(&box, half);
        assert_int_equal(RIM_OK, rim_hull_create_box(&hull, half, NULL));
        assert_int_equal(hull->kind, box.hull.kind);
        assert_int_equal(hull->corner_count, box.hull.corner_count);
        assert_memory_equal(hull->corners, box.hull.corners, 8 * sizeof(rim_vec3));
        assert_memory_equal(hull->x, box.hull.x, 8 * sizeof(float));
        assert_memory_equal(hull->y, box.hull.y, 8 * sizeof(float));
        assert_memory_equal(hull->z, box.hull.z, 8 * sizeof(float));
        assert_memory_equal(&hull->bounds, &box.hull.bounds, sizeof hull->bounds);
        assert_true(hull->largest == box.hull.largest);
        rim_hull_destroy(hull);
    }
}

static void ready_made_bodies_close(void **state)
{
    (void)state;
    rim_hull   *hull;
    rim_capsule capsule = { { 1, 2, 3 }, { 4, 4, 4 }, 1.5f };
    assert_int_equal(RIM_OK, rim_hull_create_cylinder(&hull, 1, 2, 12, NULL));
    assert_int_equal(14, rim_hull_read(hull).face_count);
    assert_near(rim_hull_mass(hull).volume, 12.0, 1e-6); // 12-gon of area 3, height 4
    rim_hull_destroy(hull);
    assert_int_equal(RIM_OK, rim_hull_create_cone(&hull, 1, 2, 12, NULL));
    assert_int_equal(13, rim_hull_read(hull).face_count);
    assert_near(rim_hull_mass(hull).volume, 2.0, 1e-6);
    rim_hull_destroy(hull);
    assert_int_equal(RIM_OK, rim_hull_create_capsule(&hull, capsule, 12, 3, NULL));
    assert_int_equal(2 + 6 * 12, rim_hull_read(hull).corner_count);
    assert_int_equal(7 * 12, rim_hull_read(hull).face_count);
    assert_near(rim_hull_mass(hull).x, 2.5, 1e-6);
    rim_hull_destroy(hull);
    // Finer and finer from below.
    double exact = 3.14159265358979 * 1.5 * 1.5 * (4.0 / 3.0 * 1.5 + sqrt(14.0)), before = 0.0;
    for (int n = 4; n <= 128; n *= 2)
    {
        assert_int_equal(RIM_OK, rim_hull_create_capsule(&hull, capsule, n, n / 4, NULL));
        double volume = rim_hull_mass(hull).volume;
        assert_true(volume > before && volume < exact);
        before = volume;
        rim_hull_destroy(hull);
    }
    assert_near(before, exact, 0.002 * exact);
    capsule.b = capsule.a;
    assert_int_equal(RIM_OK, rim_hull_create_capsule(&hull, capsule, 12, 3, NULL));
    assert_int_equal(2 + 5 * 12, rim_hull_read(hull).corner_count);
    rim_hull_destroy(hull);
    capsule.radius = 0;
    assert_int_equal(RIM_OK, rim_hull_create_capsule(&hull, capsule, 12, 3, NULL));
    assert_int_equal(RIM_HULL_POINT, rim_hull_read(hull).kind);
    rim_hull_destroy(hull);
    assert_int_equal(RIM_OK, rim_hull_create_box(&hull, rim_vec3_make(1, 0, 3), NULL));
    assert_int_equal(RIM_HULL_FLAT, rim_hull_read(hull).kind);
    rim_hull_destroy(hull);
}

// 16385 circles of 16383 points are 2^28 - 1, as many as may be; with two more circles there are too many.
static void capsules_may_have_so_many_corners_and_no_more(void **state)
{
    (void)state;
    rim_sphere  round = { { 1, 2, 3 }, 1.5f };
    rim_capsule ball = { round.center, round.center, round.radius };
    for (int more = 0; more < 2; more++)
    {
        test_heap     heap = { 0 };
        rim_allocator from = test_heap_allocator(&heap);
        rim_hull     *hull;
        rim_status    status = rim_hull_create_capsule(&hull, ball, 16383, 8193 + more, &from);
        assert_int_equal(more ? RIM_ERR_SIZE : RIM_ERR_MEMORY, status);
        assert_null(hull);
        assert_int_equal(more ? 0 : 1, heap.refused);
    }
}

static void points_beside_a_face_are_outside_by_one_step(void **state)
{
    (void)state;
    rim_hull *hull;
    assert_int_equal(RIM_OK, rim_hull_create_box(&hull, rim_vec3_make(1, 2, 3), NULL));
    assert_true(rim_hull_contains(hull, rim_vec3_make(1, 0.3f, 0.7f)));
    assert_false(rim_hull_contains(hull, rim_vec3_make(nextafterf(1, 2), 0.3f, 0.7f)));
    assert_true(rim_hull_contains(hull, rim_vec3_make(-1, -2, -3)));
    assert_false(rim_hull_contains(hull, rim_vec3_make(NAN, 0, 0)));
    rim_hull_destroy(hull);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_is_numbered_as_the_header_says),
        cmocka_unit_test(a_box_for_a_query_is_the_created_one),
        cmocka_unit_test(ready_made_bodies_close),
        cmocka_unit_test(capsules_may_have_so_many_corners_and_no_more),
        cmocka_unit_test(points_beside_a_face_are_outside_by_one_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
