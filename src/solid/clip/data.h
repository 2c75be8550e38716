// The layout of a clip: the cut graph, and the corners and faces that are listed from it on demand.
//
//   create.c cuts hulls · mass.c computes masses · faces.c lists corners and faces
//   lanes.h sums volumes; compiled by mass.c and lanes_avx2.c
#ifndef RIM_SOLID_CLIP_DATA_H
#define RIM_SOLID_CLIP_DATA_H

#include "rimcast/clip.h"
#include "solid/hull/cut.h"

// Tolerances, as fractions of the clip's size (the radii of the two hulls). Positions are doubles with an error of a
// few 2^-52.
//
// A node this close to a plane is on it, and not cut off.
#define CLIP_ON 0x1p-48
// A body thinner than this is flat.
#define CLIP_THIN 0x1p-42
// Nodes this close are one corner.
#define CLIP_SAME 0x1p-40
// The size grows by this fraction of the lengths of the translations that place the bodies, because of rounding.
#define CLIP_DISTANCE_SHARE 0.125
// The faces of a hull made from a clip are merged within this fraction of its extent, because rounding its corners to
// floats bends them.
#define CLIP_HULL_MERGE 1e-6f

// A map p' = turn p + move.
typedef struct clip_frame
{
    mat3d turn;
    vec3d move;
} clip_frame;

struct rim_clip
{
    rim_clip_kind kind;
    cut_body      body; // relative to the base hull's center, in its axes
    double        size; // tolerances are relative to it

    // Faces below base_faces are the base hull's, the others are cuts.
    int32_t         base_faces;
    rim_clip_source base, other;

    clip_frame world;   // from the base hull's center frame
    clip_frame between; // from the other's to the base's

    double volume;
    vec3d  first;  // 24 times the integral of p - origin; see clip_weigh
    vec3d  origin; // a corner, or any point

    // The half-spaces of the other hull in the base frame, and the numbers of those that cut, in order.
    hull_plane *planes;
    int32_t    *order;
    size_t      plane_room, order_room;

    // The list, in scratch arrays of the body: corner i is at node corner_nodes[i].
    bool     listed;
    int32_t *corner_nodes, *corner_of, *starts, *loops, *sources;
    int32_t  corner_count, face_count;

    rim_allocator from;
};

static inline vec3d clip_to_world(const rim_clip *clip, vec3d p)
{
    return v3d_add(m3d_apply(clip->world.turn, p), clip->world.move);
}

// Lists corners and faces, if that is not done yet.
void clip_list(rim_clip *clip);

// Computes kind, volume, first and origin from the graph. A part of a hull without volume is flat.
void clip_weigh(rim_clip *clip, bool of_solid);

// Sums over the graph with positions relative to node o: 6 times the volume, 24 times the first moment.
typedef struct clip_sums
{
    double volume6;
    vec3d  first;
} clip_sums;

clip_sums clip_sum_plain(const cut_body *body, int32_t o);
clip_sums clip_sum_avx2(const cut_body *body, int32_t o);

#endif
