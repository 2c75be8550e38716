// Distances and contacts of rounded shapes from the closest points of their cores.
#ifndef RIM_SOLID_SHAPE_CONTACT_H
#define RIM_SOLID_SHAPE_CONTACT_H

#include "solid/shape/closest.h"

#include "rimcast/vec3.h"

// The separation of two cores: moving the first by -distance * normal makes them touch. All members are in the local frame
// of the query (closest.h).
typedef struct shape_separation
{
    closest_pair pair;
    vec3d        normal;   // unit, from the second to the first
    double       distance; // negative if they overlap
} shape_separation;

// Two points are equal, and their difference has no direction, if their distance is below this fraction of the query's
// size: 2^13 roundings of a double.
#define SAME_POINT_FRACTION 0x1p-40

// Returns a unit vector perpendicular to v, or the y axis if v is zero. It is the part perpendicular to v of the coordinate
// axis along which v has the least coordinate:  (v x axis) x v = |v|^2 axis - (v . axis) v,  normalized.
CPU_INLINE vec3d perpendicular_unit(vec3d v)
{
    double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    vec3d  axis = y <= x && y <= z ? v3d(0.0, 1.0, 0.0)
                  : x <= z         ? v3d(1.0, 0.0, 0.0)
                                   : v3d(0.0, 0.0, 1.0);
    vec3d  side = v3d_cross(v3d_cross(v, axis), v);
    return v3d_length2(side) > 0.0 ? v3d_normalize(side) : v3d(0.0, 1.0, 0.0);
}

// Returns true if the closest points of separation->pair differ by more than rounding, and then sets normal and
// distance from them. Otherwise returns false, and the caller has to set both. `more` is the square of a length that
// was rounded besides the points' coordinates (separation_extra_size).
CPU_INLINE bool separation_is_apart(shape_separation *separation, double more)
{
    const closest_pair *pair = &separation->pair;
    double              size2 = v3d_length2(pair->x) + v3d_length2(pair->y) + more;
    if (!(pair->square > SAME_POINT_FRACTION * SAME_POINT_FRACTION * size2)) return false;
    separation->distance = sqrt(pair->square);
    vec3d apart = v3d_sub(pair->x, pair->y);
    // For points closer than 2^-20 of the size, pair->square may have other rounding errors than `apart`. The normal is
    // then normalized by the length of `apart` itself.
    bool  close = pair->square < 0x1p-40 * size2;
    separation->normal =
        close ? v3d_normalize(apart) : v3d_scale(apart, 1.0 / separation->distance);
    return close ? v3d_length2(apart) > 0.0 : true;
}

// Returns `more` for separation_is_apart if x is on a segment that starts at a. Such a point is a + s u, so its rounding
// error is a fraction of |x - a|, even if x is near the origin and its own coordinates are small. Without this, the normal
// of a core that the axis crosses there would be a rounding error. The other end may be a point that was rounded to it.
CPU_INLINE double separation_extra_size(const closest_pair *pair, vec3d a)
{
    return v3d_length2(v3d_sub(pair->x, a));
}

// Sets distance and normal to those of a point x over the face, at  height = normal . x.  Height 0 counts as the
// front. Requires a face with area.
CPU_INLINE void separation_from_face(shape_separation *separation, const flat_face *face,
                                     double height)
{
    double length = sqrt(face->square);
    separation->distance = fabs(height) / length;
    separation->normal = v3d_scale(face->normal, height < 0.0 ? -1.0 / length : 1.0 / length);
}

// Returns the longest vector from the first corner, which is 0, to another: the direction of a face without area.
CPU_INLINE vec3d flat_face_longest_edge(const flat_face *face)
{
    vec3d longest = v3d(0.0, 0.0, 0.0);
    for (int i = 1; i < face->count; i++)
    {
        vec3d corner = flat_face_corner(face, i);
        if (v3d_length2(corner) > v3d_length2(longest)) longest = corner;
    }
    return longest;
}

// Returns the normal of two lines along u and v that touch: that of the plane which they span or, if they are parallel, a
// perpendicular to the longer vector.
CPU_INLINE vec3d crossing_normal(vec3d u, vec3d v)
{
    vec3d  n = v3d_cross(u, v);
    double uu = v3d_length2(u), vv = v3d_length2(v);
    if (v3d_length2(n) > PARALLEL_SINE_SQUARED * uu * vv) return v3d_normalize(n);
    return perpendicular_unit(uu >= vv ? u : v);
}

// Returns the separation of the segments a..b and 0..d. Only a..b is far from the frame's origin, so
// separation_extra_size is needed for its points only. The letter is RIM_CASE_NONE, because cases are for faces only.
CPU_INLINE shape_separation separation_segments(vec3d a, vec3d b, vec3d d)
{
    shape_separation separation = { .pair.square = INFINITY };
    closest_segment_edge(&separation.pair, a, b, v3d(0.0, 0.0, 0.0), d, 0, 2);
    if (!separation_is_apart(&separation, separation_extra_size(&separation.pair, a)))
    {
        separation.distance = 0.0;
        separation.normal = crossing_normal(v3d_sub(b, a), d);
    }
    return separation;
}

// Sets distance and normal to the least translation of the segment a..b that separates it from a face that it crosses
// or touches. The Minkowski difference { point of the segment - point of the face } is a prism around 0, and its side
// nearest to 0 gives the translation. The distance to a side is negative, or 0 if they touch. With n the face's unit
// normal and ha and hb the heights of the ends along it, the sides are
//
//      the two ends:     normal n, distance min(ha, hb)         normal -n, distance -max(ha, hb)
//      of each edge e:   normal m = +-(e x axis) / |..|, outward, distance m . (a - c), with c a corner of the edge
//
// e x axis points outward if the axis a..b runs along n, as the edges are counter-clockwise about n. If the axis is
// parallel to the face or a point, the prism is flat and has only the first two sides. A face without area is a line: the
// distance is 0, and the normal is perpendicular to the line and to the axis.
CPU_INLINE void separation_crossing(shape_separation *separation, const flat_face *face, vec3d a,
                                    vec3d b)
{
    vec3d axis = v3d_sub(b, a);
    if (face->square == 0.0)
    {
        separation->distance = 0.0;
        separation->normal = crossing_normal(axis, flat_face_longest_edge(face));
        return;
    }
    double ha = v3d_dot(face->normal, a), hb = v3d_dot(face->normal, b); // times |normal|
    // A point that touches is on the face: its computed height is a rounding error.
    if (v3d_length2(axis) == 0.0) ha = hb = 0.0;
    double lo = ha < hb ? ha : hb, hi = ha < hb ? hb : ha;
    separation_from_face(separation, face, 0.0); // its normal is that of the front, n
    separation->distance = (-lo <= hi ? lo : -hi) / sqrt(face->square);
    if (-lo > hi) separation->normal = v3d_negate(separation->normal);
    double rise = hb - ha;
    vec3d  c = flat_face_corner(face, 0);
    for (int i = 0; i < face->count && rise != 0.0; i++)
    {
        vec3d  d = flat_face_corner(face, i + 1 < face->count ? i + 1 : 0), e = v3d_sub(d, c);
        vec3d  side = v3d_cross(e, axis);
        double square = v3d_length2(side);
        if (square > PARALLEL_SINE_SQUARED * v3d_length2(e) * v3d_length2(axis))
        {
            double length = rise > 0.0 ? sqrt(square) : -sqrt(square); // the sign turns it outward
            double distance = v3d_dot(side, v3d_sub(a, c)) / length;
            if (distance > separation->distance)
            {
                separation->distance = distance;
                separation->normal = v3d_scale(side, 1.0 / length);
            }
        }
        c = d;
    }
}

// Returns the separation of the segment a..b, which may be a point, and a face, both in the face's frame. If the closest
// point is over the face, the normal is the face's. If the two touch or cross, it is that of the least translation that
// separates them.
CPU_INLINE shape_separation separation_segment_face(const flat_face *face, vec3d a, vec3d b)
{
    shape_separation separation;
    separation.pair = closest_segment_face(face, a, b);
    bool over = separation.pair.letter == RIM_CASE_A;
    if (over && separation.pair.square > 0.0)
        separation_from_face(&separation, face, v3d_dot(face->normal, separation.pair.x));
    else if (!separation_is_apart(&separation, separation_extra_size(&separation.pair, a)))
        separation_crossing(&separation, face, a, b);
    return separation;
}

// --- triangles, in lanes (distance_lanes.h) -----------------------------------------------------------

// Return what rim_capsule_distance_triangle and rim_capsule_contact_triangle do. All tiers give the same bits.
typedef rim_distance3 distance_kernel(const rim_capsule *a, const rim_triangle *b);
typedef rim_contact3  contact_kernel(const rim_capsule *a, const rim_triangle *b);

distance_kernel distance_triangle_plain, distance_triangle_avx2;
contact_kernel  contact_triangle_plain, contact_triangle_avx2;

// Chooses the kernel of a name for the processor.
#ifdef CPU_X86
#define TRIANGLE_KERNEL(name) (CPU_HAS_AVX2 ? name##_avx2 : name##_plain)
#else
#define TRIANGLE_KERNEL(name) name##_plain
#endif

// --- results ----------------------------------------------------------------------------------------

CPU_INLINE rim_hit3 shape_no_hit(void)
{
    rim_hit3 none = { .t = 1.0f };
    return none;
}

// Returns the distance of two shapes in the world, rounded to float. Requires the separation of their cores, in `frame`,
// and their radii ra and rb about the cores, times frame->scale. The witness points are the cores' closest points moved
// along the normal by the radii: that of a by -ra, as the normal points to it, that of b by rb.
CPU_INLINE rim_distance3 separation_distance(const local_frame      *frame,
                                             const shape_separation *separation, double ra,
                                             double rb)
{
    rim_distance3 answer = { .letter = separation->pair.letter };
    double        gap = separation->distance - (ra + rb);
    vec3d         n = separation->normal;
    if (gap > 0.0)
    {
        answer.on_a = local_frame_out(frame, v3d_along(separation->pair.x, n, -ra));
        answer.on_b = local_frame_out(frame, v3d_along(separation->pair.y, n, rb));
    }
    else
    {
        // The shapes overlap. Both points are the one that divides the line from y to x in the ratio rb : ra. It is in
        // both shapes, because the line is at most ra + rb long.
        double part = separation->distance > 0.0 ? separation->distance * rb / (ra + rb) : 0.0;
        answer.on_a = answer.on_b = local_frame_out(frame, v3d_along(separation->pair.y, n, part));
    }
    answer.normal = v3d_round(n);
    answer.distance = gap > 0.0 ? float_saturate(gap * frame->unscale) : 0.0f;
    answer.feature_a = separation->pair.fx;
    answer.feature_b = separation->pair.fy;
    return answer;
}

// Returns the contact of two shapes in the world, rounded to float; none if they are apart. Requires the separation of
// their cores, in `frame`, and their radii ra and rb about the cores, times frame->scale.
CPU_INLINE rim_contact3 separation_contact(const local_frame      *frame,
                                           const shape_separation *separation, double ra, double rb)
{
    double depth = ra + rb - separation->distance;
    if (depth < 0.0) return (rim_contact3){ .hit = false };
    rim_contact3 answer = { .letter = separation->pair.letter };
    vec3d        n = separation->normal;
    // Cores that overlap have a common point x = y in place of a closest pair, and the distance is minus their overlap.
    // y is moved by the overlap along n, so that the points of contact, x - ra n and y + rb n, are `depth` apart, as
    // those of cores that are apart.
    vec3d        x = separation->pair.x, y = separation->pair.y;
    if (separation->distance < 0.0) y = v3d_along(x, n, -separation->distance);
    answer.hit = true;
    answer.depth = float_saturate(depth * frame->unscale);
    answer.normal = v3d_round(n);
    answer.on_a = local_frame_out(frame, v3d_along(x, n, -ra));
    answer.on_b = local_frame_out(frame, v3d_along(y, n, rb));
    answer.feature_a = separation->pair.fx;
    answer.feature_b = separation->pair.fy;
    return answer;
}

#endif
