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

// Finds the point nearest to `at` on the line through `at` along the unit vector `line` that satisfies the planes up to the
// slack. Returns false if there is none. A plane allows the points  at + s line  with
//
//     s slope >= missing,     slope = n . line,     missing = distance - slack - n . at
//
// a half-line of s; all together the interval lo .. hi. The nearest point is at s = 0 or the end nearer to it.
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
    double nearest = 0.0;
    if (hi < 0.0) nearest = hi;
    if (lo > 0.0) nearest = lo;
    *x = v3d_along(at, line, nearest);
    return true;
}

// Finds the point nearest to the origin on the plane `on` that satisfies the other planes up to the slack. Returns
// false if there is none. `foot` is the plane's point nearest to the origin; a violated plane moves the answer to the
// line where both meet, at the point of that line nearest to `foot`. The line needs to satisfy only the planes before.
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
        double s = (planes[i].distance - slack - v3d_dot(n, foot)) / square;
        vec3d  line = v3d_normalize(v3d_cross(on.normal, m));
        if (!nearest_on_line(x, v3d_along(foot, m, s), line, planes, i, slack)) return false;
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

// More halvings than a double distinguishes.
#define SLACK_HALVINGS 60

// Returns the point nearest to the origin that satisfies all planes. If the planes cannot be satisfied together, finds the
// least slack by bisection: with the slack hi, the largest distance of a plane, the origin satisfies them.
half_spaces_answer half_spaces_solve(const half_space *planes, int count)
{
    half_spaces_answer answer = { { 0.0, 0.0, 0.0 }, 0.0 };
    if (nearest_with_slack(&answer.x, planes, count, 0.0)) return answer;
    double lo = 0.0, hi = 0.0;
    for (int i = 0; i < count; i++) hi = planes[i].distance > hi ? planes[i].distance : hi;
    answer.x = v3d(0.0, 0.0, 0.0);
    for (int k = 0; k < SLACK_HALVINGS; k++)
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
