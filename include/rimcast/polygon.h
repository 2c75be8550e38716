/// @file
/// More of polygons (rimcast/shape2.h has the type, area, inside, convex): simple, and the convex hull.
///
/// Yes and no are decided exactly for the floats given.
#ifndef RIMCAST_POLYGON_H
#define RIMCAST_POLYGON_H

#include "rimcast/base.h"
#include "rimcast/shape2.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Do no two sides meet, but neighbours in their common point? False for fewer than three points
/// and for coordinates that are not finite.
/// Compares each side with every other: time grows with the square of the count.
RIM_API bool rim_polygon2_is_simple(rim_polygon2 polygon);

/// Reorders points so that the first ones are their convex hull, clockwise on the screen from the
/// topmost (of those the leftmost) on, without points that lie on its sides; returns how many. Equal
/// points count once; points on a line give their two ends. Points that are not finite are left out.
/// Method: R. L. Graham, "An efficient algorithm for determining the convex hull of a finite planar
/// set", 1972, with exact signs.
RIM_API size_t rim_polygon2_hull(rim_vec2 *points, size_t count);

#ifdef __cplusplus
}
#endif

#endif
