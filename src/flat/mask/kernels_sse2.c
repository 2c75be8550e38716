#include "flat/mask/kernels.h"

#ifdef CPU_X86

#define SIMD_TIER CPU_SSE2_LEVEL
#include "simd/u64x8.h"

#include "flat/mask/kernels_body.h"

static bool kernels_usable(void)
{
    return true;
}

const mask_kernels mask_kernels_sse2 = { .name = "sse2", .usable = kernels_usable, KERNEL_TABLE };

#endif
