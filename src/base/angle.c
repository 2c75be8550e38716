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

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

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

static const double half_pi = 0x1.921fb54442d18p+0;
static const double half_pi_tail = 0x1.1a62633145c07p-54;

static const double one_degree = 0x1.1df46a2529d39p-6; // pi / 180
static const double one_degree_tail = 0x1.5c1d8becdd291p-62;
static const double half_root2 = 0x1.6a09e667f3bcdp-1; // sine and cosine of 45 degrees

// Returns x - q pi/2, with q the integer nearest to x / (pi/2), as a sum of two doubles, and q modulo 4. Requires |x|
// so small that q has at most 20 bits: then q piece1 and q piece2 are exact (W. J. Cody and W. Waite, "Software Manual
// for the Elementary Functions", 1980, with three pieces of pi/2).
static reduced reduce_small(double x)
{
    static const double piece1 = 0x1.921fb54400000p+0;  // 33 bits
    static const double piece2 = 0x1.0b4611a600000p-34; // the next 33
    static const double piece3 = 0x1.3198a2e037073p-69;

    double q = x * (1.0 / half_pi);
    q = (double)(int64_t)(q + (q < 0.0 ? -0.5 : 0.5));

    // x - q piece1 is exact: both are multiples of the same unit and nearly equal.
    double a = x - q * piece1;
    double b = q * piece2;
    double head = a - b;
    // What a - b lost (a two-sum), minus the last piece.
    double back = a - head;
    double tail = ((a - (head + (a - head))) - (b - back)) - q * piece3;

    double  sum = head + tail;
    reduced r = { sum, tail - (sum - head), (int)((int64_t)q & 3) };
    return r;
}

// Reduces a large angle x = m 2^e, with an integer m of 53 bits. Words of 2/pi whose product with m is a multiple of
// 4 quarters are skipped; six words (192 bits) after that leave more than 100 good bits of fraction.
static reduced reduce_large(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int      exponent = (int)(bits >> 52 & 0x7ff) - 1075;
    uint64_t m = (bits & 0xfffffffffffffu) | 0x10000000000000u;

    // Bit i after the point of 2/pi has the value 2^-i; times 2^e it matters only if e - i < 2.
    int first = exponent > 2 ? (exponent - 2) / 32 : 0;
    int shift = exponent - 32 * first; // in [-23, 33], so the product fits eight words below

    // product = m * (six words), as a little-endian number of eight words.
    uint32_t product[8] = { 0 };
    uint64_t low = m & 0xffffffffu, high = m >> 32, carry = 0;
    for (int i = 0; i < 8; i++)
    {
        uint64_t a = i < 6 ? low * two_over_pi[first + 5 - i] : 0;
        uint64_t b = i >= 1 && i < 7 ? high * two_over_pi[first + 6 - i] : 0;
        uint64_t sum = (a & 0xffffffffu) + (b & 0xffffffffu) + (carry & 0xffffffffu);
        product[i] = (uint32_t)sum;
        carry = (carry >> 32) + (a >> 32) + (b >> 32) + (sum >> 32);
    }

    // The binary point of angle * 2/pi stands before bit (192 - shift) of the product. Take two
    // integer bits and 126 bits of fraction.
    int      point = 192 - shift;
    uint64_t top = 0, bottom = 0;
    for (int i = 0; i < 64; i++)
    {
        int at = point + 1 - i;
        int below = at - 64;
        if (at >= 0 && at < 256) top |= (uint64_t)(product[at / 32] >> at % 32 & 1u) << (63 - i);
        if (below >= 0 && below < 256)
            bottom |= (uint64_t)(product[below / 32] >> below % 32 & 1u) << (63 - i);
    }

    int      quarter = (int)(top >> 62);
    // The fraction, in [0, 1), as head + tail; above one half count on to the next quarter.
    uint64_t f1 = top << 2 | bottom >> 62, f2 = bottom << 2;
    bool     negative = f1 >> 63 != 0;
    if (negative)
    {
        quarter++;
        f1 = ~f1;
        f2 = ~f2;
    }
    double head = (double)(f1 >> 11) * 0x1p-53;
    double tail = (double)(f1 & 0x7ff) * 0x1p-64 + (double)(f2 >> 11) * 0x1p-117;
    double r1 = head * half_pi;
    // head * half_pi exactly, by splitting both into 26-bit halves (Dekker 1971).
    double split = 134217729.0;
    double ha = head * split, hb = half_pi * split;
    double a1 = ha - (ha - head), b1 = hb - (hb - half_pi);
    double a2 = head - a1, b2 = half_pi - b1;
    double error = ((a1 * b1 - r1) + a1 * b2 + a2 * b1) + a2 * b2;
    double r2 = error + head * half_pi_tail + tail * half_pi;
    double sum = r1 + r2;

    reduced r = { sum, r2 - (sum - r1), quarter & 3 };
    if (negative) r.head = -r.head, r.tail = -r.tail;
    return r;
}

// Returns sin(h + t) = sin h + t cos h, up to t^2, for |h| <= pi/4. Taylor series to the 17th power.
static inline double sin_quarter(double h, double t)
{
    double s = h * h;
    double p = 1.0 / 355687428096000.0;
    p = p * s - 1.0 / 1307674368000.0;
    p = p * s + 1.0 / 6227020800.0;
    p = p * s - 1.0 / 39916800.0;
    p = p * s + 1.0 / 362880.0;
    p = p * s - 1.0 / 5040.0;
    p = p * s + 1.0 / 120.0;
    p = p * s - 1.0 / 6.0;
    return h + (h * s * p + t * (1.0 - 0.5 * s));
}

// Returns cos(h + t) = cos h - t sin h, up to t^2, for |h| <= pi/4. The first two terms are summed with their
// rounding error.
static inline double cos_quarter(double h, double t)
{
    double s = h * h;
    double p = 1.0 / 6402373705728000.0;
    p = 1.0 / 20922789888000.0 - p * s;
    p = p * s - 1.0 / 87178291200.0;
    p = p * s + 1.0 / 479001600.0;
    p = p * s - 1.0 / 3628800.0;
    p = p * s + 1.0 / 40320.0;
    p = p * s - 1.0 / 720.0;
    p = p * s + 1.0 / 24.0;
    double half = 0.5 * s;
    double w = 1.0 - half;
    return w + (((1.0 - w) - half) + (s * s * p - h * t));
}

// Returns the cosine and sine of an angle plus `quarter` quarter turns, from those of the angle.
static rim_sincos_pair turn_quarters(double sine, double cosine, int quarter)
{
    rim_sincos_pair result = { cosine, sine };
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
    // -0 would differ between otherwise equal turns.
    result.cos += 0.0;
    result.sin += 0.0;
    return result;
}

rim_sincos_pair rim_sincos(double radians)
{
    double size = fabs(radians);
    if (!(size <= 0x1.fffffffffffffp+1023)) return turn_quarters(0.0, 1.0, 0);

    // Cosine is even and sine is odd, so the size alone is reduced.
    reduced r = { size, 0.0, 0 };
    if (size > half_pi / 2.0) r = size < 1e6 ? reduce_small(size) : reduce_large(size);
    rim_sincos_pair pair =
        turn_quarters(sin_quarter(r.head, r.tail), cos_quarter(r.head, r.tail), r.quarter);
    if (radians < 0.0) pair.sin = 0.0 - pair.sin;
    return pair;
}

rim_sincos_pair rim_sincos_degrees(double degrees)
{
    double size = fabs(degrees);
    if (!(size <= 0x1.fffffffffffffp+1023)) return turn_quarters(0.0, 1.0, 0);

    // The remainder by 360: subtract 360 2^k from the top down. Each difference is exact, because
    // the larger is at most twice the smaller (Sterbenz 1974).
    double step = 360.0;
    while (step <= size / 2.0) step *= 2.0;
    for (; step >= 360.0; step *= 0.5)
        if (size >= step) size -= step;

    int        quarter = (int)(size / 90.0 + 0.5);
    double     rest = size - 90.0 * quarter; // exact, in [-45, 45]
    exact_pair h = exact_mul(rest, one_degree);
    h.tail += rest * one_degree_tail;
    double sine = sin_quarter(h.head, h.tail), cosine = cos_quarter(h.head, h.tail);
    // The two series end in different last bits where sine and cosine are equal.
    if (rest == 45.0) sine = cosine = half_root2;
    if (rest == -45.0) sine = -half_root2, cosine = half_root2;
    rim_sincos_pair pair = turn_quarters(sine, cosine, quarter);
    if (degrees < 0.0) pair.sin = 0.0 - pair.sin;
    return pair;
}

// Computes the sines and cosines of angles of 0 to 45 degrees. A path for the bench row of rays: a compiler makes vectors of
// the loop.
void angle_sincos_octave(const double *degrees, int count, double *restrict sine,
                         double *restrict cosine)
{
    for (int i = 0; i < count; i++)
    {
        double     x = degrees[i];
        exact_pair h = exact_mul(x, one_degree);
        h.tail += x * one_degree_tail;
        double s = sin_quarter(h.head, h.tail), c = cos_quarter(h.head, h.tail);
        sine[i] = x == 45.0 ? half_root2 : s;
        cosine[i] = x == 45.0 ? half_root2 : c;
    }
}

// Returns atan x for x in [0, 1]. With c the multiple of 1/8 nearest to x,
//
//      atan x = atan c + atan((x - c) / (1 + c x)),
//
// which leaves at most 1/16, where Taylor to the 13th power ends below 2^-63.
static double atan_unit(double x)
{
    static const double atan_eighths[9] = {
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
    // The two halves of pi keep their tails apart until the end.
    if (x < 0.0) angle = 2.0 * half_pi - (angle - 2.0 * half_pi_tail);
    return copysign(1.0, y) < 0.0 && angle != 0.0 ? -angle : angle;
}

double rim_acos(double c)
{
    if (!(c < 1.0)) return 0.0;
    if (c < -1.0) c = -1.0;
    return rim_atan2(sqrt((1.0 - c) * (1.0 + c)), c);
}
