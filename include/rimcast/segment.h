/// @file
/// Segments and rays of the solid world, as plain values.
#ifndef RIMCAST_SEGMENT_H
#define RIMCAST_SEGMENT_H

#include "rimcast/base.h"
#include "rimcast/vec3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// From a to b. a == b is a point and is allowed everywhere.
typedef struct rim_segment3
{
    rim_vec3 a, b;
} rim_segment3;

/// The motion origin + t * delta for t in [0, 1]. It ends at origin + delta: a ray is as long as its
/// delta. A zero delta asks about the origin alone.
typedef struct rim_ray3
{
    rim_vec3 origin, delta;
} rim_ray3;

/// A point on a segment, and where on it.
typedef struct rim_on_segment3
{
    rim_vec3 point;
    float    t;        ///< fraction from a to b, in [0, 1]; 0 on a segment of no length
    float    distance; ///< from the asked point, >= 0
} rim_on_segment3;

/// The point of the segment closest to p. On a segment of no length that is a.
///
///      t = (p - a) . (b - a) / |b - a|^2,  clamped to [0, 1]
///
/// in double, so no direction is normalised and nothing is divided by zero.
RIM_API rim_on_segment3 rim_segment3_closest(rim_segment3 segment, rim_vec3 p);

/// The point of a ray at fraction t, which may lie outside of [0, 1].
static inline rim_vec3 rim_ray3_at(rim_ray3 ray, float t)
{
    return rim_vec3_along(ray.origin, ray.delta, t);
}

#ifdef __cplusplus
}
#endif

#endif
