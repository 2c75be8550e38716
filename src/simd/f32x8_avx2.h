// Template: compiled anew by each file that includes it.
// Eight floats in one register. Include f32x8_plain.h or this, never both.
#ifndef RIM_SIMD_F32X8_AVX2_H
#define RIM_SIMD_F32X8_AVX2_H

#include "simd/cpu.h"

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

#define SIMD_FEATURES "avx2,bmi,bmi2,fma"
#define SIMD_NAME(name) name##_avx2
#define SIMD_TARGET __attribute__((target(SIMD_FEATURES)))
#define SIMD_INLINE static inline __attribute__((always_inline, target(SIMD_FEATURES)))

// Returns true if this processor has what the lanes need.
static inline bool simd_usable(void)
{
    return CPU_HAS(AVX2, "avx2") && CPU_HAS(AVX2, "bmi") && CPU_HAS(AVX2, "bmi2") &&
           CPU_HAS(AVX2, "fma");
}

typedef __m256 f32x8;
typedef __m256 f32x8_mask;

// clang-format off
SIMD_INLINE f32x8 f32x8_all(float a) { return _mm256_set1_ps(a); }
// Three lanes for x, y and z; the others are 0.
SIMD_INLINE f32x8 f32x8_of(float x, float y, float z) { return _mm256_setr_ps(x, y, z, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f); }
SIMD_INLINE f32x8 f32x8_load(const float *at) { return _mm256_loadu_ps(at); }
SIMD_INLINE void f32x8_store(float *at, f32x8 a) { _mm256_storeu_ps(at, a); }
SIMD_INLINE f32x8 f32x8_add(f32x8 a, f32x8 b) { return _mm256_add_ps(a, b); }
SIMD_INLINE f32x8 f32x8_sub(f32x8 a, f32x8 b) { return _mm256_sub_ps(a, b); }
SIMD_INLINE f32x8 f32x8_mul(f32x8 a, f32x8 b) { return _mm256_mul_ps(a, b); }
SIMD_INLINE f32x8 f32x8_div(f32x8 a, f32x8 b) { return _mm256_div_ps(a, b); }
SIMD_INLINE f32x8 f32x8_sqrt(f32x8 a) { return _mm256_sqrt_ps(a); }
SIMD_INLINE f32x8 f32x8_abs(f32x8 a) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a); }
SIMD_INLINE f32x8 f32x8_min(f32x8 a, f32x8 b) { return _mm256_min_ps(a, b); }
SIMD_INLINE f32x8 f32x8_max(f32x8 a, f32x8 b) { return _mm256_max_ps(a, b); }
SIMD_INLINE f32x8_mask f32x8_less(f32x8 a, f32x8 b) { return _mm256_cmp_ps(a, b, _CMP_LT_OQ); }
SIMD_INLINE f32x8_mask f32x8_less_equal(f32x8 a, f32x8 b) { return _mm256_cmp_ps(a, b, _CMP_LE_OQ); }
SIMD_INLINE f32x8_mask f32x8_and(f32x8_mask a, f32x8_mask b) { return _mm256_and_ps(a, b); }
SIMD_INLINE f32x8_mask f32x8_or(f32x8_mask a, f32x8_mask b) { return _mm256_or_ps(a, b); }
SIMD_INLINE f32x8 f32x8_pick(f32x8_mask m, f32x8 a, f32x8 b) { return _mm256_blendv_ps(b, a, m); }
SIMD_INLINE unsigned f32x8_bits(f32x8_mask m) { return (unsigned)_mm256_movemask_ps(m); }
// a b + c, a b - c and c - a b, rounded once or twice: only for bounds that allow for both, never for answers.
SIMD_INLINE f32x8 f32x8_mul_add(f32x8 a, f32x8 b, f32x8 c) { return _mm256_fmadd_ps(a, b, c); }
SIMD_INLINE f32x8 f32x8_mul_sub(f32x8 a, f32x8 b, f32x8 c) { return _mm256_fmsub_ps(a, b, c); }
SIMD_INLINE f32x8 f32x8_sub_mul(f32x8 a, f32x8 b, f32x8 c) { return _mm256_fnmadd_ps(a, b, c); }
// clang-format on

SIMD_INLINE __m256i f32x8_indices(const uint8_t *at)
{
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)at));
}

// Returns lane k, 0 .. 2, which is known to the compiler, in all lanes.
SIMD_INLINE f32x8 f32x8_spread(f32x8 a, int k)
{
    __m128 low = _mm256_castps256_ps128(a);
    return _mm256_broadcastss_ps(k == 0   ? low
                                 : k == 1 ? _mm_movehdup_ps(low)
                                          : _mm_movehl_ps(low, low));
}

// Returns eight bytes as floats.
SIMD_INLINE f32x8 f32x8_from_bytes(const uint8_t *at)
{
    return _mm256_cvtepi32_ps(f32x8_indices(at));
}

// Returns from[which[0 .. 7]].
SIMD_INLINE f32x8 f32x8_gather(const float *from, const uint8_t *which)
{
    return _mm256_i32gather_ps(from, f32x8_indices(which), 4);
}

// Returns lanes of low, 0 .. 7, and of high, 8 .. 15, by their numbers.
SIMD_INLINE f32x8 f32x8_permute(f32x8 low, f32x8 high, const uint8_t *which)
{
    __m256i i = f32x8_indices(which);
    return _mm256_blendv_ps(_mm256_permutevar8x32_ps(low, i), _mm256_permutevar8x32_ps(high, i),
                            _mm256_castsi256_ps(_mm256_slli_epi32(i, 28)));
}

// Returns from[which[0 .. 7]], of which none is above 31; the floats from 0 to 31 may be read.
SIMD_INLINE f32x8 f32x8_gather32(const float *from, const uint8_t *which)
{
    f32x8 low = f32x8_permute(f32x8_load(from), f32x8_load(from + 8), which);
    f32x8 high = f32x8_permute(f32x8_load(from + 16), f32x8_load(from + 24), which);
    return f32x8_pick(_mm256_castsi256_ps(_mm256_slli_epi32(f32x8_indices(which), 27)), high, low);
}

typedef __m256i u32x8;

SIMD_INLINE u32x8 u32x8_load(const void *at)
{
    return _mm256_loadu_si256(at);
}

// Returns eight numbers of three bytes each. Up to 28 bytes are read.
SIMD_INLINE u32x8 u32x8_load_three_bytes(const uint8_t *at)
{
    const __m128i spread = _mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1);
    __m128i       low = _mm_loadu_si128((const __m128i *)(const void *)at);
    __m128i       high = _mm_loadu_si128((const __m128i *)(const void *)(at + 12));
    return _mm256_setr_m128i(_mm_shuffle_epi8(low, spread), _mm_shuffle_epi8(high, spread));
}

// Writes the words whose bits are set, the lowest first, and something else behind them, eight in all. Returns how many bits
// are set.
SIMD_INLINE int u32x8_compress(uint32_t *to, u32x8 words, unsigned bits)
{
    uint64_t bytes = _pdep_u64(bits, 0x0101010101010101u) * 255u;
    uint64_t lanes = _pext_u64(0x0706050403020100u, bytes);
    __m256i  i = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)lanes));
    _mm256_storeu_si256((__m256i *)(void *)to, _mm256_permutevar8x32_epi32(words, i));
    return __builtin_popcount(bits);
}

#endif
