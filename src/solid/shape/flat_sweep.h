// Motions in which everything lies in one plane: nothing goes into anything there.
#ifndef RIM_SOLID_SHAPE_FLAT_SWEEP_H
#define RIM_SOLID_SHAPE_FLAT_SWEEP_H

#include "base/vec3d.h"

#include <stdbool.h>

// Returns vector i of a set.
typedef vec3d sweep_vector(const void *set, int i);

// Returns true if all vectors of the set lie in one plane through 0, up to 2^-40 of the longest.
bool sweep_in_one_plane(sweep_vector *vector, const void *set, int count);

#endif
