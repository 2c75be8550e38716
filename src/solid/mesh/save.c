// Saving and loading.
//
// A saved mesh is a header, followed by the leaves as they are in memory and the shape of the tree. Loading recomputes
// the boxes and child references of nodes and the bounds, so that they need no validation.
#include "rimcast/mesh.h"

#include "base/float.h"
#include "base/memory.h"
#include "solid/mesh/build.h"

enum
{
    SAVED_VERSION = 4
};

#define SAVED_ORDER 0x01020304u

typedef struct saved_head
{
    char     magic[8]; // "RIMMESH", 0
    uint32_t version, order;
    uint32_t count, form, node_count, leaf_words;
    uint64_t checksum; // of everything else
} saved_head;

static const char MAGIC[8] = "RIMMESH";

// The checksum of no data.
#define SUM_START 0xcbf29ce484222325u

// Returns the checksum `sum` continued over more data: FNV-1a (Fowler, Noll, Vo, 1991).
static uint64_t mesh_save_sum_of(uint64_t sum, const void *data, size_t size)
{
    const uint8_t *at = data;
    for (size_t i = 0; i < size; i++) sum = (sum ^ at[i]) * 0x100000001b3u;
    return sum;
}

// Returns the checksum of the head, with 0 in place of its own checksum, and of the `size` bytes at `rest` that follow
// it.
static uint64_t checksum_of(const saved_head *head, const void *rest, size_t size)
{
    saved_head plain = *head;
    plain.checksum = 0;
    return mesh_save_sum_of(mesh_save_sum_of(SUM_START, &plain, sizeof plain), rest, size);
}

// Writes the shape of the tree, two bytes for each node in order: its number of children, and a bit for each child that
// is a leaf. Requires room for 2 * node_count bytes.
static void write_nodes(const rim_mesh *mesh, uint8_t *out)
{
    for (uint32_t i = 0; i < mesh->node_count; i++)
    {
        const mesh_node *node = mesh_node_at(mesh, i * mesh_node_words(mesh->form));
        unsigned         leaves = 0;
        for (int k = 0; k < MESH_NODE_WIDTH; k++)
            leaves |= node->child[k] >> 31 << k; // MESH_LEAF_BIT
        *out++ = (uint8_t)mesh_children(node);
        *out++ = (uint8_t)leaves;
    }
}

// Writes head, leaves and the shape of the tree, or nothing if `capacity` is less than their size. Returns the size.
size_t rim_mesh_save(const rim_mesh *mesh, void *out, size_t capacity)
{
    size_t leaves = mesh->leaf_words * sizeof(uint32_t), nodes = 2 * (size_t)mesh->node_count;
    size_t size = sizeof(saved_head) + leaves + nodes;
    if (capacity < size) return size;
    saved_head head = { .version = SAVED_VERSION,
                        .order = SAVED_ORDER,
                        .count = (uint32_t)mesh->count,
                        .form = (uint32_t)mesh->form,
                        .node_count = mesh->node_count,
                        .leaf_words = mesh->leaf_words };
    memcpy(head.magic, MAGIC, sizeof MAGIC);
    uint8_t *at = (uint8_t *)out + sizeof head;
    memcpy(at, mesh->leaves, leaves);
    write_nodes(mesh, at + leaves);
    head.checksum = checksum_of(&head, at, leaves + nodes);
    memcpy(out, &head, sizeof head);
    return size;
}

// --- checking ---------------------------------------------------------------------------------------------

// Returns the number of words of the leaf that begins at `word`, or 0 if it is not valid: it has wrong sizes, a
// coordinate that is not finite, or a triangle that is out of range, was seen before or has a corner beyond the leaf's.
// Marks its triangles in seen[]. Requires word < leaf_words, and MESH_PADDING bytes behind the leaves. The sizes are
// checked first, so nothing is read beyond.
static uint32_t check_leaf(const rim_mesh *mesh, uint32_t word, bool *seen)
{
    mesh_leaf leaf = mesh_leaf_at(mesh, word);
    int       maximum = mesh->form == RIM_MESH_FAST ? MESH_NODE_WIDTH : MESH_COMPACT_LEAF_MAX;
    if (leaf.triangles < 1 || leaf.triangles > maximum || leaf.corners < 1 ||
        leaf.corners > 3 * leaf.triangles)
        return 0;
    uint32_t words = mesh_words_of_leaf(mesh, &leaf);
    if (words > mesh->leaf_words - word) return 0;
    for (int i = 0; i < 3 * leaf.corners; i++)
        if (!float_is_finite(leaf.x[i])) return 0;
    for (int i = 0; i < leaf.triangles; i++)
    {
        int number = mesh_number(mesh, &leaf, i);
        for (int k = 0; k < 3; k++)
            if (mesh_slot(&leaf, k, i) >= leaf.corners) return 0;
        if (number < 0 || number >= mesh->count || seen[number]) return 0;
        seen[number] = true;
    }
    return words;
}

// Returns RIM_OK if all leaves are valid and contain every triangle once, else RIM_ERR_FORMAT; RIM_ERR_MEMORY when out
// of memory. Requires the form and all counts of the mesh.
static rim_status check_leaves(const rim_mesh *mesh)
{
    size_t   count = (size_t)mesh->count, found = 0;
    bool    *seen = memory_allocate_zeroed(&mesh->from, count, sizeof *seen);
    uint32_t words = 1;
    if (!seen) return RIM_ERR_MEMORY;
    for (uint32_t word = 0; word < mesh->leaf_words && words > 0; word += words)
        words = check_leaf(mesh, word, seen);
    for (size_t i = 0; i < count; i++) found += seen[i];
    memory_release(&mesh->from, seen, count, sizeof *seen);
    return words > 0 && found == count ? RIM_OK : RIM_ERR_FORMAT;
}

// --- loading ----------------------------------------------------------------------------------------------

// Returns true if the sizes of the head agree with each other and with the limits of a mesh. A tree has no more nodes
// than leaves, and no more leaves than triangles. A leaf has at least a word and at most MESH_COMPACT_LEAF_MAX triangles.
// A leaf's word must fit beside MESH_LEAF_BIT. A mesh without triangles, and no other one, has no nodes and no leaves.
static bool plausible(const saved_head *head)
{
    bool empty = head->count == 0;
    return head->count <= MESH_MAX_TRIANGLES && head->form <= RIM_MESH_COMPACT &&
           head->node_count <= head->count && head->leaf_words < MESH_LEAF_BIT &&
           head->count <= MESH_COMPACT_LEAF_MAX * (uint64_t)head->leaf_words &&
           (empty == (head->node_count == 0)) && (empty == (head->leaf_words == 0));
}

// Copies the head from the data, and checks it, the size of the data, and the checksum. Returns RIM_ERR_FORMAT,
// RIM_ERR_VERSION or RIM_ERR_CHECKSUM if a check fails.
static rim_status read_head(saved_head *head, const void *data, size_t size)
{
    if (size < sizeof *head) return RIM_ERR_FORMAT;
    memcpy(head, data, sizeof *head);
    if (memcmp(head->magic, MAGIC, sizeof MAGIC) != 0) return RIM_ERR_FORMAT;
    if (head->version != SAVED_VERSION || head->order != SAVED_ORDER) return RIM_ERR_VERSION;
    if (!plausible(head)) return RIM_ERR_FORMAT;
    uint64_t rest = (uint64_t)head->leaf_words * sizeof(uint32_t) + 2 * (uint64_t)head->node_count;
    if (size - sizeof *head != rest) return RIM_ERR_FORMAT;
    const uint8_t *at = (const uint8_t *)data + sizeof *head;
    return checksum_of(head, at, (size_t)rest) == head->checksum ? RIM_OK : RIM_ERR_CHECKSUM;
}

// Creates a mesh from saved data. Nothing of the data is trusted: the leaves are checked before mesh_link reads them,
// and mesh_link checks the shape of the tree.
rim_status rim_mesh_load(rim_mesh **out, const void *data, size_t size, const rim_allocator *from)
{
    saved_head head;
    *out = NULL;
    rim_status status = read_head(&head, data, size);
    if (status) return status;
    rim_mesh  plan = { .from = memory_allocator_or_default(from),
                       .stride = sizeof(rim_vec3),
                       .count = (int)head.count,
                       .form = (rim_mesh_form)head.form,
                       .node_count = head.node_count,
                       .leaf_words = head.leaf_words };
    rim_mesh *mesh;
    status = mesh_block(&mesh, &plan);
    if (status) return status;
    const uint8_t *at = (const uint8_t *)data + sizeof head;
    size_t         leaves = mesh->leaf_words * sizeof(uint32_t);
    memcpy(mesh->leaves, at, leaves);
    status = check_leaves(mesh);
    if (!status && !mesh_link(mesh, at + leaves)) status = RIM_ERR_FORMAT;
    if (status)
        rim_mesh_destroy(mesh);
    else
        *out = mesh;
    return status;
}
