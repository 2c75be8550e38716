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

// --- features --------------------------------------------------------------------------------------------

static bool face_has(const rim_hull *hull, int face, const int *corners, int count)
{
    for (int i = 0; i < count; i++)
    {
        int h = hull->starts[face];
        while (h < hull->starts[face + 1] && hull->loops[h] != corners[i]) h++;
        if (h == hull->starts[face + 1]) return false;
    }
    return true;
}

static rim_feature feature_of(rim_feature_kind kind, int index)
{
    rim_feature feature = { kind, index };
    return feature;
}

// The face that has all corners, for those that no edge joins: else the first corner.
static rim_feature face_of_corners(const rim_hull *hull, const int *corners, int count)
{
    int from = hull->neighbor_starts[corners[0]], to = hull->neighbor_starts[corners[0] + 1];
    for (int i = from; i < to; i++)
    {
        const rim_hull_edge *edge = &hull->edges[hull->neighbor_edges[i]];
        if (face_has(hull, edge->left, corners, count))
            return feature_of(RIM_FEATURE_FACE, edge->left);
        if (face_has(hull, edge->right, corners, count))
            return feature_of(RIM_FEATURE_FACE, edge->right);
    }
    return feature_of(RIM_FEATURE_VERTEX, corners[0]);
}

// The edge between two corners; of three, the face beside an edge of theirs.
static rim_feature feature_of_hull(const rim_hull *hull, const int *corners, int count)
{
    if (hull->kind == RIM_HULL_LINE) return feature_of(RIM_FEATURE_EDGE, 0);
    int from = hull->neighbor_starts[corners[0]], to = hull->neighbor_starts[corners[0] + 1];
    for (int i = from; i < to; i++)
    {
        if (hull->neighbors[i] != corners[1]) continue;
        int index = hull->neighbor_edges[i];
        if (count == 2) return feature_of(RIM_FEATURE_EDGE, index);
        const rim_hull_edge *edge = &hull->edges[index];
        if (face_has(hull, edge->left, corners + 2, 1))
            return feature_of(RIM_FEATURE_FACE, edge->left);
        if (face_has(hull, edge->right, corners + 2, 1))
            return feature_of(RIM_FEATURE_FACE, edge->right);
    }
    return face_of_corners(hull, corners, count);
}

static rim_feature feature_of_points(int all, const int *points, int count)
{
    rim_feature feature = { RIM_FEATURE_VERTEX, points[0] };
    for (int i = 1; i < count; i++)
        feature.index = points[i] < feature.index ? points[i] : feature.index;
    if (count == 2) feature.kind = RIM_FEATURE_EDGE;
    if (count >= 3) feature.kind = RIM_FEATURE_FACE;
    if (count == 2 && all == 3 && points[0] + points[1] == 2) feature.index = 2;
    return feature;
}

static rim_feature feature_of_different(const rim_convex *convex, const int *different, int n)
{
    if (n == 4) return feature_of(RIM_FEATURE_NONE, 0);
    if (n == 1) return feature_of(RIM_FEATURE_VERTEX, different[0]);
    return convex->hull ? feature_of_hull(convex->hull, different, n)
                        : feature_of_points(convex->count, different, n);
}

// How many different ones there are among three, which come first. Without branches: what is closest has no
// pattern.
static int different_of_three(int *out, int i, int j, int k)
{
    bool second = j != i, third = k != i && k != j;
    out[0] = i;
    out[1] = second ? j : k;
    out[2] = k;
    return 1 + second + third;
}

rim_feature gjk_feature_of_three(const rim_convex *convex, int i, int j, int k)
{
    int different[3], n = different_of_three(different, i, j, k);
    return feature_of_different(convex, different, n);
}

rim_feature gjk_feature(const rim_convex *convex, const int *indices, int count)
{
    if (count < 1) return feature_of(RIM_FEATURE_NONE, 0);
    const int *x = indices;
    int        different[4];
    int        n = different_of_three(different, x[0], x[count > 1 ? 1 : 0], x[count > 2 ? 2 : 0]);
    if (count > 3 && x[3] != x[0] && x[3] != x[1] && x[3] != x[2]) different[n++] = x[3];
    return feature_of_different(convex, different, n);
}

// Where the simplex has a plane, at right angles to it and towards the rest of { a - b }; else away from
// the centre of b.
vec3d gjk_touching_normal(const gjk_pair *pair, const gjk_result *r)
{
    vec3d center = v3d_sub(gjk_center(&pair->a), gjk_point_of_b(pair, gjk_center(&pair->b)));
    vec3d n = center;
    if (r->count == 3)
    {
        vec3d p = gjk_difference(pair, r->a[0], r->b[0]);
        vec3d q = gjk_difference(pair, r->a[1], r->b[1]);
        n = v3d_cross(v3d_sub(q, p), v3d_sub(gjk_difference(pair, r->a[2], r->b[2]), p));
        if (v3d_dot(n, center) < 0.0) n = v3d_scale(n, -1.0);
    }
    n = v3d_normalize(n);
    return v3d_length2(n) > 0.5 ? n : v3d(0.0, 1.0, 0.0);
}

// --- the farthest point -----------------------------------------------------------------------------

int gjk_farthest(const gjk_shape *shape, vec3d d)
{
#ifdef CPU_X86
    if (shape->hull && CPU_HAS(AVX2, "avx2")) return WIDEST(support_point)(shape, d.x, d.y, d.z);
#endif
    return support_point_scalar(shape, d.x, d.y, d.z);
}

// --- for any processor --------------------------------------------------------------------------------

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
