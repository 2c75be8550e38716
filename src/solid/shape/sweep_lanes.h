// Template: compiled by each file that includes it. Requires simd/f64x4.h to be included before.
//
// A sphere and a capsule swept against a triangle: the closed forms of time_of_impact.h for all edges and corners at once.
// Lanes 0 to 2 hold the three edges, each with its first corner; lane 3 repeats lane 0 or holds the face.
//
// The rounded triangle is the union of its offset faces, of cylinders along its edges and of spheres about its corners. The
// first entry into it is the earliest entry into any of these. Degenerate triangles, parallel movers, very large or small
// sizes, and starts that are not certainly apart give SWEEP_UNKNOWN; time_of_impact.c decides them.
#ifndef RIM_SOLID_SHAPE_SWEEP_LANES_H
#define RIM_SOLID_SHAPE_SWEEP_LANES_H

#include "solid/shape/distance_lanes.h"
#include "solid/shape/triangle.h"
#include "solid/shape/vec3x4.h"

// Returns a bit for each lane whose time equals t.
SIMD_INLINE unsigned f64x4_equal_bits(f64x4 times, double t)
{
    return (unsigned)f64x4_bits(f64x4_equal(times, f64x4_all(t)));
}

// --- spheres and cylinders: the formulas of toi_point_sphere and toi_point_capsule -------------------------

typedef struct lane_cylinders
{
    f64x4 t;     // the time of entry, INFINITY if there is none
    f64x4 y;     // position along e at that time, times |e|^2
    f64x4 c;     // |X|^2 - r^2 |e|^2
    f64x4 start; // y at t = 0
} lane_cylinders;

// Returns the entries of points x + t v into cylinders of radius r about the segments from 0 along e. With X = x x e, V = v
// x e:
//
//     c = |X|^2 - r^2 |e|^2,  b = X.V,  inside = r^2 |V|^2 - (x.V)^2
//     t = max(c, 0) / (sqrt(|e|^2 inside) - b)
//
// There is an entry if v is not parallel to e, inside > TOI_GRAZE_FRACTION r^2 |V|^2, b < 0 and 0 < y < |e|^2.
SIMD_INLINE lane_cylinders toi_cylinders(vec3x4 x, vec3x4 v, vec3x4 e, f64x4 e2, f64x4 vv, f64x4 rr)
{
    lane_cylinders found;
    vec3x4         V = vec3x4_cross(v, e), X = vec3x4_cross(x, e);
    f64x4          V2 = vec3x4_dot(V, V), xV = vec3x4_dot(x, V), b = vec3x4_dot(X, V);
    f64x4          most = f64x4_mul(rr, V2), inside = f64x4_sub(most, f64x4_mul(xV, xV));
    f64x4          zero = f64x4_all(0.0);
    found.c = f64x4_sub(vec3x4_dot(X, X), f64x4_mul(rr, e2));
    found.start = vec3x4_dot(x, e);
    f64x4 t = f64x4_div(f64x4_max(found.c, zero), f64x4_sub(f64x4_sqrt(f64x4_mul(e2, inside)), b));
    found.y = f64x4_add(found.start, f64x4_mul(t, vec3x4_dot(v, e)));
    f64x4_mask across =
        f64x4_less(f64x4_mul(f64x4_mul(f64x4_all(PARALLEL_SINE_SQUARED), e2), vv), V2);
    f64x4_mask in = f64x4_less(f64x4_mul(f64x4_all(TOI_GRAZE_FRACTION), most), inside);
    f64x4_mask on = f64x4_and(f64x4_less(zero, found.y), f64x4_less(found.y, e2));
    f64x4_mask good = f64x4_and(f64x4_and(across, in), f64x4_and(on, f64x4_less(b, zero)));
    found.t = f64x4_pick(good, t, f64x4_all(INFINITY));
    return found;
}

// Returns the entries of points x + t v into spheres of radius r about 0, INFINITY if there is none. Sets *c = |x|^2 - r^2.
//
//     b = x.v,  inside = r^2 |v|^2 - |x x v|^2,  t = max(c, 0) / (sqrt(inside) - b)
SIMD_INLINE f64x4 toi_spheres(vec3x4 x, vec3x4 v, f64x4 vv, f64x4 rr, f64x4 *c)
{
    vec3x4 across = vec3x4_cross(x, v);
    f64x4  b = vec3x4_dot(x, v), most = f64x4_mul(vv, rr), zero = f64x4_all(0.0);
    f64x4  inside = f64x4_sub(most, vec3x4_dot(across, across));
    *c = f64x4_sub(vec3x4_dot(x, x), rr);
    f64x4      t = f64x4_div(f64x4_max(*c, zero), f64x4_sub(f64x4_sqrt(inside), b));
    f64x4_mask in = f64x4_less(f64x4_mul(f64x4_all(TOI_GRAZE_FRACTION), most), inside);
    return f64x4_pick(f64x4_and(in, f64x4_less(b, zero)), t, f64x4_all(INFINITY));
}

// --- storing the hit ----------------------------------------------------------------------------------

// Returns corner i of the triangle, whose first corner is 0.
SIMD_INLINE vec3d corner_at(const triangle_motion *k, int i)
{
    const vec3d corners[3] = { { 0.0, 0.0, 0.0 }, k->b, k->c };
    return corners[i];
}

// Returns edge i, from corner i to the next one.
SIMD_INLINE vec3d edge_at(const triangle_motion *k, int i)
{
    return v3d_sub(corner_at(k, i < 2 ? i + 1 : 0), corner_at(k, i));
}

// Stores the hit of an end of the axis, 0 or 1, with edge i. y is the position along the edge times its squared length.
SIMD_INLINE void set_edge_hit(toi_hit *hit, const triangle_motion *k, double t, int i, int end,
                              double y)
{
    vec3d c = corner_at(k, i), e = edge_at(k, i), x = k->mover.m.x;
    if (end) x = v3d_add(x, k->mover.s);
    double along = y / v3d_length2(e);
    vec3d  on = v3d_along(c, e, along);
    toi_set_hit(hit, t, on, v3d_normalize(v3d_sub(v3d_along(x, k->mover.m.v, t), on)),
                shape_feature(RIM_FEATURE_VERTEX, end), shape_feature(RIM_FEATURE_EDGE, i));
}

// Stores the hit of an end of the axis, 0 or 1, with corner i.
SIMD_INLINE void set_corner_hit(toi_hit *hit, const triangle_motion *k, double t, int i, int end)
{
    vec3d c = corner_at(k, i), x = k->mover.m.x;
    if (end) x = v3d_add(x, k->mover.s);
    toi_set_hit(hit, t, c, v3d_normalize(v3d_sub(v3d_along(x, k->mover.m.v, t), c)),
                shape_feature(RIM_FEATURE_VERTEX, end), shape_feature(RIM_FEATURE_VERTEX, i));
}

// Stores the hit of the axis' side with corner i. y is the position along the axis times its squared length.
SIMD_INLINE void set_axis_hit(toi_hit *hit, const triangle_motion *k, double t, int i, double y)
{
    vec3d c = corner_at(k, i), x = v3d_along(v3d_sub(k->mover.m.x, c), k->mover.m.v, t);
    vec3d away = v3d_along(x, k->mover.s, y / v3d_length2(k->mover.s));
    toi_set_hit(hit, t, c, v3d_normalize(away), shape_feature(RIM_FEATURE_EDGE, 0),
                shape_feature(RIM_FEATURE_VERTEX, i));
}

// Stores the hit of an end of the axis, at p, with the face, from its front or back.
SIMD_INLINE void set_face_hit(toi_hit *hit, const triangle_motion *k, double t, vec3d p, bool front,
                              int end)
{
    double length = sqrt(k->square);
    vec3d  normal = v3d_scale(k->normal, front ? 1.0 / length : -1.0 / length);
    toi_set_hit(hit, t, v3d_along(p, normal, -k->mover.r), normal,
                shape_feature(RIM_FEATURE_VERTEX, end), shape_feature(RIM_FEATURE_FACE, 0));
}

// Returns true if p projects into the triangle or onto its edges.
SIMD_INLINE bool point_is_over(const triangle_motion *k, vec3x4 corner, vec3x4 edge, vec3d p)
{
    vec3x4 n = vec3x4_cross(edge, vec3x4_sub(vec3x4_all(p), corner));
    return f64x4_bits(f64x4_less(vec3x4_dot(n, vec3x4_all(k->normal)), f64x4_all(0.0))) == 0;
}

// Returns true if the squares of the query are in the range of the kernels, and the triangle has an area. `rest` is the sum
// of the mover's squares.
SIMD_INLINE bool motion_in_range(const triangle_motion *k, double rest)
{
    double bb = v3d_length2(k->b), cc = v3d_length2(k->c);
    return bb + cc + rest < KERNEL_MAX_SQUARE && bb + cc + rest > KERNEL_MIN_SQUARE &&
           k->square > PARALLEL_SINE_SQUARED * (bb * cc);
}

// --- a sphere -------------------------------------------------------------------------------------------

// Shapes are certainly apart if the squared distance exceeds the squared radius by this fraction of the query's squared
// size.
#define START_APART_FRACTION 0x1p-36

// Sweeps a sphere against a triangle. With f + g t the height of the center over the face, times |normal|, it enters the
// slab of the face grown by the radius. If it does so over the triangle, it hits the face, else the first of the cylinders
// about the edges and the spheres about the corners. Returns SWEEP_UNKNOWN if it starts in overlap, or the numbers are out
// of range.
SIMD_TARGET static sweep_answer SIMD_NAME(sweep_point_triangle)(toi_hit               *hit,
                                                                const triangle_motion *k)
{
    vec3d  x = k->mover.m.x, v = k->mover.m.v;
    double vv = v3d_length2(v), rr = k->mover.r * k->mover.r, rest = v3d_length2(x) + vv + rr;
    // Without a radius it is decided exactly, in thin.c.
    if (!motion_in_range(k, rest) || !(vv > KERNEL_MIN_SQUARE) ||
        !(rr > SAME_POINT_FRACTION * SAME_POINT_FRACTION * rest))
        return SWEEP_UNKNOWN;
    vec3d  zero = v3d(0.0, 0.0, 0.0);
    vec3x4 corner = vec3x4_set(zero, k->b, k->c, zero);
    vec3x4 edge = vec3x4_set(k->b, v3d_sub(k->c, k->b), v3d_negate(k->c), k->b);
    // The slab of the face.
    double f = v3d_dot(k->normal, x), g = v3d_dot(k->normal, v);
    double offset = k->mover.r * sqrt(k->square), gap = fabs(f) - offset;
    bool   in = !(gap > 0.0);
    if (!in)
    {
        double speed = f > 0.0 ? -g : g;
        if (!(speed >= gap)) return SWEEP_MISS;
        double t = gap / speed;
        vec3d  at = v3d_along(x, v, t);
        if (point_is_over(k, corner, edge, at))
        {
            set_face_hit(hit, k, t, at, f > 0.0, 0);
            return SWEEP_HIT;
        }
    }
    else if (point_is_over(k, corner, edge, x))
        return SWEEP_UNKNOWN;
    // The cylinders and spheres.
    vec3x4         x4 = vec3x4_sub(vec3x4_all(x), corner), v4 = vec3x4_all(v);
    f64x4          e2 = vec3x4_dot(edge, edge), vv4 = f64x4_all(vv), rr4 = f64x4_all(rr), c;
    lane_cylinders cylinders = toi_cylinders(x4, v4, edge, e2, vv4, rr4);
    f64x4          spheres = toi_spheres(x4, v4, vv4, rr4, &c);
    // In the slab but beside the face, the sphere must start apart from every edge: its squared distance from the edge's line,
    // less r^2, or from the edge's first corner beyond its ends.
    if (in)
    {
        f64x4 least =
            f64x4_all(START_APART_FRACTION * (rest + v3d_length2(k->b) + v3d_length2(k->c)));
        f64x4_mask on =
            f64x4_and(f64x4_less(f64x4_all(0.0), cylinders.start), f64x4_less(cylinders.start, e2));
        f64x4 apart = f64x4_pick(on, f64x4_div(cylinders.c, e2), c);
        if (f64x4_bits(f64x4_less(least, apart)) != 15) return SWEEP_UNKNOWN;
    }
    // The earliest entry; edges come before corners that are hit at the same time.
    double t = f64x4_lowest(f64x4_min(cylinders.t, spheres)), y[4];
    if (!(t <= 1.0)) return SWEEP_MISS;
    int i = bits_lowest(f64x4_equal_bits(cylinders.t, t) | f64x4_equal_bits(spheres, t) << 4);
    f64x4_store(y, cylinders.y);
    if (i < 4)
        set_edge_hit(hit, k, t, i, 0, y[i]);
    else
        set_corner_hit(hit, k, t, i - 4, 0);
    return SWEEP_HIT;
}

// --- an axis ------------------------------------------------------------------------------------------

// Stores the hit of the axis with edge i at time t, if both closest points are within them. Returns true if so. With n = e
// x s and d = x - c without its part along n,  d = u e - w s,  so  u = (d x s).n / n.n  and  w = (d x e).n / n.n.
SIMD_INLINE bool try_side_hit(toi_hit *hit, const triangle_motion *k, double t, int i, bool front)
{
    vec3d  c = corner_at(k, i), e = edge_at(k, i), s = k->mover.s, n = v3d_cross(e, s);
    vec3d  d = v3d_sub(toi_position(&k->mover.m, t), c);
    double length = v3d_length(n), square = length * length;
    double u = v3d_dot(v3d_cross(d, s), n), w = v3d_dot(v3d_cross(d, e), n);
    if (!(u >= 0.0 && u <= square && w >= 0.0 && w <= square)) return false;
    toi_set_hit(hit, t, v3d_along(c, e, u / square),
                v3d_scale(n, front ? 1.0 / length : -1.0 / length),
                shape_feature(RIM_FEATURE_EDGE, 0), shape_feature(RIM_FEATURE_EDGE, i));
    return true;
}

// Stores the hit of the axis with the face at time t, at the end of the axis that reaches the face first. Returns false if
// it is not over the triangle.
SIMD_INLINE bool try_cap_hit(toi_hit *hit, const triangle_motion *k, vec3x4 corner, vec3x4 edge,
                             double t, double tilt, bool front)
{
    int   end = (tilt > 0.0) != front;
    vec3d p = toi_position(&k->mover.m, t);
    if (end) p = v3d_add(p, k->mover.s);
    if (!point_is_over(k, corner, edge, p)) return false;
    set_face_hit(hit, k, t, p, front, end);
    return true;
}

// Stores the hit of an axis parallel to the face at time t: the middle of its part over the face. Returns false if there is
// none.
SIMD_INLINE bool try_parallel_hit(toi_hit *hit, const triangle_motion *k, vec3x4 corner,
                                  vec3x4 edge, double t, bool front)
{
    vec3d  a = toi_position(&k->mover.m, t), b = v3d_add(a, k->mover.s);
    vec3x4 in = vec3x4_cross(vec3x4_all(k->normal), edge);
    double near[4], far[4], lo = 0.0, hi = 1.0;
    f64x4_store(near, vec3x4_dot(in, vec3x4_sub(vec3x4_all(a), corner)));
    f64x4_store(far, vec3x4_dot(in, vec3x4_sub(vec3x4_all(b), corner)));
    for (int i = 0; i < 3; i++) clip_fractions(&lo, &hi, near[i], far[i]);
    if (!(lo <= hi)) return false;
    double at = 0.5 * (lo + hi), length = sqrt(k->square);
    vec3d  normal = v3d_scale(k->normal, front ? 1.0 / length : -1.0 / length);
    toi_set_hit(hit, t, v3d_along(v3d_lerp(a, b, at), normal, -k->mover.r), normal,
                segment_feature(at), shape_feature(RIM_FEATURE_FACE, 0));
    return true;
}

// Sweeps against the edges of the prism, as toi_prism_edges: cylinders about the edges of the face, at both ends of the
// axis, and about the axis at each corner, and spheres about the corners at both ends. The earliest one is hit.
SIMD_INLINE sweep_answer sweep_prism_edges(toi_hit *hit, const triangle_motion *k, vec3x4 corner,
                                           vec3x4 edge, f64x4 e2, double ss, double vv)
{
    vec3d  s = k->mover.s;
    vec3x4 near = vec3x4_sub(vec3x4_all(k->mover.m.x), corner), v = vec3x4_all(k->mover.m.v);
    vec3x4 far = vec3x4_sub(vec3x4_all(v3d_add(k->mover.m.x, s)), corner);
    f64x4  vv4 = f64x4_all(vv), rr = f64x4_all(k->mover.r * k->mover.r), c;
    lane_cylinders a = toi_cylinders(near, v, edge, e2, vv4, rr),
                   b = toi_cylinders(far, v, edge, e2, vv4, rr);
    lane_cylinders d = toi_cylinders(near, v, vec3x4_all(v3d_negate(s)), f64x4_all(ss), vv4, rr);
    f64x4          p = toi_spheres(near, v, vv4, rr, &c), q = toi_spheres(far, v, vv4, rr, &c);
    double t = f64x4_lowest(f64x4_min(f64x4_min(f64x4_min(a.t, b.t), f64x4_min(p, q)), d.t)), y[12];
    if (!(t <= 1.0)) return SWEEP_MISS;
    f64x4_store(y, a.y);
    f64x4_store(y + 4, b.y);
    f64x4_store(y + 8, d.y);
    // If several are hit at once, the first in the order of toi_prism_edges counts, spheres last. An edge parallel to the
    // axis is hit together with its two corners.
    unsigned at[3] = { f64x4_equal_bits(a.t, t), f64x4_equal_bits(b.t, t),
                       f64x4_equal_bits(d.t, t) },
             bits = 0;
    for (int n = 0; n < 9; n++) bits |= (at[n % 3] >> n / 3 & 1u) << n;
    bits |= (f64x4_equal_bits(p, t) & 7u) << 9 | (f64x4_equal_bits(q, t) & 7u) << 12;
    int n = bits_lowest(bits), i = n < 9 ? n / 3 : n % 3;
    if (n >= 9)
        set_corner_hit(hit, k, t, i, n >= 12);
    else if (n % 3 == 2)
        set_axis_hit(hit, k, t, i, y[8 + i]);
    else
        set_edge_hit(hit, k, t, i, n % 3, y[n % 3 * 4 + i]);
    return SWEEP_HIT;
}

// Sweeps a capsule against a triangle: the capsule's lower end as a point against the prism  face - axis,  grown by the
// radius. The point enters the prism's four slabs in turn; it hits the side of the slab that it enters last, if the point
// is over that side, else an edge of the prism. Returns SWEEP_UNKNOWN if it starts in overlap, or the numbers are out of
// range.
SIMD_TARGET static sweep_answer SIMD_NAME(sweep_segment_triangle)(toi_hit               *hit,
                                                                  const triangle_motion *k)
{
    vec3d  x = k->mover.m.x, v = k->mover.m.v, s = k->mover.s, zero = v3d(0.0, 0.0, 0.0);
    double vv = v3d_length2(v), ss = v3d_length2(s), tilt = v3d_dot(k->normal, s);
    double rr = k->mover.r * k->mover.r, rest = v3d_length2(x) + vv + ss + rr;
    // Without a radius it is decided exactly, in thin.c.
    if (!motion_in_range(k, rest) || !(vv > KERNEL_MIN_SQUARE) || !(ss > KERNEL_MIN_SQUARE) ||
        !(rr > SAME_POINT_FRACTION * SAME_POINT_FRACTION * rest))
        return SWEEP_UNKNOWN;
    bool   level = !(tilt * tilt > PARALLEL_SINE_SQUARED * (k->square * ss));
    vec3x4 corner = vec3x4_set(zero, k->b, k->c, zero);
    vec3x4 edge = vec3x4_set(k->b, v3d_sub(k->c, k->b), v3d_negate(k->c), k->b);
    f64x4  e2 = vec3x4_dot(edge, edge);

    // The slabs of the prism  face - axis:  their normals are  edge x axis,  in the last lane the face's. In each slab the
    // prism lies between 0 and -tilt, grown by the radius:  lo <= f + g t <= hi.
    vec3x4     sides = vec3x4_cross(edge, vec3x4_all(s)), normal = vec3x4_all(k->normal);
    f64x4_mask last = f64x4_less(f64x4_all(0.5), f64x4_set(0.0, 0.0, 0.0, 1.0));
    vec3x4     n = { f64x4_pick(last, normal.x, sides.x), f64x4_pick(last, normal.y, sides.y),
                     f64x4_pick(last, normal.z, sides.z) };
    f64x4      nn = vec3x4_dot(n, n), limit = f64x4_mul(f64x4_all(PARALLEL_SINE_SQUARED * ss), e2);
    // An edge parallel to the axis spans no side. Only movers parallel to the face may have one.
    f64x4_mask sided = f64x4_less(f64x4_pick(last, f64x4_all(0.0), limit), nn);
    if (!level && f64x4_bits(sided) != 15) return SWEEP_UNKNOWN;
    f64x4 f = vec3x4_dot(n, vec3x4_sub(vec3x4_all(x), corner)), g = vec3x4_dot(n, vec3x4_all(v));
    f64x4 out = f64x4_mul(f64x4_all(k->mover.r), f64x4_sqrt(nn)), none = f64x4_all(0.0);
    f64x4 lo = f64x4_sub(f64x4_all(tilt > 0.0 ? -tilt : 0.0), out);
    f64x4 hi = f64x4_add(f64x4_all(tilt > 0.0 ? 0.0 : -tilt), out);

    f64x4      above = f64x4_sub(f, hi), below = f64x4_sub(lo, f), gap = f64x4_max(above, below);
    f64x4_mask front = f64x4_less(below, above);
    f64x4      speed = f64x4_pick(front, f64x4_sub(none, g), g);
    f64x4_mask outside = f64x4_and(f64x4_less(none, gap), sided);
    // A slab that is not entered before the end of the motion.
    if (f64x4_bits(f64x4_and(outside, f64x4_less(speed, gap)))) return SWEEP_MISS;
    f64x4  entry = f64x4_pick(outside, f64x4_div(gap, speed), none);
    double from = f64x4_highest(entry);
    if (!(from > 0.0)) return SWEEP_UNKNOWN;
    f64x4 left = f64x4_sub(none, f64x4_pick(f64x4_less(none, g), above, below));
    left = f64x4_pick(sided, f64x4_div(left, f64x4_abs(g)), f64x4_all(INFINITY));
    if (f64x4_lowest(left) < from) return SWEEP_MISS;

    // A mover parallel to the face enters through the face or through an edge.
    if (level)
    {
        double first = F64X4_LANE(entry, 3);
        bool   above_face = f64x4_bits(front) >> 3 & 1;
        if (first > 0.0 && try_parallel_hit(hit, k, corner, edge, first, above_face))
            return SWEEP_HIT;
        return sweep_prism_edges(hit, k, corner, edge, e2, ss, vv);
    }
    int  i = bits_lowest(f64x4_equal_bits(entry, from));
    bool before = f64x4_bits(front) >> i & 1;
    // A side exists only on the outer side of its plane; on the other side there are the opposite corner and the axis.
    if (i == 3                   ? try_cap_hit(hit, k, corner, edge, from, tilt, before)
        : before == (tilt > 0.0) ? try_side_hit(hit, k, from, i, before)
                                 : false)
        return SWEEP_HIT;
    return sweep_prism_edges(hit, k, corner, edge, e2, ss, vv);
}

const triangle_kernels SIMD_NAME(triangle_kernels) = {
    SIMD_NAME(separation_point_triangle), SIMD_NAME(separation_segment_triangle),
    SIMD_NAME(distance_sphere_triangle),  SIMD_NAME(distance_capsule_triangle),
    SIMD_NAME(sweep_point_triangle),      SIMD_NAME(sweep_segment_triangle),
};

#endif
