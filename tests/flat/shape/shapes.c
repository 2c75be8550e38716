// Circles and polygons as values, judged by whole numbers.

#include "support/support.h"

#include <math.h>

#include "rimcast/rimcast.h"

#include "flat/shape/box2.h"

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
        assert_int_equal(expected, rim_polygon2_contains((rim_polygon2){ ring, n }, p));
        inside += expected;
        outside += !expected;
    }
    assert_true(inside > want / 20 && outside > want / 20);
}

// A polygon with a corner that is not finite contains nothing, wherever that corner is in the ring.
static void polygons_with_broken_corners_contain_nothing(void **state)
{
    (void)state;
    const float broken[3] = { NAN, INFINITY, -INFINITY };
    for (int i = 0; i < 24; i++)
    {
        rim_vec2  ring[4] = { { -1.0f, -1.0f }, { 1.0f, -1.0f }, { 1.0f, 1.0f }, { -1.0f, 1.0f } };
        rim_vec2 *corner = &ring[i % 4];
        assert_true(rim_polygon2_contains((rim_polygon2){ ring, 4 }, rim_vec2_make(0.1f, 0.2f)));
        *(i / 4 % 2 ? &corner->x : &corner->y) = broken[i / 8];
        assert_false(rim_polygon2_contains((rim_polygon2){ ring, 4 }, rim_vec2_make(0.1f, 0.2f)));
        assert_false(rim_polygon2_contains((rim_polygon2){ ring, 4 }, ring[(i + 1) % 4]));
        assert_false(rim_polygon2_contains((rim_polygon2){ ring, 4 }, ring[(i + 2) % 4]));
    }
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
        assert_int_equal(expected, rim_polygon2_is_convex((rim_polygon2){ ring, n }));
        convex += expected;
        other += !expected;
    }
    assert_true(convex > want / 20 && other > want / 20);
}

static void polygons_know_their_area_and_nearest_edge(void **state)
{
    (void)state;
    static const rim_vec2 ell[6] = { { 0, 0 }, { 4, 0 }, { 4, 2 }, { 2, 2 }, { 2, 6 }, { 0, 6 } };
    rim_polygon2          p = { ell, 6 };
    assert_near(rim_polygon2_area(p), 16.0, 0.0);
    rim_on_polygon2 on = rim_polygon2_closest(p, rim_vec2_make(3.0f, 5.0f));
    assert_int_equal(on.edge, 3);
    assert_true(on.distance == 1.0f && on.point.x == 2.0f && on.point.y == 5.0f);
    assert_true(rim_polygon2_closest((rim_polygon2){ NULL, 0 }, on.point).edge == -1);
    // As for segments of space, edge by edge.
    test_random random = { 5 };
    for (int i = 0; i < case_count(20000); i++)
    {
        rim_vec2     ring[5], at = grid_point(&random, 9);
        rim_polygon2 polygon = { ring, random_int(&random, 1, 5) };
        for (int k = 0; k < polygon.count; k++) ring[k] = grid_point(&random, 6);
        float best = INFINITY;
        for (int k = 0; k < polygon.count; k++)
        {
            rim_vec2     a = ring[k], b = ring[(k + 1) % polygon.count];
            rim_segment3 edge = { { a.x, a.y, 0.0f }, { b.x, b.y, 0.0f } };
            best =
                fminf(best, rim_segment3_closest(edge, rim_vec3_make(at.x, at.y, 0.0f)).distance);
        }
        assert_true(rim_polygon2_closest(polygon, at).distance == best);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polygons_contain_what_they_wind_around),
        cmocka_unit_test(polygons_with_broken_corners_contain_nothing),
        cmocka_unit_test(convexity_agrees_with_the_sides_of_all_corners),
        cmocka_unit_test(polygons_know_their_area_and_nearest_edge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
