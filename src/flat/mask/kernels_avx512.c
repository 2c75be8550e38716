// AVX-512 with vector popcount: eight rows are one vector.
#include "flat/mask/kernels.h"

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

// Four masks of 16 pixels, the first one lowest.
KERNEL static inline uint64_t join16(__mmask16 a, __mmask16 b, __mmask16 c, __mmask16 d)
{
    return _mm512_kunpackd(_mm512_kunpackw(d, c), _mm512_kunpackw(b, a));
}

// Where the bits reach the top, those below them cannot turn the comparison.
KERNEL static inline uint64_t words64_limit(const unsigned char *p, uint32_t bits, uint32_t limit)
{
    __m512i least = _mm512_set1_epi32((int)limit);
    __m512i a = _mm512_loadu_si512(p), b = _mm512_loadu_si512(p + 64);
    __m512i c = _mm512_loadu_si512(p + 128), d = _mm512_loadu_si512(p + 192);
    if (!(bits >> 31))
    {
        __m512i wanted = _mm512_set1_epi32((int)bits);
        a = _mm512_and_si512(a, wanted), b = _mm512_and_si512(b, wanted);
        c = _mm512_and_si512(c, wanted), d = _mm512_and_si512(d, wanted);
    }
    return join16(_mm512_cmpge_epu32_mask(a, least), _mm512_cmpge_epu32_mask(b, least),
                  _mm512_cmpge_epu32_mask(c, least), _mm512_cmpge_epu32_mask(d, least));
}

KERNEL static inline __mmask16 differs16(const unsigned char *p, __m512i bits, __m512i key)
{
    return _mm512_cmpneq_epu32_mask(_mm512_and_si512(_mm512_loadu_si512(p), bits), key);
}

KERNEL static inline uint64_t words64_key(const unsigned char *p, uint32_t bits, uint32_t key)
{
    __m512i m = _mm512_set1_epi32((int)bits), k = _mm512_set1_epi32((int)key);
    return join16(differs16(p, m, k), differs16(p + 64, m, k), differs16(p + 128, m, k),
                  differs16(p + 192, m, k));
}

KERNEL static inline uint64_t bytes64_limit(const unsigned char *p, uint8_t limit)
{
    return _mm512_cmpge_epu8_mask(_mm512_loadu_si512(p), _mm512_set1_epi8((char)limit));
}

#define CELLS_GATHER
#include "flat/mask/kernels_cells.h"

#include "flat/mask/kernels_body.h"

static bool kernels_usable(void)
{
    return CPU_HAS(AVX512, "avx512f") && CPU_HAS(AVX512, "avx512bw") &&
           CPU_HAS(AVX512, "avx512vpopcntdq") && CPU_HAS(AVX2, "bmi2");
}

const mask_kernels mask_kernels_avx512 = { .name = "avx512",
                                           .usable = kernels_usable,
                                           KERNEL_TABLE };

#endif
