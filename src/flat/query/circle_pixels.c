#include "flat/query/circle_pixels.h"

#include "base/exact.h"

#include <math.h>

// What touches: sides 0 .. 3, corners 0 .. 3.
enum
{
    KIND_SIDE = 0,
    KIND_CORNER = 1
};

// From the centre, where it is at time `at`, to a corner of the pixels.
typedef struct circle_pixels_position
{
    int    x, y, at;
    double px, py; // rounded
} circle_pixels_position;

static circle_pixels_position spot_at(const circle_pixels *c, int x, int y, int at)
{
    circle_pixels_position s = { x, y, at, 0.0, 0.0 };
    double                 wx, wy;
    posed_pixels_corner(c->shape.grid, x, y, &wx, &wy);
    s.px = wx - c->circle.center.x - at * (double)c->delta.x;
    s.py = wy - c->circle.center.y - at * (double)c->delta.y;
    return s;
}

static void exact_spot(const circle_pixels *c, const circle_pixels_position *s, exact_sum *px,
                       exact_sum *py)
{
    exact_sum_clear(px), exact_sum_clear(py);
    posed_pixels_add_corner(c->shape.grid, s->x, s->y, px, py);
    exact_sum_add(px, -(double)c->circle.center.x), exact_sum_add(px, -s->at * (double)c->delta.x);
    exact_sum_add(py, -(double)c->circle.center.y), exact_sum_add(py, -s->at * (double)c->delta.y);
}

static int circle_pixels_sign_of(double x)
{
    return (x > 0.0) - (x < 0.0);
}

// out += factor * a * b, the factor being a float.
static void add_scaled_product(exact_sum *out, const exact_sum *a, const exact_sum *b,
                               double factor)
{
    exact_sum scaled;
    exact_sum_clear(&scaled);
    exact_sum_add_scaled(&scaled, a->term, a->count, factor);
    exact_sum_add_sums(out, &scaled, b, 1.0);
}

// --- a corner ----------------------------------------------------------------------------------------------

// The sign of |p|^2 - r^2.
static int corner_sign(const circle_pixels *c, const circle_pixels_position *s)
{
    double r = c->circle.radius, square = s->px * s->px + s->py * s->py;
    double value = square - r * r;
    double doubt =
        4.0 * c->error * (fabs(s->px) + fabs(s->py) + c->error) + 0x1p-50 * (square + r * r);
    if (fabs(value) > doubt) return circle_pixels_sign_of(value);
    exact_sum px, py, e;
    exact_spot(c, s, &px, &py);
    exact_sum_clear(&e);
    exact_sum_add_sums(&e, &px, &px, 1.0);
    exact_sum_add_sums(&e, &py, &py, 1.0);
    exact_sum_add_product(&e, -r, r);
    return exact_sum_sign(&e);
}

// The sign of p . v for a vector of floats.
static int dot_sign(const circle_pixels *c, const circle_pixels_position *s, double vx, double vy)
{
    double value = s->px * vx + s->py * vy;
    double doubt =
        2.0 * c->error * (fabs(vx) + fabs(vy)) + 0x1p-50 * (fabs(s->px * vx) + fabs(s->py * vy));
    if (fabs(value) > doubt) return circle_pixels_sign_of(value);
    exact_sum px, py, e;
    exact_spot(c, s, &px, &py);
    exact_sum_clear(&e);
    exact_sum_add_scaled(&e, px.term, px.count, vx);
    exact_sum_add_scaled(&e, py.term, py.count, vy);
    return exact_sum_sign(&e);
}

// The sign of (p x v)^2 - (r |v|)^2 for a vector of floats: outside, on or inside the strip along v.
static int strip_sign(const circle_pixels *c, const circle_pixels_position *s, double vx, double vy)
{
    double r = c->circle.radius, cross = s->px * vy - s->py * vx,
           limit = r * r * (vx * vx + vy * vy);
    double value = cross * cross - limit;
    double slip =
        2.0 * c->error * (fabs(vx) + fabs(vy)) + 0x1p-50 * (fabs(s->px * vy) + fabs(s->py * vx));
    double doubt = 2.0 * slip * (fabs(cross) + slip) + 0x1p-50 * (cross * cross + limit);
    if (fabs(value) > doubt) return circle_pixels_sign_of(value);
    exact_sum px, py, k, l, e;
    exact_spot(c, s, &px, &py);
    exact_sum_clear(&k), exact_sum_clear(&l), exact_sum_clear(&e);
    exact_sum_add_scaled(&k, px.term, px.count, vy);
    exact_sum_add_scaled(&k, py.term, py.count, -vx);
    exact_sum_add_product(&l, vx, vx), exact_sum_add_product(&l, vy, vy);
    exact_sum_add_sums(&e, &k, &k, 1.0);
    exact_sum square;
    exact_sum_clear(&square);
    exact_sum_add(&square, r * r);
    exact_sum_add_sums(&e, &square, &l, -1.0);
    return exact_sum_sign(&e);
}

// When the centre enters the open disc about a corner; false if not in time.
static bool corner_entry(const circle_pixels *c, int x, int y, double *t)
{
    double                 dx = c->delta.x, dy = c->delta.y, r = c->circle.radius;
    int                    from = c->shape.from;
    circle_pixels_position s = spot_at(c, x, y, from), end = spot_at(c, x, y, from + 1);
    if (dot_sign(c, &s, dx, dy) <= 0 || strip_sign(c, &s, dx, dy) >= 0 || corner_sign(c, &s) < 0)
        return false;
    // Either still inside at the end, or at least past the nearest point.
    if (corner_sign(c, &end) >= 0 && dot_sign(c, &end, dx, dy) >= 0) return false;
    double along = s.px * dx + s.py * dy, cross = s.px * dy - s.py * dx, d2 = dx * dx + dy * dy;
    double inside = r * r * d2 - cross * cross;
    double root = inside > 0.0 ? sqrt(inside) : 0.0;
    double tau = (along - root) / d2;
    *t = from + (tau > 0.0 ? (tau < 1.0 ? tau : 1.0 - 0x1p-53) : 0.0);
    return true;
}

// --- a side --------------------------------------------------------------------------------------------------

// A side of a square: its first corner, its direction (a column of the pose), its length in pixels, and
// the sign of e x (what is outside).
typedef struct circle_pixels_side
{
    int    x, y, length;
    double ex, ey, out;
} circle_pixels_side;

static circle_pixels_side circle_pixels_side_of(const circle_pixels *c, rim_rect q, int i)
{
    const posed_pixels *g = c->shape.grid;
    bool                row = i < 2; // the upper and the lower one, then the left and the right one
    circle_pixels_side  s = {
         i == 3 ? q.x1 : q.x0,        i == 1 ? q.y1 : q.y0,        row ? q.x1 - q.x0 : q.y1 - q.y0,
        row ? g->pose.a : g->pose.c, row ? g->pose.b : g->pose.d, 0.0
    };
    s.out = i == 1 || i == 2 ? g->turn : -g->turn;
    return s;
}

// The centre's distance outward from the side's line, times |e|: out * e x (centre - corner).
static double height_of(const circle_pixels_side *e, const circle_pixels_position *s)
{
    return e->out * (e->ey * s->px - e->ex * s->py);
}

static double height_error(const circle_pixels *c, const circle_pixels_side *e,
                           const circle_pixels_position *s)
{
    return 2.0 * c->error * (fabs(e->ex) + fabs(e->ey)) +
           0x1p-50 * (fabs(e->ex * s->py) + fabs(e->ey * s->px));
}

static void exact_height(const circle_pixels *c, const circle_pixels_side *e,
                         const circle_pixels_position *s, exact_sum *out)
{
    exact_sum px, py;
    exact_spot(c, s, &px, &py);
    exact_sum_clear(out);
    exact_sum_add_scaled(out, px.term, px.count, e->out * e->ey);
    exact_sum_add_scaled(out, py.term, py.count, -e->out * e->ex);
}

static int circle_pixels_height_sign(const circle_pixels *c, const circle_pixels_side *e,
                                     const circle_pixels_position *s)
{
    double h = height_of(e, s);
    if (fabs(h) > height_error(c, e, s)) return circle_pixels_sign_of(h);
    exact_sum n;
    exact_height(c, e, s, &n);
    return exact_sum_sign(&n);
}

// The sign of the centre's distance from the line minus r.
static int beyond_sign(const circle_pixels *c, const circle_pixels_side *e,
                       const circle_pixels_position *s)
{
    if (circle_pixels_height_sign(c, e, s) < 0) return -1;
    return strip_sign(c, s, e->ex, e->ey);
}

// Where the centre meets the side's line moved out by r, on which side of the perpendicular at a corner is
// that, along e? With g = d . e and s the speed inward it is the sign of
//
//      -(p . e) s + h g - r |e| g,
//
// p and h at the start and from that corner.
static int foot_sign(const circle_pixels *c, const circle_pixels_side *e,
                     const circle_pixels_position *at, double speed)
{
    double dx = c->delta.x, dy = c->delta.y, r = c->circle.radius;
    double g = dx * e->ex + dy * e->ey, along = at->px * e->ex + at->py * e->ey;
    double h = height_of(e, at), square = e->ex * e->ex + e->ey * e->ey, rho = r * sqrt(square);
    double value = (h - rho) * g - along * speed;
    double slip = height_error(c, e, at) + 2.0 * c->error * (fabs(e->ex) + fabs(e->ey)) +
                  0x1p-50 * (fabs(h) + rho + fabs(at->px * e->ex) + fabs(at->py * e->ey));
    double doubt =
        slip * (fabs(dx * e->ex) + fabs(dy * e->ey) + speed) + 0x1p-50 * fabs(along * speed);
    if (fabs(value) > 2.0 * doubt) return circle_pixels_sign_of(value);

    // A = -(p . e) s + h g against B = r |e| g: by their signs, or else by their squares.
    exact_sum px, py, dot, height, s, gs, a;
    exact_spot(c, at, &px, &py);
    exact_height(c, e, at, &height);
    exact_sum_clear(&dot), exact_sum_clear(&s), exact_sum_clear(&gs), exact_sum_clear(&a);
    exact_sum_add_scaled(&dot, px.term, px.count, e->ex);
    exact_sum_add_scaled(&dot, py.term, py.count, e->ey);
    exact_sum_add(&s, -e->out * e->ex * dy), exact_sum_add(&s, e->out * e->ey * dx);
    exact_sum_add(&gs, dx * e->ex), exact_sum_add(&gs, dy * e->ey);
    exact_sum_add_sums(&a, &dot, &s, -1.0);
    exact_sum_add_sums(&a, &height, &gs, 1.0);
    int sa = exact_sum_sign(&a), sb = r > 0.0 ? exact_sum_sign(&gs) : 0;
    if (sa != sb) return sa > sb ? 1 : -1;
    exact_sum lengths, g2, b, difference;
    exact_sum_clear(&lengths), exact_sum_clear(&g2), exact_sum_clear(&b),
        exact_sum_clear(&difference);
    exact_sum_add_product(&lengths, e->ex, e->ex), exact_sum_add_product(&lengths, e->ey, e->ey);
    exact_sum_add_sums(&g2, &gs, &gs, 1.0);
    add_scaled_product(&b, &lengths, &g2, r);
    exact_sum_add_sums(&difference, &a, &a, 1.0);
    exact_sum_add_scaled(&difference, b.term, b.count, -r);
    return sa * exact_sum_sign(&difference);
}

static bool side_entry(const circle_pixels *c, rim_rect q, int i, double *t)
{
    circle_pixels_side e = circle_pixels_side_of(c, q, i);
    double             dx = c->delta.x, dy = c->delta.y;
    double             speed = -e.out * (e.ex * dy - e.ey * dx);
    int from = c->shape.from, x1 = e.x + (i < 2 ? e.length : 0), y1 = e.y + (i < 2 ? 0 : e.length);
    circle_pixels_position s = spot_at(c, e.x, e.y, from), end = spot_at(c, e.x, e.y, from + 1);
    if (!(speed > 0.0) || beyond_sign(c, &e, &s) < 0 || beyond_sign(c, &e, &end) >= 0) return false;
    circle_pixels_position other = spot_at(c, x1, y1, from);
    if (foot_sign(c, &e, &s, speed) <= 0 || foot_sign(c, &e, &other, speed) >= 0) return false;
    double rho = c->circle.radius * sqrt(e.ex * e.ex + e.ey * e.ey);
    double tau = (height_of(&e, &s) - rho) / speed;
    *t = from + (tau > 0.0 ? (tau < 1.0 ? tau : 1.0 - 0x1p-53) : 0.0);
    return true;
}

// --- squares -------------------------------------------------------------------------------------------------

// At rest: is the centre inside, near a side, or near a corner?
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
        bool   enters = i < 4
                            ? side_entry(c, q, i, &t)
                            : corner_entry(c, corner & 1 ? q.x1 : q.x0, corner & 2 ? q.y1 : q.y0, &t);
        if (!enters || t >= touch->t) continue;
        touch->hit = found = true;
        touch->t = t;
        touch->square = q;
        touch->kind = i < 4 ? KIND_SIDE : KIND_CORNER;
        touch->index = i < 4 ? i : corner;
    }
    return found;
}

// By the box of the circle's image, an ellipse.
static bool circle_span(const cast_shape *shape, rim_rect q, double *earliest)
{
    const circle_pixels *c = (const circle_pixels *)shape;
    double               t0 = shape->from, t1 = shape->from + 1.0;
    if (!cast_span_box(shape, q, c->middle, c->middle, c->half, c->speed, &t0, &t1)) return false;
    *earliest = t0;
    return t0 <= t1;
}

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
    for (int i = 0; i < 2; i++)
    {
        double k = g->row_k[i], l = g->row_l[i];
        c->middle[i] = posed_pixels_axis(g, i, circle.center.x, circle.center.y);
        c->half[i] = circle.radius * sqrt(k * k + l * l) / g->det * (1.0 + 0x1p-48) +
                     posed_pixels_axis_error(g, i, reach);
        c->speed[i] = posed_pixels_axis_speed(g, i, delta);
    }
}

// --- where ---------------------------------------------------------------------------------------------------

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
        *normal = rim_vec2_normalize(rim_vec2_negate(c->delta));
}

void circle_pixels_common(const circle_pixels *c, rim_rect q, double point[2])
{
    // The point of the square nearest to the centre, measured in pixels: good enough to lie in both as a
    // rule, and in the square always.
    double u = c->middle[0], v = c->middle[1];
    u = u < q.x0 ? q.x0 : u > q.x1 ? q.x1 : u;
    v = v < q.y0 ? q.y0 : v > q.y1 ? q.y1 : v;
    posed_pixels_corner(c->shape.grid, u, v, &point[0], &point[1]);
}

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
