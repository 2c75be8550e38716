#include "solid/dynamics/data.h"

#if defined(BODIES_CAN_BE_WIDE)
#define BODIES_WIDE
// clang-format off
#include "solid/dynamics/lanes.h"
#include "solid/dynamics/axes_lanes.h"
#include "solid/dynamics/lanes_end.h"
#endif
