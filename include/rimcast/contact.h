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
/// zero, when they are apart, one is empty, or the input is not finite. warm may be NULL.
///
/// feature_a and feature_b are the smallest features that hold the deepest points: a crate on a floor
/// may tell a corner of the crate and a face of the floor. All that touches is in the manifold.
///
/// uncertainty is 0 unless a body without faces of its own (a cloud of points) was so finely rounded that
/// some 200 points of the difference did not settle it; hulls have no such limit.
RIM_API rim_contact3 rim_convex_contact(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb,
                                        rim_warm *warm);
RIM_API rim_contact3 rim_hull_contact(const rim_hull *a, rim_xform3 pa, const rim_hull *b,
                                      rim_xform3 pb);
/// @}

/// One point of a manifold. on_b - on_a == depth * normal, as above.
typedef struct rim_contact_point
{
    rim_vec3 on_a, on_b;
    float    depth; ///< >= 0
    uint32_t key;   ///< names the pair of features that made it; the same in the next frame
} rim_contact_point;

/// Up to four points that hold the two apart.
typedef struct rim_manifold3
{
    int               count;  ///< 0: apart
    rim_vec3          normal; ///< unit, from b towards a
    rim_contact_point points[4];
} rim_manifold3;

/// Where they press on each other. The face that faces the other body best is the reference; the
/// other body's face is cut by its sides (Sutherland and Hodgman 1974), and of the points behind it four
/// are kept: the deepest, the farthest from it, and the two that span most on either side of these. Two
/// edges that cross give one point.
///
/// A face within 5 % of the least depth (or a thousandth of the bodies' size) is preferred to an edge pair,
/// so that a stack does not rock: normal and depths are then those of the face. A sphere, segment, capsule
/// or triangle presses on a hull's face with its one, two or three points. Where neither is a hull with
/// faces, or the other is a larger cloud of points, there is the one point of rim_convex_contact.
RIM_API rim_manifold3 rim_convex_manifold(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb,
                                          rim_warm *warm);

#ifdef __cplusplus
}
#endif

#endif
