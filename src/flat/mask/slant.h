// A slant: a straight line through the rows of a mask, in fixed-point numbers, that finds the rows with a solid pixel near
// it.
#ifndef RIM_FLAT_MASK_SLANT_H
#define RIM_FLAT_MASK_SLANT_H

#include "flat/mask/bits.h"

enum
{
    MASK_SLANT_FRACTION = 40, // bits behind the binary point of a column
    MASK_SLANT_FEW = 8,       // rows that are tested together,
    MASK_SLANT_MANY = 32      // and once those are empty
};

#define MASK_SLANT_ONE ((int64_t)1 << MASK_SLANT_FRACTION)

// The margin on both sides of the line, 2^-18 of a column.
#define MASK_SLANT_WIDER ((int64_t)1 << (MASK_SLANT_FRACTION - 18))

// The largest slope, in columns for each row, and the largest column at the start that a slant can represent.
#define MASK_SLANT_STEEP 1024.0
#define MASK_SLANT_FAR 0x1p21

// A line in the current row: it lies in columns left .. left + width of the mask, in fixed point with MASK_SLANT_FRACTION bits
// behind the point. They include a margin of MASK_SLANT_WIDER on both sides, exact to 2^-24 of a column after 2^16 rows.
typedef struct mask_slant
{
    int64_t         left;  // the line's left end in this row
    int64_t         width; // of the line in a row
    int64_t         step;  // from left in a row to left in the next
    const uint64_t *words; // the row's word in strip 0
    ptrdiff_t       pitch; // words from a strip to the next
    int64_t         end;   // the first column that must not be read, in whole columns
    int             down;  // +1 or -1: from a row to the next
} mask_slant;

// Puts the slant on a row of the mask. Requires a row inside the mask. `column` is where the line crosses the row's upper side
// (y = row), with an error of at most 2^-24 of a column; `slope` is how far it moves to the right in one row downwards;
// `down` is +1 or -1. Requires |column| <= MASK_SLANT_FAR and |slope| <= MASK_SLANT_STEEP.
static inline void mask_slant_init(mask_slant *s, const rim_mask *mask, int row, int down,
                                   double column, double slope)
{
    const double one = (double)MASK_SLANT_ONE;
    double       least = column + (slope < 0.0 ? slope : 0.0);
    s->left = (int64_t)(least * one) - MASK_SLANT_WIDER;
    s->step = (int64_t)(slope * down * one);
    s->width = (s->step < 0 ? -s->step : s->step) + 2 * MASK_SLANT_WIDER;
    s->words = mask_strip(mask, 0) + row;
    s->pitch = (ptrdiff_t)mask->pitch;
    s->end = 64 * ((int64_t)mask->strips + 1);
    s->down = down;
}

// Moves the slant on by a number of rows, in its direction.
static inline void mask_slant_move(mask_slant *s, int rows)
{
    s->left += rows * s->step;
    s->words += rows * s->down;
}

// Returns the bitwise or of the words of consecutive rows.
static inline uint64_t mask_slant_any(const uint64_t *words, int rows)
{
    uint64_t any = 0;
    for (int y = 0; y < rows; y++) any |= words[y];
    return any;
}

// Returns true if the next `rows` rows, the current one included, are empty in columns lo .. hi, all that the line crosses in
// them. Returns false also where it is not decided: these columns are more than 64, or some may not be read, or all lie to
// the left of the mask. Columns left of the mask count as empty.
static inline bool mask_slant_is_clear(const mask_slant *s, int rows)
{
    int64_t last_shift = (rows - 1) * s->step;
    int64_t lo = (s->left + (last_shift < 0 ? last_shift : 0)) >> MASK_SLANT_FRACTION;
    int64_t hi = (s->left + s->width + (last_shift < 0 ? 0 : last_shift)) >> MASK_SLANT_FRACTION;
    lo = lo > 0 ? lo : 0;
    uint64_t from = UINT64_MAX << (lo & 63), to = UINT64_MAX >> (63 - (hi & 63));
    if (hi < 0 || hi >= s->end || hi - lo >= 64) return false;
    const uint64_t *words = s->words + (lo >> 6) * s->pitch - (s->down > 0 ? 0 : rows - 1);
    // lo and hi differ only in the lower 6 bits: they lie in one strip, else in two neighboring ones.
    if ((lo ^ hi) < 64) return !(mask_slant_any(words, rows) & from & to);
    return !(mask_slant_any(words, rows) & from) && !(mask_slant_any(words + s->pitch, rows) & to);
}

// Finds the current row's solid pixels in columns lo .. hi, both included. Returns true if these columns, clamped to the mask's
// left side, lie in one strip; then *bits are the pixels, as bits of the strip's word. Else returns false, and *bits is 0
// only if there are none: where the columns are too many to read, it is 1.
static inline bool mask_slant_row(const mask_slant *s, int64_t lo, int64_t hi, uint64_t *bits)
{
    lo = lo > 0 ? lo : 0;
    *bits = 0;
    if (hi < 0 || lo >= s->end) return false;
    const uint64_t *word = s->words + (lo >> 6) * s->pitch;
    uint64_t        from = UINT64_MAX << (lo & 63), to = UINT64_MAX >> (63 - (hi & 63));
    if ((lo ^ hi) < 64) // one strip: they differ only in the lower 6 bits
    {
        *bits = word[0] & from & to;
        return true;
    }
    *bits = 1; // there may be one
    if (hi - lo < 64 && hi < s->end) *bits = (word[0] & from) | (word[s->pitch] & to);
    return false;
}

// Moves the slant to the next of its next `left` rows that may have a solid pixel near the line, starting with the current
// one. Returns how many rows remain, that one included; 0 if there is none. Tests MASK_SLANT_FEW rows together if the line
// is steep enough (at most two columns a row), MASK_SLANT_MANY once those are empty, and else row by row.
static inline int mask_slant_next(mask_slant *s, int left)
{
    bool skips = s->width <= 2 * MASK_SLANT_ONE;
    while (left > 0)
    {
        if (skips && left >= MASK_SLANT_FEW && mask_slant_is_clear(s, MASK_SLANT_FEW))
        {
            mask_slant_move(s, MASK_SLANT_FEW);
            left -= MASK_SLANT_FEW;
            for (; left >= MASK_SLANT_MANY && mask_slant_is_clear(s, MASK_SLANT_MANY);
                 left -= MASK_SLANT_MANY)
                mask_slant_move(s, MASK_SLANT_MANY);
            continue;
        }
        int stop = left > MASK_SLANT_FEW ? left - MASK_SLANT_FEW : 0;
        for (; left > stop; left--)
        {
            uint64_t bits;
            int64_t  lo = s->left >> MASK_SLANT_FRACTION;
            int64_t  hi = (s->left + s->width) >> MASK_SLANT_FRACTION;
            mask_slant_row(s, lo, hi, &bits);
            if (bits) return left;
            mask_slant_move(s, 1);
        }
    }
    return 0;
}

#endif
