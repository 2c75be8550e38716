#include "support/support.h"

#include "rimcast/polygon.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MOST = 40
};

// Whole coordinates in a small square: many points on lines, equal points, touching sides.
static size_t random_points(test_random *random, rim_vec2 *points, int side)
{
    size_t count = (size_t)random_int(random, 0, MOST);
    if (random_int(random, 0, 2)) count %= 8;
    for (size_t i = 0; i < count; i++)
        points[i] = rim_vec2_make((float)random_int(random, -side, side),
                                  (float)random_int(random, -side, side));
    return count;
}

static int64_t turn(rim_vec2 a, rim_vec2 b, rim_vec2 c)
{
    int64_t ux = (int64_t)b.x - (int64_t)a.x, uy = (int64_t)b.y - (int64_t)a.y;
    int64_t vx = (int64_t)c.x - (int64_t)a.x, vy = (int64_t)c.y - (int64_t)a.y;
    return ux * vy - uy * vx;
}

static bool is_on(rim_vec2 a, rim_vec2 b, rim_vec2 p)
{
    return turn(a, b, p) == 0 && p.x >= fminf(a.x, b.x) && p.x <= fmaxf(a.x, b.x) &&
           p.y >= fminf(a.y, b.y) && p.y <= fmaxf(a.y, b.y);
}

static bool is_equal(rim_vec2 a, rim_vec2 b)
{
    return a.x == b.x && a.y == b.y;
}

// --- hull ------------------------------------------------------------------------------------------------

// All points lie on the right hand of each side or on it; corners are strict and from the points given.
static void check_hull(const rim_vec2 *given, size_t count, const rim_vec2 *hull, size_t corners)
{
    for (size_t i = 0; i < corners; i++)
    {
        bool     found = false;
        rim_vec2 a = hull[i], b = hull[(i + 1) % corners], c = hull[(i + 2) % corners];
        for (size_t k = 0; k < count; k++)
        {
            found |= is_equal(given[k], a);
            if (corners > 2) assert_true(turn(a, b, given[k]) >= 0);
            if (corners == 2) assert_true(is_on(a, b, given[k]));
            if (corners == 1) assert_true(is_equal(given[k], a));
        }
        assert_true(found);
        if (corners > 2) assert_true(turn(a, b, c) > 0);
        assert_true(i == 0 || hull[0].y < a.y || (hull[0].y == a.y && hull[0].x < a.x));
    }
    if (corners > 2) assert_true(rim_polygon2_is_convex(rim_polygon2_make(hull, corners)));
    if (corners > 2) assert_true(rim_polygon2_area(rim_polygon2_make(hull, corners)) > 0.0);
}

static void the_hull_holds_all_points_with_strict_corners(void **state)
{
    (void)state;
    test_random random = { 41 };
    int         large = 0;
    for (int i = 0; i < case_count(20000); i++)
    {
        rim_vec2 given[MOST], hull[MOST];
        size_t   count = random_points(&random, given, i % 3 ? 4 : 1000);
        memcpy(hull, given, sizeof given);
        size_t corners = rim_polygon2_hull(hull, count);
        assert_true((corners == 0) == (count == 0) && corners <= count);
        check_hull(given, count, hull, corners);
        large += corners > 4;
    }
    assert_true(large > case_count(20000) / 10);
}

static void what_is_not_finite_is_no_corner(void **state)
{
    (void)state;
    rim_vec2 p[5] = {
        { NAN, 0.0f }, { 3.0f, 1.0f }, { 0.0f, INFINITY }, { 1.0f, 5.0f }, { 2.0f, 2.0f }
    };
    assert_int_equal(3, rim_polygon2_hull(p, 5));
    assert_true(p[0].x == 3.0f && p[0].y == 1.0f);
    rim_vec2     q[3] = { { NAN, 0.0f }, { 3.0f, 1.0f }, { 0.0f, 0.0f } };
    rim_polygon2 bad = rim_polygon2_make(q, 3);
    assert_near(rim_polygon2_area(bad), 0.0, 0.0);
    assert_false(rim_polygon2_contains(bad, q[1]));
    assert_false(rim_polygon2_is_convex(bad));
    assert_false(rim_polygon2_is_simple(bad));
    q[0].x = 0.0f, q[0].y = 9.0f;
    assert_false(rim_polygon2_contains(bad, rim_vec2_make(NAN, 1.0f)));
    assert_int_equal(0, rim_polygon2_hull(NULL, 0));
}

// --- inside, area ---------------------------------------------------------------------------------------

// Crossings of the ray to the right, by cross-multiplication of whole numbers.
static bool oracle_contains(const rim_vec2 *p, size_t count, rim_vec2 at)
{
    int crossings = 0;
    for (size_t i = 0; i < count; i++)
    {
        rim_vec2 a = p[i], b = p[(i + 1) % count];
        if (a.y > b.y)
        {
            rim_vec2 c = a;
            a = b, b = c;
        }
        if (a.y <= at.y && at.y < b.y && turn(a, b, at) <= 0) crossings++;
    }
    return crossings & 1;
}

static void points_are_inside_behind_an_odd_number_of_sides(void **state)
{
    (void)state;
    test_random random = { 42 };
    int         inside = 0, cases = case_count(50000);
    for (int i = 0; i < cases; i++)
    {
        rim_vec2 p[MOST], at;
        size_t   count = random_points(&random, p, 6);
        at = rim_vec2_make((float)random_int(&random, -6, 6), (float)random_int(&random, -6, 6));
        bool want = count >= 3 && oracle_contains(p, count, at);
        assert_int_equal(want, rim_polygon2_contains(rim_polygon2_make(p, count), at));
        inside += want;
    }
    assert_true(inside > cases / 20);
}

static void the_area_is_exact_and_scales(void **state)
{
    (void)state;
    test_random random = { 43 };
    for (int i = 0; i < case_count(5000); i++)
    {
        rim_vec2 p[MOST], tiny[MOST];
        size_t   count = random_points(&random, p, 60000);
        int64_t  twice = 0;
        for (size_t k = 0; k < count; k++)
        {
            rim_vec2 o = { 0.0f, 0.0f };
            twice += turn(o, p[k], p[(k + 1) % count]);
            tiny[k] = rim_vec2_scale(p[k], 0x1p-10f);
        }
        double area = rim_polygon2_area(rim_polygon2_make(p, count));
        assert_near(area, count < 3 ? 0.0 : 0.5 * (double)twice, 0.0);
        assert_near(rim_polygon2_area(rim_polygon2_make(tiny, count)), area * 0x1p-20, 0.0);
    }
}

// --- convex, simple ---------------------------------------------------------------------------------

// Each point lies on the right hand of each side or on it, or each on the left; equal neighbours and
// going straight back are out. What is left could still wind twice around its middle: then a corner
// would come between two neighbours of another side's line, and the area would exceed the hull's.
static bool oracle_convex(const rim_vec2 *p, size_t n)
{
    bool   right = true, left = true, flat = true;
    double area = 0.0, around = 0.0;
    for (size_t i = 0; i < n; i++)
    {
        rim_vec2 a = p[i], b = p[(i + 1) % n], c = p[(i + 2) % n];
        if (is_equal(a, b)) return false;
        if (turn(a, b, c) == 0 && is_on(a, b, c)) return false;
        if (turn(a, b, c) == 0 && is_on(b, c, a)) return false;
        for (size_t k = 0; k < n; k++)
        {
            right &= turn(a, b, p[k]) >= 0;
            left &= turn(a, b, p[k]) <= 0;
            flat &= turn(a, b, p[k]) == 0;
        }
        area += (double)a.x * (double)b.y - (double)a.y * (double)b.x;
    }
    rim_vec2 hull[MOST];
    memcpy(hull, p, n * sizeof *p);
    size_t corners = rim_polygon2_hull(hull, n);
    for (size_t i = 0; i < corners; i++)
        around += (double)hull[i].x * (double)hull[(i + 1) % corners].y -
                  (double)hull[i].y * (double)hull[(i + 1) % corners].x;
    return n >= 3 && !flat && (right || left) && fabs(area) == around;
}

static bool oracle_simple(const rim_vec2 *p, size_t n)
{
    if (n < 3) return false;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
        {
            rim_vec2 a = p[i], b = p[(i + 1) % n], c = p[j], d = p[(j + 1) % n];
            if (is_equal(a, b)) return false;
            if (i == j) continue;
            if (j == (i + 1) % n)
            {
                if (is_on(a, b, d) || is_on(c, d, a)) return false;
                continue;
            }
            if (i == (j + 1) % n) continue;
            if (is_on(a, b, c) || is_on(a, b, d) || is_on(c, d, a) || is_on(c, d, b)) return false;
            if ((turn(a, b, c) > 0) != (turn(a, b, d) > 0) &&
                (turn(c, d, a) > 0) != (turn(c, d, b) > 0))
                return false;
        }
    return true;
}

static void convex_and_simple_are_told_from_what_is_not(void **state)
{
    (void)state;
    test_random random = { 44 };
    int         convex = 0, simple = 0, cases = case_count(60000);
    for (int i = 0; i < cases; i++)
    {
        rim_vec2 p[MOST];
        size_t   n = random_points(&random, p, i % 2 ? 3 : 9);
        if (i % 4 == 0) n = rim_polygon2_hull(p, n);
        // A hull run around twice; a corner more on a side; the other way around.
        if (i % 16 == 0 && n > 2 && 2 * n <= MOST)
        {
            memcpy(p + n, p, n * sizeof *p);
            n *= 2;
        }
        if (i % 12 == 4 && n > 2 && n < MOST)
        {
            p[n] = rim_vec2_make(0.5f * (p[0].x + p[n - 1].x), 0.5f * (p[0].y + p[n - 1].y));
            if (p[n].x == floorf(p[n].x) && p[n].y == floorf(p[n].y)) n++;
        }
        for (size_t k = 0; i % 5 == 0 && k < n / 2; k++)
        {
            rim_vec2 c = p[k];
            p[k] = p[n - 1 - k];
            p[n - 1 - k] = c;
        }
        bool is_convex = oracle_convex(p, n), is_simple = oracle_simple(p, n);
        assert_int_equal(is_convex, rim_polygon2_is_convex(rim_polygon2_make(p, n)));
        assert_int_equal(is_simple, rim_polygon2_is_simple(rim_polygon2_make(p, n)));
        convex += is_convex;
        simple += is_simple;
    }
    assert_true(convex > cases / 20 && simple > cases / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hull_holds_all_points_with_strict_corners),
        cmocka_unit_test(what_is_not_finite_is_no_corner),
        cmocka_unit_test(points_are_inside_behind_an_odd_number_of_sides),
        cmocka_unit_test(the_area_is_exact_and_scales),
        cmocka_unit_test(convex_and_simple_are_told_from_what_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
