// Prints a hash of the answers of every part, and of all:
//
//      determinism [short]                 to be kept in tests/determinism.txt
//      determinism [short] FILE            compared with what is kept; says what differs
//      determinism [short] trace PART      every answer of a part, to find the first that differs
//
// Run from the project's root.
#include "determinism/expected.h"

#include <string.h>
#include <time.h>

static void print(void *context, const char *name, const bits *b)
{
    clock_t *since = context, now = clock();
    printf("%-34s %016llx  %9lld answers  %6.2f s\n", name, (unsigned long long)b->hash,
           (long long)b->answers, (double)(now - *since) / CLOCKS_PER_SEC);
    *since = now;
    if (b->nans) printf("%-34s %lld of them are NaN\n", name, (long long)b->nans);
    fflush(stdout);
}

int main(int count, char **arguments)
{
    bool full = !(count > 1 && strcmp(arguments[1], "short") == 0);
    int  first = full ? 1 : 2;
    if (count <= first)
    {
        clock_t since = clock();
        bits_run_all(full, print, &since);
        return 0;
    }
    if (count > first + 1 && strcmp(arguments[first], "trace") == 0)
        return bits_trace(arguments[first + 1], full, stdout) ? 0 : 2;
    expected e;
    if (!expected_read(&e, arguments[first], full)) return 2;
    bits_run_all(full, expected_compare, &e);
    return expected_report(&e, stdout) ? 0 : 1;
}
