// The parts of a radial outline: rays, the edge that they hit, and the polygon through their points.
#ifndef RIM_FLAT_OUTLINE_OUTLINE_H
#define RIM_FLAT_OUTLINE_OUTLINE_H

#include "rimcast/mask.h"
#include "rimcast/outline.h"

// --- rays ------------------------------------------------------------------------------------------------

// The data that all rays about an anchor share. The anchor is finite.
typedef struct outline_rays
{
    const rim_mask *mask;
    double          ax, ay;        // the anchor
    double          width, height; // of the image
    double          margin;        // no rounding moves a coordinate by more
    double          middle;        // the x of the middle of the anchor's column
    int             anchor_row;    // the floor of ay
    bool            inside;        // the anchor is in the image
} outline_rays;

void outline_rays_init(outline_rays *rays, const rim_mask *mask, rim_vec2 anchor);

enum
{
    OUTLINE_RAYS_TOGETHER = 64 // the most that are cast at a time
};

// The directions of rays that are cast together, and the points to be found.
typedef struct outline_fan
{
    int             count;
    double          cos[OUTLINE_RAYS_TOGETHER], sin[OUTLINE_RAYS_TOGETHER];
    double          across[OUTLINE_RAYS_TOGETHER]; // cos / sin; not used where sin is 0
    double          down[OUTLINE_RAYS_TOGETHER];   // sin / cos; not used where cos is 0
    rim_edge_point *points[OUTLINE_RAYS_TOGETHER];
} outline_fan;

// Finds each ray's first solid pixel from outside. Returns how many rays hit one. A direction of two zeros hits nothing.
int outline_rays_cast(const outline_rays *rays, const outline_fan *fan);

// --- the outer edge ----------------------------------------------------------------------------------
//
// The outer edge of a mask: the sides of solid pixels that border the empty space around the mask.
//
// Empty pixels are connected through their sides (4-connected), so solid pixels that touch at a corner close a wall.
// The sides around holes, and around empty space behind such a wall, are not in the outer edge.

// A maximal straight piece of the edge, along x or y, between pixel corners. (x1, y1) is to the right of or below (x0, y0).
typedef struct edge_piece
{
    int x0, y0, x1, y1;
} edge_piece;

typedef struct outer_edge
{
    edge_piece   *pieces;
    size_t        count, capacity;
    rim_allocator allocator;
} outer_edge;

// Finds the outer edge of a mask. On RIM_ERR_MEMORY nothing is allocated.
rim_status outer_edge_create(outer_edge *edge, const rim_mask *mask, const rim_allocator *from);

void outer_edge_destroy(outer_edge *edge);

// --- the polygon through the points ------------------------------------------------------------------

// A polygon. Side i runs from (x[i], y[i]) by (dx[i], dy[i]) to the next corner, the last side to the first corner.
// Coordinates are relative to the anchor.
typedef struct point_polygon
{
    double       *x, *y, *dx, *dy;
    double       *inverse; // 1 / (dx^2 + dy^2), 0 for a side of no length
    int          *of_ray;  // of each ray: its corner or, if it missed, the next corner
    int           count, rays, capacity;
    double       *block;
    rim_allocator allocator;
} point_polygon;

// Creates a polygon with room for `capacity` rays.
rim_status point_polygon_create(point_polygon *polygon, int capacity, const rim_allocator *from);
void       point_polygon_destroy(point_polygon *polygon);

// Sets the corners to the points that hit. Requires rays <= capacity.
void point_polygon_set(point_polygon *polygon, const rim_edge_point *points, int rays);

// Returns the squared distance from a point to the polygon's sides; infinity without corners.
double point_polygon_square(const point_polygon *polygon, double px, double py);

// The outer edge, and for each piece the angle of its middle about the anchor, for a search that measures many
// polygons.
typedef struct outline_ruler
{
    outer_edge edge;
    double    *turn; // of each piece's middle about the anchor, 0 .. 1 once around
    double     ax, ay;
} outline_ruler;

rim_status outline_ruler_create(outline_ruler *ruler, const rim_mask *mask, rim_vec2 anchor,
                                const rim_allocator *from);
void       outline_ruler_destroy(outline_ruler *ruler);

// The greatest distance from the edge to a polygon, or one that reaches a limit, and its position.
typedef struct outline_farthest
{
    double distance; // infinite without corners
    double x, y;     // the point of the edge that has it, relative to the anchor
    bool   corner;   // the point is an end of a piece
} outline_farthest;

// Returns the point of the edge that is farthest from the polygon, or a point whose distance is at least `limit`.
outline_farthest outline_ruler_measure(const outline_ruler *ruler, const point_polygon *polygon,
                                       double limit);

// Returns the solid area inside the polygon, in pixels.
double outline_area_inside(const rim_mask *mask, double ax, double ay,
                           const point_polygon *polygon);

#endif
