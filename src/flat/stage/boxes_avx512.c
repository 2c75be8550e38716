#include "simd/cpu.h"
#include "flat/stage/boxes.h"

#ifdef CPU_X86

#define SIMD_TIER CPU_AVX512_LEVEL
#include "flat/stage/boxes_body.h"

static bool stage_boxes_has_avx512(void)
{
    return CPU_HAS_AVX2 && CPU_HAS(AVX512, "avx512f") && CPU_HAS(AVX512, "avx512bw") &&
           CPU_HAS(AVX512, "avx512vl") && CPU_HAS(AVX512, "avx512dq");
}

const stage_kernel stage_kernel_avx512 = { "avx512", stage_boxes_has_avx512, boxes_find,
                                           boxes_pairs };

#endif
