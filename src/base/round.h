// Rounding with a direction, for bounds that must not cut anything off.
#ifndef RIM_BASE_ROUND_H
#define RIM_BASE_ROUND_H

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

// The next float above (up = +1) or below (up = -1) a finite one. As nextafterf, without libm.
static inline float float_step(float x, int up)
{
    if (x == 0.0f) return up > 0 ? 0x1p-149f : -0x1p-149f;
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits += (x > 0.0f) == (up > 0) ? 1 : -1;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// The largest float <= x. Values beyond the range of float give -infinity or FLT_MAX.
static inline float float_below(double x)
{
    if (x > FLT_MAX) return FLT_MAX;
    float f = (float)x;
    return (double)f > x ? float_step(f, -1) : f;
}

// The smallest float >= x.
static inline float float_above(double x)
{
    if (x < -FLT_MAX) return -FLT_MAX;
    float f = (float)x;
    return (double)f < x ? float_step(f, +1) : f;
}

// floor and ceil of a double as an int, clamped to the range of int; NaN gives 0.
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

#endif
