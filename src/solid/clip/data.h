// The inside of a clip: the cut graph, and what is listed from it on demand.
//
//   create.c cuts · lanes.h the planes that do, and the volume, compiled by mass.c and lanes_avx2.c
//   planar.c polygons instead of bodies · mass.c weighs · faces.c corners, faces
#ifndef RIM_SOLID_CLIP_DATA_H
#define RIM_SOLID_CLIP_DATA_H

#include "rimcast/clip.h"
#include "solid/hull/cut.h"

// Fractions of the size: on a plane; so near to one that a cut may leave two nodes at one place (a
// body thinner than that is flat); one corner.
#define CLIP_ON 0x1p-48
#define CLIP_NEAR 0x1p-42
#define CLIP_SAME 0x1p-40

// A map p' = turn p + move.
typedef struct clip_frame
{
    mat3d turn;
    vec3d move;
} clip_frame;

// Half-spaces dot((x, y, z), p) <= offset of the base frame, and those of them that cut, in the order in which they do.
typedef struct clip_planes
{
    double   *x, *y, *z, *offset;
    uint64_t *cuts; // a bit each
    int32_t  *order;
    int32_t   room;
} clip_planes;

struct rim_clip
{
    rim_clip_kind kind;
    cut_body      body; // relative to the base hull's center, in its axes
    double        size; // what tolerances are relative to
    double        near; // nodes nearer to a plane are joined by walks

    // Faces of the graph below base_faces are the base hull's, the others came with the cuts.
    int32_t         base_faces;
    rim_clip_source base, other;

    clip_frame world;   // from the base hull's center frame
    clip_frame between; // from the other's to the base's

    double volume;
    vec3d  first;  // 24 times the integral of p - origin; see clip_weigh
    vec3d  origin; // a corner, or any point

    // What a hull without volume shares with anything: a loop in the base frame instead of the graph.
    bool    is_polygon;
    vec3d  *polygon, *polygon_work; // two halves of polygon_block
    vec3d  *polygon_block;
    int32_t polygon_count, polygon_room;

    clip_planes planes; // the other hull's

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
    return clip->is_polygon ? clip->polygon[i] : cut_place(&clip->body, i);
}

static inline vec3d clip_to_world(const rim_clip *clip, vec3d p)
{
    return v3d_add(m3d_apply(clip->world.turn, p), clip->world.move);
}

// Makes room for the list of a body or polygon of so many nodes, so that listing cannot fail.
bool clip_reserve_list(rim_clip *clip, int32_t nodes);
void clip_list(rim_clip *clip);

// Sets kind, volume, first from the graph.
void clip_weigh(rim_clip *clip);

// Moves the other hull's half-spaces into the base's frame and sets the bits of those that the base's bounds reach
// beyond by more than `on`. Returns the first of those that they reach farthest beyond.
typedef struct clip_bounds
{
    vec3d lo, hi; // relative to the base's center
} clip_bounds;

int32_t clip_move_planes_plain(rim_clip *clip, const rim_hull *other, const clip_bounds *bounds,
                               double on);
int32_t clip_move_planes_avx2(rim_clip *clip, const rim_hull *other, const clip_bounds *bounds,
                              double on);

// Sums over the graph with all places relative to the node o: 6 times the volume, 24 times the first moment.
typedef struct clip_sums
{
    double volume6;
    vec3d  first;
} clip_sums;

clip_sums clip_sum_plain(const cut_body *body, int32_t o);
clip_sums clip_sum_avx2(const cut_body *body, int32_t o);

// Cut a hull without volume, `base`, by half-spaces of its frame. clip_load_polygon has room for so many more corners
// and returns false when out of memory.
bool clip_load_polygon(rim_clip *clip, const rim_hull *hull, int32_t more);
void clip_polygon_by(rim_clip *clip, hull_plane half_space);
void clip_end_polygon(rim_clip *clip);

#endif
