// Saving and loading.
//
// A saved mesh is a head and, behind it, the nodes and the leaves as they are in memory. The builder numbers nodes
// and leaves in the order in which it makes them, parents first; a loaded tree has to be in that
// order too, which is quickly checked and leaves no room for loops or sharing.
#include "rimcast/mesh.h"

#include "base/float.h"
#include "base/memory.h"
#include "solid/mesh/build.h"

#include <math.h>

enum
{
    SAVED_VERSION = 2
};

#define SAVED_ORDER 0x01020304u

typedef struct saved_head
{
    char     magic[8]; // "RIMMESH", 0
    uint32_t version, order;
    uint32_t count, form, number_bytes, node_count, leaf_words;
    float    bounds[6];
    uint32_t reserved;
    uint64_t checksum; // of everything else
} saved_head;

static const char MAGIC[8] = "RIMMESH";

// FNV-1a (Fowler, Noll, Vo, 1991), over words of 8 bytes, what is left byte by byte.
static uint64_t mesh_save_sum_of(uint64_t sum, const void *data, size_t size)
{
    const uint8_t *at = data;
    for (; size >= 8; size -= 8, at += 8)
    {
        uint64_t word;
        memcpy(&word, at, 8);
        sum = (sum ^ word) * 0x100000001b3u;
        sum ^= sum >> 29;
    }
    for (; size > 0; size--) sum = (sum ^ *at++) * 0x100000001b3u;
    return sum;
}

static uint64_t checksum_of(const saved_head *head, const void *rest, size_t size)
{
    saved_head plain = *head;
    plain.checksum = 0;
    return mesh_save_sum_of(mesh_save_sum_of(0xcbf29ce484222325u, &plain, sizeof plain), rest,
                            size);
}

size_t rim_mesh_save(const rim_mesh *mesh, void *out, size_t capacity)
{
    size_t nodes = mesh->node_count * sizeof(mesh_node);
    size_t leaves = mesh->leaf_words * sizeof(uint32_t);
    size_t size = sizeof(saved_head) + nodes + leaves;
    if (capacity < size) return size;
    rim_box3   box = mesh->bounds;
    saved_head head = { { 0 },
                        SAVED_VERSION,
                        SAVED_ORDER,
                        (uint32_t)mesh->count,
                        (uint32_t)mesh->form,
                        mesh->number_bytes,
                        mesh->node_count,
                        mesh->leaf_words,
                        { box.lo.x, box.lo.y, box.lo.z, box.hi.x, box.hi.y, box.hi.z },
                        0,
                        0 };
    memcpy(head.magic, MAGIC, sizeof MAGIC);
    uint8_t *at = (uint8_t *)out + sizeof head;
    memcpy(at, mesh->nodes, nodes);
    memcpy(at + nodes, mesh->leaves, leaves);
    head.checksum = checksum_of(&head, at, nodes + leaves);
    memcpy(out, &head, sizeof head);
    return size;
}

// --- checking ---------------------------------------------------------------------------------------------

typedef struct checker
{
    const rim_mesh *mesh;
    uint32_t        node, word; // the next that has to come
    uint8_t        *seen;       // a bit for each triangle
    int             count;
    float           most; // no coordinate is larger
} checker;

static bool check_leaf(checker *c)
{
    const rim_mesh *mesh = c->mesh;
    uint32_t        head = mesh->leaves[c->word];
    int             triangles = (int)(head & 255u), corners = (int)(head >> 8 & 255u);
    int             most = mesh->form == RIM_MESH_FAST ? MESH_WIDE : MESH_COMPACT_LEAF;
    if (head >> 16 || triangles < 1 || triangles > most || corners > 3 * triangles) return false;
    uint32_t words = mesh_leaf_words(triangles, corners, mesh->number_bytes);
    if (words > mesh->leaf_words - c->word) return false;
    mesh_leaf leaf = mesh_leaf_at(mesh, c->word);
    for (int i = 0; i < 3 * corners; i++)
        if (!(fabsf(leaf.x[i]) <= c->most)) return false;
    for (int i = 0; i < triangles; i++)
    {
        int number = mesh_number(mesh, &leaf, i);
        for (int k = 0; k < 3; k++)
            if (mesh_slot(&leaf, k, i) >= corners) return false;
        if (number < 0 || number >= mesh->count || (c->seen[number >> 3] >> (number & 7) & 1))
            return false;
        c->seen[number >> 3] |= (uint8_t)(1 << (number & 7));
        c->count++;
    }
    c->word += words;
    return true;
}

static bool check_node(checker *c, int depth)
{
    const mesh_node *node = &c->mesh->nodes[c->node++];
    unsigned         there = node->scale[3];
    if (depth > MESH_DEPTH || there == 0 || (there & (there + 1)) != 0) return false;
    for (int k = 0; k < 3; k++)
        if (!(fabsf(node->origin[k]) <= c->most) || node->scale[k] < 1 || node->scale[k] > 254)
            return false;
    for (int i = 0; i < mesh_children(node); i++)
    {
        uint32_t child = node->child[i];
        bool     leaf = (child & MESH_LEAF) != 0;
        if (leaf ? (child & ~MESH_LEAF) != c->word || c->word >= c->mesh->leaf_words
                 : child != c->node || child >= c->mesh->node_count)
            return false;
        if (leaf ? !check_leaf(c) : !check_node(c, depth + 1)) return false;
    }
    return true;
}

static rim_status mesh_save_check(rim_mesh *mesh)
{
    size_t  bytes = (size_t)mesh->count / 8 + 1;
    checker c = { mesh, 0, 0, memory_allocate_zeroed(&mesh->from, bytes, 1), 0, mesh->largest };
    if (!c.seen) return RIM_ERR_MEMORY;
    bool good = mesh->count == 0 || (mesh->node_count > 0 && check_node(&c, 1));
    good =
        good && c.node == mesh->node_count && c.word == mesh->leaf_words && c.count == mesh->count;
    memory_release(&mesh->from, c.seen, bytes, 1);
    return good ? RIM_OK : RIM_ERR_FORMAT;
}

// --- loading ----------------------------------------------------------------------------------------------

static bool plausible(const saved_head *head)
{
    uint32_t bytes = head->number_bytes;
    bool     finite = true;
    for (int i = 0; i < 6; i++) finite &= float_is_finite(head->bounds[i]);
    bool empty = head->count == 0;
    return head->count <= MESH_MOST && head->form <= RIM_MESH_COMPACT &&
           (bytes == 3 || bytes == 4) && finite && head->node_count <= head->count &&
           head->leaf_words < MESH_LEAF && (empty == (head->node_count == 0)) &&
           (empty == (head->leaf_words == 0));
}

static rim_status read_head(saved_head *head, const void *data, size_t size)
{
    if (size < sizeof *head) return RIM_ERR_FORMAT;
    memcpy(head, data, sizeof *head);
    if (memcmp(head->magic, MAGIC, sizeof MAGIC) != 0) return RIM_ERR_FORMAT;
    if (head->version != SAVED_VERSION || head->order != SAVED_ORDER) return RIM_ERR_VERSION;
    if (!plausible(head)) return RIM_ERR_FORMAT;
    uint64_t rest = (uint64_t)head->node_count * sizeof(mesh_node) +
                    (uint64_t)head->leaf_words * sizeof(uint32_t);
    if (size - sizeof *head != rest) return RIM_ERR_FORMAT;
    const uint8_t *at = (const uint8_t *)data + sizeof *head;
    return checksum_of(head, at, (size_t)rest) == head->checksum ? RIM_OK : RIM_ERR_CHECKSUM;
}

rim_status rim_mesh_load(rim_mesh **out, const void *data, size_t size, const rim_allocator *from)
{
    saved_head head;
    *out = NULL;
    rim_status status = read_head(&head, data, size);
    if (status) return status;
    rim_allocator allocator = memory_allocator_or_default(from);
    mesh_plan     plan = { (int)head.count, (rim_mesh_form)head.form, head.number_bytes,
                           head.node_count, head.leaf_words };
    rim_mesh     *mesh;
    status = mesh_block(&mesh, &plan, &allocator);
    if (status) return status;
    const uint8_t *at = (const uint8_t *)data + sizeof head;
    const float   *b = head.bounds;
    memcpy(mesh->nodes, at, plan.node_count * sizeof(mesh_node));
    memcpy(mesh->leaves, at + plan.node_count * sizeof(mesh_node),
           plan.leaf_words * sizeof(uint32_t));
    mesh->bounds = rim_box3_make(rim_vec3_make(b[0], b[1], b[2]), rim_vec3_make(b[3], b[4], b[5]));
    mesh->largest = plan.count ? mesh_largest_of(mesh->bounds) : 0.0f;
    status = mesh_save_check(mesh);
    if (!status) status = mesh_make_wide_nodes(mesh);
    if (!status) status = mesh_make_float_nodes(mesh);
    if (status)
    {
        rim_mesh_destroy(mesh);
        return status;
    }
    if (mesh->places) mesh_set_places(mesh);
    *out = mesh;
    return RIM_OK;
}
