// Vectors of doubles for decisions inside the library: floats are stored, decisions are made in double.
//
// Differences of floats are exact in double unless their exponents are more than 29 apart; products of
// two floats are always exact. Users never see these types.
#ifndef RIM_BASE_VEC3D_H
#define RIM_BASE_VEC3D_H

#include "base/float.h"
#include "rimcast/vec3.h"

typedef struct vec3d
{
    double x, y, z;
} vec3d;

// A rotation by its columns.
typedef struct mat3d
{
    vec3d x, y, z;
} mat3d;

static inline vec3d v3d(double x, double y, double z)
{
    vec3d v = { x, y, z };
    return v;
}

static inline vec3d v3d_from(rim_vec3 v)
{
    return v3d(v.x, v.y, v.z);
}

static inline rim_vec3 v3d_round(vec3d v)
{
    return rim_vec3_make((float)v.x, (float)v.y, (float)v.z);
}

// Returns v rounded to floats and clamped to the largest finite ones; NaN stays NaN.
static inline rim_vec3 v3d_saturate(vec3d v)
{
    return rim_vec3_make(float_saturate(v.x), float_saturate(v.y), float_saturate(v.z));
}

// Returns the box lo .. hi with each of its sides moved outward by r, and rounded outward to floats.
static inline rim_box3 v3d_box_around(vec3d lo, vec3d hi, double r)
{
    return rim_box3_make(
        rim_vec3_make(float_below(lo.x - r), float_below(lo.y - r), float_below(lo.z - r)),
        rim_vec3_make(float_above(hi.x + r), float_above(hi.y + r), float_above(hi.z + r)));
}

static inline vec3d v3d_negate(vec3d v)
{
    return v3d(-v.x, -v.y, -v.z);
}

static inline vec3d v3d_add(vec3d a, vec3d b)
{
    return v3d(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline vec3d v3d_sub(vec3d a, vec3d b)
{
    return v3d(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline vec3d v3d_scale(vec3d v, double s)
{
    return v3d(v.x * s, v.y * s, v.z * s);
}

// Returns v + s d.
static inline vec3d v3d_along(vec3d v, vec3d d, double s)
{
    return v3d(v.x + s * d.x, v.y + s * d.y, v.z + s * d.z);
}

// Returns (1 - t) a + t b.
static inline vec3d v3d_lerp(vec3d a, vec3d b, double t)
{
    double s = 1.0 - t;
    return v3d(s * a.x + t * b.x, s * a.y + t * b.y, s * a.z + t * b.z);
}

static inline double v3d_dot(vec3d a, vec3d b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vec3d v3d_cross(vec3d a, vec3d b)
{
    return v3d(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double v3d_length2(vec3d v)
{
    return v3d_dot(v, v);
}

static inline double v3d_length(vec3d v)
{
    return sqrt(v3d_dot(v, v));
}

// Returns |x| + |y| + |z|: NaN or infinite if a coordinate is.
static inline double v3d_magnitude(vec3d v)
{
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

static inline double vec3_magnitude(rim_vec3 v)
{
    return v3d_magnitude(v3d_from(v));
}

// Returns the unit vector in the direction of v, or zero for a zero vector.
static inline vec3d v3d_normalize(vec3d v)
{
    double length = v3d_length(v);
    return length > 0.0 ? v3d_scale(v, 1.0 / length) : v3d(0.0, 0.0, 0.0);
}

// Returns the rotation of q / |q| for the quaternion q with the vector v and the scalar w, or the identity for a zero one.
// Each product of two members of q is divided by |q|^2, which is in the factor s = 2 / |q|^2. Each line of the
// initializer is a column of the matrix.
static inline mat3d m3d_from_quatd(vec3d v, double w)
{
    double x = v.x, y = v.y, z = v.z;
    double square = x * x + y * y + z * z + w * w;
    double s = square > 0.0 ? 2.0 / square : 0.0;
    mat3d  m = {
         { 1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y) },
         { s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x) },
         { s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y) },
    };
    return m;
}

static inline mat3d m3d_from_quat(rim_quat q)
{
    return m3d_from_quatd(v3d(q.x, q.y, q.z), q.w);
}

static inline vec3d m3d_apply(mat3d m, vec3d v)
{
    return v3d(m.x.x * v.x + m.y.x * v.y + m.z.x * v.z, m.x.y * v.x + m.y.y * v.y + m.z.y * v.z,
               m.x.z * v.x + m.y.z * v.y + m.z.z * v.z);
}

// Returns the vector under the inverse rotation, the transposed matrix.
static inline vec3d m3d_unapply(mat3d m, vec3d v)
{
    return v3d(v3d_dot(m.x, v), v3d_dot(m.y, v), v3d_dot(m.z, v));
}

// Returns a b.
static inline mat3d m3d_mul(mat3d a, mat3d b)
{
    mat3d product = { m3d_apply(a, b.x), m3d_apply(a, b.y), m3d_apply(a, b.z) };
    return product;
}

// Returns a^T b: the rotation b relative to a.
static inline mat3d m3d_between(mat3d a, mat3d b)
{
    mat3d product = { m3d_unapply(a, b.x), m3d_unapply(a, b.y), m3d_unapply(a, b.z) };
    return product;
}

// Returns the rotation of the product conj(a) b: the rotation by b, then the inverse of the rotation by a. With the
// vectors u and v of a and b, the product has
//
//     the vector  a.w v - b.w u - u x v  and the scalar  a.w b.w + u . v
//
// If a and b are equal, the vector is exactly 0, so the rotation is exactly the identity. A zero quaternion is taken as
// the identity. Squares of floats do not underflow.
static inline mat3d m3d_between_quats(rim_quat a, rim_quat b)
{
    vec3d  u = v3d(a.x, a.y, a.z), v = v3d(b.x, b.y, b.z);
    double aw = a.w, bw = b.w;
    if (v3d_length2(u) + aw * aw == 0.0) aw = 1.0;
    if (v3d_length2(v) + bw * bw == 0.0) bw = 1.0;
    vec3d vector = v3d_sub(v3d_sub(v3d_scale(v, aw), v3d_scale(u, bw)), v3d_cross(u, v));
    return m3d_from_quatd(vector, aw * bw + v3d_dot(u, v));
}

#endif
