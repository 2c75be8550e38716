// Merges neighboring faces that are nearly one plane.
//
// Corners that were computed and rounded to float are no longer exactly in the planes they were computed for; the hull
// of a rotated box has triangles where the box has sides. Two neighboring faces are merged if
//
//   - both face the same side, and all their corners lie within a distance of their fitted plane, whose normal is the
//     sum of the area vectors and which contains the mean of the corners;
//   - the new face shares at most one corner or one edge with every other face, as faces of convex bodies do;
//   - at least four faces are left, with three corners each.
//
// If keeps_corners is set, each end of the removed edge must keep three edges, and the new face must be convex seen
// along its normal. Otherwise a corner that is left with two edges is inside a nearly straight edge: it is removed, and
// the two edges become one. No corner of the solid before any merge may then be farther than the distance in front of
// the plane of a face that changed, which is the new face or one that lost a corner. So the result is convex up to the
// distance. Where the two faces meet at a sharp edge, the corner must lie within the distance of the new edge as well.
//
// The plane is computed for every pair, from all corners, so that a chain of merges cannot drift away from it. Long
// edges come first in each round, because short ones belong to the slivers that rounding makes. The result depends only
// on the surface, and its numbering only on the set of corners.
#include "base/sort.h"
#include "solid/hull/builder.h"
#include "solid/hull/tolerances.h"

// A solid as half-edges, numbered as the hull's loops lie in memory.
//
//        left face of h
//   v ------ h ------> next[h] leaves here
//     <-- twin[h] ---
//
// A merge makes one face of the two beside a half-edge h: f, the face of h, and g, the face of its twin. Their union is
// the new face; it keeps the number f. An end of h that keeps two edges is dropped.
typedef struct surface
{
    const rim_hull *hull;     // before any merge
    double          distance; // merged faces lie within it of their planes
    bool            keeps_corners;
    int32_t        *next, *before, *twin, *face; // of half-edges
    int32_t        *origin;                      // the corner where it starts, -1 if it was removed
    int32_t        *edges;       // half-edges to merge across, the longest first; then work
    int32_t        *degree;      // the number of edges at each corner, 0 if it was removed
    int32_t        *met;         // of faces: the last test of surface_shares_one_edge that met it
    int32_t        *merged;      // of faces: the last round in which it was merged, 0 if none
    vec3d          *area;        // doubled area vectors of faces
    int32_t         faces;       // the number of those that remain
    int32_t         tests;       // counts calls of surface_shares_one_edge
    size_t          number_room; // of all int arrays, which begin at `next`
} surface;

// Returns the corner where a half-edge starts.
static vec3d surface_corner(const surface *s, int32_t half_edge)
{
    return hull_corner(s->hull, s->origin[half_edge]);
}

// Makes `after` follow a half-edge in its loop.
static void surface_link(const surface *s, int32_t half_edge, int32_t after)
{
    s->next[half_edge] = after;
    s->before[after] = half_edge;
}

// --- the surface ---------------------------------------------------------------------------------------------

// Returns twice the area of the face of half-edge `first`, as a vector along its normal: the sum over a fan of triangles
// from the corner o where `first` starts.
static vec3d surface_doubled_area(const surface *s, int32_t first)
{
    vec3d o = surface_corner(s, first), sum = v3d(0.0, 0.0, 0.0);
    for (int32_t h = s->next[first]; s->next[h] != first; h = s->next[h])
        sum = v3d_add(sum, v3d_cross(v3d_sub(surface_corner(s, h), o),
                                     v3d_sub(surface_corner(s, s->next[h]), o)));
    return sum;
}

// Copies the faces of the hull. Requires zeroed arrays.
static void surface_fill(surface *s)
{
    const rim_hull *hull = s->hull;
    for (int32_t h = 0; h < hull->half_edge_count; h++)
    {
        s->origin[h] = hull->loops[h];
        s->face[h] = hull->faces_of[h];
        s->twin[h] = hull->twins[h];
        s->degree[s->origin[h]]++;
        surface_link(s, h, hull_next(hull, h));
    }
    for (int32_t f = 0; f < s->faces; f++) s->area[f] = surface_doubled_area(s, hull->starts[f]);
}

// Converts a solid to half-edges. Returns false when out of memory. surface_end releases the memory in either case.
static bool surface_begin(surface *s, const rim_hull *hull, double distance, bool keeps_corners)
{
    size_t half_edges = (size_t)hull->half_edge_count, faces = (size_t)hull->face_count;
    size_t corners = (size_t)hull->corner_count;
    *s = (surface){ .hull = hull, .distance = distance, .keeps_corners = keeps_corners };
    s->faces = hull->face_count;
    s->number_room = 6 * half_edges + corners + 2 * faces;
    s->next = memory_allocate_zeroed(&hull->allocator, s->number_room, sizeof *s->next);
    s->area = memory_allocate(&hull->allocator, faces, sizeof *s->area);
    if (!s->next || !s->area) return false;
    s->before = s->next + half_edges;
    s->twin = s->before + half_edges;
    s->face = s->twin + half_edges;
    s->origin = s->face + half_edges;
    s->edges = s->origin + half_edges;
    s->degree = s->edges + half_edges;
    s->met = s->degree + corners;
    s->merged = s->met + faces;
    surface_fill(s);
    return true;
}

static void surface_end(surface *s)
{
    const rim_allocator *from = &s->hull->allocator;
    memory_release(from, s->next, s->number_room, sizeof *s->next);
    memory_release(from, s->area, (size_t)s->hull->face_count, sizeof *s->area);
}

// Writes the remaining corners and faces to the empty builder, renumbered without gaps. Overwrites `edges`, `origin`
// and `next`. Returns false when out of memory.
static bool surface_write(surface *s, hull_builder *builder)
{
    const rim_hull *hull = s->hull;
    size_t          half_edges = (size_t)hull->half_edge_count;
    int32_t        *number = s->edges; // the new number of each old corner
    if (!hull_builder_reserve(builder, RIM_HULL_SOLID, (size_t)hull->corner_count, (size_t)s->faces,
                              half_edges))
        return false;
    for (int32_t v = 0; v < hull->corner_count; v++)
    {
        if (s->degree[v] == 0) continue;
        number[v] = (int32_t)builder->corner_count;
        hull_builder_add_corner(builder, (hull_point){ hull->corners[v], hull->sources[v] });
    }
    for (size_t h = 0; h < half_edges; h++)
        if (s->origin[h] >= 0) s->origin[h] = number[s->origin[h]];
    return hull_builder_add_faces(builder, s->origin, s->next, half_edges);
}

// --- two faces -----------------------------------------------------------------------------------------------

// Returns the half-edge after `at` on the way around the union of the two faces beside h, which leaves out h and its
// twin. The way around starts with next[h].
static int32_t surface_next_around(const surface *s, int32_t at, int32_t h)
{
    int32_t after = s->next[at], twin = s->twin[h];
    if (after == h) return s->next[twin];
    if (after == twin) return s->next[h];
    return after;
}

// Returns true if the two faces beside h face the same side and all their corners lie within s->distance of their
// fitted plane. Its normal n is along the sum of the area vectors. With d_i the vectors from one corner to all corners,
// its offset from this corner is the mean of  n . d_i.
static bool surface_is_one_plane(const surface *s, int32_t h)
{
    vec3d f = s->area[s->face[h]], g = s->area[s->face[s->twin[h]]];
    if (!(v3d_dot(f, g) > 0.0)) return false;
    vec3d   normal = v3d_normalize(v3d_add(f, g)), sum = v3d(0.0, 0.0, 0.0);
    int32_t start = s->next[h], at = start, count = 0;
    vec3d   origin = surface_corner(s, start);
    do
    {
        sum = v3d_add(sum, v3d_sub(surface_corner(s, at), origin));
        count++;
        at = surface_next_around(s, at, h);
    } while (at != start);
    double offset = v3d_dot(normal, sum) / count;
    do
    {
        double height = v3d_dot(normal, v3d_sub(surface_corner(s, at), origin)) - offset;
        if (fabs(height) > s->distance) return false;
        at = surface_next_around(s, at, h);
    } while (at != start);
    return true;
}

// Returns true if the union of the two faces beside h turns left or goes straight at every corner, seen along its
// normal. For corners a, b, c one after another this is
//
//     (b - a) x (c - b) . area >= 0
static bool surface_is_convex(const surface *s, int32_t h)
{
    vec3d   area = v3d_add(s->area[s->face[h]], s->area[s->face[s->twin[h]]]);
    int32_t start = s->next[h], at = start;
    do
    {
        int32_t after = surface_next_around(s, at, h);
        vec3d   a = surface_corner(s, at), b = surface_corner(s, after);
        vec3d   c = surface_corner(s, surface_next_around(s, after, h));
        if (v3d_dot(v3d_cross(v3d_sub(b, a), v3d_sub(c, b)), area) < 0.0) return false;
        at = after;
    } while (at != start);
    return true;
}

// Returns the number of corners of the face of half-edge h, or 5 if there are more: no merge takes more than two of
// them from a face, and three must stay.
static int32_t surface_loop_size(const surface *s, int32_t h)
{
    int32_t size = 1;
    for (int32_t i = s->next[h]; i != h && size < 5; i = s->next[i]) size++;
    return size;
}

// Returns true if half-edge h starts at a corner with three edges. A merge across h drops this corner.
static bool surface_is_dropped(const surface *s, int32_t h)
{
    return s->degree[s->origin[h]] == 3;
}

// Returns true if a merge across h leaves at least four faces, and at least three corners in the new face and in the
// two other faces at the ends of h, those of across_a and across_b. An end of h with three edges is dropped with the
// edge (drop_a, drop_b). With keeps_corners an edge with such an end is not merged; the sizes then need no test, because
// no other face loses a corner. The new face counts both ends of h once, not twice, and a dropped corner not at all. The
// face across loses the dropped corner. If one face is across both ends, surface_shares_one_edge refuses the merge.
//
//          f                    h runs from a to b; f is on its left, g, the face of its twin t, on its right
//    a --- h ---> b             across_a is on the third face at a, across_b on that at b
//          g
static bool surface_stays_closed(const surface *s, int32_t h)
{
    int32_t t = s->twin[h];
    bool    drop_a = surface_is_dropped(s, h), drop_b = surface_is_dropped(s, t);
    if (s->faces <= 4) return false;
    if (s->keeps_corners) return !drop_a && !drop_b;
    int32_t across_a = s->twin[s->before[h]], across_b = s->twin[s->next[h]];
    int32_t size = surface_loop_size(s, h) + surface_loop_size(s, t) - 2 - drop_a - drop_b;
    return size >= 3 && surface_loop_size(s, across_a) - drop_a >= 3 &&
           surface_loop_size(s, across_b) - drop_b >= 3;
}

// Returns true if the face that a merge across h makes of f and g shares at most one edge, or one corner, with every
// other face. Walks around the new face and, at each of its corners, over the other faces there. A face that is met several
// times in a row counts once: the edges at a dropped corner become one. A face that comes back after another one touches
// the new face in two places. If f or g is met, the new face would pass a corner twice. The walk is a ring, and may start
// in the middle of a face's turn, so the first face is marked only when the ring closes.
static bool surface_shares_one_edge(surface *s, int32_t h)
{
    int32_t f = s->face[h], g = s->face[s->twin[h]], start = s->next[h], at = start;
    int32_t last = s->face[s->twin[start]];
    s->tests++;
    do
    {
        int32_t after = surface_next_around(s, at, h);
        for (int32_t out = s->twin[at]; out != after; out = s->twin[s->before[out]])
        {
            int32_t face = s->face[out];
            if (face == last) continue;
            if (face == f || face == g || s->met[face] == s->tests) return false;
            s->met[face] = s->tests;
            last = face;
        }
        at = after;
    } while (at != start);
    return true;
}

// Returns true if `at` starts at an end of h that a merge across h drops.
static bool surface_will_drop(const surface *s, int32_t at, int32_t h)
{
    bool is_end = s->origin[at] == s->origin[h] || s->origin[at] == s->origin[s->twin[h]];
    return is_end && surface_is_dropped(s, at);
}

// Returns true if, after a merge across h, the face of half-edge `at` has a plane that the solid before any merge
// extends in front of by at most s->distance. The plane is fitted to the corners that the face keeps, as
// hull_build_topology does it.
static bool surface_keeps_behind(const surface *s, int32_t at, int32_t h)
{
    while (surface_will_drop(s, at, h)) at = surface_next_around(s, at, h);
    int32_t start = at, count = 0;
    vec3d   origin = surface_corner(s, start);
    vec3d   before = v3d(0.0, 0.0, 0.0), area = before, sum = before;
    do
    {
        if (!surface_will_drop(s, at, h))
        {
            vec3d d = v3d_sub(surface_corner(s, at), origin);
            area = v3d_add(area, v3d_cross(before, d));
            sum = v3d_add(sum, d);
            before = d;
            count++;
        }
        at = surface_next_around(s, at, h);
    } while (at != start);
    if (!(v3d_length2(area) > 0.0)) return false;
    vec3d   normal = v3d_normalize(area);
    int32_t highest = hull_climb(s->hull, normal, s->origin[start]);
    double  height = v3d_dot(normal, v3d_sub(hull_corner(s->hull, highest), origin));
    return height - v3d_dot(normal, sum) / count <= s->distance;
}

// Returns true if a merge across h keeps the corner v where h starts, or may drop it. The plane of the third face at v
// must hold (surface_keeps_behind). If this face and the new one meet at a sharp edge, their planes do not bound how
// far v is beyond the new edge u w, so v must lie within s->distance of it.
static bool surface_may_drop(const surface *s, int32_t h)
{
    if (!surface_is_dropped(s, h)) return true;
    int32_t t = s->twin[h], across = s->twin[s->before[h]];
    vec3d   area = v3d_add(s->area[s->face[h]], s->area[s->face[t]]);
    vec3d   u = surface_corner(s, s->before[h]), to_v = v3d_sub(surface_corner(s, h), u);
    vec3d   edge = v3d_sub(surface_corner(s, s->twin[s->next[t]]), u);
    double  part = fmin(fmax(v3d_dot(edge, to_v) / v3d_length2(edge), 0.0), 1.0);
    bool    is_near = v3d_length(v3d_sub(to_v, v3d_scale(edge, part))) <= s->distance;
    return (is_near || v3d_dot(area, s->area[s->face[across]]) > 0.0) &&
           surface_keeps_behind(s, across, h);
}

// --- merging -------------------------------------------------------------------------------------------------

// Removes corner v, the start of h, and joins its two edges: e takes the place of e and h, t that of t and `back`.
// Requires that v has two edges.
//
//        u --- e ---> v --- h ---> w          u ------- e ------> w
//          <- back --   <-- t ---               <------ t -------
static void surface_drop_corner(surface *s, int32_t h)
{
    int32_t e = s->before[h], t = s->twin[h], back = s->twin[e];
    surface_link(s, e, s->next[h]);
    surface_link(s, t, s->next[back]);
    s->twin[e] = t;
    s->twin[t] = e;
    s->degree[s->origin[h]] = 0;
    s->origin[h] = s->origin[back] = -1;
}

// Merges the faces f and g beside h to the face f, and drops the ends of h that are left with two edges. Such a corner
// lies on a nearly straight edge of the new face, whose area vector stays the sum of the two. Requires that
// surface_try_merge found all conditions to hold. a and b are the half-edges that leave the ends of h around the new
// face.
static void surface_merge(surface *s, int32_t h)
{
    int32_t t = s->twin[h], f = s->face[h], g = s->face[t];
    int32_t a = s->next[t], b = s->next[h];
    for (int32_t i = a; i != t; i = s->next[i]) s->face[i] = f;
    surface_link(s, s->before[h], a);
    surface_link(s, s->before[t], b);
    s->degree[s->origin[h]]--;
    s->degree[s->origin[t]]--;
    s->origin[h] = s->origin[t] = -1;
    s->area[f] = v3d_add(s->area[f], s->area[g]);
    s->faces--;
    if (s->degree[s->origin[a]] == 2) surface_drop_corner(s, a);
    if (s->degree[s->origin[b]] == 2) surface_drop_corner(s, b);
}

// Merges the faces beside h if h was not removed, neither face was merged in this round, and all conditions at the top
// of the file hold. The cheapest tests come first.
static void surface_try_merge(surface *s, int32_t h, int32_t round)
{
    if (s->origin[h] < 0 || h > s->twin[h]) return; // removed, or tried as its twin
    int32_t f = s->face[h], g = s->face[s->twin[h]];
    if (f == g || s->merged[f] == round || s->merged[g] == round) return;
    if (!surface_stays_closed(s, h) || !surface_is_one_plane(s, h)) return;
    if ((s->keeps_corners && !surface_is_convex(s, h)) || !surface_shares_one_edge(s, h)) return;
    if (!s->keeps_corners && !(surface_keeps_behind(s, s->next[h], h) && surface_may_drop(s, h) &&
                               surface_may_drop(s, s->twin[h])))
        return;
    surface_merge(s, h);
    s->merged[f] = round;
}

// Returns the squared length of half-edge h.
static double surface_length2(const surface *s, int32_t h)
{
    return v3d_length2(v3d_sub(surface_corner(s, s->twin[h]), surface_corner(s, h)));
}

// Orders two half-edges for sort_heap: the longest first, equally long ones by number. `context` is the surface.
static bool surface_is_longer(const void *a, const void *b, const void *context)
{
    int32_t g = *(const int32_t *)a, h = *(const int32_t *)b;
    double  of_g = surface_length2(context, g), of_h = surface_length2(context, h);
    return of_g > of_h || (of_g == of_h && g < h);
}

// Lists the half-edges to merge across in s->edges, the longest first. With keeps_corners lists one half-edge of each
// edge that may be removed and whose two faces are within the distance of one plane, else all half-edges. Returns their
// number.
static int32_t surface_list_edges(surface *s)
{
    int32_t count = 0;
    for (int32_t h = 0; h < s->hull->half_edge_count; h++)
    {
        bool is_candidate = !s->keeps_corners || (h < s->twin[h] && surface_stays_closed(s, h) &&
                                                  surface_is_one_plane(s, h));
        if (is_candidate) s->edges[count++] = h;
    }
    sort_heap(s->edges, (size_t)count, sizeof *s->edges, surface_is_longer, s);
    return count;
}

// Merges in rounds until a round changes nothing. Each face takes part in one merge per round, so that large faces are
// merged from halves, not triangle by triangle.
static void surface_merge_all(surface *s)
{
    int32_t count = surface_list_edges(s), round = 0, faces_before;
    do
    {
        round++;
        faces_before = s->faces;
        for (int32_t i = 0; i < count; i++) surface_try_merge(s, s->edges[i], round);
    } while (s->faces < faces_before);
}

// --- hulls ---------------------------------------------------------------------------------------------------

// Returns the distance by which rounding may have bent the faces of a solid, at most a fraction of its thickness, 2
// volume / area. Without volume it is 0 (or NaN, without area).
static double rounded_bend(const rim_hull *hull)
{
    double bent = HULL_ROUNDED_BEND * hull->extent;
    double thin = HULL_ROUNDED_THICKNESS * 2.0 * hull->mass.volume / hull->mass.area;
    return bent < thin ? bent : thin;
}

// Merges the faces, and builds the hull of what is left. If merge is 0, the faces are those that rounding may have bent;
// then all corners stay, and the new hull keeps the measures and exact faces of the old one.
rim_status hull_merge(rim_hull **hull, float merge)
{
    rim_hull *old = *hull, *made = NULL;
    bool      is_rounded = merge == 0.0f;
    double    distance = is_rounded ? rounded_bend(old) : merge * old->extent;
    if (!(distance > 0.0)) return RIM_OK;

    surface      s;
    hull_builder builder = hull_builder_begin(&old->allocator);
    rim_status   status = RIM_ERR_MEMORY;
    if (surface_begin(&s, old, distance, is_rounded))
    {
        surface_merge_all(&s);
        if (s.faces == old->face_count)
            status = RIM_OK;
        else if (surface_write(&s, &builder))
            status = hull_build_topology(&made, &builder, is_rounded ? old : NULL);
    }
    hull_builder_end(&builder);
    surface_end(&s);
    if (made)
    {
        if (!is_rounded) made->facet_count = 0;
        rim_hull_destroy(old);
        *hull = made;
    }
    return status;
}
