// The pixels of one posed sprite, seen from the world, with exact decisions.
//
// Pixel corner (x, y) lies in the world at  C = M (x - anchor.x, y - anchor.y) + t,  whose coordinates are
// sums of five exact products each. The column of a world point P is  u = (row of the adjugate of M) . (P
// - t) / det + anchor.x;  times |det| it is a sum of products of at most three floats. So the sides of
// points, corners and edges are signs of sums that can be had without rounding (base/exact.h).
//
// Coordinates of corners are whole or half numbers: halves are pixels' middles.
#ifndef RIM_FLAT_QUERY_POSED_PIXELS_H
#define RIM_FLAT_QUERY_POSED_PIXELS_H

#include "base/exact.h"
#include "flat/query/traversal.h"
#include "rimcast/cast.h"

typedef struct posed_pixels
{
    pair_side  side;
    rim_xform2 pose;
    rim_vec2   anchor;
    double     det;   // of the pose, without its sign
    double     turn;  // its sign
    double     reach; // no coordinate of a corner, nor a part of its sum, is larger
    double row_k[2];  // (k, l) . (P - t) = |det| (u - anchor) along axis 0 (columns) and 1 (rows)
    double row_l[2];
    double axis_anchor[2];
} posed_pixels;

// False if nothing can be hit: the pose is singular or not finite, or there are no solid pixels.
bool posed_pixels_init(posed_pixels *grid, rim_posed posed);

// A corner in the world; each coordinate is within 2^-50 * reach.
static inline void posed_pixels_corner(const posed_pixels *g, double x, double y, double *wx,
                                       double *wy)
{
    double px = x - g->anchor.x, py = y - g->anchor.y;
    *wx = g->pose.a * px + g->pose.c * py + g->pose.tx;
    *wy = g->pose.b * px + g->pose.d * py + g->pose.ty;
}

// Adds the exact coordinates of a corner, five numbers each, to two lists.
void posed_pixels_add_corner(const posed_pixels *g, double x, double y, exact_list *wx,
                             exact_list *wy);

// The column (axis 0) or row (axis 1) of a world point.
static inline double posed_pixels_axis(const posed_pixels *g, int axis, double wx, double wy)
{
    return (g->row_k[axis] * (wx - g->pose.tx) + g->row_l[axis] * (wy - g->pose.ty)) / g->det +
           g->axis_anchor[axis];
}

// A bound of its error for |wx|, |wy| <= reach.
double posed_pixels_axis_error(const posed_pixels *g, int axis, double reach);

// |det| (u(p) - limit), exactly.
void posed_pixels_axis_numerator(const posed_pixels *g, int axis, rim_vec2 p, double limit,
                                 exact_list *out);

// The same, rounded to within 0.6 units in the last place.
double posed_pixels_axis_value(const posed_pixels *g, int axis, rim_vec2 p, double limit);

// |det| times the speed of u for a motion: rounded once, so its sign is exact.
static inline double posed_pixels_axis_speed(const posed_pixels *g, int axis, rim_vec2 delta)
{
    return g->row_k[axis] * delta.x + g->row_l[axis] * delta.y;
}

// Where a world vector of normal direction, given in columns and rows, points; not unit.
static inline void posed_pixels_normal(const posed_pixels *g, double nu, double nv, double *nx,
                                       double *ny)
{
    *nx = g->row_k[0] * nu + g->row_k[1] * nv;
    *ny = g->row_l[0] * nu + g->row_l[1] * nv;
}

#endif
