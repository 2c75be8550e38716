// The tables of kernels, one for each file mask_kernels_<name>.c.
#ifndef RIM_FLAT_MASK_KERNELS_EACH_H
#define RIM_FLAT_MASK_KERNELS_EACH_H

#include "flat/mask/kernels.h"

extern const mask_kernels mask_kernels_scalar;
#ifdef MASK_X86
extern const mask_kernels mask_kernels_sse2;
extern const mask_kernels mask_kernels_avx2;
extern const mask_kernels mask_kernels_avx512;
#endif

#endif
