#include "solid/hull_cut.h"

// --- one node at a time ----------------------------------------------------------------------------------

static inline cut_sides measure(cut_body *body, const cut_plane *plane, int32_t first, int32_t end)
{
    cut_sides sides = { 0, 0 };
    for (int32_t i = first; i < end; i++)
    {
        double d = v3d_dot(plane->normal, cut_place(body, i)) - plane->offset;
        body->distance[i] = d;
        sides.out |= (uint64_t)(d > plane->on) << (i - first);
        sides.near |= (uint64_t)(fabs(d) <= plane->near) << (i - first);
    }
    return sides;
}

static inline void put_between(hull_place *to, const hull_place *w, const hull_place *u, double s)
{
    to->x = w->x + s * (u->x - w->x);
    to->y = w->y + s * (u->y - w->y);
    to->z = w->z + s * (u->z - w->z);
}

#define CUT_TARGET
#define CUT_NAME cut_by_many_plain
#include "solid/hull_cut_lanes.h"

cut_result cut_by_many(cut_body *body, const cut_planes *planes, const int32_t *order,
                       int32_t count, int32_t first_face)
{
    // Few nodes are as fast by four.
    if (body->wide && body->wider && body->count > 16)
        return cut_by_many_avx512(body, planes, order, count, first_face);
    return body->wide ? cut_by_many_avx2(body, planes, order, count, first_face)
                      : cut_by_many_plain(body, planes, order, count, first_face);
}

cut_result cut_by(cut_body *body, const cut_plane *plane, int32_t face)
{
    const vec3d *n = &plane->normal;
    cut_planes   one = { &n->x, &n->y, &n->z, &plane->offset, plane->on, plane->near };
    int32_t      first = 0;
    return cut_by_many(body, &one, &first, 1, face);
}

// --- where rounding decides ------------------------------------------------------------------------------

// From a crossing along the old face on its left, backwards and outside, to the face's other crossing.
static int32_t next_crossing(const cut_body *body, int32_t crossing)
{
    int32_t here = cut_turn_left(crossing);
    while (cut_bit(body->out, body->twins[here] >> 2)) here = cut_turn_left(body->twins[here]);
    return here;
}

// The new nodes are in the order of their crossings.
void cut_join_by_walks(cut_body *body, int32_t words)
{
    int32_t *crossings = body->crossings, count = 0;
    for (int32_t i = 0; i < 64 * words; i++)
        for (int32_t h = 4 * i; h < 4 * i + 3 && cut_bit(body->out, i); h++)
            if (!cut_bit(body->out, body->twins[h] >> 2)) crossings[count++] = h;
    for (int32_t i = 0; i < count; i++) body->fresh_of[crossings[i]] = body->fresh[i];
    for (int32_t i = 0; i < count; i++)
        cut_join(body, body->fresh[i], body->fresh_of[next_crossing(body, crossings[i])]);
}
