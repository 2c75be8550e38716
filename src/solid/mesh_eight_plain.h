// Eight floats side by side, in plain C: what mesh_eight_avx2.h does in one register, with the same bits.
// Include one of the two, never both.
#ifndef RIM_SOLID_MESH_EIGHT_PLAIN_H
#define RIM_SOLID_MESH_EIGHT_PLAIN_H

#include "solid/mesh_data.h"

#include <math.h>

#define EIGHT_INLINE static inline
#define EIGHT_TARGET
#define EIGHT_NAME(name) name##_plain

typedef struct eight
{
    float v[8];
} eight;

#define EIGHT_EACH(expression)                                                                     \
    eight l;                                                                                       \
    for (int i = 0; i < 8; i++) l.v[i] = (expression);                                             \
    return l

#define EIGHT_BITS(expression)                                                                     \
    unsigned bits = 0;                                                                             \
    for (int i = 0; i < 8; i++) bits |= (unsigned)(expression) << i;                               \
    return bits

// clang-format off
EIGHT_INLINE eight eight_all(float a) { EIGHT_EACH(a); }
EIGHT_INLINE eight eight_add(eight a, eight b) { EIGHT_EACH(a.v[i] + b.v[i]); }
EIGHT_INLINE eight eight_sub(eight a, eight b) { EIGHT_EACH(a.v[i] - b.v[i]); }
EIGHT_INLINE eight eight_mul(eight a, eight b) { EIGHT_EACH(a.v[i] * b.v[i]); }
EIGHT_INLINE eight eight_div(eight a, eight b) { EIGHT_EACH(a.v[i] / b.v[i]); }
EIGHT_INLINE eight eight_sqrt(eight a) { EIGHT_EACH(sqrtf(a.v[i])); }
EIGHT_INLINE eight eight_abs(eight a) { EIGHT_EACH(fabsf(a.v[i])); }
EIGHT_INLINE eight eight_min(eight a, eight b) { EIGHT_EACH(a.v[i] < b.v[i] ? a.v[i] : b.v[i]); }
EIGHT_INLINE eight eight_max(eight a, eight b) { EIGHT_EACH(a.v[i] > b.v[i] ? a.v[i] : b.v[i]); }
EIGHT_INLINE unsigned eight_less(eight a, eight b) { EIGHT_BITS(a.v[i] < b.v[i]); }
EIGHT_INLINE unsigned eight_no_more(eight a, eight b) { EIGHT_BITS(a.v[i] <= b.v[i]); }
EIGHT_INLINE eight eight_bytes(const uint8_t *at) { EIGHT_EACH((float)at[i]); }
EIGHT_INLINE eight eight_load(const float *at) { EIGHT_EACH(at[i]); }
// clang-format on

EIGHT_INLINE void eight_store(float *at, eight a)
{
    memcpy(at, a.v, sizeof a.v);
}

// Coordinates by the numbers of the corners; what lies beyond the leaf's triangles is anything finite or not.
EIGHT_INLINE eight eight_pick(const float *from, int count, const uint8_t *which)
{
    (void)count;
    EIGHT_EACH(from[which[i]]);
}

EIGHT_INLINE int eight_lowest(unsigned bits)
{
    int i = 0;
    while (!(bits >> i & 1u)) i++;
    return i;
}

#endif
