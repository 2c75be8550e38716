// Template: compiled anew by each file that includes it.
// The kernels, written once in terms of eight rows at a time. A file mask_kernels_<name>.c defines
//
//   KERNEL                                      the target attribute of every function
//   rows8                                       eight words: one strip's next eight rows
//   rows8_load(p)                               read
//   rows8_both(x, y)                            and
//   rows8_shifts, rows8_shifts_by(right, left)  0 .. 64 each
//   rows8_shifted(a, next, shifts)              a >> right | next << left; by 64 nothing is left
//   rows8_any(x)                                is any bit set?
//   rows8_bytes(x)                              bit 8 row + i: is byte i of the row not zero?
//   count8, count8_zero(), count8_add(sum, x), count8_total(sum)    how many bits are set
//   words64_limit(p, bits, limit)               64 pixels of 4 bytes from p: bit i is
//   words64_key(p, bits, key)                   pixel i's test
//   bytes64_limit(p, limit)                     64 pixels of 1 byte from p
//   cells8_solid(cells, i)                      bit k: is cell i + k a solid pixel?
//
// and includes this. No include guard: it is included once in each of those files.

#include "flat/mask/bits.h"

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
    int                dx, dy;                   // of b in a; dx >= 0
    int                left, top, right, bottom; // the last two are inside
} block_windows;

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
    for (int row = w->top >> 3; row <= w->bottom >> 3; row += 8)
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

// Kept apart, so that the many small queries need not save the registers that this one uses; called
// with the same arguments, it costs them a comparison.
KERNEL MASK_APART static bool large_blocks_overlap(const mask_blocks *a, const mask_blocks *b,
                                                   int dx, int dy)
{
    block_windows w;
    if (!find_windows(&w, a, b, dx, dy)) return false;
    for (int strip = w.left >> 9; strip <= w.right >> 9; strip++)
        if (block_strip_overlaps(&w, strip)) return true;
    return false;
}

// --- small boxes ---------------------------------------------------------------------------------------

// Rows from .. last of two neighbouring strips of a. They are read from a multiple of 8 on, where they
// lie in one cache line. What is read of b then begins and ends at most 7 rows outside of its part.
KERNEL static inline bool strip_overlaps(const uint64_t *a, const uint64_t *next, const uint64_t *b,
                                         ptrdiff_t from, ptrdiff_t last, rows8_shifts by)
{
    for (ptrdiff_t y = from & ~(ptrdiff_t)7; y <= last; y += 8)
    {
        rows8 over = rows8_shifted(rows8_load(a + y), rows8_load(next + y), by);
        if (rows8_any(rows8_both(over, rows8_load(b + y)))) return true;
    }
    return false;
}

enum
{
    // If the box that both bounds share is larger, blocks are looked at first: for a smaller one
    // reading the pixels takes no longer than that look would.
    LARGE_AREA = 64 * 64
};

// The box that both bounds share, and all its words, by b's strips and a's rows. A strip of b lies over
// two of a; where it sticks out to the left there is only the second one, which is then read twice.
KERNEL static bool kernel_blocks_overlap(const mask_blocks *a, const mask_blocks *b, int dx, int dy)
{
    int64_t x = dx, y = dy;
    int64_t left = a->first_x - x, right = a->last_x - x;
    int64_t top = b->first_y + y, bottom = b->last_y + y;
    left = left > b->first_x ? left : b->first_x;
    right = right < b->last_x ? right : b->last_x;
    top = top > a->first_y ? top : a->first_y;
    bottom = bottom < a->last_y ? bottom : a->last_y;
    int64_t columns = right - left, rows = bottom - top; // one less than there are
    if ((columns | rows) < 0) return false;
    if (columns * rows > LARGE_AREA) return large_blocks_overlap(a, b, dx, dy);

    ptrdiff_t       strip = (ptrdiff_t)left >> 6, last = (ptrdiff_t)right >> 6;
    ptrdiff_t       over = strip + ((ptrdiff_t)x >> 6);
    ptrdiff_t       a_pitch = a->word_pitch, b_pitch = b->word_pitch;
    int             shift = dx & 63;
    const uint64_t *next = a->words + (over + 1) * a_pitch;
    const uint64_t *here = over < 0 ? next : next - a_pitch;
    const uint64_t *q = b->words + (strip * b_pitch - (ptrdiff_t)y);
    rows8_shifts    by = rows8_shifts_by(over < 0 ? 64 : shift, 64 - shift);
    while (!strip_overlaps(here, next, q, (ptrdiff_t)top, (ptrdiff_t)bottom, by))
    {
        if (strip++ == last) return false;
        here = next, next += a_pitch, q += b_pitch;
        by = rows8_shifts_by(shift, 64 - shift);
    }
    return true;
}

// --- many ------------------------------------------------------------------------------------------------

// The box that both bounds share, in b's pixels; the last two are inside.
typedef struct shared_box
{
    int left, top, right, bottom;
} shared_box;

KERNEL static inline shared_box shared_by(const mask_meeting *m)
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

// Rows row .. row + 7 of b's strip, which lies over some of a, against a.
KERNEL static inline bool rows_overlap(const mask_meeting *m, int strip, int row)
{
    int             over = strip + (m->dx >> 6), shift = m->dx & 63;
    int             only = over >> 31; // all bits, if there is no strip of a to the left
    ptrdiff_t       pitch = m->a->word_pitch;
    const uint64_t *next = m->a->words + ((over + 1) * pitch + (row + m->dy));
    const uint64_t *here = next - (pitch & ~(ptrdiff_t)only);
    const uint64_t *own = m->b->words + (strip * (ptrdiff_t)m->b->word_pitch + row);
    rows8_shifts    by = rows8_shifts_by(shift + ((64 - shift) & only), 64 - shift);
    rows8           shifted = rows8_shifted(rows8_load(here), rows8_load(next), by);
    return rows8_any(rows8_both(shifted, rows8_load(own)));
}

// Whether sprites near each other share a pixel, and after how many words one knows, is as good as random, and
// a processor guesses wrong again and again. So the middles of all are looked at first, without a branch: they
// decide three in four. The others are asked one by one.
KERNEL static void kernel_meetings_overlap(const mask_meeting *meetings, int count, bool *answers)
{
    uint8_t open[MASK_MEETINGS];
    int     opens = 0;
    for (int k = 0; k < count; k++)
    {
        shared_box box = shared_by(&meetings[k]);
        answers[k] = false;
        if (((box.right - box.left) | (box.bottom - box.top)) < 0) continue;
        bool all = (box.left >> 6 == box.right >> 6) & (box.bottom - box.top < 8);
        answers[k] = rows_overlap(&meetings[k], (box.left + box.right) >> 7,
                                  ((box.top + box.bottom) >> 1) - 3);
        open[opens] = (uint8_t)k;
        opens += !(answers[k] | all);
    }
    for (int i = 0; i < opens; i++)
    {
        const mask_meeting *m = &meetings[open[i]];
        answers[open[i]] = kernel_blocks_overlap(m->a, m->b, m->dx, m->dy);
    }
}
#include "flat/mask/kernels_windows.h"

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
    .blocks_overlap = kernel_blocks_overlap, .meetings_overlap = kernel_meetings_overlap,          \
    .first_touch = kernel_first_touch, .four_areas = kernel_four_areas,                            \
    .first_cell = kernel_first_cell, .from_words = kernel_from_words, .from_key = kernel_from_key, \
    .from_bytes = kernel_from_bytes
