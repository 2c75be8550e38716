// What every test file shares: cmocka with its includes, random numbers that are the same everywhere,
// comparisons that print both values, an allocator that can be made to refuse.
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rimcast/base.h"
#include "rimcast/vec3.h"

// --- random numbers: splitmix64 (Steele, Lea, Flood 2014), seeded by the test ---------------------

typedef struct test_random
{
    uint64_t state;
} test_random;

uint64_t random_bits(test_random *random);
int      random_int(test_random *random, int lo, int hi); // lo .. hi, both included
double   random_unit(test_random *random);                // [0, 1)
float    random_float(test_random *random, float lo, float hi);
float    random_any_float(test_random *random); // any bit pattern: NaN, infinities, denormals too

rim_vec3 random_between3(test_random *random, float lo, float hi); // each coordinate
rim_vec3 random_in_cube(test_random *random, float size);          // within -size .. size
rim_vec3 random_whole3(test_random *random, int most);             // whole numbers, -most .. most
rim_quat random_turn(test_random *random);                         // of length 1

// --- how many cases to run -------------------------------------------------------------------------

// wanted, or a twentieth of it under a sanitizer and for coverage (at least 1): loops keep their meaning
// there, but not their length. RIMCAST_CASES=25 in the environment makes them so many times as long,
// 1/20 as short.
int case_count(int wanted);

// --- comparisons -------------------------------------------------------------------------------------

// |actual - expected| <= tolerance, and neither is NaN; equal infinities agree. Prints all three.
#define assert_near(actual, expected, tolerance)                                                   \
    assert_near_at((actual), (expected), (tolerance), #actual, __FILE__, __LINE__)
void assert_near_at(double actual, double expected, double tolerance, const char *text,
                    const char *file, int line);

// The same bits, NaN included.
#define assert_same_bits(actual, expected)                                                         \
    assert_same_bits_at((actual), (expected), __FILE__, __LINE__)
void assert_same_bits_at(float actual, float expected, const char *file, int line);

// --- an allocator that counts and refuses ------------------------------------------------------------

typedef struct test_heap
{
    int    budget;     // this many allocations succeed; negative: all
    bool   once;       // one is refused after these, and all others succeed
    int    refused;    // how many were refused
    size_t live_bytes; // 0 when everything was given back, with the right sizes
} test_heap;

rim_allocator test_heap_allocator(test_heap *heap);

// --- files --------------------------------------------------------------------------------------------

// The whole file with a 0 behind it, to be freed; *size may be NULL. Fails the test if there is none.
char *read_file(const char *path, size_t *size);

#endif
