/// @file
/// Meshes: static triangles in a bounding volume hierarchy, and queries on them.
///
///      rim_mesh *level;
///      if (rim_mesh_create(&level, points, point_count, indices, triangle_count, NULL)) ...
///      rim_hit3 hit = rim_mesh_raycast(level, ray, RIM_SIDE_FRONT);
///      if (hit.hit) use(hit.item, hit.point, hit.normal);
///
/// A mesh is any set of triangles: closed or open, with holes, with edges that three triangles share, with triangles
/// that cross. It has no inside. Triangles keep the numbers of the input. Those without area are segments or points: rays
/// pass them, all other queries hit them.
///
/// - Exact: Every result is bit for bit that of a loop over all triangles with the functions of shape3.h; of equal results the
///   one with the lowest number counts. The tree only skips triangles that cannot contribute. Results therefore depend neither
///   on the form nor on the processor.
/// - Tree: Nodes of eight children, whose boxes are floats (fast form) or bytes relative to the node (compact form), and leaves of
///   a few triangles that share corners and are tested together (Wald, Benthin, Boulos, "Getting
///   rid of packets", 2008; Ylitie, Karras, Laine, "Efficient incoherent ray traversal on GPUs
///   through compressed wide BVHs", 2017). Splits by surface area (Wald, "On fast construction of
///   SAH-based bounding volume hierarchies", 2007). The same input gives the same bytes everywhere.
/// - Memory: One block; rim_mesh_read returns its size. Saved meshes contain the leaves and the shape of the tree; loading computes
///   the boxes again.
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

/// The form in which a mesh is stored. Both give the same results.
typedef enum rim_mesh_form
{
    RIM_MESH_FAST =
        0, ///< leaves of up to 8 triangles, boxes in floats, and a table of the triangles by number
    RIM_MESH_COMPACT ///< leaves of up to 32 triangles, boxes in bytes, no table: less memory, slower
} rim_mesh_form;

/// Zero means: fast, not movable, packed points, malloc, no progress.
typedef struct rim_mesh_options
{
    rim_mesh_form        form;
    /// If true, corners are shared only if they have the same index, so that rim_mesh_refit may move them apart. If false, they
    /// are shared if they have the same position, which takes less memory if the input repeats points.
    bool                 movable;
    const rim_allocator *allocator;
    rim_progress         progress;
    /// Bytes from one point to the next, as in the vertices of a game: points is then the first one's position (cast to
    /// const rim_vec3 *; it may have any alignment). 0: they follow each other. RIM_ERR_ARGUMENT: less than sizeof(rim_vec3).
    int                  stride;
} rim_mesh_options;

/// Creates a mesh of triangle_count triangles: triangle i has the corners points[indices[3 i .. 3 i + 2]], or
/// points[3 i .. 3 i + 2] if indices is NULL. The input is copied. options may be NULL: fast, malloc.
///
/// RIM_ERR_ARGUMENT: an index outside 0 .. point_count - 1, a corner that is not finite. RIM_ERR_SIZE:
/// a negative count, too few points, more than 2^25 triangles. RIM_ERR_MEMORY, RIM_ERR_CANCELLED. On failure
/// `*out` is NULL.
/// A mesh without triangles is valid; no query hits it.
RIM_API rim_status rim_mesh_create(rim_mesh **out, const rim_vec3 *points, int point_count,
                                   const int *indices, int triangle_count,
                                   const rim_mesh_options *options);

/// Destroys a mesh. NULL is allowed.
RIM_API void rim_mesh_destroy(rim_mesh *mesh);

/// The properties of a mesh.
typedef struct rim_mesh_info
{
    int           count;  ///< of triangles, those without area included
    rim_mesh_form form;   ///< in which it was created, or saved if it was loaded
    rim_box3      bounds; ///< the smallest box around all triangles; empty without triangles
    size_t        bytes;  ///< all the memory that it holds
} rim_mesh_info;

/// Returns count, form, bounds and size, in constant time.
RIM_API rim_mesh_info rim_mesh_read(const rim_mesh *mesh);

/// Returns triangle 0 .. count - 1, its corners in the order of the input. The compact form has no table of triangles: there the
/// call searches all of them. Take the corners from a query instead. All zero for another number, which is a mistake.
RIM_API rim_triangle rim_mesh_triangle(const rim_mesh *mesh, int triangle);

// --- moving ---------------------------------------------------------------------------------------------

/// Moves the corners. points and indices are those of the creation, with other positions for the same triangles; points are as many
/// bytes apart as there (packed for a mesh that was loaded). The tree keeps its shape and its boxes are computed again, in about a
/// tenth of the time of a new mesh. After large changes queries are slower than on a new mesh, but never wrong.
///
/// RIM_ERR_ARGUMENT, and nothing changes: an index outside of the points, a corner that is not finite, corners that shared a
/// position and no longer do (unless the mesh is movable).
RIM_API rim_status rim_mesh_refit(rim_mesh *mesh, const rim_vec3 *points, int point_count,
                                  const int *indices);

// --- saving ---------------------------------------------------------------------------------------------

/// Writes the mesh to out[0 .. capacity - 1] if it fits, and returns its size in bytes. The same version of the library loads the
/// block on any machine with the same byte order (all common ones are little-endian) and refuses other blocks.
RIM_API size_t rim_mesh_save(const rim_mesh *mesh, void *out, size_t capacity);

/// Creates a mesh from what rim_mesh_save wrote, without building a tree. data may have any alignment and is not kept.
/// RIM_ERR_FORMAT: no mesh, truncated, or not consistent; RIM_ERR_VERSION: of another version or byte
/// order; RIM_ERR_CHECKSUM: damaged; RIM_ERR_MEMORY. On failure `*out` is NULL. Loading validates everything that queries rely on:
/// no input, however made, leads to a read outside of the mesh.
RIM_API rim_status rim_mesh_load(rim_mesh **out, const void *data, size_t size,
                                 const rim_allocator *from);

// --- triangles near a box ---------------------------------------------------------------------------------

/// Lists the triangles whose bounding boxes overlap or touch the box: numbers into numbers[] and corners into triangles[], each if
/// not NULL, at most capacity entries. Returns their true number. The order is the tree's: always the same, but unspecified.
/// An empty box, or one with a NaN, overlaps none.
RIM_API int rim_mesh_gather(const rim_mesh *mesh, rim_box3 box, int *numbers,
                            rim_triangle *triangles, int capacity);

/// Returns the mesh as a world for characters and movers (character.h, mover.h): gathers as rim_mesh_gather does; id is a triangle's
/// number, and nothing moves. Borrows the mesh.
RIM_API rim_world3 rim_mesh_world(const rim_mesh *mesh);

// === Queries: rays, closest points, overlaps, contacts, motions ======================================
//
// Hits, contacts and distances are those of one triangle (shape3.h, convex.h); `item` is its number. Of several equal ones the
// triangle with the lowest number counts. RIM_SIDE_FRONT restricts a query to what comes from the front of a triangle.
//
// Lists are written to the caller's buffer, at most capacity entries; the return value is their true number. Unless stated
// otherwise, their order is the tree's: always the same, but unspecified.
//
// Input that is not finite hits nothing.

// --- rays -----------------------------------------------------------------------------------------------

/// Returns the first hit of a ray. A ray through an edge or corner that triangles share hits at least one of them.
RIM_API rim_hit3 rim_mesh_raycast(const rim_mesh *mesh, rim_ray3 ray, rim_side side);

/// Returns true if a ray hits any triangle. Faster than rim_mesh_raycast, for visibility and shadows.
RIM_API bool rim_mesh_raycast_any(const rim_mesh *mesh, rim_ray3 ray, rim_side side);

/// Lists all triangles that a ray hits, by t, then by number. If there are more than capacity, the first are kept.
/// A ray through a shared edge may list both triangles.
RIM_API int rim_mesh_raycast_all(const rim_mesh *mesh, rim_ray3 ray, rim_side side, rim_hit3 *out,
                                 int capacity);

/// A node or leaf that a query visits, for pictures and for counting.
typedef struct rim_mesh_visit
{
    rim_box3 box; ///< around the node or leaf
    /// the number of triangles of a leaf, all of which are tested; 0 for a node
    int      triangles;
} rim_mesh_visit;

/// Lists the nodes and leaves that rim_mesh_raycast visits for a ray, in order: at most capacity, and at most the first 512. Returns
/// their true number; 0 if coordinates reach 2^40, where the tree is not used. The list is the same on every processor. Vector
/// kernels round distances to boxes differently, so that a raycast may visit slightly more or fewer.
RIM_API int rim_mesh_raycast_visits(const rim_mesh *mesh, rim_ray3 ray, rim_side side,
                                    rim_mesh_visit *out, int capacity);

/// Lists the nodes and leaves that rim_mesh_gather visits for a box.
RIM_API int rim_mesh_gather_visits(const rim_mesh *mesh, rim_box3 box, rim_mesh_visit *out,
                                   int capacity);

// --- closest points -------------------------------------------------------------------------------------

/// The triangle closest to a point.
typedef struct rim_mesh_near
{
    bool          found;    ///< false if no triangle is within reach
    int           triangle; ///< its number
    /// as rim_sphere_distance_triangle for a sphere of radius 0 at the point
    rim_distance3 distance;
} rim_mesh_near;

/// Returns the triangle closest to a point, at a distance of at most `reach` (INFINITY: any).
RIM_API rim_mesh_near rim_mesh_closest(const rim_mesh *mesh, rim_vec3 point, float reach);

// --- overlaps: the numbers of all triangles that are touched or overlapped --------------------------------

/// Lists the numbers of all triangles that the posed shape touches or overlaps, as rim_shape3_overlaps decides it for each. An
/// axis-aligned box is decided exactly. A plane overlaps none.
RIM_API int rim_mesh_overlaps(const rim_mesh *mesh, const rim_shape3 *shape, rim_xform3 pose,
                              int *triangles, int capacity);

/// A pair of triangles of two posed meshes whose distance by rim_convex_distance is 0.
typedef struct rim_mesh_pair
{
    int a, b; ///< numbers of triangles
} rim_mesh_pair;

/// Lists the pairs of triangles in which two meshes touch or cross. Each one of b is tested against a's tree: b should be smaller.
RIM_API int rim_mesh_overlaps_mesh(const rim_mesh *a, rim_xform3 pa, const rim_mesh *b,
                                   rim_xform3 pb, rim_mesh_pair *pairs, int capacity);

// --- contacts -------------------------------------------------------------------------------------------
//
// The contacts of a shape with the surface of the mesh. At an edge or corner that triangles share, a contact is valid only if no
// triangle near the point rises above the plane of the contact. Contacts with single triangles that do not fulfil this ("ghost
// contacts") are left out: a sphere on a flat floor has one contact, however the floor is divided. A contact at a point that
// several triangles share is reported once: by one that has it inside its face, or else by the one with the lowest number.
//
// Nothing is precomputed for this; the query finds the triangles at the point. Corners need not be shared in the input, and may
// lie in the middle of another triangle's edge.

/// A contact and its triangle.
typedef struct rim_mesh_contact
{
    rim_contact3 contact; ///< a is the shape, b the triangle
    int          triangle;
} rim_mesh_contact;

/// Lists the contacts of rim_shape3_contact with each triangle, the deepest first, then by number. If there are more than capacity,
/// the deepest are kept. A side excludes triangles whose contact normal is on the other side. A plane has no contacts.
RIM_API int rim_mesh_contacts(const rim_mesh *mesh, const rim_shape3 *shape, rim_xform3 pose,
                              rim_side side, rim_mesh_contact *out, int capacity);

// --- motions --------------------------------------------------------------------------------------------

/// Returns the first contact of a motion by delta, the earliest of rim_shape3_sweep with each triangle. Of several overlaps at the
/// start the deepest counts. A plane hits nothing.
///
/// Times and depths are compared before they are rounded to float. The normal is therefore that of the whole mesh: at the time of
/// the contact it points from the mesh's closest point to the mover, however the surface is divided.
/// Flat shapes that move in the plane of a triangle pass it.
/// If an edge or corner is hit, face_normal is that of the triangle at the point that is most opposed to the motion.
RIM_API rim_hit3 rim_mesh_sweep(const rim_mesh *mesh, const rim_shape3 *shape, rim_xform3 pose,
                                rim_vec3 delta, rim_side side);

// === Edges: the neighbors of triangles, the kind of each edge, and defects ==================================
//
// Queries do not need this; level tools, importers and programs that move along surfaces do. The edges are created from the same
// arrays as a mesh and are independent of it.
//
//      rim_mesh_edges *edges;
//      rim_mesh_edges_create(&edges, points, point_count, indices, triangle_count, NULL);
//      if (rim_mesh_edges_read(edges).open > 0) puts("this mesh has holes");

typedef struct rim_mesh_edges rim_mesh_edges;

/// The kind of an edge, seen from the front of a triangle.
typedef enum rim_edge_kind
{
    RIM_EDGE_OPEN = 0,    ///< no other triangle has it
    RIM_EDGE_CONVEX,      ///< the neighbor is behind the triangle's plane: a ridge
    RIM_EDGE_FLAT,        ///< the neighbor is in the triangle's plane
    RIM_EDGE_CONCAVE,     ///< the neighbor is in front of the triangle's plane: a valley
    RIM_EDGE_FLIPPED,     ///< one neighbor, which faces the opposite side
    RIM_EDGE_NONMANIFOLD, ///< two or more neighbors
    RIM_EDGE_NONE         ///< it has no length: both ends are the same point
} rim_edge_kind;

/// Zero means: only equal points are welded, flat up to a sine of 1/1024, malloc.
typedef struct rim_mesh_edges_options
{
    /// A point is welded to an earlier one if their distance is less than this fraction of the longest side of the bounding box.
    /// 0 welds only equal points. At most 1/16. The result depends on the order of the points alone.
    float                weld;
    /// Two triangles are flat to each other up to an angle with this sine. 0 means 1/1024; negative means exactly flat.
    float                flat;
    const rim_allocator *allocator;
} rim_mesh_edges_options;

/// Creates the edges of triangles. points, indices and counts are those of rim_mesh_create and are not kept. RIM_ERR_ARGUMENT,
/// RIM_ERR_SIZE and RIM_ERR_MEMORY as there; RIM_ERR_ARGUMENT also for a weld outside of 0 .. 1/16.
RIM_API rim_status rim_mesh_edges_create(rim_mesh_edges **out, const rim_vec3 *points,
                                         int point_count, const int *indices, int triangle_count,
                                         const rim_mesh_edges_options *options);

/// Destroys a list of edges. NULL is allowed.
RIM_API void rim_mesh_edges_destroy(rim_mesh_edges *edges);

/// The edges of triangles, in borrowed arrays. Edge 0 of a triangle runs from its first corner to its second, 1 from the second to
/// the third, 2 from the third to the first. Edge e of triangle i is element 3 i + e.
typedef struct rim_mesh_survey
{
    /// The corners of all triangles as indices of points, three per triangle; welded points have the same index. rim_mesh_create
    /// with these indices creates the welded mesh.
    const int     *indices;
    const uint8_t *kinds; ///< a rim_edge_kind for each edge
    const int *neighbors; ///< for each edge of exactly two triangles the other triangle; else -1
    /// The triangles without area, in ascending order: their welded corners are exactly collinear. They have edges and neighbors,
    /// but no convex or concave ones.
    const int *degenerates;
    int        degenerate; ///< the number of triangles without area
    int        points;     ///< the number of points in use after welding
    /// The number of edges of each kind. An edge counts once, however many triangles have it; edges without length do not count.
    int        open, convex, flat, concave, flipped, nonmanifold;
} rim_mesh_survey;

/// Returns the edges and their counts, in constant time.
RIM_API rim_mesh_survey rim_mesh_edges_read(const rim_mesh_edges *edges);

#ifdef __cplusplus
}
#endif

#endif
