// How a mesh is laid out in memory.
//
// A mesh is one block: the object, then nodes, then the way from numbers to places, then leaves. All but the
// object is plain data without pointers.
#ifndef RIM_SOLID_MESH_DATA_H
#define RIM_SOLID_MESH_DATA_H

#include "rimcast/mesh.h"

#include <string.h>

enum
{
    MESH_WIDE = 8,          // children of a node, triangles of a fast leaf
    MESH_COMPACT_LEAF = 32, // triangles of a compact leaf, at most
    MESH_MOST = 1 << 25,    // triangles
    MESH_DEPTH = 96,        // of nodes above each other, at most
    MESH_STACK = MESH_DEPTH * (MESH_WIDE - 1) + MESH_WIDE,
    MESH_BROAD = 64,           // children of a broad node
    MESH_BROAD_TOP = 4,        // broad nodes of the highest level, at most
    MESH_BROAD_LEVELS = 12,    // of broad nodes, at most
    MESH_FEW = 2 * MESH_BROAD, // triangles, at most, that are kept in rows as well
    MESH_STEPS = 32,           // a power of two
    MESH_LINE = 64,            // of the cache, in bytes
    MESH_TAIL = 1088 // bytes behind the leaves that may be read, so that lanes need no masks
};

// A child is the number of a node, or with this bit the place of a leaf, counted in words.
#define MESH_LEAF 0x80000000u

// Child i spans, along axis k, origin[k] + 2^(scale[k] - 127) * (lo[8 k + i] .. hi[8 k + i]).
typedef struct mesh_node
{
    float origin[3];
    uint8_t
        scale[4]; // three exponents, 1 .. 254, and a bit for each child there is, 1, 3, 7 .. 255
    uint8_t  lo[3 * MESH_WIDE], hi[3 * MESH_WIDE];
    uint32_t child[MESH_WIDE];
} mesh_node;

// A box, by axis.
typedef struct mesh_extent
{
    float lo[3], hi[3];
} mesh_extent;

// What is asked of all triangles near a place goes down by broad nodes: whether a box meets theirs is a few
// comparisons of bytes for all sixty-four, so that the way to a leaf is three steps long where eight children make it
// six. Rays, which meet their boxes at different times, go down by gates. Children are those of the
// narrow tree, the last first; below broad_first[1] they are places of leaves, above that broad nodes.
//
// Child i spans, along axis k, box.lo[k] + (lo[k][i] .. hi[k][i]) / per[k].
typedef struct wide_node
{
    uint8_t     lo[3][MESH_BROAD], hi[3][MESH_BROAD];
    uint32_t    child[MESH_BROAD + 1]; // the last for those who read ahead
    mesh_extent box;
    float       per[4];
    uint32_t    count;
    uint64_t    there;   // a bit for each child
    uint8_t     rest[8]; // of the line of the cache
} wide_node;

// Where there are few triangles the way to those near something small leads past no node and no leaf: the boxes of all
// of them are compared, and what may be near is read from rows of their own, a triangle each, eight at a time. They
// stand in the order of the broad nodes' leaves.
typedef struct mesh_row
{
    float    at[9]; // x y z of the corners
    uint32_t number;
} mesh_row;

// Along each axis the rows' box is cut into steps. For each of them: which rows begin there or before, a bit each, and
// which end there or behind.
typedef struct mesh_spans
{
    uint64_t begun[3][MESH_STEPS][2], open[3][MESH_STEPS][2];
} mesh_spans;

// A node as rays see it. How soon a ray meets eight boxes is a product and a difference for each of its sides where those
// are floats; told from bytes it takes three times as long. Children, and their order, are those of the node with the
// same number; those that there are not have boxes that nothing meets.
//
// A child is the place of a gate or a leaf, in words. A leaf's has more in its upper half, so that its corners can be
// fetched at once: how many corners, how many triangles << 8, and the upper half of a float's bits: of the sum of its
// box's sizes, or a bit more.
typedef struct float_node
{
    float    lo[3][MESH_WIDE], hi[3][MESH_WIDE];
    uint64_t child[MESH_WIDE];
} float_node;

#define MESH_FLOAT_NODE_WORDS (uint32_t)(sizeof(float_node) / sizeof(uint32_t))

// A leaf is one word, triangles | corners << 8, and then x, y and z of its corners, and for its
// triangles the first corners, the second and the third, a byte each, and numbers, of 3 or 4 bytes.
// Words are of 4 bytes; the last is filled up. Where triangles share no corners, 3 * triangles of them, those bytes
// are left out: all first corners come first, then all second ones, then all third.
typedef struct mesh_leaf
{
    int            triangles, corners;
    const float   *x, *y, *z;
    const uint8_t *lists; // triangles first corners, and so on; NULL if left out
    const uint8_t *numbers;
} mesh_leaf;

struct rim_mesh
{
    rim_allocator from;
    size_t        bytes; // of the block
    rim_box3      bounds;
    float         largest; // |coordinate|
    int           count;
    rim_mesh_form form;
    uint32_t      number_bytes; // 3 or 4
    uint32_t      node_count, leaf_words;
    mesh_node    *nodes;
    uint32_t     *places; // of triangles: leaf word << 3 | lane; NULL in the compact form
    uint32_t     *leaves;

    // Only in the fast form, in a block of their own: the lowest level first.
    wide_node *broads;
    uint32_t   broad_count, broad_first[MESH_BROAD_LEVELS + 1]; // of each level, and the end
    int        broad_levels;
    void      *broad_block;
    size_t     broad_bytes;

    // Of MESH_FEW triangles or fewer in the fast form, in a block of their own; else NULL.
    mesh_row   *rows;
    mesh_spans *spans;
    void       *few_block;
    size_t      few_bytes;
    // x is at x * per + from, in sixteenths of steps. A box around a sphere of radius r reaches r * reach + wide, which is
    // more by what roundings may take, as in walk_sphere; other boxes are wider by `wide`.
    float       spans_per[4], spans_from[4], spans_reach[4], spans_wide[4];
    float       rows_most; // spheres with larger coordinates are asked about one by one

    float_node *gates; // as many as nodes, in a block of their own; only in the fast form
    void       *gate_block;
    size_t      gate_bytes;
    bool        is_shared; // there are gates, and most leaves are shared

    const struct mesh_kernels *kernels;
};

// How large the parts of a mesh are.
typedef struct mesh_plan
{
    int           count; // of triangles
    rim_mesh_form form;
    uint32_t      number_bytes;
    size_t        node_count, leaf_words;
} mesh_plan;

// A mesh with room for its parts, which are still to be written.
rim_status mesh_block(rim_mesh **out, const mesh_plan *plan, const rim_allocator *from);

// Finds out where the triangles of all leaves are. Only for the fast form.
void mesh_set_places(rim_mesh *mesh);

// The largest |coordinate|.
float mesh_largest_of(rim_box3 box);

// How many children a node has.
static inline int mesh_children(const mesh_node *node)
{
    int count = 0;
    while (count < MESH_WIDE && node->scale[3] >> count & 1) count++;
    return count;
}

static inline bool mesh_is_shared(int triangles, int corners)
{
    return corners != 3 * triangles;
}

static inline mesh_leaf mesh_leaf_from(const uint32_t *at)
{
    mesh_leaf leaf;
    leaf.triangles = (int)(*at & 255u);
    leaf.corners = (int)(*at >> 8 & 255u);
    leaf.x = (const float *)(const void *)(at + 1);
    leaf.y = leaf.x + leaf.corners;
    leaf.z = leaf.y + leaf.corners;
    const uint8_t *bytes = (const uint8_t *)(leaf.z + leaf.corners);
    bool           shared = mesh_is_shared(leaf.triangles, leaf.corners);
    leaf.lists = shared ? bytes : NULL;
    leaf.numbers = shared ? bytes + 3 * leaf.triangles : bytes;
    return leaf;
}

// Whether triangles share corners, and both are few, as in nearly all leaves of the fast form that do.
static inline bool mesh_leaf_is_shared(const mesh_leaf *leaf)
{
    return leaf->lists && leaf->triangles <= MESH_WIDE && leaf->corners <= 2 * MESH_WIDE;
}

static inline mesh_leaf mesh_leaf_at(const rim_mesh *mesh, uint32_t word)
{
    return mesh_leaf_from(mesh->leaves + word);
}

static inline rim_triangle mesh_row_triangle(const mesh_row *row)
{
    rim_triangle t = { rim_vec3_make(row->at[0], row->at[1], row->at[2]),
                       rim_vec3_make(row->at[3], row->at[4], row->at[5]),
                       rim_vec3_make(row->at[6], row->at[7], row->at[8]) };
    return t;
}

// How many words a leaf takes.
static inline uint32_t mesh_leaf_words(int triangles, int corners, uint32_t number_bytes)
{
    uint32_t each = number_bytes + (mesh_is_shared(triangles, corners) ? 3u : 0u);
    return 1u + 3u * (uint32_t)corners + ((uint32_t)triangles * each + 3u) / 4u;
}

// Where corner k, 0 .. 2, of triangle i is.
static inline int mesh_slot(const mesh_leaf *leaf, int k, int i)
{
    int at = k * leaf->triangles + i;
    return leaf->lists ? leaf->lists[at] : at;
}

static inline int mesh_number_at(const uint8_t *at, uint32_t bytes)
{
    uint32_t number = (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16;
    if (bytes == 4) number |= (uint32_t)at[3] << 24;
    return (int)number;
}

static inline int mesh_number(const rim_mesh *mesh, const mesh_leaf *leaf, int i)
{
    return mesh_number_at(leaf->numbers + (uint32_t)i * mesh->number_bytes, mesh->number_bytes);
}

static inline rim_vec3 mesh_corner(const mesh_leaf *leaf, int slot)
{
    return rim_vec3_make(leaf->x[slot], leaf->y[slot], leaf->z[slot]);
}

static inline rim_triangle mesh_triangle(const mesh_leaf *leaf, int i)
{
    rim_triangle t = { mesh_corner(leaf, mesh_slot(leaf, 0, i)),
                       mesh_corner(leaf, mesh_slot(leaf, 1, i)),
                       mesh_corner(leaf, mesh_slot(leaf, 2, i)) };
    return t;
}

#endif
