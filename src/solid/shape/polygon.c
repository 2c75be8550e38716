// Polygons of any shape: their normal, and where they have a point.
#include "rimcast/shape3_ray.h"

#include "base/exact.h"
#include "base/float.h"
#include "solid/shape/closest.h"

static vec3d newell(rim_polygon3 polygon)
{
    vec3d normal = v3d(0.0, 0.0, 0.0);
    if (polygon.count < 3) return normal;
    core_frame frame = core_frame_at(polygon.points[0], reach_polygon(polygon));
    if (frame.scale == 0.0) return normal;
    vec3d before = core_in(&frame, polygon.points[1]);
    for (int i = 2; i < polygon.count; i++)
    {
        vec3d corner = core_in(&frame, polygon.points[i]);
        normal = v3d_add(normal, v3d_cross(before, corner));
        before = corner;
    }
    return normal;
}

rim_vec3 rim_polygon3_normal(rim_polygon3 polygon)
{
    return v3d_round(v3d_normalize(newell(polygon)));
}

typedef struct flat_point
{
    float x, y;
} flat_point;

// Drops the coordinate along which the normal is longest.
static flat_point flatten(rim_vec3 p, int axis)
{
    flat_point flat = { axis == 0 ? p.y : p.x, axis == 2 ? p.y : p.z };
    return flat;
}

// Is p, which is on the line through a and b, between them?
static bool polygon3_between(flat_point a, flat_point b, flat_point p)
{
    return (p.x - a.x) * (double)(p.x - b.x) <= 0.0 && (p.y - a.y) * (double)(p.y - b.y) <= 0.0;
}

// A half-line from the point along +x crosses the border an odd number of times if the point is inside.
// Edges are half-open, so that a corner on the half-line counts once.
rim_feature rim_polygon3_locate(rim_polygon3 polygon, rim_vec3 point)
{
    rim_feature where = { RIM_FEATURE_NONE, 0 };
    vec3d       normal = newell(polygon);
    if (!(v3d_length2(normal) > 0.0) || !float_is_finite(core_length1(point))) return where;
    double x = fabs(normal.x), y = fabs(normal.y), z = fabs(normal.z);
    int    axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;

    flat_point p = flatten(point, axis), a = flatten(polygon.points[0], axis);
    bool       inside = false;
    for (int i = 0; i < polygon.count; i++)
    {
        int        next = i + 1 < polygon.count ? i + 1 : 0;
        flat_point b = flatten(polygon.points[next], axis);
        if (p.x == a.x && p.y == a.y) return core_feature(RIM_FEATURE_VERTEX, i);
        int side = exact_orient2(a.x, a.y, b.x, b.y, p.x, p.y);
        if (side == 0 && !(p.x == b.x && p.y == b.y) && polygon3_between(a, b, p))
            where = core_feature(RIM_FEATURE_EDGE, i);
        if ((a.y <= p.y) != (b.y <= p.y) && (side > 0) == (b.y > a.y)) inside = !inside;
        a = b;
    }
    if (where.kind == RIM_FEATURE_NONE && inside) return core_feature(RIM_FEATURE_FACE, 0);
    return where;
}
