// Packing: the triangles of a leaf with the corners they share; and what is around them.
#include "solid/mesh/build.h"

#include "base/memory.h"
#include "solid/mesh/four.h"

typedef struct pool
{
    uint32_t bits[3][3 * MESH_COMPACT_LEAF]; // of the coordinates
    size_t   indices[3 * MESH_COMPACT_LEAF];
    int      count;
} pool;

// Corners are one if their bits are, or, by index, if their indices are.
static int mesh_leaf_corner_at(const mesh_builder *b, pool *held, size_t corner)
{
    size_t   index = b->indices ? (size_t)b->indices[corner] : corner;
    uint32_t p[3];
    memcpy(p, &b->points[index], sizeof p);
    for (int i = 0; i < held->count; i++)
        if (b->by_index
                ? held->indices[i] == index
                : held->bits[0][i] == p[0] && held->bits[1][i] == p[1] && held->bits[2][i] == p[2])
            return i;
    int last = held->count++;
    for (int k = 0; k < 3; k++) held->bits[k][last] = p[k];
    held->indices[last] = index;
    return last;
}

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

bool mesh_build_leaf(mesh_builder *b, const mesh_item *items, int count, uint32_t *word)
{
    pool     shared;
    uint8_t  lists[3][MESH_COMPACT_LEAF];
    uint32_t numbers[MESH_COMPACT_LEAF];
    shared.count = 0;
    sort_items(numbers, items, count);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < count; i++)
            lists[k][i] =
                (uint8_t)mesh_leaf_corner_at(b, &shared, 3 * (size_t)numbers[i] + (size_t)k);

    int    corner_count = shared.count;
    size_t words = mesh_leaf_words(count, corner_count, b->number_bytes);
    void  *block = b->leaves;
    bool   room = memory_reserve(&b->from, &block, &b->leaf_capacity, b->leaf_words + words,
                                 sizeof *b->leaves);
    b->leaves = block;
    if (!room)
    {
        b->status = RIM_ERR_MEMORY;
        return false;
    }
    uint32_t *at = b->leaves + b->leaf_words;
    at[words - 1] = 0;
    at[0] = (uint32_t)count | (uint32_t)corner_count << 8;
    for (int k = 0; k < 3; k++)
        memcpy(at + 1 + k * corner_count, shared.bits[k], (size_t)corner_count * sizeof(uint32_t));
    uint8_t *bytes = (uint8_t *)(at + 1 + 3 * corner_count);
    if (mesh_is_shared(count, corner_count))
        for (int k = 0; k < 3; k++, bytes += count) memcpy(bytes, lists[k], (size_t)count);
    for (int i = 0; i < count; i++)
        for (uint32_t k = 0; k < b->number_bytes; k++) *bytes++ = (uint8_t)(numbers[i] >> (8 * k));
    *word = (uint32_t)b->leaf_words;
    b->leaf_words += words;
    return true;
}

// The least and the largest of some floats. Triangles without area may have less than three corners.
static void range_of(float *lo, float *hi, const float *x, int count)
{
    *lo = *hi = x[0];
    int i = 1;
    if (count >= 4)
    {
        f32x4 least = f32x4_load(x), most = least;
        for (i = 4; i < count; i += 4)
        {
            f32x4 next = f32x4_load(x + (i + 4 < count ? i : count - 4));
            least = f32x4_min(next, least);
            most = f32x4_max(next, most);
        }
        float l[4], h[4];
        f32x4_store(l, least);
        f32x4_store(h, most);
        for (int k = 0; k < 4; k++)
        {
            *lo = l[k] < *lo ? l[k] : *lo;
            *hi = h[k] > *hi ? h[k] : *hi;
        }
    }
    for (; i < count; i++)
    {
        *lo = x[i] < *lo ? x[i] : *lo;
        *hi = x[i] > *hi ? x[i] : *hi;
    }
}

mesh_extent mesh_leaf_box(const mesh_leaf *leaf)
{
    mesh_extent box;
    range_of(&box.lo[0], &box.hi[0], leaf->x, leaf->corners);
    range_of(&box.lo[1], &box.hi[1], leaf->y, leaf->corners);
    range_of(&box.lo[2], &box.hi[2], leaf->z, leaf->corners);
    return box;
}
