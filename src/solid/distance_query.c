#include "solid/distance_gjk.h"
#include "solid/hull_data.h"

#include <assert.h>
#include <float.h>

// --- shapes and pairs ----------------------------------------------------------------------------------

static vec3d middle(const rim_vec3 *points, int count)
{
    vec3d a = v3d_from(points[0]);
    if (count == 1) return a;
    return v3d_scale(v3d_add(a, v3d_from(points[count - 1])), 0.5);
}

static float largest_coordinate(rim_box3 box)
{
    rim_vec3 m = rim_vec3_max(rim_vec3_negate(box.lo), box.hi);
    float    xy = m.x > m.y ? m.x : m.y;
    return xy > m.z ? xy : m.z;
}

gjk_shape rim_gjk_shape(rim_convex convex)
{
    assert(convex.count >= 0 && convex.radius >= 0.0f);
    gjk_shape shape = { 0 };
    shape.points = convex.points;
    shape.count = convex.count;
    shape.support = rim_support_scalar;
    const rim_hull *hull = convex.hull;
    if (!hull)
    {
        shape.center = middle(convex.points, convex.count);
        return shape;
    }
    shape.x = hull->x;
    shape.y = hull->y;
    shape.z = hull->z;
    shape.padded = hull->padded_corners;
    shape.extent = largest_coordinate(hull->bounds);
    shape.center = v3d_from(hull->center);
    shape.support = __builtin_cpu_supports("avx2") ? rim_support_avx2 : rim_support_scalar;
    return shape;
}

typedef struct quatd
{
    double x, y, z, w;
} quatd;

static quatd widen(rim_quat q)
{
    quatd d = { q.x, q.y, q.z, q.w };
    if (q.x == 0.0f && q.y == 0.0f && q.z == 0.0f && q.w == 0.0f) d.w = 1.0;
    return d;
}

// The rotation first by b, then back by a: conj(a) b.
static quatd relative(quatd a, quatd b)
{
    quatd q = { a.w * b.x - a.x * b.w - (a.y * b.z - a.z * b.y),
                a.w * b.y - a.y * b.w - (a.z * b.x - a.x * b.z),
                a.w * b.z - a.z * b.w - (a.x * b.y - a.y * b.x),
                a.w * b.w + (a.x * b.x + a.y * b.y + a.z * b.z) };
    return q;
}

static mat3d matrix(quatd q)
{
    double x = q.x, y = q.y, z = q.z, w = q.w;
    double s = 2.0 / (x * x + y * y + z * z + w * w);
    mat3d  m = {
         { 1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y) },
         { s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x) },
         { s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y) },
    };
    return m;
}

bool rim_gjk_pair(gjk_pair *pair, rim_convex a, rim_xform3 pa, rim_convex b, rim_xform3 pb)
{
    if (a.count < 1 || b.count < 1) return false;
    quatd qa = widen(pa.rotation), qb = widen(pb.rotation);
    pair->a = rim_gjk_shape(a);
    pair->b = rim_gjk_shape(b);
    pair->turn = matrix(relative(qa, qb));
    pair->world_turn = matrix(qa);
    pair->world_shift = v3d_from(pa.position);
    vec3d between = v3d_sub(v3d_from(pb.position), pair->world_shift);
    pair->shift = m3d_unapply(pair->world_turn, between);
    double sum = v3d_dot(pair->turn.x, pair->turn.y) + v3d_dot(pair->world_turn.x, pair->shift);
    return isfinite(sum) && isfinite(v3d_length2(pair->shift));
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

// The edge between two corners, else the face that has them all, else the first corner.
static rim_feature feature_of_hull(const rim_hull *hull, const int *corners, int count)
{
    rim_feature feature = { RIM_FEATURE_VERTEX, corners[0] };
    if (count == 1 || hull->kind == RIM_HULL_POINT) return feature;
    if (hull->kind == RIM_HULL_LINE)
    {
        feature.kind = RIM_FEATURE_EDGE;
        feature.index = 0;
        return feature;
    }
    int from = hull->neighbor_starts[corners[0]], to = hull->neighbor_starts[corners[0] + 1];
    for (int i = from; i < to; i++)
    {
        int edge = hull->neighbor_edges[i], left = hull->edges[edge].left;
        if (count == 2 && hull->neighbors[i] == corners[1])
        {
            feature.kind = RIM_FEATURE_EDGE;
            feature.index = edge;
            return feature;
        }
        for (int k = 0; k < 2; k++, left = hull->edges[edge].right)
            if (face_has(hull, left, corners, count))
            {
                feature.kind = RIM_FEATURE_FACE;
                feature.index = left;
            }
    }
    return feature;
}

static rim_feature feature_of_points(rim_convex convex, const int *points, int count)
{
    rim_feature feature = { RIM_FEATURE_VERTEX, points[0] };
    for (int i = 1; i < count; i++)
        feature.index = points[i] < feature.index ? points[i] : feature.index;
    if (count == 2) feature.kind = RIM_FEATURE_EDGE;
    if (count >= 3) feature.kind = RIM_FEATURE_FACE;
    if (count == 2 && convex.count == 3 && points[0] + points[1] == 2) feature.index = 2;
    return feature;
}

rim_feature rim_gjk_feature(rim_convex convex, const int *indices, int count)
{
    int different[4], n = 0;
    for (int i = 0; i < count; i++)
    {
        int k = 0;
        while (k < n && different[k] != indices[i]) k++;
        if (k == n) different[n++] = indices[i];
    }
    rim_feature none = { RIM_FEATURE_NONE, 0 };
    if (n == 0 || n == 4) return none;
    return convex.hull ? feature_of_hull(convex.hull, different, n)
                       : feature_of_points(convex, different, n);
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
    d.feature_a = rim_gjk_feature(a, r.a, r.count);
    d.feature_b = rim_gjk_feature(b, r.b, r.count);
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
