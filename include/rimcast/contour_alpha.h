/// @file
/// Sub-pixel contours: outlines between the pixels, from how opaque these are.
///
/// Alpha is known at the centres of pixels, and as nothing beyond the image. A pixel is solid if its alpha
/// is at least the threshold t. Between a solid pixel and an empty one that share an edge, the contour
/// runs where the straight line from the one's alpha to the other's passes t - 1/2, which is never at a
/// centre. These points are joined within each square of four centres (marching squares: W. E. Lorensen
/// and H. E. Cline, "Marching cubes", 1987, in the plane); where two solid ones lie across from each other
/// in such a square, the touch rule says whether they are joined.
///
/// So the loops are those of rim_contours_create, one for each ring with the same number and parent, and
/// a point for each pixel edge along it; they never touch themselves or each other. In images above 4,096
/// pixels a side, where a float holds no thousandth of a pixel, points may become equal.
#ifndef RIMCAST_CONTOUR_ALPHA_H
#define RIMCAST_CONTOUR_ALPHA_H

#include "rimcast/contour.h"
#include "rimcast/loops.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Alpha of fewer or more than 8 bits is scaled to 0 .. 255 first, as for masks. The threshold means what
/// it means for rim_mask_create_from_image; at 0 the image's border, beyond which everything counts as
/// less than nothing, is the only contour. Errors as rim_mask_create_from_image and
/// rim_contours_create. On failure `*out` is NULL.
RIM_API rim_status rim_loops_create_from_alpha(rim_loops **out, const rim_image *image,
                                               int threshold, rim_touch touch,
                                               const rim_allocator *from);

#ifdef __cplusplus
}
#endif

#endif
