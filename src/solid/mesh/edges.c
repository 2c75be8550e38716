#include "rimcast/mesh.h"

#include "base/exact.h"
#include "base/float.h"
#include "base/memory.h"
#include "base/points.h"
#include "base/vec3d.h"
#include "solid/mesh/data.h"
#include "solid/mesh/tolerances.h"

#include <math.h>

struct rim_mesh_edges
{
    rim_allocator   from;
    int             count;   // of triangles
    int            *indices; // 3 a triangle
    // 3 a triangle: the half-edge on the other side of the edge, which rim_mesh_edges_create replaces by its triangle.
    // -1 if the edge has not exactly two half-edges.
    int            *others;
    uint8_t        *kinds; // 3 a triangle
    int            *degenerate;
    rim_mesh_survey survey;
};

// The builder of the edges. A half-edge is 3 * triangle + edge.
typedef struct mesh_edges_builder
{
    rim_mesh_edges *edges;
    const rim_vec3 *points;
    int             point_count;
    const int      *indices;
    double          weld; // points this close are welded; 0: equal points are
    double          flat; // the sine of the largest angle of a flat edge; negative: exactly 0
    int            *one;  // for each point: the point that it is welded to
    // The hash table: heads has the first entry of each slot, next the entry after each one, -1 for none.
    int            *heads, *next;
    size_t          slots; // of heads, a power of two, at least twice the entries
} mesh_edges_builder;

// Returns a hash of three numbers, by large odd factors without a pattern. The caller masks it to the number of slots.
static size_t mix(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t h = a * 0x9e3779b97f4a7c15u ^ b * 0xc2b2ae3d27d4eb4fu ^ c * 0x165667b19e3779f9u;
    h ^= h >> 29;
    h *= 0xbf58476d1ce4e5b9u;
    return (size_t)(h ^ h >> 32);
}

// --- welding ----------------------------------------------------------------------------------------------

typedef struct cell
{
    int64_t x, y, z;
} cell;

// Returns the number of the grid cell in which a coordinate lies, rounded down. The tolerance is at least MESH_MIN_WELD
// of the largest coordinate, so cell numbers fit into 64 bits. Without a tolerance returns the bits of the coordinate,
// 0 for both zeros.
static int64_t mesh_edges_step_of(const mesh_edges_builder *m, float x)
{
    if (m->weld > 0.0)
    {
        double  at = x / m->weld;
        int64_t i = (int64_t)at;
        return i - ((double)i > at);
    }
    int32_t bits = 0;
    if (x != 0.0f) memcpy(&bits, &x, sizeof bits);
    return bits;
}

// Returns true if two points are to be welded: no farther apart than the tolerance, or equal if there is none.
static bool mesh_edges_are_one(const mesh_edges_builder *m, rim_vec3 p, rim_vec3 q)
{
    if (m->weld == 0.0) return p.x == q.x && p.y == q.y && p.z == q.z;
    return v3d_length2(v3d_sub(v3d_from(p), v3d_from(q))) <= m->weld * m->weld;
}

// Returns the lowest of `best` and the points in cell c that p is welded to; -1 if best is -1 and there is no such
// point.
static int first_welded_in(const mesh_edges_builder *m, cell c, rim_vec3 p, int best)
{
    size_t slot = mix((uint64_t)c.x, (uint64_t)c.y, (uint64_t)c.z) & (m->slots - 1);
    // The slot may hold points of other cells, too.
    for (int i = m->heads[slot]; i >= 0; i = m->next[i])
        if ((best < 0 || i < best) && mesh_edges_are_one(m, m->points[i], p)) best = i;
    return best;
}

// Sets m->one[i] to the lowest earlier point that point i is welded to, or to i itself. Only points of the second kind
// enter the hash table, so each point is welded to one that stands for itself. A cell is as wide as the tolerance, so
// the cell of p and the 26 around it hold all candidates; without a tolerance p's own cell does. Requires this for all
// earlier points.
static void weld_point(mesh_edges_builder *m, int i)
{
    rim_vec3 p = m->points[i];
    cell c = { mesh_edges_step_of(m, p.x), mesh_edges_step_of(m, p.y), mesh_edges_step_of(m, p.z) };
    int  best = -1, reach = m->weld > 0.0 ? 1 : 0; // cells to each side
    for (int64_t x = c.x - reach; x <= c.x + reach; x++)
        for (int64_t y = c.y - reach; y <= c.y + reach; y++)
            for (int64_t z = c.z - reach; z <= c.z + reach; z++)
                best = first_welded_in(m, (cell){ x, y, z }, p, best);
    m->one[i] = best < 0 ? i : best;
    if (best >= 0) return;
    size_t slot = mix((uint64_t)c.x, (uint64_t)c.y, (uint64_t)c.z) & (m->slots - 1);
    m->next[i] = m->heads[slot];
    m->heads[slot] = i;
}

// Returns RIM_ERR_ARGUMENT if a point is not finite or options->weld is out of range. Else sets m->flat, and m->weld to
// the length that the fraction options->weld of the largest extent is.
static rim_status check_points(mesh_edges_builder *m, const rim_mesh_edges_options *options)
{
    rim_vec3 lo = { 0.0f, 0.0f, 0.0f }, hi = lo;
    double   far = 0.0;
    for (int i = 0; i < m->point_count; i++)
    {
        rim_vec3 p = m->points[i];
        if (!vec3_is_finite(p)) return RIM_ERR_ARGUMENT;
        lo = i ? rim_vec3_min(lo, p) : p;
        hi = i ? rim_vec3_max(hi, p) : p;
        double size = fabs((double)p.x) + fabs((double)p.y) + fabs((double)p.z);
        far = size > far ? size : far;
    }
    if (!(options->weld >= 0.0f && options->weld <= MESH_MAX_WELD)) return RIM_ERR_ARGUMENT;
    double x = (double)hi.x - lo.x, y = (double)hi.y - lo.y, z = (double)hi.z - lo.z;
    double xy = x > y ? x : y;
    m->weld = options->weld * (xy > z ? xy : z);
    // With a smaller tolerance cell numbers would not fit into 64 bits.
    if (m->weld < far * MESH_MIN_WELD) m->weld = 0.0;
    // 0 stands for the default. A negative number stays negative.
    m->flat = options->flat != 0.0f ? options->flat : MESH_FLAT_SINE;
    return RIM_OK;
}

static void weld(mesh_edges_builder *m)
{
    for (int i = 0; i < m->point_count; i++) weld_point(m, i);
}

// Calls use(m) with m->heads and m->next allocated for `count` entries, all slots empty, and releases them. Returns
// RIM_ERR_MEMORY, without the call, when out of memory.
static rim_status with_lists(mesh_edges_builder *m, size_t count, void use(mesh_edges_builder *m))
{
    const rim_allocator *from = &m->edges->from;
    m->slots = 16;
    while (m->slots < 2 * count) m->slots *= 2;
    m->heads = memory_allocate(from, m->slots, sizeof *m->heads);
    m->next = memory_allocate(from, count, sizeof *m->next);
    bool room = m->heads && m->next;
    if (room)
    {
        memset(m->heads, -1, m->slots * sizeof *m->heads);
        use(m);
    }
    memory_release(from, m->heads, m->slots, sizeof *m->heads);
    memory_release(from, m->next, count, sizeof *m->next);
    return room ? RIM_OK : RIM_ERR_MEMORY;
}

// --- triangles --------------------------------------------------------------------------------------------

// Return the corners at which a half-edge starts and ends.
static int start_of(const rim_mesh_edges *e, int half)
{
    return e->indices[half];
}

static int mesh_edges_end_of(const rim_mesh_edges *e, int half)
{
    return e->indices[half % 3 == 2 ? half - 2 : half + 1];
}

// Returns the corner of the half-edge's triangle that is not on the edge.
static int far_corner(const rim_mesh_edges *e, int half)
{
    return e->indices[half - half % 3 + (half + 2) % 3];
}

// Sets e->indices to the welded corners of all triangles, and lists the degenerate triangles, whose corners are exactly
// on one line. Returns RIM_ERR_ARGUMENT for an index out of range. Requires m->one of all points.
static rim_status set_triangles(mesh_edges_builder *m)
{
    rim_mesh_edges *e = m->edges;
    for (int i = 0; i < e->count; i++)
    {
        for (int corner = 3 * i; corner < 3 * i + 3; corner++)
        {
            int index = m->indices ? m->indices[corner] : corner;
            if (index < 0 || index >= m->point_count) return RIM_ERR_ARGUMENT;
            e->indices[corner] = m->one[index];
        }
        const int *at = e->indices + 3 * i;
        if (exact_collinear(m->points[at[0]], m->points[at[1]], m->points[at[2]]))
            e->degenerate[e->survey.degenerate++] = i;
    }
    return RIM_OK;
}

// Adds the number of different welded points that triangles use to the survey. Overwrites m->one, which is no longer
// needed, with marks: -1 for points not counted yet.
static void mesh_edges_count_points(mesh_edges_builder *m)
{
    rim_mesh_edges *e = m->edges;
    for (int i = 0; i < m->point_count; i++) m->one[i] = -1;
    for (int i = 0; i < 3 * e->count; i++)
    {
        e->survey.points += m->one[e->indices[i]] < 0;
        m->one[e->indices[i]] = 1;
    }
}

// --- edges --------------------------------------------------------------------------------------------------

// Returns the kind of the edge a b between two triangles: flat, convex or concave, by the side of this triangle's plane
// on which the other triangle's far corner d lies. `half` and `other` are the two half-edges, in opposite directions. n
// and `beyond` are the normals of this and the other triangle, as long as twice their areas. d is rise / |n| above the
// plane and |beyond| / |along| from the edge, so rise / sqrt(size) is the sine of the angle between the faces. The sign
// comes from exact_orient3. An edge of a triangle without area is flat.
static rim_edge_kind bend(const mesh_edges_builder *m, int half, int other)
{
    const rim_mesh_edges *e = m->edges;
    rim_vec3 a = m->points[start_of(e, half)], b = m->points[mesh_edges_end_of(e, half)];
    rim_vec3 c = m->points[far_corner(e, half)], d = m->points[far_corner(e, other)];
    vec3d    origin = v3d_from(a), along = v3d_sub(v3d_from(b), origin);
    vec3d    n = v3d_cross(along, v3d_sub(v3d_from(c), origin));
    vec3d    to_d = v3d_sub(v3d_from(d), origin), beyond = v3d_cross(to_d, along);
    double   size = v3d_length2(n) / v3d_length2(along) * v3d_length2(beyond);
    if (!(size > 0.0)) return RIM_EDGE_FLAT;
    double rise = v3d_dot(n, to_d), ahead = v3d_dot(n, beyond);
    int    side = exact_orient3(a, b, c, d);
    // A triangle that is folded back onto this one (ahead <= 0) is not flat.
    // `rise` may be rounded to 0, so with a negative m->flat only the exact side decides.
    if (ahead > 0.0 && (side == 0 || rise * rise <= m->flat * fabs(m->flat) * size))
        return RIM_EDGE_FLAT;
    return side > 0 ? RIM_EDGE_CONCAVE : RIM_EDGE_CONVEX;
}

// Returns true if two half-edges have the same two corners, in either direction.
static bool same_edge(const rim_mesh_edges *e, int h, int k)
{
    int a = start_of(e, h), b = mesh_edges_end_of(e, h), c = start_of(e, k),
        d = mesh_edges_end_of(e, k);
    return (a == c && b == d) || (a == d && b == c);
}

// Counts an edge of this kind.
static void count_kind(rim_mesh_survey *s, rim_edge_kind kind)
{
    s->open += kind == RIM_EDGE_OPEN;
    s->convex += kind == RIM_EDGE_CONVEX;
    s->flat += kind == RIM_EDGE_FLAT;
    s->concave += kind == RIM_EDGE_CONCAVE;
    s->flipped += kind == RIM_EDGE_FLIPPED;
    s->nonmanifold += kind == RIM_EDGE_NONMANIFOLD;
}

// Sets the kind of all half-edges of one edge, counts the edge, and sets `others` of both half-edges if it has two.
// Requires `first` to be the first half-edge of the edge in its list.
static void mesh_edges_classify(mesh_edges_builder *m, int first)
{
    rim_mesh_edges *e = m->edges;
    int             count = 1, other = -1;
    for (int k = m->next[first]; k >= 0; k = m->next[k])
        if (same_edge(e, first, k)) other = k, count++;
    rim_edge_kind kind;
    if (count == 1)
        kind = RIM_EDGE_OPEN;
    else if (count > 2)
        kind = RIM_EDGE_NONMANIFOLD;
    else if (start_of(e, first) == start_of(e, other)) // both triangles run along it the same way
        kind = RIM_EDGE_FLIPPED;
    else
        kind = bend(m, first, other);
    count_kind(&e->survey, kind);
    for (int k = first; k >= 0; k = m->next[k])
        if (same_edge(e, first, k)) e->kinds[k] = (uint8_t)kind;
    if (count != 2) return;
    e->others[first] = other;
    e->others[other] = first;
}

// Enters all half-edges in the hash table, by their two corners in ascending order, and classifies every edge once: at
// its first half-edge, which has no kind yet. Half-edges whose two corners are one point get RIM_EDGE_NONE and are not
// entered. Requires empty lists for all half-edges (with_lists).
static void link_edges(mesh_edges_builder *m)
{
    rim_mesh_edges *e = m->edges;
    // Each is entered at the head of its list: from the last half-edge to the first, so that lists ascend.
    for (int h = 3 * e->count - 1; h >= 0; h--)
    {
        e->others[h] = -1;
        e->kinds[h] = RIM_EDGE_NONE;
        int a = start_of(e, h), b = mesh_edges_end_of(e, h);
        if (a == b) continue;
        size_t slot = mix((uint64_t)(a < b ? a : b), (uint64_t)(a < b ? b : a), 0) & (m->slots - 1);
        m->next[h] = m->heads[slot];
        m->heads[slot] = h;
    }
    for (size_t slot = 0; slot < m->slots; slot++)
        for (int h = m->heads[slot]; h >= 0; h = m->next[h])
            if (e->kinds[h] == RIM_EDGE_NONE) mesh_edges_classify(m, h);
}

// --- the object ---------------------------------------------------------------------------------------------

// Allocates the arrays of the result. Returns false when out of memory; rim_mesh_edges_destroy releases what was
// allocated.
static bool allocate_parts(rim_mesh_edges *e)
{
    size_t n = (size_t)e->count;
    e->indices = memory_allocate(&e->from, 3 * n, sizeof *e->indices);
    e->others = memory_allocate(&e->from, 3 * n, sizeof *e->others);
    e->kinds = memory_allocate(&e->from, 3 * n, sizeof *e->kinds);
    e->degenerate = memory_allocate(&e->from, n, sizeof *e->degenerate);
    return e->indices && e->others && e->kinds && e->degenerate;
}

// Surveys the mesh: welds the points, sets the triangles, then links their edges. The hash table of points is released
// before the one of half-edges is allocated. On an error some arrays of the result remain for rim_mesh_edges_destroy.
static rim_status make(mesh_edges_builder *m, const rim_mesh_edges_options *options)
{
    rim_status status = check_points(m, options);
    if (!status) status = allocate_parts(m->edges) ? RIM_OK : RIM_ERR_MEMORY;
    if (!status) status = with_lists(m, (size_t)m->point_count, weld);
    if (!status) status = set_triangles(m);
    if (status) return status;
    mesh_edges_count_points(m);
    return with_lists(m, 3 * (size_t)m->edges->count, link_edges);
}

// Checks the input, surveys the edges, and converts the partners of half-edges (`others`) to the neighboring triangles.
rim_status rim_mesh_edges_create(rim_mesh_edges **out, const rim_vec3 *points, int point_count,
                                 const int *indices, int triangle_count,
                                 const rim_mesh_edges_options *options)
{
    static const rim_mesh_edges_options plain = { 0 };
    RIM_ASSERT(out, "out is NULL");
    *out = NULL;
    if (!options) options = &plain;
    if (!points_suffice(point_count, indices, triangle_count, MESH_MAX_TRIANGLES))
        return RIM_ERR_SIZE;
    rim_allocator   from = memory_allocator_or_default(options->allocator);
    rim_mesh_edges *edges = memory_allocate_zeroed(&from, 1, sizeof *edges);
    if (!edges) return RIM_ERR_MEMORY;
    edges->from = from;
    edges->count = triangle_count;
    mesh_edges_builder m = { edges, points, point_count, indices, 0.0, 0.0, NULL, NULL, NULL, 0 };
    m.one = memory_allocate(&from, (size_t)point_count, sizeof *m.one);
    rim_status status = m.one ? make(&m, options) : RIM_ERR_MEMORY;
    memory_release(&from, m.one, (size_t)point_count, sizeof *m.one);
    if (status)
    {
        rim_mesh_edges_destroy(edges);
        return status;
    }
    for (int h = 0; h < 3 * triangle_count; h++)
        if (edges->others[h] >= 0) edges->others[h] /= 3;
    edges->survey.indices = edges->indices;
    edges->survey.kinds = edges->kinds;
    edges->survey.neighbors = edges->others;
    edges->survey.degenerates = edges->degenerate;
    *out = edges;
    return RIM_OK;
}

void rim_mesh_edges_destroy(rim_mesh_edges *edges)
{
    if (!edges) return;
    rim_allocator from = edges->from;
    size_t        n = (size_t)edges->count;
    memory_release(&from, edges->indices, 3 * n, sizeof *edges->indices);
    memory_release(&from, edges->others, 3 * n, sizeof *edges->others);
    memory_release(&from, edges->kinds, 3 * n, sizeof *edges->kinds);
    memory_release(&from, edges->degenerate, n, sizeof *edges->degenerate);
    memory_release(&from, edges, 1, sizeof *edges);
}

rim_mesh_survey rim_mesh_edges_read(const rim_mesh_edges *edges)
{
    return edges->survey;
}
