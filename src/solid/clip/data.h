// The layout of a clip: the cut graph, and the corners and faces that are listed from it on demand.
//
//   create.c cuts hulls · mass.c computes masses · faces.c lists corners and faces
//   lanes.h transforms planes and sums volumes; compiled by mass.c and lanes_avx2.c
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
// The size of a hull that a plane cuts grows by this fraction of its distance from the world's origin, because of
// rounding.
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

// Half-spaces dot((x, y, z), p) <= offset in the base frame, and the indices of those that cut, in order.
typedef struct clip_planes
{
    double   *x, *y, *z, *offset;
    uint64_t *cuts; // a bit for each half-space that cuts
    int32_t  *order;
    int32_t   room;
} clip_planes;

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

    clip_planes planes; // the other hull's

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

// Computes kind, volume and first from the graph.
void clip_weigh(rim_clip *clip);

// The base's bounding box, relative to its center.
typedef struct clip_bounds
{
    vec3d lo, hi;
} clip_bounds;

// Transforms the other hull's half-spaces to the base's frame and sets the bits of those that the base's bounds extend
// beyond by more than `on`. Returns the one that they extend farthest beyond, the lowest of equal ones.
int32_t clip_move_planes_plain(rim_clip *clip, const rim_hull *other, const clip_bounds *bounds,
                               double on);
int32_t clip_move_planes_avx2(rim_clip *clip, const rim_hull *other, const clip_bounds *bounds,
                              double on);

// Sums over the graph with positions relative to node o: 6 times the volume, 24 times the first moment.
typedef struct clip_sums
{
    double volume6;
    vec3d  first;
} clip_sums;

clip_sums clip_sum_plain(const cut_body *body, int32_t o);
clip_sums clip_sum_avx2(const cut_body *body, int32_t o);

#endif
