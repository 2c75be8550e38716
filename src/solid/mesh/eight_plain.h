// Template: compiled anew by each file that includes it.
// Eight floats side by side, in plain C: what eight_avx2.h does in one register, with the same bits.
// Include one of the two, never both.
#ifndef RIM_SOLID_MESH_EIGHT_PLAIN_H
#define RIM_SOLID_MESH_EIGHT_PLAIN_H

#include "simd/cpu.h"
#include "base/vec3d.h"
#include "solid/mesh/data.h"

#include <math.h>

// With the sanitizers' checks in every lane compilers take minutes over all of a walk in one function.
#if defined(CPU_GNU) && defined(__SANITIZE_ADDRESS__)
#define EIGHT_INLINE static __attribute__((noinline, unused))
#else
#define EIGHT_INLINE static inline
#endif
#define EIGHT_APART static
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
EIGHT_INLINE eight eight_fma(eight a, eight b, eight c) { EIGHT_EACH(a.v[i] * b.v[i] + c.v[i]); }
EIGHT_INLINE eight eight_fms(eight a, eight b, eight c) { EIGHT_EACH(a.v[i] * b.v[i] - c.v[i]); }
EIGHT_INLINE eight eight_fnma(eight a, eight b, eight c) { EIGHT_EACH(c.v[i] - a.v[i] * b.v[i]); }
EIGHT_INLINE eight eight_sqrt(eight a) { EIGHT_EACH(sqrtf(a.v[i])); }
EIGHT_INLINE eight eight_abs(eight a) { EIGHT_EACH(fabsf(a.v[i])); }
EIGHT_INLINE eight eight_min(eight a, eight b) { EIGHT_EACH(a.v[i] < b.v[i] ? a.v[i] : b.v[i]); }
EIGHT_INLINE eight eight_max(eight a, eight b) { EIGHT_EACH(a.v[i] > b.v[i] ? a.v[i] : b.v[i]); }
EIGHT_INLINE eight eight_choose(unsigned bits, eight a, eight b) { EIGHT_EACH(bits >> i & 1u ? a.v[i] : b.v[i]); }
EIGHT_INLINE unsigned eight_less(eight a, eight b) { EIGHT_BITS(a.v[i] < b.v[i]); }
EIGHT_INLINE unsigned eight_no_more(eight a, eight b) { EIGHT_BITS(a.v[i] <= b.v[i]); }
EIGHT_INLINE unsigned eight_no_more_soon(eight a, eight b) { return eight_no_more(a, b); }
EIGHT_INLINE unsigned eight_less_both(eight a, eight b, eight c, eight d) { EIGHT_BITS(a.v[i] < b.v[i] && c.v[i] < d.v[i]); }
EIGHT_INLINE eight eight_bytes(const uint8_t *at) { EIGHT_EACH((float)at[i]); }
EIGHT_INLINE eight eight_load(const float *at) { EIGHT_EACH(at[i]); }
// clang-format on

// Whether numbers are below 0, to be put together. What is 0 or not a number may count as below.
typedef unsigned eight_signs;

// clang-format off
EIGHT_INLINE eight_signs eight_sign(eight a) { EIGHT_BITS(a.v[i] < 0.0f); }
EIGHT_INLINE eight_signs eight_both(eight_signs a, eight_signs b) { return a & b; }
EIGHT_INLINE eight_signs eight_either(eight_signs a, eight_signs b) { return a | b; }
EIGHT_INLINE eight_signs eight_and_not(eight_signs a, eight_signs b) { return a & ~b; }
EIGHT_INLINE unsigned eight_sign_bits(eight_signs a) { return a; }
// clang-format on

EIGHT_INLINE void eight_store(float *at, eight a)
{
    memcpy(at, a.v, sizeof a.v);
}

EIGHT_INLINE void eight_store_bits(uint32_t *at, eight a)
{
    memcpy(at, a.v, sizeof a.v);
}

// Coordinates by the numbers of the corners; what lies beyond the leaf's triangles is anything finite or not.
EIGHT_INLINE eight eight_pick(const float *from, int count, const uint8_t *which)
{
    (void)count;
    EIGHT_EACH(from[which[i]]);
}

// Which of sixteen floats.
typedef struct eight_places
{
    uint8_t of[8];
} eight_places;

EIGHT_INLINE eight_places eight_places_of(const uint8_t *which)
{
    eight_places at;
    memcpy(at.of, which, sizeof at.of);
    return at;
}

// What is not one of sixteen, behind the leaf's triangles, is anything.
EIGHT_INLINE eight eight_pick16(eight low, eight high, eight_places at)
{
    EIGHT_EACH(at.of[i] & 8 ? high.v[at.of[i] & 7] : low.v[at.of[i] & 7]);
}

// Writes those of eight words whose bits are set, the lowest first; up to eight words may be written. How many bits
// are set.
EIGHT_INLINE int eight_put(uint32_t *to, const uint32_t *words, unsigned bits)
{
    int count = 0;
    for (int i = 0; i < 8; i++)
        if (bits >> i & 1u) to[count++] = words[i];
    return count;
}

// As eight_put, but if `at` has its highest bit set only that, once. *low are the bits of what was written that
// has not.
EIGHT_INLINE int eight_put_or(uint32_t *to, const uint32_t *words, uint32_t at, unsigned bits,
                              unsigned *low)
{
    *low = 0;
    if (at >> 31)
    {
        *to = at;
        return 1;
    }
    for (int i = 0; i < 8; i++)
        if (bits >> i & 1u && !(words[i] >> 31)) *low |= 1u << i;
    return eight_put(to, words, bits);
}

// As eight_put, for eight numbers of three or four bytes each.
EIGHT_INLINE int eight_put_numbers(int *to, const uint8_t *numbers, uint32_t bytes, unsigned bits)
{
    int count = 0;
    for (uint32_t i = 0; i < 8; i++)
        if (bits >> i & 1u) to[count++] = mesh_number_at(numbers + i * bytes, bytes);
    return count;
}

// As eight_put, for triangles of a world, whose corners' coordinates are c[0 .. 8].
EIGHT_INLINE int eight_put_triangles(rim_world_triangle *to, const eight c[9],
                                     const uint8_t *numbers, uint32_t bytes, unsigned bits)
{
    int count = 0;
    for (uint32_t i = 0; i < 8; i++)
    {
        if (!(bits >> i & 1u)) continue;
        rim_world_triangle *t = &to[count++];
        t->shape.a = rim_vec3_make(c[0].v[i], c[1].v[i], c[2].v[i]);
        t->shape.b = rim_vec3_make(c[3].v[i], c[4].v[i], c[5].v[i]);
        t->shape.c = rim_vec3_make(c[6].v[i], c[7].v[i], c[8].v[i]);
        t->id = mesh_number_at(numbers + i * bytes, bytes);
        t->inner = 0;
    }
    return count;
}

// Eight whole numbers.
typedef struct eight_words
{
    uint32_t v[8];
} eight_words;

// The lowest bits of sixty-four and sixty-four more, up to eight, by their numbers, 0 .. 127, in order, and then 0. If there
// are more than eight, all of them are of the first.
typedef struct eight_found
{
    uint8_t at[8];
} eight_found;

EIGHT_INLINE eight_found eight_find(uint64_t bits, uint64_t more)
{
    eight_found found = { { 0 } };
    int         count = 0;
    for (int i = 0; i < 128 && count < 8; i++)
        if ((i < 64 ? bits >> i : more >> (i - 64)) & 1u) found.at[count++] = (uint8_t)i;
    return found;
}

EIGHT_INLINE size_t eight_found_at(eight_found found, int i)
{
    return found.at[i];
}

EIGHT_INLINE uint64_t eight_without_found(uint64_t bits)
{
    for (int i = 0; i < 8; i++) bits &= bits - 1;
    return bits;
}

// The corners of the rows that were found, and their numbers.
EIGHT_INLINE eight_words eight_load_rows(eight p[9], const mesh_row *rows, eight_found found)
{
    eight_words numbers;
    for (int i = 0; i < 8; i++)
    {
        const mesh_row *row = &rows[found.at[i]];
        for (int k = 0; k < 9; k++) p[k].v[i] = row->at[k];
        numbers.v[i] = row->number;
    }
    return numbers;
}

EIGHT_INLINE int eight_bit_count(uint64_t bits)
{
    int count = 0;
    for (; bits; bits &= bits - 1) count++;
    return count;
}

EIGHT_INLINE int eight_pack(uint32_t *to, eight_words words, unsigned bits)
{
    return eight_put(to, words.v, bits);
}

// --- four floats, of which three are meant: along x, y, z ----------------------------------------------------

typedef struct quad
{
    float v[4];
} quad;

#define QUAD_EACH(expression)                                                                      \
    quad l = { { 0.0f, 0.0f, 0.0f, 0.0f } };                                                       \
    for (int i = 0; i < 3; i++) l.v[i] = (expression);                                             \
    return l

EIGHT_INLINE void quad_store(void *at, quad a)
{
    memcpy(at, a.v, sizeof a.v);
}

EIGHT_INLINE float quad_at(quad a, int k)
{
    return a.v[k];
}

EIGHT_INLINE quad quad_of(float x, float y, float z)
{
    quad l = { { x, y, z, 0.0f } };
    return l;
}

// clang-format off
EIGHT_INLINE quad quad_load(const float *at) { QUAD_EACH(at[i]); }
EIGHT_INLINE quad quad_pairs(double xy, double zw) { quad l; memcpy(l.v, &xy, sizeof xy); memcpy(l.v + 2, &zw, sizeof zw); return l; }
EIGHT_INLINE quad quad_fma(quad a, quad b, quad c) { QUAD_EACH(a.v[i] * b.v[i] + c.v[i]); }
EIGHT_INLINE quad quad_last(quad a) { QUAD_EACH(a.v[3]); }
EIGHT_INLINE quad quad_all(float a) { QUAD_EACH(a); }
EIGHT_INLINE quad quad_add(quad a, quad b) { QUAD_EACH(a.v[i] + b.v[i]); }
EIGHT_INLINE quad quad_sub(quad a, quad b) { QUAD_EACH(a.v[i] - b.v[i]); }
EIGHT_INLINE quad quad_mul(quad a, quad b) { QUAD_EACH(a.v[i] * b.v[i]); }
EIGHT_INLINE quad quad_div(quad a, quad b) { QUAD_EACH(a.v[i] / b.v[i]); }
EIGHT_INLINE quad quad_max(quad a, quad b) { QUAD_EACH(a.v[i] > b.v[i] ? a.v[i] : b.v[i]); }
EIGHT_INLINE quad quad_turn(quad a, quad by) { QUAD_EACH(by.v[i] < 0.0f ? -a.v[i] : a.v[i]); }
EIGHT_INLINE quad quad_abs(quad a) { QUAD_EACH(fabsf(a.v[i])); }
EIGHT_INLINE quad quad_ordered(quad a, const uint8_t order[4]) { QUAD_EACH(a.v[order[i]]); }
EIGHT_INLINE eight eight_spread(quad a, int k) { EIGHT_EACH(a.v[k]); }
// clang-format on

// The bits of those below 0. What the fourth has does not matter.
EIGHT_INLINE unsigned quad_negative(quad a)
{
    return (a.v[0] < 0.0f ? 1u : 0u) | (a.v[1] < 0.0f ? 2u : 0u) | (a.v[2] < 0.0f ? 4u : 0u);
}

// y z x
EIGHT_INLINE quad quad_turned(quad a)
{
    return quad_of(a.v[1], a.v[2], a.v[0]);
}

EIGHT_INLINE unsigned quad_less(quad a, quad b)
{
    return (a.v[0] < b.v[0] ? 1u : 0u) | (a.v[1] < b.v[1] ? 2u : 0u) | (a.v[2] < b.v[2] ? 4u : 0u);
}

// 2^(exponent - 127), for exponents of 1 .. 254.
EIGHT_INLINE quad quad_powers(const uint8_t exponents[4])
{
    quad powers = { { 0.0f, 0.0f, 0.0f, 0.0f } };
    for (int k = 0; k < 3; k++)
    {
        uint32_t bits = (uint32_t)exponents[k] << 23;
        memcpy(&powers.v[k], &bits, sizeof bits);
    }
    return powers;
}

// Four doubles, of which three are meant.
typedef struct triple
{
    vec3d v;
} triple;

EIGHT_INLINE triple triple_from(vec3d v)
{
    triple l = { v };
    return l;
}

// clang-format off
EIGHT_INLINE triple triple_of(quad a) { return triple_from(v3d(a.v[0], a.v[1], a.v[2])); }
EIGHT_INLINE triple triple_all(double a) { return triple_from(v3d(a, a, a)); }
EIGHT_INLINE triple triple_add(triple a, triple b) { return triple_from(v3d_add(a.v, b.v)); }
EIGHT_INLINE triple triple_sub(triple a, triple b) { return triple_from(v3d_sub(a.v, b.v)); }
EIGHT_INLINE triple triple_mul(triple a, triple b) { return triple_from(v3d(a.v.x * b.v.x, a.v.y * b.v.y, a.v.z * b.v.z)); }
EIGHT_INLINE triple triple_cross(triple a, triple b) { return triple_from(v3d_cross(a.v, b.v)); }
EIGHT_INLINE quad triple_round(triple a) { return quad_of((float)a.v.x, (float)a.v.y, (float)a.v.z); }
// clang-format on

// a . b and a . c
EIGHT_INLINE void triple_dots(double out[2], triple a, triple b, triple c)
{
    out[0] = v3d_dot(a.v, b.v);
    out[1] = v3d_dot(a.v, c.v);
}

// One of them, eight times.
EIGHT_INLINE eight eight_power(const uint8_t exponents[4], int k)
{
    return eight_spread(quad_powers(exponents), k);
}

// Its reciprocal; 2^127 is taken for 2^126, which is nothing to its 255 steps.
EIGHT_INLINE quad quad_unpowers(const uint8_t exponents[4])
{
    uint8_t flipped[4] = { (uint8_t)(254 - exponents[0]), (uint8_t)(254 - exponents[1]),
                           (uint8_t)(254 - exponents[2]), 0 };
    return quad_powers(flipped);
}

// Which of eight spans, along three axes, meet lo .. hi. Fractions are cut off: some that do not may be told.
EIGHT_INLINE unsigned eight_spans(const uint8_t spans_lo[24], const uint8_t spans_hi[24], quad lo,
                                  quad hi)
{
    unsigned bits = 255u;
    for (int k = 0; k < 3; k++)
    {
        if (!(hi.v[k] >= 0.0f) || !(lo.v[k] <= 255.0f)) return 0;
        int from = lo.v[k] > 0.0f ? (int)lo.v[k] : 0, to = hi.v[k] < 255.0f ? (int)hi.v[k] : 255;
        for (int i = 0; i < 8; i++)
            if (spans_lo[8 * k + i] > to || spans_hi[8 * k + i] < from) bits &= ~(1u << i);
    }
    return bits;
}

// Which of two times sixty-four rows meet lo .. hi, in sixteenths of steps. What lies beyond counts as at the end.
EIGHT_INLINE void eight_rows_near(uint64_t near[2], const mesh_spans *spans, quad lo, quad hi)
{
    near[0] = near[1] = ~(uint64_t)0;
    for (int k = 0; k < 3; k++)
    {
        float from = lo.v[k] > 0.0f ? lo.v[k] * 0x1p-4f : 0.0f,
              to = hi.v[k] > 0.0f ? hi.v[k] * 0x1p-4f : 0.0f;
        int first = from < MESH_STEPS - 1 ? (int)from : MESH_STEPS - 1;
        int last = to < MESH_STEPS - 1 ? (int)to : MESH_STEPS - 1;
        for (int i = 0; i < 2; i++) near[i] &= spans->open[k][first][i] & spans->begun[k][last][i];
    }
}

// The same for sixty-four. What lies beyond 0 or 255 counts as there.
EIGHT_INLINE uint64_t eight_spans64(const uint8_t spans_lo[3][64], const uint8_t spans_hi[3][64],
                                    quad lo, quad hi)
{
    uint8_t  out[64] = { 0 };
    uint64_t bits = 0;
    for (int k = 0; k < 3; k++)
    {
        float from = lo.v[k] > 0.0f ? lo.v[k] : 0.0f, to = hi.v[k] > 0.0f ? hi.v[k] : 0.0f;
        int   first = from < 255.0f ? (int)from : 255, last = to < 255.0f ? (int)to : 255;
        for (int i = 0; i < 64; i++)
            out[i] |= (uint8_t)((spans_lo[k][i] > last) | (spans_hi[k][i] < first));
    }
    for (int i = 0; i < 64; i++) bits |= (uint64_t)!out[i] << i;
    return bits;
}

// As eight_put, of sixty-four words.
EIGHT_INLINE int eight_put64(uint32_t *to, const uint32_t words[65], uint64_t bits)
{
    int count = 0;
    for (int i = 0; i < 64; i++)
        if (bits >> i & 1u) to[count++] = words[i];
    return count;
}

EIGHT_INLINE unsigned eight_below(int count)
{
    return ~(~0u << count) & 255u;
}

EIGHT_INLINE int eight_lowest(unsigned bits)
{
    int i = 0;
    while (!(bits >> i & 1u)) i++;
    return i;
}

#endif
