/// @file
/// 3 x 3 matrices, by columns: m.x is where the x axis goes. For inertia, scale and shear of bodies.
#ifndef RIMCAST_MAT3_H
#define RIMCAST_MAT3_H

#include "rimcast/vec3.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A zeroed matrix takes everything to the origin; start from rim_mat3_identity().
typedef struct rim_mat3
{
    rim_vec3 x, y, z; ///< the columns
} rim_mat3;

/// An inverse, if there is one.
typedef struct rim_mat3_inverted
{
    rim_mat3 matrix; ///< all zero when exists is false
    bool     exists;
} rim_mat3_inverted;

/// From its columns: where the x, the y and the z axis go.
static inline rim_mat3 rim_mat3_make(rim_vec3 x, rim_vec3 y, rim_vec3 z)
{
    rim_mat3 m;
    m.x = x;
    m.y = y;
    m.z = z;
    return m;
}

/// Stretches along the axes; a negative factor mirrors, a 0 flattens.
static inline rim_mat3 rim_mat3_diagonal(float x, float y, float z)
{
    return rim_mat3_make(rim_vec3_make(x, 0.0f, 0.0f), rim_vec3_make(0.0f, y, 0.0f),
                         rim_vec3_make(0.0f, 0.0f, z));
}

/// Leaves every vector where it is.
static inline rim_mat3 rim_mat3_identity(void)
{
    return rim_mat3_diagonal(1.0f, 1.0f, 1.0f);
}

/// Where v goes: v.x m.x + v.y m.y + v.z m.z, in float.
static inline rim_vec3 rim_mat3_apply(rim_mat3 m, rim_vec3 v)
{
    return rim_vec3_make(m.x.x * v.x + m.y.x * v.y + m.z.x * v.z,
                         m.x.y * v.x + m.y.y * v.y + m.z.y * v.z,
                         m.x.z * v.x + m.y.z * v.y + m.z.z * v.z);
}

/// First b, then a.
static inline rim_mat3 rim_mat3_mul(rim_mat3 a, rim_mat3 b)
{
    return rim_mat3_make(rim_mat3_apply(a, b.x), rim_mat3_apply(a, b.y), rim_mat3_apply(a, b.z));
}

/// Rows become columns. Of a rotation that is the inverse.
static inline rim_mat3 rim_mat3_transpose(rim_mat3 m)
{
    return rim_mat3_make(rim_vec3_make(m.x.x, m.y.x, m.z.x), rim_vec3_make(m.x.y, m.y.y, m.z.y),
                         rim_vec3_make(m.x.z, m.y.z, m.z.z));
}

/// The determinant in double; 0 for a matrix that flattens space, negative for one that mirrors it.
RIM_API double rim_mat3_determinant(rim_mat3 m);

/// By cofactors in double. A determinant of 0, or an inverse beyond the range of float, does not exist.
RIM_API rim_mat3_inverted rim_mat3_inverse(rim_mat3 m);

/// The rotation of a quaternion (of its normalised value; the identity for zero).
RIM_API rim_mat3 rim_mat3_from_quat(rim_quat q);

#ifdef __cplusplus
}
#endif

#endif
