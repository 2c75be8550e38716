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

static inline bool rim_finite2(rim_vec2 v)
{
    return rim_finite(v.x) && rim_finite(v.y);
}

static inline bool rim_finite3(rim_vec3 v)
{
    return rim_finite(v.x) && rim_finite(v.y) && rim_finite(v.z);
}

static inline bool rim_finite_pose(rim_xform3 pose)
{
    rim_quat q = pose.rotation;
    return rim_finite3(pose.position) && rim_finite(q.x) && rim_finite(q.y) && rim_finite(q.z) &&
           rim_finite(q.w);
}

#endif
