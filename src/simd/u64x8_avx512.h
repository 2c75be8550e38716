// Template: compiled anew by each file that includes it.
// Eight words of 64 bits in one register of AVX-512, which counts bits.
#ifndef RIM_SIMD_U64X8_AVX512_H
#define RIM_SIMD_U64X8_AVX512_H

#include "simd/cpu.h"

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

#define SIMD_TARGET __attribute__((target("avx512f,avx512bw,avx512vpopcntdq,bmi,bmi2,popcnt")))
#define SIMD_INLINE SIMD_TARGET static inline

typedef __m512i u64x8;
typedef __m512i u64x8_sum;

SIMD_INLINE u64x8 u64x8_load(const uint64_t *p)
{
    return _mm512_loadu_si512(p);
}

SIMD_INLINE u64x8 u64x8_and(u64x8 x, u64x8 y)
{
    return _mm512_and_si512(x, y);
}

// Vector shifts by 64 give zero, so that no shift is a case of its own.
typedef struct u64x8_shifts
{
    __m128i right, left;
} u64x8_shifts;

SIMD_INLINE u64x8_shifts u64x8_shifts_by(int right, int left)
{
    return (u64x8_shifts){ _mm_cvtsi32_si128(right), _mm_cvtsi32_si128(left) };
}

SIMD_INLINE u64x8 u64x8_shift_pair(u64x8 a, u64x8 next, u64x8_shifts by)
{
    return _mm512_or_si512(_mm512_srl_epi64(a, by.right), _mm512_sll_epi64(next, by.left));
}

SIMD_INLINE bool u64x8_any(u64x8 x)
{
    return _mm512_test_epi64_mask(x, x) != 0;
}

SIMD_INLINE uint64_t u64x8_nonzero_bytes(u64x8 x)
{
    return _mm512_test_epi8_mask(x, x);
}

SIMD_INLINE u64x8_sum u64x8_sum_zero(void)
{
    return _mm512_setzero_si512();
}

SIMD_INLINE u64x8_sum u64x8_sum_bits(u64x8_sum sum, u64x8 x)
{
    return _mm512_add_epi64(sum, _mm512_popcnt_epi64(x));
}

SIMD_INLINE u64x8_sum u64x8_sum_plus(u64x8_sum a, u64x8_sum b)
{
    return _mm512_add_epi64(a, b);
}

SIMD_INLINE int64_t u64x8_sum_total(u64x8_sum sum)
{
    return _mm512_reduce_add_epi64(sum);
}

// Four masks of 16 pixels, the first one lowest.
SIMD_INLINE uint64_t u64_join16(__mmask16 a, __mmask16 b, __mmask16 c, __mmask16 d)
{
    return _mm512_kunpackd(_mm512_kunpackw(d, c), _mm512_kunpackw(b, a));
}

// Where the bits reach the top, those below them cannot turn the comparison.
SIMD_INLINE uint64_t u32x64_at_least(const unsigned char *p, uint32_t bits, uint32_t limit)
{
    __m512i least = _mm512_set1_epi32((int)limit);
    __m512i a = _mm512_loadu_si512(p), b = _mm512_loadu_si512(p + 64);
    __m512i c = _mm512_loadu_si512(p + 128), d = _mm512_loadu_si512(p + 192);
    if (!(bits >> 31))
    {
        __m512i wanted = _mm512_set1_epi32((int)bits);
        a = _mm512_and_si512(a, wanted), b = _mm512_and_si512(b, wanted);
        c = _mm512_and_si512(c, wanted), d = _mm512_and_si512(d, wanted);
    }
    return u64_join16(_mm512_cmpge_epu32_mask(a, least), _mm512_cmpge_epu32_mask(b, least),
                      _mm512_cmpge_epu32_mask(c, least), _mm512_cmpge_epu32_mask(d, least));
}

SIMD_INLINE __mmask16 u32x16_differ(const unsigned char *p, __m512i bits, __m512i key)
{
    return _mm512_cmpneq_epu32_mask(_mm512_and_si512(_mm512_loadu_si512(p), bits), key);
}

SIMD_INLINE uint64_t u32x64_differ(const unsigned char *p, uint32_t bits, uint32_t key)
{
    __m512i m = _mm512_set1_epi32((int)bits), k = _mm512_set1_epi32((int)key);
    return u64_join16(u32x16_differ(p, m, k), u32x16_differ(p + 64, m, k),
                      u32x16_differ(p + 128, m, k), u32x16_differ(p + 192, m, k));
}

SIMD_INLINE uint64_t u8x64_at_least(const unsigned char *p, uint8_t limit)
{
    return _mm512_cmpge_epu8_mask(_mm512_loadu_si512(p), _mm512_set1_epi8((char)limit));
}

#include "simd/i32x8_avx2.h"

#endif
