// The energy of rebounds.
//
// Every contact point rebounds with restitution times its speed of approach when the step began. Points that share a
// body may together return more energy than the approach had. So the changes of velocity by all rebounds of an island
// are scaled by one factor s, the largest in 0 .. 1 with which the island has no more energy after the step than before
// it, or 0 if it has no less without rebounds and more with all of them (body_energy_root):
//
//      sum over bodies  m |u + s d|^2 + (U + s D) . I^-1 (U + s D)  <=  2 E
//
// u is a body's velocity without rebounds, and u + d the one with all of them; U and U + D are the angular momenta of
// its spins. E is the kinetic energy before the step, plus the work of gravity, force and torque. A body keeps its
// angular momentum while it turns, so the inertia I is that of the body turned to its rotation after the step. As all
// impulses are scaled alike, both momenta are kept.
#include "solid/dynamics/body.h"
#include "solid/dynamics/data.h"

#include <string.h>

// Returns the angular momentum of a spin at the start of the step, in the body's frame after its turn. mass is that of
// the body before the turn.
static vec3d angular_in_turned_frame(const mass_properties *mass, mat3d turned, vec3d spin)
{
    return m3d_unapply(turned, body_inertia(mass, spin));
}

// Returns 2 E of body i, with E as at the top of this file. Its work is that of  force + m gravity  along the
// displacement times `part`, and that of the torque along the turn. `part` is 1, or less for a swept body that is
// stopped. The turn is not scaled, because such a body still makes all of it. Requires that the velocity and spin in
// world->bodies are still those of the start of the step, and that `mass` has the body's rotation at that time.
static double energy_twice(const rim_bodies *world, int i, const mass_properties *mass,
                           const body_step *step, float part)
{
    const rim_body      *body = &world->bodies[i];
    const body_velocity *displacement = &world->displacements[i];
    const float         *linear = displacement->linear, *angular = displacement->angular;
    body_motion          motion = { v3d_from(body->velocity), v3d_from(body->spin) };
    vec3d                moved = { linear[0], linear[1], linear[2] };
    vec3d                turn = { angular[0], angular[1], angular[2] };
    vec3d force = v3d_along(v3d_from(body->force), v3d_from(step->gravity), (double)body->mass);
    return 2.0 * (body_energy_of(mass, motion) + (double)part * v3d_dot(moved, force) +
                  v3d_dot(turn, v3d_from(body->torque)));
}

// Adds a body's share to the coefficients of its island, of which  a s^2 + 2 b s + c  is twice the gain of energy:
//
//      a = m d.d + D.I^-1 D,   b = m u.d + U.I^-1 D,   c = m u.u + U.I^-1 U - 2 E
//
// U and D are the angular momenta of the spin w without rebounds and of its change x by all rebounds. They are in the
// frame of the body after its turn, in which I is diagonal. Requires the velocities of the start of the step in
// world->bodies.
static void add_energy(rebound_energy *island, const rim_bodies *world, int i,
                       const body_step *step, float part)
{
    const body_velocity *before = &world->without_rebounds[i], *after = &world->velocities[i];
    mass_properties      mass = body_mass_properties(&world->bodies[i]);
    mat3d                turned = body_axes(&world->bodies[i], world->turned[i]);
    vec3d                inverse = mass.inverse_inertia; // the diagonal of I^-1 in the body's frame
    double               m = (double)world->bodies[i].mass;
    vec3d                u = { before->linear[0], before->linear[1], before->linear[2] };
    vec3d                w = { before->angular[0], before->angular[1], before->angular[2] };
    vec3d                U = angular_in_turned_frame(&mass, turned, w);
    island->c += m * v3d_length2(u) - energy_twice(world, i, &mass, step, part) +
                 inverse.x * U.x * U.x + inverse.y * U.y * U.y + inverse.z * U.z * U.z;
    if (!body_rebounds(world, i)) return; // d and D are 0
    vec3d d = v3d_sub(v3d(after->linear[0], after->linear[1], after->linear[2]), u);
    vec3d x = v3d_sub(v3d(after->angular[0], after->angular[1], after->angular[2]), w);
    vec3d D = angular_in_turned_frame(&mass, turned, x);
    vec3d spin = { inverse.x * D.x, inverse.y * D.y, inverse.z * D.z }; // I^-1 D
    island->a += m * v3d_length2(d) + v3d_dot(D, spin);
    island->b += m * v3d_dot(u, d) + v3d_dot(U, spin);
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
