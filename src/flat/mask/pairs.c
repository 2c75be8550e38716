// All pairs of a few masks that share a pixel. Boxes are compared first, four with one, which takes two thirds of
// the time of comparing one with one.
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

// Stores the two ends of a box along one axis, from and from + length, in floats, rounded outwards. If
// |from| < PAIRS_WHOLE = 2^23, both ends are floats already: a mask's side is shorter than 2^23, and whole numbers up
// to 2^24 are floats.
static inline void pairs_put_side(float *low, float *high, int64_t from, int length)
{
    bool is_near = from > -PAIRS_WHOLE && from < PAIRS_WHOLE;
    *low = is_near ? (float)from : float_below((double)from);
    *high = is_near ? (float)(from + length) : float_above((double)(from + length));
}

// Stores the boxes of `count` masks. Fills up to a multiple of four with boxes that overlap nothing. Requires
// count <= PAIRS_TILE.
static void pairs_fill(pairs_boxes *boxes, const rim_placed_mask *placed, int count)
{
    for (int k = 0; k < count; k++)
    {
        const rim_placed_mask *item = &placed[k];
        pairs_put_side(&boxes->left[k], &boxes->right[k], item->x, item->mask->width);
        pairs_put_side(&boxes->top[k], &boxes->bottom[k], item->y, item->mask->height);
    }
    for (int k = count; k % 4; k++)
    {
        boxes->left[k] = boxes->top[k] = FLT_MAX;
        boxes->right[k] = boxes->bottom[k] = -FLT_MAX;
    }
}

// The masks and the pairs found among them.
typedef struct pairs_list
{
    const rim_placed_mask *placed;
    rim_pick               pick;
    rim_mask_pair         *out;
    int                    capacity; // of `out`
    int                    count;    // of all pairs found, also of those that `out` has no room for
} pairs_list;

// Adds the pair of masks number a and b, in this order, if they share a pixel. If `out` is full, only counts it. Not
// inlined, as few pairs get here.
static CPU_APART void pairs_try(pairs_list *list, int a, int b)
{
    rim_placed_mask first = list->placed[a], second = list->placed[b];
    int64_t         dx = (int64_t)second.x - first.x, dy = (int64_t)second.y - first.y;
    rim_mask_pair   pair = { a, b, { false, { 0, 0 }, { 0, 0 } } };
    if (!mask_shared_pixel(&pair.pixel, first.mask, second.mask, dx, dy, list->pick)) return;
    if (list->count < list->capacity) list->out[list->count] = pair;
    list->count++;
}

// Tests mask number a against masks first_b + skipped .. first_b + b_count - 1, and adds the pairs that share a pixel.
// Pixels are compared only if the boxes overlap. The box of a is number a_box of a_boxes, and that of mask first_b + k
// is number k of b_boxes. Takes four boxes at a time, from a multiple of four on; `near` has a bit for each of the four
// whose box overlaps a's.
static void pairs_try_near(pairs_list *list, int a, const pairs_boxes *a_boxes, int a_box,
                           int first_b, const pairs_boxes *b_boxes, int b_count, int skipped)
{
    f32x4 left = f32x4_all(a_boxes->left[a_box]), right = f32x4_all(a_boxes->right[a_box]);
    f32x4 top = f32x4_all(a_boxes->top[a_box]), bottom = f32x4_all(a_boxes->bottom[a_box]);
    for (int k = skipped & ~3; k < b_count; k += 4)
    {
        f32x4_truth x = f32x4_both(f32x4_less(f32x4_load(b_boxes->left + k), right),
                                   f32x4_less(left, f32x4_load(b_boxes->right + k)));
        f32x4_truth y = f32x4_both(f32x4_less(f32x4_load(b_boxes->top + k), bottom),
                                   f32x4_less(top, f32x4_load(b_boxes->bottom + k)));
        int         near = f32x4_truth_bits(f32x4_both(x, y));
        if (!near) continue;
        if (k < skipped) near &= 15 << (skipped - k); // drops boxes k .. skipped - 1
        for (; near; near &= near - 1)
            pairs_try(list, a, first_b + k + bits_lowest((unsigned)near));
    }
}

// Stores the pairs of masks that share a pixel, up to `capacity`, and returns how many there are. Masks are compared in
// tiles of PAIRS_TILE masks: each tile with itself, then with all tiles before it. So the pairs come in the order of
// tiles. Within a tile, mask i is compared only with the masks behind it: masks 0 .. i are skipped.
int rim_mask_pairs(const rim_placed_mask *placed, int count, rim_pick pick, rim_mask_pair *out,
                   int capacity)
{
    pairs_list  list = { .placed = placed, .pick = pick, .out = out, .capacity = capacity };
    pairs_boxes a_boxes, b_boxes;
    for (int b = 0; b < count; b += PAIRS_TILE)
    {
        int b_count = count - b < PAIRS_TILE ? count - b : PAIRS_TILE;
        pairs_fill(&b_boxes, placed + b, b_count);
        for (int i = 0; i + 1 < b_count; i++)
            pairs_try_near(&list, b + i, &b_boxes, i, b, &b_boxes, b_count, i + 1);
        for (int a = 0; a < b; a += PAIRS_TILE)
        {
            pairs_fill(&a_boxes, placed + a, PAIRS_TILE);
            for (int i = 0; i < PAIRS_TILE; i++)
                pairs_try_near(&list, a + i, &a_boxes, i, b, &b_boxes, b_count, 0);
        }
    }
    return list.count;
}
