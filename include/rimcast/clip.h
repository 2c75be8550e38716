/// @file
/// Clipping: the intersection of two convex hulls as a body, and hulls cut by planes.
///
/// A rim_clip holds one result and its memory. It can be used again; it allocates only for results larger than those
/// before. Results are in the world frame, in double.
///
/// - Tolerance: A corner counts as on a plane if its distance is less than 2^-48 of the two bodies' sizes, which is
///   about the precision of the planes in double. So bodies that touch up to rounding give RIM_CLIP_FLAT, separate
///   bodies give RIM_CLIP_EMPTY, and equal planes cut nothing.
/// - Precision: A few roundings of double relative to the bodies' sizes, at any distance from the world's origin.
///
/// Method: the planes of one body cut the other one after another. The surface is stored as a graph, and each cut
/// closes it with a new face. So every face is part of a face of a or b, every edge lies between two faces, and the
/// surface is closed by construction.
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
    RIM_CLIP_EMPTY = 0, ///< nothing is shared
    RIM_CLIP_FLAT, ///< the bodies touch in a polygon (2 faces), a segment or a point (no faces)
    RIM_CLIP_SOLID
} rim_clip_kind;

/// The source of a face.
typedef enum rim_clip_source
{
    RIM_CLIP_FROM_A = 0, ///< the first hull, or the hull that was cut
    RIM_CLIP_FROM_B,
    RIM_CLIP_FROM_PLANE ///< the plane of rim_hull_cut
} rim_clip_source;

/// One face of a result, from rim_clip_face_at.
typedef struct rim_clip_face
{
    const int      *corners; ///< counter-clockwise seen from outside; borrowed until the next clip
    int             count;   ///< >= 3
    rim_clip_source source;
    int             face; ///< its number in the hull it comes from; 0 for the plane
} rim_clip_face;

// --- the object ----------------------------------------------------------------------------------------

/// Creates an empty result for the calls below. from may be NULL. RIM_ERR_MEMORY; then `*out` is NULL.
RIM_API rim_status rim_clip_create(rim_clip **out, const rim_allocator *from);

/// Destroys a result. NULL is allowed.
RIM_API void rim_clip_destroy(rim_clip *clip);

// --- clipping ------------------------------------------------------------------------------------------

/// Computes the intersection of posed a and posed b. Hulls may be of any kind; the intersection with a flat hull is
/// flat. Non-finite poses give an empty result. On RIM_ERR_MEMORY the clip is empty.
RIM_API rim_status rim_hull_clip(rim_clip *out, const rim_hull *a, rim_xform3 pa, const rim_hull *b,
                                 rim_xform3 pb);

/// Computes the volume of the intersection of posed a and posed b: 0 if they are apart or touch. The bits are those
/// of rim_clip_volume after rim_hull_clip. The memory comes from `from` (NULL: malloc) and is released before the
/// function returns: about five allocations besides those of clipping. For many volumes keep a rim_clip instead. On
/// RIM_ERR_MEMORY `*volume` is 0.
RIM_API rim_status rim_hull_shared_volume(double *volume, const rim_hull *a, rim_xform3 pa,
                                          const rim_hull *b, rim_xform3 pb,
                                          const rim_allocator *from);

/// Cuts the posed hull by a plane of the world: behind becomes the part with dot(normal, p) <= offset, front the
/// rest. Either may be NULL. A hull on one side of the plane is whole in one result; the other is empty, or flat if
/// the hull touches the plane. The normal may have any length but zero. A zero normal or non-finite input leaves both
/// empty.
RIM_API rim_status rim_hull_cut(rim_clip *behind, rim_clip *front, const rim_hull *hull,
                                rim_xform3 pose, rim_plane plane);

// --- reading -------------------------------------------------------------------------------------------

/// Returns the volume of the body; 0 unless it is solid.
RIM_API double rim_clip_volume(const rim_clip *clip);

/// Writes the centroid to `point`: that of rim_clip_mass, at lower cost.
RIM_API void rim_clip_centroid(const rim_clip *clip, double point[3]);

/// Returns volume, surface area, centroid, and inertia about the centroid. For a flat result: the area of the
/// polygon, counted on both sides, and the middle of the intersection. All zero for an empty one.
RIM_API rim_mass3 rim_clip_mass(const rim_clip *clip);

/// The kind and the counts of a result.
typedef struct rim_clip_parts
{
    rim_clip_kind kind; ///< EMPTY also before the first clip and after RIM_ERR_MEMORY
    int           corner_count, edge_count, face_count;
} rim_clip_parts;

/// @{
/// Return the counts and a corner of the body. The first of these calls after a clip builds the lists, so the clip is
/// not const; it cannot fail. Corners nearer to each other than 2^-40 of the bodies' sizes become one. Where bodies
/// hardly overlap there may therefore be fewer corners, edges and faces than in the exact body; a solid one is still
/// closed.
RIM_API rim_clip_parts rim_clip_read(rim_clip *clip);
RIM_API void           rim_clip_corner(rim_clip *clip, int corner, double point[3]);
/// @}

/// Returns a face by its number; its corners are numbers for rim_clip_corner. All zero if no face has the number. (A
/// corner's coordinates likewise.)
RIM_API rim_clip_face rim_clip_face_at(rim_clip *clip, int face);

/// Creates a hull from the result, in the world frame, with corners rounded to float; an empty result gives a hull of
/// kind EMPTY. Errors as rim_hull_create.
RIM_API rim_status rim_hull_create_from_clip(rim_hull **out, rim_clip *clip,
                                             const rim_allocator *from);

#ifdef __cplusplus
}
#endif

#endif
