// Memory, bodies from hulls, and the cut for any processor.
#include "simd/f64x4.h"

#include "solid/hull/cut_lanes.h"

#include <string.h>

// --- memory ----------------------------------------------------------------------------------------------

void cut_begin(cut_body *body, const rim_allocator *from)
{
    memset(body, 0, sizeof *body);
    body->from = memory_allocator_or_default(from);
    body->wide = CPU_HAS_AVX2;
}

void cut_end(cut_body *body)
{
    memory_release(&body->from, body->block, body->bytes, 1);
    memory_release(&body->from, body->face_nodes, (size_t)body->face_room,
                   sizeof *body->face_nodes);
}

// Sets the arrays of the body for `room` nodes, a multiple of 64, in one block at `base`, and returns the block's
// bytes. With base NULL it sets them to NULL, and only the bytes count.
static size_t place_all(cut_body *body, size_t room, char *base)
{
    memory_layout block = { base, 0 };
    body->at = memory_take(&block, room, sizeof *body->at);
    body->twins = memory_take(&block, 4 * room, sizeof(int32_t));
    body->faces = memory_take(&block, 4 * room, sizeof(int32_t));
    body->alive = memory_take(&block, room / 64, sizeof(uint64_t));
    body->distance = memory_take(&block, room, sizeof(double));
    body->shifted = memory_take(&block, room, sizeof *body->shifted);
    body->out = memory_take(&block, room / 64, sizeof(uint64_t));
    body->crossings = memory_take(&block, 4 * room, sizeof(int32_t));
    body->new_nodes = memory_take(&block, 4 * room, sizeof(int32_t));
    return block.size;
}

// Grows the arrays to half as many nodes again as needed. Keeps the nodes, but not the scratch arrays. The block has
// MEMORY_ALIGNMENT bytes more than the arrays, as the allocator may align less than they need. On failure the body
// stays as it was.
bool cut_reserve(cut_body *body, int32_t nodes)
{
    if (nodes <= body->room) return true;
    if (nodes > INT32_MAX / 16) return false;
    cut_body old = *body;
    size_t   room = (size_t)(nodes + nodes / 2 + 63) / 64 * 64;
    size_t   bytes = place_all(body, room, NULL) + MEMORY_ALIGNMENT;
    char    *block = memory_allocate(&old.from, bytes, 1);
    if (!block)
    {
        *body = old;
        return false;
    }
    place_all(body, room, memory_aligned(block));
    // No new node is alive. The lane loops read beyond the nodes in use, but their results for those are ignored.
    memset(block, 0, bytes);
    if (old.block)
    {
        size_t kept = (size_t)old.count;
        memcpy(body->at, old.at, kept * sizeof *body->at);
        memcpy(body->twins, old.twins, 4 * kept * sizeof(int32_t));
        memcpy(body->faces, old.faces, 4 * kept * sizeof(int32_t));
        memcpy(body->alive, old.alive, (size_t)old.room / 8);
    }
    body->room = (int32_t)room;
    body->block = block;
    body->bytes = bytes;
    memory_release(&old.from, old.block, old.bytes, 1);
    return true;
}

// Reserves face_nodes for so many faces. The contents are lost, unless there is room already. Returns false when out of
// memory.
static bool reserve_faces(cut_body *body, int32_t faces)
{
    if (faces <= body->face_room) return true;
    size_t   room = (size_t)faces + (size_t)faces / 2;
    int32_t *grown = memory_allocate(&body->from, room, sizeof *grown);
    if (!grown) return false;
    memory_release(&body->from, body->face_nodes, (size_t)body->face_room, sizeof *grown);
    body->face_nodes = grown;
    body->face_room = (int32_t)room;
    return true;
}

// Sets the bits of nodes 0 .. count - 1 in body->alive, and clears all other ones. Requires room for `count` nodes.
static void set_alive(cut_body *body, int32_t count)
{
    int32_t words = body->room / 64, full = count / 64;
    for (int32_t w = 0; w < words; w++) body->alive[w] = w < full ? ~(uint64_t)0 : 0;
    if (count % 64) body->alive[full] = ((uint64_t)1 << count % 64) - 1;
}

// Copies the graph of a solid as it is: it lies in the hull ready for cutting (make_fans of topology.c).
static void load_solid(cut_body *body, const rim_hull *hull)
{
    size_t nodes = (size_t)hull->node_count;
    memcpy(body->at, hull->node_at, nodes * sizeof *body->at);
    memcpy(body->twins, hull->node_twins, 4 * nodes * sizeof(int32_t));
    memcpy(body->faces, hull->node_faces, 4 * nodes * sizeof(int32_t));
    memcpy(body->face_nodes, hull->face_nodes, (size_t)hull->face_count * sizeof(int32_t));
}

// Sets the slots of a node and the faces on their left; see cut.h.
static void set_node(cut_body *body, int32_t node, const int32_t twins[3], const int32_t faces[3])
{
    for (int k = 0; k < 3; k++)
    {
        body->twins[4 * node + k] = twins[k];
        body->faces[4 * node + k] = faces[k];
        body->face_nodes[faces[k]] = 4 * node;
    }
}

// Makes a prism without height of a hull with n corners and without volume. Corner i of the polygon is node i of the
// front, face 0, and node n + i of the back, face 1. The side between the corners i and i + 1 is face 2 + i. A line or a
// point is a triangle whose last corners are the same.
static void load_prism(cut_body *body, const rim_hull *hull)
{
    int32_t n = cut_prism_sides(hull);
    for (int32_t i = 0; i < n; i++)
    {
        int32_t next = (i + 1) % n, previous = (i + n - 1) % n, back = n + i;
        int32_t last = hull->corner_count - 1, c = i < last ? i : last;
        if (hull->face_count > 0) c = hull->loops[c];
        hull_position at = { hull->cx[c], hull->cy[c], hull->cz[c], 0.0 };
        body->at[i] = body->at[back] = at;
        set_node(body, i, (int32_t[]){ 4 * next + 1, 4 * previous, 4 * back + 2 },
                 (int32_t[]){ 0, 2 + previous, 2 + i });
        set_node(body, back, (int32_t[]){ 4 * (n + previous) + 1, 4 * (n + next), 4 * i + 2 },
                 (int32_t[]){ 1, 2 + i, 2 + previous });
    }
}

bool cut_load(cut_body *body, const rim_hull *hull, int32_t faces)
{
    bool    solid = hull->kind == RIM_HULL_SOLID;
    int32_t nodes = solid ? hull->node_count : 2 * cut_prism_sides(hull);
    body->count = 0;
    if (!cut_reserve(body, nodes) || !reserve_faces(body, faces)) return false;
    if (solid)
        load_solid(body, hull);
    else
        load_prism(body, hull);
    set_alive(body, nodes);
    body->count = nodes;
    return true;
}

// --- dented faces ----------------------------------------------------------------------------------------

// Returns the crossing whose new node is the next one around the new face. `crossing` leads from a removed node to one
// that stays. F, the old face on its left, passes removed nodes before it. Follows F backward over these nodes to the
// half-edge of F that comes from a node that stays, and returns its twin. (F leaves a node by slot s and comes to it
// through slot s + 1.)
static int32_t next_crossing(const cut_body *body, int32_t crossing)
{
    int32_t h = cut_next_slot(crossing);
    while (cut_bit(body->out, body->twins[h] >> 2)) h = cut_next_slot(body->twins[h]);
    return h;
}

// Joins each new node to that on the next crossing around the new face. The half-edge from the node that stays, the
// twin of a crossing, leads to the new node.
void cut_join_by_traversal(cut_body *body, ptrdiff_t count)
{
    for (ptrdiff_t i = 0; i < count; i++)
    {
        int32_t next = next_crossing(body, body->crossings[i]);
        cut_join(body, body->new_nodes[i], body->twins[body->twins[next]]);
    }
}

// Cuts by a list of one plane.
cut_result cut_by(cut_body *body, hull_plane plane, double on, int32_t face)
{
    int32_t order = 0;
    return CUT_KERNEL(body, cut_by_many)(body, &plane, on, &order, 1, face);
}
