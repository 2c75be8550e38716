#include "solid/mesh/kernels.h"

#ifdef CPU_X86

#include "simd/f32x8_avx2.h"
#include "solid/mesh/traverse_shapes.h"

#endif
