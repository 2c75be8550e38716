/// @file
/// Spheres and capsules in motion: the first contact, in closed form.
///
/// The mover goes from where it is by delta; t is the fraction of that at which it first touches, found
/// by solving for it: no stepping, no slop, whatever the speed. The result has the point of contact on the
/// other thing, the geometric normal (the way to push the mover), the normal of the face that was hit, what
/// met what, and the case letter; see rim_hit3.
///
/// - Start: A start in overlap is a hit with t == 0, start_overlap and the depth of the contact. Touching
///   at the start is a hit only if the motion goes in: what rests may slide or leave.
/// - Grazing: Touching on the way without going in is no hit.
/// - Zero: A delta of zero asks about the start alone; mere touching is then no hit.
/// - End: Touching at the very end, going in, is a hit with t == 1.
/// - Sides: The back of a face is hit by motions along its normal (v . n > 0); of motions in its plane, by
///   those that end up with a contact normal behind it. RIM_SIDE_FRONT lets what would hit the
///   back pass, RIM_SIDE_BACK what would hit the front. A face without area has no sides.
/// - Faces: A triangle without area is the segment or point that it is.
/// - Flat: Flat things that move in their common plane go into nothing: a miss.
/// - Radius 0: An axis hits a triangle if, for longer than an instant, it crosses the triangle's plane between its ends
///   at a point of the triangle, edges included. A point, or an axis parallel to the plane, hits if it passes
///   through the plane where the triangle is; at the start it has to be in the plane or before it. Against
///   triangles, spheres and capsules this is decided exactly, whatever the floats, and the point lies on the
///   corner or the edge that is met.
/// - Normal: Where several are right (an end on an edge, a corner on the axis, without a radius) it is, of all that
///   push the mover away, the one most directly against the motion: the direction between the
///   closest points just before.
/// - NaN: Input that is not finite: no hit.
///
/// Rounding: t and the point are right to about 1e-15 of the case's size before they are rounded to float.
/// "Touching" allows for 2^-40 of it.
///
/// Sources: the moving shapes' Minkowski sums, after Ericson, "Real-Time Collision Detection" (2005), 5.5;
/// dynamic separating axes after Eberly, "Dynamic Collision Detection using Oriented Bounding Boxes".
#ifndef RIMCAST_SHAPE3_SWEEP_H
#define RIMCAST_SHAPE3_SWEEP_H

#include "rimcast/shape3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// @{
/// The first contact of round with round: where the cores come within both radii of each other.
RIM_API rim_hit3 rim_sphere_sweep_sphere(rim_sphere a, rim_vec3 delta, rim_sphere b);
RIM_API rim_hit3 rim_sphere_sweep_capsule(rim_sphere a, rim_vec3 delta, rim_capsule b);
RIM_API rim_hit3 rim_capsule_sweep_sphere(rim_capsule a, rim_vec3 delta, rim_sphere b);
RIM_API rim_hit3 rim_capsule_sweep_capsule(rim_capsule a, rim_vec3 delta, rim_capsule b);
/// @}

/// @{
/// The first contact with a thin face; side says which of its sides stop the mover. The functions take movers
/// that lie in memory; those for values are below.
RIM_API rim_hit3 rim_sphere_sweep_triangle_at(const rim_sphere *a, rim_vec3 delta,
                                              const rim_triangle *b, rim_side side);
RIM_API rim_hit3 rim_capsule_sweep_triangle_at(const rim_capsule *a, rim_vec3 delta,
                                               const rim_triangle *b, rim_side side);
/// @}

/// As rim_sphere_sweep_triangle_at, for values.
static inline rim_hit3 rim_sphere_sweep_triangle(rim_sphere a, rim_vec3 delta,
                                                 const rim_triangle *b, rim_side side)
{
    return rim_sphere_sweep_triangle_at(&a, delta, b, side);
}

/// As rim_capsule_sweep_triangle_at, for values.
static inline rim_hit3 rim_capsule_sweep_triangle(rim_capsule a, rim_vec3 delta,
                                                  const rim_triangle *b, rim_side side)
{
    return rim_capsule_sweep_triangle_at(&a, delta, b, side);
}

/// @{
/// Planar, convex, with any number of corners.
RIM_API rim_hit3 rim_sphere_sweep_polygon3(rim_sphere a, rim_vec3 delta, rim_polygon3 b,
                                           rim_side side);
RIM_API rim_hit3 rim_capsule_sweep_polygon3(rim_capsule a, rim_vec3 delta, rim_polygon3 b,
                                            rim_side side);
/// @}

#ifdef __cplusplus
}
#endif

#endif
