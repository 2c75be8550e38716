// What README, the guides, the manual and --help show is true: their programs and commands run and say what
// the page says, and what they name exists.
//
// RIMCAST names the program; the libraries stand beside it.
#define _XOPEN_SOURCE 700 // popen

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(const char *what)
{
    char   command[512], out[8192];
    FILE  *pipe = NULL;
    size_t length = 0;
    snprintf(command, sizeof command, "sh scripts/check-docs.sh %s 2>&1", what);
    pipe = popen(command, "r");
    assert_non_null(pipe);
    length = fread(out, 1, sizeof out - 1, pipe);
    out[length] = 0;
    if (pclose(pipe) != 0) fail_msg("%s\n%s", command, out);
    assert_non_null(strstr(out, " checked"));
}

static void what_the_docs_show_compiles_and_what_they_name_exists(void **state)
{
    (void)state;
    check("syntax");
}

static void programs_and_commands_in_the_docs_do_what_is_said_of_them(void **state)
{
    (void)state;
    const char *program = getenv("RIMCAST");
    char        run[1100], folder[1024];
    snprintf(folder, sizeof folder, "%s", program ? program : "build/release/rimcast");
    *strrchr(folder, '/') = 0;
    snprintf(run, sizeof run, "run %s", folder);
    check(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_docs_show_compiles_and_what_they_name_exists),
        cmocka_unit_test(programs_and_commands_in_the_docs_do_what_is_said_of_them),
    };
    return cmocka_run_group_tests_name("docs", tests, NULL, NULL);
}
