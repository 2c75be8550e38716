#include "support/support.h"

#include "rimcast/angle.h"
#include "rimcast/mask.h"
#include "rimcast/outline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- an oracle in integers ----------------------------------------------------------------------------
//
// Directions are multiples of 2^-66 and anchors, here, of 2^-24, so that a place on the ray is a fraction
// of 128-bit integers. Every solid pixel is asked for its interval of the ray; the outermost wins.

__extension__ typedef __int128 wide;

typedef struct fraction
{
    wide top, bottom; // bottom > 0
} fraction;

static int compare_fractions(fraction a, fraction b)
{
    // 2^48 / 2^67 each at most: the products stay below 2^127.
    wide p = a.top * b.bottom, q = b.top * a.bottom;
    return p < q ? -1 : p > q;
}

typedef struct interval
{
    fraction lo, hi;
    bool     lo_in, hi_in, empty, whole;
} interval;

static wide scaled(double value, int bits)
{
    double high = ldexp(value, bits);
    assert_true(fabs(high) < 0x1p90 && high == floor(high));
    // More than 64 bits do not come out of a double with the low ones set.
    int    exponent;
    double mantissa = frexp(high, &exponent);
    wide   m = (int64_t)ldexp(mantissa, 53);
    return exponent >= 53 ? m * ((wide)1 << (exponent - 53)) : m / ((wide)1 << (53 - exponent));
}

// r with k <= a + r d < k + 1
static interval interval_of(double a, double d, int k)
{
    wide     at = scaled(a, 24), dir = scaled(d, 66);
    wide     near = (wide)k * (1 << 24) - at, far = ((wide)k + 1) * (1 << 24) - at;
    interval i = { { 0, 1 }, { 0, 1 }, true, true, false, false };
    if (dir == 0)
    {
        i.whole = near <= 0 && 0 < far;
        i.empty = !i.whole;
        return i;
    }
    fraction to_k = { dir > 0 ? near : -near, dir > 0 ? dir : -dir };
    fraction to_next = { dir > 0 ? far : -far, dir > 0 ? dir : -dir };
    i.lo = dir > 0 ? to_k : to_next;
    i.hi = dir > 0 ? to_next : to_k;
    i.lo_in = dir > 0;
    i.hi_in = dir < 0;
    return i;
}

static interval intersect(interval a, interval b)
{
    if (a.empty || b.whole) return a;
    if (b.empty || a.whole) return b;
    interval c = a;
    int      lower = compare_fractions(a.lo, b.lo), upper = compare_fractions(a.hi, b.hi);
    if (lower < 0 || (lower == 0 && !b.lo_in)) c.lo = b.lo, c.lo_in = b.lo_in;
    if (upper > 0 || (upper == 0 && !b.hi_in)) c.hi = b.hi, c.hi_in = b.hi_in;
    int order = compare_fractions(c.lo, c.hi);
    c.empty = order > 0 || (order == 0 && !(c.lo_in && c.hi_in));
    return c;
}

typedef struct met
{
    bool        hit;
    int         x, y;
    long double at_x, at_y;
} met;

static bool starts_later(interval a, interval b)
{
    int order = compare_fractions(a.hi, b.hi);
    return order > 0 || (order == 0 && a.hi_in && !b.hi_in);
}

static met slow_cast(const rim_mask *mask, rim_vec2 anchor, int k, int rays)
{
    rim_sincos_pair d = rim_sincos_degrees(k * 360.0 / rays);
    met             best = { false, 0, 0, 0, 0 };
    interval        best_interval = { { 0, 1 }, { 0, 1 }, true, true, true, false };
    interval        forward = { { 0, 1 }, { (wide)1 << 40, 1 }, true, true, false, false };
    for (int y = 0; y < rim_mask_height(mask); y++)
    {
        interval row = interval_of(anchor.y, d.sin, y);
        if (row.empty) continue;
        for (int x = 0; x < rim_mask_width(mask); x++)
        {
            if (!rim_mask_get(mask, x, y)) continue;
            interval i = intersect(intersect(interval_of(anchor.x, d.cos, x), row), forward);
            if (i.empty || (best.hit && !starts_later(i, best_interval))) continue;
            best_interval = i;
            long double r = (long double)i.hi.top / (long double)i.hi.bottom * 0x1p42L;
            met         here = { true, x, y, r * (long double)d.cos, r * (long double)d.sin };
            best = here;
        }
    }
    return best;
}

static void check_cast(const rim_mask *mask, rim_vec2 anchor, int rays)
{
    rim_edge_point *points = malloc((size_t)rays * sizeof *points);
    int             hits = rim_outline_cast(mask, anchor, rays, points), seen = 0;
    for (int k = 0; k < rays; k++)
    {
        met want = slow_cast(mask, anchor, k, rays);
        if (want.hit != points[k].hit)
            print_error("ray %d of %d about (%a, %a)\n", k, rays, (double)anchor.x,
                        (double)anchor.y);
        assert_int_equal(want.hit, points[k].hit);
        seen += want.hit;
        double x = (double)want.at_x, y = (double)want.at_y;
        assert_near(points[k].at.x, x, fmax(1e-5, 0x1.01p-24 * fabs(x)));
        assert_near(points[k].at.y, y, fmax(1e-5, 0x1.01p-24 * fabs(y)));
    }
    assert_int_equal(hits, seen);
    free(points);
}

static void check_kept_directions(const rim_mask *mask, rim_vec2 anchor, int rays)
{
    rim_edge_point  *points = malloc((size_t)rays * sizeof *points);
    rim_edge_point  *others = malloc((size_t)rays * sizeof *others);
    rim_sincos_pair *directions = malloc((size_t)rays * sizeof *directions);
    rim_outline_directions(rays, directions);
    assert_int_equal(rim_outline_cast(mask, anchor, rays, points),
                     rim_outline_cast_along(mask, anchor, rays, directions, others));
    for (int k = 0; k < rays; k++)
    {
        rim_sincos_pair d = rim_sincos_degrees(k * 360.0 / rays);
        assert_memory_equal(&d, &directions[k], sizeof d);
        assert_same_bits(points[k].at.x, others[k].at.x);
        assert_same_bits(points[k].at.y, others[k].at.y);
        assert_int_equal(points[k].hit, others[k].hit);
    }
    free(points);
    free(others);
    free(directions);
}

// --- masks to ask -------------------------------------------------------------------------------------

static rim_mask *make_mask(int width, int height)
{
    rim_mask *mask = NULL;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, width, height, NULL));
    return mask;
}

static rim_mask *random_mask(test_random *random, int most)
{
    rim_mask *mask = make_mask(random_int(random, 1, most), random_int(random, 1, most));
    int       kind = random_int(random, 0, 3), w = rim_mask_width(mask), h = rim_mask_height(mask);
    int       density = random_int(random, 1, 100);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
        {
            bool solid = random_int(random, 0, 99) < density; // dust
            if (kind == 1)
                solid = 4 * (2 * x - w) * (2 * x - w) + (2 * y - h) * (2 * y - h) < w * h;
            if (kind == 2) solid = x == y || x + y == w - 1;         // one-pixel diagonals
            if (kind == 3) solid = random_int(random, 0, w * h) < 2; // next to nothing
            rim_mask_set(mask, x, y, solid);
        }
    return mask;
}

static float on_grid(double value)
{
    return (float)(floor(value * 0x1p24) * 0x1p-24);
}

static rim_vec2 random_anchor(test_random *random, const rim_mask *mask)
{
    int w = rim_mask_width(mask), h = rim_mask_height(mask);
    int x = random_int(random, -w, 2 * w), y = random_int(random, -h, 2 * h);
    switch (random_int(random, 0, 4))
    {
    case 0:
        return rim_vec2_make((float)w / 2, (float)h / 2);
    case 1:
        return rim_vec2_make((float)x, (float)y);
    case 2:
        return rim_vec2_make((float)x + 0.5f, (float)y + 0.5f);
    case 3:
        return rim_vec2_make(on_grid(w * random_unit(random)), on_grid(h * random_unit(random)));
    default:
        return rim_vec2_make(on_grid(300.0 * random_unit(random) - 150.0),
                             on_grid(300.0 * random_unit(random) - 150.0));
    }
}

static void each_ray_finds_the_first_pixel_it_meets(void **state)
{
    (void)state;
    static const int counts[] = { 1, 2, 3, 4, 5, 7, 8, 12, 16, 24, 36, 37, 90, 100 };
    test_random      random = { 1 };
    int              rays = 0;
    for (int i = 0; i < case_count(1500); i++)
    {
        rim_mask *mask = random_mask(&random, i % 10 == 0 ? 140 : 24);
        int       n = counts[random_int(&random, 0, 13)];
        check_cast(mask, random_anchor(&random, mask), n);
        rays += n;
        rim_mask_destroy(mask);
    }
    assert_true(rays >= case_count(1500) * 20);
}

// Empty rows are skipped by 8 and 32, and words end every 64 pixels.
static void rays_of_large_masks_agree(void **state)
{
    (void)state;
    static const int counts[] = { 8, 36, 60, 129, 360, 1024 };
    test_random      random = { 3 };
    for (int i = 0; i < case_count(60); i++)
    {
        rim_mask *mask = random_mask(&random, 300);
        rim_vec2  anchor = random_anchor(&random, mask);
        check_cast(mask, anchor, counts[i % 3]);
        check_kept_directions(mask, anchor, counts[random_int(&random, 0, 5)]);
        rim_mask_destroy(mask);
    }
}

static void directions_need_not_be_unit_vectors(void **state)
{
    (void)state;
    rim_mask                    *mask = make_mask(9, 9);
    static const rim_sincos_pair directions[] = { { 3, 4 },         { 0x3p-60, 0x4p-60 },
                                                  { -0.0, 0x1p60 }, { 0, 0 },
                                                  { NAN, 1 },       { 1, INFINITY },
                                                  { 1e30, 1 } };
    rim_edge_point               p[7];
    rim_mask_set(mask, 7, 8, true);
    rim_mask_set(mask, 4, 6, true);
    assert_int_equal(3, rim_outline_cast_along(mask, rim_vec2_make(4.5f, 4.5f), 7, directions, p));
    assert_same_bits(p[0].at.x, 3.375f);
    assert_same_bits(p[0].at.y, 4.5f);
    assert_memory_equal(&p[0].at, &p[1].at, sizeof p[0].at);
    assert_same_bits(p[2].at.x, 0.0f);
    assert_same_bits(p[2].at.y, 2.5f);
    for (int k = 3; k < 7; k++) assert_false(p[k].hit);
    rim_mask_destroy(mask);
}

// From an anchor on the border of two rows or columns, the least slope decides which of the two a ray runs along.
static void the_smallest_slope_decides(void **state)
{
    (void)state;
    static const double slopes[] = { 1e-30, 1e-280, 1e-305, 1e-310, 0x1p-1074 };
    rim_mask           *mask = make_mask(9, 9);
    rim_edge_point      p[8];
    rim_mask_set(mask, 7, 3, true);
    rim_mask_set(mask, 6, 4, true);
    rim_mask_set(mask, 3, 7, true);
    rim_mask_set(mask, 4, 6, true);
    for (int i = 0; i < 5; i++)
    {
        double                e = slopes[i];
        rim_sincos_pair       directions[] = { { 1, -e },      { 1, e },      { -e, 1 }, { e, 1 },
                                               { 0x1p60, -e }, { 0x1p60, e }, { -1, e }, { e, -1 } };
        static const rim_vec2 wanted[] = { { 4, 0 }, { 3, 0 }, { 0, 4 }, { 0, 3 },
                                           { 4, 0 }, { 3, 0 }, { 0, 0 }, { 0, 0 } };
        rim_vec2              anchor = rim_vec2_make(4, 4);
        assert_int_equal(6, rim_outline_cast_along(mask, anchor, 8, directions, p));
        for (int k = 0; k < 8; k++)
        {
            assert_near(p[k].at.x, wanted[k].x, 1e-20);
            assert_near(p[k].at.y, wanted[k].y, 1e-20);
        }
    }
    rim_mask_destroy(mask);
}

static void thousands_of_rays_agree_too(void **state)
{
    (void)state;
    test_random random = { 2 };
    for (int i = 0; i < case_count(20); i++)
    {
        rim_mask *mask = random_mask(&random, 12);
        check_cast(mask, random_anchor(&random, mask), i % 2 ? 4096 : 1023 + i);
        rim_mask_destroy(mask);
    }
}

static void all_masks_of_three_by_three_agree(void **state)
{
    (void)state;
    static const rim_vec2 anchors[] = {
        { 1.5f, 1.5f }, { 1, 1 }, { 0, 3 }, { 1, 2.5f }, { -1, -1 }
    };
    for (int bits = 0; bits < 512; bits++)
    {
        rim_mask *mask = make_mask(3, 3);
        for (int i = 0; i < 9; i++) rim_mask_set(mask, i % 3, i / 3, bits >> i & 1);
        for (int i = 0; i < 5; i++) check_cast(mask, anchors[i], 8);
        rim_mask_destroy(mask);
    }
}

// --- hand-made cases -----------------------------------------------------------------------------------

static void a_single_pixel_is_entered_in_the_middle_of_its_sides(void **state)
{
    (void)state;
    rim_mask      *mask = make_mask(1, 1);
    rim_edge_point p[4];
    rim_mask_set(mask, 0, 0, true);
    assert_int_equal(4, rim_outline_cast(mask, rim_vec2_make(0.5f, 0.5f), 4, p));
    static const float want[4][2] = { { 0.5f, 0 }, { 0, 0.5f }, { -0.5f, 0 }, { 0, -0.5f } };
    for (int k = 0; k < 4; k++)
    {
        assert_true(p[k].hit);
        assert_same_bits(p[k].at.x, want[k][0]);
        assert_same_bits(p[k].at.y, want[k][1]);
    }
    rim_mask_destroy(mask);
}

// The point (1, y) is not in the square [0, 1): a ray down the right edge passes, one down the left edge
// meets the pixel. Likewise below and above.
static void half_open_squares_decide_rays_along_edges(void **state)
{
    (void)state;
    rim_mask      *mask = make_mask(3, 3);
    rim_edge_point p[4];
    rim_mask_set(mask, 1, 1, true);
    rim_outline_cast(mask, rim_vec2_make(2.0f, 4.0f), 4, p);
    assert_false(p[3].hit);
    rim_outline_cast(mask, rim_vec2_make(1.0f, 4.0f), 4, p);
    assert_true(p[3].hit);
    assert_same_bits(p[3].at.y, -3.0f);
    rim_outline_cast(mask, rim_vec2_make(4.0f, 2.0f), 4, p);
    assert_false(p[2].hit);
    rim_outline_cast(mask, rim_vec2_make(4.0f, 1.0f), 4, p);
    assert_true(p[2].hit);
    assert_same_bits(p[2].at.x, -3.0f);
    rim_mask_destroy(mask);
}

static void diagonals_run_through_corners_exactly(void **state)
{
    (void)state;
    rim_mask      *mask = make_mask(9, 9);
    rim_edge_point p[8];
    for (int i = 0; i < 9; i++) rim_mask_set(mask, i, i, true);
    assert_int_equal(8, rim_outline_cast(mask, rim_vec2_make(4.5f, 4.5f), 8, p));
    assert_same_bits(p[1].at.x, 4.5f);
    assert_same_bits(p[1].at.y, 4.5f);
    assert_same_bits(p[5].at.x, -4.5f);
    assert_same_bits(p[5].at.y, -4.5f);
    // Across the diagonal the ray meets the middle pixel alone, at its corner.
    assert_same_bits(p[3].at.x, -0.5f);
    assert_same_bits(p[3].at.y, 0.5f);
    assert_same_bits(p[7].at.x, 0.5f);
    assert_same_bits(p[7].at.y, -0.5f);
    rim_mask_destroy(mask);

    // The ray to the upper right through (1, 1) has that one point in the pixel below and to the right.
    mask = make_mask(2, 2);
    rim_mask_set(mask, 1, 1, true);
    rim_outline_cast(mask, rim_vec2_make(0.0f, 2.0f), 8, p);
    assert_true(p[7].hit);
    assert_same_bits(p[7].at.x, 1.0f);
    assert_same_bits(p[7].at.y, -1.0f);
    rim_mask_destroy(mask);
}

// The same corner missed and met by less than double can see beside it.
static void the_smallest_shift_of_the_anchor_decides(void **state)
{
    (void)state;
    rim_mask      *mask = make_mask(2, 2);
    rim_edge_point p[8];
    rim_mask_set(mask, 1, 1, true);
    rim_outline_cast(mask, rim_vec2_make(0x1p-60f, 2.0f), 8, p);
    assert_true(p[7].hit);
    rim_outline_cast(mask, rim_vec2_make(-0x1p-60f, 2.0f), 8, p);
    assert_false(p[7].hit);
    rim_mask_destroy(mask);
}

static void the_anchor_itself_is_the_rays_last_point(void **state)
{
    (void)state;
    rim_mask      *mask = make_mask(2, 2);
    rim_edge_point p[4];
    rim_mask_set(mask, 1, 1, true);
    // Pixel (1, 1) has its corner (1, 1): rays that come from the empty side end on it.
    assert_int_equal(4, rim_outline_cast(mask, rim_vec2_make(1.0f, 1.0f), 4, p));
    assert_same_bits(p[2].at.x, 0.0f);
    assert_same_bits(p[3].at.y, 0.0f);
    assert_same_bits(p[0].at.x, 1.0f);
    // From the far corner nothing is met: (2, 2) belongs to the next pixel.
    assert_int_equal(0, rim_outline_cast(mask, rim_vec2_make(2.0f, 2.0f), 2, p));
    rim_mask_destroy(mask);
}

static void nonsense_hits_nothing(void **state)
{
    (void)state;
    rim_mask      *mask = make_mask(4, 4), *nothing = make_mask(0, 0);
    rim_edge_point p[4] = { { { 9, 9 }, true } };
    for (int i = 0; i < 16; i++) rim_mask_set(mask, i % 4, i / 4, true);
    assert_int_equal(0, rim_outline_cast(mask, rim_vec2_make(0, 0), 0, p));
    assert_int_equal(0, rim_outline_cast(mask, rim_vec2_make(0, 0), -5, p));
    assert_true(p[0].hit); // untouched
    assert_int_equal(0, rim_outline_cast(mask, rim_vec2_make(NAN, 0), 4, p));
    assert_int_equal(0, rim_outline_cast(mask, rim_vec2_make(0, INFINITY), 4, p));
    assert_false(p[0].hit);
    assert_int_equal(0, rim_outline_cast(nothing, rim_vec2_make(0, 0), 4, p));
    assert_int_equal(1, rim_outline_cast(mask, rim_vec2_make(3e38f, 2), 4, p));
    assert_true(p[2].hit);
    assert_int_equal(1, rim_outline_cast(mask, rim_vec2_make(1e-40f, -2e9f), 4, p));
    assert_true(p[1].hit);
    assert_int_equal(0, rim_outline_cast(mask, rim_vec2_make(-1e-40f, -2e9f), 4, p));
    rim_mask_destroy(mask);
    rim_mask_destroy(nothing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_ray_finds_the_first_pixel_it_meets),
        cmocka_unit_test(rays_of_large_masks_agree),
        cmocka_unit_test(directions_need_not_be_unit_vectors),
        cmocka_unit_test(the_smallest_slope_decides),
        cmocka_unit_test(thousands_of_rays_agree_too),
        cmocka_unit_test(all_masks_of_three_by_three_agree),
        cmocka_unit_test(a_single_pixel_is_entered_in_the_middle_of_its_sides),
        cmocka_unit_test(half_open_squares_decide_rays_along_edges),
        cmocka_unit_test(diagonals_run_through_corners_exactly),
        cmocka_unit_test(the_smallest_shift_of_the_anchor_decides),
        cmocka_unit_test(the_anchor_itself_is_the_rays_last_point),
        cmocka_unit_test(nonsense_hits_nothing),
    };
    return cmocka_run_group_tests_name("outline", tests, NULL, NULL);
}
