// Spheres and capsules with each other. A sphere is a capsule whose ends are equal.
#ifndef RIM_SOLID_SHAPE_ROUND_H
#define RIM_SOLID_SHAPE_ROUND_H

#include "rimcast/shape3.h"

rim_distance3 round_distance(const rim_capsule *a, const rim_capsule *b);
rim_contact3  round_contact(const rim_capsule *a, const rim_capsule *b);
rim_hit3      round_sweep(const rim_capsule *a, rim_vec3 delta, const rim_capsule *b);

#endif
