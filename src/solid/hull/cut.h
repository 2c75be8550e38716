// A closed convex body that planes cut, stored as a graph with three edges at every node.
//
// A cut changes the graph by the signs of the nodes' distances alone, so any signs give a closed surface (after Powell
// and Abel, "An exact general remeshing scheme applied to physically conservative voxelization", 2015). A corner with
// more than three edges is several nodes at one position.
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
    hull_position *at;         // of node i < count; unspecified if its alive bit is not set
    int32_t       *twins;      // 4 per node
    int32_t       *faces;      // 4 per node
    uint64_t      *alive;      // a bit per node
    int32_t       *face_nodes; // 4 * some node of each face; unspecified for a removed face
    int32_t        count;      // one more than the highest node that was in use
    bool           wide;       // use the AVX2 kernels; set if the processor has AVX2

    // Scratch arrays of a cut.
    double        *distance;
    uint64_t      *out;       // the nodes beyond the plane
    int32_t       *crossings; // the half-edges from a node beyond the plane to one that stays
    int32_t       *new_nodes; // 4 * the new nodes on them
    hull_position *shifted;   // the nodes relative to one of them

    int32_t       room; // nodes, a multiple of 64
    int32_t       face_room;
    void         *block;
    size_t        bytes;
    rim_allocator from;
} cut_body;

// Selects the kernel for the body's processor.
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

// Makes an empty body without memory, and releases what a body holds.
void cut_begin(cut_body *body, const rim_allocator *from);
void cut_end(cut_body *body);

// Sets the body to a hull, relative to its center. Faces keep their numbers; cuts may use the numbers after them and
// below `faces`. A hull without volume becomes a prism without height, see cut.c, which has the faces of
// cut_prism_sides and two more. Requires a corner. Returns false when out of memory.
bool cut_load(cut_body *body, const rim_hull *hull, int32_t faces);

// Makes room for so many nodes and keeps those that exist. Returns false when out of memory.
bool cut_reserve(cut_body *body, int32_t nodes);

// Removes the part that is in front of the plane by more than the tolerance `on`. The new face gets the number `face`.
cut_result cut_by(cut_body *body, hull_plane plane, double on, int32_t face);

// Cut by planes[order[0]], planes[order[1]] and so on, `count` of them, as cut_by does. planes[i] makes the face
// first_face + i. Return CUT_ALL as soon as nothing is left, CUT_NO_MEMORY when out of memory (the body is unspecified
// after both), else CUT_SOME if any plane cut something off, else CUT_NOTHING.
cut_result cut_by_many_plain(cut_body *body, const hull_plane *planes, double on,
                             const int32_t *order, int32_t count, int32_t first_face);
cut_result cut_by_many_avx2(cut_body *body, const hull_plane *planes, double on,
                            const int32_t *order, int32_t count, int32_t first_face);

// Joins the `count` new nodes around the new face by following the old faces. Needed if the plane crosses a face more
// than twice. Requires body->out, body->crossings, and in body->new_nodes the new node on each crossing.
void cut_join_by_traversal(cut_body *body, ptrdiff_t count);

static inline vec3d cut_position(const cut_body *body, int32_t node)
{
    return v3d(body->at[node].x, body->at[node].y, body->at[node].z);
}

// Joins the new nodes node4 / 4 and next4 / 4, neighbors around the new face in this order.
static inline void cut_join(cut_body *body, ptrdiff_t node4, ptrdiff_t next4)
{
    body->twins[node4 + 1] = (int32_t)(next4 + 2);
    body->twins[next4 + 2] = (int32_t)(node4 + 1);
}

// Returns the number of sides of the prism for a hull without volume.
static inline int32_t cut_prism_sides(const rim_hull *hull)
{
    return hull->corner_count < 3 ? 3 : hull->corner_count;
}

static inline bool cut_bit(const uint64_t *bits, int32_t i)
{
    return bits[i >> 6] >> (i & 63) & 1;
}

// Return the half-edge at slot + 1 and slot - 1 of the same node.
static inline int32_t cut_next_slot(int32_t half_edge)
{
    return (half_edge & 3) == 2 ? half_edge - 2 : half_edge + 1;
}

static inline int32_t cut_previous_slot(int32_t half_edge)
{
    return (half_edge & 3) == 0 ? half_edge + 2 : half_edge - 1;
}

#endif
