#include "solid/query/contact.h"

#include "simd/cpu.h"

#ifdef CPU_X86
#include "solid/shape/four_avx2.h"

#include "solid/query/sat_box_lanes.h"
#endif
