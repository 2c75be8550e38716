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
    vec3d  x;
    // 0 if x lies behind no plane. Otherwise no point lies in front of all planes, and this is the least distance for
    // which some point, x, lies behind no plane by more than the distance.
    double slack;
} half_spaces_answer;

// Returns the point nearest to the origin that lies behind no plane, exact up to rounding. If there is no such point,
// see half_spaces_answer.slack. Takes at most count^3 steps, and usually about count. The order of the planes changes
// rounding errors alone. Equal lists give equal bits.
half_spaces_answer half_spaces_solve(const half_space *planes, int count);

// Reads plane i of a list. Returns false if the plane is left out.
typedef bool mover_plane_at(half_space *out, const void *planes, int i);

// Returns the x closest to `wanted` with  n . x >= distance  for all planes, and the slack (see half_spaces_answer).
half_spaces_answer mover_solve(vec3d wanted, const void *planes, int count, mover_plane_at *at);

#endif
