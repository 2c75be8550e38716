// Slow, obvious answers for the solid world's round shapes: searches on convex functions in double, which
// share nothing with the library but the arithmetic.
#ifndef TESTS_SUPPORT_ORACLE3_H
#define TESTS_SUPPORT_ORACLE3_H

#include "support/support.h"

#include "rimcast/shape3.h"

typedef struct spot
{
    double x, y, z;
} spot;

spot   spot_of(rim_vec3 v);
spot   spot_mix(spot a, spot b, double t);
double spot_gap(spot a, spot b);

// A distance of the point p from something.
typedef double spot_distance(spot p, const void *thing);

// From a triangle (const rim_triangle *): the least over all segments parallel to ac, which is
// a convex function of where they start on ab.
double oracle_point_triangle(spot p, const void *triangle);

// From an oriented box (const rim_obox *) and from a segment (const rim_segment3 *).
double oracle_point_obox(spot p, const void *box);
double oracle_point_segment(spot p, const void *segment);

// The least distance of any point of a .. b.
double oracle_segment(spot a, spot b, spot_distance *distance, const void *thing);

// The first t in 0 .. 1 at which the capsule, moved by t delta, is as close as its radius plus grow;
// 2 if never. *least is the smallest distance on the way.
double oracle_sweep(rim_capsule capsule, rim_vec3 delta, double grow, spot_distance *distance,
                    const void *thing, double *least);

// Coordinates in -size .. size; every other time on a coarse grid, so that things touch and are parallel.
rim_vec3     random_vec3(test_random *random, float size);
rim_triangle random_triangle(test_random *random, float size);
rim_capsule  random_capsule(test_random *random, float size);
rim_vec3     random_unit_vec3(test_random *random);

// Asserts that every float of a struct made of floats, ints and bools is not NaN where told.
void assert_no_nan(const float *values, int count);

#endif
