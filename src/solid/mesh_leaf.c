// Packing: the triangles of a leaf with the corners they share.
#include "solid/mesh_build.h"

#include "base/memory.h"

typedef struct pool
{
    rim_vec3 corners[3 * MESH_COMPACT_LEAF];
    size_t   indices[3 * MESH_COMPACT_LEAF];
    int      count;
} pool;

// Corners are one if their bits are, or, by index, if their indices are.
static int corner_at(const mesh_builder *b, pool *held, size_t corner)
{
    rim_vec3 p = mesh_build_corner(b, corner);
    size_t   index = b->indices ? (size_t)b->indices[corner] : corner;
    for (int i = 0; i < held->count; i++)
        if (held->indices[i] == index ||
            (!b->by_index && memcmp(&held->corners[i], &p, sizeof p) == 0))
            return i;
    held->corners[held->count] = p;
    held->indices[held->count] = index;
    return held->count++;
}

static void sort_items(mesh_item *items, int count)
{
    for (int i = 1; i < count; i++)
    {
        mesh_item item = items[i];
        int       k = i;
        for (; k > 0 && items[k - 1].number > item.number; k--) items[k] = items[k - 1];
        items[k] = item;
    }
}

bool mesh_build_leaf(mesh_builder *b, mesh_item *items, int count, uint32_t *word)
{
    pool    shared;
    uint8_t lists[3][MESH_COMPACT_LEAF];
    shared.count = 0;
    sort_items(items, count);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            lists[k][i] = (uint8_t)corner_at(b, &shared, 3 * (size_t)items[i].number + (size_t)k);

    int    corner_count = shared.count;
    size_t words = mesh_leaf_words(count, corner_count, b->number_bytes);
    void  *block = b->leaves;
    bool   room =
        rim_reserve(&b->from, &block, &b->leaf_capacity, b->leaf_words + words, sizeof *b->leaves);
    b->leaves = block;
    if (!room)
    {
        b->status = RIM_ERR_MEMORY;
        return false;
    }
    uint32_t *at = b->leaves + b->leaf_words;
    memset(at, 0, words * sizeof *at);
    at[0] = (uint32_t)count | (uint32_t)corner_count << 8;
    float *coordinates = (float *)(void *)(at + 1);
    for (int i = 0; i < corner_count; i++)
    {
        coordinates[i] = shared.corners[i].x;
        coordinates[corner_count + i] = shared.corners[i].y;
        coordinates[2 * corner_count + i] = shared.corners[i].z;
    }
    uint8_t *bytes = (uint8_t *)(coordinates + 3 * corner_count);
    for (int k = 0; k < 3; k++, bytes += count) memcpy(bytes, lists[k], (size_t)count);
    for (int i = 0; i < count; i++)
        for (uint32_t k = 0; k < b->number_bytes; k++)
            *bytes++ = (uint8_t)(items[i].number >> (8 * k));
    *word = (uint32_t)b->leaf_words;
    b->leaf_words += words;
    return true;
}
