#include "support/turning/subdivision.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    DEPTH = 26
};

// Depths below this are told apart from touches by nobody.
#define FAINT 1e-8

// --- bodies ------------------------------------------------------------------------------------------------

void body_start(turning_body *b, double x, double y, rim_motion2 motion)
{
    memset(b, 0, sizeof *b);
    b->x = x, b->y = y;
    b->dx = motion.delta.x, b->dy = motion.delta.y, b->turn = motion.turn;
}

static turning_part *next_part(turning_body *b, double radius)
{
    assert_true(b->count < MOST_PARTS);
    b->parts[b->count].radius = radius;
    return &b->parts[b->count++];
}

static void add_corner(turning_body *b, turning_part *p, double x, double y)
{
    double reach = hypot(x, y) + p->radius;
    p->x[p->count] = x, p->y[p->count++] = y;
    if (reach > b->reach) b->reach = reach;
}

void body_add_sprite(turning_body *b, rim_posed posed)
{
    const rim_mask *mask = rim_sprite_mask(posed.sprite);
    rim_vec2        anchor = rim_sprite_anchor(posed.sprite);
    rim_xform2      m = posed.pose;
    for (int y = 0; y < rim_mask_height(mask); y++)
        for (int x = 0; x < rim_mask_width(mask); x++)
        {
            if (!rim_mask_get(mask, x, y)) continue;
            turning_part *p = next_part(b, 0.0);
            for (int k = 0; k < 4; k++)
            {
                double u = x + (k == 1 || k == 2) - (double)anchor.x;
                double v = y + (k >= 2) - (double)anchor.y;
                add_corner(b, p, (double)m.a * u + (double)m.c * v + (m.tx - b->x),
                           (double)m.b * u + (double)m.d * v + (m.ty - b->y));
            }
        }
}

void body_add_ring(turning_body *b, const rim_vec2 *ring, int count, double radius)
{
    turning_part *p = next_part(b, radius);
    for (int i = 0; i < count; i++) add_corner(b, p, ring[i].x - b->x, ring[i].y - b->y);
}

double pixel_width(rim_xform2 m)
{
    double x = hypot(m.a, m.b), y = hypot(m.c, m.d);
    return fabs((double)m.a * m.d - (double)m.b * m.c) / fmax(x, y);
}

// --- the oracle --------------------------------------------------------------------------------------------

static void part_at(turning_part *out, const turning_part *p, const turning_body *b, double t)
{
    double c = cos(b->turn * t), s = sin(b->turn * t);
    out->count = p->count;
    out->radius = p->radius;
    for (int i = 0; i < p->count; i++)
    {
        out->x[i] = b->x + b->dx * t + c * p->x[i] - s * p->y[i];
        out->y[i] = b->y + b->dy * t + s * p->x[i] + c * p->y[i];
    }
}

// How far the parts are apart along the normals of the edges of p: positive, or minus the overlap.
static double apart_along_edges(const turning_part *p, const turning_part *q)
{
    double most = -INFINITY;
    for (int i = 0; i < p->count && p->count > 1; i++)
    {
        int    k = (i + 1) % p->count;
        double nx = p->y[k] - p->y[i], ny = p->x[i] - p->x[k], size = hypot(nx, ny);
        double lo = INFINITY, hi = -INFINITY, qlo = INFINITY, qhi = -INFINITY;
        if (size == 0.0) continue;
        for (int c = 0; c < p->count; c++)
        {
            double f = (nx * p->x[c] + ny * p->y[c]) / size;
            lo = fmin(lo, f), hi = fmax(hi, f);
        }
        for (int c = 0; c < q->count; c++)
        {
            double f = (nx * q->x[c] + ny * q->y[c]) / size;
            qlo = fmin(qlo, f), qhi = fmax(qhi, f);
        }
        most = fmax(most, fmax(qlo - hi, lo - qhi));
    }
    return most;
}

// The distance of a circle from a polygon, negative inside.
static double circle_apart(const turning_part *p, double x, double y, double radius)
{
    double least = INFINITY;
    int    sides = 0;
    for (int i = 0; i < p->count; i++)
    {
        int    k = (i + 1) % p->count;
        double wx = p->x[k] - p->x[i], wy = p->y[k] - p->y[i];
        double along = ((x - p->x[i]) * wx + (y - p->y[i]) * wy) / (wx * wx + wy * wy);
        along = fmax(0.0, fmin(1.0, along));
        least = fmin(least, hypot(x - p->x[i] - along * wx, y - p->y[i] - along * wy));
        sides += wx * (y - p->y[i]) - wy * (x - p->x[i]) > 0.0 ? 1 : -1;
    }
    return (abs(sides) == p->count ? -least : least) - radius;
}

static double parts_apart(const turning_part *p, const turning_part *q)
{
    if (p->radius > 0.0 && q->radius > 0.0)
        return hypot(p->x[0] - q->x[0], p->y[0] - q->y[0]) - p->radius - q->radius;
    if (q->radius > 0.0) return circle_apart(p, q->x[0], q->y[0], q->radius);
    if (p->radius > 0.0) return circle_apart(q, p->x[0], p->y[0], p->radius);
    return fmax(apart_along_edges(p, q), apart_along_edges(q, p));
}

static double apart_at(const trial *s, double t)
{
    static turning_part pa[MOST_PARTS], pb[MOST_PARTS];
    double              least = INFINITY;
    for (int i = 0; i < s->a.count; i++) part_at(&pa[i], &s->a.parts[i], &s->a, t);
    for (int k = 0; k < s->b.count; k++) part_at(&pb[k], &s->b.parts[k], &s->b, t);
    for (int i = 0; i < s->a.count; i++)
        for (int k = 0; k < s->b.count; k++) least = fmin(least, parts_apart(&pa[i], &pb[k]));
    return least;
}

// The earliest time that is known to be in an overlap; above 1 if there is none.
static double overlap_within(trial *s, double from, double to, int depth)
{
    double middle = 0.5 * (from + to), apart = apart_at(s, middle);
    if (apart > s->speed * 0.5 * (to - from)) return 2.0;
    if (depth == 0)
    {
        if (apart < -FAINT * s->pixel) return middle;
        if (s->faint > from) s->faint = from;
        return 2.0;
    }
    double first = overlap_within(s, from, middle, depth - 1);
    if (first <= 1.0) return first;
    if (apart < -FAINT * s->pixel) return middle;
    return overlap_within(s, middle, to, depth - 1);
}

double bodies_speed(const turning_body *a, const turning_body *b)
{
    return hypot(a->dx - b->dx, a->dy - b->dy) + fabs(a->turn) * a->reach +
           fabs(b->turn) * b->reach;
}

void trial_check(trial *s, rim_hit2 hit, double early, tally *count)
{
    s->faint = 2.0;
    s->speed = bodies_speed(&s->a, &s->b);
    double start = apart_at(s, 0.0), far = s->a.reach + s->b.reach + hypot(s->a.x, s->a.y);
    double slack = 1e-12 * (far + hypot(s->b.x, s->b.y)) / s->pixel + FAINT;
    if (fabs(start) <= slack * s->pixel + s->blur)
    {
        count->faint++;
        return;
    }
    assert_int_equal(start < 0.0, hit.start_overlap);
    if (start < 0.0)
    {
        assert_true(hit.hit && hit.t == 0.0);
        count->inside++;
        return;
    }
    if (s->speed == 0.0)
    {
        assert_false(hit.hit);
        return;
    }
    double first = overlap_within(s, 0.0, 1.0, DEPTH);
    if (early == 0.0) early = s->pixel / 1024.0 / s->speed;
    if (first > 1.0 && s->faint > 1.0)
    {
        if (hit.hit) print_error("hit at %.17g, the oracle misses\n", hit.t);
        assert_false(hit.hit);
        assert_true(hit.t == 1.0);
        count->misses++;
        return;
    }
    if (first <= 1.0)
    {
        if (!hit.hit || hit.t > first + 1e-12)
            print_error("%s %.17g, the oracle %.17g\n", hit.hit ? "hit at" : "miss", hit.t, first);
        assert_true(hit.hit && hit.t <= first + 1e-12);
        count->hits++;
    }
    else
        count->faint++;
    double least = fmin(first, s->faint) - early * (1.0 + 1e-6) - 1e-12;
    if (hit.hit && hit.t < least)
        print_error("hit at %.17g, no touch before %.17g\n", hit.t, fmin(first, s->faint));
    assert_true(!hit.hit || hit.t >= least);
    if (!hit.hit) return;
    double n = hypot(hit.normal.x, hit.normal.y), e = hypot(hit.edge_normal.x, hit.edge_normal.y);
    assert_near(n, 1.0, 1e-6);
    assert_near(e, 1.0, 1e-6);
}
