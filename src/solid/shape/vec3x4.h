// Template: compiled by each file that includes it. Requires simd/f64x4.h to be included before.
//
// Four vectors of three doubles.
#ifndef RIM_SOLID_SHAPE_VEC3X4_H
#define RIM_SOLID_SHAPE_VEC3X4_H

#include "simd/bits.h"
#include "solid/shape/closest.h"

typedef struct vec3x4
{
    f64x4 x, y, z;
} vec3x4;

SIMD_INLINE vec3x4 vec3x4_all(vec3d v)
{
    return (vec3x4){ f64x4_all(v.x), f64x4_all(v.y), f64x4_all(v.z) };
}

SIMD_INLINE vec3x4 vec3x4_set(vec3d a, vec3d b, vec3d c, vec3d d)
{
    return (vec3x4){ f64x4_set(a.x, b.x, c.x, d.x), f64x4_set(a.y, b.y, c.y, d.y),
                     f64x4_set(a.z, b.z, c.z, d.z) };
}

SIMD_INLINE vec3x4 vec3x4_add(vec3x4 a, vec3x4 b)
{
    return (vec3x4){ f64x4_add(a.x, b.x), f64x4_add(a.y, b.y), f64x4_add(a.z, b.z) };
}

SIMD_INLINE vec3x4 vec3x4_sub(vec3x4 a, vec3x4 b)
{
    return (vec3x4){ f64x4_sub(a.x, b.x), f64x4_sub(a.y, b.y), f64x4_sub(a.z, b.z) };
}

SIMD_INLINE vec3x4 vec3x4_cross(vec3x4 a, vec3x4 b)
{
    return (vec3x4){ f64x4_sub(f64x4_mul(a.y, b.z), f64x4_mul(a.z, b.y)),
                     f64x4_sub(f64x4_mul(a.z, b.x), f64x4_mul(a.x, b.z)),
                     f64x4_sub(f64x4_mul(a.x, b.y), f64x4_mul(a.y, b.x)) };
}

SIMD_INLINE f64x4 vec3x4_dot(vec3x4 a, vec3x4 b)
{
    return f64x4_add(f64x4_add(f64x4_mul(a.x, b.x), f64x4_mul(a.y, b.y)), f64x4_mul(a.z, b.z));
}

SIMD_INLINE vec3x4 vec3x4_scale(vec3x4 a, f64x4 s)
{
    return (vec3x4){ f64x4_mul(a.x, s), f64x4_mul(a.y, s), f64x4_mul(a.z, s) };
}

// Returns a with the last lane of b.
SIMD_INLINE f64x4 f64x4_last_of(f64x4 a, f64x4 b)
{
    return f64x4_set(F64X4_LANE(a, 0), F64X4_LANE(a, 1), F64X4_LANE(a, 2), F64X4_LANE(b, 3));
}

SIMD_INLINE vec3x4 vec3x4_last_of(vec3x4 a, vec3x4 b)
{
    return (vec3x4){ f64x4_last_of(a.x, b.x), f64x4_last_of(a.y, b.y), f64x4_last_of(a.z, b.z) };
}

// Returns lanes i, j, k and l of each coordinate. The indices are constants.
#define VEC3X4_LANES(a, i, j, k, l)                                                                \
    (vec3x4)                                                                                       \
    {                                                                                              \
        F64X4_LANES((a).x, i, j, k, l), F64X4_LANES((a).y, i, j, k, l),                            \
            F64X4_LANES((a).z, i, j, k, l)                                                         \
    }

SIMD_INLINE vec3d vec3x4_lane(vec3x4 a, int i)
{
    return v3d(F64X4_LANE(a.x, i), F64X4_LANE(a.y, i), F64X4_LANE(a.z, i));
}

SIMD_INLINE vec3x4 vec3x4_choose(f64x4_mask m, vec3x4 a, vec3x4 b)
{
    return (vec3x4){ f64x4_pick(m, a.x, b.x), f64x4_pick(m, a.y, b.y), f64x4_pick(m, a.z, b.z) };
}

#endif
