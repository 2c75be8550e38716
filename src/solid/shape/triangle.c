#include "simd/f64x4.h"
#include "solid/shape/sweep_lanes.h"
