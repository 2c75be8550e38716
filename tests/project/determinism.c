// The short form of what `make determinism` runs for every compiler and processor.
#include "determinism/expected.h"

static void answers_have_the_recorded_bits(void **state)
{
    (void)state;
    expected e;
    assert_true(expected_read(&e, "tests/determinism.txt", false));
    bits_run_all(false, expected_compare, &e);
    print_message("%s\n", e.others);
    assert_true(expected_report(&e, stdout));
    assert_true(e.answers > 100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(answers_have_the_recorded_bits) };
    return cmocka_run_group_tests_name("determinism", tests, NULL, NULL);
}
