// Worlds of boxes: stacks that stand, heaps that sleep, the same bits everywhere.
#include "support/obstacles.h"
#include "support/support.h"

#include "rimcast/bodies.h"
#include "solid/dynamics/data.h"

#include <math.h>
#include <string.h>

#define DT (1.0f / 64.0f)

static rim_bodies *earth(float scale, float sleep_after)
{
    rim_bodies        *world;
    rim_bodies_options options = { { 0.0f, -10.0f * scale, 0.0f }, 0.0f, sleep_after, 0, NULL };
    assert_int_equal(rim_bodies_create(&world, &options), RIM_OK);
    rim_plane floor = (rim_plane){ rim_vec3_make(0.0f, 1.0f, 0.0f), 0.0f };
    obstacles_add_plane(rim_bodies_obstacles(world), floor, NULL);
    return world;
}

static rim_body crate(rim_vec3 half, rim_vec3 at)
{
    rim_body body = rim_body_box(half, 8.0f * half.x * half.y * half.z);
    body.pose.position = at;
    body.friction = 0.5f;
    return body;
}

// One after the other: C leaves open in which order arguments are evaluated.
static rim_vec3 any_between(test_random *random, float lo, float hi)
{
    rim_vec3 v;
    v.x = random_float(random, lo, hi);
    v.y = random_float(random, lo, hi);
    v.z = random_float(random, lo, hi);
    return v;
}

static rim_vec3 any_vector(test_random *random, float size)
{
    return any_between(random, -size, size);
}

static rim_quat any_turn(test_random *random)
{
    rim_vec3 v = any_vector(random, 1.0f);
    return rim_quat_normalize((rim_quat){ v.x, v.y, v.z, random_float(random, -1.0f, 1.0f) });
}

static void run(rim_bodies *world, int steps)
{
    for (int i = 0; i < steps; i++) assert_int_equal(rim_bodies_step(world, DT), RIM_OK);
}

// --- stacks ----------------------------------------------------------------------------------------------

static void stack_stands(int count, float sleep_after, int steps)
{
    rim_bodies *world = earth(1.0f, sleep_after);
    for (int i = 0; i < count; i++)
    {
        rim_vec3 at = rim_vec3_make(0.04f * (float)(i % 2), 0.5f + 1.01f * (float)i, 0.0f);
        rim_body body = crate(rim_vec3_make(0.5f, 0.5f, 0.5f), at);
        assert_int_equal(rim_bodies_add(world, &body, NULL), RIM_OK);
    }
    run(world, 128);
    rim_vec3 places[16];
    for (int i = 0; i < count; i++) places[i] = bodies_at(world, i)->pose.position;
    run(world, steps);
    for (int i = 0; i < count; i++)
    {
        const rim_body *body = bodies_at(world, i);
        assert_near(body->pose.position.y, 0.5 + i, 0.01 + 0.003 * i);
        assert_true(rim_vec3_distance(body->pose.position, places[i]) < 0.01f);
        assert_true(rim_vec3_length(body->velocity) < 1e-3f);
    }
    assert_int_equal(bodies_awake(world), sleep_after < 0.0f ? count : 0);
    rim_bodies_destroy(world);
}

static void a_stack_of_five_stands(void **state)
{
    (void)state;
    stack_stands(5, 0.0f, 64 * 60);
    stack_stands(5, -1.0f, 64 * 60);
}

static void a_stack_of_ten_stands_awake(void **state)
{
    (void)state;
    stack_stands(10, -1.0f, 64 * 20);
}

static void a_dropped_box_rests_in_its_place(void **state)
{
    (void)state;
    rim_bodies *world = earth(1.0f, -1.0f);
    rim_body    body = crate(rim_vec3_make(0.5f, 0.5f, 0.5f), rim_vec3_make(0.0f, 1.5f, 0.0f));
    body.restitution = 0.5f;
    rim_bodies_add(world, &body, NULL);
    run(world, 640);
    rim_vec3 place = bodies_at(world, 0)->pose.position;
    // A 256th of the half extent is left, and the weight sinks by g h^2 / 2 in substeps of h.
    assert_near(place.y, 0.5, 0.5 / 256.0 + 1e-4);
    run(world, 64 * 60);
    assert_true(rim_vec3_distance(bodies_at(world, 0)->pose.position, place) < 1e-4f);
    rim_bodies_destroy(world);
}

// In a step the plate falls by ten times its thickness, so its upper corners are within reach of the ground, too. But only
// the lower ones hold it. Impulses come to their balance within some steps.
static void a_thin_plate_lands_flat(void **state)
{
    (void)state;
    rim_bodies *world = earth(1.0f, -1.0f);
    rim_body    body = crate(rim_vec3_make(1.0f, 0.015f, 1.0f), rim_vec3_make(0.0f, 0.5f, 0.0f));
    body.velocity.y = -20.0f;
    rim_bodies_add(world, &body, NULL);
    run(world, 6);
    for (int i = 0; i < 60; i++)
    {
        run(world, 1);
        assert_true(rim_vec3_length(bodies_at(world, 0)->spin) < 1e-3f);
        assert_near(bodies_at(world, 0)->pose.position.y, 0.015, 0.015 / 64.0);
    }
    rim_bodies_destroy(world);
}

static void half_the_speed_bounces_a_quarter_as_high(void **state)
{
    (void)state;
    rim_bodies *world = earth(1.0f, -1.0f);
    rim_body    body = crate(rim_vec3_make(0.5f, 0.5f, 0.5f), rim_vec3_make(0.0f, 4.5f, 0.0f));
    body.restitution = 0.5f;
    rim_bodies_add(world, &body, NULL);
    double highest = 0.0;
    bool   fell = false;
    for (int i = 0; i < 110; i++)
    {
        run(world, 1);
        const rim_body *b = bodies_at(world, 0);
        fell = fell || b->velocity.y > 0.0f;
        if (fell) highest = fmax(highest, (double)b->pose.position.y - 0.5);
    }
    assert_near(highest, 1.0, 0.06);
    rim_bodies_destroy(world);
}

static void a_collision_keeps_momentum(void **state)
{
    (void)state;
    test_random random = { 8301 };
    int         met = 0;
    for (int n = 0; n < case_count(200); n++)
    {
        rim_bodies *world;
        rim_bodies_create(&world, NULL);
        rim_vec3 half = rim_vec3_make(0.5f, 0.3f, 0.4f);
        rim_body a = crate(half, rim_vec3_make(-1.5f, 0.0f, 0.0f));
        rim_body b = crate(half, rim_vec3_make(1.5f, random_float(&random, -0.5f, 0.5f), 0.0f));
        a.pose.rotation = any_turn(&random);
        b.pose.rotation = any_turn(&random);
        a.velocity.x = 4.0f;
        b.velocity.x = -2.0f;
        a.restitution = 0.5f;
        rim_bodies_add(world, &a, NULL);
        rim_bodies_add(world, &b, NULL);
        double energy = bodies_energy(world);
        run(world, 64);
        rim_vec3 p = rim_vec3_add(bodies_at(world, 0)->velocity, bodies_at(world, 1)->velocity);
        assert_near(p.x, 2.0, 1e-4);
        assert_near(p.y, 0.0, 1e-4);
        assert_near(p.z, 0.0, 1e-4);
        assert_true(bodies_energy(world) < energy * 1.001);
        met += fabsf(bodies_at(world, 0)->velocity.x - 4.0f) > 0.1f;
        rim_bodies_destroy(world);
    }
    assert_true(met > case_count(200) / 2);
}

// --- heaps -----------------------------------------------------------------------------------------------

// Boxes of many sizes over a floor with a ball, a bar and a block on it.
static rim_bodies *heap(uint64_t seed, int count, float scale, float sleep_after)
{
    test_random    random = { seed };
    rim_bodies    *world = earth(scale, sleep_after);
    rim_obstacles *list = rim_bodies_obstacles(world);
    rim_sphere     ball = { { 0.0f, 0.0f, 0.0f }, 1.0f * scale };
    rim_capsule    bar = { { -2.0f * scale, 0.5f * scale, 2.0f * scale },
                           { 2.0f * scale, 0.5f * scale, 2.0f * scale },
                           0.3f * scale };
    rim_obox       block = { rim_xform3_translation(rim_vec3_make(3.0f * scale, 0.0f, 0.0f)),
                             { 0.5f * scale, 1.0f * scale, 0.5f * scale } };
    obstacles_add_sphere(list, ball, NULL);
    obstacles_add_capsule(list, bar, NULL);
    obstacles_add_box(list, block, NULL);
    for (int i = 0; i < count; i++)
    {
        rim_vec3 half = any_between(&random, 0.2f, 0.5f), at = any_vector(&random, 2.0f);
        at.y = 2.0f + 0.4f * (float)i;
        rim_body body = crate(half, at);
        body.restitution = random_float(&random, 0.0f, 0.5f);
        body.pose.rotation = any_turn(&random);
        body.spin = any_vector(&random, 3.0f);
        body.half = rim_vec3_scale(half, scale);
        body.pose.position = rim_vec3_scale(at, scale);
        body.inertia = rim_vec3_scale(body.inertia, scale * scale);
        rim_bodies_add(world, &body, NULL);
    }
    return world;
}

static double potential(const rim_bodies *world)
{
    double   sum = 0.0;
    rim_vec3 g = rim_vec3_make(0.0f, -10.0f, 0.0f);
    for (int i = 0; i < rim_bodies_read(world).slots; i++)
        sum += rim_body_potential(bodies_at(world, i), g);
    return sum;
}

static void a_heap_loses_its_energy_and_sleeps(void **state)
{
    (void)state;
    int slept = 0;
    for (int n = 0; n < case_count(6); n++)
    {
        rim_bodies *world = heap(8400 + (uint64_t)n, 60, 1.0f, 0.0f);
        double      start = bodies_energy(world) + potential(world), before = start;
        for (int i = 0; i < 64 * 15; i++)
        {
            run(world, 1);
            double now = bodies_energy(world) + potential(world);
            assert_true(now < before + 2e-2 * start); // what overlaps is pushed apart
            before = now;
        }
        assert_true(before < 0.5 * start);
        slept += bodies_awake(world) < 10;
        for (int i = 0; i < 60; i++)
        {
            const rim_body *body = bodies_at(world, i);
            assert_true(body->pose.position.y > 0.15f);
            rim_quat q = body->pose.rotation;
            assert_near(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1.0, 1e-5);
        }
        rim_bodies_destroy(world);
    }
    // A box that rocks on the ball keeps those awake that it leans on.
    assert_true(slept >= case_count(6) * 3 / 4);
}

// No two bodies of a heap at rest are deep in each other, nor in an obstacle.
static void a_heap_at_rest_does_not_overlap(void **state)
{
    (void)state;
    rim_bodies *world = heap(8500, 80, 1.0f, -1.0f);
    run(world, 64 * 12);
    double deepest = 0.0;
    for (int i = 0; i < 80; i++)
    {
        rim_body       a = *bodies_at(world, i);
        rim_obox       box = { a.pose, a.half };
        obstacle_touch touches[8];
        int count = box_touches(rim_bodies_obstacles(world), box, 0.0f, 0.0f, touches, 8);
        for (int k = 0; k < count && k < 8; k++) deepest = fmin(deepest, (double)touches[k].gap);
        rim_obstacles *other;
        obstacles_create(&other, NULL);
        for (int k = 0; k < i; k++)
        {
            rim_body b = *bodies_at(world, k);
            rim_obox block = { b.pose, b.half };
            obstacles_add_box(other, block, NULL);
        }
        count = box_touches(other, box, 0.0f, 0.0f, touches, 8);
        for (int k = 0; k < count && k < 8; k++) deepest = fmin(deepest, (double)touches[k].gap);
        obstacles_destroy(other);
    }
    assert_true(deepest > -0.03 && deepest < 0.0);
    rim_bodies_destroy(world);
}

// --- sleep -----------------------------------------------------------------------------------------------

static void what_falls_on_sleepers_wakes_them_all(void **state)
{
    (void)state;
    rim_bodies *world = earth(1.0f, 0.0f);
    for (int i = 0; i < 4; i++)
    {
        rim_body body = crate(rim_vec3_make(0.5f, 0.5f, 0.5f),
                              rim_vec3_make(0.0f, 0.5f + 1.0f * (float)i, 0.0f));
        rim_bodies_add(world, &body, NULL);
    }
    rim_body apart = crate(rim_vec3_make(0.5f, 0.5f, 0.5f), rim_vec3_make(9.0f, 0.5f, 0.0f));
    rim_bodies_add(world, &apart, NULL);
    run(world, 128);
    assert_int_equal(bodies_awake(world), 0);
    rim_body stone = crate(rim_vec3_make(0.2f, 0.2f, 0.2f), rim_vec3_make(0.1f, 6.0f, 0.0f));
    rim_bodies_add(world, &stone, NULL);
    int most = 0;
    for (int i = 0; i < 64; i++)
    {
        run(world, 1);
        int awake = bodies_awake(world);
        most = awake > most ? awake : most;
    }
    assert_int_equal(most, 5);
    assert_true(bodies_at(world, 4)->asleep);
    run(world, 320);
    assert_int_equal(bodies_awake(world), 0);

    bodies_remove_at(world, 0);
    assert_int_equal(bodies_awake(world), 4);
    run(world, 640);
    assert_near(bodies_at(world, 1)->pose.position.y, 0.5, 0.01);
    assert_int_equal(bodies_awake(world), 0);

    rim_body pushed = *bodies_at(world, 4);
    pushed.force.x = 100.0f;
    assert_int_equal(bodies_set_at(world, 4, &pushed), RIM_OK);
    run(world, 1);
    assert_true(bodies_at(world, 4)->velocity.x > 0.5f);
    rim_bodies_wake(world);
    assert_int_equal(bodies_awake(world), 5);
    rim_bodies_destroy(world);
}

// --- the same bits -----------------------------------------------------------------------------------------

static uint64_t hash_world(const rim_bodies *world, uint64_t hash)
{
    for (int i = 0; i < rim_bodies_read(world).slots; i++)
    {
        const rim_body *b = bodies_at(world, i);
        float           state[13] = { b->pose.position.x, b->pose.position.y, b->pose.position.z,
                                      b->pose.rotation.x, b->pose.rotation.y, b->pose.rotation.z,
                                      b->pose.rotation.w, b->velocity.x,      b->velocity.y,
                                      b->velocity.z,      b->spin.x,          b->spin.y,
                                      b->spin.z };
        for (int k = 0; k < 13; k++)
        {
            uint32_t bits;
            state[k] += 0.0f; // -0 is 0
            memcpy(&bits, &state[k], sizeof bits);
            hash = (hash ^ bits) * 0x100000001b3ull;
        }
    }
    return hash;
}

static uint64_t heap_hash(bool wide)
{
    rim_bodies *world = heap(8600, 70, 1.0f, 0.0f);
    if (!wide) world->kernels = &body_kernels_plain;
    uint64_t hash = 0xcbf29ce484222325ull;
    for (int i = 0; i < 300; i++)
    {
        run(world, 1);
        if (i % 20 == 0) hash = hash_world(world, hash);
    }
    hash = hash_world(world, hash);
    rim_bodies_destroy(world);
    return hash;
}

#define HEAP_HASH 0x76d5db2a8e3bf4c4ull

// By every compiler, at every optimization, with every kernel: run it under each.
static void a_heap_falls_with_the_same_bits_everywhere(void **state)
{
    (void)state;
    assert_int_equal(heap_hash(true), heap_hash(false));
    assert_int_equal(heap_hash(true), HEAP_HASH);
}

static void a_heap_scales_by_powers_of_two(void **state)
{
    (void)state;
    for (int n = 0; n < 2; n++)
    {
        float       s = n ? 1024.0f : 0x1p-10f;
        rim_bodies *world = heap(8700, 40, 1.0f, 0.0f), *large = heap(8700, 40, s, 0.0f);
        int         touching = 0;
        for (int i = 0; i < 256; i++)
        {
            run(world, 1);
            run(large, 1);
            touching += rim_bodies_touches(world, NULL, 0);
            for (int k = 0; k < 40; k++)
            {
                const rim_body *a = bodies_at(world, k), *b = bodies_at(large, k);
                assert_same_bits(b->pose.position.x, s * a->pose.position.x);
                assert_same_bits(b->pose.position.y, s * a->pose.position.y);
                assert_same_bits(b->pose.rotation.z, a->pose.rotation.z);
                if (fabsf(a->velocity.y) > 0x1p-90f)
                    assert_same_bits(b->velocity.y, s * a->velocity.y);
            }
        }
        assert_true(touching > 1000);
        rim_bodies_destroy(world);
        rim_bodies_destroy(large);
    }
}

// --- pairs -----------------------------------------------------------------------------------------------

static void the_pairs_are_those_whose_bounds_overlap(void **state)
{
    (void)state;
    test_random random = { 8302 };
    int         found = 0;
    for (int n = 0; n < case_count(60); n++)
    {
        rim_bodies *world;
        int         count = random_int(&random, 1, 150);
        rim_bodies_create(&world, NULL);
        for (int i = 0; i < count; i++)
        {
            float    spread = n % 2 ? 3.0f : 8.0f;
            rim_body body = crate(rim_vec3_make(random_float(&random, 0.1f, 0.6f), 0.3f, 0.2f),
                                  any_vector(&random, spread));
            body.pose.position.y *= n % 3 == 0 ? 4.0f : 0.1f;
            body.pose.rotation = any_turn(&random);
            body.velocity = any_vector(&random, 5.0f);
            rim_bodies_add(world, &body, NULL);
        }
        for (int i = 0; i < count; i += 7) bodies_remove_at(world, i);
        body_step step = { DT, { 0.0f, 0.0f, 0.0f }, 0.0f, 0.0f, 4 };
        bodies_prepare(world, &step);
        assert_true(bodies_find_pairs(world));
        int at = 0;
        for (int a = 0; a < count; a++)
            for (int b = a + 1; b < count; b++)
            {
                const body_bounds *x = &world->bounds[a], *y = &world->bounds[b];
                bool               meet = bodies_at(world, a) && bodies_at(world, b);
                if (!meet || !rim_box3_overlaps(x->box, y->box)) continue;
                assert_true(at < world->pair_count);
                assert_int_equal(world->pairs[at].a, a);
                assert_int_equal(world->pairs[at++].b, b);
            }
        assert_int_equal(at, world->pair_count);
        found += at;
        rim_bodies_destroy(world);
    }
    assert_true(found > case_count(500));
}

// A box that is put on a sleeping one rests at once, wherever the two are, and also if it has the higher slot.
static void a_sleeper_carries_anywhere(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++)
    {
        rim_bodies *world = earth(1.0f, 0.0f);
        rim_vec3    at = rim_vec3_make(i ? 300.0f : 0.0f, 0.5f, i ? -200.0f : 0.0f);
        rim_body    low = crate(rim_vec3_make(0.5f, 0.5f, 0.5f), at), high = low;
        rim_handle  which;
        assert_int_equal(rim_bodies_add(world, &low, NULL), RIM_OK);
        run(world, 100);
        assert_true(bodies_at(world, 0)->asleep);
        high.pose.position.y = bodies_at(world, 0)->pose.position.y + 1.0f;
        assert_int_equal(rim_bodies_add(world, &high, &which), RIM_OK);
        assert_int_equal(which.slot, 1);
        run(world, 1);
        assert_true(bodies_at(world, 1)->velocity.y > -0.02f); // a step of free fall gives -10 / 64
        run(world, 100);
        assert_near(bodies_at(world, 1)->pose.position.y, 1.5, 0.01);
        rim_bodies_destroy(world);
    }
}

// A body that would leave the range of float in a step stays where it is, and other bodies do not lose their contacts.
static void a_motion_without_end_ends_no_contact(void **state)
{
    (void)state;
    const float        dt = 4.0f;
    rim_bodies        *world;
    rim_bodies_options options = { { 0.0f, -0.000175f, 0.0f }, 0.0f, -1.0f, 0, NULL };
    rim_handle         fast;
    assert_int_equal(rim_bodies_create(&world, &options), RIM_OK);
    rim_plane floor = (rim_plane){ rim_vec3_make(0.0f, 1.0f, 0.0f), 0.0f };
    obstacles_add_plane(rim_bodies_obstacles(world), floor, NULL);
    for (int i = 0; i < 40; i++)
    {
        // Towers, whose bodies follow each other in the order of the sweep, which is along y.
        rim_body body = crate(rim_vec3_make(0.5f, 0.5f, 0.5f), rim_vec3_make(0.0f, 0.5f, 0.0f));
        for (int k = 0; k < 8; k++)
        {
            body.pose.position = rim_vec3_make(3.0f * (float)k, 0.5f + 0.999f * (float)i, 0.0f);
            assert_int_equal(rim_bodies_add(world, &body, NULL), RIM_OK);
        }
    }
    rim_body body = crate(rim_vec3_make(0.5f, 0.5f, 0.5f), rim_vec3_make(50.0f, 20.3f, 50.0f));
    assert_int_equal(rim_bodies_add(world, &body, &fast), RIM_OK);
    for (int i = 0; i < 10; i++) assert_int_equal(rim_bodies_step(world, dt), RIM_OK);
    assert_int_equal(rim_bodies_read(world).touching_count, 320);
    body = *rim_bodies_get(world, fast);
    for (int sign = -1; sign <= 1; sign += 2)
    {
        body.velocity = rim_vec3_make(0.0f, 2e38f * (float)sign, 0.0f);
        assert_int_equal(rim_bodies_set(world, fast, &body), RIM_OK);
        assert_int_equal(rim_bodies_step(world, dt), RIM_OK);
        assert_int_equal(rim_bodies_read(world).left_count, 0);
        assert_int_equal(rim_bodies_read(world).touching_count, 320);
        const rim_body *now = rim_bodies_get(world, fast);
        assert_same_bits(now->pose.position.y, body.pose.position.y);
        assert_same_bits(now->velocity.y, 0.0f);
    }
    rim_bodies_destroy(world);
}

// --- book-keeping ----------------------------------------------------------------------------------------

static void handles_and_refusals(void **state)
{
    (void)state;
    rim_bodies *world = earth(1.0f, 0.0f);
    rim_body    good = crate(rim_vec3_make(0.5f, 0.5f, 0.5f), rim_vec3_make(0.0f, 0.5f, 0.0f));
    rim_body    bad[7] = { good, good, good, good, good, good, good };
    rim_handle  all[40], again, nobody = { 0, 0 };
    bad[0].mass = 0.0f;
    bad[1].pose.position.x = NAN;
    bad[2].half.y = -1.0f;
    bad[3].velocity.z = INFINITY;
    bad[4].inertia.x = 0.0f;
    bad[5].still = NAN;
    bad[6].shape_pose.position.x = INFINITY; // of a box, which does not use it
    for (int i = 0; i < 7; i++)
    {
        again = (rim_handle){ 3, 4 };
        assert_int_equal(rim_bodies_add(world, &bad[i], &again), RIM_ERR_ARGUMENT);
        assert_int_equal(again.generation, 0);
    }
    for (uint32_t i = 0; i < 40; i++)
    {
        good.user = &all[i];
        assert_int_equal(rim_bodies_add(world, &good, &all[i]), RIM_OK);
        assert_int_equal(all[i].slot, i);
    }
    for (int i = 0; i < 40; i++)
    {
        const rim_body *body = rim_bodies_get(world, all[i]);
        assert_ptr_equal(body->user, &all[i]);
        assert_memory_equal(&body->handle, &all[i], sizeof all[i]);
    }
    assert_true(rim_bodies_remove(world, all[7]));
    assert_true(rim_bodies_remove(world, all[3]));
    assert_false(rim_bodies_remove(world, all[3]));
    assert_false(rim_bodies_remove(world, nobody));
    assert_false(rim_bodies_remove(world, (rim_handle){ 99, 1 }));
    assert_false(rim_bodies_remove(world, (rim_handle){ RIM_OBSTACLE_SLOT, 1 }));
    assert_null(rim_bodies_get(world, all[3]));
    assert_null(rim_bodies_get(world, nobody));
    assert_int_equal(rim_bodies_set(world, all[3], &good), RIM_ERR_ARGUMENT);
    assert_int_equal(rim_bodies_read(world).count, 38);
    rim_bodies_add(world, &good, &again);
    assert_int_equal(again.slot, 3);
    assert_true(again.generation != all[3].generation);
    assert_null(rim_bodies_get(world, all[3]));
    rim_bodies_add(world, &good, &again);
    assert_int_equal(again.slot, 7);
    good.handle = (rim_handle){ 1, 1 };
    assert_int_equal(rim_bodies_set(world, again, &good), RIM_OK);
    assert_int_equal(rim_bodies_get(world, again)->handle.slot, 7);
    assert_int_equal(rim_bodies_step(world, 0.0f), RIM_ERR_ARGUMENT);
    assert_int_equal(rim_bodies_step(world, NAN), RIM_ERR_ARGUMENT);
    rim_bodies_destroy(world);
    rim_bodies_destroy(NULL);
}

// A body of the world may be added again, also when that moves all bodies in memory.
static void a_body_can_be_doubled(void **state)
{
    (void)state;
    rim_bodies *world = earth(1.0f, 0.0f);
    rim_body    body = crate(rim_vec3_make(0.5f, 0.5f, 0.5f), rim_vec3_make(1.0f, 2.0f, 3.0f));
    rim_handle  first, last;
    assert_int_equal(rim_bodies_add(world, &body, &first), RIM_OK);
    for (int i = 1; i < 200; i++)
    {
        assert_int_equal(rim_bodies_add(world, rim_bodies_get(world, first), &last), RIM_OK);
        rim_body doubled = *rim_bodies_get(world, last);
        assert_memory_equal(&doubled.handle, &last, sizeof last);
        doubled.handle = first;
        assert_memory_equal(&doubled, rim_bodies_get(world, first), sizeof doubled);
    }
    rim_bodies_destroy(world);
}

static void touches_tell_who_presses_on_whom(void **state)
{
    (void)state;
    rim_bodies      *world = earth(1.0f, -1.0f);
    rim_bodies_touch touches[16];
    rim_handle       handles[2];
    for (int i = 0; i < 2; i++)
    {
        rim_body body = crate(rim_vec3_make(0.5f, 0.5f, 0.5f),
                              rim_vec3_make(0.0f, 0.5f + 1.0f * (float)i, 0.0f));
        rim_bodies_add(world, &body, &handles[i]);
    }
    run(world, 64);
    assert_int_equal(rim_bodies_touches(world, touches, 16), 8);
    double load[2] = { 0.0, 0.0 };
    for (int i = 0; i < 8; i++)
    {
        bool floor = touches[i].b.slot == RIM_OBSTACLE_SLOT;
        assert_int_equal(touches[i].a.slot, 0);
        if (!floor) assert_int_equal(touches[i].b.slot, 1);
        assert_near(touches[i].normal.y, floor ? 1.0 : -1.0, 1e-4);
        assert_near(touches[i].point.y, floor ? 0.0 : 1.0, 1e-2);
        load[floor] += touches[i].impulse;
    }
    // One box's weight on the other, two on the floor, for a quarter of the step.
    assert_near(load[0], 1.0 * 10.0 * (double)DT / 4.0, 1e-3);
    assert_near(load[1], 2.0 * 10.0 * (double)DT / 4.0, 1e-3);
    // A body that is removed is listed by the handle that it had, also when another one has its slot.
    rim_body   other = crate(rim_vec3_make(0.5f, 0.5f, 0.5f), rim_vec3_make(9.0f, 9.0f, 9.0f));
    rim_handle added;
    assert_true(rim_bodies_remove(world, handles[1]));
    assert_int_equal(rim_bodies_add(world, &other, &added), RIM_OK);
    assert_int_equal(added.slot, 1);
    assert_int_equal(rim_bodies_touches(world, touches, 16), 8);
    int of_removed = 0;
    for (int i = 0; i < 8; i++)
        of_removed += touches[i].b.slot == 1 && touches[i].b.generation == handles[1].generation;
    assert_int_equal(of_removed, 4);
    // So is an obstacle.
    rim_obstacles *list = rim_bodies_obstacles(world);
    rim_obstacle   sphere = { .shape = { RIM_SHAPE3_SPHERE,
                                         .sphere = { { 99.0f, 0.0f, 0.0f }, 1.0f } } };
    assert_true(rim_obstacles_remove(list, (rim_handle){ RIM_OBSTACLE_SLOT, 1 }));
    assert_int_equal(rim_obstacles_add(list, &sphere, &added), RIM_OK);
    assert_int_equal(added.slot, RIM_OBSTACLE_SLOT);
    assert_int_equal(rim_bodies_touches(world, touches, 16), 8);
    of_removed = 0;
    for (int i = 0; i < 8; i++)
        of_removed += touches[i].b.slot == added.slot && touches[i].b.generation == 1;
    assert_int_equal(of_removed, 4);
    rim_bodies_destroy(world);
}

static void every_refused_allocation_is_survived(void **state)
{
    (void)state;
    int refused = 0, done = 0;
    for (int budget = 0; budget < 200; budget++)
    {
        test_heap          memory = { .budget = budget };
        rim_allocator      from = test_heap_allocator(&memory);
        rim_bodies_options options = { { 0.0f, -10.0f, 0.0f }, 0.0f, 0.0f, 0, &from };
        rim_bodies        *world = NULL;
        if (rim_bodies_create(&world, &options) == RIM_OK)
        {
            for (int i = 0; i < 20; i++)
            {
                rim_body body = crate(rim_vec3_make(0.5f, 0.5f, 0.5f),
                                      rim_vec3_make(0.0f, 0.9f * (float)i, 0.0f));
                int      had = rim_bodies_read(world).count;
                if (rim_bodies_add(world, &body, NULL))
                    assert_int_equal(rim_bodies_read(world).count, had);
            }
            rim_plane floor = { { 0.0f, 1.0f, 0.0f }, 0.0f };
            if (obstacles_add_plane(rim_bodies_obstacles(world), floor, NULL) == RIM_OK &&
                rim_bodies_read(world).count > 0)
            {
                uint64_t   before = hash_world(world, 1);
                rim_status status = rim_bodies_step(world, DT);
                assert_true(status == RIM_OK || status == RIM_ERR_MEMORY);
                if (status) assert_int_equal(hash_world(world, 1), before);
                done += status == RIM_OK;
            }
        }
        refused += memory.refused;
        rim_bodies_destroy(world);
        assert_int_equal(memory.live_bytes, 0);
    }
    assert_true(refused > 30 && done > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stack_of_five_stands),
        cmocka_unit_test(a_stack_of_ten_stands_awake),
        cmocka_unit_test(a_dropped_box_rests_in_its_place),
        cmocka_unit_test(a_thin_plate_lands_flat),
        cmocka_unit_test(half_the_speed_bounces_a_quarter_as_high),
        cmocka_unit_test(a_collision_keeps_momentum),
        cmocka_unit_test(a_heap_loses_its_energy_and_sleeps),
        cmocka_unit_test(a_heap_at_rest_does_not_overlap),
        cmocka_unit_test(what_falls_on_sleepers_wakes_them_all),
        cmocka_unit_test(a_heap_falls_with_the_same_bits_everywhere),
        cmocka_unit_test(a_heap_scales_by_powers_of_two),
        cmocka_unit_test(the_pairs_are_those_whose_bounds_overlap),
        cmocka_unit_test(a_sleeper_carries_anywhere),
        cmocka_unit_test(a_motion_without_end_ends_no_contact),
        cmocka_unit_test(handles_and_refusals),
        cmocka_unit_test(a_body_can_be_doubled),
        cmocka_unit_test(touches_tell_who_presses_on_whom),
        cmocka_unit_test(every_refused_allocation_is_survived),
    };
    return cmocka_run_group_tests_name("bodies", tests, NULL, NULL);
}
