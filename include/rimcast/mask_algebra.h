/// @file
/// Mask algebra: masks made from masks, 64 pixels at a time.
///
/// Everything outside a mask is empty, before and after: what would lie outside is cut off. Offsets are
/// whole pixels; any int is allowed, also one that overflows on addition.
#ifndef RIMCAST_MASK_ALGEBRA_H
#define RIMCAST_MASK_ALGEBRA_H

#include "rimcast/mask.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Which pixels of the first mask are solid afterwards.
typedef enum rim_mask_op
{
    RIM_MASK_AND = 0, ///< solid in both
    RIM_MASK_OR,      ///< in one or both
    RIM_MASK_XOR,     ///< in exactly one
    RIM_MASK_AND_NOT  ///< in the first, not in the second
} rim_mask_op;

/// Combines b into a, with b's top left corner at pixel (dx, dy) of a. Pixels of a that b does not reach
/// meet empty ones: RIM_MASK_AND clears them. a and b may be the same mask.
RIM_API void rim_mask_combine(rim_mask *a, rim_mask_op op, const rim_mask *b, int dx, int dy);

/// The same into a mask of a's size; a stays as it is. With RIM_MASK_AND it is the overlap as a mask,
/// in a's pixels. On failure `*out` is NULL: RIM_ERR_MEMORY.
RIM_API rim_status rim_mask_create_combined(rim_mask **out, const rim_mask *a, rim_mask_op op,
                                            const rim_mask *b, int dx, int dy,
                                            const rim_allocator *from);

/// The pixels of a rectangle as a mask of its size; the rectangle may reach beyond the mask, which is
/// how a mask gets a margin. An empty rectangle gives a mask without pixels.
/// RIM_ERR_SIZE for a side above RIM_MASK_MAX_SIDE. On failure `*out` is NULL.
RIM_API rim_status rim_mask_create_window(rim_mask **out, const rim_mask *mask, rim_rect rect,
                                          const rim_allocator *from);

/// Solid becomes empty, empty solid, inside the mask.
RIM_API void rim_mask_invert(rim_mask *mask);

/// @{
/// Mirrors left to right; top to bottom.
RIM_API void rim_mask_flip_x(rim_mask *mask);
RIM_API void rim_mask_flip_y(rim_mask *mask);
/// @}

/// Every pixel becomes across x down pixels. RIM_ERR_ARGUMENT for a factor below 1, RIM_ERR_SIZE for a
/// side above RIM_MASK_MAX_SIDE. On failure `*out` is NULL.
RIM_API rim_status rim_mask_create_scaled(rim_mask **out, const rim_mask *mask, int across,
                                          int down, const rim_allocator *from);

/// Grows by a disc: solid becomes each pixel whose centre is at most radius from the centre of a solid
/// one; decided exactly. Below 1 nothing changes, at 1 the four neighbours join, at 1.5 all eight.
/// Growth stops at the mask's border; rim_mask_create_grown makes room. Takes time in proportion to
/// the pixels / 64 times the radius, and scratch memory of the mask's size, from the mask's
/// allocator. RIM_ERR_MEMORY, or RIM_ERR_ARGUMENT for a radius that is negative or not finite, changes
/// nothing.
RIM_API rim_status rim_mask_grow(rim_mask *mask, float radius);

/// Shrinks by a disc: empty becomes each pixel whose centre is at most radius from the centre of an
/// empty one, those outside the mask included. Otherwise as rim_mask_grow.
RIM_API rim_status rim_mask_shrink(rim_mask *mask, float radius);

/// The grown mask with floor(radius) more pixels on every side, so that nothing is cut off.
/// RIM_ERR_SIZE for a side above RIM_MASK_MAX_SIDE, else errors as rim_mask_grow. On failure `*out` is NULL.
RIM_API rim_status rim_mask_create_grown(rim_mask **out, const rim_mask *mask, float radius,
                                         const rim_allocator *from);

/// How many pixels a and b share, for every offset of b in a at which they can share any:
///
///      dx = 1 - b's width .. a's width - 1,    dy = 1 - b's height .. a's height - 1
///
/// The count for (dx, dy) goes to counts[(dy + b's height - 1) * columns + (dx + b's width - 1)], where
/// columns = a's width + b's width - 1; there are as many rows as b's height + a's height - 1. Nothing
/// is written if one of the masks has no pixels. (2^32 shared pixels would read 0.)
///
/// Method: a mask is the double running sum, along x and along y, of its corners with signs, and so the
/// counts are the fourfold running sum of all differences between a's corners and b's: time in
/// proportion to the corners of one times those of the other, plus the offsets. (C. Esperanca and
/// H. Samet, "Vertex representations and their applications in computer graphics", 1998.) For noise,
/// where counting words is less work, words are counted.
///
/// Reports progress. RIM_ERR_CANCELLED and RIM_ERR_MEMORY leave the buffer in any state.
RIM_API rim_status rim_mask_overlap_counts(const rim_mask *a, const rim_mask *b, uint32_t *counts,
                                           const rim_progress *progress, const rim_allocator *from);

#ifdef __cplusplus
}
#endif

#endif
