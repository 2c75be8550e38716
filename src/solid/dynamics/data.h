// The inside of a world of bodies.
//
//   numbers    the caller's; all arrays of bodies go by them
//   pairs      bodies whose bounds overlap, a < b, sorted; those of which both sleep are left out
//   patches    where two things press on each other: one normal and up to four points. Those of pairs come first,
//              in the order of the pairs, then those of obstacles by body and obstacle.
//   groups     patches side by side, LANES at a time, that share no body (solve.c)
#ifndef RIM_SOLID_DYNAMICS_DATA_H
#define RIM_SOLID_DYNAMICS_DATA_H

#include "simd/cpu.h"
#include "base/vec3d.h"
#include "rimcast/bodies.h"

typedef struct body_frame
{
    float p[3], half_x; // the centre
    float x[3], half_y; // the axes
    float y[3], half_z;
    float z[3], thin; // the smallest half extent
} body_frame;

typedef struct body_speed
{
    float v[3], unused_v;
    float w[3], unused_w;
} body_speed;

// What gravity and forces add to the speed in one short step, and what damping then leaves.
typedef struct body_kick
{
    float v[3], slow;
    float w[3], calm;
} body_kick;

// One over the mass, and over the inertia about the world's axes. All zero for what does not move.
typedef struct body_ease
{
    float mass, xx, yy, zz, xy, yz, zx, friction;
} body_ease;

typedef struct body_bounds
{
    float lo[3], hi[3];
} body_bounds;

typedef struct body_pair
{
    int32_t a, b;
} body_pair;

typedef struct patch_point
{
    float ra[3], rb[3]; // from the centres to the middle between the two things
    float gap;
    float impulse;
} patch_point;

typedef struct patch
{
    int32_t     a, b; // b: a body, or -1 - an obstacle
    int32_t     count;
    float       n[3]; // from b towards a
    float       friction, restitution;
    float       rub[3]; // impulses along the surface and about the normal
    patch_point points[4];
} patch;

// What belongs to one world for one step.
typedef struct body_step
{
    float    dt;
    rim_vec3 gravity;
    float    fade;
    float    fall; // how far gravity moves what is at rest, at most
    int      parts;
} body_step;

// The largest separation of two boxes over all axes: 0 .. 2 are those of a, 3 .. 5 of b, then the cross products.
// turned: the axis points from a to b.
typedef struct pair_gap
{
    float gap;
    int   axis;
    bool  turned;
} pair_gap;

// With eight lanes, or with fewer: the same bits.
typedef struct body_kernels
{
    void (*separate)(const body_frame *frames, const body_pair *pairs, int count, pair_gap *out);
    bool (*solve)(rim_bodies *world, const body_step *step);
} body_kernels;

#ifdef CPU_X86
#define BODIES_CAN_BE_WIDE
#endif

struct rim_bodies
{
    rim_allocator      from;
    rim_bodies_options options;
    rim_obstacles     *obstacles;
    int                top, count, free;
    size_t             capacity; // of the arrays that go by number

    rim_body
        *bodies; // mass 0: not in use; then `still` is unused and `next` leads to the next free one
    int *next;   // in the ring of those that fell asleep together; of a free number: the next free
    body_frame  *frames;
    body_ease   *eases;
    body_bounds *bounds;
    body_kick   *kicks;
    body_speed  *speeds, *shifts; // shifts: how far it has gone in this step
    int         *parents;         // of islands
    uint64_t    *colours;         // which groups already hold the body
    int         *order, *spare;   // sorted along the axis
    int         *starts;          // of each body's pairs

    float *lo[3], *hi[3]; // bounds in sorted order
    size_t sorted_capacity;
    int    axis;

    body_pair *pairs, *unsorted;
    size_t     pair_capacity, unsorted_capacity;
    int        pair_count;

    patch *patches, *old;
    size_t patch_capacity, old_capacity;
    int    patch_count, patch_pairs; // the first patch_pairs are of two bodies
    int    old_count, old_pairs;

    body_kernels kernels;
    char        *groups; // bytes
    size_t       group_capacity;
    int         *links; // which patch is in which lane
    size_t       link_capacity;
};

static inline bool body_in_use(const rim_bodies *world, int i)
{
    return world->bodies[i].mass > 0.0f;
}

static inline bool body_moves(const rim_bodies *world, int i)
{
    return i >= 0 && !world->bodies[i].asleep;
}

// Frames, inertia and bounds of all that are awake, for a step with these speeds.
void bodies_prepare(rim_bodies *world, const body_step *step);

// The pairs. False: no memory.
bool bodies_find_pairs(rim_bodies *world);

// The patches, with the impulses of the last step where points are the same. False: no memory.
bool bodies_find_contacts(rim_bodies *world, const body_step *step);

// Two boxes whose distance is at most `reach`: adds 0 .. 4 points.
typedef struct box_touch
{
    float    n[3]; // from b towards a
    float    gap;  // the largest separation of all axes
    uint32_t axis;
} box_touch;

void box_manifold_clip(const body_frame *a, const body_frame *b, float reach,
                       const box_touch *touch, patch *out);

void bodies_separate_plain(const body_frame *frames, const body_pair *pairs, int count,
                           pair_gap *out);
void bodies_separate_wide(const body_frame *frames, const body_pair *pairs, int count,
                          pair_gap *out);

// Puts patches from .. to - 1 into groups from first_group on: the patch of a lane is
// links[patch_count + group * lanes + lane], or -1. Returns the number of groups so far; -1: no memory.
int contact_graph_colour(rim_bodies *world, int from, int to, int first_group, int lanes);

// Change speeds and shifts. False: no memory, and nothing was changed.
bool bodies_solve_plain(rim_bodies *world, const body_step *step);
bool bodies_solve_wide(rim_bodies *world, const body_step *step);

// Who sleeps, who wakes.
bool sleep_wake(rim_bodies *world, const body_step *step); // did anyone wake?
void sleep_update(rim_bodies *world, const body_step *step);
void sleep_wake_ring(rim_bodies *world, int number);

#endif
