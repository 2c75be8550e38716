// Shapes and poses made ready for a search, to be compiled into those who ask.
#ifndef RIM_SOLID_DISTANCE_PAIR_H
#define RIM_SOLID_DISTANCE_PAIR_H

#include "base/cpu.h"
#include "base/finite.h"
#include "solid/distance_gjk.h"
#include "solid/hull_data.h"

#include <assert.h>
#include <string.h>

#ifdef CPU_GNU
#define PAIR_INLINE static inline __attribute__((always_inline))
#else
#define PAIR_INLINE static inline
#endif

PAIR_INLINE bool pair_is_wide(void)
{
#ifdef CPU_X86
    return CPU_HAS(AVX2, "avx2");
#else
    return false;
#endif
}

// Times 0: NaN if a number of the points or the radius is not finite, else a zero. A hull's points are finite.
PAIR_INLINE double trouble_of(const rim_convex *convex)
{
    double trouble = 0.0 * convex->radius;
    for (int i = 0; i < convex->count && !convex->hull; i++)
    {
        rim_vec3 p = convex->points[i];
        trouble += 0.0 * p.x + 0.0 * p.y + 0.0 * p.z;
    }
    return trouble;
}

PAIR_INLINE void set_shape(gjk_shape *shape, const rim_convex *convex)
{
    assert(convex->count >= 1 && convex->radius >= 0.0f);
    const rim_hull *hull = convex->hull;
    shape->points = convex->points;
    shape->count = convex->count;
    shape->support = rim_support_scalar;
    if (!hull)
    {
        vec3d first = v3d_from(convex->points[0]),
              last = v3d_from(convex->points[convex->count - 1]);
        shape->center = v3d_scale(v3d_add(first, last), 0.5);
        shape->extent = 0.0f;
        shape->padded = 0;
        return;
    }
    shape->x = hull->x;
    shape->y = hull->y;
    shape->z = hull->z;
    shape->padded = hull->padded_corners;
    shape->extent = hull->largest;
    shape->center = v3d_from(hull->center);
    if (pair_is_wide()) shape->support = rim_support_avx2;
}

// The columns of the turn by a quaternion of any length but 0.
PAIR_INLINE void set_turn(mat3d *m, double x, double y, double z, double w)
{
    double s = 2.0 / (x * x + y * y + z * z + w * w);
    double sx = s * x, sy = s * y, sz = s * z;
    double xx = sx * x, yy = sy * y, zz = sz * z;
    double xy = sx * y, xz = sx * z, yz = sy * z, wx = sx * w, wy = sy * w, wz = sz * w;
    m->x = v3d(1.0 - (yy + zz), xy + wz, xz - wy);
    m->y = v3d(xy - wz, 1.0 - (xx + zz), yz + wx);
    m->z = v3d(xz + wy, yz - wx, 1.0 - (xx + yy));
}

// A zero quaternion turns nothing. Squares of floats do not fade away.
PAIR_INLINE double real_part(double x, double y, double z, double w)
{
    return x * x + y * y + z * z + w * w == 0.0 ? 1.0 : w;
}

// 2^-e for x in [2^e, 2^(e+1)): the exponent field of a double mirrored about its middle.
PAIR_INLINE double inverse_power(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = 0x7fe0000000000000u - (bits & 0x7ff0000000000000u);
    memcpy(&x, &bits, sizeof x);
    return x;
}

PAIR_INLINE bool set_pair(gjk_pair *pair, const rim_convex *a, const rim_xform3 *pa,
                          const rim_convex *b, const rim_xform3 *pb)
{
    if (a->count < 1 || b->count < 1) return false;
    set_shape(&pair->a, a);
    set_shape(&pair->b, b);
    pair->wide = pair_is_wide();
    double ax = pa->rotation.x, ay = pa->rotation.y, az = pa->rotation.z;
    double bx = pb->rotation.x, by = pb->rotation.y, bz = pb->rotation.z;
    double aw = real_part(ax, ay, az, pa->rotation.w), bw = real_part(bx, by, bz, pb->rotation.w);
    set_turn(&pair->world_turn, ax, ay, az, aw);
    // First by b, then back by a: the quaternion conj(a) b. It is exactly 1 if both are the same.
    set_turn(&pair->turn, aw * bx - ax * bw - (ay * bz - az * by),
             aw * by - ay * bw - (az * bx - ax * bz), aw * bz - az * bw - (ax * by - ay * bx),
             aw * bw + (ax * bx + ay * by + az * bz));
    pair->world_shift = v3d_from(pa->position);
    vec3d between = v3d_sub(v3d_from(pb->position), pair->world_shift);
    pair->shift = m3d_unapply(pair->world_turn, between);
    double size = fabs(pair->shift.x) + fabs(pair->shift.y) + fabs(pair->shift.z) + pair->a.extent +
                  pair->b.extent;
    pair->scale = size > 0.0 ? inverse_power(size) : 1.0;
    return rim_finite(pair->turn.x.y + v3d_length2(pair->shift) + trouble_of(a) + trouble_of(b));
}

#endif
