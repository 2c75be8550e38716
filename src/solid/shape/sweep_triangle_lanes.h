// Template: compiled anew by each file that includes it.
// The text of sweep_triangle.h for either kind of lanes. Lane i is edge i of the triangle and its first corner;
// the last lane repeats the first, or is the face.
#ifndef RIM_SOLID_SHAPE_SWEEP_TRIANGLE_LANES_H
#define RIM_SOLID_SHAPE_SWEEP_TRIANGLE_LANES_H

#include "solid/shape/four3.h"
#include "solid/shape/sweep_triangle.h"

FOUR_INLINE double four_most(four a)
{
    double v[4];
    four_store(v, a);
    return quick_max(quick_max(v[0], v[1]), quick_max(v[2], v[3]));
}

FOUR_INLINE double four_least(four a)
{
    double v[4];
    four_store(v, a);
    return quick_min(quick_min(v[0], v[1]), quick_min(v[2], v[3]));
}

// The lanes in which the times are t, as bits.
FOUR_INLINE unsigned four_where(four times, double t)
{
    return (unsigned)four_bits(four_equal(times, four_all(t)));
}

// --- balls and cylinders: time_of_impact.h tells how -----------------------------------------------------

typedef struct four_rods
{
    four t, y, c, start; // entry or INFINITY; where along e, times |e|^2; X^2 - r^2 e^2; y at t = 0
} four_rods;

FOUR_INLINE four_rods rods_of(four3 x, four3 v, four3 e, four e2, four vv, four rr)
{
    four_rods rods;
    four3     V = four3_cross(v, e), X = four3_cross(x, e);
    four      V2 = four3_dot(V, V), xV = four3_dot(x, V), b = four3_dot(X, V);
    four      most = four_mul(rr, V2), inside = four_sub(most, four_mul(xV, xV));
    four      zero = four_all(0.0);
    rods.c = four_sub(four3_dot(X, X), four_mul(rr, e2));
    rods.start = four3_dot(x, e);
    four t = four_div(four_max(rods.c, zero), four_sub(four_sqrt(four_mul(e2, inside)), b));
    rods.y = four_add(rods.start, four_mul(t, four3_dot(v, e)));
    four_mask across = four_less(four_mul(four_mul(four_all(CORE_PARALLEL), e2), vv), V2);
    four_mask in = four_less(four_mul(four_all(CAST_GRAZE), most), inside);
    four_mask on = four_and(four_less(zero, rods.y), four_less(rods.y, e2));
    four_mask good = four_and(four_and(across, in), four_and(on, four_less(b, zero)));
    rods.t = four_pick(good, t, four_all(INFINITY));
    return rods;
}

// *c: |x|^2 - r^2
FOUR_INLINE four balls_of(four3 x, four3 v, four vv, four rr, four *c)
{
    four3 across = four3_cross(x, v);
    four  b = four3_dot(x, v), most = four_mul(vv, rr), zero = four_all(0.0);
    four  inside = four_sub(most, four3_dot(across, across));
    *c = four_sub(four3_dot(x, x), rr);
    four      t = four_div(four_max(*c, zero), four_sub(four_sqrt(inside), b));
    four_mask in = four_less(four_mul(four_all(CAST_GRAZE), most), inside);
    return four_pick(four_and(in, four_less(b, zero)), t, four_all(INFINITY));
}

// --- the answer ---------------------------------------------------------------------------------------

FOUR_INLINE vec3d sweep_triangle_corner_at(const swept_case *k, int i)
{
    const vec3d corners[3] = { { 0.0, 0.0, 0.0 }, k->b, k->c };
    return corners[i];
}

FOUR_INLINE vec3d edge_at(const swept_case *k, int i)
{
    return v3d_sub(sweep_triangle_corner_at(k, i < 2 ? i + 1 : 0), sweep_triangle_corner_at(k, i));
}

// End 0 or 1 of the axis at an edge; y runs along it, times its length squared.
FOUR_INLINE void take_edge(cast_hit *hit, const swept_case *k, double t, int i, int end, double y)
{
    vec3d c = sweep_triangle_corner_at(k, i), e = edge_at(k, i), x = k->m.x;
    if (end) x = v3d_add(x, k->s);
    double along = y / v3d_length2(e);
    vec3d  on = v3d_along(c, e, along);
    cast_take(hit, t, on, v3d_normalize(v3d_sub(v3d_along(x, k->m.v, t), on)),
              core_feature(RIM_FEATURE_VERTEX, end), core_feature(RIM_FEATURE_EDGE, i));
}

FOUR_INLINE void take_corner(cast_hit *hit, const swept_case *k, double t, int i, int end)
{
    vec3d c = sweep_triangle_corner_at(k, i), x = k->m.x;
    if (end) x = v3d_add(x, k->s);
    cast_take(hit, t, c, v3d_normalize(v3d_sub(v3d_along(x, k->m.v, t), c)),
              core_feature(RIM_FEATURE_VERTEX, end), core_feature(RIM_FEATURE_VERTEX, i));
}

// The axis' side against a corner; y runs from its start, times |s|^2.
FOUR_INLINE void take_axis(cast_hit *hit, const swept_case *k, double t, int i, double y)
{
    vec3d c = sweep_triangle_corner_at(k, i), x = v3d_along(v3d_sub(k->m.x, c), k->m.v, t);
    vec3d away = v3d_along(x, k->s, y / v3d_length2(k->s));
    cast_take(hit, t, c, v3d_normalize(away), core_feature(RIM_FEATURE_EDGE, 0),
              core_feature(RIM_FEATURE_VERTEX, i));
}

FOUR_INLINE void take_face(cast_hit *hit, const swept_case *k, double t, vec3d p, bool front,
                           int end)
{
    double length = sqrt(k->square);
    vec3d  normal = v3d_scale(k->normal, front ? 1.0 / length : -1.0 / length);
    cast_take(hit, t, v3d_along(p, normal, -k->r), normal, core_feature(RIM_FEATURE_VERTEX, end),
              core_feature(RIM_FEATURE_FACE, 0));
}

// Is p over the triangle? Its edges count.
FOUR_INLINE bool over(const swept_case *k, four3 corner, four3 edge, vec3d p)
{
    four3 n = four3_cross(edge, four3_sub(four3_all(p), corner));
    return four_bits(four_less(four3_dot(n, four3_all(k->normal)), four_all(0.0))) == 0;
}

FOUR_INLINE bool ordinary(const swept_case *k, double rest)
{
    double bb = v3d_length2(k->b), cc = v3d_length2(k->c);
    return quick_size(bb + cc + rest) && k->square > CORE_PARALLEL * (bb * cc);
}

// --- a ball -------------------------------------------------------------------------------------------

// Farther than this part of the case's size squared from touching is apart.
#define SWEPT_APART 0x1p-36

FOUR_TARGET swept_answer FOUR_NAME(sweep_sphere_triangle)(cast_hit *hit, const swept_case *k)
{
    vec3d  x = k->m.x, v = k->m.v;
    double vv = v3d_length2(v), rr = k->r * k->r, rest = v3d_length2(x) + vv + rr;
    // Without a radius it is decided exactly, in thin.c.
    if (!ordinary(k, rest) || !(vv > QUICK_LEAST) || !(rr > CORE_SAME * CORE_SAME * rest))
        return SWEPT_UNKNOWN;
    vec3d  zero = v3d(0.0, 0.0, 0.0);
    four3  corner = four3_set(zero, k->b, k->c, zero);
    four3  edge = four3_set(k->b, v3d_sub(k->c, k->b), core_negate(k->c), k->b);
    double f = v3d_dot(k->normal, x), g = v3d_dot(k->normal, v);
    double reach = k->r * sqrt(k->square), gap = fabs(f) - reach;
    bool   in = !(gap > 0.0);
    if (!in)
    {
        double speed = f > 0.0 ? -g : g;
        if (!(speed >= gap)) return SWEPT_MISS;
        double t = gap / speed;
        vec3d  at = v3d_along(x, v, t);
        if (over(k, corner, edge, at))
        {
            take_face(hit, k, t, at, f > 0.0, 0);
            return SWEPT_HIT;
        }
    }
    else if (over(k, corner, edge, x))
        return SWEPT_UNKNOWN;
    four3     x4 = four3_sub(four3_all(x), corner), v4 = four3_all(v);
    four      e2 = four3_dot(edge, edge), vv4 = four_all(vv), rr4 = four_all(rr), c;
    four_rods rods = rods_of(x4, v4, edge, e2, vv4, rr4);
    four      balls = balls_of(x4, v4, vv4, rr4, &c);
    if (in)
    {
        four      least = four_all(SWEPT_APART * (rest + v3d_length2(k->b) + v3d_length2(k->c)));
        four_mask on = four_and(four_less(four_all(0.0), rods.start), four_less(rods.start, e2));
        four      apart = four_pick(on, four_div(rods.c, e2), c);
        if (four_bits(four_less(least, apart)) != 15) return SWEPT_UNKNOWN;
    }
    double t = four_least(four_min(rods.t, balls)), y[4];
    if (!(t <= 1.0)) return SWEPT_MISS;
    int i = four_lowest_bit(four_where(rods.t, t) | four_where(balls, t) << 4);
    four_store(y, rods.y);
    if (i < 4)
        take_edge(hit, k, t, i, 0, y[i]);
    else
        take_corner(hit, k, t, i - 4, 0);
    return SWEPT_HIT;
}

// --- an axis ------------------------------------------------------------------------------------------

FOUR_INLINE bool take_side(cast_hit *hit, const swept_case *k, double t, int i, bool front)
{
    cast_side side;
    vec3d     c = sweep_triangle_corner_at(k, i), e = edge_at(k, i);
    side.normal = v3d_cross(e, k->s);
    side.length = v3d_length(side.normal);
    side.f = front ? 1.0 : -1.0;
    return cast_cross(hit, &k->m, &side, k->s, c, e, t, i);
}

FOUR_INLINE bool take_cap(cast_hit *hit, const swept_case *k, four3 corner, four3 edge, double t,
                          double tilt, bool front)
{
    int   end = (tilt > 0.0) != front;
    vec3d p = cast_at(&k->m, t);
    if (end) p = v3d_add(p, k->s);
    if (!over(k, corner, edge, p)) return false;
    take_face(hit, k, t, p, front, end);
    return true;
}

// The axis lies along the face: of what is over the face at time t, the middle.
FOUR_INLINE bool take_level(cast_hit *hit, const swept_case *k, four3 corner, four3 edge, double t,
                            bool front)
{
    vec3d  a = cast_at(&k->m, t), b = v3d_add(a, k->s);
    four3  in = four3_cross(four3_all(k->normal), edge);
    double near[4], far[4], lo = 0.0, hi = 1.0;
    four_store(near, four3_dot(in, four3_sub(four3_all(a), corner)));
    four_store(far, four3_dot(in, four3_sub(four3_all(b), corner)));
    for (int i = 0; i < 3; i++) core_clip(&lo, &hi, near[i], far[i]);
    if (!(lo <= hi)) return false;
    double at = 0.5 * (lo + hi), length = sqrt(k->square);
    vec3d  normal = v3d_scale(k->normal, front ? 1.0 / length : -1.0 / length);
    cast_take(hit, t, v3d_along(core_lerp(a, b, at), normal, -k->r), normal, core_part(at),
              core_feature(RIM_FEATURE_FACE, 0));
    return true;
}

FOUR_INLINE swept_answer edges_of_prism(cast_hit *hit, const swept_case *k, four3 corner,
                                        four3 edge, four e2, double ss, double vv)
{
    vec3d     s = k->s;
    four3     near = four3_sub(four3_all(k->m.x), corner), v = four3_all(k->m.v);
    four3     far = four3_sub(four3_all(v3d_add(k->m.x, s)), corner);
    four      vv4 = four_all(vv), rr = four_all(k->r * k->r), c;
    four_rods a = rods_of(near, v, edge, e2, vv4, rr), b = rods_of(far, v, edge, e2, vv4, rr);
    four_rods d = rods_of(near, v, four3_all(core_negate(s)), four_all(ss), vv4, rr);
    four      p = balls_of(near, v, vv4, rr, &c), q = balls_of(far, v, vv4, rr, &c);
    double    t = four_least(four_min(four_min(four_min(a.t, b.t), four_min(p, q)), d.t)), y[12];
    if (!(t <= 1.0)) return SWEPT_MISS;
    four_store(y, a.y);
    four_store(y + 4, b.y);
    four_store(y + 8, d.y);
    // Of several at once the first in the order of cast_prism_edges, balls last: with an edge along the axis all
    // three come together.
    unsigned at[3] = { four_where(a.t, t), four_where(b.t, t), four_where(d.t, t) }, bits = 0;
    for (int n = 0; n < 9; n++) bits |= (at[n % 3] >> n / 3 & 1u) << n;
    bits |= (four_where(p, t) & 7u) << 9 | (four_where(q, t) & 7u) << 12;
    int n = four_lowest_bit(bits), i = n < 9 ? n / 3 : n % 3;
    if (n >= 9)
        take_corner(hit, k, t, i, n >= 12);
    else if (n % 3 == 2)
        take_axis(hit, k, t, i, y[8 + i]);
    else
        take_edge(hit, k, t, i, n % 3, y[n % 3 * 4 + i]);
    return SWEPT_HIT;
}

FOUR_TARGET swept_answer FOUR_NAME(sweep_capsule_triangle)(cast_hit *hit, const swept_case *k)
{
    vec3d  x = k->m.x, v = k->m.v, s = k->s, zero = v3d(0.0, 0.0, 0.0);
    double vv = v3d_length2(v), ss = v3d_length2(s), tilt = v3d_dot(k->normal, s);
    double rr = k->r * k->r, rest = v3d_length2(x) + vv + ss + rr;
    // Without a radius it is decided exactly, in thin.c.
    if (!ordinary(k, rest) || !(vv > QUICK_LEAST) || !(ss > QUICK_LEAST) ||
        !(rr > CORE_SAME * CORE_SAME * rest))
        return SWEPT_UNKNOWN;
    bool  level = !(tilt * tilt > CORE_PARALLEL * (k->square * ss));
    four3 corner = four3_set(zero, k->b, k->c, zero);
    four3 edge = four3_set(k->b, v3d_sub(k->c, k->b), core_negate(k->c), k->b);
    four  e2 = four3_dot(edge, edge);

    // The body's planes: along edges and axis, and in the last lane the face's. It lies between 0 and -tilt.
    four3     sides = four3_cross(edge, four3_all(s)), normal = four3_all(k->normal);
    four_mask last = four_less(four_all(0.5), four_set(0.0, 0.0, 0.0, 1.0));
    four3     n = { four_pick(last, normal.x, sides.x), four_pick(last, normal.y, sides.y),
                    four_pick(last, normal.z, sides.z) };
    four      nn = four3_dot(n, n), limit = four_mul(four_all(CORE_PARALLEL * ss), e2);
    // An edge along the axis has no side; only level bodies have such.
    four_mask sided = four_less(four_pick(last, four_all(0.0), limit), nn);
    if (!level && four_bits(sided) != 15) return SWEPT_UNKNOWN;
    four f = four3_dot(n, four3_sub(four3_all(x), corner)), g = four3_dot(n, four3_all(v));
    four out = four_mul(four_all(k->r), four_sqrt(nn)), none = four_all(0.0);
    four lo = four_sub(four_all(tilt > 0.0 ? -tilt : 0.0), out);
    four hi = four_add(four_all(tilt > 0.0 ? 0.0 : -tilt), out);

    four      above = four_sub(f, hi), below = four_sub(lo, f), gap = four_max(above, below);
    four_mask front = four_less(below, above);
    four      speed = four_pick(front, four_sub(none, g), g);
    four_mask outside = four_and(four_less(none, gap), sided);
    // Outside, and not inside of that plane before the end.
    if (four_bits(four_and(outside, four_less(speed, gap)))) return SWEPT_MISS;
    four   entry = four_pick(outside, four_div(gap, speed), none);
    double from = four_most(entry);
    if (!(from > 0.0)) return SWEPT_UNKNOWN;
    four left = four_sub(none, four_pick(four_less(none, g), above, below));
    left = four_pick(sided, four_div(left, four_abs(g)), four_all(INFINITY));
    if (four_least(left) < from) return SWEPT_MISS;

    // The sides of a level body are its face.
    if (level)
    {
        double first = four_first(four_last(entry));
        bool   above_face = four_bits(front) >> 3 & 1;
        if (first > 0.0 && take_level(hit, k, corner, edge, first, above_face)) return SWEPT_HIT;
        return edges_of_prism(hit, k, corner, edge, e2, ss, vv);
    }
    int  i = four_lowest_bit(four_where(entry, from));
    bool before = four_bits(front) >> i & 1;
    // Against a side's normal there is no side, only the corner across and the axis.
    if (i == 3                   ? take_cap(hit, k, corner, edge, from, tilt, before)
        : before == (tilt > 0.0) ? take_side(hit, k, from, i, before)
                                 : false)
        return SWEPT_HIT;
    return edges_of_prism(hit, k, corner, edge, e2, ss, vv);
}

#endif
