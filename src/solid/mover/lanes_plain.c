#include "simd/f64x4.h"

#include "solid/mover/lanes.h"
