// Template: compiled by each file that includes it. Requires SIMD_TIER to be defined before for AVX2 kernels
// (CPU_AVX2_LEVEL); otherwise it may be missing.
//
// Four doubles in parts of one register each: four doubles a part with AVX2, two with other vectors, one in plain C.
// Each lane has the bits of the same operation on single doubles.
#ifndef RIM_SIMD_F64X4_H
#define RIM_SIMD_F64X4_H

#include "simd/cpu.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#if SIMD_TIER == CPU_AVX2_LEVEL
#include <immintrin.h>
#define F64_PART 4
#else
#ifdef CPU_SSE2
#include <emmintrin.h>
#endif
// Clang 14 compiles these WebAssembly vectors wrongly.
#if defined(CPU_GNU) && RIM_SIMD >= CPU_SSE2_LEVEL && !defined(__wasm__)
#define F64_PART 2
#else
#define F64_PART 1
#endif
#endif

// A file that uses simd/f32xn.h, too, includes that first and has its names.
#ifndef SIMD_INLINE
#if SIMD_TIER == CPU_AVX2_LEVEL
#define SIMD_NAME(name) name##_avx2
#define SIMD_TARGET CPU_FOR_AVX2
#else
#define SIMD_NAME(name) name##_plain
#define SIMD_TARGET
#endif
#define SIMD_INLINE SIMD_TARGET CPU_INLINE
#endif

// A part of the vector, and a part of a mask, whose lanes are 0 or -1. F64X4_LANE(a, i) is lane i of a.
#if F64_PART > 1
typedef double  f64_part __attribute__((vector_size(8 * F64_PART)));
typedef int64_t f64_part_mask __attribute__((vector_size(8 * F64_PART)));
#define F64_PART_TEST(condition) ((f64_part_mask)(condition))
#define F64X4_LANE(a, i) F64X4_PART(a, (i) / F64_PART)[(i) % F64_PART]
#else
typedef double  f64_part;
typedef int64_t f64_part_mask;
#define F64_PART_TEST(condition) (-(int64_t)(condition))
#define F64X4_LANE(a, i) F64X4_PART(a, i)
#endif
#define F64_PARTS (4 / F64_PART)

// A single part is not wrapped in a struct, which gcc 12 would keep in memory.
#if F64_PARTS == 1
typedef f64_part      f64x4;
typedef f64_part_mask f64x4_mask;
#define F64X4_PART(a, i) (a)
#else
typedef struct f64x4
{
    f64_part p[F64_PARTS];
} f64x4;

typedef struct f64x4_mask
{
    f64_part_mask p[F64_PARTS];
} f64x4_mask;
#define F64X4_PART(a, i) (a).p[i]
#endif

// clang-format off
#if F64_PART == 4
#define F64X4_OF(a, b, c, d) { a, b, c, d }
SIMD_INLINE f64_part f64_part_load_floats(const float *in) { return (f64_part)_mm256_cvtps_pd(_mm_loadu_ps(in)); }
SIMD_INLINE f64x4 f64x4_from_floats(float a, float b, float c, float d) { return (f64x4)_mm256_cvtps_pd(_mm_setr_ps(a, b, c, d)); }
SIMD_INLINE void f64x4_store_floats(float *out, f64x4 a) { _mm_storeu_ps(out, _mm256_cvtpd_ps((__m256d)a)); }
SIMD_INLINE f64_part f64_part_sqrt(f64_part a) { return (f64_part)_mm256_sqrt_pd((__m256d)a); }
SIMD_INLINE f64_part f64_part_min(f64_part a, f64_part b) { return (f64_part)_mm256_min_pd((__m256d)a, (__m256d)b); }
SIMD_INLINE f64_part f64_part_max(f64_part a, f64_part b) { return (f64_part)_mm256_max_pd((__m256d)a, (__m256d)b); }
SIMD_INLINE f64_part f64_part_pick(f64_part_mask m, f64_part a, f64_part b) { return (f64_part)_mm256_blendv_pd((__m256d)b, (__m256d)a, (__m256d)m); }
SIMD_INLINE f64_part f64_part_abs(f64_part a) { return (f64_part)((f64_part_mask)a & INT64_MAX); }
SIMD_INLINE int f64_part_bits(f64_part_mask m) { return _mm256_movemask_pd((__m256d)m); }
#elif F64_PART == 2
#define F64X4_OF(a, b, c, d) { { { a, b }, { c, d } } }
SIMD_INLINE f64_part f64_part_load_floats(const float *in) { return (f64_part){ in[0], in[1] }; }
SIMD_INLINE f64_part f64_part_pick(f64_part_mask m, f64_part a, f64_part b) { return (f64_part)(((f64_part_mask)a & m) | ((f64_part_mask)b & ~m)); }
SIMD_INLINE f64_part f64_part_abs(f64_part a) { return (f64_part)((f64_part_mask)a & INT64_MAX); }
#ifdef CPU_SSE2
SIMD_INLINE f64_part f64_part_sqrt(f64_part a) { return (f64_part)_mm_sqrt_pd((__m128d)a); }
SIMD_INLINE f64_part f64_part_min(f64_part a, f64_part b) { return (f64_part)_mm_min_pd((__m128d)a, (__m128d)b); }
SIMD_INLINE f64_part f64_part_max(f64_part a, f64_part b) { return (f64_part)_mm_max_pd((__m128d)a, (__m128d)b); }
SIMD_INLINE int f64_part_bits(f64_part_mask m) { return _mm_movemask_pd((__m128d)m); }
#else
SIMD_INLINE f64_part f64_part_sqrt(f64_part a) { return (f64_part){ sqrt(a[0]), sqrt(a[1]) }; }
SIMD_INLINE f64_part f64_part_min(f64_part a, f64_part b) { return f64_part_pick((f64_part_mask)(a < b), a, b); }
SIMD_INLINE f64_part f64_part_max(f64_part a, f64_part b) { return f64_part_pick((f64_part_mask)(a > b), a, b); }
SIMD_INLINE int f64_part_bits(f64_part_mask m) { return (int)((m[0] & 1) | (m[1] & 2)); }
#endif
#else
#define F64X4_OF(a, b, c, d) { { a, b, c, d } }
SIMD_INLINE f64_part f64_part_load_floats(const float *in) { return *in; }
SIMD_INLINE f64_part f64_part_pick(f64_part_mask m, f64_part a, f64_part b) { return m ? a : b; }
SIMD_INLINE f64_part f64_part_abs(f64_part a) { return fabs(a); }
SIMD_INLINE f64_part f64_part_sqrt(f64_part a) { return sqrt(a); }
SIMD_INLINE f64_part f64_part_min(f64_part a, f64_part b) { return a < b ? a : b; }
SIMD_INLINE f64_part f64_part_max(f64_part a, f64_part b) { return a > b ? a : b; }
SIMD_INLINE int f64_part_bits(f64_part_mask m) { return (int)m & 1; }
#endif

#if F64_PART < 4
SIMD_INLINE f64x4 f64x4_from_floats(float a, float b, float c, float d) { f64x4 l = F64X4_OF(a, b, c, d); return l; }
SIMD_INLINE void f64x4_store_floats(float *out, f64x4 a) { for (int i = 0; i < 4; i++) out[i] = (float)F64X4_LANE(a, i); }
#endif
#define F64X4_EACH(type, part) type l; for (int i = 0; i < F64_PARTS; i++) F64X4_PART(l, i) = (part); return l

SIMD_INLINE f64x4 f64x4_set(double a, double b, double c, double d) { f64x4 l = F64X4_OF(a, b, c, d); return l; }
SIMD_INLINE f64x4 f64x4_all(double a) { return f64x4_set(a, a, a, a); }
SIMD_INLINE f64x4 f64x4_load(const double *in) { f64x4 l; memcpy(&l, in, sizeof l); return l; }
SIMD_INLINE f64x4 f64x4_load_floats(const float *in) { F64X4_EACH(f64x4, f64_part_load_floats(in + i * F64_PART)); }
SIMD_INLINE void f64x4_store(double *out, f64x4 a) { memcpy(out, &a, sizeof a); }
SIMD_INLINE f64x4 f64x4_add(f64x4 a, f64x4 b) { F64X4_EACH(f64x4, F64X4_PART(a, i) + F64X4_PART(b, i)); }
SIMD_INLINE f64x4 f64x4_sub(f64x4 a, f64x4 b) { F64X4_EACH(f64x4, F64X4_PART(a, i) - F64X4_PART(b, i)); }
SIMD_INLINE f64x4 f64x4_mul(f64x4 a, f64x4 b) { F64X4_EACH(f64x4, F64X4_PART(a, i) * F64X4_PART(b, i)); }
SIMD_INLINE f64x4 f64x4_div(f64x4 a, f64x4 b) { F64X4_EACH(f64x4, F64X4_PART(a, i) / F64X4_PART(b, i)); }
SIMD_INLINE f64x4 f64x4_sqrt(f64x4 a) { F64X4_EACH(f64x4, f64_part_sqrt(F64X4_PART(a, i))); }
SIMD_INLINE f64x4 f64x4_abs(f64x4 a) { F64X4_EACH(f64x4, f64_part_abs(F64X4_PART(a, i))); }
// Return the second argument if a number is NaN.
SIMD_INLINE f64x4 f64x4_min(f64x4 a, f64x4 b) { F64X4_EACH(f64x4, f64_part_min(F64X4_PART(a, i), F64X4_PART(b, i))); }
SIMD_INLINE f64x4 f64x4_max(f64x4 a, f64x4 b) { F64X4_EACH(f64x4, f64_part_max(F64X4_PART(a, i), F64X4_PART(b, i))); }
SIMD_INLINE f64x4_mask f64x4_less(f64x4 a, f64x4 b) { F64X4_EACH(f64x4_mask, F64_PART_TEST(F64X4_PART(a, i) < F64X4_PART(b, i))); }
SIMD_INLINE f64x4_mask f64x4_less_equal(f64x4 a, f64x4 b) { F64X4_EACH(f64x4_mask, F64_PART_TEST(F64X4_PART(a, i) <= F64X4_PART(b, i))); }
SIMD_INLINE f64x4_mask f64x4_equal(f64x4 a, f64x4 b) { F64X4_EACH(f64x4_mask, F64_PART_TEST(F64X4_PART(a, i) == F64X4_PART(b, i))); }
SIMD_INLINE f64x4_mask f64x4_and(f64x4_mask a, f64x4_mask b) { F64X4_EACH(f64x4_mask, F64X4_PART(a, i) & F64X4_PART(b, i)); }
// Returns a where the mask is set, else b.
SIMD_INLINE f64x4 f64x4_pick(f64x4_mask m, f64x4 a, f64x4 b) { F64X4_EACH(f64x4, f64_part_pick(F64X4_PART(m, i), F64X4_PART(a, i), F64X4_PART(b, i))); }
// clang-format on

// Returns the mask as bits, lane 0 lowest.
SIMD_INLINE int f64x4_bits(f64x4_mask m)
{
    int bits = 0;
    for (int i = 0; i < F64_PARTS; i++) bits |= f64_part_bits(F64X4_PART(m, i)) << i * F64_PART;
    return bits;
}

// Returns lanes i, j, k and l of a. The indices are constants.
#define F64X4_LANES(a, i, j, k, l)                                                                 \
    f64x4_set(F64X4_LANE(a, i), F64X4_LANE(a, j), F64X4_LANE(a, k), F64X4_LANE(a, l))

// Return the dot product and the cross product of the vectors in the first three lanes; the other lanes are not used. A
// dot product is summed from x to z, as v3d_dot does.
SIMD_INLINE double f64x4_dot3(f64x4 a, f64x4 b)
{
    f64x4 p = f64x4_mul(a, b);
    return F64X4_LANE(p, 0) + F64X4_LANE(p, 1) + F64X4_LANE(p, 2);
}

SIMD_INLINE f64x4 f64x4_cross3(f64x4 a, f64x4 b)
{
    f64x4 zxy = f64x4_sub(f64x4_mul(a, F64X4_LANES(b, 1, 2, 0, 3)),
                          f64x4_mul(F64X4_LANES(a, 1, 2, 0, 3), b));
    return F64X4_LANES(zxy, 1, 2, 0, 3);
}

// Returns the largest lane. Requires that no lane is NaN; otherwise some lane is returned.
SIMD_INLINE double f64x4_highest(f64x4 a)
{
    f64x4 b = f64x4_max(a, F64X4_LANES(a, 2, 3, 0, 1));
    return F64X4_LANE(b, 0) > F64X4_LANE(b, 1) ? F64X4_LANE(b, 0) : F64X4_LANE(b, 1);
}

// Returns the smallest lane. Requires that no lane is NaN; otherwise some lane is returned.
SIMD_INLINE double f64x4_lowest(f64x4 a)
{
    f64x4 b = f64x4_min(a, F64X4_LANES(a, 2, 3, 0, 1));
    return F64X4_LANE(b, 0) < F64X4_LANE(b, 1) ? F64X4_LANE(b, 0) : F64X4_LANE(b, 1);
}

#endif
