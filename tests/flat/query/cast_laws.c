// Rays and shapes against posed sprites: motions that break others, normals, scale, and what is not finite.

#include "support/sprites.h"

#include <math.h>
#include <string.h>

#include "rimcast/rimcast.h"

#include "flat/shape/box2.h"

static void sliding_along_a_floor_is_a_miss_however_far(void **state)
{
    (void)state;
    rim_sprite  *floor = solid_sprite(12000, 3);
    rim_posed    b = { floor, rim_xform2_translation(rim_vec2_make(-500.0f, 100.0f)) };
    rim_vec2     slide = { 10000.0f, 0.0f }, box[4];
    rim_circle2  ball = { { 3.0f, 92.5f }, 7.5f };
    rim_segment2 edge = { { 0.0f, 100.0f }, { 5.0f, 100.0f } };
    box2_corners(rim_box2_make(rim_vec2_make(0.0f, 95.0f), rim_vec2_make(5.0f, 100.0f)), box);

    assert_false(rim_sprite_raycast(b, (rim_ray2){ edge.a, slide }).hit);
    assert_false(
        rim_polygon2_sweep_sprite((rim_polygon2){ (rim_vec2[]){ edge.a, edge.b }, 2 }, slide, b)
            .hit);
    assert_false(rim_polygon2_sweep_sprite((rim_polygon2){ box, 4 }, slide, b).hit);
    assert_false(rim_circle2_sweep_sprite(ball, slide, b).hit);

    // One part in ten million deeper, and all of them hit.
    slide.y = 0.001f;
    assert_true(rim_sprite_raycast(b, (rim_ray2){ edge.a, slide }).hit);
    assert_true(
        rim_polygon2_sweep_sprite((rim_polygon2){ (rim_vec2[]){ edge.a, edge.b }, 2 }, slide, b)
            .hit);
    assert_true(rim_polygon2_sweep_sprite((rim_polygon2){ box, 4 }, slide, b).hit);
    assert_true(rim_circle2_sweep_sprite(ball, slide, b).hit);
    assert_true(rim_circle2_sweep_sprite(ball, slide, b).t == 0.0);
    slide.y = -0.001f;
    assert_false(rim_circle2_sweep_sprite(ball, slide, b).hit);
    rim_sprite_destroy(floor);
}

static void nothing_is_too_fast_for_a_wall_of_one_pixel(void **state)
{
    (void)state;
    rim_sprite  *wall = solid_sprite(1, 100);
    rim_posed    b = { wall, rim_xform2_translation(rim_vec2_make(5000.0f, -50.0f)) };
    rim_vec2     far = { 1e6f, 0.0f };
    rim_segment2 edge = { { 0.0f, -3.0f }, { 0.0f, 3.0f } };
    rim_circle2  ball = { { -4.0f, 0.0f }, 4.0f };
    rim_hit2     hits[3] = { rim_sprite_raycast(b, (rim_ray2){ rim_vec2_make(0.0f, 0.25f), far }),
                             rim_polygon2_sweep_sprite(
                                 (rim_polygon2){ (rim_vec2[]){ edge.a, edge.b }, 2 }, far, b),
                             rim_circle2_sweep_sprite(ball, far, b) };
    for (int i = 0; i < 3; i++)
    {
        assert_true(hits[i].hit);
        assert_near(hits[i].t, 0.005, 1e-15);
        assert_true(hits[i].edge_normal.x == -1.0f);
        assert_true(hits[i].normal.x == -1.0f);
        assert_near(hits[i].point.x, 5000.0, 1e-3);
    }
    rim_sprite_destroy(wall);
}

static void a_ray_between_two_pixels_that_meet_in_a_corner_misses(void **state)
{
    (void)state;
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 2, 2, NULL));
    rim_mask_set(mask, 0, 0, true), rim_mask_set(mask, 1, 1, true);
    rim_sprite_options options = { .has_anchor = true };
    rim_sprite        *sprite;
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
    rim_posed b = { sprite, rim_xform2_identity() };
    rim_ray2  ray = { { 0.0f, 2.0f }, { 2.0f, -2.0f } };
    assert_false(rim_sprite_raycast(b, ray).hit);
    rim_sprite_destroy(sprite);

    // Along the seam of two solid pixels it hits; along their outer edge it does not.
    rim_mask_set(mask, 1, 0, true);
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
    b.sprite = sprite;
    rim_hit2 hit =
        rim_sprite_raycast(b, (rim_ray2){ rim_vec2_make(1.0f, -3.0f), rim_vec2_make(0.0f, 9.0f) });
    assert_true(hit.hit);
    assert_near(hit.t, 3.0 / 9.0, 1e-15);
    hit =
        rim_sprite_raycast(b, (rim_ray2){ rim_vec2_make(-3.0f, 0.0f), rim_vec2_make(9.0f, 0.0f) });
    assert_false(hit.hit);
    rim_sprite_destroy(sprite);
    rim_mask_destroy(mask);
}

// The nearest solid pixel to the block of 4 by 4 pixels under the origin is 4 columns away. From less than a pixel above
// the sprite, a ray at 45 degrees meets it in the fourth row.
static void a_ray_from_just_above_a_sprite_misses_no_row(void **state)
{
    (void)state;
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 40, 40, NULL));
    rim_mask_set(mask, 8, 3, true);
    rim_sprite_options options = { .has_anchor = true };
    rim_sprite        *sprite;
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
    rim_posed b = { sprite, rim_xform2_identity() };
    rim_hit2  hit = rim_sprite_raycast(b, (rim_ray2){ { 3.9375f, -0.9375f }, { 16.0f, 16.0f } });
    assert_true(hit.hit && hit.bx == 8 && hit.by == 3);
    assert_near(hit.t, (8.0 - 3.9375) / 16.0, 1e-15);
    rim_sprite_destroy(sprite);
    rim_mask_destroy(mask);
}

// A touched edge is open: the pixel on one side is solid, the one on the other is not. Masks at halves of pixels, with motions
// of whole pixels or halves along both axes, cross many columns and rows at the same time.
static void touched_edges_are_open(void **state)
{
    (void)state;
    test_random random = { 57 };
    int         want = case_count(2000), touches = 0, corners = 0, ray_hits = 0;
    for (int i = 0; i < want; i++)
    {
        rim_sprite     *a = random_sprite(&random, 70), *b = random_sprite(&random, 70);
        const rim_mask *mask_a = rim_sprite_mask(a), *mask_b = rim_sprite_mask(b);
        rim_vec2        anchor_a = rim_sprite_anchor(a), anchor_b = rim_sprite_anchor(b);
        rim_posed       on = rim_posed_make(b, rim_xform2_translation(anchor_b));
        for (int k = 0; k < 20; k++)
        {
            float unit = k % 2 ? 0.5f : 1.0f;
            int   x = random_int(&random, -80, 80), y = random_int(&random, -80, 80);
            int   dx = random_int(&random, -90, 90), dy = k % 3 ? random_int(&random, -90, 90) : dx;
            rim_vec2 at = { unit * (float)x, unit * (float)y },
                     d = { unit * (float)dx, unit * (float)dy };
            rim_xform2 start = rim_xform2_translation(rim_vec2_add(at, anchor_a));
            rim_hit2   hit = rim_sprite_sweep(rim_posed_make(a, start), d, on);
            if (hit.hit && !hit.start_overlap)
            {
                int nx = (int)hit.edge_normal.x, ny = (int)hit.edge_normal.y;
                assert_true(rim_mask_get(mask_b, hit.bx, hit.by));
                assert_false(rim_mask_get(mask_b, hit.bx + nx, hit.by + ny));
                assert_true(rim_mask_get(mask_a, hit.ax, hit.ay));
                assert_false(rim_mask_get(mask_a, hit.ax - nx, hit.ay - ny));
                double u = at.x + hit.t * d.x, v = at.y + hit.t * d.y;
                corners += u == floor(u) && v == floor(v);
                touches++;
            }
            hit = rim_sprite_raycast(on, (rim_ray2){ at, d });
            if (!hit.hit || hit.start_overlap) continue;
            assert_true(rim_mask_get(mask_b, hit.bx, hit.by));
            // In the corner of a notch the ray touches three pixels, and the one behind has no open side there.
            if (rim_mask_get(mask_b, hit.bx - (dx > 0 ? 1 : -1), hit.by) &&
                rim_mask_get(mask_b, hit.bx, hit.by - (dy > 0 ? 1 : -1)))
                continue;
            assert_false(rim_mask_get(mask_b, hit.bx + (int)hit.edge_normal.x,
                                      hit.by + (int)hit.edge_normal.y));
            ray_hits++;
        }
        rim_sprite_destroy(a), rim_sprite_destroy(b);
    }
    assert_true(touches > 2 * want && corners > want / 2 && ray_hits > want);

    // A block that falls at 45 degrees onto a floor touches its upper side, and so does a ray.
    rim_sprite *floor_sprite = solid_sprite(200, 20), *block = solid_sprite(10, 10);
    rim_posed   below =
        rim_posed_make(floor_sprite, rim_xform2_translation(rim_vec2_make(0.0f, 100.0f)));
    rim_vec2 d = { 8.0f, 8.0f };
    for (int x = 40; x < 80; x++)
        for (int gap = 1; gap < 6; gap++)
        {
            rim_vec2 at = { (float)x, 90.0f - (float)gap };
            rim_hit2 hit =
                rim_sprite_sweep(rim_posed_make(block, rim_xform2_translation(at)), d, below);
            rim_hit2 ray = rim_sprite_raycast(below, (rim_ray2){ { at.x, at.y + 10.0f }, d });
            assert_true(hit.edge_normal.x == 0.0f && hit.edge_normal.y == -1.0f && hit.by == 0);
            assert_true(ray.edge_normal.x == 0.0f && ray.edge_normal.y == -1.0f && ray.by == 0);
        }
    rim_sprite_destroy(floor_sprite), rim_sprite_destroy(block);
}

// A ray that runs along a wall into the corner between the wall and a ceiling touches the ceiling beside the wall, not
// the pixel behind the corner, whose lower side is closed. It does so on either side of the wall, and upside down or
// sideways.
static void a_ray_along_a_wall_touches_the_open_pixel_at_its_end(void **state)
{
    (void)state;
    rim_vec2 away[4] = { { 0.0f, 2.0f }, { 0.0f, -2.0f }, { 2.0f, 0.0f }, { -2.0f, 0.0f } };
    rim_sprite_options options = { .has_anchor = true, .anchor = { 1.0f, 1.0f } };
    for (int i = 0; i < 8; i++)
    {
        // Three pixels about the sprite's origin. The ray comes from the side of the empty one, along the edge of its
        // neighbor, and touches the pixel on the other side of the empty one.
        rim_vec2    from = away[i / 2];
        bool        is_upright = from.x == 0.0f;
        int         front = from.x + from.y > 0.0f ? 1 : 0, side = i % 2;
        int         x = is_upright ? side : front, y = is_upright ? front : side;
        rim_mask   *mask;
        rim_sprite *sprite;
        assert_int_equal(RIM_OK, rim_mask_create(&mask, 2, 2, NULL));
        rim_mask_fill(mask, true);
        rim_mask_set(mask, x, y, false);
        assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
        rim_ray2 ray = { from, rim_vec2_scale(from, -1.5f) };
        rim_hit2 hit = rim_sprite_raycast(rim_posed_make(sprite, rim_xform2_identity()), ray);
        assert_true(hit.hit && rim_vec2_dot(hit.edge_normal, from) == 2.0f);
        assert_int_equal(hit.bx, is_upright ? x : 1 - x);
        assert_int_equal(hit.by, is_upright ? 1 - y : y);
        rim_sprite_destroy(sprite);
        rim_mask_destroy(mask);
    }
}

// Returns true if the pixel beside pixel (x, y) of a posed sprite is solid: the next one in a direction of the world,
// which is along its columns or rows.
static bool is_solid_beside(rim_posed a, int x, int y, rim_vec2 direction)
{
    float u = a.pose.a * direction.x + a.pose.b * direction.y;
    float v = a.pose.c * direction.x + a.pose.d * direction.y;
    return rim_mask_get(rim_sprite_mask(a.sprite), x + (u > 0.0f) - (u < 0.0f),
                        y + (v > 0.0f) - (v < 0.0f));
}

// The same of two sprites with pixels of different sizes, or of a size that is no power of two, flipped and turned by
// right angles.
static void touched_edges_are_open_at_any_scale(void **state)
{
    (void)state;
    const float scales[5] = { 3.0f, 0.5f, 2.0f, 0.75f, 1.5f };
    test_random random = { 61 };
    int         want = case_count(3000), touches = 0;
    for (int i = 0; i < want; i++)
    {
        rim_sprite *sprites[2] = { random_sprite(&random, 12), random_sprite(&random, 12) };
        for (int k = 0; k < 10; k++)
        {
            rim_posed posed[2];
            float     scale = scales[random_int(&random, 0, 4)];
            for (int j = 0; j < 2; j++)
            {
                rim_xform2 m = random_quarter_turn(&random);
                if (j && k % 2) scale = scales[random_int(&random, 0, 4)];
                m.a *= scale, m.b *= scale, m.c *= scale, m.d *= scale;
                m.tx = 0.5f * (float)random_int(&random, -40, 40);
                m.ty = 0.5f * (float)random_int(&random, -40, 40);
                rim_sprite_set_anchor(sprites[j], rim_vec2_make((float)j, 0.5f));
                posed[j] = rim_posed_make(sprites[j], m);
            }
            int      dx = random_int(&random, -60, 60), dy = k % 3 ? dx : -dx;
            rim_vec2 d = { (float)dx, (float)dy };
            rim_hit2 hit = rim_sprite_sweep(posed[0], d, posed[1]);
            if (!hit.hit || hit.start_overlap) continue;
            assert_false(is_solid_beside(posed[0], hit.ax, hit.ay, vec2_negate(hit.edge_normal)));
            assert_false(is_solid_beside(posed[1], hit.bx, hit.by, hit.edge_normal));
            touches++;
        }
        rim_sprite_destroy(sprites[0]), rim_sprite_destroy(sprites[1]);
    }
    assert_true(touches > want / 2);

    // A block that falls at 45 degrees onto a floor, to the left and to the right, in pixels of three units.
    rim_sprite *floor_sprite = solid_sprite(60, 5), *block = solid_sprite(4, 4);
    rim_xform2  m = { 3.0f, 0.0f, 0.0f, 3.0f, 0.0f, 0.0f };
    rim_posed   below = rim_posed_make(floor_sprite, m);
    for (int x = 20; x < 100; x++)
        for (int side = -1; side < 2; side += 2)
        {
            m.tx = (float)x, m.ty = -20.0f;
            rim_hit2 hit = rim_sprite_sweep(rim_posed_make(block, m),
                                            rim_vec2_make((float)side * 30.0f, 30.0f), below);
            assert_true(hit.hit && hit.edge_normal.x == 0.0f && hit.edge_normal.y == -1.0f);
        }
    rim_sprite_destroy(floor_sprite), rim_sprite_destroy(block);
}

// The outer edges of the pixels within two pixels of a place, each in many small pieces.
static rim_vec2 slow_normal(const rim_mask *m, double u, double v)
{
    double nu = 0.0, nv = 0.0;
    int    pieces = 200;
    for (int y = 0; y <= rim_mask_height(m); y++)
        for (int x = 0; x <= rim_mask_width(m); x++)
            for (int k = 0; k < pieces; k++)
            {
                double s = (k + 0.5) / pieces;
                int    here = rim_mask_get(m, x, y);
                if (hypot(x - u, y + s - v) < 2.0)
                    nu += (rim_mask_get(m, x - 1, y) - here) / (double)pieces;
                if (hypot(x + s - u, y - v) < 2.0)
                    nv += (rim_mask_get(m, x, y - 1) - here) / (double)pieces;
            }
    return rim_vec2_make((float)nu, (float)nv);
}

static void normals_add_up_the_edges_nearby(void **state)
{
    (void)state;
    test_random random = { 39 };
    int         compared = 0, want = case_count(1500);
    for (int i = 0; i < want; i++)
    {
        rim_sprite *sprite = random_sprite(&random, 10);
        rim_posed   s = { sprite, rim_xform2_identity() };
        rim_vec2    p = random_point(&random, 12), d = random_way(&random, s.pose, 20);
        if (i % 2) d = rim_vec2_scale(p, -2.0f); // towards the anchor
        rim_hit2 hit = rim_sprite_raycast(s, (rim_ray2){ p, d });
        rim_vec2 anchor = rim_sprite_anchor(sprite);
        if (hit.hit && !hit.start_overlap)
        {
            double   u = p.x + hit.t * d.x + anchor.x, v = p.y + hit.t * d.y + anchor.y;
            rim_vec2 n = slow_normal(rim_sprite_mask(sprite), u, v);
            // Where edges cancel out, or the sum looks along the ray, the edge's own normal is told.
            if (rim_vec2_length(n) > 0.5f && rim_vec2_dot(n, d) < -0.1f * rim_vec2_length(d))
            {
                n = rim_vec2_normalize(n);
                assert_near(rim_vec2_distance(n, hit.normal), 0.0, 0.06);
                compared++;
            }
        }
        rim_sprite_destroy(sprite);
    }
    assert_true(compared > want / 30);

    // A start inside a floor is pushed up, and by as much as it is deep.
    rim_sprite *floor = solid_sprite(100, 40);
    rim_posed   b = { floor, rim_xform2_translation(rim_vec2_make(0.0f, 100.0f)) };
    rim_vec2    box[4], none = { 0.0f, 0.0f };
    box2_corners(rim_box2_make(rim_vec2_make(40.0f, 90.0f), rim_vec2_make(60.0f, 103.5f)), box);
    rim_hit2 hits[2] = { rim_polygon2_sweep_sprite((rim_polygon2){ box, 4 }, none, b),
                         rim_circle2_sweep_sprite(
                             (rim_circle2){ rim_vec2_make(50.0f, 95.5f), 8.0f }, none, b) };
    for (int k = 0; k < 2; k++)
    {
        assert_true(hits[k].start_overlap && hits[k].t == 0.0);
        assert_near(hits[k].normal.y, -1.0, 1e-6);
        assert_near(hits[k].depth, 3.5, 1e-4);
    }
    rim_sprite_destroy(floor);
}

// The outer edges of the pixels inside a triangle with positive area, each in many small pieces.
static rim_vec2 slow_normal_in(const rim_mask *m, const rim_vec2 t[3])
{
    double nu = 0.0, nv = 0.0;
    int    pieces = 200;
    for (int y = 0; y <= rim_mask_height(m); y++)
        for (int x = 0; x <= rim_mask_width(m); x++)
            for (int k = 0; k < 2 * pieces; k++)
            {
                bool   is_row = k >= pieces;
                double s = (k % pieces + 0.5) / pieces, px = is_row ? x + s : x,
                       py = is_row ? y : y + s;
                bool inside = true;
                for (int i = 0; i < 3; i++)
                {
                    rim_vec2 a = t[i], b = t[(i + 1) % 3];
                    inside = inside && (b.x - a.x) * (py - a.y) - (b.y - a.y) * (px - a.x) > 0.0;
                }
                if (!inside) continue;
                int here = rim_mask_get(m, x, y);
                if (is_row)
                    nv += (rim_mask_get(m, x, y - 1) - here) / (double)pieces;
                else
                    nu += (rim_mask_get(m, x - 1, y) - here) / (double)pieces;
            }
    return rim_vec2_make((float)nu, (float)nv);
}

// The normal of a polygon that overlaps at the start is that of the pixels' edges inside it.
static void normals_of_overlaps_add_up_the_edges_inside(void **state)
{
    (void)state;
    test_random random = { 41 };
    int         compared = 0, want = case_count(1500);
    for (int i = 0; i < want; i++)
    {
        rim_sprite *sprite = random_sprite(&random, 8);
        rim_vec2    anchor = rim_sprite_anchor(sprite), t[3], at[3];
        for (int k = 0; k < 3; k++)
        {
            // No side of the triangle runs along a side of a pixel, which would be a tie.
            t[k] = rim_vec2_add(random_point(&random, 10), rim_vec2_make(0.137f, 0.289f));
            at[k] = rim_vec2_add(t[k], anchor);
        }
        rim_vec2 u = rim_vec2_sub(t[1], t[0]), v = rim_vec2_sub(t[2], t[0]);
        if (u.x * v.y - u.y * v.x < 0.0f)
        {
            rim_vec2 swapped = at[1];
            at[1] = at[2], at[2] = swapped;
        }
        rim_posed s = { sprite, rim_xform2_identity() };
        rim_hit2  hit =
            rim_polygon2_sweep_sprite((rim_polygon2){ t, 3 }, rim_vec2_make(0.0f, 0.0f), s);
        rim_vec2 n = slow_normal_in(rim_sprite_mask(sprite), at);
        if (hit.hit && rim_vec2_length(n) > 1.0f)
        {
            assert_near(rim_vec2_distance(rim_vec2_normalize(n), hit.normal), 0.0, 0.1);
            compared++;
        }
        rim_sprite_destroy(sprite);
    }
    assert_true(compared > want / 10);
}

static void scaling_by_powers_of_two_changes_no_bit_but_the_exponent(void **state)
{
    (void)state;
    test_random random = { 37 };
    int         hits = 0, want = case_count(4000);
    for (int i = 0; i < want; i++)
    {
        rim_posed   s = random_posed(&random, 9);
        rim_vec2    points[8], scaled[8];
        rim_vec2    d = random_way(&random, s.pose, 20);
        rim_circle2 c = { random_point(&random, 10), (float)random_int(&random, 1, 64) / 16.0f };
        int         n = random_convex(&random, s.pose, points);
        float       k = random_int(&random, 0, 1) ? 0x1p10f : 0x1p-10f;
        rim_xform2  m = s.pose;
        rim_posed   t = { s.sprite, { m.a * k, m.b * k, m.c * k, m.d * k, m.tx * k, m.ty * k } };
        rim_circle2 e = { rim_vec2_scale(c.center, k), c.radius * k };
        for (int j = 0; j < n; j++) scaled[j] = rim_vec2_scale(points[j], k);
        rim_hit2 a[2] = { rim_circle2_sweep_sprite(c, d, s),
                          rim_polygon2_sweep_sprite((rim_polygon2){ points, n }, d, s) };
        rim_vec2 f = rim_vec2_scale(d, k);
        rim_hit2 b[2] = { rim_circle2_sweep_sprite(e, f, t),
                          rim_polygon2_sweep_sprite((rim_polygon2){ scaled, n }, f, t) };
        for (int j = 0; j < 2; j++)
        {
            assert_int_equal(a[j].hit, b[j].hit);
            assert_true(a[j].t == b[j].t);
            assert_same_bits(b[j].point.x, a[j].point.x * k);
            assert_same_bits(b[j].point.y, a[j].point.y * k);
            assert_same_bits(b[j].normal.x, a[j].normal.x);
            assert_same_bits(b[j].edge_normal.y, a[j].edge_normal.y);
            assert_same_bits(b[j].depth, a[j].depth * k);
            hits += a[j].hit;
        }
        assert_true(rim_sprite_closest(s, c.center).distance * k ==
                    rim_sprite_closest(t, e.center).distance);
        end_posed(s);
    }
    assert_true(hits > want / 4);
}

static void what_is_not_finite_hits_nothing(void **state)
{
    (void)state;
    test_random random = { 38 };
    rim_sprite *sprite = solid_sprite(5, 5);
    int         odd = 0, want = case_count(20000);
    for (int i = 0; i < want; i++)
    {
        float v[10];
        bool  finite = true;
        for (int k = 0; k < 10; k++)
        {
            v[k] = random_any_float(&random);
            finite = finite && isfinite(v[k]);
        }
        rim_posed   s = { sprite, (rim_xform2){ 1.0f, 0.25f, 0.0f, 1.0f, 0.0f, 0.0f } };
        rim_vec2    p = { v[6], v[7] }, d = { v[8], v[9] };
        rim_circle2 c = { p, fabsf(v[0]) };
        if (random_int(&random, 0, 1)) memcpy(&s.pose, v, sizeof s.pose);
        rim_hit2 ray = rim_sprite_raycast(s, (rim_ray2){ p, d });
        rim_hit2 round = rim_circle2_sweep_sprite(c, d, s);
        assert_true(ray.t >= 0.0 && ray.t <= 1.0 && round.t >= 0.0 && round.t <= 1.0);
        assert_false(isnan(ray.point.x) || isnan(ray.normal.x) || isnan(round.point.x) ||
                     isnan(round.normal.x));
        if (!isfinite(v[6]) || !isfinite(v[9])) assert_false(ray.hit || round.hit);
        double far = rim_sprite_closest(s, p).distance;
        assert_true(far == far);
        odd += !finite;
    }
    assert_true(odd > 0);
    rim_polygon2 none = { NULL, 0 };
    rim_posed    s = { sprite, rim_xform2_identity() };
    assert_false(rim_sprite_overlaps_polygon(s, none));
    assert_false(rim_polygon2_sweep_sprite(none, rim_vec2_make(1.0f, 0.0f), s).hit);
    assert_false(rim_sprite_overlaps_box(s, rim_box2_empty()));
    assert_false(rim_sprite_overlaps_circle(s, (rim_circle2){ rim_vec2_make(2.0f, 2.0f), -1.0f }));
    rim_circle2 nan = { { 2.0f, 2.0f }, NAN };
    assert_false(rim_circle2_sweep_sprite(nan, rim_vec2_make(1.0f, 0.0f), s).hit);
    rim_sprite_destroy(sprite);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sliding_along_a_floor_is_a_miss_however_far),
        cmocka_unit_test(nothing_is_too_fast_for_a_wall_of_one_pixel),
        cmocka_unit_test(a_ray_between_two_pixels_that_meet_in_a_corner_misses),
        cmocka_unit_test(a_ray_from_just_above_a_sprite_misses_no_row),
        cmocka_unit_test(touched_edges_are_open),
        cmocka_unit_test(touched_edges_are_open_at_any_scale),
        cmocka_unit_test(a_ray_along_a_wall_touches_the_open_pixel_at_its_end),
        cmocka_unit_test(normals_add_up_the_edges_nearby),
        cmocka_unit_test(normals_of_overlaps_add_up_the_edges_inside),
        cmocka_unit_test(scaling_by_powers_of_two_changes_no_bit_but_the_exponent),
        cmocka_unit_test(what_is_not_finite_hits_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
