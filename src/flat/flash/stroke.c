// Distances from strokes' edges, and boxes around edges.
//
// Relative to the query point, the curve is B(t) = q + 2 b t + a t^2. Its nearest point is an end, or a point where B
// and B' are at right angles:
//
//      g(t) = B . B' / 2 = q.b + (q.a + 2 b.b) t + 3 a.b t^2 + a.a t^3 = 0.
//
// The two zeros of g' cut [0, 1] into intervals in which g is monotonic. Where g rises through 0 in one, Newton's
// method, kept inside a shrinking interval, finds the zero.
#include "flat/flash/shape.h"

#include "base/float.h"

#include <math.h>

typedef struct cubic
{
    double c0, c1, c2, c3;
} cubic;

// Returns g(t).
static double flash_stroke_value_at(const cubic *g, double t)
{
    return g->c0 + t * (g->c1 + t * (g->c2 + t * g->c3));
}

// Returns g'(t).
static double slope_at(const cubic *g, double t)
{
    return g->c1 + t * (2.0 * g->c2 + t * 3.0 * g->c3);
}

enum
{
    FLASH_NEWTON_STEPS = 60 // more than the bits of a double, of which each halving finds one
};

// Returns the zero of g in lo .. hi. Requires that g does not fall there, g(lo) <= 0 and g(hi) >= 0. Each step
// replaces lo or hi by t, so that these conditions remain true. If Newton's method leads out of lo .. hi, or the
// slope is 0, the next t is the middle of lo and hi instead. The search ends when t does not change, when no number
// is left between lo and hi, or after FLASH_NEWTON_STEPS.
static double zero_between(const cubic *g, double lo, double hi)
{
    double t = 0.5 * (lo + hi);
    for (int i = 0; i < FLASH_NEWTON_STEPS; i++)
    {
        double value = flash_stroke_value_at(g, t);
        if (value == 0.0) return t;
        if (value > 0.0)
            hi = t;
        else
            lo = t;
        double next = t - value / slope_at(g, t);
        if (!(next > lo && next < hi)) next = 0.5 * (lo + hi);
        if (next == t || next <= lo || next >= hi) return next;
        t = next;
    }
    return t;
}

// Stores the zeros of g' in (0, 1), in ascending order, and returns their number. With g' = a t^2 + 2 b t + c they are
//
//      -(b + s) / a  and  -c / (b + s),    s = sqrt(b^2 - a c) with the sign of b,
//
// in the form without a difference of nearly equal numbers. b + s is `sum`. A root whose divisor is 0 becomes -1,
// which is not in (0, 1).
static int turning_points(const cubic *g, double at[2])
{
    double a = 3.0 * g->c3, b = g->c2, c = g->c1;
    double radicand = b * b - a * c;
    if (!(radicand >= 0.0)) return 0;
    double sum = b < 0.0 ? b - sqrt(radicand) : b + sqrt(radicand);
    double root0 = a != 0.0 ? -sum / a : -1.0;
    double root1 = sum != 0.0 ? -c / sum : -1.0;
    double least = root0 > root1 ? root1 : root0, most = root0 > root1 ? root0 : root1;
    int    count = 0;
    if (least > 0.0 && least < 1.0) at[count++] = least;
    if (most > 0.0 && most < 1.0) at[count++] = most;
    return count;
}

// Returns the squared distance of the origin from the segment q + t d with 0 <= t <= 1. The nearest point of its line
// is at t = -q.d / d.d, which is clamped. If d is 0, t is 0.
static double segment_distance_squared(double qx, double qy, double dx, double dy)
{
    double length2 = dx * dx + dy * dy, along = -(qx * dx + qy * dy);
    double t = 0.0;
    if (along > 0.0) t = along >= length2 ? 1.0 : along / length2;
    double x = qx + t * dx, y = qy + t * dy;
    return x * x + y * y;
}

// The squared distance of a curve's point at t is a polynomial of degree 4 in t. Its minimum is at an end, or where g,
// the cubic at the head of this file, rises through 0. Between the turning points of g there is at most one such zero.
double flash_edge_distance_squared(const rim_flash_edge *edge, double x, double y)
{
    double qx = edge->x0 - x, qy = edge->y0 - y;
    if (!edge->curved)
        return segment_distance_squared(qx, qy, (double)edge->x1 - edge->x0,
                                        (double)edge->y1 - edge->y0);

    double bx = (double)edge->cx - edge->x0, by = (double)edge->cy - edge->y0;
    double ax = edge->x0 - 2.0 * edge->cx + edge->x1, ay = edge->y0 - 2.0 * edge->cy + edge->y1;
    // The coefficients of g, from that of 1 to that of t^3.
    cubic  g = { qx * bx + qy * by, qx * ax + qy * ay + 2.0 * (bx * bx + by * by),
                 3.0 * (ax * bx + ay * by), ax * ax + ay * ay };

    // The squared distance of the nearer end.
    double end_x = edge->x1 - x, end_y = edge->y1 - y;
    double from_start = qx * qx + qy * qy, from_end = end_x * end_x + end_y * end_y;
    double least = from_start < from_end ? from_start : from_end;

    // The minima inside: 0, the turning points and 1 cut the curve into intervals in which g is monotonic.
    double cut[4] = { 0.0, 0.0, 0.0, 0.0 };
    int    intervals = 1 + turning_points(&g, cut + 1);
    cut[intervals] = 1.0;
    for (int i = 0; i < intervals; i++)
    {
        bool rises = flash_stroke_value_at(&g, cut[i]) <= 0.0 &&
                     flash_stroke_value_at(&g, cut[i + 1]) >= 0.0;
        if (!rises) continue;
        double t = zero_between(&g, cut[i], cut[i + 1]);
        double px = qx + t * (2.0 * bx + t * ax), py = qy + t * (2.0 * by + t * ay);
        double square = px * px + py * py;
        if (square < least) least = square;
    }
    return least;
}

// Computes the range of one coordinate of an edge, in twips, rounded outward to whole twips. The range does not
// include the width of a stroke. p0 and p1 are the coordinates of the ends, and c is that of the control point. A
// curve is
//
//      p0 + 2 b t + a t^2,    b = c - p0,  a = p0 - 2 c + p1.
//
// It turns between its ends only if c is outside the range of p0 and p1. Then a is not 0. The turning point is at
// t = -b / a, and its coordinate is p0 - b^2 / a.
static void flash_edge_extent(double p0, double c, double p1, bool curved, int32_t *lo, int32_t *hi)
{
    double least = p0 < p1 ? p0 : p1, most = p0 < p1 ? p1 : p0;
    if (curved && (c < least || c > most))
    {
        double turn = p0 - (c - p0) * (c - p0) / (p0 - 2.0 * c + p1);
        if (turn < least) least = turn;
        if (turn > most) most = turn;
    }
    *lo = float_floor_int(least);
    *hi = float_ceil_int(most);
}

rim_flash_box flash_edge_box(const rim_flash_edge *edge)
{
    rim_flash_box box;
    flash_edge_extent(edge->x0, edge->cx, edge->x1, edge->curved, &box.x_min, &box.x_max);
    flash_edge_extent(edge->y0, edge->cy, edge->y1, edge->curved, &box.y_min, &box.y_max);
    return box;
}
