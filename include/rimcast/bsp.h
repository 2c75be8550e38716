/// @file
/// Binary space partitions: trees of planes that divide the space around triangles into convex cells (Fuchs, Kedem,
/// Naylor, "On visible surface generation by a priori tree structures", 1980).
///
///      rim_bsp *rooms;
///      if (rim_bsp_create(&rooms, points, point_count, indices, triangle_count, NULL)) ...
///      const rim_bsp_piece *pieces = rim_bsp_pieces(rooms, &count); // order has room for count numbers
///      rim_bsp_order(rooms, eye, order, count);
///      for (i = 0; i < count; i++) draw(pieces[order[i]]);
///
/// - Leaves: An inner node of the tree is a plane, and a leaf is a convex cell. A leaf holds those pieces on its cell's
///   border whose front sides face into the cell. The tree does not distinguish cells inside and outside of a solid, so
///   the surface may have holes.
/// - Pieces: A piece is a convex part of a triangle. It has the plane, the front side and the order of corners of the
///   triangle; the corners run counter-clockwise as seen from the front side. The pieces of a triangle cover it without
///   gaps, because the new corners of a cut are the same in both parts and in the neighboring triangle.
/// - Thickness: A point counts as lying on a plane if its distance from the plane is at most the thickness, which
///   is 2^-22 times the largest absolute coordinate of the input. Walls that differ only by rounding therefore do not
///   cut each other. A piece may extend out of its cell by that distance.
/// - Planes: The candidates at a node are the planes of its triangles. At a node with many pieces, the axis-aligned
///   planes through the median of their first corners are candidates as well. The candidate with the lowest cost is
///   used. The cost grows with the number of pieces that are cut and with the imbalance of the two sides. The same
///   input gives the same tree on every machine. If the input is scaled by a power of two, all results are scaled by it
///   too.
/// - Limits: The options limit the depth and the number of pieces. The limit of pieces does not stop planes that cut
///   nothing. If a limit stops the division, a leaf also holds pieces that are not on the border of its cell. `crowded`
///   in rim_bsp_stats is the number of these pieces. rim_bsp_gather_sphere is also correct for them, but their drawing
///   order is not guaranteed.
///
/// For collisions alone, use a mesh (mesh.h), which is faster and does not cut triangles.
#ifndef RIMCAST_BSP_H
#define RIMCAST_BSP_H

#include "rimcast/base.h"
#include "rimcast/shape3.h"
#include "rimcast/world3.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_bsp rim_bsp;

/// The options of a tree. With zeroed options, there are at most 255 planes above a leaf and at most about 16 pieces
/// per triangle, memory comes from malloc, and there is no progress callback.
typedef struct rim_bsp_options
{
    int   depth;  ///< the largest number of planes above a leaf, 1 .. 255; 0 means 255
    float growth; ///< the approximate limit of pieces per triangle, >= 1; 0 means 16
    const rim_allocator *allocator;
    rim_progress         progress;
} rim_bsp_options;

/// Creates a tree of triangle_count triangles. Triangle i has the corners points[indices[3 i .. 3 i + 2]], or points[3
/// i .. 3 i + 2] if indices is NULL. The input is copied. options may be NULL, which means zeroed options.
///
/// Triangles without area, or nearly so, are left out: those whose angles all have a sine of at most 2^-20.
/// `degenerate` in rim_bsp_stats is their number. A tree without triangles is one empty leaf.
///
/// Returns RIM_ERR_ARGUMENT for an index outside 0 .. point_count - 1, a corner that is not finite or an option outside
/// its range. Returns RIM_ERR_SIZE for a negative count, for fewer than 3 * triangle_count points if indices is NULL,
/// or for more than 2^24 triangles. Returns RIM_ERR_MEMORY if memory runs out. Returns RIM_ERR_CANCELLED if `progress`
/// cancels. On failure `*out` is NULL.
RIM_API rim_status rim_bsp_create(rim_bsp **out, const rim_vec3 *points, int point_count,
                                  const int *indices, int triangle_count,
                                  const rim_bsp_options *options);

/// Destroys a tree. NULL is allowed.
RIM_API void rim_bsp_destroy(rim_bsp *bsp);

/// The statistics of a tree.
typedef struct rim_bsp_stats
{
    int    triangles;  ///< the triangles of the input
    int    degenerate; ///< triangles that were left out
    int    nodes, leaves;
    int    pieces;  ///< the pieces in the leaves
    int    splits;  ///< the number of times a plane cut a piece
    float  growth;  ///< pieces / (triangles with area); 1 if no triangle has area
    int    depth;   ///< the number of planes above the deepest leaf
    int    crowded; ///< pieces that are not on their leaf's border; see Limits at the top
    size_t bytes;   ///< the memory that the tree takes
} rim_bsp_stats;

/// Returns the statistics of a tree, which were computed at its creation.
RIM_API rim_bsp_stats rim_bsp_statistics(const rim_bsp *bsp);

/// A convex piece of a triangle. triangle is the index of the triangle in the input, and leaf is the number of the leaf
/// that holds the piece.
typedef struct rim_bsp_piece
{
    int          triangle, leaf;
    rim_polygon3 polygon; ///< the tree owns the corners
} rim_bsp_piece;

/// Returns all pieces, leaf after leaf, and writes their number to *count. count may be NULL. The tree owns the array.
RIM_API const rim_bsp_piece *rim_bsp_pieces(const rim_bsp *bsp, int *count);

/// Sorts all pieces from back to front as seen from the eye. Writes the first `capacity` of this order, as indices into
/// rim_bsp_pieces, and returns the number of all pieces. No piece hides a piece that comes later in the order. This
/// holds for pieces that face the eye and for pieces that face away.
RIM_API int rim_bsp_order(const rim_bsp *bsp, rim_vec3 eye, int *order, int capacity);

/// Returns how many pieces, in the order of rim_bsp_order, must be drawn before an object that is inside the sphere
/// `bounds`. The object hides no piece that is drawn after the object. If the sphere lies in one cell, the object is not
/// hidden by any piece that is drawn earlier.
RIM_API int rim_bsp_place(const rim_bsp *bsp, rim_vec3 eye, rim_sphere bounds);

/// The work of a query: the nodes and pieces that it visited.
typedef struct rim_bsp_work
{
    int nodes, pieces, measured; ///< measured: the pieces whose distance was computed
} rim_bsp_work;

/// Finds the triangles that a sphere touches while its center moves by delta. The end of the path is rounded to
/// float; its coordinates end at the largest float. Writes the first `capacity` of their indices in the input, each
/// once, in the order of the leaves. Returns how many there are. The function finds every triangle within the radius of
/// the center's path. It finds no triangle that is farther away than the radius plus the thickness. For non-finite
/// input, it finds nothing. work may be NULL.
RIM_API int rim_bsp_gather_sphere(const rim_bsp *bsp, rim_sphere sphere, rim_vec3 delta,
                                  int *numbers, int capacity, rim_bsp_work *work);

#ifdef __cplusplus
}
#endif

#endif
