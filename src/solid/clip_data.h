// The inside of a clip: the cut graph, and what is listed from it on demand.
//
//   clip.c cuts · clip_flat.c polygons instead of bodies · clip_mass.c weighs · clip_list.c corners, faces
#ifndef RIM_SOLID_CLIP_DATA_H
#define RIM_SOLID_CLIP_DATA_H

#include "rimcast/clip.h"
#include "solid/hull_cut.h"

// Fractions of the size: on a plane; so near to one that a cut may leave two nodes at one place (a
// body thinner than that is flat); one corner.
#define CLIP_ON 0x1p-48
#define CLIP_NEAR 0x1p-42
#define CLIP_SAME 0x1p-40

struct rim_clip
{
    rim_clip_kind kind;
    cut_body      body; // relative to the base hull's center, in its axes
    double        size; // what tolerances are relative to

    // Faces of the graph below base_faces are the base hull's, the others came with the cuts.
    int32_t         base_faces;
    rim_clip_source base, other;

    // base frame -> world: p' = turn p + move.
    mat3d turn;
    vec3d move;

    double volume;
    vec3d  first;  // 24 times the integral of p - origin; see clip_weigh
    vec3d  origin; // a corner

    // What a hull without volume shares with anything: a loop in the base frame instead of the graph.
    bool    is_polygon;
    vec3d  *polygon, *polygon_work; // two halves of polygon_block
    vec3d  *polygon_block;
    int32_t polygon_count, polygon_room;

    // Scratch: the other hull's planes in the base frame with how far the base reaches beyond them,
    // and a node of each face.
    double  *planes;
    int32_t *face_node;
    int32_t  plane_room, face_room;

    // The list: corner i is at node corner_nodes[i].
    bool     listed;
    int32_t *list; // one block for the arrays below
    int32_t *corner_nodes, *corner_of, *starts, *loops, *sources;
    int32_t  corner_count, face_count;
    int32_t  list_room; // nodes

    rim_allocator from;
};

// A node's, or a polygon corner's, place in the base frame.
static inline vec3d clip_node(const rim_clip *clip, int32_t i)
{
    const cut_body *body = &clip->body;
    return clip->is_polygon ? clip->polygon[i] : v3d(body->x[i], body->y[i], body->z[i]);
}

static inline vec3d clip_to_world(const rim_clip *clip, vec3d p)
{
    return v3d_add(m3d_apply(clip->turn, p), clip->move);
}

// Makes room for the list of the body or polygon there is, so that listing cannot fail.
bool clip_reserve_list(rim_clip *clip);
void clip_list(rim_clip *clip);

// Sets kind, volume, first from the graph.
void clip_weigh(rim_clip *clip);

// A hull without volume, `base`, against half-spaces dot(n, p) <= d of its frame. False: no memory.
typedef struct clip_space
{
    vec3d  normal;
    double offset;
} clip_space;

bool clip_load_polygon(rim_clip *clip, const rim_hull *hull, int32_t more);
void clip_polygon_by(rim_clip *clip, clip_space space);
void clip_end_polygon(rim_clip *clip);

#endif
