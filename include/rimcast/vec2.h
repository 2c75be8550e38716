/// @file
/// Vectors of the flat world, and the flat world's conventions.
///
///     x grows to the right, y grows DOWN. Angles are radians; a positive angle turns x towards y,
///     clockwise on the screen. Pixel (x, y) is the square [x, x+1) by [y, y+1), its centre at
///     (x + 0.5, y + 0.5). The solid side of an outline lies on the right hand of its direction of
///     travel as seen on the screen: solid rings have a positive signed area here, holes a negative one.
///
/// Vectors are values and the functions are inline, so expressions nest.
#ifndef RIMCAST_VEC2_H
#define RIMCAST_VEC2_H

#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A point, a direction or a size; in pixels unless told otherwise.
typedef struct rim_vec2
{
    float x, y;
} rim_vec2;

/// A direction and a length that together make a vector.
typedef struct rim_split2
{
    rim_vec2 direction; ///< unit, or zero when length is
    float    length;    ///< >= 0
} rim_split2;

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

/// -v: as long, the opposite way.
static inline rim_vec2 rim_vec2_negate(rim_vec2 v)
{
    return rim_vec2_make(-v.x, -v.y);
}

/// v + s * d: a point plus some of a direction.
static inline rim_vec2 rim_vec2_along(rim_vec2 v, rim_vec2 d, float s)
{
    return rim_vec2_make(v.x + s * d.x, v.y + s * d.y);
}

/// The point at fraction t of the way from a to b: a at 0, exactly b at 1.
static inline rim_vec2 rim_vec2_lerp(rim_vec2 a, rim_vec2 b, float t)
{
    return rim_vec2_make((1.0f - t) * a.x + t * b.x, (1.0f - t) * a.y + t * b.y);
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

/// Squares of floats fit in a double, so neither overflow nor underflow spoils a length. INFINITY if
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

/// Direction and length at once, in double: from the smallest vector on the direction is unit; a zero
/// vector has none.
static inline rim_split2 rim_vec2_split(rim_vec2 v)
{
    double     length = sqrt((double)v.x * v.x + (double)v.y * v.y);
    double     inverse = length > 0.0 ? 1.0 / length : 0.0;
    rim_split2 split;
    split.direction = rim_vec2_make((float)(v.x * inverse), (float)(v.y * inverse));
    split.length = (float)length;
    return split;
}

/// The unit vector along v; zero for a zero vector, never NaN for finite v.
static inline rim_vec2 rim_vec2_normalize(rim_vec2 v)
{
    return rim_vec2_split(v).direction;
}

/// The smaller of each component, as for the lo of a box; where one of two is NaN, b's.
static inline rim_vec2 rim_vec2_min(rim_vec2 a, rim_vec2 b)
{
    return rim_vec2_make(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y);
}

/// The larger of each component, as for the hi of a box; where one of two is NaN, b's.
static inline rim_vec2 rim_vec2_max(rim_vec2 a, rim_vec2 b)
{
    return rim_vec2_make(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y);
}

#ifdef __cplusplus
}
#endif

#endif
