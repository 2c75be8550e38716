// Sweeps of sprites that turn as they move, against dense subdivision: a span of time is free of touches if the bodies are
// farther apart in its middle than any points can come towards each other in half of it; other spans are halved.

#include "support/sprites.h"
#include "support/support.h"

#include "rimcast/sprite_query.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- the oracle --------------------------------------------------------------------------------------------

enum
{
    MOST_PARTS = 300,
    MOST_CORNERS = 8,
    DEPTH = 26
};

// Depths below this are told apart from touches by nobody.
#define FAINT 1e-8

// A convex part about its body's anchor; a circle has one corner and a radius.
typedef struct part
{
    int    count;
    double x[MOST_CORNERS], y[MOST_CORNERS];
} part;

typedef struct body
{
    part   parts[MOST_PARTS];
    int    count;
    double x, y, dx, dy, turn, radius, reach;
} body;

typedef struct trial
{
    body   a, b;
    double speed, pixel;
    double faint; // the first time at which it is not known whether they touch; 1 if there is none
    double faint_depth;
} trial;

static void add_corner(body *b, part *p, double x, double y)
{
    double reach = sqrt(x * x + y * y) + b->radius;
    p->x[p->count] = x, p->y[p->count++] = y;
    if (reach > b->reach) b->reach = reach;
}

static void body_of_sprite(body *b, rim_posed posed, rim_motion2 motion)
{
    memset(b, 0, sizeof *b);
    const rim_mask *mask = rim_sprite_mask(posed.sprite);
    rim_vec2        anchor = rim_sprite_anchor(posed.sprite);
    rim_xform2      m = posed.pose;
    for (int y = 0; y < rim_mask_height(mask); y++)
        for (int x = 0; x < rim_mask_width(mask); x++)
        {
            if (!rim_mask_get(mask, x, y)) continue;
            assert_true(b->count < MOST_PARTS);
            part *p = &b->parts[b->count++];
            for (int k = 0; k < 4; k++)
            {
                double u = x + (k == 1 || k == 2) - (double)anchor.x;
                double v = y + (k >= 2) - (double)anchor.y;
                add_corner(b, p, (double)m.a * u + (double)m.c * v,
                           (double)m.b * u + (double)m.d * v);
            }
        }
    b->x = m.tx, b->y = m.ty;
    b->dx = motion.delta.x, b->dy = motion.delta.y, b->turn = motion.turn;
}

static void body_of_ring(body *b, const rim_vec2 *ring, int count, double radius, rim_vec2 delta)
{
    memset(b, 0, sizeof *b);
    b->count = 1;
    b->radius = radius;
    for (int i = 0; i < count; i++) add_corner(b, &b->parts[0], ring[i].x, ring[i].y);
    b->dx = delta.x, b->dy = delta.y;
}

static void part_at(part *out, const part *p, const body *b, double t)
{
    double c = cos(b->turn * t), s = sin(b->turn * t);
    out->count = p->count;
    for (int i = 0; i < p->count; i++)
    {
        out->x[i] = b->x + b->dx * t + c * p->x[i] - s * p->y[i];
        out->y[i] = b->y + b->dy * t + s * p->x[i] + c * p->y[i];
    }
}

// How far the parts are apart along the normals of the edges of p: positive, or minus the overlap.
static double apart_along_edges(const part *p, const part *q)
{
    double most = -INFINITY;
    for (int i = 0; i < p->count && p->count > 1; i++)
    {
        int    k = (i + 1) % p->count;
        double nx = p->y[k] - p->y[i], ny = p->x[i] - p->x[k], size = hypot(nx, ny);
        double lo = INFINITY, hi = -INFINITY, qlo = INFINITY, qhi = -INFINITY;
        if (size == 0.0) continue;
        for (int c = 0; c < p->count; c++)
        {
            double f = (nx * p->x[c] + ny * p->y[c]) / size;
            lo = fmin(lo, f), hi = fmax(hi, f);
        }
        for (int c = 0; c < q->count; c++)
        {
            double f = (nx * q->x[c] + ny * q->y[c]) / size;
            qlo = fmin(qlo, f), qhi = fmax(qhi, f);
        }
        most = fmax(most, fmax(qlo - hi, lo - qhi));
    }
    return most;
}

// The distance of a circle from a polygon, negative inside.
static double circle_apart(const part *p, double x, double y, double radius)
{
    double least = INFINITY;
    int    sides = 0;
    for (int i = 0; i < p->count; i++)
    {
        int    k = (i + 1) % p->count;
        double wx = p->x[k] - p->x[i], wy = p->y[k] - p->y[i];
        double along = ((x - p->x[i]) * wx + (y - p->y[i]) * wy) / (wx * wx + wy * wy);
        along = fmax(0.0, fmin(1.0, along));
        least = fmin(least, hypot(x - p->x[i] - along * wx, y - p->y[i] - along * wy));
        sides += wx * (y - p->y[i]) - wy * (x - p->x[i]) > 0.0 ? 1 : -1;
    }
    return (abs(sides) == p->count ? -least : least) - radius;
}

static double apart_at(const trial *s, double t)
{
    static part pa[MOST_PARTS], pb[MOST_PARTS];
    double      least = INFINITY;
    for (int i = 0; i < s->a.count; i++) part_at(&pa[i], &s->a.parts[i], &s->a, t);
    for (int k = 0; k < s->b.count; k++) part_at(&pb[k], &s->b.parts[k], &s->b, t);
    for (int i = 0; i < s->a.count; i++)
        for (int k = 0; k < s->b.count; k++)
        {
            double d = s->b.radius > 0.0 ? circle_apart(&pa[i], pb[k].x[0], pb[k].y[0], s->b.radius)
                                         : fmax(apart_along_edges(&pa[i], &pb[k]),
                                                apart_along_edges(&pb[k], &pa[i]));
            least = fmin(least, d);
        }
    return least;
}

// The earliest time that is known to be in an overlap; above 1 if there is none.
static double overlap_within(trial *s, double from, double to, int depth)
{
    double middle = 0.5 * (from + to), apart = apart_at(s, middle);
    if (apart > s->speed * 0.5 * (to - from)) return 2.0;
    if (depth == 0)
    {
        if (apart < -FAINT * s->pixel) return middle;
        if (s->faint > from) s->faint = from;
        return 2.0;
    }
    double first = overlap_within(s, from, middle, depth - 1);
    if (first <= 1.0) return first;
    if (apart < -FAINT * s->pixel) return middle;
    return overlap_within(s, middle, to, depth - 1);
}

static void trial_prepare(trial *s)
{
    s->faint = 2.0;
    s->speed = hypot(s->a.dx - s->b.dx, s->a.dy - s->b.dy) + fabs(s->a.turn) * s->a.reach +
               fabs(s->b.turn) * s->b.reach;
}

typedef struct tally
{
    int hits, misses, inside, faint;
} tally;

// Holds an answer to the oracle; a's and b's are filled in.
static void trial_check(trial *s, rim_hit2 hit, tally *count)
{
    trial_prepare(s);
    double start = apart_at(s, 0.0), far = s->a.reach + s->b.reach + hypot(s->a.x, s->a.y);
    double slack = 1e-12 * (far + hypot(s->b.x, s->b.y)) / s->pixel + FAINT;
    if (fabs(start) <= slack * s->pixel)
    {
        count->faint++;
        return;
    }
    assert_int_equal(start < 0.0, hit.start_overlap);
    if (start < 0.0)
    {
        assert_true(hit.hit && hit.t == 0.0);
        count->inside++;
        return;
    }
    if (s->speed == 0.0)
    {
        assert_false(hit.hit);
        return;
    }
    double first = overlap_within(s, 0.0, 1.0, DEPTH), early = s->pixel / 1024.0 / s->speed;
    if (first > 1.0 && s->faint > 1.0)
    {
        if (hit.hit) print_error("hit at %.17g, the oracle misses\n", hit.t);
        assert_false(hit.hit);
        assert_true(hit.t == 1.0);
        count->misses++;
        return;
    }
    if (first <= 1.0)
    {
        if (!hit.hit || hit.t > first + 1e-12)
            print_error("%s %.17g, the oracle %.17g\n", hit.hit ? "hit at" : "miss", hit.t, first);
        assert_true(hit.hit && hit.t <= first + 1e-12);
        count->hits++;
    }
    else
        count->faint++;
    double least = fmin(first, s->faint) - early * (1.0 + 1e-6) - 1e-12;
    if (hit.hit && hit.t < least)
        print_error("hit at %.17g, no touch before %.17g\n", hit.t, fmin(first, s->faint));
    assert_true(!hit.hit || hit.t >= least);
    if (!hit.hit) return;
    double n = hypot(hit.normal.x, hit.normal.y), e = hypot(hit.edge_normal.x, hit.edge_normal.y);
    assert_near(n, 1.0, 1e-6);
    assert_near(e, 1.0, 1e-6);
}

// --- scenes --------------------------------------------------------------------------------------------------

static double pixel_width(rim_xform2 m)
{
    double x = hypot(m.a, m.b), y = hypot(m.c, m.d);
    return fabs((double)m.a * m.d - (double)m.b * m.c) / fmax(x, y);
}

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
        body_of_sprite(&s.a, a, am);
        body_of_sprite(&s.b, b, bm);
        if (!s.a.count || !s.b.count) continue;
        s.pixel = fmin(pixel_width(a.pose), pixel_width(b.pose));
        trial_check(&s, rim_sprite_sweep_turning(a, am, b, bm), count);
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
        body_of_sprite(&s.a, a, motion);
        s.pixel = pixel_width(a.pose);
        if (s.a.count && s.pixel > 0.02)
        {
            rim_circle2 circle = { random_point(&random, 6), random_float(&random, 0.1f, 4.0f) };
            body_of_ring(&s.b, &circle.center, 1, circle.radius, delta);
            trial_check(&s, rim_sprite_sweep_turning_circle(a, motion, circle, delta), &circles);
            rim_vec2     ring[8];
            int          n = random_convex(&random, a.pose, ring);
            rim_polygon2 polygon = { ring, n };
            if (fabs(rim_polygon2_area(polygon)) > 0.01)
            {
                body_of_ring(&s.b, ring, n, 0.0, delta);
                trial_check(&s, rim_sprite_sweep_turning_polygon(a, motion, polygon, delta),
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
        rim_vec2 ring[3] = { { 8.0f, 0.0f }, { 9.0f, bad[i] }, { 9.0f, 3.0f } };
        assert_false(rim_sprite_sweep_turning_polygon(a, way, (rim_polygon2){ ring, 3 }, none).hit);
    }
    rim_motion2 far = { { 9.0f, 0.0f }, 7.0f };
    assert_false(rim_sprite_sweep_turning(a, far, b, still).hit);
    assert_false(rim_sprite_sweep_turning_polygon(a, way, (rim_polygon2){ NULL, 0 }, none).hit);
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
        cmocka_unit_test(without_a_turn_the_straight_sweep_answers),
        cmocka_unit_test(a_clock_hand_stops_at_a_wall),
        cmocka_unit_test(bodies_that_turn_together_do_not_touch),
        cmocka_unit_test(numbers_that_are_not_finite_hit_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
