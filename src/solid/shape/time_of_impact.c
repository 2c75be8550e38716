#include "solid/shape/time_of_impact.h"

// --- a point against spheres and cylinders ----------------------------------------------------------

// Sets *t to the time at which a point from x enters the sphere of radius r about 0, or to 0 if x is inside by a rounding error.
// Returns false if it does not enter.
//
// |x + t v|^2 = r^2 with a = v.v, b = x.v, c = x.x - r^2. The discriminant b^2 - a c is written as
// a r^2 - |x cross v|^2, which is the same and does not cancel for long motions; the root as
// c / (-b + sqrt), which does not cancel either.
static bool toi_point_sphere(vec3d x, vec3d v, double r, double *t)
{
    double b = v3d_dot(x, v);
    if (!(b < 0.0)) return false;
    double most = v3d_length2(v) * (r * r);
    double inside = most - v3d_length2(v3d_cross(x, v));
    if (!(inside > TOI_GRAZE_FRACTION * most)) return false;
    double c = v3d_length2(x) - r * r;
    *t = c > 0.0 ? c / (sqrt(inside) - b) : 0.0;
    return true;
}

// Sets *t to the time at which a point from x enters the segment from 0 along e, rounded by r: a cylinder between two spheres.
// Sets *along to the position on the segment, 0 .. 1. Returns false if it does not enter.
//
// With X = x cross e and V = v cross e the distance to the line is r where |X + t V|^2 = r^2 |e|^2; the
// discriminant is |e|^2 (r^2 |V|^2 - (x.V)^2), because X cross V is parallel to e.
static bool toi_point_capsule(vec3d x, vec3d v, vec3d e, double r, double *t, double *along)
{
    vec3d  V = v3d_cross(v, e);
    double V2 = v3d_length2(V), xV = v3d_dot(x, V), most = r * r * V2;
    double inside = most - xV * xV;
    double e2 = v3d_length2(e), y = v3d_dot(x, e);
    bool   across = V2 > PARALLEL_SINE_SQUARED * e2 * v3d_length2(v);
    if (across && !(inside > TOI_GRAZE_FRACTION * most)) return false;

    vec3d  X = v3d_cross(x, e);
    double c = v3d_length2(X) - r * r * e2, b = v3d_dot(X, V);
    *t = 0.0;
    if (c > 0.0)
    {
        if (!across || !(b < 0.0)) return false;
        *t = c / (sqrt(e2 * inside) - b);
        y += *t * v3d_dot(v, e);
    }
    // Beyond an end of the cylinder the point can only enter the sphere there.
    if (y <= 0.0)
    {
        *along = 0.0;
        return toi_point_sphere(x, v, r, t);
    }
    if (y >= e2)
    {
        *along = 1.0;
        return toi_point_sphere(v3d_sub(x, e), v, r, t);
    }
    *along = y / e2;
    return b < 0.0;
}

// --- a point against a face -------------------------------------------------------------------------

// Returns the direction from the contact point to the mover. If the motion is so long that rounding its positions loses the
// radius, returns the reverse of the motion.
CPU_INLINE vec3d toi_normal(vec3d away, vec3d v)
{
    vec3d n = v3d_normalize(away);
    return v3d_length2(n) > 0.0 ? n : v3d_normalize(v3d_negate(v));
}

// Stores the hit on the segment from c along e, rounded by r, if it is earlier than *hit. Returns true if so, with *along the
// position on the segment, 0 .. 1.
static bool toi_edge(toi_hit *hit, const toi_motion *m, vec3d c, vec3d e, double r, double *along)
{
    double t;
    vec3d  x = v3d_sub(m->x, c);
    if (!toi_point_capsule(x, m->v, e, r, &t, along) || !(t < hit->t)) return false;
    vec3d y = v3d_scale(e, *along);
    hit->t = t;
    hit->y = v3d_add(c, y);
    hit->normal = toi_normal(v3d_sub(v3d_along(x, m->v, t), y), m->v);
    return true;
}

// Returns true if p projects into the face or onto its edges.
static bool toi_is_over_face(const flat_face *face, vec3d p)
{
    vec3d a = flat_face_corner(face, 0);
    for (int i = 0; i < face->count; i++)
    {
        vec3d b = flat_face_corner(face, i + 1 < face->count ? i + 1 : 0);
        if (v3d_dot(v3d_cross(v3d_sub(b, a), v3d_sub(p, a)), face->normal) < 0.0) return false;
        a = b;
    }
    return true;
}

// Returns the time at which  f + g t  enters -thickness .. thickness from outside, INFINITY if it does not.
static double toi_slab_entry(double f, double g, double thickness)
{
    toi_window window = { 0.0, 1.0 };
    bool       in = toi_clip_slab(&window, f, g, -thickness, thickness) && fabs(f) > thickness;
    return in ? window.from : INFINITY;
}

// Stores the hit of a point with a face of thickness r on both sides, if the point is over the face when it enters and the hit
// is earlier than *hit. Returns true if so. orientation is 1 or -1 if only the side along or against the normal is outside, 0 if
// both are.
static bool toi_thick_face(toi_hit *hit, const flat_face *face, const toi_motion *m, double r,
                           double orientation)
{
    double f = v3d_dot(face->normal, m->x), g = v3d_dot(face->normal, m->v);
    double length = sqrt(face->square), t = toi_slab_entry(f, g, r * length);
    if (!(face->square > 0.0) || orientation * f < 0.0 || !(t < hit->t)) return false;
    vec3d at = toi_position(m, t);
    if (!toi_is_over_face(face, at)) return false;
    vec3d normal = v3d_scale(face->normal, f > 0.0 ? 1.0 / length : -1.0 / length);
    toi_set_hit(hit, t, v3d_along(at, normal, -r), normal, shape_feature(RIM_FEATURE_VERTEX, 0),
                shape_feature(RIM_FEATURE_FACE, 0));
    return true;
}

// --- a segment against a face -----------------------------------------------------------------------

// Stores the hit of the segment with edge i (from c along e), which is a hit of its end a with the parallelogram of all
// u e - w s,  if it is earlier than *hit. Returns true if so. The normal e x s points outwards if the segment runs along the
// face's normal.
static bool toi_prism_side(toi_hit *hit, const toi_mover *mover, vec3d c, vec3d e, int i,
                           double orientation)
{
    vec3d      s = mover->s, zero = v3d(0.0, 0.0, 0.0);
    vec3d      corners[4] = { zero, v3d_negate(s), v3d_sub(e, s), e };
    flat_face  plate = flat_face_of_corners(corners, 4);
    toi_motion m = { v3d_sub(mover->m.x, c), mover->m.v };
    if (!toi_thick_face(hit, &plate, &m, mover->r, orientation)) return false;
    vec3d at = toi_position(&m, hit->t);
    vec3d y = v3d_add(c, closest_segment_segment(at, v3d_add(at, s), zero, e).y);
    toi_set_hit(hit, hit->t, y, hit->normal, shape_feature(RIM_FEATURE_EDGE, 0),
                shape_feature(RIM_FEATURE_EDGE, i));
    return true;
}

// Stores the hit of a segment parallel to the face: the middle of its part over the face when it arrives there. Returns false if
// no part is over the face.
static bool toi_parallel_segment(toi_hit *hit, const flat_face *face, const toi_mover *mover)
{
    double f = v3d_dot(face->normal, mover->m.x), g = v3d_dot(face->normal, mover->m.v);
    double lo = 0.0, hi = 1.0, length = sqrt(face->square);
    double t = toi_slab_entry(f, g, mover->r * length);
    if (t == INFINITY) return false;
    vec3d a = toi_position(&mover->m, t), b = v3d_add(a, mover->s), c = flat_face_corner(face, 0);
    for (int i = 0; i < face->count; i++)
    {
        vec3d d = flat_face_corner(face, i + 1 < face->count ? i + 1 : 0);
        vec3d in = v3d_cross(face->normal, v3d_sub(d, c));
        clip_fractions(&lo, &hi, v3d_dot(in, v3d_sub(a, c)), v3d_dot(in, v3d_sub(b, c)));
        c = d;
    }
    if (!(lo <= hi)) return false;
    double at = 0.5 * (lo + hi);
    vec3d  normal = v3d_scale(face->normal, f > 0.0 ? 1.0 / length : -1.0 / length);
    toi_set_hit(hit, t, v3d_along(v3d_lerp(a, b, at), normal, -mover->r), normal,
                segment_feature(at), shape_feature(RIM_FEATURE_FACE, 0));
    return true;
}

// Clips the window to the times at which  f + g t <= 0.  Returns true if that raises its start.
static bool toi_clip_half_space(toi_window *window, double f, double g)
{
    if (f > 0.0)
    {
        double t = g < 0.0 ? -f / g : INFINITY;
        if (!(t > window->from)) return false;
        window->from = t;
        return true;
    }
    if (g > 0.0 && -f / g < window->to) window->to = -f / g;
    return false;
}

// Returns the hit of a segment without a radius that is not parallel to the face and starts apart from it. Its end a is inside the
// prism while it is inside all its planes, and enters through the last of them. Touching is no hit: the window must not be empty.
static toi_hit toi_thin_prism(const flat_face *face, const toi_mover *mover, double tilt)
{
    vec3d  s = mover->s, a = mover->m.x, v = mover->m.v, c = flat_face_corner(face, 0);
    double orientation = tilt > 0.0 ? 1.0 : -1.0, length = sqrt(face->square);
    double f = v3d_dot(face->normal, a) * orientation, g = v3d_dot(face->normal, v) * orientation;
    toi_window window = { 0.0, INFINITY };
    toi_hit    hit = toi_no_hit();
    int        end = toi_clip_half_space(&window, f, g) ? 0 : -1, next;
    if (toi_clip_half_space(&window, -f - fabs(tilt), -g)) end = 1;
    if (end >= 0)
        toi_set_hit(&hit, window.from, v3d_along(toi_position(&mover->m, window.from), s, end),
                    v3d_scale(face->normal, (end ? -orientation : orientation) / length),
                    shape_feature(RIM_FEATURE_VERTEX, end), shape_feature(RIM_FEATURE_FACE, 0));
    for (int i = 0; i < face->count; i++, c = flat_face_corner(face, next))
    {
        next = i + 1 < face->count ? i + 1 : 0;
        vec3d e = v3d_sub(flat_face_corner(face, next), c),
              n = v3d_scale(v3d_cross(e, s), orientation);
        if (!toi_clip_half_space(&window, v3d_dot(n, v3d_sub(a, c)), v3d_dot(n, v))) continue;
        vec3d  d = v3d_sub(toi_position(&mover->m, window.from), c);
        double nn = v3d_length2(n),
               u = clamp_fraction(orientation * v3d_dot(v3d_cross(d, s), n) / nn);
        toi_set_hit(&hit, window.from, v3d_along(c, e, u), v3d_scale(n, 1.0 / sqrt(nn)),
                    shape_feature(RIM_FEATURE_EDGE, 0), shape_feature(RIM_FEATURE_EDGE, i));
    }
    if (!(window.from < window.to) || hit.t > 1.0) hit.t = INFINITY;
    return hit;
}

// Tests the edges of the prism: the edges of the face at both ends of the segment, and the segment at each corner.
static void toi_prism_edges(toi_hit *hit, const flat_face *face, const toi_mover *mover)
{
    toi_motion far = { v3d_add(mover->m.x, mover->s), mover->m.v };
    vec3d      c = flat_face_corner(face, 0), back = v3d_negate(mover->s);
    bool       point = v3d_length2(mover->s) == 0.0;
    double     r = mover->r, along;
    for (int i = 0; i < face->count; i++)
    {
        int   next = i + 1 < face->count ? i + 1 : 0;
        vec3d d = flat_face_corner(face, next), e = v3d_sub(d, c);
        for (int end = 0; end < (point ? 1 : 2); end++)
        {
            if (!toi_edge(hit, end ? &far : &mover->m, c, e, r, &along)) continue;
            hit->fx = shape_feature(RIM_FEATURE_VERTEX, end);
            hit->fy = along == 0.0   ? shape_feature(RIM_FEATURE_VERTEX, i)
                      : along == 1.0 ? shape_feature(RIM_FEATURE_VERTEX, next)
                                     : shape_feature(RIM_FEATURE_EDGE, i);
        }
        if (!point && toi_edge(hit, &mover->m, c, back, r, &along))
        {
            hit->y = c;
            hit->fx = segment_feature(along);
            hit->fy = shape_feature(RIM_FEATURE_VERTEX, i);
        }
        c = d;
    }
    hit->letter = shape_feature_case(hit->fx, hit->fy);
    hit->face_normal = hit->normal;
}

// Tests the faces of the prism: the face at both ends of the segment, and the segment along each edge. Returns true if one is hit
// from outside, because nothing is hit earlier then.
static bool toi_prism_faces(toi_hit *hit, const flat_face *face, const toi_mover *mover,
                            double tilt)
{
    toi_motion far = { v3d_add(mover->m.x, mover->s), mover->m.v };
    vec3d      c = flat_face_corner(face, 0);
    double     orientation = tilt > 0.0 ? 1.0 : tilt < 0.0 ? -1.0 : 0.0;
    if (toi_thick_face(hit, face, &mover->m, mover->r, orientation)) return true;
    if (v3d_length2(mover->s) == 0.0) return false;
    if (toi_thick_face(hit, face, &far, mover->r, -orientation))
    {
        hit->fx.index = 1;
        return true;
    }
    for (int i = 0; i < face->count; i++)
    {
        vec3d d = flat_face_corner(face, i + 1 < face->count ? i + 1 : 0);
        if (toi_prism_side(hit, mover, c, v3d_sub(d, c), i, orientation) && orientation != 0.0)
            return true;
        c = d;
    }
    return false;
}

// Returns the hit of a point or segment that starts apart from the face.
static toi_hit toi_prism(const flat_face *face, const toi_mover *mover)
{
    double  tilt = v3d_dot(face->normal, mover->s), ss = v3d_length2(mover->s);
    double  size2 = v3d_length2(mover->m.x) + v3d_length2(mover->m.v) + ss;
    bool    solid = face->square > 0.0, point = ss == 0.0;
    bool    level = !point && solid && tilt * tilt <= PARALLEL_SINE_SQUARED * face->square * ss;
    bool    thin = mover->r * mover->r <= SAME_POINT_FRACTION * SAME_POINT_FRACTION * size2;
    toi_hit hit = toi_no_hit();
    if (solid && !level && !point && thin) return toi_thin_prism(face, mover, tilt);
    bool done = level ? toi_parallel_segment(&hit, face, mover)
                      : toi_prism_faces(&hit, face, mover, solid ? tilt : 0.0);
    if (!done) toi_prism_edges(&hit, face, mover);
    if (hit.t > 1.0) hit.t = INFINITY;
    return hit;
}

// Returns the first contact with a face. First clips the motion to the slab of the face's plane, grown by the mover; only
// if the mover starts inside it, the separation at the start is computed. (The heights of the segment's ends are f and f +
// tilt.)
toi_hit toi_face(const flat_face *face, const toi_mover *mover, double *depth)
{
    vec3d      a = mover->m.x, b = v3d_add(a, mover->s);
    toi_hit    hit = toi_no_hit();
    toi_window window = { 0.0, 1.0 };
    double     tilt = v3d_dot(face->normal, mover->s), thickness = mover->r * sqrt(face->square);
    double     f = v3d_dot(face->normal, a), g = v3d_dot(face->normal, mover->m.v);
    *depth = 0.0;
    if (face->square > 0.0 && !toi_clip_slab(&window, f, g, (tilt > 0.0 ? -tilt : 0.0) - thickness,
                                             (tilt < 0.0 ? -tilt : 0.0) + thickness))
        return hit;
    if (!(window.from > 0.0))
    {
        bool             point = v3d_length2(mover->s) == 0.0;
        shape_separation separation =
            point ? separation_point_face(face, a) : separation_segment_face(face, a, b);
        if (toi_start_contact(&hit, depth, &separation, mover->m.v, mover->r)) return hit;
    }
    return toi_prism(face, mover);
}

// --- other shapes -----------------------------------------------------------------------------------

// Returns the first contact with a segment. The segment from 0 along e is a face without area, so that its prism has only
// edges. The contact point is computed from the closest points at the time of the hit.
toi_hit toi_segment(vec3d e, const toi_mover *mover, double *depth)
{
    vec3d            a = mover->m.x, corners[2] = { { 0.0, 0.0, 0.0 }, e };
    flat_face        face = flat_face_of_corners(corners, 2);
    shape_separation separation = separation_segments(a, v3d_add(a, mover->s), corners[0], e);
    toi_hit          hit;
    if (!toi_start_contact(&hit, depth, &separation, mover->m.v, mover->r))
    {
        hit = toi_prism(&face, mover);
        vec3d at = toi_position(&mover->m, hit.t < 1.0 ? hit.t : 1.0);
        hit.y = closest_segment_segment(at, v3d_add(at, mover->s), corners[0], e).y;
        if (hit.fy.kind == RIM_FEATURE_EDGE) hit.fy.index = 0;
    }
    hit.letter = RIM_CASE_NONE;
    return hit;
}
