// AVX2: eight rows are two vectors.
#include "flat/mask/kernels.h"

#ifdef MASK_X86

#include <immintrin.h>

#define KERNEL __attribute__((target("avx2,bmi,bmi2,popcnt")))

typedef struct rows8
{
    __m256i lo, hi;
} rows8;

typedef __m256i count8;

KERNEL static inline __m256i load4(const void *p)
{
    return _mm256_loadu_si256(p);
}

KERNEL static inline rows8 rows8_load(const uint64_t *p)
{
    rows8 x = { load4(p), load4(p + 4) };
    return x;
}

KERNEL static inline rows8 rows8_both(rows8 x, rows8 y)
{
    rows8 both = { _mm256_and_si256(x.lo, y.lo), _mm256_and_si256(x.hi, y.hi) };
    return both;
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
    rows8 over = {
        _mm256_or_si256(_mm256_srl_epi64(a.lo, by.right), _mm256_sll_epi64(next.lo, by.left)),
        _mm256_or_si256(_mm256_srl_epi64(a.hi, by.right), _mm256_sll_epi64(next.hi, by.left)),
    };
    return over;
}

KERNEL static inline bool rows8_any(rows8 x)
{
    __m256i any = _mm256_or_si256(x.lo, x.hi);
    return !_mm256_testz_si256(any, any);
}

KERNEL static inline uint32_t zero_bytes(__m256i x)
{
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(x, _mm256_setzero_si256()));
}

KERNEL static inline uint64_t rows8_bytes(rows8 x)
{
    return ~(zero_bytes(x.lo) | (uint64_t)zero_bytes(x.hi) << 32);
}

KERNEL static inline count8 count8_zero(void)
{
    return _mm256_setzero_si256();
}

// The bits of each nibble are looked up, then the 8 bytes of each word summed (Muła, Kurz, Lemire,
// "Faster population counts using AVX2 instructions", 2018).
KERNEL static inline __m256i count_words(__m256i x)
{
    __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
                                     0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    __m256i nibble = _mm256_set1_epi8(15);
    __m256i low = _mm256_shuffle_epi8(table, _mm256_and_si256(x, nibble));
    __m256i high = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(x, 4), nibble));
    return _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256());
}

KERNEL static inline count8 count8_add(count8 sum, rows8 x)
{
    return _mm256_add_epi64(sum, _mm256_add_epi64(count_words(x.lo), count_words(x.hi)));
}

KERNEL static inline int64_t count8_total(count8 sum)
{
    __m128i half = _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    return _mm_cvtsi128_si64(half) + _mm_cvtsi128_si64(_mm_unpackhi_epi64(half, half));
}

// One bit for each of 32 truths given as words of all ones or zeros. Packing works in the halves of a
// vector, which leaves groups of 4 pixels in the order 0 2 4 6 1 3 5 7.
KERNEL static inline uint32_t pack32(__m256i a, __m256i b, __m256i c, __m256i d)
{
    __m256i bytes = _mm256_packs_epi16(_mm256_packs_epi32(a, b), _mm256_packs_epi32(c, d));
    __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    return (uint32_t)_mm256_movemask_epi8(_mm256_permutevar8x32_epi32(bytes, order));
}

// x >= y for unsigned words: the greater of both is x.
KERNEL static inline __m256i avx2_at_least(const unsigned char *p, __m256i bits, __m256i limit)
{
    __m256i value = _mm256_and_si256(load4(p), bits);
    return _mm256_cmpeq_epi32(_mm256_max_epu32(value, limit), value);
}

KERNEL static inline uint64_t words64_limit(const unsigned char *p, uint32_t bits, uint32_t limit)
{
    __m256i  m = _mm256_set1_epi32((int)bits), l = _mm256_set1_epi32((int)limit);
    uint32_t low = pack32(avx2_at_least(p, m, l), avx2_at_least(p + 32, m, l),
                          avx2_at_least(p + 64, m, l), avx2_at_least(p + 96, m, l));
    p += 128;
    uint32_t high = pack32(avx2_at_least(p, m, l), avx2_at_least(p + 32, m, l),
                           avx2_at_least(p + 64, m, l), avx2_at_least(p + 96, m, l));
    return low | (uint64_t)high << 32;
}

KERNEL static inline __m256i is_key(const unsigned char *p, __m256i bits, __m256i key)
{
    return _mm256_cmpeq_epi32(_mm256_and_si256(load4(p), bits), key);
}

KERNEL static inline uint64_t words64_key(const unsigned char *p, uint32_t bits, uint32_t key)
{
    __m256i  m = _mm256_set1_epi32((int)bits), k = _mm256_set1_epi32((int)key);
    uint32_t low =
        pack32(is_key(p, m, k), is_key(p + 32, m, k), is_key(p + 64, m, k), is_key(p + 96, m, k));
    p += 128;
    uint32_t high =
        pack32(is_key(p, m, k), is_key(p + 32, m, k), is_key(p + 64, m, k), is_key(p + 96, m, k));
    return ~(low | (uint64_t)high << 32);
}

KERNEL static inline uint32_t bytes32_limit(const unsigned char *p, __m256i limit)
{
    __m256i value = load4(p);
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(value, limit), value));
}

KERNEL static inline uint64_t bytes64_limit(const unsigned char *p, uint8_t limit)
{
    __m256i least = _mm256_set1_epi8((char)limit);
    return bytes32_limit(p, least) | (uint64_t)bytes32_limit(p + 32, least) << 32;
}

#define CELLS_GATHER
#include "flat/mask/kernels_cells.h"

#include "flat/mask/kernels_body.h"

static bool kernels_usable(void)
{
    return CPU_HAS(AVX2, "avx2") && CPU_HAS(AVX2, "bmi2");
}

const mask_kernels mask_kernels_avx2 = { .name = "avx2", .usable = kernels_usable, KERNEL_TABLE };

#endif
