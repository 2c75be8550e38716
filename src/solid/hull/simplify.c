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
// distance.
//
// The plane is computed for every pair, from all corners, so that a chain of merges cannot drift away from it. Long
// edges come first in each round, because short ones belong to the slivers that rounding makes. The result depends only
// on the surface, and its numbering only on the set of corners.
#include "base/sort.h"
#include "solid/hull/builder.h"
#include "solid/hull/tolerances.h"

#include <string.h>

// What surface_shares_one_edge counts for a face, and when the face was merged.
typedef struct surface_shared
{
    int32_t step;           // the test that the counts belong to; those of earlier tests are void
    int32_t edges, corners; // shared with the new face
    int32_t round;          // the last round in which the face was merged, 0 if none
} surface_shared;

// A solid as half-edges, numbered as the builder's loops lie in memory.
//
//        left face of h
//   v ------ h ------> next[h] leaves here
//     <-- twin[h] ---
//
// A merge makes one face of the two beside a half-edge h: f, the face of h, and g, the face of its twin. Their union is
// the new face; it keeps the number f. An end of h that keeps two edges is dropped.
typedef struct surface
{
    hull_builder   *builder;
    double          distance; // merged faces lie within it of their planes
    bool            keeps_corners;
    int32_t        *next, *before, *twin, *face; // of half-edges
    int32_t        *origin;                      // the corner where it starts, -1 if it was removed
    int32_t        *edges;          // half-edges to merge across, the longest first; then work
    int32_t        *start;          // some half-edge of each face, -1 if the face was removed
    int32_t        *degree;         // the number of edges at each corner, 0 if it was removed
    surface_shared *shared;         // of faces
    vec3d          *area;           // doubled area vectors of faces
    int32_t         faces, corners; // the numbers of those that remain
    int32_t         edge_count;     // of `edges`
    int32_t         step;           // counts calls of surface_shares_one_edge
    int32_t        *work;           // the memory of all int arrays
    size_t          work_room, face_room; // the sizes of the arrays

    // next and twin before any merge; not set with keeps_corners
    int32_t *first_next, *first_twin;
} surface;

// Returns the corner where a half-edge starts.
static vec3d surface_corner(const surface *s, int32_t half_edge)
{
    return v3d_from(s->builder->corners[s->origin[half_edge]]);
}

// Makes `after` follow a half-edge in its loop.
static void surface_link(const surface *s, int32_t half_edge, int32_t after)
{
    s->next[half_edge] = after;
    s->before[after] = half_edge;
}

// --- the surface ---------------------------------------------------------------------------------------------

// Returns twice the area of face f, as a vector along its normal: the sum over a fan of triangles from the corner o
// where the face's first half-edge starts. Requires the face's loop and its start.
static vec3d surface_doubled_area(const surface *s, int32_t f)
{
    int32_t first = s->start[f];
    vec3d   o = surface_corner(s, first), sum = v3d(0.0, 0.0, 0.0);
    for (int32_t h = s->next[first]; s->next[h] != first; h = s->next[h])
        sum = v3d_add(sum, v3d_cross(v3d_sub(surface_corner(s, h), o),
                                     v3d_sub(surface_corner(s, s->next[h]), o)));
    return sum;
}

static void surface_end(surface *s)
{
    const rim_allocator *from = &s->builder->from;
    memory_release(from, s->shared, s->face_room, sizeof *s->shared);
    memory_release(from, s->area, s->face_room, sizeof *s->area);
    memory_release(from, s->work, s->work_room, sizeof *s->work);
}

// Sets start, next, before, origin, face, degree and area from the builder. Requires zeroed degrees.
static void surface_set_faces(surface *s)
{
    const hull_builder *builder = s->builder;
    for (int32_t f = 0; f < s->faces; f++)
    {
        int32_t first = builder->starts[f], end = builder->starts[f + 1];
        s->start[f] = first;
        for (int32_t h = first; h < end; h++)
        {
            s->origin[h] = builder->loops[h];
            s->degree[s->origin[h]]++;
            s->face[h] = f;
            surface_link(s, h, h + 1 < end ? h + 1 : first);
        }
        s->area[f] = surface_doubled_area(s, f);
    }
}

// Sets the twins. Requires the loops of a closed surface. Overwrites `edges`, and `before`, which it sets again.
static void surface_pair(surface *s, int32_t half_edges)
{
    // Behind the degrees is memory for the counts of the sort.
    int32_t *sorted = s->edges, *counts = s->degree + s->corners;
    hull_sort_half_edges(s->builder, s->face, sorted, s->before, counts);
    for (int32_t i = 0; i < half_edges; i += 2)
    {
        s->twin[sorted[i]] = sorted[i + 1];
        s->twin[sorted[i + 1]] = sorted[i];
    }
    for (int32_t h = 0; h < half_edges; h++) s->before[s->next[h]] = h;
}

// Converts the builder's solid to half-edges. Returns false when out of memory.
static bool surface_begin(surface *s, hull_builder *builder, double distance, bool keeps_corners)
{
    size_t half_edges = builder->loop_count, faces = builder->face_count;
    size_t corners = builder->corner_count, counts = corners + 1; // for hull_sort_half_edges
    size_t arrays = keeps_corners ? 6 : 8;                        // of half-edges
    *s = (surface){ .builder = builder, .distance = distance, .keeps_corners = keeps_corners };
    s->face_room = faces;
    s->work_room = arrays * half_edges + faces + corners + counts;
    s->work = memory_allocate_zeroed(&builder->from, s->work_room, sizeof *s->work);
    s->area = memory_allocate(&builder->from, faces, sizeof *s->area);
    s->shared = memory_allocate_zeroed(&builder->from, faces, sizeof *s->shared);
    if (!s->work || !s->area || !s->shared)
    {
        surface_end(s);
        return false;
    }
    s->next = s->work;
    s->before = s->next + half_edges;
    s->face = s->before + half_edges;
    s->origin = s->face + half_edges;
    s->twin = s->origin + half_edges;
    s->edges = s->twin + half_edges;
    s->start = s->edges + half_edges;
    s->degree = s->start + faces;
    s->faces = (int32_t)faces;
    s->corners = (int32_t)corners;
    surface_set_faces(s);
    surface_pair(s, (int32_t)half_edges);
    if (keeps_corners) return true;
    s->first_next = s->degree + corners + counts;
    s->first_twin = s->first_next + half_edges;
    memcpy(s->first_next, s->next, half_edges * sizeof *s->next);
    memcpy(s->first_twin, s->twin, half_edges * sizeof *s->twin);
    return true;
}

// Writes the remaining corners and faces back to the builder, renumbered without gaps. Overwrites `twin` and `edges`.
// Returns false when out of memory.
static bool surface_write(surface *s)
{
    hull_builder *builder = s->builder;
    int32_t      *number = s->twin; // the new number of each old corner
    int32_t       kept = 0;
    for (int32_t v = 0; v < (int32_t)builder->corner_count; v++)
    {
        if (s->degree[v] == 0) continue;
        builder->corners[kept] = builder->corners[v];
        builder->sources[kept] = builder->sources[v];
        number[v] = kept++;
    }
    int32_t *loops = s->edges, faces = 0, written = 0;
    for (int32_t f = 0; f < (int32_t)builder->face_count; f++)
    {
        if (s->start[f] < 0) continue;
        int32_t h = s->start[f];
        do
        {
            loops[written++] = number[s->origin[h]];
            h = s->next[h];
        } while (h != s->start[f]);
        builder->starts[++faces] = written;
    }
    memcpy(builder->loops, loops, (size_t)written * sizeof *loops);
    builder->corner_count = (size_t)kept;
    builder->face_count = (size_t)faces;
    builder->loop_count = (size_t)written;
    return hull_builder_order_faces(builder);
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

// Returns the number of corners of face f.
static int32_t surface_loop_size(const surface *s, int32_t f)
{
    int32_t size = 1;
    for (int32_t h = s->next[s->start[f]]; h != s->start[f]; h = s->next[h]) size++;
    return size;
}

// Returns true if a merge across h leaves at least four faces, and at least three corners in the new face and in the
// two other faces at the ends of h, across_a and across_b. An end of h with three edges is dropped with the edge
// (drop_a, drop_b). With keeps_corners an edge with such an end is not merged; the sizes then need no test, because no
// other face loses a corner. The new face counts both ends of h once, not twice, and a dropped corner not at all. The
// face across loses the dropped corner.
//
//          f                    h runs from a to b; f is on its left, g, the face of its twin t, on its right
//    a --- h ---> b             across_a is the third face at a, across_b that at b
//          g
static bool surface_stays_closed(const surface *s, int32_t h)
{
    int32_t t = s->twin[h], f = s->face[h], g = s->face[t];
    bool    drop_a = s->degree[s->origin[h]] == 3, drop_b = s->degree[s->origin[t]] == 3;
    if (s->faces <= 4) return false;
    if (s->keeps_corners) return !drop_a && !drop_b;
    int32_t across_a = s->face[s->twin[s->before[h]]], across_b = s->face[s->twin[s->next[h]]];
    int32_t size = surface_loop_size(s, f) + surface_loop_size(s, g) - 2 - drop_a - drop_b;
    int32_t size_a = surface_loop_size(s, across_a) - drop_a;
    int32_t size_b = surface_loop_size(s, across_b) - drop_b;
    if (across_a == across_b) size_a = size_b = size_a - drop_b; // one face loses both corners
    return size >= 3 && size_a >= 3 && size_b >= 3;
}

// Returns the counts of a face for this step. The first call for a face in each step sets them to 0.
static surface_shared *surface_shared_with(surface *s, int32_t face)
{
    surface_shared *shared = s->shared + face;
    if (shared->step != s->step)
        *shared = (surface_shared){ .step = s->step, .round = shared->round };
    return shared;
}

// Returns true if `at` starts at an end of h.
static bool surface_is_end(const surface *s, int32_t at, int32_t h)
{
    return s->origin[at] == s->origin[h] || s->origin[at] == s->origin[s->twin[h]];
}

// Returns true if `at` starts at an end of h that a merge across h leaves with two edges.
static bool surface_will_drop(const surface *s, int32_t at, int32_t h)
{
    return surface_is_end(s, at, h) && s->degree[s->origin[at]] == 3;
}

// Counts one corner of the new face that a merge across h makes of f and g: the corner where `at` starts, on the way
// around that face. Goes around the corner and adds it to `corners` of each other face there. Requires that all shared
// edges are counted. A face that shares no edge with the new face may share one corner. A face that shares one edge may
// share the two ends of this edge. Returns false if a face now shares more than  edges + 1  corners. Also returns false
// if both f and g are at this corner though it is no end of h: the new face would pass it twice.
static bool surface_count_corner(surface *s, int32_t at, int32_t h)
{
    int32_t f = s->face[h], g = s->face[s->twin[h]], out = at; // out leaves the corner
    bool    has_f = false, has_g = false;
    do
    {
        int32_t face = s->face[out];
        has_f = has_f || face == f;
        has_g = has_g || face == g;
        if (face != f && face != g)
        {
            surface_shared *shared = surface_shared_with(s, face);
            shared->corners++;
            if (shared->corners > shared->edges + 1) return false;
        }
        out = s->twin[s->before[out]];
    } while (out != at);
    return surface_is_end(s, at, h) || !(has_f && has_g);
}

// Returns true if the face that a merge across h makes shares at most one edge, or one corner, with every other face.
// Goes around the new face twice: first it counts the edges that each face shares with it, then the corners. Two edges
// at a corner that will be removed become one, so only the edge that does not start there is counted, and the corner is
// not.
static bool surface_shares_one_edge(surface *s, int32_t h)
{
    int32_t start = s->next[h], at = start;
    s->step++;
    do
    {
        if (!surface_will_drop(s, at, h))
        {
            surface_shared *shared = surface_shared_with(s, s->face[s->twin[at]]);
            shared->edges++;
            if (shared->edges > 1) return false;
        }
        at = surface_next_around(s, at, h);
    } while (at != start);
    do
    {
        if (!surface_will_drop(s, at, h) && !surface_count_corner(s, at, h)) return false;
        at = surface_next_around(s, at, h);
    } while (at != start);
    return true;
}

// Returns how far the solid before any merge extends in front of a plane: the maximum of  normal . (corner - origin).
// Starts at the corner of half-edge h and goes to the highest neighbor as long as there is a higher one. That solid is
// convex, so the last corner is the highest of all.
static double surface_first_height(const surface *s, int32_t h, vec3d normal, vec3d origin)
{
    const hull_builder *builder = s->builder; // its loops change only after all merges
    double              highest =
        v3d_dot(normal, v3d_sub(v3d_from(builder->corners[builder->loops[h]]), origin));
    int32_t from;
    do
    {
        from = h;
        int32_t out = from; // leaves the corner
        do
        {
            int32_t end = s->first_twin[out];
            vec3d   corner = v3d_from(builder->corners[builder->loops[end]]);
            double  height = v3d_dot(normal, v3d_sub(corner, origin));
            if (height > highest) highest = height, h = end;
            out = s->first_next[end];
        } while (out != from);
    } while (h != from);
    return highest;
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
    vec3d  normal = v3d_normalize(area);
    double offset = v3d_dot(normal, sum) / count;
    double front = surface_first_height(s, start, normal, origin) - offset;
    return front <= s->distance;
}

// Returns true if surface_keeps_behind holds for every face that a merge across h changes: the new face, and the third
// face at each end of h that is dropped.
static bool surface_stays_convex(const surface *s, int32_t h)
{
    int32_t across_a = s->twin[s->before[h]], across_b = s->twin[s->next[h]];
    bool    drop_a = s->degree[s->origin[h]] == 3, drop_b = s->degree[s->origin[s->twin[h]]] == 3;
    return surface_keeps_behind(s, s->next[h], h) &&
           (!drop_a || surface_keeps_behind(s, across_a, h)) &&
           (!drop_b || surface_keeps_behind(s, across_b, h));
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
    if (s->start[s->face[h]] == h) s->start[s->face[h]] = e;
    if (s->start[s->face[back]] == back) s->start[s->face[back]] = t;
    surface_link(s, e, s->next[h]);
    surface_link(s, t, s->next[back]);
    s->twin[e] = t;
    s->twin[t] = e;
    s->degree[s->origin[h]] = 0;
    s->corners--;
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
    s->start[f] = b;
    s->start[g] = -1;
    s->faces--;
    if (s->degree[s->origin[a]] == 2) surface_drop_corner(s, a);
    if (s->degree[s->origin[b]] == 2) surface_drop_corner(s, b);
}

// Merges the faces beside h if h was not removed, neither face was merged in this round, and all conditions at the top
// of the file hold. The cheapest tests come first.
static void surface_try_merge(surface *s, int32_t h, int32_t round)
{
    if (s->origin[h] < 0) return;
    int32_t f = s->face[h], g = s->face[s->twin[h]];
    if (f == g || s->shared[f].round == round || s->shared[g].round == round) return;
    if (!surface_stays_closed(s, h) || !surface_is_one_plane(s, h)) return;
    if (s->keeps_corners && !surface_is_convex(s, h)) return;
    if (!surface_shares_one_edge(s, h)) return;
    if (!s->keeps_corners && !surface_stays_convex(s, h)) return;
    surface_merge(s, h);
    s->shared[f].round = round;
}

// Lists the half-edges to merge across in s->edges: all of them. With keeps_corners lists one half-edge of each edge
// that may be removed and whose two faces are within the distance of one plane.
static void surface_list_edges(surface *s)
{
    s->edge_count = 0;
    for (int32_t h = 0; h < (int32_t)s->builder->loop_count; h++)
    {
        bool is_candidate = !s->keeps_corners || (h < s->twin[h] && surface_stays_closed(s, h) &&
                                                  surface_is_one_plane(s, h));
        if (is_candidate) s->edges[s->edge_count++] = h;
    }
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

// Merges in rounds until a round changes nothing. Each face takes part in one merge per round, so that large faces are
// merged from halves, not triangle by triangle.
static void surface_merge_all(surface *s)
{
    sort_heap(s->edges, (size_t)s->edge_count, sizeof *s->edges, surface_is_longer, s);
    int32_t round = 0, faces_before;
    do
    {
        round++;
        faces_before = s->faces;
        for (int32_t i = 0; i < s->edge_count; i++) surface_try_merge(s, s->edges[i], round);
    } while (s->faces < faces_before);
}

// --- hulls ---------------------------------------------------------------------------------------------------

// Stores the exact faces in the builder before they are merged: the first three corners of each face. Returns false when
// out of memory.
static bool keep_exact_faces(hull_builder *builder)
{
    size_t faces = builder->face_count;
    builder->facets = memory_allocate(&builder->from, 3 * faces, sizeof *builder->facets);
    if (!builder->facets) return false;
    builder->facet_count = builder->facet_room = faces;
    for (size_t f = 0; f < faces; f++)
        memcpy(builder->facets + 3 * f, builder->loops + builder->starts[f], 3 * sizeof(int32_t));
    return true;
}

// Merges the faces; see builder.h. With keeps_corners it stores the exact faces first, and forgets them again if
// nothing was merged.
rim_status hull_simplify(hull_builder *builder, double distance, bool keeps_corners)
{
    surface s;
    if (!surface_begin(&s, builder, distance, keeps_corners)) return RIM_ERR_MEMORY;
    surface_list_edges(&s);
    bool good = true;
    if (s.edge_count > 0)
    {
        good = !keeps_corners || keep_exact_faces(builder);
        if (good) surface_merge_all(&s);
        bool merged = s.faces < (int32_t)builder->face_count;
        if (!merged) builder->facet_count = 0;
        good = good && surface_write(&s);
    }
    surface_end(&s);
    return good ? RIM_OK : RIM_ERR_MEMORY;
}

// Measures the exact body, and merges faces within the distance by which rounding may have bent them, at most a
// fraction of the body's thickness, 2 volume / area. Without volume the distance is 0 (or NaN, without area), and no
// faces are merged.
rim_status hull_merge_rounded(hull_builder *builder)
{
    builder->exact = hull_builder_measure(builder);
    builder->is_measured = true;
    rim_mass3 mass = builder->exact.mass;
    double    bent = HULL_ROUNDED_BEND * builder->exact.extent;
    double    thin = HULL_ROUNDED_THICKNESS * 2.0 * mass.volume / mass.area;
    double    distance = bent < thin ? bent : thin;
    return distance > 0.0 ? hull_simplify(builder, distance, true) : RIM_OK;
}
