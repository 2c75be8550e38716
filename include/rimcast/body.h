/// @file
/// A box with mass: how it moves, what its contacts do to it, and how it comes to rest.
///
///     rim_body crate = rim_body_box(rim_vec3_make(0.5f, 0.5f, 0.5f), 10.0f);
///     crate.restitution = 0.5f;
///     for (;;) rim_body_step(&crate, room, &options, 1.0f / 60.0f, NULL);
///
/// Everything scales: lengths, velocities and gravity by a power of two, inertia by its square, and every
/// answer follows bit for bit. All decisions are made in double, states are kept in float. Many bodies that
/// push each other are in bodies.h.
#ifndef RIMCAST_BODY_H
#define RIMCAST_BODY_H

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
    rim_xform3 pose;        ///< of the centre of mass, which is the middle of the box
    rim_vec3   half;        ///< half extents, > 0
    float      mass;        ///< > 0
    rim_vec3   inertia;     ///< about the box's axes, each > 0
    rim_vec3   velocity;    ///< of the centre, world
    rim_vec3   spin;        ///< radians a unit of time about the world's axes
    float      restitution; ///< 0 .. 1; 1 keeps the speed of approach; hand it to rim_body_collide
    float      friction;    ///< Coulomb's coefficient, >= 0
    /// What follows is for the steps alone.
    rim_vec3   force, torque; ///< during the next step, about the centre; the step sets them to 0
    float      damping, spin_damping; ///< the part of its speed that it loses a unit of time, >= 0
    float      still;                 ///< for how long it has been nearly at rest
    float      sunk;                  ///< how deep the last step left it in what it lies on
    bool       asleep;                ///< at rest, and not looked at until something wakes it
} rim_body;

/// A homogeneous box at the origin, at rest, with restitution 0 and friction 0.
RIM_API rim_body rim_body_box(rim_vec3 half, float mass);

/// The kinetic energy, of motion and spin.
RIM_API double rim_body_energy(const rim_body *body);

/// What gravity can still do: -mass gravity . position. It and the energy together never grow by themselves.
RIM_API double rim_body_potential(const rim_body *body, rim_vec3 gravity);

/// The velocity of the point that is at `arm` from the centre: velocity + spin x arm.
RIM_API rim_vec3 rim_body_velocity_at(const rim_body *body, rim_vec3 arm);

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
    RIM_IMPULSES_BOUNDED,
    /// Each contact alone as if there were no other, then all divided by their number, as tutorials do. It
    /// is wrong: a cube that lands flat gets a quarter of its impulse and sinks on with half its speed or more,
    /// even for e = 1. Here to show that, and to compare. Friction is not applied.
    RIM_IMPULSES_AVERAGED
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
    bool     averaged; ///< the tutorials' impulses: see RIM_IMPULSES_AVERAGED
} rim_body_options;

/// What a step met.
typedef struct rim_body_report
{
    rim_body_touch touches[RIM_BODY_TOUCHES]; ///< the last that were solved, with their impulses
    int            count;
    int            impacts; ///< how often it bounced or was stopped
    int            rounds;  ///< pieces that the step was cut into
} rim_body_report;

/// Moves the body on by dt >= 0 among the obstacles (NULL: none). options and report may be NULL.
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

#ifdef __cplusplus
}
#endif

#endif
