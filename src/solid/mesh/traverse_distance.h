// Template: compiled by each file that includes it. Requires simd/f32x8.h to be included before.
//
// Squared distances from points and capsule axes to eight triangles, in floats, with error bounds.
#ifndef RIM_SOLID_MESH_TRAVERSE_DISTANCE_H
#define RIM_SOLID_MESH_TRAVERSE_DISTANCE_H

#include "solid/mesh/traverse.h"

// Squared distances, and bounds of their absolute errors.
typedef struct distance2x8
{
    f32x8 value, error;
} distance2x8;

// Returns t limited to 0 .. 1; 0 for NaN, because f32x8_max(NaN, 0) is 0.
SIMD_INLINE f32x8 f32x8_clamp(f32x8 t)
{
    return f32x8_min(f32x8_max(t, f32x8_all(0.0f)), f32x8_all(1.0f));
}

// Returns the squared distances from the origin to the segments a + t e, 0 <= t <= 1. Requires a2 = a.a, down = -a.e
// and e2 = e.e. Computes
//
//     a2 - t (2 down - t e2)   with   t = clamp(down / e2)
//
// down / e2 is the t of the line's closest point. The distance is convex in t, so clamping t gives the closest point of
// the segment.
SIMD_INLINE f32x8 edge_distance2(f32x8 a2, f32x8 down, f32x8 e2)
{
    f32x8 t = f32x8_clamp(f32x8_div(down, e2));
    return f32x8_sub_mul(t, f32x8_sub_mul(t, e2, f32x8_add(down, down)), a2);
}

// Returns the lanes for which the error bounds do not hold: triangles that are too narrow, or so small that products of
// four lengths lose bits to underflow. n2 is the squared cross product of two sides, `both` the product of the sides'
// squared lengths. So n2 / both is the squared sine of the angle between the sides.
SIMD_INLINE f32x8_mask ill_conditioned(f32x8 n2, f32x8 both)
{
    f32x8 minimum = f32x8_mul(f32x8_all(MESH_MIN_SINE_SQUARED), both);
    return f32x8_less_equal(n2, f32x8_max(minimum, f32x8_all(MESH_PRODUCT_UNDERFLOW)));
}

// Returns the squared distances from a point to eight triangles. Seen from the point, a triangle is a + s e + t f with
// e = b - a and f = c - a. The least square over the whole plane is (where the gradient by s and t is 0)
//
//     a.a - s down_e - t down_f     down_e = -a.e,  down_f = -a.f,  det = e.e f.f - (e.f)^2
//     s = (f.f down_e - e.f down_f) / det,  t = (e.e down_f - e.f down_e) / det
//
// and is the answer if s, t and 1 - s - t are not negative. Otherwise the closest point is on an edge. Both are
// computed in every lane, and the sign of the least barycentric coordinate picks one.
//
// Error bound, with M^2 = max(a.a, b.b, c.c): edges and products are right to 2^-22 of their terms, so the squares on
// edges are right to 2^-19 M^2. s and t are divided by det, which is the product of e.e, f.f and sine^2. So the face's
// square is right to 2^-18 M^2 over sine^2. The bound is four times that: MESH_POINT_SQUARE_ERROR M^2 e.e f.f / det.
// It is infinite for triangles that are ill_conditioned.
SIMD_INLINE distance2x8 point_distance2(const triangle3x8 *t8, vec3x8 p)
{
    vec3x8 a = vec3x8_sub(t8->a, p), e = vec3x8_sub(t8->b, t8->a), f = vec3x8_sub(t8->c, t8->a);
    f32x8  none = f32x8_all(0.0f), a2 = vec3x8_dot(a, a), ee = vec3x8_dot(e, e);
    f32x8  ff = vec3x8_dot(f, f), ef = vec3x8_dot(e, f);
    f32x8  ae = vec3x8_dot(a, e), af = vec3x8_dot(a, f);
    f32x8  down_e = f32x8_sub(none, ae), down_f = f32x8_sub(none, af);
    // The edge g = f - e from b to c, with down_g = -b.g and b = a + e.
    f32x8  b2 = f32x8_add(a2, f32x8_add(f32x8_add(ae, ae), ee));
    f32x8  c2 = f32x8_add(a2, f32x8_add(f32x8_add(af, af), ff));
    f32x8  gg = f32x8_add(f32x8_sub(ff, f32x8_add(ef, ef)), ee);
    f32x8  down_g = f32x8_add(f32x8_sub(ae, af), f32x8_sub(ee, ef));
    f32x8  edges = f32x8_min3(edge_distance2(a2, down_e, ee), edge_distance2(a2, down_f, ff),
                              edge_distance2(b2, down_g, gg));
    f32x8  both = f32x8_mul(ee, ff), det = f32x8_sub_mul(ef, ef, both);
    f32x8  s = f32x8_sub_mul(ef, down_f, f32x8_mul(ff, down_e));
    f32x8  t = f32x8_sub_mul(ef, down_e, f32x8_mul(ee, down_f));
    // The least of the three barycentric coordinates, times det.
    f32x8  minimum = f32x8_min3(s, t, f32x8_sub(det, f32x8_add(s, t)));
    f32x8  per_det = f32x8_div(f32x8_all(1.0f), det);
    f32x8  drop =
        f32x8_mul_add(f32x8_mul(s, per_det), down_e, f32x8_mul(f32x8_mul(t, per_det), down_f));
    f32x8 error = f32x8_mul(f32x8_max3(a2, b2, c2), f32x8_mul(f32x8_mul(both, per_det),
                                                              f32x8_all(MESH_POINT_SQUARE_ERROR)));
    return (distance2x8){ f32x8_pick(f32x8_less(minimum, none), edges, f32x8_sub(a2, drop)),
                          f32x8_pick(ill_conditioned(det, both), f32x8_all(INFINITY), error) };
}

// Lowers best->value to the squared distance between the axis s u and the edge w + t e, 0 <= s, t <= 1, with uu = u.u
// and w relative to the start of the axis (Ericson, "Real-Time Collision Detection", 2005, 5.1.9; closest_on_segments
// does the same in doubles):
//
//     s = clamp((uw ee - ew ue) / det),  det = uu ee - ue^2     the closest points of the lines; ue = u.e and so on
//     t = clamp((s ue - ew) / ee),       s = clamp((t ue + uw) / uu)
//
// The caller adds the rounding errors. If the lines are nearly parallel (sine^2 = det / (uu ee) is at most
// MESH_PARALLEL_SINE_SQUARED), det is inexact, and s starts at 0. Then the point q of the edge is the closest to the
// start of the axis, the point p of the axis is the closest to q, and their distance d may be too large. It is so by at
// most  x = L sine,  with L the length of the shorter segment. Let p' and q' be the closest points, n the unit vector
// from p to q, and m = q' - q:
//
//  1. Projected on n, the vector from p' to q' has the length  d + n.m - n.(p' - p),  and |q' - p'| is no less. As p is
//     the closest to q,  n.(p' - p) <= 0.  So  d - |q' - p'| <= -n.m.
//  2. q and q' are the points of the edge closest to two points of the axis, its start and p'. Such points are no
//     farther apart than the two points of the axis. So m, along the edge, is not longer than either segment:  |m| <=
//     L.
//  3. The part of m perpendicular to u has the length |m| sine <= x. If p is no end of the axis, n is perpendicular to
//     u, and  -n.m <= x.
//  4. If p is the start, q is the closest to p, and  n.m >= 0.
//  5. If p is the end of the axis,  n.u >= 0.  With u.m >= 0, the part of m along u does not lower n.m, and its other
//     part lowers it by at most x. With u.m < 0,  m.(u + d n) >= 0  as q is the closest to the start, so  n.m > 0.
//
// So best->error is raised to a bound of the error of d^2, with a det that is no less than its own error:
//
//     d^2 - (d - x)^2 <= 2 x d,    x^2 = L^2 sine^2 = min(uu, ee) det / (uu ee) = det / max(uu, ee)
//
// A segment without length gives 0 / 0, which f32x8_clamp makes 0. If neither has a length, 2 x d is NaN. best->error
// is then replaced, as a triangle with such an edge is `narrow` in axis_distance2.
SIMD_INLINE void lower_to_segment_distance2(distance2x8 *best, vec3x8 u, f32x8 uu, vec3x8 w,
                                            vec3x8 e)
{
    f32x8      ee = vec3x8_dot(e, e), ue = vec3x8_dot(u, e), uw = vec3x8_dot(u, w);
    f32x8      ew = vec3x8_dot(e, w), zero = f32x8_all(0.0f), uu_ee = f32x8_mul(uu, ee);
    f32x8      det = f32x8_sub_mul(ue, ue, uu_ee);
    f32x8_mask parallel =
        f32x8_less_equal(det, f32x8_mul(uu_ee, f32x8_all(MESH_PARALLEL_SINE_SQUARED)));
    f32x8 s = f32x8_div(f32x8_sub_mul(ew, ue, f32x8_mul(uw, ee)), det);
    s = f32x8_pick(parallel, zero, f32x8_clamp(s));
    f32x8 t = f32x8_clamp(f32x8_div(f32x8_mul_sub(s, ue, ew), ee));
    s = f32x8_clamp(f32x8_div(f32x8_mul_add(t, ue, uw), uu));
    vec3x8 start = { zero, zero, zero };
    vec3x8 away = vec3x8_sub(vec3x8_along(start, u, s), vec3x8_along(w, e, t));
    f32x8  d2 = vec3x8_dot(away, away);
    f32x8  det_error = f32x8_mul(uu_ee, f32x8_all(MESH_SINE_SQUARED_ERROR));
    f32x8  x2 = f32x8_div(f32x8_max(det, det_error), f32x8_max(uu, ee));
    f32x8  twice_xd = f32x8_mul(f32x8_all(2.0f), f32x8_sqrt(f32x8_mul(x2, d2)));
    best->value = f32x8_min(best->value, d2);
    best->error = f32x8_max(best->error, f32x8_pick(parallel, twice_xd, zero));
}

// The axis of a capsule: its start, the vector from there to its end, and the squared length of that vector.
typedef struct axis3x8
{
    vec3x8 a, u;
    f32x8  uu;
} axis3x8;

// Returns the axis of a capsule in all lanes. The axis of a sphere has u = 0.
SIMD_INLINE axis3x8 axis_of(const rim_capsule *c)
{
    axis3x8 axis;
    axis.a = vec3x8_all(c->a.x, c->a.y, c->a.z);
    axis.u = vec3x8_all(c->b.x - c->a.x, c->b.y - c->a.y, c->b.z - c->a.z);
    axis.uu = vec3x8_dot(axis.u, axis.u);
    return axis;
}

// The signed distances of the two ends of an axis from the plane that contains an edge of a triangle and is
// perpendicular to the triangle. They are positive on the triangle's side, and are multiplied by the lengths of the
// edge and of the triangle's normal.
typedef struct edge_ends
{
    f32x8 start, end;
} edge_ends;

// Computes edge_ends for an edge e, the triangle's normal n, the vector w from the axis' start to a corner on the edge,
// and the axis u. n x e is perpendicular to the edge and points into the triangle, so
//
//     start = -(n x e) . w,  end = start + (n x e) . u
SIMD_INLINE edge_ends ends_inside(vec3x8 n, vec3x8 e, vec3x8 w, vec3x8 u)
{
    vec3x8    in = vec3x8_cross(n, e);
    edge_ends ends;
    ends.start = f32x8_sub(f32x8_all(0.0f), vec3x8_dot(in, w));
    ends.end = f32x8_add(ends.start, vec3x8_dot(in, u));
    return ends;
}

// Returns the lanes in which a point is over the triangle: x, y and z, its values for the three edges (edge_ends), are
// not negative.
SIMD_INLINE f32x8_mask all_inside(f32x8 x, f32x8 y, f32x8 z)
{
    return f32x8_less_equal(f32x8_all(0.0f), f32x8_min3(x, y, z));
}

// Returns the value of edge_ends at a fraction of the axis. It is linear along the axis.
SIMD_INLINE f32x8 ends_lerp(edge_ends ends, f32x8 fraction)
{
    return f32x8_mul_add(f32x8_sub(ends.end, ends.start), fraction, ends.start);
}

// Returns the squared distances from a capsule's axis to eight triangles: 0 if the axis crosses the triangle. Otherwise
// the closest points include a point of an edge or an end of the axis, so the result is the least of the squared
// distances from the axis to the three edges, and of those from the axis' ends that lie over the face to its plane.
// With n = ab x bc the face's normal, height_start and height_end are the ends' heights over the plane times |n|. So an
// end's squared distance to the plane is height^2 / n.n, and the axis crosses the plane at its fraction
//
//     crossing = height_start / (height_start - height_end)
//
// It does cross if the heights have different signs. Otherwise `crossing` may be infinite or NaN, and has no effect.
//
// Let M^2 be the largest of the axis' squared length and the corners' squared distances from its start. The error is
// MESH_AXIS_SQUARE_ERROR M^2, plus what nearly parallel edges add (lower_to_segment_distance2). It is infinite if the
// sine of the triangle's smallest angle, which is between its two longest edges, is at most 2^-5, or if the triangle is
// so small that products underflow: these triangles are `narrow`, and their value may be NaN. For all other ones the
// error of height^2 / n.n, a few times 2^-23 M^2 over the sine, is a few times 2^-18 M^2, which MESH_AXIS_SQUARE_ERROR =
// 2^-13 exceeds. And a point that rounding puts on the inner side of all three edges is near the triangle.
SIMD_INLINE distance2x8 axis_distance2(const triangle3x8 *t, axis3x8 axis)
{
    vec3x8 wa = vec3x8_sub(t->a, axis.a), wb = vec3x8_sub(t->b, axis.a),
           wc = vec3x8_sub(t->c, axis.a);
    vec3x8 ab = vec3x8_sub(t->b, t->a), bc = vec3x8_sub(t->c, t->b), ca = vec3x8_sub(t->a, t->c);
    distance2x8 nearest = { f32x8_all(INFINITY), f32x8_all(0.0f) };
    lower_to_segment_distance2(&nearest, axis.u, axis.uu, wa, ab);
    lower_to_segment_distance2(&nearest, axis.u, axis.uu, wb, bc);
    lower_to_segment_distance2(&nearest, axis.u, axis.uu, wc, ca);
    vec3x8 n = vec3x8_cross(ab, bc);
    f32x8  n2 = vec3x8_dot(n, n), none = f32x8_all(0.0f);
    f32x8  height_start = f32x8_sub(none, vec3x8_dot(n, wa)),
          height_end = f32x8_add(height_start, vec3x8_dot(n, axis.u));
    edge_ends inside_ab = ends_inside(n, ab, wa, axis.u),
              inside_bc = ends_inside(n, bc, wb, axis.u);
    edge_ends  inside_ca = ends_inside(n, ca, wc, axis.u);
    f32x8      crossing = f32x8_div(height_start, f32x8_sub(height_start, height_end));
    f32x8_mask across =
        f32x8_and(f32x8_and(f32x8_less(f32x8_min(height_start, height_end), none),
                            f32x8_less(none, f32x8_max(height_start, height_end))),
                  all_inside(ends_lerp(inside_ab, crossing), ends_lerp(inside_bc, crossing),
                             ends_lerp(inside_ca, crossing)));
    f32x8 per_n2 = f32x8_div(f32x8_all(1.0f), n2), edges = nearest.value;
    f32x8 over_start = f32x8_pick(all_inside(inside_ab.start, inside_bc.start, inside_ca.start),
                                  f32x8_mul(f32x8_mul(height_start, per_n2), height_start), edges);
    f32x8 over_end = f32x8_pick(all_inside(inside_ab.end, inside_bc.end, inside_ca.end),
                                f32x8_mul(f32x8_mul(height_end, per_n2), height_end), edges);
    nearest.value = f32x8_pick(across, none, f32x8_min(f32x8_min(edges, over_start), over_end));
    f32x8      m2 = f32x8_max3(vec3x8_dot(wa, wa), vec3x8_dot(wb, wb), vec3x8_dot(wc, wc));
    f32x8      ab2 = vec3x8_dot(ab, ab), bc2 = vec3x8_dot(bc, bc), ca2 = vec3x8_dot(ca, ca);
    f32x8      both = f32x8_max3(f32x8_mul(ab2, bc2), f32x8_mul(bc2, ca2), f32x8_mul(ca2, ab2));
    f32x8_mask narrow = ill_conditioned(n2, both);
    f32x8      error = f32x8_mul(f32x8_max(m2, axis.uu), f32x8_all(MESH_AXIS_SQUARE_ERROR));
    nearest.error = f32x8_pick(narrow, f32x8_all(INFINITY), f32x8_add(nearest.error, error));
    return nearest;
}

#endif
