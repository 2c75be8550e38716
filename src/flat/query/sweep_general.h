// The way of a sweep that any two poses may take, for comparison with the short one.
#ifndef RIM_FLAT_QUERY_SWEEP_GENERAL_H
#define RIM_FLAT_QUERY_SWEEP_GENERAL_H

#include "rimcast/cast.h"

// As rim_sprite_sweep_both.
rim_hit2 sprite_sweep_general(rim_posed a, rim_vec2 a_delta, rim_posed b, rim_vec2 b_delta);

#endif
