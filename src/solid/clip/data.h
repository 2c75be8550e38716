// The inside of a clip: the cut graph, and what is listed from it on demand.
//
//   pose.h poses · box.h weighs boxes · create.c cuts · planes.c the planes that do · planar.c polygons instead of
//   bodies · mass.c weighs · faces.c corners, faces
#ifndef RIM_SOLID_CLIP_DATA_H
#define RIM_SOLID_CLIP_DATA_H

#include "rimcast/clip.h"
#include "solid/hull/cut.h"

// Fractions of the size: on a plane; so near to one that a cut may leave two nodes at one place (a
// body thinner than that is flat); one corner.
#define CLIP_ON 0x1p-48
#define CLIP_NEAR 0x1p-42
#define CLIP_SAME 0x1p-40

// p' = turn p + move from one hull's center frame to another's: the columns of the rotation, and the move. Each is
// written whole.
typedef struct clip_frame
{
    hull_place x, y, z, move;
} clip_frame;

// Of two hulls: the base's center frame -> the world, and the other's -> the base's.
typedef struct clip_poses
{
    clip_frame world, between;
} clip_poses;

// Half-spaces dot((x, y, z), p) <= d of the base frame, and those of them that cut, in the order in which they do.
typedef struct clip_spaces
{
    double   *x, *y, *z, *d;
    uint64_t *cuts; // a bit each
    int32_t  *order;
    int32_t   room;
} clip_spaces;

struct rim_clip
{
    rim_clip_kind kind;
    cut_body      body;     // relative to the base hull's center, in its axes
    bool          is_whole; // what is weighed has not been cut: see clip_cut
    double        size;     // what tolerances are relative to
    double        near;     // nodes nearer to a plane are joined by walks

    // Faces of the graph below base_faces are the base hull's, the others came with the cuts.
    int32_t         base_faces;
    rim_clip_source base, other;

    clip_poses poses;

    double volume;
    vec3d  first;  // 24 times the integral of p - origin; see clip_weigh
    vec3d  origin; // a corner, or any point

    // What a hull without volume shares with anything: a loop in the base frame instead of the graph.
    bool    is_polygon;
    vec3d  *polygon, *polygon_work; // two halves of polygon_block
    vec3d  *polygon_block;
    int32_t polygon_count, polygon_room;

    clip_spaces spaces; // the other hull's

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

static inline vec3d clip_vector(const hull_place *p)
{
    return v3d(p->x, p->y, p->z);
}

static inline mat3d clip_turn(const clip_frame *frame)
{
    mat3d m = { clip_vector(&frame->x), clip_vector(&frame->y), clip_vector(&frame->z) };
    return m;
}

static inline vec3d clip_to_world(const rim_clip *clip, vec3d p)
{
    const clip_frame *world = &clip->poses.world;
    return v3d_add(m3d_apply(clip_turn(world), p), clip_vector(&world->move));
}

// Makes room for the list of a body or polygon of so many nodes, so that listing cannot fail.
bool clip_reserve_list(rim_clip *clip, int32_t nodes);
void clip_list(rim_clip *clip);

// Sets kind, volume, first from the graph.
void clip_weigh(rim_clip *clip);

// Room for so many half-spaces (padded). False: no memory.
bool clip_reserve_planes(rim_clip *clip, int32_t padded);
void clip_release_planes(rim_clip *clip);

// For any processor, for one with AVX2: the same bits.
void clip_relative_pose_plain(clip_poses *out, const rim_hull *base, const rim_xform3 *pose,
                              const rim_hull *other, const rim_xform3 *other_pose);
void clip_relative_pose_avx2(clip_poses *out, const rim_hull *base, const rim_xform3 *pose,
                             const rim_hull *other, const rim_xform3 *other_pose);

// Boxes are weighed without being cut. Who needs more than kind, volume and first has to cut them first, or to look at
// what would be left.
void clip_cut(rim_clip *clip);

// The planes to cut by, in the frame of the base.
static inline cut_planes clip_hull_planes(const rim_clip *clip)
{
    const clip_spaces *set = &clip->spaces;
    double             on = CLIP_ON * clip->size;
    cut_planes         planes = { set->x, set->y, set->z, set->d, on, clip->near };
    return planes;
}

typedef struct clip_copy
{
    rim_clip clip;
    cut_copy body;
    double   planes[4][CUT_FEW_PLANES];
} clip_copy;

const rim_clip *clip_as_cut(const rim_clip *clip, clip_copy *room);

// Kind, volume and first of two boxes, unless they are too nearly parallel, or share too little, to be sure.
rim_clip_kind clip_boxes_plain(rim_clip *clip, const rim_hull *base, const rim_hull *other,
                               bool *sure);
rim_clip_kind clip_boxes_avx2(rim_clip *clip, const rim_hull *base, const rim_hull *other,
                              bool *sure);
rim_clip_kind clip_boxes_avx512(rim_clip *clip, const rim_hull *base, const rim_hull *other,
                                bool *sure);

// Brings the other hull's half-spaces into the base's frame, and returns how many of them the base reaches beyond.
int32_t clip_bring_planes(rim_clip *clip, const rim_hull *base, const rim_hull *other,
                          const clip_frame *map);

// Only brings them. They may be where they are brought to.
typedef struct clip_planes
{
    const double *x, *y, *z, *d;
    int32_t       padded;
} clip_planes;

static inline clip_planes clip_planes_of(const rim_hull *hull)
{
    clip_planes planes = { hull->px, hull->py, hull->pz, hull->pd, hull->padded_spaces };
    return planes;
}

void clip_turn_planes(rim_clip *clip, const clip_planes *in);

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
