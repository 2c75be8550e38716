// Template: compiled anew by each file that includes it.
// Several floats side by side: operators work on all of them at once, and every lane does what a float alone
// would do. BODIES_WIDE asks for eight lanes, for processors with AVX2; otherwise there are four, which
// compilers that know no such vectors have one of (as has who defines BODIES_ONE_LANE).
#ifndef RIM_SOLID_DYNAMICS_LANES_H
#define RIM_SOLID_DYNAMICS_LANES_H

#include "simd/cpu.h"
#include "solid/dynamics/data.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(BODIES_WIDE)
#include <immintrin.h>
#elif defined(CPU_SSE2)
#include <emmintrin.h>
#endif

#if defined(BODIES_WIDE) && defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#elif defined(BODIES_WIDE)
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

#if defined(BODIES_WIDE)
#define LANES 8
#define LANES_NAME(name) name##_wide
typedef float   lanes __attribute__((vector_size(32)));
typedef int32_t lane_mask __attribute__((vector_size(32)));
#elif defined(CPU_GNU) && RIM_SIMD > 0 && !defined(BODIES_ONE_LANE)
#define LANES 4
#define LANES_NAME(name) name##_plain
typedef float          lanes __attribute__((vector_size(16)));
typedef int32_t        lane_mask __attribute__((vector_size(16)));
#else
#define LANES 1
#define LANES_NAME(name) name##_plain
typedef float     lanes;
typedef int32_t   lane_mask;
#endif

// Sanitizers would take minutes to compile all of it in one piece.
#if defined(CPU_GNU) && defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
#define LANES_INLINE static inline __attribute__((always_inline))
#else
#define LANES_INLINE static inline
#endif

LANES_INLINE lanes lanes_load(const float *p)
{
    lanes v;
    memcpy(&v, p, sizeof v);
    return v;
}

LANES_INLINE void lanes_store(float *p, lanes v)
{
    memcpy(p, &v, sizeof v);
}

#if LANES > 1
LANES_INLINE lane_mask lanes_less(lanes a, lanes b)
{
    return (lane_mask)(a < b);
}

// Where the mask is set a, elsewhere b.
LANES_INLINE lanes lanes_pick(lane_mask mask, lanes a, lanes b)
{
    return (lanes)(((lane_mask)a & mask) | ((lane_mask)b & ~mask));
}

LANES_INLINE lanes lanes_all(float x)
{
    lanes zero = { 0.0f };
    return zero + x;
}

LANES_INLINE lanes lanes_abs(lanes a)
{
    return (lanes)((lane_mask)a & INT32_MAX);
}

#define lane_of(v, i) ((v)[i])
#else
LANES_INLINE lane_mask lanes_less(lanes a, lanes b)
{
    return -(a < b);
}

LANES_INLINE lanes lanes_pick(lane_mask mask, lanes a, lanes b)
{
    return mask ? a : b;
}

LANES_INLINE lanes lanes_all(float x)
{
    return x;
}

LANES_INLINE lanes lanes_abs(lanes a)
{
    return fabsf(a);
}

#define lane_of(v, i) (v)
#endif

LANES_INLINE lanes lanes_max(lanes a, lanes b)
{
    return lanes_pick(lanes_less(a, b), b, a);
}

LANES_INLINE lanes lanes_sqrt(lanes a)
{
    float x[LANES];
    lanes_store(x, a);
    for (int i = 0; i < LANES; i++) x[i] = sqrtf(x[i]);
    return lanes_load(x);
}

// --- rows of four floats, from and to as many places as there are lanes ---------------------------------

#if defined(BODIES_WIDE)
LANES_INLINE void lanes_turn(__m256 r[4])
{
    __m256 a = _mm256_unpacklo_ps(r[0], r[1]), b = _mm256_unpackhi_ps(r[0], r[1]);
    __m256 c = _mm256_unpacklo_ps(r[2], r[3]), d = _mm256_unpackhi_ps(r[2], r[3]);
    r[0] = _mm256_shuffle_ps(a, c, 0x44);
    r[1] = _mm256_shuffle_ps(a, c, 0xee);
    r[2] = _mm256_shuffle_ps(b, d, 0x44);
    r[3] = _mm256_shuffle_ps(b, d, 0xee);
}

LANES_INLINE void lanes_gather4(const float *base, int stride, const int32_t index[LANES],
                                lanes out[4])
{
    __m256 r[4];
    for (int i = 0; i < 4; i++)
    {
        __m128 low = _mm_loadu_ps(base + stride * index[i]);
        __m128 high = _mm_loadu_ps(base + stride * index[i + 4]);
        r[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
    }
    lanes_turn(r);
    for (int i = 0; i < 4; i++) out[i] = (lanes)r[i];
}

LANES_INLINE void lanes_scatter4(float *base, int stride, const int32_t index[LANES],
                                 const lanes in[4])
{
    __m256 r[4];
    for (int i = 0; i < 4; i++) r[i] = (__m256)in[i];
    lanes_turn(r);
    for (int i = 0; i < 4; i++)
    {
        _mm_storeu_ps(base + stride * index[i], _mm256_castps256_ps128(r[i]));
        _mm_storeu_ps(base + stride * index[i + 4], _mm256_extractf128_ps(r[i], 1));
    }
}
#elif LANES == 4 && defined(CPU_SSE2)
LANES_INLINE void lanes_gather4(const float *base, int stride, const int32_t index[LANES],
                                lanes out[4])
{
    __m128 a = _mm_loadu_ps(base + stride * index[0]), b = _mm_loadu_ps(base + stride * index[1]);
    __m128 c = _mm_loadu_ps(base + stride * index[2]), d = _mm_loadu_ps(base + stride * index[3]);
    _MM_TRANSPOSE4_PS(a, b, c, d);
    out[0] = (lanes)a;
    out[1] = (lanes)b;
    out[2] = (lanes)c;
    out[3] = (lanes)d;
}

LANES_INLINE void lanes_scatter4(float *base, int stride, const int32_t index[LANES],
                                 const lanes in[4])
{
    __m128 a = (__m128)in[0], b = (__m128)in[1], c = (__m128)in[2], d = (__m128)in[3];
    _MM_TRANSPOSE4_PS(a, b, c, d);
    _mm_storeu_ps(base + stride * index[0], a);
    _mm_storeu_ps(base + stride * index[1], b);
    _mm_storeu_ps(base + stride * index[2], c);
    _mm_storeu_ps(base + stride * index[3], d);
}
#else
LANES_INLINE void lanes_gather4(const float *base, int stride, const int32_t index[LANES],
                                lanes out[4])
{
    for (int k = 0; k < 4; k++)
    {
        float x[LANES];
        for (int l = 0; l < LANES; l++) x[l] = base[stride * index[l] + k];
        out[k] = lanes_load(x);
    }
}

LANES_INLINE void lanes_scatter4(float *base, int stride, const int32_t index[LANES],
                                 const lanes in[4])
{
    for (int k = 0; k < 4; k++)
    {
        float x[LANES];
        lanes_store(x, in[k]);
        for (int l = 0; l < LANES; l++) base[stride * index[l] + k] = x[l];
    }
}
#endif

LANES_INLINE lanes lanes_dot3(const lanes a[3], const lanes b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

LANES_INLINE void lanes_cross3(lanes out[3], const lanes a[3], const lanes b[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

#endif
