// When moving shapes begin to share area with posed pixels, in whole numbers of any length: every pixel is compared
// with every other one by separating axes in the world (Eberly, "Dynamic collision detection using oriented bounding
// boxes", 1999), any finite floats.
#ifndef TESTS_SUPPORT_EXACT_MOTION_H
#define TESTS_SUPPORT_EXACT_MOTION_H

#include "rimcast/sprite_query.h"
#include "support/bignum.h"

typedef struct exact_touch
{
    bool hit, start_overlap;
    big  num, den; // the time num / den of a hit that is no start in overlap
} exact_touch;

// a moves by a_delta, b by b_delta.
void exact_sprite_sweep(exact_touch *out, rim_posed a, rim_vec2 a_delta, rim_posed b,
                        rim_vec2 b_delta);

// A convex polygon with area, a segment of two points, or a point.
void exact_ring_sweep(exact_touch *out, const rim_vec2 *points, int count, rim_vec2 delta,
                      rim_posed b);

// Whether a circle that moves by t * delta, with a double t >= 0, overlaps b at any time up to then.
bool exact_circle_hits(rim_circle2 circle, rim_vec2 delta, double t, rim_posed b);

#endif
