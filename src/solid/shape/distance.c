// Distances and contacts of spheres and capsules with each other and with faces: a touch of their cores is found in a
// frame about the second shape, then rounded for the public struct.
#include "solid/shape/contact.h"
#include "solid/shape/round.h"
#include "solid/shape/triangle.h"

// Computes how the axis of a stands to that of b. Returns false if one is not finite.
static bool touch_capsule(core_frame *frame, core_touch *touch, const rim_capsule *a,
                          const rim_capsule *b)
{
    *frame = core_frame_at(b->a, reach_capsule(*a) + reach_capsule(*b));
    if (frame->scale == 0.0) return false;
    *touch = core_touch_segments(core_in(frame, a->a), core_in(frame, a->b), v3d(0.0, 0.0, 0.0),
                                 core_in(frame, b->b));
    return true;
}

// Computes how the axis of a stands to a polygon. Returns false if one is not finite, or the polygon has no corners.
static bool touch_polygon(core_frame *frame, core_touch *touch, const rim_capsule *a,
                          rim_polygon3 b)
{
    if (b.count < 1) return false;
    *frame = core_frame_at(b.points[0], reach_capsule(*a) + reach_polygon(b));
    if (frame->scale == 0.0) return false;
    vec3d     p = core_in(frame, a->a), q = core_in(frame, a->b);
    core_face face = core_face_of_polygon(frame, b);
    *touch =
        core_is_point(a) ? core_touch_point_face(&face, p) : core_touch_segment_face(&face, p, q);
    return true;
}

// --- round with round -------------------------------------------------------------------------------

rim_distance3 round_distance(rim_capsule a, rim_capsule b)
{
    core_frame frame;
    core_touch touch;
    if (!touch_capsule(&frame, &touch, &a, &b)) return core_no_distance();
    return core_distance(&frame, &touch, a.radius * frame.scale, b.radius * frame.scale);
}

rim_contact3 round_contact(rim_capsule a, rim_capsule b)
{
    core_frame frame;
    core_touch touch;
    if (!touch_capsule(&frame, &touch, &a, &b)) return core_no_contact();
    return core_contact(&frame, &touch, a.radius * frame.scale, b.radius * frame.scale);
}

// --- polygons ---------------------------------------------------------------------------------------

rim_distance3 rim_capsule_distance_polygon3(rim_capsule a, rim_polygon3 b)
{
    core_frame frame;
    core_touch touch;
    if (!touch_polygon(&frame, &touch, &a, b)) return core_no_distance();
    return core_distance(&frame, &touch, a.radius * frame.scale, 0.0);
}

rim_distance3 rim_sphere_distance_polygon3(rim_sphere a, rim_polygon3 b)
{
    return rim_capsule_distance_polygon3(core_point_capsule(a), b);
}

rim_contact3 rim_capsule_contact_polygon3(rim_capsule a, rim_polygon3 b)
{
    core_frame frame;
    core_touch touch;
    if (!touch_polygon(&frame, &touch, &a, b)) return core_no_contact();
    return core_contact(&frame, &touch, a.radius * frame.scale, 0.0);
}

rim_contact3 rim_sphere_contact_polygon3(rim_sphere a, rim_polygon3 b)
{
    return rim_capsule_contact_polygon3(core_point_capsule(a), b);
}

// --- triangles --------------------------------------------------------------------------------------

// The common case: in four lanes, in the world's frame. The rows "sphere and capsule against triangle" need it.

rim_distance3 distance_any_sphere(const rim_sphere *a, const rim_triangle *b)
{
    return rim_sphere_distance_polygon3(*a, core_triangle_polygon(b));
}

rim_distance3 distance_any_capsule(const rim_capsule *a, const rim_triangle *b)
{
    return rim_capsule_distance_polygon3(*a, core_triangle_polygon(b));
}

rim_distance3 rim_sphere_distance_triangle(rim_sphere a, const rim_triangle *b)
{
    return TRIANGLE_KERNELS->distance_sphere(&a, b);
}

rim_distance3 rim_capsule_distance_triangle(rim_capsule a, const rim_triangle *b)
{
    rim_sphere sphere = { a.a, a.radius };
    if (core_is_point(&a)) return TRIANGLE_KERNELS->distance_sphere(&sphere, b);
    return TRIANGLE_KERNELS->distance_capsule(&a, b);
}

static const core_frame WORLD_FRAME = { { 0.0, 0.0, 0.0 }, 1.0, 1.0 };

rim_contact3 rim_sphere_contact_triangle(rim_sphere a, const rim_triangle *b)
{
    core_touch touch;
    if (fabsf(a.radius) < INFINITY && TRIANGLE_KERNELS->touch_point(&touch, &a.center, b))
        return core_contact(&WORLD_FRAME, &touch, a.radius, 0.0);
    return rim_sphere_contact_polygon3(a, core_triangle_polygon(b));
}

rim_contact3 rim_capsule_contact_triangle(rim_capsule a, const rim_triangle *b)
{
    core_touch touch;
    rim_sphere sphere = { a.a, a.radius };
    if (core_is_point(&a)) return rim_sphere_contact_triangle(sphere, b);
    if (fabsf(a.radius) < INFINITY && TRIANGLE_KERNELS->touch_segment(&touch, &a.a, &a.b, b))
        return core_contact(&WORLD_FRAME, &touch, a.radius, 0.0);
    return rim_capsule_contact_polygon3(a, core_triangle_polygon(b));
}
