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
///
/// ### Loops
///
/// Loops: the closed polygons that outline the solid parts of a picture, nested in one another.
///
/// As with contours, the solid side is on the right hand: with y down an island's area is positive, a
/// hole's negative. Loops touch each other or themselves in single points at most; they never cross.
///
/// ### Sub-pixel contours
///
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
///
/// ### Simplification
///
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
///
/// ### Partition
///
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
#ifndef RIMCAST_CONTOUR_H
#define RIMCAST_CONTOUR_H

#include "rimcast/mask.h"
#include "rimcast/shape2.h"

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

/// Follows the contours of a mask: the rings of islands and holes, along pixel borders. They keep no tie to it.
/// On failure `*out` is NULL: RIM_ERR_MEMORY, RIM_ERR_ARGUMENT for an unknown touch, RIM_ERR_SIZE for more
/// than 2^31 corners (of noise above 32,768 x 32,768 pixels).
RIM_API rim_status rim_contours_create(rim_contours **out, const rim_mask *mask, rim_touch touch,
                                       const rim_allocator *from);

/// NULL is allowed.
RIM_API void rim_contours_destroy(rim_contours *contours);

/// All rings, islands' and holes' together, and how many there are; count may be NULL. Owned by the contours. A ring's
/// first corner is the leftmost of its topmost ones; rings are sorted by it, by y, then by x, so that a parent comes
/// before its children. The corners of all rings lie ring after ring in one array, from those of the first ring on.
RIM_API const rim_ring *rim_contours_rings(const rim_contours *contours, int64_t *count);

// --- loops ---------------------------------------------------------------------------------------------

typedef struct rim_loops rim_loops;

/// One loop, seen; its last point is joined to its first.
typedef struct rim_loop
{
    const rim_vec2
           *points; ///< in pixels from the image's top left corner; lives as long as the rim_loops
    size_t  count;  ///< at least 3
    double  area;   ///< above 0: an island's, below 0: a hole's
    /// the loop right around it, of the other kind, which comes before it; -1: none
    int64_t parent;
} rim_loop;

/// NULL is allowed.
RIM_API void rim_loops_destroy(rim_loops *loops);

/// All loops, islands' and holes' together, and how many there are; count may be NULL. Owned by the rim_loops. The points
/// of all loops lie loop after loop in one array, from those of the first loop on.
RIM_API const rim_loop *rim_loops_list(const rim_loops *loops, int64_t *count);

// --- sub-pixel contours --------------------------------------------------------------------------------

/// Follows contours of alpha between pixels. Fewer or more than 8 bits are scaled to 0 .. 255. The threshold means what
/// it means for rim_mask_create_from_image; at 0 the image's border, beyond which everything counts as
/// less than nothing, is the only contour. Errors as rim_mask_create_from_image and
/// rim_contours_create. On failure `*out` is NULL.
RIM_API rim_status rim_loops_create_from_alpha(rim_loops **out, const rim_image *image,
                                               int threshold, rim_touch touch,
                                               const rim_allocator *from);

// --- simplification ------------------------------------------------------------------------------------

/// On which side of the contours the loops may run.
typedef enum rim_simplify_side
{
    RIM_SIMPLIFY_NEAR = 0, ///< within the tolerance on either side
    RIM_SIMPLIFY_CONTAIN,  ///< no solid pixel is cut: loops only move into the empty
    RIM_SIMPLIFY_INSIDE    ///< no empty pixel is covered: loops only move into the solid
} rim_simplify_side;

/// Simplifies contours to polygons of fewer corners; loop i stands for ring i. Tolerance 0 gives the corners as they are; infinity
/// is allowed: three or four points for a lone island. Takes about linear time.
/// RIM_ERR_MEMORY; RIM_ERR_ARGUMENT for a tolerance below 0 or NaN, and for an unknown side. On failure
/// `*out` is NULL.
RIM_API rim_status rim_loops_create_simplified(rim_loops **out, const rim_contours *contours,
                                               double tolerance, rim_simplify_side side,
                                               const rim_allocator *from);

// --- partition -----------------------------------------------------------------------------------------

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

/// Cuts what the loops enclose into convex pieces or triangles. NULL options: all zero, convex pieces without limits.
///
/// With a min_side, points are left out of the pieces until no side is shorter; a piece of fewer than
/// three corners goes altogether. So the pieces lie within the loops, and without a min_side they fill them.
///
/// RIM_ERR_MEMORY; RIM_ERR_ARGUMENT for max_corners of 1, 2 or below 0, for a min_side that is negative
/// or not finite. On failure `*out` is NULL.
RIM_API rim_status rim_partition_create(rim_partition **out, const rim_loops *loops,
                                        const rim_partition_options *options,
                                        const rim_allocator         *from);

/// NULL is allowed.
RIM_API void rim_partition_destroy(rim_partition *partition);

/// All pieces, and how many there are: none where nothing is enclosed or all was too small. count may be NULL. Owned by
/// the partition.
RIM_API const rim_piece *rim_partition_pieces(const rim_partition *partition, int64_t *count);

#ifdef __cplusplus
}
#endif

#endif
