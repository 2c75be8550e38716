#include "support/support.h"

#include "flat/mask/bits.h"
#include "flat/sprite/data.h"
#include "rimcast/sprite.h"

#include <math.h>
#include <stdlib.h>

// --- an oracle in 128-bit integers ----------------------------------------------------------------------
//
// Poses here are multiples of 2^-21, anchors and points multiples of 2^-30, so that the coordinates times the
// determinant are whole multiples of 2^-102 or so.

__extension__ typedef __int128 wide;

static wide scaled(double value, int bits)
{
    double high = ldexp(value, bits);
    assert_true(fabs(high) < 0x1p62 && high == floor(high));
    return (int64_t)high;
}

static int floor_quotient(wide top, wide bottom)
{
    if (bottom < 0) top = -top, bottom = -bottom;
    wide q = top / bottom;
    if (q * bottom > top) q--;
    return q < -1 ? -1 : (q > 100000 ? 100000 : (int)q);
}

// wx and wy are multiples of 2^-51, given as integers.
static bool slow_contains(const rim_mask *mask, rim_vec2 anchor, rim_xform2 m, wide wx, wide wy)
{
    wide a = scaled(m.a, 21), b = scaled(m.b, 21), c = scaled(m.c, 21), d = scaled(m.d, 21);
    wide det = a * d - b * c;
    if (det == 0) return false;
    wide x = wx - scaled(m.tx, 21) * ((wide)1 << 30), y = wy - scaled(m.ty, 21) * ((wide)1 << 30);
    wide u = d * x - c * y + det * scaled(anchor.x, 30);
    wide v = a * y - b * x + det * scaled(anchor.y, 30);
    det *= (wide)1 << 30;
    return rim_mask_get(mask, floor_quotient(u, det), floor_quotient(v, det));
}

static bool slow_contains_point(const rim_mask *mask, rim_vec2 anchor, rim_xform2 m, rim_vec2 p)
{
    return slow_contains(mask, anchor, m, scaled(p.x, 30) * (1 << 21), scaled(p.y, 30) * (1 << 21));
}

// --- sprites and poses -------------------------------------------------------------------------------------

static float on_grid(double value, int bits)
{
    return (float)ldexp(floor(ldexp(value, bits)), -bits);
}

static rim_mask *random_mask(test_random *random, int most)
{
    rim_mask *mask = NULL;
    int       w = random_int(random, 1, most), h = random_int(random, 1, most);
    assert_int_equal(RIM_OK, rim_mask_create(&mask, w, h, NULL));
    int density = random_int(random, 1, 100);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) rim_mask_set(mask, x, y, random_int(random, 0, 99) < density);
    return mask;
}

static rim_sprite *make_sprite(const rim_mask *mask, rim_vec2 anchor, int rays)
{
    rim_sprite_options options = { true, anchor, rays, NULL };
    rim_sprite        *sprite = NULL;
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
    return sprite;
}

static rim_vec2 random_anchor(test_random *random, const rim_mask *mask)
{
    float w = (float)rim_mask_width(mask), h = (float)rim_mask_height(mask);
    switch (random_int(random, 0, 2))
    {
    case 0:
        return rim_vec2_make(w / 2, h / 2);
    case 1:
        return rim_vec2_make((float)random_int(random, -3, 20), (float)random_int(random, -3, 20));
    default:
        return rim_vec2_make(on_grid(random_unit(random) * w, 20),
                             on_grid(random_unit(random) * h, 20));
    }
}

static float random_entry(test_random *random)
{
    int bits = random_int(random, 2, 23);
    return (float)ldexp(random_int(random, -(1 << bits), 1 << bits), -21);
}

static rim_xform2 random_pose(test_random *random)
{
    static const float quarters[4][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };
    rim_vec2           at = rim_vec2_make(on_grid(random_unit(random) * 40 - 20, 16),
                                          on_grid(random_unit(random) * 40 - 20, 16));
    if (random_int(random, 0, 1)) at = rim_vec2_make(floorf(at.x * 2) / 2, floorf(at.y * 2) / 2);
    const float *q = quarters[random_int(random, 0, 3)];
    float        s = (float)ldexp(1.0, random_int(random, -4, 2));
    float        flip = random_int(random, 0, 1) ? 1.0f : -1.0f;
    switch (random_int(random, 0, 4))
    {
    case 0:
        return rim_xform2_translation(at);
    case 1:
        return (rim_xform2){ q[0] * s, q[1] * s, -q[1] * s * flip, q[0] * s * flip, at.x, at.y };
    case 2:
    {
        double turn = random_unit(random) * 7;
        return (rim_xform2){ on_grid(cos(turn), 21),
                             on_grid(sin(turn), 21),
                             on_grid(-sin(turn), 21) * flip,
                             on_grid(cos(turn), 21) * flip,
                             at.x,
                             at.y };
    }
    default:
        return (rim_xform2){ random_entry(random),
                             random_entry(random),
                             random_entry(random),
                             random_entry(random),
                             at.x,
                             at.y };
    }
}

static rim_xform2 scaled_pose(rim_xform2 m, int bits)
{
    float s = (float)ldexp(1.0, bits);
    return (rim_xform2){ m.a * s, m.b * s, m.c * s, m.d * s, m.tx * s, m.ty * s };
}

// --- a point against the shape ---------------------------------------------------------------------------------

static void points_are_inside_exactly_where_integers_say_so(void **state)
{
    (void)state;
    test_random random = { 7 };
    int         inside = 0, cases = 0;
    for (int i = 0; i < case_count(10000); i++)
    {
        rim_mask   *mask = random_mask(&random, 16);
        rim_vec2    anchor = random_anchor(&random, mask);
        rim_sprite *sprite = make_sprite(mask, anchor, 8);
        rim_xform2  m = random_pose(&random);
        for (int k = 0; k < 60; k++, cases++)
        {
            // Near a pixel corner most of the time, so that rounding would matter.
            float x = (float)random_int(&random, -1, 17) - anchor.x;
            float y = (float)random_int(&random, -1, 17) - anchor.y;
            if (k % 3 == 0) x += random_float(&random, 0, 1), y += random_float(&random, 0, 1);
            rim_vec2 p = rim_xform2_apply(m, rim_vec2_make(x, y));
            p = rim_vec2_make(on_grid(p.x, 24), on_grid(p.y, 24));
            bool want = slow_contains_point(mask, anchor, m, p);
            assert_int_equal(want, rim_sprite_contains(rim_posed_make(sprite, m), p));
            inside += want;
            if (k % 8) continue;
            for (int bits = -60; bits <= 60; bits += 40)
            {
                float     s = (float)ldexp(1.0, bits);
                rim_posed moved = rim_posed_make(sprite, scaled_pose(m, bits));
                assert_int_equal(want, rim_sprite_contains(moved, rim_vec2_scale(p, s)));
            }
        }
        rim_sprite_destroy(sprite);
        rim_mask_destroy(mask);
    }
    assert_true(cases >= case_count(10000) * 60 && inside > cases / 20 && inside < cases);
}

static void flattened_and_broken_poses_contain_nothing(void **state)
{
    (void)state;
    rim_mask *mask = NULL;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 4, 4, NULL));
    for (int i = 0; i < 16; i++) rim_mask_set(mask, i % 4, i / 4, true);
    rim_sprite *sprite = make_sprite(mask, rim_vec2_make(2, 2), 8);
    rim_posed   whole = rim_posed_make(sprite, rim_xform2_identity());
    rim_vec2    zero = rim_vec2_make(0, 0);
    assert_true(rim_sprite_contains(whole, zero));
    rim_xform2 bad[] = {
        (rim_xform2){ 0, 0, 0, 0, 0, 0 },         (rim_xform2){ 1, 0, 0, 0, 0, 0 },
        (rim_xform2){ 2, 4, 1, 2, 0, 0 },         (rim_xform2){ NAN, 0, 0, 1, 0, 0 },
        (rim_xform2){ 1, 0, 0, 1, NAN, 0 },       (rim_xform2){ INFINITY, 0, 0, 1, 0, 0 },
        (rim_xform2){ 1, 0, 0, 1, 0, -INFINITY },
    };
    for (int i = 0; i < 7; i++)
    {
        rim_posed posed = rim_posed_make(sprite, bad[i]);
        int       rays[8];
        assert_false(rim_sprite_contains(posed, zero));
        assert_int_equal(-1, rim_sprite_outline_first(posed, whole));
        assert_int_equal(-1, rim_sprite_outline_first(whole, posed));
        assert_int_equal(0, rim_sprite_outline_all(posed, whole, rays, 8));
        assert_int_equal(0, rim_sprite_outline_all(whole, posed, NULL, 0));
    }
    assert_false(rim_sprite_contains(whole, rim_vec2_make(NAN, 0)));
    assert_false(rim_sprite_contains(whole, rim_vec2_make(0, INFINITY)));
    // The largest and the smallest floats: an answer, whatever the products come to.
    rim_posed huge = rim_posed_make(sprite, (rim_xform2){ 3e38f, 0, 0, 3e38f, 3e38f, -3e38f });
    assert_true(rim_sprite_contains(huge, rim_vec2_make(3.2e38f, -3.1e38f)));
    rim_posed tiny = rim_posed_make(sprite, (rim_xform2){ 1e-45f, 0, 0, 1e-45f, 0, 0 });
    assert_true(rim_sprite_contains(tiny, rim_vec2_make(1e-45f, 1e-45f)));
    assert_false(rim_sprite_contains(tiny, rim_vec2_make(3e-45f, 0)));
    rim_sprite_destroy(sprite);
    rim_mask_destroy(mask);
}

// --- outline points against the shape ---------------------------------------------------------------------------

static bool slow_point_hits(rim_posed a, rim_vec2 p, rim_posed b)
{
    rim_xform2 m = a.pose;
    wide       det = scaled(m.a, 21) * scaled(m.d, 21) - scaled(m.b, 21) * scaled(m.c, 21);
    if (det == 0) return false;
    wide x = scaled(p.x, 30), y = scaled(p.y, 30);
    wide wx = scaled(m.a, 21) * x + scaled(m.c, 21) * y + scaled(m.tx, 21) * ((wide)1 << 30);
    wide wy = scaled(m.b, 21) * x + scaled(m.d, 21) * y + scaled(m.ty, 21) * ((wide)1 << 30);
    return slow_contains(rim_sprite_mask(b.sprite), rim_sprite_anchor(b.sprite), b.pose, wx, wy);
}

static bool on_fine_grid(rim_vec2 p)
{
    return ldexp(p.x, 30) == floor(ldexp(p.x, 30)) && ldexp(p.y, 30) == floor(ldexp(p.y, 30));
}

static int check_pair(rim_posed a, rim_posed b, int *points)
{
    int                   rays, hits = 0, first = -1, got[64], capacity = 64;
    const rim_edge_point *outline = rim_sprite_outline(a.sprite, &rays);
    int                   count = rim_sprite_outline_all(a, b, got, capacity);
    for (int k = 0; k < rays; k++)
    {
        if (!outline[k].hit) continue;
        if (!on_fine_grid(outline[k].at)) return 0;
        (*points)++;
        if (!slow_point_hits(a, outline[k].at, b)) continue;
        if (first < 0) first = k;
        assert_true(hits < count);
        assert_int_equal(k, got[hits]);
        hits++;
    }
    assert_int_equal(hits, count);
    assert_int_equal(first, rim_sprite_outline_first(a, b));
    // A short buffer gets the first ones, and the count is that of all.
    int few[2] = { -7, -7 };
    assert_int_equal(count, rim_sprite_outline_all(a, b, few, 1));
    assert_int_equal(count > 0 ? got[0] : -7, few[0]);
    assert_int_equal(-7, few[1]);
    return hits;
}

static void outline_points_hit_exactly_where_integers_say_so(void **state)
{
    (void)state;
    test_random random = { 8 };
    int         points = 0, hits = 0;
    for (int i = 0; i < case_count(6000); i++)
    {
        rim_mask   *ma = random_mask(&random, 16), *mb = random_mask(&random, 16);
        rim_vec2    aa = random_anchor(&random, ma), ab = random_anchor(&random, mb);
        rim_sprite *a = make_sprite(ma, aa, random_int(&random, 1, 40));
        rim_sprite *b = make_sprite(mb, ab, 4);
        for (int k = 0; k < 8; k++)
        {
            rim_xform2 pa = random_pose(&random), pb = random_pose(&random);
            if (k % 4 == 1) pb = pa;
            if (k % 4 == 2)
                pa = rim_xform2_translation(rim_vec2_make((float)random_int(&random, -9, 9), 0)),
                pb = rim_xform2_translation(rim_vec2_make(0, (float)random_int(&random, -9, 9)));
            rim_posed qa = rim_posed_make(a, pa), qb = rim_posed_make(b, pb);
            int       found = check_pair(qa, qb, &points);
            hits += found;
            qa.pose = scaled_pose(pa, 10), qb.pose = scaled_pose(pb, 10);
            int rays[64];
            if (found) assert_int_equal(found, rim_sprite_outline_all(qa, qb, rays, 64));
        }
        rim_sprite_destroy(a);
        rim_sprite_destroy(b);
        rim_mask_destroy(ma);
        rim_mask_destroy(mb);
    }
    assert_true(points >= case_count(6000) * 60 && hits > points / 50);
}

// A mask of many strips: both anchors off a border by the same quarter, whole offsets.
static void every_kernel_finds_the_points_of_whole_offsets(void **state)
{
    (void)state;
    test_random random = { 18 };
    int         points = 0, hits = 0, paths = 0;
    for (int i = 0; i < case_count(400); i++)
    {
        rim_mask   *ma = random_mask(&random, 40), *mb = random_mask(&random, 200);
        float       part = 0.25f * (float)random_int(&random, 0, 3);
        rim_vec2    aa = rim_vec2_make((float)random_int(&random, -3, 30) + part, 7.5f);
        rim_vec2    ab = rim_vec2_make((float)random_int(&random, -3, 99) + part, 9.5f);
        rim_sprite *a = make_sprite(ma, aa, random_int(&random, 1, 40));
        rim_sprite *b = make_sprite(mb, ab, 4);
        rim_mask   *looked_up = b->mask;
        for (const mask_kernels *const *k = mask_kernels_all(); *k; k++)
        {
            if (!(*k)->usable()) continue;
            looked_up->kernels = *k;
            paths++;
            for (int n = 0; n < 8; n++)
            {
                rim_vec2 at = rim_vec2_make((float)random_int(&random, -99, 99) + 0.125f,
                                            (float)random_int(&random, -99, 99));
                rim_vec2 to = rim_vec2_make(0.125f, (float)random_int(&random, -9, 9));
                hits += check_pair(rim_posed_make(a, rim_xform2_translation(at)),
                                   rim_posed_make(b, rim_xform2_translation(to)), &points);
            }
        }
        rim_sprite_destroy(a);
        rim_sprite_destroy(b);
        rim_mask_destroy(ma);
        rim_mask_destroy(mb);
    }
    assert_true(paths >= case_count(400));
    assert_true(points >= case_count(400) * 50 && hits > points / 50);
}

// The point lies at 3 - 2^-60, which double rounds to 3: it is in column 2 all the same.
static void a_point_just_left_of_a_border_is_left_of_it(void **state)
{
    (void)state;
    rim_mask *dot = NULL, *bar = NULL;
    assert_int_equal(RIM_OK, rim_mask_create(&dot, 1, 1, NULL));
    assert_int_equal(RIM_OK, rim_mask_create(&bar, 5, 1, NULL));
    rim_mask_set(dot, 0, 0, true);
    for (int column = 2; column <= 3; column++)
    {
        rim_mask_set(bar, 2, 0, column == 2);
        rim_mask_set(bar, 3, 0, column == 3);
        rim_sprite *a = make_sprite(dot, rim_vec2_make(0x1p-60f, 0.5f), 2);
        rim_sprite *b = make_sprite(bar, rim_vec2_make(0, 0), 2);
        int         rays[2];
        rim_posed   posed = rim_posed_make(a, rim_xform2_translation(rim_vec2_make(3, 0)));
        rim_posed   still = rim_posed_make(b, rim_xform2_identity());
        int         count = rim_sprite_outline_all(posed, still, rays, 2);
        assert_int_equal(column == 2, count > 0 && rays[count - 1] == 1);
        rim_sprite_destroy(a);
        rim_sprite_destroy(b);
    }
    rim_mask_destroy(dot);
    rim_mask_destroy(bar);
}

// --- boxes and the rest --------------------------------------------------------------------------------------------

static void bounds_hold_every_solid_pixel(void **state)
{
    (void)state;
    test_random random = { 9 };
    int         tight = 0;
    for (int i = 0; i < case_count(10000); i++)
    {
        rim_mask   *mask = random_mask(&random, 12);
        rim_vec2    anchor = random_anchor(&random, mask);
        rim_sprite *sprite = make_sprite(mask, anchor, 4);
        rim_posed   posed = rim_posed_make(sprite, random_pose(&random));
        rim_box2    box = rim_sprite_bounds(posed), image = sprite_image_bounds(posed);
        long double most = -1e9L;
        bool has_area = rim_mask_count(mask) > 0 && rim_xform2_determinant(posed.pose) != 0.0;
        for (int y = 0; has_area && y <= rim_mask_height(mask); y++)
            for (int x = 0; x <= rim_mask_width(mask); x++)
            {
                if (!rim_mask_get(mask, x, y) && !rim_mask_get(mask, x - 1, y) &&
                    !rim_mask_get(mask, x, y - 1) && !rim_mask_get(mask, x - 1, y - 1))
                    continue;
                rim_xform2  m = posed.pose;
                long double u = (long double)x - anchor.x, v = (long double)y - anchor.y;
                long double wx = m.a * u + m.c * v + m.tx, wy = m.b * u + m.d * v + m.ty;
                assert_true(box.lo.x <= wx && wx <= box.hi.x && box.lo.y <= wy && wy <= box.hi.y);
                most = wx > most ? wx : most;
            }
        if (!has_area)
            assert_true(rim_box2_is_empty(box));
        else
        {
            tight += (float)most == box.hi.x;
            assert_true(image.lo.x <= box.lo.x && box.hi.y <= image.hi.y);
        }
        rim_sprite_destroy(sprite);
        rim_mask_destroy(mask);
    }
    assert_true(tight > case_count(10000) / 3);
}

static void a_plain_sprite_has_its_anchor_in_the_centre_and_36_rays(void **state)
{
    (void)state;
    rim_mask   *mask = NULL;
    rim_sprite *sprite = NULL;
    int         rays = 0;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 5, 2, NULL));
    rim_mask_set(mask, 2, 1, true);
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, NULL));
    assert_same_bits(rim_sprite_anchor(sprite).x, 2.5f);
    assert_same_bits(rim_sprite_anchor(sprite).y, 1.0f);
    const rim_edge_point *outline = rim_sprite_outline(sprite, &rays);
    assert_int_equal(36, rays);
    rim_edge_point want[36];
    rim_outline_cast(mask, rim_vec2_make(2.5f, 1.0f), 36, want);
    for (int k = 0; k < 36; k++)
    {
        assert_int_equal(want[k].hit, outline[k].hit);
        assert_same_bits(outline[k].at.x, want[k].at.x);
    }
    // The mask is a copy.
    rim_mask_set(mask, 2, 1, false);
    assert_true(rim_mask_get(rim_sprite_mask(sprite), 2, 1));
    assert_true(rim_sprite_overlaps_at(sprite, sprite, 0, 0));
    assert_false(rim_sprite_overlaps_at(sprite, sprite, 1, 0));
    rim_sprite_destroy(sprite);
    rim_sprite_destroy(NULL);
    rim_mask_destroy(mask);
}

static void bad_options_are_refused(void **state)
{
    (void)state;
    rim_mask *mask = NULL;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 3, 3, NULL));
    rim_sprite_options bad[] = {
        { true, { NAN, 0 }, 0, NULL },
        { true, { 0, INFINITY }, 0, NULL },
        { false, { 0, 0 }, -1, NULL },
        { false, { 0, 0 }, RIM_OUTLINE_MAX_RAYS + 1, NULL },
    };
    for (int i = 0; i < 4; i++)
    {
        rim_sprite *sprite = (rim_sprite *)mask;
        assert_int_equal(RIM_ERR_ARGUMENT, rim_sprite_create(&sprite, mask, &bad[i]));
        assert_null(sprite);
    }
    // What is not used is not looked at; no pixels at all are legal.
    rim_sprite_options unused = { false, { NAN, NAN }, RIM_OUTLINE_MAX_RAYS, NULL };
    rim_sprite        *sprite = NULL;
    rim_mask          *nothing = NULL;
    assert_int_equal(RIM_OK, rim_mask_create(&nothing, 0, 0, NULL));
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, nothing, &unused));
    rim_posed posed = rim_posed_make(sprite, rim_xform2_identity());
    assert_true(rim_box2_is_empty(rim_sprite_bounds(posed)));
    assert_false(rim_sprite_contains(posed, rim_vec2_make(0, 0)));
    assert_int_equal(-1, rim_sprite_outline_first(posed, posed));
    rim_sprite_destroy(sprite);
    rim_mask_destroy(nothing);
    rim_mask_destroy(mask);
}

static void every_refused_allocation_leaves_nothing_behind(void **state)
{
    (void)state;
    test_random random = { 10 };
    rim_mask   *mask = random_mask(&random, 70);
    int         refused = 0;
    for (int budget = 0;; budget++)
    {
        test_heap          heap = { .budget = budget };
        rim_allocator      from = test_heap_allocator(&heap);
        rim_sprite_options options = { false, { 0, 0 }, 12, &from };
        rim_sprite        *sprite = NULL;
        rim_status         status = rim_sprite_create(&sprite, mask, &options);
        refused += heap.refused;
        assert_int_equal(heap.refused ? RIM_ERR_MEMORY : RIM_OK, status);
        if (status) assert_null(sprite);
        rim_sprite_destroy(sprite);
        assert_int_equal(0, heap.live_bytes);
        if (status == RIM_OK) break;
    }
    assert_true(refused >= 8);
    rim_mask_destroy(mask);
}

// The definition, by comparisons of numbers: scales are powers of two from 2^-60 to 2^60.
static void upright_poses_are_flips_and_quarter_turns_of_a_scale(void **state)
{
    (void)state;
    const float n[] = { 0.0f,      -0.0f,     1.0f,     -1.0f,     2.0f, 0x1p-60f,
                        -0x1p-60f, 0x1p-61f,  0x1p60f,  -0x1p60f,  3.0f, 0x1.000002p0f,
                        0x1p61f,   0x1p-149f, INFINITY, -INFINITY, NAN };
    const int   count = (int)(sizeof n / sizeof *n);
    int         upright = 0;
    for (int i = 0; i < count * count * count * count; i++)
    {
        rim_xform2 m = { n[i % count],
                         n[i / count % count],
                         n[i / count / count % count],
                         n[i / count / count / count],
                         5.0f,
                         7.0f };
        bool       is_quarter = m.a == 0.0f;
        float      p = is_quarter ? m.b : m.a, q = is_quarter ? m.c : m.d;
        bool       zeros = is_quarter ? m.d == 0.0f : m.b == 0.0f && m.c == 0.0f;
        int        exponent;
        bool       is_power = fabsf(frexpf(p, &exponent)) == 0.5f && fabsf(p) >= 0x1p-60f;
        bool       expected = zeros && fabsf(p) == fabsf(q) && is_power && fabsf(p) <= 0x1p60f;
        upright += expected;
        assert_int_equal(expected, sprite_pose_is_upright(&m));
    }
    assert_true(upright > 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(upright_poses_are_flips_and_quarter_turns_of_a_scale),
        cmocka_unit_test(points_are_inside_exactly_where_integers_say_so),
        cmocka_unit_test(flattened_and_broken_poses_contain_nothing),
        cmocka_unit_test(outline_points_hit_exactly_where_integers_say_so),
        cmocka_unit_test(every_kernel_finds_the_points_of_whole_offsets),
        cmocka_unit_test(a_point_just_left_of_a_border_is_left_of_it),
        cmocka_unit_test(bounds_hold_every_solid_pixel),
        cmocka_unit_test(a_plain_sprite_has_its_anchor_in_the_centre_and_36_rays),
        cmocka_unit_test(bad_options_are_refused),
        cmocka_unit_test(every_refused_allocation_leaves_nothing_behind),
    };
    return cmocka_run_group_tests_name("sprite", tests, NULL, NULL);
}
