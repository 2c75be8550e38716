#include "solid/shape3_four_plain.h"
#include "solid/shape3_near_lanes.h"
