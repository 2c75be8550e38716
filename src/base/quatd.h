// Quaternions of doubles.
#ifndef RIM_BASE_QUATD_H
#define RIM_BASE_QUATD_H

#include "base/vec3d.h"

#include <math.h>

typedef struct quatd
{
    double x, y, z, w;
} quatd;

static inline quatd quatd_mul(quatd a, quatd b)
{
    return (quatd){ a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                    a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                    a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                    a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z };
}

// Returns the quaternion with length 1; the identity for a zero one. A number is NaN if one of q is not finite.
static inline quatd quatd_unit(quatd q)
{
    double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    double s = length == 0.0 ? 0.0 : 1.0 / length;
    return (quatd){ q.x * s, q.y * s, q.z * s, length == 0.0 ? 1.0 : q.w * s };
}

// Returns a rotation in double, with its own length; the identity for a zero one.
static inline quatd quatd_of(rim_quat q)
{
    bool zero = q.x == 0.0f && q.y == 0.0f && q.z == 0.0f && q.w == 0.0f;
    return (quatd){ q.x, q.y, q.z, zero ? 1.0 : q.w };
}

// Returns a rotation in double, with length 1.
static inline quatd quatd_from(rim_quat q)
{
    return quatd_unit((quatd){ q.x, q.y, q.z, q.w });
}

// Returns a rotation, whose length need not be 1, rounded to float.
static inline rim_quat quatd_round(quatd q)
{
    q = quatd_unit(q);
    return (rim_quat){ (float)q.x, (float)q.y, (float)q.z, (float)q.w };
}

// Returns the vector rotated by a quaternion of length 1.
static inline vec3d quatd_apply(quatd q, vec3d v)
{
    vec3d u = { q.x, q.y, q.z }, c = v3d_cross(u, v);
    return v3d_along(v3d_along(v, c, 2.0 * q.w), v3d_cross(u, c), 2.0);
}

#endif
