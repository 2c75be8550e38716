#include "solid/hull/surface.h"

#include <string.h>

static vec3d hull_surface_area_of(const hull_surface *s, int32_t f)
{
    int32_t first = s->start[f];
    vec3d   o = hull_surface_corner(s, first), sum = v3d(0.0, 0.0, 0.0);
    for (int32_t h = s->next[first]; s->next[h] != first; h = s->next[h])
        sum = v3d_add(sum, v3d_cross(v3d_sub(hull_surface_corner(s, h), o),
                                     v3d_sub(hull_surface_corner(s, s->next[h]), o)));
    return sum;
}

// The twin of a half-edge from a to b is among those that leave b, and is before one of those that leave a: the
// fewer are searched. So a corner of many edges costs no more than others; over all edges of a convex body
// the lesser numbers of edges at their ends add up to a multiple of their count (Chiba, Nishizeki 1985).
// Those that leave each corner are chained lists, links in `chain`.
static void hull_surface_find_twins(hull_surface *s, int32_t *chain, int32_t *heads)
{
    int32_t count = (int32_t)s->draft->loop_count;
    for (int32_t v = 0; v < s->corners; v++) s->degree[v] = 0, heads[v] = -1;
    for (int32_t h = 0; h < count; h++)
    {
        int32_t v = s->origin[h];
        chain[h] = heads[v];
        heads[v] = h;
        s->degree[v]++;
    }
    for (int32_t h = 0; h < count; h++)
    {
        int32_t a = s->origin[h], b = s->origin[s->next[h]];
        bool    at_b = s->degree[b] <= s->degree[a];
        int32_t g = heads[at_b ? b : a];
        while (s->origin[at_b ? s->next[g] : s->before[g]] != (at_b ? a : b)) g = chain[g];
        s->twin[h] = at_b ? g : s->before[g];
    }
}

static void hull_surface_build(hull_surface *s)
{
    const hull_builder *draft = s->draft;
    for (int32_t f = 0; f < (int32_t)draft->face_count; f++)
    {
        int32_t first = draft->starts[f], end = draft->starts[f + 1];
        s->start[f] = first;
        for (int32_t h = first; h < end; h++)
        {
            s->origin[h] = draft->loops[h];
            s->next[h] = h + 1 < end ? h + 1 : first;
            s->before[h] = h > first ? h - 1 : end - 1;
            s->face[h] = f;
        }
    }
    hull_surface_find_twins(s, s->twin + draft->loop_count, s->degree + draft->corner_count);
    for (int32_t f = 0; f < (int32_t)draft->face_count; f++)
        s->area[f] = hull_surface_area_of(s, f);
}

// Loops are written in place of the old ones: of each face in order, never more than was read.
static void write_back(hull_surface *s, int32_t *loops)
{
    hull_builder *draft = s->draft;
    int32_t      *number = s->twin, kept = 0; // twins are not needed any more
    for (int32_t v = 0; v < (int32_t)draft->corner_count; v++)
    {
        if (s->degree[v] == 0) continue;
        draft->corners[kept] = draft->corners[v];
        draft->sources[kept] = draft->sources[v];
        number[v] = kept++;
    }
    draft->corner_count = (size_t)kept;
    int32_t faces = 0, at = 0;
    for (int32_t f = 0; f < (int32_t)draft->face_count; f++)
    {
        if (s->start[f] < 0) continue;
        int32_t h = s->start[f];
        do
        {
            loops[at++] = number[s->origin[h]];
            h = s->next[h];
        } while (h != s->start[f]);
        draft->starts[++faces] = at;
    }
    memcpy(draft->loops, loops, (size_t)at * sizeof *loops);
    draft->face_count = (size_t)faces;
    draft->loop_count = (size_t)at;
}

bool hull_surface_begin(hull_surface *s, hull_builder *draft, double distance)
{
    size_t edges = draft->loop_count, faces = draft->face_count;
    memset(s, 0, sizeof *s);
    s->draft = draft;
    s->distance = distance;
    s->face_room = faces;
    s->work_room = 6 * edges + 4 * faces + 2 * draft->corner_count;
    s->work = memory_allocate(&draft->from, s->work_room, sizeof *s->work);
    s->area = memory_allocate(&draft->from, faces, sizeof *s->area);
    if (!s->work || !s->area)
    {
        hull_surface_end(s);
        return false;
    }
    s->next = s->work;
    s->before = s->work + edges;
    s->face = s->work + 2 * edges;
    s->origin = s->work + 3 * edges;
    s->twin = s->work + 4 * edges; // and as much scratch behind
    s->start = s->work + 6 * edges;
    s->met = s->start + faces;
    s->degree = s->met + 3 * faces;
    memset(s->met, 0, 3 * faces * sizeof *s->met);
    s->faces = (int32_t)faces;
    s->corners = (int32_t)draft->corner_count;
    hull_surface_build(s);
    return true;
}

void hull_surface_end(hull_surface *s)
{
    memory_release(&s->draft->from, s->area, s->face_room, sizeof *s->area);
    memory_release(&s->draft->from, s->work, s->work_room, sizeof *s->work);
}

bool hull_surface_write(hull_surface *s)
{
    write_back(s, s->twin + s->draft->loop_count);
    return hull_builder_order_faces(s->draft);
}
