// Which corner lies farthest along a direction, roughly and at once: a table over all directions, so that a
// search may begin near its end.
//
// Directions are laid out on a square as the faces of an octahedron fold out (Engelhardt and Dachsbacher, Octahedron
// environment maps, 2008): with |x| + |y| + |z| = 1 the upper half is the diamond of (x, y) itself, and each
// face of the lower half is turned over the diamond's edge into a corner of the square. The cells
// of the square are much alike in size, and each holds the corner that is farthest along its middle.
#ifndef RIM_SOLID_HULL_SUPPORT_HINT_H
#define RIM_SOLID_HULL_SUPPORT_HINT_H

#include "solid/hull/data.h"

enum
{
    GUESS_SIDE_STEP = 4,
    GUESS_SIDE_MOST = 16, // cells along a side of the square
    GUESS_CORNERS_MOST = 0xffff
};

// About four cells to a corner, as far as there are so many. 0: there is no table.
static inline int32_t support_hint_side(int32_t corner_count)
{
    if (corner_count < 1 || corner_count > GUESS_CORNERS_MOST) return 0;
    int32_t side = GUESS_SIDE_STEP;
    while (side < GUESS_SIDE_MOST && side * side < 4 * corner_count) side += GUESS_SIDE_STEP;
    return side;
}

// Fills side * side cells, row by row: x along the rows.
void hull_fill_support_hint(uint16_t *cells, const rim_hull *hull);

#endif
