#include "simd/cpu.h"

#include "solid/shape/four_plain.h"

#define FARTHEST_OF_MANY(shape, d) support_point_scalar(shape, (d).x, (d).y, (d).z)
#include "solid/query/epa_lanes.h"

overlap epa_expand(const gjk_pair *pair, const gjk_result *end)
{
    return pair->wide ? epa_expand_avx2(pair, end) : epa_expand_plain(pair, end);
}

depth_known sat_box_depth(const gjk_pair *pair, overlap *best, double *size, rim_warm *warm)
{
    return pair->wide ? sat_box_depth_avx2(pair, best, size, warm)
                      : sat_box_depth_plain(pair, best, size, warm);
}

#ifndef CPU_X86
depth_known sat_box_depth_avx2(const gjk_pair *pair, overlap *best, double *size, rim_warm *warm)
{
    return sat_box_depth_plain(pair, best, size, warm);
}

overlap epa_expand_avx2(const gjk_pair *pair, const gjk_result *end)
{
    return epa_expand_plain(pair, end);
}
#endif

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
