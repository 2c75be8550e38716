// What a mesh is made of, and where its triangles are.
#include "solid/mesh/data.h"

#include <assert.h>

float mesh_largest_of(rim_box3 box)
{
    rim_vec3 reach = rim_vec3_max(rim_vec3_negate(box.lo), box.hi);
    float    xy = reach.x > reach.y ? reach.x : reach.y;
    return xy > reach.z ? xy : reach.z;
}

// Where the triangles of all leaves are.
void mesh_set_places(rim_mesh *mesh)
{
    for (uint32_t word = 0; word < mesh->leaf_words;)
    {
        mesh_leaf leaf = mesh_leaf_at(mesh, word);
        for (int i = 0; i < leaf.triangles; i++)
            mesh->places[mesh_number(mesh, &leaf, i)] = word << 3 | (uint32_t)i;
        word += mesh_leaf_words(leaf.triangles, leaf.corners, mesh->number_bytes);
    }
}

int rim_mesh_count(const rim_mesh *mesh)
{
    return mesh->count;
}

rim_mesh_form rim_mesh_form_of(const rim_mesh *mesh)
{
    return mesh->form;
}

rim_box3 rim_mesh_bounds(const rim_mesh *mesh)
{
    return mesh->bounds;
}

size_t rim_mesh_bytes(const rim_mesh *mesh)
{
    return mesh->bytes + mesh->broad_bytes + mesh->few_bytes + mesh->gate_bytes;
}

static rim_triangle mesh_search(const rim_mesh *mesh, int triangle)
{
    rim_triangle none = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f } };
    for (uint32_t word = 0; word < mesh->leaf_words;)
    {
        mesh_leaf leaf = mesh_leaf_at(mesh, word);
        for (int i = 0; i < leaf.triangles; i++)
            if (mesh_number(mesh, &leaf, i) == triangle) return mesh_triangle(&leaf, i);
        word += mesh_leaf_words(leaf.triangles, leaf.corners, mesh->number_bytes);
    }
    return none;
}

rim_triangle rim_mesh_triangle(const rim_mesh *mesh, int triangle)
{
    assert(triangle >= 0 && triangle < mesh->count);
    if (!mesh->places) return mesh_search(mesh, triangle);
    uint32_t  place = mesh->places[triangle];
    mesh_leaf leaf = mesh_leaf_at(mesh, place >> 3);
    return mesh_triangle(&leaf, (int)(place & 7u));
}
