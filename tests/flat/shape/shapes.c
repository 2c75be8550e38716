// Circles and polygons as values, judged by whole numbers.

#include "support/support.h"

#include <math.h>

#include "rimcast/rimcast.h"

static rim_vec2 grid_point(test_random *random, int range)
{
    return rim_vec2_make((float)random_int(random, -range, range),
                         (float)random_int(random, -range, range));
}

static long long cross(rim_vec2 a, rim_vec2 b, rim_vec2 p)
{
    return (long long)((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x));
}

static void polygons_contain_what_they_wind_around(void **state)
{
    (void)state;
    test_random random = { 1 };
    int         inside = 0, outside = 0, want = case_count(200000);
    for (int i = 0; i < want; i++)
    {
        rim_vec2 ring[7], p = grid_point(&random, 5);
        int      n = random_int(&random, 1, 7);
        for (int k = 0; k < n; k++) ring[k] = grid_point(&random, 4);
        // The angle that the ring turns through around the point, in whole turns; or it is on the ring.
        double turn = 0.0;
        bool   on = false;
        for (int k = 0; k < n; k++)
        {
            rim_vec2 a = ring[k], b = ring[(k + 1) % n];
            double   ax = a.x - p.x, ay = a.y - p.y, bx = b.x - p.x, by = b.y - p.y;
            on = on || (cross(a, b, p) == 0 && ax * bx + ay * by <= 0.0);
            turn += atan2(ax * by - ay * bx, ax * bx + ay * by);
        }
        bool expected = on || fabs(turn) > 3.0;
        assert_int_equal(expected, rim_polygon2_contains(rim_polygon2_make(ring, n), p));
        inside += expected;
        outside += !expected;
    }
    assert_true(inside > want / 20 && outside > want / 20);
}

// Convex: all corners on one side of every edge, and each line through the middle of an edge is crossed
// once; here by the hull having all of the ring's length.
static bool slow_convex(const rim_vec2 *ring, int n)
{
    int sides = 0;
    for (int i = 0; i < n; i++)
    {
        bool left = false, right = false;
        for (int k = 0; k < n; k++)
        {
            long long s = cross(ring[i], ring[(i + 1) % n], ring[k]);
            left = left || s > 0;
            right = right || s < 0;
        }
        if (left && right) return false;
        sides |= (left ? 1 : 0) | (right ? 2 : 0);
    }
    if (sides == 3) return false;
    double around = 0.0, width = 0.0, lo_x = 100, hi_x = -100, lo_y = 100, hi_y = -100;
    double high = 0.0;
    for (int i = 0; i < n; i++)
    {
        rim_vec2 a = ring[i], b = ring[(i + 1) % n];
        around += fabs((double)b.x - a.x), high += fabs((double)b.y - a.y);
        lo_x = a.x < lo_x ? a.x : lo_x, hi_x = a.x > hi_x ? a.x : hi_x;
        lo_y = a.y < lo_y ? a.y : lo_y, hi_y = a.y > hi_y ? a.y : hi_y;
    }
    width = hi_x - lo_x;
    return around <= 2.0 * width && high <= 2.0 * (hi_y - lo_y);
}

static void convexity_agrees_with_the_sides_of_all_corners(void **state)
{
    (void)state;
    test_random random = { 2 };
    int         convex = 0, other = 0, want = case_count(400000);
    for (int i = 0; i < want; i++)
    {
        rim_vec2 ring[6];
        int      n = random_int(&random, 1, 6);
        for (int k = 0; k < n; k++) ring[k] = grid_point(&random, n > 4 ? 2 : 3);
        bool expected = slow_convex(ring, n);
        assert_int_equal(expected, rim_polygon2_is_convex(rim_polygon2_make(ring, n)));
        convex += expected;
        other += !expected;
    }
    assert_true(convex > want / 20 && other > want / 20);
}

static void circles_contain_by_the_exact_distance(void **state)
{
    (void)state;
    test_random random = { 3 };
    int         on = 0, want = case_count(200000);
    for (int i = 0; i < want; i++)
    {
        rim_circle2 c = { grid_point(&random, 20), (float)random_int(&random, 0, 30) };
        rim_vec2    p = grid_point(&random, 30);
        float       x = p.x - c.center.x, y = p.y - c.center.y,
              s = random_int(&random, 0, 1) ? 0x1p-20f : 1.0f;
        rim_circle2 d = { rim_vec2_scale(c.center, s), c.radius * s };
        bool        expected = x * x + y * y <= c.radius * c.radius;
        assert_int_equal(expected, rim_circle2_contains(d, rim_vec2_scale(p, s)));
        on += x * x + y * y == c.radius * c.radius;
        if (expected) assert_true(rim_box2_contains(rim_circle2_bounds(c), p));
    }
    assert_true(on > 0);
    // Off the rim by less than double tells.
    for (int i = 0; i < 4; i++)
    {
        float       off = i & 1 ? 0x1p-60f : -0x1p-60f;
        rim_circle2 c = { { i & 2 ? off : 0.0f, i & 2 ? 0.0f : off }, 1.0f };
        rim_vec2    p = { i & 2 ? 1.0f : 0.0f, i & 2 ? 0.0f : 1.0f };
        assert_int_equal(off > 0.0f, rim_circle2_contains(c, p));
    }
    rim_circle2 odd = { { 0.0f, 0.0f }, -1.0f };
    assert_false(rim_circle2_contains(odd, odd.center));
    assert_true(rim_box2_is_empty(rim_circle2_bounds(odd)));
    odd.radius = NAN;
    assert_false(rim_circle2_contains(odd, odd.center));
}

static void polygons_know_their_area_middle_and_nearest_edge(void **state)
{
    (void)state;
    static const rim_vec2 ell[6] = { { 0, 0 }, { 4, 0 }, { 4, 2 }, { 2, 2 }, { 2, 6 }, { 0, 6 } };
    rim_polygon2          p = { ell, 6 };
    assert_near(rim_polygon2_area(p), 16.0, 0.0);
    rim_vec2 middle = rim_polygon2_centroid(p);
    assert_near(middle.x, (8.0 * 2 + 8.0 * 1) / 16.0, 1e-6);
    assert_near(middle.y, (8.0 * 1 + 8.0 * 4) / 16.0, 1e-6);
    rim_on_polygon2 on = rim_polygon2_closest(p, rim_vec2_make(3.0f, 5.0f));
    assert_int_equal(on.edge, 3);
    assert_true(on.distance == 1.0f && on.point.x == 2.0f && on.point.y == 5.0f);
    rim_vec2 line[3] = { { 1, 1 }, { 3, 3 }, { 2, 2 } };
    middle = rim_polygon2_centroid(rim_polygon2_make(line, 3));
    assert_true(middle.x == 2.0f && middle.y == 2.0f);
    assert_true(rim_polygon2_closest(rim_polygon2_make(NULL, 0), middle).edge == -1);
    rim_box2 ray =
        rim_ray2_bounds(rim_ray2_make(rim_vec2_make(1.0f, 2.0f), rim_vec2_make(0.1f, -5.0f)));
    assert_true(ray.lo.x == 1.0f && ray.lo.y == -3.0f && (double)ray.hi.x >= 1.0 + (double)0.1f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polygons_contain_what_they_wind_around),
        cmocka_unit_test(convexity_agrees_with_the_sides_of_all_corners),
        cmocka_unit_test(circles_contain_by_the_exact_distance),
        cmocka_unit_test(polygons_know_their_area_middle_and_nearest_edge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
