// The walks through a mesh, compiled once for every kind of processor.
//
// A walk leaves out nodes and triangles that surely have no part in the answer, with bounds for the rounding of
// floats, and asks the exact functions of shape3 about the rest. So all kernels give the same answers.
#ifndef RIM_SOLID_MESH_KERNELS_H
#define RIM_SOLID_MESH_KERNELS_H

#include "rimcast/mesh_query.h"
#include "rimcast/shape3_distance.h"
#include "rimcast/shape3_ray.h"
#include "simd/cpu.h"
#include "solid/mesh/data.h"
#include "solid/shape/contact.h"

#ifdef CPU_X86
#define MESH_X86 1
#endif

// Beyond this size of coordinates products of floats may overflow: then every triangle is asked.
#define MESH_ORDINARY 0x1p40f

// What hardly ever holds is compiled out of the way of the rest, what mostly does is not jumped to.
#ifdef CPU_GNU
#define MESH_SELDOM(condition) (__builtin_expect((condition), 0))
#define MESH_MOSTLY(condition) (__builtin_expect((condition), 1))
#else
#define MESH_SELDOM(condition) (condition)
#define MESH_MOSTLY(condition) (condition)
#endif

// Where a list goes.
typedef struct mesh_list
{
    int                *numbers; // any of the three may be NULL
    rim_triangle       *triangles;
    rim_world_triangle *world;
    int                 capacity, count;
} mesh_list;

// Something asked of single triangles: does this one belong in the list?
typedef bool mesh_belongs(const void *shape, const rim_triangle *t);

// A box, or a box [center - half, center + half] that moves by delta, for t up to t_most.
typedef struct mesh_motion
{
    float center[3], half[3], delta[3];
    float t_most;
    bool  round; // what moves is the capsule (a sphere, if both ends are one), not all of its box
    rim_capsule mover;
} mesh_motion;

// A motion's end, and a little more.
#define MESH_WHOLE (1.0f + 0x1p-20f)

// What is met no later than t, or a little, is still of interest.
static inline float mesh_not_after(float t, float t_most)
{
    t *= 1.0f + 0x1p-20f;
    return t < t_most ? t : t_most;
}

// Something that a motion may meet: lets the asker look at a triangle and lower motion->t_most. False
// ends the walk.
typedef struct mesh_visitor mesh_visitor;
typedef bool mesh_meets(mesh_visitor *visitor, mesh_motion *motion, const rim_triangle *t,
                        int number);

struct mesh_visitor
{
    mesh_meets *meets;
};

// What was visited, in order: places in the tree, as a node has its children.
typedef struct mesh_trace
{
    uint32_t *places;
    int       capacity, count;
} mesh_trace;

static inline void mesh_trace_add(mesh_trace *trace, uint32_t place)
{
    if (trace->count < trace->capacity) trace->places[trace->count] = place;
    trace->count++;
}

typedef struct mesh_kernels
{
    const char *name;
    bool (*usable)(void);
    // Triangles whose boxes meet the box, and which belong, if that is not NULL.
    void (*box)(const rim_mesh *mesh, const rim_box3 *box, mesh_belongs *belongs, const void *shape,
                mesh_list *list);
    // Triangles within the sphere; belongs decides where floats cannot.
    void (*sphere)(const rim_mesh *mesh, mesh_belongs *belongs, const rim_sphere *sphere,
                   mesh_list *list);
    // The numbers of the same, of a mesh with rows; how many. A sphere is told as the bits of its first two and last
    // two numbers: they come in two registers, and may go on as they are.
    int (*few_in_sphere)(const rim_mesh *mesh, double xy, double zr, int *numbers, int capacity);
    void (*capsule)(const rim_mesh *mesh, const rim_box3 *box, mesh_belongs *belongs,
                    const rim_capsule *capsule, mesh_list *list);
    // Triangles whose boxes a motion meets, the nearer nodes first.
    void (*motion)(const rim_mesh *mesh, mesh_motion *motion, mesh_visitor *visitor);
    // Triangles that a ray's line may pass through.
    void (*ray)(const rim_mesh *mesh, rim_ray3 ray, mesh_motion *motion, mesh_visitor *visitor);
    // The first that a ray passes through; is there any?
    rim_hit3 (*raycast)(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side);
    bool (*any)(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side);
    // The triangle closest to a point.
    void (*closest)(const rim_mesh *mesh, rim_vec3 point, rim_mesh_near *best, float reach);
} mesh_kernels;

// May the walks' floats be trusted not to overflow? What is not finite makes the sum not finite.
bool mesh_ray_is_ordinary(const rim_mesh *mesh, const rim_ray3 *ray);

// What plain C looks at for the first. Others may round the times at which boxes are met otherwise.
void mesh_trace_ray(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side, mesh_trace *trace);

// For those that are not: asks every triangle.
rim_hit3 mesh_raycast_each(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side);

// Triangles within a sphere, whatever its size and the mesh's; how many.
int mesh_numbers_in_sphere(const rim_mesh *mesh, double xy, double zr, int *numbers, int capacity);

extern const mesh_kernels mesh_kernels_plain;
#ifdef MESH_X86
extern const mesh_kernels mesh_kernels_avx2, mesh_kernels_avx512;
#endif

// The fastest that the processor knows.
const mesh_kernels *mesh_kernels_best(void);

static inline void mesh_list_add(mesh_list *list, int number, const rim_triangle *t)
{
    if (list->count < list->capacity)
    {
        if (list->numbers) list->numbers[list->count] = number;
        if (list->triangles) list->triangles[list->count] = *t;
        if (list->world)
        {
            rim_world_triangle *out = &list->world[list->count];
            out->shape = *t;
            out->id = number;
            out->inner = 0;
        }
    }
    list->count++;
}

// A closer triangle, or an equally close one with a lower number.
static inline void mesh_near_take(rim_mesh_near *best, rim_vec3 point, const rim_triangle *t,
                                  int number)
{
    rim_sphere    at = { point, 0.0f };
    rim_distance3 d = rim_sphere_distance_triangle(at, t);
    float         least = best->distance.distance;
    if (!(d.distance < least) &&
        !(d.distance == least && (!best->found || number < best->triangle)))
        return;
    best->found = true;
    best->triangle = number;
    best->distance = d;
}

// --- does a line pass through a triangle? ------------------------------------------------------------

// Told quickly; rim_triangle_raycast is asked where a quick answer is not certain.

// d . (b x c), and whether its sign is beyond doubt.
static inline double ray_triangle_side(vec3d d, vec3d b, vec3d c, bool *sure)
{
    double value = v3d_dot(d, v3d_cross(b, c));
    double size = fabs(d.x) * (fabs(b.y * c.z) + fabs(b.z * c.y)) +
                  fabs(d.y) * (fabs(b.z * c.x) + fabs(b.x * c.z)) +
                  fabs(d.z) * (fabs(b.x * c.y) + fabs(b.y * c.x));
    *sure &= fabs(value) > 0x1p-48 * size;
    return value;
}

// What is known of where a line passes a triangle.
typedef enum ray_triangle_way
{
    RAY_TRIANGLE_BESIDE,
    RAY_TRIANGLE_FRONT, // it passes through the inside, from the front
    RAY_TRIANGLE_BACK,
    RAY_TRIANGLE_UNKNOWN // rim_triangle_raycast can tell
} ray_triangle_way;

// Corners as seen from a point of the line.
static inline ray_triangle_way ray_triangle_way_of(vec3d d, vec3d a, vec3d b, vec3d c)
{
    bool   sure = true;
    double ab = ray_triangle_side(d, a, b, &sure), bc = ray_triangle_side(d, b, c, &sure);
    double ca = ray_triangle_side(d, c, a, &sure);
    if (!sure) return RAY_TRIANGLE_UNKNOWN;
    bool front = ab < 0.0;
    if ((bc < 0.0) != front || (ca < 0.0) != front) return RAY_TRIANGLE_BESIDE;
    return front ? RAY_TRIANGLE_FRONT : RAY_TRIANGLE_BACK;
}

#endif
