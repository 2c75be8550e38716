// Sweeps against one of many shapes, with the time and the depth before they are rounded to float.
//
// Two shapes that are hit at nearly the same time have the same float time, but the first one determines the normal. Hits on
// several shapes are therefore compared by these doubles.
#ifndef RIM_SOLID_SHAPE_SWEEP_H
#define RIM_SOLID_SHAPE_SWEEP_H

#include "rimcast/shape3.h"
#include "base/vec3d.h"

#include <stdbool.h>

// The time of a hit, and the depth of an overlap at the start. Undefined for a miss.
typedef struct sweep_order
{
    double t, depth;
} sweep_order;

// Returns what rim_capsule_sweep_triangle returns, and fills *order.
rim_hit3 sweep_capsule_triangle(const rim_capsule *a, rim_vec3 delta, const rim_triangle *b,
                                rim_side side, sweep_order *order);

// Returns what sweep_convex_translation returns, and fills *order.
rim_hit3 sweep_convex_sweep_convex(const rim_convex *a, const rim_xform3 *pa, rim_vec3 delta,
                                   const rim_convex *b, const rim_xform3 *pb, sweep_order *order);

// --- motions within one plane, which cannot enter a flat shape ------------------------------------

// Returns vector i of a set.
typedef vec3d sweep_vector(const void *set, int i);

// Returns true if all vectors of the set lie in one plane through 0, up to 2^-40 of the longest.
bool sweep_in_one_plane(sweep_vector *vector, const void *set, int count);

#endif
