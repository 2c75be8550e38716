/// @file
/// Triangles, polygons and boxes against each other, and against planes, at rest.
///
/// Words as in shape3_distance.h: distance and closest points; contact and the shortest way out; overlaps is
/// a distance of 0, so touching counts. The first argument is the asker. Faces are thin, planar and
/// convex; boxes are solid. Without area a triangle is the segment or point that it is.
///
/// - Exact: The closest points lie on an edge of one and anywhere on the other, so every edge is measured
///   against the other body; the shortest way out is along a normal of the Minkowski
///   difference, so all of them are tried: those of the faces, and the products of the edges
///   (Gottschalk, Lin, Manocha, "OBBTree", 1996). No iteration and no tolerance in the caller's
///   unit; a box's rotation is rounded to double.
/// - Witnesses: distance: normal points from b to a, on_a - on_b is distance * normal; where they overlap on_a
///   and on_b are one common point and normal is the shortest way out. contact: on_b - on_a ==
///   depth * normal, and pushed by that a touches b at on_b. Where several pairs are equally
///   close, as with parallel faces, one of them is told, always the same.
/// - Features: As in rim_feature: on a face the vertex, edge or face 0; on a box its own.
/// - Degrees: Two faces in one plane that share a point are in contact with depth 0, normal to that plane.
///
/// An empty rim_box3, a polygon without corners and what is not finite are nowhere: distance INFINITY, no
/// contact. For other convex shapes, and for many answers about the same pair, see distance.h and contact.h.
#ifndef RIMCAST_SHAPE3_FACES_H
#define RIMCAST_SHAPE3_FACES_H

#include "rimcast/shape3.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- faces with faces -------------------------------------------------------------------------------

/// @{
/// 0 where they touch or cross. A crossing has a common point and a way out, not a depth.
RIM_API rim_distance3 rim_triangle_distance_triangle(const rim_triangle *a, const rim_triangle *b);
RIM_API rim_distance3 rim_triangle_distance_polygon3(const rim_triangle *a, rim_polygon3 b);
RIM_API rim_distance3 rim_polygon3_distance_polygon3(rim_polygon3 a, rim_polygon3 b);
/// @}

/// @{
/// The shortest way to pull crossing faces apart; no hit when they share no point.
RIM_API rim_contact3 rim_triangle_contact_triangle(const rim_triangle *a, const rim_triangle *b);
RIM_API rim_contact3 rim_triangle_contact_polygon3(const rim_triangle *a, rim_polygon3 b);
RIM_API rim_contact3 rim_polygon3_contact_polygon3(rim_polygon3 a, rim_polygon3 b);
/// @}

/// Do they share a point? Told by their distance: it is 0, as one below the smallest float is too.
static inline bool rim_triangle_overlaps_triangle(const rim_triangle *a, const rim_triangle *b)
{
    return rim_triangle_distance_triangle(a, b).distance == 0.0f;
}

/// Do they share a point? As above; false for a polygon without corners.
static inline bool rim_triangle_overlaps_polygon3(const rim_triangle *a, rim_polygon3 b)
{
    return rim_triangle_distance_polygon3(a, b).distance == 0.0f;
}

/// Do they share a point? As above; false if either has no corners.
static inline bool rim_polygon3_overlaps_polygon3(rim_polygon3 a, rim_polygon3 b)
{
    return rim_polygon3_distance_polygon3(a, b).distance == 0.0f;
}

// --- faces with boxes (whether a triangle and a box overlap: shape3_box.h) -----------------------------

/// @{
/// 0 for a face in the box, be it only partly or wholly inside.
RIM_API rim_distance3 rim_triangle_distance_box3(const rim_triangle *a, rim_box3 b);
RIM_API rim_distance3 rim_triangle_distance_obox(const rim_triangle *a, rim_obox b);
RIM_API rim_distance3 rim_polygon3_distance_box3(rim_polygon3 a, rim_box3 b);
RIM_API rim_distance3 rim_polygon3_distance_obox(rim_polygon3 a, rim_obox b);
/// @}

/// @{
/// The shortest way to take the face wholly out of the box.
RIM_API rim_contact3 rim_triangle_contact_box3(const rim_triangle *a, rim_box3 b);
RIM_API rim_contact3 rim_triangle_contact_obox(const rim_triangle *a, rim_obox b);
RIM_API rim_contact3 rim_polygon3_contact_box3(rim_polygon3 a, rim_box3 b);
RIM_API rim_contact3 rim_polygon3_contact_obox(rim_polygon3 a, rim_obox b);
/// @}

/// Is any of the face in the box? Wholly inside and touching count; empty boxes hold none.
static inline bool rim_polygon3_overlaps_box3(rim_polygon3 a, rim_box3 b)
{
    return rim_polygon3_distance_box3(a, b).distance == 0.0f;
}

/// Is any of the face in the box? Wholly inside and touching count.
static inline bool rim_polygon3_overlaps_obox(rim_polygon3 a, rim_obox b)
{
    return rim_polygon3_distance_obox(a, b).distance == 0.0f;
}

// --- boxes with boxes -------------------------------------------------------------------------------

/// @{
/// 0 for boxes that share a point, one inside the other too.
RIM_API rim_distance3 rim_box3_distance_box3(rim_box3 a, rim_box3 b);
RIM_API rim_distance3 rim_box3_distance_obox(rim_box3 a, rim_obox b);
RIM_API rim_distance3 rim_obox_distance_obox(rim_obox a, rim_obox b);
/// @}

/// @{
/// The shortest way to take a out of b, through whichever face or past whichever edges that is.
RIM_API rim_contact3 rim_box3_contact_box3(rim_box3 a, rim_box3 b);
RIM_API rim_contact3 rim_box3_contact_obox(rim_box3 a, rim_obox b);
RIM_API rim_contact3 rim_obox_contact_obox(rim_obox a, rim_obox b);
/// @}

// --- faces and boxes with planes ----------------------------------------------------------------------

/// @{
/// The plane is the solid half-space, as in shape3_box.h, which has the contacts of triangle and obox. The
/// deepest corner answers, the first of equals.
RIM_API rim_distance3 rim_triangle_distance_plane(const rim_triangle *a, rim_plane b);
RIM_API rim_distance3 rim_polygon3_distance_plane(rim_polygon3 a, rim_plane b);
RIM_API rim_distance3 rim_obox_distance_plane(rim_obox a, rim_plane b);
RIM_API rim_contact3  rim_polygon3_contact_plane(rim_polygon3 a, rim_plane b);
/// @}

/// Is any corner behind the plane or on it? False without corners.
static inline bool rim_polygon3_overlaps_plane(rim_polygon3 a, rim_plane b)
{
    return rim_polygon3_contact_plane(a, b).hit;
}

#ifdef __cplusplus
}
#endif

#endif
