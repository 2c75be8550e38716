// The distance of two posed shapes, from the poses to the witnesses. Include it behind distance_search.h.
#ifndef RIM_SOLID_DISTANCE_ANSWER_H
#define RIM_SOLID_DISTANCE_ANSWER_H

#include "base/cpu.h"
#include "base/finite.h"
#include "solid/distance_pair.h"

#include <float.h>

FOUR_INLINE float to_float(double x)
{
    return x > FLT_MAX ? FLT_MAX : (float)x;
}

// An answer in registers.
typedef struct told
{
    four        on_a, on_b, normal;
    float       distance, uncertainty;
    rim_feature feature_a, feature_b;
} told;

// All but the features. n and on_a in the frame of a, on_a on its core.
FOUR_INLINE void tell(told *t, const relation *place, four n, four on_a, double distance,
                      double radius_a, double radius_b)
{
    double gap = distance - radius_a - radius_b;
    // The witnesses, measured from on_a along -n.
    double into_a = radius_a, into_b = distance - radius_b;
    if (gap <= 0.0)
    {
        // In the middle of what both shells share, but between the cores.
        double s = 0.5 * (into_a + into_b);
        s = s < 0.0 ? 0.0 : s > distance ? distance : s;
        into_a = into_b = s;
        gap = 0.0;
    }
    t->normal = columns_apply(&place->world_turn, n);
    four at = four_add(columns_apply(&place->world_turn, on_a), place->world_shift);
    t->on_a = four_add(at, four_mul(four_all(-into_a), t->normal));
    t->on_b = four_add(at, four_mul(four_all(-into_b), t->normal));
    t->distance = to_float(gap);
    t->uncertainty = 0.0f;
}

FOUR_INLINE rim_distance3 answer_of(told t)
{
    return (rim_distance3){
        .on_a = four_round(t.on_a),
        .on_b = four_round(t.on_b),
        .normal = four_round(t.normal),
        .distance = t.distance,
        .uncertainty = t.uncertainty,
        .feature_a = t.feature_a,
        .feature_b = t.feature_b,
    };
}

FOUR_TARGET SELDOM static rim_distance3 nowhere(void)
{
    rim_distance3 d = { .distance = INFINITY };
    return d;
}

// By a search. By itself, as what it needs in memory is seldom needed.
FOUR_TARGET NOT_INLINE static rim_distance3 search_for(const rim_convex *a, const rim_xform3 *pa,
                                                       const rim_convex *b, const rim_xform3 *pb,
                                                       const still *from, rim_warm *warm)
{
    relation   place = relate(pa, pb);
    gjk_pair   pair;
    gjk_result r;
    if (!set_pair(&pair, &place, a, b)) return nowhere();
    if (from)
        search_on(&r, &pair, INFINITY, from, warm);
    else
        FOUR_NAME(rim_gjk_search)(&r, &pair, INFINITY, warm);
    if (r.end == GJK_BAD || !rim_finite(r.distance)) return nowhere();
    vec3d n =
        r.end == GJK_APART ? v3d_scale(r.v, 1.0 / r.distance) : rim_gjk_touching_normal(&pair, &r);
    double      missing = r.distance - r.lower;
    rim_feature feature_a = rim_gjk_feature(a, r.a, r.count);
    rim_feature feature_b = rim_gjk_feature(b, r.b, r.count);
    told        t;
    tell(&t, &place, four_of(n), four_of(rim_gjk_witness(&pair, &r)), r.distance, a->radius,
         b->radius);
    t.feature_a = feature_a;
    t.feature_b = feature_b;
    if (missing > 0x1p-30 * r.size) t.uncertainty = to_float(missing);
    return answer_of(t);
}

// Of hulls that were asked before; what a search may begin with is left in s.
FOUR_INLINE standing ask_again(told *t, still *s, const relation *place, const rim_convex *a,
                               const rim_convex *b, rim_warm *warm)
{
    gjk_shape shape_a, shape_b;
    set_shape(&shape_a, a);
    set_shape(&shape_b, b);
    asked k = { &shape_a, &shape_b, &place->turn, place->shift, true };
    if (!load_still(s, &k, warm)) return STILL_NOWHERE;
    // What takes long to come, and what waits for nothing, goes first.
    int count = s->count;
    t->feature_a = rim_gjk_feature_of_three(a, s->a[0], s->a[1], s->a[2]);
    t->feature_b = rim_gjk_feature_of_three(b, s->b[0], s->b[1], s->b[2]);
    if (!keep_inside(s, warm)) return STILL_NOWHERE;
    double distance = sqrt(s->vv), share = 1.0 / distance;
    if (!rim_finite(distance + a->radius + b->radius)) return STILL_NOWHERE;
    if (!is_nearest(s, &k)) return STILL_INSIDE;
    four on_a = four_mul(point_of(&k, k.a, s->a[0]), four_all(s->weight[0]));
    on_a = four_add(on_a, four_mul(four_all(s->weight[1]), point_of(&k, k.a, s->a[1])));
    on_a = four_add(on_a, four_mul(four_all(s->weight[2]), point_of(&k, k.a, s->a[2])));
    tell(t, place, four_mul(s->v, four_all(share)), on_a, distance, a->radius, b->radius);
    if (s->count == count) return STILL_NEAREST;
    t->feature_a = rim_gjk_feature_of_three(a, s->a[0], s->a[1], s->a[2]);
    t->feature_b = rim_gjk_feature_of_three(b, s->b[0], s->b[1], s->b[2]);
    return STILL_NEAREST;
}

FOUR_TARGET rim_distance3 FOUR_NAME(rim_gjk_answer)(const rim_convex *a, const rim_xform3 *pa,
                                                    const rim_convex *b, const rim_xform3 *pb,
                                                    rim_warm *warm)
{
    told  t;
    still s;
    bool  hulls = a->hull && b->hull && a->count > 0 && b->count > 0;
    if (!warm || warm->count < 1 || !hulls) return search_for(a, pa, b, pb, NULL, warm);
    relation place = relate(pa, pb);
    standing stands = ask_again(&t, &s, &place, a, b, warm);
    if (stands == STILL_NEAREST) return answer_of(t);
    still from = s; // a copy, so that s need not be in memory
    return search_for(a, pa, b, pb, stands == STILL_INSIDE ? &from : NULL, warm);
}

#endif
