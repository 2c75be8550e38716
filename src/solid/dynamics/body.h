// One body: its mass, its motion, and the impulses with which several contacts hold it, all at once.
#ifndef RIM_SOLID_DYNAMICS_BODY_H
#define RIM_SOLID_DYNAMICS_BODY_H

#include "base/vec3d.h"
#include "rimcast/bodies.h"

#include <stdbool.h>

typedef struct mass_properties
{
    double inverse_mass;
    vec3d  inverse_inertia, inertia; // about principal axes
    mat3d  turn;                     // from those to the world's, see body_axes
} mass_properties;

typedef struct body_motion
{
    vec3d velocity, spin;
} body_motion;

// Returns the shape of a body, a box as what it is, in its place and with its filter.
rim_obstacle body_as_obstacle(const rim_body *body);

// Returns true if a world takes the body.
bool body_is_valid(const rim_body *body);
bool body_state_is_finite(const rim_body *body);

// Returns true if the inertia is the same about all axes, so that the spin of a free body is constant.
static inline bool body_is_round(const rim_body *body)
{
    return body->inertia.x == body->inertia.y && body->inertia.y == body->inertia.z;
}

// Returns principal axes of a body that has this rotation: its own or, if it is round, the world's, because all axes are
// principal then.
mat3d body_axes(const rim_body *body, rim_quat rotation);

mass_properties body_mass_properties(const rim_body *body);

// Returns the vector of the products of components, diag(a) b.
static inline vec3d diagonal_times(vec3d a, vec3d b)
{
    return v3d(a.x * b.x, a.y * b.y, a.z * b.z);
}

// Multiplies a vector by the inertia.
static inline vec3d body_inertia(const mass_properties *mass, vec3d spin)
{
    vec3d own = m3d_unapply(mass->turn, spin);
    return m3d_apply(mass->turn, diagonal_times(mass->inertia, own));
}

// Multiplies a vector by the inverse inertia.
static inline vec3d body_inverse_inertia(const mass_properties *mass, vec3d angular)
{
    vec3d own = m3d_unapply(mass->turn, angular);
    return m3d_apply(mass->turn, diagonal_times(mass->inverse_inertia, own));
}

// Returns an inner product of two motions. The product of a motion with itself is twice its energy.
double body_energy_product(const mass_properties *mass, body_motion a, body_motion b);
double body_energy_of(const mass_properties *mass, body_motion motion); // of motion alone

// Returns 1 if  a + 2 b + c <= 0.  Otherwise, if a > 0 and c < 0, returns the largest s in 0 .. 1 with
// a s^2 + 2 b s + c <= 0.  Otherwise returns 0. Requires a >= 0.
double body_energy_root(double a, double b, double c);

// The largest angle, in radians, of one part of a turn. For such parts Newton's method converges, and the angle of
// Cayley's rotation is too small by at most half a percent.
#define TURN_AT_ONCE 0.25

// Turns a free body for a time: changes its rotation and spin.
void body_rotate(const mass_properties *mass, double time, rim_quat *rotation, vec3d *spin);

// Returns the rotation after Cayley's rotation by a turn, which should not be larger than TURN_AT_ONCE: a spin times its
// time, about the world's axes (see body.c).
rim_quat body_rotated(rim_quat rotation, const vec3d *turn);

#endif
