// What became of a walker's wish, in a word or two.
#ifndef DEMOS_VERDICT_H
#define DEMOS_VERDICT_H

#include "level.h"

#include "rimcast/character.h"

typedef enum verdict
{
    VERDICT_STANDING,
    VERDICT_WALKING,
    VERDICT_CLIMBING,
    VERDICT_SLIDING,   // along a wall
    VERDICT_WALL,      // stopped by it
    VERDICT_TOO_STEEP, // stopped by a slope
    VERDICT_TOO_HIGH,  // stopped by a step
    VERDICT_AIR,
    VERDICT_STUCK,
    VERDICT_COUNT
} verdict;

extern const char *const VERDICT_TEXTS[VERDICT_COUNT];

// Judges a step of dt seconds. The level tells what the wall is.
verdict verdict_of(const level *l, const rim_character *c, const rim_walk *walk, rim_vec3 wish,
                   float dt);

#endif
