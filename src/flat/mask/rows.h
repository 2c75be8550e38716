// Runs of pixels in a row of a mask, written a word at a time.
#ifndef RIM_FLAT_MASK_ROWS_H
#define RIM_FLAT_MASK_ROWS_H

#include "flat/mask/bits.h"

// Makes pixels x0 .. x1 - 1 of row y solid or empty; 0 <= x0 < x1 <= width.
static inline void mask_row_fill(rim_mask *mask, int y, int x0, int x1, bool solid)
{
    for (int strip = x0 >> 6; strip <= (x1 - 1) >> 6; strip++)
    {
        int       from = x0 - 64 * strip, to = x1 - 64 * strip;
        uint64_t  bits = mask_low_bits(to) & ~mask_low_bits(from < 0 ? 0 : from);
        uint64_t *word = mask_strip(mask, strip) + y;
        *word = solid ? *word | bits : *word & ~bits;
    }
}

// The bits of a strip's words that are pixels.
static inline uint64_t mask_strip_bits(const rim_mask *mask, int strip)
{
    return mask_low_bits(mask->width - 64 * strip);
}

#endif
