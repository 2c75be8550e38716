// Template: compiled anew by each file that includes it.
// Eight words of 64 bits in two registers of AVX2.
#ifndef RIM_SIMD_U64X8_AVX2_H
#define RIM_SIMD_U64X8_AVX2_H

#include "simd/cpu.h"

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

#define SIMD_TARGET __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define SIMD_INLINE SIMD_TARGET static inline

typedef struct u64x8
{
    __m256i lo, hi;
} u64x8;

typedef __m256i u64x8_sum;

SIMD_INLINE __m256i u64x4_load(const void *p)
{
    return _mm256_loadu_si256(p);
}

SIMD_INLINE u64x8 u64x8_load(const uint64_t *p)
{
    return (u64x8){ u64x4_load(p), u64x4_load(p + 4) };
}

SIMD_INLINE u64x8 u64x8_and(u64x8 x, u64x8 y)
{
    return (u64x8){ _mm256_and_si256(x.lo, y.lo), _mm256_and_si256(x.hi, y.hi) };
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
    return (u64x8){
        _mm256_or_si256(_mm256_srl_epi64(a.lo, by.right), _mm256_sll_epi64(next.lo, by.left)),
        _mm256_or_si256(_mm256_srl_epi64(a.hi, by.right), _mm256_sll_epi64(next.hi, by.left)),
    };
}

SIMD_INLINE bool u64x8_any(u64x8 x)
{
    __m256i any = _mm256_or_si256(x.lo, x.hi);
    return !_mm256_testz_si256(any, any);
}

SIMD_INLINE uint32_t u8x32_zero(__m256i x)
{
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(x, _mm256_setzero_si256()));
}

SIMD_INLINE uint64_t u64x8_nonzero_bytes(u64x8 x)
{
    return ~(u8x32_zero(x.lo) | (uint64_t)u8x32_zero(x.hi) << 32);
}

SIMD_INLINE u64x8_sum u64x8_sum_zero(void)
{
    return _mm256_setzero_si256();
}

// The bits of each nibble are looked up, then the 8 bytes of each word summed (Muła, Kurz, Lemire,
// "Faster population counts using AVX2 instructions", 2018).
SIMD_INLINE __m256i u64_count_words(__m256i x)
{
    __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
                                     0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    __m256i nibble = _mm256_set1_epi8(15);
    __m256i low = _mm256_shuffle_epi8(table, _mm256_and_si256(x, nibble));
    __m256i high = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(x, 4), nibble));
    return _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256());
}

SIMD_INLINE u64x8_sum u64x8_sum_bits(u64x8_sum sum, u64x8 x)
{
    return _mm256_add_epi64(sum, _mm256_add_epi64(u64_count_words(x.lo), u64_count_words(x.hi)));
}

SIMD_INLINE u64x8_sum u64x8_sum_plus(u64x8_sum a, u64x8_sum b)
{
    return _mm256_add_epi64(a, b);
}

SIMD_INLINE int64_t u64x8_sum_total(u64x8_sum sum)
{
    __m128i half = _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    return _mm_cvtsi128_si64(half) + _mm_cvtsi128_si64(_mm_unpackhi_epi64(half, half));
}

// One bit for each of 32 truths given as words of all ones or zeros. Packing works in the halves of a
// vector, which leaves groups of 4 pixels in the order 0 2 4 6 1 3 5 7.
SIMD_INLINE uint32_t u64_pack32(__m256i a, __m256i b, __m256i c, __m256i d)
{
    __m256i bytes = _mm256_packs_epi16(_mm256_packs_epi32(a, b), _mm256_packs_epi32(c, d));
    __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    return (uint32_t)_mm256_movemask_epi8(_mm256_permutevar8x32_epi32(bytes, order));
}

// x >= y for unsigned words: the greater of both is x.
SIMD_INLINE __m256i u32x8_at_least(const unsigned char *p, __m256i bits, __m256i limit)
{
    __m256i value = _mm256_and_si256(u64x4_load(p), bits);
    return _mm256_cmpeq_epi32(_mm256_max_epu32(value, limit), value);
}

SIMD_INLINE uint64_t u32x64_at_least(const unsigned char *p, uint32_t bits, uint32_t limit)
{
    __m256i  m = _mm256_set1_epi32((int)bits), l = _mm256_set1_epi32((int)limit);
    uint32_t low = u64_pack32(u32x8_at_least(p, m, l), u32x8_at_least(p + 32, m, l),
                              u32x8_at_least(p + 64, m, l), u32x8_at_least(p + 96, m, l));
    p += 128;
    uint32_t high = u64_pack32(u32x8_at_least(p, m, l), u32x8_at_least(p + 32, m, l),
                               u32x8_at_least(p + 64, m, l), u32x8_at_least(p + 96, m, l));
    return low | (uint64_t)high << 32;
}

SIMD_INLINE __m256i u32_is_key(const unsigned char *p, __m256i bits, __m256i key)
{
    return _mm256_cmpeq_epi32(_mm256_and_si256(u64x4_load(p), bits), key);
}

SIMD_INLINE uint64_t u32x64_differ(const unsigned char *p, uint32_t bits, uint32_t key)
{
    __m256i  m = _mm256_set1_epi32((int)bits), k = _mm256_set1_epi32((int)key);
    uint32_t low = u64_pack32(u32_is_key(p, m, k), u32_is_key(p + 32, m, k),
                              u32_is_key(p + 64, m, k), u32_is_key(p + 96, m, k));
    p += 128;
    uint32_t high = u64_pack32(u32_is_key(p, m, k), u32_is_key(p + 32, m, k),
                               u32_is_key(p + 64, m, k), u32_is_key(p + 96, m, k));
    return ~(low | (uint64_t)high << 32);
}

SIMD_INLINE uint32_t u8x32_at_least(const unsigned char *p, __m256i limit)
{
    __m256i value = u64x4_load(p);
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(value, limit), value));
}

SIMD_INLINE uint64_t u8x64_at_least(const unsigned char *p, uint8_t limit)
{
    __m256i least = _mm256_set1_epi8((char)limit);
    return u8x32_at_least(p, least) | (uint64_t)u8x32_at_least(p + 32, least) << 32;
}

#include "simd/i32x8_avx2.h"

#endif
