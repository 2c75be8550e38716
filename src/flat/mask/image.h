// The pixels of a borrowed image, read one by one as words.
#ifndef RIM_FLAT_MASK_IMAGE_H
#define RIM_FLAT_MASK_IMAGE_H

#include "rimcast/mask.h"

#include <string.h>

// Returns RIM_ERR_SIZE for a negative or too long side. Returns RIM_ERR_ARGUMENT for an unknown layout, or if `pixels`
// is NULL and the image is not empty. Else returns RIM_OK.
rim_status image_check(const rim_image *image);

// Returns true if the set bits are a single run, or if there are none. The sum of the bits and their lowest one has no
// bit of the lowest run, as the carry clears it, but all bits of other runs.
static inline bool image_is_single_run(uint32_t bits)
{
    uint32_t low = bits & (~bits + 1);
    return ((bits + low) & bits) == 0;
}

// Returns the bytes of a pixel; the table is in the order of rim_pixels.
static inline int image_pixel_bytes(rim_pixels layout)
{
    static const int bytes[] = { 1, 4, 4, 2, 3 };
    return bytes[layout];
}

static inline ptrdiff_t image_stride(const rim_image *image)
{
    ptrdiff_t tight = (ptrdiff_t)image->width * image_pixel_bytes(image->layout);
    return image->stride ? image->stride : tight;
}

static inline const unsigned char *image_row(const rim_image *image, int y)
{
    return (const unsigned char *)image->pixels + y * image_stride(image);
}

// Returns pixel x of a row as the word that rim_image defines.
static inline uint32_t image_word(const rim_image *image, const unsigned char *row, int x)
{
    const unsigned char *p = row + (ptrdiff_t)x * image_pixel_bytes(image->layout);
    uint32_t             word;
    uint16_t             half;
    switch (image->layout)
    {
    case RIM_PIXELS_ALPHA8:
        return p[0];
    case RIM_PIXELS_WORD16:
        memcpy(&half, p, sizeof half);
        return half;
    case RIM_PIXELS_BYTES24:
        return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16;
    case RIM_PIXELS_RGBA8:
        return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    default:
        memcpy(&word, p, sizeof word);
        return word;
    }
}

// Returns the number in a run of bits of a word, scaled from 0 .. most to 0 .. 255 and rounded to nearest, halves up.
// `most` is the number with all bits of the run set. Returns 255 for no bits.
//
//     floor(255 value / most + 1/2)  =  floor((510 value + most) / (2 most)).
static inline int image_scaled(uint32_t word, uint32_t bits)
{
    if (bits == 0) return 255;
    uint32_t low = bits & (~bits + 1);
    uint64_t most = bits / low, value = (word & bits) / low;
    return (int)((510 * value + most) / (2 * most));
}

// Returns the bits of a pixel's word that are alpha; 0 for an opaque image.
static inline uint32_t image_alpha_bits(const rim_image *image)
{
    if (image->layout == RIM_PIXELS_ALPHA8) return 0xff;
    return image->layout == RIM_PIXELS_RGBA8 ? 0xff000000 : image->alpha_bits;
}

// Returns true if the alpha bits are one run inside a pixel's bytes, or none.
static inline bool image_alpha_is_sound(const rim_image *image)
{
    uint32_t bits = image_alpha_bits(image);
    uint64_t end = (uint64_t)1 << 8 * image_pixel_bytes(image->layout);
    return image_is_single_run(bits) && bits < end;
}

static inline int image_alpha(const rim_image *image, const unsigned char *row, int x)
{
    return image_scaled(image_word(image, row, x), image_alpha_bits(image));
}

#endif
