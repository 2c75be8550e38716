// Do two placed sprites share area, and how much?
#ifndef CLI_OVERLAP_H
#define CLI_OVERLAP_H

#include "rimcast/mask.h"
#include "rimcast/outline.h"
#include "rimcast/xform2.h"

// A sprite and where it is: pose takes its pixels, with the anchor as origin, to the world.
typedef struct placed
{
    rim_mask      *mask;
    rim_vec2       anchor;
    rim_xform2     pose;
    rim_edge_point points[RIM_OUTLINE_MAX_RAYS]; // the outline, as rim_outline_cast gives it
    int            rays;
} placed;

// All of a's outline points that lie in b's solid pixels: writes their rays, returns how many.
int outline_hits(const placed *a, const placed *b, int *rays);

typedef struct overlap
{
    bool   hit;
    bool   exact; // false: only outline points were tested, and area is not known
    double area;  // in square pixels of the world
} overlap;

// Do they share area? a must be moved only. Exact if b is not turned, or by quarter turns, at any
// scale. For other turns the answer is that of the outline points: does one of either sprite lie in the
// other's shape?
overlap overlap_of(const placed *a, const placed *b);

#endif
