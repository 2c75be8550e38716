/// @file
/// When a moving convex thing first touches another, and how.
///
///     rim_hit3 hit = rim_convex_sweep(rim_capsule_as_convex(&hero), pose, step, rim_hull_convex(rock), at);
///     if (hit.hit) pose.position = rim_vec3_along(pose.position, step, hit.t);
///
/// - t: the fraction of the motion, 0 .. 1. A miss has t = 1.
/// - Touching at the start is a hit (t = 0) only if the motion goes inward: a thing at rest on a floor may
///   slide along it and rise from it.
/// - Overlap at the start is told as start_overlap, with t = 0, the depth and the normal of contact.h.
/// - Flat: things without a radius that move in their common plane go into nothing: a miss.
/// - Grazing: touching on the way without going in is a hit.
/// - Normal: where several are right (corner on corner, corner on edge, edge along edge) it is, of all whose planes part
///   the two until they touch, the one most directly against the motion: the direction between the closest points
///   just before. Spheres and capsules follow the same rule.
/// - point lies on b (and, at time t, on a); normal is unit, from b towards a.
///
/// face_normal is that of the face of b, among those at the touched feature, that faces a most; the same
///
///            as normal where b has no faces.
#ifndef RIMCAST_SWEEP_H
#define RIMCAST_SWEEP_H

#include "rimcast/hull.h"
#include "rimcast/plane.h"
#include "rimcast/shape3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// @{
/// a, posed by pa, moved by delta without turning, against b posed by pb.
///
/// The distance of two convex things along a translation is a convex function of time, so Newton's
/// method from the start never passes the first contact and ends on it: the last step is the linear
/// equation of the plane between the two features that meet, exact where one of them is a face or both are
/// edges, and quadratically convergent on round ones. The error is a few units of a double.
///
/// For hulls, boxes and other things of points that is the answer of separating axes in motion
/// (Eberly 2001) over all face normals and all pairs of edges: the time is the latest at which the shadows on one of
/// them meet, the normal is that axis. The search comes upon it without trying them all.
RIM_API rim_hit3 rim_convex_sweep(rim_convex a, rim_xform3 pa, rim_vec3 delta, rim_convex b,
                                  rim_xform3 pb);
RIM_API rim_hit3 rim_hull_sweep(const rim_hull *a, rim_xform3 pa, rim_vec3 delta, const rim_hull *b,
                                rim_xform3 pb);
/// @}

/// A motion at constant rates: by delta, while turning by angle radians about an axis (of any length)
/// through the pose's position.
typedef struct rim_motion3
{
    rim_vec3 delta;
    rim_vec3 axis;
    float    angle;
} rim_motion3;

/// Where a pose stands at fraction t of the motion.
RIM_API rim_xform3 rim_motion3_at(rim_motion3 motion, rim_xform3 pose, float t);

/// a, posed by pa, moved and turned, against b at rest.
///
/// Conservative advancement (Mirtich 1996) with a bound of the second order. With a gap g between a
/// plane with normal n and a corner at distance rho from the axis, after time s the corner is still at
///
///      g + s n . v  -  s^2 angle^2 rho m / 2      (v its velocity now, m = |axis x n|)
///
/// or more in front of the plane, for no motion on that circle curves faster towards it. The smallest root over all
/// corners is a safe step, and a Newton step near contact of a corner. Edges that cross and turn about where they
/// will meet take more steps, the slower they close: one hit in a thousand of random bodies more than 200. After
/// 4096 steps (a graze) the search ends with what it has: a safe time, told as a hit.
RIM_API rim_hit3 rim_convex_sweep_turning(rim_convex a, rim_xform3 pa, rim_motion3 motion,
                                          rim_convex b, rim_xform3 pb);

/// The same against a plane, which is solid behind.
RIM_API rim_hit3 rim_convex_sweep_turning_plane(rim_convex a, rim_xform3 pa, rim_motion3 motion,
                                                rim_plane plane);

#ifdef __cplusplus
}
#endif

#endif
