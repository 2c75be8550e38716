// Every kind's own file of exact answers, at four places and sizes.
#include "support/support.h"

#include "support/reference/run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void run_kind(const char *kind)
{
    static const char *const ENDINGS[] = { "tsv", "txt" };
    for (int i = 0; i < 2; i++)
    {
        char path[128];
        snprintf(path, sizeof path, "tests/reference/%s.%s", kind, ENDINGS[i]);
        FILE *file = fopen(path, "rb");
        if (!file) continue;
        fclose(file);
        reference_result result = reference_run_file(path, 20);
        print_message("%s: %d passed, %d failed, worst %.2g\n", result.kind, result.passed,
                      result.failed, result.worst);
        assert_string_equal(result.kind, kind);
        assert_true(result.known);
        assert_int_equal(result.failed, 0);
        assert_true(result.passed >= 50);
        return;
    }
    fail_msg("tests/reference has no file of kind %s", kind);
}

#define REFERENCE_KIND(kind)                                                                       \
    static void all_##kind##_cases_pass(void **state)                                              \
    {                                                                                              \
        (void)state;                                                                               \
        run_kind(#kind);                                                                           \
    }
#include "support/reference/kinds.h"
#undef REFERENCE_KIND

static void numbers_are_read_as_decimals_fractions_and_surds(void **state)
{
    (void)state;
    assert_true(reference_number("-2.25") == -2.25);
    assert_true(reference_number("-3/8") == -0.375);
    assert_near(reference_number("1/2;-3/4;2"), 0.5 - 0.75 * sqrt(2.0), 2e-16);
    assert_true(isnan(reference_number("-")));
    assert_true(isnan(reference_number("1/2x")));
}

static void a_wrong_answer_fails(void **state)
{
    (void)state;
    static reference_run run;
    run.scale = 1.0;
    run.largest = 10.0;
    reference_check_length(&run, "d", 2.000009, 2.0);
    assert_false(run.failed);
    reference_check_length(&run, "d", 2.000011, 2.0);
    assert_true(run.failed);
    assert_near(run.worst, 1.1e-6, 1e-9);
    run.failed = false;
    reference_check_length(&run, "d", NAN, 2.0);
    assert_true(run.failed);
    run.failed = false;
    reference_check_normal(&run, "n", rim_vec3_make(0.0f, 0.0f, 0.0f), v3d(0.0, 0.0, 1.0), 0.05);
    assert_true(run.failed);
}

static void an_unknown_kind_is_told(void **state)
{
    (void)state;
    reference_result result = reference_run_file("tests/reference/README.md", 0);
    assert_false(result.known);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_read_as_decimals_fractions_and_surds),
        cmocka_unit_test(a_wrong_answer_fails),
        cmocka_unit_test(an_unknown_kind_is_told),
#define REFERENCE_KIND(kind) cmocka_unit_test(all_##kind##_cases_pass),
#include "support/reference/kinds.h"
#undef REFERENCE_KIND
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
