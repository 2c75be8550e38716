// A circle that moves over the pixels of a posed sprite: when it first touches a rectangle of pixels ("square"), and where.
// posed_pixels.h has the method. p is a corner of the square relative to the circle's center, at a whole time `at`; d is the
// motion, e the side of a square.
#include "flat/query/posed_pixels.h"

#include "base/exact.h"
#include "base/float.h"

#include <math.h>

// The feature of the square that is touched: sides 0 .. 3, corners 0 .. 3.
enum
{
    KIND_SIDE = 0,
    KIND_CORNER = 1
};

// The vector from the center at time `at` to a corner of the pixels.
typedef struct circle_pixels_position
{
    int        x, y, at;
    double     px, py;  // rounded
    bool       is_long; // the next two are computed
    exact_pair long_x;  // px and py as pairs of doubles, rounded to 2^-46 of the error of px and py
    exact_pair long_y;
} circle_pixels_position;

// Returns corner (x, y) of the pixel grid relative to the circle's center at time `at` (a whole number), rounded.
static circle_pixels_position spot_at(const circle_pixels *c, int x, int y, int at)
{
    circle_pixels_position s;
    double                 wx, wy;
    posed_pixels_corner(c->shape.grid, x, y, &wx, &wy);
    s.x = x, s.y = y, s.at = at;
    s.is_long = false;
    s.px = wx - c->circle.center.x - at * (double)c->delta.x;
    s.py = wy - c->circle.center.y - at * (double)c->delta.y;
    return s;
}

// Computes the position of a corner relative to the center without rounding.
static void exact_spot(const circle_pixels *c, const circle_pixels_position *s, exact_sum *px,
                       exact_sum *py)
{
    exact_list x, y;
    exact_list_clear(&x), exact_list_clear(&y);
    exact_sum_clear(px), exact_sum_clear(py);
    posed_pixels_add_corner(c->shape.grid, s->x, s->y, &x, &y);
    exact_sum_add_list(px, &x, 1.0), exact_sum_add_list(py, &y, 1.0);
    exact_sum_add(px, -(double)c->circle.center.x), exact_sum_add(px, -s->at * (double)c->delta.x);
    exact_sum_add(py, -(double)c->circle.center.y), exact_sum_add(py, -s->at * (double)c->delta.y);
}

// Computes the position of a corner relative to the center as pairs of doubles, if it is not known yet.
static void make_long(const circle_pixels *c, circle_pixels_position *s)
{
    if (s->is_long) return;
    const posed_pixels *g = c->shape.grid;
    rim_xform2          m = g->pose;
    double              x = s->x, y = s->y, ax = g->anchor.x, ay = g->anchor.y, at = s->at, size;
    double terms_x[7] = { m.a * x,         m.c * y, m.tx, -m.a * ax, -m.c * ay, -c->circle.center.x,
                          -at * c->delta.x };
    double terms_y[7] = { m.b * x,         m.d * y, m.ty, -m.b * ax, -m.d * ay, -c->circle.center.y,
                          -at * c->delta.y };
    s->long_x = exact_pair_sum(terms_x, 7, &size);
    s->long_y = exact_pair_sum(terms_y, 7, &size);
    s->is_long = true;
}

// Returns a - b.
static exact_pair long_difference(exact_pair a, exact_pair b)
{
    b.head = -b.head, b.tail = -b.tail;
    return exact_pair_add(a, b);
}

// Returns true if a value, computed with pairs of doubles, is right to half a unit in the last place. Its error is less
// than 2^-44 of the error bound of the same formula in double.
static bool is_right(double value, double error_in_double)
{
    return fabs(value) >= 0x1p12 * error_in_double;
}

static int circle_pixels_sign_of(double x)
{
    return (x > 0.0) - (x < 0.0);
}

// Returns the time of an entry that is exactly within from .. from + 1, so that rounding does not move it before the
// beginning or to the end.
static double time_within(const circle_pixels *c, double tau)
{
    return c->shape.from + (tau > 0.0 ? (tau < 1.0 ? tau : 1.0 - 0x1p-53) : 0.0);
}

// --- a corner ----------------------------------------------------------------------------------------------

// Computes |p|^2 - r^2 exactly.
static void exact_corner(const circle_pixels *c, const circle_pixels_position *s, exact_sum *out)
{
    double    r = c->circle.radius;
    exact_sum px, py;
    exact_spot(c, s, &px, &py);
    exact_sum_clear(out);
    exact_sum_add_sums(out, &px, &px, 1.0);
    exact_sum_add_sums(out, &py, &py, 1.0);
    exact_sum_add_product(out, -r, r);
}

// Returns a bound of the error of |p|^2 - r^2 in double.
static double corner_error(const circle_pixels *c, const circle_pixels_position *s)
{
    double r = c->circle.radius, square = s->px * s->px + s->py * s->py;
    return 4.0 * c->error * (fabs(s->px) + fabs(s->py) + c->error) + 0x1p-50 * (square + r * r);
}

// Returns |p|^2 - r^2 with an error of at most 0.6 units in the last place.
static double circle_pixels_corner_value(const circle_pixels *c, circle_pixels_position *s)
{
    double r = c->circle.radius;
    make_long(c, s);
    exact_pair px = s->long_x, py = s->long_y;
    exact_pair square = exact_pair_add(exact_pair_mul(px, px), exact_pair_mul(py, py));
    exact_pair value = long_difference(square, (exact_pair){ r * r, 0.0 });
    if (is_right(value.head, corner_error(c, s))) return value.head;
    exact_sum e;
    exact_corner(c, s, &e);
    return exact_sum_value(&e);
}

// Returns the sign of |p|^2 - r^2, with p the corner relative to the center: negative inside the circle. Exact.
static int corner_sign(const circle_pixels *c, const circle_pixels_position *s)
{
    double r = c->circle.radius, value = s->px * s->px + s->py * s->py - r * r;
    if (fabs(value) > corner_error(c, s)) return circle_pixels_sign_of(value);
    exact_sum e;
    exact_corner(c, s, &e);
    return exact_sum_sign(&e);
}

// Computes p . v exactly, for a vector of floats.
static void exact_dot(const circle_pixels *c, const circle_pixels_position *s, double vx, double vy,
                      exact_sum *out)
{
    exact_sum px, py;
    exact_spot(c, s, &px, &py);
    exact_sum_clear(out);
    exact_sum_add_scaled(out, px.term, px.count, vx);
    exact_sum_add_scaled(out, py.term, py.count, vy);
}

// Returns a bound of the error of p . v in double.
static double dot_error(const circle_pixels *c, const circle_pixels_position *s, double vx,
                        double vy)
{
    return 2.0 * c->error * (fabs(vx) + fabs(vy)) + 0x1p-50 * (fabs(s->px * vx) + fabs(s->py * vy));
}

// Returns p . v with an error of at most 0.6 units in the last place.
static double dot_value(const circle_pixels *c, circle_pixels_position *s, double vx, double vy)
{
    make_long(c, s);
    exact_pair px = s->long_x, py = s->long_y, x = { vx, 0.0 }, y = { vy, 0.0 };
    exact_pair value = exact_pair_add(exact_pair_mul(px, x), exact_pair_mul(py, y));
    if (is_right(value.head, dot_error(c, s, vx, vy))) return value.head;
    exact_sum e;
    exact_dot(c, s, vx, vy, &e);
    return exact_sum_value(&e);
}

// Returns the sign of p . v, with p the corner relative to the center. Exact.
static int dot_sign(const circle_pixels *c, const circle_pixels_position *s, double vx, double vy)
{
    double value = s->px * vx + s->py * vy;
    if (fabs(value) > dot_error(c, s, vx, vy)) return circle_pixels_sign_of(value);
    exact_sum e;
    exact_dot(c, s, vx, vy, &e);
    return exact_sum_sign(&e);
}

// Computes (p x v)^2 - (r |v|)^2 exactly, for a vector of floats.
static void exact_strip(const circle_pixels *c, const circle_pixels_position *s, double vx,
                        double vy, exact_sum *out)
{
    double    r = c->circle.radius;
    exact_sum px, py, cross;
    exact_spot(c, s, &px, &py);
    exact_sum_clear(&cross), exact_sum_clear(out);
    exact_sum_add_scaled(&cross, px.term, px.count, vy);
    exact_sum_add_scaled(&cross, py.term, py.count, -vx);
    exact_sum_add_sums(out, &cross, &cross, 1.0);
    exact_pair x = exact_mul(vx * vx, r * r), y = exact_mul(vy * vy, r * r);
    exact_sum_add(out, -x.tail), exact_sum_add(out, -x.head);
    exact_sum_add(out, -y.tail), exact_sum_add(out, -y.head);
}

// Returns an error bound of (p x v)^2 - (r |v|)^2, with cross = p x v and limit = (r |v|)^2.
static double strip_error(const circle_pixels *c, const circle_pixels_position *s, double vx,
                          double vy, double cross, double limit)
{
    double slip =
        2.0 * c->error * (fabs(vx) + fabs(vy)) + 0x1p-50 * (fabs(s->px * vy) + fabs(s->py * vx));
    return 2.0 * slip * (fabs(cross) + slip) + 0x1p-50 * (cross * cross + limit);
}

// Returns the same, with an error of at most 0.6 units in the last place.
static double strip_value(const circle_pixels *c, circle_pixels_position *s, double vx, double vy)
{
    double r = c->circle.radius;
    make_long(c, s);
    exact_pair px = s->long_x, py = s->long_y, x = { vx, 0.0 }, y = { vy, 0.0 };
    exact_pair cross = long_difference(exact_pair_mul(px, y), exact_pair_mul(py, x));
    exact_pair limit = exact_pair_mul(exact_add(vx * vx, vy * vy), (exact_pair){ r * r, 0.0 });
    exact_pair value = long_difference(exact_pair_mul(cross, cross), limit);
    double     error = strip_error(c, s, vx, vy, cross.head, limit.head);
    if (is_right(value.head, error)) return value.head;
    exact_sum e;
    exact_strip(c, s, vx, vy, &e);
    return exact_sum_value(&e);
}

// Returns its sign: > 0 outside the strip along v, 0 on its border, < 0 inside.
static int strip_sign(const circle_pixels *c, const circle_pixels_position *s, double vx, double vy)
{
    double r = c->circle.radius, cross = s->px * vy - s->py * vx,
           limit = r * r * (vx * vx + vy * vy);
    double value = cross * cross - limit;
    if (fabs(value) > strip_error(c, s, vx, vy, cross, limit)) return circle_pixels_sign_of(value);
    exact_sum e;
    exact_strip(c, s, vx, vy, &e);
    return exact_sum_sign(&e);
}

// Returns true if the center certainly enters the disc about a corner no earlier than `before`. Tests a bound by the disc's
// size first, then one by the root.
static bool corner_is_late(const circle_pixels *c, const circle_pixels_position *s, double before)
{
    double dx = c->delta.x, dy = c->delta.y, r = c->circle.radius, d2 = c->length * c->length;
    double along = s->px * dx + s->py * dy, least = along - dot_error(c, s, dx, dy);
    double limit = (before - c->shape.from) * d2 * (1.0 + 0x1p-48);
    if (least - r * c->length * (1.0 + 0x1p-48) >= limit) return true;
    double cross = s->px * dy - s->py * dx, inside = r * r * d2 - cross * cross;
    double most = (inside > 0.0 ? inside : 0.0) + strip_error(c, s, dx, dy, cross, r * r * d2);
    return least - sqrt(most) * (1.0 + 0x1p-48) >= limit;
}

// Computes the time at which the center enters the open disc about a corner. Returns false if it does not during the
// motion, or not before a given time. The time is the lesser root of |p|^2 - 2 t p.d + t^2 |d|^2 = r^2, by the formula
// without a difference of rounded numbers,
//
//      t = (|p|^2 - r^2) / (p.d + sqrt((r |d|)^2 - (p x d)^2)),
static bool corner_entry(const circle_pixels *c, int x, int y, double before, double *t)
{
    double                 dx = c->delta.x, dy = c->delta.y;
    int                    from = c->shape.from;
    circle_pixels_position s = spot_at(c, x, y, from);
    if (dot_sign(c, &s, dx, dy) <= 0) return false;
    if (before < from + 1 && corner_is_late(c, &s, before)) return false;
    if (strip_sign(c, &s, dx, dy) >= 0 || corner_sign(c, &s) < 0) return false;
    // Either still inside at the end, or at least past the nearest point.
    circle_pixels_position end = spot_at(c, x, y, from + 1);
    if (corner_sign(c, &end) >= 0 && dot_sign(c, &end, dx, dy) >= 0) return false;
    double root = sqrt(-strip_value(c, &s, dx, dy));
    *t = time_within(c, circle_pixels_corner_value(c, &s) / (dot_value(c, &s, dx, dy) + root));
    return *t < before;
}

// --- a side --------------------------------------------------------------------------------------------------

// A side of a square: its first corner, its direction e (a column of the pose), its length in pixels, and the sign of e x
// (a vector to the outside).
typedef struct circle_pixels_side
{
    int    x, y, length;
    double ex, ey, out;
    double size; // of (ex, ey), rounded
} circle_pixels_side;

// Returns side i of a rectangle of pixels: its first corner, its number of pixels, the direction of one pixel along it,
// and the sign that turns the cross product with this direction outward.
static circle_pixels_side circle_pixels_side_of(const circle_pixels *c, rim_rect q, int i)
{
    const posed_pixels *g = c->shape.grid;
    bool                row = i < 2; // the upper and the lower one, then the left and the right one
    circle_pixels_side  s = { i == 3 ? q.x1 : q.x0,
                             i == 1 ? q.y1 : q.y0,
                             row ? q.x1 - q.x0 : q.y1 - q.y0,
                             row ? g->pose.a : g->pose.c,
                             row ? g->pose.b : g->pose.d,
                             0.0,
                             c->size[i / 2] };
    s.out = i == 1 || i == 2 ? g->turn : -g->turn;
    return s;
}

// Returns the center's distance outward from the side's line, times |e|:  out * e x (center - corner).
static double height_of(const circle_pixels_side *e, const circle_pixels_position *s)
{
    return e->out * (e->ey * s->px - e->ex * s->py);
}

// Returns a bound of the error of height_of.
static double height_error(const circle_pixels *c, const circle_pixels_side *e,
                           const circle_pixels_position *s)
{
    return 2.0 * c->error * (fabs(e->ex) + fabs(e->ey)) +
           0x1p-50 * (fabs(e->ex * s->py) + fabs(e->ey * s->px));
}

// Computes height_of exactly.
static void exact_height(const circle_pixels *c, const circle_pixels_side *e,
                         const circle_pixels_position *s, exact_sum *out)
{
    exact_sum px, py;
    exact_spot(c, s, &px, &py);
    exact_sum_clear(out);
    exact_sum_add_scaled(out, px.term, px.count, e->out * e->ey);
    exact_sum_add_scaled(out, py.term, py.count, -e->out * e->ex);
}

// Returns the exact sign of height_of: 1 if the center lies outward of the side's line.
static int circle_pixels_height_sign(const circle_pixels *c, const circle_pixels_side *e,
                                     const circle_pixels_position *s)
{
    double h = height_of(e, s);
    if (fabs(h) > height_error(c, e, s)) return circle_pixels_sign_of(h);
    exact_sum n;
    exact_height(c, e, s, &n);
    return exact_sum_sign(&n);
}

// Returns the exact sign of the center's distance from the line minus r.
static int beyond_sign(const circle_pixels *c, const circle_pixels_side *e,
                       const circle_pixels_position *s)
{
    if (circle_pixels_height_sign(c, e, s) < 0) return -1;
    return strip_sign(c, s, e->ex, e->ey);
}

// Returns on which side of the perpendicular at a corner, along e, the center reaches the side's line moved out by r. With
// g = d . e it is the sign of
//
//      out (p x d) |e| - r g,
//
// with p from that corner at any time: the center reaches the line at (h - r |e|) / s, and |e|^2 (p x d) = (p . e) (e x d) -
// (e x p) (e . d).
static int foot_sign(const circle_pixels *c, const circle_pixels_side *e,
                     const circle_pixels_position *at)
{
    double dx = c->delta.x, dy = c->delta.y, r = c->circle.radius;
    double g = dx * e->ex + dy * e->ey, size = e->size;
    double cross = e->out * (at->px * dy - at->py * dx);
    double value = cross * size - r * g;
    double slip =
        2.0 * c->error * (fabs(dx) + fabs(dy)) + 0x1p-50 * (fabs(at->px * dy) + fabs(at->py * dx));
    double doubt = slip * size + 0x1p-50 * r * (fabs(dx * e->ex) + fabs(dy * e->ey));
    if (fabs(value) > 2.0 * doubt) return circle_pixels_sign_of(value);

    // The signs of both terms decide, or else their squares.
    exact_sum px, py, a, lengths, a2, difference;
    exact_spot(c, at, &px, &py);
    exact_sum_clear(&a), exact_sum_clear(&lengths), exact_sum_clear(&a2);
    exact_sum_clear(&difference);
    exact_sum_add_scaled(&a, px.term, px.count, e->out * dy);
    exact_sum_add_scaled(&a, py.term, py.count, -e->out * dx);
    int sa = exact_sum_sign(&a), sb = circle_pixels_sign_of(g); // g is rounded once
    if (sa != sb) return sa > sb ? 1 : -1;
    exact_sum_add(&lengths, e->ex * e->ex), exact_sum_add(&lengths, e->ey * e->ey);
    exact_sum_add_sums(&a2, &a, &a, 1.0);
    exact_sum_add_sums(&difference, &a2, &lengths, 1.0);
    exact_sum along, along2;
    exact_sum_clear(&along), exact_sum_clear(&along2);
    exact_sum_add(&along, dx * e->ex), exact_sum_add(&along, dy * e->ey);
    exact_sum_add_sums(&along2, &along, &along, 1.0);
    exact_sum_add_scaled(&difference, along2.term, along2.count, -r * r);
    return sa * exact_sum_sign(&difference);
}

// Computes the time at which the center enters the rectangle between a side and the side moved out by r. Returns false if
// it does not during the motion, or not before a given time. The time is (h - r |e|) / s, or without a difference of
// rounded numbers
//
//      t = (h^2 - (r |e|)^2) / ((h + r |e|) s).
static bool side_entry(const circle_pixels *c, rim_rect q, int i, double before, double *t)
{
    circle_pixels_side e = circle_pixels_side_of(c, q, i);
    double             dx = c->delta.x, dy = c->delta.y;
    double             speed = -e.out * (e.ex * dy - e.ey * dx);
    int                from = c->shape.from;
    if (!(speed > 0.0)) return false;
    circle_pixels_position s = spot_at(c, e.x, e.y, from);
    double                 rho = c->circle.radius * e.size;
    double least = height_of(&e, &s) - height_error(c, &e, &s) - rho * (1.0 + 0x1p-48);
    if (least >= (before - from) * speed * (1.0 + 0x1p-48)) return false;
    if (beyond_sign(c, &e, &s) < 0) return false;
    circle_pixels_position end = spot_at(c, e.x, e.y, from + 1);
    if (beyond_sign(c, &e, &end) >= 0) return false;
    int                    x1 = e.x + (i < 2 ? e.length : 0), y1 = e.y + (i < 2 ? 0 : e.length);
    circle_pixels_position other = spot_at(c, x1, y1, from);
    if (foot_sign(c, &e, &s) <= 0 || foot_sign(c, &e, &other) >= 0) return false;
    double height = dot_value(c, &s, e.out * e.ey, -e.out * e.ex);
    double apart = strip_value(c, &s, e.ex, e.ey);
    *t = time_within(c, apart / ((height + rho) * speed));
    return *t < before;
}

// --- squares -------------------------------------------------------------------------------------------------

// Returns true if the disc at time 0 shares area with the square: the center is inside of all four sides' lines, or nearer
// than r to a corner, or nearer than r to a side with the foot of the perpendicular between the side's ends.
static bool circle_pixels_overlaps(const circle_pixels *c, rim_rect q)
{
    bool inside = true;
    for (int i = 0; i < 4; i++)
    {
        circle_pixels_side     e = circle_pixels_side_of(c, q, i);
        int                    x1 = e.x + (i < 2 ? e.length : 0), y1 = e.y + (i < 2 ? 0 : e.length);
        circle_pixels_position s = spot_at(c, e.x, e.y, 0), other = spot_at(c, x1, y1, 0);
        if (corner_sign(c, &s) < 0 || corner_sign(c, &other) < 0) return true;
        inside = inside && circle_pixels_height_sign(c, &e, &s) < 0;
        if (strip_sign(c, &s, e.ex, e.ey) < 0 && dot_sign(c, &s, e.ex, e.ey) < 0 &&
            dot_sign(c, &other, e.ex, e.ey) > 0)
            return true;
    }
    return inside;
}

// Sets *touch to the first touch of the moving circle with a rectangle of pixels if it is earlier than touch->t: with
// one of the four sides, moved outward by the radius, or with a circle about one of the four corners. Returns true if
// so.
static bool circle_touch(const cast_shape *shape, rim_rect q, cast_touch *touch)
{
    const circle_pixels *c = (const circle_pixels *)shape;
    if (c->delta.x == 0.0f && c->delta.y == 0.0f)
    {
        if (touch->t <= shape->from || !circle_pixels_overlaps(c, q)) return false;
        touch->hit = true;
        touch->t = shape->from;
        touch->square = q;
        return true;
    }
    bool found = false;
    for (int i = 0; i < 8; i++)
    {
        double t;
        int    corner = i - 4;
        bool   enters = i < 4 ? side_entry(c, q, i, touch->t, &t)
                              : corner_entry(c, corner & 1 ? q.x1 : q.x0, corner & 2 ? q.y1 : q.y0,
                                             touch->t, &t);
        if (!enters) continue;
        touch->hit = found = true;
        touch->t = t;
        touch->square = q;
        touch->kind = i < 4 ? KIND_SIDE : KIND_CORNER;
        touch->index = i < 4 ? i : corner;
    }
    return found;
}

// Computes a bound of the earliest time from the box of the circle's image, an ellipse. Returns false if there is no touch.
static bool circle_span(const cast_shape *shape, rim_rect q, double *earliest)
{
    const circle_pixels *c = (const circle_pixels *)shape;
    double               t0 = shape->from, t1 = shape->from + 1.0;
    if (!cast_span_box(shape, q, c->middle, c->middle, c->half, c->speed, &t0, &t1)) return false;
    *earliest = t0;
    return t0 <= t1;
}

// Prepares a circle that moves by delta for tests against posed pixels, during the times `from` .. `from` + 1.
void circle_pixels_init(circle_pixels *c, const posed_pixels *g, rim_circle2 circle, rim_vec2 delta,
                        int from)
{
    circle_pixels fresh = { .circle = circle, .delta = delta };
    *c = fresh;
    c->shape.grid = g;
    c->shape.from = from;
    c->shape.span = circle_span;
    c->shape.touch = circle_touch;
    double x = fabs((double)circle.center.x), y = fabs((double)circle.center.y);
    double far = fabs((double)delta.x) > fabs((double)delta.y) ? fabs((double)delta.x)
                                                               : fabs((double)delta.y);
    double reach = g->reach + (x > y ? x : y) + far;
    c->error = 0x1p-49 * reach;
    if (delta.x != 0.0f || delta.y != 0.0f)
        c->length = sqrt((double)delta.x * delta.x + (double)delta.y * delta.y);
    for (int i = 0; i < 2; i++)
    {
        double k = g->row_k[i], l = g->row_l[i];
        c->middle[i] = posed_pixels_axis(g, i, circle.center.x, circle.center.y);
        // A row of the adjugate is as long as the other column of the matrix.
        c->size[1 - i] = sqrt(k * k + l * l);
        c->half[i] = circle.radius * c->size[1 - i] / g->det * (1.0 + 0x1p-48) +
                     posed_pixels_axis_error(g, i, reach);
        c->speed[i] = posed_pixels_axis_speed(g, i, delta);
    }
}

// --- where ---------------------------------------------------------------------------------------------------

// Computes the point of a touch and the outward normal there: of the side, or from the corner to the center.
void circle_pixels_place(const circle_pixels *c, const cast_touch *touch, double point[2],
                         rim_vec2 *normal)
{
    double cx = c->circle.center.x + touch->t * c->delta.x,
           cy = c->circle.center.y + touch->t * c->delta.y;
    rim_rect q = touch->square;
    double   nx, ny;
    if (touch->kind == KIND_SIDE)
    {
        circle_pixels_side e = circle_pixels_side_of(c, q, touch->index);
        nx = -e.out * e.ey, ny = e.out * e.ex;
        double length = sqrt(nx * nx + ny * ny), x, y;
        posed_pixels_corner(c->shape.grid, e.x, e.y, &x, &y);
        double s = ((cx - x) * e.ex + (cy - y) * e.ey) / (length * length);
        s = s < 0.0 ? 0.0 : s > e.length ? e.length : s;
        point[0] = x + s * e.ex, point[1] = y + s * e.ey;
    }
    else
    {
        posed_pixels_corner(c->shape.grid, touch->index & 1 ? q.x1 : q.x0,
                            touch->index & 2 ? q.y1 : q.y0, &point[0], &point[1]);
        nx = cx - point[0], ny = cy - point[1];
    }
    double length = sqrt(nx * nx + ny * ny);
    if (length > 0.0)
        *normal = rim_vec2_make((float)(nx / length), (float)(ny / length));
    else
        *normal = rim_vec2_normalize(vec2_negate(c->delta));
}

// Computes a point that the circle and a rectangle of pixels have in common.
void circle_pixels_common(const circle_pixels *c, rim_rect q, double point[2])
{
    // The point of the square nearest to the center, measured in pixels. It always lies in the square, and usually in the
    // disc.
    double u = c->middle[0], v = c->middle[1];
    u = u < q.x0 ? q.x0 : u > q.x1 ? q.x1 : u;
    v = v < q.y0 ? q.y0 : v > q.y1 ? q.y1 : v;
    posed_pixels_corner(c->shape.grid, u, v, &point[0], &point[1]);
}

// Reduces *t0 .. *t1, fractions of the segment, to the part inside the circle: between the roots of |p + t d|^2 = r^2, with p
// the segment's start relative to the center. If nothing is left, *t1 is less than *t0.
void circle_pixels_cut(const circle_pixels *c, const double from[2], const double to[2], double *t0,
                       double *t1)
{
    double px = from[0] - c->circle.center.x, py = from[1] - c->circle.center.y;
    double dx = to[0] - from[0], dy = to[1] - from[1], r = c->circle.radius;
    double d2 = dx * dx + dy * dy, along = px * dx + py * dy, cross = px * dy - py * dx;
    double inside = r * r * d2 - cross * cross;
    if (!(inside > 0.0))
    {
        *t1 = -1.0;
        return;
    }
    double root = sqrt(inside), first = (-along - root) / d2, last = (-along + root) / d2;
    *t0 = first > *t0 ? first : *t0;
    *t1 = last < *t1 ? last : *t1;
}
