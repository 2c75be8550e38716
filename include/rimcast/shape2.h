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

/// Is p in the box? The border is inside. Nothing is in an empty box, and a NaN in none.
static inline bool rim_box2_contains(rim_box2 box, rim_vec2 p)
{
    return box.lo.x <= p.x && p.x <= box.hi.x && box.lo.y <= p.y && p.y <= box.hi.y;
}

/// Do two boxes overlap? Touching counts. An empty box overlaps nothing.
static inline bool rim_box2_overlaps(rim_box2 a, rim_box2 b)
{
    return a.lo.x <= b.hi.x && b.lo.x <= a.hi.x && a.lo.y <= b.hi.y && b.lo.y <= a.hi.y &&
           !rim_box2_is_empty(a) && !rim_box2_is_empty(b);
}

/// The smallest box around both; an empty one adds nothing if it came from rim_box2_empty().
static inline rim_box2 rim_box2_union(rim_box2 a, rim_box2 b)
{
    rim_box2 box = { { a.lo.x < b.lo.x ? a.lo.x : b.lo.x, a.lo.y < b.lo.y ? a.lo.y : b.lo.y },
                     { a.hi.x > b.hi.x ? a.hi.x : b.hi.x, a.hi.y > b.hi.y ? a.hi.y : b.hi.y } };
    return box;
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

/// The pixels of both; empty, but not all zero, when they share none.
static inline rim_rect rim_rect_intersect(rim_rect a, rim_rect b)
{
    return rim_rect_make(a.x0 > b.x0 ? a.x0 : b.x0, a.y0 > b.y0 ? a.y0 : b.y0,
                         a.x1 < b.x1 ? a.x1 : b.x1, a.y1 < b.y1 ? a.y1 : b.y1);
}

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

// --- what they contain -------------------------------------------------------------------------------

/// Is p in the polygon? Exact for the float values; the border counts as inside. A NaN is nowhere.
RIM_API bool rim_polygon2_contains(rim_polygon2 polygon, rim_vec2 p);

// --- polygons ----------------------------------------------------------------------------------------

/// The signed area: positive if the corners run clockwise on the screen (from x towards y).
RIM_API double rim_polygon2_area(rim_polygon2 polygon);

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

/// The point of the polygon's border closest to p; of equally close edges the first. Without corners all is zero but the edge, -1.
RIM_API rim_on_polygon2 rim_polygon2_closest(rim_polygon2 polygon, rim_vec2 p);

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
