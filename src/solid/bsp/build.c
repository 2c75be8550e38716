// Builds the tree depth first.
#include "solid/bsp/data.h"

// Makes a leaf of a set's fragments, which become pieces, and stores ~number of the leaf in *leaf: references below 0 are
// leaves, others are nodes. The set may be empty. Adds its share to the progress. Each piece costs 1 of the set's
// budget; the rest, if any, goes to b->pool for other sets. Returns RIM_ERR_MEMORY, and makes no leaf, when out of memory.
//
// A fragment on a plane of the tree (`used`) is on the border of its cell, where the order of drawing is right. Others are
// counted as crowded: they lie inside of the cell, so their order may be wrong (bsp.h, Limits).
static rim_status make_leaf(bsp_builder *b, const bsp_set *set, int32_t *leaf)
{
    size_t leaf_count = (size_t)b->stats.leaves, piece_count = (size_t)b->stats.pieces;
    if (!BSP_GROW(b, leaves, leaf_room, leaf_count + 1)) return RIM_ERR_MEMORY;
    if (!BSP_GROW(b, done, done_room, piece_count + set->count)) return RIM_ERR_MEMORY;
    b->leaves[leaf_count] = (bsp_leaf){ b->stats.pieces, (int32_t)set->count };
    for (size_t i = 0; i < set->count; i++)
    {
        b->done[piece_count + i] = b->open[set->start + i];
        b->stats.crowded += !b->done[piece_count + i].used;
    }
    b->stats.pieces += (int)set->count;
    if (set->depth > b->stats.depth) b->stats.depth = set->depth;
    b->finished += set->share;
    b->pool += set->budget - (double)set->count;
    *leaf = ~b->stats.leaves++;
    return RIM_OK;
}

// Fills up a budget that is used up, which means that the set has as many fragments as they may become pieces: it grows
// by their number, taken from b->pool, if the pool has as much.
static void fill_up_budget(bsp_builder *b, bsp_set *set)
{
    double count = (double)set->count;
    if (count < set->budget || b->pool < count) return;
    b->pool -= count;
    set->budget += count;
}

// Returns a half of a divided set: the fragments start .. start + count - 1, with their fraction of the set's share and
// budget. Both halves together have `all` fragments.
static bsp_set half_of(const bsp_set *set, size_t start, size_t count, size_t all)
{
    double fraction = (double)count / (double)all;
    return (bsp_set){ start, count, set->depth + 1, fraction * set->share, fraction * set->budget };
}

// Divides the set, or makes a leaf of it if it cannot be divided, and does the same with both halves. The recursion ends,
// because no set is deeper than b->depth. Reports the progress every 256 sets. `finished` may exceed 1 by rounding. The
// recursion may move b->nodes, so the node is stored at the end, at a number that is taken before those of its children.
rim_status bsp_grow(bsp_builder *b, bsp_set set, int32_t *root)
{
    rim_progress report = b->progress;
    double       finished = b->finished < 1.0 ? b->finished : 1.0;
    if (b->step_count++ % 256 == 0 && report.report && !report.report(report.context, finished))
        return RIM_ERR_CANCELLED;
    bsp_node node;
    fill_up_budget(b, &set);
    if (set.depth == b->depth || !bsp_choose(b, &set, &node.plane)) return make_leaf(b, &set, root);

    size_t     front, back, at = (size_t)b->stats.nodes;
    rim_status status = bsp_divide(b, &node.plane, &set, &front, &back);
    if (status) return status;
    if (!BSP_GROW(b, nodes, node_room, at + 1)) return RIM_ERR_MEMORY;
    *root = b->stats.nodes++;
    bsp_set behind = half_of(&set, set.start, back, front + back);
    status = bsp_grow(b, half_of(&set, set.start + back, front, front + back), &node.child[0]);
    if (!status) status = bsp_grow(b, behind, &node.child[1]);
    if (!status) b->nodes[at] = node;
    return status;
}
