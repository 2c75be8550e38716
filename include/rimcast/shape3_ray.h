/// @file
/// Lines, segments and rays against planes, faces and round things; points in polygons.
///
/// A ray is origin + t delta for 0 <= t <= 1; see rim_ray3. Hits are as for motions (shape3_sweep.h): solid
/// things are entered once, a start inside is start_overlap with t == 0, a start on the surface is a hit
/// if the ray goes in, and touching without going in is none. The normal points against the ray.
///
/// Faces are sheets, closed: their border, and both ends of the ray, count. A ray through an edge or a corner
/// that two triangles share hits at least one of them, whatever the rounding (after Woop, Benthin, Wald,
/// "Watertight Ray/Triangle Intersection", 2013): on which side of an edge the ray passes is decided from the
/// edge's ends and the ray alone, exactly. Rays in the plane of a face, and faces without area, are misses.
#ifndef RIMCAST_SHAPE3_RAY_H
#define RIMCAST_SHAPE3_RAY_H

#include "rimcast/shape3.h"
#include "rimcast/shape3_sweep.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- faces ------------------------------------------------------------------------------------------

/// back: the ray comes from behind, along the face's normal. other tells face, edge or corner.
RIM_API rim_hit3 rim_triangle_raycast(const rim_triangle *triangle, rim_ray3 ray, rim_side side);

/// Planar, convex, any number of corners.
RIM_API rim_hit3 rim_polygon3_raycast(rim_polygon3 polygon, rim_ray3 ray, rim_side side);

/// Where a planar polygon, convex or concave, without crossing itself, has a point of its plane: on face
/// 0, edge i, vertex i, or (kind none) outside. Points off the plane are judged by their projection along
/// the axis in which the polygon is widest seen. Decided exactly; no angles are summed.
RIM_API rim_feature rim_polygon3_locate(rim_polygon3 polygon, rim_vec3 point);

/// The unit normal of a planar polygon (Newell's sum, so corners may be collinear); zero without area.
RIM_API rim_vec3 rim_polygon3_normal(rim_polygon3 polygon);

// --- planes -----------------------------------------------------------------------------------------

/// How a segment and a plane lie.
typedef enum rim_crossing
{
    RIM_CROSSING_NONE = 0, ///< both ends on one side; or the plane's normal is zero
    RIM_CROSSING_ACROSS,   ///< the ends are on different sides
    RIM_CROSSING_TOUCH_A,  ///< only a is on the plane
    RIM_CROSSING_TOUCH_B,
    RIM_CROSSING_PARALLEL, ///< both ends are equally far from the plane, and not on it
    RIM_CROSSING_INSIDE    ///< both ends are on the plane
} rim_crossing;

/// What is known of a segment and a plane.
typedef struct rim_plane_crossing
{
    rim_crossing kind;
    /// where the line through a and b meets the plane: any number; 0 if it does not
    double       t;
    rim_vec3     point; ///< there; a if the line does not meet the plane; 0 if not all is finite
    float        distance_a, distance_b; ///< of the ends, negative behind the plane
} rim_plane_crossing;

/// The line, the ray and the segment in one: look at t for the first two. The plane is where
/// dot(normal, p) == offset, whatever the normal's length; distances are true lengths.
RIM_API rim_plane_crossing rim_segment3_cross_plane(rim_segment3 segment, rim_plane plane);

/// Against the solid half-space dot(normal, p) <= offset.
RIM_API rim_hit3 rim_plane_raycast(rim_plane plane, rim_ray3 ray);

// --- solids -----------------------------------------------------------------------------------------

/// @{
/// Where the ray first enters; with a radius of 0 there is no inside and no hit.
RIM_API rim_hit3 rim_sphere_raycast(rim_sphere sphere, rim_ray3 ray);
RIM_API rim_hit3 rim_capsule_raycast(rim_capsule capsule, rim_ray3 ray);
/// @}

/// @{
/// Boxes: an empty one is never hit. Where an edge or a corner is met exactly, the normal is that of one of
/// its faces.
RIM_API rim_hit3 rim_box3_raycast(rim_box3 box, rim_ray3 ray);
RIM_API rim_hit3 rim_obox_raycast(rim_obox box, rim_ray3 ray);
/// @}

#ifdef __cplusplus
}
#endif

#endif
