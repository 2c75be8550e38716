// Sweeps in translation: conservative advancement for convex shapes, separating axes for boxes.
#include "solid/query/motion.h"

#include "base/float.h"
#include "solid/shape/sweep.h"

// Newton's method halves what is left even on a graze; a hundred halvings are beyond any double.
enum
{
    SWEEP_CONVEX_STEPS = 100
};

// A motion this long, in lengths of the pair, shows whether it goes in without leaving the touched feature.
#define SWEEP_CONVEX_GLANCE 0x1p-18

rim_hit3 sweep_convex_sweep_convex(rim_convex a, rim_xform3 pa, rim_vec3 delta, rim_convex b,
                                   rim_xform3 pb, sweep_order *order)
{
    moving      m;
    rim_motion3 motion = { delta, { 0.0f, 0.0f, 0.0f }, 0.0f };
    if (!moving_pose_set(&m, a, pa, motion, b, pb)) return sweep_miss();
    rim_warm   warm = { 0 };
    gjk_result r = gjk_closest(&m.pair, INFINITY, &warm);
    if (r.end == GJK_BAD || !float_is_finite(r.distance)) return sweep_miss();

    double      reach = (double)a.radius + b.radius;
    double      length = v3d_length(m.delta), glance = SWEEP_CONVEX_GLANCE * (r.size + reach);
    vec3d       delta_a = m3d_unapply(m.pair.world_turn, m.delta);
    rim_hit3    hit;
    sweep_start start = sweep3_start(&m, &r, glance < length ? glance / length : 1.0, &hit);
    order->t = 0.0;
    order->depth = 0.0;
    if (start == SWEEP_HITS && !hit.start_overlap && moving_in_one_plane(&m)) return sweep_miss();
    if (start == SWEEP_HITS)
    {
        order->depth = hit.depth;
        return hit;
    }
    if (start == SWEEP_LEAVES) return sweep_miss();

    double t = 0.0;
    vec3d  n = v3d(0.0, 0.0, 0.0);
    for (int i = 0; i < SWEEP_CONVEX_STEPS; i++)
    {
        double gap = r.distance - reach;
        if (r.end != GJK_APART || gap <= SWEEP_TOUCH * (r.size + reach))
        {
            if (r.distance > 0x1p-20 * r.size) n = v3d_scale(r.v, 1.0 / r.distance);
            break;
        }
        n = v3d_scale(r.v, 1.0 / r.distance);
        double speed = -v3d_dot(n, delta_a);
        if (!(speed > 0.0) || !(gap <= speed * (1.0 - t) * (1.0 + 0x1p-40))) return sweep_miss();
        t += gap / speed;
        moving_pose_at(&m, t);
        r = gjk_closest(&m.pair, INFINITY, &warm);
    }
    if (moving_in_one_plane(&m)) return sweep_miss();
    order->t = t;
    return sweep3_hit(&m, &r, t, n);
}

rim_hit3 rim_convex_sweep(rim_convex a, rim_xform3 pa, rim_vec3 delta, rim_convex b, rim_xform3 pb)
{
    sweep_order order;
    return sweep_convex_sweep_convex(a, pa, delta, b, pb, &order);
}

rim_hit3 rim_hull_sweep(const rim_hull *a, rim_xform3 pa, rim_vec3 delta, const rim_hull *b,
                        rim_xform3 pb)
{
    return rim_convex_sweep(rim_hull_convex(a), pa, delta, rim_hull_convex(b), pb);
}

// --- boxes: separating axes with time ---------------------------------------------------------------

typedef struct sweep_box_times
{
    double first, last; // the shadows overlap on every axis so far during first .. last
    vec3d  n;           // the axis of `first`, from a towards b
    bool   ever;
} sweep_box_times;

// On a unit axis n the shadows' centres are at distance d (of b from a) and their half widths sum to reach.
// With the relative speed s of a they overlap while  |d - s t| <= reach.
static void add_axis(sweep_box_times *w, vec3d n, double d, double reach, double s, double near)
{
    double gap = fabs(d) - reach;
    if (d < 0.0)
    {
        n = v3d_scale(n, -1.0);
        s = -s;
        d = -d;
    }
    if (gap > near && !(s > 0.0)) w->ever = false; // apart and not closing
    if (!w->ever) return;
    double enter = gap > near ? gap / s : gap > -near && s > 0.0 ? 0.0 : -INFINITY;
    double leave = s > 0.0 ? (d + reach) / s : s < 0.0 ? (d - reach) / s : INFINITY;
    if (gap >= -near && gap <= near && s <= 0.0) leave = 0.0; // touches and does not go in
    if (enter > w->first)
    {
        w->first = enter;
        w->n = n;
    }
    if (leave < w->last) w->last = leave;
}

static double sweep_box_reach_of(vec3d n, const vec3d *axes, rim_vec3 half)
{
    return half.x * fabs(v3d_dot(n, axes[0])) + half.y * fabs(v3d_dot(n, axes[1])) +
           half.z * fabs(v3d_dot(n, axes[2]));
}

static const double SWEEP_BOX_PARALLEL = 0x1p-40;

rim_hit3 rim_obox_sweep(rim_obox a, rim_vec3 delta, rim_obox b)
{
    rim_vec3    corners_a[8], corners_b[8];
    rim_convex  ca = rim_obox_as_convex(a, corners_a), cb = rim_obox_as_convex(b, corners_b);
    rim_motion3 motion = { delta, { 0.0f, 0.0f, 0.0f }, 0.0f };
    moving      m;
    double size = fabs((double)a.half.x) + a.half.y + a.half.z + b.half.x + b.half.y + b.half.z;
    if (!float_is_finite(size) || !moving_pose_set(&m, ca, a.pose, motion, cb, b.pose))
        return sweep_miss();

    vec3d           ea[3] = { m.turn_a.x, m.turn_a.y, m.turn_a.z };
    vec3d           eb[3] = { m.turn_b.x, m.turn_b.y, m.turn_b.z };
    vec3d           t = v3d_sub(m.at_b, m.at_a);
    sweep_box_times w = { -INFINITY, INFINITY, { 0.0, 0.0, 0.0 }, true };
    for (int i = 0; i < 15 && w.ever; i++)
    {
        vec3d n = i < 3 ? ea[i] : i < 6 ? eb[i - 3] : v3d_cross(ea[(i - 6) / 3], eb[(i - 6) % 3]);
        if (i >= 6 && v3d_length2(n) < SWEEP_BOX_PARALLEL) continue;
        if (i >= 6) n = v3d_normalize(n);
        add_axis(&w, n, v3d_dot(n, t),
                 sweep_box_reach_of(n, ea, a.half) + sweep_box_reach_of(n, eb, b.half),
                 v3d_dot(n, m.delta), SWEEP_TOUCH * (size + fabs(v3d_dot(n, t))));
    }
    if (!w.ever || w.first > w.last || w.last <= 0.0 || w.first > 1.0) return sweep_miss();
    if (w.first == -INFINITY)
    {
        gjk_result r = gjk_closest(&m.pair, INFINITY, NULL);
        rim_hit3   hit = sweep_miss();
        return sweep3_start(&m, &r, 1.0, &hit) == SWEEP_HITS ? hit : sweep_miss();
    }
    moving_pose_at(&m, w.first);
    vec3d      n = m3d_unapply(m.turn_a, w.n);
    gjk_result r = gjk_closest(&m.pair, INFINITY, NULL);
    rim_hit3   hit = sweep3_hit(&m, &r, w.first, v3d_scale(n, -1.0));
    return hit;
}
