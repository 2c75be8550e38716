// How many there are of what an object holds.
#ifndef TESTS_SUPPORT_LISTS_H
#define TESTS_SUPPORT_LISTS_H

#include "rimcast/contour.h"

static inline int64_t ring_count(const rim_contours *contours)
{
    int64_t count;
    rim_contours_rings(contours, &count);
    return count;
}

static inline int64_t loop_count(const rim_loops *loops)
{
    int64_t count;
    rim_loops_list(loops, &count);
    return count;
}

static inline int64_t piece_count(const rim_partition *pieces)
{
    int64_t count;
    rim_partition_pieces(pieces, &count);
    return count;
}

static inline int64_t island_count(const rim_islands *islands)
{
    int64_t count;
    rim_islands_list(islands, &count);
    return count;
}

// The corners of all rings.
static inline const rim_corner *ring_corners(const rim_contours *contours, size_t *count)
{
    const rim_ring *rings = rim_contours_rings(contours, NULL);
    *count = 0;
    for (int64_t i = 0; i < ring_count(contours); i++) *count += rings[i].count;
    return *count ? rings[0].corners : NULL;
}

// The points of all loops.
static inline const rim_vec2 *loop_points(const rim_loops *loops, size_t *count)
{
    const rim_loop *list = rim_loops_list(loops, NULL);
    *count = 0;
    for (int64_t i = 0; i < loop_count(loops); i++) *count += list[i].count;
    return *count ? list[0].points : NULL;
}

#endif
