/// @file
/// Planes of the solid world, which are half-spaces as well.
#ifndef RIMCAST_PLANE_H
#define RIMCAST_PLANE_H

#include "rimcast/base.h"
#include "rimcast/vec3.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The points with dot(normal, p) == offset; as a solid, those with dot(normal, p) <= offset.
/// The normal is unit to within 1e-6 and points out of the solid. A zero normal is no plane: nothing
/// touches it. (Tutorials write N.P + D = 0; D is -offset.)
typedef struct rim_plane
{
    rim_vec3 normal;
    float    offset; ///< distance of the plane from the origin along the normal
} rim_plane;

/// As given: the normal must be unit. rim_plane_through takes one of any length.
static inline rim_plane rim_plane_make(rim_vec3 normal, float offset)
{
    rim_plane plane;
    plane.normal = normal;
    plane.offset = offset;
    return plane;
}

/// How far p is in front of the plane; negative behind it, inside the solid.
static inline float rim_plane_distance(rim_plane plane, rim_vec3 p)
{
    return (float)((double)plane.normal.x * p.x + (double)plane.normal.y * p.y +
                   (double)plane.normal.z * p.z - plane.offset);
}

/// The plane through a point with a normal of any length. A zero normal gives the zero plane.
static inline rim_plane rim_plane_through(rim_vec3 point, rim_vec3 normal)
{
    rim_vec3 n = rim_vec3_normalize(normal);
    return rim_plane_make(
        n, (float)((double)n.x * point.x + (double)n.y * point.y + (double)n.z * point.z));
}

/// The unit normal of a triangle, pointing at the viewer who sees a, b, c counter-clockwise; zero for
/// a triangle without area. The cross product is formed in double from the edges at a.
RIM_API rim_vec3 rim_triangle_normal(rim_vec3 a, rim_vec3 b, rim_vec3 c);

/// The plane of a triangle; the zero plane for a triangle without area.
RIM_API rim_plane rim_plane_of_triangle(rim_vec3 a, rim_vec3 b, rim_vec3 c);

/// The angle between two vectors in [0, pi]; 0 when either is zero. From atan2(|a x b|, a . b), which
/// is accurate near 0 and pi, where an arc cosine is not.
RIM_API double rim_vec3_angle(rim_vec3 a, rim_vec3 b);

#ifdef __cplusplus
}
#endif

#endif
