// What two posed sprites share: its area, first moments, and how the area changes as one moves.
#ifndef RIM_FLAT_QUERY_SHARED_AREA_H
#define RIM_FLAT_QUERY_SHARED_AREA_H

#include "flat/query/traversal.h"

// All in the world.
typedef struct shared_area
{
    double area;
    double x, y; // the centroid; meaningless without area
    // The gradient of the area by a motion of the fine sprite; where borders lie on each other and it
    // jumps, the mean of those to both sides.
    double gx, gy;
} shared_area;

void shared_area_measure(shared_area *out, traversal *view);

// The area alone.
double shared_area_area(traversal *view);

// The unit normal of a sprite's pixel edges in the world: of the edges between columns, or between
// rows; it points towards growing columns (rows).
rim_vec2 pair_edge_normal(rim_xform2 pose, bool is_row);

#endif
