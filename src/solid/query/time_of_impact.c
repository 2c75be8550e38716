#include "base/float.h"
#include "rimcast/angle.h"
#include "solid/query/motion.h"

#include <float.h>

// Where two edges cross, the ends of one may come at the plane much faster than the place where they meet does. A
// step goes as far as the ends allow, so each leaves 1 - c of the gap, c being the ratio of the speeds: some 30 / c
// steps to what counts as touching. This is enough for c of a hundredth.
enum
{
    TIME_OF_IMPACT_STEPS = 4096
};

// A part of the motion that shows whether a touching thing goes in: its square, the part that turning
// adds to a gap, must be well above what counts as touching.
#define TIME_OF_IMPACT_GLANCE 0x1p-14

rim_xform3 rim_motion3_at(rim_motion3 motion, rim_xform3 pose, float t)
{
    rim_quat turn = rim_quat_axis_angle(motion.axis, (double)motion.angle * t);
    return rim_xform3_make(rim_vec3_along(pose.position, motion.delta, t),
                           rim_quat_mul(turn, rim_quat_or_identity(pose.rotation)));
}

typedef struct time_of_impact_advance
{
    double gap;  // of the nearest corner
    double step; // the time until which none passes the plane; infinity: never
    int    corner;
} time_of_impact_advance;

// The first root of  gap + s speed - s^2 bend, and the smallest over the corners of a. n is unit, in the
// world; the plane is  dot(n, p - position of a) == offset. Of the acceleration, which turns at right
// angles to the axis, n sees at most its own part at right angles to the axis.
static time_of_impact_advance safe_step(const moving *m, vec3d n, double offset)
{
    time_of_impact_advance best = { INFINITY, INFINITY, 0 };
    double                 across = v3d_length(v3d_cross(m->axis, n));
    for (int i = 0; i < m->a.count; i++)
    {
        vec3d  p = m3d_apply(m->pair.world_turn, v3d_from(m->a.points[i]));
        vec3d  spin = v3d_scale(v3d_cross(m->axis, p), m->angle); // velocity; |spin| = angle rho
        double gap = v3d_dot(n, p) - offset - m->a.radius;
        double speed = v3d_dot(n, m->delta) + v3d_dot(n, spin);
        double bend = 0.5 * fabs(m->angle) * v3d_length(spin) * across;
        if (gap < best.gap)
        {
            best.gap = gap;
            best.corner = i;
        }
        double left = gap > 0.0 ? gap : 0.0, root = sqrt(speed * speed + 4.0 * bend * left), s;
        if (speed < 0.0)
            s = 2.0 * left / (root - speed);
        else
            s = bend > 0.0 ? (speed + root) / (2.0 * bend) : INFINITY;
        if (s < best.step) best.step = s;
    }
    return best;
}

// From a touch that does not go in: the time until which the plane between the bodies parts them.
static double leave(const moving *m, vec3d *normal)
{
    contact_answer c = contact3_of_cores(&m->pair, m->a, m->b, NULL);
    if (!c.hit) return TIME_OF_IMPACT_GLANCE;
    vec3d n = v3d_scale(c.normal, -1.0), on_b = v3d_along(c.on_a, c.normal, -c.depth);
    *normal = n;
    time_of_impact_advance next = safe_step(m, m3d_apply(m->pair.world_turn, n), v3d_dot(n, on_b));
    return next.step > TIME_OF_IMPACT_GLANCE ? next.step : TIME_OF_IMPACT_GLANCE;
}

rim_hit3 rim_convex_sweep_turning(rim_convex a, rim_xform3 pa, rim_motion3 motion, rim_convex b,
                                  rim_xform3 pb)
{
    moving m;
    if (!moving_pose_set(&m, a, pa, motion, b, pb)) return sweep_miss();
    rim_warm   warm = { 0 };
    gjk_result r = gjk_closest(&m.pair, INFINITY, &warm);
    if (r.end == GJK_BAD || !float_is_finite(r.distance)) return sweep_miss();
    rim_hit3    hit = sweep_miss();
    sweep_start start = sweep3_start(&m, &r, TIME_OF_IMPACT_GLANCE, &hit);
    if (start != SWEEP_APART && !hit.start_overlap && moving_in_one_plane(&m)) return sweep_miss();
    if (start == SWEEP_HITS) return hit;

    double reach = (double)a.radius + b.radius;
    vec3d  n = v3d(0.0, 1.0, 0.0);
    double t = start == SWEEP_LEAVES ? leave(&m, &n) : 0.0;
    if (t > 1.0) return sweep_miss();
    for (int i = 0; i < TIME_OF_IMPACT_STEPS; i++)
    {
        moving_pose_at(&m, t);
        r = gjk_closest(&m.pair, INFINITY, &warm);
        if (r.end != GJK_APART || r.distance - reach <= SWEEP_TOUCH * (r.size + reach)) break;
        n = v3d_scale(r.v, 1.0 / r.distance);
        vec3d                  world = m3d_apply(m.pair.world_turn, n);
        vec3d                  on_b = v3d_sub(gjk_witness(&m.pair, &r), r.v);
        double                 offset = v3d_dot(n, on_b) + b.radius;
        time_of_impact_advance next = safe_step(&m, world, offset);
        t += next.step;
        if (!(t <= 1.0)) return sweep_miss();
    }
    if (moving_in_one_plane(&m)) return sweep_miss();
    if (r.distance > 0x1p-20 * r.size) n = v3d_scale(r.v, 1.0 / r.distance);
    return sweep3_hit(&m, &r, t, n);
}

static rim_hit3 plane_hit(const moving *m, rim_plane plane, vec3d n, double offset, double t,
                          time_of_impact_advance now)
{
    rim_hit3 hit = { 0 };
    vec3d    p = m3d_apply(m->pair.world_turn, v3d_from(m->a.points[now.corner]));
    p = v3d_along(p, n, offset - v3d_dot(n, p));
    hit.hit = true;
    hit.t = (float)t;
    hit.normal = hit.face_normal = plane.normal;
    hit.point = v3d_round(v3d_add(p, m->pair.world_shift));
    hit.mover.kind = RIM_FEATURE_VERTEX;
    hit.mover.index = now.corner;
    hit.other.kind = RIM_FEATURE_FACE;
    return hit;
}

static bool goes_in(const moving *m, vec3d n, double plane_offset, double near)
{
    moving later = *m;
    moving_pose_at(&later, TIME_OF_IMPACT_GLANCE);
    return safe_step(&later, n, plane_offset - v3d_dot(n, later.pair.world_shift)).gap < -near;
}

rim_hit3 rim_convex_sweep_turning_plane(rim_convex a, rim_xform3 pa, rim_motion3 motion,
                                        rim_plane plane)
{
    moving m;
    vec3d  n = v3d_normalize(v3d_from(plane.normal));
    if (!moving_pose_set(&m, a, pa, motion, a, pa) || !(v3d_length2(n) > 0.5) ||
        !float_is_finite(plane.offset))
        return sweep_miss();
    double t = 0.0;
    for (int i = 0; i < TIME_OF_IMPACT_STEPS; i++)
    {
        moving_pose_at(&m, t);
        double                 offset = (double)plane.offset - v3d_dot(n, m.pair.world_shift);
        time_of_impact_advance now = safe_step(&m, n, offset);
        double                 near = SWEEP_TOUCH * (fabs(offset) + fabs(now.gap));
        if (!float_is_finite(now.gap)) return sweep_miss();
        if (i == 0 && now.gap < -near)
        {
            rim_hit3 hit = plane_hit(&m, plane, n, offset, 0.0, now);
            hit.start_overlap = true;
            hit.depth = now.gap < -FLT_MAX ? FLT_MAX : (float)-now.gap;
            return hit;
        }
        bool leaves = i == 0 && now.gap <= near && !goes_in(&m, n, plane.offset, 4.0 * near);
        if (leaves && now.step < TIME_OF_IMPACT_GLANCE) now.step = TIME_OF_IMPACT_GLANCE;
        // A safe time is told as a hit when the steps are used up.
        if ((now.gap <= near && !leaves) || i == TIME_OF_IMPACT_STEPS - 1)
            return plane_hit(&m, plane, n, offset, t, now);
        t += now.step;
        if (!(t <= 1.0)) return sweep_miss();
    }
    return sweep_miss();
}
