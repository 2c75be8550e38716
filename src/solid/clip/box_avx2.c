#include "simd/cpu.h"

#ifdef CPU_X86
#include "solid/shape/four_avx2.h"

#include "solid/clip/box.h"
#endif
