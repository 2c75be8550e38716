// Rays against any shape. Spheres and capsules are swept by a point, faces are tested in their own frame, solids by
// their half-spaces.
#include "base/float.h"
#include "solid/query/gjk.h"
#include "solid/query/shape.h"

// The part of a ray's line in the half-spaces of a body: from the last that it enters to the first that it leaves
// (Cyrus and Beck, "Generalized two- and three-dimensional clipping", 1978).
typedef struct shape3_span
{
    vec3d  o, d;    // the ray's origin and delta, in the hull's axes about its center
    double enter;   // the fraction of d at the last entry
    double leave;   // the fraction of d at the first exit
    double near;    // a height of at most this is 0
    double inside;  // the least depth of o in a half-space; negative if o is not in all
    int    entered; // the half-space that is entered last
    int    nearest; // the half-space in which o is least deep
    bool   missed;  // the line is parallel to a plane, and not behind it
} shape3_span;

// Cuts the line by half-space i,  n . p <= offset.  Along the ray the height over its plane is  height + t speed,  which is
// 0 at  t = height / -speed.  The line enters at a falling height, and the last entry counts; it leaves at a rising one,
// and the first exit counts. A start on the plane, to within rounding, counts as exactly there.
static void shape3_span_cut(shape3_span *s, int i, vec3d n, double offset)
{
    double height = v3d_dot(n, s->o) - offset, speed = v3d_dot(n, s->d);
    if (fabs(height) <= s->near) height = 0.0;
    if (-height < s->inside)
    {
        s->inside = -height;
        s->nearest = i;
    }
    if (speed == 0.0)
        s->missed = s->missed || height >= 0.0;
    else if (speed < 0.0 && height / -speed > s->enter)
    {
        s->enter = height / -speed;
        s->entered = i;
    }
    else if (speed > 0.0 && height / -speed < s->leave)
        s->leave = height / -speed;
}

// Returns the outward normal of half-space i in the hull's frame. Boxes made for one query have no list of half-spaces:
// i is a face of theirs.
static vec3d shape3_space_normal(const rim_hull *hull, int i)
{
    return hull->space_count ? v3d(hull->px[i], hull->py[i], hull->pz[i]) : hull->planes[i].normal;
}

// Returns the hit of a ray, in the world, with a hull in a pose. The hit is at the last entry, if that is before the
// first exit. A ray that starts inside hits at t = 0, with the depth and the normal of the half-space in which it is
// least deep. `thin` is set for hulls without volume, where entry and exit may coincide. The half-spaces at the sides
// of a flat hull have no face of their own; face 0 is returned for them.
static rim_hit3 shape3_hull_raycast(const rim_hull *hull, const rim_xform3 *pose, rim_ray3 ray,
                                    bool thin)
{
    rim_hit3    hit = { .t = 1.0f };
    pose3_frame frame = pose3_frame_of(pose);
    shape3_span s = { .enter = -INFINITY, .leave = INFINITY, .inside = INFINITY };
    int         count = hull->space_count ? hull->space_count : hull->face_count;
    s.near = RAY_TOUCHING * hull->largest;
    s.d = m3d_unapply(frame.turn, v3d_from(ray.delta));
    s.o = v3d_sub(pose3_unapply(&frame, v3d_from(ray.origin)), v3d_from(hull->center));
    if (!float_is_finite(v3d_length2(s.o)) || !float_is_finite(v3d_length2(s.d))) return hit;
    for (int i = 0; i < count && !s.missed; i++)
        shape3_span_cut(&s, i, shape3_space_normal(hull, i),
                        hull->space_count ? hull->pd[i] : hull_plane_offset(hull, i));
    bool inside = s.inside > 0.0 && !s.missed;
    bool passes = s.enter < s.leave || (thin && s.enter == s.leave);
    if (!inside && (s.missed || !passes || !(s.enter >= 0.0 && s.enter <= 1.0))) return hit;
    int    face = inside ? s.nearest : s.entered;
    double t = inside ? 0.0 : s.enter;
    hit.hit = true;
    hit.start_overlap = inside;
    hit.t = (float)t;
    hit.depth = inside ? float_saturate(s.inside) : 0.0f;
    hit.normal = hit.face_normal =
        v3d_round(m3d_apply(frame.turn, shape3_space_normal(hull, face)));
    hit.point = v3d_round(v3d_along(v3d_from(ray.origin), v3d_from(ray.delta), t));
    hit.mover = (rim_feature){ RIM_FEATURE_VERTEX, 0 };
    hit.other = (rim_feature){ RIM_FEATURE_FACE, face < hull->face_count ? face : 0 };
    return hit;
}

// Returns the hit of a ray, in the world, with a triangle or polygon in a pose, from either side. The ray is moved to the
// face's frame and rounded to float there, and the hit is moved back; the normal of the hit is that of the face. For the
// identity the answer is that of rim_triangle_raycast or rim_polygon3_raycast, bit for bit.
static rim_hit3 shape3_face_raycast(rim_polygon3 polygon, const rim_xform3 *pose, rim_ray3 ray)
{
    bool        identity = pose3_is_identity(pose);
    pose3_frame frame = pose3_frame_of(pose);
    if (!identity)
    {
        ray.origin = v3d_round(pose3_unapply(&frame, v3d_from(ray.origin)));
        ray.delta = v3d_round(m3d_unapply(frame.turn, v3d_from(ray.delta)));
    }
    rim_hit3 hit = rim_polygon3_raycast(polygon, ray, RIM_SIDE_BOTH);
    if (identity || !hit.hit) return hit;
    hit.point = pose3_out(&frame, hit.point);
    hit.normal = hit.face_normal = pose3_turn_out(&frame, hit.normal);
    return hit;
}

// Returns the hit of a ray with a shape, by a method for each kind. Spheres, capsules and planes are hit by a point that
// moves along the ray. Hulls and boxes of fewer than two dimensions are not hit.
rim_hit3 rim_shape3_raycast(const rim_shape3 *shape, rim_xform3 pose, rim_ray3 ray)
{
    rim_hit3        none = { .t = 1.0f };
    rim_capsule     point = { ray.origin, ray.origin, 0.0f }, room;
    shape3_view     v;
    rim_shape3      origin = { .kind = RIM_SHAPE3_SPHERE, .sphere.center = ray.origin };
    const rim_vec3 *half = &shape->box.half;
    switch (shape->kind)
    {
    case RIM_SHAPE3_SPHERE:
    case RIM_SHAPE3_CAPSULE:
        return round_sweep(&point, ray.delta, pose3_capsule(&room, shape, &pose));
    case RIM_SHAPE3_TRIANGLE:
        return shape3_face_raycast(polygon_of_triangle(&shape->triangle), &pose, ray);
    case RIM_SHAPE3_POLYGON:
        return shape3_face_raycast(shape->polygon, &pose, ray);
    case RIM_SHAPE3_BOX:
        if ((half->x > 0.0f) + (half->y > 0.0f) + (half->z > 0.0f) < 2) return none;
        if (!shape3_view_of(&v, shape, &pose)) return none;
        return shape3_hull_raycast(&v.box.hull, &v.pose, ray, v.convex.hull == NULL);
    case RIM_SHAPE3_HULL:
        RIM_ASSERT(shape->hull, "the hull of a shape is NULL");
        if (!shape->hull || shape->hull->kind < RIM_HULL_FLAT) return none;
        return shape3_hull_raycast(shape->hull, &pose, ray, shape->hull->kind == RIM_HULL_FLAT);
    case RIM_SHAPE3_PLANE:
        return shape3_plane_sweep(&origin, &(rim_xform3){ 0 }, ray.delta, shape, &pose);
    default:
        return none;
    }
}
