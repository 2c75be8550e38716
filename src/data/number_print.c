// Printing the shortest decimal that reads back as the same number.
//
// Free-format printing after Steele and White, "How to print floating-point numbers accurately", 1990,
// with natural numbers. A number v = m * 2^e is read back from every decimal that lies between the
// midpoints to its neighbors (midpoints included if m is even, because reading rounds ties to even).
// Digits of v are produced from the left until what is left is within that interval.
#include "rimcast/base.h"

#include "data/natural.h"

#include <stdint.h>
#include <string.h>

// v = mantissa * 2^exponent > 0. At the lower end of a binade the neighbor below is half as far.
typedef struct binary
{
    uint64_t mantissa;
    int      exponent;
    bool     lower_is_closer;
} binary;

// The digits d1 d2 ... of the value 0.d1 d2 ... * 10^exponent.
typedef struct digits
{
    char text[20];
    int  count, exponent;
} digits;

// All four in the same unit: v = rest / unit, half the way to the neighbors = above, below / unit.
typedef struct state
{
    natural rest, unit, above, below;
    bool    closed; // the midpoints themselves read back as v
} state;

// Prepares the state for v = mantissa 2^exponent. v is rest / unit. Its distances to the midpoints between it and its
// neighbors are below / unit and above / unit. rest, unit, below and above have the common factor 2^(shift + down),
// which makes them whole. If lower_is_closer, the distance below is half the one above. The midpoints read back as v
// if the mantissa is even; then the interval is closed.
static void set_up(state *s, binary v)
{
    int shift = v.lower_is_closer ? 2 : 1; // keeps half or a quarter of 2^exponent whole
    int up = v.exponent > 0 ? v.exponent : 0;
    int down = v.exponent < 0 ? -v.exponent : 0;
    natural_set(&s->rest, v.mantissa);
    natural_shift(&s->rest, up + shift);
    natural_set(&s->unit, 1);
    natural_shift(&s->unit, down + shift);
    natural_set(&s->below, 1);
    natural_shift(&s->below, up);
    natural_copy(&s->above, &s->below);
    if (v.lower_is_closer) natural_shift(&s->above, 1);
    s->closed = v.mantissa % 2 == 0;
}

// Multiplies v and the distances to the ends of its interval by ten.
static void times_ten(state *s)
{
    natural_multiply_add(&s->rest, 10, 0);
    natural_multiply_add(&s->above, 10, 0);
    natural_multiply_add(&s->below, 10, 0);
}

// Returns true if v's interval reaches up to 1: rest + above > unit, or rest + above = unit and the interval is
// closed. In shortest_digits, the last digit may then be rounded up. In `scale`, v must then be divided by ten once
// more.
static bool reaches_unit(const state *s)
{
    natural sum;
    natural_copy(&sum, &s->rest);
    natural_add(&sum, &s->above);
    int order = natural_compare(&sum, &s->unit);
    return order > 0 || (order == 0 && s->closed);
}

// Multiplies n by 10^power = 5^power 2^power.
static void multiply_pow10(natural *n, int power)
{
    natural_multiply_pow5(n, power);
    natural_shift(n, power);
}

// Divides v by 10^power, and returns the power. Afterwards v's interval does not reach 1, but with v multiplied by
// ten it would. Begins with an estimate that is never too large. With 2^(b - 1) <= v < 2^b, where b is `bits`, the
// estimate is  floor((b - 1) log10(2))  or one less, as log10(2) is about 1233 / 4096. Then divides by ten as long as
// the interval reaches 1.
static int scale(state *s, binary v)
{
    int bits = v.exponent;
    for (uint64_t m = v.mantissa; m; m >>= 1) bits++;
    int power = (int)(((int64_t)(bits - 1) * 1233 - 4095) / 4096);
    if (power > 0)
        multiply_pow10(&s->unit, power);
    else
    {
        multiply_pow10(&s->rest, -power);
        multiply_pow10(&s->above, -power);
        multiply_pow10(&s->below, -power);
    }
    while (reaches_unit(s))
    {
        natural_multiply_add(&s->unit, 10, 0);
        power++;
    }
    return power;
}

// Returns the next digit of v: multiplies v by ten, and takes the whole part away from it. Requires v < 1.
static int next_digit(state *s)
{
    times_ten(s);
    int digit = 0;
    while (natural_compare(&s->rest, &s->unit) >= 0)
    {
        natural_subtract(&s->rest, &s->unit);
        digit++;
    }
    return digit;
}

// Stores the shortest digits of v (Steele and White; Dragon4). Generates digits until the digits so far, as they are
// or with the last one rounded up, lie in v's interval. This is the case after 17 digits at the latest. If both lie
// in it, the nearer one is stored. A 9 is never rounded up: rounding up the digit before it would have ended the
// number earlier.
static void shortest_digits(digits *out, binary v)
{
    state s;
    set_up(&s, v);
    out->exponent = scale(&s, v);
    out->count = 0;
    for (;;)
    {
        int  digit = next_digit(&s);
        int  order = natural_compare(&s.rest, &s.below);
        // The digits so far, as they are or with the last one rounded up, lie in v's interval.
        bool down_suffices = order < 0 || (order == 0 && s.closed);
        bool up_suffices = reaches_unit(&s);
        bool rounds_up = up_suffices;
        if (down_suffices && up_suffices) // the nearer of both, of a tie the even one
        {
            natural_shift(&s.rest, 1);
            order = natural_compare(&s.rest, &s.unit);
            rounds_up = order > 0 || (order == 0 && digit % 2 == 1);
        }
        out->text[out->count++] = (char)('0' + digit + rounds_up);
        if (down_suffices || up_suffices) return;
    }
}

// Stores the shortest digits of a common float v in a faster way. Returns false if it finds none; then
// shortest_digits must be used. `value` is v in double. Tries p = 0, 1, 2 ... decimals. v * 10^p is exact in double
// for p <= 12, because v has 24 bits and 5^12 has 28. The same holds for half * 10^p, where `half` is half the gap to
// the neighbors. The least p for which the whole number nearest to v * 10^p lies strictly within the interval gives
// the shortest digits. Multiples of ten and of higher powers need not be tried, because below 2^24 the interval
// reaches no farther than 1/2 to either side.
static bool common_digits(digits *out, binary v, double value)
{
    if (value >= 0x1p24 || value < 0x1p-10 || v.lower_is_closer) return false;
    uint64_t half_bits = (uint64_t)(v.exponent - 1 + 1023) << 52;
    double   half, ten = 1.0;
    memcpy(&half, &half_bits, sizeof half);

    for (int p = 0; p <= 12; p++, ten *= 10.0)
    {
        double  scaled = value * ten;
        int64_t whole = (int64_t)scaled;
        double  over = scaled - (double)whole; // after the tests below: to the nearest whole number
        if (over == 0.5) return false;         // two whole numbers are equally near
        if (over > 0.5)
        {
            whole++;
            over = 1.0 - over;
        }
        if (over >= half * ten) continue;

        char backwards[20];
        int  n = 0;
        for (; whole; whole /= 10) backwards[n++] = (char)('0' + whole % 10);
        out->count = n;
        out->exponent = n - p;
        for (int i = 0; i < n; i++) out->text[i] = backwards[n - 1 - i];
        while (out->text[out->count - 1] == '0') out->count--;
        return true;
    }
    return false;
}

static char *put_many(char *at, char c, int count)
{
    while (count-- > 0) *at++ = c;
    return at;
}

static char *put_digits(char *at, const digits *d, int from, int to)
{
    for (int i = from; i < to; i++) *at++ = d->text[i];
    return at;
}

// Writes the exponent with its sign, without leading zeros. Returns the end of the text.
static char *put_exponent(char *at, int exponent)
{
    *at++ = 'e';
    *at++ = exponent < 0 ? '-' : '+';
    int size = exponent < 0 ? -exponent : exponent;
    if (size >= 100) *at++ = (char)('0' + size / 100);
    if (size >= 10) *at++ = (char)('0' + size / 10 % 10);
    *at++ = (char)('0' + size % 10);
    return at;
}

// Writes a number without its sign: with an exponent from 1e21 on and below 1e-7, otherwise without one. Returns the
// end of the text. The value is 0.d1 d2 ... * 10^exponent. So if exponent <= 0, "0." and -exponent zeros stand before
// the digits. If not, the point stands after the first `exponent` digits. If there are no more digits than that,
// zeros fill them up, and there is no point.
static char *number_print_lay_out(char *at, const digits *d)
{
    if (d->exponent > 21 || d->exponent < -6)
    {
        *at++ = d->text[0];
        if (d->count > 1) *at++ = '.';
        return put_exponent(put_digits(at, d, 1, d->count), d->exponent - 1);
    }
    if (d->exponent <= 0)
    {
        *at++ = '0';
        *at++ = '.';
        return put_digits(put_many(at, '0', -d->exponent), d, 0, d->count);
    }
    if (d->count <= d->exponent)
        return put_many(put_digits(at, d, 0, d->count), '0', d->exponent - d->count);
    at = put_digits(at, d, 0, d->exponent);
    *at++ = '.';
    return put_digits(at, d, d->exponent, d->count);
}

static int number_print_end(char *out, char *at)
{
    *at = 0;
    return (int)(at - out);
}

static int copy_text(char *out, const char *text)
{
    size_t length = strlen(text);
    memcpy(out, text, length + 1);
    return (int)length;
}

// Prints the float or double with these bits to `out`, with a terminating zero, and returns the length. fraction_bits
// and top_exponent describe the format. `biased` is the stored exponent, which is the true exponent plus
// top_exponent. The stored exponent 0 marks zero or a denormal number, and 2 top_exponent + 1 infinity or NaN.
static int number_print_digits(char *out, uint64_t fraction, int biased, bool negative,
                               int fraction_bits, int top_exponent)
{
    if (biased == 2 * top_exponent + 1)
    {
        if (fraction) return copy_text(out, "nan");
        return copy_text(out, negative ? "-inf" : "inf");
    }
    if (biased == 0 && fraction == 0) return copy_text(out, negative ? "-0" : "0");

    binary v;
    v.mantissa = biased ? fraction | (uint64_t)1 << fraction_bits : fraction;
    v.exponent = (biased ? biased : 1) - top_exponent - fraction_bits;
    v.lower_is_closer = fraction == 0 && biased > 1;

    // The faster way is tried only for floats, and only for exponents for which the shifts are below 64 bits.
    digits d;
    double value = (double)v.mantissa;
    bool   done = false;
    if (fraction_bits == 23 && v.exponent >= -40 && v.exponent <= 40)
    {
        value = v.exponent < 0 ? value / (double)((uint64_t)1 << -v.exponent)
                               : value * (double)((uint64_t)1 << v.exponent);
        done = common_digits(&d, v, value);
    }
    if (!done) shortest_digits(&d, v);

    char *at = out;
    if (negative) *at++ = '-';
    return number_print_end(out, number_print_lay_out(at, &d));
}

int rim_number_print(char out[RIM_NUMBER_TEXT], double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return number_print_digits(out, bits & (((uint64_t)1 << 52) - 1), (int)(bits >> 52 & 0x7ff),
                               bits >> 63 != 0, 52, 1023);
}

int rim_number_print_float(char out[RIM_NUMBER_TEXT], float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return number_print_digits(out, bits & 0x7fffff, (int)(bits >> 23 & 0xff), bits >> 31 != 0, 23,
                               127);
}
