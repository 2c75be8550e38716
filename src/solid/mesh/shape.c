// Any shape against a mesh: by the query for its kind.
#include "solid/mesh/query.h"
#include "solid/query/shape.h"

static bool mesh_shape_is_round(const rim_shape3 *shape)
{
    return shape->kind == RIM_SHAPE3_SPHERE || shape->kind == RIM_SHAPE3_CAPSULE;
}

static rim_sphere mesh_sphere_of(rim_capsule c)
{
    rim_sphere sphere = { c.a, c.radius };
    return sphere;
}

static bool mesh_is_turned(rim_quat q)
{
    return q.x != 0.0f || q.y != 0.0f || q.z != 0.0f || !(fabsf(q.w) < INFINITY);
}

int rim_mesh_overlaps(const rim_mesh *mesh, const rim_shape3 *shape, rim_xform3 pose,
                      int *triangles, int capacity)
{
    shape3_view v;
    if (mesh_shape_is_round(shape))
    {
        rim_capsule c = shape3_capsule_of(shape, &pose);
        if (shape->kind == RIM_SHAPE3_CAPSULE)
            return mesh_overlaps_capsule(mesh, c, triangles, capacity);
        return mesh_overlaps_sphere(mesh, mesh_sphere_of(c), triangles, capacity);
    }
    if (!shape3_view_of(&v, shape, &pose)) return 0;
    if (shape->kind == RIM_SHAPE3_BOX && !mesh_is_turned(v.pose.rotation))
    {
        rim_vec3 center = v.pose.position, half = shape->box.half;
        rim_box3 box = { rim_vec3_sub(center, half), rim_vec3_add(center, half) };
        return mesh_overlaps_box3(mesh, box, triangles, capacity);
    }
    return mesh_overlaps_convex(mesh, v.convex, v.pose, triangles, capacity);
}

int rim_mesh_contacts(const rim_mesh *mesh, const rim_shape3 *shape, rim_xform3 pose, rim_side side,
                      rim_mesh_contact *out, int capacity)
{
    shape3_view v;
    if (mesh_shape_is_round(shape))
    {
        rim_capsule c = shape3_capsule_of(shape, &pose);
        if (shape->kind == RIM_SHAPE3_CAPSULE)
            return mesh_contacts_capsule(mesh, c, side, out, capacity);
        return mesh_contacts_sphere(mesh, mesh_sphere_of(c), side, out, capacity);
    }
    if (!shape3_view_of(&v, shape, &pose)) return 0;
    return mesh_contacts_convex(mesh, v.convex, v.pose, side, out, capacity);
}

rim_hit3 rim_mesh_sweep(const rim_mesh *mesh, const rim_shape3 *shape, rim_xform3 pose,
                        rim_vec3 delta, rim_side side)
{
    rim_hit3    none = { .t = 1.0f };
    shape3_view v;
    if (mesh_shape_is_round(shape))
    {
        rim_capsule c = shape3_capsule_of(shape, &pose);
        if (shape->kind == RIM_SHAPE3_CAPSULE) return mesh_sweep_capsule(mesh, c, delta, side);
        return mesh_sweep_sphere(mesh, mesh_sphere_of(c), delta, side);
    }
    if (!shape3_view_of(&v, shape, &pose)) return none;
    return mesh_sweep_convex(mesh, v.convex, v.pose, delta, side);
}
