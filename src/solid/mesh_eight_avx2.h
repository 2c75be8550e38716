// Eight floats in one register. Include mesh_eight_plain.h or this, never both.
#ifndef RIM_SOLID_MESH_EIGHT_AVX2_H
#define RIM_SOLID_MESH_EIGHT_AVX2_H

#include "solid/mesh_data.h"

#include <immintrin.h>
#include <math.h>

#define EIGHT_INLINE static inline __attribute__((always_inline, target("avx2")))
#define EIGHT_TARGET __attribute__((target("avx2")))
#define EIGHT_NAME(name) name##_avx2

typedef __m256 eight;

// clang-format off
EIGHT_INLINE eight eight_all(float a) { return _mm256_set1_ps(a); }
EIGHT_INLINE eight eight_add(eight a, eight b) { return _mm256_add_ps(a, b); }
EIGHT_INLINE eight eight_sub(eight a, eight b) { return _mm256_sub_ps(a, b); }
EIGHT_INLINE eight eight_mul(eight a, eight b) { return _mm256_mul_ps(a, b); }
EIGHT_INLINE eight eight_div(eight a, eight b) { return _mm256_div_ps(a, b); }
EIGHT_INLINE eight eight_sqrt(eight a) { return _mm256_sqrt_ps(a); }
EIGHT_INLINE eight eight_abs(eight a) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a); }
EIGHT_INLINE eight eight_min(eight a, eight b) { return _mm256_min_ps(a, b); }
EIGHT_INLINE eight eight_max(eight a, eight b) { return _mm256_max_ps(a, b); }
EIGHT_INLINE unsigned eight_less(eight a, eight b) { return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_LT_OQ)); }
EIGHT_INLINE unsigned eight_no_more(eight a, eight b) { return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_LE_OQ)); }
EIGHT_INLINE eight eight_load(const float *at) { return _mm256_loadu_ps(at); }
EIGHT_INLINE void eight_store(float *at, eight a) { _mm256_storeu_ps(at, a); }
EIGHT_INLINE int eight_lowest(unsigned bits) { return __builtin_ctz(bits); }
// clang-format on

EIGHT_INLINE __m256i eight_indices(const uint8_t *at)
{
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)at));
}

EIGHT_INLINE eight eight_bytes(const uint8_t *at)
{
    return _mm256_cvtepi32_ps(eight_indices(at));
}

// Up to 24 corners are in three registers, which are permuted; more are gathered.
EIGHT_INLINE eight eight_pick(const float *from, int count, const uint8_t *which)
{
    __m256i i = eight_indices(which);
    if (count > 24) return _mm256_i32gather_ps(from, i, 4);
    eight low = _mm256_permutevar8x32_ps(_mm256_loadu_ps(from), i);
    eight high = _mm256_permutevar8x32_ps(_mm256_loadu_ps(from + 8), i);
    eight all = _mm256_blendv_ps(low, high, _mm256_castsi256_ps(_mm256_slli_epi32(i, 28)));
    if (count <= 16) return all;
    eight last = _mm256_permutevar8x32_ps(_mm256_loadu_ps(from + 16), i);
    return _mm256_blendv_ps(all, last, _mm256_castsi256_ps(_mm256_slli_epi32(i, 27)));
}

#endif
