// Template: compiled anew by each file that includes it.
// Four doubles in one register. Include f64x4_plain.h or this, never both.
#ifndef RIM_SIMD_F64X4_AVX2_H
#define RIM_SIMD_F64X4_AVX2_H

#include "simd/cpu.h"

#include <immintrin.h>

// With FOUR_AVX512 the same with the 32 registers of AVX-512, where an operand may be one number for all lanes.
#ifdef SIMD_AVX512
#define SIMD_FEATURES "avx2,avx512f,avx512vl"
#define SIMD_NAME(name) name##_avx512
#else
#define SIMD_FEATURES "avx2"
#define SIMD_NAME(name) name##_avx2
#endif
#define SIMD_TARGET __attribute__((target(SIMD_FEATURES)))
#define SIMD_INLINE static inline __attribute__((always_inline, target(SIMD_FEATURES)))

typedef __m256d f64x4;
typedef __m256d f64x4_mask;
typedef __m256i f64x4_lane;

// clang-format off
SIMD_INLINE f64x4 f64x4_all(double a) { return _mm256_set1_pd(a); }
SIMD_INLINE f64x4 f64x4_add(f64x4 a, f64x4 b) { return _mm256_add_pd(a, b); }
SIMD_INLINE f64x4 f64x4_sub(f64x4 a, f64x4 b) { return _mm256_sub_pd(a, b); }
SIMD_INLINE f64x4 f64x4_mul(f64x4 a, f64x4 b) { return _mm256_mul_pd(a, b); }
SIMD_INLINE f64x4 f64x4_div(f64x4 a, f64x4 b) { return _mm256_div_pd(a, b); }
SIMD_INLINE f64x4 f64x4_sqrt(f64x4 a) { return _mm256_sqrt_pd(a); }
SIMD_INLINE f64x4 f64x4_abs(f64x4 a) { return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a); }
SIMD_INLINE f64x4 f64x4_min(f64x4 a, f64x4 b) { return _mm256_min_pd(a, b); }
SIMD_INLINE f64x4 f64x4_max(f64x4 a, f64x4 b) { return _mm256_max_pd(a, b); }
SIMD_INLINE f64x4_mask f64x4_less(f64x4 a, f64x4 b) { return _mm256_cmp_pd(a, b, _CMP_LT_OQ); }
SIMD_INLINE f64x4_mask f64x4_less_equal(f64x4 a, f64x4 b) { return _mm256_cmp_pd(a, b, _CMP_LE_OQ); }
SIMD_INLINE f64x4_mask f64x4_equal(f64x4 a, f64x4 b) { return _mm256_cmp_pd(a, b, _CMP_EQ_OQ); }
SIMD_INLINE f64x4_mask f64x4_and(f64x4_mask a, f64x4_mask b) { return _mm256_and_pd(a, b); }
SIMD_INLINE f64x4 f64x4_pick(f64x4_mask m, f64x4 a, f64x4 b) { return _mm256_blendv_pd(b, a, m); }
SIMD_INLINE f64x4 f64x4_set(double a, double b, double c, double d) { return _mm256_set_pd(d, c, b, a); }
SIMD_INLINE f64x4 f64x4_load(const double in[4]) { return _mm256_loadu_pd(in); }
SIMD_INLINE f64x4 f64x4_load_floats(const float in[4]) { return _mm256_cvtps_pd(_mm_loadu_ps(in)); }
SIMD_INLINE f64x4 f64x4_set_floats(float a, float b, float c, float d) { return _mm256_cvtps_pd(_mm_setr_ps(a, b, c, d)); }
SIMD_INLINE f64x4 f64x4_last(f64x4 a) { return _mm256_permute4x64_pd(a, 0xff); }
SIMD_INLINE void f64x4_store(double out[4], f64x4 a) { _mm256_storeu_pd(out, a); }
SIMD_INLINE int f64x4_bits(f64x4_mask m) { return _mm256_movemask_pd(m); }
SIMD_INLINE f64x4 f64x4_next(f64x4 a) { return _mm256_permute4x64_pd(a, _MM_SHUFFLE(0, 0, 2, 1)); }
SIMD_INLINE f64x4 f64x4_second_next(f64x4 a) { return _mm256_permute4x64_pd(a, _MM_SHUFFLE(1, 1, 0, 2)); }
SIMD_INLINE f64x4 f64x4_third(f64x4 a) { return _mm256_permute4x64_pd(a, _MM_SHUFFLE(2, 2, 1, 0)); }
SIMD_INLINE f64x4 f64x4_spread(const float *a) { return _mm256_cvtps_pd(_mm_broadcast_ss(a)); }
SIMD_INLINE f64x4 f64x4_second_of(f64x4 a, f64x4 b) { return _mm256_blend_pd(a, b, 2); }
SIMD_INLINE f64x4 f64x4_third_of(f64x4 a, f64x4 b) { return _mm256_blend_pd(a, b, 4); }
SIMD_INLINE f64x4 f64x4_last_of(f64x4 a, f64x4 b) { return _mm256_blend_pd(a, b, 8); }
SIMD_INLINE double f64x4_first(f64x4 a) { return _mm256_cvtsd_f64(a); }

// The lanes named, which are known to the compiler.
#define F64X4_LANES(a, i, j, k, l) _mm256_permute4x64_pd(a, (i) | (j) << 2 | (k) << 4 | (l) << 6)

// Lanes 1, 2, 0, 3.
SIMD_INLINE f64x4 f64x4_turn(f64x4 a) { return _mm256_permute4x64_pd(a, 0xc9); }

// Lanes 0 0 2 2, 1 1 3 3, 0 1 0 1, 2 3 2 3, of one and of the other: by turns, or in halves.
SIMD_INLINE f64x4 f64x4_low_pairs(f64x4 a, f64x4 b) { return _mm256_unpacklo_pd(a, b); }
SIMD_INLINE f64x4 f64x4_high_pairs(f64x4 a, f64x4 b) { return _mm256_unpackhi_pd(a, b); }
SIMD_INLINE f64x4 f64x4_low_halves(f64x4 a, f64x4 b) { return _mm256_permute2f128_pd(a, b, 0x20); }
SIMD_INLINE f64x4 f64x4_high_halves(f64x4 a, f64x4 b) { return _mm256_permute2f128_pd(a, b, 0x31); }

#define LANE_0 { 0, 1, 0, 1, 0, 1, 0, 1 }
#define LANE_1 { 2, 3, 2, 3, 2, 3, 2, 3 }
#define LANE_2 { 4, 5, 4, 5, 4, 5, 4, 5 }
#define LANE_3 { 6, 7, 6, 7, 6, 7, 6, 7 }
// clang-format on

// The largest and the least of the lanes, none of them NaN.
SIMD_INLINE double f64x4_highest(f64x4 a)
{
    __m128d two = _mm_max_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1));
    return _mm_cvtsd_f64(_mm_max_sd(two, _mm_unpackhi_pd(two, two)));
}

SIMD_INLINE double f64x4_lowest(f64x4 a)
{
    __m128d two = _mm_min_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1));
    return _mm_cvtsd_f64(_mm_min_sd(two, _mm_unpackhi_pd(two, two)));
}

// The sum of the first three lanes, in order.
SIMD_INLINE double f64x4_sum3(f64x4 a)
{
    __m128d two = _mm256_castpd256_pd128(a);
    two = _mm_add_sd(two, _mm_unpackhi_pd(two, two));
    return _mm_cvtsd_f64(_mm_add_sd(two, _mm256_extractf128_pd(a, 1)));
}

// The same sum of a, of b, and twice that of c.
SIMD_INLINE f64x4 f64x4_sums3(f64x4 a, f64x4 b, f64x4 c)
{
    __m256d low = _mm256_unpacklo_pd(a, b), low_c = _mm256_unpacklo_pd(c, c);
    __m256d high = _mm256_unpackhi_pd(a, b), high_c = _mm256_unpackhi_pd(c, c);
    __m256d x = _mm256_permute2f128_pd(low, low_c, 0x20);
    __m256d y = _mm256_permute2f128_pd(high, high_c, 0x20);
    return _mm256_add_pd(_mm256_add_pd(x, y), _mm256_permute2f128_pd(low, low_c, 0x31));
}

// Three floats that a fourth, or any four bytes, follow; and that.
SIMD_INLINE f64x4 f64x4_load3(const float *in)
{
    return _mm256_cvtps_pd(_mm_loadu_ps(in));
}

SIMD_INLINE void f64x4_store_floats(float out[4], f64x4 a)
{
    _mm_storeu_ps(out, _mm256_cvtpd_ps(a));
}

SIMD_INLINE f64x4_lane f64x4_lane_of_least(int *number, f64x4 a, int last)
{
    static const signed char LOWEST[16] = { 0, 0, 1, 0, 2, 2, 1, 0, 3, 3, 3, 3, 3, 3, 3, 3 };
    static const int         LANES[16][8] = { LANE_0, LANE_0, LANE_1, LANE_0, LANE_2, LANE_2,
                                              LANE_1, LANE_0, LANE_3, LANE_3, LANE_3, LANE_3,
                                              LANE_3, LANE_3, LANE_3, LANE_3 };
    int                      which = (f64x4_bits(f64x4_less(a, f64x4_next(a))) & 7) | last;
    *number = LOWEST[which];
    return _mm256_loadu_si256((const __m256i *)(const void *)LANES[which]);
}

SIMD_INLINE f64x4 f64x4_flag(int set)
{
    static const double FLAGS[2] = { 0.0, 1.0 };
    return _mm256_broadcast_sd(&FLAGS[set]);
}

SIMD_INLINE f64x4 f64x4_take(f64x4 a, f64x4_lane i)
{
    return _mm256_castps_pd(_mm256_permutevar8x32_ps(_mm256_castpd_ps(a), i));
}

// ax ay az bx, by bz cx cy, cz: the axis is known to the compiler.
SIMD_INLINE f64x4 f64x4_corners(const float *t, int axis)
{
    __m128 r = _mm_loadu_ps(t), s = _mm_loadu_ps(t + 4), l;
    if (axis == 0)
        l = _mm_shuffle_ps(r, s, _MM_SHUFFLE(2, 2, 3, 0));
    else if (axis == 1)
    {
        l = _mm_shuffle_ps(r, s, _MM_SHUFFLE(3, 0, 1, 1));
        l = _mm_shuffle_ps(l, l, _MM_SHUFFLE(3, 3, 2, 0));
    }
    else
    {
        l = _mm_shuffle_ps(r, s, _MM_SHUFFLE(1, 1, 2, 2));
        l = _mm_shuffle_ps(l, _mm_load_ss(t + 8), _MM_SHUFFLE(0, 0, 2, 0));
    }
    return _mm256_cvtps_pd(l);
}

typedef __m128i f64x4_words;

SIMD_INLINE f64x4_words f64x4_words_at(const void *words)
{
    return _mm_loadu_si128((const __m128i *)words);
}

SIMD_INLINE void f64x4_answer(void *answer, f64x4 a, f64x4 b, f64x4 n, float number, int word,
                              f64x4_words tail)
{
    __m128 a4 = _mm256_cvtpd_ps(a), b4 = _mm256_cvtpd_ps(b), n4 = _mm256_cvtpd_ps(n);
    __m128 last =
        _mm_insert_ps(_mm_castsi128_ps(_mm_set_epi32(word, 0, 0, 0)), _mm_set_ss(number), 0x20);
    __m128 first = _mm_insert_ps(a4, b4, 0x30);
    __m128 second = _mm_shuffle_ps(b4, n4, _MM_SHUFFLE(1, 0, 2, 1));
    __m128 third = _mm_shuffle_ps(n4, last, _MM_SHUFFLE(3, 2, 3, 2));
    // In two stores: what reads a point soon after must find it in one.
    _mm256_storeu_ps((float *)answer, _mm256_set_m128(second, first));
    _mm256_storeu_ps((float *)answer + 8, _mm256_set_m128(_mm_castsi128_ps(tail), third));
}

#endif
