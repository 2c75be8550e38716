// Building the tree of a mesh, and what the fast form has beside it.
#ifndef RIM_SOLID_MESH_BUILD_H
#define RIM_SOLID_MESH_BUILD_H

#include "base/float.h"
#include "solid/mesh/data.h"

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

// A set of items, and the two that it is split into.
typedef struct mesh_half
{
    mesh_extent box;
    uint32_t    first, count; // of its items
    uint32_t    halves[2];    // their numbers, 0: this is a leaf
    // How many children its first half gives if it gives way to 1, 2, .. 8, and whether it is better to stay.
    uint8_t     share[MESH_WIDE];
} mesh_half;

#define MESH_STAYS 0x80

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
    mesh_half *halves;
    size_t     half_count, half_capacity;
    double     least; // counts as area everywhere, so that many small sets cost something
    mesh_node *nodes;
    size_t     node_count, node_capacity;
    uint32_t  *leaves;
    size_t     leaf_words, leaf_capacity;
    size_t     done;        // triangles split off, and in leaves
    size_t     next_report; // tells when done is this many
    rim_status status;
} mesh_builder;

// Makes nodes and leaves from items. On failure they are still the builder's to release.
rim_status mesh_build_tree(mesh_builder *builder);

// Writes a leaf of these items, in the order of their numbers; its word.
bool mesh_build_leaf(mesh_builder *builder, const mesh_item *items, int count, uint32_t *word);

// Of its corners.
mesh_extent mesh_leaf_box(const mesh_leaf *leaf);

// Half the surface; in double, so that no size overflows.
static inline double mesh_area(const mesh_extent *box)
{
    double x = (double)box->hi[0] - box->lo[0], y = (double)box->hi[1] - box->lo[1];
    double z = (double)box->hi[2] - box->lo[2];
    return x * y + y * z + z * x;
}

// What a set costs if it gives way to 1, 2, .. 8 children, from what its halves cost. weight is its own area.
void mesh_weigh(mesh_half *half, double weight, double halves[2][MESH_WIDE],
                double cost[MESH_WIDE]);

// Makes nodes and leaves of the halves.
bool mesh_build_nodes(mesh_builder *builder);

// So many triangles more are done. False: it is to be cancelled.
bool mesh_report(mesh_builder *builder, size_t more);

// The bytes in which a node keeps its children along an axis: steps from an origin.
typedef struct mesh_grid
{
    double  origin, per; // steps per unit, a power of two
    uint8_t exponent;    // of a step, + 127
} mesh_grid;

mesh_grid mesh_grid_of(float lo, float hi);

// The last step that is not above x, the first that is not below.
static inline uint8_t mesh_grid_below(const mesh_grid *grid, float x)
{
    return (uint8_t)float_floor_int(((double)x - grid->origin) * grid->per);
}

static inline uint8_t mesh_grid_above(const mesh_grid *grid, float x)
{
    return (uint8_t)float_ceil_int(((double)x - grid->origin) * grid->per);
}

// Sets a node's frame and its children's boxes in it.
void mesh_set_boxes(mesh_node *node, const mesh_extent *boxes, int count);

static inline rim_vec3 mesh_build_corner(const mesh_builder *builder, size_t i)
{
    return builder->points[builder->indices ? (size_t)builder->indices[i] : i];
}

// --- gates: nodes as rays see them ---------------------------------------------------------------

// For the fast form; RIM_ERR_MEMORY or RIM_OK.
rim_status mesh_make_float_nodes(rim_mesh *mesh);
void       mesh_drop_float_nodes(rim_mesh *mesh);

// Boxes anew, after triangles moved.
void mesh_set_float_nodes(rim_mesh *mesh);

// --- broad nodes: a second way down to the leaves of a mesh, of few and wide steps ---------------

// For the fast form; RIM_ERR_MEMORY or RIM_OK.
rim_status mesh_make_wide_nodes(rim_mesh *mesh);
void       mesh_drop_wide_nodes(rim_mesh *mesh);

// Boxes anew, after triangles moved.
void mesh_set_wide_nodes(rim_mesh *mesh);

// What few triangles have beside them.
rim_status mesh_make_small(rim_mesh *mesh);
void       mesh_set_small(rim_mesh *mesh);

#endif
