/// @file
/// Flat shapes as plain values: boxes, rectangles of pixels, segments, rays, circles and polygons.
///
/// All but the rectangles are closed: the border belongs to the shape, unless a query says otherwise. A box with a
/// lo above its hi is empty; rim_box2_empty() is the one that any union starts from.
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

/// From lo to hi, borders included. Zeroed it is not empty: it holds the origin.
typedef struct rim_box2
{
    rim_vec2 lo, hi;
} rim_box2;

/// A rectangle of pixels: columns x0 .. x1 - 1, rows y0 .. y1 - 1. Empty when x1 <= x0 or y1 <= y0.
typedef struct rim_rect
{
    int x0, y0, x1, y1;
} rim_rect;

/// As given: nothing is swapped, and a lo above its hi makes it empty.
static inline rim_box2 rim_box2_make(rim_vec2 lo, rim_vec2 hi)
{
    rim_box2 box;
    box.lo = lo;
    box.hi = hi;
    return box;
}

/// The empty box that unions start from: lo is FLT_MAX, hi is -FLT_MAX.
static inline rim_box2 rim_box2_empty(void)
{
    return rim_box2_make(rim_vec2_make(FLT_MAX, FLT_MAX), rim_vec2_make(-FLT_MAX, -FLT_MAX));
}

/// True as well for a box with a NaN.
static inline bool rim_box2_is_empty(rim_box2 box)
{
    return !(box.lo.x <= box.hi.x && box.lo.y <= box.hi.y);
}

/// The border is inside. Nothing is in an empty box, and a NaN in none.
static inline bool rim_box2_contains(rim_box2 box, rim_vec2 p)
{
    return box.lo.x <= p.x && p.x <= box.hi.x && box.lo.y <= p.y && p.y <= box.hi.y;
}

/// Touching counts. An empty box overlaps nothing.
static inline bool rim_box2_overlaps(rim_box2 a, rim_box2 b)
{
    return a.lo.x <= b.hi.x && b.lo.x <= a.hi.x && a.lo.y <= b.hi.y && b.lo.y <= a.hi.y &&
           !rim_box2_is_empty(a) && !rim_box2_is_empty(b);
}

/// The smallest box around both; an empty one adds nothing if it came from rim_box2_empty().
static inline rim_box2 rim_box2_union(rim_box2 a, rim_box2 b)
{
    return rim_box2_make(rim_vec2_min(a.lo, b.lo), rim_vec2_max(a.hi, b.hi));
}

/// The smallest box around box and point. A NaN in p would lose what the box had on that axis.
static inline rim_box2 rim_box2_add(rim_box2 box, rim_vec2 p)
{
    return rim_box2_make(rim_vec2_min(box.lo, p), rim_vec2_max(box.hi, p));
}

/// What both share; empty when they are apart.
static inline rim_box2 rim_box2_intersect(rim_box2 a, rim_box2 b)
{
    return rim_box2_make(rim_vec2_max(a.lo, b.lo), rim_vec2_min(a.hi, b.hi));
}

/// Moved out by margin on every side; a negative margin may leave it empty.
static inline rim_box2 rim_box2_grow(rim_box2 box, float margin)
{
    rim_vec2 m = rim_vec2_make(margin, margin);
    return rim_box2_make(rim_vec2_sub(box.lo, m), rim_vec2_add(box.hi, m));
}

/// The middle, also of boxes whose size is beyond float; the origin for rim_box2_empty().
static inline rim_vec2 rim_box2_center(rim_box2 box)
{
    return rim_vec2_make(0.5f * box.lo.x + 0.5f * box.hi.x, 0.5f * box.lo.y + 0.5f * box.hi.y);
}

/// As given: x1 and y1 are the first column and row that are outside.
static inline rim_rect rim_rect_make(int x0, int y0, int x1, int y1)
{
    rim_rect rect;
    rect.x0 = x0;
    rect.y0 = y0;
    rect.x1 = x1;
    rect.y1 = y1;
    return rect;
}

/// True if it has no column or no row.
static inline bool rim_rect_is_empty(rim_rect rect)
{
    return rect.x1 <= rect.x0 || rect.y1 <= rect.y0;
}

/// Is pixel (x, y) one of its? Column x0 is inside, column x1 is not.
static inline bool rim_rect_contains(rim_rect rect, int x, int y)
{
    return rect.x0 <= x && x < rect.x1 && rect.y0 <= y && y < rect.y1;
}

/// The pixels of both; empty, but not all zero, when they share none.
static inline rim_rect rim_rect_intersect(rim_rect a, rim_rect b)
{
    return rim_rect_make(a.x0 > b.x0 ? a.x0 : b.x0, a.y0 > b.y0 ? a.y0 : b.y0,
                         a.x1 < b.x1 ? a.x1 : b.x1, a.y1 < b.y1 ? a.y1 : b.y1);
}

/// The smallest box around a box's image, rounded outwards, so that no image of an inner point is
/// outside. Empty for an empty box.
RIM_API rim_box2 rim_xform2_bounds(rim_xform2 m, rim_box2 box);

// --- segments and rays ---------------------------------------------------------------------------------

/// From a to b. a == b is a point and is allowed everywhere.
typedef struct rim_segment2
{
    rim_vec2 a, b;
} rim_segment2;

/// The motion origin + t * delta for t in [0, 1]. It ends at origin + delta: a ray is as long as its
/// delta. A zero delta asks about the origin alone.
typedef struct rim_ray2
{
    rim_vec2 origin, delta;
} rim_ray2;

/// A point on a segment, and where on it.
typedef struct rim_on_segment2
{
    rim_vec2 point;
    float    t;        ///< fraction from a to b, in [0, 1]; 0 on a segment of no length
    float    distance; ///< from the asked point, >= 0
} rim_on_segment2;

/// The point of the segment closest to p. On a segment of no length that is a.
///
///      t = (p - a) . (b - a) / |b - a|^2,  clamped to [0, 1]
///
/// in double, so no direction is normalised and nothing is divided by zero.
RIM_API rim_on_segment2 rim_segment2_closest(rim_segment2 segment, rim_vec2 p);

/// The point of a ray at fraction t.
static inline rim_vec2 rim_ray2_at(rim_ray2 ray, float t)
{
    return rim_vec2_along(ray.origin, ray.delta, t);
}

// --- circles and polygons ------------------------------------------------------------------------------

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
