// Template: compiled anew by each file that includes it.
// The distance of two posed shapes, from the poses to the witnesses. Include it behind gjk_search.h.
#ifndef RIM_SOLID_QUERY_DISTANCE_H
#define RIM_SOLID_QUERY_DISTANCE_H

#include "base/float.h"
#include "simd/cpu.h"
#include "solid/query/gjk_pair.h"

#include <float.h>
#include <stddef.h>

enum
{
    FIND_MOST = 8 // what four_find looks at: behind the last neighbors lies more of the hull
};

// What put_answer takes for granted.
_Static_assert(offsetof(rim_distance3, distance) == 36 &&
                   offsetof(rim_distance3, feature_a) == 44 && sizeof(rim_distance3) == 64,
               "an answer is sixteen words");

// The largest float, if x is larger.
FOUR_INLINE double within_floats(double x)
{
    return x > FLT_MAX ? FLT_MAX : x;
}

FOUR_TARGET bool FOUR_NAME(gjk_prepare_pair)(gjk_pair *pair, const rim_convex *a,
                                             const rim_xform3 *pa, const rim_convex *b,
                                             const rim_xform3 *pb)
{
    relation r = relate(pa, pb);
    return gjk_set_pair(pair, &r, a, b);
}

// An answer in registers.
typedef struct told
{
    four        on_a, on_b, normal;
    double      distance; // no more than a float holds
    rim_feature feature_a, feature_b;
} told;

// All but the features: n, and on_a on the core of a, in the world.
FOUR_INLINE told distance_report(four n, four on_a, double distance, double radius_a,
                                 double radius_b)
{
    told   t;
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
    t.normal = n;
    t.on_a = four_add(on_a, four_mul(four_all(-into_a), n));
    t.on_b = four_add(on_a, four_mul(four_all(-into_b), n));
    t.distance = within_floats(gap);
    return t;
}

// Stored wide: a caller mostly reads a point or a number of it at once, and would wait for what was stored in
// smaller pieces than it reads.
FOUR_INLINE void put_answer(rim_distance3 *answer, const told *t, double uncertainty)
{
    rim_feature fa = t->feature_a, fb = t->feature_b;
    four_answer(answer, t->on_a, t->on_b, four_last_of(t->normal, four_all(t->distance)),
                (float)uncertainty, (int)fa.kind,
                four_words_of(fa.index, (int)fb.kind, fb.index, RIM_CASE_NONE));
}

FOUR_TARGET SELDOM static rim_distance3 distance_no_position(void)
{
    rim_distance3 d = { .distance = INFINITY };
    return d;
}

// By a search. By itself, as what it needs in memory is seldom needed.
FOUR_TARGET NOT_INLINE static rim_distance3 search_for(const rim_convex *a, const rim_xform3 *pa,
                                                       const rim_convex *b, const rim_xform3 *pb,
                                                       const warm_start_start *from, rim_warm *warm)
{
    rim_distance3 answer;
    relation      place = relate(pa, pb);
    gjk_pair      pair;
    gjk_result    r;
    if (!gjk_set_pair(&pair, &place, a, b)) return distance_no_position();
    if (from)
    {
        warm_start_start here = *from;
        for (int i = 0; i < 3; i++) here.p[i] = columns_unapply(&place.world_turn, from->p[i]);
        here.v = columns_unapply(&place.world_turn, from->v);
        search_on(&r, &pair, INFINITY, &here, warm);
    }
    else
        FOUR_NAME(gjk_closest_features)(&r, &pair, INFINITY, warm);
    if (r.end == GJK_BAD || !float_is_finite(r.distance)) return distance_no_position();
    vec3d n =
        r.end == GJK_APART ? v3d_scale(r.v, 1.0 / r.distance) : gjk_touching_normal(&pair, &r);
    double      missing = r.distance - r.lower;
    rim_feature feature_a = gjk_feature(a, r.a, r.count);
    rim_feature feature_b = gjk_feature(b, r.b, r.count);
    four        witness = columns_apply(&place.world_turn, four_of(gjk_witness(&pair, &r)));
    told        t =
        distance_report(columns_apply(&place.world_turn, four_of(n)),
                        four_add(witness, place.world_shift), r.distance, a->radius, b->radius);
    t.feature_a = feature_a;
    t.feature_b = feature_b;
    put_answer(&answer, &t, missing > 0x1p-30 * r.size ? within_floats(missing) : 0.0);
    return answer;
}

// As gjk_feature_of_three, of what is met most: a corner, an edge, a face by two edges of its first corner.
FOUR_INLINE rim_feature feature_of_three(const rim_convex *convex, const int corners[3])
{
    int  i = corners[0], j = corners[1], k = corners[2];
    bool second = j != i, third = k != i && k != j;
    if (!second && !third) return (rim_feature){ RIM_FEATURE_VERTEX, i };
    const rim_hull *hull = convex->hull;
    int             from = hull->neighbor_starts[i], count = hull->neighbor_starts[i + 1] - from;
    count = count < FIND_MOST ? count : FIND_MOST;
    int to_j = four_find(hull->neighbors + from, count, second ? j : k);
    if (to_j >= 0 && !(second && third))
        return (rim_feature){ RIM_FEATURE_EDGE, hull->neighbor_edges[from + to_j] };
    int to_k = four_find(hull->neighbors + from, count, k);
    if (to_j >= 0 && to_k >= 0)
    {
        const rim_hull_edge *e = &hull->edges[hull->neighbor_edges[from + to_j]];
        const rim_hull_edge *f = &hull->edges[hull->neighbor_edges[from + to_k]];
        if (e->left == f->left || e->left == f->right)
            return (rim_feature){ RIM_FEATURE_FACE, e->left };
        if (e->right == f->left || e->right == f->right)
            return (rim_feature){ RIM_FEATURE_FACE, e->right };
    }
    return gjk_feature_of_three(convex, i, j, k);
}

// Of hulls that were asked before; what a search may begin with is left in s. All is done in the world's axes: that
// is more to turn than in the frame of a, but there is less to wait for.
FOUR_INLINE standing ask_again(told *t, still *s, const relative_pose_posed *poses,
                               const rim_convex *a, const rim_convex *b, rim_warm *warm)
{
    gjk_shape shape_a, shape_b;
    set_shape(&shape_a, a);
    set_shape(&shape_b, b);
    warm_start_query k = { &shape_a, &shape_b, &poses->turn_a, &poses->turn_b, poses->apart, true };
    standing         stands = stand(s, &k, warm);
    if (stands != STILL_NEAREST) return stands;
    if (!float_is_finite(s->distance + a->radius + b->radius)) return STILL_NOWHERE;
    four on_a = four_mul(s->on_a[0], four_all(s->weight[0]));
    on_a = four_add(on_a, four_mul(four_all(s->weight[1]), s->on_a[1]));
    on_a = four_add(on_a, four_mul(four_all(s->weight[2]), s->on_a[2]));
    *t =
        distance_report(s->normal, four_add(on_a, poses->place), s->distance, a->radius, b->radius);
    t->feature_a = feature_of_three(a, s->a);
    t->feature_b = feature_of_three(b, s->b);
    return stands;
}

FOUR_TARGET rim_distance3 FOUR_NAME(gjk_distance)(const rim_convex *a, const rim_xform3 *pa,
                                                  const rim_convex *b, const rim_xform3 *pb,
                                                  rim_warm *warm)
{
    rim_distance3 answer;
    told          t;
    still         s;
    bool          hulls = a->hull && b->hull && a->count > 0 && b->count > 0;
    if (!warm || warm->count < 1 || !hulls) return search_for(a, pa, b, pb, NULL, warm);
    relative_pose_posed poses = pose_both(pa, pb);
    standing            stands = ask_again(&t, &s, &poses, a, b, warm);
    if (stands == STILL_NEAREST)
    {
        put_answer(&answer, &t, 0.0);
        return answer;
    }
    if (stands == STILL_NOWHERE) return search_for(a, pa, b, pb, NULL, warm);
    warm_start_start from;
    set_start(&from, &s);
    return search_for(a, pa, b, pb, &from, warm);
}

#endif
