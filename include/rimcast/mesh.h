/// @file
/// Meshes: triangles in a bounding volume hierarchy, and queries of them.
///
///      rim_mesh *level;
///      if (rim_mesh_create(&level, points, point_count, indices, triangle_count, NULL)) ...
///      rim_hit3 hit = rim_mesh_raycast(level, ray, RIM_SIDE_FRONT);
///      if (hit.hit) use(hit.item, hit.point, hit.normal);
///
/// A mesh is any set of triangles: closed or open, with holes, with edges that three triangles share, or with triangles
/// that cross. A mesh has no inside. The number of a triangle is its index in the input. A triangle without area is a
/// segment or a point. Rays miss it, and all other queries can hit it.
///
/// - Exact: Every result is bit for bit that of a loop over all triangles with the functions of shape3.h. The
///   exceptions are contacts and sweeps at edges and corners (see rim_mesh_contacts, rim_mesh_sweep), sweeps that reach
///   several triangles at times that are equal as floats, axis-aligned boxes (see rim_mesh_overlaps), and rays at an
///   angle below 2^-30 to a triangle: where the loop finds a hit outside the triangle's box, by the error of t, there is
///   none here. If several triangles give equal results, the one with the lowest number is returned. The tree only skips
///   triangles that cannot contribute, so results depend neither on the form of the mesh nor on the processor.
/// - Tree: Nodes have up to eight children, whose boxes are stored as floats (fast form) or as bytes relative to the
///   node (compact form). Leaves hold a few triangles, which may share corners and are tested together (Wald, Benthin,
///   Boulos, "Getting rid of packets", 2008; Ylitie, Karras, Laine, "Efficient incoherent ray traversal on GPUs through
///   compressed wide BVHs", 2017). Nodes are split by the surface area heuristic (Wald, "On fast construction of
///   SAH-based bounding volume hierarchies", 2007). The same input gives the same bytes on every machine.
/// - Memory: A mesh is one block of memory, and rim_mesh_read returns its size. A saved mesh contains the leaves and
///   the shape of the tree. Loading computes the boxes again.
#ifndef RIMCAST_MESH_H
#define RIMCAST_MESH_H

#include "rimcast/base.h"
#include "rimcast/shape3.h"
#include "rimcast/vec3.h"
#include "rimcast/world3.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_mesh rim_mesh;

/// The form in which a mesh is stored. Both forms give the same results.
typedef enum rim_mesh_form
{
    RIM_MESH_FAST =
        0, ///< leaves of up to 8 triangles, boxes in floats, and a table of the triangles by number
    RIM_MESH_COMPACT ///< leaves of up to 32 triangles, boxes in bytes, and no table; this takes
                     ///< less memory and is slower
} rim_mesh_form;

/// The options of a mesh. With zeroed options, the mesh has the fast form and is not movable, the points are an array
/// of rim_vec3, memory comes from malloc, and there is no progress callback.
typedef struct rim_mesh_options
{
    rim_mesh_form        form;
    /// If true, triangles share a corner only if it has the same index in both. So rim_mesh_refit can move corners with
    /// different indices independently. If false, triangles also share corners at the same position, which takes less
    /// memory if the input repeats points.
    bool                 movable;
    const rim_allocator *allocator;
    rim_progress         progress;
    /// Bytes from the start of one point to the start of the next; 0 means sizeof(rim_vec3). For positions inside
    /// larger structs such as vertices, pass the address of the first position, of any alignment, cast to const
    /// rim_vec3 *. A stride below sizeof(rim_vec3), other than 0, gives RIM_ERR_ARGUMENT.
    int                  stride;
} rim_mesh_options;

/// Creates a mesh of triangle_count triangles: triangle i has the corners points[indices[3 i .. 3 i + 2]], or points[3
/// i .. 3 i + 2] if indices is NULL. The input is copied. options may be NULL, which means zeroed options. A mesh
/// without triangles is valid, and no query hits it.
///
/// Returns RIM_ERR_ARGUMENT for an index outside 0 .. point_count - 1, a corner that is not finite, or a form or a
/// stride out of range. Returns RIM_ERR_SIZE for a negative count, too few points or more than 2^25 triangles. Returns
/// RIM_ERR_MEMORY if memory runs out. Returns RIM_ERR_CANCELLED if `progress` cancels. On failure `*out` is NULL.
RIM_API rim_status rim_mesh_create(rim_mesh **out, const rim_vec3 *points, int point_count,
                                   const int *indices, int triangle_count,
                                   const rim_mesh_options *options);

/// Destroys a mesh. NULL is allowed.
RIM_API void rim_mesh_destroy(rim_mesh *mesh);

/// The properties of a mesh.
typedef struct rim_mesh_info
{
    int           count;  ///< the number of triangles, including those without area
    rim_mesh_form form;   ///< the form of the mesh; loading keeps it
    rim_box3      bounds; ///< the smallest box around all triangles; empty without triangles
    size_t        bytes;  ///< the memory that the mesh takes
} rim_mesh_info;

/// Returns the count, form, bounds and size of a mesh, in constant time.
RIM_API rim_mesh_info rim_mesh_read(const rim_mesh *mesh);

/// Returns the triangle with a number in 0 .. count - 1. The triangle's corners are in the order of the input. Any
/// other number fails an assertion or returns zeros. In the compact form, the function searches all triangles, because
/// there is no table of them.
RIM_API rim_triangle rim_mesh_triangle(const rim_mesh *mesh, int triangle);

// --- moving ---------------------------------------------------------------------------------------------

/// Moves the corners of a mesh. points and indices describe the same triangles as those with which the mesh was
/// created, with other positions. The points have the same stride, or that of rim_vec3 if the mesh was loaded. The tree
/// keeps its shape, and its boxes are computed again. This takes about a tenth of the time of rim_mesh_create. After
/// large changes, queries take longer than those of a new mesh, but they have the same results.
///
/// Returns RIM_ERR_ARGUMENT, and changes nothing, for an index outside of 0 .. point_count - 1 and for a corner that is
/// not finite. If the mesh is not movable, the function does the same for corners that the mesh stores once and that no
/// longer are at the same position. These are corners at one position in triangles of one leaf of the tree.
RIM_API rim_status rim_mesh_refit(rim_mesh *mesh, const rim_vec3 *points, int point_count,
                                  const int *indices);

// --- saving ---------------------------------------------------------------------------------------------

/// Writes the mesh to out[0 .. capacity - 1] if it fits, and returns its size in bytes. Only the same version of the
/// library can load the bytes, on any machine with the same byte order. (All common machines are little-endian.)
RIM_API size_t rim_mesh_save(const rim_mesh *mesh, void *out, size_t capacity);

/// Creates a mesh from the bytes that rim_mesh_save wrote, without building a tree. data may have any alignment and is
/// needed only during the call. The bytes may come from an untrusted source, because the function checks everything
/// that queries rely on. Returns RIM_ERR_FORMAT if the bytes are not a mesh, are truncated or contradict each other.
/// Returns RIM_ERR_VERSION for another version or byte order. Returns RIM_ERR_CHECKSUM if the bytes are damaged.
/// Returns RIM_ERR_MEMORY if memory runs out. On failure `*out` is NULL.
RIM_API rim_status rim_mesh_load(rim_mesh **out, const void *data, size_t size,
                                 const rim_allocator *from);

// --- triangles near a box ---------------------------------------------------------------------------------

/// Lists the triangles whose bounding boxes overlap or touch the box. Writes their numbers to numbers[] and their
/// corners to triangles[], at most capacity of each, and returns how many there are. numbers and triangles may be NULL.
/// The order is unspecified, but always the same. An empty box, or a box with a NaN, overlaps no triangle.
RIM_API int rim_mesh_gather(const rim_mesh *mesh, rim_box3 box, int *numbers,
                            rim_triangle *triangles, int capacity);

/// Returns a world for characters and movers (character.h, mover.h). The world borrows the mesh. gather lists the
/// triangles of rim_mesh_gather, id is the number of a triangle, no RIM_INNER_ bits are set, and velocity is NULL.
RIM_API rim_world3 rim_mesh_world(const rim_mesh *mesh);

// === Queries: rays, closest points, overlaps, contacts, motions ======================================
//
// Hits, contacts and distances are those of one triangle (shape3.h, convex.h). The number of this triangle is in the
// result: as `item` in a rim_hit3, and otherwise as `triangle`. If several are equal, the one of the triangle with the
// lowest number is returned. With RIM_SIDE_FRONT, only hits of the front of triangles are returned.
//
// Functions that list triangles write at most capacity entries to the caller's buffer and return how many there are.
// Unless stated otherwise, their order is unspecified, but always the same.
//
// Non-finite input hits nothing.

// --- rays -----------------------------------------------------------------------------------------------

/// Returns the first hit of a ray. A ray through an edge or corner that triangles share hits at least one of them.
RIM_API rim_hit3 rim_mesh_raycast(const rim_mesh *mesh, rim_ray3 ray, rim_side side);

/// Returns true if a ray hits any triangle. This is faster than rim_mesh_raycast and serves visibility and shadows.
RIM_API bool rim_mesh_raycast_any(const rim_mesh *mesh, rim_ray3 ray, rim_side side);

/// Lists all hits of a ray, in order of t, then of the triangles' numbers. If there are more than capacity, the first
/// ones are written. For a ray through a shared edge, both triangles may be listed.
RIM_API int rim_mesh_raycast_all(const rim_mesh *mesh, rim_ray3 ray, rim_side side, rim_hit3 *out,
                                 int capacity);

/// A node or leaf that a query visits, for programs that draw or count visits.
typedef struct rim_mesh_visit
{
    rim_box3 box; ///< the box around the node or leaf
    /// the number of triangles of a leaf, all of which are tested; 0 for a node
    int      triangles;
} rim_mesh_visit;

/// Lists the nodes and leaves that rim_mesh_raycast visits for a ray, in the order of the visits. Writes at most
/// capacity and at most 512 of them, and returns how many there are. Returns 0 if a coordinate of the mesh, or the sum
/// of the absolute coordinates of the ray, reaches 2^29, because the tree is then not used. The list is the same on
/// every processor. rim_mesh_raycast itself may visit slightly more or fewer nodes, because its vector code rounds
/// distances differently.
RIM_API int rim_mesh_raycast_visits(const rim_mesh *mesh, rim_ray3 ray, rim_side side,
                                    rim_mesh_visit *out, int capacity);

/// Lists the nodes and leaves that rim_mesh_gather visits for a box, in the order of the visits. Writes at most
/// capacity of them, and returns how many there are.
RIM_API int rim_mesh_gather_visits(const rim_mesh *mesh, rim_box3 box, rim_mesh_visit *out,
                                   int capacity);

// --- closest points -------------------------------------------------------------------------------------

/// The triangle closest to a point.
typedef struct rim_mesh_near
{
    bool          found;    ///< false if no triangle is within reach; ignore the rest then
    int           triangle; ///< the number of the triangle
    /// the result of rim_sphere_distance_triangle for a sphere of radius 0 at the point
    rim_distance3 distance;
} rim_mesh_near;

/// Returns the triangle closest to a point, at a distance of at most `reach`. If reach is INFINITY, any distance is
/// allowed.
RIM_API rim_mesh_near rim_mesh_closest(const rim_mesh *mesh, rim_vec3 point, float reach);

// --- overlaps: the numbers of all triangles that are touched or overlapped --------------------------------

/// Lists the numbers of all triangles that the posed shape touches or overlaps, by the test of rim_shape3_overlaps. An
/// axis-aligned box has another test, which is that of the box from position - half to position + half, both rounded to
/// float. A plane overlaps no triangle.
RIM_API int rim_mesh_overlaps(const rim_mesh *mesh, const rim_shape3 *shape, rim_xform3 pose,
                              int *triangles, int capacity);

/// A triangle of each of two posed meshes, at a distance of 0 by rim_convex_distance.
typedef struct rim_mesh_pair
{
    int a, b; ///< numbers of triangles
} rim_mesh_pair;

/// Lists the pairs of triangles in which two posed meshes touch or cross. Each triangle of b is tested against a's
/// tree, so b should be the smaller mesh.
RIM_API int rim_mesh_overlaps_mesh(const rim_mesh *a, rim_xform3 pa, const rim_mesh *b,
                                   rim_xform3 pb, rim_mesh_pair *pairs, int capacity);

// --- contacts -------------------------------------------------------------------------------------------
//
// Contacts are those of a shape with the surface of the mesh. At an edge or corner that triangles share, a contact is
// valid only if no triangle near the point rises above the plane of the contact. A contact that a triangle would have
// alone, but that is not valid on the mesh (a "ghost contact"), is left out. So a sphere on a flat floor has one
// contact, however the floor is divided into triangles. A contact at a point that several triangles share is listed
// once: for a triangle that has the point inside its face or, if there is none, for the triangle with the lowest
// number.
//
// If a corner or an edge of a box or a hull pierces the surface close to an edge that triangles share, the shortest way
// out of each of these triangles may lead over the shared edge. None of their contacts is then valid, and there may be
// none, although rim_mesh_overlaps lists the triangles.
//
// The query itself finds the triangles at a point. So the triangles of the input need not share corners, and a corner
// may lie in the middle of another triangle's edge.

/// A contact and its triangle.
typedef struct rim_mesh_contact
{
    rim_contact3 contact; ///< a is the shape, b the triangle
    int          triangle;
} rim_mesh_contact;

/// Lists the contacts of a posed shape, computed by rim_shape3_contact. The deepest contact comes first; contacts of
/// equal depth are sorted by number. If there are more than capacity, the deepest are written. With RIM_SIDE_FRONT or
/// RIM_SIDE_BACK, contacts whose normal is on the other side of their triangle are left out. A plane has no contacts.
RIM_API int rim_mesh_contacts(const rim_mesh *mesh, const rim_shape3 *shape, rim_xform3 pose,
                              rim_side side, rim_mesh_contact *out, int capacity);

// --- motions --------------------------------------------------------------------------------------------

/// Returns the first contact of a posed shape that moves by delta: the earliest result of rim_shape3_sweep over all
/// triangles. If the shape overlaps several triangles at the start, the deepest overlap is returned. A plane hits
/// nothing.
///
/// Times and depths are compared before they are rounded to float. The normal is therefore that of the whole mesh,
/// however the surface is divided: at the time of the contact it points from the mesh's closest point to the mover. If
/// an edge or corner is hit, face_normal is the most opposed to the motion among those of the triangles at the point,
/// each on the side to which the contact's normal points. `back` tells the side of the triangle `item` that the motion
/// comes from (rim_shape3_sweep); at the rim of a surface it may be the other one. A flat shape that moves in the plane
/// of a triangle does not hit the triangle.
RIM_API rim_hit3 rim_mesh_sweep(const rim_mesh *mesh, const rim_shape3 *shape, rim_xform3 pose,
                                rim_vec3 delta, rim_side side);

// === Edges: the neighbors of triangles, the kind of each edge, and defects ==================================
//
// Edges serve level editors, importers and programs that move along surfaces. The queries above do not use them. The
// edges are created from the arrays of a mesh, and they do not refer to the mesh.
//
//      rim_mesh_edges *edges;
//      rim_mesh_edges_create(&edges, points, point_count, indices, triangle_count, NULL);
//      if (rim_mesh_edges_read(edges).open > 0) puts("this mesh has holes");

typedef struct rim_mesh_edges rim_mesh_edges;

/// The kind of an edge, seen from the front of a triangle.
typedef enum rim_edge_kind
{
    RIM_EDGE_OPEN = 0,    ///< no other triangle has the edge
    RIM_EDGE_CONVEX,      ///< the neighbor is behind the triangle's plane: a ridge
    RIM_EDGE_FLAT,        ///< the neighbor continues in the triangle's plane
    RIM_EDGE_CONCAVE,     ///< the neighbor is in front of the triangle's plane: a valley
    RIM_EDGE_FLIPPED,     ///< the one neighbor faces the opposite side
    RIM_EDGE_NONMANIFOLD, ///< there are two or more neighbors
    RIM_EDGE_NONE         ///< the edge has no length: both ends are the same point
} rim_edge_kind;

/// The options of rim_mesh_edges_create. With zeroed options, only equal points are welded, `flat` is 1/1024, and
/// memory comes from malloc.
typedef struct rim_mesh_edges_options
{
    /// A point is welded to an earlier one if their distance is at most this fraction of the longest side of the
    /// bounding box. 0 welds only equal points. The largest fraction is 1/16. The result depends on the points and
    /// their order alone.
    float                weld;
    /// An edge is flat if the sine of the angle between its two triangles is at most this number. 0 means 1/1024. A
    /// negative number means that the triangles must lie exactly in one plane. The edge of a triangle that is folded
    /// back onto its neighbor is never flat; it is convex if both lie exactly in one plane.
    float                flat;
    const rim_allocator *allocator;
} rim_mesh_edges_options;

/// Creates the edges of triangles. points, indices and counts are as in rim_mesh_create, and the arrays are needed only
/// during the call. Returns the errors of rim_mesh_create. Also returns RIM_ERR_ARGUMENT for a weld outside of 0 ..
/// 1/16. On failure `*out` is NULL.
RIM_API rim_status rim_mesh_edges_create(rim_mesh_edges **out, const rim_vec3 *points,
                                         int point_count, const int *indices, int triangle_count,
                                         const rim_mesh_edges_options *options);

/// Destroys a list of edges. NULL is allowed.
RIM_API void rim_mesh_edges_destroy(rim_mesh_edges *edges);

/// The edges of triangles, in borrowed arrays. Edge 0 of a triangle runs from its first corner to its second, edge 1
/// from the second to the third, and edge 2 from the third to the first. Edge e of triangle i is element 3 i + e.
typedef struct rim_mesh_survey
{
    /// The corners of all triangles as indices of points, three per triangle. Welded points have the same index.
    /// rim_mesh_create with these indices creates the welded mesh.
    const int     *indices;
    const uint8_t *kinds; ///< a rim_edge_kind for each edge
    /// for each edge, the other triangle if exactly two triangles have the edge, and otherwise -1. A triangle of which
    /// two corners are one point has the edge to its third corner twice, and counts there as two triangles
    const int     *neighbors;
    /// The triangles whose welded corners are exactly collinear, in ascending order. They have no area. They have edges
    /// and neighbors, but no convex or concave edges.
    const int     *degenerates;
    int            degenerate; ///< the number of triangles without area
    int            points;     ///< the number of points in use after welding
    /// The number of edges of each kind. An edge counts once, however many triangles have it. Edges without length do
    /// not count.
    int            open, convex, flat, concave, flipped, nonmanifold;
} rim_mesh_survey;

/// Returns the edges of the triangles and their counts, in constant time.
RIM_API rim_mesh_survey rim_mesh_edges_read(const rim_mesh_edges *edges);

#ifdef __cplusplus
}
#endif

#endif
