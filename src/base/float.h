// Tests for finite floats, and rounding in a direction.
#ifndef RIM_BASE_FLOAT_H
#define RIM_BASE_FLOAT_H

#include "rimcast/vec2.h"
#include "rimcast/vec3.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// --- finite numbers -----------------------------------------------------------------------------------------
//
// float_is_finite returns false for infinities and NaN. It replaces isfinite, which some C libraries implement by
// calls, or by casts that cause warnings.

static inline bool float_is_finite(double x)
{
    return x - x == 0.0;
}

// Returns 0 for a finite number, and NaN for other numbers. The sum of several results tests many numbers with one
// branch.
static inline float float_trouble(float x)
{
    return x - x;
}

static inline bool vec2_is_finite(rim_vec2 v)
{
    return float_trouble(v.x) + float_trouble(v.y) == 0.0f;
}

static inline bool vec3_is_finite(rim_vec3 v)
{
    return float_trouble(v.x) + float_trouble(v.y) + float_trouble(v.z) == 0.0f;
}

static inline bool xform2_is_finite(rim_xform2 m)
{
    return float_trouble(m.a) + float_trouble(m.b) + float_trouble(m.c) + float_trouble(m.d) +
               float_trouble(m.tx) + float_trouble(m.ty) ==
           0.0f;
}

// Returns true if all numbers of a pose are finite: only then is the sum 0 and not NaN.
static inline bool pose_is_finite(rim_xform3 pose)
{
    rim_vec3 p = pose.position;
    rim_quat q = pose.rotation;
    return float_trouble(p.x) + float_trouble(p.y) + float_trouble(p.z) + float_trouble(q.x) +
               float_trouble(q.y) + float_trouble(q.z) + float_trouble(q.w) ==
           0.0f;
}

// --- the precision of double ---------------------------------------------------------------------------------
//
// An error bound is a number of roundings that follow each other, times DOUBLE_ROUNDING, times a size: no result of the
// operations is larger than the size. Products of the roundings, 2^-106 and less, are covered by a bound that is
// rounded up to a power of two.

// The largest relative error of one sum, difference, product, quotient or square root in double.
#define DOUBLE_ROUNDING 0x1p-53
// Whole numbers up to this are doubles. So sums and products of multiples of one unit do not round as long as no result
// is more than this many units.
#define DOUBLE_WHOLE 0x1p53
// The last double before 1.
#define DOUBLE_BEFORE_1 (1.0 - 0x1p-53)

// --- rounding with a direction -----------------------------------------------------------------------
//
// Rounding with a direction, for bounds that must not cut anything off.

// Returns the next float above (up = +1) or below (up = -1) a finite number, and other numbers unchanged. It replaces
// nextafterf of libm. The bits of a float, read as a whole number, rise with its magnitude by 1 from each float to the
// next.
static inline float float_step(float x, int up)
{
    const float least_positive = 0x1p-149f;
    if (!float_is_finite(x)) return x;
    if (x == 0.0f) return up > 0 ? least_positive : -least_positive;
    int32_t word;
    memcpy(&word, &x, sizeof word);
    word += (x > 0.0f) == (up > 0) ? 1 : -1;
    memcpy(&x, &word, sizeof x);
    return x;
}

// Returns the largest float <= x. Values beyond the range of float give -infinity or FLT_MAX.
static inline float float_below(double x)
{
    if (x > FLT_MAX) return FLT_MAX;
    float f = (float)x;
    return (double)f > x ? float_step(f, -1) : f;
}

// Returns the smallest float >= x.
static inline float float_above(double x)
{
    if (x < -FLT_MAX) return -FLT_MAX;
    float f = (float)x;
    return (double)f < x ? float_step(f, +1) : f;
}

// Returns the float nearest to x, clamped to the largest finite ones; NaN stays NaN.
static inline float float_saturate(double x)
{
    return (float)(x > FLT_MAX ? FLT_MAX : x < -FLT_MAX ? -FLT_MAX : x);
}

// Return the floor and the ceiling of a double, clamped to the range of int. Return 0 for NaN.
static inline int float_floor_int(double x)
{
    if (!(x > -2147483648.0)) return x == x ? INT32_MIN : 0;
    if (x >= 2147483647.0) return INT32_MAX;
    int i = (int)x;
    return i - ((double)i > x);
}

static inline int float_ceil_int(double x)
{
    if (!(x > -2147483648.0)) return x == x ? INT32_MIN : 0;
    if (x >= 2147483647.0) return INT32_MAX;
    int i = (int)x;
    return i + ((double)i < x);
}

// Returns -v.
static inline rim_vec2 vec2_negate(rim_vec2 v)
{
    return rim_vec2_make(-v.x, -v.y);
}

// Returns the smaller of each component, or b's component if one of the two is NaN.
static inline rim_vec2 vec2_min(rim_vec2 a, rim_vec2 b)
{
    return rim_vec2_make(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y);
}

// Returns the larger of each component, or b's component if one of the two is NaN.
static inline rim_vec2 vec2_max(rim_vec2 a, rim_vec2 b)
{
    return rim_vec2_make(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y);
}

#endif
