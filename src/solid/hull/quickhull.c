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
// again by the exact test. The algorithm terminates because each step adds a point permanently.
#include "base/exact.h"
#include "solid/hull/builder.h"
#include "solid/hull/tolerances.h"

// A triangle of the surface, counter-clockwise seen from outside.
typedef struct triangle
{
    int32_t v[3];      // its corners: indices of points
    int32_t across[3]; // the triangle across the edge from v[k] to v[k + 1]
    int32_t
        outside; // the first point of its outside list, -1 if none; state->next links the others
    int32_t far; // the point of that list that is farthest in front, -1 if none
    // The last step that tested it: positive if it was visible then, else negative. quickhull_write makes one more
    // step, and marks with it the triangles whose face is written.
    int32_t mark;
    double  far_distance; // of `far` from the plane
    bool    alive;        // part of the surface; else its memory may be used again
    vec3d   normal;       // twice the area vector
    vec3d   bound;        // the sum of the magnitudes subtracted in it, for the error bound
    double  scale;        // 1 / |normal|
} triangle;

// An edge of the rim around the triangles that are visible from p.
typedef struct hole_edge
{
    int32_t a, b;   // the edge, as the removed triangle had it
    int32_t beyond; // the triangle on its other side, which stays
    int32_t made;   // the new triangle, from the edge to p
} hole_edge;

// A list of triangles.
typedef struct quickhull_list
{
    int32_t *items;
    size_t   count, room;
} quickhull_list;

typedef struct quickhull_state
{
    rim_allocator      from;
    const hull_points *in;
    int32_t           *next;    // the point after each in its outside list, -1 after the last
    int32_t           *made_at; // for a corner of the rim: the new triangle whose edge starts there
    triangle          *triangles;
    size_t             count, room; // of triangles, dead ones included
    quickhull_list     free;        // dead triangles, to be used again
    quickhull_list     pending;     // triangles that may have outside points
    quickhull_list     region;      // the triangles visible from p; later those of one face
    hole_edge         *rim;
    size_t             rim_count, rim_room;
    int32_t            step; // counts the points that were added
} quickhull_state;

// Appends an index to a list. Returns false when out of memory.
static bool quickhull_push(const quickhull_state *state, quickhull_list *list, int32_t value)
{
    if (!MEMORY_RESERVE(&state->from, list->items, list->room, list->count + 1)) return false;
    list->items[list->count++] = value;
    return true;
}

static rim_vec3 point(const quickhull_state *state, int32_t i)
{
    return state->in->points[i];
}

// --- one triangle ------------------------------------------------------------------------------------

// Sets normal, bound and scale of a triangle from its corners. With the sides u and v from v[0], normal is u x v.
// `bound` has the same products, all magnitudes added. The scale of a triangle without area is 1.
static void set_plane(const quickhull_state *state, triangle *t)
{
    vec3d a = v3d_from(point(state, t->v[0]));
    vec3d u = v3d_sub(v3d_from(point(state, t->v[1])), a);
    vec3d v = v3d_sub(v3d_from(point(state, t->v[2])), a);
    t->normal = v3d_cross(u, v);
    t->bound = v3d(fabs(u.y * v.z) + fabs(u.z * v.y), fabs(u.z * v.x) + fabs(u.x * v.z),
                   fabs(u.x * v.y) + fabs(u.y * v.x));
    double length = v3d_length(t->normal);
    t->scale = length > 0.0 ? 1.0 / length : 1.0;
}

// Returns the exact sign of point p's distance from a triangle's plane: 1 in front, 0 in the plane, -1 behind. Sets
// *distance to the signed distance in doubles, or to 0 where it is within its error bound, so that its sign is never
// wrong. There, only the slow exact test decides the result.
static int quickhull_side_of(const quickhull_state *state, const triangle *t, int32_t p,
                             double *distance)
{
    vec3d  w = v3d_sub(v3d_from(point(state, p)), v3d_from(point(state, t->v[0])));
    double det = v3d_dot(t->normal, w);
    double sum = t->bound.x * fabs(w.x) + t->bound.y * fabs(w.y) + t->bound.z * fabs(w.z);
    double bound = HULL_ORIENT_ERROR * sum;
    *distance = det * t->scale;
    if (det > bound) return 1;
    if (det < -bound) return -1;
    *distance = 0.0;
    if (sum == 0.0) return 0; // every product of the determinant is 0
    return exact_orient3_slow(point(state, t->v[0]), point(state, t->v[1]), point(state, t->v[2]),
                              point(state, p));
}

// Returns the number of a triangle's edge that starts at `corner`, one of its corners.
static int edge_from(const triangle *t, int32_t corner)
{
    if (t->v[0] == corner) return 0;
    return t->v[1] == corner ? 1 : 2;
}

// Makes a living triangle without neighbors and outside points, and returns its index, that of a dead triangle if there
// is one; -1 when out of memory. Pointers to triangles are invalid afterwards.
static int32_t make_triangle(quickhull_state *state, int32_t a, int32_t b, int32_t c)
{
    int32_t index;
    if (state->free.count)
        index = state->free.items[--state->free.count];
    else
    {
        if (!MEMORY_RESERVE(&state->from, state->triangles, state->room, state->count + 1))
            return -1;
        index = (int32_t)state->count++;
    }
    triangle t = {
        .v = { a, b, c }, .across = { -1, -1, -1 }, .outside = -1, .far = -1, .alive = true
    };
    set_plane(state, &t);
    state->triangles[index] = t;
    return index;
}

// Adds point p to the outside list of triangle `index` and returns true if p is strictly in front of it. Keeps `far`,
// the farthest point of the list, up to date: the lowest of equally far ones. Requires p in no other list.
static bool add_to_outside_list(quickhull_state *state, int32_t index, int32_t p)
{
    triangle *t = &state->triangles[index];
    double    distance;
    if (quickhull_side_of(state, t, p, &distance) <= 0) return false;
    state->next[p] = t->outside;
    t->outside = p;
    if (t->far < 0 || distance > t->far_distance || (distance == t->far_distance && p < t->far))
    {
        t->far = p;
        t->far_distance = distance;
    }
    return true;
}

// --- adding a point --------------------------------------------------------------------------------------

// Returns true if p is in front of triangle `index` or in its plane. Tests each triangle once a step: its mark then
// holds the answer.
static bool sees(quickhull_state *state, int32_t index, int32_t p)
{
    triangle *t = &state->triangles[index];
    if (t->mark == state->step) return true;
    if (t->mark == -state->step) return false;
    double distance;
    bool   seen = quickhull_side_of(state, t, p, &distance) >= 0;
    t->mark = seen ? state->step : -state->step;
    return seen;
}

// Appends an edge of the rim. Returns false when out of memory.
static bool add_rim_edge(quickhull_state *state, int32_t a, int32_t b, int32_t beyond)
{
    if (!MEMORY_RESERVE(&state->from, state->rim, state->rim_room, state->rim_count + 1))
        return false;
    state->rim[state->rim_count++] = (hole_edge){ a, b, beyond, -1 };
    return true;
}

// Lists all triangles visible from p in state->region, breadth first from the visible triangle `start`, and the edges
// of the rim around them in state->rim, in no order. Returns false when out of memory.
static bool find_visible_triangles(quickhull_state *state, int32_t start, int32_t p)
{
    state->step++;
    state->region.count = state->rim_count = 0;
    state->triangles[start].mark = state->step;
    if (!quickhull_push(state, &state->region, start)) return false;
    for (size_t i = 0; i < state->region.count; i++)
    {
        const triangle *t = &state->triangles[state->region.items[i]];
        for (int k = 0; k < 3; k++)
        {
            int32_t across = t->across[k];
            // sees() sets the mark, so it is read before.
            bool    is_listed = state->triangles[across].mark == state->step;
            if (!sees(state, across, p))
            {
                if (!add_rim_edge(state, t->v[k], t->v[(k + 1) % 3], across)) return false;
            }
            else if (!is_listed && !quickhull_push(state, &state->region, across))
                return false;
        }
    }
    return true;
}

// Closes the hole with a triangle from each edge of the rim to p, and links them. The edges of a new triangle are, in
// order: the rim edge a b, b p and p a. The triangle beyond the rim edge has it as b a. The rim is one closed loop that
// passes each of its corners once, so the neighbor across b p is the triangle made at the rim edge that starts at b.
// Returns false when out of memory.
static bool fill_hole(quickhull_state *state, int32_t p)
{
    for (size_t i = 0; i < state->rim_count; i++)
    {
        hole_edge *edge = &state->rim[i];
        edge->made = make_triangle(state, edge->a, edge->b, p);
        if (edge->made < 0) return false;
        state->triangles[edge->made].across[0] = edge->beyond;
        triangle *beyond = &state->triangles[edge->beyond];
        beyond->across[edge_from(beyond, edge->b)] = edge->made;
        state->made_at[edge->a] = edge->made;
    }
    for (size_t i = 0; i < state->rim_count; i++)
    {
        int32_t made = state->rim[i].made, after = state->made_at[state->rim[i].b];
        state->triangles[made].across[1] = after;
        state->triangles[after].across[2] = made;
    }
    return true;
}

// Moves each outside point of the removed triangles, but p itself, to the first new triangle that it is in front of. A
// point in front of no new triangle is inside the hull now, and is dropped: a segment from a removed triangle to a
// point outside the new hull leaves the hull through a new triangle, so the old ones need no test. Lists the new
// triangles with outside points as pending, and the removed ones as free. Returns false when out of memory.
static bool reassign_outside_points(quickhull_state *state, int32_t p)
{
    for (size_t i = 0; i < state->region.count; i++)
    {
        triangle *dead = &state->triangles[state->region.items[i]];
        int32_t   q = dead->outside;
        while (q >= 0)
        {
            int32_t after = state->next[q]; // add_to_outside_list changes next[q]
            // p itself is a corner now.
            for (size_t j = 0; j < state->rim_count && q != p; j++)
                if (add_to_outside_list(state, state->rim[j].made, q)) break;
            q = after;
        }
        dead->alive = false;
        dead->outside = -1;
    }
    for (size_t j = 0; j < state->rim_count; j++)
    {
        int32_t made = state->rim[j].made;
        if (state->triangles[made].outside < 0) continue;
        if (!quickhull_push(state, &state->pending, made)) return false;
    }
    for (size_t i = 0; i < state->region.count; i++)
        if (!quickhull_push(state, &state->free, state->region.items[i])) return false;
    return true;
}

// Adds p to the hull. Requires p to be in front of triangle `start` and in an outside list. Returns false when out of
// memory.
static bool quickhull_add_point(quickhull_state *state, int32_t start, int32_t p)
{
    return find_visible_triangles(state, start, p) && fill_hole(state, p) &&
           reassign_outside_points(state, p);
}

// --- the first tetrahedron -----------------------------------------------------------------------------

// Returns a point that is exactly not on the line through the points a and b; -1 if there is no such point. It is the
// farthest one in doubles. If the exact test rejects that one, or all distances are 0 in doubles, it is the first that
// the test accepts.
static int32_t farthest_from_line(const quickhull_state *state, int32_t a, int32_t b)
{
    vec3d   origin = v3d_from(point(state, a)), along = v3d_sub(v3d_from(point(state, b)), origin);
    int32_t best = -1;
    double  most = 0.0;
    for (int32_t i = 0; i < state->in->count; i++)
    {
        // The squared distance times |along|^2.
        double d = v3d_length2(v3d_cross(along, v3d_sub(v3d_from(point(state, i)), origin)));
        if (d > most) best = i, most = d;
    }
    if (best >= 0 && !exact_collinear(point(state, a), point(state, b), point(state, best)))
        return best;
    for (int32_t i = 0; i < state->in->count; i++)
        if (!exact_collinear(point(state, a), point(state, b), point(state, i))) return i;
    return -1;
}

// Returns a point that is exactly not in the plane of the points a, b and c, on either side; -1 if there is no such
// point. It is the farthest one in doubles. If doubles decide no distance from 0, it is the last one not in the plane.
static int32_t farthest_from_plane(const quickhull_state *state, int32_t a, int32_t b, int32_t c)
{
    triangle t = { .v = { a, b, c } };
    set_plane(state, &t);
    int32_t farthest = -1, last = -1;
    double  most = 0.0;
    for (int32_t i = 0; i < state->in->count; i++)
    {
        double d;
        if (quickhull_side_of(state, &t, i, &d) == 0) continue;
        last = i;
        if (fabs(d) > most) farthest = i, most = fabs(d);
    }
    return farthest >= 0 ? farthest : last;
}

// Makes the tetrahedron of the four points simplex[], which are not in one plane, and puts each point in front of one
// of its triangles into the outside list of the first such one. Requires a state without triangles: these get the
// indices 0 .. 3. CORNERS lists each triangle's corners, as indices into v, and ACROSS its neighbors across the edges
// from these corners. Returns false when out of memory.
static bool quickhull_start(quickhull_state *state, const int32_t simplex[4])
{
    static const int8_t CORNERS[4][3] = { { 0, 1, 2 }, { 0, 3, 1 }, { 1, 3, 2 }, { 2, 3, 0 } };
    static const int8_t ACROSS[4][3] = { { 1, 2, 3 }, { 3, 2, 0 }, { 1, 3, 0 }, { 2, 1, 0 } };

    // The tables require v[3] behind the triangle v[0], v[1], v[2]. An exchange of two corners turns it over.
    int32_t v[4] = { simplex[0], simplex[1], simplex[2], simplex[3] };
    if (exact_orient3(point(state, v[0]), point(state, v[1]), point(state, v[2]),
                      point(state, v[3])) > 0)
    {
        v[1] = simplex[2];
        v[2] = simplex[1];
    }
    for (int i = 0; i < 4; i++)
    {
        int32_t made = make_triangle(state, v[CORNERS[i][0]], v[CORNERS[i][1]], v[CORNERS[i][2]]);
        if (made < 0) return false;
        for (int k = 0; k < 3; k++) state->triangles[made].across[k] = ACROSS[i][k];
    }
    for (int32_t p = 0; p < state->in->count; p++)
        for (int32_t i = 0; i < 4; i++)
            if (add_to_outside_list(state, i, p)) break;
    for (int32_t i = 0; i < 4; i++)
        if (!quickhull_push(state, &state->pending, i)) return false;
    return true;
}

// --- adding points ---------------------------------------------------------------------------------------------

// Adds points until none is outside: each time the farthest point of the last pending triangle that is alive and has
// outside points. Returns false when out of memory.
static bool add_all_points(quickhull_state *state)
{
    while (state->pending.count)
    {
        int32_t index = state->pending.items[--state->pending.count];
        if (!state->triangles[index].alive || state->triangles[index].outside < 0) continue;
        if (!quickhull_add_point(state, index, state->triangles[index].far)) return false;
    }
    return true;
}

// Returns the number of corners of the surface. With F triangles it has E = 3 F / 2 edges and V corners:
//
//     V = E - F + 2 = F / 2 + 2
static int count_corners(const quickhull_state *state)
{
    return (int)(state->count - state->free.count) / 2 + 2;
}

// Returns the outside point that is farthest in front of triangle `index`, the lowest of equally far ones. Requires an
// outside point in its list. Tests the outside points of all triangles, because the triangle's own list lacks points
// that another triangle took first.
static int32_t farthest_of_all(const quickhull_state *state, int32_t index)
{
    const triangle *t = &state->triangles[index];
    int32_t         best = t->far;
    double          most = t->far_distance, d;
    for (size_t i = 0; i < state->count; i++)
    {
        if (!state->triangles[i].alive) continue;
        for (int32_t p = state->triangles[i].outside; p >= 0; p = state->next[p])
        {
            if (quickhull_side_of(state, t, p, &d) <= 0) continue;
            if (d > most || (d == most && p < best)) best = p, most = d;
        }
    }
    return best;
}

// Adds points until there are max_corners or none is outside: each time the point farthest in front of the triangle
// that has the most distant one in its list. Requires all points to be corners of the complete hull. Then each is also
// a corner of every hull of some of the points, so no corner is removed again, and each point adds one. Returns false
// when out of memory.
static bool add_points_to_limit(quickhull_state *state, int max_corners)
{
    while (count_corners(state) < max_corners)
    {
        int32_t best = -1;
        for (size_t i = 0; i < state->count; i++)
        {
            const triangle *t = &state->triangles[i];
            if (!t->alive || t->outside < 0) continue;
            if (best < 0 || t->far_distance > state->triangles[best].far_distance)
                best = (int32_t)i;
        }
        if (best < 0) return true;
        if (!quickhull_add_point(state, best, farthest_of_all(state, best))) return false;
    }
    return true;
}

// --- merging and the way out -------------------------------------------------------------------------

// Returns true if edge k of triangle `index` is inside a face: the neighbor across it is exactly in the same plane. The
// neighbor has the edge in the other direction, so there it starts at this triangle's v[k + 1]. The neighbor's third
// corner, two further, decides.
static bool quickhull_is_inner(const quickhull_state *state, int32_t index, int k)
{
    const triangle *t = &state->triangles[index], *neighbor = &state->triangles[t->across[k]];
    int             edge = edge_from(neighbor, t->v[(k + 1) % 3]);
    double          distance;
    return quickhull_side_of(state, t, neighbor->v[(edge + 2) % 3], &distance) == 0;
}

// Writes the loop of a face, the border of a set of coplanar triangles, counter-clockwise, from border edge start_edge
// of triangle `start`. The next border edge starts at the corner where the last one ends. It is found by turning around
// this corner: from the next edge of the triangle, across every inner edge. number[] has the points' numbers among the
// builder's corners. Returns false when out of memory.
static bool quickhull_write_face(quickhull_state *state, hull_builder *builder, int32_t start,
                                 int start_edge, const int32_t *number)
{
    int32_t index = start;
    int     edge = start_edge;
    do
    {
        const triangle *t = &state->triangles[index];
        if (!hull_builder_add_to_loop(builder, number[t->v[edge]])) return false;
        edge = (edge + 1) % 3;
        int32_t corner = t->v[edge];
        while (quickhull_is_inner(state, index, edge))
        {
            index = state->triangles[index].across[edge];
            edge = edge_from(&state->triangles[index], corner);
        }
    } while (index != start || edge != start_edge);
    return hull_builder_close_face(builder);
}

// Marks the triangles of the face that contains triangle `start` with state->step: those reached across inner edges.
// Sets *border to the last one found with a border edge, and *border_edge to this edge. Each face has one, as the
// surface is closed. Returns false when out of memory.
static bool flood_face(quickhull_state *state, int32_t start, int32_t *border, int *border_edge)
{
    *border = -1;
    state->region.count = 0;
    state->triangles[start].mark = state->step;
    if (!quickhull_push(state, &state->region, start)) return false;
    for (size_t i = 0; i < state->region.count; i++)
        for (int edge = 0; edge < 3; edge++)
        {
            int32_t index = state->region.items[i];
            int32_t across = state->triangles[index].across[edge];
            if (!quickhull_is_inner(state, index, edge))
            {
                *border = index;
                *border_edge = edge;
            }
            else if (state->triangles[across].mark != state->step)
            {
                state->triangles[across].mark = state->step;
                if (!quickhull_push(state, &state->region, across)) return false;
            }
        }
    return true;
}

// Adds the points whose number is not -1 as corners, in their order, and sets number[] of these points to their numbers
// among the corners. Returns false when out of memory.
static bool quickhull_write_corners(hull_builder *builder, const hull_points *in, int32_t *number)
{
    for (int32_t i = 0; i < in->count; i++)
    {
        if (number[i] < 0) continue;
        number[i] = (int32_t)builder->corner_count;
        if (!hull_builder_add_corner(builder, in->points[i], in->sources[i])) return false;
    }
    return true;
}

// Writes the finished surface to the builder: its corners in the order of the points, then a loop for each set of
// coplanar triangles. Sets the kind, and orders the faces. Returns false when out of memory.
static bool quickhull_write(quickhull_state *state, hull_builder *builder)
{
    // The number of each point among the corners, -1 for a point that is none. Until quickhull_write_corners numbers
    // the corners, 0 marks them.
    int32_t *number = state->made_at; // which is free now
    for (int32_t i = 0; i < state->in->count; i++) number[i] = -1;
    for (size_t i = 0; i < state->count; i++)
    {
        if (!state->triangles[i].alive) continue;
        for (int k = 0; k < 3; k++) number[state->triangles[i].v[k]] = 0;
    }
    if (!quickhull_write_corners(builder, state->in, number)) return false;

    state->step++;
    for (size_t i = 0; i < state->count; i++)
    {
        int32_t border;
        int     border_edge = 0;
        if (!state->triangles[i].alive || state->triangles[i].mark == state->step) continue;
        if (!flood_face(state, (int32_t)i, &border, &border_edge)) return false;
        if (!quickhull_write_face(state, builder, border, border_edge, number)) return false;
    }
    builder->kind = RIM_HULL_SOLID;
    return hull_builder_order_faces(builder);
}

// Releases the memory of the state.
static void quickhull_end(quickhull_state *state)
{
    size_t points = (size_t)state->in->count;
    memory_release(&state->from, state->next, points, sizeof *state->next);
    memory_release(&state->from, state->made_at, points, sizeof *state->made_at);
    memory_release(&state->from, state->triangles, state->room, sizeof *state->triangles);
    memory_release(&state->from, state->free.items, state->free.room, sizeof(int32_t));
    memory_release(&state->from, state->pending.items, state->pending.room, sizeof(int32_t));
    memory_release(&state->from, state->region.items, state->region.room, sizeof(int32_t));
    memory_release(&state->from, state->rim, state->rim_room, sizeof *state->rim);
}

// Computes the hull of points that are not in one plane; simplex[] are four of them that are not. If max_corners is not
// 0, the hull has at most that many corners; then all points must be corners of the complete hull, and max_corners at
// least 4. Returns false when out of memory.
static bool quickhull_solid(hull_builder *builder, const hull_points *in, const int32_t simplex[4],
                            int max_corners)
{
    quickhull_state state = { .from = builder->from, .in = in };
    state.next = memory_allocate(&state.from, (size_t)in->count, sizeof *state.next);
    state.made_at = memory_allocate(&state.from, (size_t)in->count, sizeof *state.made_at);
    bool good = state.next && state.made_at && quickhull_start(&state, simplex);
    if (good)
        good = max_corners ? add_points_to_limit(&state, max_corners) : add_all_points(&state);
    good = good && quickhull_write(&state, builder);
    quickhull_end(&state);
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

// A projection along an axis.
typedef struct plane_view
{
    const hull_points *in;
    int                u, v; // the two axes that are kept: 0 is x, 1 is y, 2 is z
} plane_view;

// Returns coordinate `axis` of point i.
static float planar_hull_along(const plane_view *view, int32_t i, int axis)
{
    return (&view->in->points[i].x)[axis];
}

// Returns the exact sign of the turn a, b, c in the projection: 1 to the left, 0 straight, -1 to the right.
static int planar_hull_orientation(const plane_view *view, int32_t a, int32_t b, int32_t c)
{
    return exact_orient2(planar_hull_along(view, a, view->u), planar_hull_along(view, a, view->v),
                         planar_hull_along(view, b, view->u), planar_hull_along(view, b, view->v),
                         planar_hull_along(view, c, view->u), planar_hull_along(view, c, view->v));
}

// Returns a projection in which the three points plane[], which are not on one line, are not on one line either. For at
// least one of the three axes this is so.
static plane_view view_of_plane(const hull_points *in, const int32_t plane[3])
{
    plane_view view = { in, 0, 1 };
    for (int axis = 0; axis < 3; axis++)
    {
        view.u = axis;
        view.v = (axis + 1) % 3;
        if (planar_hull_orientation(&view, plane[0], plane[1], plane[2]) != 0) break;
    }
    return view;
}

// Writes the indices of the polygon around all points, counter-clockwise in the projection, and returns their number.
// It consists of two chains: from the first point to the last in the points' order, and back. Each turns left at every
// point between its ends, in the projection, and no point is on its right. A new point first removes the chain's last
// points, as long as the chain would go straight or turn right there. Requires sorted, distinct points in one plane, a
// view from view_of_plane, and room for an index more than there are points in `loop`.
static int32_t planar_hull_polygon(const plane_view *view, int32_t *loop)
{
    int32_t last = view->in->count - 1, count = 0,
            start = 0; // loop[start] is where the chain starts
    for (int64_t k = 0; k <= 2 * (int64_t)last; k++)
    {
        int32_t i = (int32_t)(k <= last ? k : 2 * (int64_t)last - k);
        while (count >= start + 2 &&
               planar_hull_orientation(view, loop[count - 2], loop[count - 1], i) <= 0)
            count--;
        if (k == last) start = count;
        loop[count++] = i;
    }
    return count - 1; // the second chain ends at the first point
}

// Adds a polygon as a face, `reversed` or as it is. Returns false when out of memory.
static bool planar_hull_write_face(hull_builder *builder, const int32_t *loop, int32_t count,
                                   bool reversed)
{
    for (int32_t i = 0; i < count; i++)
        if (!hull_builder_add_to_loop(builder, loop[reversed ? count - 1 - i : i])) return false;
    return hull_builder_close_face(builder);
}

// Adds the corners of a polygon, whose loop[] are indices of points, and its two faces. number[] is scratch memory, an
// element for each point. Returns false when out of memory.
static bool planar_hull_write(hull_builder *builder, const hull_points *in, int32_t *loop,
                              int32_t count, int32_t *number)
{
    for (int32_t i = 0; i < in->count; i++) number[i] = -1;
    for (int32_t i = 0; i < count; i++) number[loop[i]] = 0; // a mark, as in quickhull_write
    if (!quickhull_write_corners(builder, in, number)) return false;
    for (int32_t i = 0; i < count; i++) loop[i] = number[loop[i]];
    return planar_hull_write_face(builder, loop, count, false) &&
           planar_hull_write_face(builder, loop, count, true) && hull_builder_order_faces(builder);
}

// Fills the builder with the hull of points in one plane, not on one line: a polygon with two faces. plane[] are three
// points that are not on a line. Returns false when out of memory.
static bool quickhull_planar(hull_builder *builder, const hull_points *in, const int32_t plane[3])
{
    size_t   points = (size_t)in->count, room = 2 * points + 1;
    int32_t *loop = memory_allocate(&builder->from, room, sizeof *loop);
    if (!loop) return false;
    plane_view view = view_of_plane(in, plane);
    int32_t    count = planar_hull_polygon(&view, loop);
    builder->kind = RIM_HULL_FLAT;
    bool good = planar_hull_write(builder, in, loop, count, loop + points + 1);
    memory_release(&builder->from, loop, room, sizeof *loop);
    return good;
}

// Fills the builder with the hull of sorted, distinct points, of the kind that they span. Looks for a point off the
// line through the first and the last point, then for one off the plane of the three, and ends with a line (or less) or
// a polygon if there is no such point. Returns false when out of memory.
static bool quickhull(hull_builder *builder, const hull_points *in, int max_corners)
{
    // The first and the last point in order are extreme.
    quickhull_state points = { .in = in }; // without triangles
    int32_t         simplex[4] = { 0, in->count - 1, -1, -1 };
    if (in->count > 2) simplex[2] = farthest_from_line(&points, simplex[0], simplex[1]);
    if (simplex[2] < 0)
    {
        int32_t corners = in->count < 2 ? in->count : 2;
        bool    good = true;
        builder->kind = (rim_hull_kind)(RIM_HULL_EMPTY + corners); // a point, a line
        for (int i = 0; i < corners && good; i++)
            good =
                hull_builder_add_corner(builder, in->points[simplex[i]], in->sources[simplex[i]]);
        return good;
    }
    simplex[3] = farthest_from_plane(&points, simplex[0], simplex[1], simplex[2]);
    if (simplex[3] < 0) return quickhull_planar(builder, in, simplex);
    return quickhull_solid(builder, in, simplex, max_corners);
}

// Fills the builder with the hull of the points; see builder.h. A limit counts corners, but a point inside the complete
// hull may become a corner for a while and be removed by a later one. So with a limit the complete hull is computed
// first, and its corners are the input of a second run, in which each point stays a corner (see add_points_to_limit).
// Returns false when out of memory.
bool hull_quickhull(hull_builder *builder, const hull_points *in, int max_corners)
{
    if (max_corners == 0) return quickhull(builder, in, 0);
    hull_builder complete = hull_builder_begin(&builder->from);
    bool         good = quickhull(&complete, in, 0);
    hull_points  corners = { .points = complete.corners,
                             .sources = complete.sources,
                             .count = (int32_t)complete.corner_count };
    good = good && quickhull(builder, &corners, max_corners);
    hull_builder_end(&complete);
    return good;
}
