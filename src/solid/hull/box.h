// The hull of a box in the caller's memory, for queries: creating it takes some ten nanoseconds and no allocator.
#ifndef RIM_SOLID_HULL_BOX_H
#define RIM_SOLID_HULL_BOX_H

#include "solid/hull/data.h"

typedef struct hull_box
{
    rim_hull hull;
    _Alignas(16) rim_vec3 corners[8];
    float x[8], y[8], z[8];
} hull_box;

// Makes the hull of the box with the half extents `half` about the origin, numbered as rim_feature says. It has what
// queries of distance, contact and motion read (see rim_hull); all else of it is not set. The extents must be > 0 and finite. The hull
// points into *out, which must stay where it is.
void hull_box_make(hull_box *out, rim_vec3 half);

#endif
