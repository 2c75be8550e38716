#include "support/flash_vectors.h"
#include "support/support.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_recorded_answers_are_ours),
        cmocka_unit_test(a_file_that_is_not_there_fails),
    };
    return cmocka_run_group_tests_name("flash_vectors", tests, NULL, NULL);
}
