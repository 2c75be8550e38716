#include "base/memory.h"
#include "solid/bodies_data.h"

#if defined(BODIES_CAN_BE_WIDE)
#define BODIES_WIDE
// clang-format off
#include "solid/bodies_lanes.h"
#include "solid/bodies_solve_lanes.h"
#include "solid/bodies_lanes_end.h"
#endif
