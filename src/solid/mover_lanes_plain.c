#include "solid/shape3_four_plain.h"

#include "solid/mover_lanes.h"
