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
bool rim_body_complementary(int count, double a[BODY_MOST][BODY_MOST], const double q[BODY_MOST],
                            double j[BODY_MOST]);

// A body's resistance, in world coordinates.
typedef struct body_matter
{
    double inverse_mass;
    vec3d  inverse_inertia, inertia; // about the box's own axes
    mat3d  turn;
} body_matter;

typedef struct body_motion
{
    vec3d velocity, spin;
} body_motion;

typedef struct body_grip
{
    int    count;
    vec3d  arm[BODY_MOST], normal[BODY_MOST];
    double target[BODY_MOST]; // the least speed along the normal afterwards
    double impulse[BODY_MOST];
    bool   bounded; // bounce less rather than create energy
} body_grip;

body_matter rim_body_matter(const rim_body *body);
vec3d  rim_body_ease(const body_matter *matter, vec3d angular); // inverse inertia times a vector
double rim_body_energy_of(const body_matter *matter, body_motion motion); // of motion alone
double rim_body_speed(body_motion motion, vec3d arm, vec3d along);
body_motion rim_body_struck(const body_matter *matter, body_motion motion, vec3d arm,
                            vec3d impulse);

// Changes the motion so that no contact moves slower than its target; then friction, if there is any.
void rim_body_grip_solve(const body_matter *matter, body_grip *grip, double friction,
                         body_motion *motion);

// The motion of least energy that moves every contact at its target, or faster. Where there is none every
// contact yields a little, by how much it is pressed.
body_motion rim_body_grip_pry(const body_matter *matter, const body_grip *grip);

// Each contact alone, divided by their number.
void rim_body_grip_average(const body_matter *matter, body_grip *grip, body_motion *motion);

// Turns a free body by the torque (world) for a time: the new rotation and spin.
void rim_body_turn(const body_matter *matter, vec3d torque, double time, rim_quat *rotation,
                   vec3d *spin);

// The rotation after turning with a constant spin, about the world's axes.
rim_quat rim_body_turned(rim_quat rotation, vec3d spin, double time);

#endif
