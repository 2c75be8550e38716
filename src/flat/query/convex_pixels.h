// A moving convex polygon (or segment, or point) against squares of pixels.
//
// Two convex things share area if and only if no edge normal of either separates them. The square asks
// that the polygon's columns and its rows cross its own; each of the polygon's edges asks that some
// corner of the square be on its inner side. Under a motion each of these holds during one open span of
// time, and the things share area in the intersection of the spans: it begins at the latest beginning,
// if that is before the earliest end. Beginnings and ends are quotients of exact sums.
//
// A polygon of two corners is a segment: its two edges, there and back, together say that the square
// reaches to both sides. A single corner has no edges. Both have no area: they hit where they are inside.
#ifndef RIM_FLAT_QUERY_CONVEX_PIXELS_H
#define RIM_FLAT_QUERY_CONVEX_PIXELS_H

#include "flat/query/first_touch.h"
#include "rimcast/shape2.h"

typedef struct convex_pixels
{
    cast_shape   shape; // must be the first
    rim_polygon2 polygon;
    rim_vec2     delta;
    double       turn;              // the inner side of an edge is where turn * cross > 0
    double       reach;             // no coordinate of the scene is larger
    int          least[2], most[2]; // the corners of the extreme columns and rows
    double       lo[2], hi[2];      // these, in rounded arithmetic
    double       error[2];          // of these
    double       speed[2];          // of columns and rows; the sign is exact
} convex_pixels;

// The polygon must have corners, all of them finite.
void convex_pixels_init(convex_pixels *c, const posed_pixels *grid, rim_polygon2 polygon,
                        rim_vec2 delta, int from);

// Another motion of the same polygon.
void convex_pixels_move(convex_pixels *c, rim_vec2 delta, int from);

// The end of the answer: a common point in the world at the time of the touch, and the unit normal of the
// edge that is touched, towards the polygon. Not for things at rest.
void convex_pixels_place(const convex_pixels *c, const cast_touch *touch, double point[2],
                         rim_vec2 *normal);

// Some point that the polygon at rest and the square have in common.
void convex_pixels_common(const convex_pixels *c, rim_rect square, double point[2]);

// The part, from *t0 to *t1, of the way from one place in the world to another that is inside.
void convex_pixels_cut(const convex_pixels *c, const double from[2], const double to[2], double *t0,
                       double *t1);

#endif
