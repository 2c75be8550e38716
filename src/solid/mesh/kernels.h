// The traversals of a mesh, compiled once for every kind of processor.
//
// A traversal skips nodes and triangles that cannot contribute to the answer; its float tests are widened by their
// rounding errors. The remaining triangles are decided by the functions of solid/shape that a loop over all triangles
// would call. All kernels therefore give the same answers.
#ifndef RIM_SOLID_MESH_KERNELS_H
#define RIM_SOLID_MESH_KERNELS_H

#include "rimcast/mesh.h"
#include "simd/cpu.h"
#include "solid/mesh/data.h"
#include "solid/mesh/tolerances.h"

// Products of four lengths (traverse_distance.h) may overflow if a coordinate is at least this large: they are below 2^9
// times its fourth power. Queries then test every triangle; in the compact form, each search for a triangle by its number
// visits all of them.
#define MESH_COORDINATE_LIMIT 0x1p29f

// The output arrays of a list query.
typedef struct mesh_list
{
    int                *numbers; // any of the three may be NULL
    rim_triangle       *triangles;
    rim_world_triangle *world;
    int                 capacity, count;
} mesh_list;

// Tests a triangle, which has this number, for the caller's `context`. A caller that only visits the triangles returns
// false, so that nothing is listed.
typedef bool mesh_test(void *context, const rim_triangle *t, int number);

// A search for triangles, nearest first. A box [center - half, center + half] moves by delta, for t from 0 up to t_most.
// With MESH_NEAREST the box is a point at rest, and t is a squared distance from it.
typedef struct mesh_motion mesh_motion;

typedef enum mesh_motion_kind
{
    MESH_MOVING,
    MESH_NEAREST
} mesh_motion_kind;

// Tests one triangle that the motion may hit. May lower motion->t_most.
typedef void mesh_visit(mesh_motion *motion, const rim_triangle *t, int number);

struct mesh_motion
{
    mesh_visit      *visit;
    mesh_motion_kind kind;
    float            center[3], half[3], delta[3];
    float            t_most;
    const rim_capsule
        *round; // if set, triangles that hit the box, but not this capsule inside, may be skipped
};

// The initial t_most of a motion: 1 + 2^-20, which is 1 rounded up by more than the errors of the entry times.
#define MESH_MOTION_END MESH_ROUND_UP

// Returns the new end of a motion after a hit at t: t rounded up, or t_most if that is earlier.
static inline float mesh_earlier_end(float t, float t_most)
{
    t *= MESH_ROUND_UP;
    return t < t_most ? t : t_most;
}

// The nodes and leaves that a traversal visited, in order.
typedef struct mesh_trace
{
    uint32_t *refs;
    int       capacity, count;
} mesh_trace;

typedef struct mesh_kernels
{
    bool (*usable)(void);
    // Lists the triangles whose boxes overlap the box and, unless `test` is NULL, for which it returns true. If `round`
    // is not NULL, the test must be that of this capsule, which lies in the box. It is left out for triangles that
    // certainly touch the capsule, and for those that certainly do not.
    void (*list)(const rim_mesh *mesh, const rim_box3 *box, const rim_capsule *round,
                 mesh_test *test, void *context, mesh_list *list);
    // Calls motion->visit for the triangles that the motion may hit, nearer nodes first (mesh_visit_motion).
    void (*motion)(const rim_mesh *mesh, mesh_motion *motion);
    // Returns the first hit of a ray, or with `any` only whether there is a hit.
    rim_hit3 (*raycast)(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side, bool any);
} mesh_kernels;

extern const mesh_kernels mesh_kernels_plain;
#ifdef CPU_X86
extern const mesh_kernels mesh_kernels_avx2;
#endif

// Returns the fastest kernels that the processor can run.
const mesh_kernels *mesh_kernels_best(void);

// Counts a triangle, and appends it to the arrays that are not NULL if there is room.
static inline void mesh_list_add(mesh_list *list, int number, const rim_triangle *t)
{
    int i = list->count++;
    if (i >= list->capacity) return;
    if (list->numbers) list->numbers[i] = number;
    if (list->triangles) list->triangles[i] = *t;
    if (list->world) list->world[i] = (rim_world_triangle){ .shape = *t, .id = number };
}

#endif
