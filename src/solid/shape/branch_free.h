// What the branch-free ways of balls, rods and sweeps share.
#ifndef RIM_SOLID_SHAPE_BRANCH_FREE_H
#define RIM_SOLID_SHAPE_BRANCH_FREE_H

#include "simd/cpu.h"
#include "solid/shape/contact.h"

#ifdef CPU_SSE2
#include <emmintrin.h>
#endif

// The larger and the smaller; b if one is NaN. Compilers make branches of the plain text, and these branch
// at random.
CORE_INLINE double quick_max(double a, double b)
{
#ifdef CPU_SSE2
    return _mm_cvtsd_f64(_mm_max_sd(_mm_set_sd(a), _mm_set_sd(b)));
#else
    return a > b ? a : b;
#endif
}

CORE_INLINE double quick_min(double a, double b)
{
#ifdef CPU_SSE2
    return _mm_cvtsd_f64(_mm_min_sd(_mm_set_sd(a), _mm_set_sd(b)));
#else
    return a < b ? a : b;
#endif
}

// Squares of sizes for which no product of eight lengths leaves the range of double.
#define QUICK_LEAST 0x1p-120
#define QUICK_MOST 0x1p120

// Is the size, a sum of squares with everything in it, ordinary? Then nothing is NaN or infinite either.
CORE_INLINE bool quick_size(double size)
{
    return (size < QUICK_MOST) & (size > QUICK_LEAST);
}

#endif
