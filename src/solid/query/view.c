// Shapes as convex points in a pose, and the boxes around them.
#include "base/float.h"
#include "solid/query/pose.h"
#include "solid/query/shape.h"
#include "solid/shape/closest.h"

// --- convex points ------------------------------------------------------------------------------------

// Makes the points of a box: its hull in `room`, and its pose. Returns false for extents that are negative or not finite. A
// box without volume is a set of points without a hull.
static bool shape3_points_of_box(shape3_points *out, shape3_view *room, const rim_obox *box,
                                 const rim_xform3 *pose)
{
    rim_vec3 half = box->half;
    bool     flat = !(half.x > 0.0f && half.y > 0.0f && half.z > 0.0f);
    if (flat && !(half.x >= 0.0f && half.y >= 0.0f && half.z >= 0.0f)) return false;
    if (!((double)half.x + half.y + half.z < INFINITY)) return false;
    out->pose = &box->pose;
    if (!pose3_is_identity(pose))
    {
        room->pose = rim_xform3_mul(*pose, box->pose);
        out->pose = &room->pose;
    }
    hull_box_make(&room->box, half);
    out->convex = &room->box.hull.view;
    if (flat) room->box.hull.view.hull = NULL;
    return true;
}

// Makes the convex points of a shape. Spheres and capsules are one and two points with a radius. `room` may hold the
// result, so it must outlive it.
bool shape3_points_of(shape3_points *out, shape3_view *room, const rim_shape3 *s,
                      const rim_xform3 *pose)
{
    if (s->kind == RIM_SHAPE3_BOX) return shape3_points_of_box(out, room, &s->box, pose);
    out->pose = pose;
    out->convex = &room->convex;
    switch (s->kind)
    {
    case RIM_SHAPE3_SPHERE:
        room->convex = (rim_convex){ &s->sphere.center, 1, s->sphere.radius, NULL };
        return true;
    case RIM_SHAPE3_CAPSULE:
        room->convex = (rim_convex){ &s->capsule.a, 2, s->capsule.radius, NULL };
        return true;
    case RIM_SHAPE3_TRIANGLE:
        room->convex = (rim_convex){ &s->triangle.a, 3, 0.0f, NULL };
        return true;
    case RIM_SHAPE3_POLYGON:
        room->convex = (rim_convex){ s->polygon.points, s->polygon.count, 0.0f, NULL };
        return polygon_has_points(s->polygon);
    case RIM_SHAPE3_HULL:
        RIM_ASSERT(s->hull, "the hull of a shape is NULL");
        if (!s->hull) return false;
        out->convex = &s->hull->view;
        return out->convex->count > 0;
    default:
        return false;
    }
}

bool shape3_view_of(shape3_view *v, const rim_shape3 *s, const rim_xform3 *pose)
{
    shape3_points points;
    if (!shape3_points_of(&points, v, s, pose)) return false;
    v->convex = *points.convex;
    v->pose = *points.pose;
    return true;
}

rim_capsule shape3_capsule_of(const rim_shape3 *s, const rim_xform3 *pose)
{
    rim_capsule room;
    return *pose3_capsule(&room, s, pose);
}

bool shape3_is_finite(const rim_convex *c)
{
    double sum = c->radius;
    for (int i = 0; i < c->count && !c->hull; i++)
        sum += fabs((double)c->points[i].x) + fabs((double)c->points[i].y) +
               fabs((double)c->points[i].z);
    return sum < INFINITY;
}

// --- bounds -------------------------------------------------------------------------------------------

// Rotates every point to the world in doubles and rounds outward.
rim_box3 rim_shape3_bounds(const rim_shape3 *shape, rim_xform3 pose)
{
    rim_box3    box = rim_box3_empty();
    shape3_view v;
    if (shape->kind == RIM_SHAPE3_PLANE)
        return rim_box3_make(rim_vec3_make(-INFINITY, -INFINITY, -INFINITY),
                             rim_vec3_make(INFINITY, INFINITY, INFINITY));
    if (!shape3_view_of(&v, shape, &pose) || !shape3_is_finite(&v.convex)) return box;
    mat3d  turn = m3d_from_quat(v.pose.rotation);
    vec3d  at = v3d_from(v.pose.position);
    double r = v.convex.radius;
    for (int i = 0; i < v.convex.count; i++)
    {
        vec3d    p = v3d_add(m3d_apply(turn, v3d_from(v.convex.points[i])), at);
        rim_vec3 lo =
            rim_vec3_make(float_below(p.x - r), float_below(p.y - r), float_below(p.z - r));
        rim_vec3 hi =
            rim_vec3_make(float_above(p.x + r), float_above(p.y + r), float_above(p.z + r));
        box.lo = rim_vec3_min(box.lo, lo);
        box.hi = rim_vec3_max(box.hi, hi);
    }
    return box;
}
