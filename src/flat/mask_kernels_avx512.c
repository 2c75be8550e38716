// AVX-512 with vector popcount: eight rows are one vector.
#include "flat/mask_kernels_each.h"

#ifdef MASK_X86

#include <immintrin.h>

#define KERNEL __attribute__((target("avx512f,avx512bw,avx512vpopcntdq,bmi,bmi2,popcnt")))

typedef __m512i rows8;
typedef __m512i count8;

KERNEL static inline rows8 rows8_load(const uint64_t *p)
{
    return _mm512_loadu_si512(p);
}

KERNEL static inline rows8 rows8_both(rows8 x, rows8 y)
{
    return _mm512_and_si512(x, y);
}

// Vector shifts by 64 give zero, so that no shift is a case of its own.
typedef struct rows8_shifts
{
    __m128i right, left;
} rows8_shifts;

KERNEL static inline rows8_shifts rows8_shifts_by(int right, int left)
{
    rows8_shifts by = { _mm_cvtsi32_si128(right), _mm_cvtsi32_si128(left) };
    return by;
}

KERNEL static inline rows8 rows8_shifted(rows8 a, rows8 next, rows8_shifts by)
{
    return _mm512_or_si512(_mm512_srl_epi64(a, by.right), _mm512_sll_epi64(next, by.left));
}

KERNEL static inline bool rows8_any(rows8 x)
{
    return _mm512_test_epi64_mask(x, x) != 0;
}

KERNEL static inline uint64_t rows8_bytes(rows8 x)
{
    return _mm512_test_epi8_mask(x, x);
}

KERNEL static inline count8 count8_zero(void)
{
    return _mm512_setzero_si512();
}

KERNEL static inline count8 count8_add(count8 sum, rows8 x)
{
    return _mm512_add_epi64(sum, _mm512_popcnt_epi64(x));
}

KERNEL static inline int64_t count8_total(count8 sum)
{
    return _mm512_reduce_add_epi64(sum);
}

KERNEL static inline uint64_t words64_limit(const unsigned char *p, uint32_t bits, uint32_t limit)
{
    __m512i  wanted = _mm512_set1_epi32((int)bits), least = _mm512_set1_epi32((int)limit);
    uint64_t out = 0;
    for (int i = 0; i < 4; i++)
    {
        __m512i value = _mm512_and_si512(_mm512_loadu_si512(p + 64 * i), wanted);
        out |= (uint64_t)_mm512_cmpge_epu32_mask(value, least) << 16 * i;
    }
    return out;
}

KERNEL static inline uint64_t words64_key(const unsigned char *p, uint32_t bits, uint32_t key)
{
    __m512i  wanted = _mm512_set1_epi32((int)bits), empty = _mm512_set1_epi32((int)key);
    uint64_t out = 0;
    for (int i = 0; i < 4; i++)
    {
        __m512i value = _mm512_and_si512(_mm512_loadu_si512(p + 64 * i), wanted);
        out |= (uint64_t)_mm512_cmpneq_epu32_mask(value, empty) << 16 * i;
    }
    return out;
}

KERNEL static inline uint64_t bytes64_limit(const unsigned char *p, uint8_t limit)
{
    return _mm512_cmpge_epu8_mask(_mm512_loadu_si512(p), _mm512_set1_epi8((char)limit));
}

#include "flat/mask_kernels_body.h"

static bool usable(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("bmi2");
}

const mask_kernels mask_kernels_avx512 = { .name = "avx512", .usable = usable, KERNEL_TABLE };

#endif
