// Template: compiled by each file that includes it. Requires SIMD_TIER to be defined before: one of the CPU_..._LEVELs, or
// 0 for plain C.
//
// Comparisons of sixteen floats, and stores of sixteen words.
#ifndef RIM_SIMD_F32X16_H
#define RIM_SIMD_F32X16_H

#include "simd/bits.h"

#include <stdint.h>

#if SIMD_TIER == CPU_AVX512_LEVEL

#include <immintrin.h>

#define SIMD_TARGET CPU_FOR_AVX512
#define SIMD_INLINE SIMD_TARGET static inline

typedef __m512    f32x16;
typedef __mmask16 f32x16_mask;

// clang-format off
SIMD_INLINE f32x16 f32x16_load(const float *p) { return _mm512_loadu_ps(p); }
SIMD_INLINE f32x16 f32x16_all(float x) { return _mm512_set1_ps(x); }
SIMD_INLINE f32x16_mask f32x16_less(f32x16 a, f32x16 b) { return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ); }
SIMD_INLINE f32x16_mask f32x16_and(f32x16_mask a, f32x16_mask b) { return a & b; }
SIMD_INLINE uint32_t f32x16_bits(f32x16_mask m) { return m; }
// clang-format on

#else

#include "simd/f32xn.h"

#define F32X16_PARTS (16 / F32XN_LANES)

typedef struct f32x16
{
    f32xn p[F32X16_PARTS];
} f32x16;

typedef struct f32x16_mask
{
    f32xn_mask p[F32X16_PARTS];
} f32x16_mask;

// clang-format off
#define F32X16_EACH(type, part) type l; for (int i = 0; i < F32X16_PARTS; i++) l.p[i] = (part); return l

SIMD_INLINE f32x16 f32x16_load(const float *p) { F32X16_EACH(f32x16, f32xn_load(p + i * F32XN_LANES)); }
SIMD_INLINE f32x16 f32x16_all(float x) { F32X16_EACH(f32x16, f32xn_all(x)); }
SIMD_INLINE f32x16_mask f32x16_less(f32x16 a, f32x16 b) { F32X16_EACH(f32x16_mask, f32xn_less(a.p[i], b.p[i])); }
SIMD_INLINE f32x16_mask f32x16_and(f32x16_mask a, f32x16_mask b) { F32X16_EACH(f32x16_mask, a.p[i] & b.p[i]); }
// clang-format on

// Returns the mask as bits, lane 0 lowest.
SIMD_INLINE uint32_t f32x16_bits(f32x16_mask m)
{
    uint32_t bits = 0;
    for (int i = 0; i < F32X16_PARTS; i++) bits |= f32xn_bits(m.p[i]) << i * F32XN_LANES;
    return bits;
}

#endif

// Stores from + i for each set bit i, in ascending order, and returns the number of set bits. Requires bits < 2^16, and
// room for sixteen words: those behind the last stored number are unspecified.
SIMD_INLINE int i32x16_store_set(int32_t *out, int from, uint32_t bits)
{
#if SIMD_TIER == CPU_AVX512_LEVEL
    __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m512i number = _mm512_add_epi32(lane, _mm512_set1_epi32(from));
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi32((__mmask16)bits, number));
    return __builtin_popcount(bits);
#else
    int count = 0;
    for (; bits; bits &= bits - 1) out[count++] = from + bits_lowest(bits);
    return count;
#endif
}

// Stores the word x in out[0] .. out[count - 1]. Requires count <= 16, and room for sixteen words: those behind the
// last one are unspecified.
SIMD_INLINE void i32x16_store_all(int32_t *out, int32_t x, int count)
{
#if SIMD_TIER == CPU_AVX512_LEVEL
    (void)count;
    _mm512_storeu_si512(out, _mm512_set1_epi32(x));
#else
    for (int i = 0; i < count; i++) out[i] = x;
#endif
}

#endif
