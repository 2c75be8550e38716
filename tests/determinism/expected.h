// The hashes that every build must have, from tests/determinism.txt: lines of "full NAME HASH" and "short NAME HASH".
#ifndef TESTS_DETERMINISM_EXPECTED_H
#define TESTS_DETERMINISM_EXPECTED_H

#include "determinism/bits.h"

#include <stdio.h>

typedef struct expected
{
    int      count;
    char     names[100][48];
    uint64_t hashes[100];
    int64_t  answers;
    int      same, told; // parts
    char     others[1024];
} expected;

bool expected_read(expected *e, const char *path, bool full);

// A bits_tell; context is the expected.
void expected_compare(void *context, const char *name, const bits *b);

// Prints a line, and what is different; true if nothing is.
bool expected_report(const expected *e, FILE *to);

#endif
