// The kernels, written once in terms of eight rows at a time. A file mask_kernels_<name>.c defines
//
//   KERNEL                                      the target attribute of every function
//   rows8                                       eight words: one strip's next eight rows
//   rows8_load(p)                               read
//   rows8_both(x, y)                            and
//   rows8_shifts, rows8_shifts_by(right, left)  0 .. 63, 1 .. 64
//   rows8_shifted(a, next, shifts)              a >> right | next << left, where << 64 leaves nothing
//   rows8_any(x)                                is any bit set?
//   rows8_bytes(x)                              bit 8 row + i: is byte i of the row not zero?
//   count8, count8_zero(), count8_add(sum, x), count8_total(sum)    how many bits are set
//   words64_limit(p, bits, limit)               64 pixels of 4 bytes from p: bit i is
//   words64_key(p, bits, key)                   pixel i's test
//   bytes64_limit(p, limit)                     64 pixels of 1 byte from p
//   cells8_solid(cells, i)                      bit k: is cell i + k a solid pixel?
//
// and includes this. No include guard: it is included once in each of those files.

#include "flat/mask_bits.h"

#include <string.h>

KERNEL static bool kernel_overlaps(const mask_windows *w)
{
    rows8_shifts by = rows8_shifts_by((int)w->shift, 64 - (int)w->shift);
    for (int strip = 0; strip < w->strips; strip++)
    {
        const uint64_t *a = w->a + (size_t)strip * w->a_pitch, *next = a + w->a_pitch;
        const uint64_t *b = w->b + (size_t)strip * w->b_pitch;
        for (int y = 0; y < w->rows; y += 8)
        {
            rows8 over = rows8_shifted(rows8_load(a + y), rows8_load(next + y), by);
            if (rows8_any(rows8_both(over, rows8_load(b + y)))) return true;
        }
    }
    return false;
}

KERNEL static int64_t kernel_overlap_area(const mask_windows *w)
{
    count8       sum = count8_zero();
    rows8_shifts by = rows8_shifts_by((int)w->shift, 64 - (int)w->shift);
    for (int strip = 0; strip < w->strips; strip++)
    {
        const uint64_t *a = w->a + (size_t)strip * w->a_pitch, *next = a + w->a_pitch;
        const uint64_t *b = w->b + (size_t)strip * w->b_pitch;
        for (int y = 0; y < w->rows; y += 8)
        {
            rows8 over = rows8_shifted(rows8_load(a + y), rows8_load(next + y), by);
            sum = count8_add(sum, rows8_both(over, rows8_load(b + y)));
        }
    }
    return count8_total(sum);
}

// Two masks laid over each other, the left one first, and the box in b's pixels that both their
// bounds share.
typedef struct block_windows
{
    const mask_blocks *a, *b;
    int                dx, dy; // of b in a; dx >= 0
    int                left, top, right, bottom;
} block_windows;

// All rows of the box at once, strip by strip. Rows are read from a multiple of 8 on, where b's lie in
// one cache line. What is read of a then begins at most 7 rows above it and ends at most 7 below.
KERNEL static inline bool small_box_overlaps(const block_windows *w)
{
    int             strip = w->left >> 6, shift = w->dx & 63;
    ptrdiff_t       a_pitch = w->a->word_pitch, b_pitch = w->b->word_pitch;
    const uint64_t *a = w->a->words + (strip + (w->dx >> 6)) * a_pitch + w->dy;
    const uint64_t *b = w->b->words + strip * b_pitch;
    rows8_shifts    by = rows8_shifts_by(shift, 64 - shift);
    for (int more = ((w->right - 1) >> 6) - strip; more >= 0; more--, a += a_pitch, b += b_pitch)
        for (ptrdiff_t y = w->top & ~7; y < w->bottom; y += 8)
        {
            rows8 over = rows8_shifted(rows8_load(a + y), rows8_load(a + a_pitch + y), by);
            if (rows8_any(rows8_both(over, rows8_load(b + y)))) return true;
        }
    return false;
}

// Pixels of b's 64 by 8 group against a. One of them lies over one of a's blocks, so that what is read
// of a's rows and strips there is inside it or guard.
KERNEL static inline bool group_overlaps(const block_windows *w, int strip, int row)
{
    int             shift = w->dx & 63;
    ptrdiff_t       pitch = w->a->word_pitch;
    const uint64_t *a = w->a->words + (strip + (w->dx >> 6)) * pitch + (8 * row + w->dy);
    const uint64_t *b = w->b->words + strip * (ptrdiff_t)w->b->word_pitch + 8 * row;
    rows8           over =
        rows8_shifted(rows8_load(a), rows8_load(a + pitch), rows8_shifts_by(shift, 64 - shift));
    return rows8_any(rows8_both(over, rows8_load(b)));
}

// The groups in one strip of b's blocks where `some` of b meets `wide` of a. There is no guard strip
// here: beyond the last one, nothing is shifted in.
KERNEL static inline bool block_strip_overlaps(const block_windows *w, int strip)
{
    int             column = 64 * strip + (w->dx >> 3), shift = column & 63;
    bool            is_last = (column >> 6) + 1 >= w->a->strips;
    ptrdiff_t       pitch = w->a->pitch, to_next = is_last ? 0 : pitch;
    rows8_shifts    by = rows8_shifts_by(shift, is_last ? 64 : 64 - shift);
    const uint64_t *wide = w->a->wide + (column >> 6) * pitch + ((w->dy >> 3) + 1);
    const uint64_t *some = w->b->some + strip * (ptrdiff_t)w->b->pitch;
    for (int row = w->top >> 3; row <= (w->bottom - 1) >> 3; row += 8)
    {
        rows8    over = rows8_shifted(rows8_load(wide + row), rows8_load(wide + to_next + row), by);
        uint64_t groups = rows8_bytes(rows8_both(over, rows8_load(some + row)));
        for (; groups; groups &= groups - 1)
        {
            int at = mask_lowest(groups);
            if (group_overlaps(w, 8 * strip + (at & 7), row + (at >> 3))) return true;
        }
    }
    return false;
}

// False if the bounds share nothing. Offsets are within the sides of masks, so that no sum overflows.
KERNEL static inline bool find_windows(block_windows *w, const mask_blocks *a, const mask_blocks *b,
                                       int dx, int dy)
{
    int left = a->x0 > b->x0 + dx ? a->x0 : b->x0 + dx;
    int right = a->x1 < b->x1 + dx ? a->x1 : b->x1 + dx;
    int top = a->y0 > b->y0 + dy ? a->y0 : b->y0 + dy;
    int bottom = a->y1 < b->y1 + dy ? a->y1 : b->y1 + dy;
    if (left >= right || top >= bottom) return false;

    block_windows ordered = { a, b, dx, dy, left - dx, top - dy, right - dx, bottom - dy };
    block_windows swapped = { b, a, -dx, -dy, left, top, right, bottom };
    *w = dx < 0 ? swapped : ordered;
    return true;
}

// Kept apart, so that the many small queries need not save the registers that this one uses; called
// last and with the same arguments, it costs them a comparison.
KERNEL MASK_APART static bool large_blocks_overlap(const mask_blocks *a, const mask_blocks *b,
                                                   int dx, int dy)
{
    block_windows w;
    if (!find_windows(&w, a, b, dx, dy)) return false;
    for (int strip = w.left >> 9; strip <= (w.right - 1) >> 9; strip++)
        if (block_strip_overlaps(&w, strip)) return true;
    return false;
}

KERNEL static bool kernel_blocks_overlap(const mask_blocks *a, const mask_blocks *b, int dx, int dy)
{
    if ((unsigned)dx + 65536u > 131072u || (unsigned)dy + 65536u > 131072u) return false;
    if (a->large && b->large) return large_blocks_overlap(a, b, dx, dy);
    block_windows w;
    return find_windows(&w, a, b, dx, dy) && small_box_overlaps(&w);
}

// The last strip of a row may be narrower than 64 pixels and nothing must be read beyond it: the 64
// pixels that end with the row are read instead, or, where it has fewer, moved to the end of a buffer.
KERNEL static inline const unsigned char *last64(const unsigned char *row, int rest, int whole,
                                                 int size, unsigned char *narrow)
{
    if (whole) return row - (64 - rest) * size;
    memcpy(narrow + (64 - rest) * size, row, (size_t)(rest * size));
    return narrow;
}

KERNEL static void kernel_from_words(const mask_source *s, uint32_t bits, uint32_t limit)
{
    unsigned char narrow[256] = { 0 };
    int           whole = s->width / 64, rest = s->width % 64;
    for (int y = 0; y < s->height; y++)
    {
        const unsigned char *row = s->pixels + y * s->stride;
        uint64_t            *word = s->words + y;
        for (int strip = 0; strip < whole; strip++, row += 256, word += s->pitch)
            *word = words64_limit(row, bits, limit);
        if (rest)
            *word = words64_limit(last64(row, rest, whole, 4, narrow), bits, limit) >> (64 - rest);
    }
}

KERNEL static void kernel_from_key(const mask_source *s, uint32_t bits, uint32_t key)
{
    unsigned char narrow[256] = { 0 };
    int           whole = s->width / 64, rest = s->width % 64;
    for (int y = 0; y < s->height; y++)
    {
        const unsigned char *row = s->pixels + y * s->stride;
        uint64_t            *word = s->words + y;
        for (int strip = 0; strip < whole; strip++, row += 256, word += s->pitch)
            *word = words64_key(row, bits, key);
        if (rest)
            *word = words64_key(last64(row, rest, whole, 4, narrow), bits, key) >> (64 - rest);
    }
}

KERNEL static void kernel_from_bytes(const mask_source *s, uint8_t limit)
{
    unsigned char narrow[64] = { 0 };
    int           whole = s->width / 64, rest = s->width % 64;
    for (int y = 0; y < s->height; y++)
    {
        const unsigned char *row = s->pixels + y * s->stride;
        uint64_t            *word = s->words + y;
        for (int strip = 0; strip < whole; strip++, row += 64, word += s->pitch)
            *word = bytes64_limit(row, limit);
        if (rest) *word = bytes64_limit(last64(row, rest, whole, 1, narrow), limit) >> (64 - rest);
    }
}

KERNEL static int kernel_first_cell(const mask_cells *cells, int from)
{
    unsigned wanted = 0xffu << (from & 7);
    for (int i = from & ~7; i < cells->count; i += 8, wanted = 0xffu)
    {
        unsigned solid = cells8_solid(cells, i) & wanted;
        if (!solid) continue;
        int first = i + mask_lowest(solid);
        return first < cells->count ? first : cells->count;
    }
    return cells->count;
}

// The rest of a table, after the name and the question whether the processor can run it.
#define KERNEL_TABLE                                                                               \
    .overlaps = kernel_overlaps, .overlap_area = kernel_overlap_area,                              \
    .blocks_overlap = kernel_blocks_overlap, .first_cell = kernel_first_cell,                      \
    .from_words = kernel_from_words, .from_key = kernel_from_key, .from_bytes = kernel_from_bytes
