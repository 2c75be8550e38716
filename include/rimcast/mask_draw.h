/// @file
/// Drawing into masks: rectangles, circles, polygons; making solid or clearing.
///
/// A pixel belongs to a shape if its centre (x + 0.5, y + 0.5) does, decided exactly for the floats
/// given. Shapes may reach beyond the mask in any way. Nothing is drawn for a shape with a coordinate
/// that is NaN or infinite. To dig a hole into a terrain, draw with solid = false.
#ifndef RIMCAST_MASK_DRAW_H
#define RIMCAST_MASK_DRAW_H

#include "rimcast/mask.h"
#include "rimcast/vec2.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The pixels of a rectangle.
RIM_API void rim_mask_draw_rect(rim_mask *mask, rim_rect rect, bool solid);

/// The pixels whose centre lies inside the circle, nearer to its centre than radius: on the circle is
/// outside. A radius of 0 or less draws nothing.
RIM_API void rim_mask_draw_circle(rim_mask *mask, rim_vec2 centre, float radius, bool solid);

/// The pixels whose centre lies inside a closed polygon, convex or not, in either direction. Where it
/// crosses itself or winds twice, a point is inside if a ray from it crosses the sides an odd number of
/// times. Sides are half-open: a centre exactly on a side belongs to the polygon on its right, or
/// below if the side is level; so polygons that share sides tile without gaps or overlaps. The last
/// point joins the first; fewer than three draw nothing. Takes time in proportion to the rows times
/// the sides.
RIM_API void rim_mask_draw_polygon(rim_mask *mask, const rim_vec2 *points, int count, bool solid);

#ifdef __cplusplus
}
#endif

#endif
