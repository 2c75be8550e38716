// Changes of the tree: insertion, removal, rotation.
#include "base/tree.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

enum
{
    LEAVES_AT_MOST = 1 << 30
};

rim_status box_tree_create(box_tree **out, const box_tree_options *options,
                           const rim_allocator *from)
{
    assert(out);
    rim_allocator allocator = memory_allocator_or_default(from);
    box_tree     *tree = memory_allocate_zeroed(&allocator, 1, sizeof *tree);
    *out = tree;
    if (!tree) return RIM_ERR_MEMORY;

    float slack = options ? options->slack : 0.0f;
    tree->from = allocator;
    tree->slack = slack > 0.0f ? slack : slack < 0.0f ? 0.0f : 0.125f;
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
    if (count > LEAVES_AT_MOST) return RIM_ERR_SIZE;

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

// Returns half the surface of a box, half the perimeter of a flat one: proportional to the chance that a random line
// hits it. In double nothing overflows, and scaling by 2^k scales it exactly.
static double tree_cost_of(const box_tree *tree, const rim_box3 *box)
{
    double x = (double)box->hi.x - box->lo.x;
    double y = (double)box->hi.y - box->lo.y;
    double z = (double)box->hi.z - box->lo.z;
    return tree->flat ? x + y : x * y + y * z + z * x;
}

// Returns the cost of the box around two boxes.
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

// Returns the node X for which the tree's cost grows least if the box becomes X's sibling. The cost is that of their
// new parent and the growth of X's ancestors:
//
//      cost(X) = S(X + new) + sum over the ancestors A of X of (S(A + new) - S(A)).
//
// Below X nothing costs less than the growth so far plus S(new), and a child C adds at least S(C + new) - S(C). The
// descent continues with the child that has the smaller bound, and ends when the bound is not below the best cost.
static int best_sibling(const box_tree *tree, const rim_box3 *box)
{
    double own = tree_cost_of(tree, box), inherited = 0.0, best_cost = 0.0;
    int    best = TREE_NONE;
    for (int at = tree->root;;)
    {
        const tree_node *node = &tree->nodes[at];
        double           with = cost_of_union(tree, &node->box, box);
        if (best == TREE_NONE || inherited + with < best_cost)
        {
            best = at;
            best_cost = inherited + with;
        }
        if (tree_is_leaf(node)) return best;
        inherited += with - tree_cost_of(tree, &node->box);

        int    child[2] = { node->child, node->other };
        double bound[2];
        for (int i = 0; i < 2; i++)
        {
            const rim_box3 *held = &tree->nodes[child[i]].box;
            double          less = own - tree_cost_of(tree, held);
            bound[i] = cost_of_union(tree, held, box) + (less < 0.0 ? less : 0.0);
        }
        int take = bound[1] < bound[0];
        if (bound[0] == bound[1])
            take = tree_center_distance(&tree->nodes[child[1]].box, box) <
                   tree_center_distance(&tree->nodes[child[0]].box, box);
        if (inherited + bound[take] >= best_cost) return best;
        at = child[take];
    }
}

// --- nodes ------------------------------------------------------------------------------------------

// Returns a node that is not in use. There always is one: see tree.h.
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

// Replaces the node `was` by `now` as a child of its parent or as the root.
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

// Exchanges two subtrees. Neither may contain the other.
static void exchange(box_tree *tree, int a, int b)
{
    int  up_a = tree->nodes[a].parent, up_b = tree->nodes[b].parent;
    int *slot_a =
        tree->nodes[up_a].child == a ? &tree->nodes[up_a].child : &tree->nodes[up_a].other;
    int *slot_b =
        tree->nodes[up_b].child == b ? &tree->nodes[up_b].child : &tree->nodes[up_b].other;
    *slot_a = b;
    *slot_b = a;
    tree->nodes[a].parent = up_b;
    tree->nodes[b].parent = up_a;
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

// Returns the cost saved by exchanging `uncle` with `child`, whose sibling stays below `inner`:
//
//          at                     at                  S(inner) - S(uncle + sibling)
//        /    \                 /    \                .
//    uncle   inner    ->    child   inner
//            /   \                  /   \             .
//        child  sibling         uncle  sibling
static double saved_by(const box_tree *tree, int uncle, int inner, int sibling)
{
    return tree_cost_of(tree, &tree->nodes[inner].box) -
           cost_of_union(tree, &tree->nodes[uncle].box, &tree->nodes[sibling].box);
}

// Makes the one of the four exchanges of a child with a grandchild that saves most, if one saves anything.
static void rotate(box_tree *tree, int at)
{
    const tree_node *node = &tree->nodes[at];
    double           best = 0.0;
    int              uncle = TREE_NONE, child = TREE_NONE, inner = TREE_NONE;
    for (int side = 0; side < 2; side++)
    {
        int              in = side ? node->child : node->other;
        int              un = side ? node->other : node->child;
        const tree_node *low = &tree->nodes[in];
        if (tree_is_leaf(low)) continue;
        double first = saved_by(tree, un, in, low->other);
        double second = saved_by(tree, un, in, low->child);
        if (first > best)
        {
            best = first;
            uncle = un, inner = in, child = low->child;
        }
        if (second > best)
        {
            best = second;
            uncle = un, inner = in, child = low->other;
        }
    }
    if (uncle == TREE_NONE) return;
    exchange(tree, uncle, child);
    refit(tree, inner);
}

static bool tree_is_same_box(const rim_box3 *a, const rim_box3 *b)
{
    return holds(a, b) && holds(b, a);
}

// Refits the inner node `at` and its ancestors, and rotates at each. Ends early above two nodes in a row whose boxes
// have not changed and equal both their children's: a rotation reads children and grandchildren, so above two such
// nodes nothing changes. This bounds the cost in a tree of many equal boxes, which is as deep as their number.
static void refit_upwards(box_tree *tree, int at)
{
    for (int equal = 0; at != TREE_NONE && equal < 2; at = tree->nodes[at].parent)
    {
        const tree_node *node = &tree->nodes[at];
        rim_box3         old = node->box;
        refit(tree, at);
        bool same = tree_is_same_box(&old, &node->box) &&
                    tree_is_same_box(&node->box, &tree->nodes[node->child].box) &&
                    tree_is_same_box(&node->box, &tree->nodes[node->other].box);
        equal = same ? equal + 1 : 0;
        rotate(tree, at);
    }
}

// Makes a node, which is not in the tree, the sibling of the node at which it costs least: a new parent takes that
// node's place and gets both as children. Then boxes are refitted up to the root.
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
    tree->nodes[parent].box =
        tree->nodes[sibling].box; // that of this place before, for refit_upwards
    tree->nodes[sibling].parent = parent;
    tree->nodes[fresh].parent = parent;
    refit_upwards(tree, parent);
}

// Removes a node from the tree. The caller frees the node.
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

// Return a bound of a fat box: moved outward by the slack, and further by a displacement outward, but never inward.
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

// Returns a leaf's fat box: its box grown on each side by the slack, and in the direction of the displacement by that.
// A flat box stays flat.
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

// Puts a leaf into the tree with a fat box. Takes a node for it if it has none.
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

rim_status box_tree_insert(box_tree *tree, rim_box3 box, int item, int *leaf)
{
    if (tree->free_leaf == TREE_NONE && tree->leaf_top == tree->capacity)
    {
        if (tree->capacity == LEAVES_AT_MOST) return RIM_ERR_SIZE;
        rim_status status = box_tree_reserve(tree, tree->capacity ? 2 * tree->capacity : 16);
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

// Returns true if the fat box is so much larger than a new one that traversals would be slow. Catto's rule: by four
// times the slack. So a leaf that has stopped loses the displacement.
static bool too_fat(const box_tree *tree, const rim_box3 *fat, rim_box3 fresh)
{
    rim_vec3 size = rim_vec3_sub(fresh.hi, fresh.lo);
    float    longest = size.x > size.y ? size.x : size.y;
    if (size.z > longest) longest = size.z;
    rim_box3 huge = rim_box3_grow(fresh, 4.0f * tree->slack * longest);
    if (tree->flat) huge.lo.z = fat->lo.z, huge.hi.z = fat->hi.z;
    return !holds(&huge, fat);
}

// The tree does not change if the leaf's fat box still contains the new box and is not much too large. A leaf whose
// box becomes empty loses its node.
bool box_tree_move(box_tree *tree, int leaf, rim_box3 box, rim_vec3 displacement)
{
    assert(tree_in_use(tree, leaf));
    tree_leaf *it = &tree->leaves[leaf];
    bool       was = it->node != TREE_NONE, is = !rim_box3_is_empty(box);
    it->box = box;
    if (was && is)
    {
        rim_box3        clamped = tree_clamp_box(box);
        const rim_box3 *fat = &tree->nodes[it->node].box;
        if (holds(fat, &clamped) && !too_fat(tree, fat, fatten(tree, box, displacement)))
            return false;
    }
    if (was) unlink_node(tree, it->node);
    if (is)
        tree_attach(tree, leaf, displacement);
    else if (was)
    {
        give_node(tree, it->node);
        it->node = TREE_NONE;
    }
    return was || is;
}

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
