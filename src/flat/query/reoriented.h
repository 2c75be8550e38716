// Two upright sprites that are not turned alike: one flipped, say, and the other not.
//
// A is a flip, a turn by right angles, or both, and so is B, at the same scale. Then the pixels of a, arranged along
// b's pixels, are a sprite in B's pose. It is created for one call, on the caller's stack, from the smaller of the two.
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

    // Of a plane of blocks: the rows, one more of `dilated`, and those that a kernel reads beyond the last, rounded up.
    REORIENTED_BLOCKS = REORIENTED_SIDE / 8 + 8 + MASK_GUARD
};

typedef struct reoriented
{
    rim_posed a, b; // with equal matrices; the sprite of one is the new one below
    bool      is_b; // it is that of b

    const rim_sprite *from; // the old sprite
    mask_reoriented   view; // the new one's pixels, as seen in the old mask

    rim_sprite sprite;
    rim_mask   mask;
    rim_rect   drawn; // the pixels that are drawn: whole strips and groups of eight rows
    // The mask's words, the planes `solid` and `dilated` of its blocks (mask_blocks), and room to align them.
    uint64_t   words[REORIENTED_WORDS + 2 * REORIENTED_BLOCKS + 7];
} reoriented;

// Prepares the new sprite, without its pixels. Returns false for sprites in other poses, and if the smaller one is too
// large.
bool reoriented_init(reoriented *r, const rim_posed *a, const rim_posed *b);

// Computes the offset of r->a in r->b as integer_offset_init does. Returns false for a fractional offset.
bool reoriented_offset(const reoriented *r, integer_offset *o);

// Returns true if the two share a pixel at the offset. Needs no pixels of the new sprite.
bool reoriented_touches(const reoriented *r, const integer_offset *o);

// Draws the new sprite's pixels and their blocks where the other sprite's bounds reach at offsets of r->a in r->b from
// (x0, y0) to (x1, y1), included. Other pixels are undefined. Returns false, and draws nothing, if the bounds overlap
// at none of these offsets.
bool reoriented_draw(reoriented *r, rim_rect offsets);

// Maps a pixel of a reoriented mask to the same pixel of the old one.
void reoriented_pixel(const mask_reoriented *view, int *x, int *y);

// Compute rim_sprite_overlaps and rim_sprite_overlap_area for two upright sprites of one scale with an offset of whole
// pixels, turned alike or not. Return false, without an answer, for all others.
bool reoriented_overlaps(const rim_posed *a, const rim_posed *b, bool *answer);
bool reoriented_area(const rim_posed *a, const rim_posed *b, double *area);

#endif
