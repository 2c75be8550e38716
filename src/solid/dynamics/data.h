// The layout of a world of bodies.
//
//   numbers       slots of the handles; all arrays of bodies are indexed by them. The one at `capacity` is a fixed body.
//   pairs         bodies whose bounds overlap, a < b, sorted; pairs of two sleeping bodies are left out
//   constraints   contacts of two bodies, or of a body and an obstacle: one normal and up to four points. Those of
//                 pairs come first, in the order of the pairs, then those of obstacles by body and obstacle.
//   colors       constraints of one color share no body that moves, so F32XN_LANES of them are solved at once, one a lane
#ifndef RIM_SOLID_DYNAMICS_DATA_H
#define RIM_SOLID_DYNAMICS_DATA_H

#include "simd/cpu.h"
#include "base/vec3d.h"
#include "rimcast/bodies.h"
#include "solid/dynamics/tolerances.h"

#include <string.h>

// A body's pose and size, in rows of four floats as the kernels read them.
typedef struct body_frame
{
    float center[3], least_half; // the smallest half extent
    float axes[3][4]; // each axis, and behind it the half extent along it, without the radius
} body_frame;

// A velocity, or a displacement, in world axes. The fourth floats are unused: the kernels read rows of four.
typedef struct body_velocity
{
    float linear[4], angular[4];
} body_velocity;

// The change of velocity in one substep by gravity and forces, and the factors of damping.
typedef struct body_increment
{
    float linear[3], linear_damping;
    float angular[3], angular_damping;
} body_increment;

// The inverse mass, and the inverse inertia tensor in world axes. All zero for a body that does not move.
typedef struct inverse_mass
{
    float mass, xx, yy, zz, xy, yz, zx, unused;
} inverse_mass;

// Where a body may be in a step, and what contacts read of the body itself, together in one cache line: the bodies of
// contacts may be anywhere.
typedef struct body_bounds
{
    rim_box3   box; // of all that the body may touch in a step; empty if the number is not in use
    float      moving; // how far its points may move by turning, and by its force
    float      margin; // the gap at which bodies at rest have contacts
    float      radius; // by which the body is larger than its core; 0 for boxes and hulls
    int        is_box;
    float      friction, restitution;
    rim_filter filter;
    rim_handle handle;
} body_bounds;

// A pose that a body has stayed near, and the time since it was there.
typedef struct body_rest
{
    rim_xform3 pose;
    float      time;
} body_rest;

// The energy of an island as a function of the part s of its rebounds: twice the gain of a step is  a s^2 + 2 b s + c.
typedef struct rebound_energy
{
    double a, b, c;
    bool   rebounds; // true if any body of the island rebounds
} rebound_energy;

typedef struct pair_list
{
    rim_pair *items;
    size_t    capacity;
    int       count;
} pair_list;

// A body and the lower bound of its box along the axis of the sweep.
typedef struct body_begin
{
    float low;
    int   body;
} body_begin;

typedef struct body_pair
{
    int32_t a, b;
} body_pair;

typedef struct constraint_point
{
    float arm[3], gap; // from the center of a to the middle of the gap
} constraint_point;

typedef struct contact_constraint
{
    float            n[3], friction;                   // from b towards a
    float            friction_impulse[3], restitution; // along two tangents and about the normal
    constraint_point points[4];
    float            impulse[4]; // of the points, along the normal
    int32_t          a, b;       // slots; that of an obstacle is negative
    int32_t          count;
    float            least_half; // the smallest half extent of both bodies
} contact_constraint;

// The options of one step of a world.
typedef struct body_step
{
    float    dt;
    rim_vec3 gravity;
    float    restitution_threshold; // a speed
    float    fall;                  // how far gravity may move a body at rest
    int      substeps;
} body_step;

// The largest separation of two boxes over all axes: 0 .. 2 are those of a, 3 .. 5 of b, and 6 + 3 i + k is the cross
// product of axis i of a and axis k of b.
typedef struct box_separation
{
    float gap;
    int   axis;
} box_separation;

// The kernels of one tier. All tiers give the same bits.
typedef struct body_kernels
{
    // In boxes sorted by their lower bounds along the first axis: writes the indices after i whose boxes overlap box i.
    // Returns their number. `rows` are the lower bounds along three axes, then the upper ones.
    int (*sweep)(float *const rows[6], int i, int *out);
    void (*separate)(const body_frame *frames, const body_pair *pairs, int count,
                     box_separation *out);
    // Changes velocities and displacements. Returns false when out of memory; then nothing was changed.
    bool (*solve)(rim_bodies *world, const body_step *step);
} body_kernels;

extern const body_kernels body_kernels_plain;
#ifdef CPU_X86
extern const body_kernels body_kernels_avx2;
#endif

enum
{
    // Elements behind the last body in each array of bodies. The first is a body that does not move; the others may
    // be read by a kernel.
    BODIES_PADDING = 8
};

struct rim_bodies
{
    rim_allocator       from;
    rim_bodies_options  options;
    rim_obstacles      *obstacles;
    const body_kernels *kernels;
    int                 top, count, free;
    size_t              capacity; // of the arrays of bodies
    char               *arrays;   // all of them
    size_t              array_bytes;

    rim_body       *bodies; // mass 0: not in use; then `next` leads to the next free number
    int            *next;   // in the ring of bodies that fell asleep together
    body_frame     *frames;
    inverse_mass   *inverse_masses;
    body_bounds    *bounds;
    body_increment *increments;
    body_velocity  *velocities, *displacements; // displacements: within this step
    body_velocity  *warm; // what the impulses so far add to the velocities in the next substep
    body_velocity  *without_rebounds; // velocities before the rebounds of this step
    rim_quat       *turned;           // rotations at the end of this step
    rebound_energy *energies;         // of islands, at their roots
    bool            rebounds;         // any in this step
    int            *islands;          // parents in a union-find forest
    body_rest *resting, *rocking; // within a small distance, and within DYNAMICS_ROCKING times that
    float      step_before;       // the time of the last step
    int       *awake;             // 1: takes part in the present step
    int       *settling;          // 1: at rest, and only pushed out of what it overlaps
    bool       any_swept;         // true: a body that is awake has the option `swept`
    float      lightest, heaviest; // the masses of all bodies lie between these
    uint64_t  *colors;   // bits of the colors of the body's constraints; elsewhere, flags of a pass
    body_begin *order;   // of all numbers, sorted in the last step
    int        *indices; // what a sweep finds; then where the pairs of each body begin
    float      *sorted;  // six rows: boxes in sorted order; elsewhere, a float for each body
    int         axis;

    body_pair *pairs, *sorted_pairs; // sorted_pairs: room for sorting
    size_t     pair_capacity, sorted_capacity;
    int        pair_count;

    contact_constraint *constraints, *previous;
    size_t              constraint_capacity, previous_capacity;
    int constraint_count, pair_constraints; // the first pair_constraints are of two bodies
    int previous_count;

    pair_list touching, entered, left, touching_before;

    char  *wide; // wide constraints of the solver, in bytes
    size_t wide_capacity;
    int   *graph; // the color of each constraint, then the constraint of each lane
    size_t graph_capacity;
};

// Returns three floats as a vector.
static inline vec3d v3d_of(const float v[3])
{
    return v3d(v[0], v[1], v[2]);
}

// Returns the component of v along a unit axis.
static inline float along(rim_vec3 v, const float axis[3])
{
    return v.x * axis[0] + v.y * axis[1] + v.z * axis[2];
}

static inline bool body_in_use(const rim_bodies *world, int i)
{
    return world->bodies[i].mass > 0.0f;
}

// Returns true if body i takes part in the present step. Requires bodies_prepare.
static inline bool body_is_awake(const rim_bodies *world, int i)
{
    return i >= 0 && world->awake[i];
}

// Returns a number that orders pairs: those with obstacles last, then by the slots of a and b. The slot of a body is
// below RIM_OBSTACLE_SLOT, which is bit 31 of an obstacle's slot.
static inline uint64_t slots_order(uint32_t a, uint32_t b)
{
    return (uint64_t)((b & RIM_OBSTACLE_SLOT) | a) << 32 | b;
}

// Returns the same number for the bodies of a constraint, or its body and obstacle.
static inline uint64_t constraint_order(const contact_constraint *c)
{
    return slots_order((uint32_t)c->a, (uint32_t)c->b);
}

// Returns the radius by which a body is larger than its core: 0 of boxes and hulls.
static inline float body_radius(const rim_body *body)
{
    return body->shape.kind == RIM_SHAPE3_SPHERE    ? body->shape.sphere.radius
           : body->shape.kind == RIM_SHAPE3_CAPSULE ? body->shape.capsule.radius
                                                    : 0.0f;
}

// Returns the smallest half extent of two bodies; of a alone if b < 0.
static inline float pair_least_half(const rim_bodies *world, int a, int b)
{
    float p = world->frames[a].least_half, q = b < 0 ? p : world->frames[b].least_half;
    return p < q ? p : q;
}

// Sets frames, inverse masses, velocities and bounds of all bodies that are awake, and the numbers of the world that
// depend on all bodies: any_swept, lightest and heaviest.
void bodies_prepare(rim_bodies *world, const body_step *step);

// Finds the pairs. Returns false when out of memory.
bool bodies_find_pairs(rim_bodies *world);

// Finds the constraints, with the impulses of the last step where points are the same. Returns false when out of memory.
bool bodies_find_contacts(rim_bodies *world, const body_step *step);

// Puts constraints from .. to - 1 into groups of `lanes`, the first of which is first_group: the constraint of a lane
// is graph[constraint_count + group * lanes + lane], or constraint_count where it has none. Returns the number of
// groups so far, or -1 when out of memory.
int contact_graph_color(rim_bodies *world, int from, int to, int first_group, int lanes);

// Makes light bodies heavier for this step that carry much heavier ones: with mass ratios of a thousand, impulses would
// need as many iterations to pass from the ground to the load. Changes only bodies that rest on something.
void contact_graph_share_loads(rim_bodies *world, const body_step *step);

// Returns for each body the fraction of its displacement that it may move: 1, or less for swept ones that would pass
// through something, and for bodies that would pass through a swept one. Returns NULL when out of memory.
const float *bodies_sweep(rim_bodies *world, const body_step *step);

// Wakes bodies that are touched by moving ones. Returns true if there were any.
bool contact_graph_wake(rim_bodies *world, const body_step *step);

// Makes room for the changes of this step, behind contacts. Returns false when out of memory.
bool touches_reserve(rim_bodies *world);

// Joins the bodies that constraints connect.
void contact_graph_find_islands(rim_bodies *world);

// Returns the number of a body's island, which is that of its first body.
int contact_graph_island(const rim_bodies *world, int i);

// Returns true if a body rebounds in this step.
static inline bool body_rebounds(const rim_bodies *world, int i)
{
    const body_velocity *v = &world->velocities[i];
    return world->rebounds && memcmp(v, &world->without_rebounds[i], sizeof *v) != 0;
}

// Reduces the rebounds of islands that would gain energy. `parts` are those of bodies_sweep.
void bodies_limit_rebounds(rim_bodies *world, const body_step *step, const float *parts);

// Finds which pairs touch after a step, and which began and ended.
void touches_update(rim_bodies *world);

// Puts islands to sleep that have been slow for long enough.
void contact_graph_sleep(rim_bodies *world, const body_step *step);

// Returns true if a body is only pushed out of what it overlaps, so that it may fall asleep.
static inline bool body_settles(const rim_bodies *world, int i)
{
    return world->settling[i] && world->bodies[i].still > 0.0f;
}

// Wakes a body and all that fell asleep with it.
void contact_graph_wake_ring(rim_bodies *world, int number);

#endif
