// The drill of the examples compiles without a warning, plays by itself, and does what it shows.
#define _XOPEN_SOURCE 700

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLACE "build/test_drill"

// Runs a command line; fails the test with what it printed.
static void run(const char *command)
{
    char whole[6000];
    snprintf(whole, sizeof whole, "mkdir -p " PLACE " && ( %s ) >" PLACE "/log 2>&1", command);
    if (system(whole) != 0) fail_msg("%s\n%s", command, read_file(PLACE "/log", NULL));
}

// Writes the folder of the build's libraries. Returns false if they are for a sanitizer.
static bool find_libraries(char out[2048])
{
    const char *program = getenv("RIMCAST");
    snprintf(out, 2048, "%s", program ? program : "build/release/rimcast");
    *strrchr(out, '/') = 0;
    return !strstr(out, "asan") && !strstr(out, "tsan");
}

static void the_drill_compiles_and_plays(void **state)
{
    (void)state;
    char libraries[2048], command[5000];
    int  shot = 0, hurt = 0;
    if (!find_libraries(libraries)) skip();
    snprintf(command, sizeof command,
             "cc -std=c11 -Wall -Wextra -Wpedantic -Werror docs/examples/drill.c -Iinclude "
             "$(pkg-config --cflags sdl2 SDL2_image) '%s/librimcast-sdl.a' '%s/librimcast.a' "
             "$(pkg-config --libs sdl2 SDL2_image) -lm -o " PLACE "/drill",
             libraries, libraries);
    run(command);
    run("SDL_VIDEODRIVER=dummy SDL_RENDER_DRIVER=software timeout 300 " PLACE
        "/drill assets/crescent.png assets/ship.png 240");
    char *told = read_file(PLACE "/log", NULL);
    assert_int_equal(sscanf(told, "%d rocks shot, hurt %d times", &shot, &hurt), 2);
    free(told);
    // 40 bullets fly upwards through 500 rocks; one is spent on one rock at most.
    assert_in_range(shot, 1, 40);
    assert_in_range(hurt, 0, 500);
}

// It takes fewer lines than with the first interface, and finds a rock by its handle.
static void the_drill_is_short_and_needs_no_table_of_slots(void **state)
{
    (void)state;
    int   lines = 0;
    char *text = read_file("docs/examples/drill.c", NULL);
    for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++) lines++;
    assert_in_range(lines, 100, 242);
    assert_null(strstr(text, "slot"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_drill_compiles_and_plays),
        cmocka_unit_test(the_drill_is_short_and_needs_no_table_of_slots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
