// The hashes that every build must have, from tests/determinism.txt: lines of "FUNCTION FULL SHORT".
#ifndef TESTS_DETERMINISM_EXPECTED_H
#define TESTS_DETERMINISM_EXPECTED_H

#include "determinism/bits.h"

#include <stdio.h>

// Compares with a file, prints a line, and the functions whose answers differ or that only one side has.
// Returns true if nothing differs.
bool expected_compare(const bits *b, const char *path, bool full, FILE *to);

#endif
