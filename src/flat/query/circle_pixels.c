// A circle that moves over the pixels of a posed sprite: when it first touches a rectangle of pixels ("square"), and
// where. posed_pixels.h has the method. In the formulas p is a corner of the square relative to the circle's center, d
// is the motion, e the direction of a side of the square (one pixel of it in the world), and r the radius.
//
// Each polynomial has a family of functions: X_error bounds its error in double, exact_X is its exact sum, X_value
// returns it within 0.6 units in the last place, and X_sign its exact sign.
#include "flat/query/posed_pixels.h"

#include "base/exact.h"
#include "base/float.h"

#include <math.h>

// Of the absolute values of a formula's terms: the rounding of the formula in double, beside what the errors of p
// cause. At most eight operations follow each other.
#define CIRCLE_ROUNDING (8.0 * DOUBLE_ROUNDING)

// cast_touch.kind of a circle. cast_touch.index is then a side (SIDE_TOP and so on), or a corner
// (circle_pixels_corner).
enum
{
    KIND_SIDE = 0,
    KIND_CORNER = 1
};

// Returns corner i of a square, in pixels: bit 0 of i is set on the right, bit 1 at the bottom.
static rim_pixel circle_pixels_corner(rim_rect square, int i)
{
    return (rim_pixel){ .x = i & 1 ? square.x1 : square.x0, .y = i & 2 ? square.y1 : square.y0 };
}

// p: corner (x, y) of the pixel grid relative to the circle's center, in the world, at a whole time (-1, 0 or 1). The
// center is at  circle.center + time * delta  then.
typedef struct circle_pixels_position
{
    int        x, y, time;
    double     px, py;     // rounded
    bool       is_refined; // the next two are computed
    exact_pair pair_x; // px and py as pairs of doubles, rounded to 2^-46 of the error of px and py
    exact_pair pair_y;
} circle_pixels_position;

// Returns corner (x, y) of the pixel grid relative to the circle's center at a whole time, with an error of at most
// c->error in each coordinate.
static circle_pixels_position position_of(const circle_pixels *c, int x, int y, int time)
{
    circle_pixels_position p;
    double                 wx, wy;
    posed_pixels_corner(c->shape.grid, x, y, &wx, &wy);
    p.x = x;
    p.y = y;
    p.time = time;
    p.is_refined = false;
    p.px = wx - c->circle.center.x - time * (double)c->delta.x;
    p.py = wy - c->circle.center.y - time * (double)c->delta.y;
    return p;
}

// Computes the coordinates of p without rounding. The sums need not be set before.
static void exact_position(const circle_pixels *c, const circle_pixels_position *p, exact_sum *px,
                           exact_sum *py)
{
    exact_list corner_x, corner_y;
    exact_list_clear(&corner_x);
    exact_list_clear(&corner_y);
    posed_pixels_add_corner(c->shape.grid, p->x, p->y, &corner_x, &corner_y);

    exact_sum_clear(px);
    exact_sum_add_list(px, &corner_x, 1.0);
    exact_sum_add(px, -(double)c->circle.center.x);
    exact_sum_add(px, -p->time * (double)c->delta.x);

    exact_sum_clear(py);
    exact_sum_add_list(py, &corner_y, 1.0);
    exact_sum_add(py, -(double)c->circle.center.y);
    exact_sum_add(py, -p->time * (double)c->delta.y);
}

// Computes p as pairs of doubles, unless that is done: the corner M ((x, y) - anchor) + translation, minus the center,
// minus time * delta. Each term is a product of two floats, or of a float and a small integer, and so exact.
static void refine_position(const circle_pixels *c, circle_pixels_position *p)
{
    if (p->is_refined) return;
    const posed_pixels *g = c->shape.grid;
    rim_xform2          m = g->pose;
    rim_vec2            center = c->circle.center;
    double              x = p->x, y = p->y, ax = g->anchor.x, ay = g->anchor.y, t = p->time, size;
    // clang-format off
    double terms_x[7] = { m.a * x, m.c * y, m.tx, -m.a * ax, -m.c * ay, -center.x, -t * c->delta.x };
    double terms_y[7] = { m.b * x, m.d * y, m.ty, -m.b * ax, -m.d * ay, -center.y, -t * c->delta.y };
    // clang-format on
    p->pair_x = exact_pair_sum(terms_x, 7, &size);
    p->pair_y = exact_pair_sum(terms_y, 7, &size);
    p->is_refined = true;
}

// Returns a - b.
static exact_pair pair_difference(exact_pair a, exact_pair b)
{
    b.head = -b.head, b.tail = -b.tail;
    return exact_pair_add(a, b);
}

// Returns true if a value, the head of a pair of doubles, is right to 0.6 units in the last place. The pair's error is
// less than 2^-46 of error_in_double, the error bound of the same formula in double, and so less than 2^-58 of such a
// value. Half a unit is the rounding to the head.
static bool is_accurate(double value, double error_in_double)
{
    return fabs(value) >= 0x1p12 * error_in_double;
}

static double circle_pixels_clamp(double x, double lo, double hi)
{
    if (x < lo) return lo;
    return x > hi ? hi : x;
}

static int circle_pixels_sign_of(double x)
{
    return (x > 0.0) - (x < 0.0);
}

// Returns start_time + elapsed, for an entry whose exact time is within the motion: 0 <= elapsed < 1. A time that
// rounding moved out of the motion, or made NaN (0 / 0), is moved back.
static double time_within(const circle_pixels *c, double elapsed)
{
    if (!(elapsed > 0.0)) elapsed = 0.0;
    if (!(elapsed < 1.0)) elapsed = DOUBLE_BEFORE_1;
    return c->shape.start_time + elapsed;
}

// --- corner: |p|^2 - r^2, negative if the corner is inside the circle ----------------------------------------

// Computes |p|^2 - r^2 exactly.
static void exact_corner(const circle_pixels *c, const circle_pixels_position *p, exact_sum *out)
{
    double    r = c->circle.radius;
    exact_sum px, py;
    exact_position(c, p, &px, &py);
    exact_sum_clear(out);
    exact_sum_add_sums(out, &px, &px, 1.0);
    exact_sum_add_sums(out, &py, &py, 1.0);
    exact_sum_add_product(out, -r, r);
}

// Returns a bound of the error of |p|^2 - r^2 in double. With an error of e = c->error in each coordinate of p, |p|^2
// has one of at most  2 e (|px| + |py| + e),  of which twice as much is taken. The rounding of the formula is less than
// 2^-50 of its terms.
static double corner_error(const circle_pixels *c, const circle_pixels_position *p)
{
    double r = c->circle.radius, square = p->px * p->px + p->py * p->py;
    return 4.0 * c->error * (fabs(p->px) + fabs(p->py) + c->error) +
           CIRCLE_ROUNDING * (square + r * r);
}

// Returns |p|^2 - r^2 with an error of at most 0.6 units in the last place.
static double circle_pixels_corner_value(const circle_pixels *c, circle_pixels_position *p)
{
    double r = c->circle.radius;
    refine_position(c, p);
    exact_pair px = p->pair_x, py = p->pair_y;
    exact_pair square = exact_pair_add(exact_pair_mul(px, px), exact_pair_mul(py, py));
    exact_pair value = pair_difference(square, (exact_pair){ r * r, 0.0 });
    if (is_accurate(value.head, corner_error(c, p))) return value.head;
    exact_sum exact;
    exact_corner(c, p, &exact);
    return exact_sum_value(&exact);
}

// Returns the exact sign of |p|^2 - r^2: negative inside the circle.
static int corner_sign(const circle_pixels *c, const circle_pixels_position *p)
{
    double r = c->circle.radius, value = p->px * p->px + p->py * p->py - r * r;
    if (fabs(value) > corner_error(c, p)) return circle_pixels_sign_of(value);
    exact_sum exact;
    exact_corner(c, p, &exact);
    return exact_sum_sign(&exact);
}

// --- dot: p . v, for a vector of floats ----------------------------------------------------------------------

// Computes p . v exactly.
static void exact_dot(const circle_pixels *c, const circle_pixels_position *p, double vx, double vy,
                      exact_sum *out)
{
    exact_sum px, py;
    exact_position(c, p, &px, &py);
    exact_sum_clear(out);
    exact_sum_add_scaled(out, px.term, px.count, vx);
    exact_sum_add_scaled(out, py.term, py.count, vy);
}

// Returns a bound of the error of p . v in double: twice what the error c->error of each coordinate of p causes, and
// 2^-50 of the terms, more than the rounding of the formula.
static double dot_error(const circle_pixels *c, const circle_pixels_position *p, double vx,
                        double vy)
{
    return 2.0 * c->error * (fabs(vx) + fabs(vy)) +
           CIRCLE_ROUNDING * (fabs(p->px * vx) + fabs(p->py * vy));
}

// Returns p . v with an error of at most 0.6 units in the last place.
static double dot_value(const circle_pixels *c, circle_pixels_position *p, double vx, double vy)
{
    refine_position(c, p);
    exact_pair px = p->pair_x, py = p->pair_y, x = { vx, 0.0 }, y = { vy, 0.0 };
    exact_pair value = exact_pair_add(exact_pair_mul(px, x), exact_pair_mul(py, y));
    if (is_accurate(value.head, dot_error(c, p, vx, vy))) return value.head;
    exact_sum exact;
    exact_dot(c, p, vx, vy, &exact);
    return exact_sum_value(&exact);
}

// Returns the exact sign of p . v.
static int dot_sign(const circle_pixels *c, const circle_pixels_position *p, double vx, double vy)
{
    double value = p->px * vx + p->py * vy;
    if (fabs(value) > dot_error(c, p, vx, vy)) return circle_pixels_sign_of(value);
    exact_sum exact;
    exact_dot(c, p, vx, vy, &exact);
    return exact_sum_sign(&exact);
}

// --- strip: (p x v)^2 - (r |v|)^2, for a vector of floats ----------------------------------------------------
//
// It is negative if the corner is inside the strip of half width r along v whose axis runs through the center.

// Computes (p x v)^2 - (r |v|)^2 exactly. Squares of floats are exact doubles.
static void exact_strip(const circle_pixels *c, const circle_pixels_position *p, double vx,
                        double vy, exact_sum *out)
{
    double    r = c->circle.radius;
    exact_sum px, py, cross;
    exact_position(c, p, &px, &py);
    exact_sum_clear(&cross);
    exact_sum_add_scaled(&cross, px.term, px.count, vy);
    exact_sum_add_scaled(&cross, py.term, py.count, -vx);
    exact_sum_clear(out);
    exact_sum_add_sums(out, &cross, &cross, 1.0);
    exact_sum_add_product(out, -(vx * vx), r * r);
    exact_sum_add_product(out, -(vy * vy), r * r);
}

// Returns a bound of the error of (p x v)^2 - (r |v|)^2 in double, with cross = p x v and limit = (r |v|)^2. If p x v
// has an error of cross_error, bounded as in dot_error, its square has one of at most  2 cross_error (|cross| +
// cross_error).
static double strip_error(const circle_pixels *c, const circle_pixels_position *p, double vx,
                          double vy, double cross, double limit)
{
    double cross_error = 2.0 * c->error * (fabs(vx) + fabs(vy)) +
                         CIRCLE_ROUNDING * (fabs(p->px * vy) + fabs(p->py * vx));
    return 2.0 * cross_error * (fabs(cross) + cross_error) +
           CIRCLE_ROUNDING * (cross * cross + limit);
}

// Returns (p x v)^2 - (r |v|)^2 with an error of at most 0.6 units in the last place.
static double strip_value(const circle_pixels *c, circle_pixels_position *p, double vx, double vy)
{
    double r = c->circle.radius;
    refine_position(c, p);
    exact_pair px = p->pair_x, py = p->pair_y, x = { vx, 0.0 }, y = { vy, 0.0 };
    exact_pair cross = pair_difference(exact_pair_mul(px, y), exact_pair_mul(py, x));
    exact_pair limit = exact_pair_mul(exact_add(vx * vx, vy * vy), (exact_pair){ r * r, 0.0 });
    exact_pair value = pair_difference(exact_pair_mul(cross, cross), limit);
    double     error = strip_error(c, p, vx, vy, cross.head, limit.head);
    if (is_accurate(value.head, error)) return value.head;
    exact_sum exact;
    exact_strip(c, p, vx, vy, &exact);
    return exact_sum_value(&exact);
}

// Returns the exact sign of (p x v)^2 - (r |v|)^2: > 0 outside the strip along v, 0 on its border, < 0 inside.
static int strip_sign(const circle_pixels *c, const circle_pixels_position *p, double vx, double vy)
{
    double r = c->circle.radius;
    double cross = p->px * vy - p->py * vx;
    double limit = r * r * (vx * vx + vy * vy);
    double value = cross * cross - limit;
    if (fabs(value) > strip_error(c, p, vx, vy, cross, limit)) return circle_pixels_sign_of(value);
    exact_sum exact;
    exact_strip(c, p, vx, vy, &exact);
    return exact_sum_sign(&exact);
}

// --- the entry into the disc about a corner -------------------------------------------------------------------

// A factor that is larger than the roundings of a few products and roots.
#define SLIGHTLY_MORE (1.0 + 0x1p-48)

// Returns true if the center certainly enters the disc about corner p no earlier than `before`, or never. Requires p at
// the start of the motion, and c->length > 0. With t counted from the start, the entry is at
//
//      t |d|^2  =  p.d - sqrt((r |d|)^2 - (p x d)^2)  >=  p.d - r |d|.
//
// The bound on the right needs no root and is tested first. Both sides of the inequality are rounded down, and the
// limit that they are compared with is rounded up.
static bool corner_is_late(const circle_pixels *c, const circle_pixels_position *p, double before)
{
    double dx = c->delta.x, dy = c->delta.y, r = c->circle.radius, d2 = c->length * c->length;
    double least_dot = p->px * dx + p->py * dy - dot_error(c, p, dx, dy);
    double limit = (before - c->shape.start_time) * d2 * SLIGHTLY_MORE;
    if (least_dot - r * c->length * SLIGHTLY_MORE >= limit) return true;

    double cross = p->px * dy - p->py * dx;
    double radicand = r * r * d2 - cross * cross;
    if (!(radicand > 0.0)) radicand = 0.0;
    double most_radicand = radicand + strip_error(c, p, dx, dy, cross, r * r * d2);
    return least_dot - sqrt(most_radicand) * SLIGHTLY_MORE >= limit;
}

// Stores in *t the time at which the center enters the open disc about corner (x, y) of the pixel grid. Returns false
// if the center does not enter during the motion, or not before `before`. A center that is inside at the start does not
// enter. With p at the start of the motion, the time from there is the lesser root of
//
//      |p|^2 - 2 t p.d + t^2 |d|^2 = r^2,    t = (|p|^2 - r^2) / (p.d + sqrt((r |d|)^2 - (p x d)^2)).
//
// This form of the root has no difference of rounded numbers.
static bool corner_entry(const circle_pixels *c, int x, int y, double before, double *t)
{
    double dx = c->delta.x, dy = c->delta.y;
    int    start_time = c->shape.start_time;

    // The center must move towards the corner (p.d > 0), from outside of the disc, on a line that passes through it.
    // The test for a late entry only saves time. If `before` is the end of the motion, the test of the end below does
    // the same.
    circle_pixels_position start = position_of(c, x, y, start_time);
    if (dot_sign(c, &start, dx, dy) <= 0) return false;
    if (before < start_time + 1 && corner_is_late(c, &start, before)) return false;
    if (strip_sign(c, &start, dx, dy) >= 0 || corner_sign(c, &start) < 0) return false;

    // At the end the center must be inside, or past the point of its line nearest to the corner (p.d < 0).
    circle_pixels_position end = position_of(c, x, y, start_time + 1);
    if (corner_sign(c, &end) >= 0 && dot_sign(c, &end, dx, dy) >= 0) return false;

    double root = sqrt(-strip_value(c, &start, dx, dy));
    double numerator = circle_pixels_corner_value(c, &start);
    *t = time_within(c, numerator / (dot_value(c, &start, dx, dy) + root));
    return *t < before;
}

// --- a side --------------------------------------------------------------------------------------------------

// The sides of a square, in the order of circle_pixels_side_of.
enum
{
    SIDE_TOP,
    SIDE_BOTTOM,
    SIDE_LEFT,
    SIDE_RIGHT
};

// A side of a square.
typedef struct circle_pixels_side
{
    int    x0, y0; // its first corner, in pixels
    int    x1, y1; // its second corner
    int    length; // in pixels
    double ex, ey; // e: the vector of one pixel along it in the world, a column of the pose
    double size;   // |e|, rounded
    double out;    // the sign of e x v for vectors v that point outward
} circle_pixels_side;

// Returns side i of a rectangle of pixels.
static circle_pixels_side circle_pixels_side_of(const circle_pixels *c, rim_rect square, int i)
{
    const rim_xform2  *m = &c->shape.grid->pose;
    circle_pixels_side s;
    if (i == SIDE_TOP || i == SIDE_BOTTOM)
    {
        s.x0 = square.x0, s.x1 = square.x1;
        s.y0 = s.y1 = i == SIDE_TOP ? square.y0 : square.y1;
        s.length = square.x1 - square.x0;
        s.ex = m->a, s.ey = m->b;
        s.size = c->size[0];
    }
    else
    {
        s.x0 = s.x1 = i == SIDE_LEFT ? square.x0 : square.x1;
        s.y0 = square.y0, s.y1 = square.y1;
        s.length = square.y1 - square.y0;
        s.ex = m->c, s.ey = m->d;
        s.size = c->size[1];
    }
    // With the columns X and Y of the pose, X x Y has the sign det_sign. Outward is Y at the bottom, -Y at the top, -X
    // at the left and X at the right.
    double det_sign = c->shape.grid->det_sign;
    s.out = i == SIDE_BOTTOM || i == SIDE_LEFT ? det_sign : -det_sign;
    return s;
}

// --- height: out * e x (center - corner), the center's distance outward from the side's line, times |e| -------

// Returns the height, rounded. Here and in the next functions p is a corner of side e relative to the center, so the
// height is -out * e x p.
static double height_of(const circle_pixels_side *e, const circle_pixels_position *p)
{
    return e->out * (e->ey * p->px - e->ex * p->py);
}

// Returns a bound of the error of height_of.
static double height_error(const circle_pixels *c, const circle_pixels_side *e,
                           const circle_pixels_position *p)
{
    return 2.0 * c->error * (fabs(e->ex) + fabs(e->ey)) +
           CIRCLE_ROUNDING * (fabs(e->ex * p->py) + fabs(e->ey * p->px));
}

// Computes the height exactly.
static void exact_height(const circle_pixels *c, const circle_pixels_side *e,
                         const circle_pixels_position *p, exact_sum *out)
{
    exact_sum px, py;
    exact_position(c, p, &px, &py);
    exact_sum_clear(out);
    exact_sum_add_scaled(out, px.term, px.count, e->out * e->ey);
    exact_sum_add_scaled(out, py.term, py.count, -e->out * e->ex);
}

// Returns the exact sign of the height: 1 if the center lies outward of the side's line.
static int circle_pixels_height_sign(const circle_pixels *c, const circle_pixels_side *e,
                                     const circle_pixels_position *p)
{
    double h = height_of(e, p);
    if (fabs(h) > height_error(c, e, p)) return circle_pixels_sign_of(h);
    exact_sum exact;
    exact_height(c, e, p, &exact);
    return exact_sum_sign(&exact);
}

// Returns the exact sign of the center's distance outward from the side's line minus r: -1 if the center is inward of
// the line. Otherwise the sign is that of  height^2 - (r |e|)^2 = (p x e)^2 - (r |e|)^2.
static int beyond_sign(const circle_pixels *c, const circle_pixels_side *e,
                       const circle_pixels_position *p)
{
    if (circle_pixels_height_sign(c, e, p) < 0) return -1;
    return strip_sign(c, p, e->ex, e->ey);
}

// --- the entry through a side ---------------------------------------------------------------------------------

// Returns the exact sign of  A - B,  with  A = out (p x d) |e|  and  B = r (d.e),  for r > 0. If the signs of A and B
// differ, they decide. If both have the sign s, the result is s times the sign of
//
//      A^2 - B^2  =  (p x d)^2 |e|^2 - r^2 (d.e)^2.
static int exact_foot_sign(const circle_pixels *c, const circle_pixels_side *e,
                           const circle_pixels_position *p)
{
    double    dx = c->delta.x, dy = c->delta.y, r = c->circle.radius;
    exact_sum px, py, cross;
    exact_position(c, p, &px, &py);
    exact_sum_clear(&cross);
    exact_sum_add_scaled(&cross, px.term, px.count, e->out * dy);
    exact_sum_add_scaled(&cross, py.term, py.count, -e->out * dx);
    int cross_sign = exact_sum_sign(&cross);
    int along_sign = circle_pixels_sign_of(dx * e->ex + dy * e->ey); // rounded once, so exact
    if (cross_sign != along_sign) return cross_sign > along_sign ? 1 : -1;

    exact_sum cross2, length2;
    exact_sum_clear(&cross2);
    exact_sum_add_sums(&cross2, &cross, &cross, 1.0);
    exact_sum_clear(&length2);
    exact_sum_add(&length2, e->ex * e->ex);
    exact_sum_add(&length2, e->ey * e->ey);

    exact_sum dot, dot2;
    exact_sum_clear(&dot);
    exact_sum_add(&dot, dx * e->ex);
    exact_sum_add(&dot, dy * e->ey);
    exact_sum_clear(&dot2);
    exact_sum_add_sums(&dot2, &dot, &dot, 1.0);

    exact_sum difference;
    exact_sum_clear(&difference);
    exact_sum_add_sums(&difference, &cross2, &length2, 1.0);
    exact_sum_add_scaled(&difference, dot2.term, dot2.count, -r * r);
    return cross_sign * exact_sum_sign(&difference);
}

// Returns where, along the side, the center crosses the side's line moved out by r: 1 if beyond a corner in the
// direction of e, -1 if before it, 0 if level with it. p is that corner relative to the center, at any time. Requires a
// center that moves inward, with speed s = -out (e x d) > 0.
//
// Time t after that of p, the center is at t d - p from the corner. Its height is  h - t s  with  h = -out (e x p),  so
// it crosses at t = (h - r |e|) / s. There, s times its coordinate along e is
//
//      s e.(t d - p)  =  (h - r |e|) (e.d) - s (e.p)
//                     =  out ((e x d) (e.p) - (e x p) (e.d)) - r |e| (e.d)
//                     =  |e| (out (p x d) |e| - r (d.e)),
//
// because  (e x d) (e.p) - (e x p) (e.d) = |e|^2 (p x d).  The result is the sign of the last parenthesis.
static int foot_sign(const circle_pixels *c, const circle_pixels_side *e,
                     const circle_pixels_position *p)
{
    double dx = c->delta.x, dy = c->delta.y, r = c->circle.radius;
    double dot = dx * e->ex + dy * e->ey;
    double cross = e->out * (p->px * dy - p->py * dx);
    double value = cross * e->size - r * dot;
    double cross_error = 2.0 * c->error * (fabs(dx) + fabs(dy)) +
                         CIRCLE_ROUNDING * (fabs(p->px * dy) + fabs(p->py * dx));
    double error =
        cross_error * e->size + CIRCLE_ROUNDING * r * (fabs(dx * e->ex) + fabs(dy * e->ey));
    if (fabs(value) > 2.0 * error) return circle_pixels_sign_of(value);
    return exact_foot_sign(c, e, p);
}

// Stores in *t the time at which the center enters the rectangle between side i of a square and this side moved out by
// r, through the moved side. Returns false if it does not enter there during the motion, or not before `before`. With
// the height h at the start, and the speed s at which the height falls, the time from the start is (h - r |e|) / s.
// This form of it has no difference of rounded numbers:
//
//      t = (h^2 - (r |e|)^2) / ((h + r |e|) s).
static bool side_entry(const circle_pixels *c, rim_rect square, int i, double before, double *t)
{
    circle_pixels_side e = circle_pixels_side_of(c, square, i);
    double             dx = c->delta.x, dy = c->delta.y;
    double             speed = -e.out * (e.ex * dy - e.ey * dx);
    int                start_time = c->shape.start_time;
    if (!(speed > 0.0)) return false;

    // A lower bound of the time, in double.
    circle_pixels_position start = position_of(c, e.x0, e.y0, start_time);
    double                 radius_height = c->circle.radius * e.size; // r |e|
    double                 least_height = height_of(&e, &start) - height_error(c, &e, &start);
    double                 limit = (before - start_time) * speed * SLIGHTLY_MORE;
    if (least_height - radius_height * SLIGHTLY_MORE >= limit) return false;

    // The center must be outward of the moved line at the start, and not at the end.
    if (beyond_sign(c, &e, &start) < 0) return false;
    circle_pixels_position end = position_of(c, e.x0, e.y0, start_time + 1);
    if (beyond_sign(c, &e, &end) >= 0) return false;

    // It must cross the moved line between the perpendiculars at the side's two corners.
    circle_pixels_position start_to_second = position_of(c, e.x1, e.y1, start_time);
    if (foot_sign(c, &e, &start) <= 0 || foot_sign(c, &e, &start_to_second) >= 0) return false;

    // height_of, as an accurate dot product of p, and h^2 - (r |e|)^2.
    double height = dot_value(c, &start, e.out * e.ey, -e.out * e.ex);
    double difference_of_squares = strip_value(c, &start, e.ex, e.ey);
    *t = time_within(c, difference_of_squares / ((height + radius_height) * speed));
    return *t < before;
}

// --- squares -------------------------------------------------------------------------------------------------

// Stores in *earliest a time before which the circle does not touch the square. The circle's image in the sprite's
// pixels is an ellipse, and before that time the box around the ellipse does not reach the square. Returns false if the
// box never does.
static bool circle_span(const cast_shape *shape, rim_rect square, double *earliest)
{
    const circle_pixels *c = (const circle_pixels *)shape;
    double               t0 = shape->start_time, t1 = shape->start_time + 1.0;
    if (!cast_span_box(shape, square, c->middle, c->middle, c->half, &t0, &t1)) return false;
    *earliest = t0;
    return t0 <= t1;
}

// Returns lo if u is certainly less than lo, hi if u is certainly greater than hi, otherwise NaN. `error` bounds the
// error of u.
static double bound_beyond(double u, double lo, double hi, double error)
{
    if (u < lo - error) return lo;
    return u > hi + error ? hi : NAN;
}

// Returns true if the circle at rest certainly shares no area with the square: in the sprite's pixels, the point of the
// square nearest to the center is farther from the center than the radius. Returns false if the circle is no disc
// there.
static bool is_apart_at_rest(const circle_pixels *c, rim_rect square)
{
    double x = c->middle[0], y = c->middle[1];
    double nearest_x = circle_pixels_clamp(x, square.x0, square.x1);
    double nearest_y = circle_pixels_clamp(y, square.y0, square.y1);
    double dx = x - nearest_x, dy = y - nearest_y, r = c->shape.disc_radius;
    return c->shape.is_disc && dx * dx + dy * dy > r * r * SLIGHTLY_MORE;
}

// Returns true if the center certainly enters the disc about a corner of the square, given in pixels, no earlier than
// `before`, or never. This is corner_is_late in the sprite's pixels, relative to time 0: the entry is at
//
//      t |v|^2  =  p.v - sqrt((r |v|)^2 - (p x v)^2),
//
// with v the speed in columns and rows. `before` may be negative, so a number is added to round it up; times are at
// most 1.
static bool pixel_corner_is_late(const circle_pixels *c, double corner_x, double corner_y,
                                 double before)
{
    double vx = c->shape.pixel_speed[0], vy = c->shape.pixel_speed[1], v2 = vx * vx + vy * vy;
    double px = corner_x - c->middle[0], py = corner_y - c->middle[1], r = c->pixel_radius;
    if (!(v2 > 0x1p-600)) return false; // smaller squares may have lost digits by underflow

    double position_error = c->pixel_error * (fabs(vx) + fabs(vy));
    double cross = px * vy - py * vx;
    double cross_error = position_error + CIRCLE_ROUNDING * (fabs(px * vy) + fabs(py * vx));
    double radicand = r * r * v2 - cross * cross;
    double error = 2.0 * cross_error * (fabs(cross) + cross_error) +
                   CIRCLE_ROUNDING * (cross * cross + r * r * v2);
    if (radicand + error < 0.0) return true;

    double dot_error = position_error + CIRCLE_ROUNDING * (fabs(px * vx) + fabs(py * vy));
    double least_dot = px * vx + py * vy - dot_error;
    double limit = (before + 0x1p-48) * v2;
    return least_dot - sqrt(radicand + error) * SLIGHTLY_MORE >= limit;
}

// Returns true if the moving circle certainly touches the square no earlier than `before`, or never. Most squares are
// rejected here, in double, and only the rest is decided exactly.
//
// The circle touches when its center enters the square grown by the radius, whose corners are round. The box of the
// grown square is entered first, at time t. Where that happens beside a side of the square, it is the touch. Where it
// happens beyond a corner, the center then enters the disc about this corner, or it leaves the box again without a
// touch: the way from there to beside a side leads through the disc.
static bool is_late(const circle_pixels *c, rim_rect square, double before)
{
    double t;
    if (!circle_span(&c->shape, square, &t) || t >= before) return true;
    if (!c->shape.is_disc) return false;
    double x = c->middle[0] + t * c->shape.pixel_speed[0];
    double y = c->middle[1] + t * c->shape.pixel_speed[1];
    double corner_x = bound_beyond(x, square.x0, square.x1, 2.0 * c->pixel_error);
    double corner_y = bound_beyond(y, square.y0, square.y1, 2.0 * c->pixel_error);
    bool   is_beyond_corner = corner_x == corner_x && corner_y == corner_y; // neither is NaN
    return is_beyond_corner && pixel_corner_is_late(c, corner_x, corner_y, before);
}

// Returns true if the disc at time 0 shares area with the square: the center is inside of all four sides' lines, or
// nearer than r to a corner, or nearer than r to a side with the foot of the perpendicular between the side's ends.
static bool circle_pixels_overlaps(const circle_pixels *c, rim_rect square)
{
    bool center_is_inside = true;
    for (int i = 0; i < 4; i++)
    {
        circle_pixels_side     e = circle_pixels_side_of(c, square, i);
        circle_pixels_position corner0 = position_of(c, e.x0, e.y0, 0);
        circle_pixels_position corner1 = position_of(c, e.x1, e.y1, 0);
        if (corner_sign(c, &corner0) < 0 || corner_sign(c, &corner1) < 0) return true;
        if (circle_pixels_height_sign(c, &e, &corner0) >= 0) center_is_inside = false;
        bool is_near_line = strip_sign(c, &corner0, e.ex, e.ey) < 0;
        if (is_near_line && dot_sign(c, &corner0, e.ex, e.ey) < 0 &&
            dot_sign(c, &corner1, e.ex, e.ey) > 0)
            return true;
    }
    return center_is_inside;
}

// Replaces *touch by the first touch of the moving circle with a rectangle of pixels, and returns true, if it is
// earlier than touch->t. The touch is with one of the four sides, moved outward by the radius, or with the disc about
// one of the four corners. A circle at rest touches the rectangles that it overlaps, at start_time; then kind and index
// are not set.
static bool circle_touch(const cast_shape *shape, rim_rect square, cast_touch *touch)
{
    const circle_pixels *c = (const circle_pixels *)shape;
    if (c->delta.x == 0.0f && c->delta.y == 0.0f)
    {
        if (touch->t <= shape->start_time || is_apart_at_rest(c, square)) return false;
        if (!circle_pixels_overlaps(c, square)) return false;
        touch->hit = true;
        touch->t = shape->start_time;
        touch->square = square;
        return true;
    }
    if (is_late(c, square, touch->t)) return false;
    bool   found = false;
    double t;
    for (int i = 0; i < 4; i++)
    {
        if (!side_entry(c, square, i, touch->t, &t)) continue;
        found = true;
        *touch =
            (cast_touch){ .hit = true, .t = t, .square = square, .kind = KIND_SIDE, .index = i };
    }
    for (int i = 0; i < 4; i++)
    {
        rim_pixel corner = circle_pixels_corner(square, i);
        if (!corner_entry(c, corner.x, corner.y, touch->t, &t)) continue;
        found = true;
        *touch =
            (cast_touch){ .hit = true, .t = t, .square = square, .kind = KIND_CORNER, .index = i };
    }
    return found;
}

// Returns the larger one of |x| and |y|.
static double circle_pixels_largest(rim_vec2 v)
{
    double x = fabs((double)v.x), y = fabs((double)v.y);
    return x > y ? x : y;
}

// Prepares a circle that moves by delta for tests against posed pixels, during the time start_time .. start_time + 1.
void circle_pixels_init(circle_pixels *c, const posed_pixels *g, rim_circle2 circle, rim_vec2 delta,
                        int start_time)
{
    *c = (circle_pixels){ .circle = circle, .delta = delta };
    c->shape.grid = g;
    c->shape.start_time = start_time;
    c->shape.span = circle_span;
    c->shape.touch = circle_touch;
    double reach = g->reach + circle_pixels_largest(circle.center) + circle_pixels_largest(delta);
    // A corner's error is 2^-50 of its reach (POSED_CORNER_ERROR). Two differences and a product round once each.
    c->error = 0x1p-49 * reach;
    c->length = sqrt((double)delta.x * delta.x + (double)delta.y * delta.y);
    c->pixel_error = 0.0;
    for (int i = 0; i < 2; i++)
    {
        double k = g->row_k[i], l = g->row_l[i];
        c->middle[i] = posed_pixels_axis(g, i, circle.center.x, circle.center.y);
        // A row of the adjugate is as long as the other column of the matrix. A circle's image reaches r |(k, l)| /
        // |det| to both sides.
        c->size[1 - i] = sqrt(k * k + l * l);
        double error = posed_pixels_axis_error(g, i, reach);
        c->half[i] = circle.radius * c->size[1 - i] / g->det * SLIGHTLY_MORE + error;
        c->speed[i] = posed_pixels_axis_speed(g, i, delta);
        cast_set_motion(&c->shape, i, c->middle[i], c->middle[i], c->half[i], c->speed[i]);
        // The center's position has this error, and a time that slab_clip widened moves it by the second term. Their
        // sum over both axes, four times, is ample.
        c->pixel_error += 4.0 * (error + SLAB_WIDENING * fabs(c->shape.pixel_speed[i]));
    }
    // The circle is a disc in pixels if the columns X and Y of the pose have one length and X . Y = 0. Then |X|^2 is
    // |det|, so the radius in pixels, r / |X|, is r |X| / |det|.
    c->pixel_radius = circle.radius * c->size[0] / g->det * SLIGHTLY_MORE;
    rim_xform2 m = g->pose;
    c->shape.is_disc = c->size[0] == c->size[1] && (double)m.a * m.c + (double)m.b * m.d == 0.0;
    c->shape.disc_radius = c->pixel_radius + 2.0 * c->pixel_error;
    for (int i = 0; i < 2; i++)
    {
        // passed_lo and passed_hi include half[i] and more on each side.
        c->shape.center_lo[i] = c->shape.passed_lo[i] + c->half[i] - c->pixel_error;
        c->shape.center_hi[i] = c->shape.passed_hi[i] - c->half[i] + c->pixel_error;
    }
    for (int i = 0; i < 2; i++) c->shape.center_start[i] = c->middle[i];
}

// --- where ---------------------------------------------------------------------------------------------------

// Computes the point of a touch in motion, in the world, and the unit normal there, which points out of the pixels. On
// a side the point is the foot of the perpendicular from the center, with the side's normal. At a corner the normal
// points to the center, or against the motion if the center is at the corner.
void circle_pixels_place(const circle_pixels *c, const cast_touch *touch, double point[2],
                         rim_vec2 *normal)
{
    double   center_x = c->circle.center.x + touch->t * c->delta.x;
    double   center_y = c->circle.center.y + touch->t * c->delta.y;
    rim_rect square = touch->square;
    double   nx, ny;
    if (touch->kind == KIND_SIDE)
    {
        circle_pixels_side e = circle_pixels_side_of(c, square, touch->index);
        nx = -e.out * e.ey;
        ny = e.out * e.ex;
        double e_length = sqrt(nx * nx + ny * ny), x, y;
        posed_pixels_corner(c->shape.grid, e.x0, e.y0, &x, &y);
        double foot = ((center_x - x) * e.ex + (center_y - y) * e.ey) / (e_length * e_length);
        if (foot < 0.0) foot = 0.0;
        if (foot > e.length) foot = e.length;
        point[0] = x + foot * e.ex;
        point[1] = y + foot * e.ey;
    }
    else
    {
        rim_pixel corner = circle_pixels_corner(square, touch->index);
        posed_pixels_corner(c->shape.grid, corner.x, corner.y, &point[0], &point[1]);
        nx = center_x - point[0];
        ny = center_y - point[1];
    }
    double length = sqrt(nx * nx + ny * ny);
    if (length > 0.0)
        *normal = rim_vec2_make((float)(nx / length), (float)(ny / length));
    else
        *normal = rim_vec2_normalize(vec2_negate(c->delta));
}

// Computes the point of a rectangle of pixels that is nearest to the circle's center, measured in pixels. If the two
// overlap, it usually is inside the circle as well; only a pose that is not similar can make it lie outside.
void circle_pixels_common(const circle_pixels *c, rim_rect square, double point[2])
{
    double u = circle_pixels_clamp(c->middle[0], square.x0, square.x1);
    double v = circle_pixels_clamp(c->middle[1], square.y0, square.y1);
    posed_pixels_corner(c->shape.grid, u, v, &point[0], &point[1]);
}

// Reduces *t0 .. *t1, fractions of the segment between two points in the world, to the part inside the circle at rest:
// between the roots of |p + t d|^2 = r^2, with p the segment's start relative to the center and d the segment,
//
//      t |d|^2  =  -p.d -+ sqrt((r |d|)^2 - (p x d)^2).
//
// If nothing is left, *t1 is less than *t0. Of a segment without length nothing is left.
void circle_pixels_cut(const circle_pixels *c, const double from[2], const double to[2], double *t0,
                       double *t1)
{
    double px = from[0] - c->circle.center.x, py = from[1] - c->circle.center.y;
    double dx = to[0] - from[0], dy = to[1] - from[1], r = c->circle.radius;
    double d2 = dx * dx + dy * dy, along = px * dx + py * dy, cross = px * dy - py * dx;
    double radicand = r * r * d2 - cross * cross;
    if (!(radicand > 0.0))
    {
        *t1 = -1.0;
        return;
    }
    double root = sqrt(radicand);
    double enter = (-along - root) / d2, leave = (-along + root) / d2;
    *t0 = enter > *t0 ? enter : *t0;
    *t1 = leave < *t1 ? leave : *t1;
}
