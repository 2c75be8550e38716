// Template: compiled by each file that includes it.
// The kernel of boxes, written once in lanes. Define SIMD_TIER before; no include guard.

#include "flat/stage/boxes.h"
#include "simd/bits.h"
#include "simd/f32x16.h"

#include <stddef.h>

// Returns a bit for each of the sixteen boxes from number `at` on: whether its interior meets that of `box`. Requires `at`
// to be a multiple of STAGE_LANES, and finite boxes with width and height.
SIMD_INLINE uint32_t boxes_that_overlap(const stage_boxes *boxes, int at, const rim_box2 *box)
{
    f32x16_mask x = f32x16_and(f32x16_less(f32x16_load(boxes->lo[0] + at), f32x16_all(box->hi.x)),
                               f32x16_less(f32x16_all(box->lo.x), f32x16_load(boxes->hi[0] + at)));
    f32x16_mask y = f32x16_and(f32x16_less(f32x16_load(boxes->lo[1] + at), f32x16_all(box->hi.y)),
                               f32x16_less(f32x16_all(box->lo.y), f32x16_load(boxes->hi[1] + at)));
    return f32x16_bits(f32x16_and(x, y));
}

// Finds the boxes that overlap `box` among at most STAGE_CHUNK boxes from *from on, and moves *from behind them.
SIMD_TARGET static int boxes_find(const stage_boxes *boxes, int *from, const rim_box2 *box,
                                  int32_t *found)
{
    int      at = *from & ~(STAGE_LANES - 1), count = 0;
    int      end = at + STAGE_CHUNK < boxes->count ? at + STAGE_CHUNK : boxes->count;
    uint32_t skip = ~(uint32_t)0 << (*from - at);
    *from = end;
    for (; at < end; at += STAGE_LANES, skip = ~(uint32_t)0)
        for (uint32_t bits = boxes_that_overlap(boxes, at, box) & skip; bits; bits &= bits - 1)
            found[count++] = at + bits_lowest(bits);
    return count;
}

// Lists pairs of overlapping boxes a < b, with a from batch->at on, until the batch is full; then batch->at and ->from are
// where to continue. With `ends`, box a is compared with b < ends[a] alone. With `begins`, a pair counts only if the bit of
// a or of b is set.
SIMD_TARGET static void boxes_pairs(const stage_boxes *boxes, const stage_order *order,
                                    stage_batch *batch)
{
    const stage_boxes b = *boxes;
    const uint16_t   *begins = order->begins;
    int               end = batch->end, count = 0, i = batch->at, from = batch->from;
    for (; i < end; from = ++i + 1)
    {
        rim_box2 box = { { b.lo[0][i], b.lo[1][i] }, { b.hi[0][i], b.hi[1][i] } };
        int      last = order->ends ? order->ends[i] : end;
        bool     any = !begins || begins[i / STAGE_LANES] >> i % STAGE_LANES & 1;
        int      at = from & ~(STAGE_LANES - 1);
        uint32_t skip = ~(uint32_t)0 << (from - at), wanted = any ? ~(uint32_t)0 : 0;
        for (; at < last; at += STAGE_LANES)
        {
            if (count > STAGE_BATCH - STAGE_LANES)
            {
                batch->at = i;
                batch->from = at > from ? at : from;
                batch->count = count;
                return;
            }
            uint32_t which = wanted | (begins ? begins[at / STAGE_LANES] : 0);
            uint32_t bits = boxes_that_overlap(&b, at, &box) & skip & which;
            int      found = i32x16_store_set(batch->b + count, at, bits);
            i32x16_store_all(batch->a + count, i, found);
            count += found;
            skip = ~(uint32_t)0;
        }
    }
    batch->at = end;
    batch->count = count;
}
