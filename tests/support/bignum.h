// Whole numbers of any length for oracles: schoolbook arithmetic on 64-bit digits, slow and obvious.
#ifndef TESTS_SUPPORT_BIGNUM_H
#define TESTS_SUPPORT_BIGNUM_H

#include <stdbool.h>
#include <stdint.h>

enum
{
    BIG_DIGITS = 80 // 5120 bits; more fail the test
};

typedef struct big
{
    int      sign;               // -1, 0 or +1
    int      count;              // of digits; the last one is not 0
    uint64_t digits[BIG_DIGITS]; // the least one first
} big;

big big_of_int(int64_t value);

// value * 2^power, which must be a whole number.
big big_of_double(double value, int power);

big big_add(const big *a, const big *b);
big big_subtract(const big *a, const big *b);
big big_multiply(const big *a, const big *b);
big big_shift_left(const big *a, int bits);
int big_compare(const big *a, const big *b); // the sign of a - b

// The power of two of the lowest set bit of a double; `none` for 0.
int big_lowest_power(double value, int none);

// a x b = ax by - ay bx.
big big_cross(const big *ax, const big *ay, const big *bx, const big *by);
big big_dot(const big *ax, const big *ay, const big *bx, const big *by);

// Returns whether |value - num / den| is at most `units` units in the last place of value; den > 0.
bool big_is_near(double value, const big *num, const big *den, int units);

#endif
