// Reading decimals, correctly rounded.
//
// The text becomes D * 10^E with a natural number D. Most numbers in practice are decided at once: few
// digits and a small power of ten make one exact multiplication or division in double. All others go
// the plain exact way: D * 10^E is written as a fraction of natural numbers, 64 bits of its quotient
// are found by long division, and "was there a rest?" completes what rounding needs to know.
//
// Digits beyond the 770th cannot matter but for being zero or not: between two neighboring doubles
// the midpoint has at most 767 significant digits. They are replaced by one digit 1.
#include "rimcast/base.h"

#include "data/natural.h"
#include "data/writer.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define MAX_DIGITS 770

// Exponents stop growing here: more digits than any text has, and far from overflow.
#define EXPONENT_LIMIT ((int64_t)100000000000000000)

typedef struct decimal
{
    bool        negative;
    const char *digits;   // the first significant digit; a '.' may stand among them
    int64_t     count;    // significant digits, without leading and trailing zeros; 0 for zero
    int64_t     exponent; // the value is 0.d1 d2 d3 ... * 10^exponent
    uint64_t    leading;  // the first up to 19 significant digits as a number
    int         leading_count;
    size_t      length; // bytes of text
} decimal;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Reads an exponent, such as e-7, at text[at], and returns the number of its bytes. Returns 0, and stores nothing, if
// there is none. An exponent stops growing at EXPONENT_LIMIT.
static size_t scan_exponent(const char *text, size_t size, size_t at, int64_t *exponent)
{
    size_t i = at;
    if (i >= size || (text[i] != 'e' && text[i] != 'E')) return 0;
    i++;
    bool negative = i < size && text[i] == '-';
    if (i < size && (text[i] == '-' || text[i] == '+')) i++;
    if (i >= size || !is_digit(text[i])) return 0;

    int64_t value = 0;
    for (; i < size && is_digit(text[i]); i++)
        if (value < EXPONENT_LIMIT) value = value * 10 + (text[i] - '0');
    *exponent = negative ? -value : value;
    return i - at;
}

// Reads a number at the start of text into a `decimal`. Returns false if there is no digit. Significant digits begin
// with the first one that is not 0. The first 19 of them are also stored as an integer, which fits in 64 bits. The
// value is 0.d1 d2 d3 ... * 10^exponent. So each significant digit before the point raises the exponent by one, and
// each zero between the point and the first significant digit lowers it by one.
static bool number_parse_scan(decimal *out, const char *text, size_t size)
{
    memset(out, 0, sizeof *out);
    size_t i = 0;
    if (size > 0 && (text[0] == '-' || text[0] == '+')) out->negative = text[i++] == '-';

    bool    any = false, point = false;
    int64_t seen = 0;        // digits from the first significant one on, trailing zeros included
    int64_t before = 0;      // how many digits of `seen` stand before the point
    int64_t zeros_after = 0; // zeros between the point and the first significant digit
    for (; i < size; i++)
    {
        if (text[i] == '.' && !point)
        {
            point = true;
            continue;
        }
        if (!is_digit(text[i])) break;
        any = true;
        if (seen == 0 && text[i] == '0')
        {
            if (point) zeros_after++;
            continue;
        }
        if (seen == 0) out->digits = text + i;
        seen++;
        if (!point) before++;
        if (text[i] != '0') out->count = seen;
        if (seen <= 19)
        {
            out->leading = out->leading * 10 + (uint64_t)(text[i] - '0');
            out->leading_count = (int)seen;
        }
    }
    if (!any) return false;

    int64_t exponent = 0;
    out->length = i + scan_exponent(text, size, i, &exponent);
    out->exponent = exponent + before - zeros_after;
    return true;
}

// Stores D and returns E of the value D * 10^E. D has the significant digits, up to nine at a time. If there are more
// than MAX_DIGITS, one digit 1 stands for the rest. Requires count >= 1, and an exponent within -400 .. 400.
static int to_natural(natural *out, const decimal *number)
{
    int64_t taken = number->count < MAX_DIGITS ? number->count : MAX_DIGITS;
    natural_set(out, 0);
    const char *digit = number->digits;
    int64_t     i = 0;
    while (i < taken)
    {
        uint32_t chunk = 0, scale = 1; // up to nine digits, and 10 to their number
        for (; i < taken && scale < 1000000000u; digit++)
        {
            if (*digit == '.') continue;
            chunk = chunk * 10 + (uint32_t)(*digit - '0');
            scale *= 10;
            i++;
        }
        natural_multiply_add(out, scale, chunk);
    }
    if (taken < number->count)
    {
        natural_multiply_add(out, 10, 1);
        taken++;
    }
    return (int)(number->exponent - taken);
}

// A binary format: p bits of precision, and the exponent of the smallest denormal's bit.
typedef struct format
{
    int precision, lowest_exponent, highest_exponent; // largest finite < 2^highest_exponent
} format;

static const format format_double = { 53, -1074, 1024 };
static const format format_float = { 24, -149, 128 };

// Returns quotient * 2^exponent rounded to the format `to`: to nearest, and of two nearest numbers to the even one. If
// `rest` is set, the exact value is larger than that, by less than 2^exponent. Requires quotient >= 2^62, which is a
// quotient of 63 or 64 bits.
static double round_quotient(uint64_t quotient, int exponent, bool rest, format to)
{
    int bits = quotient >> 63 ? 64 : 63;
    int drop = bits - to.precision; // at least 10
    if (exponent + drop < to.lowest_exponent) drop = to.lowest_exponent - exponent;
    if (drop > 64) return 0.0; // less than half of the smallest denormal

    // Drops the lowest `drop` bits of the quotient and keeps the others. `cut` is the value of the dropped bits, and
    // `half` is half of the lowest kept bit. C has no shift by 64, after which nothing is kept.
    uint64_t kept = drop == 64 ? 0 : quotient >> drop;
    uint64_t half = (uint64_t)1 << (drop - 1);
    uint64_t cut = drop == 64 ? quotient : quotient & (half * 2 - 1);
    if (cut > half || (cut == half && (rest || kept % 2 == 1))) kept++;

    int scale = exponent + drop;
    bits = 0;
    for (uint64_t k = kept; k; k >>= 1) bits++;
    if (bits + scale > to.highest_exponent) return INFINITY;

    // kept is at most 2^53 and the product is a double, so each multiplication is exact. Where 2^scale may be no normal
    // double, such as 2^-1074, the multiplication by it is split.
    double value = (double)kept;
    for (; scale > 512; scale -= 512) value *= 0x1p512;
    for (; scale < -512; scale += 512) value *= 0x1p-512;
    uint64_t power_bits = (uint64_t)(scale + 1023) << 52;
    double   power;
    memcpy(&power, &power_bits, sizeof power);
    return value * power;
}

// Returns a number rounded to a format, by exact arithmetic; the sign is ignored. Requires a number that is not 0.
// The value is  D * 10^E = numerator / denominator * 2^t  with the fraction between 1/2 and 2. As 10^E = 5^E 2^E, the
// fraction has only the power of 5. E is `ten`, and t is ten + longer.
static double parse_exactly(const decimal *number, format to)
{
    // The value is between 10^(exponent - 1) and 10^exponent, far beyond the range of both formats in these cases.
    if (number->exponent > 400) return INFINITY;
    if (number->exponent < -400) return 0.0;

    natural numerator, denominator;
    int     ten = to_natural(&numerator, number);
    natural_set(&denominator, 1);
    if (ten > 0)
        natural_multiply_pow5(&numerator, ten);
    else
        natural_multiply_pow5(&denominator, -ten);

    // The numerator has `longer` bits more. The shorter of the two is shifted so that both have the same number of
    // bits. Then the quotient is between 1/2 and 2.
    int longer = natural_bits(&numerator) - natural_bits(&denominator);
    if (longer > 0)
        natural_shift(&denominator, longer);
    else
        natural_shift(&numerator, -longer);

    // Long division, bit by bit: the first bit of the quotient stands for 1, so the last of 64 stands for 2^-63.
    uint64_t quotient = 0;
    for (int bit = 0; bit < 64; bit++)
    {
        bool fits = natural_compare(&numerator, &denominator) >= 0;
        if (fits) natural_subtract(&numerator, &denominator);
        quotient = quotient << 1 | (uint64_t)fits;
        natural_shift(&numerator, 1);
    }
    bool has_rest = numerator.count > 0;
    return round_quotient(quotient, ten + longer - 63, has_rest, to);
}

static const double powers_of_ten[] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, // all exact
};

// Returns value * 10^power, rounded once. Requires a power in -22 .. 22.
static double times_power_of_ten(double value, int64_t power)
{
    return power < 0 ? value / powers_of_ten[-power] : value * powers_of_ten[power];
}

// Reads a double. If the digits and the power of ten are both exact doubles, one multiplication or division rounds
// once, and the result is correct; else the exact way decides.
size_t rim_number_parse(const char *text, size_t size, double *out)
{
    decimal number;
    if (!number_parse_scan(&number, text, size)) return 0;

    int64_t power = number.exponent - number.leading_count;
    bool    digits_are_exact = number.count <= number.leading_count && number.leading < (uint64_t)1
                                                                                         << 53;
    bool   power_is_exact = power >= -22 && power <= 22;
    double value = 0.0;
    if (number.count > 0 && digits_are_exact && power_is_exact)
        value = times_power_of_ten((double)number.leading, power);
    else if (number.count > 0)
        value = parse_exactly(&number, format_double);
    *out = number.negative ? -value : value;
    return number.length;
}

// Stores the float that is nearest to the number, without its sign. Returns false, with *out undefined, if it is not
// certain which float is nearest. `guess` is computed from the first 19 digits. It differs from the value by less
// than 2^-51 of it: by the rounding of the digits, by that of the product, and by the digits left out. The value is
// between `low` and `high` before they are rounded to float. If both round to the same float, the value does, too.
static bool guess_float(const decimal *number, float *out)
{
    int64_t power = number->exponent - number->leading_count;
    if (power < -22 || power > 22) return false;
    double guess = times_power_of_ten((double)number->leading, power);
    if (guess < FLT_MIN * 2.0 || guess > FLT_MAX / 2.0) return false;
    float low = (float)(guess * (1.0 - 0x1p-51)), high = (float)(guess * (1.0 + 0x1p-51));
    *out = low;
    return low == high;
}

// Reads a float. Rounding through double could round twice, so a value that is not certain is computed exactly.
size_t number_parse_float(const char *text, size_t size, float *out)
{
    decimal number;
    if (!number_parse_scan(&number, text, size)) return 0;

    float value = 0.0f;
    if (number.count > 0 && !guess_float(&number, &value))
        value = (float)parse_exactly(&number, format_float); // exact: it has a float's bits
    *out = number.negative ? -value : value;
    return number.length;
}
