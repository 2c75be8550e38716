// Template: compiled anew by each file that includes it.
// Walks that list all triangles that touch something at rest.
#ifndef RIM_SOLID_MESH_TRAVERSE_LIST_H
#define RIM_SOLID_MESH_TRAVERSE_LIST_H

#include "solid/mesh/traverse_wide.h"
#include "solid/mesh/traverse_small.h"
#include "solid/mesh/traverse_bvh8.h"

EIGHT_INLINE quad_box quads_of(const rim_box3 *box)
{
    quad_box quads = { quad_of(box->lo.x, box->lo.y, box->lo.z),
                       quad_of(box->hi.x, box->hi.y, box->hi.z) };
    return quads;
}

EIGHT_TARGET static void walk_box(const rim_mesh *mesh, const rim_box3 *box, mesh_belongs *belongs,
                                  const void *shape, mesh_list *list)
{
    leaf_query q = { mesh, quads_of(box), box, belongs, shape, list, belongs != NULL };
    if (mesh->broads)
        walk_broad(&q, leaves_box);
    else
        narrow_box(&q);
}

// The box around a sphere is rounded outward: by 2^-19 of its radius and 2^-20 of the mesh's coordinates. Where the
// sphere's own are larger than these and the radius together it meets nothing; so this is more than 2^-22 of all
// coordinates, which is more than what three roundings, and the exact functions' idea of touching, may take.
EIGHT_TARGET static void walk_sphere(const rim_mesh *mesh, mesh_belongs *belongs,
                                     const rim_sphere *sphere, mesh_list *list)
{
    rim_vec3   c = sphere->center;
    float      r = sphere->radius, size = fabsf(c.x) + fabsf(c.y) + fabsf(c.z) + fabsf(r);
    quad       center = quad_of(c.x, c.y, c.z);
    quad       by = quad_all(r * (1.0f + 0x1p-19f) + mesh->largest * 0x1p-20f);
    leaf_query q = { mesh, { quad_sub(center, by), quad_add(center, by) }, NULL, belongs, sphere,
                     list, !(size + mesh->largest < WITHIN_MOST) };
    if (mesh->broads)
        walk_broad(&q, leaves_sphere);
    else
        narrow_sphere(&q);
}

EIGHT_TARGET static void walk_capsule(const rim_mesh *mesh, const rim_box3 *box,
                                      mesh_belongs *belongs, const rim_capsule *capsule,
                                      mesh_list *list)
{
    leaf_query q = { mesh, quads_of(box), box, belongs, capsule, list, false };
    if (mesh->rows)
        few_capsule(&q);
    else if (mesh->broads)
        walk_broad(&q, leaves_capsule);
    else
        narrow_capsule(&q);
}

#endif
