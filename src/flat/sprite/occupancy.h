// Where a mask is not empty, coarsely, baked so that whether two masks overlap is mostly decided
// without looking at pixels.
//
// A block is 8 by 8 pixels. `some` has a bit for every block with a solid pixel. Moved by any offset, a
// block of b covers parts of at most 2 by 2 blocks of a; `wide` has a's blocks or-ed together so, hence
// one bit of b's `some` and one of a's `wide` answer for all 64 offsets within a block. Only where both
// are set are pixels looked at, 64 by 8 of them at a time.
//
// Sweeps look at all offsets of a block at once: `broad` has the pixels themselves or-ed together so, 8 by 8 of
// them, and tells whether 64 by 8 pixels touch any at one of those offsets; `far_some` and `far_wide` are for
// squares of 8 by 8 blocks what `some` and `wide` are for blocks, and answer for 64 by 64 offsets.
#ifndef RIM_FLAT_SPRITE_OCCUPANCY_H
#define RIM_FLAT_SPRITE_OCCUPANCY_H

#include "flat/mask/kernels.h"
#include "rimcast/mask.h"

// Meant to be the first member of what owns it, so that a query finds all it needs in the first lines.
typedef struct sprite_occupancy
{
    mask_blocks     blocks;
    const rim_mask *mask;
    int             rows; // of blocks
    rim_allocator   from;
    void           *planes; // `some` and `wide`
    size_t          bytes;
} sprite_occupancy;

// Bakes a mask, which is borrowed: it must outlive the occupancy, and what is changed in it must be
// baked again. RIM_ERR_MEMORY leaves *out zeroed.
rim_status occupancy_bake(sprite_occupancy *out, const rim_mask *mask, const rim_allocator *from);

// Gives the memory back; a zeroed occupancy is allowed.
void occupancy_release(sprite_occupancy *occupancy);

// Bakes again after pixels of the mask inside the rectangle have changed; outside the mask it is cut.
void occupancy_update(sprite_occupancy *occupancy, rim_rect changed);

// The smallest rectangle around the solid pixels; all zero for an empty mask.
rim_rect occupancy_bounds(const sprite_occupancy *occupancy);

// The answer of rim_mask_overlaps for the two baked masks.
static inline bool occupancy_overlaps(const sprite_occupancy *a, const sprite_occupancy *b, int dx,
                                      int dy)
{
    return a->blocks.kernels->blocks_overlap(&a->blocks, &b->blocks, dx, dy);
}

#endif
