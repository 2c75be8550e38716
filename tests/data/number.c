// Reading and printing decimals, against the C library's strtod, strtof and printf (correctly rounded
// in the libraries that the tests run on), and against hand-made cases that sit on a midpoint.
#include "support/support.h"

#include "data/natural.h"

#include "data/writer.h"
#include "rimcast/base.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t double_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double any_double(test_random *random)
{
    uint64_t bits = random_bits(random);
    double   value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void assert_reads_as_the_c_library(const char *text)
{
    double mine = 99.0;
    float  mine_float = 99.0f;
    char  *end;
    double theirs = strtod(text, &end);
    float  theirs_float = strtof(text, NULL);
    size_t length = (size_t)(end - text);
    size_t taken = rim_number_parse(text, strlen(text), &mine);
    if (taken != length || double_bits(mine) != double_bits(theirs))
        fail_msg("'%s' gives %a (%zu bytes), expected %a (%zu bytes)", text, mine, taken, theirs,
                 length);
    assert_int_equal(length, number_parse_float(text, strlen(text), &mine_float));
    assert_same_bits(mine_float, theirs_float);
}

static void well_known_texts_are_read(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "0",
        "-0",
        "+0.0",
        "1",
        "-1",
        "+1",
        "1.",
        ".5",
        "-.5",
        "00012",
        "0.1",
        "0.3",
        "3.14159265358979",
        "1e0",
        "1E5",
        "1e+5",
        "1e-5",
        "1e",
        "1e+",
        "1e-x",
        "1.5.5",
        "12abc",
        "1-2",
        "0e999999999999999",
        "1e400",
        "-1e400",
        "1e-400",
        "-1e-400",
        "1e308",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "2e308",
        "4.9406564584124654e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "2.2250738585072011e-308",
        "2.2250738585072014e-308",
        "3.4028235e38",
        "3.4028236e38",
        "3.40282357e38",
        "1.4e-45",
        "7e-46",
        "7.1e-46",
        "1.17549429e-38",
        "1.1754943e-38",
        "9007199254740993",
        "9007199254740992.99999",
        "16777217",
        "16777219",
        "16777217.0000000001",
        "16777216.9999999999",
        "8.5e22",
        "123456789012345678901234567890",
        "100000000000000000000000",
        "0.000000000000000000000000000000000000000000001",
        "1e99999999999999999999999",
        "1e-99999999999999999999999",
        "0.1e1",
        "179769313486231580793e289",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_reads_as_the_c_library(texts[i]);
}

static void what_is_no_number_takes_no_bytes(void **state)
{
    (void)state;
    static const char *const texts[] = { "",    "-",   "+",    ".",  "-.", "e5",  ".e5",
                                         "nan", "inf", "-inf", "x1", " 1", "--1", "+-1" };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    {
        double value = 5.0;
        float  value_float = 5.0f;
        assert_int_equal(0, rim_number_parse(texts[i], strlen(texts[i]), &value));
        assert_int_equal(0, number_parse_float(texts[i], strlen(texts[i]), &value_float));
        assert_true(value == 5.0 && value_float == 5.0f);
    }
}

static void hexadecimal_is_not_read(void **state)
{
    (void)state;
    double value;
    assert_int_equal(1, rim_number_parse("0x10", 4, &value));
    assert_true(value == 0.0);
}

static void nothing_behind_the_size_is_read(void **state)
{
    (void)state;
    double value;
    assert_int_equal(2, rim_number_parse("1234", 2, &value));
    assert_true(value == 12.0);
    assert_int_equal(1, rim_number_parse("1e5", 2, &value));
    assert_true(value == 1.0);
    assert_int_equal(0, rim_number_parse("1", 0, &value));
}

// A digit far behind decides which side of a midpoint a number is on.
static void a_digit_far_behind_decides(void **state)
{
    (void)state;
    char   text[2200];
    double value;
    for (int zeros = 1; zeros < 2000; zeros = zeros * 3 + 1)
    {
        // 2^53 + 1 is the midpoint of 2^53 and 2^53 + 2.
        int n = snprintf(text, sizeof text, "9007199254740993.%0*d1", zeros, 0);
        assert_int_equal(n, rim_number_parse(text, (size_t)n, &value));
        assert_true(value == 9007199254740994.0);
        text[n - 1] = '0';
        assert_int_equal(n, rim_number_parse(text, (size_t)n, &value));
        assert_true(value == 9007199254740992.0);
        assert_reads_as_the_c_library(text);
    }
}

static void random_digits_and_exponents_agree_with_the_c_library(void **state)
{
    (void)state;
    test_random random = { 11 };
    char        text[1000];
    int         read = 0;
    for (int i = 0; i < case_count(200000); i++)
    {
        int digits =
            random_int(&random, 0, 9) ? random_int(&random, 1, 25) : random_int(&random, 1, 900);
        int point = random_int(&random, -1, digits), n = 0;
        if (random_int(&random, 0, 1)) text[n++] = '-';
        for (int d = 0; d < digits; d++)
        {
            if (d == point) text[n++] = '.';
            text[n++] = (char)('0' + (random_int(&random, 0, 4) ? random_int(&random, 0, 9) : 0));
        }
        text[n] = 0;
        int range = random_int(&random, 0, 3) == 0 ? 400 : 30;
        if (random_int(&random, 0, 2))
            snprintf(text + n, sizeof text - (size_t)n, "e%d", random_int(&random, -range, range));
        assert_reads_as_the_c_library(text);
        read++;
    }
    assert_true(read >= 10000);
}

// The exact midpoint of two neighbouring floats, and a hair to either side: the ties of rounding.
static void midpoints_of_floats_round_to_even(void **state)
{
    (void)state;
    test_random random = { 12 };
    char        text[400];
    int         tested = 0;
    for (int i = 0; i < case_count(50000); i++)
    {
        float value = fabsf(random_any_float(&random));
        if (!(value < FLT_MAX)) continue;
        float  next = nextafterf(value, INFINITY);
        double middle = ((double)value + (double)next) / 2.0; // exact: 25 bits
        snprintf(text, sizeof text, "%.150e", middle);
        assert_reads_as_the_c_library(text);
        snprintf(text, sizeof text, "%.17g", nextafter(middle, INFINITY));
        assert_reads_as_the_c_library(text);
        snprintf(text, sizeof text, "%.17g", nextafter(middle, 0.0));
        assert_reads_as_the_c_library(text);
        tested++;
    }
    assert_true(tested > case_count(50000) / 2);
}

static void midpoints_of_doubles_round_to_even(void **state)
{
    (void)state;
    test_random random = { 13 };
    char        text[1400];
    int         tested = 0;
    for (int i = 0; i < case_count(3000); i++)
    {
        // A double with 53 significant bits: halved ulp by writing value + ulp / 2 in decimal exactly
        // needs more than double; the digits of long double hold it where that has 64 bits.
        long double middle =
            ldexpl((long double)(random_bits(&random) >> 11 | (uint64_t)1 << 52) + 0.5L,
                   random_int(&random, -900, 900));
        if (LDBL_MANT_DIG < 64) continue;
        snprintf(text, sizeof text, "%.1100Lg", middle);
        assert_reads_as_the_c_library(text);
        tested++;
    }
    assert_true(LDBL_MANT_DIG < 64 || tested > 100);
}

// The printed text must read back, be as short as the shortest of printf's that does, and be as near.
static void assert_prints_shortest(double value, bool as_float)
{
    char   mine[RIM_NUMBER_TEXT], theirs[64];
    double back;
    int    length =
        as_float ? rim_number_print_float(mine, (float)value) : rim_number_print(mine, value);
    assert_int_equal(length, (int)strlen(mine));
    assert_true(length < RIM_NUMBER_TEXT);
    back = as_float ? (double)strtof(mine, NULL) : strtod(mine, NULL);
    if (double_bits(back) != double_bits(value))
        fail_msg("%a prints as %s = %a", value, mine, back);

    int precision = 1;
    for (; precision <= 17; precision++)
    {
        snprintf(theirs, sizeof theirs, "%.*e", precision - 1, value);
        if (double_bits(as_float ? (double)strtof(theirs, NULL) : strtod(theirs, NULL)) ==
            double_bits(value))
            break;
    }
    char exact[64];
    int  digits = 0, zeros = 0;
    for (const char *c = mine; *c && *c != 'e'; c++)
    {
        if (*c < '0' || *c > '9' || (*c == '0' && digits == 0)) continue;
        digits++;
        zeros = *c == '0' ? zeros + 1 : 0;
    }
    digits -= zeros;
    if (digits > precision) fail_msg("%a prints as %s, %s is shorter", value, mine, theirs);
    // With as many digits as printf's rounding of the exact value, it must be that rounding, but for a
    // tie and for the lower end of a binade, where the nearest may not read back.
    snprintf(exact, sizeof exact, "%.*e", digits > 0 ? digits - 1 : 0, value);
    int  exponent;
    bool binade = fabs(frexp(value, &exponent)) == 0.5;
    if (!binade && strtold(exact, NULL) != strtold(mine, NULL))
    {
        long double a = fabsl(strtold(exact, NULL) - (long double)value);
        long double b = fabsl(strtold(mine, NULL) - (long double)value);
        if (b > a) fail_msg("%a prints as %s, %s is nearer", value, mine, exact);
    }
}

static void doubles_print_shortest(void **state)
{
    (void)state;
    test_random random = { 14 };
    int         printed = 0;
    for (int i = 0; i < case_count(20000); i++)
    {
        double value = any_double(&random);
        if (i % 3 == 1) value = random_int(&random, -100000, 100000) / 1000.0;
        if (i % 3 == 2) value = ldexp(1.0, random_int(&random, -1074, 1023));
        if (!isfinite(value)) continue;
        assert_prints_shortest(value, false);
        printed++;
    }
    assert_true(printed > case_count(20000) / 2);
}

static void floats_print_shortest(void **state)
{
    (void)state;
    test_random random = { 15 };
    int         printed = 0;
    for (int i = 0; i < case_count(150000); i++)
    {
        float value = random_any_float(&random);
        if (i % 4 == 1) value = (float)(random_int(&random, -100000, 100000) / 1000.0);
        if (i % 4 == 2) value = ldexpf(1.0f, random_int(&random, -149, 127));
        if (i % 4 == 3) value = random_float(&random, -2000.0f, 2000.0f);
        if (!isfinite(value)) continue;
        assert_prints_shortest((double)value, true);
        printed++;
    }
    assert_true(printed > case_count(150000) / 2);
}

static void assert_prints(double value, const char *expected)
{
    char text[RIM_NUMBER_TEXT];
    rim_number_print(text, value);
    assert_string_equal(text, expected);
}

static void the_layout_is_plain_where_it_can_be(void **state)
{
    (void)state;
    assert_prints(0.0, "0");
    assert_prints(-0.0, "-0");
    assert_prints(1.0, "1");
    assert_prints(-12.5, "-12.5");
    assert_prints(1024.0, "1024");
    assert_prints(1e20, "100000000000000000000");
    assert_prints(123456789012345680000.0, "123456789012345680000");
    assert_prints(1e21, "1e+21");
    assert_prints(1.5e300, "1.5e+300");
    assert_prints(0.1, "0.1");
    assert_prints(1e-7, "0.0000001");
    assert_prints(1.25e-8, "1.25e-8");
    assert_prints(1e-10, "1e-10");
    assert_prints(5e-324, "5e-324");
    assert_prints(DBL_MAX, "1.7976931348623157e+308");
    assert_prints((double)INFINITY, "inf");
    assert_prints(-(double)INFINITY, "-inf");
    assert_prints((double)NAN, "nan");
    char text[RIM_NUMBER_TEXT];
    rim_number_print_float(text, 0.1f);
    assert_string_equal(text, "0.1");
    rim_number_print_float(text, 16777216.0f);
    assert_string_equal(text, "16777216");
    rim_number_print_float(text, FLT_MAX);
    assert_string_equal(text, "3.4028235e+38");
}

// 1125899906842624.25 lies halfway between two texts that both read back.
static void of_two_equally_near_texts_the_even_one_is_printed(void **state)
{
    (void)state;
    assert_prints(1125899906842624.25, "1125899906842624.2");
    assert_prints(1125899906842624.75, "1125899906842624.8");
    char text[RIM_NUMBER_TEXT];
    rim_number_print_float(text, 2097152.25f);
    assert_string_equal(text, "2097152.2");
    rim_number_print_float(text, 2097152.75f);
    assert_string_equal(text, "2097152.8");
}

static void what_is_printed_is_read_back(void **state)
{
    (void)state;
    test_random random = { 16 };
    int         finite = 0;
    for (int i = 0; i < case_count(300000); i++)
    {
        char  text[RIM_NUMBER_TEXT];
        float value = random_any_float(&random), back = 0.0f;
        if (!isfinite(value)) continue;
        int length = rim_number_print_float(text, value);
        assert_int_equal(length, number_parse_float(text, (size_t)length, &back));
        assert_same_bits(back, value);
        finite++;
    }
    assert_true(finite > 1000);
}

static void natural_numbers_subtract_what_was_added(void **state)
{
    (void)state;
    test_random random = { 17 };
    for (int i = 0; i < case_count(2000); i++)
    {
        natural a, b, sum;
        natural_set(&a, random_bits(&random));
        natural_set(&b, random_bits(&random));
        natural_multiply_pow5(&a, random_int(&random, 0, 300));
        natural_multiply_pow5(&b, random_int(&random, 0, 300));
        natural_shift(&b, random_int(&random, 0, 300));
        natural_copy(&sum, &a);
        natural_add(&sum, &b);
        assert_true(natural_compare(&sum, &a) >= 0);
        natural_subtract(&sum, &a);
        assert_int_equal(0, natural_compare(&sum, &b));
        int bits = natural_bits(&b);
        natural_shift(&b, 77);
        assert_int_equal(bits ? bits + 77 : 0, natural_bits(&b));
    }
}

static void natural_numbers_have_as_many_bits_as_it_takes_halvings_to_nothing(void **state)
{
    (void)state;
    test_random random = { 19 };
    natural     n;
    natural_set(&n, 0);
    assert_int_equal(0, natural_bits(&n));
    for (int i = 0; i < 2000; i++)
    {
        uint64_t value = random_bits(&random) >> random_int(&random, 0, 63), rest = value;
        int      bits = 0, shift = value ? random_int(&random, 0, 200) : 0;
        for (; rest; rest /= 2) bits++;
        natural_set(&n, value);
        natural_shift(&n, shift);
        assert_int_equal(bits + shift, natural_bits(&n));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(natural_numbers_have_as_many_bits_as_it_takes_halvings_to_nothing),
        cmocka_unit_test(well_known_texts_are_read),
        cmocka_unit_test(what_is_no_number_takes_no_bytes),
        cmocka_unit_test(hexadecimal_is_not_read),
        cmocka_unit_test(nothing_behind_the_size_is_read),
        cmocka_unit_test(a_digit_far_behind_decides),
        cmocka_unit_test(random_digits_and_exponents_agree_with_the_c_library),
        cmocka_unit_test(midpoints_of_floats_round_to_even),
        cmocka_unit_test(midpoints_of_doubles_round_to_even),
        cmocka_unit_test(doubles_print_shortest),
        cmocka_unit_test(floats_print_shortest),
        cmocka_unit_test(the_layout_is_plain_where_it_can_be),
        cmocka_unit_test(of_two_equally_near_texts_the_even_one_is_printed),
        cmocka_unit_test(what_is_printed_is_read_back),
        cmocka_unit_test(natural_numbers_subtract_what_was_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
