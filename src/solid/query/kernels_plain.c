#include "simd/f64x4.h"

#include "solid/query/gjk_kernel.h"
