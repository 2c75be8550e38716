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
// bound, and exactly where that leaves a doubt.
#ifndef RIM_FLAT_QUERY_CIRCLE_PIXELS_H
#define RIM_FLAT_QUERY_CIRCLE_PIXELS_H

#include "flat/query/first_touch.h"
#include "rimcast/shape2.h"

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

#endif
