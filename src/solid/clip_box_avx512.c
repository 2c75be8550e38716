#include "base/cpu.h"

#ifdef CPU_X86
#define FOUR_AVX512
#include "solid/shape3_four_avx2.h"

#include "solid/clip_box.h"
#endif
