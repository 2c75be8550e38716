// Points, spheres and capsules in poses.
#ifndef RIM_SOLID_QUERY_POSE_H
#define RIM_SOLID_QUERY_POSE_H

#include "base/vec3d.h"
#include "rimcast/shape3.h"

// Returns true if a pose leaves points as they are: the identity, and a zeroed pose.
static inline bool pose3_is_identity(const rim_xform3 *pose)
{
    rim_vec3 p = pose->position;
    rim_quat q = pose->rotation;
    float    moved = fabsf(p.x) + fabsf(p.y) + fabsf(p.z);
    float    turned = fabsf(q.x) + fabsf(q.y) + fabsf(q.z);
    return moved + turned == 0.0f && fabsf(q.w) < INFINITY;
}

// The axes and the origin of a pose.
typedef struct pose3_frame
{
    mat3d turn;
    vec3d at;
} pose3_frame;

static inline pose3_frame pose3_frame_of(const rim_xform3 *pose)
{
    pose3_frame frame = { m3d_from_quat(pose->rotation), v3d_from(pose->position) };
    return frame;
}

static inline vec3d pose3_apply(const pose3_frame *frame, rim_vec3 p)
{
    return v3d_add(m3d_apply(frame->turn, v3d_from(p)), frame->at);
}

static inline vec3d pose3_unapply(const pose3_frame *frame, vec3d p)
{
    return m3d_unapply(frame->turn, v3d_sub(p, frame->at));
}

// Returns a point of the frame in the world, rounded to float.
static inline rim_vec3 pose3_out(const pose3_frame *frame, rim_vec3 p)
{
    return v3d_round(pose3_apply(frame, p));
}

// Returns a direction of the frame in the world, rounded to float.
static inline rim_vec3 pose3_turn_out(const pose3_frame *frame, rim_vec3 v)
{
    return v3d_round(m3d_apply(frame->turn, v3d_from(v)));
}

// Returns a point of one frame in another, rounded to float.
static inline rim_vec3 pose3_between(const pose3_frame *from, const pose3_frame *to, rim_vec3 p)
{
    return v3d_round(pose3_unapply(to, pose3_apply(from, p)));
}

// Returns a sphere or capsule as a capsule of the world, rounded to float: the shape's own, or one made in *room.
static inline const rim_capsule *pose3_capsule(rim_capsule *room, const rim_shape3 *s,
                                               const rim_xform3 *pose)
{
    bool sphere = s->kind == RIM_SHAPE3_SPHERE, stays = pose3_is_identity(pose);
    if (stays && !sphere) return &s->capsule;
    rim_vec3 a = sphere ? s->sphere.center : s->capsule.a, b = sphere ? a : s->capsule.b;
    if (!stays)
    {
        pose3_frame frame = pose3_frame_of(pose);
        a = pose3_out(&frame, a);
        b = sphere ? a : pose3_out(&frame, b);
    }
    room->a = a;
    room->b = b;
    room->radius = sphere ? s->sphere.radius : s->capsule.radius;
    return room;
}

#endif
