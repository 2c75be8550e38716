#include "support/support.h"

#include "rimcast/hull.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static rim_hull *hull_of(const rim_vec3 *points, int count)
{
    rim_hull *hull;
    assert_int_equal(RIM_OK, rim_hull_create(&hull, points, count, NULL));
    return hull;
}

static void a_cube_has_8_corners_12_edges_6_faces(void **state)
{
    (void)state;
    rim_vec3 points[27];
    for (int i = 0; i < 27; i++)
        points[i] = rim_vec3_make((float)(i % 3), (float)(i / 3 % 3), (float)(i / 9));
    rim_hull *hull = hull_of(points, 27);
    assert_int_equal(RIM_HULL_SOLID, rim_hull_get_kind(hull));
    assert_int_equal(8, rim_hull_corner_count(hull));
    assert_int_equal(12, rim_hull_edge_count(hull));
    assert_int_equal(6, rim_hull_face_count(hull));
    assert_near(rim_hull_mass(hull).volume, 8.0, 1e-14);
    assert_near(rim_hull_mass(hull).xx, 8.0 / 6.0 * 4.0, 1e-14);
    rim_hull_destroy(hull);
}

static void ready_made_bodies_close(void **state)
{
    (void)state;
    rim_hull   *hull;
    rim_capsule capsule = { { 1, 2, 3 }, { 4, 4, 4 }, 1.5f };
    assert_int_equal(RIM_OK, rim_hull_create_box(&hull, rim_vec3_make(1, 2, 3), NULL));
    assert_near(rim_hull_mass(hull).volume, 48.0, 1e-12);
    rim_hull_destroy(hull);
    assert_int_equal(RIM_OK, rim_hull_create_cylinder(&hull, 1, 2, 12, NULL));
    assert_int_equal(14, rim_hull_face_count(hull));
    rim_hull_destroy(hull);
    assert_int_equal(RIM_OK, rim_hull_create_cone(&hull, 1, 2, 12, NULL));
    assert_int_equal(13, rim_hull_face_count(hull));
    rim_hull_destroy(hull);
    assert_int_equal(RIM_OK, rim_hull_create_capsule(&hull, capsule, 12, 3, NULL));
    assert_int_equal(2 + 6 * 12, rim_hull_corner_count(hull));
    assert_int_equal(7 * 12, rim_hull_face_count(hull));
    rim_hull_destroy(hull);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cube_has_8_corners_12_edges_6_faces),
        cmocka_unit_test(ready_made_bodies_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
