// Template: compiled by each file that includes it. Requires SIMD_TIER to be defined before for AVX2 kernels
// (CPU_AVX2_LEVEL); otherwise it may be missing.
//
// Eight floats in as few registers as the tier has. All operations but mul_add, mul_sub and sub_mul have the same bits
// on each tier.
#ifndef RIM_SIMD_F32X8_H
#define RIM_SIMD_F32X8_H

#include "simd/bits.h"
#include "simd/f32xn.h"

#define F32X8_PARTS (8 / F32XN_LANES)

// A single part is not wrapped in a struct, which gcc 12 would keep in memory. F32X8_LANE(a, i) is lane i of a.
#if F32X8_PARTS == 1
typedef f32xn      f32x8;
typedef f32xn_mask f32x8_mask;
#define F32X8_PART(a, i) (a)
#else
typedef struct f32x8
{
    f32xn p[F32X8_PARTS];
} f32x8;

typedef struct f32x8_mask
{
    f32xn_mask p[F32X8_PARTS];
} f32x8_mask;
#define F32X8_PART(a, i) (a).p[i]
#endif
#define F32X8_LANE(a, i) F32XN_LANE(F32X8_PART(a, (i) / F32XN_LANES), (i) % F32XN_LANES)

// clang-format off
#if F32X8_PARTS == 2
// Without a loop gcc 12 keeps both parts in registers from the start, and compiles the kernels in a third of the time.
#define F32X8_EACH(type, part) type l; { enum { i = 0 }; l.p[i] = (part); } { enum { i = 1 }; l.p[i] = (part); } return l
#else
#define F32X8_EACH(type, part) type l; for (int i = 0; i < F32X8_PARTS; i++) F32X8_PART(l, i) = (part); return l
#endif

SIMD_INLINE f32x8 f32x8_all(float x) { F32X8_EACH(f32x8, f32xn_all(x)); }
SIMD_INLINE f32x8 f32x8_load(const float *at) { F32X8_EACH(f32x8, f32xn_load(at + i * F32XN_LANES)); }
SIMD_INLINE void f32x8_store(float *at, f32x8 a) { memcpy(at, &a, sizeof a); }
SIMD_INLINE f32x8 f32x8_add(f32x8 a, f32x8 b) { F32X8_EACH(f32x8, F32X8_PART(a, i) + F32X8_PART(b, i)); }
SIMD_INLINE f32x8 f32x8_sub(f32x8 a, f32x8 b) { F32X8_EACH(f32x8, F32X8_PART(a, i) - F32X8_PART(b, i)); }
SIMD_INLINE f32x8 f32x8_mul(f32x8 a, f32x8 b) { F32X8_EACH(f32x8, F32X8_PART(a, i) * F32X8_PART(b, i)); }
SIMD_INLINE f32x8 f32x8_div(f32x8 a, f32x8 b) { F32X8_EACH(f32x8, F32X8_PART(a, i) / F32X8_PART(b, i)); }
SIMD_INLINE f32x8 f32x8_sqrt(f32x8 a) { F32X8_EACH(f32x8, f32xn_sqrt(F32X8_PART(a, i))); }
SIMD_INLINE f32x8 f32x8_abs(f32x8 a) { F32X8_EACH(f32x8, f32xn_abs(F32X8_PART(a, i))); }
SIMD_INLINE f32x8 f32x8_min(f32x8 a, f32x8 b) { F32X8_EACH(f32x8, f32xn_min(F32X8_PART(a, i), F32X8_PART(b, i))); }
SIMD_INLINE f32x8 f32x8_max(f32x8 a, f32x8 b) { F32X8_EACH(f32x8, f32xn_max(F32X8_PART(a, i), F32X8_PART(b, i))); }
SIMD_INLINE f32x8_mask f32x8_less(f32x8 a, f32x8 b) { F32X8_EACH(f32x8_mask, f32xn_less(F32X8_PART(a, i), F32X8_PART(b, i))); }
SIMD_INLINE f32x8_mask f32x8_less_equal(f32x8 a, f32x8 b) { F32X8_EACH(f32x8_mask, f32xn_less_equal(F32X8_PART(a, i), F32X8_PART(b, i))); }
SIMD_INLINE f32x8_mask f32x8_and(f32x8_mask a, f32x8_mask b) { F32X8_EACH(f32x8_mask, F32X8_PART(a, i) & F32X8_PART(b, i)); }
SIMD_INLINE f32x8_mask f32x8_or(f32x8_mask a, f32x8_mask b) { F32X8_EACH(f32x8_mask, F32X8_PART(a, i) | F32X8_PART(b, i)); }
SIMD_INLINE f32x8 f32x8_pick(f32x8_mask m, f32x8 a, f32x8 b) { F32X8_EACH(f32x8, f32xn_pick(F32X8_PART(m, i), F32X8_PART(a, i), F32X8_PART(b, i))); }
SIMD_INLINE f32x8 f32x8_mul_add(f32x8 a, f32x8 b, f32x8 c) { F32X8_EACH(f32x8, f32xn_mul_add(F32X8_PART(a, i), F32X8_PART(b, i), F32X8_PART(c, i))); }
SIMD_INLINE f32x8 f32x8_mul_sub(f32x8 a, f32x8 b, f32x8 c) { F32X8_EACH(f32x8, f32xn_mul_sub(F32X8_PART(a, i), F32X8_PART(b, i), F32X8_PART(c, i))); }
SIMD_INLINE f32x8 f32x8_sub_mul(f32x8 a, f32x8 b, f32x8 c) { F32X8_EACH(f32x8, f32xn_sub_mul(F32X8_PART(a, i), F32X8_PART(b, i), F32X8_PART(c, i))); }
// clang-format on

// Returns the mask as bits, lane 0 lowest.
SIMD_INLINE unsigned f32x8_bits(f32x8_mask m)
{
    unsigned bits = 0;
    for (int i = 0; i < F32X8_PARTS; i++) bits |= f32xn_bits(F32X8_PART(m, i)) << i * F32XN_LANES;
    return bits;
}

// Returns x, y and z in the first three lanes and 0 in the others.
SIMD_INLINE f32x8 f32x8_of(float x, float y, float z)
{
#if F32X8_PARTS == 1
    return (f32x8){ x, y, z, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f };
#else
    const float v[8] = { x, y, z, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f };
    return f32x8_load(v);
#endif
}

#if F32X8_PARTS == 1
// Returns eight bytes as words.
SIMD_INLINE __m256i f32x8_indices(const uint8_t *at)
{
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)at));
}
#endif

// Returns eight bytes as floats.
SIMD_INLINE f32x8 f32x8_from_bytes(const uint8_t *at)
{
#if F32X8_PARTS == 1
    return (f32x8)_mm256_cvtepi32_ps(f32x8_indices(at));
#else
    float v[8];
    for (int i = 0; i < 8; i++) v[i] = (float)at[i];
    return f32x8_load(v);
#endif
}

// Stores those of the four unsigned numbers at `from`, of `bytes` (3 or 4) bytes each, the lowest first, whose bits are
// set, in to[0], to[1] and so on, and returns how many they are. Requires bits < 16. May read 16 bytes and write four
// numbers.
SIMD_INLINE int u32x4_pack(int *to, const uint8_t *from, uint32_t bytes, unsigned bits)
{
    int count = 0;
#if F32X8_PARTS == 1
    // For each value of `bits` the lanes whose bits are set, a byte each, the lowest first; the rest is 0.
    static const int LANES[16] = { 0, 0,     1,     0x100,   2,     0x200,   0x201,   0x20100,
                                   3, 0x300, 0x301, 0x30100, 0x302, 0x30200, 0x30201, 0x3020100 };
    const __m128i    three = _mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1);
    __m128i          words = _mm_loadu_si128((const __m128i *)(const void *)from);
    if (bytes == 3) words = _mm_shuffle_epi8(words, three);
    __m128i lanes = _mm_cvtepu8_epi32(_mm_cvtsi32_si128(LANES[bits]));
    _mm_storeu_ps((float *)(void *)to, _mm_permutevar_ps(_mm_castsi128_ps(words), lanes));
    count = bits_count(bits);
#else
    for (int i = 0; i < 4; i++, from += bytes)
    {
        to[count] = bits_number_at(from, bytes);
        count += (int)(bits >> i & 1u);
    }
#endif
    return count;
}

// Returns from[which[i]] in lane i.
SIMD_INLINE f32x8 f32x8_gather(const float *from, const uint8_t *which)
{
#if F32X8_PARTS == 1
    return (f32x8)_mm256_i32gather_ps(from, f32x8_indices(which), 4);
#else
    float v[8];
    for (int i = 0; i < 8; i++) v[i] = from[which[i]];
    return f32x8_load(v);
#endif
}

// Returns in lane i the lane which[i] of `low` (0 .. 7) or which[i] - 8 of `high` (8 .. 15). Larger numbers give an
// unspecified lane. With AVX2, both registers are permuted by the lower three bits. A shift by 28 moves bit 3 to the
// sign, which selects between them.
SIMD_INLINE f32x8 f32x8_permute(f32x8 low, f32x8 high, const uint8_t *which)
{
#if F32X8_PARTS == 1
    __m256i i = f32x8_indices(which);
    return (f32x8)_mm256_blendv_ps(_mm256_permutevar8x32_ps((__m256)low, i),
                                   _mm256_permutevar8x32_ps((__m256)high, i),
                                   _mm256_castsi256_ps(_mm256_slli_epi32(i, 28)));
#else
    float both[16], v[8];
    f32x8_store(both, low);
    f32x8_store(both + 8, high);
    for (int i = 0; i < 8; i++) v[i] = both[which[i] & 15];
    return f32x8_load(v);
#endif
}

#endif
