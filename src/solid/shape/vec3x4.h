// Template: compiled anew by each file that includes it.
// Four vectors side by side. Include simd/f64x4_plain.h or simd/f64x4_avx2.h first.
#ifndef RIM_SOLID_SHAPE_VEC3X4_H
#define RIM_SOLID_SHAPE_VEC3X4_H

#include "simd/cpu.h"
#include "solid/shape/closest.h"

typedef struct vec3x4
{
    f64x4 x, y, z;
} vec3x4;

// The coordinates of a point that another one, or any four bytes, follow; and that.
SIMD_INLINE f64x4 f64x4_point(const rim_vec3 *p)
{
    return f64x4_load3(&p->x);
}

SIMD_INLINE vec3x4 vec3x4_all(vec3d v)
{
    vec3x4 l = { f64x4_all(v.x), f64x4_all(v.y), f64x4_all(v.z) };
    return l;
}

SIMD_INLINE vec3x4 vec3x4_set(vec3d a, vec3d b, vec3d c, vec3d d)
{
    vec3x4 l = { f64x4_set(a.x, b.x, c.x, d.x), f64x4_set(a.y, b.y, c.y, d.y),
                 f64x4_set(a.z, b.z, c.z, d.z) };
    return l;
}

SIMD_INLINE vec3x4 vec3x4_add(vec3x4 a, vec3x4 b)
{
    vec3x4 l = { f64x4_add(a.x, b.x), f64x4_add(a.y, b.y), f64x4_add(a.z, b.z) };
    return l;
}

SIMD_INLINE vec3x4 vec3x4_sub(vec3x4 a, vec3x4 b)
{
    vec3x4 l = { f64x4_sub(a.x, b.x), f64x4_sub(a.y, b.y), f64x4_sub(a.z, b.z) };
    return l;
}

SIMD_INLINE vec3x4 vec3x4_cross(vec3x4 a, vec3x4 b)
{
    vec3x4 l = { f64x4_sub(f64x4_mul(a.y, b.z), f64x4_mul(a.z, b.y)),
                 f64x4_sub(f64x4_mul(a.z, b.x), f64x4_mul(a.x, b.z)),
                 f64x4_sub(f64x4_mul(a.x, b.y), f64x4_mul(a.y, b.x)) };
    return l;
}

SIMD_INLINE f64x4 vec3x4_dot(vec3x4 a, vec3x4 b)
{
    return f64x4_add(f64x4_add(f64x4_mul(a.x, b.x), f64x4_mul(a.y, b.y)), f64x4_mul(a.z, b.z));
}

SIMD_INLINE vec3x4 vec3x4_scale(vec3x4 a, f64x4 s)
{
    vec3x4 l = { f64x4_mul(a.x, s), f64x4_mul(a.y, s), f64x4_mul(a.z, s) };
    return l;
}

SIMD_INLINE vec3x4 vec3x4_last_of(vec3x4 a, vec3x4 b)
{
    vec3x4 l = { f64x4_last_of(a.x, b.x), f64x4_last_of(a.y, b.y), f64x4_last_of(a.z, b.z) };
    return l;
}

SIMD_INLINE vec3x4 vec3x4_next(vec3x4 a)
{
    vec3x4 l = { f64x4_next(a.x), f64x4_next(a.y), f64x4_next(a.z) };
    return l;
}

SIMD_INLINE vec3x4 vec3x4_second_next(vec3x4 a)
{
    vec3x4 l = { f64x4_second_next(a.x), f64x4_second_next(a.y), f64x4_second_next(a.z) };
    return l;
}

SIMD_INLINE vec3x4 vec3x4_take(vec3x4 a, f64x4_lane i)
{
    vec3x4 l = { f64x4_take(a.x, i), f64x4_take(a.y, i), f64x4_take(a.z, i) };
    return l;
}

SIMD_INLINE vec3d vec3x4_first(vec3x4 a)
{
    return v3d(f64x4_first(a.x), f64x4_first(a.y), f64x4_first(a.z));
}

// x, y, z of lanes 0, 1, 2, and any number.
SIMD_INLINE f64x4 vec3x4_row(vec3x4 a)
{
    return f64x4_third_of(f64x4_second_of(a.x, a.y), a.z);
}

// The coordinates of a point, each in all lanes.
SIMD_INLINE vec3x4 vec3x4_point(const rim_vec3 *p)
{
    vec3x4 l = { f64x4_spread(&p->x), f64x4_spread(&p->y), f64x4_spread(&p->z) };
    return l;
}

// The corners a, b, c, c.
SIMD_INLINE vec3x4 vec3x4_corners(const rim_triangle *t)
{
    const float *f = &t->a.x;
    vec3x4       l = { f64x4_corners(f, 0), f64x4_corners(f, 1), f64x4_corners(f, 2) };
    return l;
}

// The number of the lowest bit of twenty; bits is not 0.
SIMD_INLINE int f64x4_lowest_bit(unsigned bits)
{
#ifdef CPU_GNU
    return __builtin_ctz(bits);
#else
    int i = 0;
    while (!(bits >> i & 1u)) i++;
    return i;
#endif
}

#endif
