// From corners and loops to a hull: twins and edges, planes, the half-spaces, the fans around corners and
// the graph for cutting, the masses. Everything lies in one block.
#include "base/exact.h"
#include "solid/hull/builder.h"
#include "solid/hull/tolerances.h"

#include <string.h>

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
    hull->twins = memory_take(&block, half_edges, sizeof *hull->twins);
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
// 2 e + 1 of the half-edges, sorted by their lower and then their higher corner, are edge e, from its lower corner a to
// its higher corner b. Requires the loops and faces_of. `sorted` is memory for all half-edges.
static void pair_edges(rim_hull *hull, hull_half_edge *sorted)
{
    for (int32_t h = 0; h < hull->half_edge_count; h++)
    {
        int32_t from = hull->loops[h], to = hull->loops[hull_next(hull, h)];
        sorted[h] = (hull_half_edge){ from < to ? from : to, from < to ? to : from, h };
    }
    hull_sort_half_edges(sorted, (size_t)hull->half_edge_count);
    for (int32_t e = 0; e < hull->half_edge_count / 2; e++)
    {
        hull_half_edge edge = sorted[2 * e];
        int32_t        g = edge.number, h = sorted[2 * e + 1].number;
        bool           is_up = hull->loops[g] == edge.a; // g leads from a to b
        hull->twins[g] = h;
        hull->twins[h] = g;
        hull->edges_of[g] = hull->edges_of[h] = e;
        hull->edges[e] = (rim_hull_edge){ edge.a, edge.b, hull->faces_of[is_up ? g : h],
                                          hull->faces_of[is_up ? h : g] };
    }
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
            vec3d at = topology_relative(hull, hull->loops[h]);
            hull->bend = fmax(hull->bend, fabs(v3d_dot(plane.normal, at) - plane.offset));
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

// --- corners, and the graph for cutting --------------------------------------------------------------

// A corner with edges e0 .. e4 becomes a chain of nodes, each with three slots counter-clockwise:
//
//        e0          e4
//         \         /             node 0:  e0, e1, link        face of a slot: the one on the left when
//          0---1---2              node 1:  link, e2, link      leaving through it, in the sector from
//         /    |    \             node 2:  link, e3, e4        the slot counter-clockwise to the next
//        e1   e2   e3
//
// So node i has edge i + 1 in slot 1. Slot 0 is the link to the node before it, but edge 0 of the first node. Slot 2 is
// the link to the next node, but the last edge of the last node. A corner with three edges is one node without links.
// The links have length 0. The three faces of node i are those on the left of the half-edges i, i + 1 and the last one.

// Adds the node of half-edge h, which leaves corner v after half-edge `before`; `last` is the last that leaves v. Sets
// its twins to the slots of the nodes beside it, as if both were in the chain. make_fans replaces those that are not.
static void add_node(rim_hull *hull, int32_t node, int32_t v, int32_t before, int32_t h,
                     int32_t last)
{
    int32_t *twins = hull->node_twins + 4 * node, *faces = hull->node_faces + 4 * node;
    hull->node_at[node] = (hull_position){ hull->cx[v], hull->cy[v], hull->cz[v], 0.0 };
    twins[0] = 4 * (node - 1) + 2;
    twins[2] = 4 * (node + 1);
    faces[0] = hull->faces_of[before];
    faces[1] = hull->faces_of[h];
    faces[2] = hull->faces_of[last];
    for (int k = 0; k < 3; k++) hull->face_nodes[faces[k]] = 4 * node;
}

// Lists the edges at each corner, counter-clockwise, from the lowest half-edge that leaves it, and makes the nodes of a
// solid. The half-edge after h around a corner is the twin of the one before h in its loop. So the last one is that
// after the twin of the first one. Requires the twins and the coordinates relative to the center. The slot of half-edge
// h is kept in work[h].number.
static void make_fans(rim_hull *hull, hull_half_edge *work)
{
    // first_of[v] is read before the start of the edges at v takes its place.
    int32_t *first_of = hull->neighbor_starts, count = 0, nodes = 0;
    bool     is_solid = hull->kind == RIM_HULL_SOLID;
    for (int32_t h = hull->half_edge_count - 1; h >= 0; h--) first_of[hull->loops[h]] = h;
    for (int32_t v = 0; v < hull->corner_count; v++)
    {
        int32_t h = first_of[v], last = hull_next(hull, hull->twins[h]);
        hull->neighbor_starts[v] = count;
        hull->neighbor_edges[count++] = hull->edges_of[h];
        work[h].number = 4 * nodes;
        while (h != last)
        {
            int32_t before = h;
            h = hull->twins[loop_before(hull, h)];
            hull->neighbor_edges[count++] = hull->edges_of[h];
            work[h].number = 4 * nodes + 1;
            if (is_solid && h != last) add_node(hull, nodes++, v, before, h, last);
        }
        work[last].number = 4 * (nodes - 1) + 2;
    }
    hull->neighbor_starts[hull->corner_count] = count;
    for (int32_t h = 0; is_solid && h < hull->half_edge_count; h++)
        hull->node_twins[work[h].number] = work[hull->twins[h]].number;
    // Padding: copies of node 0.
    for (int32_t i = nodes; i < hull->padded_nodes; i++) hull->node_at[i] = hull->node_at[0];
}

// --- size and mass -------------------------------------------------------------------------------------

// Sets center, bounds, extent, mass, the padded coordinate arrays, radius and largest. Takes those of the exact body
// from `exact`, if it is not NULL. Padded lanes repeat corner 0. Without corners radius and largest are 0. Requires the
// corners and loops.
static void topology_measure(rim_hull *hull, const rim_hull *exact)
{
    if (exact)
    {
        hull->center = exact->center;
        hull->bounds = exact->bounds;
        hull->extent = exact->extent;
        hull->mass = exact->mass;
    }
    else
        hull_measure(hull);

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
    for (int axis = 0; axis < 3 && hull->corner_count > 0; axis++)
        hull->largest = fmaxf(hull->largest, fmaxf(-lo[axis], hi[axis]));
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
int32_t hull_climb(const rim_hull *hull, vec3d d, int32_t corner)
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
            corner = hull_climb(hull, support_hint_direction_of(column, row, side), corner);
            hull->hints[row * side + column] = (uint16_t)corner;
        }
}

// --- all of it -------------------------------------------------------------------------------------------

// Copies corners, loops and exact faces from the builder and from `exact`, if it is not NULL. Without it the faces
// are exact: three corners give the plane of each.
static void copy_faces(rim_hull *hull, const hull_builder *builder, const rim_hull *exact)
{
    for (int32_t i = 0; i < hull->corner_count; i++)
    {
        hull->corners[i] = builder->corners[i].at;
        hull->sources[i] = builder->corners[i].source;
    }
    for (int32_t f = 0; f < hull->face_count; f++)
    {
        hull->starts[f + 1] = builder->starts[f + 1];
        for (int32_t h = hull->starts[f]; h < hull->starts[f + 1]; h++)
        {
            hull->loops[h] = builder->loops[h];
            hull->faces_of[h] = f;
        }
    }
    for (int32_t f = 0; f < hull->facet_count; f++)
        memcpy(hull->facets + 3 * f, exact ? exact->facets + 3 * f : hull->loops + hull->starts[f],
               3 * sizeof *hull->facets);
}

// Sets the edge of a hull with two corners. The edge has no faces (-1). A point has none.
static void make_line(rim_hull *hull)
{
    if (hull->kind != RIM_HULL_LINE) return;
    hull->edges[0] = (rim_hull_edge){ 0, 1, -1, -1 };
    hull->neighbor_starts[1] = 1, hull->neighbor_starts[2] = 2;
}

// Returns a hull with the kind and all counts of the builder's hull, and no arrays.
static rim_hull topology_sizes_of(const hull_builder *builder, const rim_hull *exact)
{
    rim_hull sizes = { .kind = builder->kind };
    bool     is_solid = sizes.kind == RIM_HULL_SOLID;
    sizes.corner_count = (int32_t)builder->corner_count;
    sizes.face_count = (int32_t)builder->face_count;
    sizes.half_edge_count = (int32_t)builder->loop_count;
    sizes.edge_count = sizes.kind == RIM_HULL_LINE ? 1 : sizes.half_edge_count / 2;
    sizes.padded_corners = padded(sizes.corner_count);
    if (is_solid) sizes.facet_count = exact ? exact->facet_count : sizes.face_count;

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
    if (hull->corner_count != 8 || hull->face_count != 6) return;
    const float *lo = &hull->bounds.lo.x, *hi = &hull->bounds.hi.x;
    unsigned     up[3] = { 0, 0, 0 };
    for (int i = 0; i < 8; i++)
        for (int axis = 0; axis < 3; axis++)
        {
            float x = (&hull->corners[i].x)[axis];
            if (x != lo[axis] && x != hi[axis]) return;
            if (x == hi[axis]) up[axis] |= 1u << i;
        }
    for (int axis = 0; axis < 3; axis++) hull->box_up[axis] = (uint8_t)up[axis];
}

// Computes all that a hull has: the contents of its arrays, and the members that follow from them. Requires the counts
// and the places of the arrays, and zeros in the arrays and in the other members. `work` is memory for all half-edges.
//
// The order matters. The measures need the faces, and the planes and fans the center. The fans need the twins of
// pair_edges, the support hints the fans, and the box the bounds.
static void topology_fill(rim_hull *hull, const hull_builder *builder, const rim_hull *exact,
                          hull_half_edge *work)
{
    copy_faces(hull, builder, exact);
    topology_measure(hull, exact);
    make_planes(hull);
    make_spaces(hull);
    pair_edges(hull, work);
    if (hull->face_count > 0)
        make_fans(hull, work);
    else
        make_line(hull);
    topology_fill_support_hints(hull);
    topology_find_box(hull);
    hull->hint_angle = HULL_HINT_ANGLE / sqrt(hull->corner_count > 1 ? hull->corner_count : 1.0);
}

// Lays the hull out at the start of a block of memory, and fills it. The arrays follow the struct. The allocator may
// align less than they need, so the block has MEMORY_ALIGNMENT bytes more.
rim_status hull_build_topology(rim_hull **out, const hull_builder *builder, const rim_hull *exact)
{
    *out = NULL;
    // Counts stay below this so that sizes computed from them fit.
    const size_t most = INT32_MAX / 64;
    if (builder->corner_count > most || builder->loop_count > most) return RIM_ERR_SIZE;

    rim_hull sizes = topology_sizes_of(builder, exact);
    size_t   arrays = topology_lay_out(&sizes, NULL), half_edges = builder->loop_count;
    sizes.allocator = builder->from;
    sizes.block_size = sizeof sizes + MEMORY_ALIGNMENT + arrays;
    hull_half_edge *work = memory_allocate(&builder->from, half_edges, sizeof *work);
    char           *block = memory_allocate_zeroed(&builder->from, sizes.block_size, 1);
    if (work && block)
    {
        rim_hull *hull = (rim_hull *)(void *)block;
        *hull = sizes;
        topology_lay_out(hull, memory_aligned(block + sizeof sizes));
        hull->view = (rim_convex){ hull->corners, hull->corner_count, 0.0f, hull };
        topology_fill(hull, builder, exact, work);
        *out = hull;
    }
    else
        memory_release(&builder->from, block, sizes.block_size, 1);
    memory_release(&builder->from, work, half_edges, sizeof *work);
    return *out ? RIM_OK : RIM_ERR_MEMORY;
}
