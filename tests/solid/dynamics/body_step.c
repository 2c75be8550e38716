// Bodies in motion: what they must keep, and how they come to rest.
#include "support/obstacles.h"
#include "solid/dynamics/obstacles.h"
#include "support/support.h"

#include "base/vec3d.h"
#include "rimcast/bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Returns the touches of a box: as obstacles_find, planes too.
static int box_touches(const rim_obstacles *list, rim_obox box, float reach, float flat,
                       obstacle_touch *out, int capacity)
{
    rim_body body = { .pose = box.pose, .half = box.half };
    return obstacles_find(list, &body, reach, flat, true, out, capacity);
}

#define DT (1.0f / 64.0f)

static rim_body any_box(test_random *random, float least)
{
    rim_vec3 half = random_between3(random, least, 1.0f);
    rim_body body = rim_body_box(half, random_float(random, 0.1f, 20.0f));
    body.pose.rotation = random_turn(random);
    return body;
}

static rim_body_options earth(void)
{
    rim_body_options options = { { 0.0f, -10.0f, 0.0f }, 0.0f, 0.0f };
    return options;
}

static rim_obstacles *floor_list(void)
{
    rim_obstacles *list;
    assert_int_equal(rim_obstacles_create(&list, NULL), RIM_OK);
    rim_plane floor = (rim_plane){ rim_vec3_make(0.0f, 1.0f, 0.0f), 0.0f };
    assert_int_equal(obstacles_add_plane(list, floor, NULL), RIM_OK);
    return list;
}

static double total(const rim_body *body, rim_vec3 gravity)
{
    return rim_body_energy(body) + rim_body_potential(body, gravity);
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
    rim_body_options options = earth();
    for (int i = 0; i < 64; i++) rim_body_step(&body, NULL, &options, DT, NULL);
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
        double energy = rim_body_energy(&body), axis = body.spin.x;
        vec3d  l = momentum(&body);
        for (int i = 0; i < 2000; i++)
        {
            rim_body_step(&body, NULL, NULL, DT, NULL);
            rim_quat q = body.pose.rotation;
            assert_near(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1.0, 1e-6);
        }
        // Rounding to float alone, two thousand times.
        assert_near(rim_body_energy(&body), energy, 1e-3 * energy);
        assert_true(rim_body_energy(&body) <= energy * (1.0 + 1e-9));
        vec3d d = v3d_sub(momentum(&body), l);
        assert_near(v3d_length(d) / v3d_length(l), 0.0, 1e-3);
        tumbled += fabs(axis - (double)body.spin.x) > 0.1;
    }
    assert_true(tumbled > asked / 2);
}

// About the middle axis a spin turns over and over (Dzhanibekov); about the others it does not.
static void a_spin_about_the_middle_axis_turns_over(void **state)
{
    (void)state;
    for (int axis = 0; axis < 3; axis++)
    {
        rim_body body = rim_body_box(rim_vec3_make(1.0f, 0.6f, 0.1f), 1.0f);
        float    spin[3] = { 0.01f, 0.01f, 0.01f };
        spin[axis] = 5.0f;
        body.spin = rim_vec3_make(spin[0], spin[1], spin[2]);
        double least = 1.0;
        for (int i = 0; i < 4000; i++)
        {
            rim_body_step(&body, NULL, NULL, DT, NULL);
            mat3d  turn = m3d_from_quat(body.pose.rotation);
            vec3d  own = m3d_unapply(turn, v3d_from(body.spin));
            double along = axis == 0 ? own.x : axis == 1 ? own.y : own.z;
            least = fmin(least, along / 5.0);
        }
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
    rim_body_step(&body, NULL, NULL, 0.5f, NULL);
    rim_body_step(&body, NULL, NULL, 0.5f, NULL);
    assert_near(body.velocity.x, 2.0, 1e-6);
    assert_near(body.pose.position.x, 0.5 * 4.0 * 0.25 + 2.0 * 0.5, 1e-6);
    assert_near(body.spin.y, 0.5 / (double)body.inertia.y, 1e-6);
    assert_same_bits(body.force.x, 0.0f);
}

static void damping_takes_its_part_away(void **state)
{
    (void)state;
    rim_body body = rim_body_box(rim_vec3_make(0.5f, 0.5f, 0.5f), 2.0f);
    body.velocity.x = body.spin.z = 1.0f;
    body.damping = 0.5f;
    body.spin_damping = 1.0f;
    for (int i = 0; i < 6400; i++) rim_body_step(&body, NULL, NULL, 0.01f / 64.0f, NULL);
    assert_near(body.velocity.x, exp(-0.5), 1e-3);
    assert_near(body.spin.z, exp(-1.0), 1e-3);
}

// --- impacts -------------------------------------------------------------------------------------------

static void a_perfect_bounce_comes_back_as_high(void **state)
{
    (void)state;
    rim_obstacles   *list = floor_list();
    rim_body_options options = earth();
    rim_body         body = rim_body_box(rim_vec3_make(0.5f, 0.5f, 0.5f), 2.0f);
    body.pose.position.y = 1.5f;
    body.restitution = 1.0f;
    double highest = 0.0;
    int    impacts = 0;
    for (int i = 0; i < 64 * 20; i++)
    {
        rim_body_report report;
        rim_body_step(&body, list, &options, DT, &report);
        impacts += report.impacts;
        if (i > 64 * 18) highest = fmax(highest, (double)body.pose.position.y);
        assert_near(total(&body, options.gravity), 2.0 * 10.0 * 1.5, 1e-3);
    }
    assert_near(highest, 1.5, 4e-3);
    assert_near(impacts, 20.0 / (2.0 * sqrt(2.0 / 10.0)), 1.0);
    rim_obstacles_destroy(list);
}

static void half_the_speed_is_a_quarter_of_the_height(void **state)
{
    (void)state;
    rim_obstacles   *list = floor_list();
    rim_body_options options = earth();
    rim_body         body = rim_body_box(rim_vec3_make(0.5f, 0.25f, 0.5f), 2.0f);
    body.pose.position.y = 4.25f;
    body.restitution = 0.5f;
    double highest = 0.0;
    for (int i = 0, impacts = 0; impacts < 2; i++)
    {
        rim_body_report report;
        rim_body_step(&body, list, &options, DT, &report);
        impacts += report.impacts;
        if (impacts == 1) highest = fmax(highest, (double)body.pose.position.y - 0.25);
    }
    assert_near(highest, 1.0, 2e-3);
    rim_obstacles_destroy(list);
}

static void the_fastest_box_does_not_pass_a_thin_wall(void **state)
{
    (void)state;
    rim_obstacles *list;
    rim_obstacles_create(&list, NULL);
    rim_obox wall = { rim_xform3_identity(), { 10.0f, 10.0f, 0.001f } };
    obstacles_add_box(list, wall, NULL);
    for (int n = 0; n < 12; n++)
    {
        rim_body body = rim_body_box(rim_vec3_make(0.1f, 0.1f, 0.1f), 1.0f);
        body.pose.position.z = -3.0f;
        body.velocity.z = powf(10.0f, (float)n / 2.0f);
        body.spin.x = (float)(n % 3);
        body.restitution = 0.5f;
        for (int i = 0; i < 300 && body.velocity.z > 0.0f; i++)
            rim_body_step(&body, list, NULL, DT, NULL);
        assert_true(body.velocity.z < 0.0f && body.pose.position.z < 0.0f);
    }
    rim_obstacles_destroy(list);
}

// --- energy ----------------------------------------------------------------------------------------------

// A bowl of planes with balls, bars and blocks in it.
static rim_obstacles *playground(test_random *random)
{
    rim_obstacles *list = floor_list();
    for (int i = 0; i < 4; i++)
    {
        rim_vec3 n = rim_vec3_make(i == 0   ? 1.0f
                                   : i == 1 ? -1.0f
                                            : 0.0f,
                                   1.0f,
                                   i == 2   ? 1.0f
                                   : i == 3 ? -1.0f
                                            : 0.0f);
        rim_vec3 at = rim_vec3_make(-3.0f * n.x, 0.0f, -3.0f * n.z);
        obstacles_add_plane(list, rim_plane_through(at, n), NULL);
    }
    for (int i = 0; i < 3; i++)
    {
        rim_sphere ball = { random_in_cube(random, 2.0f), 0.0f };
        ball.center.y = 0.0f;
        ball.radius = random_float(random, 0.05f, 1.0f);
        obstacles_add_sphere(list, ball, NULL);
    }
    rim_capsule bar = { random_in_cube(random, 2.0f), { 0.0f, 0.0f, 0.0f }, 0.2f };
    bar.b = random_in_cube(random, 2.0f);
    bar.a.y = bar.b.y = 0.3f;
    obstacles_add_capsule(list, bar, NULL);
    rim_obox block = { rim_xform3_identity(), { 0.5f, 0.3f, 0.4f } };
    block.pose.rotation = random_turn(random);
    block.pose.position = random_in_cube(random, 2.0f);
    block.pose.position.y = 0.0f;
    obstacles_add_box(list, block, NULL);
    return list;
}

// DROPS=1000000 build/release/tests/solid/dynamics/body_step lasts half an hour.
static int drop_count(void)
{
    const char *wanted = getenv("DROPS");
    return wanted ? atoi(wanted) : case_count(1000);
}

// What became of drops; growths of energy are shares of what a fall of five is worth.
typedef struct drops
{
    int    impacts, slept, inside;
    double worst, worst_drop;
} drops;

static void drop_one(test_random *random, drops *d)
{
    rim_body_options options = earth();
    rim_obstacles   *list = playground(random);
    rim_body         body = any_box(random, 0.1f);
    body.pose.position = random_in_cube(random, 1.5f);
    body.pose.position.y = random_float(random, 3.5f, 5.0f);
    body.velocity = random_in_cube(random, 5.0f);
    body.spin = random_in_cube(random, 8.0f);
    body.restitution = (float)random_int(random, 0, 4) / 4.0f;
    body.friction = random_int(random, 0, 1) ? random_float(random, 0.0f, 1.0f) : 0.0f;
    double start = total(&body, options.gravity), before = start;
    for (int i = 0; i < 400 && !body.asleep; i++)
    {
        rim_body_report report;
        rim_body_step(&body, list, &options, DT, &report);
        double now = total(&body, options.gravity), scale = (double)body.mass * 10.0 * 5.0;
        d->worst = fmax(d->worst, (now - before) / scale);
        d->worst_drop = fmax(d->worst_drop, (now - start) / scale);
        before = now;
        d->impacts += report.impacts;
    }
    rim_obox       box = { body.pose, body.half };
    obstacle_touch touch[1];
    if (box_touches(list, box, 0.0f, 0.0f, touch, 1) && touch[0].gap < -0.01f) d->inside++;
    d->slept += body.asleep;
    rim_obstacles_destroy(list);
}

static void energy_never_grows_in_any_drop(void **state)
{
    (void)state;
    test_random random = { 8102 };
    drops       d = { 0 };
    int         asked = drop_count();
    for (int n = 0; n < asked; n++) drop_one(&random, &d);
    assert_true(d.worst < 1e-6);
    assert_true(d.worst_drop < 1e-6);
    assert_true(d.impacts > 3 * asked && d.slept > asked / 3);
    assert_int_equal(d.inside, 0);
}

// Two in a million of the drops above: the box turns into a gap between a ball, a block and the floor that is
// too narrow for it further on, or slides under a ball that it cannot lift itself from.
static void a_box_in_a_tight_place_comes_out_of_what_it_turned_into(void **state)
{
    (void)state;
    const uint64_t states[] = { 0x96ead6cb00d22d08u, 0x4568c28f9169fde9u };
    for (int i = 0; i < 2; i++)
    {
        test_random random = { states[i] };
        drops       d = { 0 };
        drop_one(&random, &d);
        assert_int_equal(d.inside, 0);
        assert_int_equal(d.slept, 1);
        assert_true(d.worst < 1e-6);
    }
}

// --- rest --------------------------------------------------------------------------------------------------

static void stays_for_ten_minutes(float sleep_after)
{
    rim_obstacles   *list = floor_list();
    rim_body_options options = earth();
    rim_body         body = rim_body_box(rim_vec3_make(0.5f, 0.5f, 0.5f), 2.0f);
    options.sleep_after = sleep_after;
    body.pose.position.y = 1.5f;
    body.restitution = 0.5f;
    body.friction = 0.5f;
    float dt = 1.0f / 60.0f;
    for (int i = 0; i < 600; i++) rim_body_step(&body, list, &options, dt, NULL);
    rim_vec3 place = body.pose.position;
    assert_near(place.x, 0.0, 1e-4);
    assert_near(place.y, 0.5, 1e-4);
    for (int i = 0; i < 60 * 600; i++)
    {
        rim_body_step(&body, list, &options, dt, NULL);
        assert_true(rim_vec3_distance(body.pose.position, place) < 1e-4f);
        assert_true(fabsf(body.pose.rotation.w) > 1.0f - 1e-6f);
    }
    assert_int_equal(body.asleep, sleep_after >= 0.0f);
    rim_obstacles_destroy(list);
}

static void a_dropped_box_rests_for_ten_minutes(void **state)
{
    (void)state;
    stays_for_ten_minutes(0.0f);
    stays_for_ten_minutes(-1.0f);
}

static void sleep_comes_when_it_is_asked_for(void **state)
{
    (void)state;
    static const float wanted[] = { 0.0f, 0.125f, 0.25f, 1.0f, 1.5f };
    for (int rate = 32; rate <= 128; rate *= 2)
        for (int i = 0; i < 5; i++)
        {
            rim_obstacles   *list = floor_list();
            rim_body_options options = earth();
            rim_body         body = rim_body_box(rim_vec3_make(0.5f, 0.5f, 0.5f), 2.0f);
            options.sleep_after = wanted[i];
            body.pose.position.y = 0.5f;
            int steps = 0, expected = wanted[i] > 0.0f ? (int)(wanted[i] * (float)rate) : 30;
            for (; steps < 400 && !body.asleep; steps++)
                rim_body_step(&body, list, &options, 1.0f / (float)rate, NULL);
            assert_in_range(steps, expected, expected + 2);
            rim_obstacles_destroy(list);
        }
}

static void a_sleeper_wakes_when_pushed(void **state)
{
    (void)state;
    rim_obstacles   *list = floor_list();
    rim_body_options options = earth();
    rim_body         body = rim_body_box(rim_vec3_make(0.5f, 0.5f, 0.5f), 2.0f);
    body.pose.position.y = 0.6f;
    for (int i = 0; i < 200; i++) rim_body_step(&body, list, &options, DT, NULL);
    assert_true(body.asleep);
    body.force.x = 100.0f;
    rim_body_step(&body, list, &options, DT, NULL);
    assert_true(!body.asleep && body.velocity.x > 0.5f);
    rim_obstacles_destroy(list);
}

static void a_rough_slope_holds_and_a_smooth_one_does_not(void **state)
{
    (void)state;
    for (int rough = 0; rough < 2; rough++)
    {
        rim_obstacles *list;
        rim_obstacles_create(&list, NULL);
        rim_vec3 n = rim_vec3_normalize(rim_vec3_make(-0.5f, 1.0f, 0.0f));
        obstacles_add_plane(list, (rim_plane){ n, 0.0f }, NULL);
        rim_body_options options = earth();
        rim_body         body = rim_body_box(rim_vec3_make(0.5f, 0.5f, 0.5f), 2.0f);
        body.friction = rough ? 0.8f : 0.2f;
        body.pose.rotation = rim_quat_between(rim_vec3_make(0.0f, 1.0f, 0.0f), n);
        body.pose.position = rim_vec3_scale(n, 0.5f);
        for (int i = 0; i < 320; i++) rim_body_step(&body, list, &options, DT, NULL);
        // Down the slope: g (sin - mu cos) t^2 / 2 in 5 time units.
        double slid = rim_vec3_length(rim_vec3_sub(body.pose.position, rim_vec3_scale(n, 0.5f)));
        double fall = 10.0 / sqrt(5.0);
        if (rough)
            assert_near(slid, 0.0, 1e-3);
        else
            assert_near(slid, fall * (1.0 - 0.2 * 2.0) * 12.5, 0.3);
        rim_obstacles_destroy(list);
    }
}

// --- scale and odd input ---------------------------------------------------------------------------------

static rim_obstacles *scaled_room(float s)
{
    rim_obstacles *list;
    rim_obstacles_create(&list, NULL);
    rim_sphere  ball = { { 0.3f * s, 0.2f * s, 0.1f * s }, 0.4f * s };
    rim_capsule bar = { { -2.0f * s, 0.1f * s, 0.0f }, { -1.0f * s, 0.4f * s, s }, 0.2f * s };
    rim_obox    block = { rim_xform3_make(rim_vec3_make(1.5f * s, 0.0f, 0.2f * s),
                                          (rim_quat){ 0.1f, 0.2f, 0.3f, 0.9f }),
                          { 0.5f * s, 0.4f * s, 0.3f * s } };
    obstacles_add_plane(list, (rim_plane){ rim_vec3_make(0.0f, 1.0f, 0.0f), 0.0f }, NULL);
    obstacles_add_plane(list, (rim_plane){ rim_vec3_make(0.6f, 0.8f, 0.0f), -2.0f * s }, NULL);
    obstacles_add_sphere(list, ball, NULL);
    obstacles_add_capsule(list, bar, NULL);
    obstacles_add_box(list, block, NULL);
    return list;
}

static void a_drop_scales_by_powers_of_two(void **state)
{
    (void)state;
    test_random random = { 8103 };
    int         bounced = 0, asked = case_count(60);
    for (int n = 0; n < asked; n++)
    {
        float            s = n & 1 ? 1024.0f : 0x1p-10f;
        rim_obstacles   *list = scaled_room(1.0f), *large = scaled_room(s);
        rim_body_options options = earth(), scaled = options;
        rim_body         body = any_box(&random, 0.1f);
        body.pose.position = rim_vec3_make(random_float(&random, -1.5f, 1.5f), 3.0f, 0.2f);
        body.velocity = random_in_cube(&random, 3.0f);
        body.spin = random_in_cube(&random, 3.0f);
        body.restitution = 0.5f;
        body.friction = 0.4f;
        rim_body big = body;
        big.half = rim_vec3_scale(body.half, s);
        big.inertia = rim_vec3_scale(body.inertia, s * s);
        big.pose.position = rim_vec3_scale(body.pose.position, s);
        big.velocity = rim_vec3_scale(body.velocity, s);
        scaled.gravity.y *= s;
        for (int i = 0; i < 200; i++)
        {
            rim_body_report report;
            rim_body_step(&body, list, &options, DT, &report);
            rim_body_step(&big, large, &scaled, DT, NULL);
            bounced += report.impacts;
            assert_same_bits(big.pose.position.x, s * body.pose.position.x);
            assert_same_bits(big.pose.position.y, s * body.pose.position.y);
            assert_same_bits(big.velocity.z, s * body.velocity.z);
            assert_same_bits(big.pose.rotation.w, body.pose.rotation.w);
            assert_same_bits(big.spin.x, body.spin.x);
            assert_int_equal(big.asleep, body.asleep);
        }
        rim_obstacles_destroy(list);
        rim_obstacles_destroy(large);
    }
    assert_true(bounced > asked);
}

static uint64_t hash_floats(uint64_t hash, const float *x, int count)
{
    for (int i = 0; i < count; i++)
    {
        uint32_t bits;
        float    value = x[i] + 0.0f; // -0 is 0
        memcpy(&bits, &value, sizeof bits);
        hash = (hash ^ bits) * 0x100000001b3ull;
    }
    return hash;
}

#define DROP_HASH 0x90a6842559327499ull

// By every compiler, at every optimisation: run it under each.
static void drops_have_the_same_bits_everywhere(void **state)
{
    (void)state;
    rim_obstacles   *list = scaled_room(1.0f);
    rim_body_options options = earth();
    uint64_t         hash = 0xcbf29ce484222325ull;
    for (int n = 0; n < 8; n++)
    {
        rim_body body = rim_body_box(rim_vec3_make(0.25f, 0.5f, 0.125f * (float)(n + 1)), 3.0f);
        body.pose.position = rim_vec3_make(0.375f * (float)n - 1.5f, 3.0f, 0.25f);
        body.spin = rim_vec3_make(1.0f, 0.5f * (float)n, -2.0f);
        body.restitution = 0.125f * (float)n;
        body.friction = 0.5f;
        for (int i = 0; i < 250; i++) rim_body_step(&body, list, &options, DT, NULL);
        hash = hash_floats(hash, &body.pose.position.x, 3);
        hash = hash_floats(hash, &body.pose.rotation.x, 4);
        hash = hash_floats(hash, &body.velocity.x, 3);
        hash = hash_floats(hash, &body.spin.x, 3);
    }
    rim_obstacles_destroy(list);
    assert_int_equal(hash, DROP_HASH);
}

static void what_is_not_finite_stands_still(void **state)
{
    (void)state;
    rim_obstacles   *list = floor_list();
    rim_body_options options = earth();
    rim_body         good = rim_body_box(rim_vec3_make(0.5f, 0.5f, 0.5f), 2.0f);
    float            bad[3] = { NAN, INFINITY, -INFINITY };
    for (int i = 0; i < 3; i++)
    {
        rim_body body = good;
        body.velocity.x = bad[i];
        rim_body_step(&body, list, &options, DT, NULL);
        assert_same_bits(body.pose.position.y, 0.0f);
        body = good;
        rim_body_step(&body, list, &options, bad[i], NULL);
        assert_same_bits(body.pose.position.y, 0.0f);
    }
    rim_body huge = good;
    huge.velocity.x = 3e38f;
    huge.spin.y = 3e38f;
    for (int i = 0; i < 10; i++)
    {
        rim_body_step(&huge, list, &options, DT, NULL);
        assert_true(isfinite(huge.pose.position.x) && isfinite(huge.spin.y));
        assert_true(isfinite(huge.pose.rotation.w));
    }
    rim_obstacles_destroy(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thrown_box_flies_on_a_parabola),
        cmocka_unit_test(a_free_body_keeps_energy_and_angular_momentum),
        cmocka_unit_test(a_spin_about_the_middle_axis_turns_over),
        cmocka_unit_test(forces_and_torques_act_for_one_step),
        cmocka_unit_test(damping_takes_its_part_away),
        cmocka_unit_test(a_perfect_bounce_comes_back_as_high),
        cmocka_unit_test(half_the_speed_is_a_quarter_of_the_height),
        cmocka_unit_test(the_fastest_box_does_not_pass_a_thin_wall),
        cmocka_unit_test(energy_never_grows_in_any_drop),
        cmocka_unit_test(a_box_in_a_tight_place_comes_out_of_what_it_turned_into),
        cmocka_unit_test(a_dropped_box_rests_for_ten_minutes),
        cmocka_unit_test(sleep_comes_when_it_is_asked_for),
        cmocka_unit_test(a_sleeper_wakes_when_pushed),
        cmocka_unit_test(a_rough_slope_holds_and_a_smooth_one_does_not),
        cmocka_unit_test(a_drop_scales_by_powers_of_two),
        cmocka_unit_test(drops_have_the_same_bits_everywhere),
        cmocka_unit_test(what_is_not_finite_stands_still),
    };
    return cmocka_run_group_tests_name("body_step", tests, NULL, NULL);
}
