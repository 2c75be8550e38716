/// @file
/// The outline sampler: a few edge points of a sprite, found by rays from outside inward.
///
/// Ray k of n comes in along the direction k * 360 / n degrees (0 is right, 90 is down; multiples of 90
/// are exact) towards the anchor and stops at the first solid pixel that it meets. The edge point is where it enters
/// that pixel's square. These few points, tested against other sprites, are a cheap hit test that
/// follows the shape. The trick is as old as Flash's hitTest.
#ifndef RIMCAST_OUTLINE_H
#define RIMCAST_OUTLINE_H

#include "rimcast/angle.h"
#include "rimcast/base.h"
#include "rimcast/mask.h"
#include "rimcast/vec2.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The most rays of a sprite's outline, and the most that rim_outline_choose tries.
#define RIM_OUTLINE_MAX_RAYS 4096

/// What one ray met.
typedef struct rim_edge_point
{
    rim_vec2 at;  ///< in pixels relative to the anchor; zero for a ray that met nothing
    bool     hit; ///< false: the ray met nothing
} rim_edge_point;

/// Casts rays 0 .. rays - 1 and writes a point for each. Returns how many hit.
///
/// A ray starts farther out than any solid pixel and ends at the anchor, that point included; the
/// anchor may lie anywhere, also outside the image. A ray meets a pixel if any of its points lies in the
/// half-open square, and the first pixel met is decided exactly for the line through the anchor's floats
/// with the direction's doubles, rim_sincos_degrees(k * 360.0 / rays). At multiples of 45 degrees that is
/// the true direction: there a ray runs exactly along edges and through corners. The point returned
/// is rounded once; the coordinate of the crossed edge is exact but for that.
/// rays <= 0 or a non-finite anchor gives no hits (points are cleared all the same).
RIM_API int rim_outline_cast(const rim_mask *mask, rim_vec2 anchor, int rays,
                             rim_edge_point *points);

/// Writes the directions of rim_outline_cast, rim_sincos_degrees(k * 360.0 / rays). They are made once and kept, as
/// making them can take as long as casting the rays. rays <= 0 writes none.
RIM_API void rim_outline_directions(int rays, rim_sincos_pair *directions);

/// Casts rays along given directions, as rim_outline_cast does: those of rim_outline_directions give the same points.
/// Others need not be unit vectors, nor in any order; one that is zero, not finite, shorter than 2^-64 or longer than
/// 2^64 hits nothing.
RIM_API int rim_outline_cast_along(const rim_mask *mask, rim_vec2 anchor, int rays,
                                   const rim_sincos_pair *directions, rim_edge_point *points);

/// How the original recipe (ActionScript 2, "doFigure") is reproduced. Zero is the plain recipe with
/// the sprite's registration point at the stage's origin and the half-open squares of this library.
typedef struct rim_faithful_options
{
    /// where the anchor lies on the stage; the stop rule looks at stage coordinates
    rim_vec2 stage;
    /// hitTest's edge rule: on an edge, top and right hit, left and bottom miss
    bool     flash_edge;
} rim_faithful_options;

/// A point of the original's table. In double, as ActionScript's numbers are.
typedef struct rim_faithful_point
{
    double x, y; ///< in pixels relative to the anchor; zero for a miss
    bool   hit;
} rim_faithful_point;

/// The original's numbers, operation by operation:
///
///      n = 0, then n += 360 / rays for each ray;  xs = cos(n * pi / 180), ys = sin(n * pi / 180)
///      x = stage.x + r * xs, y = stage.y + r * ys,  r = max(width, height) / 2 of the whole image
///      until (x, y) is solid: x -= xs, y -= ys; give up once x < 0 and y < 0
///      the point is (x - stage.x, y - stage.y)
///
/// So a ray runs through the anchor and out on the other side, a start inside the shape is kept as it
/// is, and angles carry the rounding of the repeated sum. Pixels are tested at
/// (x - stage.x + anchor.x, y - stage.y + anchor.y). Giving up is a miss, and so is a walk that would
/// never end or takes more than 2^18 steps. Sine and cosine are this library's (below one unit in the last
/// place). Returns how many hit; rays <= 0 or a non-finite position gives none. NULL options: all zero.
RIM_API int rim_outline_cast_faithful(const rim_mask *mask, rim_vec2 anchor, int rays,
                                      const rim_faithful_options *options,
                                      rim_faithful_point         *points);

/// The same points as floats, for rim_outline_measure. outline and points hold rays each.
RIM_API void rim_outline_from_faithful(const rim_faithful_point *points, int rays,
                                       rim_edge_point *outline);

/// What an outline misses. The outline is the polygon through the points that hit, in ray order.
typedef struct rim_outline_error
{
    double distance; ///< the greatest distance in pixels from the mask's true outer edge to the
                     ///< outline; infinite with fewer than three points
    double outside_share; ///< of the solid pixels' area, the share outside the polygon, 0 .. 1
    int    hits;          ///< points that hit
} rim_outline_error;

/// How far an outline is from the true outer edge, which is what borders the empty space connected to infinity.
/// An empty mask: distance infinite, share 0. RIM_ERR_MEMORY, and RIM_ERR_ARGUMENT for an anchor that is not
/// finite, leave `*out` untouched.
RIM_API rim_status rim_outline_measure(rim_outline_error *out, const rim_mask *mask,
                                       rim_vec2 anchor, const rim_edge_point *points, int rays,
                                       const rim_allocator *from);

/// What a search for the number of rays found.
typedef struct rim_outline_choice
{
    int               rays;  ///< 3 .. RIM_OUTLINE_MAX_RAYS
    rim_outline_error error; ///< of that number
    bool              met;   ///< error.distance <= the wanted one
} rim_outline_choice;

/// The smallest number of rays whose outline stays within max_error pixels; if there is none, the
/// number with the smallest error (the smallest such number). Reports progress. Errors as above, and
/// RIM_ERR_CANCELLED.
RIM_API rim_status rim_outline_choose(rim_outline_choice *out, const rim_mask *mask,
                                      rim_vec2 anchor, double max_error,
                                      const rim_progress *progress, const rim_allocator *from);

#ifdef __cplusplus
}
#endif

#endif
