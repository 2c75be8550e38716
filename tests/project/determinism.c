// The short form of what `make determinism` runs for every compiler and processor.
#include "determinism/expected.h"

static void answers_have_the_recorded_bits(void **state)
{
    (void)state;
    static bits b;
    bits_run_all(&b, false);
    assert_true(expected_compare(&b, "tests/determinism.txt", false, stdout));
    int64_t answers = 0;
    for (int i = 0; i < b.count; i++) answers += b.lines[i].answers;
    assert_true(answers > 100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(answers_have_the_recorded_bits) };
    return cmocka_run_group_tests_name("determinism", tests, NULL, NULL);
}
