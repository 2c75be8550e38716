#include "solid/query/gjk.h"

#include "simd/cpu.h"

#ifdef CPU_X86
#include "solid/shape/four_avx2.h"

#define REACH_OF_MANY(shape, d, known, scale)                                                      \
    WIDEST(support_distance)(shape, (d).x, (d).y, (d).z, known, scale)
#define FARTHEST_OF_MANY(shape, d) WIDEST(support_point)(shape, (d).x, (d).y, (d).z)
#include "solid/query/gjk_search.h"

#include "solid/query/distance.h"
#endif
