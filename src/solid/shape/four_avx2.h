// Template: compiled anew by each file that includes it.
// Four doubles in one register. Include four_plain.h or this, never both.
#ifndef RIM_SOLID_SHAPE_FOUR_AVX2_H
#define RIM_SOLID_SHAPE_FOUR_AVX2_H

#include "solid/shape/closest.h"

#include <immintrin.h>

// With FOUR_AVX512 the same with the 32 registers of AVX-512, where an operand may be one number for all lanes.
#ifdef FOUR_AVX512
#define FOUR_FEATURES "avx2,avx512f,avx512vl"
#define FOUR_NAME(name) name##_avx512
#else
#define FOUR_FEATURES "avx2"
#define FOUR_NAME(name) name##_avx2
#endif
#define FOUR_TARGET __attribute__((target(FOUR_FEATURES)))
#define FOUR_INLINE static inline __attribute__((always_inline, target(FOUR_FEATURES)))

typedef __m256d four;
typedef __m256d four_mask;
typedef __m256i four_lane;

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
FOUR_INLINE four_mask four_less_equal(four a, four b) { return _mm256_cmp_pd(a, b, _CMP_LE_OQ); }
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
FOUR_INLINE four four_next(four a) { return _mm256_permute4x64_pd(a, _MM_SHUFFLE(0, 0, 2, 1)); }
FOUR_INLINE four four_second_next(four a) { return _mm256_permute4x64_pd(a, _MM_SHUFFLE(1, 1, 0, 2)); }
FOUR_INLINE four four_third(four a) { return _mm256_permute4x64_pd(a, _MM_SHUFFLE(2, 2, 1, 0)); }
FOUR_INLINE four four_spread(const float *a) { return _mm256_cvtps_pd(_mm_broadcast_ss(a)); }
FOUR_INLINE four four_second_of(four a, four b) { return _mm256_blend_pd(a, b, 2); }
FOUR_INLINE four four_third_of(four a, four b) { return _mm256_blend_pd(a, b, 4); }
FOUR_INLINE four four_last_of(four a, four b) { return _mm256_blend_pd(a, b, 8); }
FOUR_INLINE double four_first(four a) { return _mm256_cvtsd_f64(a); }

// The lanes named, which are known to the compiler.
#define FOUR_LANES(a, i, j, k, l) _mm256_permute4x64_pd(a, (i) | (j) << 2 | (k) << 4 | (l) << 6)

// Lanes 1, 2, 0, 3.
FOUR_INLINE four four_turn(four a) { return _mm256_permute4x64_pd(a, 0xc9); }

// Lanes 0 0 2 2, 1 1 3 3, 0 1 0 1, 2 3 2 3, of one and of the other: by turns, or in halves.
FOUR_INLINE four four_low_pairs(four a, four b) { return _mm256_unpacklo_pd(a, b); }
FOUR_INLINE four four_high_pairs(four a, four b) { return _mm256_unpackhi_pd(a, b); }
FOUR_INLINE four four_low_halves(four a, four b) { return _mm256_permute2f128_pd(a, b, 0x20); }
FOUR_INLINE four four_high_halves(four a, four b) { return _mm256_permute2f128_pd(a, b, 0x31); }

#define LANE_0 { 0, 1, 0, 1, 0, 1, 0, 1 }
#define LANE_1 { 2, 3, 2, 3, 2, 3, 2, 3 }
#define LANE_2 { 4, 5, 4, 5, 4, 5, 4, 5 }
#define LANE_3 { 6, 7, 6, 7, 6, 7, 6, 7 }
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

// The sum of the first three lanes, in order.
FOUR_INLINE double four_sum3(four a)
{
    __m128d two = _mm256_castpd256_pd128(a);
    two = _mm_add_sd(two, _mm_unpackhi_pd(two, two));
    return _mm_cvtsd_f64(_mm_add_sd(two, _mm256_extractf128_pd(a, 1)));
}

// The same sum of a, of b, and twice that of c.
FOUR_INLINE four four_sums3(four a, four b, four c)
{
    __m256d low = _mm256_unpacklo_pd(a, b), low_c = _mm256_unpacklo_pd(c, c);
    __m256d high = _mm256_unpackhi_pd(a, b), high_c = _mm256_unpackhi_pd(c, c);
    __m256d x = _mm256_permute2f128_pd(low, low_c, 0x20);
    __m256d y = _mm256_permute2f128_pd(high, high_c, 0x20);
    return _mm256_add_pd(_mm256_add_pd(x, y), _mm256_permute2f128_pd(low, low_c, 0x31));
}

// The coordinates of a point that another one, or any four bytes, follow; and that.
FOUR_INLINE four four_point(const rim_vec3 *p)
{
    return _mm256_cvtps_pd(_mm_loadu_ps((const float *)(const void *)p));
}

// Rounds the first three lanes.
FOUR_INLINE rim_vec3 four_round(four a)
{
    float lanes[4];
    _mm_storeu_ps(lanes, _mm256_cvtpd_ps(a));
    return rim_vec3_make(lanes[0], lanes[1], lanes[2]);
}

FOUR_INLINE four_lane four_lane_of_least(int *number, four a, int last)
{
    static const signed char LOWEST[16] = { 0, 0, 1, 0, 2, 2, 1, 0, 3, 3, 3, 3, 3, 3, 3, 3 };
    static const int         LANES[16][8] = { LANE_0, LANE_0, LANE_1, LANE_0, LANE_2, LANE_2,
                                              LANE_1, LANE_0, LANE_3, LANE_3, LANE_3, LANE_3,
                                              LANE_3, LANE_3, LANE_3, LANE_3 };
    int                      which = (four_bits(four_less(a, four_next(a))) & 7) | last;
    *number = LOWEST[which];
    return _mm256_loadu_si256((const __m256i *)(const void *)LANES[which]);
}

FOUR_INLINE four four_flag(int set)
{
    static const double FLAGS[2] = { 0.0, 1.0 };
    return _mm256_broadcast_sd(&FLAGS[set]);
}

FOUR_INLINE four four_take(four a, four_lane i)
{
    return _mm256_castps_pd(_mm256_permutevar8x32_ps(_mm256_castpd_ps(a), i));
}

// ax ay az bx, by bz cx cy, cz: the axis is known to the compiler.
FOUR_INLINE four four_corners(const float *t, int axis)
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

// The first place of x in the first `count` of eight words, all of which may be read; -1 if there is none.
FOUR_INLINE int four_find(const int *words, int count, int x)
{
    __m256i  same = _mm256_cmpeq_epi32(_mm256_loadu_si256((const __m256i *)(const void *)words),
                                       _mm256_set1_epi32(x));
    unsigned bits = (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(same)) & ((1u << count) - 1u);
    return bits ? __builtin_ctz(bits) : -1;
}

typedef __m128i four_words;

FOUR_INLINE four_words four_words_at(const void *words)
{
    return _mm_loadu_si128((const __m128i *)words);
}

FOUR_INLINE four_words four_words_of(int i, int j, int k, int l)
{
    return _mm_setr_epi32(i, j, k, l);
}

FOUR_INLINE void four_answer(void *answer, four a, four b, four n, float number, int word,
                             four_words tail)
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
