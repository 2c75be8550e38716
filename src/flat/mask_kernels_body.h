// The kernels, written once in terms of eight rows at a time. A file mask_kernels_<name>.c defines
//
//   KERNEL                                      the target attribute of every function
//   rows8                                       eight words: one strip's next eight rows
//   rows8_load(p), rows8_both(x, y)             read; and
//   rows8_shifted(a, next, shift)               (a >> shift | next << (64 - shift)), next gone at 0
//   rows8_any(x)                                is any bit set?
//   count8, count8_zero(), count8_add(sum, x), count8_total(sum)    how many bits are set
//   words64_limit(p, bits, limit)               64 pixels of 4 bytes from p: bit i is
//   words64_key(p, bits, key)                   pixel i's test
//   bytes64_limit(p, limit)                     64 pixels of 1 byte from p
//
// and includes this. No include guard: it is included once in each of those files.

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
    .from_words = kernel_from_words, .from_key = kernel_from_key, .from_bytes = kernel_from_bytes
