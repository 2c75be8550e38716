// Runs files of exact answers: make check-reference FILES="one.tsv two.txt".
#include "support/reference.h"

#include <stdio.h>

int main(int count, char **files)
{
    int bad = count < 2;
    if (bad) fprintf(stderr, "usage: check_reference FILE...\n");
    for (int i = 1; i < count; i++)
    {
        reference_result result = reference_run_file(files[i], 50);
        if (result.kind[0] && !result.known)
            printf("%s: unknown kind\n", result.kind);
        else if (result.kind[0])
            printf("%s: %d passed, %d failed, worst %.2g\n", result.kind, result.passed,
                   result.failed, result.worst);
        fflush(stdout);
        if (!result.known || result.failed > 0 || result.passed == 0) bad = 1;
    }
    return bad;
}
