// The half-space solver: the point nearest to the origin that lies in front of all planes.
#ifndef RIM_SOLID_MOVER_HALF_SPACES_H
#define RIM_SOLID_MOVER_HALF_SPACES_H

#include "base/vec3d.h"
#include "solid/mover/tolerances.h"

#include <stdbool.h>

// The half-space  normal . x >= distance.  normal is unit.
typedef struct half_space
{
    vec3d  normal;
    double distance;
} half_space;

typedef struct half_spaces_answer
{
    vec3d x;
    double
        slack; // 0 if all planes are satisfied; else the least distance by which x may lie behind each of them
} half_spaces_answer;

// Returns the nearest point, exact up to rounding, in at most count^3 steps and usually in count. The order of the planes
// changes rounding errors alone; equal lists give equal bits.
half_spaces_answer half_spaces_solve(const half_space *planes, int count);

// Reads plane i of a list. Returns false if the plane is left out.
typedef bool mover_plane_at(half_space *out, const void *planes, int i);

// Returns the x closest to `wanted` with  n . x >= distance  for all planes, and the slack (see half_spaces_answer).
half_spaces_answer mover_solve(vec3d wanted, const void *planes, int count, mover_plane_at *at);

#endif
