#include "flat/shape/box2.h"

#include "base/exact.h"

// --- bounds --------------------------------------------------------------------------------------------

// Returns the box around a circle, rounded outward; empty for a negative or NaN radius.
rim_box2 circle2_bounds(rim_circle2 c)
{
    if (!(c.radius >= 0.0f)) return rim_box2_empty();
    double   r = c.radius;
    rim_vec2 lo = { float_below(c.center.x - r), float_below(c.center.y - r) };
    rim_vec2 hi = { float_above(c.center.x + r), float_above(c.center.y + r) };
    return rim_box2_make(lo, hi);
}

rim_box2 polygon2_bounds(rim_polygon2 polygon)
{
    rim_box2 box = rim_box2_empty();
    for (int i = 0; i < polygon.count; i++) box = box2_add(box, polygon.points[i]);
    return box;
}

// Returns a sum plus a term. The sum is a pair of doubles: the rounded sum, and what rounding lost, which is mostly 0.
static inline exact_pair add_term(exact_pair sum, double term)
{
    exact_pair next = exact_add(sum.head, term);
    if (sum.tail == 0.0) return next;
    next.tail += sum.tail;
    return exact_add(next.head, next.tail);
}

// Adds the least and the greatest of k x with x in lo .. hi to two sums. The products of floats are exact. Poses without
// rotation have k = 0 twice.
static inline void add_interval(double k, double lo, double hi, exact_pair *sum_lo,
                                exact_pair *sum_hi)
{
    if (k == 0.0) return;
    double p = k * lo, q = k * hi;
    *sum_lo = add_term(*sum_lo, p < q ? p : q);
    *sum_hi = add_term(*sum_hi, p < q ? q : p);
}

// Returns the box around a transformed box, rounded outward. A sum of products of floats is kept as a pair of doubles,
// whose tail has the exact sign and decides the direction of rounding.
rim_box2 xform2_bounds(rim_xform2 m, rim_box2 box)
{
    if (rim_box2_is_empty(box)) return rim_box2_empty();
    exact_pair x0 = { m.tx, 0.0 }, x1 = x0, y0 = { m.ty, 0.0 }, y1 = y0;
    add_interval(m.a, box.lo.x, box.hi.x, &x0, &x1);
    add_interval(m.c, box.lo.y, box.hi.y, &x0, &x1);
    add_interval(m.b, box.lo.x, box.hi.x, &y0, &y1);
    add_interval(m.d, box.lo.y, box.hi.y, &y0, &y1);
    return rim_box2_make(rim_vec2_make(box2_below_sum(x0), box2_below_sum(y0)),
                         rim_vec2_make(box2_above_sum(x1), box2_above_sum(y1)));
}

// --- what they contain -----------------------------------------------------------------------------------

// Returns true if x lies between a and b, ends included.
static bool shape2_between(float a, float b, float x)
{
    return (a <= x && x <= b) || (b <= x && x <= a);
}

// Returns true if p is on an edge or has a winding number that is not 0. Computes the number of the ring around p from the
// edges that cross the half-line to its right: +1 for one downwards, -1 for one upwards (D. Sunday, "Inclusion of a point
// in a polygon", 2001). Every decision is the exact sign of a determinant. Looks at every corner, as one that is not finite
// makes the answer false.
bool rim_polygon2_contains(rim_polygon2 polygon, rim_vec2 p)
{
    int  winding = 0;
    bool on_edge = false;
    if (!vec2_is_finite(p)) return false;
    for (int i = 0; i < polygon.count; i++)
    {
        rim_vec2 a = polygon.points[i], b = polygon.points[i + 1 < polygon.count ? i + 1 : 0];
        if (!vec2_is_finite(a)) return false;
        int side = exact_orient2(a.x, a.y, b.x, b.y, p.x, p.y);
        on_edge |= side == 0 && shape2_between(a.x, b.x, p.x) && shape2_between(a.y, b.y, p.y);
        if (a.y <= p.y && b.y > p.y && side > 0) winding++;
        if (a.y > p.y && b.y <= p.y && side < 0) winding--;
    }
    return on_edge || winding != 0;
}

// --- polygons ----------------------------------------------------------------------------------------------

// Returns the signed area: half the sum of the cross products of neighboring corners, relative to the first one.
double rim_polygon2_area(rim_polygon2 polygon)
{
    double twice = 0.0;
    for (int i = 1; i + 1 < polygon.count; i++)
    {
        rim_vec2 o = polygon.points[0], a = polygon.points[i], b = polygon.points[i + 1];
        double   ax = (double)a.x - o.x, ay = (double)a.y - o.y;
        double   bx = (double)b.x - o.x, by = (double)b.y - o.y;
        twice += ax * by - ay * bx;
    }
    return 0.5 * twice;
}

static rim_vec2 shape2_corner_of(rim_polygon2 polygon, int i)
{
    return polygon.points[i < polygon.count ? i : i - polygon.count];
}

// Returns +1 for an edge to the right or, if it is vertical, down; -1 for one to the left or up; 0 for equal ends. The
// edges of a ring that goes around once pass from one sign to the other twice.
static int shape2_half_of(rim_vec2 a, rim_vec2 b)
{
    int across = (b.x > a.x) - (b.x < a.x), down = (b.y > a.y) - (b.y < a.y);
    return across != 0 ? across : down;
}

// Returns the first of the count - 1 corners from corner i on that is not at the same place as `from`; the last of them if
// all others are. Corner numbers may exceed the count: they go around the ring again.
static rim_vec2 shape2_next_different(rim_polygon2 polygon, int i, rim_vec2 from)
{
    int end = i + polygon.count - 2;
    while (i < end && rim_vec2_distance(polygon.points[i % polygon.count], from) == 0.0f) i++;
    return polygon.points[i % polygon.count];
}

// Returns true if all corners turn in one direction, and the ring goes around once. That holds if the edges change between
// the right half of all directions and the left one at most twice. Equal neighbors count as one corner.
bool rim_polygon2_is_convex(rim_polygon2 polygon)
{
    int direction = 0; // of all turns: the sign of their determinants; 0 before the first
    int half = 0, first_half = 0; // of the last and of the first edge; 0 before the first
    int changes = 0;              // between halves
    for (int i = 0; i < polygon.count; i++)
    {
        rim_vec2 a = shape2_corner_of(polygon, i), b = shape2_corner_of(polygon, i + 1);
        int      edge_half = shape2_half_of(a, b);
        if (edge_half == 0) continue; // equal neighbors
        rim_vec2 c = shape2_next_different(polygon, i + 2, b);
        int      turn = exact_orient2(a.x, a.y, b.x, b.y, c.x, c.y);
        if (turn != 0 && direction != 0 && turn != direction) return false;
        if (turn != 0) direction = turn;

        if (first_half == 0) first_half = edge_half;
        if (half != 0 && edge_half != half) changes++;
        half = edge_half;
    }
    if (half != first_half) changes++;
    return changes <= 2;
}

// Returns the closest point a + t (b - a) of an edge, with
//
//      t = (p - a) . (b - a) / |b - a|^2,  clamped to [0, 1]
//
// in double. No direction is normalized, and nothing is divided by zero.
static rim_on_polygon2 closest_on_edge(rim_vec2 a, rim_vec2 b, rim_vec2 p)
{
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
    double px = (double)p.x - a.x, py = (double)p.y - a.y;
    double square = dx * dx + dy * dy;
    double t = square > 0.0 ? (px * dx + py * dy) / square : 0.0;
    t = t > 0.0 ? t : 0.0; // also for NaN
    t = t < 1.0 ? t : 1.0;
    double          ex = px - t * dx, ey = py - t * dy;
    rim_vec2        point = rim_vec2_make((float)(a.x + t * dx), (float)(a.y + t * dy));
    rim_on_polygon2 on = { t == 1.0 ? b : point, (float)sqrt(ex * ex + ey * ey), 0 };
    return on;
}

// Returns the closest point of all edges, of the first one of equal distances; its edge is -1 without corners.
rim_on_polygon2 rim_polygon2_closest(rim_polygon2 polygon, rim_vec2 p)
{
    rim_on_polygon2 best = { { 0.0f, 0.0f }, 0.0f, -1 };
    for (int i = 0; i < polygon.count; i++)
    {
        rim_on_polygon2 on =
            closest_on_edge(shape2_corner_of(polygon, i), shape2_corner_of(polygon, i + 1), p);
        if (best.edge >= 0 && !(on.distance < best.distance)) continue;
        best = on;
        best.edge = i;
    }
    return best;
}
