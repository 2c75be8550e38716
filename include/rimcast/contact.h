/// @file
/// How deep two convex things are in each other, which way out is shortest, and where they press.
///
///     rim_contact3 c = rim_hull_contact(crate, crate_pose, floor, floor_pose);
///     if (c.hit) crate_pose.position = rim_vec3_along(crate_pose.position, c.normal, c.depth);
///
/// - Depth: of all translations that make the two just touch, the length of the shortest. It is exact for
///   points, hulls and their rounded forms: the smallest over all faces of the Minkowski
///   difference, found by growing a polytope inside it (van den Bergen 2001) or, for boxes and
///   wherever that would fail, by separating axes (Gottschalk 1996; Gregorius 2013).
/// - Witness: for every pair of shapes:  on_b - on_a == depth * normal  up to rounding; on_a lies on the border
///   of a, on_b on that of b. Moving a by depth * normal brings on_a to on_b, where they touch.
/// - Touching: counts as contact, with depth 0. Bodies without volume (a polygon, a segment) that
///   cross have depth 0 as well if no third dimension is left between them.
/// - Ties: where several ways out are equally short (concentric boxes) one of them is returned, the
///   same for the same input.
#ifndef RIMCAST_CONTACT_H
#define RIMCAST_CONTACT_H

#include "rimcast/distance.h"
#include "rimcast/hull.h"
#include "rimcast/shape3.h"

#ifdef __cplusplus
extern "C" {
#endif

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
RIM_API rim_contact3 rim_hull_contact(const rim_hull *a, rim_xform3 pa, const rim_hull *b,
                                      rim_xform3 pb);
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
RIM_API rim_manifold3 rim_convex_manifold(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb,
                                          rim_warm *warm);

#ifdef __cplusplus
}
#endif

#endif
