// The closest move that satisfies planes, whatever their order.
#ifndef RIM_SOLID_MOVER_SOLVE_H
#define RIM_SOLID_MOVER_SOLVE_H

#include "solid/shape/half_spaces.h"

// Reads plane i of some list. False: it is not there.
typedef bool mover_plane_at(half_space *out, const void *planes, int i);

// Of the planes dot(n, x) >= distance the x nearest to `wanted`, and the slack as planes_answer has it.
planes_answer mover_solve(vec3d wanted, const void *planes, int count, mover_plane_at *at);

#endif
