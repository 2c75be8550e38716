#include "solid/shape/four_plain.h"
#include "solid/shape/sweep_triangle_lanes.h"
