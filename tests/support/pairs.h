// Two shapes of known kinds as rim_shape3, so that a test reads as the pair that it is about. The names are those of the
// library without the prefix: sphere_distance_obox(a, b) is rim_shape3_distance of a sphere and a box in the world.
#ifndef TESTS_SUPPORT_PAIRS_H
#define TESTS_SUPPORT_PAIRS_H

#include "rimcast/convex.h"

static inline rim_shape3 pairs_sphere(rim_sphere s)
{
    return (rim_shape3){ RIM_SHAPE3_SPHERE, .sphere = s };
}

static inline rim_shape3 pairs_capsule(rim_capsule c)
{
    return (rim_shape3){ RIM_SHAPE3_CAPSULE, .capsule = c };
}

static inline rim_shape3 pairs_segment3(rim_segment3 s)
{
    rim_capsule c = { s.a, s.b, 0.0f };
    return (rim_shape3){ RIM_SHAPE3_CAPSULE, .capsule = c };
}

static inline rim_shape3 pairs_triangle(const rim_triangle *t)
{
    return (rim_shape3){ RIM_SHAPE3_TRIANGLE, .triangle = *t };
}

static inline rim_shape3 pairs_polygon3(rim_polygon3 p)
{
    return (rim_shape3){ RIM_SHAPE3_POLYGON, .polygon = p };
}

static inline rim_shape3 pairs_obox(rim_obox box)
{
    return (rim_shape3){ RIM_SHAPE3_BOX, .box = box };
}

// An empty box is nowhere.
// The same box as an rim_obox, up to the rounding of its centre and half extents.
static inline rim_obox obox_of_box3(rim_box3 box)
{
    rim_obox obox = { .pose = rim_xform3_translation(rim_box3_center(box)) };
    obox.half = rim_vec3_make(0.5f * box.hi.x - 0.5f * box.lo.x, 0.5f * box.hi.y - 0.5f * box.lo.y,
                              0.5f * box.hi.z - 0.5f * box.lo.z);
    return obox;
}

static inline rim_shape3 pairs_box3(rim_box3 box)
{
    return pairs_obox(obox_of_box3(box));
}

static inline rim_shape3 pairs_plane(rim_plane p)
{
    return (rim_shape3){ RIM_SHAPE3_PLANE, .plane = p };
}

#define PAIRS_QUESTION(type, verb, A, typeA, B, typeB)                                             \
    static inline type A##_##verb##_##B(typeA a, typeB b)                                          \
    {                                                                                              \
        rim_shape3 x = pairs_##A(a), y = pairs_##B(b);                                             \
        return rim_shape3_##verb(&x, rim_xform3_identity(), &y, rim_xform3_identity());            \
    }
#define PAIRS_AT_REST(A, typeA, B, typeB)                                                          \
    PAIRS_QUESTION(rim_distance3, distance, A, typeA, B, typeB)                                    \
    PAIRS_QUESTION(rim_contact3, contact, A, typeA, B, typeB)                                      \
    PAIRS_QUESTION(bool, overlaps, A, typeA, B, typeB)
#define PAIRS_SWEEP(A, typeA, B, typeB)                                                            \
    static inline rim_hit3 A##_sweep_##B(typeA a, rim_vec3 delta, typeB b)                         \
    {                                                                                              \
        rim_shape3 x = pairs_##A(a), y = pairs_##B(b);                                             \
        return rim_shape3_sweep(&x, rim_xform3_identity(), delta, &y, rim_xform3_identity());      \
    }
#define PAIRS_RAYCAST(A, typeA)                                                                    \
    static inline rim_hit3 A##_raycast(typeA a, rim_ray3 ray)                                      \
    {                                                                                              \
        rim_shape3 x = pairs_##A(a);                                                               \
        return rim_shape3_raycast(&x, rim_xform3_identity(), ray);                                 \
    }
#define PAIRS_BOTH(A, typeA, B, typeB)                                                             \
    PAIRS_AT_REST(A, typeA, B, typeB)                                                              \
    PAIRS_SWEEP(A, typeA, B, typeB)

// clang-format off
PAIRS_BOTH(sphere, rim_sphere, sphere, rim_sphere)
PAIRS_BOTH(sphere, rim_sphere, capsule, rim_capsule)
PAIRS_BOTH(sphere, rim_sphere, box3, rim_box3)
PAIRS_BOTH(sphere, rim_sphere, obox, rim_obox)
PAIRS_BOTH(sphere, rim_sphere, plane, rim_plane)
PAIRS_BOTH(capsule, rim_capsule, sphere, rim_sphere)
PAIRS_BOTH(capsule, rim_capsule, capsule, rim_capsule)
PAIRS_BOTH(capsule, rim_capsule, box3, rim_box3)
PAIRS_BOTH(capsule, rim_capsule, obox, rim_obox)
PAIRS_BOTH(capsule, rim_capsule, plane, rim_plane)
PAIRS_AT_REST(segment3, rim_segment3, segment3, rim_segment3)
PAIRS_AT_REST(triangle, const rim_triangle *, triangle, const rim_triangle *)
PAIRS_AT_REST(triangle, const rim_triangle *, polygon3, rim_polygon3)
PAIRS_AT_REST(polygon3, rim_polygon3, polygon3, rim_polygon3)
PAIRS_AT_REST(triangle, const rim_triangle *, box3, rim_box3)
PAIRS_AT_REST(triangle, const rim_triangle *, obox, rim_obox)
PAIRS_AT_REST(polygon3, rim_polygon3, box3, rim_box3)
PAIRS_AT_REST(polygon3, rim_polygon3, obox, rim_obox)
PAIRS_AT_REST(box3, rim_box3, triangle, const rim_triangle *)
PAIRS_AT_REST(obox, rim_obox, triangle, const rim_triangle *)
PAIRS_AT_REST(box3, rim_box3, box3, rim_box3)
PAIRS_AT_REST(box3, rim_box3, obox, rim_obox)
PAIRS_BOTH(obox, rim_obox, obox, rim_obox)
PAIRS_AT_REST(triangle, const rim_triangle *, plane, rim_plane)
PAIRS_AT_REST(polygon3, rim_polygon3, plane, rim_plane)
PAIRS_AT_REST(obox, rim_obox, plane, rim_plane)
PAIRS_RAYCAST(sphere, rim_sphere)
PAIRS_RAYCAST(capsule, rim_capsule)
PAIRS_RAYCAST(box3, rim_box3)
PAIRS_RAYCAST(obox, rim_obox)
PAIRS_RAYCAST(plane, rim_plane)
// clang-format on

static inline bool sphere_overlaps_triangle(rim_sphere a, const rim_triangle *b)
{
    return rim_sphere_contact_triangle(a, b).hit;
}

static inline bool capsule_overlaps_triangle(rim_capsule a, const rim_triangle *b)
{
    return rim_capsule_contact_triangle(a, b).hit;
}

static inline bool sphere_overlaps_polygon3(rim_sphere a, rim_polygon3 b)
{
    return rim_sphere_contact_polygon3(a, b).hit;
}

static inline bool capsule_overlaps_polygon3(rim_capsule a, rim_polygon3 b)
{
    return rim_capsule_contact_polygon3(a, b).hit;
}

// --- shapes as convex points, which are borrowed ---------------------------------------------------------

static inline rim_convex sphere_as_convex(const rim_sphere *sphere)
{
    rim_convex convex = { &sphere->center, 1, sphere->radius, NULL };
    return convex;
}

static inline rim_convex segment_as_convex(const rim_segment3 *segment)
{
    rim_convex convex = { &segment->a, 2, 0.0f, NULL };
    return convex;
}

static inline rim_convex capsule_as_convex(const rim_capsule *capsule)
{
    rim_convex convex = { &capsule->a, 2, capsule->radius, NULL };
    return convex;
}

static inline rim_convex triangle_as_convex(const rim_triangle *triangle)
{
    rim_convex convex = { &triangle->a, 3, 0.0f, NULL };
    return convex;
}

static inline rim_convex polygon3_as_convex(rim_polygon3 polygon)
{
    rim_convex convex = { polygon.points, polygon.count, 0.0f, NULL };
    return convex;
}

// The eight corners of a box about the origin, for its own pose.
static inline rim_convex obox_as_convex(rim_obox box, rim_vec3 corners[8])
{
    rim_convex convex = { corners, 8, 0.0f, NULL };
    for (int i = 0; i < 8; i++)
        corners[i] =
            rim_vec3_make(i & 1 ? box.half.x : -box.half.x, i & 2 ? box.half.y : -box.half.y,
                          i & 4 ? box.half.z : -box.half.z);
    return convex;
}

static inline rim_contact3 hull_contact(const rim_hull *a, rim_xform3 pa, const rim_hull *b,
                                        rim_xform3 pb)
{
    rim_shape3 x = (rim_shape3){ RIM_SHAPE3_HULL, .hull = a },
               y = (rim_shape3){ RIM_SHAPE3_HULL, .hull = b };
    return rim_shape3_contact(&x, pa, &y, pb);
}

static inline rim_hit3 hull_sweep(const rim_hull *a, rim_xform3 pa, rim_vec3 delta,
                                  const rim_hull *b, rim_xform3 pb)
{
    rim_shape3 x = (rim_shape3){ RIM_SHAPE3_HULL, .hull = a },
               y = (rim_shape3){ RIM_SHAPE3_HULL, .hull = b };
    return rim_shape3_sweep(&x, pa, delta, &y, pb);
}

#endif
