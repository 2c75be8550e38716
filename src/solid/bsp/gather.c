// Gathers the triangles that a moving shape can touch.
#include "rimcast/bsp.h"

#include "solid/bsp/data.h"

#include <math.h>

// A query: the hull of up to eight points with a radius, and its exact shape.
typedef struct probe
{
    vec3d       points[8];
    int         count;
    double      radius;
    vec3d       lo, hi;     // of the points, grown by the radius and the thickness
    rim_capsule swept;      // a sphere's way
    rim_vec3    corners[4]; // a capsule's way, of its axis
    rim_box3    box;
    enum
    {
        PROBE_ROD,
        PROBE_SHEET,
        PROBE_BOX
    } kind;
    rim_bsp_work work;
} probe;

typedef struct bsp_gather_take
{
    int                *numbers;
    rim_world_triangle *triangles;
    int                 capacity, count;
} bsp_gather_take;

// Returns false if something is not finite.
static bool finish_probe(probe *p, double thick)
{
    double grow = p->radius + 2.0 * thick, sum = grow;
    p->lo = p->hi = p->points[0];
    for (int i = 0; i < p->count; i++)
    {
        vec3d at = p->points[i];
        sum += fabs(at.x) + fabs(at.y) + fabs(at.z);
        p->lo = v3d(fmin(p->lo.x, at.x), fmin(p->lo.y, at.y), fmin(p->lo.z, at.z));
        p->hi = v3d(fmax(p->hi.x, at.x), fmax(p->hi.y, at.y), fmax(p->hi.z, at.z));
    }
    p->lo = v3d(p->lo.x - grow, p->lo.y - grow, p->lo.z - grow);
    p->hi = v3d(p->hi.x + grow, p->hi.y + grow, p->hi.z + grow);
    return sum < INFINITY;
}

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

// Returns how far a polygon is from a sheet or a box.
static float distance_of(const probe *p, rim_polygon3 polygon)
{
    rim_polygon3 sheet = { p->corners, 4 };
    rim_obox     box = rim_obox_of_box3(p->box);
    rim_shape3   a = rim_shape3_of_polygon(polygon), b = rim_shape3_of_box(&box);
    if (p->kind == PROBE_SHEET) b = rim_shape3_of_polygon(sheet);
    return rim_shape3_distance(&a, rim_xform3_identity(), &b, rim_xform3_identity()).distance;
}

static bool touches(const rim_bsp *bsp, probe *p, int32_t piece)
{
    rim_polygon3 polygon = bsp->pieces[piece].polygon;
    if (!bsp_gather_boxes_overlap(p, polygon)) return false;
    p->work.measured++;
    float  gap = p->kind == PROBE_ROD ? rim_capsule_distance_polygon3(p->swept, polygon).distance
                                      : distance_of(p, polygon);
    double radius = p->kind == PROBE_SHEET ? p->radius : 0.0;
    return gap <= radius + bsp->thick;
}

// Returns a triangle with the first of its pieces that touches. Whatever touches is reached, so the earlier
// pieces need only a test, not a search.
static void take_piece(const rim_bsp *bsp, probe *p, int32_t piece, bsp_gather_take *out)
{
    p->work.pieces++;
    if (!touches(bsp, p, piece)) return;
    for (int32_t i = bsp->before[piece]; i >= 0; i = bsp->before[i])
        if (touches(bsp, p, i)) return;
    int triangle = bsp->pieces[piece].triangle;
    if (out->count < out->capacity && out->numbers) out->numbers[out->count] = triangle;
    if (out->count < out->capacity && out->triangles)
        out->triangles[out->count] = (rim_world_triangle){ bsp->triangles[triangle], triangle, 0 };
    out->count++;
}

// Pieces may stand out of their cells by the thickness, and are taken when as much further away.
static void bsp_gather_list(const rim_bsp *bsp, probe *p, bsp_gather_take *out)
{
    int32_t stack[BSP_DEPTH + 2];
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
        for (int i = 0; i < p->count; i++)
        {
            double height = bsp_height(&node->plane, p->points[i]);
            lo = fmin(lo, height);
            hi = fmax(hi, height);
        }
        if (lo <= reach) stack[waiting++] = node->child[1];
        if (hi >= -reach) stack[waiting++] = node->child[0];
    }
}

static int bsp_gather_report(const rim_bsp *bsp, probe *p, bsp_gather_take *out, rim_bsp_work *work)
{
    if (finish_probe(p, bsp->thick)) bsp_gather_list(bsp, p, out);
    if (work) *work = p->work;
    return out->count;
}

int rim_bsp_gather_sphere(const rim_bsp *bsp, rim_sphere sphere, rim_vec3 delta, int *numbers,
                          int capacity, rim_bsp_work *work)
{
    bsp_gather_take out = { numbers, NULL, capacity, 0 };
    rim_vec3        to = rim_vec3_add(sphere.center, delta);
    probe           p = { .count = 2, .radius = sphere.radius, .kind = PROBE_ROD };
    p.points[0] = v3d_from(sphere.center);
    p.points[1] = v3d_from(to);
    p.swept = (rim_capsule){ sphere.center, to, sphere.radius };
    return bsp_gather_report(bsp, &p, &out, work);
}

int rim_bsp_gather_capsule(const rim_bsp *bsp, rim_capsule capsule, rim_vec3 delta, int *numbers,
                           int capacity, rim_bsp_work *work)
{
    bsp_gather_take out = { numbers, NULL, capacity, 0 };
    probe           p = { .count = 4, .radius = capsule.radius, .kind = PROBE_SHEET };
    p.corners[0] = capsule.a;
    p.corners[1] = capsule.b;
    p.corners[2] = rim_vec3_add(capsule.b, delta);
    p.corners[3] = rim_vec3_add(capsule.a, delta);
    for (int i = 0; i < 4; i++) p.points[i] = v3d_from(p.corners[i]);
    return bsp_gather_report(bsp, &p, &out, work);
}

// --- as a world -------------------------------------------------------------------------------------

static int gather_box(const void *context, rim_box3 box, rim_world_triangle *triangles,
                      int capacity)
{
    bsp_gather_take out = { NULL, triangles, capacity, 0 };
    probe           p = { .count = 8, .radius = 0.0, .box = box, .kind = PROBE_BOX };
    if (rim_box3_is_empty(box)) return 0;
    for (int i = 0; i < 8; i++)
        p.points[i] = v3d(i & 1 ? box.hi.x : box.lo.x, i & 2 ? box.hi.y : box.lo.y,
                          i & 4 ? box.hi.z : box.lo.z);
    return bsp_gather_report(context, &p, &out, NULL);
}

rim_world3 rim_bsp_world(const rim_bsp *bsp)
{
    return (rim_world3){ bsp, gather_box, NULL };
}
