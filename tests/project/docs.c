// What README, the guides, the manual and --help show is true: their programs and commands run and say what
// the page says, and what they name exists.
//
// RIMCAST names the program; the libraries stand beside it.
#define _XOPEN_SOURCE 700 // popen

#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void what_the_docs_show_is_true(void **state)
{
    (void)state;
    const char *program = getenv("RIMCAST");
    char        folder[1024], command[1100], out[8192];
    snprintf(folder, sizeof folder, "%s", program ? program : "build/release/rimcast");
    *strrchr(folder, '/') = 0;
    snprintf(command, sizeof command, "sh scripts/check-docs.sh %s 2>&1", folder);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    size_t length = fread(out, 1, sizeof out - 1, pipe);
    out[length] = 0;
    if (pclose(pipe) != 0) fail_msg("%s\n%s", command, out);
    assert_non_null(strstr(out, " checked"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_docs_show_is_true),
    };
    return cmocka_run_group_tests_name("docs", tests, NULL, NULL);
}
