// First touches of bodies that move and turn, by dense subdivision: a span of time is free of touches if the bodies are
// farther apart in its middle than any points can come towards each other in half of it; other spans are halved.
#ifndef TESTS_SUPPORT_SUBDIVISION_H
#define TESTS_SUPPORT_SUBDIVISION_H

#include "rimcast/figure.h"
#include "support/support.h"

enum
{
    MOST_PARTS = 300,
    MOST_CORNERS = 8
};

// A convex part about its body's anchor; a circle has one corner and a radius.
typedef struct turning_part
{
    int    count;
    double x[MOST_CORNERS], y[MOST_CORNERS], radius;
} turning_part;

typedef struct turning_body
{
    turning_part parts[MOST_PARTS];
    int          count;
    double       x, y, dx, dy, turn, reach;
} turning_body;

// A body without parts that moves, and turns about a place in the world; what is added is in the world at the start.
void body_start(turning_body *b, double x, double y, rim_motion2 motion);
void body_add_sprite(turning_body *b, rim_posed posed);
void body_add_ring(turning_body *b, const rim_vec2 *ring, int count, double radius);

// What is held to the oracle.
typedef struct trial
{
    turning_body a, b;
    double       speed; // of no points towards each other is larger
    double       pixel; // the narrower of the two sprites' pixels
    double       blur;  // at the start distances up to this may be told as any
    double faint; // the first time at which it is not known whether they touch; 1 if there is none
} trial;

typedef struct tally
{
    int hits, misses, inside, faint;
} tally;

// Returns the most by which any two points of the bodies approach each other.
double bodies_speed(const turning_body *a, const turning_body *b);

// Holds an answer to the oracle; a, b and pixel are filled in. The answer may be early by the time `early`, or, if that is
// 0, by that in which points move by 1/1024 of the pixel.
void trial_check(trial *s, rim_hit2 hit, double early, tally *count);

double pixel_width(rim_xform2 m);

#endif
