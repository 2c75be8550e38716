// Template: compiled anew by each file that includes it.
// Four doubles side by side, in plain C: what four_avx2.h does in one register, with the same bits.
#ifndef RIM_SOLID_SHAPE_FOUR_PLAIN_H
#define RIM_SOLID_SHAPE_FOUR_PLAIN_H

#include "solid/shape/closest.h"

#include <string.h>

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
FOUR_INLINE four_mask four_less_equal(four a, four b) { FOUR_EACH(four_mask, a.v[i] <= b.v[i]); }
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

// The lanes named, which are known to the compiler.
#define FOUR_LANES(a, i, j, k, l) four_set((a).v[i], (a).v[j], (a).v[k], (a).v[l])

// Lanes 0 0 2 2, 1 1 3 3, 0 1 0 1, 2 3 2 3, of one and of the other: by turns, or in halves.
FOUR_INLINE four four_low_pairs(four a, four b)
{
    return four_set(a.v[0], b.v[0], a.v[2], b.v[2]);
}

FOUR_INLINE four four_high_pairs(four a, four b)
{
    return four_set(a.v[1], b.v[1], a.v[3], b.v[3]);
}

FOUR_INLINE four four_low_halves(four a, four b)
{
    return four_set(a.v[0], a.v[1], b.v[0], b.v[1]);
}

FOUR_INLINE four four_high_halves(four a, four b)
{
    return four_set(a.v[2], a.v[3], b.v[2], b.v[3]);
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

// 0 or 1.
FOUR_INLINE four four_flag(int set)
{
    return four_all(set);
}

FOUR_INLINE void four_store(double out[4], four a)
{
    for (int i = 0; i < 4; i++) out[i] = a.v[i];
}

// The sum of the first three lanes, in order.
FOUR_INLINE double four_sum3(four a)
{
    return a.v[0] + a.v[1] + a.v[2];
}

// The same sum of a, of b, and twice that of c.
FOUR_INLINE four four_sums3(four a, four b, four c)
{
    double sum = four_sum3(c);
    return four_set(four_sum3(a), four_sum3(b), sum, sum);
}

// The coordinates of a point that another one, or any four bytes, follow; and that.
FOUR_INLINE four four_point(const rim_vec3 *p)
{
    return four_set(p->x, p->y, p->z, 0.0);
}

// Rounds the first three lanes.
FOUR_INLINE rim_vec3 four_round(four a)
{
    return rim_vec3_make((float)a.v[0], (float)a.v[1], (float)a.v[2]);
}

// A lane to take of several.
typedef int four_lane;

// The lane in all lanes.
FOUR_INLINE four four_take(four a, four_lane i)
{
    return four_all(a.v[i]);
}

// The lane that is less than the next one, of the first three in a circle, and not more than the one before;
// and its number. But the last lane if `last` is 8 and not 0.
FOUR_INLINE four_lane four_lane_of_least(int *number, four a, int last)
{
    static const int LOWEST[8] = { 0, 0, 1, 0, 2, 2, 1, 0 };
    int              which = (a.v[0] < a.v[1]) | (a.v[1] < a.v[2]) << 1 | (a.v[2] < a.v[0]) << 2;
    return *number = last ? 3 : LOWEST[which];
}

// The float in all lanes.
FOUR_INLINE four four_spread(const float *a)
{
    return four_all(*a);
}

// Lanes 1, 2, 0, 0, lanes 2, 0, 1, 1, and lanes 0, 1, 2, 2.
FOUR_INLINE four four_next(four a)
{
    return four_set(a.v[1], a.v[2], a.v[0], a.v[0]);
}

FOUR_INLINE four four_second_next(four a)
{
    return four_set(a.v[2], a.v[0], a.v[1], a.v[1]);
}

FOUR_INLINE four four_third(four a)
{
    return four_set(a.v[0], a.v[1], a.v[2], a.v[2]);
}

FOUR_INLINE double four_first(four a)
{
    return a.v[0];
}

// a with the second, the third, the last lane of b.
FOUR_INLINE four four_second_of(four a, four b)
{
    return four_set(a.v[0], b.v[1], a.v[2], a.v[3]);
}

FOUR_INLINE four four_third_of(four a, four b)
{
    return four_set(a.v[0], a.v[1], b.v[2], a.v[3]);
}

FOUR_INLINE four four_last_of(four a, four b)
{
    return four_set(a.v[0], a.v[1], a.v[2], b.v[3]);
}

// A coordinate of the corners of a triangle, a, b, c, c, from its nine floats.
FOUR_INLINE four four_corners(const float *t, int axis)
{
    return four_set(t[axis], t[3 + axis], t[6 + axis], t[6 + axis]);
}

// The first place of x in the first `count` of eight words, all of which may be read; -1 if there is none.
FOUR_INLINE int four_find(const int *words, int count, int x)
{
    int i = 0;
    while (i < count && words[i] != x) i++;
    return i < count ? i : -1;
}

// Four words that are not counted with.
typedef struct four_words
{
    int words[4];
} four_words;

FOUR_INLINE four_words four_words_at(const void *words)
{
    four_words l;
    memcpy(&l, words, sizeof l);
    return l;
}

FOUR_INLINE four_words four_words_of(int i, int j, int k, int l)
{
    four_words w = { { i, j, k, l } };
    return w;
}

// An answer's first twelve words: three lanes of a, three of b, four of n, a number and a word. The next four are
// `tail`.
FOUR_INLINE void four_answer(void *answer, four a, four b, four n, float number, int word,
                             four_words tail)
{
    const float row[11] = { (float)a.v[0], (float)a.v[1], (float)a.v[2], (float)b.v[0],
                            (float)b.v[1], (float)b.v[2], (float)n.v[0], (float)n.v[1],
                            (float)n.v[2], (float)n.v[3], number };
    memcpy(answer, row, sizeof row);
    memcpy((char *)answer + sizeof row, &word, sizeof word);
    memcpy((char *)answer + 12 * sizeof(float), &tail, sizeof tail);
}

// Lane 0 is the lowest bit.
FOUR_INLINE int four_bits(four_mask m)
{
    return m.v[0] | m.v[1] << 1 | m.v[2] << 2 | m.v[3] << 3;
}

#endif
