/// @file
/// Binary space partitions: a tree of planes that divides the space around triangles into convex cells (Fuchs, Kedem,
/// Naylor, "On visible surface generation by a priori tree structures", 1980).
///
///      rim_bsp *rooms;
///      if (rim_bsp_create(&rooms, points, point_count, indices, triangle_count, NULL)) ...
///      count = rim_bsp_order(rooms, eye, order, capacity);
///      for (i = 0; i < count; i++) draw(rim_bsp_pieces(rooms, NULL)[order[i]]);
///
/// - Leaves: The nodes hold the planes, the leaves hold the triangles, in pieces where planes cut them. A leaf is a
///   convex cell with the pieces on its border that face into it. Cells are neither inside nor outside of a solid, so
///   the triangles may have holes.
/// - Pieces: A piece keeps the number of its triangle, its plane and its order of corners. The pieces of a triangle
///   cover it without gaps: corners are not snapped, and a cut is the same on both sides and for neighbors.
/// - Thickness: Points within 2^-22 of the largest coordinate from a plane count as on it, so walls that differ only
///   by rounding do not cut each other. A piece may reach out of its cell by that distance.
/// - Planes: Candidates are the planes of triangles and axis-aligned planes through the middle of many. At each node
///   a few are tried, and the one that cuts the fewest pieces and divides best is used. The choice follows a fixed
///   rule: the same input gives the same tree everywhere, and scaling by a power of two scales all results.
/// - Limits: Depth and number of pieces are limited (see the options). Where a limit stops the division, a leaf holds
///   pieces that are not on its border (`crowded`). Gathering stays correct there; the drawing order of these pieces
///   among each other is not guaranteed.
///
/// For collisions alone, a mesh (mesh.h) is faster and cuts nothing. A BSP is for cells and for drawing order.
#ifndef RIMCAST_BSP_H
#define RIMCAST_BSP_H

#include "rimcast/base.h"
#include "rimcast/shape3.h"
#include "rimcast/world3.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_bsp rim_bsp;

/// The options of a tree. Zeroed: up to 255 planes deep, about 16 pieces per triangle, malloc, no progress.
typedef struct rim_bsp_options
{
    int                  depth;  ///< the most planes above a leaf, 1 .. 255; 0 means 255
    float                growth; ///< about the most pieces per triangle, >= 1; 0 means 16
    const rim_allocator *allocator;
    rim_progress         progress;
} rim_bsp_options;

/// Creates a tree of triangle_count triangles. Triangle i has the corners points[indices[3 i .. 3 i + 2]], or
/// points[3 i .. 3 i + 2] if indices is NULL. The input is copied. options may be NULL.
///
/// Triangles without area are left out and counted. A tree without triangles is one empty leaf.
///
/// RIM_ERR_ARGUMENT: an index outside 0 .. point_count - 1, a corner that is not finite, an option outside
/// its range. RIM_ERR_SIZE: a negative count, too few points, more than 2^24 triangles. RIM_ERR_MEMORY,
/// RIM_ERR_CANCELLED. On failure `*out` is NULL.
RIM_API rim_status rim_bsp_create(rim_bsp **out, const rim_vec3 *points, int point_count,
                                  const int *indices, int triangle_count,
                                  const rim_bsp_options *options);

/// Destroys a tree. NULL is allowed.
RIM_API void rim_bsp_destroy(rim_bsp *bsp);

/// Numbers about a tree.
typedef struct rim_bsp_stats
{
    int    triangles;  ///< of the input
    int    degenerate; ///< those without area
    int    nodes, leaves;
    int    pieces;  ///< in the leaves
    int    splits;  ///< the number of times a plane cut a piece
    float  growth;  ///< pieces per triangle with area; 1 if there are none
    int    depth;   ///< the number of planes above the deepest leaf
    int    crowded; ///< pieces off their leaf's border, where a limit stopped the division
    size_t bytes;   ///< the memory of the tree
} rim_bsp_stats;

/// Returns the numbers that were counted at creation.
RIM_API rim_bsp_stats rim_bsp_statistics(const rim_bsp *bsp);

/// A convex piece of a triangle, with the same front side.
typedef struct rim_bsp_piece
{
    int          triangle, leaf;
    rim_polygon3 polygon; ///< its corners belong to the tree
} rim_bsp_piece;

/// Returns all pieces, leaf after leaf, and writes their number to *count, which may be NULL. Owned by the tree.
RIM_API const rim_bsp_piece *rim_bsp_pieces(const rim_bsp *bsp, int *count);

/// Lists all pieces from back to front as seen from the eye, as indices into rim_bsp_pieces; at most capacity. No
/// piece hides a later one, seen from either side. Returns the number of all pieces.
RIM_API int rim_bsp_order(const rim_bsp *bsp, rim_vec3 eye, int *order, int capacity);

/// Returns the place in the order of rim_bsp_order of an object inside the sphere: the number of pieces to draw before it. The object
/// hides none of the pieces drawn after it. If it lies in one cell, none of the pieces drawn before it hides it.
RIM_API int rim_bsp_place(const rim_bsp *bsp, rim_vec3 eye, rim_sphere thing);

/// The work of a query.
typedef struct rim_bsp_work
{
    int nodes, pieces, measured; ///< measured: pieces whose distance was computed
} rim_bsp_work;

/// Lists the numbers of the triangles that a sphere can touch while it moves by delta, each once, at most capacity,
/// in the order of the leaves. Returns their true number. Every triangle that comes as close as the radius is listed,
/// and none that stays farther away than the radius plus the thickness of planes. work may be NULL. Non-finite input
/// touches nothing.
RIM_API int rim_bsp_gather_sphere(const rim_bsp *bsp, rim_sphere sphere, rim_vec3 delta,
                                  int *numbers, int capacity, rim_bsp_work *work);

#ifdef __cplusplus
}
#endif

#endif
