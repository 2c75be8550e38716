// Plain C: the path of processors without one of their own, and the one the others are compared with.
#include "flat/mask/kernels.h"

#include <string.h>

#define KERNEL

typedef struct rows8
{
    uint64_t row[8];
} rows8;

static inline rows8 rows8_load(const uint64_t *p)
{
    rows8 x;
    memcpy(&x, p, sizeof x);
    return x;
}

static inline rows8 rows8_both(rows8 x, rows8 y)
{
    for (int i = 0; i < 8; i++) x.row[i] &= y.row[i];
    return x;
}

// Both are up to 64, but no shift of a word may be: each is made in two parts.
typedef struct rows8_shifts
{
    unsigned right, right_more, left, left_more;
} rows8_shifts;

static inline rows8_shifts rows8_shifts_by(int right, int left)
{
    unsigned     r = (unsigned)right / 2, l = (unsigned)left / 2;
    rows8_shifts by = { r, (unsigned)right - r, l, (unsigned)left - l };
    return by;
}

static inline rows8 rows8_shifted(rows8 a, rows8 next, rows8_shifts by)
{
    for (int i = 0; i < 8; i++)
        a.row[i] = a.row[i] >> by.right >> by.right_more | next.row[i] << by.left << by.left_more;
    return a;
}

static inline bool rows8_any(rows8 x)
{
    uint64_t any = 0;
    for (int i = 0; i < 8; i++) any |= x.row[i];
    return any != 0;
}

static inline uint64_t rows8_bytes(rows8 x)
{
    uint64_t out = 0;
    for (int i = 0; i < 64; i++) out |= (uint64_t)((x.row[i >> 3] >> 8 * (i & 7) & 255) != 0) << i;
    return out;
}

typedef int64_t count8;

static inline count8 count8_zero(void)
{
    return 0;
}

// Sums of neighbours, in ever wider fields.
static inline int scalar_count_bits(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(x * 0x0101010101010101u >> 56);
}

static inline count8 count8_add(count8 sum, rows8 x)
{
    for (int i = 0; i < 8; i++) sum += scalar_count_bits(x.row[i]);
    return sum;
}

static inline int64_t count8_total(count8 sum)
{
    return sum;
}

static inline uint32_t load_word(const unsigned char *p)
{
    uint32_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

static inline uint64_t words64_limit(const unsigned char *p, uint32_t bits, uint32_t limit)
{
    uint64_t out = 0;
    for (int i = 0; i < 64; i++) out |= (uint64_t)((load_word(p + 4 * i) & bits) >= limit) << i;
    return out;
}

static inline uint64_t words64_key(const unsigned char *p, uint32_t bits, uint32_t key)
{
    uint64_t out = 0;
    for (int i = 0; i < 64; i++) out |= (uint64_t)((load_word(p + 4 * i) & bits) != key) << i;
    return out;
}

static inline uint64_t bytes64_limit(const unsigned char *p, uint8_t limit)
{
    uint64_t out = 0;
    for (int i = 0; i < 64; i++) out |= (uint64_t)(p[i] >= limit) << i;
    return out;
}

#include "flat/mask/kernels_cells.h"

#include "flat/mask/kernels_body.h"

static bool kernels_usable(void)
{
    return true;
}

const mask_kernels mask_kernels_scalar = { .name = "scalar",
                                           .usable = kernels_usable,
                                           KERNEL_TABLE };
