#include "solid/shape3_swept.h"

#ifdef SWEPT_AVX2
#include "solid/shape3_four_avx2.h"
#include "solid/shape3_swept_lanes.h"
#endif
