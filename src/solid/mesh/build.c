// Building the tree of a mesh.
//
// The surface area heuristic splits a set of triangles: the cost of a split is the sum, over the two halves, of the
// surface area of the half's box (the probability that a line hits it) times the number of leaves that it needs.
// Candidates are the borders of BINS slices of the centers' extent (Wald, "On fast construction of SAH-based bounding
// volume hierarchies", 2007).
//
// The binary tree is then collapsed to nodes of up to eight children, so that the sum of all nodes' surface areas is
// least. The cost of replacing a set by n children is the least, over all ways to divide n between its halves, of their
// costs; it is computed from the leaves up (Ylitie, Karras, Laine, "Efficient incoherent ray traversal on GPUs through
// compressed wide BVHs", 2017).
#include "solid/mesh/build.h"

#include "base/memory.h"
#include "simd/f32x4.h"
#include "solid/mesh/tolerances.h"

#include <math.h>

enum
{
    BINS = 16,
    SMALL_SET = 48, // triangles: a set of fewer has SMALL_SET_BINS bins
    SMALL_SET_BINS = 8,
    PROGRESS_PARTS = 128, // progress is reported after each so many-th part of the triangles
    // From this depth on sets are halved by number. 2^25 triangles are then split at most 25 times more, so that no
    // tree is deeper than MESH_MAX_DEPTH.
    HALVING_DEPTH = 64
};

// The bit that makes the number of an item a normal float.
#define MESH_ITEM_BIT 0x40000000u

// In mesh_half.share: the set stays one child, because a node of its own costs no more than several children.
#define MESH_STAYS 0x80

// A box with x, y and z in the first three lanes; the fourth is ignored.
typedef struct mesh_build_extent
{
    f32x4 lo, hi;
} mesh_build_extent;

// A set of items: items[first .. first + count - 1].
typedef struct mesh_build_part
{
    size_t            first, count;
    mesh_build_extent box, centers; // of the middles
} mesh_build_part;

typedef struct bin
{
    mesh_build_extent box;
    size_t            count;
} bin;

static mesh_build_extent mesh_build_empty_extent(void)
{
    return (mesh_build_extent){ f32x4_all(FLT_MAX), f32x4_all(-FLT_MAX) };
}

static inline mesh_build_extent item_extent(const mesh_item *item)
{
    return (mesh_build_extent){ f32x4_load(item->lo), f32x4_load(item->hi) };
}

static inline void add_extent(mesh_build_extent *box, mesh_build_extent other)
{
    box->lo = f32x4_min(other.lo, box->lo);
    box->hi = f32x4_max(other.hi, box->hi);
}

// Returns the middle of an item's box. Halves lo and hi before adding them, so that the sum of two large numbers is
// finite.
static inline f32x4 mesh_build_middle_of(const mesh_item *item)
{
    f32x4 half = f32x4_all(0.5f);
    return f32x4_add(f32x4_mul(f32x4_load(item->lo), half), f32x4_mul(f32x4_load(item->hi), half));
}

// Returns the set  items[first .. first + count - 1]  with the box around its items' boxes and the box around their
// middles, the centers. Both boxes are empty if count is 0.
static mesh_build_part mesh_build_part_of(const mesh_item *items, size_t first, size_t count)
{
    mesh_build_part p = { first, count, mesh_build_empty_extent(), mesh_build_empty_extent() };
    for (size_t i = 0; i < count; i++)
    {
        f32x4 c = mesh_build_middle_of(&items[first + i]);
        add_extent(&p.box, item_extent(&items[first + i]));
        add_extent(&p.centers, (mesh_build_extent){ c, c });
    }
    return p;
}

// Returns half the surface area of a box, in double, so that no size overflows.
static double mesh_build_area_of(const mesh_build_extent *box)
{
    float lo[4], hi[4];
    f32x4_store(lo, box->lo);
    f32x4_store(hi, box->hi);
    double x = (double)hi[0] - lo[0], y = (double)hi[1] - lo[1], z = (double)hi[2] - lo[2];
    return x * y + y * z + z * x;
}

// The mapping of centers to bins:  bin = (center - lowest) * per,  rounded down. The result is below `bins`.
typedef struct binning
{
    f32x4 lowest, per;
    int   bins;
    bool  wide[3]; // axes along which the middles differ
} binning;

// A candidate split: items whose bin along the axis is less than `below` form the first half.
typedef struct mesh_build_split
{
    int    axis, below;
    double cost;
} mesh_build_split;

// Returns the mapping of the set's centers to bins. An axis along which the centers differ not at all, or so little
// that `per` overflows, or so much that their difference overflows, gets wide[k] = false and per = 0: all items are then
// in bin 0. MESH_BIN_SLACK keeps the highest center in the last bin.
static binning binning_for(const mesh_build_part *p)
{
    binning b = { .lowest = p->centers.lo, .bins = p->count < SMALL_SET ? SMALL_SET_BINS : BINS };
    float   lo[4], hi[4], per[4] = { 0.0f };
    f32x4_store(lo, p->centers.lo);
    f32x4_store(hi, p->centers.hi);
    for (int k = 0; k < 3; k++)
    {
        double wide = (double)hi[k] - lo[k];
        float  each = wide > 0.0 ? (float)(b.bins * (1.0 - MESH_BIN_SLACK) / wide) : INFINITY;
        b.wide[k] = wide <= FLT_MAX && each < INFINITY;
        per[k] = b.wide[k] ? each : 0.0f;
    }
    b.per = f32x4_load(per);
    return b;
}

// Returns the bins of an item along x, y and z, a byte each, x in the lowest byte. Requires an item of the set that b
// was made for.
static inline uint32_t bins_of(const mesh_item *item, const binning *b)
{
    return f32x4_bytes(f32x4_mul(f32x4_sub(mesh_build_middle_of(item), b->lowest), b->per));
}

// Returns the number of full leaves that `count` triangles need, rounded up.
static double leaves_for(size_t count, int leaf_most)
{
    // Leaves hold 8 or 32 triangles, so that a shift can replace a slow division.
    return (double)((count + (size_t)leaf_most - 1) >> (leaf_most == MESH_NODE_WIDTH ? 3 : 5));
}

// Replaces *best by the cheapest border between two bins of this axis that costs less than *best. Border i = 1 ..
// count_of_bins - 1 has the items of bins 0 .. i - 1 below it and the rest above. Its cost is
//
//     area(box below) * leaves(items below) + area(box above) * leaves(items above)
//
// A pass from the last bin down computes area[i] and leaves[i] above each border. A second pass upward computes those
// below. A border without items on one side is no split: count or leaves[i] is 0 there.
static void mesh_build_rate_splits(mesh_build_split *best, const bin *bins, int count_of_bins,
                                   int axis, int leaf_most)
{
    double            area[BINS], leaves[BINS];
    mesh_build_extent box = mesh_build_empty_extent();
    size_t            count = 0;
    for (int i = count_of_bins - 1; i > 0; i--)
    {
        add_extent(&box, bins[i].box);
        count += bins[i].count;
        area[i] = mesh_build_area_of(&box);
        leaves[i] = leaves_for(count, leaf_most);
    }
    box = mesh_build_empty_extent();
    count = 0;
    for (int i = 1; i < count_of_bins; i++)
    {
        add_extent(&box, bins[i - 1].box);
        count += bins[i - 1].count;
        if (count == 0 || leaves[i] == 0.0) continue;
        double cost = mesh_build_area_of(&box) * leaves_for(count, leaf_most) + area[i] * leaves[i];
        if (!(cost < best->cost)) continue;
        best->cost = cost;
        best->axis = axis;
        best->below = i;
    }
}

// Distributes the items of set p to the bins of all three axes, and returns the cheapest split between two bins; axis
// -1 if there is none. Requires b to be binning_for(p).
static mesh_build_split best_split(const mesh_item *items, const mesh_build_part *p,
                                   const binning *b, int leaf_most)
{
    mesh_build_split best = { .axis = -1, .cost = INFINITY };
    bin              bins[3][BINS];
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < b->bins; i++)
            bins[k][i].box = mesh_build_empty_extent(), bins[k][i].count = 0;
    for (size_t i = p->first; i < p->first + p->count; i++)
    {
        uint32_t at = bins_of(&items[i], b);
        for (int k = 0; k < 3; k++)
        {
            bin *to = &bins[k][at >> 8 * k & 0xffu];
            add_extent(&to->box, item_extent(&items[i]));
            to->count++;
        }
    }
    for (int k = 0; k < 3; k++)
        if (b->wide[k]) mesh_build_rate_splits(&best, bins[k], b->bins, k, leaf_most);
    return best;
}

// Moves the items whose bin is below at->below, the first half, to the front of the set and returns their number. Every
// item is swapped, also with itself, because a branch on the comparison could not be predicted. `end` is one past the
// first half.
static size_t separate(mesh_item *items, const mesh_build_part *p, const binning *b,
                       const mesh_build_split *at)
{
    size_t end = p->first;
    for (size_t i = p->first; i < p->first + p->count; i++)
    {
        mesh_item item = items[i];
        int       item_bin = bins_of(&item, b) >> 8 * at->axis & 0xffu;
        items[i] = items[end];
        items[end] = item;
        end += item_bin < at->below;
    }
    return end - p->first;
}

// Splits set p in two: *p keeps the first half, *rest gets the second. Splits at the cheapest border between bins, or
// by number if `halve` is set or no border has items on both sides. Requires p->count >= 2. Neither half is empty.
static void split(mesh_builder *b, mesh_build_part *p, mesh_build_part *rest, bool halve)
{
    size_t first_count = p->count / 2;
    if (!halve)
    {
        binning          how = binning_for(p);
        mesh_build_split at = best_split(b->items, p, &how, b->leaf_most);
        if (at.axis >= 0) first_count = separate(b->items, p, &how, &at);
    }
    *rest = mesh_build_part_of(b->items, p->first + first_count, p->count - first_count);
    *p = mesh_build_part_of(b->items, p->first, first_count);
}

// --- the binary tree ---------------------------------------------------------------------------------

// Adds `more` triangles to b->done, and reports progress if b->done has reached b->next_report. Returns false, with
// b->status set, if the callback cancels the build.
static bool mesh_report(mesh_builder *b, size_t more)
{
    b->done += more;
    if (b->done < b->next_report || !b->progress.report) return true;
    b->next_report = b->done + (size_t)b->count / PROGRESS_PARTS + 1;
    // Every triangle is counted twice: once when it is split off, and once in its leaf.
    if (b->progress.report(b->progress.context, 0.5 * (double)b->done / b->count)) return true;
    b->status = RIM_ERR_CANCELLED;
    return false;
}

// Sets cost[n - 1], the least cost of replacing a set by at most n children, n = 1 .. 8, from the same costs of its two
// halves, and half->share, which choose_children reads. `weight` is the cost of the set's own node, its surface area.
// With cost(n) for cost[n - 1]:
//
//     cost(n) = min over k = 1 .. n - 1 of  halves[0](k) + halves[1](n - k)  for n >= 2
//     cost(1) = weight + cost(8)                                             its own node, with up to 8 children
//
// Where cost(1) <= cost(n), the set stays one child (MESH_STAYS), and cost(n) becomes cost(1).
static void mesh_weigh(mesh_half *half, double weight, double halves[2][MESH_NODE_WIDTH],
                       double cost[MESH_NODE_WIDTH])
{
    for (int n = 2; n <= MESH_NODE_WIDTH; n++)
    {
        double   minimum = INFINITY;
        uint8_t *share = &half->share[n - 1];
        for (int k = 1; k < n; k++)
        {
            // Selects, because a branch could not be predicted.
            double both = halves[0][k - 1] + halves[1][n - k - 1];
            *share = both < minimum ? (uint8_t)k : *share;
            minimum = both < minimum ? both : minimum;
        }
        cost[n - 1] = minimum;
    }
    cost[0] = weight + cost[MESH_NODE_WIDTH - 1];
    for (int n = 2; n <= MESH_NODE_WIDTH; n++)
        if (cost[0] <= cost[n - 1])
        {
            cost[n - 1] = cost[0];
            half->share[n - 1] |= MESH_STAYS;
        }
}

static bool split_all(mesh_builder *b, const mesh_build_part *p, int depth, uint32_t *number,
                      double cost[MESH_NODE_WIDTH]);

// Splits set p, which is too large for a leaf, adds both halves to b->halves recursively, and sets the costs of p
// (mesh_weigh). `at` is the number of p in b->halves; a pointer would become invalid when the array grows. Returns
// false after an error.
static bool split_part(mesh_builder *b, const mesh_build_part *p, int depth, size_t at,
                       double weight, double cost[MESH_NODE_WIDTH])
{
    mesh_build_part halves[2] = { *p, *p };
    double          costs[2][MESH_NODE_WIDTH];
    split(b, &halves[0], &halves[1], depth >= HALVING_DEPTH);
    for (int k = 0; k < 2; k++)
    {
        uint32_t number;
        if (!split_all(b, &halves[k], depth + 1, &number, costs[k])) return false;
        b->halves[at].halves[k] = number;
    }
    mesh_weigh(&b->halves[at], weight, costs, cost);
    return true;
}

// Adds set p, `depth` levels below the root, to b->halves, and splits it unless it fits into a leaf. Sets *number, its
// index in b->halves, and its costs. A set is added before its halves, the root first. The root has number 0 and is no
// half, so 0 in `halves` means: a leaf. Returns false after an error.
static bool split_all(mesh_builder *b, const mesh_build_part *p, int depth, uint32_t *number,
                      double cost[MESH_NODE_WIDTH])
{
    if (!MEMORY_RESERVE(&b->from, b->halves, b->half_capacity, b->half_count + 1)) return false;
    size_t     at = b->half_count++;
    mesh_half *half = &b->halves[at];
    *number = (uint32_t)at;
    memset(half, 0, sizeof *half);
    half->first = (uint32_t)p->first;
    half->count = (uint32_t)p->count;
    double area = mesh_build_area_of(&p->box);
    // Without any surface area all sets cost the same.
    if (at == 0) b->minimum = (area > 0.0 ? area : 1.0) * MESH_MIN_AREA;
    if (p->count > (size_t)b->leaf_most)
        return split_part(b, p, depth, at, area + b->minimum, cost);
    // How sets are grouped to nodes does not change the leaves, so a leaf has cost 0.
    for (int n = 0; n < MESH_NODE_WIDTH; n++) cost[n] = 0.0;
    return mesh_report(b, p->count);
}

// --- leaves ---------------------------------------------------------------------------------------------

// The corners of a leaf while it is built, each once.
typedef struct pool
{
    uint32_t bits[3][MESH_LEAF_CORNERS_MAX]; // of the coordinates
    size_t   indices[MESH_LEAF_CORNERS_MAX];
    int      count;
} pool;

// Returns the index of a corner in the leaf's pool, and adds the corner if the pool lacks it. `corner` is three times
// its triangle's number, plus 0, 1 or 2. With b->by_index, two corners are the same if they have the same index;
// without it, if their coordinates have the same bits, so -0 and 0 differ. The pool has room for all corners of the
// largest leaf.
static int mesh_leaf_corner_at(const mesh_builder *b, pool *corners, size_t corner)
{
    size_t   index = b->indices ? (size_t)b->indices[corner] : corner;
    rim_vec3 at = point_at(&b->points, index);
    uint32_t p[3];
    memcpy(p, &at, sizeof p);
    for (int i = 0; i < corners->count; i++)
        if (b->by_index ? corners->indices[i] == index
                        : corners->bits[0][i] == p[0] && corners->bits[1][i] == p[1] &&
                              corners->bits[2][i] == p[2])
            return i;
    int last = corners->count++;
    for (int k = 0; k < 3; k++) corners->bits[k][last] = p[k];
    corners->indices[last] = index;
    return last;
}

static uint32_t mesh_item_number(const mesh_item *item)
{
    uint32_t bits;
    memcpy(&bits, &item->lo[3], sizeof bits);
    return bits & ~MESH_ITEM_BIT;
}

// Writes the numbers of items[0 .. count - 1] to numbers[0 .. count - 1] in ascending order (insertion sort).
static void sort_items(uint32_t *numbers, const mesh_item *items, int count)
{
    for (int i = 0; i < count; i++)
    {
        uint32_t number = mesh_item_number(&items[i]);
        int      k = i;
        for (; k > 0 && numbers[k - 1] > number; k--) numbers[k] = numbers[k - 1];
        numbers[k] = number;
    }
}

// Appends a leaf of items[0 .. count - 1] to b->leaves, with the triangles in the order of their numbers, in the layout
// of mesh_leaf. Requires 1 <= count <= b->leaf_most. Returns false when out of memory.
static bool build_leaf(mesh_builder *b, const mesh_item *items, int count)
{
    pool     corners;
    uint8_t  lists[3][MESH_COMPACT_LEAF_MAX];
    uint32_t numbers[MESH_COMPACT_LEAF_MAX];
    corners.count = 0;
    // Pool the corners; lists holds each triangle's indices into the pool.
    sort_items(numbers, items, count);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < count; i++)
            lists[k][i] =
                (uint8_t)mesh_leaf_corner_at(b, &corners, 3 * (size_t)numbers[i] + (size_t)k);

    int    corner_count = corners.count;
    size_t words = mesh_leaf_words(count, corner_count, b->number_bytes);
    if (!MEMORY_RESERVE(&b->from, b->leaves, b->leaf_capacity, b->leaf_words + words)) return false;
    // Write head, coordinates, lists and numbers. The head's upper half, the size, is set by mesh_fit.
    uint32_t *at = b->leaves + b->leaf_words;
    at[words - 1] = 0; // the padding behind the last number
    at[0] = (uint32_t)count | (uint32_t)corner_count << 8;
    for (int k = 0; k < 3; k++)
        memcpy(at + 1 + k * corner_count, corners.bits[k], (size_t)corner_count * sizeof(uint32_t));
    uint8_t *bytes = (uint8_t *)(at + 1 + 3 * corner_count);
    if (mesh_is_shared(count, corner_count))
        for (int k = 0; k < 3; k++, bytes += count) memcpy(bytes, lists[k], (size_t)count);
    for (int i = 0; i < count; i++)
        for (uint32_t k = 0; k < b->number_bytes; k++) *bytes++ = (uint8_t)(numbers[i] >> (8 * k));
    b->leaf_words += words;
    return true;
}

// --- nodes ----------------------------------------------------------------------------------------------

// Writes the numbers of the sets that replace set `number` as children of a node, in order, as mesh_weigh chose them,
// and returns their count, 1 .. n. Requires n >= 1 and room for n numbers in `out`. With `may_stay` the set itself may
// be its only replacement. The set whose own node is made is called without, because it must be divided.
static int choose_children(const mesh_builder *b, uint32_t number, int n, bool may_stay,
                           uint32_t *out)
{
    const mesh_half *half = &b->halves[number];
    bool             is_leaf = half->halves[0] == 0;
    if (is_leaf || n == 1 || (may_stay && half->share[n - 1] & MESH_STAYS))
    {
        *out = number;
        return 1;
    }
    int k = half->share[n - 1] & ~MESH_STAYS;
    int count = choose_children(b, half->halves[0], k, true, out);
    return count + choose_children(b, half->halves[1], n - k, true, out + count);
}

// Appends the node of set `number` and its descendants to b->shape, and their leaves to b->leaves, depth first, in the
// format of mesh_link. Requires a set that is larger than a leaf, or the root: a root that is a leaf becomes the only
// child of its node. Returns false after an error.
static bool build_node(mesh_builder *b, uint32_t number)
{
    if (!MEMORY_RESERVE(&b->from, b->shape, b->shape_capacity, 2 * (b->node_count + 1)))
        return false;
    uint32_t parts[MESH_NODE_WIDTH];
    int      count = choose_children(b, number, MESH_NODE_WIDTH, false, parts);
    unsigned leaves = 0;
    for (int i = 0; i < count; i++)
        if (!b->halves[parts[i]].halves[0]) leaves |= 1u << i;
    uint8_t *at = b->shape + 2 * b->node_count++;
    at[0] = (uint8_t)count;
    at[1] = (uint8_t)leaves;
    for (int i = 0; i < count; i++)
    {
        const mesh_half *half = &b->halves[parts[i]];
        if (!(leaves >> i & 1))
        {
            if (!build_node(b, parts[i])) return false;
        }
        else if (!build_leaf(b, &b->items[half->first], (int)half->count) ||
                 !mesh_report(b, half->count))
            return false;
    }
    return true;
}

// --- all of it ------------------------------------------------------------------------------------------

// Computes the item of triangle i. Returns false for an index out of range or a corner that is not finite.
static bool set_item(const mesh_builder *b, int point_count, int i)
{
    mesh_item *item = &b->items[i];
    rim_box3   box = rim_box3_empty();
    rim_vec3   corners[3];
    if (!points_of_triangle(corners, &b->points, point_count, b->indices, i)) return false;
    for (int k = 0; k < 3; k++) box = rim_box3_add(box, corners[k]);
    item->lo[0] = box.lo.x, item->lo[1] = box.lo.y, item->lo[2] = box.lo.z;
    item->hi[0] = box.hi.x, item->hi[1] = box.hi.y, item->hi[2] = box.hi.z;
    item->hi[3] = 0.0f;
    uint32_t bits = (uint32_t)i | MESH_ITEM_BIT;
    memcpy(&item->lo[3], &bits, sizeof bits);
    return true;
}

// Stops at the first triangle that is not valid.
rim_status mesh_build_items(mesh_builder *b, int point_count)
{
    b->items = memory_allocate(&b->from, (size_t)b->count, sizeof *b->items);
    if (!b->items) return RIM_ERR_MEMORY;
    for (int i = 0; i < b->count; i++)
        if (!set_item(b, point_count, i)) return RIM_ERR_ARGUMENT;
    return RIM_OK;
}

// Splits all items, from the root down, and then collapses the binary tree to nodes. If one of the functions fails without
// storing why in b->status, it is out of memory.
rim_status mesh_build_tree(mesh_builder *b)
{
    b->status = RIM_OK;
    if (b->count == 0) return b->status;
    mesh_build_part whole = mesh_build_part_of(b->items, 0, (size_t)b->count);
    uint32_t        root;
    double          cost[MESH_NODE_WIDTH];
    bool            built = split_all(b, &whole, 0, &root, cost) && build_node(b, root);
    return built || b->status ? b->status : RIM_ERR_MEMORY;
}

void mesh_build_release(mesh_builder *b)
{
    memory_release(&b->from, b->items, (size_t)b->count, sizeof *b->items);
    memory_release(&b->from, b->halves, b->half_capacity, sizeof *b->halves);
    memory_release(&b->from, b->shape, b->shape_capacity, 1);
    memory_release(&b->from, b->leaves, b->leaf_capacity, sizeof(uint32_t));
}
