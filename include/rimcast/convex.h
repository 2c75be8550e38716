/// @file
/// Convex shapes given by points, and the distance, contact and contact manifold of two shapes.
///
///     rim_convex    hero = { &capsule.a, 2, capsule.radius, NULL };
///     rim_distance3 gap = rim_convex_distance(hero, rim_xform3_identity(), rim_hull_convex(rock), rock_pose, NULL);
///
/// The functions of rim_shape3 (shape3.h) call these functions for all pairs of shapes for which there is no direct
/// formula. Call them directly for point sets and rounded hulls, and to start from the result of an earlier query
/// (rim_warm).
///
/// A shape is given as a rim_convex: all points within a radius of the convex hull of some points. This convex hull is
/// called the core. Points, segments, triangles, polygons, boxes, hulls, spheres and capsules all have this form, and
/// any two of them can be combined.
///
/// Distances are computed by the algorithm of Gilbert, Johnson and Keerthi (1988) on the cores. The search ends when no
/// corner of the cores lies farther along the search direction than those already found, or when the error is at most
/// 2^-42 of the size of the input. The results are then rounded to float.
#ifndef RIMCAST_CONVEX_H
#define RIMCAST_CONVEX_H

#include "rimcast/hull.h"
#include "rimcast/shape3.h"
#include "rimcast/vec3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The result of the last query of a pair of shapes, from which the next query of the pair starts. Zero it before the
/// first query, and pass the same rim_warm to every further query. If the shapes have moved little, the search then
/// takes one or two steps. A rim_warm affects the speed, the choice among several equally close points, and the
/// rounding of the distance. Any content is allowed, even that of another pair.
typedef struct rim_warm
{
    int count;      ///< 0 .. 4 pairs of points
    int a[4], b[4]; ///< the indices of the points
} rim_warm;

// --- distance ------------------------------------------------------------------------------------------

/// Returns the distance of a, posed by pa, from b, posed by pb.
///
/// Up to rounding, on_b + distance * normal == on_a. If the shapes touch or overlap, distance is 0, and on_a and on_b
/// are one common point. A motion along normal then moves a out of b. If the cores are apart, normal is the direction
/// of the shortest such motion; otherwise rim_convex_contact computes the shortest one.
///
/// A feature is the vertex, edge or face on which a closest point lies. On a hull its number is the index of the
/// corner, edge or face of the hull. On other shapes, the number of a vertex is the index of the point, and the number
/// of an edge or a face is the smallest index of its points. As an exception, the edge between points 2 and 0 of a
/// triangle is edge 2. If the cores overlap, a feature may be RIM_FEATURE_NONE.
///
/// warm may be NULL. Non-finite input and shapes without points give an infinite distance. uncertainty is 0 unless
/// rounding ends the search early or the search reaches its limit of 100 steps. Rounding may end it early for thin
/// shapes that are closer to each other than 10^-7 of their length. No known input takes more than 25 steps.
RIM_API rim_distance3 rim_convex_distance(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb,
                                          rim_warm *warm);

// === Contacts and contact manifolds ===================================================================
//
//     rim_convex   box = rim_hull_convex(crate), ground = rim_hull_convex(floor);
//     rim_contact3 c = rim_convex_contact(box, crate_pose, ground, floor_pose, NULL);
//     if (c.hit) crate_pose.position = rim_vec3_along(crate_pose.position, c.normal, c.depth);
//
// - Depth: The depth is the length of the shortest translation after which the two shapes only touch. It is equal to
//   the smallest distance from the origin to a face of the Minkowski difference (the set of all vectors from a point of
//   one shape to a point of the other). The depth is found by expanding a polytope (van den Bergen 2001). For boxes,
//   and where the expansion would fail, it is found by separating axes (Gottschalk 1996; Gregorius 2013). Only
//   rounding limits its precision, unless the search reaches its limit (see `uncertainty` below).
// - Points: on_a lies on the border of a, and on_b lies on the border of b. Up to rounding, on_b - on_a == depth *
//   normal. If a moves by depth * normal, on_a moves to on_b, where the shapes touch.
// - Touching: Shapes that touch have a contact of depth 0. Polygons and segments that cross also have a contact of
//   depth 0 if their Minkowski difference has no volume.
// - Ties: If several translations are equally short, as for concentric boxes, one of them is returned. The same input
//   always gives the same translation.

/// @{
/// Returns the contact of a, posed by pa, with b, posed by pb, in world coordinates. If the shapes are apart, if one of
/// them has no points, or if an input is not finite, hit is false and all other members are zero.
///
/// warm may be NULL. A rim_warm that is kept for a pair of hulls or point sets makes the query faster if they have
/// moved little. Queries of two boxes without a radius do not use it. The same rim_warm may be passed to
/// rim_convex_distance. A rim_warm affects hit and depth only by rounding, and it affects which of several equally
/// short translations is returned. If only one translation is shortest, the contact of two hulls without radii has the
/// same bits with and without it.
///
/// feature_a and feature_b are the smallest features that contain on_a and on_b: for a crate on a floor, they may be a
/// corner of the crate and a face of the floor. rim_convex_manifold returns all points of a contact.
///
/// uncertainty is 0, except for point sets whose search reaches its limit of about 200 points of the Minkowski
/// difference, or is ended by rounding. Hulls are then decided by separating axes.
RIM_API rim_contact3 rim_convex_contact(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb,
                                        rim_warm *warm);
/// @}

/// Returns the contact manifold of a, posed by pa, and b, posed by pb: up to four points at which the shapes touch.
///
/// Method: The deepest feature of a shape is its vertex, edge or face that lies deepest in the other shape. For each
/// hull, the method takes one of the faces at the deepest feature: the one whose outward normal is best aligned with
/// the contact's normal for b, or with its opposite for a. Of these two faces, the better aligned one is the reference
/// face. If both are equally aligned, it is a's face. The manifold has the normal of the reference face, reversed if
/// that is a face of a. Of the faces at the other shape's deepest feature, the one that is most opposed to the
/// reference face is clipped by the sides of the reference face (Sutherland and Hodgman 1974). If the other shape is a
/// sphere, segment, capsule or triangle, its one, two or three points are used instead. The manifold consists of the
/// resulting points behind the reference face. If there are more than four, it keeps the deepest point and those that
/// span the largest area.
///
/// - Normal: A face can be the reference face only if the depth along its normal is at most 5 % more than that of
///   rim_convex_contact. With rounding or merged faces (hull.h), it may be slightly more. So a face may be preferred
///   to a pair of edges with a slightly smaller depth. This keeps stacks from rocking.
/// - Depths: Depths are measured along the manifold's normal. Except for rounding and merged faces, the depth of the
///   deepest point is 1 to 1.05 times that of rim_convex_contact, and at least 127/128 of the length by which the
///   shapes overlap along that normal.
/// - One point: The manifold is the single contact of rim_convex_contact, with its normal and depth, if no face can be
///   the reference face (for example if two edges cross), if neither shape is a hull with faces, or if one is a set of
///   more than three points that is not a hull.
/// - Keys: A point keeps its key (rim_contact_point) while its features stay the same. In tests with small motions, at
///   least 9 of 10 points of random boxes and hulls kept their keys, and 19 of 20 points of boxes that slid on boxes
///   and prisms.
/// - Contact: If contact is not NULL, the function writes the result of rim_convex_contact to it. The manifold is
///   computed from this result.
RIM_API rim_manifold3 rim_convex_manifold(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb,
                                          rim_warm *warm, rim_contact3 *contact);

#ifdef __cplusplus
}
#endif

#endif
