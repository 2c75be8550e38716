// Template: compiled by each file that includes it. Has no include guard: a part of kernels_body.h, whose names it uses.
//
// Lines through the rows of a mask, eight rows at a time where each word of a vector can be shifted by its own number
// (SIMD_U64X8_EACH). There is one branch for eight rows, not one for each: it depends on the pixels and is mispredicted.
//
// Slant.   A line (slant.h) in its current row lies in columns left .. left + width of the mask, in fixed point with
//          MASK_SLANT_FRACTION = 40 bits behind the point. left changes by `step` from a row to the next, which lies
//          below if down is +1 and above if it is -1.
// Words.   Row y of strip s is words[s * pitch + y], columns 64 s .. 64 s + 63, bit i the i-th from the left. Rows beyond
//          the mask and the strip behind the last one are zero.
// Parts.   A u64x8 has a word for each of eight rows, the uppermost first, in U64_PARTS registers of type u64_part.
#ifdef SIMD_U64X8_EACH

// Eight rows of a slant in two neighboring strips.
typedef struct slant_rows
{
    const uint64_t *words; // the uppermost row's word in the first strip
    u64x8           left;  // each row's left end, from that strip's first column on, in fixed point
} slant_rows;

// Returns the slant's next eight rows, the current one included, in strips `strip` and `strip` + 1. In row k from the top
//
//     left  =  first + k step        (0 <= k < 8, step from a row to the one below)
//
// where first is the uppermost row's left end: the current row's if the slant goes down, else that of the row 7 steps on.
// k step is summed from 1, 2 and 4 steps by the binary digits of k, whose rows kernel_rows selects.
SIMD_INLINE slant_rows slant_rows_at(const mask_slant *s, int64_t strip)
{
    int64_t  step = s->down > 0 ? s->step : -s->step;
    int64_t  first = (s->down > 0 ? s->left : s->left + 7 * s->step) - 64 * strip * MASK_SLANT_ONE;
    u64_part left = u64_part_all(first), one = u64_part_all(step);
    u64_part two = u64_part_plus(one, one), four = u64_part_plus(two, two);
    slant_rows r = { .words = s->words + strip * s->pitch - (s->down > 0 ? 0 : 7) };
    u64x8      digit0 = u64x8_load(kernel_rows[0]), digit1 = u64x8_load(kernel_rows[1]);
    u64x8      digit2 = u64x8_load(kernel_rows[2]);
    for (int i = 0; i < U64_PARTS; i++)
    {
        u64_part offset = u64_part_plus(u64_part_and(U64X8_PART(digit0, i), one),
                                        u64_part_and(U64X8_PART(digit1, i), two));
        offset = u64_part_plus(offset, u64_part_and(U64X8_PART(digit2, i), four));
        U64X8_PART(r.left, i) = u64_part_plus(left, offset);
    }
    return r;
}

// Returns the pixels of a strip's rows in columns floor(left) .. floor(end) - 1, counted from the strip's first; `left` and
// `end` are fixed-point numbers for each row, and may lie outside the strip. With  from = floor(left), to = floor(end),
// negative ones as 0:
//
//     words & (ones << from) & ~(ones << to)          a shift by 64 or more gives 0
SIMD_INLINE u64_part slant_part_near(u64_part words, u64_part left, u64_part end)
{
    u64_part_shift fraction = u64x8_shifts_by(MASK_SLANT_FRACTION, 0).right;
    u64_part       zero = u64_part_all(0), ones = u64_part_all(-1);
    u64_part       from = u64_part_right(u64_part_most(left, zero), fraction);
    u64_part       to = u64_part_right(u64_part_most(end, zero), fraction);
    return u64_part_and(
        words, u64_part_and_not(u64_part_left_each(ones, from), u64_part_left_each(ones, to)));
}

// Returns a bit for each of the eight rows, bit 0 for the uppermost: set if the row has a solid pixel in columns floor(left)
// .. floor(left + width) of the two strips. `pitch` is the words to the second strip, or 0 to read the first strip alone.
SIMD_INLINE unsigned slant_rows_solid(const slant_rows *r, int64_t width, ptrdiff_t pitch)
{
    u64_part to_end = u64_part_all(width + MASK_SLANT_ONE);
    u64_part strip_width = u64_part_all(64 * MASK_SLANT_ONE);
    unsigned solid = 0;
    for (int i = 0; i < U64_PARTS; i++)
    {
        const uint64_t *words = r->words + i * (8 / U64_PARTS);
        u64_part        left = U64X8_PART(r->left, i), end = u64_part_plus(left, to_end);
        u64_part        near_pixels = slant_part_near(u64_part_load(words), left, end);
        if (pitch)
            near_pixels =
                u64_part_or(near_pixels, slant_part_near(u64_part_load(words + pitch),
                                                         u64_part_minus(left, strip_width),
                                                         u64_part_minus(end, strip_width)));
        solid |= u64_part_nonzero_words(near_pixels) << i * (8 / U64_PARTS);
    }
    return solid;
}

// Moves the slant to the first row on its way whose bit in `solid` is set (bit 0 is the uppermost of its next eight rows).
// Returns how many of the `left` rows then remain, that one included; 0 if it lies behind them. Requires solid != 0.
SIMD_INLINE int slant_row_found(mask_slant *s, unsigned solid, int left)
{
    int row = s->down > 0 ? bits_lowest(solid) : 7 - bits_highest(solid);
    mask_slant_move(s, row);
    return left > row ? left - row : 0;
}

// Moves the slant to the next of `left` rows that may have a solid pixel near the line, in a mask of one strip (pitch 0) or
// two. Returns how many rows remain, that one included; 0 if there is none.
SIMD_INLINE int slant_next_narrow(mask_slant *s, int left, ptrdiff_t pitch)
{
    slant_rows rows = slant_rows_at(s, 0);
    u64_part   eight_steps = u64_part_all(8 * s->step);
    for (; left > 0; left -= 8)
    {
        unsigned solid = slant_rows_solid(&rows, s->width, pitch);
        if (solid) return slant_row_found(s, solid, left);
        mask_slant_move(s, 8);
        rows.words += 8 * s->down;
        for (int i = 0; i < U64_PARTS; i++)
            U64X8_PART(rows.left, i) = u64_part_plus(U64X8_PART(rows.left, i), eight_steps);
    }
    return 0;
}

// As slant_next_narrow, in a mask of more strips. Reads the two strips that the line's next eight rows lie in; leaves lines
// that need a third one, or lie to the right of all strips, to mask_slant_next. A steep line crosses few columns in many
// rows, so it also tests MASK_SLANT_MANY rows together.
SIMD_INLINE int slant_next_wide(mask_slant *s, int left)
{
    bool skips = s->width <= 2 * MASK_SLANT_ONE;
    while (left > 0)
    {
        int64_t last = s->left + 7 * s->step; // of the eight rows' left ends
        int64_t least = last < s->left ? last : s->left, most = last < s->left ? s->left : last;
        int64_t lo = least >> MASK_SLANT_FRACTION, hi = (most + s->width) >> MASK_SLANT_FRACTION;
        int64_t strips = s->end / 64 - 1; // end includes the guard strip
        int64_t strip = lo > 0 ? lo >> 6 : 0;
        if (hi >= 64 * (strip + 2) || strip >= strips) return mask_slant_next(s, left);
        slant_rows rows = slant_rows_at(s, strip);
        unsigned   solid = slant_rows_solid(&rows, s->width, s->pitch);
        if (solid) return slant_row_found(s, solid, left);
        mask_slant_move(s, 8);
        left -= 8;
        for (; skips && left >= MASK_SLANT_MANY && mask_slant_is_clear(s, MASK_SLANT_MANY);
             left -= MASK_SLANT_MANY)
            mask_slant_move(s, MASK_SLANT_MANY);
    }
    return 0;
}

// Moves each slant k to the next of its left[k] rows that may have a solid pixel near the line, and stores in left[k] how many
// rows remain, that one included; 0 if there is none. Requires that all slants are of one mask: its width chooses the loop.
SIMD_TARGET static void kernel_slants_next(mask_slant *slants, int *left, int count)
{
    int64_t   columns = count ? slants->end - 64 : 0;
    ptrdiff_t pitch = count ? slants->pitch : 0;
    if (columns <= 64)
        for (int k = 0; k < count; k++) left[k] = slant_next_narrow(&slants[k], left[k], 0);
    else if (columns <= 128)
        for (int k = 0; k < count; k++) left[k] = slant_next_narrow(&slants[k], left[k], pitch);
    else
        for (int k = 0; k < count; k++) left[k] = slant_next_wide(&slants[k], left[k]);
}

#else

// As above, one slant after the other.
SIMD_TARGET static void kernel_slants_next(mask_slant *slants, int *left, int count)
{
    for (int k = 0; k < count; k++) left[k] = mask_slant_next(&slants[k], left[k]);
}

#endif
