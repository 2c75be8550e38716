// How a mesh is laid out in memory.
//
// A mesh is one block of memory: the object, the nodes of its bounding volume hierarchy, the locations of the triangles
// by number (in the fast form only), and the leaves. Everything but the object is plain data without pointers. Offsets
// count words of four bytes.
#ifndef RIM_SOLID_MESH_DATA_H
#define RIM_SOLID_MESH_DATA_H

#include "rimcast/mesh.h"
#include "simd/bits.h"

#include <string.h>

enum
{
    MESH_NODE_WIDTH = 8,          // children of a node, triangles of a leaf of the fast form
    MESH_COMPACT_LEAF_MAX = 32,   // triangles of a leaf of the compact form
    MESH_MAX_TRIANGLES = 1 << 25, // triangles of a mesh
    MESH_MAX_DEPTH = 96,          // nodes above each other
    MESH_STACK_SIZE =
        MESH_MAX_DEPTH * (MESH_NODE_WIDTH - 1) + MESH_NODE_WIDTH, // entries of a traversal's stack
    MESH_LEAF_CORNERS_MAX = 3 * MESH_COMPACT_LEAF_MAX,            // corners of a leaf
    MESH_CACHE_LINE = 64,                                         // bytes of a cache line
    // Zero bytes behind the leaves. Lanes without a triangle load a corner, too, at an index that may be any byte: one
    // of 256 floats from the start of a coordinate array.
    MESH_PADDING = 256 * 4 + MESH_CACHE_LINE
};

// A node reference ("ref") is the offset of a node from the first node, or, with this bit set, the offset of a leaf.
// The root is at offset 0 and is no child, so that 0 in a node means: no child.
#define MESH_LEAF_BIT 0x80000000u

// A node. The boxes of its children follow it: mesh_float_boxes in the fast form, mesh_byte_boxes in the compact form.
// A node stands before its descendants.
typedef struct mesh_node
{
    uint32_t child[MESH_NODE_WIDTH];
} mesh_node;

// The boxes of eight children, by axis. A missing child has a box at infinity, which no test hits.
typedef struct mesh_float_boxes
{
    float lo[3][MESH_NODE_WIDTH], hi[3][MESH_NODE_WIDTH];
} mesh_float_boxes;

// The same in bytes: child i spans, along axis k, origin[k] + 2^(scale[k] - 127) * (lo[k][i] .. hi[k][i]).
typedef struct mesh_byte_boxes
{
    float   origin[3];
    uint8_t scale[3], children; // a bit for each child
    uint8_t lo[3][MESH_NODE_WIDTH], hi[3][MESH_NODE_WIDTH];
} mesh_byte_boxes;

// Returns the length of a step along an axis, 2^(scale - 127): `scale` is the exponent field of a normal float, at
// least 1.
static inline float mesh_byte_step(const mesh_byte_boxes *boxes, int axis)
{
    uint32_t exponent = (uint32_t)boxes->scale[axis] << 23;
    float    step;
    memcpy(&step, &exponent, sizeof step);
    return step;
}

// A leaf, decoded. In memory a leaf consists of
//
//   head      one word: triangles | corners << 8 | the upper 16 bits of the float `size`
//   x, y, z   the coordinates of its corners, an array each
//   lists     the first, second and third corners of its triangles, a byte each, in three arrays
//   numbers   the numbers of its triangles, 3 or 4 bytes each, padded to whole words
//
// If the triangles share no corners, there are 3 * triangles corners and the lists are left out: all first corners come
// first, then all second ones, then all third ones.
typedef struct mesh_leaf
{
    int            triangles, corners;
    float          size; // the sum of the box's sides, rounded up
    const float   *x, *y, *z;
    const uint8_t *lists; // corners of triangles; NULL if left out
    const uint8_t *numbers;
} mesh_leaf;

struct rim_mesh
{
    rim_allocator from;
    size_t        bytes;  // of the block
    size_t        stride; // of the points that it was made of
    rim_box3      bounds;
    float         largest; // |coordinate|
    int           count;
    rim_mesh_form form;
    uint32_t      number_bytes; // 3 or 4
    uint32_t      node_count, leaf_words;
    uint32_t     *nodes;
    uint32_t     *locations; // of triangles: leaf word << 3 | lane; NULL in the compact form
    uint32_t     *leaves;

    const struct mesh_kernels *kernels;
};

// Returns the number of words in a node.
static inline uint32_t mesh_node_words(rim_mesh_form form)
{
    size_t boxes = form == RIM_MESH_FAST ? sizeof(mesh_float_boxes) : sizeof(mesh_byte_boxes);
    return (uint32_t)((sizeof(mesh_node) + boxes) / sizeof(uint32_t));
}

static inline mesh_node *mesh_node_at(const rim_mesh *mesh, uint32_t ref)
{
    return (mesh_node *)(void *)(mesh->nodes + ref);
}

// Returns the number of children of a node.
static inline int mesh_children(const mesh_node *node)
{
    int count = 0;
    while (count < MESH_NODE_WIDTH && node->child[count]) count++;
    return count;
}

static inline bool mesh_is_shared(int triangles, int corners)
{
    return corners != 3 * triangles;
}

// Returns pointers into the leaf that begins at a head word, and the numbers decoded from the head. Reads nothing of
// the leaf but the head.
static inline mesh_leaf mesh_leaf_from(const uint32_t *at)
{
    mesh_leaf leaf;
    uint32_t  head = *at, size = head & 0xffff0000u;
    leaf.triangles = (int)(head & 255u);
    leaf.corners = (int)(head >> 8 & 255u);
    memcpy(&leaf.size, &size, sizeof size);
    leaf.x = (const float *)(const void *)(at + 1);
    leaf.y = leaf.x + leaf.corners;
    leaf.z = leaf.y + leaf.corners;
    const uint8_t *bytes = (const uint8_t *)(leaf.z + leaf.corners);
    bool           shared = mesh_is_shared(leaf.triangles, leaf.corners);
    leaf.lists = shared ? bytes : NULL;
    leaf.numbers = shared ? bytes + 3 * leaf.triangles : bytes;
    return leaf;
}

static inline mesh_leaf mesh_leaf_at(const rim_mesh *mesh, uint32_t word)
{
    return mesh_leaf_from(mesh->leaves + word);
}

// Returns the leaf at a reference with MESH_LEAF_BIT.
static inline mesh_leaf mesh_leaf_of(const rim_mesh *mesh, uint32_t child)
{
    return mesh_leaf_from(mesh->nodes + (child & ~MESH_LEAF_BIT));
}

// Returns the number of words in a leaf.
static inline uint32_t mesh_leaf_words(int triangles, int corners, uint32_t number_bytes)
{
    uint32_t each = number_bytes + (mesh_is_shared(triangles, corners) ? 3u : 0u);
    return 1u + 3u * (uint32_t)corners + ((uint32_t)triangles * each + 3u) / 4u;
}

static inline uint32_t mesh_words_of_leaf(const rim_mesh *mesh, const mesh_leaf *leaf)
{
    return mesh_leaf_words(leaf->triangles, leaf->corners, mesh->number_bytes);
}

// Returns the index into x, y and z of corner k, 0 .. 2, of triangle i.
static inline int mesh_slot(const mesh_leaf *leaf, int k, int i)
{
    int at = k * leaf->triangles + i;
    return leaf->lists ? leaf->lists[at] : at;
}

// Returns the number of triangle i of a leaf. Up to a byte behind it is read, where another number or leaf is, or
// MESH_PADDING.
static inline int mesh_number(const rim_mesh *mesh, const mesh_leaf *leaf, int i)
{
    return bits_number_at(leaf->numbers + (uint32_t)i * mesh->number_bytes, mesh->number_bytes);
}

static inline rim_vec3 mesh_corner(const mesh_leaf *leaf, int slot)
{
    return rim_vec3_make(leaf->x[slot], leaf->y[slot], leaf->z[slot]);
}

static inline rim_triangle mesh_triangle(const mesh_leaf *leaf, int i)
{
    return (rim_triangle){ mesh_corner(leaf, mesh_slot(leaf, 0, i)),
                           mesh_corner(leaf, mesh_slot(leaf, 1, i)),
                           mesh_corner(leaf, mesh_slot(leaf, 2, i)) };
}

#endif
