// Quickhull with exact decisions (Barber, Dobkin, Huhdanpaa, "The quickhull algorithm for convex
// hulls", 1996).
//
// Invariant: the triangles are a closed surface, the boundary of the hull of the points added so far; none has zero area; each point
// not yet added is inside or in the outside list of one triangle that it is strictly in front of.
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
// The visible triangles, coplanar ones included, are connected, because moving p outward a little makes all of them strictly visible.
// The topology therefore needs no repair and no tolerance. Coplanar triangles are merged at the end, again by the exact test. The
// algorithm terminates because each step adds a point permanently.
#include "base/exact.h"
#include "solid/hull/builder.h"

#include <string.h>

typedef struct triangle
{
    int32_t v[3];
    int32_t n[3];    // the triangle across the edge from v[k] to v[k + 1]
    int32_t outside; // the first point of its outside list, -1 if none
    int32_t far;     // the farthest of them
    int32_t mark;    // the last step that tested it; positive if it was visible then, else negative
    double  far_distance;
    bool    alive;
    vec3d   normal; // twice the area vector
    vec3d   bound;  // the sum of the magnitudes subtracted in it, for the error bound
    double  scale;  // 1 / |normal|
} triangle;

typedef struct hole_edge
{
    int32_t a, b;  // the edge, as the removed triangle had it
    int32_t other; // the triangle that stays
    int32_t made;  // the triangle from the edge to p
} hole_edge;

typedef struct quickhull_state
{
    rim_allocator      from;
    const hull_points *in;
    int32_t           *next; // of each point in its outside list
    int32_t           *at;   // for a corner of the rim: the new triangle whose edge starts there
    triangle          *triangles;
    size_t             count, room;
    int32_t           *free; // dead triangles, then also the walk's stack
    size_t             free_count, free_room;
    int32_t           *pending; // triangles that may have outside points
    size_t             pending_count, pending_room;
    int32_t           *seen; // the triangles visible from p
    size_t             seen_count, seen_room;
    hole_edge         *rim;
    size_t             rim_count, rim_room;
    int32_t            step;
} quickhull_state;

static bool quickhull_push(const quickhull_state *g, int32_t **block, size_t *count, size_t *room,
                           int32_t value)
{
    void *grown = *block;
    if (!memory_reserve(&g->from, &grown, room, *count + 1, sizeof value)) return false;
    *block = grown;
    (*block)[(*count)++] = value;
    return true;
}

static rim_vec3 point(const quickhull_state *g, int32_t i)
{
    return g->in->points[i];
}

// --- one triangle ------------------------------------------------------------------------------------

static void set_plane(const quickhull_state *g, triangle *t)
{
    vec3d a = v3d_from(point(g, t->v[0]));
    vec3d u = v3d_sub(v3d_from(point(g, t->v[1])), a), v = v3d_sub(v3d_from(point(g, t->v[2])), a);
    t->normal = v3d_cross(u, v);
    t->bound = v3d(fabs(u.y * v.z) + fabs(u.z * v.y), fabs(u.z * v.x) + fabs(u.x * v.z),
                   fabs(u.x * v.y) + fabs(u.y * v.x));
    double length = v3d_length(t->normal);
    t->scale = length > 0.0 ? 1.0 / length : 1.0;
}

// Returns the exact sign of p's distance from a triangle's plane. Sets *distance approximately, never with the wrong sign.
static int quickhull_side_of(const quickhull_state *g, const triangle *t, int32_t p,
                             double *distance)
{
    vec3d  w = v3d_sub(v3d_from(point(g, p)), v3d_from(point(g, t->v[0])));
    double det = v3d_dot(t->normal, w);
    double sum = t->bound.x * fabs(w.x) + t->bound.y * fabs(w.y) + t->bound.z * fabs(w.z);
    // See exact_orient3 for the bound.
    double bound = 0x1p-49 * sum;
    *distance = det * t->scale;
    if (det > bound) return 1;
    if (det < -bound) return -1;
    *distance = 0.0;
    if (sum == 0.0) return 0;
    return exact_orient3_slow(point(g, t->v[0]), point(g, t->v[1]), point(g, t->v[2]), point(g, p));
}

static int32_t make_triangle(quickhull_state *g, int32_t a, int32_t b, int32_t c)
{
    int32_t index;
    if (g->free_count)
        index = g->free[--g->free_count];
    else
    {
        void *grown = g->triangles;
        if (!memory_reserve(&g->from, &grown, &g->room, g->count + 1, sizeof(triangle))) return -1;
        g->triangles = grown;
        index = (int32_t)g->count++;
    }
    triangle t = { .v = { a, b, c }, .n = { -1, -1, -1 }, .outside = -1, .far = -1, .alive = true };
    set_plane(g, &t);
    g->triangles[index] = t;
    return index;
}

static bool offer(quickhull_state *g, int32_t index, int32_t p)
{
    triangle *t = &g->triangles[index];
    double    distance;
    if (quickhull_side_of(g, t, p, &distance) <= 0) return false;
    g->next[p] = t->outside;
    t->outside = p;
    if (t->far < 0 || distance > t->far_distance || (distance == t->far_distance && p < t->far))
    {
        t->far = p;
        t->far_distance = distance;
    }
    return true;
}

// --- adding a point --------------------------------------------------------------------------------------

static bool sees(quickhull_state *g, int32_t index, int32_t p)
{
    triangle *t = &g->triangles[index];
    if (t->mark == g->step) return true;
    if (t->mark == -g->step) return false;
    double distance;
    bool   seen = quickhull_side_of(g, t, p, &distance) >= 0;
    t->mark = seen ? g->step : -g->step;
    return seen;
}

static bool add_rim_edge(quickhull_state *g, int32_t a, int32_t b, int32_t other)
{
    void *grown = g->rim;
    if (!memory_reserve(&g->from, &grown, &g->rim_room, g->rim_count + 1, sizeof(hole_edge)))
        return false;
    g->rim = grown;
    hole_edge edge = { a, b, other, -1 };
    g->rim[g->rim_count++] = edge;
    return true;
}

// Collects all triangles visible from p, starting at a visible one, and the rim around them.
static bool quickhull_inspect_neighbours(quickhull_state *g, int32_t first, int32_t p)
{
    g->step++;
    g->seen_count = g->rim_count = 0;
    g->triangles[first].mark = g->step;
    if (!quickhull_push(g, &g->seen, &g->seen_count, &g->seen_room, first)) return false;
    for (size_t i = 0; i < g->seen_count; i++)
    {
        int32_t index = g->seen[i];
        for (int k = 0; k < 3; k++)
        {
            int32_t other = g->triangles[index].n[k];
            bool    new_to_us = g->triangles[other].mark != g->step;
            if (!sees(g, other, p))
            {
                const triangle *t = &g->triangles[index];
                if (!add_rim_edge(g, t->v[k], t->v[(k + 1) % 3], other)) return false;
            }
            else if (new_to_us &&
                     !quickhull_push(g, &g->seen, &g->seen_count, &g->seen_room, other))
                return false;
        }
    }
    return true;
}

static void replace_neighbor(triangle *t, int32_t a, int32_t b, int32_t new_nodes)
{
    for (int k = 0; k < 3; k++)
        if (t->v[k] == a && t->v[(k + 1) % 3] == b) t->n[k] = new_nodes;
}

static bool fill_hole(quickhull_state *g, int32_t p)
{
    for (size_t i = 0; i < g->rim_count; i++)
    {
        hole_edge *edge = &g->rim[i];
        edge->made = make_triangle(g, edge->a, edge->b, p);
        if (edge->made < 0) return false;
        g->triangles[edge->made].n[0] = edge->other;
        replace_neighbor(&g->triangles[edge->other], edge->b, edge->a, edge->made);
        g->at[edge->a] = edge->made;
    }
    for (size_t i = 0; i < g->rim_count; i++)
    {
        int32_t left = g->rim[i].made, right = g->at[g->rim[i].b];
        g->triangles[left].n[1] = right;
        g->triangles[right].n[2] = left;
    }
    return true;
}

// Moves the outside points of removed triangles to new ones; those outside none are inside the hull now. A segment from a removed
// triangle to a point outside the new hull leaves it through a new triangle, so testing the new triangles suffices.
static bool hand_down(quickhull_state *g, int32_t p)
{
    for (size_t i = 0; i < g->seen_count; i++)
    {
        triangle *dead = &g->triangles[g->seen[i]];
        for (int32_t q = dead->outside, after; q >= 0; q = after)
        {
            after = g->next[q];
            if (q == p) continue;
            for (size_t j = 0; j < g->rim_count; j++)
                if (offer(g, g->rim[j].made, q)) break;
        }
        dead->alive = false;
        dead->outside = -1;
    }
    for (size_t j = 0; j < g->rim_count; j++)
    {
        int32_t made = g->rim[j].made;
        if (g->triangles[made].outside < 0) continue;
        if (!quickhull_push(g, &g->pending, &g->pending_count, &g->pending_room, made))
            return false;
    }
    for (size_t i = 0; i < g->seen_count; i++)
        if (!quickhull_push(g, &g->free, &g->free_count, &g->free_room, g->seen[i])) return false;
    return true;
}

// Adds p to the hull. Requires p to be in front of triangle `first`.
static bool quickhull_add_point(quickhull_state *g, int32_t first, int32_t p)
{
    return quickhull_inspect_neighbours(g, first, p) && fill_hole(g, p) && hand_down(g, p);
}

// --- the first tetrahedron -----------------------------------------------------------------------------

// Returns a point that is far from the given ones in double and exactly independent of them; -1 if there is none.
static int32_t farthest_from_line(const quickhull_state *g, int32_t a, int32_t b)
{
    vec3d   origin = v3d_from(point(g, a)), along = v3d_sub(v3d_from(point(g, b)), origin);
    int32_t best = -1;
    double  most = 0.0;
    for (int32_t i = 0; i < g->in->count; i++)
    {
        double d = v3d_length2(v3d_cross(along, v3d_sub(v3d_from(point(g, i)), origin)));
        if (d > most) best = i, most = d;
    }
    if (best >= 0 && !exact_collinear(point(g, a), point(g, b), point(g, best))) return best;
    for (int32_t i = 0; i < g->in->count; i++)
        if (!exact_collinear(point(g, a), point(g, b), point(g, i))) return i;
    return -1;
}

static int32_t farthest_from_plane(const quickhull_state *g, int32_t a, int32_t b, int32_t c)
{
    triangle t = { .v = { a, b, c } };
    set_plane(g, &t);
    int32_t best = -1, any = -1;
    double  most = 0.0;
    for (int32_t i = 0; i < g->in->count; i++)
    {
        double d;
        if (quickhull_side_of(g, &t, i, &d) == 0) continue;
        any = i;
        if (fabs(d) > most) best = i, most = fabs(d);
    }
    return best >= 0 ? best : any;
}

static bool quickhull_start(quickhull_state *g, int32_t a, int32_t b, int32_t c, int32_t d)
{
    static const int8_t corner[4][3] = { { 0, 1, 2 }, { 0, 3, 1 }, { 1, 3, 2 }, { 2, 3, 0 } };
    static const int8_t across[4][3] = { { 1, 2, 3 }, { 3, 2, 0 }, { 1, 3, 0 }, { 2, 1, 0 } };

    // d must be behind a, b, c.
    bool    front = exact_orient3(point(g, a), point(g, b), point(g, c), point(g, d)) > 0;
    int32_t v[4] = { a, front ? c : b, front ? b : c, d };
    for (int i = 0; i < 4; i++)
    {
        int32_t made = make_triangle(g, v[corner[i][0]], v[corner[i][1]], v[corner[i][2]]);
        if (made < 0) return false;
        for (int k = 0; k < 3; k++) g->triangles[made].n[k] = across[i][k];
    }
    for (int32_t p = 0; p < g->in->count; p++)
        for (int32_t i = 0; i < 4; i++)
            if (offer(g, i, p)) break;
    for (int32_t i = 0; i < 4; i++)
        if (!quickhull_push(g, &g->pending, &g->pending_count, &g->pending_room, i)) return false;
    return true;
}

// --- adding points ---------------------------------------------------------------------------------------------

static bool add_all_points(quickhull_state *g)
{
    while (g->pending_count)
    {
        int32_t index = g->pending[--g->pending_count];
        if (!g->triangles[index].alive || g->triangles[index].outside < 0) continue;
        if (!quickhull_add_point(g, index, g->triangles[index].far)) return false;
    }
    return true;
}

static int count_corners(const quickhull_state *g)
{
    // A closed surface of triangles: E = 3 F / 2, V = E - F + 2.
    return (int)(g->count - g->free_count) / 2 + 2;
}

// Returns the outside point that is farthest in front of a triangle. Tests all outside points, because the triangle's own list may
// lack points that another triangle took first.
static int32_t farthest_of_all(const quickhull_state *g, int32_t over)
{
    const triangle *t = &g->triangles[over];
    int32_t         best = t->far;
    double          most = t->far_distance, d;
    for (size_t i = 0; i < g->count; i++)
    {
        int32_t p = g->triangles[i].alive ? g->triangles[i].outside : -1;
        for (; p >= 0; p = g->next[p])
            if (quickhull_side_of(g, t, p, &d) > 0 && (d > most || (d == most && p < best)))
                best = p, most = d;
    }
    return best;
}

// Adds the point that is farthest in front of any triangle until there are max_corners. Requires all points to be corners of the
// complete hull: then none is removed again.
static bool add_points_to_limit(quickhull_state *g, int max_corners)
{
    while (count_corners(g) < max_corners)
    {
        int32_t best = -1;
        for (size_t i = 0; i < g->count; i++)
        {
            const triangle *t = &g->triangles[i];
            if (!t->alive || t->outside < 0) continue;
            if (best < 0 || t->far_distance > g->triangles[best].far_distance) best = (int32_t)i;
        }
        if (best < 0) return true;
        if (!quickhull_add_point(g, best, farthest_of_all(g, best))) return false;
    }
    return true;
}

// --- merging and the way out -------------------------------------------------------------------------

static bool quickhull_is_inner(const quickhull_state *g, int32_t index, int k)
{
    const triangle *t = &g->triangles[index], *other = &g->triangles[t->n[k]];
    for (int i = 0; i < 3; i++)
    {
        int32_t v = other->v[i];
        if (v == t->v[k] || v == t->v[(k + 1) % 3]) continue;
        double distance;
        return quickhull_side_of(g, t, v, &distance) == 0;
    }
    return false;
}

static int edge_from(const triangle *t, int32_t corner)
{
    return t->v[0] == corner ? 0 : t->v[1] == corner ? 1 : 2;
}

// Follows the border of a set of coplanar triangles counter-clockwise: from a border edge to the one that starts at its end, crossing
// the edges between coplanar triangles at that corner.
static bool quickhull_write_face(quickhull_state *g, hull_builder *builder, int32_t first, int k,
                                 const int32_t *number)
{
    int32_t index = first;
    int     edge = k;
    do
    {
        const triangle *t = &g->triangles[index];
        if (!hull_builder_add_to_loop(builder, number[t->v[edge]])) return false;
        int32_t corner = t->v[(edge + 1) % 3];
        edge = (edge + 1) % 3;
        while (quickhull_is_inner(g, index, edge))
        {
            index = g->triangles[index].n[edge];
            edge = edge_from(&g->triangles[index], corner);
        }
    } while (index != first || edge != k);
    return hull_builder_close_face(builder);
}

// Marks the coplanar triangles around one. Sets *index and *k to a triangle with a border edge and that edge.
static bool flood_face(quickhull_state *g, int32_t first, int32_t *index, int *k)
{
    g->seen_count = 0;
    *index = -1;
    g->triangles[first].mark = g->step;
    if (!quickhull_push(g, &g->seen, &g->seen_count, &g->seen_room, first)) return false;
    for (size_t i = 0; i < g->seen_count; i++)
        for (int edge = 0; edge < 3; edge++)
        {
            int32_t other = g->triangles[g->seen[i]].n[edge];
            if (!quickhull_is_inner(g, g->seen[i], edge))
                *index = g->seen[i], *k = edge;
            else if (g->triangles[other].mark != g->step)
            {
                g->triangles[other].mark = g->step;
                if (!quickhull_push(g, &g->seen, &g->seen_count, &g->seen_room, other))
                    return false;
            }
        }
    return true;
}

// Adds the points whose number is not -1 as corners and sets their numbers. Returns false when out of memory.
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

static bool quickhull_write(quickhull_state *g, hull_builder *builder)
{
    // The number of a point among the corners; `at` is free for it now.
    int32_t *number = g->at;
    for (int32_t i = 0; i < g->in->count; i++) number[i] = -1;
    for (size_t i = 0; i < g->count; i++)
        for (int k = 0; k < 3 && g->triangles[i].alive; k++) number[g->triangles[i].v[k]] = 0;
    if (!quickhull_write_corners(builder, g->in, number)) return false;

    g->step++;
    for (size_t i = 0; i < g->count; i++)
    {
        int32_t index;
        int     k = 0;
        if (!g->triangles[i].alive || g->triangles[i].mark == g->step) continue;
        if (!flood_face(g, (int32_t)i, &index, &k)) return false;
        if (!quickhull_write_face(g, builder, index, k, number)) return false;
    }
    builder->kind = RIM_HULL_SOLID;
    return hull_builder_order_faces(builder);
}

static void quickhull_end(quickhull_state *g)
{
    size_t points = (size_t)g->in->count;
    memory_release(&g->from, g->next, points, sizeof *g->next);
    memory_release(&g->from, g->at, points, sizeof *g->at);
    memory_release(&g->from, g->triangles, g->room, sizeof *g->triangles);
    memory_release(&g->from, g->free, g->free_room, sizeof *g->free);
    memory_release(&g->from, g->pending, g->pending_room, sizeof *g->pending);
    memory_release(&g->from, g->seen, g->seen_room, sizeof *g->seen);
    memory_release(&g->from, g->rim, g->rim_room, sizeof *g->rim);
}

static bool quickhull_solid(hull_builder *builder, const hull_points *in, const int32_t first[4],
                            int max_corners)
{
    quickhull_state g;
    memset(&g, 0, sizeof g);
    g.from = builder->from;
    g.in = in;
    g.next = memory_allocate(&g.from, (size_t)in->count, sizeof *g.next);
    g.at = memory_allocate(&g.from, (size_t)in->count, sizeof *g.at);
    bool good = g.next && g.at && quickhull_start(&g, first[0], first[1], first[2], first[3]) &&
                (max_corners ? add_points_to_limit(&g, max_corners) : add_all_points(&g)) &&
                quickhull_write(&g, builder);
    quickhull_end(&g);
    return good;
}

// --- points of one plane ---------------------------------------------------------------------------------
//
// The hull of coplanar points (Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979).
//
// Turns are decided exactly in the projection along an axis that the plane does not contain: there they are the plane's own turns, or
// all reversed. The points are sorted by x, then y, then z, which is the order along the direction (1, e, e^2) for a tiny e; a
// monotone chain works along any direction.

typedef struct plane_view
{
    const hull_points *in;
    int                u, v; // the two axes that are kept
} plane_view;

static float planar_hull_along(const plane_view *view, int32_t i, int axis)
{
    rim_vec3 p = view->in->points[i];
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

static int planar_hull_orientation(const plane_view *view, int32_t a, int32_t b, int32_t c)
{
    return exact_orient2(planar_hull_along(view, a, view->u), planar_hull_along(view, a, view->v),
                         planar_hull_along(view, b, view->u), planar_hull_along(view, b, view->v),
                         planar_hull_along(view, c, view->u), planar_hull_along(view, c, view->v));
}

// Writes the chain that bounds the points on one side, from the first to the last. Returns its length.
static int32_t chain(const plane_view *view, int32_t *out, int side)
{
    int32_t count = 0;
    for (int32_t i = 0; i < view->in->count; i++)
    {
        while (count >= 2 &&
               side * planar_hull_orientation(view, out[count - 2], out[count - 1], i) <= 0)
            count--;
        out[count++] = i;
    }
    return count;
}

static bool planar_hull_write_face(hull_builder *builder, const int32_t *loop, int32_t count,
                                   bool reversed)
{
    for (int32_t i = 0; i < count; i++)
        if (!hull_builder_add_to_loop(builder, loop[reversed ? count - 1 - i : i])) return false;
    return hull_builder_close_face(builder);
}

static bool quickhull_planar(hull_builder *builder, const hull_points *in, const int32_t plane[3])
{
    size_t   room = 2 * (size_t)in->count;
    int32_t *loop = memory_allocate(&builder->from, room, sizeof *loop);
    int32_t *other = memory_allocate(&builder->from, room, sizeof *other);
    bool     good = loop && other;
    if (good)
    {
        plane_view view = { in, 0, 1 };
        if (planar_hull_orientation(&view, plane[0], plane[1], plane[2]) == 0)
            view.u = 1, view.v = 2;
        if (planar_hull_orientation(&view, plane[0], plane[1], plane[2]) == 0)
            view.u = 2, view.v = 0;

        // Forward along one side, back along the other without the ends.
        int32_t count = chain(&view, loop, 1), back = chain(&view, other, -1);
        for (int32_t i = back - 2; i > 0; i--) loop[count++] = other[i];
        builder->kind = RIM_HULL_FLAT;
        for (int32_t i = 0; i < in->count; i++) other[i] = -1;
        for (int32_t i = 0; i < count; i++) other[loop[i]] = 0;
        good = quickhull_write_corners(builder, in, other);
        for (int32_t i = 0; i < count; i++) loop[i] = other[loop[i]];
        good = good && planar_hull_write_face(builder, loop, count, false) &&
               planar_hull_write_face(builder, loop, count, true) &&
               hull_builder_order_faces(builder);
    }
    memory_release(&builder->from, loop, room, sizeof *loop);
    memory_release(&builder->from, other, room, sizeof *other);
    return good;
}

static bool quickhull(hull_builder *builder, const hull_points *in, int max_corners)
{
    quickhull_state look = { .in = in };
    builder->kind = in->count == 0   ? RIM_HULL_EMPTY
                    : in->count == 1 ? RIM_HULL_POINT
                                     : RIM_HULL_LINE;
    if (in->count == 0) return true;
    if (in->count == 1) return hull_builder_add_corner(builder, in->points[0], in->sources[0]);

    // The first and the last point in order are extreme.
    int32_t first[4] = { 0, in->count - 1, -1, -1 };
    first[2] = farthest_from_line(&look, first[0], first[1]);
    if (first[2] < 0)
        return hull_builder_add_corner(builder, in->points[0], in->sources[0]) &&
               hull_builder_add_corner(builder, in->points[first[1]], in->sources[first[1]]);
    first[3] = farthest_from_plane(&look, first[0], first[1], first[2]);
    if (first[3] < 0) return quickhull_planar(builder, in, first);
    return quickhull_solid(builder, in, first, max_corners);
}

// With a limit, the complete hull is computed first and its corners are the input of the second run.
bool hull_quickhull(hull_builder *builder, const hull_points *in, int max_corners)
{
    if (max_corners == 0) return quickhull(builder, in, 0);
    hull_builder whole = hull_builder_begin(&builder->from);
    bool         good = quickhull(&whole, in, 0);
    hull_points  corners = { whole.corners, whole.sources, (int32_t)whole.corner_count, 0 };
    good = good && quickhull(builder, &corners, max_corners);
    hull_builder_end(&whole);
    return good;
}
