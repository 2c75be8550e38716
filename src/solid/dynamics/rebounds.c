// The energy of rebounds.
//
// Every contact point rebounds with restitution times its speed of approach when the step began. Points that share a
// body may together return more energy than the approach had. So the impulses of all rebounds of an island are scaled
// by one factor s, the largest in 0 .. 1 with which the island has no more energy after the step than before it:
//
//      sum over bodies  m |u + s (v - u)|^2 + (same of the spin)  <=  2 E,
//
// where u is a body's velocity without rebounds, v the one with all of them, and E the kinetic energy before the step
// plus the work of gravity and forces. The spins are those after the body has turned in this step. One factor keeps
// both momenta.
#include "solid/dynamics/body.h"
#include "solid/dynamics/data.h"

#include <math.h>
#include <string.h>

// Returns the angular momentum of a spin before the turn, in the frame that the body has after it.
static vec3d angular_in_turned_frame(const mass_properties *before, mat3d turned, vec3d spin)
{
    return m3d_unapply(turned, body_inertia(before, spin));
}

// Returns twice the kinetic energy of a body before the step and the work of gravity, force and torque in it.
static double energy_twice(const rim_bodies *world, int i, const mass_properties *mass,
                           const body_step *step, float part)
{
    const rim_body      *body = &world->bodies[i];
    const body_velocity *by = &world->displacements[i];
    body_motion          motion = { v3d_from(body->velocity), v3d_from(body->spin) };
    vec3d                go = { by->linear[0], by->linear[1], by->linear[2] };
    vec3d                turn = { by->angular[0], by->angular[1], by->angular[2] };
    vec3d force = v3d_along(v3d_from(body->force), v3d_from(step->gravity), (double)body->mass);
    return 2.0 * (body_energy_of(mass, motion) + (double)part * v3d_dot(go, force) +
                  v3d_dot(turn, v3d_from(body->torque)));
}

// Adds the coefficients of a body's energy as a function of s to those of its island. With d = v - u, the angular
// momenta U of u and D of d in the body's frame after the turn, and its inertia I:
//
//      a = m d d + D I^-1 D,   b = m u d + U I^-1 D,   c = m u u + U I^-1 U - 2 E.
//
static void add_energy(rebound_energy *e, const rim_bodies *world, int i, const body_step *step,
                       float part)
{
    const float    *u = world->without_rebounds[i].linear, *v = world->velocities[i].linear;
    mass_properties mass = body_mass_properties(&world->bodies[i]);
    mat3d           turned = m3d_from_quat(world->turned[i]);
    const float    *w = world->without_rebounds[i].angular, *x = world->velocities[i].angular;
    vec3d  go = { u[0], u[1], u[2] }, spin = { w[0], w[1], w[2] }, by = mass.inverse_inertia;
    vec3d  angular = angular_in_turned_frame(&mass, turned, spin);
    double m = (double)world->bodies[i].mass;
    e->c += m * v3d_length2(go) - energy_twice(world, i, &mass, step, part) +
            by.x * angular.x * angular.x + by.y * angular.y * angular.y +
            by.z * angular.z * angular.z;
    if (!body_rebounds(world, i)) return;
    vec3d d = v3d_sub(v3d(v[0], v[1], v[2]), go);
    vec3d more = angular_in_turned_frame(&mass, turned, v3d_sub(v3d(x[0], x[1], x[2]), spin));
    vec3d response = { by.x * more.x, by.y * more.y, by.z * more.z };
    e->a += m * v3d_length2(d) + v3d_dot(more, response);
    e->b += m * v3d_dot(go, d) + v3d_dot(angular, response);
}

// Returns the energy of a body's island.
static rebound_energy *energy_of(const rim_bodies *world, int i)
{
    return &world->energies[contact_graph_island(world, i)];
}

void bodies_limit_rebounds(rim_bodies *world, const body_step *step, const float *parts)
{
    memset(world->energies, 0, sizeof *world->energies * (size_t)world->top);
    for (int i = 0; i < world->top; i++)
        if (body_rebounds(world, i)) energy_of(world, i)->rebounds = 1.0;
    for (int i = 0; i < world->top; i++)
        if (body_is_awake(world, i) && energy_of(world, i)->rebounds > 0.0)
            add_energy(energy_of(world, i), world, i, step, parts[i]);
    for (int i = 0; i < world->top; i++)
    {
        if (!body_rebounds(world, i)) continue;
        const rebound_energy *e = energy_of(world, i);
        const float          *u = world->without_rebounds[i].linear;
        float                *v = world->velocities[i].linear;
        float                 s = (float)body_energy_root(e->a, e->b, e->c);
        for (int k = 0; k < 8 && s < 1.0f; k++) v[k] = u[k] + s * (v[k] - u[k]);
    }
}
