// The polygon through an outline's points, laid out for distances.
#ifndef RIM_FLAT_OUTLINE_POINT_POLYGON_H
#define RIM_FLAT_OUTLINE_POINT_POLYGON_H

#include "flat/outline/outer_edge.h"
#include "rimcast/outline.h"

// Side i runs from (x[i], y[i]) along (dx[i], dy[i]) to the next corner, the last to the first.
// Coordinates are relative to the anchor.
typedef struct point_polygon
{
    double       *x, *y, *dx, *dy;
    double       *inverse; // 1 / (dx^2 + dy^2), 0 for a side of no length
    int          *of_ray;  // the corner of each ray, or the next one's if it missed
    int           count, rays, capacity;
    double       *block;
    rim_allocator allocator;
} point_polygon;

// Room for up to capacity rays.
rim_status point_polygon_create(point_polygon *polygon, int capacity, const rim_allocator *from);
void       point_polygon_destroy(point_polygon *polygon);

// Takes up the points that hit.
void point_polygon_set(point_polygon *polygon, const rim_edge_point *points, int rays);

// The square of the distance from a point to the polygon's sides; infinite without corners.
double point_polygon_square(const point_polygon *polygon, double px, double py);

// The outer edge and its ends' places among the rays, for a search that measures many polygons.
typedef struct outline_ruler
{
    outer_edge edge;
    double    *turn; // of each piece's middle about the anchor, 0 .. 1 once around
    double     ax, ay;
} outline_ruler;

rim_status outline_ruler_create(outline_ruler *ruler, const rim_mask *mask, rim_vec2 anchor,
                                const rim_allocator *from);
void       outline_ruler_destroy(outline_ruler *ruler);

// The greatest distance, or one that reaches the limit, and where it is.
typedef struct outline_reach
{
    double distance; // infinite without corners
    double x, y;     // the point of the edge where it is, relative to the anchor
    bool   corner;   // that is an end of a piece
} outline_reach;

outline_reach outline_ruler_measure(const outline_ruler *ruler, const point_polygon *polygon,
                                    double limit);

// The solid area inside the polygon, in pixels.
double outline_area_inside(const rim_mask *mask, double ax, double ay,
                           const point_polygon *polygon);

#endif
