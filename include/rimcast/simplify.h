/// @file
/// Simplification: outlines with few points that keep their distance and their word.
///
/// Of each ring of exact contours some corners are kept, in order. Then, for a tolerance in pixels:
///
///     - no point of a ring is farther than the tolerance from the side that stands for its part of the
///       ring, and no point of that side is farther from the part: the Hausdorff distance both ways;
///     - no loop crosses itself or another one; they touch only where the contours touch (knots), and
///       what lay in a hole or an island still does: the hole tree is unchanged;
///     - on wish, the loops contain all solid pixels, or contain no empty ones.
///
/// Corners being whole numbers, all this is decided exactly but for the distance, whose comparison is
/// rounded by 2^-50 of itself.
///
/// Method: from each kept corner the directions that stay within the tolerance of all further corners
/// are a cone that only shrinks; the farthest corner inside is the next one kept (J. Sklansky and
/// V. Gonzalez, "Fast polygonal approximation of digitized curves", 1980). A side is taken only if no
/// other corner of any ring lies between it and the part that it stands for, which keeps all sides
/// apart (after M. de Berg, M. van Kreveld and S. Schirra, "Topologically correct subdivision
/// simplification using the bandwidth criterion", 1998).
#ifndef RIMCAST_SIMPLIFY_H
#define RIMCAST_SIMPLIFY_H

#include "rimcast/contour.h"
#include "rimcast/loops.h"

#ifdef __cplusplus
extern "C" {
#endif

/// On which side of the contours the loops may run.
typedef enum rim_simplify_side
{
    RIM_SIMPLIFY_NEAR = 0, ///< within the tolerance on either side
    RIM_SIMPLIFY_CONTAIN,  ///< no solid pixel is cut: loops only move into the empty
    RIM_SIMPLIFY_INSIDE    ///< no empty pixel is covered: loops only move into the solid
} rim_simplify_side;

/// Simplifies all rings; loop i stands for ring i. Tolerance 0 gives the corners as they are; infinity
/// is allowed: three or four points for a lone island. Takes about linear time.
/// RIM_ERR_MEMORY; RIM_ERR_ARGUMENT for a tolerance below 0 or NaN, and for an unknown side. On failure
/// `*out` is NULL.
RIM_API rim_status rim_loops_create_simplified(rim_loops **out, const rim_contours *contours,
                                               double tolerance, rim_simplify_side side,
                                               const rim_allocator *from);

#ifdef __cplusplus
}
#endif

#endif
