// The shortest way out, judged by trying them all.

#include "support/sprites.h"

#include <math.h>
#include <time.h>

#include "rimcast/rimcast.h"

static rim_sprite *any_sprite(test_random *random, int least, int most)
{
    rim_mask *mask;
    int       w = random_int(random, least, most), h = random_int(random, least, most);
    int       kind = random_int(random, 0, 4);
    assert_int_equal(RIM_OK, rim_mask_create(&mask, w, h, NULL));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
        {
            int  dx = 2 * x - w, dy = 2 * y - h, far = dx * dx + dy * dy;
            bool solid = kind == 0   ? true
                         : kind == 1 ? random_int(random, 0, 2) == 0
                         : kind == 2 ? far < w * h
                         : kind == 3 ? far < w * h && far * 4 > w * h // a ring
                                     : x < 2 || y < 2 || x >= w - 2;  // a bay
            if (solid) rim_mask_set(mask, x, y, true);
        }
    rim_vec2 anchor =
        rim_vec2_make((float)random_int(random, 0, w), (float)random_int(random, 0, h));
    return sprite_of(mask, &anchor);
}

static void whole_ways_out_are_the_shortest_of_all(void **state)
{
    (void)state;
    static const float map[4][4] = {
        { 1, 0, 0, 1 }, { 2, 0, 0, 0.5f }, { 0, -1, 1, 0 }, { 0.75f, 1, -1, 0.75f }
    };
    test_random random = { 51 };
    int         hits = 0, pockets = 0, want = case_count(3000);
    for (int i = 0; i < want; i++)
    {
        const float    *m = map[random_int(&random, 0, 3)];
        int             most = i % 10 ? 14 : i % 50 ? 60 : 150;
        rim_sprite     *sa = any_sprite(&random, 1, most), *sb = any_sprite(&random, 1, most);
        rim_vec2        pa = rim_sprite_anchor(sa), pb = rim_sprite_anchor(sb);
        const rim_mask *ma = rim_sprite_mask(sa), *mb = rim_sprite_mask(sb);
        int             dx = random_int(&random, -8, 8), dy = random_int(&random, -8, 8);
        // b's corner at pixel (dx, dy) of a.
        float           x = (float)dx + pb.x - pa.x, y = (float)dy + pb.y - pa.y;
        rim_posed       a = { sa, { m[0], m[1], m[2], m[3], 3.0f, -5.0f } };
        rim_posed       b = {
                  sb, { m[0], m[1], m[2], m[3], 3.0f + m[0] * x + m[2] * y, -5.0f + m[1] * x + m[3] * y }
        };
        rim_separation2 out = rim_sprite_separate(a, b);
        assert_int_equal(rim_mask_overlaps(ma, mb, dx, dy), out.hit);
        if (out.hit)
        {
            double best = INFINITY;
            int    reach = 2 * most + 10;
            for (int v = -reach; v <= reach; v++)
                for (int u = -reach; u <= reach; u++)
                {
                    double wx = m[0] * (double)u + m[2] * (double)v,
                           wy = m[1] * (double)u + m[3] * (double)v;
                    double length = sqrt(wx * wx + wy * wy);
                    if (length < best && !rim_mask_overlaps(ma, mb, dx - u, dy - v)) best = length;
                }
            assert_true(out.exact);
            assert_near(out.length, best, 1e-12 * best);
            assert_near(rim_vec2_length(out.move), best, 1e-5 * best);
            rim_posed moved = a;
            moved.pose.tx += out.move.x, moved.pose.ty += out.move.y;
            assert_false(rim_sprite_overlaps(moved, b));
            rim_separation2 back = rim_sprite_separate(b, a);
            assert_true(back.length == out.length);
            pockets += out.length < rim_sprite_contact(a, b).depth * 0.9f;
            hits++;
        }
        rim_sprite_destroy(sa), rim_sprite_destroy(sb);
    }
    assert_true(hits > want / 4);
    assert_true(pockets > 0);
}

// The larger mask may have any size.
static void ways_out_of_long_sprites_are_exact(void **state)
{
    (void)state;
    rim_posed       a = { solid_sprite(7, 4), { 0.0f, 1.0f, -1.0f, 0.0f, 2000.0f, 3.0f } };
    rim_posed       b = { solid_sprite(5000, 6), rim_xform2_identity() };
    // a covers columns 1996 .. 1999 and rows 3 .. 9: three rows share pixels.
    rim_separation2 out = rim_sprite_separate(a, b);
    assert_true(out.hit && out.exact);
    assert_float_equal(out.move.x, 0.0f, 0.0);
    assert_float_equal(out.move.y, 3.0f, 0.0);
    rim_sprite_destroy((rim_sprite *)a.sprite);
    rim_sprite_destroy((rim_sprite *)b.sprite);
}

static bool is_free(rim_posed a, double x, double y, rim_posed b)
{
    a.pose.tx = (float)(a.pose.tx + x), a.pose.ty = (float)(a.pose.ty + y);
    return !rim_sprite_overlaps(a, b);
}

static void other_ways_out_keep_their_bound(void **state)
{
    (void)state;
    test_random random = { 52 };
    int         hits = 0, grazes = 0, want = case_count(400);
    for (int i = 0; i < want; i++)
    {
        rim_posed  a = { any_sprite(&random, 2, 16), rim_xform2_identity() };
        rim_posed  b = { any_sprite(&random, 2, 16), rim_xform2_identity() };
        rim_posed *p[2] = { &a, &b };
        double     size = 0.0;
        for (int k = 0; k < 2; k++)
        {
            rim_rot2 turn = rim_rot2_degrees(random_float(&random, 0.0f, 360.0f));
            rim_vec2 scale = rim_vec2_make(random_float(&random, 0.5f, 2.0f),
                                           random_float(&random, -2.0f, 2.0f));
            rim_vec2 at = rim_vec2_make(random_float(&random, -5.0f, 5.0f),
                                        random_float(&random, -5.0f, 5.0f));
            p[k]->pose = rim_xform2_pose(at, turn, scale);
            if (fabs(rim_xform2_determinant(p[k]->pose)) < 0.05) p[k]->pose.d += 0.5f;
            double pixel =
                hypot((double)p[k]->pose.a + p[k]->pose.c, (double)p[k]->pose.b + p[k]->pose.d);
            double other =
                hypot((double)p[k]->pose.a - p[k]->pose.c, (double)p[k]->pose.b - p[k]->pose.d);
            size = fmax(size, fmax(pixel, other));
        }
        rim_separation2 out = rim_sprite_separate(a, b);
        assert_int_equal(rim_sprite_overlaps(a, b), out.hit);
        if (out.hit)
        {
            rim_vec2 m = out.move;
            hits++;
            assert_false(out.exact);
            assert_near(out.length, rim_vec2_length(m), 1e-5);
            assert_true(is_free(a, m.x * 1.0001, m.y * 1.0001, b));
            // What is touched may be a corner that is grazed.
            grazes += is_free(a, m.x * 0.999, m.y * 0.999, b);
            assert_true(out.length <= rim_sprite_contact(a, b).depth * 1.000001f);
            // Motions with a gap around them.
            double step = size / 2.0;
            for (double y = -out.length; y < out.length; y += step)
                for (double x = -out.length; x < out.length; x += step)
                {
                    if (hypot(x, y) > out.length - size) continue;
                    bool gap = is_free(a, x, y, b);
                    for (int k = 0; gap && k < 64; k++)
                    {
                        rim_rot2 turn = rim_rot2_degrees((float)k * 22.5f);
                        double   r = size * (0.25 + 0.25 * (k / 16));
                        gap = is_free(a, x + r * turn.c, y + r * turn.s, b);
                    }
                    assert_false(gap);
                }
        }
        rim_sprite_destroy((rim_sprite *)a.sprite), rim_sprite_destroy((rim_sprite *)b.sprite);
    }
    assert_true(hits > want / 4);
    assert_true(grazes <= hits / 50);
}

// Pixels of b are hairs: 1e17 times as long as wide, all over a.
static void hairs_in_the_way_are_not_all_tried(void **state)
{
    (void)state;
    test_random random = { 53 };
    int         hits = 0, ways = 0, want = case_count(20);
    for (int i = 0; i < want; i++)
    {
        rim_sprite *sa = any_sprite(&random, 8, 14), *sb = any_sprite(&random, 8, 14);
        rim_posed   a = { sa, { -3e17f, -3e16f, -1.6e-34f, 1.7e-33f, 1.3e-30f, -1.2e-33f } };
        rim_posed   b = { sb, { -2e-33f, 6e-33f, -1.5e-33f, 4.7e-14f, -3e-34f, 2.9e-33f } };
        a.pose.a *= random_float(&random, 0.5f, 2.0f);
        b.pose.d *= random_float(&random, 0.5f, 2.0f);
        rim_separation2 out = rim_sprite_separate(a, b);
        assert_int_equal(out.hit, rim_sprite_overlaps(a, b));
        hits += out.hit;
        ways += out.hit && out.length > 0.0 && isfinite(out.length);
        rim_sprite_destroy(sa);
        rim_sprite_destroy(sb);
    }
    assert_in_range(hits, 1, want);
    assert_int_equal(hits, ways);
}

// --- poses that draw pixels out, masks full of holes --------------------------------------------------------

static rim_sprite *full_of_holes(test_random *random, int side, bool is_board)
{
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, side, side, NULL));
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++)
            if (is_board ? (x + y) % 2 : random_int(random, 0, 2) == 0)
                rim_mask_set(mask, x, y, true);
    return sprite_of(mask, NULL);
}

// Every one of these took from seconds to minutes while single motions were tried without a limit of steps.
static void hairs_and_sieves_are_parted_in_bounded_time(void **state)
{
    (void)state;
    static const rim_xform2 poses[][2] = {
        { { 1.0f, 0.0f, 1e3f, 1.0f, 0.0f, 0.0f }, { 1.0f, 1e3f, 0.0f, 1.0f, 3.0f, 2.0f } },
        { { 1.0f, 0.0f, 1e6f, 1.0f, 0.0f, 0.0f }, { 1.0f, 0.0f, 0.0f, 1.0f, 3.0f, 2.0f } },
        { { 1.0f, 1e3f, 0.0f, 1.0f, 0.5f, 0.25f }, { 1.0f, 0.0f, 0.0f, 1.0f, 3.0f, 2.0f } },
        { { 1e30f, 0.0f, 0.0f, 1e30f, 0.0f, 0.0f }, { 1.0f, 0.0f, 0.0f, 1.0f, 3.0f, 2.0f } },
        { { 1e30f, 0.0f, 0.0f, 1e30f, 0.0f, 0.0f }, { 8e29f, 6e29f, -6e29f, 8e29f, 1e30f, 2e30f } },
        { { 1.0f, 0.0f, 0.0f, 1.0f, 0.5f, 0.5f }, { 1.0f, 0.0f, 0.0f, 1.0f, 3.0f, 2.0f } },
    };
    test_random random = { 97 };
    clock_t     begin = clock();
    for (int i = 0; i < 12; i++)
    {
        rim_sprite *sprite = full_of_holes(&random, 100, i % 2),
                   *other = full_of_holes(&random, 100, i % 2);
        rim_posed       a = { sprite, poses[i / 2][0] }, b = { other, poses[i / 2][1] };
        rim_separation2 way = rim_sprite_separate(a, b);
        rim_contact2    contact = rim_sprite_contact(a, b);
        assert_true(way.hit && contact.hit && way.length > 0.0);
        assert_true(way.length <= contact.depth * (1.0 + 1e-6));
        rim_posed moved = a;
        moved.pose.tx = (float)(a.pose.tx + way.move.x * (1.0 + 1e-4));
        moved.pose.ty = (float)(a.pose.ty + way.move.y * (1.0 + 1e-4));
        assert_false(rim_sprite_overlaps(moved, b));
        rim_sprite_destroy(sprite);
        rim_sprite_destroy(other);
    }
    // Some 2 s of the processor's time without sanitizers, which get a twentieth of the cases for a reason.
    double limit = case_count(20) < 20 ? 200.0 : 10.0;
    assert_true((double)(clock() - begin) < limit * CLOCKS_PER_SEC);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hairs_and_sieves_are_parted_in_bounded_time),
        cmocka_unit_test(whole_ways_out_are_the_shortest_of_all),
        cmocka_unit_test(ways_out_of_long_sprites_are_exact),
        cmocka_unit_test(other_ways_out_keep_their_bound),
        cmocka_unit_test(hairs_in_the_way_are_not_all_tried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
