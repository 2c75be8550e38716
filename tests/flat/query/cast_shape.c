// Rays, swept segments and swept polygons against posed sprites, judged by oracles that compare every pixel in
// integers.

#include "support/pixels.h"
#include "support/sprites.h"

#include <math.h>

#include "rimcast/rimcast.h"

#include "flat/shape/box2.h"

// --- the oracle ---------------------------------------------------------------------------------------

enum
{
    BITS = 10, // of a unit
    UNIT = 1 << BITS
};

static bool all_solid(const rim_mask *m, int x0, int y0, int x1, int y1)
{
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++)
            if (!rim_mask_get(m, x, y)) return false;
    return true;
}

// Over all pixels, and over all pairs and fours of them, whose insides have the seams between them. A hit
// at a time below 0 is a start in overlap.
static bool slow_sweep(rim_posed b, const ring *shape, wide dx, wide dy, fraction *best)
{
    const rim_mask *m = rim_sprite_mask(b.sprite);
    pixel_grid      grid = pixel_grid_of(b, BITS);
    bool            hit = false;
    if (rim_xform2_determinant(b.pose) == 0.0) return false;
    for (int y = 0; y < rim_mask_height(m); y++)
        for (int x = 0; x < rim_mask_width(m); x++)
            for (int k = 0; k < 4; k++)
            {
                int x1 = x + 1 + (k & 1), y1 = y + 1 + (k >> 1);
                if (!all_solid(m, x, y, x1, y1)) continue;
                ring     pixels = pixel_ring(&grid, x, y, x1, y1);
                fraction t;
                if (!rings_touch(shape, &pixels, dx, dy, &t)) continue;
                if (!hit || fraction_before(t, *best)) *best = t;
                hit = true;
            }
    return hit;
}

static ring ring_of(const rim_vec2 *points, int count)
{
    ring r = { .count = count };
    for (int i = 0; i < count; i++) r.at[i] = exact_units2(points[i], BITS);
    return r;
}

// --- tests -------------------------------------------------------------------------------------------------

typedef struct tally
{
    int hits, misses, inside;
} sweep_tally;

static void check_sweep(rim_posed s, const rim_vec2 *points, int n, rim_vec2 delta, rim_hit2 hit,
                        sweep_tally *tally)
{
    ring     shape = ring_of(points, n);
    fraction t, start;
    bool     inside = slow_sweep(s, &shape, 0, 0, &start);
    bool     expected =
        slow_sweep(s, &shape, exact_units(delta.x, BITS), exact_units(delta.y, BITS), &t) || inside;
    assert_int_equal(expected, hit.hit);
    assert_int_equal(inside, hit.start_overlap);
    if (!hit.hit)
    {
        assert_true(hit.t == 1.0);
        tally->misses++;
        return;
    }
    assert_true(rim_mask_get(rim_sprite_mask(s.sprite), hit.bx, hit.by));
    assert_near(rim_vec2_length(hit.normal), 1.0, 1e-6);
    assert_near(rim_vec2_length(hit.edge_normal), 1.0, 1e-6);
    // The point is on the pixel and, at that time, on the shape.
    pixel_grid grid = pixel_grid_of(s, BITS);
    ring       pixel = pixel_ring(&grid, hit.bx, hit.by, hit.bx + 1, hit.by + 1);
    double     size = 1e-5;
    for (int i = 0; i < 4 && !inside; i++)
    {
        wide2  a = pixel.at[i], b = pixel.at[(i + 1) % 4], c = pixel.at[(i + 2) % 4];
        double turn = turn_of(a, b, c) > 0 ? 1.0 : -1.0, ex = (double)(b.x - a.x),
               ey = (double)(b.y - a.y);
        double side =
            ex * (hit.point.y * UNIT - (double)a.y) - ey * (hit.point.x * UNIT - (double)a.x);
        assert_true(turn * side / hypot(ex, ey) > -size * UNIT);
    }
    if (inside)
    {
        assert_true(hit.t == 0.0);
        assert_true(hit.depth > 0.0f);
        tally->inside++;
        return;
    }
    tally->hits++;
    // Four units in the last place, and the roundings of this quotient.
    double time = (double)t.num / (double)t.den;
    assert_near(hit.t, time, 10.0 * 0x1p-53 * time);
    assert_true(rim_vec2_dot(hit.normal, delta) < 0.0f);
    assert_true(rim_vec2_dot(hit.edge_normal, delta) < 0.0f);
    assert_true(hit.depth == 0.0f);
    rim_vec2 at = rim_vec2_make((float)(hit.point.x - hit.t * delta.x),
                                (float)(hit.point.y - hit.t * delta.y));
    if (n == 1) assert_near(rim_vec2_distance(at, points[0]), 0.0, size);
    if (n > 1)
        assert_near(rim_polygon2_closest((rim_polygon2){ points, n }, at).distance, 0.0, size);
}

static void rays_agree_with_every_pixel(void **state)
{
    (void)state;
    test_random random = { 31 };
    sweep_tally tally = { 0, 0, 0 };
    int         want = case_count(40000);
    for (int i = 0; i < want; i++)
    {
        rim_posed s = random_posed(&random, 9);
        for (int k = 0; k < 4; k++)
        {
            rim_vec2 p = random_point(&random, 10), d = random_way(&random, s.pose, 20);
            check_sweep(s, &p, 1, d, rim_sprite_raycast(s, (rim_ray2){ p, d }), &tally);
        }
        end_posed(s);
    }
    assert_true(tally.hits > want / 4);
    assert_true(tally.misses > want / 4);
    assert_true(tally.inside > want / 20);
}

static void swept_segments_agree_with_every_pixel(void **state)
{
    (void)state;
    test_random random = { 32 };
    sweep_tally tally = { 0, 0, 0 };
    int         want = case_count(20000);
    for (int i = 0; i < want; i++)
    {
        rim_posed s = random_posed(&random, 8);
        for (int k = 0; k < 4; k++)
        {
            rim_vec2     p = random_point(&random, 10), e = random_way(&random, s.pose, 4);
            rim_vec2     d = random_way(&random, s.pose, 20), ends[2] = { p, rim_vec2_add(p, e) };
            rim_segment2 segment = { ends[0], ends[1] };
            if (random_int(&random, 0, 5) == 0) d = e;
            check_sweep(s, ends, 2, d,
                        rim_polygon2_sweep_sprite(
                            (rim_polygon2){ (rim_vec2[]){ segment.a, segment.b }, 2 }, d, s),
                        &tally);

            ring     shape = ring_of(ends, 2);
            fraction t;
            assert_int_equal(slow_sweep(s, &shape, 0, 0, &t),
                             rim_sprite_overlaps_polygon(
                                 s, (rim_polygon2){ (rim_vec2[]){ segment.a, segment.b }, 2 }));
        }
        end_posed(s);
    }
    assert_true(tally.hits > want / 4);
    assert_true(tally.misses > want / 4);
    assert_true(tally.inside > want / 8);
}

static void swept_polygons_agree_with_every_pixel(void **state)
{
    (void)state;
    test_random random = { 33 };
    sweep_tally tally = { 0, 0, 0 };
    int         want = case_count(20000);
    for (int i = 0; i < want; i++)
    {
        rim_posed s = random_posed(&random, 8);
        for (int k = 0; k < 4; k++)
        {
            rim_vec2     points[8];
            int          n = random_convex(&random, s.pose, points);
            rim_vec2     d = random_way(&random, s.pose, 20);
            rim_polygon2 polygon = { points, n };
            check_sweep(s, points, n, d, rim_polygon2_sweep_sprite(polygon, d, s), &tally);

            ring     shape = ring_of(points, n);
            fraction t;
            assert_int_equal(slow_sweep(s, &shape, 0, 0, &t),
                             rim_sprite_overlaps_polygon(s, polygon));
        }
        end_posed(s);
    }
    assert_true(tally.hits > want / 4);
    assert_true(tally.misses > want / 4);
    assert_true(tally.inside > want / 4);
}

// The area that a ring, by its winding, shares with the pixels: the signed triangles of a fan, each
// clipped by a pixel.
static double shared_area(rim_posed s, const rim_vec2 *points, int n)
{
    const rim_mask *m = rim_sprite_mask(s.sprite);
    pixel_grid      grid = pixel_grid_of(s, BITS);
    double          sum = 0.0;
    for (int y = 0; y < rim_mask_height(m); y++)
        for (int x = 0; x < rim_mask_width(m); x++)
        {
            if (!rim_mask_get(m, x, y)) continue;
            ring   pixel = pixel_ring(&grid, x, y, x + 1, y + 1);
            double bx[4], by[4];
            for (int i = 0; i < 4; i++)
                bx[i] = (double)pixel.at[i].x / UNIT, by[i] = (double)pixel.at[i].y / UNIT;
            for (int k = 1; k + 1 < n; k++)
            {
                double px[MOST_CLIPPED] = { points[0].x, points[k].x, points[k + 1].x };
                double py[MOST_CLIPPED] = { points[0].y, points[k].y, points[k + 1].y };
                sum += twice_area(px, py, clip_by_parallelogram(px, py, 3, bx, by));
            }
        }
    return fabs(0.5 * sum);
}

// A ring that does not touch itself: a star around a place, each corner at its own angle.
static int random_star(test_random *random, rim_vec2 points[8])
{
    static const int way[8][2] = { { 4, 1 },   { 2, 3 },   { -1, 4 }, { -3, 2 },
                                   { -4, -1 }, { -2, -3 }, { 1, -4 }, { 3, -2 } };
    rim_vec2         at = random_point(random, 8);
    int              n = 0;
    for (int i = 0; i < 8; i++)
    {
        // Three in a row without a gap of half a turn keep the middle inside.
        if (i % 2 && random_int(random, 0, 1)) continue;
        float r = (float)random_int(random, 1, 12) / 8.0f;
        points[n++] = rim_vec2_make(at.x + r * (float)way[i][0], at.y + r * (float)way[i][1]);
    }
    return n;
}

static void polygons_overlap_where_they_share_area(void **state)
{
    (void)state;
    test_random random = { 34 };
    int         hits = 0, misses = 0, want = case_count(20000);
    for (int i = 0; i < want; i++)
    {
        rim_posed s = random_posed(&random, 9);
        rim_vec2  points[8], turned[8];
        int       n = random_star(&random, points);
        for (int k = 0; k < n; k++) turned[k] = points[n - 1 - k];
        bool expected = rim_xform2_determinant(s.pose) != 0.0 && shared_area(s, points, n) > 1e-9;
        assert_int_equal(expected, rim_sprite_overlaps_polygon(s, (rim_polygon2){ points, n }));
        assert_int_equal(expected, rim_sprite_overlaps_polygon(s, (rim_polygon2){ turned, n }));
        rim_box2 box = polygon2_bounds((rim_polygon2){ points, n });
        rim_vec2 corners[4];
        box2_corners(box, corners);
        bool boxed = rim_xform2_determinant(s.pose) != 0.0 && shared_area(s, corners, 4) > 1e-9;
        assert_int_equal(boxed, rim_sprite_overlaps_box(s, box));
        hits += expected;
        misses += !expected;
        end_posed(s);
    }
    assert_true(hits > want / 8);
    assert_true(misses > want / 8);
}

// --- upright sprites on plain places ----------------------------------------------------------------------

// Terrain, a ring, dust, and next to nothing, with edges along lines of the grid. A wide mask has more than
// MASK_SWEPT_SIDE columns, so it has no dilated pixels.
static rim_posed plain_posed(test_random *random, bool is_wide)
{
    int       w = random_int(random, 1, 200) + (is_wide ? 4096 : 0), h = random_int(random, 1, 200);
    int       kind = random_int(random, 0, 4), density = random_int(random, 1, 40);
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, w, h, NULL));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
        {
            int  d = (2 * x - w) * (2 * x - w) + (2 * y - h) * (2 * y - h), r = w * w / 2;
            bool solid = random_int(random, 0, 99) < density;
            if (kind == 1) solid = 3 * y > 2 * h + x / 7 % 9 || 5 * y < h;
            if (kind == 2) solid = d < r && 3 * d > r;
            if (kind == 3) solid = random_int(random, 0, w * h) < 4;
            rim_mask_set(mask, x, y, solid);
        }
    rim_sprite_options options = { .has_anchor = random_int(random, 0, 1) != 0 };
    options.anchor = rim_vec2_make(0.25f * (float)random_int(random, -100, 900),
                                   0.25f * (float)random_int(random, -100, 900));
    rim_sprite *sprite;
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
    rim_mask_destroy(mask);
    rim_vec2  at = rim_vec2_make(0.25f * (float)random_int(random, -4000, 4000),
                                 0.25f * (float)random_int(random, -4000, 4000));
    rim_posed posed = rim_posed_make(sprite, rim_xform2_translation(at));
    if (random_int(random, 0, 1)) return posed;
    float p = ldexpf(random_int(random, 0, 1) ? 1.0f : -1.0f, random_int(random, -2, 2));
    float q = random_int(random, 0, 1) ? p : -p;
    bool  lies = random_int(random, 0, 1) != 0;
    posed.pose.a = lies ? 0.0f : p, posed.pose.b = lies ? p : 0.0f;
    posed.pose.c = lies ? q : 0.0f, posed.pose.d = lies ? 0.0f : q;
    return posed;
}

// Anywhere, on halves, on lines of the grid, next to them, far out.
static float plain_coordinate(test_random *random, float from, int size)
{
    float at = from + (float)random_int(random, -size / 4, size + size / 4);
    switch (random_int(random, 0, 5))
    {
    case 0:
        return at;
    case 1:
        return at + 0.5f;
    case 2:
        return at + (float)(ldexp(random_unit(random), -random_int(random, 8, 40)));
    case 3:
        return random_int(random, 0, 9) ? at : (float)(2e6 * random_unit(random) - 1e6);
    default:
        return at + (float)random_unit(random);
    }
}

static rim_vec2 plain_way(test_random *random)
{
    float x = (float)random_int(random, -60, 60), y = (float)random_int(random, -60, 60);
    float u = (float)random_unit(random) - 0.5f, v = (float)random_unit(random) - 0.5f;
    float size = (float)ldexp(1.0, random_int(random, -4, 10));
    switch (random_int(random, 0, 6))
    {
    case 0:
        return rim_vec2_make(x, 0.0f);
    case 1:
        return rim_vec2_make(0.0f, y);
    case 2:
        return rim_vec2_make(x, random_int(random, 0, 1) ? x : -x);
    case 3:
        return rim_vec2_make(x, y);
    case 4:
        return rim_vec2_make(size * u, size * v * (float)ldexp(1.0, -random_int(random, 4, 40)));
    default:
        return rim_vec2_make(size * u, size * v);
    }
}

// A polygon of one corner takes the general way.
static void rays_at_upright_sprites_agree_with_the_general_way(void **state)
{
    (void)state;
    test_random random = { 91 };
    int         want = case_count(3000), hits = 0, misses = 0, inside = 0;
    for (int i = 0; i < want; i++)
    {
        rim_posed       b = plain_posed(&random, i % 50 == 49);
        const rim_mask *mask = rim_sprite_mask(b.sprite);
        rim_vec2        anchor = rim_sprite_anchor(b.sprite);
        for (int k = 0; k < 60; k++)
        {
            rim_vec2 p = rim_vec2_make(plain_coordinate(&random, -anchor.x, rim_mask_width(mask)),
                                       plain_coordinate(&random, -anchor.y, rim_mask_height(mask)));
            p = rim_xform2_apply(b.pose, p);
            rim_vec2 d = rim_xform2_turn(b.pose, plain_way(&random));
            rim_hit2 fast = rim_sprite_raycast(b, (rim_ray2){ p, d });
            rim_hit2 slow = rim_polygon2_sweep_sprite((rim_polygon2){ &p, 1 }, d, b);
            if (fast.hit != slow.hit || fast.t != slow.t)
                print_error("origin %a %a, way %a %a\n", (double)p.x, (double)p.y, (double)d.x,
                            (double)d.y);
            assert_int_equal(fast.hit, slow.hit);
            assert_int_equal(fast.start_overlap, slow.start_overlap);
            assert_memory_equal(&fast.t, &slow.t, sizeof fast.t);
            assert_same_bits(fast.point.x, slow.point.x);
            assert_same_bits(fast.point.y, slow.point.y);
            // Zeros of either sign are equal.
            assert_true(fast.normal.x == slow.normal.x && fast.normal.y == slow.normal.y);
            assert_true(fast.edge_normal.x == slow.edge_normal.x);
            assert_true(fast.edge_normal.y == slow.edge_normal.y);
            assert_same_bits(fast.depth, slow.depth);
            assert_int_equal(fast.bx, slow.bx);
            assert_int_equal(fast.by, slow.by);
            hits += fast.hit && !fast.start_overlap;
            misses += !fast.hit;
            inside += fast.start_overlap;
        }
        end_posed(b);
    }
    assert_true(hits > 10 * want);
    assert_true(misses > 10 * want);
    assert_true(inside > want);
}

// A polygon of four corners takes the general way; a point's pixel follows from exact numbers in double.
static void boxes_and_points_at_upright_sprites_agree_with_the_general_way(void **state)
{
    (void)state;
    test_random random = { 92 };
    int         want = case_count(2000), hits = 0, inside = 0, exact = 0;
    for (int i = 0; i < want; i++)
    {
        rim_posed       b = plain_posed(&random, false);
        const rim_mask *mask = rim_sprite_mask(b.sprite);
        rim_vec2        anchor = rim_sprite_anchor(b.sprite);
        rim_xform2      m = b.pose;
        for (int k = 0; k < 30; k++)
        {
            rim_vec2 p = rim_vec2_make(plain_coordinate(&random, -anchor.x, rim_mask_width(mask)),
                                       plain_coordinate(&random, -anchor.y, rim_mask_height(mask)));
            p = rim_xform2_apply(m, p);
            rim_vec2 q = rim_vec2_add(p, rim_xform2_turn(m, plain_way(&random))), corners[4];
            rim_box2 box = { vec2_min(p, q), vec2_max(p, q) };
            box2_corners(box, corners);
            bool expected = rim_sprite_overlaps_polygon(b, (rim_polygon2){ corners, 4 });
            assert_int_equal(expected, rim_sprite_overlaps_box(b, box));
            hits += expected;

            // With powers of two for scales every step is exact if the difference is.
            double x = (double)p.x - m.tx, y = (double)p.y - m.ty, det = rim_xform2_determinant(m);
            double u = (m.d * x - m.c * y) / det + anchor.x,
                   v = (m.a * y - m.b * x) / det + anchor.y;
            if (u - anchor.x != (m.d * x - m.c * y) / det ||
                v - anchor.y != (m.a * y - m.b * x) / det)
                continue;
            bool solid = u >= 0.0 && v >= 0.0 && u < rim_mask_width(mask) &&
                         v < rim_mask_height(mask) && rim_mask_get(mask, (int)u, (int)v);
            assert_int_equal(solid, rim_sprite_contains(b, p));
            inside += solid, exact++;
        }
        end_posed(b);
    }
    assert_true(hits > 4 * want && inside > want && exact > 10 * want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_agree_with_every_pixel),
        cmocka_unit_test(rays_at_upright_sprites_agree_with_the_general_way),
        cmocka_unit_test(boxes_and_points_at_upright_sprites_agree_with_the_general_way),
        cmocka_unit_test(swept_segments_agree_with_every_pixel),
        cmocka_unit_test(swept_polygons_agree_with_every_pixel),
        cmocka_unit_test(polygons_overlap_where_they_share_area),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
