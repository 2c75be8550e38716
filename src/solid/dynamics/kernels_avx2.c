#include "solid/dynamics/data.h"

#ifdef CPU_X86
#define SIMD_TIER CPU_AVX2_LEVEL
#include "simd/f32xn.h"

#include "solid/dynamics/box_axes.h"
#include "solid/dynamics/solver.h"

const body_kernels body_kernels_avx2 = { box_axes_sweep_avx2, box_axes_separate_avx2,
                                         solver_step_avx2 };
#endif
