#include "solid/mesh/kernels.h"

#ifdef MESH_X86

#define EIGHT_AVX512 1
#include "solid/mesh/eight_avx2.h"

static bool have_avx512(void)
{
    return CPU_HAS(AVX512, "avx512f") && CPU_HAS(AVX512, "avx512vl") &&
           CPU_HAS(AVX512, "avx512bw") && CPU_HAS(AVX512, "avx512dq") &&
           CPU_HAS(AVX512, "avx512vbmi2") && CPU_HAS(AVX2, "bmi2") && CPU_HAS(AVX2, "fma");
}

#define WALK_NAME "avx512"
#define WALK_USABLE have_avx512
#include "solid/mesh/traverse_first.h"

#endif
