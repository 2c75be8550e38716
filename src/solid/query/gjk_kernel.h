// Template: compiled by each file that includes it.
// Requires simd/f64x4.h to be included before.
//
// GJK (Gilbert, Johnson, Keerthi, "A fast procedure for computing the distance between complex objects in three-dimensional
// space", 1988): the point v of { a - b } closest to the origin, on four doubles at a time.
//
// The simplex has up to three corners, in lanes 0, 1 and 2. With fewer corners, some of these lanes hold the same corner.
// Lane 3 repeats one of the others. A step finds the support point n along -v. If n is not closer to the origin than v,
// measured along v, v is the closest point: the plane through v with normal v has all of { a - b } on its far side.
// Otherwise the next v lies on a feature at n: an edge or a face that n spans with corners of the simplex, or n itself. All
// of these are measured at once (gjk_measure), without branches, which could not be predicted.
#ifndef RIM_SOLID_QUERY_GJK_KERNEL_H
#define RIM_SOLID_QUERY_GJK_KERNEL_H

#include "simd/bits.h"
#include "solid/query/support.h"

SIMD_TARGET int SIMD_NAME(gjk_farthest)(const gjk_shape *shape, vec3d d)
{
    return support_point(shape, d);
}

// --- simplices ------------------------------------------------------------------------------------------

// The feature at a new corner n that contains the closest point. Lane 0 comes after lane 2.
//
//      k < 3              the edge from n to the corner of lane k
//      SPANS_CORNER       n alone
//      SPANS_FACE + k     the face of n, the corner of lane k and the corner of the lane after k
//      SPANS_ALL          the tetrahedron of n and the corners of lanes 0, 1 and 2: it contains the origin
enum
{
    SPANS_CORNER = 3,
    SPANS_FACE = 4,
    SPANS_ALL = 8
};

// The results of gjk_measure. A lane is an edge and a face at the new corner n; the arrays hold what belongs to the closer
// of the two or, where it is said, to one of them.
typedef struct gjk_nearest
{
    double vv;               // |v|^2 of the closest lane
    int    lane;             // the closest lane
    int    spans;            // its feature
    double x[4], y[4], z[4]; // v, the closest point of the lane
    double t[4];             // of the edge: the weight of the lane's corner; that of n is 1 - t
    double first[4];         // of the face: the weight of the lane's corner, times `full`
    double second[4];        // of the face: the weight of the next lane's corner, times `full`
    double full[4];          // of the face: |m|^2, by which first and second have to be divided
} gjk_nearest;

// The simplex of a search, and what the search has found so far.
typedef struct gjk_simplex
{
    vec3x4 p;     // the corner a - b of each lane
    f64x4  a, b;  // the indices of its points in the two shapes
    double size2; // the largest |p|^2 so far
    // The farthest separating plane so far is at the squared distance lower_along2 / lower_vv from the origin. Here
    // lower_along2 is (v . n)^2 and lower_vv is |v|^2, for the v and the support point n of the step that found the plane.
    double lower_along2, lower_vv;
} gjk_simplex;

// Moves the number of the lane after i to each lane i < 3. Lane 3 stays.
SIMD_INLINE f64x4 gjk_rotate(f64x4 a)
{
    return F64X4_LANES(a, 1, 2, 0, 3);
}

SIMD_INLINE vec3x4 gjk_rotate_lanes(vec3x4 p)
{
    return VEC3X4_LANES(p, 1, 2, 0, 3);
}

// --- a step -------------------------------------------------------------------------------------------

// Finds the point v closest to the origin on the features at n, the new corner, which all lanes of n hold. Lane i < 3
// is the edge from n to corner i of s, and the face of n, corner i and the corner after it. Lane 3 is an edge only: its
// corner is that of another lane, or n itself (gjk_start). The lane with the least |v|^2 is stored, of equal ones the
// lowest.
//
// With e and f the edges from n to corner i and to the one after it, and m = e x f the normal of the face:
//
//      edge:   v = n + t e            t = clamp(-n . e / e . e) to 0 .. 1
//      face:   v = m (m . n) / |m|^2, the origin's projection on its plane
//
// The barycentric coordinates of the projection are, times |m|^2,
//
//      corner i:  first = m . (f x n)        the one after:  second = m . (n x e)        n:  |m|^2 - (first + second)
//
// The projection is in the face if all three are positive.
//
// The origin is inside the tetrahedron of n and the three corners if, for each face at n, it lies on the same side as
// the fourth corner. That corner is two lanes after i, so it is at the height m . g / |m| over the face's plane, with g
// the edge from n to it. The origin is at the height -m . n / |m|. The face opposite of n needs no test. In a search,
// the old v is the point of this face closest to the origin, so the plane through it with normal v contains the face.
// As v . n < v . v, n is on the side of the origin.
SIMD_INLINE void gjk_measure(gjk_nearest *r, const gjk_simplex *s, vec3x4 n)
{
    // The edges.
    f64x4  zero = f64x4_all(0.0), one = f64x4_all(1.0), far = f64x4_all(INFINITY);
    vec3x4 e = vec3x4_sub(s->p, n), f = gjk_rotate_lanes(e);
    f64x4  ee = vec3x4_dot(e, e), ff = gjk_rotate(ee);
    f64x4  back = f64x4_sub(zero, vec3x4_dot(n, e));
    // An edge without length gives 0 / 0, and f64x4_max(NaN, 0) is 0.
    f64x4  t = f64x4_min(f64x4_max(f64x4_div(back, ee), zero), one);
    vec3x4 on_edge = vec3x4_add(n, vec3x4_scale(e, t));
    f64x4  edge2 = vec3x4_dot(on_edge, on_edge);

    // The faces. One whose sides e and f are parallel within rounding, |m| <= GJK_FLAT |e| |f|, does not count. In lane
    // 3, f is e and m is 0.
    vec3x4     m = vec3x4_cross(e, f), ne = vec3x4_cross(n, e);
    f64x4      mm = vec3x4_dot(m, m), mn = vec3x4_dot(m, n);
    f64x4      second = vec3x4_dot(m, ne);
    f64x4      first = f64x4_sub(zero, vec3x4_dot(m, gjk_rotate_lanes(ne)));
    f64x4      flat2 = f64x4_mul(f64x4_mul(ee, ff), f64x4_all(GJK_FLAT * GJK_FLAT));
    f64x4      share = f64x4_div(mn, mm);
    vec3x4     on_face = vec3x4_scale(m, share);
    f64x4_mask in_face = f64x4_and(f64x4_less(zero, first), f64x4_less(zero, second));
    in_face = f64x4_and(in_face, f64x4_less(f64x4_add(first, second), mm));
    in_face = f64x4_and(in_face, f64x4_less(flat2, mm));
    f64x4 face2 = f64x4_pick(in_face, f64x4_mul(mn, share), far);

    // The tetrahedron. It contains the origin if m . g and -m . n have the same sign for each face, and it is not flat
    // within rounding:  |m . g| > GJK_FLAT |e| |f| |g|  for each face.
    f64x4      mg = vec3x4_dot(m, gjk_rotate_lanes(f)), mg2 = f64x4_mul(mg, mg);
    f64x4_mask same_side = f64x4_less(f64x4_mul(mg, mn), zero);
    f64x4_mask thick = f64x4_less(f64x4_mul(flat2, gjk_rotate(ff)), mg2);

    f64x4_mask face_is_closer = f64x4_less(face2, edge2);
    f64x4      best = f64x4_min(face2, edge2);
    vec3x4     v = vec3x4_choose(face_is_closer, on_face, on_edge);
    r->vv = f64x4_lowest(best);
    // Bit 3 is set so that there is a lowest bit if all lanes are NaN.
    r->lane = bits_lowest((unsigned)f64x4_bits(f64x4_equal(best, f64x4_all(r->vv))) | 8u);
    f64x4_store(r->x, v.x);
    f64x4_store(r->y, v.y);
    f64x4_store(r->z, v.z);
    f64x4_store(r->t, t);
    f64x4_store(r->first, first);
    f64x4_store(r->second, second);
    f64x4_store(r->full, mm);
    int face = f64x4_bits(face_is_closer) >> r->lane & 1;
    int edge = f64x4_bits(f64x4_less(zero, t)) >> r->lane & 1;
    // Lane 3 is the closest only if v is n: its edge is that of a lower lane or has no length. SPANS_CORNER is 3, too.
    r->spans = face ? SPANS_FACE + r->lane : edge ? r->lane : SPANS_CORNER;
    r->spans = (f64x4_bits(f64x4_and(same_side, thick)) & 7) == 7 ? SPANS_ALL : r->spans;
}

// Changes the simplex to the feature `spans`, which gjk_measure has found for s and the new corner. All lanes of
// `corner`, a and b hold the new corner and the indices of its points. A lane whose old corner belongs to the feature
// stays; all other lanes take the new corner. The edge of lane k keeps lane k, and the face of lane k keeps lanes k and
// k + 1 (0 after 2). The tetrahedron keeps lanes 0 to 2. Lane 3 always takes the new corner. A row of `takers` has a 1
// for each lane that does. Lane 3 has no face, so row SPANS_FACE + 3 is never used.
SIMD_INLINE void gjk_insert(gjk_simplex *s, int spans, vec3x4 corner, f64x4 a, f64x4 b)
{
    static const double takers[SPANS_ALL + 1][4] = {
        [0] = { 0, 1, 1, 1 },
        [1] = { 1, 0, 1, 1 },
        [2] = { 1, 1, 0, 1 },
        [SPANS_CORNER] = { 1, 1, 1, 1 },
        [SPANS_FACE + 0] = { 0, 0, 1, 1 },
        [SPANS_FACE + 1] = { 1, 0, 0, 1 },
        [SPANS_FACE + 2] = { 0, 1, 0, 1 },
        [SPANS_ALL] = { 0, 0, 0, 1 },
    };
    f64x4_mask take = f64x4_less(f64x4_all(0.0), f64x4_load(takers[spans]));
    s->p = vec3x4_choose(take, corner, s->p);
    s->a = f64x4_pick(take, a, s->a);
    s->b = f64x4_pick(take, b, s->b);
}

// --- the start ----------------------------------------------------------------------------------------

// Makes the first simplex of the four corners a[i] - b[i], some of which may be equal, and sets s->size2. Stores in
// *now the closest point on the features at one of the corners, which need not be the closest point of the tetrahedron:
// the search may start from any point of { a - b }.
//
// The corner of lane 3 is the new corner for gjk_measure, which tests all faces of the tetrahedron but the one of lanes
// 0, 1 and 2. If it finds the origin inside, corners 0 and 3 change places and all is measured again: the face that was
// left out is now tested, as one at the new corner. If the origin is inside again, the tetrahedron contains it.
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

// Sets the first simplex, and its closest point *now. In the order of preference, the simplex is
//
//    - that of the last search, if *warm fits (support_warm_fits; warm may be NULL);
//    - the corners that the hint tables of two hulls give along d and three directions about it;
//    - the support point along d, in all four lanes.
//
// d is the vector from the center of a to that of b. The middle of { a - b } is at -d, so d is the direction from there
// to the origin.
SIMD_INLINE void gjk_choose_start(gjk_simplex *s, gjk_nearest *now, const gjk_pair *pair,
                                  const rim_warm *warm)
{
    int a[4], b[4];
    if (support_warm_fits(pair, warm))
    {
        // Row n: the corner that each lane takes of a last simplex with n corners. Lane 3 takes corner 0. Lanes 0 to 2
        // take the other corners, some of them twice if they are fewer than three.
        static const signed char corner_of_lane[5][4] = {
            [1] = { 0, 0, 0, 0 }, [2] = { 1, 1, 1, 0 }, [3] = { 1, 2, 1, 0 }, [4] = { 1, 2, 3, 0 }
        };
        for (int i = 0; i < 4; i++)
        {
            int corner = corner_of_lane[warm->count][i];
            a[i] = warm->a[corner];
            b[i] = warm->b[corner];
        }
        gjk_start(s, now, pair, a, b);
        return;
    }
    vec3d           center = gjk_point_of_b(pair, gjk_center(&pair->b));
    vec3d           d = v3d_scale(v3d_sub(center, gjk_center(&pair->a)), pair->scale);
    const rim_hull *of_a = pair->a.hull, *of_b = pair->b.hull;
    if (of_a && of_b && of_a->hint_side > 0 && of_b->hint_side > 0)
    {
        double tilt = 0.5 * (of_a->hint_angle + of_b->hint_angle);
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

// Stores the corners of the feature that now->spans names, and the barycentric weights of its closest point. Requires
// that gjk_insert has put the new corner n of that feature into s. The lanes of the corners i, j and k, and their
// weights, are
//
//      the edge of lane i:  i, i + 1 (n)                 t, 1 - t
//      the face of lane i:  i, i + 1, i + 2 (n)          first / full, second / full, the rest
//      n alone:             0 (n is in every lane)       1
//
// with lane 0 after lane 2. Unused corners have weight 0. now->spans must not be SPANS_ALL. Lane 3 is neither an edge
// nor a face here (gjk_measure).
SIMD_INLINE void gjk_set_corners(gjk_result *r, const gjk_simplex *s, const gjk_nearest *now)
{
    static const int lane_after[3] = { 1, 2, 0 };
    double           a[4], b[4];
    f64x4_store(a, s->a);
    f64x4_store(b, s->b);
    bool   face = now->spans >= SPANS_FACE, corner = now->spans == SPANS_CORNER;
    int    i = corner ? 0 : now->lane, j = lane_after[i], k = lane_after[j];
    double share = 1.0 / (face ? now->full[i] : 1.0), t = corner ? 1.0 : now->t[i];
    double first = face ? now->first[i] * share : t;
    double second = face ? now->second[i] * share : 1.0 - first;
    // An edge whose t was clamped to 1 is only its corner i.
    r->count = face ? 3 : first == 1.0 ? 1 : 2;
    r->a[0] = (int)a[i], r->a[1] = (int)a[j], r->a[2] = (int)a[k], r->a[3] = 0;
    r->b[0] = (int)b[i], r->b[1] = (int)b[j], r->b[2] = (int)b[k], r->b[3] = 0;
    r->weight[0] = first;
    r->weight[1] = second;
    r->weight[2] = face ? 1.0 - (first + second) : 0.0;
    r->weight[3] = 0.0;
}

// Stores the tetrahedron around the origin, and the barycentric weights of the origin in it. The weight of a corner is
// the volume that the origin spans with the other three corners, over the whole volume. With o the corner of lane 3,
// and e, f and g the edges from it to corners 0, 1 and 2, the volumes are, times 6,
//
//      whole:  |e . (f x g)|        without corner 0:  |(f x g) . o|        without corner 1:  |(g x e) . o|
//
// and so on.
SIMD_INLINE void gjk_set_tetrahedron(gjk_result *r, const gjk_simplex *s)
{
    double a[4], b[4];
    f64x4_store(a, s->a);
    f64x4_store(b, s->b);
    for (int i = 0; i < 4; i++)
    {
        r->a[i] = (int)a[i];
        r->b[i] = (int)b[i];
    }
    vec3d  o = vec3x4_lane(s->p, 3), e = v3d_sub(vec3x4_lane(s->p, 0), o);
    vec3d  f = v3d_sub(vec3x4_lane(s->p, 1), o), g = v3d_sub(vec3x4_lane(s->p, 2), o);
    double share = 1.0 / fabs(v3d_dot(e, v3d_cross(f, g)));
    r->count = 4;
    r->weight[0] = fabs(v3d_dot(v3d_cross(f, g), o)) * share;
    r->weight[1] = fabs(v3d_dot(v3d_cross(g, e), o)) * share;
    r->weight[2] = fabs(v3d_dot(v3d_cross(e, f), o)) * share;
    r->weight[3] = 1.0 - (r->weight[0] + r->weight[1] + r->weight[2]);
}

// Stores the result of a search that ends with the simplex s and its closest point *now. Requires that gjk_insert has
// put the new corner for which *now was measured into s. Leaves the corners of the closest feature, all four for an
// overlap, in *warm unless that is NULL.
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

// Stores in *v the point closest to the origin on a point, a line or a plane, and in weight its barycentric
// coordinates. The point, line or plane is that of the first `count` corners, 1 to 3; p[1] and p[2] hold any corners if
// unused. Returns true if the point lies strictly inside of the segment or triangle; a single corner always does. The
// formulas are those of gjk_measure, with p[0] as n, p[1] as corner i, and p[2] as the one after.
SIMD_INLINE bool gjk_closest_inside(vec3d *v, double weight[4], const vec3d p[3], int count)
{
    vec3d e = v3d_sub(p[1], p[0]), f = v3d_sub(p[2], p[0]);
    weight[0] = 1.0;
    weight[1] = weight[2] = weight[3] = 0.0;
    *v = p[0];
    if (count == 2)
    {
        double back = -v3d_dot(p[0], e), ee = v3d_length2(e); // back / ee is t of gjk_measure
        weight[1] = back / ee;
        weight[0] = 1.0 - weight[1];
        *v = v3d_along(p[0], e, weight[1]);
        return back > 0.0 && back < ee;
    }
    if (count == 3)
    {
        vec3d  m = v3d_cross(e, f);
        double mm = v3d_length2(m), share = 1.0 / mm;
        double first = v3d_dot(m, v3d_cross(f, p[0])), second = v3d_dot(m, v3d_cross(p[0], e));
        weight[1] = first * share;
        weight[2] = second * share;
        weight[0] = 1.0 - (weight[1] + weight[2]);
        *v = v3d_scale(m, v3d_dot(m, p[0]) * share);
        return mm > GJK_FLAT * GJK_FLAT * (v3d_length2(e) * v3d_length2(f)) && first > 0.0 &&
               second > 0.0 && first + second < mm;
    }
    return true;
}

// Tests whether the last search's simplex is still the closest at the new poses. Returns true, with the whole result in
// *r, if the simplex's point v closest to the origin lies inside the simplex and is the closest of all { a - b },
// within the tolerance. Each point of { a - b } is w = p - turn q - shift, for points p of a and q of b, so
//
//      gap = v . v - min over w of (v . w) = v . v + v . shift + support_a(-v) + support_b(turn^-1 v)
//
// The distance is at least the least v . w / |v|, so the error of |v| is at most gap / |v|. Otherwise returns false,
// and *r is unspecified: if *warm does not fit, for a tetrahedron, which had the origin inside, and for a v that is
// nearly 0.
//
// Special path: distances from frame to frame (bench row "Q1 moving": 8, 32 and 128 corners).
SIMD_INLINE bool gjk_is_still(gjk_result *r, const gjk_pair *pair, const rim_warm *warm)
{
    if (!support_warm_fits(pair, warm) || warm->count > 3) return false;
    vec3d  p[3];
    double size2 = 0.0;
    r->count = warm->count;
    for (int i = 0; i < 3; i++)
    {
        int k = i < warm->count ? i : 0;
        r->a[i] = warm->a[k];
        r->b[i] = warm->b[k];
        p[i] = gjk_difference(pair, r->a[i], r->b[i]);
        double square = v3d_length2(p[i]);
        size2 = size2 > square ? size2 : square;
    }
    r->a[3] = r->b[3] = 0;
    if (!gjk_closest_inside(&r->v, r->weight, p, r->count)) return false;
    double vv = v3d_length2(r->v);
    if (!(vv > GJK_TOUCHING * GJK_TOUCHING * size2)) return false;
    // The values are needed in the unit of v . v, so v is not scaled as in gjk_find.
    double gap = vv + v3d_dot(r->v, pair->shift) + support_value(&pair->a, v3d_scale(r->v, -1.0)) +
                 support_value(&pair->b, m3d_unapply(pair->turn, r->v));
    if (!(gap <= 0.0 || gap * gap <= GJK_TOLERANCE * GJK_TOLERANCE * size2 * vv)) return false;
    r->end = GJK_APART;
    r->distance = r->lower = sqrt(vv);
    r->size = sqrt(size2);
    r->steps = 1;
    return true; // *warm already holds this simplex
}

// --- the search ---------------------------------------------------------------------------------------

// Finds the closest point; see gjk_search_kernel. Terminates: every step makes |v|^2 less, finds a simplex around the
// origin, or ends the search, and there are finitely many simplices. GJK_CAP bounds the steps if rounding makes them
// small.
//
// *now holds the closest point v of the simplex s, and *next that of s with a further corner. They change places after
// each step.
SIMD_INLINE void gjk_find(gjk_result *r, const gjk_pair *pair, double enough, rim_warm *warm)
{
    if (gjk_is_still(r, pair, warm)) return;
    gjk_simplex s;
    gjk_nearest two[2], *now = &two[0], *next = &two[1];
    s.lower_along2 = 0.0; // the lower bound 0 / 1 of the distance
    s.lower_vv = 1.0;
    gjk_choose_start(&s, now, pair, warm);
    for (int steps = 1;; steps++)
    {
        double vv = now->vv;
        bool   touch = vv <= GJK_TOUCHING * GJK_TOUCHING * s.size2;
        // The simplex contains the origin, or its closest point is the origin within rounding.
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
        // No point of { a - b } is less far along v than the support point, so the error of |v| is at most gap / |v|. The
        // search ends if that is within the tolerance, or if the support point is in the simplex already: as v is the
        // simplex's closest point, gap is then positive only by rounding.
        bool known =
            f64x4_bits(f64x4_and(f64x4_equal(s.a, f64x4_all(a)), f64x4_equal(s.b, f64x4_all(b))));
        if (known || !(gap > 0.0 && gap * gap > GJK_TOLERANCE * GJK_TOLERANCE * s.size2 * vv))
        {
            gjk_finish(r, &s, now, known || gap == gap ? GJK_APART : GJK_BAD, steps, warm);
            return;
        }
        // The plane through the support point with normal v has { a - b } on its far side. If the origin is on the near
        // side, its distance from the plane, along / |v|, is a lower bound of the distance. The larger bound is kept;
        // squares are compared crosswise, without divisions.
        double along2 = along > 0.0 ? along * along : 0.0;
        bool   farther = along2 * s.lower_vv > s.lower_along2 * vv;
        s.lower_along2 = farther ? along2 : s.lower_along2;
        s.lower_vv = farther ? vv : s.lower_vv;

        // Measure the features at the new corner. The search ends with *now and s, without the new corner, in three cases:
        //   - The lower bound exceeds `enough`, and zero by more than it rounds: shapes that touch have no such bound.
        //   - This was the last step.
        //   - Rounding keeps the new simplex from being closer. This is known only now, after gjk_measure.
        // If the closest point is the origin within the rounding of the corner just found, it has no direction: a touch.
        vec3x4 n = vec3x4_all(corner);
        gjk_measure(next, &s, n);
        bool   inside = next->spans == SPANS_ALL;
        double rounding2 = GJK_TOUCHING * GJK_TOUCHING * s.size2;
        bool   enough_apart = along2 > enough * enough * vv && along2 > rounding2 * vv;
        if (enough_apart || steps == GJK_CAP || (!inside && !(next->vv < vv)))
        {
            gjk_finish(r, &s, now, vv > rounding2 ? GJK_APART : GJK_TOUCH, steps, warm);
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

// Returns a unit normal of a pair that touches or overlaps, in the frame of a, from b towards a. If the simplex is a
// triangle, it is the triangle's normal, on the side of the center of { a - b }; else the direction from the center of b to
// that of a; else, where that has no length and v3d_normalize returns 0, a's y axis.
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

// Returns the answer in the world, rounded to float. Both witness points lie on the line from the closest point of the
// core of a to that of the core of b: that of a at the distance to_a from the core of a, and that of b at to_b. The
// surface of a is at the distance of a's radius there, and that of b at the distance of the cores less b's radius. If
// the shapes overlap, both witness points are the middle between the surfaces, or the end of the line nearest to the
// middle. The normal n is unit, from b towards a.
//
// `missing` is how far the true distance may be below the computed one. Every member is written once: a copy of an
// answer that was just written stalls.
SIMD_INLINE rim_distance3 gjk_distance_of(const gjk_pair *pair, const gjk_result *r,
                                          const rim_convex *a, const rim_convex *b)
{
    double gap = r->distance - a->radius - b->radius;
    double to_a = a->radius, to_b = r->distance - b->radius;
    if (gap <= 0.0)
    {
        double middle = 0.5 * (to_a + to_b);
        middle = middle < 0.0 ? 0.0 : middle > r->distance ? r->distance : middle;
        to_a = to_b = middle;
        gap = 0.0;
    }
    vec3d n =
        r->end == GJK_APART ? v3d_scale(r->v, 1.0 / r->distance) : gjk_touching_normal(pair, r);
    vec3d  on_core = v3d_add(m3d_apply(pair->world_turn, gjk_witness(pair, r)), pair->world_shift);
    double missing = r->distance - r->lower;
    n = m3d_apply(pair->world_turn, n);
    vec3d on_a = v3d_along(on_core, n, -to_a), on_b = v3d_along(on_core, n, -to_b);
    return (rim_distance3){ .on_a = v3d_round(on_a),
                            .on_b = v3d_round(on_b),
                            .normal = v3d_round(n),
                            .distance = float_saturate(gap),
                            .uncertainty =
                                missing > GJK_REPORTED * r->size ? float_saturate(missing) : 0.0f,
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
