#include "standins/cmocka.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf back;
static bool    running;

int standin_run(const char *name, const struct CMUnitTest *tests, size_t count)
{
    volatile int failed = 0;
    printf("[==========] %s: Running %d test(s).\n", name, (int)count);
    for (volatile size_t i = 0; i < count; i++)
    {
        printf("[ RUN      ] %s\n", tests[i].name);
        fflush(stdout);
        void *state = NULL;
        running = true;
        int how = setjmp(back);
        if (how == 0) tests[i].run(&state);
        printf("[  %s ] %s\n",
               how == 0   ? "     OK"
               : how == 1 ? "FAILED "
                          : "SKIPPED",
               tests[i].name);
        failed += how == 1;
    }
    running = false;
    printf("[==========] %s: %d test(s) run.\n", name, (int)count);
    return failed;
}

static void leave(int how)
{
    fflush(stdout);
    if (!running) abort();
    longjmp(back, how);
}

void standin_skip(void)
{
    leave(2);
}

void _fail(const char *file, int line)
{
    print_error("%s:%d: error: Failure!\n", file, line);
    leave(1);
}

void standin_check(bool good, const char *text, const char *file, int line)
{
    if (good) return;
    print_error("not so: %s\n", text);
    _fail(file, line);
}

void standin_equal(unsigned long long a, unsigned long long b, const char *file, int line)
{
    if (a == b) return;
    print_error("%#llx != %#llx\n", a, b);
    _fail(file, line);
}

void print_message(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

void print_error(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
}
