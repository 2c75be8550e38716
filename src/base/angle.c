// Sine, cosine and arc tangent without libm.
//
// Sine and cosine: the angle is reduced to r in [-pi/4, pi/4] and a quarter count q, with
// angle = q pi/2 + r, and r is kept as a head and a tail so that the tail's few bits are not lost
// near multiples of pi/2. On that interval the Taylor series end below 2^-60 after nine terms.
//
// Up to 2^20 quarters the reduction subtracts q times pi/2 in three pieces of 33, 33 and 53 bits
// (Cody and Waite, "Software Manual for the Elementary Functions", 1980): q has 20 bits, so the first
// two products are exact. Beyond, the fraction of angle * 2/pi is computed from as many bits of
// 2/pi as the angle's exponent needs (Payne and Hanek, "Radian reduction for trigonometric
// functions", 1983).
#include "base/angle.h"

#include "base/exact.h"
#include "rimcast/angle.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Angles below this many radians are reduced by pieces of pi/2: they are fewer than 2^20 quarters.
#define ANGLE_SMALL 1e6

typedef struct reduced
{
    double head, tail; // the angle within its quarter, in [-pi/4, pi/4]
    int    quarter;    // modulo 4
} reduced;

// 2/pi after the binary point, 32 bits a word.
static const uint32_t two_over_pi[40] = {
    // clang-format off
    0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu,
    0xdebbc561u, 0xb7246e3au, 0x424dd2e0u, 0x06492eeau, 0x09d1921cu, 0xfe1deb1cu, 0xb129a73eu,
    0xe88235f5u, 0x2ebb4484u, 0xe99c7026u, 0xb45f7e41u, 0x3991d639u, 0x835339f4u, 0x9c845f8bu,
    0xbdf9283bu, 0x1ff897ffu, 0xde05980fu, 0xef2f118bu, 0x5a0a6d1fu, 0x6d367ecfu, 0x27cb09b7u,
    0x4f463f66u, 0x9e5fea2du, 0x7527bac7u, 0xebe5f17bu, 0x3d0739f7u, 0x8a5292eau, 0x6bfb5fb1u,
    0x1f8d5d08u, 0x56033046u, 0xfc7b6babu, 0xf0cfbc20u, 0x9af4361du,
    // clang-format on
};

// Constants, rounded to double. A constant's tail is what the rounding left out.
static const double half_pi = 0x1.921fb54442d18p+0;
static const double half_pi_tail = 0x1.1a62633145c07p-54;
static const double one_degree = 0x1.1df46a2529d39p-6; // pi / 180
static const double one_degree_tail = 0x1.5c1d8becdd291p-62;
static const double half_root2 = 0x1.6a09e667f3bcdp-1; // sine and cosine of 45 degrees

// Returns x - q pi/2 as a sum of two doubles, and q modulo 4, where q is the integer nearest to x / (pi/2). pi/2 is the
// sum of three pieces (W. J. Cody and W. Waite, "Software Manual for the Elementary Functions", 1980). Requires
// pi/4 < x < ANGLE_SMALL. Then q has at most 20 bits and two of the pieces have 33 bits, so q piece1 and q piece2 are
// exact.
static reduced reduce_small(double x)
{
    static const double piece1 = 0x1.921fb54400000p+0;  // 33 bits
    static const double piece2 = 0x1.0b4611a600000p-34; // the next 33
    static const double piece3 = 0x1.3198a2e037073p-69;

    double q = (double)(int64_t)(x * (1.0 / half_pi) + 0.5);

    // x - q piece1 is exact, because it is a multiple of 2^-53 below 1: x > 1/2 is such a multiple, and so is q piece1,
    // whose last bit is at least 2^-32.
    exact_pair rest = exact_add(x - q * piece1, -(q * piece2));
    rest.tail -= q * piece3;

    double  head = rest.head + rest.tail;
    double  tail = rest.tail - (head - rest.head);
    reduced r = { .head = head, .tail = tail, .quarter = (int)((int64_t)q & 3) };
    return r;
}

enum
{
    ANGLE_FACTOR_WORDS = 6, // the words of 2/pi that are multiplied
    ANGLE_PRODUCT_WORDS = 8 // of the product of these 192 bits with 53 bits, which has up to 245
};

// Computes product = m * F in words of 32 bits, lowest first. The factor F is the integer that consists of the words
// start .. start + 5 of two_over_pi. Requires m < 2^53 and 0 <= start <= 34. With m = low + high 2^32, word i of the
// product is the lower half of the sum of
//
//     the lower halves of  low * (word i of F),  high * (word i - 1 of F)  and the carry
//
// words[] has the highest word of F first. So word i of F is words[5 - i], and word i - 1 is words[6 - i]. The upper
// halves of the two products, of the sum and of the carry itself are the carry to word i + 1.
static void multiply_two_over_pi(uint64_t m, int start, uint32_t product[ANGLE_PRODUCT_WORDS])
{
    const uint32_t *words = &two_over_pi[start];
    uint64_t        low = m & 0xffffffffu, high = m >> 32, carry = 0;
    for (int i = 0; i < ANGLE_PRODUCT_WORDS; i++)
    {
        uint64_t by_low = 0, by_high = 0;
        if (i < ANGLE_FACTOR_WORDS) by_low = low * words[ANGLE_FACTOR_WORDS - 1 - i];
        if (i >= 1 && i <= ANGLE_FACTOR_WORDS) by_high = high * words[ANGLE_FACTOR_WORDS - i];

        uint64_t sum = (by_low & 0xffffffffu) + (by_high & 0xffffffffu) + (carry & 0xffffffffu);
        product[i] = (uint32_t)sum;
        carry = (carry >> 32) + (by_low >> 32) + (by_high >> 32) + (sum >> 32);
    }
}

// Returns 64 bits of a product, from bit `top` (the highest of the result) down to bit top - 63. Bits outside the
// product are 0.
static uint64_t product_bits(const uint32_t product[ANGLE_PRODUCT_WORDS], int top)
{
    uint64_t bits = 0;
    for (int bit = top; bit > top - 64; bit--)
    {
        bits <<= 1;
        if (bit >= 0 && bit < 32 * ANGLE_PRODUCT_WORDS) bits |= product[bit / 32] >> bit % 32 & 1u;
    }
    return bits;
}

// Returns pi/2 times the fraction high 2^-64 + low 2^-128 as a sum of two doubles. Bit 63 of `high` must be 0 (the
// fraction is below one half), and the two lowest bits of `low` are not significant. The fraction is the sum of three
// numbers that are exact in double: its first 53 bits are a multiple of 2^-53, the next 11 a multiple of 2^-64, and the
// next 53 a multiple of 2^-117. The last two are added to fraction_tail.
static exact_pair times_half_pi(uint64_t high, uint64_t low)
{
    double     fraction = (double)(high >> 11) * 0x1p-53;
    double     fraction_tail = (double)(high & 0x7ff) * 0x1p-64 + (double)(low >> 11) * 0x1p-117;
    exact_pair product = exact_mul(fraction, half_pi);
    double     rest = product.tail + fraction * half_pi_tail + fraction_tail * half_pi;

    exact_pair result;
    result.head = product.head + rest;
    result.tail = rest - (result.head - product.head);
    return result;
}

// Returns x - q pi/2 as a sum of two doubles, and q modulo 4, where q is the integer nearest to x / (pi/2). Requires
// x >= 2^19.
//
// x is m 2^exponent, with an integer m of 53 bits. Only x * 2/pi modulo 4 is needed. Bit i after the point of 2/pi has
// the value 2^-i. Times m 2^exponent this is a multiple of 4 if exponent - i >= 2. The words that consist of such bits
// only are skipped, and the next six words (192 bits) are multiplied by m. The bits behind these words add less than
// m 2^-point, which is below 2^-106. So more than 100 bits after the point are correct. No double this large is nearer
// than 2^-61 to a multiple of pi/2, so more than 40 of the correct bits belong to the result.
static reduced reduce_large(double x)
{
    uint64_t word;
    memcpy(&word, &x, sizeof word);
    int      exponent = (int)(word >> 52 & 0x7ff) - 1075;
    uint64_t m = (word & 0xfffffffffffffu) | 0x10000000000000u;

    int      skipped = exponent > 2 ? (exponent - 2) / 32 : 0;
    uint32_t product[ANGLE_PRODUCT_WORDS];
    multiply_two_over_pi(m, skipped, product);

    // x * 2/pi modulo 4 is product * 2^-point modulo 4, with point from 159 to 225. The two bits before the point are
    // the quarter, and the 126 bits after the point are the fraction. `high` and `low` begin with the quarter's bits.
    int      point = 32 * ANGLE_FACTOR_WORDS - (exponent - 32 * skipped);
    uint64_t high = product_bits(product, point + 1), low = product_bits(product, point - 63);
    int      quarter = (int)(high >> 62);
    high = high << 2 | low >> 62;
    low <<= 2;

    // A fraction f of at least one half is -(1 - f) in the next quarter. ~f is 1 - f except for one unit of the last
    // bit.
    bool negative = high >> 63 != 0;
    if (negative)
    {
        quarter++;
        high = ~high;
        low = ~low;
    }
    exact_pair angle = times_half_pi(high, low);
    double     sign = negative ? -1.0 : 1.0;
    reduced    r = { .head = sign * angle.head, .tail = sign * angle.tail, .quarter = quarter & 3 };
    return r;
}

// Returns sin(h + t) for |h| <= pi/4 and a tail t as small as the rounding error of h. With s = h^2 it is
//
//     sin h + t cos h  =  h + h s p + t (1 - s/2),    p = -1/3! + s/5! - s^2/7! + ... + s^7/17!.
//
// Terms with t^2 or t s^2 are left out, and so are powers of h above the 17th. p is summed by Horner's rule.
static inline double sin_quarter(double h, double t)
{
    double s = h * h;
    double p = 1.0 / 355687428096000.0; // 17!
    p = p * s - 1.0 / 1307674368000.0;  // 15!
    p = p * s + 1.0 / 6227020800.0;     // 13!
    p = p * s - 1.0 / 39916800.0;       // 11!
    p = p * s + 1.0 / 362880.0;         // 9!
    p = p * s - 1.0 / 5040.0;           // 7!
    p = p * s + 1.0 / 120.0;            // 5!
    p = p * s - 1.0 / 6.0;              // 3!
    return h + (h * s * p + t * (1.0 - 0.5 * s));
}

// Returns cos(h + t) for |h| <= pi/4 and a tail t as small as the rounding error of h. With s = h^2 it is
//
//     cos h - t sin h  =  1 - s/2 + s^2 p - t h,    p = 1/4! - s/6! + s^2/8! - ... - s^7/18!.
//
// Terms with t^2 or t h^3 are left out, and so are powers of h above the 18th. p is summed by Horner's rule.
// w = 1 - s/2 is rounded, and (1 - w) - s/2 is its rounding error.
static inline double cos_quarter(double h, double t)
{
    double s = h * h;
    double p = 1.0 / 6402373705728000.0; // 18!
    p = 1.0 / 20922789888000.0 - p * s;  // 16!
    p = p * s - 1.0 / 87178291200.0;     // 14!
    p = p * s + 1.0 / 479001600.0;       // 12!
    p = p * s - 1.0 / 3628800.0;         // 10!
    p = p * s + 1.0 / 40320.0;           // 8!
    p = p * s - 1.0 / 720.0;             // 6!
    p = p * s + 1.0 / 24.0;              // 4!
    double half = 0.5 * s;
    double w = 1.0 - half;
    return w + (((1.0 - w) - half) + (s * s * p - h * t));
}

// Returns the cosine and sine of a + quarter * pi/2, from those of the angle a.
static rim_sincos_pair turn_quarters(double sine, double cosine, int quarter)
{
    rim_sincos_pair result = { .cos = cosine, .sin = sine };
    switch (quarter & 3)
    {
    case 1:
        result.cos = -sine, result.sin = cosine;
        break;
    case 2:
        result.cos = -cosine, result.sin = -sine;
        break;
    case 3:
        result.cos = sine, result.sin = -cosine;
        break;
    default:
        break;
    }
    // Adding 0 turns -0 into 0, which would differ between otherwise equal turns.
    result.cos += 0.0;
    result.sin += 0.0;
    return result;
}

// Returns the cosine and sine, or those of 0 for an infinite angle or NaN. Cosine is even and sine is odd, so only
// |radians| is reduced to a quarter q and a rest r in [-pi/4, pi/4]. An angle up to pi/4 is its own rest. The sine of a
// negative angle is 0 - sine, because -sine could be a negative zero.
rim_sincos_pair rim_sincos(double radians)
{
    double size = fabs(radians);
    if (!(size <= DBL_MAX)) return turn_quarters(0.0, 1.0, 0);

    reduced r = { .head = size }; // in quarter 0
    if (size > half_pi / 2.0) r = size < ANGLE_SMALL ? reduce_small(size) : reduce_large(size);
    rim_sincos_pair pair =
        turn_quarters(sin_quarter(r.head, r.tail), cos_quarter(r.head, r.tail), r.quarter);
    if (radians < 0.0) pair.sin = 0.0 - pair.sin;
    return pair;
}

// Returns degrees * pi / 180 as a sum of two doubles.
static inline exact_pair radians_of(double degrees)
{
    exact_pair radians = exact_mul(degrees, one_degree);
    radians.tail += degrees * one_degree_tail;
    return radians;
}

// As rim_sincos. |degrees| is reduced without rounding, first to 0 .. 360, then to a quarter and a rest.
rim_sincos_pair rim_sincos_degrees(double degrees)
{
    double size = fabs(degrees);
    if (!(size <= DBL_MAX)) return turn_quarters(0.0, 1.0, 0);

    // The remainder by 360: subtract 360 2^k from the largest such step down. Always size < 2 step, so each difference
    // is exact: size is at least step and at most twice as large (Sterbenz 1974).
    double step = 360.0;
    while (step <= size / 2.0) step *= 2.0;
    for (; step >= 360.0; step *= 0.5)
        if (size >= step) size -= step;

    // The nearest multiple of 90 degrees, and the rest in radians.
    int        quarter = (int)(size / 90.0 + 0.5);
    double     rest = size - 90.0 * quarter; // exact, in [-45, 45]
    exact_pair radians = radians_of(rest);
    double     sine = sin_quarter(radians.head, radians.tail);
    double     cosine = cos_quarter(radians.head, radians.tail);
    // At 45 degrees both series should give the root of 1/2, but they round it differently.
    if (rest == 45.0) sine = cosine = half_root2;
    if (rest == -45.0) sine = -half_root2, cosine = half_root2;
    rim_sincos_pair pair = turn_quarters(sine, cosine, quarter);
    if (degrees < 0.0) pair.sin = 0.0 - pair.sin;
    return pair;
}

// Computes as rim_sincos_degrees does for angles of 0 .. 45 degrees, which need no reduction: a compiler makes vectors
// of this loop.
void angle_sincos_octave(const double *degrees, int count, double *restrict sine,
                         double *restrict cosine)
{
    for (int i = 0; i < count; i++)
    {
        exact_pair radians = radians_of(degrees[i]);
        double     s = sin_quarter(radians.head, radians.tail);
        double     c = cos_quarter(radians.head, radians.tail);
        sine[i] = degrees[i] == 45.0 ? half_root2 : s;
        cosine[i] = degrees[i] == 45.0 ? half_root2 : c;
    }
}

// Returns atan x for x in [0, 1]. Let c be the multiple of 1/8 that is nearest to x, and t = (x - c) / (1 + c x). Then
//
//     atan x = atan c + atan t,    atan t = t - t s p,    p = 1/3 - s/5 + s^2/7 - ... - s^5/13,    s = t^2.
//
// |t| is at most 1/16, so the first term of the series that is left out, t^15 / 15, is below 2^-63.
static double atan_unit(double x)
{
    static const double atan_eighths[9] = {
        // atan(k / 8) for k = 0 .. 8
        0.0,
        0x1.fd5ba9aac2f6ep-4,
        0x1.f5b75f92c80ddp-3,
        0x1.6f61941e4def1p-2,
        0x1.dac670561bb4fp-2,
        0x1.1e00babdefeb4p-1,
        0x1.4978fa3269ee1p-1,
        0x1.700a7c5784634p-1,
        0x1.921fb54442d18p-1,
    };
    int    k = (int)(x * 8.0 + 0.5);
    double c = k / 8.0;
    double t = (x - c) / (1.0 + c * x);
    double s = t * t;
    double p = 1.0 / 13.0;
    p = 1.0 / 11.0 - p * s;
    p = 1.0 / 9.0 - p * s;
    p = 1.0 / 7.0 - p * s;
    p = 1.0 / 5.0 - p * s;
    p = 1.0 / 3.0 - p * s;
    return atan_eighths[k] + (t - t * s * p);
}

// With |x| and |y| the angle is atan(|y| / |x|) if |y| <= |x|, and else pi/2 - atan(|x| / |y|), so that the quotient is
// at most 1. A negative x mirrors the point at the y axis: the angle becomes pi minus the angle. A negative y changes
// its sign, but an angle of 0 stays positive. NaN gives 0.
double rim_atan2(double y, double x)
{
    if (x != x || y != y) return 0.0;
    double ax = fabs(x), ay = fabs(y);
    double angle;
    if (ax == 0.0 && ay == 0.0)
        angle = 0.0;
    else if (ax == INFINITY && ay == INFINITY)
        angle = half_pi / 2.0;
    else if (ay <= ax)
        angle = atan_unit(ay / ax);
    else
        angle = half_pi - (atan_unit(ax / ay) - half_pi_tail);
    // pi - angle, with pi = 2 half_pi + 2 half_pi_tail. The tail is combined with the angle first, so that it is not
    // lost.
    if (x < 0.0) angle = 2.0 * half_pi - (angle - 2.0 * half_pi_tail);
    return copysign(1.0, y) < 0.0 && angle != 0.0 ? -angle : angle;
}

// Returns the angle of the point (c, sqrt(1 - c^2)) of the unit circle. c is clamped to -1 .. 1, and NaN gives 0.
double rim_acos(double c)
{
    if (!(c < 1.0)) return 0.0;
    if (c < -1.0) c = -1.0;
    return rim_atan2(sqrt((1.0 - c) * (1.0 + c)), c);
}
