// Continuous collision of swept bodies: they stop where they would pass through something within a step.
//
// The core of a body, half its size, is swept along the displacement that the solver computed; contacts handle the rest
// in the next step. Bodies that touch or overlap something are not held by the sweep, because their cores do neither.
#include "solid/dynamics/body.h"
#include "solid/dynamics/data.h"
#include "solid/dynamics/obstacles.h"

#include <math.h>

// The size of a core as a fraction of its body's.
#define CORE_SIZE 0.5f

static rim_shape3 body_box(const rim_body *body, float size)
{
    return (rim_shape3){ RIM_SHAPE3_BOX,
                         .box = { rim_xform3_identity(), rim_vec3_scale(body->half, size) } };
}

// Returns the distance from the center of mass to the nearest face of a hull that has this pose in the body's frame,
// whose origin is the center of mass; 0 if the center is outside.
static float inner_radius(const rim_hull *hull, rim_xform3 pose)
{
    rim_vec3 center = rim_xform3_apply(rim_xform3_inverse(pose), rim_vec3_make(0.0f, 0.0f, 0.0f));
    float    least = INFINITY;
    for (int i = 0; i < rim_hull_read(hull).face_count; i++)
    {
        rim_plane face = rim_hull_face_at(hull, i).plane;
        float     inside = face.offset - rim_vec3_dot(face.normal, center);
        least = inside < least ? inside : least;
    }
    return least > 0.0f ? least : 0.0f;
}

// Returns the body at CORE_SIZE, in its own frame: a box, a capsule, which may be a point, or for a hull a ball inside it.
static rim_shape3 body_core(const rim_body *body)
{
    rim_shape3_kind kind = body->shape.kind;
    rim_capsule     c = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f }, 0.0f };
    if (kind == RIM_SHAPE3_NONE) return body_box(body, CORE_SIZE);
    if (kind == RIM_SHAPE3_HULL)
        c.radius = inner_radius(body->shape.hull, body->shape_pose);
    else
        c = *pose3_capsule(&c, &body->shape, &body->shape_pose);
    c.a = rim_vec3_scale(c.a, CORE_SIZE);
    c.b = rim_vec3_scale(c.b, CORE_SIZE);
    c.radius *= CORE_SIZE;
    return (rim_shape3){ RIM_SHAPE3_CAPSULE, .capsule = c };
}

rim_obstacle body_as_obstacle(const rim_body *body)
{
    bool       box = body->shape.kind == RIM_SHAPE3_NONE;
    rim_shape3 shape = box ? body_box(body, 1.0f) : body->shape;
    return (rim_obstacle){ shape, rim_body_shape_pose(body), NULL, body->filter, NULL };
}

// Returns the part of a motion of body i that leads to the hit, or 1 if the motion does not lead into it: the body stops
// before the hit by DYNAMICS_SWEPT_GAP of its smallest half extent. A motion of zero is not limited.
static float part_until(const rim_bodies *world, int i, rim_vec3 motion, const rim_hit3 *hit)
{
    float length = rim_vec3_length(motion);
    float before = hit->t - DYNAMICS_SWEPT_GAP * world->frames[i].least_half / length;
    if (!hit->hit || rim_vec3_dot(motion, hit->normal) >= 0.0f) return 1.0f;
    return fmaxf(before, 0.0f);
}

// Sweeps the core of body i by a motion against another body or an obstacle. Returns the part that it may move.
static float sweep_core(const rim_bodies *world, int i, const rim_shape3 *core, rim_vec3 motion,
                        const rim_obstacle *other)
{
    const rim_body *a = &world->bodies[i];
    rim_hit3        hit = obstacle_sweep(other, core, a->pose, motion);
    float           part = part_until(world, i, motion, &hit);
    if (!other->mesh) return part;
    // A core that overlaps one triangle may be moved out of it through the next one; its center passes through neither.
    hit = obstacle_sweep(other, NULL, a->pose, motion);
    return fminf(part, part_until(world, i, motion, &hit));
}

// Sweeps body i against body k, which rests, along the displacement of i less that of k. The hit is at the same fraction
// of both displacements, so it limits the parts of both.
static void sweep_pair(rim_bodies *world, int i, int k)
{
    const body_velocity *by = &world->displacements[i], *less = &world->displacements[k];
    rim_obstacle         other = body_as_obstacle(&world->bodies[k]);
    rim_shape3           core = body_core(&world->bodies[i]);
    vec3d                motion = v3d_sub(v3d_of(by->linear), v3d_of(less->linear));
    float *parts = world->sorted, part = sweep_core(world, i, &core, v3d_round(motion), &other);
    parts[i] = fminf(parts[i], part);
    parts[k] = fminf(parts[k], part);
}

// Sweeps body i along its displacement against the obstacles near this motion.
static void sweep_obstacles(rim_bodies *world, int i)
{
    const rim_obstacles *list = world->obstacles;
    const rim_body      *a = &world->bodies[i];
    rim_shape3           core = body_core(a);
    rim_vec3             motion = v3d_round(v3d_of(world->displacements[i].linear));
    rim_xform3           end = { rim_vec3_add(a->pose.position, motion), a->pose.rotation };
    // Impulses within the step may have moved the body out of its bounds.
    rim_box3             box = rim_box3_union(world->bounds[i].box, rim_shape3_bounds(&core, end));
    box_tree_walk        walk = box_tree_overlaps(list->tree, box);
    for (int leaf; (leaf = box_tree_walk_next(&walk)) != BOX_TREE_END;)
    {
        const rim_obstacle *other = &list->items[box_tree_item(list->tree, leaf)].given;
        if (filters_collide(a->filter, other->filter))
            world->sorted[i] = fminf(world->sorted[i], sweep_core(world, i, &core, motion, other));
    }
}

// Returns true if a body is swept: it has the option and is awake. Bodies at rest are swept, too, because others may
// pass through them, and slow ones, because a body that was stopped deep in a thin wall could creep through it.
static bool is_swept(const rim_bodies *world, int i)
{
    return world->bodies[i].swept && body_is_awake(world, i);
}

// Sets the parts to 1. Then limits those of swept bodies by the obstacles, and those of both bodies of a pair in which
// one is swept.
const float *bodies_sweep(rim_bodies *world)
{
    float *times = world->sorted;
    for (int i = 0; i < world->top; i++) times[i] = 1.0f;
    if (!world->any_swept) return times;
    for (int i = 0; i < world->top; i++)
        if (is_swept(world, i)) sweep_obstacles(world, i);
    for (int i = 0; i < world->pair_count; i++)
    {
        body_pair pair = world->pairs[i];
        if (is_swept(world, pair.a)) sweep_pair(world, pair.a, pair.b);
        if (is_swept(world, pair.b)) sweep_pair(world, pair.b, pair.a);
    }
    return times;
}
