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

struct rim_bsp
{
    rim_allocator  from;
    rim_triangle  *triangles;
    bsp_plane     *planes; // of the triangles
    bsp_node      *nodes;
    bsp_leaf      *leaves;
    rim_bsp_piece *pieces;
    int32_t       *before; // of each piece, the last one before it of the same triangle, or -1
    rim_vec3      *corners;
    size_t         corner_count;
    double         thick;
    rim_bsp_stats  stats;
};

// A piece during construction: the part of a triangle with the corners first .. first + count - 1.
typedef struct bsp_fragment
{
    int32_t triangle, first, count;
    bool    used; // it lies on a plane of the tree
} bsp_fragment;

// A set of fragments that is still to be divided: ids[start .. start + count - 1]. On the stack of tasks the sets lie
// one behind the other.
typedef struct bsp_task
{
    size_t  start, count;
    int32_t parent, side; // the node whose child [side] it becomes; -1 for the root
    int32_t depth;
    double  share;  // fraction of all the work
    double  budget; // the number of pieces that these may become
} bsp_task;

// The state of the construction.
typedef struct bsp_builder
{
    rim_allocator from;
    rim_progress  progress;
    int           depth;  // the largest depth of a leaf
    double        growth; // the largest number of pieces, in fragments at the start
    double        pool;   // budget that finished tasks did not use
    double        thick;  // of planes, to either side
    bsp_plane    *planes;
    bsp_fragment *fragments;
    vec3d        *corners;
    int32_t      *ids;    // the tasks' fragments, one task's behind the other's
    int32_t      *halves; // of one task: the front ids and, from the end, the back ids
    int32_t      *done;   // the fragments of the leaves
    bsp_task     *tasks;
    bsp_node     *nodes;
    bsp_leaf     *leaves;
    size_t fragment_count, corner_count, id_count, done_count, task_count, node_count, leaf_count;
    size_t fragment_room, corner_room, id_room, half_room, done_room, task_room, node_room,
        leaf_room;
    int splits, deepest, crowded, degenerate;
} bsp_builder;

// Returns the signed distance of p from a plane, positive in front.
static inline double bsp_height(const bsp_plane *plane, vec3d p)
{
    return v3d_dot(plane->n, p) - plane->w;
}

// Makes room for `needed` elements in an array of the builder. False when out of memory.
#define BSP_GROW(b, array, room, needed) MEMORY_RESERVE(&(b)->from, (b)->array, (b)->room, needed)

// --- choosing and cutting (split.c) ----------------------------------------------------------------

// Stores the plane that divides a set of fragments in *plane. Returns false if the set becomes a leaf; *plane is then
// unspecified.
bool bsp_choose(const bsp_builder *b, const int32_t *ids, size_t count, bsp_plane *plane);

// Divides the task's fragments by a plane and cuts the fragments across it. Stores *front ids in
// halves[0 .. *front - 1], and *back ids in halves[half_room - *back .. half_room - 1] in reverse order. Fragments on
// the plane are marked as used and go to the side that they face.
rim_status bsp_divide(bsp_builder *b, const bsp_plane *plane, const bsp_task *task, size_t *front,
                      size_t *back);

// --- growing (build.c) -----------------------------------------------------------------------------

// Builds the tree (nodes, leaves, done) from the planes and fragments of all triangles.
rim_status bsp_grow(bsp_builder *b);

#endif
