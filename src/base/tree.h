// A dynamic tree of boxes that finds all boxes that overlap a box.
//
// Every leaf has a box and an item, which is a number of the caller's. A traversal returns exactly the leaves whose
// last set box overlaps the query, each once. Only the order depends on the tree's history, and it is the same for the
// same sequence of calls. A traversal is a value on the caller's stack; it allocates nothing and stores just its
// position, because it climbs by the parents. The tree must not change during a traversal.
//
// The flat world uses the same tree with z = 0 everywhere; see `flat` below.
//
// Leaves are stored with fat boxes, so small moves cost nothing. Each is inserted where the surface of the tree grows
// least, and the tree is rotated on the path up (Catto, "Dynamic Bounding Volume Hierarchies", GDC 2019; Goldsmith and
// Salmon, "Automatic Creation of Object Hierarchies for Ray Tracing", 1987). With n leaves, insert and move take O(log
// n) in practice, not by guarantee.
//
// The caller knows leaves by their numbers. There are two arrays:
//
//   nodes   a full binary tree: a node either has two children, and its box contains theirs, or it is
//           that of a leaf, and its box is the leaf's fat box, which contains the leaf's box.
//   leaves  the caller's boxes and items. A leaf with an empty box has no node (TREE_NONE).
//
// n leaves need 2 n - 1 nodes. Inserting a leaf reserves 2 n, so moving one never allocates.
#ifndef RIM_BASE_TREE_H
#define RIM_BASE_TREE_H

#include "rimcast/base.h"
#include "rimcast/vec3.h"

typedef struct box_tree box_tree;

// The result of box_tree_walk_next at the end. No leaf has this number.
#define BOX_TREE_END (-1)

// Zeroed: boxes are fattened by 1/8, and the world is solid.
typedef struct box_tree_options
{
    // The width by which a leaf's box is enlarged on each side, as a fraction of its longest side. A larger slack makes
    // moves faster and traversals slower. 0 means 1/8. With a negative slack, boxes are not enlarged.
    float slack;
    // All boxes have z = 0. The tree then minimizes perimeters instead of surfaces, which would be 0 for flat lines.
    bool  flat;
} box_tree_options;

// Creates an empty tree. options may be NULL, which means zeroed options. On RIM_ERR_MEMORY *out is NULL.
rim_status box_tree_create(box_tree **out, const box_tree_options *options,
                           const rim_allocator *from);

// Frees a tree. NULL is allowed.
void box_tree_destroy(box_tree *tree);

// Adds a leaf and stores its number. The number of the leaf that was removed last is used first, so all numbers are
// below the largest count of leaves so far. An empty box, or one with a NaN, is kept but never found. On
// RIM_ERR_MEMORY nothing changes; RIM_ERR_SIZE beyond 2^30 leaves.
rim_status box_tree_insert(box_tree *tree, rim_box3 box, int item, int *leaf);

// Makes room for count leaves in all, so that box_tree_insert cannot fail until there are more. Returns the errors of
// box_tree_insert.
rim_status box_tree_reserve(box_tree *tree, int count);

// Sets the leaf's box. Never fails, never allocates. displacement is a hint: how far the box will probably move
// further (such as twice its motion in this step; zero for none). Returns true if the leaf was inserted again, false
// if its fat box still contains the box.
bool box_tree_move(box_tree *tree, int leaf, rim_box3 box, rim_vec3 displacement);

// Removes a leaf. Its number may be given to a later one.
void box_tree_remove(box_tree *tree, int leaf);

// Returns a leaf's item.
int box_tree_item(const box_tree *tree, int leaf);

// A traversal of the leaves whose boxes overlap a box. Touching counts.
//
//      box_tree_walk walk = box_tree_overlaps(tree, box);
//      for (int leaf; (leaf = box_tree_walk_next(&walk)) != BOX_TREE_END;)
//          use(box_tree_item(tree, leaf));
typedef struct box_tree_walk
{
    const box_tree *tree;
    rim_box3        box;     // the box that is searched
    int             node;    // the next node to visit, or TREE_NONE
    int             visited; // the number of nodes visited so far
} box_tree_walk;

// Begins a traversal. An empty box, or one with a NaN, overlaps nothing.
box_tree_walk box_tree_overlaps(const box_tree *tree, rim_box3 box);
// Returns the next leaf, or BOX_TREE_END at the end and in all later calls.
int           box_tree_walk_next(box_tree_walk *walk);

// --- data ---------------------------------------------------------------------------------------

enum
{
    TREE_NONE = -1, // no node or leaf
    TREE_FREE = -2  // the `node` of a leaf's number that is not in use
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
    int      next; // of a number that is not in use: the next such number
} tree_leaf;

struct box_tree
{
    rim_allocator from;
    float         slack;
    bool          flat;
    int           root;
    int           count;                // of leaves
    int           leaf_top, node_top;   // leaves and nodes from here on were never in use
    int           free_leaf, free_node; // the lists of those not in use any more
    tree_leaf    *leaves;
    tree_node    *nodes;
    int           capacity; // of leaves; there are twice as many nodes
};

static inline bool tree_is_leaf(const tree_node *node)
{
    return node->child == TREE_NONE;
}

static inline bool tree_in_use(const box_tree *tree, int leaf)
{
    return leaf >= 0 && leaf < tree->leaf_top && tree->leaves[leaf].node != TREE_FREE;
}

// Returns x clamped to finite floats, so that a difference of surfaces is never infinity - infinity. Clamping is
// monotone, so boxes that overlap still do.
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

// Returns true if two boxes overlap. Neither may be empty.
static inline bool tree_meet(const rim_box3 *a, const rim_box3 *b)
{
    return a->lo.x <= b->hi.x && b->lo.x <= a->hi.x && a->lo.y <= b->hi.y && b->lo.y <= a->hi.y &&
           a->lo.z <= b->hi.z && b->lo.z <= a->hi.z;
}

#endif
