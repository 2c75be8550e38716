#include "support/support.h"

#include "rimcast/flash_shape.h"

#include "flat/flash/data.h"

#include <math.h>
#include <string.h>

enum
{
    SIDE = 12
};

static rim_flash_bitmap *random_bitmap(test_random *random, uint8_t alpha[SIDE][SIDE], int *w,
                                       int *h, bool transparent)
{
    *w = random_int(random, 0, SIDE);
    *h = random_int(random, 0, SIDE);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            alpha[y][x] = (uint8_t)(random_int(random, 0, 2) ? 0 : random_int(random, 0, 255));
    rim_image         image = { alpha, *w, *h, SIDE, RIM_PIXELS_ALPHA8, 0 };
    rim_flash_bitmap *bitmap;
    assert_int_equal(rim_flash_bitmap_create(&bitmap, &image, transparent, NULL), RIM_OK);
    if (!transparent) memset(alpha, 255, SIDE * SIDE);
    return bitmap;
}

static void all_three_tests_say_what_looking_at_each_pixel_says(void **state)
{
    (void)state;
    test_random random = { 1 };
    int         hits[3] = { 0, 0, 0 }, misses[3] = { 0, 0, 0 };
    for (int round = 0; round < case_count(40000); round++)
    {
        uint8_t           a[SIDE][SIDE], b[SIDE][SIDE];
        int               aw, ah, bw, bh;
        rim_flash_bitmap *first =
            random_bitmap(&random, a, &aw, &ah, random_int(&random, 0, 5) > 0);
        rim_flash_bitmap *second =
            random_bitmap(&random, b, &bw, &bh, random_int(&random, 0, 5) > 0);
        rim_flash_pixel at = { random_int(&random, -9, 9), random_int(&random, -9, 9) };
        rim_flash_pixel to = { random_int(&random, -9, 9), random_int(&random, -9, 9) };
        int             rw = random_int(&random, -2, 9), rh = random_int(&random, -2, 9);
        int             level = random_int(&random, 0, 1) ? random_int(&random, 0, 255) : 0;
        int             other = random_int(&random, 0, 1) ? random_int(&random, 0, 255) : 0;

        bool point = false, rect = false, both = false;
        for (int y = 0; y < ah; y++)
            for (int x = 0; x < aw; x++)
            {
                int px = x + at.x, py = y + at.y, qx = px - to.x, qy = py - to.y;
                if (px == to.x && py == to.y && a[y][x] >= level && a[y][x] > 0) point = true;
                if (a[y][x] < level) continue;
                if (px >= to.x && px < to.x + rw && py >= to.y && py < to.y + rh) rect = true;
                if (qx >= 0 && qx < bw && qy >= 0 && qy < bh && b[qy][qx] >= other) both = true;
            }
        bool got[3] = { flash_bitmap_hit_point(first, at, level, to),
                        flash_bitmap_hit_rect(first, at, level, to.x, to.y, rw, rh),
                        flash_bitmap_hit_bitmap(first, at, level, second, to, other) };
        bool expect[3] = { point, rect, both };
        for (int i = 0; i < 3; i++)
        {
            assert_int_equal(got[i], expect[i]);
            *(expect[i] ? &hits[i] : &misses[i]) += 1;
        }
        assert_int_equal(both, flash_bitmap_hit_bitmap(second, to, other, first, at, level));
        rim_flash_bitmap_destroy(first);
        rim_flash_bitmap_destroy(second);
    }
    for (int i = 0; i < 3; i++)
        assert_true(hits[i] > case_count(500) && misses[i] > case_count(500));
}

static void far_apart_does_not_overflow(void **state)
{
    (void)state;
    uint8_t           one = 200;
    rim_image         image = { &one, 1, 1, 0, RIM_PIXELS_ALPHA8, 0 };
    rim_flash_pixel   low = { INT32_MIN, INT32_MIN }, high = { INT32_MAX, INT32_MAX };
    rim_flash_bitmap *bitmap;
    assert_int_equal(rim_flash_bitmap_create(&bitmap, &image, true, NULL), RIM_OK);
    assert_false(flash_bitmap_hit_point(bitmap, low, 1, high));
    assert_true(flash_bitmap_hit_point(bitmap, high, 1, high));
    assert_false(flash_bitmap_hit_bitmap(bitmap, low, 1, bitmap, high, 1));
    assert_true(flash_bitmap_hit_rect(bitmap, high, 1, 0, 0, INT32_MAX, INT32_MAX) == false);
    assert_true(flash_bitmap_hit_rect(bitmap, low, 1, INT32_MIN, INT32_MIN, INT32_MAX, 1));
    rim_flash_bitmap_destroy(bitmap);
}

static void thresholds_are_read_as_each_generation_reads_them(void **state)
{
    (void)state;
    const struct
    {
        double written;
        int    as2, as3;
    } cases[] = {
        { 0, 0, 0 },
        { 100, 100, 100 },
        { 99.9, 99, 99 },
        { -1, 0, 255 },
        { -0.9, 0, 0 },
        { 255, 255, 255 },
        { 256, 255, 255 },
        { 4294967296.0 + 7, 7, 7 },
        { 2147483648.0, 0, 255 },
        { NAN, 0, 0 },
        { INFINITY, 0, 0 },
        { 0x1p80, 0, 0 },
        { -4294967295.0, 1, 1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        assert_int_equal(flash_threshold(RIM_FLASH_AS2, cases[i].written), cases[i].as2);
        assert_int_equal(flash_threshold(RIM_FLASH_AS3, cases[i].written), cases[i].as3);
    }
}

static rim_flash_value value(rim_flash_kind kind)
{
    rim_flash_value of = { kind, NAN, 0, 0, 2, 2, NULL };
    return of;
}

static void errors_come_in_the_order_of_each_generation(void **state)
{
    (void)state;
    uint8_t           pixels[4] = { 18, 18, 18, 18 };
    rim_image         image = { pixels, 2, 2, 0, RIM_PIXELS_ALPHA8, 0 };
    rim_flash_bitmap *bitmap, *gone;
    assert_int_equal(rim_flash_bitmap_create(&bitmap, &image, true, NULL), RIM_OK);
    assert_int_equal(rim_flash_bitmap_create(&gone, &image, true, NULL), RIM_OK);
    rim_flash_bitmap_dispose(gone);
    assert_int_equal(rim_flash_bitmap_size(gone).x, 0);

    rim_flash_value point = value(RIM_FLASH_POINT), null = value(RIM_FLASH_NULL);
    rim_flash_value level = value(RIM_FLASH_NUMBER), live = value(RIM_FLASH_BITMAP);
    rim_flash_value dead = live, object = value(RIM_FLASH_OBJECT),
                    rect = value(RIM_FLASH_RECTANGLE);
    level.number = 10;
    live.bitmap = bitmap;
    dead.bitmap = gone;
    const struct
    {
        rim_flash_value         arguments[5];
        int                     count;
        const rim_flash_bitmap *asked;
        int                     as2, as3; // errors; 1: a hit
    } cases[] = {
        { { point }, 1, bitmap, -1, 2005 },
        { { null }, 1, gone, -1, 0 },
        { { null, level, null }, 3, bitmap, -2, 2007 },
        { { object, level, point }, 3, bitmap, -2, 2007 },
        { { point, level, null }, 3, bitmap, -3, 2005 },
        { { point, level, object }, 3, bitmap, -3, 2005 },
        { { point, level, dead }, 3, bitmap, -3, 2015 },
        { { point, level, live }, 3, bitmap, 1, 2007 },
        { { point, level, live, null, level }, 5, bitmap, -4, 2007 },
        { { point, level, live, point }, 4, bitmap, 1, 1 },
        { { point, level, live, point, level }, 5, bitmap, 1, 1 },
        { { point, level, point }, 3, bitmap, 1, 1 },
        { { point, level, rect }, 3, bitmap, 1, 1 },
        { { point, object, rect }, 3, bitmap, 1, 1 },
        { { rect, level, point }, 3, bitmap, 1, 2007 },
        { { point, level, live, point, level }, 5, gone, -1, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int generation = 0; generation < 2; generation++)
        {
            int              expect = generation ? cases[i].as3 : cases[i].as2;
            rim_flash_answer got =
                rim_flash_bitmap_hit_test((rim_flash_generation)generation, cases[i].asked,
                                          cases[i].arguments, cases[i].count);
            assert_int_equal(got.hit, expect == 1);
            assert_int_equal(got.error, expect == 1 ? 0 : expect);
        }

    // The second threshold that is left out: 0 in AS2, 1 in AS3.
    rim_flash_bitmap_set_alpha(bitmap, 0, 0, 0);
    rim_flash_bitmap_set_alpha(bitmap, 1, 0, 0);
    rim_flash_bitmap_set_alpha(bitmap, 0, 1, 0);
    rim_flash_bitmap_set_alpha(bitmap, 1, 1, 0);
    level.number = 0;
    rim_flash_value clear[4] = { point, level, live, point };
    assert_true(rim_flash_bitmap_hit_test(RIM_FLASH_AS2, bitmap, clear, 4).hit);
    assert_false(rim_flash_bitmap_hit_test(RIM_FLASH_AS3, bitmap, clear, 4).hit);
    rim_flash_bitmap_destroy(bitmap);
    rim_flash_bitmap_destroy(gone);
    rim_flash_bitmap_destroy(NULL);
}

static void every_layout_gives_the_same_alpha(void **state)
{
    (void)state;
    uint8_t           rgba[8] = { 1, 2, 3, 40, 5, 6, 7, 80 };
    uint32_t          words[2] = { 0x28000001u, 0x50000002u };
    rim_image         bytes = { rgba, 2, 1, 0, RIM_PIXELS_RGBA8, 0 };
    rim_image         argb = { words, 2, 1, 0, RIM_PIXELS_WORD32, 0xff000000u };
    rim_image         bit = { words, 2, 1, 0, RIM_PIXELS_WORD32, 0x00000002u };
    rim_image         none = { words, 2, 1, 0, RIM_PIXELS_WORD32, 0 };
    rim_image         torn = { words, 2, 1, 0, RIM_PIXELS_WORD32, 5 };
    rim_image         huge = { words, 65537, 1, 0, RIM_PIXELS_WORD32, 0 };
    const rim_image  *images[4] = { &bytes, &argb, &bit, &none };
    int               expect[4][2] = { { 40, 80 }, { 40, 80 }, { 0, 255 }, { 255, 255 } };
    rim_flash_bitmap *bitmap;
    for (int i = 0; i < 4; i++)
    {
        assert_int_equal(rim_flash_bitmap_create(&bitmap, images[i], true, NULL), RIM_OK);
        assert_int_equal(rim_flash_bitmap_alpha(bitmap, 0, 0), expect[i][0]);
        assert_int_equal(rim_flash_bitmap_alpha(bitmap, 1, 0), expect[i][1]);
        assert_int_equal(rim_flash_bitmap_alpha(bitmap, 2, 0), 0);
        rim_flash_bitmap_destroy(bitmap);
    }
    assert_int_equal(rim_flash_bitmap_create(&bitmap, &torn, true, NULL), RIM_ERR_ARGUMENT);
    assert_int_equal(rim_flash_bitmap_create(&bitmap, &huge, true, NULL), RIM_ERR_SIZE);
    assert_null(bitmap);
    // Not transparent: 255 throughout, and stays so.
    assert_int_equal(rim_flash_bitmap_create(&bitmap, &bytes, false, NULL), RIM_OK);
    rim_flash_bitmap_set_alpha(bitmap, 0, 0, 3);
    assert_int_equal(rim_flash_bitmap_alpha(bitmap, 0, 0), 255);
    rim_flash_bitmap_destroy(bitmap);
    for (int budget = 0; budget < 2; budget++)
    {
        test_heap     heap = { .budget = budget };
        rim_allocator from = test_heap_allocator(&heap);
        assert_int_equal(rim_flash_bitmap_create(&bitmap, &bytes, true, &from), RIM_ERR_MEMORY);
        assert_null(bitmap);
        assert_int_equal(heap.refused, 1);
        assert_int_equal(heap.live_bytes, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_three_tests_say_what_looking_at_each_pixel_says),
        cmocka_unit_test(far_apart_does_not_overflow),
        cmocka_unit_test(thresholds_are_read_as_each_generation_reads_them),
        cmocka_unit_test(errors_come_in_the_order_of_each_generation),
        cmocka_unit_test(every_layout_gives_the_same_alpha),
    };
    return cmocka_run_group_tests_name("flash_bitmap", tests, NULL, NULL);
}
