// Distinct points in one order, so that a hull depends on the set of points and on nothing else.
#include "solid/hull/builder.h"

#include <string.h>

static bool hull_points_comes_before(const rim_vec3 *points, int32_t i, int32_t j)
{
    rim_vec3 a = points[i], b = points[j];
    if (a.x != b.x) return a.x < b.x;
    if (a.y != b.y) return a.y < b.y;
    if (a.z != b.z) return a.z < b.z;
    return i < j;
}

// Merge sort from the bottom up; returns which of the two arrays holds the result.
static int32_t *sort(const rim_vec3 *points, int32_t *from, int32_t *to, size_t count)
{
    for (size_t width = 1; width < count; width *= 2)
    {
        for (size_t lo = 0; lo < count; lo += 2 * width)
        {
            size_t middle = lo + width < count ? lo + width : count;
            size_t hi = lo + 2 * width < count ? lo + 2 * width : count;
            size_t i = lo, j = middle;
            for (size_t at = lo; at < hi; at++)
            {
                bool left =
                    j >= hi || (i < middle && !hull_points_comes_before(points, from[j], from[i]));
                to[at] = left ? from[i++] : from[j++];
            }
        }
        int32_t *swapped = from;
        from = to;
        to = swapped;
    }
    return from;
}

bool hull_points_sort(hull_points *out, const rim_vec3 *points, int count,
                      const rim_allocator *from)
{
    memset(out, 0, sizeof *out);
    out->room = (size_t)count;
    out->points = memory_allocate(from, out->room, sizeof *out->points);
    out->sources = memory_allocate(from, out->room, sizeof *out->sources);
    int32_t *work = memory_allocate(from, out->room, 2 * sizeof *work);
    if (!out->points || !out->sources || !work)
    {
        memory_release(from, work, out->room, 2 * sizeof *work);
        hull_points_end(out, from);
        return false;
    }

    for (int i = 0; i < count; i++) work[i] = i;
    const int32_t *order = sort(points, work, work + count, (size_t)count);
    for (int i = 0; i < count; i++)
    {
        rim_vec3 p = points[order[i]];
        rim_vec3 last = out->count ? out->points[out->count - 1] : p;
        if (out->count && p.x == last.x && p.y == last.y && p.z == last.z) continue;
        // Adding 0 turns -0 into 0: equal points must not differ in their bits.
        out->points[out->count] = rim_vec3_make(p.x + 0.0f, p.y + 0.0f, p.z + 0.0f);
        out->sources[out->count++] = order[i];
    }
    memory_release(from, work, out->room, 2 * sizeof *work);
    return true;
}

void hull_points_end(hull_points *points, const rim_allocator *from)
{
    memory_release(from, points->points, points->room, sizeof *points->points);
    memory_release(from, points->sources, points->room, sizeof *points->sources);
    memset(points, 0, sizeof *points);
}
