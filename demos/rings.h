// Rings that open where something burst.
#ifndef DEMOS_RINGS_H
#define DEMOS_RINGS_H

#include "kit.h"

#define RINGS 48 // at once, at most

typedef struct rings
{
    struct
    {
        rim_vec2 at;
        float    radius;
        int      left; // steps that it will be seen
    } all[RINGS];
    int next;
} rings;

void rings_open(rings *r, rim_vec2 at, float radius);
void rings_step(rings *r);
void rings_draw(kit *k, const rings *r);

#endif
