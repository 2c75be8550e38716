// A small bench: some contestants answer the same questions, in turn, and the medians are compared.
//
// Every answer is first compared with an oracle's, so that nobody is fast by being wrong. Rounds are
// interleaved: what slows the machine down for a while slows everyone. Times are this thread's.
#ifndef BENCH_KIT_H
#define BENCH_KIT_H

#include <stdbool.h>
#include <stdint.h>

// One pass over all of a case's operations. answers has room for one an operation; NULL while the
// time is taken.
typedef void (*bench_pass)(const void *work, int64_t *answers);

typedef struct bench_run
{
    const char *name;
    bench_pass  pass;
    double      wanted;  // Rimcast shall be this many times as fast; 0: only shown
    bool        samples; // answers another question (it samples or steps): not held to the oracle's
} bench_run;

enum
{
    BENCH_MOST_RUNS = 8
};

typedef struct bench_case
{
    const char *workload, *input;
    const void *work;
    int         operations;
    bench_pass  oracle;
    bench_run runs[BENCH_MOST_RUNS]; // the first one is Rimcast; those without a pass are left out
    int       run_count;
} bench_case;

typedef struct bench_options
{
    const char *only;   // workloads whose name begins so; NULL: all
    int         rounds; // odd
} bench_options;

// -w PREFIX, -r ROUNDS; anything else prints the usage and returns false.
bool bench_options_read(bench_options *options, int argc, char **argv);

bool bench_wants(const bench_options *options, const char *workload);

// Prints a line a contestant: median ns an operation and how many times as long as Rimcast it took.
// False if an answer was wrong; nothing is timed then.
bool bench_measure(const bench_options *options, const bench_case *it);

void bench_print_head(void);

// Keeps the compiler from leaving out what only the clock sees.
void bench_use(int64_t value);

// --- random numbers: splitmix64 (Steele, Lea, Flood 2014) ------------------------------------------

typedef struct bench_random
{
    uint64_t state;
} bench_random;

int    bench_int(bench_random *random, int lo, int hi); // both included
double bench_unit(bench_random *random);                // [0, 1)

#endif
