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
