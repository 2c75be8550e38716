// Where a ray meets a triangle, told quickly and with the same bits as rim_triangle_raycast, which is asked
// where a quick answer is not certain.
#ifndef RIM_SOLID_MESH_PIERCE_H
#define RIM_SOLID_MESH_PIERCE_H

#include "rimcast/shape3_ray.h"
#include "solid/shape3_touch.h"

typedef enum pierce_answer
{
    PIERCE_MISS,
    PIERCE_HIT,
    PIERCE_ASK // rim_triangle_raycast
} pierce_answer;

// Where and how the inside was met.
typedef struct pierced
{
    double fraction; // of the ray
    vec3d  normal;   // of the face, of any length
    bool   front;
} pierced;

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
                                   pierced *at)
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
    // Added to nothing, as there, where that makes zeros positive.
    vec3d  normal = v3d_add(v3d(0.0, 0.0, 0.0), v3d_cross(v3d_sub(b, a), v3d_sub(c, a)));
    double height = v3d_dot(normal, a), fall = v3d_dot(normal, d);
    if (!(v3d_length2(normal) > 0.0) || fall == 0.0) return PIERCE_ASK;
    double fraction = height / fall;
    if (!(fraction >= 0.0 && fraction <= 1.0)) return PIERCE_MISS;
    at->fraction = fraction;
    at->normal = normal;
    at->front = front;
    return PIERCE_HIT;
}

// The hit that rim_triangle_raycast tells.
static inline rim_hit3 pierced_hit(vec3d origin, vec3d d, const pierced *at)
{
    rim_hit3 hit = { .hit = true, .letter = RIM_CASE_NONE };
    double   length = v3d_length(at->normal);
    hit.t = (float)at->fraction;
    hit.point = v3d_round(v3d_along(origin, v3d_scale(d, at->fraction), 1.0));
    hit.normal = core_direction(v3d_scale(at->normal, at->front ? 1.0 / length : -1.0 / length));
    hit.face_normal = hit.normal;
    hit.back = !at->front;
    hit.mover = core_feature(RIM_FEATURE_VERTEX, 0);
    hit.other = core_feature(RIM_FEATURE_FACE, 0);
    return hit;
}

#endif
