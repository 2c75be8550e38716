// From corners and loops to a hull: twins and edges, the fans around corners, planes, the half-spaces,
// the graph for cutting, the masses. Everything lies in one block.
#include "base/exact.h"
#include "solid/hull/builder.h"
#include "solid/hull/tolerances.h"

#include <string.h>

// Scratch memory: the twins of the half-edges, and for sorting these two arrays of one element per half-edge, and counts of
// one per corner plus one.
typedef struct topology_work
{
    int32_t *twins, *order, *sorted, *counts;
} topology_work;

// --- the block -------------------------------------------------------------------------------------------

static int32_t padded(int32_t count)
{
    return (count + HULL_LANES - 1) / HULL_LANES * HULL_LANES;
}

// Sets the arrays of a hull whose counts are set, in one block at `base`, and returns its size. With base NULL it only
// computes the size.
static size_t topology_lay_out(rim_hull *hull, char *base)
{
    memory_layout block = { base, 0 };
    size_t        corners = (size_t)hull->corner_count, lanes = (size_t)hull->padded_corners;
    size_t        half_edges = (size_t)hull->half_edge_count, faces = (size_t)hull->face_count;
    size_t        spaces = (size_t)hull->padded_spaces, edges = (size_t)hull->edge_count;
    size_t        nodes = (size_t)hull->padded_nodes;

    hull->corners = memory_take(&block, corners, sizeof *hull->corners);
    hull->x = memory_take(&block, lanes, sizeof *hull->x);
    hull->y = memory_take(&block, lanes, sizeof *hull->y);
    hull->z = memory_take(&block, lanes, sizeof *hull->z);
    hull->cx = memory_take(&block, lanes, sizeof *hull->cx);
    hull->cy = memory_take(&block, lanes, sizeof *hull->cy);
    hull->cz = memory_take(&block, lanes, sizeof *hull->cz);
    hull->planes = memory_take(&block, faces, sizeof *hull->planes);
    hull->px = memory_take(&block, spaces, sizeof *hull->px);
    hull->py = memory_take(&block, spaces, sizeof *hull->py);
    hull->pz = memory_take(&block, spaces, sizeof *hull->pz);
    hull->pd = memory_take(&block, spaces, sizeof *hull->pd);
    hull->node_at = memory_take(&block, nodes, sizeof *hull->node_at);
    hull->node_twins = memory_take(&block, 4 * nodes, sizeof *hull->node_twins);
    hull->node_faces = memory_take(&block, 4 * nodes, sizeof *hull->node_faces);
    hull->face_nodes = memory_take(&block, faces, sizeof *hull->face_nodes);
    hull->starts = memory_take(&block, faces + 1, sizeof *hull->starts);
    hull->loops = memory_take(&block, half_edges, sizeof *hull->loops);
    hull->faces_of = memory_take(&block, half_edges, sizeof *hull->faces_of);
    hull->edges_of = memory_take(&block, half_edges, sizeof *hull->edges_of);
    hull->edges = memory_take(&block, edges, sizeof *hull->edges);
    hull->neighbor_starts = memory_take(&block, corners + 1, sizeof *hull->neighbor_starts);
    hull->neighbor_edges = memory_take(&block, 2 * edges, sizeof *hull->neighbor_edges);
    hull->sources = memory_take(&block, corners, sizeof *hull->sources);
    hull->hints =
        memory_take(&block, (size_t)(hull->hint_side * hull->hint_side), sizeof *hull->hints);
    hull->facets = memory_take(&block, 3 * (size_t)hull->facet_count, sizeof *hull->facets);
    return block.size;
}

// --- edges -----------------------------------------------------------------------------------------------

// Returns the half-edge before h in its loop.
static int32_t loop_before(const rim_hull *hull, int32_t h)
{
    int32_t f = hull->faces_of[h];
    return h > hull->starts[f] ? h - 1 : hull->starts[f + 1] - 1;
}

// Links the two half-edges between the same corners as twins, and numbers the edges in sorted order: neighbors 2 e and
// 2 e + 1 of the sorted half-edges are edge e, from its lower corner a to its higher corner b. Returns false unless
// each pair runs in opposite directions and no two pairs join the same corners, so that the surface is closed. Requires
// the loops and faces_of. Overwrites all of the work memory, and leaves the twins there.
static bool pair_edges(rim_hull *hull, const hull_builder *builder, const topology_work *work)
{
    hull_sort_half_edges(builder, hull->faces_of, work->sorted, work->order, work->counts);
    for (int32_t e = 0; e < hull->edge_count; e++)
    {
        int32_t g = work->sorted[2 * e], h = work->sorted[2 * e + 1];
        int32_t g_from = hull->loops[g], g_to = hull->loops[hull_next(hull, g)];
        int32_t h_from = hull->loops[h], h_to = hull->loops[hull_next(hull, h)];
        if (g_from == g_to || g_from != h_to || h_from != g_to) return false;
        work->twins[g] = h;
        work->twins[h] = g;
        hull->edges_of[g] = hull->edges_of[h] = e;
        int32_t up = g_from < h_from ? g : h, down = work->twins[up]; // from a to b, and back
        hull->edges[e] = (rim_hull_edge){ hull->loops[up], hull->loops[down], hull->faces_of[up],
                                          hull->faces_of[down] };
    }
    // Four half-edges between the same corners have made two edges with the same ends. (Of three, one was paired with a
    // half-edge between other corners.)
    for (int32_t e = 1; e < hull->edge_count; e++)
        if (hull->edges[e].a == hull->edges[e - 1].a && hull->edges[e].b == hull->edges[e - 1].b)
            return false;
    return true;
}

// Lists the half-edges that leave each corner v, counter-clockwise, in work->order from neighbor_starts[v] on, and
// beside them their edges. The half-edge after h around v is the twin of the one before h in its loop. Returns false if
// a corner has fewer than two half-edges, or three in a solid, or if this way around it does not pass all of them
// exactly once: its faces are not one fan. Requires pair_edges; overwrites work->sorted.
static bool make_fans(rim_hull *hull, const topology_work *work)
{
    int32_t corners = hull->corner_count, count = hull->half_edge_count;
    int32_t least = hull->kind == RIM_HULL_SOLID ? 3 : 2;
    // The lowest half-edge that leaves each corner. The memory has `count` elements, and two must leave each corner.
    if (count < corners) return false;
    int32_t *lowest = work->sorted;
    memset(hull->neighbor_starts, 0, ((size_t)corners + 1) * sizeof *hull->neighbor_starts);
    for (int32_t h = count - 1; h >= 0; h--)
    {
        hull->neighbor_starts[hull->loops[h] + 1]++;
        lowest[hull->loops[h]] = h;
    }
    for (int32_t v = 0; v < corners; v++)
    {
        int32_t start = hull->neighbor_starts[v], degree = hull->neighbor_starts[v + 1];
        if (degree < least) return false;
        hull->neighbor_starts[v + 1] = start + degree;
        int32_t h = lowest[v], passed = 0;
        do
        {
            if (passed == degree) return false;
            work->order[start + passed] = h;
            hull->neighbor_edges[start + passed] = hull->edges_of[h];
            h = work->twins[loop_before(hull, h)];
            passed++;
        } while (h != lowest[v]);
        if (passed != degree) return false;
    }
    return true;
}

// --- planes ----------------------------------------------------------------------------------------------

// Returns a corner relative to the center.
static vec3d topology_relative(const rim_hull *hull, int32_t corner)
{
    return v3d(hull->cx[corner], hull->cy[corner], hull->cz[corner]);
}

// Returns twice the polygon's area vector about the origin (Newell), each component rounded to within 0.51 units in the
// last place: products of two floats are exact in double, and their sum is exact before it is rounded.
static vec3d exact_area(const rim_hull *hull, int32_t face)
{
    double area[3];
    for (int axis = 0; axis < 3; axis++)
    {
        int       u = (axis + 1) % 3, v = (axis + 2) % 3;
        exact_sum sum = { .count = 0 };
        for (int32_t h = hull->starts[face]; h < hull->starts[face + 1]; h++)
        {
            const float *a = &hull->corners[hull->loops[h]].x;
            const float *b = &hull->corners[hull->loops[hull_next(hull, h)]].x;
            exact_sum_add(&sum, (double)a[u] * b[v]);
            exact_sum_add(&sum, -((double)a[v] * b[u]));
        }
        area[axis] = exact_sum_value(&sum);
    }
    return v3d(area[0], area[1], area[2]);
}

// Sets half-space i to  dot(normal, p) <= offset,  relative to the center.
static void set_space(rim_hull *hull, int32_t i, vec3d normal, double offset)
{
    hull->px[i] = normal.x, hull->py[i] = normal.y, hull->pz[i] = normal.z;
    hull->pd[i] = offset;
}

// Returns a face's plane, relative to the center. The unit normal is along the area vector: with d_i from the loop's first
// corner to corner i,  the sum of d_i x d_(i + 1).  The offset is the mean of those of the corners along the normal; if
// the face is exactly plane, every corner has it. Requires the coordinates relative to the center, and the extent.
//
// Error bound: coordinates relative to the center are rounded by 2^-53 of the extent E, the d_i by a few times as much.
// The area vector is off by less than 2^-48 E times the sum of their lengths. If this exceeds 2^-34 of the vector's
// length, as for slivers, the vector is summed exactly. The planes of exact faces are therefore tilted by at most
// 2^-34.
static hull_plane topology_face_plane(const rim_hull *hull, int32_t face)
{
    const int32_t *loop = hull->loops + hull->starts[face];
    int32_t        count = hull->starts[face + 1] - hull->starts[face];
    vec3d          origin = topology_relative(hull, loop[0]);
    vec3d          before = v3d(0.0, 0.0, 0.0), area = before, sum = before;
    double         lengths = 0.0;
    for (int32_t i = 1; i < count; i++)
    {
        vec3d d = v3d_sub(topology_relative(hull, loop[i]), origin);
        area = v3d_add(area, v3d_cross(before, d));
        sum = v3d_add(sum, d);
        lengths += v3d_magnitude(d);
        before = d;
    }
    if (hull->extent * lengths > HULL_SLIVER_RATIO * v3d_length(area))
        area = exact_area(hull, face);
    vec3d normal = v3d_normalize(area);
    return (hull_plane){ normal, v3d_dot(normal, origin) + v3d_dot(normal, sum) / count };
}

// Computes the plane of each face, and hull->bend, the largest distance of a corner from its face's plane.
static void make_planes(rim_hull *hull)
{
    vec3d center = v3d_from(hull->center);
    for (int32_t f = 0; f < hull->face_count; f++)
    {
        hull_plane plane = topology_face_plane(hull, f);
        set_space(hull, f, plane.normal, plane.offset);
        hull->planes[f] = plane;
        hull->planes[f].offset += v3d_dot(plane.normal, center);
        for (int32_t h = hull->starts[f]; h < hull->starts[f + 1]; h++)
        {
            vec3d  at = topology_relative(hull, hull->loops[h]);
            double height = v3d_dot(plane.normal, at) - plane.offset;
            hull->bend = fabs(height) > hull->bend ? fabs(height) : hull->bend;
        }
    }
}

// Adds the half-space behind the plane through `at` with this normal of any length but 0, relative to the center.
static void add_space(rim_hull *hull, vec3d normal, vec3d at)
{
    normal = v3d_normalize(normal);
    set_space(hull, hull->space_count++, normal, v3d_dot(normal, at));
}

// Adds the half-spaces of a segment from corner 0 to corner 1, two at its ends and four along it, or those of a point:
// the six of a box without size.
static void add_line_spaces(rim_hull *hull)
{
    vec3d a = topology_relative(hull, 0), b = topology_relative(hull, hull->corner_count - 1);
    vec3d axes[3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    if (hull->kind == RIM_HULL_LINE)
    {
        axes[0] = v3d_normalize(v3d_sub(b, a));
        axes[1] = v3d_scale(hull_perpendicular(axes[0]), -1.0);
        axes[2] = v3d_cross(axes[0], axes[1]);
    }
    for (int i = 0; i < 3; i++)
    {
        add_space(hull, v3d_scale(axes[i], -1.0), a);
        add_space(hull, axes[i], i ? a : b); // across the segment, both are at a
    }
}

// Adds the half-spaces of kinds without volume to those of the faces, which make_planes has set, and pads. A flat hull
// gets one along each edge, perpendicular to its plane.
static void make_spaces(rim_hull *hull)
{
    hull->space_count = hull->face_count;
    if (hull->kind == RIM_HULL_FLAT)
        // Its two faces have the same edges. The half-edges of the first face are the lower half.
        for (int32_t h = 0; h < hull->half_edge_count / 2; h++)
        {
            vec3d a = topology_relative(hull, hull->loops[h]);
            vec3d b = topology_relative(hull, hull->loops[hull_next(hull, h)]);
            add_space(hull, v3d_cross(v3d_sub(b, a), hull->planes[0].normal), a);
        }
    if (hull->kind == RIM_HULL_LINE || hull->kind == RIM_HULL_POINT) add_line_spaces(hull);
    for (int32_t i = hull->space_count; i < hull->padded_spaces; i++)
        set_space(hull, i, v3d(0.0, 0.0, 0.0), 1.0);
}

// --- the graph for cutting -----------------------------------------------------------------------------

// A corner with edges e0 .. e4 becomes a chain of nodes, each with three slots counter-clockwise:
//
//        e0          e4
//         \         /             node 0:  e0, e1, link        face of a slot: the one on the left when
//          0---1---2              node 1:  link, e2, link      leaving through it, in the sector from
//         /    |    \             node 2:  link, e3, e4        the slot counter-clockwise to the next
//        e1   e2   e3
//
// The first node has two edges and a link, the last a link and two edges, those between a link, an edge, a link. A
// corner with three edges is one node without links.
//
// Returns the slot, 4 * node + 0 .. 2, of one of the corner's edges. Requires degree >= 3.
static int32_t slot_of(int32_t first_node, int32_t degree, int32_t edge)
{
    int32_t last = degree - 3; // the last node of the chain, counted from the first
    if (edge <= 1) return 4 * first_node + edge;              // slots 0 and 1 of the first node
    if (edge <= last) return 4 * (first_node + edge - 1) + 1; // slot 1 of a node between
    return 4 * (first_node + last) + edge - last;             // slots 1 and 2 of the last node
}

// Makes the chain of degree - 2 nodes of corner v from first_node on (see slot_of). out[] are the half-edges that leave
// v, counter-clockwise; sets slots[h] of each half-edge h and the face of this slot. The links of a chain, from slot 2
// of a node to slot 0 of the next, have length 0. On the left of the link from node i to node i + 1 is the face of the
// corner's last half-edge, on the left of the way back that of half-edge i + 1. The twins of the half-edges are left to
// make_nodes.
static void make_chain(rim_hull *hull, int32_t v, int32_t first_node, const int32_t *out,
                       int32_t *slots)
{
    int32_t degree = hull->neighbor_starts[v + 1] - hull->neighbor_starts[v];
    for (int32_t i = 0; i < degree; i++)
    {
        slots[out[i]] = slot_of(first_node, degree, i);
        hull->node_faces[slots[out[i]]] = hull->faces_of[out[i]];
    }
    for (int32_t i = 0; i < degree - 2; i++)
        hull->node_at[first_node + i] =
            (hull_position){ hull->cx[v], hull->cy[v], hull->cz[v], 0.0 };
    for (int32_t i = 0; i < degree - 3; i++)
    {
        int32_t ahead = 4 * (first_node + i) + 2, back = 4 * (first_node + i + 1);
        hull->node_twins[ahead] = back;
        hull->node_twins[back] = ahead;
        hull->node_faces[ahead] = hull->faces_of[out[degree - 1]];
        hull->node_faces[back] = hull->faces_of[out[i + 1]];
    }
}

// Makes the graph for cutting: a chain of nodes for each corner, then the twins and face_nodes. Requires the half-edges
// that leave each corner in work->order (make_fans), at least three of them. Overwrites work->sorted with the slot of
// each half-edge.
static void make_nodes(rim_hull *hull, const topology_work *work)
{
    int32_t *slots = work->sorted, count = 0;
    size_t   links = 4 * (size_t)hull->padded_nodes;
    memset(hull->node_twins, 0, links * sizeof *hull->node_twins); // slot 3 of each node is unused
    memset(hull->node_faces, 0, links * sizeof *hull->node_faces);
    for (int32_t v = 0; v < hull->corner_count; v++)
    {
        make_chain(hull, v, count, work->order + hull->neighbor_starts[v], slots);
        count += hull->neighbor_starts[v + 1] - hull->neighbor_starts[v] - 2;
    }
    for (int32_t h = 0; h < hull->half_edge_count; h++)
        hull->node_twins[slots[h]] = slots[work->twins[h]];
    for (int32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) hull->face_nodes[hull->node_faces[4 * i + k]] = 4 * i;
    // Padding: copies of node 0.
    for (int32_t i = count; i < hull->padded_nodes; i++) hull->node_at[i] = hull->node_at[0];
}

// --- size and mass -------------------------------------------------------------------------------------

// Sets center, bounds, extent, mass, the padded coordinate arrays, radius and largest. Takes what was measured before a
// merge, so that the mass is that of the exact body, or else measures the builder. Padded lanes repeat corner 0.
// Without corners radius and largest are 0. Requires the corners.
static void topology_measure(rim_hull *hull, const hull_builder *builder)
{
    hull_measures measures = builder->is_measured ? builder->exact : hull_builder_measure(builder);
    hull->center = measures.center;
    hull->bounds = measures.bounds;
    hull->extent = measures.extent;
    hull->mass = measures.mass;

    double square = 0.0; // of the radius
    for (int32_t i = 0; i < hull->padded_corners; i++)
    {
        rim_vec3 p = hull->corners[i < hull->corner_count ? i : 0];
        vec3d    r = v3d_sub(v3d_from(p), v3d_from(hull->center));
        hull->x[i] = p.x, hull->y[i] = p.y, hull->z[i] = p.z;
        hull->cx[i] = r.x, hull->cy[i] = r.y, hull->cz[i] = r.z;
        square = v3d_length2(r) > square ? v3d_length2(r) : square;
    }
    hull->radius = sqrt(square) * (1.0 + HULL_RADIUS_MARGIN);

    const float *lo = &hull->bounds.lo.x, *hi = &hull->bounds.hi.x;
    hull->largest = 0.0f;
    for (int axis = 0; axis < 3 && hull->corner_count > 0; axis++)
        hull->largest = fmaxf(hull->largest, fmaxf(-lo[axis], hi[axis]));
}

// Stores the exact faces, three corners of each: those that the builder kept before merging. If it merged nothing, all
// faces are exact.
static void topology_keep_exact(rim_hull *hull, const hull_builder *builder)
{
    if (builder->facet_count)
        memcpy(hull->facets, builder->facets, 3 * builder->facet_count * sizeof *hull->facets);
    for (int32_t f = 0; f < hull->facet_count && !builder->facet_count; f++)
        memcpy(hull->facets + 3 * f, hull->loops + hull->starts[f], 3 * sizeof *hull->facets);
}

// --- support hints ----------------------------------------------------------------------------------

// Mirrors coordinate a of a point (a, b) beyond the diamond |a| + |b| = 1 at the diamond's edge:  1 - |b|,  with the
// sign of a.
static double fold(double a, double b)
{
    return a < 0.0 ? fabs(b) - 1.0 : 1.0 - fabs(b);
}

// Returns the direction of the middle of a cell of the hint table, of any length. u and v are in -1 .. 1 on the square,
// and z = 1 - |u| - |v|  is negative beyond the diamond; see data.h.
static vec3d support_hint_direction_of(int32_t column, int32_t row, int32_t side)
{
    double half = 0.5 * side, u = (column + 0.5) / half - 1.0, v = (row + 0.5) / half - 1.0;
    double z = 1.0 - fabs(u) - fabs(v);
    return z < 0.0 ? v3d(fold(u, v), fold(v, u), z) : v3d(u, v, z);
}

// Returns the corner farthest along d, by hill climbing from `corner`: on a convex surface a corner without a farther
// neighbor is the farthest. Merged faces are bent by rounding, so it may be as much less far. Each step goes to the
// farthest neighbor.
static int32_t climb_to_farthest(const rim_hull *hull, vec3d d, int32_t corner)
{
    double  most = v3d_dot(d, hull_corner(hull, corner));
    int32_t from;
    do
    {
        from = corner;
        for (int32_t i = hull->neighbor_starts[from]; i < hull->neighbor_starts[from + 1]; i++)
        {
            int32_t to = hull_edge_end(hull, hull->neighbor_edges[i], from);
            double  dot = v3d_dot(d, hull_corner(hull, to));
            if (dot > most) most = dot, corner = to;
        }
    } while (corner != from);
    return corner;
}

// Sets the hint of each cell to the corner farthest along the cell's direction. The search starts at the previous
// cell's corner and rarely takes more than one step. Without a table (hint_side 0) there are no cells.
static void topology_fill_support_hints(rim_hull *hull)
{
    int32_t side = hull->hint_side, corner = 0;
    for (int32_t row = 0; row < side; row++)
        for (int32_t column = 0; column < side; column++)
        {
            corner = climb_to_farthest(hull, support_hint_direction_of(column, row, side), corner);
            hull->hints[row * side + column] = (uint16_t)corner;
        }
}

// --- all of it -------------------------------------------------------------------------------------------

// Sets the edge of a hull with two corners. The edge has no faces (-1).
static void make_line(rim_hull *hull)
{
    hull->edges[0] = (rim_hull_edge){ 0, 1, -1, -1 };
    hull->neighbor_starts[1] = 1, hull->neighbor_starts[2] = 2;
    hull->neighbor_edges[0] = hull->neighbor_edges[1] = 0;
}

// Copies corners and loops, pairs the half-edges and makes the fans. Returns false if the faces are not a closed
// surface: a face has fewer than three corners, the Euler number is not 2, an edge is not in two faces, a corner has
// more than one fan, or one of a solid has only two edges. A hull without faces has nothing to pair.
static bool make_topology(rim_hull *hull, const hull_builder *builder, const topology_work *work)
{
    if (builder->corner_count > 0)
    {
        memcpy(hull->corners, builder->corners, builder->corner_count * sizeof *hull->corners);
        memcpy(hull->sources, builder->sources, builder->corner_count * sizeof *hull->sources);
    }
    if (builder->loop_count > 0)
        memcpy(hull->loops, builder->loops, builder->loop_count * sizeof *hull->loops);
    memset(hull->neighbor_starts, 0, (builder->corner_count + 1) * sizeof *hull->neighbor_starts);
    hull->starts[0] = 0;
    for (int32_t f = 0; f < hull->face_count; f++)
    {
        hull->starts[f + 1] = builder->starts[f + 1];
        if (hull->starts[f + 1] - hull->starts[f] < 3) return false;
        for (int32_t h = hull->starts[f]; h < hull->starts[f + 1]; h++) hull->faces_of[h] = f;
    }
    if (hull->kind == RIM_HULL_LINE) make_line(hull);
    if (hull->face_count == 0) return true;
    bool euler = hull->corner_count - hull->edge_count + hull->face_count == 2;
    return euler && pair_edges(hull, builder, work) && make_fans(hull, work);
}

// Returns a hull with the kind and all counts of the builder's hull, and no arrays.
static rim_hull topology_sizes_of(const hull_builder *builder)
{
    rim_hull sizes = { .kind = builder->kind };
    bool     is_solid = sizes.kind == RIM_HULL_SOLID;
    sizes.corner_count = (int32_t)builder->corner_count;
    sizes.face_count = (int32_t)builder->face_count;
    sizes.half_edge_count = (int32_t)builder->loop_count;
    sizes.edge_count = sizes.kind == RIM_HULL_LINE ? 1 : sizes.half_edge_count / 2;
    sizes.padded_corners = padded(sizes.corner_count);
    // The faces of a solid are exact if the builder merged none.
    if (is_solid)
        sizes.facet_count = builder->facet_count ? (int32_t)builder->facet_count : sizes.face_count;

    // Each face is a half-space. make_spaces adds one for each edge of a flat hull, and six for a line or a point.
    int32_t spaces = sizes.face_count;
    if (sizes.kind == RIM_HULL_FLAT) spaces += sizes.corner_count;
    if (sizes.kind == RIM_HULL_LINE || sizes.kind == RIM_HULL_POINT) spaces += 6;
    sizes.padded_spaces = padded(spaces);

    // A corner of degree d has d - 2 nodes. The sum of the degrees is twice the number of edges.
    if (is_solid) sizes.node_count = 2 * (sizes.edge_count - sizes.corner_count);
    sizes.padded_nodes = padded(sizes.node_count);
    sizes.hint_side = support_hint_side(sizes.corner_count);
    return sizes;
}

// Sets box_up if the hull is a box along the axes: six faces, and each of the eight corners has the highest or the
// lowest coordinate of the bounds on every axis. Bit i of a set of corners is corner i.
static void topology_find_box(rim_hull *hull)
{
    enum
    {
        TOPOLOGY_BOX_CORNERS = 8,
        TOPOLOGY_BOX_FACES = 6,
        TOPOLOGY_ALL_CORNERS = (1 << TOPOLOGY_BOX_CORNERS) - 1
    };
    if (hull->corner_count != TOPOLOGY_BOX_CORNERS || hull->face_count != TOPOLOGY_BOX_FACES)
        return;
    const float *x[3] = { hull->x, hull->y, hull->z };
    const float *lo = &hull->bounds.lo.x, *hi = &hull->bounds.hi.x;
    unsigned     up[3] = { 0, 0, 0 };
    for (int axis = 0; axis < 3; axis++)
    {
        unsigned down = 0;
        for (int i = 0; i < TOPOLOGY_BOX_CORNERS; i++)
        {
            up[axis] |= (unsigned)(x[axis][i] == hi[axis]) << i;
            down |= (unsigned)(x[axis][i] == lo[axis]) << i;
        }
        if ((up[axis] | down) != TOPOLOGY_ALL_CORNERS) return;
    }
    for (int axis = 0; axis < 3; axis++) hull->box_up[axis] = (uint8_t)up[axis];
}

// Computes all that a hull has: the contents of its arrays, and the members that follow from them. Requires the counts
// and the places of the arrays, and zeros in the other members. Returns RIM_ERR_FORMAT if the faces are not a closed
// surface.
//
// The order matters. All parts need the topology. The planes need the center (topology_measure), the nodes the fans in
// `work`, the support hints the edges, and the box the coordinates and bounds.
static rim_status topology_fill(rim_hull *hull, const hull_builder *builder,
                                const topology_work *work)
{
    if (!make_topology(hull, builder, work)) return RIM_ERR_FORMAT;
    topology_measure(hull, builder);
    topology_keep_exact(hull, builder);
    make_planes(hull);
    make_spaces(hull);
    if (hull->kind == RIM_HULL_SOLID) make_nodes(hull, work);
    topology_fill_support_hints(hull);
    topology_find_box(hull);
    hull->hint_angle = HULL_HINT_ANGLE / sqrt(hull->corner_count > 1 ? hull->corner_count : 1.0);
    return RIM_OK;
}

// Lays the hull out at the start of a block of memory, and fills it. The arrays follow the struct. The allocator may
// align less than they need, so the block has MEMORY_ALIGNMENT bytes more.
rim_status hull_build_topology(rim_hull **out, const hull_builder *builder)
{
    *out = NULL;
    // Counts stay below this so that sizes computed from them fit.
    const size_t most = INT32_MAX / 64;
    if (builder->corner_count > most || builder->loop_count > most) return RIM_ERR_SIZE;
    // Half-edges of a closed surface come in pairs.
    if (builder->loop_count % 2 != 0) return RIM_ERR_FORMAT;

    // Scratch memory.
    size_t   room = builder->corner_count + 1 + 3 * builder->loop_count;
    int32_t *scratch = memory_allocate(&builder->from, room, sizeof *scratch);
    if (!scratch) return RIM_ERR_MEMORY;
    size_t        half_edges = builder->loop_count;
    topology_work work = { scratch, scratch + half_edges, scratch + 2 * half_edges,
                           scratch + 3 * half_edges };

    rim_hull sizes = topology_sizes_of(builder), *hull = NULL;
    size_t   arrays = topology_lay_out(&sizes, NULL);
    sizes.allocator = builder->from;
    sizes.block_size = sizeof sizes + MEMORY_ALIGNMENT + arrays;
    rim_status status = RIM_ERR_MEMORY;
    char      *block = memory_allocate(&builder->from, sizes.block_size, 1);
    if (block)
    {
        hull = (rim_hull *)(void *)block;
        *hull = sizes;
        topology_lay_out(hull, memory_aligned(block + sizeof sizes));
        hull->view = (rim_convex){ hull->corners, hull->corner_count, 0.0f, hull };
        status = topology_fill(hull, builder, &work);
    }
    memory_release(&builder->from, scratch, room, sizeof *scratch);
    if (status == RIM_OK)
        *out = hull;
    else
        memory_release(&builder->from, block, sizes.block_size, 1);
    return status;
}
