// Adds shapes of known kinds to a list of obstacles.
#ifndef TESTS_SUPPORT_OBSTACLES_H
#define TESTS_SUPPORT_OBSTACLES_H

#include "rimcast/bodies.h"
#include "rimcast/obstacles.h"
#include "solid/dynamics/obstacles.h"

static inline rim_status obstacles_add_shape(rim_obstacles *list, const rim_shape3 *shape,
                                             rim_xform3 pose, rim_handle *out)
{
    rim_obstacle it = { .shape = *shape, .pose = pose };
    return rim_obstacles_add(list, &it, out);
}

static inline rim_status obstacles_add_sphere(rim_obstacles *list, rim_sphere sphere,
                                              rim_handle *out)
{
    rim_shape3 shape = (rim_shape3){ RIM_SHAPE3_SPHERE, .sphere = sphere };
    return obstacles_add_shape(list, &shape, rim_xform3_identity(), out);
}

static inline rim_status obstacles_add_capsule(rim_obstacles *list, rim_capsule capsule,
                                               rim_handle *out)
{
    rim_shape3 shape = (rim_shape3){ RIM_SHAPE3_CAPSULE, .capsule = capsule };
    return obstacles_add_shape(list, &shape, rim_xform3_identity(), out);
}

static inline rim_status obstacles_add_box(rim_obstacles *list, rim_obox box, rim_handle *out)
{
    rim_shape3 shape = (rim_shape3){ RIM_SHAPE3_BOX, .box = box };
    return obstacles_add_shape(list, &shape, rim_xform3_identity(), out);
}

static inline rim_status obstacles_add_hull(rim_obstacles *list, const rim_hull *hull,
                                            rim_xform3 pose, rim_handle *out)
{
    rim_shape3 shape = (rim_shape3){ RIM_SHAPE3_HULL, .hull = hull };
    return obstacles_add_shape(list, &shape, pose, out);
}

static inline rim_status obstacles_add_plane(rim_obstacles *list, rim_plane plane, rim_handle *out)
{
    rim_shape3 shape = (rim_shape3){ RIM_SHAPE3_PLANE, .plane = plane };
    return obstacles_add_shape(list, &shape, rim_xform3_identity(), out);
}

static inline rim_status obstacles_add_mesh(rim_obstacles *list, const rim_mesh *mesh,
                                            rim_handle *out)
{
    rim_obstacle it = { .mesh = mesh };
    return rim_obstacles_add(list, &it, out);
}

// Returns the touches of a box: as obstacles_find, planes too.
static inline int box_touches(const rim_obstacles *list, rim_obox box, float reach, float flat,
                              obstacle_touch *out, int capacity)
{
    rim_body   body = { .pose = box.pose, .half = box.half };
    rim_shape3 shape = { RIM_SHAPE3_BOX, .box = { rim_xform3_identity(), box.half } };
    rim_box3   bounds = rim_shape3_bounds(&shape, box.pose);
    rim_vec3   margin = rim_vec3_make(1.001f * reach, 1.001f * reach, 1.001f * reach);
    bounds.lo = rim_vec3_sub(bounds.lo, margin);
    bounds.hi = rim_vec3_add(bounds.hi, margin);
    return obstacles_find(list, &body, bounds, reach, flat, out, capacity);
}

// Returns the body in a slot, NULL if there is none.
static inline const rim_body *bodies_at(const rim_bodies *world, int slot)
{
    rim_bodies_state all = rim_bodies_read(world);
    return slot >= 0 && slot < all.slots && all.bodies[slot].mass > 0.0f ? &all.bodies[slot] : NULL;
}

static inline void bodies_remove_at(rim_bodies *world, int slot)
{
    const rim_body *body = bodies_at(world, slot);
    if (body) rim_bodies_remove(world, body->handle);
}

static inline rim_status bodies_set_at(rim_bodies *world, int slot, const rim_body *body)
{
    const rim_body *there = bodies_at(world, slot);
    return there ? rim_bodies_set(world, there->handle, body) : RIM_ERR_ARGUMENT;
}

static inline int bodies_awake(const rim_bodies *world)
{
    rim_bodies_state all = rim_bodies_read(world);
    int              awake = 0;
    for (int i = 0; i < all.slots; i++) awake += all.bodies[i].mass > 0.0f && !all.bodies[i].asleep;
    return awake;
}

static inline double bodies_energy(const rim_bodies *world)
{
    rim_bodies_state all = rim_bodies_read(world);
    double           sum = 0.0;
    for (int i = 0; i < all.slots; i++)
        if (all.bodies[i].mass > 0.0f) sum += rim_body_energy(&all.bodies[i]);
    return sum;
}

#endif
