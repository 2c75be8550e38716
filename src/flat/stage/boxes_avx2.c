#include "simd/cpu.h"
#include "flat/stage/boxes.h"

#ifdef CPU_X86

#define SIMD_TIER CPU_AVX2_LEVEL
#include "flat/stage/boxes_body.h"

const stage_kernel stage_kernel_avx2 = { "avx2", simd_usable, boxes_find, boxes_pairs };

#endif
