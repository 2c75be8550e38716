#include "rimcast/bsp.h"

#include "base/points.h"
#include "solid/bsp/data.h"

#include <assert.h>
#include <math.h>

// --- the triangles -------------------------------------------------------------------------

// Computes the plane of a triangle, with the normal u x v for the edges u = b - a and v = c - a. Returns false if the
// triangle has no area: the squared sine of the angle at a, |n|^2 / (|u|^2 |v|^2), is at most BSP_PARALLEL.
static bool plane_of(bsp_plane *plane, const rim_triangle *t)
{
    vec3d  a = v3d_from(t->a), u = v3d_sub(v3d_from(t->b), a), v = v3d_sub(v3d_from(t->c), a);
    vec3d  n = v3d_cross(u, v);
    double length2 = v3d_length2(n);
    if (!(length2 > BSP_PARALLEL * v3d_length2(u) * v3d_length2(v))) return false;
    plane->n = v3d_scale(n, 1.0 / sqrt(length2));
    plane->w = v3d_dot(plane->n, a);
    return true;
}

// Sets the plane of a triangle, and adds all of the triangle as a fragment with three corners and its id. A triangle
// without area has no fragment: it gets a zero plane and is counted as degenerate. Requires room in b->planes,
// fragments, corners and ids.
static void bsp_add_fragment(bsp_builder *b, const rim_triangle *t, int triangle)
{
    if (!plane_of(&b->planes[triangle], t))
    {
        b->planes[triangle] = (bsp_plane){ { 0.0, 0.0, 0.0 }, 0.0 };
        b->degenerate++;
        return;
    }
    bsp_fragment fragment = { .triangle = triangle, .first = (int32_t)b->corner_count, .count = 3 };
    b->corners[b->corner_count++] = v3d_from(t->a);
    b->corners[b->corner_count++] = v3d_from(t->b);
    b->corners[b->corner_count++] = v3d_from(t->c);
    b->ids[b->id_count++] = (int32_t)b->fragment_count;
    b->fragments[b->fragment_count++] = fragment;
}

// Copies the triangles of the caller to `triangles` and checks them. Sets their planes, their fragments, the ids of the
// root's task, and b->thick. `triangles` and b->planes have room for all of them. Returns RIM_ERR_ARGUMENT for an
// index out of range or a corner that is not finite, or RIM_ERR_MEMORY.
static rim_status bsp_read_all(bsp_builder *b, rim_triangle *triangles, const rim_vec3 *points,
                               int point_count, const int *indices, int count)
{
    double     largest = 0.0;
    size_t     n = (size_t)count;
    point_list list = point_list_of(points, 0);
    if (!BSP_GROW(b, fragments, fragment_room, n) || !BSP_GROW(b, corners, corner_room, 3 * n) ||
        !BSP_GROW(b, ids, id_room, n))
        return RIM_ERR_MEMORY;
    for (int i = 0; i < count; i++)
    {
        rim_vec3 p[3];
        if (!points_of_triangle(p, &list, point_count, indices, i)) return RIM_ERR_ARGUMENT;
        triangles[i] = (rim_triangle){ p[0], p[1], p[2] };
        for (int k = 0; k < 9; k++) largest = fmax(largest, fabs((double)(&p[k / 3].x)[k % 3]));
        bsp_add_fragment(b, &triangles[i], i);
    }
    b->thick = largest * BSP_THICKNESS;
    return RIM_OK;
}

// --- the finished tree ---------------------------------------------------------------------------

// Writes the fragments of the leaves as pieces, in the order of the leaves and with corners rounded to floats. Links
// the pieces of each triangle by `before`. last[t] is the last piece of triangle t so far, or -1. It is scratch memory
// for one number a triangle. Requires the arrays of bsp, with room, and its statistics.
static void copy_pieces(rim_bsp *bsp, const bsp_builder *b, int32_t *last)
{
    size_t corner = 0;
    for (int i = 0; i < bsp->stats.triangles; i++) last[i] = -1;
    for (int leaf = 0; leaf < bsp->stats.leaves; leaf++)
    {
        int32_t first = b->leaves[leaf].first, end = first + b->leaves[leaf].count;
        for (int32_t i = first; i < end; i++)
        {
            const bsp_fragment *fragment = &b->fragments[b->done[i]];
            rim_bsp_piece      *piece = &bsp->pieces[i];
            piece->triangle = fragment->triangle;
            piece->leaf = leaf;
            piece->polygon.points = bsp->corners + corner;
            piece->polygon.count = fragment->count;
            bsp->before[i] = last[fragment->triangle];
            last[fragment->triangle] = i;
            for (int32_t c = 0; c < fragment->count; c++)
                bsp->corners[corner++] = v3d_round(b->corners[fragment->first + c]);
        }
    }
}

// Sets all statistics but the number of triangles. Requires bsp->corner_count.
static void set_statistics(rim_bsp *bsp, const bsp_builder *b)
{
    rim_bsp_stats *s = &bsp->stats;
    int            with_area = s->triangles - b->degenerate;
    s->degenerate = b->degenerate;
    s->nodes = (int)b->node_count;
    s->leaves = (int)b->leaf_count;
    s->pieces = (int)b->done_count;
    s->splits = b->splits;
    s->growth = with_area > 0 ? (float)((double)s->pieces / with_area) : 1.0f;
    s->depth = b->deepest;
    s->crowded = b->crowded;
    s->bytes = sizeof *bsp + (size_t)s->triangles * (sizeof *bsp->triangles + sizeof *bsp->planes) +
               b->node_count * sizeof *bsp->nodes + b->leaf_count * sizeof *bsp->leaves +
               b->done_count * (sizeof *bsp->pieces + sizeof *bsp->before) +
               bsp->corner_count * sizeof *bsp->corners;
}

// Copies the finished tree into arrays of exactly its size. On RIM_ERR_MEMORY the caller releases those that were
// allocated.
static rim_status bsp_store(rim_bsp *bsp, const bsp_builder *b)
{
    const rim_allocator *from = &bsp->from;
    size_t               pieces = b->done_count;
    size_t               triangles = (size_t)bsp->stats.triangles;
    for (size_t i = 0; i < pieces; i++) bsp->corner_count += (size_t)b->fragments[b->done[i]].count;
    bsp->thick = b->thick;
    set_statistics(bsp, b);
    bsp->nodes = memory_allocate(from, b->node_count, sizeof *bsp->nodes);
    bsp->leaves = memory_allocate(from, b->leaf_count, sizeof *bsp->leaves);
    bsp->pieces = memory_allocate(from, pieces, sizeof *bsp->pieces);
    bsp->before = memory_allocate(from, pieces, sizeof *bsp->before);
    bsp->corners = memory_allocate(from, bsp->corner_count, sizeof *bsp->corners);
    int32_t *last = memory_allocate(from, triangles, sizeof *last);
    bool enough = bsp->nodes && bsp->leaves && bsp->pieces && bsp->before && bsp->corners && last;
    if (enough)
    {
        for (size_t i = 0; i < b->node_count; i++) bsp->nodes[i] = b->nodes[i];
        for (size_t i = 0; i < b->leaf_count; i++) bsp->leaves[i] = b->leaves[i];
        copy_pieces(bsp, b, last);
    }
    memory_release(from, last, triangles, sizeof *last);
    return enough ? RIM_OK : RIM_ERR_MEMORY;
}

// Releases all that the builder allocated; the planes belong to the tree.
static void bsp_discard(bsp_builder *b)
{
    const rim_allocator *from = &b->from;
    memory_release(from, b->fragments, b->fragment_room, sizeof *b->fragments);
    memory_release(from, b->corners, b->corner_room, sizeof *b->corners);
    memory_release(from, b->ids, b->id_room, sizeof *b->ids);
    memory_release(from, b->halves, b->half_room, sizeof *b->halves);
    memory_release(from, b->done, b->done_room, sizeof *b->done);
    memory_release(from, b->tasks, b->task_room, sizeof *b->tasks);
    memory_release(from, b->nodes, b->node_room, sizeof *b->nodes);
    memory_release(from, b->leaves, b->leaf_room, sizeof *b->leaves);
}

// Reads the triangles, divides them and stores the tree. Requires that rim_bsp_create has checked the options and
// counts, and has set bsp->from and the number of triangles. Zeroed options mean a growth of 16 and the largest depth.
// On an error the caller destroys what was allocated.
static rim_status bsp_build(rim_bsp *bsp, const rim_vec3 *points, int point_count,
                            const int *indices, const rim_bsp_options *options)
{
    bsp_builder b = { .from = bsp->from, .progress = options->progress };
    int         count = bsp->stats.triangles;
    b.growth = options->growth > 0.0f ? options->growth : 16.0;
    b.depth = options->depth ? options->depth : BSP_MAX_DEPTH;
    bsp->triangles = memory_allocate(&b.from, (size_t)count, sizeof *bsp->triangles);
    bsp->planes = memory_allocate(&b.from, (size_t)count, sizeof *bsp->planes);
    b.planes = bsp->planes;
    rim_status status = bsp->triangles && bsp->planes ? RIM_OK : RIM_ERR_MEMORY;
    if (!status) status = bsp_read_all(&b, bsp->triangles, points, point_count, indices, count);
    if (!status) status = bsp_grow(&b);
    if (!status) status = bsp_store(bsp, &b);
    bsp_discard(&b);
    return status;
}

// Checks the counts and the options, and builds the tree; see bsp.h. On an error *out stays NULL.
rim_status rim_bsp_create(rim_bsp **out, const rim_vec3 *points, int point_count,
                          const int *indices, int triangle_count, const rim_bsp_options *options)
{
    static const rim_bsp_options plain = { 0 };
    RIM_ASSERT(out, "out is NULL");
    *out = NULL;
    if (!options) options = &plain;
    if (triangle_count < 0 || triangle_count > BSP_MAX_TRIANGLES || point_count < 0)
        return RIM_ERR_SIZE;
    if (!indices && point_count / 3 < triangle_count) return RIM_ERR_SIZE;
    if (options->depth < 0 || options->depth > BSP_MAX_DEPTH) return RIM_ERR_ARGUMENT;
    if (options->growth != 0.0f && !(options->growth >= 1.0f && options->growth < INFINITY))
        return RIM_ERR_ARGUMENT;
    rim_allocator from = memory_allocator_or_default(options->allocator);
    rim_bsp      *bsp = memory_allocate_zeroed(&from, 1, sizeof *bsp);
    if (!bsp) return RIM_ERR_MEMORY;
    bsp->from = from;
    bsp->stats.triangles = triangle_count;
    rim_status status = bsp_build(bsp, points, point_count, indices, options);
    if (status)
        rim_bsp_destroy(bsp);
    else
        *out = bsp;
    return status;
}

// Releases the tree and its arrays. After a failed construction some of them are NULL.
void rim_bsp_destroy(rim_bsp *bsp)
{
    if (!bsp) return;
    rim_allocator        from = bsp->from;
    const rim_bsp_stats *s = &bsp->stats;
    memory_release(&from, bsp->triangles, (size_t)s->triangles, sizeof *bsp->triangles);
    memory_release(&from, bsp->planes, (size_t)s->triangles, sizeof *bsp->planes);
    memory_release(&from, bsp->nodes, (size_t)s->nodes, sizeof *bsp->nodes);
    memory_release(&from, bsp->leaves, (size_t)s->leaves, sizeof *bsp->leaves);
    memory_release(&from, bsp->pieces, (size_t)s->pieces, sizeof *bsp->pieces);
    memory_release(&from, bsp->before, (size_t)s->pieces, sizeof *bsp->before);
    memory_release(&from, bsp->corners, bsp->corner_count, sizeof *bsp->corners);
    memory_release(&from, bsp, 1, sizeof *bsp);
}

// --- queries --------------------------------------------------------------------------------------

rim_bsp_stats rim_bsp_statistics(const rim_bsp *bsp)
{
    return bsp->stats;
}

const rim_bsp_piece *rim_bsp_pieces(const rim_bsp *bsp, int *count)
{
    if (count) *count = bsp->stats.pieces;
    return bsp->pieces;
}

// Returns true if a piece faces the eye, or the eye is in its plane.
static bool piece_faces(const rim_bsp *bsp, int32_t piece, vec3d eye)
{
    return !(bsp_height(&bsp->planes[bsp->pieces[piece].triangle], eye) < 0.0);
}

// A drawing order of the pieces, from back to front. With `capacity` 0, pieces are counted but not ordered.
typedef struct painter_order
{
    vec3d eye;
    int  *order; // may be NULL if `capacity` is 0
    int   capacity,
        count;         // of all pieces, also of those beyond `capacity`, which are not written
    int before_sphere; // the number of pieces to draw before the sphere
} painter_order;

// Appends the pieces of a leaf to the order, first those that face the eye. If the sphere overlaps the leaf's cell, it
// comes between the two. All pieces on a cell's border face into the cell. So those that face the eye are on the far
// side of the cell and cannot hide the rest, whose backs face the eye.
static void append_leaf(painter_order *o, const rim_bsp *bsp, const bsp_leaf *leaf, bool overlaps)
{
    if (o->capacity == 0 && !overlaps)
    {
        o->count += leaf->count;
        return;
    }
    for (int pass = 0; pass < 2; pass++)
    {
        bool faces = pass == 0;
        for (int32_t i = leaf->first; i < leaf->first + leaf->count; i++)
        {
            if (piece_faces(bsp, i, o->eye) != faces) continue;
            if (o->count < o->capacity) o->order[o->count] = i;
            o->count++;
        }
        if (faces && overlaps) o->before_sphere = o->count;
    }
}

// A traversal stack entry.
typedef struct reached
{
    int32_t at;       // a node, or leaf ~at
    bool    overlaps; // the sphere may overlap its cell
} reached;

// Fills o->order from back to front; sets o->count and o->before_sphere. This is the painter's order (Fuchs, Kedem,
// Naylor, "On visible surface generation by a priori tree structures", 1980): nothing on the far side of a node's plane
// can hide anything on the eye's side, so the far child is visited first. The stack returns the last child first, so the
// near child is pushed first. Each level leaves at most one child on the stack. The sphere is ordered with the pieces of
// the last cell that it overlaps (append_leaf).
static void find_painter_order(painter_order *o, const rim_bsp *bsp, rim_sphere sphere)
{
    reached stack[BSP_MAX_DEPTH + 2];
    int     waiting = 1;
    vec3d   center = v3d_from(sphere.center);
    stack[0] =
        (reached){ bsp->stats.nodes > 0 ? 0 : ~0, true }; // the root as a node, or as the only leaf
    while (waiting > 0)
    {
        reached now = stack[--waiting];
        if (now.at < 0)
        {
            append_leaf(o, bsp, &bsp->leaves[~now.at], now.overlaps);
            continue;
        }
        const bsp_node *node = &bsp->nodes[now.at];
        double          height = bsp_height(&node->plane, center);
        // The sphere can overlap a child only if it overlaps the parent and reaches the child's side of the plane.
        bool            overlaps[2] = { now.overlaps && height >= -(double)sphere.radius,
                                        now.overlaps && height < (double)sphere.radius };
        int near = bsp_height(&node->plane, o->eye) < 0.0; // the child on the eye's side
        stack[waiting++] = (reached){ node->child[near], overlaps[near] };
        stack[waiting++] = (reached){ node->child[!near], overlaps[!near] };
    }
}

int rim_bsp_order(const rim_bsp *bsp, rim_vec3 eye, int *order, int capacity)
{
    painter_order o = { .eye = v3d_from(eye), .order = order, .capacity = capacity };
    find_painter_order(&o, bsp, (rim_sphere){ eye, 0.0f }); // o.before_sphere is not used
    return o.count;
}

int rim_bsp_place(const rim_bsp *bsp, rim_vec3 eye, rim_sphere bounds)
{
    painter_order o = { .eye = v3d_from(eye), .capacity = 0 }; // the pieces are only counted
    find_painter_order(&o, bsp, bounds);
    return o.before_sphere;
}
