/// @file
/// A tree of planes over triangles: rooms cut into convex cells (Fuchs, Kedem, Naylor, "On visible surface
/// generation by a priori tree structures", 1980).
///
///      rim_bsp *rooms;
///      if (rim_bsp_create(&rooms, points, point_count, indices, triangle_count, NULL)) ...
///      count = rim_bsp_order(rooms, eye, order, capacity);
///      for (i = 0; i < count; i++) draw(rim_bsp_pieces(rooms, NULL)[order[i]]);
///
/// - Leafy: The planes are in the nodes and the triangles in the leaves, in pieces where planes cut them: a leaf
///   is a convex cell with pieces on its border that face into it. Not solid: cells are neither
///   inside nor outside of anything, and holes do no harm.
/// - Pieces keep the number of their triangle, its plane and its order of corners. Together they
///   cover it without gaps: nothing is snapped, a cut is the same for both sides and for neighbours.
/// - Thickness: A plane is as thick as floats of the triangles' size are coarse (2^-22 of the largest coordinate):
///   what lies within is on it, so that walls that only rounding keeps from one plane do not
///   cut each other. A piece may stand out of its cell by that much.
/// - Planes are those of the triangles, or along the axes through the middle of many. A few are tried at each
///   node, chosen by a fixed rule, and the one that cuts least and divides best is taken: the same
///   input gives the same tree everywhere. Scaled by a power of two, all answers scale.
/// - Bounds: Depth and pieces are limited (see the options). Where a limit ends the work, leaves hold pieces
///   that are not on their border (`crowded`): gathering stays right there, the order for drawing
///   is no longer sure among them.
///
/// For collisions alone a mesh (mesh.h) is faster and cuts nothing. This is for cells and the order of drawing.
#ifndef RIMCAST_BSP_H
#define RIMCAST_BSP_H

#include "rimcast/base.h"
#include "rimcast/shape3.h"
#include "rimcast/world3.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_bsp rim_bsp;

/// Zero means: up to 255 planes deep, about 16 pieces a triangle, malloc, no progress.
typedef struct rim_bsp_options
{
    int                  depth;  ///< at most so many planes above a leaf, 1 .. 255; 0 means 255
    float                growth; ///< about so many pieces a triangle at most, >= 1; 0 means 16
    const rim_allocator *allocator;
    rim_progress         progress;
} rim_bsp_options;

/// Makes a tree of triangle_count triangles: triangle i has the corners points[indices[3 i .. 3 i + 2]], or
/// points[3 i .. 3 i + 2] if indices is NULL. All is copied. options may be NULL.
///
/// Triangles without area are left out and counted. No triangles make one empty leaf.
///
/// RIM_ERR_ARGUMENT: an index outside 0 .. point_count - 1, a corner that is not finite, an option outside
/// its range. RIM_ERR_SIZE: a negative count, too few points, more than 2^24 triangles. RIM_ERR_MEMORY,
/// RIM_ERR_CANCELLED. On failure `*out` is NULL.
RIM_API rim_status rim_bsp_create(rim_bsp **out, const rim_vec3 *points, int point_count,
                                  const int *indices, int triangle_count,
                                  const rim_bsp_options *options);

/// NULL is allowed.
RIM_API void rim_bsp_destroy(rim_bsp *bsp);

/// What a tree came to.
typedef struct rim_bsp_stats
{
    int    triangles;  ///< given
    int    degenerate; ///< of them without area
    int    nodes, leaves;
    int    pieces;  ///< in the leaves
    int    splits;  ///< how often a plane cut a piece in two
    float  growth;  ///< pieces a triangle that has area; 1 without any
    int    depth;   ///< planes above the deepest leaf
    int    crowded; ///< pieces that are not on their leaf's border, for a limit was reached
    size_t bytes;   ///< all the memory held
} rim_bsp_stats;

/// Counted when the tree was made.
RIM_API rim_bsp_stats rim_bsp_statistics(const rim_bsp *bsp);

/// A convex piece of a triangle, facing as that does.
typedef struct rim_bsp_piece
{
    int          triangle, leaf;
    rim_polygon3 polygon; ///< its corners belong to the tree
} rim_bsp_piece;

/// All pieces, leaf after leaf. count may be NULL.
RIM_API const rim_bsp_piece *rim_bsp_pieces(const rim_bsp *bsp, int *count);

/// All pieces from back to front as seen from the eye: indices into rim_bsp_pieces, capacity at most. No
/// piece hides one that comes later, seen from either side. Returns how many there are: all.
RIM_API int rim_bsp_order(const rim_bsp *bsp, rim_vec3 eye, int *order, int capacity);

/// Where in that order a thing within the sphere belongs: so many pieces are drawn before it. None of those drawn
/// after it is hidden by it; and none of those before it hides it, if it is in one cell.
RIM_API int rim_bsp_place(const rim_bsp *bsp, rim_vec3 eye, rim_sphere thing);

/// What a query looked at.
typedef struct rim_bsp_work
{
    int nodes, pieces, measured; ///< measured: whose distance was taken
} rim_bsp_work;

/// The triangles that a sphere can touch while it moves by delta: every one that comes as close as
/// the radius, and none that stays further away than that and the planes' thickness. Their numbers, each once,
/// capacity at most; returns how many there are. The order is the leaves'. work may be NULL. Nothing is
/// touched by what is not finite.
RIM_API int rim_bsp_gather_sphere(const rim_bsp *bsp, rim_sphere sphere, rim_vec3 delta,
                                  int *numbers, int capacity, rim_bsp_work *work);

#ifdef __cplusplus
}
#endif

#endif
