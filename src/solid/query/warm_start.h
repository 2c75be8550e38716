// Template: compiled anew by each file that includes it.
// Are the features that were nearest still the nearest? Mostly they are, and to see that needs no search: one
// look at the points of both shapes proves it. Include what support_lanes.h asks for first, and say how far
// a shape of many points reaches:
//
//      REACH_OF_MANY(shape, direction, known, scale)      the largest dot product, in double; one is known
#ifndef RIM_SOLID_QUERY_WARM_START_H
#define RIM_SOLID_QUERY_WARM_START_H

#include "solid/query/support_lanes.h"
#include "solid/query/simplex.h"
#include "solid/query/relative_pose.h"
#include "solid/hull/support.h"

#ifdef CPU_GNU
#define NOT_INLINE __attribute__((noinline))
#define SELDOM __attribute__((noinline, cold))
#else
#define NOT_INLINE
#define SELDOM
#endif

// Points are sums of a few rounded products: figures below 2^-46 of their size are rounding.
#define WARM_START_NOTHING 0x1p-46
// How far the search may stop short, relative to the size.
#define ENOUGH 0x1p-42

// More than these are asked in floats first.
#define WARM_START_MANY 32

// What the corners that are asked come from.
typedef struct warm_start_query
{
    const gjk_shape *a, *b;
    const columns   *turn_a,
        *turn_b; // into the frame of the answer; turn_a may be NULL: that is the frame of a
    four shift;  // of b
    bool hulls;  // both: four bytes follow the last point
} warm_start_query;

// The nearest point on the corners of the last answer, up to three; those behind `count` are the first one's.
typedef struct still
{
    int    count, a[3], b[3];
    four   on_a[3], p[3], v, normal;
    double weight[3], vv, distance, size2;
} still;

FOUR_INLINE four warm_start_point_of(const warm_start_query *k, const gjk_shape *shape, int i)
{
    const rim_vec3 *p = shape->points + i;
    return k->hulls ? four_point(p) : four_set_floats(p->x, p->y, p->z, 0.0f);
}

FOUR_INLINE four turned_a(const warm_start_query *k, int i)
{
    four p = warm_start_point_of(k, k->a, i);
    return k->turn_a ? columns_apply(k->turn_a, p) : p;
}

FOUR_INLINE four turned_b(const warm_start_query *k, int i)
{
    return four_add(columns_apply(k->turn_b, warm_start_point_of(k, k->b, i)), k->shift);
}

FOUR_INLINE four3 four3_spread(four v)
{
    four3 l = { FOUR_LANES(v, 0, 0, 0, 0), FOUR_LANES(v, 1, 1, 1, 1), FOUR_LANES(v, 2, 2, 2, 2) };
    return l;
}

FOUR_INLINE double larger_of(double a, double b)
{
    return a > b ? a : b;
}

FOUR_INLINE bool load_still(still *s, const warm_start_query *k, const rim_warm *warm)
{
    int count = warm->count;
    if (count < 1 || count > 3) return false;
    unsigned na = (unsigned)k->a->count, nb = (unsigned)k->b->count, bad = 0;
    s->count = count;
    for (int i = 0; i < 3; i++)
    {
        int j = i < count ? i : 0;
        s->a[i] = warm->a[j];
        s->b[i] = warm->b[j];
        bad |= ((unsigned)s->a[i] >= na) | ((unsigned)s->b[i] >= nb);
    }
    if (bad) return false;
    for (int i = 0; i < 3; i++) s->on_a[i] = turned_a(k, s->a[i]);
    for (int i = 0; i < 3; i++) s->p[i] = four_sub(s->on_a[i], turned_b(k, s->b[i]));
    return true;
}

FOUR_INLINE bool is_inside_edge(still *s)
{
    four   e = four_sub(s->p[1], s->p[0]);
    double back = -relative_pose_dot3(s->p[0], e), ee = relative_pose_dot3(e, e), t = back / ee;
    s->v = four_add(s->p[0], four_mul(e, four_all(t)));
    s->weight[0] = 1.0 - t;
    s->weight[1] = t;
    s->weight[2] = 0.0;
    return back > 0.0 && back < ee;
}

FOUR_INLINE bool is_inside_face(still *s)
{
    four o = s->p[0], e = four_sub(s->p[1], o), f = four_sub(s->p[2], o);
    four o_turned = four_turn(o), e_turned = four_turn(e), f_turned = four_turn(f);
    four m = relative_pose_cross3(e, e_turned, f, f_turned);
    four oe = relative_pose_cross3(o, o_turned, e, e_turned),
         fo = relative_pose_cross3(f, f_turned, o, o_turned);
    double mm = relative_pose_dot3(m, m), second = relative_pose_dot3(m, fo),
           third = relative_pose_dot3(m, oe), share = 1.0 / mm;
    double height = relative_pose_dot3(m, o), along = share * sqrt(mm); // 1 / |m|
    s->v = four_mul(m, four_all(height * share));
    s->normal = four_mul(m, four_all(height < 0.0 ? -along : along));
    s->distance = fabs(height) * along;
    s->weight[1] = second * share;
    s->weight[2] = third * share;
    s->weight[0] = 1.0 - (s->weight[1] + s->weight[2]);
    return mm > SIMPLEX_FLAT * SIMPLEX_FLAT *
                    (relative_pose_dot3(e, e) * relative_pose_dot3(f, f)) &&
           second > 0.0 && third > 0.0 && second + third < mm;
}

// False unless the nearest point is inside of the corner, the edge, or the face, and clearly not the origin.
FOUR_INLINE bool warm_start_is_inside(still *s)
{
    s->v = s->p[0];
    s->weight[0] = 1.0;
    s->weight[1] = s->weight[2] = 0.0;
    if (s->count == 2 && !is_inside_edge(s)) return false;
    if (s->count == 3 && !is_inside_face(s)) return false;
    s->vv = relative_pose_dot3(s->v, s->v);
    if (s->count < 3)
    {
        s->distance = sqrt(s->vv);
        s->normal = four_mul(s->v, four_all(1.0 / s->distance));
    }
    s->size2 = relative_pose_dot3(s->p[0], s->p[0]);
    if (s->count > 1) s->size2 = larger_of(s->size2, relative_pose_dot3(s->p[1], s->p[1]));
    if (s->count > 2) s->size2 = larger_of(s->size2, relative_pose_dot3(s->p[2], s->p[2]));
    return s->vv > WARM_START_NOTHING * WARM_START_NOTHING * s->size2;
}

FOUR_INLINE four dots_of_four(const rim_hull *hull, four3 way, int first)
{
    four3 p = { four_load_floats(hull->x + first), four_load_floats(hull->y + first),
                four_load_floats(hull->z + first) };
    return four3_dot(way, p);
}

// The largest dot product of d with a point of the shape; p is one of them. By itself, and of values, so that the
// shapes need not be in memory where this is not asked.
FOUR_TARGET NOT_INLINE static double reach_of_all(gjk_shape shape, gjk_shape other, four shift,
                                                  four d, four p)
{
    vec3d v = vec3d_of(d);
    int   padded = gjk_padded(&shape);
    if (padded > WARM_START_MANY)
        return REACH_OF_MANY(&shape, v, relative_pose_dot3(d, p),
                             scale_of(&shape, &other, vec3d_of(shift)));
    if (padded == 0)
        return support_distance_scalar(&shape, v.x, v.y, v.z, relative_pose_dot3(d, p), 1.0);
    four3 way = four3_spread(d);
    four  highest = four_all(-INFINITY);
    for (int i = 0; i < padded; i += 4)
        highest = four_max(dots_of_four(shape.hull, way, i), highest);
    return four_highest(highest);
}

// How much farther than its corner, which is at p, the neighbors of it lie along d; 0 if none does.
FOUR_INLINE double warm_start_is_beyond(const rim_hull *hull, int corner, four p, four d)
{
    four3        way = four3_spread(d), from = four3_spread(p);
    const float *at = hull->spokes + VERTEX_ADJACENCY_BLOCK * hull->hubs[corner].first;
    const float *end = hull->spokes + VERTEX_ADJACENCY_BLOCK * hull->hubs[corner + 1].first;
    four         most = four_all(0.0);
    do
    {
        for (int i = 0; i < VERTEX_ADJACENCY_LANES; i += 4)
        {
            four3 to = { four_load_floats(at + i),
                         four_load_floats(at + VERTEX_ADJACENCY_LANES + i),
                         four_load_floats(at + 2 * VERTEX_ADJACENCY_LANES + i) };
            most = four_max(four3_dot(way, four3_sub(to, from)), most);
        }
        at += VERTEX_ADJACENCY_BLOCK;
    } while (at < end);
    return four_highest(most);
}

// The largest dot product of d with the corner and its neighbors, and in `more` what the farthest of all points may add
// to it; of few or of other points that of all.
FOUR_INLINE double reach_about(const warm_start_query *k, const gjk_shape *shape,
                               const gjk_shape *other, int corner, four d, double *more)
{
    four            p = warm_start_point_of(k, shape, corner);
    const rim_hull *hull = shape->hull;
    if (hull && hull->hubs)
    {
        double off = warm_start_is_beyond(hull, corner, p, d);
        *more += hull->hubs[corner].stretch * off;
        return relative_pose_dot3(d, p) + off;
    }
    if (gjk_padded(shape) != 8) return reach_of_all(*shape, *other, k->shift, d, p);
    four3 way = four3_spread(d);
    return four_highest(four_max(dots_of_four(hull, way, 0), dots_of_four(hull, way, 4)));
}

// Would a search go on for it?
FOUR_INLINE bool is_gap(double gap, const still *s)
{
    return !(gap <= 0.0 || gap * gap <= ENOUGH * ENOUGH * s->size2 * s->vv);
}

// Does nothing of { a - b } reach farther than v, towards the origin?
FOUR_INLINE bool is_nearest(const still *s, const warm_start_query *k)
{
    four   back = four_sub(four_all(0.0), s->v);
    four   way_a = k->turn_a ? columns_unapply(k->turn_a, back) : back;
    four   way_b = columns_unapply(k->turn_b, s->v);
    double more = 0.0, along = relative_pose_dot3(s->v, k->shift);
    double reach_a = reach_about(k, k->a, k->b, s->a[0], way_a, &more);
    double reach_b = reach_about(k, k->b, k->a, s->b[0], way_b, &more);
    double gap = s->vv + (reach_a + reach_b + along);
    if (is_gap(gap, s)) return false;
    if (!is_gap(gap + more, s)) return true;
    // Rounding does not tell of neighbors alone.
    reach_a = reach_of_all(*k->a, *k->b, k->shift, way_a, warm_start_point_of(k, k->a, s->a[0]));
    reach_b = reach_of_all(*k->b, *k->a, k->shift, way_b, warm_start_point_of(k, k->b, s->b[0]));
    return !is_gap(s->vv + (reach_a + reach_b + along), s);
}

// Which corners the nearest point is inside of: bits, the lowest that of the last one. None or all if rounding does not
// tell.
FOUR_TARGET NOT_INLINE static int corners_around(int count, four p, four q, four r)
{
    vec3d all[3] = { vec3d_of(p), vec3d_of(q), vec3d_of(r) };
    vec3d from_last[3] = { all[count - 1], all[count == 3], all[0] };
    return closest_of_simplex(from_last, (1 << count) - 1).mask;
}

FOUR_INLINE four one_of(const four v[3], int i)
{
    return i == 0 ? v[0] : i == 1 ? v[1] : v[2];
}

FOUR_INLINE int warm_start_word_of(const int v[3], int i)
{
    return i == 0 ? v[0] : i == 1 ? v[1] : v[2];
}

typedef enum standing
{
    STILL_NEAREST, // this is the answer
    STILL_INSIDE,  // of the corners, but there is something nearer
    STILL_NOWHERE
} standing;

// Where the nearest point is not inside, s becomes those of its corners that it is inside of, and warm with it.
FOUR_INLINE bool keep_inside(still *s, rim_warm *warm)
{
    static const signed char slots[7][2] = { { 0, 0 }, { 0, 0 }, { 1, 1 }, { 0, 1 },
                                             { 2, 2 }, { 0, 2 }, { 1, 2 } };
    if (warm_start_is_inside(s)) return true;
    int bits = corners_around(s->count, s->p[0], s->p[1], s->p[2]), last = s->count - 1;
    if (bits == 0 || bits == 7) return false;
    int i = last - slots[bits][0], j = last - slots[bits][1];
    int ai = warm_start_word_of(s->a, i), aj = warm_start_word_of(s->a, j),
        bi = warm_start_word_of(s->b, i), bj = warm_start_word_of(s->b, j);
    four pi = one_of(s->p, i), pj = one_of(s->p, j), oi = one_of(s->on_a, i),
         oj = one_of(s->on_a, j);
    s->count = i == j ? 1 : 2;
    s->p[0] = s->p[2] = pi, s->p[1] = pj;
    s->on_a[0] = s->on_a[2] = oi, s->on_a[1] = oj;
    s->a[0] = s->a[2] = ai, s->a[1] = aj;
    s->b[0] = s->b[2] = bi, s->b[1] = bj;
    if (!warm_start_is_inside(s)) return false;
    warm->count = s->count;
    warm->a[0] = aj, warm->a[1] = ai;
    warm->b[0] = bj, warm->b[1] = bi;
    return true;
}

FOUR_INLINE standing stand(still *s, const warm_start_query *k, rim_warm *warm)
{
    if (!load_still(s, k, warm) || !keep_inside(s, warm)) return STILL_NOWHERE;
    return is_nearest(s, k) ? STILL_NEAREST : STILL_INSIDE;
}

// What a search begins with: less than a still, as it is handed over in memory.
typedef struct warm_start_start
{
    four   p[3], v;
    double weight[3], vv, size2;
    int    count, a[3], b[3];
} warm_start_start;

FOUR_INLINE void set_start(warm_start_start *to, const still *s)
{
    for (int i = 0; i < 3; i++)
    {
        to->p[i] = s->p[i];
        to->weight[i] = s->weight[i];
        to->a[i] = s->a[i];
        to->b[i] = s->b[i];
    }
    to->v = s->v;
    to->vv = s->vv;
    to->size2 = s->size2;
    to->count = s->count;
}

FOUR_INLINE void set_still(gjk_result *r, const still *s)
{
    r->end = GJK_APART;
    r->distance = r->lower = s->distance;
    r->size = sqrt(s->size2);
    r->steps = 1;
    r->count = s->count;
    for (int i = 0; i < 3; i++)
    {
        r->a[i] = s->a[i];
        r->b[i] = s->b[i];
        r->weight[i] = s->weight[i];
    }
    r->a[3] = r->b[3] = 0;
    r->weight[3] = 0.0;
}

#endif
