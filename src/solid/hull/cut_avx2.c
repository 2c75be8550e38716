#include "simd/cpu.h"
#include "solid/hull/data.h"

#ifdef CPU_X86
#define SIMD_TIER CPU_AVX2_LEVEL
#include "simd/f64x4.h"

#include "solid/hull/cut_lanes.h"
#endif
