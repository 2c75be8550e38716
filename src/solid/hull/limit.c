// A hull with few corners that contains all points: a box, cut by those planes of the full hull that
// take most away, as long as the corners stay few enough.
//
// Every plane is moved outward by a margin that is larger than what rounding moves corners, and the
// result is checked exactly; if a point is outside after all, the margin grows.
#include "base/exact.h"
#include "solid/hull/builder.h"
#include "solid/hull/cut.h"

enum
{
    BOX_FACES = 6 // have the first numbers
};

typedef struct limiter
{
    const rim_hull *full;
    vec3d           shift; // from the box's frame to the full hull's center frame
    double          margin;
    int             max_corners;
    cut_body        body;
    bool           *used; // of each face of the full hull
} limiter;

static double hull_limit_is_beyond(const limiter *l, int32_t face, int32_t node)
{
    const rim_hull *full = l->full;
    const cut_body *b = &l->body;
    vec3d           at = v3d_add(cut_place(b, node), l->shift);
    return full->px[face] * at.x + full->py[face] * at.y + full->pz[face] * at.z -
           (full->pd[face] + l->margin);
}

static double most_beyond(const limiter *l, int32_t face)
{
    double most = 0.0;
    for (int32_t i = 0; i < l->body.count; i++)
    {
        double d = cut_bit(l->body.alive, i) ? hull_limit_is_beyond(l, face, i) : 0.0;
        if (d > most) most = d;
    }
    return most;
}

// How many nodes a cut would leave: those behind, and one for each edge that crosses.
static int32_t nodes_after(const limiter *l, int32_t face)
{
    const cut_body *b = &l->body;
    int32_t         nodes = 0;
    for (int32_t i = 0; i < b->count; i++)
    {
        if (!cut_bit(b->alive, i) || hull_limit_is_beyond(l, face, i) > 0.0) continue;
        nodes++;
        for (int32_t h = 4 * i; h < 4 * i + 3; h++)
            nodes += hull_limit_is_beyond(l, face, b->twins[h] >> 2) > 0.0;
    }
    return nodes;
}

static bool cut_while_few(limiter *l)
{
    const rim_hull *full = l->full;
    for (int32_t f = 0; f < full->face_count; f++) l->used[f] = false;
    for (;;)
    {
        int32_t best = -1;
        double  most = 2.0 * l->margin;
        for (int32_t f = 0; f < full->face_count; f++)
        {
            double d = l->used[f] ? 0.0 : most_beyond(l, f);
            if (d > most) best = f, most = d;
        }
        if (best < 0) return true;
        l->used[best] = true;
        if (nodes_after(l, best) > l->max_corners) continue;
        vec3d     n = v3d(full->px[best], full->py[best], full->pz[best]);
        double    offset = full->pd[best] + l->margin - v3d_dot(n, l->shift);
        cut_plane plane = { n, offset, 0.0, 0x1p-18 * l->margin };
        if (cut_by(&l->body, &plane, BOX_FACES + best) == CUT_NO_MEMORY) return false;
    }
}

// The hull of the nodes, rounded.
static bool draft_nodes(const limiter *l, vec3d center, hull_builder *draft)
{
    const cut_body *b = &l->body;
    hull_points     sorted;
    size_t          room = (size_t)b->count;
    rim_vec3       *points = memory_allocate(&draft->from, room, sizeof *points);
    int             count = 0;
    for (int32_t i = 0; points && i < b->count; i++)
        if (cut_bit(b->alive, i)) points[count++] = v3d_round(v3d_add(cut_place(b, i), center));
    bool good = points && hull_points_sort(&sorted, points, count, &draft->from);
    if (good)
    {
        good = hull_quickhull(draft, &sorted, 0);
        for (size_t i = 0; i < draft->corner_count; i++) draft->sources[i] = -1;
        hull_points_end(&sorted, &draft->from);
    }
    memory_release(&draft->from, points, room, sizeof *points);
    return good;
}

static bool contains_all(const hull_builder *draft, const rim_hull *full)
{
    for (size_t f = 0; f < draft->face_count; f++)
    {
        const int32_t *loop = draft->loops + draft->starts[f];
        for (int32_t i = 0; i < full->corner_count; i++)
            if (exact_orient3(draft->corners[loop[0]], draft->corners[loop[1]],
                              draft->corners[loop[2]], full->corners[i]) > 0)
                return false;
    }
    return draft->kind == RIM_HULL_SOLID;
}

static rim_hull *hull_limit_grown_box(const rim_hull *full, double margin,
                                      const rim_allocator *from, rim_status *status)
{
    static const int sizes[6] = { 4, 4, 4, 4, 4, 4 };
    static const int faces[24] = { 0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4,
                                   2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6 };
    rim_box3         box = rim_box3_grow(full->bounds, (float)(2.0 * margin));
    rim_vec3         corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] = rim_vec3_make(i & 1 ? box.hi.x : box.lo.x, i & 2 ? box.hi.y : box.lo.y,
                                   i & 4 ? box.hi.z : box.lo.z);
    rim_hull *hull;
    *status = rim_hull_create_from_faces(&hull, corners, 8, sizes, 6, faces, from);
    return hull;
}

// One attempt with a margin; an empty draft if it does not contain all.
static rim_status attempt(limiter *l, hull_builder *draft)
{
    rim_status status;
    rim_hull  *box = hull_limit_grown_box(l->full, l->margin, &draft->from, &status);
    if (!box) return status;
    l->shift = v3d_sub(v3d_from(box->center), v3d_from(l->full->center));
    bool good = cut_load(&l->body, box, BOX_FACES + l->full->face_count) && cut_while_few(l) &&
                draft_nodes(l, v3d_from(box->center), draft);
    rim_hull_destroy(box);
    return good ? RIM_OK : RIM_ERR_MEMORY;
}

rim_status hull_limit_outside(hull_builder *draft, int max_corners)
{
    rim_hull  *full;
    rim_status status = hull_build_topology(&full, draft);
    if (status != RIM_OK) return status;
    rim_box3 box = full->bounds;
    double   size = full->extent;
    float    ends[6] = { box.lo.x, box.lo.y, box.lo.z, box.hi.x, box.hi.y, box.hi.z };
    for (int k = 0; k < 6; k++)
        if (fabs((double)ends[k]) > size) size = fabs((double)ends[k]);

    limiter l = { .full = full, .max_corners = max_corners, .margin = 0x1p-22 * size };
    cut_begin(&l.body, &draft->from);
    l.used = memory_allocate(&draft->from, (size_t)full->face_count, sizeof *l.used);
    if (!l.used) status = RIM_ERR_MEMORY;
    // With the margin the box itself contains all at last: it loses nothing then.
    for (bool inside = false; !inside && status == RIM_OK; l.margin *= 4.0)
    {
        hull_builder_clear(draft);
        status = attempt(&l, draft);
        inside = status == RIM_OK && contains_all(draft, full);
    }
    memory_release(&draft->from, l.used, (size_t)full->face_count, sizeof *l.used);
    cut_end(&l.body);
    rim_hull_destroy(full);
    return status;
}
