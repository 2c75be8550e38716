// All corners of some contours as bits, to test whether a shortcut would run over any of them.
#ifndef RIM_FLAT_OUTLINE_SIMPLIFY_CROSSING_H
#define RIM_FLAT_OUTLINE_SIMPLIFY_CROSSING_H

#include "rimcast/contour.h"

// The corners of all rings on the pixel grid. A knot is a position that two corners share.
typedef struct simplify_crossing
{
    rim_allocator   from;
    // The corner_grid of the contours, with a copy of the corners, some of which are cleared for a time.
    uint64_t       *corners;
    const uint64_t *knots; // NULL if there are none
    size_t          pitch, rows;
    // Scratch, one for each row: the columns between a part of a ring and its shortcut.
    int32_t        *low, *high;
} simplify_crossing;

// Enters the corners of contours, which must exist until the end. simplify_crossing_end must be called afterwards, whatever this returns.
rim_status simplify_crossing_start(simplify_crossing *grid, const rim_contours *contours,
                                   const rim_allocator *from);
void       simplify_crossing_end(simplify_crossing *grid);

static inline bool simplify_is_knot(const simplify_crossing *grid, rim_corner at)
{
    if (!grid->knots) return false;
    return grid->knots[(size_t)at.y * grid->pitch + (size_t)(at.x >> 6)] >> (at.x & 63) & 1;
}

// Returns true if the straight side from part[0] to part[count - 1] may replace the corners part[0 .. count - 1]: no other
// corner lies on the side or between the side and the part, that is, the closed path along the part and back along the side
// winds around none. Requires that the part's inner corners are no knots.
bool simplify_crossing_is_free(simplify_crossing *grid, const rim_corner *part, size_t count);

#endif
