// The point nearest to the origin among those in front of all of some planes.
#ifndef RIM_SOLID_MOVER_HALF_SPACES_H
#define RIM_SOLID_MOVER_HALF_SPACES_H

#include "base/vec3d.h"

#include <stdbool.h>

// x with dot(normal, x) >= distance is wanted. normal is unit.
typedef struct half_space
{
    vec3d  normal;
    double distance;
} half_space;

typedef struct planes_answer
{
    vec3d  x;
    double slack; // 0 if all could be satisfied; else by how much each may fail, the least possible
} planes_answer;

// Exact but for rounding, in at most count^3 steps and usually in count. Which of equal planes comes first
// changes rounding errors only; for equal bits give equal lists.
planes_answer half_spaces_planes_nearest(const half_space *planes, int count);

#endif
