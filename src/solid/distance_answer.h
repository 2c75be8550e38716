// The distance of two posed shapes, from the poses to the witnesses. Include it behind distance_search.h.
#ifndef RIM_SOLID_DISTANCE_ANSWER_H
#define RIM_SOLID_DISTANCE_ANSWER_H

#include "base/cpu.h"
#include "base/finite.h"
#include "solid/distance_pair.h"

#include <float.h>

#ifdef CPU_GNU
#define NOT_INLINE __attribute__((noinline))
#define SELDOM __attribute__((noinline, cold))
#else
#define NOT_INLINE
#define SELDOM
#endif

FOUR_INLINE float to_float(double x)
{
    return x > FLT_MAX ? FLT_MAX : (float)x;
}

FOUR_TARGET SELDOM static rim_distance3 nowhere(void)
{
    rim_distance3 d = { .distance = INFINITY };
    return d;
}

// By itself, so that the caller's memory is written once and nothing is copied.
FOUR_TARGET NOT_INLINE static rim_distance3 tell(const gjk_pair *pair, const gjk_result *r,
                                                 const rim_convex *a, const rim_convex *b)
{
    vec3d on_a = rim_gjk_witness(pair, r);
    vec3d n =
        r->end == GJK_APART ? v3d_scale(r->v, 1.0 / r->distance) : rim_gjk_touching_normal(pair, r);
    double radius_a = a->radius, radius_b = b->radius, gap = r->distance - radius_a - radius_b;
    // The witnesses, measured from on_a along -n.
    double into_a = radius_a, into_b = r->distance - radius_b;
    if (gap <= 0.0)
    {
        // In the middle of what both shells share, but between the cores.
        double t = 0.5 * (into_a + into_b);
        t = t < 0.0 ? 0.0 : t > r->distance ? r->distance : t;
        into_a = into_b = t;
        gap = 0.0;
    }
    vec3d  normal = m3d_apply(pair->world_turn, n);
    vec3d  at = v3d_add(m3d_apply(pair->world_turn, on_a), pair->world_shift);
    double missing = r->distance - r->lower;
    return (rim_distance3){
        .on_a = v3d_round(v3d_along(at, normal, -into_a)),
        .on_b = v3d_round(v3d_along(at, normal, -into_b)),
        .normal = v3d_round(normal),
        .distance = to_float(gap),
        .uncertainty = missing > 0x1p-30 * r->size ? to_float(missing) : 0.0f,
        .feature_a = rim_gjk_feature(a, r->a, r->count),
        .feature_b = rim_gjk_feature(b, r->b, r->count),
    };
}

FOUR_TARGET rim_distance3 FOUR_NAME(rim_gjk_answer)(const rim_convex *a, const rim_xform3 *pa,
                                                    const rim_convex *b, const rim_xform3 *pb,
                                                    rim_warm *warm)
{
    gjk_pair   pair;
    gjk_result r;
    if (!set_pair(&pair, a, pa, b, pb)) return nowhere();
    FOUR_NAME(rim_gjk_search)(&r, &pair, INFINITY, warm);
    if (r.end == GJK_BAD || !rim_finite(r.distance)) return nowhere();
    return tell(&pair, &r, a, b);
}

#endif
