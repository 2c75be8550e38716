// Splitting: which triangles go together.
//
// A set of triangles is split where the surface areas of the two halves' boxes, times the leaves they will
// need, are least: the probability that a line meets them times the work it then has. Candidates are
// the borders of BINS slices of the centres' extent (Wald, "On fast construction of SAH-based bounding
// volume hierarchies", 2007). A node's largest set is split again until it has eight children.
#include "solid/mesh_build.h"

#include "base/memory.h"
#include "base/round.h"
#include "solid/mesh_four.h"

enum
{
    BINS = 16,
    FEW_BINS = 8, // for few triangles
    DEEP = 26     // from here on sets are halved, so that no tree is deeper than MESH_DEPTH
};

// Boxes in fours: x, y, z and something that does not matter.
typedef struct extent
{
    four lo, hi;
} extent;

// Some items that belong together: items[first .. first + count - 1].
typedef struct part
{
    size_t first, count;
    extent box, centers; // of the middles
} part;

typedef struct bin
{
    extent box;
    size_t count;
} bin;

static extent empty_extent(void)
{
    extent e = { four_all(FLT_MAX), four_all(-FLT_MAX) };
    return e;
}

static inline void add_item(extent *box, const mesh_item *item)
{
    box->lo = four_min(four_load(item->lo), box->lo);
    box->hi = four_max(four_load(item->hi), box->hi);
}

static inline void add_extent(extent *box, const extent *other)
{
    box->lo = four_min(other->lo, box->lo);
    box->hi = four_max(other->hi, box->hi);
}

// Halves, so that the sum of two large numbers is finite.
static inline four middle_of(const mesh_item *item)
{
    four half = four_all(0.5f);
    return four_add(four_mul(four_load(item->lo), half), four_mul(four_load(item->hi), half));
}

static inline void add_center(extent *centers, const mesh_item *item)
{
    four c = middle_of(item);
    centers->lo = four_min(c, centers->lo);
    centers->hi = four_max(c, centers->hi);
}

static part part_of(const mesh_item *items, size_t first, size_t count)
{
    part p = { first, count, empty_extent(), empty_extent() };
    for (size_t i = 0; i < count; i++)
    {
        add_item(&p.box, &items[first + i]);
        add_center(&p.centers, &items[first + i]);
    }
    return p;
}

// Half the surface; in double, so that no size overflows.
static double area_of(const extent *box)
{
    float lo[4], hi[4];
    four_store(lo, box->lo);
    four_store(hi, box->hi);
    double x = (double)hi[0] - lo[0], y = (double)hi[1] - lo[1], z = (double)hi[2] - lo[2];
    return x * y + y * z + z * x;
}

// How the middles are told into bins: bin = (middle - from) * per, below `bins`.
typedef struct binning
{
    four from, per;
    int  bins;
    bool wide[3]; // axes along which the middles differ
} binning;

// A place to split: items whose bins along the axis are below `below` go first.
typedef struct place
{
    int    axis, below;
    double cost;
} place;

static binning binning_for(const part *p)
{
    binning b = { p->centers.lo, p->centers.lo, p->count < 48 ? FEW_BINS : BINS, { false } };
    float   lo[4], hi[4], per[4] = { 0.0f };
    four_store(lo, p->centers.lo);
    four_store(hi, p->centers.hi);
    for (int k = 0; k < 3; k++)
    {
        double wide = (double)hi[k] - lo[k];
        float  each = wide > 0.0 ? (float)(b.bins * (1.0 - 0x1p-20) / wide) : INFINITY;
        b.wide[k] = each < INFINITY;
        per[k] = b.wide[k] ? each : 0.0f;
    }
    b.per = four_load(per);
    return b;
}

static inline void bins_of(int out[4], const mesh_item *item, const binning *b)
{
    four_truncate(out, four_mul(four_sub(middle_of(item), b->from), b->per));
}

static double leaves_for(size_t count, int leaf_most)
{
    // Leaves hold 8 or 32.
    return (double)((count + (size_t)leaf_most - 1) >> (leaf_most == MESH_WIDE ? 3 : 5));
}

// The best border between bins of one axis.
static void judge(place *best, const bin *bins, int count_of_bins, int axis, int leaf_most)
{
    double area[BINS], leaves[BINS];
    extent box = empty_extent();
    size_t count = 0;
    for (int i = count_of_bins - 1; i > 0; i--)
    {
        add_extent(&box, &bins[i].box);
        count += bins[i].count;
        area[i] = area_of(&box);
        leaves[i] = leaves_for(count, leaf_most);
    }
    box = empty_extent();
    count = 0;
    for (int i = 1; i < count_of_bins; i++)
    {
        add_extent(&box, &bins[i - 1].box);
        count += bins[i - 1].count;
        if (count == 0 || leaves[i] == 0.0) continue;
        double cost = area_of(&box) * leaves_for(count, leaf_most) + area[i] * leaves[i];
        if (!(cost < best->cost)) continue;
        best->cost = cost;
        best->axis = axis;
        best->below = i;
    }
}

static place best_place(const mesh_item *items, const part *p, const binning *b, int leaf_most)
{
    place best = { -1, 0, INFINITY };
    bin   bins[3][BINS];
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < b->bins; i++) bins[k][i].box = empty_extent(), bins[k][i].count = 0;
    for (const mesh_item *item = items + p->first; item < items + p->first + p->count; item++)
    {
        int at[4];
        bins_of(at, item, b);
        for (int k = 0; k < 3; k++)
        {
            bin *to = &bins[k][at[k]];
            add_item(&to->box, item);
            to->count++;
        }
    }
    for (int k = 0; k < 3; k++)
        if (b->wide[k]) judge(&best, bins[k], b->bins, k, leaf_most);
    return best;
}

// Puts the items that belong to the first half first; how many.
static size_t separate(mesh_item *items, const part *p, const binning *b, const place *at)
{
    size_t lo = p->first, hi = p->first + p->count;
    while (lo < hi)
    {
        int in[4];
        bins_of(in, &items[lo], b);
        if (in[at->axis] < at->below)
        {
            lo++;
            continue;
        }
        mesh_item item = items[--hi];
        items[hi] = items[lo];
        items[lo] = item;
    }
    return lo - p->first;
}

// Splits p in two, the second half into *rest.
static void split(mesh_builder *b, part *p, part *rest, bool halve)
{
    size_t half = p->count / 2;
    if (!halve)
    {
        binning how = binning_for(p);
        place   at = best_place(b->items, p, &how, b->leaf_most);
        if (at.axis >= 0) half = separate(b->items, p, &how, &at);
    }
    *rest = part_of(b->items, p->first + half, p->count - half);
    *p = part_of(b->items, p->first, half);
}

// --- nodes ------------------------------------------------------------------------------------------

// The largest part that needs splitting, -1 if none does.
static int largest_part(const part *parts, int count, int leaf_most)
{
    int    largest = -1;
    double area = -1.0;
    for (int i = 0; i < count; i++)
    {
        double its = area_of(&parts[i].box);
        if (parts[i].count <= (size_t)leaf_most || !(its > area)) continue;
        largest = i;
        area = its;
    }
    return largest;
}

static double power_of_two(int e)
{
    uint64_t bits = (uint64_t)(e + 1023) << 52;
    double   p;
    memcpy(&p, &bits, sizeof p);
    return p;
}

// The smallest power of two, from 2^-126 on, of which 255 steps are at least `wide`.
static int exponent_for(double wide)
{
    uint64_t bits;
    memcpy(&bits, &wide, sizeof bits);
    // 2^e <= wide < 2^(e + 1), so it is e - 7 or a neighbour. Products with powers of two are exact.
    int e = (int)(bits >> 52 & 2047u) - 1023 - 8;
    if (e < -126) e = -126;
    while (255.0 * power_of_two(e) < wide) e++;
    return e;
}

void mesh_set_boxes(mesh_node *node, const mesh_extent *boxes, int count)
{
    mesh_extent all = boxes[0];
    for (int i = 1; i < count; i++)
        for (int k = 0; k < 3; k++)
        {
            all.lo[k] = boxes[i].lo[k] < all.lo[k] ? boxes[i].lo[k] : all.lo[k];
            all.hi[k] = boxes[i].hi[k] > all.hi[k] ? boxes[i].hi[k] : all.hi[k];
        }
    for (int k = 0; k < 3; k++)
    {
        int    e = exponent_for((double)all.hi[k] - all.lo[k]);
        double per = 1.0 / power_of_two(e);
        node->origin[k] = all.lo[k];
        node->scale[k] = (uint8_t)(e + 127);
        for (int i = 0; i < MESH_WIDE; i++)
        {
            bool   used = i < count;
            double lo = used ? ((double)boxes[i].lo[k] - all.lo[k]) * per : 255.0;
            double hi = used ? ((double)boxes[i].hi[k] - all.lo[k]) * per : 0.0;
            node->lo[k * MESH_WIDE + i] = (uint8_t)rim_floor_int(lo);
            node->hi[k * MESH_WIDE + i] = (uint8_t)rim_ceil_int(hi);
        }
    }
    node->scale[3] = (uint8_t)count;
}

static bool tell(mesh_builder *b)
{
    if (b->done < b->next_report || !b->progress.report) return true;
    b->next_report = b->done + (size_t)b->count / 256 + 1;
    if (b->progress.report(b->progress.context, (double)b->done / b->count)) return true;
    b->status = RIM_ERR_CANCELLED;
    return false;
}

static bool build_node(mesh_builder *b, const part *whole, int depth, uint32_t *number);

static bool build_child(mesh_builder *b, const part *p, int depth, uint32_t *child)
{
    if (p->count > (size_t)b->leaf_most) return build_node(b, p, depth + 1, child);
    uint32_t word;
    if (!mesh_build_leaf(b, &b->items[p->first], (int)p->count, &word)) return false;
    *child = word | MESH_LEAF;
    b->done += p->count;
    return tell(b);
}

// A node's number is below those of the nodes under it.
static bool build_node(mesh_builder *b, const part *whole, int depth, uint32_t *number)
{
    part parts[MESH_WIDE];
    int  count = 1;
    parts[0] = *whole;
    while (count < MESH_WIDE)
    {
        int i = largest_part(parts, count, b->leaf_most);
        if (i < 0) break;
        split(b, &parts[i], &parts[count++], depth >= DEEP);
    }
    void *nodes = b->nodes;
    bool  room =
        rim_reserve(&b->from, &nodes, &b->node_capacity, b->node_count + 1, sizeof *b->nodes);
    b->nodes = nodes;
    if (!room)
    {
        b->status = RIM_ERR_MEMORY;
        return false;
    }
    size_t at = b->node_count++;
    *number = (uint32_t)at;
    memset(&b->nodes[at], 0, sizeof b->nodes[at]);
    mesh_extent boxes[MESH_WIDE];
    for (int i = 0; i < count; i++)
    {
        float lo[4], hi[4];
        four_store(lo, parts[i].box.lo);
        four_store(hi, parts[i].box.hi);
        memcpy(boxes[i].lo, lo, sizeof boxes[i].lo);
        memcpy(boxes[i].hi, hi, sizeof boxes[i].hi);
    }
    mesh_set_boxes(&b->nodes[at], boxes, count);
    for (int i = 0; i < count; i++)
    {
        uint32_t child;
        if (!build_child(b, &parts[i], depth, &child)) return false;
        b->nodes[at].child[i] = child;
    }
    return true;
}

rim_status mesh_build_tree(mesh_builder *builder)
{
    builder->status = RIM_OK;
    if (builder->count == 0) return RIM_OK;
    part     whole = part_of(builder->items, 0, (size_t)builder->count);
    uint32_t root;
    build_node(builder, &whole, 0, &root);
    return builder->status;
}
