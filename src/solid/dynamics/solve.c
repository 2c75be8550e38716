#include "base/memory.h"
#include "solid/dynamics/lanes.h"
#include "solid/dynamics/solve_lanes.h"
