// The inside of loops, for those who make them.
#ifndef RIM_FLAT_OUTLINE_LOOPS_H
#define RIM_FLAT_OUTLINE_LOOPS_H

#include "rimcast/contour.h"

typedef struct loops_entry
{
    size_t  start; // its points end where those of the next one start
    double  area;
    int64_t parent;
} loops_entry;

struct rim_loops
{
    rim_allocator from;
    rim_vec2     *points;
    size_t        point_count, point_capacity;
    loops_entry  *entries;
    size_t        count, capacity;
};

// Room for so many points and loops. On failure *out is left as it is.
rim_status loops_create(rim_loops **out, size_t points, size_t loops, const rim_allocator *from);

#endif
