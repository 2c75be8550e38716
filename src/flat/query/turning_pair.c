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
// The corners of parts that have no more are seen once for all edges.
enum
{
    SEEN_CORNERS = 32
};

// Computes bounds of speed and acceleration of all points, and the tolerances. `pixel` is the narrower width of the
// pixels.
void turning_scene_init(turning_scene *s, double pixel)
{
    const turning_body *a = &s->body[0], *b = &s->body[1];
    s->apart = vec2d_sub(b->at, a->at);
    s->approach = vec2d_sub(b->delta, a->delta);
    double start = vec2d_length(s->apart), end = vec2d_length(vec2d_add(s->apart, s->approach));
    double way = vec2d_length(s->approach), relative = b->turn - a->turn;
    s->farthest = start > end ? start : end;
    s->speed = way + fabs(a->turn) * a->reach + fabs(b->turn) * b->reach;
    for (int i = 0; i < 2; i++)
    {
        double turn = s->body[i].turn;
        s->acceleration[i] = 2.0 * fabs(turn) * way + turn * turn * s->farthest +
                             relative * relative * s->body[1 - i].reach;
    }
    double fine = TOUCH_OF_PIXEL * pixel;
    double extent = s->farthest + a->reach + b->reach, coarse = TOUCH_OF_EXTENT * extent;
    s->rounding = ROUNDING_OF_EXTENT * extent;
    s->touch = fine > coarse ? fine : coarse;
    s->window = s->speed > 0.0 ? EARLY_OF_PIXEL * pixel / s->speed : 1.0;
    s->steps = 0;
    s->most_steps = MAX_PIXEL_STEPS;
}

// Computes, for time t, the position, velocity and rotation of each body as seen in the other's frame.
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
    bool   separates; // some edge has all corners farther out than the floor
    double distance;  // the largest distance of all corners from one edge
    double step;      // for so long some edge keeps all corners farther out than the floor
    int    owner;     // of the edge with that distance
    vec2d  normal;    // of that edge, outward from the owner, in its frame
    vec2d  corner;    // of the other body nearest to it, in that body's frame
} turning_gap;

// Returns the largest h with  above + rate h - acceleration h^2 / 2 >= 0:  for so long a distance of `above`, which changes at
// `rate`, surely stays positive. Requires above > 0.
static double turning_safe_step(double above, double rate, double acceleration)
{
    double root = sqrt(rate * rate + 2.0 * acceleration * above);
    if (rate < 0.0) return 2.0 * above / (root - rate);
    return acceleration > 0.0 ? (rate + root) / acceleration : INFINITY;
}

// One corner of the other part, seen from the frame of the edges' body.
typedef struct seen_corner
{
    vec2d place, velocity;
} seen_corner;

// Returns the position and velocity of a corner of the other body in the owner's frame.
static seen_corner see_corner(const turning_scene *s, const turning_moment *m, int owner, vec2d v)
{
    double      relative = s->body[1 - owner].turn - s->body[owner].turn;
    vec2d       turned = vec2d_turn(m->rotation[owner], v);
    seen_corner c = { vec2d_add(m->origin[owner], turned),
                      vec2d_add(m->velocity[owner], vec2d_scale(vec2d_quarter(turned), relative)) };
    return c;
}

// Computes the beginning and the outward unit normal of edge i of a part, in its body's frame. Returns false for an edge
// without length.
static bool part_edge(const turning_part *p, int i, vec2d *from, vec2d *normal)
{
    *from = turning_corner(p, i);
    if (!p->ring)
    {
        *normal = p->normal[i];
        return true;
    }
    vec2d  way = vec2d_sub(turning_corner(p, i + 1 < p->count ? i + 1 : 0), *from);
    double length = vec2d_length(way);
    if (!(length > 0.0)) return false;
    *normal = vec2d_scale(vec2d_make(way.y, -way.x), p->side / length);
    return true;
}

// Returns the largest dot(n, corner) of a part; `from` is a corner of the edge with normal n. Corners that lie on a line but for rounding may stick out beyond the edge
// between two others.
static double part_support(const turning_part *p, vec2d n, vec2d from)
{
    double most = vec2d_dot(n, from);
    for (int i = 0; p->ring && i < p->count; i++)
    {
        double d = vec2d_dot(n, turning_corner(p, i));
        most = d > most ? d : most;
    }
    return most;
}

// Takes one more edge, which keeps the parts apart: keeps the largest distance with its edge, and the longest safe step.
static void gap_keep(turning_gap *gap, double distance, double step, int owner, vec2d normal,
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

// Takes each edge of part `own` of body `owner` that has all corners of `other` farther out than `floor`: its distance is that
// of the nearest corner, its step the shortest of all corners.
static void gap_of_edges(turning_gap *gap, const turning_scene *s, const turning_moment *m,
                         int owner, const turning_part *own, const turning_part *other,
                         double floor)
{
    seen_corner seen[SEEN_CORNERS];
    bool        seen_once = other->count <= SEEN_CORNERS;
    for (int k = 0; seen_once && k < other->count; k++)
        seen[k] = see_corner(s, m, owner, turning_corner(other, k));
    for (int i = 0; i < own->count; i++)
    {
        vec2d from, n;
        if (!part_edge(own, i, &from, &n)) continue;
        double c = part_support(own, n, from), least = INFINITY, step = INFINITY;
        int    nearest = 0;
        for (int k = 0; k < other->count; k++)
        {
            seen_corner at =
                seen_once ? seen[k] : see_corner(s, m, owner, turning_corner(other, k));
            double f = vec2d_dot(n, at.place) - c;
            if (f < least) least = f, nearest = k;
            if (!(f > floor)) break;
            double h =
                turning_safe_step(f - floor, vec2d_dot(n, at.velocity), s->acceleration[owner]);
            step = h < step ? h : step;
        }
        if (least > floor) gap_keep(gap, least, step, owner, n, turning_corner(other, nearest));
    }
}

// Computes the distance of a place from a part's border and the unit normal from the nearest point of it. Returns false if the
// place is inside. A circle's distance is negative inside, and true is returned.
static bool distance_from_part(const turning_part *p, vec2d q, vec2d *normal, double *distance)
{
    bool outside = false;
    if (p->radius > 0.0)
    {
        vec2d  off = vec2d_sub(q, turning_corner(p, 0));
        double length = vec2d_length(off);
        *normal = length > 0.0 ? vec2d_scale(off, 1.0 / length) : vec2d_make(0.0, -1.0);
        *distance = length - p->radius;
        return true;
    }
    *distance = INFINITY;
    for (int i = 0; i < p->count; i++)
    {
        vec2d from, n;
        if (!part_edge(p, i, &from, &n)) continue;
        vec2d way = vec2d_sub(turning_corner(p, i + 1 < p->count ? i + 1 : 0), from);
        vec2d to = vec2d_sub(q, from);
        if (vec2d_dot(n, to) > 0.0) outside = true;
        double along = vec2d_dot(to, way) / vec2d_dot(way, way);
        along = along > 0.0 ? along < 1.0 ? along : 1.0 : 0.0;
        vec2d  off = vec2d_sub(to, vec2d_scale(way, along));
        double length = vec2d_length(off);
        if (length < *distance)
        {
            *distance = length;
            *normal = length > 0.0 ? vec2d_scale(off, 1.0 / length) : n;
        }
    }
    return outside;
}

// Computes the gap of part a of body 0 from part b of body 1, a circle.
static void gap_of_circle(turning_gap *gap, const turning_scene *s, const turning_moment *m,
                          const turning_part *a, const turning_part *b, double floor)
{
    vec2d       center = turning_corner(b, 0), n = { 0.0, 0.0 };
    seen_corner q = see_corner(s, m, 0, center);
    double      distance;
    if (!distance_from_part(a, q.place, &n, &distance))
        distance = -distance;
    else if (a->ring && a->count > 1)
        distance = vec2d_dot(n, q.place) - part_support(a, n, turning_corner(a, 0));
    distance -= b->radius;
    if (!(distance > floor)) return;
    double step = turning_safe_step(distance - floor, vec2d_dot(n, q.velocity), s->acceleration[0]);
    gap_keep(gap, distance, step, 0, n, center);
}

// Returns the gap between two parts at a moment, by the normals of both, and the step for which it cannot close.
// Distances below `floor` need no step.
static turning_gap gap_at(turning_scene *s, const turning_moment *m, const turning_part *a,
                          const turning_part *b, double floor)
{
    turning_gap gap = { false, -INFINITY, 0.0, 0, { 0.0, 0.0 }, { 0.0, 0.0 } };
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

// Returns true if the parts overlap at time t, or at the end of the motion if that is earlier, by more than the distance that
// counts as a touch.
static bool parts_overlap_at(turning_scene *s, const turning_part *a, const turning_part *b,
                             double t)
{
    turning_moment m;
    turning_moment_at(&m, s, t < 1.0 ? t : 1.0);
    return !gap_at(s, &m, a, b, -s->touch).separates;
}

// Returns a time no earlier than `since`, and earlier by the window at most than the two begin to overlap. They are within
// `touch` of each other from `since` to `until`, when they surely overlap.
static double begin_of_overlap(turning_scene *s, const turning_part *a, const turning_part *b,
                               double since, double until)
{
    double end = until - s->window;
    if (!(end > since)) return since;
    // Two that meet along a curve may get so slowly into each other that they have done so before the window.
    for (bool first = true; first || end - since > s->window; first = false)
    {
        double         middle = first ? end : 0.5 * (since + end);
        turning_moment m;
        turning_moment_at(&m, s, middle);
        turning_gap gap = gap_at(s, &m, a, b, -s->touch);
        bool        overlap = !gap.separates || gap.distance < -s->rounding;
        if (first && !overlap) return end;
        if (overlap)
            end = middle;
        else
            since = middle;
    }
    return since;
}

// Finds the first touch of two parts between t and `until` by conservative advancement: each step is no longer than
// bounds of speed and acceleration allow without closing the gap. Parts within s->touch are followed on; if they
// separate again, it was no touch.
bool turning_part_touch(turning_scene *s, const turning_part *a, const turning_part *b, double t,
                        double until, turning_touch *out)
{
    turning_gap at = { false, -INFINITY, 0.0, 0, { 0.0, 0.0 }, { 0.0, 0.0 } };
    double      since = t; // since when they are within `touch` of each other
    bool        near = false;
    if (!(t < until)) return false;
    for (int64_t i = 0; i < s->most_steps; i++)
    {
        turning_moment m;
        turning_moment_at(&m, s, t);
        turning_gap gap = gap_at(s, &m, a, b, near ? -s->touch : 0.5 * s->touch);
        if (!near && !(gap.distance > s->touch))
        {
            if (gap.separates) at = gap;
            near = true, since = t;
            continue;
        }
        if (near && gap.distance > s->touch)
        {
            near = false;
            continue;
        }
        // So close, they mostly share area within the tolerance.
        if (!near && gap.step < s->window && parts_overlap_at(s, a, b, t + s->window))
        {
            at = gap, near = true, since = t;
            break;
        }
        if (near && gap.separates && (!at.separates || gap.distance > -0.5 * s->touch)) at = gap;
        if (near && !(gap.distance > -0.5 * s->touch)) break;
        t += gap.step;
        if (!(t < (near ? 1.0 : until))) return false;
    }
    if (!near) since = t;
    out->hit = true;
    out->t = begin_of_overlap(s, a, b, since, t);
    out->owner = at.owner;
    out->normal = at.normal;
    out->corner = at.corner;
    return true;
}
