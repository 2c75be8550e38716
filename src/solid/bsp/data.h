// The layout of a BSP tree, and the state of its construction.
#ifndef RIM_SOLID_BSP_DATA_H
#define RIM_SOLID_BSP_DATA_H

#include "base/memory.h"
#include "base/vec3d.h"
#include "rimcast/bsp.h"

#define BSP_MAX_TRIANGLES (1 << 24)
#define BSP_MAX_DEPTH 255
// The thickness of a plane to either side, as a fraction of the largest coordinate: four roundings of a float.
#define BSP_THICKNESS 0x1p-22
// Squared sine of the angle between two edges: edges at a smaller angle span no plane.
#define BSP_PARALLEL 0x1p-40

// The plane n . p == w with a unit normal.
typedef struct bsp_plane
{
    vec3d  n;
    double w;
} bsp_plane;

// A node of the tree. Child 0 is in front of the plane, child 1 behind it; a negative number is leaf ~child.
typedef struct bsp_node
{
    bsp_plane plane;
    int32_t   child[2];
} bsp_node;

typedef struct bsp_leaf
{
    int32_t first, count; // pieces
} bsp_leaf;

// The tree and its arrays are one block of stats.bytes bytes.
struct rim_bsp
{
    rim_allocator  from;
    bsp_plane     *planes; // of the triangles
    bsp_node      *nodes;
    bsp_leaf      *leaves;
    rim_bsp_piece *pieces;
    int32_t       *before; // of each piece, the last one before it of the same triangle, or -1
    rim_vec3      *corners;
    double         thick;
    rim_bsp_stats  stats;
};

// A piece during construction: the part of a triangle with the corners first .. first + count - 1.
typedef struct bsp_fragment
{
    int32_t triangle, first, count;
    bool    used; // it lies on a plane of the tree
} bsp_fragment;

// A set of fragments that is still to be divided: open[start .. start + count - 1] of the builder.
typedef struct bsp_set
{
    size_t start, count;
    int    depth;
    double share;  // fraction of all the work
    double budget; // the number of pieces that these may become
} bsp_set;

// The state of the construction. Of the statistics, `growth` and `bytes` are set last.
typedef struct bsp_builder
{
    rim_allocator from;
    rim_progress  progress;
    double        finished;   // the part of the work that is in leaves
    unsigned      step_count; // sets that were divided or became leaves
    int           depth;      // the largest depth of a leaf
    double        pool;       // budget that finished sets did not use
    double        thick;      // of planes, to either side
    bsp_plane    *planes;     // of the triangles
    int32_t      *last;       // scratch memory for bsp_store: a number for each triangle
    vec3d        *corners;
    bsp_fragment *open; // a stack: the sets that are still to be divided, one behind the other
    bsp_fragment *done; // the fragments of the leaves
    bsp_node     *nodes;
    bsp_leaf     *leaves;
    size_t        corner_count;
    size_t        plane_room, last_room, corner_room, open_room, done_room, node_room, leaf_room;
    rim_bsp_stats stats;
} bsp_builder;

// Returns the root: a node, or the only leaf.
static inline int32_t bsp_root(const rim_bsp *bsp)
{
    return bsp->stats.nodes > 0 ? 0 : ~0;
}

// Returns the signed distance of p from a plane, positive in front.
static inline double bsp_height(const bsp_plane *plane, vec3d p)
{
    return v3d_dot(plane->n, p) - plane->w;
}

// Makes room for `needed` elements in an array of the builder. False when out of memory.
#define BSP_GROW(b, array, room, needed) MEMORY_RESERVE(&(b)->from, (b)->array, (b)->room, needed)

// --- choosing and cutting (split.c) ----------------------------------------------------------------

// Stores the plane that divides a set in *plane. It cuts no fragment if the set's budget is used up. Returns false if
// the set becomes a leaf; *plane is then unspecified.
bool bsp_choose(const bsp_builder *b, const bsp_set *set, bsp_plane *plane);

// Divides the last set of b->open by a plane and cuts the fragments across it. The `back` fragments of the back side take
// the place of the set, and the `front` ones of the front side follow. Fragments on the plane are marked as used and go
// to the side that they face.
rim_status bsp_divide(bsp_builder *b, const bsp_plane *plane, const bsp_set *set, size_t *front,
                      size_t *back);

// --- growing (build.c) -----------------------------------------------------------------------------

// Builds the tree below a set, which is the last one of b->open, and stores its root, a node or leaf ~*root. Nodes and
// leaves are numbered in the order of a traversal that visits fronts before backs.
rim_status bsp_grow(bsp_builder *b, bsp_set set, int32_t *root);

#endif
