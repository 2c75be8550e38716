#include "flat/mask/kernels.h"

#ifdef CPU_X86

#define SIMD_TIER CPU_AVX512_LEVEL
#include "simd/u64x8.h"

#include "flat/mask/kernels_body.h"

static bool kernels_usable(void)
{
    return CPU_HAS(AVX512, "avx512f") && CPU_HAS(AVX512, "avx512bw") &&
           CPU_HAS(AVX512, "avx512vbmi") && CPU_HAS(AVX512, "avx512vpopcntdq") &&
           CPU_HAS(AVX512, "gfni") && CPU_HAS(AVX2, "bmi2");
}

const mask_kernels mask_kernels_avx512 = { .name = "avx512",
                                           .usable = kernels_usable,
                                           KERNEL_TABLE };

#endif
