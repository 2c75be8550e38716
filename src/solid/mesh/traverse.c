// What walks look at.
#include "rimcast/mesh_query.h"

#include "solid/mesh/query.h"

static float mesh_traverse_step_of(const mesh_node *node, int axis)
{
    uint32_t bits = (uint32_t)node->scale[axis] << 23;
    float    step;
    memcpy(&step, &bits, sizeof step);
    return step;
}

// A node's own box is that of its children in its frame, a leaf's that of its corners.
static rim_mesh_visit mesh_visit_of(const rim_mesh *mesh, uint32_t place)
{
    rim_mesh_visit visit = { rim_box3_empty(), 0 };
    if (place & MESH_LEAF)
    {
        mesh_leaf leaf = mesh_leaf_at(mesh, place & ~MESH_LEAF);
        for (int i = 0; i < leaf.corners; i++)
            visit.box = rim_box3_add(visit.box, mesh_corner(&leaf, (uint8_t)i));
        visit.triangles = leaf.triangles;
        return visit;
    }
    const mesh_node *node = &mesh->nodes[place];
    float            top[3];
    for (int k = 0; k < 3; k++)
    {
        int most = 0;
        for (int i = 0; i < mesh_children(node); i++)
            if (node->hi[k * MESH_WIDE + i] > most) most = node->hi[k * MESH_WIDE + i];
        top[k] = node->origin[k] + (float)most * mesh_traverse_step_of(node, k);
    }
    visit.box.lo = rim_vec3_make(node->origin[0], node->origin[1], node->origin[2]);
    visit.box.hi = rim_vec3_make(top[0], top[1], top[2]);
    return visit;
}

// Does child i of the node meet the box?
static bool child_meets(const mesh_node *node, int i, const float lo[3], const float hi[3])
{
    for (int k = 0; k < 3; k++)
    {
        double step = mesh_traverse_step_of(node, k), origin = node->origin[k];
        if (origin + step * node->lo[k * MESH_WIDE + i] > hi[k]) return false;
        if (origin + step * node->hi[k * MESH_WIDE + i] < lo[k]) return false;
    }
    return true;
}

int rim_mesh_gather_visits(const rim_mesh *mesh, rim_box3 box, rim_mesh_visit *out, int capacity)
{
    const float lo[3] = { box.lo.x, box.lo.y, box.lo.z }, hi[3] = { box.hi.x, box.hi.y, box.hi.z };
    uint32_t    stack[MESH_STACK];
    int         height = 0, count = 0;
    if (mesh->node_count && !rim_box3_is_empty(box)) stack[height++] = 0;
    while (height > 0)
    {
        uint32_t at = stack[--height];
        if (count < capacity) out[count] = mesh_visit_of(mesh, at);
        count++;
        if (at & MESH_LEAF) continue;
        const mesh_node *node = &mesh->nodes[at];
        for (int i = 0; i < mesh_children(node); i++)
            if (child_meets(node, i, lo, hi)) stack[height++] = node->child[i];
    }
    return count;
}

int rim_mesh_raycast_visits(const rim_mesh *mesh, rim_ray3 ray, rim_side side, rim_mesh_visit *out,
                            int capacity)
{
    enum
    {
        MESH_TRAVERSE_SOME = 512
    };
    uint32_t   places[MESH_TRAVERSE_SOME];
    mesh_trace trace = { places, MESH_TRAVERSE_SOME, 0 };
    mesh_trace_ray(mesh, &ray, side, &trace);
    for (int i = 0; i < trace.count && i < capacity && i < MESH_TRAVERSE_SOME; i++)
        out[i] = mesh_visit_of(mesh, places[i]);
    return trace.count;
}
