// The energy of rebounds.
//
// Every contact point rebounds with restitution times its speed of approach when the step began. Points that share a body may together
// return more energy than the approach had. So the impulses of all rebounds of an island are scaled by one factor s, the largest in
// 0 .. 1 with which the island has no more energy after the step than before it:
//
//      sum over bodies  m |u + s (v - u)|^2 + (same of the spin)  <=  2 E,
//
// where u is a body's velocity without rebounds, v the one with all of them, and E the kinetic energy before the step plus the work of
// gravity and forces. The spins are those after the body has turned in this step. One factor keeps both momenta.
#include "solid/dynamics/body.h"
#include "solid/dynamics/data.h"

#include <math.h>
#include <string.h>

// Returns the motion of a velocity, with the spin that the body has after it has turned from `before` to `after` with its angular momentum.
static body_motion motion_after_turn(const body_velocity *v, const mass_properties *before,
                                     const mass_properties *after)
{
    body_motion m = { { v->linear[0], v->linear[1], v->linear[2] },
                      { v->angular[0], v->angular[1], v->angular[2] } };
    m.spin = body_inverse_inertia(after, body_inertia(before, m.spin));
    return m;
}

// Returns twice the kinetic energy of a body before the step and the work of gravity, force and torque in it.
static double energy_twice(const rim_bodies *world, int i, const body_step *step, float part)
{
    const rim_body      *body = &world->bodies[i];
    const body_velocity *d = &world->displacements[i];
    vec3d                go = { d->linear[0], d->linear[1], d->linear[2] };
    vec3d                turn = { d->angular[0], d->angular[1], d->angular[2] };
    vec3d force = v3d_along(v3d_from(body->force), v3d_from(step->gravity), (double)body->mass);
    return 2.0 * (rim_body_energy(body) + (double)part * v3d_dot(go, force) +
                  v3d_dot(turn, v3d_from(body->torque)));
}

// Adds the coefficients of a body's energy as a function of s to those of its island.
static void add_energy(rim_bodies *world, int i, const body_step *step, float part)
{
    rebound_energy *e = &world->energies[contact_graph_island(world, i)];
    const rim_body *body = &world->bodies[i];
    mass_properties before = body_mass_properties(body), after = before;
    after.turn = m3d_from_quat(world->turned[i]);
    body_motion u = motion_after_turn(&world->without_rebounds[i], &before, &after);
    body_motion v = motion_after_turn(&world->velocities[i], &before, &after);
    body_motion d = { v3d_sub(v.velocity, u.velocity), v3d_sub(v.spin, u.spin) };
    e->a += body_energy_product(&after, d, d);
    e->b += body_energy_product(&after, u, d);
    e->c += body_energy_product(&after, u, u) - energy_twice(world, i, step, part);
}

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
            add_energy(world, i, step, parts[i]);
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
