/// @file
/// Partition: polygons with holes, cut into convex pieces or triangles.
///
/// Physics engines take convex pieces of few corners (Box2D: eight), graphics take triangles. The pieces
/// cover exactly what the loops enclose, holes left free, and do not overlap; their corners are points
/// of the loops, so nothing is rounded. Where two pieces meet, one may have a corner within the
/// other's side.
///
/// Method: a line sweeps over the points and cuts what lies between neighbouring sides into triangles, each
/// decision being the exact sign of a determinant (the sweep of M. R. Garey, D. S. Johnson,
/// F. P. Preparata and R. E. Tarjan, "Triangulating a simple polygon", 1978, with the triangles cut off at
/// once); then sides between triangles are flipped towards a Delaunay triangulation (C. L. Lawson,
/// 1977), and those that a convex piece does not need are taken out (S. Hertel and K. Mehlhorn, "Fast
/// triangulation of simple polygons", 1983), which leaves at most four times the fewest possible pieces
/// when the number of corners is not limited.
#ifndef RIMCAST_PARTITION_H
#define RIMCAST_PARTITION_H

#include "rimcast/loops.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Zero means: convex pieces, whatever their corners and sides.
typedef struct rim_partition_options
{
    int   max_corners; ///< of a piece; 0: no limit, 3: triangles
    float min_side;    ///< in pixels: no side of a piece is shorter; 0: any
} rim_partition_options;

typedef struct rim_partition rim_partition;

/// One convex piece, clockwise on the screen, without corners that lie on a straight side.
typedef struct rim_piece
{
    const rim_vec2 *points;  ///< live as long as the rim_partition
    const uint32_t *indices; ///< of the same points among all points of the rings, ring after ring
    int             count;   ///< at least 3
} rim_piece;

/// Cuts what the loops enclose. NULL options: all zero, convex pieces without limits.
///
/// With a min_side, points are left out of the pieces until no side is shorter; a piece of fewer than
/// three corners goes altogether. So the pieces lie within the loops, and rim_partition_lost tells how
/// much of the area they miss; without a min_side that is exactly 0.
///
/// RIM_ERR_MEMORY; RIM_ERR_ARGUMENT for max_corners of 1, 2 or below 0, for a min_side that is negative
/// or not finite. On failure `*out` is NULL.
RIM_API rim_status rim_partition_create(rim_partition **out, const rim_loops *loops,
                                        const rim_partition_options *options,
                                        const rim_allocator         *from);

/// The same for rings of the caller's, in any order and direction: inside is what lies behind an odd number
/// of sides. Sides may touch each other but not cross or overlap; RIM_ERR_ARGUMENT if they are found to
/// (the sweep does not look for every crossing) or if a coordinate is not finite. RIM_ERR_SIZE for more than
/// 2^30 points.
RIM_API rim_status rim_partition_create_from_rings(rim_partition **out, const rim_polygon2 *rings,
                                                   int                          ring_count,
                                                   const rim_partition_options *options,
                                                   const rim_allocator         *from);

/// NULL is allowed.
RIM_API void rim_partition_destroy(rim_partition *partition);

/// How many pieces there are; 0 where nothing is enclosed or all was too small.
RIM_API int64_t   rim_partition_count(const rim_partition *partition);
/// Piece index, 0 .. count - 1.
RIM_API rim_piece rim_partition_get(const rim_partition *partition, int64_t index);

/// The area that a min_side took away, in square pixels.
RIM_API double rim_partition_lost(const rim_partition *partition);

#ifdef __cplusplus
}
#endif

#endif
