// What docs/porting-from-pygame.md says of pygame.mask is true of the pygame that is installed here, if one is.
//
// RIMCAST names the program; the shared library stands beside it.
#define _XOPEN_SOURCE 700 // popen

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PYTHON "/usr/bin/python3"

static int run(const char *command, char *out, size_t size)
{
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    size_t length = fread(out, 1, size - 1, pipe);
    out[length] = 0;
    return pclose(pipe);
}

// A library with sanitizers cannot be loaded by a Python without them.
static bool is_loadable(const char *library)
{
    char out[100], command[1200];
    snprintf(command, sizeof command, PYTHON " -c 'import ctypes; ctypes.CDLL(\"%s\")' 2>&1",
             library);
    return run(command, out, sizeof out) == 0;
}

static void masks_answer_as_pygame_does(void **state)
{
    (void)state;
    const char *program = getenv("RIMCAST");
    char        folder[1000], library[1100], command[1200], out[8192];
    snprintf(folder, sizeof folder, "%s", program ? program : "build/release/rimcast");
    *strrchr(folder, '/') = 0;
    snprintf(library, sizeof library, "%s/librimcast.so", folder);
    if (run("SDL_VIDEODRIVER=dummy " PYTHON " -c 'import pygame' 2>&1", out, sizeof out) != 0 ||
        !is_loadable(library))
    {
        print_message("pygame is not installed, or cannot be used here\n");
        skip();
    }
    snprintf(command, sizeof command, PYTHON " tests/pygame/compare.py %s %d 2>&1", library,
             case_count(150));
    if (run(command, out, sizeof out) != 0) fail_msg("%s\n%s", command, out);
    assert_non_null(strstr(out, "answers compared"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks_answer_as_pygame_does),
    };
    return cmocka_run_group_tests_name("pygame", tests, NULL, NULL);
}
