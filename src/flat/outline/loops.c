#include "flat/outline/loops.h"

#include "base/memory.h"

// Creates an empty list with room for the given numbers of points and loops. On failure *out is unchanged.
rim_status loops_create(rim_loops **out, size_t points, size_t loops, const rim_allocator *from)
{
    rim_allocator owner = memory_allocator_or_default(from);
    rim_loops    *made = memory_allocate_zeroed(&owner, 1, sizeof *made);
    if (!made) return RIM_ERR_MEMORY;
    made->from = owner;
    made->points = memory_allocate(&owner, points, sizeof *made->points);
    made->point_capacity = points;
    made->list = memory_allocate(&owner, loops, sizeof *made->list);
    made->capacity = loops;
    if (!made->points || !made->list)
    {
        rim_loops_destroy(made);
        return RIM_ERR_MEMORY;
    }
    *out = made;
    return RIM_OK;
}

void rim_loops_destroy(rim_loops *loops)
{
    if (!loops) return;
    rim_allocator from = loops->from;
    memory_release(&from, loops->points, loops->point_capacity, sizeof *loops->points);
    memory_release(&from, loops->list, loops->capacity, sizeof *loops->list);
    memory_release(&from, loops, 1, sizeof *loops);
}

const rim_loop *rim_loops_list(const rim_loops *loops, int64_t *count)
{
    if (count) *count = (int64_t)loops->count;
    return loops->list;
}

// Adds the loop of the points from number `start` on to the last one, with its area. Requires room for the loop.
void loops_add(rim_loops *loops, size_t start, int64_t parent)
{
    const rim_vec2 *points = loops->points + start;
    size_t          count = loops->point_count - start;
    double          area = rim_polygon2_area((rim_polygon2){ points, (int)count });
    loops->list[loops->count++] = (rim_loop){ points, count, area, parent };
}
