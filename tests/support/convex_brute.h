// Slow and obvious answers about convex bodies given by a few points: everything is tried.
#ifndef TESTS_CONVEX_BRUTE_H
#define TESTS_CONVEX_BRUTE_H

#include "support/support.h"

#include "rimcast/hull.h"
#include "rimcast/shape3.h"

enum
{
    BRUTE_POINTS = 24
};

typedef struct brute_body
{
    int    count;
    double p[BRUTE_POINTS][3]; // in the world
} brute_body;

brute_body brute_place(const rim_vec3 *points, int count, rim_xform3 pose);
brute_body brute_point(rim_vec3 p);
brute_body brute_move(brute_body body, rim_vec3 by, double t);

// The distance of the hulls of both; 0 if they overlap.
double brute_distance(const brute_body *a, const brute_body *b);

// The largest gap over all axes that can matter: positive is a lower bound of the distance, negative
// minus the depth. Bodies without volume have gap 0 where they cross.
double brute_gap(const brute_body *a, const brute_body *b);

// max n . a - min n . b: how far a must go along -n.
double brute_overlap_along(const brute_body *a, const brute_body *b, rim_vec3 n);

// The largest |coordinate|.
double brute_size(const brute_body *a, const brute_body *b);

// --- random bodies ------------------------------------------------------------------------------------

typedef struct random_body
{
    rim_vec3   points[BRUTE_POINTS];
    int        count;
    float      radius;
    rim_xform3 pose;
    rim_hull  *hull; // of the points; to be destroyed
} random_body;

// Points, segments, flat and solid clouds, half of them on a coarse grid so that they touch, are parallel
// and degenerate; half of the poses are turns. Their size and distance are a few units.
void       random_body_make(test_random *random, random_body *body, int most);
brute_body brute_of(const random_body *body);
rim_convex cloud_of(const random_body *body);
rim_convex hull_of(const random_body *body);
rim_xform3 random_pose(test_random *random, float reach);

#endif
