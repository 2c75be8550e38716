// Asking. All walks go down to the left and come back through the parents, so they need no stack and
// no tree is too deep for them.
#include "base/tree.h"

#include "base/float.h"

// The next node once the subtree at `at` is done: the other child of the nearest ancestor whose first
// child was walked last.
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

rim_tree_walk rim_tree_overlaps(const rim_tree *tree, rim_box3 box)
{
    bool          nothing = rim_box3_is_empty(box) || tree->root == TREE_NONE;
    rim_tree_walk walk = { tree, box, nothing ? TREE_NONE : tree->root, 0 };
    return walk;
}

int rim_tree_walk_next(rim_tree_walk *walk)
{
    const rim_tree  *tree = walk->tree;
    const tree_node *nodes = tree->nodes;
    rim_box3         wide = tree_clamp_box(walk->box);
    int              at = walk->node;
    while (at != TREE_NONE)
    {
        const tree_node *node = &nodes[at];
        walk->visited++;
        if (!tree_meet(&node->box, &wide))
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
    return RIM_TREE_END;
}

int rim_tree_height(const rim_tree *tree)
{
    int highest = -1, depth = 0;
    for (int at = tree->root; at != TREE_NONE;)
    {
        const tree_node *node = &tree->nodes[at];
        if (!tree_is_leaf(node))
        {
            at = node->child;
            depth++;
            continue;
        }
        if (depth > highest) highest = depth;
        // Up to the ancestor whose second child comes next: one step down makes up for the last up.
        int next = tree_after(tree->nodes, at);
        if (next == TREE_NONE) break;
        for (int up = tree->nodes[at].parent; up != tree->nodes[next].parent;
             up = tree->nodes[up].parent)
            depth--;
        at = next;
    }
    return highest;
}

// --- motions ----------------------------------------------------------------------------------------

// The fractions of the motion at which [lo, hi] + t delta meets [at_lo, at_hi] on one axis, cut with
// what the other axes left. Differences and quotients are each off by at most one part in 2^53, so
// widening the end by 2^-50 misses nothing.
static bool slab(double lo, double hi, double delta, double at_lo, double at_hi, double *enter,
                 double *leave)
{
    if (delta == 0.0) return lo <= at_hi && at_lo <= hi;
    double first = (delta > 0.0 ? at_lo - hi : at_hi - lo) / delta;
    double last = (delta > 0.0 ? at_hi - lo : at_lo - hi) / delta;
    if (last < 0.0) return false;
    last *= 1.0 + 0x1p-50;
    if (first > *enter) *enter = first;
    if (last < *leave) *leave = last;
    return *enter <= *leave;
}

static bool swept_meets(const rim_tree_sweep *sweep, const rim_box3 *box)
{
    double          enter = 0.0, leave = (double)sweep->t_max * (1.0 + 0x1p-50);
    const rim_box3 *own = &sweep->box;
    return leave >= 0.0 &&
           slab(own->lo.x, own->hi.x, sweep->delta.x, box->lo.x, box->hi.x, &enter, &leave) &&
           slab(own->lo.y, own->hi.y, sweep->delta.y, box->lo.y, box->hi.y, &enter, &leave) &&
           slab(own->lo.z, own->hi.z, sweep->delta.z, box->lo.z, box->hi.z, &enter, &leave);
}

// The child whose middle comes first along the motion; the same answer on the way down and up.
static int tree_nearer(const tree_node *nodes, const tree_node *node, rim_vec3 delta)
{
    const rim_box3 *a = &nodes[node->child].box, *b = &nodes[node->other].box;
    double          ahead = (((double)b->lo.x + b->hi.x) - ((double)a->lo.x + a->hi.x)) * delta.x +
                   (((double)b->lo.y + b->hi.y) - ((double)a->lo.y + a->hi.y)) * delta.y +
                   (((double)b->lo.z + b->hi.z) - ((double)a->lo.z + a->hi.z)) * delta.z;
    return ahead < 0.0 ? node->other : node->child;
}

// As after(), where the nearer child is the first.
static int after_swept(const tree_node *nodes, int at, rim_vec3 delta)
{
    int up = nodes[at].parent;
    while (up != TREE_NONE && tree_nearer(nodes, &nodes[up], delta) != at)
    {
        at = up;
        up = nodes[at].parent;
    }
    if (up == TREE_NONE) return TREE_NONE;
    return nodes[up].child == at ? nodes[up].other : nodes[up].child;
}

rim_tree_sweep rim_tree_sweep_box(const rim_tree *tree, rim_box3 box, rim_vec3 delta)
{
    bool legal = vec3_is_finite(box.lo) && vec3_is_finite(box.hi) && vec3_is_finite(delta) &&
                 !rim_box3_is_empty(box);
    int            start = legal ? tree->root : TREE_NONE;
    rim_tree_sweep sweep = { tree, box, delta, 1.0f, start, 0 };
    return sweep;
}

int rim_tree_sweep_next(rim_tree_sweep *sweep)
{
    const rim_tree  *tree = sweep->tree;
    const tree_node *nodes = tree->nodes;
    int              at = sweep->node;
    while (at != TREE_NONE)
    {
        const tree_node *node = &nodes[at];
        sweep->visited++;
        if (!swept_meets(sweep, &node->box))
            at = after_swept(nodes, at, sweep->delta);
        else if (!tree_is_leaf(node))
            at = tree_nearer(nodes, node, sweep->delta);
        else
        {
            at = after_swept(nodes, at, sweep->delta);
            if (!swept_meets(sweep, &tree->leaves[node->other].box)) continue;
            sweep->node = at;
            return node->other;
        }
    }
    sweep->node = TREE_NONE;
    return RIM_TREE_END;
}

// --- pairs ------------------------------------------------------------------------------------------

rim_tree_pairs rim_tree_pairs_between(const rim_tree *first, const rim_tree *second)
{
    rim_tree_pairs pairs = { first, -1, -1, { second, rim_box3_empty(), TREE_NONE, 0 } };
    return pairs;
}

rim_tree_pairs rim_tree_pairs_within(const rim_tree *tree)
{
    return rim_tree_pairs_between(tree, tree);
}

bool rim_tree_pairs_next(rim_tree_pairs *pairs)
{
    const rim_tree *first = pairs->first, *second = pairs->walk.tree;
    for (;;)
    {
        int b = rim_tree_walk_next(&pairs->walk);
        if (b != RIM_TREE_END)
        {
            if (first == second && b <= pairs->a) continue;
            pairs->b = b;
            return true;
        }
        do
            if (++pairs->a >= first->leaf_top) return pairs->a = first->leaf_top, false;
        while (first->leaves[pairs->a].node < 0);
        int visited = pairs->walk.visited;
        pairs->walk = rim_tree_overlaps(second, first->leaves[pairs->a].box);
        pairs->walk.visited = visited;
    }
}
