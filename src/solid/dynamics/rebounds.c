// The energy of rebounds.
//
// Every contact point rebounds with restitution times its speed of approach when the step began. Points that share a
// body may together return more energy than the approach had. So the changes of velocity by all rebounds of an island
// (bodies that contacts connect) are scaled by one factor s, with which the island does not gain energy in the step:
//
//      sum over bodies of twice the energy of  u + s d  <=  2 E
//
// u is a body's motion without rebounds, and u + d the one with all of them. E is the kinetic energy before the step,
// plus the work of gravity, force and torque. s is 1 if this holds for all of d. Otherwise it is the largest s in
// 0 .. 1 for which it holds, or 0 if the island does not lose energy even without rebounds (body_energy_root).
//
// A body keeps its angular momentum while it turns in the step, so u and d are those after its turn. As all impulses
// are scaled alike, linear and angular momentum are kept.
#include "solid/dynamics/body.h"
#include "solid/dynamics/data.h"

#include <string.h>

// A motion after the body's turn: the angular momentum, which is that of before, is along the principal axes.
typedef struct turned_motion
{
    vec3d velocity, angular;
} turned_motion;

// Returns a motion of the start of the step after the turn that leads to the principal axes `turned`.
static turned_motion after_turn(const mass_properties *mass, const mat3d *turned,
                                const body_velocity *v)
{
    vec3d angular = body_inertia(mass, v3d_of(v->angular));
    return (turned_motion){ v3d_of(v->linear), m3d_unapply(*turned, angular) };
}

// Returns the product (p, q) of two motions, of which (p, p) is twice the energy of p: with the angular momentum L and
// the inertia I, twice the energy of a spin is  L . I^-1 L.
static double product(double mass, vec3d inverse_inertia, const turned_motion *p,
                      const turned_motion *q)
{
    return mass * v3d_dot(p->velocity, q->velocity) +
           v3d_dot(p->angular, diagonal_times(inverse_inertia, q->angular));
}

// Returns 2 E of body i, with E as at the top of this file. Its work is that of  force + m gravity  along the
// displacement times `part`, and that of the torque along the turn. `part` is 1, or less for a swept body that is
// stopped. The turn is not scaled, because such a body still makes all of it. Requires that the velocity and spin in
// world->bodies are still those of the start of the step, and that `mass` has the body's rotation at that time.
static double energy_twice(const rim_bodies *world, int i, const mass_properties *mass,
                           const body_step *step, float part)
{
    const rim_body      *body = &world->bodies[i];
    const body_velocity *moved = &world->displacements[i];
    vec3d  v = v3d_from(body->velocity), w = v3d_from(body->spin), g = v3d_from(step->gravity);
    double kinetic = body->mass * v3d_dot(v, v) + v3d_dot(w, body_inertia(mass, w));
    double work = v3d_dot(v3d_of(moved->linear), v3d_along(v3d_from(body->force), g, body->mass));
    double turning = v3d_dot(v3d_of(moved->angular), v3d_from(body->torque));
    return kinetic + 2.0 * ((double)part * work + turning);
}

// Adds a body's share to the coefficients of its island, of which  a s^2 + 2 b s + c  is twice the gain of energy. With
// the motions u and d at the top of this file, they are
//
//      a = (d, d),   b = (u, d),   c = (u, u) - 2 E.
//
// Requires the velocities of the start of the step in world->bodies.
static void add_energy(rebound_energy *island, const rim_bodies *world, int i,
                       const body_step *step, float part)
{
    const rim_body *body = &world->bodies[i];
    mass_properties mass = body_mass_properties(body);
    mat3d           turned = body_axes(body, world->turned[i]);
    vec3d           by = mass.inverse_inertia;
    double          m = body->mass;
    turned_motion   u = after_turn(&mass, &turned, &world->without_rebounds[i]);
    island->c += product(m, by, &u, &u) - energy_twice(world, i, &mass, step, part);
    if (!body_rebounds(world, i)) return; // d is 0
    turned_motion v = after_turn(&mass, &turned, &world->velocities[i]);
    turned_motion d = { v3d_sub(v.velocity, u.velocity), v3d_sub(v.angular, u.angular) };
    island->a += product(m, by, &d, &d);
    island->b += product(m, by, &u, &d);
}

// Returns the energy of the island that a body belongs to.
static rebound_energy *island_energy(const rim_bodies *world, int i)
{
    return &world->energies[contact_graph_island(world, i)];
}

// Sums the energies of all awake bodies of islands that rebound, and then scales the changes of velocity by rebounds.
// Sleeping bodies do not rebound.
void bodies_limit_rebounds(rim_bodies *world, const body_step *step, const float *parts)
{
    memset(world->energies, 0, sizeof *world->energies * (size_t)world->top);
    for (int i = 0; i < world->top; i++)
        if (body_rebounds(world, i)) island_energy(world, i)->rebounds = true;
    for (int i = 0; i < world->top; i++)
        if (body_is_awake(world, i) && island_energy(world, i)->rebounds)
            add_energy(island_energy(world, i), world, i, step, parts[i]);
    for (int i = 0; i < world->top; i++)
    {
        if (!body_rebounds(world, i)) continue;
        const rebound_energy *island = island_energy(world, i);
        const body_velocity  *u = &world->without_rebounds[i];
        body_velocity        *v = &world->velocities[i];
        float                 s = (float)body_energy_root(island->a, island->b, island->c);
        if (!(s < 1.0f)) continue;
        for (int k = 0; k < 3; k++)
        {
            v->linear[k] = u->linear[k] + s * (v->linear[k] - u->linear[k]);
            v->angular[k] = u->angular[k] + s * (v->angular[k] - u->angular[k]);
        }
    }
}
