// Template: compiled anew by each file that includes it.
// Four guesses at once. Include solid/shape/four_plain.h or solid/shape/four_avx2.h first.
#ifndef RIM_SOLID_QUERY_SUPPORT_HINTS_H
#define RIM_SOLID_QUERY_SUPPORT_HINTS_H

#include "solid/query/gjk.h"
#include "solid/shape/four3.h"

FOUR_INLINE bool may_guess(const gjk_shape *shape)
{
    return shape->hull && shape->hull->guess_side > 0;
}

// d in lane 3; in the others directions that are about `tilt` off, to three sides of it.
FOUR_INLINE four3 directions_about(vec3d d, double tilt)
{
    double sum = fabs(d.x) + fabs(d.y) + fabs(d.z);
    // At right angles to d, and nearly as long; and w to both. As |d| <= sum < 1.74 |d|, w is 0.63 to 1.1 of u, where
    // the corners of a regular triangle would want 0.87.
    bool   steep = fabs(d.z) > fabs(d.x);
    vec3d  u = v3d(steep ? 0.0 : d.y, steep ? d.z : -d.x, steep ? -d.y : 0.0);
    vec3d  w = v3d_scale(v3d_cross(d, u), 1.1 / (sum > 0x1p-500 ? sum : 1.0));
    four   along_u = four_mul(four_all(tilt), four_set(1.0, -0.5, -0.5, 0.0));
    four   along_w = four_mul(four_all(tilt), four_set(0.0, 1.0, -1.0, 0.0));
    four3  off = four3_add(four3_scale(four3_all(u), along_u), four3_scale(four3_all(w), along_w));
    return four3_add(four3_all(d), off);
}

// The opposite directions, in the frame of b.
FOUR_INLINE four3 turn_back(const gjk_pair *pair, four3 d)
{
    four3 back = four3_scale(d, four_all(-1.0));
    four3 to = { four3_dot(back, four3_all(pair->turn.x)), four3_dot(back, four3_all(pair->turn.y)),
                 four3_dot(back, four3_all(pair->turn.z)) };
    return to;
}

// On the square of solid/hull/support.h: what lies below is turned over the diamond's edge.
FOUR_INLINE void guess_four(int out[4], const rim_hull *hull, four3 d)
{
    four      one = four_all(1.0), zero = four_all(0.0);
    four      sum = four_add(four_add(four_abs(d.x), four_abs(d.y)), four_abs(d.z));
    four      share = four_div(one, four_max(sum, four_all(0x1p-500)));
    four      x = four_mul(d.x, share), y = four_mul(d.y, share);
    four      far_x = four_sub(one, four_abs(y)), far_y = four_sub(one, four_abs(x));
    four_mask below = four_less(d.z, zero);
    four      u = four_pick(four_less(x, zero), four_sub(zero, far_x), far_x);
    four      v = four_pick(four_less(y, zero), four_sub(zero, far_y), far_y);
    u = four_pick(below, u, x);
    v = four_pick(below, v, y);
    // A little less than half a side, so that 1 is in the last cell.
    four   half = four_all(0.5 * hull->guess_side * (1.0 - 0x1p-20));
    double column[4], row[4];
    four_store(column, four_mul(four_add(u, one), half));
    four_store(row, four_mul(four_add(v, one), half));
    for (int i = 0; i < 4; i++)
        out[i] = hull->guess[(int)row[i] * hull->guess_side + (int)column[i]];
}

FOUR_INLINE four3 points_of(const rim_vec3 *points, int i, int j, int k, int l)
{
    const rim_vec3 *p = points + i, *q = points + j, *r = points + k, *t = points + l;
    four3 v = { four_set_floats(p->x, q->x, r->x, t->x), four_set_floats(p->y, q->y, r->y, t->y),
                four_set_floats(p->z, q->z, r->z, t->z) };
    return v;
}

// a - b of four pairs of points.
FOUR_INLINE four3 differences(const gjk_pair *pair, const int a[4], const int b[4])
{
    four3 p = points_of(pair->a.points, a[0], a[1], a[2], a[3]);
    four3 q = points_of(pair->b.points, b[0], b[1], b[2], b[3]);
    four3 turned = four3_scale(four3_all(pair->turn.x), q.x);
    turned = four3_add(turned, four3_scale(four3_all(pair->turn.y), q.y));
    turned = four3_add(turned, four3_scale(four3_all(pair->turn.z), q.z));
    return four3_sub(p, four3_add(turned, four3_all(pair->shift)));
}

#endif
