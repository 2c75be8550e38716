// Two doubles: SSE2 if every processor of the build has it, else plain C, with the same bits.
#ifndef RIM_SIMD_F64X2_H
#define RIM_SIMD_F64X2_H

#include "simd/cpu.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef CPU_SSE2

#include <emmintrin.h>

typedef __m128d f64x2;
typedef __m128d f64x2_truth; // all bits of a lane are set where it is true

// clang-format off
static inline f64x2 f64x2_all(double a) { return _mm_set1_pd(a); }
static inline f64x2 f64x2_set(double a, double b) { return _mm_setr_pd(a, b); }
static inline double f64x2_first(f64x2 a) { return _mm_cvtsd_f64(a); }
static inline double f64x2_second(f64x2 a) { return _mm_cvtsd_f64(_mm_unpackhi_pd(a, a)); }
static inline f64x2 f64x2_add(f64x2 a, f64x2 b) { return _mm_add_pd(a, b); }
static inline f64x2 f64x2_sub(f64x2 a, f64x2 b) { return _mm_sub_pd(a, b); }
static inline f64x2 f64x2_mul(f64x2 a, f64x2 b) { return _mm_mul_pd(a, b); }
static inline f64x2 f64x2_div(f64x2 a, f64x2 b) { return _mm_div_pd(a, b); }
static inline f64x2 f64x2_min(f64x2 a, f64x2 b) { return _mm_min_pd(a, b); }
static inline f64x2 f64x2_max(f64x2 a, f64x2 b) { return _mm_max_pd(a, b); }
static inline f64x2_truth f64x2_equal(f64x2 a, f64x2 b) { return _mm_cmpeq_pd(a, b); }
static inline f64x2_truth f64x2_less(f64x2 a, f64x2 b) { return _mm_cmplt_pd(a, b); }
static inline f64x2_truth f64x2_less_equal(f64x2 a, f64x2 b) { return _mm_cmple_pd(a, b); }
static inline f64x2_truth f64x2_truth_set(bool a, bool b) { return _mm_castsi128_pd(_mm_set_epi64x(-(int64_t)b, -(int64_t)a)); }
static inline f64x2_truth f64x2_both(f64x2_truth a, f64x2_truth b) { return _mm_and_pd(a, b); }
// Returns the lanes of a where `truth` is true, else those of b.
static inline f64x2 f64x2_pick(f64x2_truth truth, f64x2 a, f64x2 b) { return _mm_or_pd(_mm_and_pd(truth, a), _mm_andnot_pd(truth, b)); }
// Returns a mask as bits, lane 0 lowest.
static inline int f64x2_truth_bits(f64x2_truth a) { return _mm_movemask_pd(a); }
// clang-format on

#else

typedef struct f64x2
{
    double v[2];
} f64x2;

typedef struct f64x2_truth
{
    bool v[2];
} f64x2_truth;

#define F64X2_OF(type, a, b)                                                                       \
    type l = { { (a), (b) } };                                                                     \
    return l

// clang-format off
static inline f64x2 f64x2_all(double a) { F64X2_OF(f64x2, a, a); }
static inline f64x2 f64x2_set(double a, double b) { F64X2_OF(f64x2, a, b); }
static inline double f64x2_first(f64x2 a) { return a.v[0]; }
static inline double f64x2_second(f64x2 a) { return a.v[1]; }
static inline f64x2 f64x2_add(f64x2 a, f64x2 b) { F64X2_OF(f64x2, a.v[0] + b.v[0], a.v[1] + b.v[1]); }
static inline f64x2 f64x2_sub(f64x2 a, f64x2 b) { F64X2_OF(f64x2, a.v[0] - b.v[0], a.v[1] - b.v[1]); }
static inline f64x2 f64x2_mul(f64x2 a, f64x2 b) { F64X2_OF(f64x2, a.v[0] * b.v[0], a.v[1] * b.v[1]); }
static inline f64x2 f64x2_div(f64x2 a, f64x2 b) { F64X2_OF(f64x2, a.v[0] / b.v[0], a.v[1] / b.v[1]); }
static inline f64x2 f64x2_min(f64x2 a, f64x2 b) { F64X2_OF(f64x2, a.v[0] < b.v[0] ? a.v[0] : b.v[0], a.v[1] < b.v[1] ? a.v[1] : b.v[1]); }
static inline f64x2 f64x2_max(f64x2 a, f64x2 b) { F64X2_OF(f64x2, a.v[0] > b.v[0] ? a.v[0] : b.v[0], a.v[1] > b.v[1] ? a.v[1] : b.v[1]); }
static inline f64x2_truth f64x2_equal(f64x2 a, f64x2 b) { F64X2_OF(f64x2_truth, a.v[0] == b.v[0], a.v[1] == b.v[1]); }
static inline f64x2_truth f64x2_less(f64x2 a, f64x2 b) { F64X2_OF(f64x2_truth, a.v[0] < b.v[0], a.v[1] < b.v[1]); }
static inline f64x2_truth f64x2_less_equal(f64x2 a, f64x2 b) { F64X2_OF(f64x2_truth, a.v[0] <= b.v[0], a.v[1] <= b.v[1]); }
static inline f64x2_truth f64x2_truth_set(bool a, bool b) { F64X2_OF(f64x2_truth, a, b); }
static inline f64x2_truth f64x2_both(f64x2_truth a, f64x2_truth b) { F64X2_OF(f64x2_truth, a.v[0] && b.v[0], a.v[1] && b.v[1]); }
static inline f64x2 f64x2_pick(f64x2_truth truth, f64x2 a, f64x2 b) { F64X2_OF(f64x2, truth.v[0] ? a.v[0] : b.v[0], truth.v[1] ? a.v[1] : b.v[1]); }
static inline int f64x2_truth_bits(f64x2_truth a) { return a.v[0] | a.v[1] << 1; }
// clang-format on

#endif

#endif
