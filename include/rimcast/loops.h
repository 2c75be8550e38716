/// @file
/// Loops: the closed polygons that outline the solid parts of a picture, nested in one another.
///
/// As with contours, the solid side is on the right hand: with y down an island's area is positive, a
/// hole's negative. Loops touch each other or themselves in single points at most; they never cross.
#ifndef RIMCAST_LOOPS_H
#define RIMCAST_LOOPS_H

#include "rimcast/polygon.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_loops rim_loops;

/// One loop, seen; its last point is joined to its first.
typedef struct rim_loop
{
    const rim_vec2
           *points; ///< in pixels from the image's top left corner; lives as long as the rim_loops
    size_t  count;  ///< at least 3
    double  area;   ///< above 0: an island's, below 0: a hole's
    /// the loop right around it, of the other kind, which comes before it; -1: none
    int64_t parent;
} rim_loop;

/// NULL is allowed.
RIM_API void rim_loops_destroy(rim_loops *loops);

/// How many loops there are, islands' and holes' together.
RIM_API int64_t rim_loops_count(const rim_loops *loops);

/// Loop index, 0 .. count - 1.
RIM_API rim_loop rim_loops_get(const rim_loops *loops, int64_t index);

/// The points of all loops, loop after loop, and how many they are.
RIM_API const rim_vec2 *rim_loops_points(const rim_loops *loops, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
