// Every allocation of what makes solid objects is refused in turn: nothing is left behind, and the first time that
// none is refused all is well. And what is out of range is refused before anything is asked for.
#include "solid/hull/data.h"
#include "support/obstacles.h"
#include "support/support.h"

#include "rimcast/rimcast.h"

#include <math.h>
#include <string.h>

typedef rim_status maker(const rim_allocator *from);

enum
{
    POINTS = 60
};

static void ball_points(rim_vec3 points[POINTS])
{
    test_random random = { 19 };
    for (int i = 0; i < POINTS; i++)
    {
        rim_vec3 p = { random_float(&random, -1.0f, 1.0f), random_float(&random, -1.0f, 1.0f),
                       random_float(&random, -1.0f, 1.0f) };
        points[i] = rim_vec3_scale(rim_vec3_normalize(p), 3.0f);
    }
}

static rim_status hull_with(rim_hull_options options, const rim_allocator *from)
{
    rim_vec3  points[POINTS];
    rim_hull *hull;
    ball_points(points);
    options.allocator = from;
    rim_status status = rim_hull_create(&hull, points, POINTS, &options);
    rim_hull_destroy(hull);
    return status;
}

static rim_status plain_hull(const rim_allocator *from)
{
    return hull_with((rim_hull_options){ 0 }, from);
}

static rim_status merged_hull(const rim_allocator *from)
{
    return hull_with((rim_hull_options){ .merge = 0.05f }, from);
}

static rim_status few_corners_inside(const rim_allocator *from)
{
    return hull_with((rim_hull_options){ .max_corners = 12 }, from);
}

static rim_status few_corners_outside(const rim_allocator *from)
{
    return hull_with((rim_hull_options){ .max_corners = 20, .limit = RIM_HULL_LIMIT_OUTSIDE },
                     from);
}

// Coordinates are subnormal, so the first attempt does not contain all points, and a second one is made.
static rim_status few_corners_outside_of_tiny_points(const rim_allocator *from)
{
    enum
    {
        TINY = 30
    };
    test_random      random = { 18 };
    rim_status       status = RIM_OK;
    rim_hull_options options = { .max_corners = 20,
                                 .limit = RIM_HULL_LIMIT_OUTSIDE,
                                 .allocator = from };
    for (int hulls = 0; hulls < 8 && status == RIM_OK; hulls++)
    {
        rim_vec3  points[TINY];
        rim_hull *hull;
        for (int i = 0; i < TINY; i++)
            points[i] = rim_vec3_make(random_float(&random, -2e-40f, 2e-40f),
                                      random_float(&random, -2e-40f, 2e-40f),
                                      random_float(&random, -2e-40f, 2e-40f));
        status = rim_hull_create(&hull, points, TINY, &options);
        rim_hull_destroy(hull);
    }
    return status;
}

static rim_status few_merged_outside(const rim_allocator *from)
{
    rim_hull_options options = { .max_corners = 24,
                                 .limit = RIM_HULL_LIMIT_OUTSIDE,
                                 .merge = 0.02f };
    return hull_with(options, from);
}

static rim_status ended(rim_status status, rim_hull **hull)
{
    assert_true((status == RIM_OK) == (*hull != NULL));
    rim_hull_destroy(*hull);
    return status;
}

static rim_status box(const rim_allocator *from)
{
    rim_hull *hull;
    return ended(rim_hull_create_box(&hull, rim_vec3_make(1.0f, 2.0f, 3.0f), from), &hull);
}

static rim_status flat_box(const rim_allocator *from)
{
    rim_hull *hull;
    return ended(rim_hull_create_box(&hull, rim_vec3_make(1.0f, 0.0f, 3.0f), from), &hull);
}

static rim_status cylinder(const rim_allocator *from)
{
    rim_hull *hull;
    return ended(rim_hull_create_cylinder(&hull, 1.0f, 2.0f, 9, from), &hull);
}

static rim_status cone(const rim_allocator *from)
{
    rim_hull *hull;
    return ended(rim_hull_create_cone(&hull, 1.0f, 2.0f, 9, from), &hull);
}

static rim_status capsule(const rim_allocator *from)
{
    rim_hull   *hull;
    rim_capsule rod = { { 0.0f, -1.0f, 0.0f }, { 0.5f, 1.0f, 0.0f }, 0.5f };
    return ended(rim_hull_create_capsule(&hull, rod, 8, 3, from), &hull);
}

static rim_status tiny_capsule(const rim_allocator *from)
{
    rim_hull   *hull;
    rim_capsule rod = { { 1.0f, 1.0f, 1.0f }, { 1.0f, 1.0f, 1.0f }, 0x1p-22f };
    return ended(rim_hull_create_capsule(&hull, rod, 8, 3, from), &hull);
}

static rim_status needle(const rim_allocator *from)
{
    rim_hull   *hull;
    rim_capsule rod = { { 0.0f, -1.0f, 0.0f }, { 0.5f, 1.0f, 0.0f }, 0.0f };
    return ended(rim_hull_create_capsule(&hull, rod, 8, 3, from), &hull);
}

static const rim_vec3 corners[4] = {
    { 0.0f, 0.0f, 0.0f }, { 1.0f, 0.0f, 0.0f }, { 0.0f, 1.0f, 0.0f }, { 0.0f, 0.0f, 1.0f }
};
static const int indices[12] = { 0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3 };

// Cuts, and shared parts of hulls of all kinds, and a hull made of what is left.
static rim_status clip_all(const rim_allocator *from)
{
    rim_hull  *solid, *flat, *made = NULL;
    rim_clip  *behind = NULL, *front = NULL;
    rim_xform3 home = rim_xform3_identity(), aside = home;
    rim_plane  plane = { { 0.6f, 0.8f, 0.0f }, 0.125f };
    aside.position = rim_vec3_make(0.5f, 0.25f, 0.0f);
    aside.rotation = (rim_quat){ 0.25f, 0.5f, 0.0f, 1.0f };
    assert_int_equal(RIM_OK, rim_hull_create_cylinder(&solid, 1.0f, 1.0f, 40, NULL));
    assert_int_equal(RIM_OK, rim_hull_create_box(&flat, rim_vec3_make(2.0f, 0.0f, 2.0f), NULL));
    rim_status status = rim_clip_create(&behind, from);
    if (status == RIM_OK) status = rim_clip_create(&front, from);
    if (status == RIM_OK) status = rim_hull_clip(behind, solid, home, solid, aside);
    if (status == RIM_OK) status = rim_hull_create_from_clip(&made, behind, from);
    rim_hull_destroy(made);
    made = NULL;
    if (status == RIM_OK) status = rim_hull_clip(behind, solid, home, flat, aside);
    if (status == RIM_OK) status = rim_hull_create_from_clip(&made, behind, from);
    if (status == RIM_OK) status = rim_hull_clip(front, flat, home, flat, aside);
    if (status == RIM_OK) status = rim_hull_cut(behind, front, solid, aside, plane);
    if (status == RIM_OK)
        assert_near(rim_clip_volume(behind) + rim_clip_volume(front), rim_hull_mass(solid).volume,
                    1e-5);
    if (status == RIM_OK) status = rim_hull_cut(NULL, front, flat, aside, plane);
    if (status == RIM_OK) status = rim_hull_cut(behind, NULL, flat, home, plane);
    rim_hull_destroy(made);
    rim_clip_destroy(behind);
    rim_clip_destroy(front);
    rim_hull_destroy(solid);
    rim_hull_destroy(flat);
    return status;
}

static rim_status world_of_bodies(const rim_allocator *from)
{
    rim_bodies_options options = { .gravity = { 0.0f, -10.0f, 0.0f },
                                   .parts = -1,
                                   .allocator = from };
    rim_bodies        *world;
    rim_status         status = rim_bodies_create(&world, &options);
    rim_plane          floor = { { 0.0f, 1.0f, 0.0f }, 0.0f };
    if (status == RIM_OK) status = obstacles_add_plane(rim_bodies_obstacles(world), floor, NULL);
    for (int i = 0; i < 20 && status == RIM_OK; i++)
    {
        rim_body body = rim_body_box(rim_vec3_make(0.5f, 0.5f, 0.5f), 1.0f);
        body.pose.position = rim_vec3_make(0.1f * (float)(i % 3), 0.5f + 0.96f * (float)i, 0.0f);
        status = rim_bodies_add(world, &body, NULL);
    }
    for (int i = 0; i < 3 && status == RIM_OK; i++) status = rim_bodies_step(world, 1.0f / 60.0f);
    rim_bodies_destroy(world);
    return status;
}

static rim_status room_of_obstacles(const rim_allocator *from)
{
    rim_obstacles *list;
    rim_sphere     ball = { { 0.0f, 0.0f, 0.0f }, 1.0f };
    rim_status     status = obstacles_create(&list, from);
    for (int i = 0; i < 40 && status == RIM_OK; i++)
    {
        ball.center.x = (float)i;
        rim_plane plane = { rim_vec3_normalize(rim_vec3_make(1.0f, (float)i, 0.0f)), 0.0f };
        status =
            i % 2 ? obstacles_add_sphere(list, ball, NULL) : obstacles_add_plane(list, plane, NULL);
    }
    obstacles_destroy(list);
    return status;
}

static rim_status mesh_and_its_like(const rim_allocator *from)
{
    rim_mesh_options       options = { .allocator = from };
    rim_mesh_edges_options weld = { .weld = 0.001f, .allocator = from };
    rim_bsp_options        split = { .allocator = from };
    rim_mesh              *mesh = NULL;
    rim_mesh_edges        *edges = NULL;
    rim_bsp               *bsp = NULL;
    rim_status             status = rim_mesh_create(&mesh, corners, 4, indices, 4, &options);
    if (status == RIM_OK) status = rim_mesh_edges_create(&edges, corners, 4, indices, 4, &weld);
    if (status == RIM_OK) status = rim_bsp_create(&bsp, corners, 4, indices, 4, &split);
    rim_mesh_destroy(mesh);
    rim_mesh_edges_destroy(edges);
    rim_bsp_destroy(bsp);
    return status;
}

static void each_refusal_leaves_nothing_behind(void **state)
{
    (void)state;
    static maker *const makers[] = {
        plain_hull,
        merged_hull,
        few_corners_inside,
        few_corners_outside,
        few_corners_outside_of_tiny_points,
        few_merged_outside,
        box,
        flat_box,
        cylinder,
        cone,
        capsule,
        tiny_capsule,
        needle,
        clip_all,
        world_of_bodies,
        room_of_obstacles,
        mesh_and_its_like,
    };
    int refusals = 0;
    for (size_t i = 0; i < 2 * (sizeof makers / sizeof makers[0]); i++)
        for (int budget = 0;; budget++)
        {
            test_heap     heap = { .budget = budget, .once = i % 2 == 1 };
            rim_allocator from = test_heap_allocator(&heap);
            rim_status    status = makers[i / 2](&from);
            assert_int_equal(heap.live_bytes, 0);
            refusals += heap.refused > 0;
            if (status == RIM_OK && heap.refused == 0) break;
            if (status != RIM_ERR_MEMORY)
                fail_msg("maker %zu, budget %d: %s", i / 2, budget, rim_status_text(status));
            assert_in_range(budget, 0, 500);
        }
    assert_true(refusals > 120);
}

// --- out of range -----------------------------------------------------------------------------------------

static void options_out_of_range_are_refused(void **state)
{
    (void)state;
    static const rim_hull_options bad[] = {
        { .max_corners = 3 },
        { .max_corners = -1 },
        { .max_corners = 7, .limit = RIM_HULL_LIMIT_OUTSIDE },
        { .merge = -0.25f },
        { .merge = -2.0f },
        { .merge = 1.0f },
        { .merge = NAN },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(RIM_ERR_ARGUMENT, hull_with(bad[i], NULL));
    rim_hull *hull;
    rim_vec3  odd[4];
    for (int at = 0; at < 12; at++)
    {
        memcpy(odd, corners, sizeof odd);
        (&odd[at / 3].x)[at % 3] = at & 1 ? NAN : INFINITY;
        assert_int_equal(RIM_ERR_ARGUMENT, rim_hull_create(&hull, odd, 4, NULL));
    }
    assert_int_equal(RIM_ERR_SIZE, rim_hull_create(&hull, corners, -1, NULL));
    assert_null(hull);
}

static void planes_that_are_none_cut_nothing_off(void **state)
{
    (void)state;
    rim_hull *hull;
    rim_clip *clip;
    assert_int_equal(RIM_OK, rim_hull_create(&hull, corners, 4, NULL));
    assert_int_equal(RIM_OK, rim_clip_create(&clip, NULL));
    for (int at = 0; at < 11; at++)
        for (int k = 0; k < 2; k++)
        {
            rim_plane  plane = { { 0.0f, 1.0f, 0.0f }, 0.25f };
            rim_xform3 pose = rim_xform3_identity();
            float     *number = at < 3    ? &plane.normal.x + at
                                : at == 3 ? &plane.offset
                                : at < 7  ? &pose.position.x + (at - 4)
                                          : &pose.rotation.x + (at - 7);
            *number = k ? NAN : INFINITY;
            rim_status status = rim_hull_cut(clip, NULL, hull, pose, plane);
            assert_true(status == RIM_OK || status == RIM_ERR_ARGUMENT);
            assert_int_equal(RIM_CLIP_EMPTY, rim_clip_read(clip).kind);
        }
    rim_clip_destroy(clip);
    rim_hull_destroy(hull);
}

static void flat_hulls_contain_their_own_points_alone(void **state)
{
    (void)state;
    rim_hull *plate, *line, *dot;
    rim_vec3  two[2] = { { -1.0f, 0.0f, 0.0f }, { 3.0f, 0.0f, 0.0f } };
    assert_int_equal(RIM_OK, rim_hull_create(&line, two, 2, NULL));
    assert_int_equal(RIM_OK, rim_hull_create(&dot, two, 1, NULL));
    int inside = 0;
    for (int axis = 0; axis < 3; axis++) // a plate at right angles to each
    {
        rim_vec3 half = { 2.0f, 2.0f, 2.0f };
        (&half.x)[axis] = 0.0f;
        assert_int_equal(RIM_OK, rim_hull_create_box(&plate, half, NULL));
        for (int i = 0; i < 343; i++)
        {
            rim_vec3 p = { (float)(i % 7 - 3), (float)(i / 7 % 7 - 3), (float)(i / 49 - 3) };
            bool     in = (&p.x)[axis] == 0.0f && fabsf(p.x) <= 2.0f && fabsf(p.y) <= 2.0f &&
                      fabsf(p.z) <= 2.0f;
            assert_int_equal(in, rim_hull_contains(plate, p));
            inside += in;
            in = p.y == 0.0f && p.z == 0.0f && p.x >= -1.0f && p.x <= 3.0f;
            assert_int_equal(in, rim_hull_contains(line, p));
            in = p.x == -1.0f && p.y == 0.0f && p.z == 0.0f;
            assert_int_equal(in, rim_hull_contains(dot, p));
        }
        rim_hull_destroy(plate);
    }
    assert_int_equal(inside, 75);
    rim_hull_destroy(line);
    rim_hull_destroy(dot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_refusal_leaves_nothing_behind),
        cmocka_unit_test(options_out_of_range_are_refused),
        cmocka_unit_test(planes_that_are_none_cut_nothing_off),
        cmocka_unit_test(flat_hulls_contain_their_own_points_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
