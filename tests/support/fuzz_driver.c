// The driver for fuzzers where libFuzzer is not: random bytes, a limit of time for each input, and the
// input of a finding left behind.
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700 // setitimer

#ifndef RIM_LIBFUZZER

#include "support/fuzz.h"
#include "support/support.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum
{
    LONGEST = 400
};

// What a signal's handler needs.
static struct
{
    char           path[300];
    const uint8_t *data;
    size_t         size;
} current;

// Sanitizers shall end in a signal, too.
const char *__asan_default_options(void);
const char *__ubsan_default_options(void);
const char *__asan_default_options(void)
{
    return "abort_on_error=1:handle_abort=0";
}
const char *__ubsan_default_options(void)
{
    return "abort_on_error=1:print_stacktrace=1";
}

static void leave_input(int number)
{
    static const char slow[] = "too slow\n", saved[] = "the input is in ";
    int               file = open(current.path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    ssize_t           written = write(file, current.data, current.size);
    if (number == SIGVTALRM) written += write(STDERR_FILENO, slow, sizeof slow - 1);
    written += write(STDERR_FILENO, saved, sizeof saved - 1);
    written += write(STDERR_FILENO, current.path, strlen(current.path));
    written += write(STDERR_FILENO, "\n", 1);
    signal(number, SIG_DFL);
    raise(number);
    _exit(written > 0 ? 1 : 2);
}

static void try_input(const uint8_t *data, size_t size)
{
    struct itimerval limit = { .it_value = { .tv_sec = FUZZ_CASE_SECONDS } };
    uint8_t *exact = malloc(size ? size : 1); // of the exact size, so that overruns are seen
    memcpy(exact, data, size);
    current.data = exact;
    current.size = size;
    setitimer(ITIMER_VIRTUAL, &limit, NULL);
    LLVMFuzzerTestOneInput(exact, size);
    current.size = 0;
    free(exact);
}

static int try_files(int count, char **paths)
{
    for (int i = 0; i < count; i++)
    {
        size_t size;
        char  *data = read_file(paths[i], &size);
        try_input((const uint8_t *)data, size);
        free(data);
    }
    printf("%d files tried\n", count);
    return 0;
}

int main(int count, char **arguments)
{
    const char *slash = strrchr(arguments[0], '/'), *name = slash ? slash + 1 : arguments[0];
    snprintf(current.path, sizeof current.path, "build/%s.input", name);
    signal(SIGABRT, leave_input);
    signal(SIGVTALRM, leave_input);

    char  *end = NULL;
    double seconds = count > 1 ? strtod(arguments[1], &end) : 1.0;
    if (end && *end) return try_files(count - 1, arguments + 1);

    // FUZZ_SEED and FUZZ_INPUTS, for the same inputs again: the seconds are then only a limit.
    const char *seed = getenv("FUZZ_SEED"), *most = getenv("FUZZ_INPUTS");
    test_random random = { (uint64_t)time(NULL) * 1000003 + (uint64_t)getpid() };
    if (seed) random.state = strtoull(seed, NULL, 10);
    long   inputs_most = most ? strtol(most, NULL, 10) : LONG_MAX;
    time_t stop = time(NULL) + (time_t)(seconds + 0.5);
    printf("seed %llu\n", (unsigned long long)random.state);
    long inputs = 0;
    for (; (time(NULL) < stop || inputs == 0) && inputs < inputs_most; inputs++)
    {
        uint8_t data[LONGEST + 8];
        size_t  size = (size_t)random_int(&random, 1, LONGEST);
        for (size_t i = 0; i < size; i += 8)
        {
            uint64_t bits = random_bits(&random);
            memcpy(data + i, &bits, 8);
        }
        try_input(data, size);
    }
    printf("%s: %ld inputs\n", name, inputs);
    return 0;
}

#endif
