#include "solid/hull/builder.h"

#include "base/sort.h"

#include <string.h>

hull_builder hull_builder_begin(const rim_allocator *from)
{
    return (hull_builder){ .from = memory_allocator_or_default(from) };
}

void hull_builder_end(hull_builder *builder)
{
    memory_release(&builder->from, builder->corners, builder->corner_room,
                   sizeof *builder->corners);
    memory_release(&builder->from, builder->sources, builder->source_room,
                   sizeof *builder->sources);
    memory_release(&builder->from, builder->starts, builder->start_room, sizeof *builder->starts);
    memory_release(&builder->from, builder->loops, builder->loop_room, sizeof *builder->loops);
    memory_release(&builder->from, builder->facets, 3 * builder->facet_room,
                   sizeof *builder->facets);
}

void hull_builder_clear(hull_builder *builder)
{
    builder->kind = RIM_HULL_EMPTY;
    builder->corner_count = builder->face_count = builder->loop_count = 0;
}

// Appends a corner and the index of the input point that it comes from, -1 for a new corner.
bool hull_builder_add_corner(hull_builder *builder, rim_vec3 corner, int32_t source)
{
    size_t needed = builder->corner_count + 1;
    if (!MEMORY_RESERVE(&builder->from, builder->corners, builder->corner_room, needed) ||
        !MEMORY_RESERVE(&builder->from, builder->sources, builder->source_room, needed))
        return false;
    builder->corners[builder->corner_count] = corner;
    builder->sources[builder->corner_count++] = source;
    return true;
}

bool hull_builder_add_to_loop(hull_builder *builder, int32_t corner)
{
    size_t needed = builder->loop_count + 1;
    if (!MEMORY_RESERVE(&builder->from, builder->loops, builder->loop_room, needed)) return false;
    builder->loops[builder->loop_count++] = corner;
    return true;
}

// Ends the current face at the last corner added: starts[] gets its end, and for the first face also its start, 0.
bool hull_builder_close_face(hull_builder *builder)
{
    size_t needed = builder->face_count + 2;
    if (!MEMORY_RESERVE(&builder->from, builder->starts, builder->start_room, needed)) return false;
    if (builder->face_count == 0) builder->starts[0] = 0;
    builder->starts[++builder->face_count] = (int32_t)builder->loop_count;
    return true;
}

// --- the order of faces ----------------------------------------------------------------------------

// Copies a loop so that its lowest corner comes first.
static void copy_from_lowest(int32_t *out, const int32_t *loop, int32_t count)
{
    int32_t lowest = 0;
    for (int32_t i = 1; i < count; i++)
        if (loop[i] < loop[lowest]) lowest = i;
    for (int32_t i = 0; i < count; i++) out[i] = loop[(lowest + i) % count];
}

// The loop of face f starts at loops[starts[f]].
typedef struct face_loops
{
    const int32_t *loops, *starts;
} face_loops;

// Compares two faces, by number, for sort_heap: by their first two corners. No two faces have the same two, because a
// half-edge is in one face. `context` is the face_loops.
static bool face_comes_before(const void *a, const void *b, const void *context)
{
    const face_loops *all = context;
    const int32_t    *p = all->loops + all->starts[*(const int32_t *)a];
    const int32_t    *q = all->loops + all->starts[*(const int32_t *)b];
    return p[0] != q[0] ? p[0] < q[0] : p[1] < q[1];
}

// Orders the faces so that they depend on the set of faces alone: each loop starts at its lowest corner, and faces are
// sorted by their first two corners.
bool hull_builder_order_faces(hull_builder *builder)
{
    size_t   faces = builder->face_count, room = faces + builder->loop_count;
    int32_t *order = memory_allocate(&builder->from, room, sizeof *order), written = 0;
    if (!order) return false;
    int32_t *loops = order + faces, *starts = builder->starts;
    for (size_t i = 0; i < faces; i++)
    {
        order[i] = (int32_t)i;
        copy_from_lowest(loops + starts[i], builder->loops + starts[i], starts[i + 1] - starts[i]);
    }
    face_loops all = { loops, starts };
    sort_heap(order, faces, sizeof *order, face_comes_before, &all);
    // Replaces the numbers in `order` by the sizes of the loops: starts[] is needed until all loops are copied.
    for (size_t i = 0; i < faces; i++)
    {
        int32_t f = order[i], size = starts[f + 1] - starts[f];
        memcpy(builder->loops + written, loops + starts[f], (size_t)size * sizeof *loops);
        written += size;
        order[i] = size;
    }
    for (size_t i = 0; i < faces; i++) starts[i + 1] = starts[i] + order[i];
    memory_release(&builder->from, order, room, sizeof *order);
    return true;
}

// --- the order of half-edges -----------------------------------------------------------------------

typedef struct half_edge_sort
{
    const hull_builder *builder;
    const int32_t      *faces;
    int32_t            *counts;
} half_edge_sort;

// Returns the higher corner of half-edge h, or the lower one if `high` is false.
static int32_t half_edge_end(const half_edge_sort *s, int32_t h, bool high)
{
    const hull_builder *builder = s->builder;
    int32_t f = s->faces[h], next = h + 1 < builder->starts[f + 1] ? h + 1 : builder->starts[f];
    int32_t a = builder->loops[h], b = builder->loops[next];
    bool    a_is_higher = a > b;
    return a_is_higher == high ? a : b;
}

// Sorts the half-edges in[] to out[] by their higher corner (or lower, if `high` is false), keeping the order of equal
// ones: a counting sort, linear in the numbers of half-edges and corners. counts[v + 1] is first the number of
// half-edges whose corner is v; summed up, counts[v] is the place of the first of them. In the last loop counts[v] is
// the place of the next one.
static void half_edge_count_sort(const half_edge_sort *s, bool high, const int32_t *in,
                                 int32_t *out)
{
    int32_t corners = (int32_t)s->builder->corner_count, count = (int32_t)s->builder->loop_count;
    memset(s->counts, 0, ((size_t)corners + 1) * sizeof *s->counts);
    for (int32_t i = 0; i < count; i++) s->counts[half_edge_end(s, in[i], high) + 1]++;
    for (int32_t v = 0; v < corners; v++) s->counts[v + 1] += s->counts[v];
    for (int32_t i = 0; i < count; i++)
    {
        int32_t v = half_edge_end(s, in[i], high);
        out[s->counts[v]++] = in[i];
    }
}

// Sorts half-edges so that twins are neighbors. Two stable sorts, first by the higher corner, then by the lower: a
// radix sort.
void hull_sort_half_edges(const hull_builder *builder, const int32_t *faces, int32_t *sorted,
                          int32_t *work, int32_t *counts)
{
    half_edge_sort s = { builder, faces, counts };
    for (int32_t h = 0; h < (int32_t)builder->loop_count; h++) sorted[h] = h;
    half_edge_count_sort(&s, true, sorted, work);
    half_edge_count_sort(&s, false, work, sorted);
}

// --- points ----------------------------------------------------------------------------------------
//
// Sorts points and removes duplicates, so that a hull depends only on the set of points.

// Orders two indices into the point_list `points` for sort_heap: by x, y and z of their points, then by index, so that
// the order is total.
static bool point_comes_before(const void *i, const void *j, const void *points)
{
    rim_vec3 a = point_at(points, (size_t) * (const int32_t *)i);
    rim_vec3 b = point_at(points, (size_t) * (const int32_t *)j);
    if (a.x != b.x) return a.x < b.x;
    if (a.y != b.y) return a.y < b.y;
    if (a.z != b.z) return a.z < b.z;
    return *(const int32_t *)i < *(const int32_t *)j;
}

// Sorts the points by x, y and z and removes equal ones. Of equal points the lowest index comes first in the order, and
// remains.
bool hull_points_sort(hull_points *out, point_list points, int count, const rim_allocator *from)
{
    memset(out, 0, sizeof *out);
    out->room = (size_t)count;
    out->points = memory_allocate(from, out->room, sizeof *out->points);
    out->sources = memory_allocate(from, out->room, sizeof *out->sources);
    int32_t *order = memory_allocate(from, out->room, sizeof *order);
    if (!out->points || !out->sources || !order)
    {
        memory_release(from, order, out->room, sizeof *order);
        hull_points_end(out, from);
        return false;
    }

    for (int i = 0; i < count; i++) order[i] = i;
    sort_heap(order, (size_t)count, sizeof *order, point_comes_before, &points);
    for (int i = 0; i < count; i++)
    {
        rim_vec3 p = point_at(&points, (size_t)order[i]);
        rim_vec3 last = out->count ? out->points[out->count - 1] : p;
        if (out->count && p.x == last.x && p.y == last.y && p.z == last.z) continue;
        // Adding 0 turns -0 into 0: equal points must not differ in their bits.
        out->points[out->count] = rim_vec3_make(p.x + 0.0f, p.y + 0.0f, p.z + 0.0f);
        out->sources[out->count++] = order[i];
    }
    memory_release(from, order, out->room, sizeof *order);
    return true;
}

void hull_points_end(hull_points *points, const rim_allocator *from)
{
    memory_release(from, points->points, points->room, sizeof *points->points);
    memory_release(from, points->sources, points->room, sizeof *points->sources);
    memset(points, 0, sizeof *points);
}
