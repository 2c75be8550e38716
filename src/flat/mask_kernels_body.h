// The kernels, written once in terms of eight rows at a time. A file mask_kernels_<name>.c defines
//
//   KERNEL                                      the target attribute of every function
//   rows8                                       eight words: one strip's next eight rows
//   rows8_load(p), rows8_both(x, y)             read; and
//   rows8_shifted(a, next, shift)               (a >> shift | next << (64 - shift)), next gone at 0
//   rows8_any(x)                                is any bit set?
//   rows8_bytes(x)                              bit 8 row + i: is byte i of the row not zero?
//   count8, count8_zero(), count8_add(sum, x), count8_total(sum)    how many bits are set
//   words64_limit(p, bits, limit)               64 pixels of 4 bytes from p: bit i is
//   words64_key(p, bits, key)                   pixel i's test
//   bytes64_limit(p, limit)                     64 pixels of 1 byte from p
//
// and includes this. No include guard: it is included once in each of those files.

#include "flat/mask_bits.h"

#include <string.h>

KERNEL static bool kernel_overlaps(const mask_windows *w)
{
    for (int strip = 0; strip < w->strips; strip++)
    {
        const uint64_t *a = w->a + (size_t)strip * w->a_pitch, *next = a + w->a_pitch;
        const uint64_t *b = w->b + (size_t)strip * w->b_pitch;
        for (int y = 0; y < w->rows; y += 8)
        {
            rows8 over = rows8_shifted(rows8_load(a + y), rows8_load(next + y), w->shift);
            if (rows8_any(rows8_both(over, rows8_load(b + y)))) return true;
        }
    }
    return false;
}

KERNEL static int64_t kernel_overlap_area(const mask_windows *w)
{
    count8 sum = count8_zero();
    for (int strip = 0; strip < w->strips; strip++)
    {
        const uint64_t *a = w->a + (size_t)strip * w->a_pitch, *next = a + w->a_pitch;
        const uint64_t *b = w->b + (size_t)strip * w->b_pitch;
        for (int y = 0; y < w->rows; y += 8)
        {
            rows8 over = rows8_shifted(rows8_load(a + y), rows8_load(next + y), w->shift);
            sum = count8_add(sum, rows8_both(over, rows8_load(b + y)));
        }
    }
    return count8_total(sum);
}

// Two masks laid over each other, the left one first, and the block rows of b to look at.
typedef struct block_windows
{
    const mask_blocks *a, *b;
    int                dx, dy;
    int                first, end, strips; // rows and strips of b's blocks
} block_windows;

// Pixels of b's 64 by 8 group against a. The group has a solid pixel over one of a's blocks, so that
// reading a's rows and strips there stays within its guards.
KERNEL static inline bool group_overlaps(const block_windows *w, int strip, int row)
{
    const uint64_t *b = w->b->words + (size_t)strip * w->b->word_pitch + 8 * row;
    const uint64_t *a =
        w->a->words + (size_t)(strip + (w->dx >> 6)) * w->a->word_pitch + (8 * row + w->dy);
    rows8 over =
        rows8_shifted(rows8_load(a), rows8_load(a + w->a->word_pitch), (unsigned)w->dx & 63);
    return rows8_any(rows8_both(over, rows8_load(b)));
}

// The groups of 8 rows of blocks where `some` of b meets `wide` of a.
KERNEL static inline bool strip_overlaps(const block_windows *w, int strip)
{
    int             column = w->dx >> 3, down = w->dy >> 3;
    const uint64_t *wide = w->a->wide + (size_t)(strip + (column >> 6)) * w->a->pitch + (down + 1);
    const uint64_t *next = wide + w->a->pitch;
    const uint64_t *some = w->b->some + (size_t)strip * w->b->pitch;
    for (int row = w->first; row < w->end; row += 8)
    {
        rows8 over =
            rows8_shifted(rows8_load(wide + row), rows8_load(next + row), (unsigned)column & 63);
        uint64_t groups = rows8_bytes(rows8_both(over, rows8_load(some + row)));
        for (; groups; groups &= groups - 1)
        {
            int at = mask_lowest(groups);
            if (group_overlaps(w, 8 * strip + (at & 7), row + (at >> 3))) return true;
        }
    }
    return false;
}

static inline int max_int(int a, int b)
{
    return a > b ? a : b;
}

static inline int min_int(int a, int b)
{
    return a < b ? a : b;
}

KERNEL static bool kernel_blocks_overlap(const mask_blocks *a, const mask_blocks *b, int dx, int dy)
{
    // Sides are at most 65536; beyond, nothing meets, and no sum below can overflow.
    if ((unsigned)dx + 65536u > 131072u || (unsigned)dy + 65536u > 131072u) return false;

    // The left one becomes a. Which one is left is anyone's guess, so it is not asked with a branch.
    const mask_blocks *both[2] = { a, b };
    int                swap = dx < 0;
    block_windows      w = {
             both[swap], both[!swap], (dx ^ -swap) + swap, (dy ^ -swap) + swap, 0, 0, 0
    };

    int left = max_int(w.a->x0, w.b->x0 + w.dx), right = min_int(w.a->x1, w.b->x1 + w.dx);
    int top = max_int(w.a->y0, w.b->y0 + w.dy), bottom = min_int(w.a->y1, w.b->y1 + w.dy);
    if ((left >= right) | (top >= bottom)) return false;

    w.first = (top - w.dy) >> 3;
    w.end = ((bottom - 1 - w.dy) >> 3) + 1;
    int last = (right - 1 - w.dx) >> 9;
    for (int strip = (left - w.dx) >> 9; strip <= last; strip++)
        if (strip_overlaps(&w, strip)) return true;
    return false;
}

// The last strip of a row may be narrower than 64 pixels and must not be read beyond; its pixels are
// moved to a buffer, and what the buffer's rest says is cut off.
KERNEL static uint64_t narrow_mask(int count)
{
    return ((uint64_t)1 << count) - 1;
}

KERNEL static void kernel_from_words(const mask_source *s, uint32_t bits, uint32_t limit)
{
    int whole = s->width / 64, rest = s->width % 64;
    for (int y = 0; y < s->height; y++)
    {
        const unsigned char *row = s->pixels + y * s->stride;
        uint64_t            *word = s->words + y;
        for (int strip = 0; strip < whole; strip++, row += 256, word += s->pitch)
            *word = words64_limit(row, bits, limit);
        if (rest)
        {
            unsigned char buffer[256] = { 0 };
            memcpy(buffer, row, (size_t)rest * 4);
            *word = words64_limit(buffer, bits, limit) & narrow_mask(rest);
        }
    }
}

KERNEL static void kernel_from_key(const mask_source *s, uint32_t bits, uint32_t key)
{
    int whole = s->width / 64, rest = s->width % 64;
    for (int y = 0; y < s->height; y++)
    {
        const unsigned char *row = s->pixels + y * s->stride;
        uint64_t            *word = s->words + y;
        for (int strip = 0; strip < whole; strip++, row += 256, word += s->pitch)
            *word = words64_key(row, bits, key);
        if (rest)
        {
            unsigned char buffer[256] = { 0 };
            memcpy(buffer, row, (size_t)rest * 4);
            *word = words64_key(buffer, bits, key) & narrow_mask(rest);
        }
    }
}

KERNEL static void kernel_from_bytes(const mask_source *s, uint8_t limit)
{
    int whole = s->width / 64, rest = s->width % 64;
    for (int y = 0; y < s->height; y++)
    {
        const unsigned char *row = s->pixels + y * s->stride;
        uint64_t            *word = s->words + y;
        for (int strip = 0; strip < whole; strip++, row += 64, word += s->pitch)
            *word = bytes64_limit(row, limit);
        if (rest)
        {
            unsigned char buffer[64] = { 0 };
            memcpy(buffer, row, (size_t)rest);
            *word = bytes64_limit(buffer, limit) & narrow_mask(rest);
        }
    }
}

// The rest of a table, after the name and the question whether the processor can run it.
#define KERNEL_TABLE                                                                               \
    .overlaps = kernel_overlaps, .overlap_area = kernel_overlap_area,                              \
    .blocks_overlap = kernel_blocks_overlap, .from_words = kernel_from_words,                      \
    .from_key = kernel_from_key, .from_bytes = kernel_from_bytes
