#include "simd/cpu.h"
#include "solid/query/gjk.h"

#ifdef CPU_X86
#define SIMD_TIER CPU_AVX2_LEVEL
#include "simd/f64x4.h"

#include "solid/query/gjk_kernel.h"
#endif
