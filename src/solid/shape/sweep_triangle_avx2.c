#include "solid/shape/sweep_triangle.h"

#ifdef SWEPT_AVX2
#include "solid/shape/four_avx2.h"
#include "solid/shape/sweep_triangle_lanes.h"
#endif
