// SSE2, which every 64-bit x86 processor has: eight rows are four vectors.
#include "flat/mask/kernels.h"

#ifdef MASK_X86

#include <emmintrin.h>

#define KERNEL

typedef struct rows8
{
    __m128i pair[4];
} rows8;

typedef __m128i count8;

static inline __m128i load2(const void *p)
{
    return _mm_loadu_si128(p);
}

static inline rows8 rows8_load(const uint64_t *p)
{
    rows8 x = { { load2(p), load2(p + 2), load2(p + 4), load2(p + 6) } };
    return x;
}

static inline rows8 rows8_both(rows8 x, rows8 y)
{
    for (int i = 0; i < 4; i++) x.pair[i] = _mm_and_si128(x.pair[i], y.pair[i]);
    return x;
}

// Vector shifts by 64 give zero, so that no shift is a case of its own.
typedef struct rows8_shifts
{
    __m128i right, left;
} rows8_shifts;

static inline rows8_shifts rows8_shifts_by(int right, int left)
{
    rows8_shifts by = { _mm_cvtsi32_si128(right), _mm_cvtsi32_si128(left) };
    return by;
}

static inline rows8 rows8_shifted(rows8 a, rows8 next, rows8_shifts by)
{
    for (int i = 0; i < 4; i++)
        a.pair[i] =
            _mm_or_si128(_mm_srl_epi64(a.pair[i], by.right), _mm_sll_epi64(next.pair[i], by.left));
    return a;
}

static inline bool rows8_any(rows8 x)
{
    __m128i any =
        _mm_or_si128(_mm_or_si128(x.pair[0], x.pair[1]), _mm_or_si128(x.pair[2], x.pair[3]));
    return _mm_movemask_epi8(_mm_cmpeq_epi8(any, _mm_setzero_si128())) != 0xffff;
}

static inline uint64_t rows8_bytes(rows8 x)
{
    uint64_t empty = 0;
    for (int i = 0; i < 4; i++)
    {
        __m128i zero = _mm_cmpeq_epi8(x.pair[i], _mm_setzero_si128());
        empty |= (uint64_t)_mm_movemask_epi8(zero) << 16 * i;
    }
    return ~empty;
}

static inline count8 count8_zero(void)
{
    return _mm_setzero_si128();
}

// Sums of neighbours in ever wider fields, up to bytes; those are summed to words.
static inline __m128i count_words(__m128i x)
{
    __m128i odd = _mm_set1_epi8(0x55), pairs = _mm_set1_epi8(0x33), nibbles = _mm_set1_epi8(0x0f);
    x = _mm_sub_epi8(x, _mm_and_si128(_mm_srli_epi64(x, 1), odd));
    x = _mm_add_epi8(_mm_and_si128(x, pairs), _mm_and_si128(_mm_srli_epi64(x, 2), pairs));
    x = _mm_and_si128(_mm_add_epi8(x, _mm_srli_epi64(x, 4)), nibbles);
    return _mm_sad_epu8(x, _mm_setzero_si128());
}

static inline count8 count8_add(count8 sum, rows8 x)
{
    for (int i = 0; i < 4; i++) sum = _mm_add_epi64(sum, count_words(x.pair[i]));
    return sum;
}

static inline int64_t count8_total(count8 sum)
{
    return _mm_cvtsi128_si64(sum) + _mm_cvtsi128_si64(_mm_unpackhi_epi64(sum, sum));
}

// One bit for each of 16 truths given as words of all ones or zeros.
static inline uint64_t pack16(__m128i a, __m128i b, __m128i c, __m128i d)
{
    __m128i bytes = _mm_packs_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d));
    return (uint64_t)_mm_movemask_epi8(bytes);
}

// limit > value; the comparison is signed, so that both have their top bit turned.
static inline __m128i sse2_below(const unsigned char *p, __m128i bits, __m128i turned_limit)
{
    __m128i top = _mm_set1_epi32(INT32_MIN);
    return _mm_cmpgt_epi32(turned_limit, _mm_xor_si128(_mm_and_si128(load2(p), bits), top));
}

static inline uint64_t words64_limit(const unsigned char *p, uint32_t bits, uint32_t limit)
{
    __m128i  m = _mm_set1_epi32((int)bits), l = _mm_set1_epi32((int)(limit ^ 0x80000000));
    uint64_t empty = 0;
    for (int i = 0; i < 64; i += 16, p += 64)
        empty |= pack16(sse2_below(p, m, l), sse2_below(p + 16, m, l), sse2_below(p + 32, m, l),
                        sse2_below(p + 48, m, l))
                 << i;
    return ~empty;
}

static inline __m128i is_key(const unsigned char *p, __m128i bits, __m128i key)
{
    return _mm_cmpeq_epi32(_mm_and_si128(load2(p), bits), key);
}

static inline uint64_t words64_key(const unsigned char *p, uint32_t bits, uint32_t key)
{
    __m128i  m = _mm_set1_epi32((int)bits), k = _mm_set1_epi32((int)key);
    uint64_t empty = 0;
    for (int i = 0; i < 64; i += 16, p += 64)
        empty |= pack16(is_key(p, m, k), is_key(p + 16, m, k), is_key(p + 32, m, k),
                        is_key(p + 48, m, k))
                 << i;
    return ~empty;
}

static inline uint64_t bytes64_limit(const unsigned char *p, uint8_t limit)
{
    __m128i  least = _mm_set1_epi8((char)limit);
    uint64_t out = 0;
    for (int i = 0; i < 64; i += 16)
    {
        __m128i value = load2(p + i);
        __m128i solid = _mm_cmpeq_epi8(_mm_max_epu8(value, least), value);
        out |= (uint64_t)_mm_movemask_epi8(solid) << i;
    }
    return out;
}

#include "flat/mask/kernels_cells.h"

#include "flat/mask/kernels_body.h"

static bool kernels_usable(void)
{
    return true;
}

const mask_kernels mask_kernels_sse2 = { .name = "sse2", .usable = kernels_usable, KERNEL_TABLE };

#endif
