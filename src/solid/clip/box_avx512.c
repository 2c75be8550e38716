#include "simd/cpu.h"

#ifdef CPU_X86
#define FOUR_AVX512
#include "solid/shape/four_avx2.h"

#include "solid/clip/box.h"
#endif
