// Many boxes side by side, looked through sixteen at a time.
#ifndef RIM_FLAT_STAGE_BOXES_H
#define RIM_FLAT_STAGE_BOXES_H

#include "flat/mask/kernels.h"
#include "rimcast/shape2.h"

#include <stdint.h>

#define STAGE_LANES 16

// The most boxes that one call tests, so that a caller's list on the stack has room for all.
#define STAGE_CHUNK 256

// Four lists of the same length; behind the last box stand empty ones up to a multiple of STAGE_LANES.
// An empty box has lo FLT_MAX and hi -FLT_MAX.
typedef struct stage_boxes
{
    float *lo[2], *hi[2]; // along x and y
    int    count;
} stage_boxes;

// Pairs of boxes that share area, by their numbers: a before b.
#define STAGE_BATCH MASK_MEETINGS

typedef struct stage_batch
{
    int at,
        from; // where to go on: box `at` against those from `from` on; first and first + 1 to begin
    int     end; // no boxes from here on
    int     count;
    int32_t a[STAGE_BATCH + STAGE_LANES], b[STAGE_BATCH + STAGE_LANES]; // lanes are written whole
} stage_batch;

// Properties of boxes in some order. Either list may be NULL, which excludes no box.
typedef struct stage_order
{
    const int32_t  *ends;   // for each box: the boxes from here on cannot overlap it
    const uint16_t *begins; // a bit for each box: a pair needs at least one box of these
} stage_order;

typedef struct stage_kernel
{
    const char *name;
    bool (*usable)(void);

    // The boxes from *from on, at most STAGE_CHUNK of them, that share area with `box`: their numbers are
    // written in ascending order. *from becomes where to go on: count at the end.
    int (*find)(const stage_boxes *boxes, int *from, const rim_box2 *box, int32_t *found);

    // The next pairs of a stretch of boxes, by a, then by b; none at the end.
    void (*pairs)(const stage_boxes *boxes, const stage_order *order, stage_batch *batch);
} stage_kernel;

extern const stage_kernel stage_kernel_plain;
#ifdef CPU_X86
extern const stage_kernel stage_kernel_avx2;
extern const stage_kernel stage_kernel_avx512;
#endif

const stage_kernel *stage_kernel_best(void);

// All that were compiled in, the plain one first, NULL after the last; they may not be usable here.
const stage_kernel *const *stage_kernel_all(void);

#endif
