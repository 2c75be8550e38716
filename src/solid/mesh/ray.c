// Rays against a mesh, and the nodes that a query visits.
#include "base/float.h"
#include "base/sort.h"
#include "solid/mesh/query.h"

// The kernels that any processor runs.
#include "simd/f32x8.h"
#include "solid/mesh/traverse_shapes.h"

const mesh_kernels *mesh_kernels_best(void)
{
#ifdef CPU_X86
    if (mesh_kernels_avx2.usable()) return &mesh_kernels_avx2;
#endif
    return &mesh_kernels_plain;
}

bool mesh_ray_in_float_range(const rim_mesh *mesh, const rim_ray3 *ray)
{
    rim_vec3 o = ray->origin, d = ray->delta;
    float    size = fabsf(o.x) + fabsf(o.y) + fabsf(o.z) + fabsf(d.x) + fabsf(d.y) + fabsf(d.z);
    return mesh_in_float_range(mesh, size);
}

// --- the first hit ----------------------------------------------------------------------------------------

rim_hit3 rim_mesh_raycast(const rim_mesh *mesh, rim_ray3 ray, rim_side side)
{
    return mesh->kernels->raycast(mesh, &ray, side, false);
}

bool rim_mesh_raycast_any(const rim_mesh *mesh, rim_ray3 ray, rim_side side)
{
    return mesh->kernels->raycast(mesh, &ray, side, true).hit;
}

// --- all along a ray ----------------------------------------------------------------------------------

// The hits of a ray, sorted by t, then by number.
typedef struct ray_hits
{
    mesh_motion motion;
    rim_ray3    ray;
    rim_side    side;
    rim_hit3   *out;
    int         capacity, count;
} ray_hits;

// Returns true if hit a comes before hit b, for sort_insert: at a lower t, or at the same t with a lower number of the
// triangle.
static bool mesh_ray_is_before(const void *a, const void *b, const void *context)
{
    const rim_hit3 *p = a, *q = b;
    (void)context;
    return p->t != q->t ? p->t < q->t : p->item < q->item;
}

// Adds the hit of the ray with triangle t.
static void ray_hits_visit(mesh_motion *motion, const rim_triangle *t, int number)
{
    ray_hits *hits = (ray_hits *)(void *)motion;
    rim_hit3  hit = rim_triangle_raycast(t, hits->ray, hits->side);
    hit.item = number;
    if (hit.hit)
        sort_insert(hits->out, hits->count++, hits->capacity, sizeof hit, &hit, mesh_ray_is_before);
}

// Tests the triangles whose boxes a point meets that moves along the ray.
int rim_mesh_raycast_all(const rim_mesh *mesh, rim_ray3 ray, rim_side side, rim_hit3 *out,
                         int capacity)
{
    rim_vec3 o = ray.origin, d = ray.delta;
    ray_hits hits = { .motion = { .visit = ray_hits_visit,
                                  .center = { o.x, o.y, o.z },
                                  .delta = { d.x, d.y, d.z },
                                  .t_most = MESH_MOTION_END },
                      .ray = ray,
                      .side = side,
                      .out = out,
                      .capacity = capacity };
    mesh_traverse(mesh, &hits.motion);
    return hits.count;
}

// --- visited nodes --------------------------------------------------------------------------------------

// Returns the box of child i of a node: as stored in the fast form, decoded and rounded outward in the compact form.
// Requires i < mesh_children(node).
static rim_box3 box_of_child(const rim_mesh *mesh, const mesh_node *node, int i)
{
    const void             *boxes = node + 1;
    const mesh_float_boxes *floats = boxes;
    const mesh_byte_boxes  *bytes = boxes;
    float                   lo[3], hi[3];
    for (int k = 0; k < 3; k++)
    {
        if (mesh->form == RIM_MESH_FAST)
        {
            lo[k] = floats->lo[k][i], hi[k] = floats->hi[k][i];
            continue;
        }
        double origin = bytes->origin[k], step = mesh_byte_step(bytes, k);
        lo[k] = float_below(origin + step * bytes->lo[k][i]);
        hi[k] = float_above(origin + step * bytes->hi[k][i]);
    }
    return rim_box3_make(rim_vec3_make(lo[0], lo[1], lo[2]), rim_vec3_make(hi[0], hi[1], hi[2]));
}

// Returns the box of a leaf, that around its corners, with the number of its triangles; or the box of a node, that
// around its children's boxes, with 0 triangles.
static rim_mesh_visit mesh_visit_of(const rim_mesh *mesh, uint32_t ref)
{
    rim_mesh_visit visit = { rim_box3_empty(), 0 };
    if (ref & MESH_LEAF_BIT)
    {
        mesh_leaf leaf = mesh_leaf_of(mesh, ref);
        for (int i = 0; i < leaf.corners; i++)
            visit.box = rim_box3_add(visit.box, mesh_corner(&leaf, i));
        visit.triangles = leaf.triangles;
        return visit;
    }
    const mesh_node *node = mesh_node_at(mesh, ref);
    for (int i = 0; i < mesh_children(node); i++)
        visit.box = rim_box3_union(visit.box, box_of_child(mesh, node, i));
    return visit;
}

// Traverses depth first, the last child of a node first. Counts the root, and every node and leaf whose box overlaps
// the given one; stores the first `capacity` of them.
int rim_mesh_gather_visits(const rim_mesh *mesh, rim_box3 box, rim_mesh_visit *out, int capacity)
{
    uint32_t stack[MESH_STACK_SIZE];
    int      height = 0, count = 0;
    if (mesh->node_count && !rim_box3_is_empty(box)) stack[height++] = 0;
    while (height > 0)
    {
        uint32_t at = stack[--height];
        if (count < capacity) out[count] = mesh_visit_of(mesh, at);
        count++;
        if (at & MESH_LEAF_BIT) continue;
        const mesh_node *node = mesh_node_at(mesh, at);
        for (int i = 0; i < mesh_children(node); i++)
            if (rim_box3_overlaps(box_of_child(mesh, node, i), box))
                stack[height++] = node->child[i];
    }
    return count;
}

// Records the nodes and leaves that the plain kernel visits, at most MAX_TRACE, stores the boxes of the first
// `capacity` of them, and returns the number of all visits. Other kernels may round entry times differently. If
// coordinates are too large for a traversal, there are no visits.
int rim_mesh_raycast_visits(const rim_mesh *mesh, rim_ray3 ray, rim_side side, rim_mesh_visit *out,
                            int capacity)
{
    enum
    {
        MAX_TRACE = 512 // visits
    };
    uint32_t   refs[MAX_TRACE];
    mesh_trace trace = { refs, MAX_TRACE, 0 };
    ray_search search = { .mesh = mesh, .ray = &ray, .side = side };
    if (!mesh_ray_in_float_range(mesh, &ray)) return 0;
    MESH_FORMS(mesh, traverse_ray(&search, floats, &trace));
    for (int i = 0; i < trace.count && i < capacity && i < MAX_TRACE; i++)
        out[i] = mesh_visit_of(mesh, refs[i]);
    return trace.count;
}
