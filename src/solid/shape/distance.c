// Distances and contacts of any two shapes at rest: a touch of their cores is found in a frame about the second shape,
// then rounded for the public struct.
#include "rimcast/shape3_box.h"
#include "rimcast/shape3_distance.h"
#include "rimcast/shape3_faces.h"

#include "solid/shape/box.h"
#include "solid/shape/triangle.h"

static any_shape any_capsule(rim_capsule c)
{
    return (any_shape){ ANY_CAPSULE, c.a, reach_capsule(c), { .capsule = c } };
}

static any_shape any_sphere(rim_sphere s)
{
    return any_capsule(core_point_capsule(s));
}

static any_shape any_polygon(rim_polygon3 p)
{
    if (p.count < 1) return (any_shape){ .kind = ANY_POLYGON, .reach = INFINITY };
    return (any_shape){ ANY_POLYGON, p.points[0], reach_polygon(p), { .polygon = p } };
}

static any_shape any_triangle(const rim_triangle *t)
{
    return any_polygon(core_triangle_polygon(t));
}

static any_shape any_box3(rim_box3 b)
{
    return (any_shape){ ANY_BOX3, b.lo, reach_box3(b), { .box3 = b } };
}

static any_shape any_obox(rim_obox b)
{
    return (any_shape){ ANY_OBOX, b.pose.position, reach_obox(b), { .obox = b } };
}

// A plane is computed about the other shape.
static any_shape any_plane(rim_plane p)
{
    return (any_shape){ .kind = ANY_PLANE, .reach = reach_plane(p), .plane = p };
}

// --- touches ----------------------------------------------------------------------------------------

static double radius_of(const any_shape *s)
{
    return s->kind == ANY_CAPSULE ? (double)s->capsule.radius : 0.0;
}

static core_touch any_touch_capsule(const core_frame *frame, const any_shape *a, const any_shape *b,
                                    double reach)
{
    vec3d p = core_in(frame, a->capsule.a), q = core_in(frame, a->capsule.b);
    bool  point = core_is_point(&a->capsule);
    if (b->kind == ANY_CAPSULE)
        return core_touch_segments(p, q, v3d(0.0, 0.0, 0.0), core_in(frame, b->capsule.b));
    if (b->kind == ANY_POLYGON)
    {
        core_face face = core_face_of_polygon(frame, b->polygon);
        return point ? core_touch_point_face(&face, p) : core_touch_segment_face(&face, p, q);
    }
    box3_local box = any_box(b, reach);
    p = box3_local_turn_in(&box, p), q = box3_local_turn_in(&box, q);
    core_touch touch = point ? core_touch_point_box(&box, p) : core_touch_segment_box(&box, p, q);
    touch.pair.x = box3_local_turn_out(&box, touch.pair.x);
    touch.pair.y = box3_local_turn_out(&box, touch.pair.y);
    touch.normal = box3_local_turn_out(&box, touch.normal);
    return touch;
}

// A shape against the half-space below a plane: the deepest corner, the first of equals.
static core_touch any_touch_plane(const core_frame *frame, const any_shape *a, rim_plane b,
                                  double reach)
{
    core_plane plane = core_plane_of(frame, b);
    if (a->kind == ANY_CAPSULE)
        return core_touch_segment_plane(&plane, core_in(frame, a->capsule.a),
                                        core_in(frame, a->capsule.b));
    flat_body  body = flat_body_of(frame, a, reach);
    core_touch touch = { .distance = INFINITY };
    for (int i = 0; i < body.count; i++)
    {
        vec3d      corner = flat_body_corner(&body, i);
        core_touch other = core_touch_segment_plane(&plane, corner, corner);
        if (!(other.distance < touch.distance)) continue;
        touch = other;
        touch.pair.fx.index = i;
    }
    return touch;
}

// Computes how a stands to b. Returns false if one is empty or not finite.
static bool any_touch(core_frame *frame, core_touch *touch, const any_shape *a, const any_shape *b,
                      bool contact)
{
    double reach = a->reach + b->reach;
    *frame = core_frame_at(b->kind == ANY_PLANE ? a->origin : b->origin, reach);
    if (frame->scale == 0.0) return false;
    if (b->kind == ANY_PLANE)
        *touch = any_touch_plane(frame, a, b->plane, reach);
    else if (a->kind == ANY_CAPSULE)
        *touch = any_touch_capsule(frame, a, b, reach);
    else
    {
        flat_body x = flat_body_of(frame, a, reach), y = flat_body_of(frame, b, reach);
        *touch = contact ? flat_pair_contact(&x, &y) : flat_pair_touch(&x, &y);
    }
    return true;
}

static rim_distance3 any_distance(any_shape a, any_shape b)
{
    core_frame frame;
    core_touch touch;
    if (!any_touch(&frame, &touch, &a, &b, false)) return core_no_distance();
    // A corner is in the half-space; the surface above it may be outside of its shape.
    if (b.kind == ANY_PLANE && a.kind != ANY_CAPSULE && touch.distance <= 0.0)
        touch.pair.y = touch.pair.x;
    return core_distance(&frame, &touch, radius_of(&a) * frame.scale, radius_of(&b) * frame.scale);
}

static rim_contact3 any_contact(any_shape a, any_shape b)
{
    core_frame frame;
    core_touch touch;
    if (!any_touch(&frame, &touch, &a, &b, true)) return core_no_contact();
    rim_contact3 contact =
        core_contact(&frame, &touch, radius_of(&a) * frame.scale, radius_of(&b) * frame.scale);
    // Between flat shapes the witnesses are on the borders already.
    if (contact.hit && a.kind != ANY_CAPSULE) contact.on_b = core_out(&frame, touch.pair.y);
    return contact;
}

// --- capsules and triangles -------------------------------------------------------------------------

// The common case: in four lanes, in the world's frame. The rows "sphere and capsule against triangle" need it.

rim_distance3 distance_any_sphere(const rim_sphere *a, const rim_triangle *b)
{
    return any_distance(any_sphere(*a), any_triangle(b));
}

rim_distance3 distance_any_capsule(const rim_capsule *a, const rim_triangle *b)
{
    return any_distance(any_capsule(*a), any_triangle(b));
}

rim_distance3 rim_sphere_distance_triangle_at(const rim_sphere *a, const rim_triangle *b)
{
    return TRIANGLE_KERNELS->distance_sphere(a, b);
}

rim_distance3 rim_capsule_distance_triangle_at(const rim_capsule *a, const rim_triangle *b)
{
    rim_sphere sphere = { a->a, a->radius };
    if (core_is_point(a)) return rim_sphere_distance_triangle_at(&sphere, b);
    return TRIANGLE_KERNELS->distance_capsule(a, b);
}

static const core_frame WORLD_FRAME = { { 0.0, 0.0, 0.0 }, 1.0, 1.0 };

rim_contact3 rim_sphere_contact_triangle_at(const rim_sphere *a, const rim_triangle *b)
{
    core_touch touch;
    if (fabsf(a->radius) < INFINITY && TRIANGLE_KERNELS->touch_point(&touch, &a->center, b))
        return core_contact(&WORLD_FRAME, &touch, a->radius, 0.0);
    return any_contact(any_sphere(*a), any_triangle(b));
}

rim_contact3 rim_capsule_contact_triangle_at(const rim_capsule *a, const rim_triangle *b)
{
    core_touch touch;
    rim_sphere sphere = { a->a, a->radius };
    if (core_is_point(a)) return rim_sphere_contact_triangle_at(&sphere, b);
    if (fabsf(a->radius) < INFINITY && TRIANGLE_KERNELS->touch_segment(&touch, &a->a, &a->b, b))
        return core_contact(&WORLD_FRAME, &touch, a->radius, 0.0);
    return any_contact(any_capsule(*a), any_triangle(b));
}

// --- sheets -----------------------------------------------------------------------------------------

// Out of contact with one of the half-spaces it is wholly on the other side.
rim_contact3 rim_capsule_contact_sheet(rim_capsule a, rim_plane b, rim_side side)
{
    rim_contact3 front = rim_capsule_contact_plane(a, b);
    rim_contact3 back = rim_capsule_contact_plane(a, core_plane_flipped(b));
    if (!front.hit || !back.hit) return core_no_contact();
    if (side == RIM_SIDE_FRONT) return front;
    if (side == RIM_SIDE_BACK) return back;
    return back.depth < front.depth ? back : front;
}

rim_contact3 rim_sphere_contact_sheet(rim_sphere a, rim_plane b, rim_side side)
{
    return rim_capsule_contact_sheet(core_point_capsule(a), b, side);
}

// --- distances --------------------------------------------------------------------------------------

rim_distance3 rim_sphere_distance_sphere(rim_sphere a, rim_sphere b)
{
    return any_distance(any_sphere(a), any_sphere(b));
}

rim_distance3 rim_sphere_distance_capsule(rim_sphere a, rim_capsule b)
{
    return any_distance(any_sphere(a), any_capsule(b));
}

rim_distance3 rim_capsule_distance_capsule(rim_capsule a, rim_capsule b)
{
    return any_distance(any_capsule(a), any_capsule(b));
}

rim_distance3 rim_sphere_distance_polygon3(rim_sphere a, rim_polygon3 b)
{
    return any_distance(any_sphere(a), any_polygon(b));
}

rim_distance3 rim_capsule_distance_polygon3(rim_capsule a, rim_polygon3 b)
{
    return any_distance(any_capsule(a), any_polygon(b));
}

rim_distance3 rim_sphere_distance_box3(rim_sphere a, rim_box3 b)
{
    return any_distance(any_sphere(a), any_box3(b));
}

rim_distance3 rim_sphere_distance_obox(rim_sphere a, rim_obox b)
{
    return any_distance(any_sphere(a), any_obox(b));
}

rim_distance3 rim_capsule_distance_box3(rim_capsule a, rim_box3 b)
{
    return any_distance(any_capsule(a), any_box3(b));
}

rim_distance3 rim_capsule_distance_obox(rim_capsule a, rim_obox b)
{
    return any_distance(any_capsule(a), any_obox(b));
}

rim_distance3 rim_sphere_distance_plane(rim_sphere a, rim_plane b)
{
    return any_distance(any_sphere(a), any_plane(b));
}

rim_distance3 rim_capsule_distance_plane(rim_capsule a, rim_plane b)
{
    return any_distance(any_capsule(a), any_plane(b));
}

rim_distance3 rim_triangle_distance_triangle(const rim_triangle *a, const rim_triangle *b)
{
    return any_distance(any_triangle(a), any_triangle(b));
}

rim_distance3 rim_triangle_distance_polygon3(const rim_triangle *a, rim_polygon3 b)
{
    return any_distance(any_triangle(a), any_polygon(b));
}

rim_distance3 rim_polygon3_distance_polygon3(rim_polygon3 a, rim_polygon3 b)
{
    return any_distance(any_polygon(a), any_polygon(b));
}

rim_distance3 rim_triangle_distance_box3(const rim_triangle *a, rim_box3 b)
{
    return any_distance(any_triangle(a), any_box3(b));
}

rim_distance3 rim_triangle_distance_obox(const rim_triangle *a, rim_obox b)
{
    return any_distance(any_triangle(a), any_obox(b));
}

rim_distance3 rim_polygon3_distance_box3(rim_polygon3 a, rim_box3 b)
{
    return any_distance(any_polygon(a), any_box3(b));
}

rim_distance3 rim_polygon3_distance_obox(rim_polygon3 a, rim_obox b)
{
    return any_distance(any_polygon(a), any_obox(b));
}

rim_distance3 rim_box3_distance_box3(rim_box3 a, rim_box3 b)
{
    return any_distance(any_box3(a), any_box3(b));
}

rim_distance3 rim_box3_distance_obox(rim_box3 a, rim_obox b)
{
    return any_distance(any_box3(a), any_obox(b));
}

rim_distance3 rim_obox_distance_obox(rim_obox a, rim_obox b)
{
    return any_distance(any_obox(a), any_obox(b));
}

rim_distance3 rim_triangle_distance_plane(const rim_triangle *a, rim_plane b)
{
    return any_distance(any_triangle(a), any_plane(b));
}

rim_distance3 rim_polygon3_distance_plane(rim_polygon3 a, rim_plane b)
{
    return any_distance(any_polygon(a), any_plane(b));
}

rim_distance3 rim_obox_distance_plane(rim_obox a, rim_plane b)
{
    return any_distance(any_obox(a), any_plane(b));
}

rim_distance3 rim_segment3_distance_segment3(rim_segment3 a, rim_segment3 b)
{
    rim_capsule ca = { a.a, a.b, 0.0f }, cb = { b.a, b.b, 0.0f };
    return any_distance(any_capsule(ca), any_capsule(cb));
}

// --- contacts ---------------------------------------------------------------------------------------

rim_contact3 rim_sphere_contact_sphere(rim_sphere a, rim_sphere b)
{
    return any_contact(any_sphere(a), any_sphere(b));
}

rim_contact3 rim_sphere_contact_capsule(rim_sphere a, rim_capsule b)
{
    return any_contact(any_sphere(a), any_capsule(b));
}

rim_contact3 rim_capsule_contact_capsule(rim_capsule a, rim_capsule b)
{
    return any_contact(any_capsule(a), any_capsule(b));
}

rim_contact3 rim_sphere_contact_polygon3(rim_sphere a, rim_polygon3 b)
{
    return any_contact(any_sphere(a), any_polygon(b));
}

rim_contact3 rim_capsule_contact_polygon3(rim_capsule a, rim_polygon3 b)
{
    return any_contact(any_capsule(a), any_polygon(b));
}

rim_contact3 rim_sphere_contact_box3(rim_sphere a, rim_box3 b)
{
    return any_contact(any_sphere(a), any_box3(b));
}

rim_contact3 rim_sphere_contact_obox(rim_sphere a, rim_obox b)
{
    return any_contact(any_sphere(a), any_obox(b));
}

rim_contact3 rim_capsule_contact_box3(rim_capsule a, rim_box3 b)
{
    return any_contact(any_capsule(a), any_box3(b));
}

rim_contact3 rim_capsule_contact_obox(rim_capsule a, rim_obox b)
{
    return any_contact(any_capsule(a), any_obox(b));
}

rim_contact3 rim_sphere_contact_plane(rim_sphere a, rim_plane b)
{
    return any_contact(any_sphere(a), any_plane(b));
}

rim_contact3 rim_capsule_contact_plane(rim_capsule a, rim_plane b)
{
    return any_contact(any_capsule(a), any_plane(b));
}

rim_contact3 rim_triangle_contact_triangle(const rim_triangle *a, const rim_triangle *b)
{
    return any_contact(any_triangle(a), any_triangle(b));
}

rim_contact3 rim_triangle_contact_polygon3(const rim_triangle *a, rim_polygon3 b)
{
    return any_contact(any_triangle(a), any_polygon(b));
}

rim_contact3 rim_polygon3_contact_polygon3(rim_polygon3 a, rim_polygon3 b)
{
    return any_contact(any_polygon(a), any_polygon(b));
}

rim_contact3 rim_triangle_contact_box3(const rim_triangle *a, rim_box3 b)
{
    return any_contact(any_triangle(a), any_box3(b));
}

rim_contact3 rim_triangle_contact_obox(const rim_triangle *a, rim_obox b)
{
    return any_contact(any_triangle(a), any_obox(b));
}

rim_contact3 rim_polygon3_contact_box3(rim_polygon3 a, rim_box3 b)
{
    return any_contact(any_polygon(a), any_box3(b));
}

rim_contact3 rim_polygon3_contact_obox(rim_polygon3 a, rim_obox b)
{
    return any_contact(any_polygon(a), any_obox(b));
}

rim_contact3 rim_box3_contact_box3(rim_box3 a, rim_box3 b)
{
    return any_contact(any_box3(a), any_box3(b));
}

rim_contact3 rim_box3_contact_obox(rim_box3 a, rim_obox b)
{
    return any_contact(any_box3(a), any_obox(b));
}

rim_contact3 rim_obox_contact_obox(rim_obox a, rim_obox b)
{
    return any_contact(any_obox(a), any_obox(b));
}

rim_contact3 rim_triangle_contact_plane(const rim_triangle *a, rim_plane b)
{
    return any_contact(any_triangle(a), any_plane(b));
}

rim_contact3 rim_polygon3_contact_plane(rim_polygon3 a, rim_plane b)
{
    return any_contact(any_polygon(a), any_plane(b));
}

rim_contact3 rim_obox_contact_plane(rim_obox a, rim_plane b)
{
    return any_contact(any_obox(a), any_plane(b));
}
