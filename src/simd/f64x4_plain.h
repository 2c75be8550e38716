// Template: compiled anew by each file that includes it.
// Four doubles side by side, in plain C: what f64x4_avx2.h does in one register, with the same bits.
#ifndef RIM_SIMD_F64X4_PLAIN_H
#define RIM_SIMD_F64X4_PLAIN_H

#include "simd/cpu.h"

#include <math.h>
#include <string.h>

#define SIMD_INLINE CPU_INLINE
#define SIMD_TARGET
#define SIMD_NAME(name) name##_plain

typedef struct f64x4
{
    double v[4];
} f64x4;

typedef struct f64x4_mask
{
    int v[4];
} f64x4_mask;

#define F64X4_EACH(type, expression)                                                               \
    type l;                                                                                        \
    for (int i = 0; i < 4; i++) l.v[i] = (expression);                                             \
    return l

// clang-format off
SIMD_INLINE f64x4 f64x4_all(double a) { F64X4_EACH(f64x4, a); }
SIMD_INLINE f64x4 f64x4_add(f64x4 a, f64x4 b) { F64X4_EACH(f64x4, a.v[i] + b.v[i]); }
SIMD_INLINE f64x4 f64x4_sub(f64x4 a, f64x4 b) { F64X4_EACH(f64x4, a.v[i] - b.v[i]); }
SIMD_INLINE f64x4 f64x4_mul(f64x4 a, f64x4 b) { F64X4_EACH(f64x4, a.v[i] * b.v[i]); }
SIMD_INLINE f64x4 f64x4_div(f64x4 a, f64x4 b) { F64X4_EACH(f64x4, a.v[i] / b.v[i]); }
SIMD_INLINE f64x4 f64x4_sqrt(f64x4 a) { F64X4_EACH(f64x4, sqrt(a.v[i])); }
SIMD_INLINE f64x4 f64x4_abs(f64x4 a) { F64X4_EACH(f64x4, fabs(a.v[i])); }
SIMD_INLINE f64x4 f64x4_min(f64x4 a, f64x4 b) { F64X4_EACH(f64x4, a.v[i] < b.v[i] ? a.v[i] : b.v[i]); }
SIMD_INLINE f64x4 f64x4_max(f64x4 a, f64x4 b) { F64X4_EACH(f64x4, a.v[i] > b.v[i] ? a.v[i] : b.v[i]); }
SIMD_INLINE f64x4_mask f64x4_less(f64x4 a, f64x4 b) { F64X4_EACH(f64x4_mask, a.v[i] < b.v[i]); }
SIMD_INLINE f64x4_mask f64x4_less_equal(f64x4 a, f64x4 b) { F64X4_EACH(f64x4_mask, a.v[i] <= b.v[i]); }
SIMD_INLINE f64x4_mask f64x4_equal(f64x4 a, f64x4 b) { F64X4_EACH(f64x4_mask, a.v[i] == b.v[i]); }
SIMD_INLINE f64x4_mask f64x4_and(f64x4_mask a, f64x4_mask b) { F64X4_EACH(f64x4_mask, a.v[i] & b.v[i]); }
SIMD_INLINE f64x4 f64x4_pick(f64x4_mask m, f64x4 a, f64x4 b) { F64X4_EACH(f64x4, m.v[i] ? a.v[i] : b.v[i]); }
// clang-format on

SIMD_INLINE f64x4 f64x4_set(double a, double b, double c, double d)
{
    f64x4 l = { { a, b, c, d } };
    return l;
}

SIMD_INLINE f64x4 f64x4_load(const double in[4])
{
    return f64x4_set(in[0], in[1], in[2], in[3]);
}

SIMD_INLINE f64x4 f64x4_load_floats(const float in[4])
{
    return f64x4_set(in[0], in[1], in[2], in[3]);
}

SIMD_INLINE f64x4 f64x4_set_floats(float a, float b, float c, float d)
{
    return f64x4_set(a, b, c, d);
}

// Lane 3 everywhere.
SIMD_INLINE f64x4 f64x4_last(f64x4 a)
{
    return f64x4_all(a.v[3]);
}

// The lanes named, which are known to the compiler.
#define F64X4_LANES(a, i, j, k, l) f64x4_set((a).v[i], (a).v[j], (a).v[k], (a).v[l])

// Lanes 0 0 2 2, 1 1 3 3, 0 1 0 1, 2 3 2 3, of one and of the other: by turns, or in halves.
SIMD_INLINE f64x4 f64x4_low_pairs(f64x4 a, f64x4 b)
{
    return f64x4_set(a.v[0], b.v[0], a.v[2], b.v[2]);
}

SIMD_INLINE f64x4 f64x4_high_pairs(f64x4 a, f64x4 b)
{
    return f64x4_set(a.v[1], b.v[1], a.v[3], b.v[3]);
}

SIMD_INLINE f64x4 f64x4_low_halves(f64x4 a, f64x4 b)
{
    return f64x4_set(a.v[0], a.v[1], b.v[0], b.v[1]);
}

SIMD_INLINE f64x4 f64x4_high_halves(f64x4 a, f64x4 b)
{
    return f64x4_set(a.v[2], a.v[3], b.v[2], b.v[3]);
}

// Lanes 1, 2, 0, 3.
SIMD_INLINE f64x4 f64x4_turn(f64x4 a)
{
    return f64x4_set(a.v[1], a.v[2], a.v[0], a.v[3]);
}

// The largest and the least of the lanes, none of them NaN.
SIMD_INLINE double f64x4_highest(f64x4 a)
{
    double low = a.v[0] > a.v[2] ? a.v[0] : a.v[2], high = a.v[1] > a.v[3] ? a.v[1] : a.v[3];
    return low > high ? low : high;
}

SIMD_INLINE double f64x4_lowest(f64x4 a)
{
    double low = a.v[0] < a.v[2] ? a.v[0] : a.v[2], high = a.v[1] < a.v[3] ? a.v[1] : a.v[3];
    return low < high ? low : high;
}

// 0 or 1.
SIMD_INLINE f64x4 f64x4_flag(int set)
{
    return f64x4_all(set);
}

SIMD_INLINE void f64x4_store(double out[4], f64x4 a)
{
    for (int i = 0; i < 4; i++) out[i] = a.v[i];
}

// The sum of the first three lanes, in order.
SIMD_INLINE double f64x4_sum3(f64x4 a)
{
    return a.v[0] + a.v[1] + a.v[2];
}

// The same sum of a, of b, and twice that of c.
SIMD_INLINE f64x4 f64x4_sums3(f64x4 a, f64x4 b, f64x4 c)
{
    double sum = f64x4_sum3(c);
    return f64x4_set(f64x4_sum3(a), f64x4_sum3(b), sum, sum);
}

// Three floats that a fourth, or any four bytes, follow; and that.
SIMD_INLINE f64x4 f64x4_load3(const float *in)
{
    return f64x4_set(in[0], in[1], in[2], 0.0);
}

SIMD_INLINE void f64x4_store_floats(float out[4], f64x4 a)
{
    for (int i = 0; i < 4; i++) out[i] = (float)a.v[i];
}

// A lane to take of several.
typedef int f64x4_lane;

// The lane in all lanes.
SIMD_INLINE f64x4 f64x4_take(f64x4 a, f64x4_lane i)
{
    return f64x4_all(a.v[i]);
}

// The lane that is less than the next one, of the first three in a circle, and not more than the one before;
// and its number. But the last lane if `last` is 8 and not 0.
SIMD_INLINE f64x4_lane f64x4_lane_of_least(int *number, f64x4 a, int last)
{
    static const int LOWEST[8] = { 0, 0, 1, 0, 2, 2, 1, 0 };
    int              which = (a.v[0] < a.v[1]) | (a.v[1] < a.v[2]) << 1 | (a.v[2] < a.v[0]) << 2;
    return *number = last ? 3 : LOWEST[which];
}

// The float in all lanes.
SIMD_INLINE f64x4 f64x4_spread(const float *a)
{
    return f64x4_all(*a);
}

// Lanes 1, 2, 0, 0, lanes 2, 0, 1, 1, and lanes 0, 1, 2, 2.
SIMD_INLINE f64x4 f64x4_next(f64x4 a)
{
    return f64x4_set(a.v[1], a.v[2], a.v[0], a.v[0]);
}

SIMD_INLINE f64x4 f64x4_second_next(f64x4 a)
{
    return f64x4_set(a.v[2], a.v[0], a.v[1], a.v[1]);
}

SIMD_INLINE f64x4 f64x4_third(f64x4 a)
{
    return f64x4_set(a.v[0], a.v[1], a.v[2], a.v[2]);
}

SIMD_INLINE double f64x4_first(f64x4 a)
{
    return a.v[0];
}

// a with the second, the third, the last lane of b.
SIMD_INLINE f64x4 f64x4_second_of(f64x4 a, f64x4 b)
{
    return f64x4_set(a.v[0], b.v[1], a.v[2], a.v[3]);
}

SIMD_INLINE f64x4 f64x4_third_of(f64x4 a, f64x4 b)
{
    return f64x4_set(a.v[0], a.v[1], b.v[2], a.v[3]);
}

SIMD_INLINE f64x4 f64x4_last_of(f64x4 a, f64x4 b)
{
    return f64x4_set(a.v[0], a.v[1], a.v[2], b.v[3]);
}

// A coordinate of the corners of a triangle, a, b, c, c, from its nine floats.
SIMD_INLINE f64x4 f64x4_corners(const float *t, int axis)
{
    return f64x4_set(t[axis], t[3 + axis], t[6 + axis], t[6 + axis]);
}

// Four words that are not counted with.
typedef struct f64x4_words
{
    int words[4];
} f64x4_words;

SIMD_INLINE f64x4_words f64x4_words_at(const void *words)
{
    f64x4_words l;
    memcpy(&l, words, sizeof l);
    return l;
}

// An answer's first twelve words: three lanes of a, three of b, four of n, a number and a word. The next four are
// `tail`.
SIMD_INLINE void f64x4_answer(void *answer, f64x4 a, f64x4 b, f64x4 n, float number, int word,
                              f64x4_words tail)
{
    const float row[11] = { (float)a.v[0], (float)a.v[1], (float)a.v[2], (float)b.v[0],
                            (float)b.v[1], (float)b.v[2], (float)n.v[0], (float)n.v[1],
                            (float)n.v[2], (float)n.v[3], number };
    memcpy(answer, row, sizeof row);
    memcpy((char *)answer + sizeof row, &word, sizeof word);
    memcpy((char *)answer + 12 * sizeof(float), &tail, sizeof tail);
}

// Lane 0 is the lowest bit.
SIMD_INLINE int f64x4_bits(f64x4_mask m)
{
    return m.v[0] | m.v[1] << 1 | m.v[2] << 2 | m.v[3] << 3;
}

#endif
