/// @file
/// 2D vectors, rotations and affine maps, and the conventions of all 2D headers.
///
///     x grows to the right, and y grows DOWN. Angles are in radians unless a name says degrees. A positive
///     angle turns x towards y, clockwise on the screen. Pixel (x, y) is the square [x, x+1) by [y, y+1),
///     and its center is at (x + 0.5, y + 0.5). The solid side of an outline is on the right of its direction
///     of travel, as seen on the screen. Rings around solid pixels have a positive signed area, and rings
///     around holes have a negative one.
///
/// Vectors are passed and returned by value, and most functions are inline.
///
/// ### Maps
///
/// An affine map (rim_xform2) places a sprite in the world. It can translate, rotate, scale, reflect and shear.
#ifndef RIMCAST_VEC2_H
#define RIMCAST_VEC2_H

#include "rimcast/base.h"

#include <math.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A point, a direction or a size, in pixels unless stated otherwise.
typedef struct rim_vec2
{
    float x, y;
} rim_vec2;

/// Returns (x, y): (1, 0) is right, (0, 1) is down.
static inline rim_vec2 rim_vec2_make(float x, float y)
{
    rim_vec2 v;
    v.x = x;
    v.y = y;
    return v;
}

/// Returns a + b.
static inline rim_vec2 rim_vec2_add(rim_vec2 a, rim_vec2 b)
{
    return rim_vec2_make(a.x + b.x, a.y + b.y);
}

/// Returns a - b, the vector from b to a.
static inline rim_vec2 rim_vec2_sub(rim_vec2 a, rim_vec2 b)
{
    return rim_vec2_make(a.x - b.x, a.y - b.y);
}

/// Returns s * v. A negative s reverses the direction.
static inline rim_vec2 rim_vec2_scale(rim_vec2 v, float s)
{
    return rim_vec2_make(v.x * s, v.y * s);
}

/// Returns v + s * d.
static inline rim_vec2 rim_vec2_along(rim_vec2 v, rim_vec2 d, float s)
{
    return rim_vec2_make(v.x + s * d.x, v.y + s * d.y);
}

/// Returns the dot product: |a| |b| times the cosine of the angle between a and b.
static inline float rim_vec2_dot(rim_vec2 a, rim_vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

/// Returns the cross product: |a| |b| times the sine of the angle from a to b, positive if b is clockwise of a on the
/// screen. cross(right, down) is +1.
static inline float rim_vec2_cross(rim_vec2 a, rim_vec2 b)
{
    return a.x * b.y - a.y * b.x;
}

/// Returns v rotated by a quarter turn clockwise on the screen: right becomes down. The result is exact.
static inline rim_vec2 rim_vec2_quarter(rim_vec2 v)
{
    return rim_vec2_make(-v.y, v.x);
}

/// Returns the length of v, computed in double, so that squares neither overflow nor underflow. Returns INFINITY for
/// a length above FLT_MAX.
static inline float rim_vec2_length(rim_vec2 v)
{
    return (float)sqrt((double)v.x * v.x + (double)v.y * v.y);
}

/// Returns the distance of two points, computed in double. Returns INFINITY for a distance above FLT_MAX.
static inline float rim_vec2_distance(rim_vec2 a, rim_vec2 b)
{
    double x = (double)a.x - b.x, y = (double)a.y - b.y;
    return (float)sqrt(x * x + y * y);
}

/// Returns the unit vector in the direction of v, or zero for a zero vector. The computation is in double, so v may
/// have any finite length above 0.
static inline rim_vec2 rim_vec2_normalize(rim_vec2 v)
{
    double length = sqrt((double)v.x * v.x + (double)v.y * v.y);
    double inverse = length > 0.0 ? 1.0 / length : 0.0;
    return rim_vec2_make((float)(v.x * inverse), (float)(v.y * inverse));
}

/// A rotation of the plane, which maps (1, 0) to (c, s): c is the cosine of the angle, and s is its sine, so c*c + s*s
/// == 1 up to rounding. A zeroed rim_rot2 is not a rotation: it maps every vector to zero. The identity is
/// rim_rot2_degrees(0).
typedef struct rim_rot2
{
    float c, s;
} rim_rot2;

/// @{
/// Return the rotation by an angle. A positive angle rotates x towards y, clockwise on the screen. A non-finite angle
/// gives the identity.
RIM_API rim_rot2 rim_rot2_radians(double radians);
RIM_API rim_rot2 rim_rot2_degrees(double degrees); ///< exact for multiples of 90
/// @}

/// Returns v rotated about the origin.
static inline rim_vec2 rim_rot2_apply(rim_rot2 turn, rim_vec2 v)
{
    return rim_vec2_make(turn.c * v.x - turn.s * v.y, turn.s * v.x + turn.c * v.y);
}

// --- maps ----------------------------------------------------------------------------------------------

/// An affine map, with the layout and names of Flash's Matrix:
///
///      x' = a x + c y + tx
///      y' = b x + d y + ty
///
/// A zeroed map takes every point to the origin. The identity is rim_xform2_identity().
typedef struct rim_xform2
{
    float a, b, c, d, tx, ty;
} rim_xform2;

/// The result of rim_xform2_inverse.
typedef struct rim_xform2_inverted
{
    rim_xform2 xform; ///< all zero if exists is false
    bool       exists;
} rim_xform2_inverted;

/// Returns the identity, which leaves every point where it is.
static inline rim_xform2 rim_xform2_identity(void)
{
    rim_xform2 m = { 1.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f };
    return m;
}

/// Returns the translation that takes the origin to `at`.
static inline rim_xform2 rim_xform2_translation(rim_vec2 at)
{
    rim_xform2 m = { 1.0f, 0.0f, 0.0f, 1.0f, at.x, at.y };
    return m;
}

/// Returns the map that scales along x and y, then rotates, then translates by `at`. A negative factor of `scale`
/// reflects. `turn` must not be zeroed.
static inline rim_xform2 rim_xform2_pose(rim_vec2 at, rim_rot2 turn, rim_vec2 scale)
{
    RIM_ASSERT(turn.c != 0.0f || turn.s != 0.0f, "a turn was never set");
    rim_xform2 m = {
        turn.c * scale.x, turn.s * scale.x, -turn.s * scale.y, turn.c * scale.y, at.x, at.y
    };
    return m;
}

/// Returns the point to which the map takes p, computed in double and rounded to float.
static inline rim_vec2 rim_xform2_apply(rim_xform2 m, rim_vec2 p)
{
    return rim_vec2_make((float)((double)m.a * p.x + (double)m.c * p.y + m.tx),
                         (float)((double)m.b * p.x + (double)m.d * p.y + m.ty));
}

/// Returns the vector to which the map takes v, without the translation of the map. It is computed in double and
/// rounded to float.
static inline rim_vec2 rim_xform2_turn(rim_xform2 m, rim_vec2 v)
{
    return rim_vec2_make((float)((double)m.a * v.x + (double)m.c * v.y),
                         (float)((double)m.b * v.x + (double)m.d * v.y));
}

/// Returns the map that applies inner first, then outer, computed in double and rounded to float.
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

/// Returns the factor by which the map multiplies areas, which is negative if the map reflects. Both products of
/// floats are exact in double, so the sign is exact, and the result is 0 if and only if the map is singular.
static inline double rim_xform2_determinant(rim_xform2 m)
{
    return (double)m.a * m.d - (double)m.b * m.c;
}

/// Returns the inverse map, computed in double and rounded to float. `exists` is false if the map is singular or not
/// finite, or if the magnitudes of the inverse's six numbers add up to more than FLT_MAX.
RIM_API rim_xform2_inverted rim_xform2_inverse(rim_xform2 m);

#ifdef __cplusplus
}
#endif

#endif
