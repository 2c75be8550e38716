// Two builds of the library in one process, each with the same rows of the bench.
#ifndef BENCH_COMPARE_H
#define BENCH_COMPARE_H

#include <stdint.h>

// One row of one side: a pass over all of its operations. answers may be NULL.
typedef struct compare_row
{
    const char *workload, *input, *who;
    int         operations;
    void (*pass)(const void *work, int64_t *answers);
    const void *work;
} compare_row;

enum
{
    COMPARE_OLD,
    COMPARE_NEW,
    COMPARE_SIDES
};

// Offer a row of one side: return when it has been timed or left out.
void old_offer(const compare_row *row);
void new_offer(const compare_row *row);

// The name under which each side's objects call their own of the two (-Dside_offer=old_offer).
void side_offer(const compare_row *row);

// The two sides' rows, bench_*.c compiled with -Dmain=old_rows and -Dmain=new_rows.
int old_rows(int argc, char **argv);
int new_rows(int argc, char **argv);

#endif
