// The traversals of a mesh, compiled once for every kind of processor.
//
// A traversal skips nodes and triangles that cannot contribute to the answer; its float tests are widened by their
// rounding errors. The remaining triangles are decided by the exact functions of solid/shape. All kernels therefore
// give the same answers.
#ifndef RIM_SOLID_MESH_KERNELS_H
#define RIM_SOLID_MESH_KERNELS_H

#include "rimcast/mesh.h"
#include "simd/cpu.h"
#include "solid/mesh/data.h"
#include "solid/mesh/tolerances.h"

// Products of floats may overflow if a coordinate is at least this large. Queries then test every triangle.
#define MESH_COORDINATE_LIMIT 0x1p40f

// The output arrays of a list query.
typedef struct mesh_list
{
    int                *numbers; // any of the three may be NULL
    rim_triangle       *triangles;
    rim_world_triangle *world;
    int                 capacity, count;
} mesh_list;

// The shape that is compared with triangles: its box alone, or a rim_capsule. The two ends of a sphere's capsule are
// equal.
typedef enum mesh_list_kind
{
    MESH_BOX,
    MESH_SPHERE,
    MESH_CAPSULE
} mesh_list_kind;

// Returns true if the triangle touches the shape.
typedef bool mesh_overlap_test(const void *shape, const rim_triangle *t);

// A box [center - half, center + half] that moves by delta, for t from 0 up to t_most. A sphere or capsule in the box
// moves with it if `round` is set.
typedef struct mesh_motion
{
    float       center[3], half[3], delta[3];
    float       t_most;
    bool        round; // only `mover` can hit, not the whole box
    rim_capsule mover; // set if `round` is
} mesh_motion;

// The initial t_most of a motion: 1 + 2^-20, which is 1 rounded up by more than the errors of the entry times.
#define MESH_MOTION_END MESH_ROUND_UP

// Returns the new end of a motion after a hit at t: t rounded up, or t_most if that is earlier.
static inline float mesh_earlier_end(float t, float t_most)
{
    t *= MESH_ROUND_UP;
    return t < t_most ? t : t_most;
}

// Tests one triangle that a motion may hit. May lower motion->t_most. Returns false to end the traversal.
typedef struct mesh_visitor mesh_visitor;
typedef bool mesh_visit(mesh_visitor *visitor, mesh_motion *motion, const rim_triangle *t,
                        int number);

struct mesh_visitor
{
    mesh_visit *visit;
};

// The hits of a ray, sorted by t, then by number.
typedef struct mesh_hits
{
    rim_hit3 *out;
    int       capacity, count;
} mesh_hits;

// The nodes and leaves that a traversal visited, in order.
typedef struct mesh_trace
{
    uint32_t *refs;
    int       capacity, count;
} mesh_trace;

typedef struct mesh_kernels
{
    bool (*usable)(void);
    // Lists the triangles whose boxes overlap the box and that touch the shape. The shape lies in the box. For
    // MESH_BOX: lists the triangles whose boxes overlap the box and, unless `overlaps` is NULL, for which it returns
    // true.
    void (*list)(const rim_mesh *mesh, mesh_list_kind kind, const rim_box3 *box,
                 mesh_overlap_test *overlaps, const void *shape, mesh_list *list);
    // Calls the visitor for the triangles whose boxes the motion enters, nearer nodes first (mesh_visit_motion).
    void (*motion)(const rim_mesh *mesh, mesh_motion *motion, mesh_visitor *visitor);
    // Return the first hit of a ray, return whether there is a hit, and add all hits.
    rim_hit3 (*raycast)(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side);
    bool (*any)(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side);
    void (*all)(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side, mesh_hits *hits);
    // Finds the triangle closest to a point, at a distance of at most `reach`.
    void (*closest)(const rim_mesh *mesh, rim_vec3 point, rim_mesh_near *best, float reach);
} mesh_kernels;

extern const mesh_kernels mesh_kernels_plain;
#ifdef CPU_X86
extern const mesh_kernels mesh_kernels_avx2;
#endif

// Returns the fastest kernels that the processor can run.
const mesh_kernels *mesh_kernels_best(void);

// Inserts a hit in the order of t, then of the triangles' numbers, and counts it. If the array is full, its last hit
// makes room, or the new one is only counted.
void mesh_hits_add(mesh_hits *hits, const rim_hit3 *hit);

// Adds the hits of the ray by testing every triangle: for coordinates that are too large for a traversal or not finite.
void mesh_hits_add_each(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side, mesh_hits *hits);

// Counts a triangle, and appends it to the arrays that are not NULL if there is room.
static inline void mesh_list_add(mesh_list *list, int number, const rim_triangle *t)
{
    int i = list->count++;
    if (i >= list->capacity) return;
    if (list->numbers) list->numbers[i] = number;
    if (list->triangles) list->triangles[i] = *t;
    if (list->world) list->world[i] = (rim_world_triangle){ .shape = *t, .id = number };
}

// Stores the triangle in *best if it is closer to the point, or equally close with a lower number.
void mesh_keep_closest(rim_mesh_near *best, rim_vec3 point, const rim_triangle *t, int number);

#endif
