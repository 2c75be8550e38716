// Exact crossings of lines and quadratic curves.
//
// By Flash's rule for edges, a point counts as moved to the left by an infinitely small step, and down by a still
// smaller one. So a piece crosses to the right of the point if the half-open range of its heights [top, bottom)
// contains y and the crossing is at x or to the right.
//
// On a line the crossing's side is the sign of a cross product. On a curve with the ends P and R and
// the control point C, let u, v, w be twice the areas of (p C R), (P p R), (P C p): the barycentric
// coordinates of the point p in the triangle P C R. On the curve u : v : w = (1-t)^2 : 2t(1-t) : t^2,
// so that
//
//      v^2 - 4 u w  is  0 on the parabola, < 0 inside it, > 0 outside.
//
// Its sign decides the side without subdivision and without a root. The functions below decide which side of the
// parabola is to the right of a piece, and which of the parabola's two crossings is the piece's.
#include "flat/flash/shape.h"

#include "base/exact.h"

#include <math.h>

// Returns the sign of a b - c d, exactly. Rounding is monotonic, so the rounded products decide if they differ. If
// they are equal, their rounding errors decide. Requires products far from overflow.
static int sign_of_difference(double a, double b, double c, double d)
{
    double ab = a * b, cd = c * d;
    if (ab == cd)
    {
        ab = exact_mul(a, b).tail;
        cd = exact_mul(c, d).tail;
    }
    return (ab > cd) - (ab < cd);
}

// Returns a positive number if (x, y) lies left of the line that runs down from (x0, y0) to (x1, y1), 0 if it lies on
// the line, and a negative number if it lies right of it.
static int left_of_line(double x0, double y0, double x1, double y1, double x, double y)
{
    return sign_of_difference(x1 - x0, y - y0, x - x0, y1 - y0);
}

// Returns twice the signed area of the triangle with the corners 0, 1 and 2.
static double flash_edge_area(double x0, double y0, double x1, double y1, double x2, double y2)
{
    return (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
}

// Returns the sign of v^2 - 4 u w for the point (x, y), with the u, v, w above: negative inside the parabola, 0 on it,
// positive outside. Each area is computed relative to a corner of the triangle P C R, which has whole coordinates. So
// only one factor of each product has the fraction of x or y, which halves the bits that the product needs.
static int parabola_side(const flash_piece *k, double x, double y)
{
    double u = flash_edge_area(k->cx, k->cy, k->x1, k->y1, x, y);
    double v = flash_edge_area(k->x0, k->y0, x, y, k->x1, k->y1);
    double w = flash_edge_area(k->x0, k->y0, k->cx, k->cy, x, y);
    return sign_of_difference(v, v, 4.0 * u, w);
}

// Returns the whole edge, from its start to its end, as an arc with winding 1. flash_piece_cut then sets the kind,
// direction, winding and bulge. The members for branches are 0. The control point of a straight edge means nothing.
static flash_piece flash_edge_piece_of(const rim_flash_edge *edge)
{
    return (flash_piece){
        .x0 = edge->x0,
        .y0 = edge->y0,
        .cx = edge->cx,
        .cy = edge->cy,
        .x1 = edge->x1,
        .y1 = edge->y1,
        .kind = FLASH_ARC,
        .winding = 1,
    };
}

// Makes a line or an arc run downward: if it runs upward, swaps its ends and sets the winding -1. Sets the bulge of
// an arc. Returns the number of pieces: 1, or 0 if both ends have the same height, because no horizontal line crosses
// such a piece. Requires a piece with winding 1.
static int cut_straight(flash_piece *piece)
{
    if (piece->y0 == piece->y1) return 0;
    if (piece->y0 > piece->y1)
    {
        double x = piece->x0, y = piece->y0;
        piece->x0 = piece->x1, piece->y0 = piece->y1;
        piece->x1 = x, piece->y1 = y;
        piece->winding = -1;
    }
    if (piece->kind == FLASH_ARC)
        piece->bulge =
            left_of_line(piece->x0, piece->y0, piece->x1, piece->y1, piece->cx, piece->cy);
    return 1;
}

// With the ends P and R and the control point C, the curve of an edge is
//
//      p(t) = P + 2 b t + a t^2,    b = C - P,  a = P - 2 C + R,    p'(t) = 2 (b + a t).
//
// A curve turns at its apex, where y' = 0, if y runs one way towards the control point and the other way from it.
// Then b.y and a.y are not 0, and the apex is at t = -b.y / a.y.
typedef struct flash_coefficients
{
    double ax, ay, bx, by;
} flash_coefficients;

static flash_coefficients coefficients_of(const flash_piece *k)
{
    return (flash_coefficients){
        .ax = k->x0 - 2.0 * k->cx + k->x1,
        .ay = k->y0 - 2.0 * k->cy + k->y1,
        .bx = k->cx - k->x0,
        .by = k->cy - k->y0,
    };
}

// Cuts a curve that turns into two branches. out[0] lies between the start of the edge and the apex, out[1] between
// the apex and the end of the edge. `forward` is the sign of x' at the apex, and is not 0: if x grows with t there,
// out[0] is the left branch. The apex is at
//
//      x = x0 + t (2 b.x + t a.x),    y = y0 + t (2 b.y + t a.y) = y0 + t b.y,    with t = -b.y / a.y.
static void cut_at_apex(flash_piece out[2], flash_piece whole, int forward)
{
    flash_coefficients c = coefficients_of(&whole);
    double             t = -c.by / c.ay;
    whole.apex_x = whole.x0 + t * (2.0 * c.bx + t * c.ax);
    whole.apex_y = whole.y0 + t * c.by;
    whole.lean = c.ax / c.ay;
    out[0] = out[1] = whole;
    out[0].end_y = whole.y0;
    out[1].end_y = whole.y1;
    out[0].kind = forward > 0 ? FLASH_LEFT : FLASH_RIGHT;
    out[1].kind = forward > 0 ? FLASH_RIGHT : FLASH_LEFT;
    out[0].winding = c.by > 0.0 ? 1 : -1; // the start runs downward if y' = 2 b.y > 0
    out[1].winding = -out[0].winding;
}

// Pieces are monotonic in y, so a curve that turns is cut at its apex.
int flash_piece_cut(flash_piece out[2], const rim_flash_edge *edge)
{
    flash_piece        whole = flash_edge_piece_of(edge);
    flash_coefficients c = coefficients_of(&whole);
    bool               turns_down = c.by < 0.0 && whole.y1 > whole.cy;
    bool               turns_up = c.by > 0.0 && whole.y1 < whole.cy;
    bool               is_line = !edge->curved;
    if (edge->curved && (turns_down || turns_up))
    {
        // The sign of x' at the apex: x' = 2 (b.x - b.y a.x / a.y) = 2 (b.x a.y - b.y a.x) / a.y.
        int forward = sign_of_difference(c.bx, c.ay, c.by, c.ax) * (c.ay > 0.0 ? 1 : -1);
        if (forward != 0)
        {
            cut_at_apex(out, whole, forward);
            return 2;
        }
        // The curve runs back on itself: its two branches cancel as far as they coincide, and its chord is left.
        is_line = true;
    }
    out[0] = whole;
    out[0].kind = is_line ? FLASH_LINE : FLASH_ARC;
    return cut_straight(out);
}

// Returns true if a branch crosses the height y. If a.y > 0, the apex is the curve's topmost point (y is downward),
// and the branch reaches from the apex down to end_y. If a.y < 0, the branch reaches from the apex up to end_y. The
// range is half-open, so end_y is included only if it is the top. The apex is excluded, because there the two
// branches cancel.
//
// The apex is at the height y0 - b.y^2 / a.y. So y is on the curve's side of the apex if
//
//      y - y0 > -b.y^2 / a.y  for a.y > 0,    y - y0 < -b.y^2 / a.y  for a.y < 0.
//
// Multiplied by a.y, both are  (y - y0) a.y > -b.y b.y.
static bool branch_crosses(const flash_piece *k, double y)
{
    flash_coefficients c = coefficients_of(k);
    bool               is_before_end = c.ay > 0.0 ? y < k->end_y : y >= k->end_y;
    return is_before_end && sign_of_difference(y - k->y0, c.ay, -c.by, c.by) > 0;
}

bool flash_piece_crosses(const flash_piece *piece, double y)
{
    if (flash_piece_is_branch(piece)) return branch_crosses(piece, y);
    return piece->y0 <= y && y < piece->y1;
}

// Returns true if an arc crosses the height y at x or to the right of it. Requires that the arc crosses y. At this
// height the point is left of the chord P R, on it, or right of it. The area between chord and curve is inside the
// parabola.
//
//      bulge < 0: The curve is right of the chord. A point left of the chord is left of the curve. A point right of
//                 the chord is left of the curve if it is inside the parabola.
//      bulge > 0: The curve is left of the chord. A point right of the chord is right of the curve. A point left of
//                 the chord is left of the curve if it is not inside the parabola.
static bool arc_right_of(const flash_piece *k, double x, double y)
{
    bool left_of_chord = left_of_line(k->x0, k->y0, k->x1, k->y1, x, y) >= 0; // or on it
    if (k->bulge == 0) return left_of_chord;
    if (k->bulge < 0) return left_of_chord || parabola_side(k, x, y) <= 0;
    return left_of_chord && parabola_side(k, x, y) >= 0;
}

// Returns true if a branch crosses the height y at x or to the right of it. Requires that the branch crosses y. The
// parabola's diameter is the line through the apex on which the middles of all horizontal chords lie. At the height y
// it is at `middle`, so the left branch is left of it and the right branch is right of it. The rounding of `middle`
// does not matter: points outside the parabola are far from the diameter, and for points inside both sides of it give
// one result, true for the right branch and false for the left one.
static bool branch_right_of(const flash_piece *k, double x, double y)
{
    double middle = k->apex_x + (y - k->apex_y) * k->lean;
    if (k->kind == FLASH_RIGHT) return x <= middle || parabola_side(k, x, y) <= 0;
    return x <= middle && parabola_side(k, x, y) >= 0;
}

// The sign of an exact determinant decides for each kind.
bool flash_piece_right_of(const flash_piece *piece, double x, double y)
{
    switch (piece->kind)
    {
    case FLASH_LINE:
        return left_of_line(piece->x0, piece->y0, piece->x1, piece->y1, x, y) >= 0;
    case FLASH_ARC:
        return arc_right_of(piece, x, y);
    default:
        return branch_right_of(piece, x, y);
    }
}

// Extends an interval to include x.
static void include(double x, double *lo, double *hi)
{
    if (x < *lo) *lo = x;
    if (x > *hi) *hi = x;
}

void flash_piece_y_range(const flash_piece *piece, double *lo, double *hi)
{
    if (!flash_piece_is_branch(piece))
    {
        *lo = piece->y0;
        *hi = piece->y1;
        return;
    }
    *lo = *hi = piece->end_y;
    include(piece->apex_y - FLASH_APEX_ERROR, lo, hi);
    include(piece->apex_y + FLASH_APEX_ERROR, lo, hi);
}

// Returns the parameter, clamped to 0 .. 1, at which the curve of a piece has the height y. With a = a.y, b = b.y and
// c = y0 - y,
//
//      a t^2 + 2 b t + c = 0,    b + a t = +-sqrt(b^2 - a c),    y' = 2 (b + a t).
//
// If there are two such parameters, runs_down selects the one with y' >= 0, and !runs_down the one with y' <= 0. If
// there is none, b^2 - a c counts as 0.
static double parameter_at(const flash_piece *k, double y, bool runs_down)
{
    double a = k->y0 - 2.0 * k->cy + k->y1, b = k->cy - k->y0, c = k->y0 - y;
    double radicand = b * b - a * c;
    double root = radicand > 0.0 ? sqrt(radicand) : 0.0;
    double half_slope = runs_down ? root : -root;

    // With half_slope = b + a t:  t = (half_slope - b) / a = -c / (half_slope + b).  The form without a difference of
    // nearly equal numbers is used. If a is 0, the piece is an arc, which runs downward. Then b and half_slope are not
    // negative, and the second form is used.
    double t, sum = b + half_slope;
    if ((b < 0.0) != (half_slope < 0.0))
        t = (half_slope - b) / a;
    else
        t = sum != 0.0 ? -c / sum : 0.0;
    if (!(t > 0.0)) return 0.0;
    return t < 1.0 ? t : 1.0;
}

// The widening of the bounds of x as a fraction of their absolute values, in addition to a twip. It is more than the
// rounding of the parameters and of the polynomials.
#define FLASH_RANGE_ROUNDING 0x1p-40

// The part of a line between the heights y0 and y1 has its least and its largest x at its ends. The part of a curve
// lies in the convex hull of its three control points, so the bounds of their x are used. Both ranges are widened by
// `slack`.
void flash_piece_x_range(const flash_piece *k, double y0, double y1, double *lo, double *hi)
{
    *lo = INFINITY;
    *hi = -INFINITY;
    if (k->kind == FLASH_LINE)
    {
        double slope = (k->x1 - k->x0) / (k->y1 - k->y0);
        double top = y0 > k->y0 ? y0 : k->y0, bottom = y1 < k->y1 ? y1 : k->y1;
        include(k->x0 + (top - k->y0) * slope, lo, hi);
        include(k->x0 + (bottom - k->y0) * slope, lo, hi);
    }
    else
    {
        // The curve is  x(t) = x0 + 2 b t + a t^2.  The control points of its part between the parameters s and t are
        // x(s), x(t) and, as the middle one, x0 + (s + t) b + s t a.
        double ax = k->x0 - 2.0 * k->cx + k->x1, bx = k->cx - k->x0;
        bool   runs_down = k->kind == FLASH_ARC || k->winding > 0;
        double s = parameter_at(k, y0, runs_down), t = parameter_at(k, y1, runs_down);
        include(k->x0 + s * (2.0 * bx + s * ax), lo, hi);
        include(k->x0 + t * (2.0 * bx + t * ax), lo, hi);
        include(k->x0 + (s + t) * bx + s * t * ax, lo, hi);
    }
    double slack = 1.0 + FLASH_RANGE_ROUNDING * (fabs(*lo) + fabs(*hi));
    *lo -= slack;
    *hi += slack;
}
