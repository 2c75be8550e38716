// The inside of a tree: leaves by the caller's numbers, nodes in a pool.
//
//   nodes   a full binary tree: a node has two children or is a leaf's, and every node's box holds
//           its children's boxes (a leaf's node: its fat box, which holds the leaf's box).
//   leaves  what the caller told; node is NONE for an empty box, which hangs nowhere.
//
// n leaves in the tree take 2 n - 1 nodes, so room for 2 n is made when a leaf is inserted, and moving
// one never allocates.
#ifndef RIM_BASE_TREE_H
#define RIM_BASE_TREE_H

#include "rimcast/tree.h"

enum
{
    TREE_NONE = -1,
    TREE_FREE = -2
};

typedef struct tree_node
{
    rim_box3 box;
    int      parent; // of a free node: the next free one
    int      child;  // the first child, or TREE_NONE on a leaf's node
    int      other;  // the second child, or the leaf
} tree_node;

typedef struct tree_leaf
{
    rim_box3 box;
    int      item;
    int      node; // TREE_NONE: the box is empty; TREE_FREE: the number is not in use
    int      next; // of a number not in use
} tree_leaf;

struct rim_tree
{
    rim_allocator from;
    float         slack;
    bool          flat;
    int           root;
    int           count;
    int           leaf_top; // numbers from here on were never in use
    int           free_leaf, free_node;
    int           node_top;
    tree_leaf    *leaves;
    tree_node    *nodes;
    int           capacity; // of leaves; there are twice as many nodes
};

static inline bool tree_is_leaf(const tree_node *node)
{
    return node->child == TREE_NONE;
}

static inline bool tree_in_use(const rim_tree *tree, int leaf)
{
    return leaf >= 0 && leaf < tree->leaf_top && tree->leaves[leaf].node != TREE_FREE;
}

// Nodes' boxes are kept finite, so that their surfaces never are infinity less infinity. Clamping is
// monotone: boxes that overlap still do.
static inline float tree_clamp(float x)
{
    return x < -FLT_MAX ? -FLT_MAX : x > FLT_MAX ? FLT_MAX : x;
}

static inline rim_box3 tree_clamp_box(rim_box3 box)
{
    box.lo = rim_vec3_make(tree_clamp(box.lo.x), tree_clamp(box.lo.y), tree_clamp(box.lo.z));
    box.hi = rim_vec3_make(tree_clamp(box.hi.x), tree_clamp(box.hi.y), tree_clamp(box.hi.z));
    return box;
}

// Do two boxes overlap that are known not to be empty?
static inline bool tree_meet(const rim_box3 *a, const rim_box3 *b)
{
    return a->lo.x <= b->hi.x && b->lo.x <= a->hi.x && a->lo.y <= b->hi.y && b->lo.y <= a->hi.y &&
           a->lo.z <= b->hi.z && b->lo.z <= a->hi.z;
}

#endif
