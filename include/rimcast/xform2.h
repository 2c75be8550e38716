/// @file
/// Affine maps of the plane: where a sprite stands, how it is turned, scaled, flipped and sheared.
#ifndef RIMCAST_XFORM2_H
#define RIMCAST_XFORM2_H

#include "rimcast/angle.h"
#include "rimcast/box.h"
#include "rimcast/vec2.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Laid out and named as Flash's Matrix:
///
///      x' = a x + c y + tx
///      y' = b x + d y + ty
///
/// A zeroed map sends everything to the origin; start from rim_xform2_identity().
typedef struct rim_xform2
{
    float a, b, c, d, tx, ty;
} rim_xform2;

/// An inverse, if there is one.
typedef struct rim_xform2_inverted
{
    rim_xform2 xform; ///< all zero when exists is false
    bool       exists;
} rim_xform2_inverted;

/// In the order of Flash's Matrix: x goes to (a, b), y to (c, d), the origin to (tx, ty).
static inline rim_xform2 rim_xform2_make(float a, float b, float c, float d, float tx, float ty)
{
    rim_xform2 m;
    m.a = a;
    m.b = b;
    m.c = c;
    m.d = d;
    m.tx = tx;
    m.ty = ty;
    return m;
}

/// Leaves every point where it is.
static inline rim_xform2 rim_xform2_identity(void)
{
    return rim_xform2_make(1.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f);
}

/// Takes the origin to `at`, without turning or scaling.
static inline rim_xform2 rim_xform2_translation(rim_vec2 at)
{
    return rim_xform2_make(1.0f, 0.0f, 0.0f, 1.0f, at.x, at.y);
}

/// Scaled by scale along its own axes (a negative factor flips), then turned, then put at `at`.
static inline rim_xform2 rim_xform2_pose(rim_vec2 at, rim_rot2 turn, rim_vec2 scale)
{
    return rim_xform2_make(turn.c * scale.x, turn.s * scale.x, -turn.s * scale.y, turn.c * scale.y,
                           at.x, at.y);
}

/// A point through the map, rounded once from double.
static inline rim_vec2 rim_xform2_apply(rim_xform2 m, rim_vec2 p)
{
    return rim_vec2_make((float)((double)m.a * p.x + (double)m.c * p.y + m.tx),
                         (float)((double)m.b * p.x + (double)m.d * p.y + m.ty));
}

/// A direction through the map: without the translation.
static inline rim_vec2 rim_xform2_turn(rim_xform2 m, rim_vec2 v)
{
    return rim_vec2_make((float)((double)m.a * v.x + (double)m.c * v.y),
                         (float)((double)m.b * v.x + (double)m.d * v.y));
}

/// First inner, then outer: rim_xform2_apply(mul(outer, inner), p) is outer of inner of p.
static inline rim_xform2 rim_xform2_mul(rim_xform2 outer, rim_xform2 inner)
{
    double a = outer.a, b = outer.b, c = outer.c, d = outer.d;
    return rim_xform2_make((float)(a * inner.a + c * inner.b), (float)(b * inner.a + d * inner.b),
                           (float)(a * inner.c + c * inner.d), (float)(b * inner.c + d * inner.d),
                           (float)(a * inner.tx + c * inner.ty + outer.tx),
                           (float)(b * inner.tx + d * inner.ty + outer.ty));
}

/// The factor by which areas grow; negative when the map mirrors. Both products of floats are exact in
/// double, so the sign is exact: 0 if and only if the map is singular.
static inline double rim_xform2_determinant(rim_xform2 m)
{
    return (double)m.a * m.d - (double)m.b * m.c;
}

/// The map back. A singular map, or one whose inverse is beyond the range of float, has none.
RIM_API rim_xform2_inverted rim_xform2_inverse(rim_xform2 m);

/// The smallest box around a box's image, rounded outwards, so that no image of an inner point is
/// outside. Empty for an empty box.
RIM_API rim_box2 rim_xform2_bounds(rim_xform2 m, rim_box2 box);

#ifdef __cplusplus
}
#endif

#endif
