#include "solid/distance_gjk.h"
#include "solid/distance_simplex.h"

#include <float.h>

// Points are sums of a few rounded products: figures below 2^-46 of their size are rounding.
#define NOTHING 0x1p-46
// How far the search may stop short, relative to the size.
#define ENOUGH 0x1p-42

typedef struct search
{
    vec3d   p[4]; // a - b of each slot
    int     a[4], b[4];
    closest now;
    double  size2; // the largest |p|^2 met
} search;

SIMPLEX_INLINE void put(search *s, const gjk_pair *pair, int slot, int a, int b)
{
    s->a[slot] = a;
    s->b[slot] = b;
    s->p[slot] = gjk_difference(pair, a, b);
    double length2 = v3d_length2(s->p[slot]);
    s->size2 = length2 > s->size2 ? length2 : s->size2;
}

SIMPLEX_INLINE bool holds(const search *s, int a, int b)
{
    for (int i = 0; i < 4; i++)
        if (s->now.mask >> i & 1 && s->a[i] == a && s->b[i] == b) return true;
    return false;
}

SIMPLEX_INLINE int free_slot(int mask)
{
    int slot = 0;
    while (mask >> slot & 1) slot++;
    return slot;
}

static bool begin_warm(search *s, const gjk_pair *pair, const rim_warm *warm)
{
    if (!warm || warm->count < 1 || warm->count > 4) return false;
    for (int i = 0; i < warm->count; i++)
    {
        int a = warm->a[i], b = warm->b[i];
        if (a < 0 || a >= pair->a.count || b < 0 || b >= pair->b.count) return false;
        put(s, pair, i, a, b);
    }
    s->now = closest_of_simplex(s->p, (1 << warm->count) - 1);
    return true;
}

static void begin_cold(search *s, const gjk_pair *pair)
{
    vec3d center = v3d_add(m3d_apply(pair->turn, pair->b.center), pair->shift);
    int   a, b;
    gjk_support(pair, v3d_scale(v3d_sub(center, pair->a.center), pair->scale), &a, &b);
    put(s, pair, 0, a, b);
    s->now = closest_of_point(s->p, 0);
}

void rim_simplex_weights(const vec3d *p, int mask, double weight[4])
{
    vec3d  q[4];
    int    count = 0;
    double sum = 0.0;
    for (int i = 0; i < 4; i++)
        if (mask >> i & 1) q[count++] = p[i];
    weight[0] = 1.0;
    if (count == 2)
    {
        vec3d e = v3d_sub(q[1], q[0]);
        weight[1] = -v3d_dot(q[0], e) / v3d_length2(e);
        weight[0] = 1.0 - weight[1];
    }
    if (count == 3)
    {
        vec3d e = v3d_sub(q[1], q[0]), f = v3d_sub(q[2], q[0]), n = v3d_cross(e, f);
        weight[2] = v3d_dot(v3d_cross(e, n), q[0]);
        weight[1] = v3d_dot(v3d_cross(n, f), q[0]);
        weight[0] = v3d_dot(v3d_cross(v3d_sub(q[2], q[1]), n), q[1]);
    }
    if (count == 4)
    {
        vec3d e = v3d_sub(q[0], q[3]), f = v3d_sub(q[1], q[3]), g = v3d_sub(q[2], q[3]);
        weight[0] = fabs(v3d_dot(v3d_cross(f, g), q[3]));
        weight[1] = fabs(v3d_dot(v3d_cross(g, e), q[3]));
        weight[2] = fabs(v3d_dot(v3d_cross(e, f), q[3]));
        weight[3] = fabs(v3d_dot(e, v3d_cross(f, g))) - weight[0] - weight[1] - weight[2];
    }
    if (count < 3) return;
    for (int i = 0; i < count; i++) sum += weight[i];
    sum = 1.0 / sum;
    for (int i = 0; i < count; i++) weight[i] *= sum;
}

static gjk_result finish(const search *s, gjk_end end, double lower, int steps, rim_warm *warm)
{
    gjk_result r;
    r.end = end;
    r.v = s->now.v;
    r.distance = end == GJK_APART ? sqrt(s->now.vv) : 0.0;
    r.lower = lower < r.distance ? lower : r.distance;
    r.size = sqrt(s->size2);
    r.steps = steps;
    r.count = 0;
    for (int i = 0; i < 4; i++)
    {
        if (!(s->now.mask >> i & 1)) continue;
        r.a[r.count] = s->a[i];
        r.b[r.count++] = s->b[i];
    }
    rim_simplex_weights(s->p, s->now.mask, r.weight);
    if (!warm) return r;
    warm->count = r.count;
    for (int i = 0; i < r.count; i++)
    {
        warm->a[i] = r.a[i];
        warm->b[i] = r.b[i];
    }
    return r;
}

// Every step either ends the search or brings the simplex closer to the origin, and there are finitely
// many simplices. The cap is for the reader's peace.
gjk_result rim_gjk_closest(const gjk_pair *pair, double enough, rim_warm *warm)
{
    search s;
    s.size2 = 0.0;
    if (!begin_warm(&s, pair, warm)) begin_cold(&s, pair);

    double lower = 0.0;
    for (int steps = 1;; steps++)
    {
        if (s.now.mask == 15) return finish(&s, GJK_OVERLAP, 0.0, steps, warm);
        if (s.now.vv <= NOTHING * NOTHING * s.size2) return finish(&s, GJK_TOUCH, 0.0, steps, warm);

        int a, b;
        gjk_support(pair, v3d_scale(s.now.v, -pair->scale), &a, &b);
        if (holds(&s, a, b)) return finish(&s, GJK_APART, INFINITY, steps, warm);

        int slot = free_slot(s.now.mask);
        put(&s, pair, slot, a, b);
        double along = v3d_dot(s.now.v, s.p[slot]), gap = s.now.vv - along;
        if (!(gap > 0.0 && gap * gap > ENOUGH * ENOUGH * s.size2 * s.now.vv))
            return finish(&s, gap == gap ? GJK_APART : GJK_BAD, INFINITY, steps, warm);
        if (along > 0.0 && along * along > lower * lower * s.now.vv)
        {
            lower = along / sqrt(s.now.vv);
            if (lower > enough) return finish(&s, GJK_APART, lower, steps, warm);
        }
        if (steps == GJK_CAP) return finish(&s, GJK_APART, lower, steps, warm);

        closest next = closest_of_simplex(s.p, s.now.mask | 1 << slot);
        if (!(next.vv < s.now.vv)) return finish(&s, GJK_APART, lower, steps, warm);
        s.now = next;
    }
}

vec3d rim_gjk_witness(const gjk_pair *pair, const gjk_result *result)
{
    vec3d sum = v3d(0.0, 0.0, 0.0);
    for (int i = 0; i < result->count; i++)
        sum = v3d_along(sum, v3d_from(pair->a.points[result->a[i]]), result->weight[i]);
    return sum;
}
