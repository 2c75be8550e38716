// Faces become one where all their corners lie within a distance of one plane, for who wants fewer faces and
// does not mind that corners go. (merge_coplanar.c is for who does.)
//
// Two neighbours are joined when all corners of both lie within the distance of the plane that fits
// them together (the sum of their area vectors, through the mean of their corners) and both look the
// same way. A corner that is left with two edges lies inside a nearly straight edge: it goes, and the
// two edges become one. So any two faces share one edge at most, and the surface stays closed.
#include "solid/hull/surface.h"

static int32_t loop_size(const hull_surface *m, int32_t f)
{
    int32_t size = 1;
    for (int32_t h = m->next[m->start[f]]; h != m->start[f]; h = m->next[h]) size++;
    return size;
}

static void add_to_mean(const hull_surface *m, int32_t f, vec3d o, vec3d *sum, double *count)
{
    int32_t h = m->start[f];
    do
    {
        *sum = v3d_add(*sum, v3d_sub(hull_surface_corner(m, h), o));
        *count += 1.0;
        h = m->next[h];
    } while (h != m->start[f]);
}

static bool lies_within(const hull_surface *m, int32_t f, vec3d o, vec3d normal, double offset)
{
    int32_t h = m->start[f];
    do
    {
        double d = v3d_dot(normal, v3d_sub(hull_surface_corner(m, h), o)) - offset;
        if (fabs(d) > m->distance) return false;
        h = m->next[h];
    } while (h != m->start[f]);
    return true;
}

static bool are_one_plane(const hull_surface *m, int32_t f, int32_t g)
{
    if (!(v3d_dot(m->area[f], m->area[g]) > 0.0)) return false;
    vec3d  normal = v3d_normalize(v3d_add(m->area[f], m->area[g]));
    vec3d  o = hull_surface_corner(m, m->start[f]), sum = v3d(0.0, 0.0, 0.0);
    double count = 0.0;
    add_to_mean(m, f, o, &sum, &count);
    add_to_mean(m, g, o, &sum, &count);
    double offset = v3d_dot(normal, sum) / count;
    return lies_within(m, f, o, normal, offset) && lies_within(m, g, o, normal, offset);
}

// The corner at the start of h has two edges: those become one.
//
//        u --- e ---> v --- h ---> w          u ------- e ------> w
//          <-- ... --   <-- t ---               <------ t -------
static void drop_corner(hull_surface *m, int32_t h)
{
    int32_t e = m->before[h], t = m->twin[h], back = m->twin[e];
    if (m->start[m->face[h]] == h) m->start[m->face[h]] = e;
    if (m->start[m->face[back]] == back) m->start[m->face[back]] = t;
    hull_surface_link(m, e, m->next[h]);
    hull_surface_link(m, t, m->next[back]);
    m->twin[e] = t;
    m->twin[t] = e;
    m->degree[m->origin[h]] = 0;
    m->corners--;
    m->origin[h] = m->origin[back] = -1;
}

// What dropping the ends of h would leave of the faces beside them must be faces still.
static bool would_stay_closed(const hull_surface *m, int32_t h)
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
static bool meet_around(hull_surface *m, int32_t h, int32_t f, int32_t g, bool is_end,
                        int32_t place)
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
static bool hull_simplify_share_one_edge(hull_surface *m, int32_t h)
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

static void join_faces(hull_surface *m, int32_t h)
{
    int32_t t = m->twin[h], f = m->face[h], g = m->face[t];
    int32_t a = m->next[t], b = m->next[h]; // leave the ends of the edge that goes
    hull_surface_link(m, m->before[h], a);
    hull_surface_link(m, m->before[t], b);
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

static void join_all(hull_surface *m)
{
    bool again = true;
    while (again)
    {
        again = false;
        for (int32_t h = 0; h < (int32_t)m->draft->loop_count; h++)
        {
            if (m->origin[h] < 0 || m->face[h] == m->face[m->twin[h]]) continue;
            if (!would_stay_closed(m, h) || !hull_simplify_share_one_edge(m, h) ||
                !are_one_plane(m, m->face[h], m->face[m->twin[h]]))
                continue;
            join_faces(m, h);
            again = true;
        }
    }
}

rim_status hull_builder_merge(hull_builder *draft, double distance)
{
    hull_surface m;
    if (!hull_surface_begin(&m, draft, distance)) return RIM_ERR_MEMORY;
    join_all(&m);
    bool good = hull_surface_write(&m);
    hull_surface_end(&m);
    return good ? RIM_OK : RIM_ERR_MEMORY;
}
