// Quickhull with exact decisions (Barber, Dobkin, Huhdanpaa, "The quickhull algorithm for convex
// hulls", 1996).
//
// Invariant: the triangles are a closed surface, the boundary of the hull of the points added so far; none has zero
// area; each point not yet added is inside or in the outside list of one triangle that it is strictly in front of.
//
// Adding a point p removes every triangle that p is in front of *or in the plane of*, and closes the
// hole with triangles from its rim to p:
//
//           rim                    - A rim edge belongs to a triangle that p is strictly behind, so p
//         .-----.                    is not on the edge's line: no new triangle is degenerate.
//        / \ p / \                 - A corner that is no longer extreme (p extends its face or its
//       /   \./   \                  edge) has only triangles that p sees or is in the plane of, so it
//      '-----------'                 vanishes: corners are always exactly the extreme points.
//
// The visible triangles, coplanar ones included, are connected, because moving p outward a little makes all of them
// strictly visible. The topology therefore needs no repair and no tolerance. Coplanar triangles are merged at the end,
// again by the exact test. The algorithm terminates because each step adds a point permanently. The result does not
// depend on the order of the points that are added.
#include "base/exact.h"
#include "solid/hull/builder.h"

// A triangle of the surface, counter-clockwise seen from outside.
typedef struct triangle
{
    int32_t v[3];      // its corners: indices of points
    int32_t across[3]; // the triangle across the edge from v[k] to v[k + 1]
    int32_t outside;   // the first point of its outside list, -1 if none; state->next has the rest
    int32_t far;       // the point of that list that is farthest in front, -1 if none
    int32_t link;      // the triangle after it in a list of triangles, -1 after the last
    bool    removed;   // no part of the surface; its memory may be used again
    double  far_distance; // of `far` from the plane
    vec3d   normal;       // twice the area vector
    double  scale;        // 1 / |normal|
} triangle;

typedef struct quickhull_state
{
    rim_allocator     from;
    const hull_point *points;
    int32_t           point_count;
    int32_t          *next;    // the point after each in its outside list, -1 after the last
    int32_t          *made_at; // for a corner of the rim: the new triangle whose edge starts there
    triangle         *triangles;
    size_t            count, room; // of triangles, removed ones included
    int32_t           unused;      // the first of a list of removed triangles, -1 if none
} quickhull_state;

static rim_vec3 point(const quickhull_state *state, int32_t i)
{
    return state->points[i].at;
}

// --- one triangle ------------------------------------------------------------------------------------

// Sets normal and scale of a triangle from its corners. The scale of a triangle without area is 1.
static void set_plane(const quickhull_state *state, triangle *t)
{
    vec3d a = v3d_from(point(state, t->v[0]));
    vec3d u = v3d_sub(v3d_from(point(state, t->v[1])), a);
    vec3d v = v3d_sub(v3d_from(point(state, t->v[2])), a);
    t->normal = v3d_cross(u, v);
    double length = v3d_length(t->normal);
    t->scale = length > 0.0 ? 1.0 / length : 1.0;
}

// Returns the distance of point p from a triangle's plane in doubles, positive in front.
static double distance_of(const quickhull_state *state, const triangle *t, int32_t p)
{
    vec3d w = v3d_sub(v3d_from(point(state, p)), v3d_from(point(state, t->v[0])));
    return v3d_dot(t->normal, w) * t->scale;
}

// Returns the exact sign of point p's distance from a triangle's plane: 1 in front, 0 in the plane, -1 behind.
static int quickhull_side_of(const quickhull_state *state, const triangle *t, int32_t p)
{
    return exact_orient3(point(state, t->v[0]), point(state, t->v[1]), point(state, t->v[2]),
                         point(state, p));
}

// Returns the number of a triangle's edge that starts at `corner`, one of its corners.
static int edge_from(const triangle *t, int32_t corner)
{
    if (t->v[0] == corner) return 0;
    return t->v[1] == corner ? 1 : 2;
}

// Makes a triangle without neighbors and outside points, and returns its index, that of a removed triangle if there is
// one; -1 when out of memory. Pointers to triangles are invalid afterwards.
static int32_t make_triangle(quickhull_state *state, int32_t a, int32_t b, int32_t c)
{
    int32_t index = state->unused;
    if (index >= 0)
        state->unused = state->triangles[index].link;
    else
    {
        // Edges are numbered in an int32_t, three of each triangle.
        if (state->count >= INT32_MAX / 3 ||
            !MEMORY_RESERVE(&state->from, state->triangles, state->room, state->count + 1))
            return -1;
        index = (int32_t)state->count++;
    }
    triangle t = { .v = { a, b, c }, .outside = -1, .far = -1, .link = -1 };
    set_plane(state, &t);
    state->triangles[index] = t;
    return index;
}

// Adds point p to the outside list of triangle `index`. Keeps `far`, the farthest point of the list, up to date: the
// lowest of equally far ones. Requires p in no other list.
static void add_to_outside_list(quickhull_state *state, int32_t index, int32_t p)
{
    triangle *t = &state->triangles[index];
    double    distance = distance_of(state, t, p);
    state->next[p] = t->outside;
    t->outside = p;
    if (t->far < 0 || distance > t->far_distance || (distance == t->far_distance && p < t->far))
    {
        t->far = p;
        t->far_distance = distance;
    }
}

// --- adding a point --------------------------------------------------------------------------------------

// Removes all triangles visible from p: those that p is in front of or in the plane of, breadth first from the visible
// triangle `start`. Lists them, linked from `start` on.
static void remove_visible(quickhull_state *state, int32_t start, int32_t p)
{
    triangle *triangles = state->triangles;
    int32_t   last = start;
    triangles[start].removed = true;
    triangles[start].link = -1;
    for (int32_t i = start; i >= 0; i = triangles[i].link)
        for (int k = 0; k < 3; k++)
        {
            int32_t   across = triangles[i].across[k];
            triangle *neighbor = &triangles[across];
            if (neighbor->removed || quickhull_side_of(state, neighbor, p) < 0) continue;
            neighbor->removed = true;
            neighbor->link = -1;
            triangles[last].link = across;
            last = across;
        }
}

// Closes the hole that the removed triangles from `start` on leave, with a triangle from each edge of its rim to p, and
// links their edges. These are, in order: the rim edge a b, b p and p a. The triangle beyond the rim edge has it as b a.
// The rim is one closed loop that passes each of its corners once, so the neighbor across b p is the triangle made at
// the rim edge that starts at b. Returns the first of the list of new triangles, -1 when out of memory.
static int32_t fill_hole(quickhull_state *state, int32_t start, int32_t p)
{
    int32_t first = -1, last = -1;
    for (int32_t i = start; i >= 0; i = state->triangles[i].link)
        for (int k = 0; k < 3; k++)
        {
            const triangle *t = &state->triangles[i];
            int32_t         a = t->v[k], b = t->v[(k + 1) % 3], across = t->across[k];
            if (state->triangles[across].removed) continue;
            int32_t made = make_triangle(state, a, b, p);
            if (made < 0) return -1;
            triangle *beyond = &state->triangles[across];
            state->triangles[made].across[0] = across;
            beyond->across[edge_from(beyond, b)] = made;
            state->made_at[a] = made;
            if (last < 0)
                first = made;
            else
                state->triangles[last].link = made;
            last = made;
        }
    for (int32_t i = first; i >= 0; i = state->triangles[i].link)
    {
        int32_t after = state->made_at[state->triangles[i].v[1]];
        state->triangles[i].across[1] = after;
        state->triangles[after].across[2] = i;
    }
    return first;
}

// Adds point p to the outside list of the first triangle that it is in front of, in the list of triangles from `first`
// on, if there is one.
static void assign_outside_point(quickhull_state *state, int32_t first, int32_t p)
{
    int32_t i = first;
    while (i >= 0 && quickhull_side_of(state, &state->triangles[i], p) <= 0)
        i = state->triangles[i].link;
    if (i >= 0) add_to_outside_list(state, i, p);
}

// Adds p to the hull. Requires p to be in front of triangle `start` and in an outside list. The outside points of the
// removed triangles, but p itself, go to the new triangles. A point in front of no new triangle is inside the hull now,
// and is dropped: a segment from a removed triangle to a point outside the new hull leaves the hull through a new
// triangle, so the old ones need no test. Returns false when out of memory.
static bool quickhull_add_point(quickhull_state *state, int32_t start, int32_t p)
{
    remove_visible(state, start, p);
    int32_t made = fill_hole(state, start, p), i = start;
    while (i >= 0 && made >= 0)
    {
        triangle *t = &state->triangles[i];
        int32_t   q = t->outside, link = t->link;
        t->outside = -1;
        t->link = state->unused;
        state->unused = i;
        i = link;
        while (q >= 0)
        {
            int32_t after = state->next[q]; // assign_outside_point changes next[q]
            if (q != p) assign_outside_point(state, made, q);
            q = after;
        }
    }
    return made >= 0;
}

// --- the first tetrahedron -----------------------------------------------------------------------------

// Returns the point that is farthest from the line through the points a and b, in doubles, of those that are exactly
// not on it; -1 if there is no such point.
static int32_t farthest_from_line(const quickhull_state *state, int32_t a, int32_t b)
{
    vec3d   origin = v3d_from(point(state, a)), along = v3d_sub(v3d_from(point(state, b)), origin);
    int32_t best = -1;
    double  most = 0.0;
    for (int32_t i = 0; i < state->point_count; i++)
    {
        if (exact_collinear(point(state, a), point(state, b), point(state, i))) continue;
        // The squared distance times |along|^2.
        double d = v3d_length2(v3d_cross(along, v3d_sub(v3d_from(point(state, i)), origin)));
        if (best < 0 || d > most) best = i, most = d;
    }
    return best;
}

// Returns the point that is farthest from the plane of the points a, b and c, in doubles, of those that are exactly not
// in it, on either side; -1 if there is no such point.
static int32_t farthest_from_plane(const quickhull_state *state, int32_t a, int32_t b, int32_t c)
{
    triangle t = { .v = { a, b, c } };
    set_plane(state, &t);
    int32_t best = -1;
    double  most = 0.0;
    for (int32_t i = 0; i < state->point_count; i++)
    {
        if (quickhull_side_of(state, &t, i) == 0) continue;
        double d = fabs(distance_of(state, &t, i));
        if (best < 0 || d > most) best = i, most = d;
    }
    return best;
}

// Makes the tetrahedron of the four points simplex[], which are not in one plane, and assigns all points to its
// triangles. Requires a state without triangles: these get the indices 0 .. 3. CORNERS lists each triangle's corners, as
// indices into v, and ACROSS its neighbors across the edges from these corners. Returns false when out of memory.
static bool quickhull_start(quickhull_state *state, const int32_t simplex[4])
{
    static const int8_t CORNERS[4][3] = { { 0, 1, 2 }, { 0, 3, 1 }, { 1, 3, 2 }, { 2, 3, 0 } };
    static const int8_t ACROSS[4][3] = { { 1, 2, 3 }, { 3, 2, 0 }, { 1, 3, 0 }, { 2, 1, 0 } };

    // The tables require v[3] behind the triangle v[0], v[1], v[2]. An exchange of two corners turns it over.
    bool    in_front = exact_orient3(point(state, simplex[0]), point(state, simplex[1]),
                                     point(state, simplex[2]), point(state, simplex[3])) > 0;
    int32_t v[4] = { simplex[0], simplex[in_front ? 2 : 1], simplex[in_front ? 1 : 2], simplex[3] };
    for (int i = 0; i < 4; i++)
    {
        int32_t made = make_triangle(state, v[CORNERS[i][0]], v[CORNERS[i][1]], v[CORNERS[i][2]]);
        if (made < 0) return false;
        triangle *t = &state->triangles[made];
        for (int k = 0; k < 3; k++) t->across[k] = ACROSS[i][k];
        t->link = i < 3 ? i + 1 : -1;
    }
    for (int32_t p = 0; p < state->point_count; p++) assign_outside_point(state, 0, p);
    return true;
}

// --- adding points ---------------------------------------------------------------------------------------------

// Adds points until none is outside: each time the farthest point of a triangle with outside points. A new triangle may
// take the place of a removed one that has been passed, so the triangles are passed until all are without such points.
// Returns false when out of memory.
static bool add_all_points(quickhull_state *state)
{
    bool added;
    do
    {
        added = false;
        for (int32_t i = 0; i < (int32_t)state->count; i++)
            while (state->triangles[i].outside >= 0)
            {
                if (!quickhull_add_point(state, i, state->triangles[i].far)) return false;
                added = true;
            }
    } while (added);
    return true;
}

// Returns the outside point that is farthest in front of triangle `index`, the lowest of equally far ones. Requires an
// outside point in its list. Tests the outside points of all triangles, because the triangle's own list lacks points
// that another triangle took first.
static int32_t farthest_of_all(const quickhull_state *state, int32_t index)
{
    const triangle *t = &state->triangles[index];
    int32_t         best = t->far;
    double          most = t->far_distance;
    for (size_t i = 0; i < state->count; i++)
        for (int32_t p = state->triangles[i].outside; p >= 0; p = state->next[p])
        {
            double d = distance_of(state, t, p);
            bool   is_farther = d > most || (d == most && p < best);
            if (is_farther && quickhull_side_of(state, t, p) > 0) best = p, most = d;
        }
    return best;
}

// Adds points to the first tetrahedron until there are max_corners or none is outside: each time the point farthest in
// front of the triangle that has the most distant one in its list. Requires all points to be corners of the complete
// hull. Then each is also a corner of every hull of some of the points, so no corner is removed again, and each point
// adds one. Returns false when out of memory.
static bool add_points_to_limit(quickhull_state *state, int max_corners)
{
    for (int corners = 4; corners < max_corners; corners++)
    {
        int32_t best = -1;
        for (int32_t i = 0; i < (int32_t)state->count; i++)
        {
            const triangle *t = &state->triangles[i];
            if (t->outside < 0) continue;
            if (best < 0 || t->far_distance > state->triangles[best].far_distance) best = i;
        }
        if (best < 0) return true;
        if (!quickhull_add_point(state, best, farthest_of_all(state, best))) return false;
    }
    return true;
}

// --- merging and the way out -------------------------------------------------------------------------

// Adds the points whose number is not -1 as corners, in their order, and sets number[] of these points to their numbers
// among the corners. Requires room.
static void add_marked_corners(hull_builder *builder, const hull_point *points, int32_t count,
                               int32_t *number)
{
    for (int32_t i = 0; i < count; i++)
    {
        if (number[i] < 0) continue;
        number[i] = (int32_t)builder->corner_count;
        hull_builder_add_corner(builder, points[i]);
    }
}

// Returns true if edge k of triangle `index` is inside a face: the neighbor across it is exactly in the same plane. The
// neighbor has the edge in the other direction, so there it starts at this triangle's v[k + 1]. The neighbor's third
// corner, two further, decides.
static bool quickhull_is_inner(const quickhull_state *state, int32_t index, int k)
{
    const triangle *t = &state->triangles[index], *neighbor = &state->triangles[t->across[k]];
    int             edge = edge_from(neighbor, t->v[(k + 1) % 3]);
    return quickhull_side_of(state, t, neighbor->v[(edge + 2) % 3]) == 0;
}

// Returns the border edge of a face after edge k of triangle `index`, as  3 * triangle + edge.  It starts at the corner
// where this edge ends. It is found by turning around this corner: from the next edge of the triangle, across every
// inner edge. Inner edges have the origin -1.
static int32_t next_border_edge(const quickhull_state *state, int32_t index, int k,
                                const int32_t *origin)
{
    int     edge = (k + 1) % 3;
    int32_t corner = state->triangles[index].v[edge];
    while (origin[3 * index + edge] < 0)
    {
        index = state->triangles[index].across[edge];
        edge = edge_from(&state->triangles[index], corner);
    }
    return 3 * index + edge;
}

// Writes the finished surface to the builder: its corners in the order of the points, then a loop for each set of
// coplanar triangles, which is the border of the set. origin[] and next[] are those of hull_builder_add_faces, for edge
// k of triangle i with the number 3 i + k. With F triangles a surface has E = 3 F / 2 edges and E - F + 2 = F / 2 + 2
// corners. Returns false when out of memory.
static bool quickhull_write(const quickhull_state *state, hull_builder *builder, int32_t *origin,
                            int32_t *next)
{
    // The number of each point among the corners, -1 for a point that is none. Until add_marked_corners numbers the
    // corners, 0 marks them.
    int32_t *number = state->made_at; // which is free now
    size_t   faces = 0;
    for (int32_t i = 0; i < state->point_count; i++) number[i] = -1;
    for (size_t i = 0; i < state->count; i++)
    {
        if (state->triangles[i].removed) continue;
        faces++;
        for (int k = 0; k < 3; k++) number[state->triangles[i].v[k]] = 0;
    }
    if (!hull_builder_reserve(builder, RIM_HULL_SOLID, faces / 2 + 2, faces, 3 * faces))
        return false;
    add_marked_corners(builder, state->points, state->point_count, number);
    int32_t edges = 3 * (int32_t)state->count;
    for (int32_t h = 0; h < edges; h++)
    {
        const triangle *t = &state->triangles[h / 3];
        bool            is_border = !t->removed && !quickhull_is_inner(state, h / 3, h % 3);
        origin[h] = is_border ? number[t->v[h % 3]] : -1;
    }
    for (int32_t h = 0; h < edges; h++)
        if (origin[h] >= 0) next[h] = next_border_edge(state, h / 3, h % 3, origin);
    return hull_builder_add_faces(builder, origin, next, (size_t)edges);
}

// Computes the hull of points that are not in one plane; simplex[] are four of them that are not. If max_corners is not
// 0, the hull has at most that many corners; then all points must be corners of the complete hull, and max_corners at
// least 4. Returns false when out of memory.
static bool quickhull_solid(quickhull_state *state, hull_builder *builder, const int32_t simplex[4],
                            int max_corners)
{
    size_t   points = (size_t)state->point_count, edges = 0;
    int32_t *origin = NULL;
    state->next = memory_allocate(&state->from, 2 * points, sizeof *state->next);
    state->made_at = state->next + points;
    bool good = state->next && quickhull_start(state, simplex) &&
                (max_corners ? add_points_to_limit(state, max_corners) : add_all_points(state));
    if (good)
    {
        edges = 3 * state->count;
        origin = memory_allocate(&state->from, 2 * edges, sizeof *origin);
        good = origin && quickhull_write(state, builder, origin, origin + edges);
    }
    memory_release(&state->from, origin, 2 * edges, sizeof *origin);
    memory_release(&state->from, state->next, 2 * points, sizeof *state->next);
    memory_release(&state->from, state->triangles, state->room, sizeof *state->triangles);
    return good;
}

// --- points of one plane ---------------------------------------------------------------------------------
//
// The hull of coplanar points (Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979).
//
// Turns are decided exactly in the projection along an axis that is not parallel to the plane. The projection maps the
// plane one to one, so its turns are the plane's own turns, or all of them are reversed.
//
// The points are sorted by x, then y, then z. This is their order along the direction (1, e, e^2) for a tiny e > 0. In
// the plane, a coordinate along a direction is a linear function of the two coordinates of the projection. So the order
// is also one along a direction of the projection, and a monotone chain works along any direction.

// Writes the indices of the polygon around all points, in the order of a walk around it that starts at the first point,
// and returns their number. The polygon is seen along `axis`, which is not parallel to the plane. It consists of two
// chains: from the first point to the last in the points' order, and back. Each turns left at every point between its
// ends, and no point is on its right. A new point first removes the chain's last points, as long as the chain would go
// straight or turn right there. Requires sorted, distinct points in one plane, and room for an index more than there
// are points in `loop`.
static int32_t planar_hull_polygon(const quickhull_state *state, int axis, int32_t *loop)
{
    int32_t last = state->point_count - 1, count = 0, start = 0; // loop[start] starts the chain
    for (int64_t k = 0; k <= 2 * (int64_t)last; k++)
    {
        int32_t i = (int32_t)(k <= last ? k : 2 * (int64_t)last - k);
        while (count >= start + 2 &&
               exact_turn(point(state, loop[count - 2]), point(state, loop[count - 1]),
                          point(state, i), axis) <= 0)
            count--;
        if (k == last) start = count;
        loop[count++] = i;
    }
    return count - 1; // the second chain ends at the first point
}

// Adds the corners of a polygon, whose loop[] are indices of points, and its two faces: first the one in whose direction
// the first corner is followed by the lower one of its neighbors. number[] has an element for each point. Returns false
// when out of memory.
static bool planar_hull_write(const quickhull_state *state, hull_builder *builder,
                              const int32_t *loop, int32_t count, int32_t *number)
{
    size_t corners = (size_t)count;
    if (!hull_builder_reserve(builder, RIM_HULL_FLAT, corners, 2, 2 * corners)) return false;
    for (int32_t i = 0; i < state->point_count; i++) number[i] = -1;
    for (int32_t i = 0; i < count; i++) number[loop[i]] = 0; // a mark, as in quickhull_write
    add_marked_corners(builder, state->points, state->point_count, number);
    bool reversed = loop[count - 1] < loop[1];
    for (int face = 0; face < 2; face++)
    {
        for (int32_t i = 0; i < count; i++)
            hull_builder_add_to_loop(builder, number[loop[reversed && i > 0 ? count - i : i]]);
        hull_builder_close_face(builder);
        reversed = !reversed;
    }
    return true;
}

// Fills the builder with the hull of points in one plane, not on one line: a polygon with two faces. plane[] are three
// points that are not on a line, and so they are not along at least one of the axes. Returns false when out of memory.
static bool quickhull_planar(const quickhull_state *state, hull_builder *builder,
                             const int32_t plane[3])
{
    size_t   points = (size_t)state->point_count, room = 2 * points + 1;
    int32_t *loop = memory_allocate(&state->from, room, sizeof *loop);
    if (!loop) return false;
    int axis = 0;
    while (axis < 2 && exact_turn(point(state, plane[0]), point(state, plane[1]),
                                  point(state, plane[2]), axis) == 0)
        axis++;
    int32_t count = planar_hull_polygon(state, axis, loop);
    bool    good = planar_hull_write(state, builder, loop, count, loop + points + 1);
    memory_release(&state->from, loop, room, sizeof *loop);
    return good;
}

// --- any points ------------------------------------------------------------------------------------------

// Fills the builder with the hull of sorted, distinct points, of the kind that they span. Looks for a point off the
// line through the first and the last point, then for one off the plane of the three, and ends with a line (or less) or
// a polygon if there is no such point. Returns false when out of memory.
static bool quickhull(hull_builder *builder, const hull_point *points, int32_t count,
                      int max_corners)
{
    // The first and the last point in order are extreme.
    quickhull_state state = {
        .from = builder->from, .points = points, .point_count = count, .unused = -1
    };
    int32_t simplex[4] = { 0, count - 1, -1, -1 };
    if (count > 2) simplex[2] = farthest_from_line(&state, simplex[0], simplex[1]);
    if (simplex[2] < 0)
    {
        int32_t       corners = count < 2 ? count : 2;
        rim_hull_kind kind = (rim_hull_kind)(RIM_HULL_EMPTY + corners); // a point, a line
        if (!hull_builder_reserve(builder, kind, (size_t)corners, 0, 0)) return false;
        for (int i = 0; i < corners; i++) hull_builder_add_corner(builder, points[simplex[i]]);
        return true;
    }
    simplex[3] = farthest_from_plane(&state, simplex[0], simplex[1], simplex[2]);
    if (simplex[3] < 0) return quickhull_planar(&state, builder, simplex);
    return quickhull_solid(&state, builder, simplex, max_corners);
}

// Fills the builder with the hull of the points; see builder.h. A limit counts corners, but a point inside the complete
// hull may become a corner for a while and be removed by a later one. So with a limit the complete hull is computed
// first, and its corners are the input of a second run, in which each point stays a corner (see add_points_to_limit).
// Returns false when out of memory.
bool hull_quickhull(hull_builder *builder, const hull_point *points, int32_t count, int max_corners)
{
    if (max_corners == 0) return quickhull(builder, points, count, 0);
    hull_builder complete = hull_builder_begin(&builder->from);
    bool         good = quickhull(&complete, points, count, 0) &&
                quickhull(builder, complete.corners, (int32_t)complete.corner_count, max_corners);
    hull_builder_end(&complete);
    return good;
}
