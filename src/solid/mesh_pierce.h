// Where a ray meets a triangle, told quickly and with the same bits as rim_triangle_raycast, which is asked
// where a quick answer is not certain.
#ifndef RIM_SOLID_MESH_PIERCE_H
#define RIM_SOLID_MESH_PIERCE_H

#include "rimcast/shape3_ray.h"
#include "solid/shape3_core.h"

typedef enum pierce_answer
{
    PIERCE_MISS,
    PIERCE_HIT,
    PIERCE_ASK // rim_triangle_raycast
} pierce_answer;

// d . (b x c), and whether its sign is beyond doubt.
static inline double pierce_side(vec3d d, vec3d b, vec3d c, bool *sure)
{
    double value = v3d_dot(d, v3d_cross(b, c));
    double size = fabs(d.x) * (fabs(b.y * c.z) + fabs(b.z * c.y)) +
                  fabs(d.y) * (fabs(b.z * c.x) + fabs(b.x * c.z)) +
                  fabs(d.z) * (fabs(b.x * c.y) + fabs(b.y * c.x));
    *sure &= fabs(value) > 0x1p-48 * size;
    return value;
}

// The fraction of the ray at which it passes through the inside of the triangle. Sizes must be ordinary.
static inline pierce_answer pierce(vec3d origin, vec3d d, const rim_triangle *t, rim_side side,
                                   float *at)
{
    vec3d  a = v3d_sub(v3d_from(t->a), origin), b = v3d_sub(v3d_from(t->b), origin);
    vec3d  c = v3d_sub(v3d_from(t->c), origin);
    bool   sure = true;
    double ab = pierce_side(d, a, b, &sure), bc = pierce_side(d, b, c, &sure);
    double ca = pierce_side(d, c, a, &sure);
    if (!sure) return PIERCE_ASK;
    bool front = ab < 0.0;
    if ((bc < 0.0) != front || (ca < 0.0) != front) return PIERCE_MISS;
    if (side != RIM_SIDE_BOTH && front != (side == RIM_SIDE_FRONT)) return PIERCE_MISS;
    vec3d  normal = v3d_cross(v3d_sub(b, a), v3d_sub(c, a));
    double height = v3d_dot(normal, a), fall = v3d_dot(normal, d);
    if (!(v3d_length2(normal) > 0.0) || fall == 0.0) return PIERCE_ASK;
    double fraction = height / fall;
    if (!(fraction >= 0.0 && fraction <= 1.0)) return PIERCE_MISS;
    *at = (float)fraction;
    return PIERCE_HIT;
}

#endif
