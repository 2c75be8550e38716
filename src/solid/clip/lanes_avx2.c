#include "simd/cpu.h"

#ifdef CPU_X86
#include "simd/f64x4_avx2.h"

#include "solid/clip/lanes.h"
#endif
