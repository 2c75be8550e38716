// Template: compiled anew by each file that includes it.
// Four vectors side by side. Include four_plain.h or four_avx2.h first.
#ifndef RIM_SOLID_SHAPE_FOUR3_H
#define RIM_SOLID_SHAPE_FOUR3_H

#include "simd/cpu.h"

typedef struct four3
{
    four x, y, z;
} four3;

FOUR_INLINE four3 four3_all(vec3d v)
{
    four3 l = { four_all(v.x), four_all(v.y), four_all(v.z) };
    return l;
}

FOUR_INLINE four3 four3_set(vec3d a, vec3d b, vec3d c, vec3d d)
{
    four3 l = { four_set(a.x, b.x, c.x, d.x), four_set(a.y, b.y, c.y, d.y),
                four_set(a.z, b.z, c.z, d.z) };
    return l;
}

FOUR_INLINE four3 four3_add(four3 a, four3 b)
{
    four3 l = { four_add(a.x, b.x), four_add(a.y, b.y), four_add(a.z, b.z) };
    return l;
}

FOUR_INLINE four3 four3_sub(four3 a, four3 b)
{
    four3 l = { four_sub(a.x, b.x), four_sub(a.y, b.y), four_sub(a.z, b.z) };
    return l;
}

FOUR_INLINE four3 four3_cross(four3 a, four3 b)
{
    four3 l = { four_sub(four_mul(a.y, b.z), four_mul(a.z, b.y)),
                four_sub(four_mul(a.z, b.x), four_mul(a.x, b.z)),
                four_sub(four_mul(a.x, b.y), four_mul(a.y, b.x)) };
    return l;
}

FOUR_INLINE four four3_dot(four3 a, four3 b)
{
    return four_add(four_add(four_mul(a.x, b.x), four_mul(a.y, b.y)), four_mul(a.z, b.z));
}

FOUR_INLINE four3 four3_scale(four3 a, four s)
{
    four3 l = { four_mul(a.x, s), four_mul(a.y, s), four_mul(a.z, s) };
    return l;
}

FOUR_INLINE four3 four3_last_of(four3 a, four3 b)
{
    four3 l = { four_last_of(a.x, b.x), four_last_of(a.y, b.y), four_last_of(a.z, b.z) };
    return l;
}

FOUR_INLINE four3 four3_next(four3 a)
{
    four3 l = { four_next(a.x), four_next(a.y), four_next(a.z) };
    return l;
}

FOUR_INLINE four3 four3_second_next(four3 a)
{
    four3 l = { four_second_next(a.x), four_second_next(a.y), four_second_next(a.z) };
    return l;
}

FOUR_INLINE four3 four3_take(four3 a, four_lane i)
{
    four3 l = { four_take(a.x, i), four_take(a.y, i), four_take(a.z, i) };
    return l;
}

FOUR_INLINE vec3d four3_first(four3 a)
{
    return v3d(four_first(a.x), four_first(a.y), four_first(a.z));
}

// x, y, z of lanes 0, 1, 2, and any number.
FOUR_INLINE four four3_row(four3 a)
{
    return four_third_of(four_second_of(a.x, a.y), a.z);
}

FOUR_INLINE four3 four3_corners(const rim_triangle *t, double scale)
{
    const float *f = &t->a.x;
    four3        l = { four_corners(f, 0), four_corners(f, 1), four_corners(f, 2) };
    return scale == 1.0 ? l : four3_scale(l, four_all(scale));
}

// The number of the lowest bit of twenty; bits is not 0.
FOUR_INLINE int four_lowest_bit(unsigned bits)
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
