/// @file
/// A dynamic tree of boxes: who is near this box, along this motion, or near each other?
///
/// Every leaf carries a box and a number of the caller's (its item). The walks below give exactly the
/// leaves whose boxes, as last told, meet the question, each once: nothing depends on the tree's
/// history but the order, which is the same for the same sequence of calls. A walk is a value on the
/// caller's stack; it allocates nothing and remembers only where it stands, because the way back is
/// found through the parents. Do not change the tree while walking it.
///
/// The flat world uses the same tree with z = 0 everywhere; see `flat` below.
///
/// Inside, leaves are kept in fat boxes, so that small moves cost nothing; each is put where the
/// surface of the tree grows least, and the tree is rotated on the way up (Catto, "Dynamic Bounding
/// Volume Hierarchies", GDC 2019; Goldsmith and Salmon, "Automatic Creation of Object Hierarchies for
/// Ray Tracing", 1987). With n leaves, insert and move take O(log n) in practice, not by guarantee.
#ifndef RIMCAST_TREE_H
#define RIMCAST_TREE_H

#include "rimcast/base.h"
#include "rimcast/box.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rim_tree rim_tree;

/// What a walk answers when it has ended. No leaf has this number.
#define RIM_TREE_END (-1)

/// Zero means: boxes fattened by 1/8, for a world with depth.
typedef struct rim_tree_options
{
    /// How much a leaf's box is fattened on each side, as a fraction of its longest side: more makes
    /// moves cheaper and walks dearer. 0 means 1/8; negative: not at all.
    float slack;
    /// All boxes have z = 0: the tree minimises perimeters instead of surfaces, which vanish on lines.
    bool  flat;
} rim_tree_options;

/// An empty tree. options may be NULL: 1/8, not flat. RIM_ERR_MEMORY; on failure `*out` is NULL.
RIM_API rim_status rim_tree_create(rim_tree **out, const rim_tree_options *options,
                                   const rim_allocator *from);

/// NULL is allowed.
RIM_API void rim_tree_destroy(rim_tree *tree);

/// Adds a leaf and tells its number: numbers of removed leaves are given again, the last removed first,
/// so that all are below the largest count there ever was. An empty box (or one with a NaN) is kept
/// and never found. RIM_ERR_MEMORY: nothing changed; RIM_ERR_SIZE beyond 2^30 leaves.
RIM_API rim_status rim_tree_insert(rim_tree *tree, rim_box3 box, int item, int *leaf);

/// Makes room for count leaves in all, so that insert cannot fail until there are more. Errors as above.
RIM_API rim_status rim_tree_reserve(rim_tree *tree, int count);

/// The leaf's box is now this one. Never fails, never allocates. displacement is a hint: how far it
/// will probably move on (say twice its motion of this step; zero for none). True if the leaf had to
/// be put elsewhere in the tree, false if its fat box still did.
RIM_API bool rim_tree_move(rim_tree *tree, int leaf, rim_box3 box, rim_vec3 displacement);

/// Takes a leaf out. Its number may be given to a later one.
RIM_API void rim_tree_remove(rim_tree *tree, int leaf);

/// How many leaves there are.
RIM_API int rim_tree_count(const rim_tree *tree);

/// @{
/// What was told about a leaf.
RIM_API rim_box3 rim_tree_box(const rim_tree *tree, int leaf);
RIM_API int      rim_tree_item(const rim_tree *tree, int leaf);
/// @}

/// The smallest box around all leaves that are not empty, fat boxes included; empty for none.
RIM_API rim_box3 rim_tree_bounds(const rim_tree *tree);

/// The longest way from the root to a leaf: 0 for one leaf, -1 for none. Visits everything.
RIM_API int rim_tree_height(const rim_tree *tree);

// --- boxes ----------------------------------------------------------------------------------------

/// A walk over the leaves whose boxes overlap a box; touching counts.
///
///      rim_tree_walk walk = rim_tree_overlaps(tree, box);
///      for (int leaf; (leaf = rim_tree_walk_next(&walk)) != RIM_TREE_END;)
///          use(rim_tree_item(tree, leaf));
typedef struct rim_tree_walk
{
    const rim_tree *tree;
    rim_box3        box;     ///< the question
    int             node;    ///< where it stands; private
    int             visited; ///< how many nodes it has looked at
} rim_tree_walk;

/// Begins a walk. An empty box, or one with a NaN, meets nothing.
RIM_API rim_tree_walk rim_tree_overlaps(const rim_tree *tree, rim_box3 box);
/// The next leaf, or RIM_TREE_END, then and for good.
RIM_API int           rim_tree_walk_next(rim_tree_walk *walk);

// --- motions ---------------------------------------------------------------------------------------

/// A walk over the leaves whose boxes a moving box meets; a ray is a box that is a point. Roughly the
/// nearer leaves come first, so a caller who looks for the first hit lowers t_max whenever it finds
/// one: leaves that the box meets only later are left out from there on.
///
/// The box at fraction t of the motion is box + t delta. A leaf within rounding error of being met is
/// given too: no leaf is ever missed. A box or a delta with a NaN or an infinity meets nothing.
///
///      rim_tree_sweep walk = rim_tree_sweep_box(tree, box, delta);
///      for (int leaf; (leaf = rim_tree_sweep_next(&walk)) != RIM_TREE_END;)
///          if (hit_it(leaf, &hit) && hit.t < walk.t_max) walk.t_max = hit.t;
typedef struct rim_tree_sweep
{
    const rim_tree *tree;
    rim_box3        box;
    rim_vec3        delta;
    float           t_max; ///< 1 at first; the caller may lower it at any time
    int             node;  ///< where it stands; private
    int             visited;
} rim_tree_sweep;

/// Begins a walk along box + t delta, t from 0 to 1.
RIM_API rim_tree_sweep rim_tree_sweep_box(const rim_tree *tree, rim_box3 box, rim_vec3 delta);
/// The next leaf that is met no later than t_max, or RIM_TREE_END, then and for good.
RIM_API int            rim_tree_sweep_next(rim_tree_sweep *sweep);

// --- pairs -----------------------------------------------------------------------------------------

/// A walk over pairs of leaves whose boxes overlap. Within one tree every pair comes once, with a < b;
/// between two trees a is of the first and b of the second. The a's come in ascending order.
///
///      rim_tree_pairs pairs = rim_tree_pairs_within(tree);
///      while (rim_tree_pairs_next(&pairs)) use(pairs.a, pairs.b);
typedef struct rim_tree_pairs
{
    const rim_tree *first;
    int             a, b; ///< the pair, after rim_tree_pairs_next said true
    rim_tree_walk   walk; ///< private
} rim_tree_pairs;

/// Begins a walk over the pairs of one tree.
RIM_API rim_tree_pairs rim_tree_pairs_within(const rim_tree *tree);
/// Begins a walk over the pairs between two trees; a tree and itself is rim_tree_pairs_within.
RIM_API rim_tree_pairs rim_tree_pairs_between(const rim_tree *first, const rim_tree *second);
/// True with the next pair in a and b; false at the end, then and for good.
RIM_API bool           rim_tree_pairs_next(rim_tree_pairs *pairs);

#ifdef __cplusplus
}
#endif

#endif
