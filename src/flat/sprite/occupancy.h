// Bitmaps of where a mask is solid, baked so that most overlap tests end without reading pixels. mask_blocks
// (kernels.h) defines the planes.
//
// One bit of b's `solid` and one of a's `dilated` decide for all 64 offsets within a block of 8 by 8 pixels. Where both
// are set, pixels are read, 64 by 8 at a time.
//
// Sweeps test all offsets of a block together: `dilated_pixels` decides whether a group of 64 by 8 pixels shares a
// pixel at one of these offsets. `solid_squares` and `dilated_squares` do for squares of 8 by 8 blocks what `solid` and
// `dilated` do for blocks: they decide for 64 by 64 offsets.
#ifndef RIM_FLAT_SPRITE_OCCUPANCY_H
#define RIM_FLAT_SPRITE_OCCUPANCY_H

#include "flat/mask/kernels.h"
#include "rimcast/mask.h"

// The planes of a mask. It is its owner's first member, so that a query reads few cache lines.
typedef struct sprite_occupancy
{
    mask_blocks     blocks;
    const rim_mask *mask;
    int             rows; // of blocks
    rim_allocator   from;
    void           *planes; // one block that holds all of them
    size_t          bytes;
} sprite_occupancy;

// Bakes a mask. The mask is borrowed: it must outlive the occupancy, and occupancy_update must follow a change of its
// pixels. On RIM_ERR_MEMORY *out is zeroed.
rim_status occupancy_bake(sprite_occupancy *out, const rim_mask *mask, const rim_allocator *from);

// Frees the memory. A zeroed occupancy is allowed.
void occupancy_release(sprite_occupancy *occupancy);

// Computes the bounds again, and all bits that depend on the changed rectangle, which is clipped to the mask.
void occupancy_update(sprite_occupancy *occupancy, rim_rect changed);

// Returns the smallest rectangle around the solid pixels; all zero for an empty mask.
rim_rect occupancy_bounds(const sprite_occupancy *occupancy);

// Returns what rim_mask_overlaps returns for the two masks.
static inline bool occupancy_overlaps(const sprite_occupancy *a, const sprite_occupancy *b, int dx,
                                      int dy)
{
    return a->blocks.kernels->blocks_overlap(&a->blocks, &b->blocks, dx, dy);
}

#endif
