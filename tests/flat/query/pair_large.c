// Sprites large enough for their pyramids and distance fields to matter, judged by looking at every
// pixel of one sprite and the few pixels of the other that its image can reach.

#include "support/support.h"

#include <math.h>

#include "rimcast/rimcast.h"

#include "flat/shape/box2.h"
#include "flat/sprite/data.h"

// --- scenes ----------------------------------------------------------------------------------------------

static bool draws(int kind, int x, int y, int w, int h)
{
    int dx = 2 * x - w, dy = 2 * y - h;
    switch (kind)
    {
    case 0:
        return dx * dx + dy * dy < w * h; // a disc
    case 1:
        return dx * dx + dy * dy < w * h && dx * dx + dy * dy > w * h / 2; // a ring
    case 2:
        return x < 3 || y < 3 || x >= w - 3 || y >= h - 3; // a frame
    case 3:
        return (x / 17 + y / 13) % 3 == 0; // patches
    case 4:
        return x * h > y * w; // half of it
    default:
        return true;
    }
}

static rim_sprite *random_sprite(test_random *random)
{
    int       w = random_int(random, 30, 150), h = random_int(random, 30, 150);
    int       kind = random_int(random, 0, 5);
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, w, h, NULL));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            if (draws(kind, x, y, w, h)) rim_mask_set(mask, x, y, true);
    rim_sprite_options options = { .rays = 8 };
    rim_sprite        *sprite;
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
    rim_mask_destroy(mask);
    return sprite;
}

static rim_posed random_posed(test_random *random, float reach)
{
    rim_vec2 at = { random_float(random, -reach, reach), random_float(random, -reach, reach) };
    rim_vec2 scale = { random_float(random, 0.4f, 2.5f), random_float(random, 0.4f, 2.5f) };
    if (random_int(random, 0, 1)) scale.y = scale.x;
    if (random_int(random, 0, 3) == 0) scale = rim_vec2_scale(scale, 0.0625f);
    if (random_int(random, 0, 3) == 0) scale.x = -scale.x;
    rim_rot2 turn = rim_rot2_degrees(random_int(random, 0, 2) ? random_float(random, 0.0f, 360.0f)
                                                              : 90.0 * random_int(random, 0, 3));
    return rim_posed_make(random_sprite(random), rim_xform2_pose(at, turn, scale));
}

static void end(rim_posed a)
{
    rim_sprite_destroy((rim_sprite *)a.sprite);
}

// --- the oracle ---------------------------------------------------------------------------------------

typedef struct map
{
    double ux, uy, u0, vx, vy, v0; // from a's pixel corners to b's
} map;

static map map_between(rim_posed a, rim_posed b)
{
    rim_xform2 f = a.pose, t = b.pose;
    rim_vec2   na = rim_sprite_anchor(a.sprite), nb = rim_sprite_anchor(b.sprite);
    double     det = (double)t.a * t.d - (double)t.b * t.c;
    double     x0 = f.tx - (double)f.a * na.x - (double)f.c * na.y - t.tx;
    double     y0 = f.ty - (double)f.b * na.x - (double)f.d * na.y - t.ty;
    map        m = {
               ((double)t.d * f.a - (double)t.c * f.b) / det,
               ((double)t.d * f.c - (double)t.c * f.d) / det,
               (t.d * x0 - t.c * y0) / det + nb.x,
               ((double)t.a * f.b - (double)t.b * f.a) / det,
               ((double)t.a * f.d - (double)t.b * f.c) / det,
               (t.a * y0 - t.b * x0) / det + nb.y,
    };
    return m;
}

// By how much the image of pixel (x, y) reaches into pixel (u, v), along columns and rows; the less.
static double reach_into(const map *m, int x, int y, int u, int v)
{
    double cu = m->ux * (x + 0.5) + m->uy * (y + 0.5) + m->u0;
    double cv = m->vx * (x + 0.5) + m->vy * (y + 0.5) + m->v0;
    double hu = 0.5 * (fabs(m->ux) + fabs(m->uy)), hv = 0.5 * (fabs(m->vx) + fabs(m->vy));
    double du = hu + 0.5 - fabs(cu - u - 0.5), dv = hv + 0.5 - fabs(cv - v - 0.5);
    return du < dv ? du : dv;
}

// +1: they surely overlap; -1: they surely do not; 0: the double cannot say.
static int slow_overlaps(rim_posed a, rim_posed b)
{
    const rim_mask *ma = rim_sprite_mask(a.sprite), *mb = rim_sprite_mask(b.sprite);
    map             to_b = map_between(a, b), to_a = map_between(b, a);
    double          deepest = -1.0;
    for (int y = 0; y < rim_mask_height(ma); y++)
        for (int x = 0; x < rim_mask_width(ma); x++)
        {
            if (!rim_mask_get(ma, x, y)) continue;
            double u = to_b.ux * (x + 0.5) + to_b.uy * (y + 0.5) + to_b.u0;
            double v = to_b.vx * (x + 0.5) + to_b.vy * (y + 0.5) + to_b.v0;
            int    ru = (int)ceil(0.5 * (fabs(to_b.ux) + fabs(to_b.uy))) + 1;
            int    rv = (int)ceil(0.5 * (fabs(to_b.vx) + fabs(to_b.vy))) + 1;
            for (int row = (int)floor(v) - rv; row <= (int)floor(v) + rv; row++)
                for (int column = (int)floor(u) - ru; column <= (int)floor(u) + ru; column++)
                {
                    if (!rim_mask_get(mb, column, row)) continue;
                    double in_b = reach_into(&to_b, x, y, column, row);
                    double in_a = reach_into(&to_a, column, row, x, y);
                    double depth = in_a < in_b ? in_a : in_b;
                    deepest = depth > deepest ? depth : deepest;
                }
            if (deepest > 1e-9) return 1;
        }
    return deepest < -1e-9 ? -1 : 0;
}

static bool slow_grid(rim_posed a, rim_posed b)
{
    rim_box2 box = sprite_image_bounds(a), other = sprite_image_bounds(b);
    box.lo = vec2_max(box.lo, other.lo), box.hi = vec2_min(box.hi, other.hi);
    for (float y = floorf(box.lo.y) + 0.5f; y < box.hi.y; y += 1.0f)
        for (float x = floorf(box.lo.x) + 0.5f; x < box.hi.x; x += 1.0f)
        {
            rim_vec2 p = { x, y };
            if (rim_sprite_contains(a, p) && rim_sprite_contains(b, p)) return true;
        }
    return false;
}

// --- tests -------------------------------------------------------------------------------------------------

static void overlap_and_grid_agree_with_every_pixel(void **state)
{
    (void)state;
    test_random random = { 21 };
    int         hits = 0, misses = 0, shown = 0, want = case_count(6000);
    for (int i = 0; i < want; i++)
    {
        rim_posed a = random_posed(&random, 40.0f), b = random_posed(&random, 160.0f);
        int       expected = slow_overlaps(a, b);
        bool      found = rim_sprite_overlaps(a, b), grid = rim_sprite_overlaps_on_grid(a, b);
        if (expected) assert_int_equal(expected > 0, found);
        assert_int_equal(slow_grid(a, b), grid);
        assert_int_equal(found, rim_sprite_overlaps(b, a));
        assert_int_equal(grid, rim_sprite_overlaps_on_grid(b, a));
        hits += expected > 0;
        misses += expected < 0;
        shown += grid;
        end(a);
        end(b);
    }
    assert_true(hits > want / 10);
    assert_true(misses > want / 10);
    assert_true(shown > want / 10);
}

static rim_sprite *solid_square(int side)
{
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, side, side, NULL));
    for (int i = 0; i < side * side; i++) rim_mask_set(mask, i % side, i / side, true);
    rim_sprite *sprite;
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, NULL));
    rim_mask_destroy(mask);
    return sprite;
}

// A solid speck about as large as a world pixel, over solid ground: the descent meets full squares only.
static void a_speck_between_the_centres_is_not_shown(void **state)
{
    (void)state;
    test_random random = { 24 };
    int         shown = 0, between = 0, want = case_count(20000);
    rim_sprite *speck = solid_square(16), *ground = solid_square(100);
    rim_posed   b = rim_posed_make(ground, rim_xform2_identity());
    for (int i = 0; i < want; i++)
    {
        float     scale = random_float(&random, 0.02f, 0.12f);
        rim_vec2  at = { random_float(&random, -9.0f, 9.0f), random_float(&random, -9.0f, 9.0f) };
        rim_rot2  turn = rim_rot2_degrees(random_float(&random, 0.0f, 360.0f));
        rim_posed a = rim_posed_make(speck, rim_xform2_pose(at, turn, rim_vec2_make(scale, scale)));
        bool      grid = rim_sprite_overlaps_on_grid(a, b);
        assert_int_equal(slow_grid(a, b), grid);
        assert_true(rim_sprite_overlaps(a, b));
        shown += grid;
        between += !grid;
    }
    assert_true(shown > want / 10);
    assert_true(between > want / 10);
    rim_sprite_destroy(speck);
    rim_sprite_destroy(ground);
}

static rim_sprite *solid_strip(int width)
{
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, width, 1, NULL));
    for (int x = 0; x < width; x++) rim_mask_set(mask, x, 0, true);
    rim_sprite_options options = { .has_anchor = true };
    rim_sprite        *sprite;
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
    rim_mask_destroy(mask);
    return sprite;
}

// The squares of a strip's pyramid reach far below its only row.
static void a_strip_overlaps_what_its_first_pixel_overlaps(void **state)
{
    (void)state;
    rim_sprite *strip = solid_strip(4096), *pixel = solid_strip(1);
    for (int power = -52; power <= -20; power++)
    {
        rim_xform2 thin = { 0.001f, 0.0f, 0.0f, 0.7f, 0.0f, 0.625f };
        rim_xform2 above = { 0.625f, 0.0f, 0.0f, 0.625f, -0.25f, ldexpf(1.0f, power) };
        rim_posed  b = rim_posed_make(pixel, above), a = rim_posed_make(pixel, thin);
        assert_true(rim_sprite_overlaps(a, b));
        a.sprite = strip;
        assert_true(rim_sprite_overlaps(a, b) && rim_sprite_overlap_area(a, b) > 0.0);
        assert_true(rim_sprite_contact(a, b).hit);
    }
    rim_sprite_destroy(strip);
    rim_sprite_destroy(pixel);
}

// So do the squares of world pixels that a long, low image covers.
static void long_low_images_show_a_common_pixel(void **state)
{
    (void)state;
    test_random random = { 25 };
    rim_sprite *strip = solid_strip(10);
    for (int i = case_count(600); i > 0; i--)
    {
        float     scale = random_float(&random, 5.0f, 9000.0f);
        rim_posed a = rim_posed_make(strip, (rim_xform2){ scale, 0.0f, 0.0f, -3.3f, 0.0f, 0.5f });
        rim_posed b = rim_posed_make(strip, (rim_xform2){ scale, 0.0f, 0.0f, 1.3f, 0.0f, 0.1f });
        rim_vec2  center = { (float)(int)(3.5f * scale) + 0.5f, 0.5f };
        assert_true(rim_sprite_contains(a, center) && rim_sprite_contains(b, center));
        assert_true(rim_sprite_overlaps_on_grid(a, b));
    }
    rim_sprite_destroy(strip);
}

static rim_posed moved(rim_posed a, rim_vec2 delta, double t)
{
    a.pose.tx = (float)(a.pose.tx + t * delta.x);
    a.pose.ty = (float)(a.pose.ty + t * delta.y);
    return a;
}

// Before the touch nothing is shared wherever one looks, right after it something is.
static void the_way_to_the_touch_is_free_and_the_touch_is_one(void **state)
{
    (void)state;
    test_random random = { 22 };
    int         hits = 0, misses = 0, want = case_count(6000);
    for (int i = 0; i < want; i++)
    {
        rim_posed a = random_posed(&random, 300.0f), b = random_posed(&random, 60.0f);
        rim_vec2  delta = { random_float(&random, -2.5f, 0.5f) * a.pose.tx,
                            random_float(&random, -2.5f, 0.5f) * a.pose.ty };
        rim_hit2  hit = rim_sprite_sweep(a, delta, b);
        if (!hit.start_overlap)
        {
            double hair = 1e-3 / (rim_vec2_length(delta) + 1e-3);
            for (int k = 0; k <= 64; k++)
            {
                double t = (hit.t - hair) * k / 64;
                if (t >= 0.0) assert_false(rim_sprite_overlaps(moved(a, delta, t), b));
            }
            // A graze may be shorter than any hair; a third of a pixel on it is rarely over.
            bool after = false;
            for (int k = 1; k <= 300 && hit.hit; k++)
                after = after || rim_sprite_overlaps(moved(a, delta, hit.t + k * hair), b);
            assert_int_equal(hit.hit, after);
            hits += hit.hit;
            misses += !hit.hit;
        }
        end(a);
        end(b);
    }
    assert_true(hits > want / 10);
    assert_true(misses > want / 10);
}

static void areas_of_parts_add_up_to_the_whole(void **state)
{
    (void)state;
    test_random random = { 23 };
    int         shared = 0, want = case_count(2400);
    for (int i = 0; i < want; i++)
    {
        rim_posed       a = random_posed(&random, 30.0f), b = random_posed(&random, 60.0f);
        const rim_mask *whole = rim_sprite_mask(b.sprite);
        double          parts = 0.0;
        for (int half = 0; half < 2; half++)
        {
            rim_mask *mask;
            assert_int_equal(RIM_OK, rim_mask_create_copy(&mask, whole, NULL));
            for (int y = 0; y < rim_mask_height(mask); y++)
                for (int x = 0; x < rim_mask_width(mask); x++)
                    if (((x * 7 + y * 3) / 40 + half) % 2) rim_mask_set(mask, x, y, false);
            rim_sprite *part;
            assert_int_equal(RIM_OK, rim_sprite_create(&part, mask, NULL));
            rim_mask_destroy(mask);
            parts += rim_sprite_overlap_area(a, rim_posed_make(part, b.pose));
            rim_sprite_destroy(part);
        }
        double area = rim_sprite_overlap_area(a, b);
        assert_near(parts, area, 1e-9 * (area + 1.0));
        shared += area > 0.0;
        end(a);
        end(b);
    }
    assert_true(shared > want / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overlap_and_grid_agree_with_every_pixel),
        cmocka_unit_test(a_speck_between_the_centres_is_not_shown),
        cmocka_unit_test(a_strip_overlaps_what_its_first_pixel_overlaps),
        cmocka_unit_test(long_low_images_show_a_common_pixel),
        cmocka_unit_test(the_way_to_the_touch_is_free_and_the_touch_is_one),
        cmocka_unit_test(areas_of_parts_add_up_to_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
