// If the nearest point for some planes fails another plane, the nearest point for all of them lies on that
// one (Seidel, "Small-dimensional linear programming and convex hulls made easy", 1991). So planes
// are added one by one; each failure is a problem on a plane, and there each failure one on a line, where
// the planes leave an interval. Three active planes at most decide: it is the active set method, ordered.
#include "solid/mover/half_spaces.h"

// Two planes are parallel below this sine squared, and a plane is satisfied up to this part of the sizes.
#define HALF_SPACES_PARALLEL 0x1p-40
#define HALF_SPACES_ROUNDING 0x1p-44

static bool fails(half_space p, vec3d x, double slack)
{
    double distance = p.distance - slack;
    double size = fabs(x.x) + fabs(x.y) + fabs(x.z) + fabs(distance);
    return v3d_dot(p.normal, x) < distance - HALF_SPACES_ROUNDING * size;
}

// On the line from `at` along `line` (unit): the point nearest to `at` that satisfies the planes.
static bool nearest_on_line(vec3d *x, vec3d at, vec3d line, const half_space *planes, int count,
                            double slack)
{
    double lo = -INFINITY, hi = INFINITY;
    for (int i = 0; i < count; i++)
    {
        double slope = v3d_dot(planes[i].normal, line);
        double missing = planes[i].distance - slack - v3d_dot(planes[i].normal, at);
        if (slope * slope <= HALF_SPACES_PARALLEL)
        {
            if (fails(planes[i], at, slack)) return false;
            continue;
        }
        double s = missing / slope;
        if (slope > 0.0 && s > lo) lo = s;
        if (slope < 0.0 && s < hi) hi = s;
    }
    double size = v3d_length(at) + fabs(lo > -INFINITY ? lo : 0.0) + fabs(hi < INFINITY ? hi : 0.0);
    if (lo > hi + HALF_SPACES_ROUNDING * size) return false;
    *x = v3d_along(at, line, lo > 0.0 ? lo : hi < 0.0 ? hi : 0.0);
    return true;
}

// On the plane `on`: the nearest point to the origin that satisfies the others.
static bool nearest_on_plane(vec3d *x, half_space on, const half_space *planes, int count,
                             double slack)
{
    vec3d foot = v3d_scale(on.normal, on.distance - slack);
    *x = foot;
    for (int i = 0; i < count; i++)
    {
        if (!fails(planes[i], *x, slack)) continue;
        // Within the plane, planes[i] has the normal m; it is reached at foot + m s.
        vec3d  n = planes[i].normal;
        vec3d  m = v3d_along(n, on.normal, -v3d_dot(n, on.normal));
        double square = v3d_length2(m);
        if (square <= HALF_SPACES_PARALLEL) return false;
        double missing = planes[i].distance - slack - v3d_dot(n, foot);
        vec3d  at = v3d_along(foot, m, missing / square);
        vec3d  line = v3d_normalize(v3d_cross(on.normal, m));
        if (!nearest_on_line(x, at, line, planes, i, slack)) return false;
    }
    return true;
}

static bool half_spaces_nearest(vec3d *x, const half_space *planes, int count, double slack)
{
    *x = v3d(0.0, 0.0, 0.0);
    for (int i = 0; i < count; i++)
        if (fails(planes[i], *x, slack) && !nearest_on_plane(x, planes[i], planes, i, slack))
            return false;
    return true;
}

planes_answer half_spaces_planes_nearest(const half_space *planes, int count)
{
    planes_answer answer = { { 0.0, 0.0, 0.0 }, 0.0 };
    if (half_spaces_nearest(&answer.x, planes, count, 0.0)) return answer;
    // Some cannot be satisfied together. With enough slack the origin itself will do; halve to the least.
    double lo = 0.0, hi = 0.0;
    for (int i = 0; i < count; i++) hi = planes[i].distance > hi ? planes[i].distance : hi;
    answer.x = v3d(0.0, 0.0, 0.0);
    for (int k = 0; k < 60; k++)
    {
        double middle = 0.5 * (lo + hi);
        vec3d  x;
        if (half_spaces_nearest(&x, planes, count, middle))
        {
            answer.x = x;
            hi = middle;
        }
        else
            lo = middle;
    }
    answer.slack = hi;
    return answer;
}
