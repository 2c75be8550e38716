// Distances and contacts of rounded shapes from the closest points of their cores.
#ifndef RIM_SOLID_SHAPE_CONTACT_H
#define RIM_SOLID_SHAPE_CONTACT_H

#include "solid/shape/closest.h"

#include "rimcast/vec3.h"

// The separation of two cores: moving the first by -distance * normal makes them touch.
typedef struct shape_separation
{
    closest_pair pair;
    vec3d        normal;   // unit, from the second to the first
    double       distance; // negative if they overlap
} shape_separation;

// Two points are equal, and their difference has no direction, if their distance is below this fraction of the query's
// size: 2^13 roundings of a double.
#define SAME_POINT_FRACTION 0x1p-40

// Returns a unit vector perpendicular to v; up if v is zero. It is the part perpendicular to v of the coordinate axis that
// is farthest from v.
CPU_INLINE vec3d perpendicular_unit(vec3d v)
{
    double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    vec3d  axis = y <= x && y <= z ? v3d(0.0, 1.0, 0.0)
                  : x <= z         ? v3d(1.0, 0.0, 0.0)
                                   : v3d(0.0, 0.0, 1.0);
    vec3d  side = v3d_cross(v3d_cross(v, axis), v);
    return v3d_length2(side) > 0.0 ? v3d_normalize(side) : v3d(0.0, 1.0, 0.0);
}

// Sets normal and distance from the closest points and returns true if they are not equal. `more` is the square of a length
// that was rounded besides the points' coordinates.
CPU_INLINE bool separation_is_apart(shape_separation *separation, double more)
{
    const closest_pair *pair = &separation->pair;
    double              size = v3d_length2(pair->x) + v3d_length2(pair->y) + more;
    if (!(pair->square > SAME_POINT_FRACTION * SAME_POINT_FRACTION * size)) return false;
    separation->distance = sqrt(pair->square);
    vec3d apart = v3d_sub(pair->x, pair->y);
    // The square of points this close may have other rounding errors than their difference.
    bool  close = pair->square < 0x1p-40 * size;
    separation->normal =
        close ? v3d_normalize(apart) : v3d_scale(apart, 1.0 / separation->distance);
    return close ? v3d_length2(apart) > 0.0 : true;
}

// Returns `more` for separation_is_apart if x is on a segment from a. A point between the ends is rounded like x - a,
// even if x is near the origin and its own coordinates are small. Without this, the normal of a core that the axis
// crosses there would be a rounding error. Ends are exact.
CPU_INLINE double separation_extra_size(const closest_pair *pair, vec3d a)
{
    return pair->fx.kind == RIM_FEATURE_EDGE ? v3d_length2(v3d_sub(pair->x, a)) : 0.0;
}

// Sets distance and normal to those of a point at  height = normal . x  over the face. Height 0 counts as the front.
CPU_INLINE void separation_from_face(shape_separation *separation, const flat_face *face,
                                     double height)
{
    double length = sqrt(face->square);
    separation->distance = fabs(height) / length;
    separation->normal = v3d_scale(face->normal, height < 0.0 ? -1.0 / length : 1.0 / length);
}

// Returns the longest diagonal from the first corner: the direction of a face without area.
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

// Returns the separation of the segments a b and c d. If they touch, the normal is that of the plane which they span, or
// perpendicular to the longer one if they are parallel.
CPU_INLINE shape_separation separation_segments(vec3d a, vec3d b, vec3d c, vec3d d)
{
    shape_separation separation;
    separation.pair = closest_segment_segment(a, b, c, d);
    if (separation_is_apart(&separation, separation_extra_size(&separation.pair, a)))
        return separation;
    vec3d u = v3d_sub(b, a), v = v3d_sub(d, c), n = v3d_cross(u, v);
    separation.distance = 0.0;
    if (v3d_length2(n) > PARALLEL_SINE_SQUARED * v3d_length2(u) * v3d_length2(v))
        separation.normal = v3d_normalize(n);
    else
        separation.normal = perpendicular_unit(v3d_length2(u) >= v3d_length2(v) ? u : v);
    return separation;
}

// Returns the separation of a point and a face. Over the face the normal is the face's, with the sign of the point's side;
// beside it the direction from the closest point. A point on the border of a face has the face's normal.
CPU_INLINE shape_separation separation_point_face(const flat_face *face, vec3d p)
{
    shape_separation separation;
    separation.pair = closest_point_face(face, p);
    if (separation.pair.fy.kind == RIM_FEATURE_FACE)
        separation_from_face(&separation, face, v3d_dot(face->normal, p));
    else if (!separation_is_apart(&separation, 0.0))
    {
        separation.distance = 0.0;
        if (face->square > 0.0)
            separation_from_face(&separation, face, 0.0);
        else
            separation.normal = perpendicular_unit(flat_face_longest_edge(face));
    }
    return separation;
}

// Sets the least translation that separates a face and a segment that crosses it. Their Minkowski difference is a prism
// whose normals are the face's and the cross products of edges and segment; its nearest side gives the translation.
CPU_INLINE void separation_crossing(shape_separation *separation, const flat_face *face, vec3d a,
                                    vec3d b)
{
    vec3d axis = v3d_sub(b, a);
    if (face->square == 0.0)
    {
        vec3d along = flat_face_longest_edge(face), n = v3d_cross(axis, along);
        separation->distance = 0.0;
        separation->normal =
            v3d_length2(n) > PARALLEL_SINE_SQUARED * v3d_length2(axis) * v3d_length2(along)
                ? v3d_normalize(n)
                : perpendicular_unit(axis);
        return;
    }
    double ha = v3d_dot(face->normal, a), hb = v3d_dot(face->normal, b);
    double lo = ha < hb ? ha : hb, hi = ha < hb ? hb : ha;
    separation_from_face(separation, face, 0.0);
    separation->distance = (-lo <= hi ? lo : -hi) / sqrt(face->square);
    if (-lo > hi) separation->normal = v3d_negate(separation->normal);
    double tilt = hb - ha;
    vec3d  c = flat_face_corner(face, 0);
    for (int i = 0; i < face->count && tilt != 0.0; i++)
    {
        vec3d  d = flat_face_corner(face, i + 1 < face->count ? i + 1 : 0), e = v3d_sub(d, c);
        vec3d  n = v3d_cross(e, axis);
        double square = v3d_length2(n);
        if (square > PARALLEL_SINE_SQUARED * v3d_length2(e) * v3d_length2(axis))
        {
            // e x axis points out of the prism if the segment runs along the face's normal.
            double length = tilt > 0.0 ? sqrt(square) : -sqrt(square);
            double inside = v3d_dot(n, v3d_sub(a, c)) / length;
            if (inside > separation->distance)
            {
                separation->distance = inside;
                separation->normal = v3d_scale(n, 1.0 / length);
            }
        }
        c = d;
    }
}

// Returns the separation of the segment a b and a face. If an end over the face is closest, the normal is the face's; if
// they touch or cross, that of the least translation that separates them.
CPU_INLINE shape_separation separation_segment_face(const flat_face *face, vec3d a, vec3d b)
{
    shape_separation separation;
    separation.pair = closest_segment_face(face, a, b);
    bool flat = separation.pair.fy.kind == RIM_FEATURE_FACE && separation.pair.letter == RIM_CASE_A;
    if (flat && separation.pair.square > 0.0)
        separation_from_face(&separation, face, v3d_dot(face->normal, separation.pair.x));
    else if (!separation_is_apart(&separation, separation_extra_size(&separation.pair, a)))
        separation_crossing(&separation, face, a, b);
    return separation;
}

// --- triangles, in lanes (distance_lanes.h) -----------------------------------------------------------

// Computes the separation of a triangle and the segment from ends[0] to ends[1], a point if they are equal. Returns false
// if the lanes cannot decide; separation_point_face or separation_segment_face does then. All tiers give the same bits.
typedef bool triangle_kernel(shape_separation *separation, const vec3d corners[3],
                             const vec3d ends[2]);

triangle_kernel triangle_separation_plain, triangle_separation_avx2;

// Chooses the kernel of a name for the processor.
#ifdef CPU_X86
#define TRIANGLE_KERNEL(name) (CPU_HAS(AVX2, "avx2") ? name##_avx2 : name##_plain)
#else
#define TRIANGLE_KERNEL(name) name##_plain
#endif

// --- results ----------------------------------------------------------------------------------------

CPU_INLINE rim_distance3 shape_no_distance(void)
{
    rim_distance3 none = { .distance = INFINITY };
    return none;
}

CPU_INLINE rim_contact3 shape_no_contact(void)
{
    rim_contact3 none = { .hit = false };
    return none;
}

CPU_INLINE rim_hit3 shape_no_hit(void)
{
    rim_hit3 none = { .t = 1.0f };
    return none;
}

// Returns the distance of shapes with the radii ra and rb about the cores, in the frame's scale. The witness points are the
// cores' closest points moved along the normal by the radii.
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
        // A common point: on the normal from the second core, divided in the ratio of the radii.
        double part = separation->distance > 0.0 ? separation->distance * rb / (ra + rb) : 0.0;
        answer.on_a = answer.on_b = local_frame_out(frame, v3d_along(separation->pair.y, n, part));
    }
    answer.normal = v3d_round(n);
    answer.distance = gap > 0.0 ? float_saturate(gap * frame->unscale) : 0.0f;
    answer.feature_a = separation->pair.fx;
    answer.feature_b = separation->pair.fy;
    return answer;
}

// Returns the contact of shapes with the radii ra and rb about the cores, in the frame's scale; none if they are apart.
CPU_INLINE rim_contact3 separation_contact(const local_frame      *frame,
                                           const shape_separation *separation, double ra, double rb)
{
    double depth = ra + rb - separation->distance;
    if (depth < 0.0) return shape_no_contact();
    rim_contact3 answer = { .letter = separation->pair.letter };
    vec3d        n = separation->normal;
    // Cores that overlap have the common point x = y in place of a closest pair. The points of contact are then x - ra
    // n and x + (rb + overlap) n, which are `depth` apart along the normal, as those of cores that are apart.
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
