// Rays.
#include "base/float.h"
#include "rimcast/shape3_ray.h"
#include "solid/mesh/query.h"

bool mesh_ray_is_ordinary(const rim_mesh *mesh, const rim_ray3 *ray)
{
    double size = core_length1(ray->origin) + core_length1(ray->delta);
    return mesh->largest < MESH_ORDINARY && size < (double)MESH_ORDINARY;
}

// --- the first --------------------------------------------------------------------------------------------

rim_hit3 mesh_raycast_each(const rim_mesh *mesh, const rim_ray3 *ray, rim_side side)
{
    rim_hit3 best = { .t = 1.0f };
    if (!vec3_is_finite(ray->origin) || !vec3_is_finite(ray->delta)) return best;
    for (int i = 0; i < mesh->count; i++)
    {
        rim_triangle t = rim_mesh_triangle(mesh, i);
        rim_hit3     hit = rim_triangle_raycast(&t, *ray, side);
        if (!hit.hit || (best.hit && !(hit.t < best.t))) continue;
        best = hit;
        best.item = i;
    }
    return best;
}

rim_hit3 rim_mesh_raycast(const rim_mesh *mesh, rim_ray3 ray, rim_side side)
{
    return mesh->kernels->raycast(mesh, &ray, side);
}

bool rim_mesh_raycast_any(const rim_mesh *mesh, rim_ray3 ray, rim_side side)
{
    return mesh->kernels->any(mesh, &ray, side);
}

// --- all along a ray ----------------------------------------------------------------------------------

typedef struct all_hits
{
    mesh_visitor visitor;
    rim_ray3     ray;
    rim_side     side;
    rim_hit3    *out;
    int          capacity, count;
} all_hits;

static bool mesh_ray_is_before(const rim_hit3 *a, const rim_hit3 *b)
{
    return a->t != b->t ? a->t < b->t : a->item < b->item;
}

static bool all_meet(mesh_visitor *visitor, mesh_motion *motion, const rim_triangle *t, int number)
{
    (void)motion;
    all_hits *all = (all_hits *)(void *)visitor;
    rim_hit3  hit = rim_triangle_raycast(t, all->ray, all->side);
    if (!hit.hit) return true;
    hit.item = number;
    // Kept in order; what falls off the end is counted only.
    int held = all->count < all->capacity ? all->count : all->capacity;
    all->count++;
    int at = held;
    while (at > 0 && mesh_ray_is_before(&hit, &all->out[at - 1])) at--;
    if (at >= all->capacity) return true;
    int last = held < all->capacity ? held : all->capacity - 1;
    for (int i = last; i > at; i--) all->out[i] = all->out[i - 1];
    all->out[at] = hit;
    return true;
}

int rim_mesh_raycast_all(const rim_mesh *mesh, rim_ray3 ray, rim_side side, rim_hit3 *out,
                         int capacity)
{
    all_hits all = { { all_meet }, ray, side, out, capacity, 0 };
    if (!vec3_is_finite(ray.origin) || !vec3_is_finite(ray.delta)) return 0;
    if (mesh_ray_is_ordinary(mesh, &ray))
        mesh->kernels->ray(mesh, ray, NULL, &all.visitor);
    else
        for (int i = 0; i < mesh->count; i++)
        {
            rim_triangle t = rim_mesh_triangle(mesh, i);
            all_meet(&all.visitor, NULL, &t, i);
        }
    return all.count;
}
