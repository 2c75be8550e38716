// Rays, segments and points against faces and planes.
#include "base/exact.h"
#include "base/float.h"
#include "solid/shape/round.h"
#include "solid/shape/time_of_impact.h"

// --- faces ------------------------------------------------------------------------------------------

// Returns the feature of the polygon at which the line of the ray crosses edge i, which leads to corner `next`; the face if
// it crosses beside the edge. Requires that the line touches the edge's own line. It then passes the lines from the two
// ends to a corner that is not on the edge's line on different sides if it crosses between the ends, and touches one of
// them if it crosses at an end. An edge without length has no such corner, and nothing crosses it.
static rim_feature line_feature_at_edge(rim_ray3 ray, rim_polygon3 polygon, int i, int next)
{
    int from_i = 0, from_next = 0;
    for (int k = 0; k < polygon.count && from_i == 0 && from_next == 0; k++)
    {
        from_i = thin_edge_side(ray, polygon.points[i], polygon.points[k]);
        from_next = thin_edge_side(ray, polygon.points[next], polygon.points[k]);
    }
    if (from_i == from_next) return shape_feature(RIM_FEATURE_FACE, 0);
    if (from_i == -from_next) return shape_feature(RIM_FEATURE_EDGE, i);
    return shape_feature(RIM_FEATURE_VERTEX, from_i == 0 ? i : next);
}

// Returns true if the line of the ray crosses the polygon, and then sets *where to the polygon's feature at the crossing,
// and *front if the line comes from the front. Requires at least three corners. A line from the front passes all edges
// that it does not touch on their left, where thin_edge_side is negative; a line from the back passes them on their right.
// So the line misses the polygon if it passes two edges on different sides. It also misses if it touches all edges, as it
// then lies in the polygon's plane.
static bool line_crosses_face(rim_ray3 ray, rim_polygon3 polygon, rim_feature *where, bool *front)
{
    int passed = 0; // the side of the edges that the line does not touch
    *where = shape_feature(RIM_FEATURE_FACE, 0);
    for (int i = 0; i < polygon.count; i++)
    {
        int next = i + 1 < polygon.count ? i + 1 : 0;
        int side = thin_edge_side(ray, polygon.points[i], polygon.points[next]);
        if (side * passed < 0) return false;
        if (side != 0)
            passed = side;
        else if (where->kind == RIM_FEATURE_FACE)
            *where = line_feature_at_edge(ray, polygon, i, next);
    }
    *front = passed < 0;
    return passed != 0;
}

// Returns the hit of the ray with the polygon: where its line crosses the polygon, if that is within the ray and on an
// included side. The fraction of the ray at the polygon's plane is  normal . (corner - origin) / normal . delta.  The
// normal is computed about the polygon's first corner, where its coordinates are smallest.
rim_hit3 rim_polygon3_raycast(rim_polygon3 polygon, rim_ray3 ray, rim_side side)
{
    rim_hit3 hit = { .hit = true, .mover = shape_feature(RIM_FEATURE_VERTEX, 0) };
    bool     front;
    if (!polygon_has_points(polygon) || polygon.count < 3) return shape_no_hit();
    local_frame frame =
        local_frame_at(ray.origin, polygon_magnitude(polygon) + vec3_magnitude(ray.origin) +
                                       vec3_magnitude(ray.delta));
    if (frame.scale == 0.0 || !line_crosses_face(ray, polygon, &hit.other, &front))
        return shape_no_hit();
    if (side != RIM_SIDE_BOTH && front != (side == RIM_SIDE_FRONT)) return shape_no_hit();
    local_frame own = frame;
    own.origin = v3d_from(polygon.points[0]);
    vec3d normal = flat_face_of_polygon(&own, polygon).normal,
          d = v3d_scale(v3d_from(ray.delta), frame.scale);
    double height = v3d_dot(normal, local_frame_in(&frame, polygon.points[0]));
    double fall = v3d_dot(normal, d), length = v3d_length(normal), t = height / fall;
    if (!(length > 0.0) || fall == 0.0 || !(t >= 0.0 && t <= 1.0)) return shape_no_hit();
    hit.t = (float)t;
    hit.point = local_frame_out(&frame, v3d_scale(d, t));
    hit.normal = hit.face_normal = v3d_round(v3d_scale(normal, (front ? 1.0 : -1.0) / length));
    hit.back = !front;
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
    crossing.kind = da == 0.0 && db == 0.0     ? RIM_CROSSING_INSIDE
                    : da == db                 ? RIM_CROSSING_PARALLEL
                    : da == 0.0                ? RIM_CROSSING_TOUCH_A
                    : db == 0.0                ? RIM_CROSSING_TOUCH_B
                    : (da < 0.0) != (db < 0.0) ? RIM_CROSSING_ACROSS
                                               : RIM_CROSSING_NONE;
    if (da == db) return crossing;
    crossing.t = da / (da - db);
    crossing.point = v3d_saturate(v3d_along(a, v3d_sub(b, a), crossing.t));
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

// Returns the point without its coordinate `axis`; the other two keep their order.
static rim_vec2 flatten(rim_vec3 p, int axis)
{
    return rim_vec2_make(axis == 0 ? p.y : p.x, axis == 2 ? p.y : p.z);
}

// Returns true if p is between a and b. Requires the three to be collinear.
static bool polygon3_between(rim_vec2 a, rim_vec2 b, rim_vec2 p)
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

    rim_vec2 p = flatten(point, axis), a = flatten(polygon.points[0], axis);
    bool     inside = false;
    for (int i = 0; i < polygon.count; i++)
    {
        rim_vec2 b = flatten(polygon.points[i + 1 < polygon.count ? i + 1 : 0], axis);
        if (p.x == a.x && p.y == a.y) return shape_feature(RIM_FEATURE_VERTEX, i);
        int side = exact_orient2(a.x, a.y, b.x, b.y, p.x, p.y);
        if (side == 0 && !(p.x == b.x && p.y == b.y) && polygon3_between(a, b, p))
            where = shape_feature(RIM_FEATURE_EDGE, i);
        if ((a.y <= p.y) != (b.y <= p.y) && (side > 0) == (b.y > a.y)) inside = !inside;
        a = b;
    }
    return where.kind == RIM_FEATURE_NONE && inside ? shape_feature(RIM_FEATURE_FACE, 0) : where;
}
