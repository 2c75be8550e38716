// Plain C: the path of processors without one of their own, and the one the others are compared with.
#include "flat/mask/kernels.h"

#define SIMD_TIER 0
#include "simd/u64x8.h"

#include "flat/mask/kernels_body.h"

static bool kernels_usable(void)
{
    return true;
}

const mask_kernels mask_kernels_scalar = { .name = "scalar",
                                           .usable = kernels_usable,
                                           KERNEL_TABLE };
