// Moves among planes, against trying every set of up to three planes.
#include "support/meshes.h"

#include "base/vec3d.h"
#include "rimcast/mover.h"

#include <stdlib.h>
#include <string.h>

enum
{
    MOST = 8
};

static rim_plane any_plane(test_random *random)
{
    rim_vec3 n = random_in_cube(random, 1.0f);
    if (random_int(random, 0, 3) == 0)
        n = rim_vec3_make((float)random_int(random, -1, 1), (float)random_int(random, -1, 1), 1.0f);
    return (rim_plane){ rim_vec3_normalize(n), random_float(random, -1.0f, 0.4f) };
}

static double missing(const rim_plane *plane, vec3d x)
{
    vec3d n = v3d_from(plane->normal);
    return (plane->offset - v3d_dot(n, x)) / v3d_length(n);
}

static double worst(const rim_plane *planes, int count, vec3d x)
{
    double most = 0.0;
    for (int i = 0; i < count; i++) most = fmax(most, missing(&planes[i], x));
    return most;
}

static double det3(const double m[3][3])
{
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

// The nearest point to `wanted` on all of the planes chosen: x = wanted + sum of l_i n_i, by Cramer's rule.
static bool on_planes(vec3d *x, vec3d wanted, const rim_plane *planes, const int *chosen, int count)
{
    double m[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, b[3] = { 0, 0, 0 };
    for (int i = 0; i < count; i++)
    {
        vec3d n = v3d_from(planes[chosen[i]].normal);
        b[i] = planes[chosen[i]].offset - v3d_dot(n, wanted);
        for (int k = 0; k < count; k++) m[i][k] = v3d_dot(n, v3d_from(planes[chosen[k]].normal));
    }
    double d = det3((const double(*)[3])m);
    if (fabs(d) < 1e-6) return false;
    *x = wanted;
    for (int k = 0; k < count; k++)
    {
        double c[3][3];
        memcpy(c, m, sizeof c);
        for (int i = 0; i < 3; i++) c[i][k] = b[i];
        *x = v3d_along(*x, v3d_from(planes[chosen[k]].normal), det3((const double(*)[3])c) / d);
    }
    return true;
}

// The best of all points on up to three planes that miss no plane. False if there is none.
static bool slow_move(vec3d *best, vec3d wanted, const rim_plane *planes, int count)
{
    double least = INFINITY;
    for (int mask = 0; mask < 1 << count; mask++)
    {
        int   chosen[MOST], k = 0;
        vec3d x;
        for (int i = 0; i < count; i++)
            if (mask >> i & 1) chosen[k++] = i;
        if (k > 3 || !on_planes(&x, wanted, planes, chosen, k)) continue;
        double far = v3d_length(v3d_sub(x, wanted));
        if (worst(planes, count, x) > 1e-9 || far >= least) continue;
        least = far;
        *best = x;
    }
    return least < INFINITY;
}

static void a_move_is_the_closest_of_all_that_are_allowed(void **state)
{
    (void)state;
    test_random random = { 11 };
    int         possible = 0, impossible = 0, changed = 0;
    for (int round = 0; round < case_count(20000); round++)
    {
        rim_plane planes[MOST];
        int       count = random_int(&random, 0, MOST);
        for (int i = 0; i < count; i++) planes[i] = any_plane(&random);
        rim_vec3  wanted = random_in_cube(&random, 2.0f);
        rim_move3 move = rim_mover_move(wanted, planes, count);
        vec3d     x = v3d_from(move.motion), best = x;
        if (move.stuck)
        {
            impossible++;
            assert_near(worst(planes, count, x), move.left, 1e-5);
            for (int k = 0; k < 20; k++)
            {
                vec3d y = v3d_add(x, v3d_from(random_in_cube(&random, 0.1f)));
                assert_true(worst(planes, count, y) >= move.left - 1e-5);
            }
            continue;
        }
        assert_true(move.left == 0.0f);
        // Planes that are nearly opposite meet far away.
        assert_true(worst(planes, count, x) < 1e-6 * (1.0 + v3d_length(x)));
        // Planes that meet nearly in a line are left out of the slow way.
        if (!slow_move(&best, v3d_from(wanted), planes, count)) continue;
        possible++;
        changed += v3d_length(v3d_sub(best, v3d_from(wanted))) > 0.0;
        double far = v3d_length(v3d_sub(best, v3d_from(wanted)));
        assert_true(v3d_length(v3d_sub(x, v3d_from(wanted))) <= far + 1e-6 * (1.0 + far));
    }
    assert_true(possible > case_count(8000));
    assert_true(changed > case_count(5000));
    assert_true(impossible > case_count(500));
}

static void consider(vec3d *best, vec3d wanted, const rim_plane *cone, int count, vec3d x)
{
    if (worst(cone, count, x) > 1e-9) return;
    if (v3d_length(v3d_sub(x, wanted)) < v3d_length(v3d_sub(*best, wanted))) *best = x;
}

// The same where all planes pass through 0, which is always allowed, and is where any three of them meet however nearly
// they do so in a line: so there is nothing to solve, and none are left out. On two planes lies the line along the
// cross product of their normals.
static vec3d slow_velocity(vec3d wanted, const rim_plane *cone, int count)
{
    vec3d best = v3d(0.0, 0.0, 0.0);
    consider(&best, wanted, cone, count, wanted);
    for (int i = 0; i < count; i++)
    {
        vec3d n = v3d_from(cone[i].normal);
        vec3d on = v3d_along(wanted, n, -v3d_dot(n, wanted) / v3d_length2(n));
        consider(&best, wanted, cone, count, on);
        for (int k = 0; k < i; k++)
        {
            vec3d along = v3d_cross(n, v3d_from(cone[k].normal));
            // Two that are one plane have no line of their own.
            if (v3d_length2(along) < 1e-12) continue;
            on = v3d_scale(along, v3d_dot(along, wanted) / v3d_length2(along));
            consider(&best, wanted, cone, count, on);
        }
    }
    return best;
}

static void a_velocity_is_the_closest_in_the_cone(void **state)
{
    (void)state;
    test_random random = { 12 };
    int         along = 0, still = 0;
    for (int round = 0; round < case_count(20000); round++)
    {
        rim_plane planes[MOST], cone[MOST];
        int       count = random_int(&random, 1, MOST);
        for (int i = 0; i < count; i++)
        {
            planes[i] = cone[i] = any_plane(&random);
            cone[i].offset = 0.0f;
        }
        rim_vec3 wanted = random_in_cube(&random, 2.0f);
        rim_vec3 v = rim_mover_velocity(wanted, planes, count);
        vec3d    x = v3d_from(v), best = slow_velocity(v3d_from(wanted), cone, count);
        assert_true(worst(cone, count, x) < 1e-6);
        assert_near(v3d_length(v3d_sub(x, v3d_from(wanted))),
                    v3d_length(v3d_sub(best, v3d_from(wanted))), 1e-6);
        if (v3d_length(x) < 1e-6)
            still++;
        else
            along++;
    }
    assert_true(along > case_count(5000));
    assert_true(still > case_count(500));
}

// Triangles of a floor that was flat before its corners were rounded. They give almost the motion of one flat floor.
static void a_floor_of_rounded_triangles_is_a_floor(void **state)
{
    (void)state;
    test_random random = { 15 };
    int         along_walls = 0;
    for (int round = 0; round < case_count(20000); round++)
    {
        rim_plane planes[MOST], flat[MOST];
        float     rounding = ldexpf(1.0f, -random_int(&random, 19, 45));
        int       triangles = random_int(&random, 2, 4), walls = random_int(&random, 0, 2);
        float     angle = random_float(&random, 0.0f, 6.2f);
        flat[0] = (rim_plane){ rim_vec3_make(0.0f, 1.0f, 0.0f), -0.01f };
        for (int i = 0; i < walls; i++)
        {
            rim_vec3 n =
                rim_vec3_make(cosf(angle), random_float(&random, -0.5f, 0.5f), sinf(angle));
            flat[1 + i] = planes[i] = (rim_plane){ n, random_float(&random, -0.1f, 0.0f) };
            angle += random_float(&random, 0.5f, 1.5f);
        }
        for (int i = 0; i < triangles; i++)
        {
            rim_vec3 error = random_in_cube(&random, rounding);
            planes[walls + i].normal = rim_vec3_make(error.x, 1.0f, error.z);
            planes[walls + i].offset = -0.01f + error.y;
        }
        rim_vec3  wanted = random_in_cube(&random, 1.0f);
        rim_move3 move = rim_mover_move(wanted, planes, walls + triangles);
        rim_move3 best = rim_mover_move(wanted, flat, walls + 1);
        assert_false(move.stuck);
        assert_true(worst(planes, walls + triangles, v3d_from(move.motion)) < 1e-6);
        assert_near(rim_vec3_length(rim_vec3_sub(move.motion, best.motion)), 0.0, 1e-3);
        along_walls += walls > 0 && missing(&planes[0], v3d_from(move.motion)) > -1e-6;
    }
    assert_true(along_walls > case_count(2000));
}

static void order_and_repetition_change_no_bit(void **state)
{
    (void)state;
    test_random random = { 13 };
    for (int round = 0; round < case_count(5000); round++)
    {
        rim_plane planes[3 * MOST];
        int       count = random_int(&random, 1, MOST);
        for (int i = 0; i < count; i++) planes[i] = any_plane(&random);
        rim_vec3  wanted = random_in_cube(&random, 2.0f);
        rim_move3 move = rim_mover_move(wanted, planes, count);
        rim_vec3  v = rim_mover_velocity(wanted, planes, count);
        for (int i = 0; i < count; i++) planes[count + i] = planes[2 * count + i] = planes[i];
        for (int i = 3 * count - 1; i > 0; i--)
        {
            int       k = random_int(&random, 0, i);
            rim_plane swap = planes[i];
            planes[i] = planes[k];
            planes[k] = swap;
        }
        rim_move3 again = rim_mover_move(wanted, planes, 3 * count);
        rim_vec3  w = rim_mover_velocity(wanted, planes, 3 * count);
        assert_memory_equal(&again.motion, &move.motion, sizeof move.motion);
        assert_same_bits(again.left, move.left);
        assert_memory_equal(&w, &v, sizeof v);
    }
}

static void sizes_scale_bit_by_bit(void **state)
{
    (void)state;
    test_random random = { 14 };
    for (int round = 0; round < case_count(5000); round++)
    {
        rim_plane planes[MOST], large[MOST];
        float     scale = round & 1 ? 1024.0f : 1.0f / 1024.0f;
        int       count = random_int(&random, 1, MOST);
        for (int i = 0; i < count; i++)
        {
            planes[i] = large[i] = any_plane(&random);
            large[i].offset *= scale;
        }
        rim_vec3  wanted = random_in_cube(&random, 2.0f);
        rim_move3 a = rim_mover_move(wanted, planes, count);
        rim_move3 b = rim_mover_move(rim_vec3_scale(wanted, scale), large, count);
        assert_same_bits(b.motion.x, a.motion.x * scale);
        assert_same_bits(b.motion.y, a.motion.y * scale);
        assert_same_bits(b.motion.z, a.motion.z * scale);
        assert_same_bits(b.left, a.left * scale);
    }
}

static void what_is_not_finite_is_not_there(void **state)
{
    (void)state;
    rim_plane planes[4] = { { { 0.0f, 0.0f, 0.0f }, 1.0f },
                            { { NAN, 0.0f, 0.0f }, 1.0f },
                            { { 0.0f, INFINITY, 0.0f }, 1.0f },
                            { { 0.0f, 1.0f, 0.0f }, NAN } };
    rim_vec3  wanted = { 1.0f, -2.0f, 3.0f }, odd = { 1.0f, NAN, 0.0f };
    rim_move3 move = rim_mover_move(wanted, planes, 4);
    assert_memory_equal(&move.motion, &wanted, sizeof wanted);
    assert_false(move.stuck);
    rim_vec3 v = rim_mover_velocity(wanted, planes, 4); // the last has a direction
    assert_true(v.x == 1.0f && v.y == 0.0f && v.z == 3.0f);
    move = rim_mover_move(odd, planes, 4);
    assert_true(rim_vec3_length(move.motion) == 0.0f);
    assert_true(rim_vec3_length(rim_mover_velocity(odd, planes, 4)) == 0.0f);
}

// --- flights ------------------------------------------------------------------------------------------------

static void a_sphere_flies_through_rooms_and_never_out(void **state)
{
    (void)state;
    rim_soup           *soup = load_soup("assets/rooms.raw");
    int                 count;
    const rim_triangle *triangles = rim_soup_read(soup).triangles;
    count = rim_soup_read(soup).triangle_count;
    rim_triangle_list list = { triangles, count };
    rim_world3        world = rim_triangle_list_world(&list);
    test_random       random = { 15 };
    rim_sphere        s = { { 5.0f, 2.5f, 15.0f }, 0.7f };
    int               met = 0, far = 0;
    for (int i = 0; i < case_count(6000); i++)
    {
        static const float SPEEDS[] = { 0.1f, 0.1f, 0.5f, 3.0f, 1e5f };
        rim_vec3           delta = random_in_cube(&random, SPEEDS[random_int(&random, 0, 4)]);
        rim_side           side = random_int(&random, 0, 1) ? RIM_SIDE_FRONT : RIM_SIDE_BOTH;
        rim_flight         flight = rim_mover_fly(s, delta, world, side);
        assert_false(flight.stuck || flight.cut);
        s.center = rim_vec3_add(s.center, flight.moved);
        met += flight.item >= 0;
        far += rim_vec3_length(flight.moved) > 1.0f;
        assert_true(rim_vec3_length(s.center) < 60.0f);
        if (flight.item >= 0) assert_near(rim_vec3_length(flight.normal), 1.0, 1e-6);
        for (int k = 0; k < count; k++)
            assert_true(rim_sphere_distance_triangle(s, &triangles[k]).distance > 0.0f);
    }
    assert_true(met > case_count(2000) && far > case_count(500));
    rim_soup_destroy(soup);
}

static void a_flight_out_of_an_overlap_and_an_odd_one(void **state)
{
    (void)state;
    rim_triangle      t = { { -9.0f, 0.0f, -9.0f }, { 0.0f, 0.0f, 9.0f }, { 9.0f, 0.0f, -9.0f } };
    rim_triangle_list list = { &t, 1 };
    rim_world3        world = rim_triangle_list_world(&list);
    rim_sphere        s = { { 0.0f, 0.25f, 0.0f }, 1.0f };
    rim_flight flight = rim_mover_fly(s, rim_vec3_make(0.0f, -5.0f, 1.0f), world, RIM_SIDE_FRONT);
    assert_near(flight.moved.y, 0.75, 0.005);
    assert_near(flight.moved.z, 1.0, 1e-5);
    assert_int_equal(flight.item, 0);
    flight = rim_mover_fly(s, rim_vec3_make(0.0f, -5.0f, NAN), world, RIM_SIDE_BOTH);
    assert_true(rim_vec3_length(flight.moved) == 0.0f);
    // Along a surface the motion gets longer on one axis than the largest float.
    rim_triangle      slant = { { -3e38f, -3e38f, 0.0f },
                                { 0.0f, 3e38f, -3e38f },
                                { 3e38f, 0.0f, 3e38f } };
    rim_triangle_list slants = { &slant, 1 };
    rim_sphere        large = { { 1e36f, -1e36f, -1e36f }, 1e36f };
    rim_vec3          most = { FLT_MAX, FLT_MAX, FLT_MAX };
    flight = rim_mover_fly(large, most, rim_triangle_list_world(&slants), RIM_SIDE_BOTH);
    assert_true(flight.moved.x == FLT_MAX && flight.moved.y < FLT_MAX);
    s.radius = 0.0f;
    flight = rim_mover_fly(s, rim_vec3_make(0.0f, -5.0f, 0.0f), world, RIM_SIDE_BOTH);
    assert_true(rim_vec3_length(flight.moved) == 0.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_the_closest_of_all_that_are_allowed),
        cmocka_unit_test(a_velocity_is_the_closest_in_the_cone),
        cmocka_unit_test(a_floor_of_rounded_triangles_is_a_floor),
        cmocka_unit_test(order_and_repetition_change_no_bit),
        cmocka_unit_test(sizes_scale_bit_by_bit),
        cmocka_unit_test(what_is_not_finite_is_not_there),
        cmocka_unit_test(a_sphere_flies_through_rooms_and_never_out),
        cmocka_unit_test(a_flight_out_of_an_overlap_and_an_odd_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
