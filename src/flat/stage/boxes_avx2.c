#include "simd/cpu.h"

#ifdef CPU_X86

#define SIMD_TIER CPU_AVX2_LEVEL
#include "flat/stage/boxes_body.h"

static bool stage_boxes_has_avx2(void)
{
    return CPU_HAS(AVX2, "avx2");
}

const stage_kernel stage_kernel_avx2 = { "avx2", stage_boxes_has_avx2, boxes_find, boxes_pairs };

#endif
