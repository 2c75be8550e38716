// The edges of a convex polygon that moves over posed pixels, and on which side of them the corners of pixels lie.
#ifndef RIM_FLAT_QUERY_CONVEX_EDGES_H
#define RIM_FLAT_QUERY_CONVEX_EDGES_H

#include "flat/query/posed_pixels.h"

// What a polygon touches a square with: cast_touch.kind is an axis, 0 or 1, or this.
enum
{
    CONVEX_KIND_EDGE = 2
};

// Returns the number of edges: two of a segment, one each way; none of a point.
static inline int convex_edge_count(const convex_pixels *c)
{
    return c->polygon.count >= 2 ? c->polygon.count : 0;
}

// Computes edge i, from corner i to the next one, except for its motion.
void convex_edge_init(const convex_pixels *c, int i, convex_edge *e);

// Computes what depends on the polygon's motion: e->speed and e->speed_error. Requires the rest of the edge.
void convex_edge_move(const convex_pixels *c, convex_edge *e);

// Returns edge i: the prepared one, or one that is computed in *room.
static inline const convex_edge *convex_edge_at(const convex_pixels *c, int i, convex_edge *room)
{
    if (i < CONVEX_PREPARED_EDGES) return &c->edges[i];
    convex_edge_init(c, i, room);
    convex_edge_move(c, room);
    return room;
}

// Returns the corner of the square, in pixels, that is farthest on the inner side of the edge.
static inline rim_pixel convex_edge_inner_corner(const convex_edge *e, rim_rect s)
{
    return (rim_pixel){ e->is_right_inner ? s.x1 : s.x0, e->is_below_inner ? s.y1 : s.y0 };
}

// Returns the value of a corner (x, y) of the grid at time 0, in double: its distance from the edge's line times the
// edge's length, positive on the inner side. Its error is at most e->error.
static inline double convex_edge_value(const convex_pixels *c, const convex_edge *e, double x,
                                       double y)
{
    double wx, wy;
    posed_pixels_corner(c->shape.grid, x, y, &wx, &wy);
    return e->ex * (wy - e->p.y) - e->ey * (wx - e->p.x);
}

// Computes the value of corner (x, y) of the grid at time 0 exactly:
//
//      orientation * ((q - p) x (w - p)),    w the corner in the world.
void convex_edge_numerator(const convex_pixels *c, const convex_edge *e, int x, int y,
                           exact_list *out);

// Returns the value that convex_edge_numerator computes, with an error of at most 0.6 units in the last place.
double convex_edge_exact_value(const convex_pixels *c, const convex_edge *e, int x, int y);

#endif
