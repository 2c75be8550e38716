// Four floats side by side, for the builder: SSE2 where every processor has it, else plain C, with the same bits.
#ifndef RIM_SOLID_MESH_FOUR_H
#define RIM_SOLID_MESH_FOUR_H

#include "simd/cpu.h"

#ifdef CPU_X86

#include <emmintrin.h>

typedef __m128 four;

// clang-format off
static inline four four_all(float a) { return _mm_set1_ps(a); }
static inline four four_load(const float *at) { return _mm_loadu_ps(at); }
static inline void four_store(float at[4], four a) { _mm_storeu_ps(at, a); }
static inline four four_add(four a, four b) { return _mm_add_ps(a, b); }
static inline four four_sub(four a, four b) { return _mm_sub_ps(a, b); }
static inline four four_mul(four a, four b) { return _mm_mul_ps(a, b); }
static inline four four_min(four a, four b) { return _mm_min_ps(a, b); }
static inline four four_max(four a, four b) { return _mm_max_ps(a, b); }
// clang-format on

// The first three, 0 .. 255 each, without what is behind the point, as bytes of a number; the fourth may be anything.
static inline uint32_t four_bytes(four a)
{
    __m128i whole = _mm_cvttps_epi32(a), words = _mm_packs_epi32(whole, whole);
    return (uint32_t)_mm_cvtsi128_si32(_mm_packus_epi16(words, words));
}

#else

typedef struct four
{
    float v[4];
} four;

#define FOUR_EACH(expression)                                                                      \
    four l;                                                                                        \
    for (int i = 0; i < 4; i++) l.v[i] = (expression);                                             \
    return l

// clang-format off
static inline four four_all(float a) { FOUR_EACH(a); }
static inline four four_load(const float *at) { FOUR_EACH(at[i]); }
static inline void four_store(float at[4], four a) { for (int i = 0; i < 4; i++) at[i] = a.v[i]; }
static inline four four_add(four a, four b) { FOUR_EACH(a.v[i] + b.v[i]); }
static inline four four_sub(four a, four b) { FOUR_EACH(a.v[i] - b.v[i]); }
static inline four four_mul(four a, four b) { FOUR_EACH(a.v[i] * b.v[i]); }
static inline four four_min(four a, four b) { FOUR_EACH(a.v[i] < b.v[i] ? a.v[i] : b.v[i]); }
static inline four four_max(four a, four b) { FOUR_EACH(a.v[i] > b.v[i] ? a.v[i] : b.v[i]); }
// clang-format on

static inline uint32_t four_bytes(four a)
{
    return (uint32_t)a.v[0] | (uint32_t)a.v[1] << 8 | (uint32_t)a.v[2] << 16;
}

#endif

#endif
