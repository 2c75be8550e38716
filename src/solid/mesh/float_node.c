// Gates, made of the nodes of the tree and the corners in its leaves.
#include "solid/mesh/build.h"

#include "base/memory.h"

#include <math.h>

static mesh_extent float_node_box(const float_node *gate, int count)
{
    mesh_extent box;
    for (int k = 0; k < 3; k++)
    {
        float lo = gate->lo[k][0], hi = gate->hi[k][0];
        for (int i = 1; i < count; i++)
        {
            lo = gate->lo[k][i] < lo ? gate->lo[k][i] : lo;
            hi = gate->hi[k][i] > hi ? gate->hi[k][i] : hi;
        }
        box.lo[k] = lo;
        box.hi[k] = hi;
    }
    return box;
}

static uint64_t leaf_child(const mesh_leaf *leaf, uint32_t word, const mesh_extent *box)
{
    uint32_t bits, about = 0;
    // Rays may pass 2^-60 beside the box on each axis, however small it is. Nor may the upper half be nothing.
    float    size = 0x1p-58f;
    for (int k = 0; k < 3; k++) size += box->hi[k] - box->lo[k];
    memcpy(&bits, &size, sizeof bits);
    if (mesh_leaf_is_shared(leaf)) about = (uint32_t)leaf->triangles << 8 | (uint32_t)leaf->corners;
    about |= (bits + 0x10000u) & 0xffff0000u;
    return (uint64_t)about << 32 | word;
}

static void set_child(float_node *gate, int i, const mesh_extent *box, uint64_t child)
{
    for (int k = 0; k < 3; k++)
    {
        gate->lo[k][i] = box->lo[k];
        gate->hi[k][i] = box->hi[k];
    }
    gate->child[i] = child;
}

// How many more of its leaves are shared than are not; each that is not counts as seven.
static int set_float_node(rim_mesh *mesh, uint32_t number)
{
    // No ray passes between INFINITY and INFINITY.
    static const mesh_extent nowhere = { { INFINITY, INFINITY, INFINITY },
                                         { INFINITY, INFINITY, INFINITY } };
    const mesh_node         *node = &mesh->nodes[number];
    float_node              *gate = &mesh->gates[number];
    int                      count = mesh_children(node), balance = 0;
    for (int i = 0; i < count; i++)
    {
        uint32_t    child = node->child[i];
        mesh_extent box;
        if (child & MESH_LEAF)
        {
            mesh_leaf leaf = mesh_leaf_at(mesh, child & ~MESH_LEAF);
            box = mesh_leaf_box(&leaf);
            balance += mesh_leaf_is_shared(&leaf) ? 1 : -7;
            set_child(gate, i, &box, leaf_child(&leaf, child & ~MESH_LEAF, &box));
            continue;
        }
        box = float_node_box(&mesh->gates[child], mesh_children(&mesh->nodes[child]));
        set_child(gate, i, &box, (uint64_t)child * MESH_FLOAT_NODE_WORDS);
    }
    for (int i = count; i < MESH_WIDE; i++) set_child(gate, i, &nowhere, 0);
    return balance;
}

// A node's number is below those of the nodes under it.
void mesh_set_float_nodes(rim_mesh *mesh)
{
    int64_t balance = 0;
    if (!mesh->gates) return;
    for (uint32_t i = mesh->node_count; i-- > 0;) balance += set_float_node(mesh, i);
    mesh->is_shared = balance > 0;
}

rim_status mesh_make_float_nodes(rim_mesh *mesh)
{
    if (mesh->form != RIM_MESH_FAST || mesh->node_count == 0) return RIM_OK;
    size_t bytes = mesh->node_count * sizeof *mesh->gates + MESH_LINE;
    mesh->gate_block = memory_allocate(&mesh->from, 1, bytes);
    if (!mesh->gate_block) return RIM_ERR_MEMORY;
    mesh->gate_bytes = bytes;
    uint8_t *at = mesh->gate_block;
    at += (MESH_LINE - (uintptr_t)at % MESH_LINE) % MESH_LINE;
    mesh->gates = (float_node *)(void *)at;
    mesh_set_float_nodes(mesh);
    return RIM_OK;
}

void mesh_drop_float_nodes(rim_mesh *mesh)
{
    memory_release(&mesh->from, mesh->gate_block, 1, mesh->gate_bytes);
}
