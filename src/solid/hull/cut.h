// A closed convex body that planes are cut from, kept as a graph with three edges at every node.
//
// Only the sign of each node's distance decides what a cut does to the graph, so any signs give a
// closed surface (after Powell and Abel, "An exact general remeshing scheme applied to physically
// conservative voxelization", 2015). Corners with more edges are several nodes at one place.
//
//             slot 1                      Slots run counter-clockwise seen from outside. The face of
//               |    face of slot 0       a slot is on the left of the edge that leaves through it. A
//   face of     |                         half-edge is 4 * node + slot; its twin comes the other way.
//    slot 1   node ---- slot 0
//               |
//             slot 2   face of slot 2     Along a face: arrive at slot s, leave by slot s - 1.
//
//   cut.c memory, bodies from hulls · cut_lanes.h the cut, compiled by cut.c and cut_avx2.c
#ifndef RIM_SOLID_HULL_CUT_H
#define RIM_SOLID_HULL_CUT_H

#include "simd/bits.h"
#include "simd/cpu.h"
#include "base/memory.h"
#include "base/vec3d.h"
#include "solid/hull/data.h"

typedef struct cut_body
{
    hull_place *at;         // of node i < count; those whose alive bit is not set are garbage
    int32_t    *twins;      // 4 a node
    int32_t    *faces;      // 4 a node
    uint64_t   *alive;      // a bit a node
    int32_t    *face_nodes; // 4 * some node of each face; of a face that is gone, anything
    int32_t     count;      // one more than the highest node that was in use
    bool        wide;       // AVX2 kernels; starts as what the processor has

    double     *distance;  // work, as all below
    uint64_t   *out;       // the nodes beyond the plane
    int32_t    *crossings; // the half-edges from a node that is out to one that stays
    int32_t    *fresh;     // 4 * the new nodes on them
    int32_t    *fresh_of;  // the same of a half-edge that crosses
    hull_place *shifted;   // the nodes relative to one of them

    int32_t       room; // nodes, a multiple of 64
    int32_t       face_room;
    void         *block;
    size_t        bytes;
    rim_allocator from;
} cut_body;

// The function that is compiled for what the body's processor has.
#ifdef CPU_X86
#define CUT_KERNEL(body, name) ((body)->wide ? name##_avx2 : name##_plain)
#else
#define CUT_KERNEL(body, name) name##_plain
#endif

typedef enum cut_result
{
    CUT_NOTHING = 0, // all of the body is behind the plane
    CUT_SOME,
    CUT_ALL, // nothing is left
    CUT_NO_MEMORY
} cut_result;

void cut_begin(cut_body *body, const rim_allocator *from);
void cut_end(cut_body *body);

// Makes the body a solid hull, relative to its center; faces have its numbers, cuts may use those below `faces`.
// Returns false when out of memory.
bool cut_load(cut_body *body, const rim_hull *hull, int32_t faces);

// Makes room for so many nodes and keeps those that exist. Returns false when out of memory.
bool cut_reserve(cut_body *body, int32_t nodes);

// The plane dot(normal, p) == offset. Nodes within `on` of it stay where they are; those within `near` may end up
// where others are.
typedef struct cut_plane
{
    vec3d  normal;
    double offset, on, near;
} cut_plane;

// Many of them side by side.
typedef struct cut_planes
{
    const double *x, *y, *z, *offset;
    double        on, near;
} cut_planes;

// Takes away what is in front of the plane by more than `on`; the cut gets the face number.
cut_result cut_by(cut_body *body, const cut_plane *plane, int32_t face);

// The same by the planes order[0 .. count - 1], one after another; plane i makes the face first_face + i.
cut_result cut_by_many_plain(cut_body *body, const cut_planes *planes, const int32_t *order,
                             int32_t count, int32_t first_face);
cut_result cut_by_many_avx2(cut_body *body, const cut_planes *planes, const int32_t *order,
                            int32_t count, int32_t first_face);

// Moves the nodes in use to the front.
void cut_compact(cut_body *body);

// Joins the new nodes when some node lies so near to the plane that rounding decides on which side: a face may be
// crossed more than twice then. Nodes had bits in so many words before the cut.
void cut_join_by_walks(cut_body *body, int32_t words);

static inline vec3d cut_place(const cut_body *body, int32_t node)
{
    return v3d(body->at[node].x, body->at[node].y, body->at[node].z);
}

// Joins the new nodes node4 / 4 and next4 / 4, the second behind the first around the new face.
static inline void cut_join(cut_body *body, ptrdiff_t node4, ptrdiff_t next4)
{
    body->twins[node4 + 1] = (int32_t)(next4 + 2);
    body->twins[next4 + 2] = (int32_t)(node4 + 1);
}

static inline bool cut_bit(const uint64_t *bits, int32_t i)
{
    return bits[i >> 6] >> (i & 63) & 1;
}

// slot + 1 and slot - 1 around a node.
static inline int32_t cut_turn_left(int32_t half_edge)
{
    return (half_edge & 3) == 2 ? half_edge - 2 : half_edge + 1;
}

static inline int32_t cut_turn_right(int32_t half_edge)
{
    return (half_edge & 3) == 0 ? half_edge + 2 : half_edge - 1;
}

#endif
