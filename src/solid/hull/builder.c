#include "solid/hull/builder.h"

#include "base/sort.h"

hull_builder hull_builder_begin(const rim_allocator *from)
{
    return (hull_builder){ .from = memory_allocator_or_default(from) };
}

void hull_builder_end(hull_builder *builder)
{
    memory_release(&builder->from, builder->corners, builder->corner_room,
                   sizeof *builder->corners);
    memory_release(&builder->from, builder->starts, builder->number_room, sizeof *builder->starts);
}

// Allocates the corners, and starts[] and loops[] in one block. starts[] has an element more than there are faces.
bool hull_builder_reserve(hull_builder *builder, rim_hull_kind kind, size_t corners, size_t faces,
                          size_t half_edges)
{
    builder->kind = kind;
    builder->corner_room = corners;
    builder->number_room = faces + 1 + half_edges;
    builder->corners = memory_allocate(&builder->from, corners, sizeof *builder->corners);
    if (builder->corners)
        builder->starts =
            memory_allocate(&builder->from, builder->number_room, sizeof *builder->starts);
    if (!builder->starts) return false;
    builder->loops = builder->starts + faces + 1;
    builder->starts[0] = 0;
    return true;
}

void hull_builder_add_corner(hull_builder *builder, hull_point corner)
{
    builder->corners[builder->corner_count++] = corner;
}

void hull_builder_add_to_loop(hull_builder *builder, int32_t corner)
{
    builder->loops[builder->loop_count++] = corner;
}

void hull_builder_close_face(hull_builder *builder)
{
    builder->starts[++builder->face_count] = (int32_t)builder->loop_count;
}

// --- half-edges --------------------------------------------------------------------------------------

static bool half_edge_comes_before(const void *left, const void *right, const void *context)
{
    const hull_half_edge *g = left, *h = right;
    (void)context;
    if (g->a != h->a) return g->a < h->a;
    return g->b != h->b ? g->b < h->b : g->number < h->number;
}

void hull_sort_half_edges(hull_half_edge *half_edges, size_t count)
{
    sort_heap(half_edges, count, sizeof *half_edges, half_edge_comes_before, NULL);
}

// Sorts the half-edges that start lower than the two corners beside their start. A face may have several; the first
// one starts at its lowest corner, and the whole face is written from there, so faces come in the order of their lowest
// corners. next[h] is -1 once half-edge h is written, and the face's other ones are skipped.
bool hull_builder_add_faces(hull_builder *builder, const int32_t *origin, int32_t *next,
                            size_t count)
{
    hull_half_edge *sorted = memory_allocate(&builder->from, count, sizeof *sorted);
    if (!sorted) return false;
    size_t used = 0;
    for (size_t before = 0; before < count; before++)
    {
        if (origin[before] < 0) continue;
        int32_t h = next[before], a = origin[h], b = origin[next[h]];
        if (a < origin[before] && a < b) sorted[used++] = (hull_half_edge){ a, b, h };
    }
    hull_sort_half_edges(sorted, used);
    for (size_t i = 0; i < used; i++)
    {
        int32_t h = sorted[i].number;
        if (next[h] < 0) continue;
        while (next[h] >= 0)
        {
            int32_t after = next[h];
            hull_builder_add_to_loop(builder, origin[h]);
            next[h] = -1;
            h = after;
        }
        hull_builder_close_face(builder);
    }
    memory_release(&builder->from, sorted, count, sizeof *sorted);
    return true;
}

// --- points ----------------------------------------------------------------------------------------
//
// Sorts points and removes duplicates, so that a hull depends only on the set of points.

// Orders points by x, y and z, then by their source, so that the order is total.
static bool point_comes_before(const void *left, const void *right, const void *context)
{
    const hull_point *p = left, *q = right;
    (void)context;
    if (p->at.x != q->at.x) return p->at.x < q->at.x;
    if (p->at.y != q->at.y) return p->at.y < q->at.y;
    if (p->at.z != q->at.z) return p->at.z < q->at.z;
    return p->source < q->source;
}

// Sorts the points and keeps the first of equal ones.
int32_t hull_points_sort(hull_point *out, point_list points, int count)
{
    // Adding 0 turns -0 into 0: equal points must not differ in their bits.
    const rim_vec3 zero = { 0.0f, 0.0f, 0.0f };
    for (int i = 0; i < count; i++)
        out[i] = (hull_point){ rim_vec3_add(point_at(&points, (size_t)i), zero), i };
    sort_heap(out, (size_t)count, sizeof *out, point_comes_before, NULL);
    int32_t kept = 0;
    for (int i = 0; i < count; i++)
    {
        rim_vec3 p = out[i].at, last = out[kept > 0 ? kept - 1 : 0].at;
        if (kept == 0 || p.x != last.x || p.y != last.y || p.z != last.z) out[kept++] = out[i];
    }
    return kept;
}
