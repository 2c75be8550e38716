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

#include <math.h>

#define FIELD_BLOCK 4
#define FIELD_MAX_LEVELS 15   // FIELD_BLOCK << 14 is 65536
#define FIELD_MAX_CLEARANCE 7 // squares: the greatest clearance
#define FIELD_SCALE 3         // levels from one with clearances to the next: 8 squares become one

enum
{
    FIELD_EMPTY = 0,
    FIELD_MIXED = 1,
    FIELD_FULL = 2
};

// Level i of the pyramid: squares of FIELD_BLOCK << i pixels, row by row. Level 0 has clearances, and so has every
// FIELD_SCALE-th level after it that is at least three squares wide or high. On a smaller level all squares are neighbors,
// so each clearance would be 0, 1 or -1, which gives no gap (field_blocks_gap), unless the mask is empty.
//
//   +k     the nearest square that is not empty is k >= 1 squares away; FIELD_MAX_CLEARANCE: or farther
//   -k     the nearest square that is not full is k >= 1 squares away; FIELD_MAX_CLEARANCE: or farther
//    0     the square is mixed
typedef struct field_level
{
    int      width, height; // in squares
    uint8_t *state;         // of each square: FIELD_EMPTY, FIELD_MIXED or FIELD_FULL
    int8_t  *clearance;     // of each square; NULL where there are none
} field_level;

typedef struct field_blocks
{
    int         columns, rows; // of blocks
    int         level_count;   // the last level is one square; 0 for a mask without pixels
    int         measured;      // the levels from this one on have no clearances
    field_level levels[FIELD_MAX_LEVELS];
    uint8_t    *block; // the one allocation, with all states and clearances
    size_t      bytes; // of it
} field_blocks;

// Builds the field of a mask. On failure *out is all zero.
rim_status field_blocks_create(field_blocks *out, const rim_mask *mask, const rim_allocator *from);

// Updates the field after pixels of the mask inside the rectangle have changed. The result is the same as that of
// field_blocks_create.
void field_blocks_update(field_blocks *blocks, const rim_mask *mask, rim_rect changed);

// Returns the state of a square of the pyramid; FIELD_EMPTY beyond the last column or row.
static inline int field_blocks_state(const field_blocks *blocks, int level, int column, int row)
{
    const field_level *squares = &blocks->levels[level];
    if (column >= squares->width || row >= squares->height) return FIELD_EMPTY;
    return squares->state[(ptrdiff_t)row * squares->width + column];
}

// Returns the clearance of the square of level `level` that holds block (column, row). Requires a block of the mask and
// a level with clearances.
static inline int field_blocks_clearance(const field_blocks *blocks, int level, int column, int row)
{
    const field_level *squares = &blocks->levels[level];
    return squares->clearance[(ptrdiff_t)(row >> level) * squares->width + (column >> level)];
}

// Returns +d if every solid pixel is at least d pixels from every point of a block. Returns -d if every pixel that is
// not solid is at least d pixels from it. Returns 0 if neither is known. Requires a block of the mask.
//
// With clearance k all squares nearer than k are of one kind, so the gap is k - 1 squares. If k is the greatest that
// can be stored, FIELD_MAX_CLEARANCE, the next measured level may give a larger gap. If k is less, the search ends: a
// square of another kind is k < 1 << FIELD_SCALE squares away. So it lies in the block's larger square or in one beside
// it, and the larger squares have no gap.
static inline double field_blocks_gap(const field_blocks *blocks, int column, int row)
{
    int    clearance = field_blocks_clearance(blocks, 0, column, row);
    int    sign = clearance < 0 ? -1 : 1;
    double side = FIELD_BLOCK, gap = 0.0;
    if (clearance != 0) gap = side * (sign * clearance - 1);
    for (int level = FIELD_SCALE; level < blocks->measured; level += FIELD_SCALE)
    {
        if (sign * clearance != FIELD_MAX_CLEARANCE) break;
        clearance = field_blocks_clearance(blocks, level, column, row);
        side *= 1 << FIELD_SCALE;
        double larger_gap = side * (sign * clearance - 1);
        gap = larger_gap > gap ? larger_gap : gap;
    }
    return sign * gap;
}

// Returns an upper bound, in pixels, of the Chebyshev distance from any point of a block to the nearest pixel that is
// not solid; INFINITY if no clearance gives a bound. For an empty block returns -d instead, with d the gap to the
// nearest solid pixel (field_blocks_gap). Requires a block of the mask. With clearance -k some square k squares away is
// not full, and all points of that square are less than k + 1 squares from any point of the block. In a mixed square k
// is 0.
static inline double field_blocks_depth(const field_blocks *blocks, int column, int row)
{
    int clearance = field_blocks_clearance(blocks, 0, column, row);
    if (clearance > 0) return -field_blocks_gap(blocks, column, row);
    double side = FIELD_BLOCK;
    for (int level = FIELD_SCALE; level < blocks->measured; level += FIELD_SCALE)
    {
        if (clearance != -FIELD_MAX_CLEARANCE) break;
        clearance = field_blocks_clearance(blocks, level, column, row);
        side *= 1 << FIELD_SCALE;
    }
    return clearance == -FIELD_MAX_CLEARANCE ? INFINITY : side * (1 - clearance);
}

void field_blocks_destroy(field_blocks *blocks, const rim_allocator *from);

#endif
