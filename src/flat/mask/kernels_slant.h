// Template: compiled by each file that includes it. Has no include guard: a part of kernels_body.h, whose names it uses.
//
// Lines through the rows of a mask, eight rows at a time where each word of a vector can be shifted by its own number
// (SIMD_U64X8_EACH). There is one branch for eight rows, not one for each: it depends on the pixels and is mispredicted.
//
// Slant.   A line (slant.h). In its current row it crosses the columns from left_end to left_end + width of the mask, in
//          fixed point with MASK_SLANT_FRACTION bits behind the binary point. left_end changes by `step` from a row to the
//          next, which lies below if row_step is +1 and above if it is -1.
// Words.   Row y of strip s is words[s * pitch + y], columns 64 s .. 64 s + 63, bit i the i-th from the left. Rows beyond
//          the mask and the strip behind the last one are zero.
// Parts.   A u64x8 has a word for each of eight rows, the uppermost first, in U64_PARTS registers of type u64_part. A part
//          holds SLANT_PART_ROWS of the rows.
#ifdef SIMD_U64X8_EACH

#define SLANT_PART_ROWS (8 / U64_PARTS)

// Eight rows of a slant in two neighboring strips.
typedef struct slant_rows
{
    const uint64_t *words;     // the uppermost row's word in the first strip
    u64x8           left_ends; // of each row, from that strip's first column on, in fixed point
} slant_rows;

// Returns the slant's next eight rows, the current one included, in strips `strip` and `strip` + 1. In row k from the
// top
//
//     left end  =  uppermost + k down        (0 <= k < 8)
//
// `uppermost` is the left end in the uppermost row, and `down` the change from a row to the one below it. If the slant
// goes up, the uppermost row is the last of the eight, 7 steps on. k down is the sum of `down`, 2 `down` and 4 `down`
// for those of the three binary digits of k that are set. kernel_rows[d] selects the rows whose number has digit d set.
SIMD_INLINE slant_rows slant_rows_at(const mask_slant *s, int64_t strip)
{
    bool       goes_down = s->row_step > 0;
    int64_t    down = goes_down ? s->step : -s->step;
    int64_t    uppermost = goes_down ? s->left_end : s->left_end + 7 * s->step;
    slant_rows rows;
    rows.words = s->words + strip * s->pitch - (goes_down ? 0 : 7);

    u64_part in_strip = u64_part_all(uppermost - 64 * strip * MASK_SLANT_ONE);
    u64_part once = u64_part_all(down), twice = once + once;
    u64_part four_times = twice + twice;
    u64x8    digit0 = u64x8_load(kernel_rows[0]), digit1 = u64x8_load(kernel_rows[1]);
    u64x8    digit2 = u64x8_load(kernel_rows[2]);
    for (int i = 0; i < U64_PARTS; i++)
    {
        u64_part change = U64X8_PART(digit0, i) & once;
        change += U64X8_PART(digit1, i) & twice;
        change += U64X8_PART(digit2, i) & four_times;
        U64X8_PART(rows.left_ends, i) = in_strip + change;
    }
    return rows;
}

// Returns the words of a strip's rows with only the pixels left in columns floor(begin) .. floor(end) - 1, counted from
// the strip's first column. `begin` and `end` are fixed-point numbers for each row, and may lie outside the strip. With
// from = floor(begin) and to = floor(end), but 0 where they are negative,
//
//     words & (ones << from) & ~(ones << to)          a shift by 64 or more gives 0
SIMD_INLINE u64_part slant_pixels_between(u64_part words, u64_part begin, u64_part end)
{
    u64_part_shift fraction = u64x8_shifts_by(MASK_SLANT_FRACTION, 0).right;
    u64_part       zero = u64_part_all(0), ones = u64_part_all(-1);
    u64_part       from = u64_part_right(u64_part_most(begin, zero), fraction);
    u64_part       to = u64_part_right(u64_part_most(end, zero), fraction);
    u64_part       columns_from = u64_part_left_each(ones, from);
    u64_part       columns_to = u64_part_left_each(ones, to);
    return words & columns_from & ~columns_to;
}

// Returns a bit for each of the eight rows, bit 0 for the uppermost: set if the row has a solid pixel in the columns
// that a line of this width crosses, in the two strips. `pitch` is the number of words from the first strip to the
// second, or 0 to read the first strip alone. The line crosses columns floor(begin) .. floor(begin + width), begin
// being the row's left end. slant_pixels_between leaves out the column of `end`, so end = begin + width + one column:
//
//     pixels  =  (first strip's word in columns begin .. end) | (second strip's word in columns begin - 64 .. end - 64)
SIMD_INLINE unsigned slant_rows_solid(const slant_rows *rows, int64_t width, ptrdiff_t pitch)
{
    u64_part to_end = u64_part_all(width + MASK_SLANT_ONE);
    u64_part strip_width = u64_part_all(64 * MASK_SLANT_ONE);
    unsigned solid = 0;
    for (int i = 0; i < U64_PARTS; i++)
    {
        const uint64_t *words = rows->words + i * SLANT_PART_ROWS;
        u64_part        begin = U64X8_PART(rows->left_ends, i);
        u64_part        end = begin + to_end;
        u64_part        pixels = slant_pixels_between(u64_part_load(words), begin, end);
        if (pitch)
        {
            u64_part next_begin = begin - strip_width;
            u64_part next_end = end - strip_width;
            u64_part next_words = u64_part_load(words + pitch);
            pixels |= slant_pixels_between(next_words, next_begin, next_end);
        }
        solid |= u64_part_nonzero_words(pixels) << i * SLANT_PART_ROWS;
    }
    return solid;
}

// Moves the slant to the first row on its way whose bit in `solid` is set; bit 0 is the uppermost of its next eight
// rows. Returns how many of the `remaining` rows are left from that row on; 0 if that row lies behind them. Requires
// solid != 0.
SIMD_INLINE int slant_row_found(mask_slant *s, unsigned solid, int remaining)
{
    int steps = s->row_step > 0 ? bits_lowest(solid) : 7 - bits_highest(solid);
    mask_slant_move(s, steps);
    return mask_max(remaining - steps, 0);
}

// Moves the slant to the next row that may have a solid pixel near the line, among its next `remaining` rows, which
// begin with the current one. Returns how many rows are left from that row on. If there is no such row, returns 0, and
// the slant is up to 8 rows behind the last one: the last group of eight may reach beyond it, into rows that are zero
// or do not count. Requires a mask of one strip, with 0 as `pitch`, or of two, with the pitch of its strips: then all
// columns lie in strips 0 and 1. `rows` holds the slant's next eight rows, and is moved along with the slant.
SIMD_INLINE int slant_next_narrow(mask_slant *s, int remaining, ptrdiff_t pitch)
{
    slant_rows rows = slant_rows_at(s, 0);
    u64_part   eight_steps = u64_part_all(8 * s->step);
    for (; remaining > 0; remaining -= 8)
    {
        unsigned solid = slant_rows_solid(&rows, s->width, pitch);
        if (solid) return slant_row_found(s, solid, remaining);
        mask_slant_move(s, 8);
        rows.words += 8 * s->row_step;
        for (int i = 0; i < U64_PARTS; i++) U64X8_PART(rows.left_ends, i) += eight_steps;
    }
    return 0;
}

// Returns the same as slant_next_narrow, in a mask of any number of strips. Reads the two strips that hold the line's
// columns in its next eight rows. A line that needs a third strip, or lies to the right of all strips, is left to
// mask_slant_next. A steep line also skips many empty rows together.
SIMD_INLINE int slant_next_wide(mask_slant *s, int remaining)
{
    bool    is_steep = mask_slant_is_steep(s);
    int64_t strips = s->end / 64 - 1; // end includes the guard strip
    while (remaining > 0)
    {
        // The columns that the line crosses in the eight rows, and the strip of the leftmost.
        int64_t change = 7 * s->step;
        int64_t least = change < 0 ? s->left_end + change : s->left_end;
        int64_t most = change < 0 ? s->left_end : s->left_end + change;
        int64_t lo = least >> MASK_SLANT_FRACTION, hi = (most + s->width) >> MASK_SLANT_FRACTION;
        int64_t strip = lo > 0 ? lo >> 6 : 0;
        if (hi >= 64 * (strip + 2) || strip >= strips) return mask_slant_next(s, remaining);

        slant_rows rows = slant_rows_at(s, strip);
        unsigned   solid = slant_rows_solid(&rows, s->width, s->pitch);
        if (solid) return slant_row_found(s, solid, remaining);
        mask_slant_move(s, 8);
        remaining -= 8;
        if (is_steep) remaining = mask_slant_skip_many(s, remaining);
    }
    return 0;
}

// Moves each slant k to the next of its remaining[k] rows, the current one included, that may have a solid pixel near
// the line. Stores in remaining[k] how many rows are left from there on, or 0 if there is no such row. Requires that
// all slants are of one mask: its number of strips, 1, 2 or more, chooses the loop.
SIMD_TARGET static void kernel_slants_next(mask_slant *slants, int *remaining, int count)
{
    if (count == 0) return;
    int64_t   columns = slants->end - 64; // without the guard strip: 64 for each strip
    ptrdiff_t pitch = slants->pitch;
    if (columns <= 64)
        for (int k = 0; k < count; k++)
            remaining[k] = slant_next_narrow(&slants[k], remaining[k], 0);
    else if (columns <= 128)
        for (int k = 0; k < count; k++)
            remaining[k] = slant_next_narrow(&slants[k], remaining[k], pitch);
    else
        for (int k = 0; k < count; k++) remaining[k] = slant_next_wide(&slants[k], remaining[k]);
}

#else

// The same where the words of a vector can't be shifted by numbers of their own: tests row by row, not eight rows at
// once.
SIMD_TARGET static void kernel_slants_next(mask_slant *slants, int *remaining, int count)
{
    for (int k = 0; k < count; k++) remaining[k] = mask_slant_next(&slants[k], remaining[k]);
}

#endif
