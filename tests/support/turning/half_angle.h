// Turns against an oracle of whole numbers. With u the tangent of half the angle, a corner v turned about the anchor is
//
//      ((1 - u^2) x - 2 u y,  2 u x + (1 - u^2) y) / (1 + u^2)
//
// so it crosses the line of an edge at a root of a quadratic with whole coefficients, and at a rational u the squares
// are compared without rounding. Between two neighbouring roots of a pair of squares nothing changes.
#ifndef TESTS_SUPPORT_HALF_ANGLE_H
#define TESTS_SUPPORT_HALF_ANGLE_H

#include "rimcast/sprite_query.h"
#include "support/support.h"

#include <stdint.h>

enum
{
    MOST_SQUARES = 64
};

// The corners of a pixel or box, in eighths of a world unit, about the anchor of what turns.
typedef struct square
{
    int64_t x[4], y[4];
} square;

typedef struct squares
{
    square one[MOST_SQUARES];
    int    count;
} squares;

// Adds the pixels of a sprite, or a box under a pose. Their corners must lie on eighths.
void squares_add_sprite(squares *s, rim_posed posed, rim_vec2 center);
void squares_add_box(squares *s, rim_box2 box, rim_xform2 pose, rim_vec2 center);

// How far the farthest corner is from the anchor, in world units.
double squares_reach(const squares *s);

typedef struct turn_tally
{
    int hits, misses, inside, undecided, grazes;
} turn_tally;

// Holds the answer for p, turned by `turn`, at most 3 radians, and q at rest to the oracle. It may be early by `early`
// of the turn.
void check_turn(rim_hit2 hit, const squares *p, const squares *q, float turn, double early,
                turn_tally *count);

#endif
