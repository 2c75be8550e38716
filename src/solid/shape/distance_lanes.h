// Template: compiled by each file that includes it. Requires simd/f64x4.h to be included before.
//
// The closest points of a triangle and a point or a segment, without branches. Lanes 0 to 2 hold the three edges, each with
// its first corner; lane 3 holds the face. All coordinates are in one frame of the caller's choice.
//
// The lanes cannot decide degenerate triangles and segments, nearly parallel ones, shapes that touch, and very large or
// small sizes. separation_in_lanes then returns false, and the caller uses the general closed form of
// contact.h. For all other input, both forms compute the same points, but round differently.
#ifndef RIM_SOLID_SHAPE_DISTANCE_LANES_H
#define RIM_SOLID_SHAPE_DISTANCE_LANES_H

#include "solid/shape/contact.h"
#include "solid/shape/vec3x4.h"

// The squared sizes for which no product of ten lengths overflows or underflows. All sizes in a scaled frame
// (local_frame_at), which sweeps use, are between them, so that scaling a scene does not change the choice of the formula.
// Distances and contacts may change it above 2^100 and below 2^-100.
#define LANES_MIN_SQUARE 0x1p-200
#define LANES_MAX_SQUARE 0x1p200

// The closest points of each lane's edge, or of the face in lane 3, and the segment.
typedef struct lane_pairs
{
    vec3x4 x;      // the point on the segment
    vec3x4 offset; // from the point on the edge or face to x
    f64x4  s;      // fraction along the segment
    f64x4  t;      // fraction along the edge; in lane 3, offset as a multiple of the normal
    f64x4  square; // of the distance
    bool   point;  // the segment is a point; s is not set
} lane_pairs;

SIMD_INLINE f64x4 clamp_lanes(f64x4 t)
{
    return f64x4_min(f64x4_max(t, f64x4_all(0.0)), f64x4_all(1.0));
}

// Clamps the first three lanes to 0 .. 1.
SIMD_INLINE f64x4 clamp_edges(f64x4 t)
{
    t = f64x4_max(t, f64x4_set(0.0, 0.0, 0.0, -INFINITY));
    return f64x4_min(t, f64x4_set(1.0, 1.0, 1.0, INFINITY));
}

// Returns the part of an edge or segment at a lane's clamped fraction: 0 for the first end, 1 between, 2 for the last end.
SIMD_INLINE int fraction_part(f64x4 fractions, int lane)
{
    int above = f64x4_bits(f64x4_less(f64x4_all(0.0), fractions));
    int full = f64x4_bits(f64x4_less_equal(f64x4_all(1.0), fractions));
    return (above >> lane & 1) + (full >> lane & 1);
}

// Returns lanes 1, 2, 0, 0: the next edge or corner of each edge.
#define EDGES_NEXT(a) F64X4_LANES(a, 1, 2, 0, 0)

// Stores the separation of one lane: the face's lane if `face` is 1, the nearest edge's lane if it is 0. Returns false
// if not all lanes are `good`, or if the two shapes are not apart: their squared distance is at most
// SAME_POINT_FRACTION^2 of `size2`, the sum of the squares of the lengths that were rounded in the lane. *separation is
// not changed then.
SIMD_INLINE bool select_nearest_lane(shape_separation *separation, const lane_pairs *pairs,
                                     f64x4 size2, f64x4_mask good, int face)
{
    // The nearest edge, by three bits: bit i is set if edge i is nearer than the next edge. Equal distances clear the bit.
    static const int NEAREST_EDGE[8] = { 0, 0, 1, 0, 2, 2, 1, 0 };
    f64x4            length = f64x4_sqrt(pairs->square);
    f64x4            inverse = f64x4_mul(length, f64x4_div(f64x4_all(1.0), pairs->square));
    f64x4            same = f64x4_mul(f64x4_all(SAME_POINT_FRACTION * SAME_POINT_FRACTION), size2);
    int              nearer = f64x4_bits(f64x4_less(pairs->square, EDGES_NEXT(pairs->square)));
    int              i = face ? 3 : NEAREST_EDGE[nearer & 7];
    int              apart = f64x4_bits(f64x4_less(same, pairs->square)) >> i & 1;
    if (f64x4_bits(good) != 15 || !apart) return false;

    // Edge i starts at corner i and ends at the next; lane 3 is the face. Tables have no branch to be guessed.
    static const rim_feature_kind KINDS[4] = { RIM_FEATURE_VERTEX, RIM_FEATURE_EDGE,
                                               RIM_FEATURE_VERTEX, RIM_FEATURE_FACE };
    int                           axis = pairs->point ? 0 : fraction_part(pairs->s, i);
    // 0 for the first corner, 1 between, 2 for the second corner, 3 for the face.
    int                           part = face ? 3 : fraction_part(pairs->t, i);
    vec3d x = vec3x4_lane(pairs->x, pairs->point ? 0 : i), offset = vec3x4_lane(pairs->offset, i);
    separation->pair.x = x;
    separation->pair.y = v3d_sub(x, offset);
    separation->pair.square = v3d_length2(offset);
    separation->pair.fx = shape_feature(KINDS[axis], axis >> 1);
    separation->pair.fy = shape_feature(KINDS[part], (i + (part == 2)) % 3);
    separation->pair.letter = shape_feature_case(separation->pair.fx, separation->pair.fy);
    separation->distance = F64X4_LANE(length, i);
    // The addition of 0 turns negative zeros into positive ones.
    separation->normal = v3d_add(v3d_scale(offset, F64X4_LANE(inverse, i)), v3d(0.0, 0.0, 0.0));
    return true;
}

// Returns the lanes in which the triangle is not degenerate,
//
//     |normal|^2 > PARALLEL_SINE_SQUARED |edge|^2 |next edge|^2
//
// and size2, the sum of the squares of the lane's lengths, is so small that no product overflows. Lane 3 of e2 is
// |normal|^2. Lanes 0 to 2 of edges2 are |edge|^2; lane 3 repeats one of them.
SIMD_INLINE f64x4_mask lanes_in_range(f64x4 e2, f64x4 edges2, f64x4 size2)
{
    f64x4 least =
        f64x4_mul(f64x4_all(PARALLEL_SINE_SQUARED), f64x4_mul(edges2, EDGES_NEXT(edges2)));
    return f64x4_and(f64x4_less(least, f64x4_all(F64X4_LANE(e2, 3))),
                     f64x4_less(size2, f64x4_all(LANES_MAX_SQUARE)));
}

// Computes the separation of a point and a triangle. Lanes 0 to 2 of `corner` are the triangle's corners a, b and c,
// each the first corner of the lane's edge. Lane 3 repeats c. With w = p - corner, and with e the edge or, in lane 3,
// the normal:
//
//     edges:  t = clamp(w . e / e . e)        closest point: corner + t e        offset to p: w - t e
//     face:   t = w . e / e . e               closest point: p - t e             offset to p: t e
//
// The face is the closest if p is inside all three edges:  (edge x w) . normal > 0.  Returns false if the lanes can't
// decide (top of the file).
SIMD_INLINE bool closest_point_lanes(shape_separation *separation, vec3d p, vec3x4 corner)
{
    lane_pairs pairs;
    f64x4      none = f64x4_all(0.0);
    // Edges from corners a, b, c, c to b, c, a, a. The next edges come from the corners, too, which is faster than
    // permuting edges.
    vec3x4     after = VEC3X4_LANES(corner, 1, 2, 0, 0);
    vec3x4     next = vec3x4_sub(VEC3X4_LANES(corner, 2, 0, 1, 1), after);
    vec3x4     edge = vec3x4_sub(after, corner);
    pairs.x = vec3x4_all(p);
    vec3x4 w = vec3x4_sub(pairs.x, corner), normal = vec3x4_cross(edge, next);
    // 15 + 1 if all lanes are inside, so that bit 4 is set only then. Lane 3 repeats the edge of lane 2, from c to a.
    int    inside = f64x4_bits(f64x4_less(none, vec3x4_dot(vec3x4_cross(edge, w), normal))) + 1;
    vec3x4 e = vec3x4_last_of(edge, normal);
    f64x4  e2 = vec3x4_dot(e, e), edges2 = F64X4_LANES(e2, 0, 1, 2, 2);
    pairs.point = true;
    pairs.t = clamp_edges(f64x4_div(vec3x4_dot(w, e), e2));
    vec3x4 te = vec3x4_scale(e, pairs.t);
    pairs.offset = vec3x4_last_of(vec3x4_sub(w, te), te);
    pairs.square = vec3x4_dot(pairs.offset, pairs.offset);
    // The squares of the lengths that were rounded. |w| needs no term of its own:  |w|^2 <= 2 (|e|^2 + |offset|^2).
    f64x4 size2 = f64x4_add(edges2, pairs.square);
    return select_nearest_lane(separation, &pairs, size2, lanes_in_range(e2, edges2, size2),
                               inside >> 4);
}

// The ends p and q of a segment relative to a face.
typedef struct segment_ends
{
    f64x4 height_p;       // times |normal|, in all lanes
    f64x4 rise;           // the height of q less that of p, likewise
    bool  over_p, over_q; // the end is over or under the face
    bool  through;        // the segment crosses the face
} segment_ends;

// Returns the segment_ends of the height of p, the rise, and how far p and q are inside of the edges. These distances
// are from the planes through the edges along the normal, positive inside, and both are times the same factor in a
// lane. Lane 3 repeats lane 2. The segment crosses the face's plane where its height is 0. There the distance from an
// edge's plane is
//
//     (inside_p height_q - inside_q height_p) / rise
//
// The first three lanes of `crossing` are that, times rise^2, and the last is -height_p height_q, which is not negative
// if the ends are on different sides of the plane. The segment crosses the face if no lane is negative.
SIMD_INLINE segment_ends segment_ends_of(f64x4 height_p, f64x4 rise, f64x4 inside_p, f64x4 inside_q)
{
    segment_ends ends = { .height_p = height_p, .rise = rise };
    f64x4        zero = f64x4_all(0.0), height_q = f64x4_add(height_p, rise);
    f64x4        crossing = f64x4_sub(f64x4_mul(inside_p, height_q), f64x4_mul(inside_q, height_p));
    crossing =
        f64x4_last_of(f64x4_mul(crossing, rise), f64x4_sub(zero, f64x4_mul(height_p, height_q)));
    ends.over_p = f64x4_bits(f64x4_less(zero, inside_p)) == 15;
    ends.over_q = f64x4_bits(f64x4_less(zero, inside_q)) == 15;
    ends.through = f64x4_bits(f64x4_less_equal(zero, crossing)) == 15;
    return ends;
}

// Computes the separation of a triangle and the segment p + s u, 0 <= s <= 1, from p to q. Requires p != q. The lanes
// of `corner` are as in closest_point_lanes. With w = corner - p, the edge of a lane is p + w + t e, 0 <= t <= 1. Names
// of two letters are dot products: ue is u . e, and ew is e . w. The cross products are n = u x edge and m = w x edge.
// The lanes of the edges compute closest_on_segments (closest.h):
//
//     s = clamp(m . n / n . n)     t = clamp((s u . e - e . w) / e . e)     s = clamp((u . w + t u . e) / u . u)
//
// In the face's lane e is the normal, and s is 0 for p or 1 for q: the end that is over the face. If both are, it is
// the end closer to the plane; if none is, the lane does not count. The formula of t, without clamping, then gives the
// end's height as a multiple of the normal, so that t e leads from the plane to the end.
//
// How far the ends are inside of an edge is, in both cases times |edge| |normal|,
//
//     (edge x (p - corner)) . normal = m . normal        (edge x (q - corner)) . normal = (m - n) . normal
//
// Returns false if the lanes can't decide (top of the file).
SIMD_INLINE bool closest_segment_lanes(shape_separation *separation, vec3d p, vec3d q,
                                       vec3x4 corner)
{
    lane_pairs   pairs = { .point = false };
    f64x4        zero = f64x4_all(0.0);
    vec3x4       edge = vec3x4_sub(VEC3X4_LANES(corner, 1, 2, 0, 0), corner);
    vec3x4       start = vec3x4_all(p), u = vec3x4_sub(vec3x4_all(q), start);
    vec3x4       w = vec3x4_sub(corner, start);
    vec3x4       normal = vec3x4_cross(edge, VEC3X4_LANES(edge, 1, 2, 0, 0));
    vec3x4       n = vec3x4_cross(u, edge), m = vec3x4_cross(w, edge);
    vec3x4       e = vec3x4_last_of(edge, normal);
    f64x4        ee = vec3x4_dot(e, e), ue = vec3x4_dot(u, e), ew = vec3x4_dot(e, w);
    f64x4        uu = vec3x4_dot(u, u), nn = vec3x4_dot(n, n), inside = vec3x4_dot(m, normal);
    segment_ends ends = segment_ends_of(f64x4_all(-F64X4_LANE(ew, 3)), f64x4_all(F64X4_LANE(ue, 3)),
                                        inside, f64x4_sub(inside, vec3x4_dot(n, normal)));
    // If both ends are over the face, on one side of it, q is closer if the segment descends to the plane.
    int          descends = f64x4_bits(f64x4_less(f64x4_mul(ends.height_p, ends.rise), zero)) & 1;
    int          takes_q = ends.over_q & (descends | (int)!ends.over_p);

    f64x4 s = clamp_lanes(f64x4_div(vec3x4_dot(m, n), nn));
    s = f64x4_last_of(s, f64x4_all(takes_q));
    pairs.t = clamp_edges(f64x4_div(f64x4_sub(f64x4_mul(s, ue), ew), ee));
    f64x4 final_s = f64x4_add(vec3x4_dot(u, w), f64x4_mul(pairs.t, ue));
    final_s = clamp_lanes(f64x4_mul(final_s, f64x4_div(f64x4_all(1.0), uu)));
    pairs.s = f64x4_last_of(final_s, s);
    vec3x4 us = vec3x4_scale(u, pairs.s), et = vec3x4_scale(e, pairs.t);
    pairs.x = vec3x4_add(start, us);
    pairs.offset = vec3x4_last_of(vec3x4_sub(us, vec3x4_add(w, et)), et);
    pairs.square = vec3x4_dot(pairs.offset, pairs.offset);
    // The face is closest if an end is over it, and nearer to its plane than the segment is to any edge.
    int face_is_nearest =
        (f64x4_bits(f64x4_less(f64x4_all(F64X4_LANE(pairs.square, 3)), pairs.square)) & 7) == 7;

    // Good lanes are in range. The segment is not parallel to the edge, where |u x e| would be nearly 0, and in lane 3
    // not parallel to the plane, where u . normal would be. |w| needs no term of its own in size2, because |w|^2 <= 3
    // (|e|^2 + |u|^2 + |offset|^2).
    f64x4      edges2 = F64X4_LANES(ee, 0, 1, 2, 2);
    f64x4      size2 = f64x4_add(f64x4_add(edges2, uu), pairs.square);
    f64x4      parallel = f64x4_mul(f64x4_all(PARALLEL_SINE_SQUARED), f64x4_mul(uu, ee));
    f64x4_mask good = lanes_in_range(ee, edges2, size2);
    good = f64x4_and(good, f64x4_less(parallel, f64x4_last_of(nn, f64x4_mul(ue, ue))));
    good = f64x4_and(good, f64x4_less(f64x4_all(LANES_MIN_SQUARE), size2));
    return !ends.through && select_nearest_lane(separation, &pairs, size2, good,
                                                face_is_nearest & (ends.over_p | ends.over_q));
}

// Computes the separation of a triangle and the segment from p to q, a point if they are equal. Returns false if the lanes
// cannot decide (top of the file).
SIMD_INLINE bool separation_in_lanes(shape_separation *separation, const vec3d corners[3], vec3d p,
                                     vec3d q)
{
    vec3x4 corner = vec3x4_set(corners[0], corners[1], corners[2], corners[2]);
    return p.x == q.x && p.y == q.y && p.z == q.z ? closest_point_lanes(separation, p, corner)
                                                  : closest_segment_lanes(separation, p, q, corner);
}

#endif
