// What two posed sprites share, pixel by pixel in long double.
#ifndef TESTS_SUPPORT_SHARED_AREA_H
#define TESTS_SUPPORT_SHARED_AREA_H

#include "rimcast/sprite.h"

typedef struct shared_area
{
    double area;
    double border; // the length of either one's border that lies in or on the other
    double side;   // of the larger image's bounds in the world
} shared_area;

shared_area shared_area_of(rim_posed a, rim_posed b);

// What rim_sprite_overlap_area may be off by.
double shared_area_error(const shared_area *shared);

#endif
