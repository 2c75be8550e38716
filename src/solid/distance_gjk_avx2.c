#include "solid/distance_gjk.h"

#include "base/cpu.h"

#ifdef CPU_X86
#include "solid/distance_support.h"
#include "solid/shape3_four_avx2.h"

#define FARTHEST_OF_MANY(shape, d) support_wide(shape, d)
#include "solid/distance_search.h"

#include "solid/distance_answer.h"
#endif
