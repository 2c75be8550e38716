#include "solid/query/contact.h"

#include "simd/cpu.h"

#ifdef CPU_X86
#include "solid/shape/four_avx2.h"

#define FARTHEST_OF_MANY(shape, d) WIDEST(support_point)(shape, (d).x, (d).y, (d).z)
#include "solid/query/epa_lanes.h"
#endif
