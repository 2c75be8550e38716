// Four doubles in one register. Include shape3_four_plain.h or this, never both.
#ifndef RIM_SOLID_SHAPE3_FOUR_AVX2_H
#define RIM_SOLID_SHAPE3_FOUR_AVX2_H

#include "solid/shape3_core.h"

#include <immintrin.h>

#define FOUR_TARGET __attribute__((target("avx2")))
#define FOUR_INLINE static inline __attribute__((always_inline, target("avx2")))
#define FOUR_NAME(name) name##_avx2

typedef __m256d four;
typedef __m256d four_mask;

// clang-format off
FOUR_INLINE four four_all(double a) { return _mm256_set1_pd(a); }
FOUR_INLINE four four_add(four a, four b) { return _mm256_add_pd(a, b); }
FOUR_INLINE four four_sub(four a, four b) { return _mm256_sub_pd(a, b); }
FOUR_INLINE four four_mul(four a, four b) { return _mm256_mul_pd(a, b); }
FOUR_INLINE four four_div(four a, four b) { return _mm256_div_pd(a, b); }
FOUR_INLINE four four_sqrt(four a) { return _mm256_sqrt_pd(a); }
FOUR_INLINE four four_abs(four a) { return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a); }
FOUR_INLINE four four_min(four a, four b) { return _mm256_min_pd(a, b); }
FOUR_INLINE four four_max(four a, four b) { return _mm256_max_pd(a, b); }
FOUR_INLINE four_mask four_less(four a, four b) { return _mm256_cmp_pd(a, b, _CMP_LT_OQ); }
FOUR_INLINE four_mask four_equal(four a, four b) { return _mm256_cmp_pd(a, b, _CMP_EQ_OQ); }
FOUR_INLINE four_mask four_and(four_mask a, four_mask b) { return _mm256_and_pd(a, b); }
FOUR_INLINE four four_pick(four_mask m, four a, four b) { return _mm256_blendv_pd(b, a, m); }
FOUR_INLINE four four_set(double a, double b, double c, double d) { return _mm256_set_pd(d, c, b, a); }
FOUR_INLINE four four_load(const double in[4]) { return _mm256_loadu_pd(in); }
FOUR_INLINE four four_load_floats(const float in[4]) { return _mm256_cvtps_pd(_mm_loadu_ps(in)); }
FOUR_INLINE four four_set_floats(float a, float b, float c, float d) { return _mm256_cvtps_pd(_mm_setr_ps(a, b, c, d)); }
FOUR_INLINE four four_last(four a) { return _mm256_permute4x64_pd(a, 0xff); }
FOUR_INLINE void four_store(double out[4], four a) { _mm256_storeu_pd(out, a); }
FOUR_INLINE int four_bits(four_mask m) { return _mm256_movemask_pd(m); }

// Lanes 1, 2, 0, 3.
FOUR_INLINE four four_turn(four a) { return _mm256_permute4x64_pd(a, 0xc9); }
// clang-format on

// The largest and the least of the lanes, none of them NaN.
FOUR_INLINE double four_highest(four a)
{
    __m128d two = _mm_max_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1));
    return _mm_cvtsd_f64(_mm_max_sd(two, _mm_unpackhi_pd(two, two)));
}

FOUR_INLINE double four_lowest(four a)
{
    __m128d two = _mm_min_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1));
    return _mm_cvtsd_f64(_mm_min_sd(two, _mm_unpackhi_pd(two, two)));
}

#endif
