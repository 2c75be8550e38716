// Template: compiled anew by each file that includes it.
// Shapes and poses made ready for a search, to be compiled into those who ask. Include
// solid/shape/four_plain.h or solid/shape/four_avx2.h first.
#ifndef RIM_SOLID_QUERY_GJK_PAIR_H
#define RIM_SOLID_QUERY_GJK_PAIR_H

#include "base/float.h"
#include "simd/cpu.h"
#include "solid/hull/data.h"
#include "solid/query/gjk.h"
#include "solid/query/relative_pose.h"

#include <assert.h>
#include <string.h>

FOUR_INLINE bool pair_is_wide(void)
{
#ifdef CPU_X86
    return CPU_HAS(AVX2, "avx2");
#else
    return false;
#endif
}

// Times 0: NaN if a number of the points or the radius is not finite, else a zero. A hull's points are finite.
FOUR_INLINE double trouble_of(const rim_convex *convex)
{
    double trouble = 0.0 * convex->radius;
    for (int i = 0; i < convex->count && !convex->hull; i++)
    {
        rim_vec3 p = convex->points[i];
        trouble += 0.0 * p.x + 0.0 * p.y + 0.0 * p.z;
    }
    return trouble;
}

FOUR_INLINE void set_shape(gjk_shape *shape, const rim_convex *convex)
{
    assert(convex->count >= 1 && convex->radius >= 0.0f);
    shape->points = convex->points;
    shape->count = convex->count;
    shape->hull = convex->hull;
}

FOUR_INLINE mat3d mat3d_of(const columns *m)
{
    mat3d l = { vec3d_of(m->x), vec3d_of(m->y), vec3d_of(m->z) };
    return l;
}

FOUR_INLINE bool gjk_set_pair(gjk_pair *pair, const relation *r, const rim_convex *a,
                              const rim_convex *b)
{
    if (a->count < 1 || b->count < 1) return false;
    set_shape(&pair->a, a);
    set_shape(&pair->b, b);
    pair->wide = pair_is_wide();
    pair->turn = mat3d_of(&r->turn);
    pair->shift = vec3d_of(r->shift);
    pair->world_turn = mat3d_of(&r->world_turn);
    pair->world_shift = vec3d_of(r->world_shift);
    pair->scale = scale_of(&pair->a, &pair->b, pair->shift);
    return float_is_finite(pair->turn.x.y + v3d_length2(pair->shift) + trouble_of(a) +
                           trouble_of(b));
}

#endif
