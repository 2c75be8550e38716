// Template: compiled anew by each file that includes it.
// The way down narrow nodes to all leaves that may touch something: that of meshes that have no broad ones.
#ifndef RIM_SOLID_MESH_TRAVERSE_BVH8_H
#define RIM_SOLID_MESH_TRAVERSE_BVH8_H

#include "solid/mesh/leaf_overlap.h"

// The upper levels are walked side by side: every node of a level gives way to those of its children that meet the
// box, so that no visit waits for the one before it and few branches are guessed. The order stays that of one
// after the other. BROAD is how many wait at most; beyond that each takes its turn.
enum
{
    BROAD = 128
};

// One level: in `to`, how many there are. *inner: there are more nodes, and room.
EIGHT_INLINE int next_level(const rim_mesh *mesh, const quad_box *box, const uint32_t *from,
                            int count, uint32_t *to, bool *inner)
{
    int      height = 0;
    unsigned nodes = 0;
    for (int i = 0; i < count; i++)
    {
        if (height + count - i + MESH_WIDE > BROAD)
        {
            memcpy(to + height, from + i, (size_t)(count - i) * sizeof *to);
            *inner = false;
            return height + count - i;
        }
        // A leaf stays. Boxes are compared for it as well, those of any node: quicker than a guess gone wrong.
        const mesh_node *node = &mesh->nodes[from[i] & MESH_LEAF ? 0u : from[i]];
        unsigned         low;
        height += eight_put_or(to + height, node->child, from[i], node_meets_box(node, box), &low);
        nodes |= low;
    }
    *inner = nodes != 0;
    return height;
}

// Down to where not just one child meets the box: those that do, or a leaf; how many.
EIGHT_INLINE int begin_list(const rim_mesh *mesh, const quad_box *box, uint32_t *stack)
{
    uint32_t at = 0;
    while (!(at & MESH_LEAF))
    {
        const mesh_node *node = &mesh->nodes[at];
        unsigned         bits = node_meets_box(node, box);
        if (!bits || bits & (bits - 1)) return eight_put(stack, node->child, bits);
        at = node->child[eight_lowest(bits)];
    }
    stack[0] = at;
    return 1;
}

EIGHT_INLINE void walk_narrow(const leaf_query *q, walk_kind kind)
{
    const rim_mesh *mesh = q->mesh;
    uint32_t        stacks[2][BROAD + MESH_STACK], *stack = stacks[0];
    int             height = mesh->node_count ? begin_list(mesh, &q->quads, stack) : 0;
    bool            inner = height > 1;
    while (inner)
    {
        uint32_t *to = stack == stacks[0] ? stacks[1] : stacks[0];
        height = next_level(mesh, &q->quads, stack, height, to, &inner);
        stack = to;
    }
    while (height > 0)
    {
        uint32_t at = stack[--height];
        if (at & MESH_LEAF)
        {
            if (height > 0) fetch_soon(mesh, stack[height - 1]);
            list_leaf(q, kind, at & ~MESH_LEAF);
            continue;
        }
        const mesh_node *node = &mesh->nodes[at];
        height += eight_put(stack + height, node->child, node_meets_box(node, &q->quads));
    }
}

EIGHT_TARGET static void narrow_box(const leaf_query *q)
{
    walk_narrow(q, WALK_BOX);
}

EIGHT_TARGET static void narrow_sphere(const leaf_query *q)
{
    walk_narrow(q, WALK_SPHERE);
}

EIGHT_TARGET static void narrow_capsule(const leaf_query *q)
{
    walk_narrow(q, WALK_CAPSULE);
}

#endif
