// The pixels of one posed sprite in the world, with exact decisions.
//
// Pixel corner (x, y) lies in the world at  C = M (x - anchor.x, y - anchor.y) + t,  whose coordinates are
// sums of five exact products each. The column of a world point P is  u = (row of the adjugate of M) . (P
// - t) / det + anchor.x;  times |det| it is a sum of products of at most three floats. So the sides of
// points, corners and edges are signs of sums that are computed without rounding (base/exact.h).
//
// Coordinates of corners are whole or half numbers. The half ones are the centers of pixels.
#ifndef RIM_FLAT_QUERY_POSED_PIXELS_H
#define RIM_FLAT_QUERY_POSED_PIXELS_H

#include "base/exact.h"
#include "flat/query/traversal.h"
#include "flat/shape/box2.h"
#include "rimcast/sprite_query.h"
#include "rimcast/shape2.h"

#include <math.h>

typedef struct posed_pixels
{
    pair_side  side;
    rim_xform2 pose;
    rim_vec2   anchor;
    double     det;      // |determinant| of the pose
    double     det_sign; // 1.0, or -1.0 for a mirrored pose
    double     reach;    // no coordinate of a corner, nor a part of its sum, is larger
    // The rows of det_sign * adjugate, for axis 0 (columns) and 1 (rows):  (k, l) . (P - t) = |det| (u - anchor).
    double     row_k[2];
    double     row_l[2];
    double     axis_anchor[2];
} posed_pixels;

// Prepares a posed sprite. Returns false if nothing can be hit: the pose is singular or not finite, or there are no
// solid pixels.
bool posed_pixels_init(posed_pixels *grid, rim_posed posed);

// Computes a corner in the world, with an error of at most POSED_CORNER_ERROR * reach in each coordinate.
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

// Returns the column (axis 0) or row (axis 1) of a world point, rounded.
static inline double posed_pixels_axis(const posed_pixels *g, int axis, double wx, double wy)
{
    return (g->row_k[axis] * (wx - g->pose.tx) + g->row_l[axis] * (wy - g->pose.ty)) / g->det +
           g->axis_anchor[axis];
}

// Returns an error bound of posed_pixels_axis for |wx|, |wy| <= reach.
double posed_pixels_axis_error(const posed_pixels *g, int axis, double reach);

// Computes |det| (u - limit) as an exact list, with u the column (axis 0) or row (axis 1) of the world point p.
void posed_pixels_axis_numerator(const posed_pixels *g, int axis, rim_vec2 p, double limit,
                                 exact_list *out);

// Returns the number that posed_pixels_axis_numerator computes, with an error of at most 0.6 units in the last place.
// So its sign is exact.
double posed_pixels_axis_value(const posed_pixels *g, int axis, rim_vec2 p, double limit);

// Returns |det| times the speed of u under a motion, rounded once, so its sign is exact.
static inline double posed_pixels_axis_speed(const posed_pixels *g, int axis, rim_vec2 delta)
{
    return g->row_k[axis] * delta.x + g->row_l[axis] * delta.y;
}

// Maps a normal, given in columns and rows, to the world. The result is not of unit length.
static inline void posed_pixels_normal(const posed_pixels *g, double nu, double nv, double *nx,
                                       double *ny)
{
    *nx = g->row_k[0] * nu + g->row_k[1] * nv;
    *ny = g->row_l[0] * nu + g->row_l[1] * nv;
}

// Returns the square of the largest distance of a ring's corners from the first one, rounded. Requires a corner.
static inline double posed_pixels_ring_reach(rim_polygon2 ring)
{
    double most = 0.0;
    for (int i = 1; i < ring.count; i++)
    {
        double x = (double)ring.points[i].x - ring.points[0].x;
        double y = (double)ring.points[i].y - ring.points[0].y, square = x * x + y * y;
        most = square > most ? square : most;
    }
    return most;
}

// --- the first touch of a moving shape ---------------------------------------------------------------
//
// The search for the solid square that a moving shape touches first: a descent through the sprite's pyramid of squares.
// The square that may be touched first is visited first, so that the best time so far prunes the others.
//
// A shape provides a lower bound, in rounded arithmetic, of the time at which it touches a square of pixels, and an
// exact test whether and when it touches one.

typedef struct cast_touch
{
    bool     hit;
    double   t;      // fraction of the motion
    rim_rect square; // of solid pixels, that is touched
    int      kind;   // of the shape's features that touch, a number of the shape's own
    int      index;  // of this feature
} cast_touch;

typedef struct cast_shape cast_shape;

struct cast_shape
{
    const posed_pixels *grid;
    // The motion takes the time start_time .. start_time + 1. It is 0, or -1 for a motion that ends at the given
    // position.
    int                 start_time;
    // A shape without area that moves within a line between two columns (axis 0) or rows (axis 1) is
    // inside only where both sides of the line are solid.
    bool                on_line[2];
    int                 line[2];
    // The shape stays between these columns (axis 0) and rows (axis 1) during the motion, whatever the rounding.
    double              passed_lo[2], passed_hi[2];
    double              pixel_speed[2]; // of columns and rows
    // If is_disc: the shape is a disc in the sprite's pixels too, because the pose scales columns and rows alike and
    // keeps them perpendicular. It has at most this radius, and the way of its center stays between these columns and
    // rows.
    bool                is_disc;
    double              disc_radius, center_lo[2], center_hi[2];
    double              center_start[2]; // at time 0, rounded
    // Stores a time before which the shape does not touch the square, in the motion's time. Returns false if it
    // certainly never touches it.
    bool (*span)(const cast_shape *shape, rim_rect square, double *earliest);
    // Returns true if the shape touches the square before touch->t, and replaces *touch by this touch.
    bool (*touch)(const cast_shape *shape, rim_rect square, cast_touch *touch);
};

// Sets pixel_speed, passed_lo and passed_hi of an axis, for a box that reaches from lo - error to hi + error at time 0.
// `speed` is |det| times its speed in columns or rows. Requires shape->grid and start_time. A motion that ends at time
// 0 begins one unit of time earlier, so the box was at minus the speed then.
static inline void cast_set_motion(cast_shape *shape, int axis, double lo, double hi, double error,
                                   double speed)
{
    shape->pixel_speed[axis] = speed / shape->grid->det;
    double motion = shape->start_time ? -shape->pixel_speed[axis] : shape->pixel_speed[axis];
    double margin = error + CAST_PASSED_ERROR * (fabs(lo) + fabs(hi) + fabs(motion));
    shape->passed_lo[axis] = lo - margin + (motion < 0.0 ? motion : 0.0);
    shape->passed_hi[axis] = hi + margin + (motion > 0.0 ? motion : 0.0);
}

// Reduces the time *t0 .. *t1 to that in which a moving box overlaps a square, rounded outwards. At time 0 the box
// reaches from lo - error to hi + error, in columns and rows. If the box has no speed along an axis and is apart from
// the square there, returns false and leaves the times. Otherwise returns true, and *t0 > *t1 if the two never overlap.
static inline bool cast_span_box(const cast_shape *shape, rim_rect square, const double lo[2],
                                 const double hi[2], const double error[2], double *t0, double *t1)
{
    double begin = *t0, end = *t1;
    for (int axis = 0; axis < 2; axis++)
    {
        // The distances that the box moves until its front reaches the square, and until its back leaves it.
        double to_front = (axis ? square.y0 : square.x0) - hi[axis] - error[axis];
        double to_back = (axis ? square.y1 : square.x1) - lo[axis] + error[axis];
        if (!slab_clip(to_front, to_back, shape->pixel_speed[axis], &begin, &end)) return false;
    }
    *t0 = begin;
    *t1 = end;
    return true;
}

// Replaces *touch by the first touch before touch->t, if there is one. A shape at rest touches the squares that it
// overlaps at start_time. Requires touch->t, the time at which the search ends.
void first_touch_find(const cast_shape *shape, cast_touch *touch);

// A moving box in a sprite's pixels, exactly, that overlaps no solid pixel at the start.
typedef struct box_motion
{
    pair_box box;
    double   dx, dy; // in pixels, rounded; exactly 0 if the box does not move along the axis
} box_motion;

// Finds the square that first_touch_find would find for the box, if the box comes that far, and stores it in *touched,
// which becomes empty if there is none. Returns false, without an answer, if too many pixels would have to be read, or if
// rounding may change the answer.
bool first_touch_box(const pair_side *side, const box_motion *motion, rim_rect *touched);

// --- convex polygons ---------------------------------------------------------------------------------
//
// A moving convex polygon (or segment, or point) against squares of pixels.
//
// Two convex shapes share area if and only if no edge normal of either separates them. So the polygon's range of
// columns, and that of rows, must cross the square's, and each of the polygon's edges must have a corner of the square
// on its inner side. Under a motion each condition holds during one open span of time, and they share area in the
// intersection of the spans. It begins at the latest beginning, if that is before the earliest end. Beginnings and ends
// are quotients of exact sums.
//
// A polygon of two corners is a segment: its two edges, there and back, require the square to reach to both sides. A
// single corner has no edges. Both have no area and hit where they are inside.

// An edge of the polygon from p to q, in rounded arithmetic. The value of a corner C of a square at time t is
//
//      orientation * ((q - p) x (C - p) - t (q - p) x delta)      > 0: on the inner side.
typedef struct convex_edge
{
    rim_vec2 p, q;
    double   ex, ey;      // orientation * (q - p)
    double   error;       // a bound of the error of a corner's value
    double   speed;       // orientation * (q - p) x delta; 0 if and only if it is exactly 0
    double   speed_error; // a bound of the relative error of speed
    // Of a square's corners, those on the right are farther on the inner side.
    bool     is_right_inner;
    bool     is_below_inner; // those below are
    // The edge runs along columns or rows, so the polygon's range of the other coordinate ends at it, and it separates
    // only where an axis does. An edge without length counts as well: it never separates.
    bool     is_along_axis;
} convex_edge;

enum
{
    CONVEX_PREPARED_EDGES = 8 // the edges from this one on are computed whenever they are needed
};

typedef struct convex_pixels
{
    cast_shape   shape; // must be the first
    rim_polygon2 polygon;
    rim_vec2     delta;
    double       orientation;       // 1.0 if the corners run from x towards y, else -1.0
    double       reach;             // no coordinate of the scene is larger
    int          least[2], most[2]; // the corners with the extreme columns (axis 0) and rows (1)
    double       lo[2], hi[2];      // the extreme columns and rows, rounded
    double       error[2];          // an error bound of lo and hi
    double       speed[2];          // |det| times that of columns and rows; the sign is exact
    convex_edge  edges[CONVEX_PREPARED_EDGES];
} convex_pixels;

// Prepares a polygon that moves by delta from start_time (0 or -1) to start_time + 1. Requires at least one corner, and
// finite corners.
void convex_pixels_init(convex_pixels *c, const posed_pixels *grid, rim_polygon2 polygon,
                        rim_vec2 delta, int start_time);

// Changes the motion of the polygon.
void convex_pixels_move(convex_pixels *c, rim_vec2 delta, int start_time);

// Computes a common point in the world at the time of the touch, and the unit normal of the touched edge, towards the
// polygon. Requires a polygon in motion.
void convex_pixels_place(const convex_pixels *c, const cast_touch *touch, double point[2],
                         rim_vec2 *normal);

// Computes a common point of the polygon at rest and the square.
void convex_pixels_common(const convex_pixels *c, rim_rect square, double point[2]);

// Reduces *t0 .. *t1, fractions of the segment between two positions in the world, to those of its part inside the
// polygon. If no part is inside, *t1 is less than *t0.
void convex_pixels_cut(const convex_pixels *c, const double from[2], const double to[2], double *t0,
                       double *t1);

// --- circles -----------------------------------------------------------------------------------------
//
// A moving circle against squares of pixels, computed in the world, where the circle is round.
//
// A square under its pose is a parallelogram. An open disc shares area with it if its center is inside,
// or nearer than r to a corner, or nearer than r to a side with the foot of the perpendicular on it. So
// the moving center enters at the earliest of: the discs about the corners, and the sides moved out by r.
// With p from the center to a corner and d the motion, and e a side from there,
//
//      corner:  |p|^2 - 2 t p.d + t^2 |d|^2 = r^2         enters if (r |d|)^2 > (p x d)^2
//      side:    h - t s = r |e|,  h and s the distance and speed times |e|
//
// All decisions are signs of polynomials, as r |e| is compared squared. They are computed in double with an error
// bound, and exactly where the bound leaves them undecided.

typedef struct circle_pixels
{
    cast_shape  shape; // must be the first
    rim_circle2 circle;
    rim_vec2    delta;
    double      error;  // of any coordinate of a corner minus the center
    double      length; // of delta, rounded
    double size[2];   // the length in the world of a pixel's side between rows, and between columns
    double middle[2]; // the column and row of the center
    double half[2];   // half the columns and rows of the circle's box, plus an error bound
    // In the sprite's pixels, rounded up. It means something if the circle is a disc there (shape.is_disc).
    double pixel_radius;
    double pixel_error; // a bound of the error of any column or row that the center passes
    double speed[2];    // |det| times that of columns and rows; the sign is exact
} circle_pixels;

// Prepares a circle that moves by delta from start_time (0 or -1) to start_time + 1.
void circle_pixels_init(circle_pixels *c, const posed_pixels *grid, rim_circle2 circle,
                        rim_vec2 delta, int start_time);

// These compute for a circle what the functions of the same names do for convex_pixels.
void circle_pixels_place(const circle_pixels *c, const cast_touch *touch, double point[2],
                         rim_vec2 *normal);
void circle_pixels_common(const circle_pixels *c, rim_rect square, double point[2]);
void circle_pixels_cut(const circle_pixels *c, const double from[2], const double to[2], double *t0,
                       double *t1);

// --- normals -----------------------------------------------------------------------------------------
//
// The normal of the pixels about a position: the sum of the outward normals of their outer edges.
//
// The shared area of a moving shape and the pixels falls fastest in the direction of the integral of the pixels'
// outward normal over the pixels' border inside the shape.

// Returns the unit normal about a point in the world, from the edges within two pixels of it; zero if they cancel.
rim_vec2 pixel_normal_near(const posed_pixels *grid, const double point[2]);

// Computes the sum of the normals of the edges within two pixels of (u, v), in columns and rows, each times its length
// there. Returns false if it is zero but for rounding.
bool pixel_normal_sum(const rim_sprite *sprite, double u, double v, double total[2]);

// Adds the normal of one more sprite to a sum: the integral of the outward normal, in the world, over its pixel edges
// within two pixels of the point. Where two pieces of a floor join, the edges between the pieces cancel.
void pixel_normal_add(double sum[2], const posed_pixels *grid, const double point[2]);

// Returns true if, at the corner at which a motion enters pixel (x, y), only the pixel's side between rows is open: the
// pixel (x_before, y) beside it is solid, and the pixel (x, y_before) above or below is not.
static inline bool pixel_is_open_between_rows(const rim_mask *mask, int x, int y, int x_before,
                                              int y_before)
{
    return rim_mask_get(mask, x_before, y) && !rim_mask_get(mask, x, y_before);
}

// Returns the unit normal from the edges inside a polygon; zero if they cancel.
rim_vec2 pixel_normal_in_convex(const convex_pixels *c);
rim_vec2 pixel_normal_in_circle(const circle_pixels *c);

// Returns true if the segment runs through the inside of the sprite's solid pixels.
bool shape_query_overlaps_segment(rim_posed a, rim_segment2 segment);

#endif
