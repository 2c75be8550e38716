// Closest points between the cores of rounded shapes: points, segments and flat convex faces, in double, relative to a
// local origin. The core of a sphere is its center, the core of a capsule its axis.
//
// Everything is inline, so that one function serves triangles (the compiler knows count == 3) and polygons of any count.
//
// Tolerances are relative. Coordinates are floats, so differences of those of similar size are exact in double, products
// of two differences are nearly always exact, and a cross product carries one rounding.
#ifndef RIM_SOLID_SHAPE_CLOSEST_H
#define RIM_SOLID_SHAPE_CLOSEST_H

#include "rimcast/shape3.h"
#include "simd/cpu.h"
#include "base/vec3d.h"

#include <float.h>
#include <math.h>

// u and v are parallel if |u x v|^2 is at most this times |u|^2 |v|^2: an angle of 2^-28, less than the angle between
// two vectors of floats that differ by an ulp of their longest coordinate across it.
#define PARALLEL_SINE_SQUARED 0x1p-56

// The frame in which a query is computed: its origin is one of the query's points. Very large and very small queries
// are scaled by a power of two, so that no product overflows, and none of the largest lengths underflows.
typedef struct local_frame
{
    vec3d  origin;
    double scale;   // 0 if the input is not finite
    double unscale; // 1 / scale
} local_frame;

// A pair of closest points: x on the first core and y on the second.
typedef struct closest_pair
{
    vec3d       x, y;
    double      square; // of their distance
    rim_feature fx, fy; // that x and y are on
    rim_case3   letter; // the case of the pair fx, fy: A to E, or X if the cores cross (rim_case3)
} closest_pair;

// A flat convex polygon in a local frame whose origin is its first corner, so that corner 0 is at 0. The corners are given
// either as floats of the world or in double.
typedef struct flat_face
{
    const rim_vec3 *points;  // if not NULL, corner i is (points[i] - origin) * scale
    const vec3d    *corners; // otherwise corner i is corners[i]
    int             count;
    vec3d           origin; // of the frame, for points
    double          scale;  // of the frame, for points
    vec3d           normal; // sum of (corner i) x (corner i + 1): its length is twice the area
    double          square; // |normal|^2, 0 if the face has no area
    double          spread; // sum of |corner i|^2 |corner i + 1|^2
    double          reach2; // the square of the longest distance of a corner from corner 0
} flat_face;

CPU_INLINE rim_feature shape_feature(rim_feature_kind kind, int index)
{
    rim_feature feature = { kind, index };
    return feature;
}

CPU_INLINE double clamp_fraction(double t)
{
    return t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0;
}

// Returns the frame about `origin` for an input with this magnitude: the sum of all |coordinates| and |lengths|, NaN or
// infinite if one is. Products of up to twelve lengths between 2^-80 and 2^60 are in the range of doubles. Floats reach
// from 2^-149 to 2^128; input whose magnitude is larger or smaller is multiplied by 2^-70 or 2^70, which brings it into
// that range. The scale is 0 if the input is not finite; unscale is not used then.
CPU_INLINE local_frame local_frame_at(rim_vec3 origin, double magnitude)
{
    local_frame frame = { .origin = v3d_from(origin), .scale = 1.0, .unscale = 1.0 };
    if (magnitude < 0x1p60 && magnitude > 0x1p-60) return frame;
    if (magnitude >= 0x1p60 && magnitude < INFINITY)
        frame.scale = 0x1p-70, frame.unscale = 0x1p70;
    else if (magnitude <= 0x1p-60)
        frame.scale = 0x1p70, frame.unscale = 0x1p-70;
    else
        frame.scale = 0.0;
    return frame;
}

// Returns a point of the world in the frame.
CPU_INLINE vec3d local_frame_in(const local_frame *frame, rim_vec3 p)
{
    return v3d_scale(v3d_sub(v3d_from(p), frame->origin), frame->scale);
}

// Returns a point of the frame in the world, rounded to float. A frame that is not scaled has no lengths near the largest
// float.
CPU_INLINE rim_vec3 local_frame_out(const local_frame *frame, vec3d p)
{
    vec3d at = v3d_along(frame->origin, p, frame->unscale);
    if (frame->scale == 1.0) return v3d_round(at);
    return v3d_saturate(at);
}

// --- faces ------------------------------------------------------------------------------------------

// Returns corner i in the face's frame.
CPU_INLINE vec3d flat_face_corner(const flat_face *face, int i)
{
    if (!face->points) return face->corners[i];
    return v3d_scale(v3d_sub(v3d_from(face->points[i]), face->origin), face->scale);
}

// Sets face->normal by Newell's sum about the first corner, and face->square, which is 0 for a face without area, spread
// and reach2. Requires the other members, and two corners. A face has area if the sines between neighboring diagonals
// (the vectors d_i from corner 0 to corner i) are not all rounding errors:
//
//      |sum of d_i x d_(i+1)|^2 > PARALLEL_SINE_SQUARED * sum of |d_i|^2 |d_(i+1)|^2
//
// The area itself is no criterion, because that of a valid sliver is small.
CPU_INLINE void flat_face_finish(flat_face *face)
{
    vec3d  before = flat_face_corner(face, 1);
    vec3d  normal = v3d(0.0, 0.0, 0.0);
    double spread = 0.0, reach2 = v3d_length2(before);
    for (int i = 2; i < face->count; i++)
    {
        vec3d  corner = flat_face_corner(face, i);
        double length2 = v3d_length2(corner);
        normal = v3d_add(normal, v3d_cross(before, corner));
        spread += v3d_length2(before) * length2;
        reach2 = length2 > reach2 ? length2 : reach2;
        before = corner;
    }
    double square = v3d_length2(normal);
    face->normal = normal;
    face->square = square > PARALLEL_SINE_SQUARED * spread ? square : 0.0;
    face->spread = spread;
    face->reach2 = reach2;
}

// Returns the face of corners in double. Requires corners[0] to be 0 and corners to outlive the face.
CPU_INLINE flat_face flat_face_of_corners(const vec3d *corners, int count)
{
    flat_face face = { .corners = corners, .count = count, .scale = 1.0 };
    if (count > 1) flat_face_finish(&face);
    return face;
}

// Returns the face of a polygon. Requires the frame's origin to be the polygon's first corner.
CPU_INLINE flat_face flat_face_of_polygon(const local_frame *frame, rim_polygon3 polygon)
{
    flat_face face = { .points = polygon.points,
                       .count = polygon.count,
                       .origin = frame->origin,
                       .scale = frame->scale };
    if (face.count > 1) flat_face_finish(&face);
    return face;
}

// Returns true if a hit is one of the face's back. Requires a face with area. `along` has the sign of the motion along the
// face's normal. If it is 0, the side is that to which the hit's normal points.
CPU_INLINE bool flat_face_is_hit_behind(vec3d normal, double along, vec3d hit_normal)
{
    return along > 0.0 || (along == 0.0 && v3d_dot(normal, hit_normal) < 0.0);
}

// --- segments ---------------------------------------------------------------------------------------

// Fractions along two segments: s of the first, t of the second.
typedef struct segment_params
{
    double s, t;
} segment_params;

// Returns a fraction of the first of two parallel segments: the middle of their common part or, if they have none, the
// end nearest to the second segment. c and d are the fractions of the first segment at which the ends of the second
// project on it.
CPU_INLINE double closest_on_parallel(double c, double d)
{
    double lo = c < d ? c : d, hi = c < d ? d : c;
    lo = lo > 0.0 ? lo : 0.0;
    hi = hi < 1.0 ? hi : 1.0;
    return lo <= hi ? 0.5 * (lo + hi) : lo > 1.0 ? 1.0 : 0.0;
}

// Returns the fractions s and t of the closest points a + s u and c + t v of two segments, 0 <= s, t <= 1. With w = c -
// a and n = u x v, three formulas give a fraction for unbounded lines:
//
//      s = (w x v) . n / |n|^2             where the lines are closest
//      t = (s u . v - v . w) / v . v       where the second line is closest to the point at s of the first
//      s = (u . w + t u . v) / u . u       where the first line is closest to the point at t of the second
//
// Computed in this order and each clamped to 0 .. 1, they give the closest points of the segments (Lumelsky, "On fast
// computation of distance between line segments", 1985). The first formula, from cross products, does not cancel for
// nearly parallel lines, as one with  |u|^2 |v|^2 - (u . v)^2  does. For parallel segments, the first s is the middle
// of their common part. The ends of the second segment project on the first at u . w / u . u and (u . w + u . v) / u .
// u. A segment without length has the fraction 0.
CPU_INLINE segment_params closest_on_segments(vec3d a, vec3d u, vec3d c, vec3d v)
{
    segment_params at = { 0.0, 0.0 };
    vec3d          w = v3d_sub(c, a), n = v3d_cross(u, v);
    double         uu = v3d_length2(u), vv = v3d_length2(v), nn = v3d_length2(n);
    double         uv = v3d_dot(u, v), uw = v3d_dot(u, w), vw = v3d_dot(v, w);
    if (nn > PARALLEL_SINE_SQUARED * uu * vv)
        at.s = clamp_fraction(v3d_dot(v3d_cross(w, v), n) / nn);
    else if (uu > 0.0)
        at.s = closest_on_parallel(uw / uu, (uw + uv) / uu);
    if (vv > 0.0)
    {
        double t_vv = at.s * uv - vw;
        at.t = clamp_fraction(t_vv / vv);
        if (t_vv > 0.0 && t_vv < vv) return at; // t was not clamped, so s is final
    }
    if (uu > 0.0) at.s = clamp_fraction((uw + at.t * uv) / uu);
    return at;
}

// Returns the feature of a segment at the fraction t of its length: the vertex of an end, or its edge.
CPU_INLINE rim_feature segment_feature(double t)
{
    return t <= 0.0   ? shape_feature(RIM_FEATURE_VERTEX, 0)
           : t >= 1.0 ? shape_feature(RIM_FEATURE_VERTEX, 1)
                      : shape_feature(RIM_FEATURE_EDGE, 0);
}

// Sets *best, except for its letter, to the closest points of the segment a..b and of edge i if they are closer than
// best->square. The edge runs from the corner c to c + e; the face has `count` edges.
CPU_INLINE void closest_segment_edge(closest_pair *best, vec3d a, vec3d b, vec3d c, vec3d e, int i,
                                     int count)
{
    segment_params at = closest_on_segments(a, v3d_sub(b, a), c, e);
    vec3d          x = v3d_lerp(a, b, at.s), y = v3d_along(c, e, at.t);
    double         square = v3d_length2(v3d_sub(x, y));
    if (!(square < best->square)) return;
    best->x = x;
    best->y = y;
    best->square = square;
    best->fx = segment_feature(at.s);
    best->fy = segment_feature(at.t);
    // segment_feature counts the corners of the edge as 0 and 1; in the face they are i and i + 1, and the edge is i.
    int next = i + 1 < count ? i + 1 : 0;
    best->fy.index = best->fy.index == 1 ? next : i;
}

// Clips the fractions *lo .. *hi to those at which a linear function, fa at 0 and fb at 1, is not negative. Its zero is
// at fa / (fa - fb). If fa < 0 and fb <= 0, no fraction is left, and *lo becomes 2, more than any *hi. For fb = 0 this
// drops fraction 1, where the function is 0. The caller loses nothing: the segment then only touches the border of the
// region over the face, and the edges are tested by themselves.
CPU_INLINE void clip_fractions(double *lo, double *hi, double fa, double fb)
{
    if (fa < 0.0)
    {
        double t = fb > 0.0 ? fa / (fa - fb) : 2.0;
        if (t > *lo) *lo = t;
    }
    else if (fb < 0.0)
    {
        double t = fa / (fa - fb);
        if (t < *hi) *hi = t;
    }
}

// Sets *best to the closest points of the face and of the part of the segment a..b over the face, if they are closer
// than best->square. The part is from fraction lo to fraction hi. Requires lo <= hi, a face with area, and in *best the
// closest points of the edges. ha and hb are normal . a and normal . b, the heights of the ends over the face, times
// |normal|. There are four cases.
//
//    - The part crosses the face: the points are equal, and the letter is X.
//    - The segment is parallel to the face: the point is the middle of the part.
//    - One or both ends are over the face: the point is that end, or the one of both that is nearer to the plane.
//      A segment that is a point is its first end. If the segment comes nearer to the plane beyond this end, an edge is
//      closer.
//    - No end is over the face: the part ends above two edges, one of which is as close. Nothing is set.
CPU_INLINE void closest_segment_over_face(closest_pair *best, const flat_face *face, vec3d a,
                                          vec3d b, double ha, double hb, double lo, double hi)
{
    double fall = ha - hb, t = 0.0, height;
    if ((ha > 0.0 && hb < 0.0) || (ha < 0.0 && hb > 0.0))
    {
        t = ha / fall;
        if (t >= lo && t <= hi)
        {
            best->x = best->y = v3d_lerp(a, b, t);
            best->square = 0.0;
            best->fx = shape_feature(RIM_FEATURE_EDGE, 0);
            best->fy = shape_feature(RIM_FEATURE_FACE, 0);
            best->letter = RIM_CASE_X;
            return;
        }
    }
    bool level = fall * fall < PARALLEL_SINE_SQUARED * face->square * v3d_length2(v3d_sub(b, a));
    if (level)
        t = 0.5 * (lo + hi), height = 0.5 * (ha + hb);
    else if (lo == 0.0 && (hi < 1.0 || fabs(ha) <= fabs(hb)))
        height = ha;
    else if (hi == 1.0)
        t = 1.0, height = hb;
    else
        return;
    // An edge below the point is as close to within rounding. It is preferred to a segment that is a point (only edges
    // that it is not inside of are in *best), but not to the middle of one that is level.
    double square = height * height / face->square, edge = best->square;
    if (level)
        edge *= 1.0 + 0x1p-40;
    else if (fall == 0.0)
        edge *= 1.0 - 0x1p-40;
    if (!(square < edge)) return;
    best->x = v3d_lerp(a, b, t);
    best->y = v3d_along(best->x, face->normal, -height / face->square);
    best->square = square;
    best->fx = segment_feature(t);
    best->fy = shape_feature(RIM_FEATURE_FACE, 0);
}

// Returns the case of the features on which the closest points of an axis and a face lie (rim_case3): by the kind of the
// axis' feature, an end or the inside, and that of the face's, none, vertex, edge or face.
CPU_INLINE rim_case3 shape_feature_case(rim_feature axis, rim_feature face)
{
    static const rim_case3 CASES[2][4] = { { RIM_CASE_NONE, RIM_CASE_E, RIM_CASE_C, RIM_CASE_A },
                                           { RIM_CASE_NONE, RIM_CASE_D, RIM_CASE_B, RIM_CASE_A } };
    return CASES[axis.kind == RIM_FEATURE_EDGE][face.kind];
}

// Returns the closest points of the segment a..b and a face, in the face's frame: those of the part over the face, or those
// of the edges that some of the segment lies outside of. Without area, all edges count, and no part is over the face. The
// segment may be a point, which counts as its vertex 0. Requires at least one corner.
CPU_INLINE closest_pair closest_segment_face(const flat_face *face, vec3d a, vec3d b)
{
    closest_pair best = { .square = INFINITY };
    double       lo = 0.0, hi = 1.0;
    vec3d        c = flat_face_corner(face, 0);
    for (int i = 0; i < face->count; i++)
    {
        vec3d  d = flat_face_corner(face, i + 1 < face->count ? i + 1 : 0), e = v3d_sub(d, c);
        vec3d  inward = v3d_cross(face->normal, e);
        // How far each end is inside of the edge, times |inward|. If both are, the whole segment is, and the edge is
        // not the closest: the point of the face closest to a point x lies on an edge only if x is not inside of it.
        double inside_a = v3d_dot(inward, v3d_sub(a, c)), inside_b = v3d_dot(inward, v3d_sub(b, c));
        clip_fractions(&lo, &hi, inside_a, inside_b);
        if (face->square == 0.0 || inside_a <= 0.0 || inside_b <= 0.0)
            closest_segment_edge(&best, a, b, c, e, i, face->count);
        c = d;
    }
    if (face->square > 0.0 && lo <= hi)
        closest_segment_over_face(&best, face, a, b, v3d_dot(face->normal, a),
                                  v3d_dot(face->normal, b), lo, hi);
    if (best.letter == RIM_CASE_NONE) best.letter = shape_feature_case(best.fx, best.fy);
    return best;
}

// --- shapes -----------------------------------------------------------------------------------------

// Returns a sphere as a capsule whose ends are equal.
CPU_INLINE rim_capsule capsule_of_sphere(rim_sphere s)
{
    rim_capsule capsule = { s.center, s.center, s.radius };
    return capsule;
}

// Returns true if the ends of a capsule are equal. It then gets the answer of the sphere, with the same bits.
CPU_INLINE bool capsule_is_sphere(const rim_capsule *c)
{
    return c->a.x == c->b.x && c->a.y == c->b.y && c->a.z == c->b.z;
}

_Static_assert(sizeof(rim_triangle) == 3 * sizeof(rim_vec3), "a triangle is an array of corners");

CPU_INLINE rim_polygon3 polygon_of_triangle(const rim_triangle *t)
{
    rim_polygon3 polygon = { (const rim_vec3 *)(const void *)t, 3 };
    return polygon;
}

// Return the sum of all |coordinates| and |lengths| of a shape, by which a frame is chosen: INFINITY or NaN if one is
// not finite.
CPU_INLINE double capsule_magnitude(rim_capsule c)
{
    return vec3_magnitude(c.a) + vec3_magnitude(c.b) + fabs((double)c.radius);
}

CPU_INLINE double triangle_magnitude(const rim_triangle *t)
{
    return vec3_magnitude(t->a) + vec3_magnitude(t->b) + vec3_magnitude(t->c);
}

CPU_INLINE double polygon_magnitude(rim_polygon3 polygon)
{
    double sum = 0.0;
    for (int i = 0; i < polygon.count; i++) sum += vec3_magnitude(polygon.points[i]);
    return sum;
}

#endif
