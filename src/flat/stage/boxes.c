#define SIMD_TIER CPU_SSE2_LEVEL
#include "flat/stage/boxes_body.h"

const stage_kernel stage_kernel_plain = { "plain", simd_usable, boxes_find, boxes_pairs };

static const stage_kernel *const stage_kernels[] = {
    &stage_kernel_plain,
#ifdef CPU_X86
    &stage_kernel_avx2,
    &stage_kernel_avx512,
#endif
    NULL,
};

const stage_kernel *const *stage_kernel_all(void)
{
    return stage_kernels;
}

const stage_kernel *stage_kernel_best(void)
{
    const stage_kernel *best = stage_kernels[0];
    for (int i = 1; stage_kernels[i]; i++)
        if (stage_kernels[i]->usable()) best = stage_kernels[i];
    return best;
}
