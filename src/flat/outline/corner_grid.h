// All corners of some contours as bits, to find the corners in an area, and those that lie in one place.
#ifndef RIM_FLAT_OUTLINE_CORNER_GRID_H
#define RIM_FLAT_OUTLINE_CORNER_GRID_H

#include "rimcast/contour.h"

// A bit for each corner of the pixel grid, `pitch` words a row. A knot is a position that two corners share.
typedef struct corner_grid
{
    uint64_t *corners;
    uint64_t *knots; // NULL if there are none
    size_t    pitch, rows;
} corner_grid;

// Returns the corners of contours, which own them.
const corner_grid *corner_grid_of(const rim_contours *contours);

#endif
