#include "flat/outline/loops.h"

#include "base/memory.h"

#include <assert.h>

rim_status loops_create(rim_loops **out, size_t points, size_t loops, const rim_allocator *from)
{
    rim_allocator owner = memory_allocator_or_default(from);
    rim_loops    *made = memory_allocate_zeroed(&owner, 1, sizeof *made);
    if (!made) return RIM_ERR_MEMORY;
    made->from = owner;
    made->points = memory_allocate(&owner, points, sizeof *made->points);
    made->point_capacity = points;
    made->entries = memory_allocate(&owner, loops, sizeof *made->entries);
    made->capacity = loops;
    if (!made->points || !made->entries)
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
    memory_release(&from, loops->entries, loops->capacity, sizeof *loops->entries);
    memory_release(&from, loops, 1, sizeof *loops);
}

int64_t rim_loops_count(const rim_loops *loops)
{
    return (int64_t)loops->count;
}

rim_loop rim_loops_get(const rim_loops *loops, int64_t index)
{
    assert(index >= 0 && (size_t)index < loops->count);
    const loops_entry *entry = &loops->entries[index];
    size_t             end = (size_t)index + 1 < loops->count ? entry[1].start : loops->point_count;
    rim_loop           loop = { loops->points + entry->start, end - entry->start, entry->area,
                                entry->parent };
    return loop;
}

const rim_vec2 *rim_loops_points(const rim_loops *loops, size_t *count)
{
    *count = loops->point_count;
    return loops->points;
}
