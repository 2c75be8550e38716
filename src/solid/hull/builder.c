#include "solid/hull/builder.h"

#include <string.h>

hull_builder hull_builder_begin(const rim_allocator *from)
{
    hull_builder draft;
    memset(&draft, 0, sizeof draft);
    draft.from = memory_allocator_or_default(from);
    return draft;
}

void hull_builder_end(hull_builder *draft)
{
    memory_release(&draft->from, draft->corners, draft->corner_room, sizeof *draft->corners);
    memory_release(&draft->from, draft->sources, draft->source_room, sizeof *draft->sources);
    memory_release(&draft->from, draft->starts, draft->start_room, sizeof *draft->starts);
    memory_release(&draft->from, draft->loops, draft->loop_room, sizeof *draft->loops);
    memory_release(&draft->from, draft->facets, draft->exact_room, sizeof *draft->facets);
}

void hull_builder_clear(hull_builder *draft)
{
    draft->kind = RIM_HULL_EMPTY;
    draft->corner_count = draft->face_count = draft->loop_count = 0;
}

static bool reserve_ints(const hull_builder *draft, int32_t **block, size_t *room, size_t needed)
{
    void *grown = *block;
    bool  fits = memory_reserve(&draft->from, &grown, room, needed, sizeof **block);
    *block = grown;
    return fits;
}

bool hull_builder_add_corner(hull_builder *draft, rim_vec3 corner, int32_t source)
{
    size_t needed = draft->corner_count + 1;
    void  *corners = draft->corners;
    if (!memory_reserve(&draft->from, &corners, &draft->corner_room, needed, sizeof corner))
        return false;
    draft->corners = corners;
    if (!reserve_ints(draft, &draft->sources, &draft->source_room, needed)) return false;

    draft->corners[draft->corner_count] = corner;
    draft->sources[draft->corner_count++] = source;
    return true;
}

bool hull_builder_add_to_loop(hull_builder *draft, int32_t corner)
{
    if (!reserve_ints(draft, &draft->loops, &draft->loop_room, draft->loop_count + 1)) return false;
    draft->loops[draft->loop_count++] = corner;
    return true;
}

bool hull_builder_close_face(hull_builder *draft)
{
    if (!reserve_ints(draft, &draft->starts, &draft->start_room, draft->face_count + 2))
        return false;
    if (draft->face_count == 0) draft->starts[0] = 0;
    draft->starts[++draft->face_count] = (int32_t)draft->loop_count;
    return true;
}

// --- the order of faces ----------------------------------------------------------------------------

static void start_at_lowest(int32_t *loop, int count)
{
    int lowest = 0;
    for (int i = 1; i < count; i++)
        if (loop[i] < loop[lowest]) lowest = i;
    // A rotation by three reversals, in place.
    for (int part = 0; part < 3; part++)
    {
        int lo = part == 1 ? lowest : 0, hi = (part == 0 ? lowest : count) - 1;
        for (; lo < hi; lo++, hi--)
        {
            int32_t swapped = loop[lo];
            loop[lo] = loop[hi];
            loop[hi] = swapped;
        }
    }
}

// Faces by their first two corners, which no two faces share: counting sort by the second, then by
// the first.
static void hull_builder_count_sort(const hull_builder *draft, int which, const int32_t *in,
                                    int32_t *out, int32_t *counts)
{
    memset(counts, 0, (draft->corner_count + 1) * sizeof *counts);
    for (size_t i = 0; i < draft->face_count; i++)
        counts[draft->loops[draft->starts[in[i]] + which] + 1]++;
    for (size_t i = 0; i < draft->corner_count; i++) counts[i + 1] += counts[i];
    for (size_t i = 0; i < draft->face_count; i++)
        out[counts[draft->loops[draft->starts[in[i]] + which]]++] = in[i];
}

static void reorder(hull_builder *draft, const int32_t *order, int32_t *starts, int32_t *loops)
{
    int32_t at = 0;
    starts[0] = 0;
    for (size_t i = 0; i < draft->face_count; i++)
    {
        int32_t first = draft->starts[order[i]], count = draft->starts[order[i] + 1] - first;
        memcpy(loops + at, draft->loops + first, (size_t)count * sizeof *loops);
        at += count;
        starts[i + 1] = at;
    }
    memcpy(draft->starts, starts, (draft->face_count + 1) * sizeof *starts);
    memcpy(draft->loops, loops, draft->loop_count * sizeof *loops);
}

bool hull_builder_order_faces(hull_builder *draft)
{
    size_t   faces = draft->face_count;
    size_t   room = 3 * faces + 1 + draft->loop_count + draft->corner_count + 1;
    int32_t *work = memory_allocate(&draft->from, room, sizeof *work);
    if (!work) return false;
    int32_t *in = work, *out = in + faces, *starts = out + faces;
    int32_t *loops = starts + faces + 1, *counts = loops + draft->loop_count;

    for (size_t i = 0; i < faces; i++)
    {
        int32_t first = draft->starts[i];
        start_at_lowest(draft->loops + first, draft->starts[i + 1] - first);
        in[i] = (int32_t)i;
    }
    if (faces)
    {
        hull_builder_count_sort(draft, 1, in, out, counts);
        hull_builder_count_sort(draft, 0, out, in, counts);
        reorder(draft, in, starts, loops);
    }
    memory_release(&draft->from, work, room, sizeof *work);
    return true;
}
