// The first touch by the shorter searches, of boxes and of discs, against the search of squares.

#include "support/sprites.h"

#include "flat/query/posed_pixels.h"
#include "flat/sprite/data.h"

#include <math.h>

// Hills, a noise of pixels, blocks of 4 by 4 pixels that are full or empty, or holes in a full mask.
static rim_sprite *ground(test_random *random)
{
    rim_mask *mask;
    int       w = random_int(random, 1, 140), h = random_int(random, 1, 140);
    int       kind = random_int(random, 0, 3), top = random_int(random, 0, h);
    float     wave = random_float(random, 0.02f, 0.5f), height = random_float(random, 0.0f, 12.0f);
    rim_vec2  anchor = { random_grid(random, 100, 3), random_grid(random, 100, 3) };
    assert_int_equal(RIM_OK, rim_mask_create(&mask, w, h, NULL));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
        {
            bool solid = kind == 0   ? (double)y >= top + (double)height * sin((double)wave * x)
                         : kind == 1 ? random_int(random, 0, 30) == 0
                         : kind == 2 ? ((x / 4 * 7 + y / 4 * 13) ^ top) % 5 == 0
                                     : random_int(random, 0, 60) > 0;
            rim_mask_set(mask, x, y, solid);
        }
    return sprite_of(mask, &anchor);
}

static rim_posed random_upright(test_random *random, const rim_sprite *sprite)
{
    rim_xform2 pose = random_quarter_turn(random);
    float      scale = ldexpf(1.0f, random_int(random, 0, 3) ? 0 : random_int(random, -2, 2));
    pose.a *= scale, pose.b *= scale, pose.c *= scale, pose.d *= scale;
    pose.tx = random_grid(random, 60, 3);
    pose.ty = random_grid(random, 60, 3);
    return (rim_posed){ sprite, pose };
}

// A point near the sprite, on eighths or anywhere.
static rim_vec2 random_place(test_random *random, rim_posed posed, float beyond)
{
    rim_box2 box = rim_sprite_bounds(posed);
    rim_vec2 at = { random_float(random, box.lo.x - beyond, box.hi.x + beyond),
                    random_float(random, box.lo.y - beyond, box.hi.y + beyond) };
    if (random_int(random, 0, 2))
        at = (rim_vec2){ 0.125f * floorf(8.0f * at.x), 0.125f * floorf(8.0f * at.y) };
    return at;
}

static rim_vec2 random_axis_way(test_random *random, bool whole)
{
    float length = random_float(random, -80.0f, 80.0f);
    if (whole) length = floorf(length);
    if (random_int(random, 0, 1)) return rim_vec2_make(length, 0.0f);
    return rim_vec2_make(0.0f, length);
}

static void assert_same_touch(const cast_touch *a, const cast_touch *b)
{
    assert_int_equal(a->hit, b->hit);
    if (!a->hit) return;
    assert_true(a->t == b->t);
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->index, b->index);
    assert_memory_equal(&a->square, &b->square, sizeof a->square);
}

static void boxes_touch_what_the_search_finds(void **state)
{
    (void)state;
    test_random random = { 311 };
    int         hits = 0, misses = 0, want = case_count(6000);
    int shorter_hits[2] = { 0, 0 }, shorter_misses[2] = { 0, 0 }; // along an axis, along both
    for (int i = 0; i < want; i++)
    {
        rim_sprite *sprite = ground(&random);
        rim_posed   posed = random_upright(&random, sprite);
        rim_vec2    lo = random_place(&random, posed, 30.0f), corners[4];
        float       w = random_float(&random, 0.1f, 40.0f), h = random_float(&random, 0.1f, 40.0f);
        bool        is_whole = random_int(&random, 0, 1);
        if (is_whole) w = floorf(w) + 1.0f, h = floorf(h) + 1.0f;
        rim_box2     box = { lo, { lo.x + w, lo.y + h } };
        rim_vec2     way = random_axis_way(&random, is_whole);
        posed_pixels grid;
        if (random_int(&random, 0, 1)) way = rim_vec2_add(way, random_axis_way(&random, is_whole));
        if (posed_pixels_init(&grid, posed) && !rim_sprite_overlaps_box(posed, box))
        {
            convex_pixels c;
            cast_touch    found = { .t = 1.0 };
            box2_corners(box, corners);
            convex_pixels_init(&c, &grid, (rim_polygon2){ corners, 4 }, way, 0);
            first_touch_find(&c.shape, &found);

            // The same ring from its third corner on is no box for the shorter search, but has the same touches.
            rim_vec2   other[4] = { corners[1], corners[2], corners[3], corners[0] };
            rim_hit2   hit = rim_polygon2_sweep_sprite((rim_polygon2){ corners, 4 }, way, posed);
            rim_hit2   same = rim_polygon2_sweep_sprite((rim_polygon2){ other, 4 }, way, posed);
            double     u0 = 0.0, v0 = 0.0, u1 = 0.0, v1 = 0.0;
            box_motion motion = { .dx = 0.0 };
            rim_rect   square;
            cast_touch shorter = { .t = 1.0 };
            rim_xform2 m = posed.pose;
            double     scale2 = (double)m.a * m.a + (double)m.b * m.b;
            pair_side  side = pair_side_of(sprite);
            bool       is_exact = sprite_upright_place(&posed, box.lo, &u0, &v0) &&
                            sprite_upright_place(&posed, box.hi, &u1, &v1);
            motion.box = (pair_box){ fmin(u0, u1), fmin(v0, v1), fmax(u0, u1), fmax(v0, v1) };
            motion.dx = ((double)m.a * way.x + (double)m.b * way.y) / scale2;
            motion.dy = ((double)m.c * way.x + (double)m.d * way.y) / scale2;
            if (is_exact && first_touch_box(&side, &motion, &square))
            {
                if (!rim_rect_is_empty(square)) c.shape.touch(&c.shape, square, &shorter);
                assert_same_touch(&found, &shorter);
                assert_true(hit.hit == found.hit && hit.t == found.t);
                bool is_aslant = motion.dx != 0.0 && motion.dy != 0.0;
                shorter.hit ? shorter_hits[is_aslant]++ : shorter_misses[is_aslant]++;
            }
            assert_true(hit.hit == same.hit && hit.t == same.t);
            assert_true(hit.bx == same.bx && hit.by == same.by);
            found.hit ? hits++ : misses++;
        }
        rim_sprite_destroy(sprite);
    }
    assert_true(hits > want / 20 && misses > want / 20);
    for (int i = 0; i < 2; i++)
        assert_true(shorter_hits[i] > want / 100 && shorter_misses[i] > want / 100);
}

// In a frame of scattered pixels, a box meets a row and a column at the same time.
static void boxes_in_corners_touch_what_the_search_finds(void **state)
{
    (void)state;
    test_random random = { 312 };
    int         hits = 0, want = case_count(2000), side = 16;
    for (int i = 0; i < want; i++)
    {
        rim_mask *mask;
        assert_int_equal(RIM_OK, rim_mask_create(&mask, side, side, NULL));
        for (int y = 0; y < side; y++)
            for (int x = 0; x < side; x++)
                if (x == 0 || y == 0 || x == side - 1 || y == side - 1)
                    rim_mask_set(mask, x, y, random_int(&random, 0, 2) == 0);
        rim_vec2    anchor = { 0.0f, 0.0f };
        rim_sprite *sprite = sprite_of(mask, &anchor);
        rim_posed   posed = { sprite, rim_xform2_identity() };
        int         gap = random_int(&random, 1, 4), w = random_int(&random, 2, 9);
        bool        right = random_int(&random, 0, 1), down = random_int(&random, 0, 1);
        float       at_low = (float)(1 + gap), at_high = (float)(side - 1 - gap - w);
        rim_vec2    lo = { right ? at_high : at_low, down ? at_high : at_low };
        rim_vec2    way = { right ? 6.0f : -6.0f, down ? 6.0f : -6.0f }, corners[4];
        box2_corners((rim_box2){ lo, { lo.x + (float)w, lo.y + (float)w } }, corners);
        rim_vec2 other[4] = { corners[1], corners[2], corners[3], corners[0] };
        rim_hit2 hit = rim_polygon2_sweep_sprite((rim_polygon2){ corners, 4 }, way, posed);
        rim_hit2 same = rim_polygon2_sweep_sprite((rim_polygon2){ other, 4 }, way, posed);
        assert_true(hit.hit == same.hit && hit.t == same.t);
        assert_true(hit.bx == same.bx && hit.by == same.by);
        hits += hit.hit;
        rim_sprite_destroy(sprite);
    }
    assert_true(hits > want / 2);
}

// Where the positions of a box that comes from afar are rounded by as much as the box passes or meets a pixel's corner.
static void boxes_from_afar_touch_what_the_search_finds(void **state)
{
    (void)state;
    test_random random = { 313 };
    rim_mask   *mask;
    int         hits = 0, misses = 0, want = case_count(2000);
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 1, 1, NULL));
    rim_mask_set(mask, 0, 0, true);
    rim_vec2    anchor = { 0.0f, 0.0f };
    rim_sprite *sprite = sprite_of(mask, &anchor);
    for (int i = 0; i < want; i++)
    {
        int       power = random_int(&random, 16, 48);
        float     far = ldexpf((float)random_int(&random, 4, 7), power - 2);
        float     off = ldexpf((float)random_int(&random, -3, 3), power - 52);
        rim_posed posed = { sprite, { 1.0f, 0.0f, 0.0f, 1.0f, far, far } };
        rim_vec2  lo = { off + (random_int(&random, 0, 1) ? 2.0f : 0.0f), 0.0f };
        rim_vec2  hi = { lo.x + 1.0f, 1.0f }; // the box moves along a diagonal of pixels
        float     length = far * random_float(&random, 1.25f, 4.0f);
        rim_vec2  way = { length, length }, corners[4];
        box2_corners((rim_box2){ lo, hi }, corners);
        rim_vec2 other[4] = { corners[1], corners[2], corners[3], corners[0] };
        rim_hit2 hit = rim_polygon2_sweep_sprite((rim_polygon2){ corners, 4 }, way, posed);
        rim_hit2 same = rim_polygon2_sweep_sprite((rim_polygon2){ other, 4 }, way, posed);
        assert_true(hit.hit == same.hit && hit.t == same.t);
        hit.hit ? hits++ : misses++;
    }
    rim_sprite_destroy(sprite);
    assert_true(hits > want / 20 && misses > want / 20);
}

static void discs_touch_what_the_whole_search_finds(void **state)
{
    (void)state;
    test_random random = { 312 };
    int         hits = 0, misses = 0, rests = 0, overlaps = 0, free = 0, want = case_count(6000);
    int         wide = 0; // discs that may reach into more than 64 columns
    for (int i = 0; i < want; i++)
    {
        rim_sprite  *sprite = ground(&random);
        rim_posed    posed = random_upright(&random, sprite);
        rim_circle2  circle = { random_place(&random, posed, 30.0f),
                                0.125f * (float)random_int(&random, 1, 320) };
        bool         is_whole = random_int(&random, 0, 1);
        rim_vec2     way = random_axis_way(&random, is_whole);
        posed_pixels grid;
        if (random_int(&random, 0, 3) == 0) way = random_way(&random, posed.pose, 40);
        if (random_int(&random, 0, 5) == 0) way = rim_vec2_make(0.0f, 0.0f);
        if (posed_pixels_init(&grid, posed))
        {
            circle_pixels bounded, whole;
            cast_touch    shorter = { .t = 1.0 }, found = { .t = 1.0 };
            circle_pixels_init(&bounded, &grid, circle, way, 0);
            first_touch_find(&bounded.shape, &shorter);
            // The search of all pixels in a box that is larger than the disc's.
            circle_pixels_init(&whole, &grid, circle, way, 0);
            whole.shape.is_disc = false;
            for (int k = 0; k < 2; k++)
                whole.shape.passed_lo[k] -= 2.0, whole.shape.passed_hi[k] += 2.0;
            first_touch_find(&whole.shape, &found);
            assert_same_touch(&found, &shorter);
            found.hit ? hits++ : misses++;
            rests += found.hit && found.t == 0.0;
            // At rest, and the sweep of a disc that starts free.
            cast_touch start = { .t = 1.0 };
            circle_pixels_init(&whole, &grid, circle, rim_vec2_make(0.0f, 0.0f), 0);
            whole.shape.is_disc = false;
            first_touch_find(&whole.shape, &start);
            assert_true(rim_sprite_overlaps_circle(posed, circle) == start.hit);
            rim_hit2 hit = rim_circle2_sweep_sprite(circle, way, posed);
            assert_true(hit.start_overlap == start.hit);
            if (!start.hit) assert_true(hit.hit == found.hit && hit.t == found.t);
            start.hit ? overlaps++ : free++;
            wide += !start.hit && whole.shape.disc_radius > 32.0;
        }
        rim_sprite_destroy(sprite);
    }
    assert_true(hits > want / 20 && misses > want / 20 && rests > want / 40);
    assert_true(overlaps > want / 20 && free > want / 20 && wide > want / 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_touch_what_the_search_finds),
        cmocka_unit_test(boxes_in_corners_touch_what_the_search_finds),
        cmocka_unit_test(boxes_from_afar_touch_what_the_search_finds),
        cmocka_unit_test(discs_touch_what_the_whole_search_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
