/// @file
/// Islands: the connected parts of a mask, and their holes.
///
/// An island is a largest set of solid pixels that hang together. Whether pixels that meet in a corner
/// alone hang together is the caller's choice (rim_touch). A hole is a largest set of empty pixels
/// that hang together and are cut off from the outside. Empty pixels follow the opposite rule, so that
/// every closed curve of solid pixels cuts the plane in two (Rosenfeld, "Connectivity in digital
/// pictures", 1970). Outside the mask everything is empty: an island may lie at the border.
///
/// Method: the runs of each row are joined to those that they touch in the row above by union-find
/// (Galler and Fischer, "An improved equivalence algorithm", 1964). Rows of runs are contractible and
/// meet only two by two, so islands - holes = runs - touching pairs: holes cost nothing.
#ifndef RIMCAST_MASK_ISLANDS_H
#define RIMCAST_MASK_ISLANDS_H

#include "rimcast/mask.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Which pixels hang together.
typedef enum rim_touch
{
    RIM_TOUCH_CORNERS = 0, ///< solid ones that share an edge or a corner; empty ones along edges
    RIM_TOUCH_EDGES        ///< solid ones that share an edge; empty ones also at corners
} rim_touch;

/// How many islands and holes a mask has. Either pointer may be NULL.
/// Works in scratch memory from the allocator, in proportion to the runs of pixels in the rows.
/// RIM_ERR_MEMORY leaves both counts as they were; RIM_ERR_ARGUMENT for an unknown touch.
RIM_API rim_status rim_mask_count_islands(const rim_mask *mask, rim_touch touch, int64_t *islands,
                                          int64_t *holes, const rim_allocator *from);

/// All islands of a mask, with the pixels of each. It keeps no tie to the mask.
typedef struct rim_islands rim_islands;

/// What is known of an island.
typedef struct rim_island
{
    rim_rect bounds; ///< the smallest rectangle around it
    int64_t  area;   ///< pixels
    int64_t  holes;  ///< of this island alone, whatever lies in them
    int      x, y;   ///< its first pixel: the leftmost of its topmost row
} rim_island;

/// On failure `*out` is NULL: RIM_ERR_MEMORY, RIM_ERR_ARGUMENT for an unknown touch.
RIM_API rim_status rim_islands_create(rim_islands **out, const rim_mask *mask, rim_touch touch,
                                      const rim_allocator *from);

/// NULL is allowed.
RIM_API void rim_islands_destroy(rim_islands *islands);

/// How many there are; 0 for an empty mask.
RIM_API int64_t rim_islands_count(const rim_islands *islands);

/// Island index, 0 .. count - 1, in reading order of their first pixels: by y, then by x.
RIM_API rim_island rim_islands_get(const rim_islands *islands, int64_t index);

/// The island that pixel (x, y) belongs to; -1 for an empty pixel and outside the mask.
/// Takes the logarithm of the number of runs in that row.
RIM_API int64_t rim_islands_at(const rim_islands *islands, int x, int y);

/// Writes a number for every pixel: 0 for empty ones, 1 + the island's index for others. Row y starts
/// at labels + y * stride, counted in elements; 0 means the mask's width. Nothing else is written.
RIM_API void rim_islands_label(const rim_islands *islands, uint32_t *labels, ptrdiff_t stride);

#ifdef __cplusplus
}
#endif

#endif
