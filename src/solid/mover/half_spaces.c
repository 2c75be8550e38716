// If the nearest point for some planes violates another plane, the nearest point for all of them lies on that plane
// (Seidel, "Small-dimensional linear programming and convex hulls made easy", 1991). So planes are added one by one. A
// violated plane gives the same problem in that plane, a second one a problem on a line, where the planes leave an
// interval.
#include "solid/mover/half_spaces.h"

// Returns true if x lies behind the plane by more than the slack and rounding.
static bool is_violated(half_space p, vec3d x, double slack)
{
    double distance = p.distance - slack;
    double size = fabs(x.x) + fabs(x.y) + fabs(x.z) + fabs(distance);
    return v3d_dot(p.normal, x) < distance - MOVER_PLANES_ROUNDING * size;
}

// Finds the point nearest to `at` on the line through `at` along the unit vector `line` that satisfies the planes. Returns
// false if there is none. Each plane leaves a half-line of the parameter s, all together the interval lo .. hi; the nearest
// point is 0 or its nearer end.
static bool nearest_on_line(vec3d *x, vec3d at, vec3d line, const half_space *planes, int count,
                            double slack)
{
    double lo = -INFINITY, hi = INFINITY;
    for (int i = 0; i < count; i++)
    {
        double slope = v3d_dot(planes[i].normal, line);
        double missing = planes[i].distance - slack - v3d_dot(planes[i].normal, at);
        if (slope * slope <= MOVER_PLANES_PARALLEL)
        {
            if (is_violated(planes[i], at, slack)) return false;
            continue;
        }
        double s = missing / slope;
        if (slope > 0.0 && s > lo) lo = s;
        if (slope < 0.0 && s < hi) hi = s;
    }
    double size = v3d_length(at) + fabs(lo > -INFINITY ? lo : 0.0) + fabs(hi < INFINITY ? hi : 0.0);
    if (lo > hi + MOVER_PLANES_ROUNDING * size) return false;
    *x = v3d_along(at, line, lo > 0.0 ? lo : hi < 0.0 ? hi : 0.0);
    return true;
}

// Finds the point nearest to the origin on the plane `on` that satisfies the other planes. Returns false if there is none.
// `foot` is the plane's point nearest to the origin; a violated plane moves the answer to the line where both meet, at the
// point of that line nearest to `foot`.
static bool nearest_on_plane(vec3d *x, half_space on, const half_space *planes, int count,
                             double slack)
{
    vec3d foot = v3d_scale(on.normal, on.distance - slack);
    *x = foot;
    for (int i = 0; i < count; i++)
    {
        if (!is_violated(planes[i], *x, slack)) continue;
        // Within the plane, planes[i] has the normal m; the line where they meet passes through foot + m s.
        vec3d  n = planes[i].normal;
        vec3d  m = v3d_along(n, on.normal, -v3d_dot(n, on.normal));
        double square = v3d_length2(m);
        if (square <= MOVER_PLANES_PARALLEL) return false;
        double missing = planes[i].distance - slack - v3d_dot(n, foot);
        vec3d  at = v3d_along(foot, m, missing / square);
        vec3d  line = v3d_normalize(v3d_cross(on.normal, m));
        if (!nearest_on_line(x, at, line, planes, i, slack)) return false;
    }
    return true;
}

// Finds the point nearest to the origin that violates no plane by more than the slack. Returns false if there is none.
static bool nearest_with_slack(vec3d *x, const half_space *planes, int count, double slack)
{
    *x = v3d(0.0, 0.0, 0.0);
    for (int i = 0; i < count; i++)
        if (is_violated(planes[i], *x, slack) && !nearest_on_plane(x, planes[i], planes, i, slack))
            return false;
    return true;
}

// Returns the point nearest to the origin that satisfies all planes. If the planes cannot be satisfied together, finds the
// least slack by bisection: with the slack hi the origin satisfies them. 60 halvings are more than a double distinguishes.
half_spaces_answer half_spaces_solve(const half_space *planes, int count)
{
    half_spaces_answer answer = { { 0.0, 0.0, 0.0 }, 0.0 };
    if (nearest_with_slack(&answer.x, planes, count, 0.0)) return answer;
    double lo = 0.0, hi = 0.0;
    for (int i = 0; i < count; i++) hi = planes[i].distance > hi ? planes[i].distance : hi;
    answer.x = v3d(0.0, 0.0, 0.0);
    for (int k = 0; k < 60; k++)
    {
        double middle = 0.5 * (lo + hi);
        vec3d  x;
        if (nearest_with_slack(&x, planes, count, middle))
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
