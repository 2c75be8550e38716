// compare [ROW]: times the rows of two builds of the library in turn and prints the ratios new/old. ROW leaves out the
// rows whose line does not contain it. Ends with status 1 if no row was compared.
//
// Each side runs in a thread of its own until it offers a row; then it waits. When both offer the same row, it is
// timed here, both sides in each round. A first run of each side only lists its rows, so that a row that the other
// side does not have can be passed over.
#define _POSIX_C_SOURCE 200809L

#include "compare.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum
{
    ROUNDS = 21,
    MOST_ROWS = 1000,
    NAME = 96
};

static const double batch_ns = 2e6;

typedef struct side
{
    int (*rows)(int argc, char **argv);
    char               names[MOST_ROWS][NAME];
    int                count;
    const compare_row *offered; // while the side waits
    bool               ended;
} side;

static side            sides[COMPARE_SIDES] = { { .rows = old_rows }, { .rows = new_rows } };
static bool            listing = true;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t  changed = PTHREAD_COND_INITIALIZER;

static void name_of(const compare_row *row, char name[NAME])
{
    snprintf(name, NAME, "%-14s %-6s %s", row->workload, row->input, row->who);
}

static bool has(const side *s, const char *name)
{
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->names[i], name) == 0) return true;
    return false;
}

static void offer(int which, const compare_row *row)
{
    side *me = &sides[which];
    char  name[NAME];
    name_of(row, name);
    if (listing)
    {
        if (me->count < MOST_ROWS) memcpy(me->names[me->count++], name, NAME);
        return;
    }
    if (!has(&sides[!which], name)) return;
    pthread_mutex_lock(&lock);
    me->offered = row;
    pthread_cond_broadcast(&changed);
    while (me->offered) pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

void old_offer(const compare_row *row)
{
    offer(COMPARE_OLD, row);
}

void new_offer(const compare_row *row)
{
    offer(COMPARE_NEW, row);
}

static void *run_side(void *context)
{
    side *me = context;
    char  program[] = "rows";
    char *arguments[] = { program, NULL };
    me->rows(1, arguments);
    pthread_mutex_lock(&lock);
    me->ended = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

// --- timing ---------------------------------------------------------------------------------------------

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static double pass_ns(const compare_row *row, int passes)
{
    double start = now_ns();
    for (int i = 0; i < passes; i++) row->pass(row->work, NULL);
    return (now_ns() - start) / passes;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool same_answers(const compare_row *old_row, const compare_row *new_row)
{
    size_t   bytes = (size_t)new_row->operations * sizeof(int64_t);
    int64_t *a = calloc(1, bytes), *b = calloc(1, bytes);
    if (!a || !b) abort();
    old_row->pass(old_row->work, a);
    new_row->pass(new_row->work, b);
    bool same = memcmp(a, b, bytes) == 0;
    free(a);
    free(b);
    return same;
}

static void measure(const compare_row *old_row, const compare_row *new_row, const char *name)
{
    double old_ns[ROUNDS], new_ns[ROUNDS], ratios[ROUNDS];
    bool   same = same_answers(old_row, new_row);
    double once = pass_ns(new_row, 1);
    int    passes = once > batch_ns ? 1 : 1 + (int)(batch_ns / (once + 1.0));
    for (int i = 0; i < ROUNDS; i++)
    {
        if (i % 2) new_ns[i] = pass_ns(new_row, passes);
        old_ns[i] = pass_ns(old_row, passes);
        if (i % 2 == 0) new_ns[i] = pass_ns(new_row, passes);
        ratios[i] = new_ns[i] / old_ns[i];
    }
    qsort(old_ns, ROUNDS, sizeof(double), compare_doubles);
    qsort(new_ns, ROUNDS, sizeof(double), compare_doubles);
    qsort(ratios, ROUNDS, sizeof(double), compare_doubles);
    printf("%-46s %12.1f %12.1f %8.3f %8.3f %8.3f%s\n", name, old_ns[0] / old_row->operations,
           new_ns[0] / new_row->operations, ratios[ROUNDS / 4], ratios[ROUNDS / 2],
           ratios[3 * ROUNDS / 4], same ? "" : "  other answers");
    fflush(stdout);
}

// Waits until both sides offer a row or have ended. Returns false once one has ended.
static bool wait_for_both(void)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < COMPARE_SIDES; i++)
        while (!sides[i].offered && !sides[i].ended) pthread_cond_wait(&changed, &lock);
    bool both = sides[0].offered && sides[1].offered;
    pthread_mutex_unlock(&lock);
    return both;
}

static void release(int which)
{
    pthread_mutex_lock(&lock);
    sides[which].offered = NULL;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

// Rows that both sides have, in the order of the new side.
static int compare_all(const char *only)
{
    int       compared = 0;
    pthread_t threads[COMPARE_SIDES];
    for (int i = 0; i < COMPARE_SIDES; i++)
        if (pthread_create(&threads[i], NULL, run_side, &sides[i])) abort();
    while (wait_for_both())
    {
        const compare_row *old_row = sides[COMPARE_OLD].offered,
                          *new_row = sides[COMPARE_NEW].offered;
        char old_name[NAME], name[NAME];
        name_of(old_row, old_name);
        name_of(new_row, name);
        if (strcmp(old_name, name) != 0)
        {
            printf("%-46s left out: the old rows have another order\n", old_name);
            release(COMPARE_OLD);
            continue;
        }
        if (!only || strstr(name, only))
        {
            if (old_row->operations == new_row->operations)
                measure(old_row, new_row, name), compared++;
            else
                printf("%-46s left out: %d operations, now %d\n", name, old_row->operations,
                       new_row->operations);
        }
        release(COMPARE_OLD);
        release(COMPARE_NEW);
    }
    // One side ended: the other's rows that are left have no partner.
    for (int i = 0; i < COMPARE_SIDES; i++)
    {
        pthread_mutex_lock(&lock);
        while (!sides[i].ended)
        {
            sides[i].offered = NULL;
            pthread_cond_broadcast(&changed);
            pthread_cond_wait(&changed, &lock);
        }
        pthread_mutex_unlock(&lock);
        pthread_join(threads[i], NULL);
    }
    return compared;
}

// Prints the rows that only one side has, and returns how many wanted rows both have.
static int list_rows(const char *only)
{
    static const char *const SIDES[] = { "old", "new" };
    int                      shared = 0;
    for (int i = 0; i < COMPARE_SIDES; i++) run_side(&sides[i]), sides[i].ended = false;
    for (int i = 0; i < COMPARE_SIDES; i++)
        for (int k = 0; k < sides[i].count; k++)
        {
            const char *name = sides[i].names[k];
            if (only && !strstr(name, only)) continue;
            if (has(&sides[!i], name))
                shared += i == COMPARE_NEW;
            else
                printf("%-46s left out: only the %s side has it\n", name, SIDES[i]);
        }
    listing = false;
    return shared;
}

int main(int argc, char **argv)
{
    const char *only = argc > 1 && argv[1][0] ? argv[1] : NULL;
    if (list_rows(only) > 0) return compare_all(only) > 0 ? 0 : 1;
    for (int k = 0; k < sides[COMPARE_NEW].count; k++)
        printf("%s does not match %s\n", only ? only : "", sides[COMPARE_NEW].names[k]);
    return 1;
}
