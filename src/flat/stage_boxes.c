#include "flat/stage_boxes.h"

#include <stddef.h>

#if defined(__x86_64__) && defined(__GNUC__)
#define STAGE_X86 1
#include <immintrin.h>
#endif

static inline int lowest_bit(uint32_t bits)
{
#ifdef __GNUC__
    return __builtin_ctz(bits);
#else
    int i = 0;
    while (!(bits >> i & 1)) i++;
    return i;
#endif
}

// Bit i: does box from + i share area with the one asked about?
#define STAGE_FIND(name, target, lanes)                                                            \
    target static int name(const stage_boxes *boxes, int *from, const rim_box2 *box, int sorted,   \
                           int32_t *found)                                                         \
    {                                                                                              \
        int          at = *from & ~(STAGE_LANES - 1), count = 0;                                   \
        int          end = at + STAGE_CHUNK < boxes->count ? at + STAGE_CHUNK : boxes->count;      \
        uint32_t     skip = ~(uint32_t)0 << (*from - at);                                          \
        const float *order = sorted >= 0 ? boxes->lo[sorted] : NULL;                               \
        float        limit = sorted == 1 ? box->hi.y : box->hi.x;                                  \
        *from = boxes->count;                                                                      \
        for (; at < end; at += STAGE_LANES, skip = ~(uint32_t)0)                                   \
        {                                                                                          \
            if (order && order[at] >= limit) return count;                                         \
            for (uint32_t bits = lanes(boxes, at, box) & skip; bits; bits &= bits - 1)             \
                found[count++] = at + lowest_bit(bits);                                            \
        }                                                                                          \
        if (end < boxes->count) *from = end;                                                       \
        return count;                                                                              \
    }

static bool always(void)
{
    return true;
}

#ifdef STAGE_X86

static inline uint32_t lanes4(const stage_boxes *b, int at, const rim_box2 *box)
{
    __m128 x0 = _mm_loadu_ps(b->lo[0] + at), x1 = _mm_loadu_ps(b->hi[0] + at);
    __m128 y0 = _mm_loadu_ps(b->lo[1] + at), y1 = _mm_loadu_ps(b->hi[1] + at);
    __m128 x = _mm_and_ps(_mm_cmplt_ps(x0, _mm_set1_ps(box->hi.x)),
                          _mm_cmpgt_ps(x1, _mm_set1_ps(box->lo.x)));
    __m128 y = _mm_and_ps(_mm_cmplt_ps(y0, _mm_set1_ps(box->hi.y)),
                          _mm_cmpgt_ps(y1, _mm_set1_ps(box->lo.y)));
    return (uint32_t)_mm_movemask_ps(_mm_and_ps(x, y));
}

static inline uint32_t plain_lanes(const stage_boxes *b, int at, const rim_box2 *box)
{
    return lanes4(b, at, box) | lanes4(b, at + 4, box) << 4 | lanes4(b, at + 8, box) << 8 |
           lanes4(b, at + 12, box) << 12;
}

__attribute__((target("avx2"))) static inline uint32_t lanes8(const stage_boxes *b, int at,
                                                              const rim_box2 *box)
{
    __m256 x0 = _mm256_loadu_ps(b->lo[0] + at), x1 = _mm256_loadu_ps(b->hi[0] + at);
    __m256 y0 = _mm256_loadu_ps(b->lo[1] + at), y1 = _mm256_loadu_ps(b->hi[1] + at);
    __m256 x = _mm256_and_ps(_mm256_cmp_ps(x0, _mm256_set1_ps(box->hi.x), _CMP_LT_OQ),
                             _mm256_cmp_ps(x1, _mm256_set1_ps(box->lo.x), _CMP_GT_OQ));
    __m256 y = _mm256_and_ps(_mm256_cmp_ps(y0, _mm256_set1_ps(box->hi.y), _CMP_LT_OQ),
                             _mm256_cmp_ps(y1, _mm256_set1_ps(box->lo.y), _CMP_GT_OQ));
    return (uint32_t)_mm256_movemask_ps(_mm256_and_ps(x, y));
}

__attribute__((target("avx2"))) static inline uint32_t avx2_lanes(const stage_boxes *b, int at,
                                                                  const rim_box2 *box)
{
    return lanes8(b, at, box) | lanes8(b, at + 8, box) << 8;
}

__attribute__((target("avx512f"))) static inline uint32_t avx512_lanes(const stage_boxes *b, int at,
                                                                       const rim_box2 *box)
{
    __mmask16 m =
        _mm512_cmp_ps_mask(_mm512_loadu_ps(b->lo[0] + at), _mm512_set1_ps(box->hi.x), _CMP_LT_OQ);
    m = _mm512_mask_cmp_ps_mask(m, _mm512_loadu_ps(b->hi[0] + at), _mm512_set1_ps(box->lo.x),
                                _CMP_GT_OQ);
    m = _mm512_mask_cmp_ps_mask(m, _mm512_loadu_ps(b->lo[1] + at), _mm512_set1_ps(box->hi.y),
                                _CMP_LT_OQ);
    return _mm512_mask_cmp_ps_mask(m, _mm512_loadu_ps(b->hi[1] + at), _mm512_set1_ps(box->lo.y),
                                   _CMP_GT_OQ);
}

static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2");
}

static bool has_avx512(void)
{
    return __builtin_cpu_supports("avx512f");
}

STAGE_FIND(avx2_find, __attribute__((target("avx2"))), avx2_lanes)
STAGE_FIND(avx512_find, __attribute__((target("avx512f"))), avx512_lanes)

static const stage_kernel avx2 = { "avx2", has_avx2, avx2_find };
static const stage_kernel avx512 = { "avx512", has_avx512, avx512_find };

#else

static inline uint32_t plain_lanes(const stage_boxes *b, int at, const rim_box2 *box)
{
    uint32_t bits = 0;
    for (int i = 0; i < STAGE_LANES; i++)
        bits |= (uint32_t)((b->lo[0][at + i] < box->hi.x) & (b->hi[0][at + i] > box->lo.x) &
                           (b->lo[1][at + i] < box->hi.y) & (b->hi[1][at + i] > box->lo.y))
                << i;
    return bits;
}

#endif

STAGE_FIND(plain_find, , plain_lanes)

static const stage_kernel plain = { "plain", always, plain_find };

static const stage_kernel *const kernels[] = {
    &plain,
#ifdef STAGE_X86
    &avx2,
    &avx512,
#endif
    NULL,
};

const stage_kernel *const *stage_kernel_all(void)
{
    return kernels;
}

const stage_kernel *stage_kernel_best(void)
{
    const stage_kernel *best = kernels[0];
    for (int i = 1; kernels[i]; i++)
        if (kernels[i]->usable()) best = kernels[i];
    return best;
}
