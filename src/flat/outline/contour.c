#include "rimcast/contour.h"

#include "base/memory.h"
#include "flat/mask/bits.h"
#include "flat/outline/contour_sweep.h"

#include <assert.h>

struct rim_contours
{
    rim_allocator from;
    rim_corner   *corners;
    size_t        corner_count;
    rim_ring     *rings;
    size_t        count, capacity;
    corner_grid   grid; // the same corners
};

// Releases the memory of the rings, but not *all itself. Members may be NULL.
static void contour_discard(rim_contours *all)
{
    memory_release(&all->from, all->corners, all->corner_count, sizeof *all->corners);
    memory_release(&all->from, all->rings, all->capacity, sizeof *all->rings);
    size_t words = all->grid.rows * all->grid.pitch;
    memory_release(&all->from, all->grid.corners, words, sizeof *all->grid.corners);
    memory_release(&all->from, all->grid.knots, words, sizeof *all->grid.knots);
}

// Writes the corners of the ring of node `first` from `to` on, and returns the end of those written. Sets the ring's
// area, and stores `number`, the ring's index, in its nodes. Requires that `first` is the ring's topmost corner, the
// leftmost of several, and room for the corners.
//
// An island's ring starts along the top side to the right, and a hole's ring along the left side down. So solid pixels
// lie on the right of the way. Each step passes two sides: for an island a horizontal side and then a vertical one, for
// a hole the other way round. A horizontal side joins nodes 2 i and 2 i + 1. The area is the sum of x dy over the
// vertical sides (Green's theorem). So the area of a hole is negative.
static rim_corner *contour_trace_ring(contour_node *nodes, uint32_t first, rim_ring *made,
                                      uint32_t number, bool is_island, rim_corner *to)
{
    uint32_t at = first;
    int64_t  area = 0;
    do
    {
        uint32_t   next = is_island ? at ^ 1 : nodes[at].vertical;
        uint32_t   after = is_island ? nodes[next].vertical : next ^ 1;
        rim_corner a = nodes[at].at, b = nodes[next].at, c = nodes[after].at;
        nodes[at].ring = number;
        nodes[next].ring = number;
        *to++ = a;
        *to++ = b;
        area += is_island ? (int64_t)b.x * (c.y - b.y) : (int64_t)a.x * (b.y - a.y);
        at = after;
    } while (at != first);
    made->area = area;
    return to;
}

// Returns the number of the ring that surrounds a new ring; -1 if no ring does. `left` is CONTOUR_UNTRACED + the top node
// of the nearest vertical side to the left of the new ring's first corner, or CONTOUR_NONE. In reading order, this node
// comes before the corner, so its ring was traced before. If that ring is of the other kind (island or hole), it
// surrounds the new ring. Otherwise it lies beside the new ring and has the same parent. An island's area is positive,
// a hole's negative.
static int64_t parent_of(const rim_contours *all, const contour_node *nodes, uint32_t left,
                         bool is_island)
{
    if (left == CONTOUR_NONE) return -1;
    uint32_t        ring = nodes[left - CONTOUR_UNTRACED].ring;
    const rim_ring *beside = &all->rings[ring];
    bool            beside_is_island = beside->area > 0;
    return beside_is_island != is_island ? (int64_t)ring : beside->parent;
}

// Traces all rings of the sweep, in the reading order of their first corners. Nodes are in reading order, so the first
// node without a ring is the topmost, leftmost corner of a new ring. Nodes 2 i and 2 i + 1 are in the same ring, so
// only even nodes are tested. On failure the caller releases what was traced.
static rim_status contour_collect(rim_contours *all, contour_sweep *sweep, const rim_mask *mask)
{
    all->corners = memory_allocate(&all->from, sweep->count, sizeof *all->corners);
    if (!all->corners) return RIM_ERR_MEMORY;
    all->corner_count = sweep->count;
    rim_corner *to = all->corners;
    for (size_t i = 0; i < sweep->count; i += 2)
    {
        const contour_node *node = &sweep->nodes[i];
        uint32_t            left = node->ring;
        if (!(left & CONTOUR_UNTRACED)) continue;
        if (!memory_reserve(&all->from, (void **)&all->rings, &all->capacity, all->count + 1,
                            sizeof *all->rings))
            return RIM_ERR_MEMORY;
        bool     is_island = mask_solid(mask, node->at.x, node->at.y);
        rim_ring made = { .corners = to };
        to = contour_trace_ring(sweep->nodes, (uint32_t)i, &made, (uint32_t)all->count, is_island,
                                to);
        made.count = (size_t)(to - made.corners);
        made.parent = parent_of(all, sweep->nodes, left, is_island);
        all->rings[all->count++] = made;
    }
    return RIM_OK;
}

// Finds all corners by a sweep, then traces them to rings. The sweep's memory is released in every case, the rings only on
// failure; *out is NULL then.
rim_status rim_contours_create(rim_contours **out, const rim_mask *mask, rim_touch touch,
                               const rim_allocator *from)
{
    contour_sweep sweep;
    RIM_ASSERT(out && mask, "out or the mask is NULL");
    *out = NULL;
    rim_contours all = { .from = memory_allocator_or_default(from) };
    rim_status   status = contour_sweep_run(&sweep, mask, touch, from);
    if (status == RIM_OK) status = contour_collect(&all, &sweep, mask);
    all.grid = sweep.grid;
    contour_sweep_end(&sweep);
    rim_contours *kept = status == RIM_OK ? memory_allocate(&all.from, 1, sizeof *kept) : NULL;
    if (!kept)
    {
        contour_discard(&all);
        return status == RIM_OK ? RIM_ERR_MEMORY : status;
    }
    *kept = all;
    *out = kept;
    return RIM_OK;
}

void rim_contours_destroy(rim_contours *contours)
{
    if (!contours) return;
    rim_allocator from = contours->from;
    contour_discard(contours);
    memory_release(&from, contours, 1, sizeof *contours);
}

const rim_ring *rim_contours_rings(const rim_contours *contours, int64_t *count)
{
    if (count) *count = (int64_t)contours->count;
    return contours->rings;
}

const corner_grid *corner_grid_of(const rim_contours *contours)
{
    return &contours->grid;
}
