#include "solid/mover/field.h"

#ifdef FIELD_AVX2
#include "solid/shape/four_avx2.h"

#include "solid/mover/lanes.h"
#endif
