// Sweeps and rays whose numbers make rounded arithmetic fail, judged in whole numbers of any length: quarter turns as
// cosines of floats give them, half pixels, scales far apart, places far out, motions almost along edges.

#include "support/exact_motion.h"
#include "support/shared_area.h"
#include "support/support.h"

#include <math.h>
#include <string.h>

#include "base/float.h"
#include "flat/shape/box2.h"
#include "rimcast/sprite_query.h"

// --- sprites: a pool, so that few are made ------------------------------------------------------------------

enum
{
    POOL = 96
};

static rim_sprite *pool[POOL];

// Anchors at halves of pixels, or (the last third) thousands of pixels out.
static int make_pool(void **state)
{
    (void)state;
    test_random random = { 71 };
    for (int i = 0; i < POOL; i++)
    {
        rim_sprite_options options = { .has_anchor = true, .rays = 8 };
        rim_mask          *mask;
        int                w = random_int(&random, 1, 3), h = random_int(&random, 1, i % 3 ? 2 : 1);
        if (i % 2) w = h = 1;
        assert_int_equal(RIM_OK, rim_mask_create(&mask, w, h, NULL));
        for (int k = 0; k < w * h; k++)
            rim_mask_set(mask, k % w, k / w, k == 0 || random_int(&random, 0, 2) > 0);
        options.anchor.x = 0.5f * (float)random_int(&random, 0, 2 * w);
        options.anchor.y = 0.5f * (float)random_int(&random, 0, 2 * h);
        if (i >= POOL / 3 * 2) options.anchor.x += random_float(&random, -8000.0f, 8000.0f);
        if (i >= POOL / 3 * 2) options.anchor.y += random_float(&random, -8000.0f, 8000.0f);
        assert_int_equal(RIM_OK, rim_sprite_create(&pool[i], mask, &options));
        rim_mask_destroy(mask);
    }
    return 0;
}

static int destroy_pool(void **state)
{
    (void)state;
    for (int i = 0; i < POOL; i++) rim_sprite_destroy(pool[i]);
    return 0;
}

// --- scenes --------------------------------------------------------------------------------------------------

typedef enum scene_kind
{
    QUARTERS, // quarter turns with rounded zeros, half pixels, whole motions
    SCALES,   // the same, 2^-140 .. 2^100 times as large, each sprite and motion at its own scale
    OFFSETS,  // anchors and places thousands of pixels out, any turn
    TURNS,    // any turn, motions along edges
    UPRIGHT,  // no turn, or flips and quarter turns, one scale: any places and motions
    SCENE_KINDS
} scene_kind;

static const char *const KIND_NAMES[SCENE_KINDS] = { "quarters", "scales", "offsets", "turns",
                                                     "upright" };

static float half_steps(test_random *random, int reach)
{
    return 0.5f * (float)random_int(random, -2 * reach, 2 * reach);
}

// Turned by quarters as cosf or cos make them.
static rim_xform2 quarter_pose(test_random *random)
{
    double angle = random_int(random, -4, 4) * 1.5707963267948966;
    float  c = (float)cos(angle), s = (float)sin(angle);
    if (random_int(random, 0, 1)) c = cosf((float)angle), s = sinf((float)angle);
    float x = (float)random_int(random, 1, 2), y = (float)random_int(random, 1, 2);
    if (random_int(random, 0, 3) == 0) x = -x;
    return (
        rim_xform2){ c * x, s * x, -s * y, c * y, half_steps(random, 3), half_steps(random, 3) };
}

// One of the eight ways to lay a square on itself.
static rim_xform2 random_flip(test_random *random)
{
    float x = random_int(random, 0, 1) ? 1.0f : -1.0f, y = random_int(random, 0, 1) ? 1.0f : -1.0f;
    if (random_int(random, 0, 1)) return (rim_xform2){ x, 0.0f, 0.0f, y, 0.0f, 0.0f };
    return (rim_xform2){ 0.0f, x, y, 0.0f, 0.0f, 0.0f };
}

static rim_xform2 turned_pose(test_random *random, double reach)
{
    double     angle = random_float(random, -3.2f, 3.2f);
    float      c = (float)cos(angle), s = (float)sin(angle), x = random_float(random, 0.5f, 2.0f);
    rim_xform2 m = { c * x, s * x, -s * x, c * x, 0.0f, 0.0f };
    m.tx = (float)(reach * (random_unit(random) - 0.5));
    m.ty = (float)(reach * (random_unit(random) - 0.5));
    return m;
}

static rim_xform2 scaled_pose(rim_xform2 m, float linear, float place)
{
    return (rim_xform2){ m.a * linear, m.b * linear, m.c * linear,
                         m.d * linear, m.tx * place, m.ty * place };
}

static const rim_sprite *pooled(test_random *random, scene_kind kind)
{
    int near = POOL / 3 * 2;
    return pool[kind == OFFSETS ? random_int(random, near, POOL - 1)
                                : random_int(random, 0, near - 1)];
}

static rim_posed random_posed_of(test_random *random, scene_kind kind)
{
    rim_posed a = { pooled(random, kind), quarter_pose(random) };
    if (kind == TURNS) a.pose = turned_pose(random, 6.0);
    if (kind == UPRIGHT)
    {
        a.pose =
            (rim_xform2){ 1.0f, 0.0f, 0.0f, 1.0f, half_steps(random, 4), half_steps(random, 4) };
        if (random_int(random, 0, 1)) a.pose.tx = random_float(random, -4.0f, 4.0f);
    }
    if (kind == OFFSETS)
    {
        a.pose = random_int(random, 0, 1) ? turned_pose(random, 0.0) : quarter_pose(random);
        // Its first pixel comes to lie near the origin.
        rim_vec2 anchor = rim_sprite_anchor(a.sprite);
        rim_vec2 corner = rim_xform2_turn(a.pose, anchor);
        a.pose.tx = corner.x + half_steps(random, 3), a.pose.ty = corner.y + half_steps(random, 3);
    }
    return a;
}

static rim_vec2 random_motion(test_random *random, scene_kind kind, rim_xform2 m)
{
    rim_vec2 d = { (float)random_int(random, -4, 4), (float)random_int(random, -4, 4) };
    int      choice = random_int(random, 0, kind == QUARTERS ? 9 : 3);
    if (choice == 0) d = rim_vec2_scale(rim_vec2_make(m.a, m.b), half_steps(random, 4));
    if (choice == 1) d = rim_vec2_scale(rim_vec2_make(m.c, m.d), half_steps(random, 4));
    if (choice == 2)
        d = rim_vec2_make(random_float(random, -5.0f, 5.0f), random_float(random, -5.0f, 5.0f));
    return d;
}

static float random_scale(test_random *random)
{
    return ldexpf(1.0f, random_int(random, -140, 100));
}

typedef struct tally
{
    int hits, misses, starts, wrong;
} tally;

static bool agrees(const exact_touch *expected, const rim_hit2 *hit, tally *count)
{
    count->starts += expected->start_overlap;
    count->hits += expected->hit && !expected->start_overlap;
    count->misses += !expected->hit;
    if (expected->hit != hit->hit || expected->start_overlap != hit->start_overlap) return false;
    if (!hit->hit) return hit->t == 1.0;
    if (hit->start_overlap) return hit->t == 0.0;
    return big_is_near(hit->t, &expected->num, &expected->den, 4);
}

static void report(const char *what, const rim_posed *b, const rim_vec2 *points, int n, rim_vec2 d,
                   const rim_hit2 *hit, const exact_touch *expected)
{
    print_error("%s: hit %d start %d t %.17g, right: hit %d start %d\n", what, hit->hit,
                hit->start_overlap, hit->t, expected->hit, expected->start_overlap);
    rim_xform2 m = b->pose;
    rim_vec2   at = rim_sprite_anchor(b->sprite);
    print_error("  pose %a %a %a %a %a %a anchor %a %a size %d %d delta %a %a\n", (double)m.a,
                (double)m.b, (double)m.c, (double)m.d, (double)m.tx, (double)m.ty, (double)at.x,
                (double)at.y, rim_mask_width(rim_sprite_mask(b->sprite)),
                rim_mask_height(rim_sprite_mask(b->sprite)), (double)d.x, (double)d.y);
    for (int i = 0; i < n; i++)
        print_error("  point %a %a\n", (double)points[i].x, (double)points[i].y);
}

// --- sprites -------------------------------------------------------------------------------------------------

static void sprites_of_kind(scene_kind kind, int want)
{
    test_random random = { 72 + (uint64_t)kind };
    tally       count = { 0 };
    for (int i = 0; i < want; i++)
    {
        rim_posed a = random_posed_of(&random, kind), b = random_posed_of(&random, kind);
        rim_vec2  da = random_motion(&random, kind, a.pose), db = { 0.0f, 0.0f };
        if (random_int(&random, 0, 3) == 0) db = random_motion(&random, kind, b.pose);
        if (kind == SCALES)
        {
            float scale = random_scale(&random);
            da = rim_vec2_scale(da, scale), db = rim_vec2_scale(db, scale);
            a.pose = scaled_pose(a.pose, random_int(&random, 0, 1) ? scale : random_scale(&random),
                                 scale);
            b.pose = scaled_pose(b.pose, random_int(&random, 0, 1) ? scale : random_scale(&random),
                                 scale);
        }
        if (kind == UPRIGHT && random_int(&random, 0, 1))
        {
            rim_xform2 turn = random_flip(&random);
            if (random_int(&random, 0, 1)) a.pose = rim_xform2_mul(a.pose, random_flip(&random));
            a.pose = rim_xform2_mul(turn, a.pose), b.pose = rim_xform2_mul(turn, b.pose);
            da = rim_xform2_turn(turn, da), db = rim_xform2_turn(turn, db);
        }
        if (rim_xform2_determinant(a.pose) == 0.0 || rim_xform2_determinant(b.pose) == 0.0)
            continue;
        exact_touch expected;
        exact_sprite_sweep(&expected, a, da, b, db);
        rim_hit2 hit = rim_sprite_sweep_both(a, da, b, db);
        if (agrees(&expected, &hit, &count)) continue;
        if (count.wrong++ < 3)
        {
            report("a", &a, NULL, 0, da, &hit, &expected);
            report("b", &b, NULL, 0, db, &hit, &expected);
        }
    }
    if (count.wrong)
        print_error("%s: %d of %d sweeps wrong\n", KIND_NAMES[kind], count.wrong, want);
    assert_int_equal(count.wrong, 0);
    assert_true(count.hits > want / 40 && count.misses > want / 40 && count.starts >= want / 400);
}

static void sprites_are_swept_exactly(void **state)
{
    (void)state;
    for (int kind = 0; kind < SCENE_KINDS; kind++)
        sprites_of_kind((scene_kind)kind, case_count(30000));
}

// --- areas ---------------------------------------------------------------------------------------------------

static bool is_between(float x, float lo_a, float lo_b, float hi_a, float hi_b)
{
    return x >= lo_a && x >= lo_b && x <= hi_a && x <= hi_b;
}

static void areas_are_as_precise_as_promised(void **state)
{
    (void)state;
    test_random random = { 282 };
    int         shared = 0, slivers = 0, wrong = 0, outside = 0, want = case_count(30000);
    for (int i = 0; i < want; i++)
    {
        scene_kind kind = (scene_kind)(i % SCENE_KINDS);
        rim_posed  a = random_posed_of(&random, kind), b = random_posed_of(&random, kind);
        float      scale = kind == SCALES ? ldexpf(1.0f, random_int(&random, -60, 90)) : 1.0f;
        a.pose = scaled_pose(a.pose, scale, scale);
        b.pose = scaled_pose(b.pose, scale * (i % 2 ? 1.0f : 0x1p-6f), scale);
        if (kind == SCALES && i % 3 == 0) a.pose.tx = nextafterf(a.pose.tx, 0.0f);
        if (kind == QUARTERS && i % 3 == 0) a.pose.ty += ldexpf(1.0f, -random_int(&random, 10, 30));
        bool         overlaps = rim_sprite_overlaps(a, b);
        shared_area  expected = shared_area_of(a, b);
        double       area = rim_sprite_overlap_area(a, b);
        rim_contact2 contact = rim_sprite_contact(a, b);
        bool         right = overlaps ? area > 0.0 && contact.area == area : area == 0.0;
        if (overlaps) right = right && fabs(area - expected.area) <= shared_area_error(&expected);
        if (!right && wrong++ < 3)
            print_error("%s: %.17g, right %.17g, off by %g, allowed %g, border %g side %g\n",
                        KIND_NAMES[kind], area, expected.area, area - expected.area,
                        shared_area_error(&expected), expected.border, expected.side);
        if (!overlaps) continue;
        rim_box2 p = rim_sprite_bounds(a), q = rim_sprite_bounds(b);
        outside += !is_between(contact.point.x, p.lo.x, q.lo.x, p.hi.x, q.hi.x) ||
                   !is_between(contact.point.y, p.lo.y, q.lo.y, p.hi.y, q.hi.y);
        shared++;
        slivers += expected.area < 1e-6 * expected.border * expected.side;
    }
    if (wrong || outside)
        print_error("%d of %d areas wrong, %d centroids outside\n", wrong, shared, outside);
    assert_int_equal(wrong + outside, 0);
    assert_true(shared > want / 10 && slivers > want / 400);
}

// --- rays, segments and polygons --------------------------------------------------------------------------------

// A place on the pixels' corners, edges or anywhere near, and a motion from it that may run almost along an edge.
static rim_vec2 place_near(test_random *random, rim_posed b)
{
    rim_vec2 anchor = rim_sprite_anchor(b.sprite);
    rim_vec2 at = { half_steps(random, 3) - anchor.x, half_steps(random, 3) - anchor.y };
    if (random_int(random, 0, 3) == 0) at.x += random_float(random, -2.0f, 2.0f);
    return rim_xform2_apply(b.pose, at);
}

static rim_vec2 nudged(test_random *random, rim_vec2 p, float scale)
{
    if (random_int(random, 0, 1)) p.x += ldexpf(scale, -random_int(random, 10, 40));
    if (random_int(random, 0, 1)) p.y -= ldexpf(scale, -random_int(random, 10, 40));
    return p;
}

// Without area if of 1 or 2 points; else a box, or a triangle.
static int random_ring(test_random *random, rim_posed b, float scale, int most, rim_vec2 points[4])
{
    rim_vec2 p = place_near(random, b), q = place_near(random, b);
    points[0] = nudged(random, p, scale);
    if (most == 1) return 1;
    if (most == 2)
    {
        points[1] = random_int(random, 0, 1) ? q : nudged(random, p, scale);
        return 2;
    }
    if (random_int(random, 0, 1))
    {
        rim_box2 box = rim_box2_make(rim_vec2_make(p.x < q.x ? p.x : q.x, p.y < q.y ? p.y : q.y),
                                     rim_vec2_make(p.x < q.x ? q.x : p.x, p.y < q.y ? q.y : p.y));
        box2_corners(box, points);
        return rim_box2_is_empty(box) ? 0 : 4;
    }
    points[1] = q, points[2] = place_near(random, b);
    return rim_polygon2_area((rim_polygon2){ points, 3 }) == 0.0 ? 0 : 3;
}

static rim_hit2 sweep_ring(const rim_vec2 *points, int n, rim_vec2 delta, rim_posed b)
{
    if (n == 1) return rim_sprite_raycast(b, (rim_ray2){ points[0], delta });
    return rim_polygon2_sweep_sprite((rim_polygon2){ points, n }, delta, b);
}

static void rings_of_kind(scene_kind kind, int most, int want)
{
    test_random random = { 82 + 16 * (uint64_t)most + (uint64_t)kind };
    tally       count = { 0 };
    for (int i = 0; i < want; i++)
    {
        rim_posed b = random_posed_of(&random, kind);
        float     scale = kind == SCALES ? random_scale(&random) : 1.0f;
        if (kind == SCALES) b.pose = scaled_pose(b.pose, scale, scale);
        if (rim_xform2_determinant(b.pose) == 0.0) continue;
        rim_vec2 points[4],
            d = rim_vec2_scale(random_motion(&random, kind, b.pose), kind == SCALES ? scale : 1.0f);
        int n = random_ring(&random, b, scale, most, points);
        if (random_int(&random, 0, 1)) d = nudged(&random, d, scale);
        if (kind == SCALES && random_int(&random, 0, 3) == 0)
            d = rim_vec2_scale(d, ldexpf(1.0f, random_int(&random, -20, 20)));
        if (n == 0 || !float_is_finite(d.x) || !float_is_finite(d.y)) continue;
        exact_touch expected;
        exact_ring_sweep(&expected, points, n, d, b);
        rim_hit2 hit = sweep_ring(points, n, d, b);
        if (agrees(&expected, &hit, &count)) continue;
        if (count.wrong++ < 3) report("shape", &b, points, n, d, &hit, &expected);
    }
    if (count.wrong)
        print_error("%s: %d of %d shapes of %d wrong\n", KIND_NAMES[kind], count.wrong, want, most);
    assert_int_equal(count.wrong, 0);
    assert_true(count.hits > want / 40 && count.misses > want / 40 && count.starts >= want / 400);
}

static void rays_are_cast_exactly(void **state)
{
    (void)state;
    for (int kind = 0; kind < SCENE_KINDS; kind++)
        rings_of_kind((scene_kind)kind, 1, case_count(30000));
}

static void segments_are_swept_exactly(void **state)
{
    (void)state;
    for (int kind = 0; kind < SCENE_KINDS; kind++)
        rings_of_kind((scene_kind)kind, 2, case_count(30000));
}

static void polygons_are_swept_exactly(void **state)
{
    (void)state;
    for (int kind = 0; kind < SCENE_KINDS; kind++)
        rings_of_kind((scene_kind)kind, 4, case_count(30000));
}

// --- circles ---------------------------------------------------------------------------------------------------

// All numbers within 2^-96 .. 2^96.
static rim_circle2 random_circle(test_random *random, scene_kind kind, rim_posed b, float scale)
{
    rim_circle2 c = { nudged(random, place_near(random, b), scale), 0.0f };
    c.radius = scale * 0.5f * (float)random_int(random, 1, 8);
    if (random_int(random, 0, 1)) c.radius = scale * random_float(random, 0.01f, 3.0f);
    if (kind == SCALES) c.radius *= ldexpf(1.0f, random_int(random, -30, 0));
    if (random_int(random, 0, 1)) c.center.x += random_int(random, 0, 1) ? c.radius : -c.radius;
    if (random_int(random, 0, 1)) c.center.y += random_int(random, 0, 1) ? c.radius : -c.radius;
    return c;
}

static double moved_by_units(double t, int units)
{
    int exponent;
    if (t == 0.0) return units > 0 ? 0x1p-200 : 0.0;
    frexp(t, &exponent);
    return t + ldexp(units, exponent - 53);
}

static bool circle_agrees(rim_circle2 c, rim_vec2 d, rim_posed b, const rim_hit2 *hit, tally *count)
{
    bool inside = exact_circle_hits(c, d, 0.0, b);
    bool hits = inside || exact_circle_hits(c, d, 1.0, b);
    count->starts += inside, count->hits += hits && !inside, count->misses += !hits;
    if (hit->hit != hits || hit->start_overlap != inside) return false;
    if (!hits) return hit->t == 1.0;
    if (inside) return hit->t == 0.0;
    return !exact_circle_hits(c, d, moved_by_units(hit->t, -4), b) &&
           exact_circle_hits(c, d, moved_by_units(hit->t, 4), b);
}

static void circles_of_kind(scene_kind kind, int want)
{
    test_random random = { 182 + (uint64_t)kind };
    tally       count = { 0 };
    for (int i = 0; i < want; i++)
    {
        rim_posed b = random_posed_of(&random, kind);
        float     scale = kind == SCALES ? ldexpf(1.0f, random_int(&random, -35, 85)) : 1.0f;
        b.pose = scaled_pose(b.pose, scale, scale);
        rim_circle2 c = random_circle(&random, kind, b, scale);
        rim_vec2    d =
            rim_vec2_scale(random_motion(&random, kind, b.pose), kind == SCALES ? scale : 1.0f);
        if (random_int(&random, 0, 1)) d = nudged(&random, d, scale);
        if (!float_is_finite(d.x) || !float_is_finite(d.y)) continue;
        rim_hit2 hit = rim_circle2_sweep_sprite(c, d, b);
        if (circle_agrees(c, d, b, &hit, &count)) continue;
        exact_touch none = { .hit = false };
        if (count.wrong++ >= 3) continue;
        report("circle", &b, &c.center, 1, d, &hit, &none);
        print_error("  radius %a; at the end %d, a little before %d, a little later %d\n",
                    (double)c.radius, exact_circle_hits(c, d, 1.0, b),
                    exact_circle_hits(c, d, moved_by_units(hit.t, -4), b),
                    exact_circle_hits(c, d, moved_by_units(hit.t, 4), b));
    }
    if (count.wrong)
        print_error("%s: %d of %d circles wrong\n", KIND_NAMES[kind], count.wrong, want);
    assert_int_equal(count.wrong, 0);
    assert_true(count.hits > want / 40 && count.misses > want / 40 && count.starts >= want / 400);
}

static void circles_are_swept_exactly(void **state)
{
    (void)state;
    for (int kind = 0; kind < SCENE_KINDS; kind++)
        circles_of_kind((scene_kind)kind, case_count(30000));
}

// --- examples --------------------------------------------------------------------------------------------------

// Solid is the pixel (0, 0) of a mask of some width.
static rim_sprite *first_pixel(int width, float anchor_x, float anchor_y)
{
    rim_sprite_options options = { .has_anchor = true,
                                   .anchor = { anchor_x, anchor_y },
                                   .rays = 8 };
    rim_sprite        *sprite;
    rim_mask          *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, width, 1, NULL));
    rim_mask_set(mask, 0, 0, true);
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
    rim_mask_destroy(mask);
    return sprite;
}

static void quarter_turns_of_rounded_cosines_hit_when_they_should(void **state)
{
    (void)state;
    float       zero = (float)cos(1.5707963267948966), small = (float)sin(3.1415926535897931);
    rim_sprite *wide = first_pixel(3, 1.5f, 0.5f), *pixel = first_pixel(1, 0.5f, 0.5f);
    rim_sprite *corner = first_pixel(1, 0.0f, 0.0f);

    rim_posed a = { wide, { zero, 1.0f, 1.0f, -zero, -0.5f, 0.0f } };
    rim_posed b = { pixel, { -1.0f, small, small, 1.0f, -1.0f, -2.0f } };
    rim_hit2  hit = rim_sprite_sweep(a, rim_vec2_make(-4.0f, 0.0f), b);
    assert_true(hit.hit);
    assert_near(hit.t, 0.0625, 4.0 * 0x1p-56);

    a = (rim_posed){ pixel, { zero, 1.0f, 1.0f, -zero, 1.5f, 1.5f } };
    b = (rim_posed){ pixel, { small, 2.0f, -2.0f, small, 2.5f, 3.0f } };
    exact_touch expected;
    exact_sprite_sweep(&expected, a, rim_vec2_make(1.0f, 0.0f), b, rim_vec2_make(0.0f, 0.0f));
    hit = rim_sprite_sweep(a, rim_vec2_make(1.0f, 0.0f), b);
    assert_true(expected.hit && hit.hit && big_is_near(hit.t, &expected.num, &expected.den, 4));

    rim_ray2 ray = { { 1.0f, -0x1p-20f }, { -0x1p-30f, 0.56f } };
    hit = rim_sprite_raycast(rim_posed_make(corner, rim_xform2_identity()), ray);
    assert_true(hit.hit);
    assert_near(hit.t, 0x1p-20 / (double)0.56f, 4.0 * 0x1p-72);
    rim_sprite_destroy(wide);
    rim_sprite_destroy(pixel);
    rim_sprite_destroy(corner);
}

// A motion of both sprites may be longer than the largest float, or so short that products with it underflow.
static void normals_oppose_motions_of_any_length(void **state)
{
    (void)state;
    rim_sprite *pixel = first_pixel(1, 0.0f, 0.0f);
    float       s = 0x1p126f;
    rim_posed   a = { pixel, { s, 0.0f, 0.0f, 3.0f, -0.5f * s, -3.03f } };
    rim_posed   b = { pixel, { s, 0.0f, 0.0f, 3.0f, -0.5f * s, 0.0f } };
    rim_hit2    hit = rim_sprite_sweep_both(a, rim_vec2_make(0x1.4p127f, 6.0f), b,
                                            rim_vec2_make(-0x1.4p127f, 0.0f));
    assert_true(hit.hit && !hit.start_overlap);
    assert_true(hit.edge_normal.y == -1.0f && hit.normal.y == -1.0f);

    a.pose = (rim_xform2){ 12.0f, 5.0f, -5.0f, 12.0f, 5.0f, -12.0f };
    b.pose = (rim_xform2){ 12.0f, 5.0f, -5.0f, 12.0f, 0.0f, 0.0f };
    hit = rim_sprite_sweep(a, rim_vec2_make(-0x1p-149f, 0.0f), b);
    assert_true(hit.hit && hit.edge_normal.x > 0.0f && hit.edge_normal.y < 0.0f);
    rim_sprite_destroy(pixel);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sprites_are_swept_exactly),
        cmocka_unit_test(areas_are_as_precise_as_promised),
        cmocka_unit_test(rays_are_cast_exactly),
        cmocka_unit_test(segments_are_swept_exactly),
        cmocka_unit_test(polygons_are_swept_exactly),
        cmocka_unit_test(circles_are_swept_exactly),
        cmocka_unit_test(quarter_turns_of_rounded_cosines_hit_when_they_should),
        cmocka_unit_test(normals_oppose_motions_of_any_length),
    };
    return cmocka_run_group_tests(tests, make_pool, destroy_pool);
}
