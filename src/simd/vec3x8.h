// Template: compiled by each file that includes it. Requires simd/f32x8.h to be included before.
//
// Eight vectors of three floats. Sums of products are rounded as f32xn_mul_add rounds: not the same on each tier.
#ifndef RIM_SIMD_VEC3X8_H
#define RIM_SIMD_VEC3X8_H

typedef struct vec3x8
{
    f32x8 x, y, z;
} vec3x8;

SIMD_INLINE vec3x8 vec3x8_all(float x, float y, float z)
{
    return (vec3x8){ f32x8_all(x), f32x8_all(y), f32x8_all(z) };
}

SIMD_INLINE vec3x8 vec3x8_sub(vec3x8 a, vec3x8 b)
{
    return (vec3x8){ f32x8_sub(a.x, b.x), f32x8_sub(a.y, b.y), f32x8_sub(a.z, b.z) };
}

// Returns v + s d.
SIMD_INLINE vec3x8 vec3x8_along(vec3x8 v, vec3x8 d, f32x8 s)
{
    return (vec3x8){ f32x8_mul_add(d.x, s, v.x), f32x8_mul_add(d.y, s, v.y),
                     f32x8_mul_add(d.z, s, v.z) };
}

SIMD_INLINE f32x8 vec3x8_dot(vec3x8 a, vec3x8 b)
{
    return f32x8_mul_add(a.z, b.z, f32x8_mul_add(a.y, b.y, f32x8_mul(a.x, b.x)));
}

SIMD_INLINE vec3x8 vec3x8_cross(vec3x8 a, vec3x8 b)
{
    return (vec3x8){ f32x8_sub_mul(a.z, b.y, f32x8_mul(a.y, b.z)),
                     f32x8_sub_mul(a.x, b.z, f32x8_mul(a.z, b.x)),
                     f32x8_sub_mul(a.y, b.x, f32x8_mul(a.x, b.y)) };
}

SIMD_INLINE f32x8 f32x8_min3(f32x8 a, f32x8 b, f32x8 c)
{
    return f32x8_min(f32x8_min(a, b), c);
}

SIMD_INLINE f32x8 f32x8_max3(f32x8 a, f32x8 b, f32x8 c)
{
    return f32x8_max(f32x8_max(a, b), c);
}

#endif
