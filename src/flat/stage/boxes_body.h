// Template: compiled by each file that includes it.
// The kernel of boxes, written once in lanes. Define SIMD_TIER before; no include guard.

#include "flat/stage/boxes.h"
#include "simd/bits.h"
#include "simd/f32x16.h"

#include <stddef.h>

// Returns a bit for each of the sixteen boxes b from number `at` on, the lowest for box `at`. The bit is set if b
// shares area with `box`:
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

// Finds the boxes from *from on that overlap `box`; see stage_kernel.find. Vectors begin at multiples of STAGE_LANES,
// so the first one may begin before *from. The bits of the boxes before *from are cleared. The last vector needs no
// mask, because boxes after the last one are empty and overlap nothing.
SIMD_TARGET static int boxes_find(const stage_boxes *boxes, int *from, const rim_box2 *box,
                                  int32_t *found)
{
    const uint32_t all_boxes = ~(uint32_t)0;
    int            begin = *from & ~(STAGE_LANES - 1), count = 0;
    int            end = begin + STAGE_CHUNK < boxes->count ? begin + STAGE_CHUNK : boxes->count;
    uint32_t       not_before = all_boxes << (*from - begin);
    *from = end;
    for (int at = begin; at < end; at += STAGE_LANES)
    {
        uint32_t bits = boxes_that_overlap(boxes, at, box) & not_before;
        for (; bits; bits &= bits - 1) found[count++] = at + bits_lowest(bits);
        not_before = all_boxes;
    }
    return count;
}

// Lists pairs of boxes; see stage_kernel.pairs. Box a is compared with sixteen boxes b at a time. The search stops
// early, at the vector `at`, if the next sixteen pairs might not fit. Of the sixteen bits of boxes b that share area
// with a, two conditions clear some:
//
//      b is not before `from`                  the first vector may begin before it
//      `begins` is set for a or for b          a_suffices: all bits stay if it is set for a
SIMD_TARGET static void boxes_pairs(const stage_boxes *boxes, const stage_order *order,
                                    stage_batch *batch)
{
    const uint32_t    all_boxes = ~(uint32_t)0;
    const stage_boxes b = *boxes;
    const uint16_t   *begins = order->begins;
    int               end = batch->end, count = 0, a = batch->at, from = batch->from;
    while (a < end)
    {
        rim_box2 box = { { b.lo[0][a], b.lo[1][a] }, { b.hi[0][a], b.hi[1][a] } };
        int      b_end = order->ends ? order->ends[a] : end;
        bool     a_begins = !begins || begins[a / STAGE_LANES] >> a % STAGE_LANES & 1;
        int      first = from & ~(STAGE_LANES - 1);
        uint32_t not_before = all_boxes << (from - first);
        uint32_t a_suffices = a_begins ? all_boxes : 0;
        for (int at = first; at < b_end; at += STAGE_LANES)
        {
            if (count > STAGE_BATCH - STAGE_LANES)
            {
                batch->at = a;
                batch->from = at > from ? at : from;
                batch->count = count;
                return;
            }
            uint32_t begin = a_suffices | (begins ? begins[at / STAGE_LANES] : 0);
            uint32_t bits = boxes_that_overlap(&b, at, &box) & not_before & begin;
            int      found = i32x16_store_set(batch->b + count, at, bits);
            i32x16_store_all(batch->a + count, a, found);
            count += found;
            not_before = all_boxes;
        }
        a++;
        from = a + 1;
    }
    batch->at = end;
    batch->count = count;
}
