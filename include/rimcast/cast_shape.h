/// @file
/// Rays and shapes against a posed sprite: at rest, in motion, and how far away.
///
/// As everywhere the sprite is the union of its solid pixels' squares under its pose. A shape with an area
/// overlaps it if they share area. A point, a segment or a ray has none: it overlaps where it runs through
/// the inside of that union, so a ray along the outer edge of a wall, or through the corner at which two
/// pixels meet, misses, and a ray along the seam between two solid pixels hits.
///
/// All of it is exact for the float values of the shape, the motion, the pose and the anchor: nothing is
/// sampled, no wall is too thin and no motion too fast. The exactness of circles holds as long as all numbers
/// other than 0 are between 2^-96 and 2^96 (about 1e-29 and 8e28). Singular and non-finite poses, shapes and
/// motions hit nothing.
#ifndef RIMCAST_CAST_SHAPE_H
#define RIMCAST_CAST_SHAPE_H

#include "rimcast/cast.h"
#include "rimcast/segment.h"
#include "rimcast/shape2.h"
#include "rimcast/sprite.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- at rest -----------------------------------------------------------------------------------------

/// As said above. False for what is not finite, and for a singular pose.
RIM_API bool rim_sprite_overlaps_segment(rim_posed    a,
                                         rim_segment2 segment); ///< a == b asks for a point
RIM_API bool rim_sprite_overlaps_circle(rim_posed   a,
                                        rim_circle2 circle); ///< of radius 0: is the point inside?
RIM_API bool rim_sprite_overlaps_box(rim_posed a, rim_box2 box); ///< false for an empty box

/// Any polygon, convex or not, either way round; it covers what its ring winds around. Parts of the ring
/// without area (two corners, a spike) overlap like segments. The cost grows with the number of corners
/// times that of the squares along the ring.
RIM_API bool rim_sprite_overlaps_polygon(rim_posed a, rim_polygon2 polygon);

// --- in motion ---------------------------------------------------------------------------------------

/// @{
/// When does the shape, moving by delta, begin to overlap the resting sprite b? The answer is told as by
/// rim_sprite_sweep: t in 0 .. 1 within four units in the last place, hits and misses decided exactly, a slide along an
/// edge and a touch at the very end are misses, a touch at the start counts only if the motion goes inward.
///
///      point        where they touch
///      normal       unit, from b towards the shape: the outward normals of the pixels' outer edges within
///                   two pixels of the point, added up by length, so that stairs of pixels look smooth
///      edge_normal  the same way round: of the very edge that is touched, the pixel's, or the shape's if
///                   it is a pixel's corner that touches it
///      bx, by       the pixel that is touched; ax, ay are 0
///
/// A start in overlap has t = 0, a point that both have in common, the normal by the pixels' edges inside
/// the shape (towards the middle of b from outside if there are none, straight up at last), and the depth
/// by which the shape has to be moved along it to be out of b for good.
RIM_API rim_hit2 rim_sprite_raycast(rim_posed b, rim_ray2 ray); ///< a point in motion
RIM_API rim_hit2 rim_segment2_sweep_sprite(rim_segment2 segment, rim_vec2 delta, rim_posed b);
RIM_API rim_hit2 rim_circle2_sweep_sprite(rim_circle2 circle, rim_vec2 delta, rim_posed b);
/// @}

/// The polygon must be convex (rim_polygon2_is_convex), either way round. Without corners it hits nothing.
RIM_API rim_hit2 rim_polygon2_sweep_sprite(rim_polygon2 polygon, rim_vec2 delta, rim_posed b);

// --- how far -----------------------------------------------------------------------------------------

/// The solid point closest to a place.
typedef struct rim_closest2
{
    bool     found;    ///< false if there are no solid pixels; then everything else is zero
    rim_vec2 point;    ///< on the sprite; the place itself if it is inside
    double   distance; ///< 0 inside, rounded once or twice otherwise
    int      x, y;     ///< the pixel that the point belongs to
} rim_closest2;

/// Measured in the world. found is false as well for a place or pose that is not finite, and for a
/// singular pose.
RIM_API rim_closest2 rim_sprite_closest(rim_posed a, rim_vec2 p);

#ifdef __cplusplus
}
#endif

#endif
