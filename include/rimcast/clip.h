/// @file
/// Clipping: the intersection of two convex hulls, and the parts of a hull that is cut by a plane.
///
/// A rim_clip holds one result, which is a convex body, and the memory of the result. It can be used again for any
/// number of intersections and cuts, and allocates memory only if a result is larger than all earlier ones. Results are
/// in the world frame, in double.
///
/// - Tolerance: The size of an intersection is the sum of the radii of the hulls' bounding spheres, plus 1/8 of these
///   distances: of each sphere's center from the origin of its hull, and between the positions of the two poses. The
///   size of a cut is the radius of the hull's bounding sphere, plus 1/8 of the distance of the sphere's center from the
///   origin of the hull, and plus 1/8 of the distance of the pose's position from the world's origin. A corner counts
///   as on a plane if its distance from the plane is at most 2^-48 times the size, about the precision of planes in
///   double. A result is flat if its thickness, 2 * volume / area, is at most 2^-42 times the size. So hulls that touch
///   up to rounding usually give RIM_CLIP_FLAT, separate hulls give RIM_CLIP_EMPTY, and a plane that coincides with a face cuts
///   nothing. Planes that meet at a small angle magnify rounding, so touching corners and edges between such planes may
///   give RIM_CLIP_EMPTY (about 1 of 1000 random contacts).
/// - Precision: The error of a result is a few roundings of double, relative to the size.
///
/// Method: One hull is cut by the planes of the other, one plane after another. The surface is stored as a graph, and
/// each cut closes it with a new face. So every face of the result is part of a face of one of the hulls, every edge
/// lies between two faces, and the surface is closed by construction.
#ifndef RIMCAST_CLIP_H
#define RIMCAST_CLIP_H

#include "rimcast/base.h"
#include "rimcast/hull.h"
#include "rimcast/vec3.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_clip rim_clip;

/// The kind of a result.
typedef enum rim_clip_kind
{
    RIM_CLIP_EMPTY = 0, ///< the result has no points
    RIM_CLIP_FLAT,      ///< a polygon (2 faces), a segment or a point (no faces), or a closed
                        ///< surface that is thinner than the tolerance (more faces)
    RIM_CLIP_SOLID
} rim_clip_kind;

/// The object that a face comes from.
typedef enum rim_clip_source
{
    RIM_CLIP_FROM_A = 0, ///< the first hull, or the hull that was cut
    RIM_CLIP_FROM_B,     ///< the second hull
    RIM_CLIP_FROM_PLANE  ///< the plane that cut the hull
} rim_clip_source;

/// One face of a result, from rim_clip_face_at.
typedef struct rim_clip_face
{
    const int      *corners; ///< indices of corners, counter-clockwise seen from outside; valid
                             ///< until the rim_clip gets another result
    int             count;   ///< >= 3
    rim_clip_source source;
    int             face; ///< the index of the face in the hull that it comes from; 0 for the plane
} rim_clip_face;

// --- the object ----------------------------------------------------------------------------------------

/// Creates an empty result. If from is NULL, memory comes from malloc. On RIM_ERR_MEMORY `*out` is NULL.
RIM_API rim_status rim_clip_create(rim_clip **out, const rim_allocator *from);

/// Destroys a result. NULL is allowed.
RIM_API void rim_clip_destroy(rim_clip *clip);

// --- clipping ------------------------------------------------------------------------------------------

/// Computes the intersection of a, posed by pa, and b, posed by pb. The hulls may be of any kind. The intersection with
/// a hull without volume is flat or empty. Non-finite poses give an empty result. On RIM_ERR_MEMORY the result is
/// empty.
RIM_API rim_status rim_hull_clip(rim_clip *out, const rim_hull *a, rim_xform3 pa, const rim_hull *b,
                                 rim_xform3 pb);

/// Computes the volume of the intersection of a, posed by pa, and b, posed by pb. The volume is 0 if the hulls are
/// apart or only touch. It has the same bits as the result of rim_clip_volume after rim_hull_clip. Scratch memory comes
/// from `from` and is released before the function returns. To compute many volumes, use one rim_clip for all of them,
/// which saves allocations. On RIM_ERR_MEMORY `*volume` is 0.
RIM_API rim_status rim_hull_shared_volume(double *volume, const rim_hull *a, rim_xform3 pa,
                                          const rim_hull *b, rim_xform3 pb,
                                          const rim_allocator *from);

/// Cuts the posed hull by a plane of the world. The part with dot(normal, p) <= offset is written to behind, and the
/// part with dot(normal, p) >= offset is written to front. Each of the two may be NULL, but they must not be the same
/// object. If the hull is on one side of the plane, one result is the whole hull; the other is empty, or flat if the
/// hull touches the plane. The normal may have any length. If the normal is zero or an input is not finite, both
/// results are empty. They are also empty on RIM_ERR_MEMORY.
RIM_API rim_status rim_hull_cut(rim_clip *behind, rim_clip *front, const rim_hull *hull,
                                rim_xform3 pose, rim_plane plane);

// --- reading -------------------------------------------------------------------------------------------

/// Returns the volume of the result, which is 0 unless the result is solid.
RIM_API double rim_clip_volume(const rim_clip *clip);

/// Writes the centroid to `point`. The centroid is that of rim_clip_mass, but this function takes less time.
RIM_API void rim_clip_centroid(const rim_clip *clip, double point[3]);

/// Returns the volume, the surface area, the centroid, and the inertia about the centroid. The area of a flat result is
/// that of both sides of the polygon; its volume and inertia are 0. All members are 0 for an empty result.
RIM_API rim_mass3 rim_clip_mass(const rim_clip *clip);

/// The kind and the counts of a result.
typedef struct rim_clip_parts
{
    rim_clip_kind kind; ///< RIM_CLIP_EMPTY also before the first result and after RIM_ERR_MEMORY
    int           corner_count, edge_count, face_count;
} rim_clip_parts;

/// @{
/// Return the kind and the counts of a result, or one of its corners. Corners that are connected by edges of at most
/// 2^-40 of the size become one. If the hulls hardly overlap, there may therefore be fewer corners, edges and faces
/// than in the exact body. The surface of a solid is closed nevertheless. The first of these calls for a result builds
/// lists in the rim_clip, so the argument is not const. The calls allocate no memory. An index outside 0 ..
/// corner_count - 1 fails an assertion or gives zeros.
RIM_API rim_clip_parts rim_clip_read(rim_clip *clip);
RIM_API void           rim_clip_corner(rim_clip *clip, int corner, double point[3]);
/// @}

/// Returns the face with an index in 0 .. face_count - 1. The face's corners are indices for rim_clip_corner. Any other
/// index fails an assertion or returns zeros.
RIM_API rim_clip_face rim_clip_face_at(rim_clip *clip, int face);

/// Creates a hull from the result, in the world frame, with corners rounded to float. An empty result gives a hull of
/// kind RIM_HULL_EMPTY. Returns the errors of rim_hull_create.
RIM_API rim_status rim_hull_create_from_clip(rim_hull **out, rim_clip *clip,
                                             const rim_allocator *from);

#ifdef __cplusplus
}
#endif

#endif
