#include "support/lists.h"
#include "support/outline_check.h"

#include <math.h>
#include <string.h>

static rim_contours *contours_of(const rim_mask *mask, rim_touch touch)
{
    rim_contours *contours;
    assert_int_equal(RIM_OK, rim_contours_create(&contours, mask, touch, NULL));
    return contours;
}

typedef struct totals
{
    int64_t corners, points, pairs, loops;
} totals;

static void check_all(const rim_mask *mask, rim_touch touch, double tolerance,
                      rim_simplify_side side, totals *sum)
{
    size_t        corners, points;
    rim_loops    *loops;
    rim_contours *contours = contours_of(mask, touch);
    assert_int_equal(RIM_OK, rim_loops_create_simplified(&loops, contours, tolerance, side, NULL));
    sum->pairs += check_loops_are_simple(loops);
    check_loops_are_nested(loops);
    check_loops_are_near(loops, contours, tolerance);
    if (side != RIM_SIMPLIFY_NEAR) check_loops_keep_to(loops, mask, side);
    ring_corners(contours, &corners);
    loop_points(loops, &points);
    sum->corners += (int64_t)corners;
    sum->points += (int64_t)points;
    sum->loops += loop_count(loops);
    rim_loops_destroy(loops);
    rim_contours_destroy(contours);
}

static double random_tolerance(test_random *random)
{
    static const double usual[8] = { 0.0, 0.5, 0.70710678118654757, 0.75, 1.0, 1.5, 2.0, INFINITY };
    int                 kind = random_int(random, 0, 11);
    return kind < 8 ? usual[kind] : random_unit(random) * (kind < 11 ? 3.0 : 30.0);
}

static void every_promise_is_kept_on_random_masks(void **state)
{
    (void)state;
    test_random random = { 31 };
    totals      sum = { 0, 0, 0, 0 };
    for (int i = 0; i < case_count(12000); i++)
    {
        rim_mask *mask = check_random_mask(&random, i % 16 ? 22 : 90);
        check_all(mask, i & 1 ? RIM_TOUCH_EDGES : RIM_TOUCH_CORNERS, random_tolerance(&random),
                  (rim_simplify_side)random_int(&random, 0, 2), &sum);
        rim_mask_destroy(mask);
    }
    assert_true(sum.loops > 2 * case_count(12000) && sum.pairs > 40 * case_count(12000));
    assert_true(sum.points < sum.corners * 19 / 20);
}

static void every_picture_of_a_few_pixels_keeps_the_promises(void **state)
{
    (void)state;
    int    cases = case_count(8192) < 65536 ? case_count(8192) : 65536, step_by = 65536 / cases;
    totals sum = { 0, 0, 0, 0 };
    for (int bits = 0; bits < 65536; bits += step_by)
    {
        rim_mask *mask;
        assert_int_equal(RIM_OK, rim_mask_create(&mask, 4, 4, NULL));
        for (int i = 0; i < 16; i++)
            rim_mask_set(mask, i & 3, i >> 2, (bits + bits / step_by % step_by) >> i & 1);
        for (int side = 0; side < 3; side++)
            check_all(mask, bits / step_by & 1 ? RIM_TOUCH_EDGES : RIM_TOUCH_CORNERS,
                      bits / step_by % 3 == 0 ? 2.5 : 1.0, (rim_simplify_side)side, &sum);
        rim_mask_destroy(mask);
    }
    assert_true(sum.loops > 3 * cases);
}

static void every_promise_is_kept_on_sprites(void **state)
{
    (void)state;
    static const double tolerances[5] = { 1.0, 0.75, 2.0, 5.0, 40.0 };
    totals              sum = { 0, 0, 0, 0 };
    for (int i = 0; i < CHECK_ASSETS; i++)
    {
        rim_mask *mask = check_asset_mask(check_assets[i]);
        for (int k = 0; k < (case_count(20) < 5 ? 1 : 5); k++)
            for (int side = 0; side < 3; side++)
                check_all(mask, k & 1 ? RIM_TOUCH_EDGES : RIM_TOUCH_CORNERS, tolerances[k],
                          (rim_simplify_side)side, &sum);
        rim_mask_destroy(mask);
    }
    assert_true(2 * sum.points < sum.corners);
}

static size_t points_at(const rim_contours *contours, double tolerance, rim_simplify_side side)
{
    size_t     count;
    rim_loops *loops;
    assert_int_equal(RIM_OK, rim_loops_create_simplified(&loops, contours, tolerance, side, NULL));
    loop_points(loops, &count);
    rim_loops_destroy(loops);
    return count;
}

static void no_tolerance_keeps_every_corner(void **state)
{
    (void)state;
    rim_mask     *mask = check_asset_mask("tree.png");
    rim_contours *contours = contours_of(mask, RIM_TOUCH_CORNERS);
    size_t        corners;
    ring_corners(contours, &corners);
    for (int side = 0; side < 3; side++)
        assert_int_equal(corners, points_at(contours, 0.0, (rim_simplify_side)side));
    rim_contours_destroy(contours);
    rim_mask_destroy(mask);
}

static void a_slope_of_pixels_becomes_three_or_four_points(void **state)
{
    (void)state;
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 100, 100, NULL));
    for (int y = 0; y < 100; y++)
        for (int x = 0; x <= y; x++) rim_mask_set(mask, x, y, true);
    rim_contours *contours = contours_of(mask, RIM_TOUCH_CORNERS);
    assert_true(points_at(contours, 1.0, RIM_SIMPLIFY_NEAR) <= 4);
    assert_true(points_at(contours, 1.0, RIM_SIMPLIFY_CONTAIN) <= 6);
    assert_true(points_at(contours, 1.0, RIM_SIMPLIFY_INSIDE) <= 6);
    assert_true(points_at(contours, INFINITY, RIM_SIMPLIFY_NEAR) <= 4);
    rim_contours_destroy(contours);
    rim_mask_destroy(mask);
}

static void bad_arguments_are_refused(void **state)
{
    (void)state;
    rim_mask  *mask;
    rim_loops *loops;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 0, 0, NULL));
    rim_contours *none = contours_of(mask, RIM_TOUCH_CORNERS);
    assert_int_equal(RIM_ERR_ARGUMENT,
                     rim_loops_create_simplified(&loops, none, -1.0, RIM_SIMPLIFY_NEAR, NULL));
    assert_null(loops);
    assert_int_equal(RIM_ERR_ARGUMENT,
                     rim_loops_create_simplified(&loops, none, NAN, RIM_SIMPLIFY_NEAR, NULL));
    assert_int_equal(RIM_ERR_ARGUMENT,
                     rim_loops_create_simplified(&loops, none, 1.0, (rim_simplify_side)7, NULL));
    assert_int_equal(RIM_OK,
                     rim_loops_create_simplified(&loops, none, 1.0, RIM_SIMPLIFY_NEAR, NULL));
    assert_int_equal(0, loop_count(loops));
    rim_loops_destroy(loops);
    rim_loops_destroy(NULL);
    rim_contours_destroy(none);
    rim_mask_destroy(mask);
}

static void refused_memory_leaves_nothing_behind(void **state)
{
    (void)state;
    test_random random = { 33 };
    rim_mask   *mask = check_random_mask(&random, 60);
    rim_loops  *loops = NULL;
    int         budget = 0;
    rim_mask_set(mask, 0, 0, true);
    rim_mask_set(mask, 1, 1, true);
    rim_mask_set(mask, 0, 1, false);
    rim_mask_set(mask, 1, 0, false);
    rim_contours *contours = contours_of(mask, RIM_TOUCH_CORNERS);
    for (; !loops && budget < 50; budget++)
    {
        test_heap     heap = { .budget = budget };
        rim_allocator from = test_heap_allocator(&heap);
        rim_status    status =
            rim_loops_create_simplified(&loops, contours, 1.0, RIM_SIMPLIFY_NEAR, &from);
        assert_int_equal(loops ? RIM_OK : RIM_ERR_MEMORY, status);
        rim_loops_destroy(loops);
        assert_int_equal(0, heap.live_bytes);
    }
    assert_true(loops && budget > 6);
    rim_contours_destroy(contours);
    rim_mask_destroy(mask);
}

// A picture anywhere in a larger mask has the same corners and loops, moved with it.
static void a_picture_moves_with_its_mask(void **state)
{
    (void)state;
    test_random random = { 61300 };
    int64_t     points = 0;
    for (int n = 0; n < case_count(1500); n++)
    {
        rim_mask  *mask = check_random_mask(&random, 22), *large;
        rim_loops *loops, *moved_loops;
        rim_rect   bounds = rim_mask_bounds(mask);
        int        x = random_int(&random, 0, 300), y = random_int(&random, 0, 100);
        rim_touch  touch = n & 1 ? RIM_TOUCH_EDGES : RIM_TOUCH_CORNERS;
        double     tolerance = random_tolerance(&random);
        assert_int_equal(RIM_OK,
                         rim_mask_create(&large, x + bounds.x1 + random_int(&random, 1, 200),
                                         y + bounds.y1 + random_int(&random, 1, 100), NULL));
        rim_mask_combine(large, RIM_MASK_OR, mask, x, y);
        rim_contours     *contours = contours_of(mask, touch), *moved = contours_of(large, touch);
        size_t            count, moved_count;
        const rim_corner *a = ring_corners(contours, &count),
                         *b = ring_corners(moved, &moved_count);
        assert_int_equal(count, moved_count);
        for (size_t i = 0; i < count; i++)
            assert_true(a[i].x + x == b[i].x && a[i].y + y == b[i].y);
        assert_int_equal(RIM_OK, rim_loops_create_simplified(&loops, contours, tolerance,
                                                             RIM_SIMPLIFY_NEAR, NULL));
        assert_int_equal(RIM_OK, rim_loops_create_simplified(&moved_loops, moved, tolerance,
                                                             RIM_SIMPLIFY_NEAR, NULL));
        const rim_vec2 *p = loop_points(loops, &count), *q = loop_points(moved_loops, &moved_count);
        assert_int_equal(count, moved_count);
        for (size_t i = 0; i < count; i++)
            assert_true(p[i].x + (float)x == q[i].x && p[i].y + (float)y == q[i].y);
        points += (int64_t)count;
        rim_loops_destroy(loops);
        rim_loops_destroy(moved_loops);
        rim_contours_destroy(contours);
        rim_contours_destroy(moved);
        rim_mask_destroy(mask);
        rim_mask_destroy(large);
    }
    assert_true(points > 10 * case_count(1500));
}

// The memory of contours and of their simplification depends on the box around the rings, not on the mask.
static void a_large_empty_mask_costs_nothing(void **state)
{
    (void)state;
    rim_mask *mask;
    size_t    most[2];
    for (int n = 0; n < 2; n++)
    {
        test_heap     heap = { .budget = 1000 };
        rim_allocator from = test_heap_allocator(&heap);
        rim_contours *contours;
        rim_loops    *loops;
        assert_int_equal(RIM_OK, rim_mask_create(&mask, n ? 8000 : 80, n ? 8000 : 80, NULL));
        int at = n ? 7000 : 60;
        rim_mask_draw_rect(mask, rim_rect_make(at, at, at + 10, at + 10), true);
        assert_int_equal(RIM_OK, rim_contours_create(&contours, mask, RIM_TOUCH_CORNERS, &from));
        most[n] = heap.live_bytes;
        assert_int_equal(
            RIM_OK, rim_loops_create_simplified(&loops, contours, 1.0, RIM_SIMPLIFY_NEAR, &from));
        most[n] += heap.live_bytes;
        rim_loops_destroy(loops);
        rim_contours_destroy(contours);
        rim_mask_destroy(mask);
    }
    assert_true(most[1] <= 2 * most[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_promise_is_kept_on_random_masks),
        cmocka_unit_test(every_picture_of_a_few_pixels_keeps_the_promises),
        cmocka_unit_test(every_promise_is_kept_on_sprites),
        cmocka_unit_test(no_tolerance_keeps_every_corner),
        cmocka_unit_test(a_slope_of_pixels_becomes_three_or_four_points),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(refused_memory_leaves_nothing_behind),
        cmocka_unit_test(a_picture_moves_with_its_mask),
        cmocka_unit_test(a_large_empty_mask_costs_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
