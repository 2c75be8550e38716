// What the wide kernels for support points have in common.
//
// They find what support_point_scalar finds in two steps: all dot products in float, then the double product
// for those points whose float is within a margin of the largest. Float rounding of d, of the products and
// of the two sums moves a dot product by at most
//
//      5 * 2^-24 * |d|_1 * extent
//
// and two products that far apart twice that; 2^-20 |d|_1 extent covers it, and 2^-140 covers underflow
// where d itself is not too small for it.
#ifndef RIM_SOLID_QUERY_SUPPORT_H
#define RIM_SOLID_QUERY_SUPPORT_H

#include "simd/cpu.h"
#include "solid/query/gjk.h"

#ifdef CPU_X86
typedef struct support_direction
{
    vec3d d;
    float x, y, z, margin;
    bool  fits; // neither too large nor too small for floats
} support_direction;

static inline support_direction to_floats(const gjk_shape *shape, vec3d d)
{
    support_direction k = { d, (float)d.x, (float)d.y, (float)d.z, 0.0f, false };
    float             sum = fabsf(k.x) + fabsf(k.y) + fabsf(k.z);
    k.margin = sum * gjk_extent(shape) * 0x1p-20f + 0x1p-140f;
    k.fits = sum > 0x1p-60f && sum < 0x1p+60f;
    return k;
}

// The best in double among the points of the bits in mask, whose first is point `first`.
static inline void support_settle(const gjk_shape *shape, vec3d d, uint64_t mask, int first,
                                  int *best, double *most)
{
    for (; mask; mask &= mask - 1)
    {
        int      i = first + __builtin_ctzll(mask);
        rim_vec3 p = shape->points[i < shape->count ? i : 0];
        double   dot = d.x * p.x + d.y * p.y + d.z * p.z;
        if (dot > *most)
        {
            *most = dot;
            *best = i;
        }
    }
}

// The number of the only bit of both masks; -1 if there are more, or none.
static inline int only_bit(uint64_t low, uint64_t high)
{
    if ((low & (low - 1)) || (high & (high - 1)) || !low == !high) return -1;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll(high);
}
#endif

#endif
