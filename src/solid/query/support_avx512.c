// Support points by 16: the dot products of up to 128 points stay in registers.
#include "solid/query/support.h"

#ifdef CPU_X86
#include <immintrin.h>

#define SUPPORT_WIDER static inline __attribute__((always_inline, target("avx512f")))

// More than these are for the narrower kernel.
enum
{
    BLOCK = 16,
    BLOCKS = 8
};

typedef struct dots
{
    __m512 of[BLOCKS];
} dots;

// All of them, the number of blocks known to the compiler. Lanes behind the last point are minus infinity; what
// is read there belongs to the hull, whose arrays begin at multiples of 64 bytes.
SUPPORT_WIDER void set_dots(dots *d, const gjk_shape *shape, const support_direction *k, int blocks)
{
    __m512    x = _mm512_set1_ps(k->x), y = _mm512_set1_ps(k->y), z = _mm512_set1_ps(k->z);
    __mmask16 last = shape->hull->padded_corners & 8 ? 0x00ff : 0xffff;
    for (int i = 0; i < blocks; i++)
    {
        __m512 xx = _mm512_mul_ps(x, _mm512_loadu_ps(shape->hull->x + BLOCK * i));
        __m512 yy = _mm512_mul_ps(y, _mm512_loadu_ps(shape->hull->y + BLOCK * i));
        __m512 zz = _mm512_mul_ps(z, _mm512_loadu_ps(shape->hull->z + BLOCK * i));
        d->of[i] = _mm512_add_ps(_mm512_add_ps(xx, yy), zz);
    }
    d->of[blocks - 1] = _mm512_mask_mov_ps(_mm512_set1_ps(-INFINITY), last, d->of[blocks - 1]);
}

SUPPORT_WIDER float largest_of(const dots *d, int blocks)
{
    __m512 most = d->of[0], more = d->of[blocks - 1];
    for (int i = 1; i < blocks - 1; i += 2) most = _mm512_max_ps(most, d->of[i]);
    for (int i = 2; i < blocks - 1; i += 2) more = _mm512_max_ps(more, d->of[i]);
    return _mm512_reduce_max_ps(_mm512_max_ps(most, more));
}

// The bits of those that reach the bar.
SUPPORT_WIDER void support_avx512_within_reach(const dots *d, int blocks, float bar,
                                               uint64_t mask[2])
{
    __m512 b = _mm512_set1_ps(bar);
    mask[0] = mask[1] = 0;
    for (int i = 0; i < blocks; i++)
        mask[i >> 2] |= (uint64_t)_mm512_cmp_ps_mask(d->of[i], b, _CMP_GE_OQ) << (BLOCK * (i & 3));
}

SUPPORT_WIDER int support_of(const gjk_shape *shape, const support_direction *k, int blocks)
{
    dots     d;
    uint64_t mask[2];
    set_dots(&d, shape, k, blocks);
    support_avx512_within_reach(&d, blocks, largest_of(&d, blocks) - k->margin, mask);
    int only = only_bit(mask[0], mask[1]), best = 0;
    if (only >= 0) return only;
    double most = -INFINITY;
    support_settle(shape, k->d, mask[0], 0, &best, &most);
    support_settle(shape, k->d, mask[1], 64, &best, &most);
    return best;
}

SUPPORT_WIDER double support_avx512_reach_of(const gjk_shape *shape, const support_direction *k,
                                             int blocks, double known, double scale)
{
    dots     d;
    uint64_t mask[2];
    set_dots(&d, shape, k, blocks);
    support_avx512_within_reach(&d, blocks, (float)(known * scale) - k->margin, mask);
    int    best = 0;
    double most = known;
    vec3d  way = v3d_scale(k->d, 1.0 / scale);
    support_settle(shape, way, mask[0], 0, &best, &most);
    support_settle(shape, way, mask[1], 64, &best, &most);
    return most;
}

#define FOR_EACH_COUNT(CASE) CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6) CASE(7) CASE(8)

__attribute__((target("avx512f"))) int support_point_avx512(const gjk_shape *shape, double x,
                                                            double y, double z)
{
    support_direction k = to_floats(shape, v3d(x, y, z));
    if (!k.fits) return support_point_scalar(shape, x, y, z);
    switch ((shape->hull->padded_corners + BLOCK - 1) / BLOCK)
    {
#define CASE(n)                                                                                    \
    case n:                                                                                        \
        return support_of(shape, &k, n);
        FOR_EACH_COUNT(CASE)
#undef CASE
    default:
        return support_point_avx2(shape, x, y, z);
    }
}

__attribute__((target("avx512f"))) double support_distance_avx512(const gjk_shape *shape, double x,
                                                                  double y, double z, double known,
                                                                  double scale)
{
    support_direction k = to_floats(shape, v3d(x * scale, y * scale, z * scale));
    if (!k.fits) return support_distance_scalar(shape, x, y, z, known, scale);
    switch ((shape->hull->padded_corners + BLOCK - 1) / BLOCK)
    {
#define CASE(n)                                                                                    \
    case n:                                                                                        \
        return support_avx512_reach_of(shape, &k, n, known, scale);
        FOR_EACH_COUNT(CASE)
#undef CASE
    default:
        return support_distance_avx2(shape, x, y, z, known, scale);
    }
}
#else
int support_point_avx512(const gjk_shape *shape, double x, double y, double z)
{
    return support_point_scalar(shape, x, y, z);
}

double support_distance_avx512(const gjk_shape *shape, double x, double y, double z, double known,
                               double scale)
{
    return support_distance_scalar(shape, x, y, z, known, scale);
}
#endif
