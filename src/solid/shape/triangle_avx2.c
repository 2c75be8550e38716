#include "solid/shape/triangle.h"

#ifdef CPU_X86

#include "simd/f64x4_avx2.h"
#include "solid/shape/sweep_lanes.h"

#endif
