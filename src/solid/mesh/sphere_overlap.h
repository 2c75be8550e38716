// Template: compiled anew by each file that includes it.
// Which triangles are within a distance of a point, without asking how far they are.
//
// A triangle is within r of a point if a corner is, or a place inside of an edge, or one inside of the face. For a
// corner a, seen from the point, that is a a <= r r. Along the edge a + t e the square is least at t = -(a e) / (e e);
// where that is between 0 and 1 the edge is near if (a a - r r) (e e) <= (a e)^2. So there is no root, and one quotient
// only, that of the face; and the answers are signs of differences, which are put together as bits.
#ifndef RIM_SOLID_MESH_SPHERE_OVERLAP_H
#define RIM_SOLID_MESH_SPHERE_OVERLAP_H

#include "solid/mesh/traverse.h"

// Which of eight triangles are surely in, and which perhaps.
typedef struct verdict
{
    unsigned surely, perhaps;
} verdict;

// Triangles narrower than this sine squared are not measured.
#define NARROW 0x1p-10f

// From this size of coordinates on products of four lengths may overflow, and signs would say nothing.
#define WITHIN_MOST 0x1p29f

// The point, and squares: what is below `low` is within r, what is above `high` is not.
typedef struct eight_ball
{
    eight3 at;
    eight  low, high;
} eight_ball;

EIGHT_INLINE eight_ball sphere_overlap_sphere_of(rim_vec3 at, float r)
{
    eight_ball ball = { eight3_all(at.x, at.y, at.z), eight_all(r * r * (1.0f - 0x1p-22f)),
                        eight_all(r * r * (1.0f + 0x1p-22f) + 0x1p-120f) };
    return ball;
}

// The same, of x y z and the radius, and that alone.
EIGHT_INLINE eight_ball ball_around(quad all, quad r)
{
    quad       square = quad_mul(r, r);
    quad       low = quad_mul(square, quad_all(1.0f - 0x1p-22f));
    quad       high = quad_mul(square, quad_all(1.0f + 0x1p-22f));
    eight_ball ball = { { eight_spread(all, 0), eight_spread(all, 1), eight_spread(all, 2) },
                        eight_spread(low, 0),
                        eight_spread(quad_add(high, quad_all(0x1p-120f)), 0) };
    return ball;
}

// Products are added as the processor can, rounded once or twice: the bounds hold for both, and no answer is made of
// these numbers.
EIGHT_INLINE eight bound_dot(eight3 a, eight3 b)
{
    return eight_fma(a.z, b.z, eight_fma(a.y, b.y, eight_mul(a.x, b.x)));
}

// What is surely within reach, and what is at most a little out of it.
typedef struct within
{
    eight_signs surely, near;
} within;

// The inside of the edge a + t e, with ae = a e and ee = e e, and a a less the squares of the reach.
EIGHT_INLINE within edge_within(eight surely, eight near, eight ae, eight ee)
{
    eight       square = eight_mul(ae, ae);
    eight_signs inside = eight_and_not(eight_sign(ae), eight_sign(eight_add(ae, ee)));
    within      w = { eight_both(inside, eight_sign(eight_fms(surely, ee, square))),
                      eight_both(inside, eight_sign(eight_fms(near, ee, square))) };
    return w;
}

EIGHT_INLINE within within_or(within a, within b)
{
    within w = { eight_either(a.surely, b.surely), eight_either(a.near, b.near) };
    return w;
}

// The inside of the face, which has its foot at a - (s e + t f) / det. Narrow triangles, and those so small that products of four
// lengths fade away, are not `wide`.
EIGHT_INLINE within face_within(eight surely, eight near, eight ae, eight af, eight ee, eight ef,
                                eight ff, eight doubt, eight_signs *wide)
{
    eight both = eight_mul(ee, ff), det = eight_fnma(ef, ef, both);
    eight s = eight_fnma(ef, af, eight_mul(ff, ae));
    eight t = eight_fnma(ef, ae, eight_mul(ee, af));
    eight per = eight_div(eight_all(1.0f), det);
    eight off = eight_mul(doubt, eight_mul(both, per));
    eight narrow = eight_max(eight_mul(both, eight_all(NARROW)), eight_all(0x1p-100f));
    *wide = eight_sign(eight_sub(narrow, det));
    // Inside, if neither s nor t is above 0, nor their sum below -det.
    eight_signs inside = eight_and_not(eight_both(eight_sign(s), eight_sign(t)),
                                       eight_sign(eight_add(det, eight_add(s, t))));
    // The square less the reach's is the sum of two, which are made side by side.
    eight       u = eight_mul(s, per), v = eight_mul(t, per);
    eight       sure = eight_add(eight_fnma(u, ae, surely), eight_fnma(v, af, off));
    eight       close = eight_sub(eight_fnma(u, ae, near), eight_fma(v, af, off));
    within      w = { eight_both(inside, eight_sign(sure)), eight_both(inside, eight_sign(close)) };
    return w;
}

// With M the size of the corners seen from the point: these and the edges are right to 2^-24 of what they are, their
// products to five times that of the lengths' products, and c2 to 2^-17 M^2. So the square on an edge, times e e, is
// right to 2^-18 M^2 (e e). Where the foot on an edge's or the face's line is taken to be inside and is not quite, the
// square is too small by that of a rounding. The face's is right to 2^-18 M^2 over the square of the sine between e and
// f. All are given 2^-16.
EIGHT_INLINE verdict triangles_within(const eight_triangles *x, const eight_ball *ball,
                                      unsigned there)
{
    eight3      a = eight3_sub(x->a, ball->at), b = eight3_sub(x->b, ball->at);
    eight3      e = eight3_sub(x->b, x->a), f = eight3_sub(x->c, x->a), g = eight3_sub(x->c, x->b);
    eight       a2 = bound_dot(a, a), b2 = bound_dot(b, b), ee = bound_dot(e, e);
    eight       ff = bound_dot(f, f), ef = bound_dot(e, f), ae = bound_dot(a, e);
    eight       af = bound_dot(a, f), c2 = eight_fma(eight_all(2.0f), af, eight_add(a2, ff));
    eight       doubt = eight_mul(eight_max3(a2, b2, c2), eight_all(0x1p-16f));
    eight       low = eight_sub(ball->low, doubt), high = eight_add(ball->high, doubt);
    eight       least = eight_min3(a2, b2, c2);
    eight       a_low = eight_sub(a2, low), a_high = eight_sub(a2, high);
    eight_signs wide;
    within      w = { eight_sign(eight_sub(least, low)), eight_sign(eight_sub(least, high)) };
    w = within_or(w, edge_within(a_low, a_high, ae, ee));
    w = within_or(w, edge_within(a_low, a_high, af, ff));
    w = within_or(
        w, edge_within(eight_sub(b2, low), eight_sub(b2, high), bound_dot(b, g), bound_dot(g, g)));
    w = within_or(w, face_within(a_low, a_high, ae, af, ee, ef, ff, doubt, &wide));
    unsigned known = eight_sign_bits(wide);
    verdict  v;
    v.surely = eight_sign_bits(w.surely) & known & there;
    v.perhaps = (eight_sign_bits(w.near) | ~known) & there & ~v.surely;
    return v;
}

#endif
