// Template: compiled by each file that includes it.
// The kernel of boxes, written once in lanes. Define SIMD_TIER before; no include guard.

#include "flat/stage/boxes.h"
#include "simd/bits.h"
#include "simd/f32x16.h"

#include <stddef.h>

// Returns a bit for each of the sixteen boxes from number `at` on, set if the box b shares area with `box`:
//
//     b.lo.x < box.hi.x  and  box.lo.x < b.hi.x  and  b.lo.y < box.hi.y  and  box.lo.y < b.hi.y
//
// Requires `at` to be a multiple of STAGE_LANES.
SIMD_INLINE uint32_t boxes_that_overlap(const stage_boxes *boxes, int at, const rim_box2 *box)
{
    f32x16_mask x = f32x16_and(f32x16_less(f32x16_load(boxes->lo[0] + at), f32x16_all(box->hi.x)),
                               f32x16_less(f32x16_all(box->lo.x), f32x16_load(boxes->hi[0] + at)));
    f32x16_mask y = f32x16_and(f32x16_less(f32x16_load(boxes->lo[1] + at), f32x16_all(box->hi.y)),
                               f32x16_less(f32x16_all(box->lo.y), f32x16_load(boxes->hi[1] + at)));
    return f32x16_bits(f32x16_and(x, y));
}

// The `find` of a kernel. The first vector may begin before *from; `skip` clears the bits of those boxes.
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

// The `pairs` of a kernel. Box a is compared with sixteen boxes at a time. The search stops early if the next sixteen
// pairs might not fit.
SIMD_TARGET static void boxes_pairs(const stage_boxes *boxes, const stage_order *order,
                                    stage_batch *batch)
{
    const stage_boxes b = *boxes;
    const uint16_t   *begins = order->begins;
    int               end = batch->end, count = 0, a = batch->at, from = batch->from;
    for (; a < end; from = ++a + 1)
    {
        rim_box2 box = { { b.lo[0][a], b.lo[1][a] }, { b.hi[0][a], b.hi[1][a] } };
        int      last = order->ends ? order->ends[a] : end;
        bool     a_begins = !begins || begins[a / STAGE_LANES] >> a % STAGE_LANES & 1;
        int      at = from & ~(STAGE_LANES - 1);
        // Masks of sixteen bits: `skip` is 0 for boxes before `from` in the first vector, `wanted` is all ones if the
        // bit of a in `begins` suffices.
        uint32_t skip = ~(uint32_t)0 << (from - at), wanted = a_begins ? ~(uint32_t)0 : 0;
        for (; at < last; at += STAGE_LANES)
        {
            if (count > STAGE_BATCH - STAGE_LANES)
            {
                batch->at = a;
                batch->from = at > from ? at : from;
                batch->count = count;
                return;
            }
            uint32_t begin = wanted | (begins ? begins[at / STAGE_LANES] : 0);
            uint32_t bits = boxes_that_overlap(&b, at, &box) & skip & begin;
            int      found = i32x16_store_set(batch->b + count, at, bits);
            i32x16_store_all(batch->a + count, a, found);
            count += found;
            skip = ~(uint32_t)0;
        }
    }
    batch->at = end;
    batch->count = count;
}
