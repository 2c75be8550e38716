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
// How often pairs are swept in a step at most.
#define SWEEP_ROUNDS 16

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

// Returns the part of a motion of body i that leads to the hit, or 1 if the motion does not lead into it: the body
// stops before the hit by DYNAMICS_SWEPT_GAP of its smallest half extent. A motion of zero is not limited.
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

// Sweeps body i against body k, which rests, along the motion of i less that of k: their displacements times the parts
// so far. The hit is at the same fraction of both motions, so it limits both parts. Returns true if there is one.
static bool sweep_pair(rim_bodies *world, int i, int k)
{
    const body_velocity *by = &world->displacements[i], *less = &world->displacements[k];
    rim_obstacle         other = body_as_obstacle(&world->bodies[k]);
    rim_shape3           core = body_core(&world->bodies[i]);
    float               *parts = world->sorted;
    vec3d motion = v3d_along(v3d_scale(v3d_of(by->linear), (double)parts[i]), v3d_of(less->linear),
                             -(double)parts[k]);
    float part = sweep_core(world, i, &core, v3d_round(motion), &other);
    parts[i] *= part;
    parts[k] *= part;
    return part < 1.0f;
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

// Enlarges the bounds of bodies that impulses of this step have moved out of them, and then finds the pairs again.
// Returns false when out of memory.
static bool follow_impulses(rim_bodies *world, const body_step *step)
{
    bool left = false;
    for (int i = 0; i < world->top; i++)
    {
        body_bounds *b = &world->bounds[i];
        float        slack = b->margin + step->fall + b->moving;
        for (int k = 0; k < 3 && body_is_awake(world, i); k++)
        {
            float d = world->displacements[i].linear[k],
                  go = (&world->bodies[i].velocity.x)[k] * step->dt;
            float over = fmaxf(d - fmaxf(go, 0.0f) - slack, 0.0f),
                  under = fminf(d - fminf(go, 0.0f) + slack, 0.0f);
            (&b->box.hi.x)[k] += over;
            (&b->box.lo.x)[k] += under;
            left = left || over > 0.0f || under < 0.0f;
        }
    }
    return !left || bodies_find_pairs(world);
}

// Limits the parts of swept bodies by the obstacles, and those of both bodies of a pair in which one is swept. A body
// that is stopped may be hit by others that it would have moved ahead of, so pairs are swept until no part changes.
const float *bodies_sweep(rim_bodies *world, const body_step *step)
{
    float *times = world->sorted;
    bool   limited = world->any_swept;
    if (limited && !follow_impulses(world, step)) return NULL;
    for (int i = 0; i < world->top; i++) times[i] = 1.0f;
    for (int i = 0; i < world->top && limited; i++)
        if (is_swept(world, i)) sweep_obstacles(world, i);
    for (int round = 0; round < SWEEP_ROUNDS && limited; round++)
    {
        limited = false;
        for (int i = 0; i < world->pair_count; i++)
        {
            body_pair pair = world->pairs[i];
            if (is_swept(world, pair.a)) limited |= sweep_pair(world, pair.a, pair.b);
            if (is_swept(world, pair.b)) limited |= sweep_pair(world, pair.b, pair.a);
        }
    }
    return times;
}
