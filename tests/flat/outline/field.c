// Distance fields, judged by looking at every pixel from every pixel.

#include "support/support.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "flat/outline/field.h"
#include "rimcast/rimcast.h"

static rim_mask *random_mask(test_random *random, int most)
{
    rim_mask *mask;
    int       w = random_int(random, 1, most), h = random_int(random, 1, most),
        kind = random_int(random, 0, 5);
    assert_int_equal(RIM_OK, rim_mask_create(&mask, w, h, NULL));
    int cx = random_int(random, 0, w), cy = random_int(random, 0, h),
        few = random_int(random, 1, 200);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
        {
            int  dx = x - cx, dy = y - cy;
            bool solid = kind == 0   ? random_int(random, 0, few) == 0
                         : kind == 1 ? random_int(random, 0, few) != 0
                         : kind == 2 ? 4 * (dx * dx + dy * dy) < w * h
                         : kind == 3 ? x == cx || y == cy
                         : kind == 4 ? (x / 7 + y / 5) % 3 == 0
                                     : x == cx && y == cy;
            if (solid) rim_mask_set(mask, x, y, true);
        }
    return mask;
}

// The square of the distance to the nearest pixel that is (not) solid; INT32_MAX for none. Everything
// within two pixels around the mask, and around the asked pixel, takes part.
static int32_t slow_square(const rim_mask *mask, int x, int y, bool solid)
{
    int32_t best = INT32_MAX;
    int     x0 = x < 0 ? x : -1, y0 = y < 0 ? y : -1, x1 = rim_mask_width(mask),
        y1 = rim_mask_height(mask);
    for (int j = y0; j <= (y > y1 ? y : y1); j++)
        for (int i = x0; i <= (x > x1 ? x : x1); i++)
        {
            int32_t square = (i - x) * (i - x) + (j - y) * (j - y);
            if (square < best && rim_mask_get(mask, i, j) == solid) best = square;
        }
    return best;
}

static void check_mask(const rim_mask *mask, const field_kernel *kernel, int margin)
{
    int               w = rim_mask_width(mask), h = rim_mask_height(mask);
    rim_field_options options = { margin, NULL };
    rim_field        *field;
    assert_int_equal(RIM_OK, field_create_with(&field, mask, &options, kernel));
    float *out[3];
    for (int k = 0; k < 3; k++)
    {
        out[k] = malloc(sizeof(float) * (size_t)w * (size_t)h);
        assert_int_equal(RIM_OK,
                         field_measure_with(mask, (rim_field_kind)k, out[k], 0, NULL, kernel));
    }
    for (int y = -margin; y < h + margin; y++)
        for (int x = -margin; x < w + margin; x++)
        {
            bool    solid = rim_mask_get(mask, x, y);
            int32_t square = slow_square(mask, x, y, !solid);
            double  between = sqrt((double)square) - 0.5;
            float   told =
                rim_field_at(field, rim_vec2_make((float)x + 0.5f, (float)y + 0.5f)).distance;
            assert_true(told ==
                        (square == INT32_MAX ? FLT_MAX : (float)(solid ? -between : between)));
            if (x < 0 || y < 0 || x >= w || y >= h) continue;
            double distance = square == INT32_MAX ? INFINITY : sqrt(square);
            size_t at = (size_t)y * (size_t)w + (size_t)x;
            if (distance == (double)INFINITY)
                assert_true(out[0][at] == INFINITY && out[2][at] == INFINITY);
            if (distance == (double)INFINITY) continue;
            assert_near(out[0][at], solid ? 0.0 : distance, 1e-7 * distance);
            assert_near(out[1][at], solid ? distance : 0.0, 1e-7 * distance);
            assert_near(out[2][at], solid ? -distance : distance, 1e-7 * distance);
        }
    for (int k = 0; k < 3; k++) free(out[k]);
    rim_field_destroy(field);
}

// The later in the list, the faster.
static void the_last_kernel_that_the_processor_has_is_taken(void **state)
{
    (void)state;
    const field_kernel *last = NULL;
    for (const field_kernel *const *k = field_kernel_all(); *k; k++)
        if ((*k)->usable()) last = *k;
    assert_non_null(last);
    assert_ptr_equal(last, field_kernel_best());
    assert_true(field_kernel_all()[0]->usable()); // the plain one, anywhere
}

static void distances_agree_with_every_pixel_from_every_pixel(void **state)
{
    (void)state;
    test_random random = { 41 };
    int         kernels = 0;
    for (const field_kernel *const *k = field_kernel_all(); *k; k++)
    {
        if (!(*k)->usable()) continue;
        kernels++;
        for (int i = 0; i < case_count(600); i++)
        {
            rim_mask *mask = random_mask(&random, i % 20 ? 24 : 90);
            check_mask(mask, *k, random_int(&random, 0, 3) ? 0 : random_int(&random, 1, 9));
            rim_mask_destroy(mask);
        }
    }
    assert_true(kernels >= 1);
}

static void large_masks_agree_with_a_search_along_columns(void **state)
{
    (void)state;
    static const int size[4][2] = { { 700, 300 }, { 64, 900 }, { 513, 511 }, { 1, 2000 } };
    test_random      random = { 42 };
    int              checked = 0;
    for (int s = 0; s < case_count(4); s++)
    {
        int       w = size[s][0], h = size[s][1];
        rim_mask *mask;
        assert_int_equal(RIM_OK, rim_mask_create(&mask, w, h, NULL));
        for (int k = 0; k < 40; k++)
        {
            int x0 = random_int(&random, 0, w), y0 = random_int(&random, 0, h);
            int x1 = x0 + random_int(&random, 1, k % 8 ? 3 : 60),
                y1 = y0 + random_int(&random, 1, 30);
            for (int y = y0; y < y1; y++)
                for (int x = x0; x < x1; x++) rim_mask_set(mask, x, y, true);
        }
        int32_t *along = malloc(sizeof(int32_t) * (size_t)w * (size_t)h);
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
            {
                int best = 30000;
                for (int i = 0; i < w; i++)
                    if (rim_mask_get(mask, i, y) && abs(i - x) < best) best = abs(i - x);
                along[y * w + x] = best;
            }
        for (const field_kernel *const *k = field_kernel_all(); *k; k++)
        {
            if (!(*k)->usable()) continue;
            float *out = malloc(sizeof(float) * (size_t)w * (size_t)h);
            assert_int_equal(RIM_OK, field_measure_with(mask, RIM_FIELD_OUTSIDE, out, 0, NULL, *k));
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++)
                {
                    int32_t best = INT32_MAX;
                    for (int r = 0; r < h; r++)
                    {
                        int32_t g = along[r * w + x], v = g * g + (r - y) * (r - y);
                        best = v < best ? v : best;
                    }
                    assert_near(out[y * w + x], sqrt(best), 1e-7 * sqrt(best));
                    checked++;
                }
            free(out);
        }
        free(along);
        rim_mask_destroy(mask);
    }
    assert_true(checked > 1000);
}

static void samples_are_zero_on_a_straight_edge_and_point_away(void **state)
{
    (void)state;
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 40, 40, NULL));
    for (int y = 0; y < 40; y++)
        for (int x = 10; x < 40; x++) rim_mask_set(mask, x, y, true);
    rim_field_options options = { 8, NULL };
    rim_field        *field;
    assert_int_equal(RIM_OK, rim_field_create(&field, mask, &options));
    for (int i = 0; i <= 32; i++)
    {
        float            x = 4.0f + (float)i * 0.25f;
        rim_field_sample s = rim_field_at(field, rim_vec2_make(x, 20.25f));
        assert_near(s.distance, 10.0 - x, 1e-6);
        assert_near(s.gradient.x, -1.0, 1e-6);
        assert_near(s.gradient.y, 0.0, 1e-6);
    }
    // Far outside the field the way to its border is added.
    rim_field_sample far = rim_field_at(field, rim_vec2_make(-1000.0f, 20.0f));
    assert_near(far.distance, 1010.0, 1e-3);
    assert_true(far.gradient.x == -1.0f);
    far = rim_field_at(field, rim_vec2_make(3e38f, 3e38f));
    assert_true(far.distance == FLT_MAX);
    assert_near(far.gradient.x, sqrt(0.5), 1e-6);
    rim_field_destroy(field);

    // Between the middles it is bilinear.
    test_random random = { 43 };
    assert_int_equal(RIM_OK, rim_field_create(&field, mask, NULL));
    for (int i = 0; i < 1000; i++)
    {
        int   x = random_int(&random, 0, 38), y = random_int(&random, 0, 38);
        float s = (float)random_int(&random, 0, 16) / 16.0f,
              t = (float)random_int(&random, 0, 16) / 16.0f;
        double v[4];
        for (int k = 0; k < 4; k++)
        {
            int     column = x + (k & 1), row = y + (k >> 1);
            bool    solid = rim_mask_get(mask, column, row);
            int32_t q = slow_square(mask, column, row, !solid);
            v[k] = solid ? 0.5 - sqrt(q) : sqrt(q) - 0.5;
        }
        double   expected = (1 - t) * ((1 - s) * v[0] + s * v[1]) + t * ((1 - s) * v[2] + s * v[3]);
        rim_vec2 p = rim_vec2_make((float)x + 0.5f + s, (float)y + 0.5f + t);
        assert_near(rim_field_at(field, p).distance, expected, 1e-5);
    }
    assert_true(rim_field_at(field, rim_vec2_make(NAN, 1.0f)).distance == FLT_MAX);
    rim_field_destroy(field);
    rim_mask_destroy(mask);
}

static void odd_requests_are_refused_and_memory_may_run_out(void **state)
{
    (void)state;
    test_heap     heap = { .budget = -1 };
    rim_allocator from = test_heap_allocator(&heap);
    rim_mask     *mask, *none, *wide;
    rim_field    *field;
    float         out[12 * 5];
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 12, 5, NULL));
    assert_int_equal(RIM_OK, rim_mask_create(&none, 0, 7, NULL));
    assert_int_equal(RIM_OK, rim_mask_create(&wide, RIM_FIELD_MAX_SIDE + 1, 1, NULL));
    rim_mask_set(mask, 3, 3, true);
    rim_field_options options = { -1, &from };
    assert_int_equal(RIM_ERR_ARGUMENT, rim_field_create(&field, mask, &options));
    assert_null(field);
    options.margin = RIM_FIELD_MAX_SIDE;
    assert_int_equal(RIM_ERR_SIZE, rim_field_create(&field, mask, &options));
    assert_int_equal(RIM_ERR_SIZE, rim_field_create(&field, wide, NULL));
    assert_int_equal(RIM_ERR_SIZE, rim_field_measure(wide, RIM_FIELD_OUTSIDE, out, 0, NULL));
    assert_int_equal(RIM_ERR_ARGUMENT, rim_field_measure(mask, (rim_field_kind)7, out, 0, NULL));
    assert_int_equal(RIM_OK, rim_field_measure(none, RIM_FIELD_OUTSIDE, out, 0, NULL));
    assert_int_equal(RIM_OK, rim_field_create(&field, none, NULL));
    assert_true(rim_field_at(field, rim_vec2_make(0.0f, 0.0f)).distance == FLT_MAX);
    rim_field_destroy(field);
    rim_field_destroy(NULL);

    options.margin = 2;
    int budget = 0;
    for (rim_status status = RIM_ERR_MEMORY; status; budget++)
    {
        heap.budget = budget;
        status = rim_field_create(&field, mask, &options);
        if (status) assert_int_equal(status, RIM_ERR_MEMORY);
        if (status) assert_null(field);
        rim_field_destroy(field);
        assert_int_equal(0, heap.live_bytes);
    }
    assert_true(budget > 3);
    heap.budget = 0;
    out[0] = 77.0f;
    assert_int_equal(RIM_ERR_MEMORY, rim_field_measure(mask, RIM_FIELD_SIGNED, out, 0, &from));
    assert_true(out[0] == 77.0f);
    rim_mask_destroy(mask), rim_mask_destroy(none), rim_mask_destroy(wide);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_kernel_that_the_processor_has_is_taken),
        cmocka_unit_test(distances_agree_with_every_pixel_from_every_pixel),
        cmocka_unit_test(large_masks_agree_with_a_search_along_columns),
        cmocka_unit_test(samples_are_zero_on_a_straight_edge_and_point_away),
        cmocka_unit_test(odd_requests_are_refused_and_memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
