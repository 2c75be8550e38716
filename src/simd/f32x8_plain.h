// Template: compiled anew by each file that includes it.
// Eight floats side by side, in plain C: what f32x8_avx2.h does in one register. Sums and quotients have the same bits.
#ifndef RIM_SIMD_F32X8_PLAIN_H
#define RIM_SIMD_F32X8_PLAIN_H

#include "simd/cpu.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// With the sanitizers' checks in every lane compilers take minutes over a whole traversal in one function.
#if defined(CPU_GNU) && defined(__SANITIZE_ADDRESS__)
#define SIMD_INLINE static __attribute__((noinline, unused))
#else
#define SIMD_INLINE static inline
#endif
#define SIMD_TARGET
#define SIMD_NAME(name) name##_plain

static inline bool simd_usable(void)
{
    return true;
}

typedef struct f32x8
{
    float v[8];
} f32x8;

// A bit for each lane.
typedef struct f32x8_mask
{
    unsigned bits;
} f32x8_mask;

#define F32X8_EACH(expression)                                                                     \
    f32x8 l;                                                                                       \
    for (int i = 0; i < 8; i++) l.v[i] = (expression);                                             \
    return l

#define F32X8_TEST(expression)                                                                     \
    f32x8_mask m = { 0 };                                                                          \
    for (int i = 0; i < 8; i++) m.bits |= (unsigned)(expression) << i;                             \
    return m

// clang-format off
SIMD_INLINE f32x8 f32x8_all(float a) { F32X8_EACH(a); }
// Three lanes for x, y and z; the others are 0.
SIMD_INLINE f32x8 f32x8_of(float x, float y, float z) { return (f32x8){ { x, y, z, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f } }; }
// Returns lane k, 0 .. 2, in all lanes.
SIMD_INLINE f32x8 f32x8_spread(f32x8 a, int k) { F32X8_EACH(a.v[k]); }
SIMD_INLINE f32x8 f32x8_load(const float *at) { F32X8_EACH(at[i]); }
SIMD_INLINE void f32x8_store(float *at, f32x8 a) { memcpy(at, a.v, sizeof a.v); }
SIMD_INLINE f32x8 f32x8_add(f32x8 a, f32x8 b) { F32X8_EACH(a.v[i] + b.v[i]); }
SIMD_INLINE f32x8 f32x8_sub(f32x8 a, f32x8 b) { F32X8_EACH(a.v[i] - b.v[i]); }
SIMD_INLINE f32x8 f32x8_mul(f32x8 a, f32x8 b) { F32X8_EACH(a.v[i] * b.v[i]); }
SIMD_INLINE f32x8 f32x8_div(f32x8 a, f32x8 b) { F32X8_EACH(a.v[i] / b.v[i]); }
SIMD_INLINE f32x8 f32x8_sqrt(f32x8 a) { F32X8_EACH(sqrtf(a.v[i])); }
SIMD_INLINE f32x8 f32x8_abs(f32x8 a) { F32X8_EACH(fabsf(a.v[i])); }
SIMD_INLINE f32x8 f32x8_min(f32x8 a, f32x8 b) { F32X8_EACH(a.v[i] < b.v[i] ? a.v[i] : b.v[i]); }
SIMD_INLINE f32x8 f32x8_max(f32x8 a, f32x8 b) { F32X8_EACH(a.v[i] > b.v[i] ? a.v[i] : b.v[i]); }
SIMD_INLINE f32x8_mask f32x8_less(f32x8 a, f32x8 b) { F32X8_TEST(a.v[i] < b.v[i]); }
SIMD_INLINE f32x8_mask f32x8_less_equal(f32x8 a, f32x8 b) { F32X8_TEST(a.v[i] <= b.v[i]); }
SIMD_INLINE f32x8_mask f32x8_and(f32x8_mask a, f32x8_mask b) { return (f32x8_mask){ a.bits & b.bits }; }
SIMD_INLINE f32x8_mask f32x8_or(f32x8_mask a, f32x8_mask b) { return (f32x8_mask){ a.bits | b.bits }; }
SIMD_INLINE f32x8 f32x8_pick(f32x8_mask m, f32x8 a, f32x8 b) { F32X8_EACH(m.bits >> i & 1u ? a.v[i] : b.v[i]); }
SIMD_INLINE unsigned f32x8_bits(f32x8_mask m) { return m.bits; }
// a b + c, a b - c and c - a b, rounded once or twice: only for bounds that allow for both, never for answers.
SIMD_INLINE f32x8 f32x8_mul_add(f32x8 a, f32x8 b, f32x8 c) { F32X8_EACH(a.v[i] * b.v[i] + c.v[i]); }
SIMD_INLINE f32x8 f32x8_mul_sub(f32x8 a, f32x8 b, f32x8 c) { F32X8_EACH(a.v[i] * b.v[i] - c.v[i]); }
SIMD_INLINE f32x8 f32x8_sub_mul(f32x8 a, f32x8 b, f32x8 c) { F32X8_EACH(c.v[i] - a.v[i] * b.v[i]); }
// clang-format on

// Returns eight bytes as floats.
SIMD_INLINE f32x8 f32x8_from_bytes(const uint8_t *at)
{
    F32X8_EACH((float)at[i]);
}

// Returns from[which[0 .. 7]].
SIMD_INLINE f32x8 f32x8_gather(const float *from, const uint8_t *which)
{
    F32X8_EACH(from[which[i]]);
}

// Returns lanes of low, 0 .. 7, and of high, 8 .. 15, by their numbers.
SIMD_INLINE f32x8 f32x8_permute(f32x8 low, f32x8 high, const uint8_t *which)
{
    F32X8_EACH(which[i] & 8 ? high.v[which[i] & 7] : low.v[which[i] & 7]);
}

SIMD_INLINE f32x8 f32x8_gather32(const float *from, const uint8_t *which)
{
    return f32x8_gather(from, which);
}

typedef struct u32x8
{
    uint32_t v[8];
} u32x8;

SIMD_INLINE u32x8 u32x8_load(const void *at)
{
    u32x8 l;
    memcpy(l.v, at, sizeof l.v);
    return l;
}

// Returns eight numbers of three bytes each.
SIMD_INLINE u32x8 u32x8_load_three_bytes(const uint8_t *at)
{
    u32x8 l;
    for (int i = 0; i < 8; i++, at += 3)
        l.v[i] = (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16;
    return l;
}

// Writes the words whose bits are set, the lowest first; there is room for eight. Returns how many bits are set.
SIMD_INLINE int u32x8_compress(uint32_t *to, u32x8 words, unsigned bits)
{
    int count = 0;
    for (int i = 0; i < 8; i++)
        if (bits >> i & 1u) to[count++] = words.v[i];
    return count;
}

#endif
