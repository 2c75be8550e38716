#include "solid/mover/field.h"

#ifdef FIELD_AVX2
#define SIMD_TIER CPU_AVX2_LEVEL
#include "simd/f64x4.h"

#include "solid/mover/lanes.h"
#endif
