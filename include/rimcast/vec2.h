/// @file
/// Vectors, turns and maps of the flat world, and the flat world's conventions.
///
///     x grows to the right, y grows DOWN. Angles are radians; a positive angle turns x towards y,
///     clockwise on the screen. Pixel (x, y) is the square [x, x+1) by [y, y+1), its centre at
///     (x + 0.5, y + 0.5). The solid side of an outline lies on the right hand of its direction of
///     travel as seen on the screen: solid rings have a positive signed area here, holes a negative one.
///
/// Vectors are values and the functions are inline, so expressions nest.
///
/// ### Maps
///
/// Affine maps of the plane: where a sprite stands, how it is turned, scaled, flipped and sheared.
#ifndef RIMCAST_VEC2_H
#define RIMCAST_VEC2_H

#include "rimcast/base.h"

#include <math.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A point, a direction or a size; in pixels unless told otherwise.
typedef struct rim_vec2
{
    float x, y;
} rim_vec2;

/// From its components: (1, 0) is right, (0, 1) is down.
static inline rim_vec2 rim_vec2_make(float x, float y)
{
    rim_vec2 v;
    v.x = x;
    v.y = y;
    return v;
}

/// a + b: a point moved, or one way after the other.
static inline rim_vec2 rim_vec2_add(rim_vec2 a, rim_vec2 b)
{
    return rim_vec2_make(a.x + b.x, a.y + b.y);
}

/// a - b: the way from b to a.
static inline rim_vec2 rim_vec2_sub(rim_vec2 a, rim_vec2 b)
{
    return rim_vec2_make(a.x - b.x, a.y - b.y);
}

/// s v: s times as long; a negative s turns it round.
static inline rim_vec2 rim_vec2_scale(rim_vec2 v, float s)
{
    return rim_vec2_make(v.x * s, v.y * s);
}

/// v + s * d: a point plus some of a direction.
static inline rim_vec2 rim_vec2_along(rim_vec2 v, rim_vec2 d, float s)
{
    return rim_vec2_make(v.x + s * d.x, v.y + s * d.y);
}

/// |a| |b| times the cosine of the angle between: 0 at right angles, negative if they point apart.
static inline float rim_vec2_dot(rim_vec2 a, rim_vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

/// Positive when b lies clockwise of a on the screen: cross(right, down) is +1.
static inline float rim_vec2_cross(rim_vec2 a, rim_vec2 b)
{
    return a.x * b.y - a.y * b.x;
}

/// v turned a quarter clockwise on the screen: right becomes down. Exact.
static inline rim_vec2 rim_vec2_quarter(rim_vec2 v)
{
    return rim_vec2_make(-v.y, v.x);
}

/// Squares of floats fit in a double, so a length neither overflows nor underflows. INFINITY if
/// the length itself is beyond float.
static inline float rim_vec2_length(rim_vec2 v)
{
    return (float)sqrt((double)v.x * v.x + (double)v.y * v.y);
}

/// How far two points are apart. The difference is formed in double.
static inline float rim_vec2_distance(rim_vec2 a, rim_vec2 b)
{
    double x = (double)a.x - b.x, y = (double)a.y - b.y;
    return (float)sqrt(x * x + y * y);
}

/// The unit vector along v, formed in double: from the smallest vector on it is unit; zero for a zero vector, never NaN for finite v.
static inline rim_vec2 rim_vec2_normalize(rim_vec2 v)
{
    double length = sqrt((double)v.x * v.x + (double)v.y * v.y);
    double inverse = length > 0.0 ? 1.0 / length : 0.0;
    return rim_vec2_make((float)(v.x * inverse), (float)(v.y * inverse));
}

/// A turn of the flat plane: the vector (1, 0) goes to (c, s). Unit, c*c + s*s == 1 to rounding.
/// A zero rot2 is not a turn; start from rim_rot2_degrees(0).
typedef struct rim_rot2
{
    float c, s;
} rim_rot2;

/// A turn by an angle; positive turns x towards y, clockwise on the screen.
RIM_API rim_rot2 rim_rot2_radians(double radians);
RIM_API rim_rot2 rim_rot2_degrees(double degrees); ///< A turn by degrees; multiples of 90 are exact

/// v turned about the origin; as long as before up to the rounding of floats.
static inline rim_vec2 rim_rot2_apply(rim_rot2 turn, rim_vec2 v)
{
    return rim_vec2_make(turn.c * v.x - turn.s * v.y, turn.s * v.x + turn.c * v.y);
}

// --- maps ----------------------------------------------------------------------------------------------

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

/// Leaves every point where it is.
static inline rim_xform2 rim_xform2_identity(void)
{
    rim_xform2 m = { 1.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f };
    return m;
}

/// Takes the origin to `at`, without turning or scaling.
static inline rim_xform2 rim_xform2_translation(rim_vec2 at)
{
    rim_xform2 m = { 1.0f, 0.0f, 0.0f, 1.0f, at.x, at.y };
    return m;
}

/// Scaled by scale along its own axes (a negative factor flips), then turned, then put at `at`.
static inline rim_xform2 rim_xform2_pose(rim_vec2 at, rim_rot2 turn, rim_vec2 scale)
{
    RIM_ASSERT(turn.c != 0.0f || turn.s != 0.0f, "a turn was never set");
    rim_xform2 m = {
        turn.c * scale.x, turn.s * scale.x, -turn.s * scale.y, turn.c * scale.y, at.x, at.y
    };
    return m;
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

/// Both maps in one, first inner, then outer: rim_xform2_apply(mul(outer, inner), p) is outer of inner of p.
static inline rim_xform2 rim_xform2_mul(rim_xform2 outer, rim_xform2 inner)
{
    double     a = outer.a, b = outer.b, c = outer.c, d = outer.d;
    rim_xform2 m = { (float)(a * inner.a + c * inner.b),
                     (float)(b * inner.a + d * inner.b),
                     (float)(a * inner.c + c * inner.d),
                     (float)(b * inner.c + d * inner.d),
                     (float)(a * inner.tx + c * inner.ty + outer.tx),
                     (float)(b * inner.tx + d * inner.ty + outer.ty) };
    return m;
}

/// The factor by which areas grow; negative when the map mirrors. Both products of floats are exact in
/// double, so the sign is exact: 0 if and only if the map is singular.
static inline double rim_xform2_determinant(rim_xform2 m)
{
    return (double)m.a * m.d - (double)m.b * m.c;
}

/// The map back. A singular map, or one whose inverse is beyond the range of float, has none.
RIM_API rim_xform2_inverted rim_xform2_inverse(rim_xform2 m);

#ifdef __cplusplus
}
#endif

#endif
