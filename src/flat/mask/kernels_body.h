// Template: compiled by each file that includes it.
// The kernels of masks. Requires simd/u64x8.h, and SIMD_TIER before it. Has no include guard.
//
// Words.   A mask is stored in strips, 64 columns wide; a word is one row of a strip, bit i its i-th pixel from the
//          left. Row y of strip s is words[s * pitch + y]; a u64x8 holds eight rows of a strip. Behind the last strip
//          is a guard strip, above and below each strip are 8 guard rows: all zero, and may be read.
// Blocks.  A block is 8 by 8 pixels, a group eight blocks of a row: 64 by 8 pixels, one u64x8 of the mask. Bitmaps of
//          blocks lie in strips like pixels, a bit for a block, without a guard strip; see mask_blocks in kernels.h.
//          Such a strip of blocks is 8 strips of pixels wide.
// Offset.  Pixel (x, y) of b lies over pixel (x + dx, y + dy) of a, so a word of b lies over two neighboring words of
//          a:
//
//              a_under_b  =  a >> shift | a_next << (64 - shift),      shift = dx & 63
//
//          has the pixel of a under bit i of b in bit i. Coordinates are b's if nothing else is said.

#include "flat/mask/bits.h"
#include "flat/mask/slant.h"

#include <string.h>

// Returns the two shifts of a_under_b. Requires 0 <= shift <= 63.
SIMD_INLINE u64x8_shifts shifts_of(int shift)
{
    return u64x8_shifts_by(shift, 64 - shift);
}

// Returns a_under_b for eight rows of a strip of b. `a` is the word of a at the first of these rows, `a_next` the word
// of the same row in a's next strip.
SIMD_INLINE u64x8 load_under(const uint64_t *a, const uint64_t *a_next, u64x8_shifts by)
{
    return u64x8_shift_pair(u64x8_load(a), u64x8_load(a_next), by);
}

// --- windows: all rows and strips ---------------------------------------------------------------------

// Returns true if  a_under_b & b  has a set bit in any word of the windows. Reads whole groups of eight rows; one of the
// masks must be zero in rows beyond the last.
SIMD_TARGET static bool kernel_overlaps(const mask_windows *w)
{
    u64x8_shifts by = shifts_of((int)w->shift);
    for (int strip = 0; strip < w->strips; strip++)
    {
        const uint64_t *a = w->a + (size_t)strip * w->a_pitch, *a_next = a + w->a_pitch;
        const uint64_t *b = w->b + (size_t)strip * w->b_pitch;
        for (int y = 0; y < w->rows; y += 8)
        {
            u64x8 a_under_b = load_under(a + y, a_next + y, by);
            if (u64x8_any(u64x8_and(a_under_b, u64x8_load(b + y)))) return true;
        }
    }
    return false;
}

// Returns the number of set bits of  a_under_b & b  in all words of the windows. Requires the same as kernel_overlaps.
SIMD_TARGET static int64_t kernel_overlap_area(const mask_windows *w)
{
    u64x8_sum    sum = u64x8_sum_zero();
    u64x8_shifts by = shifts_of((int)w->shift);
    for (int strip = 0; strip < w->strips; strip++)
    {
        const uint64_t *a = w->a + (size_t)strip * w->a_pitch, *a_next = a + w->a_pitch;
        const uint64_t *b = w->b + (size_t)strip * w->b_pitch;
        for (int y = 0; y < w->rows; y += 8)
        {
            u64x8 a_under_b = load_under(a + y, a_next + y, by);
            sum = u64x8_sum_bits(sum, u64x8_and(a_under_b, u64x8_load(b + y)));
        }
    }
    return u64x8_sum_total(sum);
}

// Returns the first row of the windows' first strips with a set bit in  a_under_b & b;  the number of rows if there is
// none. Finds the group of eight rows first, then the row in it. Requires the same as kernel_overlaps.
SIMD_TARGET static int kernel_first_shared_row(const mask_windows *w)
{
    const uint64_t *a = w->a, *a_next = a + w->a_pitch, *b = w->b;
    u64x8_shifts    by = shifts_of((int)w->shift);
    for (int y = 0; y < w->rows; y += 8)
    {
        u64x8 a_under_b = load_under(a + y, a_next + y, by);
        if (!u64x8_any(u64x8_and(a_under_b, u64x8_load(b + y)))) continue;
        while (!(mask_two_words(a[y], a_next[y], w->shift) & b[y])) y++;
        return y;
    }
    return w->rows;
}

// --- moments -------------------------------------------------------------------------------------------

// Selections by a binary digit: in kernel_rows[k], all bits of word r are set if digit k of r is.
static const uint64_t kernel_rows[3][8] = {
    { 0, ~(uint64_t)0, 0, ~(uint64_t)0, 0, ~(uint64_t)0, 0, ~(uint64_t)0 },
    { 0, 0, ~(uint64_t)0, ~(uint64_t)0, 0, 0, ~(uint64_t)0, ~(uint64_t)0 },
    { 0, 0, 0, 0, ~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0 },
};

// Counts of the pixels that one strip of b shares with a. The rows are read in groups of eight, number 0, 1, 2 ... from
// the top. The words of a u64x8_sum have to be added to get the count.
typedef struct strip_counts
{
    // Word r: the shared pixels in row r of all groups read so far.
    u64x8     rows;
    // The sum over all groups g read so far of the shared pixels in groups 0 .. g.
    u64x8_sum cumulated;
    // The sum of the shared pixels' columns in the strip, 0 .. 63.
    u64x8_sum columns;
    // The pixels that are shared after b has moved to the right by one pixel, less those after it has moved to the left;
    // and the same down and up.
    u64x8_sum right_less_left, down_less_up;
} strip_counts;

// Returns the counts before the first group of a strip.
SIMD_INLINE strip_counts strip_counts_zero(void)
{
    u64x8_sum    zero = u64x8_sum_zero();
    strip_counts counts;
    for (int i = 0; i < U64_PARTS; i++) U64X8_PART(counts.rows, i) = zero;
    counts.cumulated = counts.columns = zero;
    counts.right_less_left = counts.down_less_up = zero;
    return counts;
}

// Adds the shared pixels of the next group of eight rows,  a_under_b & b,  to the counts by row and by column. Each
// word's count is added to the same word of `rows`. Then the words of `rows`, whose sum is the number of shared pixels
// in this group and in all groups before, are added to `cumulated` (add_strip says what for). Both are done part by
// part. Requires the groups of a strip in their order.
SIMD_INLINE void count_by_row_and_column(strip_counts *counts, u64x8 shared)
{
    for (int i = 0; i < U64_PARTS; i++)
    {
        u64_part pixels = U64X8_PART(shared, i);
        U64X8_PART(counts->rows, i) += u64_part_count(pixels);
        counts->cumulated += U64X8_PART(counts->rows, i);
        counts->columns += u64_part_positions(pixels);
    }
}

// How a group of eight rows of b is compared with a: b's words, and those of two neighboring strips of a under it, before
// b has moved (a, a_next, by) and after it has moved to the left by one pixel.
typedef struct group_words
{
    const uint64_t *a, *a_next, *b, *left, *left_next;
    u64x8_shifts    by, by_left;
} group_words;

// Adds the pixels of a group that are shared once b has moved by one pixel. With under(s) = a_under_b for the shift s:
//
//   right  =  under(shift + 1) & b
//   left   =  under(shift - 1) & b
//   down   =  under(shift) & b in the row above        row y - 1 of b takes the place of row y
//   up     =  under(shift) in the row above & b        row y of b lies over the row of a one further up
SIMD_INLINE void count_moved(strip_counts *counts, const group_words *at, int shift)
{
    u64x8_shifts by_right = u64x8_shifts_by(shift + 1, 63 - shift);
    u64x8        b = u64x8_load(at->b), a_under_b = load_under(at->a, at->a_next, at->by);
    u64x8        right = u64x8_and(load_under(at->a, at->a_next, by_right), b);
    u64x8        left = u64x8_and(load_under(at->left, at->left_next, at->by_left), b);
    u64x8        down = u64x8_and(a_under_b, u64x8_load(at->b - 1));
    u64x8        up = u64x8_and(load_under(at->a - 1, at->a_next - 1, at->by), b);
    for (int i = 0; i < U64_PARTS; i++)
    {
        counts->right_less_left += u64_part_count(U64X8_PART(right, i));
        counts->right_less_left -= u64_part_count(U64X8_PART(left, i));
        counts->down_less_up += u64_part_count(U64X8_PART(down, i));
        counts->down_less_up -= u64_part_count(U64X8_PART(up, i));
    }
}

// Returns the sum over k = 0 .. count - 1 of  2^k digits[k],  by Horner's rule. Requires count > 0.
SIMD_INLINE int64_t weighted_total(const u64x8_sum *digits, int count)
{
    u64x8_sum sum = digits[count - 1];
    for (int k = count - 2; k >= 0; k--) sum = sum + sum + digits[k];
    return u64x8_sum_total(sum);
}

// Returns the sum of those of the eight words `rows` whose bits are set in `select`, spread over the words of a vector.
// Requires a `select` whose words are all ones or 0.
SIMD_INLINE u64x8_sum rows_total(u64x8 rows, u64x8 select)
{
    u64x8_sum sum = u64x8_sum_zero();
    for (int i = 0; i < U64_PARTS; i++) sum += U64X8_PART(rows, i) & U64X8_PART(select, i);
    return sum;
}

// Adds the counts of one strip, read in `groups` groups, to the moments. A pixel in row r of group g has row 8 g + r.
// The sum of r is found by binary digits: it is the sum over k of 2^k times the number of pixels whose r has digit k
// set. The sum of g is
//
//     sum of g  =  groups count - cumulated.
//
// A pixel of group g is in the terms g .. groups - 1 of `cumulated`, which are groups - g. So  cumulated  is the sum
// over the pixels of  groups - g.  In the sum of rows, g has the weight 8, that of digit 3.
SIMD_INLINE void add_strip(mask_moments *moments, const strip_counts *counts, int strip,
                           int64_t groups)
{
    static const uint64_t all[8] = U64X8_ALL(~(uint64_t)0);
    u64x8_sum             row_digits[4]; // [3] is -cumulated
    for (int k = 0; k < 3; k++)
        row_digits[k] = rows_total(counts->rows, u64x8_load(kernel_rows[k]));
    row_digits[3] = u64x8_sum_zero() - counts->cumulated;

    int64_t count = u64x8_sum_total(rows_total(counts->rows, u64x8_load(all)));
    moments->count += count;
    moments->x += 64 * strip * count + u64x8_sum_total(counts->columns);
    moments->y += 8 * groups * count + weighted_total(row_digits, 4);
    moments->right_less_left += u64x8_sum_total(counts->right_less_left);
    moments->down_less_up += u64x8_sum_total(counts->down_less_up);
}

// Stores the moments of the windows' shared pixels: counts strip by strip, eight rows at a time. The description of
// mask_kernels.overlap_moments says what the windows must be. Without a strip to the left of a's first one, the first is
// read in its place, and a shift by 64 drops it. Behind a's guard strip, which is zero, the guard strip is read again.
SIMD_TARGET static void kernel_overlap_moments(const mask_windows *w, int a_strips, bool has_left,
                                               mask_moments *moments)
{
    int          shift = (int)w->shift;
    mask_moments sums = { 0 };
    for (int strip = 0; strip < w->strips; strip++, has_left = true)
    {
        const uint64_t *a = w->a + (size_t)strip * w->a_pitch;
        const uint64_t *a_next = strip < a_strips ? a + w->a_pitch : a;
        strip_counts    counts = strip_counts_zero();
        group_words     at = {
                .a = a,
                .a_next = a_next,
                .b = w->b + (size_t)strip * w->b_pitch,
                .left = shift == 0 && has_left ? a - w->a_pitch : a,
                .left_next = shift == 0 ? a : a_next,
                .by = shifts_of(shift),
                .by_left = shift == 0 ? u64x8_shifts_by(has_left ? 63 : 64, 1)
                                      : u64x8_shifts_by(shift - 1, 65 - shift),
        };
        for (int y = 0; y < w->rows; y += 8)
        {
            u64x8 a_under_b = load_under(at.a, at.a_next, at.by);
            count_by_row_and_column(&counts, u64x8_and(a_under_b, u64x8_load(at.b)));
            count_moved(&counts, &at, shift);
            at.a += 8, at.a_next += 8, at.b += 8, at.left += 8, at.left_next += 8;
        }
        add_strip(&sums, &counts, strip, (w->rows + 7) / 8);
    }
    *moments = sums;
}

// --- blocks --------------------------------------------------------------------------------------------

// Returns the strip of blocks, 64 blocks of 8 columns, that column x of the pixels lies in: floor(x / 512).
SIMD_INLINE int block_strip_of(int x)
{
    return x >> 9;
}

// How 64 blocks of a's rows are read from any column of blocks on: from two neighboring strips, shifted by
// u64x8_shift_pair.
typedef struct block_shift
{
    ptrdiff_t    to_next; // words from the first strip to the second; 0 if there is no second one
    u64x8_shifts by;
} block_shift;

// Returns how to read a's blocks from column `column` of blocks on. Requires a column in one of a's strips of blocks.
// Blocks have no guard strip: if the column lies in a's last strip, that strip is also read as the second one, and a
// shift by 64 drops it.
SIMD_INLINE block_shift shift_to(const mask_blocks *a, int column)
{
    int         shift = column & 63;
    bool        is_last = (column >> 6) + 1 >= a->strips;
    block_shift to = { is_last ? 0 : a->pitch, u64x8_shifts_by(shift, is_last ? 64 : 64 - shift) };
    return to;
}

// Returns which groups of b may share a pixel with a, in a strip of b's blocks and eight rows of blocks. Bit 8 i + k is
// set if group k of row i, its blocks 8 k .. 8 k + 7, has a bit in  dilated_under_b & solid.  `solid` is b's word in the
// first of the eight rows, `dilated` a's word under it, and `to` the shift of a's blocks under the strip.
SIMD_INLINE uint64_t candidate_groups(const uint64_t *dilated, const uint64_t *solid,
                                      block_shift to)
{
    u64x8 dilated_under_b = load_under(dilated, dilated + to.to_next, to.by);
    return u64x8_nonzero_bytes(u64x8_and(dilated_under_b, u64x8_load(solid)));
}

// Returns how many words group number `bit` of candidate_groups, group k of row i, is behind group 0 of row 0. A group of
// a row is a strip of pixels, `pitch` words wide, and a row of blocks is eight words high.
SIMD_INLINE ptrdiff_t group_at(int bit, ptrdiff_t pitch)
{
    return (bit & 7) * pitch + (bit & 56);
}

// The columns and rows of b's pixels that lie inside the bounds of both masks, the last ones included. Empty if right <
// left or bottom < top.
typedef struct shared_box
{
    int left, top, right, bottom;
} shared_box;

// Returns the shared box of two masks, in b's coordinates, with b's corner at (dx, dy) of a. Requires an offset of at
// most 2^30, so that no sum overflows.
SIMD_INLINE shared_box shared_box_of(const mask_blocks *a, const mask_blocks *b, int dx, int dy)
{
    shared_box box = {
        .left = mask_max(a->first_x - dx, b->first_x),
        .top = mask_max(a->first_y - dy, b->first_y),
        .right = mask_min(a->last_x - dx, b->last_x),
        .bottom = mask_min(a->last_y - dy, b->last_y),
    };
    return box;
}

// Two masks laid over each other, the left one as a: so dx >= 0.
typedef struct block_windows
{
    const mask_blocks *a, *b;
    int                dx, dy; // b's corner in a
    shared_box         box;
} block_windows;

// Returns true if one strip of b's blocks, 512 columns of pixels, shares a pixel with a in the rows of the box.
// Requires that a has blocks under the strip. Reads the blocks of eight rows at a time, and the pixels of the
// candidates only: there the words that are read of a are a's own or guards. Row y of a's blocks is row y + 1 of
// `dilated`, see mask_blocks.
SIMD_INLINE bool block_strip_overlaps(const block_windows *w, int block_strip)
{
    // The column of a's blocks under the first column of the strip.
    int             column = 64 * block_strip + (w->dx >> 3);
    block_shift     to = shift_to(w->a, column);
    u64x8_shifts    by = shifts_of(w->dx & 63);
    ptrdiff_t       a_pitch = w->a->pitch, b_pitch = w->b->pitch;
    ptrdiff_t       a_words = w->a->word_pitch, b_words = w->b->word_pitch;
    const uint64_t *dilated = w->a->dilated + (column >> 6) * a_pitch + ((w->dy >> 3) + 1);
    const uint64_t *solid = w->b->solid + block_strip * b_pitch;
    const uint64_t *a = w->a->words + (8 * block_strip + (w->dx >> 6)) * a_words + w->dy;
    const uint64_t *b = w->b->words + 8 * block_strip * b_words;
    for (int row = w->box.top >> 3; row <= w->box.bottom >> 3; row += 8)
    {
        uint64_t groups = candidate_groups(dilated + row, solid + row, to);
        for (; groups; groups &= groups - 1)
        {
            int             bit = mask_lowest(groups);
            const uint64_t *under = a + 8 * row + group_at(bit, a_words);
            u64x8           a_under_b = load_under(under, under + a_words, by);
            u64x8           own = u64x8_load(b + 8 * row + group_at(bit, b_words));
            if (u64x8_any(u64x8_and(a_under_b, own))) return true;
        }
    }
    return false;
}

// Returns true if the masks share a pixel with b's corner at (dx, dy) of a. For shared boxes of a large area: reads
// blocks first, then the pixels of candidates. Requires a shared box that is not empty, and an offset of at most 2^30.
// The left mask becomes a, so the masks are exchanged if dx < 0. Not inlined, so that small queries don't save the
// registers that this one needs.
SIMD_TARGET CPU_APART static bool large_blocks_overlap(const mask_blocks *a, const mask_blocks *b,
                                                       int dx, int dy)
{
    bool          is_swapped = dx < 0;
    block_windows w = {
        .a = is_swapped ? b : a,
        .b = is_swapped ? a : b,
        .dx = is_swapped ? -dx : dx,
        .dy = is_swapped ? -dy : dy,
    };
    w.box = shared_box_of(w.a, w.b, w.dx, w.dy);
    for (int strip = block_strip_of(w.box.left); strip <= block_strip_of(w.box.right); strip++)
        if (block_strip_overlaps(&w, strip)) return true;
    return false;
}

// Stores rows first .. last of a strip of blocks: bit 8 s + k of solid[row] is block k of strip s of pixels. Byte k of
// a pixel row's word is the part of the row in block k. In `bytes`, bit k of byte r is set if that byte is not zero in
// row r of the eight. The or of all eight bytes of `bytes` says which blocks have a solid pixel in any row.
SIMD_TARGET static void kernel_solid_blocks(const uint64_t *words, size_t pitch, int strips,
                                            int first, int last, uint64_t *solid)
{
    for (int row = first; row <= last; row++)
    {
        solid[row] = 0;
        for (int strip = 0; strip < strips; strip++)
        {
            const uint64_t *rows = words + (size_t)strip * pitch + 8 * row;
            uint64_t        bytes = u64x8_nonzero_bytes(u64x8_load(rows));
            bytes |= bytes >> 32;
            bytes |= bytes >> 16;
            bytes |= bytes >> 8;
            solid[row] |= (bytes & 255) << 8 * strip;
        }
    }
}

// Computes the or of 8 by 8 pixels by doubling. In each row, bit i first stands for columns i, i + 1, then for
// i .. i + 3, then for i .. i + 7; b, the word to the right, is combined likewise, as a's last columns need it. Then
// each of `rows` is combined with three rows below it, in place from the top, and the result with the one 4 rows
// further down.
//
// Only rows 0 .. count + 6 are read from the mask, and only rows 0 .. count - 1 are written. So the last group of eight
// rows ends there and overlaps the group before it: rows of both are computed twice. The 16 rows of zeros behind `rows`
// are read with its last group.
SIMD_TARGET static void kernel_dilate(const uint64_t *own, const uint64_t *next, int count,
                                      uint64_t *dilated)
{
    static const uint64_t none[8] = { 0 };
    uint64_t              rows[MASK_DILATED_ROWS + 24];
    u64x8                 zero = u64x8_load(none);
    u64x8_shifts          by1 = u64x8_shifts_by(1, 63), by2 = u64x8_shifts_by(2, 62);
    u64x8_shifts          by4 = u64x8_shifts_by(4, 60);
    int                   read = count + 7;
    for (int i = 0; i < read; i += 8)
    {
        int   at = mask_min(i, read - 8);
        u64x8 a = u64x8_load(own + at), b = u64x8_load(next + at);
        a = u64x8_or(a, u64x8_shift_pair(a, b, by1));
        b = u64x8_or(b, u64x8_shift_pair(b, zero, by1));
        a = u64x8_or(a, u64x8_shift_pair(a, b, by2));
        b = u64x8_or(b, u64x8_shift_pair(b, zero, by2));
        u64x8_store(rows + at, u64x8_or(a, u64x8_shift_pair(a, b, by4)));
    }
    u64x8_store(rows + read, zero);
    u64x8_store(rows + read + 8, zero);
    for (int i = 0; i < read; i += 8)
    {
        u64x8 upper = u64x8_or(u64x8_load(rows + i), u64x8_load(rows + i + 1));
        u64x8 lower = u64x8_or(u64x8_load(rows + i + 2), u64x8_load(rows + i + 3));
        u64x8_store(rows + i, u64x8_or(upper, lower));
    }
    for (int i = 0; i < count; i += 8)
    {
        int at = mask_min(i, count - 8);
        u64x8_store(dilated + at, u64x8_or(u64x8_load(rows + at), u64x8_load(rows + at + 4)));
    }
}

// Finds where runs begin and end. A word of `ends` has the pixels that differ from the one to their left.
SIMD_TARGET static size_t kernel_run_ends(mask_run_search *search)
{
    const rim_mask *mask = search->mask;
    uint32_t       *next = search->ends, *enough = next + search->enough;
    uint32_t        width = (uint32_t)mask->width;
    int             strips = mask->strips, y = search->y;
    for (; y < search->rows_end && next <= enough; y++)
    {
        const uint64_t *at = mask->words + y;
        uint64_t        carry = 0; // the last pixel of the strip before
        uint32_t        origin = (uint32_t)y * (width + 1), x = origin;
        for (int strip = 0; strip < strips; strip++, at += mask->pitch, x += 64)
        {
            uint64_t ends = *at ^ (*at << 1 | carry);
            for (; ends; ends &= ends - 1) *next++ = x + (uint32_t)mask_lowest(ends);
            carry = *at >> 63;
        }
        if (carry) *next++ = origin + width; // a run that reaches the last strip's end
        if (search->rows) search->rows[y + 1] = search->runs + (size_t)(next - search->ends) / 2;
    }
    search->y = y;
    return (size_t)(next - search->ends);
}

// --- small boxes ---------------------------------------------------------------------------------------

// Returns true if a strip of b shares a pixel with a in a's rows `top` .. `bottom`. `a` and `a_next` are row 0 of two
// neighboring strips of a, `by` the shifts that lay their words under b's (load_under), and b[y] is the word over a[y].
// If `by` drops the words of `a`, this may be any strip. Rows are read in groups of eight that start at multiples of 8,
// where eight rows of a lie in one cache line. So up to 7 rows above `top` and below `bottom` are read as well.
// Requires that these may be read, and that one of the masks is zero there.
SIMD_INLINE bool strip_overlaps(const uint64_t *a, const uint64_t *a_next, const uint64_t *b,
                                ptrdiff_t top, ptrdiff_t bottom, u64x8_shifts by)
{
    for (ptrdiff_t y = top & ~(ptrdiff_t)7; y <= bottom; y += 8)
    {
        u64x8 a_under_b = load_under(a + y, a_next + y, by);
        if (u64x8_any(u64x8_and(a_under_b, u64x8_load(b + y)))) return true;
    }
    return false;
}

enum
{
    // Pixels of the box that both bounds share. In a larger box blocks are read before pixels; in a smaller one
    // reading all pixels takes no longer than reading the blocks.
    MASK_LARGE_AREA = 64 * 64
};

// Returns true if the masks share a pixel with b's corner at (dx, dy) of a; any offset is allowed. The shared box holds
// the pixels inside the bounds of both masks; its columns are counted in b, its rows in a. A large box is left to
// large_blocks_overlap. In other boxes all words are compared. A strip of b lies over two strips of a, a_strip and the
// next one. If a_strip is -1, it does not exist: the next one is read in its place, and a shift by 64 drops it.
SIMD_TARGET static bool kernel_blocks_overlap(const mask_blocks *a, const mask_blocks *b, int dx,
                                              int dy)
{
    // The shared box, in 64 bits as the offset may be any.
    int64_t x = dx, y = dy;
    int64_t left = a->first_x - x, right = a->last_x - x;
    int64_t top = b->first_y + y, bottom = b->last_y + y;
    left = left > b->first_x ? left : b->first_x;
    right = right < b->last_x ? right : b->last_x;
    top = top > a->first_y ? top : a->first_y;
    bottom = bottom < a->last_y ? bottom : a->last_y;
    int64_t across = right - left, down = bottom - top; // from the first to the last column and row
    if ((across | down) < 0) return false;              // at least one is negative: no box
    if (across * down > MASK_LARGE_AREA) return large_blocks_overlap(a, b, dx, dy);

    // The first strip of b in the box, and the two strips of a under it.
    ptrdiff_t       b_strip = (ptrdiff_t)left >> 6, last_b_strip = (ptrdiff_t)right >> 6;
    ptrdiff_t       a_strip = b_strip + ((ptrdiff_t)x >> 6);
    ptrdiff_t       a_pitch = a->word_pitch, b_pitch = b->word_pitch;
    const uint64_t *a_next = a->words + (a_strip + 1) * a_pitch;
    const uint64_t *a_words = a_strip < 0 ? a_next : a_next - a_pitch;
    const uint64_t *b_words = b->words + (b_strip * b_pitch - (ptrdiff_t)y);
    int             shift = dx & 63;
    u64x8_shifts    by = u64x8_shifts_by(a_strip < 0 ? 64 : shift, 64 - shift);
    while (!strip_overlaps(a_words, a_next, b_words, (ptrdiff_t)top, (ptrdiff_t)bottom, by))
    {
        if (b_strip == last_b_strip) return false;
        b_strip++;
        a_words = a_next;
        a_next += a_pitch;
        b_words += b_pitch;
        by = shifts_of(shift);
    }
    return true;
}

// --- many meetings ------------------------------------------------------------------------------------------------

// Returns true if rows row .. row + 7 of b's strip share a pixel with a. Requires that one of these rows, and one
// column of the strip, lie inside the bounds of both masks. Then all words that are read belong to the masks or their
// guards. `row` may be negative: the rows above row 0 are guard rows. Without a branch:
//
//   a_strip >= 0     a_under_b  =  strip a_strip >> shift | strip a_strip + 1 << (64 - shift)
//   a_strip = -1     a_under_b  =  strip 0 >> 64, which is 0, | strip 0 << (64 - shift)
SIMD_INLINE bool eight_rows_overlap(const mask_meeting *m, int b_strip, int row)
{
    int             a_strip = b_strip + (m->dx >> 6), shift = m->dx & 63;
    int             no_left_strip = a_strip >> 31; // all bits set if a_strip is -1, else 0
    ptrdiff_t       pitch = m->a->word_pitch;
    const uint64_t *a_next = m->a->words + ((a_strip + 1) * pitch + (row + m->dy));
    const uint64_t *a_words = a_next - (pitch & ~(ptrdiff_t)no_left_strip);
    const uint64_t *b_words = m->b->words + (b_strip * (ptrdiff_t)m->b->word_pitch + row);
    u64x8_shifts    by = u64x8_shifts_by(shift + ((64 - shift) & no_left_strip), 64 - shift);
    u64x8           a_under_b = load_under(a_words, a_next, by);
    return u64x8_any(u64x8_and(a_under_b, u64x8_load(b_words)));
}

// Stores for each meeting whether its masks share a pixel. Requires count <= MASK_MEETINGS, and offsets of at most
// 2^30.
//
// The first loop compares, of each shared box, only the eight middle rows in the middle strip. In the benchmark this
// decides three of four meetings. It has no branch that depends on pixels, as such a branch would be mispredicted. A
// meeting is decided if a shared pixel is found, or if the box has no other rows and strips. The second loop compares
// the whole boxes of the undecided meetings.
SIMD_TARGET static void kernel_meetings_overlap(const mask_meeting *meetings, int count,
                                                bool *answers)
{
    uint8_t undecided[MASK_MEETINGS]; // indices of meetings: 0 .. 255
    int     undecided_count = 0;
    for (int k = 0; k < count; k++)
    {
        const mask_meeting *m = &meetings[k];
        shared_box          box = shared_box_of(m->a, m->b, m->dx, m->dy);
        answers[k] = false;
        // The or of the differences is negative if one of them is: then the box is empty.
        if (((box.right - box.left) | (box.bottom - box.top)) < 0) continue;

        int middle_strip = (box.left + box.right) >> 7; // half of the sum, divided by 64
        int middle_row = (box.top + box.bottom) >> 1;
        answers[k] = eight_rows_overlap(m, middle_strip, middle_row - 3);

        // The rows middle_row - 3 .. middle_row + 4 are the whole box if it lies in one strip and bottom - top <= 7:
        // then top >= middle_row - 3 and bottom <= middle_row + 4.
        bool is_whole_box = (box.left >> 6 == box.right >> 6) & (box.bottom - box.top < 8);
        undecided[undecided_count] = (uint8_t)k;
        undecided_count += !(answers[k] | is_whole_box);
    }
    for (int i = 0; i < undecided_count; i++)
    {
        const mask_meeting *m = &meetings[undecided[i]];
        answers[undecided[i]] = kernel_blocks_overlap(m->a, m->b, m->dx, m->dy);
    }
}

#include "flat/mask/kernels_reoriented.h"
#include "flat/mask/kernels_windows.h"

// --- images ---------------------------------------------------------------------------------------------

// Returns the address of 64 pixels of `size` bytes, the last of which are a row's last `rest` pixels. These start at
// `row`, and 1 <= rest <= 63; nothing behind them may be read. If the row has `whole` > 0 full strips before them, the
// 64 pixels begin in the last of these strips. Else the `rest` pixels are copied to the end of `buffer`, which has room
// for 64.
SIMD_INLINE const unsigned char *last64(const unsigned char *row, int rest, int whole, int size,
                                        unsigned char *buffer)
{
    if (whole) return row - (64 - rest) * size;
    memcpy(buffer + (64 - rest) * size, row, (size_t)(rest * size));
    return buffer;
}

// Writes the mask's words from pixels of four bytes: a bit for each pixel, set if (word & bits) >= limit. Takes 64
// pixels at a time. The last pixels of a row, fewer than 64, are the upper bits of a word from last64. A shift moves
// them down to bit 0 and leaves zeros above. kernel_from_key differs in the test only, kernel_from_bytes also in the
// size of a pixel.
SIMD_TARGET static void kernel_from_words(const mask_source *s, uint32_t bits, uint32_t limit)
{
    unsigned char buffer[64 * 4] = { 0 };
    int           whole = s->width / 64, rest = s->width % 64;
    for (int y = 0; y < s->height; y++)
    {
        const unsigned char *row = s->pixels + y * s->stride;
        uint64_t            *word = s->words + y;
        for (int strip = 0; strip < whole; strip++, row += 64 * 4, word += s->pitch)
            *word = u32x64_at_least(row, bits, limit);
        if (rest == 0) continue;
        const unsigned char *last = last64(row, rest, whole, 4, buffer);
        *word = u32x64_at_least(last, bits, limit) >> (64 - rest);
    }
}

// As kernel_from_words; a bit is set if (word & bits) != key.
SIMD_TARGET static void kernel_from_key(const mask_source *s, uint32_t bits, uint32_t key)
{
    unsigned char buffer[64 * 4] = { 0 };
    int           whole = s->width / 64, rest = s->width % 64;
    for (int y = 0; y < s->height; y++)
    {
        const unsigned char *row = s->pixels + y * s->stride;
        uint64_t            *word = s->words + y;
        for (int strip = 0; strip < whole; strip++, row += 64 * 4, word += s->pitch)
            *word = u32x64_differ(row, bits, key);
        if (rest == 0) continue;
        const unsigned char *last = last64(row, rest, whole, 4, buffer);
        *word = u32x64_differ(last, bits, key) >> (64 - rest);
    }
}

// As kernel_from_words, for pixels of one byte: a bit is set if the byte is at least `limit`.
SIMD_TARGET static void kernel_from_bytes(const mask_source *s, uint8_t limit)
{
    unsigned char buffer[64] = { 0 };
    int           whole = s->width / 64, rest = s->width % 64;
    for (int y = 0; y < s->height; y++)
    {
        const unsigned char *row = s->pixels + y * s->stride;
        uint64_t            *word = s->words + y;
        for (int strip = 0; strip < whole; strip++, row += 64, word += s->pitch)
            *word = u8x64_at_least(row, limit);
        if (rest == 0) continue;
        const unsigned char *last = last64(row, rest, whole, 1, buffer);
        *word = u8x64_at_least(last, limit) >> (64 - rest);
    }
}

#include "flat/mask/kernels_slant.h"

// --- cells ---------------------------------------------------------------------------------------------

// Two versions of one function. Returns a bit for each of the eight cells i .. i + 7, bit 0 for cell i: set if the
// cell, moved by (dx, dy), is a solid pixel inside the rectangle x0 .. x1 - 1, y0 .. y1 - 1. All eight must be
// readable.
#ifdef SIMD_I32X8

// A word of 64 pixels is read as two halves of 32 bits, the lower one first, as x86 is little-endian. Pixel (x, y) is
//
//     bit  x & 31  of half  2 ((x >> 6) pitch + y) + (x >> 5 & 1).
//
// A shift to the left by 31 - (x & 31), which is 31 & ~x, moves that bit to the sign. Halves of cells outside the
// rectangle are not read and are 0.
SIMD_INLINE unsigned cells8_solid(const mask_cells *cells, int i)
{
    i32x8 x = i32x8_load(cells->x + i) + i32x8_all(cells->dx);
    i32x8 y = i32x8_load(cells->y + i) + i32x8_all(cells->dy);
    i32x8 outside_x = (i32x8_all(cells->x0) > x) | (x > i32x8_all(cells->x1 - 1));
    i32x8 outside_y = (i32x8_all(cells->y0) > y) | (y > i32x8_all(cells->y1 - 1));
    i32x8 outside = outside_x | outside_y;
    if (i32x8_signs(outside) == 0xff) return 0;

    i32x8 strip = (x >> i32x8_all(6)) * i32x8_all(2 * cells->pitch); // its first half
    i32x8 half = strip + y + y + ((x >> i32x8_all(5)) & i32x8_all(1));
    i32x8 pixels = i32x8_gather((const int32_t *)cells->words, half, ~outside);
    return i32x8_signs(pixels << (i32x8_all(31) & ~x));
}

#else

// The same, one cell after the other.
SIMD_INLINE unsigned cells8_solid(const mask_cells *cells, int i)
{
    unsigned solid = 0;
    for (int k = 0; k < 8; k++)
    {
        int x = cells->x[i + k] + cells->dx, y = cells->y[i + k] + cells->dy;
        if (x < cells->x0 || y < cells->y0 || x >= cells->x1 || y >= cells->y1) continue;
        const uint64_t *strip = cells->words + (ptrdiff_t)(x >> 6) * cells->pitch;
        solid |= (unsigned)(strip[y] >> (x & 63) & 1) << k;
    }
    return solid;
}

#endif

// Returns the first index >= `from` whose cell is a solid pixel; count if there is none. Requires from >= 0. Tests
// eight cells at a time, from a multiple of 8 on. The first test may include cells before `from`, whose bits `allowed`
// clears. The last test may include cells from `count` on; if the first solid one is such a cell, the result is count.
SIMD_TARGET static int kernel_first_cell(const mask_cells *cells, int from)
{
    unsigned allowed = 0xffu << (from & 7);
    for (int i = from & ~7; i < cells->count; i += 8)
    {
        unsigned solid = cells8_solid(cells, i) & allowed;
        allowed = 0xffu;
        if (solid) return mask_min(i + mask_lowest(solid), cells->count);
    }
    return cells->count;
}

// The members of a table after name and usable.
#define KERNEL_TABLE                                                                               \
    .overlaps = kernel_overlaps, .overlap_area = kernel_overlap_area,                              \
    .first_shared_row = kernel_first_shared_row, .overlap_moments = kernel_overlap_moments,        \
    .blocks_overlap = kernel_blocks_overlap, .meetings_overlap = kernel_meetings_overlap,          \
    .first_touch = kernel_first_touch, .four_areas = kernel_four_areas,                            \
    .first_cell = kernel_first_cell, .from_words = kernel_from_words, .from_key = kernel_from_key, \
    .from_bytes = kernel_from_bytes, .slants_next = kernel_slants_next,                            \
    .reoriented_overlaps = kernel_reoriented_overlaps, .reoriented_area = kernel_reoriented_area,  \
    .reorient = kernel_reorient, .solid_blocks = kernel_solid_blocks, .dilate = kernel_dilate,     \
    .run_ends = kernel_run_ends
