// A box with mass, and the impulses that its contacts give it, solved all at once.
//
//   rim_body crate = rim_body_box(rim_vec3_make(0.5f, 0.5f, 0.5f), 10.0f);
//   rim_body_collide(&crate, touches, count, crate.restitution, RIM_IMPULSES_TOGETHER);
//
// Everything scales: lengths and velocities by a power of two, inertia by its square, and every
// answer follows bit for bit. All decisions are made in double, states are kept in float.
#ifndef RIMCAST_BODY_H
#define RIMCAST_BODY_H

#include "rimcast/base.h"
#include "rimcast/shape3.h"

#ifdef __cplusplus
extern "C" {
#endif

// The most contacts that are solved at once; a call takes no more.
#define RIM_BODY_TOUCHES 8

// --- the body ------------------------------------------------------------------------------------------

// A plain value; make one with rim_body_box and change what you like.
typedef struct rim_body
{
    rim_xform3 pose;        // of the centre of mass, which is the middle of the box
    rim_vec3   half;        // half extents, > 0
    float      mass;        // > 0
    rim_vec3   inertia;     // about the box's axes, each > 0
    rim_vec3   velocity;    // of the centre, world
    rim_vec3   spin;        // radians a unit of time about the world's axes
    float      restitution; // 0 .. 1; 1 keeps the speed of approach; hand it to rim_body_collide
    float      friction;    // Coulomb's coefficient, >= 0
} rim_body;

// A homogeneous box at the origin, at rest, with restitution 0 and friction 0.
rim_body rim_body_box(rim_vec3 half, float mass);

// The kinetic energy, of motion and spin.
double rim_body_energy(const rim_body *body);

// The velocity of the point that is at `arm` from the centre: velocity + spin x arm.
rim_vec3 rim_body_velocity_at(const rim_body *body, rim_vec3 arm);

// --- contacts and impulses ------------------------------------------------------------------------------

// One point where a body touches, or nearly touches, something.
typedef struct rim_body_touch
{
    rim_vec3 arm;     // from the body's centre to the point of the body, world
    rim_vec3 normal;  // unit, from the obstacle towards the body
    double   impulse; // what rim_body_collide found
} rim_body_touch;

typedef enum rim_impulses
{
    // Zero: all contacts together. With vn the speed along a contact's normal before and vn' after,
    //      w = vn' + e min(vn, 0):   w >= 0, impulse >= 0, impulse * w = 0
    // at every contact. The motion after is unique; of four corners that lie flat the impulses are not.
    // So a contact that parts before may be struck while another is. Where nothing can satisfy this
    // (wedged between walls) the walls do not bounce. If the rule would create energy, which
    // unusual inertias allow, restitution is reduced until it does not.
    RIM_IMPULSES_TOGETHER = 0,
    // Each contact alone as if there were no other, then all divided by their number, as tutorials do. It
    // is wrong: a cube that lands flat gets a quarter of its impulse and sinks on with half its speed or more,
    // even for e = 1. Here to show that, and to compare. Friction is not applied.
    RIM_IMPULSES_AVERAGED
} rim_impulses;

// Applies the impulses of 0 .. RIM_BODY_TOUCHES touches to the body's velocity and spin, and writes them to
// the touches. The pose does not change; restitution is `restitution`, at every speed.
// With e <= 1 energy does not grow. False, and nothing changed, if nothing approaches or input is
// not finite.
bool rim_body_collide(rim_body *body, rim_body_touch *touches, int count, float restitution,
                      rim_impulses rule);

#ifdef __cplusplus
}
#endif

#endif
