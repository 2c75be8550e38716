// Prints a hash of the answers of every public function:
//
//      determinism [short]                     to be kept in tests/determinism.txt
//      determinism [short] FILE                compared with what is kept; says what differs
//      determinism [short] trace FUNCTION      every answer of a function, to find the first that differs
//
// Run from the project's root.
#include "determinism/expected.h"

#include <string.h>

int main(int count, char **arguments)
{
    static bits b;
    bool        full = !(count > 1 && strcmp(arguments[1], "short") == 0);
    int         first = full ? 1 : 2;
    if (count > first + 1 && strcmp(arguments[first], "trace") == 0)
        b.traced = arguments[first + 1];
    bits_run_all(&b, full);
    if (b.traced) return 0;
    if (count > first) return expected_compare(&b, arguments[first], full, stdout) ? 0 : 1;
    for (int i = 0; i < b.count; i++)
    {
        const bits_line *line = &b.lines[i];
        printf("%-36s %016llx %9lld answers", line->function, (unsigned long long)line->hash,
               (long long)line->answers);
        if (line->nans) printf(", %lld of them NaN", (long long)line->nans);
        printf("\n");
    }
    return 0;
}
