#include "solid/dynamics/lanes.h"
#include "solid/dynamics/axes_lanes.h"
