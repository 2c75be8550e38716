// The creation of rim_loops, for the modules that return them.
#ifndef RIM_FLAT_OUTLINE_LOOPS_H
#define RIM_FLAT_OUTLINE_LOOPS_H

#include "rimcast/contour.h"

struct rim_loops
{
    rim_allocator from;
    rim_vec2     *points;
    size_t        point_count, point_capacity;
    rim_loop     *list;
    size_t        count, capacity;
};

// Creates loops with room for the given numbers of points and loops. On failure *out is unchanged.
rim_status loops_create(rim_loops **out, size_t points, size_t loops, const rim_allocator *from);

// Adds the loop of the points from number `start` on to the last one. Requires room for the loop.
void loops_add(rim_loops *loops, size_t start, int64_t parent);

#endif
