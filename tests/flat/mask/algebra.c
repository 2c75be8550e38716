#include "support/support.h"

#include "rimcast/mask.h"

#include <math.h>
#include <stdlib.h>

// Rectangles of noise, solid, or with a few runs.
static rim_mask *random_mask(test_random *random, int most)
{
    rim_mask *mask;
    int       width = random_int(random, 0, most), height = random_int(random, 0, most);
    int       percent = random_int(random, 0, 5) * 20, kind = random_int(random, 0, 1);
    assert_int_equal(RIM_OK, rim_mask_create(&mask, width, height, NULL));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
        {
            bool noise = random_int(random, 1, 100) <= percent;
            bool lines = (x / 7 + y / 5) % 3 == 0;
            rim_mask_set(mask, x, y, kind ? noise : lines != (noise && percent < 50));
        }
    return mask;
}

// What the pixels say, and that no bit is set beyond them: the count sees all bits.
static void assert_clean(const rim_mask *mask)
{
    int64_t count = 0;
    for (int y = 0; y < rim_mask_height(mask); y++)
        for (int x = 0; x < rim_mask_width(mask); x++) count += rim_mask_get(mask, x, y);
    assert_int_equal(count, rim_mask_count(mask));
}

static bool expected(rim_mask_op op, bool a, bool b)
{
    return op == RIM_MASK_AND   ? a && b
           : op == RIM_MASK_OR  ? a || b
           : op == RIM_MASK_XOR ? a != b
                                : a && !b;
}

static int random_offset(test_random *random, int most)
{
    static const int odd[6] = { INT32_MIN, INT32_MAX, -64, 64, 0, 128 };
    return random_int(random, 0, 9) ? random_int(random, -most, most)
                                    : odd[random_int(random, 0, 5)];
}

static bool get_at(const rim_mask *mask, int64_t x, int64_t y)
{
    if (x < 0 || y < 0 || x > 65536 || y > 65536) return false;
    return rim_mask_get(mask, (int)x, (int)y);
}

static void combining_is_done_pixel_by_pixel(void **state)
{
    (void)state;
    test_random random = { 11 };
    int64_t     solid = 0;
    for (int i = 0; i < case_count(4000); i++)
    {
        rim_mask *a = random_mask(&random, i % 4 ? 40 : 200),
                 *b = random_mask(&random, i % 4 ? 90 : 200), *c;
        rim_mask_op     op = (rim_mask_op)random_int(&random, 0, 3);
        int             dx = random_offset(&random, 220), dy = random_offset(&random, 220);
        bool            same = random_int(&random, 0, 4) == 0;
        const rim_mask *other = same ? a : b;
        assert_int_equal(RIM_OK, rim_mask_create_copy(&c, a, NULL));
        rim_mask_combine(c, op, other == a ? c : other, dx, dy);
        for (int y = 0; y < rim_mask_height(a); y++)
            for (int x = 0; x < rim_mask_width(a); x++)
            {
                bool want = expected(op, rim_mask_get(a, x, y),
                                     get_at(other, (int64_t)x - dx, (int64_t)y - dy));
                assert_int_equal(want, rim_mask_get(c, x, y));
                solid += want;
            }
        assert_clean(c);
        rim_mask_combine(a, op, other, dx, dy);
        assert_int_equal(rim_mask_width(a), rim_mask_width(c));
        rim_mask_combine(a, RIM_MASK_XOR, c, 0, 0);
        assert_int_equal(0, rim_mask_count(a));
        rim_mask_destroy(a);
        rim_mask_destroy(b);
        rim_mask_destroy(c);
    }
    assert_true(solid > 100 * case_count(4000));
}

static void a_window_may_reach_beyond_the_mask(void **state)
{
    (void)state;
    test_random random = { 12 };
    for (int i = 0; i < case_count(1500); i++)
    {
        rim_mask *mask = random_mask(&random, 150), *window;
        rim_rect  rect = { random_int(&random, -90, 150), random_int(&random, -90, 150), 0, 0 };
        rect.x1 = rect.x0 + random_int(&random, -2, 150);
        rect.y1 = rect.y0 + random_int(&random, -2, 150);
        int width = rect.x1 > rect.x0 ? rect.x1 - rect.x0 : 0;
        int height = rect.y1 > rect.y0 ? rect.y1 - rect.y0 : 0;
        assert_int_equal(RIM_OK, rim_mask_create_window(&window, mask, rect, NULL));
        assert_int_equal(width, rim_mask_width(window));
        assert_int_equal(height, rim_mask_height(window));
        for (int y = 0; y < rim_mask_height(window); y++)
            for (int x = 0; x < rim_mask_width(window); x++)
                assert_int_equal(rim_mask_get(mask, x + rect.x0, y + rect.y0),
                                 rim_mask_get(window, x, y));
        assert_clean(window);
        rim_mask_destroy(window);
        rim_mask_destroy(mask);
    }
}

static void extreme_windows_are_refused_or_empty(void **state)
{
    (void)state;
    rim_mask *mask, *window;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 3, 3, NULL));
    rim_mask_invert(mask);
    rim_rect huge = { INT32_MIN, 0, INT32_MAX, 3 },
             far = { INT32_MIN, INT32_MIN, INT32_MIN + 5, INT32_MIN + 5 };
    assert_int_equal(RIM_ERR_SIZE, rim_mask_create_window(&window, mask, huge, NULL));
    assert_null(window);
    assert_int_equal(RIM_OK, rim_mask_create_window(&window, mask, far, NULL));
    assert_int_equal(0, rim_mask_count(window));
    assert_int_equal(5, rim_mask_width(window));
    rim_mask_destroy(window);
    rim_mask_destroy(mask);
}

static void flips_and_inversion_move_every_pixel(void **state)
{
    (void)state;
    test_random random = { 13 };
    for (int i = 0; i < case_count(1500); i++)
    {
        rim_mask *mask = random_mask(&random, 200), *across, *down, *inverse;
        int       w = rim_mask_width(mask), h = rim_mask_height(mask);
        assert_int_equal(RIM_OK, rim_mask_create_copy(&across, mask, NULL));
        assert_int_equal(RIM_OK, rim_mask_create_copy(&down, mask, NULL));
        assert_int_equal(RIM_OK, rim_mask_create_copy(&inverse, mask, NULL));
        rim_mask_flip(across, true, false);
        rim_mask_flip(down, false, true);
        rim_mask_invert(inverse);
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
            {
                bool solid = rim_mask_get(mask, x, y);
                assert_int_equal(solid, rim_mask_get(across, w - 1 - x, y));
                assert_int_equal(solid, rim_mask_get(down, x, h - 1 - y));
                assert_int_equal(!solid, rim_mask_get(inverse, x, y));
            }
        assert_clean(across);
        assert_clean(down);
        assert_clean(inverse);
        rim_mask_destroy(across);
        rim_mask_destroy(down);
        rim_mask_destroy(inverse);
        rim_mask_destroy(mask);
    }
}

static void scaling_makes_every_pixel_a_block(void **state)
{
    (void)state;
    test_random random = { 14 };
    rim_mask   *scaled;
    for (int i = 0; i < case_count(600); i++)
    {
        rim_mask *mask = random_mask(&random, 100);
        int       across = random_int(&random, 1, 9), down = random_int(&random, 1, 9);
        assert_int_equal(RIM_OK,
                         rim_mask_create_resized(&scaled, mask, across * rim_mask_width(mask),
                                                 down * rim_mask_height(mask), NULL));
        assert_int_equal(across * rim_mask_width(mask), rim_mask_width(scaled));
        assert_int_equal(down * rim_mask_height(mask), rim_mask_height(scaled));
        for (int y = 0; y < rim_mask_height(scaled); y++)
            for (int x = 0; x < rim_mask_width(scaled); x++)
                assert_int_equal(rim_mask_get(mask, x / across, y / down),
                                 rim_mask_get(scaled, x, y));
        assert_clean(scaled);
        rim_mask_destroy(scaled);
        assert_int_equal(RIM_ERR_SIZE, rim_mask_create_resized(&scaled, mask, -1, 1, NULL));
        assert_null(scaled);
        rim_mask_destroy(mask);
    }
    assert_int_equal(RIM_OK, rim_mask_create(&scaled, 40, 2, NULL));
    rim_mask *mask = scaled;
    assert_int_equal(RIM_ERR_SIZE, rim_mask_create_resized(&scaled, mask, 40, INT32_MAX, NULL));
    assert_int_equal(RIM_ERR_SIZE, rim_mask_create_resized(&scaled, mask, 1639 * 40, 2, NULL));
    rim_mask_destroy(mask);
}

// --- growing -----------------------------------------------------------------------------------------

static bool near_one(const rim_mask *mask, int x, int y, float radius, bool solid, int margin)
{
    double square = (double)radius * radius;
    int    w = rim_mask_width(mask), h = rim_mask_height(mask);
    for (int v = -margin; v < h + margin; v++)
        for (int u = -margin; u < w + margin; u++)
            if (rim_mask_get(mask, u, v) == solid &&
                (double)(x - u) * (x - u) + (double)(y - v) * (y - v) <= square)
                return true;
    return false;
}

static float random_radius(test_random *random)
{
    int kind = random_int(random, 0, 3);
    if (kind == 0) return (float)random_int(random, 0, 12);
    if (kind == 1) return (float)sqrt(random_int(random, 0, 80));
    return random_float(random, 0.0f, random_int(random, 0, 9) ? 7.0f : 60.0f);
}

static void growing_and_shrinking_see_every_pixel_within_the_radius(void **state)
{
    (void)state;
    test_random random = { 15 };
    int64_t     changed = 0;
    for (int i = 0; i < case_count(400); i++)
    {
        rim_mask *mask = random_mask(&random, i % 8 ? 24 : 75), *grown, *shrunk;
        float     radius = random_radius(&random);
        // Few pixels, so that radii show.
        for (int k = 0; k < 40; k++)
            rim_mask_set(mask, random_int(&random, 0, 24), random_int(&random, 0, 24), k & 1);
        assert_int_equal(RIM_OK, rim_mask_create_copy(&grown, mask, NULL));
        assert_int_equal(RIM_OK, rim_mask_create_copy(&shrunk, mask, NULL));
        assert_int_equal(RIM_OK, rim_mask_grow(grown, radius));
        assert_int_equal(RIM_OK, rim_mask_shrink(shrunk, radius));
        int more = (int)radius, h = rim_mask_height(mask), w = rim_mask_width(mask);
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
            {
                assert_int_equal(near_one(mask, x, y, radius, true, 0), rim_mask_get(grown, x, y));
                assert_int_equal(!near_one(mask, x, y, radius, false, more + 1),
                                 rim_mask_get(shrunk, x, y));
            }
        assert_clean(grown);
        assert_clean(shrunk);
        changed += rim_mask_count(grown) != rim_mask_count(shrunk);
        rim_mask_destroy(mask);
        rim_mask_destroy(grown);
        rim_mask_destroy(shrunk);
    }
    assert_true(changed > case_count(400) / 3);
}

// A run that a side of the mask cuts off is shorter than those inside, so widening it in large steps may leave gaps.
static void growing_leaves_no_gaps_at_the_sides(void **state)
{
    (void)state;
    static const int widths[] = { 1,  2,  3,  7,  8,  9,  14,  15,  16,  17,  31,
                                  32, 33, 62, 63, 64, 65, 126, 127, 128, 129, 130 };
    test_random      random = { 151 };
    for (int i = 0; i < case_count(1500); i++)
    {
        rim_mask *mask, *holes;
        int       width = widths[random_int(&random, 0, 21)], height = random_int(&random, 1, 4);
        int       most = random_int(&random, 1, width + 3);
        float     radius = random_float(&random, 0.0f, (float)most);
        assert_int_equal(RIM_OK, rim_mask_create(&mask, width, height, NULL));
        // One pixel, or few. Most of them are at a side.
        for (int k = random_int(&random, 0, 2); k >= 0; k--)
        {
            int x = random_int(&random, 0, random_int(&random, 0, width - 1));
            rim_mask_set(mask, random_int(&random, 0, 1) ? x : width - 1 - x,
                         random_int(&random, 0, height - 1), true);
        }
        assert_int_equal(RIM_OK, rim_mask_create_copy(&holes, mask, NULL));
        rim_mask_invert(holes);
        rim_mask *grown, *shrunk;
        assert_int_equal(RIM_OK, rim_mask_create_copy(&grown, mask, NULL));
        assert_int_equal(RIM_OK, rim_mask_create_copy(&shrunk, holes, NULL));
        assert_int_equal(RIM_OK, rim_mask_grow(grown, radius));
        assert_int_equal(RIM_OK, rim_mask_shrink(shrunk, radius));
        int cut = (int)radius;
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
            {
                bool near = near_one(mask, x, y, radius, true, 0);
                bool margin = x < cut || y < cut || x >= width - cut || y >= height - cut;
                assert_int_equal(near, rim_mask_get(grown, x, y));
                assert_int_equal(!near && !margin, rim_mask_get(shrunk, x, y));
            }
        assert_clean(grown);
        assert_clean(shrunk);
        rim_mask_destroy(mask);
        rim_mask_destroy(holes);
        rim_mask_destroy(grown);
        rim_mask_destroy(shrunk);
    }
}

static void a_bad_radius_changes_nothing(void **state)
{
    (void)state;
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 9, 9, NULL));
    rim_mask_set(mask, 4, 4, true);
    assert_int_equal(RIM_ERR_ARGUMENT, rim_mask_grow(mask, -1.0f));
    assert_int_equal(RIM_ERR_ARGUMENT, rim_mask_shrink(mask, NAN));
    assert_int_equal(RIM_ERR_ARGUMENT, rim_mask_grow(mask, INFINITY));
    assert_int_equal(1, rim_mask_count(mask));
    assert_int_equal(RIM_OK, rim_mask_grow(mask, 3e38f));
    assert_int_equal(81, rim_mask_count(mask));
    rim_mask_destroy(mask);
}

static void refused_memory_changes_no_mask(void **state)
{
    (void)state;
    int budget = 0, refused = 0;
    for (bool done = false; !done && budget < 20; budget++)
    {
        test_heap     heap = { .budget = budget };
        rim_allocator from = test_heap_allocator(&heap);
        rim_mask     *mask;
        if (rim_mask_create(&mask, 30, 30, &from)) continue;
        rim_mask_set(mask, 9, 9, true);
        rim_status status = rim_mask_shrink(mask, 2.0f);
        assert_int_equal(status ? 1 : 0, rim_mask_count(mask));
        refused += status == RIM_ERR_MEMORY;
        uint32_t counts[59 * 59];
        rim_mask_set(mask, 9, 9, true);
        rim_status counted = rim_mask_overlap_counts(mask, mask, counts, NULL, &from);
        if (!counted) assert_int_equal(1, counts[29 * 59 + 29]);
        done = !status && !counted;
        rim_mask_destroy(mask);
        assert_int_equal(0, heap.live_bytes);
    }
    assert_true(refused == 2 && budget > 3 && budget < 20);
}

// --- all offsets --------------------------------------------------------------------------------------

static bool note_progress(void *context, double done)
{
    double *last = context;
    assert_true(done >= *last && done <= 1.0);
    *last = done;
    return true;
}

static bool stop_at_once(void *context, double done)
{
    (void)context;
    (void)done;
    return false;
}

static void every_offset_is_counted(void **state)
{
    (void)state;
    test_random random = { 16 };
    int64_t     shared = 0;
    for (int i = 0; i < case_count(300); i++)
    {
        rim_mask *a = random_mask(&random, i % 8 ? 30 : 140),
                 *b = random_mask(&random, i % 8 ? 50 : 100);
        int          bw = rim_mask_width(b), bh = rim_mask_height(b);
        int          columns = rim_mask_width(a) + bw - 1, rows = rim_mask_height(a) + bh - 1;
        bool         none = bw * bh == 0 || rim_mask_width(a) * rim_mask_height(a) == 0;
        size_t       size = none ? 1 : (size_t)columns * (size_t)rows;
        uint32_t    *counts = malloc(size * sizeof *counts);
        double       last = 0.0;
        rim_progress progress = { note_progress, &last }, stop = { stop_at_once, NULL };
        for (size_t k = 0; k < size; k++) counts[k] = 12345;
        assert_int_equal(RIM_OK, rim_mask_overlap_counts(a, b, counts, &progress, NULL));
        assert_true(none || last == 1.0);
        for (int y = 0; y < rows && !none; y++)
            for (int x = 0; x < columns; x++)
            {
                int64_t want = rim_mask_overlap_area(a, b, x - bw + 1, y - bh + 1);
                assert_int_equal(want, counts[y * columns + x]);
                shared += want;
            }
        if (none)
            assert_int_equal(12345, counts[0]);
        else
            assert_int_equal(RIM_ERR_CANCELLED, rim_mask_overlap_counts(a, b, counts, &stop, NULL));
        free(counts);
        rim_mask_destroy(a);
        rim_mask_destroy(b);
    }
    assert_true(shared > 1000 * case_count(300));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(combining_is_done_pixel_by_pixel),
        cmocka_unit_test(a_window_may_reach_beyond_the_mask),
        cmocka_unit_test(extreme_windows_are_refused_or_empty),
        cmocka_unit_test(flips_and_inversion_move_every_pixel),
        cmocka_unit_test(scaling_makes_every_pixel_a_block),
        cmocka_unit_test(growing_and_shrinking_see_every_pixel_within_the_radius),
        cmocka_unit_test(growing_leaves_no_gaps_at_the_sides),
        cmocka_unit_test(a_bad_radius_changes_nothing),
        cmocka_unit_test(refused_memory_changes_no_mask),
        cmocka_unit_test(every_offset_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
