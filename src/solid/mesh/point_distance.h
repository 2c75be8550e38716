// Template: compiled anew by each file that includes it.
// Squared distances from points and capsules, in floats, with a bound for the error.
#ifndef RIM_SOLID_MESH_POINT_DISTANCE_H
#define RIM_SOLID_MESH_POINT_DISTANCE_H

#include "solid/mesh/sphere_overlap.h"

// The squared distance to the children's boxes, or a little less.
EIGHT_INLINE eight node_squares(const mesh_node *node, quad p)
{
    eight sum = eight_all(0.0f), none = sum;
    quad  step = quad_powers(node->scale), at = quad_sub(quad_load(node->origin), p);
    quad  size = quad_add(quad_abs(at), quad_mul(step, quad_all(256.0f)));
    quad  doubt = quad_mul(size, quad_all(0x1p-22f));
    quad  near = quad_sub(at, doubt), far = quad_add(at, doubt);
    for (int k = 0; k < 3; k++)
    {
        eight steps = eight_spread(step, k);
        eight lo = eight_add(eight_mul(eight_bytes(node->lo + k * MESH_WIDE), steps),
                             eight_spread(near, k));
        eight hi = eight_add(eight_mul(eight_bytes(node->hi + k * MESH_WIDE), steps),
                             eight_spread(far, k));
        eight out = eight_max3(lo, eight_sub(none, hi), none);
        sum = eight_add(sum, eight_mul(out, out));
    }
    return eight_mul(sum, eight_all(1.0f - 0x1p-20f));
}

// The square of a distance, or a little more.
EIGHT_INLINE float square_above(float distance)
{
    return distance * distance * (1.0f + 0x1p-20f) + 0x1p-120f;
}

// Squared distances, off by no more than `doubt`.
typedef struct squares
{
    eight value, doubt;
} squares;

EIGHT_INLINE eight eight_clamp(eight t)
{
    return eight_min(eight_max(t, eight_all(0.0f)), eight_all(1.0f));
}

// The squared distance from 0 to a segment, of squared length e2, whose start is at a squared distance of a2, and
// whose direction goes `down` towards 0.
EIGHT_INLINE eight edge_square(eight a2, eight down, eight e2)
{
    eight t = eight_clamp(eight_div(down, e2));
    return eight_sub(a2, eight_mul(t, eight_sub(eight_add(down, down), eight_mul(t, e2))));
}

// Triangles that are NARROW are not measured, nor are those so small that products of four lengths fade away.
EIGHT_INLINE unsigned is_narrow(eight n2, eight ab2, eight bc2)
{
    eight least = eight_mul(eight_all(NARROW), eight_mul(ab2, bc2));
    return eight_no_more(n2, eight_max(least, eight_all(0x1p-100f)));
}

// Squared distances from a point to triangles, as the least of a2 + 2 a . (s e + t f) + (s e + t f)^2, where e and f lead
// from the corner a to b and c: over the edges, and, if its own minimum is inside, over all.
//
// With M the size of the corners seen from the point: edges and products are right to 2^-22 of what they are made of, so
// squares on edges to 2^-19 M^2; the minimum's s and t are quotients by the square of |e| |f| and the sine
// between them, so its own square is right to 2^-18 M^2 over the square of the sine. Four times that for what was forgotten.
EIGHT_INLINE squares point_squares(const eight_triangles *triangles, eight3 p)
{
    eight3 a = eight3_sub(triangles->a, p), none3 = eight3_all(0.0f, 0.0f, 0.0f);
    eight3 e = eight3_sub(triangles->b, triangles->a), f = eight3_sub(triangles->c, triangles->a);
    eight  none = none3.x, a2 = eight3_dot(a, a), ee = eight3_dot(e, e), ff = eight3_dot(f, f);
    eight  ef = eight3_dot(e, f), ae = eight3_dot(a, e), af = eight3_dot(a, f);
    eight  down_e = eight_sub(none, ae), down_f = eight_sub(none, af);
    // From b to c.
    eight  b2 = eight_add(a2, eight_add(eight_add(ae, ae), ee));
    eight  c2 = eight_add(a2, eight_add(eight_add(af, af), ff));
    eight  gg = eight_add(eight_sub(ff, eight_add(ef, ef)), ee);
    eight  down_g = eight_add(eight_sub(ae, af), eight_sub(ee, ef));
    eight  edges = eight_min3(edge_square(a2, down_e, ee), edge_square(a2, down_f, ff),
                              edge_square(b2, down_g, gg));
    eight  both = eight_mul(ee, ff), det = eight_sub(both, eight_mul(ef, ef));
    eight  s = eight_sub(eight_mul(ff, down_e), eight_mul(ef, down_f));
    eight  t = eight_sub(eight_mul(ee, down_f), eight_mul(ef, down_e));
    // Inside, if none of these is negative.
    eight  least = eight_min3(s, t, eight_sub(det, eight_add(s, t)));
    eight  per = eight_div(eight_all(1.0f), det);
    eight  fall =
        eight_add(eight_mul(eight_mul(s, per), down_e), eight_mul(eight_mul(t, per), down_f));
    squares  all;
    unsigned out = eight_less(least, none);
    all.value = eight_choose(out, edges, eight_sub(a2, fall));
    eight size =
        eight_mul(eight_max3(a2, b2, c2), eight_mul(eight_mul(both, per), eight_all(0x1p-16f)));
    unsigned narrow =
        eight_no_more(det, eight_max(eight_mul(both, eight_all(NARROW)), eight_all(0x1p-100f)));
    all.doubt = eight_choose(narrow, eight_all(INFINITY), size);
    return all;
}

// The squared distance of 0 + s u from the segment w + t e, and by how much less it may be where the two are nearly
// parallel: then s is not well known, but it matters little. As core_segments does it.
EIGHT_INLINE void segment_square(squares *best, eight3 u, eight uu, eight3 w, eight3 e)
{
    eight    ee = eight3_dot(e, e), ue = eight3_dot(u, e), uw = eight3_dot(u, w);
    eight    ew = eight3_dot(e, w), none = eight_all(0.0f), both = eight_mul(uu, ee);
    eight    det = eight_sub(both, eight_mul(ue, ue));
    unsigned parallel = eight_no_more(det, eight_mul(both, eight_all(0x1p-8f)));
    eight    s = eight_div(eight_sub(eight_mul(uw, ee), eight_mul(ew, ue)), det);
    s = eight_choose(parallel, none, eight_clamp(s));
    eight t = eight_clamp(eight_div(eight_sub(eight_mul(s, ue), ew), ee));
    s = eight_clamp(eight_div(eight_add(eight_mul(t, ue), uw), uu));
    eight3 zero = { none, none, none };
    eight3 away = eight3_sub(eight3_along(zero, u, s), eight3_along(w, e, t));
    eight  square = eight3_dot(away, away);
    // Along the shorter of two segments at an angle a distance changes by its length times the sine, at most.
    eight sine = eight_div(eight_max(det, eight_mul(both, eight_all(0x1p-18f))), eight_max(uu, ee));
    eight less = eight_mul(eight_all(2.0f), eight_sqrt(eight_mul(sine, square)));
    best->value = eight_min(best->value, square);
    best->doubt = eight_max(best->doubt, eight_choose(parallel, less, none));
}

// A capsule's axis as eights: from, along.
typedef struct eight_axis
{
    eight3 a, u;
    eight  uu;
} eight_axis;

EIGHT_INLINE eight_axis point_distance_axis_of(const rim_capsule *c)
{
    eight_axis axis;
    axis.a = eight3_all(c->a.x, c->a.y, c->a.z);
    axis.u = eight3_all(c->b.x - c->a.x, c->b.y - c->a.y, c->b.z - c->a.z);
    axis.uu = eight3_dot(axis.u, axis.u);
    return axis;
}

// How far inside of an edge the two ends of the axis are.
typedef struct point_distance_edge_ends
{
    eight a, b;
} point_distance_edge_ends;

EIGHT_INLINE point_distance_edge_ends ends_inside(eight3 n, eight3 e, eight3 w, eight3 u)
{
    eight3                   in = eight3_cross(n, e);
    point_distance_edge_ends ends;
    ends.a = eight_sub(eight_all(0.0f), eight3_dot(in, w));
    ends.b = eight_add(ends.a, eight3_dot(in, u));
    return ends;
}

EIGHT_INLINE unsigned all_inside(eight x, eight y, eight z)
{
    return eight_no_more(eight_all(0.0f), eight_min3(x, y, z));
}

EIGHT_INLINE eight part_of_way(point_distance_edge_ends ends, eight part)
{
    return eight_add(ends.a, eight_mul(eight_sub(ends.b, ends.a), part));
}

// Squared distances from a capsule's axis to triangles: of an end over the face, of the axis to the edges, or
// none where it pierces. The errors are those of point_squares.
EIGHT_INLINE squares capsule_squares(const eight_triangles *t, eight_axis x)
{
    eight3  wa = eight3_sub(t->a, x.a), wb = eight3_sub(t->b, x.a), wc = eight3_sub(t->c, x.a);
    eight3  ab = eight3_sub(t->b, t->a), bc = eight3_sub(t->c, t->b), ca = eight3_sub(t->a, t->c);
    squares s = { eight_all(INFINITY), eight_all(0.0f) };
    segment_square(&s, x.u, x.uu, wa, ab);
    segment_square(&s, x.u, x.uu, wb, bc);
    segment_square(&s, x.u, x.uu, wc, ca);
    eight3 n = eight3_cross(ab, bc);
    eight  n2 = eight3_dot(n, n), none = eight_all(0.0f);
    eight  ha = eight_sub(none, eight3_dot(n, wa)), hb = eight_add(ha, eight3_dot(n, x.u));
    point_distance_edge_ends p = ends_inside(n, ab, wa, x.u), q = ends_inside(n, bc, wb, x.u);
    point_distance_edge_ends r = ends_inside(n, ca, wc, x.u);
    unsigned                 over_a = all_inside(p.a, q.a, r.a), over_b = all_inside(p.b, q.b, r.b);
    eight                    part = eight_div(ha, eight_sub(ha, hb));
    unsigned across = eight_less(eight_min(ha, hb), none) & eight_less(none, eight_max(ha, hb)) &
                      all_inside(part_of_way(p, part), part_of_way(q, part), part_of_way(r, part));
    eight per = eight_div(eight_all(1.0f), n2), far = s.value;
    s.value = eight_min(s.value, eight_choose(over_a, eight_mul(eight_mul(ha, per), ha), far));
    s.value = eight_min(s.value, eight_choose(over_b, eight_mul(eight_mul(hb, per), hb), far));
    s.value = eight_choose(across, none, s.value);
    eight    size = eight_max3(eight3_dot(wa, wa), eight3_dot(wb, wb), eight3_dot(wc, wc));
    eight    ab2 = eight3_dot(ab, ab), bc2 = eight3_dot(bc, bc);
    unsigned narrow = is_narrow(n2, ab2, bc2);
    size = eight_mul(eight_max(size, x.uu), eight_all(0x1p-13f));
    s.doubt = eight_choose(narrow, eight_all(INFINITY), eight_add(s.doubt, size));
    return s;
}

// Where `doubt` is infinite, or something overflowed, the triangle is perhaps in.
EIGHT_INLINE verdict judge_squares(squares s, float r, unsigned lanes)
{
    float   low = r * r * (1.0f - 0x1p-22f), high = r * r * (1.0f + 0x1p-22f) + 0x1p-120f;
    verdict v;
    v.surely = eight_less(eight_add(s.value, s.doubt), eight_all(low)) & lanes;
    v.perhaps = lanes & ~eight_less(eight_all(high), eight_sub(s.value, s.doubt)) & ~v.surely;
    return v;
}

#endif
