// Template: compiled anew by each file that includes it.
// Sixteen floats side by side, which are compared. SIMD_TIER is one of the CPU_..._LEVELs, or 0 for plain C; define it
// before.
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

#if SIMD_TIER == CPU_AVX2_LEVEL

#include <immintrin.h>

#define SIMD_TARGET CPU_FOR_AVX2
#define SIMD_INLINE SIMD_TARGET static inline

typedef __m256 f32_part;
#define F32_PART 8

// clang-format off
SIMD_INLINE f32_part f32_part_load(const float *p) { return _mm256_loadu_ps(p); }
SIMD_INLINE f32_part f32_part_all(float x) { return _mm256_set1_ps(x); }
SIMD_INLINE f32_part f32_part_less(f32_part a, f32_part b) { return _mm256_cmp_ps(a, b, _CMP_LT_OQ); }
SIMD_INLINE f32_part f32_part_and(f32_part a, f32_part b) { return _mm256_and_ps(a, b); }
SIMD_INLINE uint32_t f32_part_bits(f32_part m) { return (uint32_t)_mm256_movemask_ps(m); }
// clang-format on

#elif SIMD_TIER == CPU_SSE2_LEVEL && defined(CPU_SSE2)

#include <emmintrin.h>

#define SIMD_TARGET
#define SIMD_INLINE static inline

typedef __m128 f32_part;
#define F32_PART 4

// clang-format off
SIMD_INLINE f32_part f32_part_load(const float *p) { return _mm_loadu_ps(p); }
SIMD_INLINE f32_part f32_part_all(float x) { return _mm_set1_ps(x); }
SIMD_INLINE f32_part f32_part_less(f32_part a, f32_part b) { return _mm_cmplt_ps(a, b); }
SIMD_INLINE f32_part f32_part_and(f32_part a, f32_part b) { return _mm_and_ps(a, b); }
SIMD_INLINE uint32_t f32_part_bits(f32_part m) { return (uint32_t)_mm_movemask_ps(m); }
// clang-format on

#else

#define SIMD_TARGET
#define SIMD_INLINE static inline

typedef float f32_part; // of a mask 0 or 1
#define F32_PART 1

// clang-format off
SIMD_INLINE f32_part f32_part_load(const float *p) { return *p; }
SIMD_INLINE f32_part f32_part_all(float x) { return x; }
SIMD_INLINE f32_part f32_part_less(f32_part a, f32_part b) { return a < b; }
SIMD_INLINE f32_part f32_part_and(f32_part a, f32_part b) { return a * b; }
SIMD_INLINE uint32_t f32_part_bits(f32_part m) { return (uint32_t)m; }
// clang-format on

#endif

#define F32_PARTS (16 / F32_PART)

typedef struct f32x16
{
    f32_part part[F32_PARTS];
} f32x16, f32x16_mask;

SIMD_INLINE f32x16 f32x16_load(const float *p)
{
    f32x16 l;
    for (int i = 0; i < F32_PARTS; i++) l.part[i] = f32_part_load(p + i * F32_PART);
    return l;
}

SIMD_INLINE f32x16 f32x16_all(float x)
{
    f32x16 l;
    for (int i = 0; i < F32_PARTS; i++) l.part[i] = f32_part_all(x);
    return l;
}

SIMD_INLINE f32x16_mask f32x16_less(f32x16 a, f32x16 b)
{
    for (int i = 0; i < F32_PARTS; i++) a.part[i] = f32_part_less(a.part[i], b.part[i]);
    return a;
}

SIMD_INLINE f32x16_mask f32x16_and(f32x16_mask a, f32x16_mask b)
{
    for (int i = 0; i < F32_PARTS; i++) a.part[i] = f32_part_and(a.part[i], b.part[i]);
    return a;
}

// Lane 0 is the lowest bit.
SIMD_INLINE uint32_t f32x16_bits(f32x16_mask m)
{
    uint32_t bits = 0;
    for (int i = 0; i < F32_PARTS; i++) bits |= f32_part_bits(m.part[i]) << i * F32_PART;
    return bits;
}

#endif

// Stores from + i for each set bit i of sixteen, in ascending order, and something else behind them, up to sixteen
// words. Returns how many are set.
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

// Stores a word sixteen times, or `count` times at least.
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
