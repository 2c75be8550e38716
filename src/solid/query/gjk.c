#include "simd/cpu.h"

#include "solid/shape/four_plain.h"

#define REACH_OF_MANY(shape, d, known, scale)                                                      \
    support_distance_scalar(shape, (d).x, (d).y, (d).z, known, scale)
#define FARTHEST_OF_MANY(shape, d) support_point_scalar(shape, (d).x, (d).y, (d).z)
#include "solid/query/gjk_search.h"
#include "solid/query/distance.h"

void simplex_weights(const vec3d *p, int mask, double weight[4])
{
    vec3d  q[4];
    int    count = 0;
    double sum = 0.0;
    for (int i = 0; i < 4; i++)
        if (mask >> i & 1) q[count++] = p[i];
    weight[0] = 1.0;
    if (count == 2)
    {
        vec3d e = v3d_sub(q[1], q[0]);
        weight[1] = -v3d_dot(q[0], e) / v3d_length2(e);
        weight[0] = 1.0 - weight[1];
    }
    if (count == 3)
    {
        vec3d e = v3d_sub(q[1], q[0]), f = v3d_sub(q[2], q[0]), n = v3d_cross(e, f);
        weight[2] = v3d_dot(v3d_cross(e, n), q[0]);
        weight[1] = v3d_dot(v3d_cross(n, f), q[0]);
        weight[0] = v3d_dot(v3d_cross(v3d_sub(q[2], q[1]), n), q[1]);
    }
    if (count == 4)
    {
        vec3d e = v3d_sub(q[0], q[3]), f = v3d_sub(q[1], q[3]), g = v3d_sub(q[2], q[3]);
        weight[0] = fabs(v3d_dot(v3d_cross(f, g), q[3]));
        weight[1] = fabs(v3d_dot(v3d_cross(g, e), q[3]));
        weight[2] = fabs(v3d_dot(v3d_cross(e, f), q[3]));
        weight[3] = fabs(v3d_dot(e, v3d_cross(f, g))) - weight[0] - weight[1] - weight[2];
    }
    if (count < 3) return;
    for (int i = 0; i < count; i++) sum += weight[i];
    sum = 1.0 / sum;
    for (int i = 0; i < count; i++) weight[i] *= sum;
}

#ifndef CPU_X86
void gjk_closest_features_avx2(gjk_result *r, const gjk_pair *pair, double enough, rim_warm *warm)
{
    gjk_closest_features_plain(r, pair, enough, warm);
}

bool gjk_prepare_pair_avx2(gjk_pair *pair, const rim_convex *a, const rim_xform3 *pa,
                           const rim_convex *b, const rim_xform3 *pb)
{
    return gjk_prepare_pair_plain(pair, a, pa, b, pb);
}

rim_distance3 gjk_distance_avx2(const rim_convex *a, const rim_xform3 *pa, const rim_convex *b,
                                const rim_xform3 *pb, rim_warm *warm)
{
    return gjk_distance_plain(a, pa, b, pb, warm);
}
#endif
