// Movers among circles, boxes and polygons: an oracle by separating axes, the same places as sprites, and the laws.
#include "support/sprites.h"

#include "rimcast/mask.h"
#include "rimcast/mover2.h"
#include "rimcast/stage.h"
#include "rimcast/vec2.h"

#include "flat/mover/data.h"

#include <math.h>
#include <string.h>

enum
{
    PARTS = 24,
    PIECES = 96 // of a mover: the pixels of a sprite
};

// A level, and the corners of its polygons.
typedef struct level
{
    rim_figure_part parts[PARTS];
    rim_vec2        corners[PARTS][8];
    rim_figure      figure;
} level;

static rim_box2 box_of(float x, float y)
{
    return (rim_box2){ { -x, -y }, { x, y } };
}

static void add_box(level *l, rim_box2 box, rim_xform2 pose)
{
    l->parts[l->figure.count++] =
        (rim_figure_part){ .kind = RIM_PART_BOX, .pose = pose, .box = box };
}

static void add_circle(level *l, rim_vec2 at, float radius)
{
    l->parts[l->figure.count++] = (rim_figure_part){ .kind = RIM_PART_CIRCLE,
                                                     .pose = rim_xform2_translation(at),
                                                     .circle.radius = radius };
}

static void add_ring(level *l, const rim_vec2 *ring, int count)
{
    rim_vec2 *corners = l->corners[l->figure.count];
    memcpy(corners, ring, (size_t)count * sizeof *ring);
    l->parts[l->figure.count++] = (rim_figure_part){ .kind = RIM_PART_POLYGON,
                                                     .pose = rim_xform2_identity(),
                                                     .polygon = { corners, count } };
}

static void level_start(level *l)
{
    l->figure = (rim_figure){ l->parts, 0, rim_xform2_identity() };
}

static rim_xform2 any_turn(test_random *random, rim_vec2 at)
{
    rim_vec2 scale = { random_float(random, 0.5f, 2.0f), random_float(random, 0.5f, 2.0f) };
    if (random_int(random, 0, 1)) return rim_xform2_translation(at);
    return rim_xform2_pose(at, rim_rot2_degrees(random_float(random, -180, 180)), scale);
}

static void random_level(level *l, test_random *random, int count)
{
    level_start(l);
    for (int i = 0; i < count; i++)
    {
        rim_vec2 at = { random_float(random, -60, 60), random_float(random, -60, 60) };
        rim_vec2 ring[5];
        int      kind = random_int(random, 0, 2), corners = random_int(random, 3, 5);
        float    radius = random_float(random, 3, 20);
        for (int k = 0; k < corners; k++)
        {
            rim_rot2 r = rim_rot2_degrees(360.0f * (float)k / (float)corners * (i % 2 ? 1 : -1));
            ring[k] = rim_vec2_make(at.x + radius * r.c, at.y + radius * r.s);
        }
        rim_box2 box = box_of(random_float(random, 1, 20), random_float(random, 1, 20));
        if (kind == 0) add_box(l, box, any_turn(random, at));
        if (kind == 1) add_circle(l, at, radius);
        if (kind == 2) add_ring(l, ring, corners);
    }
    if (random_int(random, 0, 1)) l->figure.pose = any_turn(random, rim_vec2_make(3, -5));
}

// --- the oracle: convex pieces with a radius, and the axes that may separate two of them -----------------

typedef struct piece
{
    double x[8], y[8], radius;
    int    count;
} piece;

static void piece_add(piece *p, rim_xform2 m, double x, double y)
{
    p->x[p->count] = (float)(m.a * x + m.c * y + m.tx);
    p->y[p->count++] = (float)(m.b * x + m.d * y + m.ty);
}

static piece piece_of_box(rim_xform2 m, rim_box2 b)
{
    piece p = { .count = 0 };
    piece_add(&p, m, b.lo.x, b.lo.y);
    piece_add(&p, m, b.hi.x, b.lo.y);
    piece_add(&p, m, b.hi.x, b.hi.y);
    piece_add(&p, m, b.lo.x, b.hi.y);
    return p;
}

static piece piece_of_part(const rim_figure_part *part, rim_xform2 pose)
{
    rim_xform2 m = rim_xform2_mul(pose, part->pose);
    piece      p = { .count = 0 };
    if (part->kind == RIM_PART_BOX) return piece_of_box(m, part->box);
    if (part->kind == RIM_PART_CIRCLE)
    {
        piece_add(&p, m, part->circle.center.x, part->circle.center.y);
        p.radius = part->circle.radius * sqrt(fabs((double)m.a * m.d - (double)m.b * m.c));
    }
    else
        for (int i = 0; i < part->polygon.count; i++)
            piece_add(&p, m, part->polygon.points[i].x, part->polygon.points[i].y);
    return p;
}

static int pieces_of_mover(const rim_mover2 *me, piece *out)
{
    rim_xform2 at = rim_xform2_translation(me->at);
    if (me->kind == RIM_MOVER2_BOX)
    {
        out[0] = piece_of_box(at, me->box);
        return 1;
    }
    if (me->kind == RIM_MOVER2_CIRCLE)
    {
        out[0] = (piece){ .radius = me->circle.radius };
        piece_add(&out[0], at, me->circle.center.x, me->circle.center.y);
        return 1;
    }
    rim_posed       posed = rim_mover2_posed(me);
    const rim_mask *mask = rim_sprite_mask(posed.sprite);
    rim_vec2        anchor = rim_sprite_anchor(posed.sprite);
    int             count = 0;
    for (int y = 0; y < rim_mask_height(mask); y++)
        for (int x = 0; x < rim_mask_width(mask); x++)
        {
            rim_vec2 lo = { (float)x - anchor.x, (float)y - anchor.y };
            if (rim_mask_get(mask, x, y))
                out[count++] =
                    piece_of_box(posed.pose, (rim_box2){ lo, { lo.x + 1.0f, lo.y + 1.0f } });
        }
    assert_true(count <= PIECES);
    return count;
}

static void try_axis(const piece *a, const piece *b, double dx, double dy, double x, double y,
                     double *best)
{
    double a_lo = INFINITY, a_hi = -INFINITY, b_lo = INFINITY, b_hi = -INFINITY;
    double length = sqrt(x * x + y * y);
    if (length == 0.0) return;
    for (int i = 0; i < a->count; i++)
    {
        double d = ((a->x[i] + dx) * x + (a->y[i] + dy) * y) / length;
        a_lo = fmin(a_lo, d), a_hi = fmax(a_hi, d);
    }
    for (int i = 0; i < b->count; i++)
    {
        double d = (b->x[i] * x + b->y[i] * y) / length;
        b_lo = fmin(b_lo, d), b_hi = fmax(b_hi, d);
    }
    *best = fmax(*best, fmax(b_lo - a_hi, a_lo - b_hi) - a->radius - b->radius);
}

// How far a, moved by (dx, dy), is from b: 0 where they touch, below 0 if they share area.
static double pieces_apart(const piece *a, const piece *b, double dx, double dy)
{
    double best = -INFINITY;
    for (int k = 0; k < 2; k++)
    {
        const piece *p = k ? b : a;
        for (int i = 0; i < p->count; i++)
        {
            int n = (i + 1) % p->count;
            try_axis(a, b, dx, dy, p->y[n] - p->y[i], p->x[i] - p->x[n], &best);
        }
    }
    for (int i = 0; (a->radius > 0.0 || b->radius > 0.0) && i < a->count; i++)
        for (int j = 0; j < b->count; j++)
            try_axis(a, b, dx, dy, b->x[j] - a->x[i] - dx, b->y[j] - a->y[i] - dy, &best);
    return best;
}

static double apart(const piece *mine, int count, const level *l, double dx, double dy)
{
    double least = INFINITY;
    for (int i = 0; i < l->figure.count; i++)
    {
        piece part = piece_of_part(&l->parts[i], l->figure.pose);
        for (int k = 0; k < count; k++) least = fmin(least, pieces_apart(&mine[k], &part, dx, dy));
    }
    return least;
}

static double mover_apart(const rim_mover2 *me, const level *l)
{
    piece mine[PIECES];
    int   count = pieces_of_mover(me, mine);
    return apart(mine, count, l, 0.0, 0.0);
}

// --- movers ---------------------------------------------------------------------------------------------

static rim_sprite *ball(int side)
{
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, side, side, NULL));
    float radius = 0.5f * (float)side;
    rim_mask_draw_circle(mask, rim_vec2_make(radius, radius), radius, true);
    return sprite_of(mask, NULL);
}

static rim_mover2 mover_of(int kind, const rim_sprite *sprite, rim_vec2 at)
{
    if (kind == 1) return (rim_mover2){ .kind = RIM_MOVER2_BOX, .at = at, .box = box_of(4, 5) };
    if (kind == 2)
        return (rim_mover2){ .kind = RIM_MOVER2_CIRCLE, .at = at, .circle.radius = 4.5f };
    return (rim_mover2){ .at = at, .sprite = rim_posed_make(sprite, rim_xform2_identity()) };
}

static rim_vec2 any_vec2(test_random *random, float most)
{
    rim_vec2 v = { random_float(random, -most, most), random_float(random, -most, most) };
    return v;
}

// --- straight motions -----------------------------------------------------------------------------------

#define NEAR 2e-5 // of coordinates up to a few hundred, rounded to floats

static void first_contacts_are_those_of_separating_axes(void **state)
{
    (void)state;
    enum
    {
        SUBSTEPS = 60
    };
    test_random random = { 1 };
    rim_sprite *sprite = ball(7);
    int         hits[3] = { 0 }, misses = 0, starts = 0, cases = 60 + case_count(340);
    for (int i = 0; i < cases; i++)
    {
        level l;
        piece mine[PIECES];
        random_level(&l, &random, random_int(&random, 1, 9));
        int        kind = i % 3;
        rim_mover2 me = mover_of(kind, sprite, any_vec2(&random, 70));
        rim_vec2   delta = any_vec2(&random, 90);
        int        count = pieces_of_mover(&me, mine);
        double     begin = apart(mine, count, &l, 0.0, 0.0);
        rim_world2 world = rim_figure_world(&l.figure);
        rim_hit2   hit = mover2_sweep(me, delta, world, NULL);
        if (fabs(begin) < NEAR) continue;
        assert_int_equal(begin < 0.0, mover2_overlaps(me, world));
        assert_int_equal(begin < 0.0, hit.start_overlap);
        if (begin < 0.0)
        {
            double x = (double)hit.depth * hit.normal.x, y = (double)hit.depth * hit.normal.y;
            assert_true(hit.depth >= -begin - NEAR);
            starts++;
            if (l.figure.count == 1) assert_true(apart(mine, count, &l, x, y) > -NEAR);
            continue;
        }
        // They touch at that time, and share no area before.
        if (hit.hit)
            assert_near(apart(mine, count, &l, hit.t * delta.x, hit.t * delta.y), 0.0, NEAR);
        for (int k = 0; k <= SUBSTEPS; k++)
        {
            double t = hit.t * k / SUBSTEPS;
            assert_true(apart(mine, count, &l, t * delta.x, t * delta.y) > -NEAR);
        }
        if (hit.hit) assert_true(rim_vec2_dot(hit.normal, delta) < 0.0f);
        hits[kind] += hit.hit;
        misses += !hit.hit;
    }
    rim_sprite_destroy(sprite);
    for (int k = 0; k < 3; k++) assert_true(hits[k] > 0);
    assert_true(misses > cases / 40 && starts > cases / 40);
}

// A convex shape alone: no direction is a shorter way out than that of the depth.
static void starts_in_overlap_tell_the_shortest_way_out(void **state)
{
    (void)state;
    test_random random = { 2 };
    int         starts = 0;
    for (int i = 0; i < case_count(4000); i++)
    {
        level l;
        piece mine[PIECES];
        random_level(&l, &random, 1);
        rim_mover2 me = mover_of(random_int(&random, 1, 2), NULL, any_vec2(&random, 50));
        int        count = pieces_of_mover(&me, mine);
        rim_world2 world = rim_figure_world(&l.figure);
        rim_hit2   hit = mover2_sweep(me, rim_vec2_make(0, 0), world, NULL);
        if (!hit.start_overlap) continue;
        starts++;
        assert_true(mover2_overlaps(me, world));
        for (int k = 0; k < 64; k++)
        {
            rim_rot2 r = rim_rot2_degrees((float)k * 5.625f);
            double   less = 0.999 * hit.depth - NEAR;
            if (less > 0.0) assert_true(apart(mine, count, &l, less * r.c, less * r.s) < 0.0);
        }
        assert_true(rim_mover2_push_out(&me, world));
        assert_true(mover_apart(&me, &l) > -NEAR);
    }
    assert_true(starts > case_count(4000) / 20);
}

// --- who starts free ends free ----------------------------------------------------------------------------

static void nobody_ends_in_a_shape(void **state)
{
    (void)state;
    test_random random = { 3 };
    rim_sprite *sprite = ball(7);
    int         moves = 0, hits = 0, grounded = 0, sliding = 0;
    for (int i = 0; i < case_count(150); i++)
    {
        level l;
        random_level(&l, &random, PARTS);
        rim_world2  world = rim_figure_world(&l.figure);
        rim_mover2  me = mover_of(i % 3, sprite, any_vec2(&random, 70));
        rim_walker2 walker = { .up = { 0, -1 }, .step = 4.0f, .slope = 1.0f };
        if (!rim_mover2_push_out(&me, world)) continue;
        for (int k = 0; k < 12; k++, moves++)
        {
            rim_vec2 delta = any_vec2(&random, k % 3 ? 9.0f : 60.0f);
            assert_false(mover2_overlaps(me, world));
            assert_true(mover_apart(&me, &l) > -NEAR);
            if (i % 2)
            {
                rim_slide2 slide = rim_mover2_slide(&me, delta, world);
                assert_false(slide.stuck);
                hits += slide.hit;
                me = slide.me;
                continue;
            }
            delta.y = fabsf(delta.y);
            rim_walk2 walk = rim_mover2_walk(&me, &walker, delta, world);
            assert_false(walk.stuck);
            grounded += walk.grounded, sliding += walk.sliding;
            if (walk.grounded) assert_ptr_equal(NULL, walk.ground.sprite);
            me = walk.me;
        }
        assert_false(mover2_overlaps(me, world));
    }
    rim_sprite_destroy(sprite);
    assert_true(moves > case_count(150) * 8 && hits > moves / 10);
    assert_true(grounded > moves / 20 && sliding > moves / 100);
}

// --- as sprites -------------------------------------------------------------------------------------------

// A skyline of whole pixels, as sprites and as boxes.
typedef struct skyline
{
    level          boxes;
    rim_sprite    *sprites[PARTS];
    rim_posed      posed[PARTS];
    rim_posed_list list;
} skyline;

static void make_skyline(skyline *s, test_random *random)
{
    level_start(&s->boxes);
    for (int k = 0; k < PARTS; k++)
    {
        int      w = random_int(random, 3, 30), h = random_int(random, 3, 60);
        rim_vec2 at = { 12.0f * (float)k, (float)random_int(random, 60, 100) };
        s->sprites[k] = solid_sprite(w, h);
        s->posed[k] = rim_posed_make(s->sprites[k], rim_xform2_translation(at));
        add_box(&s->boxes, (rim_box2){ { 0, 0 }, { (float)w, (float)h } }, s->posed[k].pose);
    }
    s->list = (rim_posed_list){ s->posed, PARTS };
}

// A 16th of the circle is a pixel, so that it goes its way over boxes as over sprites. (A box touches along an edge, of
// which any point may be told.)
static void boxes_act_as_the_same_sprites(void **state)
{
    (void)state;
    test_random random = { 4 };
    int         grounded = 0, walls = 0, hits = 0;
    for (int i = 0; i < case_count(60); i++)
    {
        skyline s;
        make_skyline(&s, &random);
        rim_world2  boxes = rim_figure_world(&s.boxes.figure);
        rim_world2  sprites = rim_posed_list_world(&s.list);
        rim_mover2  me = { .kind = RIM_MOVER2_CIRCLE, .circle.radius = 8.0f };
        rim_walker2 walker = { .up = { 0, -1 }, .step = 6.0f, .slope = 1.0f };
        me.at = rim_vec2_make(random_float(&random, 10, 270), 30);
        for (int k = 0; k < 60; k++)
        {
            rim_vec2    delta = { random_float(&random, -9, 9), random_float(&random, 1, 9) };
            rim_walker2 other = walker;
            rim_walk2   a = rim_mover2_walk(&me, &walker, delta, boxes);
            rim_walk2   b = rim_mover2_walk(&me, &other, delta, sprites);
            assert_near(a.me.at.x, b.me.at.x, 1e-3);
            assert_near(a.me.at.y, b.me.at.y, 1e-3);
            assert_int_equal(a.grounded, b.grounded);
            assert_int_equal(a.wall, b.wall);
            if (a.grounded) assert_true(a.ground.pose.tx == b.ground.pose.tx);
            rim_slide2 c = rim_mover2_slide(&me, delta, boxes);
            rim_slide2 d = rim_mover2_slide(&me, delta, sprites);
            assert_near(c.me.at.x, d.me.at.x, 1e-3);
            assert_near(c.me.at.y, d.me.at.y, 1e-3);

            rim_mover2 crate[2] = { { .kind = RIM_MOVER2_BOX, .box = box_of(8, 8) } };
            crate[0].at = rim_vec2_make(me.at.x, 30);
            crate[1] = crate[0];
            rim_vec2      way = { 20 * delta.x, 10 * delta.y };
            mover_contact p = mover_advance(&crate[0], way, boxes);
            mover_contact q = mover_advance(&crate[1], way, sprites);
            assert_int_equal(p.hit, q.hit);
            assert_near(p.t, q.t, 1e-12);
            assert_near(crate[0].at.x, crate[1].at.x, 1e-5);
            assert_near(crate[0].at.y, crate[1].at.y, 1e-5);
            grounded += a.grounded, walls += a.wall, hits += c.hit && p.hit;
            me = a.me;
        }
        for (int k = 0; k < PARTS; k++) rim_sprite_destroy(s.sprites[k]);
    }
    assert_true(grounded > case_count(60) * 10 && walls > case_count(60) && hits > case_count(60));
}

// --- slopes, seams, round tops -----------------------------------------------------------------------------

static void slopes_are_walked_up_or_slid_down(void **state)
{
    (void)state;
    rim_sprite *sprite = ball(9);
    int         climbed = 0, slid = 0;
    for (int i = 0; i < 60; i++)
    {
        float    rise = 0.25f + 0.25f * (float)(i / 3 % 10); // per run
        level    l;
        rim_vec2 ramp[3] = { { 100, 0 }, { 200, 0 }, { 200, -100 * rise } };
        level_start(&l);
        add_box(&l, (rim_box2){ { -100, 0 }, { 300, 20 } }, rim_xform2_identity());
        add_ring(&l, ramp, 3);
        if (i >= 30) // mirrored
            for (int k = 0; k < 2; k++) l.parts[k].pose = (rim_xform2){ -1, 0, 0, 1, 0, 0 };
        float       side = i < 30 ? 1.0f : -1.0f;
        rim_world2  world = rim_figure_world(&l.figure);
        rim_mover2  me = mover_of(i % 3, sprite, rim_vec2_make(side * 50, -30));
        rim_walker2 walker = { .up = { 0, -1 }, .step = 2.0f, .slope = 1.0f };
        float       highest = 0.0f;
        bool        walled = false;
        for (int k = 0; k < 80; k++)
        {
            rim_walk2 walk = rim_mover2_walk(&me, &walker, rim_vec2_make(side * 1.5f, 2), world);
            me = walk.me;
            walled = walled || walk.wall;
            if (walk.grounded && -me.at.y > highest) highest = -me.at.y;
        }
        if (rise < 0.95f)
        {
            assert_true(highest > 35.0f * rise); // of 70 on the way
            assert_false(walled);
            climbed++;
        }
        if (rise < 1.3f) continue;
        assert_true(highest < 12.0f && walled);
        // Put on the slope, it slides to its foot.
        me = mover_of(i % 3, sprite, rim_vec2_make(side * 150, -50 * rise - 20));
        walker.grounded = false;
        bool sliding = false;
        for (int k = 0; k < 200; k++)
        {
            rim_walk2 walk = rim_mover2_walk(&me, &walker, rim_vec2_make(0, 3), world);
            me = walk.me;
            sliding = sliding || walk.sliding;
        }
        assert_true(sliding && walker.grounded && -me.at.y < 8.0f);
        slid++;
    }
    rim_sprite_destroy(sprite);
    assert_true(climbed == 18 && slid == 30);
}

// A walk along a floor that is turned has a part along `up` that is a rounding error. It is no jump.
static void floors_of_all_angles_are_walked(void **state)
{
    (void)state;
    for (int degrees = 0; degrees < 360; degrees++)
    {
        rim_rot2 r = rim_rot2_degrees((float)degrees);
        level    l;
        level_start(&l);
        add_box(&l, (rim_box2){ { -100, 0 }, { 100, 20 } },
                rim_xform2_pose(rim_vec2_make(0, 0), r, rim_vec2_make(1, 1)));
        rim_vec2    up = { r.s, -r.c }, across = { r.c, r.s };
        rim_mover2  me = { .kind = RIM_MOVER2_CIRCLE, .circle.radius = 5.0f };
        rim_walker2 walker = { .up = up, .step = 6.0f, .slope = 1.0f };
        me.at = rim_vec2_scale(up, 6.0f);
        rim_world2 world = rim_figure_world(&l.figure);
        me = rim_mover2_walk(&me, &walker, rim_vec2_scale(up, -2.0f), world).me;
        assert_true(walker.grounded);
        for (int i = 1; i <= 20; i++)
        {
            rim_walk2 walk = rim_mover2_walk(&me, &walker, rim_vec2_scale(across, 1.3f), world);
            me = walk.me;
            assert_true(walk.grounded && walker.grounded);
            assert_near(rim_vec2_dot(me.at, across), 1.3 * i, 1e-3);
        }
        rim_vec2 jump = rim_vec2_add(rim_vec2_scale(across, 1.3f), rim_vec2_scale(up, 1e-4f));
        assert_false(rim_mover2_walk(&me, &walker, jump, world).grounded);
    }
}

// A world that counts the calls of its gather function.
static int gather_calls;

static int gather_and_count(const void *context, rim_box2 box, int first, rim_figure_part *out,
                            int capacity)
{
    const rim_world2 *world = context;
    gather_calls++;
    return world->gather_shapes(world->context, box, first, out, capacity);
}

static int gather_no_sprites(const void *context, rim_box2 box, int first, rim_posed *out,
                             int capacity)
{
    (void)context, (void)box, (void)first, (void)out, (void)capacity;
    return 0;
}

// Half its width is 8,000,000 times the length that stands for a pixel.
static void the_wide_and_flat_take_no_time_below_ceilings(void **state)
{
    (void)state;
    rim_vec2 ramp[3] = { { 0, 0 }, { 1000, -2 }, { 1000, 0 } };
    level    l;
    level_start(&l);
    add_box(&l, (rim_box2){ { -1e4f, 0 }, { 1e4f, 20 } }, rim_xform2_identity());
    add_box(&l, (rim_box2){ { -1e4f, -5 }, { 1e4f, -3 } }, rim_xform2_identity());
    add_ring(&l, ramp, 3);
    rim_world2  inner = rim_figure_world(&l.figure);
    rim_world2  world = { &inner, gather_no_sprites, gather_and_count };
    rim_mover2  me = { .kind = RIM_MOVER2_BOX, .at = { 0, -2 }, .box = box_of(500.0f, 0.0005f) };
    rim_walker2 walker = { .up = { 0, -1 }, .step = 1.0f, .slope = 1.0f };
    rim_walk2   walk = rim_mover2_walk(&me, &walker, rim_vec2_make(0, 3), world);
    assert_true(walk.grounded || walk.sliding);
    assert_true(gather_calls > 0 && gather_calls < 200000);
}

// On a large circle the normal is that of its radius, whatever the direction.
static void round_parts_have_round_normals(void **state)
{
    (void)state;
    rim_sprite *sprite = ball(9);
    int         touched = 0;
    for (int i = 0; i < 300; i++)
    {
        double     angle = 6.283185307179586 * i / 300;
        rim_vec2   out = { (float)cos(angle), (float)sin(angle) };
        rim_vec2   middle = { 7, -3 }, from = rim_vec2_along(middle, out, 60);
        rim_mover2 me = mover_of(i % 3, sprite, from);
        level      l;
        level_start(&l);
        add_circle(&l, middle, 40);
        rim_world2 world = rim_figure_world(&l.figure);
        rim_slide2 slide = rim_mover2_slide(&me, rim_vec2_scale(out, -20), world);
        if (!slide.hit || me.kind != RIM_MOVER2_CIRCLE) continue;
        assert_near(slide.normal.x, out.x, 1e-3);
        assert_near(slide.normal.y, out.y, 1e-3);
        touched++;
    }
    rim_sprite_destroy(sprite);
    assert_true(touched == 100);
}

// A floor of boxes side by side, turned: parts are rounded, so that their corners do not quite meet.
static void seams_catch_nobody(void **state)
{
    (void)state;
    test_random random = { 6 };
    rim_sprite *sprite = ball(9);
    for (int i = 0; i < case_count(200); i++)
    {
        level    l;
        rim_rot2 turn = rim_rot2_degrees(i % 4 ? random_float(&random, -40, 40) : 0.0f);
        rim_vec2 at = any_vec2(&random, i % 3 ? 10.0f : 1e4f);
        level_start(&l);
        l.figure.pose = rim_xform2_pose(at, turn, rim_vec2_make(1, 1));
        for (int k = 0; k < 10; k++)
            add_box(&l, (rim_box2){ { 0, 0 }, { 10, 10 } },
                    rim_xform2_translation(rim_vec2_make(10.0f * (float)k, 0)));
        rim_world2 world = rim_figure_world(&l.figure);
        rim_vec2   start = rim_xform2_apply(l.figure.pose, rim_vec2_make(5, -15));
        rim_vec2   end = rim_xform2_apply(l.figure.pose, rim_vec2_make(95, -15));
        rim_mover2 me = mover_of(i % 3, sprite, start);
        rim_vec2   along = rim_vec2_scale(rim_vec2_sub(end, start), 1.0f / 90.0f);
        rim_vec2   down = rim_vec2_make(-along.y * 30.0f, along.x * 30.0f);
        me = rim_mover2_slide(&me, down, world).me;
        rim_vec2 from = me.at;
        for (int k = 0; k < 20; k++)
        {
            rim_vec2 delta = { 4 * along.x - 0.5f * along.y, 4 * along.y + 0.5f * along.x };
            me = rim_mover2_slide(&me, delta, world).me;
        }
        rim_vec2 moved = rim_vec2_sub(me.at, from);
        assert_near(rim_vec2_dot(moved, along), 80.0, i % 3 ? 0.5 : 1.0);
        assert_near(rim_vec2_dot(moved, down), 0.0, i % 3 ? 0.1 : 1.0);
    }
    rim_sprite_destroy(sprite);
}

static void one_stands_on_a_part_and_learns_which(void **state)
{
    (void)state;
    level l;
    level_start(&l);
    add_circle(&l, rim_vec2_make(0, 20), 10.0f);
    add_box(&l, (rim_box2){ { 30, 12 }, { 60, 20 } }, rim_xform2_identity());
    l.parts[0].tag = 7;
    l.parts[1].tag = 8;
    l.figure.pose = rim_xform2_translation(rim_vec2_make(100, 0));
    rim_world2  world = rim_figure_world(&l.figure);
    rim_walker2 walker = { .up = { 0, -1 }, .step = 4.0f, .slope = 1.0f };
    rim_mover2  me = { .kind = RIM_MOVER2_CIRCLE, .at = { 100, -20 }, .circle.radius = 5 };
    rim_walk2   walk = rim_mover2_walk(&me, &walker, rim_vec2_make(0, 100), world);
    assert_true(walk.grounded && walk.ground_part.tag == 7 && !walk.ground.sprite);
    assert_near(walk.me.at.y, 5.0, 1e-5);
    assert_near(walk.ground_normal.y, -1.0, 1e-6);
    me.at.x = 145.0f;
    walk = rim_mover2_walk(&me, &walker, rim_vec2_make(0, 100), world);
    assert_true(walk.grounded && walk.ground_part.tag == 8);
    assert_true(walk.me.at.y == 7.0f && walk.ground.pose.tx == 100.0f);

    // A part carries the mover that stands on it.
    level    none;
    rim_vec2 lift = { 3, -6 };
    level_start(&none);
    rim_xform2 after = walk.ground.pose;
    after.tx += lift.x, after.ty += lift.y;
    rim_slide2 slide =
        rim_mover2_carry(&walk.me, walk.ground.pose, after, rim_figure_world(&none.figure));
    assert_true(slide.moved.x == lift.x && slide.moved.y == lift.y);
}

static void platforms_of_shapes_hold_from_above_only(void **state)
{
    (void)state;
    rim_sprite *sprite = ball(9);
    for (int kind = 0; kind < 9; kind++)
    {
        level    floor, high;
        rim_vec2 ring[4] = { { -20, 50 }, { 20, 50 }, { 18, 54 }, { -18, 54 } };
        level_start(&floor);
        level_start(&high);
        add_box(&floor, (rim_box2){ { -50, 100 }, { 50, 110 } }, rim_xform2_identity());
        if (kind / 3 == 0)
            add_box(&high, (rim_box2){ { -20, 50 }, { 20, 54 } }, rim_xform2_identity());
        if (kind / 3 == 1) add_ring(&high, ring, 4);
        if (kind / 3 == 2) add_circle(&high, rim_vec2_make(0, 60), 10.0f);
        rim_one_way2 way = { .solid = rim_figure_world(&floor.figure), .up = { 0, -1 } };
        way.platforms = rim_figure_world(&high.figure);
        way.me = mover_of(kind % 3, sprite, rim_vec2_make(0, 90));
        rim_walker2 walker = { .up = way.up, .step = 3.0f, .slope = 1.0f };
        bool        passed = false;
        for (int k = 0; k < 100; k++)
        {
            float     fall = -9.0f + 0.35f * (float)k;
            rim_walk2 walk =
                rim_mover2_walk(&way.me, &walker, rim_vec2_make(0, fall), rim_one_way2_world(&way));
            assert_false(walk.ceiling || walk.stuck);
            way.me = walk.me;
            passed = passed || way.me.at.y < 40.0f;
        }
        assert_true(passed && walker.grounded);
        assert_near(rim_mover2_bounds(&way.me).hi.y, 50.0, 0.6);
        // Through the solid world alone it drops.
        rim_walk2 walk = rim_mover2_walk(&way.me, &walker, rim_vec2_make(0, 100), way.solid);
        assert_near(rim_mover2_bounds(&walk.me).hi.y, 100.0, 1e-4);
    }
    rim_sprite_destroy(sprite);
}

// --- worlds -----------------------------------------------------------------------------------------------

// A figure on a stage, and the same figure alone; among sprites; without the mover's own.
static void stages_hold_movers_as_their_figures_do(void **state)
{
    (void)state;
    test_random random = { 7 };
    int         hits = 0;
    for (int i = 0; i < case_count(200); i++)
    {
        level      l;
        rim_stage *stage;
        rim_handle who, own;
        random_level(&l, &random, PARTS);
        assert_int_equal(RIM_OK, rim_stage_create(&stage, NULL));
        rim_stage_item  item = { .posed.pose = l.figure.pose,
                                 .parts = l.parts,
                                 .part_count = PARTS };
        rim_mover2      me = mover_of(1, NULL, any_vec2(&random, 70));
        rim_figure_part body = { .kind = RIM_PART_BOX,
                                 .pose = rim_xform2_identity(),
                                 .box = me.box };
        rim_stage_item  mine = { .posed.pose = rim_xform2_translation(me.at),
                                 .parts = &body,
                                 .part_count = 1 };
        item.filter.layers = 2;
        mine.filter.layers = 4;
        assert_int_equal(RIM_OK, rim_stage_add(stage, &mine, &own));
        assert_int_equal(RIM_OK, rim_stage_add(stage, &item, &who));
        rim_stage_part part = { stage, ~0u, own }, none = { stage, 1u, own },
                       with = { stage, 4u, who };
        rim_vec2   delta = any_vec2(&random, 50);
        rim_slide2 a = rim_mover2_slide(&me, delta, rim_figure_world(&l.figure));
        rim_slide2 b = rim_mover2_slide(&me, delta, rim_stage_world(&part));
        assert_same_bits(a.me.at.x, b.me.at.x);
        assert_same_bits(a.me.at.y, b.me.at.y);
        assert_int_equal(a.hit, b.hit);
        hits += a.hit;
        assert_false(rim_mover2_slide(&me, delta, rim_stage_world(&none)).hit);
        assert_true(mover2_overlaps(me, rim_stage_world(&with)));
        rim_stage_destroy(stage);
    }
    assert_true(hits > case_count(200) / 5);
}

// All parts that have a point in the box are gathered, once, whatever the page; what has no area is not there.
static void pages_hold_every_part_once(void **state)
{
    (void)state;
    test_random random = { 8 };
    int         gathered = 0;
    for (int i = 0; i < case_count(300); i++)
    {
        level           l;
        rim_figure_part all[PARTS], page[5];
        random_level(&l, &random, PARTS);
        l.parts[3].pose.a = l.parts[3].pose.b = l.parts[3].pose.c = l.parts[3].pose.d = 0.0f;
        l.parts[4].pose.tx = NAN;
        for (int k = 0; k < PARTS; k++) l.parts[k].tag = k;
        rim_world2 world = rim_figure_world(&l.figure);
        rim_vec2   lo = any_vec2(&random, 60);
        rim_box2   box = { lo, { lo.x + random_float(&random, 0, 60), lo.y + 30.0f } };
        int        count = world.gather_shapes(world.context, box, 0, all, PARTS);
        int        expected = 0;
        assert_int_equal(0, world.gather(world.context, box, 0, NULL, 0));
        assert_int_equal(count, world.gather_shapes(world.context, box, 0, NULL, 0));
        for (int first = 0; first < count; first += 5)
        {
            assert_int_equal(count, world.gather_shapes(world.context, box, first, page, 5));
            for (int k = 0; k < 5 && first + k < count; k++)
                assert_int_equal(all[first + k].tag, page[k].tag);
        }
        for (int k = 0; k < PARTS; k++)
        {
            rim_figure one = { &l.parts[k], 1, l.figure.pose };
            rim_box2   bounds = k == 3 || k == 4 ? rim_box2_empty() : rim_figure_bounds(&one);
            bool       near = rim_box2_overlaps(bounds, box);
            expected += near;
            int found = 0;
            for (int n = 0; n < count; n++) found += all[n].tag == k;
            assert_int_equal(found, near);
        }
        assert_int_equal(expected, count);
        gathered += count;
    }
    assert_true(gathered > case_count(300) * 2);
}

// --- laws -------------------------------------------------------------------------------------------------

static void powers_of_two_the_order_and_the_kind_change_no_bit(void **state)
{
    (void)state;
    test_random random = { 9 };
    rim_sprite *sprite = ball(9);
    int         hits = 0, grounded = 0;
    for (int i = 0; i < case_count(150); i++)
    {
        level       l;
        test_random seed = random;
        rim_vec2    at = any_vec2(&random, 80), delta = any_vec2(&random, 60);
        rim_vec2    first = { 0, 0 }, stood = { 0, 0 };
        (void)random_bits(&random);
        for (int v = 0; v < 5; v++) // plain, in the other order, boxes as polygons, smaller, larger
        {
            float       s = v == 3 ? 0x1p-10f : v == 4 ? 0x1p10f : 1.0f;
            test_random draws = seed;
            random_level(&l, &draws, 12);
            rim_xform2 m = l.figure.pose;
            l.figure.pose = (rim_xform2){ m.a * s, m.b * s, m.c * s, m.d * s, m.tx * s, m.ty * s };
            for (int k = 0; v == 1 && k < 6; k++)
            {
                rim_figure_part swap = l.parts[k];
                l.parts[k] = l.parts[11 - k];
                l.parts[11 - k] = swap;
            }
            for (int k = 0; v == 2 && k < 12; k++)
            {
                rim_box2 b = l.parts[k].box;
                if (l.parts[k].kind != RIM_PART_BOX) continue;
                rim_vec2 ring[4] = { b.lo, { b.hi.x, b.lo.y }, b.hi, { b.lo.x, b.hi.y } };
                memcpy(l.corners[k], ring, sizeof ring);
                l.parts[k].kind = RIM_PART_POLYGON;
                l.parts[k].polygon = (rim_polygon2){ l.corners[k], 4 };
            }
            rim_mover2 me = mover_of(i % 3, sprite, rim_vec2_scale(at, s));
            me.sprite.pose.a *= s, me.sprite.pose.d *= s;
            me.box = box_of(4 * s, 5 * s);
            me.circle.radius *= s;
            rim_world2  world = rim_figure_world(&l.figure);
            rim_walker2 walker = { .up = { 0, -1 }, .step = 4 * s, .slope = 1, .grounded = i % 2 };
            rim_slide2  slide = rim_mover2_slide(&me, rim_vec2_scale(delta, s), world);
            rim_vec2    fall = { delta.x * s, fabsf(delta.y) * s };
            rim_walk2   walk = rim_mover2_walk(&me, &walker, fall, world);
            if (v == 0) first = slide.me.at, stood = walk.me.at;
            assert_same_bits(slide.me.at.x, first.x * s);
            assert_same_bits(slide.me.at.y, first.y * s);
            assert_same_bits(walk.me.at.x, stood.x * s);
            assert_same_bits(walk.me.at.y, stood.y * s);
            hits += slide.hit, grounded += walk.grounded;
        }
    }
    rim_sprite_destroy(sprite);
    assert_true(hits > case_count(150) / 2 && grounded > case_count(150) / 2);
}

static void broken_motions_and_movers_hit_nothing(void **state)
{
    (void)state;
    level l;
    level_start(&l);
    add_box(&l, box_of(10, 10), rim_xform2_identity());
    rim_world2  world = rim_figure_world(&l.figure);
    rim_mover2  me = mover_of(1, NULL, rim_vec2_make(0, -30));
    const float bad[] = { NAN, INFINITY, -INFINITY };
    for (int i = 0; i < 3; i++)
    {
        assert_true(rim_mover2_slide(&me, rim_vec2_make(0, bad[i]), world).me.at.y == -30.0f);
        rim_mover2 lost = me;
        lost.at.x = bad[i];
        assert_false(mover2_overlaps(lost, world));
        assert_false(mover2_sweep(lost, rim_vec2_make(0, 40), world, NULL).hit);
    }
    // A point and a segment are stopped, too.
    rim_mover2 point = { .kind = RIM_MOVER2_CIRCLE, .at = { 0, -30 } };
    rim_mover2 line = { .kind = RIM_MOVER2_BOX, .at = { 0, -30 }, .box = { { -3, 0 }, { 3, 0 } } };
    assert_true(rim_mover2_slide(&point, rim_vec2_make(0, 100), world).me.at.y == -10.0f);
    assert_true(rim_mover2_slide(&line, rim_vec2_make(0, 100), world).me.at.y == -10.0f);
    // From a circle almost as large as floats are, pushes lead out of the range of floats.
    level_start(&l);
    add_circle(&l, rim_vec2_make(-21, 7), 3.4e38f);
    rim_mover2 inside = { .kind = RIM_MOVER2_BOX, .at = { 14, -25 }, .box = box_of(5, 24) },
               was = inside;
    assert_false(rim_mover2_push_out(&inside, world));
    assert_memory_equal(&inside, &was, sizeof was);
    rim_slide2 slide = rim_mover2_slide(&inside, rim_vec2_make(0, 5), world);
    assert_true(slide.stuck && slide.me.at.y == -25.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_contacts_are_those_of_separating_axes),
        cmocka_unit_test(starts_in_overlap_tell_the_shortest_way_out),
        cmocka_unit_test(nobody_ends_in_a_shape),
        cmocka_unit_test(boxes_act_as_the_same_sprites),
        cmocka_unit_test(slopes_are_walked_up_or_slid_down),
        cmocka_unit_test(floors_of_all_angles_are_walked),
        cmocka_unit_test(the_wide_and_flat_take_no_time_below_ceilings),
        cmocka_unit_test(round_parts_have_round_normals),
        cmocka_unit_test(seams_catch_nobody),
        cmocka_unit_test(one_stands_on_a_part_and_learns_which),
        cmocka_unit_test(platforms_of_shapes_hold_from_above_only),
        cmocka_unit_test(stages_hold_movers_as_their_figures_do),
        cmocka_unit_test(pages_hold_every_part_once),
        cmocka_unit_test(powers_of_two_the_order_and_the_kind_change_no_bit),
        cmocka_unit_test(broken_motions_and_movers_hit_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
