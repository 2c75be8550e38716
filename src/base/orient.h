// On which side? Signs of determinants of float coordinates, without rounding.
//
// A filter in double decides nearly always; what it cannot is summed as an expansion (Shewchuk,
// "Adaptive precision floating-point arithmetic and fast robust geometric predicates", 1997). Any
// finite floats may be given: products of three span less than the range of double.
#ifndef RIM_BASE_ORIENT_H
#define RIM_BASE_ORIENT_H

#include "rimcast/vec3.h"

#include <stdbool.h>

// The sign of (b - a) x (c - a) . (d - a): +1 if d lies in front of the plane of a, b, c, whose front
// is where they run counter-clockwise; 0 on the plane.
int exact_orient3(rim_vec3 a, rim_vec3 b, rim_vec3 c, rim_vec3 d);

// The same without the filter, for those who have filtered.
int exact_orient3_slow(rim_vec3 a, rim_vec3 b, rim_vec3 c, rim_vec3 d);

// The sign of (b - a) x (c - a) . (p - q): +1 if p lies farther in front of that plane than q. Without a filter.
int exact_higher_slow(rim_vec3 a, rim_vec3 b, rim_vec3 c, rim_vec3 p, rim_vec3 q);

// The sign of (b - a) x (c - a) in the plane: +1 if a, b, c turn from x towards y.
int exact_orient2(float ax, float ay, float bx, float by, float cx, float cy);

// Do the three lie on one line? Equal points do.
bool exact_collinear(rim_vec3 a, rim_vec3 b, rim_vec3 c);

#endif
