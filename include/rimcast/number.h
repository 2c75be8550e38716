/// @file
/// Decimal text to numbers and back, without a locale and with the same bits everywhere.
///
/// Reading is correctly rounded: the result is the float or double nearest to the decimal number
/// written, ties to even, however many digits it has. Printing gives the shortest text that reads back
/// as the same number, and of those the nearest to it.
#ifndef RIMCAST_NUMBER_H
#define RIMCAST_NUMBER_H

#include "rimcast/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Room for any printed number and a terminating zero.
#define RIM_NUMBER_TEXT 32

/// Reads the decimal number at the start of text[0 .. size):
///
///      [+-] digits [. digits] [(e|E) [+-] digits]      at least one digit before the exponent
///
/// Returns how many bytes it takes, 0 (and `*out` unchanged) if there is none. An exponent without digits
/// is not part of the number: "1e" is 1 and takes one byte. Numbers beyond the range give an infinity
/// of their sign, those below half the smallest one a zero of their sign. "nan", "inf" and hexadecimal
/// digits are not numbers here. Takes time linear in size.
RIM_API size_t rim_number_parse(const char *text, size_t size, double *out);

/// The same as the nearest float, rounded once.
RIM_API size_t rim_number_parse_float(const char *text, size_t size, float *out);

/// Writes the shortest text that reads back as value, terminated by a zero; returns its length.
/// From 1e-7 up to 1e21 without exponent ("0.1", "1024"), otherwise with ("1e-10", "1.5e+300").
/// The text is valid in C, JSON, CSV and SVG. Minus zero is "-0"; not-a-number is "nan", infinities
/// "inf" and "-inf", which none of those formats takes: callers refuse them before.
RIM_API int rim_number_print(char out[RIM_NUMBER_TEXT], double value);

/// The same for a float: the shortest text that reads back as this float. 0.1f is "0.1".
RIM_API int rim_number_print_float(char out[RIM_NUMBER_TEXT], float value);

#ifdef __cplusplus
}
#endif

#endif
