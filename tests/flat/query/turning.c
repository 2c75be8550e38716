// Sweeps of sprites that turn as they move, against dense subdivision; laws; cases by hand.

#include "support/sprites.h"
#include "support/turning/subdivision.h"
#include "support/support.h"

#include "rimcast/sprite_query.h"

#include <math.h>

// --- scenes --------------------------------------------------------------------------------------------------

static rim_xform2 any_pose(test_random *random, float range)
{
    rim_rot2 turn = rim_rot2_degrees(random_int(random, 0, 3) ? random_unit(random) * 360.0
                                                              : 45.0 * random_int(random, 0, 7));
    float    x = random_int(random, 0, 1) ? 1.0f : random_float(random, 0.4f, 2.5f);
    rim_vec2 scale = rim_vec2_make(x, random_int(random, 0, 2) ? x : -x * 0.75f);
    rim_vec2 at =
        rim_vec2_make(random_float(random, -range, range), random_float(random, -range, range));
    rim_xform2 m = rim_xform2_pose(at, turn, scale);
    if (random_int(random, 0, 7) == 0) m.c += random_float(random, -1.0f, 1.0f); // sheared
    if (random_int(random, 0, 3) == 0) m.tx = (float)(int)m.tx, m.ty = (float)(int)m.ty;
    return m;
}

static rim_motion2 any_motion(test_random *random, float range)
{
    rim_motion2 m = { rim_vec2_make(0.0f, 0.0f), 0.0f };
    int         kind = random_int(random, 0, 5);
    if (kind > 0)
        m.delta =
            rim_vec2_make(random_float(random, -range, range), random_float(random, -range, range));
    if (kind != 1) m.turn = random_float(random, -3.1415927f, 3.1415927f);
    if (kind == 2) m.turn *= 0.01f;
    return m;
}

// Makes most motions lead to what they might meet.
static void aim(test_random *random, rim_motion2 *m, rim_vec2 from, rim_vec2 to)
{
    if (random_int(random, 0, 3) == 0) return;
    m->delta = rim_vec2_scale(rim_vec2_sub(to, from), random_float(random, 0.6f, 1.6f));
}

static rim_vec2 place_of(rim_posed a)
{
    return rim_vec2_make(a.pose.tx, a.pose.ty);
}

static void sweep_random_sprites(int cases, int side, float range, tally *count)
{
    test_random random = { (uint64_t)side * 77 };
    enum
    {
        POOL = 64
    };
    rim_sprite *pool[POOL];
    for (int i = 0; i < POOL; i++) pool[i] = random_sprite(&random, side);
    static trial s;
    for (int checked = 0; checked < cases;)
    {
        rim_posed   a = { pool[random_int(&random, 0, POOL - 1)], any_pose(&random, range) };
        rim_posed   b = { pool[random_int(&random, 0, POOL - 1)], any_pose(&random, range) };
        rim_motion2 am = any_motion(&random, 2.0f * range), bm = any_motion(&random, 0.5f * range);
        aim(&random, &am, place_of(a), place_of(b));
        if (pixel_width(a.pose) < 0.02 || pixel_width(b.pose) < 0.02) continue;
        body_start(&s.a, a.pose.tx, a.pose.ty, am);
        body_add_sprite(&s.a, a);
        body_start(&s.b, b.pose.tx, b.pose.ty, bm);
        body_add_sprite(&s.b, b);
        if (!s.a.count || !s.b.count) continue;
        s.pixel = fmin(pixel_width(a.pose), pixel_width(b.pose));
        trial_check(&s, rim_sprite_sweep_turning(a, am, b, bm), 0.0, count);
        checked++;
    }
    for (int i = 0; i < POOL; i++) rim_sprite_destroy(pool[i]);
}

static void tiny_sprites_touch_when_they_should(void **state)
{
    (void)state;
    tally count = { 0 };
    int   cases = case_count(100000);
    sweep_random_sprites(cases, 2, 2.5f, &count);
    assert_true(count.hits > cases / 8 && count.misses > cases / 4 && count.inside > cases / 50);
    assert_true(count.faint < cases / 50);
}

static void larger_sprites_touch_when_they_should(void **state)
{
    (void)state;
    tally count = { 0 };
    int   cases = case_count(9000);
    sweep_random_sprites(cases, 5, 12.0f, &count);
    assert_true(count.hits > cases / 6 && count.misses > cases / 10);
    tally large = { 0 };
    cases = case_count(1000);
    sweep_random_sprites(cases, 14, 30.0f, &large);
    assert_true(large.hits > cases / 6 && large.misses > cases / 20);
}

// Returns true if the sprite, at the point that is hit, moves against the normal relative to a shape that moves by delta;
// or if the normal is that of the edge, which the header promises instead.
static bool normal_opposes_motion(rim_posed a, rim_motion2 motion, rim_vec2 delta,
                                  const rim_hit2 *hit)
{
    double t = hit->t, turn = (double)motion.turn;
    double x = (double)hit->point.x - a.pose.tx - t * (double)motion.delta.x;
    double y = (double)hit->point.y - a.pose.ty - t * (double)motion.delta.y;
    double vx = (double)motion.delta.x - (double)delta.x - turn * y;
    double vy = (double)motion.delta.y - (double)delta.y + turn * x;
    bool   is_edge = hit->normal.x == hit->edge_normal.x && hit->normal.y == hit->edge_normal.y;
    return is_edge ||
           (double)hit->normal.x * vx + (double)hit->normal.y * vy < 1e-4 * hypot(vx, vy);
}

static void shapes_are_met_when_they_should(void **state)
{
    (void)state;
    test_random  random = { 5 };
    tally        circles = { 0 }, polygons = { 0 };
    int          cases = case_count(20000);
    static trial s;
    for (int i = 0; i < cases; i++)
    {
        rim_sprite *sprite = random_sprite(&random, 3);
        rim_posed   a = { sprite, any_pose(&random, 6.0f) };
        rim_motion2 motion = any_motion(&random, 12.0f);
        rim_vec2    delta = any_motion(&random, 4.0f).delta;
        aim(&random, &motion, place_of(a), rim_vec2_make(0.0f, 0.0f));
        body_start(&s.a, a.pose.tx, a.pose.ty, motion);
        body_add_sprite(&s.a, a);
        s.pixel = pixel_width(a.pose);
        if (s.a.count && s.pixel > 0.02)
        {
            rim_circle2 circle = { random_point(&random, 6), random_float(&random, 0.1f, 4.0f) };
            body_start(&s.b, 0.0, 0.0, (rim_motion2){ delta, 0.0f });
            body_add_ring(&s.b, &circle.center, 1, circle.radius);
            rim_hit2 hit = rim_sprite_sweep_turning_circle(a, motion, circle, delta);
            trial_check(&s, hit, 0.0, &circles);
            if (hit.hit && !hit.start_overlap)
                assert_true(normal_opposes_motion(a, motion, delta, &hit));
            rim_vec2     ring[8];
            int          n = random_convex(&random, a.pose, ring);
            rim_polygon2 polygon = { ring, n };
            if (fabs(rim_polygon2_area(polygon)) > 0.01)
            {
                body_start(&s.b, 0.0, 0.0, (rim_motion2){ delta, 0.0f });
                body_add_ring(&s.b, ring, n, 0.0);
                trial_check(&s, rim_sprite_sweep_turning_polygon(a, motion, polygon, delta), 0.0,
                            &polygons);
            }
        }
        rim_sprite_destroy(sprite);
    }
    assert_true(circles.hits > cases / 10 && circles.misses > cases / 20);
    assert_true(polygons.hits > cases / 20 && polygons.misses > cases / 20);
    assert_true(circles.inside > cases / 50 && polygons.inside > cases / 50);
}

// --- laws ------------------------------------------------------------------------------------------------------

static void scaling_by_a_power_of_two_scales_every_bit(void **state)
{
    (void)state;
    test_random random = { 11 };
    int         hits = 0, cases = case_count(2000);
    for (int i = 0; i < cases; i++)
    {
        rim_sprite *p = random_sprite(&random, 6), *q = random_sprite(&random, 6);
        rim_posed   a = { p, any_pose(&random, 10.0f) }, b = { q, any_pose(&random, 10.0f) };
        rim_motion2 am = any_motion(&random, 20.0f), bm = any_motion(&random, 5.0f);
        aim(&random, &am, place_of(a), place_of(b));
        rim_hit2 hit = rim_sprite_sweep_turning(a, am, b, bm);
        for (int k = -10; k <= 10; k += 20)
        {
            float        s = (float)ldexp(1.0, k);
            rim_xform2  *m[2] = { &a.pose, &b.pose };
            rim_motion2 *w[2] = { &am, &bm };
            rim_posed    a0 = a, b0 = b;
            rim_motion2  am0 = am, bm0 = bm;
            for (int e = 0; e < 2; e++)
            {
                m[e]->a *= s, m[e]->b *= s, m[e]->c *= s, m[e]->d *= s, m[e]->tx *= s;
                m[e]->ty *= s;
                w[e]->delta = rim_vec2_scale(w[e]->delta, s);
            }
            rim_hit2 other = rim_sprite_sweep_turning(a, am, b, bm);
            other.point = rim_vec2_scale(other.point, 1.0f / s);
            other.depth /= s;
            assert_int_equal(hit.hit, other.hit);
            assert_true(hit.t == other.t);
            assert_same_bits(hit.point.x, other.point.x);
            assert_same_bits(hit.normal.x, other.normal.x);
            assert_same_bits(hit.edge_normal.y, other.edge_normal.y);
            assert_same_bits(hit.depth, other.depth);
            a = a0, b = b0, am = am0, bm = bm0;
        }
        hits += hit.hit && hit.t > 0.0;
        rim_sprite_destroy(p);
        rim_sprite_destroy(q);
    }
    assert_true(hits > cases / 10);
}

// The sprites are told apart by their pixels, not by their order.
static void the_order_does_not_matter(void **state)
{
    (void)state;
    test_random random = { 12 };
    int         hits = 0, cases = case_count(2000);
    for (int i = 0; i < cases; i++)
    {
        rim_sprite *p = random_sprite(&random, 6), *q = random_sprite(&random, 6);
        rim_posed   a = { p, any_pose(&random, 10.0f) }, b = { q, any_pose(&random, 10.0f) };
        rim_motion2 am = any_motion(&random, 20.0f), bm = any_motion(&random, 5.0f);
        aim(&random, &am, place_of(a), place_of(b));
        rim_hit2 one = rim_sprite_sweep_turning(a, am, b, bm);
        rim_hit2 two = rim_sprite_sweep_turning(b, bm, a, am);
        assert_int_equal(one.hit, two.hit);
        assert_true(one.t == two.t);
        if (one.hit && one.t > 0.0)
        {
            assert_true(one.edge_normal.x == -two.edge_normal.x);
            assert_true(one.edge_normal.y == -two.edge_normal.y);
            assert_int_equal(one.ax, two.bx);
            assert_int_equal(one.by, two.ay);
            hits++;
        }
        rim_sprite_destroy(p);
        rim_sprite_destroy(q);
    }
    assert_true(hits > cases / 10);
}

// A corner that stands in the ring 16 times is the same corner. The ring then has more corners than gap_of_edges keeps.
static void repeated_corners_change_nothing(void **state)
{
    (void)state;
    enum
    {
        TIMES = 16
    };
    test_random random = { 41 };
    int         cases = case_count(5000), hits = 0;
    for (int i = 0; i < cases; i++)
    {
        rim_sprite *sprite = random_sprite(&random, 6);
        rim_posed   a = { sprite, any_pose(&random, 9.0f) };
        rim_motion2 motion = any_motion(&random, 12.0f);
        rim_vec2    delta = any_motion(&random, 4.0f).delta, ring[8], repeated[8 * TIMES];
        int         n = random_convex(&random, a.pose, ring);
        for (int k = 0; k < n * TIMES; k++) repeated[k] = ring[k / TIMES];
        aim(&random, &motion, place_of(a), ring[0]);
        if (motion.turn == 0.0f) motion.turn = 0.5f;
        rim_polygon2 p = { ring, n }, q = { repeated, n * TIMES };
        rim_hit2     one = rim_sprite_sweep_turning_polygon(a, motion, p, delta);
        rim_hit2     two = rim_sprite_sweep_turning_polygon(a, motion, q, delta);
        assert_int_equal(one.hit, two.hit);
        assert_true(one.t == two.t);
        if (one.hit && one.t > 0.0)
        {
            assert_true(one.point.x == two.point.x && one.point.y == two.point.y);
            assert_true(one.edge_normal.x == two.edge_normal.x);
            assert_true(one.edge_normal.y == two.edge_normal.y);
            assert_int_equal(one.ax, two.ax);
            assert_int_equal(one.ay, two.ay);
            hits++;
        }
        rim_sprite_destroy(sprite);
    }
    assert_true(hits > cases / 10);
}

static void without_a_turn_the_straight_sweep_answers(void **state)
{
    (void)state;
    test_random random = { 13 };
    int         hits = 0;
    for (int i = 0; i < case_count(2000); i++)
    {
        rim_sprite *p = random_sprite(&random, 6), *q = random_sprite(&random, 6);
        rim_posed   a = { p, any_pose(&random, 10.0f) }, b = { q, any_pose(&random, 10.0f) };
        rim_motion2 am = any_motion(&random, 20.0f), bm = any_motion(&random, 5.0f);
        aim(&random, &am, place_of(a), place_of(b));
        am.turn = bm.turn = 0.0f;
        rim_hit2 one = rim_sprite_sweep_turning(a, am, b, bm);
        rim_hit2 two = rim_sprite_sweep_both(a, am.delta, b, bm.delta);
        assert_int_equal(one.hit, two.hit);
        assert_true(one.t == two.t);
        rim_circle2 circle = { random_point(&random, 6), 2.0f };
        rim_hit2    c = rim_sprite_sweep_turning_circle(a, am, circle, rim_vec2_make(0.0f, 0.0f));
        rim_hit2 d = rim_circle2_sweep_sprite(circle, rim_vec2_make(-am.delta.x, -am.delta.y), a);
        assert_true(c.hit == d.hit && c.t == d.t && c.ax == d.bx && c.ay == d.by);
        hits += one.hit;
        rim_sprite_destroy(p);
        rim_sprite_destroy(q);
    }
    assert_true(hits > 20);
}

// --- by hand -----------------------------------------------------------------------------------------------------

// A bar of ten pixels turns about its left end; a wall stands above it.
static void a_clock_hand_stops_at_a_wall(void **state)
{
    (void)state;
    rim_sprite *hand = solid_sprite(10, 1), *wall = solid_sprite(1, 3);
    rim_posed   a = { hand, rim_xform2_identity() };
    rim_posed   b = { wall, rim_xform2_translation(rim_vec2_make(5.0f, 8.0f)) };
    rim_motion2 turn = { { 0.0f, 0.0f }, 3.0f }, still = { { 0.0f, 0.0f }, 0.0f };
    rim_hit2    hit = rim_sprite_sweep_turning(a, turn, b, still);
    // The lower right corner (10, 1) of the bar comes to x = 6 before it is below 8: at angle p with
    // 10 sin p + cos p = 8 the corner has x = 10 cos p - sin p.
    double      p = atan2(8.0, sqrt(101.0 - 64.0)) - atan2(1.0, 10.0);
    double      x = 10.0 * cos(p) - sin(p);
    assert_true(x > 5.0 && x < 6.5);
    assert_true(hit.hit && !hit.start_overlap);
    assert_true(hit.t * 3.0 > p - 0.01 && hit.t * 3.0 < p + 0.1);
    // The pose helper puts it where the sweep says: no overlap there, one soon after.
    a.pose = rim_motion2_pose(turn, rim_xform2_identity(), hit.t);
    assert_false(rim_sprite_overlaps(a, b));
    a.pose = rim_motion2_pose(turn, rim_xform2_identity(), hit.t + 1e-3);
    assert_true(rim_sprite_overlaps(a, b));
    rim_sprite_destroy(hand);
    rim_sprite_destroy(wall);
}

static void bodies_that_turn_together_do_not_touch(void **state)
{
    (void)state;
    rim_sprite *one = solid_sprite(4, 4);
    rim_mask   *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 4, 4, NULL));
    rim_mask_set(mask, 0, 0, true);
    rim_vec2    pivot = { -4.0f, 0.0f }; // its left neighbour's corner
    rim_sprite *two = sprite_of(mask, &pivot);
    rim_motion2 turn = { { 3.0f, 1.0f }, 2.0f };
    rim_posed   a = { one, rim_xform2_identity() }, b = { two, rim_xform2_identity() };
    rim_hit2    hit = rim_sprite_sweep_turning(a, turn, b, turn);
    assert_false(hit.hit);
    rim_sprite_destroy(one);
    rim_sprite_destroy(two);
}

static void numbers_that_are_not_finite_hit_nothing(void **state)
{
    (void)state;
    rim_sprite *s = solid_sprite(4, 4);
    rim_posed   a = { s, rim_xform2_identity() };
    rim_posed   b = { s, rim_xform2_translation(rim_vec2_make(6.0f, 0.0f)) };
    rim_motion2 still = { { 0.0f, 0.0f }, 0.0f }, way = { { 9.0f, 0.0f }, 1.0f };
    rim_vec2    none = { 0.0f, 0.0f };
    assert_true(rim_sprite_sweep_turning(a, way, b, still).hit);
    const float bad[3] = { NAN, INFINITY, -INFINITY };
    for (int i = 0; i < 3; i++)
    {
        rim_motion2 m = way;
        m.turn = bad[i];
        assert_false(rim_sprite_sweep_turning(a, m, b, still).hit);
        m = way, m.delta.y = bad[i];
        assert_false(rim_sprite_sweep_turning(a, m, b, still).hit);
        assert_false(rim_sprite_sweep_turning(a, still, b, m).hit);
        rim_posed c = b;
        c.pose.b = bad[i];
        assert_false(rim_sprite_sweep_turning(a, way, c, still).hit);
        rim_circle2 circle = { { 8.0f, bad[i] }, 1.0f };
        assert_false(rim_sprite_sweep_turning_circle(a, way, circle, none).hit);
        circle = (rim_circle2){ { 8.0f, 2.0f }, bad[i] };
        assert_false(rim_sprite_sweep_turning_circle(a, way, circle, none).hit);
        for (int k = 0; k < 8; k++)
        {
            rim_vec2 ring[4] = { { 8.0f, 0.0f }, { 9.0f, 0.0f }, { 9.0f, 3.0f }, { 8.0f, 3.0f } };
            rim_polygon2 polygon = { ring, 4 };
            assert_true(rim_sprite_sweep_turning_polygon(a, way, polygon, none).hit);
            *(k & 1 ? &ring[k / 2].x : &ring[k / 2].y) = bad[i];
            assert_false(rim_sprite_sweep_turning_polygon(a, way, polygon, none).hit);
        }
    }
    rim_motion2 far = { { 9.0f, 0.0f }, 7.0f };
    assert_false(rim_sprite_sweep_turning(a, far, b, still).hit);
    assert_false(rim_sprite_sweep_turning_polygon(a, way, (rim_polygon2){ NULL, 0 }, none).hit);
    rim_sprite_destroy(s);
}

// Sweeps of circles and polygons that miss, straight or rotating: t is 1 and all other members are zero, signs included.
static void misses_are_zero(void **state)
{
    (void)state;
    rim_mask   *mask;
    rim_sprite *s;
    assert_int_equal(rim_mask_create(&mask, 8, 8, NULL), RIM_OK);
    rim_mask_fill(mask, true);
    assert_int_equal(rim_sprite_create(&s, mask, NULL), RIM_OK);
    rim_mask_destroy(mask);
    rim_posed    a = { s, rim_xform2_identity() };
    rim_circle2  circle = { { 100.0f, 90.0f }, 2.0f };
    rim_vec2     ring[3] = { { 100.0f, 90.0f }, { 104.0f, 90.0f }, { 100.0f, 94.0f } };
    rim_polygon2 polygon = { ring, 3 };
    for (int i = 0; i < 8; i++)
    {
        rim_vec2    delta = { i & 1 ? 3.0f : 0.0f, i & 1 ? -2.0f : 0.0f };
        rim_motion2 motion = { { i & 2 ? -7.0f : 0.0f, i & 2 ? 5.0f : 0.0f }, i & 4 ? 0.5f : 0.0f };
        rim_hit2    hits[2] = { rim_sprite_sweep_turning_circle(a, motion, circle, delta),
                                rim_sprite_sweep_turning_polygon(a, motion, polygon, delta) };
        for (int k = 0; k < 2; k++)
        {
            const float zeros[] = {
                hits[k].point.x,  hits[k].point.y,       hits[k].normal.x,
                hits[k].normal.y, hits[k].edge_normal.x, hits[k].edge_normal.y
            };
            assert_false(hits[k].hit || hits[k].start_overlap);
            assert_true(hits[k].t == 1.0);
            for (int n = 0; n < 6; n++) assert_true(zeros[n] == 0.0f && !signbit(zeros[n]));
            assert_true(hits[k].ax == 0 && hits[k].ay == 0 && hits[k].bx == 0 && hits[k].by == 0);
        }
    }
    rim_sprite_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiny_sprites_touch_when_they_should),
        cmocka_unit_test(larger_sprites_touch_when_they_should),
        cmocka_unit_test(shapes_are_met_when_they_should),
        cmocka_unit_test(scaling_by_a_power_of_two_scales_every_bit),
        cmocka_unit_test(the_order_does_not_matter),
        cmocka_unit_test(repeated_corners_change_nothing),
        cmocka_unit_test(without_a_turn_the_straight_sweep_answers),
        cmocka_unit_test(a_clock_hand_stops_at_a_wall),
        cmocka_unit_test(bodies_that_turn_together_do_not_touch),
        cmocka_unit_test(numbers_that_are_not_finite_hit_nothing),
        cmocka_unit_test(misses_are_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
