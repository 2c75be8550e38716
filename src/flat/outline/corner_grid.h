// All corners of some contours as bits, to find the corners in an area, and those that lie in one place.
#ifndef RIM_FLAT_OUTLINE_CORNER_GRID_H
#define RIM_FLAT_OUTLINE_CORNER_GRID_H

#include "rimcast/contour.h"

// A bit for each corner of the pixel grid in a box around all contours, `pitch` words a row. A knot is a position that two
// corners share.
typedef struct corner_grid
{
    uint64_t *corners;
    uint64_t *knots; // NULL if there are none
    size_t    pitch, rows;
    int       left, top; // the first word has the corners from (64 left, top) on
} corner_grid;

// Returns the index of the word that has the corner (x, y), which must be in the box.
static inline size_t corner_grid_word(const corner_grid *grid, int x, int y)
{
    return (size_t)(y - grid->top) * grid->pitch + (size_t)((x >> 6) - grid->left);
}

// Returns the corners of contours, which own them.
const corner_grid *corner_grid_of(const rim_contours *contours);

#endif
