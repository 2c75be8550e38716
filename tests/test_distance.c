#include "support/support.h"

#include "rimcast/distance.h"

static void two_cubes_one_above_the_other_are_three_apart(void **state)
{
    (void)state;
    rim_vec3      ca[8], cb[8];
    rim_obox      cube = { rim_xform3_identity(), { 0.5f, 0.5f, 0.5f } };
    rim_xform3    up = rim_xform3_translation(rim_vec3_make(0.0f, 4.0f, 0.0f));
    rim_distance3 d = rim_convex_distance(rim_obox_as_convex(cube, ca), up,
                                          rim_obox_as_convex(cube, cb), cube.pose, NULL);
    assert_near(d.distance, 3.0, 0.0);
    assert_near(d.normal.y, 1.0, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_cubes_one_above_the_other_are_three_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
