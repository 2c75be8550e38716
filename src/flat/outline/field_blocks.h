// A coarse distance field over a mask: for each block of 4 x 4 pixels a lower bound of the distance to the nearest solid,
// or the nearest empty, pixel. One byte for sixteen pixels.
//
// Distances are Chebyshev distances (the larger of the x and the y distance), because queries test whether an axis-aligned
// box is wholly empty or wholly solid: a square of half side h about p is empty if the Chebyshev distance from p to the
// nearest solid pixel is at least h.
//
// A pyramid over the blocks stores for each square of 4, 8, 16, ... pixels whether it is empty, full or mixed. Everything
// outside the mask is empty.
#ifndef RIM_FLAT_OUTLINE_FIELD_BLOCKS_H
#define RIM_FLAT_OUTLINE_FIELD_BLOCKS_H

#include "rimcast/mask.h"

#define FIELD_BLOCK 4
#define FIELD_MAX_LEVELS 15 // FIELD_BLOCK << 14 is 65536

enum
{
    FIELD_EMPTY = 0,
    FIELD_MIXED = 1,
    FIELD_FULL = 2
};

// Level i of the pyramid: the states of squares of FIELD_BLOCK << i pixels, row by row.
typedef struct field_level
{
    int      width, height;
    uint8_t *state;
} field_level;

typedef struct field_blocks
{
    int         columns, rows; // of blocks
    int8_t     *clearance;     // +k: the nearest block that is not empty is k >= 1 blocks away,
                               // -k: the nearest block that is not full is k >= 1 blocks away,
                               //  0: the block is mixed. Cut off at 126.
    int         level_count;   // the last level is one square; 0 for a mask without pixels
    field_level levels[FIELD_MAX_LEVELS];
    size_t      bytes; // of the one allocation, which starts at clearance
} field_blocks;

// Builds the field of a mask. On failure *out is all zero.
rim_status field_blocks_create(field_blocks *out, const rim_mask *mask, const rim_allocator *from);

// Makes blocks again what field_blocks_create would give, after pixels of the mask inside the rectangle
// have changed. Touches what changed and the clearances that follow from it, and no more.
void field_blocks_update(field_blocks *blocks, const rim_mask *mask, rim_rect changed);

void field_blocks_destroy(field_blocks *blocks, const rim_allocator *from);

#endif
