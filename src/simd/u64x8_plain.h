// Template: compiled anew by each file that includes it.
// Eight words of 64 bits, and comparisons of 64 pixels, in plain C; the other headers of this name do the same.
#ifndef RIM_SIMD_U64X8_PLAIN_H
#define RIM_SIMD_U64X8_PLAIN_H

#include "simd/bits.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define SIMD_TARGET
#define SIMD_INLINE SIMD_TARGET static inline

typedef struct u64x8
{
    uint64_t row[8];
} u64x8;

SIMD_INLINE u64x8 u64x8_load(const uint64_t *p)
{
    u64x8 x;
    memcpy(&x, p, sizeof x);
    return x;
}

SIMD_INLINE u64x8 u64x8_and(u64x8 x, u64x8 y)
{
    for (int i = 0; i < 8; i++) x.row[i] &= y.row[i];
    return x;
}

// Both are up to 64, but no shift of a word may be: each is made in two parts.
typedef struct u64x8_shifts
{
    unsigned right, right_more, left, left_more;
} u64x8_shifts;

SIMD_INLINE u64x8_shifts u64x8_shifts_by(int right, int left)
{
    unsigned r = (unsigned)right / 2, l = (unsigned)left / 2;
    return (u64x8_shifts){ r, (unsigned)right - r, l, (unsigned)left - l };
}

SIMD_INLINE u64x8 u64x8_shift_pair(u64x8 a, u64x8 next, u64x8_shifts by)
{
    for (int i = 0; i < 8; i++)
        a.row[i] = a.row[i] >> by.right >> by.right_more | next.row[i] << by.left << by.left_more;
    return a;
}

SIMD_INLINE bool u64x8_any(u64x8 x)
{
    uint64_t any = 0;
    for (int i = 0; i < 8; i++) any |= x.row[i];
    return any != 0;
}

SIMD_INLINE uint64_t u64x8_nonzero_bytes(u64x8 x)
{
    uint64_t out = 0;
    for (int i = 0; i < 64; i++) out |= (uint64_t)((x.row[i >> 3] >> 8 * (i & 7) & 255) != 0) << i;
    return out;
}

typedef int64_t u64x8_sum;

SIMD_INLINE u64x8_sum u64x8_sum_zero(void)
{
    return 0;
}

SIMD_INLINE u64x8_sum u64x8_sum_bits(u64x8_sum sum, u64x8 x)
{
    for (int i = 0; i < 8; i++) sum += bits_count(x.row[i]);
    return sum;
}

SIMD_INLINE u64x8_sum u64x8_sum_plus(u64x8_sum a, u64x8_sum b)
{
    return a + b;
}

SIMD_INLINE int64_t u64x8_sum_total(u64x8_sum sum)
{
    return sum;
}

SIMD_INLINE uint32_t u32_load(const unsigned char *p)
{
    uint32_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

SIMD_INLINE uint64_t u32x64_at_least(const unsigned char *p, uint32_t bits, uint32_t limit)
{
    uint64_t out = 0;
    for (int i = 0; i < 64; i++) out |= (uint64_t)((u32_load(p + 4 * i) & bits) >= limit) << i;
    return out;
}

SIMD_INLINE uint64_t u32x64_differ(const unsigned char *p, uint32_t bits, uint32_t key)
{
    uint64_t out = 0;
    for (int i = 0; i < 64; i++) out |= (uint64_t)((u32_load(p + 4 * i) & bits) != key) << i;
    return out;
}

SIMD_INLINE uint64_t u8x64_at_least(const unsigned char *p, uint8_t limit)
{
    uint64_t out = 0;
    for (int i = 0; i < 64; i++) out |= (uint64_t)(p[i] >= limit) << i;
    return out;
}

#endif
