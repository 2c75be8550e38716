/// @file
/// Bodies with mass: one box that is exact, and many bodies of any convex shape that fall, push each other and come to
/// rest.
///
///     rim_body crate = rim_body_box(rim_vec3_make(0.5f, 0.5f, 0.5f), 10.0f);
///     crate.restitution = 0.5f;
///     for (;;) rim_body_step(&crate, room, &options, 1.0f / 60.0f, NULL);
///
/// Everything scales: lengths, velocities and gravity by a power of two, inertia by its square, and every
/// answer follows bit for bit. All decisions are made in double, states are kept in float. Many bodies that
/// push each other: see rim_bodies below.
#ifndef RIMCAST_BODIES_H
#define RIMCAST_BODIES_H

#include "rimcast/base.h"
#include "rimcast/obstacles.h"
#include "rimcast/shape3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The most contacts that are solved at once; a call takes no more.
#define RIM_BODY_TOUCHES 8

// --- the body ------------------------------------------------------------------------------------------

/// A plain value; make one with rim_body_box and change what you like.
typedef struct rim_body
{
    rim_xform3
             pose; ///< of the centre of mass, and of the principal axes; those of a box are its own
    rim_vec3 half; ///< half extents of a box; how far another shape reaches along each axis; > 0
    float    mass; ///< > 0
    rim_vec3 inertia;     ///< about the pose's axes, each > 0
    rim_vec3 velocity;    ///< of the centre, world
    rim_vec3 spin;        ///< radians a unit of time about the world's axes
    float    restitution; ///< 0 .. 1; 1 keeps the speed of approach; hand it to rim_body_collide
    float    friction;    ///< Coulomb's coefficient, >= 0
    /// What follows is for the steps alone.
    rim_vec3 force, torque; ///< during the next step, about the centre; the step sets them to 0
    float    damping, spin_damping; ///< the part of its speed that it loses a unit of time, >= 0
    float    still;                 ///< for how long it has been nearly at rest
    float    sunk;                  ///< how deep the last step left it in what it lies on
    bool     asleep;                ///< at rest, and not looked at until something wakes it
    /// In a world: a step never takes its middle half through anything, whatever the speed.
    bool     swept;
    /// In a world: a sphere, a capsule, or a hull, which is borrowed; of kind none, as zeroed: the box of `half`.
    rim_shape3 shape;
    rim_xform3 shape_pose; ///< of the shape in the body's pose
    rim_filter
               filter; ///< with which other bodies and obstacles it collides; zeroed: with all that do not ignore layer 1
    void      *user;   ///< in a world: the game's own, left alone
    rim_handle handle; ///< in a world: its own, written by rim_bodies_add
} rim_body;

/// A homogeneous box at the origin, at rest, with restitution 0 and friction 0.6.
RIM_API rim_body rim_body_box(rim_vec3 half, float mass);

/// A homogeneous body of a sphere, capsule, box or hull in a pose, else as rim_body_box. Its own pose is that of
/// the centre of mass and of the principal axes, found by Jacobi's rotations. A hull is borrowed: it must
/// outlive the body. All zero, which no world takes, for other shapes, for what has no volume or is not finite, and for
/// a mass that is not positive.
RIM_API rim_body rim_body_from_shape(const rim_shape3 *shape, rim_xform3 pose, float mass);

/// The pose in which the shape of a body stands, for drawing it: that of a box is the body's.
RIM_API rim_xform3 rim_body_shape_pose(const rim_body *body);

/// The kinetic energy, of motion and spin.
RIM_API double rim_body_energy(const rim_body *body);

/// What gravity can still do: -mass gravity . position. It and the energy together never grow by themselves.
RIM_API double rim_body_potential(const rim_body *body, rim_vec3 gravity);

// --- contacts and impulses ------------------------------------------------------------------------------

/// One point where a body touches, or nearly touches, something.
typedef struct rim_body_touch
{
    rim_vec3 arm;     ///< from the body's centre to the point of the body, world
    rim_vec3 normal;  ///< unit, from the obstacle towards the body
    double   impulse; ///< what rim_body_collide found
} rim_body_touch;

/// By which rule a body's contacts share the impulses.
typedef enum rim_impulses
{
    /// Zero: all contacts together. With vn the speed along a contact's normal before and vn' after,
    ///
    ///      w = vn' + e min(vn, 0):   w >= 0, impulse >= 0, impulse * w = 0
    ///
    /// at every contact. The motion after is unique; of four corners that lie flat the impulses are not.
    /// So a contact that parts before may be struck while another is. Where nothing can satisfy this
    /// (wedged between walls) the walls do not bounce.
    ///
    /// Energy changes by the sum of  impulse (vn + vn') / 2:  it falls at contacts that approach, whose vn' is
    /// -e vn, but rises where one that parts is held at vn' = 0 while others bounce. A flat plate that hits
    /// with one corner while the opposite one parts slowly can so end faster than it began.
    RIM_IMPULSES_TOGETHER = 0,
    /// The same, but where energy would grow all contacts bounce as much less as keeps it what it was: a
    /// mixture of the motion above and the one for e = 0, which always loses. Steps use this.
    RIM_IMPULSES_BOUNDED
} rim_impulses;

/// Applies the impulses of 0 .. RIM_BODY_TOUCHES touches to the body's velocity and spin, and writes them to
/// the touches. The pose does not change; restitution is `restitution`, at every speed.
/// False, and nothing changed, if nothing approaches or input is not finite.
RIM_API bool rim_body_collide(rim_body *body, rim_body_touch *touches, int count, float restitution,
                              rim_impulses rule);

// --- steps ---------------------------------------------------------------------------------------------

/// How steps go. Zero means: no gravity, and the defaults below.
typedef struct rim_body_options
{
    rim_vec3 gravity;
    /// A contact that is approached more slowly than this does not bounce; without it nothing would ever
    /// come to rest. 0 means four times |gravity| dt; negative: everything bounces.
    float    fade;
    /// So long a body must have been slower than |gravity| dt / 4 everywhere, on a support, before it sleeps.
    /// 0 means 30 steps; negative: never.
    float    sleep_after;
} rim_body_options;

/// What a step met.
typedef struct rim_body_report
{
    rim_body_touch touches[RIM_BODY_TOUCHES]; ///< the last that were solved, with their impulses
    int            count;
    int            impacts; ///< how often it bounced or was stopped
    int            rounds;  ///< pieces that the step was cut into
} rim_body_report;

/// Moves the body, a box, on by dt >= 0 among the obstacles (NULL: none). options and report may be NULL. A body of
/// another shape is taken for the box of `half`; a world (below) knows all shapes.
///
/// - Flight is a parabola and the turning of a free body, both of which keep the energy exactly, up to the
///   next contact; that contact's time is found, its impulses are applied there, and the rest of the step
///   goes on from there, up to 16 times. So what is thrown up by a bounce with e = 1 comes as
///   high as it was, and nothing is passed through that the box moves towards.
/// - Rest: contacts that are approached slowly are held without a bounce, with friction; a box that lies does
///   not move. Sleeping bodies are left alone: set asleep to false, or give a force or a velocity, to wake
///   one, for example after an obstacle was taken away.
/// - Energy and potential together do not grow: where a box that turned into something must be lifted out of
///   it, its motion pays; a motion that cannot lets it out sideways, or leaves it in. Only one that was
///   put into an obstacle by its owner, and has no motion to pay with, is lifted for nothing; and
///   forces do work.
/// - Depth comes out along the deepest normals, and where these push to and fro, as in a gap too narrow for the
///   box as it is turned, by the least motion and turn that leads out of all. What is deep in something
///   does not sleep.
///
/// Of more than 8 touches at once, the nearest 8 count. Nothing happens to a body that is not finite.
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
// Spheres, capsules, boxes and hulls move. Mass, velocities and coefficients are those of rim_body.
//
// A step: pairs of bodies that are near each other are found by sorting their bounds along an axis; each
// gives up to four points where the two press on each other, and so does each obstacle that is near; then, in
// a few short steps, impulses are passed from contact to contact, beginning with those of the step before
// (Catto, "Iterative Dynamics with Temporal Coherence", 2005). That is fast and good for heaps, not exact as
// rim_body_step is for one body: contacts yield a little, and energy is kept only about.
//
// - Order: Everything is done in rising order of the bodies' slots, pairs by the lower slot first.
//   The same calls give the same bits, on every machine; other slots may give another fall.
// - Scale: Sizes, positions, velocities and gravity times a power of two give the same motion, bit for
//   bit, at that size.
// - Limits: Floats do the sums here; worlds should lie within some ten thousand times a box's size
//   from the origin. A sphere or capsule rolls for ever where it is level: give it a damping. Twenty equal boxes stand at 30 steps a second, forty at 60, a box on one a thousandth of its
//   weight at 30. What stands on something and carries more than eight times its own weight counts as heavier.
// - Sleep: What rests is left at most 1/128 of its smallest half extent deep in anything before it sleeps.

typedef struct rim_bodies rim_bodies;

/// How a world goes on. Zero means: no gravity, the defaults below, malloc.
typedef struct rim_bodies_options
{
    rim_vec3             gravity;
    float                fade; ///< as in rim_body_options: 0 means four times |gravity| dt
    /// so long a heap must be slow before it sleeps; 0: 30 steps; negative: never
    float                sleep_after;
    /// short steps that a step is cut into; 0 means 4. More: stiffer, and slower
    int                  parts;
    const rim_allocator *allocator;
} rim_bodies_options;

// --- the world -----------------------------------------------------------------------------------------

/// An empty world; options may be NULL: no gravity. On failure `*out` is NULL.
RIM_API rim_status rim_bodies_create(rim_bodies **out, const rim_bodies_options *options);

/// NULL is allowed. The obstacles go with it.
RIM_API void rim_bodies_destroy(rim_bodies *world);

/// What does not move, to be filled at will between steps. Sleeping bodies do not notice: wake them.
RIM_API rim_obstacles *rim_bodies_obstacles(rim_bodies *world);

// --- bodies --------------------------------------------------------------------------------------------

/// Adds a copy, awake; out may be NULL. The slot of the last one removed is given first. RIM_ERR_ARGUMENT for what is
/// not finite or not positive, RIM_ERR_MEMORY; then `*out` is nobody.
RIM_API rim_status rim_bodies_add(rim_bodies *world, const rim_body *body, rim_handle *out);

/// Takes one out and wakes what it lay with. false for one that is not there.
RIM_API bool rim_bodies_remove(rim_bodies *world, rim_handle which);

/// NULL for one that is not there. Valid until the next call that changes the world.
RIM_API const rim_body *rim_bodies_get(const rim_bodies *world, rim_handle which);

/// Puts something else in its place, or the same with another pose, velocity or force, and wakes it; its handle stays.
/// RIM_ERR_ARGUMENT as above, or for one that is not there; nothing is changed then.
RIM_API rim_status rim_bodies_set(rim_bodies *world, rim_handle which, const rim_body *body);

/// All that is in a world, lent until the next call that changes it.
typedef struct rim_bodies_state
{
    const rim_body
        *bodies; ///< by slot, with poses, velocities, handles; mass 0 in a slot that is not in use
    int  slots;  ///< how many of them
    int  count;  ///< how many are in use
    /// Pairs that touch, of two bodies by slot of a, then of b, behind them those of a body and an obstacle (b), likewise;
    /// those that began and that ended in the last step. A touch begins when two press on each other, and ends when they
    /// are farther apart than 1/64 of the smaller one's smallest half extent, or one was removed. Sleeping pairs go on.
    const rim_pair *touching, *entered, *left;
    int             touching_count, entered_count, left_count;
} rim_bodies_state;

RIM_API rim_bodies_state rim_bodies_read(const rim_bodies *world);

/// Wakes all.
RIM_API void rim_bodies_wake(rim_bodies *world);

// --- steps ---------------------------------------------------------------------------------------------

/// Moves all bodies on by dt > 0. RIM_ERR_ARGUMENT for another dt or a gravity that is not finite; RIM_ERR_MEMORY: nothing was
/// moved, at most someone woken. A body whose state would leave the range of floats stays where it was,
/// stopped. Bodies touched by one that moves are woken with all they lie with.
RIM_API rim_status rim_bodies_step(rim_bodies *world, float dt);

/// A point that pressed in the last step.
typedef struct rim_bodies_touch
{
    rim_handle a, b;    ///< two bodies, or a body and an obstacle
    rim_vec3   point;   ///< world
    rim_vec3   normal;  ///< from b towards a
    float      gap;     ///< before the step; negative: depth
    float      impulse; ///< along the normal, in the last of the short steps
} rim_bodies_touch;

/// Writes up to capacity of them, in the order of rim_bodies_state's pairs; returns how many there are. Sleeping ones are
/// left out.
RIM_API int rim_bodies_touches(const rim_bodies *world, rim_bodies_touch *out, int capacity);

// --- questions -----------------------------------------------------------------------------------------
//
// Asked of the bodies, as they stand now, and of the obstacles. The filter is that of what is asked for; `but` is left out, or
// zeroed. Lists are written up to capacity, and the number of all is returned; out may be NULL when capacity is 0. A
// question looks at a ball around each body, about a nanosecond each, and at the obstacles by their tree. What is not
// finite meets nothing.

/// What was met, and how: as rim_shape3_raycast and rim_shape3_sweep, or of a mesh rim_mesh_raycast and rim_mesh_sweep.
typedef struct rim_bodies_hit
{
    rim_handle which; ///< a body or an obstacle
    rim_hit3   hit;
} rim_bodies_hit;

/// What a ray meets, the first one first (equal times by slot). If there are more than capacity, the earliest are written.
RIM_API int rim_bodies_raycast_all(const rim_bodies *world, rim_ray3 ray, rim_filter filter,
                                   rim_handle but, rim_bodies_hit *out, int capacity);

/// What a shape meets that moves by delta while all stand still, likewise.
RIM_API int rim_bodies_sweep_all(const rim_bodies *world, const rim_shape3 *shape, rim_xform3 pose,
                                 rim_vec3 delta, rim_filter filter, rim_handle but,
                                 rim_bodies_hit *out, int capacity);

/// @{
/// Only the first of those; nobody and a miss if there is none.
RIM_API rim_bodies_hit rim_bodies_raycast_first(const rim_bodies *world, rim_ray3 ray,
                                                rim_filter filter, rim_handle but);
RIM_API rim_bodies_hit rim_bodies_sweep_first(const rim_bodies *world, const rim_shape3 *shape,
                                              rim_xform3 pose, rim_vec3 delta, rim_filter filter,
                                              rim_handle but);
/// @}

/// What touches or overlaps a shape, by slot, as rim_shape3_overlaps and rim_mesh_overlaps.
RIM_API int rim_bodies_overlaps(const rim_bodies *world, const rim_shape3 *shape, rim_xform3 pose,
                                rim_filter filter, rim_handle but, rim_handle *out, int capacity);

#ifdef __cplusplus
}
#endif

#endif
