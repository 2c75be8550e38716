/// @file
/// Shapes at rest: distances, overlaps, contacts.
///
/// - distance: closest points, 0 when the two touch or overlap; see rim_distance3.
/// - contact: whether they touch or overlap, how deep, and the shortest way to push the first out of the
///   second; see rim_contact3. Exact for every pair here, also when a capsule's axis pierces a
///   face, or a centre is inside a box: no iteration, no tolerance in the caller's unit.
/// - overlaps: contact's `hit`. Touching counts.
///
/// The first argument is the asker: normals point from the second thing towards it. Inside, everything
/// is decided in double around a local origin. With an input that is not finite the answer is "far
/// away": distance INFINITY, no contact.
///
/// A point is a sphere of radius 0, a segment a capsule of radius 0.
///
/// Faces (triangles, polygons) are thin and have two sides: the normal is on the side of the sphere's
/// centre or of the closest part of the capsule's axis; exactly on the face it is the front.
///
/// Sources: closest points on triangles and segments after Ericson, "Real-Time Collision Detection"
/// (2005), 5.1, and Lumelsky, "On fast computation of distance between line segments" (1985), with
/// cross products instead of differences of products; ways out by the normals of the Minkowski difference.
#ifndef RIMCAST_SHAPE3_DISTANCE_H
#define RIMCAST_SHAPE3_DISTANCE_H

#include "rimcast/shape3.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- round with round -------------------------------------------------------------------------------

/// @{
/// Concentric spheres are pushed up (+y); crossing axes along their common perpendicular. For parallel
/// axes the witnesses are in the middle of what lies side by side.
RIM_API rim_distance3 rim_sphere_distance_sphere(rim_sphere a, rim_sphere b);
RIM_API rim_distance3 rim_sphere_distance_capsule(rim_sphere a, rim_capsule b);
RIM_API rim_distance3 rim_capsule_distance_capsule(rim_capsule a, rim_capsule b);
RIM_API rim_distance3 rim_segment3_distance_segment3(rim_segment3 a, rim_segment3 b);
/// @}

/// @{
/// The depth is both radii less the distance of the centres or axes; where these meet, the way out is
/// that of above.
RIM_API rim_contact3 rim_sphere_contact_sphere(rim_sphere a, rim_sphere b);
RIM_API rim_contact3 rim_sphere_contact_capsule(rim_sphere a, rim_capsule b);
RIM_API rim_contact3 rim_capsule_contact_capsule(rim_capsule a, rim_capsule b);
/// @}

// --- round with faces -------------------------------------------------------------------------------

/// @{
/// The result's letter names the case, A to E or X. A capsule lying flat over a face answers with the
/// middle of the part that lies over it.
///
/// Polygons are planar, convex, and may have any number of corners (0: nothing is near).
///
/// The functions ending in _at take what already lies in memory; those without it are below.
RIM_API rim_distance3 rim_sphere_distance_triangle_at(const rim_sphere *a, const rim_triangle *b);
RIM_API rim_distance3 rim_sphere_distance_polygon3(rim_sphere a, rim_polygon3 b);
RIM_API rim_distance3 rim_capsule_distance_triangle_at(const rim_capsule *a, const rim_triangle *b);
RIM_API rim_distance3 rim_capsule_distance_polygon3(rim_capsule a, rim_polygon3 b);
/// @}

/// As rim_sphere_distance_triangle_at, for values. Inline, as those below, so that the argument stays where
/// it is: a compiler that copies a capsule to the stack writes it in pieces and reads others, and for that
/// processors wait a third as long as the answer takes.
static inline rim_distance3 rim_sphere_distance_triangle(rim_sphere a, const rim_triangle *b)
{
    return rim_sphere_distance_triangle_at(&a, b);
}

/// As rim_capsule_distance_triangle_at, for values.
static inline rim_distance3 rim_capsule_distance_triangle(rim_capsule a, const rim_triangle *b)
{
    return rim_capsule_distance_triangle_at(&a, b);
}

/// @{
/// Out on the side where the centre or the axis is; an axis that pierces the face (letter X) leaves it
/// by the shortest way, over an edge or past an end.
RIM_API rim_contact3 rim_sphere_contact_triangle_at(const rim_sphere *a, const rim_triangle *b);
RIM_API rim_contact3 rim_sphere_contact_polygon3(rim_sphere a, rim_polygon3 b);
RIM_API rim_contact3 rim_capsule_contact_triangle_at(const rim_capsule *a, const rim_triangle *b);
RIM_API rim_contact3 rim_capsule_contact_polygon3(rim_capsule a, rim_polygon3 b);
/// @}

/// As rim_sphere_contact_triangle_at, for values.
static inline rim_contact3 rim_sphere_contact_triangle(rim_sphere a, const rim_triangle *b)
{
    return rim_sphere_contact_triangle_at(&a, b);
}

/// As rim_capsule_contact_triangle_at, for values.
static inline rim_contact3 rim_capsule_contact_triangle(rim_capsule a, const rim_triangle *b)
{
    return rim_capsule_contact_triangle_at(&a, b);
}

// --- overlaps ---------------------------------------------------------------------------------------

/// Are the centres within both radii of each other? Touching counts.
static inline bool rim_sphere_overlaps_sphere(rim_sphere a, rim_sphere b)
{
    return rim_sphere_contact_sphere(a, b).hit;
}

/// Is the centre within both radii of the axis? Touching counts.
static inline bool rim_sphere_overlaps_capsule(rim_sphere a, rim_capsule b)
{
    return rim_sphere_contact_capsule(a, b).hit;
}

/// Do the axes come within both radii of each other, or cross? Touching counts.
static inline bool rim_capsule_overlaps_capsule(rim_capsule a, rim_capsule b)
{
    return rim_capsule_contact_capsule(a, b).hit;
}

/// Is any of the thin triangle, seen from whichever side, in the ball? Touching counts.
static inline bool rim_sphere_overlaps_triangle(rim_sphere a, const rim_triangle *b)
{
    return rim_sphere_contact_triangle(a, b).hit;
}

/// Is any of the thin, convex polygon in the ball? Touching counts; false without corners.
static inline bool rim_sphere_overlaps_polygon3(rim_sphere a, rim_polygon3 b)
{
    return rim_sphere_contact_polygon3(a, b).hit;
}

/// Does the axis pierce the triangle, or come within the radius of it? Touching counts.
static inline bool rim_capsule_overlaps_triangle(rim_capsule a, const rim_triangle *b)
{
    return rim_capsule_contact_triangle(a, b).hit;
}

/// Does the axis pierce the polygon, or come within the radius of it? False without corners.
static inline bool rim_capsule_overlaps_polygon3(rim_capsule a, rim_polygon3 b)
{
    return rim_capsule_contact_polygon3(a, b).hit;
}

#ifdef __cplusplus
}
#endif

#endif
