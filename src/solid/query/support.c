#include "solid/query/support.h"

int support_point_scalar(const gjk_shape *shape, double x, double y, double z)
{
    const rim_vec3 *p = shape->points;
    int             best = 0;
    double          most = x * p[0].x + y * p[0].y + z * p[0].z;
    for (int i = 1; i < shape->count; i++)
    {
        double dot = x * p[i].x + y * p[i].y + z * p[i].z;
        best = dot > most ? i : best;
        most = dot > most ? dot : most;
    }
    return best;
}

double support_distance_scalar(const gjk_shape *shape, double x, double y, double z, double known,
                               double scale)
{
    (void)scale;
    double most = known;
    for (int i = 0; i < shape->count; i++)
    {
        rim_vec3 p = shape->points[i];
        double   dot = x * p.x + y * p.y + z * p.z;
        most = dot > most ? dot : most;
    }
    return most;
}

#ifdef CPU_X86
#include <immintrin.h>

#define SUPPORT_WIDE static inline __attribute__((always_inline, target("avx2")))

SUPPORT_WIDE __m256 dot_block(const gjk_shape *shape, int i, __m256 x, __m256 y, __m256 z)
{
    __m256 xx = _mm256_mul_ps(x, _mm256_loadu_ps(shape->hull->x + i));
    __m256 yy = _mm256_mul_ps(y, _mm256_loadu_ps(shape->hull->y + i));
    __m256 zz = _mm256_mul_ps(z, _mm256_loadu_ps(shape->hull->z + i));
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
SUPPORT_WIDE uint64_t support_within_reach(__m256 dots, __m256 bar)
{
    return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(dots, bar, _CMP_GE_OQ));
}

// The same of 32.
SUPPORT_WIDE uint64_t reaching_32(const __m256 dots[4], __m256 bar)
{
    __m256i m[4];
    for (int i = 0; i < 4; i++) m[i] = _mm256_castps_si256(_mm256_cmp_ps(dots[i], bar, _CMP_GE_OQ));
    // Packing goes by halves: what comes out are fours of m[0], m[1], m[2], m[3], and then their other fours.
    __m256i bytes =
        _mm256_packs_epi16(_mm256_packs_epi32(m[0], m[1]), _mm256_packs_epi32(m[2], m[3]));
    bytes = _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    return (unsigned)_mm256_movemask_epi8(bytes);
}

// Up to 128 points from `first` on: those within the margin of the largest. Four running maxima, because one
// would be waited for at every step.
SUPPORT_WIDE void support_scan(const gjk_shape *shape, const support_direction *k, int first,
                               float *floor, uint64_t mask[2])
{
    __m256 x = _mm256_set1_ps(k->x), y = _mm256_set1_ps(k->y), z = _mm256_set1_ps(k->z);
    __m256 dots[16], t0 = _mm256_set1_ps(*floor), t1 = t0, t2 = t0, t3 = t0;
    int    blocks = (shape->hull->padded_corners - first) / 8, i = 0;
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
    __m256   bar = _mm256_set1_ps(*floor - k->margin);
    uint64_t low = 0, high = 0;
    for (i = 0; i + 4 <= blocks; i += 4)
    {
        uint64_t bits = reaching_32(dots + i, bar) << (8 * i & 63);
        low |= i < 8 ? bits : 0;
        high |= i < 8 ? 0 : bits;
    }
    for (; i < blocks; i++)
    {
        uint64_t bits = support_within_reach(dots[i], bar) << (8 * i & 63);
        low |= i < 8 ? bits : 0;
        high |= i < 8 ? 0 : bits;
    }
    mask[0] = low;
    mask[1] = high;
}

SUPPORT_WIDE void dots_of_32(__m256 dots[4], const gjk_shape *shape, const support_direction *k,
                             int first)
{
    __m256 x = _mm256_set1_ps(k->x), y = _mm256_set1_ps(k->y), z = _mm256_set1_ps(k->z);
    for (int i = 0; i < 4; i++) dots[i] = dot_block(shape, first + 8 * i, x, y, z);
}

SUPPORT_WIDE int of_32(const gjk_shape *shape, const support_direction *k)
{
    __m256 dots[4];
    dots_of_32(dots, shape, k, 0);
    __m256   most = _mm256_max_ps(_mm256_max_ps(dots[0], dots[1]), _mm256_max_ps(dots[2], dots[3]));
    uint64_t mask = reaching_32(dots, _mm256_set1_ps(largest_lane(most) - k->margin));
    int      best = 0;
    double   highest = -INFINITY;
    if (mask && !(mask & (mask - 1))) return __builtin_ctzll(mask);
    support_settle(shape, k->d, mask, 0, &best, &highest);
    return best;
}

SUPPORT_WIDE int of_one_block(const gjk_shape *shape, const support_direction *k)
{
    __m256 dots =
        dot_block(shape, 0, _mm256_set1_ps(k->x), _mm256_set1_ps(k->y), _mm256_set1_ps(k->z));
    __m256   bar = _mm256_set1_ps(largest_lane(dots) - k->margin);
    uint64_t mask = support_within_reach(dots, bar);
    int      best = 0;
    double   most = -INFINITY;
    if (mask && !(mask & (mask - 1))) return __builtin_ctzll(mask);
    support_settle(shape, k->d, mask, 0, &best, &most);
    return best;
}

__attribute__((target("avx2"))) int support_point_avx2(const gjk_shape *shape, double x, double y,
                                                       double z)
{
    vec3d             d = v3d(x, y, z);
    support_direction k = to_floats(shape, d);
    if (!k.fits) return support_point_scalar(shape, d.x, d.y, d.z);
    int padded = shape->hull->padded_corners;
    if (padded == 8) return of_one_block(shape, &k);
    if (padded == 32) return of_32(shape, &k);
    int    best = 0;
    double most = -INFINITY;
    float  floor = -INFINITY; // a point below this cannot win
    for (int first = 0; first < padded; first += 128)
    {
        uint64_t mask[2];
        support_scan(shape, &k, first, &floor, mask);
        int only = padded <= 128 ? only_bit(mask[0], mask[1]) : -1;
        if (only >= 0) return only;
        support_settle(shape, d, mask[0], first, &best, &most);
        support_settle(shape, d, mask[1], first + 64, &best, &most);
    }
    return best;
}

// Only points whose float is not clearly less than what is known are asked in double.
__attribute__((target("avx2"))) double support_distance_avx2(const gjk_shape *shape, double dx,
                                                             double dy, double dz, double known,
                                                             double scale)
{
    vec3d             d = v3d(dx, dy, dz);
    support_direction k = to_floats(shape, v3d_scale(d, scale));
    if (!k.fits) return support_distance_scalar(shape, dx, dy, dz, known, scale);
    __m256 bar = _mm256_set1_ps((float)(known * scale) - k.margin);
    int    best = 0;
    double most = known;
    int    first = 0, padded = shape->hull->padded_corners;
    for (; first + 32 <= padded; first += 32)
    {
        __m256 dots[4];
        dots_of_32(dots, shape, &k, first);
        support_settle(shape, d, reaching_32(dots, bar), first, &best, &most);
    }
    for (; first < padded; first += 8)
    {
        __m256 x = _mm256_set1_ps(k.x), y = _mm256_set1_ps(k.y), z = _mm256_set1_ps(k.z);
        support_settle(shape, d, support_within_reach(dot_block(shape, first, x, y, z), bar), first,
                       &best, &most);
    }
    return most;
}
#else
int support_point_avx2(const gjk_shape *shape, double x, double y, double z)
{
    return support_point_scalar(shape, x, y, z);
}

double support_distance_avx2(const gjk_shape *shape, double x, double y, double z, double known,
                             double scale)
{
    return support_distance_scalar(shape, x, y, z, known, scale);
}
#endif
