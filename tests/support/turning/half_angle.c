#include "support/turning/half_angle.h"

#include "support/support.h"

#include <math.h>
#include <stdlib.h>

// Places are counted in eighths of a pixel, as anchors lie on eighths.
#define UNITS 8
// Roots of two of these quadratics that are closer than this are the same.
#define SAME_ROOT 1e-9L
// Pixels closer than this, in units, may touch without a depth.
#define FAINT 1e-7
// The rational numbers at which pixels are compared have this denominator; with turns of at most 3 radians their
// squares fit.
#define DENOMINATOR ((int64_t)1 << 20)

enum
{
    MOST_ROOTS = 64
};

// --- squares -----------------------------------------------------------------------------------------------

static void set_corner(square *s, int k, rim_xform2 m, double u, double v, rim_vec2 center)
{
    double x = UNITS * ((double)m.a * u + (double)m.c * v + m.tx - center.x);
    double y = UNITS * ((double)m.b * u + (double)m.d * v + m.ty - center.y);
    assert_true(x == floor(x) && y == floor(y));
    s->x[k] = (int64_t)x, s->y[k] = (int64_t)y;
}

static square *next_square(squares *s)
{
    assert_true(s->count < MOST_SQUARES);
    return &s->one[s->count++];
}

void squares_add_sprite(squares *s, rim_posed posed, rim_vec2 center)
{
    const rim_mask *mask = rim_sprite_mask(posed.sprite);
    rim_vec2        anchor = rim_sprite_anchor(posed.sprite);
    for (int y = 0; y < rim_mask_height(mask); y++)
        for (int x = 0; x < rim_mask_width(mask); x++)
        {
            if (!rim_mask_get(mask, x, y)) continue;
            square *pixel = next_square(s);
            for (int k = 0; k < 4; k++)
                set_corner(pixel, k, posed.pose, x + (k == 1 || k == 2) - (double)anchor.x,
                           y + (k >= 2) - (double)anchor.y, center);
        }
}

void squares_add_box(squares *s, rim_box2 box, rim_xform2 pose, rim_vec2 center)
{
    square *all = next_square(s);
    for (int k = 0; k < 4; k++)
        set_corner(all, k, pose, k == 1 || k == 2 ? box.hi.x : box.lo.x,
                   k >= 2 ? box.hi.y : box.lo.y, center);
}

double squares_reach(const squares *s)
{
    double reach = 0.0;
    for (int i = 0; i < s->count; i++)
        for (int k = 0; k < 4; k++)
            reach = fmax(reach, hypot((double)s->one[i].x[k], (double)s->one[i].y[k]) / UNITS);
    return reach;
}

// --- the oracle --------------------------------------------------------------------------------------------

// Does some edge of p keep q out? p's corners are multiplied by n, q's are turned by (c, s), which is n times as long.
static bool edge_separates(const square *p, const square *q, int64_t n, int64_t c, int64_t s)
{
    for (int i = 0; i < 4; i++)
    {
        int     k = (i + 1) & 3, opposite = (i + 2) & 3;
        int64_t nx = p->y[k] - p->y[i], ny = p->x[i] - p->x[k];
        int64_t edge = n * (nx * p->x[i] + ny * p->y[i]);
        int64_t inward = n * (nx * p->x[opposite] + ny * p->y[opposite]) - edge;
        bool    all_outside = true;
        for (int j = 0; j < 4; j++)
        {
            int64_t f = nx * (c * q->x[j] - s * q->y[j]) + ny * (s * q->x[j] + c * q->y[j]) - edge;
            if (inward > 0 ? f > 0 : f < 0) all_outside = false;
        }
        if (all_outside) return true;
    }
    return false;
}

// Do a, turned by the angle whose half has the tangent p / DENOMINATOR, and b share area?
static bool share_area(const square *a, const square *b, int64_t p)
{
    int64_t q = DENOMINATOR, c = q * q - p * p, s = 2 * p * q, n = q * q + p * p;
    return !edge_separates(b, a, n, c, s) && !edge_separates(a, b, n, c, -s);
}

// How far the edges of p keep q out, in units; q is turned by the angle whose sine and cosine are given. At most 0 inside.
static double kept_out(const square *p, const square *q, double c, double s)
{
    double most = -INFINITY;
    for (int i = 0; i < 4; i++)
    {
        int    k = (i + 1) & 3, opposite = (i + 2) & 3;
        double nx = (double)(p->y[k] - p->y[i]), ny = (double)(p->x[i] - p->x[k]);
        double edge = nx * (double)p->x[i] + ny * (double)p->y[i], least = INFINITY;
        double side = nx * (double)p->x[opposite] + ny * (double)p->y[opposite] < edge ? 1.0 : -1.0;
        for (int j = 0; j < 4; j++)
        {
            double x = (double)q->x[j], y = (double)q->y[j];
            least = fmin(least, side * (nx * (c * x - s * y) + ny * (s * x + c * y) - edge));
        }
        most = fmax(most, least / hypot(nx, ny));
    }
    return most;
}

// Are a, turned by the angle whose half has the tangent u, and b so close that a touch of no depth may be told?
static bool graze(const square *a, const square *b, long double u)
{
    double c = (double)((1.0L - u * u) / (1.0L + u * u)), s = (double)(2.0L * u / (1.0L + u * u));
    return fmax(kept_out(b, a, c, s), kept_out(a, b, c, -s)) < FAINT;
}

// Adds the positive tangents at which a corner of q, turned by `sign`, crosses the line of an edge of p.
static void add_roots(long double roots[MOST_ROOTS + 1], int *count, const square *p,
                      const square *q, int sign)
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
        {
            int         k = (i + 1) & 3;
            int64_t     nx = p->y[k] - p->y[i], ny = p->x[i] - p->x[k];
            int64_t     edge = nx * p->x[i] + ny * p->y[i];
            int64_t     along = nx * q->x[j] + ny * q->y[j];
            int64_t     across = sign * (ny * q->x[j] - nx * q->y[j]);
            int64_t     a = -along - edge, b = across, c = along - edge; // a u^2 + 2 b u + c = 0
            int64_t     square_of = b * b - a * c;
            long double r = square_of > 0 ? sqrtl((long double)square_of) : 0.0L, u[2] = { 0 };
            if (square_of < 0) continue;
            // The form without cancellation.
            long double large = b > 0 ? -(long double)b - r : -(long double)b + r;
            if (a != 0) u[0] = large / (long double)a;
            if (large != 0.0L) u[1] = (long double)c / large;
            for (int e = 0; e < 2; e++)
                if (u[e] > 0.0L && *count <= MOST_ROOTS) roots[(*count)++] = u[e];
        }
}

static int by_size(const void *p, const void *q)
{
    long double a = *(const long double *)p, b = *(const long double *)q;
    return (a > b) - (a < b);
}

// The tangent at which a and b begin to share area, if that is below `until`; else `until`. Lowers *faint to the first
// one at which they come together without sharing area.
static long double first_touch(const square *a, const square *b, long double until,
                               long double *faint)
{
    long double roots[MOST_ROOTS + 1] = { 0.0L }; // they may begin at once
    int         count = 1;
    add_roots(roots, &count, b, a, 1);
    add_roots(roots, &count, a, b, -1);
    qsort(roots, (size_t)count, sizeof *roots, by_size);
    for (int i = 0; i < count && roots[i] < until; i++)
    {
        long double next = roots[i] + 1.0L;
        if (i + 1 < count && roots[i + 1] < next) next = roots[i + 1];
        if (roots[i] < *faint && graze(a, b, roots[i])) *faint = roots[i];
        if (next - roots[i] < SAME_ROOT) continue;
        long double middle = 0.5L * (roots[i] + next);
        if (share_area(a, b, (int64_t)(middle * DENOMINATOR))) return roots[i];
    }
    return until;
}

// A turn the other way is the mirrored scene's.
static squares mirrored(const squares *s)
{
    squares m = *s;
    for (int i = 0; i < m.count; i++)
        for (int k = 0; k < 4; k++) m.one[i].y[k] = -m.one[i].y[k];
    return m;
}

void check_turn(rim_hit2 hit, const squares *one, const squares *two, float turn, double early,
                turn_tally *count)
{
    squares     p = turn < 0.0f ? mirrored(one) : *one, q = turn < 0.0f ? mirrored(two) : *two;
    long double angle = fabsl((long double)turn), end = tanl(0.5L * angle), first = end,
                faint = end;
    bool overlap = false;
    for (int i = 0; i < p.count && !overlap; i++)
        for (int k = 0; k < q.count && !overlap; k++)
        {
            overlap = share_area(&p.one[i], &q.one[k], 0);
            first = first_touch(&p.one[i], &q.one[k], first, &faint);
        }
    assert_int_equal(overlap, hit.start_overlap);
    if (overlap)
    {
        count->inside++;
        return;
    }
    // A touch without depth, and one within the last millionth of the turn, may be told or not.
    double t = (double)(2.0L * atanl(first) / angle), least = (double)(2.0L * atanl(faint) / angle);
    bool   touches = first < end, may = faint < first - SAME_ROOT;
    early += 1e-12;
    if (touches ? t > 1.0 - 1e-6 : !may && hit.hit && hit.t > 1.0 - early - 1e-6)
    {
        count->undecided++;
        return;
    }
    if (!may || t < least) least = t;
    bool right =
        hit.hit ? (touches || may) && hit.t <= t + 1e-12 && hit.t >= least - early : !touches;
    if (!right)
        print_error("%s %.17g, the oracle %s %.17g (early %g)\n", hit.hit ? "hit" : "miss", hit.t,
                    touches ? "hit" : "miss", t, early);
    assert_true(right);
    if (may) count->grazes++;
    if (touches)
        count->hits++;
    else
        count->misses++;
}
