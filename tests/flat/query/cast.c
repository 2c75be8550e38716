#include "support/sprites.h"

#include "flat/mask/bits.h"
#include "flat/query/sweep.h"
#include "flat/sprite/data.h"

#include <math.h>
#include <stdlib.h>

// --- scenes: whole pixels on whole pixels -------------------------------------------------------------

static void draw_something(rim_mask *mask, test_random *random)
{
    int w = rim_mask_width(mask), h = rim_mask_height(mask), kind = random_int(random, 0, 5);
    int cx = random_int(random, 0, w), cy = random_int(random, 0, h);
    int outer = random_int(random, 1, w + h + 1), inner = random_int(random, 0, outer);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
        {
            int  far2 = 4 * (x - cx) * (x - cx) + 4 * (y - cy) * (y - cy);
            bool solid = kind == 0   ? random_int(random, 0, 60) == 0
                         : kind == 1 ? far2 < outer * outer && far2 >= inner * inner
                         : kind == 2 ? far2 < outer
                         : kind == 3 ? x % 24 == 0 && y % 3 != 1
                         : kind == 4 ? abs((x - cx) - (y - cy)) < 2
                                     : true;
            if (solid) rim_mask_set(mask, x, y, true);
        }
}

static rim_sprite *sprite_between(test_random *random, int least, int side,
                                  const mask_kernels *kernels)
{
    rim_mask *mask;
    int       w = random_int(random, least, side), h = random_int(random, least, side);
    assert_int_equal(RIM_OK, mask_create_with(&mask, w, h, NULL, kernels));
    draw_something(mask, random);
    rim_vec2 anchor;
    anchor.x = 0.5f * (float)random_int(random, -4, 2 * w);
    anchor.y = 0.25f * (float)random_int(random, -4, 4 * h);
    return sprite_of(mask, &anchor);
}

typedef struct scene
{
    rim_posed a, b;
    rim_vec2  a_delta, b_delta;
} scene;

static rim_xform2 scaled(float s, double x, double y)
{
    return (rim_xform2){ s, 0.0f, 0.0f, s, (float)(s * x), (float)(s * y) };
}

static float random_step(test_random *random, int reach)
{
    switch (random_int(random, 0, 5))
    {
    case 0:
        return 0.0f;
    case 1:
    case 2:
        return (float)random_int(random, -reach, reach);
    case 3:
        return (float)random_int(random, -4 * reach, 4 * reach) * 0.25f;
    case 4:
        return (float)random_int(random, -reach, reach) / 3.0f;
    default:
        return random_float(random, -2.0f, 2.0f) * (float)reach;
    }
}

// b's corner at (bx, by) in pixels of the world, a's somewhere around; motions often at b's middle.
static scene random_scene(test_random *random, const rim_sprite *a, const rim_sprite *b)
{
    int   side = a->mask->width + a->mask->height + b->mask->width + b->mask->height;
    float s = ldexpf(1.0f, random_int(random, -3, 3));
    int   bx = random_int(random, -50, 50), by = random_int(random, -50, 50);
    int   ax = bx + random_int(random, -side, side), ay = by + random_int(random, -side, side);
    if (random_int(random, 0, 2) == 0)
    {
        ax = bx + random_int(random, -a->mask->width, b->mask->width);
        ay = by + random_int(random, -a->mask->height, b->mask->height);
    }
    scene    it;
    rim_vec2 none = { 0.0f, 0.0f };
    it.a = rim_posed_make(a, scaled(s, ax + (double)a->anchor.x, ay + (double)a->anchor.y));
    it.b = rim_posed_make(b, scaled(s, bx + (double)b->anchor.x, by + (double)b->anchor.y));
    it.a_delta = rim_vec2_make(s * random_step(random, side), s * random_step(random, side));
    it.b_delta = none;
    int kind = random_int(random, 0, 5);
    if (kind == 0) it.a_delta.y = it.a_delta.x;
    if (kind == 1)
        it.a_delta = rim_vec2_make(s * (float)(bx - ax) * 1.5f, s * (float)(by - ay) * 1.5f);
    if (kind == 2)
        it.b_delta = rim_vec2_make(s * (float)random_int(random, -9, 9),
                                   s * (float)random_int(random, -9, 9) * 0.5f);
    return it;
}

// --- the short way against the general one --------------------------------------------------------------

typedef struct tally
{
    int hits, misses, overlaps, same_pixels, normals;
} tally;

// True if the pixels touch along an edge, false in a corner.
static bool check_touch(const scene *s, const rim_hit2 *hit)
{
    assert_true(rim_mask_get(s->a.sprite->mask, hit->ax, hit->ay));
    assert_true(rim_mask_get(s->b.sprite->mask, hit->bx, hit->by));
    double scale = s->a.pose.a;
    double x = (s->a.pose.tx + hit->t * s->a_delta.x) / scale - s->a.sprite->anchor.x + hit->ax;
    double y = (s->a.pose.ty + hit->t * s->a_delta.y) / scale - s->a.sprite->anchor.y + hit->ay;
    x -= (s->b.pose.tx + hit->t * s->b_delta.x) / scale - s->b.sprite->anchor.x + hit->bx;
    y -= (s->b.pose.ty + hit->t * s->b_delta.y) / scale - s->b.sprite->anchor.y + hit->by;
    x = fabs(x), y = fabs(y);
    assert_near(x > y ? x : y, 1.0, 1e-8);
    return x < 1.0 - 1e-8 || y < 1.0 - 1e-8;
}

// Several edges may be touched at the same time, and either may be told.
static bool is_edge(const rim_hit2 *hit)
{
    return hit->normal.x == hit->edge_normal.x && hit->normal.y == hit->edge_normal.y;
}

static void compare(const scene *s, tally *count)
{
    rim_hit2 hit = rim_sprite_sweep_both(s->a, s->a_delta, s->b, s->b_delta);
    rim_hit2 slow = sprite_sweep_general(s->a, s->a_delta, s->b, s->b_delta);
    assert_int_equal(hit.hit, slow.hit);
    assert_int_equal(hit.start_overlap, slow.start_overlap);
    assert_near(hit.t, slow.t, 8.0 * 0x1p-53 * slow.t); // four units in the last place each
    count->overlaps += hit.start_overlap;
    count->misses += !hit.hit;
    if (!hit.hit || hit.start_overlap) return;
    count->hits++;
    bool along_edge = check_touch(s, &hit);
    if (!is_edge(&slow) && !is_edge(&hit))
    {
        count->normals++;
        assert_near(hit.normal.x, slow.normal.x, 1e-6);
        assert_near(hit.normal.y, slow.normal.y, 1e-6);
    }
    if (hit.ax != slow.ax || hit.ay != slow.ay || hit.bx != slow.bx || hit.by != slow.by) return;
    count->same_pixels++;
    assert_true(!along_edge || hit.edge_normal.x == slow.edge_normal.x);
    assert_true(!along_edge || hit.edge_normal.y == slow.edge_normal.y);
    double far = 1e-5 * s->a.pose.a * (1000.0 + fabs((double)hit.point.x));
    assert_near(hit.point.x, slow.point.x, far);
    assert_near(hit.point.y, slow.point.y, far);
}

static void the_short_way_of_a_sweep_agrees_with_the_general_one(void **state)
{
    (void)state;
    test_random random = { 31 };
    tally       count = { 0 };
    int         want = case_count(12000);
    for (int i = 0; i < want; i += 8)
    {
        int side = i % 64 == 0 ? 300 : i % 16 == 0 ? 90 : 20;
        for (const mask_kernels *const *k = mask_kernels_all(); *k; k++)
        {
            if (!(*k)->usable()) continue;
            rim_sprite *a = sprite_between(&random, 1, side, *k);
            rim_sprite *b = sprite_between(&random, 1, side, *k);
            for (int j = 0; j < 8; j++)
            {
                scene s = random_scene(&random, a, b);
                compare(&s, &count);
            }
            rim_sprite_destroy(a);
            rim_sprite_destroy(b);
        }
    }
    assert_true(count.hits > want / 4);
    assert_true(count.misses > want / 4);
    assert_true(count.overlaps > want / 40);
    assert_true(count.same_pixels > want / 8);
    assert_true(count.normals > want / 16);
}

// Whole pixels need not lie on whole pixels: a start anywhere between them is as good, on one axis or both.
static void starts_between_pixels_agree_with_the_general_way(void **state)
{
    (void)state;
    test_random random = { 34 };
    tally       count = { 0 };
    int         want = case_count(8000);
    for (int i = 0; i < want; i += 8)
    {
        int         side = i % 64 == 0 ? 300 : i % 16 == 0 ? 90 : 20;
        rim_sprite *a = sprite_between(&random, 1, side, mask_kernels_best());
        rim_sprite *b = sprite_between(&random, 1, side, mask_kernels_best());
        for (int j = 0; j < 8; j++)
        {
            scene s = random_scene(&random, a, b);
            float scale = s.a.pose.a, fine = ldexpf(scale, -random_int(&random, 1, 12));
            if (j % 4 != 0) s.a.pose.tx += fine * (float)random_int(&random, -4096, 4096);
            if (j % 4 != 1) s.a.pose.ty += fine * (float)random_int(&random, -4096, 4096);
            compare(&s, &count);
        }
        rim_sprite_destroy(a);
        rim_sprite_destroy(b);
    }
    assert_true(count.hits > want / 16);
    assert_true(count.misses > want / 4);
    assert_true(count.overlaps > want / 80);
    assert_true(count.same_pixels > want / 32);
    assert_true(count.normals > want / 64);
}

// Above 256 rows squares of 64 by 64 offsets are asked first, and so many blocks may meet that masks are
// compared whole.
static void the_short_way_of_large_masks_agrees_with_the_general_one(void **state)
{
    (void)state;
    test_random random = { 33 };
    tally       count = { 0 };
    int         rounds = case_count(60) < 12 ? 12 : case_count(60);
    for (int i = 0; i < rounds; i++)
    {
        rim_sprite *a = sprite_between(&random, 257, 500, mask_kernels_best());
        rim_sprite *b = sprite_between(&random, 257, 500, mask_kernels_best());
        for (int j = 0; j < 12; j++)
        {
            scene s = random_scene(&random, a, b);
            compare(&s, &count);
        }
        rim_sprite_destroy(a);
        rim_sprite_destroy(b);
    }
    assert_true(count.hits > rounds && count.misses > rounds && count.overlaps > rounds / 8);
}

static rim_sprite *dots_sprite(int side, int first)
{
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, side, side, NULL));
    for (int y = first; y < side; y += 8)
        for (int x = first; x < side; x += 8) rim_mask_set(mask, x, y, true);
    return sprite_of(mask, NULL);
}

// Dots among dots: all blocks meet, and no pixels do at first.
static void sieves_in_each_other_are_compared_whole(void **state)
{
    (void)state;
    rim_sprite *a = dots_sprite(400, 0), *b = dots_sprite(400, 4);
    tally       count = { 0 };
    for (int i = 0; i < 60; i++)
    {
        rim_vec2 at = rim_vec2_make((float)(i % 5 * 8), (float)(i / 5 * 8 - 40));
        scene    s = { rim_posed_make(a, rim_xform2_translation(at)),
                       rim_posed_make(b, rim_xform2_identity()),
                       { (float)(i % 7 * 4 - 12), (float)(i % 3 * 8 - 8) },
                       { 0.0f, 0.0f } };
        compare(&s, &count);
    }
    assert_true(count.hits > 10 && count.misses > 10 && count.overlaps == 0);
    rim_sprite_destroy(a);
    rim_sprite_destroy(b);
}

static rim_sprite *box_sprite(int w, int h)
{
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, w, h, NULL));
    for (int i = 0; i < w * h; i++) rim_mask_set(mask, i % w, i / w, true);
    return sprite_of(mask, NULL);
}

// What is not quite whole pixels on whole pixels goes the general way, to the last bit.
static void what_is_not_whole_goes_the_general_way(void **state)
{
    (void)state;
    static const struct
    {
        float scale_a, scale_b, x, y, dx, dy;
    } cases[] = {
        { 3.0f, 3.0f, 0.0f, 0.0f, 90.0f, 0.0f },
        { 1.0f, 2.0f, 0.0f, 0.0f, 90.0f, 0.0f },
        { -1.0f, -1.0f, 0.0f, 0.0f, 90.0f, 0.0f },
        { 0x1p-62f, 0x1p-62f, 0.0f, 0.0f, 0x1p-60f, 0.0f },
        { 0x1p62f, 0x1p62f, 0.0f, 0.0f, 0x1p68f, 0.0f },
        { 1.0f, 1.0f, 0x1p-32f, 0.0f, 90.0f, 0.0f },
        { 1.0f, 1.0f, 0.0f, 0x1.8p-31f, 90.0f, 0.0f },
        { 1.0f, 1.0f, 0x1p21f, 0.0f, -0x1p22f, 0.0f },
        { 1.0f, 1.0f, 0.0f, 0x1p21f, 0.0f, -0x1p22f },
        { 1.0f, 1.0f, 0x1p-40f, 0.0f, 90.0f, 0.0f },
        { 1.0f, 1.0f, 0.0f, 0.0f, 0x1p-40f, 90.0f },
        { 1.0f, 1.0f, 0.0f, 0.0f, 90.0f, 0x1p-40f },
        { 1.0f, 1.0f, 0.0f, 0.0f, 0x1p40f, 0.0f },
        { 1.0f, 1.0f, 0.0f, 0.0f, 0.0f, 0x1p40f },
    };
    rim_sprite *a = box_sprite(7, 5), *b = box_sprite(11, 13);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        scene s = { .a_delta = { cases[i].dx, cases[i].dy } };
        s.a = rim_posed_make(a, rim_xform2_translation(rim_vec2_make(cases[i].x, cases[i].y)));
        s.b = rim_posed_make(b, rim_xform2_translation(rim_vec2_make(0.0f, 0.0f)));
        s.a.pose.a = s.a.pose.d = cases[i].scale_a;
        s.b.pose.a = s.b.pose.d = cases[i].scale_b;
        rim_hit2 hit = rim_sprite_sweep_both(s.a, s.a_delta, s.b, s.b_delta);
        rim_hit2 slow = sprite_sweep_general(s.a, s.a_delta, s.b, s.b_delta);
        assert_int_equal(hit.hit, slow.hit);
        assert_int_equal(hit.start_overlap, slow.start_overlap);
        assert_true(hit.t == slow.t && hit.depth == slow.depth);
        assert_true(hit.normal.x == slow.normal.x && hit.normal.y == slow.normal.y);
        assert_true(hit.point.x == slow.point.x && hit.point.y == slow.point.y);
    }
    rim_sprite_destroy(a);
    rim_sprite_destroy(b);
}

// --- normals ----------------------------------------------------------------------------------------------

// The slope of the area changes where whole pixels lie on whole pixels, which they always do two pixels
// beyond such a touch: neither side may win.
static void a_box_that_falls_on_a_floor_is_pushed_straight_up(void **state)
{
    (void)state;
    rim_sprite *box = box_sprite(6, 6), *floor = box_sprite(100, 10);
    for (int height = 2; height < 200; height += 7)
        for (int x = -46; x <= 46; x++)
        {
            rim_posed a = rim_posed_make(
                box, rim_xform2_translation(rim_vec2_make((float)x, -(float)height)));
            rim_posed b = rim_posed_make(floor, rim_xform2_translation(rim_vec2_make(0.0f, 6.0f)));
            rim_hit2  hit = rim_sprite_sweep(a, rim_vec2_make(0.0f, 300.0f), b);
            assert_true(hit.hit && !hit.start_overlap);
            assert_near(hit.t, (height - 2) / 300.0, 1e-15);
            assert_true(hit.normal.x == 0.0f && hit.normal.y == -1.0f);
            assert_true(hit.edge_normal.x == 0.0f && hit.edge_normal.y == -1.0f);
        }
    rim_sprite_destroy(box);
    rim_sprite_destroy(floor);
}

static void who_moves_makes_no_difference_to_time_and_normal(void **state)
{
    (void)state;
    test_random random = { 32 };
    int         hits = 0, want = case_count(80000);
    for (int i = 0; i < want; i += 8)
    {
        rim_sprite *a = sprite_between(&random, 1, 60, mask_kernels_best());
        rim_sprite *b = sprite_between(&random, 1, 60, mask_kernels_best());
        for (int j = 0; j < 8; j++)
        {
            scene    s = random_scene(&random, a, b);
            rim_hit2 ab = rim_sprite_sweep_both(s.a, s.a_delta, s.b, s.b_delta);
            rim_hit2 ba = rim_sprite_sweep_both(s.b, s.b_delta, s.a, s.a_delta);
            assert_int_equal(ab.hit, ba.hit);
            assert_true(ab.t == ba.t);
            if (!ab.hit || ab.start_overlap || is_edge(&ab) || is_edge(&ba)) continue;
            assert_near(ab.normal.x, -ba.normal.x, 1e-6);
            assert_near(ab.normal.y, -ba.normal.y, 1e-6);
            hits++;
        }
        rim_sprite_destroy(a);
        rim_sprite_destroy(b);
    }
    assert_true(hits > want / 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_short_way_of_a_sweep_agrees_with_the_general_one),
        cmocka_unit_test(starts_between_pixels_agree_with_the_general_way),
        cmocka_unit_test(the_short_way_of_large_masks_agrees_with_the_general_one),
        cmocka_unit_test(sieves_in_each_other_are_compared_whole),
        cmocka_unit_test(what_is_not_whole_goes_the_general_way),
        cmocka_unit_test(a_box_that_falls_on_a_floor_is_pushed_straight_up),
        cmocka_unit_test(who_moves_makes_no_difference_to_time_and_normal),
    };
    return cmocka_run_group_tests_name("cast", tests, NULL, NULL);
}
