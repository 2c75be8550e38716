/// @file
/// Contours: the exact outlines of all islands and holes of a mask, along the edges of its pixels.
///
/// A ring is a closed polygon of pixel corners whose sides are alternately horizontal and vertical:
/// straight stretches are one side, so no three corners in a row lie on a line. Going around, the
/// solid pixels lie on the right hand: with y down the signed area of an island's ring is positive, a
/// hole's negative. The sum over all rings is the number of solid pixels, exactly.
///
/// Pixels (x, y) and (x + 1, y + 1) that are solid where the other two of their square are not make a
/// knot. There the rule decides (rim_touch): with RIM_TOUCH_CORNERS the two are one island and its ring
/// passes the knot twice, turning left; with RIM_TOUCH_EDGES each turns right and keeps to itself. Rings
/// meet each other and themselves in knots alone, where they touch but never cross. Outside the mask
/// everything is empty, so rings run along the image's border where its pixels are solid.
///
/// Method: between two rows, the corners are the changes of the exclusive or of both rows' edge bits,
/// 64 columns at once; neighbours along the line are joined, and each column remembers the corner
/// where its current edge began. The ring left of a new ring's first corner tells what it lies in, as
/// in Suzuki and Abe, "Topological structural analysis of digitized binary images by border
/// following", 1985.
#ifndef RIMCAST_CONTOUR_H
#define RIMCAST_CONTOUR_H

#include "rimcast/mask.h"
#include "rimcast/mask_islands.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_contours rim_contours;

/// A corner of pixels: the top left one of pixel (x, y). 0 .. width and 0 .. height.
typedef struct rim_corner
{
    int x, y;
} rim_corner;

/// One ring, seen; see above for its direction.
typedef struct rim_ring
{
    const rim_corner *corners; ///< lives as long as the rim_contours; the last joins the first
    size_t            count;   ///< even, at least 4
    int64_t           area;    ///< of pixels enclosed; above 0: an island's ring, below 0: a hole's
    int64_t           parent;  ///< the ring right around it, of the other kind; -1: nothing is
} rim_ring;

/// All rings of a mask. They keep no tie to it.
/// On failure `*out` is NULL: RIM_ERR_MEMORY, RIM_ERR_ARGUMENT for an unknown touch, RIM_ERR_SIZE for more
/// than 2^31 corners (of noise above 32,768 x 32,768 pixels).
RIM_API rim_status rim_contours_create(rim_contours **out, const rim_mask *mask, rim_touch touch,
                                       const rim_allocator *from);

/// NULL is allowed.
RIM_API void rim_contours_destroy(rim_contours *contours);

/// How many rings there are, islands' and holes' together; 0 for an empty mask.
RIM_API int64_t rim_contours_count(const rim_contours *contours);

/// Ring index, 0 .. count - 1. A ring's first corner is the leftmost of its topmost ones; rings are
/// sorted by it, by y, then by x, so that a parent comes before its children.
RIM_API rim_ring rim_contours_get(const rim_contours *contours, int64_t index);

/// The corners of all rings, ring after ring, and how many they are.
RIM_API const rim_corner *rim_contours_corners(const rim_contours *contours, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
