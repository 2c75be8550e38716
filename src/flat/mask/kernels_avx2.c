#include "flat/mask/kernels.h"

#ifdef CPU_X86

#define SIMD_TIER CPU_AVX2_LEVEL
#include "simd/u64x8.h"

#include "flat/mask/kernels_body.h"

static bool kernels_usable(void)
{
    return CPU_HAS_AVX2;
}

const mask_kernels mask_kernels_avx2 = { .name = "avx2", .usable = kernels_usable, KERNEL_TABLE };

#endif
