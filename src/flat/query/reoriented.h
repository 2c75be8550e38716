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
    REORIENTED_BYTES = 12288 // for an occupancy of such a mask
};

typedef struct reoriented
{
    rim_posed a, b; // with equal matrices; the sprite of one is the new one below
    bool      is_b; // it is that of b

    const rim_sprite *from; // the old sprite
    mask_reoriented   view; // the new one's pixels, as seen in the old mask

    rim_sprite sprite;
    rim_mask   mask;
    uint64_t   words[REORIENTED_WORDS];
    size_t     used;                         // words of `planes`
    uint64_t   planes[REORIENTED_BYTES / 8]; // memory for the new sprite's occupancy
} reoriented;

// Prepares the new sprite, without its pixels. Returns false for sprites in other poses, and if the smaller one is too
// large.
bool reoriented_init(reoriented *r, const rim_posed *a, const rim_posed *b);

// Computes the offset of r->a in r->b as integer_offset_init does. Returns false for a fractional offset.
bool reoriented_offset(const reoriented *r, integer_offset *o);

// Returns true if the two share a pixel at the offset. Needs no pixels of the new sprite.
bool reoriented_touches(const reoriented *r, const integer_offset *o);

// Computes the new sprite's pixels.
void reoriented_draw(reoriented *r);

// Computes the occupancy that contacts and sweeps read, for offsets of r->a in r->b from (x0, y0) to (x1, y1), and the
// pixels if they are not drawn. Returns false, and computes nothing, if the bounds overlap at none of these offsets.
bool reoriented_bake(reoriented *r, rim_rect offsets);

// Maps a pixel of a reoriented mask to the same pixel of the old one.
void reoriented_pixel(const mask_reoriented *view, int *x, int *y);

// Compute rim_sprite_overlaps and rim_sprite_overlap_area for two such sprites with an offset of whole pixels. Return
// false, without an answer, for all others.
bool reoriented_overlaps(const rim_posed *a, const rim_posed *b, bool *answer);
bool reoriented_area(const rim_posed *a, const rim_posed *b, double *area);

#endif
