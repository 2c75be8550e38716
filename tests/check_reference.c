// Runs files of exact answers: make check-reference FILES="one.tsv two.txt".
//
// A kind that is not known is a failure, unless the first argument is --skip-unknown: the project's own
// files may be ahead of what exists.
#include "support/reference/run.h"

#include <stdio.h>
#include <string.h>

int main(int count, char **files)
{
    bool skip = count > 1 && strcmp(files[1], "--skip-unknown") == 0;
    int  first = skip ? 2 : 1, bad = count <= first, passed = 0;
    if (bad) fprintf(stderr, "usage: check_reference [--skip-unknown] FILE...\n");
    for (int i = first; i < count; i++)
    {
        reference_result result = reference_run_file(files[i], 50);
        bool             unknown = result.kind[0] && !result.known;
        if (unknown)
            printf("%s: unknown kind\n", result.kind);
        else if (result.kind[0])
            printf("%s: %d passed, %d failed, worst %.2g\n", result.kind, result.passed,
                   result.failed, result.worst);
        fflush(stdout);
        passed += result.passed;
        if (unknown ? !skip : result.failed > 0 || result.passed == 0) bad = 1;
    }
    if (!bad && passed == 0) fprintf(stderr, "no case was run\n");
    return bad || passed == 0;
}
