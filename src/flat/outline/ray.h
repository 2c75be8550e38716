// One ray of the outline: which pixel it meets first, and where it enters it.
#ifndef RIM_FLAT_OUTLINE_RAY_H
#define RIM_FLAT_OUTLINE_RAY_H

#include "rimcast/mask.h"
#include "rimcast/outline.h"

// The points (ax + r c, ay + r s) for r >= 0, looked along from far away towards r = 0.
typedef struct outline_ray
{
    double ax, ay; // the anchor in mask coordinates: a float's value each
    double c, s;   // not both 0
} outline_ray;

// Ray k of n about an anchor.
outline_ray outline_ray_make(rim_vec2 anchor, int k, int n);

// Does the ray have a point in pixel (x, y)'s half-open square? Exact.
bool outline_ray_meets(const outline_ray *ray, int x, int y);

// Where it enters a pixel that it meets, relative to the anchor.
rim_vec2 outline_ray_entry(const outline_ray *ray, int x, int y);

// The first solid pixel from outside.
rim_edge_point outline_ray_cast(const outline_ray *ray, const rim_mask *mask);

#endif
