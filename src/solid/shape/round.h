// Spheres and capsules with each other. A sphere is a capsule whose ends are equal.
#ifndef RIM_SOLID_SHAPE_ROUND_H
#define RIM_SOLID_SHAPE_ROUND_H

#include "rimcast/shape3.h"

rim_distance3 round_distance(rim_capsule a, rim_capsule b);
rim_contact3  round_contact(rim_capsule a, rim_capsule b);
rim_hit3      round_sweep(rim_capsule a, rim_vec3 delta, rim_capsule b);

#endif
