// Building the tree of a mesh.
#ifndef RIM_SOLID_MESH_BUILD_H
#define RIM_SOLID_MESH_BUILD_H

#include "base/points.h"
#include "solid/mesh/data.h"

// A triangle while the tree is built: its box, and its number in the bits of lo[3]. One more bit is set, so that lo[3]
// is a normal float: arithmetic on subnormal floats is slow.
typedef struct mesh_item
{
    float lo[4], hi[4];
} mesh_item;

// A set of items, a node of the binary tree, and the two sets (its halves) that it is split into.
typedef struct mesh_half
{
    uint32_t first, count; // of its items
    uint32_t halves[2];    // their numbers, 0: this is a leaf
    // share[n - 1]: if at most n children replace this set, the number of them that replace its first half. The bit
    // MESH_STAYS is set as well if the set stays one child.
    uint8_t  share[MESH_NODE_WIDTH];
} mesh_half;

typedef struct mesh_builder
{
    rim_allocator from;
    rim_progress  progress;
    point_list    points;
    const int    *indices;
    int           count, leaf_most; // triangles; triangles in a leaf
    uint32_t      number_bytes;
    // Corners of a leaf are stored once if they have the same index; false: if their coordinates have the same bits.
    bool          by_index;
    mesh_item    *items;
    mesh_half    *halves;
    size_t        half_count, half_capacity;
    double        minimum; // counts as area everywhere, so that many small sets cost something
    uint8_t      *shape;   // of the tree, as mesh_link reads it
    uint32_t     *leaves;
    size_t        node_count, shape_capacity, leaf_words, leaf_capacity;
    size_t        done;        // triangles split off, and in leaves
    size_t        next_report; // of progress, when done is this many
    rim_status    status;
} mesh_builder;

// Makes the items of all builder->count triangles in builder->items. RIM_ERR_ARGUMENT for an index out of range or a
// corner that is not finite, RIM_ERR_MEMORY if there is no memory.
rim_status mesh_build_items(mesh_builder *builder, int point_count);

// Makes builder->shape and builder->leaves from the items of mesh_build_items, whose order it changes. Without
// triangles both are empty. Also returns RIM_ERR_CANCELLED if progress.report cancels the build.
rim_status mesh_build_tree(mesh_builder *builder);

// Releases all that the builder allocated.
void mesh_build_release(mesh_builder *builder);

// Returns the bytes of a triangle's number in a mesh of `count` triangles: 3 bytes hold the numbers 0 .. 2^24 - 1.
static inline uint32_t mesh_number_bytes(int count)
{
    return count <= 1 << 24 ? 3 : 4;
}

// Allocates a mesh with room for its nodes, locations and leaves, which are still to be written. *plan has its members
// `from`, stride, count, form, node_count and leaf_words. Sets *out only if it returns RIM_OK.
rim_status mesh_block(rim_mesh **out, const rim_mesh *plan);

// Makes the nodes of a mesh with valid leaves from the shape of its tree. The shape has two bytes for each node, a node
// before those under it: how many children it has, and a bit for each child that is a leaf. Leaves stand in the order
// of these bits. Returns false if the shape and the leaves do not belong together.
bool mesh_link(rim_mesh *mesh, const uint8_t *shape);

// Sets the boxes of all nodes, the sizes of all leaves, and the bounds of a mesh from the corners.
void mesh_fit(rim_mesh *mesh);

#endif
