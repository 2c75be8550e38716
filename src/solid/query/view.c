// Shapes as convex points in a pose, and the boxes around them.
#include "base/float.h"
#include "base/quatd.h"
#include "solid/query/gjk.h"
#include "solid/query/shape.h"

#include <stddef.h>

// --- boxes ---------------------------------------------------------------------------------------------

// Corner i is on the upper side of x, y and z if bit 0, 1 and 2 of i is set. Face f is perpendicular to axis f / 2, on its
// upper side if f is odd. Half-edge h leads from loops[h] to the next corner of face h / 4.
static const int32_t       BOX_STARTS[7] = { 0, 4, 8, 12, 16, 20, 24 };
static const int32_t       BOX_LOOPS[24] = { 0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4,
                                             2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6 };
static const int32_t       BOX_FACES_OF[24] = { 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2,
                                                3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5 };
static const int32_t       BOX_EDGES_OF[24] = { 8,  6, 10, 4, 5, 11, 7, 9, 0, 9, 2, 8,
                                                10, 3, 11, 1, 4, 1,  5, 0, 2, 7, 3, 6 };
static const rim_hull_edge BOX_EDGES[12] = { { 0, 1, 2, 4 }, { 2, 3, 4, 3 }, { 4, 5, 5, 2 },
                                             { 6, 7, 3, 5 }, { 0, 2, 4, 0 }, { 1, 3, 1, 4 },
                                             { 4, 6, 0, 5 }, { 5, 7, 5, 1 }, { 0, 4, 0, 2 },
                                             { 1, 5, 2, 1 }, { 2, 6, 3, 0 }, { 3, 7, 1, 3 } };
static const int32_t       BOX_NEIGHBOR_STARTS[9] = { 0, 3, 6, 9, 12, 15, 18, 21, 24 };
static const int32_t       BOX_NEIGHBOR_EDGES[24] = { 8, 4, 0, 5, 9, 0, 4,  10, 1, 11, 5,  1,
                                                      6, 8, 2, 9, 7, 2, 10, 6,  3, 7,  11, 3 };

// The normals; hull_plane_offset has the offsets.
static const hull_plane BOX_PLANES[6] = { { { -1.0, 0.0, 0.0 }, 0.0 }, { { 1.0, 0.0, 0.0 }, 0.0 },
                                          { { 0.0, -1.0, 0.0 }, 0.0 }, { { 0.0, 1.0, 0.0 }, 0.0 },
                                          { { 0.0, 0.0, -1.0 }, 0.0 }, { { 0.0, 0.0, 1.0 }, 0.0 } };

// What all boxes share, up to `bounds`. A hull's arrays are never written after its creation.
static const rim_hull BOX = { .view = { .count = 8 },
                              .kind = RIM_HULL_SOLID,
                              .corner_count = 8,
                              .edge_count = 12,
                              .face_count = 6,
                              .padded_corners = 8,
                              .neighbor_starts = (int32_t *)BOX_NEIGHBOR_STARTS,
                              .neighbor_edges = (int32_t *)BOX_NEIGHBOR_EDGES,
                              .starts = (int32_t *)BOX_STARTS,
                              .loops = (int32_t *)BOX_LOOPS,
                              .faces_of = (int32_t *)BOX_FACES_OF,
                              .edges_of = (int32_t *)BOX_EDGES_OF,
                              .half_edge_count = 24,
                              .edges = (rim_hull_edge *)BOX_EDGES,
                              .planes = (hull_plane *)BOX_PLANES,
                              .box_up = { 0xaa, 0xcc, 0xf0 } };

// See shape.h. Copies the constant part and writes what depends on the extents.
void hull_box_make(hull_box *out, rim_vec3 half)
{
    rim_hull *hull = &out->hull;
    float     wider = half.x > half.y ? half.x : half.y;
    memcpy(hull, &BOX, offsetof(rim_hull, bounds));
    hull->largest = half.z > wider ? half.z : wider;
    hull->bounds = rim_box3_make(rim_vec3_negate(half), half);
    hull->view.points = hull->corners = out->corners;
    hull->view.hull = hull;
    hull->x = out->x;
    hull->y = out->y;
    hull->z = out->z;
    for (int i = 0; i < 8; i++)
    {
        out->x[i] = i & 1 ? half.x : -half.x;
        out->y[i] = i & 2 ? half.y : -half.y;
        out->z[i] = i & 4 ? half.z : -half.z;
        out->corners[i] = rim_vec3_make(out->x[i], out->y[i], out->z[i]);
    }
}

// --- convex points ------------------------------------------------------------------------------------

// Makes the view of a box. The pose of the points is the product of the caller's and the box's own, or the other one if
// either of them is the identity. The rotations, which may have any length, are multiplied in double.
static bool view_box(shape3_view *v, const rim_obox *box)
{
    rim_vec3 half = box->half;
    double   sum = (double)half.x + half.y + half.z;
    if (!(half.x >= 0.0f && half.y >= 0.0f && half.z >= 0.0f && sum < INFINITY)) return false;
    if (pose3_is_identity(&v->pose))
        v->pose = box->pose;
    else if (!pose3_is_identity(&box->pose))
        v->pose = rim_xform3_make(
            rim_xform3_apply(v->pose, box->pose.position),
            quatd_round(quatd_mul(quatd_of(v->pose.rotation), quatd_of(box->pose.rotation))));
    hull_box_make(&v->box, half);
    v->convex = v->box.hull.view;
    if (half.x == 0.0f || half.y == 0.0f || half.z == 0.0f) v->convex.hull = NULL;
    return true;
}

bool shape3_view_of(shape3_view *v, const rim_shape3 *s, const rim_xform3 *pose)
{
    v->pose = *pose;
    switch (s->kind)
    {
    case RIM_SHAPE3_SPHERE:
        v->convex = (rim_convex){ &s->sphere.center, 1, s->sphere.radius, NULL };
        return true;
    case RIM_SHAPE3_CAPSULE:
        v->convex = (rim_convex){ &s->capsule.a, 2, s->capsule.radius, NULL };
        return true;
    case RIM_SHAPE3_BOX:
        return view_box(v, &s->box);
    case RIM_SHAPE3_TRIANGLE:
        v->convex = gjk_triangle(&s->triangle);
        return true;
    case RIM_SHAPE3_POLYGON:
        v->convex = (rim_convex){ s->polygon.points, s->polygon.count, 0.0f, NULL };
        return polygon_has_points(s->polygon);
    case RIM_SHAPE3_HULL:
        RIM_ASSERT(s->hull, "the hull of a shape is NULL");
        if (!s->hull) return false;
        v->convex = s->hull->view;
        return v->convex.count > 0;
    default:
        return false;
    }
}

// See shape.h. The sum of the magnitudes is NaN or infinite if one is, and a negative infinite radius gives -INFINITY
// or NaN.
bool convex_is_finite(const rim_convex *c)
{
    double sum = c->radius;
    for (int i = 0; i < c->count && !c->hull; i++) sum += vec3_magnitude(c->points[i]);
    return sum < INFINITY;
}

// --- bounds -------------------------------------------------------------------------------------------

// Returns the bounds of convex points in a frame: rotates every point in doubles, adds the radius and rounds outward.
static rim_box3 bounds_in_frame(const rim_convex *c, const pose3_frame *frame)
{
    rim_box3 box = rim_box3_empty();
    for (int i = 0; i < c->count; i++)
    {
        vec3d p = pose3_apply(frame, c->points[i]);
        box = rim_box3_union(box, v3d_box_around(p, p, c->radius));
    }
    return box;
}

rim_box3 shape3_view_bounds(const shape3_view *v)
{
    if (!convex_is_finite(&v->convex) || !pose_is_finite(v->pose)) return rim_box3_empty();
    pose3_frame frame = pose3_frame_of(&v->pose);
    return bounds_in_frame(&v->convex, &frame);
}

// A box is bounded twice: in the product of its poses rounded to float, which queries use, and in the product in double.
rim_box3 rim_shape3_bounds(const rim_shape3 *shape, rim_xform3 pose)
{
    shape3_view v;
    vec3d       zero = v3d(0.0, 0.0, 0.0);
    if (shape->kind == RIM_SHAPE3_PLANE)
    {
        double normal = vec3_magnitude(shape->plane.normal);
        bool   exists = normal > 0.0 && normal + fabs((double)shape->plane.offset) < INFINITY;
        return exists && pose_is_finite(pose) ? v3d_box_around(zero, zero, INFINITY)
                                              : rim_box3_empty();
    }
    if (!shape3_view_of(&v, shape, &pose)) return rim_box3_empty();
    rim_box3 box = shape3_view_bounds(&v);
    if (shape->kind != RIM_SHAPE3_BOX || rim_box3_is_empty(box)) return box;
    pose3_frame world = pose3_frame_of(&pose), own = pose3_frame_of(&shape->box.pose);
    own = (pose3_frame){ m3d_mul(world.turn, own.turn),
                         pose3_apply(&world, shape->box.pose.position) };
    return rim_box3_union(box, bounds_in_frame(&v.convex, &own));
}
