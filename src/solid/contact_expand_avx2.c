#include "solid/contact_expand.h"

#include "base/cpu.h"

#ifdef CPU_X86
#include "solid/shape3_four_avx2.h"

#define FARTHEST_OF_MANY(shape, d) WIDEST(rim_support)(shape, (d).x, (d).y, (d).z)
#include "solid/contact_expand_lanes.h"
#endif
