// Contours and pieces of a mask. See outline_rings.h.
#include "outline_rings.h"

#include "rimcast/contour.h"
#include "rimcast/mask.h"

#include <stdint.h>
#include <stdlib.h>

// Makes every pixel solid whose center lies inside a ring of pixel corners. Returns false if memory runs out.
static bool fill_ring(rim_mask *mask, rim_ring ring)
{
    rim_vec2 *points = malloc(ring.count * sizeof *points);
    if (!points) return false;
    for (size_t k = 0; k < ring.count; k++)
        points[k] = rim_vec2_make((float)ring.corners[k].x, (float)ring.corners[k].y);
    rim_mask_draw_polygon(mask, points, (int)ring.count, true);
    free(points);
    return true;
}

// Creates a copy of a mask without its holes. Rings around holes have a negative area. *out may be set on failure; the
// caller destroys it in any case.
static rim_status create_filled(rim_mask **out, const rim_mask *mask)
{
    rim_contours *rings;
    *out = NULL;
    rim_status status = rim_contours_create(&rings, mask, RIM_TOUCH_CORNERS, NULL);
    if (status == RIM_OK) status = rim_mask_create_copy(out, mask, NULL);
    int64_t         count = 0;
    const rim_ring *ring = status == RIM_OK ? rim_contours_rings(rings, &count) : NULL;
    for (int64_t i = 0; status == RIM_OK && i < count; i++)
    {
        if (ring[i].area < 0 && !fill_ring(*out, ring[i])) status = RIM_ERR_MEMORY;
    }
    rim_contours_destroy(rings);
    return status;
}

// Creates the rings of a mask, simplified with the tolerance and the side of the wish. *out is NULL on failure.
static rim_status create_loops(rim_loops **out, const ring_wish *wish, const rim_mask *mask)
{
    rim_contours *rings;
    *out = NULL;
    rim_status status = rim_contours_create(&rings, mask, RIM_TOUCH_CORNERS, NULL);
    if (status == RIM_OK)
        status = rim_loops_create_simplified(out, rings, wish->tolerance, wish->side, NULL);
    rim_contours_destroy(rings);
    return status;
}

// Sets a record's loops or pieces, which the record then owns, its tolerance and its side. On failure both are NULL.
rim_status outline_rings_trace(const ring_wish *wish, const rim_mask *mask, rim_outline_record *r)
{
    rim_mask      *filled = NULL;
    rim_loops     *loops = NULL;
    rim_partition *pieces = NULL;
    rim_status     status = wish->holes ? RIM_OK : create_filled(&filled, mask);
    r->rays = 0;
    r->tolerance = wish->tolerance;
    r->side = wish->side;
    if (status == RIM_OK) status = create_loops(&loops, wish, filled ? filled : mask);
    rim_mask_destroy(filled);
    if (status == RIM_OK && wish->kind != RIM_OUTLINE_CONTOUR)
    {
        status = rim_partition_create(&pieces, loops, &wish->pieces, NULL);
        rim_loops_destroy(loops);
        loops = NULL;
    }
    r->loops = loops;
    r->pieces = pieces;
    return status;
}

void outline_rings_free(rim_outline_record *r)
{
    rim_loops_destroy((rim_loops *)(uintptr_t)r->loops);
    rim_partition_destroy((rim_partition *)(uintptr_t)r->pieces);
}
