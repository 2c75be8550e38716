// Splitting: which triangles go together.
//
// A set of triangles is split where the surface areas of the two halves' boxes, times the leaves they will
// need, are least: the probability that a line meets them times the work it then has. Candidates are
// the borders of BINS slices of the centres' extent (Wald, "On fast construction of SAH-based bounding
// volume hierarchies", 2007). bvh8_node.c makes nodes of eight children of the halves.
#include "solid/mesh/build.h"

#include "base/float.h"
#include "base/memory.h"
#include "solid/mesh/four.h"

enum
{
    BINS = 16,
    FEW_BINS = 8,   // for few triangles
    TOGETHER = 256, // items that are put into bins at once
    DEEP = 64       // from here on sets are halved, so that no tree is deeper than MESH_DEPTH
};

// Boxes in fours: x, y, z and something that does not matter.
typedef struct mesh_build_extent
{
    f32x4 lo, hi;
} mesh_build_extent;

// Some items that belong together: items[first .. first + count - 1].
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
    mesh_build_extent e = { f32x4_all(FLT_MAX), f32x4_all(-FLT_MAX) };
    return e;
}

static inline void add_item(mesh_build_extent *box, const mesh_item *item)
{
    box->lo = f32x4_min(f32x4_load(item->lo), box->lo);
    box->hi = f32x4_max(f32x4_load(item->hi), box->hi);
}

static inline void add_extent(mesh_build_extent *box, const mesh_build_extent *other)
{
    box->lo = f32x4_min(other->lo, box->lo);
    box->hi = f32x4_max(other->hi, box->hi);
}

// Halves, so that the sum of two large numbers is finite.
static inline f32x4 mesh_build_middle_of(const mesh_item *item)
{
    f32x4 half = f32x4_all(0.5f);
    return f32x4_add(f32x4_mul(f32x4_load(item->lo), half), f32x4_mul(f32x4_load(item->hi), half));
}

static inline void add_center(mesh_build_extent *centers, const mesh_item *item)
{
    f32x4 c = mesh_build_middle_of(item);
    centers->lo = f32x4_min(c, centers->lo);
    centers->hi = f32x4_max(c, centers->hi);
}

static mesh_build_part mesh_build_part_of(const mesh_item *items, size_t first, size_t count)
{
    mesh_build_part p = { first, count, mesh_build_empty_extent(), mesh_build_empty_extent() };
    for (size_t i = 0; i < count; i++)
    {
        add_item(&p.box, &items[first + i]);
        add_center(&p.centers, &items[first + i]);
    }
    return p;
}

static double mesh_build_area_of(const mesh_build_extent *box)
{
    mesh_extent e;
    float       lo[4], hi[4];
    f32x4_store(lo, box->lo);
    f32x4_store(hi, box->hi);
    memcpy(e.lo, lo, sizeof e.lo);
    memcpy(e.hi, hi, sizeof e.hi);
    return mesh_area(&e);
}

// How the middles are told into bins: bin = (middle - from) * per, below `bins`.
typedef struct binning
{
    f32x4 from, per;
    int   bins;
    bool  wide[3]; // axes along which the middles differ
} binning;

// A place to split: items whose bins along the axis are below `below` go first.
typedef struct mesh_build_place
{
    int    axis, below;
    double cost;
} mesh_build_place;

static binning binning_for(const mesh_build_part *p)
{
    binning b = { p->centers.lo, p->centers.lo, p->count < 48 ? FEW_BINS : BINS, { false } };
    float   lo[4], hi[4], per[4] = { 0.0f };
    f32x4_store(lo, p->centers.lo);
    f32x4_store(hi, p->centers.hi);
    for (int k = 0; k < 3; k++)
    {
        double wide = (double)hi[k] - lo[k];
        float  each = wide > 0.0 ? (float)(b.bins * (1.0 - 0x1p-20) / wide) : INFINITY;
        b.wide[k] = each < INFINITY;
        per[k] = b.wide[k] ? each : 0.0f;
    }
    b.per = f32x4_load(per);
    return b;
}

// The bins of an item along x, y and z, a byte each.
static inline uint32_t bins_of(const mesh_item *item, const binning *b)
{
    return f32x4_bytes(f32x4_mul(f32x4_sub(mesh_build_middle_of(item), b->from), b->per));
}

static double leaves_for(size_t count, int leaf_most)
{
    // Leaves hold 8 or 32.
    return (double)((count + (size_t)leaf_most - 1) >> (leaf_most == MESH_WIDE ? 3 : 5));
}

// The best border between bins of one axis.
static void mesh_build_rate(mesh_build_place *best, const bin *bins, int count_of_bins, int axis,
                            int leaf_most)
{
    double            area[BINS], leaves[BINS];
    mesh_build_extent box = mesh_build_empty_extent();
    size_t            count = 0;
    for (int i = count_of_bins - 1; i > 0; i--)
    {
        add_extent(&box, &bins[i].box);
        count += bins[i].count;
        area[i] = mesh_build_area_of(&box);
        leaves[i] = leaves_for(count, leaf_most);
    }
    box = mesh_build_empty_extent();
    count = 0;
    for (int i = 1; i < count_of_bins; i++)
    {
        add_extent(&box, &bins[i - 1].box);
        count += bins[i - 1].count;
        if (count == 0 || leaves[i] == 0.0) continue;
        double cost = mesh_build_area_of(&box) * leaves_for(count, leaf_most) + area[i] * leaves[i];
        if (!(cost < best->cost)) continue;
        best->cost = cost;
        best->axis = axis;
        best->below = i;
    }
}

// In two rounds: where an item goes has to be known long before it goes there, or the processor waits for it.
static void add_to_bins(bin bins[3][BINS], const mesh_item *items, size_t count, const binning *b)
{
    uint32_t at[TOGETHER];
    for (size_t i = 0; i < count; i++) at[i] = bins_of(&items[i], b);
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
        {
            bin *to = &bins[k][at[i] >> 8 * k & 0xffu];
            add_item(&to->box, &items[i]);
            to->count++;
        }
}

static mesh_build_place best_place(const mesh_item *items, const mesh_build_part *p,
                                   const binning *b, int leaf_most)
{
    mesh_build_place best = { -1, 0, INFINITY };
    bin              bins[3][BINS];
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < b->bins; i++)
            bins[k][i].box = mesh_build_empty_extent(), bins[k][i].count = 0;
    for (size_t i = 0; i < p->count; i += TOGETHER)
        add_to_bins(bins, items + p->first + i, p->count - i < TOGETHER ? p->count - i : TOGETHER,
                    b);
    for (int k = 0; k < 3; k++)
        if (b->wide[k]) mesh_build_rate(&best, bins[k], b->bins, k, leaf_most);
    return best;
}

// Puts the items that belong to the first half first; how many. Every item changes places, in vain or not: whether it
// has to could only be guessed.
static size_t separate(mesh_item *items, const mesh_build_part *p, const binning *b,
                       const mesh_build_place *at)
{
    size_t half = p->first;
    for (size_t i = p->first; i < p->first + p->count; i++)
    {
        mesh_item item = items[i];
        int       in = bins_of(&item, b) >> 8 * at->axis & 0xffu;
        items[i] = items[half];
        items[half] = item;
        half += in < at->below;
    }
    return half - p->first;
}

// Splits p in two, the second half into *rest.
static void split(mesh_builder *b, mesh_build_part *p, mesh_build_part *rest, bool halve)
{
    size_t half = p->count / 2;
    if (!halve)
    {
        binning          how = binning_for(p);
        mesh_build_place at = best_place(b->items, p, &how, b->leaf_most);
        if (at.axis >= 0) half = separate(b->items, p, &how, &at);
    }
    *rest = mesh_build_part_of(b->items, p->first + half, p->count - half);
    *p = mesh_build_part_of(b->items, p->first, half);
}

// --- all of it --------------------------------------------------------------------------------------

static bool split_all(mesh_builder *b, const mesh_build_part *p, int depth, uint32_t *number,
                      double cost[MESH_WIDE]);

// Splits a set that is too large for a leaf, and its halves in turn.
static bool split_part(mesh_builder *b, const mesh_build_part *p, int depth, size_t at,
                       double weight, double cost[MESH_WIDE])
{
    mesh_build_part halves[2] = { *p, *p };
    double          costs[2][MESH_WIDE];
    split(b, &halves[0], &halves[1], depth >= DEEP);
    for (int k = 0; k < 2; k++)
    {
        uint32_t number;
        if (!split_all(b, &halves[k], depth + 1, &number, costs[k])) return false;
        b->halves[at].halves[k] = number;
    }
    mesh_weigh(&b->halves[at], weight, costs, cost);
    return true;
}

// A half's number is below those of its own halves.
static bool split_all(mesh_builder *b, const mesh_build_part *p, int depth, uint32_t *number,
                      double cost[MESH_WIDE])
{
    void *halves = b->halves;
    bool  room =
        memory_reserve(&b->from, &halves, &b->half_capacity, b->half_count + 1, sizeof *b->halves);
    b->halves = halves;
    if (!room)
    {
        b->status = RIM_ERR_MEMORY;
        return false;
    }
    size_t     at = b->half_count++;
    mesh_half *half = &b->halves[at];
    float      lo[4], hi[4];
    *number = (uint32_t)at;
    memset(half, 0, sizeof *half);
    f32x4_store(lo, p->box.lo);
    f32x4_store(hi, p->box.hi);
    memcpy(half->box.lo, lo, sizeof half->box.lo);
    memcpy(half->box.hi, hi, sizeof half->box.hi);
    half->first = (uint32_t)p->first;
    half->count = (uint32_t)p->count;
    double area = mesh_area(&half->box);
    // Where there is no area all sets are alike.
    if (at == 0) b->least = (area > 0.0 ? area : 1.0) * 0x1p-20;
    if (p->count > (size_t)b->leaf_most) return split_part(b, p, depth, at, area + b->least, cost);
    // All trees have the same leaves: they need no weighing.
    for (int n = 0; n < MESH_WIDE; n++) cost[n] = 0.0;
    return mesh_report(b, p->count);
}

// Room for what surfaces usually need, so that it need not grow, which costs as much as writing it twice. What is not
// needed is never touched.
static bool mesh_build_make_room(mesh_builder *b)
{
    size_t count = (size_t)b->count, most = (size_t)b->leaf_most;
    void  *halves = b->halves, *nodes = b->nodes, *leaves = b->leaves;
    bool   room =
        memory_reserve(&b->from, &halves, &b->half_capacity, 9 * count / (4 * most) + 1,
                       sizeof *b->halves) &&
        memory_reserve(&b->from, &nodes, &b->node_capacity, count / (4 * most) + 1,
                       sizeof *b->nodes) &&
        memory_reserve(&b->from, &leaves, &b->leaf_capacity, 11 * count / 2 + 1, sizeof *b->leaves);
    b->halves = halves;
    b->nodes = nodes;
    b->leaves = leaves;
    if (!room) b->status = RIM_ERR_MEMORY;
    return room;
}

rim_status mesh_build_tree(mesh_builder *builder)
{
    builder->status = RIM_OK;
    if (builder->count == 0 || !mesh_build_make_room(builder)) return builder->status;
    mesh_build_part whole = mesh_build_part_of(builder->items, 0, (size_t)builder->count);
    uint32_t        root;
    double          cost[MESH_WIDE];
    if (split_all(builder, &whole, 0, &root, cost)) mesh_build_nodes(builder);
    return builder->status;
}
