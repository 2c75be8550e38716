// What the two parts of the capsule scene share.
#ifndef DEMOS_CAPSULE_H
#define DEMOS_CAPSULE_H

#include "kit.h"

#define CORNERS 5
#define HALF 0.9f // from the capsule's middle to an end of its axis
#define RADIUS 0.4f

#define BAR_LEFT 410.0f
#define BAR_RIGHT 870.0f
#define BAR_Y 690.0f

typedef enum grip
{
    NOTHING,
    SLIDER,
    VIEW
} grip;

typedef struct capsule
{
    rim_vec3 corners[CORNERS];
    rim_vec3 start, delta; // of the capsule's middle
    float    turn, rise;   // of its axis, radians
    float    time;         // the slider
    bool     playing;
    grip     held;
    float    yaw, pitch, distance; // of the view
    rim_hit3 hit;
    double   seconds;
} capsule;

// The capsule at a fraction of its motion.
rim_capsule capsule_at(const capsule *c, float time);

void capsule_draw(kit *k, const void *state);

#endif
