// Arrays of boxes, tested sixteen at a time.
#ifndef RIM_FLAT_STAGE_BOXES_H
#define RIM_FLAT_STAGE_BOXES_H

#include "flat/mask/kernels.h"
#include "rimcast/shape2.h"

#include <stdint.h>

#define STAGE_LANES 16

// The most boxes that one call tests, so that a caller's list on the stack has room for all.
#define STAGE_CHUNK 256

// Boxes as four arrays of floats, by axis (0 for x, 1 for y). After the last box follow empty ones up to a multiple of
// STAGE_LANES. An empty box has lo INFINITY and hi -INFINITY, so that it shares area with no box, not even with one of
// infinite sides.
typedef struct stage_boxes
{
    float *lo[2], *hi[2];
    int    count;
} stage_boxes;

// The most pairs that one call of a kernel lists.
#define STAGE_BATCH MASK_MEETINGS

// Pairs of boxes that share area, and the state of the search for them. The search of boxes first .. end - 1 starts
// with at = first and from = first + 1.
typedef struct stage_batch
{
    int     at, from; // the next comparison: box `at` with the boxes from `from` on
    int     end;      // the number after the last box
    int     count;    // of the pairs
    // The numbers of the boxes of each pair, a < b. Kernels write whole vectors, so there is room for one more.
    int32_t a[STAGE_BATCH + STAGE_LANES], b[STAGE_BATCH + STAGE_LANES];
} stage_batch;

// Conditions on the pairs of a search. Either array may be NULL, which is no condition.
typedef struct stage_order
{
    const int32_t  *ends;   // by box: a pair has b < ends[a]
    const uint16_t *begins; // a bit by box: set for a or for b
} stage_order;

typedef struct stage_kernel
{
    const char *name;
    bool (*usable)(void);

    // Writes the numbers of the boxes that share area with `box` to found, in ascending order, and returns how many
    // there are. Tests the boxes from *from on, at most STAGE_CHUNK of them, and sets *from to the next one, which is
    // boxes->count at the end.
    int (*find)(const stage_boxes *boxes, int *from, const rim_box2 *box, int32_t *found);

    // Lists the next pairs of boxes that share area, in the order of a, then of b. The search has ended if batch->at
    // is batch->end.
    void (*pairs)(const stage_boxes *boxes, const stage_order *order, stage_batch *batch);
} stage_kernel;

extern const stage_kernel stage_kernel_plain;
#ifdef CPU_X86
extern const stage_kernel stage_kernel_avx2;
extern const stage_kernel stage_kernel_avx512;
#endif

const stage_kernel *stage_kernel_best(void);

// Returns all kernels that were compiled, the plain one first, then NULL. Not all of them need be usable on this
// processor.
const stage_kernel *const *stage_kernel_all(void);

#endif
