#include "support/support.h"

#include "rimcast/mask.h"

#include <math.h>

enum
{
    MOST_POINTS = 12
};

static rim_mask *new_mask(test_random *random, bool solid)
{
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, random_int(random, 0, 150),
                                             random_int(random, 0, 60), NULL));
    for (int y = 0; y < rim_mask_height(mask) && solid; y++)
        for (int x = 0; x < rim_mask_width(mask); x++) rim_mask_set(mask, x, y, true);
    return mask;
}

// Coordinates on quarters of pixels are exact in every sum below.
static float quarter(test_random *random)
{
    return 0.25f * (float)random_int(random, -160, 700);
}

static void rectangles_are_half_open(void **state)
{
    (void)state;
    test_random random = { 21 };
    for (int i = 0; i < case_count(800); i++)
    {
        bool      solid = i & 1;
        rim_mask *mask = new_mask(&random, !solid);
        rim_rect  r = { random_int(&random, -20, 160), random_int(&random, -20, 70),
                        random_int(&random, -20, 160), random_int(&random, -20, 70) };
        if (i % 10 == 0) r.x0 = INT32_MIN, r.x1 = INT32_MAX;
        rim_mask_draw_rect(mask, r, solid);
        for (int y = 0; y < rim_mask_height(mask); y++)
            for (int x = 0; x < rim_mask_width(mask); x++)
                assert_int_equal((x >= r.x0 && x < r.x1 && y >= r.y0 && y < r.y1) == solid,
                                 rim_mask_get(mask, x, y));
        rim_mask_destroy(mask);
    }
}

static void circles_hold_the_centres_nearer_than_the_radius(void **state)
{
    (void)state;
    test_random random = { 22 };
    int64_t     drawn = 0, on = 0;
    for (int i = 0; i < case_count(1500); i++)
    {
        bool      solid = i & 1;
        rim_mask *mask = new_mask(&random, !solid);
        rim_vec2  c = { quarter(&random), quarter(&random) };
        float     r = 0.25f * (float)random_int(&random, -4, 300);
        if (i % 4 < 2)
        {
            c = rim_vec2_make((float)random_int(&random, 0, 99) + 0.5f,
                              (float)random_int(&random, 0, 50) + 0.5f);
            r = (float)random_int(&random, 0, 40);
        }
        rim_mask_draw_circle(mask, c, r, solid);
        for (int y = 0; y < rim_mask_height(mask); y++)
            for (int x = 0; x < rim_mask_width(mask); x++)
            {
                double dx = x + 0.5 - c.x, dy = y + 0.5 - c.y, square = dx * dx + dy * dy;
                bool   in = r > 0.0f && square < (double)r * r;
                assert_int_equal(in == solid, rim_mask_get(mask, x, y));
                drawn += in;
                on += square == (double)r * r;
            }
        rim_mask_destroy(mask);
    }
    assert_true(drawn > 100 * case_count(1500) && on > case_count(1500) / 20);
}

// Where the distance does not fit a double: 2^24 + 1 is the square root of a number of 49 bits.
static void circles_are_decided_exactly_far_away(void **state)
{
    (void)state;
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 64, 1, NULL));
    // Centre of pixel x at distance 2^23 + x - 32 along x, and 0.5 or nothing across.
    rim_vec2 c = { 32.5f - 8388608.0f, 0.5f };
    rim_mask_draw_circle(mask, c, 8388608.0f, true);
    assert_int_equal(32, rim_mask_count(mask));
    assert_true(rim_mask_get(mask, 31, 0) && !rim_mask_get(mask, 32, 0));
    rim_mask_draw_circle(mask, c, 8388608.0f, false);
    assert_int_equal(0, rim_mask_count(mask));
    // A tiny way up: the last pixel's centre falls out of no circle by rounding.
    rim_vec2 up = { -65536.0f * 65536.0f, 0.5f };
    rim_mask_draw_circle(mask, up, 65536.0f * 65536.0f, true);
    assert_int_equal(0, rim_mask_count(mask));
    rim_vec2 wide = { 1e20f, 1e20f };
    rim_mask_draw_circle(mask, wide, 3e20f, true);
    assert_int_equal(64, rim_mask_count(mask));
    rim_mask_destroy(mask);
}

// Crossing number with exact products: quarters of pixels need few bits.
static bool oracle_inside(const rim_vec2 *p, int count, double x, double y)
{
    bool inside = false;
    for (int i = 0; i < count; i++)
    {
        rim_vec2 a = p[i], b = p[(i + 1) % count];
        double   ay = (double)a.y, by = (double)b.y, ax = (double)a.x, bx = (double)b.x;
        if ((ay <= y && by > y) || (by <= y && ay > y))
        {
            // x >= crossing, multiplied by the positive height.
            double left = (x - ax) * (by - ay), right = (y - ay) * (bx - ax);
            if (by > ay ? left >= right : left <= right) inside = !inside;
        }
    }
    return inside;
}

static void polygons_hold_the_centres_behind_an_odd_number_of_sides(void **state)
{
    (void)state;
    test_random random = { 23 };
    int64_t     drawn = 0;
    for (int i = 0; i < case_count(2500); i++)
    {
        bool      solid = i & 1;
        rim_mask *mask = new_mask(&random, !solid);
        rim_vec2  p[MOST_POINTS];
        int       count = random_int(&random, 0, MOST_POINTS);
        for (int k = 0; k < count; k++)
        {
            // Half of them on centres, so that sides run through those.
            p[k] = rim_vec2_make(quarter(&random), quarter(&random) * 0.5f);
            if (i % 4 < 2)
                p[k] = rim_vec2_make(0.5f + (float)(int)p[k].x, 0.5f + (float)(int)p[k].y);
        }
        rim_mask_draw_polygon(mask, p, count, solid);
        for (int y = 0; y < rim_mask_height(mask); y++)
            for (int x = 0; x < rim_mask_width(mask); x++)
            {
                bool in = count >= 3 && oracle_inside(p, count, x + 0.5, y + 0.5);
                assert_int_equal(in == solid, rim_mask_get(mask, x, y));
                drawn += in;
            }
        rim_mask_destroy(mask);
    }
    assert_true(drawn > 50 * case_count(2500));
}

static void triangles_of_a_fan_tile_without_gaps_or_overlaps(void **state)
{
    (void)state;
    test_random random = { 24 };
    for (int i = 0; i < case_count(300); i++)
    {
        rim_mask *whole, *part;
        int64_t   sum = 0;
        rim_vec2  corners[4] = {
             { -1.0f, -1.0f }, { 101.0f, -1.0f }, { 101.0f, 81.0f }, { -1.0f, 81.0f }
        };
        rim_vec2 middle = { random_float(&random, 0.0f, 100.0f),
                            random_float(&random, 0.0f, 80.0f) };
        if (i % 2) middle = rim_vec2_make((float)random_int(&random, 0, 99) + 0.5f, 40.5f);
        assert_int_equal(RIM_OK, rim_mask_create(&whole, 100, 80, NULL));
        for (int k = 0; k < 4; k++)
        {
            rim_vec2 t[3] = { corners[k], corners[(k + 1) % 4], middle };
            assert_int_equal(RIM_OK, rim_mask_create(&part, 100, 80, NULL));
            rim_mask_draw_polygon(part, t, 3, true);
            sum += rim_mask_count(part);
            rim_mask_draw_polygon(whole, t, 3, true);
            rim_mask_destroy(part);
        }
        assert_int_equal(8000, sum);
        assert_int_equal(8000, rim_mask_count(whole));
        rim_mask_destroy(whole);
    }
}

// The middle lies beyond what the estimate in double can tell.
static void huge_polygons_are_decided_exactly(void **state)
{
    (void)state;
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 100, 100, NULL));
    float    big = 65536.0f * 65536.0f * 65536.0f * 65536.0f * 65536.0f;
    rim_vec2 below_diagonal[3] = { { -big, -big }, { big, big }, { -big, big } };
    rim_mask_draw_polygon(mask, below_diagonal, 3, true);
    for (int y = 0; y < 100; y++)
        for (int x = 0; x < 100; x++) assert_int_equal(x < y, rim_mask_get(mask, x, y));
    rim_mask_destroy(mask);
}

static void what_is_not_finite_draws_nothing(void **state)
{
    (void)state;
    test_random random = { 25 };
    rim_mask   *mask;
    int         skipped = 0;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 70, 20, NULL));
    for (int i = 0; i < case_count(3000); i++)
    {
        rim_vec2 p[3];
        bool     finite = true;
        for (int k = 0; k < 3; k++)
        {
            p[k] = rim_vec2_make(random_any_float(&random), random_any_float(&random));
            if (i & 1) p[k].x = (float)random_int(&random, -9, 99);
            if (i % 50 == 0) p[k].y = NAN;
            finite = finite && isfinite(p[k].x) && isfinite(p[k].y);
        }
        rim_mask_draw_polygon(mask, p, 3, true);
        rim_mask_draw_circle(mask, p[0], p[1].x, true);
        bool circle = isfinite(p[0].x) && isfinite(p[0].y) && isfinite(p[1].x) && p[1].x > 0.0f;
        if (!finite && !circle)
        {
            assert_int_equal(0, rim_mask_count(mask));
            skipped++;
        }
        rim_mask_draw_rect(mask, rim_rect_make(0, 0, 70, 20), false);
    }
    assert_true(skipped > 0);
    rim_mask_destroy(mask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rectangles_are_half_open),
        cmocka_unit_test(circles_hold_the_centres_nearer_than_the_radius),
        cmocka_unit_test(circles_are_decided_exactly_far_away),
        cmocka_unit_test(polygons_hold_the_centres_behind_an_odd_number_of_sides),
        cmocka_unit_test(triangles_of_a_fan_tile_without_gaps_or_overlaps),
        cmocka_unit_test(huge_polygons_are_decided_exactly),
        cmocka_unit_test(what_is_not_finite_draws_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
