#include "solid/hull/data.h"

#include "base/exact.h"
#include "base/float.h"
#include "base/sort.h"
#include "solid/hull/builder.h"
#include "solid/hull/cut.h"
#include "solid/hull/tolerances.h"

// --- a limit from outside --------------------------------------------------------------------------------
//
// A hull with few corners that contains all points: a box, cut by those planes of the full hull that
// take most away, as long as the corners stay few enough.
//
// Every plane is moved outward by a margin that is larger than what rounding moves corners, and the
// result is checked exactly; if a point is outside after all, the margin grows.

// The faces of the box have the first numbers.
#define BOX_FACES 6

// A face of the full hull, and how far the body extends beyond the face's moved plane.
typedef struct limit_face
{
    double  beyond;
    int32_t number;
} limit_face;

// The state of the cuts.
typedef struct limiter
{
    const rim_hull *full;   // the hull of all points, with all its corners
    double          margin; // by which planes are moved outward
    int             max_corners;
    cut_body        body;  // the box and what the cuts leave of it
    vec3d           shift; // from the body's frame to the full hull's center frame
    limit_face     *faces; // memory for all faces of the full hull
} limiter;

// Returns the signed distance of a node from the plane of the full hull's face, moved outward by the margin; positive
// beyond it. Requires l->shift.
static double hull_limit_distance(const limiter *l, int32_t face, int32_t node)
{
    const rim_hull *full = l->full;
    const cut_body *b = &l->body;
    vec3d           at = v3d_add(cut_position(b, node), l->shift);
    return full->px[face] * at.x + full->py[face] * at.y + full->pz[face] * at.z -
           (full->pd[face] + l->margin);
}

// Returns how far the body extends beyond a face's plane, moved outward by the margin; 0 if no node is beyond it.
static double most_beyond(const limiter *l, int32_t face)
{
    double most = 0.0;
    for (int32_t i = 0; i < l->body.count; i++)
        if (cut_bit(l->body.alive, i)) most = fmax(most, hull_limit_distance(l, face, i));
    return most;
}

// Returns the number of nodes that a cut by the face's moved plane would leave: the nodes not beyond it, and a new one
// for each edge from such a node to one beyond.
static int32_t nodes_after(const limiter *l, int32_t face)
{
    const cut_body *b = &l->body;
    int32_t         nodes = 0;
    for (int32_t i = 0; i < b->count; i++)
    {
        if (!cut_bit(b->alive, i) || hull_limit_distance(l, face, i) > 0.0) continue;
        nodes++;
        for (int32_t h = 4 * i; h < 4 * i + 3; h++)
            nodes += hull_limit_distance(l, face, b->twins[h] >> 2) > 0.0;
    }
    return nodes;
}

// Orders faces for sort_heap: the body extends the farthest beyond the first.
static bool hull_limit_comes_before(const void *left, const void *right, const void *context)
{
    const limit_face *f = left, *g = right;
    (void)context;
    return f->beyond > g->beyond || (f->beyond == g->beyond && f->number < g->number);
}

// Cuts the body by the planes of the full hull's faces, each moved outward by the margin. Each round tries the moved
// planes from the one that the body extends farthest beyond, and skips those whose cut would leave more than
// max_corners nodes, until one cuts. (The cut body has at most one corner at each node.) Each plane is tried at most
// once, so the loop ends. The body may extend far beyond skipped planes.
//
// If the body extends beyond a moved plane by at most twice the margin, no cut is needed, now or later. Sides of the
// box make a tolerance necessary: the box is grown by twice the margin, so a side that is parallel to a face is about
// one margin outside of the face's moved plane.
//
// Returns false when out of memory. Requires margin >= 0.
static bool cut_up_to_limit(limiter *l)
{
    const rim_hull *full = l->full;
    limit_face     *faces = l->faces; // the `count` that were not tried
    int32_t         count = full->face_count;
    for (int32_t f = 0; f < count; f++) faces[f].number = f;
    for (;;)
    {
        int32_t kept = 0;
        for (int32_t i = 0; i < count; i++)
        {
            limit_face face = { most_beyond(l, faces[i].number), faces[i].number };
            if (face.beyond > 2.0 * l->margin) faces[kept++] = face;
        }
        sort_heap(faces, (size_t)kept, sizeof *faces, hull_limit_comes_before, NULL);
        for (; kept > 0 && nodes_after(l, faces->number) > l->max_corners; kept--) faces++;
        if (kept == 0) return true;
        int32_t best = faces++->number;
        count = kept - 1;
        vec3d      n = v3d(full->px[best], full->py[best], full->pz[best]);
        hull_plane plane = { n, full->pd[best] + l->margin - v3d_dot(n, l->shift) };
        if (cut_by(&l->body, plane, 0.0, BOX_FACES + best) == CUT_NO_MEMORY) return false;
    }
}

// Creates the hull of the body's nodes, rounded to floats; `center` is the origin of the body's frame. The corners get
// the source -1, as they are no input points.
static rim_status limit_round_nodes(const limiter *l, vec3d center, rim_hull **out)
{
    const cut_body  *b = &l->body;
    rim_hull_options options = { .merge = RIM_HULL_EXACT, .allocator = &l->full->allocator };
    size_t           room = (size_t)b->count;
    rim_vec3        *points = memory_allocate(options.allocator, room, sizeof *points);
    if (!points) return RIM_ERR_MEMORY;
    int count = 0;
    for (int32_t i = 0; i < b->count; i++)
        if (cut_bit(b->alive, i)) points[count++] = v3d_round(v3d_add(cut_position(b, i), center));
    rim_status status = rim_hull_create(out, points, count, &options);
    for (int32_t i = 0; *out && i < (*out)->corner_count; i++) (*out)->sources[i] = -1;
    memory_release(options.allocator, points, room, sizeof *points);
    return status;
}

// Returns true if the hull contains all corners of the full hull, decided exactly.
static bool contains_all(const rim_hull *hull, const rim_hull *full)
{
    for (int32_t i = 0; i < full->corner_count; i++)
        if (!rim_hull_contains(hull, full->corners[i])) return false;
    return true;
}

// Makes one attempt with the margin l->margin: *out is the hull of the cut box, rounded to floats. The box is that of
// the full hull's bounds, grown by twice the margin, but not beyond the largest float. Sets l->shift and l->body. On
// failure *out is NULL.
static rim_status attempt(limiter *l, rim_hull **out)
{
    *out = NULL;
    rim_hull *box;
    rim_box3  bounds = rim_box3_grow(l->full->bounds, (float)(2.0 * l->margin));
    bounds = rim_box3_make(v3d_saturate(v3d_from(bounds.lo)), v3d_saturate(v3d_from(bounds.hi)));
    rim_status status = hull_create_from_bounds(&box, bounds, &l->full->allocator);
    if (status != RIM_OK) return status;
    vec3d center = v3d_from(box->center);
    l->shift = v3d_sub(center, v3d_from(l->full->center));
    bool good = cut_load(&l->body, box, BOX_FACES + l->full->face_count) && cut_up_to_limit(l);
    rim_hull_destroy(box);
    return good ? limit_round_nodes(l, center, out) : RIM_ERR_MEMORY;
}

// Replaces a solid by one of at most max_corners that contains it. An attempt whose result does not contain all corners
// is followed by one with four times the margin. This ends: with a large enough margin no plane cuts the box, which
// contains the hull and has eight corners, the least limit that hull_options_are_good allows. On failure the hull stays
// as it is.
static rim_status hull_limit_outside(rim_hull **hull, int max_corners)
{
    rim_hull *full = *hull, *made = NULL;
    size_t    faces = (size_t)full->face_count;
    limiter   l = { .full = full, .max_corners = max_corners };
    cut_begin(&l.body, &full->allocator);
    l.faces = memory_allocate(&full->allocator, faces, sizeof *l.faces);
    rim_status status = l.faces ? RIM_OK : RIM_ERR_MEMORY;
    // The extent may be larger than every coordinate.
    l.margin = HULL_LIMIT_MARGIN * (full->extent > full->largest ? full->extent : full->largest);
    while (status == RIM_OK && *hull == full)
    {
        status = attempt(&l, &made);
        l.margin *= 4.0;
        if (status == RIM_OK && contains_all(made, full))
            *hull = made;
        else
            rim_hull_destroy(made);
    }
    memory_release(&full->allocator, l.faces, faces, sizeof *l.faces);
    cut_end(&l.body);
    if (*hull != full) rim_hull_destroy(full);
    return status;
}

// --- making ----------------------------------------------------------------------------------------------

static bool all_finite(point_list points, int count)
{
    for (int i = 0; i < count; i++)
        if (!vec3_is_finite(point_at(&points, (size_t)i))) return false;
    return true;
}

// Returns true if the options have values that hull.h allows.
static bool hull_options_are_good(const rim_hull_options *options)
{
    int  least = options->limit == RIM_HULL_LIMIT_OUTSIDE ? 8 : 4; // a box, a tetrahedron
    bool limit = options->max_corners == 0 || options->max_corners >= least;
    bool merge = options->merge >= 0.0f ? options->merge < 1.0f : options->merge == RIM_HULL_EXACT;
    return limit && merge && (unsigned)options->limit <= RIM_HULL_LIMIT_OUTSIDE;
}

// Creates the hull of checked points with checked options: the hull of all points, which is then limited and merged, as
// the options say. A hull without volume is neither limited nor merged.
static rim_status create(rim_hull **out, point_list points, int count,
                         const rim_hull_options *options)
{
    int  most = options->max_corners;
    bool outside = options->limit == RIM_HULL_LIMIT_OUTSIDE;

    hull_builder builder = hull_builder_begin(options->allocator);
    hull_point  *sorted = memory_allocate(&builder.from, (size_t)count, sizeof *sorted);
    rim_status   status = RIM_ERR_MEMORY;
    if (sorted && hull_quickhull(&builder, sorted, hull_points_sort(sorted, points, count),
                                 outside ? 0 : most))
        status = hull_build_topology(out, &builder, NULL);
    memory_release(&builder.from, sorted, (size_t)count, sizeof *sorted);
    hull_builder_end(&builder);

    if (status != RIM_OK || (*out)->kind != RIM_HULL_SOLID) return status;
    if (outside && most > 0 && (*out)->corner_count > most) status = hull_limit_outside(out, most);
    if (status == RIM_OK && options->merge >= 0.0f) status = hull_merge(out, options->merge);
    if (status == RIM_OK) return status;
    rim_hull_destroy(*out);
    *out = NULL;
    return status;
}

// Checks the options and the points, and creates the hull.
rim_status rim_hull_create(rim_hull **out, const rim_vec3 *points, int count,
                           const rim_hull_options *options)
{
    static const rim_hull_options defaults = { .max_corners = 0 };
    RIM_ASSERT(out && (points || count == 0), "out or the points are NULL");
    *out = NULL;
    if (!options) options = &defaults;
    if (count < 0) return RIM_ERR_SIZE;
    point_list list = point_list_of(points, options->stride);
    if (!hull_options_are_good(options) || list.stride == 0 || !all_finite(list, count))
        return RIM_ERR_ARGUMENT;
    return create(out, list, count, options);
}

void rim_hull_destroy(rim_hull *hull)
{
    if (!hull) return;
    rim_allocator from = hull->allocator;
    memory_release(&from, hull, hull->block_size, 1);
}

// --- reading -----------------------------------------------------------------------------------------------

// Returns the counts, and the hull's own arrays.
rim_hull_parts rim_hull_read(const rim_hull *hull)
{
    return (rim_hull_parts){ hull->kind,    hull->corner_count, hull->edge_count, hull->face_count,
                             hull->corners, hull->sources,      hull->edges };
}

// Returns a face's loop and its plane, rounded to floats; a zeroed face for a number out of range.
rim_hull_face rim_hull_face_at(const rim_hull *hull, int face)
{
    RIM_ASSERT(face >= 0 && face < hull->face_count, "a hull has no face of that number");
    if (face < 0 || face >= hull->face_count) return (rim_hull_face){ 0 };
    const hull_plane *plane = &hull->planes[face];
    return (rim_hull_face){ hull->loops + hull->starts[face],
                            hull->starts[face + 1] - hull->starts[face],
                            { v3d_round(plane->normal), (float)plane->offset } };
}

rim_mass3 rim_hull_mass(const rim_hull *hull)
{
    return hull->mass;
}

// --- queries ------------------------------------------------------------------------------------------------

// Returns true if p is in a flat hull's polygon: exactly in its plane and, for each edge, on the edge's line or on the
// side of the loop's next corner, seen along each axis. At least one of the three axes shows the polygon as a polygon.
// An axis in its plane shows all points on one line: both signs are 0.
static bool flat_contains(const rim_hull *hull, rim_vec3 p)
{
    const int32_t  *loop = hull->loops;
    const rim_vec3 *c = hull->corners;
    int32_t         count = hull->starts[1];
    if (exact_orient3(c[loop[0]], c[loop[1]], c[loop[2]], p) != 0) return false;
    for (int32_t i = 0; i < count; i++)
    {
        rim_vec3 a = c[loop[i]], b = c[loop[(i + 1) % count]], inner = c[loop[(i + 2) % count]];
        for (int axis = 0; axis < 3; axis++)
            if (exact_turn(a, b, inner, axis) * exact_turn(a, b, p, axis) < 0) return false;
    }
    return true;
}

// Returns true if p is in the hull, decided exactly: not in front of any exact face of a solid, in the polygon, on the
// segment, or equal to the point. On a segment is what is in its bounds and on its line. A solid whose faces were merged
// by a distance is what its planes enclose.
bool rim_hull_contains(const rim_hull *hull, rim_vec3 p)
{
    if (!rim_box3_contains(hull->bounds, p)) return false;
    const rim_vec3 *c = hull->corners;
    if (hull->kind == RIM_HULL_POINT) return true; // the box is the point
    if (hull->kind == RIM_HULL_LINE) return exact_collinear(c[0], c[1], p);
    if (hull->kind == RIM_HULL_FLAT) return flat_contains(hull, p);
    for (int32_t f = 0; f < hull->facet_count; f++)
    {
        const int32_t *facet = hull->facets + 3 * f;
        if (exact_orient3(c[facet[0]], c[facet[1]], c[facet[2]], p) > 0) return false;
    }
    // Only a hull merged by a distance has no exact faces.
    vec3d at = v3d_sub(v3d_from(p), v3d_from(hull->center));
    for (int32_t f = 0; f < hull->face_count && hull->facet_count == 0; f++)
        if (v3d_dot(v3d(hull->px[f], hull->py[f], hull->pz[f]), at) > hull->pd[f]) return false;
    return hull->kind == RIM_HULL_SOLID;
}

rim_convex rim_hull_convex(const rim_hull *hull)
{
    return hull->view;
}
