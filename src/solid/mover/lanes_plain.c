#include "simd/f64x4_plain.h"

#include "solid/mover/lanes.h"
