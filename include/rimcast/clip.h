/// @file
/// What two bodies share, as a body; and bodies cut by planes.
///
/// A rim_clip holds one result and the memory it needed; it is used again and again, and allocates only
/// while it meets larger bodies than before. Results are in the world, in double.
///
/// - Decided: A corner counts as on a plane when it is nearer to it than 2^-48 of the two bodies' sizes,
///   about what double precision leaves of the planes. So bodies that touch up to rounding give
///   RIM_CLIP_FLAT, bodies apart give RIM_CLIP_EMPTY, and equal planes cut nothing.
/// - Exact to a few roundings of double relative to the bodies' sizes, wherever in the world they are.
///
/// What the method is: planes of one body cut the other, one after another, from a surface kept as a
/// graph, each cut closing itself with a face. So every face is a piece of a face of a or of b, every
/// edge lies between two faces and the whole is closed by construction.
#ifndef RIMCAST_CLIP_H
#define RIMCAST_CLIP_H

#include "rimcast/base.h"
#include "rimcast/hull.h"
#include "rimcast/vec3.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_clip rim_clip;

/// What is left.
typedef enum rim_clip_kind
{
    RIM_CLIP_EMPTY = 0, ///< nothing is shared
    RIM_CLIP_FLAT, ///< they touch: a polygon (2 faces), a segment or a point is shared (no faces)
    RIM_CLIP_SOLID
} rim_clip_kind;

/// Where a face comes from.
typedef enum rim_clip_source
{
    RIM_CLIP_FROM_A = 0, ///< the first hull, or the hull that was cut
    RIM_CLIP_FROM_B,
    RIM_CLIP_FROM_PLANE ///< the plane that cut
} rim_clip_source;

/// One face of a result, as rim_clip_face_at tells it.
typedef struct rim_clip_face
{
    const int      *corners; ///< counter-clockwise seen from outside; borrowed until the next clip
    int             count;   ///< >= 3
    rim_clip_source source;
    int             face; ///< its number in the hull it comes from; 0 for the plane
} rim_clip_face;

// --- the object ----------------------------------------------------------------------------------------

/// An empty result, to be filled by the calls below, again and again. from may be NULL.
/// RIM_ERR_MEMORY: `*out` is NULL.
RIM_API rim_status rim_clip_create(rim_clip **out, const rim_allocator *from);

/// NULL is allowed.
RIM_API void rim_clip_destroy(rim_clip *clip);

// --- clipping ------------------------------------------------------------------------------------------

/// The body that posed a and posed b share. Hulls of any kind; what a flat one shares with anything is flat.
/// Poses that are not finite share nothing. RIM_ERR_MEMORY leaves the clip empty.
RIM_API rim_status rim_hull_clip(rim_clip *out, const rim_hull *a, rim_xform3 pa, const rim_hull *b,
                                 rim_xform3 pb);

/// The volume of what posed a and posed b share, in one call: 0 where they are apart or touch. The same bits as
/// rim_clip_volume after rim_hull_clip. The memory is from `from` (NULL: malloc) and released before the call
/// returns: about five allocations beside the clipping. Keep a rim_clip where many volumes are asked.
/// RIM_ERR_MEMORY: `*volume` is 0.
RIM_API rim_status rim_hull_shared_volume(double *volume, const rim_hull *a, rim_xform3 pa,
                                          const rim_hull *b, rim_xform3 pb,
                                          const rim_allocator *from);

/// The posed hull cut by a plane of the world: behind gets what is behind it (dot(normal, p) <=
/// offset), front the rest. Either may be NULL. A hull that does not reach across is whole in one and
/// empty in the other, or flat where it touches. The normal may have any length but zero; a plane that
/// is none, or not finite, leaves both empty.
RIM_API rim_status rim_hull_cut(rim_clip *behind, rim_clip *front, const rim_hull *hull,
                                rim_xform3 pose, rim_plane plane);

// --- reading -------------------------------------------------------------------------------------------

/// The volume of the body; 0 unless it is solid.
RIM_API double rim_clip_volume(const rim_clip *clip);

/// The centroid, as in rim_clip_mass, which costs more.
RIM_API void rim_clip_centroid(const rim_clip *clip, double point[3]);

/// Volume, surface area, centroid, inertia about the centroid. When flat: the polygon's area, counted
/// on both sides, and the middle of what is shared; all zero when empty.
RIM_API rim_mass3 rim_clip_mass(const rim_clip *clip);

/// What a result consists of.
typedef struct rim_clip_parts
{
    rim_clip_kind kind; ///< EMPTY as well before the first clip, and after one that found no memory
    int           corner_count, edge_count, face_count;
} rim_clip_parts;

/// @{
/// The corners and faces of the body. The first of these calls after a clip lists them (so the clip is not const;
/// it cannot fail): corners nearer to each other than 2^-40 of the bodies' sizes are one. So where bodies hardly overlap
/// there may be fewer corners, edges and faces than the exact body has; a solid one is still closed.
RIM_API rim_clip_parts rim_clip_read(rim_clip *clip);
RIM_API void           rim_clip_corner(rim_clip *clip, int corner, double point[3]);
/// @}

/// A face by its number; its corners are numbers for rim_clip_corner. All zero for a number that nothing has, as there.
RIM_API rim_clip_face rim_clip_face_at(rim_clip *clip, int face);

/// The result as a hull of its own in the world frame, its corners rounded to float, of the kind EMPTY if it
/// is. Errors as rim_hull_create.
RIM_API rim_status rim_hull_create_from_clip(rim_hull **out, rim_clip *clip,
                                             const rim_allocator *from);

#ifdef __cplusplus
}
#endif

#endif
