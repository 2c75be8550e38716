#include "solid/mesh/kernels.h"

#ifdef MESH_X86

#include "solid/mesh/eight_avx2.h"

static bool have_avx2(void)
{
    return CPU_HAS(AVX2, "avx2") && CPU_HAS(AVX2, "bmi2") && CPU_HAS(AVX2, "fma");
}

#define WALK_NAME "avx2"
#define WALK_USABLE have_avx2
#include "solid/mesh/traverse_first.h"

#endif
