#include "flat/query/turning_pair.h"

// Distances are right to about 2^-50 of the scene's extent, and touches are told apart from misses by 2^-30 of a pixel.
#define TOUCH_OF_PIXEL 0x1p-30
#define TOUCH_OF_EXTENT 0x1p-44
// Overlaps that are deeper than this are certain.
#define ROUNDING_OF_EXTENT 0x1p-50
// A touch may be reported too early by the time in which points move by this fraction of a pixel.
#define EARLY_OF_PIXEL 0x1p-10
// No search of two pixels takes as many steps; one that did would end in a touch.
#define MAX_PIXEL_STEPS 1000
enum
{
    // If a part has more corners, the rest are computed again for each edge of the other part.
    KEPT_CORNERS = 32
};

// Computes bounds of speed and acceleration of all points, and the tolerances. `pixel` is the narrower width of the
// pixels. The vector w between the anchors moves along a segment, so it is longest at one of the ends.
void turning_scene_init(turning_scene *s, double pixel)
{
    const turning_body *a = &s->body[0], *b = &s->body[1];
    s->apart = vec2d_sub(b->at, a->at);
    s->approach = vec2d_sub(b->delta, a->delta);
    double start = vec2d_length(s->apart), end = vec2d_length(vec2d_add(s->apart, s->approach));
    double distance = vec2d_length(s->approach), relative_turn = b->turn - a->turn;
    s->farthest = start > end ? start : end;
    s->speed = distance + fabs(a->turn) * a->reach + fabs(b->turn) * b->reach;

    // K = 2 |phi| |d| + phi^2 max |w| + (psi - phi)^2 |v|
    for (int i = 0; i < 2; i++)
    {
        double turn = s->body[i].turn;
        s->acceleration[i] = 2.0 * fabs(turn) * distance + turn * turn * s->farthest +
                             relative_turn * relative_turn * s->body[1 - i].reach;
    }

    double extent = s->farthest + a->reach + b->reach;
    double touch_of_pixel = TOUCH_OF_PIXEL * pixel, touch_of_extent = TOUCH_OF_EXTENT * extent;
    s->rounding = ROUNDING_OF_EXTENT * extent;
    s->touch = touch_of_pixel > touch_of_extent ? touch_of_pixel : touch_of_extent;
    s->window = s->speed > 0.0 ? EARLY_OF_PIXEL * pixel / s->speed : 1.0;
    s->steps = 0;
    s->most_steps = MAX_PIXEL_STEPS;
}

// Computes, for time t, the position, velocity and rotation of each body as seen in the other's frame. In the frame of
// a body that has turned by phi t the other's anchor is at  o = R(-phi t) w,  and moves at  R(-phi t) d - phi (o turned
// by 90 degrees).  w and d are negated for body 1. rotation[0] is R((psi - phi) t), with psi the turn of body 1, and
// rotation[1] is its inverse.
void turning_moment_at(turning_moment *m, const turning_scene *s, double t)
{
    const turning_body *a = &s->body[0], *b = &s->body[1];
    rim_sincos_pair     none = { 1.0, 0.0 };
    rim_sincos_pair     ra = a->turn != 0.0 ? rim_sincos(a->turn * t) : none;
    rim_sincos_pair     rb = b->turn != 0.0 ? rim_sincos(b->turn * t) : none;
    vec2d               w = vec2d_add(s->apart, vec2d_scale(s->approach, t));
    m->t = t;
    m->origin[0] = vec2d_turn_back(ra, w);
    m->origin[1] = vec2d_turn_back(rb, vec2d_scale(w, -1.0));
    m->velocity[0] = vec2d_sub(vec2d_turn_back(ra, s->approach),
                               vec2d_scale(vec2d_quarter(m->origin[0]), a->turn));
    m->velocity[1] = vec2d_sub(vec2d_turn_back(rb, vec2d_scale(s->approach, -1.0)),
                               vec2d_scale(vec2d_quarter(m->origin[1]), b->turn));
    m->rotation[0].cos = ra.cos * rb.cos + ra.sin * rb.sin;
    m->rotation[0].sin = ra.cos * rb.sin - ra.sin * rb.cos;
    m->rotation[1].cos = m->rotation[0].cos;
    m->rotation[1].sin = -m->rotation[0].sin;
}

// The gap between two parts at one time.
typedef struct turning_gap
{
    // Some edge of one part has all corners of the other farther out than the floor, an argument of gap_at.
    bool   separates;
    // Of the edge that is farthest from its nearest corner: this distance in the world. -INFINITY without such an edge.
    double distance;
    // For so long some edge keeps all corners farther out than the floor. 0 without such an edge.
    double step;
    int    owner;  // of the edge with that distance
    vec2d  normal; // of that edge, outward from the owner, in its frame
    vec2d  corner; // of the other body nearest to it, in that body's frame
} turning_gap;

// Returns the largest h with  above + rate h - acceleration h^2 / 2 >= 0:  for so long a distance of `above`, which
// changes at `rate`, surely stays positive. Requires above > 0. With root = sqrt(rate^2 + 2 acceleration above) it is
//
//      (rate + root) / acceleration  =  2 above / (root - rate),
//
// of which the form is taken that adds two numbers of one sign.
static double turning_safe_step(double above, double rate, double acceleration)
{
    double root = sqrt(rate * rate + 2.0 * acceleration * above);
    if (rate < 0.0) return 2.0 * above / (root - rate);
    return acceleration > 0.0 ? (rate + root) / acceleration : INFINITY;
}

// A corner of a body in the frame of the other body, which has the edges.
typedef struct moving_corner
{
    vec2d position, velocity;
} moving_corner;

// Returns corner v of the other body in the owner's frame: Q(t) and Q'(t) of turning_pair.h.
static moving_corner moving_corner_of(const turning_scene *s, const turning_moment *m, int owner,
                                      vec2d v)
{
    double        relative_turn = s->body[1 - owner].turn - s->body[owner].turn;
    vec2d         turned = vec2d_turn(m->rotation[owner], v);
    vec2d         rotation_velocity = vec2d_scale(vec2d_quarter(turned), relative_turn);
    moving_corner corner;
    corner.position = vec2d_add(m->origin[owner], turned);
    corner.velocity = vec2d_add(m->velocity[owner], rotation_velocity);
    return corner;
}

// Returns the vector along edge i of a part, which begins at `from`.
static vec2d part_edge_vector(const turning_part *p, int i, vec2d from)
{
    return vec2d_sub(turning_corner(p, i + 1 < p->count ? i + 1 : 0), from);
}

// Computes the beginning and the outward unit normal of edge i of a part, in its body's frame. Returns false for an
// edge without length; then only *from is set.
static bool part_edge(const turning_part *p, int i, vec2d *from, vec2d *normal)
{
    *from = turning_corner(p, i);
    if (!p->ring)
    {
        *normal = p->normal[i];
        return true;
    }
    vec2d  vector = part_edge_vector(p, i, *from);
    double length = vec2d_length(vector);
    if (!(length > 0.0)) return false;
    *normal = vec2d_scale(vec2d_make(vector.y, -vector.x), p->side / length);
    return true;
}

// Returns the largest n . corner of a part. `edge_corner` is a corner of the edge with the outward normal n. Of a pixel
// it is the only corner that matters. In a ring, three corners may lie on a line but for rounding, and the middle one
// may then stick out beyond the edge between two others.
static double part_support(const turning_part *p, vec2d n, vec2d edge_corner)
{
    double most = vec2d_dot(n, edge_corner);
    for (int i = 0; p->ring && i < p->count; i++)
    {
        double d = vec2d_dot(n, turning_corner(p, i));
        most = d > most ? d : most;
    }
    return most;
}

// Adds an edge that keeps the parts apart to a gap. Keeps the largest distance with its edge, and the longest safe
// step, which may be that of another edge.
static void gap_add(turning_gap *gap, double distance, double step, int owner, vec2d normal,
                    vec2d corner)
{
    if (!gap->separates || distance > gap->distance)
    {
        gap->distance = distance;
        gap->owner = owner;
        gap->normal = normal;
        gap->corner = corner;
    }
    if (step > gap->step) gap->step = step;
    gap->separates = true;
}

// Adds to the gap each edge of part `own` that has all corners of part `other` farther out than `floor`, a distance in
// the world. `own` is a part of body `owner`, `other` one of the other body. The distance of an edge is that of the
// nearest corner, and its step is the shortest of all corners.
static void gap_of_edges(turning_gap *gap, const turning_scene *s, const turning_moment *m,
                         int owner, const turning_part *own, const turning_part *other,
                         double floor)
{
    // The first `kept` corners in the owner's frame. A corner is computed when an edge first needs it, and kept for the
    // next edges if there is room. A loop of its own would be no faster, and gcc 12 may contract it (BITS, Makefile).
    moving_corner corners[KEPT_CORNERS];
    int           kept = 0;
    for (int i = 0; i < own->count; i++)
    {
        vec2d from, n;
        if (!part_edge(own, i, &from, &n)) continue;
        double edge_offset = part_support(own, n, from);
        double least_distance = INFINITY, least_step = INFINITY;
        int    nearest = 0;
        for (int k = 0; k < other->count; k++)
        {
            moving_corner corner;
            if (k < kept)
                corner = corners[k];
            else
            {
                corner = moving_corner_of(s, m, owner, turning_corner(other, k));
                if (k < KEPT_CORNERS) corners[kept++] = corner;
            }
            double distance = vec2d_dot(n, corner.position) - edge_offset;
            if (distance < least_distance)
            {
                least_distance = distance;
                nearest = k;
            }
            if (!(distance > floor)) break; // the edge does not separate, and is not added below
            double rate = vec2d_dot(n, corner.velocity);
            double step = turning_safe_step(distance - floor, rate, s->acceleration[owner]);
            least_step = step < least_step ? step : least_step;
        }
        if (least_distance > floor)
            gap_add(gap, least_distance, least_step, owner, n, turning_corner(other, nearest));
    }
}

// Computes the distance of a point q of a body's frame from the border of the body's part, and the unit vector from the
// border's nearest point to q. Returns false if q is inside. For a circle the distance is negative inside, the vector
// points from the center to q, and true is returned.
static bool distance_from_part(const turning_part *p, vec2d q, vec2d *normal, double *distance)
{
    if (p->radius > 0.0)
    {
        vec2d  from_center = vec2d_sub(q, turning_corner(p, 0));
        double length = vec2d_length(from_center);
        *normal = length > 0.0 ? vec2d_scale(from_center, 1.0 / length) : vec2d_make(0.0, -1.0);
        *distance = length - p->radius;
        return true;
    }

    bool is_outside = false;
    *distance = INFINITY;
    for (int i = 0; i < p->count; i++)
    {
        vec2d from, n;
        if (!part_edge(p, i, &from, &n)) continue;
        vec2d to_q = vec2d_sub(q, from);
        if (vec2d_dot(n, to_q) > 0.0) is_outside = true;

        // The vector to q from the edge's nearest point, which is at the fraction t of the edge.
        vec2d  vector = part_edge_vector(p, i, from);
        double t = vec2d_dot(to_q, vector) / vec2d_dot(vector, vector);
        if (!(t > 0.0)) t = 0.0;
        if (t > 1.0) t = 1.0;
        vec2d  from_nearest = vec2d_sub(to_q, vec2d_scale(vector, t));
        double length = vec2d_length(from_nearest);
        if (length < *distance)
        {
            *distance = length;
            *normal = length > 0.0 ? vec2d_scale(from_nearest, 1.0 / length) : n;
        }
    }
    return is_outside;
}

// Adds the gap between part a of body 0 and part b of body 1, a circle, if it is larger than `floor`. The normal points
// from a's nearest point to the circle's center. It stands in for the normal of an edge of a, and the center for the
// only corner of b. If the center is inside a, the two overlap by more than the radius.
static void gap_of_circle(turning_gap *gap, const turning_scene *s, const turning_moment *m,
                          const turning_part *a, const turning_part *b, double floor)
{
    vec2d         center = turning_corner(b, 0), n = { 0.0, 0.0 };
    moving_corner q = moving_corner_of(s, m, 0, center);
    double        distance;
    // Outside of a ring, the distance is measured along n, from the corner of a that is farthest in the direction n.
    // The nearest point of a is as far in this direction, unless corners stick out by rounding (part_support).
    if (!distance_from_part(a, q.position, &n, &distance))
        distance = -distance;
    else if (a->ring && a->count > 1)
        distance = vec2d_dot(n, q.position) - part_support(a, n, turning_corner(a, 0));
    distance -= b->radius;
    if (!(distance > floor)) return;
    double step = turning_safe_step(distance - floor, vec2d_dot(n, q.velocity), s->acceleration[0]);
    gap_add(gap, distance, step, 0, n, center);
}

// Returns the gap between two parts at a moment, of all edges that keep them farther apart than `floor`. If there is no
// such edge, `separates` is false, the distance is -INFINITY and the step 0. Counts a step of the scene.
static turning_gap gap_at(turning_scene *s, const turning_moment *m, const turning_part *a,
                          const turning_part *b, double floor)
{
    turning_gap gap = { .distance = -INFINITY };
    s->steps++;
    if (b->radius > 0.0)
    {
        gap_of_circle(&gap, s, m, a, b, floor);
        return gap;
    }
    gap_of_edges(&gap, s, m, 0, a, b, floor);
    gap_of_edges(&gap, s, m, 1, b, a, floor);
    return gap;
}

// Returns true if the parts overlap by more than s->touch at time t, or at the end of the motion if that is earlier.
static bool parts_overlap_at(turning_scene *s, const turning_part *a, const turning_part *b,
                             double t)
{
    turning_moment m;
    turning_moment_at(&m, s, t < 1.0 ? t : 1.0);
    return !gap_at(s, &m, a, b, -s->touch).separates;
}

// Returns true if the parts overlap at time t by more than s->rounding.
static bool parts_certainly_overlap(turning_scene *s, const turning_part *a, const turning_part *b,
                                    double t)
{
    turning_moment m;
    turning_moment_at(&m, s, t);
    turning_gap gap = gap_at(s, &m, a, b, -s->touch);
    return !gap.separates || gap.distance < -s->rounding;
}

// Returns the time to report for a touch: no earlier than near_since, and at most scene->window before an overlap
// begins. From near_since to `overlap` the two overlap or are nearer to each other than scene->touch. At `overlap` they
// surely overlap, unless the search gave up.
static double begin_of_overlap(turning_scene *s, const turning_part *a, const turning_part *b,
                               double near_since, double overlap)
{
    double before = near_since, after = overlap - s->window;
    if (!(after > before)) return before;
    if (!parts_certainly_overlap(s, a, b, after)) return after;

    // Two that meet along a curve may get so slowly into each other that they overlap long before: bisect.
    while (after - before > s->window)
    {
        double middle = 0.5 * (before + after);
        if (parts_certainly_overlap(s, a, b, middle))
            after = middle;
        else
            before = middle;
    }
    return before;
}

// Finds the touch by conservative advancement: no step is longer than the bounds of speed and acceleration allow
// without closing the gap. The search is in one of two states:
//
//      apart   The gap is larger than s->touch, and steps keep it larger than half of s->touch. If it is s->touch or
//              less after a step, or if the two overlap a window later, the state becomes `near`.
//      near    The gap is s->touch or less, and steps keep the overlap less than s->touch. If the overlap is deeper
//              than half of s->touch, it is a touch. If the gap is larger than s->touch, the state becomes `apart`.
//
// An overlap is a negative distance of the gap. A search that takes s->most_steps ends in a touch.
bool turning_part_touch(turning_scene *s, const turning_part *a, const turning_part *b, double t,
                        double until, turning_touch *out)
{
    turning_gap touched = { .distance = -INFINITY }; // the last gap with a usable edge
    double      near_since = t;
    bool        is_near = false;
    if (!(t < until)) return false;
    for (int64_t i = 0; i < s->most_steps; i++)
    {
        turning_moment m;
        turning_moment_at(&m, s, t);
        turning_gap gap = gap_at(s, &m, a, b, is_near ? -s->touch : 0.5 * s->touch);
        bool        is_within_touch = !(gap.distance > s->touch);
        if (is_within_touch != is_near)
        {
            // The state changes, and the gap is computed again with the other floor.
            if (is_within_touch && gap.separates) touched = gap;
            if (is_within_touch) near_since = t;
            is_near = is_within_touch;
            continue;
        }
        if (is_near)
        {
            // In a deep overlap the nearest edge may be another one than that which was touched.
            bool is_deep = !(gap.distance > -0.5 * s->touch);
            if (gap.separates && (!touched.separates || !is_deep)) touched = gap;
            if (is_deep) break;
        }
        else if (gap.step < s->window && parts_overlap_at(s, a, b, t + s->window))
        {
            touched = gap;
            near_since = t;
            is_near = true;
            break;
        }
        // A touch must begin before `until`, and may become deep until the motion ends.
        t += gap.step;
        if (!(t < (is_near ? 1.0 : until))) return false;
    }
    if (!is_near) near_since = t; // the search took too many steps while apart
    out->hit = true;
    out->t = begin_of_overlap(s, a, b, near_since, t);
    out->owner = touched.owner;
    out->normal = touched.normal;
    out->corner = touched.corner;
    return true;
}
