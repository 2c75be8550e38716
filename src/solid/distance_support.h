// The wide kernel for support points, to be compiled into those that ask it in a loop.
//
// It finds what rim_support_scalar finds in two steps: all dot products in float, then the double product
// for those points whose float is within a margin of the largest. Float rounding of d, of the products and
// of the two sums moves a dot product by at most
//
//      5 * 2^-24 * |d|_1 * extent
//
// and two products that far apart twice that; 2^-20 |d|_1 extent covers it, and 2^-140 covers underflow
// where d itself is not too small for it.
#ifndef RIM_SOLID_DISTANCE_SUPPORT_H
#define RIM_SOLID_DISTANCE_SUPPORT_H

#include "base/cpu.h"
#include "solid/distance_gjk.h"

#ifdef CPU_X86
#include <immintrin.h>

#define SUPPORT_WIDE static inline __attribute__((always_inline, target("avx2")))

typedef struct direction
{
    vec3d d;
    float x, y, z, margin;
    bool  fits; // neither too large nor too small for floats
} direction;

static inline direction to_floats(const gjk_shape *shape, vec3d d)
{
    direction k = { d, (float)d.x, (float)d.y, (float)d.z, 0.0f, false };
    float     sum = fabsf(k.x) + fabsf(k.y) + fabsf(k.z);
    k.margin = sum * shape->extent * 0x1p-20f + 0x1p-140f;
    k.fits = sum > 0x1p-60f && sum < 0x1p+60f;
    return k;
}

// The best in double among the points of the bits in mask, whose first is point `first`.
static inline void settle(const gjk_shape *shape, vec3d d, uint64_t mask, int first, int *best,
                          double *most)
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

SUPPORT_WIDE __m256 dot_block(const gjk_shape *shape, int i, __m256 x, __m256 y, __m256 z)
{
    __m256 xx = _mm256_mul_ps(x, _mm256_loadu_ps(shape->x + i));
    __m256 yy = _mm256_mul_ps(y, _mm256_loadu_ps(shape->y + i));
    __m256 zz = _mm256_mul_ps(z, _mm256_loadu_ps(shape->z + i));
    return _mm256_add_ps(_mm256_add_ps(xx, yy), zz);
}

SUPPORT_WIDE float largest_lane(__m256 v)
{
    __m128 m = _mm_max_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    m = _mm_max_ps(m, _mm_movehl_ps(m, m));
    m = _mm_max_ss(m, _mm_shuffle_ps(m, m, 1));
    return _mm_cvtss_f32(m);
}

// Which of the eight dot products reach the bar.
SUPPORT_WIDE uint64_t reaching(__m256 dots, __m256 bar)
{
    return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(dots, bar, _CMP_GE_OQ));
}

// Up to 128 points from `first` on. Four running maxima, because one would be waited for at every step.
SUPPORT_WIDE void scan(const gjk_shape *shape, const direction *k, int first, float *floor,
                       uint64_t mask[2])
{
    __m256 x = _mm256_set1_ps(k->x), y = _mm256_set1_ps(k->y), z = _mm256_set1_ps(k->z);
    __m256 dots[16], t0 = _mm256_set1_ps(*floor), t1 = t0, t2 = t0, t3 = t0;
    int    blocks = (shape->padded - first) / 8, i = 0;
    blocks = blocks < 16 ? blocks : 16;
    for (; i + 4 <= blocks; i += 4)
    {
        t0 = _mm256_max_ps(t0, dots[i] = dot_block(shape, first + 8 * i, x, y, z));
        t1 = _mm256_max_ps(t1, dots[i + 1] = dot_block(shape, first + 8 * i + 8, x, y, z));
        t2 = _mm256_max_ps(t2, dots[i + 2] = dot_block(shape, first + 8 * i + 16, x, y, z));
        t3 = _mm256_max_ps(t3, dots[i + 3] = dot_block(shape, first + 8 * i + 24, x, y, z));
    }
    for (; i < blocks; i++)
        t0 = _mm256_max_ps(t0, dots[i] = dot_block(shape, first + 8 * i, x, y, z));
    *floor = largest_lane(_mm256_max_ps(_mm256_max_ps(t0, t1), _mm256_max_ps(t2, t3)));
    __m256 bar = _mm256_set1_ps(*floor - k->margin);
    mask[0] = mask[1] = 0;
    for (i = 0; i < blocks; i++) mask[i >> 3] |= reaching(dots[i], bar) << (8 * i & 63);
}

SUPPORT_WIDE int of_one_block(const gjk_shape *shape, const direction *k)
{
    __m256 dots =
        dot_block(shape, 0, _mm256_set1_ps(k->x), _mm256_set1_ps(k->y), _mm256_set1_ps(k->z));
    __m256   bar = _mm256_set1_ps(largest_lane(dots) - k->margin);
    uint64_t mask = reaching(dots, bar);
    int      best = 0;
    double   most = -INFINITY;
    if (mask && !(mask & (mask - 1))) return __builtin_ctzll(mask);
    settle(shape, k->d, mask, 0, &best, &most);
    return best;
}

SUPPORT_WIDE int support_wide(const gjk_shape *shape, vec3d d)
{
    direction k = to_floats(shape, d);
    if (!k.fits || !shape->padded) return rim_support_scalar(shape, d.x, d.y, d.z);
    if (shape->padded == 8) return of_one_block(shape, &k);
    int    best = 0;
    double most = -INFINITY;
    float  floor = -INFINITY; // a point below this cannot win
    for (int first = 0; first < shape->padded; first += 128)
    {
        uint64_t mask[2];
        scan(shape, &k, first, &floor, mask);
        bool one = !(mask[0] & (mask[0] - 1)) && !(mask[1] & (mask[1] - 1)) && !mask[0] != !mask[1];
        if (one && shape->padded <= 128)
            return mask[0] ? __builtin_ctzll(mask[0]) : 64 + __builtin_ctzll(mask[1]);
        settle(shape, d, mask[0], first, &best, &most);
        settle(shape, d, mask[1], first + 64, &best, &most);
    }
    return best;
}
#endif

#endif
