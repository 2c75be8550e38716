// Faces that the rounding of their corners has broken into pieces become one again.
//
// Corners that were computed and rounded to float lie no longer in the planes they were computed for, and the
// hull of the floats has triangles where a box has sides. A few faces become one when
//
//   - all their corners lie within a distance of the plane that will be theirs: its normal is the sum of
//     the area vectors, as that of any polygon, and the mean of the corners lies in it;
//   - each looks the way the plane does, and their union is one convex polygon seen along the normal;
//   - the union meets every other face in nothing, a corner or an edge, as faces of convex bodies do;
//   - no corner is lost, neither inside the union nor on its border: each keeps three edges at least.
//
// So corners stay those of the floats, whatever is joined, and no chain of joinings leads away from the plane: it
// is tested anew, with all corners, for every union. The distance is what rounding may move points, 2^-22 of the
// extent (coordinates up to the extent move by 2^-24 of it in each direction at most), and 2^-12 of the
// body's thickness at most, so that thin bodies stay what they are.
//
// First, from the largest face on, all those around one that lie near its plane are joined at once: the side of a box
// is made whole, and costs no more than a walk around it. Where that cannot be, as on a side with a corner within,
// two and two are joined, over long edges first: they hold more of the surface together than the slivers that
// rounding makes. Those unions stay small, because each is walked around for every two.
// All of it depends on the surface alone, and its numbering on the set of corners alone.
#include "solid/hull/surface.h"

#include <string.h>

typedef struct joiner
{
    hull_surface *s;
    int32_t      *inside;      // of faces: the step that looked at them last, as part of a union
    int32_t      *visited;     // of faces: already in some region
    int32_t      *seen, *left; // of corners: the step that found them on a border; their edges then
    int32_t      *members;     // faces of a union
    int32_t      *border;      // half-edges of its border
    int32_t      *list;        // faces to start from, then flat edges by one of their half-edges
    int32_t       count, border_count, step;
    vec3d         area;
} joiner;

// --- flat edges --------------------------------------------------------------------------------------------

// Whether the corners next to an edge, which are all of two triangles, are near one plane. An edge that ends where
// three meet is needed there.
static bool merge_is_flat(const hull_surface *s, int32_t h)
{
    int32_t t = s->twin[h];
    if (s->degree[s->origin[h]] <= 3 || s->degree[s->origin[t]] <= 3) return false;
    vec3d f = s->area[s->face[h]], g = s->area[s->face[t]];
    if (!(v3d_dot(f, g) > 0.0)) return false;
    vec3d   normal = v3d_add(f, g), o = hull_surface_corner(s, h);
    int32_t near[5] = { t, s->before[h], s->next[s->next[h]], s->before[t], s->next[s->next[t]] };
    double  lo = 0.0, hi = 0.0;
    for (int i = 0; i < 5; i++)
    {
        double x = v3d_dot(normal, v3d_sub(hull_surface_corner(s, near[i]), o));
        lo = x < lo ? x : lo;
        hi = x > hi ? x : hi;
    }
    return hi - lo <= 2.0 * s->distance * v3d_length(normal);
}

// --- unions ------------------------------------------------------------------------------------------------

static bool merge_is_inner(const joiner *j, int32_t h)
{
    return j->inside[j->s->face[j->s->twin[h]]] == j->step;
}

// Names the members, adds up their areas and walks around them; false if the border is not one simple loop.
static bool find_border(joiner *j)
{
    const hull_surface *s = j->s;
    int32_t             first = -1, outer = 0;
    j->step++;
    j->border_count = 0;
    j->area = v3d(0.0, 0.0, 0.0);
    for (int32_t i = 0; i < j->count; i++) j->inside[j->members[i]] = j->step;
    for (int32_t i = 0; i < j->count; i++)
    {
        int32_t start = s->start[j->members[i]], h = start;
        j->area = v3d_add(j->area, s->area[j->members[i]]);
        do
        {
            bool is_outer = !merge_is_inner(j, h);
            outer += is_outer;
            if (is_outer && (first < 0 || h < first)) first = h;
            h = s->next[h];
        } while (h != start);
    }
    if (first < 0) return false;
    int32_t h = first;
    do
    {
        int32_t v = s->origin[h];
        if (j->seen[v] == j->step) return false;
        j->seen[v] = j->step;
        j->left[v] = s->degree[v];
        j->border[j->border_count++] = h;
        h = s->next[h];
        while (merge_is_inner(j, h)) h = s->next[s->twin[h]];
    } while (h != first);
    return j->border_count == outer;
}

// No corner within, and three edges at least at each on the border.
static bool keeps_corners(joiner *j)
{
    const hull_surface *s = j->s;
    for (int32_t i = 0; i < j->count; i++)
    {
        int32_t start = s->start[j->members[i]], h = start;
        do
        {
            int32_t v = s->origin[h];
            if (merge_is_inner(j, h) && (j->seen[v] != j->step || --j->left[v] < 3)) return false;
            h = s->next[h];
        } while (h != start);
    }
    return true;
}

static vec3d border_corner(const joiner *j, int32_t i)
{
    return hull_surface_corner(j->s, j->border[i % j->border_count]);
}

static bool merge_is_plane(const joiner *j)
{
    vec3d normal = v3d_normalize(j->area), o = border_corner(j, 0), sum = v3d(0.0, 0.0, 0.0);
    for (int32_t i = 1; i < j->border_count; i++)
        sum = v3d_add(sum, v3d_sub(border_corner(j, i), o));
    double offset = v3d_dot(normal, sum) / j->border_count;
    for (int32_t i = 0; i < j->border_count; i++)
        if (fabs(v3d_dot(normal, v3d_sub(border_corner(j, i), o)) - offset) > j->s->distance)
            return false;
    return true;
}

static bool merge_is_convex(const joiner *j)
{
    for (int32_t i = 0; i < j->count; i++)
        if (!(v3d_dot(j->s->area[j->members[i]], j->area) > 0.0)) return false;
    vec3d a = border_corner(j, 0), b = border_corner(j, 1);
    for (int32_t i = 2; i < j->border_count + 2; i++)
    {
        vec3d c = border_corner(j, i);
        if (v3d_dot(v3d_cross(v3d_sub(b, a), v3d_sub(c, b)), j->area) < 0.0) return false;
        a = b;
        b = c;
    }
    return true;
}

static int32_t *met_by(joiner *j, int32_t face)
{
    int32_t *met = j->s->met + 3 * face; // step, corners, edges
    if (met[0] != j->step) met[0] = j->step, met[1] = met[2] = 0;
    return met;
}

// A face that shares an edge has its two corners in common with the union, any other one at most.
static bool merge_share_one_edge(joiner *j)
{
    const hull_surface *s = j->s;
    for (int32_t i = 0; i < j->border_count; i++)
        if (++met_by(j, s->face[s->twin[j->border[i]]])[2] > 1) return false;
    for (int32_t i = 0; i < j->border_count; i++)
    {
        int32_t h = j->border[i], at = h;
        do
        {
            int32_t k = s->face[at];
            if (j->inside[k] != j->step)
            {
                int32_t *met = met_by(j, k);
                if (++met[1] > met[2] + 1) return false;
            }
            at = s->twin[s->before[at]];
        } while (at != h);
    }
    return true;
}

static void make_one(joiner *j)
{
    hull_surface *s = j->s;
    int32_t       kept = j->members[0];
    for (int32_t i = 0; i < j->count; i++)
    {
        int32_t f = j->members[i], h = s->start[f];
        kept = f < kept ? f : kept;
        do
        {
            if (merge_is_inner(j, h))
            {
                s->degree[s->origin[h]]--;
                s->origin[h] = -1;
            }
            h = s->next[h];
        } while (h != s->start[f]);
    }
    for (int32_t i = 0; i < j->count; i++) s->start[j->members[i]] = -1;
    for (int32_t i = 0; i < j->border_count; i++)
    {
        s->face[j->border[i]] = kept;
        hull_surface_link(s, j->border[i], j->border[(i + 1) % j->border_count]);
    }
    s->start[kept] = j->border[0];
    s->area[kept] = j->area;
    s->faces -= j->count - 1;
}

static bool merge_faces_of_group(joiner *j)
{
    if (j->s->faces - (j->count - 1) < 4 || !find_border(j) || !keeps_corners(j) ||
        !merge_is_plane(j) || !merge_is_convex(j) || !merge_share_one_edge(j))
        return false;
    make_one(j);
    return true;
}

// --- in order ----------------------------------------------------------------------------------------------

static double length2(const hull_surface *s, int32_t h)
{
    return v3d_length2(v3d_sub(hull_surface_corner(s, s->twin[h]), hull_surface_corner(s, h)));
}

// Faces by their areas, edges by their lengths, the lowest of equal ones first.
static bool goes_after(const hull_surface *s, bool faces, int32_t g, int32_t h)
{
    double a = faces ? v3d_length2(s->area[g]) : length2(s, g);
    double b = faces ? v3d_length2(s->area[h]) : length2(s, h);
    return a < b || (a == b && g > h);
}

static void sift_down(const hull_surface *s, bool faces, int32_t *heap, int32_t at, int32_t count)
{
    int32_t value = heap[at];
    for (int32_t child; (child = 2 * at + 1) < count; at = child)
    {
        if (child + 1 < count && goes_after(s, faces, heap[child + 1], heap[child])) child++;
        if (!goes_after(s, faces, heap[child], value)) break;
        heap[at] = heap[child];
    }
    heap[at] = value;
}

// A heap of the last on top; what is taken from it fills the array from behind.
static void sort_largest_first(const hull_surface *s, bool faces, int32_t *list, int32_t count)
{
    for (int32_t i = count / 2 - 1; i >= 0; i--) sift_down(s, faces, list, i, count);
    for (int32_t end = count - 1; end > 0; end--)
    {
        int32_t last = list[0];
        list[0] = list[end];
        list[end] = last;
        sift_down(s, faces, list, 0, end);
    }
}

// --- regions -----------------------------------------------------------------------------------------------

static bool merge_is_near(const hull_surface *s, int32_t face, vec3d o, vec3d normal)
{
    int32_t h = s->start[face];
    if (!(v3d_dot(s->area[face], normal) > 0.0)) return false;
    do
    {
        if (fabs(v3d_dot(normal, v3d_sub(hull_surface_corner(s, h), o))) > 2.0 * s->distance)
            return false;
        h = s->next[h];
    } while (h != s->start[face]);
    return true;
}

// The faces around one that lie near its plane, over edges that may go.
static void find_region(joiner *j, int32_t first)
{
    const hull_surface *s = j->s;
    vec3d               o = hull_surface_corner(s, s->start[first]);
    vec3d               normal = v3d_normalize(s->area[first]);
    j->count = 0;
    j->members[j->count++] = first;
    j->visited[first] = 1;
    for (int32_t i = 0; i < j->count; i++)
    {
        int32_t start = s->start[j->members[i]], h = start;
        do
        {
            int32_t g = s->face[s->twin[h]];
            if (!j->visited[g] && s->degree[s->origin[h]] > 3 &&
                s->degree[s->origin[s->twin[h]]] > 3 && merge_is_near(s, g, o, normal))
            {
                j->members[j->count++] = g;
                j->visited[g] = 1;
            }
            h = s->next[h];
        } while (h != start);
    }
}

static void join_regions(joiner *j)
{
    const hull_surface *s = j->s;
    int32_t             count = 0;
    for (int32_t f = 0; f < (int32_t)s->draft->face_count; f++)
    {
        int32_t h = s->start[f];
        while (!merge_is_flat(s, h) && s->next[h] != s->start[f]) h = s->next[h];
        if (merge_is_flat(s, h)) j->list[count++] = f;
    }
    sort_largest_first(s, true, j->list, count);
    for (int32_t i = 0; i < count; i++)
    {
        if (j->visited[j->list[i]]) continue;
        find_region(j, j->list[i]);
        if (j->count > 1) merge_faces_of_group(j);
    }
}

// --- pairs -------------------------------------------------------------------------------------------------

enum
{
    MERGE_FEW = 64
};

static bool has_few_corners(const hull_surface *s, int32_t face)
{
    int32_t h = s->start[face], count = 0;
    do
    {
        count++;
        h = s->next[h];
    } while (h != s->start[face] && count <= MERGE_FEW);
    return count <= MERGE_FEW;
}

static bool try_pair(joiner *j, int32_t h)
{
    const hull_surface *s = j->s;
    int32_t             t = s->twin[h];
    j->members[0] = s->face[h];
    j->members[1] = s->face[t];
    j->count = 2;
    return s->degree[s->origin[h]] <= MERGE_FEW && s->degree[s->origin[t]] <= MERGE_FEW &&
           merge_is_flat(s, h) && has_few_corners(s, s->face[h]) &&
           has_few_corners(s, s->face[t]) && merge_faces_of_group(j);
}

static void join_pairs(joiner *j)
{
    const hull_surface *s = j->s;
    int32_t             count = 0;
    for (int32_t h = 0; h < (int32_t)s->draft->loop_count; h++)
        if (s->origin[h] >= 0 && h < s->twin[h] && merge_is_flat(s, h)) j->list[count++] = h;
    sort_largest_first(s, false, j->list, count);
    // A union may make another one possible.
    for (bool again = true; again;)
    {
        again = false;
        for (int32_t i = 0; i < count; i++)
            if (s->origin[j->list[i]] >= 0 && try_pair(j, j->list[i])) again = true;
    }
}

// --- what the exact surface tells ---------------------------------------------------------------------------

static bool merge_keep_exact(hull_builder *draft, const hull_surface *s)
{
    size_t faces = draft->face_count, corners = draft->corner_count, edges = draft->loop_count;
    draft->exact_room = 3 * faces + corners + 1 + edges;
    draft->facets = memory_allocate(&draft->from, draft->exact_room, sizeof *draft->facets);
    if (!draft->facets) return false;
    draft->climb_starts = draft->facets + 3 * faces;
    draft->climb = draft->climb_starts + corners + 1;
    for (size_t f = 0; f < faces; f++)
        memcpy(draft->facets + 3 * f, draft->loops + draft->starts[f], 3 * sizeof *draft->facets);

    // As neighbors are listed: counter-clockwise, from the first half-edge on.
    int32_t *starts = draft->climb_starts;
    starts[0] = 0;
    for (size_t v = 0; v < corners; v++) starts[v + 1] = starts[v] + s->degree[v];
    for (size_t v = 0; v < corners; v++) draft->climb[starts[v]] = -1;
    for (int32_t h = 0; h < (int32_t)edges; h++)
    {
        int32_t at = starts[s->origin[h]], g = h;
        if (draft->climb[at] >= 0) continue;
        do
        {
            draft->climb[at++] = s->origin[s->next[g]];
            g = s->twin[s->before[g]];
        } while (g != h);
    }
    return true;
}

static bool has_flat_edge(const hull_surface *s)
{
    for (int32_t h = 0; h < (int32_t)s->draft->loop_count; h++)
        if (h < s->twin[h] && merge_is_flat(s, h)) return true;
    return false;
}

static rim_status join_surface(hull_builder *draft, hull_surface *s)
{
    size_t   faces = draft->face_count, corners = draft->corner_count, edges = draft->loop_count;
    size_t   room = 3 * faces + 2 * corners + 2 * edges;
    int32_t *work = memory_allocate_zeroed(&draft->from, room, sizeof *work);
    bool     good = work && merge_keep_exact(draft, s);
    if (good)
    {
        joiner j = { .s = s };
        j.inside = work;
        j.visited = j.inside + faces;
        j.members = j.visited + faces;
        j.seen = j.members + faces;
        j.left = j.seen + corners;
        j.border = j.left + corners;
        j.list = j.border + edges;
        join_regions(&j);
        join_pairs(&j);
        if (s->faces < (int32_t)faces)
        {
            draft->facet_count = faces;
            draft->climb_count = edges;
            good = hull_surface_write(s);
        }
    }
    memory_release(&draft->from, work, room, sizeof *work);
    return good ? RIM_OK : RIM_ERR_MEMORY;
}

rim_status hull_builder_join(hull_builder *draft)
{
    hull_surface surface;
    draft->exact = hull_builder_measure(draft);
    draft->is_measured = true;
    rim_mass3 mass = draft->exact.mass;
    double    bent = 0x1p-22 * draft->exact.extent, thickness = 2.0 * mass.volume / mass.area;
    double    distance = bent < 0x1p-12 * thickness ? bent : 0x1p-12 * thickness;
    if (!(distance > 0.0)) return RIM_OK;
    if (!hull_surface_begin(&surface, draft, distance)) return RIM_ERR_MEMORY;
    rim_status status = has_flat_edge(&surface) ? join_surface(draft, &surface) : RIM_OK;
    hull_surface_end(&surface);
    return status;
}
