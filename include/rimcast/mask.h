/// @file
/// Masks: one bit a pixel, solid or not.
///
/// A mask is the union of its solid pixels' squares. Pixel (x, y) is the square [x, x+1) by [y, y+1),
/// x to the right, y down. Everything outside the mask's width and height is empty.
#ifndef RIMCAST_MASK_H
#define RIMCAST_MASK_H

#include "rimcast/base.h"
#include "rimcast/box.h"
#include "rimcast/vec2.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_mask rim_mask;

/// The largest width and height of a mask. One of w x h pixels takes about (w / 64 + 1) (h + 12) words
/// of 8 bytes, each quotient rounded up.
#define RIM_MASK_MAX_SIDE 65536

/// The usual threshold: half opaque and more is solid.
#define RIM_ALPHA_HALF 128

/// How the pixels of a rim_image lie in memory.
typedef enum rim_pixels
{
    RIM_PIXELS_ALPHA8 = 0, ///< a byte a pixel, the alpha
    RIM_PIXELS_RGBA8,      ///< four bytes a pixel, the fourth is alpha (PNG, stb_image)
    RIM_PIXELS_WORD32,     ///< a native 32-bit word a pixel; alpha_bits says which bits are alpha
} rim_pixels;

/// Borrowed pixels, seen. Nothing is kept of them after a call.
typedef struct rim_image
{
    const void *pixels; ///< the top left pixel; may be NULL when width or height is 0
    int         width, height;
    /// bytes from a row to the next, may be negative; 0 means tightly packed
    ptrdiff_t   stride;
    rim_pixels  layout;     ///< zero is RIM_PIXELS_ALPHA8
    uint32_t    alpha_bits; ///< for RIM_PIXELS_WORD32: one run of bits, e.g. 0xff000000; 0: opaque
} rim_image;

/// An empty mask of a size; 0 x 0 and 1 x 1 are legal.
/// RIM_ERR_SIZE for a negative side or one above RIM_MASK_MAX_SIDE. On failure `*out` is NULL.
RIM_API rim_status rim_mask_create(rim_mask **out, int width, int height,
                                   const rim_allocator *from);

/// A pixel is solid if alpha >= threshold; all 256 values mean something: at 0 everything is solid, at
/// 255 only what is fully opaque. A threshold above 255 makes an empty mask. Alpha of fewer or more
/// than 8 bits is scaled to 0 .. 255, rounded to nearest.
/// RIM_ERR_ARGUMENT for alpha_bits that are no single run of bits, for an unknown layout, and for pixels
/// that are NULL although there are some; RIM_ERR_SIZE as rim_mask_create. On failure `*out` is NULL.
RIM_API rim_status rim_mask_create_from_image(rim_mask **out, const rim_image *image, int threshold,
                                              const rim_allocator *from);

/// A pixel is solid if it differs from the key in any of the key_bits. For RIM_PIXELS_RGBA8 the pixel
/// is read as the word r | g << 8 | b << 16 | a << 24, for RIM_PIXELS_ALPHA8 as its byte. alpha_bits
/// play no part. Errors as above.
RIM_API rim_status rim_mask_create_from_color_key(rim_mask **out, const rim_image *image,
                                                  uint32_t key, uint32_t key_bits,
                                                  const rim_allocator *from);

/// A mask of its own with the same pixels.
RIM_API rim_status rim_mask_create_copy(rim_mask **out, const rim_mask *mask,
                                        const rim_allocator *from);

/// NULL is allowed.
RIM_API void rim_mask_destroy(rim_mask *mask);

/// @{
/// In pixels, 0 .. RIM_MASK_MAX_SIDE.
RIM_API int rim_mask_width(const rim_mask *mask);
RIM_API int rim_mask_height(const rim_mask *mask);
/// @}

/// Is pixel (x, y) solid? Outside the mask: false.
RIM_API bool rim_mask_get(const rim_mask *mask, int x, int y);

/// Makes pixel (x, y) solid or empty. Outside the mask nothing happens.
RIM_API void rim_mask_set(rim_mask *mask, int x, int y, bool solid);

/// How many pixels are solid.
RIM_API int64_t rim_mask_count(const rim_mask *mask);

/// The smallest rectangle around the solid pixels; all zero for an empty mask.
RIM_API rim_rect rim_mask_bounds(const rim_mask *mask);

/// The convex hull of a mask's solid pixels, which are squares: its corners are corners of pixels, in
/// pixels from the mask's top left corner, in the order of rim_polygon2_hull. points has room for
/// 4 x height of them. Returns how many; 0 for a mask without solid pixels.
RIM_API size_t rim_mask_hull(const rim_mask *mask, rim_vec2 *points);

/// Do a and b share a solid pixel when b's top left corner lies at pixel (dx, dy) of a? Any offset is
/// allowed, also one that overflows on addition. Symmetric: overlaps(b, a, -dx, -dy) is the same.
/// Looks at each shared 64-pixel word at most once; sprites answer the same question faster.
RIM_API bool rim_mask_overlaps(const rim_mask *a, const rim_mask *b, int dx, int dy);

/// How many solid pixels a and b share at that offset.
RIM_API int64_t rim_mask_overlap_area(const rim_mask *a, const rim_mask *b, int dx, int dy);

#ifdef __cplusplus
}
#endif

#endif
