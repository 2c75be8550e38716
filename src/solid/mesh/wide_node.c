// Broad nodes, made of the leaves of the tree.
//
// The leaves stand in a row, as the tree has them. The row is cut where the tree's highest nodes part, and in what is
// still too long where the next ones do; short pieces beside each other are joined. The pieces are a row of broad
// nodes, which is cut in turn, until few are left.
#include "solid/mesh/build.h"

#include "base/memory.h"

// A row: what stands in it, and how deep in the tree the node is at which each parts from the one before it.
typedef struct row
{
    uint32_t *items, *starts;
    uint8_t  *depths;
    size_t    count;
} row;

static void add_leaves(row *r, const rim_mesh *mesh, uint32_t place, int depth, int parts_at)
{
    if (place & MESH_LEAF)
    {
        r->depths[r->count] = (uint8_t)parts_at;
        r->items[r->count++] = place & ~MESH_LEAF;
        return;
    }
    const mesh_node *node = &mesh->nodes[place];
    int              last = mesh_children(node) - 1;
    for (int i = last; i >= 0; i--)
        add_leaves(r, mesh, node->child[i], depth + 1, i == last ? parts_at : depth);
}

// --- cutting ------------------------------------------------------------------------------------------

// Cuts what stands at from .. to - 1 into pieces, whose starts are appended to r->starts; how many there are now.
static size_t wide_node_cut(row *r, size_t from, size_t to, size_t pieces)
{
    if (to - from <= MESH_BROAD)
    {
        r->starts[pieces] = (uint32_t)from;
        return pieces + 1;
    }
    uint8_t highest = 255;
    for (size_t i = from + 1; i < to; i++)
        if (r->depths[i] < highest) highest = r->depths[i];
    // A piece that may still grow, from `held` on.
    size_t held = from, start = from;
    for (size_t i = from + 1; i <= to; i++)
    {
        if (i < to && r->depths[i] != highest) continue;
        // start .. i - 1 stand under one node.
        if (i - held > MESH_BROAD)
        {
            if (start > held) r->starts[pieces++] = (uint32_t)held;
            held = start;
        }
        if (i - held > MESH_BROAD)
        {
            pieces = wide_node_cut(r, held, i, pieces);
            held = i;
        }
        start = i;
    }
    if (held < to) r->starts[pieces++] = (uint32_t)held;
    return pieces;
}

// The starts of a row's pieces; how many there are. A tree that leads to many small ones is not followed.
static size_t cut_all(row *r)
{
    size_t pieces = wide_node_cut(r, 0, r->count, 0);
    if (pieces <= r->count / 8 + 1) return pieces;
    pieces = 0;
    for (size_t at = 0; at < r->count; at += MESH_BROAD) r->starts[pieces++] = (uint32_t)at;
    return pieces;
}

// --- boxes --------------------------------------------------------------------------------------------

static void wide_node_widen(mesh_extent *all, const mesh_extent *by)
{
    for (int k = 0; k < 3; k++)
    {
        all->lo[k] = by->lo[k] < all->lo[k] ? by->lo[k] : all->lo[k];
        all->hi[k] = by->hi[k] > all->hi[k] ? by->hi[k] : all->hi[k];
    }
}

static mesh_extent wide_node_leaf_box(const rim_mesh *mesh, uint32_t word)
{
    mesh_leaf leaf = mesh_leaf_at(mesh, word);
    return mesh_leaf_box(&leaf);
}

static void wide_node_set_boxes(rim_mesh *mesh, wide_node *broad, bool of_leaves)
{
    mesh_extent boxes[MESH_BROAD];
    for (uint32_t i = 0; i < broad->count; i++)
    {
        boxes[i] = of_leaves ? wide_node_leaf_box(mesh, broad->child[i])
                             : mesh->broads[broad->child[i]].box;
        if (i == 0) broad->box = boxes[0];
        wide_node_widen(&broad->box, &boxes[i]);
    }
    for (int k = 0; k < 3; k++)
    {
        mesh_grid grid = mesh_grid_of(broad->box.lo[k], broad->box.hi[k]);
        broad->per[k] = (float)grid.per;
        for (uint32_t i = 0; i < broad->count; i++)
        {
            broad->lo[k][i] = mesh_grid_below(&grid, boxes[i].lo[k]);
            broad->hi[k][i] = mesh_grid_above(&grid, boxes[i].hi[k]);
        }
    }
}

void mesh_set_wide_nodes(rim_mesh *mesh)
{
    uint32_t i = 0;
    if (mesh->rows) mesh_set_small(mesh);
    for (; i < mesh->broad_first[1]; i++) wide_node_set_boxes(mesh, &mesh->broads[i], true);
    for (; i < mesh->broad_count; i++) wide_node_set_boxes(mesh, &mesh->broads[i], false);
}

// --- all of it ----------------------------------------------------------------------------------------

// Broad nodes, while it is not known how many there will be: how many children each has, and which.
static bool add_broads(rim_mesh *mesh, row *r, size_t pieces, wide_node **broads, size_t *capacity)
{
    void  *block = *broads;
    size_t first = mesh->broad_count;
    bool   room = memory_reserve(&mesh->from, &block, capacity, first + pieces, sizeof **broads);
    *broads = block;
    if (!room) return false;
    for (size_t p = 0; p < pieces; p++)
    {
        wide_node *broad = &(*broads)[first + p];
        size_t     from = r->starts[p], to = p + 1 < pieces ? r->starts[p + 1] : r->count;
        memset(broad, 0, sizeof *broad);
        broad->count = (uint32_t)(to - from);
        broad->there = ~(uint64_t)0 >> (MESH_BROAD - broad->count);
        memcpy(broad->child, r->items + from, (to - from) * sizeof *r->items);
        r->items[p] = (uint32_t)(first + p);
        r->depths[p] = r->depths[from];
    }
    r->count = pieces;
    mesh->broad_count += (uint32_t)pieces;
    return true;
}

static bool make_broads(rim_mesh *mesh, row *r, wide_node **broads, size_t *capacity)
{
    add_leaves(r, mesh, 0, 0, 0);
    do
    {
        mesh->broad_first[mesh->broad_levels++] = mesh->broad_count;
        if (!add_broads(mesh, r, cut_all(r), broads, capacity)) return false;
    } while (r->count > MESH_BROAD_TOP);
    mesh->broad_first[mesh->broad_levels] = mesh->broad_count;
    return true;
}

static size_t count_leaves(const rim_mesh *mesh)
{
    size_t count = 0;
    for (uint32_t word = 0; word < mesh->leaf_words; count++)
    {
        mesh_leaf leaf = mesh_leaf_at(mesh, word);
        word += mesh_leaf_words(leaf.triangles, leaf.corners, mesh->number_bytes);
    }
    return count;
}

// Into lines of the cache.
static bool keep_broads(rim_mesh *mesh, const wide_node *broads)
{
    size_t bytes = mesh->broad_count * sizeof *broads;
    mesh->broad_block = memory_allocate(&mesh->from, 1, bytes + MESH_LINE);
    if (!mesh->broad_block) return false;
    mesh->broad_bytes = bytes + MESH_LINE;
    uint8_t *at = mesh->broad_block;
    at += (MESH_LINE - (uintptr_t)at % MESH_LINE) % MESH_LINE;
    mesh->broads = (wide_node *)(void *)at;
    memcpy(mesh->broads, broads, bytes);
    mesh_set_wide_nodes(mesh);
    return true;
}

rim_status mesh_make_wide_nodes(rim_mesh *mesh)
{
    if (mesh->form != RIM_MESH_FAST || mesh->count == 0) return RIM_OK;
    size_t     leaves = count_leaves(mesh), capacity = 0;
    wide_node *broads = NULL;
    row        r = { memory_allocate(&mesh->from, leaves, sizeof *r.items),
                     memory_allocate(&mesh->from, leaves, sizeof *r.starts),
                     memory_allocate(&mesh->from, leaves, sizeof *r.depths), 0 };
    bool good = r.items && r.starts && r.depths && make_broads(mesh, &r, &broads, &capacity) &&
                keep_broads(mesh, broads);
    memory_release(&mesh->from, r.items, leaves, sizeof *r.items);
    memory_release(&mesh->from, r.starts, leaves, sizeof *r.starts);
    memory_release(&mesh->from, r.depths, leaves, sizeof *r.depths);
    memory_release(&mesh->from, broads, capacity, sizeof *broads);
    if (!good) return RIM_ERR_MEMORY;
    return mesh->count <= MESH_FEW ? mesh_make_small(mesh) : RIM_OK;
}

void mesh_drop_wide_nodes(rim_mesh *mesh)
{
    memory_release(&mesh->from, mesh->broad_block, 1, mesh->broad_bytes);
    memory_release(&mesh->from, mesh->few_block, 1, mesh->few_bytes);
}
