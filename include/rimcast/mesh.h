/// @file
/// Meshes: many triangles that do not move, made ready to be asked.
///
///      rim_mesh *level;
///      if (rim_mesh_create(&level, points, point_count, indices, triangle_count, NULL)) ...
///      rim_hit3 hit = rim_mesh_raycast(level, ray, RIM_SIDE_FRONT);
///      if (hit.hit) use(hit.item, hit.point, hit.normal);
///
/// A mesh is any set of triangles: closed or open, with holes, with edges that three share, with triangles
/// that cross. It has no inside. Triangles keep the numbers they came with. Those without area stay in the
/// mesh as the segments and points that they are: rays pass them, everything else meets them.
///
/// This header is about the mesh itself; what it can be asked is in mesh.h.
///
/// - Exact: Every answer is the one that a loop over all triangles with the functions of shape3 would
///   give, bit for bit, the lowest number first where several are equal: the tree only leaves out
///   what cannot be in the answer. So answers do not depend on the form, nor on the processor.
/// - Tree: Nodes of eight children, whose boxes are kept in bytes relative to the node, and leaves of a
///   few triangles that share their corners, read side by side (Wald, Benthin, Boulos, "Getting
///   rid of packets", 2008; Ylitie, Karras, Laine, "Efficient incoherent ray traversal on GPUs
///   through compressed wide BVHs", 2017). Splits by surface area (Wald, "On fast construction of
///   SAH-based bounding volume hierarchies", 2007). The same input gives the same bytes everywhere.
///   The fast form has nodes of sixty-four as well, for questions about what is near: few and wide
///   steps lead to a short list sooner. Of 128 triangles or fewer it compares all boxes instead where a
///   sphere or a capsule is asked about.
///   Rays at the fast form go by copies of its nodes with boxes of floats.
/// - Memory: One block, which can be saved and loaded as it is. The fast form has others beside it, recomputed when it
///   is loaded: the nodes of sixty-four, two bytes a triangle; those of rays, some seven; where there are
///   no more than 128 triangles 3 kilobytes and 40 bytes for each. rim_mesh_read counts all.
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

/// How a mesh is kept. Both forms give the same answers.
typedef enum rim_mesh_form
{
    RIM_MESH_FAST = 0, ///< small leaves, and a way from a triangle's number to its corners
    RIM_MESH_COMPACT   ///< large leaves and little else: six tenths of the memory, slower
} rim_mesh_form;

/// Zero means: fast, not movable, malloc, no progress.
typedef struct rim_mesh_options
{
    rim_mesh_form        form;
    /// Corners are shared only where they have one index, so that rim_mesh_refit may move them apart. Else they
    /// are where they are in one place, which takes less memory if the input repeats its points.
    bool                 movable;
    const rim_allocator *allocator;
    rim_progress         progress;
} rim_mesh_options;

/// Makes a mesh of triangle_count triangles: triangle i has the corners points[indices[3 i .. 3 i + 2]], or
/// points[3 i .. 3 i + 2] if indices is NULL. All is copied. options may be NULL: fast, malloc.
///
/// RIM_ERR_ARGUMENT: an index outside 0 .. point_count - 1, a corner that is not finite. RIM_ERR_SIZE:
/// a negative count, too few points, more than 2^25 triangles. RIM_ERR_MEMORY, RIM_ERR_CANCELLED. On failure
/// `*out` is NULL.
/// No triangles make a mesh that nothing meets.
RIM_API rim_status rim_mesh_create(rim_mesh **out, const rim_vec3 *points, int point_count,
                                   const int *indices, int triangle_count,
                                   const rim_mesh_options *options);

/// NULL is allowed.
RIM_API void rim_mesh_destroy(rim_mesh *mesh);

/// What a mesh is.
typedef struct rim_mesh_info
{
    int           count;  ///< of the triangles that it was made of, those without area included
    rim_mesh_form form;   ///< in which it was made, or saved if it was loaded
    rim_box3      bounds; ///< the smallest box around all triangles; empty without triangles
    size_t        bytes;  ///< all the memory that it holds
} rim_mesh_info;

/// Its count, form, bounds and size. Costs next to nothing.
RIM_API rim_mesh_info rim_mesh_read(const rim_mesh *mesh);

/// A triangle by its number, 0 .. count - 1, its corners in the order they were given. The compact
/// form does not keep the way from number to place: there it searches, which takes time in proportion to
/// the number of triangles. Ask its queries for the corners instead.
RIM_API rim_triangle rim_mesh_triangle(const rim_mesh *mesh, int triangle);

// --- moving ---------------------------------------------------------------------------------------------

/// Moves the corners: points and indices as at the creation, of the same triangles, other places. The tree stays and
/// its boxes follow, in time in proportion to the triangles: a tenth of a new mesh, or so. After large
/// changes queries are slower than in a new mesh, never wrong.
///
/// RIM_ERR_ARGUMENT, and nothing changed: an index outside of the points, a corner that is not finite, corners
/// that lay in one place and no longer do (unless the mesh is movable).
RIM_API rim_status rim_mesh_refit(rim_mesh *mesh, const rim_vec3 *points, int point_count,
                                  const int *indices);

// --- saving ---------------------------------------------------------------------------------------------

/// Writes the mesh to out[0 .. capacity - 1] if it fits, and returns how many bytes it takes. The block may be
/// kept in a file and loaded by the same version of the library on a machine with the same order of bytes
/// (all common ones are little-endian); what was written elsewhere is recognised and refused.
RIM_API size_t rim_mesh_save(const rim_mesh *mesh, void *out, size_t capacity);

/// Makes a mesh of what rim_mesh_save wrote, without building. data may have any alignment and is not kept.
/// RIM_ERR_FORMAT: no mesh, cut short, or not consistent; RIM_ERR_VERSION: of another version or order of
/// bytes; RIM_ERR_CHECKSUM: damaged; RIM_ERR_MEMORY. On failure `*out` is NULL. Everything is checked that a
/// query relies on, so that no bytes, however made, make one read outside of the mesh.
RIM_API rim_status rim_mesh_load(rim_mesh **out, const void *data, size_t size,
                                 const rim_allocator *from);

// --- what is near a box -----------------------------------------------------------------------------------

/// Triangles whose bounding boxes meet the box, touching included: their numbers into numbers[] and corners
/// into triangles[], each if not NULL, capacity entries at most. Returns how many there are. The order is
/// the tree's: always the same, but no particular one. This is what a world of triangles is asked for by
/// those who do their own sums. An empty box, or one with a NaN, meets none.
RIM_API int rim_mesh_gather(const rim_mesh *mesh, rim_box3 box, int *numbers,
                            rim_triangle *triangles, int capacity);

/// The mesh as a world to walk in (character.h, mover.h): gathers as above; id is a triangle's number, nothing
/// moves. Borrows the mesh.
RIM_API rim_world3 rim_mesh_world(const rim_mesh *mesh);

// === What a mesh can be asked: rays, nearness, overlaps, motions ====================================
//
// Hits, contacts and distances are those of one triangle (shape3.h, convex.h, convex.h), of the triangle that answers; `item` is its number. Where several are equal
// the lowest number answers. Sides are chosen per question: RIM_SIDE_FRONT sees only what comes from the
// front of a triangle.
//
// Lists are written into the caller's buffer, capacity entries at most; the return value is how many there
// are. Unless told otherwise their order is the tree's: always the same, but no particular one.
//
// What is not finite meets nothing.

// --- rays -----------------------------------------------------------------------------------------------

/// The first triangle on the way. A ray through an edge or corner that triangles share hits at least one of
/// them: nothing leaks through.
RIM_API rim_hit3 rim_mesh_raycast(const rim_mesh *mesh, rim_ray3 ray, rim_side side);

/// Is there any triangle on the way? Faster where only that matters: sight, shadow.
RIM_API bool rim_mesh_raycast_any(const rim_mesh *mesh, rim_ray3 ray, rim_side side);

/// All triangles on the way, by t, then by number. If there are more than capacity the first are kept.
/// A ray through a shared edge may list both triangles.
RIM_API int rim_mesh_raycast_all(const rim_mesh *mesh, rim_ray3 ray, rim_side side, rim_hit3 *out,
                                 int capacity);

/// What a raycast looks at, in the order in which it does: for pictures, and for counting.
typedef struct rim_mesh_visit
{
    rim_box3 box; ///< around what is there
    /// of a leaf, all of which were measured; 0 for a node, whose children were
    int      triangles;
} rim_mesh_visit;

/// Writes what rim_mesh_raycast looks at for this ray: capacity entries, and of more than 512 the first 512.
/// Returns how many there are; 0 where coordinates reach 2^40, and the tree is not asked. The same on every processor;
/// the vector kernels of a cast round the ways to boxes otherwise, and may look into one more or less.
RIM_API int rim_mesh_raycast_visits(const rim_mesh *mesh, rim_ray3 ray, rim_side side,
                                    rim_mesh_visit *out, int capacity);

/// The same for what asks about a box, as rim_mesh_gather and overlaps do, by nodes of eight.
RIM_API int rim_mesh_gather_visits(const rim_mesh *mesh, rim_box3 box, rim_mesh_visit *out,
                                   int capacity);

// --- nearness -------------------------------------------------------------------------------------------

/// The triangle closest to a point, and where.
typedef struct rim_mesh_near
{
    bool          found;    ///< false: none within reach
    int           triangle; ///< its number
    /// as rim_sphere_distance_triangle for a sphere of radius 0 at the point
    rim_distance3 distance;
} rim_mesh_near;

/// Looks no further than `reach` (INFINITY: everywhere); a triangle at exactly that distance is found.
RIM_API rim_mesh_near rim_mesh_closest(const rim_mesh *mesh, rim_vec3 point, float reach);

// --- overlaps: the numbers of all triangles that are touched or overlapped --------------------------------

/// The numbers of all triangles that the shape in its pose touches or overlaps: as rim_shape3_overlaps with each. A box
/// along the axes is decided exactly. None for a plane.
RIM_API int rim_mesh_overlaps(const rim_mesh *mesh, const rim_shape3 *shape, rim_xform3 pose,
                              int *triangles, int capacity);

/// Triangles of two meshes, each in its pose, that touch or cross, at a distance of 0 by rim_convex_distance.
typedef struct rim_mesh_pair
{
    int a, b; ///< numbers of triangles
} rim_mesh_pair;

/// All such pairs, in the order of the trees. Each triangle of b is looked up in a's tree, so b should
/// be the smaller mesh.
RIM_API int rim_mesh_overlaps_mesh(const rim_mesh *a, rim_xform3 pa, const rim_mesh *b,
                                   rim_xform3 pb, rim_mesh_pair *pairs, int capacity);

// --- contacts -------------------------------------------------------------------------------------------
//
// Where a shape presses on the mesh. At an edge or a corner that triangles share a contact is true only if its
// normal is one that all of them allow: behind the plane of the contact lies, near the point, all of the mesh.
// Otherwise it is a ghost, made by looking at one triangle as if it were alone, and is left out:
// a ball on a flat floor has one contact, whatever the floor is cut into. A point that several triangles
// share is told once, by one with its face there, or else by the lowest number.
//
// Nothing is precomputed for this; the tree finds what meets at the point. Corners need not be shared in
// the input, and may lie in the middle of another triangle's edge.

/// One true contact, and the triangle that tells it.
typedef struct rim_mesh_contact
{
    rim_contact3 contact; ///< a is the shape, b the triangle
    int          triangle;
} rim_mesh_contact;

/// As rim_shape3_contact with each triangle, the deepest first, then
/// by number. If there are more than capacity the deepest are kept. With a side, triangles seen from the other
/// one (by the contact's normal) are not there. None with a plane.
RIM_API int rim_mesh_contacts(const rim_mesh *mesh, const rim_shape3 *shape, rim_xform3 pose,
                              rim_side side, rim_mesh_contact *out, int capacity);

// --- motions --------------------------------------------------------------------------------------------

/// The first contact of a motion by delta, as rim_shape3_sweep with each triangle says; a plane hits nothing. Of several
/// overlaps at the start the deepest is told.
///
/// Times and depths are compared before they are rounded to float. So normal is that of the whole mesh: at the time
/// of the contact it runs from the mesh's closest point to the mover, whatever the mesh is cut into.
/// Flat things that move in the plane of a triangle pass it.
/// Where an edge or a corner was hit, face_normal is that of the triangle, among those that meet there,
/// which the motion runs into most directly.
RIM_API rim_hit3 rim_mesh_sweep(const rim_mesh *mesh, const rim_shape3 *shape, rim_xform3 pose,
                                rim_vec3 delta, rim_side side);

// === Which triangles meet at which edges, and how: what is wrong with a mesh, and what is inner and outer in it ===
//
// Queries need none of this (mesh.h looks at the neighbours when it matters); level tools, importers and those
// who walk over surfaces do. Made from the same arrays as a mesh, and independent of it.
//
//      rim_mesh_edges *edges;
//      rim_mesh_edges_create(&edges, points, point_count, indices, triangle_count, NULL);
//      if (rim_mesh_edges_read(edges).open > 0) puts("this mesh has holes");

typedef struct rim_mesh_edges rim_mesh_edges;

/// Seen from the front of the triangle that is asked.
typedef enum rim_edge_kind
{
    RIM_EDGE_OPEN = 0,    ///< no other triangle has it
    RIM_EDGE_CONVEX,      ///< the neighbour falls off behind: a ridge
    RIM_EDGE_FLAT,        ///< the neighbour goes on
    RIM_EDGE_CONCAVE,     ///< the neighbour rises in front: a valley
    RIM_EDGE_FLIPPED,     ///< one neighbour, which faces the other way
    RIM_EDGE_NONMANIFOLD, ///< two neighbours or more
    RIM_EDGE_NONE         ///< it has no length: both ends are one point
} rim_edge_kind;

/// Zero means: only points in exactly one place are one, flat up to a sine of 1/1024, malloc.
typedef struct rim_mesh_edges_options
{
    /// Points closer than this part of the longest side of the box around all are one point: the one that comes
    /// first. 0: only points in exactly one place. At most 1/16. Which points are one depends on their order
    /// alone.
    float                weld;
    /// Neighbours are flat to each other up to an angle of this sine. 0 means 1/1024; negative: only where
    /// exactly flat.
    float                flat;
    const rim_allocator *allocator;
} rim_mesh_edges_options;

/// points, indices and counts as for rim_mesh_create; the points are not kept. RIM_ERR_ARGUMENT, RIM_ERR_SIZE
/// and RIM_ERR_MEMORY as there; RIM_ERR_ARGUMENT as well for a weld that is not in 0 .. 1/16.
RIM_API rim_status rim_mesh_edges_create(rim_mesh_edges **out, const rim_vec3 *points,
                                         int point_count, const int *indices, int triangle_count,
                                         const rim_mesh_edges_options *options);

/// NULL is allowed.
RIM_API void rim_mesh_edges_destroy(rim_mesh_edges *edges);

/// All that is known of the edges. The arrays belong to them. Edge 0 of a triangle runs from its first corner to its
/// second, 1 to the third, 2 back to the first; edge e of triangle i stands at 3 i + e.
typedef struct rim_mesh_survey
{
    /// The corners of all triangles as indices of points, three a triangle, where points that are one have one index.
    /// With these for indices rim_mesh_create makes the welded mesh.
    const int     *indices;
    const uint8_t *kinds;     ///< a rim_edge_kind for each edge
    const int     *neighbors; ///< for each edge that two have the other triangle; else -1
    /// The triangles without area, by rising number: their corners, welded, lie on one line, which is decided exactly.
    /// They have edges and neighbours like all others, but none that are convex or concave.
    const int     *degenerates;
    int            degenerate; ///< how many of them
    int            points;     ///< in use, and not one with another
    /// How many edges there are of each kind, each counted once, however many triangles have it; those of no length
    /// are in none of the counts.
    int            open, convex, flat, concave, flipped, nonmanifold;
} rim_mesh_survey;

/// Found when the edges were made.
RIM_API rim_mesh_survey rim_mesh_edges_read(const rim_mesh_edges *edges);

#ifdef __cplusplus
}
#endif

#endif
