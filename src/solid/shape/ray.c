// Rays, segments and points against faces and planes.
#include "base/exact.h"
#include "base/float.h"
#include "solid/shape/round.h"
#include "solid/shape/time_of_impact.h"

// --- the side of an edge on which a ray passes --------------------------------------------------------

// Returns (a d - b c) * factor with an error of about 2^-102 (|a d| + |b c|) |factor|.
static exact_pair scaled_minor(double a, double b, double c, double d, double factor)
{
    exact_pair minor = exact_pair_add(exact_mul(a, d), exact_mul(-c, b)), f = { factor, 0.0 };
    return exact_pair_mul(minor, f);
}

// Returns d . (b x c), or 0 if its magnitude is within the rounding of a sum with twice the digits. b and c are the
// ends of an edge relative to the ray's origin, and d is the ray's direction, so the sign is the side of the edge on
// which the ray passes. Swapping b and c negates the value exactly, so that two faces with a common edge agree on this
// side. `size` is the sum of the magnitudes of all products. The value in double has an error of a few 2^-53 of it. If
// the value is not well above that, it is computed again with twice the digits.
static double ray_edge_side(vec3d d, vec3d b, vec3d c)
{
    vec3d  n = v3d_cross(b, c);
    double value = v3d_dot(d, n);
    double size = fabs(d.x) * (fabs(b.y * c.z) + fabs(b.z * c.y)) +
                  fabs(d.y) * (fabs(b.z * c.x) + fabs(b.x * c.z)) +
                  fabs(d.z) * (fabs(b.x * c.y) + fabs(b.y * c.x));
    if (fabs(value) > 0x1p-48 * size) return value;
    exact_pair sum = exact_pair_add(exact_pair_add(scaled_minor(b.y, b.z, c.y, c.z, d.x),
                                                   scaled_minor(b.z, b.x, c.z, c.x, d.y)),
                                    scaled_minor(b.x, b.y, c.x, c.y, d.z));
    return fabs(sum.head) > 0x1p-96 * size ? sum.head : 0.0;
}

// --- faces ------------------------------------------------------------------------------------------

// The intersection of the line of a ray and a face.
typedef struct ray_face
{
    local_frame frame;  // about the ray's origin
    vec3d       delta;  // of the ray, in the frame
    double      t;      // the crossing is at t * delta
    vec3d       normal; // of the face, unit, against the line
    rim_feature where;  // the crossing is on this feature of the face
    bool        front;  // the line comes from the front
} ray_face;

// Returns true if the line from the frame's origin along d crosses the face, and then sets *where and *front
// (ray_face). The face's `count` corners, at least 3, are in the world. A line from the front passes all edges that it
// does not touch on their left, where ray_edge_side is negative; a line from the back passes them on their right. So
// the line misses the face if it passes two edges on different sides. It also misses if it touches all edges, as it
// then lies in the face's plane. `first` and `last` are the first and last edges that the line touches.
static bool line_crosses_face(const local_frame *frame, const rim_vec3 *points, int count, vec3d d,
                              rim_feature *where, bool *front)
{
    int   above = 0, below = 0, zeros = 0, first = 0, last = 0;
    vec3d b = local_frame_in(frame, points[0]);
    for (int i = 0; i < count; i++)
    {
        vec3d  c = local_frame_in(frame, points[i + 1 < count ? i + 1 : 0]);
        double side = ray_edge_side(d, b, c);
        above += side > 0.0;
        below += side < 0.0;
        if (above > 0 && below > 0) return false;
        if (side == 0.0)
        {
            first = zeros == 0 ? i : first;
            last = i;
            zeros++;
        }
        b = c;
    }
    if (above == below) return false; // both are 0
    *front = below > 0;
    // A line through two neighboring edges crosses their common corner: the start of the later edge, or corner 0 if they
    // are the first and the last edge of the face.
    *where = zeros == 0   ? shape_feature(RIM_FEATURE_FACE, 0)
             : zeros == 1 ? shape_feature(RIM_FEATURE_EDGE, last)
                          : shape_feature(RIM_FEATURE_VERTEX, first == 0 && last > 1 ? 0 : last);
    return true;
}

// Stores in *out where the line of the ray crosses the polygon. Returns false, with *out unspecified, if it misses the
// polygon or is parallel to it, if the polygon has fewer than three corners or no area, or if a number is not finite.
// The fraction of the ray at the polygon's plane is  normal . (corner - origin) / normal . delta.
static bool ray3_face(ray_face *out, rim_polygon3 polygon, rim_ray3 ray)
{
    if (!polygon_has_points(polygon) || polygon.count < 3) return false;
    out->frame =
        local_frame_at(ray.origin, polygon_magnitude(polygon) + vec3_magnitude(ray.origin) +
                                       vec3_magnitude(ray.delta));
    if (out->frame.scale == 0.0) return false;
    vec3d d = v3d_scale(v3d_from(ray.delta), out->frame.scale);
    if (!line_crosses_face(&out->frame, polygon.points, polygon.count, d, &out->where, &out->front))
        return false;
    // The normal is computed about the polygon's first corner, where its coordinates are smallest.
    local_frame own = out->frame;
    own.origin = v3d_from(polygon.points[0]);
    vec3d  normal = flat_face_of_polygon(&own, polygon).normal;
    double height = v3d_dot(normal, local_frame_in(&out->frame, polygon.points[0]));
    double fall = v3d_dot(normal, d), length = v3d_length(normal);
    if (!(length > 0.0) || fall == 0.0) return false;
    out->t = height / fall;
    out->delta = d;
    out->normal = v3d_scale(normal, out->front ? 1.0 / length : -1.0 / length);
    return true;
}

// Returns the hit of the ray with the polygon. ray3_face finds where the line crosses the polygon; the hit is within the
// ray and on an included side.
rim_hit3 rim_polygon3_raycast(rim_polygon3 polygon, rim_ray3 ray, rim_side side)
{
    ray_face face;
    if (!ray3_face(&face, polygon, ray)) return shape_no_hit();
    if (side != RIM_SIDE_BOTH && face.front != (side == RIM_SIDE_FRONT)) return shape_no_hit();
    if (!(face.t >= 0.0 && face.t <= 1.0)) return shape_no_hit();

    rim_hit3 hit = { .hit = true, .letter = RIM_CASE_NONE };
    hit.t = (float)face.t;
    hit.point = local_frame_out(&face.frame, v3d_scale(face.delta, face.t));
    hit.normal = v3d_round(face.normal);
    hit.face_normal = hit.normal;
    hit.back = !face.front;
    hit.mover = shape_feature(RIM_FEATURE_VERTEX, 0);
    hit.other = face.where;
    return hit;
}

rim_hit3 rim_triangle_raycast(const rim_triangle *triangle, rim_ray3 ray, rim_side side)
{
    return rim_polygon3_raycast(polygon_of_triangle(triangle), ray, side);
}

// --- planes -----------------------------------------------------------------------------------------

// Returns where a segment crosses a plane, in the world (rim_plane_crossing). With da and db the signed distances of the
// ends, times |normal|, it is at the fraction  t = da / (da - db)  of the segment. The distances are 0 and the kind is NONE
// for a plane without a normal; all is 0 for numbers that are not finite.
rim_plane_crossing rim_segment3_cross_plane(rim_segment3 segment, rim_plane plane)
{
    rim_plane_crossing crossing = { .kind = RIM_CROSSING_NONE };
    vec3d              n = v3d_from(plane.normal), a = v3d_from(segment.a), b = v3d_from(segment.b);
    double             length = v3d_length(n);
    double             da = v3d_dot(n, a) - plane.offset, db = v3d_dot(n, b) - plane.offset;
    if (!float_is_finite(length) || !float_is_finite(da) || !float_is_finite(db)) return crossing;
    crossing.point = segment.a;
    if (!(length > 0.0)) return crossing;
    crossing.distance_a = float_saturate(da / length);
    crossing.distance_b = float_saturate(db / length);
    if (da == db)
    {
        crossing.kind = da == 0.0 ? RIM_CROSSING_INSIDE : RIM_CROSSING_PARALLEL;
        return crossing;
    }
    crossing.kind = da == 0.0                  ? RIM_CROSSING_TOUCH_A
                    : db == 0.0                ? RIM_CROSSING_TOUCH_B
                    : (da < 0.0) != (db < 0.0) ? RIM_CROSSING_ACROSS
                                               : RIM_CROSSING_NONE;
    crossing.t = da / (da - db);
    vec3d at = v3d_along(a, v3d_sub(b, a), crossing.t);
    crossing.point = v3d_saturate(at);
    return crossing;
}

// --- points and polygons ----------------------------------------------------------------------------

// Returns the normal of a polygon by Newell's sum, not normalized; 0 if it has no area or a number is not finite.
static vec3d newell(rim_polygon3 polygon)
{
    if (!polygon_has_points(polygon) || polygon.count < 3) return v3d(0.0, 0.0, 0.0);
    local_frame frame = local_frame_at(polygon.points[0], polygon_magnitude(polygon));
    if (frame.scale == 0.0) return v3d(0.0, 0.0, 0.0);
    return flat_face_of_polygon(&frame, polygon).normal;
}

typedef struct flat_point
{
    float x, y;
} flat_point;

// Returns the point without its coordinate `axis`; the other two keep their order.
static flat_point flatten(rim_vec3 p, int axis)
{
    flat_point flat = { axis == 0 ? p.y : p.x, axis == 2 ? p.y : p.z };
    return flat;
}

// Returns true if p is between a and b. Requires the three to be collinear.
static bool polygon3_between(flat_point a, flat_point b, flat_point p)
{
    return (p.x - a.x) * (double)(p.x - b.x) <= 0.0 && (p.y - a.y) * (double)(p.y - b.y) <= 0.0;
}

// Returns the vertex, edge or face of the polygon on which the point lies, in the polygon's projection along the coordinate
// axis nearest to its normal; NONE if it is outside. A half-line from the point along +x of the projection crosses the
// border an odd number of times if the point is inside. An edge counts if one end is at or below p.y and the other above,
// so that a corner on the half-line counts once; the half-line crosses it if the point is on its left, seen upward. All
// signs are exact.
rim_feature rim_polygon3_locate(rim_polygon3 polygon, rim_vec3 point)
{
    rim_feature where = { RIM_FEATURE_NONE, 0 };
    vec3d       normal = newell(polygon);
    if (!(v3d_length2(normal) > 0.0) || !float_is_finite(vec3_magnitude(point))) return where;
    double x = fabs(normal.x), y = fabs(normal.y), z = fabs(normal.z);
    int    axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;

    flat_point p = flatten(point, axis), a = flatten(polygon.points[0], axis);
    bool       inside = false;
    for (int i = 0; i < polygon.count; i++)
    {
        int        next = i + 1 < polygon.count ? i + 1 : 0;
        flat_point b = flatten(polygon.points[next], axis);
        if (p.x == a.x && p.y == a.y) return shape_feature(RIM_FEATURE_VERTEX, i);
        int side = exact_orient2(a.x, a.y, b.x, b.y, p.x, p.y);
        if (side == 0 && !(p.x == b.x && p.y == b.y) && polygon3_between(a, b, p))
            where = shape_feature(RIM_FEATURE_EDGE, i);
        if ((a.y <= p.y) != (b.y <= p.y) && (side > 0) == (b.y > a.y)) inside = !inside;
        a = b;
    }
    if (where.kind == RIM_FEATURE_NONE && inside) return shape_feature(RIM_FEATURE_FACE, 0);
    return where;
}
