// Bodies alone: what flight must keep, and how high a bounce comes.
#include "support/obstacles.h"
#include "support/support.h"

#include "base/vec3d.h"
#include "rimcast/bodies.h"

#include <float.h>
#include <math.h>

#define DT (1.0f / 64.0f)

static rim_body any_box(test_random *random, float least)
{
    rim_vec3 half = random_between3(random, least, 1.0f);
    rim_body body = rim_body_box(half, random_float(random, 0.1f, 20.0f));
    body.pose.rotation = random_turn(random);
    return body;
}

// A world with this body alone, that never sleeps.
static rim_bodies *world_of(const rim_body *body, float gravity)
{
    rim_bodies        *world;
    rim_bodies_options options = { .gravity = { 0.0f, gravity, 0.0f }, .sleep_after = -1.0f };
    assert_int_equal(rim_bodies_create(&world, &options), RIM_OK);
    assert_int_equal(rim_bodies_add(world, body, NULL), RIM_OK);
    return world;
}

static void step_one(rim_bodies *world, float dt, rim_body *body)
{
    assert_int_equal(rim_bodies_step(world, dt), RIM_OK);
    *body = *bodies_at(world, 0);
}

static void fly(rim_body *body, float gravity, float dt, int steps)
{
    rim_bodies *world = world_of(body, gravity);
    for (int i = 0; i < steps; i++) step_one(world, dt, body);
    rim_bodies_destroy(world);
}

// The angular momentum in the world.
static vec3d momentum(const rim_body *body)
{
    mat3d turn = m3d_from_quat(body->pose.rotation);
    vec3d w = m3d_unapply(turn, v3d_from(body->spin));
    vec3d l = { w.x * body->inertia.x, w.y * body->inertia.y, w.z * body->inertia.z };
    return m3d_apply(turn, l);
}

// --- flight --------------------------------------------------------------------------------------------

static void a_thrown_box_flies_on_a_parabola(void **state)
{
    (void)state;
    rim_body body = rim_body_box(rim_vec3_make(0.5f, 0.25f, 1.0f), 3.0f);
    body.velocity = rim_vec3_make(2.0f, 10.0f, -1.0f);
    fly(&body, -10.0f, DT, 64);
    assert_near(body.pose.position.x, 2.0, 1e-5);
    assert_near(body.pose.position.y, 10.0 - 5.0, 1e-5);
    assert_near(body.pose.position.z, -1.0, 1e-5);
    assert_near(body.velocity.y, 0.0, 1e-5);
}

static void a_free_body_keeps_energy_and_angular_momentum(void **state)
{
    (void)state;
    test_random random = { 8101 };
    int         tumbled = 0, asked = case_count(60);
    for (int n = 0; n < asked; n++)
    {
        rim_body body = any_box(&random, 0.05f);
        body.spin = random_in_cube(&random, 12.0f);
        double      energy = rim_body_energy(&body), axis = body.spin.x;
        vec3d       l = momentum(&body);
        rim_bodies *world = world_of(&body, 0.0f);
        for (int i = 0; i < 2000; i++)
        {
            step_one(world, DT, &body);
            rim_quat q = body.pose.rotation;
            assert_near(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1.0, 1e-6);
        }
        rim_bodies_destroy(world);
        // Rounding to float alone, two thousand times.
        assert_near(rim_body_energy(&body), energy, 1e-3 * energy);
        vec3d d = v3d_sub(momentum(&body), l);
        assert_near(v3d_length(d) / v3d_length(l), 0.0, 1e-3);
        tumbled += fabs(axis - (double)body.spin.x) > 0.1;
    }
    assert_true(tumbled > asked / 2);
}

// About the middle axis a spin turns over and over (Dzhanibekov); about the others it does not.
// A step turns a body by its spin, also a cube, a sphere or a box that turns by several revolutions in it.
static void a_step_turns_a_body_by_its_spin(void **state)
{
    (void)state;
    rim_shape3 ball = { RIM_SHAPE3_SPHERE, .sphere = { { 0, 0, 0 }, 0.5f } };
    for (int n = 0; n < 3; n++)
        for (double turn = 0.01; turn < 30.0; turn *= 1.5)
        {
            rim_vec3 half = { 0.5f, 0.5f, n == 1 ? 0.25f : 0.5f };
            rim_body body = rim_body_box(half, 1.0f);
            if (n == 2) body = rim_body_from_shape(&ball, rim_xform3_identity(), 1.0f);
            body.spin.z = (float)turn / DT;
            fly(&body, 0.0f, DT, 1);
            double by = 2.0 * atan2((double)body.pose.rotation.z, (double)body.pose.rotation.w);
            double wrong = remainder(by - turn, 2.0 * 3.14159265358979324);
            assert_true(fabs(wrong) < 0.0055 * turn);
        }
}

static void a_spin_about_the_middle_axis_turns_over(void **state)
{
    (void)state;
    for (int axis = 0; axis < 3; axis++)
    {
        rim_body body = rim_body_box(rim_vec3_make(1.0f, 0.6f, 0.1f), 1.0f);
        float    spin[3] = { 0.01f, 0.01f, 0.01f };
        spin[axis] = 5.0f;
        body.spin = rim_vec3_make(spin[0], spin[1], spin[2]);
        double      least = 1.0;
        rim_bodies *world = world_of(&body, 0.0f);
        for (int i = 0; i < 4000; i++)
        {
            step_one(world, DT, &body);
            mat3d  turn = m3d_from_quat(body.pose.rotation);
            vec3d  own = m3d_unapply(turn, v3d_from(body.spin));
            double along = axis == 0 ? own.x : axis == 1 ? own.y : own.z;
            least = fmin(least, along / 5.0);
        }
        rim_bodies_destroy(world);
        if (axis == 1)
            assert_true(least < -0.9);
        else
            assert_true(least > 0.9);
    }
}

static void forces_and_torques_act_for_one_step(void **state)
{
    (void)state;
    rim_body body = rim_body_box(rim_vec3_make(0.5f, 0.5f, 0.5f), 2.0f);
    body.force = rim_vec3_make(8.0f, 0.0f, 0.0f);
    body.torque = rim_vec3_make(0.0f, 1.0f, 0.0f);
    fly(&body, 0.0f, 0.5f, 2);
    assert_near(body.velocity.x, 2.0, 1e-6);
    assert_near(body.pose.position.x, 0.5 * 4.0 * 0.25 + 2.0 * 0.5, 1e-6);
    assert_near(body.spin.y, 0.5 / (double)body.inertia.y, 1e-6);
    assert_same_bits(body.force.x, 0.0f);
}

// A body in flight does not fall asleep, however long the steps are, and however unequal.
static void a_body_in_flight_stays_awake(void **state)
{
    (void)state;
    const float after[3] = { 0.0f, 0.01f, 0.5f };
    for (int n = 0; n < 12; n++)
    {
        rim_bodies        *world;
        rim_bodies_options options = { .gravity = { 0.0f, -10.0f, 0.0f },
                                       .sleep_after = after[n % 3] };
        rim_body           body = rim_body_box(rim_vec3_make(0.5f, 0.25f, 1.0f), 3.0f);
        // At its slowest it drifts.
        float              speed = n / 3 == 0 ? 0.01f : n / 3 == 1 ? 0.1f : 8.0f;
        double             time = 0.0;
        body.velocity.x = speed;
        if (n / 3 != 2) options.gravity.y = 0.0f;
        if (n / 3 == 3) options.gravity.z = -1e-3f;
        assert_int_equal(rim_bodies_create(&world, &options), RIM_OK);
        assert_int_equal(rim_bodies_add(world, &body, NULL), RIM_OK);
        for (int i = 0; i < 200; i++)
        {
            float dt = i % 7 == 3 ? 1.0f : i % 7 == 4 ? 0x1p-10f : DT;
            step_one(world, dt, &body);
            time += (double)dt;
            assert_false(body.asleep);
        }
        assert_near(body.pose.position.x, (double)speed * time, 1e-3 * (double)speed * time);
        rim_bodies_destroy(world);
    }
}

static void damping_takes_its_part_away(void **state)
{
    (void)state;
    rim_body body = rim_body_box(rim_vec3_make(0.5f, 0.5f, 0.5f), 2.0f);
    body.velocity.x = body.spin.z = 1.0f;
    body.damping = 0.5f;
    body.spin_damping = 1.0f;
    fly(&body, 0.0f, 0.01f / 64.0f, 6400);
    assert_near(body.velocity.x, exp(-0.5), 1e-3);
    assert_near(body.spin.z, exp(-1.0), 1e-3);
}

// --- impacts -------------------------------------------------------------------------------------------

// Returns the greatest height, and its time, after the first bounce on a floor at 0, of a box that falls from a height of
// its lower face.
static double height_after_bounce(float restitution, float height)
{
    rim_body body = rim_body_box(rim_vec3_make(0.5f, 0.25f, 1.0f), 3.0f);
    body.restitution = restitution;
    body.pose.position.y = height + 0.25f;
    rim_bodies *world = world_of(&body, -10.0f);
    rim_plane   floor = { { 0.0f, 1.0f, 0.0f }, 0.0f };
    bool        rises = false;
    assert_int_equal(obstacles_add_plane(rim_bodies_obstacles(world), floor, NULL), RIM_OK);
    for (int i = 0; i < 2000; i++)
    {
        float y = body.velocity.y;
        step_one(world, DT, &body);
        rises = rises || body.velocity.y > 0.0f;
        if (!(rises && y > 0.0f && body.velocity.y <= 0.0f)) continue;
        rim_bodies_destroy(world);
        return (double)body.pose.position.y - 0.25;
    }
    fail_msg("it never turned back");
    return 0.0;
}

// A step does not end when the floor is met, so that the height is off by a part of what the box goes within one.
static void bounces_come_as_high_as_restitution_says(void **state)
{
    (void)state;
    for (int n = 0; n < 60; n++)
    {
        float  height = 1.0f + 0.0625f * (float)n;
        double way = sqrt(20.0 * (double)height) * (double)DT;
        assert_near(height_after_bounce(1.0f, height), height, way);
        assert_near(height_after_bounce(0.5f, height), 0.25 * (double)height, way);
    }
}

// The energy limits the rebound, however large the restitution is: the ball goes on bouncing about as high.
static void the_largest_restitution_gains_no_energy(void **state)
{
    (void)state;
    const float restitution[3] = { 10.0f, 1e30f, FLT_MAX };
    rim_shape3  shape = { RIM_SHAPE3_SPHERE, .sphere = { { 0, 0, 0 }, 0.5f } };
    for (int n = 0; n < 3; n++)
    {
        rim_body body = rim_body_from_shape(&shape, rim_xform3_identity(), 1000.0f);
        body.pose.position.y = 3.0f;
        body.velocity.x = 2.0f;
        body.friction = 0.0f;
        body.restitution = restitution[n];
        rim_bodies *world = world_of(&body, -10.0f);
        rim_plane   floor = { { 0.0f, 1.0f, 0.0f }, 0.0f };
        assert_int_equal(obstacles_add_plane(rim_bodies_obstacles(world), floor, NULL), RIM_OK);
        double highest = 0.0;
        for (int i = 0; i < 640; i++)
        {
            step_one(world, DT, &body);
            if (i > 320) highest = fmax(highest, (double)body.pose.position.y);
            assert_true(body.velocity.x == 2.0f);
        }
        assert_true(highest < 3.2 && highest > 2.0);
        rim_bodies_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thrown_box_flies_on_a_parabola),
        cmocka_unit_test(a_free_body_keeps_energy_and_angular_momentum),
        cmocka_unit_test(a_step_turns_a_body_by_its_spin),
        cmocka_unit_test(a_spin_about_the_middle_axis_turns_over),
        cmocka_unit_test(forces_and_torques_act_for_one_step),
        cmocka_unit_test(a_body_in_flight_stays_awake),
        cmocka_unit_test(damping_takes_its_part_away),
        cmocka_unit_test(bounces_come_as_high_as_restitution_says),
        cmocka_unit_test(the_largest_restitution_gains_no_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
