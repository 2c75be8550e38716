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
#include "rimcast/sprite_query.h"
#include "rimcast/shape2.h"

#include <math.h>

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

// The same, of a pose.
static inline void pixel_normal_to_world(const rim_xform2 *m, double nu, double nv, double *nx,
                                         double *ny)
{
    double turn = rim_xform2_determinant(*m) < 0.0 ? -1.0 : 1.0;
    *nx = turn * m->d * nu + -turn * m->b * nv;
    *ny = -turn * m->c * nu + turn * m->a * nv;
}

// --- the first touch of a moving shape ---------------------------------------------------------------
//
// Which solid square does a moving shape touch first? A descent through the sprite's pyramid of squares,
// the one that may be touched first going first, so that the best time found cuts off the rest.
//
// A shape says of any square of pixels when it can touch it at the earliest (in rounded arithmetic, never
// too late), and decides exactly whether and when it touches one.

typedef struct cast_touch
{
    bool     hit;
    double   t;      // fraction of the motion
    rim_rect square; // of solid pixels, that is touched
    int      kind;   // the shape's own note of how it touches
    int      index;
} cast_touch;

typedef struct cast_shape cast_shape;

struct cast_shape
{
    const posed_pixels *grid;
    int                 from; // the motion takes the time from .. from + 1
    // A shape without area that moves within a line between two columns (axis 0) or rows (axis 1) is
    // inside only where both sides of the line are solid: interior is what is solid all around.
    bool                on_line[2];
    int                 line[2];
    bool (*span)(const cast_shape *shape, rim_rect square, double *earliest);
    bool (*touch)(const cast_shape *shape, rim_rect square,
                  cast_touch *touch); // earlier than touch->t
};

// When does a box that moves lie over a square? It reaches from lo - wider to hi + wider, in columns and rows, and
// moves at speed / |det| of them. Narrows the time t0 .. t1 to that, rounded outwards; false if
// one axis says never.
static inline bool cast_span_box(const cast_shape *shape, rim_rect square, const double lo[2],
                                 const double hi[2], const double wider[2], const double speed[2],
                                 double *t0, double *t1)
{
    double begin = *t0, end = *t1;
    for (int i = 0; i < 2; i++)
    {
        double from = (i ? square.y0 : square.x0) - hi[i] - wider[i];
        double to = (i ? square.y1 : square.x1) - lo[i] + wider[i];
        double pixels = speed[i] / shape->grid->det;
        if (speed[i] == 0.0)
        {
            if (from > 0.0 || to < 0.0) return false;
            continue;
        }
        double a = from / pixels, b = to / pixels;
        double first = a < b ? a : b, last = a < b ? b : a;
        first -= 1e-12 * fabs(first), last += 1e-12 * fabs(last);
        begin = first > begin ? first : begin;
        end = last < end ? last : end;
    }
    *t0 = begin, *t1 = end;
    return true;
}

// touch->t must be the time at which the search ends. Shapes that are at rest touch at time `from` what
// they overlap.
void first_touch_find(const cast_shape *shape, cast_touch *touch);

// --- convex polygons ---------------------------------------------------------------------------------
//
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

// --- rays at unturned sprites --------------------------------------------------------------------------

// Casts a ray at a sprite that is unturned, flipped or turned by quarters, and scaled by a power of two, into a cleared
// answer. Returns false if it is not, or if the ray begins inside or on an edge: then the general way has to find it.
bool integer_ray_cast(const rim_posed *b, rim_ray2 ray, rim_hit2 *hit);

// --- circles -----------------------------------------------------------------------------------------
//
// A moving circle against squares of pixels, in the world, where it is round.
//
// A square under its pose is a parallelogram. An open disc shares area with it if its centre is inside,
// or nearer than r to a corner, or nearer than r to a side with the foot of the perpendicular on it. So
// the moving centre enters at the earliest of: the discs about the corners, and the sides moved out by r.
// With p from the centre to a corner and d the motion, and e a side from there,
//
//      corner:  |p|^2 - 2 t p.d + t^2 |d|^2 = r^2         there is a way in if (r |d|)^2 > (p x d)^2
//      side:    h - t s = r |e|,  h and s the distance and speed times |e|
//
// All signs that decide are of polynomials: r |e| is compared squared. They are computed in double with a
// bound, and exactly where that leaves it undecided.

typedef struct circle_pixels
{
    cast_shape  shape; // must be the first
    rim_circle2 circle;
    rim_vec2    delta;
    double      error;              // of any coordinate of a corner minus the centre
    double      length;             // of delta, rounded
    double      size[2];            // of a pixel's side between rows, and between columns
    double      middle[2], half[2]; // the box in columns and rows, half with its error
    double      speed[2];           // as of convex_pixels
} circle_pixels;

void circle_pixels_init(circle_pixels *c, const posed_pixels *grid, rim_circle2 circle,
                        rim_vec2 delta, int from);

// As the calls of the same names for convex_pixels.
void circle_pixels_place(const circle_pixels *c, const cast_touch *touch, double point[2],
                         rim_vec2 *normal);
void circle_pixels_common(const circle_pixels *c, rim_rect square, double point[2]);
void circle_pixels_cut(const circle_pixels *c, const double from[2], const double to[2], double *t0,
                       double *t1);

// --- normals -----------------------------------------------------------------------------------------
//
// Which way the pixels look about a place: the outward normals of their outer edges, added up.
//
// When a shape moves by d against the pixels, the area that they share changes by what the pixels' border
// inside the shape lets out: the integral of the pixels' outward normal over that border is the direction
// in which the shared area falls fastest.

// About a point in the world, over the edges within two pixels of it; zero if they cancel out.
rim_vec2 pixel_normal_near(const posed_pixels *grid, const double point[2]);

// The same about a place in the pixels of a sprite that is upright (sprite_pose_is_upright).
rim_vec2 pixel_normal_about(const rim_posed *b, double u, double v);

// Adds that of one more sprite before it is made unit, as long as its edges there are in the world: where
// two pieces of a floor meet, the edges between them cancel.
void pixel_normal_add(double sum[2], const posed_pixels *grid, const double point[2]);

// Over the edges inside a shape.
rim_vec2 pixel_normal_in_convex(const convex_pixels *c);
rim_vec2 pixel_normal_in_circle(const circle_pixels *c);

// Returns true if the segment runs through the inside of the sprite's solid pixels.
bool shape_query_overlaps_segment(rim_posed a, rim_segment2 segment);

#endif
