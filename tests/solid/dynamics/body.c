// Impulses against their own conditions, and bodies against the laws that they must keep.
#include "support/support.h"

#include "base/vec3d.h"
#include "rimcast/bodies.h"

#include <math.h>
#include <string.h>

// --- helpers -------------------------------------------------------------------------------------------

static rim_body any_body(test_random *random)
{
    rim_vec3 half =
        rim_vec3_make(random_float(random, 0.1f, 2.0f), random_float(random, 0.1f, 2.0f),
                      random_float(random, 0.1f, 2.0f));
    rim_body body = rim_body_box(half, random_float(random, 0.1f, 20.0f));
    body.friction = 0.0f;
    body.pose.rotation = random_turn(random);
    body.velocity = random_in_cube(random, 5.0f);
    body.spin = random_in_cube(random, 3.0f);
    return body;
}

static rim_vec3 corner(const rim_body *body, int i)
{
    rim_vec3 h = body->half;
    return rim_quat_apply(body->pose.rotation, rim_vec3_make(i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y,
                                                             i & 4 ? h.z : -h.z));
}

static double speed_at(const rim_body *body, const rim_body_touch *touch)
{
    vec3d v =
        v3d_add(v3d_from(body->velocity), v3d_cross(v3d_from(body->spin), v3d_from(touch->arm)));
    return v3d_dot(v, v3d_normalize(v3d_from(touch->normal)));
}

// How far the rule is from holding, as a speed.
static double rule_error(const rim_body *before, const rim_body *after,
                         const rim_body_touch *touches, int count, double e)
{
    double worst = 0.0;
    for (int i = 0; i < count; i++)
    {
        double w = speed_at(after, &touches[i]) + e * fmin(speed_at(before, &touches[i]), 0.0);
        double j = touches[i].impulse / before->mass;
        assert_true(j >= 0.0);
        worst = fmax(worst, fmax(-w, fmin(j, w)));
    }
    return worst;
}

// The motion after is what the impulses make of the motion before.
static void check_impulses_explain(const rim_body *before, const rim_body *after,
                                   const rim_body_touch *touches, int count)
{
    vec3d linear = { 0, 0, 0 }, angular = { 0, 0, 0 };
    for (int i = 0; i < count; i++)
    {
        vec3d p = v3d_scale(v3d_normalize(v3d_from(touches[i].normal)), touches[i].impulse);
        linear = v3d_add(linear, p);
        angular = v3d_add(angular, v3d_cross(v3d_from(touches[i].arm), p));
    }
    mat3d turn = m3d_from_quat(before->pose.rotation);
    vec3d spun = m3d_unapply(turn, v3d_sub(v3d_from(after->spin), v3d_from(before->spin)));
    spun = v3d(spun.x * before->inertia.x, spun.y * before->inertia.y, spun.z * before->inertia.z);
    vec3d moved =
        v3d_scale(v3d_sub(v3d_from(after->velocity), v3d_from(before->velocity)), before->mass);
    assert_near(v3d_length(v3d_sub(moved, linear)), 0.0, 1e-4 * before->mass);
    assert_near(v3d_length(v3d_sub(spun, m3d_unapply(turn, angular))), 0.0, 2e-4 * before->mass);
}

// --- impulses ------------------------------------------------------------------------------------------

static void any_corners_on_one_plane_obey_the_rule_together(void **state)
{
    (void)state;
    test_random random = { 8001 };
    int         struck = 0, redundant = 0, reduced = 0, asked = case_count(20000);
    for (int n = 0; n < asked; n++)
    {
        rim_body       before = any_body(&random), body = before;
        rim_vec3       normal = rim_vec3_normalize(random_in_cube(&random, 1.0f));
        rim_body_touch touches[8] = { 0 };
        int            count = random_int(&random, 1, 8), first = random_int(&random, 0, 7);
        float          e = (float)random_int(&random, 0, 8) / 8.0f;
        for (int i = 0; i < count; i++)
        {
            touches[i].arm = corner(&body, (first + i) & 7);
            touches[i].normal = normal;
        }
        if (!rim_body_collide(&body, touches, count, e, RIM_IMPULSES_TOGETHER)) continue;
        struck++;
        redundant += count > 3;
        assert_true(rule_error(&before, &body, touches, count, e) < 1e-5);
        check_impulses_explain(&before, &body, touches, count);

        // Corners in any order and number: some bounce with more energy than there was, unless bounded.
        rim_body bounded = before;
        bool     grows = rim_body_energy(&body) > rim_body_energy(&before) * (1.0 + 1e-6);
        rim_body_collide(&bounded, touches, count, e, RIM_IMPULSES_BOUNDED);
        check_impulses_explain(&before, &bounded, touches, count);
        assert_true(rim_body_energy(&bounded) <= rim_body_energy(&before) * (1.0 + 1e-6));
        reduced += grows;
        if (grows)
            assert_true(rim_body_energy(&bounded) > rim_body_energy(&before) * (1.0 - 1e-6));
        else
            assert_true(fabs(speed_at(&bounded, touches) - speed_at(&body, touches)) < 1e-4);
    }
    assert_true(struck > asked / 2 && redundant > asked / 4);
    assert_in_range(reduced, asked / 1000, asked / 25);
}

// Wedged from all sides, impulses may exist for exact sums only. They are then those of contacts that give by 2^-24
// of their own yielding, which is how fast a touch parts by a unit of impulse: so much each may still approach,
// and 1e-4 for the floats that motion and impulses are rounded to.
static double approach_allowed(const rim_body *body, const rim_body_touch *touch)
{
    mat3d turn = m3d_from_quat(body->pose.rotation);
    vec3d n = v3d_normalize(v3d_from(touch->normal));
    vec3d lever = m3d_unapply(turn, v3d_cross(v3d_from(touch->arm), n));
    vec3d eased = { lever.x / body->inertia.x, lever.y / body->inertia.y,
                    lever.z / body->inertia.z };
    return 1e-4 + 0x1p-24 * touch->impulse * (1.0 / body->mass + v3d_dot(lever, eased));
}

static void touches_all_around_obey_the_rule_or_do_not_bounce(void **state)
{
    (void)state;
    test_random random = { 8002 };
    int         full = 0, wedged = 0, asked = case_count(20000);
    for (int n = 0; n < asked; n++)
    {
        rim_body       before = any_body(&random), body = before;
        rim_body_touch touches[8] = { 0 };
        int            count = random_int(&random, 2, 8);
        for (int i = 0; i < count; i++)
        {
            touches[i].arm = corner(&body, random_int(&random, 0, 7));
            touches[i].normal = rim_vec3_normalize(random_in_cube(&random, 1.0f));
        }
        if (!rim_body_collide(&body, touches, count, 1.0f, RIM_IMPULSES_BOUNDED)) continue;
        assert_true(rim_body_energy(&body) <= rim_body_energy(&before) * (1.0 + 1e-6));
        for (int i = 0; i < count; i++)
            assert_true(speed_at(&body, &touches[i]) > -approach_allowed(&before, &touches[i]));
        bool kept = rule_error(&before, &body, touches, count, 1.0) < 1e-4;
        full += kept;
        wedged += !kept;
    }
    assert_true(full > asked / 4 && wedged > asked / 50);
}

static void a_body_between_two_walls_stops(void **state)
{
    (void)state;
    rim_body body = rim_body_box(rim_vec3_make(1, 1, 1), 2.0f);
    body.friction = 0.0f;
    body.velocity = rim_vec3_make(-3.0f, 0.5f, 0.0f);
    rim_body_touch touches[2] = { 0 };
    touches[0].arm = rim_vec3_make(-1, 0, 0);
    touches[0].normal = rim_vec3_make(1, 0, 0);
    touches[1].arm = rim_vec3_make(1, 0, 0);
    touches[1].normal = rim_vec3_make(-1, 0, 0);
    assert_true(rim_body_collide(&body, touches, 2, 0.5f, RIM_IMPULSES_TOGETHER));
    assert_near(body.velocity.x, 0.0, 1e-6);
    assert_near(body.velocity.y, 0.5, 0.0);
}

// A dumbbell of little inertia that spins: bouncing its one end fully would need more energy than it has.
static void an_odd_inertia_creates_no_energy(void **state)
{
    (void)state;
    rim_body body = rim_body_box(rim_vec3_make(1, 0.1f, 0.1f), 1.0f);
    body.friction = 0.0f;
    body.inertia = rim_vec3_make(0.01f, 0.01f, 0.01f);
    body.spin = rim_vec3_make(0, 0, 1);
    rim_body_touch touches[2] = { 0 };
    for (int i = 0; i < 2; i++)
    {
        touches[i].arm = rim_vec3_make(i ? 1.0f : -1.0f, 0, 0);
        touches[i].normal = rim_vec3_make(0, 1, 0);
    }
    double before = rim_body_energy(&body);
    assert_true(rim_body_collide(&body, touches, 2, 1.0f, RIM_IMPULSES_BOUNDED));
    assert_near(rim_body_energy(&body), before, 1e-6 * before);
    for (int i = 0; i < 2; i++) assert_true(speed_at(&body, &touches[i]) > -1e-6);
}

static void a_flat_cube_bounces_whole_together(void **state)
{
    (void)state;
    rim_body cube = rim_body_box(rim_vec3_make(0.5f, 0.5f, 0.5f), 10.0f);
    cube.friction = 0.0f;
    cube.velocity = rim_vec3_make(1.0f, -4.0f, 0.0f);
    rim_body_touch touches[4] = { 0 };
    for (int i = 0; i < 4; i++)
    {
        touches[i].arm = rim_vec3_make(i & 1 ? 0.5f : -0.5f, -0.5f, i & 2 ? 0.5f : -0.5f);
        touches[i].normal = rim_vec3_make(0, 1, 0);
    }
    rim_body together = cube;
    rim_body_collide(&together, touches, 4, 1.0f, RIM_IMPULSES_TOGETHER);
    assert_near(together.velocity.y, 4.0, 1e-6);
    assert_near(together.velocity.x, 1.0, 0.0);
}

static void friction_brakes_and_never_drives(void **state)
{
    (void)state;
    test_random random = { 8003 };
    int         slowed = 0, asked = case_count(5000);
    for (int n = 0; n < asked; n++)
    {
        rim_body       before = any_body(&random), smooth = before, rough = before;
        rim_body_touch touches[4] = { 0 };
        for (int i = 0; i < 4; i++)
        {
            touches[i].arm = corner(&before, i);
            touches[i].normal = rim_vec3_make(0, 1, 0);
        }
        rough.friction = random_float(&random, 0.0f, 2.0f);
        if (!rim_body_collide(&smooth, touches, 4, 0.5f, RIM_IMPULSES_TOGETHER)) continue;
        rim_body_collide(&rough, touches, 4, 0.5f, RIM_IMPULSES_TOGETHER);
        assert_true(rim_body_energy(&rough) <= rim_body_energy(&before) * (1.0 + 1e-6));
        for (int i = 0; i < 4; i++) assert_true(speed_at(&rough, &touches[i]) > -1e-5);
        slowed += rim_body_energy(&rough) < rim_body_energy(&smooth) * 0.999;
    }
    assert_true(slowed > asked / 3);
}

// What rounding left of a point that friction stopped may be too small to scale.
static void assert_scaled(float large, float small, float s)
{
    if (fabsf(large) > 0x1p-100f || fabsf(small) > 0x1p-100f) assert_same_bits(large, small * s);
}

static void impulses_scale_by_powers_of_two(void **state)
{
    (void)state;
    test_random random = { 8004 };
    int         struck = 0, asked = case_count(2000);
    for (int n = 0; n < asked; n++)
    {
        float          s = n & 1 ? 1024.0f : 0x1p-10f;
        rim_body       body = any_body(&random), big = body;
        rim_body_touch touches[8] = { 0 }, scaled[8] = { 0 };
        body.friction = n & 2 ? 0.5f : 0.0f;
        big.friction = body.friction;
        big.half = rim_vec3_scale(big.half, s);
        big.velocity = rim_vec3_scale(big.velocity, s);
        big.inertia = rim_vec3_scale(big.inertia, s * s);
        for (int i = 0; i < 8; i++)
        {
            touches[i].arm = corner(&body, i);
            touches[i].normal = rim_vec3_normalize(random_in_cube(&random, 1.0f));
            scaled[i] = touches[i];
            scaled[i].arm = rim_vec3_scale(touches[i].arm, s);
        }
        int  count = random_int(&random, 1, 8);
        bool hit = rim_body_collide(&body, touches, count, 0.5f, RIM_IMPULSES_TOGETHER);
        assert_int_equal(rim_body_collide(&big, scaled, count, 0.5f, RIM_IMPULSES_TOGETHER), hit);
        struck += hit;
        assert_scaled(big.velocity.x, body.velocity.x, s);
        assert_scaled(big.velocity.y, body.velocity.y, s);
        assert_scaled(big.spin.z, body.spin.z, 1.0f);
    }
    assert_true(struck > asked / 2);
}

static void what_is_not_finite_or_parts_changes_nothing(void **state)
{
    (void)state;
    rim_body_touch touch = { 0 };
    touch.arm = rim_vec3_make(0, -1, 0);
    touch.normal = rim_vec3_make(0, 1, 0);
    rim_body still = rim_body_box(rim_vec3_make(1, 1, 1), 1.0f), body = still;
    body.velocity.y = 1.0f;
    assert_false(rim_body_collide(&body, &touch, 1, 1.0f, RIM_IMPULSES_TOGETHER));
    assert_same_bits(body.velocity.y, 1.0f);
    body.velocity.y = -1.0f;
    assert_false(rim_body_collide(&body, &touch, 0, 1.0f, RIM_IMPULSES_TOGETHER));
    touch.arm.x = NAN;
    assert_false(rim_body_collide(&body, &touch, 1, 1.0f, RIM_IMPULSES_TOGETHER));
    touch.arm.x = 0.0f;
    body.spin.x = INFINITY;
    assert_false(rim_body_collide(&body, &touch, 1, 1.0f, RIM_IMPULSES_TOGETHER));
    assert_same_bits(body.velocity.y, -1.0f);
    body.spin.x = 0.0f;
    const float bad[2] = { NAN, INFINITY };
    for (int i = 0; i < 10; i++)
    {
        rim_body odd = body;
        float    restitution = i / 2 == 0 ? bad[i % 2] : 1.0f;
        if (i / 2 == 1) odd.friction = bad[i % 2];
        if (i / 2 == 2) odd.mass = bad[i % 2];
        if (i / 2 == 3) odd.inertia.z = bad[i % 2];
        if (i / 2 == 4) odd.pose.rotation.y = bad[i % 2];
        rim_body before = odd;
        assert_false(rim_body_collide(&odd, &touch, 1, restitution,
                                      i % 2 ? RIM_IMPULSES_TOGETHER : RIM_IMPULSES_BOUNDED));
        assert_memory_equal(&odd, &before, sizeof odd);
        assert_true(touch.impulse == 0.0);
    }
    // The velocity afterwards is above the largest float.
    body.velocity.y = -3e38f;
    assert_false(rim_body_collide(&body, &touch, 1, 2.0f, RIM_IMPULSES_TOGETHER));
    assert_same_bits(body.velocity.y, -3e38f);
    assert_true(touch.impulse == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_corners_on_one_plane_obey_the_rule_together),
        cmocka_unit_test(touches_all_around_obey_the_rule_or_do_not_bounce),
        cmocka_unit_test(a_body_between_two_walls_stops),
        cmocka_unit_test(an_odd_inertia_creates_no_energy),
        cmocka_unit_test(a_flat_cube_bounces_whole_together),
        cmocka_unit_test(friction_brakes_and_never_drives),
        cmocka_unit_test(impulses_scale_by_powers_of_two),
        cmocka_unit_test(what_is_not_finite_or_parts_changes_nothing),
    };
    return cmocka_run_group_tests_name("body", tests, NULL, NULL);
}
