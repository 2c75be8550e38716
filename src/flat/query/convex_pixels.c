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
    exact_sum_add(&e, q.x * vy);
    exact_sum_add(&e, -(double)p.x * vy);
    exact_sum_add(&e, -(double)q.y * vx);
    exact_sum_add(&e, (double)p.y * vx);
    return exact_sum_value(&e);
}

// Returns orientation * (q - p) x v, with the exact sign. The coordinates of v must be floats. Two products of 0, as of a
// box's side along a row of pixels, are exact: products of floats do not underflow.
static double cross_of(const convex_pixels *c, const convex_edge *e, double vx, double vy)
{
    double xy = e->ex * vy, yx = e->ey * vx;
    double value = xy - yx;
    if (fabs(value) >= 0x1p-50 * (fabs(xy) + fabs(yx))) return value;
    return c->orientation * exact_cross(e->p, e->q, vx, vy);
}

// Computes what the polygon's motion changes of an edge.
static void edge_move(const convex_pixels *c, convex_edge *e)
{
    e->speed = cross_of(c, e, c->delta.x, c->delta.y);
    double size = fabs(e->ex * c->delta.y) + fabs(e->ey * c->delta.x);
    e->speed_error = e->speed != 0.0 ? 0x1p-50 * (1.0 + size / fabs(e->speed)) : 0.0;
}

// Computes edge i, from corner i to the next one, except for its motion. The value of a square's corners grows along a row
// of pixels if (q - p) x (the direction of rows) is positive, and along a column alike. Corners that are as far count as not
// farther.
static void edge_init(const convex_pixels *c, int i, convex_edge *e)
{
    rim_xform2 m = c->shape.grid->pose;
    e->p = c->polygon.points[i];
    e->q = c->polygon.points[i + 1 < c->polygon.count ? i + 1 : 0];
    e->ex = c->orientation * ((double)e->q.x - e->p.x);
    e->ey = c->orientation * ((double)e->q.y - e->p.y);
    e->error = 0x1p-47 * (fabs(e->ex) + fabs(e->ey)) * c->reach;
    e->is_right_inner = cross_of(c, e, m.a, m.b) > 0.0;
    e->is_below_inner = cross_of(c, e, m.c, m.d) > 0.0;
}

// Returns edge i: the prepared one, or one that is computed in *room.
static const convex_edge *edge_at(const convex_pixels *c, int i, convex_edge *room)
{
    if (i < CONVEX_PREPARED_EDGES) return &c->edges[i];
    edge_init(c, i, room);
    edge_move(c, room);
    return room;
}

// Returns the corner of the square, in pixels, that is farthest on the inner side of the edge.
static rim_pixel inner_corner(const convex_edge *e, rim_rect s)
{
    return (rim_pixel){ e->is_right_inner ? s.x1 : s.x0, e->is_below_inner ? s.y1 : s.y0 };
}

// Returns the value of a corner (x, y) of the grid at time 0, in double: its distance from the edge's line times the edge's
// length, positive on the inner side. Its error is at most e->error.
static double convex_pixels_corner_value(const convex_pixels *c, const convex_edge *e, double x,
                                         double y)
{
    double wx, wy;
    posed_pixels_corner(c->shape.grid, x, y, &wx, &wy);
    return e->ex * (wy - e->p.y) - e->ey * (wx - e->p.x);
}

// Computes the value of corner (x, y) of the grid at time 0 exactly:
//
//      orientation * ((q - p) x (w - p)),    w the corner in the world.
static void corner_numerator(const convex_pixels *c, const convex_edge *e, int x, int y,
                             exact_list *out)
{
    // w - p
    exact_list wx, wy;
    exact_list_clear(&wx);
    exact_list_clear(&wy);
    posed_pixels_add_corner(c->shape.grid, x, y, &wx, &wy);
    exact_list_add(&wx, -(double)e->p.x);
    exact_list_add(&wy, -(double)e->p.y);

    // q - p
    exact_list ex, ey;
    exact_list_clear(&ex);
    exact_list_clear(&ey);
    exact_list_add(&ex, e->q.x);
    exact_list_add(&ex, -(double)e->p.x);
    exact_list_add(&ey, e->q.y);
    exact_list_add(&ey, -(double)e->p.y);

    exact_list_clear(out);
    exact_list_add_lists(out, &ex, &wy, c->orientation);
    exact_list_add_lists(out, &ey, &wx, -c->orientation);
}

// Returns the sum of corner_numerator with an error of at most 0.6 units in the last place: from pairs of doubles, or, if
// it is small beside its terms, from the exact sum.
static double corner_numerator_value(const convex_pixels *c, const convex_edge *e, int x, int y)
{
    // w - p, q - p, and their cross product.
    rim_xform2 m = c->shape.grid->pose;
    double     ax = c->shape.grid->anchor.x, ay = c->shape.grid->anchor.y, size_x, size_y;
    double     wx[6] = { m.a * (double)x, m.c * (double)y, m.tx, -m.a * ax, -m.c * ay, -e->p.x };
    double     wy[6] = { m.b * (double)x, m.d * (double)y, m.ty, -m.b * ax, -m.d * ay, -e->p.y };
    exact_pair ex = exact_add(e->q.x, -(double)e->p.x), ey = exact_add(e->q.y, -(double)e->p.y);
    exact_pair xy = exact_pair_mul(ex, exact_pair_sum(wy, 6, &size_y));
    exact_pair yx = exact_pair_mul(ey, exact_pair_sum(wx, 6, &size_x));
    exact_pair minus_yx = { -yx.head, -yx.tail };
    exact_pair cross = exact_pair_add(xy, minus_yx);

    // The rounding errors are less than 2^-96 of the size, thus less than 2^-56 of the cross product if it is large enough.
    double size = fabs(ex.head) * size_y + fabs(ey.head) * size_x;
    if (fabs(cross.head) >= 0x1p-40 * size) return c->orientation * cross.head;
    exact_list exact;
    corner_numerator(c, e, x, y, &exact);
    return exact_list_value(&exact);
}

// --- moments ---------------------------------------------------------------------------------------------

enum
{
    KIND_EDGE = 2 // 0 and 1 are the axes
};

// The beginning or the end of a span of time, as a quotient:  t = sign * numerator / |speed|.
//
//      kind        numerator                                            speed
//      axis        |det| (coordinate of the polygon's corner - line)    of the polygon along the axis, times |det|
//      KIND_EDGE   the value of the square's corner at time 0           of the edge
typedef struct convex_pixels_moment
{
    int    kind;  // an axis, or KIND_EDGE
    int    index; // of the polygon's corner that passes a grid line, or of the polygon's edge
    int    x, y;  // of an axis: x is the grid line; of an edge: the corner of the square
    double sign;  // 1.0 or -1.0
    double t,
        error; // the rounded time and its error bound; a time of 0 and an infinite error if they overflow
} convex_pixels_moment;

// Marks a time that overflows as unknown: 0 with an infinite error, which leaves all decisions to exact sums.
static void keep_finite(convex_pixels_moment *m)
{
    if (fabs(m->t) + m->error < INFINITY) return;
    m->t = 0.0;
    m->error = INFINITY;
}

// Computes the numerator of a moment's quotient exactly.
static void numerator_of(const convex_pixels *c, const convex_pixels_moment *m, exact_list *n)
{
    if (m->kind == KIND_EDGE)
    {
        convex_edge room;
        corner_numerator(c, edge_at(c, m->index, &room), m->x, m->y, n);
    }
    else
        posed_pixels_axis_numerator(c->shape.grid, m->kind, c->polygon.points[m->index], m->x, n);
}

// Computes |speed| of a moment's quotient exactly: |(q - p) x delta| of an edge, |(k, l) . delta| along an axis.
static void speed_of(const convex_pixels *c, const convex_pixels_moment *m, exact_list *s)
{
    double dx = c->delta.x, dy = c->delta.y;
    exact_list_clear(s);
    if (m->kind == KIND_EDGE)
    {
        convex_edge        room;
        const convex_edge *e = edge_at(c, m->index, &room);
        double             sign = e->speed < 0.0 ? -c->orientation : c->orientation;
        exact_list_add(s, sign * e->q.x * dy);
        exact_list_add(s, -sign * e->p.x * dy);
        exact_list_add(s, -sign * e->q.y * dx);
        exact_list_add(s, sign * e->p.y * dx);
        return;
    }
    const posed_pixels *g = c->shape.grid;
    double              sign = c->speed[m->kind] < 0.0 ? -1.0 : 1.0;
    exact_list_add(s, sign * g->row_k[m->kind] * dx);
    exact_list_add(s, sign * g->row_l[m->kind] * dy);
}

// Replaces t by a value that is right to within three units in the last place: numerator, speed and quotient are rounded
// once each.
static void convex_pixels_refine(const convex_pixels *c, convex_pixels_moment *m)
{
    double numerator, speed;
    if (m->kind == KIND_EDGE)
    {
        convex_edge room;
        exact_list  exact_speed;
        speed_of(c, m, &exact_speed);
        numerator = corner_numerator_value(c, edge_at(c, m->index, &room), m->x, m->y);
        speed = exact_list_value(&exact_speed);
    }
    else
    {
        const rim_vec2 *corner = &c->polygon.points[m->index];
        numerator = posed_pixels_axis_value(c->shape.grid, m->kind, *corner, m->x);
        speed = fabs(c->speed[m->kind]); // rounded once
    }
    m->t = m->sign * numerator / speed;
    m->error = 4.0 * 0x1p-53 * fabs(m->t);
}

// Computes sign * numerator and |speed| of a moment as exact sums. Their quotient is the time.
static void convex_pixels_exact_quotient(const convex_pixels *c, const convex_pixels_moment *m,
                                         exact_sum *numerator, exact_sum *speed)
{
    exact_list list;
    numerator_of(c, m, &list);
    exact_sum_clear(numerator);
    exact_sum_add_list(numerator, &list, m->sign);
    speed_of(c, m, &list);
    exact_sum_clear(speed);
    exact_sum_add_list(speed, &list, 1.0);
}

// Returns true if moment a is strictly before moment b. With numerators N and speeds S > 0 it is N_a / S_a < N_b / S_b,
// thus N_a S_b - N_b S_a < 0.
static bool convex_pixels_is_before(const convex_pixels *c, const convex_pixels_moment *a,
                                    const convex_pixels_moment *b)
{
    if (a->t + a->error < b->t - b->error) return true;
    if (a->t - a->error > b->t + b->error) return false;
    exact_sum numerator_a, speed_a, numerator_b, speed_b, difference;
    convex_pixels_exact_quotient(c, a, &numerator_a, &speed_a);
    convex_pixels_exact_quotient(c, b, &numerator_b, &speed_b);
    exact_sum_clear(&difference);
    exact_sum_add_sums(&difference, &numerator_a, &speed_b, 1.0);
    exact_sum_add_sums(&difference, &numerator_b, &speed_a, -1.0);
    return exact_sum_sign(&difference) < 0;
}

// Returns the exact sign of a moment minus a whole time: that of  numerator - time * speed.
static int convex_pixels_compare_time(const convex_pixels *c, const convex_pixels_moment *m,
                                      int time)
{
    if (m->t + m->error < time) return -1;
    if (m->t - m->error > time) return 1;
    exact_sum sum, speed;
    convex_pixels_exact_quotient(c, m, &sum, &speed);
    for (int i = 0; i < speed.count; i++) exact_sum_add(&sum, -time * speed.term[i]);
    return exact_sum_sign(&sum);
}

// The open span of time in which an axis or an edge does not separate the polygon from a square.
typedef struct convex_pixels_span
{
    convex_pixels_moment begin, end;
    bool                 begins, ends; // `begin`, `end` exist: the span is bounded there
    bool                 never;        // the span is empty
} convex_pixels_span;

// Returns the moment at which a corner of the polygon, with a rounded coordinate `at` at time 0, passes a grid line of an
// axis:
//
//     t  =  sign (at - line) |det| / |speed|,    sign = -1 for a positive speed, 1 for a negative one.
static convex_pixels_moment axis_moment(const convex_pixels *c, int axis, int corner, double at,
                                        int line)
{
    double               sign = c->speed[axis] > 0.0 ? -1.0 : 1.0;
    double               inverse = c->shape.grid->det / fabs(c->speed[axis]);
    convex_pixels_moment m = { axis, corner, line, 0, sign, sign * (at - line) * inverse, 0.0 };
    m.error = c->error[axis] * inverse + 0x1p-50 * fabs(m.t);
    keep_finite(&m);
    return m;
}

// Returns the open span of time in which the polygon's interval along an axis overlaps the open interval of a rectangle of
// pixels, from grid line `first` to `past`. Without speed it is always or never.
static convex_pixels_span axis_span(const convex_pixels *c, int axis, int first, int past)
{
    convex_pixels_span s = { .begins = false };
    double             speed = c->speed[axis];
    int                least = c->least[axis], most = c->most[axis];
    if (speed == 0.0)
    {
        double over_first = c->hi[axis] - first, below_past = past - c->lo[axis];
        if (over_first > c->error[axis] && below_past > c->error[axis]) return s;
        const posed_pixels *g = c->shape.grid;
        const rim_vec2     *p = c->polygon.points;
        s.never = posed_pixels_axis_value(g, axis, p[most], first) <= 0.0 ||
                  posed_pixels_axis_value(g, axis, p[least], past) >= 0.0;
        return s;
    }

    convex_pixels_moment most_at_first = axis_moment(c, axis, most, c->hi[axis], first);
    convex_pixels_moment least_at_past = axis_moment(c, axis, least, c->lo[axis], past);
    s.begins = s.ends = true;
    s.begin = speed > 0.0 ? most_at_first : least_at_past;
    s.end = speed > 0.0 ? least_at_past : most_at_first;
    return s;
}

// Returns the open span of time in which a rectangle of pixels reaches to the inner side of edge i: it is bounded
// on one side only, by the moment at which the innermost corner crosses the edge's line. Without speed it is always or
// never. An edge without length never separates.
static convex_pixels_span edge_span(const convex_pixels *c, int i, rim_rect square)
{
    convex_pixels_span s = { .begins = false };
    convex_edge        room;
    const convex_edge *e = edge_at(c, i, &room);
    if (e->ex == 0.0 && e->ey == 0.0) return s;
    rim_pixel corner = inner_corner(e, square);
    double    value = convex_pixels_corner_value(c, e, corner.x, corner.y);
    if (e->speed == 0.0)
    {
        bool is_certain = fabs(value) > e->error;
        s.never = (is_certain ? value : corner_numerator_value(c, e, corner.x, corner.y)) <= 0.0;
        return s;
    }

    // With positive speed the corner leaves the inner side, with negative speed it enters.
    double               sign = e->speed < 0.0 ? -1.0 : 1.0;
    convex_pixels_moment crossing = {
        KIND_EDGE, i, corner.x, corner.y, sign, value / e->speed, 0.0
    };
    crossing.error = e->error / fabs(e->speed) + fabs(crossing.t) * e->speed_error;
    keep_finite(&crossing);
    s.begins = e->speed < 0.0;
    s.ends = e->speed > 0.0;
    s.begin = s.end = crossing;
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

// Reduces the time *t0 .. *t1 to that in which a square reaches to the inner side of an edge, rounded outwards. Returns
// false if it never does, and the edge has no speed.
static bool reduce_by_edge(const convex_pixels *c, const convex_edge *e, rim_rect square,
                           double *t0, double *t1)
{
    rim_pixel corner = inner_corner(e, square);
    double    most_value = convex_pixels_corner_value(c, e, corner.x, corner.y) + e->error;
    if (e->speed == 0.0) return !(most_value < 0.0);

    // The innermost corner enters the inner side at t with a negative speed, and leaves it with a positive one.
    double t = most_value / e->speed;
    double error = fabs(t) * (e->speed_error + SLAB_WIDENING);
    if (e->speed < 0.0)
        *t0 = t - error > *t0 ? t - error : *t0;
    else
        *t1 = t + error < *t1 ? t + error : *t1;
    return true;
}

// Computes, in double, the span of time in which the square may be touched, rounded outwards, and stores its beginning in
// *earliest. Returns false if there is none.
static bool convex_span(const cast_shape *shape, rim_rect square, double *earliest)
{
    const convex_pixels *c = (const convex_pixels *)shape;
    double               t0 = shape->start_time, t1 = shape->start_time + 1.0;
    if (!cast_span_box(shape, square, c->lo, c->hi, c->error, &t0, &t1)) return false;
    if (!(t0 <= t1)) return false;
    for (int i = 0; i < edge_count(c); i++)
    {
        convex_edge room;
        if (!reduce_by_edge(c, edge_at(c, i, &room), square, &t0, &t1) || !(t0 <= t1)) return false;
    }
    *earliest = t0;
    return true;
}

enum
{
    MOST_CANDIDATES = 4
};

// The intersection of the spans of a square, in rounded arithmetic.
typedef struct convex_pixels_intersection
{
    bool                 begins;                  // one of the spans has a beginning
    double               begin_least, begin_most; // bounds of the latest beginning
    double               end_least;               // a lower bound of the earliest end
    int                  count;                   // of the beginnings that may be the latest
    // These beginnings, if there are at most MOST_CANDIDATES.
    convex_pixels_moment candidate[MOST_CANDIDATES];
} convex_pixels_intersection;

// Returns true if every beginning is before every end. Usually the bounds of the latest beginning and the earliest end
// decide. Otherwise all pairs are compared exactly.
static bool convex_pixels_begins_before_ends(const convex_pixels *c, rim_rect square,
                                             const convex_pixels_intersection *m)
{
    if (m->begin_most < m->end_least) return true;
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

// Returns true if the latest beginning t is in the motion: start <= t < start + 1. If the bounds don't decide, all
// beginnings are compared exactly: none may be after the motion, and one must not be before it.
static bool convex_pixels_begins_in_time(const convex_pixels *c, rim_rect square,
                                         const convex_pixels_intersection *m)
{
    int start = c->shape.start_time;
    if (m->begin_least >= start && m->begin_most < start + 1) return true;
    bool begins_after_start = false;
    for (int i = 0; i < 2 + edge_count(c); i++)
    {
        convex_pixels_span s = convex_pixels_span_of(c, i, square);
        if (!s.begins) continue;
        if (convex_pixels_compare_time(c, &s.begin, start + 1) >= 0) return false;
        if (convex_pixels_compare_time(c, &s.begin, start) >= 0) begins_after_start = true;
    }
    return begins_after_start;
}

// Adds a beginning to the intersection.
static void add_beginning(convex_pixels_intersection *m, const convex_pixels_moment *begin)
{
    double least = begin->t - begin->error, most = begin->t + begin->error;
    // A beginning that is certainly later than all before replaces them.
    if (least > m->begin_most) m->count = 0;
    if (most >= m->begin_least)
    {
        if (m->count < MOST_CANDIDATES) m->candidate[m->count] = *begin;
        m->count++;
    }
    m->begin_most = most > m->begin_most ? most : m->begin_most;
    m->begin_least = least > m->begin_least ? least : m->begin_least;
    m->begins = true;
}

// Computes the intersection of the spans of a square. Returns false if they never share area, or certainly not before time
// `before`. True does not mean that the intersection is not empty: convex_pixels_begins_before_ends tests that.
static bool convex_pixels_intersect(const convex_pixels *c, rim_rect square, double before,
                                    convex_pixels_intersection *m)
{
    m->begins = false;
    m->begin_least = -INFINITY;
    m->begin_most = -INFINITY;
    m->end_least = INFINITY;
    m->count = 0;
    for (int i = 0; i < 2 + edge_count(c); i++)
    {
        convex_pixels_span s = convex_pixels_span_of(c, i, square);
        if (s.never) return false;
        if (s.begins)
        {
            if (s.begin.t - s.begin.error >= before) return false;
            add_beginning(m, &s.begin);
        }
        if (s.ends && s.end.t - s.end.error < m->end_least) m->end_least = s.end.t - s.end.error;
    }
    return true;
}

// Replaces *latest by another beginning, refined, if that is later and may be the latest of all.
static void take_later(const convex_pixels *c, const convex_pixels_intersection *m,
                       convex_pixels_moment begin, convex_pixels_moment *latest)
{
    if (begin.t + begin.error < m->begin_least) return;
    convex_pixels_refine(c, &begin);
    if (begin.t > latest->t) *latest = begin;
}

// Returns the latest beginning, right to within three units in the last place. Of equal ones it takes the first, so one of
// an axis: then a pixel's edge is touched. Requires one (m->begins).
static convex_pixels_moment latest_beginning(const convex_pixels *c, rim_rect square,
                                             const convex_pixels_intersection *m)
{
    convex_pixels_moment latest = { .t = -INFINITY };
    if (m->count <= MOST_CANDIDATES)
    {
        for (int i = 0; i < m->count; i++) take_later(c, m, m->candidate[i], &latest);
        return latest;
    }
    for (int i = 0; i < 2 + edge_count(c); i++)
    {
        convex_pixels_span s = convex_pixels_span_of(c, i, square);
        if (s.begins) take_later(c, m, s.begin, &latest);
    }
    return latest;
}

// Sets *touch to the first touch of the moving polygon with a rectangle of pixels and returns true if it is earlier than
// touch->t. A polygon at rest that shares area touches at the start.
static bool convex_touch(const cast_shape *shape, rim_rect square, cast_touch *touch)
{
    const convex_pixels       *c = (const convex_pixels *)shape;
    convex_pixels_intersection m;
    convex_pixels_moment       begin = { .kind = 0 };
    double                     t = shape->start_time;
    if (!convex_pixels_intersect(c, square, touch->t, &m)) return false;
    if (m.begins)
    {
        if (!convex_pixels_begins_before_ends(c, square, &m)) return false;
        if (!convex_pixels_begins_in_time(c, square, &m)) return false;
        begin = latest_beginning(c, square, &m);
        // The exact time is within start_time <= t < start_time + 1. Rounding must not move it out.
        double last = shape->start_time ? -0x1p-1000 : 1.0 - 0x1p-53;
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

// Returns the orientation of the polygon: -1.0 if its area is negative, else 1.0. Where rounding leaves the sign of the
// area undecided, the sum is taken exactly.
static double orientation_of(rim_polygon2 p)
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

    // The sum of a x b over the edges from a to b is twice the area.
    exact_sum twice_area;
    exact_sum_clear(&twice_area);
    for (int i = 0; i < p.count; i++)
    {
        rim_vec2 a = p.points[i], b = p.points[i + 1 < p.count ? i + 1 : 0];
        exact_sum_add(&twice_area, (double)a.x * b.y);
        exact_sum_add(&twice_area, -(double)a.y * b.x);
    }
    return exact_sum_sign(&twice_area) < 0 ? -1.0 : 1.0;
}

// Returns true if corner i is at a larger column (axis 0) or row (axis 1) than corner j, exactly. With p and q the corners
// and (k, l) the axis's row of the adjugate, it is (k, l) . (p - q) > 0.
static bool is_beyond(const convex_pixels *c, int axis, int i, int j)
{
    const posed_pixels *g = c->shape.grid;
    rim_vec2            p = c->polygon.points[i], q = c->polygon.points[j];
    double              k = g->row_k[axis], l = g->row_l[axis];
    double              value = k * p.x - k * q.x + (l * p.y - l * q.y);
    double              size = fabs(k) * (fabs((double)p.x) + fabs((double)q.x)) +
                  fabs(l) * (fabs((double)p.y) + fabs((double)q.y));
    if (fabs(value) > 0x1p-50 * size) return value > 0.0;
    exact_sum exact;
    exact_sum_clear(&exact);
    exact_sum_add(&exact, k * p.x);
    exact_sum_add(&exact, -k * q.x);
    exact_sum_add(&exact, l * p.y);
    exact_sum_add(&exact, -l * q.y);
    return exact_sum_sign(&exact) > 0;
}

// Finds the corners with the least and the greatest coordinate along an axis of the sprite, and these coordinates with
// their error bound.
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

// Tests whether all corners lie on one line between columns (axis 0) or rows (axis 1) and do not leave it, and stores the
// line's number. Requires measure_axis and the speed.
static void measure_line(convex_pixels *c, int axis)
{
    const posed_pixels *g = c->shape.grid;
    int                 least = c->least[axis], most = c->most[axis];
    double              middle = 0.5 * (c->lo[axis] + c->hi[axis]);
    c->shape.on_line[axis] = false;
    if (c->speed[axis] != 0.0) return;
    if (is_beyond(c, axis, most, least) || fabs(middle) > RIM_MASK_MAX_SIDE) return;
    int line = (int)(middle + (middle < 0.0 ? -0.5 : 0.5)); // the nearest
    if (fabs(middle - line) > c->error[axis]) return;
    double offset = posed_pixels_axis_value(g, axis, c->polygon.points[least], line);
    c->shape.on_line[axis] = offset == 0.0;
    c->shape.line[axis] = line;
}

// Sets the motion by delta during the time start_time .. start_time + 1: 0, or -1 for a motion that ends at the position
// given.
void convex_pixels_move(convex_pixels *c, rim_vec2 delta, int start_time)
{
    c->delta = delta;
    c->shape.start_time = start_time;
    for (int i = 0; i < edge_count(c) && i < CONVEX_PREPARED_EDGES; i++) edge_move(c, &c->edges[i]);
    for (int axis = 0; axis < 2; axis++)
    {
        c->speed[axis] = posed_pixels_axis_speed(c->shape.grid, axis, delta);
        measure_line(c, axis);
        cast_set_motion(&c->shape, axis, c->lo[axis], c->hi[axis], c->error[axis], c->speed[axis]);
    }
}

// Prepares a convex polygon that moves by delta for tests against posed pixels.
void convex_pixels_init(convex_pixels *c, const posed_pixels *grid, rim_polygon2 polygon,
                        rim_vec2 delta, int start_time)
{
    c->polygon = polygon;
    c->shape = (cast_shape){ .grid = grid, .span = convex_span, .touch = convex_touch };
    double reach = 0.0;
    for (int i = 0; i < polygon.count; i++)
    {
        double x = fabs((double)polygon.points[i].x), y = fabs((double)polygon.points[i].y);
        reach = x > reach ? x : reach;
        reach = y > reach ? y : reach;
    }
    c->reach = grid->reach + reach;
    c->orientation = orientation_of(polygon);
    measure_axis(c, 0);
    measure_axis(c, 1);
    for (int i = 0; i < edge_count(c) && i < CONVEX_PREPARED_EDGES; i++)
        edge_init(c, i, &c->edges[i]);
    convex_pixels_move(c, delta, start_time);
}

// --- where ---------------------------------------------------------------------------------------------

// An interval of coordinates along a line.
typedef struct interval
{
    double lo, hi;
} interval;

static const interval interval_empty = { INFINITY, -INFINITY };

// Enlarges an interval so that it contains x.
static void interval_add(interval *i, double x)
{
    i->lo = x < i->lo ? x : i->lo;
    i->hi = x > i->hi ? x : i->hi;
}

// Returns the middle of the intersection of two intervals, or of the gap between them.
static double middle_of_both(interval a, interval b)
{
    double lo = a.lo > b.lo ? a.lo : b.lo, hi = a.hi < b.hi ? a.hi : b.hi;
    return 0.5 * (lo + hi);
}

// Computes the point of a touch of a side of the square by the polygon's foremost corners: the middle of what the side and
// the segment between these corners have in common. The side lies on a grid line of `axis` and extends along `along`.
static void place_on_side(const convex_pixels *c, const cast_touch *touch, double point[2])
{
    int                 axis = touch->kind, along = 1 - axis;
    const posed_pixels *g = c->shape.grid;

    // The interval of the foremost corners along the side, at the time of the touch.
    bool     moves_up = c->speed[axis] > 0.0; // to larger columns or rows
    double   foremost = moves_up ? c->hi[axis] : c->lo[axis];
    interval front = interval_empty;
    for (int i = 0; i < c->polygon.count; i++)
    {
        rim_vec2 p = c->polygon.points[i];
        double   behind = fabs(posed_pixels_axis(g, axis, p.x, p.y) - foremost);
        if (behind > 4.0 * c->error[axis]) continue;
        double motion = touch->t * c->speed[along] / g->det;
        interval_add(&front, posed_pixels_axis(g, along, p.x, p.y) + motion);
    }

    rim_rect s = touch->square;
    interval square[2] = { { s.x0, s.x1 }, { s.y0, s.y1 } };
    double   position[2]; // in columns and rows
    position[axis] = moves_up ? square[axis].lo : square[axis].hi;
    position[along] = middle_of_both(front, square[along]);
    posed_pixels_corner(g, position[0], position[1], &point[0], &point[1]);
}

// Computes the point of a touch of an edge of the polygon by one or two corners of the square: the middle of what the
// square's side and the polygon's have in common. Positions along the edge are fractions s of it, p + s (q - p), at the
// time of the touch.
static void place_on_edge(const convex_pixels *c, const cast_touch *touch, double point[2])
{
    convex_edge        room;
    const convex_edge *e = edge_at(c, touch->index, &room);
    double             px = e->p.x + touch->t * c->delta.x, py = e->p.y + touch->t * c->delta.y;
    double             qx = e->q.x + touch->t * c->delta.x, qy = e->q.y + touch->t * c->delta.y;
    double             wx = qx - px, wy = qy - py, length2 = wx * wx + wy * wy;

    // The corners of the square that are, within the error, as far on the inner side as the innermost one.
    rim_pixel corner = inner_corner(e, touch->square);
    double    innermost = convex_pixels_corner_value(c, e, corner.x, corner.y);
    interval  corners = interval_empty;
    for (int i = 0; i < 4; i++)
    {
        int    column = i & 1 ? touch->square.x1 : touch->square.x0;
        int    row = i & 2 ? touch->square.y1 : touch->square.y0;
        double kx, ky;
        if (convex_pixels_corner_value(c, e, column, row) < innermost - 2.0 * e->error) continue;
        posed_pixels_corner(c->shape.grid, column, row, &kx, &ky);
        interval_add(&corners, ((kx - px) * wx + (ky - py) * wy) / length2);
    }

    // The whole side of the polygon, which may consist of several edges on one line.
    interval side = { 0.0, 1.0 };
    for (int i = 0; i < c->polygon.count; i++)
    {
        double kx = (double)c->polygon.points[i].x - e->p.x;
        double ky = (double)c->polygon.points[i].y - e->p.y;
        if (fabs(e->ex * ky - e->ey * kx) > 2.0 * e->error) continue;
        interval_add(&side, (kx * wx + ky * wy) / length2);
    }

    double s = middle_of_both(corners, side);
    point[0] = px + s * wx;
    point[1] = py + s * wy;
}

// Computes the point of a touch, and the normal of the edge or of the pixels' side that touches. The point of a polygon of
// one corner is that corner.
void convex_pixels_place(const convex_pixels *c, const cast_touch *touch, double point[2],
                         rim_vec2 *normal)
{
    double nx, ny;
    if (touch->kind == KIND_EDGE)
    {
        convex_edge        room;
        const convex_edge *e = edge_at(c, touch->index, &room);
        nx = -e->ey, ny = e->ex; // to the inner side
        place_on_edge(c, touch, point);
    }
    else
    {
        double away = c->speed[touch->kind] > 0.0 ? -1.0 : 1.0;
        double u = touch->kind == 0 ? away : 0.0, v = touch->kind == 1 ? away : 0.0;
        posed_pixels_normal(c->shape.grid, u, v, &nx, &ny);
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

// Clips the segment by the inner side of each edge. The values of its ends there, which are proportional to their distances
// from the edge, change sign at value_from / (value_from - value_to).
void convex_pixels_cut(const convex_pixels *c, const double from[2], const double to[2], double *t0,
                       double *t1)
{
    for (int i = 0; i < edge_count(c); i++)
    {
        convex_edge        room;
        const convex_edge *e = edge_at(c, i, &room);
        double             value_from = e->ex * (from[1] - e->p.y) - e->ey * (from[0] - e->p.x);
        double             value_to = e->ex * (to[1] - e->p.y) - e->ey * (to[0] - e->p.x);
        bool               from_outside = value_from < 0.0, to_outside = value_to < 0.0;
        if (from_outside && to_outside) *t1 = -1.0;
        if (from_outside == to_outside) continue;
        double t = value_from / (value_from - value_to);
        if (from_outside)
            *t0 = t > *t0 ? t : *t0;
        else
            *t1 = t < *t1 ? t : *t1;
    }
}

// Computes the part of the segment from p to q inside a rectangle of pixels, as fractions of it. Returns false if there is
// none.
static bool cut_to_square(const posed_pixels *g, rim_vec2 p, rim_vec2 q, rim_rect square,
                          interval *part)
{
    *part = (interval){ 0.0, 1.0 };
    for (int axis = 0; axis < 2; axis++)
    {
        double a = posed_pixels_axis(g, axis, p.x, p.y), b = posed_pixels_axis(g, axis, q.x, q.y);
        double lo = axis ? square.y0 : square.x0, hi = axis ? square.y1 : square.x1;
        if ((a < lo && b < lo) || (a > hi && b > hi)) return false;
        if (a == b) continue;
        double t_lo = (lo - a) / (b - a), t_hi = (hi - a) / (b - a);
        double enter = t_lo < t_hi ? t_lo : t_hi, leave = t_lo < t_hi ? t_hi : t_lo;
        part->lo = enter > part->lo ? enter : part->lo;
        part->hi = leave < part->hi ? leave : part->hi;
    }
    return part->lo <= part->hi;
}

// Computes a point that the polygon and a rectangle of pixels have in common: the mean of the middles of the edges' parts
// inside the rectangle, or its center if no edge has one.
void convex_pixels_common(const convex_pixels *c, rim_rect square, double point[2])
{
    const posed_pixels *g = c->shape.grid;
    double              x = 0.0, y = 0.0;
    int                 found = 0, n = c->polygon.count;
    for (int i = 0; i < n; i++)
    {
        rim_vec2 p = c->polygon.points[i], q = c->polygon.points[i + 1 < n ? i + 1 : 0];
        interval part;
        if (!cut_to_square(g, p, q, square, &part)) continue;
        double t = 0.5 * (part.lo + part.hi);
        x += p.x + t * ((double)q.x - p.x);
        y += p.y + t * ((double)q.y - p.y);
        found++;
    }
    if (found)
    {
        point[0] = x / found;
        point[1] = y / found;
    }
    else
        posed_pixels_corner(g, 0.5 * (square.x0 + square.x1), 0.5 * (square.y0 + square.y1),
                            &point[0], &point[1]);
}
