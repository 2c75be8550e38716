// Template: compiled anew by each file that includes it.
// Eight signed words of 32 bits in one register of AVX2: C's operators work on all of them, comparisons give words of
// ones or zeros. Include a header that defines SIMD_INLINE for AVX2 first. Where SIMD_I32X8 is not defined, there is
// no such type, and a kernel does without.
#ifndef RIM_SIMD_I32X8_AVX2_H
#define RIM_SIMD_I32X8_AVX2_H

#include <immintrin.h>
#include <stdint.h>

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

// Bit i is the sign of lane i.
SIMD_INLINE unsigned i32x8_signs(i32x8 x)
{
    return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps((__m256i)x));
}

// The words base[at] of the lanes whose sign is set in `where`; 0 in the others, which read nothing.
SIMD_INLINE i32x8 i32x8_gather(const int32_t *base, i32x8 at, i32x8 where)
{
    return (i32x8)_mm256_mask_i32gather_epi32(_mm256_setzero_si256(), base, (__m256i)at,
                                              (__m256i)where, 4);
}

#endif
