// A convex polygon, a segment or a point that moves over the pixels of a posed sprite: when it first touches a
// rectangle of pixels ("square").
//
// The two share area if no column, no row and no edge of the polygon separates them. Each of these directions allows an
// open span of time; they share area in the intersection of all spans, from the latest beginning to the earliest end,
// and never unless every beginning is before every end. Spans are computed in double with error bounds; what these
// leave undecided is compared exactly, as quotients of sums of products.
#include "flat/query/convex_edges.h"

#include "base/exact.h"

#include <math.h>

// --- moments ---------------------------------------------------------------------------------------------

// The beginning or the end of a span of time, as a quotient:  t = sign * numerator / |speed|.
//
//      kind                numerator                                            speed
//      an axis             |det| (coordinate of the polygon's corner - line)    along the axis, times |det|
//      CONVEX_KIND_EDGE    the value of the square's corner at time 0           of the edge
typedef struct convex_pixels_moment
{
    int    kind;  // an axis, or CONVEX_KIND_EDGE
    int    index; // of the polygon's corner that passes a grid line, or of the polygon's edge
    int    x, y;  // of an axis: x is the grid line; of an edge: the corner of the square
    double sign;  // 1.0 or -1.0
    double t;     // rounded; 0 if it overflows
    double error; // a bound of the error of t; infinite if t overflows
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
    if (m->kind == CONVEX_KIND_EDGE)
    {
        convex_edge room;
        convex_edge_numerator(c, convex_edge_at(c, m->index, &room), m->x, m->y, n);
    }
    else
        posed_pixels_axis_numerator(c->shape.grid, m->kind, c->polygon.points[m->index], m->x, n);
}

// Computes |speed| of a moment's quotient exactly: |(q - p) x delta| of an edge, |(k, l) . delta| along an axis.
static void speed_of(const convex_pixels *c, const convex_pixels_moment *m, exact_list *s)
{
    double dx = c->delta.x, dy = c->delta.y;
    exact_list_clear(s);
    if (m->kind == CONVEX_KIND_EDGE)
    {
        convex_edge        room;
        const convex_edge *e = convex_edge_at(c, m->index, &room);
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

// Replaces t by a value that is right to within three units in the last place: numerator, speed and quotient are
// rounded once each.
static void convex_pixels_refine(const convex_pixels *c, convex_pixels_moment *m)
{
    double numerator, speed;
    if (m->kind == CONVEX_KIND_EDGE)
    {
        convex_edge room;
        exact_list  exact_speed;
        speed_of(c, m, &exact_speed);
        numerator = convex_edge_exact_value(c, convex_edge_at(c, m->index, &room), m->x, m->y);
        speed = exact_list_value(&exact_speed);
    }
    else
    {
        const rim_vec2 *corner = &c->polygon.points[m->index];
        numerator = posed_pixels_axis_value(c->shape.grid, m->kind, *corner, m->x);
        speed = fabs(c->speed[m->kind]); // rounded once
    }
    m->t = m->sign * numerator / speed;
    m->error = SWEEP_REFINED_ERROR * fabs(m->t);
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

// Returns the moment at which a corner of the polygon, with a rounded coordinate `at` at time 0, passes a grid line of
// an axis:
//
//     t  =  sign (at - line) |det| / |speed|,    sign = -1 for a positive speed, 1 for a negative one.
static convex_pixels_moment axis_moment(const convex_pixels *c, int axis, int corner, double at,
                                        int line)
{
    double               sign = c->speed[axis] > 0.0 ? -1.0 : 1.0;
    double               inverse = c->shape.grid->det / fabs(c->speed[axis]);
    convex_pixels_moment m = {
        .kind = axis, .index = corner, .x = line, .sign = sign, .t = sign * (at - line) * inverse
    };
    m.error = c->error[axis] * inverse + SWEEP_TIME_ERROR * fabs(m.t);
    keep_finite(&m);
    return m;
}

// Returns the open span of time in which the polygon's interval along an axis overlaps the open interval of a rectangle
// of pixels, from grid line `first` to `past`. Without speed it is always or never.
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
// on one side only, by the moment value / speed at which the innermost corner crosses the edge's line (convex_edge has
// the formula). Without speed it is always or never. The span of an edge along an axis is not bounded: the axis's is.
static convex_pixels_span edge_span(const convex_pixels *c, int i, rim_rect square)
{
    convex_pixels_span s = { .begins = false };
    convex_edge        room;
    const convex_edge *e = convex_edge_at(c, i, &room);
    if (e->is_along_axis) return s;
    rim_pixel corner = convex_edge_inner_corner(e, square);
    double    value = convex_edge_value(c, e, corner.x, corner.y);
    if (e->speed == 0.0)
    {
        bool is_certain = fabs(value) > e->error;
        s.never = (is_certain ? value : convex_edge_exact_value(c, e, corner.x, corner.y)) <= 0.0;
        return s;
    }

    // With positive speed the corner leaves the inner side, with negative speed it enters.
    double               sign = e->speed < 0.0 ? -1.0 : 1.0;
    convex_pixels_moment crossing = { .kind = CONVEX_KIND_EDGE,
                                      .index = i,
                                      .x = corner.x,
                                      .y = corner.y,
                                      .sign = sign,
                                      .t = value / e->speed };
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

// Reduces the time *t0 .. *t1 to that in which a square reaches to the inner side of an edge, rounded outwards. If the
// edge has no speed, leaves the times, and returns false if the square certainly stays on the outer side.
static bool reduce_by_edge(const convex_pixels *c, const convex_edge *e, rim_rect square,
                           double *t0, double *t1)
{
    rim_pixel corner = convex_edge_inner_corner(e, square);
    double    most_value = convex_edge_value(c, e, corner.x, corner.y) + e->error;
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

// Computes, in double, the span of time in which the square may be touched, rounded outwards, and stores its beginning
// in *earliest. Returns false if there is none.
static bool convex_span(const cast_shape *shape, rim_rect square, double *earliest)
{
    const convex_pixels *c = (const convex_pixels *)shape;
    double               t0 = shape->start_time, t1 = shape->start_time + 1.0;
    if (!cast_span_box(shape, square, c->lo, c->hi, c->error, &t0, &t1)) return false;
    if (!(t0 <= t1)) return false;
    for (int i = 0; i < convex_edge_count(c); i++)
    {
        convex_edge        room;
        const convex_edge *e = convex_edge_at(c, i, &room);
        if (e->is_along_axis) continue;
        if (!reduce_by_edge(c, e, square, &t0, &t1) || !(t0 <= t1)) return false;
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
// decide. Otherwise all pairs are compared exactly, except the two of one axis: its beginning is before its own end.
// Requires *m from convex_pixels_intersect for this square.
static bool convex_pixels_begins_before_ends(const convex_pixels *c, rim_rect square,
                                             const convex_pixels_intersection *m)
{
    if (m->begin_most < m->end_least) return true;
    int n = 2 + convex_edge_count(c);
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
// beginnings are compared exactly: each must be before start + 1, and at least one must be at `start` or later.
// Requires m->begins.
static bool convex_pixels_begins_in_time(const convex_pixels *c, rim_rect square,
                                         const convex_pixels_intersection *m)
{
    int start = c->shape.start_time;
    if (m->begin_least >= start && m->begin_most < start + 1) return true;
    bool begins_after_start = false;
    for (int i = 0; i < 2 + convex_edge_count(c); i++)
    {
        convex_pixels_span s = convex_pixels_span_of(c, i, square);
        if (!s.begins) continue;
        if (convex_pixels_compare_time(c, &s.begin, start + 1) >= 0) return false;
        begins_after_start =
            begins_after_start || convex_pixels_compare_time(c, &s.begin, start) >= 0;
    }
    return begins_after_start;
}

// Adds a beginning to the intersection: updates the bounds of the latest beginning, and adds this one to the candidates
// if it may be the latest. m->count counts all candidates; only the first MOST_CANDIDATES are stored.
static void add_beginning(convex_pixels_intersection *m, const convex_pixels_moment *begin)
{
    double least = begin->t - begin->error, most = begin->t + begin->error;
    // If this one is certainly later than all candidates so far, they are dropped.
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

// Computes the intersection of the spans of a square. Returns false if a span is certainly empty, or begins certainly
// not before time `before`. If it returns true, the intersection may still be empty: convex_pixels_begins_before_ends
// tests that.
static bool convex_pixels_intersect(const convex_pixels *c, rim_rect square, double before,
                                    convex_pixels_intersection *m)
{
    m->begins = false;
    m->begin_least = -INFINITY;
    m->begin_most = -INFINITY;
    m->end_least = INFINITY;
    m->count = 0;
    for (int i = 0; i < 2 + convex_edge_count(c); i++)
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

// Replaces *latest by `begin`, refined, if that is later. Does nothing if another beginning is certainly later than
// `begin`.
static void take_later(const convex_pixels *c, const convex_pixels_intersection *m,
                       convex_pixels_moment begin, convex_pixels_moment *latest)
{
    if (begin.t + begin.error < m->begin_least) return;
    convex_pixels_refine(c, &begin);
    if (begin.t > latest->t) *latest = begin;
}

// Returns the latest beginning, right to within three units in the last place. Of equal ones it returns the first;
// those of the axes come before those of the edges, so a pixel's side is touched then. Requires m->begins.
static convex_pixels_moment latest_beginning(const convex_pixels *c, rim_rect square,
                                             const convex_pixels_intersection *m)
{
    convex_pixels_moment latest = { .t = -INFINITY };
    if (m->count <= MOST_CANDIDATES)
    {
        for (int i = 0; i < m->count; i++) take_later(c, m, m->candidate[i], &latest);
        return latest;
    }
    for (int i = 0; i < 2 + convex_edge_count(c); i++)
    {
        convex_pixels_span s = convex_pixels_span_of(c, i, square);
        if (s.begins) take_later(c, m, s.begin, &latest);
    }
    return latest;
}

// Chooses the axis whose side of the square is touched if the latest beginnings of both are at the same time: at a corner
// of the square. `begin` is that of the columns. It is replaced by that of the rows if only the corner pixel's side
// between rows is open.
static void turn_to_open_side(const convex_pixels *c, rim_rect square, convex_pixels_moment *begin)
{
    convex_pixels_span rows = axis_span(c, 1, square.y0, square.y1);
    if (!rows.begins) return;
    convex_pixels_refine(c, &rows.begin);
    if (rows.begin.t != begin->t) return;
    const rim_mask *mask = c->shape.grid->side.mask;
    bool            goes_right = c->speed[0] > 0.0, goes_down = c->speed[1] > 0.0;
    int             column = goes_right ? square.x0 : square.x1 - 1;
    int             row = goes_down ? square.y0 : square.y1 - 1;
    if (pixel_is_open_between_rows(mask, column, row, goes_right ? column - 1 : column + 1,
                                   goes_down ? row - 1 : row + 1))
        *begin = rows.begin;
}

// Sets *touch to the first touch of the moving polygon with a rectangle of pixels and returns true if it is earlier
// than touch->t. A polygon at rest that shares area touches at the start: no span begins (m.begins is false), and kind
// and index mean nothing.
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
        if (begin.kind == 0) turn_to_open_side(c, square, &begin);
        // The exact time is within start_time <= t < start_time + 1. Rounding must not move it out.
        double last = shape->start_time ? TIME_BEFORE_0 : DOUBLE_BEFORE_1;
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

// Returns the orientation of the polygon: -1.0 if its area is negative, else 1.0. The sign of the rounded area decides
// if it is certain, otherwise an exact sum.
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
    // For each corner, less than 2^-49 size^2 is lost to rounding: in four differences, in two products, in their
    // difference, and in a partial sum, which is at most 8 size^2 as the polygon is convex. 2^-44 is 2^5 times as much.
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

// Returns true if corner i is at a larger column (axis 0) or row (axis 1) than corner j, exactly. With p and q the
// corners and (k, l) the axis's row of det_sign * adjugate (posed_pixels), the difference of their columns or rows,
// times |det|, is
//
//     k p.x - k q.x + (l p.y - l q.y)
//
// Its sign is the answer. All factors are floats, so each product is exact in a double. Only the three sums round,
// which CONVEX_CROSS_ERROR bounds. If the rounded value does not decide, an exact sum of the four products does.
// Requires c->shape.grid and c->polygon.
static bool is_beyond(const convex_pixels *c, int axis, int i, int j)
{
    const posed_pixels *g = c->shape.grid;
    rim_vec2            p = c->polygon.points[i], q = c->polygon.points[j];
    double              k = g->row_k[axis], l = g->row_l[axis];
    double              value = k * p.x - k * q.x + (l * p.y - l * q.y);
    double              size = fabs(k) * (fabs((double)p.x) + fabs((double)q.x)) +
                  fabs(l) * (fabs((double)p.y) + fabs((double)q.y));
    if (fabs(value) > CONVEX_CROSS_ERROR * size) return value > 0.0;
    exact_sum exact;
    exact_sum_clear(&exact);
    exact_sum_add(&exact, k * p.x);
    exact_sum_add(&exact, -k * q.x);
    exact_sum_add(&exact, l * p.y);
    exact_sum_add(&exact, -l * q.y);
    return exact_sum_sign(&exact) > 0;
}

// Finds the corners with the least and the greatest coordinate along an axis of the sprite: sets c->least, most, lo, hi
// and error of the axis. Requires the grid, the polygon and c->reach.
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

// Sets c->shape.on_line of an axis: whether all corners lie, during the whole motion, on one line between columns (axis
// 0) or rows (axis 1). If so, sets c->shape.line to the line's number. Requires measure_axis and c->speed of the axis.
static void measure_line(convex_pixels *c, int axis)
{
    const posed_pixels *g = c->shape.grid;
    int                 least = c->least[axis], most = c->most[axis];
    double              middle = 0.5 * (c->lo[axis] + c->hi[axis]);
    c->shape.on_line[axis] = false;
    if (c->speed[axis] != 0.0) return;
    // Corners at different coordinates are not on one line, and masks have no lines that far out.
    if (is_beyond(c, axis, most, least) || fabs(middle) > RIM_MASK_MAX_SIDE) return;
    int line = (int)(middle + (middle < 0.0 ? -0.5 : 0.5)); // the nearest
    if (fabs(middle - line) > c->error[axis]) return;
    double offset = posed_pixels_axis_value(g, axis, c->polygon.points[least], line);
    c->shape.on_line[axis] = offset == 0.0;
    c->shape.line[axis] = line;
}

// Sets the motion: by delta from time start_time to start_time + 1. A start_time of -1 makes the motion end at the
// given position. Requires all that convex_pixels_init computes before.
void convex_pixels_move(convex_pixels *c, rim_vec2 delta, int start_time)
{
    c->delta = delta;
    c->shape.start_time = start_time;
    for (int i = 0; i < convex_edge_count(c) && i < CONVEX_PREPARED_EDGES; i++)
        convex_edge_move(c, &c->edges[i]);
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
    for (int i = 0; i < convex_edge_count(c) && i < CONVEX_PREPARED_EDGES; i++)
        convex_edge_init(c, i, &c->edges[i]);
    convex_pixels_move(c, delta, start_time);
}
