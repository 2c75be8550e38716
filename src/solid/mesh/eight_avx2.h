// Template: compiled anew by each file that includes it.
// Eight floats in one register. Include eight_plain.h or this, never both.
#ifndef RIM_SOLID_MESH_EIGHT_AVX2_H
#define RIM_SOLID_MESH_EIGHT_AVX2_H

#include "solid/mesh/kernels.h"

#include <immintrin.h>
#include <math.h>

// 1: in AVX-512, which has masks and permutations of its own, and twice as many registers.
#ifndef EIGHT_AVX512
#define EIGHT_AVX512 0
#endif

#if EIGHT_AVX512
#define EIGHT_TARGET                                                                               \
    __attribute__((target("avx2,bmi,bmi2,fma,avx512f,avx512vl,avx512bw,avx512dq,avx512vbmi2")))
#define EIGHT_NAME(name) name##_avx512
#else
#define EIGHT_TARGET __attribute__((target("avx2,bmi,bmi2,fma")))
#define EIGHT_NAME(name) name##_avx2
#endif
#define EIGHT_INLINE static inline __attribute__((always_inline)) EIGHT_TARGET
// What is seldom done, kept out of the way of the rest.
#define EIGHT_APART static __attribute__((noinline)) EIGHT_TARGET

typedef __m256 eight;

#if EIGHT_AVX512
#define EIGHT_ONE8(k) k, k, k, k, k, k, k, k
#define EIGHT_ONE64(k)                                                                             \
    EIGHT_ONE8(k), EIGHT_ONE8(k), EIGHT_ONE8(k), EIGHT_ONE8(k), EIGHT_ONE8(k), EIGHT_ONE8(k),      \
        EIGHT_ONE8(k), EIGHT_ONE8(k)
#define EIGHT_ORDINALS8(k) k, k + 1, k + 2, k + 3, k + 4, k + 5, k + 6, k + 7
#define EIGHT_ORDINALS64(k)                                                                        \
    EIGHT_ORDINALS8(k), EIGHT_ORDINALS8(k + 8), EIGHT_ORDINALS8(k + 16), EIGHT_ORDINALS8(k + 24),  \
        EIGHT_ORDINALS8(k + 32), EIGHT_ORDINALS8(k + 40), EIGHT_ORDINALS8(k + 48),                 \
        EIGHT_ORDINALS8(k + 56)

// Where quad_steps puts a0, a1, a2, b0, b1 and b2; and the numbers 0 .. 127.
static const _Alignas(64) uint8_t EIGHT_ONES[6 * 64] = { EIGHT_ONE64(0), EIGHT_ONE64(1),
                                                         EIGHT_ONE64(2), EIGHT_ONE64(4),
                                                         EIGHT_ONE64(5), EIGHT_ONE64(6) };
static const _Alignas(64) uint8_t EIGHT_ORDINALS[2 * 64] = { EIGHT_ORDINALS64(0),
                                                             EIGHT_ORDINALS64(64) };
#endif

// clang-format off
EIGHT_INLINE eight eight_all(float a) { return _mm256_set1_ps(a); }
EIGHT_INLINE eight eight_add(eight a, eight b) { return _mm256_add_ps(a, b); }
EIGHT_INLINE eight eight_sub(eight a, eight b) { return _mm256_sub_ps(a, b); }
EIGHT_INLINE eight eight_mul(eight a, eight b) { return _mm256_mul_ps(a, b); }
EIGHT_INLINE eight eight_div(eight a, eight b) { return _mm256_div_ps(a, b); }
EIGHT_INLINE eight eight_fma(eight a, eight b, eight c) { return _mm256_fmadd_ps(a, b, c); }
EIGHT_INLINE eight eight_fms(eight a, eight b, eight c) { return _mm256_fmsub_ps(a, b, c); }
EIGHT_INLINE eight eight_fnma(eight a, eight b, eight c) { return _mm256_fnmadd_ps(a, b, c); }
EIGHT_INLINE eight eight_sqrt(eight a) { return _mm256_sqrt_ps(a); }
EIGHT_INLINE eight eight_abs(eight a) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a); }
EIGHT_INLINE eight eight_min(eight a, eight b) { return _mm256_min_ps(a, b); }
EIGHT_INLINE eight eight_max(eight a, eight b) { return _mm256_max_ps(a, b); }
#if EIGHT_AVX512
EIGHT_INLINE unsigned eight_less(eight a, eight b) { return _mm256_cmp_ps_mask(a, b, _CMP_LT_OQ); }
EIGHT_INLINE unsigned eight_no_more(eight a, eight b) { return _mm256_cmp_ps_mask(a, b, _CMP_LE_OQ); }
EIGHT_INLINE eight eight_choose(unsigned bits, eight a, eight b) { return _mm256_mask_blend_ps((__mmask8)bits, b, a); }
#else
EIGHT_INLINE unsigned eight_less(eight a, eight b) { return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_LT_OQ)); }
EIGHT_INLINE unsigned eight_no_more(eight a, eight b) { return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_LE_OQ)); }
#endif
// For what waits for the bits: in AVX-512 too they come sooner as signs than by way of a mask.
EIGHT_INLINE unsigned eight_no_more_soon(eight a, eight b) { return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_LE_OQ)); }
EIGHT_INLINE unsigned eight_less_both(eight a, eight b, eight c, eight d) { return (unsigned)_mm256_movemask_ps(_mm256_and_ps(_mm256_cmp_ps(a, b, _CMP_LT_OQ), _mm256_cmp_ps(c, d, _CMP_LT_OQ))); }
EIGHT_INLINE eight eight_load(const float *at) { return _mm256_loadu_ps(at); }
EIGHT_INLINE void eight_store(float *at, eight a) { _mm256_storeu_ps(at, a); }
EIGHT_INLINE void eight_store_bits(uint32_t *at, eight a) { _mm256_storeu_si256((__m256i *)(void *)at, _mm256_castps_si256(a)); }
EIGHT_INLINE int eight_bit_count(uint64_t bits) { return __builtin_popcountll(bits); }
EIGHT_INLINE unsigned eight_below(int count) { return _bzhi_u32(255u, (unsigned)count); }
EIGHT_INLINE int eight_lowest(unsigned bits) { return __builtin_ctz(bits); }
// clang-format on

// Whether numbers are below 0, to be put together: their highest bits. What is 0 or not a number may count as below.
typedef __m256 eight_signs;

// clang-format off
EIGHT_INLINE eight_signs eight_sign(eight a) { return a; }
EIGHT_INLINE eight_signs eight_both(eight_signs a, eight_signs b) { return _mm256_and_ps(a, b); }
EIGHT_INLINE eight_signs eight_either(eight_signs a, eight_signs b) { return _mm256_or_ps(a, b); }
EIGHT_INLINE eight_signs eight_and_not(eight_signs a, eight_signs b) { return _mm256_andnot_ps(b, a); }
EIGHT_INLINE unsigned eight_sign_bits(eight_signs a) { return (unsigned)_mm256_movemask_ps(a); }
// clang-format on

#if !EIGHT_AVX512
EIGHT_INLINE eight eight_choose(unsigned bits, eight a, eight b)
{
    __m256i each = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    __m256i chosen = _mm256_and_si256(_mm256_set1_epi32((int)bits), each);
    return _mm256_blendv_ps(b, a, _mm256_castsi256_ps(_mm256_cmpeq_epi32(chosen, each)));
}
#endif

EIGHT_INLINE __m256i eight_indices(const uint8_t *at)
{
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)at));
}

// Shuffled within both halves, which is quicker than across them.
EIGHT_INLINE eight eight_bytes(const uint8_t *at)
{
    const __m256i spread =
        _mm256_setr_epi8(0, -1, -1, -1, 1, -1, -1, -1, 2, -1, -1, -1, 3, -1, -1, -1, 4, -1, -1, -1,
                         5, -1, -1, -1, 6, -1, -1, -1, 7, -1, -1, -1);
    __m256i all = _mm256_castpd_si256(_mm256_broadcast_sd((const double *)(const void *)at));
    return _mm256_cvtepi32_ps(_mm256_shuffle_epi8(all, spread));
}

// Up to 24 corners are in three registers, which are permuted; more are gathered.
EIGHT_INLINE eight eight_pick(const float *from, int count, const uint8_t *which)
{
    __m256i i = eight_indices(which);
#if EIGHT_AVX512
    if (count > 32) return _mm256_i32gather_ps(from, i, 4);
    if (count <= 16)
        return _mm256_permutex2var_ps(_mm256_loadu_ps(from), i, _mm256_loadu_ps(from + 8));
    __m512 two = _mm512_permutex2var_ps(_mm512_loadu_ps(from), _mm512_castsi256_si512(i),
                                        _mm512_loadu_ps(from + 16));
    return _mm512_castps512_ps256(two);
#else
    if (count > 24) return _mm256_i32gather_ps(from, i, 4);
    eight low = _mm256_permutevar8x32_ps(_mm256_loadu_ps(from), i);
    eight high = _mm256_permutevar8x32_ps(_mm256_loadu_ps(from + 8), i);
    eight all = _mm256_blendv_ps(low, high, _mm256_castsi256_ps(_mm256_slli_epi32(i, 28)));
    if (count <= 16) return all;
    eight last = _mm256_permutevar8x32_ps(_mm256_loadu_ps(from + 16), i);
    return _mm256_blendv_ps(all, last, _mm256_castsi256_ps(_mm256_slli_epi32(i, 27)));
#endif
}

// Which of sixteen floats in two registers.
#if EIGHT_AVX512
typedef __m256i eight_places;

EIGHT_INLINE eight_places eight_places_of(const uint8_t *which)
{
    return eight_indices(which);
}

EIGHT_INLINE eight eight_pick16(eight low, eight high, eight_places at)
{
    return _mm256_permutex2var_ps(low, at, high);
}
#else
// A permutation of both, and where the second's counts.
typedef struct eight_places
{
    __m256i index;
    __m256 high;
} eight_places;

EIGHT_INLINE eight_places eight_places_of(const uint8_t *which)
{
    __m256i i = eight_indices(which);
    eight_places at = { i, _mm256_castsi256_ps(_mm256_slli_epi32(i, 28)) };
    return at;
}

EIGHT_INLINE eight eight_pick16(eight low, eight high, eight_places at)
{
    return _mm256_blendv_ps(_mm256_permutevar8x32_ps(low, at.index),
                            _mm256_permutevar8x32_ps(high, at.index), at.high);
}
#endif

#if !EIGHT_AVX512
// The lanes of a pattern's set bits, the lowest first, a byte each.
#define EIGHT_RANK(b, i)                                                                           \
    (((b)&1) + ((i) > 1 ? (b) >> 1 & 1 : 0) + ((i) > 2 ? (b) >> 2 & 1 : 0) +                       \
     ((i) > 3 ? (b) >> 3 & 1 : 0) + ((i) > 4 ? (b) >> 4 & 1 : 0) + ((i) > 5 ? (b) >> 5 & 1 : 0) +  \
     ((i) > 6 ? (b) >> 6 & 1 : 0))
#define EIGHT_AT(b, i) ((uint64_t)((b) >> (i)&1) * (i) << 8 * EIGHT_RANK(b, i))
#define EIGHT_ORDER(b)                                                                             \
    (EIGHT_AT(b, 1) | EIGHT_AT(b, 2) | EIGHT_AT(b, 3) | EIGHT_AT(b, 4) | EIGHT_AT(b, 5) |          \
     EIGHT_AT(b, 6) | EIGHT_AT(b, 7))
#define EIGHT_ORDERS4(b)                                                                           \
    EIGHT_ORDER(b), EIGHT_ORDER((b) + 1), EIGHT_ORDER((b) + 2), EIGHT_ORDER((b) + 3)
#define EIGHT_ORDERS16(b)                                                                          \
    EIGHT_ORDERS4(b), EIGHT_ORDERS4((b) + 4), EIGHT_ORDERS4((b) + 8), EIGHT_ORDERS4((b) + 12)
#define EIGHT_ORDERS64(b)                                                                          \
    EIGHT_ORDERS16(b), EIGHT_ORDERS16((b) + 16), EIGHT_ORDERS16((b) + 32), EIGHT_ORDERS16((b) + 48)

static const uint64_t EIGHT_ORDERS[256] = { EIGHT_ORDERS64(0), EIGHT_ORDERS64(64),
                                            EIGHT_ORDERS64(128), EIGHT_ORDERS64(192) };
#endif

// Those whose bits are set in front, the lowest first; behind them something else.
EIGHT_INLINE __m256i eight_front(__m256i words, unsigned bits)
{
#if EIGHT_AVX512
    return _mm256_maskz_compress_epi32((__mmask8)bits, words);
#else
    return _mm256_permutevar8x32_epi32(words, eight_indices((const uint8_t *)&EIGHT_ORDERS[bits]));
#endif
}

// Writes those of eight words whose bits are set, the lowest first, and something else behind them, up to eight
// words. How many bits are set.
EIGHT_INLINE int eight_pack(uint32_t *to, __m256i words, unsigned bits)
{
    _mm256_storeu_si256((__m256i *)(void *)to, eight_front(words, bits));
    return __builtin_popcount(bits);
}

EIGHT_INLINE int eight_put(uint32_t *to, const uint32_t *words, unsigned bits)
{
    return eight_pack(to, _mm256_loadu_si256((const __m256i *)(const void *)words), bits);
}

// As eight_put, but if `at` has its highest bit set only that, once. *low are the bits of what was written that
// has not.
EIGHT_INLINE int eight_put_or(uint32_t *to, const uint32_t *words, uint32_t at, unsigned bits,
                              unsigned *low)
{
    unsigned is_high = (unsigned)((int)at >> 31);
    __m256   own = _mm256_castsi256_ps(_mm256_set1_epi32((int)at));
    __m256   all = _mm256_blendv_ps(_mm256_loadu_ps((const float *)(const void *)words), own, own);
    bits = (bits & ~is_high) | (is_high & 1u);
    *low = bits & ~(unsigned)_mm256_movemask_ps(all);
    return eight_pack(to, _mm256_castps_si256(all), bits);
}

EIGHT_INLINE __m256i eight_numbers(const uint8_t *numbers, uint32_t bytes)
{
    __m256i all = _mm256_loadu_si256((const __m256i *)(const void *)numbers);
    if (bytes != 3) return all;
    __m128i next = _mm_loadu_si128((const __m128i *)(const void *)(numbers + 12));
    __m256i halves = _mm256_inserti128_si256(all, next, 1);
    return _mm256_shuffle_epi8(halves, _mm256_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9,
                                                        10, 11, -1, 0, 1, 2, -1, 3, 4, 5, -1, 6, 7,
                                                        8, -1, 9, 10, 11, -1));
}

// As eight_put, for eight numbers of three or four bytes each.
EIGHT_INLINE int eight_put_numbers(int *to, const uint8_t *numbers, uint32_t bytes, unsigned bits)
{
    return eight_pack((uint32_t *)to, eight_numbers(numbers, bytes), bits);
}

// Rows 0 .. 3 and 4 .. 7 of four columns: a b c d of row 0 in the lower half of out[0], of row 4 in its upper.
EIGHT_INLINE void eight_rows(__m256 out[4], __m256 a, __m256 b, __m256 c, __m256 d)
{
    __m256d ab = _mm256_castps_pd(_mm256_unpacklo_ps(a, b));
    __m256d cd = _mm256_castps_pd(_mm256_unpacklo_ps(c, d));
    __m256d ab2 = _mm256_castps_pd(_mm256_unpackhi_ps(a, b));
    __m256d cd2 = _mm256_castps_pd(_mm256_unpackhi_ps(c, d));
    out[0] = _mm256_castpd_ps(_mm256_unpacklo_pd(ab, cd));
    out[1] = _mm256_castpd_ps(_mm256_unpackhi_pd(ab, cd));
    out[2] = _mm256_castpd_ps(_mm256_unpacklo_pd(ab2, cd2));
    out[3] = _mm256_castpd_ps(_mm256_unpackhi_pd(ab2, cd2));
}

// As eight_put, for triangles of a world, whose corners' coordinates are c[0 .. 8]. Behind them something else is
// written, up to nine triangles.
EIGHT_INLINE int eight_put_triangles(rim_world_triangle *to, const __m256 c[9],
                                     const uint8_t *numbers, uint32_t bytes, unsigned bits)
{
    __m256 p[10], first[4], second[4], third[4];
    for (int i = 0; i < 9; i++)
        p[i] = _mm256_castsi256_ps(eight_front(_mm256_castps_si256(c[i]), bits));
    p[9] = _mm256_castsi256_ps(eight_front(eight_numbers(numbers, bytes), bits));
    eight_rows(first, p[0], p[1], p[2], p[3]);
    eight_rows(second, p[4], p[5], p[6], p[7]);
    eight_rows(third, p[8], p[9], _mm256_setzero_ps(), _mm256_setzero_ps());
    float *at = (float *)(void *)to;
    for (int half = 0; half < 2; half++)
        for (int i = 0; i < 4; i++, at += sizeof *to / sizeof *at)
        {
            __m128 row[3] = { _mm256_castps256_ps128(first[i]), _mm256_castps256_ps128(second[i]),
                              _mm256_castps256_ps128(third[i]) };
            if (half)
            {
                row[0] = _mm256_extractf128_ps(first[i], 1);
                row[1] = _mm256_extractf128_ps(second[i], 1);
                row[2] = _mm256_extractf128_ps(third[i], 1);
            }
            _mm_storeu_ps(at, row[0]);
            _mm_storeu_ps(at + 4, row[1]);
            _mm_storeu_ps(at + 8, row[2]);
        }
    return __builtin_popcount(bits);
}

// Eight whole numbers.
typedef __m256i eight_words;

// The lowest bits of sixty-four and sixty-four more, up to eight, by their numbers, 0 .. 127, in order, and then 0. If there
// are more than eight, all of them are of the first.
#if EIGHT_AVX512
typedef uint64_t eight_found;

EIGHT_INLINE eight_found eight_find(uint64_t bits, uint64_t more)
{
    const uint8_t *ordinals = EIGHT_ORDINALS;
    CPU_HIDE(ordinals);
    __m512i  a = _mm512_maskz_compress_epi8(bits, _mm512_load_si512(ordinals));
    __m512i  b = _mm512_maskz_compress_epi8(more, _mm512_load_si512(ordinals + 64));
    uint64_t first = (uint64_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(a));
    uint64_t then = (uint64_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(b));
    return first | then << (8 * __builtin_popcountll(bits) & 63);
}

EIGHT_INLINE size_t eight_found_at(eight_found found, int i)
{
    return found >> 8 * i & 255u;
}
#else
typedef struct eight_found
{
    uint8_t at[16];
} eight_found;

EIGHT_INLINE eight_found eight_find(uint64_t bits, uint64_t more)
{
    eight_found found;
    int count = __builtin_popcountll(bits);
    uint8_t *then = found.at + (count < 8 ? count : 8);
    for (int i = 0; i < 8; i++, bits &= bits - 1) found.at[i] = _tzcnt_u64(bits) & 63u;
    for (int i = 0; i < 8; i++, more &= more - 1) then[i] = (_tzcnt_u64(more) + 64u) & 127u;
    return found;
}

EIGHT_INLINE size_t eight_found_at(eight_found found, int i)
{
    return found.at[i];
}
#endif

EIGHT_INLINE uint64_t eight_without_found(uint64_t bits)
{
    return bits & ~_pdep_u64(255u, bits);
}

// Four floats each.
EIGHT_INLINE __m256 eight_halves(const float *low, const float *high)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high), 1);
}

// The corners of the rows that were found, and their numbers. Behind a row eight bytes more are read.
EIGHT_INLINE eight_words eight_load_rows(eight p[9], const mesh_row *rows, eight_found found)
{
    __m256 first[4], second[4], third[4], out[4];
    for (int i = 0; i < 4; i++)
    {
        const float *low = rows[eight_found_at(found, i)].at;
        const float *high = rows[eight_found_at(found, i + 4)].at;
        first[i] = eight_halves(low, high);
        second[i] = eight_halves(low + 4, high + 4);
        third[i] = eight_halves(low + 8, high + 8);
    }
    eight_rows(p, first[0], first[1], first[2], first[3]);
    eight_rows(p + 4, second[0], second[1], second[2], second[3]);
    eight_rows(out, third[0], third[1], third[2], third[3]);
    p[8] = out[0];
    return _mm256_castps_si256(out[1]);
}

// --- four floats, of which three are meant: along x, y, z ----------------------------------------------------

typedef __m128 quad;

EIGHT_INLINE __m128i quad_bytes(const uint8_t at[4])
{
    int bytes;
    memcpy(&bytes, at, sizeof bytes);
    return _mm_cvtepu8_epi32(_mm_cvtsi32_si128(bytes));
}

// clang-format off
EIGHT_INLINE quad quad_load(const float *at) { return _mm_loadu_ps(at); }
EIGHT_INLINE void quad_store(void *at, quad a) { _mm_storeu_ps(at, a); }
EIGHT_INLINE float quad_at(quad a, int k) { return a[k]; }
EIGHT_INLINE quad quad_of(float x, float y, float z) { return _mm_insert_ps(_mm_insert_ps(_mm_set_ss(x), _mm_set_ss(y), 0x10), _mm_set_ss(z), 0x20); }
EIGHT_INLINE quad quad_pairs(double xy, double zw) { return _mm_castpd_ps(_mm_set_pd(zw, xy)); }
EIGHT_INLINE quad quad_last(quad a) { return _mm_permute_ps(a, 0xFF); }
EIGHT_INLINE quad quad_fma(quad a, quad b, quad c) { return _mm_fmadd_ps(a, b, c); }
EIGHT_INLINE quad quad_all(float a) { return _mm_set1_ps(a); }
EIGHT_INLINE quad quad_add(quad a, quad b) { return _mm_add_ps(a, b); }
EIGHT_INLINE quad quad_sub(quad a, quad b) { return _mm_sub_ps(a, b); }
EIGHT_INLINE quad quad_mul(quad a, quad b) { return _mm_mul_ps(a, b); }
EIGHT_INLINE quad quad_div(quad a, quad b) { return _mm_div_ps(a, b); }
EIGHT_INLINE quad quad_max(quad a, quad b) { return _mm_max_ps(a, b); }
EIGHT_INLINE unsigned quad_negative(quad a) { return (unsigned)_mm_movemask_ps(_mm_cmplt_ps(a, _mm_setzero_ps())); }
EIGHT_INLINE quad quad_turn(quad a, quad by) { return _mm_xor_ps(a, _mm_and_ps(_mm_cmplt_ps(by, _mm_setzero_ps()), _mm_set1_ps(-0.0f))); }
EIGHT_INLINE quad quad_abs(quad a) { return _mm_andnot_ps(_mm_set1_ps(-0.0f), a); }
EIGHT_INLINE quad quad_turned(quad a) { return _mm_permute_ps(a, 0xC9); } // y z x
EIGHT_INLINE unsigned quad_less(quad a, quad b) { return (unsigned)_mm_movemask_ps(_mm_cmplt_ps(a, b)); }
EIGHT_INLINE quad quad_ordered(quad a, const uint8_t order[4]) { return _mm_permutevar_ps(a, quad_bytes(order)); }
// Turned within the quad before it is spread, which takes no index from a register.
EIGHT_INLINE eight eight_spread(quad a, int k) { return _mm256_broadcastss_ps(k == 0 ? a : k == 1 ? _mm_movehdup_ps(a) : _mm_movehl_ps(a, a)); }
// clang-format on

EIGHT_INLINE quad quad_powers(const uint8_t exponents[4])
{
    return _mm_castsi128_ps(_mm_slli_epi32(quad_bytes(exponents), 23));
}

EIGHT_INLINE quad quad_unpowers(const uint8_t exponents[4])
{
    __m128i flipped = _mm_sub_epi32(_mm_set1_epi32(254), quad_bytes(exponents));
    return _mm_castsi128_ps(_mm_slli_epi32(flipped, 23));
}

// Four doubles, of which three are meant, with the bits that vec3d gives.
typedef __m256d triple;

// clang-format off
EIGHT_INLINE triple triple_of(quad a) { return _mm256_cvtps_pd(a); }
EIGHT_INLINE triple triple_all(double a) { return _mm256_set1_pd(a); }
EIGHT_INLINE triple triple_add(triple a, triple b) { return _mm256_add_pd(a, b); }
EIGHT_INLINE triple triple_sub(triple a, triple b) { return _mm256_sub_pd(a, b); }
EIGHT_INLINE triple triple_mul(triple a, triple b) { return _mm256_mul_pd(a, b); }
EIGHT_INLINE quad triple_round(triple a) { return _mm256_cvtpd_ps(a); }
EIGHT_INLINE triple triple_turn(triple a) { return _mm256_permute4x64_pd(a, 0xC9); } // y z x
// clang-format on

EIGHT_INLINE triple triple_cross(triple a, triple b)
{
    return triple_turn(triple_sub(triple_mul(a, triple_turn(b)), triple_mul(triple_turn(a), b)));
}

// a . b and a . c
EIGHT_INLINE void triple_dots(double out[2], triple a, triple b, triple c)
{
    triple  ab = triple_mul(a, b), ac = triple_mul(a, c);
    triple  xz = _mm256_unpacklo_pd(ab, ac), y = _mm256_unpackhi_pd(ab, ac);
    __m128d xy = _mm_add_pd(_mm256_castpd256_pd128(xz), _mm256_castpd256_pd128(y));
    __m128d xyz = _mm_add_pd(xy, _mm256_extractf128_pd(xz, 1));
    out[0] = _mm_cvtsd_f64(xyz);
    out[1] = _mm_cvtsd_f64(_mm_unpackhi_pd(xyz, xyz));
}

// One of them, eight times.
EIGHT_INLINE eight eight_power(const uint8_t exponents[4], int k)
{
    int all;
    memcpy(&all, exponents, sizeof all);
    __m256i each = _mm256_set1_epi32(all);
    if (k == 0) return _mm256_castsi256_ps(_mm256_srli_epi32(_mm256_slli_epi32(each, 24), 1));
    each = _mm256_and_si256(each, _mm256_set1_epi32(255 << 8 * k));
    return _mm256_castsi256_ps(_mm256_slli_epi32(each, 23 - 8 * k));
}

// Numbers along three axes as bytes, cut off and between 0 and 255: a0 a1 a2 . b0 b1 b2 . a0 a1 a2 . b0 b1 b2 .
EIGHT_INLINE __m128i quad_steps(quad a, quad b)
{
    // Too large a number is cut off to the least of all, which is harmless for a.
    __m128i from = _mm_cvttps_epi32(a);
    __m128i to = _mm_cvttps_epi32(_mm_min_ps(b, _mm_set1_ps(255.0f)));
    __m128i words = _mm_packs_epi32(from, to);
    return _mm_packus_epi16(words, words);
}

// Which of two times sixty-four rows meet lo .. hi, in sixteenths of steps. Fractions are cut off, and what lies beyond
// counts as at the end. Sixteen bytes are one step's, so that what is left of the numbers tells where those are.
EIGHT_INLINE void eight_rows_near(uint64_t near[2], const mesh_spans *spans, quad lo, quad hi)
{
    quad            end = _mm_set1_ps(16.0f * MESH_STEPS - 1.0f);
    __m128i         from = _mm_cvttps_epi32(_mm_min_ps(lo, end));
    __m128i         to = _mm_cvttps_epi32(_mm_min_ps(hi, end));
    __m128i         steps = _mm_set1_epi16(16 * (MESH_STEPS - 1));
    __m128i         both = _mm_and_si128(_mm_packus_epi32(from, to), steps);
    uint64_t        first = (uint64_t)_mm_cvtsi128_si64(both);
    uint64_t        last = (uint64_t)_mm_extract_epi64(both, 1);
    const uint64_t *at[6];
    for (int k = 0; k < 3; k++)
    {
        const uint8_t *open = (const uint8_t *)spans->open[k],
                      *begun = (const uint8_t *)spans->begun[k];
        at[k] = (const uint64_t *)(const void *)(open + (uint16_t)(first >> 16 * k));
        at[3 + k] = (const uint64_t *)(const void *)(begun + (uint16_t)(last >> 16 * k));
    }
    for (int i = 0; i < 2; i++)
        near[i] = at[0][i] & at[1][i] & at[2][i] & at[3][i] & at[4][i] & at[5][i];
}

// Which of sixty-four spans, along three axes, meet lo .. hi. Fractions are cut off, and what lies beyond counts as at the
// end: some that do not may be told.
EIGHT_INLINE uint64_t eight_spans64(const uint8_t spans_lo[3][64], const uint8_t spans_hi[3][64],
                                    quad lo, quad hi)
{
#if EIGHT_AVX512
    __m512i        each = _mm512_broadcast_i32x4(quad_steps(lo, hi));
    const uint8_t *ones = EIGHT_ONES;
    CPU_HIDE(ones);
    __mmask64 in = ~(__mmask64)0, also = in;
    for (int k = 0; k < 3; k++)
    {
        __m512i first = _mm512_shuffle_epi8(each, _mm512_load_si512(ones + k * 64));
        __m512i last = _mm512_shuffle_epi8(each, _mm512_load_si512(ones + (k + 3) * 64));
        in = _mm512_mask_cmpge_epu8_mask(in, last, _mm512_loadu_si512(spans_lo[k]));
        also = _mm512_mask_cmple_epu8_mask(also, first, _mm512_loadu_si512(spans_hi[k]));
    }
    return in & also;
#else
    // Both the first and the second four are used, since a table is quicker than what compilers make of constants that
    // are all alike.
    __m256i each = _mm256_broadcastsi128_si256(quad_steps(lo, hi));
    __m256i over[2] = { _mm256_setzero_si256(), _mm256_setzero_si256() };
    for (int k = 0; k < 3; k++)
    {
        __m256i one = _mm256_setr_m128i(_mm_set1_epi8((char)k), _mm_set1_epi8((char)(k + 8)));
        __m256i first = _mm256_shuffle_epi8(each, one);
        __m256i last = _mm256_shuffle_epi8(each, _mm256_add_epi8(one, _mm256_set1_epi8(4)));
        for (int half = 0; half < 2; half++)
        {
            __m256i l = _mm256_loadu_si256((const __m256i *)(const void *)&spans_lo[k][32 * half]);
            __m256i h = _mm256_loadu_si256((const __m256i *)(const void *)&spans_hi[k][32 * half]);
            __m256i o = _mm256_or_si256(_mm256_subs_epu8(l, last), _mm256_subs_epu8(first, h));
            over[half] = _mm256_or_si256(over[half], o);
        }
    }
    uint64_t bits = 0;
    for (int half = 1; half >= 0; half--)
    {
        __m256i none = _mm256_cmpeq_epi8(over[half], _mm256_setzero_si256());
        bits = bits << 32 | (uint32_t)_mm256_movemask_epi8(none);
    }
    return bits;
#endif
}

// As eight_put, of sixty-four words, behind which there is one more. Up to four more may be written.
EIGHT_INLINE int eight_put64(uint32_t *to, const uint32_t words[65], uint64_t bits)
{
    int       count = (int)__builtin_popcountll(bits);
    // How many there are is not guessed: four are written, needed or not.
    uint32_t *end = to + count;
    do
    {
        for (int i = 0; i < 4; i++, bits &= bits - 1) to[i] = words[_tzcnt_u64(bits)];
        to += 4;
    } while (to < end);
    return count;
}

EIGHT_INLINE unsigned eight_spans(const uint8_t spans_lo[24], const uint8_t spans_hi[24], quad lo,
                                  quad hi)
{
    quad    none = _mm_setzero_ps(), all = _mm_set1_ps(255.0f);
    int     within = _mm_movemask_ps(_mm_and_ps(_mm_cmpge_ps(hi, none), _mm_cmple_ps(lo, all)));
    __m128i from = _mm_cvttps_epi32(_mm_max_ps(lo, none));
    __m128i to = _mm_cvttps_epi32(_mm_min_ps(hi, all));
    __m128i bytes = _mm_packus_epi16(_mm_packs_epi32(from, to), from);
    __m256i each = _mm256_broadcastsi128_si256(bytes);
    __m256i firsts =
        _mm256_shuffle_epi8(each, _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,
                                                   2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2));
    __m256i lasts =
        _mm256_shuffle_epi8(each, _mm256_setr_epi8(4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5,
                                                   6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6));
    __m256i  l = _mm256_loadu_si256((const __m256i *)(const void *)spans_lo);
    __m256i  h = _mm256_loadu_si256((const __m256i *)(const void *)spans_hi);
    __m256i  over = _mm256_or_si256(_mm256_subs_epu8(l, lasts), _mm256_subs_epu8(firsts, h));
    unsigned bits = (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(over, _mm256_setzero_si256()));
    // No branch: what it would skip is little, and it would be guessed wrong.
    return bits & bits >> 8 & bits >> 16 & 255u & (unsigned)-(int)((within & 7) == 7);
}

#endif
