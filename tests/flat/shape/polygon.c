#include "support/support.h"

#include "rimcast/mask.h"
#include "rimcast/shape2.h"

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
    if (corners > 2) assert_true(rim_polygon2_is_convex((rim_polygon2){ hull, (int)corners }));
    if (corners > 2) assert_true(rim_polygon2_area((rim_polygon2){ hull, (int)corners }) > 0.0);
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
    assert_int_equal(0, rim_polygon2_hull(NULL, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hull_holds_all_points_with_strict_corners),
        cmocka_unit_test(what_is_not_finite_is_no_corner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
