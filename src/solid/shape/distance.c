#include "rimcast/shape3_distance.h"

#include "solid/shape/triangle.h"
#include "solid/shape/closest.h"
#include "solid/shape/contact.h"

// Each pair is one function that finds the touch in a frame; distance and contact round it.
typedef struct shape_distance_result
{
    core_frame frame;
    core_touch touch;
    double     ra, rb;
} shape_distance_result;

static rim_distance3 shape_distance_as_distance(const shape_distance_result *a)
{
    return a->frame.scale != 0.0 ? core_distance(&a->frame, &a->touch, a->ra, a->rb)
                                 : core_no_distance();
}

static rim_contact3 shape_distance_as_contact(const shape_distance_result *a)
{
    return a->frame.scale != 0.0 ? core_contact(&a->frame, &a->touch, a->ra, a->rb)
                                 : core_no_contact();
}

static inline shape_distance_result shape_distance_start(rim_vec3 origin, double reach, float ra,
                                                         float rb)
{
    shape_distance_result a;
    a.frame = core_frame_at(origin, reach);
    a.ra = ra * a.frame.scale;
    a.rb = rb * a.frame.scale;
    return a;
}

// --- round with round -------------------------------------------------------------------------------

static shape_distance_result sphere_sphere(rim_sphere s, rim_sphere b)
{
    shape_distance_result a =
        shape_distance_start(b.center, reach_sphere(s) + reach_sphere(b), s.radius, b.radius);
    if (a.frame.scale != 0.0)
        a.touch = core_touch_point_point(core_in(&a.frame, s.center), v3d(0.0, 0.0, 0.0));
    return a;
}

static shape_distance_result capsule_capsule(rim_capsule c, rim_capsule b)
{
    shape_distance_result a =
        shape_distance_start(b.a, reach_capsule(c) + reach_capsule(b), c.radius, b.radius);
    if (a.frame.scale != 0.0)
        a.touch = core_touch_segments(core_in(&a.frame, c.a), core_in(&a.frame, c.b),
                                      v3d(0.0, 0.0, 0.0), core_in(&a.frame, b.b));
    return a;
}

static rim_capsule shape_distance_round_point(rim_sphere s)
{
    rim_capsule capsule = { s.center, s.center, s.radius };
    return capsule;
}

rim_distance3 rim_sphere_distance_sphere(rim_sphere a, rim_sphere b)
{
    shape_distance_result found = sphere_sphere(a, b);
    return shape_distance_as_distance(&found);
}

rim_contact3 rim_sphere_contact_sphere(rim_sphere a, rim_sphere b)
{
    shape_distance_result found = sphere_sphere(a, b);
    return shape_distance_as_contact(&found);
}

rim_distance3 rim_sphere_distance_capsule(rim_sphere a, rim_capsule b)
{
    return rim_capsule_distance_capsule(shape_distance_round_point(a), b);
}

rim_contact3 rim_sphere_contact_capsule(rim_sphere a, rim_capsule b)
{
    return rim_capsule_contact_capsule(shape_distance_round_point(a), b);
}

rim_distance3 rim_capsule_distance_capsule(rim_capsule a, rim_capsule b)
{
    shape_distance_result found = capsule_capsule(a, b);
    return shape_distance_as_distance(&found);
}

rim_contact3 rim_capsule_contact_capsule(rim_capsule a, rim_capsule b)
{
    shape_distance_result found = capsule_capsule(a, b);
    return shape_distance_as_contact(&found);
}

rim_distance3 rim_segment3_distance_segment3(rim_segment3 a, rim_segment3 b)
{
    rim_capsule ca = { a.a, a.b, 0.0f }, cb = { b.a, b.b, 0.0f };
    return rim_capsule_distance_capsule(ca, cb);
}

// --- round with faces -------------------------------------------------------------------------------

static shape_distance_result sphere_polygon(rim_sphere s, rim_polygon3 polygon)
{
    if (polygon.count < 1) return shape_distance_start(s.center, INFINITY, 0.0f, 0.0f);
    shape_distance_result a = shape_distance_start(
        polygon.points[0], reach_sphere(s) + reach_polygon(polygon), s.radius, 0.0f);
    if (a.frame.scale == 0.0) return a;
    core_face face = core_face_of_polygon(&a.frame, polygon);
    a.touch = core_touch_point_face(&face, core_in(&a.frame, s.center));
    return a;
}

// A capsule whose ends are one point is the sphere, with the same bits.
static bool distance_is_sphere(const rim_capsule *c, rim_sphere *s)
{
    *s = (rim_sphere){ c->a, c->radius };
    return c->a.x == c->b.x && c->a.y == c->b.y && c->a.z == c->b.z;
}

static shape_distance_result capsule_polygon(rim_capsule c, rim_polygon3 polygon)
{
    rim_sphere s;
    if (polygon.count < 1) return shape_distance_start(c.a, INFINITY, 0.0f, 0.0f);
    if (distance_is_sphere(&c, &s)) return sphere_polygon(s, polygon);
    shape_distance_result a = shape_distance_start(
        polygon.points[0], reach_capsule(c) + reach_polygon(polygon), c.radius, 0.0f);
    if (a.frame.scale == 0.0) return a;
    core_face face = core_face_of_polygon(&a.frame, polygon);
    a.touch = core_touch_segment_face(&face, core_in(&a.frame, c.a), core_in(&a.frame, c.b));
    return a;
}

// Sizes out of the ordinary are scaled and tried again; what is left goes the general way.
static bool near_ball(core_touch *touch, const core_frame *frame, const rim_sphere *s,
                      const rim_triangle *t)
{
#ifdef NEAR_AVX2
    if (near_have_avx2()) return sphere_triangle_avx2(touch, frame, s, t);
#endif
    return sphere_triangle_plain(touch, frame, s, t);
}

static bool near_rod(core_touch *touch, const core_frame *frame, const rim_capsule *c,
                     const rim_triangle *t)
{
#ifdef NEAR_AVX2
    if (near_have_avx2()) return capsule_triangle_avx2(touch, frame, c, t);
#endif
    return capsule_triangle_plain(touch, frame, c, t);
}

static CORE_SELDOM void shape_distance_sphere_any_triangle(shape_distance_result *a, rim_sphere s,
                                                           const rim_triangle *t)
{
    rim_vec3     points[3] = { t->a, t->b, t->c }, world = rim_vec3_make(0.0f, 0.0f, 0.0f);
    rim_polygon3 polygon = { points, 3 };
    *a = shape_distance_start(world, reach_sphere(s) + reach_triangle(t), s.radius, 0.0f);
    if (a->frame.scale == 0.0 || a->frame.scale == 1.0 || !near_ball(&a->touch, &a->frame, &s, t))
        *a = sphere_polygon(s, polygon);
}

static CORE_SELDOM void shape_distance_capsule_any_triangle(shape_distance_result *a, rim_capsule c,
                                                            const rim_triangle *t)
{
    rim_vec3     points[3] = { t->a, t->b, t->c }, world = rim_vec3_make(0.0f, 0.0f, 0.0f);
    rim_polygon3 polygon = { points, 3 };
    *a = shape_distance_start(world, reach_capsule(c) + reach_triangle(t), c.radius, 0.0f);
    if (a->frame.scale == 0.0 || a->frame.scale == 1.0 || !near_rod(&a->touch, &a->frame, &c, t))
        *a = capsule_polygon(c, polygon);
}

rim_distance3 sphere_triangle_distance_general(const rim_sphere *s, const rim_triangle *t)
{
    shape_distance_result a;
    shape_distance_sphere_any_triangle(&a, *s, t);
    return shape_distance_as_distance(&a);
}

rim_contact3 sphere_triangle_contact_general(const rim_sphere *s, const rim_triangle *t)
{
    shape_distance_result a;
    shape_distance_sphere_any_triangle(&a, *s, t);
    return shape_distance_as_contact(&a);
}

rim_distance3 capsule_triangle_distance_general(const rim_capsule *c, const rim_triangle *t)
{
    rim_sphere            s;
    shape_distance_result a;
    if (distance_is_sphere(c, &s)) return rim_sphere_distance_triangle_at(&s, t);
    shape_distance_capsule_any_triangle(&a, *c, t);
    return shape_distance_as_distance(&a);
}

rim_contact3 capsule_triangle_contact_general(const rim_capsule *c, const rim_triangle *t)
{
    rim_sphere            s;
    shape_distance_result a;
    if (distance_is_sphere(c, &s)) return rim_sphere_contact_triangle_at(&s, t);
    shape_distance_capsule_any_triangle(&a, *c, t);
    return shape_distance_as_contact(&a);
}

rim_distance3 rim_sphere_distance_triangle_at(const rim_sphere *a, const rim_triangle *b)
{
#ifdef NEAR_AVX2
    if (near_have_avx2()) return sphere_triangle_distance_avx2(a, b);
#endif
    return sphere_triangle_distance_plain(a, b);
}

rim_contact3 rim_sphere_contact_triangle_at(const rim_sphere *a, const rim_triangle *b)
{
#ifdef NEAR_AVX2
    if (near_have_avx2()) return sphere_triangle_contact_avx2(a, b);
#endif
    return sphere_triangle_contact_plain(a, b);
}

rim_distance3 rim_capsule_distance_triangle_at(const rim_capsule *a, const rim_triangle *b)
{
#ifdef NEAR_AVX2
    if (near_have_avx2()) return capsule_triangle_distance_avx2(a, b);
#endif
    return capsule_triangle_distance_plain(a, b);
}

rim_contact3 rim_capsule_contact_triangle_at(const rim_capsule *a, const rim_triangle *b)
{
#ifdef NEAR_AVX2
    if (near_have_avx2()) return capsule_triangle_contact_avx2(a, b);
#endif
    return capsule_triangle_contact_plain(a, b);
}

rim_distance3 rim_sphere_distance_polygon3(rim_sphere a, rim_polygon3 b)
{
    shape_distance_result found = sphere_polygon(a, b);
    return shape_distance_as_distance(&found);
}

rim_contact3 rim_sphere_contact_polygon3(rim_sphere a, rim_polygon3 b)
{
    shape_distance_result found = sphere_polygon(a, b);
    return shape_distance_as_contact(&found);
}

rim_distance3 rim_capsule_distance_polygon3(rim_capsule a, rim_polygon3 b)
{
    shape_distance_result found = capsule_polygon(a, b);
    return shape_distance_as_distance(&found);
}

rim_contact3 rim_capsule_contact_polygon3(rim_capsule a, rim_polygon3 b)
{
    shape_distance_result found = capsule_polygon(a, b);
    return shape_distance_as_contact(&found);
}
