// Moving: the corners in the leaves, then the boxes above them.
#include "solid/mesh/build.h"

#include "base/float.h"

typedef struct mesh_refit_moved
{
    const rim_vec3 *points;
    const int      *indices;
    int             point_count;
} mesh_refit_moved;

static size_t index_of(const mesh_refit_moved *m, int number, int k)
{
    size_t corner = 3 * (size_t)number + (size_t)k;
    return m->indices ? (size_t)m->indices[corner] : corner;
}

// Every corner of a leaf has to go to one place, for all its triangles.
static bool may_move(const rim_mesh *mesh, const mesh_leaf *leaf, const mesh_refit_moved *m)
{
    rim_vec3 to[256];
    bool     known[256] = { false };
    for (int i = 0; i < leaf->triangles; i++)
    {
        int number = mesh_number(mesh, leaf, i);
        int slots[3] = { mesh_slot(leaf, 0, i), mesh_slot(leaf, 1, i), mesh_slot(leaf, 2, i) };
        for (int k = 0; k < 3; k++)
        {
            size_t index = index_of(m, number, k);
            if (index >= (size_t)m->point_count) return false;
            rim_vec3 p = m->points[index];
            if (!vec3_is_finite(p)) return false;
            if (known[slots[k]] && memcmp(&to[slots[k]], &p, sizeof p) != 0) return false;
            known[slots[k]] = true;
            to[slots[k]] = p;
        }
    }
    return true;
}

static void mesh_refit_add_point(mesh_extent *box, const float p[3])
{
    for (int k = 0; k < 3; k++)
    {
        box->lo[k] = p[k] < box->lo[k] ? p[k] : box->lo[k];
        box->hi[k] = p[k] > box->hi[k] ? p[k] : box->hi[k];
    }
}

static mesh_extent mesh_refit_empty_extent(void)
{
    mesh_extent e = { { FLT_MAX, FLT_MAX, FLT_MAX }, { -FLT_MAX, -FLT_MAX, -FLT_MAX } };
    return e;
}

static mesh_extent move_leaf(rim_mesh *mesh, uint32_t word, const mesh_refit_moved *m)
{
    mesh_leaf   leaf = mesh_leaf_at(mesh, word);
    float      *x = (float *)(void *)(mesh->leaves + word + 1);
    float      *y = x + leaf.corners, *z = y + leaf.corners;
    mesh_extent box = mesh_refit_empty_extent();
    for (int i = 0; i < leaf.triangles; i++)
    {
        int number = mesh_number(mesh, &leaf, i);
        int slots[3] = { mesh_slot(&leaf, 0, i), mesh_slot(&leaf, 1, i), mesh_slot(&leaf, 2, i) };
        for (int k = 0; k < 3; k++)
        {
            rim_vec3 p = m->points[index_of(m, number, k)];
            float    at[3] = { p.x, p.y, p.z };
            x[slots[k]] = p.x, y[slots[k]] = p.y, z[slots[k]] = p.z;
            mesh_refit_add_point(&box, at);
        }
    }
    return box;
}

static mesh_extent move_node(rim_mesh *mesh, uint32_t number, const mesh_refit_moved *m)
{
    mesh_node  *node = &mesh->nodes[number];
    mesh_extent boxes[MESH_WIDE], all = mesh_refit_empty_extent();
    int         count = mesh_children(node);
    for (int i = 0; i < count; i++)
    {
        uint32_t child = node->child[i];
        boxes[i] =
            child & MESH_LEAF ? move_leaf(mesh, child & ~MESH_LEAF, m) : move_node(mesh, child, m);
        mesh_refit_add_point(&all, boxes[i].lo);
        mesh_refit_add_point(&all, boxes[i].hi);
    }
    mesh_set_boxes(node, boxes, count);
    return all;
}

rim_status rim_mesh_refit(rim_mesh *mesh, const rim_vec3 *points, int point_count,
                          const int *indices)
{
    mesh_refit_moved m = { points, indices, point_count };
    for (uint32_t word = 0; word < mesh->leaf_words;)
    {
        mesh_leaf leaf = mesh_leaf_at(mesh, word);
        if (!may_move(mesh, &leaf, &m)) return RIM_ERR_ARGUMENT;
        word += mesh_leaf_words(leaf.triangles, leaf.corners, mesh->number_bytes);
    }
    if (mesh->count == 0) return RIM_OK;
    mesh_extent all = move_node(mesh, 0, &m);
    mesh_set_wide_nodes(mesh);
    mesh_set_float_nodes(mesh);
    mesh->bounds = rim_box3_make(rim_vec3_make(all.lo[0], all.lo[1], all.lo[2]),
                                 rim_vec3_make(all.hi[0], all.hi[1], all.hi[2]));
    mesh->largest = mesh_largest_of(mesh->bounds);
    return RIM_OK;
}
