// Which solid square does a moving shape touch first? A descent through the sprite's pyramid of squares,
// the one that may be touched first going first, so that the best time found cuts off the rest.
//
// A shape says of any square of pixels when it can touch it at the earliest (in rounded arithmetic, never
// too late), and decides exactly whether and when it touches one.
#ifndef RIM_FLAT_CAST_WALK_H
#define RIM_FLAT_CAST_WALK_H

#include "flat/cast_grid.h"

#include <math.h>

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
    const cast_grid *grid;
    int              from; // the motion takes the time from .. from + 1
    // A shape without area that moves within a line between two columns (axis 0) or rows (axis 1) is
    // inside only where both sides of the line are solid: interior is what is solid all around.
    bool             on_line[2];
    int              line[2];
    bool (*span)(const cast_shape *shape, rim_rect square, double *earliest);
    bool (*touch)(const cast_shape *shape, rim_rect square,
                  cast_touch *touch); // earlier than touch->t
};

// Along an axis a shape lies over a square from the place `from` of its way to the place `to`, in pixels; speed is
// |det| times its own. Narrows the time t0 .. t1 to that, rounded, and in doubt it stays wider; false if it never does.
static inline bool cast_span_narrow(const cast_shape *shape, double from, double to, double speed,
                                    double *t0, double *t1)
{
    if (speed == 0.0) return !(from > 0.0 || to < 0.0);
    double pixels = speed / shape->grid->det;
    double a = from / pixels, b = to / pixels;
    double first = a < b ? a : b, last = a < b ? b : a;
    first -= 1e-12 * fabs(first), last += 1e-12 * fabs(last);
    *t0 = first > *t0 ? first : *t0;
    *t1 = last < *t1 ? last : *t1;
    return true;
}

// touch->t must be the time at which the search ends. Shapes that are at rest touch at time `from` what
// they overlap.
void cast_walk_first(const cast_shape *shape, cast_touch *touch);

#endif
