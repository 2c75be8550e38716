// If the nearest point for some planes violates another plane, the nearest point for all of them lies on that plane
// (Seidel, "Small-dimensional linear programming and convex hulls made easy", 1991). So planes are added one by one. A
// violated plane gives the same problem in that plane, a second one a problem on a line, where the planes leave an
// interval.
#include "solid/mover/motion.h"

#include "rimcast/mover.h"
#include "base/float.h"
#include "solid/shape/closest.h"

#include <math.h>

// Returns true if x lies behind the plane p by more than `slack` and by more than rounding errors.
static bool is_violated(half_space p, vec3d x, double slack)
{
    double distance = p.distance - slack;
    double size = v3d_magnitude(x) + fabs(distance);
    return v3d_dot(p.normal, x) < distance - MOVER_PLANES_ROUNDING * size;
}

// Stores in *x the point nearest to `at` on the line through `at` in the plane `on`, at right angles to `across`, that
// no plane p excludes. A plane, moved back by the slack, allows the points  at + s line  with
//
//     s slope >= missing,     slope = n . line,     missing = distance - slack - n . at
//
// This is a half-line of s: s >= missing / slope for a positive slope, and s <= missing / slope for a negative one. All
// planes together leave the interval lo .. hi. The result is at s = 0 if this is in the interval, otherwise at the end
// nearer to 0. Returns false, and leaves *x, if the interval is empty.
//
// The line is the border, within `on`, of a plane that was violated although the planes p were not. `across` points to
// the side that this plane allows. A plane p that is parallel to the line and allows the same side excludes nothing.
// One that allows the other side excludes all points or none. A plane p that is nearly the plane `on` has a small slope
// without being parallel to the line, so its slope is compared with its component along `across`.
static bool nearest_on_line(vec3d *x, vec3d at, half_space on, vec3d across,
                            const half_space *planes, int count, double slack)
{
    double lo = -INFINITY, hi = INFINITY, square = v3d_length2(across);
    vec3d  line = v3d_normalize(v3d_cross(on.normal, across));
    for (int i = 0; i < count; i++)
    {
        double slope = v3d_dot(planes[i].normal, line);
        double missing = planes[i].distance - slack - v3d_dot(planes[i].normal, at);
        double same_side = v3d_dot(planes[i].normal, across);
        bool   opposes = v3d_dot(planes[i].normal, on.normal) < 0.0;
        double parallel = MOVER_PLANES_PARALLEL * (opposes ? 1.0 : same_side * same_side / square);
        if (slope * slope <= (same_side > 0.0 ? MOVER_PLANES_SAME : parallel))
        {
            if (same_side <= 0.0 && is_violated(planes[i], at, slack)) return false;
            continue;
        }
        double s = missing / slope;
        if (slope > 0.0 && s > lo) lo = s;
        if (slope < 0.0 && s < hi) hi = s;
    }
    double size = v3d_length(at) + fabs(lo > -INFINITY ? lo : 0.0) + fabs(hi < INFINITY ? hi : 0.0);
    if (lo > hi + MOVER_PLANES_ROUNDING * size) return false;
    *x = v3d_along(at, line, lo > 0.0 ? lo : fmin(hi, 0.0));
    return true;
}

// Stores in *x the point nearest to the origin on the plane `on`, moved back by the slack, that violates none of the
// planes 0 .. count - 1 by more than the slack. Returns false if there is no such point. Then *x means nothing.
//
// `foot` is the point of the moved plane `on` that is nearest to the origin. The planes are added one by one. If the
// result so far violates planes[i], the new result lies on the line where planes[i] meets `on`: at the point nearest to
// `foot` that the planes before i allow. If planes[i] is `on` but for rounding, it is not needed; if it is the opposite
// plane, nothing is left between the two.
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
        double cosine = v3d_dot(n, on.normal);
        vec3d  m = v3d_along(n, on.normal, -cosine);
        double square = v3d_length2(m);
        if (cosine < 0.0 && square <= MOVER_PLANES_PARALLEL) return false;
        if (square <= MOVER_PLANES_SAME) continue;
        double s = (planes[i].distance - slack - v3d_dot(n, foot)) / square;
        if (!nearest_on_line(x, v3d_along(foot, m, s), on, m, planes, i, slack)) return false;
    }
    return true;
}

// Stores in *x the point nearest to the origin that violates no plane by more than the slack. Adds the planes one by
// one, as the top of the file explains. If the result so far violates planes[i], the new result lies on planes[i], and
// only the planes before i limit it. Returns false if there is no such point. Then *x means nothing.
static bool nearest_with_slack(vec3d *x, const half_space *planes, int count, double slack)
{
    *x = v3d(0.0, 0.0, 0.0);
    for (int i = 0; i < count; i++)
        if (is_violated(planes[i], *x, slack) && !nearest_on_plane(x, planes[i], planes, i, slack))
            return false;
    return true;
}

// The slack is found to within 2^-60 of the largest distance of a plane.
#define SLACK_HALVINGS 60

// If the planes cannot be satisfied together, finds the least slack by bisection. The planes cannot be satisfied with
// the slack lo. They can be satisfied with the slack hi, by answer.x. At the start, hi is the largest distance of a
// plane, with which the origin satisfies all.
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
        bool   allowed = nearest_with_slack(&x, planes, count, middle);
        if (allowed) answer.x = x;
        hi = allowed ? middle : hi;
        lo = allowed ? lo : middle;
    }
    answer.slack = hi;
    return answer;
}

// --- many planes ----------------------------------------------------------------------------------------
//
// The solver adds one plane at a time, the one that the answer so far violates most. That choice depends on the planes'
// values alone, not on their order, and most planes are never violated.

// The largest number of planes that are added.
#define MOVER_SOLVE_PLANES 64

// Returns true if plane a comes before plane b in the order of values: by the distance, then by x, y and z of the
// normal. Returns false for planes of equal values.
static bool mover_solve_before(const half_space *a, const half_space *b)
{
    const double ka[] = { a->distance, a->normal.x, a->normal.y, a->normal.z };
    const double kb[] = { b->distance, b->normal.x, b->normal.y, b->normal.z };
    for (int i = 0; i < 4; i++)
        if (ka[i] != kb[i]) return ka[i] < kb[i];
    return false;
}

// Stores in *found the plane that x violates most, among the planes that x violates by more than the slack and
// rounding. Of equally violated planes it is the first in the order of mover_solve_before. `at` reads a plane of the
// list. Returns false, and leaves *found, if x violates no plane.
static bool find_worst(half_space *found, const void *planes, int count, mover_plane_at *at,
                       vec3d x, double slack)
{
    double     most = 0.0, size = v3d_magnitude(x);
    half_space plane;
    for (int i = 0; i < count; i++)
    {
        if (!at(&plane, planes, i)) continue;
        double missing = plane.distance - v3d_dot(plane.normal, x) - slack;
        double rounding = MOVER_SOLVE_ROUNDING * (size + fabs(plane.distance));
        if (!(missing > rounding)) continue;
        bool is_worse = missing > most || (missing == most && mover_solve_before(&plane, found));
        if (!is_worse) continue;
        most = missing;
        *found = plane;
    }
    return most > 0.0;
}

// Returns true if taken[0 .. count - 1] has a plane with the same values as `plane`.
static bool is_taken(const half_space *taken, int count, half_space plane)
{
    for (int i = 0; i < count; i++)
        if (!mover_solve_before(&taken[i], &plane) && !mover_solve_before(&plane, &taken[i]))
            return true;
    return false;
}

// Takes planes one at a time: the plane that the answer so far violates most. Then solves for all planes taken, and
// repeats until no plane is violated. Only rounding errors can violate a plane that was taken already, and then the
// loop ends as well. It also ends after MOVER_SOLVE_PLANES planes.
//
// half_spaces_solve finds the point y nearest to the origin. To find the point x closest to `wanted`, the planes are
// moved by -wanted, so that x = wanted + y:  n . y >= distance - n . wanted.
half_spaces_answer mover_solve(vec3d wanted, const void *planes, int count, mover_plane_at *at)
{
    half_space         taken[MOVER_SOLVE_PLANES], moved[MOVER_SOLVE_PLANES]; // by -wanted
    half_spaces_answer answer = { wanted, 0.0 };
    for (int k = 0; k < MOVER_SOLVE_PLANES; k++)
    {
        half_space worst;
        if (!find_worst(&worst, planes, count, at, answer.x, answer.slack)) break;
        if (is_taken(taken, k, worst)) break;
        taken[k] = moved[k] = worst;
        moved[k].distance -= v3d_dot(worst.normal, wanted);
        answer = half_spaces_solve(moved, k + 1);
        answer.x = v3d_add(wanted, answer.x);
    }
    return answer;
}

// --- planes of the caller ---------------------------------------------------------------------------

// Stores plane i of an array of rim_plane in *out, as a half-space whose border passes through the origin, with a
// normal that is unit in double. Returns false for a plane whose normal is 0 or not finite.
static bool mover_planes_cone_at(half_space *out, const void *planes, int i)
{
    const rim_plane *plane = (const rim_plane *)planes + i;
    vec3d            n = v3d_from(plane->normal);
    double           length = v3d_length(n);
    if (!(length > 0.0 && length < INFINITY)) return false;
    out->normal = v3d_scale(n, 1.0 / length);
    out->distance = 0.0;
    return true;
}

// Stores plane i of an array of rim_plane in *out, with its distance. The offset is that of a normal of any length, so
// it is divided by the length. Returns false for a plane whose normal is 0 or not finite, or whose offset is not
// finite.
static bool plane_at(half_space *out, const void *planes, int i)
{
    const rim_plane *plane = (const rim_plane *)planes + i;
    double           offset = plane->offset;
    if (!(fabs(offset) < INFINITY) || !mover_planes_cone_at(out, planes, i)) return false;
    out->distance = offset / v3d_length(v3d_from(plane->normal));
    return true;
}

// Solves for all planes with their distances, and rounds the result to floats. move.left is the slack.
rim_move3 rim_mover_move(rim_vec3 wanted, const rim_plane *planes, int count)
{
    rim_move3 move = { { 0.0f, 0.0f, 0.0f }, 0.0f, false };
    if (!vec3_is_finite(wanted)) return move;
    half_spaces_answer answer = mover_solve(v3d_from(wanted), planes, count, plane_at);
    move.motion = v3d_saturate(answer.x);
    move.left = float_saturate(answer.slack);
    move.stuck = answer.slack > 0.0;
    return move;
}

rim_vec3 rim_mover_velocity(rim_vec3 wanted, const rim_plane *planes, int count)
{
    if (!vec3_is_finite(wanted)) return rim_vec3_make(0.0f, 0.0f, 0.0f);
    return v3d_saturate(mover_solve(v3d_from(wanted), planes, count, mover_planes_cone_at).x);
}
