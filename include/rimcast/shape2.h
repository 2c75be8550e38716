/// @file
/// 2D shapes as plain values: boxes, rectangles of pixels, segments, rays, circles and polygons.
///
/// Shapes other than rectangles of pixels are closed: the border belongs to the shape, unless a query states
/// otherwise. A box is empty if lo.x > hi.x or lo.y > hi.y.
#ifndef RIMCAST_SHAPE2_H
#define RIMCAST_SHAPE2_H

#include "rimcast/base.h"
#include "rimcast/vec2.h"

#include <float.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- boxes and rectangles ------------------------------------------------------------------------------

/// An axis-aligned box from lo to hi, including its border. A zeroed box is not empty: it contains the origin.
typedef struct rim_box2
{
    rim_vec2 lo, hi;
} rim_box2;

/// A rectangle of pixels: columns x0 .. x1 - 1, rows y0 .. y1 - 1. It is empty if x1 <= x0 or y1 <= y0.
typedef struct rim_rect
{
    int x0, y0, x1, y1;
} rim_rect;

/// Returns the box from lo to hi. Coordinates are not swapped: if lo > hi on some axis, the box is empty.
static inline rim_box2 rim_box2_make(rim_vec2 lo, rim_vec2 hi)
{
    rim_box2 box;
    box.lo = lo;
    box.hi = hi;
    return box;
}

/// Returns the empty box from which unions start: lo is FLT_MAX, hi is -FLT_MAX.
static inline rim_box2 rim_box2_empty(void)
{
    return rim_box2_make(rim_vec2_make(FLT_MAX, FLT_MAX), rim_vec2_make(-FLT_MAX, -FLT_MAX));
}

/// Returns true if lo > hi on some axis or a coordinate is NaN.
static inline bool rim_box2_is_empty(rim_box2 box)
{
    return !(box.lo.x <= box.hi.x && box.lo.y <= box.hi.y);
}

/// Returns true if p is in the box, including its border. Returns false if the box is empty or a coordinate is NaN.
static inline bool rim_box2_contains(rim_box2 box, rim_vec2 p)
{
    return box.lo.x <= p.x && p.x <= box.hi.x && box.lo.y <= p.y && p.y <= box.hi.y;
}

/// Returns true if two boxes overlap or touch. An empty box overlaps nothing.
static inline bool rim_box2_overlaps(rim_box2 a, rim_box2 b)
{
    return a.lo.x <= b.hi.x && b.lo.x <= a.hi.x && a.lo.y <= b.hi.y && b.lo.y <= a.hi.y &&
           !rim_box2_is_empty(a) && !rim_box2_is_empty(b);
}

/// Returns the smallest box around two boxes. The union of a box with rim_box2_empty() is the box itself. The union
/// with another empty box may be larger.
static inline rim_box2 rim_box2_union(rim_box2 a, rim_box2 b)
{
    rim_box2 box = { { a.lo.x < b.lo.x ? a.lo.x : b.lo.x, a.lo.y < b.lo.y ? a.lo.y : b.lo.y },
                     { a.hi.x > b.hi.x ? a.hi.x : b.hi.x, a.hi.y > b.hi.y ? a.hi.y : b.hi.y } };
    return box;
}

/// Returns a rectangle of pixels. Column x1 and row y1 are the first ones that no longer belong to it.
static inline rim_rect rim_rect_make(int x0, int y0, int x1, int y1)
{
    rim_rect rect;
    rect.x0 = x0;
    rect.y0 = y0;
    rect.x1 = x1;
    rect.y1 = y1;
    return rect;
}

/// Returns true if a rectangle has no column or no row.
static inline bool rim_rect_is_empty(rim_rect rect)
{
    return rect.x1 <= rect.x0 || rect.y1 <= rect.y0;
}

/// Returns the rectangle of the pixels that are in both rectangles. If they share no pixel, the result is empty
/// (rim_rect_is_empty), but its members need not be zero.
static inline rim_rect rim_rect_intersect(rim_rect a, rim_rect b)
{
    return rim_rect_make(a.x0 > b.x0 ? a.x0 : b.x0, a.y0 > b.y0 ? a.y0 : b.y0,
                         a.x1 < b.x1 ? a.x1 : b.x1, a.y1 < b.y1 ? a.y1 : b.y1);
}

// --- segments and rays ---------------------------------------------------------------------------------

/// A segment from a to b. If a equals b, the segment is a point, which every function allows.
typedef struct rim_segment2
{
    rim_vec2 a, b;
} rim_segment2;

/// A ray: the points origin + t * delta for t in [0, 1]. The ray ends at origin + delta. With a zero delta it is a
/// point.
typedef struct rim_ray2
{
    rim_vec2 origin, delta;
} rim_ray2;

// --- circles and polygons ------------------------------------------------------------------------------

/// A circle. With a radius of 0 it is a point. A circle with a negative radius has no points, so no query hits it.
typedef struct rim_circle2
{
    rim_vec2 center;
    float    radius;
} rim_circle2;

/// A polygon: a ring of corners, clockwise or counter-clockwise. The array is borrowed, not copied. The last corner is
/// joined to the first, which is not repeated at the end. A point is inside if the ring winds around it (nonzero rule).
/// A polygon of one corner is a point, and a polygon of two corners is a segment. Equal consecutive corners are
/// allowed.
typedef struct rim_polygon2
{
    const rim_vec2 *points;
    int             count;
} rim_polygon2;

// --- containment -------------------------------------------------------------------------------------

/// Returns true if p is in the polygon or on its border. The result is exact for the float values. Returns false if p
/// or a corner is not finite.
RIM_API bool rim_polygon2_contains(rim_polygon2 polygon, rim_vec2 p);

// --- polygons ----------------------------------------------------------------------------------------

/// Returns the signed area of a polygon. It is positive if the corners run clockwise on the screen (from x towards y).
RIM_API double rim_polygon2_area(rim_polygon2 polygon);

/// Returns true if the polygon's ring turns in one direction only and winds once. The result is exact. Collinear
/// corners are allowed. A ring without area that runs along a line and back is also convex.
RIM_API bool rim_polygon2_is_convex(rim_polygon2 polygon);

/// A point on the border of a polygon, with its edge.
typedef struct rim_on_polygon2
{
    rim_vec2 point;
    float    distance; ///< the distance from the given point, >= 0
    int      edge;     ///< edge i runs from corner i to the next corner; -1 if there are no corners
} rim_on_polygon2;

/// Returns the point of the polygon's border that is closest to p. If several edges are equally close, the first one is
/// used. If the polygon has no corners, edge is -1 and all other members are zero.
RIM_API rim_on_polygon2 rim_polygon2_closest(rim_polygon2 polygon, rim_vec2 p);

/// Reorders points so that the first ones are the corners of their convex hull, and returns the number of these
/// corners. The corners run clockwise on the screen and begin with the topmost point, or with the leftmost if several
/// points are topmost. Points on the sides of the hull are left out. Equal points count once. If all points lie on one
/// line, the result is the two outermost points, or one point if all are equal. Non-finite points are left out. Method:
/// R. L. Graham, "An efficient algorithm for determining the convex hull of a finite planar set", 1972; whether three
/// points turn left or right is computed exactly.
RIM_API size_t rim_polygon2_hull(rim_vec2 *points, size_t count);

#ifdef __cplusplus
}
#endif

#endif
