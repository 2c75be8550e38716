// Bodies of every shape: their masses, and how they fall, roll, pile up and rest.
#include "support/convex_brute.h"
#include "support/oracle3.h"
#include "support/obstacles.h"
#include "support/support.h"

#include "rimcast/bodies.h"

#include <math.h>
#include <stdio.h>

#define GRAVITY 9.81

static rim_bodies *world_create(void)
{
    rim_bodies        *world;
    rim_bodies_options options = { { 0.0f, (float)-GRAVITY, 0.0f }, 0.0f, 0.0f, 0, NULL };
    rim_plane          floor = { { 0.0f, 1.0f, 0.0f }, 0.0f };
    assert_int_equal(rim_bodies_create(&world, &options), RIM_OK);
    assert_int_equal(obstacles_add_plane(rim_bodies_obstacles(world), floor, NULL), RIM_OK);
    return world;
}

static rim_shape3 ball_of(float r)
{
    return (rim_shape3){ RIM_SHAPE3_SPHERE, .sphere = { { 0.0f, 0.0f, 0.0f }, r } };
}

static rim_shape3 rod_of(float r, float length)
{
    return (rim_shape3){ RIM_SHAPE3_CAPSULE, .capsule = { { 0.0f, -0.5f * length, 0.0f },
                                                          { 0.0f, 0.5f * length, 0.0f },
                                                          r } };
}

static rim_hull *random_hull(test_random *random, int corners, float size)
{
    rim_vec3  points[32];
    rim_hull *hull;
    for (int i = 0; i < corners; i++)
        points[i] = rim_vec3_scale(rim_vec3_normalize(random_vec3(random, 1.0f)), size);
    assert_int_equal(rim_hull_create(&hull, points, corners, NULL), RIM_OK);
    return hull;
}

static void add(rim_bodies *world, const rim_shape3 *shape, rim_vec3 at, rim_quat turn, float mass,
                rim_vec3 velocity)
{
    rim_body body = rim_body_from_shape(shape, rim_xform3_make(at, turn), mass);
    body.velocity = velocity;
    assert_int_equal(rim_bodies_add(world, &body, NULL), RIM_OK);
}

static void run(rim_bodies *world, int steps)
{
    for (int i = 0; i < steps; i++) assert_int_equal(rim_bodies_step(world, 1.0f / 60.0f), RIM_OK);
}

static rim_shape3 shape_of(const rim_body *body)
{
    rim_obox box = { rim_xform3_identity(), body->half };
    return body->shape.kind == RIM_SHAPE3_NONE ? (rim_shape3){ RIM_SHAPE3_BOX, .box = box }
                                               : body->shape;
}

// The deepest overlap of any two bodies or of one with the floor, as a part of the smallest half extent.
static double deepest(const rim_bodies *world)
{
    double     most = 0.0;
    rim_shape3 floor = { RIM_SHAPE3_PLANE, .plane = { { 0.0f, 1.0f, 0.0f }, 0.0f } };
    for (int i = 0; i < rim_bodies_read(world).slots; i++)
        for (int k = -1; k < i; k++)
        {
            const rim_body *a = bodies_at(world, i);
            const rim_body *b = k < 0 ? NULL : bodies_at(world, k);
            rim_shape3      s = shape_of(a), t = b ? shape_of(b) : floor;
            rim_contact3    c = rim_shape3_contact(&s, rim_body_shape_pose(a), &t,
                                                b ? rim_body_shape_pose(b) : rim_xform3_identity());
            double half = fmin((double)a->half.x, fmin((double)a->half.y, (double)a->half.z));
            if (b)
                half =
                    fmin(half, fmin((double)b->half.x, fmin((double)b->half.y, (double)b->half.z)));
            if (c.hit) most = fmax(most, (double)c.depth / half);
        }
    return most;
}

// --- masses ----------------------------------------------------------------------------------------------

// The inertia about an axis through the center of mass is the same before and after: the tensor by its definition,
// summed over small cells, against the principal one turned back.
static void inertia_is_that_of_the_shape(void **state)
{
    (void)state;
    test_random random = { 2410 };
    for (int n = 0; n < case_count(12); n++)
    {
        rim_hull  *hull = random_hull(&random, 12, 1.0f);
        rim_shape3 shape = { RIM_SHAPE3_HULL, .hull = hull };
        if (n % 3 == 1) shape = rod_of(random_float(&random, 0.2f, 0.4f), 1.0f);
        if (n % 3 == 2) shape = ball_of(random_float(&random, 0.5f, 1.0f));
        rim_body   body = rim_body_from_shape(&shape, rim_xform3_identity(), 1.0f);
        double     sum[3] = { 0.0 }, center[3] = { 0.0 }, count = 0.0;
        rim_xform3 in = rim_xform3_inverse(body.pose);
        rim_box3   bounds = rim_shape3_bounds(&shape, rim_xform3_identity());
        rim_vec3   cell = rim_vec3_scale(rim_vec3_sub(bounds.hi, bounds.lo), 1.0f / 40.0f);
        for (int i = 0; i < 40 * 40 * 40; i++)
        {
            rim_vec3   p = { bounds.lo.x + cell.x * (0.5f + (float)(i % 40)),
                             bounds.lo.y + cell.y * (0.5f + (float)(i / 40 % 40)),
                             bounds.lo.z + cell.z * (0.5f + (float)(i / 1600)) };
            rim_shape3 point = { RIM_SHAPE3_SPHERE, .sphere = { p, 0.0f } };
            if (!rim_shape3_overlaps(&point, rim_xform3_identity(), &shape, rim_xform3_identity()))
                continue;
            rim_vec3 q = rim_xform3_apply(in, p);
            double   x = (double)q.x, y = (double)q.y, z = (double)q.z;
            sum[0] += y * y + z * z;
            sum[1] += z * z + x * x;
            sum[2] += x * x + y * y;
            center[0] += x;
            center[1] += y;
            center[2] += z;
            count += 1.0;
        }
        assert_true(count > 1000.0);
        for (int k = 0; k < 3; k++) assert_near(center[k] / count, 0.0, 0.01);
        assert_near(sum[0] / count, body.inertia.x, 0.03 * (double)body.inertia.x);
        assert_near(sum[1] / count, body.inertia.y, 0.03 * (double)body.inertia.y);
        assert_near(sum[2] / count, body.inertia.z, 0.03 * (double)body.inertia.z);
        rim_hull_destroy(hull);
    }
}

// A capsule in any direction, from a long rod to nearly a ball: its inertia is that of many thin discs, summed. A disc of
// radius p and mass m at the distance z has m p^2 / 2 about the axis, and m (p^2 / 4 + z^2) across it.
static void a_capsules_inertia_is_that_of_its_discs(void **state)
{
    (void)state;
    test_random random = { 2411 };
    for (int n = 0; n < case_count(60); n++)
    {
        rim_vec3   center = random_vec3(&random, 3.0f), along = random_vec3(&random, 2.0f);
        float      r = random_float(&random, 0.05f, 2.0f), mass = random_float(&random, 0.1f, 9.0f);
        rim_shape3 shape = { RIM_SHAPE3_CAPSULE, .capsule = { rim_vec3_sub(center, along),
                                                              rim_vec3_add(center, along), r } };
        rim_body   body = rim_body_from_shape(&shape, rim_xform3_identity(), mass);
        double     half = 0.5 * (double)rim_vec3_distance(shape.capsule.a, shape.capsule.b);
        double     volume = 0.0, axial = 0.0, across = 0.0, end = half + (double)r;
        for (int i = 0; i < 20000; i++)
        {
            double z = end * (2.0 * (i + 0.5) / 20000.0 - 1.0), past = fmax(fabs(z) - half, 0.0);
            double p2 = (double)r * (double)r - past * past;
            volume += p2;
            axial += 0.5 * p2 * p2;
            across += p2 * (0.25 * p2 + z * z);
        }
        double found[3] = { body.inertia.x, body.inertia.y, body.inertia.z };
        double want[2] = { (double)mass * axial / volume, (double)mass * across / volume };
        int    as_axial = 0;
        for (int k = 1; k < 3; k++)
            if (fabs(found[k] - want[0]) < fabs(found[as_axial] - want[0])) as_axial = k;
        for (int k = 0; k < 3; k++)
            assert_near(found[k], want[k != as_axial], 1e-5 * want[k != as_axial]);
    }
}

// A pose of the shape is a pose of the body, and the shape stands where it was put.
static void the_shape_stands_where_it_was_put(void **state)
{
    (void)state;
    test_random random = { 2411 };
    for (int n = 0; n < case_count(200); n++)
    {
        rim_hull  *hull = random_hull(&random, 8, 1.0f);
        rim_shape3 shape = { RIM_SHAPE3_HULL, .hull = hull };
        rim_xform3 pose = random_pose(&random, 2.0f);
        if (n % 2) shape = rod_of(0.25f, random_float(&random, 0.0f, 2.0f));
        rim_body   body = rim_body_from_shape(&shape, pose, 2.0f);
        rim_xform3 stands = rim_body_shape_pose(&body);
        rim_vec3   p = random_vec3(&random, 1.0f);
        assert_true(body.mass == 2.0f);
        assert_true(rim_vec3_distance(rim_xform3_apply(stands, p), rim_xform3_apply(pose, p)) <
                    1e-5f);
        rim_hull_destroy(hull);
    }
}

static void what_has_no_volume_is_refused(void **state)
{
    (void)state;
    rim_bodies *world = world_create();
    rim_shape3  bad[6] = { ball_of(0.0f),
                           ball_of(-1.0f),
                           ball_of(NAN),
                           rod_of(0.0f, 1.0f),
                           { RIM_SHAPE3_PLANE, .plane = { { 0, 1, 0 }, 0 } },
                           { RIM_SHAPE3_BOX, .box = { rim_xform3_identity(), { 1, 0, 1 } } } };
    for (int i = 0; i < 6; i++)
    {
        rim_body body = rim_body_from_shape(&bad[i], rim_xform3_identity(), 1.0f);
        assert_true(body.mass == 0.0f);
        assert_int_equal(rim_bodies_add(world, &body, NULL), RIM_ERR_ARGUMENT);
    }
    // Nor are these accepted as the shape of a body that was created as a box.
    rim_shape3 odd[5] = { ball_of(-1.0f), ball_of(NAN), rod_of(-1.0f, 1.0f), rod_of(NAN, 1.0f),
                          rod_of(1.0f, NAN) };
    for (int i = 0; i < 5; i++)
    {
        rim_body body = rim_body_box(rim_vec3_make(1.0f, 1.0f, 1.0f), 1.0f);
        body.shape = odd[i];
        assert_int_equal(rim_bodies_add(world, &body, NULL), RIM_ERR_ARGUMENT);
    }
    rim_shape3 good = ball_of(1.0f);
    for (int i = 0; i < 3; i++)
    {
        float    mass[3] = { 0.0f, -1.0f, NAN };
        rim_body body = rim_body_from_shape(&good, rim_xform3_identity(), mass[i]);
        assert_true(body.mass == 0.0f);
    }
    rim_bodies_destroy(world);
}

// A fast hull of many corners is held by its lowest ones, although more than 512 of them may reach the ground in a step.
static void a_hull_of_many_corners_lands_on_the_ground(void **state)
{
    (void)state;
    static rim_vec3 corners[3200];
    rim_hull       *hull;
    for (int i = 0; i < 3200; i++)
    {
        double y = 1.0 - (2.0 * i + 1.0) / 3200.0, r = sqrt(1.0 - y * y), a = 2.399963 * i;
        corners[i] = rim_vec3_make((float)(r * cos(a)), (float)y, (float)(r * sin(a)));
    }
    assert_int_equal(rim_hull_create(&hull, corners, 3200, NULL), RIM_OK);
    rim_bodies *world = world_create();
    rim_shape3  shape = { RIM_SHAPE3_HULL, .hull = hull };
    rim_body    body = rim_body_from_shape(&shape, rim_xform3_identity(), 1.0f);
    body.pose.position.y = 3.0f;
    body.velocity.y = -240.0f;
    assert_int_equal(rim_bodies_add(world, &body, NULL), RIM_OK);
    for (int i = 0; i < 60; i++)
    {
        run(world, 1);
        assert_true(bodies_at(world, 0)->pose.position.y > 0.9f);
    }
    rim_bodies_destroy(world);
    rim_hull_destroy(hull);
}

// --- alone -----------------------------------------------------------------------------------------------

static rim_quat upright(void)
{
    return rim_xform3_identity().rotation;
}

// A ball that slides comes to roll at 5/7 of its speed.
static void a_ball_comes_to_roll(void **state)
{
    (void)state;
    rim_bodies *world = world_create();
    rim_shape3  ball = ball_of(0.5f);
    add(world, &ball, rim_vec3_make(0.0f, 0.5f, 0.0f), upright(), 1.0f,
        rim_vec3_make(7.0f, 0.0f, 0.0f));
    run(world, 120);
    const rim_body *body = bodies_at(world, 0);
    assert_near(body->velocity.x, 5.0, 0.05);
    assert_near(body->spin.z, -10.0, 0.1);
    assert_near(body->pose.position.y, 0.5, 0.005);
    rim_bodies_destroy(world);
}

// A ball that rolls down a slope gains 5/7 of what gravity pulls.
static void a_ball_rolls_down_a_slope(void **state)
{
    (void)state;
    rim_bodies        *world;
    rim_bodies_options options = { { 2.0f, -9.0f, 0.0f }, 0.0f, 0.0f, 0, NULL };
    rim_plane          floor = { { 0.0f, 1.0f, 0.0f }, 0.0f };
    rim_shape3         ball = ball_of(0.25f);
    assert_int_equal(rim_bodies_create(&world, &options), RIM_OK);
    assert_int_equal(obstacles_add_plane(rim_bodies_obstacles(world), floor, NULL), RIM_OK);
    add(world, &ball, rim_vec3_make(0.0f, 0.25f, 0.0f), upright(), 1.0f, rim_vec3_make(0, 0, 0));
    run(world, 120);
    assert_near(bodies_at(world, 0)->velocity.x, 2.0 * 2.0 * 5.0 / 7.0, 0.06);
    rim_bodies_destroy(world);
}

static void a_capsule_falls_over_and_lies(void **state)
{
    (void)state;
    test_random random = { 2412 };
    for (int n = 0; n < case_count(12); n++)
    {
        rim_bodies *world = world_create();
        rim_shape3  rod = rod_of(0.2f, 1.0f);
        rim_vec3    axis = rim_vec3_make(1.0f, random_float(&random, -1.0f, 1.0f), 0.0f);
        double      tilt = (double)random_float(&random, 0.1f, 3.0f);
        rim_xform3  pose = { rim_vec3_make(0.0f, 1.5f, 0.0f), rim_quat_axis_angle(axis, tilt) };
        rim_body    body = rim_body_from_shape(&rod, pose, 1.0f);
        body.spin_damping = body.damping = 0.5f;
        assert_int_equal(rim_bodies_add(world, &body, NULL), RIM_OK);
        run(world, 900);
        const rim_body *now = bodies_at(world, 0);
        axis = rim_quat_apply(rim_body_shape_pose(now).rotation, rim_vec3_make(0, 1, 0));
        assert_near(now->pose.position.y, 0.2, 0.01);
        assert_near(axis.y, 0.0, 0.02);
        assert_true(now->asleep);
        rim_bodies_destroy(world);
    }
}

// --- heaps -----------------------------------------------------------------------------------------------

static void shape_at(test_random *random, const rim_hull *hull, int kind, rim_shape3 *out)
{
    rim_obox box = { rim_xform3_identity(), { 0.3f, 0.4f, 0.5f } };
    *out = ball_of(random_float(random, 0.3f, 0.5f));
    if (kind == 1) *out = rod_of(0.3f, random_float(random, 0.4f, 0.8f));
    if (kind == 2) *out = (rim_shape3){ RIM_SHAPE3_BOX, .box = box };
    if (kind == 3) *out = (rim_shape3){ RIM_SHAPE3_HULL, .hull = hull };
}

// A pit of four planes, or, on triangles, of four boxes.
static void add_pit(rim_obstacles *list, bool boxes)
{
    for (int i = 0; i < 4; i++)
    {
        float x = i == 0 ? 1.0f : i == 1 ? -1.0f : 0.0f, z = i == 2 ? 1.0f : i == 3 ? -1.0f : 0.0f;
        rim_plane  wall = { { x, 0.0f, z }, -2.0f };
        rim_shape3 box = { RIM_SHAPE3_BOX,
                           .box = { rim_xform3_identity(), { 3.0f, 40.0f, 3.0f } } };
        rim_vec3   at = rim_vec3_make(-5.0f * x, 39.0f, -5.0f * z);
        if (boxes)
            assert_int_equal(obstacles_add_shape(list, &box, rim_xform3_make(at, upright()), NULL),
                             RIM_OK);
        else
            assert_int_equal(obstacles_add_plane(list, wall, NULL), RIM_OK);
    }
}

// Forty bodies of all shapes in a pit.
static rim_bodies *heap_create(test_random *random, const rim_hull *hull, const rim_mesh *mesh)
{
    rim_bodies_options options = { { 0.0f, (float)-GRAVITY, 0.0f }, 0.0f, 0.0f, 0, NULL };
    rim_bodies        *world = mesh ? NULL : world_create();
    if (mesh) assert_int_equal(rim_bodies_create(&world, &options), RIM_OK);
    rim_obstacles *list = rim_bodies_obstacles(world);
    add_pit(list, mesh != NULL);
    if (mesh) assert_int_equal(obstacles_add_mesh(list, mesh, NULL), RIM_OK);
    for (int i = 0; i < 40; i++)
    {
        rim_shape3 shape;
        shape_at(random, hull, i % 4, &shape);
        rim_xform3 pose = random_pose(random, 1.0f);
        pose.position.y = 1.0f + 0.8f * (float)i;
        rim_body body = rim_body_from_shape(&shape, pose, 1.0f);
        body.spin_damping = 0.5f;
        assert_int_equal(rim_bodies_add(world, &body, NULL), RIM_OK);
    }
    return world;
}

// A floor of 16 by 16 squares, two triangles each.
static rim_mesh *floor_mesh(void)
{
    rim_vec3  points[17 * 17];
    int32_t   indices[16 * 16 * 6];
    rim_mesh *mesh;
    for (int i = 0; i < 17 * 17; i++)
        points[i] = rim_vec3_make(0.5f * (float)(i % 17 - 8), 0.0f, 0.5f * (float)(i / 17 - 8));
    for (int i = 0; i < 16 * 16; i++)
    {
        int32_t at = i / 16 * 17 + i % 16,
                six[6] = { at, at + 17, at + 1, at + 1, at + 17, at + 18 };
        for (int k = 0; k < 6; k++) indices[6 * i + k] = six[k];
    }
    assert_int_equal(rim_mesh_create(&mesh, points, 17 * 17, indices, 16 * 16 * 2, NULL), RIM_OK);
    return mesh;
}

static void heaps_of_all_shapes_rest_and_sleep(void **state)
{
    (void)state;
    test_random random = { 2413 };
    rim_mesh   *mesh = floor_mesh();
    int         slept = 0;
    for (int n = 0; n < case_count(12); n++)
    {
        rim_hull   *hull = random_hull(&random, 16, 0.5f);
        rim_bodies *world = heap_create(&random, hull, n % 2 ? mesh : NULL);
        run(world, 1500);
        bool asleep = bodies_awake(world) == 0;
        assert_true(deepest(world) < (asleep ? 0x1p-7 : 0.05));
        slept += asleep;
        rim_bodies_destroy(world);
        rim_hull_destroy(hull);
    }
    assert_int_equal(slept, case_count(12));
    rim_mesh_destroy(mesh);
}

// Three hundred bodies of all shapes, poured into a pit with sloping walls, all sleep twenty seconds after the last one
// was added.
static void large_heaps_sleep(void **state)
{
    (void)state;
    for (int n = 0; n < case_count(6); n++)
    {
        test_random random = { 2420 + (uint64_t)n };
        rim_hull   *hull = random_hull(&random, 8 + 4 * (n % 3), 0.3f);
        rim_bodies *world = world_create();
        for (int i = 0; i < 4; i++)
        {
            float x = i == 0   ? 1.0f
                      : i == 1 ? -1.0f
                               : 0.0f,
                  z = i == 2   ? 1.0f
                      : i == 3 ? -1.0f
                               : 0.0f;
            rim_plane wall = rim_plane_through(rim_vec3_make(-3.0f * x, 0.0f, -3.0f * z),
                                               rim_vec3_make(1.2f * x, 1.0f, 1.2f * z));
            assert_int_equal(obstacles_add_plane(rim_bodies_obstacles(world), wall, NULL), RIM_OK);
        }
        for (int i = 0; i < 300; i++)
        {
            rim_shape3 shape;
            rim_xform3 pose = random_pose(&random, 1.3f);
            shape_at(&random, hull, i % 4, &shape);
            if (i % 4 == 0) shape = ball_of(random_float(&random, 0.12f, 0.25f));
            if (i % 4 == 1) shape = rod_of(0.12f, random_float(&random, 0.2f, 0.5f));
            if (i % 4 == 2)
                shape.box.half =
                    rim_vec3_add(rim_vec3_make(0.24f, 0.24f, 0.24f), random_in_cube(&random, 0.1f));
            pose.position.y = random_float(&random, 6.0f, 7.5f);
            rim_body body = rim_body_from_shape(&shape, pose, 1.0f);
            body.velocity.y = -2.0f;
            body.restitution = 0.2f;
            body.spin_damping = i % 4 < 2 ? 1.0f : 0.0f; // or it would roll for ever
            assert_int_equal(rim_bodies_add(world, &body, NULL), RIM_OK);
            run(world, i % 2);
        }
        run(world, 1200);
        int awake = bodies_awake(world);
        if (awake) fail_msg("heap %d: %d bodies are awake", n, awake);
        assert_true(deepest(world) < 0x1p-7);
        rim_bodies_destroy(world);
        rim_hull_destroy(hull);
    }
}

// Shapes at a size times a power of two fall alike, bit for bit.
static void heaps_of_all_shapes_scale(void **state)
{
    (void)state;
    for (int n = -10; n <= 10; n += 20)
    {
        float       by = (float)ldexp(1.0, n);
        rim_bodies *worlds[2];
        rim_hull   *hulls[2];
        for (int k = 0; k < 2; k++)
        {
            test_random        random = { 2414 };
            float              s = k ? by : 1.0f;
            rim_bodies_options options = { { 0.0f, -8.0f * s, 0.0f }, 0.0f, 0.0f, 0, NULL };
            rim_plane          floor = { { 0.0f, 1.0f, 0.0f }, 0.0f };
            rim_vec3           corners[12];
            assert_int_equal(rim_bodies_create(&worlds[k], &options), RIM_OK);
            assert_int_equal(obstacles_add_plane(rim_bodies_obstacles(worlds[k]), floor, NULL),
                             RIM_OK);
            for (int i = 0; i < 12; i++)
            {
                float x = random_float(&random, -0.5f, 0.5f),
                      y = random_float(&random, -0.5f, 0.5f);
                corners[i] = rim_vec3_make(s * x, s * y, s * random_float(&random, -0.5f, 0.5f));
            }
            assert_int_equal(rim_hull_create(&hulls[k], corners, 12, NULL), RIM_OK);
            for (int i = 0; i < 12; i++)
            {
                rim_shape3 shape = { RIM_SHAPE3_HULL, .hull = hulls[k] };
                if (i % 3 == 1) shape = ball_of(0.375f * s);
                if (i % 3 == 2) shape = rod_of(0.25f * s, 0.75f * s);
                rim_xform3 pose = random_pose(&random, 1.0f);
                pose.position = rim_vec3_scale(pose.position, s);
                pose.position.y = s * (1.0f + (float)i);
                rim_body body = rim_body_from_shape(&shape, pose, 1.0f);
                assert_int_equal(rim_bodies_add(worlds[k], &body, NULL), RIM_OK);
            }
        }
        for (int i = 0; i < 300; i++)
        {
            run(worlds[0], 1);
            run(worlds[1], 1);
            for (int k = 0; k < 12; k++)
            {
                rim_vec3 p = bodies_at(worlds[0], k)->pose.position;
                rim_vec3 q = bodies_at(worlds[1], k)->pose.position;
                assert_true(p.x * by == q.x && p.y * by == q.y && p.z * by == q.z);
            }
        }
        for (int k = 0; k < 2; k++)
        {
            rim_bodies_destroy(worlds[k]);
            rim_hull_destroy(hulls[k]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inertia_is_that_of_the_shape),
        cmocka_unit_test(a_capsules_inertia_is_that_of_its_discs),
        cmocka_unit_test(the_shape_stands_where_it_was_put),
        cmocka_unit_test(what_has_no_volume_is_refused),
        cmocka_unit_test(a_hull_of_many_corners_lands_on_the_ground),
        cmocka_unit_test(a_ball_comes_to_roll),
        cmocka_unit_test(a_ball_rolls_down_a_slope),
        cmocka_unit_test(a_capsule_falls_over_and_lies),
        cmocka_unit_test(heaps_of_all_shapes_rest_and_sleep),
        cmocka_unit_test(large_heaps_sleep),
        cmocka_unit_test(heaps_of_all_shapes_scale),
    };
    return cmocka_run_group_tests_name("shapes", tests, NULL, NULL);
}
