// Lists corners and faces of the graph: nodes at one position become one corner, and faces with fewer than three
// corners are dropped.
#include "solid/clip/data.h"

#include <string.h>

// --- one corner for nodes at one place -----------------------------------------------------------------

// Returns the root of i in a union-find forest.
static int32_t clip_faces_root_of(const int32_t *parent, int32_t i)
{
    while (parent[i] != i) i = parent[i];
    return i;
}

// Returns true if two nodes are closer than CLIP_SAME.
static bool clip_faces_are_one(const rim_clip *clip, int32_t i, int32_t j)
{
    double same = CLIP_SAME * clip->size;
    return v3d_length2(v3d_sub(cut_position(&clip->body, i), cut_position(&clip->body, j))) <=
           same * same;
}

// Makes a union-find forest of the nodes in `parent`. Two living nodes get into one tree if a chain of edges connects
// them, each at most CLIP_SAME times the clip's size long. If two trees are joined, the lower root remains, so the root
// of a tree is its lowest node. Nodes that are not alive stay alone. `parent` has room for all nodes.
static void join_close_nodes(const rim_clip *clip, int32_t *parent)
{
    const cut_body *body = &clip->body;
    for (int32_t i = 0; i < body->count; i++) parent[i] = i;
    for (int32_t i = 0; i < body->count; i++)
    {
        if (!cut_bit(body->alive, i)) continue;
        // Half-edges 4 i .. 4 i + 2 leave node i, and their twins leave the other ends. Each edge is tested at its
        // lower node.
        for (int32_t h = 4 * i; h < 4 * i + 3; h++)
        {
            int32_t j = body->twins[h] >> 2;
            if (j <= i || !clip_faces_are_one(clip, i, j)) continue;
            int32_t a = clip_faces_root_of(parent, i), b = clip_faces_root_of(parent, j);
            parent[a < b ? b : a] = a < b ? a : b;
        }
    }
}

// Makes one corner of each tree of join_close_nodes. Sets corner_of for every living node, corner_nodes (the lowest
// node of each corner, in ascending order) and corner_count. A root is the lowest node of its tree, so it gets its
// corner before all others. Overwrites body->new_nodes.
static void list_corners(rim_clip *clip)
{
    const cut_body *body = &clip->body;
    join_close_nodes(clip, body->new_nodes);
    clip->corner_count = 0;
    for (int32_t i = 0; i < body->count; i++)
    {
        if (!cut_bit(body->alive, i)) continue;
        int32_t root = clip_faces_root_of(body->new_nodes, i);
        clip->corner_of[i] = root == i ? clip->corner_count : clip->corner_of[root];
        if (root == i) clip->corner_nodes[clip->corner_count++] = i;
    }
}

// --- faces -----------------------------------------------------------------------------------------------

// Follows the face of half-edge h, marks its half-edges in `seen`, and lists it if it has at least three distinct
// corners. Neighboring nodes of one corner are listed once. From a half-edge, the face continues with the slot before
// its twin's, which leaves the node at the other end (cut.h). The twin of each twin is the half-edge itself, so the way
// returns to h, and each half-edge is in one face. Requires list_corners, and starts[face_count]. A face that is not
// listed leaves only marks.
static void list_face(rim_clip *clip, int32_t h, uint64_t *seen)
{
    const cut_body *body = &clip->body;
    int32_t        *loop = clip->loops + clip->starts[clip->face_count], count = 0, here = h;
    do
    {
        seen[here >> 6] |= (uint64_t)1 << (here & 63);
        int32_t corner = clip->corner_of[here >> 2];
        if (count == 0 || loop[count - 1] != corner) loop[count++] = corner;
        here = cut_previous_slot(body->twins[here]);
    } while (here != h);
    // The loop is closed: its last nodes may be at its first corner.
    while (count > 1 && loop[count - 1] == loop[0]) count--;
    if (count < 3) return;
    clip->sources[clip->face_count] = body->faces[h];
    clip->starts[clip->face_count + 1] = clip->starts[clip->face_count] + count;
    clip->face_count++;
}

// Lists the corners and faces of the graph, unless that is done or the clip is empty. The faces come in the order of
// their lowest half-edges: each half-edge that is not marked in `seen` starts a face.
//
// The lists lie in the scratch arrays of the body, which are free between cuts and have room for more nodes than the body
// has. new_nodes and crossings have four numbers a node. n nodes have 3 n half-edges, so there are at most n faces of
// three or more. list_corners uses the first quarter of new_nodes.
void clip_list(rim_clip *clip)
{
    if (clip->listed || clip->kind == RIM_CLIP_EMPTY) return;
    clip->listed = true;
    const cut_body *body = &clip->body;
    int32_t         room = body->room;
    clip->corner_nodes = body->new_nodes + room;
    clip->corner_of = body->new_nodes + 2 * room;
    clip->sources = body->new_nodes + 3 * room;
    clip->loops = body->crossings;
    clip->starts = body->crossings + 3 * room;
    // `seen` has a bit for each half-edge, thus 4 bits a node. Its words lie in `distance`, which has a word (64 bits)
    // for each node.
    uint64_t *seen = (uint64_t *)(void *)body->distance;
    memset(seen, 0, (size_t)(body->count + 15) / 16 * sizeof *seen);
    list_corners(clip);
    clip->starts[0] = 0;
    for (int32_t i = 0; i < body->count; i++)
    {
        if (!cut_bit(body->alive, i)) continue;
        for (int32_t h = 4 * i; h < 4 * i + 3; h++)
            if (!cut_bit(seen, h)) list_face(clip, h, seen);
    }
}

// --- reading -----------------------------------------------------------------------------------------------

// Lists the parts if that is not done yet, and returns their numbers. Each edge is in two faces. Without faces there is
// one edge (a segment) or none (a point).
rim_clip_parts rim_clip_read(rim_clip *clip)
{
    clip_list(clip);
    int            faces = clip->face_count, corners = clip->corner_count;
    rim_clip_parts parts = { clip->kind, corners, corners > 1 ? 1 : 0, faces };
    if (faces) parts.edge_count = clip->starts[faces] / 2;
    return parts;
}

// Returns a corner in the world, or zeros for a number out of range.
void rim_clip_corner(rim_clip *clip, int corner, double point[3])
{
    clip_list(clip);
    bool exists = corner >= 0 && corner < clip->corner_count;
    RIM_ASSERT(exists, "a body has no corner of that number");
    vec3d p = v3d(0.0, 0.0, 0.0);
    if (exists) p = clip_to_world(clip, cut_position(&clip->body, clip->corner_nodes[corner]));
    point[0] = p.x, point[1] = p.y, point[2] = p.z;
}

// Returns a face of the list, and the face of a hull from which it comes.
rim_clip_face rim_clip_face_at(rim_clip *clip, int face)
{
    clip_list(clip);
    bool exists = face >= 0 && face < clip->face_count;
    RIM_ASSERT(exists, "a body has no face of that number");
    if (!exists) return (rim_clip_face){ 0 };
    int32_t start = clip->starts[face], source = clip->sources[face];
    bool    of_base = source < clip->base_faces;
    return (rim_clip_face){ clip->loops + start, clip->starts[face + 1] - start,
                            of_base ? clip->base : clip->other,
                            of_base ? source : source - clip->base_faces };
}

// Creates the hull of a clip. The corners are rounded to floats, and the hull is computed from them.
rim_status rim_hull_create_from_clip(rim_hull **out, rim_clip *clip, const rim_allocator *from)
{
    RIM_ASSERT(out && clip, "out or the body is NULL");
    *out = NULL;
    rim_allocator heap = memory_allocator_or_default(from);
    int           count = rim_clip_read(clip).corner_count;
    rim_vec3     *corners = memory_allocate(&heap, (size_t)count, sizeof *corners);
    if (!corners) return RIM_ERR_MEMORY;
    for (int i = 0; i < count; i++)
        corners[i] =
            v3d_round(clip_to_world(clip, cut_position(&clip->body, clip->corner_nodes[i])));
    rim_hull_options options = { .merge = CLIP_HULL_MERGE, .allocator = from };
    rim_status       status = rim_hull_create(out, corners, count, &options);
    memory_release(&heap, corners, (size_t)count, sizeof *corners);
    return status;
}
