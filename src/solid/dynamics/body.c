// The body as a value: making one, asking it.
#include "solid/dynamics/lcp.h"

rim_body rim_body_box(rim_vec3 half, float mass)
{
    double   x = (double)half.x * half.x, y = (double)half.y * half.y, z = (double)half.z * half.z;
    rim_body body = { 0 };
    body.pose = rim_xform3_identity();
    body.half = half;
    body.mass = mass;
    body.inertia = v3d_round(v3d(mass * (y + z) / 3.0, mass * (z + x) / 3.0, mass * (x + y) / 3.0));
    return body;
}

double rim_body_energy(const rim_body *body)
{
    mass_properties matter = body_mass_properties(body);
    body_motion     motion = { v3d_from(body->velocity), v3d_from(body->spin) };
    return body_energy_of(&matter, motion);
}

double rim_body_potential(const rim_body *body, rim_vec3 gravity)
{
    return -(double)body->mass * v3d_dot(v3d_from(gravity), v3d_from(body->pose.position));
}

rim_vec3 rim_body_velocity_at(const rim_body *body, rim_vec3 arm)
{
    return v3d_round(
        v3d_add(v3d_from(body->velocity), v3d_cross(v3d_from(body->spin), v3d_from(arm))));
}
