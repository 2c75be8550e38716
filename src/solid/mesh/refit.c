// Computes the boxes of nodes from the corners in the leaves, when a mesh is created and when its corners move.
#include "solid/mesh/build.h"

#include "base/float.h"
#include "solid/mesh/query.h"
#include "solid/mesh/tolerances.h"

#include <math.h>

enum
{
    MIN_STEP_EXPONENT = -80 // of a step of byte boxes
};

// --- the two kinds of boxes -----------------------------------------------------------------------------

// Writes the boxes of `count` children by axis: lo[k][i] and hi[k][i] are the coordinates of child i along axis k.
// Missing children get boxes at infinity, which no test hits.
static void set_float_boxes(mesh_float_boxes *boxes, const rim_box3 *children, int count)
{
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < MESH_NODE_WIDTH; i++)
        {
            boxes->lo[k][i] = i < count ? (&children[i].lo.x)[k] : INFINITY;
            boxes->hi[k][i] = i < count ? (&children[i].hi.x)[k] : INFINITY;
        }
}

// Returns the smallest e >= MIN_STEP_EXPONENT with 255 * 2^e >= width, so that a byte counts steps of 2^e over the
// whole width. Requires a finite width >= 0. Flat boxes (floors, walls) would allow a smaller e, but a step divided by
// the length of a motion, at most 2^29, must be a normal float: arithmetic on subnormal floats is slow.
static int exponent_for(double width)
{
    int exponent, e = MIN_STEP_EXPONENT;
    // With E the exponent,  2^(E - 1) <= width < 2^E.  So 255 * 2^(E - 9) is too little and 255 * 2^(E - 7) enough: the
    // search takes at most two steps. Products with powers of two are exact.
    if (frexp(width, &exponent) > 0.0 && exponent - 9 > e) e = exponent - 9;
    while (ldexp(255.0, e) < width) e++;
    return e;
}

// Encodes the boxes of `count` children, at least one, in whole steps from the lower corner of `all`, the box around
// them, rounded outward. Missing children get the box of the first one, and no bit in boxes->children.
static void set_byte_boxes(mesh_byte_boxes *boxes, const rim_box3 *all, const rim_box3 *children,
                           int count)
{
    for (int k = 0; k < 3; k++)
    {
        float  lo = (&all->lo.x)[k], hi = (&all->hi.x)[k];
        int    e = exponent_for((double)hi - lo);
        double origin = lo, per = ldexp(1.0, -e); // steps a unit of length
        boxes->origin[k] = lo;
        boxes->scale[k] = (uint8_t)(e + 127);
        for (int i = 0; i < MESH_NODE_WIDTH; i++)
        {
            const rim_box3 *box = &children[i < count ? i : 0];
            boxes->lo[k][i] = (uint8_t)float_floor_int(((&box->lo.x)[k] - origin) * per);
            boxes->hi[k][i] = (uint8_t)float_ceil_int(((&box->hi.x)[k] - origin) * per);
        }
    }
    boxes->children = (uint8_t)((1 << count) - 1);
}

// --- fitting ----------------------------------------------------------------------------------------------

// Returns the box of the leaf that begins at the word *head. Stores `size`, the sum of the box's sides, in the upper
// half of the head. Traversals use it as a bound of how far corners are from a ray's entry into the box. It starts from
// MESH_MIN_LEAF_SIZE, because rays may miss the box by a little.
static rim_box3 fit_leaf(uint32_t *head)
{
    mesh_leaf leaf = mesh_leaf_from(head);
    rim_box3  box;
    float     size = MESH_MIN_LEAF_SIZE;
    for (int k = 0; k < 3; k++)
    {
        const float *at = leaf.x + k * leaf.corners;
        float        lo = at[0], hi = at[0];
        for (int i = 1; i < leaf.corners; i++)
        {
            lo = at[i] < lo ? at[i] : lo;
            hi = at[i] > hi ? at[i] : hi;
        }
        (&box.lo.x)[k] = lo;
        (&box.hi.x)[k] = hi;
        size += hi - lo;
    }
    uint32_t bits;
    memcpy(&bits, &size, sizeof bits);
    // The upper 16 bits of the float, rounded up.
    *head = (*head & 0xffffu) | ((bits + 0x10000u) & 0xffff0000u);
    return box;
}

// Sets the boxes of the children of the node at `ref`, and recursively of all nodes and leaves below, and returns the
// box around all. Requires linked nodes.
static rim_box3 fit_node(rim_mesh *mesh, uint32_t ref)
{
    mesh_node *node = mesh_node_at(mesh, ref);
    rim_box3   boxes[MESH_NODE_WIDTH], all = rim_box3_empty();
    int        count = mesh_children(node);
    for (int i = 0; i < count; i++)
    {
        uint32_t child = node->child[i];
        boxes[i] = child & MESH_LEAF_BIT ? fit_leaf(mesh->nodes + (child & ~MESH_LEAF_BIT))
                                         : fit_node(mesh, child);
        all = rim_box3_union(all, boxes[i]);
    }
    void *at = node + 1;
    if (mesh->form == RIM_MESH_FAST)
        set_float_boxes(at, boxes, count);
    else
        set_byte_boxes(at, &all, boxes, count);
    return all;
}

void mesh_fit(rim_mesh *mesh)
{
    rim_box3 box = mesh->count ? fit_node(mesh, 0) : rim_box3_empty();
    rim_vec3 reach = rim_vec3_max(rim_vec3_negate(box.lo), box.hi);
    mesh->bounds = box;
    mesh->largest = mesh->count ? mesh_size3(reach) : 0.0f;
}

// --- moving -----------------------------------------------------------------------------------------------

// Returns true if all indices of the triangles of the leaf at `word` are in range, all their new positions finite, and
// the triangles that share a corner agree on its new position. If so, and `moves` is set, moves the corners.
static bool move_leaf(rim_mesh *mesh, uint32_t word, const rim_vec3 *points, int point_count,
                      const int *indices, bool moves)
{
    mesh_leaf  leaf = mesh_leaf_at(mesh, word);
    point_list list = { points, mesh->stride };
    rim_vec3   to[MESH_LEAF_CORNERS_MAX]; // the new positions, so far as they are known
    bool       known[MESH_LEAF_CORNERS_MAX] = { false };
    for (int i = 0; i < leaf.triangles; i++)
    {
        rim_vec3 p[3];
        if (!points_of_triangle(p, &list, point_count, indices, mesh_number(mesh, &leaf, i)))
            return false;
        for (int k = 0; k < 3; k++)
        {
            int slot = mesh_slot(&leaf, k, i);
            if (known[slot] && mesh_size3(rim_vec3_sub(to[slot], p[k])) > 0.0f) return false;
            known[slot] = true;
            to[slot] = p[k];
        }
    }
    float *x = (float *)(void *)(mesh->leaves + word + 1);
    float *y = x + leaf.corners, *z = y + leaf.corners;
    for (int i = 0; moves && i < leaf.corners; i++)
        if (known[i]) x[i] = to[i].x, y[i] = to[i].y, z[i] = to[i].z;
    return true;
}

// Checks all leaves in a first pass and moves their corners in a second one, so that an error changes nothing.
rim_status rim_mesh_refit(rim_mesh *mesh, const rim_vec3 *points, int point_count,
                          const int *indices)
{
    if (!indices && point_count / 3 < mesh->count) return RIM_ERR_ARGUMENT;
    for (int moves = 0; moves < 2; moves++)
        for (uint32_t word = 0; word < mesh->leaf_words;)
        {
            mesh_leaf leaf = mesh_leaf_at(mesh, word);
            if (!move_leaf(mesh, word, points, point_count, indices, moves))
                return RIM_ERR_ARGUMENT;
            word += mesh_words_of_leaf(mesh, &leaf);
        }
    mesh_fit(mesh);
    return RIM_OK;
}
