#include "base/memory.h"
#include "solid/bodies_lanes.h"
#include "solid/bodies_solve_lanes.h"
