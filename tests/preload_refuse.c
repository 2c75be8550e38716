// Preloaded into the program by test_cli_memory: its allocation number RIM_REFUSE, counted from 0, is refused,
// and then the file RIM_REFUSED is made. Other programs get what they ask for.
#define _GNU_SOURCE // the name of the program; and what stands behind malloc

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

static long left = -2; // so many more are granted before one is refused; -1: all; -2: not known yet

// What runs when the program has ended, as the writing of counters, is left alone.
static void disarm(void)
{
    left = -1;
}

// At the first allocation, so that it is undone before what was there before it.
static void arm(void)
{
    const char *number = getenv("RIM_REFUSE");
    bool        here = number && strcmp(program_invocation_short_name, "rimcast") == 0;
    left = here ? atol(number) : -1;
    if (here) atexit(disarm);
}

static bool is_refused(void)
{
    if (left == -2) arm();
    if (left < 0 || left-- > 0) return false;
    const char *path = getenv("RIM_REFUSED");
    int         file = path ? open(path, O_CREAT | O_WRONLY, 0666) : -1;
    if (file >= 0) close(file);
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return is_refused() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return is_refused() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    return is_refused() ? NULL : __libc_realloc(block, size);
}
