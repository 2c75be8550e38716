#include "simd/f64x4_plain.h"
#include "solid/shape/sweep_lanes.h"
