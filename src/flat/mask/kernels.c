#include "flat/mask/kernels.h"

#include "flat/mask/kernels_each.h"

static const mask_kernels *const all_kernels[] = {
    &mask_kernels_scalar,
#ifdef MASK_X86
    &mask_kernels_sse2,
    &mask_kernels_avx2,
    &mask_kernels_avx512,
#endif
    NULL,
};

const mask_kernels *const *mask_kernels_all(void)
{
    return all_kernels;
}

const mask_kernels *mask_kernels_best(void)
{
#ifdef MASK_X86
    if (mask_kernels_avx512.usable()) return &mask_kernels_avx512;
    if (mask_kernels_avx2.usable()) return &mask_kernels_avx2;
    return &mask_kernels_sse2;
#else
    return &mask_kernels_scalar;
#endif
}
