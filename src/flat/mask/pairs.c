// All pairs of a few masks that share a pixel. Boxes are compared first, four with one. One with one, the bench row W15
// takes half as long again.
#include "rimcast/mask.h"

#include "base/float.h"
#include "flat/mask/bits.h"
#include "simd/f32x4.h"

#include <float.h>

enum
{
    PAIRS_TILE = 64,      // masks whose boxes are kept side by side
    PAIRS_WHOLE = 1 << 23 // whole numbers below it are floats
};

// Boxes in floats, rounded outwards.
typedef struct pairs_boxes
{
    float left[PAIRS_TILE], top[PAIRS_TILE], right[PAIRS_TILE], bottom[PAIRS_TILE];
} pairs_boxes;

static inline void pairs_put_side(float *low, float *high, int64_t from, int length)
{
    bool is_near = from > -PAIRS_WHOLE && from < PAIRS_WHOLE;
    *low = is_near ? (float)from : float_below((double)from);
    *high = is_near ? (float)(from + length) : float_above((double)(from + length));
}

// Stores the boxes of `count` masks, followed, up to a multiple of four, by boxes that overlap nothing.
static void pairs_fill(pairs_boxes *boxes, const rim_placed_mask *placed, int count)
{
    for (int k = 0; k < count; k++)
    {
        const rim_placed_mask *it = &placed[k];
        pairs_put_side(&boxes->left[k], &boxes->right[k], it->x, it->mask->width);
        pairs_put_side(&boxes->top[k], &boxes->bottom[k], it->y, it->mask->height);
    }
    for (int k = count; k % 4; k++)
    {
        boxes->left[k] = boxes->top[k] = FLT_MAX;
        boxes->right[k] = boxes->bottom[k] = -FLT_MAX;
    }
}

typedef struct pairs_list
{
    const rim_placed_mask *placed;
    rim_pick               pick;
    rim_mask_pair         *out;
    int                    capacity, count;
} pairs_list;

// Adds the pair of masks a and b if they share a pixel.
static MASK_APART void pairs_try(pairs_list *list, int a, int b)
{
    rim_placed_mask one = list->placed[a], other = list->placed[b];
    int64_t         dx = (int64_t)other.x - one.x, dy = (int64_t)other.y - one.y;
    rim_mask_pair   pair = { a, b, { false, { 0, 0 }, { 0, 0 } } };
    if (!mask_shared_pixel(&pair.pixel, one.mask, other.mask, dx, dy, list->pick)) return;
    if (list->count < list->capacity) list->out[list->count] = pair;
    list->count++;
}

// Tests mask a, whose box is box i of `some`, with those of `count` others from number b on whose boxes overlap it, except
// the first `skipped` ones.
static void pairs_try_near(pairs_list *list, int a, const pairs_boxes *some, int i, int b,
                           const pairs_boxes *others, int count, int skipped)
{
    f32x4 left = f32x4_all(some->left[i]), right = f32x4_all(some->right[i]);
    f32x4 top = f32x4_all(some->top[i]), bottom = f32x4_all(some->bottom[i]);
    for (int k = skipped & ~3; k < count; k += 4)
    {
        f32x4_truth x = f32x4_both(f32x4_less(f32x4_load(others->left + k), right),
                                   f32x4_less(left, f32x4_load(others->right + k)));
        f32x4_truth y = f32x4_both(f32x4_less(f32x4_load(others->top + k), bottom),
                                   f32x4_less(top, f32x4_load(others->bottom + k)));
        int         near = f32x4_truth_bits(f32x4_both(x, y));
        if (!near) continue;
        if (k < skipped) near &= 15 << (skipped - k);
        for (; near; near &= near - 1) pairs_try(list, a, b + k + bits_lowest((unsigned)near));
    }
}

int rim_mask_pairs(const rim_placed_mask *placed, int count, rim_pick pick, rim_mask_pair *out,
                   int capacity)
{
    pairs_list  list = { placed, pick, out, capacity, 0 };
    pairs_boxes some, others;
    for (int b = 0; b < count; b += PAIRS_TILE)
    {
        int here = count - b < PAIRS_TILE ? count - b : PAIRS_TILE;
        pairs_fill(&others, placed + b, here);
        for (int i = 0; i + 1 < here; i++)
            pairs_try_near(&list, b + i, &others, i, b, &others, here, i + 1);
        for (int a = 0; a < b; a += PAIRS_TILE)
        {
            pairs_fill(&some, placed + a, PAIRS_TILE);
            for (int i = 0; i < PAIRS_TILE; i++)
                pairs_try_near(&list, a + i, &some, i, b, &others, here, 0);
        }
    }
    return list.count;
}
