// Which solid square does a moving shape touch first? A descent through the sprite's pyramid of squares,
// the one that may be touched first going first, so that the best time found cuts off the rest.
//
// A shape says of any square of pixels when it can touch it at the earliest (in rounded arithmetic, never
// too late), and decides exactly whether and when it touches one.
#ifndef RIM_FLAT_QUERY_FIRST_TOUCH_H
#define RIM_FLAT_QUERY_FIRST_TOUCH_H

#include "flat/query/posed_pixels.h"

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
// moves at speed / |det| of them. Narrows the time t0 .. t1 to that, rounded, and in doubt it stays wider; false if
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

#endif
