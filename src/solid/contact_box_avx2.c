#include "solid/contact_box.h"

#include "base/cpu.h"

#ifdef CPU_X86
#include "solid/shape3_four_avx2.h"

#include "solid/contact_box_lanes.h"
#endif
