/// @file
/// Vectors of the solid world, and the solid world's conventions.
///
///     Right-handed, y up. Lengths are in the caller's unit: no tolerance is tied to metres. Faces are
///     counter-clockwise seen from outside, normals point outward. Matrices act on column vectors.
#ifndef RIMCAST_VEC3_H
#define RIMCAST_VEC3_H

#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A point, a direction or a size, in the caller's unit of length.
typedef struct rim_vec3
{
    float x, y, z;
} rim_vec3;

/// A direction and a length that together make a vector.
typedef struct rim_split3
{
    rim_vec3 direction; ///< unit, or zero when length is
    float    length;    ///< >= 0
} rim_split3;

/// From its components: (0, 1, 0) is up.
static inline rim_vec3 rim_vec3_make(float x, float y, float z)
{
    rim_vec3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

/// a + b: a point moved, or one way after the other.
static inline rim_vec3 rim_vec3_add(rim_vec3 a, rim_vec3 b)
{
    return rim_vec3_make(a.x + b.x, a.y + b.y, a.z + b.z);
}

/// a - b: the way from b to a.
static inline rim_vec3 rim_vec3_sub(rim_vec3 a, rim_vec3 b)
{
    return rim_vec3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}

/// s v: s times as long; a negative s turns it round.
static inline rim_vec3 rim_vec3_scale(rim_vec3 v, float s)
{
    return rim_vec3_make(v.x * s, v.y * s, v.z * s);
}

/// -v: as long, the opposite way.
static inline rim_vec3 rim_vec3_negate(rim_vec3 v)
{
    return rim_vec3_make(-v.x, -v.y, -v.z);
}

/// v + s * d: a point plus some of a direction.
static inline rim_vec3 rim_vec3_along(rim_vec3 v, rim_vec3 d, float s)
{
    return rim_vec3_make(v.x + s * d.x, v.y + s * d.y, v.z + s * d.z);
}

/// The point at fraction t of the way from a to b: a at 0, exactly b at 1.
static inline rim_vec3 rim_vec3_lerp(rim_vec3 a, rim_vec3 b, float t)
{
    float s = 1.0f - t;
    return rim_vec3_make(s * a.x + t * b.x, s * a.y + t * b.y, s * a.z + t * b.z);
}

/// |a| |b| times the cosine of the angle between: 0 at right angles, negative if they point apart.
static inline float rim_vec3_dot(rim_vec3 a, rim_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// At right angles to both, as long as their parallelogram is large; x cross y is z. Formed in float:
/// of nearly parallel vectors little is left. rim_triangle_normal is for the normals of triangles.
static inline rim_vec3 rim_vec3_cross(rim_vec3 a, rim_vec3 b)
{
    return rim_vec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/// Squares of floats fit in a double, so neither overflow nor underflow spoils a length. INFINITY if
/// the length itself is beyond float.
static inline float rim_vec3_length(rim_vec3 v)
{
    return (float)sqrt((double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z);
}

/// How far two points are apart. The difference is formed in double.
static inline float rim_vec3_distance(rim_vec3 a, rim_vec3 b)
{
    double x = (double)a.x - b.x, y = (double)a.y - b.y, z = (double)a.z - b.z;
    return (float)sqrt(x * x + y * y + z * z);
}

/// Direction and length at once, in double: from the smallest vector on the direction is unit; a zero
/// vector has none.
static inline rim_split3 rim_vec3_split(rim_vec3 v)
{
    double     length = sqrt((double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z);
    double     inverse = length > 0.0 ? 1.0 / length : 0.0;
    rim_split3 split;
    split.direction =
        rim_vec3_make((float)(v.x * inverse), (float)(v.y * inverse), (float)(v.z * inverse));
    split.length = (float)length;
    return split;
}

/// The unit vector along v; zero for a zero vector, never NaN for finite v.
static inline rim_vec3 rim_vec3_normalize(rim_vec3 v)
{
    return rim_vec3_split(v).direction;
}

/// The smaller of each component, as for the lo of a box; where one of two is NaN, b's.
static inline rim_vec3 rim_vec3_min(rim_vec3 a, rim_vec3 b)
{
    return rim_vec3_make(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}

/// The larger of each component, as for the hi of a box; where one of two is NaN, b's.
static inline rim_vec3 rim_vec3_max(rim_vec3 a, rim_vec3 b)
{
    return rim_vec3_make(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}

/// Any unit vector at right angles to v; (1, 0, 0) for a zero vector. Depends on v alone.
/// Crossing with the axis along which v is smallest keeps the result well away from zero.
static inline rim_vec3 rim_vec3_perpendicular(rim_vec3 v)
{
    float    x = fabsf(v.x), y = fabsf(v.y), z = fabsf(v.z);
    rim_vec3 axis = rim_vec3_make(0.0f, 0.0f, 1.0f);
    if (x <= y && x <= z)
        axis = rim_vec3_make(1.0f, 0.0f, 0.0f);
    else if (y <= z)
        axis = rim_vec3_make(0.0f, 1.0f, 0.0f);
    if (x == 0.0f && y == 0.0f && z == 0.0f) return axis;
    return rim_vec3_normalize(rim_vec3_cross(axis, v));
}

#ifdef __cplusplus
}
#endif

#endif
