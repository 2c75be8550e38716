// The traversals of a mesh, compiled once for every kind of processor.
//
// A traversal leaves out nodes and triangles that surely have no part in the answer, with bounds for the rounding of
// floats, and decides the rest by the exact functions of shape3. So all kernels give the same answers.
#ifndef RIM_SOLID_MESH_KERNELS_H
#define RIM_SOLID_MESH_KERNELS_H

#include "rimcast/mesh.h"
#include "simd/cpu.h"
#include "solid/mesh/data.h"

// From this size of coordinates on products of floats may overflow: then every triangle is tested.
#define MESH_COORDINATE_LIMIT 0x1p40f

// Where a list goes.
typedef struct mesh_list
{
    int                *numbers; // any of the three may be NULL
    rim_triangle       *triangles;
    rim_world_triangle *world;
    int                 capacity, count;
} mesh_list;

// The shape that is compared with triangles: nothing but its box, or a rim_capsule, whose ends may be one point.
typedef enum mesh_list_kind
{
    MESH_BOX,
    MESH_SPHERE,
    MESH_CAPSULE
} mesh_list_kind;

// Returns true if a triangle touches the shape.
typedef bool mesh_overlap_test(const void *shape, const rim_triangle *t);

// A box [center - half, center + half] that moves by delta, for t up to t_most.
typedef struct mesh_motion
{
    float       center[3], half[3], delta[3];
    float       t_most;
    bool        round; // the capsule moves (a sphere, if both ends are one), not all of its box
    rim_capsule mover;
} mesh_motion;

// The end of a motion, and a little more.
#define MESH_MOTION_END (1.0f + 0x1p-20f)

// Returns t, or a little more, as the new end of a motion if that is earlier.
static inline float mesh_earlier_end(float t, float t_most)
{
    t *= 1.0f + 0x1p-20f;
    return t < t_most ? t : t_most;
}

// A test of single triangles that a motion may hit. It may lower motion->t_most, and returns false to end the
// traversal.
typedef struct mesh_visitor mesh_visitor;
typedef bool mesh_visit(mesh_visitor *visitor, mesh_motion *motion, const rim_triangle *t,
                        int number);

struct mesh_visitor
{
    mesh_visit *visit;
};

// The hits of a ray, kept by t, then by number.
typedef struct mesh_hits
{
    rim_hit3 *out;
    int       capacity, count;
} mesh_hits;

// The places of visited nodes and leaves, in order.
typedef struct mesh_trace
{
    uint32_t *refs;
    int       capacity, count;
} mesh_trace;

typedef struct mesh_kernels
{
    bool (*usable)(void);
    // Lists the triangles whose boxes meet the box and that touch the shape, which lies in the box. Of MESH_BOX: all whose
    // boxes meet the box, or those for which belongs returns true, if that is not NULL.
    void (*list)(const rim_mesh *mesh, mesh_list_kind kind, const rim_box3 *box,
                 mesh_overlap_test *overlaps, const void *shape, mesh_list *list);
    // Tests the triangles whose boxes a motion meets, the nearer nodes first.
    void (*motion)(const rim_mesh *mesh, mesh_motion *motion, mesh_visitor *visitor);
    // The first triangle on a ray; whether there is any; all of them.
    rim_hit3 (*raycast)(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side);
    bool (*any)(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side);
    void (*all)(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side, mesh_hits *hits);
    // Finds the triangle closest to a point.
    void (*closest)(const rim_mesh *mesh, rim_vec3 point, rim_mesh_near *best, float reach);
} mesh_kernels;

extern const mesh_kernels mesh_kernels_plain;
#ifdef CPU_X86
extern const mesh_kernels mesh_kernels_avx2;
#endif

// Returns the fastest that the processor can run.
const mesh_kernels *mesh_kernels_best(void);

// Traces a raycast of the plain kernel. Others may round the times at which boxes are met otherwise.
void mesh_trace_ray(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side, mesh_trace *trace);

// Adds a hit; what falls off the end is counted only.
void mesh_hits_add(mesh_hits *hits, const rim_hit3 *hit);

// Adds the hits of all triangles, where coordinates are too large for a traversal or not finite.
void mesh_hits_add_each(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side, mesh_hits *hits);

static inline void mesh_list_add(mesh_list *list, int number, const rim_triangle *t)
{
    int i = list->count++;
    if (i >= list->capacity) return;
    if (list->numbers) list->numbers[i] = number;
    if (list->triangles) list->triangles[i] = *t;
    if (list->world) list->world[i] = (rim_world_triangle){ .shape = *t, .id = number };
}

// Keeps a closer triangle, or an equally close one with a lower number.
void mesh_keep_closest(rim_mesh_near *best, rim_vec3 point, const rim_triangle *t, int number);

#endif
