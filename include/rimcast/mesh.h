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
/// This header is about the mesh itself; what it can be asked is in mesh_query.h.
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
/// - Memory: One block, which can be saved and loaded as it is. The fast form has others beside it, made anew when it
///   is loaded: the nodes of sixty-four, two bytes a triangle; those of rays, some seven; where there are
///   no more than 128 triangles 3 kilobytes and 40 bytes for each. rim_mesh_bytes counts all.
#ifndef RIMCAST_MESH_H
#define RIMCAST_MESH_H

#include "rimcast/base.h"
#include "rimcast/box.h"
#include "rimcast/shape3.h"
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

/// How many triangles it was made of, those without area included.
RIM_API int           rim_mesh_count(const rim_mesh *mesh);
/// The form it was made in, or saved in if it was loaded.
RIM_API rim_mesh_form rim_mesh_form_of(const rim_mesh *mesh);

/// The smallest box around all triangles; empty without triangles.
RIM_API rim_box3 rim_mesh_bounds(const rim_mesh *mesh);

/// All the memory that the mesh holds, in bytes.
RIM_API size_t rim_mesh_bytes(const rim_mesh *mesh);

/// A triangle by its number, 0 .. rim_mesh_count() - 1, its corners in the order they were given. The compact
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

#ifdef __cplusplus
}
#endif

#endif
