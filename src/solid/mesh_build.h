// Building the tree of a mesh.
#ifndef RIM_SOLID_MESH_BUILD_H
#define RIM_SOLID_MESH_BUILD_H

#include "solid/mesh_data.h"

// A triangle while the tree is built: its box, and in the bits of lo[3] its number, with a bit more so that they are
// those of an ordinary float, which all arithmetic passes over quickly.
typedef struct mesh_item
{
    float lo[4], hi[4];
} mesh_item;

#define MESH_ITEM_BIT 0x40000000u

static inline uint32_t mesh_item_number(const mesh_item *item)
{
    uint32_t bits;
    memcpy(&bits, &item->lo[3], sizeof bits);
    return bits & ~MESH_ITEM_BIT;
}

static inline void mesh_item_set_number(mesh_item *item, uint32_t number)
{
    uint32_t bits = number | MESH_ITEM_BIT;
    memcpy(&item->lo[3], &bits, sizeof bits);
}

// A box, by axis.
typedef struct mesh_extent
{
    float lo[3], hi[3];
} mesh_extent;

typedef struct mesh_builder
{
    rim_allocator   from;
    rim_progress    progress;
    const rim_vec3 *points;
    const int      *indices;
    int             count, leaf_most; // triangles; triangles in a leaf
    uint32_t        number_bytes;
    bool       by_index; // corners are one if they have one index, not if they are in one place
    mesh_item *items;
    mesh_node *nodes;
    size_t     node_count, node_capacity;
    uint32_t  *leaves;
    size_t     leaf_words, leaf_capacity;
    size_t     done;        // triangles in leaves
    size_t     next_report; // tells when done is this many
    rim_status status;
} mesh_builder;

// Makes nodes and leaves from items. On failure they are still the builder's to release.
rim_status mesh_build_tree(mesh_builder *builder);

// Writes a leaf of these items, in the order of their numbers; its word.
bool mesh_build_leaf(mesh_builder *builder, const mesh_item *items, int count, uint32_t *word);

// Sets a node's frame and its children's boxes in it.
void mesh_set_boxes(mesh_node *node, const mesh_extent *boxes, int count);

static inline rim_vec3 mesh_build_corner(const mesh_builder *builder, size_t i)
{
    return builder->points[builder->indices ? (size_t)builder->indices[i] : i];
}

#endif
