// Two upright sprites that are not turned alike: one flipped, say, and the other not.
//
// A is a flip, a turn by right angles, or both, and so is B, at the same scale. Then the pixels of a, arranged along b's
// pixels, are a sprite in B's pose. It is created for one call, on the caller's stack, from the smaller of the two.
#ifndef RIM_FLAT_QUERY_REORIENTED_H
#define RIM_FLAT_QUERY_REORIENTED_H

#include "flat/mask/bits.h"
#include "flat/query/sweep.h"
#include "flat/sprite/data.h"

enum
{
    REORIENTED_SIDE = 256, // the most pixels along either side
    REORIENTED_PITCH = REORIENTED_SIDE + MASK_GUARD,
    REORIENTED_WORDS = MASK_GUARD + (REORIENTED_SIDE / 64 + 1) * REORIENTED_PITCH,
    REORIENTED_BYTES = 12288 // for an occupancy of such a mask
};

typedef struct reoriented
{
    rim_posed a, b; // alike; a new sprite in the place of one
    bool      is_b; // of b

    // From the old sprite's pixels: whether columns and rows are exchanged, and counted from the other end.
    const rim_sprite *from;
    bool              crosses, flips_x, flips_y;

    rim_rect shared; // of the bounds of solid pixels, in the new one's

    rim_sprite sprite;
    rim_mask   mask;
    uint64_t   words[REORIENTED_WORDS];
    size_t     used; // of planes
    uint64_t   planes[REORIENTED_BYTES / 8];
} reoriented;

// Returns true for two that stand so, the smaller of which is not too large. The new sprite has no pixels yet.
bool reoriented_init(reoriented *r, const rim_posed *a, const rim_posed *b);

// As integer_offset_init; also computes the intersection of the bounds.
bool reoriented_offset(reoriented *r, integer_offset *o);

// Returns true if the two share a pixel; faster than to bake first.
bool reoriented_touches(reoriented *r, const integer_offset *o);

// Computes the new sprite's pixels, and the occupancy that contacts and sweeps read.
void reoriented_bake(reoriented *r);

// Maps a pixel of the new sprite to the same pixel of the old sprite.
void reoriented_pixel(const reoriented *r, int *x, int *y);

// Answer for two such sprites with an offset of whole pixels. Return false for all others.
bool reoriented_overlaps(const rim_posed *a, const rim_posed *b, bool *answer);
bool reoriented_area(const rim_posed *a, const rim_posed *b, double *area);

#endif
