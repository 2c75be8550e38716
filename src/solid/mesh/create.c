// Creating a mesh object from its tree, destroying and reading it.
#include "rimcast/mesh.h"

#include "base/memory.h"
#include "solid/mesh/build.h"
#include "solid/mesh/kernels.h"

// The lowest bits of a location hold the lane, 0 .. 7, of a triangle in its leaf; the bits above hold the leaf's word.
enum
{
    LOCATION_LANE_BITS = 3
};

// Lays out one block: the object, padding up to a cache line, the nodes, the locations, the leaves, MESH_PADDING zero
// bytes. Leaves follow the nodes in the same array of words, so that one offset refers to either. RIM_ERR_SIZE if an
// offset would need the bit MESH_LEAF_BIT, or a location more than 32 bits.
rim_status mesh_block(rim_mesh **out, const rim_mesh *plan)
{
    bool   fast = plan->form == RIM_MESH_FAST;
    size_t nodes = (size_t)plan->node_count * mesh_node_words(plan->form) * sizeof(uint32_t);
    size_t leaves = plan->leaf_words * sizeof(uint32_t);
    size_t locations = fast ? (size_t)plan->count * sizeof(uint32_t) : 0;
    size_t bytes = sizeof(rim_mesh) + MEMORY_ALIGNMENT + nodes + locations + leaves + MESH_PADDING;
    if (fast && plan->leaf_words >= 1u << (32 - LOCATION_LANE_BITS)) return RIM_ERR_SIZE;
    if ((nodes + locations + leaves) / sizeof(uint32_t) >= MESH_LEAF_BIT) return RIM_ERR_SIZE;
    rim_mesh *mesh = memory_allocate(&plan->from, 1, bytes);
    if (!mesh) return RIM_ERR_MEMORY;
    memory_prefer_huge_pages(&plan->from, mesh, bytes);
    *out = mesh;
    *mesh = *plan;
    mesh->kernels = mesh_kernels_best();
    mesh->bytes = bytes;
    mesh->number_bytes = mesh_number_bytes(plan->count);
    // The first node begins a cache line, so that a node lies in as few cache lines as possible.
    char *at = memory_aligned(mesh + 1);
    mesh->nodes = (uint32_t *)(void *)at;
    mesh->locations = locations ? (uint32_t *)(void *)(at + nodes) : NULL;
    mesh->leaves = (uint32_t *)(void *)(at + nodes + locations);
    memset(at + nodes + locations + leaves, 0, MESH_PADDING);
    return RIM_OK;
}

// The state of linking: the next node and the next leaf.
typedef struct mesh_linker
{
    rim_mesh      *mesh;
    const uint8_t *shape;
    uint32_t       node, word;
} mesh_linker;

// Sets the children of the next node, l->node, and of its descendants recursively. Nodes and leaves are stored in this
// order, depth first, so l->node and l->word then are one past the last descendants. Sets *ref to the node's reference.
// Returns false if the shape is not valid: it has too few nodes or leaves, is too deep, or has a node without children,
// with more than eight, or with a leaf bit beyond its children. Requires valid leaves.
static bool mesh_link_node(mesh_linker *l, int depth, uint32_t *ref)
{
    rim_mesh *mesh = l->mesh;
    if (l->node >= mesh->node_count || depth > MESH_MAX_DEPTH) return false;
    int        count = l->shape[2 * (size_t)l->node];
    unsigned   leaves = l->shape[2 * (size_t)l->node + 1];
    mesh_node *node = mesh_node_at(mesh, l->node * mesh_node_words(mesh->form));
    if (count < 1 || count > MESH_NODE_WIDTH || leaves >> count) return false;
    *ref = l->node++ * mesh_node_words(mesh->form);
    for (int i = 0; i < MESH_NODE_WIDTH; i++)
    {
        uint32_t child = 0;
        if (i < count && leaves >> i & 1)
        {
            if (l->word >= mesh->leaf_words) return false;
            mesh_leaf leaf = mesh_leaf_at(mesh, l->word);
            child = MESH_LEAF_BIT | ((uint32_t)(mesh->leaves - mesh->nodes) + l->word);
            l->word += mesh_words_of_leaf(mesh, &leaf);
        }
        else if (i < count && !mesh_link_node(l, depth + 1, &child))
            return false;
        node->child[i] = child;
    }
    return true;
}

// Sets mesh->locations of each triangle's number to the word of its leaf and its lane there. Requires valid leaves of
// the fast form that hold each number once.
static void set_locations(rim_mesh *mesh)
{
    for (uint32_t word = 0; word < mesh->leaf_words;)
    {
        mesh_leaf leaf = mesh_leaf_at(mesh, word);
        for (int i = 0; i < leaf.triangles; i++)
            mesh->locations[mesh_number(mesh, &leaf, i)] = word << LOCATION_LANE_BITS | (uint32_t)i;
        word += mesh_words_of_leaf(mesh, &leaf);
    }
}

// Links all nodes, computes their boxes and the bounds, and sets the locations. Returns false unless exactly all nodes
// and leaves are used. A mesh without triangles has nothing to link.
bool mesh_link(rim_mesh *mesh, const uint8_t *shape)
{
    mesh_linker l = { mesh, shape, 0, 0 };
    uint32_t    root;
    if (mesh->count > 0 && !mesh_link_node(&l, 1, &root)) return false;
    if (l.node != mesh->node_count || l.word != mesh->leaf_words) return false;
    mesh_fit(mesh);
    if (mesh->locations) set_locations(mesh);
    return true;
}

// Builds the tree, copies it to one block, and computes the boxes of nodes. Requires a builder with the input, whose
// indices and coordinates are checked here. The caller releases the builder. Sets *out only if it returns RIM_OK.
static rim_status mesh_create(rim_mesh **out, mesh_builder *b, int point_count, rim_mesh_form form)
{
    rim_status status = mesh_build_items(b, point_count);
    if (!status) status = mesh_build_tree(b);
    if (status) return status;
    rim_mesh plan = { .from = b->from,
                      .stride = b->points.stride,
                      .count = b->count,
                      .form = form,
                      .node_count = (uint32_t)b->node_count,
                      .leaf_words = (uint32_t)b->leaf_words };
    status = mesh_block(out, &plan);
    if (status) return status;
    if (b->leaf_words) memcpy((*out)->leaves, b->leaves, b->leaf_words * sizeof *b->leaves);
    mesh_link(*out, b->shape); // succeeds: the shape and the leaves were built together
    return RIM_OK;
}

// Checks the sizes and options, and builds the mesh. Without indices, triangle i has the points 3 i, 3 i + 1 and 3 i +
// 2.
rim_status rim_mesh_create(rim_mesh **out, const rim_vec3 *points, int point_count,
                           const int *indices, int triangle_count, const rim_mesh_options *options)
{
    static const rim_mesh_options plain = { 0 };
    RIM_ASSERT(out, "out is NULL");
    *out = NULL;
    if (!options) options = &plain;
    if (!points_suffice(point_count, indices, triangle_count, MESH_MAX_TRIANGLES))
        return RIM_ERR_SIZE;
    mesh_builder b = { .from = memory_allocator_or_default(options->allocator),
                       .progress = options->progress,
                       .by_index = options->movable, // points that coincide now may part later
                       .points = point_list_of(points, options->stride),
                       .indices = indices,
                       .count = triangle_count,
                       .number_bytes = mesh_number_bytes(triangle_count) };
    // The stride is 0 if options->stride was not valid.
    if (b.points.stride == 0 || (unsigned)options->form > RIM_MESH_COMPACT) return RIM_ERR_ARGUMENT;
    b.leaf_most = options->form == RIM_MESH_COMPACT ? MESH_COMPACT_LEAF_MAX : MESH_NODE_WIDTH;
    rim_status status = mesh_create(out, &b, point_count, options->form);
    mesh_build_release(&b);
    return status;
}

void rim_mesh_destroy(rim_mesh *mesh)
{
    if (!mesh) return;
    rim_allocator from = mesh->from;
    memory_release(&from, mesh, 1, mesh->bytes);
}

rim_mesh_info rim_mesh_read(const rim_mesh *mesh)
{
    return (rim_mesh_info){ mesh->count, mesh->form, mesh->bounds, mesh->bytes };
}

// Returns a triangle by its number, by searching all leaves: the compact form has no locations. Returns zeros if no
// leaf has the number.
static rim_triangle mesh_search(const rim_mesh *mesh, int triangle)
{
    for (uint32_t word = 0; word < mesh->leaf_words;)
    {
        mesh_leaf leaf = mesh_leaf_at(mesh, word);
        for (int i = 0; i < leaf.triangles; i++)
            if (mesh_number(mesh, &leaf, i) == triangle) return mesh_triangle(&leaf, i);
        word += mesh_words_of_leaf(mesh, &leaf);
    }
    return (rim_triangle){ { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f } };
}

// Returns a triangle by its location (mesh->locations), or by a search if the mesh has none. In builds without
// assertions, a number out of range gives zeros.
rim_triangle rim_mesh_triangle(const rim_mesh *mesh, int triangle)
{
    bool exists = triangle >= 0 && triangle < mesh->count;
    RIM_ASSERT(exists, "a mesh has no triangle of that number");
    if (!exists) return (rim_triangle){ 0 };
    if (!mesh->locations) return mesh_search(mesh, triangle);
    uint32_t  location = mesh->locations[triangle];
    mesh_leaf leaf = mesh_leaf_at(mesh, location >> LOCATION_LANE_BITS);
    return mesh_triangle(&leaf, (int)(location & (MESH_NODE_WIDTH - 1)));
}
