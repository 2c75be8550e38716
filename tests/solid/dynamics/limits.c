// Limits of a world of bodies: how high, how heavy and how thin what lies on each other may be, and how deep it then is.
#include "support/convex_brute.h"
#include "support/obstacles.h"
#include "support/support.h"

#include "rimcast/bodies.h"
#include "rimcast/shape3.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

enum
{
    MOST = 64
};

typedef struct pile
{
    rim_bodies *world;
    int         count;
    float       rate;   // steps a second
    double      ground; // the deepest point below the ground, as a part of the smallest half extent
    double      pair;   // the deepest overlap of two, likewise
    bool        any_asleep;
} pile;

static pile pile_create(float rate)
{
    pile               p = { .rate = rate };
    rim_bodies_options options = { { 0.0f, -9.81f, 0.0f }, 0.0f, 0.0f, 0, NULL };
    rim_plane          floor = { { 0.0f, 1.0f, 0.0f }, 0.0f };
    assert_int_equal(rim_bodies_create(&p.world, &options), RIM_OK);
    assert_int_equal(obstacles_add_plane(rim_bodies_obstacles(p.world), floor, NULL), RIM_OK);
    return p;
}

static double smallest(rim_vec3 half)
{
    return fmin((double)half.x, fmin((double)half.y, (double)half.z));
}

static void pile_add(pile *p, rim_vec3 half, float mass, rim_vec3 at, float turn)
{
    rim_body body = rim_body_box(half, mass);
    body.pose.position = at;
    body.pose.rotation = rim_quat_axis_angle(rim_vec3_make(0.0f, 1.0f, 0.0f), (double)turn);
    assert_int_equal(rim_bodies_add(p->world, &body, NULL), RIM_OK);
    p->count++;
}

static double below_ground(const rim_body *body)
{
    double lowest = INFINITY;
    for (int i = 0; i < 8; i++)
    {
        rim_vec3 corner = rim_vec3_make(i & 1 ? body->half.x : -body->half.x,
                                        i & 2 ? body->half.y : -body->half.y,
                                        i & 4 ? body->half.z : -body->half.z);
        corner = rim_vec3_add(body->pose.position, rim_quat_apply(body->pose.rotation, corner));
        lowest = fmin(lowest, (double)corner.y);
    }
    return fmax(-lowest, 0.0) / smallest(body->half);
}

static double overlap(const rim_body *a, const rim_body *b)
{
    rim_obox     x = { a->pose, a->half }, y = { b->pose, b->half };
    rim_shape3   s = { RIM_SHAPE3_BOX, .box = x }, t = { RIM_SHAPE3_BOX, .box = y };
    rim_contact3 c = rim_shape3_contact(&s, rim_xform3_identity(), &t, rim_xform3_identity());
    return c.hit ? (double)c.depth / fmin(smallest(a->half), smallest(b->half)) : 0.0;
}

// Measures how deep all bodies are, by the general contact of two shapes. What sleeps must not be deep.
static void pile_measure(pile *p)
{
    p->ground = p->pair = 0.0;
    for (int i = 0; i < p->count; i++)
    {
        const rim_body *a = bodies_at(p->world, i);
        double          ground = below_ground(a);
        p->ground = fmax(p->ground, ground);
        p->any_asleep = p->any_asleep || a->asleep;
        if (a->asleep) assert_true(ground < 0x1p-7 * 1.01);
        for (int k = 0; k < i; k++)
        {
            const rim_body *b = bodies_at(p->world, k);
            double          depth = overlap(a, b);
            p->pair = fmax(p->pair, depth);
            if (a->asleep && b->asleep) assert_true(depth < 0x1p-7 * 1.01);
        }
    }
}

// Runs ten seconds; measures now and then.
static void pile_run(pile *p)
{
    for (int i = 0; i < 10 * (int)p->rate; i++)
    {
        assert_int_equal(rim_bodies_step(p->world, 1.0f / p->rate), RIM_OK);
        if (i % (int)p->rate == 0) pile_measure(p);
    }
    pile_measure(p);
}

// --- towers ----------------------------------------------------------------------------------------------

static void tower_stands(int count, float rate, float offset)
{
    pile     p = pile_create(rate);
    rim_vec3 half = rim_vec3_make(0.5f, 0.5f, 0.5f);
    for (int i = 0; i < count; i++)
        pile_add(&p, half, 1.0f, rim_vec3_make(i % 2 ? offset : 0.0f, 0.5f + (float)i, 0.0f), 0.0f);
    pile_run(&p);
    assert_true(p.ground < 0.05 && p.pair < 0.05);
    for (int i = 0; i < count; i++)
    {
        rim_vec3 at = bodies_at(p.world, i)->pose.position;
        assert_near(at.x, 0.0, 0.25);
        assert_near(at.z, 0.0, 0.25);
        assert_near(at.y, 0.5 + i, 0.05 * 0.5 * (1 + i));
    }
    rim_bodies_destroy(p.world);
}

static void twenty_boxes_stand_at_30_steps_a_second(void **state)
{
    (void)state;
    tower_stands(20, 30.0f, 0.0f);
    tower_stands(20, 30.0f, 0.04f);
}

static void forty_boxes_stand_at_60_steps_a_second(void **state)
{
    (void)state;
    tower_stands(40, 60.0f, 0.0f);
    tower_stands(40, 60.0f, 0.04f);
}

// --- heavy on light --------------------------------------------------------------------------------------

// A body `ratio` times as heavy on a tower of `count`, which it was dropped on from a height.
static void heavy_stands(float ratio, float rate, int count, float drop)
{
    pile     p = pile_create(rate);
    rim_vec3 half = rim_vec3_make(0.5f, 0.5f, 0.5f);
    for (int i = 0; i <= count; i++)
        pile_add(&p, half, i == count ? ratio : 1.0f,
                 rim_vec3_make(0.0f, 0.5f + (1.0f + drop) * (float)i, 0.0f), 0.0f);
    pile_run(&p);
    assert_true(p.ground < 0.05 && p.pair < 0.05);
    assert_true(p.any_asleep);
    rim_vec3 top = bodies_at(p.world, count)->pose.position;
    assert_near(top.y, 0.5 + count, 0.05 * 0.5 * (1 + count));
    rim_bodies_destroy(p.world);
}

static void a_hundred_times_the_weight_is_held(void **state)
{
    (void)state;
    heavy_stands(100.0f, 60.0f, 1, 0.0f);
    heavy_stands(100.0f, 60.0f, 1, 0.1f);
    heavy_stands(100.0f, 60.0f, 5, 0.0f);
}

static void a_thousand_times_the_weight_is_held(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++)
    {
        float rate = 30.0f * (float)(1 << i);
        heavy_stands(1000.0f, rate, 1, 0.0f);
        heavy_stands(1000.0f, rate, 1, 0.1f);
    }
    heavy_stands(1000.0f, 60.0f, 3, 0.0f);
}

// A tower in which each body is less than eight times as heavy as the one below it, but the top more than that of the
// lowest. What else is in the world changes no bit of it.
static void weights_are_shared_by_the_tower_alone(void **state)
{
    (void)state;
    rim_vec3 half = rim_vec3_make(0.5f, 0.5f, 0.5f), far_away = { 50.0f, 0.5f, 0.0f };
    pile     p[2];
    for (int n = 0; n < 2; n++)
    {
        p[n] = pile_create(60.0f);
        for (int i = 0; i < 3; i++)
            pile_add(&p[n], half, i == 0 ? 1.0f : 6.0f * (float)(1 << 2 * (i - 1)),
                     rim_vec3_make(0.0f, 0.5f + (float)i, 0.0f), 0.0f);
        for (int i = 0; i < 2 * n; i++) // on the second ground, a heavy body on a light one
            pile_add(&p[n], half, i ? 100.0f : 1.0f,
                     rim_vec3_add(far_away, rim_vec3_make(0.0f, (float)i, 0.0f)), 0.0f);
    }
    for (int step = 0; step < 120; step++)
        for (int n = 0; n < 2; n++)
            assert_int_equal(rim_bodies_step(p[n].world, 1.0f / 60.0f), RIM_OK);
    for (int i = 0; i < 3; i++)
        assert_memory_equal(&bodies_at(p[0].world, i)->pose, &bodies_at(p[1].world, i)->pose,
                            sizeof(rim_xform3));
    for (int n = 0; n < 2; n++) rim_bodies_destroy(p[n].world);
}

static void a_slab_lies_on_four_small_boxes(void **state)
{
    (void)state;
    for (int n = 0; n < 2; n++)
    {
        pile p = pile_create(n ? 60.0f : 30.0f);
        for (int i = 0; i < 4; i++)
            pile_add(&p, rim_vec3_make(0.2f, 0.2f, 0.2f), 1.0f,
                     rim_vec3_make(i & 1 ? 1.0f : -1.0f, 0.2f, i & 2 ? 1.0f : -1.0f),
                     0.1f * (float)i);
        pile_add(&p, rim_vec3_make(1.5f, 0.3f, 1.5f), 1000.0f, rim_vec3_make(0.0f, 0.8f, 0.0f),
                 0.2f);
        pile_run(&p);
        assert_true(p.ground < 0.05 && p.pair < 0.05);
        assert_near(bodies_at(p.world, 4)->pose.position.y, 0.7, 0.01);
        rim_bodies_destroy(p.world);
    }
}

// --- thin on thin ----------------------------------------------------------------------------------------

static void ten_plates_lie_on_each_other(void **state)
{
    (void)state;
    pile  p = pile_create(60.0f);
    float thick = 0.03f, gap = 0.01f;
    for (int i = 0; i < 10; i++)
        pile_add(&p, rim_vec3_make(1.0f, 0.5f * thick, 1.0f), 1.0f,
                 rim_vec3_make(0.05f * (float)(i % 3),
                               0.5f * thick + gap + (thick + gap) * (float)i,
                               0.03f * (float)(i % 2)),
                 0.1f * (float)i);
    pile_run(&p);
    // A tenth of the thickness is two tenths of the half extent.
    assert_true(p.ground < 0.2 && p.pair < 0.2);
    assert_near(bodies_at(p.world, 9)->pose.position.y, 0.285, 0.01);
    rim_bodies_destroy(p.world);
}

// Dropped tilted they slap on each other, and may be in each other for a moment, but never come through.
static void plates_dropped_tilted_do_not_pass_each_other(void **state)
{
    (void)state;
    test_random random = { 2403 };
    for (int n = 0; n < case_count(12); n++)
    {
        pile   p = pile_create(60.0f);
        double most = 0.0;
        for (int i = 0; i < 10; i++)
        {
            float    x = random_float(&random, -0.3f, 0.3f), z = random_float(&random, -0.3f, 0.3f);
            rim_vec3 axis = random_in_cube(&random, 1.0f);
            rim_body body = rim_body_box(rim_vec3_make(1.0f, 0.015f, 1.0f), 1.0f);
            axis.y = 0.0f;
            body.pose.position = rim_vec3_make(x, 0.6f + 1.2f * (float)i, z);
            body.pose.rotation =
                rim_quat_axis_angle(axis, (double)random_float(&random, -0.4f, 0.4f));
            assert_int_equal(rim_bodies_add(p.world, &body, NULL), RIM_OK);
            p.count++;
        }
        for (int i = 0; i < 600; i++)
        {
            assert_int_equal(rim_bodies_step(p.world, 1.0f / 60.0f), RIM_OK);
            pile_measure(&p);
            most = fmax(most, fmax(p.ground, p.pair));
        }
        if (!(most < 3.0)) fail_msg("plates were %g half extents in each other", most);
        assert_true(p.ground < 0.2 && p.pair < 0.2);
        rim_bodies_destroy(p.world);
    }
}

// --- momentum ---------------------------------------------------------------------------------------------

// A heavy body that meets a light one in the air passes on its momentum: only what stands counts as heavier.
static void free_bodies_of_unequal_mass_keep_momentum(void **state)
{
    (void)state;
    test_random random = { 2401 };
    for (int n = 0; n < case_count(50); n++)
    {
        pile     p = pile_create(60.0f);
        rim_vec3 half = rim_vec3_make(0.5f, 0.5f, 0.5f);
        float x = random_float(&random, -0.4f, 0.4f), ratio = random_float(&random, 10.0f, 1000.0f);
        pile_add(&p, half, 1.0f, rim_vec3_make(0.0f, 100.0f, 0.0f), 0.0f);
        pile_add(&p, half, ratio, rim_vec3_make(x, 101.2f, 0.0f), 0.3f);
        rim_body heavy = *bodies_at(p.world, 1);
        heavy.velocity.y = -8.0f;
        bodies_set_at(p.world, 1, &heavy);
        double before = -8.0 * (double)ratio;
        for (int i = 0; i < 30; i++) rim_bodies_step(p.world, 1.0f / 60.0f);
        const rim_body *a = bodies_at(p.world, 0), *b = bodies_at(p.world, 1);
        double          after = (double)a->velocity.y + (double)ratio * (double)b->velocity.y;
        double          fall = -9.81 * 0.5 * (1.0 + (double)ratio);
        assert_true((double)a->velocity.y < -9.81 * 0.5 - 1.0);
        assert_near(after, before + fall, 1e-4 * fabs(before + fall));
        rim_bodies_destroy(p.world);
    }
}

// --- friction --------------------------------------------------------------------------------------------

// A flat box of friction 0.6 on a slope whose tangent is this, with a speed.
static rim_bodies *sliding_box(double tangent, float speed)
{
    rim_bodies        *world;
    float              down = (float)(9.81 / sqrt(1.0 + tangent * tangent));
    rim_bodies_options options = { { (float)tangent * down, -down, 0.0f }, 0.0f, -1.0f, 0, NULL };
    rim_plane          floor = { { 0.0f, 1.0f, 0.0f }, 0.0f };
    rim_body           body = rim_body_box(rim_vec3_make(0.5f, 0.1f, 0.5f), 1.0f);
    assert_int_equal(rim_bodies_create(&world, &options), RIM_OK);
    assert_int_equal(obstacles_add_plane(rim_bodies_obstacles(world), floor, NULL), RIM_OK);
    body.pose.position.y = 0.1f;
    body.velocity.x = speed;
    assert_int_equal(rim_bodies_add(world, &body, NULL), RIM_OK);
    return world;
}

static void boxes_slide_if_the_slope_is_steeper_than_friction(void **state)
{
    (void)state;
    for (int n = 0; n < 6; n++)
    {
        float       rate = 30.0f * (float)(1 << n / 2);
        rim_bodies *world = sliding_box(n % 2 ? 0.6 * 1.01 : 0.6 * 0.99, 0.0f);
        for (int i = 0; i < 5 * (int)rate; i++) rim_bodies_step(world, 1.0f / rate);
        const rim_body *body = bodies_at(world, 0);
        if (n % 2)
            assert_true(body->velocity.x > 0.2f && body->pose.position.x > 0.5f);
        else
            assert_true(body->velocity.x < 1e-4f && body->pose.position.x < 0.01f);
        rim_bodies_destroy(world);
    }
}

static void friction_decelerates_by_its_coefficient(void **state)
{
    (void)state;
    for (int n = 0; n < 3; n++)
    {
        float       rate = 30.0f * (float)(1 << n), begin = 0.0f, end = 0.0f;
        rim_bodies *world = sliding_box(0.0, 5.0f);
        for (int i = 1; i <= 2 * (int)rate; i++)
        {
            rim_bodies_step(world, 1.0f / rate);
            if (i == (int)rate / 10) begin = bodies_at(world, 0)->velocity.x;
            if (i == (int)rate / 2) end = bodies_at(world, 0)->velocity.x;
        }
        double way = (double)bodies_at(world, 0)->pose.position.x;
        assert_near((double)(begin - end) / 0.4, 0.6 * 9.81, 0.02 * 0.6 * 9.81);
        assert_near(way, 5.0 * 5.0 / (2.0 * 0.6 * 9.81), 5.0 / (double)rate / 4.0);
        rim_bodies_destroy(world);
    }
}

// With the largest friction that a body may have, balls roll, boxes do not slide, and all of them still fall.
static void the_largest_friction_only_sticks(void **state)
{
    (void)state;
    for (int n = 0; n < 2; n++)
    {
        pile       p = pile_create(60.0f);
        float      friction = n ? FLT_MAX : 1e20f; // the product of two is infinite
        rim_shape3 sphere = { RIM_SHAPE3_SPHERE, .sphere = { { 0, 0, 0 }, 0.5f } };
        rim_body   ball = rim_body_from_shape(&sphere, rim_xform3_identity(), 1000.0f);
        ball.friction = friction;
        ball.pose.position = rim_vec3_make(10.0f, 0.6f, 0.0f);
        ball.velocity.x = 7.0f;
        for (int i = 0; i < 3; i++)
        {
            rim_body box = rim_body_box(rim_vec3_make(0.5f, 0.5f, 0.5f), 1000.0f);
            box.friction = friction;
            box.pose.position.y = 0.6f + 1.1f * (float)i;
            assert_int_equal(rim_bodies_add(p.world, &box, NULL), RIM_OK);
        }
        assert_int_equal(rim_bodies_add(p.world, &ball, NULL), RIM_OK);
        for (int i = 0; i < 60; i++) rim_bodies_step(p.world, 1.0f / 60.0f);
        for (int i = 0; i < 3; i++)
        {
            rim_vec3 at = bodies_at(p.world, i)->pose.position;
            assert_near(at.y, 0.5 + i, 0.02);
            assert_true(fabsf(at.x) < 0.02f && fabsf(at.z) < 0.02f);
        }
        assert_near(bodies_at(p.world, 3)->velocity.x, 5.0, 0.2);
        assert_near(bodies_at(p.world, 3)->pose.position.y, 0.5, 0.01);
        rim_bodies_destroy(p.world);
    }
}

// --- bullets ----------------------------------------------------------------------------------------------

// Shoots a body at a wall of any kind: an obstacle, a mesh, or a body as thin. Returns how far behind it is then.
static double shot(test_random *random, int kind, int shape, const rim_hull *hull, float speed)
{
    pile               p = { .rate = 60.0f };
    rim_bodies_options options = { 0 };
    assert_int_equal(rim_bodies_create(&p.world, &options), RIM_OK);
    rim_obstacles *list = rim_bodies_obstacles(p.world);
    rim_obox       box = { rim_xform3_identity(), { 0.05f, 10.0f, 10.0f } };
    rim_shape3     wall = { RIM_SHAPE3_BOX, .box = box };
    rim_vec3       corners[4] = { { 0, -10, -10 }, { 0, 10, -10 }, { 0, 10, 10 }, { 0, -10, 10 } };
    int32_t        indices[6] = { 0, 1, 2, 0, 2, 3 };
    rim_mesh      *mesh = NULL;
    rim_body       body = rim_body_box(rim_vec3_make(0.3f, 0.1f, 0.2f), 1.0f);
    rim_shape3     bullet = { RIM_SHAPE3_SPHERE, .sphere = { { 0, 0, 0 }, 0.15f } };
    if (shape == 2)
        bullet = (rim_shape3){ RIM_SHAPE3_CAPSULE,
                               .capsule = { { -0.2f, 0, 0 }, { 0.2f, 0, 0 }, 0.1f } };
    if (shape == 3) bullet = (rim_shape3){ RIM_SHAPE3_HULL, .hull = hull };
    if (shape > 0) body = rim_body_from_shape(&bullet, rim_xform3_identity(), 1.0f);
    if (kind == 0) assert_int_equal(obstacles_add_shape(list, &wall, box.pose, NULL), RIM_OK);
    if (kind == 1)
    {
        assert_int_equal(rim_mesh_create(&mesh, corners, 4, indices, 2, NULL), RIM_OK);
        assert_int_equal(obstacles_add_mesh(list, mesh, NULL), RIM_OK);
    }
    body.pose.position.x = random_float(random, -40.0f, -0.6f);
    body.pose.position.y = random_float(random, -5.0f, 5.0f);
    body.pose.rotation = random_pose(random, 1.0f).rotation;
    body.velocity = rim_vec3_make(speed, random_float(random, -0.1f, 0.1f) * speed, 0.0f);
    body.spin = rim_vec3_make(random_float(random, -20.0f, 20.0f), 5.0f, 0.0f);
    body.swept = true;
    assert_int_equal(rim_bodies_add(p.world, &body, NULL), RIM_OK);
    rim_body slab = rim_body_box(box.half, 1e6f);
    if (kind == 2) assert_int_equal(rim_bodies_add(p.world, &slab, NULL), RIM_OK);
    double behind = -INFINITY;
    for (int i = 0; i < 60; i++)
    {
        rim_bodies_step(p.world, 1.0f / 60.0f);
        rim_vec3 at = bodies_at(p.world, 0)->pose.position;
        if (fabsf(at.y) < 9.0f && fabsf(at.z) < 9.0f) behind = fmax(behind, (double)at.x);
    }
    rim_bodies_destroy(p.world);
    rim_mesh_destroy(mesh);
    return behind;
}

static void a_swept_body_passes_no_wall(void **state)
{
    (void)state;
    test_random random = { 2402 };
    rim_vec3    corners[6] = { { 0.3f, 0, 0 },      { -0.2f, 0.1f, 0 }, { -0.2f, -0.1f, 0.1f },
                               { -0.2f, 0, -0.1f }, { 0, 0.15f, 0.1f }, { 0, -0.1f, -0.15f } };
    rim_hull   *hull;
    assert_int_equal(rim_hull_create(&hull, corners, 6, NULL), RIM_OK);
    for (int n = 0; n < case_count(3000); n++)
        assert_true(shot(&random, n % 3, n / 3 % 4, hull, random_float(&random, 50.0f, 2000.0f)) <
                    0.0);
    rim_hull_destroy(hull);
}

// A slab that is not swept comes towards a box that is, which may be at rest.
static void a_slab_passes_no_swept_box(void **state)
{
    (void)state;
    test_random random = { 2403 };
    for (int n = 0; n < case_count(2000); n++)
    {
        pile     p = pile_create(60.0f);
        rim_body box = rim_body_box(rim_vec3_make(0.2f, 0.1f, 0.3f), 1.0f);
        rim_body slab = rim_body_box(rim_vec3_make(0.02f, 4.0f, 4.0f), 1e6f);
        float    speed = random_float(&random, 10.0f, 2000.0f);
        box.swept = true;
        box.friction = 0.0f; // so that it stays in front of the slab
        box.pose.rotation = random_turn(&random);
        box.pose.position = rim_vec3_make(random_float(&random, -5.0f, -0.5f), 20.0f, 0.0f);
        box.velocity.x = n % 2 ? random_float(&random, 0.0f, speed) : 0.0f;
        slab.pose.position.y = 20.0f;
        slab.velocity.x = -speed;
        assert_int_equal(rim_bodies_add(p.world, n % 3 ? &box : &slab, NULL), RIM_OK);
        assert_int_equal(rim_bodies_add(p.world, n % 3 ? &slab : &box, NULL), RIM_OK);
        for (int i = 0; i < 20; i++)
        {
            rim_bodies_step(p.world, 1.0f / 60.0f);
            float first = bodies_at(p.world, 0)->pose.position.x,
                  second = bodies_at(p.world, 1)->pose.position.x;
            assert_true(n % 3 ? first < second : second < first);
        }
        rim_bodies_destroy(p.world);
    }
}

// Returns a world without gravity that has a small swept body in it, at the origin.
static rim_bodies *with_swept(rim_vec3 force)
{
    rim_bodies *world;
    rim_body    body = rim_body_box(rim_vec3_make(0.1f, 0.1f, 0.1f), 1.0f);
    body.swept = true;
    body.force = force;
    assert_int_equal(rim_bodies_create(&world, NULL), RIM_OK);
    assert_int_equal(rim_bodies_add(world, &body, NULL), RIM_OK);
    return world;
}

// Adds a plate at x = 1, across the way of the swept body.
static void add_plate(rim_bodies *world, rim_filter filter)
{
    rim_body plate = rim_body_box(rim_vec3_make(0.05f, 20.0f, 20.0f), 1e6f);
    plate.pose.position.x = 1.0f;
    plate.filter = filter;
    assert_int_equal(rim_bodies_add(world, &plate, NULL), RIM_OK);
}

// A body that its force or an impulse moves far in one step was at rest when pairs were found.
static void a_swept_body_is_not_pushed_through_another(void **state)
{
    (void)state;
    const rim_filter all = { 0, 0 };
    for (float force = 1e3f; force < 1e9f; force *= 4.0f)
    {
        rim_bodies *world = with_swept(rim_vec3_make(force, 0.0f, 0.0f));
        add_plate(world, all);
        rim_bodies_step(world, 1.0f / 60.0f);
        assert_true(bodies_at(world, 0)->pose.position.x < 1.0f);
        rim_bodies_destroy(world);
    }
    // The ram passes the plate, if that ignores it, but not the swept body that the plate holds.
    for (int n = 0; n < 2; n++)
    {
        const rim_filter ram_only = { 2, 0 }, not_ram = { 1, 2 };
        rim_bodies      *world = with_swept(rim_vec3_make(0.0f, 0.0f, 0.0f));
        rim_body         ram = rim_body_box(rim_vec3_make(0.5f, 0.05f, 0.05f), 1e4f);
        ram.pose.position.x = -0.7f;
        ram.velocity.x = 300.0f;
        ram.filter = n ? ram_only : all;
        assert_int_equal(rim_bodies_add(world, &ram, NULL), RIM_OK);
        add_plate(world, n ? not_ram : all);
        rim_bodies_step(world, 1.0f / 60.0f);
        float at = bodies_at(world, 0)->pose.position.x;
        assert_true(at < 1.0f && bodies_at(world, 1)->pose.position.x + 0.5f < at);
        rim_bodies_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slab_passes_no_swept_box),
        cmocka_unit_test(twenty_boxes_stand_at_30_steps_a_second),
        cmocka_unit_test(forty_boxes_stand_at_60_steps_a_second),
        cmocka_unit_test(a_hundred_times_the_weight_is_held),
        cmocka_unit_test(a_thousand_times_the_weight_is_held),
        cmocka_unit_test(weights_are_shared_by_the_tower_alone),
        cmocka_unit_test(a_slab_lies_on_four_small_boxes),
        cmocka_unit_test(ten_plates_lie_on_each_other),
        cmocka_unit_test(plates_dropped_tilted_do_not_pass_each_other),
        cmocka_unit_test(boxes_slide_if_the_slope_is_steeper_than_friction),
        cmocka_unit_test(friction_decelerates_by_its_coefficient),
        cmocka_unit_test(the_largest_friction_only_sticks),
        cmocka_unit_test(a_swept_body_is_not_pushed_through_another),
        cmocka_unit_test(a_swept_body_passes_no_wall),
        cmocka_unit_test(free_bodies_of_unequal_mass_keep_momentum),
    };
    return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
