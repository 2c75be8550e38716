#include "rimcast/mesh.h"

#include "base/float.h"
#include "base/memory.h"
#include "solid/mesh/build.h"
#include "solid/mesh/kernels.h"

#include <assert.h>

static rim_status set_item(const mesh_builder *b, int point_count, int i)
{
    mesh_item *item = &b->items[i];
    rim_box3   box = rim_box3_empty();
    for (size_t k = 3 * (size_t)i; k < 3 * (size_t)i + 3; k++)
    {
        if (b->indices && (b->indices[k] < 0 || b->indices[k] >= point_count))
            return RIM_ERR_ARGUMENT;
        rim_vec3 p = mesh_build_corner(b, k);
        if (!vec3_is_finite(p)) return RIM_ERR_ARGUMENT;
        box = rim_box3_add(box, p);
    }
    item->lo[0] = box.lo.x, item->lo[1] = box.lo.y, item->lo[2] = box.lo.z;
    item->hi[0] = box.hi.x, item->hi[1] = box.hi.y, item->hi[2] = box.hi.z;
    item->hi[3] = 0.0f;
    mesh_item_set_number(item, (uint32_t)i);
    return RIM_OK;
}

rim_status mesh_block(rim_mesh **out, const mesh_plan *plan, const rim_allocator *from)
{
    size_t nodes = plan->node_count * sizeof(mesh_node),
           leaves = plan->leaf_words * sizeof(uint32_t);
    bool   fast = plan->form == RIM_MESH_FAST;
    size_t places = fast ? (size_t)plan->count * sizeof(uint32_t) : 0;
    size_t bytes = sizeof(rim_mesh) + MESH_LINE + nodes + places + leaves + MESH_TAIL;
    if (plan->leaf_words >= (fast ? 1u << 29 : MESH_LEAF)) return RIM_ERR_SIZE;
    rim_mesh *mesh = memory_allocate(from, 1, bytes);
    if (!mesh) return RIM_ERR_MEMORY;
    *out = mesh;
    memset(mesh, 0, sizeof *mesh);
    mesh->from = *from;
    mesh->kernels = mesh_kernels_best();
    mesh->bytes = bytes;
    mesh->count = plan->count;
    mesh->form = plan->form;
    mesh->number_bytes = plan->number_bytes;
    mesh->node_count = (uint32_t)plan->node_count;
    mesh->leaf_words = (uint32_t)plan->leaf_words;
    // Nodes begin with a line of the cache, so that none touches three.
    uint8_t *at = (uint8_t *)(mesh + 1);
    at += (MESH_LINE - (uintptr_t)at % MESH_LINE) % MESH_LINE;
    mesh->nodes = (mesh_node *)(void *)at;
    mesh->places = places ? (uint32_t *)(void *)(at + nodes) : NULL;
    mesh->leaves = (uint32_t *)(void *)(at + nodes + places);
    memset(at + nodes + places + leaves, 0, MESH_TAIL);
    return RIM_OK;
}

// All in one block, from what was built.
static rim_status mesh_end(rim_mesh **out, const mesh_builder *b, rim_mesh_form form)
{
    mesh_plan  plan = { b->count, form, b->number_bytes, b->node_count, b->leaf_words };
    rim_status status = mesh_block(out, &plan, &b->from);
    if (status) return status;
    rim_mesh *mesh = *out;
    if (b->node_count) memcpy(mesh->nodes, b->nodes, b->node_count * sizeof *b->nodes);
    if (b->leaf_words) memcpy(mesh->leaves, b->leaves, b->leaf_words * sizeof *b->leaves);
    if (mesh->places) mesh_set_places(mesh);
    status = mesh_make_wide_nodes(mesh);
    if (!status) status = mesh_make_float_nodes(mesh);
    if (!status) return RIM_OK;
    rim_mesh_destroy(mesh);
    *out = NULL;
    return status;
}

static rim_status mesh_build(rim_mesh **out, mesh_builder *b, int point_count, rim_mesh_form form)
{
    rim_box3 bounds = rim_box3_empty();
    for (int i = 0; i < b->count; i++)
    {
        rim_status status = set_item(b, point_count, i);
        if (status) return status;
        const mesh_item *item = &b->items[i];
        bounds.lo = rim_vec3_min(bounds.lo, rim_vec3_make(item->lo[0], item->lo[1], item->lo[2]));
        bounds.hi = rim_vec3_max(bounds.hi, rim_vec3_make(item->hi[0], item->hi[1], item->hi[2]));
    }
    rim_status status = mesh_build_tree(b);
    if (!status) status = mesh_end(out, b, form);
    if (status) return status;
    (*out)->bounds = bounds;
    (*out)->largest = b->count ? mesh_largest_of(bounds) : 0.0f;
    return RIM_OK;
}

rim_status rim_mesh_create(rim_mesh **out, const rim_vec3 *points, int point_count,
                           const int *indices, int triangle_count, const rim_mesh_options *options)
{
    static const rim_mesh_options plain = { 0 };
    assert(out);
    *out = NULL;
    if (!options) options = &plain;
    if (triangle_count < 0 || triangle_count > MESH_MOST || point_count < 0) return RIM_ERR_SIZE;
    if (!indices && point_count / 3 < triangle_count) return RIM_ERR_SIZE;
    mesh_builder b = { 0 };
    b.from = memory_allocator_or_default(options->allocator);
    b.progress = options->progress;
    b.by_index = options->movable;
    b.points = points;
    b.indices = indices;
    b.count = triangle_count;
    bool compact = options->form == RIM_MESH_COMPACT;
    b.leaf_most = compact ? MESH_COMPACT_LEAF : MESH_WIDE;
    b.number_bytes = triangle_count <= 1 << 24 ? 3 : 4;
    b.items = memory_allocate(&b.from, (size_t)triangle_count, sizeof *b.items);
    rim_status status = RIM_ERR_MEMORY;
    if (b.items) status = mesh_build(out, &b, point_count, options->form);
    memory_release(&b.from, b.items, (size_t)triangle_count, sizeof *b.items);
    memory_release(&b.from, b.halves, b.half_capacity, sizeof *b.halves);
    memory_release(&b.from, b.nodes, b.node_capacity, sizeof *b.nodes);
    memory_release(&b.from, b.leaves, b.leaf_capacity, sizeof *b.leaves);
    return status;
}

void rim_mesh_destroy(rim_mesh *mesh)
{
    if (!mesh) return;
    rim_allocator from = mesh->from;
    mesh_drop_wide_nodes(mesh);
    mesh_drop_float_nodes(mesh);
    memory_release(&from, mesh, 1, mesh->bytes);
}
