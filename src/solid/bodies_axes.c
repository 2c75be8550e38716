#include "solid/bodies_lanes.h"
#include "solid/bodies_axes_lanes.h"
