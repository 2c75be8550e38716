// The neighbors of every corner side by side in memory, so that whether a corner is the farthest along some direction
// is asked of them alone: on a convex body no other need be looked at.
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
#ifndef RIM_SOLID_HULL_VERTEX_ADJACENCY_H
#define RIM_SOLID_HULL_VERTEX_ADJACENCY_H

#include "solid/hull/data.h"

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

// Of a solid; the hull's other arrays are there.
void hull_fill_vertex_adjacency(hull_vertex_neighbours *hubs, float *spokes, const rim_hull *hull);

#endif
