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
    f64x4 y;     // (x + t v).e at that time: the position along e, from 0 to |e|^2
    f64x4 c;     // at t = 0: (squared distance from the line along e, less r^2) * |e|^2
    f64x4 start; // y at t = 0
} lane_cylinders;

// Returns the entries of points x + t v into cylinders of radius r about the segments from 0 along e, a cylinder a lane. e2 is
// |e|^2, vv is |v|^2 and rr is r^2. With the cross products X = x x e and V = v x e, the distance from the line along e is
// |X + t V| / |e|, and equating it to r gives
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

// Returns the times at which points x + t v enter the sphere of radius r about 0, INFINITY for those that do not. vv is |v|^2 and
// rr is r^2. Sets *c to |x|^2 - r^2, negative for a start inside. Solving |x + t v|^2 = r^2 gives
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

// Stores the hit of an end of the axis, 0 or 1, with the point `on` of an edge or corner of the triangle.
SIMD_INLINE void set_end_hit(toi_hit *hit, const triangle_motion *k, double t, vec3d on, int end,
                             rim_feature other)
{
    vec3d x = end ? v3d_add(k->mover.m.x, k->mover.s) : k->mover.m.x;
    toi_set_hit(hit, t, on, v3d_normalize(v3d_sub(v3d_along(x, k->mover.m.v, t), on)),
                shape_feature(RIM_FEATURE_VERTEX, end), other);
}

// Stores the hit of an end of the axis with edge i. y is the position along the edge times its squared length.
SIMD_INLINE void set_edge_hit(toi_hit *hit, const triangle_motion *k, double t, int i, int end,
                              double y)
{
    vec3d e = edge_at(k, i), on = v3d_along(corner_at(k, i), e, y / v3d_length2(e));
    set_end_hit(hit, k, t, on, end, shape_feature(RIM_FEATURE_EDGE, i));
}

// Stores the hit of an end of the axis with corner i.
SIMD_INLINE void set_corner_hit(toi_hit *hit, const triangle_motion *k, double t, int i, int end)
{
    set_end_hit(hit, k, t, corner_at(k, i), end, shape_feature(RIM_FEATURE_VERTEX, i));
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

// Returns true if the kernels can sweep the triangle: the squares of all lengths are in their range, the mover moves, and the
// triangle has an area. `rest` is the sum of the mover's squared lengths, with its squared radius rr. A radius below rounding
// is left to thin.c, which decides exactly.
SIMD_INLINE bool motion_in_range(const triangle_motion *k, double rest, double rr)
{
    double bb = v3d_length2(k->b), cc = v3d_length2(k->c);
    return bb + cc + rest < KERNEL_MAX_SQUARE && bb + cc + rest > KERNEL_MIN_SQUARE &&
           k->square > PARALLEL_SINE_SQUARED * (bb * cc) &&
           v3d_length2(k->mover.m.v) > KERNEL_MIN_SQUARE &&
           rr > SAME_POINT_FRACTION * SAME_POINT_FRACTION * rest;
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
    if (!motion_in_range(k, rest, rr)) return SWEEP_UNKNOWN;
    vec3d  zero = v3d(0.0, 0.0, 0.0);
    vec3x4 corner = vec3x4_set(zero, k->b, k->c, zero);
    vec3x4 edge = vec3x4_set(k->b, v3d_sub(k->c, k->b), v3d_negate(k->c), k->b);
    // The slab of the face: heights up to r |normal| on both sides. `gap` is the height of the start above it.
    double f = v3d_dot(k->normal, x), g = v3d_dot(k->normal, v);
    double offset = k->mover.r * sqrt(k->square), gap = fabs(f) - offset;
    bool   starts_in_slab = !(gap > 0.0);
    if (!starts_in_slab)
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
    if (starts_in_slab)
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

// The candidates of sweep_prism_edges in the order in which the first of several simultaneous hits counts, that of toi_prism_edges:
// three of each edge i at 3 i, then the spheres at three corners about either end of the axis.
enum
{
    CANDIDATE_END_A,         // 3 i + this: edge i with end a of the axis
    CANDIDATE_END_B,         // 3 i + this: edge i with end b
    CANDIDATE_AXIS,          // 3 i + this: corner i with the side of the axis
    CANDIDATE_SPHERE_A = 9,  // + i: corner i with end a
    CANDIDATE_SPHERE_B = 12, // + i: corner i with end b
};

// Sweeps against the edges of the prism, as toi_prism_edges: cylinders about the edges of the face, at both ends of the
// axis, and about the axis at each corner, and spheres about the corners at both ends. Stores the earliest entry. An edge
// parallel to the axis is hit at the same time as its two corners. e2 holds the squared lengths of the edges, ss is that of
// the axis and vv that of the motion.
SIMD_INLINE sweep_answer sweep_prism_edges(toi_hit *hit, const triangle_motion *k, vec3x4 corner,
                                           vec3x4 edge, f64x4 e2, double ss, double vv)
{
    vec3d  s = k->mover.s;
    vec3x4 from_a = vec3x4_sub(vec3x4_all(k->mover.m.x), corner), v = vec3x4_all(k->mover.m.v);
    vec3x4 from_b = vec3x4_sub(vec3x4_all(v3d_add(k->mover.m.x, s)), corner);
    f64x4  vv4 = f64x4_all(vv), rr = f64x4_all(k->mover.r * k->mover.r), c;
    lane_cylinders a = toi_cylinders(from_a, v, edge, e2, vv4, rr),
                   b = toi_cylinders(from_b, v, edge, e2, vv4, rr),
                   axis =
                       toi_cylinders(from_a, v, vec3x4_all(v3d_negate(s)), f64x4_all(ss), vv4, rr);
    f64x4  sphere_a = toi_spheres(from_a, v, vv4, rr, &c);
    f64x4  sphere_b = toi_spheres(from_b, v, vv4, rr, &c), ends = f64x4_min(a.t, b.t);
    double t = f64x4_lowest(f64x4_min(f64x4_min(ends, f64x4_min(sphere_a, sphere_b)), axis.t));
    if (!(t <= 1.0)) return SWEEP_MISS;
    double y[3][4];
    f64x4_store(y[CANDIDATE_END_A], a.y);
    f64x4_store(y[CANDIDATE_END_B], b.y);
    f64x4_store(y[CANDIDATE_AXIS], axis.y);
    unsigned at_a = f64x4_equal_bits(a.t, t), at_b = f64x4_equal_bits(b.t, t);
    unsigned at_axis = f64x4_equal_bits(axis.t, t), earliest = 0;
    for (int i = 0; i < 3; i++)
        earliest |= ((at_a >> i & 1u) << CANDIDATE_END_A | (at_b >> i & 1u) << CANDIDATE_END_B |
                     (at_axis >> i & 1u) << CANDIDATE_AXIS)
                    << 3 * i;
    earliest |= (f64x4_equal_bits(sphere_a, t) & 7u) << CANDIDATE_SPHERE_A |
                (f64x4_equal_bits(sphere_b, t) & 7u) << CANDIDATE_SPHERE_B;
    int first = bits_lowest(earliest), i = first / 3, kind = first % 3;
    if (first >= CANDIDATE_SPHERE_A)
        set_corner_hit(hit, k, t, first % 3, first >= CANDIDATE_SPHERE_B);
    else if (kind == CANDIDATE_AXIS)
        set_axis_hit(hit, k, t, i, y[kind][i]);
    else
        set_edge_hit(hit, k, t, i, kind, y[kind][i]);
    return SWEEP_HIT;
}

// How end a of the axis enters the four slabs of the prism: a slab a lane, those of the edges in lanes 0 to 2, that of the face in
// lane 3.
typedef struct prism_entry
{
    f64x4  t;    // the time at which it enters each slab, 0 if it starts inside
    double last; // the latest of them: from then on it is inside all slabs
    int front; // a bit for each slab that it enters through the side that the slab's normal points to
} prism_entry;

// Computes the entry of end a, x + t v, into the slabs of the prism  face - axis.  The slabs' normals n are  edge x s,  and that of
// the face. With f = n . (x - corner) and g = n . v, the prism lies between 0 and -tilt = -(normal . s) in each of them; grown by
// the radius,
//
//     lo <= f + g t <= hi,  lo = min(0, -tilt) - r |n|,  hi = max(0, -tilt) + r |n|
//
// Returns SWEEP_MISS if it is never in all slabs at once, SWEEP_UNKNOWN if it starts in all of them, or if an edge is parallel to
// the axis and spans no slab; such edges are left out for movers parallel to the face (`parallel`). Else returns SWEEP_HIT.
SIMD_INLINE sweep_answer enter_prism(prism_entry *entry, const triangle_motion *k, vec3x4 corner,
                                     vec3x4 edge, f64x4 e2, double ss, double tilt, bool parallel)
{
    vec3x4     s = vec3x4_all(k->mover.s), v = vec3x4_all(k->mover.m.v);
    f64x4_mask is_face = f64x4_less(f64x4_all(0.5), f64x4_set(0.0, 0.0, 0.0, 1.0));
    vec3x4     n = vec3x4_choose(is_face, vec3x4_all(k->normal), vec3x4_cross(edge, s));
    f64x4      nn = vec3x4_dot(n, n), limit = f64x4_mul(f64x4_all(PARALLEL_SINE_SQUARED * ss), e2);
    f64x4_mask is_slab = f64x4_less(f64x4_pick(is_face, f64x4_all(0.0), limit), nn);
    if (!parallel && f64x4_bits(is_slab) != 15) return SWEEP_UNKNOWN;
    f64x4 f = vec3x4_dot(n, vec3x4_sub(vec3x4_all(k->mover.m.x), corner)), g = vec3x4_dot(n, v);
    f64x4 radius = f64x4_mul(f64x4_all(k->mover.r), f64x4_sqrt(nn)), none = f64x4_all(0.0);
    f64x4 lo = f64x4_sub(f64x4_all(tilt > 0.0 ? -tilt : 0.0), radius);
    f64x4 hi = f64x4_add(f64x4_all(tilt > 0.0 ? 0.0 : -tilt), radius);

    f64x4      above = f64x4_sub(f, hi), below = f64x4_sub(lo, f), gap = f64x4_max(above, below);
    f64x4_mask front = f64x4_less(below, above);
    f64x4      speed = f64x4_pick(front, f64x4_sub(none, g), g);
    f64x4_mask outside = f64x4_and(f64x4_less(none, gap), is_slab);
    // Entering a slab takes gap / speed; it is missed if that is more than 1, the whole motion.
    if (f64x4_bits(f64x4_and(outside, f64x4_less(speed, gap)))) return SWEEP_MISS;
    entry->t = f64x4_pick(outside, f64x4_div(gap, speed), none);
    entry->last = f64x4_highest(entry->t);
    entry->front = f64x4_bits(front);
    if (!(entry->last > 0.0)) return SWEEP_UNKNOWN;
    // It leaves a slab through hi if it rises, else through lo.
    f64x4 exit = f64x4_sub(none, f64x4_pick(f64x4_less(none, g), above, below));
    exit = f64x4_pick(is_slab, f64x4_div(exit, f64x4_abs(g)), f64x4_all(INFINITY));
    return f64x4_lowest(exit) < entry->last ? SWEEP_MISS : SWEEP_HIT;
}

// Sweeps a capsule against a triangle: end a of the capsule's axis as a point against the prism  face - axis,  grown by the
// radius. The point hits the side of the slab that it enters last, if it is over that side, else an edge of the prism.
// A mover parallel to the face hits the face or an edge. Returns SWEEP_UNKNOWN if it starts in overlap, or the numbers are
// out of range.
SIMD_TARGET static sweep_answer SIMD_NAME(sweep_segment_triangle)(toi_hit               *hit,
                                                                  const triangle_motion *k)
{
    vec3d  x = k->mover.m.x, s = k->mover.s, zero = v3d(0.0, 0.0, 0.0);
    double vv = v3d_length2(k->mover.m.v), ss = v3d_length2(s), tilt = v3d_dot(k->normal, s);
    double rr = k->mover.r * k->mover.r, rest = v3d_length2(x) + vv + ss + rr;
    if (!motion_in_range(k, rest, rr) || !(ss > KERNEL_MIN_SQUARE)) return SWEEP_UNKNOWN;
    bool   parallel = !(tilt * tilt > PARALLEL_SINE_SQUARED * (k->square * ss));
    vec3x4 corner = vec3x4_set(zero, k->b, k->c, zero);
    vec3x4 edge = vec3x4_set(k->b, v3d_sub(k->c, k->b), v3d_negate(k->c), k->b);
    f64x4  e2 = vec3x4_dot(edge, edge);

    prism_entry  entry;
    sweep_answer entered = enter_prism(&entry, k, corner, edge, e2, ss, tilt, parallel);
    if (entered != SWEEP_HIT) return entered;
    int    i = parallel ? 3 : bits_lowest(f64x4_equal_bits(entry.t, entry.last));
    bool   front = entry.front >> i & 1, is_hit = false;
    double at_face = F64X4_LANE(entry.t, 3);
    // A side exists only on the outer side of its plane; on the other side there are the opposite corner and the axis.
    if (parallel)
        is_hit = at_face > 0.0 && try_parallel_hit(hit, k, corner, edge, at_face, front);
    else if (i == 3)
        is_hit = try_cap_hit(hit, k, corner, edge, entry.last, tilt, front);
    else if (front == (tilt > 0.0))
        is_hit = try_side_hit(hit, k, entry.last, i, front);
    return is_hit ? SWEEP_HIT : sweep_prism_edges(hit, k, corner, edge, e2, ss, vv);
}

const triangle_kernels SIMD_NAME(triangle_kernels) = {
    SIMD_NAME(separation_point_triangle), SIMD_NAME(separation_segment_triangle),
    SIMD_NAME(distance_sphere_triangle),  SIMD_NAME(distance_capsule_triangle),
    SIMD_NAME(sweep_point_triangle),      SIMD_NAME(sweep_segment_triangle),
};

#endif
