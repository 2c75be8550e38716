// All corners of some contours as bits, to see whether a shortcut would run over any of them.
#ifndef RIM_FLAT_OUTLINE_SIMPLIFY_CROSSING_H
#define RIM_FLAT_OUTLINE_SIMPLIFY_CROSSING_H

#include "rimcast/contour.h"

typedef struct simplify_crossing
{
    rim_allocator from;
    uint64_t     *corners; // row y of corners: bits 0 .. width
    uint64_t     *knots;   // NULL without any
    size_t        pitch, words;
    int32_t      *low, *high; // scratch, one a row: what a part of a ring and its shortcut span
    size_t        rows;
} simplify_crossing;

// Whatever it returns, simplify_crossing_end must follow.
rim_status simplify_crossing_start(simplify_crossing *field, const rim_corner *corners,
                                   size_t count, const rim_allocator *from);
void       simplify_crossing_end(simplify_crossing *field);

static inline bool simplify_is_knot(const simplify_crossing *field, rim_corner at)
{
    if (!field->knots) return false;
    return field->knots[(size_t)at.y * field->pitch + (size_t)(at.x >> 6)] >> (at.x & 63) & 1;
}

// May the straight side from part[0] to part[count - 1] stand for the corners part[0 .. count - 1]? Only
// if no other corner lies on it, or between it and them: none around which the closed way along the
// part and back along the side winds. The part's inner corners must be no knots.
bool simplify_crossing_is_free(simplify_crossing *field, const rim_corner *part, size_t count);

#endif
