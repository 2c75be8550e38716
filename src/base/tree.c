// Changes of the tree: insertion, removal, rotation.
#include "base/tree.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

enum
{
    TREE_MOST_LEAVES = 1 << 30, // so that the numbers of nodes, up to 2^31 - 2, fit an int
    TREE_FIRST_LEAVES = 16      // room for so many is made by the first insertion
};

// The width by which a box is enlarged if the options do not say, as a fraction of its longest side.
#define TREE_DEFAULT_SLACK 0.125f
// A leaf gets a new fat box if its old one extends beyond the new one by more than this many slacks (Catto's rule).
#define TREE_MOST_SLACK 4.0f

// Creates a tree without leaves. The first insertion allocates its arrays.
rim_status box_tree_create(box_tree **out, const box_tree_options *options,
                           const rim_allocator *from)
{
    assert(out);
    rim_allocator allocator = memory_allocator_or_default(from);
    box_tree     *tree = memory_allocate_zeroed(&allocator, 1, sizeof *tree);
    *out = tree;
    if (!tree) return RIM_ERR_MEMORY;

    // An option of 0 means the default, and a negative one means no slack.
    float slack = options ? options->slack : 0.0f;
    if (slack == 0.0f) slack = TREE_DEFAULT_SLACK;
    tree->from = allocator;
    tree->slack = slack > 0.0f ? slack : 0.0f;
    tree->flat = options && options->flat;
    tree->root = TREE_NONE;
    tree->free_leaf = TREE_NONE;
    tree->free_node = TREE_NONE;
    return RIM_OK;
}

void box_tree_destroy(box_tree *tree)
{
    if (!tree) return;
    rim_allocator from = tree->from;
    memory_release(&from, tree->leaves, (size_t)tree->capacity, sizeof *tree->leaves);
    memory_release(&from, tree->nodes, 2 * (size_t)tree->capacity, sizeof *tree->nodes);
    memory_release(&from, tree, 1, sizeof *tree);
}

// Makes room for `count` leaves and, as each leaf needs at most two nodes, twice as many nodes.
rim_status box_tree_reserve(box_tree *tree, int count)
{
    if (count <= tree->capacity) return RIM_OK;
    if (count > TREE_MOST_LEAVES) return RIM_ERR_SIZE;

    size_t     old = (size_t)tree->capacity, wanted = (size_t)count;
    tree_leaf *leaves = memory_allocate(&tree->from, wanted, sizeof *leaves);
    tree_node *nodes = memory_allocate(&tree->from, 2 * wanted, sizeof *nodes);
    if (!leaves || !nodes)
    {
        memory_release(&tree->from, leaves, wanted, sizeof *leaves);
        memory_release(&tree->from, nodes, 2 * wanted, sizeof *nodes);
        return RIM_ERR_MEMORY;
    }
    if (old)
    {
        memcpy(leaves, tree->leaves, old * sizeof *leaves);
        memcpy(nodes, tree->nodes, 2 * old * sizeof *nodes);
    }
    memory_release(&tree->from, tree->leaves, old, sizeof *leaves);
    memory_release(&tree->from, tree->nodes, 2 * old, sizeof *nodes);
    tree->leaves = leaves;
    tree->nodes = nodes;
    tree->capacity = count;
    return RIM_OK;
}

// --- costs ------------------------------------------------------------------------------------------

// Returns the cost S of a box: half its surface, or half the perimeter of a flat one. It is proportional to the chance
// that a random line hits the box. In double nothing overflows, and scaling the box by 2^k scales the cost exactly.
static double tree_cost_of(const box_tree *tree, const rim_box3 *box)
{
    double x = (double)box->hi.x - box->lo.x;
    double y = (double)box->hi.y - box->lo.y;
    double z = (double)box->hi.z - box->lo.z;
    return tree->flat ? x + y : x * y + y * z + z * x;
}

// Returns S(a + b), the cost of the box around two boxes.
static double cost_of_union(const box_tree *tree, const rim_box3 *a, const rim_box3 *b)
{
    rim_box3 both = rim_box3_union(*a, *b);
    return tree_cost_of(tree, &both);
}

// Returns four times the squared distance of the centers of two boxes.
static double tree_center_distance(const rim_box3 *a, const rim_box3 *b)
{
    double x = ((double)a->lo.x + a->hi.x) - ((double)b->lo.x + b->hi.x);
    double y = ((double)a->lo.y + a->hi.y) - ((double)b->lo.y + b->hi.y);
    double z = ((double)a->lo.z + a->hi.z) - ((double)b->lo.z + b->hi.z);
    return x * x + y * y + z * z;
}

// Returns a lower bound of the cost of inserting a new box as the sibling of the node C (number `node`) or of a node
// below C. The growth of C's ancestors is not included. S is the cost of a box, A + B the box around two boxes, and
// box_cost is S(new). As the sibling of C the new box costs S(C + new). Further down, C grows by S(C + new) - S(C), and
// the new parent costs at least S(new). So the bound is S(C + new) + min(0, S(new) - S(C)).
static double sibling_bound(const box_tree *tree, int node, const rim_box3 *box, double box_cost)
{
    const rim_box3 *held = &tree->nodes[node].box;
    double          below = box_cost - tree_cost_of(tree, held);
    return cost_of_union(tree, held, box) + (below < 0.0 ? below : 0.0);
}

// Returns the node X that should become the sibling of a new box. Requires a tree that is not empty. With S the cost of
// a box and A + B the box around two boxes, the tree's cost then grows by the cost of a new parent and by the growth of
// X's ancestors:
//
//     cost(X) = S(X + new) + sum over the ancestors A of X of (S(A + new) - S(A)).
//
// The descent starts at the root. It continues with the child that has the smaller sibling_bound (of equal ones, the
// child whose center is nearer), and ends when this bound is not below the least cost so far. Only one child is
// followed, so the result need not be the best of all nodes.
static int best_sibling(const box_tree *tree, const rim_box3 *box)
{
    double box_cost = tree_cost_of(tree, box);
    double ancestors_growth = 0.0;
    double best_cost = INFINITY;
    int    best = tree->root;
    for (int at = tree->root;;)
    {
        const tree_node *node = &tree->nodes[at];
        double           parent_cost = cost_of_union(tree, &node->box, box);
        if (ancestors_growth + parent_cost < best_cost)
        {
            best = at;
            best_cost = ancestors_growth + parent_cost;
        }
        if (tree_is_leaf(node)) return best;
        ancestors_growth += parent_cost - tree_cost_of(tree, &node->box);

        int    next = node->child;
        double bound = sibling_bound(tree, node->child, box, box_cost);
        double other_bound = sibling_bound(tree, node->other, box, box_cost);
        bool   take_other = other_bound < bound;
        if (other_bound == bound)
            take_other = tree_center_distance(&tree->nodes[node->other].box, box) <
                         tree_center_distance(&tree->nodes[node->child].box, box);
        if (take_other)
        {
            next = node->other;
            bound = other_bound;
        }
        if (ancestors_growth + bound >= best_cost) return best;
        at = next;
    }
}

// --- nodes ------------------------------------------------------------------------------------------

// Returns a node that is not in use. There always is one: n leaves need at most 2 n nodes, and there is room for them.
static int tree_take_node(box_tree *tree)
{
    int node = tree->free_node;
    if (node == TREE_NONE) return tree->node_top++;
    tree->free_node = tree->nodes[node].parent;
    return node;
}

// Adds a node to the list of those not in use.
static void give_node(box_tree *tree, int node)
{
    tree->nodes[node].parent = tree->free_node;
    tree->free_node = node;
}

// Puts the node `now` in the place of the node `was`, as a child of the parent of `was`, or as the root. Sets the
// parent of `now`, and leaves `was` as it is.
static void replace(box_tree *tree, int was, int now)
{
    int parent = tree->nodes[was].parent;
    tree->nodes[now].parent = parent;
    if (parent == TREE_NONE)
        tree->root = now;
    else if (tree->nodes[parent].child == was)
        tree->nodes[parent].child = now;
    else
        tree->nodes[parent].other = now;
}

// Returns the address of a node's number in its parent. Requires a node with a parent.
static int *reference_to(box_tree *tree, int node)
{
    tree_node *parent = &tree->nodes[tree->nodes[node].parent];
    return parent->child == node ? &parent->child : &parent->other;
}

// Exchanges two subtrees. Neither may contain the other. Boxes stay as they are.
static void exchange(box_tree *tree, int a, int b)
{
    int  parent_a = tree->nodes[a].parent, parent_b = tree->nodes[b].parent;
    int *to_a = reference_to(tree, a), *to_b = reference_to(tree, b);
    *to_a = b;
    *to_b = a;
    tree->nodes[a].parent = parent_b;
    tree->nodes[b].parent = parent_a;
}

// Returns true if outer contains inner.
static bool holds(const rim_box3 *outer, const rim_box3 *inner)
{
    return outer->lo.x <= inner->lo.x && outer->lo.y <= inner->lo.y && outer->lo.z <= inner->lo.z &&
           inner->hi.x <= outer->hi.x && inner->hi.y <= outer->hi.y && inner->hi.z <= outer->hi.z;
}

// Sets the box of an inner node to the box around its children.
static void refit(box_tree *tree, int at)
{
    tree_node *node = &tree->nodes[at];
    node->box = rim_box3_union(tree->nodes[node->child].box, tree->nodes[node->other].box);
}

// Returns the cost that is saved by exchanging `uncle` with `child`, the other child of `inner` beside `sibling`. Only
// the box of `inner` changes, so this is S(inner) - S(uncle + sibling), with S the cost of a box:
//
//          at                     at
//        /    \                 /    \                .
//    uncle   inner    ->    child   inner
//            /   \                  /   \             .
//        child  sibling         uncle  sibling
static double saved_by(const box_tree *tree, int uncle, int inner, int sibling)
{
    return tree_cost_of(tree, &tree->nodes[inner].box) -
           cost_of_union(tree, &tree->nodes[uncle].box, &tree->nodes[sibling].box);
}

// An exchange of a node with its sibling's child, in the names of saved_by.
typedef struct rotation
{
    double saved; // 0 if no exchange saves anything
    int    uncle, inner, child;
} rotation;

// Replaces *best by the exchange of `uncle` with a child of its sibling `inner` that saves more than *best, if there is
// one. If `inner` is a leaf's node there is none. Equal savings do not replace *best.
static void try_rotations(const box_tree *tree, int uncle, int inner, rotation *best)
{
    const tree_node *node = &tree->nodes[inner];
    if (tree_is_leaf(node)) return;
    rotation up_child = { .saved = saved_by(tree, uncle, inner, node->other),
                          .uncle = uncle,
                          .inner = inner,
                          .child = node->child };
    rotation up_other = { .saved = saved_by(tree, uncle, inner, node->child),
                          .uncle = uncle,
                          .inner = inner,
                          .child = node->other };
    if (up_child.saved > best->saved) *best = up_child;
    if (up_other.saved > best->saved) *best = up_other;
}

// Tries the four exchanges of a child of `at` with a child of its sibling. Makes the one that saves most, if one saves
// anything. Requires an inner node whose box, and whose children's boxes, are up to date. The box of `at` does not
// change.
static void rotate(box_tree *tree, int at)
{
    int      child = tree->nodes[at].child, other = tree->nodes[at].other;
    rotation best = { 0.0, TREE_NONE, TREE_NONE, TREE_NONE };
    try_rotations(tree, child, other, &best);
    try_rotations(tree, other, child, &best);
    if (best.uncle == TREE_NONE) return;
    exchange(tree, best.uncle, best.child);
    refit(tree, best.inner);
}

static bool tree_is_same_box(const rim_box3 *a, const rim_box3 *b)
{
    return holds(a, b) && holds(b, a);
}

// Refits and rotates the inner node `at` and all its ancestors. `at` may be TREE_NONE. Ends early above two nodes in a
// row whose boxes have not changed and equal both of their children's boxes:
//
//  - At these two nodes no exchange saves anything, so their children stay.
//  - A rotation reads only the boxes of a node's children and grandchildren.
//  - So above the two no box changes, and the rotations there would read the same boxes as before.
//
// In a tree of many equal boxes, which may be as deep as their number, this bounds the cost.
static void refit_upwards(box_tree *tree, int at)
{
    int unchanged = 0; // nodes in a row
    while (at != TREE_NONE && unchanged < 2)
    {
        const tree_node *node = &tree->nodes[at];
        rim_box3         old = node->box;
        refit(tree, at);
        bool is_same = tree_is_same_box(&old, &node->box) &&
                       tree_is_same_box(&node->box, &tree->nodes[node->child].box) &&
                       tree_is_same_box(&node->box, &tree->nodes[node->other].box);
        unchanged = is_same ? unchanged + 1 : 0;
        rotate(tree, at);
        at = tree->nodes[at].parent;
    }
}

// Inserts a node, whose box is set, into the tree as the sibling of the node that best_sibling returns: a new parent
// takes the place of the sibling and gets both as children. Then the boxes are refitted up to the root.
static void link_node(box_tree *tree, int fresh)
{
    tree->nodes[fresh].parent = TREE_NONE;
    if (tree->root == TREE_NONE)
    {
        tree->root = fresh;
        return;
    }
    int sibling = best_sibling(tree, &tree->nodes[fresh].box);
    int parent = tree_take_node(tree);
    replace(tree, sibling, parent);
    tree->nodes[parent].child = sibling;
    tree->nodes[parent].other = fresh;
    // The parent starts with the box that was at its place before, because refit_upwards compares.
    tree->nodes[parent].box = tree->nodes[sibling].box;
    tree->nodes[sibling].parent = parent;
    tree->nodes[fresh].parent = parent;
    refit_upwards(tree, parent);
}

// Removes a node from the tree. Its sibling takes the place of their parent, which is freed, and boxes are refitted from
// there upwards. The node itself is not freed, and its `parent` is not valid afterwards. Requires a node that is in the
// tree.
static void unlink_node(box_tree *tree, int node)
{
    int parent = tree->nodes[node].parent;
    if (parent == TREE_NONE)
    {
        tree->root = TREE_NONE;
        return;
    }
    int sibling = tree->nodes[parent].child;
    if (sibling == node) sibling = tree->nodes[parent].other;
    replace(tree, parent, sibling);
    give_node(tree, parent);
    refit_upwards(tree, tree->nodes[sibling].parent);
}

// --- leaves -----------------------------------------------------------------------------------------

// Return a bound of a fat box: `lo` or `hi` moved outward by the slack, and by the displacement if this points outward.
// The result is never inside the box, even after rounding.
static float fat_lo(float lo, float slack, float displacement)
{
    float fat = lo - slack + (displacement < 0.0f ? displacement : 0.0f);
    return fat < lo ? fat : lo;
}

static float fat_hi(float hi, float slack, float displacement)
{
    float fat = hi + slack + (displacement > 0.0f ? displacement : 0.0f);
    return fat > hi ? fat : hi;
}

// Returns the fat box of a leaf's box: grown on each side by the slack, and on the sides toward which the displacement
// points by the displacement as well. A flat box stays flat. Requires a box that is not empty.
static rim_box3 fatten(const box_tree *tree, rim_box3 box, rim_vec3 displacement)
{
    box = tree_clamp_box(box);
    rim_vec3 size = rim_vec3_sub(box.hi, box.lo);
    float    longest = size.x > size.y ? size.x : size.y;
    if (size.z > longest) longest = size.z;
    float    slack = tree->slack * longest;
    float    slack_z = tree->flat ? 0.0f : slack;
    rim_vec3 lo = rim_vec3_make(fat_lo(box.lo.x, slack, displacement.x),
                                fat_lo(box.lo.y, slack, displacement.y),
                                fat_lo(box.lo.z, slack_z, displacement.z));
    rim_vec3 hi = rim_vec3_make(fat_hi(box.hi.x, slack, displacement.x),
                                fat_hi(box.hi.y, slack, displacement.y),
                                fat_hi(box.hi.z, slack_z, displacement.z));
    return tree_clamp_box(rim_box3_make(lo, hi));
}

// Links a leaf, whose box is not empty, with a new fat box. Takes a node for it if it has none. The node must not be in
// the tree.
static void tree_attach(box_tree *tree, int leaf, rim_vec3 displacement)
{
    tree_leaf *it = &tree->leaves[leaf];
    if (it->node == TREE_NONE) it->node = tree_take_node(tree);
    tree_node *node = &tree->nodes[it->node];
    node->child = TREE_NONE;
    node->other = leaf;
    node->box = fatten(tree, it->box, displacement);
    link_node(tree, it->node);
}

// Takes the number that was freed last, or else a new one, for which the arrays are doubled if they are full. A leaf
// with an empty box gets no node.
rim_status box_tree_insert(box_tree *tree, rim_box3 box, int item, int *leaf)
{
    if (tree->free_leaf == TREE_NONE && tree->leaf_top == tree->capacity)
    {
        if (tree->capacity == TREE_MOST_LEAVES) return RIM_ERR_SIZE;
        rim_status status =
            box_tree_reserve(tree, tree->capacity ? 2 * tree->capacity : TREE_FIRST_LEAVES);
        if (status) return status;
    }
    int fresh = tree->free_leaf;
    if (fresh == TREE_NONE)
        fresh = tree->leaf_top++;
    else
        tree->free_leaf = tree->leaves[fresh].next;

    tree_leaf *it = &tree->leaves[fresh];
    it->box = box;
    it->item = item;
    it->node = TREE_NONE;
    it->next = TREE_NONE;
    tree->count++;
    if (!rim_box3_is_empty(box)) tree_attach(tree, fresh, rim_vec3_make(0.0f, 0.0f, 0.0f));
    *leaf = fresh;
    return RIM_OK;
}

// Returns true if the fat box extends beyond `fresh`, the fat box that the leaf would get now, by more than
// TREE_MOST_SLACK slacks on a side. Traversals would be slow, and a leaf that has stopped would keep the displacement.
// z is not compared in flat trees.
static bool too_fat(const box_tree *tree, const rim_box3 *fat, rim_box3 fresh)
{
    rim_vec3 size = rim_vec3_sub(fresh.hi, fresh.lo);
    float    longest = size.x > size.y ? size.x : size.y;
    if (size.z > longest) longest = size.z;
    rim_box3 huge = rim_box3_grow(fresh, TREE_MOST_SLACK * tree->slack * longest);
    if (tree->flat) huge.lo.z = fat->lo.z, huge.hi.z = fat->hi.z; // always holds
    return !holds(&huge, fat);
}

// Changes only the leaf's box if its fat box still contains the new box and is not much too large. Otherwise links the
// leaf again. A leaf has a node, which is in the tree, if and only if its box is not empty. Returns true if the tree
// has changed.
bool box_tree_move(box_tree *tree, int leaf, rim_box3 box, rim_vec3 displacement)
{
    assert(tree_in_use(tree, leaf));
    tree_leaf *it = &tree->leaves[leaf];
    bool       was_in_tree = it->node != TREE_NONE, stays_in_tree = !rim_box3_is_empty(box);
    it->box = box;
    if (was_in_tree && stays_in_tree)
    {
        rim_box3        clamped = tree_clamp_box(box);
        const rim_box3 *fat = &tree->nodes[it->node].box;
        if (holds(fat, &clamped) && !too_fat(tree, fat, fatten(tree, box, displacement)))
            return false;
    }
    if (was_in_tree) unlink_node(tree, it->node);
    if (stays_in_tree)
        tree_attach(tree, leaf, displacement);
    else if (was_in_tree)
    {
        give_node(tree, it->node);
        it->node = TREE_NONE;
    }
    return was_in_tree || stays_in_tree;
}

// Removes the leaf's node, if its box is not empty, and puts its number in front of the list of free ones.
void box_tree_remove(box_tree *tree, int leaf)
{
    assert(tree_in_use(tree, leaf));
    tree_leaf *it = &tree->leaves[leaf];
    if (it->node != TREE_NONE)
    {
        unlink_node(tree, it->node);
        give_node(tree, it->node);
    }
    it->node = TREE_FREE;
    it->next = tree->free_leaf;
    tree->free_leaf = leaf;
    tree->count--;
}

int box_tree_item(const box_tree *tree, int leaf)
{
    assert(tree_in_use(tree, leaf));
    return tree->leaves[leaf].item;
}
