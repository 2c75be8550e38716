// Template: compiled by each file that includes it. Requires SIMD_TIER to be defined before for AVX2 kernels
// (CPU_AVX2_LEVEL); otherwise it may be missing.
//
// As many floats as a register holds: eight lanes with AVX2, four with other vectors, one in plain C. C's operators work
// lane by lane, and each lane has the bits of the same operation on single floats.
#ifndef RIM_SIMD_F32XN_H
#define RIM_SIMD_F32XN_H

#include "simd/cpu.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if SIMD_TIER == CPU_AVX2_LEVEL
#include <immintrin.h>
#define F32XN_LANES 8
#define F32XN_ALL(x)                                                                               \
    {                                                                                              \
        x, x, x, x, x, x, x, x                                                                     \
    }
#define SIMD_NAME(name) name##_avx2
#define SIMD_TARGET __attribute__((target("avx2,bmi,bmi2,fma")))
#else
#ifdef CPU_SSE2
#include <emmintrin.h>
#endif
// Clang 14 compiles these WebAssembly vectors wrongly.
#if defined(CPU_GNU) && RIM_SIMD >= CPU_SSE2_LEVEL && !defined(__wasm__)
#define F32XN_LANES 4
#define F32XN_ALL(x)                                                                               \
    {                                                                                              \
        x, x, x, x                                                                                 \
    }
#else
#define F32XN_LANES 1
#define F32XN_ALL(x) x
#endif
#define SIMD_NAME(name) name##_plain
#define SIMD_TARGET
#endif

// Under the sanitizers nothing is inlined: compilers would take minutes for a kernel with checks in every lane.
#if defined(CPU_GNU) && defined(__SANITIZE_ADDRESS__)
#define SIMD_INLINE SIMD_TARGET static __attribute__((noinline, unused))
#else
#define SIMD_INLINE SIMD_TARGET CPU_INLINE
#endif

#if F32XN_LANES > 1
typedef float   f32xn __attribute__((vector_size(4 * F32XN_LANES)));
typedef int32_t f32xn_mask __attribute__((vector_size(4 * F32XN_LANES)));
#define F32XN_LANE(a, i) (a)[i]
#define F32XN_TEST(condition) ((f32xn_mask)(condition))
#else
typedef float   f32xn;
typedef int32_t f32xn_mask;
#define F32XN_LANE(a, i) (a)
#define F32XN_TEST(condition) (-(int32_t)(condition))
#endif

// Returns true if this processor can run the kernels of this tier.
static inline bool simd_usable(void)
{
#if F32XN_LANES == 8
    return CPU_HAS_AVX2;
#else
    return true;
#endif
}

// clang-format off
SIMD_INLINE f32xn f32xn_all(float x) { f32xn v = F32XN_ALL(x); return v; }
SIMD_INLINE f32xn f32xn_load(const float *p) { f32xn v; memcpy(&v, p, sizeof v); return v; }
SIMD_INLINE void f32xn_store(float *p, f32xn v) { memcpy(p, &v, sizeof v); }
SIMD_INLINE f32xn_mask f32xn_less(f32xn a, f32xn b) { return F32XN_TEST(a < b); }
SIMD_INLINE f32xn_mask f32xn_less_equal(f32xn a, f32xn b) { return F32XN_TEST(a <= b); }

// f32xn_pick returns a where the mask is set, else b. f32xn_min and f32xn_max return the second argument if a number is
// NaN. f32xn_bits returns a mask as bits, lane 0 lowest. f32xn_mul_add, mul_sub and sub_mul round once or twice,
// depending on the tier: they may only be used for bounds that allow for both.
#if F32XN_LANES == 8
SIMD_INLINE f32xn f32xn_abs(f32xn a) { return (f32xn)((f32xn_mask)a & INT32_MAX); }
SIMD_INLINE f32xn f32xn_pick(f32xn_mask m, f32xn a, f32xn b) { return (f32xn)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)m); }
SIMD_INLINE f32xn f32xn_min(f32xn a, f32xn b) { return (f32xn)_mm256_min_ps((__m256)a, (__m256)b); }
SIMD_INLINE f32xn f32xn_max(f32xn a, f32xn b) { return (f32xn)_mm256_max_ps((__m256)a, (__m256)b); }
SIMD_INLINE f32xn f32xn_sqrt(f32xn a) { return (f32xn)_mm256_sqrt_ps((__m256)a); }
SIMD_INLINE unsigned f32xn_bits(f32xn_mask m) { return (unsigned)_mm256_movemask_ps((__m256)m); }
SIMD_INLINE f32xn f32xn_mul_add(f32xn a, f32xn b, f32xn c) { return (f32xn)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c); }
SIMD_INLINE f32xn f32xn_mul_sub(f32xn a, f32xn b, f32xn c) { return (f32xn)_mm256_fmsub_ps((__m256)a, (__m256)b, (__m256)c); }
SIMD_INLINE f32xn f32xn_sub_mul(f32xn a, f32xn b, f32xn c) { return (f32xn)_mm256_fnmadd_ps((__m256)a, (__m256)b, (__m256)c); }
#else
#if F32XN_LANES == 4
SIMD_INLINE f32xn f32xn_abs(f32xn a) { return (f32xn)((f32xn_mask)a & INT32_MAX); }
SIMD_INLINE f32xn f32xn_pick(f32xn_mask m, f32xn a, f32xn b) { return (f32xn)(((f32xn_mask)a & m) | ((f32xn_mask)b & ~m)); }
#else
SIMD_INLINE f32xn f32xn_abs(f32xn a) { return fabsf(a); }
SIMD_INLINE f32xn f32xn_pick(f32xn_mask m, f32xn a, f32xn b) { return m ? a : b; }
#endif
#if F32XN_LANES == 4 && defined(CPU_SSE2)
SIMD_INLINE f32xn f32xn_sqrt(f32xn a) { return (f32xn)_mm_sqrt_ps((__m128)a); }
SIMD_INLINE unsigned f32xn_bits(f32xn_mask m) { return (unsigned)_mm_movemask_ps((__m128)m); }
#else
// Without an instruction for all lanes, each root is computed on its own.
SIMD_INLINE f32xn f32xn_sqrt(f32xn a)
{
    float x[F32XN_LANES];
    f32xn_store(x, a);
    for (int i = 0; i < F32XN_LANES; i++) x[i] = sqrtf(x[i]);
    return f32xn_load(x);
}

SIMD_INLINE unsigned f32xn_bits(f32xn_mask m)
{
    unsigned bits = 0;
    for (int i = 0; i < F32XN_LANES; i++) bits |= (unsigned)(F32XN_LANE(m, i) & 1) << i;
    return bits;
}
#endif
SIMD_INLINE f32xn f32xn_min(f32xn a, f32xn b) { return f32xn_pick(f32xn_less(a, b), a, b); }
SIMD_INLINE f32xn f32xn_max(f32xn a, f32xn b) { return f32xn_pick(f32xn_less(b, a), a, b); }
SIMD_INLINE f32xn f32xn_mul_add(f32xn a, f32xn b, f32xn c) { return a * b + c; }
SIMD_INLINE f32xn f32xn_mul_sub(f32xn a, f32xn b, f32xn c) { return a * b - c; }
SIMD_INLINE f32xn f32xn_sub_mul(f32xn a, f32xn b, f32xn c) { return c - a * b; }
#endif
// clang-format on

// Returns the dot products of three coordinates, a vector of three a lane.
SIMD_INLINE f32xn f32xn_dot3(const f32xn a[3], const f32xn b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Computes the cross products a x b. Requires out to be neither a nor b.
SIMD_INLINE void f32xn_cross3(f32xn out[3], const f32xn a[3], const f32xn b[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

// --- rows of four floats ------------------------------------------------------------------------------------
//
// Row l is the four floats at base + stride * index[l], for each lane l.
//
//     f32xn_gather4      out[k] = element k of all rows, row l in lane l
//     f32xn_scatter4     stores in[k] as element k of all rows; if two lanes have the same index, one of their rows remains
//
// With eight lanes, four registers hold the eight rows, rows i and i + 4 in the halves of register i. A transposition
// of both halves turns the rows into lanes, and lanes into rows.

#if F32XN_LANES == 8
// Transposes the 4 by 4 floats in the lower halves of four registers, and those in the upper halves. With a, b, c and d
// the four registers r[0] .. r[3], one half of the registers holds
//
//     unpacked     a0 b0 a1 b1     a2 b2 a3 b3     c0 d0 c1 d1     c2 d2 c3 d3
//     shuffled     a0 b0 c0 d0     a1 b1 c1 d1     a2 b2 c2 d2     a3 b3 c3 d3
SIMD_INLINE void f32xn_transpose(__m256 r[4])
{
    enum
    {
        BOTH_LOW_PAIRS = _MM_SHUFFLE(1, 0, 1, 0),
        BOTH_HIGH_PAIRS = _MM_SHUFFLE(3, 2, 3, 2)
    };
    __m256 ab01 = _mm256_unpacklo_ps(r[0], r[1]), ab23 = _mm256_unpackhi_ps(r[0], r[1]);
    __m256 cd01 = _mm256_unpacklo_ps(r[2], r[3]), cd23 = _mm256_unpackhi_ps(r[2], r[3]);
    r[0] = _mm256_shuffle_ps(ab01, cd01, BOTH_LOW_PAIRS);
    r[1] = _mm256_shuffle_ps(ab01, cd01, BOTH_HIGH_PAIRS);
    r[2] = _mm256_shuffle_ps(ab23, cd23, BOTH_LOW_PAIRS);
    r[3] = _mm256_shuffle_ps(ab23, cd23, BOTH_HIGH_PAIRS);
}

// Reads element k of all rows into out[k]; see above.
SIMD_INLINE void f32xn_gather4(const float *base, int stride, const int32_t *index, f32xn out[4])
{
    __m256 rows[4]; // rows i and i + 4 in the halves of rows[i]
    for (int i = 0; i < 4; i++)
    {
        __m128 low = _mm_loadu_ps(base + stride * index[i]);
        __m128 high = _mm_loadu_ps(base + stride * index[i + 4]);
        rows[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
    }
    f32xn_transpose(rows);
    for (int k = 0; k < 4; k++) out[k] = (f32xn)rows[k];
}

// Stores in[k] as element k of all rows; see above.
SIMD_INLINE void f32xn_scatter4(float *base, int stride, const int32_t *index, const f32xn in[4])
{
    __m256 rows[4];
    for (int k = 0; k < 4; k++) rows[k] = (__m256)in[k];
    f32xn_transpose(rows);
    // Now the halves of rows[i] are rows i and i + 4.
    for (int i = 0; i < 4; i++)
    {
        _mm_storeu_ps(base + stride * index[i], _mm256_castps256_ps128(rows[i]));
        _mm_storeu_ps(base + stride * index[i + 4], _mm256_extractf128_ps(rows[i], 1));
    }
}
#else
// Reads element k of all rows into out[k]; see above.
SIMD_INLINE void f32xn_gather4(const float *base, int stride, const int32_t *index, f32xn out[4])
{
    for (int k = 0; k < 4; k++)
    {
        float x[F32XN_LANES];
        for (int l = 0; l < F32XN_LANES; l++) x[l] = base[stride * index[l] + k];
        out[k] = f32xn_load(x);
    }
}

// Stores in[k] as element k of all rows; see above.
SIMD_INLINE void f32xn_scatter4(float *base, int stride, const int32_t *index, const f32xn in[4])
{
    for (int k = 0; k < 4; k++)
        for (int l = 0; l < F32XN_LANES; l++) base[stride * index[l] + k] = F32XN_LANE(in[k], l);
}
#endif

#endif
