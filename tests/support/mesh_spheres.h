// Spheres against meshes, as the capsules that they are.
#ifndef RIM_TESTS_SUPPORT_MESH_SPHERES_H
#define RIM_TESTS_SUPPORT_MESH_SPHERES_H

#include "solid/mesh/query.h"

static inline rim_capsule capsule_of_sphere(rim_sphere s)
{
    rim_capsule capsule = { s.center, s.center, s.radius };
    return capsule;
}

static inline int mesh_overlaps_sphere(const rim_mesh *mesh, rim_sphere s, int *out, int capacity)
{
    return mesh_overlaps_capsule(mesh, capsule_of_sphere(s), out, capacity);
}

static inline int mesh_contacts_sphere(const rim_mesh *mesh, rim_sphere s, rim_side side,
                                       rim_mesh_contact *out, int capacity)
{
    return mesh_contacts_capsule(mesh, capsule_of_sphere(s), side, out, capacity);
}

static inline rim_hit3 mesh_sweep_sphere(const rim_mesh *mesh, rim_sphere s, rim_vec3 delta,
                                         rim_side side)
{
    return mesh_sweep_capsule(mesh, capsule_of_sphere(s), delta, side);
}

#endif
