// Offers a side's rows for comparison. The rows call these functions in place of the real ones: bench/compare.sh
// renames them with -D. Nothing but Rimcast is timed, no peer is loaded, and the rows' own tables are not printed.
#include "compare.h"
#include "kit.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

void *dlopen(const char *file, int mode)
{
    (void)file, (void)mode;
    return NULL;
}

int printf(const char *format, ...)
{
    (void)format;
    return 0;
}

void bench_print_head(void) {}

bool bench_measure(const bench_options *options, const bench_case *it)
{
    (void)options;
    for (int i = 0; i < it->run_count; i++)
    {
        const bench_run *run = &it->runs[i];
        if (!run->pass || strncmp(run->name, "rimcast", 7) != 0) continue;
        compare_row row = {
            it->workload, it->input, run->name, it->operations, run->pass, it->work
        };
        side_offer(&row);
    }
    return true;
}
