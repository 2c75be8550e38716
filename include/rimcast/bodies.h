/// @file
/// Rigid bodies: the exact impulses of one body with several contacts, and worlds of convex bodies that fall, collide
/// and come to rest.
///
///     rim_body crate = rim_body_box(rim_vec3_make(0.5f, 0.5f, 0.5f), 10.0f);
///     crate.restitution = 0.5f;
///     rim_bodies_add(world, &crate, &handle);
///     for (;;) rim_bodies_step(world, 1.0f / 60.0f);
///
/// A rim_bodies is a world of bodies. The game chooses the units of length, mass and time. If lengths, velocities,
/// forces and gravity are scaled by a power of two, and inertia and torques by the square of that power, all results
/// scale bit for bit, as long as no number underflows and the coordinates of meshes stay below 2^40.
#ifndef RIMCAST_BODIES_H
#define RIMCAST_BODIES_H

#include "rimcast/base.h"
#include "rimcast/obstacles.h"
#include "rimcast/shape3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The largest number of contacts that rim_body_collide solves.
#define RIM_BODY_TOUCHES 8

// --- the body ------------------------------------------------------------------------------------------

/// A body, as a plain value. Create one with rim_body_box or rim_body_from_shape. Then change its members.
typedef struct rim_body
{
    /// the pose of the body's frame in the world. The frame's origin is the center of mass, and its axes are the
    /// principal axes. For a box, these are the center and the axes of the box
    rim_xform3 pose;
    rim_vec3   half;        ///< half extents of the shape in the body's frame; each > 0
    float      mass;        ///< > 0
    rim_vec3   inertia;     ///< the moments about the axes of the body's frame, each > 0
    rim_vec3   velocity;    ///< of the center of mass, in the world
    rim_vec3   spin;        ///< angular velocity about the world's axes, in radians per unit of
                            ///< time
    float      restitution; ///< >= 0; with 1 the body leaves a contact at the speed of approach;
                            ///< between two bodies, the larger restitution counts
    float      friction;    ///< Coulomb's coefficient, >= 0; between two bodies, the geometric
                            ///< mean of both counts
    /// The members from force to swept are used only by worlds of bodies. Forces and torques are in the world frame.
    rim_vec3   force, torque; ///< applied at and about the center of mass during the next step,
                              ///< which then sets them to 0
    float      damping, spin_damping; ///< the rates of decay of the speeds, per unit of time, >= 0
    float      still;                 ///< the time for which the body has been nearly at rest
    bool       asleep;                ///< true: steps do not move the body until something wakes it
    /// In a world: true turns on continuous collision. In a step, neither the motion of the body's center nor those of
    /// other bodies then take the core of the body through anything, at any speed. A rotation, of the body or of another
    /// one, still may. The core is the shape scaled by 1/2, except for a hull: its core is a sphere about the center of
    /// mass, whose radius is half the distance to the nearest face.
    bool       swept;
    /// In a world: a sphere, a capsule or a borrowed hull. A zeroed shape means the box of `half`.
    rim_shape3 shape;
    rim_xform3 shape_pose; ///< the shape's pose in the body's frame
    /// selects the bodies and obstacles that the body collides with; if zeroed, all that do not ignore the layer of
    /// bit 0
    rim_filter filter;
    void      *user;   ///< in a world: the game's own pointer
    rim_handle handle; ///< in a world: the body's handle, set by rim_bodies_add
} rim_body;

/// Returns a homogeneous box at the origin, at rest, with restitution 0 and friction 0.6.
RIM_API rim_body rim_body_box(rim_vec3 half, float mass);

/// Returns a homogeneous body whose shape is a posed sphere, capsule, box or hull. The other members are as in
/// rim_body_box. The principal axes are computed by Jacobi rotations. A hull is borrowed and must outlive the body.
/// Returns a zeroed body, which no world accepts, if the shape is of another kind, has no volume or has a non-finite
/// number, or if the mass is not positive.
RIM_API rim_body rim_body_from_shape(const rim_shape3 *shape, rim_xform3 pose, float mass);

/// Returns the pose of a body's shape in the world, for drawing. For a box this is the body's pose.
RIM_API rim_xform3 rim_body_shape_pose(const rim_body *body);

/// Returns the kinetic energy of the body's velocity and spin.
RIM_API double rim_body_energy(const rim_body *body);

/// Returns the potential energy, -mass * dot(gravity, position).
RIM_API double rim_body_potential(const rim_body *body, rim_vec3 gravity);

// --- contacts and impulses ------------------------------------------------------------------------------

/// A point at which a body touches, or nearly touches, an obstacle.
typedef struct rim_body_touch
{
    rim_vec3 arm;     ///< from the body's center of mass to the point on the body, in the world
    rim_vec3 normal;  ///< unit, from the obstacle towards the body
    double   impulse; ///< along the normal, computed by rim_body_collide
} rim_body_touch;

/// The rule for the impulses of a body's contacts.
typedef enum rim_impulses
{
    /// All contacts are solved together. Let vn be the velocity along a contact's normal before the impulses, vn' the
    /// velocity after them, and e the restitution. Without friction, every contact then satisfies
    ///
    ///      w = vn' + e min(vn, 0):   w >= 0, impulse >= 0, impulse * w = 0
    ///
    /// Friction is added to these impulses. It may make vn' larger or smaller, but not negative.
    ///
    /// Without friction, the resulting motion is unique. The impulses may not be unique, for example if a box lies on
    /// four corners. A contact that was separating may receive an impulse while another one bounces. If no impulses
    /// satisfy the conditions, because the body is wedged between walls, no contact bounces.
    ///
    /// Without friction, the energy changes by the sum of impulse * (vn + vn') / 2 over all contacts. If e <= 1, a
    /// contact that approaches adds at most 0, because vn' is -e vn. A contact that was separating adds more than 0 if
    /// it is held at vn' = 0 while others bounce. So a flat plate that hits with one corner while the opposite corner
    /// separates slowly may gain speed.
    RIM_IMPULSES_TOGETHER = 0,
    /// As RIM_IMPULSES_TOGETHER, but if the energy would grow, all contacts bounce less, so that the energy stays
    /// constant. The motion then lies between that of RIM_IMPULSES_TOGETHER and that for e = 0, which never gains
    /// energy.
    RIM_IMPULSES_BOUNDED
} rim_impulses;

/// Computes the impulses of the first RIM_BODY_TOUCHES touches, writes them to the touches, and applies them to the
/// body's velocity and spin. The pose does not change. `restitution` replaces the body's own, at every speed of
/// approach. Returns false, and changes nothing, if no contact approaches or a number is not finite.
RIM_API bool rim_body_collide(rim_body *body, rim_body_touch *touches, int count, float restitution,
                              rim_impulses rule);

// === Many bodies that fall, push each other and come to rest among obstacles ========================
//
//     rim_bodies *world;
//     rim_bodies_options options = { 0 };
//     options.gravity = rim_vec3_make(0.0f, -9.81f, 0.0f);
//     rim_bodies_create(&world, &options);
//     rim_obstacles_add(rim_bodies_obstacles(world), &floor, NULL);
//     rim_bodies_add(world, &crate, &handle);
//     for (;;) rim_bodies_step(world, 1.0f / 60.0f);
//
// A step sorts the bounds of the bodies along an axis to find pairs of bodies that are near each other. A pair consists
// of two bodies, or of a body and an obstacle, and has up to four contact points. Impulses are computed contact by
// contact in a few substeps, starting from those of the previous step (Catto, "Iterative Dynamics with Temporal
// Coherence", 2005). This method is fast and suits heaps, which are sets of bodies connected by contacts. It is less
// exact than rim_body_collide: bodies may penetrate each other a little, and energy is conserved only approximately. If
// rebounds would give a heap more energy than it had before the step, all its bodies bounce less in that step.
//
// - Order: Bodies are processed in the order of their slots, and pairs in the order of their lower, then of their
//   higher slot. The same calls give the same bits on every machine. The motion may differ if the bodies have other
//   slots.
// - Limits: States are computed in float, so the distance of a body from the origin should be at most about ten
//   thousand times its size. Without damping, a sphere or capsule on level ground never stops rolling. If gravity is ten
//   times the size of a box per second squared, a tower of twenty equal boxes is stable at 30 steps per second, and a
//   tower of forty is stable at 60. With sleep turned off, towers of twelve and of twenty are. A box stays stable on a
//   box of a thousandth of its mass at 30 steps per second. A body that carries more than eight times its own weight is
//   treated as if it were heavier than it is, so that it can carry the load.
// - Sleep: The bodies of a heap fall asleep together, and only when no body penetrates another by more than 1/128 of
//   its smallest half extent. Even a heap at rest moves a little. A body therefore counts as nearly at rest until it
//   moves, in less than the time `sleep_after`, by more than a small distance: the distance that it would move in this
//   time at a quarter of the speed that gravity adds in a step. A body that rocks or rolls to and fro, and stays within
//   eight times that distance for four times that time, loses an eighth of its speed in each step. A negative
//   `sleep_after` turns off both the sleep and this loss of speed.

typedef struct rim_bodies rim_bodies;

/// The options of a world. With zeroed options, there is no gravity, the other members have their default values, and
/// memory comes from malloc.
typedef struct rim_bodies_options
{
    rim_vec3             gravity;
    /// The restitution threshold. Contacts with a lower speed of approach do not bounce, so that bodies can come to
    /// rest. 0 means 4 |gravity| times the time of a step. If it is negative, contacts bounce at every speed.
    float                fade;
    /// the time for which all bodies of a heap must be nearly at rest before they sleep. 0 means 30 steps. If it is
    /// negative, bodies never sleep
    float                sleep_after;
    /// the number of substeps of a step; 0 means 4. With more substeps, bodies penetrate each other less, and a step
    /// takes longer
    int                  parts;
    const rim_allocator *allocator;
} rim_bodies_options;

// --- the world -----------------------------------------------------------------------------------------

/// Creates an empty world. options may be NULL, which means zeroed options. On RIM_ERR_MEMORY `*out` is NULL.
RIM_API rim_status rim_bodies_create(rim_bodies **out, const rim_bodies_options *options);

/// Destroys a world and its obstacles. NULL is allowed.
RIM_API void rim_bodies_destroy(rim_bodies *world);

/// Returns the world's list of obstacles, which may be changed between steps. Sleeping bodies are not affected by a
/// change until they are woken.
RIM_API rim_obstacles *rim_bodies_obstacles(rim_bodies *world);

// --- bodies --------------------------------------------------------------------------------------------

/// Adds a copy of the body, awake, and writes its handle to *out if out is not NULL. The slot of the body that was
/// removed last is reused first. Returns RIM_ERR_ARGUMENT if a number of the body is not finite or outside of the range
/// documented in rim_body, and RIM_ERR_MEMORY if memory runs out. On failure `*out` is zeroed.
RIM_API rim_status rim_bodies_add(rim_bodies *world, const rim_body *body, rim_handle *out);

/// Removes a body and wakes the bodies of its heap. Returns false for a handle that is not in the world.
RIM_API bool rim_bodies_remove(rim_bodies *world, rim_handle which);

/// Returns the body of a handle, or NULL if the handle is not in the world. The pointer is valid until the next call
/// that changes the world.
RIM_API const rim_body *rim_bodies_get(const rim_bodies *world, rim_handle which);

/// Replaces a body, for example by a copy with another pose, velocity or force, and wakes it with its heap. Its handle
/// stays the same. Returns RIM_ERR_ARGUMENT, and changes nothing, in the same cases as rim_bodies_add and for a handle
/// that is not in the world.
RIM_API rim_status rim_bodies_set(rim_bodies *world, rim_handle which, const rim_body *body);

/// The content of a world. Its arrays are valid until the next call that changes the world.
typedef struct rim_bodies_state
{
    /// the body of each slot, by index; the mass is 0 in a free slot
    const rim_body *bodies;
    int             slots; ///< the number of slots
    int             count; ///< the number of bodies
    /// The pairs that touch after the last step, the pairs that began to touch in it, and the pairs that ceased to
    /// touch in it. Pairs of two bodies come first, by the slot of a, then of b. Pairs of a body a and an obstacle b
    /// follow in the same order. Two objects begin to touch when there is an impulse between them. They cease to touch
    /// when they are farther apart than 1/64 of the smallest of their half extents, or when one of them is removed. The
    /// distance is that before the step, so two that move apart in a step cease to touch in the next one.
    /// Pairs of sleeping bodies continue to touch.
    const rim_pair *touching, *entered, *left;
    int             touching_count, entered_count, left_count;
} rim_bodies_state;

/// Returns all bodies and pairs of a world, in constant time.
RIM_API rim_bodies_state rim_bodies_read(const rim_bodies *world);

/// Wakes all bodies.
RIM_API void rim_bodies_wake(rim_bodies *world);

// --- steps ---------------------------------------------------------------------------------------------

/// Advances all bodies that are awake by a time dt > 0. A sleeping body that is touched by a moving one wakes, together
/// with its heap. A body whose position or velocity would exceed the range of float stays where it is, with zero
/// velocity. Returns RIM_ERR_ARGUMENT if dt is not positive or if dt or gravity is not finite, and RIM_ERR_MEMORY if
/// memory runs out. On failure no body has moved, but some bodies may have been woken.
RIM_API rim_status rim_bodies_step(rim_bodies *world, float dt);

/// A contact point with an impulse in the last step.
typedef struct rim_bodies_touch
{
    rim_handle a, b;    ///< two bodies, or a body and an obstacle, as in rim_bodies_state
    rim_vec3   point;   ///< in the world
    rim_vec3   normal;  ///< unit, from b towards a
    float      gap;     ///< the distance before the step; if negative, it is minus the depth
    float      impulse; ///< along the normal, in the last substep
} rim_bodies_touch;

/// Lists the contact points of the last step, in the order of the pairs in rim_bodies_state. Writes at most capacity
/// of them and returns how many there are. Points between sleeping bodies are left out. A body or an obstacle that was
/// removed since is listed by the handle that it had.
RIM_API int rim_bodies_touches(const rim_bodies *world, rim_bodies_touch *out, int capacity);

// --- queries -------------------------------------------------------------------------------------------
//
// Queries test the bodies in their current poses, and the obstacles. `filter` is the filter of the ray or shape. `but`
// is the handle of a body or obstacle that is left out, or a zeroed handle. Functions that list hits write at most
// capacity of them and return how many there are; out may be NULL if capacity is 0. A query tests the bounding sphere
// of every body, which takes a few nanoseconds per body. Obstacles are found by their tree. Non-finite input hits
// nothing.

/// A result of a query: the object that was hit, and where. The member `hit` is the result of rim_shape3_raycast or
/// rim_shape3_sweep. If the object is a mesh, it is the result of rim_mesh_raycast or rim_mesh_sweep with
/// RIM_SIDE_BOTH.
typedef struct rim_bodies_hit
{
    rim_handle which; ///< a body or an obstacle
    rim_hit3   hit;
} rim_bodies_hit;

/// Lists all bodies and obstacles that a ray hits, in order of t, then of slots. If there are more than capacity,
/// those with the lowest t are written.
RIM_API int rim_bodies_raycast_all(const rim_bodies *world, rim_ray3 ray, rim_filter filter,
                                   rim_handle but, rim_bodies_hit *out, int capacity);

/// Lists all bodies and obstacles that a shape hits while it moves by delta and all bodies rest. The order is that of
/// rim_bodies_raycast_all.
RIM_API int rim_bodies_sweep_all(const rim_bodies *world, const rim_shape3 *shape, rim_xform3 pose,
                                 rim_vec3 delta, rim_filter filter, rim_handle but,
                                 rim_bodies_hit *out, int capacity);

/// @{
/// Return only the first hit of rim_bodies_raycast_all or rim_bodies_sweep_all. If there is none, the handle is zeroed
/// and hit.hit is false.
RIM_API rim_bodies_hit rim_bodies_raycast_first(const rim_bodies *world, rim_ray3 ray,
                                                rim_filter filter, rim_handle but);
RIM_API rim_bodies_hit rim_bodies_sweep_first(const rim_bodies *world, const rim_shape3 *shape,
                                              rim_xform3 pose, rim_vec3 delta, rim_filter filter,
                                              rim_handle but);
/// @}

/// Lists all bodies and obstacles that touch or overlap a shape, in the order of their slots. The tests are
/// rim_shape3_overlaps and, for meshes, rim_mesh_overlaps.
RIM_API int rim_bodies_overlaps(const rim_bodies *world, const rim_shape3 *shape, rim_xform3 pose,
                                rim_filter filter, rim_handle but, rim_handle *out, int capacity);

#ifdef __cplusplus
}
#endif

#endif
