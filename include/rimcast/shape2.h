/// @file
/// Flat shapes as plain values: circles and polygons, beside the segments, rays and boxes of segment.h and
/// box.h. All of them are closed: the border belongs to the shape, unless a query says otherwise.
#ifndef RIMCAST_SHAPE2_H
#define RIMCAST_SHAPE2_H

#include "rimcast/box.h"
#include "rimcast/segment.h"
#include "rimcast/vec2.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A radius of 0 is a point; a negative one is a mistake, and no query hits it.
typedef struct rim_circle2
{
    rim_vec2 center;
    float    radius;
} rim_circle2;

/// A ring of corners, borrowed from the caller; the last one is joined to the first, and is not repeated.
/// Either way round. What is inside is what the ring winds around (the nonzero rule). One corner is a
/// point, two are a segment; equal neighbours are allowed.
typedef struct rim_polygon2
{
    const rim_vec2 *points;
    int             count;
} rim_polygon2;

/// As given; nothing is hit by a negative radius.
static inline rim_circle2 rim_circle2_make(rim_vec2 center, float radius)
{
    rim_circle2 circle;
    circle.center = center;
    circle.radius = radius;
    return circle;
}

/// A view: the points are the caller's and must outlive it.
static inline rim_polygon2 rim_polygon2_make(const rim_vec2 *points, int count)
{
    rim_polygon2 polygon;
    polygon.points = points;
    polygon.count = count;
    return polygon;
}

/// Starts at a, where t is 0, and ends at b.
static inline rim_segment2 rim_segment2_make(rim_vec2 a, rim_vec2 b)
{
    rim_segment2 segment;
    segment.a = a;
    segment.b = b;
    return segment;
}

/// From origin to origin + delta; delta is the whole way, not a direction.
static inline rim_ray2 rim_ray2_make(rim_vec2 origin, rim_vec2 delta)
{
    rim_ray2 ray;
    ray.origin = origin;
    ray.delta = delta;
    return ray;
}

/// The four corners of a box as a ring: lo, then around clockwise on the screen.
static inline void rim_box2_corners(rim_box2 box, rim_vec2 corners[4])
{
    corners[0] = box.lo;
    corners[1] = rim_vec2_make(box.hi.x, box.lo.y);
    corners[2] = box.hi;
    corners[3] = rim_vec2_make(box.lo.x, box.hi.y);
}

// --- bounds: the smallest box, rounded outwards ------------------------------------------------------

RIM_API rim_box2 rim_circle2_bounds(rim_circle2 circle);    ///< empty for a negative radius
RIM_API rim_box2 rim_segment2_bounds(rim_segment2 segment); ///< exact
RIM_API rim_box2 rim_ray2_bounds(rim_ray2 ray);             ///< of the whole motion
RIM_API rim_box2 rim_polygon2_bounds(rim_polygon2 polygon); ///< empty without corners

// --- what they contain -------------------------------------------------------------------------------

/// @{
/// Exact for the float values; the border counts as inside. A NaN is nowhere.
RIM_API bool rim_circle2_contains(rim_circle2 circle, rim_vec2 p);
RIM_API bool rim_polygon2_contains(rim_polygon2 polygon, rim_vec2 p);
/// @}

// --- polygons ----------------------------------------------------------------------------------------

/// The signed area: positive if the corners run clockwise on the screen (from x towards y).
RIM_API double rim_polygon2_area(rim_polygon2 polygon);

/// The middle of its area; the mean of its corners if it has no area, the origin if it has no corners.
RIM_API rim_vec2 rim_polygon2_centroid(rim_polygon2 polygon);

/// Does the ring turn only one way, and only once around? Exact. Corners on one line are allowed, and so
/// is a ring without area that runs along a line and back.
RIM_API bool rim_polygon2_is_convex(rim_polygon2 polygon);

/// The point of the ring (not of its inside) closest to p, and which edge it lies on.
typedef struct rim_on_polygon2
{
    rim_vec2 point;
    float    distance; ///< from the asked point, >= 0
    int      edge;     ///< from corner edge to the next; -1 if the polygon has no corners
} rim_on_polygon2;

/// Of edges that are equally close the first. Without corners all is zero but the edge, -1.
RIM_API rim_on_polygon2 rim_polygon2_closest(rim_polygon2 polygon, rim_vec2 p);

#ifdef __cplusplus
}
#endif

#endif
