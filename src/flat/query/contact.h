// The way out of an overlap along a given direction; shared by contacts and sweeps that start inside.
#ifndef RIM_FLAT_QUERY_CONTACT_H
#define RIM_FLAT_QUERY_CONTACT_H

#include "flat/query/traversal.h"
#include "rimcast/pair.h"

// How far a has to move along the unit vector n until it has left b for good; 0 if it never touches.
double pair_exit_distance(rim_posed a, rim_posed b, rim_vec2 n);

// The unit direction from b towards a in which the shared area falls fastest, from its gradient by a
// motion of a; if that is as good as zero, the way from middle to middle.
rim_vec2 pair_normal(const rim_posed *a, const rim_posed *b, double gx, double gy, double area);

#endif
