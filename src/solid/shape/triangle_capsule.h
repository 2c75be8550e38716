// Template: compiled anew by each file that includes it.
// A rod, the axis of a capsule, near a triangle, for either kind of lanes.
#ifndef RIM_SOLID_SHAPE_TRIANGLE_CAPSULE_H
#define RIM_SOLID_SHAPE_TRIANGLE_CAPSULE_H

#include "solid/shape/triangle_lanes.h"

FOUR_INLINE four3 spread_point(const rim_vec3 *v, double scale)
{
    four3 l = { four_spread(&v->x), four_spread(&v->y), four_spread(&v->z) };
    return scale == 1.0 ? l : four3_scale(l, four_all(scale));
}

FOUR_INLINE four clamp_lanes(four t)
{
    return four_min(four_max(t, four_all(0.0)), four_all(1.0));
}

// What the ends of the rod say: the heights over the plane times |normal|, in all lanes, and whether they are
// over the face.
typedef struct rod_ends
{
    four a, b, tilt; // b = a + tilt
    bool over_a, over_b, through;
} rod_ends;

// inside_a, inside_b: which side of the edges' planes they are on, positive inside. Where the heights change
// sign, inside is where all of (inside_a b - inside_b a) / (b - a) are positive.
FOUR_INLINE rod_ends ends_of(four a, four tilt, four inside_a, four inside_b)
{
    four     none = four_all(0.0);
    rod_ends ends = { .a = a, .b = four_add(a, tilt), .tilt = tilt };
    four     at = four_sub(four_mul(inside_a, ends.b), four_mul(inside_b, a));
    at = four_last_of(four_mul(at, tilt), four_sub(none, four_mul(a, ends.b)));
    ends.over_a = four_bits(four_less(none, inside_a)) == 15;
    ends.over_b = four_bits(four_less(none, inside_b)) == 15;
    ends.through = four_bits(four_less_equal(none, at)) == 15;
    return ends;
}

// The rod is a + s u, edge i is w + t e from a. With n = u x e the lines are closest at s = (w x e) . n / n.n;
// clamping s, then t for it, then s again for that finds the closest points (as core_segments). In the last lane e
// is the face's normal, and s chosen: for an end of the rod its height is t.
FOUR_INLINE bool rod_way(near_way *found, four3 *point, double scale, const rim_capsule *c,
                         const rim_triangle *triangle)
{
    four     none = four_all(0.0), one = four_all(1.0);
    four3    corner = four3_corners(triangle, scale), edge = four3_sub(four3_next(corner), corner);
    four3    a = spread_point(&c->a, scale), u = four3_sub(spread_point(&c->b, scale), a);
    four3    w = four3_sub(corner, a), normal = four3_cross(edge, four3_next(edge));
    four3    n = four3_cross(u, edge), we = four3_cross(w, edge), e = four3_last_of(edge, normal);
    four     ee = four3_dot(e, e), ue = four3_dot(u, e), ew = four3_dot(e, w);
    four     uu = four3_dot(u, u), nn = four3_dot(n, n), inside = four3_dot(we, normal);
    rod_ends ends = ends_of(four_sub(none, four_last(ew)), four_last(ue), inside,
                            four_sub(inside, four3_dot(n, normal)));
    // Of two ends over the face the second is closer where the rod leans to the plane.
    int      leans = four_bits(four_less(four_mul(ends.a, ends.tilt), none)) & 1;
    int      second = ends.over_b & (leans | (int)!ends.over_a);

    four s = clamp_lanes(four_div(four3_dot(we, n), nn));
    s = four_last_of(s, four_flag(second));
    four t = four_div(four_sub(four_mul(s, ue), ew), ee), end = s;
    t = four_max(t, four_set(0.0, 0.0, 0.0, -INFINITY));
    t = four_min(t, four_set(1.0, 1.0, 1.0, INFINITY));
    s = four_add(four3_dot(u, w), four_mul(t, ue));
    s = four_last_of(clamp_lanes(four_mul(s, four_div(one, uu))), end);
    four3     us = four3_scale(u, s), et = four3_scale(e, t);
    four3     way = four3_last_of(four3_sub(us, four3_add(w, et)), et), x = four3_add(a, us);
    four      square = four3_dot(way, way), length = four_sqrt(square);
    four      inverse = four_mul(length, four_div(one, square));
    int       under = (four_bits(four_less(four_last(square), square)) & 7) == 7;
    int       i;
    four_lane lane = four_lane_of_least(&i, square, (under & (ends.over_a | ends.over_b)) << 3);

    // No two of rod, edges and plane are parallel, and |w|^2 is no more than thrice all the rest.
    four      lengths = four_third(ee), size = four_add(four_add(lengths, uu), square);
    four      area = four_mul(four_all(CORE_PARALLEL), four_mul(lengths, four_next(lengths)));
    four      flat = four_mul(four_all(CORE_PARALLEL), four_mul(uu, ee));
    four_mask good = four_less(area, four_last(ee));
    good = four_and(good, four_less(flat, four_last_of(nn, four_mul(ue, ue))));
    good = four_and(good, four_less(size, four_all(QUICK_MOST)));
    good = four_and(good, four_less(four_all(QUICK_LEAST), size));
    int apart = four_bits(four_less(four_mul(four_all(CORE_SAME * CORE_SAME), size), square));
    if (!near_radius(c->radius) || ends.through || four_bits(good) != 15 || !(apart >> i & 1))
        return false;

    int axis = place_in(i, four_bits(four_less(none, s)), four_bits(four_less_equal(one, s)));
    int place = place_in(i, four_bits(four_less(none, t)), four_bits(four_less_equal(one, t)));
    found->way = four3_take(way, lane);
    found->length = four_take(length, lane);
    found->inverse = four_take(inverse, lane);
    found->axis = (rim_feature_kind)(RIM_FEATURE_VERTEX + (axis & 1));
    found->part = triangle_part_of(axis, i, place);
    *point = four3_take(x, lane);
    return true;
}

FOUR_INLINE bool touch_rod(core_touch *touch, double scale, const rim_capsule *c,
                           const rim_triangle *t)
{
    near_way found;
    four3    point;
    if (!rod_way(&found, &point, scale, c, t)) return false;
    touch_near(touch, &found, four3_first(point));
    return true;
}

FOUR_TARGET bool FOUR_NAME(capsule_triangle)(core_touch *touch, const core_frame *frame,
                                             const rim_capsule *c, const rim_triangle *t)
{
    return touch_rod(touch, frame->scale, c, t);
}

FOUR_TARGET rim_distance3 FOUR_NAME(capsule_triangle_distance)(const rim_capsule  *c,
                                                               const rim_triangle *t)
{
    near_way      found;
    rim_distance3 answer;
    four3         point;
    if (!rod_way(&found, &point, 1.0, c, t)) return capsule_triangle_distance_general(c, t);
    tell_near(&answer, &found, point, &c->radius);
    return answer;
}

FOUR_TARGET rim_contact3 FOUR_NAME(capsule_triangle_contact)(const rim_capsule  *c,
                                                             const rim_triangle *t)
{
    core_frame frame = { { 0.0, 0.0, 0.0 }, 1.0, 1.0 };
    core_touch touch;
    if (!touch_rod(&touch, 1.0, c, t)) return capsule_triangle_contact_general(c, t);
    return core_contact(&frame, &touch, c->radius, 0.0);
}

#endif
