// Posed sprites against posed sprites, judged by an oracle that compares every pixel with every pixel
// in integers.

#include "support/outline_check.h"
#include "support/pixels.h"
#include "support/shared_area.h"
#include "support/sprites.h"

#include <math.h>

#include "rimcast/rimcast.h"

#include "flat/shape/box2.h"
#include "flat/sprite/data.h"

// --- the oracle ---------------------------------------------------------------------------------------

enum
{
    BITS = 30 // of a unit
};

static bool share_area(const ring *a, const ring *b)
{
    fraction ignored;
    return rings_touch(a, b, 0, 0, &ignored);
}

static bool slow_overlaps(rim_posed a, rim_posed b)
{
    const rim_mask *ma = rim_sprite_mask(a.sprite), *mb = rim_sprite_mask(b.sprite);
    pixel_grid      ga = pixel_grid_of(a, BITS), gb = pixel_grid_of(b, BITS);
    for (int ay = 0; ay < rim_mask_height(ma); ay++)
        for (int ax = 0; ax < rim_mask_width(ma); ax++)
        {
            if (!rim_mask_get(ma, ax, ay)) continue;
            ring pa = pixel_ring(&ga, ax, ay, ax + 1, ay + 1);
            for (int by = 0; by < rim_mask_height(mb); by++)
                for (int bx = 0; bx < rim_mask_width(mb); bx++)
                {
                    if (!rim_mask_get(mb, bx, by)) continue;
                    ring pb = pixel_ring(&gb, bx, by, bx + 1, by + 1);
                    if (share_area(&pa, &pb)) return true;
                }
        }
    return false;
}

static double clipped_area(const ring *a, const ring *b)
{
    double x[MOST_CLIPPED], y[MOST_CLIPPED], bx[4], by[4];
    for (int i = 0; i < 4; i++)
    {
        x[i] = (double)(a->at[i].x - b->at[0].x), y[i] = (double)(a->at[i].y - b->at[0].y);
        bx[i] = (double)(b->at[i].x - b->at[0].x), by[i] = (double)(b->at[i].y - b->at[0].y);
    }
    int count = clip_by_parallelogram(x, y, 4, bx, by);
    return ldexp(0.5 * fabs(twice_area(x, y, count)), -2 * BITS);
}

static double slow_area(rim_posed a, rim_posed b)
{
    const rim_mask *ma = rim_sprite_mask(a.sprite), *mb = rim_sprite_mask(b.sprite);
    pixel_grid      ga = pixel_grid_of(a, BITS), gb = pixel_grid_of(b, BITS);
    double          sum = 0.0;
    for (int ay = 0; ay < rim_mask_height(ma); ay++)
        for (int ax = 0; ax < rim_mask_width(ma); ax++)
            for (int by = 0; by < rim_mask_height(mb); by++)
                for (int bx = 0; bx < rim_mask_width(mb); bx++)
                {
                    if (!rim_mask_get(ma, ax, ay) || !rim_mask_get(mb, bx, by)) continue;
                    ring pa = pixel_ring(&ga, ax, ay, ax + 1, ay + 1);
                    ring pb = pixel_ring(&gb, bx, by, bx + 1, by + 1);
                    if (share_area(&pa, &pb)) sum += clipped_area(&pa, &pb);
                }
    return sum;
}

// --- scenes ----------------------------------------------------------------------------------------------

// Structured poses (quarter turns, mirrors, equal scales, small integer shears) touch exactly all the
// time; the others are anything.
static rim_xform2 random_pose(test_random *random, rim_xform2 like)
{
    rim_xform2 m = like;
    switch (random_int(random, 0, 4))
    {
    case 0:
    {
        float size = (float)ldexp(1.0, random_int(random, -3, 2));
        m = random_quarter_turn(random);
        m.a *= size, m.b *= size, m.c *= size, m.d *= size;
        break;
    }
    case 1: // as the other one, so that all edges are parallel to its edges
        break;
    case 2: // Pythagorean turns: slanted edges that still touch exactly
        m = (rim_xform2){ 0.75f, 1.0f, -1.0f, 0.75f, 0, 0 };
        break;
    default:
        m = (rim_xform2){ random_grid(random, 2, 20),
                          random_grid(random, 2, 20),
                          random_grid(random, 2, 20),
                          random_grid(random, 2, 20),
                          0,
                          0 };
        break;
    }
    int bits = random_int(random, 0, 4);
    m.tx = random_grid(random, 10, bits);
    m.ty = random_grid(random, 10, bits);
    if (random_int(random, 0, 7) == 0) m.tx = random_grid(random, 8, 10);
    return m;
}

typedef struct scene
{
    rim_posed a, b;
} scene;

static scene random_scene(test_random *random, int side)
{
    scene s;
    s.a.sprite = random_sprite(random, side);
    s.b.sprite = random_sprite(random, side);
    s.a.pose = random_pose(random, rim_xform2_identity());
    s.b.pose = random_pose(random, s.a.pose);
    return s;
}

static void end_scene(scene s)
{
    rim_sprite_destroy((rim_sprite *)s.a.sprite);
    rim_sprite_destroy((rim_sprite *)s.b.sprite);
}

// --- tests -------------------------------------------------------------------------------------------------

static void overlap_agrees_with_every_pixel_against_every_pixel(void **state)
{
    (void)state;
    test_random random = { 11 };
    int         hits = 0, misses = 0, want = case_count(100000);
    for (int i = 0; i < want; i++)
    {
        scene s = random_scene(&random, 9);
        bool  expected = rim_xform2_determinant(s.a.pose) != 0.0 &&
                        rim_xform2_determinant(s.b.pose) != 0.0 && slow_overlaps(s.a, s.b);
        assert_int_equal(expected, rim_sprite_overlaps(s.a, s.b));
        assert_int_equal(expected, rim_sprite_overlaps(s.b, s.a));
        hits += expected;
        misses += !expected;
        end_scene(s);
    }
    assert_true(hits > want / 20);
    assert_true(misses > want / 5);
}

static void area_agrees_with_clipping_every_pixel_by_every_pixel(void **state)
{
    (void)state;
    test_random random = { 12 };
    int         shared = 0, want = case_count(4000);
    for (int i = 0; i < want; i++)
    {
        scene  s = random_scene(&random, 7);
        double expected = 0.0;
        if (rim_xform2_determinant(s.a.pose) != 0.0 && rim_xform2_determinant(s.b.pose) != 0.0)
            expected = slow_area(s.a, s.b);
        double      area = rim_sprite_overlap_area(s.a, s.b);
        shared_area shared_by = shared_area_of(s.a, s.b);
        assert_near(area, expected, shared_area_error(&shared_by));
        assert_true((area > 0.0) == rim_sprite_overlaps(s.a, s.b));
        assert_true(area == rim_sprite_overlap_area(s.b, s.a));
        shared += expected > 0.0;
        end_scene(s);
    }
    assert_true(shared > want / 20);
}

// The world's pixels around the whole image.
static void world_of(rim_posed a, int *x0, int *y0, int *x1, int *y1)
{
    const rim_mask *mask = rim_sprite_mask(a.sprite);
    int             w = rim_mask_width(mask), h = rim_mask_height(mask);
    pixel_grid      grid = pixel_grid_of(a, BITS);
    *x0 = *y0 = 1000, *x1 = *y1 = -1000;
    for (int i = 0; i < 4; i++)
    {
        wide2  p = pixel_corner(&grid, i & 1 ? w : 0, i & 2 ? h : 0);
        double x = (double)p.x * 0x1p-30, y = (double)p.y * 0x1p-30;
        if (floor(x) < *x0) *x0 = (int)floor(x);
        if (floor(y) < *y0) *y0 = (int)floor(y);
        if (ceil(x) > *x1) *x1 = (int)ceil(x);
        if (ceil(y) > *y1) *y1 = (int)ceil(y);
    }
}

static rim_posed moved(rim_posed a, rim_vec2 d, float s)
{
    a.pose.tx += d.x * s;
    a.pose.ty += d.y * s;
    return a;
}

// Where mirrored or turned shapes touch along a line through a centre, the half-open squares of both may claim
// it, though they share no area: moved by very little they do.
static bool overlaps_or_touches(rim_posed a, rim_posed b)
{
    bool found = rim_sprite_overlaps(a, b);
    for (int k = 0; k < 8 && !found; k++)
    {
        rim_rot2 turn = rim_rot2_degrees(45.0 * k);
        found = rim_sprite_overlaps(moved(a, rim_vec2_make(turn.c, turn.s), 1e-4f), b);
    }
    return found;
}

static void the_grid_agrees_with_sampling_every_pixel_centre(void **state)
{
    (void)state;
    test_random random = { 13 };
    int         shown = 0, between = 0, touching = 0, want = case_count(4000);
    for (int i = 0; i < want; i++)
    {
        scene s = random_scene(&random, 9);
        bool  expected = false;
        int   x0, y0, x1, y1;
        world_of(s.a, &x0, &y0, &x1, &y1);
        for (int y = y0; y < y1 && !expected; y++)
            for (int x = x0; x < x1 && !expected; x++)
            {
                rim_vec2 centre = rim_vec2_make((float)x + 0.5f, (float)y + 0.5f);
                expected = rim_sprite_contains(s.a, centre) && rim_sprite_contains(s.b, centre);
            }
        assert_int_equal(expected, rim_sprite_overlaps_on_grid(s.a, s.b));
        assert_int_equal(expected, rim_sprite_overlaps_on_grid(s.b, s.a));
        if (expected) assert_true(overlaps_or_touches(s.a, s.b));
        shown += expected;
        touching += expected && !rim_sprite_overlaps(s.a, s.b);
        between += !expected && rim_sprite_overlaps(s.a, s.b);
        end_scene(s);
    }
    assert_true(shown > want / 40);
    assert_true(between > want / 200);
    assert_true(touching <= 1 + want / 1000);
}

// --- motion --------------------------------------------------------------------------------------------

// A solid pixel in the world, and the box around it.
typedef struct pixel
{
    ring  corners;
    wide2 lo, hi;
} pixel;

enum
{
    MOST_PIXELS = 64
};

static wide least_of(wide a, wide b)
{
    return a < b ? a : b;
}

// Returns how many there are.
static int all_pixels(rim_posed a, pixel out[MOST_PIXELS])
{
    const rim_mask *mask = rim_sprite_mask(a.sprite);
    pixel_grid      grid = pixel_grid_of(a, BITS);
    int             count = 0;
    for (int y = 0; y < rim_mask_height(mask); y++)
        for (int x = 0; x < rim_mask_width(mask); x++)
        {
            if (!rim_mask_get(mask, x, y)) continue;
            pixel *p = &out[count++];
            p->corners = pixel_ring(&grid, x, y, x + 1, y + 1);
            p->lo = p->hi = p->corners.at[0];
            for (int i = 1; i < 4; i++)
            {
                wide2 c = p->corners.at[i];
                p->lo.x = least_of(p->lo.x, c.x), p->hi.x = -least_of(-p->hi.x, -c.x);
                p->lo.y = least_of(p->lo.y, c.y), p->hi.y = -least_of(-p->hi.y, -c.y);
            }
        }
    return count;
}

// Do the box of a's whole way and that of b keep apart?
static bool ways_keep_apart(const pixel *a, wide dx, wide dy, const pixel *b)
{
    return a->hi.x + (dx > 0 ? dx : 0) < b->lo.x || b->hi.x < a->lo.x + (dx < 0 ? dx : 0) ||
           a->hi.y + (dy > 0 ? dy : 0) < b->lo.y || b->hi.y < a->lo.y + (dy < 0 ? dy : 0);
}

static bool slow_sweep(rim_posed a, rim_vec2 delta, rim_posed b, double *t)
{
    wide     dx = exact_units(delta.x, BITS), dy = exact_units(delta.y, BITS);
    fraction best = { 1, 1 };
    bool     hit = false;
    if (dx == 0 && dy == 0) return false;
    pixel pa[MOST_PIXELS], pb[MOST_PIXELS];
    int   count_a = all_pixels(a, pa), count_b = all_pixels(b, pb);
    for (int i = 0; i < count_a; i++)
        for (int j = 0; j < count_b; j++)
        {
            fraction touch;
            if (ways_keep_apart(&pa[i], dx, dy, &pb[j])) continue;
            if (!rings_touch(&pa[i].corners, &pb[j].corners, dx, dy, &touch)) continue;
            hit = true;
            if (fraction_before(touch, best)) best = touch;
        }
    *t = (double)best.num / (double)best.den;
    return hit;
}

static rim_vec2 random_motion(test_random *random, rim_posed a, rim_posed b)
{
    int      k = random_int(random, -12, 12);
    rim_vec2 m =
        rim_vec2_make((float)random_int(random, -30, 30), (float)random_int(random, -30, 30));
    switch (random_int(random, 0, 4))
    {
    case 0:
        m.x = 0.0f;
        break;
    case 1:
        m.y = 0.0f;
        break;
    case 2: // along the other's pixel edges: slides
        m = rim_vec2_make((float)(k * floor(b.pose.a * 1024.0) / 1024.0),
                          (float)(k * floor(b.pose.b * 1024.0) / 1024.0));
        break;
    case 3: // at the other's middle
        m = rim_vec2_make((float)rint(1.5 * (b.pose.tx - a.pose.tx)),
                          (float)rint(1.5 * (b.pose.ty - a.pose.ty)));
        break;
    default:
        break;
    }
    return m;
}

static void a_sweep_agrees_with_every_pixel_against_every_pixel(void **state)
{
    (void)state;
    test_random random = { 14 };
    int         hits = 0, misses = 0, overlaps = 0, want = case_count(100000);
    for (int i = 0; i < want; i++)
    {
        scene    s = random_scene(&random, 7);
        rim_vec2 delta = random_motion(&random, s.a, s.b);
        rim_hit2 hit = rim_sprite_sweep(s.a, delta, s.b);
        rim_hit2 mirrored = rim_sprite_sweep(s.b, vec2_negate(delta), s.a);
        double   t = 1.0;
        bool     usable =
            rim_xform2_determinant(s.a.pose) != 0.0 && rim_xform2_determinant(s.b.pose) != 0.0;
        if (usable && slow_overlaps(s.a, s.b))
        {
            assert_true(hit.hit && hit.start_overlap);
            assert_true(hit.t == 0.0);
            overlaps++;
        }
        else
        {
            bool expected = usable && slow_sweep(s.a, delta, s.b, &t);
            assert_int_equal(expected, hit.hit);
            assert_false(hit.start_overlap);
            // Four units in the last place, and the roundings of the oracle's quotient.
            assert_near(hit.t, t, 10.0 * 0x1p-53 * t);
            hits += expected;
            misses += !expected;
        }
        assert_int_equal(hit.hit, mirrored.hit);
        assert_true(hit.t == mirrored.t);
        end_scene(s);
    }
    assert_true(hits > want / 20);
    assert_true(misses > want / 4);
    assert_true(overlaps > want / 40);
}

// --- contact ------------------------------------------------------------------------------------------

static bool has_parallel_edges(rim_xform2 a, rim_xform2 b)
{
    rim_vec2 ea[2] = { { a.a, a.b }, { a.c, a.d } }, eb[2] = { { b.a, b.b }, { b.c, b.d } };
    for (int i = 0; i < 4; i++)
        if (rim_vec2_cross(ea[i & 1], eb[i >> 1]) == 0.0f) return true;
    return false;
}

static void the_normal_points_where_the_shared_area_falls_fastest(void **state)
{
    (void)state;
    test_random random = { 15 };
    int         checked = 0, smooth = 0, want = case_count(3000);
    for (int i = 0; i < want; i++)
    {
        scene        s = random_scene(&random, 9);
        rim_contact2 c = rim_sprite_contact(s.a, s.b), d = rim_sprite_contact(s.b, s.a);
        assert_int_equal(c.hit, rim_sprite_overlaps(s.a, s.b));
        assert_near(rim_vec2_length(c.normal), c.hit ? 1.0 : 0.0, 1e-6);
        assert_near(rim_vec2_length(c.edge_normal), c.hit ? 1.0 : 0.0, 1e-6);
        assert_true(c.area == d.area && c.point.x == d.point.x && c.point.y == d.point.y);
        assert_true(c.normal.x == -d.normal.x || c.normal.y == -1.0f);
        if (c.hit)
        {
            // The centroid lies in the boxes of both, and a step along the normal loses area at least as
            // fast as a step along any other direction (by central differences).
            assert_true(rim_box2_contains(box2_grow(rim_sprite_bounds(s.a), 1e-4f), c.point));
            float  h = 0x1p-12f;
            double rate = rim_sprite_overlap_area(moved(s.a, c.normal, -h), s.b) -
                          rim_sprite_overlap_area(moved(s.a, c.normal, h), s.b);
            // Where edges may lie flush the area has kinks, and no gradient to compare with.
            double fastest = -1.0;
            bool   kink = has_parallel_edges(s.a.pose, s.b.pose);
            for (int k = 0; k < 16; k++)
            {
                rim_rot2 turn = rim_rot2_degrees(360.0 * k / 16);
                rim_vec2 way = { turn.c, turn.s };
                double   loss = rim_sprite_overlap_area(moved(s.a, way, -h), s.b) -
                              rim_sprite_overlap_area(moved(s.a, way, h), s.b);
                fastest = loss > fastest ? loss : fastest;
            }
            if (!kink) assert_true(fastest <= 1.02 * rate + 60.0 * h * h);
            smooth += !kink;
            checked++;
        }
        end_scene(s);
    }
    assert_true(checked > want / 20);
    assert_true(smooth > want / 100);
}

// The loss of area along x and y near a place, by differences.
static void slope_of_area(rim_posed a, rim_posed b, float dx, float dy, double slope[2])
{
    float    h = 0x1p-8f;
    rim_vec2 here = { dx, dy }, axes[2] = { { 1, 0 }, { 0, 1 } };
    for (int k = 0; k < 2; k++)
        slope[k] += (rim_sprite_overlap_area(moved(moved(a, here, 1), axes[k], -h), b) -
                     rim_sprite_overlap_area(moved(moved(a, here, 1), axes[k], h), b)) /
                    (2 * h);
}

// On whole-pixel places the area has a kink wherever borders lie on each other; the normal goes by the
// mean of the slopes to both sides.
static void the_normal_is_right_where_borders_lie_on_each_other(void **state)
{
    (void)state;
    test_random random = { 25 };
    int         checked = 0, level = 0, want = case_count(3000);
    for (int i = 0; i < want; i++)
    {
        scene s = random_scene(&random, 9);
        float size = i % 3 == 2 ? 2.0f : 1.0f;
        s.a.pose = rim_xform2_translation(
            rim_vec2_make((float)random_int(&random, -6, 6), (float)random_int(&random, -6, 6)));
        s.b.pose = rim_xform2_pose(rim_vec2_make(0, 0), rim_rot2_degrees(90.0 * (i % 4)),
                                   rim_vec2_make(size, size));
        rim_vec2 whole = sprite_image_bounds(s.a).lo, other = sprite_image_bounds(s.b).lo;
        s.a.pose.tx -= whole.x - other.x - floorf(whole.x - other.x);
        s.a.pose.ty -= whole.y - other.y - floorf(whole.y - other.y);
        rim_contact2 c = rim_sprite_contact(s.a, s.b), d = rim_sprite_contact(s.b, s.a);
        double       slope[2] = { 0, 0 };
        slope_of_area(s.a, s.b, 0x1p-6f, 0x1p-6f, slope);
        slope_of_area(s.a, s.b, -0x1p-6f, -0x1p-6f, slope);
        double length = sqrt(slope[0] * slope[0] + slope[1] * slope[1]);
        if (c.hit && length > 1.0)
        {
            double along = (slope[0] * c.normal.x + slope[1] * c.normal.y) / length;
            assert_near(along, 1.0, 0.01);
            assert_near(c.normal.x, -d.normal.x, 1e-6);
            assert_near(c.normal.y, -d.normal.y, 1e-6);
            level += fabsf(c.normal.x) < 0.05f;
            checked++;
        }
        end_scene(s);
    }
    assert_true(checked > want / 20);
    assert_true(level > 0);
}

// A ball on a floor: the way out is up, wherever the rows lie.
static void what_sinks_into_a_floor_is_pushed_up(void **state)
{
    (void)state;
    rim_mask   *disc, *slab;
    rim_sprite *ball, *floor;
    assert_int_equal(RIM_OK, rim_mask_create(&disc, 9, 9, NULL));
    assert_int_equal(RIM_OK, rim_mask_create(&slab, 64, 16, NULL));
    for (int i = 0; i < 64 * 16; i++) rim_mask_set(slab, i % 64, i / 64, true);
    for (int i = 0; i < 81; i++)
        rim_mask_set(disc, i % 9, i / 9,
                     (i % 9 - 4) * (i % 9 - 4) + (i / 9 - 4) * (i / 9 - 4) < 20);
    assert_int_equal(RIM_OK, rim_sprite_create(&ball, disc, NULL));
    assert_int_equal(RIM_OK, rim_sprite_create(&floor, slab, NULL));
    rim_posed under = rim_posed_make(floor, rim_xform2_translation(rim_vec2_make(32, 8)));
    for (int k = 0; k < 40; k++)
    {
        rim_vec2 at = rim_vec2_make(12.5f + 0.125f * (float)(k % 8), -3.5f + 0.5f * (float)(k / 8));
        rim_posed    me = rim_posed_make(ball, rim_xform2_translation(at));
        rim_contact2 c = rim_sprite_contact(me, under);
        assert_true(c.hit);
        assert_near(c.normal.x, 0.0, 1e-6);
        assert_near(c.normal.y, -1.0, 1e-6);
        assert_near(c.depth, at.y + 4.5, 1e-5);
        me.pose.ty = -14.5f;
        rim_hit2 hit = rim_sprite_sweep(me, rim_vec2_make(1.0f, 20.0f), under);
        assert_near(hit.normal.y, -1.0, 1e-6);
    }
    rim_sprite_destroy(ball);
    rim_sprite_destroy(floor);
    rim_mask_destroy(disc);
    rim_mask_destroy(slab);
}

// Returns by how much two boxes of pixels, w by h from the upper left corner of each sprite, overlap after a has moved:
// the least overlap along the normals of all sides. All corners are multiples of 2^-12, so it is exact but for the last
// bits of the motion.
static double overlap_of_boxes(const rim_posed posed[2], int size[2][2], double x, double y)
{
    double corner[2][4][2], least = INFINITY;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 4; k++)
        {
            rim_xform2 m = posed[i].pose;
            double     u = (k == 1 || k == 2) * size[i][0], v = (k > 1) * size[i][1];
            corner[i][k][0] = (double)m.a * u + (double)m.c * v + m.tx + (i ? 0.0 : x);
            corner[i][k][1] = (double)m.b * u + (double)m.d * v + m.ty + (i ? 0.0 : y);
        }
    for (int k = 0; k < 4; k++)
    {
        rim_xform2 m = posed[k / 2].pose;
        double     nx = k % 2 ? m.b : m.d, ny = k % 2 ? -m.a : -m.c;
        double     lo[2] = { INFINITY, INFINITY }, hi[2] = { -INFINITY, -INFINITY };
        for (int i = 0; i < 8; i++)
        {
            double at = nx * corner[i / 4][i % 4][0] + ny * corner[i / 4][i % 4][1];
            lo[i / 4] = fmin(lo[i / 4], at), hi[i / 4] = fmax(hi[i / 4], at);
        }
        least = fmin(least, fmin(hi[0] - lo[1], hi[1] - lo[0]) / hypot(nx, ny));
    }
    return least;
}

// The depth is rounded up, so that depth * normal takes the sprite out to the last bit, and a whole depth stays whole.
static void the_depth_is_rounded_up(void **state)
{
    (void)state;
    test_random random = { 161 };
    int         checked = 0, wholes = 0, want = case_count(6000);
    rim_vec2    corner = { 0.0f, 0.0f };
    for (int i = 0; i < want; i++)
    {
        int       size[2][2];
        rim_posed posed[2];
        for (int k = 0; k < 2; k++)
        {
            size[k][0] = random_int(&random, 1, 9), size[k][1] = random_int(&random, 1, 9);
            rim_mask *mask;
            assert_int_equal(RIM_OK, rim_mask_create_filled(&mask, size[k][0], size[k][1], NULL));
            posed[k].sprite = sprite_of(mask, &corner);
            posed[k].pose = rim_xform2_identity();
            float s = random_grid(&random, 2, 5), c = random_grid(&random, 2, 5);
            if (i % 3 && s * s + c * c > 0.25f) posed[k].pose = (rim_xform2){ c, s, -s, c, 0, 0 };
            posed[k].pose.tx = random_grid(&random, 5, i % 3 == 1 ? 6 : 0);
            posed[k].pose.ty = random_grid(&random, 5, i % 3 == 1 ? 6 : 0);
        }
        rim_contact2 c = rim_sprite_contact(posed[0], posed[1]);
        rim_hit2     hit = rim_sprite_sweep(posed[0], corner, posed[1]);
        if (c.hit)
        {
            double x = (double)c.depth * c.normal.x, y = (double)c.depth * c.normal.y;
            double left = overlap_of_boxes(posed, size, x, y);
            assert_true(left < 1e-13);
            assert_true(left > -4e-6);
            assert_true(hit.start_overlap && hit.depth == c.depth);
            bool is_axis = c.normal.x * c.normal.y == 0.0f;
            if (i % 3 == 0 && is_axis) assert_true(c.depth == floorf(c.depth));
            checked++, wholes += i % 3 == 0 && is_axis;
        }
        for (int k = 0; k < 2; k++) end_posed(posed[k]);
    }
    assert_true(checked > want / 3 && wholes > want / 100);
}

// A sweep that starts in an overlap names a pixel of each sprite, and the two share area.
static void an_overlap_at_the_start_names_shared_pixels(void **state)
{
    (void)state;
    test_random random = { 162 };
    int         checked = 0, beyond = 0, want = case_count(1500);
    for (int i = 0; i < want; i++)
    {
        scene       s = random_scene(&random, 9);
        rim_vec2    delta = { 3.0f, -1.0f };
        rim_motion2 motion = { delta, 0.5f }, rest = { .turn = 0.0f };
        rim_hit2    hits[3] = { rim_sprite_sweep(s.a, delta, s.b),
                                rim_sprite_sweep_both(s.a, delta, s.b, delta),
                                rim_sprite_sweep_turning(s.a, motion, s.b, rest) };
        for (int k = 0; k < 3 && hits[0].start_overlap; k++)
        {
            rim_hit2 h = hits[k];
            assert_true(h.start_overlap);
            const rim_mask *ma = rim_sprite_mask(s.a.sprite), *mb = rim_sprite_mask(s.b.sprite);
            assert_true(rim_mask_get(ma, h.ax, h.ay) && rim_mask_get(mb, h.bx, h.by));
            pixel_grid ga = pixel_grid_of(s.a, BITS), gb = pixel_grid_of(s.b, BITS);
            ring       pa = pixel_ring(&ga, h.ax, h.ay, h.ax + 1, h.ay + 1);
            ring       pb = pixel_ring(&gb, h.bx, h.by, h.bx + 1, h.by + 1);
            assert_true(share_area(&pa, &pb));
            checked++, beyond += h.ax + h.ay > 0 && h.bx + h.by > 0;
        }
        end_scene(s);
    }
    assert_true(checked > want / 10 && beyond > checked / 20);
}

static void the_depth_takes_the_sprite_out_and_no_less_does(void **state)
{
    (void)state;
    test_random random = { 16 };
    int         checked = 0, want = case_count(3000);
    for (int i = 0; i < want; i++)
    {
        scene        s = random_scene(&random, 9);
        rim_contact2 c = rim_sprite_contact(s.a, s.b);
        if (c.hit)
        {
            assert_true(c.depth > 0.0f);
            float slack = 1e-5f * (c.depth + 10.0f);
            for (int k = 0; k < 8; k++)
                assert_false(rim_sprite_overlaps(
                    moved(s.a, c.normal, c.depth + slack + (float)k * 0.25f * c.depth), s.b));
            // Just before the end of the way out it still touches.
            rim_hit2 back = rim_sprite_sweep(moved(s.a, c.normal, c.depth + slack),
                                             rim_vec2_scale(c.normal, -4.0f * slack), s.b);
            assert_true(back.hit);
            assert_false(back.start_overlap);
            checked++;
        }
        end_scene(s);
    }
    assert_true(checked > want / 20);
}

// --- whole pixels apart ------------------------------------------------------------------------------------

// How many pixels a shares with b when its corner is at (x, y) of b's pixels, and the sums of their middles in b.
static int64_t count_shared(const rim_mask *a, const rim_mask *b, int x, int y, double sums[2])
{
    int64_t count = 0;
    sums[0] = sums[1] = 0.0;
    for (int ay = 0; ay < rim_mask_height(a); ay++)
        for (int ax = 0; ax < rim_mask_width(a); ax++)
        {
            if (!rim_mask_get(a, ax, ay) || !rim_mask_get(b, ax + x, ay + y)) continue;
            count++, sums[0] += ax + x + 0.5, sums[1] += ay + y + 0.5;
        }
    return count;
}

// Whether the two share area when a's corner is at (x, y): so do they if they share a pixel at a whole place next to it.
static bool shares_at(const rim_mask *a, const rim_mask *b, double x, double y)
{
    double sums[2];
    for (int i = 0; i < 4; i++)
        if (count_shared(a, b, (int)(i & 1 ? ceil(x) : floor(x)), (int)(i & 2 ? ceil(y) : floor(y)),
                         sums) > 0)
            return true;
    return false;
}

static void check_whole_contact(rim_posed a, rim_posed b, int x, int y, float scale)
{
    const rim_mask *ma = rim_sprite_mask(a.sprite), *mb = rim_sprite_mask(b.sprite);
    double          sums[2], ignored[2];
    int64_t         count = count_shared(ma, mb, x, y, sums);
    rim_contact2    c = rim_sprite_contact(a, b), other = rim_sprite_contact(b, a);
    assert_int_equal(rim_sprite_overlaps(a, b), count > 0);
    assert_true(rim_sprite_overlap_area(a, b) == (double)count * scale * scale);
    assert_int_equal(c.hit, count > 0);
    if (count == 0) return;

    rim_vec2 anchor = rim_sprite_anchor(b.sprite);
    double   px = b.pose.tx + scale * (sums[0] / (double)count - anchor.x);
    double   py = b.pose.ty + scale * (sums[1] / (double)count - anchor.y);
    assert_near(c.point.x, px, 1e-6 * (fabs(px) + scale));
    assert_near(c.point.y, py, 1e-6 * (fabs(py) + scale));
    assert_true(c.area == (double)count * scale * scale);
    // The area falls by as much to one side as it does not to the other.
    double gx =
        (double)(count_shared(ma, mb, x + 1, y, ignored) - count_shared(ma, mb, x - 1, y, ignored));
    double gy =
        (double)(count_shared(ma, mb, x, y + 1, ignored) - count_shared(ma, mb, x, y - 1, ignored));
    double length = hypot(gx, gy);
    if (length > 0.0)
    {
        assert_near(c.normal.x, -gx / length, 1e-6);
        assert_near(c.normal.y, -gy / length, 1e-6);
        assert_true(fabs(gy) > fabs(gx) ? c.edge_normal.x == 0.0f : c.edge_normal.y == 0.0f);
    }
    assert_near(rim_vec2_length(c.edge_normal), 1.0, 0.0);
    assert_true(rim_vec2_dot(c.edge_normal, c.normal) >= 0.0f);
    // Beyond the depth nothing is shared; just before it something is.
    double out = c.depth / scale, far = out + 20.0;
    assert_true(shares_at(ma, mb, x + c.normal.x * (out - 1e-4), y + c.normal.y * (out - 1e-4)));
    for (double s = out + 1e-4; s < far; s += 1.0 / 16.0)
        assert_false(shares_at(ma, mb, x + c.normal.x * s, y + c.normal.y * s));

    assert_true(other.point.x == c.point.x && other.point.y == c.point.y);
    assert_true(other.area == c.area);
    if (!(length > 0.0)) return; // both may be pushed straight up
    assert_true(other.depth == c.depth);
    assert_true(other.normal.x == -c.normal.x && other.normal.y == -c.normal.y);
}

static rim_sprite *random_with_anchor(test_random *random, rim_vec2 anchor)
{
    rim_sprite *any = random_sprite(random, 9);
    rim_mask   *mask;
    assert_int_equal(RIM_OK, rim_mask_create_copy(&mask, rim_sprite_mask(any), NULL));
    rim_sprite_destroy(any);
    return sprite_of(mask, &anchor);
}

// Both are flipped alike, or turned by the same quarters: the world, and nothing between the two, has changed.
static void the_same_flips_and_quarter_turns_change_no_area(void **state)
{
    (void)state;
    test_random random = { 47 };
    int         hits = 0, want = case_count(20000);
    for (int i = 0; i < want; i++)
    {
        int       turn = random_int(&random, 0, 7), x = random_int(&random, -4, 4);
        int       y = random_int(&random, -8, 8);
        float     scale = ldexpf(1.0f, random_int(&random, -4, 4)), s = turn & 1 ? -scale : scale;
        float     t = turn & 2 ? -scale : scale, zero = random_int(&random, 0, 1) ? 0.0f : -0.0f;
        bool      lies = (turn & 4) != 0;
        rim_vec2  anchor = { 0.5f * (float)random_int(&random, -9, 9), 2.5f };
        rim_posed a = { random_with_anchor(&random, anchor), { s, zero, 0.0f, t, 0.0f, 0.0f } };
        rim_posed b = { random_with_anchor(&random, anchor), { s, 0.0f, zero, t, 0.0f, 0.0f } };
        if (lies) a.pose = (rim_xform2){ zero, s, t, 0.0f, 0.0f, 0.0f };
        if (lies) b.pose = (rim_xform2){ 0.0f, s, t, 0.0f, 0.0f, 0.0f };
        b.pose.tx = 8.25f * scale, b.pose.ty = -3.0f * scale;
        a.pose.tx = b.pose.tx + (lies ? t * (float)y : s * (float)x);
        a.pose.ty = b.pose.ty + (lies ? s * (float)x : t * (float)y);
        const rim_mask *ma = rim_sprite_mask(a.sprite), *mb = rim_sprite_mask(b.sprite);
        double          ignored[2];
        int64_t         count = count_shared(ma, mb, x, y, ignored);
        double          area = (double)count * scale * scale;
        assert_int_equal(rim_sprite_overlaps(a, b), count > 0);
        assert_true(rim_sprite_overlap_area(a, b) == area && rim_sprite_overlap_area(b, a) == area);
        assert_true(rim_sprite_contact(a, b).area == area);
        // Next to whole pixels the general way answers.
        a.pose.tx += 0x1p-10f * scale;
        assert_near(rim_sprite_overlap_area(a, b), area, 0.1 * scale * scale);
        hits += count > 0;
        rim_sprite_destroy((rim_sprite *)a.sprite);
        rim_sprite_destroy((rim_sprite *)b.sprite);
    }
    assert_true(hits > want / 8 && hits < want);
}

// Anchors and places are whole, halves or binary fractions, near and far out, their differences whole.
static void whole_pixels_apart_agree_with_counting(void **state)
{
    (void)state;
    test_random random = { 77 };
    int         hits = 0, misses = 0, want = case_count(1500);
    for (int i = 0; i < want; i++)
    {
        float     scale = ldexpf(1.0f, random_int(&random, 0, 2) ? 0 : random_int(&random, -9, 9));
        int       x = random_int(&random, -5, 5), y = random_int(&random, -5, 5);
        float     part = ldexpf((float)random_int(&random, 0, 511), -random_int(&random, 0, 9));
        float     place = (float)random_int(&random, -9, 9) * (i % 7 ? 1.0f : 4096.0f);
        rim_vec2  na = rim_vec2_make(0.5f * (float)random_int(&random, -9, 19), part);
        rim_vec2  nb = rim_vec2_make(na.x + (float)random_int(&random, -3, 3), part);
        rim_posed a = { random_with_anchor(&random, na), rim_xform2_identity() }, b = a;
        b.sprite = random_with_anchor(&random, nb);
        a.pose.a = a.pose.d = b.pose.a = b.pose.d = scale;
        b.pose.tx = scale * (place + (float)random_int(&random, 0, 1) * 0.5f);
        b.pose.ty = scale * place;
        a.pose.tx = b.pose.tx + scale * ((float)x + na.x - nb.x);
        a.pose.ty = b.pose.ty + scale * (float)y;
        check_whole_contact(a, b, x, y, scale);
        rim_contact2 c = rim_sprite_contact(a, b);
        c.hit ? hits++ : misses++;
        rim_sprite_destroy((rim_sprite *)a.sprite);
        rim_sprite_destroy((rim_sprite *)b.sprite);
    }
    assert_true(hits > want / 4 && misses > want / 8);
}

// What is laid on itself in one of eight ways, all of it, gives the same answers laid so.
static void the_same_flips_and_quarter_turns_turn_contacts_and_sweeps(void **state)
{
    (void)state;
    test_random random = { 78 };
    int         hits = 0, sweeps = 0, want = case_count(1500);
    for (int i = 0; i < want; i++)
    {
        float     scale = ldexpf(1.0f, random_int(&random, -2, 2));
        rim_vec2  na = { 0.5f * (float)random_int(&random, -9, 19), 2.25f };
        rim_posed a = { random_with_anchor(&random, na), rim_xform2_identity() }, b = a;
        b.sprite = random_with_anchor(&random, rim_vec2_make(na.x - 1.0f, 0.25f));
        a.pose.a = a.pose.d = b.pose.a = b.pose.d = scale;
        a.pose.tx = scale * (float)random_int(&random, -6, 6);
        a.pose.ty = scale * (float)random_int(&random, -6, 6);
        rim_vec2     way = { scale * random_float(&random, -20.0f, 20.0f),
                             scale * (float)random_int(&random, -20, 20) };
        rim_contact2 c = rim_sprite_contact(a, b);
        rim_hit2     h = rim_sprite_sweep(a, way, b);
        hits += c.hit, sweeps += h.hit && !h.start_overlap;
        for (int k = 1; k < 8; k++)
        {
            float      p = k & 1 ? -1.0f : 1.0f, q = k & 2 ? -1.0f : 1.0f;
            rim_xform2 m = { p, 0.0f, 0.0f, q, 0.0f, 0.0f };
            if (k & 4) m = (rim_xform2){ 0.0f, p, q, 0.0f, 0.0f, 0.0f };
            rim_posed    ta = { a.sprite, rim_xform2_mul(m, a.pose) };
            rim_posed    tb = { b.sprite, rim_xform2_mul(m, b.pose) };
            rim_contact2 d = rim_sprite_contact(ta, tb);
            rim_vec2     n = rim_xform2_turn(m, c.normal), at = rim_xform2_turn(m, c.point);
            assert_true(d.hit == c.hit && d.area == c.area);
            assert_true(d.point.x == at.x && d.point.y == at.y);
            bool is_up = c.normal.x == 0.0f && c.normal.y == -1.0f; // perhaps for want of another
            if (!is_up)
            {
                rim_vec2 e = rim_xform2_turn(m, c.edge_normal);
                assert_true(d.normal.x == n.x && d.normal.y == n.y && d.depth == c.depth);
                // Without a gradient, or with one aslant, either way and kind of edge will do.
                if (fabsf(n.x) != fabsf(n.y) && rim_vec2_dot(e, n) != 0.0f)
                    assert_true(d.edge_normal.x == e.x && d.edge_normal.y == e.y);
            }
            rim_hit2 g = rim_sprite_sweep(ta, rim_xform2_turn(m, way), tb);
            assert_true(g.hit == h.hit && g.start_overlap == h.start_overlap && g.t == h.t);
            if (!h.hit || h.start_overlap) continue;
            at = rim_xform2_turn(m, h.point), n = rim_xform2_turn(m, h.normal);
            assert_true(g.point.x == at.x && g.point.y == at.y);
            assert_near(rim_vec2_distance(g.normal, n), 0.0, 1e-6);
            n = rim_xform2_turn(m, h.edge_normal);
            assert_true(g.edge_normal.x == n.x && g.edge_normal.y == n.y);
            assert_true(g.ax == h.ax && g.ay == h.ay && g.bx == h.bx && g.by == h.by);
        }
        rim_sprite_destroy((rim_sprite *)a.sprite);
        rim_sprite_destroy((rim_sprite *)b.sprite);
    }
    assert_true(hits > want / 8 && sweeps > want / 8);
}

static void a_million_pixels_of_motion_do_not_jump_a_wall_of_one_pixel(void **state)
{
    (void)state;
    rim_sprite *wall = solid_sprite(1, 64), *bullet = solid_sprite(1, 1);
    rim_posed   w = rim_posed_make(wall, rim_xform2_translation(rim_vec2_make(123456.0f, -32.0f)));
    rim_posed   b = rim_posed_make(bullet, rim_xform2_identity());
    rim_hit2    hit = rim_sprite_sweep(b, rim_vec2_make(1e6f, 0.0f), w);
    assert_true(hit.hit);
    assert_near(hit.t, 123455.0 / 1e6, 1e-15);
    assert_near(hit.point.x, 123456.0, 0.01);
    assert_near(hit.normal.x, -1.0, 1e-6);
    assert_near(hit.edge_normal.x, -1.0, 1e-6);
    rim_sprite_destroy(wall);
    rim_sprite_destroy(bullet);
}

// Returns the time at which a pixel that moves by (dx, dy) first shares area with a pixel that is (x, y) pixels away; 1 if
// it never does. Requires dx > 0 and dy > 0.
static double slow_pixel_touch(int x, int y, int dx, int dy)
{
    double begin = fmax((x - 1.0) / dx, (y - 1.0) / dy), end = fmin((x + 1.0) / dx, (y + 1.0) / dy);
    return begin < end && begin >= 0.0 && begin < 1.0 ? begin : 1.0;
}

// On such ways columns and rows are often entered at the same time.
static void a_way_through_corners_of_pixels_agrees_with_every_pixel(void **state)
{
    (void)state;
    enum
    {
        SIDE = 48,
        DUST = 4
    };
    test_random random = { 23 };
    rim_sprite *one = solid_sprite(1, 1);
    int         want = case_count(4000), hits = 0;
    for (int i = 0; i < want; i++)
    {
        int       back_x = random_int(&random, 0, 1), back_y = random_int(&random, 0, 1);
        int       gap = random_int(&random, 1, 20), length = random_int(&random, 30, 90);
        int       across = random_int(&random, 1, 3), down = random_int(&random, 1, 3);
        int       dx = length * across, dy = length * down;
        rim_mask *mask;
        assert_int_equal(RIM_OK, rim_mask_create(&mask, SIDE, SIDE, NULL));
        double t = 1.0;
        int    earliest = 0; // pixels touched at t
        bool   is_corner = false;
        for (int k = 0; k < DUST; k++) // the pixel moves to the right and down, or mirrored
        {
            int x = random_int(&random, 0, SIDE - 1), y = random_int(&random, 0, SIDE - 1);
            if (k == 0) // one that is reached at a corner
            {
                int at = random_int(&random, (gap + across) / across, (SIDE + gap) / 3);
                x = at * across + 1 - gap, y = at * down + 1 - gap;
                if (x < 0 || y < 0 || x >= SIDE || y >= SIDE) continue;
            }
            rim_mask_set(mask, back_x ? SIDE - 1 - x : x, back_y ? SIDE - 1 - y : y, true);
            double touch = slow_pixel_touch(x + gap, y + gap, dx, dy);
            if (touch < t) earliest = 0;
            if (touch <= t) is_corner = (x + gap - 1) * dy == (y + gap - 1) * dx;
            if (touch <= t) earliest++;
            t = fmin(t, touch);
        }
        rim_sprite_options corner = { .has_anchor = true };
        rim_sprite        *dust;
        assert_int_equal(RIM_OK, rim_sprite_create(&dust, mask, &corner));
        float      x = (float)(back_x ? SIDE - 1 + gap : -gap);
        float      y = (float)(back_y ? SIDE - 1 + gap : -gap);
        rim_xform2 at = rim_xform2_translation(rim_vec2_make(x, y));
        rim_vec2   way = rim_vec2_make((float)(back_x ? -dx : dx), (float)(back_y ? -dy : dy));
        rim_hit2   hit = rim_sprite_sweep(rim_posed_make(one, at), way,
                                          rim_posed_make(dust, rim_xform2_identity()));
        assert_true(hit.hit == (t < 1.0));
        assert_near(hit.t, t, 1e-15);
        if (hit.hit && earliest == 1 && is_corner) // the column counts
            assert_true(hit.edge_normal.x == (back_x ? 1.0f : -1.0f));
        hits += hit.hit;
        rim_sprite_destroy(dust);
        rim_mask_destroy(mask);
    }
    assert_true(hits > want / 8);
    rim_sprite_destroy(one);
}

static void ten_thousand_pixels_along_a_floor_are_a_miss(void **state)
{
    (void)state;
    rim_sprite *floor_sprite = solid_sprite(12000, 2), *walker = solid_sprite(33, 17);
    for (int turn = 0; turn < 5; turn++)
    {
        // A floor turned by 3-4-5 and other exact turns; the walker stands on it, turned alike.
        static const float turns[5][2] = {
            { 1, 0 }, { 0.75f, 1 }, { 0, 1 }, { -1, 0 }, { 0.3f, 0.1f }
        };
        float      c = turns[turn][0], s = turns[turn][1];
        rim_xform2 pose = { c, s, -s, c, 0.0f, 0.0f };
        rim_posed  f = rim_posed_make(floor_sprite, pose);
        rim_vec2   at = rim_xform2_apply(pose, rim_vec2_make(64.0f, -17.0f));
        rim_posed  w = rim_posed_make(walker, pose);
        w.pose.tx = at.x, w.pose.ty = at.y;
        rim_vec2 along = rim_vec2_make(c * 8192.0f, s * 8192.0f);
        if (turn == 4)
        {
            // 17 * 0.1f and 17 * 0.3f are not floats, so the exact answer is one way or the other; what
            // may not be is that a slide with a gap hits.
            w.pose.tx -= -s * 0.001f, w.pose.ty -= c * 0.001f;
        }
        rim_hit2 slide = rim_sprite_sweep(w, along, f);
        assert_false(slide.hit);
        assert_true(slide.t == 1.0);
        // And a hair steeper it hits.
        rim_vec2 down = rim_vec2_make(along.x - s * 0.25f, along.y + c * 0.25f);
        assert_true(rim_sprite_sweep(w, down, f).hit);
    }
    rim_sprite_destroy(floor_sprite);
    rim_sprite_destroy(walker);
}

static void scaling_the_world_by_a_power_of_two_changes_exponents_only(void **state)
{
    (void)state;
    test_random random = { 17 };
    int         hits = 0, want = case_count(2000);
    for (int i = 0; i < want; i++)
    {
        scene s = random_scene(&random, 9);
        float k = i & 1 ? 1024.0f : 1.0f / 1024.0f;
        scene t = s;
        t.a.pose = (rim_xform2){ k * s.a.pose.a, k * s.a.pose.b,  k * s.a.pose.c,
                                 k * s.a.pose.d, k * s.a.pose.tx, k * s.a.pose.ty };
        t.b.pose = (rim_xform2){ k * s.b.pose.a, k * s.b.pose.b,  k * s.b.pose.c,
                                 k * s.b.pose.d, k * s.b.pose.tx, k * s.b.pose.ty };
        rim_contact2 c = rim_sprite_contact(s.a, s.b), d = rim_sprite_contact(t.a, t.b);
        assert_int_equal(c.hit, d.hit);
        assert_true(c.area * k * k == d.area);
        assert_same_bits(c.point.x * k, d.point.x);
        assert_same_bits(c.normal.x, d.normal.x);
        assert_same_bits(c.depth * k, d.depth);
        rim_vec2 m = random_motion(&random, s.a, s.b);
        rim_hit2 h = rim_sprite_sweep(s.a, m, s.b);
        rim_hit2 g = rim_sprite_sweep(t.a, rim_vec2_scale(m, k), t.b);
        assert_int_equal(h.hit, g.hit);
        assert_true(h.t == g.t);
        assert_same_bits(h.normal.y, g.normal.y);
        hits += c.hit;
        end_scene(s);
    }
    assert_true(hits > want / 20);
}

static void anything_at_all_is_answered_without_nan(void **state)
{
    (void)state;
    test_random random = { 18 };
    int         want = case_count(20000), finite = 0;
    for (int i = 0; i < want; i++)
    {
        scene       s = random_scene(&random, 6);
        rim_xform2 *pose = i & 1 ? &s.a.pose : &s.b.pose;
        float      *field[6] = { &pose->a, &pose->b, &pose->c, &pose->d, &pose->tx, &pose->ty };
        for (int k = random_int(&random, 1, 6); k > 0; k--)
            *field[random_int(&random, 0, 5)] = random_any_float(&random);
        rim_vec2     m = { random_any_float(&random), random_any_float(&random) };
        rim_hit2     h = rim_sprite_sweep(s.a, m, s.b);
        rim_contact2 c = rim_sprite_contact(s.a, s.b);
        assert_true(h.t >= 0.0 && h.t <= 1.0);
        assert_false(isnan(h.point.x) || isnan(h.normal.x) || isnan(h.edge_normal.y));
        assert_false(isnan(c.area) || isnan(c.normal.x) || isnan(c.depth) || isnan(c.point.y));
        assert_int_equal(rim_sprite_overlaps(s.a, s.b), rim_sprite_overlaps(s.b, s.a));
        assert_int_equal(c.hit, rim_sprite_overlaps(s.a, s.b));
        rim_sprite_overlaps_on_grid(s.a, s.b);
        finite += isfinite(pose->a + pose->b + pose->c + pose->d + pose->tx + pose->ty) != 0;
        end_scene(s);
    }
    assert_true(finite > want / 4);
}

// Where the anchor and the translation are far but cancel, the images are those of sprites without either.
static void far_anchors_and_translations_cancel(void **state)
{
    (void)state;
    test_random random = { 25 };
    int         hits = 0, shown = 0, want = case_count(4000);
    for (int i = 0; i < want; i++)
    {
        rim_mask *masks[2] = { check_random_mask(&random, 6), check_random_mask(&random, 6) };
        float     far = ldexpf(1.0f, random_int(&random, 24, 110));
        rim_posed near[2], away[2];
        for (int k = 0; k < 2; k++)
        {
            rim_sprite        *sprite;
            rim_sprite_options options = { .has_anchor = true };
            float              flip = random_int(&random, 0, 1) ? 1.0f : -1.0f;
            rim_xform2         pose = { flip, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f };
            assert_int_equal(RIM_OK, rim_sprite_create(&sprite, masks[k], &options));
            near[k] = rim_posed_make(sprite, pose);
            options.anchor = rim_vec2_make(far, far);
            pose.tx = flip * far, pose.ty = far;
            assert_int_equal(RIM_OK, rim_sprite_create(&sprite, masks[k], &options));
            away[k] = rim_posed_make(sprite, pose);
        }
        bool hit = rim_sprite_overlaps(near[0], near[1]);
        bool show = rim_sprite_overlaps_on_grid(near[0], near[1]);
        assert_int_equal(hit, rim_sprite_overlaps(away[0], away[1]));
        assert_int_equal(show, rim_sprite_overlaps_on_grid(away[0], away[1]));
        assert_near(rim_sprite_overlap_area(away[0], away[1]),
                    rim_sprite_overlap_area(near[0], near[1]), 1e-9);
        hits += hit;
        shown += show;
        for (int k = 0; k < 2; k++)
        {
            rim_sprite_destroy((rim_sprite *)near[k].sprite);
            rim_sprite_destroy((rim_sprite *)away[k].sprite);
            rim_mask_destroy(masks[k]);
        }
    }
    assert_true(hits > want / 16 && hits < want && shown > want / 16 && shown < want);
}

// Of two squares, b sheared along its columns, edges between pixels of a lie on b's left or right border. The normal is
// the mean of those a little to both sides: it has the direction in which the shared area falls.
static void edges_on_edges_of_sheared_pixels_count_half(void **state)
{
    (void)state;
    rim_mask   *mask;
    rim_sprite *sprite;
    assert_int_equal(RIM_OK, rim_mask_create_filled(&mask, 16, 16, NULL));
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, NULL));
    const float places[2] = { 8.0f, -8.0f }, losses[2][2] = { { 13.0f, 4.0f }, { -13.0f, 8.0f } };
    for (int i = 0; i < 2; i++)
    {
        rim_xform2   pa = { 1.0f, 0.0f, 0.0f, 1.0f, places[i], 3.0f };
        rim_xform2   pb = { 1.0f, 0.5f, 0.0f, 1.0f, 0.0f, 0.0f };
        rim_contact2 c = rim_sprite_contact(rim_posed_make(sprite, pa), rim_posed_make(sprite, pb));
        rim_vec2     want = rim_vec2_normalize(rim_vec2_make(losses[i][0], losses[i][1]));
        assert_near(c.normal.x, want.x, 1e-5);
        assert_near(c.normal.y, want.y, 1e-5);
    }
    rim_sprite_destroy(sprite);
    rim_mask_destroy(mask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_on_edges_of_sheared_pixels_count_half),
        cmocka_unit_test(overlap_agrees_with_every_pixel_against_every_pixel),
        cmocka_unit_test(area_agrees_with_clipping_every_pixel_by_every_pixel),
        cmocka_unit_test(the_grid_agrees_with_sampling_every_pixel_centre),
        cmocka_unit_test(a_sweep_agrees_with_every_pixel_against_every_pixel),
        cmocka_unit_test(the_normal_points_where_the_shared_area_falls_fastest),
        cmocka_unit_test(the_normal_is_right_where_borders_lie_on_each_other),
        cmocka_unit_test(what_sinks_into_a_floor_is_pushed_up),
        cmocka_unit_test(the_depth_takes_the_sprite_out_and_no_less_does),
        cmocka_unit_test(the_depth_is_rounded_up),
        cmocka_unit_test(an_overlap_at_the_start_names_shared_pixels),
        cmocka_unit_test(whole_pixels_apart_agree_with_counting),
        cmocka_unit_test(the_same_flips_and_quarter_turns_change_no_area),
        cmocka_unit_test(the_same_flips_and_quarter_turns_turn_contacts_and_sweeps),
        cmocka_unit_test(a_million_pixels_of_motion_do_not_jump_a_wall_of_one_pixel),
        cmocka_unit_test(a_way_through_corners_of_pixels_agrees_with_every_pixel),
        cmocka_unit_test(ten_thousand_pixels_along_a_floor_are_a_miss),
        cmocka_unit_test(scaling_the_world_by_a_power_of_two_changes_exponents_only),
        cmocka_unit_test(anything_at_all_is_answered_without_nan),
        cmocka_unit_test(far_anchors_and_translations_cancel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
