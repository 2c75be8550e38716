// Traversals. They descend to the first child and climb by the parents, so they need no stack, whatever the depth of
// the tree.
#include "base/tree.h"

// Returns the node that follows the subtree of `at` in preorder: the second child of the nearest ancestor whose first
// child is `at` or contains it. Returns TREE_NONE if there is no such ancestor.
static int tree_after(const tree_node *nodes, int at)
{
    int up = nodes[at].parent;
    while (up != TREE_NONE && nodes[up].child != at)
    {
        at = up;
        up = nodes[at].parent;
    }
    return up == TREE_NONE ? TREE_NONE : nodes[up].other;
}

box_tree_walk box_tree_overlaps(const box_tree *tree, rim_box3 box)
{
    bool          nothing = rim_box3_is_empty(box) || tree->root == TREE_NONE;
    box_tree_walk walk = { .tree = tree, .box = box, .node = nothing ? TREE_NONE : tree->root };
    return walk;
}

// Visits the nodes in preorder from walk->node on. After a leaf, or a node whose box does not overlap, tree_after
// returns the next node. Fat boxes are clamped to finite floats (tree_clamp), so they are compared with the clamped
// box. The leaf's own box is not clamped, and is compared with the box itself.
int box_tree_walk_next(box_tree_walk *walk)
{
    const box_tree  *tree = walk->tree;
    const tree_node *nodes = tree->nodes;
    rim_box3         clamped = tree_clamp_box(walk->box);
    int              at = walk->node;
    while (at != TREE_NONE)
    {
        const tree_node *node = &nodes[at];
        walk->visited++;
        if (!tree_meet(&node->box, &clamped))
            at = tree_after(nodes, at);
        else if (!tree_is_leaf(node))
            at = node->child;
        else
        {
            at = tree_after(nodes, at);
            if (!tree_meet(&tree->leaves[node->other].box, &walk->box)) continue;
            walk->node = at;
            return node->other;
        }
    }
    walk->node = TREE_NONE;
    return BOX_TREE_END;
}
