#include "simd/f32xn.h"

#include "solid/dynamics/box_axes.h"
#include "solid/dynamics/solver.h"

const body_kernels body_kernels_plain = { box_axes_sweep_plain, box_axes_separate_plain,
                                          solver_step_plain };
