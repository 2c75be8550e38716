// Template: compiled anew by each file that includes it.
// Distances from points and from balls around capsules to eight triangles, in floats, with a bound for the error.
#ifndef RIM_SOLID_MESH_TRAVERSE_DISTANCE_H
#define RIM_SOLID_MESH_TRAVERSE_DISTANCE_H

#include "solid/mesh/traverse.h"

// Squared distances, off by no more than `doubt`.
typedef struct squares8
{
    f32x8 value, doubt;
} squares8;

// Triangles narrower than this sine squared are not measured.
#define SQUARES_NARROW 0x1p-10f

SIMD_INLINE f32x8 f32x8_clamp(f32x8 t)
{
    return f32x8_min(f32x8_max(t, f32x8_all(0.0f)), f32x8_all(1.0f));
}

// Returns the squared distance from 0 to a segment, of squared length e2, whose start is at a squared distance of a2, and
// whose direction goes `down` towards 0.
SIMD_INLINE f32x8 edge_square(f32x8 a2, f32x8 down, f32x8 e2)
{
    f32x8 t = f32x8_clamp(f32x8_div(down, e2));
    return f32x8_sub(a2, f32x8_mul(t, f32x8_sub(f32x8_add(down, down), f32x8_mul(t, e2))));
}

// Returns the lanes of triangles that are too narrow to be measured, or so small that products of four lengths fade away:
// n2 is the square of a product of two sides, whose squares have the product `both`.
SIMD_INLINE f32x8_mask are_narrow(f32x8 n2, f32x8 both)
{
    f32x8 least = f32x8_mul(f32x8_all(SQUARES_NARROW), both);
    return f32x8_less_equal(n2, f32x8_max(least, f32x8_all(0x1p-100f)));
}

// Returns the squared distances from a point to triangles, as the least of a2 + 2 a . (s e + t f) + (s e + t f)^2, where e
// and f lead from the corner a to b and c: over the edges, and, if its own minimum is inside, over all.
//
// With M the size of the corners seen from the point: edges and products are right to 2^-22 of what they are made of, so
// squares on edges to 2^-19 M^2; the minimum's s and t are quotients by the square of |e| |f| and the sine
// between them, so its own square is right to 2^-18 M^2 over the square of the sine. Four times that for what was forgotten.
SIMD_INLINE squares8 point_squares(const triangle3x8 *x, vec3x8 p)
{
    vec3x8 a = vec3x8_sub(x->a, p), e = vec3x8_sub(x->b, x->a), f = vec3x8_sub(x->c, x->a);
    f32x8  none = f32x8_all(0.0f), a2 = vec3x8_dot(a, a), ee = vec3x8_dot(e, e);
    f32x8  ff = vec3x8_dot(f, f), ef = vec3x8_dot(e, f);
    f32x8  ae = vec3x8_dot(a, e), af = vec3x8_dot(a, f);
    f32x8  down_e = f32x8_sub(none, ae), down_f = f32x8_sub(none, af);
    // From b to c.
    f32x8  b2 = f32x8_add(a2, f32x8_add(f32x8_add(ae, ae), ee));
    f32x8  c2 = f32x8_add(a2, f32x8_add(f32x8_add(af, af), ff));
    f32x8  gg = f32x8_add(f32x8_sub(ff, f32x8_add(ef, ef)), ee);
    f32x8  down_g = f32x8_add(f32x8_sub(ae, af), f32x8_sub(ee, ef));
    f32x8  edges = f32x8_min3(edge_square(a2, down_e, ee), edge_square(a2, down_f, ff),
                              edge_square(b2, down_g, gg));
    f32x8  both = f32x8_mul(ee, ff), det = f32x8_sub(both, f32x8_mul(ef, ef));
    f32x8  s = f32x8_sub(f32x8_mul(ff, down_e), f32x8_mul(ef, down_f));
    f32x8  t = f32x8_sub(f32x8_mul(ee, down_f), f32x8_mul(ef, down_e));
    // Inside, if none of these is negative.
    f32x8  least = f32x8_min3(s, t, f32x8_sub(det, f32x8_add(s, t)));
    f32x8  per = f32x8_div(f32x8_all(1.0f), det);
    f32x8  fall =
        f32x8_add(f32x8_mul(f32x8_mul(s, per), down_e), f32x8_mul(f32x8_mul(t, per), down_f));
    f32x8 size =
        f32x8_mul(f32x8_max3(a2, b2, c2), f32x8_mul(f32x8_mul(both, per), f32x8_all(0x1p-16f)));
    return (squares8){ f32x8_pick(f32x8_less(least, none), edges, f32x8_sub(a2, fall)),
                       f32x8_pick(are_narrow(det, both), f32x8_all(INFINITY), size) };
}

// A ball around a capsule's axis, or a point.
typedef struct ball3x8
{
    vec3x8 center;
    f32x8  radius;
} ball3x8;

// The radius allows for how far rounding puts the centre from the middle.
SIMD_INLINE ball3x8 ball_of(const rim_capsule *c)
{
    rim_vec3 half = rim_vec3_scale(rim_vec3_sub(c->b, c->a), 0.5f), at = rim_vec3_add(c->a, half);
    float    size = fabsf(c->a.x) + fabsf(c->a.y) + fabsf(c->a.z);
    size += fabsf(c->b.x) + fabsf(c->b.y) + fabsf(c->b.z);
    return (ball3x8){ vec3x8_all(at.x, at.y, at.z),
                      f32x8_all(rim_vec3_length(half) + size * 0x1p-20f) };
}

// Returns the distances from the ball to triangles, or less.
SIMD_INLINE f32x8 ball_gaps(const triangle3x8 *t, const ball3x8 *ball)
{
    squares8 s = point_squares(t, ball->center);
    f32x8    square = f32x8_max(f32x8_sub(s.value, s.doubt), f32x8_all(0.0f));
    f32x8    least = f32x8_mul(f32x8_sqrt(square), f32x8_all(1.0f - 0x1p-20f));
    return f32x8_sub(least, ball->radius);
}

#endif
