#include "solid/mover_field.h"

#ifdef FIELD_AVX2
#include "solid/shape3_four_avx2.h"

#include "solid/mover_lanes.h"
#endif
