#include "flat/stage/boxes.h"

#include "simd/cpu.h"

#include <stddef.h>

#ifdef CPU_X86
#define STAGE_X86 1
#include <immintrin.h>
#endif

static inline int stage_boxes_lowest_bit(uint32_t bits)
{
#ifdef CPU_GNU
    return __builtin_ctz(bits);
#else
    int i = 0;
    while (!(bits >> i & 1)) i++;
    return i;
#endif
}

// lanes(lo, hi, at, box) has bit i set if box at + i shares area with the one asked about.
#define STAGE_FIND(name, target, lanes)                                                            \
    target static int name(const stage_boxes *boxes, int *from, const rim_box2 *box,               \
                           int32_t *found)                                                         \
    {                                                                                              \
        int      at = *from & ~(STAGE_LANES - 1), count = 0;                                       \
        int      end = at + STAGE_CHUNK < boxes->count ? at + STAGE_CHUNK : boxes->count;          \
        uint32_t skip = ~(uint32_t)0 << (*from - at);                                              \
        *from = end;                                                                               \
        for (; at < end; at += STAGE_LANES, skip = ~(uint32_t)0)                                   \
            for (uint32_t bits = lanes((const float *const *)boxes->lo,                            \
                                       (const float *const *)boxes->hi, at, box) &                 \
                                 skip;                                                             \
                 bits; bits &= bits - 1)                                                           \
                found[count++] = at + stage_boxes_lowest_bit(bits);                                \
        return count;                                                                              \
    }

// put(a, b, i, at, bits) writes the pairs of box i with boxes at + k for all bits k, and tells how many.
#define STAGE_PAIRS(name, target, lanes, put)                                                      \
    target static void name(const stage_boxes *boxes, const stage_order *order,                    \
                            stage_batch *batch)                                                    \
    {                                                                                              \
        const float    *lo[2] = { boxes->lo[0], boxes->lo[1] };                                    \
        const float    *hi[2] = { boxes->hi[0], boxes->hi[1] };                                    \
        const uint16_t *begins = order->begins;                                                    \
        int             end = batch->end, count = 0, i = batch->at, from = batch->from;            \
        for (; i < end; from = ++i + 1)                                                            \
        {                                                                                          \
            rim_box2 box = { { lo[0][i], lo[1][i] }, { hi[0][i], hi[1][i] } };                     \
            int      last = order->ends ? order->ends[i] : end;                                    \
            bool     any = !begins || begins[i / STAGE_LANES] >> i % STAGE_LANES & 1;              \
            int      at = from & ~(STAGE_LANES - 1);                                               \
            uint32_t skip = ~(uint32_t)0 << (from - at), wanted = any ? ~(uint32_t)0 : 0;          \
            for (; at < last; at += STAGE_LANES)                                                   \
            {                                                                                      \
                if (count > STAGE_BATCH - STAGE_LANES)                                             \
                {                                                                                  \
                    batch->at = i;                                                                 \
                    batch->from = at > from ? at : from;                                           \
                    batch->count = count;                                                          \
                    return;                                                                        \
                }                                                                                  \
                uint32_t which = wanted | (begins ? begins[at / STAGE_LANES] : 0);                 \
                uint32_t bits = lanes(lo, hi, at, &box) & skip & which;                            \
                count += put(batch->a + count, batch->b + count, i, at, bits);                     \
                skip = ~(uint32_t)0;                                                               \
            }                                                                                      \
        }                                                                                          \
        batch->at = end;                                                                           \
        batch->count = count;                                                                      \
    }

static inline int put_bits(int32_t *a, int32_t *b, int i, int at, uint32_t bits)
{
    int count = 0;
    for (; bits; bits &= bits - 1)
    {
        a[count] = i;
        b[count++] = at + stage_boxes_lowest_bit(bits);
    }
    return count;
}

static bool stage_boxes_is_always_usable(void)
{
    return true;
}

#ifdef STAGE_X86

static inline uint32_t lanes4(const float *const lo[2], const float *const hi[2], int at,
                              const rim_box2 *box)
{
    __m128 x0 = _mm_loadu_ps(lo[0] + at), x1 = _mm_loadu_ps(hi[0] + at);
    __m128 y0 = _mm_loadu_ps(lo[1] + at), y1 = _mm_loadu_ps(hi[1] + at);
    __m128 x = _mm_and_ps(_mm_cmplt_ps(x0, _mm_set1_ps(box->hi.x)),
                          _mm_cmpgt_ps(x1, _mm_set1_ps(box->lo.x)));
    __m128 y = _mm_and_ps(_mm_cmplt_ps(y0, _mm_set1_ps(box->hi.y)),
                          _mm_cmpgt_ps(y1, _mm_set1_ps(box->lo.y)));
    return (uint32_t)_mm_movemask_ps(_mm_and_ps(x, y));
}

static inline uint32_t plain_lanes(const float *const lo[2], const float *const hi[2], int at,
                                   const rim_box2 *box)
{
    return lanes4(lo, hi, at, box) | lanes4(lo, hi, at + 4, box) << 4 |
           lanes4(lo, hi, at + 8, box) << 8 | lanes4(lo, hi, at + 12, box) << 12;
}

__attribute__((target("avx2"))) static inline uint32_t
lanes8(const float *const lo[2], const float *const hi[2], int at, const rim_box2 *box)
{
    __m256 x0 = _mm256_loadu_ps(lo[0] + at), x1 = _mm256_loadu_ps(hi[0] + at);
    __m256 y0 = _mm256_loadu_ps(lo[1] + at), y1 = _mm256_loadu_ps(hi[1] + at);
    __m256 x = _mm256_and_ps(_mm256_cmp_ps(x0, _mm256_set1_ps(box->hi.x), _CMP_LT_OQ),
                             _mm256_cmp_ps(x1, _mm256_set1_ps(box->lo.x), _CMP_GT_OQ));
    __m256 y = _mm256_and_ps(_mm256_cmp_ps(y0, _mm256_set1_ps(box->hi.y), _CMP_LT_OQ),
                             _mm256_cmp_ps(y1, _mm256_set1_ps(box->lo.y), _CMP_GT_OQ));
    return (uint32_t)_mm256_movemask_ps(_mm256_and_ps(x, y));
}

__attribute__((target("avx2"))) static inline uint32_t
avx2_lanes(const float *const lo[2], const float *const hi[2], int at, const rim_box2 *box)
{
    return lanes8(lo, hi, at, box) | lanes8(lo, hi, at + 8, box) << 8;
}

__attribute__((target("avx512f"))) static inline uint32_t
avx512_lanes(const float *const lo[2], const float *const hi[2], int at, const rim_box2 *box)
{
    __mmask16 m =
        _mm512_cmp_ps_mask(_mm512_loadu_ps(lo[0] + at), _mm512_set1_ps(box->hi.x), _CMP_LT_OQ);
    m = _mm512_mask_cmp_ps_mask(m, _mm512_loadu_ps(hi[0] + at), _mm512_set1_ps(box->lo.x),
                                _CMP_GT_OQ);
    m = _mm512_mask_cmp_ps_mask(m, _mm512_loadu_ps(lo[1] + at), _mm512_set1_ps(box->hi.y),
                                _CMP_LT_OQ);
    return _mm512_mask_cmp_ps_mask(m, _mm512_loadu_ps(hi[1] + at), _mm512_set1_ps(box->lo.y),
                                   _CMP_GT_OQ);
}

static bool stage_boxes_has_avx2(void)
{
    return CPU_HAS(AVX2, "avx2");
}

static bool stage_boxes_has_avx512(void)
{
    return CPU_HAS(AVX512, "avx512f");
}

// The numbers of the set lanes side by side, without a branch for each.
__attribute__((target("avx512f,popcnt"))) static inline int put_lanes(int32_t *a, int32_t *b, int i,
                                                                      int at, uint32_t bits)
{
    __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m512i number = _mm512_add_epi32(lane, _mm512_set1_epi32(at));
    _mm512_storeu_si512(a, _mm512_set1_epi32(i));
    _mm512_storeu_si512(b, _mm512_maskz_compress_epi32((__mmask16)bits, number));
    return __builtin_popcount(bits);
}

STAGE_FIND(avx2_find, __attribute__((target("avx2"))), avx2_lanes)
STAGE_FIND(avx512_find, __attribute__((target("avx512f"))), avx512_lanes)
STAGE_PAIRS(avx2_pairs, __attribute__((target("avx2"))), avx2_lanes, put_bits)
STAGE_PAIRS(avx512_pairs, __attribute__((target("avx512f,popcnt"))), avx512_lanes, put_lanes)

static const stage_kernel avx2 = { "avx2", stage_boxes_has_avx2, avx2_find, avx2_pairs };
static const stage_kernel stage_boxes_avx512 = { "avx512", stage_boxes_has_avx512, avx512_find,
                                                 avx512_pairs };

#else

static inline uint32_t plain_lanes(const float *const lo[2], const float *const hi[2], int at,
                                   const rim_box2 *box)
{
    uint32_t bits = 0;
    for (int i = 0; i < STAGE_LANES; i++)
        bits |= (uint32_t)((lo[0][at + i] < box->hi.x) & (hi[0][at + i] > box->lo.x) &
                           (lo[1][at + i] < box->hi.y) & (hi[1][at + i] > box->lo.y))
                << i;
    return bits;
}

#endif

STAGE_FIND(plain_find, , plain_lanes)
STAGE_PAIRS(plain_pairs, , plain_lanes, put_bits)

static const stage_kernel plain = { "plain", stage_boxes_is_always_usable, plain_find,
                                    plain_pairs };

static const stage_kernel *const stage_boxes_kernels[] = {
    &plain,
#ifdef STAGE_X86
    &avx2,
    &stage_boxes_avx512,
#endif
    NULL,
};

const stage_kernel *const *stage_kernel_all(void)
{
    return stage_boxes_kernels;
}

const stage_kernel *stage_kernel_best(void)
{
    const stage_kernel *best = stage_boxes_kernels[0];
    for (int i = 1; stage_boxes_kernels[i]; i++)
        if (stage_boxes_kernels[i]->usable()) best = stage_boxes_kernels[i];
    return best;
}
