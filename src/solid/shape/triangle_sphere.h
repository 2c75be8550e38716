// Template: compiled anew by each file that includes it.
// A ball near a triangle, for either kind of lanes.
#ifndef RIM_SOLID_SHAPE_TRIANGLE_SPHERE_H
#define RIM_SOLID_SHAPE_TRIANGLE_SPHERE_H

#include "solid/shape/triangle_lanes.h"

// With w from lane i's corner and e its edge, e (w.e / e.e) is the closest point of the edge and what is left of
// w the way from it; with e the face's normal it is the way itself.
FOUR_INLINE bool ball_way(near_way *found, double scale, const rim_sphere *s,
                          const rim_triangle *triangle)
{
    four  none = four_all(0.0), one = four_all(1.0);
    // Corners a, b, c, c to b, c, a, a. The next edges are taken from the corners, too: all waits for them.
    four3 corner = four3_corners(triangle, scale), after = four3_next(corner);
    four3 edge = four3_sub(after, corner), next = four3_sub(four3_second_next(corner), after);
    four3 center = { four_spread(&s->center.x), four_spread(&s->center.y),
                     four_spread(&s->center.z) };
    if (scale != 1.0) center = four3_scale(center, four_all(scale));
    four3 w = four3_sub(center, corner), normal = four3_cross(edge, next);
    // 15 + 1 where every edge has the ball on its inner side.
    int   inside = four_bits(four_less(none, four3_dot(four3_cross(edge, w), normal))) + 1;
    four3 e = four3_last_of(edge, normal);
    four  e2 = four3_dot(e, e), t = four_div(four3_dot(w, e), e2);
    t = four_max(t, four_set(0.0, 0.0, 0.0, -INFINITY));
    t = four_min(t, four_set(1.0, 1.0, 1.0, INFINITY));
    four3     u = four3_scale(e, t), way = four3_last_of(four3_sub(w, u), u);
    four      square = four3_dot(way, way), length = four_sqrt(square);
    four      inverse = four_mul(length, four_div(one, square));
    int       i;
    four_lane lane = four_lane_of_least(&i, square, inside >> 1 & 8);

    // |w|^2 is no more than twice the edge's and the way's squares together.
    four      lengths = four_third(e2);
    four      size = four_add(lengths, square);
    four      area = four_mul(four_all(CORE_PARALLEL), four_mul(lengths, four_next(lengths)));
    four_mask good = four_less(area, four_last(e2));
    good = four_and(good, four_less(size, four_all(QUICK_MOST)));
    int apart = four_bits(four_less(four_mul(four_all(CORE_SAME * CORE_SAME), size), square));
    if (!near_radius(s->radius) || four_bits(good) != 15 || !(apart >> i & 1)) return false;

    found->way = four3_take(way, lane);
    found->length = four_take(length, lane);
    found->inverse = four_take(inverse, lane);
    found->axis = RIM_FEATURE_VERTEX;
    int place = place_in(i, four_bits(four_less(none, t)), four_bits(four_less_equal(one, t)));
    found->part = triangle_part_of(0, i, place);
    return true;
}

FOUR_INLINE bool touch_ball(core_touch *touch, double scale, const rim_sphere *s,
                            const rim_triangle *t)
{
    near_way found;
    if (!ball_way(&found, scale, s, t)) return false;
    touch_near(touch, &found, v3d_scale(v3d_from(s->center), scale));
    return true;
}

FOUR_TARGET bool FOUR_NAME(sphere_triangle)(core_touch *touch, const core_frame *frame,
                                            const rim_sphere *s, const rim_triangle *t)
{
    return touch_ball(touch, frame->scale, s, t);
}

FOUR_TARGET rim_distance3 FOUR_NAME(sphere_triangle_distance)(const rim_sphere   *s,
                                                              const rim_triangle *t)
{
    near_way      found;
    rim_distance3 answer;
    if (!ball_way(&found, 1.0, s, t)) return sphere_triangle_distance_general(s, t);
    four3 point = { four_spread(&s->center.x), four_spread(&s->center.y),
                    four_spread(&s->center.z) };
    tell_near(&answer, &found, point, &s->radius);
    return answer;
}

FOUR_TARGET rim_contact3 FOUR_NAME(sphere_triangle_contact)(const rim_sphere   *s,
                                                            const rim_triangle *t)
{
    core_frame frame = { { 0.0, 0.0, 0.0 }, 1.0, 1.0 };
    core_touch touch;
    if (!touch_ball(&touch, 1.0, s, t)) return sphere_triangle_contact_general(s, t);
    return core_contact(&frame, &touch, s->radius, 0.0);
}

#endif
