// Polygons of the flat world: area, inside, convex, simple, hull.
//
// The last point joins the first. Yes and no are decided exactly for the floats given. A polygon with a
// coordinate that is NaN or infinite contains nothing, is neither convex nor simple and has area 0.
#ifndef RIMCAST_POLYGON_H
#define RIMCAST_POLYGON_H

#include "rimcast/base.h"
#include "rimcast/vec2.h"

#ifdef __cplusplus
extern "C" {
#endif

// Borrowed points.
typedef struct rim_polygon2
{
    const rim_vec2 *points;
    size_t          count;
} rim_polygon2;

static inline rim_polygon2 rim_polygon2_make(const rim_vec2 *points, size_t count)
{
    rim_polygon2 polygon;
    polygon.points = points;
    polygon.count = count;
    return polygon;
}

// The signed area: positive if the points run clockwise on the screen (y is down), so that the inside
// lies on the right hand. Summed in double about the first point: exact for whole and half pixels.
double rim_polygon2_area(rim_polygon2 polygon);

// Is the point inside? A ray from it crosses the sides an odd number of times. Sides are half-open, as in
// rim_mask_draw_polygon: of polygons that share a side exactly one contains a point on it.
bool rim_polygon2_contains(rim_polygon2 polygon, rim_vec2 point);

// Do the points run once around, always turning to the same hand or straight on, in either direction?
// False for fewer than three points, for points that are all on one line, and where two neighbours
// are equal.
bool rim_polygon2_is_convex(rim_polygon2 polygon);

// Do no two sides meet, but neighbours in their common point? False for fewer than three points.
// Compares each side with every other: time grows with the square of the count.
bool rim_polygon2_is_simple(rim_polygon2 polygon);

// Reorders points so that the first ones are their convex hull, clockwise on the screen from the
// topmost (of those the leftmost) on, without points that lie on its sides; returns how many. Equal
// points count once; points on a line give their two ends. Points that are not finite are left out.
// Method: R. L. Graham, "An efficient algorithm for determining the convex hull of a finite planar
// set", 1972, with exact signs.
size_t rim_polygon2_hull(rim_vec2 *points, size_t count);

#ifdef __cplusplus
}
#endif

#endif
