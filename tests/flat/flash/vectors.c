#define _XOPEN_SOURCE 700

#include "support/flash/flash_vectors.h"
#include "support/support.h"

#include <stdlib.h>

static void the_recorded_answers_are_ours(void **state)
{
    (void)state;
    flash_score score = flash_vectors_run("tests/flash/vectors_open.json", stdout);
    assert_int_equal(score.failed, 0);
    assert_int_equal(score.passed, 256);
}

static void a_file_that_is_not_there_fails(void **state)
{
    (void)state;
    FILE *nowhere = fopen("/dev/null", "w");
    assert_non_null(nowhere);
    flash_score score = flash_vectors_run("tests/flash/none.json", nowhere);
    fclose(nowhere);
    assert_int_equal(score.failed, 1);
}

// A path that leads nowhere has no bounds, whether it is given as a node or as the script wrote it.
static void a_target_that_is_not_there_gives_no_bounds(void **state)
{
    (void)state;
    static const char text[] =
        "{\"scenes\": {\"s\": {\"nodes\": [{\"name\": \"root\", \"parent\": null, \"shapes\": [],"
        " \"matrix\": [1, 0, 0, 1, 0, 0]}]}}, \"shapes\": {}, \"vectors\": ["
        "{\"id\": \"1\", \"kind\": \"get_bounds\", \"api\": \"avm1\", \"scene\": \"s\","
        " \"object\": \"root\", \"target\": \"none\", \"expect\": null},"
        "{\"id\": \"2\", \"kind\": \"get_bounds\", \"api\": \"avm1\", \"scene\": \"s\","
        " \"object\": \"root\", \"target\": null, \"target_raw\": \"'none'\", \"expect\": null}]}";
    char path[] = "/tmp/flash-vectors-XXXXXX";
    int  handle = mkstemp(path);
    assert_true(handle >= 0);
    FILE *file = fdopen(handle, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    flash_score score = flash_vectors_run(path, stdout);
    remove(path);
    assert_int_equal(score.passed, 2);
    assert_int_equal(score.failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_recorded_answers_are_ours),
        cmocka_unit_test(a_file_that_is_not_there_fails),
        cmocka_unit_test(a_target_that_is_not_there_gives_no_bounds),
    };
    return cmocka_run_group_tests_name("flash_vectors", tests, NULL, NULL);
}
