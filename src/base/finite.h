// Neither infinite nor NaN? In place of isfinite, which some C libraries make of calls, and of casts that
// warn.
#ifndef RIM_BASE_FINITE_H
#define RIM_BASE_FINITE_H

#include <stdbool.h>

static inline bool rim_finite(double x)
{
    return x - x == 0.0;
}

#endif
