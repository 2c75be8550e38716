// Runs a file of recorded Flash answers (tests/flash/README.md) against the façade.
#ifndef TESTS_FLASH_VECTORS_H
#define TESTS_FLASH_VECTORS_H

#include <stdio.h>

typedef struct flash_score
{
    int passed, failed;
} flash_score;

// Prints a line for each kind to `to` ("hit_point: 116 passed, 0 failed", and the failures' ids) and
// returns the sums. A file that cannot be read, and a vector of no known kind, count as failures.
flash_score flash_vectors_run(const char *path, FILE *to);

// The same; passes on every number that was compared, and whether each answer is the recorded one, with the function
// that gave it. `to` may be NULL.
typedef void flash_listener(void *context, const char *function, double value);
flash_score  flash_vectors_run_to(const char *path, FILE *to, flash_listener *listener,
                                  void *context);

#endif
