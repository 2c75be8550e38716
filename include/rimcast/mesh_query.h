/// @file
/// What a mesh can be asked: rays, nearness, overlaps, motions.
///
/// Hits, contacts and distances are those of one triangle (shape3.h, contact.h, sweep.h), of the triangle that answers; `item` is its number. Where several are equal
/// the lowest number answers. Sides are chosen per question: RIM_SIDE_FRONT sees only what comes from the
/// front of a triangle.
///
/// Lists are written into the caller's buffer, capacity entries at most; the return value is how many there
/// are. Unless told otherwise their order is the tree's: always the same, but no particular one.
///
/// What is not finite meets nothing.
#ifndef RIMCAST_MESH_QUERY_H
#define RIMCAST_MESH_QUERY_H

#include "rimcast/mesh.h"
#include "rimcast/segment.h"
#include "rimcast/xform3.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/// The box is solid; touching counts.
RIM_API int rim_mesh_overlaps_box3(const rim_mesh *mesh, rim_box3 box, int *triangles,
                                   int capacity);

/// @{
/// Where rim_sphere_contact_triangle, rim_capsule_contact_triangle have a hit.
RIM_API int rim_mesh_overlaps_sphere(const rim_mesh *mesh, rim_sphere sphere, int *triangles,
                                     int capacity);
RIM_API int rim_mesh_overlaps_capsule(const rim_mesh *mesh, rim_capsule capsule, int *triangles,
                                      int capacity);
/// @}

/// A convex thing in a pose: triangles at a distance of 0, as rim_convex_distance tells it.
RIM_API int rim_mesh_overlaps_convex(const rim_mesh *mesh, rim_convex shape, rim_xform3 pose,
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

/// @{
/// As rim_sphere_contact_triangle, rim_capsule_contact_triangle and rim_convex_contact, the deepest first, then
/// by number. If there are more than capacity the deepest are kept. With a side, triangles seen from the other
/// one (by the contact's normal) are not there.
RIM_API int rim_mesh_contacts_sphere(const rim_mesh *mesh, rim_sphere sphere, rim_side side,
                                     rim_mesh_contact *out, int capacity);
RIM_API int rim_mesh_contacts_capsule(const rim_mesh *mesh, rim_capsule capsule, rim_side side,
                                      rim_mesh_contact *out, int capacity);
RIM_API int rim_mesh_contacts_convex(const rim_mesh *mesh, rim_convex shape, rim_xform3 pose,
                                     rim_side side, rim_mesh_contact *out, int capacity);
/// @}

// --- motions --------------------------------------------------------------------------------------------

/// @{
/// The first contact of a motion, as rim_sphere_sweep_triangle, rim_capsule_sweep_triangle and
/// rim_convex_sweep tell it. Of several overlaps at the start the deepest is told.
///
/// Times and depths are compared before they are rounded to float. So normal is that of the whole mesh: at the time
/// of the contact it runs from the mesh's closest point to the mover, whatever the mesh is cut into.
/// Flat things that move in the plane of a triangle pass it.
/// Where an edge or a corner was hit, face_normal is that of the triangle, among those that meet there,
/// which the motion runs into most directly.
RIM_API rim_hit3 rim_mesh_sweep_sphere(const rim_mesh *mesh, rim_sphere sphere, rim_vec3 delta,
                                       rim_side side);
RIM_API rim_hit3 rim_mesh_sweep_capsule(const rim_mesh *mesh, rim_capsule capsule, rim_vec3 delta,
                                        rim_side side);
RIM_API rim_hit3 rim_mesh_sweep_convex(const rim_mesh *mesh, rim_convex shape, rim_xform3 pose,
                                       rim_vec3 delta, rim_side side);
/// @}

#ifdef __cplusplus
}
#endif

#endif
