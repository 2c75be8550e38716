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
///     on_b + distance * normal == on_a up to rounding. If they touch or overlap, distance is 0, on_a and
///     on_b are one common point, and normal is a way to push a, but not the shortest if they are deep in
///     each other: that is what convex.h is for.
///
///     A feature is what the closest point lies on. On a hull it is named as hull.h does. On other points
///     a vertex is the point's index; of an edge or a face the smallest index of the points is told, so that
///     edge 0 and face 0 are right for segment, capsule and triangle (where edge 2 is between 2 and 0).
///
///     warm may be NULL. Non-finite input and empty hulls give an infinite distance. uncertainty is 0 unless rounding
///     ends the search early, which happens where needles are closer than a part in 10^7 of their length; or 100 steps
///     were not enough: no input is known that needs a quarter of that.
RIM_API rim_distance3 rim_convex_distance(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb,
                                          rim_warm *warm);

// === How deep two convex things are in each other, which way out is shortest, and where they press ===
//
//     rim_contact3 c = rim_hull_contact(crate, crate_pose, floor, floor_pose);
//     if (c.hit) crate_pose.position = rim_vec3_along(crate_pose.position, c.normal, c.depth);
//
// - Depth: of all translations that make the two just touch, the length of the shortest. It is exact for
//   points, hulls and their rounded forms: the smallest over all faces of the Minkowski
//   difference, found by growing a polytope inside it (van den Bergen 2001) or, for boxes and
//   wherever that would fail, by separating axes (Gottschalk 1996; Gregorius 2013).
// - Witness: for every pair of shapes:  on_b - on_a == depth * normal  up to rounding; on_a lies on the border
//   of a, on_b on that of b. Moving a by depth * normal brings on_a to on_b, where they touch.
// - Touching: counts as contact, with depth 0. Bodies without volume (a polygon, a segment) that
//   cross have depth 0 as well if no third dimension is left between them.
// - Ties: where several ways out are equally short (concentric boxes) one of them is returned, the
//   same for the same input.

/// @{
/// The contact of a, posed by pa, with b, posed by pb; all in world coordinates. No hit, and the rest
/// zero, when they are apart, one is empty, or the input is not finite.
///
/// warm may be NULL. Zeroed before first use and kept from frame to frame for the same pair, it makes hulls and
/// clouds of points that moved a little faster; two sharp boxes need none. It changes the speed alone: hit and depth
/// are the same up to rounding. Of several ways out that are equally short up to rounding another may be returned; where
/// there is but one, the contact of two hulls without radii is the same to the last bit. Anything in it is harmless, and
/// it may be shared with rim_convex_distance.
///
/// feature_a and feature_b are the smallest features that hold the deepest points: a crate on a floor
/// may have a corner of the crate and a face of the floor. All that touches is in the manifold.
///
/// uncertainty is 0 unless a body without faces of its own (a cloud of points) was so finely rounded that
/// some 200 points of the difference did not settle it; hulls have no such limit.
RIM_API rim_contact3 rim_convex_contact(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb,
                                        rim_warm *warm);
/// @}

/// Where they press on each other. Of each body that is a hull the face at the deepest feature that looks most along
/// the contact's normal is taken; the one that looks more along it is the reference (that of a if both do alike), and
/// its normal is the manifold's. The face of the other body at its deepest feature that looks most against the
/// reference is cut by the sides of it (Sutherland and Hodgman 1974); of a sphere, segment, capsule or triangle its one,
/// two or three points are. The points behind the reference are the manifold's: of more than four the deepest, and
/// others that span the most.
///
/// - Normal: That of a face only if the two are at most 5 % deeper along it than the depth of rim_convex_contact, up
///   to rounding (and to the hull's bend, where its faces are not quite plane): faces are preferred to
///   a pair of edges, so that a stack does not rock.
/// - Depths are along the manifold's own normal. The deepest point has at least the contact's depth, at most 1.05
///   of it, and at least 127/128 of the depth by which the two overlap along that normal, all up to rounding.
/// - One point: that of rim_convex_contact, with its normal and depth, where neither face allows that: two edges that
///   cross, a corner that is deepest beside the other's face. So also where neither is a hull with faces,
///   or one is a larger cloud of points.
/// - Keys: stay where the features do. When one body moves and turns by a hundredth of the size of the pair and the
///   two are deeper than the motion, at least 9 of 10 points of random pairs of boxes and hulls keep
///   theirs, and 19 of 20 of boxes that slide on boxes and prisms.
/// - Contact: unless NULL, contact gets the answer of rim_convex_contact, from which the manifold is made.
RIM_API rim_manifold3 rim_convex_manifold(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb,
                                          rim_warm *warm, rim_contact3 *contact);

#ifdef __cplusplus
}
#endif

#endif
