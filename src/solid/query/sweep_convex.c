#include "solid/query/motion.h"

#include "base/finite.h"
#include "solid/shape/sweep_order.h"

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
