#include "support/support.h"

#include "flat/flash/shape.h"
#include "rimcast/flash_shape.h"

#include "flat/flash/data.h"

#include <math.h>
#include <stdlib.h>

static rim_flash_edge line(int x0, int y0, int x1, int y1)
{
    rim_flash_edge edge = { x0, y0, 0, 0, x1, y1, false };
    return edge;
}

static rim_flash_edge curve(int x0, int y0, int cx, int cy, int x1, int y1)
{
    rim_flash_edge edge = { x0, y0, cx, cy, x1, y1, true };
    return edge;
}

static rim_flash_shape *shape_of(rim_flash_rule rule, const rim_flash_edge *edges, int count)
{
    rim_flash_fill     fill = { rule, edges, count };
    rim_flash_outlines outlines = { &fill, 1, NULL, 0, NULL, NULL };
    rim_flash_shape   *shape;
    assert_int_equal(rim_flash_shape_create(&shape, &outlines, NULL), RIM_OK);
    return shape;
}

static bool contains(const rim_flash_shape *shape, double x, double y)
{
    return rim_flash_shape_contains(shape, x, y, 20.0);
}

// The oracle for straight edges looks up instead of to the right, in whole numbers: the point stands
// at (x - e, y + e e), so an edge is above it if its x range (lo, hi] holds x and, at x, it is higher; or
// as high and not rising to the left of it.
static int winding_above(const rim_flash_edge *edges, int count, int64_t x, int64_t y)
{
    int winding = 0;
    for (int i = 0; i < count; i++)
    {
        const rim_flash_edge *e = &edges[i];
        int64_t               ax = e->x0, ay = e->y0, bx = e->x1, by = e->y1;
        int                   sign = 1;
        if (ax > bx)
        {
            int64_t sx = ax, sy = ay;
            ax = bx, ay = by, bx = sx, by = sy;
            sign = -1;
        }
        if (!(ax < x && x <= bx)) continue;
        // y_c - y, times the positive bx - ax
        int64_t above = (ay - y) * (bx - ax) + (x - ax) * (by - ay);
        if (above < 0 || (above == 0 && by - ay >= 0)) winding += sign;
    }
    return winding;
}

static bool inside_by(rim_flash_rule rule, int winding)
{
    return rule == RIM_FLASH_NON_ZERO ? winding != 0 : winding % 2 != 0;
}

static void polygons_hit_where_whole_numbers_say(void **state)
{
    (void)state;
    test_random random = { 1 };
    int         hits = 0, misses = 0, on_edges = 0;
    for (int round = 0; round < case_count(400); round++)
    {
        rim_flash_edge edges[120];
        int            corners = random_int(&random, 3, 60), size = random_int(&random, 2, 40);
        int            x0 = random_int(&random, -size, size), y0 = random_int(&random, -size, size);
        for (int i = 0, x = x0, y = y0; i < corners; i++)
        {
            int nx = i == corners - 1 ? x0 : random_int(&random, -size, size);
            int ny = i == corners - 1 ? y0 : random_int(&random, -size, size);
            edges[i] = line(x, y, nx, ny);
            x = nx, y = ny;
        }
        // Edges come unordered.
        for (int i = corners; --i > 0;)
        {
            int            j = random_int(&random, 0, i);
            rim_flash_edge swap = edges[i];
            edges[i] = edges[j];
            edges[j] = swap;
        }
        for (int rule = 0; rule < 2; rule++)
        {
            rim_flash_shape *shape = shape_of((rim_flash_rule)rule, edges, corners);
            for (int y = -size - 1; y <= size + 1; y++)
                for (int x = -size - 1; x <= size + 1; x++)
                {
                    bool expect =
                        inside_by((rim_flash_rule)rule, winding_above(edges, corners, x, y));
                    assert_int_equal(contains(shape, x, y), expect);
                    *(expect ? &hits : &misses) += 1;
                }
            for (int i = 0; i < corners; i++)
            {
                bool expect = inside_by((rim_flash_rule)rule,
                                        winding_above(edges, corners, edges[i].x0, edges[i].y0));
                assert_int_equal(contains(shape, edges[i].x0, edges[i].y0), expect);
                on_edges++;
            }
            rim_flash_shape_destroy(shape);
        }
    }
    assert_true(hits > case_count(100000) && misses > case_count(100000));
    assert_true(on_edges > case_count(10000));
}

// (x, y) with x b - y a = 1 for coprime a, b > 0, by Euclid: as near to the line through (a, b) as a whole
// point can be without lying on it.
static bool beside(int64_t a, int64_t b, int64_t *x, int64_t *y)
{
    int64_t r0 = b, r1 = a, s0 = 1, s1 = 0, t0 = 0, t1 = 1;
    while (r1 != 0)
    {
        int64_t q = r0 / r1, r = r0 - q * r1, s = s0 - q * s1, t = t0 - q * t1;
        r0 = r1, r1 = r, s0 = s1, s1 = s, t0 = t1, t1 = t;
    }
    *x = s0;
    *y = -t0;
    if (*x < 0) *x += a, *y += b;
    return r0 == 1;
}

// Edges half a billion twips long, where products of doubles no longer are exact.
static void points_beside_very_long_edges_are_told_apart(void **state)
{
    (void)state;
    test_random random = { 7 };
    int         hits = 0, misses = 0, size = 1 << 29;
    for (int round = 0; round < 20000; round++)
    {
        int     a = random_int(&random, size / 2, size), b = random_int(&random, size / 2, size);
        int64_t x, y;
        if (!beside(a, b, &x, &y)) continue;
        rim_flash_edge   edges[3] = { line(0, 0, a, b), line(a, b, a, 0), line(a, 0, 0, 0) };
        rim_flash_shape *shape = shape_of(RIM_FLASH_EVEN_ODD, edges, 3);
        int64_t          points[3][2] = { { x, y }, { a - x, b - y }, { a, b } };
        for (int i = 0; i < 3; i++)
        {
            int64_t px = points[i][0], py = points[i][1];
            bool    expect = inside_by(RIM_FLASH_EVEN_ODD, winding_above(edges, 3, px, py));
            assert_int_equal(contains(shape, (double)px, (double)py), expect);
            *(expect ? &hits : &misses) += 1;
        }
        rim_flash_shape_destroy(shape);
    }
    assert_true(hits > 5000 && misses > 5000);
}

static void the_edge_rule_is_top_and_right_in_left_and_bottom_out(void **state)
{
    (void)state;
    for (int flip = 0; flip < 2; flip++)
    {
        rim_flash_edge cw[4] = { line(20, 20, 60, 20), line(60, 20, 60, 60), line(60, 60, 20, 60),
                                 line(20, 60, 20, 20) };
        rim_flash_edge ccw[4] = { line(20, 20, 20, 60), line(20, 60, 60, 60), line(60, 60, 60, 20),
                                  line(60, 20, 20, 20) };
        rim_flash_shape *square = shape_of(RIM_FLASH_EVEN_ODD, flip ? ccw : cw, 4);
        assert_true(contains(square, 40, 20));
        assert_true(contains(square, 60, 40));
        assert_false(contains(square, 20, 40));
        assert_false(contains(square, 40, 60));
        assert_true(contains(square, 60, 20));
        assert_false(contains(square, 20, 20));
        assert_false(contains(square, 60, 60));
        assert_false(contains(square, 20, 60));
        rim_flash_shape_destroy(square);
    }
}

// Crossings of the vertical line through x above y, by solving for t in double. Only for points well
// away from everything.
static int curves_above(const rim_flash_edge *edges, int count, double x, double y)
{
    int winding = 0;
    for (int i = 0; i < count; i++)
    {
        const rim_flash_edge *e = &edges[i];
        double                cx = e->curved ? e->cx : 0.5 * (e->x0 + e->x1);
        double                cy = e->curved ? e->cy : 0.5 * (e->y0 + e->y1);
        double                a = e->x0 - 2.0 * cx + e->x1, b = cx - e->x0, c = e->x0 - x;
        double                t[2];
        int                   roots = 0;
        if (fabs(a) < 1e-9)
        {
            if (b != 0.0) t[roots++] = -c / (2.0 * b);
        }
        else if (b * b - a * c >= 0.0)
        {
            double r = sqrt(b * b - a * c);
            t[roots++] = (-b - r) / a;
            t[roots++] = (-b + r) / a;
        }
        for (int k = 0; k < roots; k++)
        {
            if (!(t[k] >= 0.0 && t[k] <= 1.0)) continue;
            double yc = e->y0 + t[k] * (2.0 * (cy - e->y0) + t[k] * (e->y0 - 2.0 * cy + e->y1));
            if (yc < y) winding += b + a * t[k] > 0.0 ? 1 : -1;
        }
    }
    return winding;
}

static double nearest(const rim_flash_edge *edges, int count, double x, double y, int samples)
{
    double best = INFINITY;
    for (int i = 0; i < count; i++)
        for (int k = 0; k <= samples; k++)
        {
            const rim_flash_edge *e = &edges[i];
            double                t = (double)k / samples, s = 1.0 - t;
            double                cx = e->curved ? e->cx : 0.5 * (e->x0 + e->x1);
            double                cy = e->curved ? e->cy : 0.5 * (e->y0 + e->y1);
            double                px = s * s * e->x0 + 2.0 * s * t * cx + t * t * e->x1;
            double                py = s * s * e->y0 + 2.0 * s * t * cy + t * t * e->y1;
            best = fmin(best, hypot(px - x, py - y));
        }
    return best;
}

static int random_ring(test_random *random, rim_flash_edge *edges, int corners, int size)
{
    int x0 = random_int(random, -size, size), y0 = random_int(random, -size, size);
    for (int i = 0, x = x0, y = y0; i < corners; i++)
    {
        int nx = i == corners - 1 ? x0 : random_int(random, -size, size);
        int ny = i == corners - 1 ? y0 : random_int(random, -size, size);
        int cx = random_int(random, -size, size), cy = random_int(random, -size, size);
        if (random_int(random, 0, 4) == 0) cx = x;
        if (random_int(random, 0, 4) == 0) cy = random_int(random, 0, 1) ? y : ny;
        if (random_int(random, 0, 9) == 0) cx = 2 * x - nx, cy = 2 * y - ny; // runs back on itself
        edges[i] = random_int(random, 0, 2) ? curve(x, y, cx, cy, nx, ny) : line(x, y, nx, ny);
        x = nx, y = ny;
    }
    return corners;
}

static void curves_hit_where_solving_the_other_way_says(void **state)
{
    (void)state;
    test_random random = { 2 };
    int         compared = 0, hits = 0;
    for (int round = 0; round < case_count(1500); round++)
    {
        rim_flash_edge   edges[40];
        int              size = random_int(&random, 0, 3) ? 400 : 9;
        int              count = random_ring(&random, edges, random_int(&random, 1, 12), size);
        rim_flash_rule   rule = random_int(&random, 0, 1) ? RIM_FLASH_NON_ZERO : RIM_FLASH_EVEN_ODD;
        rim_flash_shape *shape = shape_of(rule, edges, count);
        for (int k = 0; k < 40; k++)
        {
            double x = random_int(&random, -size * 256, size * 256) / 256.0;
            double y = random_int(&random, -size * 256, size * 256) / 256.0;
            // Where the oracle's own rounding, or a shared end of two edges, could decide.
            double off = x + 0.001 * size / 256.0;
            if (nearest(edges, count, x, y, 100) < 0.02 * size) continue;
            bool expect = inside_by(rule, curves_above(edges, count, off, y));
            if (expect != inside_by(rule, curves_above(edges, count, off + 1e-6, y))) continue;
            assert_int_equal(contains(shape, x, y), expect);
            compared++;
            hits += expect;
        }
        rim_flash_shape_destroy(shape);
    }
    assert_true(compared > case_count(25000) && hits > case_count(5000));
}

// A curve's middle, (P + 2C + R) / 4, can be a whole point: whether it hits must follow the edge rule
// exactly. The fill lies between the curve and its chord.
static void points_exactly_on_curves_follow_the_edge_rule(void **state)
{
    (void)state;
    test_random random = { 3 };
    int         hits = 0, misses = 0, level = 0;
    for (int round = 0; round < 20000; round++)
    {
        int size = 1 << random_int(&random, 3, 16);
        int x0 = random_int(&random, -size, size), y0 = random_int(&random, -size, size);
        int x1 = random_int(&random, -size, size), y1 = random_int(&random, -size, size);
        int cx = random_int(&random, -size, size), cy = random_int(&random, -size, size);
        if (random_int(&random, 0, 5) == 0) y1 = y0;
        x1 -= (x0 + 2 * cx + x1) % 4;
        y1 -= (y0 + 2 * cy + y1) % 4;
        int64_t mx = (x0 + 2 * cx + x1) / 4, my = (y0 + 2 * cy + y1) / 4;
        int64_t tx = x1 - x0, ty = y1 - y0;                             // the tangent at the middle
        int64_t in = tx * (y0 + y1 - 2 * my) - ty * (x0 + x1 - 2 * mx); // side of the chord
        if (in == 0) continue;
        // One step left: cross(tangent, (-1, 0)) is ty. Along a level tangent that leaves the fill, for
        // the curve bends away and the step down is smaller still.
        bool             expect = ty != 0 && (ty > 0) == (in > 0);
        rim_flash_edge   edges[2] = { curve(x0, y0, cx, cy, x1, y1), line(x1, y1, x0, y0) };
        rim_flash_shape *shape = shape_of(RIM_FLASH_EVEN_ODD, edges, 2);
        assert_int_equal(contains(shape, (double)mx, (double)my), expect);
        *(expect ? &hits : &misses) += 1;
        level += ty == 0;
        rim_flash_shape_destroy(shape);
    }
    assert_true(hits > 5000 && misses > 5000 && level > 1000);
}

// Points at sixteenths of large curves, in 1/256 twips, all within 13,000 pixels of the origin. Areas of triangles with a
// corner at such a point were once rounded, and the points hit or missed by chance.
static void points_exactly_on_large_curves_follow_the_edge_rule(void **state)
{
    (void)state;
    static const struct
    {
        int  x0, y0, cx, cy, x1, y1, x, y; // x and y in 1/256 twips
        bool hit;
    } cases[] = {
        { -168960, -235932, 59332, 206862, 222409, -74125, -36013631, -46952965, false },
        { -96900, 205860, 251954, 201170, -214781, -233637, -40864005, -46327365, true },
        { 238556, -222647, 75223, 140075, -246135, -84970, 55685655, -45978295, true },
        { 193357, 244521, -79645, -184277, -238942, -35214, 40877033, 49453701, true },
        { -45385, 229441, 245403, 172682, -189314, -175154, -35278945, -33999749, true },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        rim_flash_edge   edges[2] = { curve(cases[i].x0, cases[i].y0, cases[i].cx, cases[i].cy,
                                            cases[i].x1, cases[i].y1),
                                      line(cases[i].x1, cases[i].y1, cases[i].x0, cases[i].y0) };
        rim_flash_shape *shape = shape_of(RIM_FLASH_EVEN_ODD, edges, 2);
        assert_int_equal(contains(shape, cases[i].x / 256.0, cases[i].y / 256.0), cases[i].hit);
        rim_flash_shape_destroy(shape);
    }
}

// The height of this curve's apex, 2^-32 twips above the first end, rounds to that of the end. A branch was once
// directed by the rounded height, and points to the left of the shape hit.
static void a_curve_hits_whose_apex_rounds_to_its_end(void **state)
{
    (void)state;
    const rim_flash_edge edges[] = {
        curve(0, INT32_MIN + 1, 1000, INT32_MIN, 0, INT32_MAX),
        line(0, INT32_MAX, 0, INT32_MIN + 1),
    };
    const double     heights[] = { INT32_MIN + 1000.0, -2e9, 0.0, 2e9 };
    rim_flash_shape *shape = shape_of(RIM_FLASH_EVEN_ODD, edges, 2);
    for (int i = 0; i < 4; i++)
    {
        // The curve is at x = 2 t (1 - t) 1000 with t about sqrt(depth), the depth as a fraction of the whole height.
        double t = sqrt((heights[i] - INT32_MIN) * 0x1p-32), x = 2000.0 * t * (1.0 - t);
        assert_false(contains(shape, -50.0, heights[i]));
        assert_true(contains(shape, 0.5 * x, heights[i]));
        assert_false(contains(shape, x + 50.0, heights[i]));
    }
    rim_flash_shape_destroy(shape);
}

static void bands_answer_as_all_pieces_asked_one_by_one(void **state)
{
    (void)state;
    test_random           random = { 4 };
    static rim_flash_edge edges[3000];
    int                   hits = 0;
    for (int round = 0; round < 6; round++)
    {
        int count = random_ring(&random, edges, round < 3 ? 3000 : 400, round & 1 ? 90 : 20000);
        rim_flash_shape  *shape = shape_of(RIM_FLASH_NON_ZERO, edges, count);
        const flash_fill *fill = &shape->fills[0];
        assert_true(fill->band_count > 1);
        // Memory stays linear.
        assert_true(fill->span_count + fill->loose_count <= 48 * fill->piece_count + 64);
        for (int k = 0; k < case_count(2000); k++)
        {
            double x = random_int(&random, -20000 * 4, 20000 * 4) / 4.0;
            double y = random_int(&random, -20000 * 4, 20000 * 4) / 4.0;
            if (round & 1) x /= 256.0, y /= 256.0;
            int winding = 0;
            for (int i = 0; i < fill->piece_count; i++)
                if (flash_piece_crosses(&fill->pieces[i], y) &&
                    flash_piece_right_of(&fill->pieces[i], x, y))
                    winding += fill->pieces[i].winding;
            assert_int_equal(contains(shape, x, y), winding != 0);
            hits += winding != 0;
        }
        rim_flash_shape_destroy(shape);
    }
    assert_true(hits > case_count(3000));
}

static void strokes_hit_within_half_their_width(void **state)
{
    (void)state;
    test_random random = { 5 };
    int         hits = 0, misses = 0;
    for (int round = 0; round < case_count(600); round++)
    {
        rim_flash_edge     edges[6];
        int                count = random_ring(&random, edges, random_int(&random, 1, 6), 300);
        int                width = random_int(&random, 0, 2) ? random_int(&random, 0, 120) : 0;
        double             thinnest = random_int(&random, 0, 1) ? 20.0 : 70.0;
        rim_flash_stroke   stroke = { width, edges, count };
        rim_flash_outlines outlines = { NULL, 0, &stroke, 1, NULL, NULL };
        rim_flash_shape   *shape;
        assert_int_equal(rim_flash_shape_create(&shape, &outlines, NULL), RIM_OK);
        double half = 0.5 * (width > thinnest ? width : thinnest);
        for (int k = 0; k < 20; k++)
        {
            const rim_flash_edge *by = &edges[random_int(&random, 0, count - 1)];
            double                x = (by->x0 + by->x1) / 2 + random_int(&random, -90, 90);
            double                y = (by->y0 + by->y1) / 2 + random_int(&random, -90, 90);
            double                away = nearest(edges, count, x, y, 1000);
            if (fabs(away - half) < 1.5) continue;
            assert_int_equal(rim_flash_shape_contains(shape, x, y, thinnest), away < half);
            *(away < half ? &hits : &misses) += 1;
        }
        rim_flash_shape_destroy(shape);
    }
    assert_true(hits > case_count(1500) && misses > case_count(1500));
}

static void distances_to_curves_are_those_of_many_samples(void **state)
{
    (void)state;
    test_random random = { 6 };
    for (int round = 0; round < case_count(5000); round++)
    {
        rim_flash_edge edge;
        random_ring(&random, &edge, 1, 50);
        edge.x1 = random_int(&random, -50, 50), edge.y1 = random_int(&random, -50, 50);
        double x = random_float(&random, -80, 80), y = random_float(&random, -80, 80);
        double exact = sqrt(flash_edge_distance_squared(&edge, x, y));
        double sampled = nearest(&edge, 1, x, y, 500);
        assert_true(exact <= sampled + 1e-9);
        assert_near(exact, sampled, 0.2);
    }
}

// As large as a twip or a few, where a mistake of one twip is no small one.
static void distances_to_tiny_edges_are_those_of_many_samples(void **state)
{
    (void)state;
    test_random random = { 16 };
    int         curves = 0;
    for (int round = 0; round < case_count(6000); round++)
    {
        rim_flash_edge edge;
        random_ring(&random, &edge, 1, 4);
        edge.x1 = random_int(&random, -4, 4), edge.y1 = random_int(&random, -4, 4);
        double x = random_int(&random, -20, 20) / 4.0, y = random_int(&random, -20, 20) / 4.0;
        double exact = sqrt(flash_edge_distance_squared(&edge, x, y));
        double sampled = nearest(&edge, 1, x, y, 2000);
        assert_true(exact <= sampled + 1e-9);
        assert_near(exact, sampled, 0.008);
        curves += edge.curved;
    }
    assert_true(curves > case_count(6000) / 2);
}

static void a_point_on_the_rim_of_a_stroke_hits_and_ends_are_round(void **state)
{
    (void)state;
    rim_flash_edge     edges[1] = { line(0, 0, 100, 0) };
    rim_flash_stroke   stroke = { 50, edges, 1 };
    rim_flash_outlines outlines = { NULL, 0, &stroke, 1, NULL, NULL };
    rim_flash_shape   *shape;
    assert_int_equal(rim_flash_shape_create(&shape, &outlines, NULL), RIM_OK);
    assert_true(contains(shape, 50, 25));
    assert_false(contains(shape, 50, 25.00390625));
    assert_true(contains(shape, 115, 20)); // 15, 20, 25
    assert_false(contains(shape, 120, 20));
    assert_true(contains(shape, -25, 0));
    // Thinner than a pixel of the stage it never is.
    assert_true(rim_flash_shape_contains(shape, 50, 40, 80.0));
    rim_flash_box box = flash_shape_bounds(shape), edge_box = flash_shape_edge_bounds(shape);
    assert_int_equal(box.x_min, -25);
    assert_int_equal(box.y_max, 25);
    assert_int_equal(edge_box.x_max, 100);
    assert_int_equal(edge_box.y_max, 0);
    rim_flash_shape_destroy(shape);
}

static void bounds_follow_curves_and_not_their_controls(void **state)
{
    (void)state;
    rim_flash_edge   edges[2] = { curve(0, 0, 50, 100, 100, 0), line(100, 0, 0, 0) };
    rim_flash_shape *shape = shape_of(RIM_FLASH_EVEN_ODD, edges, 2);
    rim_flash_box    box = flash_shape_bounds(shape);
    assert_int_equal(box.y_max, 50);
    assert_int_equal(box.x_max, 100);
    rim_flash_shape_destroy(shape);
}

static void strange_questions_and_strange_shapes_have_answers(void **state)
{
    (void)state;
    rim_flash_edge     flat[2] = { line(0, 0, 10, 0), line(10, 0, 0, 0) };
    rim_flash_shape   *shape = shape_of(RIM_FLASH_EVEN_ODD, flat, 2);
    rim_flash_outlines nothing = { NULL, 0, NULL, 0, NULL, NULL };
    assert_false(contains(shape, 5, 0));
    assert_false(contains(shape, NAN, 0));
    assert_false(contains(shape, 0, INFINITY));
    rim_flash_shape_destroy(shape);

    assert_int_equal(rim_flash_shape_create(&shape, &nothing, NULL), RIM_OK);
    assert_false(contains(shape, 0, 0));
    rim_flash_box box = flash_shape_bounds(shape);
    assert_true(box.x_max < box.x_min);
    rim_flash_shape_destroy(shape);

    // The whole range of twips.
    int            lo = INT32_MIN, hi = INT32_MAX;
    rim_flash_edge all[4] = { line(lo, lo, hi, lo), line(hi, lo, hi, hi), line(hi, hi, lo, hi),
                              curve(lo, hi, lo, 0, lo, lo) };
    shape = shape_of(RIM_FLASH_NON_ZERO, all, 4);
    assert_true(contains(shape, 0, 0));
    assert_true(contains(shape, hi, lo));
    assert_false(contains(shape, lo, 0));
    assert_false(contains(shape, 4e9, 0));
    rim_flash_shape_destroy(shape);

    rim_flash_stroke   thin = { -1, flat, 2 };
    rim_flash_outlines wrong = { NULL, 0, &thin, 1, NULL, NULL };
    assert_int_equal(rim_flash_shape_create(&shape, &wrong, NULL), RIM_ERR_ARGUMENT);
    wrong.stroke_count = -1;
    assert_int_equal(rim_flash_shape_create(&shape, &wrong, NULL), RIM_ERR_SIZE);
    assert_null(shape);
    rim_flash_shape_destroy(NULL);
}

static void every_allocation_may_be_refused(void **state)
{
    (void)state;
    rim_flash_edge     edges[2] = { curve(0, 0, 50, 100, 100, 0), line(100, 0, 0, 0) };
    rim_flash_fill     fill = { RIM_FLASH_EVEN_ODD, edges, 2 };
    rim_flash_stroke   stroke = { 10, edges, 2 };
    rim_flash_outlines outlines = { &fill, 1, &stroke, 1, NULL, NULL };
    int                refusals = 0;
    for (int budget = 0;; budget++)
    {
        test_heap        heap = { .budget = budget };
        rim_allocator    from = test_heap_allocator(&heap);
        rim_flash_shape *shape;
        rim_status       status = rim_flash_shape_create(&shape, &outlines, &from);
        if (status == RIM_OK) rim_flash_shape_destroy(shape);
        assert_int_equal(heap.live_bytes, 0);
        if (status == RIM_OK) break;
        assert_int_equal(status, RIM_ERR_MEMORY);
        assert_null(shape);
        refusals++;
    }
    assert_true(refusals >= 9);
}

// --- drawing -----------------------------------------------------------------------------------------

static bool drawn(rim_flash_graphics *graphics, double x, double y)
{
    rim_flash_shape *shape;
    assert_int_equal(rim_flash_graphics_bake(&shape, graphics, false), RIM_OK);
    bool hit = contains(shape, x * 20.0, y * 20.0);
    rim_flash_shape_destroy(shape);
    return hit;
}

static void a_second_path_in_a_fill_is_a_hole_and_a_second_fill_is_not(void **state)
{
    (void)state;
    rim_flash_graphics *g;
    assert_int_equal(rim_flash_graphics_create(&g, NULL), RIM_OK);
    for (int separate = 0; separate < 2; separate++)
    {
        rim_flash_clear(g);
        rim_flash_begin_fill(g);
        rim_flash_draw_rect(g, 0, 0, 100, 100);
        if (separate) rim_flash_end_fill(g), rim_flash_begin_fill(g);
        rim_flash_draw_rect(g, 25, 25, 50, 50);
        rim_flash_end_fill(g);
        assert_true(drawn(g, 10, 10));
        assert_int_equal(drawn(g, 50, 50), separate);
    }
    rim_flash_graphics_destroy(g);
}

static void an_open_fill_is_closed_and_its_closing_line_stroked(void **state)
{
    (void)state;
    for (int how = 0; how < 4; how++)
    {
        rim_flash_graphics *g;
        assert_int_equal(rim_flash_graphics_create(&g, NULL), RIM_OK);
        rim_flash_line_style(g, 10);
        rim_flash_move_to(g, 0, 0);
        rim_flash_begin_fill(g);
        rim_flash_line_to(g, 100, 0);
        rim_flash_line_to(g, 100, 100);
        if (how == 0) rim_flash_end_fill(g);
        if (how == 1) rim_flash_move_to(g, 300, 300);
        if (how == 2) rim_flash_begin_fill(g);
        assert_true(drawn(g, 90, 50));
        assert_true(drawn(g, 48, 51));
        assert_false(drawn(g, 40, 60));
        rim_flash_graphics_destroy(g);
    }
}

static void lines_without_a_fill_stay_open_and_styles_change_widths(void **state)
{
    (void)state;
    rim_flash_graphics *g;
    rim_flash_shape    *half, *whole;
    assert_int_equal(rim_flash_graphics_create(&g, NULL), RIM_OK);
    rim_flash_line_style(g, 20);
    rim_flash_line_to(g, 100, 0);
    rim_flash_line_style(g, 2);
    rim_flash_line_to(g, 100, 100);
    rim_flash_line_style(g, NAN);
    rim_flash_line_to(g, 300, 300);
    assert_true(drawn(g, 50, 10));
    assert_false(drawn(g, 109, 50));
    assert_true(drawn(g, 101, 50));
    assert_false(drawn(g, 200, 200));
    assert_false(drawn(g, 50, 50));

    assert_int_equal(rim_flash_graphics_bake(&half, g, false), RIM_OK);
    assert_int_equal(rim_flash_graphics_bake(&whole, g, true), RIM_OK);
    assert_int_equal(flash_shape_bounds(half).y_min, -200);
    assert_int_equal(flash_shape_bounds(whole).y_min, -400);
    assert_int_equal(flash_shape_edge_bounds(whole).y_min, 0);
    rim_flash_shape_destroy(half);
    rim_flash_shape_destroy(whole);
    rim_flash_graphics_destroy(g);
}

static void a_circle_is_round_to_a_percent(void **state)
{
    (void)state;
    rim_flash_graphics *g;
    rim_flash_shape    *shape;
    assert_int_equal(rim_flash_graphics_create(&g, NULL), RIM_OK);
    rim_flash_begin_fill(g);
    rim_flash_draw_circle(g, 50, 60, 100);
    assert_int_equal(rim_flash_graphics_bake(&shape, g, false), RIM_OK);
    for (int i = 0; i < 360; i++)
    {
        double c = cos(i * 0.0174532925), s = sin(i * 0.0174532925);
        assert_true(contains(shape, 20.0 * (50 + 99 * c), 20.0 * (60 + 99 * s)));
        assert_false(contains(shape, 20.0 * (50 + 101 * c), 20.0 * (60 + 101 * s)));
    }
    rim_flash_shape_destroy(shape);
    rim_flash_graphics_destroy(g);
}

// The sanitizers see that nothing is added to the null pointer of an empty list.
static void fills_and_strokes_without_edges_are_empty_shapes(void **state)
{
    (void)state;
    for (int what = 1; what < 4; what++)
    {
        rim_flash_graphics *pen;
        rim_flash_shape    *shape;
        assert_int_equal(RIM_OK, rim_flash_graphics_create(&pen, NULL));
        if (what & 1) rim_flash_begin_fill(pen);
        if (what & 2) rim_flash_line_style(pen, 3.0);
        assert_int_equal(RIM_OK, rim_flash_graphics_bake(&shape, pen, true));
        assert_true(flash_shape_bounds(shape).x_max < flash_shape_bounds(shape).x_min);
        assert_false(rim_flash_shape_contains(shape, 0.0, 0.0, 20.0));
        rim_flash_shape_destroy(shape);
        rim_flash_graphics_destroy(pen);
    }
}

static void drawing_remembers_that_memory_ran_out(void **state)
{
    (void)state;
    int refusals = 0;
    for (int budget = 1;; budget++)
    {
        test_heap           heap = { .budget = budget };
        rim_allocator       from = test_heap_allocator(&heap);
        rim_flash_graphics *g;
        rim_flash_shape    *shape;
        assert_int_equal(rim_flash_graphics_create(&g, &from), RIM_OK);
        rim_flash_line_style(g, 1);
        rim_flash_begin_fill(g);
        for (int i = 0; i < 40; i++) rim_flash_curve_to(g, i, i * i, 2 * i, 7);
        rim_status status = rim_flash_graphics_bake(&shape, g, true);
        if (status == RIM_OK) rim_flash_shape_destroy(shape);
        rim_flash_graphics_destroy(g);
        assert_int_equal(heap.live_bytes, 0);
        if (status == RIM_OK) break;
        assert_null(shape);
        refusals++;
    }
    assert_true(refusals > 10);
    test_heap           none = { .budget = 0 };
    rim_allocator       from = test_heap_allocator(&none);
    rim_flash_graphics *g;
    assert_int_equal(rim_flash_graphics_create(&g, &from), RIM_ERR_MEMORY);
    assert_null(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polygons_hit_where_whole_numbers_say),
        cmocka_unit_test(points_beside_very_long_edges_are_told_apart),
        cmocka_unit_test(the_edge_rule_is_top_and_right_in_left_and_bottom_out),
        cmocka_unit_test(curves_hit_where_solving_the_other_way_says),
        cmocka_unit_test(points_exactly_on_curves_follow_the_edge_rule),
        cmocka_unit_test(points_exactly_on_large_curves_follow_the_edge_rule),
        cmocka_unit_test(a_curve_hits_whose_apex_rounds_to_its_end),
        cmocka_unit_test(bands_answer_as_all_pieces_asked_one_by_one),
        cmocka_unit_test(strokes_hit_within_half_their_width),
        cmocka_unit_test(distances_to_curves_are_those_of_many_samples),
        cmocka_unit_test(distances_to_tiny_edges_are_those_of_many_samples),
        cmocka_unit_test(a_point_on_the_rim_of_a_stroke_hits_and_ends_are_round),
        cmocka_unit_test(bounds_follow_curves_and_not_their_controls),
        cmocka_unit_test(strange_questions_and_strange_shapes_have_answers),
        cmocka_unit_test(every_allocation_may_be_refused),
        cmocka_unit_test(a_second_path_in_a_fill_is_a_hole_and_a_second_fill_is_not),
        cmocka_unit_test(an_open_fill_is_closed_and_its_closing_line_stroked),
        cmocka_unit_test(lines_without_a_fill_stay_open_and_styles_change_widths),
        cmocka_unit_test(a_circle_is_round_to_a_percent),
        cmocka_unit_test(fills_and_strokes_without_edges_are_empty_shapes),
        cmocka_unit_test(drawing_remembers_that_memory_ran_out),
    };
    return cmocka_run_group_tests_name("flash_shape", tests, NULL, NULL);
}
