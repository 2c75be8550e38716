// Four doubles side by side, in plain C: what shape3_four_avx2.h does in one register, with the same bits.
#ifndef RIM_SOLID_SHAPE3_FOUR_PLAIN_H
#define RIM_SOLID_SHAPE3_FOUR_PLAIN_H

#include "solid/shape3_core.h"

#define FOUR_INLINE CORE_INLINE
#define FOUR_TARGET
#define FOUR_NAME(name) name##_plain

typedef struct four
{
    double v[4];
} four;

typedef struct four_mask
{
    int v[4];
} four_mask;

#define FOUR_EACH(type, expression)                                                                \
    type l;                                                                                        \
    for (int i = 0; i < 4; i++) l.v[i] = (expression);                                             \
    return l

// clang-format off
FOUR_INLINE four four_all(double a) { FOUR_EACH(four, a); }
FOUR_INLINE four four_add(four a, four b) { FOUR_EACH(four, a.v[i] + b.v[i]); }
FOUR_INLINE four four_sub(four a, four b) { FOUR_EACH(four, a.v[i] - b.v[i]); }
FOUR_INLINE four four_mul(four a, four b) { FOUR_EACH(four, a.v[i] * b.v[i]); }
FOUR_INLINE four four_div(four a, four b) { FOUR_EACH(four, a.v[i] / b.v[i]); }
FOUR_INLINE four four_sqrt(four a) { FOUR_EACH(four, sqrt(a.v[i])); }
FOUR_INLINE four four_abs(four a) { FOUR_EACH(four, fabs(a.v[i])); }
FOUR_INLINE four four_min(four a, four b) { FOUR_EACH(four, a.v[i] < b.v[i] ? a.v[i] : b.v[i]); }
FOUR_INLINE four four_max(four a, four b) { FOUR_EACH(four, a.v[i] > b.v[i] ? a.v[i] : b.v[i]); }
FOUR_INLINE four_mask four_less(four a, four b) { FOUR_EACH(four_mask, a.v[i] < b.v[i]); }
FOUR_INLINE four_mask four_equal(four a, four b) { FOUR_EACH(four_mask, a.v[i] == b.v[i]); }
FOUR_INLINE four_mask four_and(four_mask a, four_mask b) { FOUR_EACH(four_mask, a.v[i] & b.v[i]); }
FOUR_INLINE four four_pick(four_mask m, four a, four b) { FOUR_EACH(four, m.v[i] ? a.v[i] : b.v[i]); }
// clang-format on

FOUR_INLINE four four_set(double a, double b, double c, double d)
{
    four l = { { a, b, c, d } };
    return l;
}

FOUR_INLINE four four_load(const double in[4])
{
    return four_set(in[0], in[1], in[2], in[3]);
}

FOUR_INLINE four four_load_floats(const float in[4])
{
    return four_set(in[0], in[1], in[2], in[3]);
}

FOUR_INLINE four four_set_floats(float a, float b, float c, float d)
{
    return four_set(a, b, c, d);
}

// Lane 3 everywhere.
FOUR_INLINE four four_last(four a)
{
    return four_all(a.v[3]);
}

// Lanes 1, 2, 0, 3.
FOUR_INLINE four four_turn(four a)
{
    return four_set(a.v[1], a.v[2], a.v[0], a.v[3]);
}

// The largest and the least of the lanes, none of them NaN.
FOUR_INLINE double four_highest(four a)
{
    double low = a.v[0] > a.v[2] ? a.v[0] : a.v[2], high = a.v[1] > a.v[3] ? a.v[1] : a.v[3];
    return low > high ? low : high;
}

FOUR_INLINE double four_lowest(four a)
{
    double low = a.v[0] < a.v[2] ? a.v[0] : a.v[2], high = a.v[1] < a.v[3] ? a.v[1] : a.v[3];
    return low < high ? low : high;
}

FOUR_INLINE void four_store(double out[4], four a)
{
    for (int i = 0; i < 4; i++) out[i] = a.v[i];
}

// Lane 0 is the lowest bit.
FOUR_INLINE int four_bits(four_mask m)
{
    return m.v[0] | m.v[1] << 1 | m.v[2] << 2 | m.v[3] << 3;
}

#endif
