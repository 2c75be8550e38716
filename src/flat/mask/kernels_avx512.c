#include "flat/mask/kernels.h"

#ifdef CPU_X86

#define SIMD_TIER CPU_AVX512_LEVEL
#include "simd/u64x8.h"

#include "flat/mask/kernels_body.h"

static bool kernels_usable(void)
{
    return CPU_HAS_AVX2 && CPU_HAS(AVX512, "avx512f") && CPU_HAS(AVX512, "avx512bw") &&
           CPU_HAS(AVX512, "avx512vbmi") && CPU_HAS(AVX512, "avx512vpopcntdq") &&
           CPU_HAS(AVX512, "gfni");
}

const mask_kernels mask_kernels_avx512 = { .name = "avx512",
                                           .usable = kernels_usable,
                                           KERNEL_TABLE };

#endif
