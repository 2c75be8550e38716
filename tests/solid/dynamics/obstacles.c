// The list of obstacles: its book-keeping, and its touches against distances by trying everything.
#include "support/obstacles.h"
#include "support/convex_brute.h"
#include "support/support.h"

#include "base/vec3d.h"
#include "rimcast/bodies.h"
#include "rimcast/obstacles.h"

#include <math.h>
#include <string.h>

static rim_obstacles *empty_list(void)
{
    rim_obstacles *list;
    assert_int_equal(obstacles_create(&list, NULL), RIM_OK);
    return list;
}

static rim_obox any_box(test_random *random)
{
    rim_obox box = { random_pose(random, 2.0f),
                     { random_float(random, 0.1f, 1.0f), random_float(random, 0.1f, 1.0f),
                       random_float(random, 0.1f, 1.0f) } };
    return box;
}

static brute_body brute_box(rim_obox box)
{
    rim_vec3 corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] =
            rim_vec3_make(i & 1 ? box.half.x : -box.half.x, i & 2 ? box.half.y : -box.half.y,
                          i & 4 ? box.half.z : -box.half.z);
    return brute_place(corners, 8, box.pose);
}

static double least_gap(const obstacle_touch *touches, int count)
{
    double least = INFINITY;
    for (int i = 0; i < count; i++) least = fmin(least, (double)touches[i].gap);
    return least;
}

// --- book-keeping ----------------------------------------------------------------------------------------

static void slots_are_given_again_last_removed_first(void **state)
{
    (void)state;
    rim_obstacles *list = empty_list();
    rim_sphere     ball = { { 0.0f, 0.0f, 0.0f }, 1.0f };
    rim_plane      floor = { { 0.0f, 1.0f, 0.0f }, 0.0f };
    rim_handle     one[4], again, none = { 0, 0 };
    for (int i = 0; i < 3; i++) obstacles_add_sphere(list, ball, &one[i]);
    obstacles_add_plane(list, floor, &one[3]);
    for (uint32_t i = 0; i < 4; i++)
    {
        assert_int_equal(one[i].slot, RIM_OBSTACLE_SLOT | i);
        assert_non_null(rim_obstacles_get(list, one[i]));
    }
    assert_true(rim_obstacles_remove(list, one[1]));
    assert_true(rim_obstacles_remove(list, one[3]));
    assert_false(rim_obstacles_remove(list, one[3]));
    assert_false(rim_obstacles_remove(list, none));
    assert_false(rim_obstacles_remove(list, (rim_handle){ RIM_OBSTACLE_SLOT | 99, 1 }));
    assert_null(rim_obstacles_get(list, one[3]));
    assert_null(rim_obstacles_get(list, none));
    assert_int_equal(list->tree->count, 2);
    obstacles_add_sphere(list, ball, &again);
    assert_int_equal(again.slot, one[3].slot);
    assert_true(again.generation != one[3].generation);
    assert_null(rim_obstacles_get(list, one[3]));
    assert_int_equal(rim_obstacles_get(list, again)->shape.kind, RIM_SHAPE3_SPHERE);
    obstacles_add_plane(list, floor, &again);
    assert_int_equal(again.slot, one[1].slot);
    assert_int_equal(list->top, 4);
    assert_int_equal(list->tree->count, 4);
    obstacles_destroy(list);
    obstacles_destroy(NULL);
}

static void the_game_s_own_comes_back(void **state)
{
    (void)state;
    rim_obstacles *list = empty_list();
    int            mine = 7;
    rim_obstacle   rock = { .shape = { RIM_SHAPE3_SPHERE, .sphere = { { 1, 2, 3 }, 1 } },
                            .user = &mine,
                            .filter = { 4, 8 } };
    rim_handle     handle;
    assert_int_equal(rim_obstacles_add(list, &rock, &handle), RIM_OK);
    const rim_obstacle *back = rim_obstacles_get(list, handle);
    assert_ptr_equal(back->user, &mine);
    assert_int_equal(back->filter.ignores, 8);
    assert_float_equal(back->shape.sphere.center.z, 3.0f, 0.0f);
    obstacles_destroy(list);
}

static void bad_things_are_refused(void **state)
{
    (void)state;
    rim_obstacles *list = empty_list();
    rim_sphere     ball = { { NAN, 0.0f, 0.0f }, 1.0f }, hollow = { { 0, 0, 0 }, -1.0f };
    rim_obox       flat = { rim_xform3_identity(), { 1.0f, -1.0f, 1.0f } };
    rim_vec3       up = { 0.0f, 2.0f, 0.0f }, none = { 0.0f, 0.0f, 0.0f };
    assert_int_equal(obstacles_add_sphere(list, ball, NULL), RIM_ERR_ARGUMENT);
    assert_int_equal(obstacles_add_sphere(list, hollow, NULL), RIM_ERR_ARGUMENT);
    assert_int_equal(obstacles_add_box(list, flat, NULL), RIM_ERR_ARGUMENT);
    assert_int_equal(obstacles_add_plane(list, (rim_plane){ up, 0.0f }, NULL), RIM_ERR_ARGUMENT);
    assert_int_equal(obstacles_add_plane(list, (rim_plane){ none, 0.0f }, NULL), RIM_ERR_ARGUMENT);
    assert_int_equal(list->tree->count, 0);
    obstacles_destroy(list);
}

static void every_refused_allocation_is_survived(void **state)
{
    (void)state;
    int refused = 0;
    for (int budget = 0; budget < 40; budget++)
    {
        test_heap      heap = { .budget = budget };
        rim_allocator  from = test_heap_allocator(&heap);
        rim_obstacles *list = NULL;
        rim_sphere     ball = { { 0.0f, 0.0f, 0.0f }, 1.0f };
        rim_plane      floor = { { 0.0f, 1.0f, 0.0f }, 0.0f };
        if (obstacles_create(&list, &from) == RIM_OK)
            for (int i = 0; i < 40; i++)
            {
                int        had = list->tree->count;
                rim_status status = i % 2 ? obstacles_add_sphere(list, ball, NULL)
                                          : obstacles_add_plane(list, floor, NULL);
                assert_int_equal(list->tree->count, had + (status == RIM_OK));
            }
        else
            assert_null(list);
        refused += heap.refused;
        obstacles_destroy(list);
        assert_int_equal(heap.live_bytes, 0);
    }
    assert_true(refused > 5);
}

// --- touches -------------------------------------------------------------------------------------------

static void corners_meet_planes(void **state)
{
    (void)state;
    test_random random = { 8201 };
    int         met = 0;
    for (int n = 0; n < case_count(3000); n++)
    {
        rim_obstacles *list = empty_list();
        rim_obox       box = any_box(&random);
        rim_plane      plane = { rim_vec3_normalize(random_in_cube(&random, 1.0f)), 0.5f };
        obstacle_touch touches[8];
        float          reach = random_float(&random, 0.0f, 2.0f);
        obstacles_add_plane(list, plane, NULL);
        int        count = box_touches(list, box, reach, 0.0f, touches, 8), near = 0;
        brute_body body = brute_box(box);
        double     least = INFINITY;
        for (int i = 0; i < 8; i++)
        {
            vec3d p = { body.p[i][0], body.p[i][1], body.p[i][2] };
            least = fmin(least, v3d_dot(p, v3d_from(plane.normal)) - 0.5);
            near += v3d_dot(p, v3d_from(plane.normal)) - 0.5 <= (double)reach;
        }
        // Up to four corners, and the lowest of all.
        assert_true(count <= near && count <= 4 && (count > 0) == (near > 0));
        if (count > 0) assert_near(least_gap(touches, count), least, 2e-6);
        for (int i = 0; i < count; i++)
        {
            vec3d p = v3d_add(v3d_from(touches[i].arm), v3d_from(box.pose.position));
            assert_near(v3d_dot(p, v3d_from(plane.normal)) - 0.5, touches[i].gap, 2e-6);
        }
        met += count > 0;
        obstacles_destroy(list);
    }
    assert_true(met > case_count(3000) / 3);
}

#define FLAT 0.01

// How far the least gap may be from brute force's. What is nearer than FLAT is a manifold of the pair grown by
// that, so that depths are FLAT - gap: it may prefer a face whose depth is up to 5 % and a 1024th of the size
// more than the least, or whose points, cut by its sides, tell so much less. The size is the largest difference of
// a point of the one and one of the other.
static double gap_slack(const brute_body *a, const brute_body *b, double radius, double gap)
{
    double most = 0.0;
    if (gap > FLAT + 1e-5) return 1e-5;
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < b->count; k++)
        {
            double x = a->p[i][0] - b->p[k][0], y = a->p[i][1] - b->p[k][1];
            double z = a->p[i][2] - b->p[k][2];
            most = fmax(most, x * x + y * y + z * z);
        }
    return 1e-5 + 0.05 * fmax(FLAT - gap, 0.0) + (sqrt(most) + radius + FLAT) / 1024.0;
}

// The least gap against the distance, or the depth, of brute force, less the radius.
static void check_gap(const rim_obstacles *list, rim_obox box, const brute_body *other,
                      double radius, int *apart, int *inside)
{
    obstacle_touch touches[16];
    brute_body     body = brute_box(box);
    double         distance = brute_distance(&body, other);
    double         gap = (distance > 0.0 ? distance : brute_gap(&body, other)) - radius;
    int            count = box_touches(list, box, 0.5f, (float)FLAT, touches, 16);
    if (gap > 0.5 + 1e-5) assert_int_equal(count, 0);
    if (gap > 0.5 - 1e-5) return;
    assert_in_range(count, 1, 16);
    assert_near(least_gap(touches, count), gap, gap_slack(&body, other, radius, gap));
    for (int i = 0; i < count; i++)
    {
        // Pushed out along the normal by the depth, little overlaps: the depth along the normal may be 5 % more than the
        // least, and the points may show 5 % less (gap_slack).
        rim_obox moved = box;
        if (i == 0 && gap < 0.0)
        {
            double depth = -least_gap(touches, count) - radius;
            if (depth < 0.0) depth = 0.0;
            moved.pose.position =
                rim_vec3_along(box.pose.position, touches[i].normal, (float)depth);
            brute_body out = brute_box(moved);
            assert_true(brute_overlap_along(other, &out, touches[i].normal) <
                        0.02 + 0.1 * (depth + radius));
        }
        assert_near(rim_vec3_length(touches[i].normal), 1.0, 1e-6);
    }
    *apart += gap > 0.0;
    *inside += gap < -0.05;
}

static void a_sphere_is_met_wherever_it_is(void **state)
{
    (void)state;
    test_random random = { 8202 };
    int         apart = 0, inside = 0;
    for (int n = 0; n < case_count(1500); n++)
    {
        rim_obstacles *list = empty_list();
        rim_obox       box = any_box(&random);
        rim_vec3       at = rim_vec3_add(box.pose.position, random_in_cube(&random, 1.5f));
        rim_sphere     ball = { at, random_float(&random, 0.0f, 0.5f) };
        brute_body     other = brute_point(at);
        obstacles_add_sphere(list, ball, NULL);
        check_gap(list, box, &other, ball.radius, &apart, &inside);
        obstacles_destroy(list);
    }
    assert_true(apart > case_count(1500) / 20 && inside > case_count(1500) / 20);
}

static void convex_things_are_met_where_they_are_nearest(void **state)
{
    (void)state;
    test_random random = { 8203 };
    int         apart = 0, inside = 0, asked = case_count(600);
    for (int n = 0; n < asked; n++)
    {
        rim_obstacles *list = empty_list();
        rim_obox       box = any_box(&random), block = any_box(&random);
        random_body    rock;
        brute_body     other;
        double         radius = 0.0;
        random_body_make(&random, &rock, 12);
        if (n % 3 == 0)
        {
            obstacles_add_box(list, block, NULL);
            other = brute_box(block);
        }
        else if (n % 3 == 1 || rim_hull_read(rock.hull).kind != RIM_HULL_SOLID)
        {
            rim_capsule bar = { random_in_cube(&random, 1.5f), random_in_cube(&random, 1.5f),
                                0.125f };
            rim_vec3    ends[2] = { bar.a, bar.b };
            radius = 0.125;
            obstacles_add_capsule(list, bar, NULL);
            other = brute_place(ends, 2, rim_xform3_identity());
        }
        else
        {
            obstacles_add_hull(list, rock.hull, rock.pose, NULL);
            other = brute_of(&rock);
        }
        check_gap(list, box, &other, radius, &apart, &inside);
        obstacles_destroy(list);
        rim_hull_destroy(rock.hull);
    }
    assert_true(apart > asked / 30 && inside > asked / 30);
}

static void a_small_sphere_under_a_large_box_is_not_missed(void **state)
{
    (void)state;
    rim_obstacles *list = empty_list();
    rim_sphere     pea = { { 0.3f, 0.05f, -0.2f }, 0.05f };
    rim_obox       box = { rim_xform3_translation(rim_vec3_make(0.0f, 2.09f, 0.0f)),
                           { 2.0f, 2.0f, 2.0f } };
    obstacle_touch touch;
    obstacles_add_sphere(list, pea, NULL);
    assert_int_equal(box_touches(list, box, 0.0f, 0.0f, &touch, 1), 1);
    assert_near(touch.gap, -0.01, 1e-6);
    assert_near(touch.normal.y, 1.0, 1e-6);
    assert_near(touch.arm.x, 0.3, 1e-6);
    obstacles_destroy(list);
}

static void a_box_on_a_box_is_held_by_four_corners(void **state)
{
    (void)state;
    rim_obstacles *list = empty_list();
    rim_obox       floor = { rim_xform3_identity(), { 3.0f, 1.0f, 3.0f } }, box = floor;
    obstacle_touch touches[8];
    box.half = rim_vec3_make(0.5f, 0.5f, 0.5f);
    box.pose.position.y = 1.501f;
    obstacles_add_box(list, floor, NULL);
    assert_int_equal(box_touches(list, box, 0.01f, 0.01f, touches, 8), 4);
    double spread = 0.0;
    for (int i = 0; i < 4; i++)
    {
        assert_near(touches[i].gap, 0.001, 1e-6);
        assert_near(touches[i].normal.y, 1.0, 1e-6);
        assert_near(fabsf(touches[i].arm.x), 0.5, 1e-5);
        spread += touches[i].arm.x * touches[i].arm.z + touches[i].arm.x + touches[i].arm.z;
    }
    assert_near(spread, 0.0, 1e-5);
    obstacles_destroy(list);
}

// What comes and goes leaves no trace but the numbers.
static void answers_do_not_depend_on_the_past(void **state)
{
    (void)state;
    test_random random = { 8204 };
    int         met = 0;
    for (int n = 0; n < case_count(200); n++)
    {
        rim_obstacles *fresh = empty_list(), *used = empty_list();
        rim_sphere     balls[20];
        rim_handle     handle;
        for (int i = 0; i < 20; i++)
        {
            balls[i].center = random_in_cube(&random, 2.0f);
            balls[i].radius = random_float(&random, 0.0f, 0.5f);
            obstacles_add_sphere(fresh, balls[i], NULL);
            obstacles_add_sphere(used, balls[random_int(&random, 0, i)], NULL);
        }
        for (uint32_t i = 20; i-- > 0;)
            rim_obstacles_remove(used, (rim_handle){ RIM_OBSTACLE_SLOT | i, 1 });
        for (int i = 0; i < 20; i++)
        {
            obstacles_add_sphere(used, balls[i], &handle);
            assert_int_equal(handle.slot, RIM_OBSTACLE_SLOT | (uint32_t)i);
        }
        obstacle_touch a[12], b[12];
        rim_obox       box = any_box(&random);
        int            count = box_touches(fresh, box, 0.3f, 0.1f, a, 12);
        assert_int_equal(box_touches(used, box, 0.3f, 0.1f, b, 12), count);
        int kept = count < 12 ? count : 12;
        assert_memory_equal(a, b, (size_t)kept * sizeof *a);
        for (int i = 1; i < kept; i++) assert_true(a[i - 1].slot <= a[i].slot);
        met += count;
        obstacles_destroy(fresh);
        obstacles_destroy(used);
    }
    assert_true(met > case_count(200));
}

// --- meshes --------------------------------------------------------------------------------------------

// A floor of 2 n^2 triangles, x and z from -4 to 4.
static rim_mesh *grid_floor(int n, float slant)
{
    rim_vec3 points[17 * 17];
    int      indices[6 * 16 * 16], count = 0;
    for (int i = 0; i <= n; i++)
        for (int k = 0; k <= n; k++)
        {
            float x = 8.0f * (float)i / (float)n - 4.0f, z = 8.0f * (float)k / (float)n - 4.0f;
            points[i * (n + 1) + k] = rim_vec3_make(x, slant * x, z);
        }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
        {
            int a = i * (n + 1) + k, b = a + n + 1, quad[6] = { a, a + 1, b, b, a + 1, b + 1 };
            for (int m = 0; m < 6; m++) indices[count++] = quad[m];
        }
    rim_mesh *mesh;
    assert_int_equal(rim_mesh_create(&mesh, points, (n + 1) * (n + 1), indices, 2 * n * n, NULL),
                     RIM_OK);
    return mesh;
}

// A box slides over the seams as over a plane, comes to rest, and stays level.
static void a_floor_of_triangles_is_as_smooth_as_one(void **state)
{
    (void)state;
    for (int n = 1; n <= 16; n *= 4)
    {
        rim_bodies        *world;
        rim_mesh          *mesh = grid_floor(n, 0.0f);
        rim_bodies_options options = { .gravity = { 0.0f, -10.0f, 0.0f } };
        rim_body           crate = rim_body_box(rim_vec3_make(0.3f, 0.2f, 0.4f), 2.0f);
        assert_int_equal(rim_bodies_create(&world, &options), RIM_OK);
        obstacles_add_mesh(rim_bodies_obstacles(world), mesh, NULL);
        crate.pose.position = rim_vec3_make(-3.0f, 0.2f, 0.1f);
        crate.velocity = rim_vec3_make(4.0f, 0.0f, 0.7f);
        crate.friction = 0.25f;
        assert_int_equal(rim_bodies_add(world, &crate, NULL), RIM_OK);
        const rim_body *body = bodies_at(world, 0);
        for (int i = 0; i < 300; i++)
        {
            assert_int_equal(rim_bodies_step(world, 1.0f / 64.0f), RIM_OK);
            assert_near(body->pose.position.y, 0.2, 2e-3);
            assert_true(fabsf(body->pose.rotation.x) + fabsf(body->pose.rotation.z) < 5e-3f);
        }
        // It stops after v^2 / (2 mu g).
        assert_near(body->pose.position.x, -3.0 + 4.0 * sqrt(16.49) / 5.0, 0.06);
        assert_true(body->asleep);
        rim_bodies_destroy(world);
        rim_mesh_destroy(mesh);
    }
}

// A channel: a floor and two slopes that reach below it, so that each of the box's lower edges is a little
// above a face. The three keep their touches apart.
static void a_box_in_a_channel_is_held_by_all_its_sides(void **state)
{
    (void)state;
    int cases = 0;
    for (int degrees = 20; degrees <= 70; degrees += 10)
    {
        double   tilt = degrees * 3.14159265358979323846 / 180.0, gap = 0.001;
        rim_vec3 points[12];
        int      count = 0, indices[18];
        for (int side = 0; side < 3; side++)
        {
            // Across the channel from (x0, y0) to (x1, y1); the slopes go through a point `gap` off the edge.
            double way = side - 1, x = way + way * gap * sin(tilt), y = -gap * cos(tilt);
            double x0 = side == 1 ? -3.0 : x - way * cos(tilt),
                   y0 = side == 1 ? -gap : y - sin(tilt);
            double x1 = side == 1 ? 3.0 : x + way * cos(tilt),
                   y1 = side == 1 ? -gap : y + sin(tilt);
            int base = count, quad[6] = { base, base + 1, base + 2, base, base + 2, base + 3 };
            points[count++] = rim_vec3_make((float)x0, (float)y0, -5.0f);
            points[count++] = rim_vec3_make((float)x0, (float)y0, 5.0f);
            points[count++] = rim_vec3_make((float)x1, (float)y1, 5.0f);
            points[count++] = rim_vec3_make((float)x1, (float)y1, -5.0f);
            for (int i = 0; i < 6; i++) indices[6 * side + i] = quad[i];
        }
        rim_mesh *mesh;
        assert_int_equal(rim_mesh_create(&mesh, points, count, indices, 6, NULL), RIM_OK);
        rim_obstacles *list = empty_list();
        obstacles_add_mesh(list, mesh, NULL);
        rim_obox       box = { rim_xform3_identity(), { 1.0f, 0.5f, 1.0f } };
        obstacle_touch touches[64];
        box.pose.position.y = 0.5f;
        int found = box_touches(list, box, 0.02f, 0.01f, touches, 64), held[3] = { 0 };
        assert_in_range(found, 8, 12); // four at most along each normal
        for (int i = 0; i < found; i++)
        {
            int    side = touches[i].normal.x > 0.1f ? 0 : touches[i].normal.x < -0.1f ? 2 : 1;
            double upright = side == 1 ? 1.0 : cos(tilt);
            assert_near(touches[i].normal.y, upright, 1e-4);
            assert_near(touches[i].gap, gap, 1e-5);
            assert_near(touches[i].arm.y, -0.5, 1e-5);
            held[side]++;
        }
        assert_int_equal(held[1], 4);
        assert_in_range(held[0], 2, 4);
        assert_in_range(held[2], 2, 4);
        obstacles_destroy(list);
        rim_mesh_destroy(mesh);
        cases++;
    }
    assert_int_equal(cases, 6);
}

// Two triangles far away on either side have nothing to do with a box between them, whatever else is there.
// Of the many touches along one normal the nearest is kept, though others span more: those of a small plate
// that lies on a floor, well within the box above.
static void what_is_nearest_under_a_box_is_kept(void **state)
{
    (void)state;
    test_random random = { 8209 };
    for (int n = 0; n < case_count(100); n++)
    {
        float gap = 0.0078125f, x = random_float(&random, -0.7f, 0.3f),
              z = random_float(&random, -0.7f, 0.3f);
        rim_vec3 points[8];
        int      indices[12], count = 0;
        for (int i = 0; i < 8; i++)
        {
            float far = i < 4 ? 3.0f : 0.4f, high = i < 4 ? -2.0f * gap : -gap;
            points[i] = rim_vec3_make(i < 4 ? -1.5f : x, high, i < 4 ? -1.5f : z);
            if ((i & 3) == 2 || (i & 3) == 3) points[i].x += far;
            if ((i & 3) == 1 || (i & 3) == 2) points[i].z += far;
        }
        for (int base = 0; base < 8; base += 4)
        {
            int quad[6] = { base, base + 1, base + 2, base, base + 2, base + 3 };
            for (int i = 0; i < 6; i++) indices[count++] = quad[i];
        }
        rim_mesh *mesh;
        assert_int_equal(rim_mesh_create(&mesh, points, 8, indices, 4, NULL), RIM_OK);
        rim_obstacles *list = empty_list();
        obstacles_add_mesh(list, mesh, NULL);
        rim_obox       box = { rim_xform3_identity(), { 1.0f, 0.5f, 1.0f } };
        obstacle_touch touches[16];
        box.pose.position.y = 0.5f;
        int found = box_touches(list, box, 0.05f, 0.05f, touches, 16);
        assert_in_range(found, 3, 4);
        assert_near(least_gap(touches, found), gap, 1e-6);
        obstacles_destroy(list);
        rim_mesh_destroy(mesh);
    }
}

static void a_mesh_around_a_box_is_not_near_it(void **state)
{
    (void)state;
    rim_vec3  points[6] = { { -50, 0, 0 }, { -50, 1, 0 }, { -50, 0, 1 },
                            { 50, 0, 0 },  { 50, 1, 0 },  { 50, 0, 1 } };
    int       indices[6] = { 0, 1, 2, 3, 4, 5 };
    rim_mesh *around, *floor = grid_floor(4, 0.0f);
    assert_int_equal(rim_mesh_create(&around, points, 6, indices, 2, NULL), RIM_OK);
    rim_obox box = { rim_xform3_identity(), { 1.0f, 0.5f, 1.0f } };
    box.pose.position = rim_vec3_make(0.3f, 0.505f, 0.2f);
    for (int order = 0; order < 2; order++)
    {
        rim_obstacles *list = empty_list();
        obstacle_touch alone[16], both[16];
        obstacles_add_mesh(list, order ? around : floor, NULL);
        if (order) obstacles_add_mesh(list, floor, NULL);
        int count = box_touches(list, box, 0.02f, 0.01f, alone, 16);
        if (!order) obstacles_add_mesh(list, around, NULL);
        assert_int_equal(count, 4);
        assert_int_equal(box_touches(list, box, 0.02f, 0.01f, both, 16), 4);
        for (int i = 0; i < 4; i++)
        {
            assert_int_equal(both[i].slot & ~RIM_OBSTACLE_SLOT, order);
            assert_near(both[i].gap, 0.005, 1e-5);
            assert_memory_equal(&both[i].arm, &alone[i].arm, sizeof both[i].arm);
        }
        obstacles_destroy(list);
    }
    rim_mesh_destroy(around);
    rim_mesh_destroy(floor);
}

static void what_is_not_finite_touches_nothing(void **state)
{
    (void)state;
    rim_obstacles *list = empty_list();
    obstacle_touch touch;
    rim_obox       box = { rim_xform3_identity(), { 1.0f, 1.0f, 1.0f } }, bad = box;
    obstacles_add_plane(list, (rim_plane){ rim_vec3_make(0, 1, 0), 0.0f }, NULL);
    assert_true(box_touches(list, box, 0.0f, 0.0f, &touch, 1) > 0);
    assert_true(box_touches(list, box, 0.0f, 0.0f, NULL, 0) > 0);
    bad.pose.position.x = NAN;
    assert_int_equal(box_touches(list, bad, 0.0f, 0.0f, &touch, 1), 0);
    for (int i = 0; i < 6; i++)
    {
        float odd = i % 2 ? INFINITY : NAN;
        bad = box;
        if (i / 2 == 0) bad.half.x = odd;
        if (i / 2 == 1) bad.half.y = odd;
        if (i / 2 == 2) bad.half.z = odd;
        assert_int_equal(box_touches(list, bad, 0.0f, 0.0f, &touch, 1), 0);
    }
    assert_int_equal(box_touches(list, box, NAN, 0.0f, &touch, 1), 0);
    obstacles_destroy(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slots_are_given_again_last_removed_first),
        cmocka_unit_test(the_game_s_own_comes_back),
        cmocka_unit_test(bad_things_are_refused),
        cmocka_unit_test(every_refused_allocation_is_survived),
        cmocka_unit_test(corners_meet_planes),
        cmocka_unit_test(a_sphere_is_met_wherever_it_is),
        cmocka_unit_test(convex_things_are_met_where_they_are_nearest),
        cmocka_unit_test(a_small_sphere_under_a_large_box_is_not_missed),
        cmocka_unit_test(a_box_on_a_box_is_held_by_four_corners),
        cmocka_unit_test(answers_do_not_depend_on_the_past),
        cmocka_unit_test(a_floor_of_triangles_is_as_smooth_as_one),
        cmocka_unit_test(a_box_in_a_channel_is_held_by_all_its_sides),
        cmocka_unit_test(what_is_nearest_under_a_box_is_kept),
        cmocka_unit_test(a_mesh_around_a_box_is_not_near_it),
        cmocka_unit_test(what_is_not_finite_touches_nothing),
    };
    return cmocka_run_group_tests_name("obstacles", tests, NULL, NULL);
}
