// Two sprites whose pixels are alike and upright, in motion: what most games have.
//
// Nothing is turned, both are scaled alike by a power of two, and at the start a's corner lies at o in b's
// pixels, between them or not. Let M be the set of whole offsets at which the masks share a pixel. On its way
// o + t d the sprite a shares area with b as long as it is less than 1 away, in x and in y, from some m in M: the
// way runs through unit cells between offsets, and what counts are the cells' corners. So the first touch happens
// at the start or where the way crosses into a cell one of whose new corners is in M.
//
// Offsets are looked at in windows of 8 by 8: where the coarse blocks of the two masks keep apart for a whole
// window nothing else is done, else only the pixels of the blocks that meet are compared. For large masks
// whole squares of 64 by 64 offsets are asked first, in the same way.
#ifndef RIM_FLAT_QUERY_INTEGER_SWEEP_H
#define RIM_FLAT_QUERY_INTEGER_SWEEP_H

#include "rimcast/sprite.h"

typedef struct integer_sweep
{
    const rim_sprite *a, *b;
    double            scale;  // a power of two
    double            x, y;   // of a's corner in b's pixels
    double            dx, dy; // a's motion relative to b, exactly, in pixels
} integer_sweep;

typedef struct integer_sweep_touch
{
    double t;      // fraction of the motion, in [0, 1)
    int    ax, ay; // the pixels that touch
    int    bx, by;
    bool   edge_is_row; // they touch along or at the end of a horizontal edge, else a vertical one
} integer_sweep_touch;

// How much two sprites share, in pixels, and how that changes with a's place.
typedef struct integer_sweep_share
{
    double area, gx, gy;
} integer_sweep_share;

// False if the two are not so placed, or if numbers are too large or too small for the short way, or
// not finite.
bool integer_sweep_init(integer_sweep *w, const rim_posed *a, rim_vec2 a_delta, const rim_posed *b,
                        rim_vec2 b_delta);

// Do they share a pixel at the start?
bool integer_sweep_overlaps(const integer_sweep *w);

// The first touch of two that do not overlap at the start; false if there is none.
bool integer_sweep_first(const integer_sweep *w, integer_sweep_touch *touch);

// With a's corner at (x, y) of b's pixels. Where borders lie on each other and the slope jumps, the mean of
// those on both sides.
integer_sweep_share integer_sweep_measure(const integer_sweep *w, double x, double y);

#endif
