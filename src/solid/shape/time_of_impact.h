// First contacts of moving points and segments with round things, in closed form.
//
// A sphere that moves against a face is a point that moves against the face grown by the radius; a capsule
// is a point (its end a) that moves against the prism face - axis, grown by the radius. The distance
// to a convex thing is a convex function of time: there is one entry, and it is where the point
// crosses the boundary of the grown body, which is made of planes (over faces), cylinders (along
// edges) and spheres (about corners).
//
// For every normal of the body the time at which the point is within the two supporting planes, moved
// out by the radius, is an interval. Where these intervals have nothing in common there is no contact; the
// latest of their beginnings is a lower bound, and it is the answer if the point then lies over that face
// (separating axes in motion). Else only edges and corners are left.
#ifndef RIM_SOLID_SHAPE_TIME_OF_IMPACT_H
#define RIM_SOLID_SHAPE_TIME_OF_IMPACT_H

#include "solid/shape/contact.h"

// A motion x + t v, 0 <= t <= 1.
typedef struct cast_motion
{
    vec3d x, v;
} cast_motion;

// What has been found so far; t is INFINITY for nothing.
typedef struct cast_hit
{
    double      t;
    vec3d       y;      // on the thing that was hit
    vec3d       normal; // unit, towards the mover
    rim_feature fx, fy;
    rim_case3   letter;
} cast_hit;

// The interval of times that is still possible.
typedef struct cast_window
{
    double from, to;
} cast_window;

CORE_INLINE vec3d cast_at(const cast_motion *m, double t)
{
    return v3d_along(m->x, m->v, t);
}

CORE_INLINE cast_hit cast_nothing(void)
{
    cast_hit none = { .t = INFINITY };
    return none;
}

// Times at which a value that runs from f with slope g lies in lo .. hi. False if never in the window.
CORE_INLINE bool cast_between(cast_window *window, double f, double g, double lo, double hi)
{
    double from = window->from, to = window->to;
    if (f > hi)
    {
        if (!(g < 0.0)) return false;
        double t = (hi - f) / g;
        from = t > from ? t : from;
    }
    else if (f < lo)
    {
        if (!(g > 0.0)) return false;
        double t = (lo - f) / g;
        from = t > from ? t : from;
    }
    if (g != 0.0)
    {
        double t = ((g > 0.0 ? hi : lo) - f) / g;
        to = t < to ? t : to;
    }
    window->from = from;
    window->to = to;
    return from <= to;
}

// Passing by closer than this part of the radius squared is going in; less is touching, which is no hit.
#define CAST_GRAZE 0x1p-44

// A point at x against a sphere of radius r about 0: the time at which it goes in; 0 if it is in already
// by a rounding error. False if it never does.
//
// |x + t v|^2 = r^2 with a = v.v, b = x.v, c = x.x - r^2. The discriminant b^2 - a c is written as
// a r^2 - |x cross v|^2, which is the same and does not cancel for long motions; the root as
// c / (-b + sqrt), which does not cancel either.
CORE_INLINE bool cast_ball(vec3d x, vec3d v, double r, double *t)
{
    double b = v3d_dot(x, v);
    if (!(b < 0.0)) return false;
    double most = v3d_length2(v) * (r * r);
    double inside = most - v3d_length2(v3d_cross(x, v));
    if (!(inside > CAST_GRAZE * most)) return false;
    double c = v3d_length2(x) - r * r;
    *t = c > 0.0 ? c / (sqrt(inside) - b) : 0.0;
    return true;
}

// A point at x against the segment from 0 along e, grown by r: a cylinder between two balls. *along tells
// where on the segment, 0 .. 1.
//
// With X = x cross e and V = v cross e the distance to the line is r where |X + t V|^2 = r^2 |e|^2; the
// discriminant is |e|^2 (r^2 |V|^2 - (x.V)^2), because X cross V is parallel to e.
CORE_INLINE bool cast_rod(vec3d x, vec3d v, vec3d e, double r, double *t, double *along)
{
    vec3d  V = v3d_cross(v, e);
    double V2 = v3d_length2(V), xV = v3d_dot(x, V), most = r * r * V2;
    double inside = most - xV * xV;
    double e2 = v3d_length2(e), y = v3d_dot(x, e);
    bool   across = V2 > CORE_PARALLEL * e2 * v3d_length2(v);
    if (across && !(inside > CAST_GRAZE * most)) return false;

    vec3d  X = v3d_cross(x, e);
    double c = v3d_length2(X) - r * r * e2, b = v3d_dot(X, V);
    *t = 0.0;
    if (c > 0.0)
    {
        if (!across || !(b < 0.0)) return false;
        *t = c / (sqrt(e2 * inside) - b);
        y += *t * v3d_dot(v, e);
    }
    // Beyond the cylinder's ends the ball there is the only way in.
    if (y <= 0.0)
    {
        *along = 0.0;
        return cast_ball(x, v, r, t);
    }
    if (y >= e2)
    {
        *along = 1.0;
        return cast_ball(v3d_sub(x, e), v, r, t);
    }
    *along = y / e2;
    return b < 0.0;
}

// The starting point is inside all windows: touching, overlapping, or apart near an edge. True if that
// settles the motion; then *hit says how, with t = 0 and *depth >= 0, or t = INFINITY.
CORE_INLINE bool cast_start(cast_hit *hit, double *depth, const core_touch *touch, vec3d v,
                            double r)
{
    double gap = touch->distance - r;
    double size = r + sqrt(v3d_length2(touch->pair.x)) + sqrt(v3d_length2(touch->pair.y));
    *depth = 0.0;
    if (gap > CORE_SAME * size) return false;
    *hit = cast_nothing();
    bool   overlap = gap < -CORE_SAME * size;
    // Touching is a hit only if the motion goes in.
    double inward = -v3d_dot(v, touch->normal);
    if (!overlap && !(inward > CORE_SAME * v3d_length(v))) return true;
    hit->t = 0.0;
    hit->y = touch->pair.y;
    hit->normal = touch->normal;
    hit->fx = touch->pair.fx;
    hit->fy = touch->pair.fy;
    hit->letter = touch->pair.letter;
    *depth = overlap ? -gap : 0.0;
    return true;
}

CORE_INLINE void cast_take(cast_hit *hit, double t, vec3d y, vec3d normal, rim_feature fx,
                           rim_feature fy)
{
    hit->t = t;
    hit->y = y;
    hit->normal = normal;
    hit->fx = fx;
    hit->fy = fy;
    hit->letter = core_feature_case(fx, fy);
}

// The direction from what was hit to the mover. A motion so long that its places swallow the radius leaves
// none; then it is the way back.
CORE_INLINE vec3d cast_direction(vec3d away, vec3d v)
{
    vec3d n = v3d_normalize(away);
    return v3d_length2(n) > 0.0 ? n : v3d_normalize(core_negate(v));
}

// The point against edge i of a face (at c, along e), keeping the earlier hit. fx: what the point is.
CORE_INLINE void cast_edge(cast_hit *hit, const cast_motion *m, vec3d c, vec3d e, double r, int i,
                           int count, rim_feature fx)
{
    double t, along;
    vec3d  x = v3d_sub(m->x, c);
    if (!cast_rod(x, m->v, e, r, &t, &along) || !(t < hit->t)) return;
    int         next = i + 1 < count ? i + 1 : 0;
    vec3d       y = v3d_scale(e, along);
    rim_feature fy = along == 0.0   ? core_feature(RIM_FEATURE_VERTEX, i)
                     : along == 1.0 ? core_feature(RIM_FEATURE_VERTEX, next)
                                    : core_feature(RIM_FEATURE_EDGE, i);
    vec3d       away = v3d_sub(v3d_along(x, m->v, t), y);
    cast_take(hit, t, v3d_add(c, y), cast_direction(away, m->v), fx, fy);
}

// Is p over the face? Its edges count.
CORE_INLINE bool cast_over(const core_face *face, vec3d p)
{
    vec3d a = core_corner(face, 0);
    for (int i = 0; i < face->count; i++)
    {
        vec3d b = core_corner(face, i + 1 < face->count ? i + 1 : 0);
        if (v3d_dot(v3d_cross(v3d_sub(b, a), v3d_sub(p, a)), face->normal) < 0.0) return false;
        a = b;
    }
    return true;
}

// --- a moving point against a face of thickness r ---------------------------------------------------

CORE_INLINE cast_hit cast_plate(const core_face *face, const cast_motion *m, double r,
                                double *depth)
{
    cast_hit    hit = cast_nothing();
    cast_window window = { 0.0, 1.0 };
    double      f = v3d_dot(face->normal, m->x), g = v3d_dot(face->normal, m->v);
    double      length = sqrt(face->square), reach = r * length;
    bool        starts_in = true;
    *depth = 0.0;
    if (face->square > 0.0)
    {
        if (!cast_between(&window, f, g, -reach, reach)) return hit;
        starts_in = f <= reach && f >= -reach;
    }
    if (starts_in)
    {
        core_touch touch = core_touch_point_face(face, m->x);
        if (cast_start(&hit, depth, &touch, m->v, r)) return hit;
        hit = cast_nothing();
    }
    else
    {
        vec3d at = cast_at(m, window.from);
        if (cast_over(face, at))
        {
            vec3d normal = v3d_scale(face->normal, f > 0.0 ? 1.0 / length : -1.0 / length);
            cast_take(&hit, window.from, v3d_along(at, normal, -r), normal,
                      core_feature(RIM_FEATURE_VERTEX, 0), core_feature(RIM_FEATURE_FACE, 0));
            return hit;
        }
    }
    // An edge can only be met from outside of it, while within the slab.
    vec3d begin = cast_at(m, window.from), end = cast_at(m, window.to);
    vec3d a = core_corner(face, 0);
    for (int i = 0; i < face->count; i++)
    {
        vec3d b = core_corner(face, i + 1 < face->count ? i + 1 : 0), e = v3d_sub(b, a);
        vec3d in = v3d_cross(face->normal, e);
        if (face->square == 0.0 || v3d_dot(in, v3d_sub(begin, a)) <= 0.0 ||
            v3d_dot(in, v3d_sub(end, a)) <= 0.0)
            cast_edge(&hit, m, a, e, r, i, face->count, core_feature(RIM_FEATURE_VERTEX, 0));
        a = b;
    }
    if (hit.t > 1.0) hit.t = INFINITY;
    return hit;
}

// --- a moving segment against a face of thickness r -------------------------------------------------

// One side of the prism: edge e of the face at c against the axis s. The normal is e cross s.
typedef struct cast_side
{
    vec3d  normal;
    double f, g,
        length; // normal . (x - c), normal . v, |normal|; length 0: no side, they are parallel
} cast_side;

CORE_INLINE cast_side cast_side_of(const cast_motion *m, vec3d s, vec3d c, vec3d e)
{
    cast_side side;
    side.normal = v3d_cross(e, s);
    double square = v3d_length2(side.normal);
    side.length = square > CORE_PARALLEL * v3d_length2(e) * v3d_length2(s) ? sqrt(square) : 0.0;
    side.f = v3d_dot(side.normal, v3d_sub(m->x, c));
    side.g = v3d_dot(side.normal, m->v);
    return side;
}

// The moving segment from m.x to m.x + s against a face of thickness r. The sides of a triangle's prism are
// computed once.
typedef struct cast_prism_case
{
    const core_face   *face;
    const cast_motion *m;
    vec3d              s;
    double             r, tilt; // normal . s
    bool               level;   // the axis is parallel to the face: the prism is flat
    cast_side          sides[3];
} cast_prism_case;

CORE_INLINE cast_side cast_side_at(const cast_prism_case *prism, int i, vec3d c, vec3d e)
{
    if (prism->face->count == 3) return prism->sides[i];
    return cast_side_of(prism->m, prism->s, c, e);
}

// The edge and the axis touch at time t if both closest points are within them: with d = x - c less
// its part along n, d = u e - w s, so u = (d cross s).n / n.n and w = (d cross e).n / n.n.
CORE_INLINE bool cast_cross(cast_hit *hit, const cast_motion *m, const cast_side *side, vec3d s,
                            vec3d c, vec3d e, double t, int i)
{
    vec3d  d = v3d_sub(cast_at(m, t), c);
    double square = side->length * side->length;
    double u = v3d_dot(v3d_cross(d, s), side->normal), w = v3d_dot(v3d_cross(d, e), side->normal);
    if (!(u >= 0.0 && u <= square && w >= 0.0 && w <= square)) return false;
    vec3d normal =
        v3d_scale(side->normal, side->f > 0.0 ? 1.0 / side->length : -1.0 / side->length);
    cast_take(hit, t, v3d_along(c, e, u / square), normal, core_feature(RIM_FEATURE_EDGE, 0),
              core_feature(RIM_FEATURE_EDGE, i));
    return true;
}

// The moving axis over the face at time t: the end that comes first, or, flat, the middle of what is
// over the face. from_front: which side it comes from.
CORE_INLINE bool cast_flat(cast_hit *hit, const core_face *face, const cast_motion *m, vec3d s,
                           double r, double t, double tilt, bool from_front)
{
    vec3d  a = cast_at(m, t), b = v3d_add(a, s);
    double lo = 0.0, hi = 1.0, at;
    bool   level = tilt * tilt <= CORE_PARALLEL * face->square * v3d_length2(s);
    if (level)
    {
        vec3d c = core_corner(face, 0);
        for (int i = 0; i < face->count; i++)
        {
            vec3d d = core_corner(face, i + 1 < face->count ? i + 1 : 0);
            vec3d in = v3d_cross(face->normal, v3d_sub(d, c));
            core_clip(&lo, &hi, v3d_dot(in, v3d_sub(a, c)), v3d_dot(in, v3d_sub(b, c)));
            c = d;
        }
        if (!(lo <= hi)) return false;
        at = 0.5 * (lo + hi);
    }
    else
    {
        at = (tilt > 0.0) == from_front ? 0.0 : 1.0;
        if (!cast_over(face, at == 0.0 ? a : b)) return false;
    }
    double length = sqrt(face->square);
    vec3d  normal = v3d_scale(face->normal, from_front ? 1.0 / length : -1.0 / length);
    cast_take(hit, t, v3d_along(core_lerp(a, b, at), normal, -r), normal, core_part(at),
              core_feature(RIM_FEATURE_FACE, 0));
    return true;
}

// Is the point in front of a plane at some time of the window? value: how far, growing by slope.
CORE_INLINE bool cast_in_front(const cast_window *window, double value, double slope)
{
    double begin = value + slope * window->from, end = value + slope * window->to;
    double doubt = CORE_SAME * (fabs(value) + fabs(slope));
    return (begin > -doubt) | (end > -doubt);
}

CORE_INLINE bool cast_side_in_front(const cast_window *window, const cast_side *side, double tilt)
{
    double turn = tilt > 0.0 ? 1.0 : -1.0;
    return (tilt == 0.0) | (side->length == 0.0) |
           cast_in_front(window, turn * side->f, turn * side->g);
}

// All edges of the prism: each edge of the face against both ends, each corner against the axis. One is
// met first only from in front of one of the two faces beside it.
CORE_INLINE void cast_prism_edges(cast_hit *hit, const cast_prism_case *prism,
                                  const cast_window *window)
{
    const core_face   *face = prism->face;
    const cast_motion *m = prism->m;
    vec3d              s = prism->s;
    double             r = prism->r, tilt = prism->level ? 0.0 : prism->tilt;
    cast_motion        far = { v3d_add(m->x, s), m->v };
    vec3d              c = core_corner(face, 0), back = core_negate(s);
    double             turn = tilt > 0.0 ? 1.0 : -1.0, g = v3d_dot(face->normal, m->v);
    double             fa = v3d_dot(face->normal, m->x), fb = fa + tilt;
    bool               near_cap = tilt == 0.0 || cast_in_front(window, turn * fa, turn * g);
    bool               far_cap = tilt == 0.0 || cast_in_front(window, -turn * fb, -turn * g);
    vec3d              b = core_corner(face, face->count - 1);
    cast_side          side = cast_side_at(prism, face->count - 1, b, v3d_sub(c, b));
    bool               before = cast_side_in_front(window, &side, tilt);
    for (int i = 0; i < face->count; i++)
    {
        vec3d d = core_corner(face, i + 1 < face->count ? i + 1 : 0), e = v3d_sub(d, c);
        side = cast_side_at(prism, i, c, e);
        bool front = cast_side_in_front(window, &side, tilt);
        if (near_cap | front)
            cast_edge(hit, m, c, e, r, i, face->count, core_feature(RIM_FEATURE_VERTEX, 0));
        if (far_cap | front)
            cast_edge(hit, &far, c, e, r, i, face->count, core_feature(RIM_FEATURE_VERTEX, 1));
        double t, along;
        vec3d  x = v3d_sub(m->x, c);
        if ((before | front) && cast_rod(x, m->v, back, r, &t, &along) && t < hit->t &&
            along > 0.0 && along < 1.0)
        {
            vec3d away = v3d_along(v3d_along(x, m->v, t), s, along);
            cast_take(hit, t, c, cast_direction(away, m->v), core_feature(RIM_FEATURE_EDGE, 0),
                      core_feature(RIM_FEATURE_VERTEX, i));
        }
        before = front;
        c = d;
    }
    if (hit->t > 1.0) hit->t = INFINITY;
}

// The sides of the prism, from outside: where the axis and an edge meet between their ends.
CORE_INLINE bool cast_prism_sides(cast_hit *hit, const cast_prism_case *prism)
{
    const core_face   *face = prism->face;
    const cast_motion *m = prism->m;
    vec3d              s = prism->s, c = core_corner(face, 0);
    double             r = prism->r, tilt = prism->tilt;
    bool               level = prism->level;
    for (int i = 0; i < face->count; i++)
    {
        vec3d     d = core_corner(face, i + 1 < face->count ? i + 1 : 0), e = v3d_sub(d, c);
        cast_side side = cast_side_at(prism, i, c, e);
        double    out = r * side.length;
        // The body is on the other side of the edge than tilt's sign; without tilt it is flat.
        bool      above = side.f > out && side.g < 0.0 && (level || tilt > 0.0);
        bool      below = side.f < -out && side.g > 0.0 && (level || tilt < 0.0);
        if (side.length > 0.0 && (above || below))
        {
            double t = ((above ? out : -out) - side.f) / side.g;
            if (t <= 1.0 && t < hit->t && cast_cross(hit, m, &side, s, c, e, t, i) &&
                face->square > 0.0)
                return true;
        }
        c = d;
    }
    return false;
}

// Without a radius the prism is all there is, and a point is in it when it is within all its planes: it enters
// through the plane that it comes to last, side `entered` or, -1, a cap. Where planes meet, rounding may see it
// beside that plane's face; it is then at the border of it.
CORE_INLINE void cast_enter(cast_hit *hit, const cast_prism_case *prism, double t, int entered,
                            bool from_front)
{
    const core_face *face = prism->face;
    if (entered < 0)
    {
        bool   end = (prism->tilt > 0.0) != from_front;
        vec3d  p = cast_at(prism->m, t);
        double length = sqrt(face->square);
        cast_take(hit, t, end ? v3d_add(p, prism->s) : p,
                  v3d_scale(face->normal, from_front ? 1.0 / length : -1.0 / length),
                  core_feature(RIM_FEATURE_VERTEX, end), core_feature(RIM_FEATURE_FACE, 0));
        return;
    }
    vec3d     c = core_corner(face, entered), s = prism->s;
    vec3d     e = v3d_sub(core_corner(face, entered + 1 < face->count ? entered + 1 : 0), c);
    cast_side side = cast_side_at(prism, entered, c, e);
    vec3d     d = v3d_sub(cast_at(prism->m, t), c);
    double    u = v3d_dot(v3d_cross(d, s), side.normal) / (side.length * side.length);
    double    share = side.f > 0.0 ? 1.0 / side.length : -1.0 / side.length;
    cast_take(hit, t,
              v3d_along(c, e,
                        u < 0.0   ? 0.0
                        : u > 1.0 ? 1.0
                                  : u),
              v3d_scale(side.normal, share), core_feature(RIM_FEATURE_EDGE, 0),
              core_feature(RIM_FEATURE_EDGE, entered));
}

CORE_INLINE cast_hit cast_prism(const core_face *face, const cast_motion *m, vec3d s, double r,
                                double *depth)
{
    cast_hit        hit = cast_nothing();
    cast_window     window = { 0.0, 1.0 };
    double          fa = v3d_dot(face->normal, m->x), tilt = v3d_dot(face->normal, s);
    double          g = v3d_dot(face->normal, m->v), reach = r * sqrt(face->square);
    double          lo = tilt < 0.0 ? tilt : 0.0, hi = tilt < 0.0 ? 0.0 : tilt;
    bool            solid = face->square > 0.0;
    cast_prism_case prism;
    prism.face = face;
    prism.m = m;
    prism.s = s;
    prism.r = r;
    prism.tilt = tilt;
    prism.level = tilt * tilt <= CORE_PARALLEL * face->square * v3d_length2(s);
    double size2 = v3d_length2(m->x) + v3d_length2(m->v) + v3d_length2(s);
    bool   thin = r * r <= CORE_SAME * CORE_SAME * size2 && solid && !prism.level;
    if (thin) window.to = 2.0;
    *depth = 0.0;
    // The heights of the axis are fa + lo .. fa + hi.
    if (solid && !cast_between(&window, fa, g, -reach - hi, reach - lo)) return hit;
    double first = window.from;
    int    entered = -1;

    // The body's extent along e cross s is from the edge at 0 to the far corner; a triangle's is -tilt
    // for every edge. That of other polygons is left open on that side.
    double far_side = face->count == 3 ? -tilt
                      : tilt > 0.0     ? -INFINITY
                      : tilt < 0.0     ? INFINITY
                                       : 0.0;
    vec3d  c = core_corner(face, 0);
    for (int i = 0; i < face->count; i++)
    {
        vec3d     d = core_corner(face, i + 1 < face->count ? i + 1 : 0), e = v3d_sub(d, c);
        cast_side side = cast_side_of(m, s, c, e);
        if (face->count == 3) prism.sides[i] = side;
        double out = r * side.length;
        double from = window.from;
        if (solid && side.length > 0.0 &&
            !cast_between(&window, side.f, side.g, (far_side < 0.0 ? far_side : 0.0) - out,
                          (far_side > 0.0 ? far_side : 0.0) + out))
            return hit;
        if (window.from > from) entered = i;
        c = d;
    }
    if (thin && window.from > 0.0)
    {
        // Going in at the very end counts, so the window reaches beyond it.
        if (window.from < window.to && window.from <= 1.0)
            cast_enter(&hit, &prism, window.from, entered, fa + lo > 0.0);
        return hit;
    }
    if (!(window.from > 0.0))
    {
        core_touch touch = core_touch_segment_face(face, m->x, v3d_add(m->x, s));
        if (cast_start(&hit, depth, &touch, m->v, r)) return hit;
        hit = cast_nothing();
    }
    // Each side that the axis comes to from outside may be the one that it meets; if it does, that is
    // at the window's beginning. A face without area has no windows, and its sides are all there is.
    else if (first > 0.0 && cast_flat(&hit, face, m, s, r, first, tilt, fa + lo > 0.0))
        return hit;
    else if (cast_prism_sides(&hit, &prism))
        return hit;
    if (!solid) cast_prism_sides(&hit, &prism);
    cast_prism_edges(&hit, &prism, &window);
    return hit;
}

#endif
