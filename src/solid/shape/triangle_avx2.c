#include "simd/cpu.h"
#include "solid/shape/time_of_impact.h"

#ifdef CPU_X86

#define SIMD_TIER CPU_AVX2_LEVEL
#include "simd/f64x4.h"
#include "solid/shape/triangle_lanes.h"

#endif
