// Circles at rest and in motion, and the nearest points of posed sprites, judged by the distances of every pixel.

#include "support/pixels.h"
#include "support/sprites.h"

#include <math.h>

#include "rimcast/rimcast.h"

// --- the oracle: distances between a path and the pixels ------------------------------------------------

enum
{
    BITS = 10, // of a unit
    UNIT = 1 << BITS
};

// Is the distance from p to the segment a b less than r?
static bool is_nearer(wide2 p, wide2 a, wide2 b, wide r)
{
    wide ex = b.x - a.x, ey = b.y - a.y, along = (p.x - a.x) * ex + (p.y - a.y) * ey;
    wide square = ex * ex + ey * ey, side = turn_of(a, b, p);
    if (along > 0 && along < square) return side * side < r * r * square;
    wide2 c = along > 0 ? b : a;
    return (p.x - c.x) * (p.x - c.x) + (p.y - c.y) * (p.y - c.y) < r * r;
}

static int sign_of(wide x)
{
    return (x > 0) - (x < 0);
}

static bool segments_cross(wide2 a, wide2 b, wide2 c, wide2 d)
{
    return sign_of(turn_of(a, b, c)) * sign_of(turn_of(a, b, d)) < 0 &&
           sign_of(turn_of(c, d, a)) * sign_of(turn_of(c, d, b)) < 0;
}

static bool ring_contains(const ring *r, wide2 p)
{
    int turn = sign_of(turn_of(r->at[0], r->at[1], r->at[2]));
    for (int i = 0; i < 4; i++)
        if (sign_of(turn_of(r->at[i], r->at[(i + 1) % 4], p)) * turn <= 0) return false;
    return true;
}

// Does a disc of radius r on its way from a to b share area with the pixels?
static bool path_hits(const ring *pixels, wide2 a, wide2 b, wide r)
{
    if (ring_contains(pixels, a) || ring_contains(pixels, b)) return true;
    for (int i = 0; i < 4; i++)
    {
        wide2 p = pixels->at[i], q = pixels->at[(i + 1) % 4];
        if (segments_cross(a, b, p, q) || is_nearer(p, a, b, r) || is_nearer(a, p, q, r) ||
            is_nearer(b, p, q, r))
            return true;
    }
    return false;
}

static bool slow_circle(rim_posed s, rim_circle2 c, rim_vec2 delta)
{
    const rim_mask *m = rim_sprite_mask(s.sprite);
    pixel_grid      grid = pixel_grid_of(s, BITS);
    wide2 a = exact_units2(c.center, BITS), b = exact_units2(rim_vec2_add(c.center, delta), BITS);
    if (rim_xform2_determinant(s.pose) == 0.0) return false;
    for (int y = 0; y < rim_mask_height(m); y++)
        for (int x = 0; x < rim_mask_width(m); x++)
        {
            ring pixels = pixel_ring(&grid, x, y, x + 1, y + 1);
            if (rim_mask_get(m, x, y) && path_hits(&pixels, a, b, exact_units(c.radius, BITS)))
                return true;
        }
    return false;
}

// How far a place is from the nearest solid pixel, in double.
static double slow_distance(rim_posed s, double px, double py)
{
    const rim_mask *m = rim_sprite_mask(s.sprite);
    pixel_grid      grid = pixel_grid_of(s, BITS);
    double          best = INFINITY;
    for (int y = 0; y < rim_mask_height(m); y++)
        for (int x = 0; x < rim_mask_width(m); x++)
        {
            if (!rim_mask_get(m, x, y)) continue;
            ring   r = pixel_ring(&grid, x, y, x + 1, y + 1);
            double turn = 0.0, inside = INFINITY, near = INFINITY;
            for (int i = 0; i < 4; i++)
            {
                double ax = (double)r.at[i].x / UNIT, ay = (double)r.at[i].y / UNIT;
                double ex = (double)r.at[(i + 1) % 4].x / UNIT - ax;
                double ey = (double)r.at[(i + 1) % 4].y / UNIT - ay;
                double fx = (double)r.at[(i + 2) % 4].x / UNIT - ax;
                double fy = (double)r.at[(i + 2) % 4].y / UNIT - ay;
                turn = ex * fy - ey * fx < 0.0 ? -1.0 : 1.0;
                double side = turn * (ex * (py - ay) - ey * (px - ax));
                inside = side < inside ? side : inside;
                double t = ((px - ax) * ex + (py - ay) * ey) / (ex * ex + ey * ey);
                t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
                double d = hypot(px - ax - t * ex, py - ay - t * ey);
                near = d < near ? d : near;
            }
            if (inside >= 0.0) near = 0.0;
            best = near < best ? near : best;
        }
    return best;
}

// --- tests -------------------------------------------------------------------------------------------------

// The pixel (4, 3) is nearer to the center (-3 a, 4 a + b) / 2^31 than 5 by some 1e-16, and just as far in double:
//
//     (4 + 3 a / 2^31)^2 + (3 - (4 a + b) / 2^31)^2 - 25 = (25 a^2 + 8 a b + b^2) / 2^62 - 6 b / 2^31
//
// is -5510, -167 and -6350 / 2^62 for these a and b.
static void a_pixel_just_within_the_radius_counts(void **state)
{
    static const int numbers[3][2] = { { 138087, 37 }, { 2042040, 8101 }, { 2942055, 16825 } };
    (void)state;
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, 5, 4, NULL));
    rim_mask_set(mask, 4, 3, true);
    rim_vec2    anchor = { 0.0f, 0.0f };
    rim_sprite *sprite = sprite_of(mask, &anchor);
    rim_posed   posed = { sprite, rim_xform2_identity() };
    for (int i = 0; i < 3; i++)
    {
        int         a = numbers[i][0], b = numbers[i][1];
        rim_circle2 circle = { { ldexpf((float)(-3 * a), -31), ldexpf((float)(4 * a + b), -31) },
                               5.0f };
        assert_true(rim_sprite_overlaps_circle(posed, circle));
        circle.radius = nextafterf(5.0f, 0.0f);
        assert_false(rim_sprite_overlaps_circle(posed, circle));
    }
    rim_sprite_destroy(sprite);
}

static void circles_agree_with_the_distances_of_every_pixel(void **state)
{
    (void)state;
    test_random random = { 35 };
    int         hits = 0, misses = 0, starts = 0;
    int         deep = 0, grazes = 0, want = case_count(20000);
    for (int i = 0; i < want; i++)
    {
        rim_posed s = random_posed(&random, 8);
        bool      usable = rim_xform2_determinant(s.pose) != 0.0;
        for (int k = 0; k < 4; k++)
        {
            rim_circle2 c = { random_point(&random, 10),
                              (float)random_int(&random, 1, 96) / 16.0f };
            rim_vec2    d = random_way(&random, s.pose, 20), none = { 0.0f, 0.0f };
            if (random_int(&random, 0, 2) == 0) c.radius = (float)random_int(&random, 1, 5);
            bool     inside = slow_circle(s, c, none);
            rim_hit2 hit = rim_circle2_sweep_sprite(c, d, s);
            assert_int_equal(inside, rim_sprite_overlaps_circle(s, c));
            assert_int_equal(inside, hit.start_overlap);
            assert_int_equal(usable && slow_circle(s, c, d), hit.hit);
            starts += inside;
            hits += hit.hit && !inside;
            misses += !hit.hit;
            if (!hit.hit) continue;
            assert_near(rim_vec2_length(hit.normal), 1.0, 1e-6);
            assert_true(rim_mask_get(rim_sprite_mask(s.sprite), hit.bx, hit.by));
            if (inside)
            {
                assert_true(hit.depth > 0.0f);
                rim_circle2 out = c;
                out.center = rim_vec2_along(c.center, hit.normal, hit.depth * 1.001f + 1e-4f);
                assert_false(rim_sprite_overlaps_circle(s, out));
                out.center = rim_vec2_along(c.center, hit.normal, hit.depth * 0.999f - 1e-4f);
                // The last touch on the way out may be a graze that is over at once.
                if (hit.depth > 1e-3f) *(rim_sprite_overlaps_circle(s, out) ? &deep : &grazes) += 1;
                continue;
            }
            // At that time it is as far as its radius, and never nearer before.
            for (int step = 0; step <= 16; step++)
            {
                double t = hit.t * step / 16.0;
                double far = slow_distance(s, c.center.x + t * d.x, c.center.y + t * d.y);
                assert_true(far > c.radius - 1e-6);
                if (step == 16) assert_near(far, c.radius, 1e-6);
            }
            rim_vec2 at = rim_vec2_along(c.center, d, (float)hit.t);
            assert_near(rim_vec2_distance(at, hit.point), c.radius, 1e-4);
            assert_true(rim_vec2_dot(hit.normal, d) < 0.0f);
        }
        end_posed(s);
    }
    assert_true(hits > want / 4);
    assert_true(misses > want / 4);
    assert_true(starts > want / 8);
    assert_true(grazes <= deep / 100);
}

static void the_closest_point_is_as_far_as_the_nearest_pixel(void **state)
{
    (void)state;
    test_random random = { 36 };
    int         found = 0, inside = 0, want = case_count(20000);
    for (int i = 0; i < want; i++)
    {
        rim_posed    s = random_posed(&random, 12);
        rim_vec2     p = random_point(&random, 16);
        rim_closest2 c = rim_sprite_closest(s, p);
        bool         usable =
            rim_xform2_determinant(s.pose) != 0.0 && rim_mask_count(rim_sprite_mask(s.sprite)) > 0;
        assert_int_equal(usable, c.found);
        if (c.found)
        {
            assert_near(c.distance, slow_distance(s, p.x, p.y), 1e-12);
            assert_near(rim_vec2_distance(p, c.point), c.distance, 1e-5);
            assert_true(rim_mask_get(rim_sprite_mask(s.sprite), c.x, c.y));
            if (rim_sprite_contains(s, p)) assert_true(c.distance == 0.0);
            found++;
            inside += c.distance == 0.0;
        }
        end_posed(s);
    }
    assert_true(found > want / 2);
    assert_true(inside > want / 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pixel_just_within_the_radius_counts),
        cmocka_unit_test(circles_agree_with_the_distances_of_every_pixel),
        cmocka_unit_test(the_closest_point_is_as_far_as_the_nearest_pixel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
