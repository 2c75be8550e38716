#include "solid/distance_gjk.h"
#include "solid/hull_data.h"

#include <assert.h>
#include <float.h>
#include <string.h>

// --- shapes and pairs ----------------------------------------------------------------------------------

static float larger(float a, float b)
{
    return a > b ? a : b;
}

// Every coordinate lies between the bounds.
static float largest_coordinate(const rim_box3 *box)
{
    float x = larger(-box->lo.x, box->hi.x), y = larger(-box->lo.y, box->hi.y);
    return larger(larger(x, y), larger(-box->lo.z, box->hi.z));
}

static void set_shape(gjk_shape *shape, const rim_convex *convex)
{
    assert(convex->count >= 1 && convex->radius >= 0.0f);
    const rim_hull *hull = convex->hull;
    shape->points = convex->points;
    shape->count = convex->count;
    shape->support = rim_support_scalar;
    if (!hull)
    {
        vec3d first = v3d_from(convex->points[0]),
              last = v3d_from(convex->points[convex->count - 1]);
        shape->center = v3d_scale(v3d_add(first, last), 0.5);
        shape->extent = 0.0f;
        return;
    }
    shape->x = hull->x;
    shape->y = hull->y;
    shape->z = hull->z;
    shape->padded = hull->padded_corners;
    shape->extent = largest_coordinate(&hull->bounds);
    shape->center = v3d_from(hull->center);
    if (__builtin_cpu_supports("avx2")) shape->support = rim_support_avx2;
}

// The columns of the turn by a quaternion of any length but 0.
static inline void set_turn(mat3d *m, double x, double y, double z, double w)
{
    double s = 2.0 / (x * x + y * y + z * z + w * w);
    double sx = s * x, sy = s * y, sz = s * z;
    double xx = sx * x, yy = sy * y, zz = sz * z;
    double xy = sx * y, xz = sx * z, yz = sy * z, wx = sx * w, wy = sy * w, wz = sz * w;
    m->x = v3d(1.0 - (yy + zz), xy + wz, xz - wy);
    m->y = v3d(xy - wz, 1.0 - (xx + zz), yz + wx);
    m->z = v3d(xz + wy, yz - wx, 1.0 - (xx + yy));
}

// A zero quaternion turns nothing.
static inline double real_part(rim_quat q)
{
    return q.x == 0.0f && q.y == 0.0f && q.z == 0.0f && q.w == 0.0f ? 1.0 : q.w;
}

// 2^-e for x in [2^e, 2^(e+1)): the exponent field of a double mirrored about its middle.
static double inverse_power(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = 0x7fe0000000000000u - (bits & 0x7ff0000000000000u);
    memcpy(&x, &bits, sizeof x);
    return x;
}

bool rim_gjk_pair(gjk_pair *pair, rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb)
{
    if (a.count < 1 || b.count < 1) return false;
    set_shape(&pair->a, &a);
    set_shape(&pair->b, &b);
    double ax = pa.rotation.x, ay = pa.rotation.y, az = pa.rotation.z, aw = real_part(pa.rotation);
    double bx = pb.rotation.x, by = pb.rotation.y, bz = pb.rotation.z, bw = real_part(pb.rotation);
    set_turn(&pair->world_turn, ax, ay, az, aw);
    // First by b, then back by a: the quaternion conj(a) b. It is exactly 1 if both are the same.
    set_turn(&pair->turn, aw * bx - ax * bw - (ay * bz - az * by),
             aw * by - ay * bw - (az * bx - ax * bz), aw * bz - az * bw - (ax * by - ay * bx),
             aw * bw + (ax * bx + ay * by + az * bz));
    pair->world_shift = v3d_from(pa.position);
    vec3d between = v3d_sub(v3d_from(pb.position), pair->world_shift);
    pair->shift = m3d_unapply(pair->world_turn, between);
    double size = fabs(pair->shift.x) + fabs(pair->shift.y) + fabs(pair->shift.z) + pair->a.extent +
                  pair->b.extent;
    pair->scale = size > 0.0 ? inverse_power(size) : 1.0;
    return isfinite(pair->turn.x.y + v3d_length2(pair->shift));
}

// --- answers --------------------------------------------------------------------------------------------

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

rim_feature rim_gjk_feature(const rim_convex *convex, const int *indices, int count)
{
    int different[4], n = 0;
    for (int i = 0; i < count; i++)
    {
        bool known = false;
        for (int k = 0; k < n; k++) known |= different[k] == indices[i];
        different[n] = indices[i];
        n += !known;
    }
    if (n == 0 || n == 4) return feature_of(RIM_FEATURE_NONE, 0);
    if (n == 1) return feature_of(RIM_FEATURE_VERTEX, different[0]);
    return convex->hull ? feature_of_hull(convex->hull, different, n)
                        : feature_of_points(convex->count, different, n);
}

static rim_distance3 nowhere(void)
{
    rim_distance3 d = { 0 };
    d.distance = INFINITY;
    return d;
}

static float to_float(double x)
{
    return x > FLT_MAX ? FLT_MAX : (float)x;
}

// Where the simplex has a plane, at right angles to it and towards the rest of { a - b }; else away from
// the centre of b.
static vec3d touching_normal(const gjk_pair *pair, const gjk_result *r)
{
    vec3d center =
        v3d_sub(pair->a.center, v3d_add(m3d_apply(pair->turn, pair->b.center), pair->shift));
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

rim_distance3 rim_convex_distance(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb,
                                  rim_warm *warm)
{
    gjk_pair pair;
    if (!rim_gjk_pair(&pair, a, pa, b, pb)) return nowhere();
    gjk_result r = rim_gjk_closest(&pair, INFINITY, warm);
    if (r.end == GJK_BAD || !isfinite(r.distance)) return nowhere();

    vec3d  on_a = rim_gjk_witness(&pair, &r);
    vec3d  n = r.end == GJK_APART ? v3d_scale(r.v, 1.0 / r.distance) : touching_normal(&pair, &r);
    double radius_a = a.radius, radius_b = b.radius, gap = r.distance - radius_a - radius_b;
    double into_a = radius_a,
           into_b = r.distance - radius_b; // witnesses, measured from on_a along -n
    if (gap <= 0.0)
    {
        // In the middle of what both shells share, but between the cores.
        double t = 0.5 * (into_a + into_b);
        t = t < 0.0 ? 0.0 : t > r.distance ? r.distance : t;
        into_a = into_b = t;
        gap = 0.0;
    }
    rim_distance3 d;
    d.on_a = v3d_round(
        v3d_add(m3d_apply(pair.world_turn, v3d_along(on_a, n, -into_a)), pair.world_shift));
    d.on_b = v3d_round(
        v3d_add(m3d_apply(pair.world_turn, v3d_along(on_a, n, -into_b)), pair.world_shift));
    d.normal = v3d_round(m3d_apply(pair.world_turn, n));
    d.distance = to_float(gap);
    double missing = r.distance - r.lower;
    d.uncertainty = missing > 0x1p-30 * r.size ? to_float(missing) : 0.0f;
    d.feature_a = rim_gjk_feature(&a, r.a, r.count);
    d.feature_b = rim_gjk_feature(&b, r.b, r.count);
    return d;
}

bool rim_convex_overlaps(rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb, rim_warm *warm)
{
    gjk_pair pair;
    if (!rim_gjk_pair(&pair, a, pa, b, pb)) return false;
    double     reach = (double)a.radius + b.radius;
    gjk_result r = rim_gjk_closest(&pair, reach, warm);
    return r.end != GJK_BAD && r.distance <= reach;
}

// --- things seen as convex ------------------------------------------------------------------------------

static rim_convex view(const rim_vec3 *points, int count, float radius)
{
    rim_convex convex = { points, count, radius, NULL };
    return convex;
}

rim_convex rim_sphere_as_convex(const rim_sphere *sphere)
{
    return view(&sphere->center, 1, sphere->radius);
}

rim_convex rim_segment_as_convex(const rim_segment3 *segment)
{
    return view(&segment->a, 2, 0.0f);
}

rim_convex rim_capsule_as_convex(const rim_capsule *capsule)
{
    return view(&capsule->a, 2, capsule->radius);
}

rim_convex rim_triangle_as_convex(const rim_triangle *triangle)
{
    return view(&triangle->a, 3, 0.0f);
}

rim_convex rim_polygon3_as_convex(rim_polygon3 polygon)
{
    return view(polygon.points, polygon.count, 0.0f);
}

rim_convex rim_obox_as_convex(rim_obox box, rim_vec3 corners[8])
{
    for (int i = 0; i < 8; i++)
        corners[i] =
            rim_vec3_make(i & 1 ? box.half.x : -box.half.x, i & 2 ? box.half.y : -box.half.y,
                          i & 4 ? box.half.z : -box.half.z);
    return view(corners, 8, 0.0f);
}
