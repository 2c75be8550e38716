// Template: compiled by each file that includes it.
// Requires simd/f64x4.h to be included before.
//
// GJK (Gilbert, Johnson, Keerthi, "A fast procedure for computing the distance between complex objects in three-dimensional
// space", 1988): the point v of { a - b } closest to the origin, on four doubles at a time.
//
// The simplex has up to three corners, in lanes 0, 1 and 2; with fewer, some are repeated, and lane 3 repeats one of
// them. A step finds the support point n along -v. If n is not closer to the origin than v, measured along v, v is the
// closest point: the plane through v with normal v has all of { a - b } on its far side. Otherwise the next v lies on a
// feature at n: an edge or a face that n spans with corners of the simplex, or n itself. All of these are measured at
// once, without branches, which could not be predicted: lane i is the edge from n to corner i, and the face of n,
// corner i and the corner after it.
#ifndef RIM_SOLID_QUERY_GJK_KERNEL_H
#define RIM_SOLID_QUERY_GJK_KERNEL_H

#include "base/float.h"
#include "simd/bits.h"
#include "solid/query/support.h"

#include <assert.h>
#include <string.h>

// --- pairs --------------------------------------------------------------------------------------------

// A rotation by x, y, z, w.
typedef struct gjk_quat
{
    vec3d  v;
    double w, length2;
} gjk_quat;

// Returns a quaternion in doubles with its squared length. The zero quaternion becomes the identity. Squares of floats do
// not underflow.
SIMD_INLINE gjk_quat gjk_quat_of(rim_quat q)
{
    gjk_quat r = { { q.x, q.y, q.z }, q.w, 0.0 };
    r.length2 = v3d_length2(r.v) + r.w * r.w;
    if (r.length2 == 0.0) r.length2 = r.w = 1.0;
    return r;
}

// Returns conj(a) b: the rotation by b, then the inverse of that by a. It is exactly 1 if both are the same unit
// quaternion.
SIMD_INLINE gjk_quat gjk_quat_between(gjk_quat a, gjk_quat b)
{
    gjk_quat r = { v3d_sub(v3d_sub(v3d_scale(b.v, a.w), v3d_scale(a.v, b.w)), v3d_cross(a.v, b.v)),
                   a.w * b.w + v3d_dot(a.v, b.v), 0.0 };
    r.length2 = v3d_length2(r.v) + r.w * r.w;
    return r;
}

// Returns the rotation matrix of a quaternion of any length but 0.
SIMD_INLINE mat3d gjk_columns(gjk_quat q)
{
    double x = q.v.x, y = q.v.y, z = q.v.z, w = q.w, s = 2.0 / q.length2;
    return (mat3d){
        { 1.0 - (y * y + z * z) * s, (x * y + w * z) * s, (x * z - w * y) * s },
        { (x * y - w * z) * s, 1.0 - (x * x + z * z) * s, (y * z + w * x) * s },
        { (x * z + w * y) * s, (y * z - w * x) * s, 1.0 - (x * x + y * y) * s },
    };
}

// Returns 2^-e for x in [2^e, 2^(e+1)), so that the product with x is in [1, 2) and exact: mirrors the exponent field of
// the double about its middle. Requires a positive normal x below 2^1023.
SIMD_INLINE double gjk_inverse_power(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = 0x7fe0000000000000u - (bits & 0x7ff0000000000000u);
    memcpy(&x, &bits, sizeof x);
    return x;
}

// Sets a shape. Returns NaN if a number of the points or the radius is not finite, else 0: 0 times such a number is NaN. A
// hull's points are finite.
SIMD_INLINE double gjk_set_shape(gjk_shape *shape, const rim_convex *convex)
{
    RIM_ASSERT(convex->count >= 1, "a convex shape has no points");
    RIM_ASSERT(!(convex->radius < 0.0f && float_is_finite(convex->radius)), "a radius is negative");
    shape->points = convex->points;
    shape->count = convex->count;
    shape->hull = convex->hull;
    double bad = 0.0 * convex->radius;
    for (int i = 0; i < convex->count && !convex->hull; i++)
    {
        rim_vec3 p = convex->points[i];
        bad += 0.0 * p.x + 0.0 * p.y + 0.0 * p.z;
    }
    return bad;
}

// Sets a pair in the frame of a. The positions are subtracted before they are rotated, so that shapes far from the world's
// origin lose no precision. Returns false if a shape is empty or a number is not finite.
SIMD_INLINE bool gjk_set_pair(gjk_pair *pair, const rim_convex *a, const rim_xform3 *pa,
                              const rim_convex *b, const rim_xform3 *pb)
{
    if (a->count < 1 || b->count < 1) return false;
    gjk_quat qa = gjk_quat_of(pa->rotation), qb = gjk_quat_of(pb->rotation);
    double   bad = gjk_set_shape(&pair->a, a) + gjk_set_shape(&pair->b, b);
    pair->turn = gjk_columns(gjk_quat_between(qa, qb));
    pair->world_turn = gjk_columns(qa);
    pair->world_shift = v3d_from(pa->position);
    pair->shift = m3d_unapply(pair->world_turn, v3d_sub(v3d_from(pb->position), pair->world_shift));
    double size = fabs(pair->shift.x) + fabs(pair->shift.y) + fabs(pair->shift.z) +
                  gjk_extent(&pair->a) + gjk_extent(&pair->b);
    pair->scale = size > 0.0 ? gjk_inverse_power(size) : 1.0;
    pair->wide = gjk_is_wide();
    return float_is_finite(pair->turn.x.y + v3d_length2(pair->shift) + bad);
}

SIMD_TARGET bool SIMD_NAME(gjk_prepare_pair)(gjk_pair *pair, const rim_convex *a,
                                             const rim_xform3 *pa, const rim_convex *b,
                                             const rim_xform3 *pb)
{
    return gjk_set_pair(pair, a, pa, b, pb);
}

SIMD_TARGET int SIMD_NAME(gjk_farthest)(const gjk_shape *shape, vec3d d)
{
    return support_point(shape, d);
}

// --- simplices ------------------------------------------------------------------------------------------

// The feature that contains the closest point: k < 3 is the edge of lanes k and k + 1, 4 + k is the face, lane k first.
enum
{
    SPANS_CORNER = 3, // lane 0
    SPANS_FACE = 4,
    SPANS_ALL = 8 // and the new corner: the origin is inside
};

// The closest point of each lane's edge and face, and the lane of the closest of all.
typedef struct gjk_nearest
{
    double vv; // |v|^2
    int    lane, spans;
    double x[4], y[4], z[4];             // v
    double t[4];                         // of an edge: the weight of its first corner
    double first[4], second[4], full[4]; // of a face: weights of the first two corners, and all
} gjk_nearest;

typedef struct gjk_simplex
{
    vec3x4 p;     // a - b of each lane
    f64x4  a, b;  // the indices
    double size2; // the largest |p|^2 so far
    // The farthest separating plane so far is at the squared distance lower_along2 / lower_vv from the origin, with
    // lower_along2 = (v . n)^2 of its v and support point n.
    double lower_along2, lower_vv;
} gjk_simplex;

SIMD_INLINE double gjk_larger(double a, double b)
{
    return a > b ? a : b;
}

SIMD_INLINE f64x4 gjk_rotate(f64x4 a)
{
    return F64X4_LANES(a, 1, 2, 0, 3);
}

SIMD_INLINE vec3x4 gjk_rotate_lanes(vec3x4 p)
{
    return VEC3X4_LANES(p, 1, 2, 0, 3);
}

// --- a step -------------------------------------------------------------------------------------------

// Finds the point closest to the origin on the features at n.
//
// With e and f the edges of a face from n to corner i and to the one after it, and m = e x f its normal, the origin's
// projection on the face is m (m . n) / |m|^2, and its barycentric coordinates are, over |m|^2,
//
//      corner i:  m . (f x n)        the one after:  m . (n x e)        n:  the rest
//
// The projection is inside if all three are positive. On an edge the closest point is n + t e with t = clamp(-n . e / e .
// e).
//
// The origin is inside the tetrahedron of n and the three corners if, seen from every face at n, it lies on the side of the
// fourth corner, h = m . (that corner - n). The face opposite of n cannot separate them, because n is closer to the origin
// along v.
//
// A lane is an edge and a face; lane 3 repeats a corner and has no face. The lane with the least squared distance wins, the
// lowest of equal ones.
SIMD_INLINE void gjk_measure(gjk_nearest *r, const gjk_simplex *s, vec3x4 n)
{
    f64x4  zero = f64x4_all(0.0), one = f64x4_all(1.0), far = f64x4_all(INFINITY);
    vec3x4 e = vec3x4_sub(s->p, n), f = gjk_rotate_lanes(e);
    f64x4  ee = vec3x4_dot(e, e), ff = gjk_rotate(ee);
    f64x4  back = f64x4_sub(zero, vec3x4_dot(n, e));
    // An edge without length gives 0 / 0, and f64x4_max(NaN, 0) is 0.
    f64x4  t = f64x4_min(f64x4_max(f64x4_div(back, ee), zero), one);
    vec3x4 on_edge = vec3x4_add(n, vec3x4_scale(e, t));
    f64x4  edge2 = vec3x4_dot(on_edge, on_edge);

    vec3x4     m = vec3x4_cross(e, f), ne = vec3x4_cross(n, e);
    f64x4      mm = vec3x4_dot(m, m), height = vec3x4_dot(m, n);
    f64x4      second = vec3x4_dot(m, ne);
    f64x4      first = f64x4_sub(zero, vec3x4_dot(m, gjk_rotate_lanes(ne)));
    f64x4      least = f64x4_mul(f64x4_mul(ee, ff), f64x4_all(GJK_FLAT * GJK_FLAT));
    f64x4      along = f64x4_div(height, mm);
    vec3x4     on_face = vec3x4_scale(m, along);
    f64x4_mask good = f64x4_and(f64x4_less(zero, first), f64x4_less(zero, second));
    good = f64x4_and(good, f64x4_less(f64x4_add(first, second), mm));
    good = f64x4_and(good, f64x4_less(least, mm));
    f64x4 face2 = f64x4_pick(good, f64x4_mul(height, along), far);

    // The origin is at -n from n, so it is on the fourth corner's side if h and height have opposite signs.
    f64x4      h = vec3x4_dot(m, gjk_rotate_lanes(f)), hh = f64x4_mul(h, h);
    f64x4_mask same = f64x4_less(f64x4_mul(h, height), zero);
    f64x4_mask thick = f64x4_less(f64x4_mul(least, gjk_rotate(ff)), hh);

    f64x4_mask on = f64x4_less(face2, edge2);
    f64x4      best = f64x4_min(face2, edge2);
    vec3x4     v = vec3x4_choose(on, on_face, on_edge);
    r->vv = f64x4_lowest(best);
    r->lane = bits_lowest((unsigned)f64x4_bits(f64x4_equal(best, f64x4_all(r->vv))) | 8u);
    f64x4_store(r->x, v.x);
    f64x4_store(r->y, v.y);
    f64x4_store(r->z, v.z);
    f64x4_store(r->t, t);
    f64x4_store(r->first, first);
    f64x4_store(r->second, second);
    f64x4_store(r->full, mm);
    int face = f64x4_bits(on) >> r->lane & 1, edge = f64x4_bits(f64x4_less(zero, t)) >> r->lane & 1;
    r->spans = face ? SPANS_FACE + r->lane : edge ? r->lane : SPANS_CORNER;
    r->spans = (f64x4_bits(f64x4_and(same, thick)) & 7) == 7 ? SPANS_ALL : r->spans;
}

// Puts the new corner into the lanes that the spanned feature does not use; into lane 3 if the simplex is the whole
// tetrahedron. A row of the table has a 1 for each lane that takes it.
SIMD_INLINE void gjk_insert(gjk_simplex *s, int spans, vec3x4 corner, f64x4 a, f64x4 b)
{
    static const double places[SPANS_ALL + 1][4] = {
        { 0, 1, 1, 1 }, { 1, 0, 1, 1 }, { 1, 1, 0, 1 }, { 1, 1, 1, 1 }, { 0, 0, 1, 1 },
        { 1, 0, 0, 1 }, { 0, 1, 0, 1 }, { 1, 1, 1, 1 }, { 0, 0, 0, 1 },
    };
    f64x4_mask take = f64x4_less(f64x4_all(0.0), f64x4_load(places[spans]));
    s->p = vec3x4_choose(take, corner, s->p);
    s->a = f64x4_pick(take, a, s->a);
    s->b = f64x4_pick(take, b, s->b);
}

// --- the start ----------------------------------------------------------------------------------------

// Starts from four pairs of points, the last as the new corner; some may be equal. If the origin seems to be inside, it may
// be beyond the face opposite of the last corner, which gjk_measure does not test: the first and the last corner are
// exchanged and all is measured again.
SIMD_INLINE void gjk_start(gjk_simplex *s, gjk_nearest *now, const gjk_pair *pair, const int a[4],
                           const int b[4])
{
    s->p = support_differences(pair, a, b);
    s->a = f64x4_set(a[0], a[1], a[2], a[3]);
    s->b = f64x4_set(b[0], b[1], b[2], b[3]);
    s->size2 = f64x4_highest(vec3x4_dot(s->p, s->p));
    gjk_measure(now, s, vec3x4_all(vec3x4_lane(s->p, 3)));
    if (now->spans == SPANS_ALL)
    {
        s->p = VEC3X4_LANES(s->p, 3, 1, 2, 0);
        s->a = F64X4_LANES(s->a, 3, 1, 2, 0);
        s->b = F64X4_LANES(s->b, 3, 1, 2, 0);
        gjk_measure(now, s, vec3x4_all(vec3x4_lane(s->p, 3)));
    }
    gjk_insert(s, now->spans, vec3x4_all(vec3x4_lane(s->p, 3)), f64x4_all(F64X4_LANE(s->a, 3)),
               f64x4_all(F64X4_LANE(s->b, 3)));
}

// Starts from the last search's simplex; or from the corners that two hulls' tables give along d and three directions about
// it, which are usually near the closest point; or from the support point along d, the direction between the centers.
SIMD_INLINE void gjk_choose_start(gjk_simplex *s, gjk_nearest *now, const gjk_pair *pair,
                                  const rim_warm *warm)
{
    int a[4], b[4];
    if (support_warm_fits(pair, warm, 1))
    {
        static const signed char slots[5][4] = {
            { 0 }, { 0, 0, 0, 0 }, { 1, 1, 1, 0 }, { 1, 2, 1, 0 }, { 1, 2, 3, 0 }
        };
        for (int i = 0; i < 4; i++)
        {
            a[i] = warm->a[slots[warm->count][i]];
            b[i] = warm->b[slots[warm->count][i]];
        }
        gjk_start(s, now, pair, a, b);
        return;
    }
    vec3d center = gjk_point_of_b(pair, gjk_center(&pair->b));
    vec3d d = v3d_scale(v3d_sub(center, gjk_center(&pair->a)), pair->scale);
    if (support_has_hints(pair))
    {
        double tilt = 0.5 * (pair->a.hull->hint_angle + pair->b.hull->hint_angle);
        support_hint_pairs(pair, support_directions_about(d, tilt), a, b);
    }
    else
    {
        support_pair(pair, d, &a[0], &b[0]);
        a[1] = a[2] = a[3] = a[0];
        b[1] = b[2] = b[3] = b[0];
    }
    gjk_start(s, now, pair, a, b);
}

// --- the end ------------------------------------------------------------------------------------------

// Stores the corners of the simplex and their barycentric weights. Unused corners have weight 0.
SIMD_INLINE void gjk_set_corners(gjk_result *r, const gjk_simplex *s, const gjk_nearest *now)
{
    static const int after[4] = { 1, 2, 0, 3 };
    double           a[4], b[4];
    f64x4_store(a, s->a);
    f64x4_store(b, s->b);
    bool   face = now->spans >= SPANS_FACE, corner = now->spans == SPANS_CORNER;
    int    lane = now->lane, i = corner ? 0 : lane, j = after[i], k = after[j];
    double share = 1.0 / (face ? now->full[lane] : 1.0), t = corner ? 1.0 : now->t[lane];
    double first = face ? now->first[lane] * share : t;
    double second = face ? now->second[lane] * share : 1.0 - first;
    r->count = face ? 3 : first == 1.0 ? 1 : 2;
    r->a[0] = (int)a[i], r->a[1] = (int)a[j], r->a[2] = (int)a[k], r->a[3] = 0;
    r->b[0] = (int)b[i], r->b[1] = (int)b[j], r->b[2] = (int)b[k], r->b[3] = 0;
    r->weight[0] = first;
    r->weight[1] = second;
    r->weight[2] = face ? 1.0 - (first + second) : 0.0;
    r->weight[3] = 0.0;
}

// Stores the tetrahedron around the origin. With e, f, g its edges from the last corner, the weight of a corner is the
// volume of the origin and the other three corners over the whole volume.
SIMD_INLINE void gjk_set_tetrahedron(gjk_result *r, const gjk_simplex *s)
{
    double x[4], y[4], z[4], a[4], b[4];
    f64x4_store(x, s->p.x);
    f64x4_store(y, s->p.y);
    f64x4_store(z, s->p.z);
    f64x4_store(a, s->a);
    f64x4_store(b, s->b);
    for (int i = 0; i < 4; i++)
    {
        r->a[i] = (int)a[i];
        r->b[i] = (int)b[i];
    }
    vec3d  o = v3d(x[3], y[3], z[3]), e = v3d_sub(v3d(x[0], y[0], z[0]), o);
    vec3d  f = v3d_sub(v3d(x[1], y[1], z[1]), o), g = v3d_sub(v3d(x[2], y[2], z[2]), o);
    double share = 1.0 / fabs(v3d_dot(e, v3d_cross(f, g)));
    r->count = 4;
    r->weight[0] = fabs(v3d_dot(v3d_cross(f, g), o)) * share;
    r->weight[1] = fabs(v3d_dot(v3d_cross(g, e), o)) * share;
    r->weight[2] = fabs(v3d_dot(v3d_cross(e, f), o)) * share;
    r->weight[3] = 1.0 - (r->weight[0] + r->weight[1] + r->weight[2]);
}

// Stores the result of a search that ends with the simplex s, and leaves the simplex in *warm unless that is NULL.
SIMD_INLINE void gjk_finish(gjk_result *r, const gjk_simplex *s, const gjk_nearest *now,
                            gjk_end end, int steps, rim_warm *warm)
{
    r->end = end;
    r->v = v3d(now->x[now->lane], now->y[now->lane], now->z[now->lane]);
    if (end == GJK_OVERLAP) r->v = v3d(0.0, 0.0, 0.0);
    r->distance = r->lower = end == GJK_APART ? sqrt(now->vv) : 0.0;
    r->size = sqrt(s->size2);
    r->steps = steps;
    if (end == GJK_OVERLAP)
        gjk_set_tetrahedron(r, s);
    else
        gjk_set_corners(r, s, now);
    if (!warm) return;
    warm->count = r->count;
    for (int i = 0; i < 4; i++) warm->a[i] = r->a[i];
    for (int i = 0; i < 4; i++) warm->b[i] = r->b[i];
}

// --- a warm start ----------------------------------------------------------------------------

// Finds the point closest to the origin strictly inside of a point, segment or triangle. With e and f the edges of a
// triangle from its first corner and m = e x f, the weights are as in gjk_measure. Returns false if the closest point of
// the line or plane is not inside.
SIMD_INLINE bool gjk_closest_inside(vec3d *v, double weight[4], const vec3d p[3], int count)
{
    vec3d e = v3d_sub(p[1], p[0]), f = v3d_sub(p[2], p[0]);
    weight[0] = 1.0;
    weight[1] = weight[2] = weight[3] = 0.0;
    *v = p[0];
    if (count == 2)
    {
        double back = -v3d_dot(p[0], e), ee = v3d_length2(e);
        weight[1] = back / ee;
        weight[0] = 1.0 - weight[1];
        *v = v3d_along(p[0], e, weight[1]);
        return back > 0.0 && back < ee;
    }
    if (count == 3)
    {
        vec3d  m = v3d_cross(e, f);
        double mm = v3d_length2(m), share = 1.0 / mm;
        double second = v3d_dot(m, v3d_cross(f, p[0])), third = v3d_dot(m, v3d_cross(p[0], e));
        weight[1] = second * share;
        weight[2] = third * share;
        weight[0] = 1.0 - (weight[1] + weight[2]);
        *v = v3d_scale(m, v3d_dot(m, p[0]) * share);
        return mm > GJK_FLAT * GJK_FLAT * (v3d_length2(e) * v3d_length2(f)) && second > 0.0 &&
               third > 0.0 && second + third < mm;
    }
    return true;
}

// Tests whether the last search's simplex is still the closest at the new poses: returns true, with the whole result in
// *r, if the point v of the simplex closest to the origin lies inside it and is closest of all { a - b }, within the
// tolerance. No point w of { a - b } is farther along -v than the support value, so
//
//      gap = v . v - min over w of (v . w) = v . v + v . shift + support_a(-v) + support_b(turn^-1 v)
//
// bounds the error of |v| by gap / |v|. Returns false with *r unspecified otherwise.
//
// Special path: distances of 8 and 16 corners from frame to frame (bench row "Q1 moving").
SIMD_INLINE bool gjk_is_still(gjk_result *r, const gjk_pair *pair, const rim_warm *warm)
{
    if (!support_warm_fits(pair, warm, 1) || warm->count > 3) return false;
    vec3d  p[3];
    double size2 = 0.0;
    r->count = warm->count;
    for (int i = 0; i < 3; i++)
    {
        int k = i < warm->count ? i : 0;
        r->a[i] = warm->a[k];
        r->b[i] = warm->b[k];
        p[i] = gjk_difference(pair, r->a[i], r->b[i]);
        size2 = gjk_larger(size2, v3d_length2(p[i]));
    }
    r->a[3] = r->b[3] = 0;
    if (!gjk_closest_inside(&r->v, r->weight, p, r->count)) return false;
    double vv = v3d_length2(r->v);
    if (!(vv > GJK_TOUCHING * GJK_TOUCHING * size2)) return false;
    double gap = vv + v3d_dot(r->v, pair->shift) + support_value(&pair->a, v3d_scale(r->v, -1.0)) +
                 support_value(&pair->b, m3d_unapply(pair->turn, r->v));
    if (!(gap <= 0.0 || gap * gap <= GJK_TOLERANCE * GJK_TOLERANCE * size2 * vv)) return false;
    r->end = GJK_APART;
    r->distance = r->lower = sqrt(vv);
    r->size = sqrt(size2);
    r->steps = 1;
    return true;
}

// --- the search ---------------------------------------------------------------------------------------

// Finds the closest point; see gjk_search_kernel. Terminates: every step ends the search or brings the simplex closer
// to the origin, and there are finitely many simplices. The limit of steps is for cycles by rounding.
SIMD_INLINE void gjk_find(gjk_result *r, const gjk_pair *pair, double enough, rim_warm *warm)
{
    if (gjk_is_still(r, pair, warm)) return;
    gjk_simplex s;
    gjk_nearest two[2], *now = &two[0], *next = &two[1];
    s.lower_along2 = 0.0;
    s.lower_vv = 1.0;
    gjk_choose_start(&s, now, pair, warm);
    for (int steps = 1;; steps++)
    {
        double vv = now->vv;
        bool   touch = vv <= GJK_TOUCHING * GJK_TOUCHING * s.size2;
        // The simplex contains the origin.
        if (now->spans == SPANS_ALL || touch)
        {
            gjk_finish(r, &s, now, now->spans == SPANS_ALL ? GJK_OVERLAP : GJK_TOUCH, steps, warm);
            return;
        }
        int   a, b;
        vec3d v = v3d(now->x[now->lane], now->y[now->lane], now->z[now->lane]);
        support_pair(pair, v3d_scale(v, -pair->scale), &a, &b);
        vec3d  corner = gjk_difference(pair, a, b);
        double along = v3d_dot(v, corner), gap = vv - along, corner2 = v3d_length2(corner);
        s.size2 = corner2 > s.size2 ? corner2 : s.size2;
        // The search ends if the support point is not closer along v by more than the tolerance, or is in the simplex
        // already.
        bool known =
            f64x4_bits(f64x4_and(f64x4_equal(s.a, f64x4_all(a)), f64x4_equal(s.b, f64x4_all(b))));
        if (known || !(gap > 0.0 && gap * gap > GJK_TOLERANCE * GJK_TOLERANCE * s.size2 * vv))
        {
            gjk_finish(r, &s, now, known || gap == gap ? GJK_APART : GJK_BAD, steps, warm);
            return;
        }
        // The plane through the support point separates the origin from { a - b }: a lower bound of the distance.
        double along2 = along > 0.0 ? along * along : 0.0;
        bool   farther = along2 * s.lower_vv > s.lower_along2 * vv;
        s.lower_along2 = farther ? along2 : s.lower_along2;
        s.lower_vv = farther ? vv : s.lower_vv;

        // Measure the features at the new corner, and stop if rounding keeps them from being closer.
        vec3x4 n = vec3x4_all(corner);
        gjk_measure(next, &s, n);
        bool inside = next->spans == SPANS_ALL;
        if (along2 > enough * enough * vv || steps == GJK_CAP || (!inside && !(next->vv < vv)))
        {
            gjk_finish(r, &s, now, GJK_APART, steps, warm);
            double lower = sqrt(s.lower_along2 / s.lower_vv);
            r->lower = lower < r->distance ? lower : r->distance;
            return;
        }
        gjk_insert(&s, next->spans, n, f64x4_all(a), f64x4_all(b));
        gjk_nearest *old = now;
        now = next;
        next = old;
    }
}

SIMD_TARGET void SIMD_NAME(gjk_search)(gjk_result *r, const gjk_pair *pair, double enough,
                                       rim_warm *warm)
{
    gjk_find(r, pair, enough, warm);
}

// --- answers ------------------------------------------------------------------------------------------

// Returns a unit normal of a pair that touches, in the frame of a: perpendicular to the simplex if that is a triangle,
// towards the center of { a - b }; else the direction from the center of b to that of a; else a's y axis. v3d_normalize
// returns 0 for vectors without a direction.
SIMD_TARGET static vec3d gjk_touching_normal(const gjk_pair *pair, const gjk_result *r)
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

// Returns the answer in the world, rounded to float. Both witness points lie on the line from the closest point of the core
// of a to that of b, and into_a and into_b are their distances from the former: the surface of a is at a's radius, that of
// b at the distance of the cores less b's radius. If the shapes overlap, both points are the middle between the surfaces,
// or the end of the line nearest to it. `missing` is how far the true distance may be below the computed one. Every member
// is written once: a copy of an answer that was just written stalls.
SIMD_INLINE rim_distance3 gjk_distance_of(const gjk_pair *pair, const gjk_result *r,
                                          const rim_convex *a, const rim_convex *b)
{
    double gap = r->distance - a->radius - b->radius;
    double into_a = a->radius, into_b = r->distance - b->radius;
    if (gap <= 0.0)
    {
        double s = 0.5 * (into_a + into_b);
        s = s < 0.0 ? 0.0 : s > r->distance ? r->distance : s;
        into_a = into_b = s;
        gap = 0.0;
    }
    vec3d n =
        r->end == GJK_APART ? v3d_scale(r->v, 1.0 / r->distance) : gjk_touching_normal(pair, r);
    vec3d  on_core = v3d_add(m3d_apply(pair->world_turn, gjk_witness(pair, r)), pair->world_shift);
    double missing = r->distance - r->lower;
    n = m3d_apply(pair->world_turn, n);
    vec3d on_a = v3d_along(on_core, n, -into_a), on_b = v3d_along(on_core, n, -into_b);
    return (rim_distance3){ .on_a = v3d_round(on_a),
                            .on_b = v3d_round(on_b),
                            .normal = v3d_round(n),
                            .distance = gjk_to_float(gap),
                            .uncertainty =
                                missing > GJK_REPORTED * r->size ? gjk_to_float(missing) : 0.0f,
                            .feature_a = gjk_feature(a, r->a, r->count),
                            .feature_b = gjk_feature(b, r->b, r->count),
                            .letter = RIM_CASE_NONE };
}

// Returns the distance of two shapes, see rim_convex_distance: INFINITY for shapes without points or with numbers that are
// not finite. The search ends only at the closest points, however far they are (`enough` is INFINITY).
SIMD_TARGET rim_distance3 SIMD_NAME(gjk_distance)(const rim_convex *a, const rim_xform3 *pa,
                                                  const rim_convex *b, const rim_xform3 *pb,
                                                  rim_warm *warm)
{
    gjk_pair   pair;
    gjk_result r;
    if (!gjk_set_pair(&pair, a, pa, b, pb)) return (rim_distance3){ .distance = INFINITY };
    gjk_find(&r, &pair, INFINITY, warm);
    if (r.end == GJK_BAD || !float_is_finite(r.distance))
        return (rim_distance3){ .distance = INFINITY };
    return gjk_distance_of(&pair, &r, a, b);
}

#endif
