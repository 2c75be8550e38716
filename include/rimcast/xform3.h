/// @file
/// Rigid poses of the solid world: a rotation, then a translation.
#ifndef RIMCAST_XFORM3_H
#define RIMCAST_XFORM3_H

#include "rimcast/box.h"
#include "rimcast/quat.h"
#include "rimcast/vec3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// p' = rotation p + position. The rotation is that of the normalised quaternion, and none for a zero
/// one, so a zeroed pose leaves every point where it is.
typedef struct rim_xform3
{
    rim_vec3 position;
    rim_quat rotation;
} rim_xform3;

/// As given; the rotation may have any length.
static inline rim_xform3 rim_xform3_make(rim_vec3 position, rim_quat rotation)
{
    rim_xform3 m;
    m.position = position;
    m.rotation = rotation;
    return m;
}

/// Leaves every point where it is; its rotation is (0, 0, 0, 1).
static inline rim_xform3 rim_xform3_identity(void)
{
    return rim_xform3_make(rim_vec3_make(0.0f, 0.0f, 0.0f), rim_quat_identity());
}

/// Moved to the position, not turned.
static inline rim_xform3 rim_xform3_translation(rim_vec3 position)
{
    return rim_xform3_make(position, rim_quat_identity());
}

/// A point of the posed frame, told in the world: turned, then moved, each rounded to float.
static inline rim_vec3 rim_xform3_apply(rim_xform3 m, rim_vec3 p)
{
    return rim_vec3_add(rim_quat_apply(m.rotation, p), m.position);
}

/// A direction: without the translation.
static inline rim_vec3 rim_xform3_turn(rim_xform3 m, rim_vec3 v)
{
    return rim_quat_apply(m.rotation, v);
}

/// A point back from the posed frame.
static inline rim_vec3 rim_xform3_unapply(rim_xform3 m, rim_vec3 p)
{
    return rim_quat_apply(rim_quat_conjugate(m.rotation), rim_vec3_sub(p, m.position));
}

/// First inner, then outer.
static inline rim_xform3 rim_xform3_mul(rim_xform3 outer, rim_xform3 inner)
{
    return rim_xform3_make(
        rim_xform3_apply(outer, inner.position),
        rim_quat_mul(rim_quat_or_identity(outer.rotation), rim_quat_or_identity(inner.rotation)));
}

/// The pose that takes back what m does, up to rounding; to take back one point rim_xform3_unapply is
/// closer.
static inline rim_xform3 rim_xform3_inverse(rim_xform3 m)
{
    rim_quat back = rim_quat_conjugate(m.rotation);
    return rim_xform3_make(rim_quat_apply(back, rim_vec3_negate(m.position)), back);
}

#ifdef __cplusplus
}
#endif

#endif
