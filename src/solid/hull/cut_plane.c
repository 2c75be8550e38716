#include "solid/hull/cut.h"

// --- one node at a time ----------------------------------------------------------------------------------

static inline cut_sides cut_measure(cut_body *body, const cut_plane *plane, int32_t first,
                                    int32_t end)
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
#include "solid/hull/cut_lanes.h"

// --- few planes ------------------------------------------------------------------------------------------

typedef struct cut_small_sides
{
    uint32_t out[CUT_FEW_PLANES]; // by lanes
    int      near;
    double   on, close;
} cut_small_sides;

typedef struct cut_small_seen
{
    const cut_small_sides *sides;
    int                    all, some, near; // lanes: all nodes are out; some are; some may be near
} cut_small_seen;

static inline void cut_small_note(cut_small_sides *sides, uint32_t bit, const double *reach)
{
    for (int l = 0; l < CUT_FEW_PLANES; l++)
    {
        double d = reach[CUT_PLANE_OF[l]];
        sides->out[l] |= d > sides->on ? bit : 0;
        sides->near |= (fabs(d) <= sides->close) << l;
    }
}

static inline int cut_small_measure(cut_small_sides *sides, cut_body *body, const cut_planes *p)
{
    cut_small_sides none = { { 0 }, 0, p->on, p->near };
    double          most = -INFINITY;
    int             deepest = 0;
    *sides = none;
    for (int32_t i = 0; i < body->count; i++)
    {
        double *reach = body->reach + CUT_FEW_PLANES * i;
        for (int k = 0; k < CUT_FEW_PLANES; k++)
        {
            vec3d normal = v3d(p->x[k], p->y[k], p->z[k]);
            reach[k] = v3d_dot(normal, cut_place(body, i)) - p->offset[k];
        }
        cut_small_note(sides, (uint32_t)1 << i, reach);
    }
    for (int l = 0; l < CUT_FEW_PLANES; l++)
        for (int32_t i = 0; i < body->count; i++)
        {
            double d = body->reach[CUT_FEW_PLANES * i + CUT_PLANE_OF[l]];
            deepest = d > most ? l : deepest;
            most = d > most ? d : most;
        }
    return deepest;
}

static inline void cut_small_add(cut_small_sides *sides, cut_body *body, ptrdiff_t node,
                                 uint32_t bit, ptrdiff_t w, ptrdiff_t u, double s)
{
    double       *to = body->reach + CUT_FEW_PLANES * node;
    const double *from = body->reach + CUT_FEW_PLANES * w, *by = body->reach + CUT_FEW_PLANES * u;
    for (int k = 0; k < CUT_FEW_PLANES; k++) to[k] = from[k] + s * (by[k] - from[k]);
    cut_small_note(sides, bit, to);
    put_between(body->at + node, body->at + w, body->at + u, s);
}

static inline cut_small_seen cut_small_look(cut_small_sides *sides, uint32_t alive)
{
    cut_small_seen seen = { sides, 0, 0, sides->near };
    for (int l = 0; l < CUT_FEW_PLANES; l++)
    {
        uint32_t out = sides->out[l] &= alive;
        seen.all |= (out == alive) << l;
        seen.some |= (out != 0) << l;
    }
    return seen;
}

static inline uint64_t cut_small_out(const cut_small_seen *seen, int lane)
{
    return seen->sides->out[lane];
}

#define FEW_NAME cut_by_few_plain
#include "solid/hull/cut_small.h"

cut_result cut_by_few(cut_body *body, const cut_planes *planes, int32_t first_face)
{
    return body->wide ? cut_by_few_avx2(body, planes, first_face)
                      : cut_by_few_plain(body, planes, first_face);
}

cut_result cut_leave_few(cut_body *body, const cut_planes *planes, int lanes, int first,
                         int32_t first_face)
{
    int32_t order[CUT_FEW_PLANES], count = 0;
    if (lanes >> first & 1) order[count++] = CUT_PLANE_OF[first];
    for (int l = 0; l < CUT_FEW_PLANES; l++)
        if (l != first && lanes >> l & 1) order[count++] = CUT_PLANE_OF[l];
    cut_result result = cut_by_many(body, planes, order, count, first_face);
    return result == CUT_NOTHING ? CUT_SOME : result;
}

// --- many --------------------------------------------------------------------------------------------------

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
