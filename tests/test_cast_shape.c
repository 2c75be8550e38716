// Rays and shapes against posed sprites, judged by oracles that compare every pixel in integers.

#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rimcast/rimcast.h"

// --- the oracle ---------------------------------------------------------------------------------------
//
// Pose entries, offsets, anchors and shapes are multiples of 1/32 or coarser, so that all corners are
// whole numbers of 1/1024 and everything fits 128-bit integers.

__extension__ typedef __int128 wide;

#define UNIT 1024

typedef struct point
{
    wide x, y;
} point;

typedef struct ring
{
    point at[8];
    int   count;
} ring;

static wide units(double value)
{
    double scaled = value * UNIT;
    assert_true(scaled == rint(scaled));
    return (wide)scaled;
}

static point point_of(rim_vec2 p)
{
    point q = { units(p.x), units(p.y) };
    return q;
}

// The corners of a rectangle of pixels.
static ring pixels_of(rim_posed a, int x0, int y0, int x1, int y1)
{
    rim_vec2 anchor = rim_sprite_anchor(a.sprite);
    ring     r = { .count = 4 };
    for (int i = 0; i < 4; i++)
    {
        double x = (i == 1 || i == 2 ? x1 : x0) - (double)anchor.x;
        double y = (i >= 2 ? y1 : y0) - (double)anchor.y;
        r.at[i].x = units(a.pose.a * x + a.pose.c * y + a.pose.tx);
        r.at[i].y = units(a.pose.b * x + a.pose.d * y + a.pose.ty);
    }
    return r;
}

static wide cross(point a, point b, point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

typedef struct fraction
{
    wide num, den; // den > 0
} fraction;

static bool before(fraction a, fraction b)
{
    return a.num * b.den < b.num * a.den;
}

static void project(const ring *r, wide nx, wide ny, wide *lo, wide *hi)
{
    *lo = *hi = r->at[0].x * nx + r->at[0].y * ny;
    for (int i = 1; i < r->count; i++)
    {
        wide s = r->at[i].x * nx + r->at[i].y * ny;
        if (s < *lo) *lo = s;
        if (s > *hi) *hi = s;
    }
}

// When does the ring, moving by (dx, dy), begin to share the inside of the pixels? At rest: at 0 or never.
// A ring without area counts as lying in a strip of no width.
static bool slow_touch(const ring *shape, const ring *pixels, wide dx, wide dy, fraction *touch)
{
    fraction begin = { 0, 0 }, end = { 1, 0 };
    for (int i = 0; i < 4 + shape->count; i++)
    {
        const ring *r = i < 4 ? pixels : shape;
        int         k = i < 4 ? i : i - 4, l = (k + 1) % r->count;
        wide        nx = r->at[k].y - r->at[l].y, ny = r->at[l].x - r->at[k].x;
        wide        alo, ahi, blo, bhi, speed = nx * dx + ny * dy;
        if (nx == 0 && ny == 0) continue;
        project(shape, nx, ny, &alo, &ahi);
        project(pixels, nx, ny, &blo, &bhi);
        if (speed == 0)
        {
            if (ahi <= blo || bhi <= alo) return false;
            continue;
        }
        fraction first = { speed > 0 ? blo - ahi : alo - bhi, speed > 0 ? speed : -speed };
        fraction last = { speed > 0 ? bhi - alo : ahi - blo, speed > 0 ? speed : -speed };
        if (begin.den == 0 || before(begin, first)) begin = first;
        if (end.den == 0 || before(last, end)) end = last;
    }
    if (begin.den == 0)
    {
        touch->num = 0, touch->den = 1;
        return true;
    }
    *touch = begin;
    return before(begin, end) && begin.num < begin.den && end.num > 0;
}

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
    bool            hit = false;
    if (rim_xform2_determinant(b.pose) == 0.0) return false;
    for (int y = 0; y < rim_mask_height(m); y++)
        for (int x = 0; x < rim_mask_width(m); x++)
            for (int k = 0; k < 4; k++)
            {
                int x1 = x + 1 + (k & 1), y1 = y + 1 + (k >> 1);
                if (!all_solid(m, x, y, x1, y1)) continue;
                ring     pixels = pixels_of(b, x, y, x1, y1);
                fraction t;
                if (!slow_touch(shape, &pixels, dx, dy, &t)) continue;
                if (!hit || before(t, *best)) *best = t;
                hit = true;
            }
    return hit;
}

// --- circles: distances between a path and the pixels ---------------------------------------------------

// Is the distance from p to the segment a b less than r?
static bool is_nearer(point p, point a, point b, wide r)
{
    wide ex = b.x - a.x, ey = b.y - a.y, along = (p.x - a.x) * ex + (p.y - a.y) * ey;
    wide square = ex * ex + ey * ey, side = cross(a, b, p);
    if (along > 0 && along < square) return side * side < r * r * square;
    point c = along > 0 ? b : a;
    return (p.x - c.x) * (p.x - c.x) + (p.y - c.y) * (p.y - c.y) < r * r;
}

static int sign_of(wide x)
{
    return (x > 0) - (x < 0);
}

static bool segments_cross(point a, point b, point c, point d)
{
    return sign_of(cross(a, b, c)) * sign_of(cross(a, b, d)) < 0 &&
           sign_of(cross(c, d, a)) * sign_of(cross(c, d, b)) < 0;
}

static bool ring_contains(const ring *r, point p)
{
    int turn = sign_of(cross(r->at[0], r->at[1], r->at[2]));
    for (int i = 0; i < 4; i++)
        if (sign_of(cross(r->at[i], r->at[(i + 1) % 4], p)) * turn <= 0) return false;
    return true;
}

// Does a disc of radius r on its way from a to b share area with the pixels?
static bool path_hits(const ring *pixels, point a, point b, wide r)
{
    if (ring_contains(pixels, a) || ring_contains(pixels, b)) return true;
    for (int i = 0; i < 4; i++)
    {
        point p = pixels->at[i], q = pixels->at[(i + 1) % 4];
        if (segments_cross(a, b, p, q) || is_nearer(p, a, b, r) || is_nearer(a, p, q, r) ||
            is_nearer(b, p, q, r))
            return true;
    }
    return false;
}

static bool slow_circle(rim_posed s, rim_circle2 c, rim_vec2 delta)
{
    const rim_mask *m = rim_sprite_mask(s.sprite);
    point           a = point_of(c.center), b = point_of(rim_vec2_add(c.center, delta));
    if (rim_xform2_determinant(s.pose) == 0.0) return false;
    for (int y = 0; y < rim_mask_height(m); y++)
        for (int x = 0; x < rim_mask_width(m); x++)
        {
            ring pixels = pixels_of(s, x, y, x + 1, y + 1);
            if (rim_mask_get(m, x, y) && path_hits(&pixels, a, b, units(c.radius))) return true;
        }
    return false;
}

// How far a place is from the nearest solid pixel, in double.
static double slow_distance(rim_posed s, double px, double py)
{
    const rim_mask *m = rim_sprite_mask(s.sprite);
    double          best = INFINITY;
    for (int y = 0; y < rim_mask_height(m); y++)
        for (int x = 0; x < rim_mask_width(m); x++)
        {
            if (!rim_mask_get(m, x, y)) continue;
            ring   r = pixels_of(s, x, y, x + 1, y + 1);
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

// --- scenes ----------------------------------------------------------------------------------------------

static rim_sprite *random_sprite(test_random *random, int side)
{
    rim_mask *mask;
    int       w = random_int(random, 1, side), h = random_int(random, 1, side);
    assert_int_equal(RIM_OK, rim_mask_create(&mask, w, h, NULL));
    int kind = random_int(random, 0, 3);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
        {
            bool solid = kind == 0   ? true
                         : kind == 1 ? random_int(random, 0, 3) == 0
                         : kind == 2
                             ? x == y || x == 0
                             : (x - w / 2) * (x - w / 2) + (y - h / 2) * (y - h / 2) < w * h / 5;
            rim_mask_set(mask, x, y, solid);
        }
    rim_sprite_options options = { .has_anchor = true, .rays = 4 };
    options.anchor = rim_vec2_make((float)random_int(random, -4, 20) * 0.5f,
                                   (float)random_int(random, -4, 20) * 0.5f);
    rim_sprite *sprite;
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
    rim_mask_destroy(mask);
    return sprite;
}

static float random_grid(test_random *random, int range, int bits)
{
    return (float)ldexp(random_int(random, -(range << bits), range << bits), -bits);
}

static rim_posed random_posed(test_random *random, int side)
{
    static const float quarter[8][4] = { { 1, 0, 0, 1 },  { 0, 1, -1, 0 }, { -1, 0, 0, -1 },
                                         { 0, -1, 1, 0 }, { -1, 0, 0, 1 }, { 1, 0, 0, -1 },
                                         { 0, 1, 1, 0 },  { 0, -1, -1, 0 } };
    const float       *q = quarter[random_int(random, 0, 7)];
    rim_xform2         m;
    switch (random_int(random, 0, 3))
    {
    case 0:
    {
        float s = (float)ldexp(1.0, random_int(random, -2, 2));
        m = rim_xform2_make(q[0] * s, q[1] * s, q[2] * s, q[3] * s, 0, 0);
        break;
    }
    case 1: // a Pythagorean turn
        m = rim_xform2_make(0.75f, 1.0f, -1.0f, 0.75f, 0, 0);
        break;
    default:
        m = rim_xform2_make(random_grid(random, 2, 4), random_grid(random, 2, 4),
                            random_grid(random, 2, 4), random_grid(random, 2, 4), 0, 0);
        break;
    }
    int bits = random_int(random, 0, 4);
    m.tx = random_grid(random, 8, bits), m.ty = random_grid(random, 8, bits);
    return rim_posed_make(random_sprite(random, side), m);
}

static void end_posed(rim_posed a)
{
    rim_sprite_destroy((rim_sprite *)a.sprite);
}

static rim_vec2 random_point(test_random *random, int range)
{
    int bits = random_int(random, 0, 4);
    return rim_vec2_make(random_grid(random, range, bits), random_grid(random, range, bits));
}

// Along an axis, along the pixels, or anywhere.
static rim_vec2 random_way(test_random *random, rim_xform2 pose, int range)
{
    rim_vec2 way = random_point(random, range);
    switch (random_int(random, 0, 4))
    {
    case 0:
        way.x = 0.0f;
        break;
    case 1:
        way.y = 0.0f;
        break;
    case 2:
    {
        float k = (float)random_int(random, -range, range);
        way = random_int(random, 0, 1) ? rim_vec2_make(pose.a * k, pose.b * k)
                                       : rim_vec2_make(pose.c * k, pose.d * k);
        break;
    }
    default:
        break;
    }
    return way;
}

static ring ring_of(const rim_vec2 *points, int count)
{
    ring r = { .count = count };
    for (int i = 0; i < count; i++) r.at[i] = point_of(points[i]);
    return r;
}

// A convex ring of 3 .. 6 corners, now and then without area; either way round.
static int random_convex(test_random *random, rim_xform2 pose, rim_vec2 points[8])
{
    for (;;)
    {
        rim_vec2 at = random_point(random, 8);
        int      n = random_int(random, 3, 6);
        if (random_int(random, 0, 3) == 0)
        {
            // A box, or a parallelogram along the pixels.
            rim_vec2 u = rim_vec2_make((float)random_int(random, 1, 4), 0.0f);
            rim_vec2 v = rim_vec2_make(0.0f, (float)random_int(random, 1, 4));
            if (random_int(random, 0, 1))
                u = rim_vec2_make(pose.a, pose.b), v = rim_vec2_make(pose.c, pose.d);
            n = 4;
            points[0] = at, points[1] = rim_vec2_add(at, u);
            points[2] = rim_vec2_add(points[1], v), points[3] = rim_vec2_add(at, v);
        }
        else
            for (int i = 0; i < n; i++) points[i] = rim_vec2_add(at, random_point(random, 4));
        if (random_int(random, 0, 30) == 0)
            for (int i = 0; i < n; i++) points[i] = rim_vec2_make(at.x + (float)i, at.y + (float)i);
        if (rim_polygon2_is_convex(rim_polygon2_make(points, n))) return n;
    }
}

// --- tests: polygons, segments, points -----------------------------------------------------------------

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
    bool     expected = slow_sweep(s, &shape, units(delta.x), units(delta.y), &t) || inside;
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
    ring   pixel = pixels_of(s, hit.bx, hit.by, hit.bx + 1, hit.by + 1);
    double size = 1e-5;
    for (int i = 0; i < 4 && !inside; i++)
    {
        point  a = pixel.at[i], b = pixel.at[(i + 1) % 4], c = pixel.at[(i + 2) % 4];
        double turn = cross(a, b, c) > 0 ? 1.0 : -1.0, ex = (double)(b.x - a.x),
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
    assert_near(hit.t, (double)t.num / (double)t.den, 1e-13);
    assert_true(rim_vec2_dot(hit.normal, delta) < 0.0f);
    assert_true(rim_vec2_dot(hit.edge_normal, delta) < 0.0f);
    assert_true(hit.depth == 0.0f);
    rim_vec2 at = rim_vec2_make((float)(hit.point.x - hit.t * delta.x),
                                (float)(hit.point.y - hit.t * delta.y));
    if (n == 1) assert_near(rim_vec2_distance(at, points[0]), 0.0, size);
    if (n == 2)
    {
        rim_on_segment2 on = rim_segment2_closest(rim_segment2_make(points[0], points[1]), at);
        assert_near(on.distance, 0.0, size);
    }
    if (n > 2)
        assert_near(rim_polygon2_closest(rim_polygon2_make(points, n), at).distance, 0.0, size);
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
            check_sweep(s, &p, 1, d, rim_sprite_raycast(s, rim_ray2_make(p, d)), &tally);
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
            check_sweep(s, ends, 2, d, rim_segment2_sweep_sprite(segment, d, s), &tally);

            ring     shape = ring_of(ends, 2);
            fraction t;
            assert_int_equal(slow_sweep(s, &shape, 0, 0, &t),
                             rim_sprite_overlaps_segment(s, segment));
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
    double          sum = 0.0;
    for (int y = 0; y < rim_mask_height(m); y++)
        for (int x = 0; x < rim_mask_width(m); x++)
        {
            if (!rim_mask_get(m, x, y)) continue;
            ring pixel = pixels_of(s, x, y, x + 1, y + 1);
            for (int k = 1; k + 1 < n; k++)
            {
                double px[16] = { points[0].x, points[k].x, points[k + 1].x };
                double py[16] = { points[0].y, points[k].y, points[k + 1].y };
                int    count = 3;
                for (int i = 0; i < 4; i++)
                {
                    point  a = pixel.at[i], b = pixel.at[(i + 1) % 4], c = pixel.at[(i + 2) % 4];
                    double ax = (double)a.x / UNIT, ay = (double)a.y / UNIT;
                    double ex = (double)(b.x - a.x) / UNIT, ey = (double)(b.y - a.y) / UNIT;
                    double turn = cross(a, b, c) > 0 ? 1.0 : -1.0, ox[16], oy[16];
                    int    kept = 0;
                    for (int p = 0; p < count; p++)
                    {
                        int    q = (p + 1) % count;
                        double dp = turn * (ex * (py[p] - ay) - ey * (px[p] - ax));
                        double dq = turn * (ex * (py[q] - ay) - ey * (px[q] - ax));
                        if (dp >= 0.0) ox[kept] = px[p], oy[kept++] = py[p];
                        if ((dp > 0.0 && dq < 0.0) || (dp < 0.0 && dq > 0.0))
                        {
                            double t = dp / (dp - dq);
                            ox[kept] = px[p] + t * (px[q] - px[p]),
                            oy[kept++] = py[p] + t * (py[q] - py[p]);
                        }
                    }
                    count = kept;
                    memcpy(px, ox, sizeof px), memcpy(py, oy, sizeof py);
                }
                for (int p = 0; p < count; p++)
                    sum += px[p] * py[(p + 1) % count] - px[(p + 1) % count] * py[p];
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
        assert_int_equal(expected, rim_sprite_overlaps_polygon(s, rim_polygon2_make(points, n)));
        assert_int_equal(expected, rim_sprite_overlaps_polygon(s, rim_polygon2_make(turned, n)));
        rim_box2 box = rim_polygon2_bounds(rim_polygon2_make(points, n));
        rim_vec2 corners[4];
        rim_box2_corners(box, corners);
        bool boxed = rim_xform2_determinant(s.pose) != 0.0 && shared_area(s, corners, 4) > 1e-9;
        assert_int_equal(boxed, rim_sprite_overlaps_box(s, box));
        hits += expected;
        misses += !expected;
        end_posed(s);
    }
    assert_true(hits > want / 8);
    assert_true(misses > want / 8);
}

// --- tests: circles and distances --------------------------------------------------------------------------

static void circles_agree_with_the_distances_of_every_pixel(void **state)
{
    (void)state;
    test_random random = { 35 };
    sweep_tally tally = { 0, 0, 0 };
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
            tally.inside += inside;
            tally.hits += hit.hit && !inside;
            tally.misses += !hit.hit;
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
    assert_true(tally.hits > want / 4);
    assert_true(tally.misses > want / 4);
    assert_true(tally.inside > want / 8);
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

// --- tests: motions that break others ----------------------------------------------------------------------

static rim_sprite *solid_sprite(int w, int h)
{
    rim_mask *mask;
    assert_int_equal(RIM_OK, rim_mask_create(&mask, w, h, NULL));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) rim_mask_set(mask, x, y, true);
    rim_sprite_options options = { .has_anchor = true, .rays = 4 };
    rim_sprite        *sprite;
    assert_int_equal(RIM_OK, rim_sprite_create(&sprite, mask, &options));
    rim_mask_destroy(mask);
    return sprite;
}

static void sliding_along_a_floor_is_a_miss_however_far(void **state)
{
    (void)state;
    rim_sprite  *floor = solid_sprite(12000, 3);
    rim_posed    b = { floor, rim_xform2_translation(rim_vec2_make(-500.0f, 100.0f)) };
    rim_vec2     slide = { 10000.0f, 0.0f }, box[4];
    rim_circle2  ball = { { 3.0f, 92.5f }, 7.5f };
    rim_segment2 edge = { { 0.0f, 100.0f }, { 5.0f, 100.0f } };
    rim_box2_corners(rim_box2_make(rim_vec2_make(0.0f, 95.0f), rim_vec2_make(5.0f, 100.0f)), box);

    assert_false(rim_sprite_raycast(b, rim_ray2_make(edge.a, slide)).hit);
    assert_false(rim_segment2_sweep_sprite(edge, slide, b).hit);
    assert_false(rim_polygon2_sweep_sprite(rim_polygon2_make(box, 4), slide, b).hit);
    assert_false(rim_circle2_sweep_sprite(ball, slide, b).hit);

    // One part in ten million deeper, and all of them hit.
    slide.y = 0.001f;
    assert_true(rim_sprite_raycast(b, rim_ray2_make(edge.a, slide)).hit);
    assert_true(rim_segment2_sweep_sprite(edge, slide, b).hit);
    assert_true(rim_polygon2_sweep_sprite(rim_polygon2_make(box, 4), slide, b).hit);
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
    rim_hit2     hits[3] = { rim_sprite_raycast(b, rim_ray2_make(rim_vec2_make(0.0f, 0.25f), far)),
                             rim_segment2_sweep_sprite(edge, far, b),
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
        rim_sprite_raycast(b, rim_ray2_make(rim_vec2_make(1.0f, -3.0f), rim_vec2_make(0.0f, 9.0f)));
    assert_true(hit.hit);
    assert_near(hit.t, 3.0 / 9.0, 1e-15);
    hit =
        rim_sprite_raycast(b, rim_ray2_make(rim_vec2_make(-3.0f, 0.0f), rim_vec2_make(9.0f, 0.0f)));
    assert_false(hit.hit);
    rim_sprite_destroy(sprite);
    rim_mask_destroy(mask);
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
        rim_hit2 hit = rim_sprite_raycast(s, rim_ray2_make(p, d));
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
    rim_box2_corners(rim_box2_make(rim_vec2_make(40.0f, 90.0f), rim_vec2_make(60.0f, 103.5f)), box);
    rim_hit2 hits[2] = { rim_polygon2_sweep_sprite(rim_polygon2_make(box, 4), none, b),
                         rim_circle2_sweep_sprite(
                             rim_circle2_make(rim_vec2_make(50.0f, 95.5f), 8.0f), none, b) };
    for (int k = 0; k < 2; k++)
    {
        assert_true(hits[k].start_overlap && hits[k].t == 0.0);
        assert_near(hits[k].normal.y, -1.0, 1e-6);
        assert_near(hits[k].depth, 3.5, 1e-4);
    }
    rim_sprite_destroy(floor);
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
                          rim_polygon2_sweep_sprite(rim_polygon2_make(points, n), d, s) };
        rim_vec2 f = rim_vec2_scale(d, k);
        rim_hit2 b[2] = { rim_circle2_sweep_sprite(e, f, t),
                          rim_polygon2_sweep_sprite(rim_polygon2_make(scaled, n), f, t) };
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
        rim_posed   s = { sprite, rim_xform2_make(1.0f, 0.25f, 0.0f, 1.0f, 0.0f, 0.0f) };
        rim_vec2    p = { v[6], v[7] }, d = { v[8], v[9] };
        rim_circle2 c = { p, fabsf(v[0]) };
        if (random_int(&random, 0, 1)) memcpy(&s.pose, v, sizeof s.pose);
        rim_hit2 ray = rim_sprite_raycast(s, rim_ray2_make(p, d));
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
    assert_false(rim_sprite_overlaps_circle(s, rim_circle2_make(rim_vec2_make(2.0f, 2.0f), -1.0f)));
    rim_circle2 nan = { { 2.0f, 2.0f }, NAN };
    assert_false(rim_circle2_sweep_sprite(nan, rim_vec2_make(1.0f, 0.0f), s).hit);
    rim_sprite_destroy(sprite);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_agree_with_every_pixel),
        cmocka_unit_test(swept_segments_agree_with_every_pixel),
        cmocka_unit_test(swept_polygons_agree_with_every_pixel),
        cmocka_unit_test(polygons_overlap_where_they_share_area),
        cmocka_unit_test(circles_agree_with_the_distances_of_every_pixel),
        cmocka_unit_test(the_closest_point_is_as_far_as_the_nearest_pixel),
        cmocka_unit_test(sliding_along_a_floor_is_a_miss_however_far),
        cmocka_unit_test(nothing_is_too_fast_for_a_wall_of_one_pixel),
        cmocka_unit_test(a_ray_between_two_pixels_that_meet_in_a_corner_misses),
        cmocka_unit_test(normals_add_up_the_edges_nearby),
        cmocka_unit_test(scaling_by_powers_of_two_changes_no_bit_but_the_exponent),
        cmocka_unit_test(what_is_not_finite_hits_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
