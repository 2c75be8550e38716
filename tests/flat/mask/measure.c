// Filling, comparing and measuring masks, one shared pixel, other sizes: each against loops over single pixels.
#include "support/support.h"

#include "flat/mask/bits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Noise, solid, lines, a disc, or nothing.
static rim_mask *random_mask(test_random *random, int most)
{
    rim_mask *mask;
    int       width = random_int(random, 0, most), height = random_int(random, 0, most);
    int       kind = random_int(random, 0, 5), percent = random_int(random, 1, 99);
    assert_int_equal(RIM_OK, rim_mask_create(&mask, width, height, NULL));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
        {
            int  dx = 2 * x - width, dy = 2 * y - height, d = width < height ? width : height;
            bool noise = random_int(random, 1, 100) <= percent;
            bool solid = kind == 0   ? noise
                         : kind == 1 ? true
                         : kind == 2 ? x % 9 == 0 || y == 5
                         : kind == 3 ? dx * dx + dy * dy < d * d
                         : kind == 4 ? noise && percent < 3
                                     : x / 13 % 2 == 0;
            rim_mask_set(mask, x, y, solid);
        }
    return mask;
}

// No bit is set beyond the pixels: the count sees all bits.
static void assert_clean(const rim_mask *mask)
{
    int64_t count = 0;
    for (int y = 0; y < rim_mask_height(mask); y++)
        for (int x = 0; x < rim_mask_width(mask); x++) count += rim_mask_get(mask, x, y);
    assert_int_equal(count, rim_mask_count(mask));
}

static bool slow_equals(const rim_mask *a, const rim_mask *b)
{
    int w = rim_mask_width(a), h = rim_mask_height(a);
    if (w != rim_mask_width(b) || h != rim_mask_height(b)) return false;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            if (rim_mask_get(a, x, y) != rim_mask_get(b, x, y)) return false;
    return true;
}

static void filling_reaches_every_pixel_and_no_more(void **state)
{
    (void)state;
    test_random random = { 1 };
    for (int i = 0; i < case_count(500); i++)
    {
        rim_mask *mask = random_mask(&random, 200), *filled;
        int       w = rim_mask_width(mask), h = rim_mask_height(mask);
        rim_mask_fill(mask, true);
        assert_int_equal((int64_t)w * h, rim_mask_count(mask));
        assert_clean(mask);
        assert_int_equal(RIM_OK, rim_mask_create_filled(&filled, w, h, NULL));
        assert_true(slow_equals(mask, filled));
        rim_mask_fill(mask, false);
        assert_int_equal(0, rim_mask_count(mask));
        rim_mask_destroy(mask);
        rim_mask_destroy(filled);
    }
    rim_mask *none = (rim_mask *)&random;
    assert_int_equal(RIM_ERR_SIZE, rim_mask_create_filled(&none, -1, 4, NULL));
    assert_null(none);
    test_heap     heap = { .budget = 0 };
    rim_allocator from = test_heap_allocator(&heap);
    assert_int_equal(RIM_ERR_MEMORY, rim_mask_create_filled(&none, 4, 4, &from));
    assert_int_equal(1, heap.refused);
}

static void masks_are_equal_if_every_pixel_is(void **state)
{
    (void)state;
    test_random random = { 2 };
    int         equal = 0, unequal = 0;
    for (int i = 0; i < case_count(3000); i++)
    {
        rim_mask *a = random_mask(&random, i % 3 ? 6 : 150), *b;
        int       w = rim_mask_width(a), h = rim_mask_height(a);
        if (i % 2)
            b = random_mask(&random, i % 3 ? 6 : 150);
        else
        {
            assert_int_equal(RIM_OK, rim_mask_create_copy(&b, a, NULL));
            int x = random_int(&random, 0, w), y = random_int(&random, 0, h);
            if (i % 4) rim_mask_set(b, x, y, !rim_mask_get(b, x, y));
        }
        bool want = slow_equals(a, b);
        assert_int_equal(want, rim_mask_equals(a, b));
        assert_int_equal(want, rim_mask_equals(b, a));
        assert_true(rim_mask_equals(a, a));
        equal += want;
        unequal += !want;
        rim_mask_destroy(a);
        rim_mask_destroy(b);
    }
    assert_true(equal > case_count(3000) / 5 && unequal > case_count(3000) / 5);
}

// --- one shared pixel ---------------------------------------------------------------------------------------

static bool get_far(const rim_mask *mask, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < 65536 && y < 65536 && rim_mask_get(mask, (int)x, (int)y);
}

static bool slow_shared(const rim_mask *a, const rim_mask *b, int dx, int dy, rim_pixel *at)
{
    for (at->y = 0; at->y < rim_mask_height(a); at->y++)
        for (at->x = 0; at->x < rim_mask_width(a); at->x++)
            if (rim_mask_get(a, at->x, at->y) &&
                get_far(b, (int64_t)at->x - dx, (int64_t)at->y - dy))
                return true;
    return false;
}

static void check_shared(const rim_mask *a, const rim_mask *b, int dx, int dy, int *hits)
{
    rim_pixel        want;
    bool             hit = slow_shared(a, b, dx, dy, &want);
    rim_shared_pixel first = rim_mask_shared_pixel(a, b, dx, dy, RIM_PICK_FIRST);
    rim_shared_pixel any = rim_mask_shared_pixel(a, b, dx, dy, RIM_PICK_ANY);
    assert_int_equal(hit, first.hit);
    assert_int_equal(hit, any.hit);
    *hits += hit;
    if (!hit)
    {
        rim_shared_pixel none = { false, { 0, 0 }, { 0, 0 } };
        assert_memory_equal(&none.a, &first.a, sizeof none.a);
        assert_memory_equal(&none.b, &any.b, sizeof none.b);
        return;
    }
    assert_int_equal(want.x, first.a.x);
    assert_int_equal(want.y, first.a.y);
    assert_int_equal(want.x - dx, first.b.x);
    assert_int_equal(want.y - dy, first.b.y);
    assert_true(rim_mask_get(a, any.a.x, any.a.y) && rim_mask_get(b, any.b.x, any.b.y));
    assert_int_equal(any.a.x - dx, any.b.x);
    assert_int_equal(any.a.y - dy, any.b.y);
}

static void the_shared_pixel_is_the_first_one(void **state)
{
    (void)state;
    static const int odd[6] = { INT32_MIN, INT32_MAX, -64, 64, 0, 128 };
    test_random      random = { 3 };
    int              hits = 0, cases = 0;
    for (int i = 0; i < case_count(4000); i++)
    {
        rim_mask *a = random_mask(&random, i % 3 ? 60 : 200),
                 *b = random_mask(&random, i % 2 ? 60 : 200);
        // Every kernel in turn.
        const mask_kernels *const *all = mask_kernels_all();
        for (int k = 0; all[k]; k++)
        {
            if (!all[k]->usable()) continue;
            a->kernels = b->kernels = all[k];
            int dx = random_int(&random, -90, 90), dy = random_int(&random, -90, 90);
            if (random_int(&random, 0, 9) == 0) dx = odd[random_int(&random, 0, 5)];
            if (random_int(&random, 0, 9) == 0) dy = odd[random_int(&random, 0, 5)];
            check_shared(a, b, dx, dy, &hits);
            cases++;
        }
        rim_mask_destroy(a);
        rim_mask_destroy(b);
    }
    assert_true(hits > cases / 10 && hits < cases * 4 / 5);
}

// --- all pairs of some ----------------------------------------------------------------------------------------

enum
{
    PAIRS_MOST = 150
};

// Of masks near each other, or far out, or both.
static int place_some(test_random *random, rim_placed_mask *placed, rim_mask *const masks[6])
{
    static const int corners[3] = { 0, INT32_MIN + 20, INT32_MAX - 20 };
    int              count = random_int(random, 0, random_int(random, 0, 3) ? 30 : PAIRS_MOST);
    int              far = random_int(random, 0, 3), side = random_int(random, 5, 300);
    for (int i = 0; i < count; i++)
    {
        int base_x = far ? 0 : corners[random_int(random, 0, 2)];
        int base_y = far ? 0 : corners[random_int(random, 0, 2)];
        if (far == 1) base_x = 1 << 24;
        placed[i].mask = masks[random_int(random, 0, 5)];
        placed[i].x = base_x + random_int(random, -20, base_x > 1 << 25 ? 20 : side);
        placed[i].y = base_y + random_int(random, -20, base_y > 1 << 25 ? 20 : side);
    }
    return count;
}

static rim_shared_pixel slow_pair(const rim_placed_mask *a, const rim_placed_mask *b)
{
    rim_shared_pixel none = { false, { 0, 0 }, { 0, 0 } };
    int64_t          dx = (int64_t)b->x - a->x, dy = (int64_t)b->y - a->y;
    if (dx > 70000 || dx < -70000 || dy > 70000 || dy < -70000) return none;
    return rim_mask_shared_pixel(a->mask, b->mask, (int)dx, (int)dy, RIM_PICK_FIRST);
}

static int pair_order(const void *a, const void *b)
{
    const rim_mask_pair *p = a, *q = b;
    return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

static void all_pairs_that_share_a_pixel_are_found(void **state)
{
    (void)state;
    static rim_mask_pair wanted[PAIRS_MOST * PAIRS_MOST], found[PAIRS_MOST * PAIRS_MOST];
    test_random          random = { 7 };
    int64_t              hits = 0, misses = 0;
    for (int run = 0; run < case_count(400); run++)
    {
        rim_placed_mask placed[PAIRS_MOST];
        rim_mask       *masks[6];
        for (int k = 0; k < 6; k++) masks[k] = random_mask(&random, k == 5 ? 150 : 20);
        int count = place_some(&random, placed, masks), n = 0;
        for (int a = 0; a < count; a++)
            for (int b = a + 1; b < count; b++)
            {
                rim_shared_pixel pixel = slow_pair(&placed[a], &placed[b]);
                rim_mask_pair    pair = { a, b, pixel };
                if (pixel.hit) wanted[n++] = pair;
                misses += !pixel.hit;
            }
        hits += n;
        int capacity = random_int(&random, 0, n + 1);
        memset(found, 0x5a, ((size_t)n + 2) * sizeof *found);
        assert_int_equal(n, rim_mask_pairs(placed, count, RIM_PICK_FIRST, found, capacity));
        assert_int_equal(0x5a5a5a5a, found[capacity < n ? capacity : n].a);
        assert_int_equal(
            n, rim_mask_pairs(placed, count, RIM_PICK_FIRST, found, PAIRS_MOST * PAIRS_MOST));
        qsort(found, (size_t)n, sizeof *found, pair_order);
        for (int k = 0; k < n; k++)
        {
            assert_true(found[k].a == wanted[k].a && found[k].b == wanted[k].b);
            assert_true(found[k].pixel.a.x == wanted[k].pixel.a.x);
            assert_true(found[k].pixel.a.y == wanted[k].pixel.a.y);
            assert_true(found[k].pixel.b.x == wanted[k].pixel.b.x);
            assert_true(found[k].pixel.b.y == wanted[k].pixel.b.y);
        }
        assert_int_equal(n, rim_mask_pairs(placed, count, RIM_PICK_ANY, NULL, 0));
        for (int k = 0; k < 6; k++) rim_mask_destroy(masks[k]);
    }
    assert_true(hits > 10 * case_count(400) && misses > 50 * case_count(400));
}

// --- moments -------------------------------------------------------------------------------------------------

typedef long double exact; // sums up to 2^63 are exact in it, and differences are good to 2^-63

static void check_moments(const rim_mask *mask)
{
    int64_t n = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    for (int64_t v = 0; v < rim_mask_height(mask); v++)
        for (int64_t u = 0; u < rim_mask_width(mask); u++)
            if (rim_mask_get(mask, (int)u, (int)v))
                n++, x += u, y += v, xx += u * u, xy += u * v, yy += v * v;
    rim_moments2 m = rim_mask_moments(mask);
    assert_true(m.count == n && m.x == x && m.y == y && m.xx == xx && m.xy == xy && m.yy == yy);
    if (n == 0)
    {
        assert_true(m.centroid.x == 0.0f && m.centroid.y == 0.0f && m.spread_xx == 0.0);
        assert_true(m.axis.x == 1.0f && m.axis.y == 0.0f);
        return;
    }
    exact mean_x = (exact)x / (exact)n, mean_y = (exact)y / (exact)n;
    exact sxx = 0, sxy = 0, syy = 0;
    for (int v = 0; v < rim_mask_height(mask); v++)
        for (int u = 0; u < rim_mask_width(mask); u++)
            if (rim_mask_get(mask, u, v))
            {
                exact px = (exact)u - mean_x, py = (exact)v - mean_y;
                sxx += px * px, sxy += px * py, syy += py * py;
            }
    sxx /= (exact)n, sxy /= (exact)n, syy /= (exact)n;
    double most = (double)(sxx + syy) + 1.0;
    assert_near(m.centroid.x, (double)(mean_x + 0.5L), ldexp((double)mean_x + 0.5, -23));
    assert_near(m.centroid.y, (double)(mean_y + 0.5L), ldexp((double)mean_y + 0.5, -23));
    assert_near(m.spread_xx, (double)(sxx + 1.0L / 12.0L), 1e-15 * (double)(sxx + 1.0L));
    assert_near(m.spread_yy, (double)(syy + 1.0L / 12.0L), 1e-15 * (double)(syy + 1.0L));
    assert_near(m.spread_xy, (double)sxy, 1e-15 * most);
    double angle = 0.5 * atan2((double)(2.0L * sxy), (double)(sxx - syy));
    double apart = hypot((double)(sxx - syy), 2.0 * (double)sxy);
    assert_true(m.axis.x > 0.0f || (m.axis.x == 0.0f && m.axis.y == 1.0f));
    if (apart < 1e-12 * most) return; // the oracle's own rounding turns it
    double c = cos(angle), s = sin(angle), turn = c * m.axis.y - s * m.axis.x;
    assert_near(turn, 0.0, 0x1p-23 + 1e-15 * most / apart);
    assert_near(hypot(m.axis.x, m.axis.y), 1.0, 0x1p-23);
}

static void moments_are_sums_over_all_pixels(void **state)
{
    (void)state;
    test_random random = { 4 };
    int64_t     pixels = 0;
    for (int i = 0; i < case_count(1500); i++)
    {
        rim_mask *mask = random_mask(&random, i % 4 ? 40 : 200);
        check_moments(mask);
        pixels += rim_mask_count(mask);
        rim_mask_destroy(mask);
    }
    assert_true(pixels > 100 * case_count(1500));
}

// Far from the corner sums of squares and squares of sums agree in all but their last bits.
static void moments_do_not_suffer_from_being_far_away(void **state)
{
    (void)state;
    test_random random = { 5 };
    for (int i = 0; i < case_count(200); i++)
    {
        rim_mask *near, *far;
        assert_int_equal(RIM_OK, rim_mask_create(&near, 40, 30, NULL));
        assert_int_equal(RIM_OK, rim_mask_create(&far, 65536, 100, NULL));
        for (int k = random_int(&random, 1, 300); k > 0; k--)
            rim_mask_set(near, random_int(&random, 0, 39), random_int(&random, 0, 29), true);
        int dx = random_int(&random, 0, 65496), dy = random_int(&random, 0, 70);
        rim_mask_combine(far, RIM_MASK_OR, near, dx, dy);
        rim_moments2 a = rim_mask_moments(near), b = rim_mask_moments(far);
        assert_true(a.spread_xx == b.spread_xx && a.spread_xy == b.spread_xy);
        assert_true(a.spread_yy == b.spread_yy);
        assert_true(a.axis.x == b.axis.x && a.axis.y == b.axis.y);
        assert_int_equal(a.x + a.count * dx, b.x);
        rim_mask_destroy(near);
        rim_mask_destroy(far);
    }
}

static void the_largest_mask_overflows_no_sum(void **state)
{
    (void)state;
    rim_mask *mask;
    assert_int_equal(RIM_OK,
                     rim_mask_create_filled(&mask, RIM_MASK_MAX_SIDE, RIM_MASK_MAX_SIDE, NULL));
    rim_moments2 m = rim_mask_moments(mask);
    assert_true(m.count == (int64_t)1 << 32);
    assert_true(m.x == (int64_t)65535 << 31);
    assert_true(m.xx == 65536 * ((int64_t)65535 * 65536 * 131071 / 6) && m.xx == m.yy);
    assert_true(m.xy == ((int64_t)65535 << 15) * ((int64_t)65535 << 15));
    assert_true(m.centroid.x == 32768.0f && m.spread_xy == 0.0);
    // A square of side s spreads by s^2 / 12.
    assert_near(m.spread_xx, 0x1p32 / 12.0, 1e-6);
    assert_true(m.axis.x == 1.0f && m.axis.y == 0.0f);
    rim_mask_destroy(mask);
}

// A count above 2^26 has a square that is no double.
static void spreads_of_many_pixels_are_good_to_the_last_place(void **state)
{
    (void)state;
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 9261, 11567, NULL));
    rim_mask_draw_rect(mask, rim_rect_make(0, 0, 7251, 993), true);
    rim_mask_draw_rect(mask, rim_rect_make(631, 993, 9261, 11567), true);
    rim_moments2 m = rim_mask_moments(mask);
    assert_int_equal(98453863, m.count);
    // The exact means, rounded to double.
    assert_near(m.spread_xx, 6191138.484463151, ldexp(1.0, 22 - 52));
    assert_near(m.spread_xy, 517679.39436028776, ldexp(1.0, 18 - 52));
    assert_near(m.spread_yy, 10909372.689911216, ldexp(1.0, 23 - 52));
    rim_mask_destroy(mask);
}

static void a_stroke_has_its_own_direction(void **state)
{
    (void)state;
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 50, 50, NULL));
    for (int i = 0; i < 50; i++) rim_mask_set(mask, i, i, true);
    rim_moments2 m = rim_mask_moments(mask);
    assert_near(m.axis.x, sqrt(0.5), 1e-7);
    assert_near(m.axis.y, sqrt(0.5), 1e-7);
    rim_mask_flip(mask, true, false);
    m = rim_mask_moments(mask);
    assert_near(m.axis.x, sqrt(0.5), 1e-7);
    assert_near(m.axis.y, -sqrt(0.5), 1e-7);
    rim_mask_fill(mask, false);
    rim_mask_draw_rect(mask, rim_rect_make(7, 3, 9, 40), true);
    m = rim_mask_moments(mask);
    assert_true(m.axis.x == 0.0f && m.axis.y == 1.0f);
    rim_mask_destroy(mask);
}

// --- other sizes ---------------------------------------------------------------------------------------------

static void resizing_takes_the_pixel_under_each_centre(void **state)
{
    (void)state;
    test_random random = { 6 };
    int64_t     solid = 0;
    for (int i = 0; i < case_count(1500); i++)
    {
        rim_mask *mask = random_mask(&random, i % 3 ? 30 : 150), *made;
        int       w = rim_mask_width(mask), h = rim_mask_height(mask);
        int to_w = random_int(&random, 0, 2 * w + 9), to_h = random_int(&random, 0, 2 * h + 9);
        assert_int_equal(RIM_OK, rim_mask_create_resized(&made, mask, to_w, to_h, NULL));
        assert_int_equal(to_w, rim_mask_width(made));
        assert_int_equal(to_h, rim_mask_height(made));
        for (int y = 0; y < to_h; y++)
            for (int x = 0; x < to_w; x++)
            {
                // (x + 1/2) w / to_w, rounded down, in whole numbers.
                int  from_x = (2 * x + 1) * w / (2 * to_w), from_y = (2 * y + 1) * h / (2 * to_h);
                bool want = rim_mask_get(mask, from_x, from_y);
                assert_int_equal(want, rim_mask_get(made, x, y));
                solid += want;
            }
        assert_clean(made);
        rim_mask_destroy(made);
        rim_mask_destroy(mask);
    }
    assert_true(solid > 100 * case_count(1500));
}

static void resizing_refuses_what_no_mask_can_be(void **state)
{
    (void)state;
    rim_mask *mask, *made;
    assert_int_equal(RIM_OK, rim_mask_create_filled(&mask, 3, 2, NULL));
    assert_int_equal(RIM_ERR_SIZE, rim_mask_create_resized(&made, mask, 65537, 1, NULL));
    assert_null(made);
    assert_int_equal(RIM_ERR_SIZE, rim_mask_create_resized(&made, mask, 1, -1, NULL));
    assert_int_equal(RIM_OK, rim_mask_create_resized(&made, mask, 65536, 3, NULL));
    assert_int_equal(3 * 65536, rim_mask_count(made));
    rim_mask_destroy(made);
    rim_mask_destroy(mask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(filling_reaches_every_pixel_and_no_more),
        cmocka_unit_test(masks_are_equal_if_every_pixel_is),
        cmocka_unit_test(the_shared_pixel_is_the_first_one),
        cmocka_unit_test(all_pairs_that_share_a_pixel_are_found),
        cmocka_unit_test(moments_are_sums_over_all_pixels),
        cmocka_unit_test(moments_do_not_suffer_from_being_far_away),
        cmocka_unit_test(the_largest_mask_overflows_no_sum),
        cmocka_unit_test(spreads_of_many_pixels_are_good_to_the_last_place),
        cmocka_unit_test(a_stroke_has_its_own_direction),
        cmocka_unit_test(resizing_takes_the_pixel_under_each_centre),
        cmocka_unit_test(resizing_refuses_what_no_mask_can_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
