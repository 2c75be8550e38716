#define _POSIX_C_SOURCE 200809L

#include "kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum
{
    MOST_ROUNDS = 99
};

static const double batch_ns = 2e6;

static uint64_t next(bench_random *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

int bench_int(bench_random *random, int lo, int hi)
{
    return lo + (int)(next(random) % (uint64_t)((int64_t)hi - lo + 1));
}

double bench_unit(bench_random *random)
{
    return (double)(next(random) >> 11) * 0x1p-53;
}

static volatile uint64_t sink;

void bench_use(int64_t value)
{
    sink = sink + (uint64_t)value;
}

bool bench_options_read(bench_options *options, int argc, char **argv)
{
    options->only = NULL;
    options->rounds = 11;
    for (int i = 1; i < argc; i++)
    {
        if (strcmp(argv[i], "-w") == 0 && i + 1 < argc)
            options->only = argv[++i];
        else if (strcmp(argv[i], "-r") == 0 && i + 1 < argc)
            options->rounds = atoi(argv[++i]) | 1;
        else
        {
            fprintf(stderr, "usage: %s [-w PREFIX-OF-WORKLOADS] [-r ROUNDS]\n", argv[0]);
            return false;
        }
    }
    if (options->rounds < 1) options->rounds = 1;
    if (options->rounds > MOST_ROUNDS) options->rounds = MOST_ROUNDS;
    return true;
}

bool bench_wants(const bench_options *options, const char *workload)
{
    return !options->only || strncmp(workload, options->only, strlen(options->only)) == 0;
}

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static double pass_ns(const bench_case *it, const bench_run *run, int passes)
{
    double start = now_ns();
    for (int i = 0; i < passes; i++) run->pass(it->work, NULL);
    return (now_ns() - start) / passes;
}

static bool answers_agree(const bench_case *it)
{
    size_t   bytes = (size_t)it->operations * sizeof(int64_t);
    int64_t *expected = malloc(bytes), *actual = malloc(bytes);
    bool     agree = expected && actual;
    if (agree) it->oracle(it->work, expected);
    for (int i = 0; i < it->run_count && agree; i++)
    {
        const bench_run *run = &it->runs[i];
        if (!run->pass || run->samples) continue;
        memset(actual, 0x55, bytes);
        run->pass(it->work, actual);
        for (int k = 0; k < it->operations && agree; k++)
        {
            if (actual[k] == expected[k]) continue;
            fprintf(stderr, "%s %s: %s answers %lld where %lld is right (operation %d)\n",
                    it->workload, it->input, run->name, (long long)actual[k],
                    (long long)expected[k], k);
            agree = false;
        }
    }
    free(expected);
    free(actual);
    return agree;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void bench_print_head(void)
{
    printf("%-14s %-6s %-22s %12s %9s %8s\n", "workload", "input", "who", "ns", "x rimcast",
           "wanted");
}

static void print_row(const bench_case *it, const bench_run *run, double ns, double ours)
{
    printf("%-14s %-6s %-22s %12.1f %9.2f ", it->workload, it->input, run->name, ns, ns / ours);
    if (run->wanted > 0.0)
        printf("%7.1f %s\n", run->wanted, ns / ours >= run->wanted ? "" : " MISSED");
    else
        printf("\n");
    fflush(stdout);
}

bool bench_measure(const bench_options *options, const bench_case *it)
{
    if (!answers_agree(it)) return false;

    double times[BENCH_MOST_RUNS][MOST_ROUNDS];
    int    passes[BENCH_MOST_RUNS];
    for (int i = 0; i < it->run_count; i++)
    {
        if (!it->runs[i].pass) continue;
        double once = pass_ns(it, &it->runs[i], 1);
        passes[i] = once > batch_ns ? 1 : 1 + (int)(batch_ns / (once + 1.0));
    }
    for (int round = 0; round < options->rounds; round++)
        for (int k = 0; k < it->run_count; k++)
        {
            int i = (k + round) % it->run_count;
            if (it->runs[i].pass) times[i][round] = pass_ns(it, &it->runs[i], passes[i]);
        }

    double ours = 0.0;
    for (int i = 0; i < it->run_count; i++)
    {
        if (!it->runs[i].pass) continue;
        qsort(times[i], (size_t)options->rounds, sizeof(double), compare_doubles);
        double ns = times[i][options->rounds / 2] / it->operations;
        if (i == 0) ours = ns;
        print_row(it, &it->runs[i], ns, ours);
    }
    return true;
}
