#include "solid/mover/field.h"

#ifdef FIELD_AVX2
#include "simd/f64x4_avx2.h"

#include "solid/mover/lanes.h"
#endif
