// Gathers the triangles that a moving shape can touch.
#include "rimcast/bsp.h"

#include "solid/bsp/data.h"

#include <math.h>

// A query: the path of a sphere.
typedef struct probe
{
    vec3d        ends[2]; // its center at both ends of the path
    double       radius;
    vec3d        lo, hi; // the box of the path, grown by twice the planes' thickness
    rim_capsule  swept;  // the path
    rim_bsp_work work;
} probe;

// The triangles found so far.
typedef struct bsp_gather_take
{
    int *numbers;
    int  capacity, count;
} bsp_gather_take;

// Sets the box of the path: that of both ends, grown by the radius and twice the thickness of the planes. Requires the
// ends and the radius. Returns false if a number is not finite, because their sum is then infinite or NaN.
static bool finish_probe(probe *p, double thick)
{
    double grow = p->radius + 2.0 * thick, sum = grow;
    p->lo = p->hi = p->ends[0];
    for (int i = 0; i < 2; i++)
    {
        vec3d at = p->ends[i];
        sum += v3d_magnitude(at);
        p->lo = v3d(fmin(p->lo.x, at.x), fmin(p->lo.y, at.y), fmin(p->lo.z, at.z));
        p->hi = v3d(fmax(p->hi.x, at.x), fmax(p->hi.y, at.y), fmax(p->hi.z, at.z));
    }
    p->lo = v3d(p->lo.x - grow, p->lo.y - grow, p->lo.z - grow);
    p->hi = v3d(p->hi.x + grow, p->hi.y + grow, p->hi.z + grow);
    return sum < INFINITY;
}

// Returns true if the polygon's box overlaps that of the path.
static bool bsp_gather_boxes_overlap(const probe *p, rim_polygon3 polygon)
{
    rim_vec3 lo = polygon.points[0], hi = lo;
    for (int i = 1; i < polygon.count; i++)
    {
        lo = rim_vec3_min(lo, polygon.points[i]);
        hi = rim_vec3_max(hi, polygon.points[i]);
    }
    return lo.x <= p->hi.x && lo.y <= p->hi.y && lo.z <= p->hi.z && hi.x >= p->lo.x &&
           hi.y >= p->lo.y && hi.z >= p->lo.z;
}

// Returns true if the distance of a piece from the path is at most the sphere's radius and the thickness. p->swept has
// the radius. Counts the pieces whose distance is computed.
static bool touches(const rim_bsp *bsp, probe *p, int32_t piece)
{
    rim_polygon3 polygon = bsp->pieces[piece].polygon;
    if (!bsp_gather_boxes_overlap(p, polygon)) return false;
    p->work.measured++;
    return rim_capsule_distance_polygon3(p->swept, polygon).distance <= bsp->thick;
}

// Adds the triangle of a piece that touches the path, unless an earlier piece of the same triangle touches it, too. The
// traversal visits every piece that touches, so the earliest of them adds the triangle. Numbers beyond the capacity are
// counted but not written.
static void take_piece(const rim_bsp *bsp, probe *p, int32_t piece, bsp_gather_take *out)
{
    p->work.pieces++;
    if (!touches(bsp, p, piece)) return;
    for (int32_t i = bsp->before[piece]; i >= 0; i = bsp->before[i])
        if (touches(bsp, p, i)) return;
    if (out->count < out->capacity) out->numbers[out->count] = bsp->pieces[piece].triangle;
    out->count++;
}

// Adds the triangles of all leaves that the path may touch. A child is left out if both ends of the path, and so all of
// it, are farther than `reach` on the other side of the plane. Pieces may extend beyond their cells by the thickness,
// and touch at a distance of the radius and the thickness. So `reach` is the radius and four times the thickness, which
// includes a margin for rounding. Each level leaves at most one child on the stack.
static void bsp_gather_list(const rim_bsp *bsp, probe *p, bsp_gather_take *out)
{
    int32_t stack[BSP_MAX_DEPTH + 2];
    int     waiting = 0;
    double  reach = p->radius + 4.0 * bsp->thick;
    stack[waiting++] = bsp->stats.nodes > 0 ? 0 : ~0;
    while (waiting > 0)
    {
        int32_t at = stack[--waiting];
        if (at < 0)
        {
            const bsp_leaf *leaf = &bsp->leaves[~at];
            for (int32_t i = 0; i < leaf->count; i++) take_piece(bsp, p, leaf->first + i, out);
            continue;
        }
        const bsp_node *node = &bsp->nodes[at];
        double          lo = INFINITY, hi = -INFINITY;
        p->work.nodes++;
        for (int i = 0; i < 2; i++)
        {
            double height = bsp_height(&node->plane, p->ends[i]);
            lo = fmin(lo, height);
            hi = fmax(hi, height);
        }
        if (lo <= reach) stack[waiting++] = node->child[1];
        if (hi >= -reach) stack[waiting++] = node->child[0];
    }
}

// Lists the triangles within the radius of the sphere's path, and possibly some that are farther by up to the thickness
// of planes. Returns their number, which may be larger than the capacity.
int rim_bsp_gather_sphere(const rim_bsp *bsp, rim_sphere sphere, rim_vec3 delta, int *numbers,
                          int capacity, rim_bsp_work *work)
{
    bsp_gather_take out = { numbers, numbers ? capacity : 0, 0 };
    rim_vec3        to = rim_vec3_add(sphere.center, delta);
    probe           p = { .radius = sphere.radius };
    p.ends[0] = v3d_from(sphere.center);
    p.ends[1] = v3d_from(to);
    p.swept = (rim_capsule){ sphere.center, to, sphere.radius };
    if (finish_probe(&p, bsp->thick)) bsp_gather_list(bsp, &p, &out);
    if (work) *work = p.work;
    return out.count;
}
