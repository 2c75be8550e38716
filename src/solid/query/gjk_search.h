// Template: compiled anew by each file that includes it.
// The search for the closest point of { a - b }, four doubles side by side. Include what support_lanes.h
// asks for first.
//
// A simplex is up to three corners in lanes 0, 1, 2; where there are fewer, some stand there twice, and
// lane 3 repeats one of them. What a further corner n adds to it is asked of all its edges and faces at
// once, without branches that nobody could foretell: lane i is the edge from n to corner i, and the face
// of n, corner i and the corner after it. Only features at n count, for n is nearer to the origin than
// the simplex was, along the way there.
#ifndef RIM_SOLID_QUERY_GJK_SEARCH_H
#define RIM_SOLID_QUERY_GJK_SEARCH_H

#include "solid/query/support_lanes.h"
#include "solid/query/support_hints.h"
#include "solid/query/warm_start.h"

// What spans the closest point. An edge k: lanes k and k + 1; a face 4 + k: all, lane k first.
enum
{
    SPANS_CORNER = 3, // lane 0
    SPANS_FACE = 4,
    SPANS_ALL = 8 // and the new corner: the origin is inside
};

// Of every lane, how it would be; and the lane that is nearest.
typedef struct gjk_nearest
{
    double vv; // |v|^2
    int    lane, spans;
    double x[4], y[4], z[4];             // v
    double t[4];                         // of an edge: the weight of its first corner
    double first[4], second[4], full[4]; // of a face: weights of the first two corners, and all
} gjk_nearest;

typedef struct gjk_minimize
{
    four3  p;     // a - b of each lane
    four   a, b;  // the indices
    double size2; // the largest |p|^2 met
    // Of the farthest plane known to part the two: v . (its corner), squared, over |v|^2.
    double lower_along2, lower_vv;
} gjk_minimize;

// --- a step --------------------------------------------------------------------------------------------

// With e and f the edges of a face from n to corner i and to the one after it, and m = e x f its normal:
// the origin's projection is m (m . n) / |m|^2, and its weights are those areas over |m|^2
//
//      corner i:  m . (f x n)        the one after:  m . (n x e)        n:  the rest
//
// The origin is inside the tetrahedron if, seen from every face at n, it lies on the side of the fourth
// corner, h = m . (that corner - n); the face opposite of n cannot part them.
FOUR_INLINE void nearest_with(gjk_nearest *r, const gjk_minimize *s, four3 n)
{
    four  zero = four_all(0.0), one = four_all(1.0), far = four_all(INFINITY);
    four3 e = four3_sub(s->p, n), f = four3_turn(e);
    four  ee = four3_dot(e, e), ff = four_turn(ee);
    four  back = four_sub(zero, four3_dot(n, e));
    // Where an edge has no length this is 0 / 0, and the larger of that and 0 is 0.
    four  t = four_min(four_max(four_div(back, ee), zero), one);
    four3 on_edge = four3_add(n, four3_scale(e, t));
    four  edge2 = four3_dot(on_edge, on_edge);

    four3     m = four3_cross(e, f), ne = four3_cross(n, e);
    four      mm = four3_dot(m, m), height = four3_dot(m, n);
    four      second = four3_dot(m, ne), first = four_sub(zero, four3_dot(m, four3_turn(ne)));
    four      least = four_mul(four_mul(ee, ff), four_all(SIMPLEX_FLAT * SIMPLEX_FLAT));
    four      along = four_div(height, mm);
    four3     on_face = four3_scale(m, along);
    four_mask good = four_and(four_less(zero, first), four_less(zero, second));
    good = four_and(good, four_less(four_add(first, second), mm));
    good = four_and(good, four_less(least, mm));
    four face2 = four_pick(good, four_mul(height, along), far);

    four      h = four3_dot(m, four3_turn(f)), hh = four_mul(h, h);
    four_mask same = four_less(four_mul(h, height), zero);
    four_mask thick = four_less(four_mul(least, four_turn(ff)), hh);

    four_mask on = four_less(face2, edge2);
    four      best = four_min(face2, edge2);
    four3     v = four3_pick(on, on_face, on_edge);
    r->vv = four_lowest(best);
    r->lane = four_lowest_bit((unsigned)four_bits(four_equal(best, four_all(r->vv))) | 8u);
    four_store(r->x, v.x);
    four_store(r->y, v.y);
    four_store(r->z, v.z);
    four_store(r->t, t);
    four_store(r->first, first);
    four_store(r->second, second);
    four_store(r->full, mm);
    int face = four_bits(on) >> r->lane & 1, edge = four_bits(four_less(zero, t)) >> r->lane & 1;
    r->spans = face ? SPANS_FACE + r->lane : edge ? r->lane : SPANS_CORNER;
    r->spans = (four_bits(four_and(same, thick)) & 7) == 7 ? SPANS_ALL : r->spans;
}

// Puts the new corner where the spanned feature leaves a place.
FOUR_INLINE void take_place(gjk_minimize *s, int spans, four3 corner, four a, four b)
{
    static const double places[SPANS_ALL][4] = {
        { 0, 1, 1, 1 }, { 1, 0, 1, 1 }, { 1, 1, 0, 1 }, { 1, 1, 1, 1 },
        { 0, 0, 1, 1 }, { 1, 0, 0, 1 }, { 0, 1, 0, 1 }, { 1, 1, 1, 1 },
    };
    four_mask take = four_less(four_all(0.0), four_load(places[spans]));
    s->p = four3_pick(take, corner, s->p);
    s->a = four_pick(take, a, s->a);
    s->b = four_pick(take, b, s->b);
}

// --- the start ------------------------------------------------------------------------------------------

FOUR_INLINE four four_indices(const int i[4])
{
    return four_set(i[0], i[1], i[2], i[3]);
}

// The last answer's corners in lanes, the first of them in lane 3, which is to be the new one.
FOUR_INLINE bool load_warm(gjk_minimize *s, const gjk_pair *pair, const rim_warm *warm)
{
    int count = warm ? warm->count : 0;
    if (count < 1 || count > 4) return false;
    int      j = count > 1 ? 1 : 0, k = count > 2 ? 2 : j, l = count > 3 ? 3 : j;
    int      a[4] = { warm->a[j], warm->a[k], warm->a[l], warm->a[0] };
    int      b[4] = { warm->b[j], warm->b[k], warm->b[l], warm->b[0] };
    unsigned na = (unsigned)pair->a.count, nb = (unsigned)pair->b.count, bad = 0;
    for (int i = 0; i < 4; i++) bad |= ((unsigned)a[i] >= na) | ((unsigned)b[i] >= nb);
    if (bad) return false;
    s->p = differences(pair, a, b);
    s->a = four_indices(a);
    s->b = four_indices(b);
    s->size2 = four_highest(four3_dot(s->p, s->p));
    return true;
}

// Of a simplex that lies anyhow: the part of it that is nearest goes to the lanes, and one of its corners to
// lane 3. False if the origin is inside.
FOUR_TARGET static bool part_anyhow(gjk_minimize *s)
{
    double x[4], y[4], z[4], a[4], b[4];
    vec3d  p[4];
    four_store(x, s->p.x);
    four_store(y, s->p.y);
    four_store(z, s->p.z);
    four_store(a, s->a);
    four_store(b, s->b);
    for (int i = 0; i < 4; i++) p[i] = v3d(x[i], y[i], z[i]);
    simplex_closest c = closest_of_simplex(p, 15);
    int             slots[4] = { 0, 0, 0, 0 }, n = 0;
    for (int i = 0; i < 4; i++)
        if (c.mask >> i & 1) slots[n++] = i;
    if (n == 4) return false;
    int i = slots[0], j = n > 1 ? slots[1] : i, k = n > 2 ? slots[2] : j;
    s->p = four3_set(p[j], p[k], p[j], p[i]);
    s->a = four_set(a[j], a[k], a[j], a[i]);
    s->b = four_set(b[j], b[k], b[j], b[i]);
    return true;
}

// Is what a warm start found on all its corners?
FOUR_INLINE bool gjk_is_whole(const gjk_nearest *now, int count)
{
    return count == 3   ? now->spans >= SPANS_FACE && now->spans < SPANS_ALL
           : count == 2 ? now->spans < SPANS_CORNER && now->t[now->lane] < 1.0
                        : count == 1;
}

// From four corners that lie anyhow, as nearest_with found them, if that stands; else from the part of them that is
// nearest. False if rounding does not tell.
FOUR_INLINE bool begin_anyhow(gjk_minimize *s, gjk_nearest *now, bool stands)
{
    four3 corner = four3_last(s->p);
    if (!stands)
    {
        if (!part_anyhow(s))
        {
            now->spans = SPANS_ALL;
            return true;
        }
        corner = four3_last(s->p);
        nearest_with(now, s, corner);
        if (now->spans == SPANS_ALL) return false;
    }
    four a = four_last(s->a), b = four_last(s->b);
    take_place(s, now->spans, corner, a, b);
    return true;
}

// From the last answer's simplex. False: start afresh.
FOUR_INLINE bool begin_warm(gjk_minimize *s, gjk_nearest *now, const gjk_pair *pair,
                            const rim_warm *warm)
{
    if (!load_warm(s, pair, warm)) return false;
    nearest_with(now, s, four3_last(s->p));
    return begin_anyhow(s, now, gjk_is_whole(now, warm->count));
}

// From the corners that two hulls guess to lie farthest along d and along three directions about it: the answer
// is seldom far from them, while the vector to a first point alone often leads astray.
FOUR_INLINE bool begin_guessed(gjk_minimize *s, gjk_nearest *now, const gjk_pair *pair, vec3d d)
{
    four3 ways = directions_about(d, 0.5 * (pair->a.hull->guess_tilt + pair->b.hull->guess_tilt));
    int   a[4], b[4];
    guess_four(a, pair->a.hull, ways);
    guess_four(b, pair->b.hull, turn_back(pair, ways));
    s->p = differences(pair, a, b);
    s->a = four_indices(a);
    s->b = four_indices(b);
    s->size2 = four_highest(four3_dot(s->p, s->p));
    nearest_with(now, s, four3_last(s->p));
    // Inside as seen from one corner may be beyond the face opposite.
    return begin_anyhow(s, now, now->spans != SPANS_ALL);
}

FOUR_INLINE void begin_cold(gjk_minimize *s, gjk_nearest *now, const gjk_pair *pair)
{
    vec3d center = gjk_point_of_b(pair, gjk_center(&pair->b));
    vec3d d = v3d_scale(v3d_sub(center, gjk_center(&pair->a)), pair->scale);
    int   a, b;
    if (may_guess(&pair->a) && may_guess(&pair->b) && begin_guessed(s, now, pair, d)) return;
    support_pair(pair, d, &a, &b);
    vec3d p = gjk_difference(pair, a, b);
    s->p = four3_all(p);
    s->a = four_all(a);
    s->b = four_all(b);
    s->size2 = now->vv = v3d_length2(p);
    now->spans = SPANS_CORNER;
    now->lane = 0;
    now->x[0] = p.x, now->y[0] = p.y, now->z[0] = p.z;
    now->t[0] = now->first[0] = now->second[0] = now->full[0] = 1.0;
}

// From the nearest point on the last answer's corners.
FOUR_INLINE void begin_still(gjk_minimize *s, gjk_nearest *now, const warm_start_start *from)
{
    vec3d p = vec3d_of(from->p[0]), v = vec3d_of(from->v);
    s->p = four3_set(vec3d_of(from->p[1]), vec3d_of(from->p[2]), p, p);
    s->a = four_set(from->a[1], from->a[2], from->a[0], from->a[0]);
    s->b = four_set(from->b[1], from->b[2], from->b[0], from->b[0]);
    s->size2 = from->size2;
    now->vv = from->vv;
    now->spans = from->count == 3 ? SPANS_FACE : from->count == 2 ? 0 : SPANS_CORNER;
    now->lane = 0;
    now->x[0] = v.x, now->y[0] = v.y, now->z[0] = v.z;
    now->t[0] = now->first[0] = from->weight[1];
    now->second[0] = from->weight[2];
    now->full[0] = 1.0;
}

// --- the end --------------------------------------------------------------------------------------------

// Corners that take no part have weight 0.
FOUR_INLINE void name_corners(gjk_result *r, const gjk_minimize *s, const gjk_nearest *now)
{
    static const int after[4] = { 1, 2, 0, 3 };
    double           a[4], b[4];
    four_store(a, s->a);
    four_store(b, s->b);
    bool   face = now->spans >= SPANS_FACE, corner = now->spans == SPANS_CORNER;
    int    lane = now->lane, i = corner ? 0 : lane, j = after[i], k = after[j];
    double share = 1.0 / (face ? now->full[lane] : 1.0), t = corner ? 1.0 : now->t[lane];
    double first = face ? now->first[lane] * share : t;
    double second = face ? now->second[lane] * share : 1.0 - first;
    r->count = face ? 3 : first == 1.0 ? 1 : 2;
    r->a[0] = (int)a[i], r->a[1] = (int)a[j], r->a[2] = (int)a[k], r->a[3] = 0;
    r->b[0] = (int)b[i], r->b[1] = (int)b[j], r->b[2] = (int)b[k], r->b[3] = 0;
    r->weight[0] = first;
    r->weight[1] = second;
    r->weight[2] = face ? 1.0 - (first + second) : 0.0;
    r->weight[3] = 0.0;
}

FOUR_INLINE void keep_warm(rim_warm *warm, const gjk_result *r)
{
    warm->count = r->count;
    for (int i = 0; i < 4; i++) warm->a[i] = r->a[i];
    for (int i = 0; i < 4; i++) warm->b[i] = r->b[i];
}

FOUR_INLINE void gjk_finish(gjk_result *r, const gjk_minimize *s, const gjk_nearest *now,
                            gjk_end end, bool settled, int steps, rim_warm *warm)
{
    r->end = end;
    r->v = v3d(now->x[now->lane], now->y[now->lane], now->z[now->lane]);
    r->distance = end == GJK_APART ? sqrt(now->vv) : 0.0;
    r->lower = r->distance;
    if (!settled)
    {
        double lower = sqrt(s->lower_along2 / s->lower_vv);
        r->lower = lower < r->distance ? lower : r->distance;
    }
    r->size = sqrt(s->size2);
    r->steps = steps;
    name_corners(r, s, now);
    if (warm) keep_warm(warm, r);
}

// The tetrahedron of the lanes is around the origin.
FOUR_TARGET static void finish_inside(gjk_result *r, const gjk_minimize *s, int steps,
                                      rim_warm *warm)
{
    double x[4], y[4], z[4], a[4], b[4];
    vec3d  p[4];
    four_store(x, s->p.x);
    four_store(y, s->p.y);
    four_store(z, s->p.z);
    four_store(a, s->a);
    four_store(b, s->b);
    for (int i = 0; i < 4; i++)
    {
        p[i] = v3d(x[i], y[i], z[i]);
        r->a[i] = (int)a[i];
        r->b[i] = (int)b[i];
    }
    r->end = GJK_OVERLAP;
    r->v = v3d(0.0, 0.0, 0.0);
    r->distance = r->lower = 0.0;
    r->size = sqrt(s->size2);
    r->steps = steps;
    r->count = 4;
    simplex_weights(p, 15, r->weight);
    if (warm) keep_warm(warm, r);
}

// Puts the new corner into lane 3.
FOUR_INLINE void put_last(gjk_minimize *s, four3 corner, double a, double b)
{
    four_mask last = four_less(four_all(0.0), four_set(0.0, 0.0, 0.0, 1.0));
    s->p = four3_pick(last, corner, s->p);
    s->a = four_pick(last, four_all(a), s->a);
    s->b = four_pick(last, four_all(b), s->b);
}

// Every step either ends the search or brings the simplex closer to the origin, and there are finitely
// many simplices. The cap is for the reader's peace.
FOUR_TARGET static void search_on(gjk_result *r, const gjk_pair *pair, double enough,
                                  const warm_start_start *from, rim_warm *warm)
{
    gjk_minimize s;
    gjk_nearest  two[2], *now = &two[0], *next = &two[1];
    s.size2 = 0.0;
    s.lower_along2 = 0.0;
    s.lower_vv = 1.0;
    if (from)
        begin_still(&s, now, from);
    else if (!begin_warm(&s, now, pair, warm))
        begin_cold(&s, now, pair);
    if (now->spans == SPANS_ALL)
    {
        finish_inside(r, &s, 1, warm);
        return;
    }
    for (int steps = 1;; steps++)
    {
        double vv = now->vv;
        if (vv <= WARM_START_NOTHING * WARM_START_NOTHING * s.size2)
        {
            gjk_finish(r, &s, now, GJK_TOUCH, true, steps, warm);
            return;
        }
        int   a, b;
        vec3d v = v3d(now->x[now->lane], now->y[now->lane], now->z[now->lane]);
        support_pair(pair, v3d_scale(v, -pair->scale), &a, &b);
        vec3d  corner = gjk_difference(pair, a, b);
        double along = v3d_dot(v, corner), gap = vv - along;
        s.size2 = larger_of(s.size2, v3d_length2(corner));
        bool known =
            four_bits(four_and(four_equal(s.a, four_all(a)), four_equal(s.b, four_all(b))));
        if (known || !(gap > 0.0 && gap * gap > ENOUGH * ENOUGH * s.size2 * vv))
        {
            gjk_finish(r, &s, now, known || gap == gap ? GJK_APART : GJK_BAD, true, steps, warm);
            return;
        }
        double along2 = along > 0.0 ? along * along : 0.0;
        bool   farther = along2 * s.lower_vv > s.lower_along2 * vv;
        s.lower_along2 = farther ? along2 : s.lower_along2;
        s.lower_vv = farther ? vv : s.lower_vv;

        four3 n = four3_all(corner);
        nearest_with(next, &s, n);
        bool inside = next->spans == SPANS_ALL;
        if (along2 > enough * enough * vv || steps == GJK_CAP || (!inside && !(next->vv < vv)))
        {
            gjk_finish(r, &s, now, GJK_APART, false, steps, warm);
            return;
        }
        if (inside)
        {
            put_last(&s, n, a, b);
            finish_inside(r, &s, steps, warm);
            return;
        }
        take_place(&s, next->spans, n, four_all(a), four_all(b));
        gjk_nearest *old = now;
        now = next;
        next = old;
    }
}

FOUR_TARGET void FOUR_NAME(gjk_closest_features)(gjk_result *r, const gjk_pair *pair, double enough,
                                                 rim_warm *warm)
{
    columns          turn = { four_of(pair->turn.x), four_of(pair->turn.y), four_of(pair->turn.z) };
    warm_start_query k = { &pair->a, &pair->b, NULL, &turn, four_of(pair->shift), false };
    still            s;
    standing         stands = warm ? stand(&s, &k, warm) : STILL_NOWHERE;
    if (stands == STILL_NOWHERE)
    {
        search_on(r, pair, enough, NULL, warm);
        return;
    }
    if (stands == STILL_INSIDE)
    {
        warm_start_start from;
        set_start(&from, &s);
        search_on(r, pair, enough, &from, warm);
        return;
    }
    r->v = vec3d_of(s.v);
    set_still(r, &s);
}

#endif
