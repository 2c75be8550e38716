// The first moment at which a moving sprite begins to share area with another.
#ifndef RIM_FLAT_QUERY_SWEEP_H
#define RIM_FLAT_QUERY_SWEEP_H

#include "flat/query/traversal.h"

// A motion of the world: plus - minus, kept apart so that nothing is rounded.
typedef struct pair_motion
{
    rim_vec2 plus, minus;
} pair_motion;

typedef struct pair_sweep_touch
{
    bool   hit;
    double t;              // fraction of the motion, in [from, from + 1)
    int    fine_x, fine_y; // the two pixels that touch
    int    coarse_x, coarse_y;
    bool   edge_of_fine; // the touching edge belongs to the fine pixel, else to the coarse one
    bool   edge_is_row;  // it is a horizontal one in its sprite's pixels, else a vertical one
    double du, dv;       // the whole motion, in coarse pixels
    double x, y;         // a point of contact, in the world where the coarse sprite rests
} pair_sweep_touch;

// The fine sprite moves by `motion`, the coarse one rests. The first touch from time `from` to from + 1;
// from is 0, or -1 for the motion that ends in the present pose. They do not overlap at the start.
// Pairs of pixels whose interiors never meet do not touch, however close they come.
void pair_sweep_first(pair_sweep_touch *out, traversal *view, pair_motion motion, int from);

#endif
