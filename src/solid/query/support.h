// Template: compiled by each file that includes it.
// Support points of convex shapes and of their Minkowski difference { a - b }. Include simd/f64x4.h first.
#ifndef RIM_SOLID_QUERY_SUPPORT_H
#define RIM_SOLID_QUERY_SUPPORT_H

#include "solid/query/gjk.h"
#include "solid/shape/vec3x4.h"

// --- support points -----------------------------------------------------------------------------------

// Returns corners first .. first + 3 of a hull, a corner a lane.
SIMD_INLINE vec3x4 support_points_at(const rim_hull *hull, int first)
{
    return (vec3x4){ f64x4_load_floats(hull->x + first), f64x4_load_floats(hull->y + first),
                     f64x4_load_floats(hull->z + first) };
}

// The best corner of each lane so far: the greatest dot(d, p), and the number of this corner.
typedef struct support_best
{
    f64x4 most, index;
} support_best;

// Compares corners first .. first + 3, one a lane, with the best corner of each lane, and replaces it if dot(d, p) is
// greater. Of equal ones the earlier stays. `index` holds the numbers of the four corners.
SIMD_INLINE void support_compare(support_best *best, const rim_hull *hull, vec3x4 d, int first,
                                 f64x4 index)
{
    f64x4      dot = vec3x4_dot(d, support_points_at(hull, first));
    f64x4_mask more = f64x4_less(best->most, dot);
    best->index = f64x4_pick(more, index, best->index);
    best->most = f64x4_pick(more, dot, best->most);
}

// Returns the index of the point with the largest dot(d, p), the lowest of several equal ones, for shapes without a hull.
SIMD_INLINE int support_point_of_list(const gjk_shape *shape, vec3d d)
{
    const rim_vec3 *p = shape->points;
    int             best = 0;
    double          most = d.x * p[0].x + d.y * p[0].y + d.z * p[0].z;
    for (int i = 1; i < shape->count; i++)
    {
        double dot = d.x * p[i].x + d.y * p[i].y + d.z * p[i].z;
        best = dot > most ? i : best;
        most = dot > most ? dot : most;
    }
    return best;
}

// Returns the index of the point with the largest dot(d, p), the lowest of several equal ones. A lane is a corner. Each
// lane keeps the first corner with its greatest value, and the lowest index among the lanes with the greatest value of
// all is returned. A hull's corners are padded with copies of corner 0. Their indices are higher, so they are never
// returned.
SIMD_INLINE int support_point(const gjk_shape *shape, vec3d d)
{
    if (!shape->hull) return support_point_of_list(shape, d);
    vec3x4       ways = vec3x4_all(d);
    f64x4        lanes = f64x4_set(0.0, 1.0, 2.0, 3.0), index = lanes, step = f64x4_all(4.0);
    support_best low = { f64x4_all(-INFINITY), lanes }, high = low;
    for (int i = 0; i < shape->hull->padded_corners; i += HULL_LANES)
    {
        // Two chains of comparisons, which the processor runs at the same time.
        support_compare(&low, shape->hull, ways, i, index);
        index = f64x4_add(index, step);
        support_compare(&high, shape->hull, ways, i + 4, index);
        index = f64x4_add(index, step);
    }
    // A lane without the greatest value gets 0x1p40, which is larger than any index.
    f64x4 most = f64x4_all(f64x4_highest(f64x4_max(low.most, high.most))), none = f64x4_all(0x1p40);
    f64x4 at_low = f64x4_pick(f64x4_equal(low.most, most), low.index, none);
    f64x4 at_high = f64x4_pick(f64x4_equal(high.most, most), high.index, none);
    return (int)f64x4_lowest(f64x4_min(at_low, at_high));
}

// Returns the largest dot(d, p).
SIMD_INLINE double support_value(const gjk_shape *shape, vec3d d)
{
    if (!shape->hull) return v3d_dot(d, v3d_from(shape->points[support_point_of_list(shape, d)]));
    vec3x4 ways = vec3x4_all(d);
    f64x4  low = f64x4_all(-INFINITY), high = low;
    for (int i = 0; i < shape->hull->padded_corners; i += HULL_LANES)
    {
        low = f64x4_max(vec3x4_dot(ways, support_points_at(shape->hull, i)), low);
        high = f64x4_max(vec3x4_dot(ways, support_points_at(shape->hull, i + 4)), high);
    }
    return f64x4_highest(f64x4_max(low, high));
}

// Stores the indices of the points whose difference a - b is farthest along d, a vector in the frame of a. They are the
// point of a farthest along d, and the point of b farthest along -d, which is turned into b's own frame.
SIMD_INLINE void support_pair(const gjk_pair *pair, vec3d d, int *a, int *b)
{
    *a = support_point(&pair->a, d);
    *b = support_point(&pair->b, m3d_unapply(pair->turn, v3d(-d.x, -d.y, -d.z)));
}

// --- support hints ------------------------------------------------------------------------------------

// Returns d in lane 3, and in the other lanes directions on three sides of it, at an angle of about `tilt` (radians) to it:
//
//      d + tilt u        d - tilt (u / 2 - w)        d - tilt (u / 2 + w)
//
// u is perpendicular to d, and 0.7 to 1 times as long: it is (d.y, -d.x, 0), or (0, d.z, -d.y) if |d.z| > |d.x|. w is
// perpendicular to both: d x u times 1.1 / sum. With |d| <= sum < 1.74 |d|, |w| is 0.63 |u| to 1.1 |u|; the corners of a
// regular triangle would need 0.87 |u|. A d of 0 gives four times 0.
SIMD_INLINE vec3x4 support_directions_about(vec3d d, double tilt)
{
    double sum = v3d_magnitude(d);
    bool   steep = fabs(d.z) > fabs(d.x);
    vec3d  u = v3d(steep ? 0.0 : d.y, steep ? d.z : -d.x, steep ? -d.y : 0.0);
    vec3d  w = v3d_scale(v3d_cross(d, u), 1.1 / (sum > GJK_LEAST_DIRECTION ? sum : 1.0));
    f64x4  along_u = f64x4_mul(f64x4_all(tilt), f64x4_set(1.0, -0.5, -0.5, 0.0));
    f64x4  along_w = f64x4_mul(f64x4_all(tilt), f64x4_set(0.0, 1.0, -1.0, 0.0));
    vec3x4 offset =
        vec3x4_add(vec3x4_scale(vec3x4_all(u), along_u), vec3x4_scale(vec3x4_all(w), along_w));
    return vec3x4_add(vec3x4_all(d), offset);
}

// Stores in out[i] the corner that the hull's table of hints (solid/hull/data.h) holds for direction i of d. The table has
// hint_side rows of hint_side cells. They divide the square -1 .. 1 of the octahedral map (u, v) of directions:
//
//     (x, y) = (d.x, d.y) / (|d.x| + |d.y| + |d.z|)
//     (u, v) = (x, y)                                        if d.z >= 0
//     (u, v) = ((1 - |y|) sign x, (1 - |x|) sign y)          if d.z < 0: mirrored over the edge |x| + |y| = 1
//
//     column = floor((u + 1) / 2 hint_side)                  row = floor((v + 1) / 2 hint_side)
SIMD_INLINE void support_hints(int out[4], const rim_hull *hull, vec3x4 d)
{
    f64x4      one = f64x4_all(1.0), zero = f64x4_all(0.0);
    f64x4      sum = f64x4_add(f64x4_add(f64x4_abs(d.x), f64x4_abs(d.y)), f64x4_abs(d.z));
    f64x4      share = f64x4_div(one, f64x4_max(sum, f64x4_all(GJK_LEAST_DIRECTION)));
    f64x4      x = f64x4_mul(d.x, share), y = f64x4_mul(d.y, share);
    f64x4      far_x = f64x4_sub(one, f64x4_abs(y)), far_y = f64x4_sub(one, f64x4_abs(x));
    f64x4_mask below = f64x4_less(d.z, zero);
    f64x4      u = f64x4_pick(f64x4_less(x, zero), f64x4_sub(zero, far_x), far_x);
    f64x4      v = f64x4_pick(f64x4_less(y, zero), f64x4_sub(zero, far_y), far_y);
    u = f64x4_pick(below, u, x);
    v = f64x4_pick(below, v, y);
    // A little less than half a side, so that u = 1 and v = 1 are in the last cell.
    f64x4  half = f64x4_all(0.5 * hull->hint_side * (1.0 - GJK_HINT_SLACK));
    double column[4], row[4];
    f64x4_store(column, f64x4_mul(f64x4_add(u, one), half));
    f64x4_store(row, f64x4_mul(f64x4_add(v, one), half));
    for (int i = 0; i < 4; i++)
        out[i] = hull->hints[(int)row[i] * hull->hint_side + (int)column[i]];
}

// Stores hints for the points of { a - b } farthest along the four directions d: of a along d, and of b along -d,
// turned into b's own frame. Requires two hulls with hints.
SIMD_INLINE void support_hint_pairs(const gjk_pair *pair, vec3x4 d, int a[4], int b[4])
{
    vec3x4 back = vec3x4_scale(d, f64x4_all(-1.0));
    vec3x4 in_b = { vec3x4_dot(back, vec3x4_all(pair->turn.x)),
                    vec3x4_dot(back, vec3x4_all(pair->turn.y)),
                    vec3x4_dot(back, vec3x4_all(pair->turn.z)) };
    support_hints(a, pair->a.hull, d);
    support_hints(b, pair->b.hull, in_b);
}

// --- points of { a - b } ------------------------------------------------------------------------------

// Returns four points of a list, a point a lane.
SIMD_INLINE vec3x4 support_gather(const rim_vec3 *points, const int i[4])
{
    const rim_vec3 *p = points + i[0], *q = points + i[1], *r = points + i[2], *t = points + i[3];
    return (vec3x4){ f64x4_set(p->x, q->x, r->x, t->x), f64x4_set(p->y, q->y, r->y, t->y),
                     f64x4_set(p->z, q->z, r->z, t->z) };
}

// Returns the points a[l] - (turn b[l] + shift) of { a - b }, lane l.
SIMD_INLINE vec3x4 support_differences(const gjk_pair *pair, const int a[4], const int b[4])
{
    vec3x4 p = support_gather(pair->a.points, a), q = support_gather(pair->b.points, b);
    vec3x4 turned = vec3x4_scale(vec3x4_all(pair->turn.x), q.x);
    turned = vec3x4_add(turned, vec3x4_scale(vec3x4_all(pair->turn.y), q.y));
    turned = vec3x4_add(turned, vec3x4_scale(vec3x4_all(pair->turn.z), q.z));
    return vec3x4_sub(p, vec3x4_add(turned, vec3x4_all(pair->shift)));
}

// Returns true if *warm, which may be NULL or have any content, holds 1 to 4 pairs of indices that the shapes have.
SIMD_INLINE bool support_warm_fits(const gjk_pair *pair, const rim_warm *warm)
{
    if (!warm || warm->count < 1 || warm->count > 4) return false;
    unsigned na = (unsigned)pair->a.count, nb = (unsigned)pair->b.count, bad = 0;
    for (int i = 0; i < warm->count; i++)
        bad |= ((unsigned)warm->a[i] >= na) | ((unsigned)warm->b[i] >= nb);
    return !bad;
}

#endif
