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
//      v^2 - 4 u w  is  0 on the parabola, < 0 inside it, > 0 outside,
//
// So its sign decides the side without subdivision and without a root. The functions below decide which side of the
// parabola is to the right of a piece, and which of the parabola's two crossings is the piece's.
#include "flat/flash/shape.h"

#include <math.h>

// Returns a * b - product, exactly, where product is the rounded a * b (Dekker, "A floating-point technique for
// extending the available precision", 1971). Requires a and b far from overflow.
static double product_error(double a, double b, double product)
{
    double sa = a * 134217729.0, sb = b * 134217729.0;
    double ha = sa - (sa - a), hb = sb - (sb - b);
    double la = a - ha, lb = b - hb;
    return ((ha * hb - product) + ha * lb + la * hb) + la * lb;
}

// Returns the sign of a b - c d, exactly. Rounding is monotonic, so the rounded products decide if they differ. If
// they are equal, their rounding errors decide.
static int sign_of_difference(double a, double b, double c, double d)
{
    double p = a * b, q = c * d;
    if (p == q)
    {
        p = product_error(a, b, p);
        q = product_error(c, d, q);
    }
    return (p > q) - (p < q);
}

// Returns a positive number if (x, y) lies left of the line that runs down from (x0, y0) to (x1, y1), 0 on it.
static int left_of_line(double x0, double y0, double x1, double y1, double x, double y)
{
    return sign_of_difference(x1 - x0, y - y0, x - x0, y1 - y0);
}

// Returns twice the signed area of a triangle.
static double flash_edge_area(double x0, double y0, double x1, double y1, double x2, double y2)
{
    return (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
}

// Returns the sign of v^2 - 4 u w: negative inside the parabola, 0 on it, positive outside.
static int parabola(const flash_piece *k, double x, double y)
{
    double u = flash_edge_area(x, y, k->cx, k->cy, k->x1, k->y1);
    double v = flash_edge_area(k->x0, k->y0, x, y, k->x1, k->y1);
    double w = flash_edge_area(k->x0, k->y0, k->cx, k->cy, x, y);
    return sign_of_difference(v, v, 4.0 * u, w);
}

static flash_piece flash_edge_piece_of(const rim_flash_edge *edge)
{
    flash_piece piece = { edge->x0, edge->y0, edge->cx, edge->cy,  edge->x1, edge->y1, 0.0,
                          0.0,      0.0,      0.0,      FLASH_ARC, 1,        0 };
    return piece;
}

// Directs a line or arc downwards. Returns the number of pieces: 0 for a horizontal one, which no horizontal ray
// crosses.
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

// Cuts an edge into up to two pieces that are monotonic in y: a curve that turns is cut at its apex, where y'(t) = 0.
int flash_piece_cut(flash_piece out[2], const rim_flash_edge *edge)
{
    flash_piece whole = flash_edge_piece_of(edge);
    double ax = whole.x0 - 2.0 * whole.cx + whole.x1, ay = whole.y0 - 2.0 * whole.cy + whole.y1;
    double bx = whole.cx - whole.x0, by = whole.cy - whole.y0;
    bool   turns =
        edge->curved && ((by < 0.0 && whole.y1 > whole.cy) || (by > 0.0 && whole.y1 < whole.cy));
    // The sign of x'(t) where y'(t) = 0. If x'(t) is 0 too, the curve runs back on itself, its two branches cancel,
    // and its chord is left.
    int forward = turns ? sign_of_difference(bx, ay, by, ax) * (ay > 0.0 ? 1 : -1) : 0;
    if (!edge->curved || (turns && forward == 0)) whole.kind = FLASH_LINE;
    out[0] = whole;
    if (whole.kind == FLASH_LINE || !turns) return cut_straight(out);

    double t = -by / ay;
    whole.apex_x = whole.x0 + t * (2.0 * bx + t * ax);
    whole.apex_y = whole.y0 + t * by;
    whole.lean = ax / ay;
    out[0] = out[1] = whole;
    out[0].end_y = whole.y0;
    out[1].end_y = whole.y1;
    out[0].kind = forward > 0 ? FLASH_LEFT : FLASH_RIGHT;
    out[1].kind = forward > 0 ? FLASH_RIGHT : FLASH_LEFT;
    out[0].winding = by > 0.0 ? 1 : -1;
    out[1].winding = -out[0].winding;
    return 2;
}

// Returns true if y is strictly on the curve's side of its apex. With b = C - P and a = P - 2C + R the apex is at y0 -
// b^2 / a; multiplied by a, one condition serves both directions.
static bool inside_apex(const flash_piece *piece, double y)
{
    double a = piece->y0 - 2.0 * piece->cy + piece->y1, b = piece->cy - piece->y0;
    return sign_of_difference(y - piece->y0, a, -b, b) > 0;
}

bool flash_piece_crosses(const flash_piece *piece, double y)
{
    if (piece->kind <= FLASH_ARC) return piece->y0 <= y && y < piece->y1;
    // At the apex itself the two branches cancel, so both exclude it.
    bool opens_down = piece->apex_y < piece->end_y;
    return (opens_down ? y < piece->end_y : y >= piece->end_y) && inside_apex(piece, y);
}

// Returns true if an arc crosses at x or to the right. On one side of the chord P R the chord decides; on the curve's
// side the parabola does, whose inside there is the area between chord and curve.
static bool arc_right_of(const flash_piece *k, double x, double y)
{
    int point = left_of_line(k->x0, k->y0, k->x1, k->y1, x, y);
    if (k->bulge == 0) return point >= 0;
    if (k->bulge < 0) return point >= 0 || parabola(k, x, y) <= 0;
    return point >= 0 && parabola(k, x, y) >= 0;
}

// Returns true if a branch crosses at x or to the right. The parabola's diameter through the apex halves all
// horizontal chords, so the left branch lies left of it. The diameter's rounding does not matter: points outside the
// parabola are far from it, and inside both sides give the same answer.
static bool branch_right_of(const flash_piece *k, double x, double y)
{
    double middle = k->apex_x + (y - k->apex_y) * k->lean;
    if (k->kind == FLASH_RIGHT) return x <= middle || parabola(k, x, y) <= 0;
    return x <= middle && parabola(k, x, y) >= 0;
}

// Returns true if the piece lies to the right of (x, y), or passes through it. Exact. Requires that the piece crosses
// the height y.
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

void flash_piece_range(const flash_piece *piece, double *lo, double *hi)
{
    bool branch = piece->kind > FLASH_ARC;
    *lo = *hi = branch ? piece->end_y : piece->y0;
    include(branch ? piece->apex_y - 1.0 : piece->y1, lo, hi);
    if (branch) include(piece->apex_y + 1.0, lo, hi);
}

// Returns the parameter, clamped to 0 .. 1, at which the curve has the height y. If there are two, `falling` selects
// the one at which the curve runs downward (y' > 0).
static double parameter_at(const flash_piece *k, double y, bool falling)
{
    double a = k->y0 - 2.0 * k->cy + k->y1, b = k->cy - k->y0, c = k->y0 - y;
    double root = b * b - a * c;
    root = root > 0.0 ? sqrt(root) : 0.0;
    // a t^2 + 2 b t + c = 0; the sign of y' = 2 (b + a t) = +-2 root distinguishes the two.
    double slope = falling ? root : -root;
    double sum = b + slope;
    double t = (b < 0.0) == (slope < 0.0) ? (sum != 0.0 ? -c / sum : 0.0) : (slope - b) / a;
    if (!(t > 0.0)) return 0.0;
    return t < 1.0 ? t : 1.0;
}

void flash_piece_reach(const flash_piece *k, double y0, double y1, double *lo, double *hi)
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
        // The part of the curve between the parameters s and t is in the hull of its control points. With p(t) = p0 +
        // 2 b t + a t^2 these are p(s), p(t), and p0 + (s + t) b + s t a.
        double ax = k->x0 - 2.0 * k->cx + k->x1, bx = k->cx - k->x0;
        bool   falls = k->kind == FLASH_ARC || k->winding > 0;
        double s = parameter_at(k, y0, falls), t = parameter_at(k, y1, falls);
        include(k->x0 + s * (2.0 * bx + s * ax), lo, hi);
        include(k->x0 + t * (2.0 * bx + t * ax), lo, hi);
        include(k->x0 + (s + t) * bx + s * t * ax, lo, hi);
    }
    // A twip, and more than the rounding errors.
    double slack = 1.0 + 0x1p-40 * (fabs(*lo) + fabs(*hi));
    *lo -= slack;
    *hi += slack;
}
