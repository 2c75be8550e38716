// Template: compiled anew by each file that includes it.
// Eight words of 64 bits in four registers of SSE2, which every 64-bit x86 processor has.
#ifndef RIM_SIMD_U64X8_SSE2_H
#define RIM_SIMD_U64X8_SSE2_H

#include "simd/cpu.h"

#include <emmintrin.h>
#include <stdbool.h>
#include <stdint.h>

#define SIMD_TARGET
#define SIMD_INLINE SIMD_TARGET static inline

typedef struct u64x8
{
    __m128i pair[4];
} u64x8;

typedef __m128i u64x8_sum;

SIMD_INLINE __m128i u64x2_load(const void *p)
{
    return _mm_loadu_si128(p);
}

SIMD_INLINE u64x8 u64x8_load(const uint64_t *p)
{
    return (u64x8){ { u64x2_load(p), u64x2_load(p + 2), u64x2_load(p + 4), u64x2_load(p + 6) } };
}

SIMD_INLINE u64x8 u64x8_and(u64x8 x, u64x8 y)
{
    for (int i = 0; i < 4; i++) x.pair[i] = _mm_and_si128(x.pair[i], y.pair[i]);
    return x;
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
    for (int i = 0; i < 4; i++)
        a.pair[i] =
            _mm_or_si128(_mm_srl_epi64(a.pair[i], by.right), _mm_sll_epi64(next.pair[i], by.left));
    return a;
}

SIMD_INLINE bool u64x8_any(u64x8 x)
{
    __m128i any =
        _mm_or_si128(_mm_or_si128(x.pair[0], x.pair[1]), _mm_or_si128(x.pair[2], x.pair[3]));
    return _mm_movemask_epi8(_mm_cmpeq_epi8(any, _mm_setzero_si128())) != 0xffff;
}

SIMD_INLINE uint64_t u64x8_nonzero_bytes(u64x8 x)
{
    uint64_t empty = 0;
    for (int i = 0; i < 4; i++)
    {
        __m128i zero = _mm_cmpeq_epi8(x.pair[i], _mm_setzero_si128());
        empty |= (uint64_t)_mm_movemask_epi8(zero) << 16 * i;
    }
    return ~empty;
}

SIMD_INLINE u64x8_sum u64x8_sum_zero(void)
{
    return _mm_setzero_si128();
}

// Sums of neighbours in ever wider fields, up to bytes; those are summed to words.
SIMD_INLINE __m128i u64_count_words(__m128i x)
{
    __m128i odd = _mm_set1_epi8(0x55), pairs = _mm_set1_epi8(0x33), nibbles = _mm_set1_epi8(0x0f);
    x = _mm_sub_epi8(x, _mm_and_si128(_mm_srli_epi64(x, 1), odd));
    x = _mm_add_epi8(_mm_and_si128(x, pairs), _mm_and_si128(_mm_srli_epi64(x, 2), pairs));
    x = _mm_and_si128(_mm_add_epi8(x, _mm_srli_epi64(x, 4)), nibbles);
    return _mm_sad_epu8(x, _mm_setzero_si128());
}

SIMD_INLINE u64x8_sum u64x8_sum_bits(u64x8_sum sum, u64x8 x)
{
    for (int i = 0; i < 4; i++) sum = _mm_add_epi64(sum, u64_count_words(x.pair[i]));
    return sum;
}

SIMD_INLINE u64x8_sum u64x8_sum_plus(u64x8_sum a, u64x8_sum b)
{
    return _mm_add_epi64(a, b);
}

SIMD_INLINE int64_t u64x8_sum_total(u64x8_sum sum)
{
    return _mm_cvtsi128_si64(sum) + _mm_cvtsi128_si64(_mm_unpackhi_epi64(sum, sum));
}

// One bit for each of 16 truths given as words of all ones or zeros.
SIMD_INLINE uint64_t u64_pack16(__m128i a, __m128i b, __m128i c, __m128i d)
{
    __m128i bytes = _mm_packs_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d));
    return (uint64_t)_mm_movemask_epi8(bytes);
}

// limit > value; the comparison is signed, so that both have their top bit turned.
SIMD_INLINE __m128i u32x4_below(const unsigned char *p, __m128i bits, __m128i turned_limit)
{
    __m128i top = _mm_set1_epi32(INT32_MIN);
    return _mm_cmpgt_epi32(turned_limit, _mm_xor_si128(_mm_and_si128(u64x2_load(p), bits), top));
}

SIMD_INLINE uint64_t u32x64_at_least(const unsigned char *p, uint32_t bits, uint32_t limit)
{
    __m128i  m = _mm_set1_epi32((int)bits), l = _mm_set1_epi32((int)(limit ^ 0x80000000));
    uint64_t empty = 0;
    for (int i = 0; i < 64; i += 16, p += 64)
        empty |= u64_pack16(u32x4_below(p, m, l), u32x4_below(p + 16, m, l),
                            u32x4_below(p + 32, m, l), u32x4_below(p + 48, m, l))
                 << i;
    return ~empty;
}

SIMD_INLINE __m128i u32_is_key(const unsigned char *p, __m128i bits, __m128i key)
{
    return _mm_cmpeq_epi32(_mm_and_si128(u64x2_load(p), bits), key);
}

SIMD_INLINE uint64_t u32x64_differ(const unsigned char *p, uint32_t bits, uint32_t key)
{
    __m128i  m = _mm_set1_epi32((int)bits), k = _mm_set1_epi32((int)key);
    uint64_t empty = 0;
    for (int i = 0; i < 64; i += 16, p += 64)
        empty |= u64_pack16(u32_is_key(p, m, k), u32_is_key(p + 16, m, k), u32_is_key(p + 32, m, k),
                            u32_is_key(p + 48, m, k))
                 << i;
    return ~empty;
}

SIMD_INLINE uint64_t u8x64_at_least(const unsigned char *p, uint8_t limit)
{
    __m128i  least = _mm_set1_epi8((char)limit);
    uint64_t out = 0;
    for (int i = 0; i < 64; i += 16)
    {
        __m128i value = u64x2_load(p + i);
        __m128i solid = _mm_cmpeq_epi8(_mm_max_epu8(value, least), value);
        out |= (uint64_t)_mm_movemask_epi8(solid) << i;
    }
    return out;
}

#endif
