// Template: compiled anew by each file that includes it.
// Several floats side by side: the operators work on all lanes at once, and each lane gives the bits that a float
// alone would give. With F32XN_AVX2 there are eight lanes, for processors with AVX2; otherwise there are four, or one
// where the compiler has no vector types.
#ifndef RIM_SIMD_F32XN_H
#define RIM_SIMD_F32XN_H

#include "simd/cpu.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(F32XN_AVX2)
#include <immintrin.h>
#define F32XN_LANES 8
#define F32XN_NAME(name) name##_avx2
#define F32XN_TARGET __attribute__((target("avx2")))
typedef float   f32xn __attribute__((vector_size(32)));
typedef int32_t f32xn_mask __attribute__((vector_size(32)));
#else
#define F32XN_NAME(name) name##_plain
#define F32XN_TARGET
#if defined(CPU_GNU) && RIM_SIMD > 0
#define F32XN_LANES 4
typedef float      f32xn __attribute__((vector_size(16)));
typedef int32_t    f32xn_mask __attribute__((vector_size(16)));
#else
#define F32XN_LANES 1
typedef float   f32xn;
typedef int32_t f32xn_mask;
#endif
#if defined(CPU_SSE2)
#include <emmintrin.h>
#endif
#endif

// Sanitizers take minutes to compile all of a kernel in one piece.
#if defined(CPU_GNU) && defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
#define F32XN_INLINE F32XN_TARGET static inline __attribute__((always_inline))
#else
#define F32XN_INLINE F32XN_TARGET static inline
#endif

F32XN_INLINE f32xn f32xn_load(const float *p)
{
    f32xn v;
    memcpy(&v, p, sizeof v);
    return v;
}

F32XN_INLINE void f32xn_store(float *p, f32xn v)
{
    memcpy(p, &v, sizeof v);
}

#if F32XN_LANES > 1
F32XN_INLINE f32xn f32xn_all(float x)
{
    f32xn zero = { 0.0f };
    return zero + x;
}

F32XN_INLINE f32xn_mask f32xn_less(f32xn a, f32xn b)
{
    return (f32xn_mask)(a < b);
}

F32XN_INLINE f32xn_mask f32xn_less_equal(f32xn a, f32xn b)
{
    return (f32xn_mask)(a <= b);
}

// Selects a where the mask is set, elsewhere b.
F32XN_INLINE f32xn f32xn_pick(f32xn_mask mask, f32xn a, f32xn b)
{
    return (f32xn)(((f32xn_mask)a & mask) | ((f32xn_mask)b & ~mask));
}

F32XN_INLINE f32xn f32xn_abs(f32xn a)
{
    return (f32xn)((f32xn_mask)a & INT32_MAX);
}
#else
F32XN_INLINE f32xn f32xn_all(float x)
{
    return x;
}

F32XN_INLINE f32xn_mask f32xn_less(f32xn a, f32xn b)
{
    return -(a < b);
}

F32XN_INLINE f32xn_mask f32xn_less_equal(f32xn a, f32xn b)
{
    return -(a <= b);
}

F32XN_INLINE f32xn f32xn_pick(f32xn_mask mask, f32xn a, f32xn b)
{
    return mask ? a : b;
}

F32XN_INLINE f32xn f32xn_abs(f32xn a)
{
    return fabsf(a);
}
#endif

F32XN_INLINE f32xn f32xn_max(f32xn a, f32xn b)
{
    return f32xn_pick(f32xn_less(a, b), b, a);
}

F32XN_INLINE f32xn f32xn_sqrt(f32xn a)
{
    float x[F32XN_LANES];
    f32xn_store(x, a);
    for (int i = 0; i < F32XN_LANES; i++) x[i] = sqrtf(x[i]);
    return f32xn_load(x);
}

// Returns the mask as bits, that of lane 0 lowest.
F32XN_INLINE unsigned f32xn_bits(f32xn_mask mask)
{
#if defined(F32XN_AVX2)
    return (unsigned)_mm256_movemask_ps((__m256)mask);
#elif F32XN_LANES == 4 && defined(CPU_SSE2)
    return (unsigned)_mm_movemask_ps((__m128)mask);
#else
    int32_t  set[F32XN_LANES];
    unsigned bits = 0;
    memcpy(set, &mask, sizeof set);
    for (int i = 0; i < F32XN_LANES; i++) bits |= (unsigned)(set[i] != 0) << i;
    return bits;
#endif
}

// --- rows of four floats: row l lies at base + stride index[l], and becomes lane l of four vectors ----------

#if defined(F32XN_AVX2)
F32XN_INLINE void f32xn_transpose(__m256 r[4])
{
    __m256 a = _mm256_unpacklo_ps(r[0], r[1]), b = _mm256_unpackhi_ps(r[0], r[1]);
    __m256 c = _mm256_unpacklo_ps(r[2], r[3]), d = _mm256_unpackhi_ps(r[2], r[3]);
    r[0] = _mm256_shuffle_ps(a, c, 0x44);
    r[1] = _mm256_shuffle_ps(a, c, 0xee);
    r[2] = _mm256_shuffle_ps(b, d, 0x44);
    r[3] = _mm256_shuffle_ps(b, d, 0xee);
}

F32XN_INLINE void f32xn_gather4(const float *base, int stride, const int32_t *index, f32xn out[4])
{
    __m256 r[4];
    for (int i = 0; i < 4; i++)
    {
        __m128 low = _mm_loadu_ps(base + stride * index[i]);
        __m128 high = _mm_loadu_ps(base + stride * index[i + 4]);
        r[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
    }
    f32xn_transpose(r);
    for (int i = 0; i < 4; i++) out[i] = (f32xn)r[i];
}

F32XN_INLINE void f32xn_scatter4(float *base, int stride, const int32_t *index, const f32xn in[4])
{
    __m256 r[4];
    for (int i = 0; i < 4; i++) r[i] = (__m256)in[i];
    f32xn_transpose(r);
    for (int i = 0; i < 4; i++)
    {
        _mm_storeu_ps(base + stride * index[i], _mm256_castps256_ps128(r[i]));
        _mm_storeu_ps(base + stride * index[i + 4], _mm256_extractf128_ps(r[i], 1));
    }
}
#elif F32XN_LANES == 4 && defined(CPU_SSE2)
F32XN_INLINE void f32xn_gather4(const float *base, int stride, const int32_t *index, f32xn out[4])
{
    __m128 r[4];
    for (int i = 0; i < 4; i++) r[i] = _mm_loadu_ps(base + stride * index[i]);
    _MM_TRANSPOSE4_PS(r[0], r[1], r[2], r[3]);
    for (int i = 0; i < 4; i++) out[i] = (f32xn)r[i];
}

F32XN_INLINE void f32xn_scatter4(float *base, int stride, const int32_t *index, const f32xn in[4])
{
    __m128 r[4];
    for (int i = 0; i < 4; i++) r[i] = (__m128)in[i];
    _MM_TRANSPOSE4_PS(r[0], r[1], r[2], r[3]);
    for (int i = 0; i < 4; i++) _mm_storeu_ps(base + stride * index[i], r[i]);
}
#else
F32XN_INLINE void f32xn_gather4(const float *base, int stride, const int32_t *index, f32xn out[4])
{
    for (int k = 0; k < 4; k++)
    {
        float x[F32XN_LANES];
        for (int l = 0; l < F32XN_LANES; l++) x[l] = base[stride * index[l] + k];
        out[k] = f32xn_load(x);
    }
}

F32XN_INLINE void f32xn_scatter4(float *base, int stride, const int32_t *index, const f32xn in[4])
{
    for (int k = 0; k < 4; k++)
    {
        float x[F32XN_LANES];
        f32xn_store(x, in[k]);
        for (int l = 0; l < F32XN_LANES; l++) base[stride * index[l] + k] = x[l];
    }
}
#endif

F32XN_INLINE f32xn f32xn_dot3(const f32xn a[3], const f32xn b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

F32XN_INLINE void f32xn_cross3(f32xn out[3], const f32xn a[3], const f32xn b[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

#endif
