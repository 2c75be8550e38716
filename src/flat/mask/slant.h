// A slant: a straight line through the rows of a mask, in fixed-point numbers, that finds the rows with a solid pixel near
// it.
#ifndef RIM_FLAT_MASK_SLANT_H
#define RIM_FLAT_MASK_SLANT_H

#include "flat/mask/bits.h"

enum
{
    MASK_SLANT_FRACTION = 40, // bits behind the binary point of a column

    // A slant tests so many rows together, and more once those are empty.
    MASK_SLANT_FEW_ROWS = 8,
    MASK_SLANT_MANY_ROWS = 32
};

// One column, in fixed point.
#define MASK_SLANT_ONE ((int64_t)1 << MASK_SLANT_FRACTION)

// The margin on both sides of the line, 2^-18 of a column, in fixed point.
#define MASK_SLANT_MARGIN ((int64_t)1 << (MASK_SLANT_FRACTION - 18))

// The largest slope, in columns for each row, and the largest column at the start, on either side: 2^61 in fixed point.
// All columns on the way must stay below 2^22, so that they have 64 bits. They do where a line's rows end as it leaves
// the mask, since the fewer than 64 rows that are computed beyond these add less than 2^16 columns.
#define MASK_SLANT_MAX_SLOPE 1024.0
#define MASK_SLANT_MAX_COLUMN 0x1p21

// A line in the current row. There it crosses the columns from left_end to left_end + width, in fixed point with
// MASK_SLANT_FRACTION bits behind the binary point. These include a margin of MASK_SLANT_MARGIN on both sides, exact to
// 2^-24 of a column after 2^16 rows.
typedef struct mask_slant
{
    int64_t         left_end;
    int64_t         width; // the same in all rows
    int64_t         step;  // the change of left_end from a row to the next one on the slant's way
    int             row_step; // +1 if the slant goes down, -1 if it goes up
    const uint64_t *words;    // the current row's word in strip 0
    ptrdiff_t       pitch;    // words from a strip to the next
    int64_t         end;      // the first column, a whole number, that must not be read
} mask_slant;

// Puts the slant on a row of the mask. Requires a row inside the mask. `column` is where the line crosses the row's upper
// side (y = row), with an error of at most 2^-24 of a column; `slope` is how far it moves to the right in one row
// downwards; `row_step` is +1 or -1. Requires |column| <= MASK_SLANT_MAX_COLUMN and |slope| <= MASK_SLANT_MAX_SLOPE.
//
// In the row, the line crosses the columns from `column`, at the upper side, to column + slope, at the lower side.
static inline void mask_slant_init(mask_slant *s, const rim_mask *mask, int row, int row_step,
                                   double column, double slope)
{
    const double one = (double)MASK_SLANT_ONE;
    double       leftmost = slope < 0.0 ? column + slope : column;
    s->left_end = (int64_t)(leftmost * one) - MASK_SLANT_MARGIN;
    s->step = (int64_t)(slope * row_step * one);
    int64_t crossed = s->step < 0 ? -s->step : s->step; // |slope|
    s->width = crossed + 2 * MASK_SLANT_MARGIN;
    s->row_step = row_step;
    s->words = mask_strip(mask, 0) + row;
    s->pitch = (ptrdiff_t)mask->pitch;
    s->end = 64 * ((int64_t)mask->strips + 1); // the guard strip may be read
}

// Moves the slant on by a number of rows, on its way.
static inline void mask_slant_move(mask_slant *s, int rows)
{
    s->left_end += rows * s->step;
    s->words += rows * s->row_step;
}

// Returns a word with the bits of a strip's columns from column lo on.
static inline uint64_t mask_slant_from(int64_t lo)
{
    return UINT64_MAX << (lo & 63);
}

// Returns a word with the bits of a strip's columns up to column hi, included.
static inline uint64_t mask_slant_up_to(int64_t hi)
{
    return UINT64_MAX >> (63 - (hi & 63));
}

// Returns true if the columns lo and hi, lo <= hi, are in one strip: they differ only in the lower 6 bits.
static inline bool mask_slant_in_one_strip(int64_t lo, int64_t hi)
{
    return (lo ^ hi) < 64;
}

// Returns the bitwise or of the words of consecutive rows.
static inline uint64_t mask_slant_any(const uint64_t *words, int rows)
{
    uint64_t any = 0;
    for (int y = 0; y < rows; y++) any |= words[y];
    return any;
}

// Returns true if the next `rows` rows, the current one included, are empty in columns lo .. hi, all that the line
// crosses in these rows. Columns to the left of the mask count as empty. Returns false also where this stays undecided:
// the columns are more than 64, some may not be read, or all lie to the left of the mask.
static inline bool mask_slant_is_clear(const mask_slant *s, int rows)
{
    // The leftmost and the rightmost column that the line crosses in the rows: in the first row or in the last one.
    int64_t change = (rows - 1) * s->step;
    int64_t lo = (s->left_end + (change < 0 ? change : 0)) >> MASK_SLANT_FRACTION;
    int64_t hi = (s->left_end + s->width + (change < 0 ? 0 : change)) >> MASK_SLANT_FRACTION;
    lo = lo > 0 ? lo : 0;
    if (hi < 0 || hi >= s->end || hi - lo >= 64) return false;

    const uint64_t *uppermost = s->words - (s->row_step > 0 ? 0 : rows - 1);
    const uint64_t *words = uppermost + (lo >> 6) * s->pitch;
    uint64_t        from = mask_slant_from(lo), up_to = mask_slant_up_to(hi);
    if (mask_slant_in_one_strip(lo, hi)) return !(mask_slant_any(words, rows) & from & up_to);
    // At most 64 columns lie in two neighboring strips.
    return !(mask_slant_any(words, rows) & from) &&
           !(mask_slant_any(words + s->pitch, rows) & up_to);
}

// Returns true if the current row may have a solid pixel in columns lo .. hi, which the line crosses. Columns to the
// left of the mask count as empty. Returns true also where lo .. hi, in more than one strip, are more than 64 columns
// or reach columns that may not be read.
static inline bool mask_slant_row_is_solid(const mask_slant *s)
{
    int64_t lo = s->left_end >> MASK_SLANT_FRACTION;
    int64_t hi = (s->left_end + s->width) >> MASK_SLANT_FRACTION;
    lo = lo > 0 ? lo : 0;
    if (hi < 0 || lo >= s->end) return false;

    const uint64_t *word = s->words + (lo >> 6) * s->pitch;
    uint64_t        from = mask_slant_from(lo), up_to = mask_slant_up_to(hi);
    if (mask_slant_in_one_strip(lo, hi)) return (word[0] & from & up_to) != 0;
    if (hi - lo >= 64 || hi >= s->end) return true;
    return ((word[0] & from) | (word[s->pitch] & up_to)) != 0;
}

// Moves the slant over MASK_SLANT_MANY_ROWS rows at a time, as long as these are clear and not more than the
// `remaining` rows. Returns how many rows are left.
static inline int mask_slant_skip_many(mask_slant *s, int remaining)
{
    while (remaining >= MASK_SLANT_MANY_ROWS && mask_slant_is_clear(s, MASK_SLANT_MANY_ROWS))
    {
        mask_slant_move(s, MASK_SLANT_MANY_ROWS);
        remaining -= MASK_SLANT_MANY_ROWS;
    }
    return remaining;
}

// Returns true if the line is steep: it moves by at most two columns in a row. Then even many rows cross few columns,
// and testing them together is faster.
static inline bool mask_slant_is_steep(const mask_slant *s)
{
    return s->width <= 2 * MASK_SLANT_ONE;
}

// Moves the slant to the next row that may have a solid pixel near the line, among its next `remaining` rows, which
// begin with the current one. Returns how many rows are left from that row on; 0 if there is no such row. In a steep
// line tests MASK_SLANT_FEW_ROWS rows together, and MASK_SLANT_MANY_ROWS once those are empty. Rows that are not empty,
// and the rows of other lines, are tested one by one.
static inline int mask_slant_next(mask_slant *s, int remaining)
{
    bool is_steep = mask_slant_is_steep(s);
    while (remaining > 0)
    {
        if (is_steep && remaining >= MASK_SLANT_FEW_ROWS &&
            mask_slant_is_clear(s, MASK_SLANT_FEW_ROWS))
        {
            mask_slant_move(s, MASK_SLANT_FEW_ROWS);
            remaining = mask_slant_skip_many(s, remaining - MASK_SLANT_FEW_ROWS);
            continue;
        }
        int rest = remaining > MASK_SLANT_FEW_ROWS ? remaining - MASK_SLANT_FEW_ROWS : 0;
        for (; remaining > rest; remaining--)
        {
            if (mask_slant_row_is_solid(s)) return remaining;
            mask_slant_move(s, 1);
        }
    }
    return 0;
}

#endif
