/// @file
/// Outlines: points on the edge of a mask, found by rays that run from outside towards a given point, the anchor.
///
/// Ray k of n starts outside of the mask in the direction of k * 360 / n degrees from the anchor, where 0 is right and
/// 90 is down. The directions at multiples of 45 degrees are exact. The ray runs towards the anchor and ends at the
/// first solid pixel that it hits. The edge point is the point at which the ray enters the square of that pixel.
/// Testing these few points against other sprites is a fast hit test that follows the shape. Flash programs tested
/// their outlines by hitTest in this way.
#ifndef RIMCAST_OUTLINE_H
#define RIMCAST_OUTLINE_H

#include "rimcast/angle.h"
#include "rimcast/base.h"
#include "rimcast/mask.h"
#include "rimcast/vec2.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The largest number of rays of a sprite's outline, and the largest number that rim_outline_choose tries.
#define RIM_OUTLINE_MAX_RAYS 4096

/// The result of one ray.
typedef struct rim_edge_point
{
    rim_vec2 at;  ///< in pixels relative to the anchor; zero for a miss
    bool     hit; ///< true if the ray hit a solid pixel
} rim_edge_point;

/// Casts rays 0 .. rays - 1 from outside towards the anchor and writes a point for each. Returns how many of them hit.
///
/// `points` has `rays` elements. The anchor is in pixels from the mask's top left corner and may lie outside of the
/// mask. A ray starts farther out than any solid pixel and ends at the anchor, inclusive. It hits a solid pixel if any
/// part of the ray lies in the pixel's square, which includes its left and top sides, but not its right and bottom
/// sides. The point is where the ray crosses into the square, so it may lie on an excluded side.
///
/// The first pixel is found exactly, for the line from the anchor in the direction rim_sincos_degrees(k * 360.0 /
/// rays). At multiples of 45 degrees this is exactly the true direction, so such rays can run along edges and through
/// corners. Each point is rounded once, to float. If the anchor is not finite, all rays miss. If rays <= 0, the
/// function writes nothing and returns 0.
RIM_API int rim_outline_cast(const rim_mask *mask, rim_vec2 anchor, int rays,
                             rim_edge_point *points);

/// Sets directions[k] to rim_sincos_degrees(k * 360.0 / rays), the direction of ray k in rim_outline_cast. Compute them
/// once and keep them, because computing them can take as long as casting the rays. If rays <= 0, writes nothing.
RIM_API void rim_outline_directions(int rays, rim_sincos_pair *directions);

/// Casts rays along given directions, as rim_outline_cast does. With the directions of rim_outline_directions, the
/// points are the same. Other directions need not be unit vectors, and may have any order. A ray whose direction is not
/// finite, or for which |cos| + |sin| is below 2^-64 or above 2^64, hits nothing.
RIM_API int rim_outline_cast_along(const rim_mask *mask, rim_vec2 anchor, int rays,
                                   const rim_sincos_pair *directions, rim_edge_point *points);

/// The options of rim_outline_cast_faithful. That function reproduces "doFigure", an ActionScript 2 function of Flash
/// games that computed such outlines. With zeroed options, the anchor is at the origin of Flash's stage, and a pixel
/// contains its left and top sides only.
typedef struct rim_faithful_options
{
    /// the anchor's position on the stage; the rule that ends a ray uses stage coordinates
    rim_vec2 stage;
    /// true selects the edge rule of Flash's hitTest: pixels contain their top and right sides, but not their left and
    /// bottom sides
    bool     flash_edge;
} rim_faithful_options;

/// A point of rim_outline_cast_faithful, in double like the numbers of ActionScript.
typedef struct rim_faithful_point
{
    double x, y; ///< in pixels relative to the anchor; zero for a miss
    bool   hit;
} rim_faithful_point;

/// Casts rays as the original function does, operation by operation:
///
///      n = 0, then n += 360 / rays for each ray;  xs = cos(n * pi / 180), ys = sin(n * pi / 180)
///      x = stage.x + r * xs, y = stage.y + r * ys,  r = max(width, height) / 2 of the mask
///      until (x, y) is solid: x -= xs, y -= ys; give up once x < 0 and y < 0
///      the point is (x - stage.x, y - stage.y)
///
/// A ray may therefore pass the anchor and hit the shape on the far side. If its start is solid, the start is the
/// point. The angles have the rounding errors of the repeated sum. The pixel tested is the one at (x - stage.x +
/// anchor.x, y - stage.y + anchor.y). A ray that gives up, would never end or takes more than 2^18 steps is a miss.
/// Sine and cosine are those of angle.h. Returns how many rays hit. Returns 0 if rays <= 0, or if the anchor or
/// options->stage is not finite. options may be NULL, which means zeroed options.
RIM_API int rim_outline_cast_faithful(const rim_mask *mask, rim_vec2 anchor, int rays,
                                      const rim_faithful_options *options,
                                      rim_faithful_point         *points);

/// Converts the points of rim_outline_cast_faithful to floats, for rim_outline_measure. outline and points have `rays`
/// elements each.
RIM_API void rim_outline_from_faithful(const rim_faithful_point *points, int rays,
                                       rim_edge_point *outline);

/// The error of an outline. The outline is the polygon through the points that hit, in ray order.
typedef struct rim_outline_error
{
    double distance; ///< the greatest distance, in pixels, of the mask's true outer edge from the
                     ///< outline; infinite if fewer than three rays hit
    /// the fraction of the solid pixels' area outside the outline, 0 .. 1. The function assumes that the angles of the
    /// points, as seen from the anchor, are in ray order, as those of rim_outline_cast are. If rays of
    /// rim_outline_cast_faithful passed the anchor and hit the far side, the fraction may be wrong
    double outside_share;
    int    hits; ///< the number of rays that hit
} rim_outline_error;

/// Measures the error of an outline against the mask's true outer edge: the border between the solid pixels and the
/// empty space around them. Holes do not count. For an empty mask, distance is infinite and outside_share is 0. Returns
/// RIM_ERR_ARGUMENT for a non-finite anchor, and RIM_ERR_MEMORY if memory runs out. On failure `*out` is unchanged.
RIM_API rim_status rim_outline_measure(rim_outline_error *out, const rim_mask *mask,
                                       rim_vec2 anchor, const rim_edge_point *points, int rays,
                                       const rim_allocator *from);

/// The result of rim_outline_choose.
typedef struct rim_outline_choice
{
    int               rays;  ///< 3 .. RIM_OUTLINE_MAX_RAYS
    rim_outline_error error; ///< the error with that number of rays
    bool              met;   ///< true if error.distance is at most max_error
} rim_outline_choice;

/// Finds the smallest number of rays whose outline has an error of at most max_error pixels. If there is no such
/// number, finds the number with the smallest error, or the lowest such number if there are several. Returns the status
/// codes of rim_outline_measure, or RIM_ERR_CANCELLED if `progress` cancels.
RIM_API rim_status rim_outline_choose(rim_outline_choice *out, const rim_mask *mask,
                                      rim_vec2 anchor, double max_error,
                                      const rim_progress *progress, const rim_allocator *from);

#ifdef __cplusplus
}
#endif

#endif
