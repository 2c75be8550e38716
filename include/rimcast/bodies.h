/// @file
/// Rigid bodies: a single box with exact steps, and worlds of many convex bodies that fall, collide and come to rest.
///
///     rim_body crate = rim_body_box(rim_vec3_make(0.5f, 0.5f, 0.5f), 10.0f);
///     crate.restitution = 0.5f;
///     for (;;) rim_body_step(&crate, room, &options, 1.0f / 60.0f, NULL);
///
/// If lengths, velocities and gravity are scaled by a power of two, and inertia by its square, all results scale bit
/// for bit. Decisions are made in double, states are stored in float. For many bodies that collide with each other
/// see rim_bodies below.
#ifndef RIMCAST_BODIES_H
#define RIMCAST_BODIES_H

#include "rimcast/base.h"
#include "rimcast/obstacles.h"
#include "rimcast/shape3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The most contacts of one body that are solved at once.
#define RIM_BODY_TOUCHES 8

// --- the body ------------------------------------------------------------------------------------------

/// A body, a plain value. Create one with rim_body_box or rim_body_from_shape, then change members as needed.
typedef struct rim_body
{
    /// of the center of mass and the principal axes; for a box its center and axes
    rim_xform3 pose;
    rim_vec3   half;        ///< half extents of a box, or of another shape along each axis; > 0
    float      mass;        ///< > 0
    rim_vec3   inertia;     ///< about the pose's axes, each > 0
    rim_vec3   velocity;    ///< of the center, world
    rim_vec3   spin;        ///< angular velocity about the world's axes, in radians per unit of
                            ///< time
    float      restitution; ///< 0 .. 1; 1 keeps the speed of approach
    float      friction;    ///< Coulomb's coefficient, >= 0
    /// The following members are used by steps only.
    rim_vec3   force, torque; ///< during the next step, about the center; the step sets them to 0
    float      damping, spin_damping; ///< the fraction of the speed lost per unit of time, >= 0
    float      still;                 ///< how long it has been nearly at rest
    float      sunk;                  ///< the penetration depth after the last step
    bool       asleep;                ///< at rest, and not moved until something wakes it
    /// In a world: true for continuous collision; a step then never moves the inner half of the body through
    /// anything, at any speed.
    bool       swept;
    /// In a world: a sphere, a capsule or a hull, which is borrowed. Kind none, as in a zeroed struct: the box of
    /// `half`.
    rim_shape3 shape;
    rim_xform3 shape_pose; ///< the shape's pose in the frame of the body
    /// which bodies and obstacles it collides with; zeroed: all that do not ignore layer 1
    rim_filter filter;
    void      *user;   ///< in a world: the game's own pointer
    rim_handle handle; ///< in a world: its own handle, set by rim_bodies_add
} rim_body;

/// Returns a homogeneous box at the origin, at rest, with restitution 0 and friction 0.6.
RIM_API rim_body rim_body_box(rim_vec3 half, float mass);

/// Returns a homogeneous body of a sphere, capsule, box or hull in a pose, otherwise as rim_body_box. The body's own
/// pose is that of the center of mass and of the principal axes, which are found by Jacobi rotations. A hull is
/// borrowed: it must outlive the body. Returns all zero, which no world accepts, for another shape, for one without
/// volume or with non-finite numbers, and for a mass that is not positive.
RIM_API rim_body rim_body_from_shape(const rim_shape3 *shape, rim_xform3 pose, float mass);

/// Returns the pose of a body's shape in the world, for drawing. For a box it is the body's pose.
RIM_API rim_xform3 rim_body_shape_pose(const rim_body *body);

/// Returns the kinetic energy of motion and spin.
RIM_API double rim_body_energy(const rim_body *body);

/// Returns the potential energy, -mass dot(gravity, position). Without forces, its sum with the kinetic energy never
/// grows.
RIM_API double rim_body_potential(const rim_body *body, rim_vec3 gravity);

// --- contacts and impulses ------------------------------------------------------------------------------

/// A point at which a body touches, or nearly touches, an obstacle.
typedef struct rim_body_touch
{
    rim_vec3 arm;     ///< from the body's center to the point on the body, world
    rim_vec3 normal;  ///< unit, from the obstacle towards the body
    double   impulse; ///< the result of rim_body_collide
} rim_body_touch;

/// The rule for the impulses of a body's contacts.
typedef enum rim_impulses
{
    /// Zero: all contacts are solved together. With vn the speed along a contact's normal before and vn' after,
    ///
    ///      w = vn' + e min(vn, 0):   w >= 0, impulse >= 0, impulse * w = 0
    ///
    /// at every contact. The motion after is unique; the impulses need not be, for example of four corners that lie
    /// flat. So a contact that separates before may receive an impulse while another bounces. If nothing can satisfy
    /// this (a body wedged between walls), contacts do not bounce.
    ///
    /// The energy changes by the sum of impulse (vn + vn') / 2. It falls at contacts that approach, where vn' is -e
    /// vn, but rises at a separating contact that is held at vn' = 0 while others bounce. A flat plate that hits with
    /// one corner while the opposite one separates slowly can thus end faster than it began.
    RIM_IMPULSES_TOGETHER = 0,
    /// The same, but if the energy would grow, all contacts bounce less, so that it stays constant: the motion is an
    /// interpolation between the one above and that for e = 0, which never gains energy. Steps use this.
    RIM_IMPULSES_BOUNDED
} rim_impulses;

/// Applies the impulses of up to RIM_BODY_TOUCHES touches to the body's velocity and spin, and writes them to the
/// touches. The pose does not change. `restitution` applies at every speed. Returns false, and changes nothing, if no
/// contact approaches or input is not finite.
RIM_API bool rim_body_collide(rim_body *body, rim_body_touch *touches, int count, float restitution,
                              rim_impulses rule);

// --- steps ---------------------------------------------------------------------------------------------

/// The options of a step. Zeroed: no gravity, and the defaults below.
typedef struct rim_body_options
{
    rim_vec3 gravity;
    /// The restitution threshold: contacts with a lower speed of approach do not bounce, so that bodies can come to
    /// rest. 0 means four times |gravity| dt; negative: everything bounces.
    float    fade;
    /// The time for which a supported body must have been slower than |gravity| dt / 4 at all its points before it
    /// sleeps. 0 means 30 steps; negative: never.
    float    sleep_after;
} rim_body_options;

/// The report of a step.
typedef struct rim_body_report
{
    rim_body_touch touches[RIM_BODY_TOUCHES]; ///< the contacts solved last, with their impulses
    int            count;
    int            impacts; ///< the number of times the body bounced or was stopped
    int            rounds;  ///< the number of pieces into which the step was divided
} rim_body_report;

/// Moves the body, a box, by a time dt >= 0 among the obstacles (NULL: none). options and report may be NULL. A body
/// of another shape is treated as the box of `half`; a world (below) supports all shapes.
///
/// - Flight: Up to the next contact the body moves on a parabola and rotates freely; both keep the energy exactly.
///   The time of the contact is found, its impulses are applied there, and the rest of the step continues from there,
///   up to 16 times. So a body that bounces with e = 1 returns to its height, and the box passes through nothing that
///   it moves towards.
/// - Rest: Contacts with a slow approach are held without a bounce, with friction, so a resting box does not move.
///   Sleeping bodies are not moved. To wake one, for example after an obstacle was removed, set asleep to false or
///   give it a force or a velocity.
/// - Energy: Kinetic and potential energy together do not grow, except by forces. A box whose rotation made it
///   penetrate an obstacle is lifted out at the cost of its motion; if its motion does not suffice, it is moved out
///   sideways or stays. Only a body that the game placed inside an obstacle, and that has no motion, is lifted at no
///   cost.
/// - Penetration: The box is moved out along the deepest normals. Where these alternate, as in a gap too narrow for
///   the box's orientation, it is moved out by the smallest translation and rotation that ends all penetrations. A
///   body that penetrates deeply does not sleep.
///
/// If there are more than RIM_BODY_TOUCHES touches at once, the nearest ones count. A body with a non-finite number
/// is not changed.
RIM_API void rim_body_step(rim_body *body, const rim_obstacles *obstacles,
                           const rim_body_options *options, float dt, rim_body_report *report);

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
// Bodies are spheres, capsules, boxes and hulls. Mass, velocities and coefficients are those of rim_body.
//
// A step finds pairs of bodies near each other by sorting their bounds along an axis. Each pair, and each body with
// an obstacle near it, gets up to four contact points. Then impulses are computed contact by contact in a few short
// steps, starting from those of the step before (Catto, "Iterative Dynamics with Temporal Coherence", 2005). This is
// fast and suits heaps, but is not exact as rim_body_step is for one body: contacts yield a little, and energy is
// conserved only approximately.
//
// - Order: Bodies are processed in order of their slots, pairs by the lower slot first. The same calls give the same
//   bits on every machine; other slots may give another motion.
// - Scale: If sizes, positions, velocities and gravity are multiplied by a power of two, the motion scales bit for
//   bit.
// - Limits: Computation is in float; worlds should lie within some ten thousand times a box's size from the origin. A
//   sphere or capsule on level ground rolls for ever without damping. Stable are: towers of twenty equal boxes at 30
//   steps per second and of forty at 60, and a box on another of a thousandth of its mass at 30. A body that carries
//   more than eight times its own weight is treated as heavier.
// - Sleep: A body sleeps only if it penetrates others by at most 1/128 of its smallest half extent.

typedef struct rim_bodies rim_bodies;

/// The options of a world. Zeroed: no gravity, the defaults below, malloc.
typedef struct rim_bodies_options
{
    rim_vec3             gravity;
    float                fade; ///< the restitution threshold, as in rim_body_options
    /// how long a heap must be slow before it sleeps; 0: 30 steps; negative: never
    float                sleep_after;
    /// the short steps in a step; 0 means 4. More are stiffer and slower
    int                  parts;
    const rim_allocator *allocator;
} rim_bodies_options;

// --- the world -----------------------------------------------------------------------------------------

/// Creates an empty world. options may be NULL: no gravity. On failure `*out` is NULL.
RIM_API rim_status rim_bodies_create(rim_bodies **out, const rim_bodies_options *options);

/// Destroys a world and its obstacles. NULL is allowed.
RIM_API void rim_bodies_destroy(rim_bodies *world);

/// Returns the world's list of obstacles, which may be changed between steps. Sleeping bodies are not affected by a
/// change until they are woken.
RIM_API rim_obstacles *rim_bodies_obstacles(rim_bodies *world);

// --- bodies --------------------------------------------------------------------------------------------

/// Adds a copy of the body, awake, and writes its handle to *out, which may be NULL. The slot of the body removed
/// last is reused first. RIM_ERR_ARGUMENT for numbers that are not finite or not positive where they must be;
/// RIM_ERR_MEMORY. On failure `*out` is zero.
RIM_API rim_status rim_bodies_add(rim_bodies *world, const rim_body *body, rim_handle *out);

/// Removes a body and wakes the bodies of its heap. Returns false for a handle that is not in the world.
RIM_API bool rim_bodies_remove(rim_bodies *world, rim_handle which);

/// Returns the body of a handle, or NULL if it is not in the world. Valid until the next call that changes the world.
RIM_API const rim_body *rim_bodies_get(const rim_bodies *world, rim_handle which);

/// Replaces a body, for example by a copy with another pose, velocity or force, and wakes it. Its handle stays the
/// same. RIM_ERR_ARGUMENT as in rim_bodies_add, and for a handle that is not in the world; nothing is then changed.
RIM_API rim_status rim_bodies_set(rim_bodies *world, rim_handle which, const rim_body *body);

/// The content of a world; valid until the next call that changes it.
typedef struct rim_bodies_state
{
    /// by slot, with poses, velocities, handles; the mass is 0 in a free slot
    const rim_body *bodies;
    int             slots; ///< the number of slots
    int             count; ///< the number of bodies
    /// Pairs that touch, and those whose touch began or ended in the last step. First pairs of two bodies, by the
    /// slot of a, then of b; then pairs of a body (a) and an obstacle (b), in the same order. A touch begins when two
    /// objects press on each other. It ends when they are farther apart than 1/64 of the smaller one's smallest half
    /// extent, or when one is removed. Pairs of sleeping bodies persist.
    const rim_pair *touching, *entered, *left;
    int             touching_count, entered_count, left_count;
} rim_bodies_state;

/// Returns all bodies and pairs of a world, in constant time.
RIM_API rim_bodies_state rim_bodies_read(const rim_bodies *world);

/// Wakes all bodies.
RIM_API void rim_bodies_wake(rim_bodies *world);

// --- steps ---------------------------------------------------------------------------------------------

/// Moves all bodies by a time dt > 0. RIM_ERR_ARGUMENT for another dt or a gravity that is not finite;
/// RIM_ERR_MEMORY. On failure no body has moved, though some may have been woken. A body whose state would leave the
/// range of floats stays at its position, with zero velocity. Bodies touched by a moving one are woken with their
/// heap.
RIM_API rim_status rim_bodies_step(rim_bodies *world, float dt);

/// A contact point with an impulse in the last step.
typedef struct rim_bodies_touch
{
    rim_handle a, b;    ///< two bodies, or a body and an obstacle
    rim_vec3   point;   ///< world
    rim_vec3   normal;  ///< from b towards a
    float      gap;     ///< the distance before the step; negative: a depth
    float      impulse; ///< along the normal, in the last short step
} rim_bodies_touch;

/// Lists the contact points of the last step: writes up to capacity of them, in the order of rim_bodies_state's pairs, and returns their
/// true number. Sleeping pairs are left out.
RIM_API int rim_bodies_touches(const rim_bodies *world, rim_bodies_touch *out, int capacity);

// --- questions -----------------------------------------------------------------------------------------
//
// Queries test the bodies in their present poses and the obstacles. `filter` is that of the ray or shape; `but` is a
// handle to leave out, or zeroed. Lists are written up to capacity; the return value is their true number. out may be
// NULL if capacity is 0. A query tests a bounding sphere of each body, about a nanosecond each, and the obstacles by
// their tree. Non-finite input hits nothing.

/// A hit of a query: that of rim_shape3_raycast or rim_shape3_sweep, or, for a mesh, of rim_mesh_raycast or
/// rim_mesh_sweep.
typedef struct rim_bodies_hit
{
    rim_handle which; ///< a body or an obstacle
    rim_hit3   hit;
} rim_bodies_hit;

/// Lists what a ray hits, in order of t, then of slots. If there are more than capacity, the earliest are written.
RIM_API int rim_bodies_raycast_all(const rim_bodies *world, rim_ray3 ray, rim_filter filter,
                                   rim_handle but, rim_bodies_hit *out, int capacity);

/// Lists, in the same way, what a shape hits that moves by delta while all bodies rest.
RIM_API int rim_bodies_sweep_all(const rim_bodies *world, const rim_shape3 *shape, rim_xform3 pose,
                                 rim_vec3 delta, rim_filter filter, rim_handle but,
                                 rim_bodies_hit *out, int capacity);

/// @{
/// Return only the first of these hits; a zero handle and a miss if there is none.
RIM_API rim_bodies_hit rim_bodies_raycast_first(const rim_bodies *world, rim_ray3 ray,
                                                rim_filter filter, rim_handle but);
RIM_API rim_bodies_hit rim_bodies_sweep_first(const rim_bodies *world, const rim_shape3 *shape,
                                              rim_xform3 pose, rim_vec3 delta, rim_filter filter,
                                              rim_handle but);
/// @}

/// Lists what touches or overlaps a shape, by slot, as rim_shape3_overlaps and rim_mesh_overlaps.
RIM_API int rim_bodies_overlaps(const rim_bodies *world, const rim_shape3 *shape, rim_xform3 pose,
                                rim_filter filter, rim_handle but, rim_handle *out, int capacity);

#ifdef __cplusplus
}
#endif

#endif
