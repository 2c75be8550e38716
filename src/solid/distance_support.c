// Support points: the farthest point of a set along a direction.
//
// The answer is defined by the dot product in double, lowest index first among equals. The wide kernel
// finds it in two steps: all dot products in float, then the double product for those points whose float
// is within a margin of the largest. With d scaled so that its largest component is in [1, 2), float
// rounding of d, of the products and of the two sums moves a dot product by at most
//
//      5 * 2^-24 * |d|_1 * extent
//
// and two products that far apart twice that; 2^-20 |d|_1 extent covers it, and 2^-140 covers underflow.
#include "solid/distance_gjk.h"

#include <string.h>

int rim_support_scalar(const gjk_shape *shape, vec3d d)
{
    const rim_vec3 *p = shape->points;
    int             best = 0;
    double          most = d.x * p[0].x + d.y * p[0].y + d.z * p[0].z;
    for (int i = 1; i < shape->count; i++)
    {
        double dot = d.x * p[i].x + d.y * p[i].y + d.z * p[i].z;
        best = dot > most ? i : best;
        most = dot > most ? dot : most;
    }
    return best;
}

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

// 2^-e for x in [2^e, 2^(e+1)): the exponent field of a double mirrored about its middle.
static double inverse_power(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = 0x7fe0000000000000u - (bits & 0x7ff0000000000000u);
    memcpy(&x, &bits, sizeof x);
    return x;
}

typedef struct direction
{
    vec3d d;
    float x, y, z, margin;
} direction;

static inline direction scale_direction(const gjk_shape *shape, vec3d d)
{
    double    ax = fabs(d.x), ay = fabs(d.y), az = fabs(d.z);
    double    largest = ax > ay ? ax : ay;
    double    s = inverse_power(largest > az ? largest : az);
    direction scaled = { d, (float)(d.x * s), (float)(d.y * s), (float)(d.z * s), 0.0f };
    scaled.margin = (float)((ax + ay + az) * s) * shape->extent * 0x1p-20f + 0x1p-140f;
    return scaled;
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

__attribute__((target("avx2"))) static inline __m256 dot_block(const gjk_shape *shape, int i,
                                                               __m256 x, __m256 y, __m256 z)
{
    __m256 xx = _mm256_mul_ps(x, _mm256_loadu_ps(shape->x + i));
    __m256 yy = _mm256_mul_ps(y, _mm256_loadu_ps(shape->y + i));
    __m256 zz = _mm256_mul_ps(z, _mm256_loadu_ps(shape->z + i));
    return _mm256_add_ps(_mm256_add_ps(xx, yy), zz);
}

__attribute__((target("avx2"))) static inline float largest_lane(__m256 v)
{
    __m128 m = _mm_max_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    m = _mm_max_ps(m, _mm_movehl_ps(m, m));
    m = _mm_max_ss(m, _mm_shuffle_ps(m, m, 1));
    return _mm_cvtss_f32(m);
}

// 64 points at a time, so that their dot products stay in registers or close by.
__attribute__((target("avx2"))) int rim_support_avx2(const gjk_shape *shape, vec3d d)
{
    direction k = scale_direction(shape, d);
    __m256    x = _mm256_set1_ps(k.x), y = _mm256_set1_ps(k.y), z = _mm256_set1_ps(k.z);
    int       best = 0;
    double    most = -INFINITY;
    float     floor = -INFINITY; // a point below this cannot win
    for (int first = 0; first < shape->padded; first += 64)
    {
        __m256 dots[8], top = _mm256_set1_ps(floor);
        int    blocks = (shape->padded - first) / 8;
        blocks = blocks < 8 ? blocks : 8;
        for (int i = 0; i < blocks; i++)
        {
            dots[i] = dot_block(shape, first + 8 * i, x, y, z);
            top = _mm256_max_ps(top, dots[i]);
        }
        floor = largest_lane(top);
        __m256   bar = _mm256_set1_ps(floor - k.margin);
        uint64_t mask = 0;
        for (int i = 0; i < blocks; i++)
        {
            int bits = _mm256_movemask_ps(_mm256_cmp_ps(dots[i], bar, _CMP_GE_OQ));
            mask |= (uint64_t)(unsigned)bits << 8 * i;
        }
        if (shape->padded <= 64 && (mask & (mask - 1)) == 0 && mask) return __builtin_ctzll(mask);
        settle(shape, d, mask, first, &best, &most);
    }
    return best;
}
#else
int rim_support_avx2(const gjk_shape *shape, vec3d d)
{
    return rim_support_scalar(shape, d);
}
#endif
