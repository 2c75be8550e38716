/// @file
/// Contours: the exact outlines of all islands and holes of a mask, along the edges of its pixels.
///
/// A ring is a closed polygon of pixel corners whose sides are alternately horizontal and vertical; straight
/// stretches are one side, so no three consecutive corners are collinear. Along its direction the solid pixels are on
/// the right hand: with y down the signed area of an island's ring is positive, a hole's negative. The sum of the
/// areas of all rings is exactly the number of solid pixels.
///
/// Two solid pixels that share only a corner, where the two other pixels at that corner are empty, form a knot. The
/// caller's rule (rim_touch) decides about it. With RIM_TOUCH_CORNERS the two pixels belong to one island, and its
/// ring passes the knot twice, turning left. With RIM_TOUCH_EDGES each pixel's ring turns right. Rings touch each
/// other and themselves in knots only, and never cross. Pixels outside the mask are empty, so rings run along the
/// image's border where its pixels are solid.
///
/// Method: Between two rows, corners are the changes in the exclusive or of the edge bits of both rows, computed for
/// 64 columns at once. Consecutive corners on the line between the rows are joined, and each column stores the corner
/// where its current vertical edge began. The ring to the left of a new ring's first corner determines the parent
/// (Suzuki and Abe, "Topological structural analysis of digitized binary images by border following", 1985).
///
/// ### Loops
///
/// Loops are closed polygons around the solid parts of a picture, nested in one another.
///
/// As with contours, the solid side is on the right hand: with y down an island's area is positive, a hole's
/// negative. Loops touch each other or themselves in single points only; they never cross.
///
/// ### Sub-pixel contours
///
/// Sub-pixel contours are outlines of an image's alpha at a precision finer than a pixel.
///
/// Alpha is given at the centers of pixels and is nothing outside of the image. A pixel is solid if its alpha is at
/// least the threshold t. Between a solid and an empty pixel that share an edge, the contour passes where alpha,
/// interpolated linearly between the two centers, is t - 1/2; this is never at a center. These points are joined
/// within each square of four centers (marching squares, the planar case of W. E. Lorensen and H. E. Cline, "Marching
/// cubes", 1987). If two solid centers are diagonally opposite in such a square, the touch rule decides whether they
/// are connected.
///
/// There is one loop for each ring of rim_contours_create, with the same number and parent, and one point for each
/// pixel edge along the ring. Loops never touch themselves or each other. In images above 4,096 pixels a side, where
/// a float is coarser than a thousandth of a pixel, points may become equal.
///
/// ### Simplification
///
/// Simplification removes corners from contours within a tolerance.
///
/// Some corners of each ring are kept, in order, so that for a tolerance in pixels:
///
/// - the Hausdorff distance of each side from the part of the ring that it replaces, both ways, is at most the tolerance;
/// - no loop crosses itself or another one; loops touch only at knots, and the nesting of islands and holes is unchanged;
/// - optionally, the loops contain all solid pixels, or contain no empty ones.
///
/// Since corners are integers, all of this is decided exactly, except that distances are compared with a relative
/// error of 2^-50.
///
/// Method: From each kept corner, the directions that stay within the tolerance of all further corners form a cone
/// that only shrinks; the farthest corner inside it is kept next (J. Sklansky and V. Gonzalez, "Fast polygonal
/// approximation of digitized curves", 1980). A side is used only if no corner of any ring lies between it and the
/// part that it replaces, which keeps all sides apart (after M. de Berg, M. van Kreveld and S. Schirra,
/// "Topologically correct subdivision simplification using the bandwidth criterion", 1998).
///
/// ### Partition
///
/// A partition cuts polygons with holes into convex pieces or triangles.
///
/// Physics engines take convex pieces with few corners (Box2D: eight), graphics takes triangles. The pieces do not
/// overlap and cover exactly the area that the loops enclose, without holes. Their corners are points of the loops,
/// so nothing is rounded. Where two pieces share a border, one may have a corner in the middle of the other's side.
///
/// Method: A sweep line passes over the points and cuts the area between neighboring sides into triangles; each
/// decision is the exact sign of a determinant (M. R. Garey, D. S. Johnson, F. P. Preparata and R. E. Tarjan,
/// "Triangulating a simple polygon", 1978, with triangles cut off at once). Then sides between triangles are flipped
/// towards a Delaunay triangulation (C. L. Lawson, 1977), and sides that convex pieces do not need are removed (S.
/// Hertel and K. Mehlhorn, "Fast triangulation of simple polygons", 1983). Without a limit on corners this gives at
/// most four times the smallest possible number of pieces.
#ifndef RIMCAST_CONTOUR_H
#define RIMCAST_CONTOUR_H

#include "rimcast/mask.h"
#include "rimcast/shape2.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_contours rim_contours;

/// A corner of the pixel grid: the top left corner of pixel (x, y), with x in 0 .. width and y in 0 .. height.
typedef struct rim_corner
{
    int x, y;
} rim_corner;

/// One ring, borrowed; see above for its direction.
typedef struct rim_ring
{
    const rim_corner *corners; ///< owned by the rim_contours; the last is joined to the first
    size_t            count;   ///< even, at least 4
    int64_t           area;    ///< in pixels; above 0: an island's ring, below 0: a hole's
    int64_t           parent;  ///< the innermost ring around it, of the other kind; -1: none
} rim_ring;

/// Creates the contours of a mask: the rings of islands and holes, along pixel borders. The mask is not kept.
/// RIM_ERR_MEMORY; RIM_ERR_ARGUMENT for an unknown touch; RIM_ERR_SIZE for more than 2^31 corners (noise above 32,768
/// x 32,768 pixels). On failure `*out` is NULL.
RIM_API rim_status rim_contours_create(rim_contours **out, const rim_mask *mask, rim_touch touch,
                                       const rim_allocator *from);

/// Destroys contours. NULL is allowed.
RIM_API void rim_contours_destroy(rim_contours *contours);

/// Returns the rings of all islands and holes, and writes their number to *count, which may be NULL. Owned by the
/// contours. A ring begins with the leftmost of its topmost corners. Rings are sorted by that corner, by y, then by
/// x, so a parent comes before its children. The corners of all rings are consecutive in one array, ring after ring.
RIM_API const rim_ring *rim_contours_rings(const rim_contours *contours, int64_t *count);

// --- loops ---------------------------------------------------------------------------------------------

typedef struct rim_loops rim_loops;

/// One loop, borrowed; its last point is joined to its first.
typedef struct rim_loop
{
    const rim_vec2 *points; ///< in pixels from the image's top left corner; owned by the rim_loops
    size_t          count;  ///< at least 3
    double          area;   ///< above 0: an island's, below 0: a hole's
    /// the innermost loop around it, of the other kind, which comes before it; -1: none
    int64_t         parent;
} rim_loop;

/// Destroys loops. NULL is allowed.
RIM_API void rim_loops_destroy(rim_loops *loops);

/// Returns the loops of all islands and holes, and writes their number to *count, which may be NULL. Owned by the
/// rim_loops. The points of all loops are consecutive in one array, loop after loop.
RIM_API const rim_loop *rim_loops_list(const rim_loops *loops, int64_t *count);

// --- sub-pixel contours --------------------------------------------------------------------------------

/// Creates sub-pixel contours of an image's alpha. Alpha of fewer or more than 8 bits is scaled to 0 .. 255. The
/// threshold is that of rim_mask_create_from_image; at 0 every pixel is solid, so the only contour is the image's
/// border. Errors as rim_mask_create_from_image and rim_contours_create. On failure `*out` is NULL.
RIM_API rim_status rim_loops_create_from_alpha(rim_loops **out, const rim_image *image,
                                               int threshold, rim_touch touch,
                                               const rim_allocator *from);

// --- simplification ------------------------------------------------------------------------------------

/// The side of the contours on which loops may run.
typedef enum rim_simplify_side
{
    RIM_SIMPLIFY_NEAR = 0, ///< within the tolerance on either side
    RIM_SIMPLIFY_CONTAIN,  ///< no solid pixel is cut: loops move outward only
    RIM_SIMPLIFY_INSIDE    ///< no empty pixel is covered: loops move inward only
} rim_simplify_side;

/// Creates loops from contours with fewer corners; loop i replaces ring i. A tolerance of 0 keeps all corners.
/// Infinity is allowed: a single island then has three or four points. Takes about linear time. RIM_ERR_MEMORY;
/// RIM_ERR_ARGUMENT for a tolerance below 0 or NaN, and for an unknown side. On failure `*out` is NULL.
RIM_API rim_status rim_loops_create_simplified(rim_loops **out, const rim_contours *contours,
                                               double tolerance, rim_simplify_side side,
                                               const rim_allocator *from);

// --- partition -----------------------------------------------------------------------------------------

/// The options of a partition. Zeroed: convex pieces without limits.
typedef struct rim_partition_options
{
    int   max_corners; ///< of a piece; 0: no limit, 3: triangles
    float min_side;    ///< the shortest side of a piece, in pixels; 0: no limit
} rim_partition_options;

typedef struct rim_partition rim_partition;

/// One convex piece, clockwise on the screen, without collinear corners.
typedef struct rim_piece
{
    const rim_vec2 *points;  ///< owned by the rim_partition
    const uint32_t *indices; ///< the number of each point among all points of the loops, in order
    int             count;   ///< at least 3
} rim_piece;

/// Creates a partition of the area that loops enclose into convex pieces or triangles. NULL options are all zero.
///
/// With a min_side, corners of pieces are dropped until no side is shorter, and a piece left with fewer than three
/// corners is dropped. The pieces then still lie within the loops but need not fill them.
///
/// RIM_ERR_MEMORY; RIM_ERR_ARGUMENT for max_corners of 1, 2 or below 0, and for a min_side that is negative or not
/// finite. On failure `*out` is NULL.
RIM_API rim_status rim_partition_create(rim_partition **out, const rim_loops *loops,
                                        const rim_partition_options *options,
                                        const rim_allocator         *from);

/// Destroys a partition. NULL is allowed.
RIM_API void rim_partition_destroy(rim_partition *partition);

/// Returns all pieces and writes their number to *count, which may be NULL. It is 0 if nothing is enclosed or all
/// pieces were dropped. Owned by the partition.
RIM_API const rim_piece *rim_partition_pieces(const rim_partition *partition, int64_t *count);

#ifdef __cplusplus
}
#endif

#endif
