// Finds the corners of a mask's contours, in reading order and linked to each other, but not yet assigned to rings.
#ifndef RIM_FLAT_OUTLINE_CONTOUR_SWEEP_H
#define RIM_FLAT_OUTLINE_CONTOUR_SWEEP_H

#include "flat/outline/corner_grid.h"

#define CONTOUR_UNTRACED 0x80000000u
#define CONTOUR_NONE UINT32_MAX

// A corner, with one horizontal and one vertical side. The horizontal side joins corners 2 i, its left end, and 2 i + 1. At
// a knot, where two diagonal pixels touch, two corners lie in one place.
typedef struct contour_node
{
    rim_corner at;
    uint32_t   vertical; // the corner at the other end of the vertical side
    // The number of the ring, once it is traced. Before, CONTOUR_UNTRACED + the top corner of the nearest vertical side to
    // the left, or CONTOUR_NONE if there is no such side. That corner is set only in left ends whose vertical side leads
    // down, such as the first corner of each ring; CONTOUR_NONE in others.
    uint32_t   ring;
} contour_node;

typedef struct contour_sweep
{
    rim_allocator from;
    corner_grid   grid; // the caller releases it
    contour_node *nodes;
    size_t        count, capacity;
    uint32_t     *tops; // for each grid column, the corner where its last vertical side began
    size_t        columns;
    bool          corners_touch;
} contour_sweep;

// Finds all corners. contour_sweep_end must be called afterwards, whatever this returns.
rim_status contour_sweep_run(contour_sweep *sweep, const rim_mask *mask, rim_touch touch,
                             const rim_allocator *from);
void       contour_sweep_end(contour_sweep *sweep);

#endif
