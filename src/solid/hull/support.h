// Tables of larger hulls for the search of the corner that lies farthest along a direction: a corner to begin with,
// and the proof that the end is reached.
#ifndef RIM_SOLID_HULL_SUPPORT_H
#define RIM_SOLID_HULL_SUPPORT_H

#include "solid/hull/data.h"

// --- support hints ----------------------------------------------------------------------------------

// Which corner lies farthest along a direction, roughly and at once: a table over all directions, so that a
// search may begin near its end.
//
// Directions are laid out on a square as the faces of an octahedron fold out (Engelhardt and Dachsbacher, Octahedron
// environment maps, 2008): with |x| + |y| + |z| = 1 the upper half is the diamond of (x, y) itself, and each
// face of the lower half is turned over the diamond's edge into a corner of the square. The cells
// of the square are much alike in size, and each holds the corner that is farthest along its middle.

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

// --- vertex adjacency -------------------------------------------------------------------------------

// The neighbors of every corner side by side in memory: whether a corner of a convex body is the farthest along some
// direction depends on them alone.
//
// How sure that is where rounding plays: let v be the corner, u its neighbors, d the direction, and d . (u - v) <= e for
// all of them. The body lies in the cone that its edges at v span, so that any of its points is
//
//      p = v + sum of s_u (u - v),  s_u >= 0        and hence        d . (p - v) <= e * sum of s_u
//
// For any w with w . (v - u) >= h > 0 for all u
//
//      h * sum of s_u <= sum of s_u w . (v - u) = w . (v - p) <= w . (v - c) + r |w|
//
// of a ball about c of radius r that contains the body. The last over h is the corner's stretch; w is the
// sum of the normals of the faces around it.

enum
{
    VERTEX_ADJACENCY_LANES = 8,
    VERTEX_ADJACENCY_BLOCK =
        3 * VERTEX_ADJACENCY_LANES // x of eight, y of eight, z of eight; the last neighbor fills up
};

// How many blocks the neighbors of one corner fill.
static inline int32_t vertex_adjacency_blocks(int32_t degree)
{
    return (degree + VERTEX_ADJACENCY_LANES - 1) / VERTEX_ADJACENCY_LANES;
}

#endif
