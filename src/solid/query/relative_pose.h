// Template: compiled anew by each file that includes it.
// Two poses, and what lies between them. A point or a vector is the first three lanes of one four; what the
// last lane holds means nothing. Include solid/shape/four_plain.h or solid/shape/four_avx2.h first.
#ifndef RIM_SOLID_QUERY_RELATIVE_POSE_H
#define RIM_SOLID_QUERY_RELATIVE_POSE_H

#include "solid/query/gjk.h"

#include <string.h>

// A rotation by its columns.
typedef struct columns
{
    four x, y, z;
} columns;

// A point of b in the frame of a:  turn p + shift. In the world a point of a:  world_turn p + world_shift.
typedef struct relation
{
    columns turn, world_turn;
    four    shift, world_shift;
} relation;

// A point of a in the world:  turn_a p + place;  of b:  turn_b p + apart + place.
typedef struct relative_pose_posed
{
    columns turn_a, turn_b;
    four    place, apart;
} relative_pose_posed;

FOUR_INLINE double relative_pose_dot3(four a, four b)
{
    return four_sum3(four_mul(a, b));
}

FOUR_INLINE vec3d vec3d_of(four v)
{
    double lanes[4];
    four_store(lanes, v);
    return v3d(lanes[0], lanes[1], lanes[2]);
}

FOUR_INLINE four four_of(vec3d v)
{
    return four_set(v.x, v.y, v.z, 0.0);
}

FOUR_INLINE four columns_apply(const columns *m, four v)
{
    four sum = four_add(four_mul(m->x, FOUR_LANES(v, 0, 0, 0, 0)),
                        four_mul(m->y, FOUR_LANES(v, 1, 1, 1, 1)));
    return four_add(sum, four_mul(m->z, FOUR_LANES(v, 2, 2, 2, 2)));
}

// By the inverse.
FOUR_INLINE four columns_unapply(const columns *m, four v)
{
    return four_sums3(four_mul(m->x, v), four_mul(m->y, v), four_mul(m->z, v));
}

// a_turned, b_turned: their lanes 1, 2, 0, so that a vector in several products is turned once. The difference
// of a b_turned and a_turned b is z, x, y.
FOUR_INLINE four relative_pose_cross3(four a, four a_turned, four b, four b_turned)
{
    return four_turn(four_sub(four_mul(a, b_turned), four_mul(a_turned, b)));
}

// |q|^2; and the quaternion, unless it is zero: that turns nothing. Squares of floats do not fade away.
FOUR_INLINE double length2_of(four *q)
{
    four   squares = four_mul(*q, *q);
    double sum = four_sum3(squares) + four_first(FOUR_LANES(squares, 3, 3, 3, 3));
    if (sum != 0.0) return sum;
    *q = four_last_of(*q, four_all(1.0));
    return 1.0;
}

// First by b, then back by a: the quaternion conj(a) b. It is exactly 1 if both are the same.
FOUR_INLINE four relative_pose_between(four a, four b)
{
    four real_a = FOUR_LANES(a, 3, 3, 3, 3), real_b = FOUR_LANES(b, 3, 3, 3, 3);
    four products = four_mul(a, b), ahead = four_turn(a), behind = FOUR_LANES(b, 2, 0, 1, 3);
    four crossed =
        four_sub(four_mul(ahead, behind), four_mul(FOUR_LANES(a, 2, 0, 1, 3), four_turn(b)));
    four parts = four_sub(four_sub(four_mul(real_a, b), four_mul(a, real_b)), crossed);
    four real = four_add(FOUR_LANES(products, 3, 3, 3, 3), four_all(four_sum3(products)));
    return four_last_of(parts, real);
}

// The columns of the turn by a quaternion of any length but 0:
//
//      1 - (yy + zz)     xy - wz          xz + wy
//      xy + wz           1 - (xx + zz)    yz - wx          each product doubled and over |q|^2
//      xz - wy           yz + wx          1 - (xx + yy)
FOUR_INLINE columns relative_pose_columns_of(four q, double length2)
{
    four squares = four_mul(q, q);
    four mixed = four_mul(FOUR_LANES(q, 0, 1, 0, 0), FOUR_LANES(q, 1, 2, 2, 2)); // xy yz xz
    four real = four_mul(q, FOUR_LANES(q, 3, 3, 3, 3));
    real = FOUR_LANES(real, 2, 0, 1, 3); // wz wx wy
    // The share comes late: it is waited for once.
    four    share = four_all(2.0 / length2);
    four    others = four_add(FOUR_LANES(squares, 1, 0, 0, 0), FOUR_LANES(squares, 2, 2, 1, 1));
    four    diagonal = four_sub(four_all(1.0), four_mul(others, share));
    four    less = four_mul(four_sub(mixed, real), share);
    four    more = four_mul(FOUR_LANES(four_add(mixed, real), 2, 0, 1, 3), share);
    columns m = { four_third_of(four_second_of(diagonal, more), less),
                  four_third_of(four_second_of(less, diagonal), more),
                  four_third_of(four_second_of(more, less), diagonal) };
    return m;
}

// A caller has mostly just written the pose, in pieces: what reads a part of two has to wait until they are in the
// cache. Single numbers never have to.
FOUR_INLINE four relative_pose_place_of(const rim_vec3 *p)
{
    return four_set_floats(p->x, p->y, p->z, 0.0f);
}

FOUR_INLINE four four_quat(const rim_quat *q)
{
    return four_set_floats(q->x, q->y, q->z, q->w);
}

FOUR_INLINE relation relate(const rim_xform3 *pa, const rim_xform3 *pb)
{
    relation r;
    four     a = four_quat(&pa->rotation), b = four_quat(&pb->rotation);
    double   length2_a = length2_of(&a);
    length2_of(&b);
    four q = relative_pose_between(a, b), squares = four_mul(q, q);
    r.world_turn = relative_pose_columns_of(a, length2_a);
    r.turn = relative_pose_columns_of(q, four_sum3(squares) +
                                             four_first(FOUR_LANES(squares, 3, 3, 3, 3)));
    r.world_shift = relative_pose_place_of(&pa->position);
    r.shift = columns_unapply(&r.world_turn,
                              four_sub(relative_pose_place_of(&pb->position), r.world_shift));
    return r;
}

// Both as they stand in the world, seen from the position of a.
FOUR_INLINE relative_pose_posed pose_both(const rim_xform3 *pa, const rim_xform3 *pb)
{
    relative_pose_posed r;
    four                a = four_quat(&pa->rotation), b = four_quat(&pb->rotation);
    double              length2_a = length2_of(&a), length2_b = length2_of(&b);
    r.turn_a = relative_pose_columns_of(a, length2_a);
    r.turn_b = relative_pose_columns_of(b, length2_b);
    r.place = relative_pose_place_of(&pa->position);
    r.apart = four_sub(relative_pose_place_of(&pb->position), r.place);
    return r;
}

// 2^-e for x in [2^e, 2^(e+1)): the exponent field of a double mirrored about its middle.
FOUR_INLINE double inverse_power(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = 0x7fe0000000000000u - (bits & 0x7ff0000000000000u);
    memcpy(&x, &bits, sizeof x);
    return x;
}

// A power of two that makes lengths of the pair about 1.
FOUR_INLINE double scale_of(const gjk_shape *a, const gjk_shape *b, vec3d shift)
{
    double size = fabs(shift.x) + fabs(shift.y) + fabs(shift.z) + gjk_extent(a) + gjk_extent(b);
    return size > 0.0 ? inverse_power(size) : 1.0;
}

#endif
