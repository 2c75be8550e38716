// A triangle swept against by spheres and capsules, without branches: what time_of_impact.h finds face by face
// and edge by edge, found for all of them side by side.
//
// The rounded body is the union of its offset faces, of cylinders along its edges and of balls about
// its corners, so the first entry into it is the first entry into any of these. Whatever is
// degenerate, parallel, of a size out of the ordinary, or not proven to start apart is left to
// time_of_impact.h.
#ifndef RIM_SOLID_SHAPE_SWEEP_TRIANGLE_H
#define RIM_SOLID_SHAPE_SWEEP_TRIANGLE_H

#include "simd/cpu.h"
#include "solid/shape/time_of_impact.h"
#include "solid/shape/branch_free.h"

// A triangle with a corner at 0, a motion x + t v, the mover's axis s (0 for a ball) and radius.
typedef struct swept_case
{
    vec3d       b, c;
    vec3d       normal; // b x c
    double      square; // |normal|^2
    cast_motion m;
    vec3d       s;
    double      r;
} swept_case;

typedef enum swept_answer
{
    SWEPT_UNKNOWN,
    SWEPT_MISS,
    SWEPT_HIT
} swept_answer;

swept_answer sweep_sphere_triangle_plain(cast_hit *hit, const swept_case *k);
swept_answer sweep_capsule_triangle_plain(cast_hit *hit, const swept_case *k);

#ifdef CPU_X86
#define SWEPT_AVX2 1
swept_answer sweep_sphere_triangle_avx2(cast_hit *hit, const swept_case *k);
swept_answer sweep_capsule_triangle_avx2(cast_hit *hit, const swept_case *k);
#endif

// With the fastest that the processor knows; all give the same bits.
static inline swept_answer swept_ball(cast_hit *hit, const swept_case *k)
{
#ifdef SWEPT_AVX2
    if (CPU_HAS(AVX2, "avx2")) return sweep_sphere_triangle_avx2(hit, k);
#endif
    return sweep_sphere_triangle_plain(hit, k);
}

static inline swept_answer swept_axis(cast_hit *hit, const swept_case *k)
{
#ifdef SWEPT_AVX2
    if (CPU_HAS(AVX2, "avx2")) return sweep_capsule_triangle_avx2(hit, k);
#endif
    return sweep_capsule_triangle_plain(hit, k);
}

#endif
