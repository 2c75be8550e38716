// Do two posed sprites share area, and how much?
#ifndef CLI_OVERLAP_H
#define CLI_OVERLAP_H

#include "rimcast/sprite.h"

typedef struct overlap
{
    bool   hit;
    bool   exact; // false: only outline points were tested, and area is not known
    double area;  // in square pixels of the world
} overlap;

// Exact for a sprite b that is not turned, or by quarter turns, at any scale; a may only be moved. For
// other turns the answer is that of the outline points: does one of either sprite lie in the other's
// shape?
overlap overlap_of(rim_posed a, rim_posed b);

#endif
