// The impulses with which several contacts hold one body, all at once.
#ifndef RIM_SOLID_DYNAMICS_LCP_H
#define RIM_SOLID_DYNAMICS_LCP_H

#include "base/vec3d.h"
#include "rimcast/body.h"

#include <stdbool.h>

enum
{
    BODY_MOST = RIM_BODY_TOUCHES
};

// For every contact: w = a j + q, j >= 0, w >= 0, j w = 0, with a symmetric and without negative
// eigenvalues. False, and j zero, where no such j exists.
bool lcp_solve_contacts(int count, double a[BODY_MOST][BODY_MOST], const double q[BODY_MOST],
                        double j[BODY_MOST]);

// A body's resistance, in world coordinates.
typedef struct mass_properties
{
    double inverse_mass;
    vec3d  inverse_inertia, inertia; // about the box's own axes
    mat3d  turn;
} mass_properties;

typedef struct body_motion
{
    vec3d velocity, spin;
} body_motion;

typedef struct contact_jacobian
{
    int    count;
    vec3d  arm[BODY_MOST], normal[BODY_MOST];
    double target[BODY_MOST]; // the least speed along the normal afterwards
    double impulse[BODY_MOST];
    bool   bounded; // bounce less rather than create energy
} contact_jacobian;

mass_properties body_mass_properties(const rim_body *body);
vec3d           body_inverse_inertia(const mass_properties *matter,
                                     vec3d                  angular); // inverse inertia times a vector
double      body_energy_of(const mass_properties *matter, body_motion motion); // of motion alone
double      body_speed_along(body_motion motion, vec3d arm, vec3d along);
body_motion body_add_impulse(const mass_properties *matter, body_motion motion, vec3d arm,
                             vec3d impulse);

// Changes the motion so that no contact moves slower than its target; then friction, if there is any.
void contact_jacobian_solve(const mass_properties *matter, contact_jacobian *grip, double friction,
                            body_motion *motion);

// The motion of least energy that moves every contact at its target, or faster. Where there is none every
// contact yields a little, by how much it is pressed.
body_motion contact_jacobian_separate(const mass_properties *matter, const contact_jacobian *grip);

// Each contact alone, divided by their number.
void contact_jacobian_average(const mass_properties *matter, contact_jacobian *grip,
                              body_motion *motion);

// Turns a free body by the torque (world) for a time: the new rotation and spin.
void body_rotate(const mass_properties *matter, vec3d torque, double time, rim_quat *rotation,
                 vec3d *spin);

// The rotation after turning with a constant spin, about the world's axes.
rim_quat body_rotated(rim_quat rotation, vec3d spin, double time);

#endif
