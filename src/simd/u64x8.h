// Template: compiled by each file that includes it. Requires SIMD_TIER to be defined before: one of the CPU_..._LEVELs,
// or 0 for plain C.
//
// Eight words of 64 bits in as few registers as the tier has, and comparisons of 64 pixels.
#ifndef RIM_SIMD_U64X8_H
#define RIM_SIMD_U64X8_H

#include "simd/bits.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// A part is one register; U64_PARTS of them hold the eight words. Comparisons return one bit per byte or per pixel of
// four bytes. Vector shifts by 64 give zero, so that callers need no special case.
#if SIMD_TIER == 0
#define SIMD_TARGET
#define U64_PARTS 8
typedef uint64_t u64_part;
typedef uint32_t u64_part_pixel;
typedef unsigned u64_part_shift;
#else
#include <immintrin.h>
typedef __m128i  u64_part_shift;
#if SIMD_TIER == CPU_AVX512_LEVEL
#define SIMD_TARGET                                                                                \
    __attribute__((target("avx512f,avx512bw,avx512vbmi,avx512vpopcntdq,gfni,bmi,bmi2,popcnt")))
#define U64_PARTS 1
typedef __m512i  u64_part;
#elif SIMD_TIER == CPU_AVX2_LEVEL
#define SIMD_TARGET __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define U64_PARTS 2
typedef __m256i   u64_part;
#else
#define SIMD_TARGET
#define U64_PARTS 4
typedef __m128i u64_part;
#endif
typedef u64_part u64_part_pixel;
#endif
#define SIMD_INLINE SIMD_TARGET static inline

// A part has this many words, pixels of four bytes, and bytes.
#define U64_PART_WORDS (8 / U64_PARTS)
#define U64_PART_PIXELS (16 / U64_PARTS)
#define U64_PART_BYTES (64 / U64_PARTS)

// One part is no struct: gcc 12 would keep it in memory.
#if U64_PARTS == 1
typedef u64_part u64x8;
#define U64X8_PART(a, i) (a)
#else
typedef struct u64x8
{
    u64_part p[U64_PARTS];
} u64x8;
#define U64X8_PART(a, i) (a).p[i]
#endif

// A running count of bits: each word of one register has a part of it, and the sum of the words is the count.
typedef u64_part u64x8_sum;

// Two counts for u64x8_shift_pair.
typedef struct u64x8_shifts
{
    u64_part_shift right, left;
} u64x8_shifts;

// C's operators & | ^ ~ + - work on parts, word by word. For one part, in each tier:
//
//   u64_part_right, u64_part_left    shift each word by the same count, 0 .. 64
//   u64_part_nonzero                 a bit for each byte that is not 0, byte 0 lowest
//   u64_part_count                   in each word, the number of the word's set bits
//   u64_part_positions               in each word, the sum of the positions, 0 .. 63, of the word's set bits
//   u64_part_pixels                  a pixel of four bytes in every place, for the next two
//   u64_part_at_least                a bit for each pixel x at p, the first lowest:  (x & bits) >= limit
//   u64_part_equal                   likewise:  (x & bits) == key
//   u64_part_bytes_at_least          a bit for each byte at p, the first lowest:  byte >= limit

SIMD_INLINE u64_part u64_part_load(const void *p)
{
    u64_part a;
    memcpy(&a, p, sizeof a);
    return a;
}

// clang-format off
#if SIMD_TIER == CPU_AVX512_LEVEL
SIMD_INLINE u64_part u64_part_right(u64_part a, u64_part_shift by) { return _mm512_srl_epi64(a, by); }
SIMD_INLINE u64_part u64_part_left(u64_part a, u64_part_shift by) { return _mm512_sll_epi64(a, by); }
SIMD_INLINE uint64_t u64_part_nonzero(u64_part a) { return _mm512_test_epi8_mask(a, a); }
SIMD_INLINE u64_part u64_part_count(u64_part a) { return _mm512_popcnt_epi64(a); }
SIMD_INLINE u64_part_pixel u64_part_pixels(uint32_t x) { return _mm512_set1_epi32((int)x); }
SIMD_INLINE uint64_t u64_part_at_least(const unsigned char *p, u64_part bits, u64_part limit) { return _mm512_cmpge_epu32_mask(u64_part_load(p) & bits, limit); }
SIMD_INLINE uint64_t u64_part_equal(const unsigned char *p, u64_part bits, u64_part key) { return _mm512_cmpeq_epu32_mask(u64_part_load(p) & bits, key); }
SIMD_INLINE uint64_t u64_part_bytes_at_least(const unsigned char *p, uint8_t limit) { return _mm512_cmpge_epu8_mask(u64_part_load(p), _mm512_set1_epi8((char)limit)); }
#elif SIMD_TIER == CPU_AVX2_LEVEL
SIMD_INLINE u64_part u64_part_right(u64_part a, u64_part_shift by) { return _mm256_srl_epi64(a, by); }
SIMD_INLINE u64_part u64_part_left(u64_part a, u64_part_shift by) { return _mm256_sll_epi64(a, by); }
SIMD_INLINE u64_part u64_part_bytes(uint8_t x) { return _mm256_set1_epi8((char)x); }
SIMD_INLINE u64_part_pixel u64_part_pixels(uint32_t x) { return _mm256_set1_epi32((int)x); }
SIMD_INLINE uint64_t u64_part_signs(u64_part a) { return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(a)); }
SIMD_INLINE uint64_t u64_part_byte_signs(u64_part a) { return (uint32_t)_mm256_movemask_epi8(a); }
// Returns in each word the sum of its 8 bytes.
SIMD_INLINE u64_part u64_part_byte_sums(u64_part a) { return _mm256_sad_epu8(a, _mm256_setzero_si256()); }
// Returns in each byte the sum of two numbers that are looked up: low[n] for its lower nibble n, high[n] for its upper one.
SIMD_INLINE u64_part u64_part_nibbles(u64_part a, __m128i low, __m128i high)
{
    __m256i nibble = _mm256_set1_epi8(15), at_low = _mm256_and_si256(a, nibble), at_high = _mm256_and_si256(_mm256_srli_epi16(a, 4), nibble);
    return _mm256_add_epi8(_mm256_shuffle_epi8(_mm256_broadcastsi128_si256(low), at_low), _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(high), at_high));
}
// Returns in each byte the number of its set bits (Muła, Kurz, Lemire, "Faster population counts using AVX2 instructions", 2018).
SIMD_INLINE u64_part u64_part_byte_counts(u64_part a)
{
    __m128i counts = _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    return u64_part_nibbles(a, counts, counts);
}
SIMD_INLINE u64_part u64_part_count(u64_part a) { return u64_part_byte_sums(u64_part_byte_counts(a)); }
// Bit k of byte j has the position 8 j + k. The tables add up k, and `pairs` adds up j for two bytes each: at most 8 * 6 +
// 8 * 7 = 104, so that the upper byte of each sum is 0.
SIMD_INLINE u64_part u64_part_positions(u64_part a)
{
    __m128i low = _mm_setr_epi8(0, 0, 1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5, 6, 6), high = _mm_setr_epi8(0, 4, 5, 9, 6, 10, 11, 15, 7, 11, 12, 16, 13, 17, 18, 22);
    __m256i pairs = _mm256_maddubs_epi16(u64_part_byte_counts(a), _mm256_set1_epi64x(0x0706050403020100));
    return _mm256_add_epi64(u64_part_byte_sums(u64_part_nibbles(a, low, high)), _mm256_slli_epi64(u64_part_byte_sums(pairs), 3));
}
#elif SIMD_TIER == CPU_SSE2_LEVEL
SIMD_INLINE u64_part u64_part_right(u64_part a, u64_part_shift by) { return _mm_srl_epi64(a, by); }
SIMD_INLINE u64_part u64_part_left(u64_part a, u64_part_shift by) { return _mm_sll_epi64(a, by); }
SIMD_INLINE u64_part u64_part_bytes(uint8_t x) { return _mm_set1_epi8((char)x); }
SIMD_INLINE u64_part_pixel u64_part_pixels(uint32_t x) { return _mm_set1_epi32((int)x); }
SIMD_INLINE uint64_t u64_part_signs(u64_part a) { return (unsigned)_mm_movemask_ps(_mm_castsi128_ps(a)); }
SIMD_INLINE uint64_t u64_part_byte_signs(u64_part a) { return (unsigned)_mm_movemask_epi8(a); }
// Sums neighboring bits to counts of two bits, these to counts of four bits, these to bytes, and then the 8 bytes of
// each word. The first step is  a - (a >> 1 & 01..01),  the count of each pair of bits.
SIMD_INLINE u64_part u64_part_count(u64_part a)
{
    __m128i odd = _mm_set1_epi8(0x55), pairs = _mm_set1_epi8(0x33), nibbles = _mm_set1_epi8(0x0f);
    a = _mm_sub_epi8(a, _mm_and_si128(_mm_srli_epi64(a, 1), odd));
    a = _mm_add_epi8(_mm_and_si128(a, pairs), _mm_and_si128(_mm_srli_epi64(a, 2), pairs));
    return _mm_sad_epu8(_mm_and_si128(_mm_add_epi8(a, _mm_srli_epi64(a, 4)), nibbles), _mm_setzero_si128());
}
#else
// C does not define a shift of a word by 64. Two shifts by about half of it do.
SIMD_INLINE u64_part u64_part_right(u64_part a, u64_part_shift by) { return a >> by / 2 >> (by - by / 2); }
SIMD_INLINE u64_part u64_part_left(u64_part a, u64_part_shift by) { return a << by / 2 << (by - by / 2); }
SIMD_INLINE u64_part u64_part_count(u64_part a) { return (u64_part)bits_count(a); }
SIMD_INLINE u64_part_pixel u64_part_pixels(uint32_t x) { return x; }
SIMD_INLINE uint32_t u64_part_pixel_at(const unsigned char *p) { uint32_t x; memcpy(&x, p, sizeof x); return x; }
SIMD_INLINE uint64_t u64_part_at_least(const unsigned char *p, u64_part_pixel bits, u64_part_pixel limit)
{
    return (uint64_t)((u64_part_pixel_at(p) & bits) >= limit) | (uint64_t)((u64_part_pixel_at(p + 4) & bits) >= limit) << 1;
}
SIMD_INLINE uint64_t u64_part_equal(const unsigned char *p, u64_part_pixel bits, u64_part_pixel key)
{
    return (uint64_t)((u64_part_pixel_at(p) & bits) == key) | (uint64_t)((u64_part_pixel_at(p + 4) & bits) == key) << 1;
}
SIMD_INLINE uint64_t u64_part_bytes_at_least(const unsigned char *p, uint8_t limit)
{
    uint64_t out = 0;
    for (int i = 0; i < 8; i++) out |= (uint64_t)(p[i] >= limit) << i;
    return out;
}
SIMD_INLINE uint64_t u64_part_nonzero(u64_part a)
{
    uint64_t out = 0;
    for (int i = 0; i < 8; i++) out |= (uint64_t)((a >> 8 * i & 255) != 0) << i;
    return out;
}
#endif
#if SIMD_TIER == CPU_AVX2_LEVEL || SIMD_TIER == CPU_SSE2_LEVEL
// The comparisons of C's operators, lane by lane; the signs of their results become bits.
typedef uint8_t  u64_part_u8 __attribute__((vector_size(U64_PART_BYTES)));
typedef uint32_t u64_part_u32 __attribute__((vector_size(U64_PART_BYTES)));
SIMD_INLINE uint64_t u64_part_equal(const unsigned char *p, u64_part bits, u64_part key) { return u64_part_signs((u64_part)((u64_part_u32)(u64_part_load(p) & bits) == (u64_part_u32)key)); }
SIMD_INLINE uint64_t u64_part_at_least(const unsigned char *p, u64_part bits, u64_part limit) { return u64_part_signs((u64_part)((u64_part_u32)(u64_part_load(p) & bits) >= (u64_part_u32)limit)); }
SIMD_INLINE uint64_t u64_part_bytes_at_least(const unsigned char *p, uint8_t limit) { return u64_part_byte_signs((u64_part)((u64_part_u8)u64_part_load(p) >= (u64_part_u8)u64_part_bytes(limit))); }
SIMD_INLINE uint64_t u64_part_nonzero(u64_part a) { return u64_part_byte_signs((u64_part)((u64_part_u8)a == (u64_part_u8)u64_part_bytes(0))) ^ (UINT64_MAX >> (64 - U64_PART_BYTES)); }
#endif
// In U64X8_DIGITS[k], bit i of each word is set if binary digit k of i is.
#define U64X8_ALL(x) { x, x, x, x, x, x, x, x }
static const uint64_t U64X8_DIGITS[6][8] = { U64X8_ALL(0xaaaaaaaaaaaaaaaa), U64X8_ALL(0xcccccccccccccccc), U64X8_ALL(0xf0f0f0f0f0f0f0f0), U64X8_ALL(0xff00ff00ff00ff00), U64X8_ALL(0xffff0000ffff0000), U64X8_ALL(0xffffffff00000000) };
#if SIMD_TIER != CPU_AVX2_LEVEL
// Sums digit by digit, by Horner's rule: the bits at positions with digit k count 2^k each.
SIMD_INLINE u64_part u64_part_positions(u64_part a)
{
    u64_part sum = u64_part_count(a & u64_part_load(U64X8_DIGITS[5]));
    for (int k = 4; k >= 0; k--) sum = sum + sum + u64_part_count(a & u64_part_load(U64X8_DIGITS[k]));
    return sum;
}
#endif
// clang-format on

// Returns the eight words at p, word 0 in the lowest lane of part 0.
SIMD_INLINE u64x8 u64x8_load(const uint64_t *p)
{
    u64x8 a;
    for (int i = 0; i < U64_PARTS; i++) U64X8_PART(a, i) = u64_part_load(p + i * U64_PART_WORDS);
    return a;
}

// Returns  a & b.
SIMD_INLINE u64x8 u64x8_and(u64x8 a, u64x8 b)
{
    for (int i = 0; i < U64_PARTS; i++) U64X8_PART(a, i) &= U64X8_PART(b, i);
    return a;
}

// Returns  a | b.
SIMD_INLINE u64x8 u64x8_or(u64x8 a, u64x8 b)
{
    for (int i = 0; i < U64_PARTS; i++) U64X8_PART(a, i) |= U64X8_PART(b, i);
    return a;
}

// Returns the two counts for u64x8_shift_pair, 0 .. 64, in the form in which this tier's shifts take them.
SIMD_INLINE u64x8_shifts u64x8_shifts_by(int right, int left)
{
#if SIMD_TIER == 0
    return (u64x8_shifts){ (unsigned)right, (unsigned)left };
#else
    return (u64x8_shifts){ _mm_cvtsi32_si128(right), _mm_cvtsi32_si128(left) };
#endif
}

// Returns  a >> by.right | next << by.left  for each word. A shift by 64 gives 0.
SIMD_INLINE u64x8 u64x8_shift_pair(u64x8 a, u64x8 next, u64x8_shifts by)
{
    for (int i = 0; i < U64_PARTS; i++)
        U64X8_PART(a, i) = u64_part_right(U64X8_PART(a, i), by.right) |
                           u64_part_left(U64X8_PART(next, i), by.left);
    return a;
}

// Returns true if any bit is set.
SIMD_INLINE bool u64x8_any(u64x8 a)
{
    u64_part any = U64X8_PART(a, 0);
    for (int i = 1; i < U64_PARTS; i++) any |= U64X8_PART(a, i);
    return u64_part_nonzero(any) != 0;
}

// Returns a bit for each of the 64 bytes, byte 0 lowest: set if the byte is not zero.
SIMD_INLINE uint64_t u64x8_nonzero_bytes(u64x8 a)
{
    uint64_t out = 0;
    for (int i = 0; i < U64_PARTS; i++)
        out |= (uint64_t)u64_part_nonzero(U64X8_PART(a, i)) << i * U64_PART_BYTES;
    return out;
}

// Returns a running sum of 0.
SIMD_INLINE u64x8_sum u64x8_sum_zero(void)
{
    static const uint64_t ZERO[8] = { 0 };
    return u64_part_load(ZERO);
}

// Returns the sum with the set bits of the eight words added.
SIMD_INLINE u64x8_sum u64x8_sum_bits(u64x8_sum sum, u64x8 a)
{
    for (int i = 0; i < U64_PARTS; i++) sum += u64_part_count(U64X8_PART(a, i));
    return sum;
}

// Returns the sum of the words of a running sum.
SIMD_INLINE int64_t u64x8_sum_total(u64x8_sum sum)
{
#if SIMD_TIER == CPU_AVX512_LEVEL
    return _mm512_reduce_add_epi64(sum);
#else
    int64_t words[U64_PART_WORDS], total = 0;
    memcpy(words, &sum, sizeof words);
    for (int i = 0; i < U64_PART_WORDS; i++) total += words[i];
    return total;
#endif
}

// Returns a bit for each of 64 pixels x of four bytes, the first lowest:  (x & bits) >= limit.
SIMD_INLINE uint64_t u32x64_at_least(const unsigned char *p, uint32_t bits, uint32_t limit)
{
    u64_part_pixel all_bits = u64_part_pixels(bits), all_limit = u64_part_pixels(limit);
    uint64_t       out = 0;
    for (int i = 0; i < 64; i += U64_PART_PIXELS)
        out |= u64_part_at_least(p + 4 * i, all_bits, all_limit) << i;
    return out;
}

// Returns a bit for each of 64 pixels x of four bytes, the first lowest:  (x & bits) != key.
SIMD_INLINE uint64_t u32x64_differ(const unsigned char *p, uint32_t bits, uint32_t key)
{
    u64_part_pixel all_bits = u64_part_pixels(bits), all_key = u64_part_pixels(key);
    uint64_t       equal = 0;
    for (int i = 0; i < 64; i += U64_PART_PIXELS)
        equal |= u64_part_equal(p + 4 * i, all_bits, all_key) << i;
    return ~equal;
}

// Returns a bit for each of 64 pixels x of one byte, the first lowest:  x >= limit.
SIMD_INLINE uint64_t u8x64_at_least(const unsigned char *p, uint8_t limit)
{
    uint64_t out = 0;
    for (int i = 0; i < 64; i += U64_PART_BYTES) out |= u64_part_bytes_at_least(p + i, limit) << i;
    return out;
}

// --- other orders of bits and words ----------------------------------------------------------------------

// Stores the eight words at p.
SIMD_INLINE void u64x8_store(uint64_t *p, u64x8 a)
{
    memcpy(p, &a, sizeof a);
}

// Exchanges the bits of a that are set in `high` with those of b that are `side` bits lower. Requires 0 < side < 64,
// and no bit of `high` below bit `side` of a word. The bits to be exchanged that differ are inverted in both, word by
// word:
//
//     differ = (a ^ b << side) & high        a ^= differ        b ^= differ >> side
SIMD_INLINE void u64x8_exchange(u64x8 *a, u64x8 *b, u64x8 high, int side)
{
    u64x8_shifts by = u64x8_shifts_by(side, side);
    for (int i = 0; i < U64_PARTS; i++)
    {
        u64_part *p = &U64X8_PART(*a, i), *q = &U64X8_PART(*b, i);
        u64_part  differ = *p ^ u64_part_left(*q, by.left);
        differ &= U64X8_PART(high, i);
        *p ^= differ;
        *q ^= u64_part_right(differ, by.right);
    }
}

// For the eight words, in each tier:
//
//   u64x8_reverse_bits         bit i of each word becomes bit 63 - i
//   u64x8_reverse_words        word i becomes word 7 - i
//   u64x8_transpose_squares    bit i of byte k of word j becomes bit j of byte k of word i
#if SIMD_TIER == CPU_AVX512_LEVEL
SIMD_INLINE u64x8 u64x8_reverse_words(u64x8 a)
{
    return _mm512_permutexvar_epi64(_mm512_setr_epi64(7, 6, 5, 4, 3, 2, 1, 0), a);
}

// Reverses the bytes of each word. The product with a matrix of 8 by 8 bits then reverses the bits of each byte.
SIMD_INLINE u64x8 u64x8_reverse_bits(u64x8 a)
{
    u64x8 bytes = _mm512_set4_epi32(0x08090a0b, 0x0c0d0e0f, 0x00010203, 0x04050607);
    u64x8 matrix = _mm512_set1_epi64((int64_t)0x8040201008040201);
    return _mm512_gf2p8affine_epi64_epi8(_mm512_shuffle_epi8(a, bytes), matrix, 0);
}

// Square k is byte k of all eight words. `squares` collects it as a matrix in word k, with byte k of word 7 - j as byte
// j, because the instruction expects the row for the lowest bit of a product in the highest byte. The product with the
// byte 1 << i is column i of the square: bit j of this byte is bit i of byte k of word j. The column is byte i of word
// k of `columns`, and `back` moves it to byte k of word i.
SIMD_INLINE u64x8 u64x8_transpose_squares(u64x8 a)
{
    const u64x8 squares = _mm512_set_epi64(
        0x070f171f272f373f, 0x060e161e262e363e, 0x050d151d252d353d, 0x040c141c242c343c,
        0x030b131b232b333b, 0x020a121a222a323a, 0x0109111921293139, 0x0008101820283038);
    const u64x8 back = _mm512_set_epi64(0x3f372f271f170f07, 0x3e362e261e160e06, 0x3d352d251d150d05,
                                        0x3c342c241c140c04, 0x3b332b231b130b03, 0x3a322a221a120a02,
                                        0x3931292119110901, 0x3830282018100800);
    u64x8       bits = _mm512_set1_epi64((int64_t)0x8040201008040201);
    u64x8 columns = _mm512_gf2p8affine_epi64_epi8(bits, _mm512_permutexvar_epi8(squares, a), 0);
    return _mm512_permutexvar_epi8(back, columns);
}
#else
SIMD_INLINE u64x8 u64x8_reverse_words(u64x8 a)
{
    uint64_t words[8], reversed[8];
    u64x8_store(words, a);
    for (int i = 0; i < 8; i++) reversed[i] = words[7 - i];
    return u64x8_load(reversed);
}

#if SIMD_TIER == CPU_AVX2_LEVEL
// Reverses the bytes of each word, then the bits of each byte by tables of the reversed nibbles 0 .. 15. `upper` is for
// the upper nibble of a byte, whose reverse becomes the lower one. `lower` is for the lower nibble, and holds the same
// numbers in the upper half.
SIMD_INLINE u64x8 u64x8_reverse_bits(u64x8 a)
{
    __m256i bytes = _mm256_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607, 0x08090a0b0c0d0e0f,
                                      0x0001020304050607);
    __m256i upper = _mm256_set_epi64x(0x0f070b030d050901, 0x0e060a020c040800, 0x0f070b030d050901,
                                      0x0e060a020c040800);
    __m256i lower = _mm256_slli_epi16(upper, 4), nibble = _mm256_set1_epi8(15);
    for (int i = 0; i < 2; i++)
    {
        __m256i part = _mm256_shuffle_epi8(a.p[i], bytes);
        __m256i low = _mm256_and_si256(part, nibble),
                high = _mm256_and_si256(_mm256_srli_epi16(part, 4), nibble);
        a.p[i] = _mm256_or_si256(_mm256_shuffle_epi8(lower, low), _mm256_shuffle_epi8(upper, high));
    }
    return a;
}
#else
SIMD_INLINE u64x8 u64x8_reverse_bits(u64x8 a)
{
    uint64_t words[8];
    u64x8_store(words, a);
    for (int i = 0; i < 8; i++) words[i] = bits_reversed(words[i]);
    return u64x8_load(words);
}
#endif

// Transposes the squares in three steps, for sides of 4, 2 and 1 bits. A step exchanges, between word i and word i +
// side, two squares of this side across a diagonal: the bits of word i that `high` marks, and the bits of the other
// word that are `side` bits lower.
SIMD_INLINE u64x8 u64x8_transpose_squares(u64x8 a)
{
    static const uint64_t high[3] = { 0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0 };
    uint64_t              words[8];
    u64x8_store(words, a);
    for (int k = 2; k >= 0; k--)
        for (int i = 0; i < 8; i++)
        {
            int side = 1 << k;
            if (i & side) continue;
            uint64_t differ = (words[i] ^ words[i + side] << side) & high[k];
            words[i] ^= differ;
            words[i + side] ^= differ >> side;
        }
    return u64x8_load(words);
}
#endif

// Returns eight words: word i is byte i of `bytes`.
SIMD_INLINE u64x8 u64x8_of_bytes(uint64_t bytes)
{
#if SIMD_TIER == CPU_AVX512_LEVEL
    return _mm512_cvtepu8_epi64(_mm_set_epi64x(0, (int64_t)bytes));
#else
    uint64_t words[8];
    for (int i = 0; i < 8; i++) words[i] = bytes >> 8 * i & 255;
    return u64x8_load(words);
#endif
}

// Returns each word shifted to the left by the same count, 0 .. 64.
SIMD_INLINE u64x8 u64x8_left(u64x8 a, int count)
{
    u64x8_shifts by = u64x8_shifts_by(0, count);
    for (int i = 0; i < U64_PARTS; i++) U64X8_PART(a, i) = u64_part_left(U64X8_PART(a, i), by.left);
    return a;
}

// Returns eight words: word i is the or of the eight words of rows[i].
SIMD_INLINE u64x8 u64x8_or_words(const u64x8 rows[8])
{
#if SIMD_TIER == CPU_AVX512_LEVEL
    // Halves the words of each row three times. The even lanes of `two` hold a row, the odd lanes the next one. A register
    // of `four` holds four rows, two lanes each.
    u64x8 two[4], four[2];
    for (int i = 0; i < 4; i++)
        two[i] = _mm512_or_si512(_mm512_unpacklo_epi64(rows[2 * i], rows[2 * i + 1]),
                                 _mm512_unpackhi_epi64(rows[2 * i], rows[2 * i + 1]));
    for (int i = 0; i < 2; i++)
        four[i] = _mm512_or_si512(_mm512_shuffle_i64x2(two[2 * i], two[2 * i + 1], 0x88),
                                  _mm512_shuffle_i64x2(two[2 * i], two[2 * i + 1], 0xdd));
    return _mm512_or_si512(_mm512_shuffle_i64x2(four[0], four[1], 0x88),
                           _mm512_shuffle_i64x2(four[0], four[1], 0xdd));
#else
    uint64_t all[8];
    for (int i = 0; i < 8; i++)
    {
        uint64_t words[U64_PART_WORDS];
        u64_part any = U64X8_PART(rows[i], 0);
        for (int k = 1; k < U64_PARTS; k++) any |= U64X8_PART(rows[i], k);
        memcpy(words, &any, sizeof words);
        all[i] = 0;
        for (int k = 0; k < U64_PART_WORDS; k++) all[i] |= words[k];
    }
    return u64x8_load(all);
#endif
}

// --- eight signed words of 32 bits, with AVX2 and more ---------------------------------------------------
//
// C's operators work lane by lane; comparisons give -1 or 0. The type exists only if SIMD_I32X8 is defined.
#if SIMD_TIER >= CPU_AVX2_LEVEL
#define SIMD_I32X8 1

typedef int32_t i32x8 __attribute__((vector_size(32)));

SIMD_INLINE i32x8 i32x8_load(const int32_t *p)
{
    return (i32x8)_mm256_loadu_si256((const __m256i *)(const void *)p);
}

SIMD_INLINE i32x8 i32x8_all(int32_t x)
{
    return (i32x8)_mm256_set1_epi32(x);
}

// Returns the signs: bit i is that of lane i.
SIMD_INLINE unsigned i32x8_signs(i32x8 x)
{
    return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps((__m256i)x));
}

// Returns base[at], lane by lane, where the sign of `where` is set, and 0 elsewhere, without reading memory there.
SIMD_INLINE i32x8 i32x8_gather(const int32_t *base, i32x8 at, i32x8 where)
{
    return (i32x8)_mm256_mask_i32gather_epi32(_mm256_setzero_si256(), base, (__m256i)at,
                                              (__m256i)where, 4);
}
#endif

// --- eight signed words of 64 bits, with AVX2 and more -----------------------------------------------------
//
// Each word may be shifted by a number of its own (_each); 64 or more gives zero. u64_part_most is signed, and
// nonzero_words returns a bit for each word, word 0 lowest. Where SIMD_U64X8_EACH is not defined, a kernel
// does without.
#if SIMD_TIER >= CPU_AVX2_LEVEL
#define SIMD_U64X8_EACH 1

// clang-format off
#if SIMD_TIER == CPU_AVX512_LEVEL
SIMD_INLINE u64_part u64_part_all(int64_t x) { return _mm512_set1_epi64(x); }
SIMD_INLINE u64_part u64_part_most(u64_part a, u64_part b) { return _mm512_max_epi64(a, b); }
SIMD_INLINE u64_part u64_part_left_each(u64_part a, u64_part by) { return _mm512_sllv_epi64(a, by); }
SIMD_INLINE unsigned u64_part_nonzero_words(u64_part a) { return _mm512_test_epi64_mask(a, a); }
#else
SIMD_INLINE u64_part u64_part_all(int64_t x) { return _mm256_set1_epi64x(x); }
SIMD_INLINE u64_part u64_part_most(u64_part a, u64_part b) { return _mm256_blendv_epi8(b, a, _mm256_cmpgt_epi64(a, b)); }
SIMD_INLINE u64_part u64_part_left_each(u64_part a, u64_part by) { return _mm256_sllv_epi64(a, by); }
SIMD_INLINE unsigned u64_part_nonzero_words(u64_part a) { return 15u & ~(unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(a, _mm256_setzero_si256()))); }
#endif
// clang-format on
#endif

#endif
