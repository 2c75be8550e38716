// The text of shape3_near.h for either kind of lanes. Lane i is edge i of the triangle and its first corner;
// the last lane is the face.
#ifndef RIM_SOLID_SHAPE3_NEAR_LANES_H
#define RIM_SOLID_SHAPE3_NEAR_LANES_H

#include "solid/shape3_four3.h"
#include "solid/shape3_near.h"

FOUR_INLINE four3 four3_pick(four_mask m, four3 a, four3 b)
{
    four3 l = { four_pick(m, a.x, b.x), four_pick(m, a.y, b.y), four_pick(m, a.z, b.z) };
    return l;
}

FOUR_INLINE vec3d four3_at(four3 v, int i)
{
    double x[4], y[4], z[4];
    four_store(x, v.x);
    four_store(y, v.y);
    four_store(z, v.z);
    return v3d(x[i], y[i], z[i]);
}

// Lane i at fraction t: before, between, after.
FOUR_INLINE void name_part(core_pair *pair, int i, double t)
{
    static const rim_feature PARTS[3][4] = {
        { { RIM_FEATURE_VERTEX, 0 },
          { RIM_FEATURE_VERTEX, 1 },
          { RIM_FEATURE_VERTEX, 2 },
          { RIM_FEATURE_FACE, 0 } },
        { { RIM_FEATURE_EDGE, 0 },
          { RIM_FEATURE_EDGE, 1 },
          { RIM_FEATURE_EDGE, 2 },
          { RIM_FEATURE_FACE, 0 } },
        { { RIM_FEATURE_VERTEX, 1 },
          { RIM_FEATURE_VERTEX, 2 },
          { RIM_FEATURE_VERTEX, 0 },
          { RIM_FEATURE_FACE, 0 } },
    };
    static const rim_case3 LETTERS[3][4] = {
        { RIM_CASE_E, RIM_CASE_E, RIM_CASE_E, RIM_CASE_A },
        { RIM_CASE_C, RIM_CASE_C, RIM_CASE_C, RIM_CASE_A },
        { RIM_CASE_E, RIM_CASE_E, RIM_CASE_E, RIM_CASE_A },
    };
    int part = (t > 0.0) + (t >= 1.0);
    pair->fx = core_feature(RIM_FEATURE_VERTEX, 0);
    pair->fy = PARTS[part][i];
    pair->letter = LETTERS[part][i];
}

// With w from lane i's corner and e its edge, e (w.e / e.e) is the closest point of the edge; with e the face's
// normal it is the way to the plane instead, and what is left of w is the point.
FOUR_INLINE bool touch_ball(core_touch *touch, const core_frame *frame, rim_sphere s,
                            const rim_triangle *triangle)
{
    vec3d  zero = v3d(0.0, 0.0, 0.0), p = core_in(frame, s.center);
    vec3d  b = core_in(frame, triangle->b), c = core_in(frame, triangle->c), n = v3d_cross(b, c);
    double bb = v3d_length2(b), cc = v3d_length2(c), nn = v3d_length2(n);
    double r = s.radius * frame->scale, size = v3d_length2(p) + bb + cc + r * r;
    if (!(quick_size(size) && nn > CORE_PARALLEL * (bb * cc))) return false;

    four3 corner = four3_set(zero, b, c, zero), normal = four3_all(n);
    four3 edge = four3_set(b, v3d_sub(c, b), core_negate(c), n),
          w = four3_sub(four3_all(p), corner);
    four in = four3_dot(four3_cross(edge, w), normal), none = four_all(0.0);
    bool over = (four_bits(four_less(none, in)) & 7) == 7;
    four e2 = four3_dot(edge, edge), t = four_div(four3_dot(w, edge), e2);
    t = four_max(t, four_set(0.0, 0.0, 0.0, -INFINITY));
    t = four_min(t, four_set(1.0, 1.0, 1.0, INFINITY));
    four3 u = { four_mul(edge.x, t), four_mul(edge.y, t), four_mul(edge.z, t) };
    four3 rest = four3_sub(w, u);

    four_mask last = four_less(four_all(0.5), four_set(0.0, 0.0, 0.0, 1.0));
    double    square[4], fraction[4];
    four_store(square, four3_dot(rest, rest));
    four_store(fraction, t);
    int    edge_lane = quick_least(square), i = edge_lane + (3 - edge_lane) * over;
    double height = v3d_dot(p, n);
    // Nothing is too close to the face: its normal is the direction.
    square[3] = INFINITY;
    if (!(square[i] > CORE_SAME * CORE_SAME * size)) return false;
    square[3] = nn;
    double length = sqrt(square[i]), scale = length * (1.0 / square[i]);
    double reach[4] = { length, length, length, fabs(height) * scale };
    four   turn = four_all(quick_sign(height));
    four3 facing = { four_mul(normal.x, turn), four_mul(normal.y, turn), four_mul(normal.z, turn) };
    touch->distance = reach[i];
    touch->normal = v3d_scale(four3_at(four3_pick(last, facing, rest), i), scale);
    touch->pair.x = p;
    touch->pair.y = four3_at(four3_pick(last, rest, four3_add(corner, u)), i);
    name_part(&touch->pair, i, fraction[i]);
    return true;
}

FOUR_TARGET bool FOUR_NAME(near_ball)(core_touch *touch, const core_frame *frame, rim_sphere s,
                                      const rim_triangle *t)
{
    return touch_ball(touch, frame, s, t);
}

FOUR_TARGET rim_distance3 FOUR_NAME(near_ball_distance)(rim_sphere s, const rim_triangle *t)
{
    core_frame frame = { v3d_from(t->a), 1.0, 1.0 };
    core_touch touch;
    if (!touch_ball(&touch, &frame, s, t)) return near_ball_distance_general(s, t);
    return core_distance(&frame, &touch, s.radius, 0.0);
}

FOUR_TARGET rim_contact3 FOUR_NAME(near_ball_contact)(rim_sphere s, const rim_triangle *t)
{
    core_frame frame = { v3d_from(t->a), 1.0, 1.0 };
    core_touch touch;
    if (!touch_ball(&touch, &frame, s, t)) return near_ball_contact_general(s, t);
    return core_contact(&frame, &touch, s.radius, 0.0);
}

#endif
