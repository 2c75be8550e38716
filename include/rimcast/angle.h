/// @file
/// Sine, cosine, arc functions with the same bits everywhere, and turns of the plane.
///
/// All are compiled functions, so that a caller's compiler flags cannot change their bits. Errors are
/// below one unit in the last place of a double for sine and cosine, three for the arc functions.
#ifndef RIMCAST_ANGLE_H
#define RIMCAST_ANGLE_H

#include "rimcast/base.h"
#include "rimcast/vec2.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Half a turn in radians, the double nearest to it.
#define RIM_PI 3.14159265358979323846

/// The cosine and sine of an angle.
typedef struct rim_sincos_pair
{
    double cos, sin;
} rim_sincos_pair;

/// Of an angle in radians of any size. A non-finite angle is taken as 0.
RIM_API rim_sincos_pair rim_sincos(double radians);

/// Of an angle in degrees of any size; exact (0, +1, -1) at multiples of 90, and of equal size at odd
/// multiples of 45. sin(x) and cos(90 - x) have the same bits. A non-finite angle is taken as 0.
RIM_API rim_sincos_pair rim_sincos_degrees(double degrees);

/// The angle of the vector (x, y), in [-pi, pi]. As in C: atan2(0, -1) is pi, atan2(-0.0, -1) is -pi.
/// atan2(0, 0) is 0, and so is the angle of a vector with a NaN.
RIM_API double rim_atan2(double y, double x);

/// The angle in [0, pi] whose cosine is c; c is clamped to [-1, 1], NaN counts as 1.
RIM_API double rim_acos(double c);

/// A turn of the flat plane: the vector (1, 0) goes to (c, s). Unit, c*c + s*s == 1 to rounding.
/// A zero rot2 is not a turn; start from rim_rot2_identity().
typedef struct rim_rot2
{
    float c, s;
} rim_rot2;

/// A turn by an angle; positive turns x towards y, clockwise on the screen.
RIM_API rim_rot2 rim_rot2_radians(double radians);
RIM_API rim_rot2 rim_rot2_degrees(double degrees); ///< multiples of 90 are exact

/// The turn that points x along v; no turn for a zero vector.
RIM_API rim_rot2 rim_rot2_towards(rim_vec2 v);

/// The angle of a turn in radians, in [-pi, pi].
RIM_API double rim_rot2_angle(rim_rot2 turn);

/// No turn: (1, 0) stays where it is.
static inline rim_rot2 rim_rot2_identity(void)
{
    rim_rot2 turn;
    turn.c = 1.0f;
    turn.s = 0.0f;
    return turn;
}

/// The opposite turn.
static inline rim_rot2 rim_rot2_inverse(rim_rot2 turn)
{
    turn.s = -turn.s;
    return turn;
}

/// First b, then a.
static inline rim_rot2 rim_rot2_mul(rim_rot2 a, rim_rot2 b)
{
    rim_rot2 turn;
    turn.c = (float)((double)a.c * b.c - (double)a.s * b.s);
    turn.s = (float)((double)a.s * b.c + (double)a.c * b.s);
    return turn;
}

/// v turned about the origin; as long as before up to the rounding of floats.
static inline rim_vec2 rim_rot2_apply(rim_rot2 turn, rim_vec2 v)
{
    return rim_vec2_make(turn.c * v.x - turn.s * v.y, turn.s * v.x + turn.c * v.y);
}

#ifdef __cplusplus
}
#endif

#endif
