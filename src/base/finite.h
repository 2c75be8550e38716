// Neither infinite nor NaN? In place of isfinite, which some C libraries make of calls, and of casts that
// warn.
#ifndef RIM_BASE_FINITE_H
#define RIM_BASE_FINITE_H

#include "rimcast/vec2.h"
#include "rimcast/xform3.h"

#include <stdbool.h>

static inline bool rim_finite(double x)
{
    return x - x == 0.0;
}

// 0, or NaN if it is not finite: sums of these ask of many numbers at once, with one branch.
static inline float rim_trouble(float x)
{
    return x - x;
}

static inline bool rim_finite2(rim_vec2 v)
{
    return rim_trouble(v.x) + rim_trouble(v.y) == 0.0f;
}

static inline bool rim_finite3(rim_vec3 v)
{
    return rim_trouble(v.x) + rim_trouble(v.y) + rim_trouble(v.z) == 0.0f;
}

static inline bool rim_finite_pose(rim_xform3 pose)
{
    rim_vec3 p = pose.position;
    rim_quat q = pose.rotation;
    return rim_trouble(p.x) + rim_trouble(p.y) + rim_trouble(p.z) + rim_trouble(q.x) +
               rim_trouble(q.y) + rim_trouble(q.z) + rim_trouble(q.w) ==
           0.0f;
}

#endif
