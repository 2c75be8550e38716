// Splitting: which triangles go together.
//
// A set of triangles is split where the surface areas of the two halves' boxes, times the leaves they will
// need, are least: the probability that a line meets them times the work it then has. Candidates are
// the borders of BINS slices of the centres' extent (Wald, "On fast construction of SAH-based bounding
// volume hierarchies", 2007). A node's largest set is split again until it has eight children.
#include "solid/mesh_build.h"

#include "base/memory.h"
#include "base/round.h"

enum
{
    BINS = 16,
    DEEP = 26 // from here on sets are halved, so that no tree is deeper than MESH_DEPTH
};

typedef mesh_extent extent;

// Some items that belong together: items[first .. first + count - 1].
typedef struct part
{
    size_t first, count;
    extent box, centers; // centres are lo + hi: twice the middle
} part;

typedef struct bin
{
    extent box;
    size_t count;
} bin;

static extent empty_extent(void)
{
    extent e = { { FLT_MAX, FLT_MAX, FLT_MAX }, { -FLT_MAX, -FLT_MAX, -FLT_MAX } };
    return e;
}

static inline float least(float a, float b)
{
    return a < b ? a : b;
}

static inline float most(float a, float b)
{
    return a > b ? a : b;
}

static inline void add_item(extent *box, const mesh_item *item)
{
    for (int k = 0; k < 3; k++)
    {
        box->lo[k] = least(item->lo[k], box->lo[k]);
        box->hi[k] = most(item->hi[k], box->hi[k]);
    }
}

static inline void add_extent(extent *box, const extent *other)
{
    for (int k = 0; k < 3; k++)
    {
        box->lo[k] = least(other->lo[k], box->lo[k]);
        box->hi[k] = most(other->hi[k], box->hi[k]);
    }
}

static inline void add_center(extent *centers, const mesh_item *item)
{
    for (int k = 0; k < 3; k++)
    {
        // Halves, so that the sum of two large numbers is finite.
        float c = 0.5f * item->lo[k] + 0.5f * item->hi[k];
        centers->lo[k] = least(c, centers->lo[k]);
        centers->hi[k] = most(c, centers->hi[k]);
    }
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
    double x = (double)box->hi[0] - box->lo[0], y = (double)box->hi[1] - box->lo[1];
    double z = (double)box->hi[2] - box->lo[2];
    return x * y + y * z + z * x;
}

// A place to split: items whose centres lie in bins below `below` of the axis go first.
typedef struct place
{
    int    axis, below;
    float  from, per; // bin = (centre - from) * per
    double cost;
} place;

static inline int bin_of(const mesh_item *item, int axis, float from, float per)
{
    float c = 0.5f * item->lo[axis] + 0.5f * item->hi[axis];
    int   i = (int)((c - from) * per);
    return i < BINS ? i : BINS - 1;
}

static double leaves_for(size_t count, int leaf_most)
{
    size_t most_each = (size_t)leaf_most;
    return (double)((count + most_each - 1) / most_each);
}

// The best border between bins of one axis.
static void judge(place *best, const bin *bins, int axis, float from, float per, int leaf_most)
{
    double area[BINS], leaves[BINS];
    extent box = empty_extent();
    size_t count = 0;
    for (int i = BINS - 1; i > 0; i--)
    {
        add_extent(&box, &bins[i].box);
        count += bins[i].count;
        area[i] = count ? area_of(&box) : 0.0;
        leaves[i] = leaves_for(count, leaf_most);
    }
    box = empty_extent();
    count = 0;
    for (int i = 1; i < BINS; i++)
    {
        add_extent(&box, &bins[i - 1].box);
        count += bins[i - 1].count;
        if (count == 0 || leaves[i] == 0.0) continue;
        double cost = area_of(&box) * leaves_for(count, leaf_most) + area[i] * leaves[i];
        if (!(cost < best->cost)) continue;
        best->cost = cost;
        best->axis = axis;
        best->below = i;
        best->from = from;
        best->per = per;
    }
}

static place best_place(const mesh_item *items, const part *p, int leaf_most)
{
    place best = { -1, 0, 0.0f, 0.0f, INFINITY };
    for (int axis = 0; axis < 3; axis++)
    {
        float  from = p->centers.lo[axis];
        double wide = (double)p->centers.hi[axis] - from;
        float  per = wide > 0.0 ? (float)(BINS * (1.0 - 0x1p-20) / wide) : INFINITY;
        if (!(per < INFINITY)) continue;
        bin bins[BINS];
        for (int i = 0; i < BINS; i++) bins[i].box = empty_extent(), bins[i].count = 0;
        for (size_t i = p->first; i < p->first + p->count; i++)
        {
            bin *b = &bins[bin_of(&items[i], axis, from, per)];
            add_item(&b->box, &items[i]);
            b->count++;
        }
        judge(&best, bins, axis, from, per, leaf_most);
    }
    return best;
}

// Puts the items that belong to the first half first; how many.
static size_t separate(mesh_item *items, const part *p, const place *at)
{
    size_t lo = p->first, hi = p->first + p->count;
    while (lo < hi)
    {
        if (bin_of(&items[lo], at->axis, at->from, at->per) < at->below)
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
        place at = best_place(b->items, p, b->leaf_most);
        if (at.axis >= 0) half = separate(b->items, p, &at);
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

// The smallest power of two of which 255 steps are at least `wide`.
static int exponent_for(double wide)
{
    int    e = -126;
    // Halving and doubling are exact; 255 steps of 2^e.
    double reach = 255.0 * 0x1p-126;
    while (reach < wide)
    {
        reach *= 2.0;
        e++;
    }
    return e;
}

static double power_of_two(int e)
{
    double p = 1.0;
    for (; e > 0; e--) p *= 2.0;
    for (; e < 0; e++) p *= 0.5;
    return p;
}

void mesh_set_boxes(mesh_node *node, const mesh_extent *boxes, int count)
{
    extent all = empty_extent();
    for (int i = 0; i < count; i++) add_extent(&all, &boxes[i]);
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
    extent boxes[MESH_WIDE];
    for (int i = 0; i < count; i++) boxes[i] = parts[i].box;
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
