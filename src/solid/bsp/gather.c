// Gathers the triangles that a moving shape can touch.
#include "rimcast/bsp.h"

#include "base/float.h"
#include "solid/bsp/data.h"

#include <math.h>

// A query: the path of a sphere, and the triangles found so far.
typedef struct bsp_gather
{
    rim_capsule  swept;   // the path, with the sphere's radius
    vec3d        ends[2]; // of the path
    double       reach;   // children farther from both ends are left out
    rim_box3     bounds;  // of all points within the reach of the path
    int         *numbers;
    int          capacity, count;
    rim_bsp_work work;
} bsp_gather;

// Returns true if the distance of a piece from the path is at most the sphere's radius and the thickness. Computes the
// distance only if the boxes of both overlap.
static bool touches(const rim_bsp *bsp, bsp_gather *g, int32_t piece)
{
    rim_polygon3 polygon = bsp->pieces[piece].polygon;
    rim_box3     box = rim_box3_empty();
    for (int i = 0; i < polygon.count; i++) box = rim_box3_add(box, polygon.points[i]);
    if (!rim_box3_overlaps(box, g->bounds)) return false;
    g->work.measured++;
    return rim_capsule_distance_polygon3(g->swept, polygon).distance <= bsp->thick;
}

// Adds the triangle of a piece that touches the path, unless an earlier piece of the same triangle touches it, too. The
// traversal visits every piece that touches, so the earliest of them adds the triangle. Numbers beyond the capacity are
// counted but not written.
static void take_piece(const rim_bsp *bsp, bsp_gather *g, int32_t piece)
{
    g->work.pieces++;
    if (!touches(bsp, g, piece)) return;
    for (int32_t i = bsp->before[piece]; i >= 0; i = bsp->before[i])
        if (touches(bsp, g, i)) return;
    if (g->count < g->capacity) g->numbers[g->count] = bsp->pieces[piece].triangle;
    g->count++;
}

// Adds the triangles of all leaves below `at`, a node or leaf ~at, that the path may touch. A child is left out if both
// ends of the path, and so all of it, are farther than `reach` on the other side of the plane.
static void gather_below(const rim_bsp *bsp, bsp_gather *g, int32_t at)
{
    if (at < 0)
    {
        const bsp_leaf *leaf = &bsp->leaves[~at];
        for (int32_t i = 0; i < leaf->count; i++) take_piece(bsp, g, leaf->first + i);
        return;
    }
    const bsp_node *node = &bsp->nodes[at];
    double          a = bsp_height(&node->plane, g->ends[0]);
    double          b = bsp_height(&node->plane, g->ends[1]);
    g->work.nodes++;
    if (fmax(a, b) >= -g->reach) gather_below(bsp, g, node->child[0]);
    if (fmin(a, b) <= g->reach) gather_below(bsp, g, node->child[1]);
}

// Lists the triangles within the radius of the sphere's path, and possibly some that are farther by up to the thickness
// of planes. Returns their number, which may be larger than the capacity. Pieces may extend beyond their cells by the
// thickness, and touch at a distance of the radius and the thickness. So `reach` is the radius and four times the
// thickness, which includes a margin for rounding.
int rim_bsp_gather_sphere(const rim_bsp *bsp, rim_sphere sphere, rim_vec3 delta, int *numbers,
                          int capacity, rim_bsp_work *work)
{
    rim_vec3   to = v3d_saturate(v3d_from(rim_vec3_add(sphere.center, delta)));
    bsp_gather g = { .swept = { sphere.center, to, sphere.radius },
                     .ends = { v3d_from(sphere.center), v3d_from(to) },
                     .reach = sphere.radius + 4.0 * bsp->thick,
                     .numbers = numbers,
                     .capacity = numbers ? capacity : 0 };
    // The margin includes the roundings of the box to floats.
    double     size = g.reach + v3d_magnitude(g.ends[0]) + v3d_magnitude(g.ends[1]);
    float      margin = (float)(g.reach + BSP_THICKNESS * size);
    g.bounds = rim_box3_grow(rim_box3_add(rim_box3_make(to, to), sphere.center), margin);
    if (vec3_is_finite(sphere.center) && vec3_is_finite(delta) && float_is_finite(sphere.radius))
        gather_below(bsp, &g, bsp_root(bsp));
    if (work) *work = g.work;
    return g.count;
}
