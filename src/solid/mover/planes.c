#include "rimcast/mover.h"

#include "base/finite.h"
#include "solid/mover/solve.h"

#include <float.h>

static float mover_planes_rounded(double x)
{
    return (float)(x > FLT_MAX ? FLT_MAX : x < -FLT_MAX ? -FLT_MAX : x);
}

static rim_vec3 mover_planes_rounded3(vec3d v)
{
    return rim_vec3_make(mover_planes_rounded(v.x), mover_planes_rounded(v.y),
                         mover_planes_rounded(v.z));
}

// Unit in double.
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

static bool plane_at(half_space *out, const void *planes, int i)
{
    const rim_plane *plane = (const rim_plane *)planes + i;
    double           offset = plane->offset;
    if (!(fabs(offset) < INFINITY) || !mover_planes_cone_at(out, planes, i)) return false;
    out->distance = offset / v3d_length(v3d_from(plane->normal));
    return true;
}

rim_move3 rim_mover_move(rim_vec3 wanted, const rim_plane *planes, int count)
{
    rim_move3 move = { { 0.0f, 0.0f, 0.0f }, 0.0f, false };
    if (!vec3_is_finite(wanted)) return move;
    planes_answer answer = mover_solve(v3d_from(wanted), planes, count, plane_at);
    move.motion = mover_planes_rounded3(answer.x);
    move.left = mover_planes_rounded(answer.slack);
    move.stuck = answer.slack > 0.0;
    return move;
}

rim_vec3 rim_mover_velocity(rim_vec3 wanted, const rim_plane *planes, int count)
{
    if (!vec3_is_finite(wanted)) return rim_vec3_make(0.0f, 0.0f, 0.0f);
    return mover_planes_rounded3(
        mover_solve(v3d_from(wanted), planes, count, mover_planes_cone_at).x);
}
