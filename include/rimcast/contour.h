/// @file
/// Contours: the exact outlines of all islands and holes (mask.h) of a mask, along the edges of its pixels.
///
/// A ring is a closed polygon. Its corners are corners of pixels. Its sides are alternately horizontal and vertical, so
/// no three consecutive corners are collinear. The solid pixels are on the right of a ring's direction. With y down,
/// the signed area of an island's ring is therefore positive, and the signed area of a hole's ring is negative. The sum
/// of the areas of all rings is the number of solid pixels.
///
/// A knot is a pixel corner where two diagonally opposite pixels are solid and the other two are empty. The argument
/// `touch` of type rim_touch determines whether the two solid pixels are connected there. With RIM_TOUCH_CORNERS they
/// belong to one island, and rings turn left at the knot. With RIM_TOUCH_EDGES they are not connected there, and rings
/// turn right. Rings never cross. They touch each other and themselves at knots only. Pixels outside of the mask are
/// empty, so rings run along the mask's border where its pixels are solid.
///
/// Method: Between two rows, a corner lies where only one of the rows has a vertical border between a solid and an
/// empty pixel. An exclusive or finds these corners for 64 columns at once. At a knot, both rows have such a border.
/// Knots are found separately, and each counts as two corners. From left to right, horizontal sides join the corners in
/// pairs: the first and the second, the third and the fourth, and so on. Each column stores the corner where its
/// current vertical side began. The ring to the left of a new ring's first corner determines the new ring's parent
/// (Suzuki and Abe, "Topological structural analysis of digitized binary images by border following", 1985).
///
/// ### Loops
///
/// Loops are closed polygons around the islands and holes of a mask or an image. Their corners need not be corners of
/// pixels.
///
/// As with rings, the solid side is on the right of a loop's direction. So the area of an island's loop is positive,
/// and the area of a hole's loop is negative. Loops never cross. They touch each other and themselves in single points
/// only.
///
/// ### Sub-pixel contours
///
/// Sub-pixel contours are loops that follow an image's alpha with a precision of less than a pixel.
///
/// A pixel is solid if its alpha is at least the threshold t. Alpha is given at the centers of pixels. Outside of the
/// image it is 0, or -1 if t is 0. Between a solid and an empty pixel that share an edge, the contour has a point where
/// alpha, interpolated linearly between the two centers, is t - 1/2. This point is never a center, unless rounding to
/// float moves it there, in images with a side of more than 2^15 pixels. The points are
/// joined within each square of four centers (marching squares, the planar case of W. E. Lorensen and H. E. Cline,
/// "Marching cubes", 1987). If only two diagonally opposite pixels of a square are solid, `touch` determines whether
/// they are connected.
///
/// Loop i follows ring i of rim_contours_create for the same solid pixels, and has the same parent. It has one point
/// for each pixel edge along the ring. These loops never touch each other or themselves.
///
/// ### Simplification
///
/// Simplification creates loops from rings by removing corners, within a tolerance in pixels.
///
/// The corners of a loop are a subset of the ring's corners, in the same order. Loops have these properties:
///
/// - No point of a side is farther than the tolerance from the part of the ring that the side replaces, and no point of
///   this part is farther than the tolerance from the side (the Hausdorff distance).
/// - Loops never cross. They touch each other and themselves at knots only. They are nested as the rings are.
/// - Loops contain all solid pixels, or contain no empty pixel, if the caller requires it.
///
/// Corners have integer coordinates, so all decisions are exact, except that distances are compared with the tolerance
/// in double, with an error of at most 2^-50 of the tolerance.
///
/// Method: From a kept corner, the directions of the lines that pass the next corners within the tolerance form a cone.
/// Every further corner narrows the cone. The last corner inside the cone is kept next (J. Sklansky and V. Gonzalez,
/// "Fast polygonal approximation of digitized curves", 1980). A side is used only if no other corner of any ring lies
/// on it or between it and the part that it replaces. Otherwise a nearer corner is kept. So sides cannot cross (after
/// M. de Berg, M. van Kreveld and S. Schirra, "Topologically correct subdivision simplification using the bandwidth
/// criterion", 1998).
///
/// ### Partition
///
/// A partition divides the area inside loops into convex pieces or triangles.
///
/// Physics engines need convex pieces with few corners; Box2D allows at most eight. Graphics libraries need triangles.
/// The pieces do not overlap. If the option min_side is 0, they cover exactly the area inside the loops, without the
/// holes. Their corners are points of the loops, so nothing is rounded. Where two pieces share a border, one of them
/// may have a corner in the middle of a side of the other.
///
/// Method: A sweep line passes over the points and divides the area into triangles, by exact signs of determinants (M.
/// R. Garey, D. S. Johnson, F. P. Preparata and R. E. Tarjan, "Triangulating a simple polygon", 1978). Then sides
/// between triangles are flipped towards a Delaunay triangulation (C. L. Lawson, 1977), and sides that convex pieces do
/// not need are removed (S. Hertel and K. Mehlhorn, "Fast triangulation of simple polygons", 1983). Without a limit on
/// corners, there are at most four times as many pieces as necessary.
#ifndef RIMCAST_CONTOUR_H
#define RIMCAST_CONTOUR_H

#include "rimcast/mask.h"
#include "rimcast/shape2.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_contours rim_contours;

/// A corner of the pixel grid: the top left corner of pixel (x, y), with 0 <= x <= width and 0 <= y <= height.
typedef struct rim_corner
{
    int x, y;
} rim_corner;

/// One ring. The rim_contours owns it.
typedef struct rim_ring
{
    const rim_corner *corners; ///< the last corner is joined to the first
    size_t            count;   ///< even, at least 4
    int64_t           area;    ///< in square pixels; > 0 for the ring of an island, < 0 for that of
                               ///< a hole
    int64_t           parent;  ///< the index of the innermost ring around it; -1 if there is none
} rim_ring;

/// Creates the contours of a mask: the rings of islands and holes, along pixel borders. The mask is needed only during
/// the call. Returns RIM_ERR_ARGUMENT for an unknown touch, RIM_ERR_SIZE for more than 2^31 corners, and RIM_ERR_MEMORY
/// if memory runs out. Only a mask of about 32,768 x 32,768 or more pixels can have so many corners. On failure `*out`
/// is NULL.
RIM_API rim_status rim_contours_create(rim_contours **out, const rim_mask *mask, rim_touch touch,
                                       const rim_allocator *from);

/// Destroys contours. NULL is allowed.
RIM_API void rim_contours_destroy(rim_contours *contours);

/// Returns the rings of all islands and holes, and writes their number to *count if count is not NULL. The rim_contours
/// owns the array. A ring begins with the leftmost of its topmost corners. Rings are sorted by the y, then by the x, of
/// that corner. So a parent comes before its children. The corners of all rings are consecutive in one array, ring
/// after ring.
RIM_API const rim_ring *rim_contours_rings(const rim_contours *contours, int64_t *count);

// --- loops ---------------------------------------------------------------------------------------------

typedef struct rim_loops rim_loops;

/// One loop. The rim_loops owns it. Its last point is joined to its first.
typedef struct rim_loop
{
    const rim_vec2 *points; ///< in pixels from the image's top left corner
    size_t          count;  ///< at least 3
    double          area;   ///< in square pixels; > 0 for the loop of an island, < 0 for that of a
                            ///< hole
    /// the index of the innermost loop around it, which is less than its own; -1 if there is none
    int64_t         parent;
} rim_loop;

/// Destroys loops. NULL is allowed.
RIM_API void rim_loops_destroy(rim_loops *loops);

/// Returns the loops of all islands and holes, and writes their number to *count if count is not NULL. The rim_loops
/// owns the array. The points of all loops are consecutive in one array, loop after loop.
RIM_API const rim_loop *rim_loops_list(const rim_loops *loops, int64_t *count);

// --- sub-pixel contours --------------------------------------------------------------------------------

/// Creates sub-pixel contours of an image's alpha. Alpha of fewer or more than 8 bits is scaled to 0 .. 255. The
/// threshold is as in rim_mask_create_from_image. At a threshold of 0, every pixel is solid, so the only contour
/// surrounds the image, up to half a pixel outside of its border. Returns the errors of rim_mask_create_from_image and
/// rim_contours_create, and RIM_ERR_SIZE for 2^31 or more points. On failure `*out` is NULL.
RIM_API rim_status rim_loops_create_from_alpha(rim_loops **out, const rim_image *image,
                                               int threshold, rim_touch touch,
                                               const rim_allocator *from);

// --- simplification ------------------------------------------------------------------------------------

/// The position of simplified loops relative to the rings.
typedef enum rim_simplify_side
{
    RIM_SIMPLIFY_NEAR = 0, ///< the loops may run on either side of the rings
    RIM_SIMPLIFY_CONTAIN,  ///< the loops contain all solid pixels
    RIM_SIMPLIFY_INSIDE    ///< the loops contain no empty pixel
} rim_simplify_side;

/// Creates loops that simplify the rings of contours: loop i replaces ring i. A tolerance of 0 keeps all corners. With
/// RIM_SIMPLIFY_NEAR and an infinite tolerance, the loop of a single island without holes and knots usually has three
/// or four points. It may have more if the island winds or has thousands of corners. Takes time about proportional to
/// the number of corners, plus that of copying a bit for each pixel of the box around all rings. If the tolerance is
/// larger than the gaps of large rings that wind, such as those of a spiral, it may take the latter time for every
/// corner. Returns RIM_ERR_ARGUMENT for an unknown side and for a tolerance that is negative or NaN. Returns
/// RIM_ERR_MEMORY if memory runs out. On failure `*out` is NULL.
RIM_API rim_status rim_loops_create_simplified(rim_loops **out, const rim_contours *contours,
                                               double tolerance, rim_simplify_side side,
                                               const rim_allocator *from);

// --- partition -----------------------------------------------------------------------------------------

/// The options of a partition. With zeroed options, there are no limits.
typedef struct rim_partition_options
{
    int   max_corners; ///< the largest number of corners of a piece; 3 gives triangles; 0 means no
                       ///< limit
    float min_side;    ///< the smallest length of a side of a piece, in pixels; 0 means no limit
} rim_partition_options;

typedef struct rim_partition rim_partition;

/// One convex piece, clockwise on the screen, without collinear corners.
typedef struct rim_piece
{
    const rim_vec2 *points;  ///< owned by the rim_partition
    const uint32_t *indices; ///< the index of each point among the points of all loops
    int             count;   ///< at least 3
} rim_piece;

/// Creates a partition of the area inside loops into convex pieces or triangles. options may be NULL, which means
/// zeroed options.
///
/// If min_side > 0, corners of pieces are removed until no side is shorter than min_side. A piece that has fewer than
/// three corners left is removed. The pieces then lie inside the loops, but need not fill them.
///
/// Returns RIM_ERR_ARGUMENT if max_corners is 1, 2 or negative, or if min_side is negative or not finite. Returns
/// RIM_ERR_SIZE for more than 2^30 points, and RIM_ERR_MEMORY if memory runs out. On failure `*out` is NULL.
RIM_API rim_status rim_partition_create(rim_partition **out, const rim_loops *loops,
                                        const rim_partition_options *options,
                                        const rim_allocator         *from);

/// Destroys a partition. NULL is allowed.
RIM_API void rim_partition_destroy(rim_partition *partition);

/// Returns all pieces and writes their number to *count if count is not NULL. The number is 0 if the loops have no area
/// or if all pieces were removed. The partition owns the array.
RIM_API const rim_piece *rim_partition_pieces(const rim_partition *partition, int64_t *count);

#ifdef __cplusplus
}
#endif

#endif
