#include "solid/shape/four_plain.h"

#include "solid/query/gjk_pair.h"

#include <assert.h>

bool gjk_prepare_pair(gjk_pair *pair, const rim_convex *a, const rim_xform3 *pa,
                      const rim_convex *b, const rim_xform3 *pb)
{
    return pair_is_wide() ? gjk_prepare_pair_avx2(pair, a, pa, b, pb)
                          : gjk_prepare_pair_plain(pair, a, pa, b, pb);
}

// --- questions ------------------------------------------------------------------------------------------

rim_distance3 rim_convex_distance_at(const rim_convex *a, const rim_xform3 *pa, const rim_convex *b,
                                     const rim_xform3 *pb, rim_warm *warm)
{
    return pair_is_wide() ? gjk_distance_avx2(a, pa, b, pb, warm)
                          : gjk_distance_plain(a, pa, b, pb, warm);
}

bool rim_convex_overlaps(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb, rim_warm *warm)
{
    gjk_pair pair;
    if (!gjk_prepare_pair(&pair, &a, &pa, &b, &pb)) return false;
    double     reach = (double)a.radius + b.radius;
    gjk_result r = gjk_closest(&pair, reach, warm);
    return r.end != GJK_BAD && r.distance <= reach;
}

// --- where two supporting features meet -------------------------------------------------------------------------

enum
{
    FEATURE_POINTS = 64
};

static int supporting(const gjk_shape *shape, vec3d d, double slack, rim_vec3 *out)
{
    int    count = 0;
    double top = v3d_dot(d, v3d_from(shape->points[gjk_farthest(shape, d)]));
    for (int i = 0; i < shape->count && count < FEATURE_POINTS; i++)
        if (v3d_dot(d, v3d_from(shape->points[i])) >= top - slack) out[count++] = shape->points[i];
    return count;
}

vec3d gjk_common_point(const gjk_pair *pair, vec3d normal, double depth, double size)
{
    rim_vec3 on_a[FEATURE_POINTS], on_b[FEATURE_POINTS];
    gjk_pair touch = *pair;
    vec3d    back = m3d_unapply(pair->turn, v3d_scale(normal, -1.0));
    touch.a.count = supporting(&pair->a, normal, 0x1p-36 * size, on_a);
    touch.b.count = supporting(&pair->b, back, 0x1p-36 * size, on_b);
    touch.a.points = on_a;
    touch.b.points = on_b;
    touch.a.hull = touch.b.hull = NULL;
    touch.shift = v3d_along(pair->shift, normal, depth);
    gjk_result r = gjk_closest(&touch, INFINITY, NULL);
    return gjk_witness(&touch, &r);
}

// --- things seen as convex ------------------------------------------------------------------------------

static rim_convex distance_view(const rim_vec3 *points, int count, float radius)
{
    rim_convex convex = { points, count, radius, NULL };
    return convex;
}

rim_convex rim_sphere_as_convex(const rim_sphere *sphere)
{
    return distance_view(&sphere->center, 1, sphere->radius);
}

rim_convex rim_segment_as_convex(const rim_segment3 *segment)
{
    return distance_view(&segment->a, 2, 0.0f);
}

rim_convex rim_capsule_as_convex(const rim_capsule *capsule)
{
    return distance_view(&capsule->a, 2, capsule->radius);
}

rim_convex rim_triangle_as_convex(const rim_triangle *triangle)
{
    return distance_view(&triangle->a, 3, 0.0f);
}

rim_convex rim_polygon3_as_convex(rim_polygon3 polygon)
{
    return distance_view(polygon.points, polygon.count, 0.0f);
}

rim_convex rim_obox_as_convex(rim_obox box, rim_vec3 corners[8])
{
    for (int i = 0; i < 8; i++)
        corners[i] =
            rim_vec3_make(i & 1 ? box.half.x : -box.half.x, i & 2 ? box.half.y : -box.half.y,
                          i & 4 ? box.half.z : -box.half.z);
    return distance_view(corners, 8, 0.0f);
}
