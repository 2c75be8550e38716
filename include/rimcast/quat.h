/// @file
/// Quaternions: rotations of the solid world.
///
/// w + xi + yj + zk. Every function that rotates by a quaternion means the rotation of the normalised
/// quaternion, and takes a zero quaternion as no rotation; so a zeroed struct is harmless. Only the
/// product takes numbers for numbers: rim_quat_or_identity before it.
#ifndef RIMCAST_QUAT_H
#define RIMCAST_QUAT_H

#include "rimcast/base.h"
#include "rimcast/vec3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Of any length; w is the real part. A zeroed one is no rotation.
typedef struct rim_quat
{
    float x, y, z, w;
} rim_quat;

/// As given, not normalised. Mind the order: w comes last.
static inline rim_quat rim_quat_make(float x, float y, float z, float w)
{
    rim_quat q;
    q.x = x;
    q.y = y;
    q.z = z;
    q.w = w;
    return q;
}

/// No rotation: w is 1.
static inline rim_quat rim_quat_identity(void)
{
    return rim_quat_make(0.0f, 0.0f, 0.0f, 1.0f);
}

/// The opposite rotation of a unit quaternion.
static inline rim_quat rim_quat_conjugate(rim_quat q)
{
    return rim_quat_make(-q.x, -q.y, -q.z, q.w);
}

/// q, or no rotation for a zero quaternion.
static inline rim_quat rim_quat_or_identity(rim_quat q)
{
    return q.x == 0.0f && q.y == 0.0f && q.z == 0.0f && q.w == 0.0f ? rim_quat_identity() : q;
}

/// First b, then a (Hamilton product a b), each component rounded once. A zero factor makes the product
/// zero; rim_quat_or_identity makes it no rotation.
static inline rim_quat rim_quat_mul(rim_quat a, rim_quat b)
{
    double ax = a.x, ay = a.y, az = a.z, aw = a.w, bx = b.x, by = b.y, bz = b.z, bw = b.w;
    return rim_quat_make((float)(aw * bx + ax * bw + ay * bz - az * by),
                         (float)(aw * by - ax * bz + ay * bw + az * bx),
                         (float)(aw * bz + ax * by - ay * bx + az * bw),
                         (float)(aw * bw - ax * bx - ay * by - az * bz));
}

/// Of unit length; the identity for a zero quaternion.
static inline rim_quat rim_quat_normalize(rim_quat q)
{
    double length =
        sqrt((double)q.x * q.x + (double)q.y * q.y + (double)q.z * q.z + (double)q.w * q.w);
    if (!(length > 0.0)) return rim_quat_identity();
    double s = 1.0 / length;
    return rim_quat_make((float)(q.x * s), (float)(q.y * s), (float)(q.z * s), (float)(q.w * s));
}

/// v turned by q.
///
///      v' = v + s (w u x v + u x (u x v)),    u = (x, y, z), s = 2 / |q|^2
///
/// in double; the factor s is what makes the length of q not matter.
static inline rim_vec3 rim_quat_apply(rim_quat q, rim_vec3 v)
{
    double x = q.x, y = q.y, z = q.z, w = q.w;
    double square = x * x + y * y + z * z + w * w;
    if (!(square > 0.0)) return v;
    double s = 2.0 / square;
    double cx = y * v.z - z * v.y, cy = z * v.x - x * v.z, cz = x * v.y - y * v.x;
    return rim_vec3_make((float)(v.x + s * (w * cx + y * cz - z * cy)),
                         (float)(v.y + s * (w * cy + z * cx - x * cz)),
                         (float)(v.z + s * (w * cz + x * cy - y * cx)));
}

/// A turn by radians about an axis of any length, counter-clockwise when the axis points at the
/// viewer. No rotation for a zero axis. Compiled, for the same bits everywhere.
RIM_API rim_quat rim_quat_axis_angle(rim_vec3 axis, double radians);

/// The shortest rotation that turns the direction of `from` into that of `to`; for opposite directions
/// half a turn about some axis at right angles; no rotation when either is zero.
RIM_API rim_quat rim_quat_between(rim_vec3 from, rim_vec3 to);

#ifdef __cplusplus
}
#endif

#endif
