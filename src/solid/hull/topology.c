// From corners and loops to a hull: twins and edges, the fans around corners, planes, the half-spaces,
// the graph for cutting, the masses. Everything lies in one block.
#include "base/exact.h"
#include "solid/hull/builder.h"
#include "solid/hull/support.h"

#include <string.h>

// What is written while the hull is made; the hull itself shows the same arrays as const.
typedef struct topology_builder
{
    rim_hull               *hull;
    rim_vec3               *corners;
    float                  *x, *y, *z;
    double                 *cx, *cy, *cz;
    int32_t                *sources, *neighbor_starts, *neighbors, *neighbor_edges;
    hull_plane             *planes;
    int32_t                *starts, *loops, *twins, *faces_of, *edges_of;
    rim_hull_edge          *edges;
    double                 *px, *py, *pz, *pd;
    hull_place             *node_at;
    int32_t                *node_twins, *node_faces, *face_nodes;
    uint16_t               *guess;
    hull_vertex_neighbours *hubs;
    float                  *spokes;
    int32_t                *facets, *climb_starts, *climb;
    int32_t                *counts, *order, *sorted; // work: corner_count + 1, half_edge_count each
} topology_builder;

enum
{
    BLOCK_ALIGNMENT = 64
};

// --- the block -------------------------------------------------------------------------------------------

typedef struct layout
{
    char  *base; // NULL while the size is found out
    size_t size;
} layout;

static void *topology_take(layout *block, size_t count, size_t size)
{
    void *at = block->base ? block->base + block->size : NULL;
    block->size += (count * size + BLOCK_ALIGNMENT - 1) / BLOCK_ALIGNMENT * BLOCK_ALIGNMENT;
    return at;
}

static int32_t padded(int32_t count)
{
    return (count + HULL_LANES - 1) / HULL_LANES * HULL_LANES;
}

// What is asked of the draft alone.
typedef struct topology_counts
{
    size_t climb;  // 0: as the neighbors
    size_t spokes; // blocks; 0: none
} topology_counts;

static size_t topology_lay_out(topology_builder *m, const rim_hull *sizes, topology_counts count,
                               char *base)
{
    layout block = { base, 0 };
    size_t corners = (size_t)sizes->corner_count, lanes = (size_t)sizes->padded_corners;
    size_t half_edges = (size_t)sizes->half_edge_count, faces = (size_t)sizes->face_count;
    size_t spaces = (size_t)sizes->padded_spaces, edges = (size_t)sizes->edge_count;
    size_t nodes = (size_t)sizes->padded_nodes;

    m->corners = topology_take(&block, corners, sizeof *m->corners);
    m->x = topology_take(&block, lanes, sizeof *m->x);
    m->y = topology_take(&block, lanes, sizeof *m->y);
    m->z = topology_take(&block, lanes, sizeof *m->z);
    m->cx = topology_take(&block, lanes, sizeof *m->cx);
    m->cy = topology_take(&block, lanes, sizeof *m->cy);
    m->cz = topology_take(&block, lanes, sizeof *m->cz);
    m->planes = topology_take(&block, faces, sizeof *m->planes);
    m->px = topology_take(&block, spaces, sizeof *m->px);
    m->py = topology_take(&block, spaces, sizeof *m->py);
    m->pz = topology_take(&block, spaces, sizeof *m->pz);
    m->pd = topology_take(&block, spaces, sizeof *m->pd);
    m->node_at = topology_take(&block, nodes, sizeof *m->node_at);
    m->node_twins = topology_take(&block, 4 * nodes, sizeof *m->node_twins);
    m->node_faces = topology_take(&block, 4 * nodes, sizeof *m->node_faces);
    m->face_nodes = topology_take(&block, faces, sizeof *m->face_nodes);
    m->starts = topology_take(&block, faces + 1, sizeof *m->starts);
    m->loops = topology_take(&block, half_edges, sizeof *m->loops);
    m->twins = topology_take(&block, half_edges, sizeof *m->twins);
    m->faces_of = topology_take(&block, half_edges, sizeof *m->faces_of);
    m->edges_of = topology_take(&block, half_edges, sizeof *m->edges_of);
    m->edges = topology_take(&block, edges, sizeof *m->edges);
    m->neighbor_starts = topology_take(&block, corners + 1, sizeof *m->neighbor_starts);
    m->neighbors = topology_take(&block, 2 * edges, sizeof *m->neighbors);
    m->neighbor_edges = topology_take(&block, 2 * edges, sizeof *m->neighbor_edges);
    m->sources = topology_take(&block, corners, sizeof *m->sources);
    m->guess =
        topology_take(&block, (size_t)(sizes->guess_side * sizes->guess_side), sizeof *m->guess);
    m->facets = topology_take(&block, 3 * (size_t)sizes->facet_count, sizeof *m->facets);
    m->climb_starts = m->neighbor_starts;
    m->climb = m->neighbors;
    if (count.climb > 0)
    {
        m->climb_starts = topology_take(&block, corners + 1, sizeof *m->climb_starts);
        m->climb = topology_take(&block, count.climb, sizeof *m->climb);
    }
    if (count.spokes > 0)
    {
        m->hubs = topology_take(&block, corners + 1, sizeof *m->hubs);
        m->spokes = topology_take(&block, VERTEX_ADJACENCY_BLOCK * count.spokes, sizeof *m->spokes);
    }
    return block.size;
}

static void topology_describe(const topology_builder *m, rim_hull *hull)
{
    hull->corners = m->corners;
    hull->x = m->x, hull->y = m->y, hull->z = m->z;
    hull->cx = m->cx, hull->cy = m->cy, hull->cz = m->cz;
    hull->sources = m->sources;
    hull->neighbor_starts = m->neighbor_starts;
    hull->neighbors = m->neighbors;
    hull->neighbor_edges = m->neighbor_edges;
    hull->planes = m->planes;
    hull->starts = m->starts, hull->loops = m->loops, hull->twins = m->twins;
    hull->faces_of = m->faces_of, hull->edges_of = m->edges_of;
    hull->edges = m->edges;
    hull->px = m->px, hull->py = m->py, hull->pz = m->pz, hull->pd = m->pd;
    hull->node_at = m->node_at;
    hull->node_twins = m->node_twins, hull->node_faces = m->node_faces;
    hull->face_nodes = m->face_nodes;
    hull->guess = m->guess;
    hull->facets = m->facets;
    hull->climb_starts = m->climb_starts, hull->climb = m->climb;
    hull->hubs = m->hubs, hull->spokes = m->spokes;
    hull->view = (rim_convex){ m->corners, hull->corner_count, 0.0f, hull };
}

// --- edges -----------------------------------------------------------------------------------------------

static int32_t loop_next(const topology_builder *m, int32_t h)
{
    int32_t f = m->faces_of[h];
    return h + 1 < m->starts[f + 1] ? h + 1 : m->starts[f];
}

static int32_t loop_before(const topology_builder *m, int32_t h)
{
    int32_t f = m->faces_of[h];
    return h > m->starts[f] ? h - 1 : m->starts[f + 1] - 1;
}

static int32_t topology_end_of(const topology_builder *m, int32_t h, bool high)
{
    int32_t a = m->loops[h], b = m->loops[loop_next(m, h)];
    return high == (a > b) ? a : b;
}

static void topology_count_sort(const topology_builder *m, bool high, const int32_t *in,
                                int32_t *out)
{
    int32_t corners = m->hull->corner_count, count = m->hull->half_edge_count;
    memset(m->counts, 0, ((size_t)corners + 1) * sizeof *m->counts);
    for (int32_t i = 0; i < count; i++) m->counts[topology_end_of(m, in[i], high) + 1]++;
    for (int32_t i = 0; i < corners; i++) m->counts[i + 1] += m->counts[i];
    for (int32_t i = 0; i < count; i++) out[m->counts[topology_end_of(m, in[i], high)]++] = in[i];
}

// Half-edges sorted by their lower and then their higher corner lie in pairs, which are the edges.
static bool pair_edges(topology_builder *m)
{
    int32_t count = m->hull->half_edge_count;
    for (int32_t h = 0; h < count; h++) m->sorted[h] = h;
    topology_count_sort(m, true, m->sorted, m->order);
    topology_count_sort(m, false, m->order, m->sorted);
    for (int32_t i = 0; i < count; i += 2)
    {
        int32_t g = m->sorted[i], h = m->sorted[i + 1];
        int32_t a = m->loops[g], b = m->loops[h];
        if (a == b || m->loops[loop_next(m, g)] != b || m->loops[loop_next(m, h)] != a)
            return false;
        m->twins[g] = h;
        m->twins[h] = g;
        m->edges_of[g] = m->edges_of[h] = i / 2;
        int32_t       up = a < b ? g : h, down = a < b ? h : g;
        rim_hull_edge edge = { m->loops[up], m->loops[down], m->faces_of[up], m->faces_of[down] };
        m->edges[i / 2] = edge;
    }
    // Three half-edges between two corners would have made two pairs with the same ends.
    for (int32_t e = 1; e < m->hull->edge_count; e++)
        if (m->edges[e].a == m->edges[e - 1].a && m->edges[e].b == m->edges[e - 1].b) return false;
    return true;
}

// The outgoing half-edges of each corner, counter-clockwise: behind h comes the twin of the half-edge
// that enters the corner before h in its loop. m->order keeps them. False if the faces about some
// corner are not one fan.
static bool make_fans(topology_builder *m)
{
    int32_t  corners = m->hull->corner_count, count = m->hull->half_edge_count;
    int32_t *first = m->sorted; // half-edges are at least as many as corners of a closed surface
    if (count < corners) return false;
    memset(m->neighbor_starts, 0, ((size_t)corners + 1) * sizeof *m->neighbor_starts);
    for (int32_t h = count - 1; h >= 0; h--)
    {
        m->neighbor_starts[m->loops[h] + 1]++;
        first[m->loops[h]] = h;
    }
    for (int32_t v = 0; v < corners; v++)
    {
        int32_t degree = m->neighbor_starts[v + 1], at = m->neighbor_starts[v];
        if (degree < 2) return false;
        m->neighbor_starts[v + 1] += at;
        int32_t h = first[v], seen = 0;
        do
        {
            if (seen == degree) return false;
            m->order[at] = h;
            m->neighbor_edges[at] = m->edges_of[h];
            m->neighbors[at++] = m->loops[loop_next(m, h)];
            h = m->twins[loop_before(m, h)];
            seen++;
        } while (h != first[v]);
        if (seen != degree) return false;
    }
    return true;
}

// --- planes ----------------------------------------------------------------------------------------------

static vec3d topology_relative(const topology_builder *m, int32_t corner)
{
    return v3d(m->cx[corner], m->cy[corner], m->cz[corner]);
}

// Twice the polygon's area about the origin (Newell), each component but for its last bit: products of two floats
// are exact in double.
static vec3d exact_area(const topology_builder *m, int32_t face)
{
    exact_sum x, y, z;
    exact_sum_clear(&x);
    exact_sum_clear(&y);
    exact_sum_clear(&z);
    for (int32_t h = m->starts[face]; h < m->starts[face + 1]; h++)
    {
        vec3d a = v3d_from(m->corners[m->loops[h]]);
        vec3d b = v3d_from(m->corners[m->loops[loop_next(m, h)]]);
        exact_sum_add(&x, a.y * b.z);
        exact_sum_add(&x, -(a.z * b.y));
        exact_sum_add(&y, a.z * b.x);
        exact_sum_add(&y, -(a.x * b.z));
        exact_sum_add(&z, a.x * b.y);
        exact_sum_add(&z, -(a.y * b.x));
    }
    return v3d(exact_sum_value(&x), exact_sum_value(&y), exact_sum_value(&z));
}

// The vector of the polygon's area (Newell), from the loop's first corner; the offset is the mean
// over the corners, which is any one's where the face is exactly plane.
//
// Coordinates from the center are rounded by 2^-53 of the extent E, sides by a few times as much, and each product of
// two sides by what is lost in one times the other. So the vector is off by less than 2^-48 E times the lengths of
// what is summed, and where that is above 2^-34 of its own length, as for slivers that end in two corners
// close together, it is summed exactly: no plane is tilted by more than 2^-34 (but where it is fitted).
static void make_planes(topology_builder *m)
{
    rim_hull *hull = m->hull;
    vec3d     center = v3d_from(hull->center);
    for (int32_t f = 0; f < hull->face_count; f++)
    {
        int32_t first = m->starts[f], count = m->starts[f + 1] - first;
        vec3d   origin = topology_relative(m, m->loops[first]), sum = v3d(0.0, 0.0, 0.0);
        vec3d   before = v3d_sub(topology_relative(m, m->loops[first + 1]), origin), mean = before;
        double  lengths = fabs(before.x) + fabs(before.y) + fabs(before.z);
        for (int32_t i = 2; i < count; i++)
        {
            vec3d to = v3d_sub(topology_relative(m, m->loops[first + i]), origin);
            sum = v3d_add(sum, v3d_cross(before, to));
            mean = v3d_add(mean, to);
            lengths += fabs(to.x) + fabs(to.y) + fabs(to.z);
            before = to;
        }
        if (hull->extent * lengths > 0x1p14 * v3d_length(sum)) sum = exact_area(m, f);
        vec3d  normal = v3d_normalize(sum);
        double offset = v3d_dot(normal, origin) + v3d_dot(normal, mean) / count;
        m->px[f] = normal.x, m->py[f] = normal.y, m->pz[f] = normal.z;
        m->pd[f] = offset;
        for (int32_t i = 0; i < count; i++)
        {
            double off = fabs(v3d_dot(normal, topology_relative(m, m->loops[first + i])) - offset);
            hull->bend = off > hull->bend ? off : hull->bend;
        }
        m->planes[f].normal = normal;
        m->planes[f].offset = offset + v3d_dot(normal, center);
    }
}

static void add_space(topology_builder *m, vec3d normal, vec3d at)
{
    int32_t i = m->hull->space_count++;
    normal = v3d_normalize(normal);
    m->px[i] = normal.x, m->py[i] = normal.y, m->pz[i] = normal.z;
    m->pd[i] = v3d_dot(normal, at);
}

// A segment: its two ends, and four planes along it.
static void add_line_spaces(topology_builder *m)
{
    vec3d a = topology_relative(m, 0), b = topology_relative(m, 1),
          d = v3d_normalize(v3d_sub(b, a));
    vec3d axis = fabs(d.x) <= fabs(d.y) && fabs(d.x) <= fabs(d.z) ? v3d(1.0, 0.0, 0.0)
                 : fabs(d.y) <= fabs(d.z)                         ? v3d(0.0, 1.0, 0.0)
                                                                  : v3d(0.0, 0.0, 1.0);
    vec3d u = v3d_normalize(v3d_cross(axis, d)), v = v3d_cross(d, u);
    add_space(m, v3d_scale(d, -1.0), a);
    add_space(m, d, b);
    add_space(m, u, a);
    add_space(m, v3d_scale(u, -1.0), a);
    add_space(m, v, a);
    add_space(m, v3d_scale(v, -1.0), a);
}

static void make_spaces(topology_builder *m)
{
    rim_hull *hull = m->hull;
    hull->space_count = hull->face_count;
    if (hull->kind == RIM_HULL_FLAT)
        for (int32_t h = 0; h < hull->half_edge_count / 2; h++)
        {
            vec3d a = topology_relative(m, m->loops[h]),
                  b = topology_relative(m, m->loops[loop_next(m, h)]);
            add_space(m, v3d_cross(v3d_sub(b, a), m->planes[0].normal), a);
        }
    if (hull->kind == RIM_HULL_LINE) add_line_spaces(m);
    if (hull->kind == RIM_HULL_POINT)
        for (int i = 0; i < 6; i++)
        {
            double s = i & 1 ? 1.0 : -1.0;
            add_space(m, v3d(i / 2 == 0 ? s : 0.0, i / 2 == 1 ? s : 0.0, i / 2 == 2 ? s : 0.0),
                      topology_relative(m, 0));
        }
    for (int32_t i = hull->space_count; i < hull->padded_spaces; i++)
    {
        m->px[i] = m->py[i] = m->pz[i] = 0.0;
        m->pd[i] = 1.0;
    }
}

// --- the graph for cutting -----------------------------------------------------------------------------

//  A corner with edges e0 .. e4 becomes a chain of nodes, each with three slots counter-clockwise:
//
//        e1   e2   e3
//         \    |    /             node 0:  e0, e1, link        face of a slot: the one on the left
//          0---1---2              node 1:  link, e2, link      hand when leaving through it, which
//         /         \             node 2:  link, e3, e4        is the sector behind it
//        e0          e4
static int32_t slot_of(int32_t first_node, int32_t degree, int32_t edge)
{
    int32_t node = edge <= 1 ? 0 : edge >= degree - 2 ? degree - 3 : edge - 1;
    int32_t slot = degree == 3          ? edge
                   : node == 0          ? edge
                   : node == degree - 3 ? edge - degree + 3
                                        : 1;
    return 4 * (first_node + node) + slot;
}

static void make_nodes(topology_builder *m)
{
    rim_hull *hull = m->hull;
    int32_t  *slot = m->sorted; // of each half-edge
    int32_t   node = 0;
    for (int32_t v = 0; v < hull->corner_count; v++)
    {
        int32_t        degree = m->neighbor_starts[v + 1] - m->neighbor_starts[v];
        const int32_t *out = m->order + m->neighbor_starts[v];
        for (int32_t i = 0; i < degree; i++)
        {
            slot[out[i]] = slot_of(node, degree, i);
            m->node_faces[slot[out[i]]] = m->faces_of[out[i]];
        }
        for (int32_t i = 0; i < degree - 2; i++)
        {
            hull_place at = { m->cx[v], m->cy[v], m->cz[v], 0.0 };
            m->node_at[node + i] = at;
            if (i == degree - 3) break;
            int32_t ahead = 4 * (node + i) + 2, back = 4 * (node + i + 1);
            m->node_twins[ahead] = back;
            m->node_twins[back] = ahead;
            m->node_faces[ahead] = m->faces_of[out[degree - 1]];
            m->node_faces[back] = m->faces_of[out[i + 1]];
        }
        node += degree - 2;
    }
    for (int32_t h = 0; h < hull->half_edge_count; h++) m->node_twins[slot[h]] = slot[m->twins[h]];
    for (int32_t i = node; i < hull->padded_nodes; i++) m->node_at[i] = m->node_at[0];
    for (int32_t i = 0; i < hull->padded_nodes; i++)
    {
        m->node_twins[4 * i + 3] = m->node_faces[4 * i + 3] = 0;
        for (int k = 0; k < 3 && i >= node; k++)
            m->node_twins[4 * i + k] = m->node_faces[4 * i + k] = 0;
    }
    for (int32_t i = 0; i < node; i++)
        for (int k = 0; k < 3; k++) m->face_nodes[m->node_faces[4 * i + k]] = 4 * i;
}

// --- size and mass -------------------------------------------------------------------------------------

static float topology_larger(float a, float b)
{
    return a > b ? a : b;
}

static void topology_measure(topology_builder *m, const hull_builder *draft)
{
    rim_hull     *hull = m->hull;
    hull_measures found = draft->is_measured ? draft->exact : hull_builder_measure(draft);
    vec3d         center = v3d_from(found.center);
    double        most = 0.0;
    hull->center = found.center;
    hull->bounds = found.bounds;
    hull->extent = found.extent;
    hull->mass = found.mass;
    for (int32_t i = 0; i < hull->padded_corners; i++)
    {
        rim_vec3 p = m->corners[i < hull->corner_count ? i : 0];
        vec3d    r = v3d_sub(v3d_from(p), center);
        m->x[i] = p.x, m->y[i] = p.y, m->z[i] = p.z;
        m->cx[i] = r.x, m->cy[i] = r.y, m->cz[i] = r.z;
        if (v3d_length2(r) > most) most = v3d_length2(r);
        hull->largest = topology_larger(
            hull->largest, topology_larger(fabsf(p.x), topology_larger(fabsf(p.y), fabsf(p.z))));
    }
    hull->radius = sqrt(most) * (1.0 + 0x1p-50);
}

// What the exact faces decide: three corners of each, and the ways to climb.
static void topology_keep_exact(topology_builder *m, const hull_builder *draft)
{
    const rim_hull *hull = m->hull;
    if (draft->facet_count)
    {
        memcpy(m->facets, draft->facets, 3 * draft->facet_count * sizeof *m->facets);
        memcpy(m->climb_starts, draft->climb_starts,
               (draft->corner_count + 1) * sizeof *m->climb_starts);
        memcpy(m->climb, draft->climb, draft->climb_count * sizeof *m->climb);
        return;
    }
    for (int32_t f = 0; f < hull->facet_count; f++)
        memcpy(m->facets + 3 * f, m->loops + m->starts[f], 3 * sizeof *m->facets);
}

// --- all of it -------------------------------------------------------------------------------------------

static bool make_topology(topology_builder *m, const hull_builder *draft)
{
    rim_hull *hull = m->hull;
    if (draft->corner_count > 0)
    {
        memcpy(m->corners, draft->corners, draft->corner_count * sizeof *m->corners);
        memcpy(m->sources, draft->sources, draft->corner_count * sizeof *m->sources);
    }
    memset(m->neighbor_starts, 0, (draft->corner_count + 1) * sizeof *m->neighbor_starts);
    m->starts[0] = 0;
    for (int32_t f = 0; f < hull->face_count; f++)
    {
        m->starts[f + 1] = draft->starts[f + 1];
        if (m->starts[f + 1] - m->starts[f] < 3) return false;
        for (int32_t h = m->starts[f]; h < m->starts[f + 1]; h++) m->faces_of[h] = f;
    }
    if (draft->loop_count > 0) memcpy(m->loops, draft->loops, draft->loop_count * sizeof *m->loops);
    if (hull->kind == RIM_HULL_LINE)
    {
        rim_hull_edge edge = { 0, 1, -1, -1 };
        m->edges[0] = edge;
        m->neighbor_starts[1] = 1, m->neighbor_starts[2] = 2;
        m->neighbors[0] = 1, m->neighbors[1] = 0;
        m->neighbor_edges[0] = m->neighbor_edges[1] = 0;
    }
    if (hull->face_count == 0) return true;
    bool euler = hull->corner_count - hull->edge_count + hull->face_count == 2;
    return euler && pair_edges(m) && make_fans(m);
}

// A box along its own axes has the eight corners of its bounds.
static void note_box(rim_hull *hull)
{
    vec3d lo = v3d_from(hull->bounds.lo), hi = v3d_from(hull->bounds.hi);
    bool  is_box = hull->corner_count == 8 && hull->face_count == 6 && hull->node_count == 8;
    for (int32_t i = 0; i < hull->corner_count && is_box; i++)
    {
        vec3d p = hull_corner(hull, i);
        is_box = (p.x == lo.x || p.x == hi.x) && (p.y == lo.y || p.y == hi.y) &&
                 (p.z == lo.z || p.z == hi.z);
    }
    if (!is_box) return;
    vec3d      middle = v3d_sub(v3d_scale(v3d_add(lo, hi), 0.5), v3d_from(hull->center));
    vec3d      half = v3d_scale(v3d_sub(hi, lo), 0.5);
    hull_place at = { middle.x, middle.y, middle.z, 0.0 };
    hull_place sides = { half.x, half.y, half.z, 0.0 };
    hull->box_middle = at;
    hull->box_half = sides;
}

static rim_hull topology_sizes_of(const hull_builder *draft)
{
    rim_hull sizes;
    memset(&sizes, 0, sizeof sizes);
    sizes.kind = draft->kind;
    sizes.corner_count = (int32_t)draft->corner_count;
    sizes.face_count = (int32_t)draft->face_count;
    sizes.half_edge_count = (int32_t)draft->loop_count;
    if (draft->kind == RIM_HULL_SOLID)
        sizes.facet_count = (int32_t)(draft->facet_count ? draft->facet_count : draft->face_count);
    sizes.edge_count = draft->kind == RIM_HULL_LINE ? 1 : sizes.half_edge_count / 2;
    sizes.padded_corners = padded(sizes.corner_count);
    int32_t sides = draft->kind == RIM_HULL_FLAT ? sizes.corner_count : 6;
    sizes.padded_spaces = padded(draft->kind == RIM_HULL_SOLID ? sizes.face_count
                                 : draft->kind                 ? sizes.face_count + sides
                                                               : 0);
    // Corners of degree d make d - 2 nodes: twice the edges less twice the corners.
    sizes.node_count =
        draft->kind == RIM_HULL_SOLID ? 2 * (sizes.edge_count - sizes.corner_count) : 0;
    sizes.padded_nodes = padded(sizes.node_count);
    sizes.guess_side = support_hint_side(sizes.corner_count);
    return sizes;
}

static rim_status topology_fill(topology_builder *m, const hull_builder *draft)
{
    rim_hull *hull = m->hull;
    if (!make_topology(m, draft)) return RIM_ERR_FORMAT;
    topology_measure(m, draft);
    topology_keep_exact(m, draft);
    make_planes(m);
    make_spaces(m);
    if (hull->kind == RIM_HULL_SOLID)
    {
        for (int32_t v = 0; v < hull->corner_count; v++)
            if (m->neighbor_starts[v + 1] - m->neighbor_starts[v] < 3) return RIM_ERR_FORMAT;
        make_nodes(m);
        note_box(hull);
    }
    hull_fill_support_hint(m->guess, hull);
    if (m->hubs) hull_fill_vertex_adjacency(m->hubs, m->spokes, hull);
    // Less than the angle between corners that are spread evenly over a ball.
    hull->guess_tilt = 2.3 / sqrt(hull->corner_count > 1 ? hull->corner_count : 1.0);
    return RIM_OK;
}

// Every half-edge starts at a corner and leads to a neighbor. Of few corners all are asked as soon as those of one
// block. `degrees` is work for all corners.
static topology_counts counts_of(const hull_builder *draft, int32_t *degrees)
{
    topology_counts count = { draft->climb_count, 0 };
    if (draft->kind != RIM_HULL_SOLID || draft->corner_count <= VERTEX_ADJACENCY_LANES)
        return count;
    for (size_t v = 0; v < draft->corner_count; v++)
        degrees[v] = draft->climb_count ? draft->climb_starts[v + 1] - draft->climb_starts[v] : 0;
    for (size_t h = 0; h < draft->loop_count && !draft->climb_count; h++)
        degrees[draft->loops[h]]++;
    for (size_t v = 0; v < draft->corner_count; v++)
        count.spokes += (size_t)vertex_adjacency_blocks(degrees[v]);
    return count;
}

rim_status hull_build_topology(rim_hull **out, const hull_builder *draft)
{
    *out = NULL;
    if (draft->corner_count > INT32_MAX / 64 || draft->loop_count > INT32_MAX / 64)
        return RIM_ERR_SIZE;
    // Half-edges of a closed surface come in pairs.
    if (draft->loop_count % 2 != 0) return RIM_ERR_FORMAT;
    rim_hull         sizes = topology_sizes_of(draft);
    topology_builder m;
    memset(&m, 0, sizeof m);

    size_t   work_room = (size_t)sizes.corner_count + 1 + 2 * draft->loop_count;
    int32_t *work = memory_allocate(&draft->from, work_room, sizeof *work);
    if (!work) return RIM_ERR_MEMORY;
    topology_counts count = counts_of(draft, work);
    size_t          head = (sizeof sizes + BLOCK_ALIGNMENT - 1) / BLOCK_ALIGNMENT * BLOCK_ALIGNMENT;
    size_t          bytes = BLOCK_ALIGNMENT + head + topology_lay_out(&m, &sizes, count, NULL);
    char           *block = memory_allocate(&draft->from, bytes, 1);
    rim_status      status = RIM_ERR_MEMORY;
    if (block)
    {
        // The allocator aligns less than the arrays want; the hull itself stands at the block's start.
        m.hull = (rim_hull *)(void *)block;
        *m.hull = sizes;
        m.hull->allocator = draft->from;
        m.hull->block_size = bytes;
        uintptr_t past = (uintptr_t)(block + head) % BLOCK_ALIGNMENT;
        topology_lay_out(&m, &sizes, count, block + head + (past ? BLOCK_ALIGNMENT - past : 0));
        m.counts = work;
        m.order = work + sizes.corner_count + 1;
        m.sorted = m.order + draft->loop_count;
        topology_describe(&m, m.hull);
        status = topology_fill(&m, draft);
    }
    memory_release(&draft->from, work, work_room, sizeof *work);
    if (status == RIM_OK)
        *out = m.hull;
    else if (block)
        memory_release(&draft->from, block, bytes, 1);
    return status;
}
