// What the fuzzers share: bytes read as arguments, checks of answers, and a driver for machines whose
// compiler has none.
//
// A fuzzer defines LLVMFuzzerTestOneInput, which libFuzzer calls with bytes that it breeds for new branches
// (MODE=fuzz), and otherwise the driver here with random ones:
//
//      fuzz_soup SECONDS           random inputs until the time is up
//      fuzz_soup FILE...           these inputs, once each
//
// An input that ends in a finding, or takes more than FUZZ_CASE_SECONDS of the processor, is left in
// build/PROGRAM.input.
#ifndef TESTS_SUPPORT_FUZZ_H
#define TESTS_SUPPORT_FUZZ_H

#include "rimcast/vec2.h"
#include "rimcast/vec3.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FUZZ_CASE_SECONDS 5

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Bytes that have not been used yet. Zeros follow when they are used up, so that every input is whole.
typedef struct fuzz_bytes
{
    const uint8_t *at, *end;
    bool           wild;    // floats may be NaN and infinite; otherwise all of them are finite
    bool           spoiled; // one was, since the caller set this to false
    float          unit;    // of the moderate numbers: a power of two
} fuzz_bytes;

// Reads what kind of case it is from the first bytes.
fuzz_bytes fuzz_begin(const uint8_t *data, size_t size);

uint8_t  fuzz_byte(fuzz_bytes *in);
uint32_t fuzz_word(fuzz_bytes *in);
int      fuzz_int(fuzz_bytes *in, int lo, int hi); // lo .. hi, both included
bool     fuzz_bool(fuzz_bytes *in);

// Moderate numbers, whole numbers, powers of two, limits of floats, any bits at all.
float    fuzz_float(fuzz_bytes *in);
float    fuzz_positive(fuzz_bytes *in); // not negative, perhaps 0; may be invalid as others
rim_vec2 fuzz_vec2(fuzz_bytes *in);
rim_vec3 fuzz_vec3(fuzz_bytes *in);

// Aborts and says what, if the fact does not hold.
#define fuzz_check(fact) fuzz_check_at((fact), #fact, __FILE__, __LINE__)
void fuzz_check_at(bool fact, const char *text, const char *file, int line);

// No NaN for finite input.
#define fuzz_number(in, x) fuzz_check((in)->spoiled || (x) == (x))
#define fuzz_point2(in, p) fuzz_check((in)->spoiled || ((p).x == (p).x && (p).y == (p).y))
#define fuzz_point3(in, p)                                                                         \
    fuzz_check((in)->spoiled || ((p).x == (p).x && (p).y == (p).y && (p).z == (p).z))

#endif
