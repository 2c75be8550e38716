// Pixels and twips.
#ifndef RIM_FLAT_FLASH_TWIPS_H
#define RIM_FLAT_FLASH_TWIPS_H

#include <math.h>
#include <stdint.h>

// Pixels to twips, cut towards zero. NaN gives 0; what does not fit gives the smallest number, as the
// processor's own conversion does, which the recorded answers show.
static inline int32_t flash_twips(double pixels)
{
    double twips = pixels * 20.0;
    if (twips != twips) return 0;
    return twips > -2147483649.0 && twips < 2147483648.0 ? (int32_t)twips : INT32_MIN;
}

static inline double flash_pixels(double twips)
{
    return twips / 20.0;
}

// The nearest whole twip, halves upward, clamped to 32 bits. NaN gives 0.
static inline int32_t flash_round(double twips)
{
    if (!(twips > -2147483648.0)) return twips == twips ? INT32_MIN : 0;
    if (twips >= 2147483647.0) return INT32_MAX;
    // x - floor(x) is exact, so adding 1/2 cannot round a value just below a half upwards.
    int64_t below = (int64_t)twips - ((double)(int64_t)twips > twips);
    return (int32_t)(below + (twips - (double)below >= 0.5));
}

#endif
