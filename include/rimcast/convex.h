/// @file
/// Convex shapes given by points: distance, contact and manifold of two.
///
///     rim_convex    hero = { &capsule.a, 2, capsule.radius, NULL };
///     rim_distance3 gap = rim_convex_distance(hero, rim_xform3_identity(), rim_hull_convex(rock), rock_pose, NULL);
///
/// rim_shape3 (shape3.h) calls these functions for pairs without a closed form. Call them directly for clouds of
/// points, for rounded hulls, and to keep a rim_warm.
///
/// A shape is given as a rim_convex: points, and a radius around their convex hull, which is called the core. Point,
/// segment, triangle, polygon, box, hull, sphere and capsule all have this form, and any two can be combined.
///
/// Distances are computed by the algorithm of Gilbert, Johnson and Keerthi (1988) on the cores. It stops when no
/// point of the shapes lies further along the search direction than those already used; on points and hulls this test
/// is exact and needs no tolerance. Before results are rounded to float, their error is a few units in the last place
/// of a double, relative to the size of the input.
#ifndef RIMCAST_CONVEX_H
#define RIMCAST_CONVEX_H

#include "rimcast/hull.h"
#include "rimcast/shape3.h"
#include "rimcast/vec3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The result of the last query of a pair, as a start for the next. Zero it before first use and pass the same one to
/// the next query of the pair: if the shapes have moved little, the search takes one or two steps. It changes the
/// speed, and which of several equally close points is returned; never the distance beyond rounding. Any other
/// content, such as that of another pair, is harmless.
typedef struct rim_warm
{
    int count;      ///< 0 .. 4 pairs of points
    int a[4], b[4]; ///< their indices
} rim_warm;

// --- questions -----------------------------------------------------------------------------------------

/// Returns the distance of a, posed by pa, from b, posed by pb.
///
/// on_b + distance * normal == on_a up to rounding. If they touch or overlap, distance is 0 and on_a and on_b are one
/// common point; a can be pushed out along normal, but if they overlap deeply this is not the shortest way: use
/// rim_convex_contact.
///
/// A feature is the vertex, edge or face of the closest point. On a hull it has the number of hull.h. On other points
/// a vertex is the point's index, and an edge or a face has the smallest index of its points; for segment, capsule
/// and triangle that gives edge 0 and face 0 (edge 2 is between 2 and 0).
///
/// warm may be NULL. Non-finite input and empty hulls give an infinite distance. uncertainty is 0 unless rounding
/// ends the search early, as for needles closer than a part in 10^7 of their length, or the limit of 100 steps is
/// reached; no known input needs a quarter of that.
RIM_API rim_distance3 rim_convex_distance(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb,
                                          rim_warm *warm);

// === How deep two convex things are in each other, which way out is shortest, and where they press ===
//
//     rim_contact3 c = rim_hull_contact(crate, crate_pose, floor, floor_pose);
//     if (c.hit) crate_pose.position = rim_vec3_along(crate_pose.position, c.normal, c.depth);
//
// - Depth: the length of the shortest translation after which the two just touch. It is exact for points, hulls and
//   their rounded forms: the smallest over all faces of the Minkowski difference, found by expanding a polytope
//   inside it (van den Bergen 2001) or, for boxes and wherever that would fail, by separating axes (Gottschalk 1996;
//   Gregorius 2013).
// - Points: on_b - on_a == depth * normal up to rounding; on_a lies on the border of a, on_b on that of b. Moving a
//   by depth * normal brings on_a to on_b, where they touch.
// - Touching: a contact of depth 0. Crossing shapes without volume (polygons, segments) also have depth 0 if their
//   Minkowski difference has no volume.
// - Ties: if several ways out are equally short (concentric boxes), one of them is returned, the same for the same
//   input.

/// @{
/// Returns the contact of a, posed by pa, with b, posed by pb, in world coordinates. No hit, and all else zero, if
/// they are apart, one is empty, or input is not finite.
///
/// warm may be NULL. Zeroed before first use and kept from frame to frame for the same pair, it makes queries of
/// hulls and clouds of points that moved a little faster; two boxes without a radius do not need it. Hit and depth are
/// the same up to rounding. If several ways out are equally short up to rounding, another may be returned; if there
/// is only one, the contact of two hulls without radii has the same bits. Any content is harmless, and it may be
/// shared with rim_convex_distance.
///
/// feature_a and feature_b are the smallest features that contain the deepest points: a crate on a floor may have a
/// corner of the crate and a face of the floor. The manifold has all points that touch.
///
/// uncertainty is 0 except for clouds of points whose search reaches its limit of about 200 points of the Minkowski
/// difference; hulls have no such limit.
RIM_API rim_contact3 rim_convex_contact(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb,
                                        rim_warm *warm);
/// @}

/// Returns the contact manifold of a and b. For each body that is a hull, the face at its deepest feature that is
/// most aligned with the contact's normal is taken. The better aligned one (a's if equal) is the reference face, and
/// its normal is the manifold's. From the other body, the face at its deepest feature that is most opposed to the
/// reference is clipped by the sides of the reference face (Sutherland and Hodgman 1974); a sphere, segment, capsule
/// or triangle contributes its one, two or three points. The manifold has the points behind the reference face: if
/// there are more than four, the deepest one and those that span the largest area.
///
/// - Normal: A face is the reference only if the depth along its normal is at most 5 % more than that of
///   rim_convex_contact, up to rounding (and to the bend of merged faces). Faces are preferred to a pair of edges, so
///   that a stack does not rock.
/// - Depths are along the manifold's own normal. The deepest point has at least the contact's depth, at most 1.05
///   of it, and at least 127/128 of the depth by which the two overlap along that normal, all up to rounding.
/// - One point: If neither face qualifies (two edges that cross, a corner that is deepest beside the other's face),
///   the manifold is the point of rim_convex_contact with its normal and depth. So it is if neither is a hull with
///   faces, or one is a larger cloud of points.
/// - Keys: Points keep their keys while their features stay the same. In tests, one body moved and rotated by a
///   hundredth of the size of the pair, by less than the depth: 9 of 10 points of random pairs of boxes and hulls
///   kept their keys, and 19 of 20 of boxes that slide on boxes and prisms.
/// - Contact: Unless contact is NULL, it receives the result of rim_convex_contact, from which the manifold is
///   computed.
RIM_API rim_manifold3 rim_convex_manifold(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb,
                                          rim_warm *warm, rim_contact3 *contact);

#ifdef __cplusplus
}
#endif

#endif
