// Sweeps of figures that turn as they move: against dense subdivision, the oracle of half angles, and the sprite's own
// answers; seams; laws.

#include "rimcast/rimcast.h"
#include "support/turning/half_angle.h"
#include "support/sprites.h"
#include "support/turning/subdivision.h"
#include "support/support.h"

#include <math.h>
#include <string.h>

enum
{
    PARTS = 3,
    POOL = 64
};

typedef struct crowd
{
    rim_figure_part parts[PARTS];
    rim_vec2        corners[PARTS][8];
    rim_figure      figure;
    rim_motion2     motion;
} crowd;

typedef struct pool
{
    rim_sprite *sprites[POOL];
} pool;

static void make_pool(pool *all, test_random *random, int side)
{
    for (int i = 0; i < POOL; i++) all->sprites[i] = random_sprite(random, side);
}

static void end_pool(pool *all)
{
    for (int i = 0; i < POOL; i++) rim_sprite_destroy(all->sprites[i]);
}

static rim_xform2 any_pose(test_random *random, float range)
{
    rim_vec2 at = { random_float(random, -range, range), random_float(random, -range, range) };
    float    size = random_float(random, 0.5f, 2.0f);
    rim_vec2 scale = { random_int(random, 0, 1) ? size : -size, size };
    return rim_xform2_pose(at, rim_rot2_degrees(random_float(random, -180, 180)), scale);
}

static rim_motion2 any_motion(test_random *random, float range)
{
    rim_motion2 m = { rim_vec2_make(0.0f, 0.0f), random_float(random, -3.1415927f, 3.1415927f) };
    if (random_int(random, 0, 3))
        m.delta =
            rim_vec2_make(random_float(random, -range, range), random_float(random, -range, range));
    return m;
}

// `kinds` is 1 for sprites alone, 4 for all.
static void make(crowd *c, test_random *random, const pool *all, int kinds, int first_kind,
                 float range)
{
    memset(c, 0, sizeof *c);
    int count = random_int(random, 1, PARTS);
    for (int i = 0; i < count; i++)
    {
        rim_figure_part *p = &c->parts[i];
        p->kind = (rim_part_kind)random_int(random, first_kind, kinds - 1);
        p->pose = any_pose(random, 6.0f);
        p->sprite = all->sprites[random_int(random, 0, POOL - 1)];
        p->box = (rim_box2){ { random_float(random, -3, 0), random_float(random, -3, 0) },
                             { random_float(random, 1, 3), random_float(random, 1, 3) } };
        p->circle = (rim_circle2){ random_point(random, 2), random_float(random, 0.3f, 2.5f) };
        p->polygon.points = c->corners[i];
        do p->polygon.count = random_convex(random, rim_xform2_identity(), c->corners[i]);
        while (fabs(rim_polygon2_area(p->polygon)) < 0.01);
    }
    c->figure = (rim_figure){ c->parts, count, any_pose(random, range) };
    c->motion = any_motion(random, range);
    if (random_int(random, 0, 5) == 0) c->motion.turn = 0.0f;
}

// Most motions lead to what they might meet.
static void aim(test_random *random, crowd *a, const crowd *b)
{
    if (random_int(random, 0, 3) == 0) return;
    rim_vec2 way = { b->figure.pose.tx - a->figure.pose.tx, b->figure.pose.ty - a->figure.pose.ty };
    a->motion.delta = rim_vec2_scale(way, random_float(random, 0.4f, 1.6f));
}

// --- the oracle's bodies -------------------------------------------------------------------------------------

// Adds a part where the header says it is. Returns the size of its pixels, or that which stands for it.
static double add_part(turning_body *to, const rim_figure *f, int i, bool *is_sprite)
{
    const rim_figure_part *p = &f->parts[i];
    rim_xform2             m = rim_xform2_mul(f->pose, p->pose);
    rim_vec2               ring[8];
    int                    count = 4;
    *is_sprite = p->kind == RIM_PART_SPRITE;
    if (*is_sprite)
    {
        body_add_sprite(to, rim_posed_make(p->sprite, m));
        return pixel_width(m);
    }
    if (p->kind == RIM_PART_CIRCLE)
    {
        double det = (double)m.a * m.d - (double)m.b * m.c;
        float  radius = (float)(p->circle.radius * sqrt(fabs(det)));
        ring[0] = rim_xform2_apply(m, p->circle.center);
        body_add_ring(to, ring, 1, radius);
        return 2.0 * radius / 64.0;
    }
    rim_vec2 box[4] = {
        p->box.lo, { p->box.hi.x, p->box.lo.y }, p->box.hi, { p->box.lo.x, p->box.hi.y }
    };
    if (p->kind == RIM_PART_POLYGON) count = p->polygon.count;
    double lo[2] = { INFINITY, INFINITY }, hi[2] = { -INFINITY, -INFINITY };
    for (int k = 0; k < count; k++)
    {
        ring[k] = rim_xform2_apply(m, p->kind == RIM_PART_POLYGON ? p->polygon.points[k] : box[k]);
        lo[0] = fmin(lo[0], ring[k].x), hi[0] = fmax(hi[0], ring[k].x);
        lo[1] = fmin(lo[1], ring[k].y), hi[1] = fmax(hi[1], ring[k].y);
    }
    body_add_ring(to, ring, count, 0.0);
    return fmin(hi[0] - lo[0], hi[1] - lo[1]) / 64.0;
}

// Returns the largest pixel of all.
static double body_of(turning_body *to, const crowd *c)
{
    double most = 0.0;
    bool   is_sprite;
    body_start(to, c->figure.pose.tx, c->figure.pose.ty, c->motion);
    for (int i = 0; i < c->figure.count; i++)
        most = fmax(most, add_part(to, &c->figure, i, &is_sprite));
    return most;
}

// How early the touch of two parts may be told.
static double early_of(const crowd *a, const crowd *b, rim_parts which)
{
    static turning_body p, q;
    bool                is_sprite[2];
    body_start(&p, a->figure.pose.tx, a->figure.pose.ty, a->motion);
    body_start(&q, b->figure.pose.tx, b->figure.pose.ty, b->motion);
    double size[2] = { add_part(&p, &a->figure, which.a, &is_sprite[0]),
                       add_part(&q, &b->figure, which.b, &is_sprite[1]) };
    double pixel = fmin(size[0], size[1]);
    if (is_sprite[0] != is_sprite[1]) pixel = is_sprite[0] ? size[0] : size[1];
    return pixel / 1024.0 / bodies_speed(&p, &q);
}

static void check(crowd *a, crowd *b, tally *count)
{
    static trial s;
    rim_parts    which;
    rim_hit2 hit = rim_figure_sweep_turning(&a->figure, a->motion, &b->figure, b->motion, &which);
    // Corners that lie on a line are rounded to floats, and may make a dent.
    s.blur = 4e-6;
    s.pixel = fmax(body_of(&s.a, a), body_of(&s.b, b));
    assert_true((which.a >= 0) == hit.hit && (which.b >= 0) == hit.hit);
    assert_true(which.a < a->figure.count && which.b < b->figure.count);
    double early = hit.hit && hit.t > 0.0 ? early_of(a, b, which) : 1.0;
    trial_check(&s, hit, early, count);
    if (!hit.hit || hit.start_overlap) return;
    // Where they touch both are, but for rounding, and for a the time by which the touch is early.
    rim_figure f = a->figure, g = b->figure;
    f.pose = rim_motion2_pose(a->motion, f.pose, hit.t);
    g.pose = rim_motion2_pose(b->motion, g.pose, hit.t);
    double far_from_a = rim_figure_closest(&f, hit.point, NULL).distance;
    double far_from_b = rim_figure_closest(&g, hit.point, NULL).distance;
    assert_true(far_from_a < 0.01 && far_from_b < 0.01);
}

// --- random scenes -------------------------------------------------------------------------------------------

static void sweep_random(int cases, int side, int kinds, int first_kind, float range, tally *count)
{
    test_random random = { (uint64_t)(side * 100 + kinds * 10 + first_kind) };
    pool        all;
    make_pool(&all, &random, side);
    for (int i = 0; i < cases; i++)
    {
        crowd a, b;
        make(&a, &random, &all, kinds, first_kind, range);
        make(&b, &random, &all, kinds, first_kind, range);
        aim(&random, &a, &b);
        // Where nothing turns the straight sweep answers, which is tested elsewhere.
        if (b.motion.turn == 0.0f) a.motion.turn = random_float(&random, 0.1f, 3.0f);
        check(&a, &b, count);
    }
    end_pool(&all);
}

static void figures_of_all_kinds_touch_when_they_should(void **state)
{
    (void)state;
    tally count = { 0 };
    int   cases = case_count(12000);
    sweep_random(cases, 2, 4, 0, 14.0f, &count);
    assert_true(count.hits > cases / 8 && count.misses > cases / 8 && count.inside > cases / 50);
    assert_true(count.faint < cases / 50);
}

static void figures_of_sprites_touch_when_they_should(void **state)
{
    (void)state;
    tally count = { 0 }, large = { 0 };
    int   cases = case_count(4000);
    sweep_random(cases, 3, 1, 0, 8.0f, &count);
    assert_true(count.hits > cases / 8 && count.misses > cases / 8 && count.inside > cases / 50);
    cases = case_count(300);
    sweep_random(cases, 9, 1, 0, 24.0f, &large);
    assert_true(large.hits > cases / 8 && large.misses > cases / 20);
}

static void figures_of_shapes_touch_when_they_should(void **state)
{
    (void)state;
    tally count = { 0 };
    int   cases = case_count(12000);
    sweep_random(cases, 1, 4, 1, 14.0f, &count);
    assert_true(count.hits > cases / 8 && count.misses > cases / 8 && count.inside > cases / 50);
    assert_true(count.faint < cases / 50);
}

// --- whole numbers -------------------------------------------------------------------------------------------

static rim_xform2 whole_pose(test_random *random, int range, int steps)
{
    for (;;)
    {
        float    a = (float)random_int(random, -1, 1), b = (float)random_int(random, -1, 1);
        float    c = (float)random_int(random, -1, 1), d = (float)random_int(random, -1, 1);
        rim_vec2 at = { (float)random_int(random, -range * steps, range * steps) / (float)steps,
                        (float)random_int(random, -range * steps, range * steps) / (float)steps };
        if (a * d - b * c != 0.0f) return (rim_xform2){ a, b, c, d, at.x, at.y };
    }
}

static double add_squares(squares *to, const rim_figure *f, int i, rim_vec2 center, double *width)
{
    rim_xform2 m = rim_xform2_mul(f->pose, f->parts[i].pose);
    squares    one = { .count = 0 };
    if (f->parts[i].kind == RIM_PART_SPRITE)
        squares_add_sprite(&one, rim_posed_make(f->parts[i].sprite, m), center);
    else
        squares_add_box(&one, f->parts[i].box, m, center);
    for (int k = 0; k < one.count; k++) to->one[to->count++] = one.one[k];
    *width = f->parts[i].kind == RIM_PART_SPRITE ? pixel_width(m) : INFINITY;
    return squares_reach(&one);
}

static void make_whole(crowd *c, test_random *random, const pool *all, int range)
{
    memset(c, 0, sizeof *c);
    int count = random_int(random, 1, PARTS);
    for (int i = 0; i < count; i++)
    {
        rim_figure_part *p = &c->parts[i];
        p->kind = random_int(random, 0, 2) ? RIM_PART_SPRITE : RIM_PART_BOX;
        p->pose = whole_pose(random, 3, 2);
        p->sprite = all->sprites[random_int(random, 0, POOL - 1)];
        p->box = (rim_box2){ { -1, -1 },
                             { (float)random_int(random, 0, 2), (float)random_int(random, 0, 2) } };
    }
    c->figure = (rim_figure){ c->parts, count, whole_pose(random, range, 4) };
}

static void turning_alone_touches_where_the_quadratic_says(void **state)
{
    (void)state;
    test_random random = { 32 };
    turn_tally  count = { 0 };
    int         cases = case_count(20000);
    pool        all;
    make_pool(&all, &random, 2);
    for (int i = 0; i < cases; i++)
    {
        crowd       a, b;
        rim_motion2 turn = { { 0.0f, 0.0f }, random_float(&random, -3.0f, 3.0f) };
        rim_motion2 still = { { 0.0f, 0.0f }, 0.0f };
        make_whole(&a, &random, &all, 0);
        make_whole(&b, &random, &all, 6);
        rim_vec2 center = { (float)random_int(&random, -9, 9), 0.5f };
        a.figure.pose.tx += center.x, a.figure.pose.ty += center.y;
        b.figure.pose.tx += center.x, b.figure.pose.ty += center.y;
        rim_parts which;
        rim_hit2  hit = rim_figure_sweep_turning(&a.figure, turn, &b.figure, still, &which);
        squares   p = { .count = 0 }, q = { .count = 0 };
        double    early = 0.0, width[2], reach;
        for (int k = 0; k < b.figure.count; k++) add_squares(&q, &b.figure, k, center, &width[1]);
        for (int k = 0; k < a.figure.count; k++)
        {
            reach = add_squares(&p, &a.figure, k, center, &width[0]);
            if (k != which.a) continue;
            squares unused = { .count = 0 };
            add_squares(&unused, &b.figure, which.b, center, &width[1]);
            // Two boxes have a 64th of a width of at most 4.
            double pixel = fmin(fmin(width[0], width[1]), 4.0 / 64.0 * 2.0);
            if (width[0] < INFINITY || width[1] < INFINITY) pixel = fmin(width[0], width[1]);
            early = pixel / 1024.0 / (fabs(turn.turn) * reach);
        }
        check_turn(hit, &p, &q, turn.turn, early, &count);
    }
    end_pool(&all);
    assert_true(count.hits > cases / 10 && count.misses > cases / 10 && count.inside > cases / 10);
    assert_true(count.undecided < cases / 50 && count.grazes > cases / 200);
}

// --- laws ------------------------------------------------------------------------------------------------------

static void same_hit(rim_hit2 one, rim_hit2 two)
{
    assert_true(one.hit == two.hit && one.start_overlap == two.start_overlap && one.t == two.t);
    assert_same_bits(one.point.x, two.point.x);
    assert_same_bits(one.point.y, two.point.y);
    assert_same_bits(one.normal.x, two.normal.x);
    assert_same_bits(one.normal.y, two.normal.y);
    assert_same_bits(one.edge_normal.x, two.edge_normal.x);
    assert_same_bits(one.edge_normal.y, two.edge_normal.y);
    assert_same_bits(one.depth, two.depth);
    assert_true(one.ax == two.ax && one.ay == two.ay && one.bx == two.bx && one.by == two.by);
}

static void one_sprite_is_the_sprite(void **state)
{
    (void)state;
    test_random random = { 3 };
    int         hits = 0, cases = case_count(1000);
    pool        all;
    make_pool(&all, &random, 12);
    for (int i = 0; i < cases; i++)
    {
        crowd a, b;
        make(&a, &random, &all, 1, 0, 20.0f);
        make(&b, &random, &all, 1, 0, 20.0f);
        aim(&random, &a, &b);
        a.figure.count = b.figure.count = 1;
        a.parts[0].pose = b.parts[0].pose = rim_xform2_identity();
        rim_posed p = { a.parts[0].sprite, a.figure.pose },
                  q = { b.parts[0].sprite, b.figure.pose };
        rim_parts which;
        rim_hit2  one = rim_figure_sweep_turning(&a.figure, a.motion, &b.figure, b.motion, &which);
        same_hit(one, rim_sprite_sweep_turning(p, a.motion, q, b.motion));
        assert_true(which.a == (one.hit ? 0 : -1) && which.b == which.a);
        hits += one.hit;
    }
    end_pool(&all);
    assert_true(hits > cases / 5);
}

static void scale(crowd *c, float by)
{
    rim_xform2 *m = &c->figure.pose;
    m->a *= by, m->b *= by, m->c *= by, m->d *= by, m->tx *= by, m->ty *= by;
    c->motion.delta = rim_vec2_scale(c->motion.delta, by);
}

static void swapping_and_scaling(void **state)
{
    (void)state;
    test_random random = { 4 };
    int         hits = 0, cases = case_count(1500);
    pool        all;
    make_pool(&all, &random, 6);
    for (int i = 0; i < cases; i++)
    {
        crowd a, b;
        make(&a, &random, &all, 4, 0, 16.0f);
        make(&b, &random, &all, 4, 0, 16.0f);
        aim(&random, &a, &b);
        rim_parts which, other;
        rim_hit2  hit = rim_figure_sweep_turning(&a.figure, a.motion, &b.figure, b.motion, &which);
        rim_hit2  back = rim_figure_sweep_turning(&b.figure, b.motion, &a.figure, a.motion, &other);
        assert_true(hit.hit == back.hit);
        if (hit.hit && hit.t > 0.0)
            assert_near(hit.t, back.t, early_of(&a, &b, which) + early_of(&b, &a, other));
        if (hit.hit && hit.t > 0.0 && fabs(hit.t - back.t) < 1e-9)
        {
            assert_true(which.a == other.b && which.b == other.a);
            assert_near(hit.edge_normal.x, -back.edge_normal.x, 1e-5);
            assert_near(hit.edge_normal.y, -back.edge_normal.y, 1e-5);
            hits++;
        }
        for (int k = -10; k <= 10; k += 20)
        {
            float s = (float)ldexp(1.0, k);
            crowd c = a, d = b;
            c.figure.parts = c.parts, d.figure.parts = d.parts;
            scale(&c, s);
            scale(&d, s);
            rim_hit2 large =
                rim_figure_sweep_turning(&c.figure, c.motion, &d.figure, d.motion, &other);
            large.point = rim_vec2_scale(large.point, 1.0f / s);
            large.depth /= s;
            same_hit(hit, large);
            assert_true(which.a == other.a && which.b == other.b);
        }
    }
    end_pool(&all);
    assert_true(hits > cases / 5);
}

static void without_a_turn_the_straight_sweep_answers(void **state)
{
    (void)state;
    test_random random = { 5 };
    int         hits = 0, cases = case_count(500);
    pool        all;
    make_pool(&all, &random, 6);
    for (int i = 0; i < cases; i++)
    {
        crowd a, b;
        make(&a, &random, &all, 4, 0, 16.0f);
        make(&b, &random, &all, 4, 0, 16.0f);
        aim(&random, &a, &b);
        a.motion.turn = b.motion.turn = 0.0f;
        rim_hit2 hit = rim_figure_sweep_turning(&a.figure, a.motion, &b.figure, b.motion, NULL);
        same_hit(hit, rim_figure_sweep(&a.figure, a.motion.delta, &b.figure, b.motion.delta, NULL));
        hits += hit.hit;
    }
    end_pool(&all);
    assert_true(hits > cases / 5);
}

// --- by hand -----------------------------------------------------------------------------------------------------

// A wheel rolls into a corner and touches floor and wall at the same time. A ledge above the wall is next, so the normal
// leans to the wall: the wall is the part that is hit, whichever of the two comes first.
static void of_two_parts_at_once_the_one_that_is_faced_is_hit(void **state)
{
    (void)state;
    rim_sprite     *block = solid_sprite(32, 32);
    rim_figure_part wheel = { .kind = RIM_PART_CIRCLE, .pose = rim_xform2_identity() };
    rim_figure_part floor = { .kind = RIM_PART_SPRITE, .sprite = block };
    rim_figure_part wall = floor, ledge = floor;
    wheel.circle = (rim_circle2){ { 0, 0 }, 10.0f };
    floor.pose = rim_xform2_translation(rim_vec2_make(-16, 20));
    wall.pose = rim_xform2_translation(rim_vec2_make(20, -16));
    ledge.pose = rim_xform2_translation(rim_vec2_make(18.3f, -27.6f));
    for (int first = 0; first < 2; first++)
    {
        rim_figure_part parts[3] = { first ? wall : floor, first ? floor : wall, ledge };
        rim_figure      a = { &wheel, 1, rim_xform2_identity() };
        rim_figure      b = { parts, 3, rim_xform2_identity() };
        rim_motion2     roll = { { 20, 20 }, 1.0f }, still = { { 0, 0 }, 0.0f };
        rim_parts       which;
        rim_hit2        hit = rim_figure_sweep_turning(&a, roll, &b, still, &which);
        assert_true(hit.hit && hit.t <= 0.5);
        assert_near(0.5, hit.t, 1e-4);
        assert_int_equal(first ? 0 : 1, which.b);
        // The time may be told a little too early, when the wheel's middle is not yet level with the corner of a pixel.
        assert_near(hit.edge_normal.x, -1.0, 1e-5);
        assert_near(hit.edge_normal.y, 0.0, 1e-5);
        assert_true(hit.normal.x < hit.normal.y && hit.normal.y < -0.5f);
    }
    rim_sprite_destroy(block);
}

// A box tips over on to a floor of tiles, with its corner on the seam of two: the floor is flat there.
static void a_floor_has_no_seams(void **state)
{
    (void)state;
    rim_sprite     *tile = solid_sprite(8, 8);
    rim_figure_part tiles[6] = { { .kind = RIM_PART_SPRITE } };
    for (int i = 0; i < 6; i++)
    {
        tiles[i].kind = i == 4 ? RIM_PART_BOX : RIM_PART_SPRITE;
        tiles[i].sprite = tile;
        tiles[i].box = (rim_box2){ { 0, 0 }, { 8, 8 } };
        tiles[i].pose = rim_xform2_translation(rim_vec2_make(8.0f * (float)i, 0.0f));
    }
    rim_figure      floor = { tiles, 6, rim_xform2_identity() };
    rim_figure_part tall[2] = {
        { .kind = RIM_PART_BOX, .pose = rim_xform2_identity(), .box = { { 0, -32 }, { 4, 0 } } },
        { .kind = RIM_PART_CIRCLE, .pose = rim_xform2_identity(), .circle = { { 2, -8 }, 1 } }
    };
    rim_motion2 still = { { 0.0f, 0.0f }, 0.0f };
    for (int column = 1; column <= 5; column++)
        for (int way = -1; way <= 1; way += 2)
            for (int kind = 0; kind < 2; kind++)
            {
                // It stands a little above the floor on its right or left corner, and turns about that while it falls.
                rim_motion2 fall = { { 0.0f, 2.0f }, 0.25f * (float)way };
                rim_vec2    at = { 8.0f * (float)column, -1.0f };
                rim_figure  box = { tall, 2, rim_xform2_translation(at) };
                rim_figure  post = { tall, 1, box.pose };
                rim_parts   which;
                rim_hit2    hit =
                    rim_figure_sweep_turning(kind ? &post : &box, fall, &floor, still, &which);
                assert_true(hit.hit && which.a == 0);
                assert_true(which.b == column || which.b == column - 1);
                assert_near(hit.normal.y, -1.0, 1e-4);
                assert_near(hit.edge_normal.y, -1.0, 0.3);
                assert_true(hit.t > 0.3 && hit.t < 0.51);
            }
    rim_sprite_destroy(tile);
}

// A sword swings about the hand: "how far may it turn?" is told in radians by t.
static void a_sword_turns_until_it_touches(void **state)
{
    (void)state;
    rim_sprite     *blade = solid_sprite(20, 2);
    rim_figure_part sword[2] = {
        { .kind = RIM_PART_CIRCLE, .pose = rim_xform2_identity(), .circle = { { 0, 0 }, 2 } },
        { .pose = rim_xform2_translation(rim_vec2_make(2, -1)), .sprite = blade }
    };
    rim_figure_part body[2] = {
        { .kind = RIM_PART_BOX, .pose = rim_xform2_identity(), .box = { { -3, -6 }, { 3, 6 } } },
        { .kind = RIM_PART_CIRCLE, .pose = rim_xform2_identity(), .circle = { { 0, -9 }, 4 } }
    };
    rim_motion2 swing = { { 0.0f, 0.0f }, 3.0f }, still = { { 0.0f, 0.0f }, 0.0f };
    rim_figure  a = { sword, 2, rim_xform2_identity() };
    rim_figure  b = { body, 2, rim_xform2_translation(rim_vec2_make(0.0f, 25.0f)) };
    rim_parts   which;
    rim_hit2    hit = rim_figure_sweep_turning(&a, swing, &b, still, &which);
    // The head's center is 16 away, its radius 4; the blade's lower edge is 1 from the line through the hand. So the
    // edge's line touches when the center is 5 from the hand's line: asin(5 / 16) before the quarter turn.
    double      angle = 0.5 * 3.14159265358979 - asin(5.0 / 16.0);
    assert_true(hit.hit && which.a == 1 && which.b == 1);
    assert_near(3.0 * hit.t, angle, 2e-3);
    assert_true(3.0 * hit.t <= angle + 1e-9);
    // The other way round it comes from the other side, later.
    swing.turn = -6.0f;
    hit = rim_figure_sweep_turning(&a, swing, &b, still, &which);
    assert_near(6.0 * hit.t, 1.5 * 3.14159265358979 - asin(5.0 / 16.0), 2e-3);
    // A dent in the body that the sword begins in is told at the start.
    b.pose.ty = 5.0f;
    hit = rim_figure_sweep_turning(&a, swing, &b, still, &which);
    assert_true(hit.hit && hit.start_overlap && hit.t == 0.0 && which.a >= 0);
    rim_sprite_destroy(blade);
}

static void what_is_not_finite_hits_nothing(void **state)
{
    (void)state;
    rim_figure_part part = { .kind = RIM_PART_BOX,
                             .pose = rim_xform2_identity(),
                             .box = { { 0, 0 }, { 4, 4 } } };
    rim_figure_part none = part;
    rim_figure      a = { &part, 1, rim_xform2_identity() };
    rim_figure      b = { &part, 1, rim_xform2_translation(rim_vec2_make(6, 0)) };
    rim_motion2     still = { { 0.0f, 0.0f }, 0.0f }, way = { { 9.0f, 0.0f }, 1.0f };
    rim_parts       which;
    assert_true(rim_figure_sweep_turning(&a, way, &b, still, NULL).hit);
    const float bad[3] = { NAN, INFINITY, -INFINITY };
    for (int i = 0; i < 3; i++)
    {
        rim_motion2 m = way;
        m.turn = bad[i];
        assert_false(rim_figure_sweep_turning(&a, m, &b, still, &which).hit);
        assert_false(rim_figure_sweep_turning(&a, still, &b, m, &which).hit);
        m = way, m.delta.y = bad[i];
        assert_false(rim_figure_sweep_turning(&a, m, &b, still, &which).hit);
        none.box.hi.x = bad[i];
        rim_figure c = { &none, 1, a.pose };
        assert_false(rim_figure_sweep_turning(&c, way, &b, still, &which).hit);
        c = a, c.pose.tx = bad[i];
        assert_false(rim_figure_sweep_turning(&c, way, &b, still, &which).hit);
        assert_true(which.a == -1 && which.b == -1);
    }
    way.turn = 7.0f;
    assert_false(rim_figure_sweep_turning(&a, way, &b, still, &which).hit);
    rim_figure empty = { NULL, 0, a.pose };
    way.turn = 1.0f;
    assert_false(rim_figure_sweep_turning(&empty, way, &b, still, &which).hit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_of_all_kinds_touch_when_they_should),
        cmocka_unit_test(figures_of_sprites_touch_when_they_should),
        cmocka_unit_test(figures_of_shapes_touch_when_they_should),
        cmocka_unit_test(turning_alone_touches_where_the_quadratic_says),
        cmocka_unit_test(one_sprite_is_the_sprite),
        cmocka_unit_test(swapping_and_scaling),
        cmocka_unit_test(without_a_turn_the_straight_sweep_answers),
        cmocka_unit_test(of_two_parts_at_once_the_one_that_is_faced_is_hit),
        cmocka_unit_test(a_floor_has_no_seams),
        cmocka_unit_test(a_sword_turns_until_it_touches),
        cmocka_unit_test(what_is_not_finite_hits_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
