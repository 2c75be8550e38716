#include "support/bignum.h"

#include "support/support.h"

#include <math.h>

__extension__ typedef unsigned __int128 wide;

static big trimmed(big a)
{
    while (a.count > 0 && a.digits[a.count - 1] == 0) a.count--;
    if (a.count == 0) a.sign = 0;
    return a;
}

big big_of_int(int64_t value)
{
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    big      a;
    a.sign = value < 0 ? -1 : 1;
    a.count = 1;
    a.digits[0] = size;
    return trimmed(a);
}

big big_shift_left(const big *a, int bits)
{
    big out;
    out.sign = a->sign;
    out.count = a->count + bits / 64 + 1;
    if (bits < 0 || out.count > BIG_DIGITS) fail();
    for (int i = 0; i < out.count; i++)
    {
        int      from = i - bits / 64;
        uint64_t high = from >= 0 && from < a->count ? a->digits[from] : 0;
        uint64_t low = from >= 1 && from - 1 < a->count ? a->digits[from - 1] : 0;
        out.digits[i] = bits % 64 ? high << bits % 64 | low >> (64 - bits % 64) : high;
    }
    return trimmed(out);
}

big big_of_double(double value, int power)
{
    int     exponent;
    double  fraction = frexp(value, &exponent);
    // value = whole * 2^(exponent - 53)
    int64_t whole = (int64_t)ldexp(fraction, 53);
    int     shift = exponent - 53 + power;
    if (shift < 0 && whole != 0)
    {
        int64_t unit = shift > -53 ? (int64_t)1 << -shift : 0;
        assert_true(unit != 0 && whole % unit == 0);
        whole /= unit;
        shift = 0;
    }
    big a = big_of_int(whole);
    return whole == 0 || shift == 0 ? a : big_shift_left(&a, shift);
}

static int compare_sizes(const big *a, const big *b)
{
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->digits[i] != b->digits[i]) return a->digits[i] < b->digits[i] ? -1 : 1;
    return 0;
}

static big add_sizes(const big *a, const big *b, int sign)
{
    big  out;
    wide carry = 0;
    out.sign = sign;
    out.count = (a->count > b->count ? a->count : b->count) + 1;
    if (out.count > BIG_DIGITS) fail();
    for (int i = 0; i < out.count; i++)
    {
        carry += (wide)(i < a->count ? a->digits[i] : 0) + (i < b->count ? b->digits[i] : 0);
        out.digits[i] = (uint64_t)carry;
        carry >>= 64;
    }
    return trimmed(out);
}

// The size of a must not be less than that of b.
static big subtract_sizes(const big *a, const big *b, int sign)
{
    big  out;
    wide borrow = 0;
    out.sign = sign;
    out.count = a->count;
    for (int i = 0; i < a->count; i++)
    {
        wide taken = (wide)(i < b->count ? b->digits[i] : 0) + borrow;
        borrow = a->digits[i] < taken;
        out.digits[i] = a->digits[i] - (uint64_t)taken;
    }
    return trimmed(out);
}

static big add_signed(const big *a, const big *b, int b_sign)
{
    if (a->sign == 0 || b_sign == 0)
    {
        big out = a->sign == 0 ? *b : *a;
        if (a->sign == 0) out.sign = b_sign;
        return out;
    }
    if (a->sign == b_sign) return add_sizes(a, b, a->sign);
    return compare_sizes(a, b) >= 0 ? subtract_sizes(a, b, a->sign) : subtract_sizes(b, a, b_sign);
}

big big_add(const big *a, const big *b)
{
    return add_signed(a, b, b->sign);
}

big big_subtract(const big *a, const big *b)
{
    return add_signed(a, b, -b->sign);
}

big big_multiply(const big *a, const big *b)
{
    big out;
    out.sign = a->sign * b->sign;
    out.count = a->count + b->count;
    if (out.count > BIG_DIGITS) fail();
    for (int i = 0; i < out.count; i++) out.digits[i] = 0;
    for (int i = 0; i < a->count; i++)
    {
        wide carry = 0;
        for (int j = 0; j < b->count || carry; j++)
        {
            wide digit = j < b->count ? b->digits[j] : 0;
            carry += a->digits[i] * digit + out.digits[i + j];
            out.digits[i + j] = (uint64_t)carry;
            carry >>= 64;
        }
    }
    return trimmed(out);
}

int big_compare(const big *a, const big *b)
{
    if (a->sign != b->sign) return a->sign < b->sign ? -1 : 1;
    return a->sign * compare_sizes(a, b);
}

int big_lowest_power(double value, int none)
{
    int exponent;
    if (value == 0.0) return none;
    int64_t whole = (int64_t)ldexp(frexp(value, &exponent), 53);
    int     power = exponent - 53;
    for (; whole % 256 == 0; whole /= 256) power += 8;
    for (; whole % 2 == 0; whole /= 2) power++;
    return power;
}

big big_cross(const big *ax, const big *ay, const big *bx, const big *by)
{
    big left = big_multiply(ax, by), right = big_multiply(ay, bx);
    return big_subtract(&left, &right);
}

big big_dot(const big *ax, const big *ay, const big *bx, const big *by)
{
    big left = big_multiply(ax, bx), right = big_multiply(ay, by);
    return big_add(&left, &right);
}

bool big_is_near(double value, const big *num, const big *den, int units)
{
    if (value == 0.0) return num->sign == 0;
    // value = whole * 2^power, of 53 bits, so that one unit in the last place is 2^power.
    int exponent;
    big whole = big_of_int((int64_t)ldexp(frexp(value, &exponent), 53));
    int power = exponent - 53;
    big bound = big_of_int(units), left = big_multiply(&whole, den), right = *num;
    bound = big_multiply(&bound, den);
    if (power < 0)
        right = big_shift_left(&right, -power);
    else
        left = big_shift_left(&left, power), bound = big_shift_left(&bound, power);
    big apart = big_subtract(&left, &right);
    if (apart.sign < 0) apart.sign = 1;
    return big_compare(&apart, &bound) <= 0;
}
