// Whether a line passes through a triangle, told quickly; rim_triangle_raycast is asked where a quick answer is not
// certain.
#ifndef RIM_SOLID_MESH_RAY_TRIANGLE_H
#define RIM_SOLID_MESH_RAY_TRIANGLE_H

#include "rimcast/shape3_ray.h"
#include "solid/shape/contact.h"

// d . (b x c), and whether its sign is beyond doubt.
static inline double ray_triangle_side(vec3d d, vec3d b, vec3d c, bool *sure)
{
    double value = v3d_dot(d, v3d_cross(b, c));
    double size = fabs(d.x) * (fabs(b.y * c.z) + fabs(b.z * c.y)) +
                  fabs(d.y) * (fabs(b.z * c.x) + fabs(b.x * c.z)) +
                  fabs(d.z) * (fabs(b.x * c.y) + fabs(b.y * c.x));
    *sure &= fabs(value) > 0x1p-48 * size;
    return value;
}

// What is known of where a line passes a triangle.
typedef enum ray_triangle_way
{
    RAY_TRIANGLE_BESIDE,
    RAY_TRIANGLE_FRONT, // it passes through the inside, from the front
    RAY_TRIANGLE_BACK,
    RAY_TRIANGLE_UNKNOWN // rim_triangle_raycast can tell
} ray_triangle_way;

// Corners as seen from a point of the line.
static inline ray_triangle_way ray_triangle_way_of(vec3d d, vec3d a, vec3d b, vec3d c)
{
    bool   sure = true;
    double ab = ray_triangle_side(d, a, b, &sure), bc = ray_triangle_side(d, b, c, &sure);
    double ca = ray_triangle_side(d, c, a, &sure);
    if (!sure) return RAY_TRIANGLE_UNKNOWN;
    bool front = ab < 0.0;
    if ((bc < 0.0) != front || (ca < 0.0) != front) return RAY_TRIANGLE_BESIDE;
    return front ? RAY_TRIANGLE_FRONT : RAY_TRIANGLE_BACK;
}

#endif
