// All corners of some contours as bits, to test whether a shortcut would run over any of them.
#ifndef RIM_FLAT_OUTLINE_SIMPLIFY_CROSSING_H
#define RIM_FLAT_OUTLINE_SIMPLIFY_CROSSING_H

#include "flat/outline/corner_grid.h"

// The corners of all rings on the pixel grid.
typedef struct simplify_crossing
{
    rim_allocator from;
    corner_grid
        grid; // the contours' own, but with a copy of the corners, some of which are cleared for a time
    // Scratch, one for each row of the grid: the columns between a part of a ring and its shortcut.
    int32_t *low, *high;
} simplify_crossing;

// Enters the corners of contours, which must exist until the end. simplify_crossing_end must be called afterwards,
// whatever this returns.
rim_status simplify_crossing_start(simplify_crossing *crossing, const rim_contours *contours,
                                   const rim_allocator *from);
void       simplify_crossing_end(simplify_crossing *crossing);

static inline bool simplify_is_knot(const simplify_crossing *crossing, rim_corner at)
{
    if (!crossing->grid.knots) return false;
    return crossing->grid.knots[corner_grid_word(&crossing->grid, at.x, at.y)] >> (at.x & 63) & 1;
}

// Returns true if the straight side from part[0] to part[count - 1] may replace the corners part[0 .. count - 1]: no other
// corner lies on the side or between the side and the part, that is, the closed path along the part and back along the side
// winds around none. Requires that the part's inner corners are no knots.
bool simplify_crossing_is_free(simplify_crossing *crossing, const rim_corner *part, size_t count);

#endif
