// From halves to nodes of eight children.
//
// A node may have as children any sets that its halves, and their halves in turn, give way to, as long as there are
// no more than eight. Those are taken for which the surface areas of all nodes, the probabilities that a line meets
// them, are least in sum. That is found from the leaves up: what a set costs if it gives way to n children is
// the least, over all ways to share n among its halves, of what they cost
// (Ylitie, Karras, Laine, "Efficient incoherent ray traversal on GPUs through compressed wide BVHs", 2017).
#include "solid/mesh/build.h"

#include "base/memory.h"

void mesh_weigh(mesh_half *half, double weight, double halves[2][MESH_WIDE], double cost[MESH_WIDE])
{
    for (int n = 2; n <= MESH_WIDE; n++)
    {
        double least = INFINITY;
        for (int k = 1; k < n; k++)
        {
            double both = halves[0][k - 1] + halves[1][n - k - 1];
            if (!(both < least)) continue;
            least = both;
            half->share[n - 1] = (uint8_t)k;
        }
        cost[n - 1] = least;
    }
    cost[0] = weight + cost[MESH_WIDE - 1];
    for (int n = 2; n <= MESH_WIDE; n++)
        if (cost[0] <= cost[n - 1])
        {
            cost[n - 1] = cost[0];
            half->share[n - 1] |= MESH_STAYS;
        }
}

static double power_of_two(int e)
{
    uint64_t bits = (uint64_t)(e + 1023) << 52;
    double   p;
    memcpy(&p, &bits, sizeof p);
    return p;
}

// The smallest power of two, from 2^-80 on, of which 255 steps are at least `wide`. What is flat, as nodes of floors and
// walls are, would have less; but a step over a motion's length, 2^40 at most, is to be an ordinary float: processors
// are slow with others.
static int exponent_for(double wide)
{
    uint64_t bits;
    memcpy(&bits, &wide, sizeof bits);
    // 2^e <= wide < 2^(e + 1), so it is e - 7 or a neighbour. Products with powers of two are exact.
    int e = (int)(bits >> 52 & 2047u) - 1023 - 8;
    if (e < -80) e = -80;
    while (255.0 * power_of_two(e) < wide) e++;
    return e;
}

mesh_grid mesh_grid_of(float lo, float hi)
{
    int       e = exponent_for((double)hi - lo);
    mesh_grid grid = { lo, 1.0 / power_of_two(e), (uint8_t)(e + 127) };
    return grid;
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
        mesh_grid grid = mesh_grid_of(all.lo[k], all.hi[k]);
        node->origin[k] = all.lo[k];
        node->scale[k] = grid.exponent;
        for (int i = 0; i < MESH_WIDE; i++)
        {
            bool used = i < count;
            node->lo[k * MESH_WIDE + i] = used ? mesh_grid_below(&grid, boxes[i].lo[k]) : 255;
            node->hi[k * MESH_WIDE + i] = used ? mesh_grid_above(&grid, boxes[i].hi[k]) : 0;
        }
    }
    node->scale[3] = (uint8_t)((1 << count) - 1);
}

bool mesh_report(mesh_builder *b, size_t more)
{
    b->done += more;
    if (b->done < b->next_report || !b->progress.report) return true;
    b->next_report = b->done + (size_t)b->count / 128 + 1;
    // Every triangle is told twice, once split off and once in its leaf.
    if (b->progress.report(b->progress.context, 0.5 * (double)b->done / b->count)) return true;
    b->status = RIM_ERR_CANCELLED;
    return false;
}

// The sets to which one gives way, n at most, from first to last; how many.
static int open(const mesh_builder *b, uint32_t number, int n, bool stays, uint32_t *out)
{
    const mesh_half *half = &b->halves[number];
    bool             leaf = half->halves[0] == 0;
    if (leaf || n == 1 || (stays && half->share[n - 1] & MESH_STAYS))
    {
        *out = number;
        return 1;
    }
    int k = half->share[n - 1] & ~MESH_STAYS;
    int count = open(b, half->halves[0], k, true, out);
    return count + open(b, half->halves[1], n - k, true, out + count);
}

static bool bvh8_add_node(mesh_builder *b, uint32_t number, uint32_t *at)
{
    void *nodes = b->nodes;
    bool  room =
        memory_reserve(&b->from, &nodes, &b->node_capacity, b->node_count + 1, sizeof *b->nodes);
    b->nodes = nodes;
    if (!room)
    {
        b->status = RIM_ERR_MEMORY;
        return false;
    }
    *at = (uint32_t)b->node_count++;
    memset(&b->nodes[*at], 0, sizeof b->nodes[*at]);
    uint32_t    parts[MESH_WIDE];
    mesh_extent boxes[MESH_WIDE] = { 0 };
    int         count = open(b, number, MESH_WIDE, false, parts);
    for (int i = 0; i < count; i++) boxes[i] = b->halves[parts[i]].box;
    mesh_set_boxes(&b->nodes[*at], boxes, count);
    for (int i = 0; i < count; i++)
    {
        const mesh_half *half = &b->halves[parts[i]];
        uint32_t         child;
        if (half->halves[0])
        {
            if (!bvh8_add_node(b, parts[i], &child)) return false;
        }
        else
        {
            if (!mesh_build_leaf(b, &b->items[half->first], (int)half->count, &child)) return false;
            child |= MESH_LEAF;
            if (!mesh_report(b, half->count)) return false;
        }
        b->nodes[*at].child[i] = child;
    }
    return true;
}

// A node's number is below those of the nodes under it.
bool mesh_build_nodes(mesh_builder *b)
{
    uint32_t root;
    return bvh8_add_node(b, 0, &root);
}
