#include "solid/distance_gjk.h"

#include "base/cpu.h"

#ifdef CPU_X86
#include "solid/shape3_four_avx2.h"

#define REACH_OF_MANY(shape, d, known, scale)                                                      \
    WIDEST(rim_reach)(shape, (d).x, (d).y, (d).z, known, scale)
#define FARTHEST_OF_MANY(shape, d) WIDEST(rim_support)(shape, (d).x, (d).y, (d).z)
#include "solid/distance_search.h"

#include "solid/distance_answer.h"
#endif
