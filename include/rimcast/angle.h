/// @file
/// Sine, cosine, arc tangent and arc cosine, with the same bits everywhere.
///
/// No function is inline, so a caller's compiler flags cannot change results. The error is below 1 unit in the last
/// place of a double for sine and cosine, and below 3 such units for the others.
#ifndef RIMCAST_ANGLE_H
#define RIMCAST_ANGLE_H

#include "rimcast/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The double nearest to pi.
#define RIM_PI 3.14159265358979323846

/// The cosine and sine of an angle.
typedef struct rim_sincos_pair
{
    double cos, sin;
} rim_sincos_pair;

/// Returns the cosine and sine of an angle in radians, which may be of any size. A non-finite angle counts as 0.
RIM_API rim_sincos_pair rim_sincos(double radians);

/// Returns the cosine and sine of an angle in degrees, which may be of any size. At multiples of 90 degrees, both are
/// exact (0, +1 or -1). At odd multiples of 45 degrees, they have the same magnitude. If 90 - x is computed without
/// rounding, sin(x) and cos(90 - x) have the same bits. A non-finite angle counts as 0.
RIM_API rim_sincos_pair rim_sincos_degrees(double degrees);

/// Returns the angle of the vector (x, y) in radians, in [-pi, pi]. As in C, rim_atan2(0, -1) is pi and rim_atan2(-0.0,
/// -1) is -pi. The zero vector and vectors with a NaN give 0.
RIM_API double rim_atan2(double y, double x);

/// Returns the angle in radians, in [0, pi], whose cosine is c. If c is outside of [-1, 1], it is clamped. A NaN counts
/// as 1.
RIM_API double rim_acos(double c);

#ifdef __cplusplus
}
#endif

#endif
