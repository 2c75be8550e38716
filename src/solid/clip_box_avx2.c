#include "base/cpu.h"

#ifdef CPU_X86
#include "solid/shape3_four_avx2.h"

#include "solid/clip_box.h"
#endif
