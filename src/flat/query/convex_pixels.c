// A convex polygon, a segment or a point that moves over the pixels of a posed sprite: when it first touches a rectangle of
// pixels ("square"), and where.
//
// The two share area if no column, no row and no edge of the polygon separates them. Each of these directions allows an
// open span of time; they share area in the intersection of all spans, from the latest beginning to the earliest end, and
// never unless every beginning is before every end. Spans are computed in double with error bounds; what these leave
// undecided is compared exactly, as quotients of sums of products.
#include "flat/query/posed_pixels.h"

#include "base/exact.h"

#include <math.h>

// An edge of the polygon from p to q, in rounded arithmetic. The value of a corner C of a square at time t is
//
//      turn * ((q - p) x (C - p) - t (q - p) x delta)      > 0: on the inner side.
//
// `turn` is 1 if the corners run from x towards y, else -1.
typedef struct edge
{
    rim_vec2 p, q;
    double   ex, ey;      // turn * (q - p)
    double   speed;       // turn * (q - p) x delta; 0 if and only if it is exactly 0
    double   speed_error; // relative
    double   error;       // of a corner's value
} edge;

// Returns the number of edges: two of a segment, one each way; none of a point.
static int edge_count(const convex_pixels *c)
{
    return c->polygon.count >= 2 ? c->polygon.count : 0;
}

// Returns (q - p) x v, rounded, with its exact sign. The coordinates of v must be floats, so that products are exact.
static double exact_cross(rim_vec2 p, rim_vec2 q, double vx, double vy)
{
    exact_sum e;
    exact_sum_clear(&e);
    exact_sum_add(&e, q.x * vy), exact_sum_add(&e, -(double)p.x * vy);
    exact_sum_add(&e, -(double)q.y * vx), exact_sum_add(&e, (double)p.y * vx);
    return exact_sum_value(&e);
}

// Returns (q - p) x v times turn, with the exact sign. The coordinates of v must be floats.
static double cross_of(const convex_pixels *c, const edge *e, double vx, double vy)
{
    double left = e->ex * vy, right = e->ey * vx;
    double value = left - right;
    if (fabs(value) > 0x1p-50 * (fabs(left) + fabs(right))) return value;
    return c->turn * exact_cross(e->p, e->q, vx, vy);
}

// Returns edge i with its direction, times the polygon's turn, the speed at which the motion moves it across itself,
// and error bounds: `error` for the numerator of a corner, `speed_error` relative to the speed.
static edge convex_pixels_edge_of(const convex_pixels *c, int i)
{
    edge e;
    e.p = c->polygon.points[i];
    e.q = c->polygon.points[i + 1 < c->polygon.count ? i + 1 : 0];
    e.ex = c->turn * ((double)e.q.x - e.p.x);
    e.ey = c->turn * ((double)e.q.y - e.p.y);
    e.speed = cross_of(c, &e, c->delta.x, c->delta.y);
    double size = fabs(e.ex * c->delta.y) + fabs(e.ey * c->delta.x);
    e.speed_error = e.speed != 0.0 ? 0x1p-50 * (1.0 + size / fabs(e.speed)) : 0.0;
    e.error = 0x1p-47 * (fabs(e.ex) + fabs(e.ey)) * c->reach;
    return e;
}

// Finds the corner of the square, in pixels, that is farthest on the inner side of the edge: the greater column if the inner
// side is that way along a row of pixels, and the row alike. If the edge is parallel to the square's side, both corners of
// that side are as far, and the lower one is taken.
static void inner_corner(const convex_pixels *c, const edge *e, rim_rect s, int *x, int *y)
{
    rim_xform2 m = c->shape.grid->pose;
    *x = cross_of(c, e, m.a, m.b) > 0.0 ? s.x1 : s.x0;
    *y = cross_of(c, e, m.c, m.d) > 0.0 ? s.y1 : s.y0;
}

// Returns the value of a corner (x, y) of the grid at time 0, in double: its distance from the edge's line times the edge's
// length, positive on the inner side. Its error is at most e->error.
static double convex_pixels_corner_value(const convex_pixels *c, const edge *e, double x, double y)
{
    double wx, wy;
    posed_pixels_corner(c->shape.grid, x, y, &wx, &wy);
    return e->ex * (wy - e->p.y) - e->ey * (wx - e->p.x);
}

// Computes the value of a corner at time 0, turn ((q - p) x (w - p)), with w corner (x, y) of the grid in the world and p the edge's first end, exactly.
static void corner_numerator(const convex_pixels *c, const edge *e, int x, int y, exact_list *out)
{
    exact_list wx, wy, ex, ey;
    exact_list_clear(&wx), exact_list_clear(&wy), exact_list_clear(&ex), exact_list_clear(&ey);
    posed_pixels_add_corner(c->shape.grid, x, y, &wx, &wy);
    exact_list_add(&wx, -(double)e->p.x), exact_list_add(&wy, -(double)e->p.y);
    exact_list_add(&ex, e->q.x), exact_list_add(&ex, -(double)e->p.x);
    exact_list_add(&ey, e->q.y), exact_list_add(&ey, -(double)e->p.y);
    exact_list_clear(out);
    exact_list_add_lists(out, &ex, &wy, c->turn);
    exact_list_add_lists(out, &ey, &wx, -c->turn);
}

// Returns the value of corner_numerator with an error of at most 0.6 units in the last place: from pairs of doubles, or, if
// it is small beside its terms, from the exact sum.
static double corner_numerator_value(const convex_pixels *c, const edge *e, int x, int y)
{
    rim_xform2 m = c->shape.grid->pose;
    double     ax = c->shape.grid->anchor.x, ay = c->shape.grid->anchor.y, size_x, size_y;
    double     wx[6] = { m.a * (double)x, m.c * (double)y, m.tx, -m.a * ax, -m.c * ay, -e->p.x };
    double     wy[6] = { m.b * (double)x, m.d * (double)y, m.ty, -m.b * ax, -m.d * ay, -e->p.y };
    exact_pair ex = exact_add(e->q.x, -(double)e->p.x), ey = exact_add(e->q.y, -(double)e->p.y);
    exact_pair left = exact_pair_mul(ex, exact_pair_sum(wy, 6, &size_y));
    exact_pair right = exact_pair_mul(ey, exact_pair_sum(wx, 6, &size_x));
    right.head = -right.head, right.tail = -right.tail;
    exact_pair value = exact_pair_add(left, right);
    double     size = fabs(ex.head) * size_y + fabs(ey.head) * size_x;
    // The rounding errors are less than 2^-96 of the size.
    if (fabs(value.head) >= 0x1p-40 * size) return c->turn * value.head;
    exact_list exact;
    corner_numerator(c, e, x, y, &exact);
    return exact_list_value(&exact);
}

// --- moments ---------------------------------------------------------------------------------------------

enum
{
    KIND_EDGE = 2 // 0 and 1 are the axes
};

// The beginning or the end of a span of time:  sign * value / |speed|.
typedef struct convex_pixels_moment
{
    int    kind;  // the axis that corner `index` of the polygon moves along, or KIND_EDGE
    int    index; // of the polygon's corner or edge
    int    x, y;  // of an axis: the grid line that is passed, in x; of an edge: the square's corner
    double sign;
    double t, error; // both finite, or the error is infinite
} convex_pixels_moment;

// A time that overflows is unknown: 0 with an infinite error, which leaves all decisions to exact sums.
static void keep_finite(convex_pixels_moment *m)
{
    if (!(fabs(m->t) + m->error < INFINITY)) m->t = 0.0, m->error = INFINITY;
}

// Computes the value in a moment's quotient exactly, without the sign.
static void numerator_of(const convex_pixels *c, const convex_pixels_moment *m, exact_list *n)
{
    if (m->kind == KIND_EDGE)
    {
        edge e = convex_pixels_edge_of(c, m->index);
        corner_numerator(c, &e, m->x, m->y, n);
    }
    else
        posed_pixels_axis_numerator(c->shape.grid, m->kind, c->polygon.points[m->index], m->x, n);
}

// Computes |speed| in a moment's quotient exactly, as positive.
static void speed_of(const convex_pixels *c, const convex_pixels_moment *m, exact_list *s)
{
    double dx = c->delta.x, dy = c->delta.y;
    exact_list_clear(s);
    if (m->kind == KIND_EDGE)
    {
        edge   e = convex_pixels_edge_of(c, m->index);
        double sign = e.speed < 0.0 ? -c->turn : c->turn;
        exact_list_add(s, sign * e.q.x * dy), exact_list_add(s, -sign * e.p.x * dy);
        exact_list_add(s, -sign * e.q.y * dx), exact_list_add(s, sign * e.p.y * dx);
        return;
    }
    const posed_pixels *g = c->shape.grid;
    double              sign = c->speed[m->kind] < 0.0 ? -1.0 : 1.0;
    exact_list_add(s, sign * g->row_k[m->kind] * dx);
    exact_list_add(s, sign * g->row_l[m->kind] * dy);
}

// Makes t right to within three units in the last place: numerator, speed and quotient are rounded once each.
static void convex_pixels_refine(const convex_pixels *c, convex_pixels_moment *m)
{
    double n, s;
    if (m->kind == KIND_EDGE)
    {
        edge       e = convex_pixels_edge_of(c, m->index);
        exact_list speed;
        speed_of(c, m, &speed);
        n = corner_numerator_value(c, &e, m->x, m->y);
        s = exact_list_value(&speed);
    }
    else
    {
        n = posed_pixels_axis_value(c->shape.grid, m->kind, c->polygon.points[m->index], m->x);
        s = fabs(c->speed[m->kind]); // rounded once
    }
    m->t = m->sign * n / s;
    m->error = 4.0 * 0x1p-53 * fabs(m->t);
}

// Computes numerator and speed of a moment as exact sums; their quotient is the time.
static void convex_pixels_exact_parts(const convex_pixels *c, const convex_pixels_moment *m,
                                      exact_sum *n, exact_sum *s)
{
    exact_list numerator, speed;
    numerator_of(c, m, &numerator), speed_of(c, m, &speed);
    exact_sum_clear(n), exact_sum_clear(s);
    exact_sum_add_list(n, &numerator, m->sign);
    exact_sum_add_list(s, &speed, 1.0);
}

// Returns true if moment a is strictly before moment b:  N_a / S_a < N_b / S_b  with positive speeds.
static bool convex_pixels_is_before(const convex_pixels *c, const convex_pixels_moment *a,
                                    const convex_pixels_moment *b)
{
    if (a->t + a->error < b->t - b->error) return true;
    if (a->t - a->error > b->t + b->error) return false;
    exact_sum na, nb, sa, sb, difference;
    convex_pixels_exact_parts(c, a, &na, &sa), convex_pixels_exact_parts(c, b, &nb, &sb);
    exact_sum_clear(&difference);
    exact_sum_add_sums(&difference, &na, &sb, 1.0);
    exact_sum_add_sums(&difference, &nb, &sa, -1.0);
    return exact_sum_sign(&difference) < 0;
}

// Returns the exact sign of a moment minus a whole time.
static int convex_pixels_compare_time(const convex_pixels *c, const convex_pixels_moment *m,
                                      int time)
{
    if (m->t + m->error < time) return -1;
    if (m->t - m->error > time) return 1;
    exact_sum n, s;
    convex_pixels_exact_parts(c, m, &n, &s);
    for (int i = 0; i < s.count; i++) exact_sum_add(&n, -time * s.term[i]);
    return exact_sum_sign(&n);
}

// An open span of time. Either end may be missing.
typedef struct convex_pixels_span
{
    convex_pixels_moment begin, end;
    bool                 begins, ends;
    bool                 never;
} convex_pixels_span;

// Returns the moment at which a corner of the polygon passes grid line `limit` of an axis:
//
//     t  =  sign (at - limit) det / |speed|.
static convex_pixels_moment axis_moment(const convex_pixels *c, int axis, int corner, double at,
                                        int limit, double sign)
{
    double               inverse = c->shape.grid->det / fabs(c->speed[axis]);
    convex_pixels_moment m = { axis, corner, limit, 0, sign, sign * (at - limit) * inverse, 0.0 };
    m.error = c->error[axis] * inverse + 0x1p-50 * fabs(m.t);
    keep_finite(&m);
    return m;
}

// Returns the open interval of time in which the polygon's interval along an axis overlaps that of a rectangle of
// pixels, from grid line `from` to `to`. Without speed it is always or never.
static convex_pixels_span axis_span(const convex_pixels *c, int axis, int from, int to)
{
    convex_pixels_span s = { .begins = true, .ends = true };
    double             speed = c->speed[axis];
    int                least = c->least[axis], most = c->most[axis];
    if (speed > 0.0)
    {
        s.begin = axis_moment(c, axis, most, c->hi[axis], from, -1.0);
        s.end = axis_moment(c, axis, least, c->lo[axis], to, -1.0);
    }
    else if (speed < 0.0)
    {
        s.begin = axis_moment(c, axis, least, c->lo[axis], to, 1.0);
        s.end = axis_moment(c, axis, most, c->hi[axis], from, 1.0);
    }
    else
    {
        // The polygon's interval crosses the square's, as open intervals; a point must be inside.
        s.begins = s.ends = false;
        double above = c->hi[axis] - from, below = to - c->lo[axis];
        if (above > c->error[axis] && below > c->error[axis]) return s;
        const posed_pixels *g = c->shape.grid;
        const rim_vec2     *p = c->polygon.points;
        s.never = posed_pixels_axis_value(g, axis, p[most], from) <= 0.0 ||
                  posed_pixels_axis_value(g, axis, p[least], to) >= 0.0;
    }
    return s;
}

// Returns the open interval of time in which a rectangle of pixels reaches to the inner side of edge i: it is bounded
// on one side only, by the moment at which the innermost corner crosses the edge's line.
static convex_pixels_span edge_span(const convex_pixels *c, int i, rim_rect square)
{
    convex_pixels_span s = { .begins = false };
    edge               e = convex_pixels_edge_of(c, i);
    if (e.ex == 0.0 && e.ey == 0.0) return s;
    int x, y;
    inner_corner(c, &e, square, &x, &y);
    double value = convex_pixels_corner_value(c, &e, x, y);
    if (e.speed == 0.0)
    {
        if (value > e.error) return s;
        s.never = true;
        if (value < -e.error) return s;
        s.never = corner_numerator_value(c, &e, x, y) <= 0.0;
        return s;
    }
    // With positive speed the corner leaves the inner side, with negative speed it enters.
    convex_pixels_moment m = {
        KIND_EDGE, i, x, y, e.speed < 0.0 ? -1.0 : 1.0, value / e.speed, 0.0
    };
    m.error = e.error / fabs(e.speed) + fabs(m.t) * e.speed_error;
    keep_finite(&m);
    s.begins = e.speed < 0.0, s.ends = !s.begins;
    s.begin = s.end = m;
    return s;
}

// Returns the span of direction i: 0 and 1 are the axes, others the polygon's edges.
static convex_pixels_span convex_pixels_span_of(const convex_pixels *c, int i, rim_rect square)
{
    if (i == 0) return axis_span(c, 0, square.x0, square.x1);
    if (i == 1) return axis_span(c, 1, square.y0, square.y1);
    return edge_span(c, i - 2, square);
}

// --- squares ---------------------------------------------------------------------------------------------

// Computes, in double, the span of time in which the square may be touched, rounded outwards, and stores its beginning in
// *earliest. Returns false if there is none.
static bool convex_span(const cast_shape *shape, rim_rect square, double *earliest)
{
    const convex_pixels *c = (const convex_pixels *)shape;
    double               t0 = shape->from, t1 = shape->from + 1.0;
    if (!cast_span_box(shape, square, c->lo, c->hi, c->error, c->speed, &t0, &t1)) return false;
    if (!(t0 <= t1)) return false;
    for (int i = 0; i < edge_count(c); i++)
    {
        edge e = convex_pixels_edge_of(c, i);
        int  x, y;
        inner_corner(c, &e, square, &x, &y);
        double value = convex_pixels_corner_value(c, &e, x, y) + e.error;
        if (e.speed == 0.0)
        {
            if (value < 0.0) return false;
            continue;
        }
        double t = value / e.speed;
        if (e.speed < 0.0)
        {
            t -= fabs(t) * (e.speed_error + 1e-12);
            t0 = t > t0 ? t : t0;
        }
        else
        {
            t += fabs(t) * (e.speed_error + 1e-12);
            t1 = t < t1 ? t : t1;
        }
        if (!(t0 <= t1)) return false;
    }
    *earliest = t0;
    return true;
}

enum
{
    MOST_KEPT = 4
};

// The intersection of the spans of a square.
typedef struct convex_pixels_meeting
{
    bool                 begins;          // one of the spans has a beginning
    double               early, late;     // bounds of the latest beginning
    double               soon;            // a lower bound of the earliest end
    int                  count;           // of the beginnings that may be the latest
    convex_pixels_moment kept[MOST_KEPT]; // the first of these
} convex_pixels_meeting;

// Returns true if every beginning is before every end. Usually the latest beginning and the earliest end decide; if
// rounding leaves them undecided, all pairs are compared exactly.
static bool convex_pixels_begins_before_ends(const convex_pixels *c, rim_rect square,
                                             const convex_pixels_meeting *m)
{
    if (m->late < m->soon) return true;
    int n = 2 + edge_count(c);
    for (int i = 0; i < n; i++)
    {
        convex_pixels_span a = convex_pixels_span_of(c, i, square);
        if (!a.begins) continue;
        for (int j = 0; j < n; j++)
        {
            if (i == j) continue;
            convex_pixels_span b = convex_pixels_span_of(c, j, square);
            if (b.ends && !convex_pixels_is_before(c, &a.begin, &b.end)) return false;
        }
    }
    return true;
}

// Returns true if the intersection begins in  from <= t < from + 1,  compared exactly where the bounds leave it undecided.
static bool convex_pixels_begins_in_time(const convex_pixels *c, rim_rect square,
                                         const convex_pixels_meeting *m)
{
    int from = c->shape.from;
    if (m->early >= from && m->late < from + 1) return true;
    bool reached = false;
    for (int i = 0; i < 2 + edge_count(c); i++)
    {
        convex_pixels_span s = convex_pixels_span_of(c, i, square);
        if (!s.begins) continue;
        if (convex_pixels_compare_time(c, &s.begin, from + 1) >= 0) return false;
        reached = reached || convex_pixels_compare_time(c, &s.begin, from) >= 0;
    }
    return reached;
}

// Computes the intersection of the spans of a square. Returns false if they never share area, or certainly not before time
// `before`. True leaves open whether all beginnings are before all ends.
static bool convex_pixels_intersect(const convex_pixels *c, rim_rect square, double before,
                                    convex_pixels_meeting *m)
{
    m->begins = false;
    m->early = m->late = -INFINITY, m->soon = INFINITY;
    m->count = 0;
    for (int i = 0; i < 2 + edge_count(c); i++)
    {
        convex_pixels_span s = convex_pixels_span_of(c, i, square);
        if (s.never) return false;
        if (s.begins)
        {
            double least = s.begin.t - s.begin.error, most = s.begin.t + s.begin.error;
            if (least >= before) return false;
            // A beginning that is certainly later than all before replaces them.
            if (least > m->late) m->count = 0;
            if (most >= m->early && m->count++ < MOST_KEPT) m->kept[m->count - 1] = s.begin;
            m->late = most > m->late ? most : m->late;
            m->early = least > m->early ? least : m->early;
            m->begins = true;
        }
        if (s.ends && s.end.t - s.end.error < m->soon) m->soon = s.end.t - s.end.error;
    }
    return true;
}

// Returns the latest beginning, right to within three units in the last place. Of equal ones it takes the first, so one of
// an axis: then a pixel's edge is touched. Requires one (m->begins).
static convex_pixels_moment latest_beginning(const convex_pixels *c, rim_rect square,
                                             const convex_pixels_meeting *m)
{
    convex_pixels_moment latest = { .t = -INFINITY };
    int                  count = m->count <= MOST_KEPT ? m->count : 2 + edge_count(c);
    for (int i = 0; i < count; i++)
    {
        convex_pixels_span s = { .begins = true };
        if (m->count <= MOST_KEPT)
            s.begin = m->kept[i];
        else
            s = convex_pixels_span_of(c, i, square);
        if (!s.begins || s.begin.t + s.begin.error < m->early) continue;
        convex_pixels_refine(c, &s.begin);
        if (s.begin.t > latest.t) latest = s.begin;
    }
    return latest;
}

// Sets *touch to the first touch of the moving polygon with a rectangle of pixels and returns true if it is earlier than
// touch->t. A polygon that shares area from before the start on touches at the start.
static bool convex_touch(const cast_shape *shape, rim_rect square, cast_touch *touch)
{
    const convex_pixels  *c = (const convex_pixels *)shape;
    convex_pixels_meeting m;
    convex_pixels_moment  begin = { .kind = 0 };
    double                t = shape->from;
    if (!convex_pixels_intersect(c, square, touch->t, &m)) return false;
    if (m.begins)
    {
        if (!convex_pixels_begins_before_ends(c, square, &m) ||
            !convex_pixels_begins_in_time(c, square, &m))
            return false;
        begin = latest_beginning(c, square, &m);
        // It begins before from + 1, and rounding must not move it there: `last` is a number below 0 or 1.
        double last = shape->from ? -0x1p-1000 : 1.0 - 0x1p-53;
        t = begin.t > t ? begin.t : t;
        t = t < last ? t : last;
    }
    if (t >= touch->t) return false;
    touch->hit = true;
    touch->t = t;
    touch->square = square;
    touch->kind = begin.kind;
    touch->index = begin.index;
    return true;
}

// --- setting up ------------------------------------------------------------------------------------------

// Returns the orientation of the polygon: -1.0 if its area is negative, else 1.0. Where rounding leaves the sign of the area
// undecided, the sum is taken exactly.
static double turn_of(rim_polygon2 p)
{
    if (p.count < 3) return 1.0;
    double area = rim_polygon2_area(p), size = 0.0;
    for (int i = 1; i < p.count; i++)
    {
        double x = fabs((double)p.points[i].x - p.points[0].x);
        double y = fabs((double)p.points[i].y - p.points[0].y);
        size = x > size ? x : size;
        size = y > size ? y : size;
    }
    // Each of the sum's products and additions rounds by at most 2^-53 of size^2; 2^-44 leaves ample room.
    if (fabs(area) > 0x1p-44 * p.count * size * size) return area < 0.0 ? -1.0 : 1.0;
    exact_sum e;
    exact_sum_clear(&e);
    for (int i = 0; i < p.count; i++)
    {
        rim_vec2 a = p.points[i], b = p.points[i + 1 < p.count ? i + 1 : 0];
        exact_sum_add(&e, (double)a.x * b.y), exact_sum_add(&e, -(double)a.y * b.x);
    }
    return exact_sum_sign(&e) < 0 ? -1.0 : 1.0;
}

// Returns true if corner i is at a larger column (row) than corner j, exactly.
static bool is_beyond(const convex_pixels *c, int axis, int i, int j)
{
    const posed_pixels *g = c->shape.grid;
    rim_vec2            p = c->polygon.points[i], q = c->polygon.points[j];
    double              k = g->row_k[axis], l = g->row_l[axis];
    double              value = k * p.x - k * q.x + (l * p.y - l * q.y);
    double              size = fabs(k) * (fabs((double)p.x) + fabs((double)q.x)) +
                  fabs(l) * (fabs((double)p.y) + fabs((double)q.y));
    if (fabs(value) > 0x1p-50 * size) return value > 0.0;
    exact_sum e;
    exact_sum_clear(&e);
    exact_sum_add(&e, k * p.x), exact_sum_add(&e, -k * q.x);
    exact_sum_add(&e, l * p.y), exact_sum_add(&e, -l * q.y);
    return exact_sum_sign(&e) > 0;
}

// Finds the corners with the least and the greatest coordinate along an axis of the sprite, and these coordinates.
static void measure_axis(convex_pixels *c, int axis)
{
    const posed_pixels *g = c->shape.grid;
    int                 least = 0, most = 0;
    for (int i = 1; i < c->polygon.count; i++)
    {
        if (is_beyond(c, axis, i, most)) most = i;
        if (is_beyond(c, axis, least, i)) least = i;
    }
    rim_vec2 p = c->polygon.points[least], q = c->polygon.points[most];
    c->least[axis] = least, c->most[axis] = most;
    c->lo[axis] = posed_pixels_axis(g, axis, p.x, p.y);
    c->hi[axis] = posed_pixels_axis(g, axis, q.x, q.y);
    c->error[axis] = posed_pixels_axis_error(g, axis, c->reach);
}

// Tests whether all corners lie on one line between columns (rows) and do not leave it, and stores the line's number.
// Requires measure_axis and the speed.
static void measure_line(convex_pixels *c, int axis)
{
    const posed_pixels *g = c->shape.grid;
    int                 least = c->least[axis], most = c->most[axis];
    double              line = 0.5 * (c->lo[axis] + c->hi[axis]);
    c->shape.on_line[axis] = false;
    if (c->speed[axis] != 0.0 || is_beyond(c, axis, most, least) || fabs(line) > RIM_MASK_MAX_SIDE)
        return;
    int k = (int)(line + (line < 0.0 ? -0.5 : 0.5));
    if (fabs(line - k) > c->error[axis]) return;
    c->shape.on_line[axis] = posed_pixels_axis_value(g, axis, c->polygon.points[least], k) == 0.0;
    c->shape.line[axis] = k;
}

// Sets the motion by delta during the unit of time from `from` on: 0, or -1 for a motion that ends at the place given.
void convex_pixels_move(convex_pixels *c, rim_vec2 delta, int from)
{
    c->delta = delta;
    c->shape.from = from;
    for (int axis = 0; axis < 2; axis++)
    {
        c->speed[axis] = posed_pixels_axis_speed(c->shape.grid, axis, delta);
        measure_line(c, axis);
    }
}

// Prepares a convex polygon that moves by delta for tests against posed pixels.
void convex_pixels_init(convex_pixels *c, const posed_pixels *grid, rim_polygon2 polygon,
                        rim_vec2 delta, int from)
{
    convex_pixels fresh = { .polygon = polygon };
    *c = fresh;
    c->shape.grid = grid;
    c->shape.span = convex_span;
    c->shape.touch = convex_touch;
    double reach = 0.0;
    for (int i = 0; i < polygon.count; i++)
    {
        double x = fabs((double)polygon.points[i].x), y = fabs((double)polygon.points[i].y);
        reach = x > reach ? x : reach;
        reach = y > reach ? y : reach;
    }
    c->reach = grid->reach + reach;
    c->turn = turn_of(polygon);
    measure_axis(c, 0);
    measure_axis(c, 1);
    convex_pixels_move(c, delta, from);
}

// --- where ---------------------------------------------------------------------------------------------

// Returns the middle of the intersection of two intervals, or of the gap between them.
static double convex_pixels_middle(double a0, double a1, double b0, double b1)
{
    double lo = a0 > b0 ? a0 : b0, hi = a1 < b1 ? a1 : b1;
    return 0.5 * (lo + hi);
}

// Computes the point of a touch of a side of the square by the polygon's extreme corners: the middle of what the side and the
// segment between these corners have in common.
static void place_on_side(const convex_pixels *c, const cast_touch *touch, double point[2])
{
    int                 axis = touch->kind, other = 1 - axis;
    const posed_pixels *g = c->shape.grid;
    double              extreme = c->speed[axis] > 0.0 ? c->hi[axis] : c->lo[axis];
    double              lo = INFINITY, hi = -INFINITY;
    for (int i = 0; i < c->polygon.count; i++)
    {
        rim_vec2 p = c->polygon.points[i];
        if (fabs(posed_pixels_axis(g, axis, p.x, p.y) - extreme) > 4.0 * c->error[axis]) continue;
        double v = posed_pixels_axis(g, other, p.x, p.y) + touch->t * c->speed[other] / g->det;
        lo = v < lo ? v : lo;
        hi = v > hi ? v : hi;
    }
    rim_rect s = touch->square;
    double   at[2];
    at[axis] = axis == 0 ? (c->speed[0] > 0.0 ? s.x0 : s.x1) : (c->speed[1] > 0.0 ? s.y0 : s.y1);
    at[other] = other == 0 ? convex_pixels_middle(lo, hi, s.x0, s.x1)
                           : convex_pixels_middle(lo, hi, s.y0, s.y1);
    posed_pixels_corner(g, at[0], at[1], &point[0], &point[1]);
}

// Computes the point of a touch of an edge of the polygon by one or two corners of the square: the middle of what the
// square's side and the polygon's have in common. Places along the edge are fractions s of it, p + s (q - p), at the time of
// the touch.
static void place_on_edge(const convex_pixels *c, const cast_touch *touch, double point[2])
{
    edge   e = convex_pixels_edge_of(c, touch->index);
    double px = e.p.x + touch->t * c->delta.x, py = e.p.y + touch->t * c->delta.y;
    double qx = e.q.x + touch->t * c->delta.x, qy = e.q.y + touch->t * c->delta.y;
    double wx = qx - px, wy = qy - py, square = wx * wx + wy * wy;
    int    x, y;
    inner_corner(c, &e, touch->square, &x, &y);
    double best = convex_pixels_corner_value(c, &e, x, y), lo = INFINITY, hi = -INFINITY;
    for (int i = 0; i < 4; i++)
    {
        int    cx = i & 1 ? touch->square.x1 : touch->square.x0;
        int    cy = i & 2 ? touch->square.y1 : touch->square.y0;
        double kx, ky;
        if (convex_pixels_corner_value(c, &e, cx, cy) < best - 2.0 * e.error) continue;
        posed_pixels_corner(c->shape.grid, cx, cy, &kx, &ky);
        double s = ((kx - px) * wx + (ky - py) * wy) / square;
        lo = s < lo ? s : lo;
        hi = s > hi ? s : hi;
    }
    // The whole side of the polygon, which may consist of several edges on one line.
    double first = 0.0, last = 1.0;
    for (int i = 0; i < c->polygon.count; i++)
    {
        double kx = (double)c->polygon.points[i].x - e.p.x;
        double ky = (double)c->polygon.points[i].y - e.p.y;
        if (fabs(e.ex * ky - e.ey * kx) > 2.0 * e.error) continue;
        double s = (kx * wx + ky * wy) / square;
        first = s < first ? s : first;
        last = s > last ? s : last;
    }
    double s = convex_pixels_middle(lo, hi, first, last);
    point[0] = px + s * wx, point[1] = py + s * wy;
}

// Computes the point of a touch, and the normal of the edge or of the pixels' side that touches.
void convex_pixels_place(const convex_pixels *c, const cast_touch *touch, double point[2],
                         rim_vec2 *normal)
{
    double nx, ny;
    if (touch->kind == KIND_EDGE)
    {
        edge e = convex_pixels_edge_of(c, touch->index);
        nx = -e.ey, ny = e.ex;
        place_on_edge(c, touch, point);
    }
    else
    {
        double away = c->speed[touch->kind] > 0.0 ? -1.0 : 1.0;
        posed_pixels_normal(c->shape.grid, touch->kind == 0 ? away : 0.0,
                            touch->kind == 1 ? away : 0.0, &nx, &ny);
        place_on_side(c, touch, point);
    }
    if (c->polygon.count == 1)
    {
        point[0] = c->polygon.points[0].x + touch->t * c->delta.x;
        point[1] = c->polygon.points[0].y + touch->t * c->delta.y;
    }
    double length = sqrt(nx * nx + ny * ny);
    *normal = rim_vec2_make((float)(nx / length), (float)(ny / length));
}

// Reduces *t0 .. *t1, fractions of the segment, to the part inside the polygon: clips it by the inner side of each edge. If
// nothing is left, *t1 is less than *t0. a and b are the values of the segment's ends.
void convex_pixels_cut(const convex_pixels *c, const double from[2], const double to[2], double *t0,
                       double *t1)
{
    for (int i = 0; i < edge_count(c); i++)
    {
        edge   e = convex_pixels_edge_of(c, i);
        double a = e.ex * (from[1] - e.p.y) - e.ey * (from[0] - e.p.x);
        double b = e.ex * (to[1] - e.p.y) - e.ey * (to[0] - e.p.x);
        if (a < 0.0 && b < 0.0) *t1 = -1.0;
        if ((a < 0.0) == (b < 0.0)) continue;
        double t = a / (a - b);
        if (a < 0.0)
            *t0 = t > *t0 ? t : *t0;
        else
            *t1 = t < *t1 ? t : *t1;
    }
}

// Computes a point that the polygon and a rectangle of pixels have in common.
void convex_pixels_common(const convex_pixels *c, rim_rect square, double point[2])
{
    // The mean of the middles of the edges' parts inside the square, or else the square's center.
    const posed_pixels *g = c->shape.grid;
    double              x = 0.0, y = 0.0;
    int                 found = 0, n = c->polygon.count;
    for (int i = 0; i < n; i++)
    {
        rim_vec2 p = c->polygon.points[i], q = c->polygon.points[i + 1 < n ? i + 1 : 0];
        double   t0 = 0.0, t1 = 1.0;
        for (int axis = 0; axis < 2; axis++)
        {
            double a = posed_pixels_axis(g, axis, p.x, p.y),
                   b = posed_pixels_axis(g, axis, q.x, q.y);
            double lo = axis ? square.y0 : square.x0, hi = axis ? square.y1 : square.x1;
            if ((a < lo && b < lo) || (a > hi && b > hi)) t1 = -1.0;
            if (a == b) continue;
            double s = (lo - a) / (b - a), t = (hi - a) / (b - a);
            double first = s < t ? s : t, last = s < t ? t : s;
            t0 = first > t0 ? first : t0;
            t1 = last < t1 ? last : t1;
        }
        if (t0 > t1) continue;
        double t = 0.5 * (t0 + t1);
        x += p.x + t * ((double)q.x - p.x), y += p.y + t * ((double)q.y - p.y);
        found++;
    }
    posed_pixels_corner(g, 0.5 * (square.x0 + square.x1), 0.5 * (square.y0 + square.y1), &point[0],
                        &point[1]);
    if (found) point[0] = x / found, point[1] = y / found;
}
