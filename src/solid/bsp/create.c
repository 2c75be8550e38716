#include "rimcast/bsp.h"

#include "base/points.h"
#include "solid/bsp/data.h"

#include <math.h>

// --- the triangles -------------------------------------------------------------------------

// Computes the plane of a triangle, with the unit normal along u x v for the edges u and v from its first corner. Returns
// false, and leaves *plane, if the triangle counts as one without area: the squared sine of its largest angle is at most
// BSP_PARALLEL. With n = u x v and the edge w from u's end to v's, it is |n|^2 over the product of the two least of
// |u|^2, |v|^2 and |w|^2. False for NaN, which equal corners give.
static bool plane_of(bsp_plane *plane, const rim_vec3 p[3])
{
    vec3d  a = v3d_from(p[0]), u = v3d_sub(v3d_from(p[1]), a), v = v3d_sub(v3d_from(p[2]), a);
    vec3d  n = v3d_cross(u, v);
    double length2 = v3d_length2(n), uu = v3d_length2(u), vv = v3d_length2(v);
    double ww = v3d_length2(v3d_sub(v, u)), longest = fmax(uu, fmax(vv, ww));
    if (!(length2 > BSP_PARALLEL * (uu * vv * ww / longest))) return false;
    plane->n = v3d_scale(n, 1.0 / sqrt(length2));
    plane->w = v3d_dot(plane->n, a);
    return true;
}

// Reads the triangles of the caller and checks them. Sets their planes, b->last, b->thick, and the root's set: each
// triangle is a fragment with three corners. A triangle without area has no fragment: it gets a zero plane and is counted
// as degenerate. Returns RIM_ERR_ARGUMENT for an index out of range or a corner that is not finite, or RIM_ERR_MEMORY.
static rim_status bsp_read_all(bsp_builder *b, bsp_set *root, const rim_vec3 *points,
                               int point_count, const int *indices)
{
    double     largest = 0.0;
    size_t     n = (size_t)b->stats.triangles;
    point_list list = point_list_of(points, 0);
    if (!BSP_GROW(b, planes, plane_room, n) || !BSP_GROW(b, last, last_room, n) ||
        !BSP_GROW(b, open, open_room, n) || !BSP_GROW(b, corners, corner_room, 3 * n))
        return RIM_ERR_MEMORY;
    for (int i = 0; i < b->stats.triangles; i++)
    {
        rim_vec3 p[3];
        if (!points_of_triangle(p, &list, point_count, indices, i)) return RIM_ERR_ARGUMENT;
        for (int k = 0; k < 9; k++) largest = fmax(largest, fabs((double)(&p[k / 3].x)[k % 3]));
        b->last[i] = -1;
        b->planes[i] = (bsp_plane){ { 0.0, 0.0, 0.0 }, 0.0 };
        if (!plane_of(&b->planes[i], p)) continue;
        b->open[root->count++] =
            (bsp_fragment){ .triangle = i, .first = (int32_t)b->corner_count, .count = 3 };
        for (int k = 0; k < 3; k++) b->corners[b->corner_count++] = v3d_from(p[k]);
    }
    b->stats.degenerate = b->stats.triangles - (int)root->count;
    b->thick = largest * BSP_THICKNESS;
    return RIM_OK;
}

// --- the finished tree ---------------------------------------------------------------------------

// Sets the arrays of a tree with these statistics and so many corners in one block at `base`, and returns the block's
// bytes. With base NULL only the bytes count.
static size_t bsp_place_arrays(rim_bsp *bsp, size_t corners, char *base)
{
    memory_layout        block = { base, 0 };
    const rim_bsp_stats *s = &bsp->stats;
    bsp->planes = memory_take(&block, (size_t)s->triangles, sizeof *bsp->planes);
    bsp->nodes = memory_take(&block, (size_t)s->nodes, sizeof *bsp->nodes);
    bsp->leaves = memory_take(&block, (size_t)s->leaves, sizeof *bsp->leaves);
    bsp->pieces = memory_take(&block, (size_t)s->pieces, sizeof *bsp->pieces);
    bsp->before = memory_take(&block, (size_t)s->pieces, sizeof *bsp->before);
    bsp->corners = memory_take(&block, corners, sizeof *bsp->corners);
    return block.size;
}

// Writes the fragments of the leaves as pieces, in the order of the leaves and with corners rounded to floats. Links
// the pieces of each triangle by `before`. b->last[t] is the last piece of triangle t so far, or -1. Requires the other
// arrays of bsp, and room for these.
static void copy_pieces(rim_bsp *bsp, bsp_builder *b)
{
    rim_vec3 *corner = bsp->corners;
    for (int leaf = 0; leaf < bsp->stats.leaves; leaf++)
    {
        int32_t first = bsp->leaves[leaf].first, end = first + bsp->leaves[leaf].count;
        for (int32_t i = first; i < end; i++)
        {
            bsp_fragment f = b->done[i];
            bsp->pieces[i] = (rim_bsp_piece){ f.triangle, leaf, { corner, f.count } };
            bsp->before[i] = b->last[f.triangle];
            b->last[f.triangle] = i;
            for (int32_t c = 0; c < f.count; c++) *corner++ = v3d_round(b->corners[f.first + c]);
        }
    }
}

// Copies the finished tree into a block of its own. Returns NULL when out of memory.
static rim_bsp *bsp_store(bsp_builder *b)
{
    rim_bsp        tree = { .from = b->from, .thick = b->thick, .stats = b->stats };
    rim_bsp_stats *s = &tree.stats;
    int            with_area = s->triangles - s->degenerate;
    s->growth = with_area > 0 ? (float)((double)s->pieces / with_area) : 1.0f;
    size_t corners = 0;
    for (int i = 0; i < s->pieces; i++) corners += (size_t)b->done[i].count;
    s->bytes = sizeof tree + MEMORY_ALIGNMENT + bsp_place_arrays(&tree, corners, NULL);
    rim_bsp *bsp = memory_allocate(&b->from, 1, s->bytes);
    if (!bsp) return NULL;
    *bsp = tree;
    bsp_place_arrays(bsp, corners, memory_aligned(bsp + 1));
    for (int i = 0; i < s->triangles; i++) bsp->planes[i] = b->planes[i];
    for (int i = 0; i < s->nodes; i++) bsp->nodes[i] = b->nodes[i];
    for (int i = 0; i < s->leaves; i++) bsp->leaves[i] = b->leaves[i];
    copy_pieces(bsp, b);
    return bsp;
}

// Releases all that the builder allocated.
static void bsp_discard(bsp_builder *b)
{
    const rim_allocator *from = &b->from;
    memory_release(from, b->planes, b->plane_room, sizeof *b->planes);
    memory_release(from, b->last, b->last_room, sizeof *b->last);
    memory_release(from, b->corners, b->corner_room, sizeof *b->corners);
    memory_release(from, b->open, b->open_room, sizeof *b->open);
    memory_release(from, b->done, b->done_room, sizeof *b->done);
    memory_release(from, b->nodes, b->node_room, sizeof *b->nodes);
    memory_release(from, b->leaves, b->leaf_room, sizeof *b->leaves);
}

// Checks the counts and the options, reads the triangles, divides them and stores the tree; see bsp.h. Zeroed options
// mean a growth of 16 and the largest depth. The progress at the end is always 1.
rim_status rim_bsp_create(rim_bsp **out, const rim_vec3 *points, int point_count,
                          const int *indices, int triangle_count, const rim_bsp_options *options)
{
    static const rim_bsp_options plain = { 0 };
    RIM_ASSERT(out, "out is NULL");
    *out = NULL;
    if (!options) options = &plain;
    if (!points_suffice(point_count, indices, triangle_count, BSP_MAX_TRIANGLES))
        return RIM_ERR_SIZE;
    if (options->depth < 0 || options->depth > BSP_MAX_DEPTH) return RIM_ERR_ARGUMENT;
    if (options->growth != 0.0f && !(options->growth >= 1.0f && options->growth < INFINITY))
        return RIM_ERR_ARGUMENT;

    bsp_builder b = { .from = memory_allocator_or_default(options->allocator),
                      .progress = options->progress,
                      .depth = options->depth ? options->depth : BSP_MAX_DEPTH,
                      .stats.triangles = triangle_count };
    bsp_set     root = { .share = 1.0 };
    int32_t     at;
    rim_status  status = bsp_read_all(&b, &root, points, point_count, indices);
    root.budget = (options->growth > 0.0f ? options->growth : 16.0) * (double)root.count;
    if (!status) status = bsp_grow(&b, root, &at);
    if (!status && b.progress.report && !b.progress.report(b.progress.context, 1.0))
        status = RIM_ERR_CANCELLED;
    if (!status) *out = bsp_store(&b);
    if (!status && !*out) status = RIM_ERR_MEMORY;
    bsp_discard(&b);
    return status;
}

void rim_bsp_destroy(rim_bsp *bsp)
{
    if (!bsp) return;
    rim_allocator from = bsp->from;
    memory_release(&from, bsp, 1, bsp->stats.bytes);
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

// A drawing order of the pieces, from back to front, and the place of a sphere in it.
typedef struct painter_order
{
    vec3d  eye, center;
    double radius; // of the sphere
    int   *order;  // may be NULL if `capacity` is 0
    int    capacity;
    int    count;         // of all pieces, also of those beyond `capacity`, which are not written
    int    before_sphere; // the number of pieces to draw before the sphere
} painter_order;

// Appends the pieces of a leaf to the order, first those that face the eye. If the sphere overlaps the leaf's cell, it
// comes between the two. All pieces on a cell's border face into the cell. So those that face the eye are on the far
// side of the cell and cannot hide the rest, whose backs face the eye.
static void append_leaf(painter_order *o, const rim_bsp *bsp, const bsp_leaf *leaf, bool overlaps)
{
    for (int faces = 1; faces >= 0; faces--)
    {
        for (int32_t i = leaf->first; i < leaf->first + leaf->count; i++)
        {
            // A piece with the eye in its plane counts as facing it.
            double height = bsp_height(&bsp->planes[bsp->pieces[i].triangle], o->eye);
            if ((height < 0.0) == faces) continue;
            if (o->count < o->capacity) o->order[o->count] = i;
            o->count++;
        }
        if (faces && overlaps) o->before_sphere = o->count;
    }
}

// Appends the pieces below `at`, a node or leaf ~at, from back to front. This is the painter's order (Fuchs, Kedem,
// Naylor, "On visible surface generation by a priori tree structures", 1980): nothing on the far side of a node's plane
// can hide anything on the eye's side, so the far child is visited first. The sphere is ordered with the pieces of the
// last cell that it overlaps (append_leaf). `overlaps` is false if it does not overlap the cell of `at`.
static void append_below(painter_order *o, const rim_bsp *bsp, int32_t at, bool overlaps)
{
    if (at < 0)
    {
        append_leaf(o, bsp, &bsp->leaves[~at], overlaps);
        return;
    }
    const bsp_node *node = &bsp->nodes[at];
    double          height = bsp_height(&node->plane, o->center);
    // The sphere can overlap a child only if it overlaps the parent and reaches the child's side of the plane.
    bool reaches[2] = { overlaps && height >= -o->radius, overlaps && height < o->radius };
    int  near = bsp_height(&node->plane, o->eye) < 0.0; // the child on the eye's side
    append_below(o, bsp, node->child[!near], reaches[!near]);
    append_below(o, bsp, node->child[near], reaches[near]);
}

int rim_bsp_order(const rim_bsp *bsp, rim_vec3 eye, int *order, int capacity)
{
    painter_order o = { .eye = v3d_from(eye), .order = order, .capacity = capacity };
    append_below(&o, bsp, bsp_root(bsp), false);
    return o.count;
}

int rim_bsp_place(const rim_bsp *bsp, rim_vec3 eye, rim_sphere bounds)
{
    painter_order o = { .eye = v3d_from(eye),
                        .center = v3d_from(bounds.center),
                        .radius = bounds.radius };
    append_below(&o, bsp, bsp_root(bsp), true);
    return o.before_sphere;
}
