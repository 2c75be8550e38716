// Neither infinite nor NaN? In place of isfinite, which some C libraries make of calls, and of casts that
// warn.
#ifndef RIM_BASE_FINITE_H
#define RIM_BASE_FINITE_H

#include "rimcast/vec2.h"
#include "rimcast/xform3.h"

#include <stdbool.h>

static inline bool float_is_finite(double x)
{
    return x - x == 0.0;
}

// 0, or NaN if it is not finite: sums of these ask of many numbers at once, with one branch.
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

static inline bool pose_is_finite(rim_xform3 pose)
{
    rim_vec3 p = pose.position;
    rim_quat q = pose.rotation;
    return float_trouble(p.x) + float_trouble(p.y) + float_trouble(p.z) + float_trouble(q.x) +
               float_trouble(q.y) + float_trouble(q.z) + float_trouble(q.w) ==
           0.0f;
}

#endif
