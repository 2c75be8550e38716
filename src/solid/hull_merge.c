// Faces that rounding has broken into pieces become one again.
//
// Two neighbours are joined when all corners of both lie within the distance of the plane that fits
// them together (the sum of their area vectors, through the mean of their corners) and both look the
// same way. A corner that is left with two edges lies inside a nearly straight edge: it goes, and the
// two edges become one. So any two faces share one edge at most, and the surface stays closed.
#include "solid/hull_draft.h"

#include <string.h>

typedef struct merger
{
    hull_draft *draft;
    double      distance;
    int32_t    *next, *before, *twin, *face; // of half-edges, which are numbered as in the draft
    int32_t    *origin;                      // -1 for those that are gone
    int32_t    *start;                       // some half-edge of each face, -1 if it is gone
    int32_t    *degree;                      // of corners
    int32_t    *met;                         // three of each face: see meets_once
    int32_t     step;
    vec3d      *area; // doubled area vectors of faces
    int32_t     faces, corners;
} merger;

// --- the surface as half-edges ---------------------------------------------------------------------------

static vec3d corner(const merger *m, int32_t h)
{
    return v3d_from(m->draft->corners[m->origin[h]]);
}

static vec3d area_of(const merger *m, int32_t f)
{
    int32_t first = m->start[f];
    vec3d   o = corner(m, first), sum = v3d(0.0, 0.0, 0.0);
    for (int32_t h = m->next[first]; m->next[h] != first; h = m->next[h])
        sum = v3d_add(sum, v3d_cross(v3d_sub(corner(m, h), o), v3d_sub(corner(m, m->next[h]), o)));
    return sum;
}

// Twins by the half-edges that leave each corner: chained lists, links in `chain`, heads in `degree`.
static void find_twins(merger *m, int32_t *chain)
{
    int32_t count = (int32_t)m->draft->loop_count;
    for (int32_t v = 0; v < m->corners; v++) m->degree[v] = -1;
    for (int32_t h = 0; h < count; h++)
    {
        chain[h] = m->degree[m->origin[h]];
        m->degree[m->origin[h]] = h;
    }
    for (int32_t h = 0; h < count; h++)
    {
        int32_t t = m->degree[m->origin[m->next[h]]];
        while (m->origin[m->next[t]] != m->origin[h]) t = chain[t];
        m->twin[h] = t;
    }
    for (int32_t v = 0; v < m->corners; v++) m->degree[v] = 0;
    for (int32_t h = 0; h < count; h++) m->degree[m->origin[h]]++;
}

static void build(merger *m)
{
    const hull_draft *draft = m->draft;
    for (int32_t f = 0; f < (int32_t)draft->face_count; f++)
    {
        int32_t first = draft->starts[f], end = draft->starts[f + 1];
        m->start[f] = first;
        for (int32_t h = first; h < end; h++)
        {
            m->origin[h] = draft->loops[h];
            m->next[h] = h + 1 < end ? h + 1 : first;
            m->before[h] = h > first ? h - 1 : end - 1;
            m->face[h] = f;
        }
    }
    find_twins(m, m->twin + draft->loop_count);
    for (int32_t f = 0; f < (int32_t)draft->face_count; f++) m->area[f] = area_of(m, f);
}

// --- joining ---------------------------------------------------------------------------------------------

static int32_t loop_size(const merger *m, int32_t f)
{
    int32_t size = 1;
    for (int32_t h = m->next[m->start[f]]; h != m->start[f]; h = m->next[h]) size++;
    return size;
}

static void add_to_mean(const merger *m, int32_t f, vec3d o, vec3d *sum, double *count)
{
    int32_t h = m->start[f];
    do
    {
        *sum = v3d_add(*sum, v3d_sub(corner(m, h), o));
        *count += 1.0;
        h = m->next[h];
    } while (h != m->start[f]);
}

static bool lies_within(const merger *m, int32_t f, vec3d o, vec3d normal, double offset)
{
    int32_t h = m->start[f];
    do
    {
        double d = v3d_dot(normal, v3d_sub(corner(m, h), o)) - offset;
        if (fabs(d) > m->distance) return false;
        h = m->next[h];
    } while (h != m->start[f]);
    return true;
}

static bool are_one_plane(const merger *m, int32_t f, int32_t g)
{
    if (!(v3d_dot(m->area[f], m->area[g]) > 0.0)) return false;
    vec3d  normal = v3d_normalize(v3d_add(m->area[f], m->area[g]));
    vec3d  o = corner(m, m->start[f]), sum = v3d(0.0, 0.0, 0.0);
    double count = 0.0;
    add_to_mean(m, f, o, &sum, &count);
    add_to_mean(m, g, o, &sum, &count);
    double offset = v3d_dot(normal, sum) / count;
    return lies_within(m, f, o, normal, offset) && lies_within(m, g, o, normal, offset);
}

static void link_up(merger *m, int32_t h, int32_t after)
{
    m->next[h] = after;
    m->before[after] = h;
}

// The corner at the start of h has two edges: those become one.
//
//        u --- e ---> v --- h ---> w          u ------- e ------> w
//          <-- ... --   <-- t ---               <------ t -------
static void drop_corner(merger *m, int32_t h)
{
    int32_t e = m->before[h], t = m->twin[h], back = m->twin[e];
    if (m->start[m->face[h]] == h) m->start[m->face[h]] = e;
    if (m->start[m->face[back]] == back) m->start[m->face[back]] = t;
    link_up(m, e, m->next[h]);
    link_up(m, t, m->next[back]);
    m->twin[e] = t;
    m->twin[t] = e;
    m->degree[m->origin[h]] = 0;
    m->corners--;
    m->origin[h] = m->origin[back] = -1;
}

// What dropping the ends of h would leave of the faces beside them must be faces still.
static bool would_stay_closed(const merger *m, int32_t h)
{
    int32_t t = m->twin[h], f = m->face[h], g = m->face[t];
    bool    drop_a = m->degree[m->origin[h]] == 3, drop_b = m->degree[m->origin[t]] == 3;
    int32_t across_a = m->face[m->twin[m->before[h]]], across_b = m->face[m->twin[m->next[h]]];
    int32_t merged = loop_size(m, f) + loop_size(m, g) - 2 - drop_a - drop_b;
    int32_t left_a = loop_size(m, across_a) - drop_a, left_b = loop_size(m, across_b) - drop_b;
    if (across_a == across_b) left_a = left_b = left_a - drop_b;
    return merged >= 3 && left_a >= 3 && left_b >= 3 && m->faces > 4;
}

// Counts the faces around one corner of the joined loop, the place-th of it. A face is met twice at
// most, at the two ends of an edge.
static bool meet_around(merger *m, int32_t h, int32_t f, int32_t g, bool is_end, int32_t place)
{
    bool    of_f = false, of_g = false;
    int32_t at = h;
    do
    {
        int32_t  k = m->face[at];
        int32_t *met = m->met + 3 * k; // step, first place, last place
        of_f = of_f || k == f;
        of_g = of_g || k == g;
        if (k != f && k != g)
        {
            if (met[0] != m->step)
                met[0] = m->step, met[1] = met[2] = place;
            else if (met[1] != met[2])
                return false;
            else
                met[2] = place;
        }
        at = m->twin[m->before[at]];
    } while (at != h);
    return is_end || !(of_f && of_g);
}

// Any two faces of a convex body share nothing, a corner or an edge. So must the face that joining
// across h would make, and every other.
static bool meets_once(merger *m, int32_t h)
{
    int32_t t = m->twin[h], f = m->face[h], g = m->face[t], place = 0;
    m->step++;
    for (int part = 0; part < 2; part++)
    {
        int32_t first = m->next[part ? h : t], end = part ? h : t;
        for (int32_t at = first; at != end; at = m->next[at])
        {
            bool is_end = at == first;
            if (is_end && m->degree[m->origin[at]] == 3) continue; // it will go
            if (!meet_around(m, at, f, g, is_end, place++)) return false;
        }
    }
    for (int part = 0; part < 2; part++)
    {
        int32_t end = part ? h : t;
        for (int32_t at = m->next[part ? h : t]; at != end; at = m->next[at])
        {
            const int32_t *met = m->met + 3 * m->face[m->twin[at]];
            int32_t        apart = met[2] - met[1];
            if (met[0] == m->step && apart > 1 && apart != place - 1) return false;
        }
    }
    return true;
}

static void join_faces(merger *m, int32_t h)
{
    int32_t t = m->twin[h], f = m->face[h], g = m->face[t];
    int32_t a = m->next[t], b = m->next[h]; // leave the ends of the edge that goes
    link_up(m, m->before[h], a);
    link_up(m, m->before[t], b);
    m->degree[m->origin[h]]--;
    m->degree[m->origin[t]]--;
    m->origin[h] = m->origin[t] = -1;
    m->area[f] = v3d_add(m->area[f], m->area[g]);
    m->start[f] = b;
    m->start[g] = -1;
    m->faces--;
    int32_t i = b;
    do
    {
        m->face[i] = f;
        i = m->next[i];
    } while (i != b);
    if (m->degree[m->origin[a]] == 2) drop_corner(m, a);
    if (m->degree[m->origin[b]] == 2) drop_corner(m, b);
}

static void join_all(merger *m)
{
    bool again = true;
    while (again)
    {
        again = false;
        for (int32_t h = 0; h < (int32_t)m->draft->loop_count; h++)
        {
            if (m->origin[h] < 0 || m->face[h] == m->face[m->twin[h]]) continue;
            if (!would_stay_closed(m, h) || !meets_once(m, h) ||
                !are_one_plane(m, m->face[h], m->face[m->twin[h]]))
                continue;
            join_faces(m, h);
            again = true;
        }
    }
}

// --- back ------------------------------------------------------------------------------------------------

// Loops are written in place of the old ones: of each face in order, never more than was read.
static void write_back(merger *m, int32_t *loops)
{
    hull_draft *draft = m->draft;
    int32_t    *number = m->twin, kept = 0; // twins are not needed any more
    for (int32_t v = 0; v < (int32_t)draft->corner_count; v++)
    {
        if (m->degree[v] == 0) continue;
        draft->corners[kept] = draft->corners[v];
        draft->sources[kept] = draft->sources[v];
        number[v] = kept++;
    }
    draft->corner_count = (size_t)kept;
    int32_t faces = 0, at = 0;
    for (int32_t f = 0; f < (int32_t)draft->face_count; f++)
    {
        if (m->start[f] < 0) continue;
        int32_t h = m->start[f];
        do
        {
            loops[at++] = number[m->origin[h]];
            h = m->next[h];
        } while (h != m->start[f]);
        draft->starts[++faces] = at;
    }
    memcpy(draft->loops, loops, (size_t)at * sizeof *loops);
    draft->face_count = (size_t)faces;
    draft->loop_count = (size_t)at;
}

rim_status hull_draft_merge(hull_draft *draft, double distance)
{
    size_t   edges = draft->loop_count, faces = draft->face_count;
    size_t   room = 6 * edges + 4 * faces + draft->corner_count;
    int32_t *work = rim_allocate(&draft->from, room, sizeof *work);
    vec3d   *area = rim_allocate(&draft->from, faces, sizeof *area);
    bool     good = work && area;
    if (good)
    {
        merger m = { .draft = draft, .distance = distance, .area = area };
        m.next = work;
        m.before = work + edges;
        m.face = work + 2 * edges;
        m.origin = work + 3 * edges;
        m.twin = work + 4 * edges; // and as much scratch behind
        m.start = work + 6 * edges;
        m.met = m.start + faces;
        m.degree = m.met + 3 * faces;
        memset(m.met, 0, 3 * faces * sizeof *m.met);
        m.faces = (int32_t)draft->face_count;
        m.corners = (int32_t)draft->corner_count;
        build(&m);
        join_all(&m);
        write_back(&m, m.twin + edges);
        good = hull_draft_order_faces(draft);
    }
    rim_release(&draft->from, area, faces, sizeof *area);
    rim_release(&draft->from, work, room, sizeof *work);
    return good ? RIM_OK : RIM_ERR_MEMORY;
}
