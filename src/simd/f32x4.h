// Four floats: SSE2 if every processor of the build has it, else plain C, with the same bits.
#ifndef RIM_SIMD_F32X4_H
#define RIM_SIMD_F32X4_H

#include "simd/cpu.h"

#include <stdint.h>
#include <string.h>

#ifdef CPU_X86

#include <emmintrin.h>

typedef __m128 f32x4;

// clang-format off
static inline f32x4 f32x4_all(float a) { return _mm_set1_ps(a); }
static inline f32x4 f32x4_set(float x, float y, float z, float w) { return _mm_setr_ps(x, y, z, w); }
static inline f32x4 f32x4_load(const float *at) { return _mm_loadu_ps(at); }
static inline void f32x4_store(float at[4], f32x4 a) { _mm_storeu_ps(at, a); }
static inline f32x4 f32x4_add(f32x4 a, f32x4 b) { return _mm_add_ps(a, b); }
static inline f32x4 f32x4_sub(f32x4 a, f32x4 b) { return _mm_sub_ps(a, b); }
static inline f32x4 f32x4_mul(f32x4 a, f32x4 b) { return _mm_mul_ps(a, b); }
static inline f32x4 f32x4_min(f32x4 a, f32x4 b) { return _mm_min_ps(a, b); }
static inline f32x4 f32x4_max(f32x4 a, f32x4 b) { return _mm_max_ps(a, b); }
// Returns two floats from each of two addresses.
static inline f32x4 f32x4_load_pairs(const void *lo, const void *hi) { return _mm_loadh_pi(_mm_loadl_pi(_mm_setzero_ps(), (const __m64 *)lo), (const __m64 *)hi); }
static inline f32x4 f32x4_swap_pairs(f32x4 a) { return _mm_shuffle_ps(a, a, 0x4e); }

// Compare lanes, and return a mask as bits, lane 0 lowest.
typedef __m128 f32x4_truth;
static inline f32x4_truth f32x4_equal(f32x4 a, f32x4 b) { return _mm_cmpeq_ps(a, b); }
static inline f32x4_truth f32x4_less(f32x4 a, f32x4 b) { return _mm_cmplt_ps(a, b); }
static inline f32x4_truth f32x4_both(f32x4_truth a, f32x4_truth b) { return _mm_and_ps(a, b); }
static inline int f32x4_truth_bits(f32x4_truth a) { return _mm_movemask_ps(a); }
// clang-format on

// Returns the first three lanes, truncated to integers, as the bytes of a word, lane 0 lowest. Requires each to be in 0
// .. 255. The fourth byte is unspecified.
static inline uint32_t f32x4_bytes(f32x4 a)
{
    __m128i whole = _mm_cvttps_epi32(a), words = _mm_packs_epi32(whole, whole);
    return (uint32_t)_mm_cvtsi128_si32(_mm_packus_epi16(words, words));
}

#else

typedef struct f32x4
{
    float v[4];
} f32x4;

#define F32X4_EACH(expression)                                                                     \
    f32x4 l;                                                                                       \
    for (int i = 0; i < 4; i++) l.v[i] = (expression);                                             \
    return l

// clang-format off
static inline f32x4 f32x4_all(float a) { F32X4_EACH(a); }
static inline f32x4 f32x4_set(float x, float y, float z, float w) { f32x4 l = { { x, y, z, w } }; return l; }
static inline f32x4 f32x4_load(const float *at) { F32X4_EACH(at[i]); }
static inline void f32x4_store(float at[4], f32x4 a) { for (int i = 0; i < 4; i++) at[i] = a.v[i]; }
static inline f32x4 f32x4_add(f32x4 a, f32x4 b) { F32X4_EACH(a.v[i] + b.v[i]); }
static inline f32x4 f32x4_sub(f32x4 a, f32x4 b) { F32X4_EACH(a.v[i] - b.v[i]); }
static inline f32x4 f32x4_mul(f32x4 a, f32x4 b) { F32X4_EACH(a.v[i] * b.v[i]); }
static inline f32x4 f32x4_min(f32x4 a, f32x4 b) { F32X4_EACH(a.v[i] < b.v[i] ? a.v[i] : b.v[i]); }
static inline f32x4 f32x4_max(f32x4 a, f32x4 b) { F32X4_EACH(a.v[i] > b.v[i] ? a.v[i] : b.v[i]); }
static inline f32x4 f32x4_swap_pairs(f32x4 a) { F32X4_EACH(a.v[i ^ 2]); }
// Returns two floats from each of two addresses.
static inline f32x4 f32x4_load_pairs(const void *lo, const void *hi) { f32x4 l; memcpy(l.v, lo, 8); memcpy(l.v + 2, hi, 8); return l; }

// Compare lanes, and return a mask as bits, lane 0 lowest.
#define F32X4_BITS(condition) int bits = 0; for (int i = 0; i < 4; i++) bits |= (condition) << i; return bits
typedef int f32x4_truth;
static inline f32x4_truth f32x4_equal(f32x4 a, f32x4 b) { F32X4_BITS(a.v[i] == b.v[i]); }
static inline f32x4_truth f32x4_less(f32x4 a, f32x4 b) { F32X4_BITS(a.v[i] < b.v[i]); }
static inline f32x4_truth f32x4_both(f32x4_truth a, f32x4_truth b) { return a & b; }
static inline int f32x4_truth_bits(f32x4_truth a) { return a; }
// clang-format on

// See above.
static inline uint32_t f32x4_bytes(f32x4 a)
{
    return (uint32_t)a.v[0] | (uint32_t)a.v[1] << 8 | (uint32_t)a.v[2] << 16;
}

#endif

#endif
