// Reading and writing whole rows, and painting masks in two colors.
#include "rimcast/mask.h"

#include "flat/mask/bits.h"

#include <assert.h>

static bool has_row(const rim_mask *mask, int64_t y)
{
    return y >= 0 && y < mask->height;
}

// Stores rows first .. first + rows - 1 as words of 64 pixels, the leftmost pixel in bit 0. Rows outside the mask are
// stored as zeros. `stride` is in words; 0 stands for rows without gaps.
void rim_mask_read_words(const rim_mask *mask, int first, int rows, uint64_t *words,
                         ptrdiff_t stride)
{
    if (stride == 0) stride = mask->strips;
    for (int i = 0; i < rows; i++, words += stride)
    {
        int64_t y = (int64_t)first + i;
        for (int strip = 0; strip < mask->strips; strip++)
            words[strip] = has_row(mask, y) ? mask_word(mask, strip, (int)y) : 0;
    }
}

// Writes rows first .. first + rows - 1 from words, laid out as by rim_mask_read_words. Rows outside the mask and bits
// beyond the width are ignored.
void rim_mask_write_words(rim_mask *mask, int first, int rows, const uint64_t *words,
                          ptrdiff_t stride)
{
    if (stride == 0) stride = mask->strips;
    for (int i = 0; i < rows; i++, words += stride)
    {
        int64_t y = (int64_t)first + i;
        if (!has_row(mask, y)) continue;
        for (int strip = 0; strip < mask->strips; strip++)
            mask_strip(mask, strip)[y] = words[strip] & mask_strip_bits(mask, strip);
    }
}

// Stores rows first .. first + rows - 1 as a byte for each pixel, 1 for a solid one and else 0. Rows outside the mask
// are stored as zeros. `stride` is in bytes; 0 stands for rows without gaps.
void rim_mask_read_bytes(const rim_mask *mask, int first, int rows, uint8_t *bytes,
                         ptrdiff_t stride)
{
    if (stride == 0) stride = mask->width;
    for (int i = 0; i < rows; i++, bytes += stride)
    {
        int64_t y = (int64_t)first + i;
        for (int x = 0; x < mask->width; x++)
            bytes[x] = has_row(mask, y) && mask_bit(mask, x, (int)y);
    }
}

// Writes rows first .. first + rows - 1 from bytes: a pixel is solid if its byte is not 0. Rows outside the mask are
// ignored. `stride` is in bytes; 0 stands for rows without gaps.
void rim_mask_write_bytes(rim_mask *mask, int first, int rows, const uint8_t *bytes,
                          ptrdiff_t stride)
{
    if (stride == 0) stride = mask->width;
    for (int i = 0; i < rows; i++, bytes += stride)
    {
        int64_t y = (int64_t)first + i;
        if (!has_row(mask, y)) continue;
        for (int strip = 0; strip < mask->strips; strip++)
        {
            int      end = mask->width < 64 * strip + 64 ? mask->width : 64 * strip + 64;
            uint64_t word = 0;
            for (int x = 64 * strip; x < end; x++) word |= (uint64_t)(bytes[x] != 0) << (x & 63);
            mask_strip(mask, strip)[y] = word;
        }
    }
}

// Paints `count` pixels, at most 64, from `to` on. Pixel i gets the color *solid if bit i of the word is set, else
// *empty. If the color for a pixel is NULL, it stays as it is.
static void paint_word(uint32_t *to, uint64_t word, int count, const uint32_t *solid,
                       const uint32_t *empty)
{
    if (solid && empty)
        for (int i = 0; i < count; i++) to[i] = word >> i & 1 ? *solid : *empty;
    else
        for (int i = 0; i < count; i++)
        {
            const uint32_t *color = word >> i & 1 ? solid : empty;
            if (color) to[i] = *color;
        }
}

// Paints the pixels of the rectangle `part`, x1 and y1 excluded, to a picture whose first pixel shows the upper left
// corner of `part`. Pixels outside the mask are empty. `stride` is in bytes; 0 stands for rows without gaps. If a color
// is NULL, pixels of its kind are not painted.
void rim_mask_paint(const rim_mask *mask, rim_rect part, const uint32_t *solid,
                    const uint32_t *empty, uint32_t *pixels, ptrdiff_t stride)
{
    RIM_ASSERT(stride % (ptrdiff_t)sizeof *pixels == 0, "the stride is no multiple of 4");
    int64_t width = (int64_t)part.x1 - part.x0, height = (int64_t)part.y1 - part.y0;
    if (stride == 0) stride = (ptrdiff_t)width * (ptrdiff_t)sizeof *pixels;
    for (int64_t y = 0; y < height; y++)
    {
        uint32_t *row = (uint32_t *)(void *)((char *)pixels + y * stride);
        for (int64_t x = 0; x < width; x += 64)
        {
            uint64_t word = mask_span(mask, (int)(part.x0 + x), (int)(part.y0 + y));
            paint_word(row + x, word, (int)(width - x < 64 ? width - x : 64), solid, empty);
        }
    }
}
