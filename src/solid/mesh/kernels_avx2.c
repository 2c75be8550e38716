#include "solid/mesh/kernels.h"

#ifdef CPU_X86

#define SIMD_TIER CPU_AVX2_LEVEL
#include "simd/f32x8.h"
#include "solid/mesh/traverse_shapes.h"

#endif
