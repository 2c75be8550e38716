#include "solid/shape3_four_plain.h"
#include "solid/shape3_swept_lanes.h"
