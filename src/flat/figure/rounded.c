// Queries of two shapes that are convex rings or circles.
//
// If a moves by d, it shares area with b if and only if d is in the interior of the Minkowski difference of b and a,
// the set of all differences of a point of b and a point of a. This is a convex ring M, dilated by the sum of both
// radii. So a motion of a along d is the ray t d from the origin: the shapes overlap during one interval of t, which
// begins with the first contact and ends when a has left b.
//
// The differences of corners are exact in double if the magnitudes of their coordinates differ by less than 2^29. All
// else is rounded to double.
#include "flat/figure/data.h"

#include "base/float.h"
#include "base/vec2d.h"

#include <math.h>

// The Minkowski difference of two shapes.
typedef struct figure_rounded
{
    vec2d  at[2 * RIM_PART_CORNERS]; // the corners of M, clockwise on the screen (from x towards y)
    int    count;
    double radius; // by which M is dilated
} figure_rounded;

// The interval of t in which t d is in a convex set, for a motion d. It is empty unless from < to. `normal` is the
// outward normal of the set at t = from, of any length.
typedef struct figure_span
{
    double from, to;
    vec2d  normal;
} figure_span;

static inline double figure_cross(vec2d a, vec2d b)
{
    return a.x * b.y - a.y * b.x;
}

// --- the Minkowski difference --------------------------------------------------------------------------------------

// A shape's corners, multiplied by `sign`, in the order that figure_rounded_init needs: clockwise on the screen. Corner
// 0 has the least y after the multiplication, and among several such corners the least x. So the directions of the
// edges, from corner 0 on, grow from 0 to a full turn. A multiplication by -1 turns the shape by half a turn, which
// keeps the order clockwise.
typedef struct figure_ring_view
{
    const figure_shape *shape;
    double              sign;  // 1 or -1
    int                 first; // the index in the shape of the view's corner 0
    int                 step;  // from a corner of the view to the next, in the shape: 1 or -1
} figure_ring_view;

// Returns corner i of a view, i >= 0. Corner n of a shape with n corners is corner 0 again. Before the second remainder
// is taken, n is added, because the sum is negative for a step of -1 otherwise.
static vec2d figure_ring_at(const figure_ring_view *r, int i)
{
    int n = r->shape->count, k = (r->first + r->step * (i % n) + n) % n;
    return vec2d_scale(vec2d_of(r->shape->corner[k]), r->sign);
}

// Returns the view of the corners of a shape that is not a sprite, multiplied by `sign`.
static figure_ring_view figure_ring_view_of(const figure_shape *shape, double sign)
{
    figure_ring_view r = { .shape = shape, .sign = sign, .step = shape->winding < 0.0 ? -1 : 1 };
    int lowest = 0; // the corner with the least y so far, as a corner of the view with first = 0
    for (int i = 1; i < shape->count; i++)
    {
        vec2d p = figure_ring_at(&r, i), q = figure_ring_at(&r, lowest);
        if (p.y < q.y || (p.y == q.y && p.x < q.x)) lowest = i;
    }
    // As in figure_ring_at: the count is added because step * lowest may be negative.
    r.first = (r.step * lowest + shape->count) % shape->count;
    return r;
}

// Computes the Minkowski difference of b and a, neither of which is a sprite: the sum of the rings p = b and q = -a.
// The first corner of M is the sum of the first corners of p and q. The next edge of M is the next edge of p or of q,
// whichever has the smaller direction, or both of them if they are parallel (M. de Berg and others, "Computational
// Geometry", 2008, theorem 13.11). i edges of p and j edges of q have been used. A ring of one corner has no edges.
//
// `turn` is positive if the next edge of p has a smaller direction than the next edge of q, and negative if it has a
// larger one. For this sign to be right, the two directions must differ by less than half a turn:
//  - Let e be the edge with the larger direction. The edge before e in its ring has been used already, so its direction
//    is not larger than the smaller one of the two.
//  - Consecutive edges of a ring with area differ by less than half a turn. So e differs from the smaller direction by
//    less than half a turn as well.
//  - If e is the first edge of its view, its direction is below half a turn itself.
static void figure_rounded_init(figure_rounded *m, const figure_shape *a, const figure_shape *b)
{
    figure_ring_view p = figure_ring_view_of(b, 1.0), q = figure_ring_view_of(a, -1.0);
    int              np = b->count > 1 ? b->count : 0, nq = a->count > 1 ? a->count : 0;
    int              i = 0, j = 0;
    m->radius = (double)a->radius + b->radius;
    m->count = 0;
    do
    {
        vec2d here_p = figure_ring_at(&p, i), here_q = figure_ring_at(&q, j);
        m->at[m->count++] = vec2d_add(here_p, here_q);
        vec2d  ep = vec2d_sub(figure_ring_at(&p, i + 1), here_p);
        vec2d  eq = vec2d_sub(figure_ring_at(&q, j + 1), here_q);
        double turn = figure_cross(ep, eq);
        bool   take_p = i < np && (j >= nq || turn >= 0.0);
        bool   take_q = j < nq && (i >= np || turn <= 0.0);
        // An edge of length 0 has no direction: it is used at once.
        if (i < np && ep.x == 0.0 && ep.y == 0.0)
            take_p = true, take_q = false;
        else if (j < nq && eq.x == 0.0 && eq.y == 0.0)
            take_p = false, take_q = true;
        i += take_p;
        j += take_q;
    } while (i < np || j < nq);
}

// Returns corner i of M, where corner m->count is the first again.
static inline vec2d figure_rounded_at(const figure_rounded *m, int i)
{
    return m->at[i < m->count ? i : 0];
}

// --- intervals of time -----------------------------------------------------------------------------------------------

// Restricts a span to the t with  n . (t d) < limit.  Returns false if no t is left. If d runs against the outward
// normal n and crosses the line  n . p = limit  later than at s->from, the span begins at the crossing, and n becomes
// its normal. If d is parallel to the line, or 0, then n . (t d) is 0 for all t: the span stays if limit > 0, and
// otherwise no t is left.
static bool figure_span_cut(figure_span *s, vec2d n, double limit, vec2d d)
{
    double speed = vec2d_dot(n, d);
    if (speed == 0.0) return limit > 0.0;
    double t = limit / speed;
    if (speed < 0.0 && t > s->from)
    {
        s->from = t;
        s->normal = n;
    }
    if (speed > 0.0 && t < s->to) s->to = t;
    return s->from < s->to;
}

// Extends the span *all to its union with the span s. Both are spans of parts of one convex set, for the same motion.
// So the union of all parts' spans is a single interval, even if *all has gaps until all parts are added. An empty s
// changes nothing.
static void figure_span_add(figure_span *all, figure_span s)
{
    if (!(s.from < s.to)) return;
    if (s.from < all->from)
    {
        all->from = s.from;
        all->normal = s.normal;
    }
    if (s.to > all->to) all->to = s.to;
}

// Returns the span of all t.
static figure_span figure_span_all(void)
{
    return (figure_span){ -INFINITY, INFINITY, { 0.0, 0.0 } };
}

// Returns an empty span, to which figure_span_add adds others.
static figure_span figure_span_none(void)
{
    return (figure_span){ INFINITY, -INFINITY, { 0.0, 0.0 } };
}

// Returns the span of the t for which t d is in a disc: the t between the roots of |t d - center|^2 = radius^2,
//
//      t = (center . d +- sqrt(|d|^2 radius^2 - (d x center)^2)) / |d|^2.
//
// The span is empty if the line along d misses or touches the disc, or if d is 0. Its normal points from the center to
// t d at the first root.
static figure_span figure_disc_span(vec2d center, double radius, vec2d d)
{
    double square = vec2d_dot(d, d), along = vec2d_dot(center, d), cross = figure_cross(d, center);
    double discriminant = square * radius * radius - cross * cross;
    if (!(discriminant > 0.0)) return figure_span_none();
    double      root = sqrt(discriminant);
    figure_span s = { (along - root) / square, (along + root) / square, { 0.0, 0.0 } };
    s.normal = vec2d_sub(vec2d_scale(d, s.from), center);
    return s;
}

// Returns the span of the t for which t d is in the rectangle around the edge e = to - from: nearer to the edge's line
// than the radius, and with the foot of the perpendicular between the edge's ends. With n = (e.y, -e.x) and p = t d,
// the conditions are
//
//      |n . (p - from)| < radius |e|,    e . p < e . to,    e . p > e . from.
//
// The first one is two cuts, n . p < margin + offset and -n . p < margin - offset. The span is empty if no t satisfies
// all.
static figure_span figure_edge_span(vec2d from, vec2d to, double radius, vec2d d)
{
    figure_span s = figure_span_all();
    vec2d       e = vec2d_sub(to, from), n = vec2d_make(e.y, -e.x);
    double      offset = vec2d_dot(n, from), margin = radius * vec2d_length(e);
    bool        inside = figure_span_cut(&s, n, margin + offset, d) &&
                  figure_span_cut(&s, vec2d_scale(n, -1.0), margin - offset, d) &&
                  figure_span_cut(&s, e, vec2d_dot(e, to), d) &&
                  figure_span_cut(&s, vec2d_scale(e, -1.0), -vec2d_dot(e, from), d);
    return inside ? s : figure_span_none();
}

// Returns the span of the t for which t d is in the interior of M dilated by the radius: in M itself, in the rectangle
// around an edge, or in the disc around a corner. The span is empty if there is no such t. M itself has an interior
// only if it has three corners or more. A point p is in the interior if  n . p < n . corner  for the outward normals n
// of all edges. Edges of length 0 are skipped. If d is 0, the span is empty or all t, without a normal.
static figure_span figure_rounded_span(const figure_rounded *m, vec2d d)
{
    figure_span inner = figure_span_all(), all = figure_span_none();
    bool        inside = m->count > 2;
    for (int i = 0; i < m->count && inside; i++)
    {
        vec2d e = vec2d_sub(figure_rounded_at(m, i + 1), m->at[i]), n = vec2d_make(e.y, -e.x);
        if (e.x != 0.0 || e.y != 0.0)
            inside = figure_span_cut(&inner, n, vec2d_dot(n, m->at[i]), d);
    }
    if (inside) figure_span_add(&all, inner);
    for (int i = 0; i < m->count && m->radius > 0.0; i++)
    {
        figure_span_add(&all, figure_disc_span(m->at[i], m->radius, d));
        if (m->count > 1)
            figure_span_add(&all,
                            figure_edge_span(m->at[i], figure_rounded_at(m, i + 1), m->radius, d));
    }
    return all;
}

// The distance of the origin from the dilated M, negative inside it. The normal has any length. If the origin is
// outside of M, it points away from M's closest point. Inside of M, it points along the shortest way out.
typedef struct figure_gap
{
    double distance;
    vec2d  normal;
} figure_gap;

// Computes the gap from the point q of M's border that is closest to the origin. If the origin is outside of M, the
// normal is -q. If it is inside, or on the border, the normal is the outward normal of the edge on which q lies, or
// straight up if q lies on no edge with a length.
static figure_gap figure_rounded_gap(const figure_rounded *m)
{
    double square = INFINITY; // the least |q|^2 so far
    bool   inside = m->count > 2;
    vec2d  to_ring = { 0.0, 0.0 }, edge_normal = { 0.0, -1.0 }; // to_ring: the q of that square
    for (int i = 0; i < m->count; i++)
    {
        vec2d  p = m->at[i], e = vec2d_sub(figure_rounded_at(m, i + 1), p);
        // The edge's closest point is p + s e, with s clamped to 0 .. 1.
        double length = vec2d_dot(e, e), s = length > 0.0 ? -vec2d_dot(p, e) / length : 0.0;
        s = s > 0.0 ? (s < 1.0 ? s : 1.0) : 0.0;
        vec2d  q = vec2d_add(p, vec2d_scale(e, s));
        double here = vec2d_dot(q, q);
        if (here < square)
        {
            square = here;
            to_ring = q;
            if (length > 0.0) edge_normal = vec2d_make(e.y, -e.x);
        }
        // Corners run clockwise on the screen, so the origin 0 is on the inner side of an edge if e x (0 - p) > 0,
        // which is e x p < 0.
        if (length > 0.0) inside = inside && figure_cross(e, p) < 0.0;
    }
    figure_gap gap = { (inside ? -sqrt(square) : sqrt(square)) - m->radius, edge_normal };
    if (!inside && square > 0.0) gap.normal = vec2d_scale(to_ring, -1.0);
    return gap;
}

// --- queries ---------------------------------------------------------------------------------------------

double figure_rounded_distance(const figure_shape *a, const figure_shape *b)
{
    figure_rounded m;
    figure_rounded_init(&m, a, b);
    return figure_rounded_gap(&m).distance;
}

bool figure_rounded_overlaps(const figure_shape *a, const figure_shape *b)
{
    return figure_rounded_distance(a, b) < 0.0;
}

double figure_rounded_exit(const figure_shape *a, const figure_shape *b, rim_vec2 n)
{
    figure_rounded m;
    figure_rounded_init(&m, a, b);
    figure_span span = figure_rounded_span(&m, vec2d_of(n));
    return span.from < span.to && span.to > 0.0 ? span.to : 0.0;
}

// An error bound of a corner, as a fraction of its |x| + |y|. Rounding to float changes a coordinate by at most 2^-24
// of it, which is about 0.6e-7.
#define FIGURE_CORNER_ROUNDING 1e-7

// Finds the corners of a shape that lie farthest along the unit vector n, up to rounding: one corner, or the two of an
// edge. Sets *lo and *hi to the least and greatest coordinate of these corners along the quarter turn of n, measured
// from the world's origin. Returns the greatest coordinate of the shape along n, radius included.
static double figure_shape_extreme(const figure_shape *s, vec2d n, double *lo, double *hi)
{
    vec2d  across = vec2d_quarter(n);
    double most = -INFINITY, slack = 0.0;
    for (int i = 0; i < s->count; i++)
    {
        vec2d  p = vec2d_of(s->corner[i]);
        double along = vec2d_dot(p, n);
        double rounding = FIGURE_CORNER_ROUNDING * (fabs(p.x) + fabs(p.y));
        slack = rounding > slack ? rounding : slack;
        most = along > most ? along : most;
    }
    *lo = INFINITY, *hi = -INFINITY;
    for (int i = 0; i < s->count; i++)
    {
        vec2d p = vec2d_of(s->corner[i]);
        if (vec2d_dot(p, n) < most - slack) continue;
        double at = vec2d_dot(p, across);
        *lo = at < *lo ? at : *lo;
        *hi = at > *hi ? at : *hi;
    }
    return most + s->radius;
}

// Returns the point at which a, moved by `moved`, touches b. n is the unit normal from b towards a. The point is on b's
// border. If two edges touch, it is in the middle of the segment that they share.
static vec2d figure_rounded_point(const figure_shape *a, const figure_shape *b, vec2d moved,
                                  vec2d n)
{
    double a_lo, a_hi, b_lo, b_hi, shift = vec2d_dot(moved, vec2d_quarter(n));
    figure_shape_extreme(a, vec2d_scale(n, -1.0), &a_lo, &a_hi);
    // a_lo and a_hi are coordinates along the quarter turn of -n, which is opposite to the quarter turn of n. So their
    // signs and their order change.
    double from = -a_hi + shift, to = -a_lo + shift;
    double along = figure_shape_extreme(b, n, &b_lo, &b_hi);
    double lo = from > b_lo ? from : b_lo, hi = to < b_hi ? to : b_hi, middle = 0.5 * (lo + hi);
    return vec2d_add(vec2d_scale(n, along), vec2d_scale(vec2d_quarter(n), middle));
}

// Requires shapes that do not overlap at the start. The shapes begin to overlap at the time at which the ray t d enters
// the dilated M. M's outward normal at this place points from b towards a.
rim_hit2 figure_rounded_sweep(const figure_shape *a, rim_vec2 a_delta, const figure_shape *b,
                              rim_vec2 b_delta)
{
    rim_hit2       hit = { .t = 1.0 };
    figure_rounded m;
    vec2d          d = vec2d_sub(vec2d_of(a_delta), vec2d_of(b_delta));
    figure_rounded_init(&m, a, b);
    figure_span span = figure_rounded_span(&m, d);
    // The shapes do not overlap at t = 0, so a span that contains 0 has a rounding error: the true end near 0 is on the
    // other side of it. If this end is span.from, the motion starts at a touch, and span.from becomes 0.
    if (span.from < 0.0 && span.to > -span.from) span.from = 0.0;
    if (!(span.from < span.to && span.from >= 0.0 && span.from < 1.0)) return hit;
    vec2d n = vec2d_scale(span.normal, 1.0 / vec2d_length(span.normal));
    vec2d at = figure_rounded_point(a, b, vec2d_scale(d, span.from), n);
    hit.hit = true;
    hit.t = span.from;
    hit.point = rim_vec2_make((float)(at.x + hit.t * b_delta.x), (float)(at.y + hit.t * b_delta.y));
    hit.normal = hit.edge_normal = rim_vec2_make((float)n.x, (float)n.y);
    return hit;
}

rim_hit2 figure_rounded_start(const figure_shape *a, const figure_shape *b)
{
    rim_hit2       hit = { .hit = true, .start_overlap = true };
    figure_rounded m;
    figure_rounded_init(&m, a, b);
    figure_gap gap = figure_rounded_gap(&m);
    vec2d      n = vec2d_scale(gap.normal, 1.0 / vec2d_length(gap.normal));
    vec2d      at = figure_rounded_point(a, b, vec2d_scale(n, -gap.distance), n);
    hit.point = rim_vec2_make((float)at.x, (float)at.y);
    hit.normal = hit.edge_normal = rim_vec2_make((float)n.x, (float)n.y);
    hit.depth = (float)-gap.distance;
    return hit;
}

// If the shapes overlap at the start, the distance is negative. Otherwise the span tells whether they overlap between
// the start and the end.
bool figure_rounded_passes(const figure_shape *a, vec2d delta, const figure_shape *b)
{
    figure_rounded m;
    figure_rounded_init(&m, a, b);
    if (figure_rounded_gap(&m).distance < 0.0) return true;
    figure_span span = figure_rounded_span(&m, delta);
    return span.from < span.to && span.to > 0.0 && span.from < 1.0;
}
