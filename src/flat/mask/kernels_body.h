// Template: compiled by each file that includes it.
// The kernels of masks. Requires simd/u64x8.h, and SIMD_TIER before it. Has no include guard.
//
// Words.   A mask is stored in strips, 64 columns wide; a word is one row of a strip, bit i its i-th pixel from the left.
//          Row y of strip s is words[s * pitch + y]; a u64x8 holds eight rows of a strip. Behind the last strip is a guard
//          strip, above and below each strip are 8 guard rows: all zero, and may be read.
// Blocks.  A block is 8 by 8 pixels, a group eight blocks of a row: 64 by 8 pixels, one u64x8 of the mask. Bitmaps of
//          blocks lie in strips like pixels, a bit for a block, without a guard strip; see mask_blocks in kernels.h.
// Offset.  Pixel (x, y) of b lies over pixel (x + dx, y + dy) of a, so a word of b lies over two neighboring words of a:
//
//              a_over_b  =  a >> shift | next << (64 - shift),      shift = dx & 63      (`by` are the two shifts)
//
//          has the pixel of a under bit i of b in bit i. Coordinates are b's if nothing else is said.

#include "flat/mask/bits.h"
#include "flat/mask/slant.h"

#include <string.h>

// Returns true if  a_over_b & b  has a set bit in any word of the windows, where a_over_b = a >> shift | next << (64 - shift).
// Reads whole groups of eight rows; one of the masks must be zero in rows beyond the last.
SIMD_TARGET static bool kernel_overlaps(const mask_windows *w)
{
    u64x8_shifts by = u64x8_shifts_by((int)w->shift, 64 - (int)w->shift);
    for (int strip = 0; strip < w->strips; strip++)
    {
        const uint64_t *a = w->a + (size_t)strip * w->a_pitch, *next = a + w->a_pitch;
        const uint64_t *b = w->b + (size_t)strip * w->b_pitch;
        for (int y = 0; y < w->rows; y += 8)
        {
            u64x8 a_over_b = u64x8_shift_pair(u64x8_load(a + y), u64x8_load(next + y), by);
            if (u64x8_any(u64x8_and(a_over_b, u64x8_load(b + y)))) return true;
        }
    }
    return false;
}

// Returns the number of set bits of  a_over_b & b  in all words of the windows; the rest as kernel_overlaps.
SIMD_TARGET static int64_t kernel_overlap_area(const mask_windows *w)
{
    u64x8_sum    sum = u64x8_sum_zero();
    u64x8_shifts by = u64x8_shifts_by((int)w->shift, 64 - (int)w->shift);
    for (int strip = 0; strip < w->strips; strip++)
    {
        const uint64_t *a = w->a + (size_t)strip * w->a_pitch, *next = a + w->a_pitch;
        const uint64_t *b = w->b + (size_t)strip * w->b_pitch;
        for (int y = 0; y < w->rows; y += 8)
        {
            u64x8 a_over_b = u64x8_shift_pair(u64x8_load(a + y), u64x8_load(next + y), by);
            sum = u64x8_sum_bits(sum, u64x8_and(a_over_b, u64x8_load(b + y)));
        }
    }
    return u64x8_sum_total(sum);
}

// Returns the first row of the windows' first strips with a set bit in  a_over_b & b;  the number of rows if there is none.
// Finds the group of eight rows first, then the row in it: a shift by 1 and one by 63 - shift stand for one by 64 - shift,
// which C does not define for shift = 0.
SIMD_TARGET static int kernel_first_shared_row(const mask_windows *w)
{
    const uint64_t *a = w->a, *next = a + w->a_pitch, *b = w->b;
    u64x8_shifts    by = u64x8_shifts_by((int)w->shift, 64 - (int)w->shift);
    for (int y = 0; y < w->rows; y += 8)
    {
        u64x8 a_over_b = u64x8_shift_pair(u64x8_load(a + y), u64x8_load(next + y), by);
        if (!u64x8_any(u64x8_and(a_over_b, u64x8_load(b + y)))) continue;
        while (!((a[y] >> w->shift | next[y] << 1 << (63 - w->shift)) & b[y])) y++;
        return y;
    }
    return w->rows;
}

// Selections by a binary digit: in kernel_columns[k], bit i of each word is set if digit k of i is; in kernel_rows[k], all
// bits of word r are set if digit k of r is.
#define KERNEL_EIGHT(x)                                                                            \
    {                                                                                              \
        x, x, x, x, x, x, x, x                                                                     \
    }
static const uint64_t kernel_columns[6][8] = {
    KERNEL_EIGHT(0xaaaaaaaaaaaaaaaa), KERNEL_EIGHT(0xcccccccccccccccc),
    KERNEL_EIGHT(0xf0f0f0f0f0f0f0f0), KERNEL_EIGHT(0xff00ff00ff00ff00),
    KERNEL_EIGHT(0xffff0000ffff0000), KERNEL_EIGHT(0xffffffff00000000),
};
static const uint64_t kernel_rows[3][8] = {
    { 0, ~(uint64_t)0, 0, ~(uint64_t)0, 0, ~(uint64_t)0, 0, ~(uint64_t)0 },
    { 0, 0, ~(uint64_t)0, ~(uint64_t)0, 0, 0, ~(uint64_t)0, ~(uint64_t)0 },
    { 0, 0, 0, 0, ~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0 },
};

// Sums over the pixels that one strip of the windows shares, each spread over the words of a vector.
typedef struct kernel_moments
{
    u64x8     rows; // word r: the pixels of row r of a group of eight, over all groups
    u64x8_sum left, right, up, down; // as in mask_moments
    u64x8_sum groups;                // the sum of `rows` after each group
    u64x8_sum columns[6];            // [k]: the pixels in columns whose number has digit k set
} kernel_moments;

// The columns at the windows' left edge: b's first column, and the one of a to its left.
typedef struct kernel_left_edge
{
    ptrdiff_t before; // words from the windows' first strip of a to the strip that holds a's column
    u64x8_shifts by;  // moves that column to the lowest bit
    u64x8        lowest; // selects the lowest bit; 0 if a has no such column, and in later strips
} kernel_left_edge;

// Returns the left edge of the windows. `before` is the word of the windows' first row in a's strip that holds the column to
// the left, bit shift - 1 (modulo 64); NULL if a has none, and then no column is counted.
SIMD_INLINE kernel_left_edge left_edge_of(const mask_windows *w, const uint64_t *before)
{
    static const uint64_t lowest[8] = KERNEL_EIGHT(1), none[8] = { 0 };
    kernel_left_edge      edge = { before ? before - w->a : 0,
                              u64x8_shifts_by((int)(w->shift + 63) & 63, 64),
                              u64x8_load(before ? lowest : none) };
    return edge;
}

// Adds the pixels that eight rows of a strip share, and those that they share after moving b by one pixel. a, next and b,
// b_next are the first of these rows' words in a strip and its right neighbor; the row above them is read, too.
//
//   both   =  a shifted by `shift`               & b
//   right  =  a shifted by `shift` + 1           & b
//   left   =  a shifted by `shift`               & b shifted by 1
//   up     =  a's rows one higher, so shifted    & b
//   down   =  a shifted by `shift`               & b's rows one higher
//
// The shift of b drops its first column, so `left` also has the edge's column of a & that column.
SIMD_INLINE void add_moments(kernel_moments *m, const uint64_t *a, const uint64_t *next,
                             const uint64_t *b, const uint64_t *b_next, unsigned shift,
                             const kernel_left_edge *edge)
{
    u64x8_shifts by = u64x8_shifts_by((int)shift, 64 - (int)shift), by_one = u64x8_shifts_by(1, 63);
    u64x8_shifts by_one_more = u64x8_shifts_by((int)shift + 1, 63 - (int)shift);
    u64x8        b_rows = u64x8_load(b), a_rows = u64x8_load(a), next_rows = u64x8_load(next);
    u64x8 a_over_b = u64x8_shift_pair(a_rows, next_rows, by), both = u64x8_and(a_over_b, b_rows);
    u64x8 above_over_b = u64x8_shift_pair(u64x8_load(a - 1), u64x8_load(next - 1), by);
    u64x8 left_column = u64x8_load(a + edge->before);
    for (int i = 0; i < U64_PARTS; i++)
    {
        u64_part count = u64_part_count(U64X8_PART(both, i));
        U64X8_PART(m->rows, i) = u64x8_sum_plus(U64X8_PART(m->rows, i), count);
        m->groups = u64x8_sum_plus(m->groups, U64X8_PART(m->rows, i));
    }
    m->right = u64x8_sum_bits(m->right,
                              u64x8_and(u64x8_shift_pair(a_rows, next_rows, by_one_more), b_rows));
    m->left = u64x8_sum_bits(
        m->left, u64x8_and(u64x8_shift_pair(b_rows, u64x8_load(b_next), by_one), a_over_b));
    left_column = u64x8_and(u64x8_shift_pair(left_column, left_column, edge->by), edge->lowest);
    m->left = u64x8_sum_bits(m->left, u64x8_and(left_column, b_rows));
    m->up = u64x8_sum_bits(m->up, u64x8_and(above_over_b, b_rows));
    m->down = u64x8_sum_bits(m->down, u64x8_and(a_over_b, u64x8_load(b - 1)));
    for (int k = 0; k < 6; k++)
        m->columns[k] =
            u64x8_sum_bits(m->columns[k], u64x8_and(both, u64x8_load(kernel_columns[k])));
}

// Returns the sum over k = 0 .. count - 1 of  2^k digits[k],  by Horner's rule. Requires count > 0.
SIMD_INLINE int64_t weighted_total(const u64x8_sum *digits, int count)
{
    u64x8_sum sum = digits[count - 1];
    for (int k = count - 2; k >= 0; k--) sum = u64x8_sum_plus(u64x8_sum_plus(sum, sum), digits[k]);
    return u64x8_sum_total(sum);
}

// Returns the sum of those of the eight words `rows` whose bits are set in `select`, spread over the words of a vector.
// Requires a `select` whose words are all ones or 0.
SIMD_INLINE u64x8_sum rows_total(u64x8 rows, u64x8 select)
{
    u64x8_sum sum = u64x8_sum_zero();
    for (int i = 0; i < U64_PARTS; i++)
        sum = u64x8_sum_plus(sum, u64_part_and(U64X8_PART(rows, i), U64X8_PART(select, i)));
    return sum;
}

// Stores the moments as mask_kernels.overlap_moments says. Column numbers are summed digit by digit: the sum of numbers is
// the sum over k of 2^k times how many of them have digit k set. A row number is 8 g + r with g the group of eight rows; r
// is summed by digits too, and with n groups
//
//     sum of g over the pixels  =  n total - sum over g of the pixels in groups 0 .. g,
//
// as a pixel of group g occurs in n - g terms of the last sum.
SIMD_TARGET static void kernel_overlap_moments(const mask_windows *w, const uint64_t *before,
                                               mask_moments *moments)
{
    static const uint64_t all[8] = KERNEL_EIGHT(~(uint64_t)0);
    int64_t               groups = (w->rows + 7) / 8;
    kernel_left_edge      edge = left_edge_of(w, before);
    mask_moments          sums = { 0 };
    for (int strip = 0; strip < w->strips; strip++)
    {
        const uint64_t *a = w->a + (size_t)strip * w->a_pitch;
        const uint64_t *b = w->b + (size_t)strip * w->b_pitch;
        u64x8_sum       rows[3];
        kernel_moments  strip_sums;
        strip_sums.left = strip_sums.right = strip_sums.up = strip_sums.down = strip_sums.groups =
            u64x8_sum_zero();
        for (int i = 0; i < U64_PARTS; i++) U64X8_PART(strip_sums.rows, i) = strip_sums.groups;
        for (int k = 0; k < 6; k++) strip_sums.columns[k] = strip_sums.groups;
        for (int y = 0; y < w->rows; y += 8)
            add_moments(&strip_sums, a + y, a + w->a_pitch + y, b + y, b + w->b_pitch + y, w->shift,
                        &edge);
        edge = left_edge_of(w, NULL); // the later strips have no such column
        for (int k = 0; k < 3; k++)
            rows[k] = rows_total(strip_sums.rows, u64x8_load(kernel_rows[k]));
        int64_t total = u64x8_sum_total(rows_total(strip_sums.rows, u64x8_load(all)));
        sums.count += total;
        sums.left += u64x8_sum_total(strip_sums.left);
        sums.right += u64x8_sum_total(strip_sums.right);
        sums.up += u64x8_sum_total(strip_sums.up);
        sums.down += u64x8_sum_total(strip_sums.down);
        sums.x += 64 * strip * total + weighted_total(strip_sums.columns, 6);
        sums.y +=
            8 * (groups * total - u64x8_sum_total(strip_sums.groups)) + weighted_total(rows, 3);
    }
    *moments = sums;
}

// Two masks laid over each other, the left one as a (so dx >= 0), and the box in b's pixels that both their bounds share.
typedef struct block_windows
{
    const mask_blocks *a, *b;
    int                dx, dy;                   // b's corner in a
    int                left, top, right, bottom; // inclusive
} block_windows;

// Returns true if the group of b's pixels 64 strip .. 64 strip + 63, 8 row .. 8 row + 7 shares a pixel with a. Requires a bit
// of the group in  solid of b & dilated of a, shifted:  then the words read of a are its own or guards.
SIMD_INLINE bool group_overlaps(const block_windows *w, int strip, int row)
{
    int             shift = w->dx & 63;
    ptrdiff_t       pitch = w->a->word_pitch;
    const uint64_t *a = w->a->words + (strip + (w->dx >> 6)) * pitch + (8 * row + w->dy);
    const uint64_t *b = w->b->words + strip * (ptrdiff_t)w->b->word_pitch + 8 * row;
    u64x8           a_over_b =
        u64x8_shift_pair(u64x8_load(a), u64x8_load(a + pitch), u64x8_shifts_by(shift, 64 - shift));
    return u64x8_any(u64x8_and(a_over_b, u64x8_load(b)));
}

// Returns true if one strip of b's blocks, 512 columns of pixels, shares a pixel with a in the box's rows. Reads pixels only
// of the groups with a bit in  solid of b & dilated of a, shifted  (see mask_blocks). Blocks have no guard strip: beyond
// a's last strip, a shift by 64 makes zeros.
SIMD_INLINE bool block_strip_overlaps(const block_windows *w, int strip)
{
    int             column = 64 * strip + (w->dx >> 3), shift = column & 63;
    bool            is_last = (column >> 6) + 1 >= w->a->strips;
    ptrdiff_t       pitch = w->a->pitch, to_next = is_last ? 0 : pitch;
    u64x8_shifts    by = u64x8_shifts_by(shift, is_last ? 64 : 64 - shift);
    const uint64_t *dilated = w->a->dilated + (column >> 6) * pitch + ((w->dy >> 3) + 1);
    const uint64_t *solid = w->b->solid + strip * (ptrdiff_t)w->b->pitch;
    for (int row = w->top >> 3; row <= w->bottom >> 3; row += 8)
    {
        u64x8 dilated_over_b =
            u64x8_shift_pair(u64x8_load(dilated + row), u64x8_load(dilated + to_next + row), by);
        uint64_t groups = u64x8_nonzero_bytes(u64x8_and(dilated_over_b, u64x8_load(solid + row)));
        for (; groups; groups &= groups - 1)
        {
            int group = mask_lowest(groups); // number 8 i + k: group k of row i
            if (group_overlaps(w, 8 * strip + (group & 7), row + (group >> 3))) return true;
        }
    }
    return false;
}

// Lays b over a at (dx, dy), and exchanges the two if dx < 0. Returns false, and leaves *w unchanged, if their bounds share
// no pixel. Requires an offset less than the largest side of a mask, so that no sum overflows.
SIMD_INLINE bool find_windows(block_windows *w, const mask_blocks *a, const mask_blocks *b, int dx,
                              int dy)
{
    int left = a->first_x > b->first_x + dx ? a->first_x : b->first_x + dx;
    int right = a->last_x < b->last_x + dx ? a->last_x : b->last_x + dx;
    int top = a->first_y > b->first_y + dy ? a->first_y : b->first_y + dy;
    int bottom = a->last_y < b->last_y + dy ? a->last_y : b->last_y + dy;
    if (left > right || top > bottom) return false;

    block_windows ordered = { a, b, dx, dy, left - dx, top - dy, right - dx, bottom - dy };
    block_windows swapped = { b, a, -dx, -dy, left, top, right, bottom };
    *w = dx < 0 ? swapped : ordered;
    return true;
}

// As kernel_blocks_overlap, for shared boxes of a large area: reads blocks first, then pixels. A strip of blocks is 512 = 2^9
// columns of pixels wide. Not inlined, so that small queries don't save the registers that this one needs.
SIMD_TARGET MASK_APART static bool large_blocks_overlap(const mask_blocks *a, const mask_blocks *b,
                                                        int dx, int dy)
{
    block_windows w;
    if (!find_windows(&w, a, b, dx, dy)) return false;
    for (int strip = w.left >> 9; strip <= w.right >> 9; strip++)
        if (block_strip_overlaps(&w, strip)) return true;
    return false;
}

// --- small boxes ---------------------------------------------------------------------------------------

// Returns true if a strip of b shares a pixel with two neighboring strips of a in a's rows first .. last. b[y] is the word
// over a[y]. Reads start at a multiple of 8, where eight rows of a lie in one cache line; so up to 7 rows before and behind
// are read, where one of the masks must be zero.
SIMD_INLINE bool strip_overlaps(const uint64_t *a, const uint64_t *next, const uint64_t *b,
                                ptrdiff_t first, ptrdiff_t last, u64x8_shifts by)
{
    for (ptrdiff_t y = first & ~(ptrdiff_t)7; y <= last; y += 8)
    {
        u64x8 a_over_b = u64x8_shift_pair(u64x8_load(a + y), u64x8_load(next + y), by);
        if (u64x8_any(u64x8_and(a_over_b, u64x8_load(b + y)))) return true;
    }
    return false;
}

enum
{
    // Pixels of the box that both bounds share. In a larger box blocks are read before pixels; in a smaller one
    // reading all pixels takes no longer than reading the blocks.
    LARGE_AREA = 64 * 64
};

// Returns true if the masks share a pixel with b's corner at (dx, dy) of a; any offset is allowed. Compares all words of the
// box that both bounds share, whose columns are counted in b and whose rows in a. A strip of b lies over two strips of a,
// a_strip and the next one. If the first one does not exist (a_strip is -1), the second is read in its place, and a shift
// by 64 drops it.
SIMD_TARGET static bool kernel_blocks_overlap(const mask_blocks *a, const mask_blocks *b, int dx,
                                              int dy)
{
    int64_t x = dx, y = dy;
    int64_t left = a->first_x - x, right = a->last_x - x;
    int64_t top = b->first_y + y, bottom = b->last_y + y;
    left = left > b->first_x ? left : b->first_x;
    right = right < b->last_x ? right : b->last_x;
    top = top > a->first_y ? top : a->first_y;
    bottom = bottom < a->last_y ? bottom : a->last_y;
    int64_t columns = right - left, rows = bottom - top; // one less than there are
    if ((columns | rows) < 0) return false;              // at least one is negative: no box
    if (columns * rows > LARGE_AREA) return large_blocks_overlap(a, b, dx, dy);

    ptrdiff_t       b_strip = (ptrdiff_t)left >> 6, last_strip = (ptrdiff_t)right >> 6;
    ptrdiff_t       a_strip = b_strip + ((ptrdiff_t)x >> 6);
    ptrdiff_t       a_pitch = a->word_pitch, b_pitch = b->word_pitch;
    int             shift = dx & 63;
    const uint64_t *a_next = a->words + (a_strip + 1) * a_pitch;
    const uint64_t *a_words = a_strip < 0 ? a_next : a_next - a_pitch;
    const uint64_t *b_words = b->words + (b_strip * b_pitch - (ptrdiff_t)y);
    u64x8_shifts    by = u64x8_shifts_by(a_strip < 0 ? 64 : shift, 64 - shift);
    while (!strip_overlaps(a_words, a_next, b_words, (ptrdiff_t)top, (ptrdiff_t)bottom, by))
    {
        if (b_strip++ == last_strip) return false;
        a_words = a_next, a_next += a_pitch, b_words += b_pitch;
        by = u64x8_shifts_by(shift, 64 - shift);
    }
    return true;
}

// --- many meetings ------------------------------------------------------------------------------------------------

// The box that both bounds share, in b's pixels, the right column and the bottom row included.
typedef struct shared_box
{
    int left, top, right, bottom;
} shared_box;

// Returns the box of a meeting; it is empty if right < left or bottom < top. The offset is at most 2^30: no sum overflows.
SIMD_INLINE shared_box shared_box_of(const mask_meeting *m)
{
    int        x0 = m->a->first_x - m->dx, x1 = m->a->last_x - m->dx;
    int        y0 = m->a->first_y - m->dy, y1 = m->a->last_y - m->dy;
    shared_box box = {
        .left = x0 > m->b->first_x ? x0 : m->b->first_x,
        .top = y0 > m->b->first_y ? y0 : m->b->first_y,
        .right = x1 < m->b->last_x ? x1 : m->b->last_x,
        .bottom = y1 < m->b->last_y ? y1 : m->b->last_y,
    };
    return box;
}

// Returns true if rows row .. row + 7 of b's strip share a pixel with a. Requires that one of these rows, and one column of
// the strip, lie inside both masks: then all words read are their own or guards. Without a branch:
//
//   a_strip >= 0     a_over_b  =  strip a_strip >> shift | strip a_strip + 1 << (64 - shift)
//   a_strip = -1     a_over_b  =  strip 0 >> 64, which is 0, | strip 0 << (64 - shift)
SIMD_INLINE bool eight_rows_overlap(const mask_meeting *m, int b_strip, int row)
{
    int             a_strip = b_strip + (m->dx >> 6), shift = m->dx & 63;
    int             no_left_strip = a_strip >> 31; // all bits set if a_strip is -1, else 0
    ptrdiff_t       pitch = m->a->word_pitch;
    const uint64_t *a_next = m->a->words + ((a_strip + 1) * pitch + (row + m->dy));
    const uint64_t *a_words = a_next - (pitch & ~(ptrdiff_t)no_left_strip);
    const uint64_t *b_words = m->b->words + (b_strip * (ptrdiff_t)m->b->word_pitch + row);
    u64x8_shifts    by = u64x8_shifts_by(shift + ((64 - shift) & no_left_strip), 64 - shift);
    u64x8           a_over_b = u64x8_shift_pair(u64x8_load(a_words), u64x8_load(a_next), by);
    return u64x8_any(u64x8_and(a_over_b, u64x8_load(b_words)));
}

// Stores whether the masks of each meeting share a pixel. Compares the middle eight rows of the middle strip of each shared
// box first, which decides three of four meetings in the benchmark, then all of the undecided ones one by one. The first
// loop has no branch that depends on pixels: it would be mispredicted. Requires count <= MASK_MEETINGS.
SIMD_TARGET static void kernel_meetings_overlap(const mask_meeting *meetings, int count,
                                                bool *answers)
{
    uint8_t undecided[MASK_MEETINGS]; // indices of meetings, which fit a byte
    int     undecided_count = 0;
    for (int k = 0; k < count; k++)
    {
        shared_box box = shared_box_of(&meetings[k]);
        answers[k] = false;
        if (((box.right - box.left) | (box.bottom - box.top)) < 0) continue;
        bool is_whole_box = (box.left >> 6 == box.right >> 6) & (box.bottom - box.top < 8);
        answers[k] = eight_rows_overlap(&meetings[k], (box.left + box.right) >> 7,
                                        ((box.top + box.bottom) >> 1) - 3);
        undecided[undecided_count] = (uint8_t)k;
        undecided_count += !(answers[k] | is_whole_box);
    }
    for (int i = 0; i < undecided_count; i++)
    {
        const mask_meeting *m = &meetings[undecided[i]];
        answers[undecided[i]] = kernel_blocks_overlap(m->a, m->b, m->dx, m->dy);
    }
}
#include "flat/mask/kernels_windows.h"

// Returns the address of 64 pixels that end with a row's last `rest` pixels, 1 to 63, which start at `row`; nothing beyond
// the row may be read. If there are `whole` > 0 full strips before, the 64 pixels overlap the last of them; else the rest is
// copied to the end of `buffer`, which has room for 64 pixels. `size` is the bytes of a pixel.
SIMD_INLINE const unsigned char *last64(const unsigned char *row, int rest, int whole, int size,
                                        unsigned char *buffer)
{
    if (whole) return row - (64 - rest) * size;
    memcpy(buffer + (64 - rest) * size, row, (size_t)(rest * size));
    return buffer;
}

// Writes a bit for each pixel of four bytes: set if (word & bits) >= limit. Reads 64 pixels, 256 bytes, at a time. The last
// pixels of a row come from last64 and are shifted down to bit 0; the bits above are then 0. The next two kernels do the
// same with other tests.
SIMD_TARGET static void kernel_from_words(const mask_source *s, uint32_t bits, uint32_t limit)
{
    unsigned char buffer[256] = { 0 };
    int           whole = s->width / 64, rest = s->width % 64;
    for (int y = 0; y < s->height; y++)
    {
        const unsigned char *row = s->pixels + y * s->stride;
        uint64_t            *word = s->words + y;
        for (int strip = 0; strip < whole; strip++, row += 256, word += s->pitch)
            *word = u32x64_at_least(row, bits, limit);
        if (rest)
            *word =
                u32x64_at_least(last64(row, rest, whole, 4, buffer), bits, limit) >> (64 - rest);
    }
}

// As kernel_from_words; a pixel is solid if (word & bits) != key.
SIMD_TARGET static void kernel_from_key(const mask_source *s, uint32_t bits, uint32_t key)
{
    unsigned char buffer[256] = { 0 };
    int           whole = s->width / 64, rest = s->width % 64;
    for (int y = 0; y < s->height; y++)
    {
        const unsigned char *row = s->pixels + y * s->stride;
        uint64_t            *word = s->words + y;
        for (int strip = 0; strip < whole; strip++, row += 256, word += s->pitch)
            *word = u32x64_differ(row, bits, key);
        if (rest)
            *word = u32x64_differ(last64(row, rest, whole, 4, buffer), bits, key) >> (64 - rest);
    }
}

// As kernel_from_words, for pixels of one byte: solid if it is at least `limit`.
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
        if (rest) *word = u8x64_at_least(last64(row, rest, whole, 1, buffer), limit) >> (64 - rest);
    }
}

#include "flat/mask/kernels_slant.h"

// --- cells ---------------------------------------------------------------------------------------------

// Two versions of one function. Returns a bit for each of the eight cells i .. i + 7, bit 0 for cell i: set if the cell, moved
// by (dx, dy), is a solid pixel inside the rectangle x0 .. x1 - 1, y0 .. y1 - 1. All eight must be readable.
#ifdef SIMD_I32X8

// Reads a word of 64 pixels as two halves of 32: half 2 w is the lower one of word w, as x86 is little-endian. Shifts the
// bit of column x, number x & 31, to the sign: by 31 - (x & 31) = 31 & ~x.
SIMD_INLINE unsigned cells8_solid(const mask_cells *cells, int i)
{
    i32x8 x = i32x8_load(cells->x + i) + i32x8_all(cells->dx);
    i32x8 y = i32x8_load(cells->y + i) + i32x8_all(cells->dy);
    i32x8 outside = (i32x8_all(cells->x0) > x) | (i32x8_all(cells->y0) > y) |
                    (x > i32x8_all(cells->x1 - 1)) | (y > i32x8_all(cells->y1 - 1));
    if (i32x8_signs(outside) == 255) return 0;
    i32x8 strip = (x >> i32x8_all(6)) * i32x8_all(2 * cells->pitch);
    i32x8 half = strip + ((x >> i32x8_all(5)) & i32x8_all(1)) + y + y;
    i32x8 word = i32x8_gather((const int32_t *)cells->words, half, ~outside);
    return i32x8_signs(word << (i32x8_all(31) & ~x));
}

#else

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

// Returns the first index >= `from` whose cell is a solid pixel; count if there is none. Requires from >= 0. Tests eight cells
// at a time, from a multiple of 8 on; `allowed` drops those before `from`, the last test those from count on.
SIMD_TARGET static int kernel_first_cell(const mask_cells *cells, int from)
{
    unsigned allowed = 0xffu << (from & 7);
    for (int i = from & ~7; i < cells->count; i += 8, allowed = 0xffu)
    {
        unsigned solid = cells8_solid(cells, i) & allowed;
        if (!solid) continue;
        int first = i + mask_lowest(solid);
        return first < cells->count ? first : cells->count;
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
    .from_bytes = kernel_from_bytes, .slants_next = kernel_slants_next
